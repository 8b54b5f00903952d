"""Scripted games of the riichi game: its wall that shortens, hands bound by riichi, deposits and the pot."""

from __future__ import annotations

from scripts import Script, clauses
from test_game_scripts import Keep, keep
from test_game_scripts_others import READY, won_with
from tingpai.tiles import TILE_TEXT

__all__ = ["keep"]

# Sixteen tiles, concealed, of no worth: they wait for 5s and 8s.
CHEAP = "123m456m789p234s44z67s"
IDLE = {"S": "159m159p159s12346z37m", "W": "147m258p369s12356z8m3p", "N": "268m147p258s1455z57m"}


def drawn_in_turn(script: Script) -> int:
    return sum(event[3] == "wall" for event in script.game.events or () if event[0] == "draw")


# S2-1, S2-2


def test_s2_1_6_a_ready_dealer_stays_and_the_streak_is_as_it_was(keep: Keep) -> None:
    """「若有听,就继续当庄,但是不会变成连一」"""
    script = Script("guangri", {"E": "5z" + READY, **IDLE}, then=[{"hands": {"E": "5z" + READY}}])
    dealer = script.game.state.dealer
    script.play("E discard 5z").play_out()
    (drawn,) = script.events("exhausted")
    assert script.money(drawn) == {"E": 60, "S": -20, "W": -20, "N": -20}
    assert (script.game.state.dealer, script.game.state.deal.streak) == (dealer, 0)
    # A dealer who wins and deals again is at 連一, though he dealt before.
    again = Script("guangri", {"E": "5z" + READY}, draws="1s2s3s9s", then=[{"hands": {}}])
    again.play("E discard 5z", "S discard 1s", "W discard 2s", "N discard 3s", "E win")
    assert (again.game.state.dealer, again.game.state.deal.streak) == (dealer, 1)
    keep(script)


def test_s2_1_10_a_tile_shown_is_fined_to_the_pot_which_the_next_winner_takes(keep: Keep) -> None:
    """「撞倒牌并掀开者,罚1台于桌面上,下一个胡牌者取走」"""
    script = Script("guangri", {"E": "5z159m159p159s12346z7m", "S": READY}, draws="2s9s", manual=True)
    script.play("E slip shown_tile")
    (fined,) = script.events("fined")
    assert script.money(fined) == {"E": -20, "pot": 20}
    assert clauses([fined]) == {"V2-23"}
    script.play("E discard 5z", "S discard 2s", "W discard 9s", "S win").settle()
    (settled,) = script.events("settled")
    assert ("pot", "S", 20) in script.payers(settled)
    assert script.game.state.balances["pot"] == 0
    keep(script)


def test_s2_1_13_a_tile_that_was_passed_may_be_punged_from_another(keep: Keep) -> None:
    """「C要碰红中,A打出无动作,B续打依然可碰」"""
    hands = {"E": "7z159m159p159s12346z7m", "S": "7z147m258p369s12356z8m", "W": "77z268m147p258s12366z"}
    script = Script("guangri", hands, draws="9m")
    script.play("E discard 7z")
    assert script.legal("W") == {"pung 7z7z", "pass"}
    script.play("W pass", "S discard 7z")
    assert script.legal("W") == {"pung 7z7z", "pass"}
    script.play("W pung 7z7z")
    keep(script)


def test_s2_2_5_the_wall_ends_at_the_furthest_indicator(keep: Keep) -> None:
    """「此日麻规并无铁墩,牌会一直摸到开宝牌的地方…宝牌开越多,大家可摸的牌越少」"""
    plain = Script("guangri", {"E": "5z159m159p159s12346z7m", **IDLE})
    plain.play("E discard 5z").play_out()
    # 136 tiles, of which 65 are dealt, four replace kongs and two lie under the indicator.
    assert drawn_in_turn(plain) == 65
    script = Script("guangri", {"E": "6666p7777z159m28p34s12z", **IDLE}, tail="3s7s")
    script.play("E concealed_kong 6p", "E concealed_kong 7z", "E discard 1z").play_out()
    s = script.game.state
    assert len(s.dora) == 3
    assert drawn_in_turn(script) == 65 - 2 * 2
    # The last tile drawn lay right before the stack of the furthest indicator.
    assert [TILE_TEXT[tile] for tile in (s.wall[s.end], s.dora[-1])] == [TILE_TEXT[s.dora[-1]]] * 2
    last = [event for event in script.game.events or () if event[0] == "draw"][-1]
    assert last[2] == s.wall[s.end - 1]
    keep(script)


def test_s2_2_5_no_kong_where_its_indicator_has_been_reached(keep: Keep) -> None:
    """Its whole stack must be undrawn (V2-d2), and four tiles replace kongs (V2-5)."""
    script = Script("guangri", {"E": "5z159m159p159s12346z7m", **IDLE, "S": "159m6666p159s1346z3m"}, tail="3s7s")
    script.play("E discard 5z")
    assert "concealed_kong 6p" in script.legal("S", turn=True)
    script.play_out(left=4)
    assert script.wind(script.game.state.turn) == "S"
    assert "concealed_kong 6p" in script.legal("S")
    script.play_out(left=0)
    assert script.wind(script.game.state.turn) == "S"
    assert "concealed_kong 6p" not in script.legal("S")
    keep(script)


# S2-3: riichi


def test_s2_3_2_a_declared_hand_looks_at_the_others_and_keeps_its_waits(keep: Keep) -> None:
    """「立直可免费眼牌,不能换牌,但是可以暗杠,暗杠的牌不能影响听的牌」"""
    hands = {"E": "5z111m222m333m456m78p99s", "S": "247m258p369s12356z8m3p"}
    script = Script("guangri", hands, draws="1s2s3s6s2s4s5s1m", tail="9m")
    assert script.game.view(script.place("E")).seats[script.place("S")].hand is None
    script.play("E riichi 5z", "S discard 1s", "W discard 2s", "N discard 3s")
    assert script.game.view(script.place("E")).seats[script.place("S")].hand is not None
    assert script.game.view(script.place("S")).seats[script.place("E")].hand is None
    assert script.legal("E") == {"discard 6s"}
    script.play("E discard 6s", "S discard 2s", "W discard 4s", "N discard 5s")
    assert script.legal("E") == {"discard 1m", "concealed_kong 1m"}
    # Here three 1m wait for 2m and 3m with the 2m beside them: four would not.
    other = Script("guangri", {"E": "5z1112m456789m123456p"}, draws="1s2s3s1m")
    other.play("E riichi 5z", "S discard 1s", "W discard 2s", "N discard 3s")
    assert other.legal("E") == {"discard 1m"}
    keep(script)


def test_s2_3_3_each_indicator_has_one_below_it_for_a_riichi(keep: Keep) -> None:
    """「已经开了3张宝牌,那么若立直者胡牌,就会有6张宝牌可使用」"""
    hands = {"E": "5z" + READY, "S": "5555p159m19p15s1234z7s", "W": "6666z147m278p36s123z7s"}
    script = Script("guangri", hands, draws="1s2s3s", tail="7s9s")
    script.play("E riichi 5z", "S concealed_kong 5p", "S discard 1s")
    script.play("W concealed_kong 6z", "W discard 9s", "E win")
    situation = won_with(script)
    assert (len(situation["dora"]), len(situation["ura"])) == (3, 3)
    assert "riichi_turn" not in situation
    keep(script)


def test_s2_3_9_a_kong_by_the_next_player_ends_ippatsu(keep: Keep) -> None:
    """「A立直,B暗杠,C放枪,C也没有被一发」"""
    hands = {"E": "5z" + READY, "S": "5555p159m19p15s1234z7s"}
    script = Script("guangri", hands, draws="1s9s", tail="7s")
    script.play("E riichi 5z", "S concealed_kong 5p", "S discard 1s", "W discard 9s", "E win")
    assert "riichi_turn" not in won_with(script)
    keep(script)


def test_s2_3_10_a_riichi_hand_that_proves_too_cheap_is_dead(keep: Keep) -> None:
    """「若立直后发现台数不够,即相公,只能持续摸打」; it still counts as ready when the wall ends (S2-3.13)."""
    hands = {"E": "1z" + CHEAP, "S": "159m159p19s12356z37m", "W": "147m258p369s12556z8m", "N": "268m14p258s1366z577m"}
    script = Script("guangri", hands, draws="1m9m1p9p8s", then=[{"hands": {}}])
    script.play("E riichi 1z", "S discard 1m", "W discard 9m", "N discard 1p", "E discard 9p")
    script.events()
    # Riichi and a concealed hand are two tai; within the first go-around 一發 would have made it four.
    script.play("S discard 8s")
    (dead,) = script.events("dead")
    assert (script.wind(dead[1]), dead[2], dead[3]) == ("E", "riichi_below_minimum", "V2-14")
    script.settle().play_out()
    turns = [event for event in script.events("discard") if event[1] == script.place("E")]
    assert turns
    assert all(event[3] for event in turns)  # what he drew
    (drawn,) = [event for event in script.game.events or () if event[0] == "exhausted"]
    assert drawn[1] == (script.place("E"),)
    keep(script)


def test_s2_3_10_the_same_hand_wins_while_it_is_ippatsu(keep: Keep) -> None:
    hands = {"E": "1z" + CHEAP, "S": "159m159p19s12356z37m", "W": "147m258p369s12556z8m", "N": "268m14p258s1366z577m"}
    script = Script("guangri", hands, draws="1m8s")
    script.play("E riichi 1z", "S discard 1m", "W discard 8s", "E win")
    (settled,) = script.events("settled")
    assert settled[1][0]["lines"] == [["concealed_hand", 1], ["riichi", 1], ["ippatsu", 2]]
    keep(script)


# What E waits for lies where it is not drawn, or with others who throw what they draw; then he is dealt it again.
AGAIN = {"hands": {"E": "5z" + READY}, "draws": "9s"}


def test_s2_3_11_a_deposit_stays_at_a_draw_for_the_next_winner(keep: Keep) -> None:
    """「若最后臭庄,需把2台充公,等待下一把胡牌者取走」"""
    script = Script("guangri", {"E": "5z" + READY, **IDLE}, tail="9s", then=[AGAIN])
    script.play("E riichi 5z").play_out()
    assert script.game.state.hand == 1
    assert script.game.state.balances["pot"] == 40
    script.events()
    script.play("E discard 5z", "S discard 9s", "E win")
    (settled,) = script.events("settled")
    assert ("pot", "E", 40) in script.payers(settled)
    keep(script)


def passed_by_riichi(others: dict[str, str], draws: str) -> Script:
    script = Script("guangri", {"E": "5z" + READY, **others}, draws=draws, manual=True, then=[{"hands": {}}])
    return script.play("E riichi 5z")


def test_s2_3_13_who_passes_a_win_in_riichi_is_dead_and_still_collects(keep: Keep) -> None:
    """「立直者不可过水,过水视同相公,只能继续摸打。但是若臭庄,依然可向无听者收钱」"""
    script = passed_by_riichi(IDLE, "1s9s")
    script.play("S discard 1s", "W discard 9s", "E pass").settle()
    assert script.game.state.seats[script.place("E")].dead == "passed_riichi"
    script.play_out()
    (drawn,) = script.events("exhausted")
    assert script.money(drawn) == {"E": 60, "S": -20, "W": -20, "N": -20}
    strict = Script("guangri", {"E": "5z" + READY}, draws="1s9s")
    strict.play("E riichi 5z", "S discard 1s", "W discard 9s")
    assert strict.legal("E") == {"win"}
    keep(script)


def test_s2_3_13_passing_up_the_own_draw_is_no_better(keep: Keep) -> None:
    script = passed_by_riichi({}, "1s2s3s9s9s")
    script.play("S discard 1s", "W discard 2s", "N discard 3s")
    assert {"win", "discard 9s"} <= script.legal("E", turn=True)
    script.events()
    script.play("E discard 9s")
    (dead,) = script.events("dead")
    assert (script.wind(dead[1]), dead[2]) == ("E", "passed_riichi")
    script.play("S discard 9s")
    assert "win" not in script.legal("E")
    keep(script)

"""Table mode: each error that the documents name, what it costs, and until when it can be mended."""

from __future__ import annotations

from typing import Any

from scripts import Script, clauses
from test_game_scripts import READY, Keep, keep

__all__ = ["keep"]


def table(id: str, hands: dict[str, str], *, flowers: tuple[str, ...] = (), extra: bool = True, **laid: Any) -> Script:
    """A game with errors.  The dealer takes his extra tile and everybody lays his flowers, but who is not to."""
    laid.setdefault("options", {})["manual_errors"] = True
    script = Script(id, hands, takes_extra=extra, **laid)
    if extra:
        script.play("E take_extra")
    while script.game.state.phase == "opening":
        wind = script.wind(script.game.pending[0])
        flower = [str(act) for act in script.game.legal(script.place(wind)) if act.kind == "flower"]
        script.play(f"{wind} pass" if wind in flowers else f"{wind} {flower[0]}")
    return script


# False wins: S1-05, S3-05, S3-07e


def test_s1_05_a_false_self_draw_ends_the_hand_at_a_hundred_each(keep: Keep) -> None:
    """「詐糊賠三家各100番(連底番),該舖牌結束」"""
    script = table("baida", {"E": "1359m159p1359s123466z"}, indicator="8p")
    before = script.game.state.deal
    script.events()
    script.play("E false_win")
    (event,) = script.events("false_win")
    # With two hundred chips he pays two of them; the third is a debt (S1-01: 「太婆誤食詐糊,卻要記賬」).
    assert script.money(event) == {"E": -200, "S": 100, "W": 100}
    assert [(script.account(row[0]), script.account(row[1]), row[2]) for row in event[2] if len(row) == 3] == [
        ("E", "N", 100)
    ]
    assert clauses([event]) == {"V1-45"}
    assert script.game.state.outcome is not None
    assert script.game.state.outcome.how == "void"
    assert script.game.state.deal == before
    # The game ends with this hand: 「散場時,若仍有欠債,必須還錢」.
    over = (script.game.events or [])[-1]
    assert over[0] == "game_over"
    assert script.money(over) == {"E": -100, "N": 100}
    assert not script.game.state.book.debts
    keep(script)


def test_s1_05_a_hand_short_of_ten_or_shown_on_a_discard_is_dead(keep: Keep) -> None:
    """「誤會可糊別人打出的牌,將牌攤開,或自摸糊牌而不足十番,是錯相公」"""
    script = table("baida", {"E": "5z" + READY, "S": "123m456p789s234p99s55p"}, indicator="8p", draws="6p")
    script.play("E discard 5z", "S false_win").settle()
    south = script.game.state.seats[script.place("S")]
    assert south.dead == "wrong"
    assert "win" not in script.legal("S")
    assert "concealed_kong" not in {act.split()[0] for act in script.legal("S")}
    keep(script)


def test_s3_05_a_false_win_on_a_discard_pays_the_limit_to_each(keep: Keep) -> None:
    """「打開了所有牌而不能糊牌,就是詐糊。牌局被逼結束,所以必須對每家賠滿貫番數的款項」"""
    script = table("hongkong", {"E": "5z1234m1234p1234s6z"})
    script.play("E discard 5z", "W false_win").settle()
    (event,) = script.events("false_win")
    assert script.money(event) == {"W": -768, "E": 256, "S": 256, "N": 256}
    keep(script)


def test_s3_07e_winning_after_a_pass_kills_the_hand(keep: Keep) -> None:
    """「走雞不糊第一隻牌而糊第二隻…不算詐糊,是錯相公」"""
    script = table(
        "hongkong", {"E": "5p19m19s1234567z", "S": "111222333p4467p", "W": "8p19m19s1234567z"}, draws="1m9s5p"
    )
    script.play("E discard 5p", "S pass", "S discard 1m", "W discard 8p", "S pass")
    script.play("N discard 5p", "S false_win").settle()
    assert script.game.state.seats[script.place("S")].dead == "wrong"
    assert script.game.state.phase != "hand"
    keep(script)


# Flowers and the extra tile: S1-10, S3-08


def test_s1_10_a_late_flower_is_fined_until_the_dealer_discards(keep: Keep) -> None:
    """「如果在莊家未打第一只牌前發覺,罰拾番抽水後,可以遲補花」"""
    hands = {"E": "159m159p159s1234567z", "S": "1f159m159p159s123z"}
    script = table("baida", hands, indicator="8p", tail="2s", flowers=("S",))
    script.events()
    script.late("S", "flower 1f")
    (late,) = script.events("late_flower")
    assert script.money(late) == {"S": -10, "pool": 10}
    assert clauses([late]) == {"V1-46"}
    south = script.game.state.seats[script.place("S")]
    assert len(south.tiles()) == 16
    assert south.dead is None
    keep(script)


def test_s1_10_a_late_flower_completes_a_set_like_one_in_time(keep: Keep) -> None:
    """「罰拾番抽水後,可以遲補花」, and each pays 2 for the set that it completes (V1-27)."""
    hands = {"E": "159m159p159s1234567z", "S": "1f2f3f4f159m159p159s"}
    script = table("baida", hands, indicator="8p", tail="2s3s4s6s", flowers=("S",))
    script.events()
    script.late("S", "flower 4f").late("S", "flower 3f").late("S", "flower 2f").late("S", "flower 1f")
    first, *_, last = script.events("late_flower")
    assert script.money(first) == {"S": -10, "pool": 10}
    assert script.money(last) == {"E": -2, "S": 6, "W": -2, "N": -2}
    assert clauses([last]) == {"V1-27"}
    keep(script)


def test_s1_10_after_it_the_hand_is_dead_and_a_tile_short(keep: Keep) -> None:
    """「如果莊家打了第一只牌後才發覺,則不淮遲補花屬小相公」"""
    hands = {"E": "159m159p159s1234567z", "S": "1f159m159p159s123z"}
    script = table("baida", hands, indicator="8p", tail="2s", flowers=("S",))
    script.play("E discard 1m")
    south = script.game.state.seats[script.place("S")]
    assert south.dead == "short"
    assert len(south.tiles()) - len(south.loose) == 15
    assert not [act for act in script.legal("S") if act.startswith("flower")]
    keep(script)


def test_s1_10_the_extra_tile_may_be_taken_until_the_second_player_discards(keep: Keep) -> None:
    """「莊家忘記跳牌,如果莊家在第二家摸了牌仍未打牌時發覺,賠十元罰金抽水後,可以遲跳牌」"""
    hands = {"E": "159m159p159s123456z", "S": "159m159p159s123z7s"}
    script = table("baida", hands, extra=False, indicator="8p", draws="6s7s2m")
    script.play("E pass", "E discard 1m")
    script.settle()
    assert script.wind(script.game.state.turn) == "S"
    east = script.game.state.seats[script.place("E")]
    assert len(east.tiles()) == 15
    script.events()
    script.late("E", "take_extra")
    (extra,) = script.events("extra")
    assert script.money(extra) == {"E": -10, "pool": 10}
    assert len(east.tiles()) == 16
    keep(script)
    late = table("baida", hands, extra=False, indicator="8p", draws="6s7s2m")
    late.play("E pass", "E discard 1m", "S discard 1m")
    assert late.game.state.seats[late.place("E")].dead == "short"


# Claims: S1-10


def claimed_wrongly() -> Script:
    hands = {"E": "5p159m19p159s1234567z", "S": "46p89p17m258s369s1234z"}
    script = table("baida", hands, indicator="8m", draws="2p2m2s3s4s")
    return script.play("E discard 5p", "S wrong_chow 6p9p", "S discard 1m")


def test_s1_10_wrong_tiles_of_a_claim_are_mended_in_the_go_around(keep: Keep) -> None:
    """「取了錯誤的牌…在同一廵內發覺,罰拾番抽水後,可以更換正確的牌」"""
    script = claimed_wrongly().settle()
    script.play("W discard 2p").settle()
    script.events()
    script.late("S", "mend 4p6p")
    (mended,) = script.events("mended")
    assert script.money(mended) == {"S": -10, "pool": 10}
    laid = script.game.state.seats[script.place("S")].melds[0]
    assert (laid.kind, laid.tiles) == ("chow", [12, 13, 14])
    keep(script)


def test_who_has_called_another_tile_does_not_take_his_tiles_back_before_it_is_settled() -> None:
    """He would call with tiles that lie in his mended set."""
    hands = {"E": "5p159m19p159s1234567z", "S": "446p89p17m258s369s12z", "W": "4p"}
    script = table("baida", hands, indicator="8m", draws="2m")
    script.play("E discard 5p", "S wrong_chow 6p9p", "S discard 1m", "W discard 4p")
    south = script.place("S")
    assert "mend 4p6p" in script.legal("S")
    script.play("S pung 4p4p")
    assert not [act for act in map(str, script.game.legal(south)) if act.startswith("mend")]


def test_s1_10_after_the_go_around_the_hand_is_dead(keep: Keep) -> None:
    """「過了一廵才發覺,則屬錯相公」"""
    script = claimed_wrongly()
    script.play("W discard 2p", "N discard 2m", "E discard 2s").settle()
    assert script.wind(script.game.state.turn) == "S"
    assert script.game.state.seats[script.place("S")].dead == "wrong"
    keep(script)


def test_s1_10_a_call_that_is_taken_back_is_fined_one(keep: Keep) -> None:
    """「叫碰不碰…可以罰1番抽水後了事」"""
    script = table("baida", {"E": "5p159m19p159s1234567z", "S": "46p89p17m258s369s1234z"}, indicator="8m", draws="2p")
    script.events()
    script.play("E discard 5p", "S retract").settle()
    (fined,) = script.events("fined")
    assert script.money(fined) == {"S": -1, "pool": 1}
    script.events()
    script.play("S slip other")
    assert script.money(script.events("fined")[0]) == {"S": -1, "pool": 1}
    assert "slip other" not in script.legal("S")  # once a turn: nobody slips for ever
    keep(script)


# Riichi: S1-09


def test_s2_1_11_a_pung_called_and_not_made_is_paid_to_the_discarder(keep: Keep) -> None:
    """「喊碰不碰,罚1台给打出该张牌之人」; of a chow nothing is said."""
    hands = {"E": "5p159m159p15s1234z67z", "S": "46p379s2468s1234z139m", "W": "55p2468m248s1234z67z9m"}
    script = Script("guangri", hands, manual=True)
    script.play("E discard 5p")
    assert "chow 4p6p" in script.legal("S")
    assert "retract" not in script.legal("S")
    script.events()
    script.play("W retract").settle()
    (fined,) = script.events("fined")
    assert script.money(fined) == {"W": -20, "E": 20}
    assert clauses([fined]) == {"V2-23"}
    keep(script)


def test_s1_09_breaking_riichi_kills_the_hand(keep: Keep) -> None:
    """「若有意或無意開明杠或暗杠或換牌打出;之後再不能糊牌;變成錯相公」"""
    script = table("baida", {"E": "5z" + READY}, indicator="8s", draws="1s2s3s9s")
    script.play("E riichi 5z", "S discard 1s", "W discard 2s", "N discard 3s")
    assert "win" in script.legal("E", turn=True)
    script.play("E break_riichi")
    assert "win" not in script.legal("E")
    assert "discard 1m" in script.legal("E")
    assert script.game.state.seats[script.place("E")].dead == "broken_riichi"
    keep(script)


def test_s1_09_a_riichi_without_its_chip_is_worth_nothing(keep: Keep) -> None:
    """「忘記放一個籌碼在牌上做標記,取消加5番資格」"""
    script = table("baida", {"E": "5z" + READY}, indicator="8s", draws="1s2s3s9s")
    script.play("E riichi_bare 5z", "S discard 1s", "W discard 2s", "N discard 3s", "E win")
    (settled,) = script.events("settled")
    assert "riichi" not in {line[0] for line in settled[1][0]["lines"]}
    keep(script)


# The pool of fines: S1-15


def test_s1_15_fines_go_to_the_winner_who_takes_them_first(keep: Keep) -> None:
    """「糊牌者要先取罰金才可攤牌,忘記取罰金…不准拿罰金,還要加罰ㄧ倍」"""
    options = {"fines_manual": True}
    for takes in (True, False):
        script = table("baida", {"E": "5z" + READY}, indicator="8s", draws="1s2s3s9s", options=dict(options))
        script.play("E slip other", "E riichi 5z", "S discard 1s", "W discard 2s", "N discard 3s")
        assert "take_fines" in script.legal("E", turn=True)
        script.play(*(["E take_fines"] if takes else []), "E win")
        (settled,) = script.events("settled")
        assert script.money(settled)["pool"] == (-1 if takes else 1)
        if takes:
            keep(script)


def test_s1_10_a_flower_laid_out_of_turn_is_fined_like_a_late_one(keep: Keep) -> None:
    """「忘記或次序錯誤補花,如果在莊家未打第一只牌前發覺,罰拾番抽水後,可以遲補花」: the dealer lays his first (V1-9)."""
    hands = {"E": "1f159m159p159s123456z", "S": "5f2f159m159p159s123z"}
    script = Script("baida", hands, indicator="8p", tail="2s3s4s", options={"manual_errors": True})
    script.play("E take_extra")
    assert script.game.pending == (script.place("E"),)
    script.events()
    script.late("S", "flower 5f")
    (late,) = script.events("late_flower")
    assert script.money(late) == {"S": -10, "pool": 10}
    assert clauses([late]) == {"V1-46"}
    # Now in order: the dealer, then S with what is left.
    script.play("E flower 1f", "S flower 2f")
    assert [event[0] for event in script.events("flower", "late_flower")] == ["flower", "flower"]
    south = script.game.state.seats[script.place("S")]
    assert (len(south.tiles()), south.dead) == (16, None)
    assert script.legal("E") >= {"discard 1m"}
    keep(script)


# Concealed kongs left unshown: S1-07, S1-08


def test_s1_07_a_concealed_kong_left_unshown_gives_back_four(keep: Keep) -> None:
    """「糊牌後忘記出示四只暗杠牌,退回各人4番罰金」"""
    for shows in (True, False):
        script = table("baida", {"E": "4444z123456789m78s11p"}, indicator="7z", tail="9s", then=[{"hands": {}}])
        script.play("E concealed_kong 4z").settle()
        script.play("E win")
        assert script.events("settled")
        assert (script.game.state.phase, script.game.pending) == ("show", (script.place("E"),))
        assert script.legal("E") == {"show_kongs", "pass"}
        script.play("E show_kongs" if shows else "E pass")
        hidden = script.events("kongs_hidden")
        assert bool(hidden) is not shows
        assert script.game.state.hand == 1
        if hidden:
            assert script.money(hidden[0]) == {"E": -12, "S": 4, "W": 4, "N": 4}
            assert clauses(hidden) == {"V1-23"}
            keep(script)


def test_s1_08_after_a_bet_the_other_tiles_are_still_to_be_shown(keep: Keep) -> None:
    """「糊牌後仍須出示其餘三只暗杠牌」, each kong for itself, when the hand is drawn too."""
    hands = {"E": "4444z5555s159m159p16s"}
    script = table("baida", hands, indicator="7z", tail="2s3s", then=[{"hands": {}}])
    script.play("E concealed_kong 4z")
    while script.game.state.robbed != "bet":
        script.game.apply(script.game.pending[0], "pass")
    script.play("S bet z").settle()
    script.play("E concealed_kong 5s").settle()
    script.play("E discard 1m").play_out()
    assert script.events("exhausted")
    hidden = next(event for event in script.game.events or () if event[0] == "kongs_hidden")
    assert script.money(hidden) == {"E": -24, "S": 8, "W": 8, "N": 8}
    keep(script)


# The winning tile put among the others: S1-04


def test_s1_04_a_winning_tile_put_among_the_others_is_concealed(keep: Keep) -> None:
    """「將自摸食糊的牌插入了自己牌內,也可糊牌。但喪失了明暗牌變換權」"""
    for merges in (False, True):
        hands = {"E": "2s9s123456789m46p55z88p"}
        script = table("baida", hands, indicator="1z", draws="1s3s5p1s3s7s5z")
        script.play("E discard 2s", "S discard 1s", "W discard 3s", "N discard 5p", "E chow 4p6p").settle()
        script.play("E discard 9s", "S discard 1s", "W discard 3s", "N discard 7s")
        script.play(*(["E merge"] if merges else []), "E win")
        (settled,) = script.events("settled")
        assert ["dragon_pung", 4 if merges else 8] in settled[1][0]["lines"]
        if merges:
            assert settled[1][0]["situation"]["win_tile_state"] == "concealed"
            keep(script)

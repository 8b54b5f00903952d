"""Scripted games of the riichi game and of the two pung-and-kong games."""

from __future__ import annotations

from typing import Any

import pytest

from playing import PLAYED
from scripts import Script, clauses
from test_game_scripts import Keep, keep
from tingpai.tiles import TILE_TEXT

__all__ = ["keep"]

assert {"guangri", "pungkong_hk", "pungkong_cn"} <= set(PLAYED), "these scripts are of games that are played"

# Sixteen tiles, concealed, that wait for 9s: a pure straight, all simples apart; well above three tai.
READY = "123456789m112233p9s"
IDLE = "159m159p159s1234z"


# S2-2: dora


def test_s2_2_2_a_concealed_kong_turns_its_indicator_first_an_open_one_after_the_discard(keep: Keep) -> None:
    """「明杠者先舍牌再开宝牌,暗杠先开宝牌再舍牌」"""
    script = Script("guangri", {"E": "5555p159m19p159s1234z7s", "S": "111m379p2468s346z4m"}, draws="9m", tail="2s3s")
    assert len(script.game.state.dora) == 1
    left = script.game.state.left
    script.play("E concealed_kong 5p")
    assert [event[0] for event in script.events("dora", "draw", "kong_stands")] == [
        "dora",
        "kong_stands",
        "dora",
        "draw",
    ]
    # Each indicator takes a stack from the wall (S2-2.5).
    assert script.game.state.left == left - 2
    script.events()
    script.play("E discard 1m", "S kong")
    assert [event[0] for event in script.events("dora", "draw", "open_kong")] == ["open_kong", "draw"]
    script.play("S discard 4m").settle()
    assert [event[0] for event in script.events("dora", "discard")] == ["discard", "dora"]
    assert len(script.game.state.dora) == 3
    keep(script)


def test_s2_2_2_no_indicator_where_the_discard_after_an_open_kong_is_won_on(keep: Keep) -> None:
    hands = {"E": "2z159p15s134z7s2468m", "S": "222z9s3579p246s34z", "W": READY}
    script = Script("guangri", hands, tail="2s")
    script.play("E discard 2z", "S kong", "S discard 9s", "W win")
    assert [event[0] for event in script.events("dora", "won")][-1] == "won"
    settled = next(event for event in script.game.events or () if event[0] == "settled")
    assert len(settled[1][0]["situation"]["dora"]) == 1
    keep(script)


# S2-3: riichi


def riichi(turns: str = "1s2s3s4s", **hands: str) -> Script:
    """E has declared riichi with 5z and waits for 9s."""
    script = Script("guangri", {"E": "5z" + READY, **hands}, draws=turns)
    return script.play("E riichi 5z")


def won_with(script: Script) -> dict[str, Any]:
    (settled,) = script.events("settled")
    situation: dict[str, Any] = settled[1][0]["situation"]
    return situation


def test_s2_3_6_the_next_players_discard_is_super_ippatsu(keep: Keep) -> None:
    """「立直後,下家馬上放槍,是為超一發」; the deposit stands and comes back."""
    script = riichi("9s")
    (stands,) = script.settle().events("riichi_stands")
    assert script.money(stands) == {"E": -40, "pot": 40}
    script.play("S discard 9s", "E win")
    (settled,) = script.events("settled")
    assert settled[1][0]["situation"]["riichi_turn"] == "super_ippatsu"
    assert settled[1][0]["situation"]["ura"]
    assert (script.account("pot"), "E", 40) in script.payers(settled)
    keep(script)


@pytest.mark.parametrize("draws", ["1s9s", "1s2s9s"])
def test_s2_3_7_the_others_in_the_first_go_around_are_ippatsu(draws: str, keep: Keep) -> None:
    """「立直的第一輪,對家或上家放槍,是為一發」"""
    script = riichi(draws)
    lines = ["S discard 1s", "W discard 9s"] if draws == "1s9s" else ["S discard 1s", "W discard 2s", "N discard 9s"]
    script.play(*lines, "E win")
    assert won_with(script)["riichi_turn"] == "ippatsu"
    keep(script)


def test_s2_3_8_the_own_next_draw_is_ippatsu_and_no_later_one(keep: Keep) -> None:
    """「立直後自己馬上自摸也是一發」"""
    script = riichi("1s2s3s9s")
    script.play("S discard 1s", "W discard 2s", "N discard 3s", "E win")
    assert won_with(script)["riichi_turn"] == "ippatsu"
    late = riichi("1s2s3s4p6s7s8s9s")
    late.play("S discard 1s", "W discard 2s", "N discard 3s", "E discard 4p")
    late.play("S discard 6s", "W discard 7s", "N discard 8s", "E win")
    assert "riichi_turn" not in won_with(late)
    keep(script)


def test_s2_3_9_any_claim_ends_ippatsu(keep: Keep) -> None:
    """「A立直,C碰了用來立直的那張牌,並打了放槍牌,那麼C並沒有被一發」"""
    script = riichi("1s", W="55z9s159m15p15s12346z")
    script.play("W pung 5z5z", "W discard 9s", "E win")
    assert "riichi_turn" not in won_with(script)
    keep(script)


def test_s2_3_5_winning_on_the_declaring_tile_is_a_swallow_and_no_deposit_is_due(keep: Keep) -> None:
    """「用來立直的牌馬上被人胡,是為燕返」"""
    script = Script("guangri", {"E": "9s234567m234567s44p55z", "S": READY})
    script.play("E riichi 9s", "S win")
    assert not script.events("riichi_stands")
    (settled,) = [event for event in script.game.events or () if event[0] == "settled"]
    assert settled[1][0]["situation"]["swallow"] is True
    assert "pot" not in script.money(settled)
    keep(script)


def test_s2_3_12_an_open_riichi_shows_its_waits_through_a_kong(keep: Keep) -> None:
    """「将所听之牌翻开给大家看」; a concealed kong is allowed that leaves them as they are (S2-3.2)."""
    script = Script("guangri", {"E": "5z111m234m567m345p99s78p"}, draws="1s2s3s1m", tail="9m", manual=True)
    script.play("E riichi_open 5z", "S discard 1s", "W discard 2s", "N discard 3s", "E concealed_kong 1m")

    def waits() -> set[tuple[str, ...] | None]:
        return {script.game.view(place).seats[script.place("E")].waits for place in range(4)}

    assert script.game.state.phase == "rob"  # where errors can be committed, all are asked
    assert waits() == {("6p", "9p")}
    script.settle()
    assert "discard 9m" in script.legal("E")
    assert waits() == {("6p", "9p")}
    keep(script)


def test_s2_1_13_a_passed_win_locks_until_the_own_discard_and_a_pung_does_not(keep: Keep) -> None:
    """「可以過水碰,不可過水胡」"""
    script = Script("guangri", {"E": "9s159m159p15s1234z67z", "S": READY, "N": "9s147m258p36s1234z"}, draws="5z5z9s")
    script.play("E discard 9s", "S pass")
    assert script.game.state.seats[script.place("S")].locked
    script.play("S discard 5z", "W discard 5z", "N discard 9s")
    # After his own discard he may win again.
    assert "win" in script.legal("S")
    keep(script)


def test_s2_1_12_a_false_winner_pays_each_ready_hand_its_worth_at_a_draw(keep: Keep) -> None:
    """「诈胡者,牌收起继续,并视为相公。若臭庄,每家都可收自己牌型台数的钱」"""
    hands = {"E": "1359m159p1359s12346z", "S": READY, "N": "2468m2468p2468s3467z"}
    script = Script("guangri", hands, manual=True)
    script.play("E false_win")
    assert script.game.state.seats[script.place("E")].dead == "false_win"
    assert not script.events("false_win")  # nothing is paid yet, the hand goes on
    script.play_out()
    (drawn,) = script.events("exhausted")
    assert drawn[1] == (script.place("S"),)
    money = script.money(drawn)
    # The false winner pays what the hand would have won on a discard, the others a tai for not being ready.
    assert money == {"S": 140, "E": -100, "W": -20, "N": -20}
    assert clauses([drawn]) == {"V2-22", "V2-24"}
    keep(script)


def test_s2_1_5_who_is_not_ready_pays_who_is_and_the_dealer_passes(keep: Keep) -> None:
    """「臭庄时,无听者须付给有听者一台」"""
    hands = {"E": "1359m159p1359s12346z", "S": READY, "N": "2468m2468p2468s3467z"}
    script = Script("guangri", hands, hands_played=2)
    dealer = script.game.state.dealer
    script.play("E discard 1m")
    while not [event for event in script.game.events or () if event[0] == "exhausted"]:
        place = script.game.pending[0]
        legal = list(map(str, script.game.legal(place)))
        script.game.apply(place, "pass" if "pass" in legal else f"discard {TILE_TEXT[script.game.state.drawn]}")
    (drawn,) = script.events("exhausted")
    assert script.money(drawn) == {"S": 60, "E": -20, "W": -20, "N": -20}
    assert script.game.state.dealer == (dealer + 1) % 4
    assert script.game.state.deal.streak == 0
    keep(script)


# The pung-and-kong games


def test_s4_d_a_pung_raised_from_hand_earns_nothing(keep: Keep) -> None:
    """「如果先碰7筒,之後摸別的牌,從牌中取出7筒開槓,就沒有獎金。先碰7筒,再摸7筒開槓,才算明杠即收各人10元獎金」"""
    hands = {"E": "7p159m159s1234z6z9p", "S": "777p159m159s1234z"}
    script = Script("pungkong_hk", hands, draws="2m4m6m8m", tail="2s")
    script.play("E discard 7p", "S pung 7p7p", "S discard 1m")
    script.play("W discard 2m", "N discard 4m", "E discard 6m", "S added_kong 7p").settle()
    (late,) = script.events("kong_stands")
    assert script.money(late) == {}
    fresh = Script("pungkong_hk", {"E": hands["E"], "S": "77p159m1599s1234z"}, draws="2m4m6m7p", tail="2s")
    fresh.play("E discard 7p", "S pung 7p7p", "S discard 1m")
    fresh.play("W discard 2m", "N discard 4m", "E discard 6m", "S added_kong 7p").settle()
    (now,) = fresh.events("kong_stands")
    assert fresh.money(now) == {"S": 30, "E": -10, "W": -10, "N": -10}
    keep(script)


def test_s4_c_a_kong_from_a_discard_is_paid_by_its_feeder(keep: Keep) -> None:
    script = Script("pungkong_hk", {"E": "7p159m159s1234z6z9p", "S": "777p159m159s1234z"}, tail="2s")
    script.play("E discard 7p", "S kong")
    (kong,) = script.events("open_kong")
    assert script.money(kong) == {"S": 30, "E": -30}
    keep(script)


def test_s4_f_a_tile_passed_is_neither_won_nor_punged_again_in_the_go_around(keep: Keep) -> None:
    """「同一巡內,同一隻牌走雞後,不能糊牌或踫牌。但自摸任何牌均可以糊牌」"""
    hands = {
        "E": "7p159m159s1234z6z9p",
        "S": "159m159s1234z6z9p8s",
        "W": "77p234m567m22s456s",
        "N": "147m258s1234z66z",
    }
    script = Script("pungkong_hk", hands, draws="3s4m")
    script.play("E discard 7p")
    assert script.legal("W") == {"win", "pung 7p7p", "pass"}
    script.play("W pass", "S discard 3s")
    # W has drawn since: a go-around is over.
    assert script.game.state.seats[script.place("W")].passed == set()
    keep(script)
    again = Script("pungkong_hk", {**hands, "S": "7p159m159s1234z6z9p"}, draws="3s4m8p")
    again.play("E discard 7p", "W pass", "S discard 7p").settle()
    # S's 7p came within the go-around: W was not asked.
    answers = [event[1] for event in again.game.events or () if event[0] == "answer"]
    assert answers == [again.place("W")]


def test_s4_h_s4_i_the_winner_deals_next_and_a_prize_tile_is_turned(keep: Keep) -> None:
    hands = {"E": "7p159m159s1234z6z9p", "W": "77p234m567m22s456s"}
    script = Script("pungkong_hk", hands, draws="6z", hands_played=2)
    script.play("E discard 7p", "W win")
    prize, settled = script.events("prize", "settled")
    assert prize[2] == (32,)  # 發 doubles (V4-14)
    money = script.money(settled)
    assert set(money) == {"E", "W"}
    assert money["W"] % 20 == 0
    assert script.game.state.dealer == script.place("W")
    keep(script)


def test_s4_k_a_robbed_concealed_kong_is_paid_for_all_by_the_die(keep: Keep) -> None:
    """「十三么者被搶暗槓者,要包自摸。十三么糊牌者擲一粒骰。將骰的點數乘以全部應付款項」"""
    script = Script("pungkong_hk", {"E": "9999p2345m234s23p6m", "N": "19m1p19s1234567z1m"})
    script.play("E concealed_kong 9p", "N win")
    (die,) = script.events("die")
    settled = next(event for event in script.game.events or () if event[0] == "settled")
    money = script.money(settled)
    assert set(money) == {"E", "N"}
    assert money["N"] % (die[2] * 3) == 0
    assert settled[1][0]["by"] == "rob_concealed_kong"
    keep(script)


def test_s5_a_only_the_own_draw_wins_and_the_feeder_of_a_kong_pays_for_all(keep: Keep) -> None:
    """「也不可糊別人打出的牌。因杠別人的牌而自摸,也可糊牌。出衝杠牌者付全賑」"""
    hands = {"E": "7p159m159s1234z6z9p", "S": "777p234m567m2s456s"}
    script = Script("pungkong_cn", hands, tail="2s")
    script.play("E discard 7p", "S kong")
    assert "win" in script.legal("S")
    script.play("S win")
    (settled,) = script.events("settled")
    assert set(script.money(settled)) == {"E", "S"}
    assert clauses([settled])
    waiting = Script("pungkong_cn", {"E": hands["E"], "S": "77p234m567m22s456s"})
    waiting.play("E discard 7p")
    assert waiting.legal("S") == {"pung 7p7p", "pass"}
    keep(script)


def test_s5_f_a_tile_passed_is_not_punged_in_the_go_around(keep: Keep) -> None:
    hands = {"E": "7p159m159s1234z6z9p", "S": "7p159m159s1234z68p", "W": "77p235m568m22s457s"}
    script = Script("pungkong_cn", hands, draws="3s4m8p")
    script.play("E discard 7p", "W pass", "S discard 7p").settle()
    assert [event[1] for event in script.game.events or () if event[0] == "answer"] == [script.place("W")]
    keep(script)

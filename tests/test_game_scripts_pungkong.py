"""Scripted games of the two pung-and-kong games: passing, deadlines of errors, robbed kongs, the end of the wall."""

from __future__ import annotations

from typing import Any

import pytest

from scripts import Script, clauses
from test_game_scripts import Keep, keep
from test_game_slips import table
from tingpai.tiles import TILE_TEXT

__all__ = ["keep"]

PUNGKONG = ("pungkong_hk", "pungkong_cn")


def last_to_draw(id: str, options: dict[str, Any], hand: str) -> Script:
    """A game without flowers in which all throw what they draw; N draws the last tile of it, the 83rd after E's."""
    script = Script(id, {"N": hand}, options={"flowers": False, **options}, then=[{"hands": {}}])
    return script.play("E discard 1m").play_out(left=0)


# S4-E, S4-F


def test_s4_e_s4_i_three_win_on_one_discard_and_the_nearest_deals(keep: Keep) -> None:
    """「一炮三響」; 「在一炮雙響或三響的情況下,逆時針最近糊出的一家做下回合莊」"""
    hands = {"E": "5p19m19s1234567z", "S": "111222333m46p55m", "W": "111222333s46p77s", "N": "444777888m46p99m"}
    script = Script("pungkong_hk", hands, hands_played=2)
    script.play("E discard 5p", "N win", "S win", "W win")
    won, settled = script.events("won", "settled")
    assert [script.wind(place) for place in won[1]] == ["S", "W", "N"]
    money = script.money(settled)
    assert money["E"] == -sum(money[wind] for wind in "SWN")
    assert script.game.state.dealer == script.place("S")
    keep(script)


def test_s4_f_who_passes_a_tile_does_not_win_on_it_in_the_go_around(keep: Keep) -> None:
    """「同一巡內,同一隻牌走雞後,不能糊牌…但自摸任何牌均可以糊牌」"""
    hands = {"E": "5p159m159s1234z69p", "S": "58p19m159s1234z6z7m", "W": "67p234m567m22s456s", "N": "147m258s1234z566z"}
    script = Script("pungkong_hk", hands, draws="3s4m1m3p5p")
    script.play("E discard 5p")
    assert "win" in script.legal("W")
    script.play("W pass")
    script.events()
    script.play("S discard 5p").settle()
    # The same tile again, from another: W is not asked, but draws.
    assert not script.events("answer")
    assert script.wind(script.game.state.turn) == "W"
    # He has drawn since; the next 5p he may win on.
    script.play("W discard 4m", "N discard 1m", "E discard 3p", "S discard 5p")
    assert "win" in script.legal("W")
    # Another tile that completes the hand may be won in the same go-around.
    other = Script("pungkong_hk", hands, draws="3s4m")
    other.play("E discard 5p", "W pass", "S discard 8p")
    assert "win" in other.legal("W")
    # And whatever was passed, the own draw wins.
    own = Script("pungkong_hk", hands, draws="3s5p")
    own.play("E discard 5p", "W pass", "S discard 3s")
    assert "win" in own.legal("W", turn=True)
    keep(script)


@pytest.mark.parametrize("id", PUNGKONG)
@pytest.mark.parametrize("answer", ["pass", "retract"])
def test_s4_f_who_passes_a_pung_or_takes_it_back_does_not_pung_that_tile_in_the_go_around(id: str, answer: str) -> None:
    """「同一巡內,同一隻牌走雞後,不能…踫牌」"""
    hands = {"E": "7p159m159s123456z9p", "S": "7p147m258s123456z", "N": "77p369m147s12345z"}
    script = table(id, hands, draws="1m2m")
    script.play("E discard 7p")
    assert "pung 7p7p" in script.legal("N")
    script.play(f"N {answer}").settle()
    script.play("S discard 7p")
    assert "pung 7p7p" not in script.legal("N")


# S4-G, S4-L, S5-E, S5-G: errors


@pytest.mark.parametrize("id", PUNGKONG)
def test_s4_g_the_extra_tile_may_be_taken_until_the_second_player_draws(id: str, keep: Keep) -> None:
    """「如果莊家打了第一只牌時發覺,而第二家仍未摸牌,賠給三家每人10元罰金後,可以遲跳牌」"""
    hands = {"E": "159m159p159s1234z", "S": "147m258p369s1235z"}
    script = table(id, hands, extra=False, draws="7s7s2m")
    script.play("E pass", "E discard 1m")
    assert script.game.state.phase == "claim"
    script.events()
    script.late("E", "take_extra")
    (extra,) = script.events("extra")
    assert script.money(extra) == {"E": -30, "S": 10, "W": 10, "N": 10}
    keep(script)
    late = table(id, hands, extra=False, draws="7s7s2m")
    late.play("E pass", "E discard 1m").settle()
    # 「如果第二家摸了牌才發覺,不淮遲跳牌屬小相公」
    assert late.game.state.seats[late.place("E")].dead == "short"


@pytest.mark.parametrize("id", PUNGKONG)
def test_s4_g_a_late_flower_costs_ten_to_each(id: str, keep: Keep) -> None:
    hands = {"E": "159m159p159s12346z", "S": "1f147m258p369s123z"}
    script = table(id, hands, tail="2s", flowers=("S",))
    script.events()
    script.late("S", "flower 1f")
    (late,) = script.events("late_flower")
    assert script.money(late) == {"S": -30, "E": 10, "W": 10, "N": 10}
    keep(script)


def test_s4_g_a_dead_hand_plays_on_without_wins_or_kong_prizes(keep: Keep) -> None:
    """「相公陪打,不能糊牌,也不能再收開杠奬金」"""
    hands = {"E": "159m159p159s12346z", "S": "1f7777p19p147m36s2z"}
    script = table("pungkong_hk", hands, tail="2s", flowers=("S",))
    script.play("E discard 1m")
    assert script.game.state.seats[script.place("S")].dead == "short"
    script.events()
    script.play("S concealed_kong 7p").settle()
    (stands,) = script.events("kong_stands")
    assert script.money(stands) == {}
    keep(script)


@pytest.mark.parametrize("id", PUNGKONG)
def test_s4_l_s5_e_a_false_win_costs_thirty_to_each_and_ends_the_hand(id: str, keep: Keep) -> None:
    """「詐糊賠三家各$30,該舖牌結束」; the same dealer deals again."""
    script = table(id, {"E": "159m159p159s12346z"}, then=[{"hands": {}}])
    dealer = script.game.state.dealer
    script.events()
    script.play("E false_win")
    (event,) = script.events("false_win")
    assert script.money(event) == {"E": -90, "S": 30, "W": 30, "N": 30}
    assert (script.game.state.hand, script.game.state.dealer) == (1, dealer)
    keep(script)


# S4-C, S4-H, S4-I: kongs


@pytest.mark.parametrize("id", PUNGKONG)
def test_s4_c_s5_c_a_concealed_kong_is_shown_and_collects_twenty_from_each(id: str, keep: Keep) -> None:
    """「暗杠[出示後,暗三隻牌開一隻牌]即收各人20元獎金」"""
    script = Script(id, {"E": "7777p159m159s1234z"}, tail="2s")
    script.play("E concealed_kong 7p").settle()
    (stands,) = script.events("kong_stands")
    assert script.money(stands) == {"E": 60, "S": -20, "W": -20, "N": -20}
    assert script.game.view(script.place("S")).seats[script.place("E")].sets[0].tiles == ("7p",) * 4
    keep(script)


def test_s4_h_a_robbed_kong_pays_three_self_draws_and_earns_nothing(keep: Keep) -> None:
    """「搶槓算自摸,被搶槓者付全賬60元另加番數錢x3,而且不能收開杠奬金」"""
    hands = {"E": "7p159m159s1234z69p", "S": "77p19m159s1234z6z", "W": "56p234m456m22z456s"}
    script = Script("pungkong_hk", hands, draws="3s3s5z7p" + "1z")
    script.play("E discard 7p", "W pass", "S pung 7p7p", "S discard 1m", "W discard 3s", "N discard 3s")
    script.play("E discard 5z", "S added_kong 7p", "W win").settle()
    won, settled = script.events("won", "settled", "kong_stands")
    assert won[2] == "rob_kong"
    # 平糊 and 搶槓, at ten each; E deals and is in it neither way.
    assert sorted(settled[1][0]["lines"]) == [["all_chows", 1], ["robbed_kong", 1]]
    assert script.money(settled) == {"W": 120, "S": -120}
    keep(script)


@pytest.mark.parametrize(("id", "earns"), [("pungkong_hk", False), ("pungkong_hk", True), ("pungkong_cn", False)])
def test_s4_i_s5_h_a_kong_of_the_last_drawer(id: str, earns: bool, keep: Keep) -> None:
    """「摸最后一只牌者開杠不能收開杠奬金[或另議]」"""
    script = last_to_draw(id, {"last_tile_kong": True} if earns else {}, "7777p")
    script.events()
    script.play("N concealed_kong 7p").settle()
    (stands,) = script.events("kong_stands")
    assert script.money(stands).get("N", 0) == (60 if earns else 0)
    # Nothing replaces it: the hand is drawn.
    assert [event for event in script.game.events or () if event[0] == "exhausted"]
    keep(script)


@pytest.mark.parametrize(("id", "stays"), [("pungkong_hk", True), ("pungkong_cn", False)])
def test_s4_i_s5_h_who_deals_after_a_drawn_hand(id: str, stays: bool, keep: Keep) -> None:
    """V4 「流局則連莊」; V5 「流局則摸最后一只牌者做莊」"""
    script = last_to_draw(id, {}, "")
    dealer, last = script.game.state.dealer, script.game.state.turn
    assert (script.game.state.left, script.wind(last)) == (0, "N")
    script.play_out()
    assert script.game.state.dealer == (dealer if stays else last)
    assert script.game.state.deal.streak == stays
    keep(script)


# S5-I: prize tiles


@pytest.mark.parametrize(("draws", "count"), [("", 3), ("7z", 2)])
def test_s5_i_three_prize_tiles_off_a_broken_stack_and_two_off_a_whole_one(draws: str, count: int, keep: Keep) -> None:
    """「若牌口單數,摸三隻牌; 若牌口雙數,摸兩隻牌」: 53 tiles are dealt, so that one of a stack is left."""
    own = "123456m123p456s7z"
    hands = {"E": "7z" + own} if not draws else {"E": "159m159p159s12346z", "S": own}
    script = Script("pungkong_cn", hands, draws=(draws + "4z1m2p8s"))
    winner = "S" if draws else "E"
    if draws:
        script.play("E discard 1m")
    script.play(f"{winner} win")
    prize, settled = script.events("prize", "settled")
    assert [TILE_TEXT[tile] for tile in prize[2]] == ["4z", "1m", "2p", "8s"][:count]
    # East's are 1, 5, 9, East and the red dragon, South's 4, 8, South and the green one: 4z is nobody's here.
    each = 20 + 10 * (1 if winner == "E" else 0)
    assert script.money(settled)[winner] == 3 * each
    assert clauses([settled]) == {"V5-2"}
    keep(script)

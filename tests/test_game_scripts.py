"""Scripted games: every clause with a sequence in it, told as hands, draws and acts, with the events and the money
that must follow.  Their logs are kept in ``tests/data/games`` and replay to the same state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scripts import Script, clauses
from tingpai.tiles import TILE_TEXT

Keep = Callable[[Script], None]

# A hand that fits nowhere, for whoever the script is not about.
IDLE = "159m159p159s123z"

# Sixteen tiles that wait for 9s, concealed, worth more than ten fan.
READY = "123456789m112233p9s"


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Keep:
    """Compares the log of a script with the one on file, named after the test."""
    name = request.node.name.removeprefix("test_")

    def kept(script: Script) -> None:
        script.golden(name, request.config.getoption("--update-games"))

    return kept


# S1-03: wild tiles in claims, and their swaps


def test_s1_03_a_discarded_wild_is_punged_by_a_pair_and_swapped_up(keep: Keep) -> None:
    """「東家誤打百搭,南家有三只六索,可以用二只六索先踫這百搭,待下一巡摸任何牌,再用餘下的一只六索將百搭飛上」"""
    script = Script(
        "baida",
        {"E": "7s123m456m99m11p4p5z", "S": "666s135m2468p34z9s"},
        indicator="7p",
        draws="1s1s2s9m",
    )
    script.play("E discard 7s")
    assert "pung 6s6s" in script.legal("S")
    assert "kong" not in script.legal("S")  # a discarded wild makes no kong
    script.play("S pung 6s6s")
    assert not {act for act in script.legal("S") if act.startswith("swap")}  # not in the turn of a claim (V1-20)
    script.play("S discard 1m", "W discard 1s", "N discard 1s", "E discard 2s")
    assert "swap_up 0 6s 7s" in script.legal("S")
    script.events()
    script.play("S swap_up 0 6s 7s").settle()
    assert [event[0] for event in script.events("swap_up", "swap_stands")] == ["swap_up", "swap_stands"]
    seat = script.game.state.seats[script.place("S")]
    assert seat.melds[0].tiles == [23] * 3
    assert 24 in seat.wilds
    assert "swap_down 0 6s 7s" in script.legal("S")
    keep(script)


@pytest.mark.parametrize("drawn", ["6p", "9p"])
def test_s1_03_a_chow_with_a_wild_floats_until_swapped(drawn: str, keep: Keep) -> None:
    """「用八筒百搭上七筒,再摸六筒或九筒均可將百搭飛上」"""
    script = Script(
        "baida",
        {"E": "7p123m456m99m11p4p5z", "S": "8p3z35m246s79s15p"},
        indicator="4z",
        draws=f"5s1s2s{drawn}",
    )
    # Winds are wild under 北, so the wild beside 8p is one of them.
    script.play("E discard 7p", "S chow 8p3z", "S discard 3m", "W discard 5s", "N discard 1s", "E discard 2s")
    assert {f"swap_up 0 {drawn} 3z"} == {act for act in script.legal("S") if act.startswith("swap_up")}
    script.play(f"S swap_up 0 {drawn} 3z").settle()
    assert sorted(script.game.state.seats[script.place("S")].melds[0].tiles)[1 if drawn == "6p" else 0] == 15
    keep(script)


def test_s1_14_a_robbed_swap_is_paid_by_the_swapper_for_all(keep: Keep) -> None:
    """「飛上百搭者要付糊牌者全賑。搶任何換百撘的牌都算自摸」"""
    script = Script(
        "baida",
        {"E": "7p123m456m99m11p44p5z", "S": "8p6p3z135m246s79s159p", "W": "123456789m45p99s111s"},
        indicator="4z",
        draws="5s1s2s2s",
    )
    script.play("E discard 7p", "S chow 8p3z", "S discard 1m", "W discard 5s", "N discard 1s", "E discard 2s")
    script.play("S swap_up 0 6p 3z")
    assert script.legal("W") == {"win", "pass"}
    script.events()
    script.play("W win")
    won, settled = script.events("won", "settled")
    assert won[2] == "rob_swap"
    assert settled[1][0]["by"] == "rob_swap"
    money = script.money(settled)
    assert money["S"] == -money["W"]
    assert set(money) == {"S", "W"}
    assert clauses([settled]) >= {"V1-43"}
    assert ["self_drawn", 1] in settled[1][0]["lines"]
    keep(script)


def test_s1_03_s1_17_kong_before_real_pung_before_wild_pung_before_chow(keep: Keep) -> None:
    """「踫牌截上牌,真槓截真對,真對截假對」"""
    hands = {
        "E": "5p123m456m99m11p46s7z",
        "S": "4p6p147m58s369m13z",
        "W": "5p2p147s58m369s66z",
        "N": "55p14s7s5m8m36s67z",
    }

    def answers(*lines: str) -> Script:
        script = Script("baida", hands, indicator="2s", draws="9p")  # 2m 2p 2s are wild
        script.play("E discard 5p", *lines).settle()
        return script

    # The pair of N is real, W's has a wild, S has a chow: N takes the tile though S and W are nearer.
    script = answers("S chow 4p6p", "W pung 5p2p", "N pung 5p5p")
    assert [event[1] for event in script.events("pung", "chow")] == [script.place("N")]
    # Without N the pung with a wild goes before the chow of the nearer.
    script = answers("S chow 4p6p", "W pung 5p2p")
    assert [event[:2] for event in script.events("pung", "chow")] == [("pung", script.place("W"))]
    script = answers("S chow 4p6p")
    assert [event[:2] for event in script.events("pung", "chow")] == [("chow", script.place("S"))]
    keep(script)


def test_s1_03_a_real_kong_goes_before_a_real_pair(keep: Keep) -> None:
    """Three 5p against a discarded wild's pair cannot meet; three against one with wilds do."""
    script = Script(
        "baida",
        {"E": "5p123m456m99m11p46s7z", "S": "2p2s147m369m13z47s", "N": "555p14s7s369s67z"},
        indicator="2m",
        draws="9p",
        tail="1z",
    )
    script.play("E discard 5p", "S pung 2p2s", "N kong").settle()
    (kong,) = script.events("open_kong")
    assert script.money(kong) == {"E": -3, "N": 3}  # S1-07: the discarder alone
    assert clauses([kong]) == {"V1-25"}
    keep(script)


# S1-04, S1-05, S1-07 to S1-12


def test_s1_04_the_kind_claimed_may_be_discarded_or_not(keep: Keep) -> None:
    hands = {"E": "5p123m456m99m11p46s7z", "S": "555p147m369m13z47s"}
    script = Script("baida", hands, indicator="2s")
    script.play("E discard 5p", "S pung 5p5p")
    assert "discard 5p" in script.legal("S")
    barred = Script("baida", hands, indicator="2s", options={"claim_and_discard_same": False})
    barred.play("E discard 5p", "S pung 5p5p")
    assert "discard 5p" not in barred.legal("S")
    keep(script)


def test_s1_05_the_feeder_of_a_kong_that_wins_pays_for_all(keep: Keep) -> None:
    """「因杠別人的牌而自摸…出衝杠牌者…付三家全數」"""
    script = Script(
        "baida",
        {"E": "1m59m159p159s123z5z", "S": "111m234m567m345p88s9s4z"},
        indicator="7z",
        draws="6p",
        tail="9s",
    )
    script.play("E discard 1m", "S kong")
    assert script.game.state.source == "kong"
    assert "win" not in script.legal("S")
    script = Script(
        "baida",
        {"E": "1m59m159p159s123z5z", "S": "111m234m567m345p88s77z"},
        indicator="6z",
        draws="6p",
        tail="8s",
    )
    script.play("E discard 1m", "S kong")
    assert "win" in script.legal("S")
    script.events()
    script.play("S win")
    (settled,) = script.events("settled")
    assert settled[1][0]["situation"]["replacement"] == "kong"
    money = script.money(settled)
    assert set(money) == {"E", "S"}
    assert "V1-43" in clauses([settled])
    keep(script)


def test_s1_05_a_robbed_kong_is_paid_by_its_owner_and_earns_nothing(keep: Keep) -> None:
    script = Script(
        "baida",
        {"E": "3p159m159p159s123z5z", "S": "33p147m258s369m13z47p", "W": "123456789m45p99s111s"},
        indicator="7z",
        draws="8s8s2s3p",
    )
    script.play("E discard 3p", "S pung 3p3p", "S discard 1m", "W discard 8s", "N discard 8s", "E discard 2s")
    script.play("S added_kong 3p")
    assert script.legal("W") == {"win", "pass"}
    script.events()
    script.play("W win")
    won, settled = script.events("won", "settled", "kong_stands")
    assert won[0] == "won"
    assert won[2] == "rob_kong"
    assert set(script.money(settled)) == {"S", "W"}
    assert "V1-43" in clauses([settled])
    keep(script)


def test_s1_07_s1_08_a_concealed_kong_is_bet_on_and_paid(keep: Keep) -> None:
    """「開暗杠時,四只暗杠牌蓋上…猜中一番賠三番」, and each pays two."""
    script = Script("baida", {"E": "5555p123m456m99m11s46s"}, indicator="7z", tail="9s")
    script.play("E concealed_kong 5p")
    # The kong lies face down: the others do not see what it is of.
    assert script.game.view(script.place("S")).tile is None
    assert script.game.view(script.place("S")).seats[script.place("E")].sets[0].tiles is None
    assert script.game.view(script.place("E")).tile == "5p"
    assert "bet p" in script.legal("S")
    script.events()
    script.play("S bet p", "W bet s").settle()
    turned, stands = script.events("turned", "kong_stands")
    assert script.money(turned) == {"E": -2, "S": 3, "W": -1}
    assert script.money(stands) == {"E": 6, "S": -2, "W": -2, "N": -2}
    assert script.game.view(script.place("S")).seats[script.place("E")].sets[0].tiles == ("5p",) * 4
    keep(script)


def test_s1_07_four_discards_of_one_tile_in_a_row_are_paid_by_the_first(keep: Keep) -> None:
    """「被追者賠給三家每人一番罰金」"""
    script = Script("baida", dict.fromkeys("ESWN", "4z159m159p159s"), indicator="7z", draws="236m")
    script.play("E discard 4z", "S discard 4z", "W discard 4z")
    script.events()
    script.play("N discard 4z")
    discard = script.events("discard")[0]
    assert script.money(discard) == {"E": -3, "S": 1, "W": 1, "N": 1}
    assert clauses([discard]) == {"V1-26"}
    keep(script)


def test_s1_07_s1_10_flowers_are_replaced_in_turn_and_sets_of_them_paid(keep: Keep) -> None:
    """「一枱草收各人1番獎金。一枱花收各人2番獎金」; dealer first, from the tail."""
    script = Script(
        "baida",
        {"E": "1f2f3f159m159p159s", "S": "5f159m159p"},
        indicator="7z",
        draws="4f",
        tail="8f1s2s3s4s",
    )
    flowers = script.events("flower")
    order = [(script.wind(event[1]), event[2] - 33) for event in flowers]
    assert order == [("E", 1), ("E", 2), ("E", 3), ("E", 8), ("S", 5)]
    # 8f has the number 4: with 1 2 3 of the other series it is a 一枱草, complete with it.
    assert [event[3] for event in flowers] == [(), (), (), ("grass",), ()]
    assert script.money(flowers[3]) == {"E": 3, "S": -1, "W": -1, "N": -1}
    keep(script)


def test_s1_09_after_riichi_the_drawn_tile_is_discarded(keep: Keep) -> None:
    """「立直後…之後要摸那隻牌打那隻牌」"""
    script = Script("baida", {"E": "4z" + READY}, indicator="7z", draws="1s2s3s5p")
    assert "riichi 4z" in script.legal("E")
    script.play("E riichi 4z", "S discard 1s", "W discard 2s", "N discard 3s")
    assert script.legal("E") == {"discard 5p"}
    script.events()
    script.play("E discard 5p")
    assert script.events("discard")[0][3] is True
    keep(script)


def test_s1_09_a_hand_that_only_a_wild_tile_completes_may_declare(keep: Keep) -> None:
    """It holds all four of the tile that it waits for; a wild one may be the fifth (V1-13)."""
    script = Script("baida", {"E": "4444z234m345p456p7777s"}, indicator="8m", draws="1s2s3s8p")
    assert {act for act in script.legal("E") if act.startswith("riichi")} == {"riichi 4z", "riichi 7s"}
    script.play("E riichi 4z", "S discard 1s", "W discard 2s", "N discard 3s")
    assert "win" in script.legal("E")
    keep(script)


def test_s1_12_who_wins_by_flowers_turns_prize_tiles_too(keep: Keep) -> None:
    """「糊牌者在牌口摸四只牌」; eight flowers are thirty fan at once (V1-34)."""
    script = Script(
        "baida", {"E": "4z159m159p159s", "S": "12345678f"}, indicator="7z", draws="5m1m5z7s1z", tail="2s4s6s8s2p4p6p8p"
    )
    script.play("E discard 4z", "S flower_win")
    prize, settled = script.events("prize", "settled")
    assert [TILE_TEXT[tile] for tile in prize[2]] == ["1m", "5z", "7s", "1z"]
    assert settled[1][0]["lines"] == [["eight_flowers", 30]]
    # 30 fan and two hits (1m and East), a base of 5, and one more from the dealer; dragons are wild, yet 5z is none.
    assert script.money(settled) == {"S": 112, "E": -38, "W": -37, "N": -37}
    keep(script)


def test_s1_12_the_winner_turns_four_prize_tiles_at_the_mouth(keep: Keep) -> None:
    script = Script(
        "baida",
        {"E": "4z" + READY},
        indicator="7z",
        draws="1s2s3s9s" + "1m5z7s1z",
    )
    script.play("E riichi 4z", "S discard 1s", "W discard 2s", "N discard 3s", "E win")
    prize, settled = script.events("prize", "settled")
    assert len(prize[2]) == 4
    assert settled[1][0]["situation"]["prize"] == ["1m", "5z", "7s", "1z"]
    shares = sorted(script.money(settled).values())
    assert shares[0] == shares[1] == shares[2]
    keep(script)

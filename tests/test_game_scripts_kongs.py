"""Scripted games of what a kong leads to: kongs on kongs, swaps after one, bets, indicators that end the wall."""

from __future__ import annotations

import pytest

from scripts import Script
from test_game_scripts import Keep, keep
from tingpai.tiles import TILE_TEXT

__all__ = ["keep"]


def lines_of(script: Script) -> dict[str, int]:
    settled = next(event for event in script.game.events or () if event[0] == "settled")
    return dict(settled[1][0]["lines"])


@pytest.mark.parametrize(("hand", "first", "counts"), [("222p78s", "2p", True), ("2222p7s", "8s", False)])
def test_s3_02_a_kong_on_a_kong_is_made_with_the_replacement(hand: str, first: str, counts: bool, keep: Keep) -> None:
    """V3-b: the second kong is made with the tile that replaced the first, not of four that lay in the hand before."""
    script = Script("hongkong", {"E": "1111p55m678m" + hand}, tail=first + "9s", options={"min_fan": 0})
    script.play("E concealed_kong 1p", "E concealed_kong 2p", "E win")
    assert ("kong_on_kong" in lines_of(script)) is counts
    assert ("kong_replacement" in lines_of(script)) is not counts
    keep(script)


def test_s3_02_a_flower_between_does_not_break_a_kong_on_a_kong(keep: Keep) -> None:
    script = Script("hongkong", {"E": "1111p55m678m222p78s"}, tail="1f2p9s", options={"min_fan": 0})
    script.play("E concealed_kong 1p", "E concealed_kong 2p", "E win")
    assert "kong_on_kong" in lines_of(script)
    keep(script)


def test_s1_05_two_kongs_in_a_row_are_a_kong_on_a_kong_whatever_they_are_made_of(keep: Keep) -> None:
    """V1-g2: two kongs in a row."""
    script = Script("baida", {"E": "1111p2222p55m678m4567s"}, indicator="7z", tail="8s9s", options={"min_fan": 0})
    script.play("E concealed_kong 1p").settle().play("E concealed_kong 2p").settle()
    script.play("E win")
    assert "kong_on_kong" in lines_of(script)
    keep(script)


def test_s1_03_a_wild_taken_up_is_no_replacement_and_no_last_tile(keep: Keep) -> None:
    """The winning tile is the wild taken up (V1-21): no 槓上自摸, and whoever fed the kong did not feed the win."""
    hands = {"E": "7p5s159m159p1s77z6z12s", "S": "8p3z555s123456789m6p9p"}
    script = Script("baida", hands, indicator="4z", draws="1s1s2s", tail="9s")
    script.play("E discard 7p", "S chow 8p3z", "S discard 9p", "W discard 1s", "N discard 1s", "E discard 5s", "S kong")
    assert "win" not in script.legal("S")
    script.play("S swap_up 0 6p 3z").settle()
    script.play("S win")
    settled = next(event for event in script.game.events or () if event[0] == "settled")
    assert not {"replacement", "feeder"} & set(settled[1][0]["situation"])
    assert "kong_replacement" not in lines_of(script)
    assert {wind for wind, share in script.money(settled).items() if share < 0} == {"E", "W", "N"}
    keep(script)


def test_s1_05_who_fed_a_kong_is_not_liable_after_a_discard(keep: Keep) -> None:
    """V1-g2: in an unbroken chain the feeder of the latest open kong is liable; S's discard broke this one."""
    hands = {
        "E": "1z11335566777m123s6z",
        "S": "111z5p777p888p112233s",
        "W": "55p9m2222m123p456s78s3z",
        "N": "444m4477z555888s6m9p6z",
    }
    options = {"swap_timing": "any_action", "min_fan": 0}
    script = Script("baida", hands, indicator="9s", tail="7z6s5z5z", options=options)
    script.play("E discard 1z", "S kong", "S discard 5p", "W pung 5p9m", "W swap_up 0 5p 9m").settle()
    script.play("W concealed_kong 2m").settle().play("W win")
    settled = next(event for event in script.game.events or () if event[0] == "settled")
    assert settled[1][0]["situation"]["replacement"] == "kong"
    assert "feeder" not in settled[1][0]["situation"]
    assert {wind for wind, share in script.money(settled).items() if share < 0} == {"E", "S", "N"}
    keep(script)


def test_s2_2_5_an_indicator_that_is_owed_ends_the_wall_before_a_claim(keep: Keep) -> None:
    """「明杠者先舍牌再开宝牌」, and the wall goes to the indicator: on its last discard only a win is open (V2-6)."""
    hands = {
        "E": "159m159p159s1346z37m",
        "S": "222z9m147m258p369s35z",
        "W": "99m68m147p258s1455z5m",
        "N": "2z268m369p147s16677z",
    }
    script = Script("guangri", hands, tail="8s")
    script.play("E discard 1m").play_out(left=2)
    assert (script.wind(script.game.state.turn), script.game.state.left) == ("N", 2)
    script.play("N discard 2z", "S kong").settle()
    script.events()
    script.play("S discard 9m").settle()
    assert [event[0] for event in script.events("answer", "dora", "exhausted", "draw")] == ["dora", "exhausted"]
    keep(script)


def test_s1_08_who_has_no_chip_does_not_bet(keep: Keep) -> None:
    """「只限用一番猜」: a stake is a chip laid down, and who has none would risk nothing (V1-28, V1-47)."""
    then = [{"hands": {"W": "4444z159m159p159s12p7z"}, "indicator": "8s", "draws": "6z7m2m", "tail": "7s"}]
    errors = {"manual_errors": True}
    script = Script("baida", {"E": "1359m159p1359s123466z"}, indicator="8p", then=then, options=errors)
    script.play("E take_extra", "E false_win")
    while script.game.state.phase in ("extra", "opening"):
        place = script.game.pending[0]
        script.game.apply(place, script.game.legal(place)[0])
    assert script.game.state.balances[script.game.state.players[script.place("E")]] == 0
    script.play(f"E discard {TILE_TEXT[script.game.state.drawn]}").settle()
    script.play(f"S discard {TILE_TEXT[script.game.state.drawn]}").settle().play("W concealed_kong 4z")
    while script.game.state.robbed != "bet":
        script.game.apply(script.game.pending[0], "pass")
    assert script.legal("E") == {"pass"}
    assert "bet m" in script.legal("S")
    keep(script)


@pytest.mark.parametrize("rob_multi", ["all", "nearest"])
def test_v1_32_several_rob_one_kong_and_each_is_paid_in_full(rob_multi: str, keep: Keep) -> None:
    """All win, or the nearest alone where the table plays so; the owner of the kong pays each for all three (V1-43)."""
    script = Script(
        "baida",
        {
            "E": "3p159m159p159s123z5z",
            "S": "33p147m258s369m13z47p",
            "W": "123456789m45p99s111s",
            "N": "123456789m45p77s444s",
        },
        indicator="7z",
        draws="8s8s2s3p",
        options={"rob_multi": rob_multi, "chips": 500},  # enough for both
    )
    script.play("E discard 3p", "S pung 3p3p", "S discard 1m", "W discard 8s", "N discard 8s", "E discard 2s")
    script.play("S added_kong 3p")
    script.events()
    script.play("N win", "W win")
    won, settled = script.events("won", "settled", "kong_stands")
    robbers = ["W", "N"] if rob_multi == "all" else ["W"]
    assert (won[0], won[2]) == ("won", "rob_kong")
    assert [script.wind(place) for place in won[1]] == robbers
    money = script.money(settled)
    assert set(money) == {"S", *robbers}
    assert [script.wind(win["place"]) for win in settled[1]] == robbers
    # Each loser owes fan, prizes and base; S owes the dealer's share too, E being one of the three.
    for win, robber in zip(settled[1], robbers, strict=True):
        prizes = sum(
            (tile[1] in "mps" and tile[0] in "159") or tile in ("1z", "5z") for tile in win["situation"]["prize"]
        )
        assert money[robber] == 3 * (win["total"] + prizes + 5) + 1
    assert money["S"] == -sum(money[robber] for robber in robbers)
    keep(script)

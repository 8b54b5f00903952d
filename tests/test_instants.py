"""What is paid on the spot: kongs, chases, flowers, dice, bets; and what cannot be claimed."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from money import BAIDA, EAST, HONGKONG, NORTH, POT, PRIZES, SOUTH, WEST, codes, moved, with_prizes
from tingpai.errors import SettlementError
from tingpai.payout import (
    Bet,
    FlowerSet,
    Kong,
    KongBets,
    accounts,
    chase,
    completed,
    dice_outcome,
    flower_set,
    hidden_kong,
    kong,
    kong_bets,
    opening_dice,
)
from tingpai.ruleset import RuleSet
from tingpai.tiles import TILE_NUMBER


def each(payee: int, amount: int, clause: str) -> list[tuple[Any, ...]]:
    """The other three pay, from the next in turn on."""
    return [((payee + step) % 4, payee, amount, clause) for step in (1, 2, 3)]


# Kongs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "concealed", "added", "opened"),
    [
        (BAIDA, (2, "V1-23"), (1, "V1-24"), (3, "V1-25")),  # S1-07
        (PRIZES, (20, "V4-4"), (10, "V4-4"), (30, "V4-4")),  # S4-C
        (with_prizes(kongs="V5-3"), (20, "V5-3"), (10, "V5-3"), (30, "V5-3")),  # S5-C
    ],
)
def test_what_a_kong_earns(
    rules: RuleSet, concealed: tuple[int, str], added: tuple[int, str], opened: tuple[int, str]
) -> None:
    assert moved(kong(rules, Kong(seat=SOUTH, kind="concealed_kong"))) == each(SOUTH, *concealed)
    assert moved(kong(rules, Kong(seat=NORTH, kind="added_kong"))) == each(NORTH, *added)
    fed = Kong(seat=WEST, kind="open_kong", feeder=EAST)
    assert moved(kong(rules, fed)) == [(EAST, WEST, *opened)]


@pytest.mark.parametrize("kind", ["concealed_kong", "added_kong"])
@pytest.mark.parametrize("rules", [HONGKONG, POT])
def test_some_rules_pay_nothing_for_kongs(rules: RuleSet, kind: str) -> None:
    assert kong(rules, Kong(seat=EAST, kind=kind)) == ()


def test_a_kong_raised_late_earns_nothing_where_the_rules_say_so() -> None:
    """S4-D, S5-D: a pung first, later raised from the hand."""
    late = Kong(seat=EAST, kind="added_kong", late_raise=True)
    assert kong(PRIZES, late) == ()
    assert len(kong(BAIDA, late)) == 3


@pytest.mark.parametrize(
    "fact",
    [
        Kong(seat=EAST, kind="concealed_kong", last_tile=True),
        Kong(seat=EAST, kind="added_kong", last_tile=True),
        Kong(seat=EAST, kind="open_kong", feeder=WEST, last_tile=True),
    ],
)
def test_the_drawer_of_the_last_tile_earns_nothing(fact: Kong) -> None:
    """S4-I, S5-H, or as agreed."""
    assert kong(PRIZES, fact) == ()
    assert kong(with_prizes(last_tile=True), fact) != ()
    assert kong(BAIDA, fact) != ()


@pytest.mark.parametrize("rules", [BAIDA, PRIZES])
def test_a_robbed_kong_is_void_and_a_dead_hand_earns_nothing(rules: RuleSet) -> None:
    """S4-H, V1-32; S1-05, S4-G."""
    assert kong(rules, Kong(seat=EAST, kind="added_kong", robbed=True)) == ()
    assert kong(rules, Kong(seat=EAST, kind="concealed_kong", robbed=True)) == ()
    assert kong(rules, Kong(seat=EAST, kind="concealed_kong", dead=True)) == ()
    assert kong(rules, Kong(seat=EAST, kind="open_kong", feeder=WEST, dead=True)) == ()


def test_a_kong_not_shown_gives_back_four() -> None:
    """S1-07: 退回各人4番."""
    assert accounts(hidden_kong(BAIDA, NORTH)) == {NORTH: -12, EAST: 4, SOUTH: 4, WEST: 4}
    with pytest.raises(SettlementError) as raised:
        hidden_kong(PRIZES, NORTH)
    assert codes(raised.value) == ["not_paid_here"]


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (Kong(seat=EAST, kind="open_kong"), ["missing_feeder"]),
        (Kong(seat=EAST, kind="open_kong", feeder=EAST), ["pays_himself"]),
        (Kong(seat=EAST, kind="open_kong", feeder=7), ["not_a_seat"]),
        (Kong(seat=EAST, kind="open_kong", feeder=WEST, robbed=True), ["not_declared"]),
        (Kong(seat=EAST, kind="added_kong", feeder=WEST), ["unwanted_feeder"]),
        (Kong(seat=EAST, kind="concealed_kong", late_raise=True), ["bad_value"]),
        (Kong(seat=-1, kind="pung"), ["not_a_seat", "bad_value"]),
        (Kong(seat=True, kind="added_kong"), ["not_a_seat"]),
    ],
)
def test_a_kong_that_cannot_be(fact: Kong, expected: list[str]) -> None:
    for rules in (BAIDA, HONGKONG):
        with pytest.raises(SettlementError) as raised:
            kong(rules, fact)
        assert codes(raised.value) == expected


# Chases and flowers -----------------------------------------------------------------------


def test_the_first_of_four_who_discard_the_same_pays_each() -> None:
    """S1-07, W026."""
    assert accounts(chase(BAIDA, SOUTH)) == {SOUTH: -3, WEST: 1, NORTH: 1, EAST: 1}
    for rules in (HONGKONG, PRIZES, POT):
        with pytest.raises(SettlementError):
            chase(rules, SOUTH)


def test_sets_of_flowers() -> None:
    """S1-07: 一枱草 1, 一枱花 2."""
    grass = FlowerSet(seat=WEST, kind="grass")
    assert moved(flower_set(BAIDA, grass)) == each(WEST, 1, "V1-27")
    plants = FlowerSet(seat=WEST, kind="plants", earlier=(grass,))
    assert moved(flower_set(BAIDA, plants)) == each(WEST, 2, "V1-27")
    seasons = FlowerSet(seat=WEST, kind="seasons", earlier=(grass, plants))
    assert moved(flower_set(BAIDA, seasons)) == each(WEST, 2, "V1-27")
    other = FlowerSet(seat=EAST, kind="grass", earlier=(grass,))
    assert moved(flower_set(BAIDA, other)) == each(EAST, 1, "V1-27")
    assert flower_set(BAIDA, FlowerSet(seat=WEST, kind="plants", dead=True)) == ()


GRASS_W, PLANTS_W = FlowerSet(seat=WEST, kind="grass"), FlowerSet(seat=WEST, kind="plants")
GRASS_S = FlowerSet(seat=SOUTH, kind="grass")


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (FlowerSet(seat=WEST, kind="plants", earlier=(PLANTS_W,)), ["claimed_twice"]),
        (FlowerSet(seat=EAST, kind="plants", earlier=(PLANTS_W,)), ["claimed_twice"]),
        (FlowerSet(seat=WEST, kind="grass", earlier=(GRASS_W,)), ["claimed_twice"]),
        (FlowerSet(seat=EAST, kind="grass", earlier=(GRASS_W, GRASS_S)), ["claimed_twice"]),
        (FlowerSet(seat=WEST, kind="grass", earlier=(PLANTS_W,)), ["after_series"]),
        (FlowerSet(seat=EAST, kind="seasons", earlier=(GRASS_W,)), ["flower_twice"]),
        (FlowerSet(seat=EAST, kind="grass", flowers_wild=True), ["not_paid_here"]),
        (FlowerSet(seat=9, kind="weeds"), ["not_a_seat", "bad_value"]),
    ],
)
def test_a_set_of_flowers_that_cannot_be(fact: FlowerSet, expected: list[str]) -> None:
    with pytest.raises(SettlementError) as raised:
        flower_set(BAIDA, fact)
    assert codes(raised.value) == expected


@pytest.mark.parametrize(
    ("held", "flower", "expected"),
    [
        ("1f 2f 3f", "4f", ("plants",)),
        ("1f 2f 3f", "8f", ("grass",)),
        ("1f 2f 3f 8f", "4f", ("plants",)),
        ("1f 6f 7f", "8f", ("grass",)),
        ("5f 6f 7f 4f", "8f", ("seasons",)),
        ("1f 2f 7f 5f 6f", "8f", ("seasons",)),  # it completes both: the series
        ("1f 2f 3f 4f", "5f", ()),  # no grass after the series
        ("1f 2f 3f 8f", "5f", ()),  # nor a second one
        ("1f 2f 3f 4f 5f 6f 7f", "8f", ("seasons",)),
        ("1f 5f", "2f", ()),
        ("1f 6f", "3f", ()),
        ("", "1f", ()),
    ],
)
def test_what_a_flower_completes(held: str, flower: str, expected: tuple[str, ...]) -> None:
    """V1-27, FD: grass before flower, not flower before grass."""
    assert completed([TILE_NUMBER[text] for text in held.split()], TILE_NUMBER[flower]) == expected


def test_no_flower_is_held_twice() -> None:
    with pytest.raises(SettlementError) as raised:
        completed([34, 35], 34)
    assert codes(raised.value) == ["flower_twice"]
    with pytest.raises(SettlementError):
        completed([], 3)


# Dice -------------------------------------------------------------------------------------

# V1-7 and S1-06, the 56 rolls of three dice in ascending order: who collects, who pays.
COLLECTS = {(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5), (6, 6, 6), (4, 5, 6),
            (1, 1, 6), (2, 2, 6), (3, 3, 6), (4, 4, 6), (5, 5, 6)}  # fmt: skip
PAYS = {(1, 2, 3), (1, 2, 2), (1, 3, 3), (1, 4, 4), (1, 5, 5), (1, 6, 6)}


def test_all_216_rolls() -> None:
    outcomes: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=3):
        outcome = dice_outcome(dice)
        kind = tuple(sorted(dice))
        assert outcome == (kind in COLLECTS) - (kind in PAYS), dice
        outcomes[outcome] += 1
    # 6 triples, 6 orders of 4-5-6, and 3 of each of 5 pairs with a 6; 6 orders of 1-2-3, and 3 of each of 5 pairs.
    assert outcomes == {1: 27, -1: 21, 0: 168}


@pytest.mark.parametrize(("rules", "amount", "clause"), [(BAIDA, 1, "V1-7"), (PRIZES, 10, "V4-3")])
@pytest.mark.parametrize(("dice", "outcome"), [((4, 5, 6), 1), ((2, 2, 6), 1), ((1, 2, 3), -1), ((5, 5, 1), -1)])
def test_the_dealers_opening_roll(
    rules: RuleSet, amount: int, clause: str, dice: tuple[int, int, int], outcome: int
) -> None:
    """S1-06, S4-B: 456, 226, 123, 551."""
    paid = opening_dice(rules, dice)
    assert accounts(paid)[EAST] == 3 * amount * outcome
    assert {posting.clause for posting in paid} == {clause}
    assert len(paid) == 3


def test_other_rolls_and_rules_pay_nothing() -> None:
    assert opening_dice(BAIDA, (2, 3, 5)) == ()
    for rules in (HONGKONG, POT, with_prizes(dice=None)):
        with pytest.raises(SettlementError):
            opening_dice(rules, (6, 6, 6))


@pytest.mark.parametrize("dice", [(1, 2), (0, 1, 2), (1, 2, 7), (1, 2, 3, 4), (1, 2, True)])
def test_dice_that_cannot_be(dice: tuple[int, ...]) -> None:
    with pytest.raises(SettlementError) as raised:
        opening_dice(BAIDA, dice)
    assert codes(raised.value) == ["bad_value"]


# Bets -------------------------------------------------------------------------------------


def test_one_pays_three() -> None:
    """S1-08."""
    bets = (Bet(SOUTH, "s"), Bet(WEST, "z"), Bet(NORTH, "s"))
    paid = kong_bets(BAIDA, KongBets(konger=EAST, turned="s", bets=bets))
    assert moved(paid) == [(EAST, SOUTH, 3, "V1-28"), (WEST, EAST, 1, "V1-28"), (EAST, NORTH, 3, "V1-28")]
    assert kong_bets(BAIDA, KongBets(konger=EAST, turned="m", bets=())) == ()


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ((Bet(SOUTH, "s"), Bet(SOUTH, "m")), ["claimed_twice"]),
        ((Bet(SOUTH, "s", 2),), ["bad_value"]),
        ((Bet(SOUTH, "s", 0),), ["bad_value"]),
        ((Bet(SOUTH, "f"),), ["bad_value"]),
        ((Bet(EAST, "s"),), ["pays_himself"]),
        ((Bet(4, "s"), Bet(EAST, "s", -1)), ["not_a_seat", "pays_himself", "bad_value"]),
    ],
)
def test_bets_that_cannot_be(bets: tuple[Bet, ...], expected: list[str]) -> None:
    with pytest.raises(SettlementError) as raised:
        kong_bets(BAIDA, KongBets(konger=EAST, turned="s", bets=bets))
    assert codes(raised.value) == expected
    with pytest.raises(SettlementError):
        kong_bets(PRIZES, KongBets(konger=EAST, turned="s", bets=(Bet(SOUTH, "s"),)))

"""Fines and false wins, riichi deposits, drawn hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import tingpai as tp
from money import BAIDA, EAST, HONGKONG, NORTH, POT, PRIZES, SOUTH, WEST, codes, moved, with_pot, with_prizes
from tingpai.errors import SettlementError
from tingpai.payout import (
    DrawnHand,
    Fined,
    Rate,
    accounts,
    best_discard_total,
    deposit,
    drawn_hand,
    false_win,
    fine,
    slip_of,
)
from tingpai.ruleset import RuleSet

BANK_B = tp.rules("baida", bank="B")

# Fines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "slip", "found", "amount", "to", "clause"),
    [
        # S1-10, S1-15: into the pool, or the rake of bank B.
        (BAIDA, "late_flower", "opening", 10, "pool", "V1-46"),
        (BANK_B, "late_flower", "opening", 10, "rake", "V1-46"),
        (BAIDA, "missed_extra_tile", "second_drew", 10, "pool", "V1-46"),
        (BAIDA, "wrong_claim", "go_around", 10, "pool", "V1-46"),
        (BAIDA, "other", "later", 1, "pool", "V1-46"),
        (tp.rules("baida", misc_fine=3), "other", "opening", 3, "pool", "V1-46"),
        # S3-08: ten dollars to the rake.
        (HONGKONG, "late_flower", "opening", 10, "rake", "V3-21"),
        (HONGKONG, "missed_extra_tile", "dealer_discarded", 10, "rake", "V3-21"),
        (HONGKONG, "missed_extra_tile", "second_drew", 10, "rake", "V3-21"),
        (HONGKONG, "wrong_claim", "go_around", 10, "rake", "V3-21"),
        (HONGKONG, "other", "later", 10, "rake", "V3-21"),
        (tp.rules("hongkong", error_fine=20), "other", "later", 20, "rake", "V3-21"),
        # S2-1.10: one tai onto the table.
        (POT, "shown_tile", "later", 20, "pot", "V2-23"),
    ],
)
def test_fines(rules: RuleSet, slip: str, found: str, amount: int, to: str, clause: str) -> None:
    assert moved(fine(rules, Fined(seat=WEST, slip=slip, found=found))) == [(WEST, to, amount, clause)]


@pytest.mark.parametrize(
    ("slip", "found"),
    [("late_flower", "opening"), ("missed_extra_tile", "dealer_discarded"), ("wrong_claim", "go_around")],
)
def test_errors_that_cost_towards_each(slip: str, found: str) -> None:
    """S4-G, S5-G: 賠給三家每人10元."""
    assert accounts(fine(PRIZES, Fined(seat=SOUTH, slip=slip, found=found))) == {
        SOUTH: -30,
        WEST: 10,
        NORTH: 10,
        EAST: 10,
    }
    assert accounts(fine(with_prizes(fine=5), Fined(seat=SOUTH, slip=slip, found=found)))[SOUTH] == -15


def test_a_pung_called_and_not_made_is_paid_to_the_discarder() -> None:
    """S2-1.11."""
    assert moved(fine(POT, Fined(seat=SOUTH, slip="unmade_pung", to=EAST))) == [(SOUTH, EAST, 20, "V2-23")]


@pytest.mark.parametrize(
    ("rules", "slip", "found", "dead"),
    [
        (BAIDA, "late_flower", "dealer_discarded", "short"),
        (HONGKONG, "late_flower", "second_drew", "short"),
        (PRIZES, "late_flower", "dealer_discarded", "short"),
        (BAIDA, "missed_extra_tile", "later", "short"),
        (HONGKONG, "missed_extra_tile", "later", "short"),
        (PRIZES, "missed_extra_tile", "second_drew", "short"),  # S4-G: the second player has not drawn
        (BAIDA, "wrong_claim", "later", "wrong"),
        (PRIZES, "wrong_claim", "later", "wrong"),
    ],
)
def test_after_its_deadline_a_slip_makes_the_hand_dead(rules: RuleSet, slip: str, found: str, dead: str) -> None:
    with pytest.raises(SettlementError) as raised:
        fine(rules, Fined(seat=WEST, slip=slip, found=found))
    assert codes(raised.value) == ["fine_too_late"]
    assert slip_of(rules, slip).dead == dead


@pytest.mark.parametrize(
    ("rules", "fact", "expected"),
    [
        (PRIZES, Fined(seat=WEST, slip="other"), ["not_paid_here"]),
        (POT, Fined(seat=WEST, slip="late_flower"), ["not_paid_here"]),
        (BAIDA, Fined(seat=WEST, slip="late_flower", found="yesterday"), ["bad_value"]),
        (BAIDA, Fined(seat=5, slip="other", to=EAST), ["not_a_seat", "bad_value"]),
        (POT, Fined(seat=WEST, slip="unmade_pung"), ["not_a_seat"]),
        (POT, Fined(seat=WEST, slip="unmade_pung", to=WEST), ["pays_himself"]),
    ],
)
def test_a_fine_that_cannot_be(rules: RuleSet, fact: Fined, expected: list[str]) -> None:
    with pytest.raises(SettlementError) as raised:
        fine(rules, fact)
    assert codes(raised.value) == expected


# False wins -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "amount", "clause"),
    [
        (BAIDA, 100, "V1-45"),  # S1-05
        (tp.rules("baida", false_win_each=60), 60, "V1-45"),
        (HONGKONG, 256, "V3-18"),  # S3-05
        (tp.rules("hongkong", false_win="half"), 128, "V3-18"),
        (tp.rules("hongkong", limit=8), 128, "V3-18"),
        (tp.rules("hongkong", limit=13, curve="spicy"), 16384, "V3-18"),
        (PRIZES, 30, "V4-15"),  # S4-E, L
        (with_prizes(false_win=Rate(50, "V5-4")), 50, "V5-4"),  # S5-E, or as agreed
    ],
)
def test_a_false_win_pays_each(rules: RuleSet, amount: int, clause: str) -> None:
    paid = false_win(rules, NORTH)
    assert moved(paid) == [(NORTH, seat, amount, clause) for seat in (EAST, SOUTH, WEST)]
    assert {posting.terms for posting in paid} == {"credit"}


def test_where_the_hand_goes_on_a_false_win_costs_nothing_yet() -> None:
    """S2-1.12."""
    assert false_win(POT, NORTH) == ()
    with pytest.raises(SettlementError):
        false_win(POT, 4)


# Deposits and drawn hands -----------------------------------------------------------------


def test_what_riichi_costs() -> None:
    """S2-3.11, 3.12: two tai, and five for an open one."""
    assert moved(deposit(POT, WEST)) == [(WEST, "pot", 40, "V2-11")]
    assert moved(deposit(POT, WEST, "open")) == [(WEST, "pot", 100, "V2-12")]
    assert moved(deposit(with_pot(open_adds=True), WEST, "open")) == [(WEST, "pot", 140, "V2-12")]
    assert moved(deposit(with_pot(unit=10), WEST)) == [(WEST, "pot", 20, "V2-11")]
    for rules in (BAIDA, HONGKONG, PRIZES):
        with pytest.raises(SettlementError):
            deposit(rules, WEST)
    with pytest.raises(SettlementError):
        deposit(POT, WEST, "secret")


@pytest.mark.parametrize(
    ("ready", "gains"),
    [
        ({SOUTH, WEST, NORTH}, {EAST: -60, SOUTH: 20, WEST: 20, NORTH: 20}),  # S2-1.5: A pays B, C, D 20 each
        ({SOUTH}, {EAST: -20, SOUTH: 60, WEST: -20, NORTH: -20}),
        ({EAST, WEST}, {EAST: 40, SOUTH: -40, WEST: 40, NORTH: -40}),
        ({EAST, SOUTH, WEST, NORTH}, {}),
        (set(), {}),
    ],
)
def test_who_is_not_ready_pays_who_is(ready: set[int], gains: dict[int, int]) -> None:
    assert accounts(drawn_hand(POT, DrawnHand(ready=frozenset(ready)))) == gains


@pytest.mark.parametrize("rules", [BAIDA, HONGKONG, PRIZES])
def test_elsewhere_a_drawn_hand_pays_nothing(rules: RuleSet) -> None:
    assert drawn_hand(rules, DrawnHand(ready=frozenset({EAST}))) == ()
    assert drawn_hand(rules, DrawnHand(ready=frozenset({EAST}), false_winners=frozenset({WEST}))) == ()


@pytest.mark.parametrize(
    ("values", "gains"),
    [
        # East is the false winner; South is worth 5 tai, West 2 and North is not ready.
        ({SOUTH: 5, WEST: 2}, {EAST: -160, SOUTH: 140, WEST: 60, NORTH: -40}),
        # 20 per tai below the minimum, and at least 20.
        ({SOUTH: 0, WEST: 1}, {EAST: -40, SOUTH: 40, WEST: 40, NORTH: -40}),
    ],
)
def test_a_false_winner_pays_the_worth_of_ready_hands(values: dict[int, int], gains: dict[int, int]) -> None:
    """S2-1.12, V2-24: in place of the common rate."""
    fact = DrawnHand(ready=frozenset({SOUTH, WEST}), false_winners=frozenset({EAST}), values=values)
    assert accounts(drawn_hand(POT, fact)) == gains


def test_two_false_winners_pay_the_ready_and_not_each_other() -> None:
    fact = DrawnHand(ready=frozenset({NORTH}), false_winners=frozenset({EAST, SOUTH}), values={NORTH: 3})
    assert accounts(drawn_hand(POT, fact)) == {EAST: -72, SOUTH: -72, WEST: -20, NORTH: 164}


@pytest.mark.parametrize(
    ("ready", "false_winners", "values", "expected"),
    [
        ({EAST}, {EAST}, {EAST: 3}, ["ready_conflict"]),
        ({EAST}, {WEST}, {}, ["missing_value"]),
        ({EAST}, {WEST}, {EAST: 3, SOUTH: 3}, ["ready_conflict"]),
        ({EAST}, {WEST}, {EAST: -1}, ["bad_value"]),
        ({EAST, 5}, set(), {}, ["not_a_seat"]),
    ],
)
def test_a_drawn_hand_that_cannot_be(
    ready: set[int], false_winners: set[int], values: Mapping[int, int], expected: list[str]
) -> None:
    fact = DrawnHand(ready=frozenset(ready), false_winners=frozenset(false_winners), values=values)
    with pytest.raises(SettlementError) as raised:
        drawn_hand(POT, fact)
    assert codes(raised.value) == expected


@pytest.mark.parametrize(
    ("text", "situation", "total"),
    [
        # 對對糊 3 + 箭刻 1 + 無花 1, by 8s or by 2m.
        ("[333m] 555p 88s 22m [777z]", {"seat": "S"}, 5),
        # Ready for 5z, which South's seat wind 2z beats: 箭刻 1 against 門風刻 1, both with 對對糊 and 無花.
        ("[333m] 555p [888s] 22z 55z", {"seat": "S"}, 5),
        ("[333m] 555p [888s] 22z 55z", {"seat": "S", "round": "S"}, 6),
        ("147m 258p 369s 1234z", {}, 0),
    ],
)
def test_the_best_discard_win_of_a_ready_hand(text: str, situation: dict[str, Any], total: int) -> None:
    assert best_discard_total(tp.Hand.parse(text), HONGKONG, **situation) == total

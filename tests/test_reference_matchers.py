"""Every matcher in the reference engine, on hands made for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dealt import (
    BAIDA,
    dealt,
    position,
    used,
)
from tingpai import reference
from tingpai.reference import Group
from tingpai.reference.matchers import Position, State, uses
from tingpai.ruleset.matchers import (
    Copies,
    Counts,
    EachGroup,
    Event,
    Flowers,
    Melds,
    Pair,
    Residual,
    Run,
    Sets,
    Shape,
    Tiles,
    Wait,
    all_of,
    not_,
)

# Matchers -----------------------------------------------------------------------------------


MIXED = "123m 123m 456m 5z [777z] [789m] +5z"
PUNGS = "222m 333m 4m (4444p) [444s] [1111z] +4m"


@pytest.mark.parametrize(
    ("matcher", "text", "instances"),
    [
        (Tiles(), MIXED, 1),
        (Tiles(suits=1), MIXED, 1),
        (Tiles(suits=2), MIXED, 0),
        (Tiles(within=("123456789m57z",)), MIXED, 1),
        (Tiles(within=("123456789m", "123456789m5z")), MIXED, 0),
        (Tiles(present=("1m", "19p7z")), MIXED, 1),
        (Tiles(present=("1m", "19p")), MIXED, 0),
        (EachGroup("1234567z1347m"), MIXED, 1),
        (EachGroup("1234567z1347m", chows=4), MIXED, 1),
        (EachGroup("1234567z1347m", chows=5), MIXED, 0),
        (EachGroup("1234567z134m"), MIXED, 0),
        (Pair("567z"), MIXED, 1),
        (Pair("67z"), MIXED, 0),
        (Shape("standard"), MIXED, 1),
        (Shape("seven_pairs"), MIXED, 0),
        (not_(Shape("seven_pairs")), MIXED, 1),
        (all_of(Sets("chow"), Sets("chow", within="123m")), MIXED, 8),
        (all_of(Sets("chow"), Sets("kong")), MIXED, 0),
        (Sets("pung", "all"), MIXED, 0),
        (Sets("pung", "all"), PUNGS, 1),
        (Sets("set", 2), PUNGS, 10),
        (Sets("pung", 2, laid="open"), PUNGS, 1),
        (Sets("pung", laid="concealed"), PUNGS, 3),
        (Sets("pung", 3, exact=True, state="concealed"), PUNGS, 0),
        (Sets("pung", 4, exact=True, state="concealed"), PUNGS, 1),
        (Sets("kong", 2), PUNGS, 1),
        (Sets("kong", laid="open"), PUNGS, 1),
        (Run("pung", (0, 1), suits=1), PUNGS, 1),
        (Run("pung", (0, 1, 2), suits=1, pair=True), PUNGS, 1),
        (Run("pung", (0, 0), suits=2), PUNGS, 1),
        (Run("pung", (0, 0, 0), suits=3, pair=True), PUNGS, 1),
        (Run("chow", (0, 0), suits=1), MIXED, 1),
        (Run("chow", (0, 3, 6), suits=1, start=1), MIXED, 2),
        (Run("chow", (0, 3, 6), suits=1, start=2), MIXED, 0),
        (Run("chow", (0, 0, 3, 6), suits=1, start=1), MIXED, 1),
        (Run("chow", (0, 3, 6), suits=2), MIXED, 0),
        (Copies(2), "111m 123m 456m 78p [789s] 22z +9p", 1),
        (Copies(4), "345p 345p 567p 456p 9s [111s] +9s", 1),
        (Counts((3, 1, 1, 1, 1, 1, 1, 1, 3), 1), MIXED, 0),
        (Melds(chow=(1, 1), pung=(1, 1), laid=(2, 2)), MIXED, 1),
        (Melds(chow=(0, 0)), MIXED, 0),
        (Melds(win_in="pair"), MIXED, 1),
        (Melds(win_in="pair"), "123m 123m 45m 55z [777z] [789m] +6m", 0),
        (Melds(open_kong=(1, 1), concealed_kong=(1, 1)), PUNGS, 1),
        (Flowers("none"), MIXED, 1),
    ],
)  # fmt: skip
def test_matchers(matcher: Any, text: str, instances: int) -> None:
    assert len(uses(matcher, position(text))) == instances


def test_whole_hands_and_choices_of_groups() -> None:
    where = position(PUNGS)
    assert used(Tiles(), where) == ["1z 2m 3m 4m 4p 4s"]
    assert used(Run("pung", (0, 1, 2), suits=1, pair=True), where) == ["2m 3m 4m"]
    assert used(Sets("kong"), where) == ["1z", "4p"]
    assert used(Sets("pung", within="@seat"), where) == ["1z"]
    assert used(Sets("pung", within="@guest"), where) == []


def test_doubled_dragons_double_the_same_chow() -> None:
    both = Run("chow", (0, 0, 3, 6, 6), start=1, suits=3, twins=True)
    assert used(both, position("123m 123m 456p 789s 789s 2z +2z")) == ["1m 1m 4p 7s 7s"]
    assert used(both, position("123m 123p 456p 789s 789s 2z +2z")) == []


def test_disjoint_copies_of_a_run() -> None:
    twice = Run("chow", (0, 0), suits=1, times=2)
    assert len(uses(twice, position("123m 123m 123m 123m 555z 2z +2z"))) == 1
    assert len(uses(twice, position("123m 123m 456m 456m 789s 2z +2z"))) == 1
    assert len(uses(twice, position("123m 123m 123m 456m 789s 2z +2z"))) == 0


def test_copies_are_tagged_with_their_tile() -> None:
    where = position("111m 123m 456m 111p [123p] 2z +2z")
    assert {use.tile for use in uses(Copies(2), where)} == {0, 9}
    kong = position("111m 123m 456m 78p 2z (4444z) 2z +9p")
    assert [use.tile for use in uses(Sets("kong"), kong)] == [30]


def test_winds_differ_and_dragons_need_not() -> None:
    def holds(matcher: Sets, pair: int) -> bool:
        where = position("111z 222z 123m 456m 78p ?? +9p")
        arrangements = reference.decompose(where.admitted, BAIDA)
        chosen = next(one for one in arrangements if Group("pair", (pair, pair)) in one.groups)
        return bool(uses(matcher, replace(where, arrangement=chosen)))

    winds = Sets("pung", 2, within="1234z", distinct=True, pair="1234z")
    assert holds(winds, 29)
    assert not holds(winds, 27)
    assert holds(replace(winds, distinct=False), 27)


@pytest.mark.parametrize(
    ("kind", "text", "holds"),
    [
        ("only", "123m 456m 789m 111s 222s 3z +3z", True),
        ("only", "123m 456m 789m 111s 45s 33z +3s", False),
        ("only_by_shape", "123m 456m 789m 111s 222s 3z +3z", True),
        ("two_pairs", "123m 456m 789m 111s 44s 33z +3z", True),
        ("two_pairs", "123m 456m 789m 111s 45s 33z +3s", False),
        ("two_sided", "123m 456m 789m 111s 45s 33z +3s", True),
        ("two_sided", "123m 456m 789m 111s 12s 33z +3s", False),
        ("two_sided", "123m 456m 789m 111s 89s 33z +7s", False),
        ("single", "123m 456m 789m 111s 12s 33z +3s", False),
        ("single", "123m 456m 789m 1112345s +2s", True),
    ],
)
def test_waits_of_the_winning_tile(kind: Any, text: str, holds: bool) -> None:
    hand, known = dealt(BAIDA, text)
    found = False
    for arrangement in reference.decompose(hand, BAIDA):
        for won in reference.winning_groups(arrangement, hand):
            states: tuple[State, ...] = tuple("concealed" for _ in arrangement.groups)
            where = Position(arrangement, won, states, hand, known, BAIDA)
            found |= bool(uses(Wait(kind), where))
    assert found == holds


def test_no_wait_counts_on_a_wild_tile() -> None:
    for kind in ("only", "single", "two_pairs", "last_visible", "only_by_shape", "two_sided"):
        assert uses(Wait(kind), position("123m 456m 789m 111s 222s 3z +?", indicator="9p")) == []


def test_last_of_its_kind() -> None:
    last = Wait("last_visible")
    assert uses(last, position("123m 456m 789m 111s 45s 55z +3s", seen="333s"))
    assert not uses(last, position("123m 456m 789m 111s 45s 55z +3s", seen="33s"))
    assert uses(last, position("456m 789m 111s 45s 3z [123s] 3z +3s", seen="33s"))
    assert not uses(last, position("456m 789m 111p 222p 33s 33z +3s", seen="3s"))


def test_flowers() -> None:
    where = position("123m 456m 789m 111s 222s 3z +3z 1234f 5f", seat="S")
    assert [sorted(use.parts) for use in uses(Flowers("own"), where)] == [[35]]
    assert [sorted(use.parts) for use in uses(Flowers("other"), where)] == [[34], [36], [37], [38]]
    assert [sorted(use.parts) for use in uses(Flowers("series"), where)] == [[34, 35, 36, 37]]
    assert len(uses(Flowers("both_series_touched"), where)) == 1
    assert len(uses(Flowers("count", 5), where)) == 1
    assert uses(Flowers("none"), where) == []


def test_events() -> None:
    text = "123m 456m 789m 111s 222s 3z +3z"
    assert uses(Event(river=7), position(text, river=7))
    assert not uses(Event(river=7), position(text, river=8))
    assert not uses(Event(river=7), position(text))
    assert not uses(Event(river=7), position(text, river=7, by="rob_swap", discarder="W"))
    assert uses(Event(names=("last_tile",), by=("self_draw",)), position(text, last_tile=True))
    assert not uses(Event(names=("last_tile",), by=("rob_kong",)), position(text, last_tile=True))
    assert uses(Event(names=("replacement:flower",)), position(text + " 1f", replacement="flower"))


def test_residual_counts_instances_of_rows() -> None:
    where = position(MIXED)
    matcher = Residual(free=("a",), limited=("b", "c"), at_most=1)
    assert uses(matcher, where, {"a": 3, "b": 1})
    assert not uses(matcher, where, {"b": 1, "c": 1})
    assert not uses(matcher, where, {"d": 1})
    assert uses(matcher, where, {})

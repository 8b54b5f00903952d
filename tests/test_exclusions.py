"""Nothing in a table may go unnoticed: each value and each relation between rows bears on some golden hand."""

from __future__ import annotations

from functools import reduce

import pytest

from implied import NEVER_TOGETHER, SAID_TWICE
from mutate import VARIANTS, Change, golden, noticed_by, relations, values, whole_table


def changes(variant: str) -> dict[str, Change]:
    return {str(change): change for change in relations(variant)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_value_is_shown_by_a_golden_hand(variant: str) -> None:
    found = {str(change): next(noticed_by(change, everywhere=False), None) for change in values(variant)}
    assert [name for name, hand in found.items() if hand is None] == []
    assert len(found) >= len(whole_table(variant)) > {"baida": 115, "hongkong": 35}.get(variant, 21)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_relation_is_shown_by_a_golden_hand_or_implied(variant: str) -> None:
    every = changes(variant)
    implied = {name for name in every if name in NEVER_TOGETHER or name in SAID_TWICE}
    unnoticed = {name for name, change in every.items() if next(noticed_by(change, everywhere=False), None) is None}
    assert unnoticed == implied
    assert len(every) > {"baida": 190, "hongkong": 20, "guangri": 35}.get(variant, 6)


def test_what_is_implied_names_relations_that_exist() -> None:
    every = {name for variant in VARIANTS for name in changes(variant)}
    assert NEVER_TOGETHER.keys() | SAID_TWICE.keys() <= every
    assert not NEVER_TOGETHER.keys() & SAID_TWICE.keys()


@pytest.mark.parametrize("name", SAID_TWICE)
def test_what_is_said_twice_matters_once_it_is_said_only_there(name: str) -> None:
    every = next(every for variant in VARIANTS if name in (every := changes(variant)))
    others = reduce(Change.__add__, (every[other] for other in SAID_TWICE[name]))
    assert next(noticed_by(every[name], everywhere=False, after=others), None) is not None


def test_no_golden_hand_stands_twice() -> None:
    for variant in VARIANTS:
        ids = [case["id"] for case in golden(variant)]
        assert len(ids) == len(set(ids)) > 35

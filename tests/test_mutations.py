"""The record of the mutation check covers the tables as they are (``python tests/mutate.py --record`` makes it).

What the record says of rows is tested live too, against the first hand that notices: test_exclusions.py.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import mutate_money
from conftest import DATA
from mutate import COMMAND, VARIANTS, golden, relations, values, whole_table

RECORD: dict[str, Any] = json.loads((DATA / "mutations.json").read_text("utf-8"))


def test_the_record_says_how_it_was_made() -> None:
    assert RECORD["command"] == COMMAND
    assert RECORD["variants"].keys() == set(VARIANTS)
    for kind, counts in RECORD["counts"].items():
        assert counts == {variant: len(found[kind]) for variant, found in RECORD["variants"].items()}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_record_covers_the_rows_as_they_are(variant: str) -> None:
    found = RECORD["variants"][variant]
    assert found["worth"] == {row.id: row.value for row in whole_table(variant)}
    assert found["values"].keys() == {str(change) for change in values(variant)}
    assert found["relations"].keys() == {str(change) for change in relations(variant)}
    assert found["money"].keys() == set(mutate_money.changes(variant))
    assert found["hands"] <= len(golden(variant))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_change_was_noticed_or_is_implied(variant: str) -> None:
    found = RECORD["variants"][variant]
    unnoticed = {name for kind in ("values", "relations", "money") for name, by in found[kind].items() if not by}
    assert unnoticed == found["implied"].keys()
    assert len(found["values"]) > 20
    assert len(found["money"]) > 40


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_change_to_money_is_noticed(variant: str) -> None:
    unseen = [
        name for name in mutate_money.changes(variant) if next(mutate_money.noticed_by(variant, name), None) is None
    ]
    assert unseen == []

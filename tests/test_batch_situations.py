"""Situations of a batch: what many rows share is worked out once, and no row has another's."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import tingpai as tp
from batched import single
from deals import wins
from tingpai import batch
from tingpai.tiles import TILE_TEXT

TILES = ("indicator", "dora", "ura", "seen", "prize")
"""Keywords that name tiles beside the hand."""


@pytest.mark.parametrize("variant", ["baida", "guangri", "pungkong_hk", "pungkong_cn"])
def test_tiles_beside_the_hand_bear_on_their_row_alone(variant: str) -> None:
    # Situations that differ in such tiles alone are one to the kernel: whatever they are, each row has its own answer.
    rules, random = tp.rules(variant), Random(f"tiles {variant}")
    deals = list(islice(wins(variant, "tiles"), 12))
    rows: list[tuple[str, dict[str, Any]]] = []
    for deal in deals:
        for _ in range(25):
            keywords = {name: value for name, value in deal.keywords.items() if name not in TILES}
            for name in rules.keywords & {*TILES}:
                most = 1 if name == "indicator" else random.choice((0, 1, 1, 2, 5))
                tiles = random.choices(TILE_TEXT[:42], k=most) if random.random() < 0.7 else []
                text = "".join(tiles)
                if tiles or name != "indicator":
                    keywords[name] = text if name == "indicator" or random.random() < 0.5 else tiles
            rows.append((deal.text, keywords))
    names = sorted({name for _, keywords in rows for name in keywords})
    columns: dict[str, Any] = {name: [keywords.get(name) for _, keywords in rows] for name in names}
    scores = batch.score([text for text, _ in rows], rules, **columns)
    good = 0
    for row, (text, keywords) in enumerate(rows):
        alone = single(text, rules, keywords)
        if row in scores.errors:
            assert alone["error"] == scores.errors[row], (text, keywords)
        else:
            assert alone["total"] == scores.total[row], (text, keywords)
            good += 1
    assert good > 20
    assert len(scores.errors) > 20


@pytest.mark.parametrize(("name", "values"), [("seen", (["1m", 1], ["1m", True])), ("river", (0.0, -0.0))])
def test_a_wrong_value_is_told_as_it_is_whatever_equals_it(name: str, values: tuple[Any, Any]) -> None:
    rules, hand = tp.rules("baida"), "123s 45s 789s 22p [789s] [456m] +6s"
    rest: dict[str, Any] = {"by": "self_draw", "indicator": "7z"}
    for given in (values, values[::-1]):
        columns: dict[str, Any] = {**rest, name: [*given]}
        scores = batch.score([hand, hand], rules, **columns)
        for row, value in enumerate(given):
            assert single(hand, rules, {**rest, name: value})["error"] == scores.errors[row]


@pytest.mark.parametrize("values", [None, 3, iter("ES"), {"E", "S"}, {7: "E", 9: "S"}])
def test_values_by_codes_are_a_sequence(values: Any) -> None:
    codes = memoryview(bytes([0, 1])).cast("b")
    with pytest.raises(tp.IllegalHandError, match=r"seat.values: a sequence") as raised:
        batch.score(["1m", "1m"], tp.rules("hongkong"), seat=batch.Coded(values, codes), by="self_draw")
    assert [fault.code for fault in raised.value.faults] == ["bad_column"]

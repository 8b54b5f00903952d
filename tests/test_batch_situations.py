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

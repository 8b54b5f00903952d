"""Tables with nearly as many rows as there may be: more conditions than the kernel looks at in one go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tingpai as tp
from generate import Maker
from tingpai import batch
from tingpai.records import replace
from tingpai.ruleset.check import check
from tingpai.ruleset.schema import Row

KERNELS: Any = ("native", "reference")


def copies(rows: tuple[Row, ...], times: int) -> Iterator[Row]:
    """The rows, and each so many times again under another id, for less and less."""
    yield from rows
    for time in range(1, times):
        for row in rows:
            beside = tuple(f"{id}_{time}" for id in row.beside)
            yield replace(row, id=f"{row.id}_{time}", value=max(row.value - time, 0), beside=beside)


@pytest.mark.parametrize(("variant", "times", "hands"), [("baida", 2, 25), ("guangri", 4, 60), ("hongkong", 7, 60)])
def test_tables_of_many_rows_are_read_alike(variant: str, times: int, hands: int) -> None:
    rules = tp.rules(variant)
    full = replace(rules, rows=tuple(copies(rules.rows, times)), min_total=0, limit=None)
    check(full)
    assert 200 < len(full.rows) < 256
    maker, counted = Maker(variant, "full tables"), set[str]()
    for _ in range(hands):
        deal = maker.deal(seen="")
        native, slow = (tp.score(deal.hand, full, kernel=kernel, **deal.keywords) for kernel in KERNELS)
        columns: Any = {name: [value] for name, value in deal.keywords.items()}
        in_batch = batch.score([deal.text], full, **columns)
        lines = sorted((line.id, line.subtotal) for line in native.lines)
        assert native.total == slow.total == in_batch.total[0]
        assert lines == sorted((line.id, line.subtotal) for line in slow.lines)
        counted |= {id for id, _ in lines}
    assert any(row.id in counted for row in full.rows[128:])

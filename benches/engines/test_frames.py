"""Polars and DuckDB hand their columns over, and take answers as they take tables of their own."""

from __future__ import annotations

from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import tingpai as tp
from tingpai import arrow

RULES = tp.rules("hongkong")
HANDS = ["123m 456p 78s 555z 66z", "1113456666788s", "12x", None, "[777z][333m] 555p 88s 22m", "123m 456p 789s 1z"]
WAITS = [["6s", "9s"], ["2s", "5s", "7s", "8s"], None, None, ["2m", "8s"], None]
TABLE = pa.table({"id": range(len(HANDS)), "hand": HANDS})


@pytest.mark.parametrize("library", [pl.DataFrame, duckdb.from_arrow])
def test_engines_give_and_take(library: Any) -> None:
    found = arrow.waits(library(TABLE), RULES, keep=True)
    assert found.columns == ["id", "hand", "waits", "wild_completes", "any_tile", "error"]
    taken = pa.table(library(pa.table(found)))
    assert taken["waits"].to_pylist() == WAITS
    assert taken["id"].to_pylist() == [*range(len(HANDS))]


def test_polars_works_with_answers() -> None:
    frame = pl.DataFrame(arrow.waits(TABLE, RULES, keep=["id"]))
    each = frame.explode("waits").drop_nulls("waits")
    assert each.filter(pl.col("waits").cast(pl.String) == "8s")["id"].to_list() == [1, 4]


def test_duckdb_works_with_answers() -> None:
    with duckdb.connect() as db:
        db.register("far", pa.RecordBatchReader.from_stream(arrow.distance(TABLE, RULES, keep=["id"])))
        assert db.execute("SELECT id FROM far WHERE distance = 0 ORDER BY id").fetchall() == [(0,), (1,), (4,)]

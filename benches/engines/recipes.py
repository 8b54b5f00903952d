"""A Parquet file of hands, scored through engines that people run already.

Each recipe reads columns ``id``, ``hand`` and ``seat`` of a file and writes them with the scores.  A bad hand is a row
with an ``error``, and stops nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

import tingpai as tp
from tingpai import arrow


def with_polars(source: Path, target: Path, rules: tp.RuleSet, **situation: Any) -> None:
    """Polars gives a data frame at a time to a function, and streams the file through it."""
    import polars as pl

    def scored(part: pl.DataFrame) -> pl.DataFrame:
        return pl.DataFrame(arrow.score(part, rules, keep=True, **situation))

    hands = pl.scan_parquet(source)
    schema = scored(hands.head(0).collect()).schema
    hands.map_batches(scored, schema=schema, streamable=True).sink_parquet(target)


def with_duckdb_function(source: Path, target: Path, rules: tp.RuleSet, **situation: Any) -> None:
    """DuckDB calls a function of SQL with whole columns in Arrow's form."""
    import duckdb

    def score(hand: pa.ChunkedArray, seat: pa.ChunkedArray) -> pa.Array:
        scored = pa.table(arrow.score(pa.table({"hand": hand, "seat": seat}), rules, **situation))
        return pa.concat_arrays(scored.cast(plain).to_struct_array().chunks)

    nothing = pa.table({"hand": pa.array([], pa.string()), "seat": pa.array([], pa.string())})
    plain = without_dictionaries(pa.schema(arrow.score(nothing, rules, **situation)))
    with duckdb.connect() as db:
        columns = ", ".join(f'"{field.name}" {sql_type(field.type)}' for field in plain)
        text = duckdb.sqltype("VARCHAR")
        db.create_function(
            "score", score, [text, text], duckdb.sqltype(f"STRUCT({columns})"), type="arrow", null_handling="special"
        )
        query = "SELECT id, hand, seat, unnest(score(hand, seat)) FROM read_parquet($source)"
        db.execute(f"COPY ({query}) TO '{target}' (FORMAT parquet)", {"source": str(source)})


def with_duckdb_scan(source: Path, target: Path, rules: tp.RuleSet, **situation: Any) -> None:
    """DuckDB reads the scores as a table, and the scores read what another cursor of DuckDB gives."""
    import duckdb

    with duckdb.connect() as db, db.cursor() as other:
        hands = other.sql("SELECT id, hand, seat FROM read_parquet($source)", params={"source": str(source)})
        scored = arrow.score(hands.to_arrow_reader(), rules, keep=True, **situation)
        db.register("scored", pa.RecordBatchReader.from_stream(scored))
        db.execute(f"COPY (FROM scored) TO '{target}' (FORMAT parquet)")


def with_ray(
    source: Path,
    target: Path,
    rules: tp.RuleSet,
    rows: int = arrow.ROWS,
    seen: Callable[[pa.Table], None] = lambda part: None,
    **situation: Any,
) -> None:
    """Ray Data spreads batches of ``rows`` over the workers of a cluster; one that dies is replaced, and its batch
    scored again.  ``target`` becomes a folder of Parquet files.  A worker tells ``seen`` of every batch it begins."""
    import ray

    def scored(part: pa.Table) -> pa.Table:
        seen(part)
        return pa.table(arrow.score(part, rules, keep=True, **situation))

    ray.data.read_parquet(str(source)).map_batches(
        scored, batch_format="pyarrow", batch_size=rows, zero_copy_batch=True
    ).write_parquet(str(target))


def without_dictionaries(schema: pa.Schema) -> pa.Schema:
    """The same columns with every word written out."""
    return pa.schema([field.with_type(_plain(field.type)) for field in schema])


def _plain(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_plain(kind.value_type)))
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_plain(field.type)) for field in kind])
    return kind


SQL = {pa.int32(): "INTEGER", pa.bool_(): "BOOLEAN", pa.string(): "VARCHAR"}


def sql_type(kind: pa.DataType) -> str:
    """How SQL writes a type.

    >>> sql_type(pa.list_(pa.struct([("id", pa.string()), ("value", pa.int32())])))
    'STRUCT("id" VARCHAR, "value" INTEGER)[]'
    """
    if pa.types.is_list(kind):
        return sql_type(kind.value_type) + "[]"
    if pa.types.is_struct(kind):
        fields = (f'"{field.name}" {sql_type(field.type)}' for field in kind)
        return f"STRUCT({', '.join(fields)})"
    return SQL[kind]

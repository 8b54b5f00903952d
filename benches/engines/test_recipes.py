"""Every engine says of each hand of a file what the plain call says, whatever befalls its workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before it is imported

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import ray
from recipes import with_duckdb_function, with_duckdb_scan, with_polars, with_ray

import tingpai as tp
from tingpai import arrow

RULES = tp.rules("hongkong")
HANDS = ["[777z][333m] 555p 88s 22m +8s", "123m 456p 789s 55z 66z +5z", "12x", None, "123m 456p 78s 555z 66z +9p"]
ROWS, BATCH = 5000, 512


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More rows than any batch, in several row groups."""
    path = tmp_path_factory.mktemp("hands") / "hands.parquet"
    table = pa.table({"id": range(ROWS), "hand": HANDS * (ROWS // 5), "seat": (["E", "S", None, "X"] * ROWS)[:ROWS]})
    pq.write_table(table, path, row_group_size=700)
    return path


def plain(hand: str | None, seat: str | None) -> dict[str, Any]:
    """What the plain call says."""
    try:
        assert hand is not None
        result = tp.score(tp.Hand.parse(hand), RULES, by="self_draw", **({} if seat is None else {"seat": seat}))
    except tp.TingpaiError as error:
        return {**dict.fromkeys(("total", "wins", "reason", "lines", "payments")), "error": str(error)}
    lines = [(line.id, line.zh, line.value, line.grade, line.times, line.subtotal) for line in result.lines]
    return {
        "total": result.total,
        "wins": result.wins,
        "reason": result.reason,
        "lines": lines,
        "payments": result.payments,
        "error": None,
    }


KNOWN: dict[Any, dict[str, Any]] = {}


def check(rows: list[dict[str, Any]]) -> None:
    """Every row of the file is there, once, with its plain answer."""
    assert sorted(row["id"] for row in rows) == [*range(ROWS)]
    bad = 0
    for row in rows:
        asked = row["hand"], row["seat"]
        if asked not in KNOWN and row["hand"] is not None:
            KNOWN[asked] = plain(*asked)
        error = row["error"] and row["error"]["message"]
        if row["hand"] is None:
            assert (row["total"], row["error"]["code"]) == (None, "not_text")
        else:
            names = ("id", "zh", "value", "grade", "times", "subtotal")
            lines = row["lines"] and [tuple(line[name] for name in names) for line in row["lines"]]
            found = {name: row[name] for name in ("total", "wins", "reason", "payments")}
            assert {**found, "lines": lines, "error": error} == KNOWN[asked]
        bad += error is not None
    assert ROWS / 3 < bad < 2 * ROWS / 3


@pytest.mark.parametrize("recipe", [with_polars, with_duckdb_function, with_duckdb_scan])
def test_an_engine_on_this_machine(recipe: Callable[..., None], source: Path, tmp_path: Path) -> None:
    target = tmp_path / "scores.parquet"
    recipe(source, target, RULES, by="self_draw")
    rows = pq.read_table(target).to_pylist()
    assert [row["id"] for row in rows] == [*range(ROWS)]
    check(rows)


def test_polars_gives_and_takes_frames(source: Path) -> None:
    frame = pl.read_parquet(source)
    scored = pl.DataFrame(arrow.score(frame, RULES, keep=True, by="self_draw"))
    check(scored.to_dicts())
    counts = pl.DataFrame({"hand": [[2, *[0] * 33]]}, schema={"hand": pl.Array(pl.UInt8, 34)})
    found = pl.DataFrame(arrow.score(counts, RULES, by="self_draw"))
    assert found["error"].struct.field("code").to_list() == ["missing_winning_tile"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def test_ray_spreads_the_hands_and_replaces_a_worker_that_is_killed(
    cluster: None, source: Path, tmp_path: Path
) -> None:
    killed = tmp_path / "killed"

    def die(part: pa.Table) -> None:
        if 2000 in part["id"].to_pylist() and not killed.exists():
            killed.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)

    with_ray(source, tmp_path / "scores", RULES, BATCH, die, by="self_draw")
    assert int(killed.read_text()) != os.getpid()
    check(pq.read_table(tmp_path / "scores").to_pylist())

"""The memory that scoring a file takes is bounded, and does not grow with the file."""

from __future__ import annotations

from pathlib import Path

from memory import PART, score, write

LEAST, MOST, GROWTH = 4 * PART, 360 << 20, 60 << 20


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for name, rows in (("short", PART), ("long", LEAST)):
        source = tmp_path / f"{name}.parquet"
        write(source, rows)
        run = score(source, tmp_path / f"{name}.scores.parquet", "--no-payments")
        assert run.counts["rows"] == rows
        assert rows / 200 < run.counts["bad"] < rows / 50
        peaks.append(run.peak)
    assert peaks[1] < MOST
    assert peaks[1] - peaks[0] < GROWTH

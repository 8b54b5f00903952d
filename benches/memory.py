"""How much memory it takes to score a file, however long it is.

``python benches/memory.py --rows 10000000`` writes a Parquet file of so many hands and scores it with ``tingpai
score-file``; it prints the peak of both processes' memory and how long the scoring took.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hands import wins_without_wilds

from batched import columns_of  # isort: skip

PART = 65_536
LIMIT = 1 << 30
"""Bytes that ten million rows may take at most."""


class Run(NamedTuple):
    """Bytes at the peak, seconds, and what the command counted."""

    peak: int
    seconds: float
    counts: dict[str, int]


def write(path: Path, rows: int) -> None:
    """A file of winning hands in all sorts of situations, one in a hundred of them bad."""
    wins = wins_without_wilds(990)
    columns = columns_of([win.keywords for win in wins])
    table = pa.table({"hand": [str(win.hand) for win in wins], **columns})
    table = pa.concat_tables([table, pa.table({"hand": ["12x"] * 10})], promote_options="default").combine_chunks()
    with pq.ParquetWriter(path, table.schema) as writer:
        for start in range(0, rows, PART):
            numbers = pa.array(range(start, min(start + PART, rows)), pa.int64())
            step = pc.multiply(numbers, 7)
            writer.write_table(table.take(pc.subtract(step, pc.multiply(pc.divide(step, len(table)), len(table)))))


def score(source: Path, target: Path, *flags: str) -> Run:
    """Scores the file in a process of its own, which tells its peak."""
    tell = "import resource, sys; from tingpai.cli import main; status = main(); "
    tell += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss); sys.exit(status)"
    asked = ("--rules", "hongkong", "--json", *flags)
    start = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", tell, "score-file", str(source), str(target), *asked],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    counts, peak = run.stdout.splitlines()
    return Run(int(peak) * 1024, time.perf_counter() - start, json.loads(counts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-payments", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        source, target = Path(folder) / "hands.parquet", Path(folder) / "scores.parquet"
        write(source, asked.rows)
        writing = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        flags = ["--no-payments"] if asked.no_payments else []
        run = score(source, target, "--jobs", str(asked.jobs), *flags)
        print(f"{run.counts}; {source.stat().st_size >> 20} MiB in, {target.stat().st_size >> 20} MiB out")
        print(f"peak: {run.peak >> 20} MiB to score, {writing >> 20} MiB to write the hands")
        print(f"{run.seconds:.0f} s, {asked.rows / run.seconds:,.0f} hands a second")
        assert run.peak < LIMIT


if __name__ == "__main__":
    main()

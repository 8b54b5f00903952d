"""How much work the best score of a hand with wild tiles is: a table and a picture for the documents.

    python benches/distribution.py [--hands 300] [--binary PATH] [--write]

Seeded hands of ``baida`` by number of wild tiles and of sets on the table (as many without sets as with any), and the
slowest hands that the hill-climber of ``rust/core/examples/wilds.rs`` found (``tests/data/slow_hands.json``).  Work is
counted, so that it is the same on every machine: beginnings of tuples of classes bounded, arrangements bounded,
arrangements evaluated (an evaluation takes some twenty times as long as a bound).  ``--write`` keeps the figures in
``docs/wild_hands.md`` and ``docs/wild_hands.svg``; ``--binary`` counts with an example that is built already.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from math import log10
from pathlib import Path
from re import findall
from typing import Any, NamedTuple

import tingpai as tp
from hands import Prepared, wins_with_wilds
from kernel_fixture import numbers_of
from tingpai.ruleset.data import to_data

ROOT = Path(__file__).resolve().parent.parent
SLOW = ROOT / "tests" / "data" / "slow_hands.json"
DOCS = ROOT / "docs"
WILDS = (2, 4, 8, 12, 16)
SETS = range(6)
BAIDA = tp.rules("baida")
COMMAND = "cargo run --release --quiet --locked --package tingpai-core --example wilds --".split()


class Work(NamedTuple):
    """What was counted for one hand."""

    nodes: int
    bounded: int
    evaluated: int

    @property
    def all(self) -> int:
        """In bounds."""
        return self.nodes + self.bounded + 20 * self.evaluated


class Row(NamedTuple):
    """The work of one sort of hands."""

    sort: str
    works: list[Work]

    def at(self, share: float) -> Work:
        """The work that so many of the hands stay below."""
        return self.works[min(len(self.works) - 1, int(share * len(self.works)))]


def seeded(wilds: int, claimed: bool, count: int) -> list[dict[str, Any]]:
    def case(number: int, win: Prepared) -> dict[str, Any]:
        sort = f"{'sets' if claimed else 'none'} {wilds:02}"
        numbers = numbers_of(win.hand, BAIDA, win.keywords)
        group = f"{len(win.hand.melds)} {wilds:02}"
        return {"id": f"{sort} {number}", "group": group, "rules": "baida", **numbers}

    return [case(number, win) for number, win in enumerate(wins_with_wilds(wilds, claimed, count))]


def counted(count: int, command: list[str]) -> list[Row]:
    cases = [case for claimed in (False, True) for wilds in WILDS for case in seeded(wilds, claimed, count)]
    cases += json.loads(SLOW.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hands.json"
        file.write_text(json.dumps({"rules": {"baida": to_data(BAIDA)}, "hands": cases}), "utf-8")
        told = subprocess.run([*command, "work", str(file)], check=True, capture_output=True, text=True).stdout
    works: dict[str, list[Work]] = {f"{sets} {wilds:02}": [] for wilds in WILDS for sets in SETS}
    for case, line in zip(cases, told.splitlines(), strict=True):
        works.setdefault(case["group"], []).append(Work(*map(int, findall(r": (\d+)", line))))
    return [Row(sort, sorted(of, key=lambda work: work.all)) for sort, of in works.items() if of]


def table(rows: list[Row]) -> str:
    lines = ["| hands | number | p50 | p99 | max |", "|---|---:|---:|---:|---:|"]
    for row in rows:
        works = [" / ".join(f"{count:,}" for count in row.at(share)) for share in (0.5, 0.99, 1)]
        lines.append(f"| {named(row.sort)} | {len(row.works)} | {' | '.join(works)} |")
    return "\n".join(lines)


def named(sort: str) -> str:
    if sort == "seeded":
        return "the slowest of other seeded ones"
    what, number = sort.split()
    if what == "climbed":
        return f"climbed, sets laid: {number}"
    return f"{int(number)} wild, sets laid: {what}"


# The picture: one column for each number of wild tiles, work upward in powers of ten ------------------------

WIDTH, HEIGHT, LEFT, TOP, LOWEST, DECADES = 760, 420, 80, 40, 1, 6
COLOURS = ("#2b6cb0", "#2c7a7b", "#2f855a", "#b7791f", "#c05621", "#9b2c2c")
"""One for each number of sets laid."""


def height(work: float) -> float:
    share = (log10(max(work, 10**LOWEST)) - LOWEST) / DECADES
    return TOP + (HEIGHT - 2 * TOP) * (1 - share)


def picture(rows: list[Row]) -> str:
    step = (WIDTH - LEFT - 20) / len(WILDS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        '<text x="60" y="20">work in bounds: from the median (dot) by p99 (bar) to the most (line)</text>',
    ]
    for decade in range(DECADES + 1):
        y = height(10 ** (decade + LOWEST))
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - 20}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10 ** (decade + LOWEST):,}</text>')
    for number, wilds in enumerate(WILDS):
        middle = LEFT + step * (number + 0.5)
        parts.append(f'<text x="{middle:.1f}" y="{HEIGHT - 16}" text-anchor="middle">{wilds} wild</text>')
        for row in rows:
            what, number_of = row.sort.partition(" ")[::2]
            if number_of == f"{wilds:02}":
                parts += column(middle + 16 * (int(what) - 2.5), row, COLOURS[int(what)])
    for sets, colour in enumerate(COLOURS):
        x = LEFT + 10 + 105 * sets
        parts.append(f'<rect x="{x}" y="30" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 16}" y="40">sets laid: {sets}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def column(x: float, row: Row, colour: str) -> list[str]:
    low, high, top = (height(row.at(share).all) for share in (0.5, 0.99, 1))
    return [
        f'<line x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{top:.1f}" stroke="{colour}"/>',
        f'<rect x="{x - 4:.1f}" y="{high:.1f}" width="8" height="{low - high:.1f}" fill="{colour}" opacity="0.4"/>',
        f'<circle cx="{x:.1f}" cy="{low:.1f}" r="4" fill="{colour}"/>',
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--hands", type=int, default=300, help="hands for each number of wild tiles, with sets laid and without (300)"
    )
    parser.add_argument("--write", action="store_true", help=f"keep the table and the picture in {DOCS.name}")
    parser.add_argument("--binary", help="the example wilds, built with --release")
    arguments = parser.parse_args()
    rows = counted(arguments.hands, [arguments.binary] if arguments.binary else COMMAND)
    text = f"""# How much work hands with wild tiles are

What the kernel's search for the best score does, counted: beginnings of tuples of classes bounded / arrangements
bounded / arrangements evaluated, of which an evaluation takes some twenty times as long as a bound. Hands of `baida`:
seeded ones, and those of `tests/data/slow_hands.json`, which `climb` of `rust/core/examples/wilds.rs` found or which
were the slowest of others; they take no more work than they did (`rust/core/tests/work.rs`).

Made by `python benches/distribution.py --hands {arguments.hands} --write`; times by
`cargo run --release --package tingpai-core --example wilds -- time FILE`.

![from the median to the most](wild_hands.svg)

{table(rows)}
"""
    print(text)
    if arguments.write:
        DOCS.mkdir(exist_ok=True)
        (DOCS / "wild_hands.md").write_text(text, "utf-8")
        (DOCS / "wild_hands.svg").write_text(picture(rows), "utf-8")


if __name__ == "__main__":
    main()

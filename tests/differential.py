"""Both engines, compared hand by hand: best scores, and completeness, waits and distance.

``python tests/differential.py`` makes the whole comparison and records it in ``tests/data/differential.json``;
``--missing`` makes the parts that the record lacks, and adds them to it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import engines
import tingpai as tp
from deals import OPTIONS, rare, rich, wilder, wins
from generate import Deal
from tingpai import reference
from tingpai.reference import Arrangement, Group
from tingpai.reference.matchers import Position, State
from tingpai.reference.scoring import Instance, Line, conflict, instances
from tingpai.result import Found
from tingpai.ruleset.matchers import Dora
from tingpai.tiles import WILD

RECORD = Path(__file__).parent / "data" / "differential.json"
STREAMS = {"wins": wins, "rich": rich, "rare": rare, "wilder": wilder}
EVERY = 1000
BANDS = (0, 1, 3, 5, 10, 20, 50, 100, 200, 400)
"""Where the bands begin in which totals are counted."""


class Part(NamedTuple):
    """So many hands of a stream, the native engine's readings counted up to ``most`` to leave slow hands out."""

    stream: str
    variant: str
    seed: int
    hands: int
    most: int | None = None


@dataclass
class Seen:
    """What a comparison saw."""

    hands: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    totals: Counter[str] = field(default_factory=Counter)
    shapes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    wilds: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: Seen) -> None:
        for name in ("hands", "rows", "totals", "shapes", "reasons", "wilds", "answers"):
            getattr(self, name).update(getattr(other, name))
        self.differences += other.differences

    def take(self, deal: Deal, result: tp.Result) -> None:
        for line in result.lines:
            self.rows[f"{deal.variant} {line.id}"] += 1
        if result.arrangement is not None:
            self.shapes[result.arrangement.shape] += 1
        self.totals[f"{deal.variant} {max(band for band in BANDS if band <= result.total):03}"] += 1
        self.reasons[result.reason or "wins"] += 1
        admitted = result._call.admitted
        in_sets = sum(len(meld.wilds) for meld in admitted.melds)
        self.wilds[f"{len(admitted.wilds) + in_sets + (admitted.winning == WILD):02}"] += 1

    def to_data(self) -> dict[str, Any]:
        return {
            name: value if isinstance(value, list) else dict(sorted(value.items()))
            for name, value in vars(self).items()
        }


def parts_of_full() -> list[Part]:
    parts = [Part("wins", "baida", seed, 50) for seed in range(24)]
    parts += [Part("wins", "hongkong", seed, 200) for seed in range(5)]
    parts += [Part("rich", "baida", seed, 28) for seed in range(15)]
    parts += [Part("rich", "hongkong", seed, 200) for seed in range(2)]
    parts += [Part("wins", "guangri", 0, 300), Part("rich", "guangri", 0, 500), Part("rare", "guangri", 0, 250)]
    parts += [Part("uniform", "guangri", 0, 200), Part("nearly", "guangri", 0, 400)]
    parts += [Part("uniform", "baida", seed, 150) for seed in range(10)]
    parts += [Part("uniform", "hongkong", 0, 500), Part("nearly", "hongkong", 0, 1000)]
    parts += [Part("nearly", "baida", seed, 300) for seed in range(10)]
    parts += [Part("wilder", "baida", seed, 40, most=1000) for seed in range(3)]
    parts += [Part("rare", "baida", 0, 190, most=1000), Part("rare", "hongkong", 0, 140)]
    for variant in ("pungkong_hk", "pungkong_cn"):
        parts += [Part("wins", variant, 0, 500), Part("rich", variant, 0, 500), Part("rare", variant, 0, 200)]
        parts += [Part("uniform", variant, 0, 300), Part("nearly", variant, 0, 500)]
    return parts


PARTS_OF_EVERY_RUN = [
    Part("wins", "baida", 1000, 120, most=200),
    Part("wins", "hongkong", 1000, 100),
    Part("rich", "baida", 1000, 100, most=150),
    Part("rich", "hongkong", 1000, 80),
    Part("rare", "baida", 0, 190, most=60),
    Part("rare", "hongkong", 0, 140),
    Part("wins", "pungkong_hk", 1000, 60),
    Part("rich", "pungkong_hk", 1000, 100),
    Part("rare", "pungkong_hk", 0, 120),
    Part("wins", "pungkong_cn", 1000, 60),
    Part("rich", "pungkong_cn", 1000, 100),
    Part("rare", "pungkong_cn", 0, 120),
    Part("wins", "guangri", 1000, 60),
    Part("rich", "guangri", 1000, 100),
    Part("rare", "guangri", 0, 120),
]


def rows_of(variant: str) -> set[str]:
    """Every row of the variant's table under some options."""
    return {row.id for options in OPTIONS[variant] for row in tp.rules(variant, **options).rows}


def deals(part: Part) -> Iterator[Deal]:
    for deal in islice(STREAMS[part.stream](part.variant, str(part.seed)), part.hands):
        if part.most is None or readings(deal, part.most) < part.most:
            yield deal


def readings(deal: Deal, most: int) -> int:
    keywords = {name: deal.keywords[name] for name in deal.keywords if name in ("indicator", "seat")}
    try:
        return sum(1 for _ in islice(tp.decompose(deal.hand, deal.rules, **keywords), most))
    except tp.IllegalHandError:  # a flower win without a winning tile has no readings
        return 0


def compare(part: Part) -> Seen:
    seen = Seen()
    if part.stream in engines.HANDS:
        for deal, full in islice(engines.HANDS[part.stream](part.variant, str(part.seed)), part.hands):
            seen.differences += engines.compare(deal, full, seen.answers)
            seen.hands[part.stream] += 1
        return seen
    random = Random(f"{part}")
    for deal in deals(part):
        compare_deal(deal, random.choice([0, 0, 1, 2, 4, 9]), seen)
        seen.hands[part.stream] += 1
    return seen


def compare_deal(deal: Deal, alternatives: int, seen: Seen) -> None:
    """Scores a hand twice; where the answers differ it says so in ``seen``."""
    hand, rules = deal.hand, deal.rules
    native = tp.score(hand, rules, alternatives=alternatives, **deal.keywords)
    slow = tp.score(hand, rules, alternatives=EVERY, kernel="reference", **deal.keywords)
    for name, found, expected in [
        ("answer", answer(native), answer(slow)),
        ("alternatives", *further(native, slow, alternatives)),
        ("payments", native.payments, slow.payments),
        ("balance", sum((native.payments or {}).values()), 0),
        ("certificate", *certificate(native)),
    ]:
        if found != expected:
            seen.differences.append(f"{deal}: {name} {found}, expected {expected}")
    seen.take(deal, native)


def answer(result: tp.Result) -> tuple[str | None, int, list[str]]:
    found = map(result._call.told, result._found[:1])
    return result.reason, result.total, [result.rules.rows[line.row].id for best in found for line in best.counted]


def further(native: tp.Result, slow: tp.Result, alternatives: int) -> tuple[list[Any], list[Any]]:
    """The kernel's readings, and as many of the reference's."""
    found, expected = (
        [(one.shape, one.total, [line.row for line in one.counted]) for one in map(result._call.told, result._found)]
        for result in (native, slow)
    )
    return found, expected[: alternatives + 1]


def certificate(result: tp.Result) -> tuple[list[Any], list[Any]]:
    """The kernel's total and rows for each of its readings with what is wrong with its lines, and the total and rows
    that the reference gives the very same reading."""
    call = result._call
    kernels: list[Any] = []
    references: list[Any] = []
    for found in map(call.told, result._found):
        rows = [line.row for line in found.counted]
        try:
            position = position_of(found, call)
            total, lines = reference.rescore(
                position.arrangement, found.winning, position.states, call.admitted, call.situation, call.rules
            )
        except ValueError as error:
            kernels.append((found.total, rows))
            references.append(str(error))
        else:
            kernels.append((found.total, rows, wrong_lines(found, position, lines)))
            references.append((total, [line.row for line in lines], []))
    return kernels, references


def position_of(found: Found, call: Any) -> Position:
    faces: tuple[Any, ...] = found.faces
    arrangement = Arrangement(found.shape, tuple(Group(*face) for face in faces))
    states: tuple[State, ...] = tuple(
        "concealed" if number in found.concealed else "exposed" for number in range(len(faces))
    )
    return Position(arrangement, found.winning, states, call.admitted, call.situation, call.rules)


def wrong_lines(found: Found, position: Position, lines: Iterable[Line]) -> list[Line]:
    """Lines of which the reference knows no such instance; all of them, if they cannot count together.  Lines of dora,
    which are no instances, are to be among ``lines``, the reference's own.

    (Of choices with the same total and rows the engines need not make the same.)"""
    told = {line for line in lines if isinstance(position.rules.rows[line.row].when[0][0], Dora)}
    counted = Counter(line for line in (Line(*line) for line in found.counted) if line not in told)
    held: dict[Line, list[Instance]] = {line: [] for line in counted}
    for one in instances(position):
        held.get(one.line, []).append(one)
    unknown = [line for line, number in counted.items() if len(held[line]) < number]
    if unknown or position.rules.exclusions == "unconditional":
        return unknown
    for choice in product(*(combinations(held[line], number) for line, number in counted.items())):
        if not any(conflict(*pair) for pair in combinations([one for chosen in choice for one in chosen], 2)):
            return []
    return list(counted)


def compare_all(parts: list[Part], processes: int = 1) -> Seen:
    seen = Seen()
    if processes == 1:
        for part in parts:
            seen.add(compare(part))
        return seen
    with ProcessPoolExecutor(processes) as pool:
        for part, found in zip(parts, pool.map(compare, parts), strict=True):
            seen.add(found)
            print(part, sum(found.hands.values()), *found.differences, sep="\n  ", flush=True)
    return seen


def recorded() -> tuple[list[Part], Seen]:
    """The parts of the record, and what they saw."""
    data = json.loads(RECORD.read_text("utf-8"))
    seen = Seen()
    for name in seen.to_data():
        kept = getattr(seen, name)
        kept.update(data[name]) if isinstance(kept, Counter) else kept.extend(data[name])
    return [Part(*part) for part in data["parts"]], seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--missing", action="store_true", help="only the parts that the record lacks")
    chosen = parser.parse_args()
    parts = parts_of_full()
    known, seen = recorded() if chosen.missing else ([], Seen())
    if not set(known) <= set(parts):
        parser.error("the record has parts that are no longer compared")
    seen.add(compare_all([part for part in parts if part not in known], chosen.processes))
    record = {
        "command": "python tests/differential.py",
        "parts": parts,
        **seen.to_data(),
    }
    RECORD.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

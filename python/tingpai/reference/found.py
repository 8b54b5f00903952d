"""The answers of this engine in the form that both engines share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..result import Counted, Face, Found
from .arrangements import Arrangement
from .scoring import Reading, readings

if TYPE_CHECKING:
    from ..admit import Admitted
    from ..ruleset.schema import RuleSet
    from ..situation import Situation


def found(admitted: Admitted, situation: Situation, rules: RuleSet, most: int = 1) -> list[Found]:
    """The best reading of each arrangement, the best of these first, at most so many."""
    best: dict[Arrangement, Reading] = {}
    for reading in readings(admitted, situation, rules):
        known = best.setdefault(reading.arrangement, reading)
        if reading.order < known.order:
            best[reading.arrangement] = reading
    return [as_found(reading) for reading in sorted(best.values(), key=lambda reading: reading.order)[:most]]


def as_found(reading: Reading) -> Found:
    return Found(
        reading.total,
        reading.arrangement.shape,
        tuple(Face(*group) for group in reading.arrangement.groups),
        frozenset(number for number, state in enumerate(reading.states) if state == "concealed"),
        reading.winning_group,
        tuple(Counted(line.row, line.value, line.grade, line.times, line.used) for line in reading.lines),
    )

"""The answers of a batch call, by columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import Fault
from ..native import GROUP_KINDS as GROUP_KINDS
from ..native import SHAPES as SHAPES

if TYPE_CHECKING:
    from .._internal import Result
    from ..ruleset.schema import RuleSet
    from .columns import Hands, Situations

LAID = ("hand", "claimed", "open_kong", "concealed_kong")
"""How a group was laid, by number; an added kong is an open one."""
FORMATS: dict[str, Any] = {
    "total": "i", "wins": "?", "reason": "B", "bad": "?",
    "line_starts": "I", "line_row": "H", "line_value": "i", "line_grade": "i", "line_times": "i",
    "line_subtotal": "i", "line_used": "I",
    "shape": "B", "group_starts": "I", "group_kind": "B", "group_first": "B", "group_laid": "B",
    "group_concealed": "?", "group_winning": "?",
}  # fmt: skip
"""Formats of the columns that the kernel writes."""
GROUPED = frozenset(name for name in FORMATS if name.startswith("group_")) | {"shape", "line_used"}
"""Those that come with an arrangement."""
LIMIT = "limit"
"""The line of what the limit takes away, last of the rows."""
REASONS = (
    None,
    "incomplete",
    "below_minimum",
    "self_draw_only",
    "not_robbable",
    "no_flower_win",
)


class RowError(NamedTuple):
    """What is wrong with a row: ``code`` and 1-based ``column`` (if known) of the first fault, the ``sentence`` that
    the single call's error says, and all ``faults``."""

    code: str
    sentence: str
    column: int | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Patterns:
    """What counted in each hand, equal rows put together: those of hand ``i`` stand from ``starts[i]`` to
    ``starts[i + 1]``: ``row`` of the table, ``count`` of lines, their ``subtotal``."""

    starts: memoryview[int]
    row: memoryview[int]
    count: memoryview[int]
    subtotal: memoryview[int]


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Sequence["Result"]):
    """The answers for n hands, in their order.  Every view is C-contiguous and in native byte order, so that
    ``numpy.asarray(view)`` copies nothing.

    | view | of | says |
    |---|---|---|
    | ``total`` | int32[n] | in the unit of the rules, after the limit; 0 for bad and for incomplete rows |
    | ``wins`` | bool[n] | |
    | ``reason`` | uint8[n] | why it does not win: a number in ``reasons``, 0 where it does or the row is bad |
    | ``bad`` | bool[n] | the row is in ``errors`` |

    With ``lines``, m of them, those of hand ``i`` from ``line_starts[i]`` (uint32[n+1]) to ``line_starts[i + 1]``:
    ``line_row`` (uint16[m], a number in ``rows``), ``line_value``, ``line_grade``, ``line_times``, ``line_subtotal``
    (int32[m]); with ``arrangement`` also ``line_used`` (uint32[m]): a bit for each group used, flowers from bit 24.

    With ``arrangement``, g groups, those of hand ``i`` from ``group_starts[i]`` (uint32[n+1]): ``group_kind``
    (uint8[g], a number in ``GROUP_KINDS``), ``group_first`` (uint8[g]: its first kind; of a knitted block its number),
    ``group_laid`` (uint8[g], a number in ``LAID``), ``group_concealed`` and ``group_winning`` (bool[g]); ``shape``
    (uint8[n], a number in ``SHAPES``, 255 for none).

    With ``payments``: ``payments`` (int32[n, 4]): what E, S, W and N receive, zeros where the hand does not win.
    What was not asked for is ``None``.
    """

    rules: RuleSet
    _hands: Hands
    _situations: Situations
    errors: Mapping[int, RowError]
    rows: tuple[str, ...]
    reasons: tuple[str | None, ...]
    total: memoryview[int]
    wins: memoryview[bool]
    reason: memoryview[int]
    bad: memoryview[bool]
    line_starts: memoryview[int] | None = None
    line_row: memoryview[int] | None = None
    line_value: memoryview[int] | None = None
    line_grade: memoryview[int] | None = None
    line_times: memoryview[int] | None = None
    line_subtotal: memoryview[int] | None = None
    line_used: memoryview[int] | None = None
    shape: memoryview[int] | None = None
    group_starts: memoryview[int] | None = None
    group_kind: memoryview[int] | None = None
    group_first: memoryview[int] | None = None
    group_laid: memoryview[int] | None = None
    group_concealed: memoryview[bool] | None = None
    group_winning: memoryview[bool] | None = None
    payments: memoryview[int] | None = None

    def __len__(self) -> int:
        return len(self.total)

    def __getitem__(self, row: Any) -> Any:
        """The answer of the single call for a row; raises its error where the row is bad."""
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        at = range(len(self))[row]
        from ..hand import Hand
        from ..scoring import score

        return score(Hand.parse(self._hands.text(at)), self.rules, **self._situations.of(at))

    def __repr__(self) -> str:
        return f"<Scores {self.rules.id}: {len(self)} hands, {len(self.errors)} bad>"

    def text(self, row: int) -> str:
        """The hand of a row in notation."""
        return self._hands.text(range(len(self))[row])

    def keywords(self, row: int) -> dict[str, Any]:
        """The situation of a row."""
        return self._situations.of(range(len(self))[row])

    @cached_property
    def patterns(self) -> Patterns | None:
        """What counted, equal rows of a hand put together; ``None`` without lines."""
        if self.line_starts is None or self.line_row is None or self.line_subtotal is None:
            return None
        from array import array

        starts, row, count, subtotal = array("I", [0]), array("H"), array("I"), array("i")
        for hand in range(len(self)):
            found: dict[int, list[int]] = {}
            for at in range(self.line_starts[hand], self.line_starts[hand + 1]):
                entry = found.setdefault(self.line_row[at], [0, 0])
                entry[0] += 1
                entry[1] += self.line_subtotal[at]
            row.extend(found)
            count.extend(number for number, _ in found.values())
            subtotal.extend(worth for _, worth in found.values())
            starts.append(len(row))
        return Patterns(memoryview(starts), memoryview(row), memoryview(count), memoryview(subtotal))

"""The columns of an answer while they are written, row by row."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from ..tiles import SEATS
from .scores import LIMIT, NO_SHAPE, REASONS, RowError

if TYPE_CHECKING:
    from .._internal import Reading, Result
    from ..ruleset.schema import RuleSet


class Sheet:
    """The columns for the hands so far."""

    def __init__(self, rules: RuleSet, lines: bool, arrangement: bool, payments: bool) -> None:
        self.rules = rules
        self.rows = (*(row.id for row in rules.rows), LIMIT)
        self.errors: dict[int, RowError] = {}
        self.head = {"total": array("i"), "wins": array("B"), "reason": array("B"), "bad": array("B")}
        formats = {"row": "H", "value": "i", "grade": "i", "times": "i", "subtotal": "i"}
        if arrangement:
            formats["used"] = "I"
        self.lines = {f"line_{name}": array(format) for name, format in formats.items()} if lines else {}
        names = ("kind", "first", "laid", "concealed", "winning")
        self.groups = {f"group_{name}": array("B") for name in names} if arrangement else {}
        self.shape = array("B")
        self.line_starts, self.group_starts = array("I", [0]), array("I", [0])
        self.payments = array("i") if payments else None

    def take(self, result: Result) -> None:
        """The next row's answer."""
        found = result._found
        self._head(result.total, result.wins, REASONS.index(result.reason), False)
        self.shape.append(found[0].shape if found else NO_SHAPE)
        for reading in found[:1]:
            self._lines(reading, result.total)
            self._groups(reading)
        self._close()
        if self.payments is not None:
            paid = result.payments or {}
            self.payments.extend(paid.get(seat, 0) for seat in SEATS)

    def take_error(self, error: RowError) -> None:
        """The next row has none."""
        self.errors[len(self.shape)] = error
        self._head(0, False, 0, True)
        self.shape.append(NO_SHAPE)
        self._close()
        if self.payments is not None:
            self.payments.extend((0, 0, 0, 0))

    def _head(self, *values: int) -> None:
        for column, value in zip(self.head.values(), values, strict=True):
            column.append(value)

    def _lines(self, reading: Reading, total: int) -> None:
        lines = [
            (row, value, grade, times, value * grade * times, used) for row, value, grade, times, used in reading.lines
        ]
        if total != reading.total:
            lost = total - reading.total
            lines.append((len(self.rows) - 1, lost, 1, 1, lost, 0))
        for column, values in zip(self.lines.values(), zip(*lines, strict=True), strict=False):
            column.extend(values)

    def _groups(self, reading: Reading) -> None:
        for at, group in enumerate(reading.groups):
            values = (*group, reading.concealed >> at & 1, reading.win == at)
            for column, value in zip(self.groups.values(), values, strict=False):
                column.append(value)

    def _close(self) -> None:
        self.line_starts.append(len(self.lines.get("line_row", ())))
        self.group_starts.append(len(self.groups.get("group_kind", ())))

    def views(self) -> dict[str, Any]:
        """The columns under their names."""
        columns = {**self.head, **self.lines, **self.groups}
        if self.lines:
            columns["line_starts"] = self.line_starts
        if self.groups:
            columns |= {"group_starts": self.group_starts, "shape": self.shape}
        views: dict[str, Any] = {name: memoryview(column) for name, column in columns.items()}
        for name in ("wins", "bad", "group_concealed", "group_winning"):
            if name in views:
                views[name] = views[name].cast("?")
        if self.payments is not None:
            rows = len(self.payments) // 4
            flat = memoryview(self.payments).cast("B")
            views["payments"] = flat.cast("i", (rows, 4)) if rows else flat.cast("i")
        return views

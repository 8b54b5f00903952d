"""Text in columns: characters that are two cells wide, wrapping, colour."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

LINE = 100
MARKS = "、,;:。"


def width(text: str) -> int:
    """How many cells of a terminal a text takes.

    >>> width("清龍 Pure"), width("e\\u0301")
    (9, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def pad(text: str, cells: int, align: str = "<") -> str:
    space = " " * (cells - width(text))
    return space + text if align == ">" else text + space


def table(rows: Sequence[Sequence[str]], aligns: str, indent: int = 2, gap: int = 2) -> list[str]:
    """Rows in aligned columns; ``aligns`` has ``<`` or ``>`` for each.

    >>> table([["清龍", "20"], ["自摸", "1"]], "<>")
    ['  清龍  20', '  自摸   1']
    """
    columns = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [pad(cell, cells, align) for cell, cells, align in zip(row, columns, aligns, strict=True)]
        lines.append((" " * indent + (" " * gap).join(cells)).rstrip())
    return lines


def stacked(columns: Sequence[Sequence[str]], indent: int = 2, gap: int = 3) -> Iterator[str]:
    """Columns of a few cells side by side, as many as fit on a line.

    >>> list(stacked([["123s", "concealed"], ["22p", "exposed"]]))
    ['  123s        22p', '  concealed   exposed']
    """
    block: list[Sequence[str]] = []
    used = indent
    for column in columns:
        cells = max(map(width, column)) + gap
        if block and used + cells > LINE:
            yield from table(list(zip(*block, strict=True)), "<" * len(block), indent, gap)
            block, used = [], indent
        block.append(column)
        used += cells
    if block:
        yield from table(list(zip(*block, strict=True)), "<" * len(block), indent, gap)


def wrap(text: str, indent: int = 2) -> Iterator[str]:
    """A paragraph broken at spaces and after Chinese marks.

    >>> list(wrap("one two"))
    ['  one two']
    """
    line, used = "", 0
    for piece in re.findall(f".+?(?:[ {MARKS}]+|$)", text):
        if line and used + width(piece.rstrip()) > LINE - indent:
            yield " " * indent + line.rstrip()
            line, used = "", 0
        line += piece
        used += width(piece)
    if line:
        yield " " * indent + line.rstrip()


class Paint(NamedTuple):
    """Colour where it helps, and only where it can be seen."""

    on: bool

    @classmethod
    def for_output(cls) -> Paint:
        wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(wanted)

    def _code(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text

    def bold(self, text: str) -> str:
        return self._code("1", text)

    def good(self, text: str) -> str:
        return self._code("1;32", text)

    def bad(self, text: str) -> str:
        return self._code("1;33", text)

    def dim(self, text: str) -> str:
        return self._code("2", text)

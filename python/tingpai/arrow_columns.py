"""Which columns of a table hold hands and situations, and how they are handed to a batch call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from .batch import Coded, Text
from .batch.columns import NO_TILE
from .batch.settings import bad_value
from .errors import Fault, NotationError, named, shown
from .notation import read_tiles
from .situation import KEYWORDS
from .tiles import KIND_COUNT, WILD

if TYPE_CHECKING:
    from . import _internal

HAND: Final = "hand"
COUNTED: Final = ("winning", "wilds", "sets")
"""Columns that go with counts."""

_TILES: Final = dict.fromkeys(("dora", "ura", "seen", "prize"), ("text", "texts"))
_NUMBERS: Final = dict.fromkeys(("river", "streak", "die"), ("number",))
_FLAGS: Final = dict.fromkeys(("last_tile", "swallow"), ("flag",))
TAKES: Final[dict[str, tuple[str, ...]]] = {
    HAND: ("text", "counts"),
    "winning": ("text", "number"),
    "wilds": ("number",),
    "sets": ("text",),
    **dict.fromkeys(KEYWORDS, ("text",)),
    **_TILES,
    **_NUMBERS,
    **_FLAGS,
}
"""What each column may hold."""
IN_WORDS: Final = {
    "text": "text",
    "texts": "lists of text",
    "number": "integers",
    "flag": "booleans",
    "counts": "counts (uint8[34] as a fixed-size list, or 34 bytes)",
}


class Column(NamedTuple):
    """A column of the table: its place and what it holds."""

    at: int
    kind: str


class Read(NamedTuple):
    """Some rows as a batch call takes them, and what is wrong with rows before it is asked."""

    hands: Any
    counts: dict[str, Any]
    keywords: dict[str, Any]
    bad: dict[int, Fault]


class Inputs:
    """The columns that are read.  ``schema``: name, kind and type of every column; ``columns``: where a column has
    another name; ``given``: keywords that stand for all rows; ``written``: all values are text.  ``faults``: why the
    table cannot be read."""

    def __init__(
        self,
        schema: Sequence[tuple[str, str, str]],
        columns: object,
        given: Mapping[str, Any],
        written: bool = False,
    ) -> None:
        self.written = written
        self.names = [name for name, _, _ in schema]
        self.types = {name: (kind, words) for name, kind, words in schema}
        self.given = given
        self.faults: list[Fault] = []
        renamed = self._renamed(columns)
        self.columns: dict[str, Column] = {}
        for name in TAKES:
            self._find(name, renamed.get(name, name), name in renamed)
        if HAND not in self.columns and not any(fault.details["keyword"] == HAND for fault in self.faults):
            self.faults.append(_fault("missing_column", HAND, f"expected among the columns, found {self._found()}"))
        self._check_counts()

    def _renamed(self, columns: object) -> Mapping[str, str | None]:
        if columns is None:
            return {}
        if not isinstance(columns, Mapping) or not all(isinstance(name, (str, NoneType)) for name in columns.values()):
            sentence = f"a mapping of names to names or None, not {shown(columns)}"
            self.faults.append(bad_value("columns", sentence))
            return {}
        for name in columns:
            if name not in TAKES:
                told = named(name) if isinstance(name, str) else shown(name)
                sentence = f"{told} is no column that is read; those are {', '.join(TAKES)}"
                self.faults.append(_fault("bad_column", "columns", sentence))
        return columns

    def _find(self, name: str, source: str | None, wanted: bool) -> None:
        if source is None or (source not in self.types and not wanted):
            return
        if source not in self.types:
            sentence = f"expected as column {shown(source)}, found {self._found()}"
            self.faults.append(_fault("missing_column", name, sentence))
            return
        kind, words = self.types[source]
        if self.names.count(source) > 1:
            self.faults.append(_fault("bad_column", name, f"there are several columns {shown(source)}"))
        elif kind not in TAKES[name] and kind != "nothing" and not (self.written and kind == "text"):
            expected = " or ".join(IN_WORDS[kind] for kind in TAKES[name])
            self.faults.append(_fault("bad_column", name, f"expected {expected}, found {words}"))
        elif name in self.given:
            sentence = f"given as a column and for all rows; leave one out ({_left_out(name)})"
            self.faults.append(_fault("bad_column", name, sentence))
        else:
            self.columns[name] = Column(self.names.index(source), kind)

    def _found(self) -> str:
        return shown(self.names) if self.names else "none"

    def _check_counts(self) -> None:
        if HAND in self.columns and self.columns[HAND].kind != "counts":
            for name in COUNTED:
                if name in self.columns:
                    sentence = f"goes with counts, a text holds all of its hand; leave it out ({_left_out(name)})"
                    self.faults.append(_fault("bad_column", name, sentence))

    def kept(self, keep: object, made: Sequence[str]) -> list[int]:
        """The places of the columns that go into the answer, whose own columns are ``made``."""
        names = kept_names(keep)
        if names is None:
            self.faults.append(bad_value("keep", f"True, False or names of columns, not {shown(keep)}"))
            return []
        if names is True:
            names = self.names
        for name in dict.fromkeys(names):
            if name not in self.types:
                sentence = f"expected column {shown(name)}, found {self._found()}"
                self.faults.append(_fault("missing_column", "keep", sentence))
            elif name in made:
                self.faults.append(_fault("bad_column", "keep", f"the answer has a column {name} of its own"))
            elif self.names.count(name) > 1:
                self.faults.append(_fault("bad_column", "keep", f"there are several columns {shown(name)}"))
        return [self.names.index(name) for name in dict.fromkeys(names) if name in self.types]

    def read(self, part: _internal.ArrowBatch) -> Read:
        """Some rows of the table."""
        bad: dict[int, Fault] = {}
        counts: dict[str, Any] = {}
        hand = self.columns[HAND]
        hands: Any
        if hand.kind == "counts":
            buffer, other = part.counts(hand.at)
            hands = buffer.cast("B", (len(part), KIND_COUNT))
            bad |= dict.fromkeys(other, _fault("not_text", HAND, f"expected {KIND_COUNT} counts, found none"))
            counts = {name: self._counted(name, part, bad) for name in COUNTED if name in self.columns}
        elif hand.kind == "nothing":
            hands = [""] * len(part)
            bad |= dict.fromkeys(range(len(part)), _NULL)
        else:
            hands, empty = _texts(part, hand.at)
            bad |= dict.fromkeys(empty, _NULL)
        keywords = {name: self._keyword(name, part) for name in (*KEYWORDS, *self.given)}
        return Read(hands, counts, {name: value for name, value in keywords.items() if value is not None}, bad)

    def _keyword(self, name: str, part: _internal.ArrowBatch) -> Any:
        if name in self.columns:
            values, codes = part.codes(self.columns[name].at)
            if self.written and "text" not in TAKES[name]:
                values = [*map(_unwritten, values)]
            return Coded(values, codes.cast("i"))
        value = self.given.get(name)
        # For a batch call a list is a column; here it is the tiles of every row.
        return Coded((value,), bytes(len(part))) if isinstance(value, (list, tuple)) else value

    def _counted(self, name: str, part: _internal.ArrowBatch, bad: dict[int, Fault]) -> Any:
        """A column beside counts."""
        at, kind = self.columns[name]
        if name == "sets":
            return [""] * len(part) if kind == "nothing" else _texts(part, at)[0]
        values, codes = part.codes(at)
        if self.written:
            values = [*map(_unwritten, values)]
        read = _winning if name == "winning" else _wilds
        found = [read(value) for value in values]
        numbers = codes.cast("i")
        if None in found:
            for row, code in enumerate(numbers):
                if code >= 0 and found[code] is None:
                    expected = "one tile such as 6s, or its number" if name == "winning" else "a number of tiles"
                    fault = _fault("bad_value", name, f"expected {expected}, found {shown(values[code])}")
                    bad.setdefault(row, fault)
        nothing = NO_TILE if name == "winning" else 0
        table = [*(nothing if number is None else number for number in found), nothing]  # -1 is the last
        return bytes(map(table.__getitem__, numbers))


def kept_names(keep: object) -> Sequence[str] | Literal[True] | None:
    """The columns that are to be kept, ``True`` for all; ``None`` where that is not what is asked."""
    if isinstance(keep, bool):
        return keep or ()
    names = (keep,) if isinstance(keep, str) else [*keep] if isinstance(keep, Iterable) else [None]
    return [name for name in names if isinstance(name, str)] if all(isinstance(name, str) for name in names) else None


def _left_out(name: str) -> str:
    return f"--column {name}=, in Python columns={{{name!r}: None}}"


def _texts(part: _internal.ArrowBatch, at: int) -> tuple[Text, list[int]]:
    data, ends, empty = part.texts(at)
    return Text(data, ends.cast("i" if ends.nbytes == 4 * (len(part) + 1) else "q")), empty


def _unwritten(value: Any) -> Any:
    """The number or truth that a text writes, or the text.

    >>> _unwritten("12"), _unwritten("False"), _unwritten("6s")
    (12, False, '6s')
    """
    if not isinstance(value, str):
        return value
    truth = {"true": True, "false": False}.get(value.lower())
    if truth is not None:
        return truth
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else value


def _winning(value: Any) -> int | None:
    if isinstance(value, str):
        try:
            tiles = read_tiles(value.removeprefix("+"))
        except NotationError:
            return None
        return tiles[0] if len(tiles) == 1 else None
    if type(value) is not int:
        return None
    return value if 0 <= value <= WILD or value == NO_TILE else None


def _wilds(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= NO_TILE else None


def _fault(code: str, name: str, sentence: str) -> Fault:
    return Fault(code, f"{name}: {sentence}", None, {"keyword": name})


_NULL: Final = _fault("not_text", HAND, "expected text, found null")

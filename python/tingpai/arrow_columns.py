"""Which columns of a table hold hands and situations, and how they are handed to a batch call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .batch import Coded, Text
from .batch.columns import NO_TILE
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
    """The columns that are read.  ``schema``: name, kind and type of every column; ``renamed``: where a column has
    another name; ``given``: keywords that stand for all rows; ``written``: all values are text.  ``faults``: why the
    table cannot be read."""

    def __init__(
        self,
        schema: Sequence[tuple[str, str, str]],
        renamed: Mapping[str, str | None],
        given: Mapping[str, Any],
        written: bool = False,
    ) -> None:
        self.written = written
        self.names = [name for name, _, _ in schema]
        self.types = {name: (kind, words) for name, kind, words in schema}
        self.given = given
        self.faults = [
            _fault("bad_column", "columns", f"{named(name)} is no column that is read; those are {', '.join(TAKES)}")
            for name in renamed
            if name not in TAKES
        ]
        self.columns: dict[str, Column] = {}
        for name in TAKES:
            self._find(name, renamed.get(name, name), name in renamed)
        if HAND not in self.columns and not any(fault.details["keyword"] == HAND for fault in self.faults):
            self.faults.append(_fault("missing_column", HAND, f"expected among the columns, found {self._found()}"))
        self._check_counts()

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
            sentence = "given as a column and for all rows; leave one out, the column with columns={...: None}"
            self.faults.append(_fault("bad_column", name, sentence))
        else:
            self.columns[name] = Column(self.names.index(source), kind)

    def _found(self) -> str:
        return shown(self.names) if self.names else "none"

    def _check_counts(self) -> None:
        if HAND in self.columns and self.columns[HAND].kind != "counts":
            for name in COUNTED:
                if name in self.columns:
                    sentence = "goes with counts, a text holds all of its hand; columns={...: None} leaves it out"
                    self.faults.append(_fault("bad_column", name, sentence))

    def kept(self, keep: bool | Iterable[str], made: Sequence[str]) -> list[int]:
        """The places of the columns that go into the answer, whose own columns are ``made``."""
        if isinstance(keep, str):
            keep = (keep,)
        names = ([*self.names] if keep else []) if isinstance(keep, bool) else [*keep]
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

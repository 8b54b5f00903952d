"""What a batch call is given: hands and situations by columns, row by row the same as for a single call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from .. import _internal
from ..errors import Fault, IllegalHandError, NotationError, shown
from ..notation import print_tiles
from ..tiles import KIND_COUNT, WILD

NO_TILE: Final = 255
"""In a column of winning tiles: there is none."""

Buffer: TypeAlias = Any
"""Anything that exports a buffer: ``bytes``, ``array.array``, a NumPy array, an Arrow buffer under a ``memoryview``."""


class Text(NamedTuple):
    """A column of texts as Arrow lays it out: UTF-8 ``data``, and n+1 ``offsets`` (int32 or int64, the first need not
    be 0) between which the rows stand.

    >>> from array import array
    >>> TextHands(Text(b"1m22p", array("i", [0, 2, 5]))).text(1)
    '22p'
    """

    data: Buffer
    offsets: Buffer


class Coded(NamedTuple):
    """A column by codes: row ``i`` has ``values[codes[i]]``; a code of -1 gives it nothing.  ``codes`` is a buffer of
    whole numbers."""

    values: Sequence[Any]
    codes: Buffer


def refuse(code: str, name: str, problem: str) -> IllegalHandError:
    """What a column that cannot be read raises."""
    return IllegalHandError([Fault(code, f"{name}: {problem}", None, {"keyword": name})])


def view(name: str, given: object, formats: str, dimensions: int = 1) -> memoryview:
    """The buffer of a column; raises where it is none, or not of this form."""
    try:
        found = memoryview(given)  # type: ignore[arg-type]
    except (TypeError, BufferError):
        raise refuse("bad_column", name, f"a buffer, not {shown(given)}") from None
    kind = found.format.lstrip("@=<" if found.itemsize == 1 else "@=")
    if kind not in formats or found.ndim != dimensions or not found.c_contiguous:
        asked = f"{dimensions} dimensions" if dimensions > 1 else "one dimension"
        sentence = f"a C-contiguous buffer of {asked}, its format one of {' '.join(formats)}"
        raise refuse("bad_column", name, f"{sentence}, not {found.format} of {found.ndim}")
    return found


class Hands(Protocol):
    """Rows of hands."""

    def __len__(self) -> int: ...
    def text(self, row: int) -> str:
        """The hand of a row in notation; raises where the row holds none."""
        ...

    def native(self) -> _internal.Hands:
        """All rows in the form that the kernel takes."""
        ...


class ListHands:
    """Hands from a sequence of texts."""

    def __init__(self, texts: Sequence[Any]) -> None:
        # What the caller does to the list later is no matter of the rows.
        # A list of one's own is not changed meanwhile; making it fetches the strings, which lie scattered in memory.
        self._rows = _internal.Hands.of_list([*texts])

    def __len__(self) -> int:
        return len(self._rows)

    def text(self, row: int) -> str:
        text = self._rows.item(row)
        if not isinstance(text, str):
            raise NotationError(1, "text", type(text).__name__, "not_text")
        return text

    def native(self) -> _internal.Hands:
        return self._rows


class TextHands:
    """Hands from a text column."""

    def __init__(self, column: Text, name: str = "hands") -> None:
        self.data = view(f"{name}.data", column.data, "BbcT?").cast("B")
        self.offsets = view(f"{name}.offsets", column.offsets, "ilq")
        ends = len(self.offsets)
        if not ends or not 0 <= self.offsets[0] <= self.offsets[-1] <= len(self.data):
            raise refuse("bad_column", f"{name}.offsets", "one more than rows, ascending, within the data")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def text(self, row: int) -> str:
        start, end = self.offsets[row], self.offsets[row + 1]
        if not 0 <= start <= end <= len(self.data):
            raise NotationError(1, "text", f"the offsets {start} and {end}", "not_text")
        try:
            return str(self.data[start:end], "utf-8")
        except UnicodeDecodeError:
            raise NotationError(1, "text in UTF-8", "other bytes", "not_text") from None

    def native(self) -> _internal.Hands:
        return _internal.Hands.of_column(self.data, self.offsets)


class CountHands:
    """Hands from counts: ``counts`` uint8[n, 34] of natural tiles in hand, without the winning tile; ``winning``
    uint8[n]; ``wilds`` uint8[n] of ``?`` in hand; ``sets``: what lies on the table, as texts."""

    def __init__(self, counts: Buffer, winning: Buffer, wilds: Buffer, sets: Any) -> None:
        found = view("hands", counts, "B", 2)
        self.rows, kinds = found.shape or (0, 0)
        if kinds != KIND_COUNT:
            raise refuse("bad_column", "hands", f"counts of {KIND_COUNT} kinds, not {kinds}")
        self.counts = found.cast("B") if self.rows else memoryview(b"")
        self.winning = None if winning is None else self._column("winning", winning)
        self.wilds = None if wilds is None else self._column("wilds", wilds)
        self.sets = None if sets is None else text_hands(sets, "sets")
        if self.sets is not None and len(self.sets) != self.rows:
            raise refuse("bad_column", "sets", f"{self.rows} rows, not {len(self.sets)}")

    def _column(self, name: str, given: Buffer) -> memoryview:
        found = view(name, given, "B")
        if len(found) != self.rows:
            raise refuse("bad_column", name, f"{self.rows} rows, not {len(found)}")
        return found

    def __len__(self) -> int:
        return self.rows

    def text(self, row: int) -> str:
        counts = self.counts[row * KIND_COUNT : (row + 1) * KIND_COUNT]
        tiles = [kind for kind, copies in enumerate(counts) for _ in range(copies)]
        tiles += [WILD] * (self.wilds[row] if self.wilds is not None else 0)
        parts = [print_tiles(tiles)]
        winning = NO_TILE if self.winning is None else self.winning[row]
        if winning != NO_TILE:
            if winning > WILD:
                raise IllegalHandError([Fault("not_a_tile", f"winning: {winning} is no tile")])
            parts.append("+" + print_tiles((winning,)))
        if self.sets is not None:
            parts.append(self.sets.text(row))
        return " ".join(filter(None, parts))

    def native(self) -> _internal.Hands:
        sets = None if self.sets is None else self.sets.native()
        return _internal.Hands.of_counts(self.counts, self.winning, self.wilds, sets)


def text_hands(given: Any, name: str = "hands") -> ListHands | TextHands:
    """A column of texts."""
    if isinstance(given, Text):
        return TextHands(given, name)
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise refuse("bad_column", name, f"a sequence of texts or a Text, not {shown(given)}")
    return ListHands(given)


def hands_of(hands: Any, winning: Buffer, wilds: Buffer, sets: Any) -> ListHands | TextHands | CountHands:
    """The rows that a call is given."""
    if not isinstance(hands, (Text, list, tuple, str, bytes)):
        try:
            memoryview(hands)
        except (TypeError, BufferError):
            pass
        else:
            return CountHands(hands, winning, wilds, sets)
    for name, column in (("winning", winning), ("wilds", wilds), ("sets", sets)):
        if column is not None:
            raise refuse("bad_column", name, "goes with counts; a text holds all of its hand")
    return text_hands(hands)


class Situations:
    """The situation keywords of each row: ``values`` are the different ones of each keyword, ``codes`` which of them a
    row has, -1 for none; without codes all rows have the first."""

    def __init__(self, keywords: Mapping[str, Any], rows: int) -> None:
        self.rows = rows
        self.columns = {name: _column(name, given, rows) for name, given in keywords.items()}

    def numbers(self) -> tuple[memoryview[int] | None, list[int]]:
        """A number for each of the rows by its situation, ``None`` where all share one, and the first row of each."""
        columns = [codes for _, codes in self.columns.values() if codes is not None]
        if not columns:
            return None, [0][: self.rows]
        numbers, firsts = _internal.situations(columns)
        return memoryview(numbers).cast("I"), firsts

    def of(self, row: int) -> dict[str, Any]:
        """The keywords of a row as the single call takes them."""
        return dict(self._of(row))

    def _of(self, row: int) -> Iterator[tuple[str, Any]]:
        for name, (values, codes) in self.columns.items():
            code = 0 if codes is None else codes[row]
            if code >= 0 and values[code] is not None:
                yield name, values[code]


_WHOLE_NUMBERS = "bBhHiIlq"


def _column(name: str, given: Any, rows: int) -> tuple[Sequence[Any], _internal.Codes | None]:
    """Values and codes of a keyword."""
    if isinstance(given, Coded):
        buffer = view(f"{name}.codes", given.codes, _WHOLE_NUMBERS)
        if len(buffer) != rows:
            raise refuse("bad_column", f"{name}.codes", f"{rows} rows, not {len(buffer)}")
        try:
            different = [given.values[code] for code in range(len(given.values))]
        except (TypeError, LookupError):
            raise refuse("bad_column", f"{name}.values", f"a sequence, not {shown(given.values)}") from None
        codes = _internal.Codes.of_buffer(buffer, len(different))
        if codes is None:
            raise refuse("bad_column", f"{name}.codes", f"from -1 to {len(different) - 1}")
        return different, codes
    if given is None or isinstance(given, (str, bytes, int, float)):
        return (given,), None
    values = given if isinstance(given, (list, tuple)) else view(name, given, f"{_WHOLE_NUMBERS}?").tolist()
    if len(values) != rows:
        raise refuse("bad_column", name, f"one value, or {rows} rows, not {len(values)}")
    return _internal.Codes.of_list([*values])

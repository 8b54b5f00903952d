"""Situations as the kernel takes them.

A keyword's values are put into classes: what the kernel is told of a situation, its frame, hangs on the classes alone.
Which tiles lie beside the hand is no matter of it and added row by row.  Money is left out.

A situation in which some fault is possible that the kernel does not look for has no frame: its hands are admitted one
by one.  What is asked of the others is enough, if not always needed; a hand that does not fulfil it is admitted by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import _internal
from ..admit import Table
from ..asked import asked_of_wins, wild_of
from ..conflicts import keyword_conflicts
from ..native import tables
from ..situation import KEYWORDS, Situation, read_value
from ..tiles import is_flower
from .columns import Situations
from .scores import REASONS

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

PLACES: Final = {name: place for place, name in enumerate(KEYWORDS)}
NO_CLASS: Final = 255
"""The class of values that are wrong, or one too many: their rows have no frame."""
ANY: Final = frozenset({"dora", "seen", "streak", "die"})
"""Keywords that a frame does not hang on; that no fewer ``dora`` than ``ura`` are turned up is seen row by row."""
CLASS_OF: Final[dict[str, Callable[[Any], object]]] = {
    **dict.fromkeys(ANY, type),
    "indicator": is_flower,
    "ura": bool,
    "prize": len,
}
"""What decides on the class of a value, where not all differ."""
TILES: Final = ("indicator", "dora", "ura", "seen", "prize")
MOST_VALUES: Final = 65_536
"""Values of a keyword whose classes are kept; more start afresh."""


class Given(NamedTuple):
    """A keyword as the kernel is told of it: its ``place`` in the key, ``codes`` by rows, the ``classes`` of its values
    and their ``tiles``; what is not given comes first."""

    place: int
    codes: _internal.Codes | None
    classes: list[int]
    tiles: tuple[str, list[_internal.Tiles | None]] | None


class Facts(NamedTuple):
    """What the kernel is told of a situation: the terms of a win (see :func:`~tingpai.native.terms_of`), with
    reasons by their number."""

    limit: int | None
    least: int | None
    beside: list[int]
    refused: int
    shapes: int
    otherwise: int
    below: int
    missing: int
    limit_line: int


class Class(NamedTuple):
    """The class of a value: its ``number``, the value as it was ``read``, and the ``tiles`` that it names."""

    number: int
    read: Any = None
    tiles: _internal.Tiles | None = None


NOT_GIVEN: Final = Class(0)
FAULTY: Final = Class(NO_CLASS)


class Frames:
    """What batches under one rule set share: what the kernel remembers, with the frames met so far, and the classes of
    values.  The rule set keeps it, and is therefore given to every call instead of being kept here."""

    def __init__(self, rules: RuleSet) -> None:
        self.scorer = _internal.Scorer(rules)
        self._classes: dict[str, dict[tuple[type, object], Class]] = {name: {} for name in KEYWORDS}
        self._numbers: dict[str, dict[object, int]] = {name: {} for name in KEYWORDS}
        self._numbering = Lock()
        self._facts: dict[str, Facts] = {}

    def forget(self) -> None:
        """Lets go of what is remembered of hands."""
        self.scorer.forget()

    def given(self, rules: RuleSet, situations: Situations) -> Classes:
        """The situations of some rows by their classes."""
        columns = {
            name: ([self._class(rules, name, value) for value in values], codes)
            for name, (values, codes) in situations.columns.items()
        }
        return Classes(columns, situations.rows)

    def _class(self, rules: RuleSet, name: str, value: Any) -> Class:
        if value is None:
            return NOT_GIVEN
        known = self._classes[name]
        key = (type(value), (*value,) if type(value) is list else value)
        try:
            found = known.get(key)
        except TypeError:
            return FAULTY  # what cannot be hashed is no keyword's value
        if found is None:
            if len(known) >= MOST_VALUES:
                known.clear()
            found = known[key] = self._new_class(rules, name, value)
        return found

    def _new_class(self, rules: RuleSet, name: str, value: Any) -> Class:
        read, fault = read_value(rules, name, value)
        if fault is not None:
            return FAULTY
        numbers, by = self._numbers[name], CLASS_OF.get(name)
        with self._numbering:  # no two threads may give two classes one number
            number = numbers.setdefault(read if by is None else by(read), len(numbers) + 1)
        if number >= NO_CLASS:
            return FAULTY
        if name == "indicator":
            return Class(number, read, _internal.Tiles([read], wild_of(read)))
        return Class(number, read, _internal.Tiles(read) if name in TILES else None)

    def frame_of(self, rules: RuleSet, values: Mapping[str, Any]) -> _internal.Frame | None:
        """The frame of situations with these values, as they are read, if it has one."""
        read = Situation(**values)
        return None if any(keyword_conflicts(read, rules, values, frozenset())) else self.frame(rules, read)

    def frame(self, rules: RuleSet, read: Situation) -> _internal.Frame | None:
        """The frame of a situation in which no keywords are at odds."""
        asked = asked_of_wins(read, Table(rules, read, "score"), tiles=False)
        if asked is None or read.by is None:
            return None
        facts = self._facts.get(read.by)
        if facts is None:
            facts = self._facts[read.by] = facts_of(rules, read.by)
        return _internal.Frame(self.scorer, tables(rules).settled(read), facts, asked)


class Classes:
    """The situations of some rows: for each keyword the classes of its values, and which of them each row has."""

    def __init__(self, columns: Mapping[str, tuple[Sequence[Class], _internal.Codes | None]], rows: int) -> None:
        self.columns = columns
        self.native = _internal.Situations([given(name, *column) for name, column in columns.items()], rows)

    def of(self, row: int) -> dict[str, Any]:
        """The values of a row that its frame hangs on, as they are read."""
        found = {}
        for name, (classes, codes) in self.columns.items():
            code = 0 if codes is None else codes[row]
            if code >= 0 and classes[code].number and name not in ANY:
                found[name] = classes[code].read
        return found


def given(name: str, classes: Sequence[Class], codes: _internal.Codes | None) -> Given:
    """A keyword as the kernel is told of it."""
    numbers = [0, *(one.number for one in classes)]
    tiles = (name, [None, *(one.tiles for one in classes)]) if name in TILES else None
    return Given(PLACES[name], codes, numbers, tiles)


def facts_of(rules: RuleSet, by: str) -> Facts:
    """What the kernel is told of a win one way."""
    terms = tables(rules).terms_of(rules, by, 1)
    number = REASONS.index
    return Facts(
        limit=terms.limit,
        least=terms.least,
        beside=terms.beside,
        refused=number(terms.refused),
        shapes=terms.shapes,
        otherwise=number(terms.otherwise),
        below=number("below_minimum"),
        missing=number(terms.missing),
        limit_line=len(rules.rows),
    )


def frames(rules: RuleSet) -> Frames:
    """Those of ``rules``, kept with it like its compiled forms."""
    found: Frames | None = getattr(rules, "_frames", None)
    if found is None:
        found = rules.__dict__["_frames"] = Frames(rules)
    return found

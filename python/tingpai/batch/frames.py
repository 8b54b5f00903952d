"""Situations as the kernel takes them.

A keyword's values are put into classes: what the kernel is told of a situation, its frame, hangs on the classes alone.
Of tiles beside the hand the class is how many they are; which they are is added row by row.  Money is left out.

A situation in which some fault is possible that the kernel does not look for has no frame: its hands are admitted one
by one.  What is asked of the others is enough, if not always needed; a hand that does not fulfil it is admitted by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import _internal
from ..admit import Table
from ..asked import asked_of_wins, wild_of
from ..native import tables
from ..situation import KEYWORDS, read_value, situation
from ..tiles import is_flower
from .columns import Situations
from .scores import REASONS

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

PLACES: Final = {name: place for place, name in enumerate(KEYWORDS)}
NO_CLASS: Final = 255
"""The class of values that are wrong, or one too many: their rows have no frame."""
CLASS_OF: Final[dict[str, Callable[[Any], object]]] = {
    **dict.fromkeys(("dora", "ura", "prize"), len),
    "indicator": is_flower,
    **dict.fromkeys(("seen", "streak", "die"), type),
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


Class = tuple[int, _internal.Tiles | None]


class Frames:
    """What batches under one rule set share: what the kernel remembers, with the frames met so far, and the classes of
    values.  The rule set keeps it, and is therefore given to every call instead of being kept here."""

    def __init__(self, rules: RuleSet) -> None:
        self.scorer = _internal.Scorer(rules)
        self._classes: dict[str, dict[tuple[type, object], Class]] = {name: {} for name in KEYWORDS}
        self._numbers: dict[str, dict[object, int]] = {name: {} for name in KEYWORDS}
        self._facts: dict[str, Facts] = {}

    def forget(self) -> None:
        """Lets go of what is remembered of hands."""
        self.scorer.forget()

    def given(self, rules: RuleSet, situations: Situations) -> _internal.Situations:
        """The situations of some rows by their classes."""
        given = [self._given(rules, name, *column) for name, column in situations.columns.items()]
        return _internal.Situations(given, situations.rows)

    def _given(self, rules: RuleSet, name: str, values: Sequence[Any], codes: _internal.Codes | None) -> Given:
        found = [self._class(rules, name, value) for value in values]
        tiles = (name, [None, *(tiles for _, tiles in found)]) if name in TILES else None
        return Given(PLACES[name], codes, [0, *(number for number, _ in found)], tiles)

    def _class(self, rules: RuleSet, name: str, value: Any) -> Class:
        if value is None:
            return 0, None
        known = self._classes[name]
        key = (type(value), (*value,) if type(value) is list else value)
        try:
            found = known.get(key)
        except TypeError:
            return NO_CLASS, None  # what cannot be hashed is no keyword's value
        if found is None:
            if len(known) >= MOST_VALUES:
                known.clear()
            found = known[key] = self._new_class(rules, name, value)
        return found

    def _new_class(self, rules: RuleSet, name: str, value: Any) -> Class:
        read, fault = read_value(rules, name, value)
        if fault is not None:
            return NO_CLASS, None
        numbers, by = self._numbers[name], CLASS_OF.get(name)
        number = min(numbers.setdefault(read if by is None else by(read), len(numbers) + 1), NO_CLASS)
        if name == "indicator":
            return number, _internal.Tiles([read], wild_of(read))
        return number, _internal.Tiles(read) if name in TILES else None

    def frame(self, rules: RuleSet, keywords: Mapping[str, Any]) -> _internal.Frame | None:
        """The frame of the situations of a class, of which this is one, if it has one."""
        read, faults = situation(rules, keywords)
        asked = None if faults else asked_of_wins(read, Table(rules, read, "score"), tiles=False)
        if asked is None or read.by is None:
            return None
        facts = self._facts.get(read.by)
        if facts is None:
            facts = self._facts[read.by] = facts_of(rules, read.by)
        return _internal.Frame(self.scorer, tables(rules).settled(read), facts, asked)


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

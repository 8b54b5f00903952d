"""Situations as the kernel takes them: what all the hands in one share.

A situation in which some fault is possible that the kernel does not look for has no frame: its hands are admitted one
by one.  What is asked of the others is enough, if not always needed; a hand that does not fulfil it is admitted by
itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _internal
from ..admit import Table
from ..asked import Asked, asked_of_wins
from ..native import KEPT, tables
from ..situation import Situation, situation
from .scores import REASONS

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet


class Facts(NamedTuple):
    """What the kernel is told of a situation: the terms of a win (see :func:`~tingpai.native.terms_of`), reasons by
    their number, and what is asked of the hands."""

    limit: int | None
    least: int | None
    beside: list[int]
    refused: int
    shapes: int
    otherwise: int
    below: int
    missing: int
    limit_line: int
    asked: Asked
    dora: list[int]
    ura: list[int]


class Frames:
    """What batches under one rule set share: what the kernel remembers, and the frames met so far.  The rule set keeps
    it, and is therefore given to every call instead of being kept here."""

    def __init__(self, rules: RuleSet) -> None:
        self.scorer = _internal.Scorer(rules)
        self._known: dict[tuple[Any, ...], _internal.Frame | None] = {}

    def forget(self) -> None:
        """Lets go of what is remembered of hands."""
        self.scorer.forget()

    def get(self, rules: RuleSet, keywords: Mapping[str, Any]) -> _internal.Frame | None:
        """The frame of a situation under the rule set, if it has one."""
        # Values of other types than text may be equal and yet not the same (1 is True).
        key = (*keywords.items(), *map(type, keywords.values()))
        try:
            known = self._known.get(key, False)
        except TypeError:  # a keyword that is a list
            return self._frame(rules, keywords)
        if known is not False:
            return known  # type: ignore[return-value]
        if len(self._known) >= KEPT:
            self._known.clear()
        found = self._known[key] = self._frame(rules, keywords)
        return found

    def _frame(self, rules: RuleSet, keywords: Mapping[str, Any]) -> _internal.Frame | None:
        read, faults = situation(rules, keywords)
        asked = None if faults else asked_of_wins(read, Table(rules, read, "score"))
        return asked and _internal.Frame(self.scorer, tables(rules).in_situation(read), _facts(read, rules, asked))


def _facts(read: Situation, rules: RuleSet, asked: Asked) -> Facts:
    terms = tables(rules).terms_of(rules, read.by or "", 1)
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
        asked=asked,
        dora=[*read.dora],
        ura=[*read.ura],
    )


def frames(rules: RuleSet) -> Frames:
    """Those of ``rules``, kept with it like its compiled forms."""
    found: Frames | None = getattr(rules, "_frames", None)
    if found is None:
        found = rules.__dict__["_frames"] = Frames(rules)
    return found

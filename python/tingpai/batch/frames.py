"""Situations as the kernel takes them: what all the hands in one share.

A situation in which some fault is possible that the kernel does not look for has no frame: its hands are admitted one
by one.  What is asked of the others is enough, if not always needed; a hand that does not fulfil it is admitted by
itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import _internal
from ..admit import SEAT_STEPS, Table, _wild_limit
from ..conflicts import FLOWER_WAYS, KONG_REPLACEMENTS, ROBBED_KONGS, ROBBED_REAL_TILES, riichi_is_concealed
from ..errors import Fault
from ..native import KEPT, mask_of, tables
from ..notation import FEEDER_MARKS
from ..situation import Situation, situation
from ..tiles import FIRST_FLOWER, KIND_COUNT, WILD, is_flower
from .scores import REASONS

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

MANY: Final = 99
"""More copies than any hand leaves room for."""


class Fed(NamedTuple):
    """What is known of the kong whose replacement won: the mark that names its feeder, as a character's number, and
    whether concealed kongs may have come after it."""

    mark: int
    chained: bool


class Asked(NamedTuple):
    """What hands must have or leave room for in a situation."""

    wild_kinds: int
    most_wilds: int
    elsewhere: list[int]
    flowers_elsewhere: int
    flowers_wild: bool
    seen: list[int]
    seen_jokers: int
    robs_kong: bool
    real: bool
    bare: bool
    kongs: int
    flower: bool
    fed: Fed | None


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
        against = Table(rules, read, "score")
        # Flower wins are rare.
        rare = read.by is None or read.by in FLOWER_WAYS
        replaced = read.replacement == "flower" and against.flowers_wild
        if faults or rare or replaced or any(map(is_flower, (*read.dora, *read.ura))) or _prize_faults(read, against):
            return None
        asked = asked_of(read, against)
        return asked and _internal.Frame(self.scorer, tables(rules).in_situation(read), _facts(read, rules, asked))


def _prize_faults(read: Situation, against: Table) -> Sequence[Fault]:
    """What the payments say of the prize tiles, which no hand changes."""
    scheme = against.rules.payout
    if not read.prize or scheme is None:
        return ()
    from ..payout import WinFacts

    names = ("seat", "by", "discarder", "feeder", "replacement", "streak", "prize", "die")
    faults: Sequence[Fault] = scheme.faults(WinFacts(total=0, **{name: getattr(read, name) for name in names}))
    return faults


def asked_of(read: Situation, against: Table) -> Asked | None:
    """What a situation asks of its hands; nothing where it cannot be itself."""
    rules = against.rules
    others = (*read.dora, *read.ura, *read.prize, *(() if against.indicator is None else (against.indicator,)))
    flowers = [*filter(is_flower, (*others, *read.seen))]
    if len({*flowers}) < len(flowers):
        return None
    copies_seen = [min(read.seen.count(kind), MANY) for kind in range(KIND_COUNT)]
    return Asked(
        wild_kinds=mask_of(against.wild),
        most_wilds=_wild_limit(against) + (against.indicator is not None) if rules.wild_tiles else 0,
        elsewhere=[min(copies_seen[kind] + others.count(kind), MANY) for kind in range(KIND_COUNT)],
        flowers_elsewhere=sum(1 << tile - FIRST_FLOWER for tile in flowers),
        flowers_wild=against.flowers_wild,
        seen=copies_seen,
        seen_jokers=read.seen.count(WILD),
        robs_kong=read.by in ROBBED_KONGS,
        real=read.by in ROBBED_REAL_TILES,
        bare=read.first_turn is not None or (read.riichi is not None and riichi_is_concealed(rules)),
        kongs=0 if read.replacement not in KONG_REPLACEMENTS else 1 if read.replacement == "kong" else 2,
        flower=read.replacement == "flower",
        fed=None if read.feeder is None else Fed(_mark_of(read.feeder, read.seat), read.replacement != "kong"),
    )


def _mark_of(feeder: int, seat: int) -> int:
    """The mark on a tile that one seat gave another."""
    marks = {(seat + SEAT_STEPS[of]) % 4: mark for mark, of in FEEDER_MARKS.items()}
    return ord(marks[feeder])


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

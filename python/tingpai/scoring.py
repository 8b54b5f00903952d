"""The calls: a hand and a rule set in, one answer out.

A hand is admitted once for each rule set and situation and the outcome kept with it, so that asking again costs the
answer alone.  :func:`score`, :func:`waits` and :func:`distance` look into that memory from the kernel's side; what is
not there is made ready by the functions here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from . import _internal
from ._internal import distance as distance
from ._internal import score as score
from ._internal import waits as waits
from .admit import Admitted, Purpose, admit, admit_call
from .errors import Fault, IllegalHandError, shown
from .hand import Hand, Meld
from .native import (
    KEPT,
    SHAPES,
    bits,
    faces_of,
    from_native,
    kinds_held,
    mask_of,
    native_hand,
    same_rules,
    tables,
    to_native,
)
from .records import replace
from .result import Accepted, Arrangement, Found, Reading, Waits, explain, plain_arrangement, result_data
from .situation import Situation, situation
from .tiles import TILE_TEXT, WILD

if TYPE_CHECKING:
    from ._internal import Result
    from .payout import WinFacts
    from .ruleset.schema import RuleSet

__test__ = {call.__name__: call.__doc__ for call in (score, waits, distance)}
"""Their examples, which doctest does not look for in a compiled module."""

Kernel = Literal["native", "reference"]
KERNELS = ("native", "reference")
MOST_ALTERNATIVES = 1000


class Call:
    """A hand admitted under a rule set in a situation, for one purpose."""

    parts: tuple[tuple[int, ...], tuple[Meld, ...], tuple[int, ...], tuple[int, ...]]
    """Of a hand that the kernel admitted.  The hand remembers the call, which must therefore not hold it."""

    def __init__(self, hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], purpose: Purpose) -> None:
        self.tables = tables(rules)
        self.rules = rules
        self.situation, self.admitted = admit_call(hand, rules, keywords, purpose)
        self.native = native_hand(self.admitted, self.situation)
        self.table = self.tables.table

    @cached_property
    def admitted(self) -> Admitted:
        """The hand; where the kernel admitted it, this is put together when it is asked for."""
        return admit(Hand(*self.parts), self.rules, self.situation, "score")

    def kept(self) -> tuple[int, ...]:
        """Copies of each kind that are held or seen."""
        return kinds_held(self.admitted, self.situation)

    def wild_faces(self) -> list[int]:
        """What the wild tiles in hand show."""
        winning = [self.admitted.winning_printed] if self.admitted.winning == WILD else []
        return sorted({WILD if face is None else face for face in (*self.admitted.wilds, *winning)})

    def waits_call(self, live: bool) -> _internal.WaitsCall:
        """What the hand waits for before its winning tile: natural kinds only, and where ``live`` none of which all
        four are held or seen."""
        before = native_hand(replace(self.admitted, winning=None), self.situation)
        spent = [kind for kind, copies in enumerate(self.kept()) if live and copies >= 4]
        dropped = mask_of({*spent, *self.admitted.wild_kinds})
        return _internal.WaitsCall(self.table, before, dropped, self.rules.wild_tiles)


class Scoring(Call):
    """A call of :func:`score`: what is asked, and how its answer is told."""

    def __init__(
        self, hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], alternatives: int = 0, kernel: Kernel = "native"
    ) -> None:
        self.rules, self.tables = rules, tables(rules)
        read, faults = situation(rules, keywords)
        native = None if faults or read.by is None else self.tables.admitted(hand, rules, read)
        if native is None:
            super().__init__(hand, rules, keywords, "score")
        else:
            self.situation, self.native, self.table = read, native, self.tables.table
            self.parts = hand.tiles, hand.melds, hand.winning, hand.flowers
        self.asked = rules, {"alternatives": alternatives, "kernel": kernel, **keywords}
        self.alternatives = alternatives
        self.kernel = kernel

    def ready(self) -> _internal.ScoreCall:
        """What answers the call.  It holds this object, which must not hold it: what goes round in a circle through
        the compiled module is never given free."""
        assert self.situation.by is not None
        terms = self.tables.terms_of(self.rules, self.situation.by, 1 + self.alternatives)
        situated = self.tables.in_situation(self.situation)
        if self.kernel == "reference":
            return _internal.ScoreCall(self, self.native, situated, terms, self._by_reference)
        way = self.tables.way_of(self.situation, terms, self.asked[1])
        return _internal.ScoreCall(self, self.native, situated, terms, None, way)

    @classmethod
    def by_way(
        cls, hand: Hand, rules: RuleSet, read: Situation, keywords: dict[str, Any], native: _internal.Hand
    ) -> Scoring:
        """That of a call which the kernel answered by itself."""
        made = cls.__new__(cls)
        made.rules, made.tables, made.table = rules, tables(rules), tables(rules).table
        made.situation, made.native = read, native
        made.parts = hand.tiles, hand.melds, hand.winning, hand.flowers
        made.asked = rules, keywords
        made.alternatives, made.kernel = keywords["alternatives"], keywords["kernel"]
        return made

    def _by_reference(self) -> list[_internal.Reading]:
        from .reference.found import found

        return [*map(to_native, found(self.admitted, self.situation, self.rules, 1 + self.alternatives))]

    # What a Result asks for when it is read.

    def told(self, found: _internal.Reading) -> Found:
        return from_native(found, self.admitted)

    def readings(self, result: Result) -> tuple[Reading, ...]:
        limit = self.rules.limit
        told = [self.told(found) for found in result._found]
        return tuple(
            explain(found, self.admitted, self.rules, found.total if limit is None else min(found.total, limit))
            for found in told
        )

    def payments(self, result: Result) -> dict[str, int] | None:
        if not result.wins:
            return None
        from .payout import payments

        return payments(self.rules.payout.settle(self.facts(result)))

    def facts(self, result: Result | None) -> WinFacts:
        """The win as a payout scheme is told of it."""
        from .payout.facts import LaidSet, WinFacts, of_situation

        melds: tuple[LaidSet, ...] = ()
        tiles: tuple[int, ...] = ()
        if result is not None and (found := result._found):
            faces = faces_of(found[0].groups, self.admitted)
            # A flower win has no arrangement: its sets then show the first face they may.
            shown = [face.tiles[0] for face in faces if face.laid != "hand"]
            firsts = shown or [meld.faces[0] for meld in self.admitted.melds]
            melds = tuple(
                LaidSet(meld.kind, first, meld.feeder) for meld, first in zip(self.admitted.melds, firsts, strict=False)
            )
            tiles = tuple(tile for face in faces for tile in face.tiles)
        total = 0 if result is None else result.total
        return WinFacts(total=total, melds=melds, tiles=tiles, **of_situation(self.situation))

    def waits(self, _: Result) -> Waits:
        return self.waits_call(live=True).answer()

    def to_data(self, result: Result) -> dict[str, Any]:
        return result_data(result, bool(self.alternatives))


# What the kernel asks for when a hand does not remember a call.


def make_score(
    hand: Hand, rules: RuleSet, /, *, alternatives: int = 0, kernel: Kernel = "native", **keywords: Any
) -> _internal.ScoreCall:
    faults = []
    if type(alternatives) is not int or not 0 <= alternatives <= MOST_ALTERNATIVES:
        problem = f"alternatives: a number from 0 to {MOST_ALTERNATIVES}, not {shown(alternatives)}"
        faults.append(Fault("bad_value", problem))
    if kernel not in KERNELS:
        faults.append(Fault("bad_value", f"kernel: one of {', '.join(KERNELS)}, not {shown(kernel)}"))
    if faults:
        raise IllegalHandError(faults)
    call = Scoring(hand, rules, keywords, alternatives, kernel)
    if call.situation.prize:
        from .payout import check

        check(rules.payout, call.facts(None))
    return call.ready()


def make_waits(hand: Hand, rules: RuleSet, /, *, live: bool = True, **keywords: Any) -> _internal.WaitsCall:
    if type(live) is not bool:
        raise IllegalHandError([Fault("bad_value", f"live: True or False, not {shown(live)}")])
    compiled = tables(rules)
    read, faults = situation(rules, keywords)
    waiting = None if faults else compiled.waiting(hand, rules, read, live)
    if waiting is None:
        return Call(hand, rules, keywords, "waits").waits_call(live)
    return _internal.WaitsCall(compiled.table, *waiting, rules.wild_tiles)


def make_distance(hand: Hand, rules: RuleSet, /, **keywords: Any) -> _internal.DistanceCall:
    compiled = tables(rules)
    read, faults = situation(rules, keywords)
    loose = None if faults else compiled.loose(hand, rules, read)
    if loose is None:
        loose = Call(hand, rules, keywords, "distance").native
    return _internal.DistanceCall(compiled.table, loose)


def restored(hand: Hand, asked: tuple[RuleSet, dict[str, Any]], readings: list[_internal.Reading]) -> Result:
    """An answer from a pickle."""
    rules, keywords = asked
    return make_score(hand, same_rules(rules), **keywords).result(hand, readings)


def _call(hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], purpose: Purpose) -> Call:
    """The admitted call, from the hand's own memory where the very same was asked before."""
    # Values of other types than text may be equal and yet not the same (1 is True).
    key = (id(rules), purpose, *keywords.items(), *map(type, keywords.values()))
    try:
        known: Call | None = hand._cache.get(key)
    except (AttributeError, TypeError):  # not a Hand, or a keyword that is a list
        return Call(hand, rules, keywords, purpose)
    if known is None:
        known = Call(hand, rules, keywords, purpose)
        if len(hand._cache) >= KEPT:
            hand._cache.clear()
        hand._cache[key] = known
    return known


def acceptance(hand: Hand, rules: RuleSet, /, **keywords: Any) -> dict[str, Accepted]:
    """For a hand about to discard: each discard with the distance it leaves, the kinds that then lower it, and
    how many copies of them are neither held nor seen.  The best discards come first.

    >>> import tingpai as tp
    >>> found = tp.acceptance(tp.Hand.parse("123m 456m 789p 55s 224z"), tp.rules("hongkong"))
    >>> found["4z"]
    Accepted(distance=0, kinds=('5s', '2z'), left=4)
    """
    call = _call(hand, rules, keywords, "acceptance")
    held = list(call.kept())
    if call.admitted.winning is not None and call.admitted.winning != WILD:
        held[call.admitted.winning] += 1
    found = []
    for discard, left_over, mask in call.table.acceptance(call.native):
        kinds = [kind for kind in bits(mask) if kind not in call.admitted.wild_kinds and held[kind] < 4]
        left = sum(4 - held[kind] for kind in kinds)
        accepted = Accepted(left_over, tuple(TILE_TEXT[kind] for kind in kinds), left)
        # All wild tiles are alike as discards; each face of theirs is named.
        faces = call.wild_faces() if discard is None else [discard]
        found += [(TILE_TEXT[face], accepted) for face in faces]
    found.sort(key=lambda entry: (entry[1].distance, -entry[1].left))
    return dict(found)


def decompose(hand: Hand, rules: RuleSet, /, **keywords: Any) -> Iterator[Arrangement]:
    """Every arrangement of a hand with its winning tile, one at a time, each once; none if it is not complete.

    >>> import tingpai as tp
    >>> for arrangement in tp.decompose(tp.Hand.parse("111222333m 5p 789s +5p"), tp.rules("hongkong")):
    ...     print([group.tiles for group in arrangement.groups])
    ['123m', '123m', '123m', '789s', '55p']
    ['111m', '222m', '333m', '789s', '55p']
    """
    call = _call(hand, rules, keywords, "decompose")
    return _arrangements(call)


def _arrangements(call: Call) -> Iterator[Arrangement]:
    for shape, groups in call.table.decompose(call.native):
        yield plain_arrangement(SHAPES[shape], faces_of(groups, call.admitted), call.admitted)

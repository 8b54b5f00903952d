"""The calls: a hand and a rule set in, one answer out.

A hand is admitted once for each rule set and situation and the outcome kept with it, so that
scoring it again costs the search alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from .admit import Purpose, admit_call
from .errors import Fault, IllegalHandError, shown
from .hand import Hand
from .native import KEPT, SHAPES, bits, faces_of, from_native, kinds_held, native_hand, tables
from .result import Accepted, Arrangement, Found, Reading, Result, Waits, explain, plain_arrangement
from .situation import FLOWER_WAYS
from .tiles import KIND_COUNT, TILE_TEXT, WILD

if TYPE_CHECKING:
    from .payout import WinFacts
    from .ruleset.schema import RuleSet, Win

Kernel = Literal["native", "reference"]
KERNELS = ("native", "reference")
MOST_ALTERNATIVES = 1000


class Call:
    """A hand admitted under a rule set in a situation, for one purpose."""

    def __init__(self, hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], purpose: Purpose) -> None:
        self.tables = tables(rules)
        self.rules = rules
        self.situation, self.admitted = admit_call(hand, rules, keywords, purpose)
        self.native = native_hand(self.admitted, self.situation)
        self.table = self.tables.table
        counted = self.native
        if purpose in ("score", "waits") and self.admitted.winning is not None:
            # Waits look at the hand before its winning tile, and so does the distance told beside them.
            counted = native_hand(replace(self.admitted, winning=None), self.situation)
        self.distance = self.table.ready(counted).distance

    def kept(self) -> tuple[int, ...]:
        """Copies of each kind that are held or seen."""
        return kinds_held(self.admitted, self.situation)

    def wild_faces(self) -> list[int]:
        """What the wild tiles in hand show."""
        winning = [self.admitted.winning_printed] if self.admitted.winning == WILD else []
        return sorted({WILD if face is None else face for face in (*self.admitted.wilds, *winning)})

    def find_waits(self, live: bool) -> Waits:
        mask, by_wild = self.table.waits(self.native)
        return waits_answer(self, mask, by_wild, live, self.distance())


class ScoreCall(Call):
    """A call of :func:`score`: what is asked, and how its answer is told."""

    def __init__(
        self, hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], alternatives: int, kernel: Kernel
    ) -> None:
        super().__init__(hand, rules, keywords, "score")
        self.alternatives = alternatives
        self.kernel = kernel
        self.win: Win = next(win for win in rules.wins if win.by == self.situation.by)
        self.situated = self.tables.in_situation(self.situation)
        self.by_flowers = self.situation.by in FLOWER_WAYS
        self.counted_rows = frozenset(index for index, row in enumerate(rules.rows) if not row.counts_to_min)
        self.plain = kernel == "native" and not self.by_flowers and not self.win.refused and not self.win.shapes
        self.best = self.situated.best
        self.most = 1 + alternatives
        self.least = None if self.counted_rows else rules.min_total
        self.limit = rules.limit
        self.prize_checked = not self.situation.prize

    @cached_property
    def _facts_before(self) -> dict[str, Any]:
        read = self.situation
        names = ("seat", "by", "discarder", "feeder", "replacement", "streak", "prize", "die")
        return {name: getattr(read, name) for name in names}

    def answer(self) -> Result:
        found = self.best(self.native, self.most) if self.plain else self._find()
        if not found:
            missing = (self.win.refused or "no_flower_win") if self.by_flowers else "incomplete"
            return Result(self, found, 0, missing)
        total: int = found[0].total
        limit = self.limit
        if limit is not None and total > limit:
            total = limit
        if self.plain and self.least is not None and total >= self.least:
            return Result(self, found, total, None)
        return Result(self, found, total, self._reason(found[0], total))

    def _find(self) -> Sequence[Any]:
        if self.kernel == "reference":
            from .reference.found import found

            return found(self.admitted, self.situation, self.rules, 1 + self.alternatives)
        if self.by_flowers:
            reading = self.situated.best_flowers(self.native)
            return [] if reading is None else [reading]
        return self.best(self.native, self.most)

    def _reason(self, best: Any, total: int) -> str | None:
        win = self.win
        counts = total
        if self.counted_rows:
            lines = best.counted if isinstance(best, Found) else best.lines
            beside = (value * grade * times for row, value, grade, times, _ in lines if row in self.counted_rows)
            counts -= sum(beside)
        if win.refused:
            return win.refused
        if win.shapes and self.told(best).shape not in win.shapes:
            return win.otherwise
        if counts < self.rules.min_total and not win.any_total:
            return "below_minimum"
        return None

    # What a Result asks for when it is read.

    def told(self, found: Any) -> Found:
        return found if isinstance(found, Found) else from_native(found, self.admitted)

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
        from .payout import LaidSet, WinFacts

        melds: tuple[LaidSet, ...] = ()
        tiles: tuple[int, ...] = ()
        if result is not None and result._found:
            faces = self.told(result._found[0]).faces
            # A flower win has no arrangement: its sets then show the first face they may.
            shown = [face.tiles[0] for face in faces if face.laid != "hand"]
            firsts = shown or [meld.faces[0] for meld in self.admitted.melds]
            melds = tuple(
                LaidSet(meld.kind, first, meld.feeder) for meld, first in zip(self.admitted.melds, firsts, strict=False)
            )
            tiles = tuple(tile for face in faces for tile in face.tiles)
        total = 0 if result is None else result.total
        return WinFacts(total=total, melds=melds, tiles=tiles, **self._facts_before)

    def waits(self, _: Result) -> Waits:
        return self.find_waits(live=True)


def waits_answer(call: Call, mask: int, by_wild: bool, live: bool, distance: int) -> Waits:
    """The natural kinds of a mask: no wild kind, and where ``live`` none of which all four are held or seen."""
    held = call.kept()
    wild = call.admitted.wild_kinds
    kinds = [kind for kind in bits(mask) if kind not in wild and not (live and held[kind] >= 4)]
    any_tile = mask == (1 << KIND_COUNT) - 1 and (by_wild or not call.rules.wild_tiles)
    return Waits((TILE_TEXT[kind] for kind in kinds), any_tile, by_wild and call.rules.wild_tiles, distance)


def _call(hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], purpose: Purpose) -> Call:
    """The admitted call, from the hand's own memory where the very same was asked before."""
    key = _key((id(rules), purpose), keywords)
    known = _known(hand, key)
    if known is None:
        known = Call(hand, rules, keywords, purpose)
        _keep(hand, key, known)
    return known  # type: ignore[no-any-return]


def _key(asked: tuple[Any, ...], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a call is remembered by.  Values of other types than text may be equal and yet not the same (1 is True)."""
    values = keywords.values()
    if all(type(value) is str for value in values):
        return (*asked, *keywords.items())
    return (*asked, *keywords.items(), *map(type, values))


def _known(hand: Hand, key: Any) -> Any:
    try:
        return hand._cache.get(key)
    except (AttributeError, TypeError):  # not a Hand, or a keyword that is a list
        return None


def _keep(hand: Hand, key: Any, call: Any) -> None:
    if len(hand._cache) >= KEPT:
        hand._cache.clear()
    try:
        hand._cache[key] = call
    except TypeError:  # a keyword that is a list
        return


def score(
    hand: Hand, rules: RuleSet, /, *, alternatives: int = 0, kernel: Kernel = "native", **keywords: Any
) -> Result:
    """What a hand with its winning tile is worth: the greatest total over everything its owner may choose.

    ``keywords`` are the situation: ``by`` (required), ``seat``, ``round``, ``indicator`` ... as the rule set uses
    them.  ``alternatives``: how many of the next-best readings to add.  ``kernel="reference"`` asks the slow
    engine that checks the fast one.  Raises :class:`~tingpai.errors.IllegalHandError` with every fault of a hand
    or situation that cannot be; a win that the rules refuse is an answer with a ``reason``.

    >>> import tingpai as tp
    >>> hand = tp.Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
    >>> result = tp.score(hand, tp.rules("baida"), seat="W", indicator="7z", by="self_draw")
    >>> result.total, result.payments
    (34, {'E': -40, 'S': -39, 'W': 118, 'N': -39})
    """
    try:
        call = hand._cache.get((id(rules), alternatives, kernel, *keywords.items()))
    except (AttributeError, TypeError):  # not a Hand, or a keyword that is a list
        call = None
    if call is None:
        call = _score_call(hand, rules, keywords, alternatives, kernel)
    return call.answer()


def _score_call(
    hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], alternatives: int, kernel: Kernel
) -> ScoreCall:
    key = _key((id(rules), alternatives, kernel), keywords)
    known = _known(hand, key)
    if known is not None:
        return known  # type: ignore[no-any-return]
    faults = []
    if type(alternatives) is not int or not 0 <= alternatives <= MOST_ALTERNATIVES:
        problem = f"alternatives: a number from 0 to {MOST_ALTERNATIVES}, not {shown(alternatives)}"
        faults.append(Fault("bad_value", problem))
    if kernel not in KERNELS:
        faults.append(Fault("bad_value", f"kernel: one of {', '.join(KERNELS)}, not {shown(kernel)}"))
    if faults:
        raise IllegalHandError(faults)
    call = ScoreCall(hand, rules, keywords, alternatives, kernel)
    if not call.prize_checked:
        from .payout import check

        check(rules.payout, call.facts(None))
    _keep(hand, key, call)
    return call


def waits(hand: Hand, rules: RuleSet, /, *, live: bool = True, **keywords: Any) -> Waits:
    """The natural kinds that complete a hand without its winning tile, in any shape of the rule set.

    ``live``: drop kinds of which you hold or see all four.  Wild kinds are never listed; ``wild_completes`` tells
    of them.

    >>> import tingpai as tp
    >>> tp.waits(tp.Hand.parse("33344455m34567p"), tp.rules("hongkong"))
    ('2p', '5p', '8p')
    """
    if type(live) is not bool:
        raise IllegalHandError([Fault("bad_value", f"live: True or False, not {shown(live)}")])
    return _call(hand, rules, keywords, "waits").find_waits(live)


def distance(hand: Hand, rules: RuleSet, /, **keywords: Any) -> int:
    """Tiles short of ready: -1 complete, 0 ready, 1 and more before that.

    Naturals are drawn, of which four of a kind exist, those in sets counted; wild tiles in hand stand for
    anything.

    >>> import tingpai as tp
    >>> tp.distance(tp.Hand.parse("123456789m1111z"), tp.rules("hongkong"))
    1
    """
    if keywords:
        return _call(hand, rules, keywords, "distance").distance()
    ask = _known(hand, id(rules))
    if ask is None:
        ask = _call(hand, rules, keywords, "distance").distance
        _keep(hand, id(rules), ask)
    return ask()  # type: ignore[no-any-return]


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

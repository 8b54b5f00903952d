"""A fast bot that builds towards hands that may win.

A hand is worth, of all themes (:mod:`tingpai.bots.themes`) that its sets still allow, the most of: the share of such
hands that reach the minimum, and a fixed factor for each tile still missing.  A ready hand is worth what its waits
are: the scorer says which of them win, the view how many are left.  Of equal discards the one is made that leaves the
most unseen tiles to bring the hand nearer.  Worth is a logarithm throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import TYPE_CHECKING

from ..errors import IllegalHandError
from ..game.action import PASS, Action
from ..hand import Meld
from ..native import tables
from ..scoring import score
from ..tiles import FIRST_WIND, KIND_COUNT
from .sight import Held, Sight
from .themes import Theme, themes_of

if TYPE_CHECKING:
    from ..game.view import View
    from ..ruleset.schema import RuleSet

PER_TILE = log(2.5)
"""How much less likely a hand is for each missing tile."""
CLAIM = 0.2
"""By how much a claim must make a hand better: it shows tiles and ends choices."""
HOPELESS = log(0.001)
"""A ready hand that no unseen tile makes a win."""
FULL_WAIT = 4
"""Unseen tiles to win on that make a ready hand as good as a won one."""
TOTAL = 0.002
"""How much more a point of the total is worth."""
KEPT = 512
AT_ONCE = ("take_fines", "win", "flower_win", "flower", "take_extra", "show_kongs")
"""What is always done, the first first: fines are taken before a win is shown (V1-49)."""


class GreedyBot:
    """Plays under ``rules``; from one decision to the next it keeps nothing but worths it has worked out."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._table = tables(rules).table
        self._themes = themes_of(rules)
        self._ways = tuple(win.by for win in rules.wins if win.by in ("self_draw", "discard") and win.refused is None)
        self._totals: dict[object, int | None] = {}

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        at_once = [action for action in legal if action.kind in AT_ONCE]
        if at_once:
            return min(at_once, key=lambda action: AT_ONCE.index(action.kind))
        if PASS in legal:
            claims = [action for action in legal if action.kind in ("chow", "pung", "kong")]
            return self._claim(Sight(view), claims) if claims else PASS
        if any(action.kind == "discard" for action in legal):
            return self._turn(Sight(view), legal)
        return legal[0]

    # Acts

    def _turn(self, sight: Sight, legal: tuple[Action, ...]) -> Action:
        held = sight.held
        best, worth = self._discard(sight, held, [action for action in legal if action.kind == "discard"])
        for action in legal:
            if action.kind == "swap_up":
                swapped = held.without(action.tile, wild=action.wild)
                other = self._before_discard(sight, swapped)
            elif action.kind == "concealed_kong":
                other = self._worth(sight, held.laid(Meld((action.tile,) * 4, "concealed_kong"), *(action.tile,) * 4))
            elif action.kind == "added_kong":
                other = self._worth(sight, held.raised(action.tile))
            else:
                continue
            if other >= worth:
                return action
        declared = [
            (self._ready(sight, held.without(action.tile), riichi=True), action)
            for action in legal
            if action.kind == "riichi"
        ]
        if declared:
            value, action = max(declared, key=lambda found: found[0])
            if value > HOPELESS and value >= worth:
                return action
        return best

    def _claim(self, sight: Sight, claims: Sequence[Action]) -> Action:
        best, least = PASS, self._worth(sight, sight.held) + CLAIM
        for action in claims:
            held = sight.claim(action)
            worth = self._worth(sight, held) if action.kind == "kong" else self._before_discard(sight, held)
            if worth > least:
                best, least = action, worth
        return best

    def _discard(self, sight: Sight, held: Held, discards: Sequence[Action]) -> tuple[Action, float]:
        """The best discard, and what the hand is worth after it."""
        worth, theme = self._nearest(held)
        ready = [(self._ready(sight, held.without(action.tile)), action) for action in self._tenpai(held, discards)]
        if ready:
            value, action = max(ready, key=lambda found: found[0])
            if value >= worth:
                return action, value
        rests = [(action, held.without(action.tile)) for action in discards]
        distances = [self._distance(rest, theme) for _, rest in rests]
        least = min(distances)
        equal = [row for row, distance in zip(rests, distances, strict=True) if distance == least]
        return max(equal, key=lambda row: self._open(sight, row[1], theme))[0], worth

    # What hands are worth

    def _before_discard(self, sight: Sight, held: Held) -> float:
        """What a hand is worth that must still discard."""
        worth, _ = self._nearest(held)
        discards = [*held.kinds(), *set(held.wilds)]
        if self._table.distance(held.native()) <= 0:
            ready = (held.without(tile) for tile in discards)
            worth = max([worth, *(self._ready(sight, rest) for rest in ready if self._is_ready(rest))])
        return worth

    def _worth(self, sight: Sight, held: Held) -> float:
        """What a hand is worth that waits for a tile."""
        worth, _ = self._nearest(held)
        return max(worth, self._ready(sight, held)) if self._is_ready(held) else worth

    def _nearest(self, held: Held) -> tuple[float, Theme]:
        """What a hand is worth that is not ready, and by which theme."""
        best, found = -1e9, self._themes[0]
        claimed = held.claimed
        for theme in self._themes:
            if theme.takes(held.melds):
                distance = self._distance(held, theme)
                worth = log(theme.worth[claimed]) - PER_TILE * max(distance, 1)
                if worth > best:
                    best, found = worth, theme
        return best, found

    def _distance(self, held: Held, theme: Theme) -> int:
        if theme.pungs:
            return _pungs_missing(held, self._rules.sets)
        return self._table.distance(held.native(theme.mask))

    def _is_ready(self, held: Held) -> bool:
        return self._table.distance(held.native()) <= 0

    def _tenpai(self, held: Held, discards: Iterable[Action]) -> list[Action]:
        """Discards that leave the hand ready."""
        if not self._is_ready(held):
            return []
        return [action for action in discards if self._is_ready(held.without(action.tile))]

    def _ready(self, sight: Sight, held: Held, riichi: bool = False) -> float:
        """What a ready hand is worth: the unseen tiles it wins on, and the totals it then has."""
        mask, by_wild = self._table.waits(held.native())
        waits = [(kind, sight.unseen[kind]) for kind in range(KIND_COUNT) if mask >> kind & 1 and sight.unseen[kind]]
        if by_wild and sight.unseen_wild:
            waits.append((min(sight.wild), sight.unseen_wild))
        found = 0.0
        for tile, left in waits:
            for by in self._ways:
                total = self._total(sight, held, tile, by, riichi)
                if total is not None:
                    found += left * (1 + TOTAL * total) * (3 if by == "discard" else 1)
        everyone = FULL_WAIT * (4 if "discard" in self._ways else 1)
        return max(HOPELESS, log(found / everyone)) if found else HOPELESS

    def _total(self, sight: Sight, held: Held, tile: int, by: str, riichi: bool) -> int | None:
        """What a hand that wins would score; None where it may not win."""
        told = sight.situation(by, riichi, self._rules.keywords)
        key = (held, tile, sight.flowers, *told.items())
        if key not in self._totals:
            if len(self._totals) >= KEPT:
                self._totals.clear()
            try:
                result = score(sight.hand(held, tile), self._rules, **told)
            except IllegalHandError:
                return None  # a set whose tiles the view does not tell
            self._totals[key] = result.total if result.wins else None
        return self._totals[key]

    def _open(self, sight: Sight, held: Held, theme: Theme) -> tuple[float, ...]:
        """How much is still open to a hand: unseen tiles that bring it nearer, then those near its own."""
        unseen = sight.unseen
        if theme.pungs:
            return (sum(unseen[kind] * min(held.counts[kind], 2) for kind in held.kinds()),)
        outside = sum(held.counts) - sum(map(int.__mul__, held.counts, theme.mask))
        plain = self._table.distance(held.native())
        if outside:
            return (-plain, 0.0)
        native, counts = self._table, bytearray(held.counts)
        least, near = plain, 0
        for kind in frozenset().union(*(_NEIGHBOURS[held_kind] for held_kind in held.kinds())):
            if unseen[kind] and theme.mask[kind]:
                counts[kind] += 1
                more = Held(bytes(counts), held.wilds, held.melds)
                if native.distance(more.native()) < least:
                    near += unseen[kind]
                counts[kind] -= 1
        return (-plain, near)


def _neighbours(kind: int) -> frozenset[int]:
    """A kind and those that make a chow or part of one with it."""
    if kind >= FIRST_WIND:
        return frozenset((kind,))
    return frozenset(other for other in range(max(kind - 2, 0), kind + 3) if other // 9 == kind // 9)


_NEIGHBOURS = tuple(map(_neighbours, range(KIND_COUNT)))


def _pungs_missing(held: Held, sets: int) -> int:
    """How many tiles a hand of pungs and a pair is short of ready."""
    copies = sorted((min(count, 3) for count in held.counts if count), reverse=True)
    open_sets = sets - len(held.melds)
    copies += [0] * (open_sets + 1 - len(copies))
    missing = sum(3 - count for count in copies[:open_sets]) + max(0, 2 - copies[open_sets])
    return max(0, missing - len(held.wilds)) - 1

"""How many natural tiles a hand is short of complete, from the definition.

Let a complete hand ask for ``demand[k]`` tiles of kind k in hand.  Of those the hand holds
some as naturals; the rest are ``missing``.  Of each kind at most four naturals exist, less
those in the sets laid down; what a complete hand asks beyond that is ``excess`` and only a
wild tile of the hand can be it.  Over all complete hands whose excess the wild tiles cover,
the distance is the least number of missing tiles that they do not cover, less one.

Costs are kept as a mapping from excess to the least missing: the two pull apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from typing import TYPE_CHECKING

from ..tiles import KIND_COUNT, is_honour
from .arrangements import ORPHANS, SETS, knitted_blocks, own_tiles, unrelated_ranks

if TYPE_CHECKING:
    from ..admit import Admitted
    from ..ruleset.schema import RuleSet

Costs = Mapping[int, int]
"""Excess -> least missing."""


class Kind(tuple[int, int, int]):
    """Of one kind: naturals in hand, naturals that can be in hand, tiles already asked for."""

    def cost(self, demand: int) -> tuple[int, int]:
        """Excess and missing where the groups chosen ask for this many (more)."""
        held, available, base = self
        return max(0, base + demand - available), max(0, base + demand - held)


def distance(admitted: Admitted, rules: RuleSet) -> int:
    """-1 where the hand is complete, 0 where it is ready, else the draws it is short of ready."""
    own = own_tiles(admitted)
    melds = len(admitted.melds)
    held = admitted.held
    available = [4 - (held[kind] - admitted.counts[kind]) for kind in range(KIND_COUNT)]
    hand = [Kind((own.counts[kind], available[kind], 0)) for kind in range(KIND_COUNT)]
    costs = [least for shape in rules.shapes for least in _shape(shape, hand, own.wilds, rules.sets, melds)]
    return max(0, min(missing for least in costs for missing in least.values()) - own.wilds) - 1


def _shape(shape: str, hand: list[Kind], wilds: int, sets: int, melds: int) -> Iterator[Costs]:
    match shape:
        case "standard":
            yield _groups(hand, wilds, sets - melds)
        case "knitted_dragon" if melds <= sets - 3:
            for block in knitted_blocks():
                yield _groups(_asking(hand, block), wilds, sets - 3 - melds)
        case "seven_pairs" if not melds:
            yield _pairs(hand, wilds, 7, sets - 4)
        case "thirteen_orphans" if not melds:
            for twice in ORPHANS:
                yield _further(_asking(hand, (*ORPHANS, twice)), wilds, sets - 4)
        case "sixteen_unrelated" if not melds and sets == 5:
            yield _unrelated(hand, wilds)


def _asking(hand: list[Kind], tiles: Iterable[int]) -> list[Kind]:
    asked = list(hand)
    for tile in tiles:
        held, available, base = asked[tile]
        asked[tile] = Kind((held, available, base + 1))
    return asked


def _further(hand: list[Kind], wilds: int, sets: int) -> Costs:
    """What is asked for already, and one set more or none."""
    costs = [kind.cost(0) for kind in hand]
    least: dict[int, int] = {}
    for tiles in [group.tiles for group in SETS] if sets else [()]:
        more = {tile: hand[tile].cost(tiles.count(tile)) for tile in tiles}
        excess = sum(excess for excess, _ in costs) + sum(more[tile][0] - costs[tile][0] for tile in more)
        missing = sum(missing for _, missing in costs) + sum(more[tile][1] - costs[tile][1] for tile in more)
        _note(least, excess, missing, wilds)
    return least


# Sets and a pair ------------------------------------------------------------------------

Parts = Mapping[tuple[int, int], Costs]
"""(sets, pairs) that a part of the tiles provides -> what that costs."""


def _groups(hand: list[Kind], wilds: int, sets: int) -> Costs:
    suits = [_suit(tuple(hand[first : first + 9]), wilds, sets, 0, 0) for first in (0, 9, 18)]
    honours = [_honour(kind, wilds, sets) for kind in hand[27:]]
    return reduce(lambda a, b: _both(a, b, wilds, sets), (*suits, *honours)).get((sets, 1), {})


def _both(left: Parts, right: Parts, wilds: int, sets: int) -> Parts:
    both: dict[tuple[int, int], dict[int, int]] = {}
    for (sets_a, pairs_a), costs_a in left.items():
        for (sets_b, pairs_b), costs_b in right.items():
            if sets_a + sets_b <= sets and pairs_a + pairs_b <= 1:
                least = both.setdefault((sets_a + sets_b, pairs_a + pairs_b), {})
                for excess_a, missing_a in costs_a.items():
                    for excess_b, missing_b in costs_b.items():
                        _note(least, excess_a + excess_b, missing_a + missing_b, wilds)
    return both


def _note(least: dict[int, int], excess: int, missing: int, wilds: int) -> None:
    if excess <= wilds and missing < least.get(excess, missing + 1):
        least[excess] = missing


@cache
def _honour(kind: Kind, wilds: int, sets: int) -> Parts:
    parts: dict[tuple[int, int], dict[int, int]] = {}
    for pungs in range(sets + 1):
        for pairs in (0, 1):
            _note(parts.setdefault((pungs, pairs), {}), *kind.cost(3 * pungs + 2 * pairs), wilds)
    return parts


@cache
def _suit(ranks: tuple[Kind, ...], wilds: int, sets: int, begun: int, begun_before: int) -> Parts:
    """The parts that the ranks from here up can provide, with at most so many sets, where this many chows
    began one and two ranks below (they are counted where they began)."""
    if not ranks:
        return {(0, 0): {0: 0}}
    parts: dict[tuple[int, int], dict[int, int]] = {}
    for chows in range(sets + 1 if len(ranks) >= 3 else 1):
        for pungs in range(sets - chows + 1):
            for pairs in (0, 1):
                excess, missing = ranks[0].cost(chows + begun + begun_before + 3 * pungs + 2 * pairs)
                if excess > wilds:
                    continue
                above = _suit(ranks[1:], wilds - excess, sets - chows - pungs, chows, begun)
                for (further, further_pairs), costs in above.items():
                    if pairs + further_pairs <= 1:
                        least = parts.setdefault((chows + pungs + further, pairs + further_pairs), {})
                        for further_excess, further_missing in costs.items():
                            _note(least, excess + further_excess, missing + further_missing, wilds)
    return parts


# The shapes that are no sets --------------------------------------------------------------


def _pairs(hand: list[Kind], wilds: int, pairs: int, pungs: int) -> Costs:
    """So many pairs and pungs of any kinds, alike or not."""
    parts: dict[tuple[int, int], Costs] = {(0, 0): {0: 0}}
    for kind in hand:
        further: dict[tuple[int, int], dict[int, int]] = {}
        for (pairs_so_far, pungs_so_far), costs in parts.items():
            for more in range(pairs - pairs_so_far + 1):
                for more_pungs in range(pungs - pungs_so_far + 1):
                    least = further.setdefault((pairs_so_far + more, pungs_so_far + more_pungs), {})
                    excess, missing = kind.cost(2 * more + 3 * more_pungs)
                    for excess_so_far, missing_so_far in costs.items():
                        _note(least, excess_so_far + excess, missing_so_far + missing, wilds)
        parts = dict(further)
    return parts[pairs, pungs]


def _unrelated(hand: list[Kind], wilds: int) -> Costs:
    """The sixteen, one of them twice.  No kind is asked for more than two of, so nothing is in excess."""
    honours = [kind for kind in range(KIND_COUNT) if is_honour(kind)]
    choices = [[honours]] + [[[9 * suit + rank for rank in ranks] for ranks in unrelated_ranks()] for suit in range(3)]

    def missing(tiles: list[int], twice: bool) -> int:
        once = [hand[tile].cost(1)[1] for tile in tiles]
        return sum(once) + (min(hand[tile].cost(2)[1] - hand[tile].cost(1)[1] for tile in tiles) if twice else 0)

    best = min(
        sum(min(missing(tiles, part == doubled) for tiles in choice) for part, choice in enumerate(choices))
        for doubled in range(4)
    )
    return {0: best} if wilds >= 0 else {}

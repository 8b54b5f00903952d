"""Completeness and waits, by trying every kind.

These ask less than :func:`decompose` does, so they remember instead of listing: a hand is
complete if the lowest natural tile can be laid into some group and the rest is complete.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..tiles import KIND_COUNT, WILD
from .arrangements import ORPHANS, PAIRS, PUNGS, SETS, Group, Own, knitted_blocks, own_tiles, unrelated_ranks

if TYPE_CHECKING:
    from ..admit import Admitted
    from ..ruleset.schema import RuleSet


def complete(admitted: Admitted, rules: RuleSet) -> bool:
    """Whether the tiles in hand, winning tile included, and the sets laid down make a hand."""
    return _completes(own_tiles(admitted), rules.sets, len(admitted.melds), rules.shapes)


def waits(admitted: Admitted, rules: RuleSet) -> tuple[tuple[int, ...], bool]:
    """The natural kinds that complete the hand by shape, copies ignored, and whether a wild tile does.

    The winning tile, if any, is left out of the hand.  Kinds of the wild set are no natural kinds.
    """
    own = Own(tuple(admitted.counts), len(admitted.wilds))
    natural, by_wild = _waits(own, rules.sets, len(admitted.melds), rules.shapes)
    return tuple(kind for kind in natural if kind not in admitted.wild_kinds), by_wild and rules.wild_tiles


@cache
def _waits(own: Own, sets: int, melds: int, shapes: tuple[str, ...]) -> tuple[tuple[int, ...], bool]:
    completing = [tile for tile in (*range(KIND_COUNT), WILD) if _completes(own.plus(tile), sets, melds, shapes)]
    return tuple(tile for tile in completing if tile != WILD), WILD in completing


def live(natural: tuple[int, ...], admitted: Admitted) -> tuple[int, ...]:
    """The waits of which the player does not hold all four (`seen` tiles do not matter here)."""
    return tuple(kind for kind in natural if admitted.held[kind] < 4)


@cache
def _completes(own: Own, sets: int, melds: int, shapes: tuple[str, ...]) -> bool:
    if own.size != 3 * (sets - melds) + 2:
        return False
    return any(shape in CHECKS and CHECKS[shape](own, sets, melds) for shape in shapes)


@cache
def _parts(own: Own, groups: tuple[Group, ...], number: int, pairs: int) -> bool:
    lowest = next((kind for kind in range(KIND_COUNT) if own.counts[kind]), None)
    if lowest is None:
        return own.wilds == 3 * number + 2 * pairs
    candidates = [(group, number - 1, pairs) for group in groups if number]
    candidates += [(group, number, pairs - 1) for group in PAIRS if pairs]
    for group, fewer, fewer_pairs in candidates:
        if lowest in group.tiles:
            rest = own.without(group.tiles)
            if rest is not None and _parts(rest, groups, fewer, fewer_pairs):
                return True
    return False


def _standard(own: Own, sets: int, melds: int) -> bool:
    return _parts(own, SETS, sets - melds, 1)


def _seven_pairs(own: Own, sets: int, melds: int) -> bool:
    return melds == 0 and _parts(own, PUNGS, sets - 4, 7)


def _thirteen_orphans(own: Own, sets: int, melds: int) -> bool:
    rest = own.without(ORPHANS)
    if melds or rest is None:
        return False
    lasts = [rest.without((twice,)) for twice in ORPHANS]
    return any(last is not None and _parts(last, SETS, sets - 4, 0) for last in lasts)


def _sixteen_unrelated(own: Own, sets: int, melds: int) -> bool:
    if melds or sets != 5:
        return False
    chosen = [tuple(range(27, 34))]
    for suit in range(3):
        counts = own.counts[9 * suit : 9 * suit + 9]
        trios = [ranks for ranks in unrelated_ranks() if all(rank in ranks for rank in range(9) if counts[rank])]
        if not trios:
            return False
        chosen.append(tuple(9 * suit + rank for rank in trios[0]))
    # Which trio of a suit is taken no longer matters: each holds the suit's naturals, wilds fill the rest.
    spare = sum(max(0, count - 1) for count in own.counts)
    missing = sum(not own.counts[tile] for trio in chosen for tile in trio)
    return missing <= own.wilds and spare <= 1


def _knitted_dragon(own: Own, sets: int, melds: int) -> bool:
    if melds > sets - 3:
        return False
    rests = [own.without(block) for block in knitted_blocks()]
    return any(rest is not None and _parts(rest, SETS, sets - 3 - melds, 1) for rest in rests)


CHECKS = {
    "standard": _standard,
    "seven_pairs": _seven_pairs,
    "thirteen_orphans": _thirteen_orphans,
    "sixteen_unrelated": _sixteen_unrelated,
    "knitted_dragon": _knitted_dragon,
}

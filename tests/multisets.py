"""Hands by number: every multiset of natural tiles, so that one can be drawn uniformly."""

from __future__ import annotations

from functools import cache

from tingpai.tiles import KIND_COUNT


@cache
def multisets(kinds_left: int, tiles: int) -> int:
    """How many ways there are to hold so many tiles of so many kinds, four of each at most."""
    if kinds_left == 0:
        return int(tiles == 0)
    return sum(multisets(kinds_left - 1, tiles - copies) for copies in range(min(4, tiles) + 1))


def unrank(rank: int, tiles: int, kind_count: int = KIND_COUNT) -> list[int]:
    """The counts of the multiset with this number, ``rank < multisets(kind_count, tiles)``."""
    counts = []
    for left in range(kind_count - 1, -1, -1):
        for copies in range(min(4, tiles) + 1):
            here = multisets(left, tiles - copies)
            if rank < here:
                break
            rank -= here
        counts.append(copies)
        tiles -= copies
    return counts

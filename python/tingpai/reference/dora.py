"""Rows of dora: what they add to a reading, once it is settled what else counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ruleset.matchers import Dora
from ..tiles import KIND_COUNT, TILE_NUMBER

if TYPE_CHECKING:
    from ..admit import Admitted
    from ..ruleset.schema import RuleSet
    from ..situation import Situation

CYCLES = (*("123456789" + suit for suit in "mps"), "1234z", "765z")
NEXT = {
    TILE_NUMBER[tile + cycle[-1]]: TILE_NUMBER[after + cycle[-1]]
    for cycle in CYCLES
    for tile, after in zip(cycle[:-1], cycle[1:-1] + cycle[0], strict=True)
}
"""The tile that an indicator points at (V2-3): 9 is followed by 1, north by east; red, green, white, red."""


def tiles(matcher: Dora, admitted: Admitted, situation: Situation) -> int:
    """How many tiles held count, each as often as an indicator points at it."""
    turned = situation.dora if matcher.indicators == "dora" else situation.ura
    turned = tuple(tile for tile in turned if tile < KIND_COUNT)  # a flower points at nothing
    pointed = [NEXT[tile] if matcher.points == "next" else tile for tile in turned]
    return sum(admitted.held[tile] + (tile == admitted.winning) for tile in pointed)


def added(counting: int, shape: str, admitted: Admitted, situation: Situation, rules: RuleSet) -> dict[int, int]:
    """The rows that add something, by number, and how many tiles they count, where the rows that count toward the
    minimum are worth ``counting``."""
    found = {}
    left = counting
    for number, row in enumerate(rules.rows):
        matcher, _ = row.when[0]
        if isinstance(matcher, Dora) and shape in row.shapes:
            counted = tiles(matcher, admitted, situation)
            if row.capped:
                counted = min(counted, left)
                left -= counted
            if counted:
                found[number] = counted
    return found

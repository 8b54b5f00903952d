"""The wall: shuffled from the seed, opened by dice, taken from the mouth and from the tail.

The tiles lie in stacks of two in a ring.  Position ``2k`` of the ring is the upper tile of stack ``k``, ``2k + 1`` the
lower one.  Stacks are counted clockwise from the right end of the dealer's own wall; then come the walls of the seats
at the dealer's left, across and right, a quarter of the stacks each.  The ring of hand *n* is the sorted tiles
(four of each kind, then the flowers) shuffled by ``Stream(seed, WALL, n)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tiles import FIRST_FLOWER, KIND_COUNT, WILD
from .seed import WALL, Stream
from .state import State

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet
    from .flow import Opening


def tiles_of(rules: RuleSet) -> list[int]:
    """All tiles of a game, sorted: 136, or 144 with flowers."""
    kinds = [kind for kind in range(KIND_COUNT) for _ in range(4)]
    return kinds + (list(range(FIRST_FLOWER, WILD)) if rules.flowers else [])


def ring_of(rules: RuleSet, seed: int, number: int) -> list[int]:
    """The ring of hand ``number``."""
    return Stream(seed, WALL, number).shuffled(tiles_of(rules))


def mouth(opening: Opening, dice: tuple[int, ...], stacks: int) -> int:
    """The stack that is taken first.  Dice count walls counter-clockwise, the dealer's own as one, and stacks
    clockwise from the right end of that wall (V1-4, V3-2, V5-5).

    >>> from tingpai.game.flow import Opening
    >>> mouth(Opening(fours=4, singles=0, wall="dealer"), (1, 2, 3), 72)
    6
    >>> mouth(Opening(fours=3, singles=1), (1, 2, 3), 72)
    60
    """
    total = sum(dice)
    counted = {"dealer": 1, "sum": total, "larger": max(dice)}[opening.wall]
    passed = min(dice) if opening.wall == "larger" else total
    side = -(counted - 1) % 4
    return (side * (stacks // 4) + passed) % stacks


def opened(state: State) -> list[int]:
    """The wall of this hand from its mouth on."""
    scripted = state.walls.get(state.hand)
    if scripted is not None:
        return list(scripted)
    ring = ring_of(state.rules, state.seed, state.hand)
    first = 2 * mouth(state.play.opening, state.dice, len(ring) // 2)
    return ring[first:] + ring[:first]


def dealt(state: State) -> tuple[tuple[int, ...], ...]:
    """The hands dealt, by place, each in the order its tiles were taken."""
    opening, tiles = state.play.opening, iter(state.wall)
    hands: list[list[int]] = [[], [], [], []]
    for taken in [4] * opening.fours + [1] * opening.singles:
        for step in range(4):
            hands[(state.dealer + step) % 4] += [next(tiles) for _ in range(taken)]
    if not state.extra_by_hand:
        hands[state.dealer].append(next(tiles))
    return tuple(map(tuple, hands))


def prizes_from(state: State) -> int:
    """Where in the wall the next prize tile lies: at the mouth, after those of nearer winners."""
    return state.head + sum(map(len, state.prizes.values()))


def can_replace(state: State, source: str) -> bool:
    """Whether there is a tile left to replace a kong or a flower."""
    return bool(state.spares) if state.play.reserve and source == "kong" else state.left > 0


def replacement(state: State, source: str) -> int:
    """The tile that replaces a kong or a flower: of the last stack the upper one first.  Where kongs have a reserve
    of their own, a flower is replaced from the mouth: behind the wall lie the indicators."""
    if state.play.reserve:
        return state.spares[0] if source == "kong" else state.wall[state.head]
    at = state.end - 1
    if state.end % 2 == 0 and state.left > 1:
        at -= 1
    return state.wall[at]


def take_replacement(state: State, source: str) -> int:
    """Takes that tile away."""
    tile = replacement(state, source)
    if state.play.reserve:
        if source == "kong":
            state.spares.pop(0)
        else:
            state.head += 1
        return tile
    if state.end % 2 == 0 and state.left > 1:
        state.wall[state.end - 2] = state.wall[state.end - 1]
    state.end -= 1
    return tile

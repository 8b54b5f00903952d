"""What a situation asks of hands, so that the kernel can admit those that surely may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .admit import SEAT_STEPS, WILDS_WITHOUT_INDICATOR, Table, prize_faults, wilds_beside
from .conflicts import (
    FLOWER_WAYS,
    KONG_REPLACEMENTS,
    ROBBED_KONGS,
    ROBBED_REAL_TILES,
    riichi_is_concealed,
    without_kong,
)
from .hand import wild_tiles
from .native import mask_of
from .notation import FEEDER_MARKS
from .situation import Situation
from .tiles import FIRST_FLOWER, KIND_COUNT, WILD, is_flower

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet

MANY: Final = 99
"""More copies than any hand leaves room for."""
_NONE: Final = [0] * KIND_COUNT


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
    unclaimed: bool
    no_concealed_kong: bool
    kongs: int
    flower: bool
    fed: Fed | None


def asked_of_wins(read: Situation, against: Table, *, tiles: bool = True) -> Asked | None:
    """What a situation asks of the hands that win in it; nothing where a fault is possible that the kernel does not
    look for.  Without ``tiles``: what all situations ask that differ in the tiles that they name, not in how many."""
    if read.by is None or prize_faults(against):
        return None
    return asked_of(read, against, tiles=tiles)


def asked_of_loose(rules: RuleSet, read: Situation) -> Asked | None:
    """What a situation asks of hands that may not have won yet.  What they wait for is not alive where all of it lies
    open."""
    if read.feeder is not None:
        return None
    asked = asked_of(read, Table(rules, read, "distance"))
    if asked is None or not read.dora:
        return asked
    return asked._replace(seen=[min(read.open.count(kind), MANY) for kind in range(KIND_COUNT)])


def asked_of(read: Situation, against: Table, *, tiles: bool = True) -> Asked | None:
    """What a situation asks of its hands; nothing where it cannot be itself, or is of the rare ones by flowers that the
    kernel does not look at."""
    rules = against.rules
    if read.by in FLOWER_WAYS or (read.replacement == "flower" and against.flowers_wild):
        return None
    asked = Asked(
        wild_kinds=0,
        most_wilds=WILDS_WITHOUT_INDICATOR if rules.wild_tiles else 0,
        elsewhere=_NONE,
        flowers_elsewhere=0,
        flowers_wild=False,
        seen=_NONE,
        seen_jokers=0,
        robs_kong=read.by in ROBBED_KONGS,
        real=read.by in ROBBED_REAL_TILES,
        unclaimed=read.first_turn is not None or (read.riichi is not None and riichi_is_concealed(rules)),
        no_concealed_kong=without_kong(read, rules),
        kongs=0 if read.replacement not in KONG_REPLACEMENTS else 1 if read.replacement == "kong" else 2,
        flower=read.replacement == "flower",
        fed=None if read.feeder is None else Fed(_mark_of(read.feeder, read.seat), read.replacement != "kong"),
    )
    return _with_tiles(asked, read, against) if tiles else asked


def _with_tiles(asked: Asked, read: Situation, against: Table) -> Asked | None:
    """The same where these tiles lie beside the hand; nothing where a flower is among them twice."""
    others = (*read.dora, *read.ura, *read.prize, *(() if against.indicator is None else (against.indicator,)))
    if not others and not read.seen:
        return asked
    flowers = [*filter(is_flower, (*others, *read.seen))]
    if len({*flowers}) < len(flowers):
        return None
    copies_seen = [min(read.seen.count(kind), MANY) for kind in range(KIND_COUNT)]
    wild = wild_of(against.indicator) if against.indicator is not None else None
    return asked._replace(
        wild_kinds=wild.kinds if wild else asked.wild_kinds,
        most_wilds=wild.most if wild else asked.most_wilds,
        elsewhere=[min(copies_seen[kind] + others.count(kind), MANY) for kind in range(KIND_COUNT)],
        flowers_elsewhere=sum(1 << tile - FIRST_FLOWER for tile in flowers),
        flowers_wild=against.flowers_wild,
        seen=copies_seen,
        seen_jokers=read.seen.count(WILD),
    )


class Wild(NamedTuple):
    """What an indicator makes wild: kinds, wild tiles at most with the indicator among them, flowers."""

    kinds: int
    most: int
    flowers: bool


def wild_of(indicator: int) -> Wild:
    """What it makes wild, in a game with wild tiles."""
    wild = wild_tiles(indicator)
    return Wild(mask_of(wild), wilds_beside(indicator) + 1, FIRST_FLOWER in wild)


def _mark_of(feeder: int, seat: int) -> int:
    """The mark on a tile that one seat gave another."""
    marks = {(seat + SEAT_STEPS[of]) % 4: mark for mark, of in FEEDER_MARKS.items()}
    return ord(marks[feeder])

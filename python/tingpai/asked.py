"""What a situation asks of hands, so that the kernel can admit those that surely may be."""

from __future__ import annotations

from typing import Final, NamedTuple

from .admit import SEAT_STEPS, Table, prize_faults, wild_limit
from .conflicts import FLOWER_WAYS, KONG_REPLACEMENTS, ROBBED_KONGS, ROBBED_REAL_TILES, riichi_is_concealed
from .native import mask_of
from .notation import FEEDER_MARKS
from .situation import Situation
from .tiles import FIRST_FLOWER, KIND_COUNT, WILD, is_flower

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


def asked_of_wins(read: Situation, against: Table) -> Asked | None:
    """What a situation asks of the hands that win in it; nothing where a fault is possible that the kernel does not
    look for."""
    if read.by is None or any(map(is_flower, (*read.dora, *read.ura))) or prize_faults(against):
        return None
    return asked_of(read, against)


def asked_of(read: Situation, against: Table) -> Asked | None:
    """What a situation asks of its hands; nothing where it cannot be itself, or is of the rare ones by flowers that the
    kernel does not look at."""
    rules = against.rules
    if read.by in FLOWER_WAYS or (read.replacement == "flower" and against.flowers_wild):
        return None
    others = (*read.dora, *read.ura, *read.prize, *(() if against.indicator is None else (against.indicator,)))
    flowers = [*filter(is_flower, (*others, *read.seen))]
    if len({*flowers}) < len(flowers):
        return None
    copies_seen = [min(read.seen.count(kind), MANY) for kind in range(KIND_COUNT)]
    return Asked(
        wild_kinds=mask_of(against.wild),
        most_wilds=wild_limit(against) + (against.indicator is not None) if rules.wild_tiles else 0,
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

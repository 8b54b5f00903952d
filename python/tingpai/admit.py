"""Whether a rule set lets a hand be: every fault at once, or the hand as the engines take it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal

from .conflicts import FLOWER_WAYS, ROBBED_KONGS, hand_conflicts, short
from .errors import Fault, IllegalHandError, shown
from .hand import Hand, Meld, wild_kinds, wild_tiles
from .notation import Feeder, print_tiles
from .records import dataclass
from .situation import Situation, situation
from .tiles import FIRST_FLOWER, FIRST_WIND, KIND_COUNT, TILE_TEXT, WILD, is_flower, is_kind, rank_of

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet

Purpose = Literal["score", "waits", "distance", "acceptance", "decompose"]
MeldKind = Literal["chow", "pung", "open_kong", "added_kong", "concealed_kong"]

_COPIES_OF = (4,) * KIND_COUNT + (1,) * (WILD - KIND_COUNT)
WILDS_WITHOUT_INDICATOR = 19
"""As many ``?`` as the most generous indicator leaves."""

_CHOWS = tuple(first for first in range(FIRST_WIND) if rank_of(first) < 7)
SEAT_STEPS: dict[Feeder, int] = {"left": 3, "across": 2, "right": 1}


@dataclass(frozen=True, slots=True)
class AdmittedMeld:
    """A set on the table.  ``faces``: the tile it is of, or the lowest tile of the chow, one for each reading its wild
    tiles allow, ascending.  ``naturals``: its kinds that are not wild.  ``wilds``: what its wild tiles show (42 for
    ``?``).  ``feeder``: the seat that gave the claimed tile, 0..3, where marked."""

    kind: MeldKind
    faces: tuple[int, ...]
    naturals: tuple[int, ...]
    wilds: tuple[int, ...]
    feeder: int | None


@dataclass(frozen=True, slots=True)
class Admitted:
    """A legal hand.

    ``counts``: natural tiles in hand by kind; ``wilds``: what the wild tiles in hand show.  Neither holds the
    winning tile, which is ``winning``: a kind, 42 where it is wild, ``None`` where there is none or it is a flower
    won on; ``winning_printed`` is what it shows.  ``flowers``: the flowers held, the winning one too; none where
    they are wild.  ``held``: natural tiles in hand and sets by kind, without the winning tile.
    """

    counts: tuple[int, ...]
    wilds: tuple[int, ...]
    winning: int | None
    winning_printed: int | None
    melds: tuple[AdmittedMeld, ...]
    flowers: tuple[int, ...]
    held: tuple[int, ...]
    wild_kinds: frozenset[int]
    flowers_wild: bool


def admit_call(hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], purpose: Purpose) -> tuple[Situation, Admitted]:
    """Reads the keywords of a call and admits its hand; raises one error with the faults of both."""
    read, faults = situation(rules, keywords)
    return read, admit(hand, rules, read, purpose, faults)


def admit(hand: Hand, rules: RuleSet, situation: Situation, purpose: Purpose, faults: Sequence[Fault] = ()) -> Admitted:
    """The hand as the engines take it; raises :class:`~tingpai.errors.IllegalHandError` with every fault, those
    given as ``faults`` first."""
    if not isinstance(hand, Hand):
        sentence = f"Hand.parse reads a hand, {shown(hand)} is none"
        raise IllegalHandError([*faults, Fault("not_a_hand", sentence, None, {"found": shown(hand)})])
    table = Table(rules, situation, purpose)
    melds = [_admitted_meld(meld, table) for meld in hand.melds]
    found = [*faults, *(fault for meld in melds if not isinstance(meld, AdmittedMeld) for fault in meld)]
    if purpose == "score":
        if situation.by is None and not any(fault.details.get("keyword") == "by" for fault in faults):
            found.append(Fault("missing_by", "by is missing: the way the hand was won", None, {"keyword": "by"}))
        found += _winning_tile_faults(hand, table)
        found += prize_faults(table)
    elif len(hand.winning) > 1:
        found.append(_two_winning_tiles(hand))
    found += _count_faults(hand, table, purpose)
    found += _tile_faults(hand, table)
    found += hand_conflicts(hand, table)
    if found:
        raise IllegalHandError(found)
    return _admitted(hand, table, tuple(meld for meld in melds if isinstance(meld, AdmittedMeld)))


class Table:
    """What a hand is held against."""

    __slots__ = ("flowers_wild", "indicator", "purpose", "read", "rules", "wild")
    flowers_wild: bool
    purpose: Purpose
    read: Situation
    rules: RuleSet
    wild: frozenset[int]

    def __init__(self, rules: RuleSet, read: Situation, purpose: Purpose) -> None:
        self.purpose = purpose
        self.rules = rules
        self.read = read
        self.indicator = read.indicator if rules.wild_tiles else None
        self.wild = wild_tiles(self.indicator)
        self.flowers_wild = FIRST_FLOWER in self.wild

    def is_hand_tile(self, tile: int) -> bool:
        """Whether a tile plays in the hand: a flower does only where flowers are wild."""
        return self.flowers_wild or not is_flower(tile)

    def feeder_of(self, meld: Meld) -> int | None:
        """The seat that a mark points at from the winner's."""
        return None if meld.feeder is None else (self.read.seat + SEAT_STEPS[meld.feeder]) % 4


def _column(hand: Hand, tile: int, nth: int = 1) -> int | None:
    """Where the text of the hand has a tile for the ``nth`` time."""
    columns = sorted(column for written, column in hand._columns if written == tile)
    return columns[nth - 1] if len(columns) >= nth else None


# Sets


def _admitted_meld(meld: Meld, table: Table) -> AdmittedMeld | list[Fault]:
    naturals: tuple[int, ...] = tuple(sorted(meld.tiles))
    wilds: tuple[int, ...] = ()
    if not table.wild.isdisjoint(naturals):
        wilds = tuple(tile for tile in naturals if tile in table.wild)
        naturals = tuple(tile for tile in naturals if tile not in table.wild)
    kind: MeldKind
    if naturals and naturals[-1] >= FIRST_FLOWER:
        return [_meld_fault("flower_in_set", meld, "holds a flower, and flowers are not wild here")]
    if meld.is_kong:
        kind = "open_kong" if meld.form == "exposed" else meld.form
        faults, faces = _kong_faults(meld, naturals, wilds), naturals[:1]
    else:
        kind, faults = _declared_kind(meld, naturals, wilds)
        faces = _faces(kind, naturals)
        if not faults and kind == "chow" and not table.rules.chow_claims:
            faults.append(_meld_fault("chow_not_claimable", meld, "is a chow, and these rules allow no claimed chow"))
        if not faults and kind == "chow" and meld.feeder not in (None, "left"):
            faults.append(_meld_fault("chow_feeder", meld, "is a chow, claimed from the previous seat (<) only"))
    if faults:
        return faults
    return AdmittedMeld(kind, faces, naturals, wilds, table.feeder_of(meld))


def _kong_faults(meld: Meld, naturals: tuple[int, ...], wilds: tuple[int, ...]) -> list[Fault]:
    faults = []
    if len(meld.tiles) != 4 or len(set(naturals)) > 1:
        faults.append(
            _meld_fault("not_a_meld", meld, "is no kong: a kong is four tiles of a kind", why="four of a kind")
        )
    if wilds:
        tiles = print_tiles(wilds)
        sentence = f"has {short(tiles)} wild, and a kong has no wild tile"
        faults.append(_meld_fault("wild_in_kong", meld, sentence, tile=tiles))
    if meld.declared:
        sentence = f"is a kong and was declared a {meld.declared}"
        faults.append(_meld_fault("declaration_contradicted", meld, sentence, declared=meld.declared))
    return faults


def _declared_kind(
    meld: Meld, naturals: tuple[int, ...], wilds: tuple[int, ...]
) -> tuple[Literal["chow", "pung"], list[Fault]]:
    """Whether three tiles are a chow or a pung; with fewer than two wild tiles they show it themselves."""
    if len(meld.tiles) != 3:
        return "pung", [
            _meld_fault("not_a_meld", meld, "is no set: a set has three tiles, a kong four", why="three tiles or four")
        ]
    chow, pung = bool(_faces("chow", naturals)), bool(_faces("pung", naturals))
    if not chow and not pung:
        return "pung", [_meld_fault("not_a_meld", meld, "is neither a chow nor a pung", why="neither chow nor pung")]
    if meld.declared is None:
        if len(wilds) < 2:
            return "chow" if chow else "pung", []
        sentence = f"has {len(wilds)} wild tiles and must say whether it is a chow (c) or a pung (t)"
        return "pung", [_meld_fault("declaration_needed", meld, sentence, count=len(wilds))]
    if not (chow if meld.declared == "chow" else pung):
        sentence = f"cannot be the {meld.declared} it was declared"
        return "pung", [_meld_fault("declaration_contradicted", meld, sentence, declared=meld.declared)]
    return meld.declared, []


@lru_cache(maxsize=4096)
def _faces(kind: Literal["chow", "pung"], naturals: tuple[int, ...]) -> tuple[int, ...]:
    """The first tiles of every chow or pung that has these naturals and wild tiles for the rest."""
    if kind == "pung":
        return naturals[:1] if len(set(naturals)) == 1 else () if naturals else tuple(range(KIND_COUNT))
    if not naturals:
        return _CHOWS
    if len(set(naturals)) < len(naturals):
        return ()
    return tuple(first for first in range(naturals[-1] - 2, naturals[0] + 1) if first in _CHOWS)


def _meld_fault(code: str, meld: Meld, sentence: str, **details: Any) -> Fault:
    text = short(str(meld))
    return Fault(code, f"{text} {sentence}", meld.column, {"meld": text, **details})


# Counts


def _two_winning_tiles(hand: Hand) -> Fault:
    tiles, count = short(print_tiles(hand.winning)), len(hand.winning)
    sentence = f"{tiles} are {count} winning tiles, a hand is won on one"
    return Fault("two_winning_tiles", sentence, None, {"tile": tiles, "count": count})


def _winning_tile_faults(hand: Hand, table: Table) -> Iterator[Fault]:
    """A win has one winning tile; only a flower win at the deal may have none."""
    by = table.read.by
    if len(hand.winning) > 1:
        yield _two_winning_tiles(hand)
    elif not hand.winning:
        if by != "flowers":
            yield Fault("missing_winning_tile", "the winning tile is missing (+ and the tile)")
    else:
        tile = hand.winning[0]
        if by in FLOWER_WAYS and not is_flower(tile):
            code, what = "winning_not_flower", "no flower"
        elif by is not None and by not in FLOWER_WAYS and not table.is_hand_tile(tile):
            code, what = "winning_is_flower", "a flower"
        else:
            return
        details = {"tile": f"+{TILE_TEXT[tile]}", "between": {"by": by}}
        sentence = f"+{TILE_TEXT[tile]} is {what}, and the win is by {by}"
        yield Fault(code, sentence, _column(hand, tile), details)


def prize_faults(table: Table) -> Sequence[Fault]:
    """What the variant's payments say of the prize tiles."""
    read, scheme = table.read, table.rules.payout
    if not read.prize or scheme is None:
        return ()
    from .payout import WinFacts

    faults: Sequence[Fault] = scheme.faults(WinFacts(total=0, seat=read.seat, by=read.by or "", prize=read.prize))
    return faults


def _count_faults(hand: Hand, table: Table, purpose: Purpose) -> Iterator[Fault]:
    """The table of tile counts: loose tiles and three for each set."""
    n = table.rules.tiles_in_hand
    found = len(hand.tiles) + 3 * len(hand.melds) + (len(hand.flowers) if table.flowers_wild else 0)
    beside = ""
    if purpose in ("score", "waits"):
        beside = " beside the winning tile" if hand.winning else ""
        expected = (n, n + 1) if purpose == "score" and table.read.by in FLOWER_WAYS else (n,)
    else:
        found += min(1, sum(map(table.is_hand_tile, hand.winning)))
        expected = (n, n + 1) if purpose == "distance" else (n + 1,)
    if found not in expected:
        wanted = " or ".join(map(str, expected))
        sentence = f"{found} tiles{beside}, {wanted} expected (a set counts three)"
        yield Fault("tile_count", sentence, None, {"found": found, "expected": expected})


def _tile_faults(hand: Hand, table: Table) -> Iterator[Fault]:
    """What the set of tiles does not hold: a fifth copy, a twelfth wild tile, a flower twice."""
    rules = table.rules
    own = [0] * (WILD + 1)
    for tiles in (hand.tiles, hand.flowers, hand.winning, *(meld.tiles for meld in hand.melds)):
        for tile in tiles:
            own[tile] += 1
    everywhere, robbed = _with_elsewhere(own, hand, table)

    too_many = max(everywhere[:KIND_COUNT]) > 4 or max(everywhere[FIRST_FLOWER:WILD]) > 1
    for tile, copies in enumerate(_COPIES_OF) if too_many else ():
        if everywhere[tile] > copies:
            name, count = TILE_TEXT[tile], everywhere[tile]
            details: dict[str, Any] = {"tile": name, "count": count, "limit": copies}
            where = ""
            if own[tile] <= copies:
                details["elsewhere"] = where = "what lies elsewhere included"
            if tile == robbed:
                details["elsewhere"] = where = "the robbed kong's other three included"
            code = "too_many_copies" if is_kind(tile) else "flower_twice"
            sentence = f"{name} is there {count} times{where and ', '}{where}; the tiles hold {copies}"
            yield Fault(code, sentence, _column(hand, tile, copies + 1), details)
    if own[WILD] and not rules.wild_tiles:
        details = {"tile": "?", "rules": rules.id}
        yield Fault("no_wild_tiles", f"? is a wild tile, {rules.id} has none", _column(hand, WILD), details)
    if not rules.flowers and any(own[FIRST_FLOWER:WILD]):
        flower = next(tile for tile in range(FIRST_FLOWER, WILD) if own[tile])
        sentence = f"{TILE_TEXT[flower]} is a flower, {rules.id} has none here"
        details = {"tile": TILE_TEXT[flower], "rules": rules.id}
        yield Fault("no_flowers", sentence, _column(hand, flower), details)
    if rules.wild_tiles:
        count = sum([everywhere[tile] for tile in table.wild]) - (table.indicator is not None)
        limit = wild_limit(table)
        if count > limit:
            sentence = f"{count} wild tiles, there are {limit}"
            yield Fault("too_many_wilds", sentence, None, {"count": count, "limit": limit})


def _with_elsewhere(own: list[int], hand: Hand, table: Table) -> tuple[list[int], int | None]:
    """Copies of each tile wherever they are known to be, and the tile of a robbed kong.

    The other three of a robbed kong lie before its owner, whether ``seen`` names them or not (V1-24, V3-16)."""
    read = table.read
    everywhere = own.copy()
    for tile in read.seen:
        everywhere[tile] += 1
    robbed = None
    if read.by in ROBBED_KONGS and len(hand.winning) == 1 and is_kind(hand.winning[0]):
        tile = hand.winning[0]
        if tile not in table.wild:
            robbed = tile
            everywhere[tile] += max(0, 3 - read.seen.count(tile))
    for tile in (*read.dora, *read.ura, *read.prize, *(() if table.indicator is None else (table.indicator,))):
        everywhere[tile] += 1
    return everywhere, robbed


def wild_limit(table: Table) -> int:
    """How many wild tiles there are beside the indicator (V1-12): 11, 15 or 19."""
    return WILDS_WITHOUT_INDICATOR if table.indicator is None else wilds_beside(table.indicator)


@cache
def wilds_beside(indicator: int) -> int:
    """How many wild tiles there are beside an indicator."""
    return sum(_COPIES_OF[tile] for tile in wild_tiles(indicator) if tile != WILD) - 1


# The result


def _admitted(hand: Hand, table: Table, melds: tuple[AdmittedMeld, ...]) -> Admitted:
    counts = [0] * KIND_COUNT
    wilds: list[int] = []
    tiles, wild = (*hand.tiles, *hand.flowers) if table.flowers_wild else hand.tiles, table.wild
    if wild.isdisjoint(tiles):
        for tile in tiles:
            counts[tile] += 1
    else:
        wilds += (tile for tile in tiles if tile in wild)
        for tile in tiles:
            if tile not in wild:
                counts[tile] += 1
    held = counts.copy()
    for meld in melds:
        for kind in meld.naturals:
            held[kind] += 1
    flowers = () if table.flowers_wild else (*hand.flowers, *filter(is_flower, hand.winning))
    printed = hand.winning[0] if hand.winning else None
    winning = WILD if printed in table.wild else None if printed is None or is_flower(printed) else printed
    return Admitted(
        counts=tuple(counts),
        wilds=tuple(sorted(wilds)),
        winning=winning,
        winning_printed=printed,
        melds=melds,
        flowers=tuple(sorted(flowers)),
        held=tuple(held),
        wild_kinds=wild_kinds(table.indicator),
        flowers_wild=table.flowers_wild,
    )

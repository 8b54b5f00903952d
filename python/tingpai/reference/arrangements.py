"""Every way to read a complete hand, found by trying.

A set or pair is laid out tile by tile; each of its tiles takes a natural tile where one
is left and a wild tile otherwise.  The lowest natural tile left must lie in some group,
so every group that could hold it is tried.  (Taking a natural first loses nothing: an
arrangement says which faces the groups show, not which copy of a face is wild.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..records import dataclass
from ..tiles import KIND_COUNT, TERMINALS_AND_HONOURS, WILD, is_honour, kinds, rank_of, suit_of

if TYPE_CHECKING:
    from ..admit import Admitted, AdmittedMeld
    from ..ruleset.schema import RuleSet

GroupKind = Literal["chow", "pung", "kong", "pair", "knitted", "single"]
Laid = Literal["hand", "claimed", "open_kong", "added_kong", "concealed_kong"]
Tiles = tuple[int, ...]


class Group(NamedTuple):
    """Tiles that belong together, by the faces they show, and how they came to lie."""

    kind: GroupKind
    tiles: Tiles
    laid: Laid = "hand"


Groups = tuple[Group, ...]


@dataclass(frozen=True)
class Arrangement:
    """One reading of a hand: the sets laid down, in order, then the groups in hand, sorted."""

    shape: str
    groups: Groups


class Own(NamedTuple):
    """The tiles in hand, the winning tile among them: naturals by kind, and how many wild ones."""

    counts: tuple[int, ...]
    wilds: int

    @property
    def size(self) -> int:
        return sum(self.counts) + self.wilds

    def without(self, tiles: Tiles) -> Own | None:
        """What is left when these faces are laid out, or None where the wild tiles run out."""
        counts, wilds = list(self.counts), self.wilds
        for tile in tiles:
            if counts[tile]:
                counts[tile] -= 1
            else:
                wilds -= 1
        return Own(tuple(counts), wilds) if wilds >= 0 else None

    def plus(self, tile: int) -> Own:
        if tile == WILD:
            return Own(self.counts, self.wilds + 1)
        counts = list(self.counts)
        counts[tile] += 1
        return Own(tuple(counts), self.wilds)


CHOWS = tuple(
    Group("chow", (kind, kind + 1, kind + 2)) for kind in range(KIND_COUNT) if not is_honour(kind) and rank_of(kind) < 7
)
PUNGS = tuple(Group("pung", (kind,) * 3) for kind in range(KIND_COUNT))
PAIRS = tuple(Group("pair", (kind,) * 2) for kind in range(KIND_COUNT))
SETS = CHOWS + PUNGS
ORPHANS = tuple(sorted(kinds(TERMINALS_AND_HONOURS)))


def own_tiles(admitted: Admitted) -> Own:
    own = Own(tuple(admitted.counts), len(admitted.wilds))
    return own if admitted.winning is None else own.plus(admitted.winning)


def decompose(admitted: Admitted, rules: RuleSet) -> Iterator[Arrangement]:
    """Every arrangement of the hand in every shape of the rule set, each once; none where the
    hand is not complete.

    A hand all of whose tiles are wild, sets included, has the one reading ``all_wild``.
    """
    own = own_tiles(admitted)
    if own.size != 3 * (rules.sets - len(admitted.melds)) + 2:
        return
    if "all_wild" in rules.shapes and not sum(own.counts) and not any(meld.naturals for meld in admitted.melds):
        yield Arrangement("all_wild", ())
        return
    for shape in rules.shapes:
        if shape in IN_HAND:
            for groups in IN_HAND[shape](own, rules.sets, len(admitted.melds)):
                for laid in _laid(admitted.melds):
                    yield Arrangement(shape, (*laid, *sorted(groups)))


def _laid(melds: tuple[AdmittedMeld, ...]) -> Iterator[Groups]:
    """The sets laid down, by every run or kind that their wild tiles leave open; the same groups once,
    whichever set is which."""
    seen = set()
    for groups in product(*([_meld_group(meld, face) for face in sorted(meld.faces)] for meld in melds)):
        if tuple(sorted(groups)) not in seen:
            seen.add(tuple(sorted(groups)))
            yield groups


def _meld_group(meld: AdmittedMeld, face: int) -> Group:
    match meld.kind:
        case "chow":
            return Group("chow", (face, face + 1, face + 2), "claimed")
        case "pung":
            return Group("pung", (face,) * 3, "claimed")
        case kong:
            return Group("kong", (face,) * 4, kong)


Choices = tuple[tuple[Groups, int], ...]
"""Groups to choose from, and how many of them to take."""


def partitions(own: Own, choices: Choices) -> Iterator[Groups]:
    """Every multiset of groups, so many of each choice, that uses the tiles up."""
    seen: set[Groups] = set()

    def extend(left: Own, choices: Choices, chosen: Groups) -> Iterator[Groups]:
        if chosen in seen:
            return
        seen.add(chosen)
        if not any(number for _, number in choices):
            if left.size == 0:
                yield chosen
            return
        lowest = next((kind for kind in range(KIND_COUNT) if left.counts[kind]), None)
        for place, (groups, number) in enumerate(choices):
            for group in groups if number else ():
                if lowest is None or lowest in group.tiles:
                    rest = left.without(group.tiles)
                    if rest is not None:
                        fewer = (*choices[:place], (groups, number - 1), *choices[place + 1 :])
                        yield from extend(rest, fewer, tuple(sorted((*chosen, group))))

    return extend(own, choices, ())


def _standard(own: Own, sets: int, melds: int) -> Iterator[Groups]:
    return partitions(own, ((SETS, sets - melds), (PAIRS, 1)))


def _seven_pairs(own: Own, sets: int, melds: int) -> Iterator[Groups]:
    """Seven pairs, alike or not, and with seventeen tiles a triplet."""
    if melds == 0:
        yield from partitions(own, ((PUNGS, sets - 4), (PAIRS, 7)))


def _thirteen_orphans(own: Own, sets: int, melds: int) -> Iterator[Groups]:
    """One of each terminal and honour, one of them twice, and with seventeen tiles a set."""
    rest = own.without(ORPHANS)
    if melds or rest is None:
        return
    for twice in ORPHANS:
        last = rest.without((twice,))
        if last is not None:
            for further in partitions(last, ((SETS, sets - 4),)):
                yield singles(ORPHANS, twice) + further


def _sixteen_unrelated(own: Own, sets: int, melds: int) -> Iterator[Groups]:
    """The seven honours, three ranks of each suit at least three apart, and one of the sixteen twice."""
    if melds or sets != 5:
        return

    def suit(number: int, left: Own, chosen: Tiles) -> Iterator[Groups]:
        if number == 3:
            for twice in chosen:
                rest = left.without((twice,))
                if rest is not None and rest.size == 0:
                    yield singles(chosen, twice)
            return
        for ranks in unrelated_ranks():
            trio = tuple(9 * number + rank for rank in ranks)
            rest = left.without(trio)
            if rest is not None:
                yield from suit(number + 1, rest, chosen + trio)

    honours = tuple(kind for kind in range(KIND_COUNT) if is_honour(kind))
    left = own.without(honours)
    if left is not None:
        yield from suit(0, left, honours)


def _knitted_dragon(own: Own, sets: int, melds: int) -> Iterator[Groups]:
    """147, 258 and 369 in three suits, in hand, with sets and a pair as usual."""
    for block in knitted_blocks():
        rest = own.without(block)
        if melds <= sets - 3 and rest is not None:
            for groups in partitions(rest, ((SETS, sets - 3 - melds), (PAIRS, 1))):
                yield (Group("knitted", block), *groups)


def singles(tiles: Tiles, twice: int) -> Groups:
    """Each tile by itself, one of them as a pair."""
    return tuple(Group("pair", (tile, tile)) if tile == twice else Group("single", (tile,)) for tile in tiles)


@cache
def unrelated_ranks() -> tuple[Tiles, ...]:
    return tuple((a, b, c) for a, b, c in combinations(range(9), 3) if b - a >= 3 and c - b >= 3)


@cache
def knitted_blocks() -> tuple[Tiles, ...]:
    """147 of one suit, 258 of another, 369 of the third."""
    return tuple(
        tuple(9 * suit + start + step for start, suit in enumerate(suits) for step in (0, 3, 6))
        for suits in permutations(range(3))
    )


IN_HAND: dict[str, Callable[[Own, int, int], Iterator[Groups]]] = {
    "standard": _standard,
    "seven_pairs": _seven_pairs,
    "thirteen_orphans": _thirteen_orphans,
    "sixteen_unrelated": _sixteen_unrelated,
    "knitted_dragon": _knitted_dragon,
}


def fits(arrangement: Arrangement, admitted: Admitted, rules: RuleSet) -> bool:
    """Whether this is a reading of that hand, judged from the tiles and not by searching."""
    own = own_tiles(admitted)
    in_hand = [group for group in arrangement.groups if group.laid == "hand"]
    laid = [group for group in arrangement.groups if group.laid != "hand"]
    if arrangement.shape not in rules.shapes:
        return False
    if "all_wild" in rules.shapes and not sum(own.counts) and not any(meld.naturals for meld in admitted.melds):
        return arrangement == Arrangement("all_wild", ())
    shown = [tile for group in in_hand for tile in group.tiles]
    return (
        all(_well_formed(group) for group in arrangement.groups)
        and _well_shaped(arrangement.shape, in_hand, laid, rules.sets)
        and len(shown) == own.size
        and all(own.counts[kind] <= shown.count(kind) for kind in range(KIND_COUNT))
        and any(sorted(laid) == sorted(groups) for groups in _laid(admitted.melds))
    )


def _well_formed(group: Group) -> bool:
    first = group.tiles[0]
    match group.kind:
        case "chow":
            return group._replace(laid="hand") in CHOWS and group.laid in ("hand", "claimed")
        case "pung":
            return group._replace(laid="hand") in PUNGS and group.laid in ("hand", "claimed")
        case "kong":
            return group.tiles == (first,) * 4 and first < KIND_COUNT and group.laid.endswith("kong")
        case "pair":
            return group in PAIRS
        case "knitted":
            return group.tiles in knitted_blocks() and group.laid == "hand"
        case "single":
            return group.tiles == (first,) and first < KIND_COUNT and group.laid == "hand"


def _well_shaped(shape: str, in_hand: list[Group], laid: list[Group], sets: int) -> bool:
    def number(*of: str) -> int:
        return sum(group.kind in of for group in (*in_hand, *laid))

    spread = sorted({tile for group in in_hand if group.kind in ("single", "pair") for tile in group.tiles})
    all_sets, total = number("chow", "pung", "kong"), len(in_hand) + len(laid)
    match shape:
        case "standard":
            return all_sets == sets and number("pair") == 1 and total == sets + 1
        case "knitted_dragon":
            return number("knitted") == number("pair") == 1 and all_sets == sets - 3 and total == sets - 1
        case "seven_pairs":
            return not laid and number("pair") == 7 and number("pung") == sets - 4 and total == sets + 3
        case "thirteen_orphans":
            return (
                not laid
                and tuple(spread) == ORPHANS
                and number("single") == 12
                and number("pair") == 1
                and number("chow", "pung") == sets - 4
                and total == sets + 9
            )
        case "sixteen_unrelated":
            suits = [tuple(rank_of(tile) for tile in spread if suit_of(tile) == suit) for suit in range(4)]
            return (
                not laid
                and number("single") == 15
                and number("pair") == 1
                and total == 16
                and suits[3] == tuple(range(7))
                and all(ranks in unrelated_ranks() for ranks in suits[:3])
            )
        case _:
            return False

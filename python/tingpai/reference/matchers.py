"""Every matcher of the vocabulary, evaluated on one position.

A *position* is an arrangement with everything that a row may ask about it: which group the
winning tile joined, the state chosen for each group, the hand and its situation.  A matcher
yields *uses*: the numbers of the groups an instance used, and the flowers (tile numbers, which
no group number reaches), with the tile it is tagged by, if any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..records import dataclass
from ..ruleset.matchers import (
    AllOf,
    Copies,
    Counts,
    Dora,
    EachGroup,
    Event,
    Flowers,
    Matcher,
    Melds,
    Not,
    Pair,
    Range,
    Residual,
    Run,
    Sets,
    Shape,
    Tiles,
    Wait,
)
from ..tiles import (
    FIRST_FLOWER,
    FIRST_WIND,
    GUEST_WINDS,
    ROUND_WIND,
    SEAT_WIND,
    WILD,
    WIND_KINDS,
    flower_number,
    is_honour,
    kinds,
    rank_of,
    suit_of,
)
from .arrangements import Arrangement, Group
from .completion import live, waits

if TYPE_CHECKING:
    from ..admit import Admitted
    from ..ruleset.schema import RuleSet
    from ..situation import Situation

State = Literal["concealed", "exposed"]
SET_KINDS = {
    "chow": ("chow",),
    "pung": ("pung", "kong"),
    "kong": ("kong",),
    "pair": ("pair",),
    "set": ("chow", "pung", "kong"),
}
ROBBED = ("rob_kong", "rob_concealed_kong", "rob_swap")


class Use(NamedTuple):
    """What an instance rests on."""

    parts: frozenset[int] = frozenset()
    tile: int | None = None

    @property
    def groups(self) -> frozenset[int]:
        return frozenset(part for part in self.parts if part < FIRST_FLOWER)


@dataclass(frozen=True)
class Position:
    arrangement: Arrangement
    winning_group: int | None
    states: tuple[State, ...]
    admitted: Admitted
    situation: Situation
    rules: RuleSet

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.arrangement.groups

    @cached_property
    def whole(self) -> Use:
        return Use(frozenset(range(len(self.groups))))

    @cached_property
    def faces(self) -> tuple[int, ...]:
        return tuple(tile for group in self.groups for tile in group.tiles)

    @cached_property
    def pair(self) -> int | None:
        """The pair, where the arrangement has just one."""
        pairs = self.of_kind("pair")
        return pairs[0] if len(pairs) == 1 else None

    @cached_property
    def waits(self) -> tuple[int, ...]:
        return waits(self.admitted, self.rules)[0]

    def of_kind(self, kind: str) -> list[int]:
        return [number for number, group in enumerate(self.groups) if group.kind in SET_KINDS[kind]]

    def kinds(self, text: str) -> frozenset[int]:
        """A kind set of a rule table; some name winds by the situation."""
        if not text.startswith("@"):
            return _kinds(text)
        seat, round_ = FIRST_WIND + self.situation.seat, FIRST_WIND + self.situation.round
        return {
            SEAT_WIND: frozenset({seat}),
            ROUND_WIND: frozenset({round_}),
            GUEST_WINDS: kinds(WIND_KINDS) - {seat, round_},
        }[text]


_kinds = cache(kinds)


def uses(matcher: Matcher, position: Position, holding: Mapping[str, int] | None = None) -> list[Use]:
    """The instances of a matcher.  ``holding`` says how many instances each row without a
    ``Residual`` has, for those that have one."""
    match matcher:
        case Tiles():
            return _whole(position, _tiles(matcher, position))
        case EachGroup():
            return _whole(position, _each_group(matcher, position))
        case Sets():
            return list(_sets(matcher, position))
        case Run():
            return list(_run(matcher, position))
        case Copies():
            return list(_copies(matcher, position))
        case Pair():
            return [Use(frozenset({pair})) for pair in _pair_within(matcher.within, position)]
        case Counts():
            return _whole(position, _counts(matcher, position))
        case Melds():
            return [Use()] if _melds(matcher, position) else []
        case Wait():
            return _wait(matcher, position)
        case Flowers():
            return _flowers(matcher, position)
        case Event():
            return [Use()] if _event(matcher, position) else []
        case Shape():
            return _whole(position, position.arrangement.shape == matcher.id)
        case Dora():
            return []  # no instance: added to what counts
        case Residual():
            return _whole(position, _residual(matcher, holding or {}))
        case AllOf():
            members = [uses(member, position, holding) for member in matcher.of]
            return [_union(choice) for choice in product(*members)]
        case Not():
            return [] if uses(matcher.of, position, holding) else [Use()]


def has_residual(matcher: Matcher) -> bool:
    match matcher:
        case Residual():
            return True
        case AllOf():
            return any(has_residual(member) for member in matcher.of)
        case Not():
            return has_residual(matcher.of)
        case _:
            return False


def _whole(position: Position, holds: bool) -> list[Use]:
    return [position.whole] if holds else []


def _union(choice: Iterable[Use]) -> Use:
    members = list(choice)
    tags = {member.tile for member in members if member.tile is not None}
    return Use(frozenset().union(*(member.parts for member in members)), tags.pop() if len(tags) == 1 else None)


def _tiles(matcher: Tiles, position: Position) -> bool:
    faces = set(position.faces)
    return (
        (not matcher.within or any(faces <= position.kinds(text) for text in matcher.within))
        and all(faces & position.kinds(text) for text in matcher.present)
        and (matcher.suits is None or _suits(faces) == matcher.suits)
    )


def _suits(faces: Iterable[int]) -> int:
    return len({suit_of(face) for face in faces if not is_honour(face)})


def _each_group(matcher: EachGroup, position: Position) -> bool:
    touch = position.kinds(matcher.touch)
    chows = len(position.of_kind("chow"))
    return chows >= matcher.chows and all(touch & set(group.tiles) for group in position.groups)


def _pair_within(text: str, position: Position) -> list[int]:
    pair = position.pair
    return [pair] if pair is not None and position.groups[pair].tiles[0] in position.kinds(text) else []


def _sets(matcher: Sets, position: Position) -> Iterator[Use]:
    fitting = [number for number in position.of_kind(matcher.kind) if _fits(matcher, number, position)]
    all_sets = position.of_kind("set")
    if matcher.n == "all":
        if not fitting or fitting != all_sets:
            return
        wanted = len(all_sets)
    else:
        wanted = matcher.n
    if matcher.exact and len(fitting) != wanted:
        return
    pairs = [()] if matcher.pair is None else [(pair,) for pair in _pair_within(matcher.pair, position)]
    for chosen in combinations(fitting, wanted):
        for pair in pairs:
            members = (*chosen, *pair)
            faces = [position.groups[number].tiles[0] for number in members]
            if not matcher.distinct or len(set(faces)) == len(faces):
                yield Use(frozenset(members), faces[0] if wanted == 1 else None)


def _fits(matcher: Sets, number: int, position: Position) -> bool:
    group = position.groups[number]
    laid = "concealed" if group.laid in ("hand", "concealed_kong") else "open"
    return (
        (matcher.within is None or set(group.tiles) <= position.kinds(matcher.within))
        and matcher.state in ("any", position.states[number])
        and matcher.laid in ("any", laid)
    )


def _run(matcher: Run, position: Position) -> Iterator[Use]:
    single = [frozenset(chosen) for chosen in _run_members(matcher, position)]
    found = set()
    for copies in combinations(single, matcher.times):
        members = frozenset().union(*copies)
        if len(members) == matcher.times * len(matcher.ranks):
            found.add(members)
    for members in sorted(found, key=sorted):
        yield Use(members)


def _run_members(matcher: Run, position: Position) -> Iterator[tuple[int, ...]]:
    """Each choice of groups that makes the run once."""
    offsets = sorted(matcher.ranks)
    candidates = [
        number
        for number in position.of_kind(matcher.kind) + (position.of_kind("pair") if matcher.pair else [])
        if not is_honour(position.groups[number].tiles[0])
    ]
    for chosen in combinations(candidates, len(matcher.ranks)):
        firsts = [position.groups[number].tiles[0] for number in chosen]
        ranks = sorted(rank_of(first) for first in firsts)
        common = ranks[0] - offsets[0]
        pairs = sum(position.groups[number].kind == "pair" for number in chosen)
        if (
            ranks == [common + offset for offset in offsets]
            and (matcher.start is None or common == matcher.start - 1)
            and (matcher.suits == "any" or _suits(firsts) == matcher.suits)
            and (not matcher.pair or pairs == 1)
            and (not matcher.twins or len(set(firsts)) == len(set(ranks)))
        ):
            yield chosen


def _copies(matcher: Copies, position: Position) -> Iterator[Use]:
    groups = position.groups
    holders = position.of_kind("set") + position.of_kind("pair")
    for tile in sorted(set(position.faces)):
        holding = [number for number in holders if tile in groups[number].tiles]
        for chosen in combinations(holding, matcher.groups):
            if sum(groups[number].tiles.count(tile) for number in chosen) >= matcher.at_least:
                yield Use(frozenset(chosen), tile)


def _counts(matcher: Counts, position: Position) -> bool:
    faces = position.faces
    if not faces or len({suit_of(face) for face in faces}) != 1 or is_honour(faces[0]):
        return False
    ranks = [rank_of(face) for face in faces]
    return len(faces) == sum(matcher.vector) + matcher.spare and all(
        ranks.count(rank) >= asked for rank, asked in enumerate(matcher.vector)
    )


def _melds(matcher: Melds, position: Position) -> bool:
    laid = [meld.kind for meld in position.admitted.melds]
    winning = position.winning_group
    return (
        _inside(laid.count("chow"), matcher.chow)
        and _inside(laid.count("pung"), matcher.pung)
        and _inside(laid.count("open_kong") + laid.count("added_kong"), matcher.open_kong)
        and _inside(laid.count("concealed_kong"), matcher.concealed_kong)
        and _inside(len(laid), matcher.laid)
        and (matcher.win_in == "any" or (winning is not None and position.groups[winning].kind == matcher.win_in))
    )


def _inside(number: int, bounds: Range | None) -> bool:
    return bounds is None or bounds[0] <= number <= bounds[1]


def _wait(matcher: Wait, position: Position) -> list[Use]:
    tile, winning = position.admitted.winning, position.winning_group
    if tile is None or tile == WILD or winning is None or not _waited(matcher, tile, winning, position):
        return []
    return [Use(frozenset({winning})) if position.arrangement.shape == "standard" else position.whole]


def _waited(matcher: Wait, tile: int, winning: int, position: Position) -> bool:
    admitted, group = position.admitted, position.groups[winning]
    number = len(live(position.waits, admitted))
    closed = group.kind == "pair" or (group.kind == "chow" and _closed(tile, group))
    match matcher.kind:
        case "only":
            return number == 1
        case "single":
            return number >= 2 and closed and position.arrangement.shape == "standard"
        case "two_pairs":
            return number >= 2 and group.kind == "pung"
        case "last_visible":
            own = sum(meld.naturals.count(tile) for meld in admitted.melds if meld.kind != "concealed_kong")
            return own + position.situation.seen.count(tile) >= 3
        case "only_by_shape":
            return len(position.waits) == 1
        case "two_sided":
            return group.kind == "chow" and not closed


def _closed(tile: int, chow: Group) -> bool:
    """Whether only this tile could have made the chow: a middle, the 3 of 123, the 7 of 789."""
    low, middle, high = chow.tiles
    return tile == middle or (tile == high and rank_of(high) == 2) or (tile == low and rank_of(low) == 6)


def _flowers(matcher: Flowers, position: Position) -> list[Use]:
    admitted = position.admitted
    if admitted.flowers_wild:
        return []
    held = sorted(admitted.flowers)
    series = [[FIRST_FLOWER + first + place for place in range(4)] for first in (0, 4)]
    match matcher.which:
        case "none":
            return [] if held else [Use()]
        case "own":
            return [Use(frozenset({flower})) for flower in held if _is_own(flower, position)]
        case "other":
            return [Use(frozenset({flower})) for flower in held if not _is_own(flower, position)]
        case "series":
            return [Use(frozenset(flowers)) for flowers in series if set(flowers) <= set(held)]
        case "both_series_touched":
            return [Use(frozenset(held))] if all(set(flowers) & set(held) for flowers in series) else []
        case "count":
            return [Use(frozenset(held))] if len(held) == matcher.n else []


def _is_own(flower: int, position: Position) -> bool:
    return flower_number(flower) == position.situation.seat + 1


def _event(matcher: Event, position: Position) -> bool:
    situation = position.situation
    happened = set(situation.events)
    river = situation.river
    if river is not None and situation.by in ROBBED:
        river += 1
    return (
        all(name in happened for name in matcher.names)
        and (not matcher.by or situation.by in matcher.by)
        and (matcher.river is None or (river is not None and river <= matcher.river))
    )


def _residual(matcher: Residual, holding: Mapping[str, int]) -> bool:
    others = {row: number for row, number in holding.items() if number and row not in matcher.free}
    limited = sum(others.pop(row, 0) for row in matcher.limited)
    return not others and limited <= matcher.at_most

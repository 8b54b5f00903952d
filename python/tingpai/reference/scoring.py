"""The worth of a position, and the best reading of a hand: try everything, keep the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from ..records import dataclass
from ..ruleset.schema import Row
from ..tiles import WILD
from .arrangements import Arrangement, Group, decompose, fits
from .dora import added
from .matchers import Position, State, Use, has_residual, uses

if TYPE_CHECKING:
    from ..admit import Admitted
    from ..ruleset.schema import RuleSet
    from ..situation import Situation

FLOWER_WINS = ("flowers", "rob_flower")
ROBBED_OR_DISCARDED = ("discard", "rob_kong", "rob_concealed_kong", "rob_swap")


@dataclass(frozen=True)
class Line:
    """One counted instance: the row's number in the table, its value, grade and multiplier, and what it used
    (numbers of groups; flowers, from 34)."""

    row: int
    value: int
    grade: int
    times: int
    used: tuple[int, ...]

    @property
    def subtotal(self) -> int:
        return self.value * self.grade * self.times


@dataclass(frozen=True)
class Reading:
    total: int
    lines: tuple[Line, ...]
    arrangement: Arrangement
    winning_group: int | None
    states: tuple[State, ...]

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        """Smaller is better: the greater total, then the counted rows that come first in the table."""
        return -self.total, tuple(line.row for line in self.lines)


class Instance(NamedTuple):
    number: int
    row: Row
    value: int
    grade: int
    times: int
    use: Use

    @property
    def worth(self) -> int:
        return self.value * self.grade * self.times

    @property
    def line(self) -> Line:
        return Line(self.number, self.value, self.grade, self.times, tuple(sorted(self.use.parts)))


def best(admitted: Admitted, situation: Situation, rules: RuleSet) -> Reading | None:
    """The best reading of a hand, or None where it is not complete.

    A flower win is read without its tiles: shape ``flowers``, no groups; None where no row holds.
    """
    return min(readings(admitted, situation, rules), key=lambda reading: reading.order, default=None)


def readings(admitted: Admitted, situation: Situation, rules: RuleSet) -> Iterator[Reading]:
    """Every arrangement with every group the winning tile may have joined and every choice of states."""
    arrangements: Iterator[Arrangement] | list[Arrangement] = decompose(admitted, rules)
    if situation.by in FLOWER_WINS:
        arrangements = [Arrangement("flowers", ())]
    for arrangement in arrangements:
        for winning_group in winning_groups(arrangement, admitted):
            for states in choices_of_states(arrangement, winning_group, situation, rules):
                total, lines = evaluate(arrangement, winning_group, states, admitted, situation, rules)
                if lines or arrangement.shape != "flowers":
                    yield Reading(total, lines, arrangement, winning_group, states)


def winning_groups(arrangement: Arrangement, admitted: Admitted) -> list[int | None]:
    """The groups in hand that the winning tile may have joined; of like groups the first."""
    in_hand = [(number, group) for number, group in enumerate(arrangement.groups) if group.laid == "hand"]
    if admitted.winning is None or not in_hand:
        return [None]
    if admitted.winning == WILD:
        shown = [tile for _, group in in_hand for tile in group.tiles]
        joinable = {tile for tile in shown if shown.count(tile) > admitted.counts[tile]}
    else:
        joinable = {admitted.winning}
    firsts: dict[Group, int] = {}
    for number, group in in_hand:
        if joinable & set(group.tiles):
            firsts.setdefault(group, number)
    return list(firsts.values())


def choices_of_states(
    arrangement: Arrangement, winning_group: int | None, situation: Situation, rules: RuleSet
) -> Iterator[tuple[State, ...]]:
    def may_be(number: int, group: Group) -> tuple[State, ...]:
        won = number == winning_group
        if rules.states == "as_obtained":
            exposed = group.laid in ("claimed", "open_kong", "added_kong")
            return ("exposed",) if exposed or (won and situation.by in ROBBED_OR_DISCARDED) else ("concealed",)
        if group.laid == "claimed":
            return ("exposed",)
        if group.laid != "hand":
            return "concealed", "exposed"
        if not won or arrangement.shape not in ("standard", "knitted_dragon") or group.kind == "knitted":
            return ("concealed",)
        match situation.win_tile_state:
            case "concealed":
                return ("concealed",)
            case "exposed":
                return ("exposed",)
            case _:
                return "concealed", "exposed"

    return product(*(may_be(number, group) for number, group in enumerate(arrangement.groups)))


def rescore(
    arrangement: Arrangement,
    winning_group: int | None,
    states: Sequence[State],
    admitted: Admitted,
    situation: Situation,
    rules: RuleSet,
) -> tuple[int, tuple[Line, ...]]:
    """The exact worth of a reading found elsewhere.  ValueError where it is no reading of that hand."""
    if situation.by in FLOWER_WINS:
        if arrangement != Arrangement("flowers", ()):
            raise ValueError("a flower win is read without groups")
    elif not fits(arrangement, admitted, rules):
        raise ValueError(f"not an arrangement of this hand: {arrangement}")
    alike = [None if number is None else arrangement.groups[number] for number in winning_groups(arrangement, admitted)]
    if (None if winning_group is None else arrangement.groups[winning_group]) not in alike:
        raise ValueError(f"the winning tile cannot have joined group {winning_group} of {arrangement}")
    if tuple(states) not in choices_of_states(arrangement, winning_group, situation, rules):
        raise ValueError(f"no such choice of states for {arrangement}: {states}")
    return evaluate(arrangement, winning_group, tuple(states), admitted, situation, rules)


def evaluate(
    arrangement: Arrangement,
    winning_group: int | None,
    states: tuple[State, ...],
    admitted: Admitted,
    situation: Situation,
    rules: RuleSet,
) -> tuple[int, tuple[Line, ...]]:
    """The total of a position and the lines that make it, in table order.  The rule set's limit is not applied."""
    position = Position(arrangement, winning_group, states, admitted, situation, rules)
    counted = _counted(instances(position), rules)
    found = [instance.line for instance in counted]
    if not any(instance.row.alone for instance in counted):
        counting = sum(instance.worth for instance in counted if instance.row.counts_to_min)
        for number, tiles in added(counting, arrangement.shape, admitted, situation, rules).items():
            row = rules.rows[number]
            found.append(Line(number, row.value * row.when[0][1], 1, tiles, ()))
    lines = tuple(sorted(found, key=lambda line: (line.row, line.used)))
    return sum(line.subtotal for line in lines), lines


# What holds -------------------------------------------------------------------------------


def instances(position: Position) -> list[Instance]:
    """Every instance of every row that applies to the shape, before any is excluded by another."""
    rows = [(number, row) for number, row in enumerate(position.rules.rows) if position.arrangement.shape in row.shapes]
    residual = [(number, row) for number, row in rows if any(has_residual(matcher) for matcher, _ in row.when)]
    plain = [numbered for numbered in rows if numbered not in residual]
    held = [instance for number, row in plain for instance in _of_row(number, row, position, {})]
    held = [
        instance
        for instance in held
        if instance.row.tier is None
        or not any(other.row.tier == instance.row.tier and other.value > instance.value for other in held)
    ]
    holding: dict[str, int] = {}
    for instance in held:
        holding[instance.row.id] = holding.get(instance.row.id, 0) + 1
    held += [instance for number, row in residual for instance in _of_row(number, row, position, holding)]
    return sorted(held, key=lambda instance: instance.number)


def _of_row(number: int, row: Row, position: Position, holding: dict[str, int]) -> Iterator[Instance]:
    value = row.value
    if row.value_if_claimed is not None and any(meld.kind != "concealed_kong" for meld in position.admitted.melds):
        value = row.value_if_claimed
    for matcher, times in row.when:
        for use in uses(matcher, position, holding):
            yield Instance(number, row, value, _grade(row, use, position), times, use)


def _grade(row: Row, use: Use, position: Position) -> int:
    mixed, concealed, exposed = position.rules.grades
    if row.scaling != "scaled" or not use.groups:
        return 1
    states = {position.states[group] for group in use.groups}
    if states == {"concealed"}:
        return concealed
    return exposed if states == {"exposed"} else mixed


# What counts ------------------------------------------------------------------------------


def _counted(held: list[Instance], rules: RuleSet) -> list[Instance]:
    alone = [instance for instance in held if instance.row.alone]
    if alone:
        return [max((one for one in alone if one.number == alone[0].number), key=lambda one: one.worth)]
    if rules.exclusions == "unconditional":
        return _unconditional(held)
    return best_choice([instance for instance in held if instance.worth > 0])


def _unconditional(held: list[Instance]) -> list[Instance]:
    """Whatever holds excludes, even where it is itself excluded; then all that remain count."""
    remaining = [
        one
        for place, one in enumerate(held)
        if not any(_drops(other, one) for other in held[:place] + held[place + 1 :])
    ]
    once: dict[int, Instance] = {}
    for instance in remaining:
        if instance.row.repeat == "once" and (
            instance.number not in once or instance.worth > once[instance.number].worth
        ):
            once[instance.number] = instance
    pools: dict[tuple[str, int | None], Instance] = {}
    for instance in remaining:
        if instance.row.pool is not None:
            pools.setdefault((instance.row.pool, instance.use.tile), instance)
    return [
        instance
        for instance in remaining
        if once.get(instance.number, instance) is instance
        and (instance.row.pool is None or pools[instance.row.pool, instance.use.tile] is instance)
    ]


def _drops(other: Instance, one: Instance) -> bool:
    return (
        one.row.id in other.row.excludes
        or (_family(other, one) and one.use.parts < other.use.parts)
        or (_same_pool(other, one) and other.worth > one.worth)
    )


def conflict(one: Instance, other: Instance) -> bool:
    """Whether two instances may not both be counted."""
    inside = one.use.parts <= other.use.parts or other.use.parts <= one.use.parts
    return (
        other.row.id in one.row.excludes
        or one.row.id in other.row.excludes
        or (_family(one, other) and inside)
        or (bool(set(one.row.kinds) & set(other.row.kinds)) and bool(one.use.groups & other.use.groups))
        or _same_pool(one, other)
        or (one.number == other.number and one.row.repeat == "once")
    )


def _family(one: Instance, other: Instance) -> bool:
    beside = one.row.id in other.row.beside and other.row.id in one.row.beside
    return one.row.family is not None and one.row.family == other.row.family and not beside


def _same_pool(one: Instance, other: Instance) -> bool:
    return one.row.pool is not None and one.row.pool == other.row.pool and one.use.tile == other.use.tile


class Choice(NamedTuple):
    """Some instances of which no two conflict."""

    total: int
    rows: tuple[int, ...]
    members: tuple[int, ...]

    @property
    def order(self) -> tuple[float, ...]:
        """By which choices are compared: smaller is better.  They stay in this order whatever counts beside them, so
        the end of the rows comes after every row."""
        return (-self.total, *self.rows, inf, *self.members)


def best_choice(held: list[Instance]) -> list[Instance]:
    """The instances of greatest total of which no two conflict; of equal ones those whose rows come first."""
    numbers = range(len(held))
    against = [
        frozenset(other for other in numbers if other != one and conflict(held[one], held[other])) for one in numbers
    ]
    known: dict[frozenset[int], Choice] = {}

    def join(*choices: Choice) -> Choice:
        return Choice(
            sum(choice.total for choice in choices),
            tuple(sorted(row for choice in choices for row in choice.rows)),
            tuple(member for choice in choices for member in choice.members),
        )

    def choose(left: frozenset[int]) -> Choice:
        if left not in known:
            known[left] = join(*(choose_connected(part) for part in _components(left, against)))
        return known[left]

    def choose_connected(part: frozenset[int]) -> Choice:
        one = max(part, key=lambda number: (len(against[number] & part), number))
        alone = Choice(held[one].worth, (held[one].number,), (one,))
        if len(part) == 1:
            return alone
        return min(join(alone, choose(part - {one} - against[one])), choose(part - {one}), key=attrgetter("order"))

    return [held[member] for member in choose(frozenset(numbers)).members]


def _components(left: frozenset[int], against: list[frozenset[int]]) -> Iterator[frozenset[int]]:
    """The parts of ``left`` between which nothing conflicts."""
    rest = set(left)
    while rest:
        part: set[int] = set()
        edge = {min(rest)}
        while edge:
            part |= edge
            edge = {other for one in edge for other in against[one] if other in rest} - part
        rest -= part
        yield frozenset(part)

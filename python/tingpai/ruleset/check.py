"""Whether a rule set holds together: every name it uses is one that exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any

from ..errors import RuleConfigError
from ..tiles import GUEST_WINDS, ROUND_WIND, SEAT_WIND, kinds
from .matchers import AllOf, Copies, Dora, EachGroup, Event, Matcher, Not, Pair, Residual, Run, Sets, Shape, Tiles
from .schema import Row, RuleSet

SHAPES = frozenset(
    ("standard", "knitted_dragon", "seven_pairs", "thirteen_orphans", "sixteen_unrelated", "all_wild", "flowers")
)
WAYS = frozenset(("self_draw", "discard", "rob_kong", "rob_concealed_kong", "rob_swap", "flowers", "rob_flower"))
KEYWORDS = frozenset(
    "seat round by discarder feeder replacement last_tile first_turn river riichi riichi_turn swallow streak "
    "indicator dora ura seen win_tile_state prize die".split()
)
Problem = tuple[str, dict[str, Any]]
"""A key of :data:`~tingpai.ruleset.faults.PROBLEMS`, and what it names."""
_BY_SITUATION = (SEAT_WIND, ROUND_WIND, GUEST_WINDS)


def check(rules: RuleSet) -> None:
    """Raises :class:`RuleConfigError` with everything that does not hold together in ``rules``."""
    ids = {row.id for row in rules.rows}
    found = [("", *problem) for problem in _of_set(rules)]
    for row in rules.rows:
        found += ((row.id, *problem) for problem in _of_row(row, rules, ids))
    if found:
        from .faults import Faults, RuleFault

        faults = Faults(RuleFault(*fault) for fault in found)
        raise RuleConfigError("rows", f"{rules.id}: {faults}", details={"faults": tuple(faults)})


def parts(matcher: Matcher) -> Iterator[Matcher]:
    """The matcher and all it is made of."""
    yield matcher
    if isinstance(matcher, AllOf):
        for member in matcher.of:
            yield from parts(member)
    elif isinstance(matcher, Not):
        yield from parts(matcher.of)


def _of_set(rules: RuleSet) -> Iterator[Problem]:
    for what, names in (
        ("row", [row.id for row in rules.rows]),
        ("option", [option.name for option in rules.options]),
        ("way to win", [win.by for win in rules.wins]),
    ):
        yield from (("twice", {"what": what, "name": name}) for name, times in Counter(names).items() if times > 1)
    yield from _unknown("shape", rules.shapes, SHAPES)
    yield from _unknown("way to win", [win.by for win in rules.wins], WAYS)
    yield from _unknown("keyword", rules.keywords, KEYWORDS)
    for win in rules.wins:
        yield from _unknown("shape", win.shapes, rules.shapes)
    if set(rules.chosen) != {option.name for option in rules.options}:
        yield "choices", {}
    if rules.tiles_in_hand != 3 * rules.sets + 1:
        yield "tiles", {"tiles": rules.tiles_in_hand, "sets": rules.sets}
    if min(rules.grades) < 1 or rules.min_total < 0 or (rules.limit or 1) < 1:
        yield "too_small", {}


def _of_row(row: Row, rules: RuleSet, ids: set[str]) -> Iterator[Problem]:
    yield from _unknown("row", (*row.excludes, *row.beside), ids - {row.id})
    yield from _unknown("shape", row.shapes, {*rules.shapes, "flowers"})
    if not (row.id.isidentifier() and row.zh and row.en and row.clause and row.source and row.shapes and row.when):
        yield "empty_field", {}
    if row.value < 0 or any(times < 1 for _, times in row.when):
        yield "negative", {}
    if row.kinds and rules.exclusions == "unconditional":  # it says that one gives way, not which
        yield "kinds", {}
    yield from _of_dora(row, rules)
    for matcher in (part for top, _ in row.when for part in parts(top)):
        yield from _of_matcher(matcher, rules, ids)
        if any(isinstance(part, Residual) for part in parts(matcher) if part is not matcher):
            yield "residual", {}
    left = [isinstance(top, Residual) for top, _ in row.when]
    if any(left) and not all(left):
        yield "residual_beside", {}
    if row.beside:
        for other in rules.rows:
            if other.id in row.beside and row.id not in other.beside:
                yield "beside", {"other": other.id}


def _of_dora(row: Row, rules: RuleSet) -> Iterator[Problem]:
    """Rows of dora are added to what counts: they stand outside all that rows have with each other."""
    if not any(isinstance(part, Dora) for top, _ in row.when for part in parts(top)):
        if row.capped:
            yield "capped", {}
        return
    if len(row.when) > 1 or not isinstance(row.when[0][0], Dora):
        yield "dora_alone", {}
    ties = (row.family, row.kinds, row.pool, row.tier, row.excludes, row.beside, row.alone, row.counts_to_min)
    if any(ties) or row.scaling == "scaled" or any(row.id in other.excludes for other in rules.rows):
        yield "dora_tied", {}


def _of_matcher(matcher: Matcher, rules: RuleSet, ids: set[str]) -> Iterator[Problem]:
    match matcher:
        case Tiles(within=within, present=present):
            yield from _kind_sets(*within, *present)
        case EachGroup(touch=within) | Pair(within=within):
            yield from _kind_sets(within)
        case Sets(n=n, within=within, pair=pair):
            yield from _kind_sets(*(text for text in (within, pair) if text is not None))
            if n != "all" and not 1 <= n <= rules.sets:
                yield "too_many_sets", {"n": n, "sets": rules.sets}
        case Run(kind=kind, ranks=ranks, pair=pair):
            if pair and kind != "pung":
                yield "run_pair", {"kind": kind}
            if ranks[:1] != (0,) or list(ranks) != sorted(ranks) or ranks[-1] > 8:
                yield "ranks", {"ranks": ranks}
        case Copies(groups=groups):
            if not 2 <= groups <= rules.sets + 1:
                yield "too_many_groups", {"groups": groups, "sets": rules.sets}
        case Event(names=names, by=by):
            yield from _unknown("event", [name.partition(":")[0] for name in names], rules.keywords)
            yield from _unknown("way to win", by, {win.by for win in rules.wins})
        case Dora(indicators=indicators):
            yield from _unknown("keyword", (indicators,), rules.keywords)
        case Shape(id=id):
            yield from _unknown("shape", (id,), rules.shapes)
        case Residual(free=free, limited=limited):
            yield from _unknown("row", (*free, *limited), ids)


def _kind_sets(*texts: str) -> Iterator[Problem]:
    for text in texts:
        if text not in _BY_SITUATION:
            try:
                kinds(text)
            except (ValueError, KeyError):
                yield "kind_set", {"text": text}


def _unknown(what: str, names: Iterable[str], known: Container[str]) -> Iterator[Problem]:
    for name in names:
        if name not in known:
            yield "no_name", {"what": what, "name": name}

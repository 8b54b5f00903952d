"""Hands for the tests of the reference engine: read, admitted, scored by it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from tingpai import reference
from tingpai.admit import Admitted, Purpose, admit
from tingpai.hand import Hand
from tingpai.reference import Reading
from tingpai.reference.arrangements import SETS
from tingpai.reference.matchers import Position, uses
from tingpai.ruleset.registry import rules
from tingpai.ruleset.schema import RuleSet
from tingpai.situation import Situation, situation
from tingpai.tiles import TILE_TEXT, WILD

BAIDA = rules("baida")
HONGKONG = rules("hongkong")


def facts(rule_set: RuleSet, **keywords: Any) -> Situation:
    known, faults = situation(rule_set, {"by": "self_draw", **keywords})
    assert not faults
    return known


def dealt(rule_set: RuleSet, text: str, purpose: Purpose = "score", **keywords: Any) -> tuple[Admitted, Situation]:
    known = facts(rule_set, **keywords)
    return admit(Hand.parse(text), rule_set, known, purpose), known


def scored(rule_set: RuleSet, text: str, **keywords: Any) -> Reading:
    reading = reference.best(*dealt(rule_set, text, **keywords), rule_set)
    assert reading is not None
    return reading


def lines(reading: Reading, rule_set: RuleSet) -> dict[str, int]:
    summed: Counter[str] = Counter()
    for line in reading.lines:
        summed[rule_set.rows[line.row].zh] += line.subtotal
    return dict(summed)


def fan(text: str, **keywords: Any) -> dict[str, int]:
    """What a hand scores in V1, line by line."""
    return lines(scored(BAIDA, text, **keywords), BAIDA)


def own(counts: list[int], wilds: int = 0, **more: Any) -> Admitted:
    """A hand of loose tiles only."""
    fields: dict[str, Any] = {
        "counts": tuple(counts),
        "wilds": (WILD,) * wilds,
        "winning": None,
        "winning_printed": None,
        "melds": (),
        "flowers": (),
        "held": tuple(counts),
        "wild_kinds": frozenset(),
        "flowers_wild": False,
    }
    return Admitted(**{**fields, **more})


def small(sets: int, *shapes: str) -> RuleSet:
    """Rules for a hand of few sets."""
    return replace(BAIDA, sets=sets, tiles_in_hand=3 * sets + 1, shapes=shapes or ("standard",))


def names(tiles: tuple[int, ...]) -> str:
    return " ".join(TILE_TEXT[tile] for tile in tiles)


def random_counts(chance: random.Random, size: int, kinds: list[int] | None = None) -> list[int]:
    counts = [0] * 34
    for kind in chance.sample([kind for kind in kinds or range(34) for _ in range(4)], size):
        counts[kind] += 1
    return counts


def complete_counts(chance: random.Random, sets: int, wilds: int, kinds: list[int]) -> list[int]:
    """The naturals of a complete hand some of whose tiles are wild; a fifth copy always is."""
    groups = [group for group in SETS if set(group.tiles) <= set(kinds)]
    pair = chance.choice(kinds)
    shown = [tile for group in chance.choices(groups, k=sets) for tile in group.tiles] + [pair, pair]
    counts = Counter(chance.sample(shown, len(shown) - wilds))
    if max(counts.values()) > 4:
        return complete_counts(chance, sets, wilds, kinds)
    return [counts[kind] for kind in range(34)]


def position(text: str, rule_set: RuleSet = BAIDA, pick: int = 0, **keywords: Any) -> Position:
    """The first position of a hand (or the one numbered ``pick``), the group won concealed."""
    hand, known = dealt(rule_set, text, **keywords)
    arrangements = list(reference.decompose(hand, rule_set))
    arrangement = arrangements[pick]
    won = reference.winning_groups(arrangement, hand)[0]
    states = next(reference.choices_of_states(arrangement, won, known, rule_set))
    return Position(arrangement, won, states, hand, known, rule_set)


def used(matcher: Any, where: Position) -> list[str]:
    """The instances of a matcher, by the first tiles of the groups used."""
    return sorted(
        " ".join(sorted(TILE_TEXT[where.groups[number].tiles[0]] for number in use.groups))
        for use in uses(matcher, where)
    )

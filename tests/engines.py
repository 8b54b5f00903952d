"""Both engines behind one door: completeness, arrangements, waits and distance of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Protocol

import tingpai as tp
from deals import nearly
from generate import Deal
from multisets import multisets, unrank
from tingpai import reference
from tingpai.admit import admit_call
from tingpai.result import Arrangement, Face, plain_arrangement
from tingpai.tiles import KIND_COUNT, TILE_TEXT

FIVE, FOUR = tp.rules("baida"), tp.rules("hongkong")


class Engine(Protocol):
    def complete(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> bool: ...
    def arrangements(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> Counter[str]: ...
    def waits(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> tuple[str, bool]: ...
    def distance(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> int: ...


class Native:
    """What a caller of the package gets."""

    def complete(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> bool:
        found = tp.distance(hand, rules, **keywords) == -1
        assert found == any(True for _ in tp.decompose(hand, rules, **keywords))
        return found

    def arrangements(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> Counter[str]:
        return Counter(map(as_text, tp.decompose(hand, rules, **keywords)))

    def waits(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> tuple[str, bool]:
        found = tp.waits(hand, rules, live=False, **keywords)
        return " ".join(found), found.wild_completes

    def distance(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> int:
        return tp.distance(hand, rules, **keywords)


class Reference:
    """The same from the reference."""

    def complete(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> bool:
        return reference.complete(admit_call(hand, rules, keywords, "decompose")[1], rules)

    def arrangements(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> Counter[str]:
        admitted = admit_call(hand, rules, keywords, "decompose")[1]
        return Counter(
            as_text(plain_arrangement(found.shape, [Face(*group) for group in found.groups], admitted))
            for found in reference.decompose(admitted, rules)
        )

    def waits(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> tuple[str, bool]:
        kinds, by_wild = reference.waits(admit_call(hand, rules, keywords, "waits")[1], rules)
        return " ".join(TILE_TEXT[kind] for kind in kinds), by_wild

    def distance(self, hand: tp.Hand, rules: tp.RuleSet, **keywords: Any) -> int:
        return reference.distance(admit_call(hand, rules, keywords, "distance")[1], rules)


NATIVE, REFERENCE = Native(), Reference()


def as_text(arrangement: Arrangement) -> str:
    return f"{arrangement.shape}: {' '.join(sorted(group.tiles for group in arrangement.groups))}"


# Hands at large -----------------------------------------------------------------------------


def uniform(variant: str, seed: str) -> Iterator[tuple[Deal, bool]]:
    """Natural tiles drawn uniformly from all multisets of their number, and any number of wild tiles; whether the
    hand is full, or a tile short."""
    random = Random(f"uniform {variant} {seed}")
    rules = tp.rules(variant)
    while True:
        over = random.choice([1, 2])
        wilds = random.choice([0, 0, *range(17)]) if rules.wild_tiles else 0
        naturals = 3 * rules.sets + over - wilds
        counts = unrank(random.randrange(multisets(KIND_COUNT, naturals)), naturals)
        tiles = [TILE_TEXT[kind] for kind, copies in enumerate(counts) for _ in range(copies)]
        yield Deal(variant, " ".join([*tiles, *["?"] * wilds])), over == 2


def near(variant: str, seed: str) -> Iterator[tuple[Deal, bool]]:
    """Hands complete or nearly so, with sets on the table, full and a tile short in turn."""
    for deal in nearly(variant, seed):
        yield deal, True
        yield replace(deal, text=str(replace(deal.hand, winning=()))), False


HANDS = {"uniform": uniform, "nearly": near}


def compare(deal: Deal, full: bool, answers: Counter[str]) -> list[str]:
    """Where the engines differ on a hand; what they say goes into ``answers``."""
    call = deal.hand, deal.rules
    found: list[tuple[str, Any, Any]] = []
    for engine in (NATIVE, REFERENCE):
        if full:
            found.append(("complete", engine.complete(*call, **deal.keywords), engine.distance(*call, **deal.keywords)))
        else:
            found.append(("ready", engine.waits(*call, **deal.keywords), engine.distance(*call, **deal.keywords)))
    native, slow = found
    name, said, distance = native
    answers[name] += bool(said if full else said[0])
    answers[f"distance {distance}"] += 1
    return [] if native == slow else [f"{deal}: {native}, expected {slow}"]

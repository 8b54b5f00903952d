"""Completeness, arrangements, waits and distance on both engines: worked hands, then hands drawn at random."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

import tingpai as tp
from deals import rich
from engines import FIVE, FOUR, HANDS, NATIVE, REFERENCE, Engine, compare
from multisets import multisets, unrank
from tingpai.hand import wild_tiles
from tingpai.tiles import TILE_NUMBER, TILE_TEXT, kinds

VARIANTS = tp.variant_ids()


@pytest.fixture(params=[NATIVE, REFERENCE], ids=["native", "reference"])
def engine(request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.param
    return found


# Worked hands -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules", "keywords", "expected"),
    [
        ("1112345678999m", FOUR, {}, "123456789m"),
        ("1113456666788s", FOUR, {}, "2578s"),
        ("33344455m34567p", FOUR, {}, "258p"),
        ("123456789m1111z", FOUR, {}, "1z"),
        ("19m19p19s1234567z", FOUR, {}, "19m19p19s1234567z"),
        ("19m19p19s1123456z", FOUR, {}, "7z"),
        ("1122m3344p55667s", FOUR, {}, ""),
        ("1122m3344p5566s7711z", FIVE, {}, "12m34p56s17z"),
        ("147m258p369s 1112233z", FIVE, {}, "23z"),
        ("147m258p36s11234567z", FIVE, {}, "9s"),
        ("147m258p3s ? 11234567z", FIVE, {}, "69s"),
        ("19m19p19s 123456z ????", FIVE, {}, "123456789m123456789p123456789s1234567z"),
        ("89m ? 123p 123s 5z [111z] [2222z]", FIVE, {}, "7m5z"),
        ("89m 5p 123p 123s 5z [111z] [2222z]", FIVE, {"indicator": "5m"}, "7m5z"),
        ("33m 44m 111p 222p 333p [5?5z]t", FIVE, {"indicator": "4m"}, "123456789m123456789p123456789s1234567z"),
        ("1112223334445m [789s]", FIVE, {}, "23456m"),
        ("5m [123m] [123p] [123s] [777z] (1111z)", FIVE, {}, "5m"),
        ("? [123m] [123p] [123s] [777z] (1111z)", FIVE, {}, "123456789m123456789p123456789s1234567z"),
    ],
)
def test_waits(engine: Engine, text: str, rules: tp.RuleSet, keywords: dict[str, Any], expected: str) -> None:
    found, by_wild = engine.waits(tp.Hand.parse(text), rules, **keywords)
    wild = wild_tiles(TILE_NUMBER[keywords["indicator"]]) if keywords else frozenset()
    assert found.split() == [TILE_TEXT[kind] for kind in sorted(kinds(expected) - wild)]
    assert by_wild == (bool(expected) and rules.wild_tiles)


@pytest.mark.parametrize(
    ("text", "rules", "distance"),
    [
        ("123456789m 11z 222z", FOUR, -1),
        ("123456789m 11z 22z", FOUR, 0),
        ("123456789m1111z", FOUR, 1),  # the tile it waits for is held four times
        ("147m258p369s1234z", FOUR, 7),
        ("19m19p19s1234567z", FOUR, 0),
        ("19m19p19s1234567z1z", FOUR, -1),
        ("19m19p19s123z2222s", FOUR, 4),
        ("147m258p369s12345z 67z", FIVE, 0),
        ("147m258p369s1234567z7z", FIVE, -1),
        ("1122m3344p5566s7711z", FIVE, 0),
        ("1111222233334444m", FIVE, 0),
        ("???????????????? ?", FIVE, -1),
        ("123456789m111z? [555z]", FIVE, 0),
        ("1m 9m 2p 8p 5s 1z 2z 3z 4z ? [777z] [666z]", FIVE, 5),
    ],
)
def test_distance(engine: Engine, text: str, rules: tp.RuleSet, distance: int) -> None:
    assert engine.distance(tp.Hand.parse(text), rules) == distance


@pytest.mark.parametrize(
    ("text", "rules", "expected"),
    [
        ("111222333m 55p 789s", FOUR, ["123m 123m 123m 55p 789s", "111m 222m 333m 55p 789s"]),
        ("11m [123p] [456p] [789p] [555z]", FOUR, ["11m 123p 456p 555z 789p"]),
        ("1m ? [123p] [456p] [789p] [555z] (2222s)", FIVE, ["11m 123p 2222s 456p 555z 789p"]),
        ("89m ? 11z [123p] [456p] [789p] [555z]", FIVE, ["11z 123p 456p 555z 789m 789p"]),
        ("11z [123p] [456p] [789p] [555z] [8?9s]", FIVE, ["11z 123p 456p 555z 789p 789s"]),
        ("11z [123p] [456p] [789p] [555z] [7?8s]", FIVE,
         ["11z 123p 456p 555z 678s 789p", "11z 123p 456p 555z 789p 789s"]),
        ("123m 456m 789m 13p 46p 1z", FOUR, []),
    ],
)  # fmt: skip
def test_arrangements(engine: Engine, text: str, rules: tp.RuleSet, expected: list[str]) -> None:
    hand = tp.Hand.parse(text)
    assert engine.arrangements(hand, rules) == Counter(f"standard: {groups}" for groups in expected)
    assert engine.complete(hand, rules) == bool(expected)


@pytest.mark.parametrize(
    ("text", "shape", "number"),
    [
        ("1122m3344p5566s77111z", "seven_pairs", 1),
        ("11112222m 3333p 55z 777s", "seven_pairs", 1),
        ("11112222m 333p 55z 777s ?", "seven_pairs", 2),
        ("19m19p19s1234567z1z 555m", "thirteen_orphans", 1),
        ("147m258p369s1234567z7z", "sixteen_unrelated", 1),
        ("147m258p369s 111222z 33z", "knitted_dragon", 1),
        ("? [???]t [???]c [???]t [???]c [???]t ?", "all_wild", 1),
    ],
)
def test_shapes(engine: Engine, text: str, shape: str, number: int) -> None:
    found = engine.arrangements(tp.Hand.parse(text), FIVE)
    assert len([one for one in found if one.startswith(shape)]) == number


# Hands at large -----------------------------------------------------------------------------


def test_unrank_counts_every_multiset() -> None:
    found = {tuple(unrank(rank, 6, 4)) for rank in range(multisets(4, 6))}
    assert len(found) == multisets(4, 6) == 68
    assert all(sum(counts) == 6 and max(counts) <= 4 for counts in found)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("stream", "number"), [("uniform", 100), ("nearly", 200)])
def test_hands_at_large(variant: str, stream: str, number: int) -> None:
    answers: Counter[str] = Counter()
    for deal, full in islice(HANDS[stream](variant, "every run"), number):
        assert not compare(deal, full, answers)
    assert len([name for name in answers if name.startswith("distance")]) >= 4
    if stream == "nearly":
        assert min(answers["complete"], answers["ready"], answers["distance 1"]) > 15


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_arrangement(variant: str) -> None:
    arrangements = 0
    for deal in islice(rich(variant, "arrangements"), 400):
        keywords = {name: deal.keywords[name] for name in deal.keywords if name in ("indicator", "seat")}
        found = NATIVE.arrangements(deal.hand, deal.rules, **keywords)
        if found.total() > 3000:
            continue
        assert found == REFERENCE.arrangements(deal.hand, deal.rules, **keywords), deal
        arrangements += found.total()
    assert arrangements > (1_500 if variant == "baida" else 400)

"""Made-up rule tables without wild tiles through the plans of a batch, beside the search of the single call.

A batch makes what the rows of a situation ask into counts of groups where it can and searches hand by hand where it
cannot.  The variants ask few things of the many that a rule file may; here are tables that ask any of them, in every
relation to each other, and house rules that differ from a variant in any way.  Part of the hands are read by the
reference engine too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

import tingpai as tp
from batched import EVERYTHING, columns_of, rows_of, single
from deals import rare, rich, wins
from generate import Deal
from tingpai import batch
from tingpai.batch.frames import frames
from tingpai.hand import wild_tiles
from tingpai.notation import read_tiles
from tingpai.ruleset.check import check
from tingpai.ruleset.files import extended
from tingpai.ruleset.matchers import (
    AllOf,
    Copies,
    Counts,
    EachGroup,
    Event,
    Flowers,
    Matcher,
    Melds,
    Not,
    Pair,
    Residual,
    Run,
    Sets,
    Shape,
    Tiles,
    Wait,
)
from tingpai.ruleset.schema import Row
from tingpai.situation import situation

HONGKONG, GUANGRI, BAIDA = (tp.rules(variant) for variant in ("hongkong", "guangri", "baida"))
DORA = tuple(row for row in GUANGRI.rows if row.capped)
SHAPES = ("standard", "seven_pairs", "knitted_dragon", "thirteen_orphans", "sixteen_unrelated")
HANDS_EACH = 12
KIND_SETS = ("567z", "1234z", "1234567z", "19m19p19s", "19m19p19s1234567z", "123456789m", "2468s", "@seat", "@round",
             "@guest", "456m456p456s", "123456789m123456789p123456789s", "1z", "234567m234567p234567s")  # fmt: skip


# Conditions ---------------------------------------------------------------------------------


def some_sets(random: Random) -> Matcher:
    more: dict[str, Any] = {"state" if random.random() < 0.15 else "laid": random.choice(["any", "any", "any", "open",
                                                                                     "concealed"])}  # fmt: skip
    if more.get("state") == "open":
        more["state"] = "exposed"
    return Sets(
        random.choice(["chow", "pung", "pung", "kong", "set"]),
        random.choice([1, 1, 2, 2, 3, 4, "all"]),
        exact=random.random() < 0.2,
        within=random.choice([None, None, *KIND_SETS]),
        pair=random.choice([None, None, None, *KIND_SETS]) if random.random() < 0.4 else None,
        **more,
    )


def some_range(random: Random) -> tuple[int, int] | None:
    low = random.randint(0, 3)
    return random.choice([None, (low, low + random.randint(0, 4))])


SIMPLE: tuple[Callable[[Random], Matcher], ...] = (
    some_sets, some_sets, some_sets,
    lambda random: Pair(random.choice(KIND_SETS)),
    lambda random: Tiles(within=(*random.sample(KIND_SETS, random.choice([0, 1, 1, 2])),),
                         present=(*random.sample(KIND_SETS, random.choice([0, 0, 1, 2])),),
                         suits=random.choice([None, None, 0, 1, 2, 3])),
    lambda random: EachGroup(random.choice(KIND_SETS), random.choice([0, 0, 1, 2])),
    lambda random: Melds(chow=some_range(random), pung=some_range(random), open_kong=some_range(random),
                         concealed_kong=some_range(random), laid=some_range(random)),
    lambda random: Flowers(random.choice(["none", "own", "other", "series", "both_series_touched"])),
    lambda random: Flowers("count", random.randint(0, 3)),
    lambda random: Event(by=(*random.sample(["self_draw", "discard", "rob_kong"], random.choice([1, 1, 2])),)),
    lambda random: Event(names=(random.choice(["last_tile", "replacement:kong"]),)),
    lambda random: Shape(random.choice(["standard", "standard", "thirteen_orphans"])),
    lambda random: Counts(random.choice([(3, 1, 1, 1, 1, 1, 1, 1, 3), (0, 1, 1, 1)]),
                          random.randint(1, 11)),
    lambda random: Run("chow", random.choice([(0, 0), (0, 1), (0, 1, 2), (0, 3), (0, 3, 6), (0, 0, 0)]),
                       suits=random.choice(["any", 1, 1, 2, 3]), start=random.choice([None, None, 1, 2]),
                       twins=random.random() < 0.1),
    lambda random: Run("chow", (0, 0), suits=random.choice(["any", 1, 2]), times=2),
    lambda random: Run("pung", random.choice([(0, 0), (0, 1), (0, 1, 2), (0, 8)]),
                       suits=random.choice(["any", 1, 1, 2]), pair=random.random() < 0.3),
    lambda random: Wait(random.choice(["only", "single", "two_pairs", "last_visible", "only_by_shape", "two_sided"])),
    lambda random: Melds(win_in="pair"),
)  # fmt: skip
SEARCHED: tuple[Callable[[Random], Matcher], ...] = (
    lambda random: Run("pair", (0, 1), suits=1),
    lambda random: Copies(2),
    lambda random: Sets("pung", 2, distinct=True),
)


def some_matcher(random: Random, searched: bool, depth: int = 0) -> Matcher:
    at = random.random()
    if depth < 2 and at < 0.15:
        return Not(some_matcher(random, searched, depth + 1))
    if depth < 2 and at < 0.35:
        of = (some_matcher(random, searched, depth + 1) for _ in range(random.choice([1, 2, 2, 3])))
        if random.random() < 0.4:  # one of them or another
            return Not(AllOf((*map(Not, of),)))
        return AllOf((*of,))
    return random.choice(SEARCHED if searched and random.random() < 0.15 else SIMPLE)(random)


# Tables -------------------------------------------------------------------------------------


def some_row(random: Random, number: int, ids: list[str], searched: bool) -> Row:
    more: dict[str, Any] = {}
    value = random.choice([0, 1, 1, 2, 3, 5, 8])
    others = [id for id in ids if id != ids[number]]
    if random.random() < 0.15:
        free = random.sample(others, min(len(others), random.randint(0, 4)))
        limited = random.sample(others, min(len(others), random.randint(0, 4)))
        when: tuple[tuple[Matcher, int], ...] = (
            (Residual((*free,), (*limited,), random.randint(0, 3)), random.choice([1, 1, 2])),
        )
    else:
        conditions = range(random.choice([1, 1, 1, 2, 3]))
        when = tuple((some_matcher(random, searched), random.choice([1, 1, 1, 2])) for _ in conditions)
    if random.random() < 0.2:
        more["value_if_claimed"] = random.choice([0, value + 1, max(0, value - 1)])
    if random.random() < 0.25:
        more["excludes"] = (*random.sample(others, min(len(others), random.randint(1, 3))),)
    if random.random() < 0.2:
        more["repeat"] = "once"
    if random.random() < 0.1:
        more["alone"] = True
    if random.random() < 0.1:
        more["counts_to_min"] = False
    if random.random() < 0.1:
        more["shapes"] = ("standard", "thirteen_orphans")
    else:
        more["shapes"] = ("standard",)
    if random.random() < 0.1 and "repeat" not in more:
        more["family"] = random.choice("ab")
    if searched and random.random() < 0.1 and "repeat" not in more:
        more[random.choice(["pool", "tier"])] = random.choice("ab")
    scaling: Any = random.choice(["scaled", "flat", "final"])
    id = ids[number]
    return Row(id=id, zh=id, en=id, value=value, scaling=scaling, when=when, clause="test", source="test", **more)


def some_table(random: Random) -> tp.RuleSet:
    """Rows that no variant has; a part of the tables asks what only the search can say."""
    ids = [f"row_{number}" for number in range(random.randint(2, 7))]
    searched = random.random() < 0.2
    rows = tuple(some_row(random, number, ids, searched) for number in range(len(ids)))
    return made(random, rows)


def some_table_of_five_sets(random: Random) -> tp.RuleSet:
    """The same for hands of five sets, where groups may be won by claimed tiles, tiles may be dora, and many hands may
    be of two shapes."""
    ids = [f"row_{number}" for number in range(random.randint(2, 7))]
    rows = tuple(some_row(random, number, ids, searched=False) for number in range(len(ids)))
    rows = tuple(replace(row, shapes=random.choice([SHAPES[:1], SHAPES[:2], SHAPES])) for row in rows)
    return made(random, (*rows, *random.choice([(), DORA])), replace(GUANGRI, shapes=SHAPES))


def some_table_of_choice(random: Random) -> tp.RuleSet:
    """Rows of which the best consistent set counts, worth more as groups lie, which may be the winner's choice."""
    ids = [f"row_{number}" for number in range(random.randint(2, 4))]
    searched = random.random() < 0.6
    rows = tuple(some_row(random, number, ids, searched) for number in range(len(ids)))

    def related(row: Row) -> Row:
        more: dict[str, Any] = {}
        if random.random() < 0.3 and row.repeat == "each" and row.pool is None and row.tier is None:
            more = {"kinds": (*random.sample("xy", random.randint(1, 2)),), "family": random.choice([None, "a"])}
        return replace(row, shapes=random.choice([SHAPES[:1], SHAPES[::2], SHAPES]), **more)

    states: Any = random.choice(["free", "free", "as_obtained"])
    grades = random.choice([(1, 2, 4), (1, 2, 4), (1, 1, 1), (1, 3, 2)])
    base = replace(BAIDA, exclusions="best", states=states, grades=grades)
    return made(random, tuple(map(related, rows)), base)


def made(random: Random, rows: tuple[Row, ...], base: tp.RuleSet = HONGKONG) -> tp.RuleSet:
    terms: dict[str, Any] = {"min_total": random.choice([0, 0, 1, 3, 6]), "limit": random.choice([4, 10, 14])}
    rules = replace(base, rows=rows, options=(), chosen={}, **terms)
    check(rules)
    return rules


def some_house(random: Random) -> tp.RuleSet:
    """A rule file's difference from a variant: rows gone, worth something else, in other relations to each other."""
    changes: dict[str, Any] = {}
    ids = [row.id for row in HONGKONG.rows]
    kept = [id for id in ids if random.random() < 0.85]
    for id in ids:
        change: dict[str, Any] = {} if id in kept else {"on": False}
        if id in kept and random.random() < 0.3:
            change["value"] = random.choice([0, 1, 2, 4, 7, 12])
        if id in kept and random.random() < 0.2:
            change["excludes"] = random.sample([other for other in kept if other != id], random.randint(0, 3))
        if id in kept and random.random() < 0.1:
            change["repeat"] = random.choice(["each", "once"])
        if id in kept and random.random() < 0.1:
            change["alone"] = random.random() < 0.3
        if change:
            changes[id] = change
    options = {"min_fan": random.randint(0, 3), "limit": random.choice([8, 10, 14])}
    return extended({"extends": "hongkong", "options": options, "rows": changes})


# Comparison ---------------------------------------------------------------------------------


def without_wild_tiles(deal: Deal) -> bool:
    indicator = read_tiles(deal.keywords.get("indicator", ""))
    hand = deal.hand
    held = (*hand.tiles, *hand.winning, *(tile for meld in hand.melds for tile in meld.tiles))
    return wild_tiles(*indicator or [None]).isdisjoint(held)


@cache
def hands(variant: str) -> tuple[Deal, ...]:
    """Won hands without wild tiles: any, such that patterns meet, and such as chance does not deal."""
    streams = (wins(variant, "plans"), rich(variant, "plans"), rare(variant, "plans"))
    plain = (filter(without_wild_tiles, stream) for stream in streams)
    dealt = (deal for stream, count in zip(plain, (100, 300, 120), strict=True) for deal in islice(stream, count))
    return tuple(deal for deal in dealt if deal.keywords.get("by") not in ("flowers", "rob_flower"))


def compared(make: Callable[[Random], tp.RuleSet], seed: int, tables: int, slow: int) -> Counter[str]:
    """Batches beside single calls, and the first ``slow`` hands of each beside the reference: how many, and how many
    are in a situation that was planned."""
    random, seen = Random(seed), Counter[str]()
    for _ in range(tables):
        rules = make(random)
        deals = random.sample(hands(rules.id), HANDS_EACH)
        asked = columns_of([deal.keywords for deal in deals])
        scores = batch.score([deal.text for deal in deals], rules, **EVERYTHING, **asked)
        for row, (deal, told) in enumerate(zip(deals, rows_of(scores), strict=True)):
            keywords = scores.keywords(row)
            met, faults = situation(rules, keywords)
            frame = None if faults else frames(rules).frame(rules, met)
            seen["planned" if frame and frame.planned else "searched"] += 1
            assert told == single(deal.text, rules, keywords), (deal.text, keywords, rules.rows)
            if row < slow and "error" not in told:
                read = tp.score(tp.Hand.parse(deal.text), rules, kernel="reference", **keywords)
                names = [name for name, *_ in told["lines"]]
                assert (told["total"], told["reason"], names) == (
                    read.total, read.reason, [line.id for line in read.lines]
                ), (deal.text, keywords, rules.rows)  # fmt: skip
                seen["read"] += 1
            seen["worth" if told.get("total") else "worthless"] += 1
    return seen


MAKERS = (some_table, some_table_of_five_sets, some_table_of_choice, some_house)


@pytest.mark.parametrize("make", MAKERS)
def test_any_few_rows_count_alike_in_a_batch(make: Callable[[Random], tp.RuleSet]) -> None:
    seen = compared(make, 1, 90, slow=2)
    assert seen["worth"] > 600
    assert seen["read"] > 150
    assert seen["planned"] > 300
    assert seen["searched"] > 200


def row(id: str, value: int, *when: tuple[Matcher, int], **more: Any) -> Row:
    return Row(id=id, zh=id, en=id, value=value, when=when, clause="test", source="test", **more)


ANY, SELF_DRAWN = Shape("standard"), Event(by=("self_draw",))
CHOWS = "123m 456p 789s 345m 2z +2z"
WORKED: dict[str, tuple[str, tuple[Row, ...], int]] = {
    "of several instances of a row that stands alone the best counts": (
        CHOWS, (row("mine", 2, (ANY, 1), (SELF_DRAWN, 3), (Pair("1234z"), 2), alone=True), row("other", 9, (ANY, 1))), 6
    ),
    "what may always hold beside what is left may be limited too": (
        CHOWS, (row("pair", 1, (Pair("2z"), 1)), row("left", 3, (Residual(("pair",), ("pair",), 0), 1))), 4
    ),
    "ranks that are not named are counted to what is over": (
        "234m 567m 789m 999m 1m +1m", (row("mine", 2, (Counts((0, 1, 1, 1), 11), 1)),), 2
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WORKED)
def test_worked(name: str) -> None:
    text, rows, total = WORKED[name]
    rules = replace(HONGKONG, rows=rows, options=(), chosen={})
    kernels: Any = ("native", "reference")
    for kernel in kernels:
        assert tp.score(tp.Hand.parse(text), rules, by="self_draw", kernel=kernel).total == total
    assert batch.score([text], rules, by="self_draw").total.tolist() == [total]


@pytest.mark.parametrize(
    ("flowers", "indicator", "total"), [("", "2z", 2), ("1f", "2z", 6), ("2f", "2z", 0), ("", "1f", 0)]
)
def test_rows_of_flowers_count_without_flowers_unless_these_are_wild(flowers: str, indicator: str, total: int) -> None:
    rows = (row("mine", 2, (Flowers("none"), 1), (Flowers("own"), 3)), row("other", 0, (ANY, 1)))
    rules = replace(BAIDA, rows=rows, options=(), chosen={})
    text = f"123m 345m 456p 789s 111p 7z +7z {flowers}"
    asked: dict[str, Any] = {"seat": "E", "indicator": indicator}
    scores = batch.score([text], rules, by="self_draw", **asked)
    assert scores.total.tolist() == [total]
    kernels: Any = ("native", "reference")
    for kernel in kernels:
        assert tp.score(tp.Hand.parse(text), rules, by="self_draw", kernel=kernel, **asked).total == total


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("make", MAKERS)
def test_many_few_rows_count_alike_in_a_batch(make: Callable[[Random], tp.RuleSet], seed: int) -> None:
    assert compared(make, seed, 500, slow=4)["worth"] > 3000

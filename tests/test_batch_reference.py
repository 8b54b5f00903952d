"""Batches beside the reference engine, which is plain Python, knows nothing of the kernel, and tries everything.

Scores: hands of every variant in all sorts of situations, good and bad, are compared by total, reason, counted rows and
payments, bad ones by their errors.  Which hands the reference can do in time hangs on how many readings they have, at
some three milliseconds each: with up to 5 wild tiles nearly all of those dealt here, with 6 to 8 the half of those with
four or five sets on the table, and up to 13 those whose claimed sets leave hardly a face open (`few_faces`; one with 14
takes minutes).  With 13 to 16 the reference reads the very reading of the batch's answer, and gives it the same total
and rows; that no other is better is left to the search, which is compared where the reference can.

Completeness, waits and distance: up to 16 wild tiles, with sets on the table and without.

A seeded part runs every time, a large one with ``--full``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import tingpai as tp
from batched import EVERYTHING, VARIANTS, columns_of, everything, mixed, rows_of, told
from differential import certificate, readings
from generate import Deal, Maker
from test_batch_analysis import RULES, Row, columns, rows_for
from tingpai import batch, reference
from tingpai.admit import admit_call
from tingpai.batch.scoring import row_error
from tingpai.hand import wild_tiles
from tingpai.tiles import KIND_COUNT, SEATS, TILE_NUMBER, TILE_TEXT, WILD

BAIDA = tp.rules("baida")
MOST_ANY, MOST_COMPARED, MOST_WILDS = 8, 13, 16
"""Wild tiles of hands that are dealt at random, of those that are compared every time, and of any."""
FLOWER = TILE_NUMBER["1f"]
"""The indicator under which the most tiles are wild."""


# Scores -------------------------------------------------------------------------------------


def by_reference(deal: Deal, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    """What the reference says of a hand, or what is wrong with it."""
    try:
        result = tp.score(tp.Hand.parse(deal.text), rules, kernel="reference", **keywords)
    except tp.TingpaiError as error:
        return {"error": row_error(error)}
    return {
        "total": result.total,
        "reason": result.reason,
        "rows": [line.id for line in result.lines],
        "payments": result.payments,
    }


def by_batch(told: dict[str, Any]) -> dict[str, Any]:
    """The same of a row of a batch."""
    if "error" in told:
        return told
    rows = [name for name, *_ in told["lines"]]
    return {"total": told["total"], "reason": told["reason"], "rows": rows, "payments": told["payments"]}


def batched(variant: str, deals: list[Deal]) -> Iterator[tuple[Deal, dict[str, Any], dict[str, Any]]]:
    """Each hand with its keywords as the single call takes them, and its row of one batch."""
    keywords = [deal.keywords for deal in deals]
    scores = batch.score([deal.text for deal in deals], tp.rules(variant), **EVERYTHING, **columns_of(keywords))
    for deal, found in zip(deals, rows_of(scores), strict=True):
        given = {name: "".join(value) if isinstance(value, list) else value for name, value in deal.keywords.items()}
        yield deal, given, found


def compare(variant: str, deals: list[Deal]) -> Counter[str]:
    """How many hands were compared, won and wrong."""
    seen: Counter[str] = Counter()
    rules = tp.rules(variant)
    for deal, keywords, found in batched(variant, deals):
        assert by_batch(found) == by_reference(deal, rules, keywords), (deal.text, keywords)
        seen["wrong" if "error" in found else "won" if found["reason"] is None else "not won"] += 1
    return seen


def feasible(deal: Deal, most: int) -> bool:
    """Whether the reference is done with a hand in time."""
    try:
        return readings(deal, most) < most
    except tp.TingpaiError:  # it is not admitted
        return True


def any_hands(variant: str, seed: str, count: int, most: int) -> list[Deal]:
    return [deal for deal in mixed(variant, f"reference {seed}", count) if feasible(deal, most)]


def few_faces(random: Random, wilds: int) -> Deal:
    """A hand with five sets on the table and so many wild tiles, which leave as few faces open as can be: one completes
    the pair, two at most are in a set beside a natural tile, and only where there are more a set is of three."""
    in_sets = [0] * 5
    while sum(in_sets) < wilds - 1:
        free = [at for at, number in enumerate(in_sets) if number < (2 if min(in_sets) < 2 else 3)]
        in_sets[random.choice(free)] += 1
    kinds = random.sample([kind for kind in range(KIND_COUNT) if kind not in wild_tiles(FLOWER)], 6)
    pair, *faces = (TILE_TEXT[kind] for kind in kinds)
    laid = [
        "[???]c" if number == 3 else f"[{face[0] * (3 - number)}{'?' * number}{face[1]}]t"
        for face, number in zip(faces, in_sets, strict=True)
    ]
    keywords = {"seat": random.choice(SEATS), "round": random.choice(SEATS)}
    text = " ".join([pair, *laid, "+?" if wilds else f"+{pair}"])
    return Deal("baida", text, {"by": "self_draw", "indicator": TILE_TEXT[FLOWER], **keywords})


def hands_with(wilds: int, seed: str, count: int, most: int) -> list[Deal]:
    """So many hands with so many wild tiles: with few sets on the table as long as the reference can search them, then
    with more, then with five."""
    random, maker = Random(f"reference {seed} {wilds}"), Maker("baida", f"reference {seed} {wilds}")
    downs = (0, 1, 2, 3) if wilds < 3 else (2, 3, 4, 5) if wilds < 6 else (4, 5)
    found: list[Deal] = []
    while len(found) < count:
        if wilds > MOST_ANY or random.random() < 0.2:
            found.append(few_faces(random, wilds))
            continue
        deal = maker.deal(wilds, rich=random.random() < 0.5, down=random.choice(downs), forms=["claimed"])
        if feasible(deal, most):
            found.append(deal)
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_scores(variant: str) -> None:
    seen = compare(variant, any_hands(variant, "every run", 80, 30))
    assert seen["won"] > 15
    assert seen["wrong"] > 3


@pytest.mark.parametrize("wilds", range(MOST_COMPARED))
def test_scores_with_wild_tiles(wilds: int) -> None:
    seen = compare("baida", hands_with(wilds, "every run", 6, 40))
    assert seen["won"] > 0
    assert not seen["wrong"]


@pytest.mark.parametrize("wilds", range(MOST_COMPARED, MOST_WILDS + 1))
def test_more_wild_tiles_are_worth_what_they_say(wilds: int) -> None:
    worth_what_it_says(wilds, "every run", 2)


def worth_what_it_says(wilds: int, seed: str, count: int) -> None:
    """The batch's answers are those of the single call, whose readings the reference gives the same total and rows."""
    maker = Maker("baida", f"certificate {seed} {wilds}")
    deals = [maker.deal(wilds, down=maker.random.choice([0, 0, 1, 3])) for _ in range(count)]
    for deal, keywords, found in batched("baida", deals):
        single = tp.score(deal.hand, BAIDA, **keywords)
        assert found == told(single), (deal.text, keywords)
        expected, by_reference = certificate(single)
        assert expected == by_reference, (deal.text, keywords)
        assert single.total > 0


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_scores(variant: str, seed: int) -> None:
    seen = compare(variant, any_hands(variant, f"large {seed}", 600, 60))
    print(variant, seed, dict(seen))
    assert seen["won"] > 200


@pytest.mark.full
@pytest.mark.parametrize("wilds", range(MOST_COMPARED + 2))
def test_many_scores_with_wild_tiles(wilds: int) -> None:
    number = {13: 3, 14: 1}.get(wilds, 30)
    seen = compare("baida", hands_with(wilds, "large", number, 100))
    print(wilds, dict(seen))
    assert seen["won"] + seen["not won"] == number


@pytest.mark.full
@pytest.mark.parametrize("wilds", range(MOST_COMPARED, MOST_WILDS + 1))
def test_many_more_wild_tiles_are_worth_what_they_say(wilds: int) -> None:
    worth_what_it_says(wilds, "large", 10)


@pytest.mark.parametrize("variant", VARIANTS)
def test_scores_are_the_same_on_any_number_of_threads(variant: str) -> None:
    """Of so many rows that each of eight threads has a part of them to work through."""
    deals = [deal for deal in mixed(variant, "threads", 400) if feasible(deal, 30)]
    deals *= 9 * 1024 // len(deals) + 1
    rules, texts = tp.rules(variant), [deal.text for deal in deals]
    asked: dict[str, Any] = {"arrangement": True, **columns_of([deal.keywords for deal in deals])}
    one, two, eight = (batch.score(texts, rules, threads=threads, **asked) for threads in (1, 2, 8))
    assert everything(one) == everything(two) == everything(eight)
    assert one.errors == two.errors == eight.errors
    assert len(one.errors) > 100


# Completeness, waits and distance -----------------------------------------------------------


def spoilt(row: Row, random: Random) -> Row:
    """The same with something wrong, or perhaps not."""
    tiles = list(row.hand.tiles)
    match random.randrange(4):
        case 0:
            tiles.pop()
        case 1:
            tiles += [random.randrange(KIND_COUNT)] * random.randint(1, 2)
        case 2:
            tiles[:5] = [random.randrange(KIND_COUNT)] * 5
        case _:
            tiles[0] = WILD
    return Row(tuple(tiles), row.hand.melds)


def refusals(row: Row, rules: tp.RuleSet, purpose: Any) -> list[str]:
    """Why the package does not admit a hand."""
    try:
        admit_call(row.hand, rules, {}, purpose)
    except tp.IllegalHandError as error:
        return [fault.code for fault in error.faults]
    return []


def analyse(name: str, seed: str, count: int) -> Counter[str]:
    """Compares a batch of each sort, one row in six spoilt; how many rows were right and wrong."""
    rules = RULES[name]
    random = Random(f"{name} {seed}")
    seen: Counter[str] = Counter()
    for tiles in (rules.tiles_in_hand, rules.tiles_in_hand + 1):
        rows = list(rows_for(name, tiles, count))
        rows = [spoilt(row, random) if random.random() < 1 / 6 else row for row in rows]
        asked = columns(rows)
        found = {"distance": batch.distance(rules=rules, **asked)}
        if tiles == rules.tiles_in_hand:
            found["waits"] = batch.waits(rules=rules, live=False, **asked)
        else:
            found["decompose"] = batch.complete(rules=rules, **asked)
        for purpose, (values, errors) in found.items():
            for row, value, error in zip(rows, values, errors, strict=True):
                refused = refusals(row, rules, purpose)
                assert (batch.CODES[error] in refused) if refused else not error, (row.hand, purpose)
                seen["wrong" if refused else purpose] += 1
                if not refused:
                    assert value == by_slow_engine(row, rules, purpose), (row.hand, purpose)
    return seen


def by_slow_engine(row: Row, rules: tp.RuleSet, purpose: Any) -> int:
    """What the reference says, in the form of a batch."""
    admitted = admit_call(row.hand, rules, {}, purpose)[1]
    if purpose == "distance":
        return reference.distance(admitted, rules)
    if purpose == "decompose":
        return reference.complete(admitted, rules)
    kinds, by_wild = reference.waits(admitted, rules)
    mask = sum(1 << kind for kind in kinds) | batch.BY_WILD * by_wild
    return mask | batch.ANY_TILE * (by_wild and len(kinds) == KIND_COUNT)


@pytest.mark.parametrize("name", RULES)
def test_analysis(name: str) -> None:
    seen = analyse(name, "every run", 34)
    assert min(seen["distance"], seen["waits"], seen["decompose"], seen["wrong"]) > 5


@pytest.mark.full
@pytest.mark.parametrize("name", RULES)
def test_much_analysis(name: str) -> None:
    seen = analyse(name, "large", 850)
    print(name, dict(seen))
    assert min(seen["distance"], seen["waits"], seen["decompose"], seen["wrong"]) > 200

"""The reference engine against definitions tried out by brute force: arrangements, waits, distance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import pytest

from dealt import (
    BAIDA,
    HONGKONG,
    complete_counts,
    dealt,
    fan,
    names,
    own,
    random_counts,
    small,
)
from tingpai import reference
from tingpai.reference import Arrangement, Group
from tingpai.reference.arrangements import PAIRS, SETS
from tingpai.ruleset.schema import RuleSet

# Arrangements -----------------------------------------------------------------------------


def every_arrangement(counts: list[int], wilds: int, sets: int) -> Iterator[tuple[Group, ...]]:
    for chosen in combinations_with_replacement(SETS, sets):
        for pair in PAIRS:
            shown = Counter(tile for group in (*chosen, pair) for tile in group.tiles)
            if all(counts[kind] <= shown[kind] for kind in range(34)) and sum(counts) + wilds == shown.total():
                yield tuple(sorted((*chosen, pair)))


@pytest.mark.parametrize(("sets", "wilds"), [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (2, 3)])
def test_every_arrangement_is_found_once(sets: int, wilds: int) -> None:
    chance = random.Random(f"{sets} {wilds}")
    rule_set = small(sets)
    for _ in range(4):
        counts = complete_counts(chance, sets, wilds, [0, 1, 2, 3, 4, 5, 30])
        found = [arrangement.groups for arrangement in reference.decompose(own(counts, wilds), rule_set)]
        assert len(found) == len(set(found))
        assert sorted(found) == sorted(every_arrangement(counts, wilds, sets))
        assert found


def test_a_hand_all_wild_has_one_reading() -> None:
    arrangements = list(reference.decompose(own([0] * 34, 17), BAIDA))
    assert arrangements == [Arrangement("all_wild", ())]
    assert fan("???????????????? +?") == {"全百搭": 1000}


@pytest.mark.parametrize(
    ("text", "shape", "number"),
    [
        ("1122334455667m777s +7m", "seven_pairs", 1),
        ("1111223344556m777s +6m", "seven_pairs", 1),
        ("11122233344455m99s +9s", "standard", 4),
        ("19m19p19s1234567z 123m +1m", "thirteen_orphans", 1),
        ("147m258p369s1234567z +1m", "sixteen_unrelated", 1),
        ("147m258p369s 11123m 44z +4z", "knitted_dragon", 1),
        ("147m258p369s 1z [123m] (4444z) +1z", "knitted_dragon", 1),
    ],
)
def test_shapes(text: str, shape: str, number: int) -> None:
    hand, _ = dealt(BAIDA, text)
    found = [one for one in reference.decompose(hand, BAIDA) if one.shape == shape]
    assert len(found) == number


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("[78?p]", ["6p 7p 8p", "7p 8p 9p"]),
        ("[9??p]c", ["7p 8p 9p"]),
        ("[9??p]t", ["9p 9p 9p"]),
    ],
)
def test_a_set_with_wild_tiles_floats(text: str, runs: list[str]) -> None:
    hand, _ = dealt(BAIDA, f"123m 456m 789m 111s 3z {text} +3z", indicator="7z")
    assert sorted(names(one.groups[0].tiles) for one in reference.decompose(hand, BAIDA)) == runs


def test_sets_that_float_alike_make_one_arrangement() -> None:
    hand, _ = dealt(BAIDA, "123m 456m 789m 5z [34p?] [34p?] +5z")
    found_groups = [tuple(sorted(one.groups)) for one in reference.decompose(hand, BAIDA)]
    assert len(found_groups) == len(set(found_groups)) == 3


def test_what_is_found_fits_and_what_is_changed_does_not() -> None:
    hand, _ = dealt(BAIDA, "123m 456m 789m 11s? 3z [78?p] +3z", indicator="7z")
    found = list(reference.decompose(hand, BAIDA))
    assert len(found) > 2
    for one in found:
        assert reference.fits(one, hand, BAIDA)
        assert not reference.fits(replace(one, shape="knitted_dragon"), hand, BAIDA)
        assert not reference.fits(replace(one, groups=one.groups[1:]), hand, BAIDA)
        other = Group("pung", (20, 20, 20))
        assert not reference.fits(replace(one, groups=(*one.groups[:-1], other)), hand, BAIDA)
        laid = one.groups[0]._replace(tiles=(11, 12, 13))
        assert not reference.fits(replace(one, groups=(laid, *one.groups[1:])), hand, BAIDA)


# Completeness, waits, distance --------------------------------------------------------------


@pytest.mark.parametrize("wilds", [0, 1, 2, 3])
def test_complete_means_that_there_is_an_arrangement(wilds: int) -> None:
    chance = random.Random(wilds)
    rule_set, complete = small(3), 0
    for number in range(60):
        kinds = list(range(9))
        counts = random_counts(chance, 11 - wilds, kinds) if number % 2 else complete_counts(chance, 3, wilds, kinds)
        hand = own(counts, wilds)
        expected = next(reference.decompose(hand, rule_set), None) is not None
        assert reference.complete(hand, rule_set) == expected
        complete += expected
    assert complete


@pytest.mark.parametrize("text", ["147m258p369s1234567z", "1133557799m446p777z", "19m19p19s1234567z 12m?", "?" * 17])
def test_complete_in_other_shapes(text: str) -> None:
    hand, _ = dealt(BAIDA, text, purpose="distance")
    loose = sum(hand.counts) + len(hand.wilds)
    for tile in range(34) if loose == 16 else [None]:
        hand = replace(hand, winning=tile)
        expected = next(reference.decompose(hand, BAIDA), None) is not None
        assert reference.complete(hand, BAIDA) == expected


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("1113456666788s", "2s 5s 7s 8s"),
        ("33344455m34567p", "2p 5p 8p"),
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
    ],
)
def test_waits(text: str, waits: str) -> None:
    hand, _ = dealt(HONGKONG, text, purpose="waits")
    natural, by_wild = reference.waits(hand, HONGKONG)
    assert names(natural) == waits
    assert reference.live(natural, hand) == natural
    assert not by_wild


def test_a_wait_on_a_fifth_copy_is_not_live() -> None:
    hand, _ = dealt(HONGKONG, "123456789m1111z", purpose="waits")
    natural, _ = reference.waits(hand, HONGKONG)
    assert names(natural) == "1z"
    assert reference.live(natural, hand) == ()
    assert reference.distance(hand, HONGKONG) == 1


def test_kinds_of_the_wild_set_are_no_waits() -> None:
    hand, _ = dealt(BAIDA, "123m 456m 789m 111s 3z 3z 56p", purpose="waits", indicator="7m")
    natural, by_wild = reference.waits(hand, BAIDA)
    assert hand.wilds == (6,)
    assert "7p" not in names(natural)
    assert by_wild


def drawn(counts: tuple[int, ...], kind: int, step: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + step, *counts[kind + 1 :])


@cache
def by_playing(counts: tuple[int, ...], wilds: int, sets: int) -> int:
    """The distance by drawing natural tiles and discarding, until some draw completes the hand."""
    rule_set = small(sets)
    level, seen, draws = {counts}, {counts}, 0
    while True:
        for hand in level:
            for kind in range(34):
                if hand[kind] < 4 and reference.complete(own(list(drawn(hand, kind, 1)), wilds), rule_set):
                    return draws
        draws += 1
        level = {
            drawn(drawn(hand, kind, 1), discard, -1)
            for hand in level
            for kind in range(34)
            if hand[kind] < 4
            for discard in range(34)
            if hand[discard] and discard != kind
        } - seen
        seen |= level


@pytest.mark.parametrize(("sets", "wilds"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)])
def test_distance_is_what_playing_takes(sets: int, wilds: int) -> None:
    chance = random.Random(f"{sets} {wilds}")
    seen = set()
    for number in range(4):
        kinds = [0, 1, 2, 4, 8, 13, 27] if number % 2 else [0, 3, 6, 12, 15, 27, 28, 29]
        counts = random_counts(chance, 3 * sets + 1 - wilds, kinds)
        if number == 3:
            counts = complete_counts(chance, sets, wilds, kinds)
            counts[next(kind for kind in kinds if counts[kind])] -= 1
        distance = reference.distance(own(counts, wilds), small(sets))
        if distance <= 1:
            assert distance == by_playing(tuple(counts), wilds, sets)
        else:
            assert by_playing(tuple(counts), wilds, sets) > 1
        seen.add(distance)
    assert len(seen) > 1


@pytest.mark.parametrize("rule_set", [BAIDA, HONGKONG], ids=lambda rule_set: rule_set.id)
def test_distance_agrees_with_waits_and_completeness(rule_set: RuleSet) -> None:
    chance = random.Random(7)
    found: Counter[int] = Counter()
    for number in range(6):
        wilds = chance.randrange(3) if rule_set.wild_tiles else 0
        counts = random_counts(chance, rule_set.tiles_in_hand - wilds, list(range(12)))
        if number % 2:
            counts = complete_counts(chance, rule_set.sets, wilds, list(range(9, 34)))
            counts[next(kind for kind in range(34) if counts[kind])] -= 1
        hand = own(counts, wilds)
        distance = reference.distance(hand, rule_set)
        found[distance] += 1
        assert (distance == 0) == bool(reference.live(reference.waits(hand, rule_set)[0], hand))
        useful = [kind for kind in range(34) if counts[kind] < 4]
        after = {reference.distance(own(list(drawn(hand.counts, kind, 1)), wilds), rule_set) for kind in useful}
        assert min(after) == distance - 1
        assert max(after) <= distance
    assert found[0]
    assert found.total() > found[0]


@pytest.mark.parametrize(
    ("text", "distance"),
    [
        ("147m258p369s1234567z", 0),
        ("1122334455667m777s", 0),
        ("19m19p19s1234567z 19m9p", 1),
        ("19m19p19s1234567z 123m", 0),
        ("147m258p369s 123m 44z 55z", 0),
        ("147m258p369s1234567z1m", -1),
        ("?" * 16, 0),
        ("111122223333m 4444m", 0),
    ],
)
def test_distance_of_examples(text: str, distance: int) -> None:
    hand, _ = dealt(BAIDA, text, purpose="distance")
    assert reference.distance(hand, BAIDA) == distance

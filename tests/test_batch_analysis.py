"""Completeness, waits and distance of many hands: the same as of each alone, by both engines."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import tingpai as tp
from tingpai import batch, reference
from tingpai.admit import admit_call
from tingpai.batch.codes import CODES
from tingpai.errors import ALL_CODES, IllegalHandError
from tingpai.tiles import KIND_COUNT, TILE_TEXT, WILD

VARIANTS = ("baida", "hongkong", "guangri", "pungkong_hk", "pungkong_cn")
RULES = {name: tp.rules(name) for name in VARIANTS}
RULES["every shape of 13"] = replace(RULES["baida"], id="thirteen", tiles_in_hand=13, sets=4)
LEANS: tuple[Callable[[int], int], ...] = (
    lambda kind: 0,
    lambda kind: kind // 9,
    lambda kind: int(kind < 27 and kind % 9 not in (0, 8)),
    lambda kind: int(kind < 27) * ((kind + kind // 9) % 3),
    lambda kind: int(kind % 5 > 1),
)
"""What hands are drawn by, lower first: nothing, suits, terminals and honours, knitted tiles, few kinds."""


class Row:
    """A hand in both forms."""

    def __init__(self, tiles: tuple[int, ...], melds: tuple[tp.Meld, ...] = ()) -> None:
        self.hand = tp.Hand(tiles, melds)
        self.counts = bytes(map(tiles.count, range(KIND_COUNT)))
        self.wilds = tiles.count(WILD)
        laid = [tile for meld in melds for tile in meld.tiles]
        self.melded = bytes(map(laid.count, range(KIND_COUNT)))


def columns(rows: list[Row]) -> dict[str, Any]:
    return {
        "counts": b"".join(row.counts for row in rows),
        "wilds": bytes(row.wilds for row in rows),
        "melds": bytes(len(row.hand.melds) for row in rows),
        "melded": b"".join(row.melded for row in rows),
    }


def drawn(random: Random, tiles: int, wilds: int, down: int = 0) -> Row:
    """A hand that leans to few kinds, to terminals and honours, to knitted tiles, or to nothing, or made of groups."""
    wall = [kind for kind in range(KIND_COUNT) for _ in range(4)]
    random.shuffle(wall)
    melds = []
    for _ in range(down):
        kind = random.choice([kind for kind in set(wall) if wall.count(kind) >= 3])
        size = 4 if wall.count(kind) == 4 and random.random() < 0.3 else 3
        for _ in range(size):
            wall.remove(kind)
        melds.append(tp.Meld((kind,) * size))
    loose = tiles - 3 * down
    if random.random() < 0.4:
        won = grouped(random, wall, loose)
        random.shuffle(won)
        return Row((*won[: loose - wilds], *[WILD] * wilds), tuple(melds))
    lean = random.choice(LEANS)
    share = random.random()
    wall.sort(key=lambda kind: lean(kind) if random.random() < share else random.random() * 3)
    return Row((*wall[: loose - wilds], *[WILD] * wilds), tuple(melds))


def grouped(random: Random, wall: list[int], tiles: int) -> list[int]:
    """Sets of the wall's tiles, and a pair, the last tile cut off where it is one too many."""
    won: list[int] = []
    while len(won) < tiles:
        kind = random.choice(wall)
        steps = (0, 0) if tiles - len(won) < 3 else random.choice(((0, 1, 2), (0, 0, 0)))
        group = [kind + step for step in steps]
        if kind // 9 == group[-1] // 9 and all(wall.count(tile) >= group.count(tile) for tile in group):
            for tile in group:
                wall.remove(tile)
            won += group
    return won[:tiles]


def rows_for(name: str, tiles: int, count: int) -> Iterator[Row]:
    """Rows with every number of wild tiles, with and without sets on the table."""
    random = Random(f"{name} {tiles}")
    rules = RULES[name]
    for number in range(count):
        wilds = number % 17 if rules.wild_tiles else 0
        down = min(random.choice((0, 0, 0, 1, 2, 5)), rules.sets, (tiles - min(wilds, tiles)) // 3)
        yield drawn(random, tiles, min(wilds, tiles), down)


@pytest.mark.parametrize("name", RULES)
def test_a_batch_is_its_hands(name: str) -> None:
    rules = RULES[name]
    n = rules.tiles_in_hand
    full, ready = list(rows_for(name, n + 1, 850)), list(rows_for(name, n, 850))
    distances = [tp.distance(row.hand, rules) for row in full]
    assert 30 < sum(distance < 0 for distance in distances) < 820
    assert batch.complete(rules=rules, **columns(full)).values.tolist() == [distance < 0 for distance in distances]
    distances += [tp.distance(row.hand, rules) for row in ready]
    assert batch.distance(rules=rules, **columns(full + ready)).values.tolist() == distances
    for live in (True, False):
        found = batch.waits(rules=rules, live=live, **columns(ready))
        alone = [tp.waits(row.hand, rules, live=live) for row in ready]
        kinds = [tuple(TILE_TEXT[kind] for kind in range(KIND_COUNT) if mask >> kind & 1) for mask in found.values]
        assert kinds == [tuple(waits) for waits in alone]
        assert [bool(mask & batch.BY_WILD) for mask in found.values] == [waits.wild_completes for waits in alone]
        assert [bool(mask & batch.ANY_TILE) for mask in found.values] == [waits.any_tile for waits in alone]
        assert not any(found.errors)


@pytest.mark.parametrize("name", RULES)
def test_a_batch_is_what_the_slow_engine_says(name: str, request: pytest.FixtureRequest) -> None:
    rules = RULES[name]
    n = rules.tiles_in_hand
    count = 1700 if request.config.getoption("full") else 34
    for row in rows_for(name, n + 1, count):
        admitted = admit_call(row.hand, rules, {}, "distance")[1]
        assert batch.complete(rules=rules, **columns([row])).values[0] == reference.complete(admitted, rules)
        assert batch.distance(rules=rules, **columns([row])).values[0] == reference.distance(admitted, rules)
    for row in rows_for(name, n, count):
        kinds, by_wild = reference.waits(admit_call(row.hand, rules, {}, "waits")[1], rules)
        mask = batch.waits(rules=rules, live=False, **columns([row])).values[0]
        assert tuple(kind for kind in range(KIND_COUNT) if mask >> kind & 1) == kinds
        assert bool(mask & batch.BY_WILD) == by_wild


def test_the_answers_are_the_same_on_any_number_of_threads() -> None:
    rows = columns(list(rows_for("baida", 17, 1700)) * 11)
    ready = columns(list(rows_for("baida", 16, 1700)) * 11)
    for call, given in ((batch.complete, rows), (batch.waits, ready), (batch.distance, rows)):
        one, two, many = (call(rules=RULES["baida"], threads=threads, **given) for threads in (1, 2, 8))
        assert one.values.obj == two.values.obj == many.values.obj


def test_a_bad_row_gets_a_code_and_the_others_their_answers() -> None:
    hongkong, baida = RULES["hongkong"], RULES["baida"]
    good = Row(tp.Hand.parse("123m 456p 789s 11z 222z").tiles)
    bad = {
        "tile_count": (Row(good.hand.tiles[:-2]), 0),
        "too_many_copies": (Row((*good.hand.tiles[:-5], *[0] * 5)), 0),
        "no_wild_tiles": (Row((*good.hand.tiles[:-1], WILD)), 0),
        "not_a_meld": (Row(good.hand.tiles[:-3]), 1),
    }
    assert list(bad) == list(batch.CODES[1:])
    rows = [row for wrong, _ in bad.values() for row in (good, wrong)]
    given = columns(rows) | {"melds": bytes(melds for _, melds in bad.values() for melds in (0, melds))}
    laid = bytearray(given["melded"])
    laid[-5:] = b"\1\1\1\1\1"
    for call, wrong in ((batch.complete, 0), (batch.distance, 127)):
        found = call(rules=hongkong, **given | {"melded": laid})
        assert [batch.CODES[code] for code in found.errors] == [code for name in bad for code in ("", name)]
        assert found.values.tolist() == [call(good.counts, hongkong).values[0], wrong] * len(bad)
    assert batch.CODES[batch.waits(good.counts, hongkong).errors[0]] == "tile_count"
    assert batch.complete(bytes([255] * 34), baida).errors.tolist() == [1]
    assert batch.complete(bytes(34), baida, melds=255, wilds=255).errors.tolist() == [1]
    assert set(CODES) - {""} <= set(ALL_CODES)


def test_any_buffer_will_do_and_numpy_takes_the_answers_as_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    rows = columns(list(rows_for("baida", 16, 100)))
    expected = batch.waits(rules=RULES["baida"], **rows)
    shapes = {"counts": (-1, 34), "melded": (-1, 34), "wilds": (-1,), "melds": (-1,)}
    arrays = {name: numpy.frombuffer(column, numpy.uint8).reshape(shapes[name]) for name, column in rows.items()}
    for given in (
        arrays,
        {name: array("B", column) for name, column in rows.items()},
        {name: memoryview(column) for name, column in rows.items()},
        {name: bytearray(column) for name, column in rows.items()},
    ):
        assert batch.waits(rules=RULES["baida"], **given).values.obj == expected.values.obj
    masks = numpy.asarray(expected.values)
    masks[0] = 7
    assert expected.values[0] == 7, "numpy has copied"
    assert (masks.dtype, masks.shape) == (numpy.uint64, (100,))
    kinds = numpy.asarray(batch.expand(masks))
    assert (kinds.dtype, kinds.shape) == (numpy.bool_, (100, 34))
    assert (kinds == (masks[:, None] >> numpy.arange(34, dtype=numpy.uint64) & 1)).all()
    assert numpy.asarray(batch.complete(rows["counts"], RULES["baida"]).values).dtype == numpy.bool_
    assert numpy.asarray(batch.distance(rows["counts"], RULES["baida"]).values).dtype == numpy.int8


def test_no_rows_are_no_answers() -> None:
    for call in (batch.complete, batch.waits, batch.distance):
        values, errors = call(b"", RULES["baida"], wilds=b"", melded=b"")
        assert (values.tolist(), errors.tolist()) == ([], [])
    assert batch.expand(batch.waits(b"", RULES["baida"]).values).tolist() == []


def test_columns_that_are_none_are_told_all_at_once() -> None:
    with pytest.raises(IllegalHandError) as raised:
        batch.complete(b"\0" * 68, RULES["baida"], wilds=b"\0", melds=-1, melded=array("H", [0] * 68), threads=0)
    told = [(fault.code, fault.details["keyword"]) for fault in raised.value.faults]
    assert told == [*(("bad_column", name) for name in ("wilds", "melds", "melded")), ("bad_value", "threads")]
    for counts in ([0] * 34, b"\0" * 33, array("H", [0] * 34), memoryview(b"\0" * 68)[::2], None, "0" * 34):
        with pytest.raises(IllegalHandError, match="counts: a C-contiguous buffer"):
            batch.distance(counts, RULES["baida"])
    with pytest.raises(IllegalHandError, match="live: True or False"):
        batch.waits(b"", RULES["baida"], live=1)  # type: ignore[arg-type]
    with pytest.raises(IllegalHandError, match="masks: a buffer of uint64"):
        batch.expand(b"\0")

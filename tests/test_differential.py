"""The kernel's best scores against the reference: a seeded part every time, all of it with ``--full``."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice, permutations
from random import Random
from typing import Any, Literal

import pytest

import tingpai as tp
from deals import OPTIONS, rich, wilder
from differential import PARTS_OF_EVERY_RUN, RECORD, STREAMS, Seen, certificate, compare_all, parts_of_full, rows_of
from generate import Deal
from tingpai.hand import wild_tiles
from tingpai.tiles import TILE_NUMBER, WILD

VARIANTS = tp.variant_ids()
KERNELS: tuple[Literal["native", "reference"], ...] = ("native", "reference")


def every_row() -> set[str]:
    return {f"{variant} {row}" for variant in VARIANTS for row in rows_of(variant)}


@pytest.fixture(scope="module")
def seen() -> Seen:
    return compare_all(PARTS_OF_EVERY_RUN)


@pytest.fixture(scope="module")
def record() -> Any:
    return json.loads(RECORD.read_text("utf-8"))


def test_both_engines_give_the_same_answer(seen: Seen) -> None:
    assert not seen.differences
    assert sum(seen.hands.values()) > 450


def test_every_row_is_met(seen: Seen) -> None:
    assert set(seen.rows) - {"hongkong limit"} == every_row()


def test_totals_are_not_trivial(seen: Seen) -> None:
    for variant, bands in (("baida", 8), ("hongkong", 5)):
        assert len([band for band in seen.totals if band.startswith(variant)]) >= bands
    above = sum(hands for band, hands in seen.totals.items() if band.startswith("baida") and int(band.split()[1]) >= 50)
    assert above > 100
    assert set(seen.shapes) == {*tp.rules("baida").shapes, "flowers"}
    assert {"wins", "below_minimum", "not_robbable", "no_flower_win"} <= set(seen.reasons)
    assert all(seen.wilds[wilds] >= 20 for wilds in ("00", "01", "02", "03"))


def test_the_record_is_of_the_whole_comparison(record: Any) -> None:
    assert record["parts"] == [[*part] for part in parts_of_full()]
    assert record["hands"]["wins"] >= 2000
    assert record["hands"]["rich"] >= 500
    assert record["hands"]["uniform"] >= 2000
    assert record["hands"]["nearly"] >= 4000
    assert record["differences"] == []
    assert set(record["rows"]) >= every_row()
    assert sum(record["totals"].values()) == sum(record["hands"][stream] for stream in STREAMS)


@pytest.mark.full
def test_the_whole_comparison(record: Any) -> None:
    seen = compare_all(parts_of_full(), processes=2)
    assert seen.to_data() == {name: record[name] for name in seen.to_data()}


# What has to be true whatever the number of wild tiles --------------------------------------

BAIDA = tp.rules("baida")
MANY = 12
WAIT = 2
"""Worth of 真獨, which a further wild tile may take away: more kinds complete the hand then."""


@pytest.fixture(scope="module")
def many_wilds() -> list[Deal]:
    """Hands with more wild tiles than the reference can search."""
    return list(islice(wilder("baida", "many", 8, 16), MANY))


def test_readings_of_many_wild_tiles_are_worth_what_they_say(many_wilds: list[Deal]) -> None:
    for deal in many_wilds:
        result = tp.score(deal.hand, deal.rules, alternatives=2, **deal.keywords)
        found, expected = certificate(result)
        assert found == expected, deal
        assert result.total == max(reading[0] for reading in found)
    assert len(many_wilds) == MANY


def test_a_wild_tile_is_worth_no_less_than_a_natural_one() -> None:
    random = Random(8)
    risen = 0
    for deal in islice(rich("baida", "wilder"), 120):
        wild = wild_tiles(TILE_NUMBER[deal.keywords["indicator"]])
        hand = deal.hand
        before = tp.score(hand, deal.rules, **deal.keywords).total
        for _ in range(7):
            naturals = [tile for tile in hand.tiles if tile < WILD and tile not in wild]
            if not naturals or number_of_wilds(hand, wild) == 11:
                break
            tiles = [*hand.tiles]
            tiles[tiles.index(random.choice(naturals))] = WILD
            hand = replace(hand, tiles=tuple(sorted(tiles)))
            after = tp.score(hand, deal.rules, **deal.keywords).total
            assert after >= before - WAIT, (deal, str(hand))
            risen += after > before
            before = after
    assert risen > 200


def number_of_wilds(hand: tp.Hand, wild: frozenset[int]) -> int:
    loose = (*hand.tiles, *hand.winning, *hand.flowers)
    return sum(tile in wild for tile in (*loose, *(tile for meld in hand.melds for tile in meld.tiles)))


def test_suits_are_alike(many_wilds: list[Deal]) -> None:
    """But for the rows that look at the colours or the shape of what is printed on the tiles."""
    printed = {"all_black", "all_green", "two_colours", "three_colours", "reversible_tiles"}
    rules = replace(BAIDA, rows=tuple(row for row in BAIDA.rows if row.id not in printed))
    for deal in [*islice(rich("baida", "suits"), 100), *many_wilds]:
        totals = set()
        for suits in permutations("mps"):
            table = {ord(suit): other for suit, other in zip("mps", suits, strict=True)}
            told = [name for name in ("indicator", "seen") if name in deal.keywords]
            keywords = deal.keywords | {name: deal.keywords[name].translate(table) for name in told}
            hand = tp.Hand.parse(deal.text.translate(table))
            totals.add(tp.score(hand, rules, **keywords).total)
        assert len(totals) == 1, deal


def test_a_free_state_is_the_better_of_both(many_wilds: list[Deal]) -> None:
    for deal in [*islice(rich("baida", "states"), 200), *many_wilds]:
        free, concealed, exposed = (
            tp.score(deal.hand, deal.rules, **(deal.keywords | {"win_tile_state": state})).total
            for state in ("free", "concealed", "exposed")
        )
        assert free == max(concealed, exposed), deal


def test_further_rows_add(many_wilds: list[Deal]) -> None:
    """But to a chicken hand, which is one for want of them."""
    more = tp.rules("baida", **OPTIONS["baida"][1])
    risen = 0
    for deal in [*islice(rich("baida", "rows"), 200), *many_wilds]:
        plain = tp.score(deal.hand, BAIDA, **deal.keywords)
        extended = tp.score(deal.hand, more, **deal.keywords)
        assert extended.total >= plain.total or plain.lines[0].id == "chicken_hand", deal
        risen += extended.total > plain.total
    assert risen > 50


# Where the engines once told a hand differently ------------------------------------------


def test_alternatives_of_special_shapes() -> None:
    hand = tp.Hand.parse("147m258p36s 1234567z ? +?")
    native, slow = (
        tp.score(hand, BAIDA, kernel=kernel, alternatives=50, indicator="1f", by="self_draw").alternatives
        for kernel in KERNELS
    )
    assert len(native) == len(slow)


def test_state_of_a_pair_completed_by_a_discard() -> None:
    hand, rules = tp.Hand.parse("19m19p19s1234567z +1m"), tp.rules("hongkong")
    native, slow = (tp.score(hand, rules, kernel=kernel, by="discard", discarder="S").arrangement for kernel in KERNELS)
    assert native is not None
    assert slow is not None
    assert {group.tiles: group.state for group in native.groups} == {group.tiles: group.state for group in slow.groups}

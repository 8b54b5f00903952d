"""Streams of deals for the comparison of the engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from generate import Deal, Maker, Unmakeable
from odd_hands import chicken, flower_win
from tingpai.notation import read_tiles
from tingpai.tiles import KIND_COUNT
from tingpai.variants.baida import EXTENSIONS

ALL_EXTENSIONS = [row.id for row in EXTENSIONS]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "baida": [
        {},
        {"extensions": ALL_EXTENSIONS},
        {"single_set_scaling": "flat"},
        {"menqing_pung": True},
        {"tile_colours": "wide", "big_belly_min": 3},
        {"fan_overrides": {"two_identical_chows": {"value": 3, "scaling": "flat"}, "pure_dragon": 30, "no_honours": 0}},
        {"single_set_scaling": "flat", "menqing_pung": True, "extensions": ALL_EXTENSIONS[2:6], "min_fan": 0},
    ],
    "hongkong": [
        {},
        {"min_fan": 0},
        {"system": "4-4", "limit": 13},
        {"system": "3-4", "pay": "half"},
        {"flowers": False},
        {"flowers": False, "jianjian_strict": False, "min_fan": 1},
        {"jianjian_strict": False, "haitei_fan": 2, "limit": 8, "curve": "spicy"},
        {"fan_overrides": {"all_chows": 2, "half_flush": 5, "self_drawn": 0}, "pay": "half", "half_twelve": "any"},
    ],
    "pungkong_hk": [
        {},
        {"tile_colours": "wide", "quanyaojiu": 11, "fan_money": 5},
        {"jianjian_strict": False, "robbed_self_drawn": True, "streak_bonus": "2n"},
        {"orphans_die_wins": "rob_concealed_kong", "prize_fa": False, "streak_bonus": "off"},
        {"fan_overrides": {"all_chows": 2, "half_flush": 5, "self_drawn": 0}, "orphans_die": False},
    ],
    "pungkong_cn": [
        {"fan_money": True, "rob_kong": True},
        {},
        {"fan_money": True, "tile_colours": "wide", "quanyaojiu": 12, "prize": False},
        {"fan_money": True, "rob_kong": True, "jianjian_strict": False, "robbed_self_drawn": True},
    ],
    "guangri": [
        {},
        {"min_tai": 1},
        {"open_riichi_adds": True, "ura_is": "tile"},
        {"min_counts": "pattern_only", "min_tai": 2},
        {"extensions": ["dealer", "own_flower", "flower_series"], "payout_13_19": "formula", "min_tai": 1},
        {"tai_overrides": {"dora": 2, "ura": 3, "pure_straight": 3, "only_wait": 0}, "min_tai": 1},
        {"streak_selfdraw": "third", "unit": 30, "min_tai": 1},
    ],
}
"""House options under which rich hands are scored."""

SPECIAL = ("seven_pairs", "thirteen_orphans", "sixteen_unrelated", "knitted_dragon")

PUNG_AND_KONG = [
    "111z 222z 333z 444z 55z",
    "111z 222z 333z 123m 44z",
    "222z 333z 444z 888p 11z",
    "555z 666z 777z 123m 99p",
    "555z 666z 123m 456m 77z",
    "111m 999m 111p 999p 99s",
    "111m 999m 111p 111z 99s",
    "222m 555p 888s 333z 99s",
    "222p 444p 888p 333z 55z",
    "888p 111z 333z 555z 22z",
    "234s 234s 666s 666z 88s",
    "234s 444s 666s 888s 33s",
    "123m 345m 567m 789m 22m",
    "123m 345m 567m 777z 22m",
    "123m 345p 567s 789m 22p",
]
RARE: dict[str, list[str]] = {
    "baida": [
        "555z 666z 777z 123m 123m 55z",
        "555z 666z 777z 555z 123m 11m",
        "555z 666z 777z 555z 123m 66z",
        "555z 666z 777z 555z 666z 11m",
        "555z 666z 777z 555z 666z 77z",
        "555z 666z 123m 345p 789s 77z",
        "111z 222z 333z 444z 555z 88p",
        "111z 222z 333z 444z 123m 55m",
        "111z 222z 333z 123m 789m 44z",
        "111z 222z 333z 456p 789m 55z",
        "111z 222z 456p 567s 789m 44z",
        "222s 333s 444s 666s 666z 88s",
        "222s 333s 666z 111z 222z 88p",
        "222s 234s 666z 777z 111z 88p",
        "123p 234p 555z 999p 456s 88s",
        "111m 222m 333m 444m 789s 55m",
        "111m 222m 333m 444m 555m 99s",
        "222p 333p 444p 555p 789m 11z",
        "222p 333p 555m 789s 111z 44p",
        "222p 222m 555m 789s 111z 22s",
        "222p 222m 222s 789s 111z 44p",
        "111m 999m 111p 999p 111s 99s",
        "111m 999m 111p 111z 222z 99s",
        "222m 444m 666p 888p 222s 88s",
        "789m 789p 789s 777m 999p 88s",
        "456m 456p 456s 444m 666p 55s",
        "123m 123p 123s 111m 333p 22s",
        "345m 567p 456s 555m 345p 55s",
        "123m 123m 123m 234m 345m 99s",
        "123m 234m 345m 123m 234m 33m",
        "123m 123m 123m 123m 456p 77z",
        "234m 234p 234s 234m 234p 88s",
        "123m 456m 789m 123m 789m 55p",
        "123m 456p 789s 456p 777z 55p",
        "111m 333p 555s 777m 222z 88p",
        "111m 333p 555s 777z 222z 88p",
        "678m 678p 789s 666m 777p 88s",
        "123m 123p 234s 222m 444p 33s",
        "123m 234m 345m 444p 567s 77z",
        "123m 234p 345s 444p 567s 88m",
        "123m 999m 555z 222z 456p 88s",
        "222p 333p 444p 789m 111z 55p",
        "123m 789p 123p 999s 789s 11m",
        "123m 456m 789p 234s 567s 99p",
    ],
    "hongkong": [
        "111z 222z 333z 444z 55z",
        "111z 222z 333z 123m 44z",
        "111z 222z 555z 666z 77z",
        "555z 666z 777z 123m 99p",
        "555z 666z 123m 456m 77z",
        "111m 999m 111p 999p 99s",
        "111m 999m 111p 111z 99s",
        "222m 555p 888s 333z 99s",
        "123m 345m 567m 789m 22m",
        "123m 345m 567m 777z 22m",
        "123m 345p 567s 789m 22p",
    ],
    "pungkong_hk": PUNG_AND_KONG,
    "pungkong_cn": PUNG_AND_KONG,
    "guangri": [
        "111z 222z 333z 444z 678s 55m",
        "111z 222z 333z 444z 555z 66z",
        "111z 222z 333z 456m 789p 44z",
        "111z 222z 555z 666z 345p 77z",
        "111z 333z 555z 666z 777z 44z",
        "555z 666z 777z 123m 789p 99s",
        "555z 666z 123m 456m 789m 77z",
        "555z 666z 777z 111m 999m 11p",
        "111m 999m 111p 999p 111s 99s",
        "111m 999m 111p 111z 222z 99s",
        "123m 789m 123p 999p 789s 11s",
        "123m 789m 123p 999s 111z 55z",
        "222m 222p 222s 555m 888p 33s",
        "234m 234m 567p 567p 345s 99s",
        "234m 234m 234m 234m 678s 99p",
        "234m 234m 234m 567p 567p 99p",
        "123m 456m 789m 123m 456p 88s",
        "234m 234p 234s 234m 567s 88p",
        "345m 567p 678s 234s 456m 22p",
        "222m 444p 666s 888m 555p 33s",
        "222m 444p 666s 345m 567s 88p",
        "333m 444m 555m 777m 888m 22m",
        "123m 345m 567m 789m 111z 22m",
        "678m 678p 789s 666m 777p 88s",
        "123m 345p 567s 789m 444z 22p",
    ],
}
"""Hands in which rows meet that chance does not deal; wild tiles make the fifth copies."""


def wins(variant: str, seed: str) -> Iterator[Deal]:
    """Random winning hands under the rules as they are."""
    maker = Maker(variant, f"wins {seed}")
    while True:
        yield maker.deal(maker.random.randrange(4) if maker.wild_game else 0, rich=False)


def rich(variant: str, seed: str) -> Iterator[Deal]:
    """Hands in which patterns meet, in every shape, under every set of options in turn."""
    makers = [Maker(variant, f"rich {seed} {number}", options) for number, options in enumerate(OPTIONS[variant])]
    while True:
        for maker in makers:
            random = maker.random
            shapes = [shape for shape in SPECIAL if shape in maker.rules.shapes]
            shape = random.choice(shapes) if shapes and random.random() < 0.2 else None
            yield maker.deal(random.choice([0, 1, 1, 2, 2, 3]) if maker.wild_game else 0, shape=shape)


def rare(variant: str, seed: str) -> Iterator[Deal]:
    """Each rare hand twice, a hand of each shape, and the flower wins; without end."""
    options = OPTIONS[variant]
    makers = [Maker(variant, f"rare {seed} {number}", options[number]) for number in range(len(options))]
    plain = makers[0]
    while True:
        for number, text in enumerate(RARE[variant]):
            *sets, pair = ([*read_tiles(group)] for group in text.split())
            for maker, down in ((plain, 0), (makers[number % len(makers)], None)):
                yield maker.deal(0, sets=sets, pair=pair, down=down)
            yield makers[1].deal(0, sets=sets, pair=pair, down=len(sets), forms=["claimed"])
        yield from shapes(plain)
        if any(win.by == "flowers" for win in plain.rules.wins):
            for flowers in (6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8):
                yield flower_win(plain, flowers)
        if plain.rules.chow_claims:
            for _ in range(20):
                yield chicken(plain)


def shapes(maker: Maker) -> Iterator[Deal]:
    if maker.wild_game:
        yield maker.deal(17, shape="all_wild")
        for shape in (*SPECIAL, "consecutive_pairs", "consecutive_pairs"):
            yield maker.deal(maker.random.randrange(3), shape=shape)
        for text in ("123m 123m 123m 444p 555p 99s", "111m 222m 333m 444m 555m 99s"):
            *sets, pair = ([*read_tiles(group)] for group in text.split())
            yield maker.deal(1, sets=sets, pair=pair, down=4, forms=["concealed_kong"])
    elif "seven_pairs" in maker.rules.shapes:
        for text in ("222m 444p 666s 888m 123p 99s", "222m 444p 666s 888m 555z 99s"):
            *sets, pair = ([*read_tiles(group)] for group in text.split())
            for down in (3, 4, 5):
                kongs = ["open_kong", "concealed_kong", "added_kong"]
                yield maker.deal(sets=sets, pair=pair, down=down, forms=kongs[:down])
        for _ in range(6):
            yield maker.deal(shape="seven_pairs")
    else:
        sets = [[*read_tiles(text)] for text in ("111m", "555p", "777s", "222z")]
        yield maker.deal(sets=sets, pair=[33, 33], down=4, forms=["open_kong", "concealed_kong", "added_kong"])
        for _ in range(3):
            yield maker.deal(shape="nine_gates")
            yield maker.deal(shape="thirteen_orphans")


def wilder(variant: str, seed: str, low: int = 4, high: int = 6) -> Iterator[Deal]:
    """Rich hands with many wild tiles; few of them in hand where there is a slow engine to answer too."""
    maker = Maker(variant, f"wilder {seed}")
    while True:
        yield maker.deal(maker.random.randint(low, high), down=maker.random.choice([2, 3, 4]) if high < 8 else None)


def nearly(variant: str, seed: str) -> Iterator[Deal]:
    """Complete hands of every shape, up to three of whose tiles were then changed for others."""
    random = Random(f"nearly {variant} {seed}")
    for deal in rich(variant, f"nearly {seed}"):
        try:
            yield changed(deal, random.randrange(4), random)
        except Unmakeable:
            continue


def changed(deal: Deal, tiles: int, random: Random) -> Deal:
    """The same hand with so many of its loose tiles changed."""
    hand = deal.hand
    loose = [*hand.tiles]
    elsewhere = [*hand.winning, *(tile for meld in hand.melds for tile in meld.tiles)]
    if "indicator" in deal.keywords:
        elsewhere += read_tiles(deal.keywords["indicator"])
    for place in random.sample(range(len(loose)), min(tiles, len(loose))):
        loose[place] = random.randrange(KIND_COUNT)
    counts = Counter([*loose, *elsewhere])
    if any(counts[kind] > 4 for kind in range(KIND_COUNT)):
        raise Unmakeable
    keywords = {name: deal.keywords[name] for name in deal.keywords if name in ("indicator", "seat")}
    return Deal(deal.variant, str(replace(hand, tiles=tuple(sorted(loose)))), keywords, deal.options)

"""Seeded hands, in the form of this package and in those of its peers."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import tingpai as tp
from tingpai.tiles import KIND_COUNT, SEATS, WILD

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))  # where hands are dealt

from generate import Deal, Maker, Unmakeable
from multisets import multisets, unrank

GB_SUITS = {"W": 9, "B": 9, "T": 9, "F": 4, "J": 3}
GB_TILES = tuple(f"{suit}{rank + 1}" for suit, ranks in GB_SUITS.items() for rank in range(ranks))
GB_OFFERS = {None: 1, "left": 1, "across": 2, "right": 3}


class Prepared(NamedTuple):
    """A hand that is read, and the keywords of its win."""

    hand: tp.Hand
    keywords: dict[str, Any]

    def call(self, rules: tp.RuleSet) -> Callable[[], tp.Result]:
        """Its score as a line of a program asks for it: keywords written out, not taken from a dictionary."""
        written = ", ".join(f"{name}={value!r}" for name, value in self.keywords.items())
        call: Callable[[], tp.Result] = eval(
            f"lambda: score(hand, rules, {written})", {"score": tp.score, "hand": self.hand, "rules": rules}
        )
        return call


def prepared(deal: Deal) -> Prepared:
    return Prepared(deal.hand, deal.keywords)


@cache
def wins_without_wilds(count: int = 100) -> tuple[Prepared, ...]:
    """Winning hands of ``hongkong``, which has no wild tiles: any seat and round, with and without claimed sets."""
    maker = Maker("hongkong", "bench")
    return tuple(prepared(maker.deal()) for _ in range(count))


def wins_with_wilds(wilds: int, claimed: bool, count: int) -> Iterator[Prepared]:
    """Winning hands of ``baida`` with so many wild tiles: any seat and round, with sets on the table or with none."""
    maker = Maker("baida", f"bench {wilds} {claimed}")
    dealt = 0
    while dealt < count:
        try:
            deal = maker.deal(wilds, down=maker.random.randint(1, 5) if claimed else 0, seen="")
        except Unmakeable:  # five kongs leave no tile that sixteen could be wild of
            continue
        dealt += 1
        yield prepared(deal)


def everyday_wins(variant: str, count: int) -> list[Prepared]:
    """Winning hands of any variant, drawn or discarded: any seat and round, with and without claimed sets."""
    maker = Maker(variant, "everyday")
    found: list[Prepared] = []
    while len(found) < count:
        win = prepared(maker.deal(seen=""))
        if win.keywords["by"] in ("self_draw", "discard"):
            found.append(win)
    return found


def any_hands(tiles: int, wilds: int, count: int) -> list[tp.Hand]:
    """Hands of so many tiles, drawn uniformly from all there are with so many wild ones."""
    random = Random(f"bench {tiles}")
    naturals = tiles - wilds
    drawn = [unrank(random.randrange(multisets(KIND_COUNT, naturals)), naturals) for _ in range(count)]
    return [
        tp.Hand((*(kind for kind, copies in enumerate(counts) for _ in range(copies)), *[WILD] * wilds))
        for counts in drawn
    ]


def near_hands(tiles: int, count: int) -> list[tp.Hand]:
    """Hands of 13 or 14 tiles: won ones of sets and a pair or of seven pairs, up to three tiles of which were then
    changed for others, and the last left out if it is one too many."""
    random, maker = Random(f"bench near {tiles}"), Maker("hongkong", f"bench near {tiles}")
    found: list[tp.Hand] = []
    while len(found) < count:
        won = maker.deal(rich=False, down=0).hand
        drawn = [*won.tiles, *won.winning] if random.random() < 0.7 else random.sample(range(KIND_COUNT), 7) * 2
        for place in random.sample(range(14), random.randrange(4)):
            drawn[place] = random.randrange(KIND_COUNT)
        random.shuffle(drawn)
        if max(map(drawn.count, drawn)) <= 4:
            found.append(tp.Hand(tuple(sorted(drawn[:tiles]))))
    return found


def counts_of(hand: tp.Hand) -> list[int]:
    return [hand.tiles.count(kind) for kind in range(KIND_COUNT)]


def seven_pairs_distance(hand: tp.Hand) -> int:
    """To seven pairs of different kinds, a shape that peers know and ``hongkong`` does not."""
    kinds = set(hand.tiles)
    pairs = sum(hand.tiles.count(kind) >= 2 for kind in kinds)
    return 6 - pairs + max(0, 7 - len(kinds))


def for_pymahjonggb(win: Prepared) -> tuple[Any, ...]:
    """The arguments of its MahjongFanCalculator for the same tiles, sets and winning tile."""
    hand, keywords = win
    packs = []
    for meld in hand.melds:
        kind = "GANG" if meld.is_kong else "PENG" if meld.tiles[0] == meld.tiles[1] else "CHI"
        offer = 0 if meld.form == "concealed_kong" else GB_OFFERS[meld.feeder]
        packs.append((kind, GB_TILES[meld.tiles[1]], offer))
    loose = tuple(GB_TILES[tile] for tile in hand.tiles)
    drawn = keywords["by"] == "self_draw"
    seat, round = SEATS.index(keywords["seat"]), SEATS.index(keywords["round"])
    return tuple(packs), loose, GB_TILES[hand.winning[0]], len(hand.flowers), drawn, False, False, False, seat, round


def copies_of(tiles: Iterable[int], used: Counter[int]) -> list[int]:
    """Tiles by number from 0 to 135, four of a kind together: copies not yet used, red fives last."""
    found = []
    for kind in tiles:
        used[kind] += 1
        found.append(4 * kind + used[kind] % 4)
    return found


def for_mahjong(win: Prepared) -> tuple[Any, ...]:
    """The arguments of ``mahjong``'s HandCalculator.estimate_hand_value, red fives and double limits counted."""
    config, melds = import_module("mahjong.hand_calculating.hand_config"), import_module("mahjong.meld")
    tiles, winning, sets = by_copies(win)
    laid = [
        melds.Meld("kan" if meld.is_kong else "pon" if meld.tiles[0] == meld.tiles[1] else "chi", copies, is_open(meld))
        for meld, copies in zip(win.hand.melds, sets, strict=True)
    ]
    seat, round = (27 + SEATS.index(win.keywords[name]) for name in ("seat", "round"))
    options = config.OptionalRules(has_open_tanyao=True, has_aka_dora=True)
    drawn = win.keywords["by"] == "self_draw"
    asked = config.HandConfig(is_tsumo=drawn, player_wind=seat, round_wind=round, options=options)
    return [*tiles, winning, *(copy for copies in sets for copy in copies)], winning, laid, None, asked


def for_riichienv(win: Prepared) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The arguments of RiichiEnv's HandEvaluator, and of its calc."""
    riichienv: Any = import_module("riichienv")
    tiles, winning, sets = by_copies(win)
    kinds = riichienv.MeldType

    def kind(meld: tp.Meld) -> Any:
        if meld.is_kong:
            return kinds.Daiminkan if is_open(meld) else kinds.Ankan
        return kinds.Pon if meld.tiles[0] == meld.tiles[1] else kinds.Chi

    laid = [
        riichienv.Meld(kind(meld), copies, is_open(meld)) for meld, copies in zip(win.hand.melds, sets, strict=True)
    ]
    seat, round = (SEATS.index(win.keywords[name]) for name in ("seat", "round"))
    drawn = win.keywords["by"] == "self_draw"
    return (tiles, laid), (winning, [], riichienv.Conditions(tsumo=drawn, player_wind=seat, round_wind=round))


def is_open(meld: tp.Meld) -> bool:
    return meld.form != "concealed_kong"


def by_copies(win: Prepared) -> tuple[list[int], int, list[list[int]]]:
    """The tiles in hand, the winning tile and those of each set, by :func:`copies_of`."""
    used: Counter[int] = Counter()
    hand = win.hand
    tiles, winning = copies_of(hand.tiles, used), copies_of(hand.winning, used)
    return tiles, winning[0], [copies_of(meld.tiles, used) for meld in hand.melds]

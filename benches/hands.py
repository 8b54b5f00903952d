"""Seeded hands, in the form of this package and in those of its peers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
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


def any_hands(tiles: int, wilds: int, count: int) -> list[tp.Hand]:
    """Hands of so many tiles, drawn uniformly from all there are with so many wild ones."""
    random = Random(f"bench {tiles}")
    naturals = tiles - wilds
    drawn = [unrank(random.randrange(multisets(KIND_COUNT, naturals)), naturals) for _ in range(count)]
    return [
        tp.Hand((*(kind for kind, copies in enumerate(counts) for _ in range(copies)), *[WILD] * wilds))
        for counts in drawn
    ]


def counts_of(hand: tp.Hand) -> list[int]:
    return [hand.tiles.count(kind) for kind in range(KIND_COUNT)]


def seven_pairs_distance(hand: tp.Hand) -> int:
    """The shape that xiangting knows and ``hongkong`` does not."""
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

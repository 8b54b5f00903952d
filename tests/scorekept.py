"""For tests of the scorekeeper: tables, and evenings with balances worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import tingpai
from tingpai.payout import Deposits, DrawRates, Rate
from tingpai.rotation import Rotation
from tingpai.ruleset.schema import RuleSet
from tingpai.scorekeeper import Book

NAMES = ("Ann", "Ben", "Cho", "Dee")
Expected = list[tuple[str, tuple[int, ...], str, int]]


def new(variant: str = "hongkong", **options: Any) -> Book:
    return Book.create(None, tingpai.rules(variant, **options), NAMES)


def under(rules: RuleSet) -> Book:
    return Book.create(None, rules, NAMES)


def balances(book: Book) -> tuple[int, ...]:
    return tuple(book.ledger.state.balances[player] for player in range(4))


def play(book: Book, script: Expected) -> None:
    """Each line with the balances, the dealer and the streak after it."""
    for line, after, dealer, streak in script:
        book.enter(line)
        assert (line, balances(book), book.table.name(0), book.table.deal.streak) == (line, after, dealer, streak)
        assert sum(book.ledger.state.balances.values()) == 0


def turning(rotation: Rotation) -> RuleSet:
    """Rules whose deal goes round in another way."""
    base = tingpai.rules("hongkong")
    return replace(base, play=replace(base.play, rotation=rotation))


def deposits_played() -> RuleSet:
    """Rules with riichi deposits and payments for a drawn hand, as V2 has them, on a table that is here."""
    base = tingpai.rules("hongkong")
    assert base.tariff is not None
    tariff = base.tariff._replace(
        false_win=None,
        deposits=Deposits(closed=Rate(40, "V2-11"), open=Rate(100, "V2-12")),
        drawn=DrawRates(not_ready=Rate(20, "V2-22"), per_unit=Rate(20, "V2-24")),
    )
    keywords = base.keywords | {"riichi", "riichi_turn", "dora"}
    rotation = Rotation(draw="ready", streak=frozenset({"win"}))
    return replace(base, tariff=tariff, keywords=keywords, play=replace(base.play, rotation=rotation))


HONGKONG: Expected = [
    # A discarder pays the whole (V3-12): 5 fan are 48.  The dealer lost, the next deals (V3-3).
    ("win Ben on Cho 5", (0, 48, -48, 0), "Ben", 0),
    # Self-drawn, each pays half of 16; the dealer stays.
    ("win Ben 3", (-8, 72, -56, -8), "Ben", 0),
    # A drawn hand pays nothing and passes the deal.
    ("draw", (-8, 72, -56, -8), "Cho", 0),
    # Two win on one discard: 32 and 16, and the dealer is among them (V3-4, V3-b).
    ("win Ann on Dee 4 & Cho 3", (24, 72, -40, -56), "Cho", 0),
    # A kong earns nothing here; thirteen orphans rob it, and the konger alone pays the limit (V3-16).
    ("kong Dee concealed", (24, 72, -40, -56), "Cho", 0),
    ("win Ann rob Dee 10 shape=thirteen_orphans", (280, 72, -40, -312), "Dee", 0),
    # A fine goes to the rake (V3-21).
    ("fine Ben late_flower", (280, 62, -40, -312), "Dee", 0),
    # A false win pays the limit to each, and the same dealer deals again (V3-18, V3-b).
    ("false Cho", (536, 318, -808, -56), "Dee", 0),
    # Eight flowers are 8 fan, of which each pays half of 128 (V3-17).
    ("win Dee flowers 8", (472, 254, -872, 136), "Dee", 0),
    # What the table decides itself.
    ("pay Cho to Ann 72 a bet on the horses", (544, 254, -944, 136), "Dee", 0),
]

BAIDA: Expected = [
    # 1-2-3: the dealer pays each (V1-7).
    ("dice 1 2 3", (197, 201, 201, 201), "Ann", 0),
    # The discarder pays an open kong (V1-25).
    ("kong Cho open Dee", (197, 201, 204, 198), "Ann", 0),
    ("chase Ben", (198, 198, 205, 199), "Ann", 0),
    ("flowers Ben grass", (197, 201, 204, 198), "Ann", 0),
    # 20 fan, dealer's fan 1, base 5 from each (V1-42).
    ("win Ann 20", (275, 175, 178, 172), "Ann", 1),
    # A drawn hand lengthens the streak (V1-10).
    ("draw", (275, 175, 178, 172), "Ann", 2),
    # The dealer of streak 2 pays 5 fan more.
    ("win Cho 10", (255, 160, 228, 157), "Ben", 0),
    # The feeder of the kong pays the shares of all three: 18 of the dealer's, 17 and 17 (V1-43).
    ("win Dee 12 feeder=Ann", (203, 160, 228, 209), "Cho", 0),
    # 100 to each, of which the last creditor gets 3 now; the rest is a debt (V1-45, V1-47).
    ("false Ann", (0, 260, 328, 212), "Cho", 0),
    # It is repaid from the next win: 106 collected, 97 of it go to Dee.
    ("win Ann 30", (9, 225, 292, 274), "Dee", 0),
    ("kong Dee concealed", (7, 223, 290, 280), "Dee", 0),
    # Ann pays the 7 that are left of her 16 (V1-47).
    ("win Dee 10", (0, 207, 274, 319), "Dee", 1),
    # The concealed kong was not shown after the hand (V1-23).
    ("hidden Dee", (4, 211, 278, 307), "Dee", 1),
    # A riichi is marked by a chip that is taken back; a dead hand earns nothing for a kong (V1-33, V1-45).
    ("riichi Ben", (4, 211, 278, 307), "Dee", 1),
    ("dead Ben", (4, 211, 278, 307), "Dee", 1),
    ("kong Ben concealed", (4, 211, 278, 307), "Dee", 1),
    # A late flower costs 10 into the pool, which the winner takes (V1-46, V1-49).
    ("fine Cho late_flower", (4, 211, 268, 307), "Dee", 1),
    # Cho's kong is robbed: what it earned goes back, and she pays all three shares: 10 + 5 and the dealer's 3.
    ("kong Cho added", (3, 210, 271, 306), "Dee", 1),
    ("win Ann rob Cho 10", (62, 211, 220, 307), "Ann", 0),
    # Bets on a concealed kong: 3 for a right guess, 1 from a wrong one (V1-28).
    ("kong Ann concealed", (68, 209, 218, 305), "Ann", 0),
    ("bet Ann p Ben=p Cho=m", (66, 212, 217, 305), "Ann", 0),
    ("win Ben 10 liable=Dee", (66, 258, 217, 259), "Ben", 0),
    ("close", (0, 0, 0, 0), "Ben", 0),
]

"""Rule sets for tests of money: the two that have it all, and what the tariffs of the others are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import tingpai as tp
from tingpai.errors import ALL_CODES, Fault
from tingpai.payout import Posting, Rate, WinFacts, pot_tariff, prize_tariff
from tingpai.ruleset import RuleSet, Win

EAST, SOUTH, WEST, NORTH = range(4)


@dataclass(frozen=True)
class Flat:
    """Twenty-four for each unit by the discarder, or seven by each."""

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        return ()

    def settle(self, win: WinFacts) -> tuple[Posting, ...]:
        if win.discarder is not None:
            return (Posting(win.discarder, win.seat, 24 * win.total, "discard", "test"),)
        return tuple(Posting(seat, win.seat, 7 * win.total, "self-drawn", "test") for seat in win.others)


def with_pot(**options: Any) -> RuleSet:
    """Riichi deposits, a pot and a minimum of 3 (V2)."""
    return replace(
        tp.rules("hongkong", flowers=False),
        id="with_pot",
        unit="tai",
        payout=Flat(),
        tariff=pot_tariff(**({"unit": 20} | options)),
        wins=(Win(by="self_draw"), Win(by="discard"), Win(by="rob_kong")),
    )


def with_prizes(**options: Any) -> RuleSet:
    """Kong prizes and errors that cost towards each (V4, and V5 without dice)."""
    made: dict[str, Any] = {
        "kongs": "V4-4",
        "errors": "V4-15",
        "false_win": Rate(30, "V4-15"),
        "dice": Rate(10, "V4-3"),
    } | options
    return replace(tp.rules("hongkong", min_fan=0), id="with_prizes", payout=Flat(), tariff=prize_tariff(**made))


BAIDA = tp.rules("baida")
HONGKONG = tp.rules("hongkong")
POT = with_pot()
PRIZES = with_prizes()


def moved(postings: Iterable[Posting]) -> list[tuple[Any, ...]]:
    """Payer, payee, amount, clause of each."""
    return [(posting.payer, posting.payee, posting.amount, posting.clause) for posting in postings]


def codes(error: tp.TingpaiError) -> list[str]:
    """The codes of all its faults, each of them listed."""
    found = [fault.code for fault in getattr(error, "faults", ())]
    assert set(found) <= ALL_CODES.keys()
    return found

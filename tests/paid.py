"""Facts that move money, and what each must move: every amount a variant pays, by the clause of the source document.

The examples of the documents have their clauses (``S..``), and where these print none, those of the rules (``V..``):
paid_sixteen.py and paid_thirteen.py.  They are asked of the rules as they are (test_examples.py) and of rules changed
in one amount (mutate_money.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from money import EAST, SOUTH, WEST
from tingpai import payout as pay
from tingpai.errors import IllegalHandError, SettlementError
from tingpai.payout import Posting, WinFacts
from tingpai.payout.tariff import MOMENTS
from tingpai.ruleset import RuleSet
from tingpai.tiles import TILE_NUMBER

Call = Callable[[RuleSet], Any]


class Fact(NamedTuple):
    variant: str
    clause: str
    label: str
    call: Call
    expected: Any
    options: dict[str, Any]


def answer(rules: RuleSet, fact: Fact) -> Any:
    """What the rules answer: gains by account, another value, or the codes of a refusal."""
    try:
        found = fact.call(rules)
    except (IllegalHandError, SettlementError) as error:
        return sorted({one.code for one in error.faults})
    if isinstance(found, tuple) and all(isinstance(one, Posting) for one in found):
        return {account: gain for account, gain in pay.accounts(found).items() if gain}
    return found


def each(seat: int, amount: int) -> dict[Any, int]:
    """What moves where ``seat`` collects so much from each, or pays it (less than 0)."""
    return {other: 3 * amount if other == seat else -amount for other in range(4)}


def from_one(payer: Any, payee: Any, amount: int) -> dict[Any, int]:
    return {payer: -amount, payee: amount}


def kong(kind: str, **more: Any) -> Call:
    feeder = WEST if kind == "open_kong" else None
    return lambda rules: pay.kong(rules, pay.Kong(seat=SOUTH, kind=kind, feeder=feeder, **more))


def dice(*rolled: int) -> Call:
    return lambda rules: pay.opening_dice(rules, rolled)


def fine(slip: str, found: str = "opening", to: int | None = None) -> Call:
    return lambda rules: pay.fine(rules, pay.Fined(seat=WEST, slip=slip, found=found, to=to))


def dead(slip: str) -> Call:
    return lambda rules: pay.slip_of(rules, slip).dead


def mended(slip: str) -> Call:
    """At which moments the slip may be fined and mended."""

    def moments(rules: RuleSet) -> str:
        asked = {found: Fact("", "", "", fine(slip, found), None, {}) for found in MOMENTS}
        return " ".join(found for found, fact in asked.items() if answer(rules, fact) != ["fine_too_late"])

    return moments


def deadlines(fact: Callable[..., Fact], clause: str, extra_tile: str) -> Iterator[Fact]:
    """Until when slips may be mended, and what the hand is afterwards."""
    yield fact(clause, "a late flower may be replaced until", mended("late_flower"), "opening")
    yield fact(clause, "late flowers: 小相公", dead("late_flower"), "short")
    yield fact(clause, "the extra tile may be taken until", mended("missed_extra_tile"), extra_tile)
    yield fact(clause, "without it: 小相公", dead("missed_extra_tile"), "short")
    yield fact(clause, "a wrong tile may be changed until", mended("wrong_claim"), "go_around")
    yield fact(clause, "wrong tiles: 錯相公", dead("wrong_claim"), "wrong")


def win(total: int, **facts: Any) -> WinFacts:
    told: dict[str, Any] = {"total": total, "seat": SOUTH, "by": "self_draw"} | facts
    return WinFacts(**told)


def won(total: int, **facts: Any) -> Call:
    """A hand won by south, drawn where nothing else is said."""
    found = win(total, **facts)
    what = {"rob_kong": "added_kong", "rob_concealed_kong": "concealed_kong", "rob_swap": "swap"}.get(found.by)
    robbed = None if what is None else pay.Declared(found.discarder or 0, what)
    return lambda rules: pay.hand_won(rules, pay.HandWon(wins=(found,), robbed=robbed))


def fed(total: int, by: int = WEST, **facts: Any) -> Call:
    return won(total, by="discard", discarder=by, **facts)


def prizes_that_hit(total: int, each_pays: Callable[[RuleSet], int], seat: int) -> Call:
    """Which single prize tiles raise what is paid."""

    def hits(rules: RuleSet) -> str:
        plain = each_pays(rules)
        raised = [
            text
            for text, tile in TILE_NUMBER.items()
            if -pay.accounts(rules.payout.settle(win(total, seat=seat, prize=(tile,))))[(seat + 2) % 4] > plain
        ]
        return " ".join(raised)

    return hits


def tiles(text: str) -> tuple[int, ...]:
    return tuple(TILE_NUMBER[text[at : at + 2]] for at in range(0, len(text), 2))


def claims(rules: RuleSet, *shapes: str) -> tuple[int, ...]:
    """Who wins where south, west and north claim a tile of east with hands of these shapes."""
    return pay.winners(rules, [pay.Claim(seat, shape) for seat, shape in enumerate(shapes, 1)], fed_by=EAST)


THREE = ("standard", "standard", "thirteen_orphans")


def wall_side(rules: RuleSet) -> dict[str, Any]:
    """Opening stacks and cash-in."""
    chips = rules.tariff.chips
    opened = pay.accounts(pay.opening(rules))
    cash = None if chips.cash_in is None else [line.due for line in pay.cash_in(rules, EAST, {})]
    return {"stacks": [opened[seat] for seat in range(4)], "bank": chips.bank, "cash": cash}


def laid(*sets: tuple[str, str, int | None]) -> tuple[pay.LaidSet, ...]:
    return tuple(pay.LaidSet(kind, TILE_NUMBER[tile], feeder) for kind, tile, feeder in sets)

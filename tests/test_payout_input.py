"""Whatever a payout function is given, it answers or refuses with coded faults."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

import tingpai as tp
from tingpai import payout
from tingpai.errors import ALL_CODES
from tingpai.payout import Bet, Claim, Declared, DrawnHand, Fined, FlowerSet, HandWon, Kong, KongBets, WinFacts

ODD: list[Any] = [
    None, True, -1, 7, 99, 10**30, 1.5, float("nan"), "E", "", b"x", [], ["E"], [[1]], (None,), {}, {"a": 1}, {1}, [()],
    frozenset({None}), object(), int, "é" * 300, "\ud800",
]  # fmt: skip
BAIDA, HONGKONG, GUANGRI, HK, CN = map(tp.rules, ("baida", "hongkong", "guangri", "pungkong_hk", "pungkong_cn"))
WIN = WinFacts(total=10, seat=1, by="self_draw")
ROBBED = WinFacts(total=10, seat=1, by="rob_kong", discarder=2)
RESULT = tp.score(tp.Hand.parse("[777z][333m] 555p 88s 22m +8s"), HONGKONG, by="discard", discarder="W")
CALLS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (payout.opening, (BAIDA,)),
    (payout.cash_in, (BAIDA, 0, {1: 200})),
    (payout.rake, (159, 10)),
    (payout.kong, (BAIDA, Kong(seat=0, kind="open_kong", feeder=1))),
    (payout.hidden_kong, (BAIDA, 0)),
    (payout.chase, (BAIDA, 0)),
    (payout.flower_set, (BAIDA, FlowerSet(seat=0, kind="plants", earlier=(FlowerSet(seat=0, kind="seasons"),)))),
    (payout.completed, ([34, 35], 36)),
    (payout.dice_outcome, ((1, 2, 3),)),
    (payout.opening_dice, (BAIDA, (1, 2, 3))),
    (payout.kong_bets, (BAIDA, KongBets(konger=0, turned="p", bets=(Bet(1, "p"),)))),
    (payout.fine, (HONGKONG, Fined(seat=2, slip="late_flower"))),
    (payout.fine, (GUANGRI, Fined(seat=2, slip="unmade_pung", to=1))),
    (payout.slip_of, (HONGKONG, "late_flower")),
    (payout.false_win, (HONGKONG, 0)),
    (payout.deposit, (GUANGRI, 0, "open")),
    (payout.drawn_hand, (GUANGRI, DrawnHand(ready=frozenset({1}), false_winners=frozenset({2}), values={1: 3}))),
    (payout.winners, (HONGKONG, [Claim(3), Claim(0)], 2)),
    (payout.win_facts, (RESULT,)),
    (payout.payments, ((payout.Posting(0, 2, 40, "win", "V4-6"),),)),
    (payout.accounts, ((payout.Posting(0, 2, 40, "win", "V4-6"),),)),
    *((payout.hand_won, (rules, HandWon(wins=(WIN,), pool=3, pot=9))) for rules in (BAIDA, HONGKONG, HK, CN)),
    (payout.hand_won, (BAIDA, HandWon(wins=(ROBBED,), robbed=Declared(2, "added_kong"), dead=frozenset({3})))),
    (payout.hand_won, (GUANGRI, HandWon(wins=(WIN,), pot=40, deposits=((2, "closed"),)))),
]


CODES = ALL_CODES.keys()


def told(call: Callable[..., Any], *arguments: Any) -> bool:
    """Whether the call is refused, with codes that are listed; any other error is a failure."""
    try:
        call(*arguments)
    except tp.TingpaiError as error:
        refused = error
    else:
        return False
    assert {refused.code, *(fault.code for fault in getattr(refused, "faults", ()))} <= CODES
    assert str(refused).isprintable()
    return True


def changed(value: Any) -> list[Any]:
    """A fact with one field odd, its own facts too."""
    if not dataclasses.is_dataclass(value):
        return []
    assert not isinstance(value, type)
    found: list[Any] = []
    for field in dataclasses.fields(value):
        now = getattr(value, field.name)
        deeper = [(one,) for one in changed(now[0])] if isinstance(now, tuple) and now else changed(now)
        found += (dataclasses.replace(value, **{field.name: odd}) for odd in [*ODD, *deeper])
    return found


@pytest.mark.parametrize(("call", "good"), CALLS, ids=lambda value: getattr(value, "__name__", ""))
def test_odd_arguments_are_refused_with_codes(call: Callable[..., Any], good: tuple[Any, ...]) -> None:
    assert not told(call, *good)
    refused = 0
    for at, value in enumerate(good):
        facts = [] if isinstance(value, (tp.RuleSet, tp.Result)) else changed(value)
        for odd in [*ODD, *facts]:
            refused += told(call, *good[:at], odd, *good[at + 1 :])
        assert told(call, *good[:at], None, *good[at + 1 :]) or (call, at) == (payout.slip_of, 2)
    assert refused >= len(ODD) // 2

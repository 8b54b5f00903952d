"""Riichi deposits, and what a drawn hand pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any

from ..errors import Fault, shown
from ..records import dataclass, field
from ..tiles import SEATS
from .facts import Posting, WinFacts
from .refusals import demand, fact_faults, is_seat, others, paid_here, seat_faults, tariff_of
from .tariff import Deposits, DrawRates, Rate

if TYPE_CHECKING:
    from ..hand import Hand
    from ..ruleset.schema import RuleSet

RIICHI = ("closed", "open")


def deposit(rules: RuleSet, seat: int, kind: str = "closed") -> tuple[Posting, ...]:
    """What a riichi puts into the pot once its tile was not won on (V2-11, V2-12)."""
    rate = deposit_rate(rules, kind)
    demand(seat_faults(("seat", seat)))
    return (Posting(seat, "pot", rate.amount, f"{kind} riichi", rate.clause),)


def deposits_of(rules: RuleSet) -> Deposits:
    """What the rules say of deposits; a refusal where they know none."""
    return paid_here(tariff_of(rules).deposits, "riichi", rules)


def deposit_rate(rules: RuleSet, kind: str) -> Rate:
    """The deposit of a ``closed`` or ``open`` riichi."""
    rates = deposits_of(rules)
    if kind not in RIICHI:
        demand([Fault("bad_value", f"riichi: closed or open, not {shown(kind)}")])
    return rates.open if kind == "open" else rates.closed


@dataclass(frozen=True, kw_only=True)
class DrawnHand:
    """A hand that nobody won.

    ``ready``: who is ready, dead hands that are ready included; ``false_winners``: who declared a
    false win in it; ``values``: where there is one, the best discard win of each who is ready, in the
    unit of the rules (:func:`best_discard_total`).
    """

    ready: frozenset[int]
    false_winners: frozenset[int] = frozenset()
    values: Mapping[int, int] = field(default_factory=dict)


def drawn_hand(rules: RuleSet, fact: DrawnHand) -> tuple[Posting, ...]:
    """What a drawn hand pays (V2-22, V2-24); nothing where the rules know no such payment.

    A false winner counts as not ready; in place of the common rate he pays each ready player the
    money of the discard win that the player was ready for.

    >>> import tingpai as tp
    >>> drawn_hand(tp.rules("hongkong"), DrawnHand(ready=frozenset({1})))
    ()
    """
    rates = tariff_of(rules).drawn
    demand(_unread(fact))
    demand(_drawn_faults(fact, rates is not None))
    if rates is None:
        return ()
    postings = []
    for payer in range(len(SEATS)):
        if payer in fact.ready:
            continue
        for payee in others(payer):
            if payee not in fact.ready:
                continue
            if payer in fact.false_winners:
                amount = _worth(rules, rates, payee, payer, fact.values[payee])
                postings.append(Posting(payer, payee, amount, "false win", rates.per_unit.clause))
            else:
                postings.append(Posting(payer, payee, rates.not_ready.amount, "not ready", rates.not_ready.clause))
    return tuple(postings)


def _worth(rules: RuleSet, rates: DrawRates, seat: int, discarder: int, total: int) -> int:
    """The money of a discard win of ``total``; below the minimum so much for each unit, and at least for one."""
    if total < rules.min_total:
        return rates.per_unit.amount * max(total, 1)
    win = WinFacts(total=total, seat=seat, by="discard", discarder=discarder)
    return sum(posting.amount for posting in rules.payout.settle(win))


def _unread(fact: DrawnHand) -> Iterator[Fault]:
    yield from fact_faults("fact", fact, DrawnHand)
    if isinstance(fact, DrawnHand):
        for name in ("ready", "false_winners"):
            if not isinstance(getattr(fact, name), Set):
                yield Fault("bad_value", f"{name}: a set of seats, not {shown(getattr(fact, name))}")
        if not isinstance(fact.values, Mapping):
            yield Fault("bad_value", f"values: totals by seat, not {shown(fact.values)}")


def _drawn_faults(fact: DrawnHand, paid: bool) -> Iterator[Fault]:
    yield from seat_faults(*(("seat", seat) for seat in (*fact.ready, *fact.false_winners, *fact.values)))
    for seat in sorted(seat for seat in fact.ready & fact.false_winners if is_seat(seat)):
        yield Fault("ready_conflict", f"{SEATS[seat]} declared a false win and so counts as not ready")
    for seat, total in fact.values.items():
        if type(total) is not int or total < 0:
            yield Fault("bad_value", f"values: a number from 0 on, not {shown(total)}")
        elif seat not in fact.ready:
            yield Fault("ready_conflict", f"{shown(seat)} has a value and is not ready")
    if paid and fact.false_winners:
        for seat in sorted(seat for seat in fact.ready - fact.values.keys() if is_seat(seat)):
            yield Fault("missing_value", f"{SEATS[seat]} is ready: what would a discard have won him?")


def best_discard_total(hand: Hand, rules: RuleSet, **keywords: Any) -> int:
    """The most that a ready hand, without its winning tile, could win on a discard: 0 if it is not ready.

    ``keywords``: ``seat``, ``round`` and the like.  No riichi, bonus tiles or circumstances count (V2-24),
    so they are not given.

    >>> import tingpai as tp
    >>> best_discard_total(tp.Hand.parse("[333m] 555p 88s 22m [777z]"), tp.rules("hongkong"), seat="S")
    5
    """
    from ..records import replace
    from ..scoring import score, waits
    from ..tiles import TILE_NUMBER

    seat = keywords.get("seat", SEATS[0])
    discarder = next(other for other in SEATS if other != seat)
    totals = (
        score(replace(hand, winning=(TILE_NUMBER[tile],)), rules, by="discard", discarder=discarder, **keywords).total
        for tile in waits(hand, rules, **keywords)
    )
    return max(totals, default=0)

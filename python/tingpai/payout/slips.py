"""Fines and false wins: what a player owes for what he should not have done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import Fault, SettlementError, shown
from ..records import dataclass
from ..tiles import SEATS
from .facts import Posting
from .refusals import demand, fact_faults, others, seat_faults, tariff_of
from .tariff import MOMENTS, NAMED, OPENING, OTHERS, Slip

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet


@dataclass(frozen=True, kw_only=True)
class Fined:
    """A slip of ``seat`` (an id of the tariff's ``slips``), ``found`` at a moment of
    :data:`~tingpai.payout.tariff.MOMENTS`; ``to``: who collects a fine that goes to one player."""

    seat: int
    slip: str
    found: str = OPENING
    to: int | None = None


def fine(rules: RuleSet, fact: Fined) -> tuple[Posting, ...]:
    """The fine for a slip (V1-46, V2-23, V3-21, V4-15).

    After its deadline a slip is not fined, the hand is dead: then ``fine_too_late`` is the code of the
    refusal, and :func:`slip_of` tells (``dead``) how it is dead.

    >>> import tingpai as tp
    >>> for posting in fine(tp.rules("hongkong"), Fined(seat=2, slip="late_flower")):
    ...     print(posting.payer, posting.payee, posting.amount, posting.clause)
    2 rake 10 V3-21
    """
    demand(fact_faults("fact", fact, Fined))
    slip = slip_of(rules, fact.slip)
    demand(_fine_faults(fact, slip))
    reason = slip.en[0].lower() + slip.en[1:]
    payees = others(fact.seat) if slip.to == OTHERS else (fact.to if fact.to is not None else slip.to,)
    return tuple(Posting(fact.seat, payee, slip.amount, reason, slip.clause) for payee in payees)


def slip_of(rules: RuleSet, id: str) -> Slip:
    """The slip of that id in the tariff of the rules."""
    slips = tariff_of(rules).slips
    for slip in slips:
        if slip.id == id:
            return slip
    known = f"it fines {', '.join(slip.id for slip in slips)}" if slips else "it fines nothing"
    raise SettlementError([Fault("not_paid_here", f"{rules.id} has no fine for {shown(id)}; {known}")])


def _fine_faults(fact: Fined, slip: Slip) -> Iterator[Fault]:
    yield from seat_faults(("seat", fact.seat))
    if fact.found not in MOMENTS:
        yield Fault("bad_value", f"found: one of {', '.join(MOMENTS)}, not {shown(fact.found)}")
    elif slip.until and fact.found not in slip.until:
        yield Fault("fine_too_late", f"{slip.id}: may be fined {' or '.join(slip.until)}, the hand is now dead")
    if slip.to == NAMED:
        if fact.to == fact.seat:
            yield Fault("pays_himself", f"{SEATS[fact.seat]} does not pay himself a fine")
        else:
            yield from seat_faults(("to", fact.to))
    elif fact.to is not None:
        yield Fault("bad_value", f"to: this fine goes to {slip.to}")


def false_win(rules: RuleSet, seat: int) -> tuple[Posting, ...]:
    """What a false win costs at once (V1-45, V3-18, V4-15, V5-4): nothing where the hand goes on (V2-24).

    >>> import tingpai as tp
    >>> [posting.amount for posting in false_win(tp.rules("hongkong"), 0)]
    [256, 256, 256]
    """
    demand(seat_faults(("seat", seat)))
    rate = tariff_of(rules).false_win
    if rate is None:
        return ()
    return tuple(Posting(seat, other, rate.amount, "false win", rate.clause, "credit") for other in others(seat))

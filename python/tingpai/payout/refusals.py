"""How a payment that cannot be is refused: every fault at once, and nothing is posted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from ..errors import Fault, SettlementError, shown
from ..tiles import SEATS
from .tariff import NO_MONEY, Tariff

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

Paid = TypeVar("Paid")


def tariff_of(rules: RuleSet) -> Tariff:
    """The tariff of a rule set: an empty one where it has none."""
    try:
        tariff = rules.tariff
    except AttributeError:
        raise SettlementError([Fault("not_rules", f"tingpai.rules makes a rule set, {shown(rules)} is none")]) from None
    return NO_MONEY if tariff is None else tariff


def demand(faults: Iterable[Fault]) -> None:
    """Raises :class:`~tingpai.errors.SettlementError` with the faults, if there are any."""
    if found := tuple(faults):
        raise SettlementError(found)


def paid_here(rate: Paid | None, what: str, rules: RuleSet) -> Paid:
    """The rate, or a refusal where these rules have none.

    >>> import tingpai as tp
    >>> paid_here(None, "a chase", tp.rules("hongkong"))
    Traceback (most recent call last):
    ...
    tingpai.errors.SettlementError: hongkong pays nothing for a chase
    """
    if rate is None:
        raise SettlementError([Fault("not_paid_here", f"{rules.id} pays nothing for {what}")])
    return rate


def fact_faults(name: str, fact: object, kind: type, **several: type) -> Iterator[Fault]:
    """The fault of a fact that is no ``kind``, or of its fields that do not hold ``several`` of theirs.

    >>> from tingpai.payout import Declared
    >>> [fault.message for fault in fact_faults("robbed", None, Declared)]
    ['robbed: a Declared, not None']
    """
    if not isinstance(fact, kind):
        yield Fault("bad_value", f"{name}: a {kind.__name__}, not {shown(fact)}")
        return
    for field, each in several.items():
        yield from several_faults(field, getattr(fact, field), each)


def several_faults(name: str, facts: object, kind: type) -> Iterator[Fault]:
    """The fault of what is no list or tuple of ``kind``."""
    if not isinstance(facts, (tuple, list)):
        yield Fault("bad_value", f"{name}: several of {kind.__name__}, not {shown(facts)}")
        return
    for fact in facts:
        yield from fact_faults(name, fact, kind)


def number_faults(*named: tuple[str, object]) -> Iterator[Fault]:
    """A fault for each of the named numbers that is none, or below 0."""
    for name, number in named:
        if type(number) is not int or number < 0:
            yield Fault("bad_value", f"{name}: a number from 0 on, not {shown(number)}")


def is_seat(seat: object) -> bool:
    return type(seat) is int and 0 <= seat < len(SEATS)


def seat_faults(*named: tuple[str, object]) -> Iterator[Fault]:
    """A fault for each of the named seats that is none."""
    for name, seat in named:
        if not is_seat(seat):
            yield Fault("not_a_seat", f"{name}: a seat is a number from 0 to 3, not {shown(seat)}")


def others(seat: int) -> tuple[int, int, int]:
    """The other seats, from the next in turn on.

    >>> others(2)
    (3, 0, 1)
    """
    a, b, c = ((seat + step) % len(SEATS) for step in (1, 2, 3))
    return a, b, c

"""Chips at the start and the end (V1-47, V1-48): stacks, the host's bank, cash-in, redemption."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ..errors import Fault, shown
from ..records import dataclass
from ..tiles import SEATS
from .facts import Posting
from .refusals import demand, is_seat, number_faults, paid_here, seat_faults, tariff_of

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

PLAYERS = range(len(SEATS))


def opening(rules: RuleSet) -> tuple[Posting, ...]:
    """The stacks that the bank deals out, to players 0 to 3; nothing where no chips are played.

    >>> import tingpai as tp
    >>> [posting.amount for posting in opening(tp.rules("baida", bank="B"))]
    [3000, 3000, 3000, 3000]
    """
    chips = tariff_of(rules).chips
    if chips is None:
        return ()
    return tuple(Posting("bank", player, chips.stack, "opening chips", "V1-48") for player in PLAYERS)


@dataclass(frozen=True)
class CashLine:
    """What ``player`` paid the host in cash: ``owing`` is still to be paid, ``kept`` is not given back."""

    player: int
    due: int
    paid: int
    owing: int
    kept: int


def cash_in(rules: RuleSet, convener: int, paid: Mapping[int, int]) -> tuple[CashLine, ...]:
    """What each player but the ``convener``, who is the host, has paid in for his chips (V1-48, bank A).

    >>> import tingpai as tp
    >>> for line in cash_in(tp.rules("baida"), convener=0, paid={1: 200, 2: 150, 3: 500}):
    ...     print(line.player, line.owing, line.kept)
    1 0 0
    2 50 0
    3 0 300
    """
    chips = paid_here(tariff_of(rules).chips, "chips", rules)
    due = paid_here(chips.cash_in, "chips in cash", rules)
    if not isinstance(paid, Mapping):
        demand([Fault("bad_value", f"paid: cash by player, not {shown(paid)}")])
    demand(_cash_faults(convener, paid))
    return tuple(
        CashLine(player, due, cash, max(due - cash, 0), max(cash - due, 0))
        for player in PLAYERS
        if player != convener
        for cash in (paid.get(player, 0),)
    )


def _cash_faults(convener: int, paid: Mapping[int, int]) -> Iterator[Fault]:
    yield from seat_faults(("convener", convener), *(("paid", player) for player in paid))
    if is_seat(convener) and convener in paid:
        yield Fault("pays_himself", "paid: the convener holds the bank and pays nothing in")
    yield from number_faults(*(("paid", cash) for cash in paid.values()))


def rake(collected: int, share: int) -> int:
    """One in ``share`` of what a winner collected, rounded down (V1-48).

    >>> rake(159, 10), rake(9, 10), rake(159, 0)
    (15, 0, 0)
    """
    demand(number_faults(("collected", collected), ("share", share)))
    return collected // share if share else 0

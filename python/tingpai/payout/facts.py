"""What a scheme is told of a win, and what it answers.  Seats are 0 (East, the dealer) to 3."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ..errors import Fault, IllegalHandError, SettlementError, shown
from ..records import dataclass, names
from ..tiles import SEATS

if TYPE_CHECKING:
    from ..situation import Situation

DEALER = 0

Account = int | str
"""A seat (in a ledger: a player), or one of :data:`HOUSE`."""
HOUSE = ("rake", "pot", "pool", "bank")
"""Accounts beside the players: what the house keeps, what the next winner takes, fines at the wall's
tail, chips not dealt out."""

Terms = Literal["plain", "win", "credit", "cash"]


@dataclass(frozen=True)
class Posting:
    """``payer`` owes ``payee`` ``amount``, for ``reason``, by ``clause``.

    ``terms`` matter to play with chips alone: a ``win`` is raked and repays the winner's debts, what is
    not paid ``credit`` becomes a debt, and ``cash`` is not bound by the payer's chips.
    """

    payer: Account
    payee: Account
    amount: int
    reason: str
    clause: str
    terms: Terms = "plain"


@dataclass(frozen=True)
class LaidSet:
    """A set on the table: ``chow``, ``pung``, ``open_kong``, ``added_kong`` or ``concealed_kong``;
    its tile (the lowest of a chow) and the seat that fed it, where one is known to have."""

    kind: str
    face: int
    feeder: int | None = None


@dataclass(frozen=True, kw_only=True)
class WinFacts:
    """One player's win.  ``tiles``: every resolved face of the hand; ``melds``: in the order laid."""

    total: int
    seat: int
    by: str
    discarder: int | None = None
    feeder: int | None = None
    replacement: str | None = None
    streak: int = 0
    prize: tuple[int, ...] = ()
    die: int = 1
    melds: tuple[LaidSet, ...] = ()
    tiles: tuple[int, ...] = ()

    @property
    def laid(self) -> int:
        """How many sets are on the table."""
        return len(self.melds)

    @property
    def others(self) -> tuple[int, int, int]:
        """The other seats, from the winner's right on."""
        a, b, c = ((self.seat + step) % len(SEATS) for step in (1, 2, 3))
        return a, b, c

    @property
    def kong_feeder(self) -> int | None:
        """Who fed the open kong whose replacement won: the one named, or the mark of a last-laid
        kong that was claimed whole (the mark of an added kong's pung makes nobody liable)."""
        if self.feeder is not None:
            return self.feeder
        if self.replacement in ("kong", "kong_on_kong") and self.melds and self.melds[-1].kind == "open_kong":
            return self.melds[-1].feeder
        return None


def of_situation(read: Situation) -> dict[str, Any]:
    """The facts of a win that its situation tells, by name."""
    return {name: getattr(read, name) for name in _TOLD}


_TOLD = tuple(name for name in names(WinFacts) if name not in ("total", "melds", "tiles"))


class Scheme(Protocol):
    """How a variant pays.  Frozen, configured by the variant's file."""

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        """What about the win cannot be paid for; which tiles its prize is does not matter, only how many."""

    def settle(self, win: WinFacts) -> tuple[Posting, ...]:
        """Who owes the winner what."""


def too_many_prizes(win: WinFacts, most: int) -> tuple[Fault, ...]:
    """The fault of a win for which more prize tiles are told than its winner draws."""
    if len(win.prize) <= most:
        return ()
    tiles = "one tile" if most == 1 else f"{most} tiles"
    message = f"prize: the winner draws {tiles} at most, found {len(win.prize)}"
    return (Fault("bad_value", message, details={"keyword": "prize", "found": len(win.prize), "high": most}),)


def check(scheme: Scheme, win: WinFacts) -> None:
    """Raises :class:`~tingpai.errors.IllegalHandError` with all the scheme's faults."""
    if faults := scheme.faults(win):
        raise IllegalHandError(faults)


def payments(postings: Iterable[Posting]) -> dict[str, int]:
    """What each seat gains by the postings; the sum is 0 unless the house has a part in them.

    >>> payments([Posting(0, 2, 40, "self-drawn", "V1-42")])
    {'E': -40, 'S': 0, 'W': 40, 'N': 0}
    """
    gains = accounts(postings)
    return {wind: gains.get(seat, 0) for seat, wind in enumerate(SEATS)}


def accounts(postings: Iterable[Posting]) -> dict[Account, int]:
    """What each account gains by the postings; the sum is 0.

    >>> accounts([Posting(3, "pot", 40, "riichi", "V2-11")])
    {3: -40, 'pot': 40}
    """
    gains: dict[Account, int] = {}
    try:
        for posting in postings:
            gains[posting.payer] = gains.get(posting.payer, 0) - posting.amount
            gains[posting.payee] = gains.get(posting.payee, 0) + posting.amount
    except (TypeError, AttributeError):
        problem = f"postings: several of Posting, not {shown(postings)}"
        raise SettlementError([Fault("bad_value", problem)]) from None
    return gains

"""What a scheme is told of a win, and what it answers.  Seats are 0 (East, the dealer) to 3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from ..errors import Fault, IllegalHandError
from ..tiles import SEATS

DEALER = 0


@dataclass(frozen=True)
class Posting:
    """``payer`` owes ``payee`` ``amount``, for ``reason``, by ``clause``."""

    payer: int
    payee: int
    amount: int
    reason: str
    clause: str


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


class Scheme(Protocol):
    """How a variant pays.  Frozen, configured by the variant's file."""

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        """What about the win cannot be paid for."""

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
    """What each seat gains by the postings; the sum is 0.

    >>> payments([Posting(0, 2, 40, "self-drawn", "V1-42")])
    {'E': -40, 'S': 0, 'W': 40, 'N': 0}
    """
    gains = [0] * len(SEATS)
    for posting in postings:
        gains[posting.payer] -= posting.amount
        gains[posting.payee] += posting.amount
    return dict(zip(SEATS, gains, strict=True))

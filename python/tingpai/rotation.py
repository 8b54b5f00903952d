"""Who deals next, which round it is, and when seats change: pure functions on a frozen record.

Places at the table are 0..3 counter-clockwise: the next in turn is ``(place + 1) % 4``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from .records import dataclass, field, replace

PLACES = 4
ROUNDS = 4
"""Rounds of a game: one for each wind."""

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Rotation:
    """How the deal goes round in a variant, as data.

    ``winner``: whoever wins (the nearest of several) deals next, rather than the next seat.  ``draw``: after a
    drawn hand the dealer stays, passes the deal on, stays if ``ready``, or the ``last_drawer`` deals.  ``streak``:
    which hands that keep the deal lengthen the streak.  ``swaps``: seats change every four rounds (S1-11).
    ``round_advance``: the round's wind changes at every fourth change of the dealer, or when all have dealt (V4-b).
    """

    winner: bool = False
    draw: Literal["stay", "pass", "ready", "last_drawer"] = "stay"
    streak: frozenset[str] = field(default_factory=lambda: frozenset({"win", "draw"}))
    swaps: bool = False
    round_advance: Literal["four_changes", "all_have_dealt"] = "four_changes"


@dataclass(frozen=True)
class Deal:
    """``dealer``: his place; ``streak``: how often in a row he stayed; ``changes``: how often another became dealer;
    ``rounds``: how many rounds are over; ``dealt``: who has dealt in this one; ``first``: who dealt first."""

    dealer: int = 0
    streak: int = 0
    changes: int = 0
    rounds: int = 0
    dealt: frozenset[int] = frozenset()
    first: int = 0

    @property
    def wind(self) -> int:
        """The round's wind, 0 = East."""
        return self.rounds % ROUNDS

    def seat(self, place: int) -> int:
        """The seat wind of a place; the dealer is East.

        >>> Deal(dealer=2).seat(1), Deal(dealer=2).place(3)
        (3, 1)
        """
        return (place - self.dealer) % PLACES

    def place(self, seat: int) -> int:
        """The place of a seat wind."""
        return (seat + self.dealer) % PLACES


@dataclass(frozen=True)
class Outcome:
    """How a hand ended: ``win`` (``places``: the winners, nearest first), ``draw`` (``places``: who was ready;
    ``last``: who drew the last tile), or ``void``, by a false win."""

    how: Literal["win", "draw", "void"]
    places: tuple[int, ...] = ()
    last: int | None = None


def following(rotation: Rotation, deal: Deal, outcome: Outcome) -> Deal:
    """The deal after a hand (V1-11, V2-22, V2-25, V3-3, V4-11, V5-6); after a false win the same dealer deals again.

    >>> following(Rotation(), Deal(dealer=3, streak=2), Outcome("draw"))
    Deal(dealer=3, streak=3, changes=0, rounds=0, dealt=frozenset(), first=0)
    >>> following(Rotation(winner=True), Deal(dealer=3, streak=2), Outcome("win", (1, 3))).dealer
    1
    """
    if outcome.how == "void":
        return deal
    dealer = _dealer(rotation, deal, outcome)
    if dealer == deal.dealer:
        return replace(deal, streak=deal.streak + (outcome.how in rotation.streak))
    return _passed(rotation, deal, dealer)


def _dealer(rotation: Rotation, deal: Deal, outcome: Outcome) -> int:
    after = (deal.dealer + 1) % PLACES
    if outcome.how == "win":
        if rotation.winner:
            return outcome.places[0]
        return deal.dealer if deal.dealer in outcome.places else after
    match rotation.draw:
        case "stay":
            return deal.dealer
        case "pass":
            return after
        case "ready":
            return deal.dealer if deal.dealer in outcome.places else after
        case "last_drawer":
            return deal.dealer if outcome.last is None else outcome.last


def _passed(rotation: Rotation, deal: Deal, dealer: int) -> Deal:
    """The deal goes to another, and with it perhaps the next round begins."""
    changes = deal.changes + 1
    dealt = deal.dealt | {deal.dealer}
    over = len(dealt) == PLACES if rotation.round_advance == "all_have_dealt" else changes % PLACES == 0
    return replace(
        deal,
        dealer=dealer,
        streak=0,
        changes=changes,
        rounds=deal.rounds + over,
        dealt=frozenset() if over else dealt,
    )


SeatChange = Literal["swap", "draw"]


def seat_change(rotation: Rotation, before: Deal, after: Deal) -> SeatChange | None:
    """What happens to seats between two hands (S1-11, V1-6): after four rounds a ``swap``, after the next four the
    last winner lets seats be drawn anew, and so on.

    >>> seat_change(Rotation(swaps=True), Deal(rounds=3), Deal(rounds=4))
    'swap'
    """
    if not rotation.swaps or after.rounds == before.rounds or after.rounds % ROUNDS:
        return None
    return "draw" if after.rounds % (2 * ROUNDS) == 0 else "swap"


def swapped(players: Sequence[T], first: int) -> tuple[T, ...]:
    """East and South change places, West and North do; ``first``: East's place, where the deal began.

    >>> swapped("abcd", 0), swapped("abcd", 1)
    (('b', 'a', 'd', 'c'), ('d', 'c', 'b', 'a'))
    """
    moved = list(players)
    for place in (first, first + 2):
        a, b = place % PLACES, (place + 1) % PLACES
        moved[a], moved[b] = moved[b], moved[a]
    return tuple(moved)

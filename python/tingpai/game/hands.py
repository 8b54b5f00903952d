"""Tiles in and out of hands, and money booked: what the functions that fold events share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ledger import Booking, Debt
from ..payout import Posting
from ..tiles import FIRST_FLOWER
from .state import UNKNOWN, Seat, State

Postings = Sequence[tuple[Any, ...]]


def book(s: State, rows: Postings) -> None:
    if rows:
        postings = tuple(Posting(*row) for row in rows if len(row) > 3)
        debts = tuple(Debt(*row) for row in rows if len(row) == 3)
        s.book = s.book.after(Booking(postings, debts))


def add(s: State, seat: Seat, tile: int) -> None:
    seat.far -= 1
    if s.wild[tile]:
        seat.far -= 1  # it may stand for a fifth tile of a kind, which no tile could have brought
        seat.wilds.append(tile)
        seat.wilds.sort()
    elif tile < FIRST_FLOWER:
        seat.counts[tile] += 1
    else:
        seat.loose.append(tile)


def remove(s: State, seat: Seat, tile: int) -> None:
    if s.wild[tile]:
        seat.wilds.remove(tile)
    elif tile < FIRST_FLOWER:
        seat.counts[tile] -= 1  # ValueError below zero
    else:
        seat.loose.remove(tile)


def decline(seat: Seat) -> None:
    """Going on with the hand declines a flower win."""
    if seat.flowers:
        seat.declined = len(seat.flowers)


def touch(s: State, seat: Seat) -> None:
    """A claim or a kong: the first turns are over, and so are the turns after a riichi."""
    s.untouched = False
    seat.waits = UNKNOWN
    seat.far = -1
    for other in s.seats:
        other.ippatsu = False
    if s.play.passing.until == "turn":
        seat.passed = set()
        seat.locked = False
    decline(seat)

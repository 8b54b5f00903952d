"""What the events of a hand cost: facts for :mod:`tingpai.payout`, and its postings by player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .. import payout
from ..ledger import Booking, apply, settle
from ..payout.refusals import tariff_of
from ..tiles import SEATS, SUITS, suit_of
from .state import NOBODY, Seat, State
from .wins import hand_of

if TYPE_CHECKING:
    from ..result import Result

Rows = tuple[tuple[Any, ...], ...]


def rows(s: State, postings: Sequence[payout.Posting]) -> Rows:
    """What of postings by seat is booked, as events carry it: money that moves between players, then debts."""
    if not postings:
        return ()
    return _as_rows(apply(s.book, postings, seats=s.seated, chips=s.chips))


def _as_rows(booking: Booking) -> Rows:
    moved = ((p.payer, p.payee, p.amount, p.reason, p.clause) for p in booking.postings)
    return (*moved, *((debt.debtor, debt.creditor, debt.amount) for debt in booking.debts))


def debts(s: State) -> Rows:
    """What is still owed when the game ends (V1-47)."""
    return _as_rows(settle(s.book))


def stacks(s: State) -> Rows:
    """The chips that the bank deals out."""
    return rows(s, payout.opening(s.rules))


def opening_dice(s: State, dice: tuple[int, ...]) -> Rows:
    """呼么喝六 (V1-7)."""
    if tariff_of(s.rules).dice is None:
        return ()
    return rows(s, payout.opening_dice(s.rules, dice))


def kong(s: State, place: int, kind: str, feeder: int = NOBODY, late: bool = False) -> Rows:
    """What a kong collects at once."""
    fact = payout.Kong(
        seat=s.wind(place),
        kind=kind,
        feeder=None if feeder == NOBODY else s.wind(feeder),
        late_raise=late,
        last_tile=s.left == 0,
        dead=s.seats[place].dead is not None,
    )
    return rows(s, payout.kong(s.rules, fact))


def hidden_kongs(s: State, place: int) -> Rows:
    """What concealed kongs that are not shown after the hand cost, each of them (V1-23)."""
    postings = payout.hidden_kong(s.rules, s.wind(place))
    return rows(s, postings * s.unshown.count(place))


def flower(s: State, place: int, tile: int) -> tuple[tuple[str, ...], Rows]:
    """The sets that a flower completes, and what they collect (V1-27)."""
    tariff = tariff_of(s.rules)
    if tariff.grass is None or tariff.series is None:
        return (), ()
    seat = s.seats[place]
    kinds = tuple(payout.completed(tuple(seat.flowers), tile))
    earlier = [payout.FlowerSet(seat=s.wind(place), kind=kind) for kind in seat.flower_sets]
    postings: list[payout.Posting] = []
    for kind in kinds:
        fact = payout.FlowerSet(seat=s.wind(place), kind=kind, earlier=tuple(earlier), dead=seat.dead is not None)
        postings += payout.flower_set(s.rules, fact)
        earlier.append(payout.FlowerSet(seat=s.wind(place), kind=kind))
    return kinds, rows(s, postings)


def chase(s: State, place: int) -> Rows:
    """追 (V1-26): the fourth in a row discards what the next after him discarded first."""
    if tariff_of(s.rules).chase is None:
        return ()
    return rows(s, payout.chase(s.rules, s.wind((place + 1) % 4)))


def bets(s: State, place: int, guesses: Iterable[tuple[int, int]]) -> Rows:
    """魚蝦蟹 (V1-28): (place, suit) of each bet."""
    placed = tuple(payout.Bet(seat=s.wind(other), guess=SUITS[suit]) for other, suit in guesses)
    if not placed:
        return ()
    fact = payout.KongBets(konger=s.wind(place), turned=SUITS[suit_of(s.tile)], bets=placed)
    return rows(s, payout.kong_bets(s.rules, fact))


def deposit(s: State, place: int) -> Rows:
    """The deposit of a riichi that stands (V2-11)."""
    if tariff_of(s.rules).deposits is None:
        return ()
    return rows(s, payout.deposit(s.rules, s.wind(place), s.seats[place].riichi or ""))


def discard_value(s: State, seat: Seat) -> int:
    """What the hand of a ready seat could win on a discard, circumstances left out (V2-24)."""
    told = {"seat": SEATS[s.wind(seat.place)], "round": SEATS[s.deal.wind]}
    return payout.best_discard_total(hand_of(s, seat, None), s.rules, **told)


def drawn_hand(s: State, ready: Iterable[int]) -> Rows:
    """What the others owe those ready when the wall is exhausted (V2-22)."""
    false = [seat for seat in s.seats if seat.dead == "false_win"]
    values = {s.wind(place): discard_value(s, s.seats[place]) for place in ready} if false else {}
    fact = payout.DrawnHand(
        ready=frozenset(map(s.wind, ready)),
        false_winners=frozenset(s.wind(seat.place) for seat in false),
        values=values,
    )
    return rows(s, payout.drawn_hand(s.rules, fact))


_DECLARED = {
    "rob_kong": "added_kong",
    "rob_concealed_kong": "concealed_kong",
    "rob_swap": "swap",
    "rob_flower": "flower",
}


def hand_won(s: State, results: Iterable[Result]) -> Rows:
    """Everything that is settled when a hand is won, nearest winner first."""
    robbed = None
    if s.by in _DECLARED:
        robbed = payout.Declared(seat=s.wind(s.holder), what=_DECLARED[s.by])
    stood = [(s.wind(seat.place), seat.riichi) for seat in s.seats if seat.riichi and not _unborn(s, seat.place)]
    fact = payout.HandWon(
        wins=tuple(payout.win_facts(result) for result in results),
        robbed=robbed,
        took_fines=s.took_fines or not (s.chips is not None and s.chips.fines_manual and s.manual),
        pool=s.balances["pool"],
        pot=s.balances["pot"],
        deposits=tuple(stood) if tariff_of(s.rules).deposits is not None else (),
    )
    return rows(s, payout.hand_won(s.rules, fact))


def _unborn(s: State, place: int) -> bool:
    """A riichi whose own tile was won on never stood (V2-11)."""
    return s.riichi_pending and place == s.holder


def winners(s: State, places: Iterable[int], shapes: dict[int, str], fed_by: int) -> tuple[int, ...]:
    """Who of several that claim a win has it, nearest first (V3-4, V3-7d)."""
    claims = tuple(payout.Claim(seat=s.wind(place), shape=shapes[place]) for place in places)
    return tuple(s.place(seat) for seat in payout.winners(s.rules, claims, s.wind(fed_by)))

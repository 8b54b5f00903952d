"""What an evening came to: hands and wins, money won and lost, who hands whom how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ledger import Booking, State, close, results, transfers
from ..payout import CashLine, cash_in
from ..payout.facts import HOUSE, Account
from ..records import dataclass
from .agreed import CLOSE

if TYPE_CHECKING:
    from .book import Book


@dataclass(frozen=True)
class Played:
    """One player's evening: ``won`` is what he is up (or down), ``held`` the chips or money on his account before
    anything was settled; ``wins``, of them ``self_drawn``; ``fed``: wins that others had on his tile."""

    player: int
    won: int
    held: int
    wins: int
    self_drawn: int
    fed: int


@dataclass(frozen=True)
class Summary:
    """``hands`` that ended, of them ``drawn``; ``players``; ``house``: accounts beside them that hold money;
    ``redeemed``: what the bank and the players settle where the bank holds the chips; ``transfers``: who hands whom
    how much elsewhere; ``cash``: what was paid in for chips (V1-48)."""

    hands: int
    drawn: int
    players: tuple[Played, ...]
    house: dict[str, int]
    redeemed: Booking
    transfers: tuple[tuple[Account, Account, int], ...]
    cash: tuple[CashLine, ...]


def summary(book: Book) -> Summary:
    """The summary of a book, closed or not.

    >>> import tingpai as tp
    >>> from tingpai.scorekeeper import Book
    >>> book = Book.create(None, tp.rules("hongkong"), ["Ann", "Ben", "Cho", "Dee"])
    >>> entry = book.enter("win Ben on Cho 5")
    >>> summary(book).transfers
    ((2, 1, 48),)
    """
    state = before_close(book)
    ledger, chips = book.ledger, book.ledger.chips
    lines = book.lines()
    wins = [entry for entry in lines if entry.event == "win"]
    won = results(state, chips)
    house = {account: state.balances[account] for account in HOUSE if account != "bank" and state.balances[account]}
    hosted = chips is not None and chips.bank is not None
    even: dict[Account, int] = dict(won.items())
    even.update(house)
    paid = {player: cash for player, cash in enumerate(book.table.cash) if player != book.table.host}
    return Summary(
        hands=book.table.hand - 1,
        drawn=sum(entry.event == "draw" for entry in lines),
        players=tuple(
            Played(player, won[player], state.balances[player], *_counts(wins, player))
            for player in range(len(book.table.names))
        ),
        house=house,
        redeemed=close(state) if hosted else Booking(),
        transfers=() if hosted else transfers(even),
        cash=cash_in(ledger.rules, book.table.host, paid) if hosted else (),
    )


def before_close(book: Book) -> State:
    """The balances before the final settlement took them to zero."""
    state = book.ledger.state
    for entry in book.lines():
        if entry.event == CLOSE:
            state = state.after(entry.booking.reversed())
    return state


def _counts(wins: list[Any], player: int) -> tuple[int, int, int]:
    own = drawn = fed = 0
    for entry in wins:
        claims = [entry.seats[claim["seat"]] for claim in entry.data["claims"]]
        source = entry.data.get("fed_by")
        own += player in claims
        drawn += player in claims and source is None
        fed += len(claims) if source is not None and entry.seats[source] == player else 0
    return own, drawn, fed

"""The state of a table: a frozen record, folded from the entries of its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..ledger.state import State
from ..payout.facts import Account, Posting
from ..payout.refusals import tariff_of
from ..payout.tariff import Tariff
from ..records import dataclass, field, replace
from ..rotation import Deal, Outcome, Rotation, following, seat_change, swapped
from ..tiles import SEATS

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

Facts = Mapping[str, Any]
"""What an event says, as JSON holds it.  Seats are 0 (East, the dealer) to 3."""


@dataclass(frozen=True)
class LaidKong:
    """A kong of this hand: whose, which kind, what it earned (by player), whether bets were placed on it."""

    seat: int
    kind: str
    paid: tuple[Posting, ...] = ()
    bet_on: bool = False


@dataclass(frozen=True, kw_only=True)
class Hand:
    """What has happened in one hand, by seat."""

    events: int = 0
    rolled: bool = False
    kongs: tuple[LaidKong, ...] = ()
    hidden: tuple[int, ...] = ()
    flowers: tuple[tuple[int, str], ...] = ()
    riichi: tuple[tuple[int, str], ...] = ()
    dead: tuple[int, ...] = ()
    false_wins: tuple[int, ...] = ()
    indicator: str | None = None
    dora: str | None = None


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table between two lines.

    ``names`` of the players 0 to 3; ``players``: who sits at each place, counter-clockwise; ``deal``: who deals,
    the streak, the round; ``hand``: its number from 1; ``now``: what has happened in it; ``concealed``: whose
    the concealed kongs of the last hand were that were not called hidden; ``awaits_seats``: seats must be drawn;
    ``host``: the player who holds the bank, ``cash`` what each has paid him for chips (V1-48); ``money``: balances and
    debts.
    """

    rules: RuleSet
    names: tuple[str, ...]
    players: tuple[int, ...] = (0, 1, 2, 3)
    deal: Deal = field(default_factory=Deal)
    hand: int = 1
    now: Hand = field(default_factory=Hand)
    concealed: tuple[int, ...] = ()
    last_winner: int | None = None
    awaits_seats: bool = False
    closed: bool = False
    host: int = 0
    cash: tuple[int, ...] = (0, 0, 0, 0)
    money: State = field(default_factory=State)

    @property
    def seats(self) -> tuple[int, ...]:
        """The players in seat order from the dealer."""
        return tuple(self.players[self.deal.place(seat)] for seat in range(len(SEATS)))

    @property
    def tariff(self) -> Tariff:
        return tariff_of(self.rules)

    @property
    def rotation(self) -> Rotation:
        """How the deal goes round: in the same way as in games that the package plays itself."""
        rotation: Rotation = Rotation() if self.rules.play is None else self.rules.play.rotation
        return rotation

    def name(self, seat: int) -> str:
        """Who sits in a seat."""
        return self.names[self.seats[seat]]

    def named(self, account: Account) -> str:
        """A player by number, or an account of the house."""
        return self.names[account] if isinstance(account, int) else account

    def seat_of(self, player: int) -> int:
        return self.seats.index(player)

    def noting(self, **changes: Any) -> Table:
        """The table with changes to what has happened in this hand."""
        return replace(self, now=replace(self.now, **changes))


def unhidden(hand: Hand) -> list[int]:
    """Whose the concealed kongs of a hand are, each kong once, but for those that were called hidden (V1-23)."""
    seats = [kong.seat for kong in hand.kongs if kong.kind == "concealed_kong"]
    for seat in hand.hidden:
        seats.remove(seat)
    return seats


def hand_over(table: Table, outcome: Outcome) -> Table:
    """The table after a hand: who deals next, a new round, changed seats.

    >>> import tingpai as tp
    >>> table = Table(rules=tp.rules("hongkong"), names=("Ann", "Ben", "Cho", "Dee"))
    >>> hand_over(table, Outcome("draw")).seats
    (1, 2, 3, 0)
    """
    deal = following(table.rotation, table.deal, outcome)
    change = seat_change(table.rotation, table.deal, deal)
    concealed = [table.seats[seat] for seat in unhidden(table.now)]
    winner = table.players[outcome.places[0]] if outcome.how == "win" else table.last_winner
    return replace(
        table,
        deal=deal,
        players=swapped(table.players, deal.first) if change == "swap" else table.players,
        awaits_seats=change == "draw",
        hand=table.hand + 1,
        now=Hand(),
        concealed=tuple(sorted(concealed)),
        last_winner=winner,
    )

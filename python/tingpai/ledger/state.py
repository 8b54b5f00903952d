"""Balances and debts, and the pure fold that postings are booked by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from ..errors import Fault, SettlementError, shown
from ..payout.chips import PLAYERS, rake
from ..payout.facts import HOUSE, Account, Posting
from ..payout.refusals import demand
from ..payout.tariff import Chips
from ..records import dataclass, field, replace

IN_PLACE = (0, 1, 2, 3)
"""Players in seat order where each sits in the seat of his number."""


@dataclass(frozen=True)
class Debt:
    """``debtor`` owes ``creditor`` so much more, or less where ``amount`` is below 0 (V1-47)."""

    debtor: int
    creditor: int
    amount: int


@dataclass(frozen=True)
class Booking:
    """What changes a state: money that moved, by player, and debts made or repaid."""

    postings: tuple[Posting, ...] = ()
    debts: tuple[Debt, ...] = ()

    def reversed(self) -> Booking:
        """What takes it back."""
        postings = (replace(paid, payer=paid.payee, payee=paid.payer) for paid in reversed(self.postings))
        debts = (replace(debt, amount=-debt.amount) for debt in reversed(self.debts))
        return Booking(tuple(postings), tuple(debts))


def _nothing() -> Mapping[Account, int]:
    return MappingProxyType(dict.fromkeys((*PLAYERS, *HOUSE), 0))


@dataclass(frozen=True)
class State:
    """``balances`` of the players 0 to 3 and of the house, which sum to 0; ``debts`` by debtor and creditor."""

    balances: Mapping[Account, int] = field(default_factory=_nothing)
    debts: Mapping[tuple[int, int], int] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, booking: Booking) -> State:
        """The state that a booking leads to."""
        balances, debts = dict(self.balances), dict(self.debts)
        for posting in booking.postings:
            balances[posting.payer] -= posting.amount
            balances[posting.payee] += posting.amount
        for debt in booking.debts:
            pair = debt.debtor, debt.creditor
            debts[pair] = debts.get(pair, 0) + debt.amount
        owed = {pair: amount for pair, amount in sorted(debts.items()) if amount}
        return State(MappingProxyType(balances), MappingProxyType(owed))


def apply(
    state: State, postings: Iterable[Posting], *, seats: Sequence[int] = IN_PLACE, chips: Chips | None = None
) -> Booking:
    """What of ``postings`` (by seat) is booked, by player; ``seats``: the players in seat order from the dealer.

    With ``chips`` a player pays what he has and no more, the nearest of his creditors first; what he
    cannot pay of a false win becomes a debt; a winner is raked, and repays his debts (V1-47, V1-48).
    Raises :class:`~tingpai.errors.SettlementError` for what cannot be booked.

    >>> stacks = State().after(Booking((Posting("bank", 0, 3, "opening chips", "V1-48"),)))
    >>> due = [Posting(0, 1, 2, "win", "V1-42"), Posting(0, 2, 2, "win", "V1-42")]
    >>> [(paid.payee, paid.amount) for paid in apply(stacks, due, chips=Chips(stack=3)).postings]
    [(1, 2), (2, 1)]
    """
    due = tuple(postings)
    demand(_faults(due, seats))
    till = _Till(state, chips, seats)
    collected: dict[Account, int] = {}
    for posting in _nearest_first(due):
        payer, payee = (seats[of] if isinstance(of, int) else of for of in (posting.payer, posting.payee))
        paid = till.pay(replace(posting, payer=payer, payee=payee))
        if posting.terms == "win":
            collected[payee] = collected.get(payee, 0) + paid
    if chips is not None:
        for winner, amount in collected.items():
            till.pay(Posting(winner, "rake", rake(amount, chips.rake), "rake", "V1-48"))
            till.repay(winner)
    return till.booking


class _Till:
    """Where a batch of postings is paid, one after the other."""

    def __init__(self, state: State, chips: Chips | None, seats: Sequence[int]) -> None:
        self.start = state
        self.state = state
        self.chips = chips
        self.seats = seats
        self.booking = Booking()

    def pay(self, due: Posting) -> int:
        """Books what can be paid of it, and says how much that is."""
        paid = min(due.amount, self._means(due))
        short = due.amount - paid
        postings = (replace(due, amount=paid),) if paid else ()
        debts: tuple[Debt, ...] = ()
        if short and due.terms == "credit" and isinstance(due.payer, int) and isinstance(due.payee, int):
            debts = (Debt(due.payer, due.payee, short),)
        self._book(Booking(postings, debts))
        return paid

    def repay(self, winner: Account) -> None:
        """The winner's debts, the nearest creditor's first, as far as his chips go."""
        owed = [(creditor, amount) for (debtor, creditor), amount in self.state.debts.items() if debtor == winner]
        place = self.seats.index
        owed.sort(key=lambda debt: (place(debt[0]) - place(winner)) % len(self.seats))
        for creditor, amount in owed:
            paid = self.pay(Posting(winner, creditor, amount, "debt repaid", "V1-47"))
            if paid and isinstance(winner, int):
                self._book(Booking(debts=(Debt(winner, creditor, -paid),)))

    def _means(self, due: Posting) -> int:
        """How much the payer can pay at most.  The house pays all it is to pay, or the claim is wrong."""
        held = self.state.balances[due.payer]
        if isinstance(due.payer, int):
            return due.amount if self.chips is None or due.terms == "cash" else max(held, 0)
        if due.payer == "bank":
            if self.chips is None or self.chips.bank is None:
                return due.amount
            held += self.chips.bank
        if held < due.amount:
            raise SettlementError([Fault("account_short", f"{due.payer}: holds {held}, is to pay {due.amount}")])
        return due.amount

    def _book(self, more: Booking) -> None:
        self.state = self.state.after(more)
        self.booking = Booking(self.booking.postings + more.postings, self.booking.debts + more.debts)


def _nearest_first(postings: Sequence[Posting]) -> list[Posting]:
    """The postings in their order, but those of one payer among themselves nearest creditor first, the house last."""

    def distance(posting: Posting) -> int:
        if isinstance(posting.payer, int) and isinstance(posting.payee, int):
            return (posting.payee - posting.payer) % len(PLAYERS)
        return len(PLAYERS)

    queues = {
        payer: iter(sorted((posting for posting in postings if posting.payer == payer), key=distance))
        for payer in PLAYERS
    }
    return [next(queues[of]) if isinstance(of := posting.payer, int) else posting for posting in postings]


def _faults(postings: Sequence[Posting], seats: Sequence[int]) -> Iterator[Fault]:
    if sorted(seats) != list(PLAYERS):
        yield Fault("bad_value", f"seats: the players 0 to 3 in some order, not {shown(seats)}")
    for posting in postings:
        for name, account in (("payer", posting.payer), ("payee", posting.payee)):
            if account not in HOUSE and (type(account) is not int or account not in PLAYERS):
                yield Fault("not_a_seat", f"{name}: a seat from 0 to 3 or {', '.join(HOUSE)}, not {shown(account)}")
        if posting.payer == posting.payee:
            yield Fault("pays_himself", f"{shown(posting.payer)} pays himself")
        if type(posting.amount) is not int or posting.amount < 0:
            yield Fault("bad_value", f"amount: a number from 0 on, not {shown(posting.amount)}")


# The end of the game ----------------------------------------------------------------------


def settle(state: State) -> Booking:
    """All debts, paid at the end of play: in cash beyond the chips a player has (V1-47)."""
    debts = tuple(Debt(*pair, -amount) for pair, amount in state.debts.items())
    paid = (Posting(debt.debtor, debt.creditor, -debt.amount, "debt settled", "V1-47", "cash") for debt in debts)
    return Booking(tuple(paid), debts)


def close(state: State) -> Booking:
    """The end of play with chips (V1-47, V1-48): debts are settled, and the bank redeems every chip."""
    settled = settle(state)
    held = state.after(settled).balances
    redeemed = tuple(
        Posting(player, "bank", held[player], "chips redeemed", "V1-48")
        if held[player] > 0
        else Posting("bank", player, -held[player], "debt paid in cash", "V1-47", "cash")
        for player in PLAYERS
        if held[player]
    )
    return Booking((*settled.postings, *redeemed), settled.debts)


def results(state: State, chips: Chips | None = None) -> dict[int, int]:
    """What each player has won or lost so far: his balance above his stack, debts reckoned as if paid.

    >>> results(State().after(Booking((Posting(0, 2, 40, "win", "V4-6"),))))
    {0: -40, 1: 0, 2: 40, 3: 0}
    """
    stack = 0 if chips is None else chips.stack
    won = {player: state.balances[player] - stack for player in PLAYERS}
    for (debtor, creditor), amount in state.debts.items():
        won[debtor] -= amount
        won[creditor] += amount
    return won


def transfers(balances: Mapping[Account, int]) -> tuple[tuple[Account, Account, int], ...]:
    """Who hands whom how much so that all come even: at most one transfer less than there are accounts.

    >>> transfers({0: -40, 1: 10, 2: -20, 3: 40, "pot": 10})
    ((0, 3, 40), (2, 1, 10), (2, 'pot', 10))
    """
    left = dict(balances)
    debtors = sorted((account for account in left if left[account] < 0), key=lambda account: left[account])
    creditors = sorted((account for account in left if left[account] > 0), key=lambda account: -left[account])
    made = []
    while debtors and creditors:
        debtor, creditor = debtors[0], creditors[0]
        amount = min(-left[debtor], left[creditor])
        made.append((debtor, creditor, amount))
        left[debtor] += amount
        left[creditor] -= amount
        debtors = [account for account in debtors if left[account]]
        creditors = [account for account in creditors if left[account]]
    return tuple(made)

"""What the scorekeeper shows: payments, balances, the history, the summary, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..hand import Hand
from ..ledger import Booking, results
from ..payout.facts import HOUSE, Account, accounts
from ..rotation import ROUNDS
from ..scorekeeper.summary import before_close, summary
from ..tiles import SEATS
from .answers import headed, score_lines
from .layout import Paint, table, wrap
from .table_words import COMMANDS, HELP, TableWords

if TYPE_CHECKING:
    from ..ledger import Entry
    from ..result import Result
    from ..scorekeeper import Book, Proposal, Table
    from ..scorekeeper.event import Event

HISTORY = 10


def named(account: Account, state: Table, words: TableWords) -> str:
    """A player's name, or what an account is called."""
    return state.names[account] if isinstance(account, int) else words.account(account)


def hand_line(state: Table, words: TableWords) -> str:
    """Which hand is played, in which round, and who deals."""
    streak = words("streak", streak=state.deal.streak) if state.deal.streak else ""
    return words(
        "hand_of", hand=state.hand, round=words.seat(SEATS[state.deal.wind]), dealer=state.name(0), streak=streak
    )


def prompt(state: Table, words: TableWords) -> str:
    """The same, short."""
    if state.closed:
        return "> "
    streak = f"+{state.deal.streak}" if state.deal.streak else ""
    wind = words.seat(SEATS[state.deal.wind])
    return words("prompt", hand=state.hand, round=wind, dealer=state.name(0), streak=streak)


def seats_text(state: Table, words: TableWords) -> str:
    return words.list(f"{words.seat(wind)} {state.name(seat)}" for seat, wind in enumerate(SEATS))


def result_lines(scored: Iterable[tuple[str, Result]], words: TableWords, paint: Paint) -> Iterator[str]:
    """Each hand of a win, explained; who pays comes after all of them."""
    for text, result in scored:
        yield from list(score_lines(result, Hand.parse(text), words, paint))[:-1]
        yield ""


def refused_lines(text: str, result: Result, words: TableWords, paint: Paint) -> Iterator[str]:
    """A hand that does not win, and why."""
    yield from score_lines(result, Hand.parse(text), words, paint)


def proposal_lines(proposal: Proposal, state: Table, words: TableWords, paint: Paint) -> Iterator[str]:
    """What a line would book: the hands, each payment with its reason and clause, what it is for each."""
    yield from result_lines(proposal.results, words, paint)
    yield from booking_lines(proposal.booking, state, words)


def booking_lines(booking: Booking, state: Table, words: TableWords) -> Iterator[str]:
    if not booking.postings and not booking.debts:
        yield words("nothing_moves")
        return
    slips = state.tariff.slips
    rows = [
        [
            words("payer_pays", payer=named(paid.payer, state, words), payee=named(paid.payee, state, words)),
            str(paid.amount),
            words.reason(paid.reason, slips),
            paid.clause,
        ]
        for paid in booking.postings
    ]
    yield from table(rows, "<><<") if rows else ()
    for debt in booking.debts:
        phrase = "owes_more" if debt.amount > 0 else "owes_less"
        names = state.names
        yield "  " + words(phrase, debtor=names[debt.debtor], creditor=names[debt.creditor], amount=abs(debt.amount))
    if len(rows) > 1:
        yield words("together", gains=gains_text(booking, state, words))


def gains_text(booking: Booking, state: Table, words: TableWords) -> str:
    """What each account gains."""
    gains = accounts(booking.postings)
    order: list[Account] = [*state.seats, *HOUSE]
    return words.list(f"{named(account, state, words)} {gains[account]:+d}" for account in order if gains.get(account))


def moved_on(before: Table, after: Table, words: TableWords) -> Iterator[str]:
    """What the end of a hand changed: rounds, seats, the dealer."""
    if after.hand != before.hand:
        if after.deal.rounds != before.deal.rounds:
            over = after.deal.rounds % ROUNDS == 0 and not after.rotation.swaps
            yield words("four_rounds" if over else "new_round", rounds=after.deal.rounds)
        if after.awaits_seats:
            yield words("draw_seats", name=after.names[after.last_winner or 0])
        elif after.players != before.players:
            yield words("swapped", seats=seats_text(after, words))
    if after.closed:
        yield words("closed")
    elif (after.hand, after.deal) != (before.hand, before.deal):
        yield hand_line(after, words)


def balance_lines(book: Book, words: TableWords, paint: Paint) -> Iterator[str]:
    """Seats, names, balances, what each has won, and what marks this hand."""
    state, chips = book.table, book.ledger.chips
    won = results(before_close(book), chips)
    heading = [words("seat"), words("player"), words("balance"), words("won"), words("marks")]
    rows = [heading]
    for seat, player in enumerate(state.seats):
        balance = state.money.balances[player]
        rows.append(
            [
                words.seat(SEATS[seat]),
                state.names[player],
                str(balance),
                f"{won[player]:+d}",
                _marks(state, seat, words),
            ]
        )
    shown = rows if chips is not None else [[row[0], row[1], *row[3:]] for row in rows]
    yield from headed(table(shown, "<<>><" if chips is not None else "<<><"), paint)
    for account in HOUSE:
        if state.money.balances[account] and account != "bank":
            yield "  " + words(
                "account_holds", account=named(account, state, words), amount=state.money.balances[account]
            )
    for (debtor, creditor), amount in state.money.debts.items():
        yield "  " + words("debt", debtor=state.names[debtor], creditor=state.names[creditor], amount=amount)
    yield words("closed") if state.closed else hand_line(state, words)


def _marks(state: Table, seat: int, words: TableWords) -> str:
    marks = []
    if seat in dict(state.now.riichi):
        marks.append(words("mark_riichi"))
    if seat in state.now.dead:
        marks.append(words("mark_dead"))
    if kongs := sum(laid.seat == seat for laid in state.now.kongs):
        marks.append(words("mark_kongs", count=kongs))
    return words.list(marks)


def entry_line(entry: Entry) -> str:
    """The line that an entry was booked by."""
    line: str = entry.data.get("line", entry.event)
    return line


def history_lines(book: Book, count: int, words: TableWords) -> Iterator[str]:
    """The last lines that stand, and what each moved."""
    lines = book.lines()[-count:] if count else ()
    if not lines:
        yield words("no_lines")
        return
    state = book.table
    yield from table(
        [[str(entry.number), entry_line(entry), gains_text(entry.booking, state, words)] for entry in lines], "><<"
    )


def summary_lines(book: Book, words: TableWords, paint: Paint) -> Iterator[str]:
    """What the evening came to, and who hands whom how much."""
    found, state = summary(book), book.table
    yield words("hands_played", hands=found.hands, drawn=found.drawn)
    rows = [[words("player"), words("won"), words("wins_count"), words("drawn_count"), words("fed_count")]]
    for played in sorted(found.players, key=lambda played: -played.won):
        counts = map(str, (played.wins, played.self_drawn, played.fed))
        rows.append([state.names[played.player], f"{played.won:+d}", *counts])
    yield from headed(table(rows, "<>>>>"), paint)
    for account, amount in found.house.items():
        yield "  " + words("account_holds", account=named(account, state, words), amount=amount)
    yield paint.bold(words("settlement"))
    if found.redeemed.postings or found.redeemed.debts:
        yield from list(booking_lines(found.redeemed, state, words))
    elif found.transfers:
        for payer, payee, amount in found.transfers:
            names = {"payer": named(payer, state, words), "payee": named(payee, state, words)}
            yield "  " + words("hands_over", **names, amount=amount)
    else:
        yield "  " + words("all_even")
    for line in found.cash:
        if line.owing:
            yield "  " + words("cash_owing", name=state.names[line.player], amount=line.owing)
        if line.kept:
            yield "  " + words("cash_kept", name=state.names[line.player], amount=line.kept)


def help_lines(events: Iterable[Event], words: TableWords, command: str | None = None) -> Iterator[str]:
    """All commands, each with its syntax, or one with what it does."""
    syntax = {event.name: (event.syntax, event.zh) for event in events} | COMMANDS
    shown = [command] if command is not None else [name for name in HELP if name in syntax]
    if command is None:
        yield words("commands")
    for name in shown:
        yield f"  {syntax[name][0]}" + (f"  ({syntax[name][1]})" if words.lang == "zh" else "")
        yield from wrap(words.help(name), indent=6)

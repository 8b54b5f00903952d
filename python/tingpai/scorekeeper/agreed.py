"""Fines, false wins, dead hands, and what a table settles among itself."""

from __future__ import annotations

from typing import Any

from ..payout import Fined, Posting, cash_in, false_win, fine
from ..payout.refusals import tariff_of
from ..payout.tariff import MOMENTS, NAMED
from ..records import replace
from ..rotation import Deal, Outcome
from .event import Event, Postings
from .line import MOST_MONEY, Line
from .refusal import LineError
from .table import Facts, Table, hand_over

AGREED = "agreed"
"""As the clause of what the table itself has decided (V1-50)."""


def _read_fine(line: Line, table: Table) -> Facts:
    seat = line.seat()
    slips = table.tariff.slips
    id = line.choice("SLIP", {slip.id: slip.id for slip in slips} | {slip.zh: slip.id for slip in slips})
    slip = next(slip for slip in slips if slip.id == id)
    facts: dict[str, Any] = {"seat": seat, "slip": slip.id}
    if slip.to == NAMED:
        line.skip("to")
        facts["to"] = line.seat("TO")
    facts["found"] = line.choice("WHEN", MOMENTS) if line.rest else (slip.until or MOMENTS)[0]
    line.done()
    return facts


def _settle_fine(table: Table, facts: Facts) -> Postings:
    fact = Fined(seat=facts["seat"], slip=facts["slip"], found=facts["found"], to=facts.get("to"))
    return fine(table.rules, fact)


HOW = {"short": "short", "wrong": "wrong", "小": "short", "錯": "wrong", "小相公": "short", "錯相公": "wrong"}


def _read_dead(line: Line, table: Table) -> Facts:
    facts: dict[str, Any] = {"seat": line.seat()}
    facts["how"] = line.choice("short or wrong", HOW) if line.rest else "wrong"
    line.done()
    if facts["seat"] in table.now.dead:
        raise LineError("dead_already", name=table.name(facts["seat"]))
    return facts


def _after_dead(table: Table, facts: Facts, booked: Postings) -> Table:
    return table.noting(dead=(*table.now.dead, facts["seat"]))


def _read_false(line: Line, table: Table) -> Facts:
    facts = {"seat": line.seat()}
    line.done()
    if facts["seat"] in table.now.dead:
        raise LineError("dead_already", name=table.name(facts["seat"]))
    return facts


def _after_false(table: Table, facts: Facts, booked: Postings) -> Table:
    """Where a false win is paid at once the hand ends and is dealt again; elsewhere it goes on (V2-24)."""
    if table.tariff.false_win is not None:
        return hand_over(table, Outcome("void"))
    seat = facts["seat"]
    return table.noting(dead=(*table.now.dead, seat), false_wins=(*table.now.false_wins, seat))


def _read_pay(line: Line, table: Table) -> Facts:
    payer = line.account("FROM")
    line.skip("to")
    payee = line.account("TO")
    amount = line.number("AMOUNT", 1, MOST_MONEY)
    reason = " ".join(line.words) or AGREED
    if payer == payee:
        raise LineError("same_player", name=table.name(payer) if isinstance(payer, int) else payer)
    return {"payer": payer, "payee": payee, "amount": amount, "reason": reason}


def _settle_pay(table: Table, facts: Facts) -> Postings:
    return (Posting(facts["payer"], facts["payee"], facts["amount"], facts["reason"], AGREED),)


def _read_cash(line: Line, table: Table) -> Facts:
    facts = {"seat": line.seat(), "amount": line.number("AMOUNT", 1, MOST_MONEY)}
    line.done()
    return facts


def _settle_cash(table: Table, facts: Facts) -> Postings:
    """Cash is no chips: nothing moves in the book, but the host takes it from the other three only (V1-48)."""
    cash_in(table.rules, table.host, {table.seats[facts["seat"]]: facts["amount"]})
    return ()


def _after_cash(table: Table, facts: Facts, booked: Postings) -> Table:
    cash = list(table.cash)
    cash[table.seats[facts["seat"]]] += facts["amount"]
    return replace(table, cash=tuple(cash))


def _read_seats(line: Line, table: Table) -> Facts:
    """The four names from the dealer on, counter-clockwise."""
    _between_hands(table)
    seats = [line.seat("NAME") for _ in table.names]
    line.done()
    if sorted(seats) != [0, 1, 2, 3]:
        raise LineError("four_names", known=", ".join(table.names))
    return {"players": [table.seats[seat] for seat in seats]}


def _after_seats(table: Table, facts: Facts, booked: Postings) -> Table:
    return replace(table, players=tuple(facts["players"]), deal=Deal(), awaits_seats=False)


def _read_dealer(line: Line, table: Table) -> Facts:
    _between_hands(table)
    facts = {"seat": line.seat(), "streak": line.number("STREAK", 0, 999) if line.rest else 0}
    line.done()
    return facts


def _after_dealer(table: Table, facts: Facts, booked: Postings) -> Table:
    return replace(table, deal=replace(table.deal, dealer=table.deal.place(facts["seat"]), streak=facts["streak"]))


def _between_hands(table: Table) -> None:
    if table.now.events:
        raise LineError("in_hand")


def _read_nothing(line: Line, table: Table) -> Facts:
    line.done()
    return {}


CLOSE = "close"
"""Booked by the ledger itself: it settles debts and redeems chips."""

EVENTS = (
    Event(
        name="fine", zh="罰", syntax="fine WHO SLIP [TO] [WHEN]", read=_read_fine, settle=_settle_fine,
        known=lambda rules: bool(tariff_of(rules).slips), between=True,
    ),
    Event(
        name="false", zh="詐糊", syntax="false WHO", read=_read_false, after=_after_false,
        settle=lambda table, facts: false_win(table.rules, facts["seat"]),
    ),
    Event(name="dead", zh="相公", syntax="dead WHO [short|wrong]", read=_read_dead, after=_after_dead),
    Event(name="pay", zh="付", syntax="pay FROM TO AMOUNT [REASON]", read=_read_pay, settle=_settle_pay, between=True),
    Event(
        name="cash", zh="現款", syntax="cash WHO AMOUNT", read=_read_cash, settle=_settle_cash, after=_after_cash,
        between=True,
        known=lambda rules: (chips := tariff_of(rules).chips) is not None and chips.cash_in is not None,
    ),
    Event(
        name="seats", zh="座位", syntax="seats NAME NAME NAME NAME", read=_read_seats, after=_after_seats,
        between=True,
    ),
    Event(name="dealer", zh="莊", syntax="dealer WHO [STREAK]", read=_read_dealer, after=_after_dealer, between=True),
    Event(
        name=CLOSE, zh="結算", syntax="close", read=_read_nothing, between=True,
        after=lambda table, facts, booked: replace(table, closed=True),
    ),
)  # fmt: skip

"""A hand that nobody won."""

from __future__ import annotations

from typing import Any

from ..payout import DrawnHand, drawn_hand
from ..rotation import Outcome
from .event import Event, Postings
from .line import Line, whole
from .refusal import LineError
from .table import Facts, Table, hand_over


def _read_draw(line: Line, table: Table) -> Facts:
    facts: dict[str, Any] = {}
    while line.rest:
        if line.skip("ready", "聽") and "ready" not in facts:
            facts |= _read_ready(line, table)
        elif line.skip("last", "尾") and "last" not in facts:
            facts["last"] = line.seat()
        else:
            line.done()
    paid = table.tariff.drawn is not None or table.rotation.draw == "ready"
    if paid and "ready" not in facts:
        raise LineError("ready_needed")
    if not paid and "ready" in facts:
        raise LineError("ready_unused")
    moves = table.rotation.draw == "last_drawer"
    if moves != ("last" in facts):
        raise LineError("last_needed" if moves else "last_unused")
    return facts


def _read_ready(line: Line, table: Table) -> dict[str, Any]:
    ready: list[int] = []
    values: list[list[int]] = []
    if line.skip("none", "無"):
        return {"ready": ready, "values": values}
    while not ready or (line.rest and line.words[0].casefold() not in ("last", "尾")):
        name, equals, value = line.word("WHO").partition("=")
        seat = line.seat_of(name)
        if seat in ready:
            raise LineError("named_twice", name=table.name(seat))
        ready.append(seat)
        if equals and not table.now.false_wins:
            raise LineError("value_unused", name=table.name(seat))
        if table.now.false_wins and not equals:
            raise LineError("value_needed", name=table.name(seat))
        if equals:
            values.append([seat, whole(value, 0, 9999)])
    return {"ready": ready, "values": values}


def _settle_draw(table: Table, facts: Facts) -> Postings:
    fact = DrawnHand(
        ready=frozenset(facts.get("ready", ())),
        false_winners=frozenset(table.now.false_wins),
        values=dict(facts.get("values", ())),
    )
    return drawn_hand(table.rules, fact)


def _after_draw(table: Table, facts: Facts, booked: Postings) -> Table:
    ready = tuple(map(table.deal.place, facts.get("ready", ())))
    last = facts.get("last")
    return hand_over(table, Outcome("draw", ready, None if last is None else table.deal.place(last)))


EVENTS = (
    Event(
        name="draw", zh="流局", syntax="draw [ready WHO ...|ready none] [last WHO]",
        read=_read_draw, settle=_settle_draw, after=_after_draw,
    ),
)  # fmt: skip

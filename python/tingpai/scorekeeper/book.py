"""The book of a table: lines become entries of a ledger, and its state is the fold of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import LedgerError, shown
from ..ledger import Booking, Entry, Ledger, close
from ..ledger.lines import opened, read_header
from ..records import dataclass, replace
from . import agreed, draws, instants, wins
from .event import Event
from .line import Line, as_words, checked_names
from .refusal import LineError
from .table import Facts, Table

if TYPE_CHECKING:
    from ..result import Result
    from ..ruleset.schema import RuleSet

EVENTS: Mapping[str, Event] = {
    event.name: event for event in (*wins.EVENTS, *draws.EVENTS, *instants.EVENTS, *agreed.EVENTS)
}
"""Every kind of line that is booked, by its name."""
SPELLINGS = {name: name for name in EVENTS} | {event.zh: name for name, event in EVENTS.items()}
OPENING = "opening"
"""The ledger's own first entry: the chips dealt out."""
KEEPER = "scorekeeper"


@dataclass(frozen=True)
class Proposal:
    """A line understood and not yet booked: the ``booking`` is what would move, by player; ``results`` are the
    scored hands of a win, each with its text; ``after``: the table as it would then be, but for its money."""

    event: Event
    facts: Facts
    booking: Booking
    after: Table
    results: tuple[tuple[str, Result], ...] = ()


class Book:
    """The book of one table.

    >>> import tingpai as tp
    >>> book = Book.create(None, tp.rules("hongkong"), ["Ann", "Ben", "Cho", "Dee"])
    >>> entry = book.enter("win Ben on Cho 5")
    >>> [book.ledger.state.balances[player] for player in range(4)], book.table.name(0)
    ([0, 48, -48, 0], 'Ben')
    >>> undone = book.undo()
    >>> [book.ledger.state.balances[player] for player in range(4)], book.table.name(0)
    ([0, 0, 0, 0], 'Ann')
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.table = self._folded()

    @classmethod
    def create(cls, path: str | os.PathLike[str] | None, rules: RuleSet, names: Sequence[str], host: int = 0) -> Book:
        """A new book; ``names`` from the first dealer on, counter-clockwise; ``host``: who holds the bank of chips.

        Raises :class:`LineError` for names that will not do, :class:`~tingpai.errors.LedgerError` if the file exists.
        """
        from ..ruleset.files import content

        players = checked_names(names)
        if type(host) is not int or not 0 <= host < len(players):
            raise LineError("not_a_player", word=shown(host), known=", ".join(players))
        data = {KEEPER: 1, "host": host, "rules": content(rules)}
        return cls(Ledger.create(path, rules, players, data=data))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Book:
        """The book in a file, under the rules it was begun with: a rule file is not needed again.

        A last line that a kill left torn was never confirmed, and is not in it.
        """
        return cls(Ledger.load(path, _rules_in(path)))

    # Lines --------------------------------------------------------------------------------

    def propose(self, text: str) -> Proposal:
        """What a line would book.  Raises a :class:`~tingpai.errors.TingpaiError` that says what is wrong with it."""
        words = as_words(text)
        event = self._event(words[0] if words else "")
        table = self.table
        if table.closed:
            raise LineError("closed")
        if table.awaits_seats and not event.between:
            raise LineError("seats_first", name=table.names[table.last_winner or 0])
        facts = event.read(Line(words[1:], table, event.syntax), table)
        if event.name == agreed.CLOSE:
            booking = Booking() if self.ledger.chips is None else close(table.money)
            return Proposal(event, facts, booking, replace(table, closed=True))
        facts = {"line": " ".join(words), **facts}
        entry = self.ledger.preview(event.settle(table, facts), event=event.name, seats=table.seats, data=facts)
        return Proposal(event, entry.data, entry.booking, _after(table, entry), self._results(facts))

    def book(self, proposal: Proposal) -> Entry:
        """Books what was proposed for the table as it stands; it is on the disk when this returns."""
        event, facts = proposal.event, proposal.facts
        if event.name == agreed.CLOSE:
            entry = self.ledger.close()
        else:
            postings = event.settle(self.table, facts)
            entry = self.ledger.post(postings, event=event.name, seats=self.table.seats, data=facts)
        self.table = replace(_after(self.table, entry), money=self.ledger.state)
        return entry

    def enter(self, text: str) -> Entry:
        """Proposes a line and books it."""
        return self.book(self.propose(text))

    def events(self) -> tuple[Event, ...]:
        """The kinds of line that these rules know."""
        return tuple(event for event in EVENTS.values() if event.known(self.ledger.rules))

    # Back and forth -----------------------------------------------------------------------

    def undo(self) -> Entry:
        """Takes back the last line that stands, and returns its entry."""
        standing = self.lines()
        if not standing:
            raise LineError("nothing_to_undo")
        self.ledger.undo(standing[-1].number)
        self.table = self._folded()
        return standing[-1]

    def redo(self) -> Entry:
        """Books again the line that was undone last, and returns its entry."""
        undone: list[Entry] = []
        for entry in self.ledger.entries:
            if entry.undoes is None:
                undone.clear()
            elif self.ledger.entries[entry.undoes - 1].undoes is None:
                undone.append(entry)
            else:
                undone.pop()
        if not undone:
            raise LineError("nothing_to_redo")
        again = undone[-1]
        assert again.undoes is not None
        self.ledger.undo(again.number)
        self.table = self._folded()
        return self.ledger.entries[again.undoes - 1]

    def lines(self) -> tuple[Entry, ...]:
        """The entries that stand, each from a line: the opening is none."""
        return tuple(entry for entry in self.ledger.standing() if entry.event != OPENING)

    # The rest -----------------------------------------------------------------------------

    def _event(self, word: str) -> Event:
        known = [event.name for event in self.events()]
        name = SPELLINGS.get(word.casefold())
        if name is None:
            found = [name for name in known if word and name.startswith(word.casefold())]
            if len(found) > 1:
                raise LineError("ambiguous", word=word, known=", ".join(found))
            if not found:
                raise LineError("unknown_command", word=word or "''", known=", ".join(known))
            name = found[0]
        if name not in known:
            raise LineError("unknown_here", event=name, known=", ".join(known))
        return EVENTS[name]

    def _results(self, facts: Facts) -> tuple[tuple[str, Result], ...]:
        claims: Sequence[Mapping[str, Any]] = facts.get("claims", ())
        hands = [claim for claim in claims if "hand" in claim]
        return tuple((claim["hand"], wins.scored(self.table, facts, claim)) for claim in hands)

    def _folded(self) -> Table:
        ledger = self.ledger
        host = ledger.header.data.get("host", 0)
        table = Table(rules=ledger.rules, names=ledger.header.players, host=host)
        for entry in self.lines():
            table = _after(table, entry)
        return replace(table, money=ledger.state)


def _rules_in(path: str | os.PathLike[str]) -> RuleSet | None:
    """The rules that the header of a book holds."""
    from ..ruleset.files import extended

    with open(path, "rb") as file:
        data, _ = opened(file.readline().rstrip(b"\n"), 1, 0)
    held = read_header(data).data.get("rules")
    return extended(held, source=os.fspath(path)) if isinstance(held, dict) else None


def _after(table: Table, entry: Entry) -> Table:
    """The table after an entry; raises :class:`~tingpai.errors.LedgerError` for one that is none of a scorekeeper's."""
    event = EVENTS.get(entry.event)
    if event is None:
        raise LedgerError(f"entry {entry.number}, {entry.event!r}, is none of a scorekeeper's")
    if not event.between:
        table = table.noting(events=table.now.events + 1)
    try:
        return event.after(table, entry.data, entry.postings)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise LedgerError(f"entry {entry.number}: the facts of {entry.event!r} do not fit: {error!r}") from None

"""The ledger: append-only, every entry on disk before it counts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import LedgerError, shown
from ..payout.chips import opening
from ..payout.facts import Account, Posting
from ..payout.refusals import tariff_of
from ..payout.tariff import Chips
from ..records import replace
from .lines import Entry, Header, as_json, opened, read_entry, read_header, sealed
from .state import IN_PLACE, Booking, State, apply, close

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet


class Ledger:
    """The book of one table, in memory or in a file.

    ``rules``; ``header``; ``entries``, all that was ever booked; ``state`` after them; ``dropped``: how
    many bytes of an unconfirmed last line :meth:`load` left out.
    """

    def __init__(self, header: Header, rules: RuleSet) -> None:
        self.header = header
        self.rules = rules
        self.entries: list[Entry] = []
        self.state = State()
        self.path: Path | None = None
        self.dropped = 0
        self._size = 0
        self._seal = 0

    # Making and reading -------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str] | None,
        rules: RuleSet,
        players: Sequence[str],
        data: Mapping[str, Any] | None = None,
    ) -> Ledger:
        """A new ledger; where chips are played its first entry deals them out.

        The file appears whole or not at all.  Raises :class:`~tingpai.errors.LedgerError` if there is one.
        """
        from ..ruleset.data import plain

        if len(players) != len(IN_PLACE) or not all(isinstance(name, str) for name in players):
            raise LedgerError(f"players: four names, not {len(players)}")
        header = Header(
            rules=rules.id,
            options=plain(rules.chosen),
            digest=rules.digest,
            players=tuple(as_json({"players": list(players)})["players"]),
            data=as_json(data),
        )
        ledger = cls(header, rules)
        lines, ledger._seal = sealed(header.to_data(), 0)
        if stacks := opening(rules):
            entry = ledger.preview(stacks, event="opening")
            line, ledger._seal = sealed(entry.to_data(), ledger._seal)
            lines += line
            ledger._add(entry)
        if path is not None:
            ledger.path = Path(path)
            _create(ledger.path, lines)
            ledger._size = len(lines)
        return ledger

    @classmethod
    def load(cls, path: str | os.PathLike[str], rules: RuleSet | None = None) -> Ledger:
        """The ledger in a file, under the rules that its header names unless others are given.

        A torn last line, which a kill can leave, was never confirmed and is left out (``dropped``).
        Raises :class:`~tingpai.errors.LedgerError` naming the line for anything else that is wrong.
        """
        content = Path(path).read_bytes()
        *lines, torn = content.split(b"\n")
        if not lines:
            raise LedgerError("is not the header of a ledger", 1)
        data, seal = opened(lines[0], 1, 0)
        header = read_header(data)
        if rules is None:
            from ..ruleset.registry import rules as rules_of

            rules = rules_of(header.rules, **header.options)
        ledger = cls(header, rules)
        for number, line in enumerate(lines[1:], 2):
            data, seal = opened(line, number, seal)
            ledger._admit(read_entry(data, number), number)
        ledger.path, ledger.dropped = Path(path), len(torn)
        ledger._size, ledger._seal = len(content) - len(torn), seal
        return ledger

    def _admit(self, entry: Entry, line: int) -> None:
        """Takes in an entry of a file, if it can stand where it stands."""
        if entry.number != len(self.entries) + 1:
            raise LedgerError(f"entry {entry.number} stands where {len(self.entries) + 1} belongs", line)
        if entry.undoes is not None:
            if problem := self._not_undoable(entry.undoes):
                raise LedgerError(problem, line)
            if entry.booking != self.entries[entry.undoes - 1].booking.reversed():
                raise LedgerError(f"does not take back entry {entry.undoes}", line)
        self._add(entry)

    # Adding -------------------------------------------------------------------------------

    @property
    def chips(self) -> Chips | None:
        """How chips are played, where they are."""
        return tariff_of(self.rules).chips

    def preview(
        self,
        postings: Iterable[Posting] = (),
        *,
        event: str,
        seats: Sequence[int] = IN_PLACE,
        data: Mapping[str, Any] | None = None,
    ) -> Entry:
        """The entry that :meth:`post` would make: ``postings`` by seat, with what the chip rules make of them.

        ``seats``: the players in seat order from the dealer; ``data``: anything JSON holds.  Raises
        :class:`~tingpai.errors.SettlementError` for postings that cannot be booked.
        """
        booking = apply(self.state, postings, seats=seats, chips=self.chips)
        return self._next(event, booking, tuple(seats), data)

    def post(
        self,
        postings: Iterable[Posting] = (),
        *,
        event: str,
        seats: Sequence[int] = IN_PLACE,
        data: Mapping[str, Any] | None = None,
    ) -> Entry:
        """Books an entry, which may have no postings.  It is on the disk when this returns."""
        return self._append(self.preview(postings, event=event, seats=seats, data=data))

    def undo(self, number: int | None = None, data: Mapping[str, Any] | None = None) -> Entry:
        """Takes back entry ``number`` (the last that stands, undos aside) by one that reverses it.

        An undo is taken back the same way, by its number.  Raises
        :class:`~tingpai.errors.LedgerError` (``not_undoable``) where something later stands.
        """
        if number is None:
            number = max((entry.number for entry in self.standing()), default=0)
        if problem := self._not_undoable(number):
            raise LedgerError(problem, code="not_undoable")
        undone = self.entries[number - 1]
        return self._append(replace(self._next("undo", undone.booking.reversed(), undone.seats, data), undoes=number))

    def close(self, data: Mapping[str, Any] | None = None) -> Entry:
        """Settles debts and redeems the chips (V1-47, V1-48); where none are played nothing moves."""
        booking = Booking() if self.chips is None else close(self.state)
        return self._append(self._next("close", booking, IN_PLACE, data))

    def standing(self) -> tuple[Entry, ...]:
        """The entries that were not undone, without the undos themselves."""
        return tuple(entry for entry in self._standing() if entry.undoes is None)

    def explain(self, entry: Entry) -> Iterator[str]:
        """A sentence for each posting and debt of an entry, with its clause."""
        for posting in entry.postings:
            payer, payee = self._name(posting.payer), self._name(posting.payee)
            yield f"{payer} pays {payee} {posting.amount}: {posting.reason} ({posting.clause})"
        for debt in entry.debts:
            change = "more" if debt.amount > 0 else "less"
            debtor, creditor = self._name(debt.debtor), self._name(debt.creditor)
            yield f"{debtor} owes {creditor} {abs(debt.amount)} {change} (V1-47)"

    def _name(self, account: Account) -> str:
        return self.header.players[account] if isinstance(account, int) else f"the {account}"

    def _next(self, event: str, booking: Booking, seats: tuple[int, ...], data: Mapping[str, Any] | None) -> Entry:
        if not isinstance(event, str):
            raise LedgerError(f"event: text, not {shown(event)}")
        return Entry(number=len(self.entries) + 1, event=event, booking=booking, seats=seats, data=as_json(data))

    def _standing(self) -> list[Entry]:
        """The entries that were not undone, undos included."""
        undone: set[int] = set()
        standing = []
        for entry in reversed(self.entries):
            if entry.number not in undone:
                standing.append(entry)
                if entry.undoes is not None:
                    undone.add(entry.undoes)
        return standing[::-1]

    def _not_undoable(self, number: int) -> str | None:
        """Why an entry cannot be undone: one after it stands that does not itself undo a later one."""
        standing = self._standing()
        if number not in {entry.number for entry in standing}:
            return f"there is no entry {number} to undo" if number else "there is nothing to undo"
        for later in standing:
            if later.number > number and (later.undoes is None or later.undoes <= number):
                return f"entry {later.number} stands after entry {number}: undo it first"
        return None

    def _append(self, entry: Entry) -> Entry:
        line, seal = sealed(entry.to_data(), self._seal)
        if self.path is not None:
            _append(self.path, line, self._size, self.dropped)
            self._size += len(line)
            self.dropped = 0
        self._seal = seal
        self._add(entry)
        return entry

    def _add(self, entry: Entry) -> None:
        self.state = self.state.after(entry.booking)
        self.entries.append(entry)


def _create(path: Path, content: bytes) -> None:
    """A file that is there whole or not at all."""
    if path.exists():
        raise LedgerError(f"{path.name} exists already")
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    if os.name == "posix":  # elsewhere folders cannot be synchronised
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _append(path: Path, line: bytes, size: int, torn: int) -> None:
    """Adds a line to a file of ``size`` bytes, in place of ``torn`` more; where that fails the file is as it was."""
    with path.open("r+b", buffering=0) as file:
        if os.fstat(file.fileno()).st_size != size + torn:
            raise LedgerError(f"{path.name} was changed by another program")
        file.truncate(size)
        file.seek(size)
        try:
            left = memoryview(line)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except BaseException:
            file.truncate(size)
            raise

"""The book for other programs: CSV, a row for each payment, and JSON with everything."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ledger import Entry
from ..tiles import SEATS
from .refusal import LineError
from .summary import before_close, summary

if TYPE_CHECKING:
    from .book import Book

COLUMNS = ("number", "event", "line", "payer", "payee", "amount", "reason", "clause")


def as_csv(book: Book) -> str:
    """One row for each payment of each line that stands; a line that paid nothing has a row without a payment.

    >>> import tingpai as tp
    >>> from tingpai.scorekeeper import Book
    >>> book = Book.create(None, tp.rules("hongkong"), ["Ann", "Ben", "Cho", "Dee"])
    >>> entry = book.enter("win Ben on Cho 5")
    >>> print(as_csv(book), end="")
    number,event,line,payer,payee,amount,reason,clause
    1,win,win Ben on Cho 5,Cho,Ben,48,discard,V3-12
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in book.ledger.standing():
        writer.writerows(_rows(book, entry))
    return text.getvalue()


def _rows(book: Book, entry: Entry) -> Iterator[tuple[object, ...]]:
    line = entry.data.get("line", entry.event)
    named = book.table.named
    for paid in entry.postings:
        yield (
            entry.number,
            entry.event,
            line,
            named(paid.payer),
            named(paid.payee),
            paid.amount,
            paid.reason,
            paid.clause,
        )
    if not entry.postings:
        yield entry.number, entry.event, line, "", "", 0, "", ""


def to_data(book: Book) -> dict[str, Any]:
    """Rules and options, players, the table as it stands, balances, results, debts, and every entry ever booked."""
    table, ledger = book.table, book.ledger
    state = before_close(book)
    names = table.names
    found = summary(book)
    return {
        "rules": ledger.rules.id,
        "options": dict(ledger.header.options),
        "digest": ledger.header.digest,
        "players": list(names),
        "table": {
            "hand": table.hand,
            "round": SEATS[table.deal.wind],
            "dealer": table.name(0),
            "streak": table.deal.streak,
            "seats": {wind: table.name(seat) for seat, wind in enumerate(SEATS)},
            "closed": table.closed,
        },
        "balances": {table.named(account): amount for account, amount in state.balances.items()},
        "results": {names[played.player]: played.won for played in found.players},
        "debts": [
            {"debtor": names[debtor], "creditor": names[creditor], "amount": amount}
            for (debtor, creditor), amount in state.debts.items()
        ],
        "entries": [entry.to_data() for entry in ledger.entries],
    }


def export(book: Book, name: str) -> Path:
    """Writes the book to a file whose name ends in ``.csv`` or ``.json``; raises :class:`LineError`."""
    path = Path(name)
    writers = {
        ".csv": lambda: as_csv(book),
        ".json": lambda: json.dumps(to_data(book), ensure_ascii=False, indent=2) + "\n",
    }
    own = book.ledger.path is not None and os.path.realpath(path) == os.path.realpath(book.ledger.path)
    if path.suffix.casefold() not in writers or own:
        raise LineError("export_form", word=name)
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(writers[path.suffix.casefold()](), "utf-8", newline="")
        part.replace(path)
    except (OSError, ValueError) as error:
        raise LineError("cannot_write", word=name, why=error) from None
    return path

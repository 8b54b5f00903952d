"""The file of a ledger: JSON Lines, a header and then an entry a line.

Each line ends with a checksum over itself and all lines before it, so that a line that was changed,
lost or moved is noticed.  A last line without its newline was never confirmed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, get_args
from zlib import crc32

from ..errors import LedgerError, shown
from ..payout.facts import HOUSE, Account, Posting, Terms
from ..records import asdict, dataclass, field
from .state import IN_PLACE, Booking, Debt

SCHEMA = "tingpai-ledger"
VERSION = 1
_SEAL = ',"crc":"00000000"}'
_TERMS = get_args(Terms)


@dataclass(frozen=True, kw_only=True)
class Header:
    """The first line: the rules' id, their options and digest, the names of the players, and free ``data``."""

    rules: str
    options: Mapping[str, Any]
    digest: str
    players: tuple[str, ...]
    data: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        return {"schema": SCHEMA, "version": VERSION} | asdict(self)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One entry: ``event`` names what happened, ``seats`` are the players in seat order from the dealer then,
    ``booking`` what moved, by player; ``undoes``: the number of the entry it takes back; ``data`` is the caller's."""

    number: int
    event: str
    booking: Booking = field(default_factory=Booking)
    seats: tuple[int, ...] = IN_PLACE
    undoes: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def postings(self) -> tuple[Posting, ...]:
        return self.booking.postings

    @property
    def debts(self) -> tuple[Debt, ...]:
        return self.booking.debts

    def to_data(self) -> dict[str, Any]:
        """The JSON object of the entry, without what is empty."""
        data: dict[str, Any] = {"number": self.number, "event": self.event, "seats": list(self.seats)}
        more = {
            "postings": [asdict(posting) for posting in self.postings],
            "debts": [asdict(debt) for debt in self.debts],
            "undoes": self.undoes,
            "data": dict(self.data),
        }
        return data | {name: value for name, value in more.items() if value not in ([], {}, None)}


def as_json(data: Mapping[str, Any] | None) -> dict[str, Any]:
    """A caller's data as it will be read back; a refusal of what JSON cannot hold."""
    try:
        text = json.dumps(dict(data or {}), ensure_ascii=False, allow_nan=False)
        read: dict[str, Any] = json.loads(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise LedgerError(f"data: JSON cannot hold it: {error}") from None
    return read


def sealed(data: Mapping[str, Any], before: int) -> tuple[bytes, int]:
    """The line of an object, and its checksum; ``before``: that of the line before."""
    try:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError as error:
        raise LedgerError(f"{shown(error.object[error.start : error.end])} is no text that a file can hold") from None
    seal = crc32(text, before)
    return text[:-1] + f',"crc":"{seal:08x}"}}\n'.encode(), seal


def opened(line: bytes, number: int, before: int) -> tuple[dict[str, Any], int]:
    """The object of a line without its newline, and its checksum."""
    text = line[: -len(_SEAL)] + b"}"
    seal = crc32(text, before)
    if line[-len(_SEAL) :] != f',"crc":"{seal:08x}"}}'.encode():
        raise LedgerError("the checksum does not fit: this line was changed, or one before it is missing", number)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LedgerError(f"is no JSON: {error}", number) from None
    if not isinstance(data, dict):
        raise LedgerError("is no JSON object", number)
    return data, seal


def read_header(data: Mapping[str, Any]) -> Header:
    """The header that ``data`` describes."""
    if data.get("schema") != SCHEMA:
        raise LedgerError("is not the header of a ledger", 1)
    if data.get("version") != VERSION:
        raise LedgerError(f"is of version {data.get('version')!r}, this program reads {VERSION}", 1)
    try:
        players = tuple(map(_text, data["players"]))
        if len(players) != len(IN_PLACE):
            raise ValueError(f"{len(players)} players")
        return Header(
            rules=_text(data["rules"]),
            options=dict(data["options"]),
            digest=_text(data["digest"]),
            players=players,
            data=dict(data["data"]),
        )
    except (TypeError, ValueError, KeyError) as error:
        raise LedgerError(f"is no complete header: {error}", 1) from None


def read_entry(data: Mapping[str, Any], line: int) -> Entry:
    """The entry that ``data`` describes; ``line``: where it stands."""
    try:
        known = {"number", "event", "seats", "postings", "debts", "undoes", "data"}
        if unknown := data.keys() - known:
            raise ValueError(f"unknown {sorted(unknown)}")
        booking = Booking(
            tuple(_posting(**posting) for posting in data.get("postings", ())),
            tuple(_debt(**debt) for debt in data.get("debts", ())),
        )
        undoes = data.get("undoes")
        return Entry(
            number=_whole(data["number"]),
            event=_text(data["event"]),
            booking=booking,
            seats=_seats(data["seats"]),
            undoes=None if undoes is None else _whole(undoes),
            data=dict(data.get("data", {})),
        )
    except (TypeError, ValueError, KeyError) as error:
        raise LedgerError(f"is no entry: {error}", line) from None


def _posting(payer: object, payee: object, amount: object, reason: object, clause: object, terms: object) -> Posting:
    if payer == payee or terms not in _TERMS:
        raise ValueError(f"a posting from {payer!r} to {payee!r}, {terms!r}")
    return Posting(_account(payer), _account(payee), _whole(amount), _text(reason), _text(clause), terms)  # type: ignore[arg-type]


def _debt(debtor: object, creditor: object, amount: object) -> Debt:
    if type(amount) is not int or debtor == creditor:
        raise ValueError(f"a debt of {amount!r} from {debtor!r} to {creditor!r}")
    return Debt(_player(debtor), _player(creditor), amount)


def _seats(value: Iterable[object]) -> tuple[int, ...]:
    seats = tuple(map(_player, value))
    if sorted(seats) != [*IN_PLACE]:
        raise ValueError(f"seats {seats}")
    return seats


def _account(value: object) -> Account:
    return value if isinstance(value, str) and value in HOUSE else _player(value)


def _player(value: object) -> int:
    if type(value) is not int or value not in IN_PLACE:
        raise ValueError(f"a player {value!r}")
    return value


def _whole(value: object) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"a number {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"a text {value!r}")
    return value

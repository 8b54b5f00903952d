"""Reading one line: words, players by name or seat, numbers, tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..errors import NotationError, is_text
from ..notation import read_tiles
from ..payout.facts import HOUSE, Account
from ..tiles import SEATS, TILE_TEXT
from .refusal import LineError
from .table import Table

LONGEST = 2000
WINDS = {
    **{wind.casefold(): seat for seat, wind in enumerate(SEATS)},
    **{wind: seat for seat, wind in enumerate(("east", "south", "west", "north"))},
    **{wind: seat for seat, wind in enumerate("東南西北")},
}
MOST_MONEY = 999_999_999
RESERVED = frozenset({"on", "from", "to", "rob", "ready", "last", "none", "flowers", *HOUSE})
"""Words of the grammar that stand where a name can stand."""


def as_words(text: str) -> list[str]:
    """The words of a line; raises :class:`LineError` for what no line may hold."""
    if not is_text(text):
        raise LineError("not_text")
    if len(text) > LONGEST:
        raise LineError("too_long", most=LONGEST)
    if not text.replace("\t", " ").isprintable():
        raise LineError("not_text")
    return text.split()


def one_of(word: str, names: Mapping[str, str] | Sequence[str]) -> str:
    """The name that a word is, or begins and no other does; a mapping gives further spellings of names.

    >>> one_of("conc", ("added", "concealed")), one_of("暗", {"concealed": "concealed", "暗": "concealed"})
    ('concealed', 'concealed')
    """
    spelled = names if isinstance(names, Mapping) else {name: name for name in names}
    lower = word.casefold()
    if lower in spelled:
        return spelled[lower]
    found = {name for spelling, name in spelled.items() if spelling.startswith(lower)} if lower else set()
    known = ", ".join(dict.fromkeys(spelled.values()))
    if not found:
        raise LineError("not_one_of", word=word, known=known)
    if len(found) > 1:
        raise LineError("ambiguous", word=word, known=", ".join(sorted(found)))
    return found.pop()


def whole(word: str, low: int = 0, high: int = MOST_MONEY) -> int:
    """A number in ASCII digits, within bounds."""
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(MOST_MONEY)) and low <= int(word) <= high):
        raise LineError("not_a_number", word=word, low=low, high=high)
    return int(word)


def tiles(word: str, single: bool = False) -> str:
    """Tiles in the canonical text of each."""
    try:
        found = read_tiles(word)
    except NotationError as error:
        raise LineError("no_tiles", word=word, why=error) from None
    if single and len(found) != 1:
        raise LineError("one_tile", word=word)
    return "".join(TILE_TEXT[tile] for tile in found)


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """Four names that a line can tell apart; raises :class:`LineError`."""
    given = tuple(names) if isinstance(names, Iterable) else ()
    if len(given) != len(SEATS) or not all(isinstance(name, str) for name in given):
        raise LineError("four_names", known=", ".join(map(str, given)))
    for index, name in enumerate(given):
        bad = not 1 <= len(name) <= 20 or not name.isprintable() or any(mark in name for mark in " =&　,")
        lower = name.casefold()
        if bad or lower in WINDS or lower in RESERVED or lower.isdigit():
            raise LineError("bad_name", word=ascii(name)[:40] if bad else name)
        for other in given[:index]:
            if other.casefold() == lower:
                raise LineError("same_names", word=name, other=other)
    return given


class Line:
    """The words after a command, read from left to right; ``syntax``: how the command is written."""

    def __init__(self, words: Sequence[str], table: Table, syntax: str) -> None:
        self.words = list(words)
        self.table = table
        self.syntax = syntax

    @property
    def rest(self) -> bool:
        """Whether words are left."""
        return bool(self.words)

    def word(self, what: str) -> str:
        """The next word, which must be there."""
        if not self.words:
            raise LineError("missing", what=what, syntax=self.syntax)
        return self.words.pop(0)

    def skip(self, *words: str) -> bool:
        """Whether one of these words stands next; it is then passed over."""
        if self.words and self.words[0].casefold() in words:
            del self.words[0]
            return True
        return False

    def seat(self, what: str = "WHO") -> int:
        """The seat of a player named by a name, the beginning of one, or a wind."""
        return self.seat_of(self.word(what))

    def seat_of(self, word: str) -> int:
        lower = word.casefold()
        if lower in WINDS:
            return WINDS[lower]
        names = self.table.names
        exact = [player for player, name in enumerate(names) if name.casefold() == lower]
        found = exact or [player for player, name in enumerate(names) if name.casefold().startswith(lower)]
        if not found:
            raise LineError("not_a_player", word=word, known=", ".join(names))
        if len(found) > 1:
            raise LineError("ambiguous", word=word, known=", ".join(names[player] for player in found))
        return self.table.seat_of(found[0])

    def account(self, what: str) -> Account:
        """A seat, or an account of the house."""
        word = self.word(what)
        if word.casefold() in HOUSE:
            return word.casefold()
        try:
            return self.seat_of(word)
        except LineError as error:
            if error.problem != "not_a_player":
                raise
            raise LineError("not_an_account", word=word, known=", ".join((*self.table.names, *HOUSE))) from None

    def choice(self, what: str, names: Mapping[str, str] | Sequence[str]) -> str:
        return one_of(self.word(what), names)

    def number(self, what: str, low: int = 0, high: int = MOST_MONEY) -> int:
        return whole(self.word(what), low, high)

    def done(self) -> None:
        """Nothing more may stand here."""
        if self.words:
            raise LineError("unexpected", word=self.words[0], syntax=self.syntax)

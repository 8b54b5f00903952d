"""The text form of hands: one strict reader, one canonical printer.

::

    hand   = (loose | set | kong | winning)*      spaces are free
    loose  = rank+ suit | honour | "?"            "123m 11z ?", "一二三萬", "東", "🀇"
    set    = "[" tile+ "]" ("c" | "t")?           a mark < ^ > after the claimed tile, + before an added fourth
    kong   = "(" tile+ ")"
    winning= "+" tile

Ranks of either script wait for the next suit of either script; a ``?`` may stand among them.  This module
knows characters and tile numbers only: what a hand is stands in :mod:`tingpai.hand`, what is legal in
:mod:`tingpai.admit`.  Reading takes time linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from .errors import NotationError
from .tiles import FIRST_FLOWER, FIRST_WIND, TILE_TEXT, WILD

Feeder = Literal["left", "across", "right"]
Declared = Literal["chow", "pung"]

FEEDER_MARKS: dict[str, Feeder] = {"<": "left", "^": "across", ">": "right"}
DECLARATIONS: dict[str, Declared] = {"c": "chow", "t": "pung"}

_MARK_OF: dict[str | None, str] = {feeder: mark for mark, feeder in FEEDER_MARKS.items()}
_LETTER_OF = {kind: letter for letter, kind in DECLARATIONS.items()}

_SUIT_LETTERS = "mpszf"
_FIRST_OF_SUIT = (0, 9, 18, FIRST_WIND, FIRST_FLOWER)
_RANKS_OF_SUIT = (9, 9, 9, 7, 8)

_A_TILE = "a tile"
_A_SUIT = "a suit (m p s z f)"

# Roles of characters.
_RANK, _SUIT, _TILE, _WILD, _MARK, _PLUS, _OPEN, _CLOSE, _SKIP, _UNKNOWN, _END = range(11)


def _roles() -> dict[str, tuple[int, int]]:
    roles: dict[str, tuple[int, int]] = {}

    def add(role: int, characters: str, values: Iterable[int]) -> None:
        roles.update((char, (role, value)) for char, value in zip(characters, values, strict=True))

    add(_RANK, "123456789一二三四五六七八九", (*range(1, 10), *range(1, 10)))
    add(_SUIT, _SUIT_LETTERS + "萬万筒索條条", (*range(5), 0, 0, 1, 2, 2, 2))
    add(_TILE, "東南西北白發中东发", (*range(27, 34), 27, 32))
    add(_TILE, "梅蘭菊竹春夏秋冬兰", (*range(34, 42), 35))
    # The Unicode block: winds, dragons from red to white, suits as characters, bamboo, dots, then the flowers,
    # where bamboo (4f) stands before chrysanthemum (3f).
    block = (27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18), 34, 35, 37, 36, *range(38, 42))
    add(_TILE, "".join(chr(0x1F000 + offset) for offset in range(len(block))), block)
    add(_WILD, "?\U0001f02a", (WILD, WILD))
    add(_MARK, "<^>", range(3))
    add(_PLUS, "+", (0,))
    add(_OPEN, "[(", range(2))
    add(_CLOSE, "])", range(2))
    add(_SKIP, " \t\n\r\ufe0e\ufe0f", (0,) * 6)
    return roles


_ROLES = _roles()
_THE_END = (_END, 0)


def _rare(char: str) -> tuple[int, int]:
    """The role of a character that has none of its own: white space of any script is skipped."""
    return (_SKIP if char.isspace() else _UNKNOWN), 0


class SetText(NamedTuple):
    """A set as it was written.  ``marked`` is the place of the claimed tile among ``tiles``; where ``added``, the
    fourth tile is one added later."""

    tiles: tuple[int, ...]
    concealed: bool
    declared: Declared | None
    feeder: Feeder | None
    marked: int | None
    added: bool
    column: int
    mark_column: int


class HandText(NamedTuple):
    """The pieces of a hand as they were written; ``columns`` says where each tile stands, in reading order."""

    loose: list[int]
    sets: list[SetText]
    winning: list[int]
    columns: list[tuple[int, int]]


def read_hand(text: str) -> HandText:
    """Reads a whole hand.

    >>> hand = read_hand("12m ? [7<89s] +3m")
    >>> hand.loose, hand.sets[0].tiles, hand.sets[0].feeder, hand.winning
    ([0, 1, 42], (24, 25, 26), 'left', [2])
    """
    return _Reader(text).hand()


def read_tiles(text: str) -> tuple[int, ...]:
    """Reads tiles without sets or a winning tile, in the order written.

    >>> read_tiles("8p3s 東")
    (16, 20, 27)
    """
    reader = _Reader(text)
    run = _Run()
    while True:
        column, char, role, value = reader.next()
        if role == _END:
            run.finish(column, None)
            return tuple(run.tiles)
        run.take(column, char, role, value)


class _Run:
    """Tiles read in one place, the last of which may still wait for their suit.

    In a set ``?`` may stand between the last rank and the suit; elsewhere it would look like a wild of that suit."""

    __slots__ = ("columns", "in_set", "pending", "tiles")

    def __init__(self, *, in_set: bool = False) -> None:
        self.in_set = in_set
        self.tiles: list[int] = []
        self.columns: list[int] = []
        self.pending: list[int] = []

    def take(self, column: int, char: str, role: int, value: int) -> None:
        if role == _SUIT and self.pending and (self.in_set or self.pending[-1] == len(self.tiles) - 1):
            self._settle(char, value)
            return
        if role == _RANK:
            self.pending.append(len(self.tiles))
        elif role != _WILD:
            self.finish(column, char)
            if role != _TILE:
                raise NotationError(
                    column, _A_TILE, char, "misplaced_mark" if role == _MARK else "unexpected_character"
                )
        self.tiles.append(value)
        self.columns.append(column)

    def _settle(self, char: str, suit: int) -> None:
        most, first = _RANKS_OF_SUIT[suit], _FIRST_OF_SUIT[suit] - 1
        for place in self.pending:
            rank = self.tiles[place]
            if rank > most:
                letter = _SUIT_LETTERS[suit]
                low, high = f"1{letter}", f"{most}{letter}"
                details = {"low": low, "high": high}
                raise NotationError(self.columns[place], f"{low} to {high}", f"{rank}{char}", "bad_rank", details)
            self.tiles[place] = first + rank
        self.pending.clear()

    def finish(self, column: int, char: str | None) -> None:
        """No rank may still wait where the run ends."""
        if self.pending:
            ranks = "".join(str(self.tiles[place]) for place in self.pending[-9:])
            details = {"suits": _SUIT_LETTERS, "after": ranks}
            raise NotationError(column, f"{_A_SUIT} right after {ranks}", char, "missing_suit", details)


class _Reader:
    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise NotationError(1, "text", type(text).__name__, "not_text")
        self.text = text
        known = _ROLES.get
        self.roles = [known(char) or _rare(char) for char in text]
        self.roles.append(_THE_END)
        self.position = 0

    def next(self) -> tuple[int, str, int, int]:
        """Column, character, role and value of the next character that is not skipped."""
        roles, position = self.roles, self.position
        role, value = roles[position]
        while role == _SKIP:
            position += 1
            role, value = roles[position]
        if role == _END:
            self.position = position
            return position + 1, "", _END, 0
        self.position = position + 1
        return position + 1, self.text[position], role, value

    def ranks(self, run: _Run) -> None:
        """Takes the ranks that come next, which are most of a text, as ``run`` would."""
        roles, position, length = self.roles, self.position, len(run.tiles)
        role, value = roles[position]
        while role == _RANK:
            position += 1
            run.pending.append(length)
            run.tiles.append(value)
            run.columns.append(position)
            length += 1
            role, value = roles[position]
        self.position = position

    def hand(self) -> HandText:
        loose = _Run()
        sets: list[SetText] = []
        winning: list[int] = []
        columns: list[tuple[int, int]] = []
        while True:
            if self.roles[self.position][0] == _RANK:
                self.ranks(loose)
            column, char, role, value = self.next()
            if role in (_OPEN, _PLUS, _END) and loose.pending:
                loose.finish(column, char or None)
            if role == _OPEN:
                run = _Run(in_set=True)
                sets.append(self._set(run, column, concealed=value == 1))
                columns.extend(zip(run.tiles, run.columns, strict=True))
            elif role == _PLUS:
                tile = self._one_tile()
                winning.append(tile)
                columns.append((tile, column))
            elif role == _END:
                columns.extend(zip(loose.tiles, loose.columns, strict=True))
                return HandText(loose.tiles, sets, winning, columns)
            else:
                loose.take(column, char, role, value)

    def _one_tile(self) -> int:
        """The winning tile, after its ``+``."""
        run = _Run()
        column, char, role, value = self.next()
        if role not in (_RANK, _TILE, _WILD):
            raise NotationError(column, "the winning tile", char or None, "not_one_tile")
        run.take(column, char, role, value)
        if role == _RANK:
            column, char, role, value = self.next()
            if role != _SUIT:
                code = "not_one_tile" if role in (_RANK, _TILE, _WILD) else "missing_suit"
                details = {"suits": _SUIT_LETTERS}
                raise NotationError(column, f"{_A_SUIT} of one winning tile", char or None, code, details)
            run.take(column, char, role, value)
        return run.tiles[0]

    def _set(self, run: _Run, opened: int, *, concealed: bool) -> SetText:
        """A set after its opening bracket, up to its declaration."""
        close = ")" if concealed else "]"
        feeder: Feeder | None = None
        marked: int | None = None
        mark_column = opened
        added = False
        after_tile = False  # whether a mark may stand here
        if self.roles[self.position][0] == _RANK:
            self.ranks(run)
            after_tile = True
        while True:
            column, char, role, value = self.next()
            if role == _CLOSE and char == close:
                run.finish(column, char)
                break
            if role == _END:
                expected, details = f"{close} for the bracket in column {opened}", {"bracket": close, "opened": opened}
                raise NotationError(column, expected, None, "unclosed_set", details)
            if role == _MARK:
                if concealed or marked is not None or not after_tile or added:
                    expected = "no feeder mark in a concealed kong" if concealed else "one mark, after the claimed tile"
                    raise NotationError(column, expected, char, "misplaced_mark")
                feeder, marked, mark_column = FEEDER_MARKS[char], len(run.tiles) - 1, column
                after_tile = False
            elif role == _PLUS:
                if concealed or added or len(run.tiles) != 3:
                    raise NotationError(column, "+ only before the fourth tile of a set", char, "misplaced_plus")
                added = True
                after_tile = False
            elif added and len(run.tiles) == 4 and role != _SUIT:
                raise NotationError(column, f"{close} after the added tile", char, details={"bracket": close})
            else:
                run.take(column, char, role, value)
                after_tile = after_tile or role != _SUIT
        if not run.tiles:
            raise NotationError(column, _A_TILE, char, "empty_set")
        if added and len(run.tiles) != 4:
            raise NotationError(column, "the added tile", char, "misplaced_plus")
        declared = None if concealed else self._declaration()
        return SetText(tuple(run.tiles), concealed, declared, feeder, marked, added, opened, mark_column)

    def _declaration(self) -> Declared | None:
        position = self.position
        if self.roles[position][0] not in (_SKIP, _UNKNOWN):
            return None
        _, char, _, _ = self.next()
        if char in DECLARATIONS:
            return DECLARATIONS[char]
        self.position = position
        return None


def print_tiles(tiles: Iterable[int]) -> str:
    """Tiles in the order given, neighbours of one suit sharing its letter.

    >>> print_tiles([0, 1, 31, 42]), print_tiles([])
    ('12m5z?', '')
    """
    return _print_run([(tile, "", "") for tile in tiles], wilds_inside=False)


def print_tile(tile: int) -> str:
    return TILE_TEXT[tile]


def print_set(
    tiles: Sequence[int],
    *,
    concealed: bool = False,
    declared: Declared | None = None,
    feeder: Feeder | None = None,
    marked: int | None = None,
    added: bool = False,
) -> str:
    """A set; ``marked`` is the place of the tile after which the mark stands.

    >>> print_set([24, 25, 42], feeder="left", marked=0), print_set([13, 13, 13, 13], added=True)
    ('[7<8?s]', '[555+5p]')
    """
    pieces = [
        (
            tile,
            "+" if added and place == 3 else "",
            _MARK_OF[feeder] if place == marked else "",
        )
        for place, tile in enumerate(tiles)
    ]
    inside = _print_run(pieces, wilds_inside=True)
    return f"({inside})" if concealed else f"[{inside}]{_LETTER_OF[declared] if declared else ''}"


def _print_run(pieces: Iterable[tuple[int, str, str]], *, wilds_inside: bool) -> str:
    """Tiles with what stands before and after each.  The letter of a suit is written when the suit ends;
    ``wilds_inside`` lets ``?`` stand before it."""
    written: list[str] = []
    suit = ""
    for tile, before, after in pieces:
        if tile == WILD:
            if not wilds_inside:
                written.append(suit)
                suit = ""
            written += (before, "?", after)
            continue
        rank, letter = TILE_TEXT[tile][0], TILE_TEXT[tile][1]
        if suit and suit != letter:
            written.append(suit)
        suit = letter
        written += (before, rank, after)
    written.append(suit)
    return "".join(written)

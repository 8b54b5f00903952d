"""What a player may do, as a value with a text form.

=========================== =============================================================
``discard 5p``              put a tile into the river
``riichi 5p``               declare a ready hand with this discard (``riichi_open``: show the waits)
``win`` · ``pass``          win on the tile at hand · let it go
``flower_win``              win by flowers
``chow 4p6p`` ``pung 5p5p`` claim a discard with these own tiles
``kong``                    claim a discard with three of its kind
``concealed_kong 5p``       lay down four of a kind
``added_kong 5p``           add the fourth to an own pung
``swap_up 0 5p 7s``         put the real 5p into own set 0 for the wild 7s there (飛上)
``swap_down 0 5p 7s``       take the real 5p out of own set 0 for the wild 7s (飛落)
``bet m``                   stake one on the suit of a concealed kong (m p s z)
=========================== =============================================================

In table mode (:mod:`tingpai.game.slips`) also: ``false_win``, ``retract`` a call, ``riichi_bare 5p`` without its chip,
``break_riichi``, ``flower 3f`` to lay it (or not), ``take_extra`` the dealer's tile, ``wrong_chow 4p7p``,
``wrong_pung``, ``mend 4p6p``, ``merge`` the drawn tile into the hand, ``take_fines``, ``show_kongs``,
``slip other``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..errors import IllegalActionError, shown
from ..tiles import FIRST_FLOWER, SUITS, TILE_NUMBER, TILE_TEXT, WILD


def _text(tile: int) -> str:
    """A tile, or a number that is none: whoever plays may make actions of anything."""
    return TILE_TEXT[tile] if 0 <= tile < len(TILE_TEXT) else f"({tile})"


class Action(NamedTuple):
    """One act.  ``tile``: the tile it is of; ``own``: tiles out of the hand that a claim uses; ``at``: the own set
    that a swap is in; ``wild``: the face of the wild tile swapped; ``word``: which slip.

    >>> str(Action("chow", own=(12, 14))), parse_action("discard 5p")
    ('chow 4p6p', Action(kind='discard', tile=13, own=(), at=-1, wild=-1, word=''))
    """

    kind: str
    tile: int = -1
    own: tuple[int, ...] = ()
    at: int = -1
    wild: int = -1
    word: str = ""

    def __str__(self) -> str:
        if self.kind == "bet":
            return f"bet {SUITS[self.tile : self.tile + 1] or self.tile}"
        words = [self.kind]
        if self.at >= 0:
            words.append(str(self.at))
        if self.tile >= 0:
            words.append(_text(self.tile))
        if self.own:
            words.append("".join(map(_text, self.own)))
        if self.wild >= 0:
            words.append(_text(self.wild))
        if self.word:
            words.append(self.word)
        return " ".join(words)


def is_formed(action: Action) -> bool:
    """Whether the fields are of their types: whoever plays may make actions of anything."""
    numbers = (action.tile, action.at, action.wild)
    if not isinstance(action.own, tuple) or not all(isinstance(number, int) for number in (*numbers, *action.own)):
        return False
    return all(isinstance(word, str) and word.isascii() for word in (action.kind, action.word))


WIN, PASS, FLOWER_WIN, KONG = (Action(kind) for kind in ("win", "pass", "flower_win", "kong"))
DISCARDS = tuple(Action("discard", tile) for tile in range(WILD))
RIICHI = tuple(Action("riichi", tile) for tile in range(WILD))
RIICHI_OPEN = tuple(Action("riichi_open", tile) for tile in range(WILD))
CONCEALED_KONGS = tuple(Action("concealed_kong", tile) for tile in range(WILD))
ADDED_KONGS = tuple(Action("added_kong", tile) for tile in range(WILD))
BETS = tuple(Action("bet", suit) for suit in range(len(SUITS)))

FALSE_WIN, RETRACT, BREAK_RIICHI, TAKE_EXTRA, TAKE_FINES, MERGE, SHOW_KONGS = (
    Action(kind) for kind in ("false_win", "retract", "break_riichi", "take_extra", "take_fines", "merge", "show_kongs")
)
RIICHI_BARE = tuple(Action("riichi_bare", tile) for tile in range(WILD))
FLOWERS = tuple(Action("flower", tile) for tile in range(FIRST_FLOWER, WILD))
SLIPS = {id: Action("slip", word=id) for id in ("other", "shown_tile")}

_ALONE = {
    action.kind: action
    for action in (
        *(WIN, PASS, FLOWER_WIN, KONG),
        *(FALSE_WIN, RETRACT, BREAK_RIICHI, TAKE_EXTRA, TAKE_FINES, MERGE, SHOW_KONGS),
    )
}
_OF_A_TILE = {row[0].kind: row for row in (DISCARDS, RIICHI, RIICHI_OPEN, RIICHI_BARE, CONCEALED_KONGS, ADDED_KONGS)}
_OF_TWO = ("chow", "pung", "wrong_chow", "wrong_pung", "mend")


@cache
def chow(a: int, b: int) -> Action:
    """The claim of a chow with two own tiles."""
    return Action("chow", own=(a, b))


@cache
def pung(a: int, b: int) -> Action:
    """The claim of a pung with two own tiles."""
    return Action("pung", own=(a, b))


def parse_action(text: object) -> Action:
    """Reads the text form; raises :class:`~tingpai.errors.IllegalActionError` where it is none."""
    words = text.split() if isinstance(text, str) else []
    kind, rest = (words[0], words[1:]) if words else ("", [])
    try:
        if kind in _ALONE and not rest:
            return _ALONE[kind]
        if kind in _OF_A_TILE and len(rest) == 1:
            return _OF_A_TILE[kind][TILE_NUMBER[rest[0]]]
        if kind == "flower" and len(rest) == 1:
            return FLOWERS[[action.tile for action in FLOWERS].index(TILE_NUMBER[rest[0]])]
        if kind == "slip" and len(rest) == 1:
            return SLIPS[rest[0]]
        if kind in _OF_TWO and len(rest) == 1 and len(rest[0]) == 4:
            return Action(kind, own=(TILE_NUMBER[rest[0][:2]], TILE_NUMBER[rest[0][2:]]))
        if kind == "bet" and len(rest) == 1 and len(rest[0]) == 1:
            return BETS[SUITS.index(rest[0])]
        if kind in ("swap_up", "swap_down") and len(rest) == 3 and rest[0] in "01234":
            return Action(kind, TILE_NUMBER[rest[1]], (), int(rest[0]), TILE_NUMBER[rest[2]])
    except (KeyError, ValueError, IndexError):
        pass
    raise IllegalActionError(f"{shown(text)} is no action")

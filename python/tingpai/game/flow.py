"""How a variant is played: what differs between games, as data.

A variant's file gives one :class:`Play` to its rule set.  Nothing in this package asks which variant it is in.
"""

from __future__ import annotations

from typing import Literal

from ..records import dataclass, field
from ..rotation import Rotation


@dataclass(frozen=True, kw_only=True)
class Opening:
    """From the dice to the first turn.

    ``fours`` rounds of four tiles each, then ``singles`` rounds of one; the dealer takes one more.
    ``dice`` are rolled; ``wall`` says which wall they open: the ``dealer``'s own, the one their ``sum`` counts to, or
    the one the ``larger`` die counts to (the smaller then counts the stacks).  ``first_roll_opens``: the roll that
    names the first dealer opens the wall of the first hand too.
    """

    fours: int
    singles: int
    dice: int = 3
    wall: Literal["dealer", "sum", "larger"] = "sum"
    first_roll_opens: bool = False


@dataclass(frozen=True, kw_only=True)
class Passing:
    """What passing a tile costs.  ``win``: which tiles of others may not be won after passing a win: none, the
    ``same`` or ``any``; ``pung``: whether a tile passed may not be punged either; ``until`` the passer's own next
    ``draw``, ``discard`` or ``turn`` (by draw or claim)."""

    win: Literal["none", "same", "any"] = "none"
    pung: bool = False
    until: Literal["draw", "discard", "turn"] = "turn"


@dataclass(frozen=True, kw_only=True)
class Riichi:
    """Declaring a ready hand.  ``concealed``: only without a claimed set; ``open``: the waits may be shown; ``chip``: a
    marker must be laid, or the declaration is worth nothing; ``kongs``: a concealed kong that leaves the waits as they
    are; ``bound``: a win may not be passed, and a winning tile that is short of the minimum kills the hand; ``peek``:
    the declarer sees the other hands."""

    concealed: bool = False
    open: bool = False
    chip: bool = False
    kongs: bool = False
    bound: bool = False
    peek: bool = False


@dataclass(frozen=True, kw_only=True)
class Errors:
    """What a false win leads to: the hand ``ends`` and is paid for, or the declarer's hand ``dies``.  ``incomplete``:
    on the own draw, ``on_discard``: on another's tile.  A complete hand that may not win always dies.
    ``free``: whether a dead hand may keep the tile it draws."""

    incomplete: Literal["ends", "dies"] = "ends"
    on_discard: Literal["ends", "dies"] = "ends"
    free: bool = True
    clause: str = ""


@dataclass(frozen=True, kw_only=True)
class Play:
    """A variant's way of playing.

    - ``rounds`` of a game;
    - ``indicator``: the tile turned up after the deal makes ``wild`` tiles, or the tail shows ``dora`` indicators;
    - ``reserve``: tiles at the tail that only kongs draw; the wall shortens by a stack with each indicator;
    - ``max_kongs``: kongs in a hand (None: as many as there are);
    - ``ranks``: claims on a discard, weakest first, those of one rank together (``wild_pung``: a pung with a wild);
    - ``swaps``: when wild tiles in own sets may be swapped (V1-19, V1-20);
    - ``kong_guess``: others may bet on the suit of a concealed kong (V1-28);
    - ``hidden_kongs``: concealed kongs lie face down;
    - ``kong_on_kong``: what makes the replacement of a kong one of a kong on a kong: two ``in_a_row`` (V1-g2), or the
      second made ``with_replacement``, of the tile that replaced the first (V3-b); flowers between break neither;
    - ``last_tile_kong``: the drawer of the last tile may kong though nothing replaces it;
    - ``flower_wins``: how many flowers may win at once; a holder of all but one of eight may go for eight;
    - ``prize_tiles``: tiles the winner turns (``by_stack``: three where one tile of a stack is left at the mouth, two
      where both are); ``prize_die``: shapes whose winner rolls a die, if he won ``prize_die_by`` one of these ways
      (none named: by any);
    - ``discard_same``: the kind just claimed may be discarded at once;
    - ``visibility``: what lies face up (V1-41).
    """

    opening: Opening
    rotation: Rotation = field(default_factory=Rotation)
    passing: Passing = field(default_factory=Passing)
    rounds: int = 4
    riichi: Riichi | None = None
    errors: Errors = field(default_factory=Errors)
    indicator: Literal["none", "wild", "dora"] = "none"
    reserve: int = 0
    max_kongs: int | None = None
    ranks: tuple[tuple[str, ...], ...] = (("chow",), ("pung", "wild_pung", "kong"))
    swaps: Literal["off", "up_only", "own_turn", "any_action"] = "off"
    kong_guess: bool = False
    hidden_kongs: bool = False
    kong_on_kong: Literal["in_a_row", "with_replacement"] = "with_replacement"
    last_tile_kong: bool = False
    flower_wins: tuple[int, ...] = ()
    prize_tiles: int = 0
    prize_by_stack: bool = False
    prize_die: tuple[str, ...] = ()
    prize_die_by: tuple[str, ...] = ()
    discard_same: bool = True
    visibility: Literal["hidden", "open_wall", "open_hands"] = "hidden"

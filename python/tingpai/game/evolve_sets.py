"""How events about sets change a state: claims, kongs, swaps of wild tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .hands import Postings, add, book, remove, touch
from .state import UNKNOWN, Laid, Seat, State


def claim(s: State, place: int, kind: str, own: Sequence[int]) -> Seat:
    seat, tile = s.seats[place], s.tile
    s.seats[s.holder].river.pop()
    for held in own:
        remove(s, seat, held)
    tiles = sorted((*own, tile), key=lambda t: (s.wild[t], t))
    seat.melds.append(Laid(kind, tiles, tile, s.holder))
    touch(s, seat)
    s.turn = place
    s.barred = -1 if s.play.discard_same else tile
    s.run = 0
    s.slipped = set()
    s.run_tile = -1
    s.tile = s.holder = -1
    s.drawn = s.flower_drawn = -1
    s.source = "wall"
    s.phase = "turn"
    return seat


def _chow(s: State, place: int, own: Sequence[int]) -> None:
    claim(s, place, "chow", own)


def _pung(s: State, place: int, own: Sequence[int]) -> None:
    claim(s, place, "pung", own)


def _open_kong(s: State, place: int, postings: Postings) -> None:
    feeder, tile = s.holder, s.tile
    claim(s, place, "open_kong", (tile, tile, tile))
    book(s, postings)
    s.chain = 1
    s.chain_feeder = feeder
    _kong_done(s, "open_kong")


def _kong_done(s: State, kind: str) -> None:
    s.drawn = s.tile = s.holder = -1
    s.robbed = ""
    s.source = "kong"
    s.swapped = False
    if s.play.indicator == "dora":
        # A concealed kong turns its indicator now, another one after the next discard (V2-4).
        s.turns_dora = kind == "concealed_kong"
        s.owed_dora += not s.turns_dora
    s.phase = "replace"


def _concealed_kong(s: State, place: int, tile: int) -> None:
    seat = s.seats[place]
    seat.counts[tile] -= 4
    meld = Laid("concealed_kong", [tile] * 4)
    meld.shown = not s.play.hidden_kongs
    seat.melds.append(meld)
    _kong_declared(s, seat, tile, "concealed_kong", len(seat.melds) - 1)


def _added_kong(s: State, place: int, tile: int, fresh: bool) -> None:
    seat = s.seats[place]
    seat.counts[tile] -= 1
    at = next(at for at, meld in enumerate(seat.melds) if meld.kind == "pung" and meld.tiles == [tile, tile, tile])
    seat.melds[at].kind = "added_kong"
    seat.melds[at].tiles.append(tile)
    _kong_declared(s, seat, tile, "added_kong", at)
    s.late = not fresh


def _kong_declared(s: State, seat: Seat, tile: int, kind: str, at: int) -> None:
    touch(s, seat)
    follows = s.chain and (s.play.kong_on_kong == "in_a_row" or tile == s.drawn)
    s.chain = s.chain + 1 if follows else 1
    s.drawn = -1
    s.tile, s.holder = tile, seat.place
    s.robbed, s.robbed_set = kind, at
    s.answers = [None, None, None, None]
    s.phase = "rob"


def _turned(s: State, place: int, bets: Any, postings: Postings) -> None:
    if bets:
        s.seats[place].melds[s.robbed_set].shown = True
    book(s, postings)
    s.answers = [None, None, None, None]
    s.robbed = "turned"


def _kong_stands(s: State, place: int, postings: Postings) -> None:
    book(s, postings)
    kind = s.seats[place].melds[s.robbed_set].kind
    if kind == "concealed_kong" and s.play.hidden_kongs and postings:
        s.unshown.append(place)
    _kong_done(s, kind)


def _bets_open(s: State, place: int) -> None:
    s.answers = [None, None, None, None]
    s.robbed = "bet"


# Swaps


def _swap_up(s: State, place: int, index: int, tile: int, wild: int) -> None:
    s.tile, s.holder = tile, place
    s.robbed, s.robbed_set, s.robbed_wild = "swap", index, wild
    s.answers = [None, None, None, None]
    s.phase = "rob"


def _swap_stands(s: State, place: int) -> None:
    seat, tile, wild = s.seats[place], s.tile, s.robbed_wild
    _exchange(s, seat, s.robbed_set, tile, wild)
    s.drawn, s.taken_up = wild, True
    s.merged = False
    s.tile = s.holder = -1
    s.robbed = ""
    s.phase = "turn"


def _swap_down(s: State, place: int, index: int, tile: int, wild: int) -> None:
    seat = s.seats[place]
    _exchange(s, seat, index, wild, tile)
    if s.drawn == wild and wild not in seat.wilds:
        s.drawn, s.taken_up = tile, True


def _exchange(s: State, seat: Seat, index: int, down: int, up: int) -> None:
    """Lays ``down`` from the hand into a set in the place of ``up``, which goes into the hand."""
    meld = seat.melds[index]
    meld.tiles.remove(up)
    if up == meld.claimed and up not in meld.tiles:
        meld.claimed = down  # it lies where the claimed tile lay
    meld.tiles.append(down)
    meld.tiles.sort(key=lambda t: (s.wild[t], t))
    remove(s, seat, down)
    add(s, seat, up)
    seat.waits = UNKNOWN
    s.swapped = True


HANDLERS: dict[str, Callable[..., None]] = {
    "chow": _chow,
    "pung": _pung,
    "open_kong": _open_kong,
    "concealed_kong": _concealed_kong,
    "added_kong": _added_kong,
    "turned": _turned,
    "kong_stands": _kong_stands,
    "bets_open": _bets_open,
    "swap_up": _swap_up,
    "swap_stands": _swap_stands,
    "swap_down": _swap_down,
}
"""Events -> how they change a state."""

"""How events of table mode change a state (:mod:`tingpai.game.slips`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..rotation import Outcome
from .action import FALSE_WIN, PASS, RETRACT
from .evolve_sets import claim
from .hands import Postings, add, book, remove
from .state import UNKNOWN, State


def _dead(s: State, place: int, reason: str, clause: str) -> None:
    seat = s.seats[place]
    if seat.dead is None or reason == "false_win":
        seat.dead = reason
    if s.answers[place] == FALSE_WIN:
        s.answers[place] = PASS
    seat.wrong = -1
    if place == s.dealer and reason == "short":
        s.missed_extra = False


def _false_win(s: State, place: int, postings: Postings) -> None:
    book(s, postings)
    s.outcome = Outcome("void")
    s.phase = "hand"


def _fined(s: State, place: int, slip: str, postings: Postings) -> None:
    book(s, postings)
    if s.answers[place] == RETRACT:
        s.answers[place] = PASS
    else:
        s.slipped.add(slip)


def _missed_extra(s: State, place: int) -> None:
    s.missed_extra = True
    s.drawn = -1
    s.phase = "opening" if s.play.indicator == "none" else "indicator"


def _extra(s: State, place: int, tile: int, postings: Postings) -> None:
    if s.wall[s.head] != tile:
        raise ValueError("the extra tile is not the tile at the mouth")
    s.head += 1
    book(s, postings)
    seat = s.seats[place]
    add(s, seat, tile)
    s.missed_extra = False
    if s.phase == "extra":
        s.drawn = tile
        s.phase = "opening" if s.play.indicator == "none" else "indicator"
    elif s.phase == "turn" and s.turn == place and s.drawn < 0 and s.discards == 0:
        s.drawn = tile
    else:
        seat.waits = UNKNOWN


def _forgets(s: State, place: int) -> None:
    s.forgot.add(place)


def _late_flower(s: State, place: int, tile: int, sets: tuple[str, ...], postings: Postings) -> None:
    book(s, postings)
    seat = s.seats[place]
    seat.loose.remove(tile)
    seat.flowers.append(tile)
    seat.flower_sets += sets
    s.late_fined.add(place)
    s.late_draw = place


def _wrong_claim(s: State, place: int, kind: str, own: Sequence[int]) -> None:
    seat = claim(s, place, kind, own)
    if seat.wrong < 0:
        seat.wrong = len(seat.melds) - 1


def _mended(s: State, place: int, own: Sequence[int], postings: Postings) -> None:
    book(s, postings)
    seat = s.seats[place]
    laid = seat.melds[seat.wrong]
    laid.tiles.remove(laid.claimed)
    for tile in laid.tiles:
        add(s, seat, tile)
    for tile in own:
        remove(s, seat, tile)
    laid.tiles = sorted((*own, laid.claimed), key=lambda t: (s.wild[t], t))
    laid.kind = laid.kind.removeprefix("wrong_")
    seat.waits = UNKNOWN
    seat.wrong = -1


def _took_fines(s: State, place: int) -> None:
    s.took_fines = True


def _merged(s: State, place: int) -> None:
    s.merged = True


def _kongs_shown(s: State, place: int) -> None:
    for laid in s.seats[place].melds:
        laid.shown = True
    _looked_at(s, place)


def _kongs_hidden(s: State, place: int, postings: Postings) -> None:
    book(s, postings)
    _looked_at(s, place)


def _looked_at(s: State, place: int) -> None:
    s.unshown = [other for other in s.unshown if other != place]
    if not s.unshown:
        s.phase = "hand"


HANDLERS: dict[str, Callable[..., None]] = {
    "dead": _dead,
    "false_win": _false_win,
    "fined": _fined,
    "missed_extra": _missed_extra,
    "extra": _extra,
    "forgets": _forgets,
    "late_flower": _late_flower,
    "wrong_claim": _wrong_claim,
    "mended": _mended,
    "took_fines": _took_fines,
    "merged": _merged,
    "kongs_shown": _kongs_shown,
    "kongs_hidden": _kongs_hidden,
}
"""Events -> how they change a state."""

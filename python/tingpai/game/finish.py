"""The end of a hand: prizes, settlement, or an empty wall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import money, wall
from .event import Event
from .seed import PRIZE_DIE, Stream
from .state import State
from .turns import is_ready
from .wins import judge, told_win

if TYPE_CHECKING:
    from ..result import Result

Events = list[Event]


def settle(s: State) -> Events:
    """Each winner turns his prize tiles and rolls his die, nearest first; then everything is paid at once."""
    for place in s.winners:
        if s.play.prize_tiles and place not in s.prizes:
            at = wall.prizes_from(s)
            return [("prize", place, tuple(s.wall[at : min(at + _prize_count(s), s.end)]))]
        if _rolls(s, place) and place not in s.rolls:
            return [("die", place, Stream(s.seed, PRIZE_DIE, 4 * s.hand + place).dice(1)[0])]
    results = [_result(s, place) for place in s.winners]
    wins = [_record(s, place, result) for place, result in zip(s.winners, results, strict=True)]
    return [("settled", wins, money.hand_won(s, results))]


def _prize_count(s: State) -> int:
    """How many tiles a winner turns, if there are as many (V1-44, V4-14, V5-7)."""
    if s.play.prize_by_stack:
        return 3 if s.head % 2 else 2
    return s.play.prize_tiles


def _rolls(s: State, place: int) -> bool:
    """Whether a winner rolls a die (V4-13)."""
    play = s.play
    if not play.prize_die or (play.prize_die_by and s.by not in play.prize_die_by):
        return False
    return _shape(_result(s, place)) in play.prize_die


def _result(s: State, place: int) -> Result:
    return judge(s, s.seats[place], s.by, s.tile, s.holder)


def _shape(result: Result) -> str:
    return "flowers" if result.arrangement is None else result.arrangement.shape


def _record(s: State, place: int, result: Result) -> dict[str, Any]:
    """A win as the log tells it: the very hand and situation, so that it can be scored again."""
    hand, told = told_win(s, s.seats[place], s.by, s.tile, s.holder)
    return {
        "place": place,
        "by": s.by,
        "hand": str(hand),
        "situation": {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()},
        "total": result.total,
        "shape": _shape(result),
        "lines": [[line.id, line.subtotal] for line in result.lines],
    }


def exhausted(s: State) -> Events:
    """Nothing is left to draw (V1-10, V2-22, V3-3)."""
    ready = tuple(seat.place for seat in s.seats if seat.dead != "false_win" and is_ready(s, seat))
    return [("exhausted", ready, money.drawn_hand(s, ready))]

"""How events change a state.  Nothing else does, so a game is the fold of its events.

Each function takes the state and the fields of its event.  They trust what was decided live; what a log could get
wrong (a tile that does not lie where it is taken from, an event out of its phase) raises ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..rotation import Deal, Outcome
from ..tiles import FIRST_FLOWER
from . import evolve_sets, evolve_slips, wall
from .action import Action
from .event import Event
from .hands import Postings, add, book, decline
from .state import NOBODY, UNKNOWN, State


def evolve(state: State, event: Event) -> None:
    """Changes the state by one event."""
    _HANDLERS[event[0]](state, *event[1:])


# Before the first turn


def _stacks(s: State, postings: Postings) -> None:
    book(s, postings)
    s.phase = "seating"


def _seating(s: State, players: Sequence[int], east: int, dice: Sequence[int]) -> None:
    s.players = tuple(players)
    s.east = east
    s.phase = "first_dealer"


def _first_dealer(s: State, deal: Deal, dice: Sequence[int]) -> None:
    s.deal, s.dealer = deal, deal.dealer
    s.outcome = None
    s.opening_roll = tuple(dice)
    s.phase = "hand"


def _hand(s: State, number: int, deal: Deal, players: Sequence[int]) -> None:
    if s.outcome is not None:
        s.opening_roll = ()
    s.hand, s.deal, s.dealer, s.players = number, deal, deal.dealer, tuple(players)
    s.outcome = None
    s.reset()
    s.phase = "dice"


def _dice(s: State, place: int, dice: tuple[int, ...], postings: Postings) -> None:
    s.dice = tuple(dice)
    s.wall = wall.opened(s)
    s.head, s.end = 0, len(s.wall)
    if s.play.reserve:
        # A stack's upper tile is drawn before its lower one, the last stack first.
        s.end -= s.play.reserve
        stacks = range(len(s.wall) - 2, s.end - 1, -2)
        s.spares = [s.wall[at + below] for at in stacks for below in (0, 1)]
    book(s, postings)
    s.phase = "deal"


def _deal(s: State, hands: tuple[tuple[int, ...], ...]) -> None:
    if tuple(map(tuple, hands)) != wall.dealt(s):
        raise ValueError("the hands dealt are not those of the wall")
    for seat, hand in zip(s.seats, hands, strict=True):
        s.head += len(hand)
        for tile in hand:
            add(s, seat, tile)
    s.drawn = hands[s.dealer][-1]
    s.phase = "extra" if s.extra_by_hand else "opening" if s.play.indicator == "none" else "indicator"


def _indicator(s: State, tile: int) -> None:
    if s.wall[s.head] != tile:
        raise ValueError("the indicator is not the tile at the mouth")
    s.head += 1
    s.set_wild(tile)
    for seat in s.seats:
        held = seat.tiles()
        seat.counts = bytearray(len(seat.counts))
        seat.loose = []
        for held_tile in held:
            add(s, seat, held_tile)
    s.phase = "opening"


def _dora(s: State, tile: int) -> None:
    if s.wall[s.end - 2] != tile:
        raise ValueError("the indicator is not the next of the tail")
    s.dora.append(tile)
    s.ura.append(s.wall[s.end - 1])
    s.end -= 2
    if s.phase == "indicator":
        s.phase = "opening"
    elif s.phase == "replace":
        s.turns_dora = False
    else:
        s.owed_dora -= 1


def _flower(s: State, place: int, tile: int, sets: tuple[str, ...], postings: Postings) -> None:
    seat = s.seats[place]
    seat.loose.remove(tile)
    seat.flowers.append(tile)
    seat.flower_sets += sets
    book(s, postings)
    s.turn = place
    if s.phase == "opening":
        s.phase = "opening_draw"
        return
    s.flower_drawn, s.flower_source, s.flower_last = tile, s.source, s.left == 0
    s.drawn = -1
    s.tile, s.holder, s.robbed = tile, place, "flower"
    s.phase = "rob"


def _flower_stands(s: State, place: int) -> None:
    s.tile, s.holder, s.robbed = -1, NOBODY, ""
    s.phase = "turn"


def _begin(s: State) -> None:
    s.turn = s.dealer
    s.phase = "turn"


# Turns


def _draw(s: State, place: int, tile: int, source: str) -> None:
    if source == "wall":
        found = s.wall[s.head]
        s.head += 1
    else:
        found = wall.take_replacement(s, source)
    if found != tile:
        raise ValueError("the tile drawn is not the next of the wall")
    seat = s.seats[place]
    if source == "late":
        add(s, seat, tile)
        seat.waits = UNKNOWN
        s.late_draw = NOBODY
        if place == (s.dealer if s.phase == "opening" else s.turn):
            s.drawn = tile
        return
    if s.phase == "opening_draw":
        add(s, seat, tile)
        if place == s.dealer:
            s.drawn = tile
        s.phase = "opening"
        return
    if s.play.passing.until != "discard":
        seat.locked = False
        if seat.passed:
            seat.passed = set()
    if source == "wall":
        seat.draws += 1
        s.chain = 0
        s.chain_feeder = NOBODY
        s.flower_drawn = -1
        s.barred = -1
        s.swapped = False
    if s.wild[tile] or tile >= FIRST_FLOWER:
        add(s, seat, tile)
    else:
        seat.counts[tile] += 1
        seat.far -= 1
    s.turn = place
    s.drawn = tile
    s.merged = s.taken_up = False
    if s.slipped:
        s.slipped = set()
    s.source = source
    s.tile = s.holder = -1
    s.robbed = ""
    s.phase = "turn"


def _discard(s: State, place: int, tile: int, drawn: bool, riichi: str | None, postings: Postings) -> None:
    seat = s.seats[place]
    if s.wild[tile]:
        seat.wilds.remove(tile)
    else:
        seat.counts[tile] -= 1
    if tile != s.drawn:
        seat.waits = UNKNOWN
    if postings:
        book(s, postings)
    if riichi is not None:
        seat.riichi, seat.riichi_at, seat.ippatsu = riichi, len(seat.river), True
        s.riichi_pending = s.swallow = True
    else:
        seat.ippatsu = s.swallow = False
    seat.river.append(tile)
    if s.play.passing.until == "discard":
        seat.locked = False
        seat.passed.clear()
    decline(seat)
    s.discards += 1
    s.run = s.run + 1 if tile == s.run_tile else 1
    s.run_tile = tile
    s.chain = 0
    s.chain_feeder = NOBODY
    s.drawn = s.barred = -1
    s.swapped = False
    s.tile = tile
    s.holder = place
    s.answers = [None, None, None, None]
    s.phase = "claim"


def _answer(s: State, place: int, action: Action, missed: int) -> None:
    s.answers[place] = action
    if not missed:
        return
    passing, seat = s.play.passing, s.seats[place]
    if missed & 1 and s.bound and seat.riichi is not None:
        seat.dead = "passed_riichi"
    if missed & 1 and passing.win == "any":
        seat.locked = True
    if (missed & 1 and passing.win == "same") or (missed & 2 and passing.pung):
        seat.passed.add(s.tile)


def _riichi_stands(s: State, place: int, postings: Postings) -> None:
    s.riichi_pending = False
    book(s, postings)


# The end of a hand


def _won(s: State, places: tuple[int, ...], by: str, tile: int, holder: int) -> None:
    # The tile stays where it lies: several may have won on it.
    s.winners, s.by, s.tile, s.holder = tuple(places), by, tile, holder
    s.phase = "settle"


def _prize(s: State, place: int, tiles: Sequence[int]) -> None:
    at = wall.prizes_from(s)
    if s.wall[at : at + len(tiles)] != list(tiles):
        raise ValueError("the prize tiles are not those at the mouth")
    s.prizes[place] = tuple(tiles)


def _die(s: State, place: int, die: int) -> None:
    s.rolls[place] = die


def _settled(s: State, wins: Any, postings: Postings) -> None:
    book(s, postings)
    s.outcome = Outcome("win", s.winners)
    s.last_winner = s.players[s.winners[0]]
    s.phase = "show" if s.shows_by_hand else "hand"


def _exhausted(s: State, ready: tuple[int, ...], postings: Postings) -> None:
    book(s, postings)
    s.outcome = Outcome("draw", tuple(ready), s.turn)
    s.phase = "show" if s.shows_by_hand else "hand"


def _game_over(s: State, postings: Postings) -> None:
    book(s, postings)
    s.phase = "over"


def _fault(s: State, place: int, problem: str) -> None:
    """What goes wrong beside the table changes nothing on it."""
    if place not in range(4):
        raise ValueError("there are places 0 to 3")


_HANDLERS: dict[str, Callable[..., None]] = {
    **evolve_sets.HANDLERS,
    **evolve_slips.HANDLERS,
    "stacks": _stacks,
    "seating": _seating,
    "first_dealer": _first_dealer,
    "hand": _hand,
    "dice": _dice,
    "deal": _deal,
    "indicator": _indicator,
    "dora": _dora,
    "flower": _flower,
    "begin": _begin,
    "draw": _draw,
    "discard": _discard,
    "answer": _answer,
    "riichi_stands": _riichi_stands,
    "flower_stands": _flower_stands,
    "won": _won,
    "prize": _prize,
    "die": _die,
    "settled": _settled,
    "exhausted": _exhausted,
    "game_over": _game_over,
    "fault": _fault,
}

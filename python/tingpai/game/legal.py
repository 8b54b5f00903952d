"""What a seat may do, and why it may not do the rest."""

from __future__ import annotations

from ..errors import IllegalActionError, shown
from . import claims, slips, turns, wins
from .action import Action, is_formed
from .state import State

Options = tuple[Action, ...]


def check_place(place: object) -> None:
    """Refuses what is no place at the table."""
    if type(place) is not int or not 0 <= place <= 3:
        raise IllegalActionError(f"there are places 0 to 3, not {shown(place)}")


def legal_actions(s: State, place: int) -> Options:
    """Everything that ``place`` may do in this state, complete and exact; empty where it is not asked.

    Raises :class:`~tingpai.errors.IllegalActionError` where there is no such place.
    """
    check_place(place)
    legal = _strictly(s, place)
    return slips.with_slips(s, place, legal) if s.manual else legal


def _strictly(s: State, place: int) -> Options:
    seat = s.seats[place]
    if s.phase == "turn":
        return turns.turn_options(s, seat) if place == s.turn and (s.flowers_by_hand or not seat.loose) else ()
    if place == s.holder or s.answers[place] is not None:
        return ()
    if s.phase == "claim":
        return claims.claim_options(s, seat)
    if s.phase == "rob":
        if s.robbed == "bet":
            return claims.bet_options(s, seat)
        return () if s.robbed == "turned" else claims.rob_options(s, seat)
    return ()


def refusal(s: State, place: int, action: object, options: Options) -> str:
    """Why an action that is not among the legal ones is refused."""
    if s.phase == "over":
        return "the game is over"
    if not isinstance(action, Action):
        return f"{shown(action)} is no action"
    if not is_formed(action):
        return f"{shown(tuple(action))} is no action"
    if not options:
        return "it is not this seat's turn" if s.phase == "turn" else "this seat has nothing to answer"
    return f"{action} is not possible: {_why(s, place, action)}"


def _why(s: State, place: int, action: Action) -> str:
    seat = s.seats[place]
    if s.phase != "turn":
        if action.kind == "win":
            if seat.dead is not None:
                return "a dead hand does not win"
            if seat.locked or s.tile in seat.passed:
                return "a win was passed"
            return "the tile does not complete a hand that wins"
        if action.kind in ("chow", "pung", "kong"):
            return "the claim is not open to this hand" if s.phase == "claim" else "only a discard is claimed"
        return "a window is answered, not played in"
    if action.kind in ("discard", "riichi", "riichi_open"):
        return _why_not_discard(s, place, action)
    if action.kind == "win":
        if seat.dead is not None:
            return "a dead hand does not win"
        if s.drawn < 0:
            return "nothing was drawn"
        return "the hand is not complete" if not wins.completes(s, seat) else "the hand is short of the minimum"
    return {
        "pass": "the player in turn must act",
        "chow": "there is no discard to claim",
        "pung": "there is no discard to claim",
        "kong": "there is no discard to claim",
        "concealed_kong": "the hand does not hold four of it, or no kong may be laid now",
        "added_kong": "there is no own pung of it and its fourth tile, or no kong may be laid now",
        "flower_win": "these flowers do not win now",
        "swap_up": "no such swap is open",
        "swap_down": "no such swap is open",
        "bet": "there is no kong to bet on",
    }.get(action.kind, "there is no such act")


def _why_not_discard(s: State, place: int, action: Action) -> str:
    seat, tile = s.seats[place], action.tile
    if tile not in seat.tiles():
        return "the hand does not hold the tile"
    if not s.is_hand_tile(tile):
        return "a flower is laid, not discarded"
    if tile == s.barred:
        return "the kind just claimed may not be discarded"
    if seat.riichi is not None:
        return "after riichi the drawn tile is discarded"
    return "the hand would not be ready" if action.kind != "discard" else "the hand must win"

"""What follows: from a state to the events that come next by themselves, and from a player's action to events.

Each phase has one function.  It answers with the next events, or with none where players must act first; then
``Decision`` says who may do what.  Cut after any event, the rest follows again from the state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import claims, money, opening, slips, turns, wall, wins
from .action import FALSE_WIN, KONG, PASS, SHOW_KONGS, TAKE_EXTRA, WIN, Action
from .event import Event
from .finish import exhausted, settle
from .state import NOBODY, Seat, State

Events = list[Event]
Options = tuple[Action, ...]
NOTHING: Events = []
MISSED_WIN, MISSED_PUNG = 1, 2
WRONG = ("wrong_chow", "wrong_pung")


class Decision:
    """Who must act, and what each of them may do."""

    __slots__ = ("options", "pending")

    def __init__(self) -> None:
        self.pending: tuple[int, ...] = ()
        self.options: list[Options | None] = [(), (), (), ()]


def follow(s: State, decision: Decision) -> Events:
    """The next events, none if ``decision`` was filled in instead."""
    if s.manual:
        if s.late_draw != NOBODY:
            return [("draw", s.late_draw, wall.replacement(s, "late"), "late")]
        if s.phase in ("turn", "claim") and (late := slips.after_deadline(s)):
            return late
        decision.options = [None, None, None, None]
    return _PHASES[s.phase](s, decision)


def act(s: State, place: int, action: Action, options: Options) -> Events:
    """The event of an action, one of the legal ``options``."""
    if action.kind in _ANY_TIME:
        return _ANY_TIME[action.kind](s, place, action)
    if s.phase == "turn":
        return _IN_TURN[action.kind](s, place, action)
    return slips.hides_kongs(s, place) if SHOW_KONGS in options else [_answered(place, action, options)]


# Turns


def _turn(s: State, decision: Decision) -> Events:
    place = s.turn
    seat = s.seats[place]
    if seat.loose and not s.flowers_by_hand:
        return [opening.flower_event(s, place, seat.loose[0])]
    if s.bound and seat.riichi is not None and _falls_short(s, place, "self_draw"):
        return [("dead", place, "riichi_below_minimum", "V2-14")]
    _ask(s, decision, place)
    return NOTHING


def _ask(s: State, decision: Decision, place: int) -> None:
    decision.pending = (place,)
    if not s.manual:
        decision.options = [(), (), (), ()]
        decision.options[place] = None


def _falls_short(s: State, place: int, by: str) -> bool:
    """Whether a riichi hand completes and may not win, which kills it (V2-14)."""
    seat = s.seats[place]
    if seat.riichi is None or seat.dead is not None:
        return False
    if by == "self_draw":
        return s.drawn >= 0 and wins.completes(s, seat) and not turns.wins_now(s, seat)
    return wins.hits(s, seat, s.tile) and not claims.may_win(s, seat, by)


def _short(s: State, by: str) -> Events:
    """The first riichi hand that the tile at hand completes and kills."""
    for seat in s.seats:
        if seat.riichi is not None and seat.place != s.holder and _falls_short(s, seat.place, by):
            return [("dead", seat.place, "riichi_below_minimum", "V2-14")]
    return NOTHING


def _discard(s: State, place: int, action: Action) -> Events:
    discard = _discarded(s, place, action.tile, None)
    if s.manual and slips.passes_riichi(s, s.seats[place]):
        return [("dead", place, "passed_riichi", "V2-14"), discard]
    return [discard]


def _riichi(s: State, place: int, action: Action) -> Events:
    return [_discarded(s, place, action.tile, {"riichi": "closed", "riichi_open": "open"}.get(action.kind, "bare"))]


def _discarded(s: State, place: int, tile: int, riichi: str | None) -> Event:
    rows = money.chase(s, place) if s.run == 3 and tile == s.run_tile else ()
    return ("discard", place, tile, tile == s.drawn, riichi, rows)


def _win(s: State, place: int, action: Action) -> Events:
    return [("won", (place,), "self_draw", s.drawn, NOBODY)]


def _flower_win(s: State, place: int, action: Action) -> Events:
    return [("won", (place,), "flowers", s.flower_drawn, NOBODY)]


def _concealed_kong(s: State, place: int, action: Action) -> Events:
    return [("concealed_kong", place, action.tile)]


def _added_kong(s: State, place: int, action: Action) -> Events:
    return [("added_kong", place, action.tile, action.tile == s.drawn)]


def _swap(s: State, place: int, action: Action) -> Events:
    return [(action.kind, place, action.at, action.tile, action.wild)]


def _no_win(s: State, place: int, action: Action) -> Events:
    """Passing where the last tile was a flower: the wall is empty."""
    return exhausted(s)


_IN_TURN: dict[str, Callable[[State, int, Action], Events]] = {
    "discard": _discard,
    "riichi": _riichi,
    "riichi_open": _riichi,
    "riichi_bare": _riichi,
    "win": _win,
    "flower_win": _flower_win,
    "concealed_kong": _concealed_kong,
    "added_kong": _added_kong,
    "swap_up": _swap,
    "swap_down": _swap,
    "pass": _no_win,
    "false_win": lambda s, place, action: slips.false_win(s, place, "self_draw"),
    "slip": slips.fined,
    "break_riichi": slips.broken_riichi,
    "take_fines": slips.takes_fines,
    "merge": slips.merges,
}


def _lay_flower(s: State, place: int, action: Action) -> Events:
    """A flower laid down in its time, or late."""
    in_turn = place == slips.forgetful(s) if s.phase == "opening" else place not in s.forgot
    if s.discards > 0 or in_turn:
        return [opening.flower_event(s, place, action.tile)]
    return slips.late_flower(s, place, action.tile)


def _extra(s: State, decision: Decision) -> Events:
    """Whether the dealer takes his extra tile, where he must think of it himself."""
    _ask(s, decision, s.dealer)
    return NOTHING


def _show(s: State, decision: Decision) -> Events:
    """Whether concealed kongs are shown after the hand, where players must think of it themselves."""
    _ask(s, decision, s.unshown[0])
    return NOTHING


def _opening(s: State, decision: Decision) -> Events:
    """Flowers by themselves, or where players must think of them."""
    if not s.flowers_by_hand:
        return opening.replace_flowers(s)
    place = slips.forgetful(s)
    if place == NOBODY:
        return [("begin",)]
    _ask(s, decision, place)
    return NOTHING


_ANY_TIME: dict[str, Callable[[State, int, Action], Events]] = {
    "flower": _lay_flower,
    "take_extra": slips.extra,
    "mend": slips.mended,
    "show_kongs": slips.shows_kongs,
}


# Windows: every answer is collected, then they are resolved together


def _answered(place: int, action: Action, options: Options) -> Event:
    if TAKE_EXTRA in options and FALSE_WIN not in options:
        return ("missed_extra", place)
    if action is PASS and options[0].kind == "flower" and FALSE_WIN not in options:
        return ("forgets", place)
    missed = 0
    if action is not WIN and WIN in options:
        missed |= MISSED_WIN
    if action.kind in ("pass", "chow", "retract") and any(option.kind == "pung" for option in options):
        missed |= MISSED_PUNG
    return ("answer", place, action, missed)


def _open(s: State, decision: Decision, options: Callable[[State, Seat], Options]) -> bool:
    """Opens a window for all but the holder of the tile; False if nobody is left to answer."""
    holder, answers = s.holder, s.answers
    if s.manual:
        decision.pending = tuple(place for place in range(4) if place != holder and answers[place] is None)
        return bool(decision.pending)
    found: list[Options | None] = [(), (), (), ()]
    pending: list[int] = []
    for seat in s.seats:
        place = seat.place
        if place != holder and answers[place] is None:
            acts = options(s, seat)
            if acts:
                found[place] = acts
                pending.append(place)
    if not pending:
        return False
    decision.pending = tuple(pending)
    decision.options = found
    return True


def _claim(s: State, decision: Decision) -> Events:
    if s.bound and (short := _short(s, "discard")):
        return short
    if _open(s, decision, claims.claim_options):
        return NOTHING
    if WIN in s.answers:
        return [("won", _winners(s, "discard"), "discard", s.tile, s.holder)]
    if s.manual and (wrong := slips.resolve_wrong_answers(s, "discard")):
        return wrong
    if s.riichi_pending:
        return [("riichi_stands", s.holder, money.deposit(s, s.holder))]
    if s.owed_dora:
        return [("dora", s.wall[s.end - 2])]
    best = _strongest(s) if any(s.answers) else NOBODY
    if best != NOBODY:
        action = s.answers[best]
        assert action is not None
        if action == KONG:
            return [("open_kong", best, money.kong(s, best, "open_kong", s.holder))]
        if action.kind in WRONG:
            return [("wrong_claim", best, action.kind, action.own)]
        return [(action.kind, best, action.own)]
    if s.left <= 0:
        return exhausted(s)
    return [("draw", (s.holder + 1) % 4, s.wall[s.head], "wall")]


def _strongest(s: State) -> int:
    """Whose claim takes the tile: the strongest, of equals the nearest in turn."""
    best, rank = NOBODY, -1
    for step in (1, 2, 3):
        place = (s.holder + step) % 4
        action = s.answers[place]
        if action is not None and action != PASS:
            strength = claims.strength(s, action)
            if strength > rank:
                best, rank = place, strength
    return best


def _winners(s: State, by: str) -> tuple[int, ...]:
    """Who wins of those that claim to, nearest first."""
    places = _in_turn(s, (place for place, action in enumerate(s.answers) if action == WIN))
    if len(places) == 1:
        return places
    shapes = {}
    for place in places:
        arrangement = wins.judge(s, s.seats[place], by, s.tile, s.holder).arrangement
        shapes[place] = arrangement.shape if arrangement is not None else "standard"
    return money.winners(s, places, shapes, s.holder)


def _in_turn(s: State, places: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(places, key=lambda place: (place - s.holder) % 4))


def _rob(s: State, decision: Decision) -> Events:
    """A kong, a swap or an eighth flower, which others may take; then it stands."""
    place = s.holder
    if s.robbed == "turned":
        return [("kong_stands", place, money.kong(s, place, "concealed_kong"))]
    if s.robbed == "bet":
        if _open(s, decision, claims.bet_options):
            return NOTHING
        bets = tuple((at, bet.tile) for at, bet in enumerate(s.answers) if bet is not None and bet.kind == "bet")
        return [("turned", place, bets, money.bets(s, place, bets))]
    by = wins.way_to_rob(s.robbed)
    if s.bound and by in s.ways and (short := _short(s, by)):
        return short
    if (by in s.ways or s.manual) and _open(s, decision, claims.rob_options):
        return NOTHING
    if WIN in s.answers:
        return [("won", _winners(s, by), by, s.tile, place)]
    if s.manual and (wrong := slips.resolve_wrong_answers(s, by)):
        return wrong
    return _stands(s, place)


def _stands(s: State, place: int) -> Events:
    if s.robbed == "swap":
        return [("swap_stands", place)]
    if s.robbed == "flower":
        if not wall.can_replace(s, "flower"):
            return [("flower_stands", place)]
        return [("draw", place, wall.replacement(s, "flower"), "flower")]
    if s.robbed == "concealed_kong" and s.play.kong_guess:
        return [("bets_open", place)]
    late = s.robbed == "added_kong" and s.late
    return [("kong_stands", place, money.kong(s, place, s.robbed, late=late))]


def _replace(s: State, decision: Decision) -> Events:
    """The replacement of a kong; in some games its indicator is turned first."""
    if s.turns_dora:
        return [("dora", s.wall[s.end - 2])]
    if not wall.can_replace(s, "kong"):
        return exhausted(s)
    return [("draw", s.turn, wall.replacement(s, "kong"), "kong")]


def _over(s: State, decision: Decision) -> Events:
    decision.pending = ()
    decision.options = [(), (), (), ()]
    return NOTHING


def _automatic(events: Callable[[State], Events]) -> Callable[[State, Decision], Events]:
    return lambda s, decision: events(s)


_PHASES: dict[str, Callable[[State, Decision], Events]] = {
    "stacks": _automatic(opening.stacks),
    "seating": _automatic(opening.seat_players),
    "first_dealer": _automatic(opening.first_dealer),
    "hand": _automatic(opening.next_hand),
    "dice": _automatic(opening.roll),
    "deal": _automatic(opening.deal),
    "indicator": _automatic(opening.indicate),
    "extra": _extra,
    "opening": _opening,
    "opening_draw": _automatic(opening.opening_draw),
    "turn": _turn,
    "claim": _claim,
    "rob": _rob,
    "replace": _replace,
    "settle": _automatic(settle),
    "show": _show,
    "over": _over,
}

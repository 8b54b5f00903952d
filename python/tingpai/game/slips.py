"""Table mode: errors that a digital table prevents, committed on purpose, and what their clauses make of them.

Where a game is ``manual`` a player may declare a win that is none, call and not claim, break his riichi, forget its
chip, keep a flower or lay it out of turn, miss the dealer's extra tile, claim with wrong tiles, put the winning tile
among his others, leave a concealed kong unshown, or slip in ways that are merely fined.  What can still be mended
before its deadline is open to him outside his turn too.  Clauses: V1-23, V1-33, V1-35, V1-45, V1-46, V1-49, V2-14,
V2-23, V2-24, V3-18, V3-19, V3-21, V4-15, V5-4.
"""

from __future__ import annotations

from .. import payout
from ..payout.refusals import tariff_of
from ..payout.tariff import DEALER_DISCARDED, GO_AROUND, NAMED, OPENING, SECOND_DREW
from ..tiles import FIRST_FLOWER, FIRST_WIND
from . import money, turns, wins
from .action import (
    BREAK_RIICHI,
    DISCARDS,
    FALSE_WIN,
    FLOWERS,
    MERGE,
    PASS,
    RETRACT,
    RIICHI_BARE,
    SHOW_KONGS,
    SLIPS,
    TAKE_EXTRA,
    TAKE_FINES,
    WIN,
    Action,
)
from .claims import claim_options
from .event import Event
from .state import NOBODY, Seat, State

Events = list[Event]
Options = tuple[Action, ...]

LATER = "later"
_NOTHING: Options = ()


# What may be done wrong


def with_slips(s: State, place: int, legal: Options) -> Options:
    """The legal acts of a seat, the errors it may commit beside them, and what it may still mend."""
    seat = s.seats[place]
    if s.phase == "extra":
        return (TAKE_EXTRA, PASS) if place == s.dealer else _NOTHING
    if s.phase == "opening":
        # Out of turn too, which is fined like a late one (S1-10: 「忘記或次序錯誤補花」).
        flowers = tuple(FLOWERS[tile - FIRST_FLOWER] for tile in seat.loose)
        return (*flowers, PASS) if place == forgetful(s) else flowers
    if s.phase == "show":
        return (SHOW_KONGS, PASS) if place == s.unshown[0] else _NOTHING
    if s.phase == "turn" and place == s.turn:
        return legal + _in_turn(s, seat, legal)
    if s.phase in ("claim", "rob") and s.robbed not in ("bet", "turned") and _is_asked(s, place):
        return legal + _in_window(s, seat, legal) + _late(s, seat)
    if s.robbed == "bet" and _is_asked(s, place) and not legal:
        return (PASS,)
    return legal + _late(s, seat)


def _is_asked(s: State, place: int) -> bool:
    return place != s.holder and s.answers[place] is None


def forgetful(s: State) -> int:
    """Who is to lay flowers next in the opening: the first in turn who has some and has not forgotten them."""
    for step in range(4):
        place = (s.dealer + step) % 4
        if s.seats[place].loose and place not in s.forgot:
            return place
    return NOBODY


def _in_turn(s: State, seat: Seat, legal: Options) -> Options:
    # A flower kept in the opening can be laid until the dealer discards, one drawn now as long as it is the drawn one.
    acts: list[Action] = [FLOWERS[f - FIRST_FLOWER] for f in seat.loose if s.discards == 0 or f == s.drawn]
    if WIN not in legal:
        acts.append(FALSE_WIN)
    elif s.chips is not None and s.chips.fines_manual and s.balances["pool"] > 0 and not s.took_fines:
        acts.append(TAKE_FINES)
    if WIN in legal and not s.merged and "win_tile_state" in s.rules.keywords:
        acts.append(MERGE)
    if seat.riichi is not None and seat.dead is None:
        acts.append(BREAK_RIICHI)
        if passes_riichi(s, seat):
            acts.append(DISCARDS[s.drawn])
    elif s.play.riichi is not None and s.play.riichi.chip:
        acts += (RIICHI_BARE[act.tile] for act in legal if act.kind == "riichi")
    if s.missed_extra and seat.place == s.dealer and seat.dead is None:
        acts.append(TAKE_EXTRA)
    known = tariff_of(s.rules).slips
    mere = (slip.id for slip in known if not slip.until and slip.to != NAMED and slip.id not in s.slipped)
    return (*acts, *(SLIPS[id] for id in mere if id in SLIPS))


def _in_window(s: State, seat: Seat, legal: Options) -> Options:
    """Everybody is asked, and may answer wrongly."""
    acts = [] if PASS in legal else [PASS]
    if WIN not in legal:
        acts.append(FALSE_WIN)
    claims = [act for act in legal if act.kind in ("chow", "pung")]
    if claims and s.phase == "claim":
        if "unmade_pung" not in s.slips or any(act.kind == "pung" for act in claims):
            acts.append(RETRACT)
        held = seat.tiles()
        pairs = set() if "wrong_claim" not in s.slips else {(a, b) for at, a in enumerate(held) for b in held[at + 1 :]}
        wrong = [pair for pair in sorted(pairs) if _makes_no_set(s, pair)]
        acts += (Action(f"wrong_{kind}", own=pair) for kind in sorted({act.kind for act in claims}) for pair in wrong)
    return tuple(acts)


def _makes_no_set(s: State, pair: tuple[int, int]) -> bool:
    """Whether two naturals and the discard are neither chow nor pung."""
    low, middle, high = sorted((*pair, s.tile))
    if high >= FIRST_FLOWER or s.wild[low] or s.wild[middle] or s.wild[high]:
        return False
    is_chow = low + 1 == middle == high - 1 and low // 9 == high // 9 and high < FIRST_WIND
    return not is_chow and low != high


def _late(s: State, seat: Seat) -> Options:
    """What a player may still mend outside his turn."""
    if seat.dead is not None or s.phase not in ("turn", "claim"):
        return _NOTHING
    acts: list[Action] = []
    if s.discards == 0:
        acts += (FLOWERS[tile - FIRST_FLOWER] for tile in seat.loose)
    if s.missed_extra and seat.place == s.dealer and s.left > 0:
        acts.append(TAKE_EXTRA)
    if seat.wrong >= 0 and s.answers[seat.place] in (None, PASS):  # a call that he has made needs the tiles he holds
        acts += _mends(s, seat)
    return tuple(acts)


def _mends(s: State, seat: Seat) -> Options:
    """The right claims of a tile that was claimed with wrong ones."""
    trial = s.copy()
    other = trial.seats[seat.place]
    wrong = other.melds.pop(seat.wrong)
    wrong.tiles.remove(wrong.claimed)
    for tile in wrong.tiles:
        other.counts[tile] += 1
    trial.phase, trial.tile, trial.holder, trial.end = "claim", wrong.claimed, wrong.fed_by, trial.head + 1
    named = wrong.kind.removeprefix("wrong_")
    return tuple(Action("mend", own=act.own) for act in claim_options(trial, other) if act.kind == named)


# What an error leads to


def moment(s: State) -> str:
    """How late it is, as fines count it."""
    if s.discards == 0:
        return OPENING
    if s.discards == 1 and s.untouched:
        return DEALER_DISCARDED if s.phase == "claim" else SECOND_DREW
    return LATER


def fine(s: State, place: int, slip: str, found: str, to: int = NOBODY) -> money.Rows:
    """The rows of a fine."""
    fact = payout.Fined(seat=s.wind(place), slip=slip, found=found, to=None if to == NOBODY else s.wind(to))
    return money.rows(s, payout.fine(s.rules, fact))


def fined(s: State, place: int, action: Action) -> Events:
    """A slip that is merely fined."""
    return [("fined", place, action.word, fine(s, place, action.word, LATER))]


def late_flower(s: State, place: int, tile: int) -> Events:
    """A flower that was forgotten in the opening: fined once, and it collects what one laid in time does (V1-27)."""
    rows = () if place in s.late_fined else fine(s, place, "late_flower", moment(s))
    sets, collected = money.flower(s, place, tile)
    return [("late_flower", place, tile, sets, (*rows, *collected))]


def extra(s: State, place: int, action: Action) -> Events:
    """The dealer's extra tile, taken in time or late."""
    rows = fine(s, place, "missed_extra_tile", moment(s)) if s.missed_extra else ()
    return [("extra", place, s.wall[s.head], rows)]


def mended(s: State, place: int, action: Action) -> Events:
    return [("mended", place, action.own, fine(s, place, "wrong_claim", GO_AROUND))]


def broken_riichi(s: State, place: int, action: Action) -> Events:
    return [("dead", place, "broken_riichi", "V1-33")]


def merges(s: State, place: int, action: Action) -> Events:
    """The winning tile is put among the others: its group is concealed, whatever would be worth more (V1-35)."""
    return [("merged", place)]


def shows_kongs(s: State, place: int, action: Action) -> Events:
    return [("kongs_shown", place)]


def hides_kongs(s: State, place: int) -> Events:
    """Concealed kongs that are not shown after the hand, won or drawn: what they brought goes back, doubled (V1-23).
    One that brought nothing, being of a dead hand, gives nothing back."""
    return [("kongs_hidden", place, money.hidden_kongs(s, place))]


def passes_riichi(s: State, seat: Seat) -> bool:
    """Whether going on without the drawn tile passes a win that riichi binds to (V2-14)."""
    return s.bound and seat.riichi is not None and seat.dead is None and s.drawn >= 0 and turns.wins_now(s, seat)


def takes_fines(s: State, place: int, action: Action) -> Events:
    return [("took_fines", place)]


def after_deadline(s: State) -> Events:
    """The first hand that an error has killed because it was not mended in time (V1-46, V3-21, V4-15)."""
    slips = {slip.id: slip for slip in tariff_of(s.rules).slips}
    for seat in s.seats:
        own_turn = s.phase == "turn" and s.turn == seat.place
        if seat.dead is None and seat.loose and s.discards > 0 and not own_turn:
            return [("dead", seat.place, "short", slips["late_flower"].clause)]
    if s.missed_extra and s.seats[s.dealer].dead is None:
        slip = slips["missed_extra_tile"]
        if moment(s) not in slip.until:
            return [("dead", s.dealer, "short", slip.clause)]
    seat = s.seats[s.turn]
    if seat.wrong >= 0 and s.phase == "turn" and (s.drawn >= 0 or len(seat.melds) > seat.wrong + 1):
        # His next turn has come, by draw or by claim.
        return [("dead", s.turn, "wrong", slips["wrong_claim"].clause)]
    return []


def false_win(s: State, place: int, by: str) -> Events:
    """A win declared that is none: the hand ends and is paid for, or the hand of the player is dead."""
    errors, seat = s.play.errors, s.seats[place]
    if by == "self_draw":
        complete = s.drawn >= 0 and not seat.loose and wins.completes(s, seat)
        how = errors.incomplete
    else:
        complete = seat.dead is None and by in s.ways and wins.hits(s, seat, s.tile)
        how = errors.on_discard
    if how == "ends" and not complete:
        return [("false_win", place, money.rows(s, payout.false_win(s.rules, s.wind(place))))]
    return [("dead", place, "false_win" if errors.incomplete == "dies" else "wrong", errors.clause)]


def resolve_wrong_answers(s: State, by: str) -> Events:
    """What is to be said of wrong answers once all are in and nobody wins: the first false win, then calls taken
    back."""
    for step in (1, 2, 3):
        place = (s.holder + step) % 4
        if s.answers[place] == FALSE_WIN:
            return false_win(s, place, by)
    for place, action in enumerate(s.answers):
        if action == RETRACT:
            return [_retracted(s, place)]
    return []


def _retracted(s: State, place: int) -> Event:
    """A call that was not taken: to the discarder where the rules say so (V2-23), else as any other slip."""
    known = {slip.id: slip for slip in tariff_of(s.rules).slips}
    if "unmade_pung" in known:
        return ("fined", place, "unmade_pung", fine(s, place, "unmade_pung", LATER, s.holder))
    return ("fined", place, "other", fine(s, place, "other", LATER) if "other" in known else ())

"""From an empty table to the first turn, and from one hand to the next."""

from __future__ import annotations

from ..records import replace
from ..rotation import following, seat_change, swapped
from . import money, wall
from .event import Event
from .seed import DICE, FIRST_DEALER, SEATING, Stream
from .state import State

Events = list[Event]


def seat_players(s: State) -> Events:
    """The convener shuffles four wind tiles and rolls three dice: who drew East sits where they count to, counter-
    clockwise from the convener as one; S, W, N sit down clockwise from there (V1-2).  The last winner convenes when
    seats are drawn again.  Seats of games that say nothing of it are drawn the same way."""
    stream = Stream(s.seed, SEATING, s.hand + 1)
    drawn = stream.shuffled(range(4))
    dice = stream.dice(3)
    east = (s.players.index(s.last_winner) + sum(dice) - 1) % 4
    players = [0, 0, 0, 0]
    for step, player in enumerate(drawn):
        players[(east - step) % 4] = player
    return [("seating", tuple(players), east, dice)]


def first_dealer(s: State) -> Events:
    """East rolls three dice and counts counter-clockwise from himself as one (V1-3)."""
    dice = Stream(s.seed, FIRST_DEALER, s.hand + 1).dice(3)
    place = (s.east + sum(dice) - 1) % 4
    before = s.deal if s.outcome is None else following(s.play.rotation, s.deal, s.outcome)
    return [("first_dealer", replace(before, dealer=place, first=place, streak=0, dealt=frozenset()), dice)]


def roll(s: State) -> Events:
    """The dealer's dice, which open the wall and may cost or bring something (V1-4, V1-7)."""
    opening = s.play.opening
    if s.opening_roll and opening.first_roll_opens:
        dice, bonus = s.opening_roll, s.east == s.dealer
    else:
        dice, bonus = Stream(s.seed, DICE, s.hand).dice(opening.dice), True
    return [("dice", s.dealer, dice, money.opening_dice(s, dice) if bonus else ())]


def deal(s: State) -> Events:
    return [("deal", wall.dealt(s))]


def indicate(s: State) -> Events:
    """The wild indicator lies at the mouth (V1-8), the first dora indicator at the tail (V2-2)."""
    if s.play.indicator == "wild":
        return [("indicator", s.wall[s.head])]
    return [("dora", s.wall[s.end - 2])]


def replace_flowers(s: State) -> Events:
    """Dealer first, then in turn: each lays his flowers and replaces them until he holds none (V1-9)."""
    for step in range(4):
        place = (s.dealer + step) % 4
        loose = s.seats[place].loose
        if loose:
            return [flower_event(s, place, loose[0])]
    return [("begin",)]


def flower_event(s: State, place: int, tile: int) -> Event:
    sets, postings = money.flower(s, place, tile)
    return ("flower", place, tile, sets, postings)


def opening_draw(s: State) -> Events:
    return [("draw", s.turn, wall.replacement(s, "opening"), "opening")]


def next_hand(s: State) -> Events:
    """The next hand, or the end; after every four rounds seats may change (V1-6)."""
    if s.outcome is None:
        return [("hand", s.hand + 1, s.deal, s.players)]
    rotation = s.play.rotation
    deal = following(rotation, s.deal, s.outcome)
    if deal.rounds == s.rounds or s.hand + 1 == s.hands:
        return [("game_over", money.debts(s))]
    change = seat_change(rotation, s.deal, deal)
    if change == "draw":
        return seat_players(s)
    players = swapped(s.players, deal.first) if change == "swap" else s.players
    return [("hand", s.hand + 1, deal, players)]


def stacks(s: State) -> Events:
    """The bank deals the chips (V1-48)."""
    return [("stacks", money.stacks(s))]

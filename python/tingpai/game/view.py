"""What one seat may see, and nothing else (S1-02, V1-41).

Hidden are the wall, the tiles in other hands, concealed kongs that lie face down, the answers of a window that is
still open, and what binds another hand.  ``open_wall`` shows the wall, ``open_hands`` the hands too; a declared hand
may look at the others where the rules say so (V2-10), and an open one shows what it waits for (V2-12).
"""

from __future__ import annotations

from typing import Any

from ..records import asdict, dataclass
from ..tiles import KIND_COUNT, SEATS, TILE_TEXT
from .action import Action
from .event import Event
from .legal import check_place, legal_actions
from .state import Laid, Seat, State

OPEN_HANDS = ("open_hands",)
OPEN_WALL = ("open_wall", "open_hands")


@dataclass(frozen=True)
class SetView:
    """A set on the table; ``tiles`` is None where it lies face down for the viewer."""

    kind: str
    tiles: tuple[str, ...] | None
    claimed: str | None
    fed_by: int | None


@dataclass(frozen=True)
class SeatView:
    """One place as the viewer sees it; ``hand`` is None where it is hidden, ``waits`` are those of an open riichi."""

    player: int
    wind: str
    tiles: int
    hand: tuple[str, ...] | None
    sets: tuple[SetView, ...]
    river: tuple[str, ...]
    flowers: tuple[str, ...]
    riichi: str | None
    riichi_at: int | None
    waits: tuple[str, ...] | None
    goes_for_eight: bool


@dataclass(frozen=True)
class View:
    """The table from ``place``.

    ``tile`` is the one that may be claimed or robbed, of ``holder``; ``drawn`` the viewer's own; ``wall`` the tiles
    still to come where the wall is open; ``legal`` what the viewer may do now.
    """

    place: int
    rules: str
    phase: str
    hand: int
    round: str
    dealer: int
    streak: int
    turn: int
    seats: tuple[SeatView, ...]
    drawn: str | None
    tile: str | None
    holder: int | None
    robbed: str | None
    left: int
    wall: tuple[str, ...] | None
    indicator: str | None
    dora: tuple[str, ...]
    dice: tuple[int, ...]
    balances: dict[str, int]
    dead: str | None
    locked: bool
    passed: tuple[str, ...]
    answered: str | None
    legal: tuple[Action, ...]

    def to_data(self) -> dict[str, Any]:
        """The JSON object: actions in their text form."""
        data = asdict(self)
        data["legal"] = [str(action) for action in self.legal]
        return data


def view(s: State, place: int, legal: tuple[Action, ...] | None = None) -> View:
    """What the player at ``place`` sees.  Raises :class:`~tingpai.errors.IllegalActionError` where there is none.

    >>> import tingpai as tp
    >>> from tingpai.game import new_game
    >>> seen = view(new_game(tp.rules("hongkong"), seed=1).state, 0)
    >>> [other.hand is None for other in seen.seats], seen.wall
    ([False, True, True, True], None)
    """
    check_place(place)
    own = s.seats[place]
    mode = s.play.visibility
    answer = s.answers[place]
    return View(
        place=place,
        rules=s.rules.id,
        phase=s.phase,
        hand=s.hand,
        round=SEATS[s.deal.wind],
        dealer=s.dealer,
        streak=s.deal.streak,
        turn=s.turn,
        seats=tuple(_seat(s, seat, own) for seat in s.seats),
        drawn=_text(s.drawn) if s.turn == place and s.drawn >= 0 and s.phase == "turn" else None,
        tile=_window_tile(s, place),
        holder=s.holder if s.holder >= 0 else None,
        robbed=s.robbed or None,
        left=s.left,
        wall=_texts(s.wall[s.head : s.end]) if mode in OPEN_WALL else None,
        indicator=None if s.indicator is None else _text(s.indicator),
        dora=_texts(s.dora),
        dice=s.dice,
        balances={str(account): amount for account, amount in s.balances.items()},
        dead=own.dead,
        locked=own.locked,
        passed=_texts(sorted(own.passed)),
        answered=None if answer is None else str(answer),
        legal=legal_actions(s, place) if legal is None else legal,
    )


def sees_hand(s: State, viewer: Seat, other: Seat) -> bool:
    """Whether the tiles in ``other``'s hand are shown to the viewer."""
    peeks = viewer.riichi is not None and s.play.riichi is not None and s.play.riichi.peek
    return other is viewer or peeks or s.play.visibility in OPEN_HANDS


def _seat(s: State, seat: Seat, viewer: Seat) -> SeatView:
    held = seat.tiles()
    return SeatView(
        player=s.players[seat.place],
        wind=SEATS[s.wind(seat.place)],
        tiles=len(held),
        hand=_texts(held) if sees_hand(s, viewer, seat) else None,
        sets=tuple(_set(s, laid, seat, viewer) for laid in seat.melds),
        river=_texts(seat.river),
        flowers=_texts(seat.flowers),
        riichi=seat.riichi,
        riichi_at=seat.riichi_at if seat.riichi_at >= 0 else None,
        waits=_waits(s, seat) if seat.riichi == "open" else None,
        goes_for_eight=seat.declined == 7 and 7 in s.play.flower_wins,
    )


def _waits(s: State, seat: Seat) -> tuple[str, ...]:
    if s.turn == seat.place and s.drawn >= 0:
        # The tile drawn is none of those he shows.
        seat = seat.copy()
        if s.drawn < KIND_COUNT and not s.wild[s.drawn]:
            seat.counts[s.drawn] -= 1
    mask = s.waits_of(seat)
    return _texts([kind for kind in range(KIND_COUNT) if mask >> kind & 1])


def _set(s: State, laid: Laid, owner: Seat, viewer: Seat) -> SetView:
    shown = laid.shown or sees_hand(s, viewer, owner)
    return SetView(
        kind=laid.kind,
        tiles=_texts(laid.tiles) if shown else None,
        claimed=_text(laid.claimed) if laid.claimed >= 0 else None,
        fed_by=laid.fed_by if laid.fed_by >= 0 else None,
    )


def _window_tile(s: State, place: int) -> str | None:
    if s.tile < 0:
        return None
    if s.phase == "rob" and s.robbed in ("concealed_kong", "bet", "turned"):
        holder = s.seats[s.holder]
        if not (holder.melds[s.robbed_set].shown or sees_hand(s, s.seats[place], holder)):
            return None
    return _text(s.tile)


def seen_event(s: State, event: Event, place: int) -> Event | None:
    """An event as the viewer learns of it, with -1 for a tile he does not see and no text for a problem that is not
    his; None where he does not learn of it.  ``s`` is the state after the event."""
    name = event[0]
    if name == "deal":
        hands = tuple(
            hand if sees_hand(s, s.seats[place], s.seats[other]) else (-1,) * len(hand)
            for other, hand in enumerate(event[1])
        )
        return (name, hands)
    if name in ("answer", "dead", "forgets"):
        return event if event[1] == place else None
    if name in ("draw", "extra"):
        known = sees_hand(s, s.seats[place], s.seats[event[1]]) or s.play.visibility in OPEN_WALL
        return event if known else (name, event[1], -1, event[3])
    if name == "fault":  # what was wrong with an answer may tell what could have been answered
        return event if sees_hand(s, s.seats[place], s.seats[event[1]]) else (name, event[1], "")
    if name == "concealed_kong":
        laid = s.seats[event[1]].melds[s.robbed_set]
        shown = laid.shown or sees_hand(s, s.seats[place], s.seats[event[1]])
        return event if shown else (name, event[1], -1)
    return event


def _text(tile: int) -> str:
    return TILE_TEXT[tile]


def _texts(tiles: list[int]) -> tuple[str, ...]:
    return tuple(TILE_TEXT[tile] for tile in tiles)

"""Whether a tile wins, and what the win is: the events of the hand told as the situation of a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _internal
from ..hand import Hand, Meld
from ..notation import Declared, Feeder
from ..scoring import score
from ..tiles import FIRST_FLOWER, SEATS, TILE_TEXT
from .state import LAID, NOBODY, Laid, Seat, State

if TYPE_CHECKING:
    from ..result import Result

SIDES: dict[int, Feeder] = {3: "left", 2: "across", 1: "right"}
_ROBS = {
    "added_kong": "rob_kong",
    "concealed_kong": "rob_concealed_kong",
    "swap": "rob_swap",
    "flower": "rob_flower",
}


def way_to_rob(robbed: str) -> str:
    """The way of winning on a tile that may be robbed."""
    return _ROBS[robbed]


def completes(s: State, seat: Seat) -> bool:
    """Whether the tiles in hand, the drawn one among them, make a winning shape."""
    hand = _internal.Hand(bytes(seat.counts), len(seat.wilds), None, LAID[len(seat.melds)])
    return s.table.completes(hand)


def hits(s: State, seat: Seat, tile: int) -> bool:
    """Whether another's tile completes the hand of a seat that holds no drawn one."""
    waits = s.waits_of(seat)
    return seat.waits_wild if s.wild[tile] else waits >> tile & 1 == 1


def meld_of(s: State, place: int, laid: Laid) -> Meld:
    """A set on the table as a hand has it."""
    feeder = SIDES[(laid.fed_by - place) % 4] if laid.fed_by != NOBODY else None
    wilds = sum(s.wild[tile] for tile in laid.tiles)
    declared: Declared | None = None
    if wilds and laid.kind in ("chow", "pung"):
        declared = "chow" if laid.kind == "chow" else "pung"
    tiles = tuple(laid.tiles)
    if laid.kind == "concealed_kong":
        return Meld(tiles, "concealed_kong")
    form: Any = "added_kong" if laid.kind == "added_kong" else "exposed"
    return Meld(tiles, form, declared, feeder, laid.claimed if feeder else None)


def hand_of(s: State, seat: Seat, winning: int | None) -> Hand:
    """The hand of a seat without its winning tile, which is ``winning``."""
    held = [tile for tile in seat.tiles() if tile < FIRST_FLOWER]
    flowers = [*seat.flowers, *(tile for tile in seat.wilds if tile >= FIRST_FLOWER)]
    melds = tuple(meld_of(s, seat.place, laid) for laid in seat.melds)
    return Hand(tuple(held), melds, () if winning is None else (winning,), tuple(flowers))


def without(hand: Hand, tile: int) -> Hand:
    """The hand with a tile of it moved to where the winning tile is."""
    tiles, flowers = list(hand.tiles), list(hand.flowers)
    (flowers if tile >= FIRST_FLOWER else tiles).remove(tile)
    return Hand(tuple(tiles), hand.melds, (tile,), tuple(flowers))


def situation_of(s: State, seat: Seat, by: str, tile: int, holder: int) -> dict[str, Any]:
    """The keywords of a win, those that the rules have a use for."""
    place = seat.place
    told: dict[str, Any] = {
        "seat": SEATS[s.wind(place)],
        "round": SEATS[s.deal.wind],
        "by": by,
        "discarder": SEATS[s.wind(holder)] if holder != NOBODY else None,
        "streak": s.deal.streak,
        "indicator": None if s.indicator is None else TILE_TEXT[s.indicator],
        "dora": tuple(TILE_TEXT[tile] for tile in s.dora),
    }
    if by in ("self_draw", "flowers"):
        _tell_draw(s, by, told)
    else:
        told["last_tile"] = by in ("discard", "rob_flower") and s.left == 0
        if by in ("rob_kong", "rob_concealed_kong") and s.chain > 1:
            told["replacement"] = "robbed_kong_on_kong"
    if by != "flowers":
        told["first_turn"] = _first_turn(s, seat, by, holder)
    if seat.riichi not in (None, "bare"):
        _tell_riichi(s, seat, by, told)
    if by == "discard":
        told["swallow"] = s.swallow
    told["river"] = sum(len(other.river) for other in s.seats) - (by == "discard")
    if 0 <= tile < FIRST_FLOWER and not s.wild[tile]:
        told["seen"] = (TILE_TEXT[tile],) * _seen(s, seat, tile, by)
    told["prize"] = tuple(TILE_TEXT[drawn] for drawn in s.prizes.get(place, ()))
    told["die"] = s.rolls.get(place, 1)
    known = s.rules.keywords
    return {name: value for name, value in told.items() if name in known and value not in (None, ())}


def _tell_draw(s: State, by: str, told: dict[str, Any]) -> None:
    source = s.source
    if by == "flowers":
        source = s.flower_source if s.flower_drawn >= 0 else "wall"
        told["last_tile"] = s.flower_drawn >= 0 and s.flower_last
    else:
        if s.merged:
            told["win_tile_state"] = "concealed"
        if s.taken_up:
            # The winning tile is the one taken up (V1-21): neither the wall's last nor a replacement (V1-e 6 to 8), so
            # that nobody fed the win either (V1-43).
            return
        told["last_tile"] = s.left == 0 and s.discards > 0
    if source == "kong":
        told["replacement"] = "kong" if s.chain < 2 else "kong_on_kong"
    elif source == "flower":
        told["replacement"] = "flower"
    if s.chain and s.chain_feeder != NOBODY and "replacement" in told:
        told["feeder"] = SEATS[s.wind(s.chain_feeder)]


def _first_turn(s: State, seat: Seat, by: str, holder: int) -> str | None:
    if not s.untouched:
        return None
    if by == "self_draw":
        if seat.place == s.dealer:
            return "heavenly" if s.discards == 0 else None
        return "earthly" if seat.draws == 1 else None
    if by == "discard" and seat.draws == 0 and seat.place != s.dealer:
        return "earthly" if s.discards == 1 and holder == s.dealer else "human"
    return None


def _tell_riichi(s: State, seat: Seat, by: str, told: dict[str, Any]) -> None:
    told["riichi"] = seat.riichi
    told["ura"] = tuple(TILE_TEXT[tile] for tile in s.ura)
    if seat.ippatsu and by in ("self_draw", "discard") and "replacement" not in told:
        from_next = by == "discard" and s.holder == (seat.place + 1) % 4
        told["riichi_turn"] = "super_ippatsu" if from_next else "ippatsu"


def _seen(s: State, seat: Seat, tile: int, by: str) -> int:
    """Copies of a tile that lie open outside the seat's own hand and sets, the one won on left out."""
    seen = -1 if by == "discard" else 0
    for other in s.seats:
        seen += other.river.count(tile)
        if other is not seat:
            seen += sum(meld.tiles.count(tile) for meld in other.melds if meld.shown)
    if by in ("rob_kong", "rob_concealed_kong"):
        seen -= 1 if s.seats[s.holder].melds[s.robbed_set].shown else 0
    return seen


def told_win(s: State, seat: Seat, by: str, tile: int = -1, holder: int = NOBODY) -> tuple[Hand, dict[str, Any]]:
    """A win that is made up of the present state: the hand with its winning tile, and the situation's keywords."""
    if by == "self_draw":
        tile = s.drawn
        hand = without(hand_of(s, seat, None), tile)
    elif by == "flowers":
        hand = hand_of(s, seat, None)
        if s.flower_drawn >= 0:
            hand = without(hand, s.flower_drawn)
    else:
        hand = hand_of(s, seat, tile)
    return hand, situation_of(s, seat, by, tile, holder)


def judge(s: State, seat: Seat, by: str, tile: int = -1, holder: int = NOBODY) -> Result:
    """The score of a win that is made up of the present state."""
    hand, told = told_win(s, seat, by, tile, holder)
    return score(hand, s.rules, **told)

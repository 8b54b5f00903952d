"""What others may do about a tile: claim a discard, rob a kong, a swap or a flower, bet on a concealed kong."""

from __future__ import annotations

from ..payout.refusals import tariff_of
from ..tiles import FIRST_FLOWER, FIRST_WIND, WILD
from .action import BETS, KONG, PASS, WIN, Action, chow, pung
from .state import Seat, State
from .wins import hits, judge, way_to_rob

Options = tuple[Action, ...]

NONE: Options = ()
_BETTING: Options = (PASS, *BETS)


def _neighbours(tile: int) -> tuple[tuple[int, int], ...]:
    """The pairs that make a chow with a tile."""
    if tile >= FIRST_WIND:
        return ()
    rank = tile % 9
    return tuple((tile + a, tile + b) for a, b in ((-2, -1), (-1, 1), (1, 2)) if rank + a >= 0 and rank + b <= 8)


NEIGHBOURS = tuple(_neighbours(tile) for tile in range(WILD))
NEAR = tuple(sorted({other for pair in pairs for other in pair}) for pairs in NEIGHBOURS)
_ALL_CHOW_PAIRS = sorted({pair for pairs in NEIGHBOURS for pair in pairs})


def claim_options(s: State, seat: Seat) -> Options:
    """What a seat may do about the discard; nothing if it can only pass."""
    tile = s.tile
    acts: list[Action] = []
    if (
        "discard" in s.ways
        and not seat.locked
        and seat.dead is None
        and hits(s, seat, tile)
        and may_win(s, seat, "discard")
    ):
        acts.append(WIN)
        if seat.riichi is not None and s.bound:
            return (WIN,)
    if (seat.riichi is None or seat.dead == "broken_riichi") and goes_on(s) and can_discard_after(s, seat):
        if s.wild[tile] or seat.wilds:
            _with_wilds(s, seat, acts)
        else:
            held = seat.counts[tile]
            if held >= 2 and tile not in seat.passed:
                acts.append(pung(tile, tile))
            if held == 3 and may_kong(s):
                acts.append(KONG)
            if tile < FIRST_WIND and seat.place == (s.holder + 1) % 4 and s.rules.chow_claims:
                counts = seat.counts
                acts += [chow(a, b) for a, b in NEIGHBOURS[tile] if counts[a] and counts[b]]
    if not acts:
        return NONE
    acts.append(PASS)
    return tuple(acts)


def goes_on(s: State) -> bool:
    """Whether there is a tile to draw after this discard: on the last one only a win is open.  An indicator that is
    owed for a kong is turned once the discard was not won on, before any claim, and may end the wall (V2-d2, V2-6)."""
    return s.left > 2 * s.owed_dora


def can_discard_after(s: State, seat: Seat) -> bool:
    """Whether a claim leaves a tile to discard: not always in a hand that is short of some."""
    return not s.manual or sum(seat.counts) + len(seat.wilds) > 2


def may_kong(s: State) -> bool:
    """Whether a kong finds its replacement, and no limit stands against it."""
    if s.play.reserve:
        # The next indicator's whole stack must be undrawn.
        kongs = sum(len(meld.tiles) == 4 for seat in s.seats for meld in seat.melds)
        most = s.play.max_kongs
        return bool(s.spares) and (most is None or kongs < most) and s.left >= 2 + 2 * s.owed_dora
    return s.left > 0


def _with_wilds(s: State, seat: Seat, acts: list[Action]) -> None:
    """Claims where the tile or some of the own ones are wild (V1-15 to V1-17)."""
    tile, counts, wilds = s.tile, seat.counts, seat.wilds
    from_left = seat.place == (s.holder + 1) % 4 and s.rules.chow_claims
    one = wilds[0] if wilds else -1
    if s.wild[tile]:
        acts += [pung(kind, kind) for kind, held in enumerate(counts) if held >= 2]
        if from_left:
            acts += [chow(a, b) for a, b in _ALL_CHOW_PAIRS if counts[a] and counts[b]]
            if wilds:
                acts += [chow(a, one) for a in range(FIRST_WIND) if counts[a]]
    elif tile < FIRST_FLOWER:
        held = counts[tile]
        if tile not in seat.passed:
            if held >= 2:
                acts.append(pung(tile, tile))
            if held and wilds:
                acts.append(pung(tile, one))
            if len(wilds) >= 2:
                acts.append(pung(one, wilds[1]))
        if held == 3 and may_kong(s):
            acts.append(KONG)
        if from_left:
            acts += [chow(a, b) for a, b in NEIGHBOURS[tile] if counts[a] and counts[b]]
            if wilds:
                acts += [chow(a, one) for a in NEAR[tile] if counts[a]]
    if from_left and len(wilds) >= 2 and (s.wild[tile] or tile < FIRST_WIND):
        acts.append(chow(one, wilds[1]))


def may_win(s: State, seat: Seat, by: str) -> bool:
    """Whether a tile of another that completes the hand wins."""
    if seat.dead is not None or s.tile in seat.passed or seat.wrong >= 0 or is_short(s, seat):
        return False
    return judge(s, seat, by, s.tile, s.holder).wins


def is_short(s: State, seat: Seat) -> bool:
    """Whether a tile was not drawn that should have been (in table mode)."""
    return bool(seat.loose) or (s.missed_extra and seat.place == s.dealer)


def rob_options(s: State, seat: Seat) -> Options:
    """What a seat may do about a tile that can be robbed."""
    by = way_to_rob(s.robbed)
    if by not in s.ways or seat.dead is not None:
        return NONE
    if by == "rob_flower":
        goes = 8 in s.play.flower_wins and seat.declined == 7 and len(seat.flowers) == 7
        return (WIN, PASS) if goes else NONE
    if seat.locked or not hits(s, seat, s.tile) or not may_win(s, seat, by):
        return NONE
    return (WIN,) if seat.riichi is not None and s.bound else (WIN, PASS)


def bet_options(s: State, seat: Seat) -> Options:
    """A stake of one on the suit of a concealed kong (V1-28).  「只限用一番猜」: it takes a chip to stake, so that who
    has none left, and would not pay (V1-47), does not bet."""
    rates = tariff_of(s.rules).bets
    broke = s.chips is not None and rates is not None and s.balances[s.players[seat.place]] < rates.stake
    return NONE if broke else _BETTING


def strength(s: State, action: Action) -> int:
    """The rank of a claim: the stronger takes the tile; the turn decides between equals."""
    name = action.kind
    if name == "pung":
        a, b = action.own
        if s.wild[a] or s.wild[b]:
            name = "wild_pung"
    name = name.removeprefix("wrong_")
    return next(rank for rank, names in enumerate(s.play.ranks) if name in names)

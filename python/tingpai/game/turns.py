"""What a player may do in his own turn."""

from __future__ import annotations

from itertools import compress

from .. import _internal
from ..tiles import FIRST_FLOWER, FIRST_WIND, KIND_COUNT
from .action import (
    ADDED_KONGS,
    CONCEALED_KONGS,
    DISCARDS,
    FLOWER_WIN,
    PASS,
    RIICHI,
    RIICHI_OPEN,
    WIN,
    Action,
)
from .claims import is_short, may_kong
from .state import LAID, Laid, Seat, State
from .wins import completes, hits, judge

Options = tuple[Action, ...]
_DISCARD_KINDS = DISCARDS[:KIND_COUNT]


def turn_options(s: State, seat: Seat) -> Options:
    """Everything the player in turn may do; never nothing."""
    acts: list[Action] = []
    if s.drawn >= 0 and seat.dead is None and wins_now(s, seat):
        acts.append(WIN)
    if seat.flowers and may_win_by_flowers(s, seat):
        acts.append(FLOWER_WIN)
    if s.flower_drawn >= 0 and s.flower_last and s.drawn < 0:
        # The last tile was a flower and nothing replaces it: a flower win, or the hand is drawn.
        return (*acts, PASS)
    if seat.riichi is not None and seat.dead != "broken_riichi":
        return _locked(s, seat, acts)
    if seat.dead is not None and not s.play.errors.free and s.drawn >= 0 and s.is_hand_tile(s.drawn):
        return (*acts, DISCARDS[s.drawn])
    acts += compress(_DISCARD_KINDS, seat.counts)
    if seat.wilds:
        acts += (DISCARDS[face] for face in sorted(set(seat.wilds)))
    if s.barred >= 0:
        acts = [act for act in acts if act is not DISCARDS[s.barred]] or acts
    if s.drawn >= 0:
        if 4 in seat.counts:
            _concealed_kongs(s, seat, acts)
        if seat.melds:
            _added_kongs(s, seat, acts)
    if s.play.riichi is not None and seat.dead is None and seat.wrong < 0 and not is_short(s, seat):
        _riichi(s, seat, acts)
    if seat.melds and s.play.swaps != "off":
        _swaps(s, seat, acts)
    return tuple(acts)


def wins_now(s: State, seat: Seat) -> bool:
    """Whether the hand with its drawn tile wins."""
    if seat.far >= 0 or (s.drawn >= FIRST_FLOWER and not s.wild[s.drawn]) or seat.wrong >= 0:
        return False
    return completes(s, seat) and judge(s, seat, "self_draw").wins


def may_win_by_flowers(s: State, seat: Seat) -> bool:
    """Whether as many flowers as lie here win, and have not been declined (V1-34, V3-17)."""
    held = len(seat.flowers)
    if held not in s.play.flower_wins or seat.declined == held or seat.dead is not None:
        return False
    return s.drawn >= 0 or s.flower_drawn >= 0


def _locked(s: State, seat: Seat, acts: list[Action]) -> Options:
    """After riichi: win, draw and discard the same tile, and kong where that is allowed."""
    riichi = s.play.riichi
    assert riichi is not None
    if WIN in acts and (riichi.bound or s.swapped):
        return tuple(acts)
    if not s.is_hand_tile(s.drawn):
        return tuple(acts)  # a flower that must be laid first
    acts.append(DISCARDS[s.drawn])
    if riichi.kongs and s.drawn < KIND_COUNT and seat.counts[s.drawn] == 4 and may_kong(s) and _same_waits(s, seat):
        acts.append(CONCEALED_KONGS[s.drawn])
    if s.play.swaps != "off" and not s.swapped and seat.dead is None:
        swaps: list[Action] = []
        _swaps(s, seat, swaps)
        acts += (act for act in swaps if act.kind == "swap_up" and _swap_wins(s, seat, act))
    return tuple(acts)


def _same_waits(s: State, seat: Seat) -> bool:
    """Whether a concealed kong of the drawn kind leaves the waits as they were (V2-10)."""
    counts = bytearray(seat.counts)
    counts[s.drawn] -= 1
    before = _waits(s, counts, len(seat.wilds), len(seat.melds))
    counts[s.drawn] = 0
    return before == _waits(s, counts, len(seat.wilds), len(seat.melds) + 1)


def _waits(s: State, counts: bytearray, wilds: int, sets: int) -> tuple[int, bool]:
    return s.table.waits(_internal.Hand(bytes(counts), wilds, None, LAID[sets]))


def _concealed_kongs(s: State, seat: Seat, acts: list[Action]) -> None:
    if may_kong(s) or (s.play.last_tile_kong and s.left == 0):
        acts += (CONCEALED_KONGS[kind] for kind, held in enumerate(seat.counts) if held == 4)


def _added_kongs(s: State, seat: Seat, acts: list[Action]) -> None:
    """The fourth tile to a pung of three real ones, one that a swap made real too (V1-22)."""
    for meld in seat.melds:
        if meld.kind == "pung":
            kind = meld.tiles[0]
            real = kind < KIND_COUNT and seat.counts[kind] and meld.tiles == [kind, kind, kind] and not s.wild[kind]
            if real and (may_kong(s) or (s.play.last_tile_kong and s.left == 0)):
                acts.append(ADDED_KONGS[kind])


# Riichi


def _riichi(s: State, seat: Seat, acts: list[Action]) -> None:
    """Discards that leave the hand ready."""
    riichi = s.play.riichi
    assert riichi is not None
    if riichi.concealed and seat.claimed():
        return
    far = seat.far if seat.far > 1 else s.find_distance(seat)
    if far > 1 or (far == 1 and not _waits_for_a_fifth(s, seat)):
        return
    tiles = [act.tile for act in acts if act.kind == "discard"]
    for tile in tiles:
        if _ready_after(s, seat, tile):
            acts.append(RIICHI[tile])
            if riichi.open:
                acts.append(RIICHI_OPEN[tile])


def _waits_for_a_fifth(s: State, seat: Seat) -> bool:
    """Whether a hand may be ready though no natural tile completes it: for a fifth of a kind that it holds all four
    of, which a wild one may be.  The distance counts such a hand one further."""
    return any(s.wild) and any(seat.counts[kind] + _laid(seat, kind) == 4 for kind in range(KIND_COUNT))


def _ready_after(s: State, seat: Seat, tile: int) -> bool:
    counts, wilds = bytearray(seat.counts), len(seat.wilds)
    if s.wild[tile]:
        wilds -= 1
    else:
        counts[tile] -= 1
    mask, by_wild = _waits(s, counts, wilds, len(seat.melds))
    return ready(s, seat, counts, mask, by_wild)


def ready(s: State, seat: Seat, counts: bytearray, mask: int, by_wild: bool) -> bool:
    """Whether a hand with these waits is ready: it does not hold all four of every tile it waits for."""
    if by_wild and any(s.wild):
        return True
    return any(
        mask >> kind & 1 and not s.wild[kind] and counts[kind] + _laid(seat, kind) < 4 for kind in range(KIND_COUNT)
    )


def _laid(seat: Seat, kind: int) -> int:
    """Tiles of a kind in own sets."""
    return sum(meld.tiles.count(kind) for meld in seat.melds)


def is_ready(s: State, seat: Seat) -> bool:
    """The same for a hand as it is, without a drawn tile."""
    mask = s.waits_of(seat)
    return mask != 0 and ready(s, seat, seat.counts, mask, seat.waits_wild)


# Swaps of wild tiles in own sets


def _swaps(s: State, seat: Seat, acts: list[Action]) -> None:
    """飛上 and 飛落 (V1-19, V1-20): in the own turn after a draw, or wherever the player acts."""
    timing = s.play.swaps
    if timing != "any_action" and s.drawn < 0:
        return
    wild, down = s.wild, timing != "up_only" and bool(seat.wilds)
    for index, meld in enumerate(seat.melds):
        tiles = meld.tiles
        # Wild tiles lie last.
        up = wild[tiles[-1]]
        if not (up or (down and not wild[tiles[1]])) or meld.kind not in ("chow", "pung"):
            continue
        naturals = [tile for tile in tiles if not wild[tile]]
        if up:
            faces = sorted({tile for tile in tiles if wild[tile]})
            for kind in _fitting(meld, naturals):
                if seat.counts[kind] and not wild[kind]:
                    acts += (Action("swap_up", kind, (), index, face) for face in faces)
        if down and len(naturals) > 1:
            spare = list(naturals)
            if meld.claimed in spare:
                spare.remove(meld.claimed)
            acts += (Action("swap_down", kind, (), index, seat.wilds[0]) for kind in sorted(set(spare)))


def _fitting(meld: Laid, naturals: list[int]) -> list[int]:
    """Kinds that may stand in a set beside these naturals."""
    if meld.kind == "pung":
        return naturals[:1] or list(range(KIND_COUNT))
    if not naturals:
        return list(range(FIRST_WIND))
    low, high = naturals[0], naturals[-1]
    return [
        kind
        for kind in range(max(low - 2, low // 9 * 9), min(high + 2, low // 9 * 9 + 8) + 1)
        if kind not in naturals and max(high, kind) - min(low, kind) <= 2
    ]


def _swap_wins(s: State, seat: Seat, act: Action) -> bool:
    """Whether the hand wins at once with the wild tile that a swap takes up (V1-21, V1-33)."""
    from .evolve import evolve

    trial = s.copy()
    evolve(trial, ("swap_up", seat.place, act.at, act.tile, act.wild))
    evolve(trial, ("swap_stands", seat.place))
    return wins_now(trial, trial.seats[seat.place])


def robs(s: State, seat: Seat) -> bool:
    """Whether the tile now at hand completes a riichi hand that the rules bind to win."""
    return seat.riichi is not None and seat.dead is None and hits(s, seat, s.tile)

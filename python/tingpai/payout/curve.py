"""A table says what a discarder pays for so many fan; a self-draw costs each player half of it."""

from __future__ import annotations

from typing import Literal

from ..errors import Fault
from ..records import dataclass
from ..tiles import DRAGON_KINDS, HONOURS, TERMINALS, is_honour, kinds, suit_of
from .facts import LaidSet, Posting, WinFacts

CURVES: dict[str, tuple[int, ...]] = {
    "half_spicy": (2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024),
    "spicy": (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768),
}
"""What a discarder pays, by fan (V3-12)."""

ALL_HONOURS = kinds(HONOURS)
ALL_TERMINALS = kinds(TERMINALS)
DRAGONS = kinds(DRAGON_KINDS)


@dataclass(frozen=True, kw_only=True)
class CurveScheme:
    """Payment by a curve (V3-12 to V3-17).

    ``pay``: ``full``, a discarder pays the whole; ``half``, he pays half and the others a quarter
    each, the whole only where he is liable.
    """

    curve: Literal["half_spicy", "spicy"] = "half_spicy"
    pay: Literal["full", "half"] = "full"
    half_twelve: Literal["listed", "any"] = "listed"
    dragon_pao_selfdraw: bool = False

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        most = len(CURVES[self.curve]) - 1
        if win.total <= most:
            return ()
        return (Fault("bad_value", f"total: the table ends at {most}, found {win.total}"),)

    def settle(self, win: WinFacts) -> tuple[Posting, ...]:
        whole = CURVES[self.curve][win.total]
        if win.discarder is None:
            return self._drawn(win, whole // 2)
        if win.by in ("rob_kong", "rob_concealed_kong"):
            return (Posting(win.discarder, win.seat, whole, "robbed kong", "V3-16"),)
        if self.pay == "full":
            return (Posting(win.discarder, win.seat, whole, "discard", "V3-17" if win.by == "rob_flower" else "V3-12"),)
        if win.by == "discard" and self._pays_the_whole(win):
            return (Posting(win.discarder, win.seat, whole, "liable", "V3-15"),)
        return tuple(
            Posting(seat, win.seat, whole // 2, "discard", "V3-13")
            if seat == win.discarder
            else Posting(seat, win.seat, max(whole // 4, 1), "another's discard", "V3-13")
            for seat in win.others
        )

    def _drawn(self, win: WinFacts, half: int) -> tuple[Posting, ...]:
        liable, clause = self._liable_for_draw(win)
        if liable is None:
            clause = "V3-17" if win.by == "flowers" else "V3-12"
            return tuple(Posting(seat, win.seat, half, "self-drawn", clause) for seat in win.others)
        return tuple(
            Posting(liable, win.seat, half, "self-drawn" if seat == liable else "liable", clause) for seat in win.others
        )

    def _liable_for_draw(self, win: WinFacts) -> tuple[int | None, str]:
        """Who pays all three halves of a self-draw, and by which clause."""
        if win.by == "flowers":
            return win.kong_feeder, "V3-17"
        # Of four sets laid the last decides; nobody fed it if it is a concealed kong.
        if win.laid == 4:
            if self.pay == "full":
                return _feeder_of_last(win), "V3-14"
            if self.half_twelve == "any" or _listed(win):
                return _feeder_of_last(win), "V3-15"
        if self.pay == "half" and self.dragon_pao_selfdraw and _three_dragons(win):
            return next((meld.feeder for meld in _dragons_laid(win)[1:]), None), "V3-15"
        return None, ""

    def _pays_the_whole(self, win: WinFacts) -> bool:
        """Under half pay a discarder is liable where nine tiles of a listed hand, or six of its dragons, are laid."""
        return (win.laid >= 3 and _listed(win)) or (_three_dragons(win) and len(_dragons_laid(win)) >= 2)


def _feeder_of_last(win: WinFacts) -> int | None:
    """Who fed the last set laid: where its replacement won, the feeder may be named instead of marked."""
    last = win.melds[-1]
    won_on_it = last.kind == "open_kong" and win.replacement in ("kong", "kong_on_kong")
    return win.kong_feeder if won_on_it else last.feeder


def _listed(win: WinFacts) -> bool:
    """清一色, 清么九 or 字一色, whichever row the hand is paid by."""
    faces = set(win.tiles)
    one_suit = len({suit_of(face) for face in faces}) == 1 and not any(map(is_honour, faces))
    return one_suit or faces <= ALL_TERMINALS or faces <= ALL_HONOURS


def _three_dragons(win: WinFacts) -> bool:
    """大三元 or 小三元: each dragon a pung, or one of them the pair."""
    return all(win.tiles.count(dragon) >= 2 for dragon in DRAGONS)


def _dragons_laid(win: WinFacts) -> list[LaidSet]:
    return [meld for meld in win.melds if meld.face in DRAGONS]

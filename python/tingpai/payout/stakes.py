"""A stake for the win, money for each fan, and chance on top: a die, or tiles turned up after the win."""

from __future__ import annotations

from typing import Literal

from ..errors import Fault
from ..records import dataclass
from ..tiles import TERMINALS_AND_HONOURS, kinds
from .facts import DEALER, Posting, WinFacts, too_many_prizes

ORPHANS = kinds(TERMINALS_AND_HONOURS)
DOUBLING_PRIZE = kinds("6z")
"""發 (V4-14)."""

SEAT_PRIZES = (
    kinds("159m159p159s17z"),
    kinds("48m48p48s26z"),
    kinds("37m37p37s35z"),
    kinds("26m26p26s4z"),
)
"""Prize tiles that hit, by the winner's seat from the dealer (V5-7)."""


@dataclass(frozen=True, kw_only=True)
class StakeScheme:
    """``drawn`` from each on a self-draw, ``discarded`` from the discarder alone, ``per_fan`` on top (V4-6).

    A robbed player pays three shares of a self-draw (V4-6, V4-12).  The dealer's fan is in a
    payment where its payer or the winner is the dealer: 2n+1 for a streak of n, or 2n (V4-11).
    ``die``: in which wins of thirteen orphans it multiplies all that is paid (V4-13); ``prize_doubles``:
    發 doubles all that is paid (V4-14).
    """

    per_fan: int = 10
    drawn: int = 20
    discarded: int = 30
    dealer_fan: Literal["2n+1", "2n", "off"] = "2n+1"
    die: Literal["off", "any", "rob_concealed_kong"] = "any"
    prize_doubles: bool = True
    prize_tiles: int = 1

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        return too_many_prizes(win, self.prize_tiles)

    def settle(self, win: WinFacts) -> tuple[Posting, ...]:
        if win.discarder is None:
            return tuple(
                Posting(seat, win.seat, self.share(win, seat, self.drawn), "self-drawn", "V4-6") for seat in win.others
            )
        if win.by == "discard":
            amount = self.share(win, win.discarder, self.discarded)
            return (Posting(win.discarder, win.seat, amount, "discard", "V4-6"),)
        clause = "V4-12" if win.by == "rob_concealed_kong" else "V4-6"
        amount = 3 * self.share(win, win.discarder, self.drawn)
        return (Posting(win.discarder, win.seat, amount, "robbed kong", clause),)

    def share(self, win: WinFacts, payer: int, stake: int) -> int:
        """One stake with its fan, times the die and the prize.

        Fan of S4-K: 十三么 12 and 搶槓 1; 2700 in all.

        >>> orphans = tuple(sorted(ORPHANS)) + (0,)
        >>> win = WinFacts(total=13, seat=1, by="rob_concealed_kong", discarder=2, die=6, tiles=orphans)
        >>> 3 * StakeScheme().share(win, payer=2, stake=20)
        2700
        """
        fan = win.total
        if DEALER in (win.seat, payer):
            fan += {"2n+1": 2 * win.streak + 1, "2n": 2 * win.streak, "off": 0}[self.dealer_fan]
        return (stake + self.per_fan * fan) * self._factor(win)

    def _factor(self, win: WinFacts) -> int:
        # No other shape has all thirteen kinds; a roll of 1 changes nothing, whatever the hand.
        rolled = win.die > 1 and self.die in ("any", win.by) and set(win.tiles) >= ORPHANS
        doubled = self.prize_doubles and not DOUBLING_PRIZE.isdisjoint(win.prize)
        return (win.die if rolled else 1) * (2 if doubled else 1)


@dataclass(frozen=True, kw_only=True)
class SeatPrizeScheme:
    """``stake`` from each, and ``per_prize`` for each prize tile that hits by the winner's seat (V5-2, V5-7).

    ``per_fan``: where fan money was agreed.  The feeder of the kong whose replacement won, and a
    player whose kong is robbed, pay the shares of all three (V5-3).
    """

    stake: int = 20
    per_fan: int = 0
    per_prize: int = 10
    prize_tiles: int = 3

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        return too_many_prizes(win, self.prize_tiles)

    def settle(self, win: WinFacts) -> tuple[Posting, ...]:
        share = self.share(win)
        liable = win.discarder if win.by == "rob_kong" else win.kong_feeder
        if liable is None:
            return tuple(Posting(seat, win.seat, share, "self-drawn", "V5-2") for seat in win.others)
        return tuple(
            Posting(liable, win.seat, share, "self-drawn" if seat == liable else "liable", "V5-3")
            for seat in win.others
        )

    def share(self, win: WinFacts) -> int:
        """What the win costs each loser, whoever pays it.

        >>> SeatPrizeScheme().share(WinFacts(total=0, seat=0, by="self_draw", prize=(27, 4, 26)))
        50
        """
        hits = sum(tile in SEAT_PRIZES[win.seat] for tile in win.prize)
        return self.stake + self.per_fan * win.total + self.per_prize * hits

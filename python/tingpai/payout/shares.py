"""Every loser pays his own share, or one who is liable pays all three."""

from __future__ import annotations

from ..errors import Fault
from ..records import dataclass
from ..tiles import kinds
from .facts import DEALER, Posting, WinFacts, too_many_prizes

PRIZES = kinds("159m159p159s17z")
"""Prize tiles that hit (V1-44), by face: a wild tile counts as what it shows, a flower never."""


@dataclass(frozen=True, kw_only=True)
class ShareScheme:
    """A share is (fan + prizes + dealer's fan) x ``unit`` + ``base`` (V1-42).

    The dealer's fan, 2n+1 for a streak of n, is in it where the winner or that loser is the
    dealer.  Liable (V1-43): the owner of a robbed tile, and the feeder of the open kong whose
    replacement won.
    """

    base: int
    unit: int = 1
    dealer_bonus: bool = True
    prize_tiles: int = 4

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        return too_many_prizes(win, self.prize_tiles)

    def settle(self, win: WinFacts) -> tuple[Posting, ...]:
        liable = win.discarder if win.by in ("rob_kong", "rob_swap") else win.kong_feeder
        if liable is None:
            return tuple(Posting(seat, win.seat, self.share(win, seat), "win", "V1-42") for seat in win.others)
        return tuple(
            Posting(liable, win.seat, self.share(win, seat), "win" if seat == liable else "liable", "V1-43")
            for seat in win.others
        )

    def share(self, win: WinFacts, loser: int) -> int:
        """What ``loser`` owes, whoever pays it.

        >>> ShareScheme(base=5).share(WinFacts(total=20, seat=1, by="self_draw"), loser=2)
        25
        """
        fan = win.total + sum(tile in PRIZES for tile in win.prize)
        if self.dealer_bonus and DEALER in (win.seat, loser):
            fan += 2 * win.streak + 1
        return fan * self.unit + self.base

"""A printed table says what so many tai pay; the discarder pays it alone, and of a self-draw each player a third."""

from __future__ import annotations

from typing import Literal

from ..errors import Fault
from ..records import dataclass
from .facts import DEALER, Posting, WinFacts

PRINTED: dict[int, int] = {
    3: 60, 4: 80, 5: 100,
    6: 240, 7: 280, 8: 320, 9: 360, 10: 400, 11: 440, 12: 480,
    13: 600, 14: 660, 15: 720, 16: 780, 17: 840, 18: 840, 19: 900,
    20: 1200,
}  # fmt: skip
"""What a discarder pays, by tai (V2-18), where a tai is 20.  S2-1.7 leaves 17 out: it is 780 + 60."""
BY_FORMULA = {tai: 600 + 60 * (tai - 13) for tai in range(13, 20)}
"""The same from 13 to 19 by what the table says beside it, 60 more for each tai (V2-18)."""
LAST, STEP = 20, 60
"""After its last row the table goes on by this step."""
PRINTED_UNIT = 20
STREAK = (0, 20, 40, 80, 160, 320)
"""What a dealer who wins again gets more, by how often he has (V2-20); more often, the last."""


@dataclass(frozen=True, kw_only=True)
class TableScheme:
    """Payment by the printed table (V2-18 to V2-20), in proportion to ``unit``, the money of one tai.

    ``rows_13_19``: as ``printed``, or by the ``formula`` of 60 more for each tai.  ``streak_selfdraw``: of a
    self-draw ``each`` player pays the whole streak, or a ``third`` of it, rounded up.
    """

    unit: int = PRINTED_UNIT
    rows_13_19: Literal["printed", "formula"] = "printed"
    streak_selfdraw: Literal["each", "third"] = "each"

    def faults(self, win: WinFacts) -> tuple[Fault, ...]:
        return ()

    def settle(self, win: WinFacts) -> tuple[Posting, ...]:
        streak = self.streak(win.streak) if win.seat == DEALER else 0
        if win.discarder is not None:
            reason, clause = ("robbed kong", "V2-d2") if win.by == "rob_kong" else ("discard", "V2-19")
            postings = [Posting(win.discarder, win.seat, self.amount(win.total), reason, clause)]
        else:
            share = self.drawn(win.total) // 3
            postings = [Posting(seat, win.seat, share, "self-drawn", "V2-19") for seat in win.others]
            if self.streak_selfdraw == "third":
                streak = -(-streak // 3)
        if streak:
            postings += [Posting(posting.payer, win.seat, streak, "streak", "V2-20") for posting in postings]
        return tuple(postings)

    def amount(self, tai: int) -> int:
        """What a discarder pays for so many tai; below the table's first row, that many times the unit.

        >>> [TableScheme().amount(tai) for tai in (1, 3, 6, 17, 21)]
        [20, 60, 240, 840, 1260]
        >>> TableScheme(rows_13_19="formula", unit=10).amount(18)
        450
        """
        rows = PRINTED | BY_FORMULA if self.rows_13_19 == "formula" else PRINTED
        printed = rows[LAST] + STEP * (tai - LAST) if tai > LAST else rows.get(tai, PRINTED_UNIT * tai)
        return printed * self.unit // PRINTED_UNIT

    def drawn(self, tai: int) -> int:
        """What a self-draw of so many tai costs the three together: the amount of the next tai that divides by 3.

        >>> [TableScheme().drawn(tai) for tai in (3, 4, 6, 7, 11, 13)]
        [60, 240, 240, 360, 480, 600]
        """
        while self.amount(tai) % 3:
            tai += 1
        return self.amount(tai)

    def streak(self, times: int) -> int:
        """What a dealer who has won so many times running gets beside.

        >>> [TableScheme().streak(times) for times in (0, 1, 5, 9)]
        [0, 20, 320, 320]
        """
        return STREAK[min(times, len(STREAK) - 1)] * self.unit // PRINTED_UNIT

"""Money of a win.  A scheme turns the facts of one win into postings; money moves in no other way."""

from .curve import CurveScheme
from .facts import LaidSet, Posting, Scheme, WinFacts, check, payments
from .shares import ShareScheme
from .stakes import SeatPrizeScheme, StakeScheme
from .table import TableScheme

__all__ = [
    "CurveScheme",
    "LaidSet",
    "Posting",
    "Scheme",
    "SeatPrizeScheme",
    "ShareScheme",
    "StakeScheme",
    "TableScheme",
    "WinFacts",
    "check",
    "payments",
]

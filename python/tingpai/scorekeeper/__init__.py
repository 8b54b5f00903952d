"""The scorekeeper: the book of a real game, kept line by line.

A line (``kong Ben open Cho``, ``win Dee on Ann 24``) is read against the table as it stands, its payments are shown,
and once confirmed it is an entry of the ledger.  The table, who deals and what has happened in the hand, is the fold
of the entries, so that opening a book again and undoing a line need nothing else.
"""

from .book import EVENTS, Book, Proposal
from .refusal import LineError, NoWinError
from .table import Hand, Table

__all__ = ["EVENTS", "Book", "Hand", "LineError", "NoWinError", "Proposal", "Table"]

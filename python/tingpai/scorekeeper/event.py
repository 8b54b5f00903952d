"""What an event of the book is: how its line is read, what it pays, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..payout.facts import Posting
from ..records import dataclass
from .line import Line
from .table import Facts, Table

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

Postings = Sequence[Posting]


def no_money(table: Table, facts: Facts) -> Postings:
    """Nothing moves."""
    return ()


def unchanged(table: Table, facts: Facts, booked: Postings) -> Table:
    """Nothing but balances changes."""
    return table


def everywhere(rules: RuleSet) -> bool:
    """All rules know it."""
    return True


@dataclass(frozen=True, kw_only=True)
class Event:
    """One kind of line.

    ``read``: the facts a line states, checked against the table; ``settle``: what they pay, by seat;
    ``after``: the table after them, given what was booked, by player; ``known``: whether rules know such an event;
    ``between``: it is no part of the hand now played, and stands between hands too.
    """

    name: str
    zh: str
    syntax: str
    read: Callable[[Line, Table], Facts]
    settle: Callable[[Table, Facts], Postings] = no_money
    after: Callable[[Table, Facts, Postings], Table] = unchanged
    known: Callable[[RuleSet], bool] = everywhere
    between: bool = False

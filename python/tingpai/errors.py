"""What can be wrong with an input, and how it is said.

Every error is a :class:`TingpaiError` with a stable ``code``; an :class:`IllegalHandError` carries every
:class:`Fault` of a call at once.  Codes are snake_case, never change their meaning, and are all listed in
:data:`ALL_CODES`.  Columns are 1-based and count code points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .records import dataclass, field

MONEY_CODES: dict[str, str] = {
    "not_paid_here": "these rules know no such payment",
    "not_a_seat": "a seat is a number from 0 to 3",
    "pays_himself": "payer and payee are the same",
    "claimed_twice": "the same is claimed twice",
    "unwanted_feeder": "only an open kong has a feeder",
    "missing_feeder": "an open kong needs the seat that fed it",
    "not_declared": "nobody declared the tile that was robbed",
    "win_refused": "these rules do not let a hand be won in this way",
    "below_minimum": "the hand is worth less than a win needs",
    "several_sources": "several win on one and the same tile only",
    "dead_hand": "a dead hand cannot win",
    "cut_off": "a nearer player's win comes before it",
    "after_series": "no set of four numbers counts once a series was laid",
    "fine_too_late": "after its deadline the slip is no longer fined: the hand is dead",
    "ready_conflict": "this player cannot count as ready",
    "missing_value": "the worth of a ready hand is needed here",
    "account_short": "the account holds less than it is to pay",
    "bad_ledger": "the file is no ledger, or was damaged",
    "not_undoable": "only what stands last can be undone",
    "illegal_settlement": "the payment claimed cannot be; see the faults",
}
"""Those of :class:`SettlementError` and its faults, and of :class:`LedgerError`."""

ALL_CODES: dict[str, str] = MONEY_CODES | {
    # The text itself (NotationError)
    "not_text": "a hand was to be read from something that is not text",
    "unexpected_character": "a character stands where the notation has no place for it",
    "missing_suit": "ranks are not followed by their suit",
    "bad_rank": "a suit has no tile of this rank",
    "not_one_tile": "one tile belongs here, and there are several or none",
    "unclosed_set": "a set is opened and not closed",
    "empty_set": "a set without tiles",
    "misplaced_mark": "a feeder mark stands where none can stand",
    "misplaced_plus": "inside a set + stands only before the fourth tile",
    # The hand (Fault)
    "tile_count": "the hand has too many or too few tiles for this call",
    "too_many_copies": "there are four real copies of a tile",
    "too_many_wilds": "there are fewer wild tiles than this",
    "no_wild_tiles": "these rules have no wild tiles",
    "not_a_meld": "the tiles laid down make no set",
    "wild_in_kong": "a wild tile may not stand in a kong",
    "declaration_needed": "a set with two or more wild tiles must say whether it is a chow (c) or a pung (t)",
    "declaration_contradicted": "the set cannot be what it was declared as",
    "chow_not_claimable": "these rules allow no claimed chow",
    "chow_feeder": "a chow is claimed from the previous seat only",
    "no_flowers": "these rules have no flowers",
    "flower_in_set": "a flower belongs into a set only where flowers are wild",
    "flower_twice": "there is one copy of each flower",
    "two_winning_tiles": "a hand is won on one tile",
    "missing_winning_tile": "a win is scored on its winning tile",
    "winning_is_flower": "this win is not won on a flower",
    "winning_not_flower": "a flower win is won on a flower",
    "not_a_hand": "this is no Hand",
    "not_rules": "this is no rule set",
    "not_a_tile": "not a tile number",
    # The situation (Fault)
    "unknown_keyword": "there is no such keyword",
    "unused_keyword": "these rules have no use for the keyword",
    "bad_value": "the keyword does not take this value",
    "bad_file": "a file cannot be read or written",
    "file_exists": "the file to be written is there already",
    "cannot_resume": "a run that was broken off asked for something else",
    "missing_library": "this needs an optional library that is not installed",
    "missing_column": "a table lacks a column that is needed",
    "bad_column": "a column of a batch cannot be read, or does not fit the others",
    "stream_spent": "a table that comes by once was read before",
    "missing_by": "a win is scored by the way it was won",
    "missing_discarder": "this way of winning has a payer who must be named",
    "unwanted_discarder": "this way of winning has no discarder",
    "winner_is_discarder": "nobody wins on a tile of his own",
    "replacement_conflict": "this way of winning is not on such a replacement tile",
    "missing_kong": "the hand lacks the kong that the situation speaks of",
    "missing_flower": "the hand lacks the flower that was replaced",
    "feeder_conflict": "the feeder named is not the one who can have fed the kong",
    "feeder_without_kong": "a feeder needs a kong that he fed and its replacement tile",
    "first_turn_conflict": "this cannot happen in the first turn",
    "river_conflict": "so many tiles cannot lie in the rivers",
    "robbed_wild": "a robbed tile is a real one",
    "riichi_conflict": "this cannot happen together with riichi",
    "missing_riichi": "this needs a declared riichi",
    "ura_conflict": "there are as many indicators below as above",
    "swallow_conflict": "the tile of a riichi declaration is a discard",
    # Rules and play
    "bad_option": "a house option is unknown or has a value it does not take",
    "illegal_action": "the rules do not allow this action now",
    "corrupt_log": "the log of a game cannot be read or replayed",
    "other_rules": "the log of a game was written under other rules than today's",
    "bad_player": "a bot or a program at the table does not play",
    "lost_process": "a process that played games was ended, or may not start others",
    "illegal_hand": "the hand or its situation is impossible; see the faults",
    "bad_line": "a line of the scorekeeper cannot be booked",
    "error": "anything else",
}
"""Every code and what it says in general."""


LONGEST_PATH = 250
"""So much of the path of a rule file is told."""


class TingpaiError(ValueError):
    """The root of every error this package raises on purpose."""

    code: str = "error"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: a stable ``code``, a sentence, and the column of the text where it is known.

    ``details`` holds what the sentence names, for programs (``{"found": 17, "expected": 16}``).

    >>> str(Fault("flower_twice", "1f is there twice", 7))
    'column 7: 1f is there twice'
    """

    code: str
    message: str
    column: int | None = None
    details: dict[str, Any] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return self.message if self.column is None else f"column {self.column}: {self.message}"


class NotationError(TingpaiError):
    """Text that cannot be read: where, what stands there, and what was expected instead; ``details`` holds what the
    sentence names, for programs.

    >>> str(NotationError(4, "a suit", "x", "missing_suit"))
    "column 4: expected a suit, found 'x'"
    """

    def __init__(
        self,
        column: int,
        expected: str,
        found: str | None = None,
        code: str = "unexpected_character",
        details: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(column, expected, found, code, details)
        self.column = column
        self.expected = expected
        self.found = found
        self.code = code
        self.details: dict[str, Any] = details or {}

    def __str__(self) -> str:
        found = "the end" if self.found is None else repr(self.found)
        return f"column {self.column}: expected {self.expected}, found {found}"


class IllegalHandError(TingpaiError):
    """A hand, or its situation, that cannot be; ``faults`` names everything that is wrong with it.

    >>> str(IllegalHandError([Fault("missing_by", "by is missing"), Fault("flower_twice", "1f twice", 3)]))
    'by is missing; column 3: 1f twice'
    """

    code = "illegal_hand"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(str(fault) for fault in self.faults)


class SettlementError(TingpaiError):
    """A payment claimed that cannot be; ``faults`` names everything that is wrong with it.  Nothing was posted.

    >>> str(SettlementError([Fault("pays_himself", "E feeds his own kong")]))
    'E feeds his own kong'
    """

    code = "illegal_settlement"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class LedgerError(TingpaiError):
    """A ledger that cannot be read or added to: the ``problem``, and the 1-based ``line`` of the file if it is one.

    >>> str(LedgerError("is no entry", 3))
    'line 3: is no entry'
    """

    def __init__(self, problem: str, line: int | None = None, code: str = "bad_ledger") -> None:
        super().__init__(problem, line, code)
        self.problem = problem
        self.line = line
        self.code = code

    def __str__(self) -> str:
        return self.problem if self.line is None else f"line {self.line}: {self.problem}"


class RuleConfigError(TingpaiError):
    """A rule set or a house option that cannot be; ``details`` holds what the sentence names, for programs.

    Of several options that cannot be there is one error, about the first; ``others`` are those about the others.

    >>> str(RuleConfigError("min_fan", "takes 0 to 3, not 9"))
    'min_fan: takes 0 to 3, not 9'
    """

    def __init__(
        self,
        option: str,
        problem: str = "cannot be used",
        code: str = "bad_option",
        details: dict[str, Any] | None = None,
        others: tuple[RuleConfigError, ...] = (),
    ) -> None:
        super().__init__(option, problem, code, details, others)
        self.option = option
        self.problem = problem
        self.code = code
        self.details: dict[str, Any] = details or {}
        self.others = others

    @property
    def each(self) -> tuple[RuleConfigError, ...]:
        """An error for each option that cannot be."""
        return (self, *self.others)

    @classmethod
    def together(cls, errors: Iterable[RuleConfigError]) -> RuleConfigError:
        """One error that tells them all.

        >>> bad = [RuleConfigError("min_fan", "takes 0 to 3, not 9"), RuleConfigError("limit", "takes 8 to 14, not 7")]
        >>> str(RuleConfigError.together(bad))
        'min_fan: takes 0 to 3, not 9; limit: takes 8 to 14, not 7'
        """
        first, *others = (one for error in errors for one in error.each)
        return cls(first.option, first.problem, first.code, first.details, tuple(others))

    def __str__(self) -> str:
        return "; ".join(f"{named(one.option, LONGEST_PATH)}: {one.problem}" for one in self.each)


class IllegalActionError(TingpaiError):
    """An action that the rules do not allow now: the ``reason``, and what is ``legal`` instead."""

    code = "illegal_action"

    def __init__(self, reason: str, legal: Iterable[Any] = ()) -> None:
        self.reason = reason
        self.legal: tuple[Any, ...] = tuple(legal)
        super().__init__(reason, self.legal)

    def __str__(self) -> str:
        return self.reason


def named(name: str, limit: int = 40) -> str:
    """A name as an error tells it: as it is, or quoted if it can be none (as a path is quoted).

    >>> named("seat"), named("no\\n")
    ('seat', "'no\\\\n'")
    """
    return name if name.isidentifier() and len(name) <= limit else shown(name, limit)


def is_text(value: object) -> bool:
    """Whether a value is text that a file can hold: lone surrogates, as undecodable arguments leave them, are none.

    >>> is_text("龍"), is_text("\\udcff"), is_text(None)
    (True, False, False)
    """
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(value: object, limit: int = 60) -> str:
    """A value as an error may quote it: short, on one line, whatever the value is.

    >>> shown("7x"), shown(["8p"] * 100, 12)
    ("'7x'", "['8p', '8p',…")
    """
    if isinstance(value, (str, bytes, list, tuple)) and len(value) > limit:
        value, cut = value[:limit], True
    else:
        cut = False
    try:
        text = repr(value)
    except Exception:  # a huge number, or an object whose own code fails
        return f"a {type(value).__name__}"
    text = " ".join(text.split())
    return f"{text[:limit]}…" if cut or len(text) > limit else text

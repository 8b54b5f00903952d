"""Many hands at once: :func:`score`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import Fault, IllegalHandError, NotationError, TingpaiError
from ..hand import Hand
from ..native import tables
from ..payout import win_facts
from ..scoring import score as score_one
from ..situation import KEYWORDS, value_faults
from .columns import Buffer, Hands, Situations, hands_of
from .frames import Classes, Frames, frames
from .payments import Settlement
from .scores import FORMATS, GROUPED, LIMIT, REASONS, RowError, Scores
from .settings import MOST_THREADS, number_faults, switch_faults

if TYPE_CHECKING:
    from .. import _internal
    from .._internal import Result
    from ..ruleset.schema import RuleSet


def score(
    hands: Any,
    rules: RuleSet,
    /,
    *,
    winning: Buffer = None,
    wilds: Buffer = None,
    sets: Any = None,
    threads: int = 1,
    lines: bool = True,
    arrangement: bool = False,
    payments: bool = False,
    **situation: Any,
) -> Scores:
    """Scores n hands, each as :func:`tingpai.score` does.

    ``hands``: a sequence of n texts, a :class:`Text` column, or counts: a uint8[n, 34] buffer of the natural tiles in
    hand without the winning tile, which ``winning`` (uint8[n]: a kind, 42 for ``?``, 255 for none) holds; ``wilds``
    (uint8[n]) counts the ``?`` in hand, ``sets`` are n texts of what lies on the table, flowers included.

    Every keyword of the single call is one value for all rows, or a column: a list or tuple of n values, a buffer of n
    numbers, a :class:`Coded` column.  ``None`` in it is a keyword not given.  A value that is a list of tiles is
    written as notation here ("8p3s").

    ``threads`` share the work; the answer does not depend on their number.  ``lines``, ``arrangement`` and ``payments``
    say what the answer tells beside totals.  A bad row is an entry of ``errors`` and stops nothing; columns that do not
    fit raise :class:`~tingpai.errors.IllegalHandError` (``bad_column``, ``bad_value``, ``unknown_keyword``,
    ``not_rules``).

    >>> import tingpai as tp
    >>> from tingpai import batch
    >>> hands = ["[777z][333m] 555p 88s 22m +8s", "123m 456p 78s 55z", "12x"]
    >>> found = batch.score(hands, tp.rules("hongkong"), seat="S", by="discard", discarder=["W", "W", "E"])
    >>> found.total.tolist(), found.wins.tolist()
    ([5, 0, 0], [True, False, False])
    >>> [found.rows[row] for row in found.line_row[: found.line_starts[1]]]
    ['no_flowers', 'dragon_pung', 'all_pungs']
    >>> found.errors[2].sentence
    "column 3: expected a suit (m p s z f) right after 12, found 'x'"
    """
    tables(rules)
    _check(rules, situation, threads, lines=lines, arrangement=arrangement, payments=payments)
    rows = hands_of(hands, winning, wilds, sets)
    work = Work(rules, rows, Situations(situation, len(rows)))
    work.score(threads, lines, arrangement or payments)
    if payments:
        work.pay()
    return work.scores(arrangement)


def _check(rules: RuleSet, situation: dict[str, Any], threads: int, **switches: bool) -> None:
    """Raises what no row could mend."""
    faults = value_faults(rules, dict.fromkeys(name for name in situation if name not in KEYWORDS))
    faults += [*number_faults("threads", threads, MOST_THREADS), *switch_faults(**switches)]
    if faults:
        raise IllegalHandError(faults)


class Work:
    """A batch while it is worked through."""

    def __init__(self, rules: RuleSet, rows: Hands, situations: Situations) -> None:
        self.rules, self.rows, self.situations = rules, rows, situations
        self.errors: dict[int, RowError] = {}
        self.columns: dict[str, Any] = {}

    def score(self, threads: int, lines: bool, arrangement: bool) -> None:
        """Fills the columns: the kernel takes the hands that it can admit, the single call all others."""
        shared = frames(self.rules)
        given = shared.given(self.rules, self.situations)
        hands, wanted = self.rows.native(), {"lines": lines, "groups": arrangement}
        answers = shared.scorer.score(
            hands, given.native, partial(self.frame, shared, given), threads=threads, **wanted
        )
        for row in answers.left():
            try:
                result = self.single(row)
            except TingpaiError as error:
                self.errors[row] = row_error(error)
                answers.tell_bad(row)
            else:
                found = result._found
                answers.tell(row, result.total, REASONS.index(result.reason), found[0] if found else None)
        columns = answers.columns(len(self.rules.rows))
        self.columns = {name: memoryview(column).cast(FORMATS[name]) for name, column in columns.items()}

    def frame(self, shared: Frames, given: Classes, row: int) -> _internal.Frame | None:
        """The frame of a row."""
        return shared.frame_of(self.rules, given.of(row))

    def single(self, row: int) -> Result:
        return score_one(Hand.parse(self.rows.text(row)), self.rules, **self.situations.of(row))

    def pay(self) -> None:
        """Fills the payments of the hands that win, for which the groups must be known."""
        settlement = Settlement(
            self.rules,
            self.columns,
            self.situations.numbers()[0],
            self.rows.text,
            self.situations.of,
            lambda row: win_facts(self.single(row)),
        )
        flat = memoryview(settlement.payments()).toreadonly().cast("B")
        self.columns["payments"] = flat.cast("i", (len(self.rows), 4)) if len(self.rows) else flat.cast("i")

    def scores(self, arrangement: bool) -> Scores:
        """The answer, with groups where they were asked for."""
        if not arrangement:
            for name in GROUPED & self.columns.keys():
                del self.columns[name]
        names = (*(row.id for row in self.rules.rows), LIMIT)
        return Scores(self.rules, self.rows, self.situations, self.errors, names, REASONS, **self.columns)


def row_error(error: TingpaiError) -> RowError:
    """What a row's error says."""
    if isinstance(error, NotationError):
        fault = Fault(error.code, f"expected {error.expected}, found {error.found}", error.column, error.details)
        return RowError(error.code, str(error), error.column, (fault,))
    faults: tuple[Fault, ...] = getattr(error, "faults", ())
    first = faults[0] if faults else Fault(error.code, str(error))
    return RowError(first.code, str(error), first.column, faults or (first,))

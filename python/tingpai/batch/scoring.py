"""Many hands at once: :func:`score`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import Fault, IllegalHandError, NotationError, TingpaiError, shown
from ..hand import Hand
from ..native import tables
from ..scoring import score as score_one
from .columns import Buffer, Hands, Situations, hands_of
from .scores import REASONS, RowError, Scores
from .sheet import Sheet

if TYPE_CHECKING:
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
    fit raise :class:`~tingpai.errors.IllegalHandError` (``bad_column``, ``bad_value``, ``not_rules``).

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
    if type(threads) is not int or threads < 1:
        raise IllegalHandError([Fault("bad_value", f"threads: a number from 1 on, not {shown(threads)}")])
    tables(rules)
    rows = hands_of(hands, winning, wilds, sets)
    situations = Situations(situation, len(rows))
    sheet = Sheet(rules, lines, arrangement, payments)
    _fill(sheet, rows, situations)
    return Scores(rules, rows, situations, sheet.errors, sheet.rows, REASONS, **sheet.views())


def _fill(sheet: Sheet, rows: Hands, situations: Situations) -> None:
    """Asks the single call about each row."""
    for row in range(len(rows)):
        try:
            sheet.take(score_one(Hand.parse(rows.text(row)), sheet.rules, **situations.of(row)))
        except TingpaiError as error:
            sheet.take_error(row_error(error))


def row_error(error: TingpaiError) -> RowError:
    """What a row's error says."""
    if isinstance(error, NotationError):
        fault = Fault(error.code, f"expected {error.expected}, found {error.found}", error.column, error.details)
        return RowError(error.code, str(error), error.column, (fault,))
    faults: tuple[Fault, ...] = getattr(error, "faults", ())
    first = faults[0] if faults else Fault(error.code, str(error))
    return RowError(first.code, str(error), first.column, faults or (first,))

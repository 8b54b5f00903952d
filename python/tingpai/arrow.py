"""Arrow tables in, Arrow tables out, through the PyCapsule interface: pyarrow, Polars, DuckDB, nanoarrow and others
hand their columns over without copying them, and take the answer in the same way.  :func:`score` tells what hands are
worth, :func:`complete`, :func:`waits` and :func:`distance` how far they are.

Of the columns of a table these are read:

| column | type | |
|---|---|---|
| ``hand`` | text, or counts: uint8[34] as a fixed-size list or 34 bytes | counts are natural tiles without ``+`` |
| ``winning`` | text ("6s", "?") or the number of a tile | only with counts; null for none |
| ``wilds`` | integer | only with counts: ``?`` in hand |
| ``sets`` | text | only with counts: what lies on the table, such as "[789s] (5555p) 1f" |
| a keyword of :func:`tingpai.score` | text, integer or boolean as there; tiles also as lists | null: not given |

Text may have any of Arrow's layouts, dictionaries included.  Scores have the columns that are kept, and then

| column | type | |
|---|---|---|
| ``total`` | int32 | null where the row is bad |
| ``wins`` | boolean | null where the row is bad |
| ``reason`` | text | why it does not win |
| ``lines`` | list of struct: id, zh, en, value, grade, times, subtotal, clause | with ``arrangement`` also groups |
| ``arrangement`` | struct: shape, groups (kind, tiles, state, laid, winning) | where it is asked for |
| ``payments`` | struct of int32: E, S, W, N | null where nobody wins |
| ``error`` | struct: code and column of the first fault, message (all faults) | null where the row is good |

Words that repeat are dictionary-encoded.  The other answers have the same ``error`` behind their own columns, which are
null where the row is bad:

| column | type | |
|---|---|---|
| ``complete`` | boolean | of :func:`complete` |
| ``waits`` | list of text | of :func:`waits`: tiles such as "3p", wild kinds never among them |
| ``wild_completes`` ``any_tile`` | boolean | of :func:`waits`: a wild tile completes the hand, whatever tile does |
| ``distance`` | int8 | of :func:`distance`: -1 complete, 0 ready, 1 and more |

>>> import tingpai as tp
>>> from tingpai import arrow
>>> import pyarrow as pa
>>> table = pa.table({"hand": ["[777z][333m] 555p 88s 22m +8s", "12x"], "discarder": ["W", "E"]})
>>> scored = pa.table(arrow.score(table, tp.rules("hongkong"), seat="S", by="discard"))
>>> scored["total"].to_pylist()
[5, None]
>>> scored["error"][1]["code"].as_py(), scored["error"][1]["column"].as_py()
('missing_suit', 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from . import _internal
from .arrow_answers import AnalysisJob, ScoreJob, answered, opened
from .arrow_answers import Answered as Answered
from .arrow_answers import AnsweredBatch as AnsweredBatch
from .arrow_columns import Inputs
from .batch.asking import COMPLETE, DISTANCE, WAITS, Question
from .batch.settings import MOST_ROWS, MOST_THREADS, number_faults, switch_faults
from .errors import Fault, IllegalHandError
from .native import tables
from .situation import value_faults

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet

ROWS: Final = 65_536
"""Rows that are scored and held at once."""


class ArrowStreamExportable(Protocol):
    """Columns in Arrow's form, batch after batch."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArrayExportable(Protocol):
    """Columns in Arrow's form, one batch."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


def score(
    data: ArrowStreamExportable | ArrowArrayExportable,
    rules: RuleSet,
    /,
    *,
    columns: Mapping[str, str | None] | None = None,
    keep: bool | Iterable[str] = False,
    lines: bool = True,
    arrangement: bool = False,
    payments: bool = True,
    threads: int = 1,
    rows: int = ROWS,
    written: bool = False,
    **situation: Any,
) -> Answered:
    """Scores the hands of a table, each as :func:`tingpai.score` does.

    ``data`` is a table, a record batch or a stream of them; which columns are read and made stands above.  ``columns``
    says where a column has another name, ``{"hand": "tiles"}``, or is not to be read, ``{"round": None}``.  Keywords
    given here stand for all rows.  Where all values are ``written`` as text, numbers and truths are read from it.
    ``keep`` names columns of the input that the answer has, too (``True``: all).

    Nothing is computed before the answer is read, and never more than ``rows`` rows are held; read again, it is
    computed again, but from a stream that comes by once (``stream_spent``).  ``threads`` share the work.

    A bad row is an error in its row.  A table that cannot be read so raises
    :class:`~tingpai.errors.IllegalHandError` with every fault: ``missing_column``, ``bad_column``, and ``bad_value``,
    ``unknown_keyword`` or ``unused_keyword`` for keywords given here.

    >>> import tingpai as tp
    >>> import pyarrow as pa
    >>> table = pa.table({"hand": ["123s 45s 789s 22p [789s] [456m] +6s 1f"], "seat": ["W"]})
    >>> pa.table(score(table, tp.rules("baida"), indicator="7z", by="self_draw"))["payments"].to_pylist()
    [{'E': -40, 'S': -39, 'W': 118, 'N': -39}]
    """
    wanted = {"lines": lines, "arrangement": arrangement, "payments": payments}
    asked = _asked(data, rules, columns, situation, written, threads, rows, **wanted)
    kept = asked.kept(keep, outputs(**wanted))
    return answered(data, asked.reader, ScoreJob(rules, asked.inputs, kept, wanted, threads, rows))


def complete(
    data: ArrowStreamExportable | ArrowArrayExportable,
    rules: RuleSet,
    /,
    *,
    columns: Mapping[str, str | None] | None = None,
    keep: bool | Iterable[str] = False,
    threads: int = 1,
    rows: int = ROWS,
    written: bool = False,
    **situation: Any,
) -> Answered:
    """Whether each hand of a table is complete in any shape of the rules: ``complete``, boolean.  The hands are those
    of :func:`score`, their winning tile among the others or after ``+``; so is everything else.

    >>> import tingpai as tp
    >>> import pyarrow as pa
    >>> table = pa.table({"hand": ["123m 456p 789s 11z 22z +2z", "123m 456p 789s 11z 223z", "12x"]})
    >>> found = pa.table(complete(table, tp.rules("hongkong")))
    >>> found["complete"].to_pylist(), found["error"][2]["code"].as_py()
    ([True, False, None], 'missing_suit')
    """
    return _analysed(COMPLETE, data, rules, columns, keep, threads, rows, written, situation)


def waits(
    data: ArrowStreamExportable | ArrowArrayExportable,
    rules: RuleSet,
    /,
    *,
    live: bool = True,
    columns: Mapping[str, str | None] | None = None,
    keep: bool | Iterable[str] = False,
    threads: int = 1,
    rows: int = ROWS,
    written: bool = False,
    **situation: Any,
) -> Answered:
    """What completes each hand of a table, as :func:`tingpai.waits` tells it: ``waits``, a list of tiles;
    ``wild_completes`` and ``any_tile``, booleans.  A winning tile is left out.  Where ``live``, kinds of which all four
    copies are held or ``seen`` are not listed.  Everything else is as for :func:`score`.

    >>> import tingpai as tp
    >>> import pyarrow as pa
    >>> table = pa.table({"hand": ["1113456666788s", "123m 456p 789s 11z 22z"]})
    >>> pa.table(waits(table, tp.rules("hongkong"), seen="22z"))["waits"].to_pylist()
    [['2s', '5s', '7s', '8s'], ['1z']]
    """
    return _analysed(WAITS, data, rules, columns, keep, threads, rows, written, situation, live)


def distance(
    data: ArrowStreamExportable | ArrowArrayExportable,
    rules: RuleSet,
    /,
    *,
    columns: Mapping[str, str | None] | None = None,
    keep: bool | Iterable[str] = False,
    threads: int = 1,
    rows: int = ROWS,
    written: bool = False,
    **situation: Any,
) -> Answered:
    """Tiles that each hand of a table is short of ready, as :func:`tingpai.distance` tells it: ``distance``, int8, -1
    for a complete hand.  Everything else is as for :func:`score`.

    >>> import tingpai as tp
    >>> import pyarrow as pa
    >>> table = pa.table({"hand": ["147m 258p 369s 1234z", "123m 456p 789s 11z 222z", "123m 456p 789s 1z 22z"]})
    >>> pa.table(distance(table, tp.rules("hongkong")))["distance"].to_pylist()
    [7, -1, None]
    """
    return _analysed(DISTANCE, data, rules, columns, keep, threads, rows, written, situation)


class _Asked(NamedTuple):
    """A table opened, and what may be wrong with how it is asked."""

    reader: _internal.ArrowReader
    inputs: Inputs
    faults: list[Fault]

    def kept(self, keep: bool | Iterable[str], made: tuple[str, ...]) -> list[int]:
        """The places of the columns that are kept beside those that are ``made``; raises all that is wrong."""
        kept = self.inputs.kept(keep, made)
        faults = [*self.faults, *self.inputs.faults]
        if faults:
            raise IllegalHandError(faults)
        return kept


def _asked(
    data: object,
    rules: RuleSet,
    columns: Mapping[str, str | None] | None,
    situation: Mapping[str, Any],
    written: bool,
    threads: int,
    rows: int,
    **switches: bool,
) -> _Asked:
    tables(rules)
    faults = [*value_faults(rules, situation), *number_faults("threads", threads, MOST_THREADS)]
    faults += switch_faults(written=written, **switches)
    wrong = [*number_faults("rows", rows, MOST_ROWS)]
    reader = opened(data, ROWS if wrong else rows)
    return _Asked(reader, Inputs(reader.schema.columns(), columns, situation, written), faults + wrong)


def _analysed(
    question: Question,
    data: object,
    rules: RuleSet,
    columns: Mapping[str, str | None] | None,
    keep: bool | Iterable[str],
    threads: int,
    rows: int,
    written: bool,
    situation: Mapping[str, Any],
    live: bool = True,
) -> Answered:
    asked = _asked(data, rules, columns, situation, written, threads, rows, live=live)
    kept = asked.kept(keep, (*question.columns, "error"))
    return answered(data, asked.reader, AnalysisJob(question, rules, asked.inputs, kept, live, threads, rows))


def outputs(lines: bool, arrangement: bool, payments: bool) -> tuple[str, ...]:
    """Names of the columns of an answer.

    >>> outputs(lines=True, arrangement=False, payments=False)
    ('total', 'wins', 'reason', 'lines', 'error')
    """
    asked = {"lines": lines, "arrangement": arrangement, "payments": payments}
    return ("total", "wins", "reason", *(name for name, wanted in asked.items() if wanted), "error")

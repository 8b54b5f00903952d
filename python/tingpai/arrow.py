"""Arrow tables in, Arrow tables out, through the PyCapsule interface: pyarrow, Polars, DuckDB, nanoarrow and others
hand their columns over without copying them, and take the answer in the same way.

Of the columns of a table these are read:

| column | type | |
|---|---|---|
| ``hand`` | text, or counts: uint8[34] as a fixed-size list or 34 bytes | counts are natural tiles without ``+`` |
| ``winning`` | text ("6s", "?") or the number of a tile | only with counts; null for none |
| ``wilds`` | integer | only with counts: ``?`` in hand |
| ``sets`` | text | only with counts: what lies on the table, such as "[789s] (5555p) 1f" |
| a keyword of :func:`tingpai.score` | text, integer or boolean as there; tiles also as lists | null: not given |

Text may have any of Arrow's layouts, dictionaries included.  The answer has the columns that are kept, and then

| column | type | |
|---|---|---|
| ``total`` | int32 | null where the row is bad |
| ``wins`` | boolean | null where the row is bad |
| ``reason`` | text | why it does not win |
| ``lines`` | list of struct: id, zh, en, value, grade, times, subtotal, clause | with ``arrangement`` also groups |
| ``arrangement`` | struct: shape, groups (kind, tiles, state, laid, winning) | where it is asked for |
| ``payments`` | struct of int32: E, S, W, N | null where nobody wins |
| ``error`` | struct: code and column of the first fault, message (all faults) | null where the row is good |

Words that repeat are dictionary-encoded.

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

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from . import _internal, batch
from .arrow_columns import Inputs
from .batch.scores import REASONS
from .errors import Fault, IllegalHandError, shown
from .native import GROUP_KINDS, SHAPES, group_tiles, tables
from .result import LIMIT_NAMES, tiles_text
from .situation import value_faults
from .tiles import FIRST_FLOWER, KIND_COUNT, TILE_TEXT, WILD

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
) -> Scored:
    """Scores the hands of a table, each as :func:`tingpai.score` does.

    ``data`` is a table, a record batch or a stream of them; which columns are read and made stands above.  ``columns``
    says where a column has another name, ``{"hand": "tiles"}``, or is not to be read, ``{"round": None}``.  Keywords
    given here stand for all rows.  Where all values are ``written`` as text, numbers and truths are read from it.
    ``keep`` names columns of the input that the answer has, too (``True``: all).

    Nothing is computed before the answer is read, and never more than
    ``rows`` rows are held; read again, it is computed again.  ``threads`` share the work.

    A bad row is an error in its row.  A table that cannot be read so raises
    :class:`~tingpai.errors.IllegalHandError` with every fault: ``missing_column``, ``bad_column``, and ``bad_value``,
    ``unknown_keyword`` or ``unused_keyword`` for keywords given here.

    >>> import tingpai as tp
    >>> import pyarrow as pa
    >>> table = pa.table({"hand": ["123s 45s 789s 22p [789s] [456m] +6s 1f"], "seat": ["W"]})
    >>> pa.table(score(table, tp.rules("baida"), indicator="7z", by="self_draw"))["payments"].to_pylist()
    [{'E': -40, 'S': -39, 'W': 118, 'N': -39}]
    """
    tables(rules)
    reader = _internal.ArrowReader(data, rows)
    faults = [*value_faults(rules, situation), *_positive("threads", threads), *_positive("rows", rows)]
    inputs = Inputs(reader.schema.columns(), columns or {}, situation, written)
    kept = inputs.kept(keep, outputs(lines, arrangement, payments))
    faults += inputs.faults
    if faults:
        raise IllegalHandError(faults)
    wanted = {"lines": lines, "arrangement": arrangement, "payments": payments}
    job = _Job(rules, inputs, kept, wanted, threads, rows)
    made = ScoredBatch if hasattr(data, "__arrow_c_array__") else Scored
    return made(data, reader, job)


def outputs(lines: bool, arrangement: bool, payments: bool) -> tuple[str, ...]:
    """Names of the columns of an answer.

    >>> outputs(lines=True, arrangement=False, payments=False)
    ('total', 'wins', 'reason', 'lines', 'error')
    """
    asked = {"lines": lines, "arrangement": arrangement, "payments": payments}
    return ("total", "wins", "reason", *(name for name, wanted in asked.items() if wanted), "error")


def _positive(name: str, number: object) -> list[Fault]:
    if type(number) is int and number >= 1:
        return []
    return [Fault("bad_value", f"{name}: a number from 1 on, not {shown(number)}", None, {"keyword": name})]


class _Job:
    """How a table of the form that ``inputs`` knows is scored."""

    def __init__(
        self,
        rules: RuleSet,
        inputs: Inputs,
        kept: list[int],
        wanted: dict[str, bool],
        threads: int,
        rows: int,
    ) -> None:
        self.rules, self.inputs, self.wanted = rules, inputs, wanted
        self.threads, self.rows = threads, rows
        self.form = _internal.ArrowScores(vocabulary(rules), kept, **wanted)

    def score(self, part: _internal.ArrowBatch) -> _internal.ArrowBatch:
        """The columns of the answer for some rows."""
        hands, counts, keywords, bad = self.inputs.read(part)
        scores = batch.score(hands, self.rules, threads=self.threads, **counts, **self.wanted, **keywords)
        errors = {row: (error.code, error.sentence, error.column) for row, error in scores.errors.items()}
        errors |= {row: (fault.code, str(fault), fault.column) for row, fault in bad.items()}
        return self.form.batch(part, scores, errors)


class Scored:
    """A table of scores, computed when it is read: any Arrow library takes it as it takes a table or a stream.

    ``pyarrow.table(x)``, ``pyarrow.RecordBatchReader.from_stream(x)``, ``polars.DataFrame(x)``,
    ``duckdb.sql("from x")``, ``nanoarrow.ArrayStream(x)``.
    """

    def __init__(self, data: Any, reader: _internal.ArrowReader, job: _Job) -> None:
        self._data, self._job = data, job
        # What has been opened to see its columns is read first: a stream can be opened only once.
        self._opened: _internal.ArrowReader | None = reader
        self._schema = job.form.schema(reader.schema)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, _, _ in self._schema.columns()]

    def parts(self) -> Iterator[_internal.ArrowBatch]:
        """The rows of the input, so many at a time as are scored at once."""
        reader, self._opened = self._opened, None
        return reader or _internal.ArrowReader(self._data, self._job.rows)

    def score(self, part: _internal.ArrowBatch) -> _internal.ArrowBatch:
        """The rows of the answer for such a part."""
        return self._job.score(part)

    def __iter__(self) -> Iterator[_internal.ArrowBatch]:
        """The record batches, each computed when it is its turn."""
        return map(self.score, self.parts())

    def __arrow_c_schema__(self) -> object:
        return self._schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return _internal.arrow_stream(self._schema, iter(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._job.rules.id}: {', '.join(self.columns)}>"


class ScoredBatch(Scored):
    """The scores of a record batch: also one itself, ``pyarrow.record_batch(x)``."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        whole = next(_internal.ArrowReader(self._data, sys.maxsize), None)
        scored = self._schema.empty() if whole is None else self._job.score(whole)
        return scored.__arrow_c_array__()


class Vocabulary(NamedTuple):
    """The words of an answer's columns, by number: see the kernel's ``ArrowScores``."""

    metadata: dict[str, str]
    reasons: tuple[str | None, ...]
    rows: list[tuple[str, str, str, str]]
    shapes: tuple[str, ...]
    kinds: tuple[str, ...]
    laid: tuple[str, ...]
    tiles: list[str | None]


def vocabulary(rules: RuleSet) -> Vocabulary:
    """What numbers in the answers of :mod:`tingpai.batch` mean under a rule set."""
    groups = [_tiles(kind, first) for kind in GROUP_KINDS for first in range(KIND_COUNT)]
    return Vocabulary(
        metadata={"tingpai.rules": rules.id, "tingpai.unit": rules.unit, "tingpai.digest": rules.digest},
        reasons=REASONS,
        rows=[*((row.id, row.zh, row.en, row.clause) for row in rules.rows), LIMIT_NAMES],
        shapes=SHAPES,
        kinds=GROUP_KINDS,
        laid=batch.LAID,
        tiles=[*groups, *TILE_TEXT[FIRST_FLOWER:WILD]],
    )


def _tiles(kind: str, first: int) -> str | None:
    """The tiles of a group; there are not so many of every kind."""
    try:
        return tiles_text(group_tiles(kind, first))
    except IndexError:
        return None

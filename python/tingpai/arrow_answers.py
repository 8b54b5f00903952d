"""Answers for tables, which are tables: computed part by part when they are read, in Arrow's form."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from . import _internal, batch
from .arrow_columns import Inputs, Read
from .batch.asking import Question, ask
from .batch.columns import Situations, hands_of, refuse
from .batch.scores import REASONS, RowError
from .errors import Fault, IllegalHandError, TingpaiError
from .native import GROUP_KINDS, SHAPES, group_tiles
from .result import LIMIT_NAMES, tiles_text
from .tiles import FIRST_FLOWER, KIND_COUNT, TILE_TEXT, WILD

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet


class Job(Protocol):
    """What is asked of every part of a table.  ``rows``: as many at most are a part; ``form``: which columns the answer
    has."""

    rules: RuleSet
    rows: int

    @property
    def form(self) -> _internal.ArrowScores | _internal.ArrowAnalysis: ...

    def answer(self, part: _internal.ArrowBatch) -> _internal.ArrowBatch:
        """The columns of the answer for some rows."""
        ...


class ScoreJob:
    """How a table of the form that ``inputs`` knows is scored."""

    def __init__(
        self, rules: RuleSet, inputs: Inputs, kept: list[int], wanted: dict[str, bool], threads: int, rows: int
    ) -> None:
        self.rules, self.inputs, self.wanted = rules, inputs, wanted
        self.threads, self.rows = threads, rows
        self.form = _internal.ArrowScores(vocabulary(rules), kept, **wanted)

    def answer(self, part: _internal.ArrowBatch) -> _internal.ArrowBatch:
        read = self.inputs.read(part)
        given = {**read.counts, **self.wanted, **read.keywords}
        scores = batch.score(read.hands, self.rules, threads=self.threads, **given)
        return self.form.batch(part, scores, _errors(scores.errors, read))


class AnalysisJob:
    """How a question is asked of such a table."""

    def __init__(
        self, question: Question, rules: RuleSet, inputs: Inputs, kept: list[int], live: bool, threads: int, rows: int
    ) -> None:
        self.question, self.rules, self.inputs = question, rules, inputs
        self.live, self.threads, self.rows = live, threads, rows
        self.form = _internal.ArrowAnalysis(question.name, metadata(rules), TILE_TEXT[:KIND_COUNT], kept)

    def answer(self, part: _internal.ArrowBatch) -> _internal.ArrowBatch:
        read = self.inputs.read(part)
        hands = hands_of(read.hands, *map(read.counts.get, ("winning", "wilds", "sets")))
        situations = Situations(read.keywords, len(hands))
        values, errors = ask(self.question, hands, self.rules, situations, live=self.live, threads=self.threads)
        return self.form.batch(part, values.cast("B"), _errors(errors, read))


def _errors(errors: Mapping[int, RowError], read: Read) -> dict[int, tuple[str, str, int | None]]:
    """Those of the hands, and those of rows that held none."""
    found = {row: (error.code, error.sentence, error.column) for row, error in errors.items()}
    return found | {row: (fault.code, str(fault), fault.column) for row, fault in read.bad.items()}


class Answered:
    """A table of answers, computed when it is read: any Arrow library takes it as it takes a table or a stream.

    ``pyarrow.table(x)``, ``pyarrow.RecordBatchReader.from_stream(x)``, ``polars.DataFrame(x)``,
    ``duckdb.sql("from x")``, ``nanoarrow.ArrayStream(x)``.
    """

    def __init__(self, data: Any, reader: _internal.ArrowReader, job: Job) -> None:
        self._data, self._job = data, job
        # What has been opened to see its columns is read first: a stream can be opened only once.
        self._opened: _internal.ArrowReader | None = reader
        self._held = False
        """Whether there were rows when it was read before."""
        self._schema = job.form.schema(reader.schema)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, _, _ in self._schema.columns()]

    def parts(self) -> Iterator[_internal.ArrowBatch]:
        """The rows of the input, so many at a time as are answered at once; raises ``stream_spent`` where they came by
        once and are gone."""
        reader, self._opened = self._opened, None
        if reader is not None:
            return self._parts(reader)
        if hasattr(self._data, "__next__"):
            raise _spent()
        try:
            return self._parts(opened(self._data, self._job.rows))
        except IllegalHandError as error:
            raise _spent() from error

    def _parts(self, reader: _internal.ArrowReader) -> Iterator[_internal.ArrowBatch]:
        part = None
        for part in reader:
            self._held = True
            yield part
        # Of what only hands on a stream, nothing else tells that it came by before.
        if self._held and part is None:
            raise _spent()

    def answer(self, part: _internal.ArrowBatch) -> _internal.ArrowBatch:
        """The rows of the answer for such a part."""
        return self._job.answer(part)

    def __iter__(self) -> Iterator[_internal.ArrowBatch]:
        """The record batches, each computed when it is its turn."""
        return map(self.answer, self.parts())

    def __arrow_c_schema__(self) -> object:
        return self._schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return _internal.arrow_stream(self._schema, iter(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._job.rules.id}: {', '.join(self.columns)}>"


class AnsweredBatch(Answered):
    """The answers for a record batch: also one itself, ``pyarrow.record_batch(x)``."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        whole = next(opened(self._data, sys.maxsize), None)
        answered = self._schema.empty() if whole is None else self._job.answer(whole)
        return answered.__arrow_c_array__()


def opened(data: Any, rows: int) -> _internal.ArrowReader:
    """The batches of an Arrow object; raises ``bad_column`` where it has none."""
    try:
        return _internal.ArrowReader(data, rows)
    except TingpaiError:
        raise
    except (TypeError, ValueError, RuntimeError, OSError) as error:
        raise refuse("bad_column", "data", " ".join(str(error).split())) from error


def _spent() -> IllegalHandError:
    sentence = "a stream that comes by once was read before; give a table, or ask anew of a new stream"
    return IllegalHandError([Fault("stream_spent", f"data: {sentence}", None, {"keyword": "data"})])


def answered(data: Any, reader: _internal.ArrowReader, job: Job) -> Answered:
    """The answer for a table, or for a record batch."""
    return (AnsweredBatch if hasattr(data, "__arrow_c_array__") else Answered)(data, reader, job)


class Vocabulary(NamedTuple):
    """The words of an answer's columns, by number: see the kernel's ``ArrowScores``."""

    metadata: dict[str, str]
    reasons: tuple[str | None, ...]
    rows: list[tuple[str, str, str, str]]
    shapes: tuple[str, ...]
    kinds: tuple[str, ...]
    laid: tuple[str, ...]
    tiles: list[str | None]


def metadata(rules: RuleSet) -> dict[str, str]:
    """What stands beside the columns of an answer."""
    return {"tingpai.rules": rules.id, "tingpai.unit": rules.unit, "tingpai.digest": rules.digest}


def vocabulary(rules: RuleSet) -> Vocabulary:
    """What numbers in the answers of :mod:`tingpai.batch` mean under a rule set."""
    groups = [_tiles(kind, first) for kind in GROUP_KINDS for first in range(KIND_COUNT)]
    return Vocabulary(
        metadata=metadata(rules),
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

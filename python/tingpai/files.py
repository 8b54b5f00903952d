"""A file of hands scored into a file, in parts of bounded size, so that a run that is broken off can be taken up again.

Needs ``tingpai[files]``.  While it runs, ``OUT.parts`` beside the target holds what is done: a record of what was asked
(``asked.json``), and one Arrow file for each part of the rows.  In the end the parts are written into the target in
their order, which then appears as a whole, and are removed.  What the target holds does not depend on interruptions.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from . import __version__, arrow
from .arrow_columns import kept_names
from .batch.settings import MOST_THREADS, bad_value, number_faults, switch_faults
from .errors import Fault, IllegalHandError, shown
from .table_files import Source, open_source

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet

ASKED: Final = "asked.json"
PARTS: Final = ".parts"
IN_WORDS: Final = {
    "source": "source",
    "rules": "rule set",
    "rows": "number of rows at once",
    "version": "version of tingpai",
}
"""What is on record, but for the keywords."""


@dataclass(frozen=True)
class Outcome:
    """What a run came to: ``rows`` in all, how many ``win``, how many are ``bad``, and of how many the scores were
    ``found`` from a run before."""

    rows: int
    wins: int
    bad: int
    found: int


def score_file(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    rules: RuleSet,
    /,
    *,
    restart: bool = False,
    jobs: int = 1,
    rows: int = arrow.ROWS,
    begin: Callable[[int | None], None] = lambda rows: None,
    report: Callable[[int], None] = lambda rows: None,
    **asked: Any,
) -> Outcome:
    """Scores a Parquet, Arrow IPC (``.arrow``, ``.feather``) or CSV file into a Parquet file.

    Columns are read and made as :func:`tingpai.arrow.score` does it, to which ``asked`` goes (``columns``, ``keep``,
    ``lines``, ``arrangement``, ``payments`` and keywords); all columns of the source are kept unless ``keep`` says
    which.  CSV holds text: numbers and ``true``/``false`` are read from it.  ``jobs`` threads work, on ``rows`` rows at
    a time.  ``begin`` is told how many rows there are, if that is known, and ``report`` of rows as they are done.

    A run that was broken off, whenever it was, goes on where it was when the same is asked again.  A source or a
    question that has changed since is refused (``cannot_resume``), and so is a target that is there already
    (``file_exists``); ``restart`` begins anew.  Every other fault of the files and columns is told at once, too.
    """
    source, target = _paths(source=source, target=target)
    table, scored = _opened(source, target, rules, restart, jobs, rows, asked)
    parts = _parts_of(target)
    wanted = _record(table, rules, rows, asked)
    with _claimed(parts, target, wanted, restart):
        begin(table.rows)
        try:
            numbers, found = _score_parts(scored, parts, report)
        except ValueError:
            if table.fault is None:
                raise
            shutil.rmtree(parts)  # no part of a source that cannot be read is of use
            raise IllegalHandError([table.fault]) from None
        outcome = _join(scored, parts, numbers, target, found)
        shutil.rmtree(parts)
    return outcome


def _paths(**paths: Any) -> list[Path]:
    faults = [
        bad_value(name, f"the path of a file, not {shown(path)}")
        for name, path in paths.items()
        if not isinstance(path, (str, os.PathLike))
    ]
    if faults:
        raise IllegalHandError(faults)
    return [*map(Path, paths.values())]


def _opened(
    source: Path, target: Path, rules: RuleSet, restart: bool, jobs: int, rows: int, asked: Mapping[str, Any]
) -> tuple[Source, arrow.Answered]:
    """The source and its scores; raises all that is wrong with what is asked."""
    wrong = [*number_faults("jobs", jobs, MOST_THREADS)]
    faults = [*_target_faults(target, source), *switch_faults(restart=restart), *wrong]
    table: Source | None = None
    scored: arrow.Answered | None = None
    try:
        table = open_source(source)
        given = {"keep": True, **asked}
        scored = arrow.score(table, rules, threads=1 if wrong else jobs, rows=rows, written=table.written, **given)
    except IllegalHandError as error:
        faults += error.faults
    if faults or table is None or scored is None:
        raise IllegalHandError(faults)
    return table, scored


def _target_faults(target: Path, source: Path) -> Iterator[Fault]:
    if target.suffix.lower() != ".parquet":
        yield _fault("bad_file", target, "a file name that ends with .parquet is expected")
    if not target.parent.is_dir():
        yield _fault("bad_file", target, "there is no such folder")
    elif target.is_dir():
        yield _fault("bad_file", target, "it is a folder")
    elif target.exists() and source.exists() and target.samefile(source):
        yield _fault("bad_file", target, "it is the source itself, which is never written over")
    parts = _parts_of(target)
    if parts.exists() and not parts.is_dir():
        yield _fault("bad_file", parts, "it is no folder, and the parts need one of this name")


def _parts_of(target: Path) -> Path:
    return Path(f"{target}{PARTS}")


def _fault(code: str, path: Path, sentence: str) -> Fault:
    return Fault(code, f"{path}: {sentence}", None, {"found": str(path), "why": sentence})


def _record(table: Source, rules: RuleSet, rows: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """All that the answer hangs on."""
    return {
        "source": table.digest(),
        "rules": rules.digest,
        "rows": rows,
        "version": __version__,
        "asked": {**asked, "keep": kept_names(asked.get("keep", True))},
    }


@contextmanager
def _claimed(parts: Path, target: Path, wanted: dict[str, Any], restart: bool) -> Iterator[None]:
    """The folder of the parts, held against other runs, its record the one that is wanted."""
    wanted = json.loads(json.dumps(wanted))
    if restart and parts.is_dir():
        with _held(parts):
            shutil.rmtree(parts)
    if not restart and not parts.exists() and target.exists():
        raise IllegalHandError([_fault("file_exists", target, "it is there already; --restart writes it anew")])
    try:
        parts.mkdir(exist_ok=True)
    except OSError as error:
        raise IllegalHandError([_fault("bad_file", parts, error.strerror or str(error))]) from None
    with _held(parts):
        record = parts / ASKED
        if record.exists():
            other = [*_others(_read(record), wanted)]
            if other:
                sentence = f"it was begun with another {', '.join(other)}; --restart begins anew"
                raise IllegalHandError([_fault("cannot_resume", parts, sentence)])
        else:
            _write(record, lambda at: at.write_text(json.dumps(wanted), "utf-8"))
        yield


def _read(record: Path) -> dict[str, Any]:
    """What a run wrote down of itself; nothing where that is damaged."""
    try:
        before = json.loads(record.read_text("utf-8"))
    except ValueError:
        return {}
    return before if isinstance(before, dict) and isinstance(before.get("asked"), dict) else {}


def _others(before: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[str]:
    """What is not as it was, in words."""
    for name, words in IN_WORDS.items():
        if before.get(name) != wanted[name]:
            yield words
    was, asked = before.get("asked", {}), wanted["asked"]
    yield from (name for name in dict.fromkeys((*asked, *was)) if was.get(name) != asked.get(name))


@contextmanager
def _held(parts: Path) -> Iterator[None]:
    """Only one run works in a folder; the system lets go of it when the run ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    folder = os.open(parts, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise IllegalHandError([_fault("cannot_resume", parts, "another run is at work there")]) from None
    else:
        yield
    finally:
        os.close(folder)


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Writes a file that appears as a whole or not at all."""
    draft = path.with_name(path.name + ".draft")
    write(draft)
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    os.replace(draft, path)


def _score_parts(scored: arrow.Answered, parts: Path, report: Callable[[int], None]) -> tuple[int, int]:
    """Makes the parts that are not there; how many there are, and how many rows were found done."""
    import pyarrow as pa

    number = found = 0
    for number, part in enumerate(scored.parts(), 1):
        path = parts / f"{number:08}.arrow"
        if _rows_of(path) == len(part):
            found += len(part)
        else:
            answer = pa.record_batch(scored.answer(part))
            _write(path, lambda at, answer=answer: _write_arrow(at, answer))  # type: ignore[misc]
        report(len(part))
    return number, found


def _write_arrow(path: Path, answer: Any) -> None:
    import pyarrow as pa

    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, answer.schema, options=options) as writer:
        writer.write_batch(answer)


def _rows_of(path: Path) -> int | None:
    """How many rows a part holds, if it is whole."""
    import pyarrow as pa

    with suppress(OSError, pa.ArrowInvalid), pa.OSFile(str(path)) as file, pa.ipc.open_file(file) as reader:
        return int(reader.get_batch(0).num_rows) if reader.num_record_batches == 1 else None
    return None


def _ordered(schema: Any) -> Any:
    """The same with its notes in order: as they are exchanged they have none."""
    import pyarrow as pa

    def ordered(notes: dict[bytes, bytes] | None) -> dict[bytes, bytes] | None:
        return notes and dict(sorted(notes.items()))

    return pa.schema([field.with_metadata(ordered(field.metadata)) for field in schema], ordered(schema.metadata))


def _join(scored: arrow.Answered, parts: Path, numbers: int, target: Path, found: int) -> Outcome:
    """Writes the target from the parts."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    counts = {"rows": 0, "wins": 0, "bad": 0}

    def write(path: Path) -> None:
        with pq.ParquetWriter(path, _ordered(pa.schema(scored)), compression="zstd") as writer:
            for number in range(1, numbers + 1):
                with pa.OSFile(str(parts / f"{number:08}.arrow")) as file, pa.ipc.open_file(file) as reader:
                    part = reader.get_batch(0)
                    writer.write_batch(part)
                    counts["rows"] += part.num_rows
                    counts["wins"] += part["wins"].true_count
                    counts["bad"] += part.num_rows - part["error"].null_count

    joined = parts / target.name
    _write(joined, write)
    os.replace(joined, target)
    return Outcome(found=found, **counts)

"""Files that hold tables, opened as streams of record batches."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from .errors import Fault, IllegalHandError

BATCH: Final = 65_536
"""Rows that are read from a file at once."""
BLOCK: Final = 1 << 20
"""Bytes of a file that are held at once, where its form lets it be read so."""


class Source:
    """A table in a file.  ``rows``: how many it has, if that is known before it is read; ``written``: all its values
    are text; ``fault``: what was found amiss while it was read, which readers through Arrow are not told whole."""

    fault: Fault | None = None

    def __init__(
        self, path: Path, schema: Any, rows: int | None, batches: Callable[[], Iterator[Any]], written: bool = False
    ) -> None:
        self.path, self.schema, self.rows, self.written = path, schema, rows, written
        self._batches = batches

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        import pyarrow as pa

        return pa.RecordBatchReader.from_batches(self.schema, self._read()).__arrow_c_stream__()

    def _read(self) -> Iterator[Any]:
        import pyarrow as pa

        try:
            yield from self._batches()
        except (OSError, ValueError, pa.ArrowException) as error:
            self.fault = _bad_file(self.path, error)
            raise

    def digest(self) -> str:
        """SHA-256 of the file."""
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def open_source(path: Path) -> Source:
    """Opens a file by what its name ends with; raises ``bad_file``, or ``missing_library`` without pyarrow."""
    try:
        import pyarrow as pa
    except ImportError:
        sentence = "files are read by pyarrow: pip install 'tingpai[files]'"
        raise IllegalHandError([Fault("missing_library", sentence, None, {"example": "tingpai[files]"})]) from None
    opener = OPENERS.get(path.suffix.lower())
    try:
        if opener is None:
            raise ValueError(f"its name ends with none of {', '.join(OPENERS)}")
        return opener(path)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise IllegalHandError([_bad_file(path, error)]) from None


def _bad_file(path: Path, error: Exception) -> Fault:
    why = " ".join(str(getattr(error, "strerror", None) or error).split())
    return Fault("bad_file", f"{path}: {why}", None, {"found": str(path), "why": why})


def _parquet(path: Path) -> Source:
    import pyarrow.parquet as pq

    def batches() -> Iterator[Any]:
        with pq.ParquetFile(path, buffer_size=BLOCK) as file:
            yield from file.iter_batches(BATCH)

    with pq.ParquetFile(path) as file:
        return Source(path, file.schema_arrow, file.metadata.num_rows, batches)


def _ipc(path: Path) -> Source:
    import pyarrow as pa

    def batches() -> Iterator[Any]:
        with pa.memory_map(str(path)) as file, pa.ipc.open_file(file) as reader:
            for number in range(reader.num_record_batches):
                yield reader.get_batch(number)

    with pa.memory_map(str(path)) as file, pa.ipc.open_file(file) as reader:
        return Source(path, reader.schema, None, batches)


def _csv(path: Path) -> Source:
    import pyarrow as pa
    from pyarrow import csv

    def opened(types: dict[str, Any]) -> Any:
        # Empty is null; whether a text can be read is for each row to say.
        convert = csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])
        return csv.open_csv(path, csv.ReadOptions(block_size=BLOCK), convert_options=convert)

    with opened({}) as reader:
        names = reader.schema.names
    schema = pa.schema([(name, pa.string()) for name in names])

    def batches() -> Iterator[Any]:
        with opened(dict.fromkeys(names, pa.string())) as reader:
            yield from reader

    return Source(path, schema, None, batches, written=True)


OPENERS: Final[dict[str, Callable[[Path], Source]]] = {
    ".parquet": _parquet,
    ".arrow": _ipc,
    ".feather": _ipc,
    ".csv": _csv,
}

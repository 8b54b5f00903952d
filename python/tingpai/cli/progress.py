"""How far a long command is."""

from __future__ import annotations

from typing import Any, TextIO


class Progress:
    """A bar on a terminal: by tqdm where it is installed, else a count.  Nothing where nobody looks.  A ``total`` of
    ``None`` is not known."""

    def __init__(self, total: int | None, unit: str, out: TextIO) -> None:
        self.total, self.done, self.out = total, 0, out
        self.seen = out.isatty()
        self.bar: Any = None
        if self.seen:
            try:
                from tqdm import tqdm
            except ImportError:
                return
            tqdm.monitor_interval = 0  # no thread of its own: a process that has none may be forked
            self.bar = tqdm(total=total, unit=unit, file=out, dynamic_ncols=True, leave=False)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()
        elif self.seen:
            self.out.write("\r\x1b[K")
            self.out.flush()

    def add(self, more: int) -> None:
        self.done += more
        if self.bar is not None:
            self.bar.update(more)
        elif self.seen:
            share = f"/{self.total} ({100 * self.done // self.total}%)" if self.total else ""
            self.out.write(f"\r{self.done}{share}")
            self.out.flush()

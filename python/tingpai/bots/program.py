"""A program at the table: JSON Lines on its standard input and output.

Each line is one object with a ``type``.  The table writes and the program answers to ``hello`` and ``choose``:

=========== ==================================================================================================
``hello``   ``protocol`` (1), ``player`` (0..3, as in ``players`` of the log), ``rules``, ``options``, ``seconds``.
            The program answers ``{"type": "hello", "protocol": 1, "name": ...}``.
``state``   ``view``: what the seat may see (:class:`~tingpai.game.view.View`), without ``legal``.  No answer.
``choose``  ``id`` (counts up) and ``legal``, the texts of all that may be done, more than one.
            The program answers ``{"type": "answer", "id": ..., "action": ...}`` with one of the texts.
``end``     ``balances``.  No answer; the input is closed, and the program exits.
=========== ==================================================================================================

A table takes 30 swaps of wild tiles from one draw to the next and then has none among ``legal``
(:data:`tingpai.bots.table.SWAPS`).  An answer must come within ``seconds``, and its line must be flushed: many
languages hold back what goes into a pipe.  Whatever else comes is a :class:`~tingpai.bots.player.PlayerError`: a line
that is no JSON or no answer to what was asked, silence, the end of the program.  Answers to earlier questions are
passed over and win no time.  One that lets its input lie unread for ``seconds`` once the pipe is full is stopped, and
one that is thousands of lines ahead of what is read of it is read no further.  Standard error is the program's own.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from ..errors import shown
from .player import PlayerError

if TYPE_CHECKING:
    from ..game.action import Action
    from ..game.view import View
    from ..ruleset.schema import RuleSet

PROTOCOL = 1
SECONDS = 10.0
LONGEST_LINE = 65_536
UNREAD = 4096
"""Lines that may wait to be read; a program that writes more is no longer listened to."""
SILENCES = 3
"""Answers that may fail to come in a row; then the program is stopped, before it blocks the table by not reading."""
LEAVE = 1.0
"""Seconds that a program has to exit by itself."""


class ProgramPlayer:
    """A program as a player.  ``command``: its command line, a text that is split as a shell would, or words."""

    def __init__(self, command: str | Sequence[str], rules: RuleSet, number: int = 0, seconds: float = SECONDS) -> None:
        from ..ruleset.data import plain

        self.seconds = seconds
        self.name = command if isinstance(command, str) else shlex.join(command)
        self._asked = self._silent = 0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
            if not words:
                raise ValueError("its command line is empty")
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
            )
        except (OSError, ValueError) as error:
            raise PlayerError(f"the program {shown(self.name)} does not start: {error}") from None
        try:
            threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines), daemon=True).start()
            hello = {"protocol": PROTOCOL, "player": number, "rules": rules.id, "options": plain(rules.chosen)}
            self._write({"type": "hello", **hello, "seconds": seconds})
            answer = self._answer("hello", monotonic() + seconds)
            if answer.get("protocol") != PROTOCOL:
                raise self._fault(f"speaks protocol {shown(answer.get('protocol'))}, the table {PROTOCOL}")
        except BaseException:  # an interrupt too: nobody else knows of the program yet
            self._stop()
            raise
        self.name = str(answer.get("name") or self.name)

    @property
    def returncode(self) -> int | None:
        """The program's exit status; None while it runs."""
        return self._process.poll()

    def choose(self, view: View, legal: tuple[Action, ...]) -> str:
        self._asked += 1
        seen = view.to_data()
        texts = seen.pop("legal")
        self._write({"type": "state", "view": seen})
        self._write({"type": "choose", "id": self._asked, "legal": texts})
        until = monotonic() + self.seconds
        answer = self._answer("answer", until)
        while answer.get("id") != self._asked:
            if not isinstance(answer.get("id"), int) or answer["id"] > self._asked:
                raise self._fault(f"answers to {shown(answer.get('id'))}, asked was {self._asked}")
            answer = self._answer("answer", until)  # that was to an earlier question, too late
        self._silent = 0
        return str(answer.get("action"))

    def end(self, number: int, balances: dict[str, int]) -> None:
        """Says good-bye, and sees to it that the program leaves."""
        try:
            with suppress(PlayerError):  # it may have left already
                self._write({"type": "end", "balances": balances})
        finally:
            self._stop()

    def _write(self, data: dict[str, Any]) -> None:
        stream = self._process.stdin
        assert stream is not None
        # A program that does not read fills the pipe, and a write into a full pipe waits until it is stopped.
        patience = self._kill_after(self.seconds)
        try:
            patience.start()
            stream.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
            stream.flush()
        except (OSError, ValueError):
            raise self._fault(f"has ended ({self._status()})") from None
        finally:
            patience.cancel()

    def _answer(self, kind: str, until: float) -> dict[str, Any]:
        try:
            if (left := until - monotonic()) <= 0:  # however many lines there are still
                raise queue.Empty
            line = self._lines.get(timeout=left)
        except queue.Empty:
            self._silent += 1
            if self._silent == SILENCES:
                self._process.kill()
            raise self._fault(f"gives no answer within {self.seconds:g} seconds (does it flush its lines?)") from None
        if line is None:
            self._lines.put(None)  # there is no more for later questions either
            raise self._fault(f"has ended ({self._status()})")
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise self._fault(f"writes {shown(line)}, which is no JSON") from None
        if not isinstance(data, dict) or data.get("type") != kind:
            raise self._fault(f"writes {shown(line)}, expected was an object of type {kind}")
        return data

    def _fault(self, problem: str) -> PlayerError:
        return PlayerError(f"the program {shown(self.name)} {problem}")

    def _status(self) -> str:
        try:
            return f"exit status {self._process.wait(LEAVE)}"
        except subprocess.TimeoutExpired:
            return "still running, but it no longer reads or writes"

    def _kill_after(self, seconds: float) -> threading.Timer:
        """What kills the program unless it is cancelled.  It holds up nobody's exit."""
        timer = threading.Timer(seconds, self._process.kill)
        timer.daemon = True
        return timer

    def _stop(self) -> None:
        process = self._process
        assert process.stdin is not None
        patience = self._kill_after(LEAVE)  # to close may wait too: for what is not yet written
        try:
            patience.start()
            with suppress(OSError):
                process.stdin.close()
            process.wait()
        finally:  # an interrupt comes here at once
            process.kill()
            process.wait()
            patience.cancel()


def _read_lines(stream: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    """Passes on what the program writes, then None at its end.  A thread of its own: only so can an answer be waited
    for with a limit on every system."""
    try:
        while lines.qsize() < UNREAD and (line := stream.readline(LONGEST_LINE)):
            lines.put(line)
    except (OSError, ValueError):
        pass
    finally:
        lines.put(None)
        stream.close()

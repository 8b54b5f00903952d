"""Many games, on one processor or several.  Game *n* of a run has the seed ``seed + n``, whoever plays it: what a run
comes to does not depend on how it was divided.

>>> import tingpai as tp
>>> run = Simulation(tp.rules("hongkong"), ("random",), games=2, seed=1, hands=1)
>>> run.play().counts["games"]
2
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..errors import RuleConfigError, TingpaiError, shown
from ..game.engine import new_game
from ..records import dataclass
from .player import PlayerError
from .table import Table, end, player_of
from .tally import Tally

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from ..ruleset.schema import RuleSet

PART = 0.15
"""Seconds after which a process reports what it has played."""
STUCK = 10.0
"""Seconds that the next number takes to draw where a process died in the middle of it."""


AFRESH = "beside other threads processes start afresh and read the script again: it must not play but under " + (
    'if __name__ == "__main__"'
)


class LostProcessError(TingpaiError, ChildProcessError):
    """A process that played games was ended, or is one that may not start others."""

    code = "lost_process"


@dataclass(frozen=True)
class Simulation:
    """``bots``: names of players (:func:`~tingpai.bots.table.player_of`), seated in turn until four sit; ``rounds``
    and ``hands`` end each game early."""

    rules: RuleSet
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    rounds: int | None = None
    hands: int | None = None
    lenient: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.bots) <= 4 or not all(isinstance(bot, str) for bot in self.bots):
            raise PlayerError("one to four bots are named")
        _check_count("games", self.games, 0)
        if type(self.seed) is not int:
            raise RuleConfigError("seed", f"takes a whole number, not {shown(self.seed)}")

    def play(self, jobs: int = 1, report: Callable[[Tally], None] = lambda done: None) -> Tally:
        """All games.  ``report`` is told what has been counted since it was last told.

        ``jobs`` processes play, where this one may start others (a daemonic one may not, and plays alone).  They are
        forked; beside other threads they start afresh, which reads the script again, so that it must not play but under
        ``if __name__ == "__main__"``.  Raises :class:`LostProcessError` where one of them is ended.
        """
        total = Tally()
        for part in self.parts(jobs):
            total.add(part)
            report(part)
        return total

    def parts(self, jobs: int = 1) -> Generator[Tally, None, None]:
        """What some games came to, as soon as they have been played, in any order."""
        _check_count("jobs", jobs, 1)
        jobs = min(jobs, self.games)
        return self._parts(range(self.games)) if jobs <= 1 or not _may_start_others() else _shared(self, jobs)

    def _parts(self, numbers: Iterable[int]) -> Generator[Tally, None, None]:
        """The games with these numbers, in parts that took :data:`PART` seconds, the last of them less."""
        tally, began = Tally(), perf_counter()
        for number in numbers:
            self._one(self.seed + number, tally)
            if perf_counter() - began >= PART:
                yield tally
                tally, began = Tally(), perf_counter()
        yield tally

    def _one(self, seed: int, tally: Tally) -> None:
        game = new_game(self.rules, seed, rounds=self.rounds, hands=self.hands, keep=False, watch=tally.watch)
        names = [self.bots[number % len(self.bots)] for number in range(4)]
        players = []
        with ExitStack() as seated:  # each leaves, whatever comes of the others
            for number, name in enumerate(names):
                players.append(player_of(name, self.rules, seed, number))
                seated.callback(end, players[-1], number, {})
            tally.ended(game, Table(game, players, self.lenient).play())


def _check_count(name: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise RuleConfigError(name, f"takes a whole number from {least} on, not {shown(value)}")


class _Numbers:
    """The numbers of the games.  Whoever plays draws the next one when he is done with his last: nobody waits for
    another, and all end together but for one game."""

    def __init__(self, games: int, context: Any) -> None:
        self._games = games
        self._next = context.Value("q", 0)

    def __iter__(self) -> Iterator[int]:
        while (number := self._draw()) < self._games:
            yield number

    def _draw(self) -> int:
        lock = self._next.get_lock()
        if not lock.acquire(timeout=STUCK):
            raise LostProcessError("a process that played games was ended while it drew the next")
        try:
            number: int = self._next.value
            self._next.value = number + 1
        finally:
            lock.release()
        return number


def _shared(run: Simulation, jobs: int) -> Generator[Tally, None, None]:
    """This process plays too: nothing waits for the others to start, which may take as long as many games."""
    from multiprocessing import get_context

    # A fork has at once all that is loaded and compiled here; but beside threads it is not safe.
    context: Any = get_context("fork" if _has_one_thread() else "spawn")
    numbers = _Numbers(run.games, context)
    others: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(jobs - 1):
            ours, theirs = context.Pipe()
            process: BaseProcess = context.Process(target=_play, args=(run, numbers, theirs), daemon=True)
            process.start()
            theirs.close()
            others[ours] = process
            ours.send(None)
        for part in run._parts(numbers):
            yield part
            yield from _reports(others, 0)
        while others:
            yield from _reports(others, None)
    finally:
        for process in others.values():
            process.terminate()
        for process in others.values():
            process.join()


def _may_start_others() -> bool:
    from multiprocessing import current_process

    here = current_process()
    if getattr(here, "_inheriting", False):  # it reads the script of the process that started it
        raise LostProcessError(AFRESH)
    return not here.daemon


def _has_one_thread() -> bool:
    """As far as the system tells, which Linux does."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def _reports(others: dict[Connection, BaseProcess], patience: float | None) -> Iterator[Tally]:
    """What other processes have played since their last reports; those that have ended are taken out."""
    from multiprocessing.connection import wait

    ready = wait(others, patience)
    for pipe in [pipe for pipe in others if pipe in ready]:
        try:
            report = pipe.recv()
        except (EOFError, OSError):
            ended = others.pop(pipe)
            ended.join()
            if ended.exitcode:
                why = f"; {AFRESH}" if ended.exitcode == 1 else ""
                raise LostProcessError(f"a process that played games was ended ({ended.exitcode}){why}") from None
            continue
        if isinstance(report, Exception):
            raise report
        with suppress(OSError):  # it may have ended since
            pipe.send(None)
        yield report


def _play(run: Simulation, numbers: _Numbers, pipe: Connection) -> None:
    """Another process: plays, and reports whenever the last report has been taken, so that it never waits."""
    import signal
    from multiprocessing import parent_process

    def leave(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # programs are being ended from here on
        sys.exit(1)

    # The terminal's interrupt is the parent's affair, who then ends this process; programs at its tables end with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)
    parent = parent_process()
    assert parent is not None
    done = Tally()
    with suppress(OSError):  # nobody reads any more
        try:
            for part in run._parts(numbers):
                done.add(part)
                if not parent.is_alive():
                    return
                if pipe.poll():
                    pipe.recv()
                    pipe.send(done)
                    done = Tally()
            pipe.send(done)
        except Exception as error:
            pipe.send(error)

"""Many games, on one processor or several.  Game *n* of a run has the seed ``seed + n``, whoever plays it: what a run
comes to does not depend on how it was divided.

>>> import tingpai as tp
>>> run = Simulation(tp.rules("hongkong"), ("random",), games=2, seed=1, hands=1)
>>> run.play().counts["games"]
2
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from ..errors import RuleConfigError, shown
from ..game.engine import new_game
from ..records import dataclass
from .player import PlayerError
from .table import Table, player_of
from .tally import Tally

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

PART = 0.15
"""Seconds that a process plays before it reports."""
MOST_AT_ONCE = 500
"""Games that it plays at most."""


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

    def play(self, jobs: int = 1, report: Callable[[Tally], None] = lambda done: None) -> Tally:
        """All games.  ``report`` is told what has been counted since it was last told."""
        total = Tally()
        for part in self.parts(jobs):
            total.add(part)
            report(part)
        return total

    def parts(self, jobs: int = 1) -> Generator[Tally, None, None]:
        """What some games came to, as soon as they have been played, in any order."""
        _check_count("jobs", jobs, 1)
        left = _Left(self.games, jobs)
        if min(jobs, self.games) <= 1:
            while games := left.take():
                yield self._timed(games, left)
        else:
            yield from _shared(self, left, min(jobs, self.games))

    def _timed(self, games: range, left: _Left) -> Tally:
        start = perf_counter()
        tally = self.some(games)
        left.took(len(games), perf_counter() - start)
        return tally

    def some(self, numbers: range) -> Tally:
        """The games with these numbers."""
        tally = Tally()
        for number in numbers:
            self._one(self.seed + number, tally)
        return tally

    def _one(self, seed: int, tally: Tally) -> None:
        game = new_game(self.rules, seed, rounds=self.rounds, hands=self.hands, keep=False, watch=tally.watch)
        names = [self.bots[number % len(self.bots)] for number in range(4)]
        players = []
        try:
            for number, name in enumerate(names):
                players.append(player_of(name, self.rules, seed, number))
            table = Table(game, players, self.lenient)
            tally.ended(game, table.play())
        finally:
            for number, player in enumerate(players):
                getattr(player, "end", lambda *_: None)(number, {})


def _check_count(name: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise RuleConfigError(name, f"takes a whole number from {least} on, not {shown(value)}")


class _Left:
    """Games that nobody plays yet.  They are taken in parts that take about :data:`PART` seconds and become single
    games at last, so that all who take them end together."""

    def __init__(self, games: int, jobs: int) -> None:
        self._next, self._games, self._jobs = 0, games, jobs
        self._at_once = 1

    def took(self, games: int, seconds: float) -> None:
        """Learns how long games take."""
        self._at_once = max(1, min(MOST_AT_ONCE, int(games * PART / max(seconds, 1e-6))))

    def take(self) -> range:
        """The numbers of the next games; none are left where it is empty."""
        size = max(1, min(self._at_once, (self._games - self._next) // (4 * self._jobs)))
        part = range(self._next, min(self._next + size, self._games))
        self._next = part.stop
        return part


_run: Simulation | None = None


def _begin(run: Simulation) -> None:
    """In a new process: the terminal's interrupt is the parent's affair."""
    import signal

    global _run
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _run = run


def _some(numbers: range) -> Tally:
    assert _run is not None
    return _run.some(numbers)


def _shared(run: Simulation, left: _Left, jobs: int) -> Iterator[Tally]:
    """This process plays too, and meanwhile keeps every other busy with one part and one in waiting.  So nothing waits
    for the others to start, which takes each of them as long as many games, and little is lost where the run is broken
    off."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    # Started afresh, not forked: the same on every system, and safe beside threads.
    pool = ProcessPoolExecutor(jobs - 1, mp_context=get_context("spawn"), initializer=_begin, initargs=(run,))
    try:
        # No games until they have started: by then it is known how long games take.
        waiting: set[Future[Tally]] = {pool.submit(_some, range(0)) for _ in range(2 * (jobs - 1))}
        while games := left.take():
            yield run._timed(games, left)
            done = {future for future in waiting if future.done()}
            waiting -= done
            for future in done:
                yield future.result()
                if games := left.take():
                    waiting.add(pool.submit(_some, games))
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)

"""Many games, on one processor or several.  Game *n* of a run has the seed ``seed + n``, whoever plays it: what a run
comes to does not depend on how it was divided.

>>> import tingpai as tp
>>> run = Simulation(tp.rules("hongkong"), ("random",), games=2, seed=1, hands=1)
>>> run.play().counts["games"]
2
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING

from ..game.engine import new_game
from ..records import dataclass
from .player import PlayerError
from .table import Table, player_of
from .tally import Tally

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

MOST_AT_ONCE = 4
"""Games that a process plays before it reports."""


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
        if not 1 <= len(self.bots) <= 4:
            raise PlayerError("one to four bots are named")

    def play(self, jobs: int = 1, report: Callable[[Tally], None] = lambda done: None) -> Tally:
        """All games.  ``report`` is told what has been counted since it was last told."""
        total = Tally()
        for part in self.parts(jobs):
            total.add(part)
            report(part)
        return total

    def parts(self, jobs: int = 1) -> Generator[Tally, None, None]:
        """What some games came to, as soon as they have been played, in any order."""
        least = -(-self.games // (8 * jobs))
        size = max(1, min(MOST_AT_ONCE, least))
        chunks = (range(start, min(start + size, self.games)) for start in range(0, self.games, size))
        if jobs == 1:
            yield from map(self.some, chunks)
        else:
            yield from _spread(self, chunks, jobs)

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


def _spread(run: Simulation, chunks: Iterator[range], jobs: int) -> Iterator[Tally]:
    """Keeps every process busy with one part and one in waiting, so that little is lost when the run is broken off."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from itertools import islice
    from multiprocessing import get_context

    # Started afresh, not forked: the same on every system, and safe beside threads.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(run,))
    try:
        waiting: set[Future[Tally]] = {pool.submit(_some, chunk) for chunk in islice(chunks, 2 * jobs)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                waiting |= {pool.submit(_some, chunk) for chunk in islice(chunks, 1)}
    finally:
        pool.shutdown(wait=True, cancel_futures=True)

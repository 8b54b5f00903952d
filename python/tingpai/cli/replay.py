"""``tingpai replay``: a log, step by step or all at once."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..game import log
from ..game.view import SeatView, View, view
from ..records import replace as changed
from .arguments import BadCommand
from .board import Board
from .game_words import GameWords
from .layout import Paint
from .narrate import Narrator
from .play import WINDS, say

if TYPE_CHECKING:
    from ..game.event import Event
    from ..game.state import State

ENDS = ("settled", "exhausted", "game_over")


class Replay:
    """A log that is read again.  A step is an event; step 0 is before the first."""

    def __init__(self, text: str, board: Board, show: str, other_rules: bool = False) -> None:
        self._text = text
        self._other_rules = other_rules
        self._narrator = Narrator(board)
        self._board = board
        self._show = show
        self.ends = [number for number, event, _ in self.steps() if event[0] in ENDS]
        self.last = len(log.lines_of(text)) - 1

    def steps(self, start: int = 1) -> Iterator[tuple[int, Event, State]]:
        """The events from ``start`` on, each with the state after it."""
        for number, (event, state) in enumerate(log.replay(self._text, other_rules=self._other_rules), start=1):
            if number >= start:
                yield number, event, state

    def told(self, number: int, event: Event, state: State) -> Iterator[str]:
        """An event, numbered."""
        lines = list(self._narrator.lines(state, event))
        margin = f"{number:>5}  "
        for line in lines or [self._board.words(f"step_{event[0]}")]:
            yield margin + line if line else ""
            if line:
                margin = " " * len(margin)

    def table(self, s: State) -> Iterator[str]:
        """The table, with the hands that are to be shown."""
        at = s.place(WINDS.index(self._show)) if self._show in WINDS else s.dealer
        seen = view(s, at)
        seats = [self._seat(s, place) for place in range(4)]
        yield from self._board.lines(_without_choices(seen), seats)

    def _seat(self, s: State, place: int) -> SeatView:
        seat = view(s, place).seats[place]
        shown = self._show == "all" or self._show == WINDS[s.wind(place)]
        if shown:
            return seat
        hidden = view(s, (place + 1) % 4).seats[place]
        return hidden if hidden.hand is None else changed(hidden, hand=None)


def _without_choices(seen: View) -> View:
    return changed(seen, legal=(), drawn=None)


def replay(arguments: Namespace) -> None:
    """Everything, or a step for each line of input, until it ends."""
    try:
        text = log.read(arguments.log)
    except (OSError, UnicodeDecodeError) as error:
        raise BadCommand("unreadable", path=arguments.log, why=getattr(error, "strerror", None) or error) from None
    words, paint = GameWords(arguments.lang or "en"), Paint.for_output()
    game = log.read_header(log.lines_of(text)[0])
    if log.torn(text):
        say(words("torn"))
    if arguments.other_rules and log.digest_of(text) != game.state.rules.digest:
        say(words("other_rules"))
    found = Replay(text, Board(game.names, words, paint), arguments.show or "all", arguments.other_rules)
    if arguments.all:
        _all(found)
    else:
        _step_by_step(found, words)


def _all(found: Replay) -> None:
    for number, event, state in found.steps():
        for line in found.told(number, event, state):
            say(line)
        if event[0] in ("begin", "won", "exhausted"):
            for line in found.table(state):
                say(f"       {line}")


def _step_by_step(found: Replay, words: GameWords) -> None:
    say(words("replay_help", last=found.last))
    at = 0
    steps = found.steps()
    while True:
        say("> ", end="")
        line = sys.stdin.readline()
        if not line or line.strip() in ("q", "quit"):
            say("")
            return
        wanted = _wanted(line.strip(), at, found)
        if wanted is None or not 1 <= wanted <= found.last:
            say(words("replay_bad", last=found.last))
            continue
        if wanted <= at:
            steps, at = found.steps(), 0
        for number, event, state in steps:
            if number == wanted:
                for text in (*found.told(number, event, state), *found.table(state)):
                    say(text)
                at = number
                break


def _wanted(line: str, at: int, found: Replay) -> int | None:
    """Which step a line asks for; None where it asks for none."""
    if line == "":
        return at + 1
    if line == "b":
        return at - 1
    if line == "e":
        return next((end for end in found.ends if end > at), found.last)
    return int(line) if line.isdecimal() and len(line) < 10 else None

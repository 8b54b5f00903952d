"""A person at a terminal, or a script in a pipe, as a player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, TextIO

from ..bots.greedy import GreedyBot
from ..errors import NotationError, TingpaiError
from ..game.action import PASS, Action, parse_action
from ..hand import Hand
from ..tiles import TILE_TEXT
from .game_words import HELP, HELP_ERRORS, HELP_ERRORS_ZH, HELP_ZH
from .layout import table
from .narrate import act_text
from .spelling import spell

if TYPE_CHECKING:
    from ..game.view import View
    from ..ruleset.schema import RuleSet
    from .board import Board

CONFIRMED = (
    "riichi", "riichi_open", "riichi_bare", "chow", "pung", "kong", "concealed_kong", "added_kong", "swap_up",
    "swap_down", "bet", "false_win", "wrong_chow", "wrong_pung", "break_riichi", "slip", "retract",
    "merge",
)  # fmt: skip
"""What is done only after it was confirmed, and can be taken back until then; passing up a win too."""
ERRORS = ("false_win", "slip", "retract", "break_riichi")
"""What is offered only where errors can be committed."""


class Say(Protocol):
    """Says something at once."""

    def __call__(self, text: str, end: str = "\n") -> None: ...


class Left(Exception):
    """The person has left, or there is no more input."""


class Person:
    """Asks on ``out``, reads from ``source``; a line that cannot be meant is refused and asked again."""

    def __init__(self, rules: RuleSet, board: Board, source: TextIO, say: Say) -> None:
        self._rules = rules
        self._board = board
        self._words = board.words
        self._source = source
        self._say = say
        self._asked_everywhere = False

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        """Shows the table, and asks until something legal is meant, and confirmed where it should be."""
        if not self._asked_everywhere and all(action.kind in ("pass", "false_win") for action in legal):
            return PASS
        self._show(view)
        while True:
            self._offer(view, legal)
            line = self._line()
            if line in ("a", "auto"):
                return self._tip(view, legal)
            action = self._command(view, legal, line) or self._meant(legal, line)
            if isinstance(action, str):
                self._say(action)
            elif self._confirmed(view, action, legal):
                return action

    def _show(self, view: View) -> None:
        self._say("")
        for line in self._board.lines(view):
            self._say(line)

    def _offer(self, view: View, legal: tuple[Action, ...]) -> None:
        words = self._words
        others = numbered(legal)
        if view.tile is not None and view.holder is not None and view.holder != view.place:
            head = words("your_claim", who=self._board.who(view, view.holder), tile=spell([view.tile], words))
        else:
            head = words("your_turn")
        parts = [f"{number} {self._text(view, action)}" for number, action in others]
        if wrong := [action for action in legal if action.kind in BY_NAME]:
            parts.append(words("or_wrong", act=str(wrong[0])))
        discards = [TILE_TEXT[action.tile] for action in legal if action.kind == "discard"]
        if discards:
            example = view.drawn if view.drawn in discards else discards[-1]
            parts.insert(0, words("or_discard", tile=spell([example], words)))
        parts.append(words("play_help"))
        self._say(f"{self._board.paint.good(head)}  {words.list(parts, '  ')}")

    def _line(self) -> str:
        self._say("> ", end="")
        line = self._source.readline()
        if not line:
            raise Left
        return line.strip()

    def _command(self, view: View, legal: tuple[Action, ...], line: str) -> str | None:
        """The answer to a line that is no choice; None if it may be one."""
        words = self._words
        if line in ("q", "quit"):
            raise Left
        if line in ("h", "help", "?"):
            help, errors = (HELP, HELP_ERRORS) if words.lang == "en" else (HELP_ZH, HELP_ERRORS_ZH)
            manual = any(action.kind in ERRORS for action in legal) or view.phase in OWED_IN
            return "\n".join(table((*help, *errors) if manual else help, "<<"))
        if line in ("e", "errors"):
            self._asked_everywhere = not self._asked_everywhere
            return words("asked_everywhere" if self._asked_everywhere else "asked_no_longer")
        if line in ("t", "tip"):
            return words("tip", act=act_text(self._tip(view, legal), words))
        if line in ("u", "undo"):
            return words("nothing_to_take_back")
        if line in ("b", "board"):
            return "\n".join(self._board.lines(view))
        return None

    def _tip(self, view: View, legal: tuple[Action, ...]) -> Action:
        return GreedyBot(self._rules).choose(view, legal)

    def _meant(self, legal: tuple[Action, ...], line: str) -> Action | str:
        """What a line means; a complaint where it means nothing that is legal."""
        by_number = {str(number): action for number, action in numbered(legal)}
        if line in by_number:
            return by_number[line]
        if line == "" and PASS in legal:
            return PASS
        for read in (_in_words, _tile):
            action = read(line)
            if action in legal:
                return action
        return self._words("not_understood", line=line or "Enter")

    def _text(self, view: View, action: Action) -> str:
        if action == PASS and view.phase in OWED_IN:
            return self._words("act_forget")
        return act_text(action, self._words)

    def _confirmed(self, view: View, action: Action, legal: tuple[Action, ...]) -> bool:
        passes_win = any(other.kind in WINS for other in legal)
        grave = action.kind in CONFIRMED or (action == PASS and (passes_win or view.phase in OWED_IN))
        while grave:
            self._say(self._words("confirm", act=self._text(view, action)))
            line = self._line()
            if line in ("", "y", "yes", "ok"):
                break
            if line in ("u", "undo", "n", "no"):
                self._say(self._words("taken_back"))
                return False
            if line in ("q", "quit"):
                raise Left
            self._say(self._words("not_understood", line=line))
        return True


WINS = ("win", "flower_win")
OWED_IN = ("extra", "opening", "show")
"""Phases in which passing is an error: the extra tile is left, flowers are kept, kongs not shown."""
BY_NAME = ("wrong_chow", "wrong_pung")
"""What there is so much of that it is not listed, but written out."""


def numbered(legal: tuple[Action, ...]) -> Iterator[tuple[int, Action]]:
    """What is listed: everything but plain discards and what is written out."""
    return enumerate((action for action in legal if action.kind not in ("discard", *BY_NAME)), start=1)


def _in_words(line: str) -> Action | None:
    try:
        return parse_action(line)
    except TingpaiError:
        return None


def _tile(line: str) -> Action | None:
    """The discard of a tile that stands alone, in any notation."""
    try:
        hand = Hand.parse(line)
    except NotationError:
        return None
    tiles = (*hand.tiles, *hand.flowers)
    return Action("discard", tiles[0]) if len(tiles) == 1 and not hand.melds and not hand.winning else None

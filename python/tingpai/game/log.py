"""The log of a game: JSON Lines, a header and then one event a line.

The header names the schema, the rules (id, options, digest), the seed, the players, how long is played, and walls that
stand in for those of the seed.  Folding the events gives the same state and the same balances anywhere; a log that
ends after any line resumes there.  A last line that was cut in the middle, as a kill can leave it, is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..errors import TingpaiError, shown
from ..ruleset.data import plain
from ..ruleset.registry import rules
from ..tiles import TILE_NUMBER, TILE_TEXT
from .decide import Decision, act, follow
from .engine import Game, start
from .event import Event, LogError, from_data, to_data
from .evolve import evolve
from .legal import legal_actions
from .state import State

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

SCHEMA = 1
FORMAT = "tingpai.game"


def header(game: Game) -> dict[str, Any]:
    """The first line's object."""
    s = game.state
    return {
        "format": FORMAT,
        "schema": SCHEMA,
        "rules": s.rules.id,
        "options": plain(s.rules.chosen),
        "digest": s.rules.digest,
        "seed": s.seed,
        "names": list(game.names),
        "rounds": s.rounds,
        "hands": s.hands,
        "manual": s.manual,
        "walls": {str(hand): "".join(TILE_TEXT[tile] for tile in wall) for hand, wall in s.walls.items()},
    }


def line(data: Any) -> str:
    """One line of a log."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def dumps(game: Game) -> str:
    """The whole log of a game whose events were kept.

    >>> import tingpai as tp
    >>> from tingpai.game import new_game
    >>> game = new_game(tp.rules("hongkong"), seed=3, hands=1)
    >>> game.play_random() > 0 and loads(dumps(game)).state == game.state
    True
    """
    if game.events is None:
        raise TingpaiError("the events of this game were not kept")
    return line(header(game)) + "".join(line(to_data(event)) for event in game.events)


class Writer:
    """Writes a game to a file as it is played, every event as it happens; where the log is ``begun``, the file has
    what happened already."""

    def __init__(self, game: Game, file: IO[str], begun: bool = False) -> None:
        self._file = file
        if not begun:
            file.write(line(header(game)))
            for event in game.events or ():
                file.write(line(to_data(event)))
            file.flush()
        game.listener = self

    def __call__(self, event: Event) -> None:
        self._file.write(line(to_data(event)))
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def save(game: Game, path: str | Path) -> None:
    """Writes the whole log."""
    Path(path).write_text(dumps(game), "utf-8")


def load(path: str | Path, *, check: bool = True) -> Game:
    """:func:`loads` of a file."""
    return loads(read(path), check=check)


def read(path: str | Path) -> str:
    """The text of a file; a last line may end in the middle of a character."""
    whole, end, last = Path(path).read_bytes().rpartition(b"\n")
    return (whole + end).decode("utf-8") + last.decode("utf-8", "replace")


def torn(text: str) -> str:
    """What there is of a last line that was cut in the middle and is left out; empty if there is none.

    >>> torn('{"format":"tingpai.game"}\\n{"event":"be'), torn('{"format":"tingpai.game"}\\n{"event":"begin"}')
    ('{"event":"be', '')
    """
    whole, _, last = text.rpartition("\n")
    if not whole or not last:
        return ""
    try:
        json.loads(last)
    except (ValueError, RecursionError):
        return last
    return ""


def lines_of(text: str) -> list[str]:
    """The whole lines.  Names may hold characters that end lines elsewhere, so ``splitlines`` will not do."""
    return text.removesuffix(torn(text)).removesuffix("\n").split("\n")


def loads(text: str, *, check: bool = True) -> Game:
    """The game of a log, ready to go on where it ends.

    ``check``: every event is held against what the rules make of the state before it; without it the events are
    folded as they stand.  Raises :class:`~tingpai.game.event.LogError` with the line of what cannot be.
    """
    lines = lines_of(text)
    game = read_header(lines[0])
    for _, _, event in _fold(game.state, lines[1:], check):
        if game.events is not None:
            game.events.append(event)
    game.advance()
    return game


def replay(text: str) -> Iterator[tuple[Event, State]]:
    """Each event of a log with the state after it (the same object, which goes on changing)."""
    lines = lines_of(text)
    game = read_header(lines[0])
    for _, state, event in _fold(game.state, lines[1:], check=True):
        yield event, state


def read_header(text: str) -> Game:
    """The game before its first event."""
    data = _json(1, text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LogError(1, "this is no log of a game")
    if data.get("schema") != SCHEMA:
        raise LogError(1, f"schema {shown(data.get('schema'))}, this version reads {SCHEMA}")
    expected = {"format", "schema", "rules", "options", "digest", "seed", "names", "rounds", "hands", "manual", "walls"}
    if data.keys() != expected:
        raise LogError(1, f"a header has the fields {', '.join(sorted(expected))}")
    try:
        found = rules(data["rules"], **data["options"])
        state = _state(found, data)
    except (TingpaiError, TypeError, KeyError, ValueError, AttributeError) as error:
        raise LogError(1, str(error)) from None
    if found.digest != data["digest"]:
        raise LogError(1, f"the rules {found.id} have changed: digest {found.digest}, the log has {data['digest']}")
    return Game(state, data["names"])


def _state(found: RuleSet, data: dict[str, Any]) -> State:
    if type(data["seed"]) is not int or type(data["rounds"]) is not int or type(data["hands"]) is not int:
        raise ValueError("seed, rounds and hands are numbers")
    if type(data["manual"]) is not bool:
        raise ValueError("manual is true or false")
    if len(data["names"]) != 4:
        raise ValueError("there are four names")
    walls = {int(hand): read_wall(wall) for hand, wall in data["walls"].items()}
    return start(found, data["seed"], rounds=data["rounds"], hands=data["hands"], walls=walls, manual=data["manual"])


def read_wall(text: str) -> list[int]:
    """Tiles in a row, two characters each."""
    return [TILE_NUMBER[text[at : at + 2]] for at in range(0, len(text), 2)]


def _json(number: int, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise LogError(number, f"no JSON: {shown(text)}") from None


def _fold(state: State, lines: Sequence[str], check: bool) -> Iterator[tuple[int, State, Event]]:
    for number, text in enumerate(lines, start=2):
        try:
            event = from_data(_json(number, text))
            if check and not _follows(state, event):
                raise ValueError(f"{event[0]} does not follow here")
            evolve(state, event)
        except LogError:
            raise
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError) as error:
            raise LogError(number, str(error) or type(error).__name__) from None
        yield number, state, event


def _follows(state: State, event: Event) -> bool:
    """Whether the rules lead from the state to the event: by themselves, or by a legal action."""
    decision = Decision()
    data = to_data(event)
    if event[0] == "fault":
        return not follow(state, decision)  # somebody is asked
    expected: Iterable[Event] = follow(state, decision)[:1]
    if not expected:
        expected = (
            act(state, place, action, legal)[0]
            for place in (range(4) if state.manual else decision.pending)
            for legal in [legal_actions(state, place)]
            for action in legal
        )
    return any(to_data(candidate) == data for candidate in expected)

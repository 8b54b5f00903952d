"""The log of a game: JSON Lines, a header and then one event a line.

The header names the schema, the rules (id, options, what a rule file changed, digest), the seed, the players, how long
is played, and walls that stand in for those of the seed.  Folding the events gives the same state and the same balances
anywhere; a log that ends after any line resumes there.  A last line that was cut in the middle, as a kill can leave it,
is left out.

Rules change: a row gets another name or value, and the digest is another.  A log of other rules is refused with code
``other_rules``, and the message says from which line on today's would have led elsewhere, if from any; it can be read
all the same, for what it tells (:func:`loads`, ``other_rules`` or ``check``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import hexdigits
from typing import IO, TYPE_CHECKING, Any

from ..errors import TingpaiError, shown
from ..ruleset.data import plain
from ..ruleset.files import extended
from ..ruleset.registry import rules
from ..tiles import TILE_NUMBER, TILE_TEXT
from .decide import Decision, act, follow
from .engine import Game, check_names, start
from .event import Event, LogError, OtherRulesError, from_data, to_data
from .evolve import evolve
from .legal import legal_actions
from .state import State

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

SCHEMA = 1
FORMAT = "tingpai.game"
HEADER = frozenset("format schema rules options house digest seed names rounds hands manual walls".split())


AMISS = (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError, StopIteration)
"""What comes of events that contradict each other, which are trusted where they are made."""


def header(game: Game) -> dict[str, Any]:
    """The first line's object."""
    check_names(game.names)
    s = game.state
    return {
        "format": FORMAT,
        "schema": SCHEMA,
        "rules": s.rules.id,
        "options": plain(s.rules.chosen),
        "house": plain(s.rules.house),
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


def load(path: str | Path, *, check: bool = True, other_rules: bool = False) -> Game:
    """:func:`loads` of a file."""
    return loads(read(path), check=check, other_rules=other_rules)


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
    if not isinstance(text, str):
        raise LogError(1, f"a log is text, not {type(text).__name__}")
    return text.removesuffix(torn(text)).removesuffix("\n").split("\n")


def loads(text: str, *, check: bool = True, other_rules: bool = False) -> Game:
    """The game of a log, ready to go on where it ends.

    ``check``: every event is held against what the rules make of the state before it; without it the events are
    folded as they stand, whatever rules they were written under.  ``other_rules``: they may have been other rules, if
    only every event follows from today's too.  Raises :class:`~tingpai.game.event.LogError` with the line of what
    cannot be.
    """
    lines = lines_of(text)
    game = _begun(lines, check and not other_rules)
    for _, _, event in _fold(game.state, lines[1:], check):
        if game.events is not None:
            game.events.append(event)
    try:
        game.advance()
    except AMISS as error:
        raise LogError(len(lines), f"nothing follows: {error}") from None
    return game


def replay(text: str, *, other_rules: bool = False) -> Iterator[tuple[Event, State]]:
    """Each event of a log with the state after it (the same object, which goes on changing).  ``other_rules``: a log
    of other rules is told as it stands."""
    lines = lines_of(text)
    game = _begun(lines, not other_rules)
    check = digest_of(lines[0]) == game.state.rules.digest
    for _, state, event in _fold(game.state, lines[1:], check):
        yield event, state


def _begun(lines: Sequence[str], same_rules: bool) -> Game:
    """The game before its first event; ``same_rules``: refused if it was written under others."""
    game = read_header(lines[0])
    digest = digest_of(lines[0])
    if same_rules and digest != game.state.rules.digest:
        found = game.state.rules
        raise OtherRulesError(
            1,
            f"the rules {found.id} have changed since: digest {found.digest[:12]}, the log has {digest[:12]}; "
            f"{_where(game.state, lines)}; read it with other_rules (--other-rules)",
        )
    return game


def digest_of(text: str) -> str:
    """The digest of the rules that a log was written under, by its header."""
    digest: str = json.loads(lines_of(text)[0])["digest"]
    return digest


def _where(state: State, lines: Sequence[str]) -> str:
    """From which line on the rules would have led elsewhere."""
    try:
        for _ in _fold(state, lines[1:], check=True):
            pass
    except LogError as error:
        return f"they lead elsewhere from line {error.line} on ({error.problem})"
    return "every event follows from today's too"


def read_header(text: str) -> Game:
    """The game before its first event, by today's rules."""
    if not text:
        raise LogError(1, "the log is empty")
    data = _json(1, text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LogError(1, "this is no log of a game")
    if data.get("schema") != SCHEMA:
        raise LogError(1, f"schema {shown(data.get('schema'))}, this version reads {SCHEMA}")
    data = {"house": None, **data}  # logs had none before rule files could be played
    if data.keys() != HEADER:
        raise LogError(1, f"a header has the fields {', '.join(sorted(HEADER))}")
    if not (isinstance(data["digest"], str) and len(data["digest"]) == 64 and set(data["digest"]) <= set(hexdigits)):
        raise LogError(1, "a digest has 64 hexadecimal digits")
    try:
        state = _state(_rules(data), data)
    except ValueError as error:
        raise LogError(1, str(error)) from error
    except (TypeError, KeyError, AttributeError):
        raise LogError(1, "options, house and walls are tables of what the rules know") from None
    return Game(state, data["names"])


def _rules(data: dict[str, Any]) -> RuleSet:
    """The rules that a header names: a variant's, or a house's that a file made of them."""
    if data["house"] is None:
        return rules(data["rules"], **data["options"])
    return extended({**data["house"], "options": data["options"]}, source="house")


def _state(found: RuleSet, data: dict[str, Any]) -> State:
    if type(data["seed"]) is not int or type(data["rounds"]) is not int or type(data["hands"]) is not int:
        raise ValueError("seed, rounds and hands are numbers")
    if type(data["manual"]) is not bool:
        raise ValueError("manual is true or false")
    check_names(data["names"])
    walls = {int(hand): read_wall(wall) for hand, wall in data["walls"].items()}
    return start(found, data["seed"], rounds=data["rounds"], hands=data["hands"], walls=walls, manual=data["manual"])


def read_wall(text: str) -> list[int]:
    """Tiles in a row, two characters each."""
    return [TILE_NUMBER[text[at : at + 2]] for at in range(0, len(text), 2)]


def _json(number: int, text: str) -> Any:
    try:
        data = json.loads(text)
        if not text.isascii() or "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise LogError(number, "half a character (a lone surrogate), which no log can hold") from None
    except (ValueError, RecursionError):
        raise LogError(number, f"no JSON: {shown(text)}") from None
    return data


def _fold(state: State, lines: Sequence[str], check: bool) -> Iterator[tuple[int, State, Event]]:
    for number, text in enumerate(lines, start=2):
        try:
            event = from_data(_json(number, text))
            if check and (problem := _unlike(state, event)):
                raise ValueError(f"{event[0]} does not follow here{problem}")
            evolve(state, event)
        except LogError:
            raise
        except AMISS as error:
            raise LogError(number, str(error) or type(error).__name__) from None
        yield number, state, event


def _unlike(state: State, event: Event) -> str:
    """What speaks against an event being what the rules lead to from the state, by themselves or by a legal action;
    empty if nothing does."""
    decision = Decision()
    expected: Iterable[Event] = follow(state, decision)[:1]
    if event[0] == "fault":
        return ": nobody is asked" if expected else ""
    if not expected:
        expected = (
            act(state, place, action, legal)[0]
            for place in (range(4) if state.manual else decision.pending)
            for legal in [legal_actions(state, place)]
            for action in legal
        )
    data = to_data(event)
    for candidate in expected:
        would_be = to_data(candidate)
        if would_be == data:
            return ""
        if candidate[0] == event[0] and not decision.pending:
            return f": {', '.join(name for name in data if data[name] != would_be[name])} would be other"
    return ": nothing that may be done comes to it" if decision.pending else f": {candidate[0]} does"

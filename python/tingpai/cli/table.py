"""``tingpai table``: the scorekeeper at a terminal, in a pipe, or for a few lines given with the command.

At a terminal there is a prompt, and what moves money is asked about before it is booked.  In a pipe there is neither:
each line is shown and booked; a bad line is told on standard error with its number, the book stays as it was, and once
all lines are read the exit status is 2.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ..errors import TingpaiError
from ..scorekeeper import Book, LineError, NoWinError
from ..scorekeeper.book import SPELLINGS as EVENT_SPELLINGS
from ..scorekeeper.line import one_of, whole
from .arguments import BadCommand
from .layout import Paint
from .table_answers import (
    HISTORY,
    balance_lines,
    entry_line,
    hand_line,
    help_lines,
    history_lines,
    moved_on,
    prompt,
    proposal_lines,
    refused_lines,
    summary_lines,
)
from .table_words import COMMANDS, TableWords

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

SPELLINGS = {name: name for name in COMMANDS} | {zh: name for name, (_, zh) in COMMANDS.items()}
Ask = Callable[[str], bool]


def keep(arguments: Namespace, rules: Callable[[], RuleSet]) -> Iterator[str]:
    """The whole command; ``rules`` makes the rule set of a new book."""
    words, paint = TableWords(arguments.lang or "en"), Paint.for_output()
    try:
        book = _book(arguments, rules)
    except OSError as error:
        raise BadCommand("unopened", path=arguments.file, why=error.strerror or error) from None
    session = Session(book, words, paint)
    yield from session.greeting()
    if arguments.lines:
        yield from _pipe(session, arguments.lines)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        yield from _terminal(session, arguments.yes)
    else:
        if hasattr(sys.stdin, "reconfigure"):  # bytes that are no text spoil a line, not the evening
            sys.stdin.reconfigure(errors="surrogateescape")
        yield from _pipe(session, sys.stdin)


def _book(arguments: Namespace, rules: Callable[[], RuleSet]) -> Book:
    if arguments.new is None:
        if arguments.players is not None or arguments.options or arguments.host is not None:
            raise BadCommand("with_new")
        if not os.path.exists(arguments.file):
            raise BadCommand("no_book", path=arguments.file)
        return Book.open(arguments.file)
    if arguments.players is None:
        raise BadCommand("players_needed")
    names = [name.strip() for name in arguments.players.split(",")]
    host = 0
    if arguments.host is not None:
        if arguments.host not in names:
            raise BadCommand("host", known=", ".join(names), name=arguments.host)
        host = names.index(arguments.host)
    return Book.create(arguments.file, rules(), names, host)


class Session:
    """Lines in, answers out."""

    def __init__(self, book: Book, words: TableWords, paint: Paint) -> None:
        self.book = book
        self.words = words
        self.paint = paint
        self.over = False

    def greeting(self) -> Iterator[str]:
        """Which table this is, and where it stands."""
        state, words = self.book.table, self.words
        names = words.list(state.names)
        yield self.paint.bold(words("opened", rules=words.name(state.rules), names=names))
        if self.book.ledger.dropped:
            yield words("torn")
        if state.rules.digest != self.book.ledger.header.digest:
            yield self.paint.bad(words("other_rules"))
        if lines := len(self.book.lines()):
            yield words("resumed", lines=lines)
        yield words("closed") if state.closed else hand_line(state, words)

    def answer(self, text: str, ask: Ask | None = None) -> Iterator[str]:
        """What a line says; raises a :class:`TingpaiError` and changes nothing where it is a bad one.

        ``ask``: whether what would be paid is to be booked; without it, it is.
        """
        text = text.strip()
        first, *rest = text.split() or [""]
        if not first or first.startswith("#"):
            return
        if rest == ["?"]:
            first, rest = "help", [first]
        command = self._command(first)
        if command is None:
            yield from self._event(text, ask)
        else:
            yield from self._own(command, rest)

    def _command(self, word: str) -> str | None:
        """The command a word names or begins, unless it is an event's."""
        lower = word.casefold()
        if lower in SPELLINGS:
            return SPELLINGS[lower]
        events = [event.name for event in self.book.events()]
        found = [name for name in (*events, *COMMANDS) if name.startswith(lower)]
        if len(found) > 1 and word not in events:
            raise LineError("ambiguous", word=word, known=", ".join(found))
        if not found and lower not in EVENT_SPELLINGS:
            raise LineError("unknown_command", word=word, known=", ".join((*events, *COMMANDS)))
        return found[0] if found and found[0] in COMMANDS else None

    def _event(self, text: str, ask: Ask | None) -> Iterator[str]:
        before = self.book.table
        proposal = self.book.propose(text)
        yield from proposal_lines(proposal, before, self.words, self.paint)
        moves = bool(proposal.booking.postings or proposal.booking.debts)
        if ask is not None and moves and not ask(self.words("confirm")):
            yield self.words("not_booked")
            return
        entry = self.book.book(proposal)
        yield self.paint.dim(self.words("booked", number=entry.number))
        yield from moved_on(before, self.book.table, self.words)

    def _own(self, command: str, rest: list[str]) -> Iterator[str]:
        """A line that books nothing of its own."""
        most = {"history": 1, "help": 1, "export": 1}.get(command, 0)
        if len(rest) > most:
            raise LineError("unexpected", word=rest[most], syntax=COMMANDS[command][0])
        match command:
            case "undo" | "redo":
                before = self.book.table
                entry = self.book.undo() if command == "undo" else self.book.redo()
                yield self.words("undone" if command == "undo" else "redone", line=entry_line(entry))
                yield from moved_on(before, self.book.table, self.words)
            case "balance":
                yield from balance_lines(self.book, self.words, self.paint)
            case "history":
                count = whole(rest[0], 1) if rest else HISTORY
                yield from history_lines(self.book, count, self.words)
            case "summary":
                yield from summary_lines(self.book, self.words, self.paint)
            case "export":
                yield from self._export(rest)
            case "help":
                yield from self._help(rest)
            case "quit":
                self.over = True

    def _export(self, rest: list[str]) -> Iterator[str]:
        from ..scorekeeper.export import export

        if not rest:
            raise LineError("missing", what="FILE", syntax=COMMANDS["export"][0])
        yield self.words("exported", path=export(self.book, rest[0]))

    def _help(self, rest: list[str]) -> Iterator[str]:
        events = self.book.events()
        known = {event.name: event.name for event in events} | {event.zh: event.name for event in events} | SPELLINGS
        command = one_of(rest[0], known) if rest else None
        yield from help_lines(events, self.words, command)

    def refusal(self, text: str, error: Exception) -> Iterator[str]:
        """What is shown of a hand that does not win."""
        if isinstance(error, NoWinError):
            yield from refused_lines(str(error.hand), error.result, self.words, self.paint)


def _pipe(session: Session, lines: Iterable[str]) -> Iterator[str]:
    bad = count = 0
    for count, text in enumerate(lines, 1):
        try:
            yield from session.answer(text)
        except (TingpaiError, OSError) as error:
            bad += 1
            yield from session.refusal(text, error)
            sys.stdout.flush()
            problem = session.words("bad_line", number=count, problem=session.words.problem(error))
            print("tingpai:", " ".join(problem.split()), file=sys.stderr)
        sys.stdout.flush()
        if session.over:
            break
    if bad:
        raise BadCommand("bad_lines", bad=bad, lines=count)


def _terminal(session: Session, yes: bool) -> Iterator[str]:
    _edit_lines(session)
    yield session.words("hint")

    def ask(question: str) -> bool:
        sys.stdout.flush()
        try:
            return input(question).strip().casefold() in ("y", "yes", "是", "好")
        except (EOFError, KeyboardInterrupt):
            print()
            return False

    while not session.over:
        sys.stdout.flush()
        try:
            text = input(prompt(session.book.table, session.words))
        except EOFError:
            yield ""
            return
        except KeyboardInterrupt:  # gives a line up, not the evening
            yield ""
            continue
        try:
            yield from session.answer(text, None if yes else ask)
        except (TingpaiError, OSError) as error:
            yield from session.refusal(text, error)
            yield session.paint.bad(session.words.problem(error))


def _edit_lines(session: Session) -> None:
    """Editing, a history and completion of commands and names, where the platform has them."""
    try:
        import readline
    except ImportError:
        return
    commands = [*(event.name for event in session.book.events()), *COMMANDS]

    def complete(text: str, state: int) -> str | None:
        names = session.book.table.names if readline.get_begidx() else commands
        found = [name for name in names if name.casefold().startswith(text.casefold())]
        return f"{found[state]} " if state < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")

"""``tingpai play``: a person against bots."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ..bots.player import Player
from ..bots.table import BUILT_IN, Table, end, player_of
from ..game import log
from ..game.engine import Game, new_game
from ..game.view import seen_event
from .arguments import BadCommand
from .board import Board
from .game_words import GameWords
from .layout import Paint
from .narrate import Narrator
from .person import Left, Person

if TYPE_CHECKING:
    from ..game.event import Event
    from ..ruleset.schema import RuleSet

YOU = "you"
"""The person's name in a log, by which it is known who resumes."""
WINDS = "ESWN"


def play(arguments: Namespace, rules_of: Callable[[Namespace], RuleSet]) -> None:
    """One game, from the seating or from where a log ends."""
    words, paint = GameWords(arguments.lang or "en"), Paint.for_output()
    game, bots = _resumed(arguments) if arguments.resume else _begun(arguments, rules_of)
    board = Board(game.names, words, paint)
    person = Person(game.state.rules, board, sys.stdin, say)
    number = game.names.index(YOU)
    players: list[Player] = []
    path = arguments.resume or arguments.log
    writer = None
    with ExitStack() as leaving:  # each leaves, whatever comes of the others
        try:
            for other, bot in enumerate(bots):
                players.append(person if other == number else player_of(bot, game.state.rules, game.state.seed, other))
                leaving.callback(end, players[-1], other, {})
            writer = _written(game, path) if path else None
            if writer is not None:
                leaving.callback(writer.close)
            narrate = _listener(game, number, Narrator(board), writer)
            others = words.list(bot for other, bot in enumerate(bots) if other != number)
            say(words("welcome", rules=words.name(game.state.rules), seed=game.state.seed, bots=others))
            for event in () if arguments.resume else game.events or ():
                narrate(event)
            Table(game, players, arguments.lenient).play()
        except (Left, KeyboardInterrupt) as left:
            say("\n" + words("left_game"))
            if writer is not None:
                say(words("resumable", path=path))
            if not isinstance(left, Left):
                raise


def say(text: str, end: str = "\n") -> None:
    """Says something at once, to a terminal or into a pipe."""
    print(text, end=end, flush=True)


def _begun(arguments: Namespace, rules_of: Callable[[Namespace], RuleSet]) -> tuple[Game, list[str]]:
    if arguments.rules is None:
        raise BadCommand("which_rules")
    if arguments.other_rules:
        raise BadCommand("only_resumed")
    rules = rules_of(arguments)
    seed = arguments.seed if arguments.seed is not None else int.from_bytes(os.urandom(4), "big")
    game = new_game(rules, seed, rounds=arguments.rounds, hands=arguments.hands)
    number = 0 if arguments.seat is None else game.state.players[game.state.place(WINDS.index(arguments.seat))]
    named = arguments.bots or ["greedy"]
    if len(named) > 3:
        raise BadCommand("three_bots")
    if arguments.log and Path(arguments.log).exists():
        raise BadCommand("log_exists", path=arguments.log)
    bots = [named[step % len(named)] for step in range(3)]
    bots.insert(number, YOU)
    game.names = tuple(bots)
    return game, bots


def _resumed(arguments: Namespace) -> tuple[Game, list[str]]:
    """The game of a log; its bots are named there."""
    known = ("rules", "seed", "seat", "log", "rounds", "hands", "options")
    given = [name for name in known if getattr(arguments, name) not in (None, [], ())]
    if len(arguments.bots or ()) > 3:
        raise BadCommand("three_bots")
    if given:
        raise BadCommand("log_says", given=", ".join(given))
    try:
        text = log.read(arguments.resume)
    except (OSError, UnicodeDecodeError) as error:
        raise BadCommand("unreadable", path=arguments.resume, why=getattr(error, "strerror", None) or error) from None
    game = log.loads(text, other_rules=arguments.other_rules)
    if log.torn(text):
        say(GameWords(arguments.lang or "en")("torn"))
    if game.names.count(YOU) != 1:
        raise BadCommand("nobody", path=arguments.resume, name=YOU)
    others = [number for number in range(4) if game.names[number] != YOU]
    bots = list(game.names)
    for number, bot in zip(others, arguments.bots or (), strict=False):
        bots[number] = bot
    # A log may come from anybody: a command in it is run only if it is also asked for here.
    named = [bots[number] for number in others[len(arguments.bots or ()) :] if bots[number] not in BUILT_IN]
    if named:
        raise BadCommand("program_in_log", path=arguments.resume, name=named[0])
    return game, bots


def _written(game: Game, path: str) -> log.Writer:
    """The log so far, and what will come.  A log that is resumed is put in its place only when it is complete."""
    whole = Path(path)
    try:
        beside = whole.with_name(whole.name + ".new")
        log.save(game, beside)
        beside.replace(whole)
        file = whole.open("a", encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadCommand("unwritable", path=path, why=error.strerror or error) from None
    return log.Writer(game, file, begun=True)


def _listener(
    game: Game, number: int, narrator: Narrator, writer: Callable[[Event], None] | None
) -> Callable[[Event], None]:
    """Tells the person what he may see of each event from now on; returns what does so."""

    def narrate(event: Event) -> None:
        state = game.state
        place = state.players.index(number)
        seen = seen_event(state, event, place)
        if seen is None or seen[0] == "answer" or (seen[0] == "draw" and seen[1] != place):
            return
        for line in narrator.lines(state, seen):
            say(line)

    def heard(event: Event) -> None:
        if writer is not None:
            writer(event)
        narrate(event)

    game.listener = heard
    return narrate

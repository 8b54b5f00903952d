"""The command line's grammar: situation keywords, house options, the subcommands."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from .layout import LINE
from .usage import asks_for_chinese

# Situation keyword -> how its value is written ("flag": given or not), what it says.
KEYWORDS: dict[str, tuple[str, str]] = {
    "seat": ("E|S|W|N", "the winner's seat, counted from the dealer (E)"),
    "round": ("E|S|W|N", "the round's wind (E)"),
    "by": ("WAY", "self_draw, discard, rob_kong, rob_concealed_kong, rob_swap, flowers or rob_flower"),
    "discarder": ("E|S|W|N", "who discarded, or whose kong was robbed"),
    "feeder": ("E|S|W|N", "who fed the kong whose replacement tile won"),
    "replacement": ("KIND", "kong, kong_on_kong, flower or robbed_kong_on_kong"),
    "last_tile": ("flag", "the last tile of the wall, or the discard after it"),
    "first_turn": ("KIND", "heavenly, earthly or human"),
    "river": ("NUMBER", "how many tiles lie in the rivers"),
    "riichi": ("KIND", "closed or open"),
    "riichi_turn": ("KIND", "super_ippatsu or ippatsu"),
    "swallow": ("flag", "won on the tile of a riichi declaration"),
    "streak": ("NUMBER", "how often the dealer has stayed (0)"),
    "indicator": ("TILE", "the tile turned up, which makes wild tiles"),
    "dora": ("TILES", "dora indicators"),
    "ura": ("TILES", "dora indicators under the wall"),
    "seen": ("TILES", "tiles visible outside your own hand and sets"),
    "win_tile_state": ("STATE", "free, concealed or exposed"),
    "prize": ("TILES", "prize tiles drawn"),
    "die": ("NUMBER", "the die (1)"),
}
# What a hand that has not won yet can depend on.
HAND_KEYWORDS = ("indicator", "dora", "seen")


class BadCommand(Exception):
    """A command line that cannot be: a problem of :data:`tingpai.cli.usage.PROBLEMS`, and what it names."""

    def __init__(self, problem: str, **named: object) -> None:
        super().__init__(problem, named)
        self.problem = problem
        self.named = named

    def said(self, chinese: bool) -> str:
        """The problem in one line of either language."""
        from .usage import said

        return said(self.problem, chinese, **self.named)


class _Formatter(argparse.HelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=LINE)  # to ask the terminal for its width loads a lot


class _Parser(argparse.ArgumentParser):
    def __init__(self, **given: Any) -> None:
        super().__init__(**given, formatter_class=_Formatter)

    def error(self, message: str) -> NoReturn:
        raise BadCommand("usage", message=message, prog=self.prog)


class _Once(argparse.Action):
    """An option that may stand once: a repeat is refused, not quietly preferred."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest, None) is not None:
            raise argparse.ArgumentError(self, "given twice")
        setattr(namespace, self.dest, values)


class _ShowVersion(argparse.Action):
    """Asks the compiled part for the version when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from .. import __version__

        print("tingpai", __version__)
        parser.exit()


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments of one command line; ``situation`` and ``options`` are dictionaries."""
    parser = _parser(argv[0] if argv else None)
    if not {"-h", "--help"}.isdisjoint(argv) and asks_for_chinese(argv):
        from .help_words import translate

        translate(parser)
    arguments = parser.parse_args(argv)
    arguments.situation = {
        name: value for name in KEYWORDS if (value := getattr(arguments, f"keyword_{name}", None)) is not None
    }
    return arguments


def whole_number(text: str) -> int:
    """
    >>> whole_number("12"), whole_number("-1")
    (12, -1)
    """
    digits = text[1:] if text.startswith(("+", "-")) else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise argparse.ArgumentTypeError(f"not a whole number: {text!r}")
    return int(text)


def positive_number(text: str) -> int:
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1: {text!r}")
    return number


def house_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"expected name=value, found {text!r}")
    return name.replace("-", "_"), value


def column_name(text: str) -> tuple[str, str]:
    name, equals, column = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"expected name=value, found {text!r}")
    return name, column


def _parser(asked: str | None) -> argparse.ArgumentParser:
    """The grammar.  Where a subcommand is ``asked`` for, only its part of it is made: each takes time."""
    parser = _Parser(
        prog="tingpai", description="Scores mahjong hands with wild tiles and says why.", allow_abbrev=False
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for name, add in {asked: COMMANDS[asked]}.items() if asked in COMMANDS else COMMANDS.items():
        add(commands, name)
    return parser


def _score(commands: Any, name: str) -> None:
    score = _command(commands, name, "the best score of a hand, explained")
    _hand(score, tuple(KEYWORDS))
    score.add_argument(
        "--alternatives", action=_Once, type=positive_number, metavar="N", help="also the N next-best readings"
    )


def _waits(commands: Any, name: str) -> None:
    waits = _command(commands, name, "the kinds that complete a hand")
    _hand(waits, HAND_KEYWORDS)
    waits.add_argument("--by-shape", action="store_true", help="also kinds of which no copy is left")


def _distance(commands: Any, name: str) -> None:
    _hand(_command(commands, name, "how many tiles a hand is short of ready"), HAND_KEYWORDS)


def _decompose(commands: Any, name: str) -> None:
    decompose = _command(commands, name, "the arrangements of a complete hand")
    _hand(decompose, HAND_KEYWORDS)
    decompose.add_argument("--limit", action=_Once, type=positive_number, metavar="N", help="at most N of them (20)")


def _acceptance(commands: Any, name: str) -> None:
    _hand(_command(commands, name, "for each discard: the distance, and which tiles then help"), HAND_KEYWORDS)


def _rules(commands: Any, name: str) -> None:
    rules = _command(commands, name, "the variants, or one variant's table and options")
    rules.add_argument(
        "rules", nargs="?", metavar="RULES", help="a variant or rule file; all variants are listed without it"
    )
    rules.add_argument(
        "--schema", action="store_true", help="the JSON Schema of a rule set, or of rule files that extend RULES"
    )
    _options(rules)


def _table(commands: Any, name: str) -> None:
    summary = "the book of a real game, kept line by line"
    table = commands.add_parser(name, help=summary, description=f"Keeps {summary}.", allow_abbrev=False)
    table.add_argument("file", metavar="FILE", help="the book: made with --new, otherwise opened again")
    table.add_argument("--new", action=_Once, dest="new", metavar="RULES", help="start it, under a variant's rules")
    table.add_argument(
        "--players", action=_Once, metavar="A,B,C,D", help="four names from the first dealer on, counter-clockwise"
    )
    table.add_argument("--host", action=_Once, metavar="NAME", help="who holds the bank of chips (the first player)")
    _options(table)
    table.add_argument(
        "--line", dest="lines", action="append", metavar="LINE", help="enter this line and leave, repeatable"
    )
    table.add_argument("--yes", action="store_true", help="book without asking, at a terminal too")
    table.add_argument("--lang", action=_Once, choices=("en", "zh"), help="the language of the answers (en)")


def _command(commands: Any, name: str, summary: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=f"Prints {summary}.", allow_abbrev=False
    )
    command.add_argument("--json", action="store_true", help="the answer as one JSON object")
    command.add_argument("--lang", action=_Once, choices=("en", "zh"), help="the language of the answer (en)")
    return command


def _hand(command: argparse.ArgumentParser, keywords: Sequence[str]) -> None:
    command.add_argument(
        "rules", metavar="RULES", help="a variant, such as baida or hongkong, or a rule file (.toml, .json)"
    )
    command.add_argument("hand", metavar="HAND", help='such as "123s 45s 789s 22p [789s] [456m] +6s 1f"')
    _options(command)
    _situation(command, keywords)


def _situation(command: argparse.ArgumentParser, keywords: Sequence[str]) -> None:
    group = command.add_argument_group("situation")
    for name in keywords:
        written, meaning = KEYWORDS[name]
        flag, dest = f"--{name.replace('_', '-')}", f"keyword_{name}"
        if written == "flag":
            group.add_argument(flag, dest=dest, action="store_true", default=None, help=meaning)
        else:
            kind = whole_number if written == "NUMBER" else str
            group.add_argument(flag, dest=dest, action=_Once, type=kind, metavar=written, help=meaning)


def _options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option",
        dest="options",
        action="append",
        type=house_option,
        default=[],
        metavar="NAME=VALUE",
        help="a house option, repeatable",
    )


# Games

BOTS = "greedy, random, or the command line of a program; repeat it to name each seat in turn"


def _simulate(commands: Any, name: str) -> None:
    simulate = _command(commands, name, "what many games between bots come to")
    simulate.add_argument("rules", metavar="RULES", help="a variant, such as baida or hongkong")
    _options(simulate)
    simulate.add_argument("--games", action=_Once, type=positive_number, metavar="N", help="how many games (100)")
    simulate.add_argument("--jobs", action=_Once, type=positive_number, metavar="J", help="processes (1)")
    simulate.add_argument("--csv", action="store_true", help="the answer as CSV")
    _game(simulate, "game n has the seed S + n (0)")


def _score_file(commands: Any, name: str) -> None:
    score = _command(commands, name, "the scores of a file of hands, written into a Parquet file")
    score.add_argument("source", metavar="IN", help="a file (.parquet, .arrow, .feather, .csv) with a column `hand`")
    score.add_argument("target", metavar="OUT", help="the Parquet file to write")
    score.add_argument("--rules", action=_Once, required=True, metavar="RULES", help="a variant or a rule file")
    _options(score)
    score.add_argument(
        "--column", dest="columns", action="append", type=column_name, default=[], metavar="NAME=COLUMN",
        help="what is read as NAME (hand, seat ...) is called COLUMN; nothing after = leaves it out; repeatable",
    )  # fmt: skip
    score.add_argument("--keep", action=_Once, metavar="A,B", help="columns of IN to write into OUT (all)")
    score.add_argument("--no-lines", action="store_true", help="without what counted")
    score.add_argument("--no-payments", action="store_true", help="without who pays whom")
    score.add_argument("--arrangement", action="store_true", help="also how each hand was read")
    score.add_argument("--jobs", action=_Once, type=positive_number, metavar="J", help="threads (1)")
    score.add_argument("--restart", action="store_true", help="begin anew, whatever is there")
    _situation(score, tuple(KEYWORDS))


def _play(commands: Any, name: str) -> None:
    play = _told(commands, name, "play against bots, in the terminal or in a pipe")
    play.add_argument("rules", nargs="?", metavar="RULES", help="a variant, such as baida or hongkong")
    _options(play)
    play.add_argument("--seat", action=_Once, choices=tuple("ESWN"), help="your seat in the first hand (drawn)")
    play.add_argument("--log", action=_Once, metavar="FILE", help="write the game as JSON Lines, as it is played")
    play.add_argument("--resume", action=_Once, metavar="LOG", help="go on where a log ends, and write on in it")
    play.add_argument(
        "--other-rules", action="store_true", help="resume under today's rules, if what was played follows from them"
    )
    _game(play, "the seed of walls and dice (another each time)")


def _replay(commands: Any, name: str) -> None:
    replay = _told(commands, name, "show a log, step by step")
    replay.add_argument("log", metavar="LOG", help="a log of a game")
    replay.add_argument("--all", action="store_true", help="everything at once, without asking")
    replay.add_argument(
        "--other-rules", action="store_true", help="show a log that was written under other rules than today's"
    )
    seats = ("all", "none", *"ESWN")
    replay.add_argument("--show", action=_Once, choices=seats, metavar="SEAT", help="whose hands are shown (all)")


def _told(commands: Any, name: str, summary: str) -> argparse.ArgumentParser:
    """A subcommand whose answer is not data."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=summary, allow_abbrev=False)
    command.add_argument("--lang", action=_Once, choices=("en", "zh"), help="the language (en)")
    return command


def _game(command: argparse.ArgumentParser, seed: str) -> None:
    command.add_argument("--seed", action=_Once, type=whole_number, metavar="S", help=seed)
    command.add_argument("--bots", action="append", metavar="BOT", help=BOTS)
    command.add_argument("--rounds", action=_Once, type=positive_number, metavar="N", help="rounds of a game")
    command.add_argument("--hands", action=_Once, type=positive_number, metavar="N", help="end a game after N hands")
    command.add_argument(
        "--lenient", action="store_true", help="act safely for a program that fails, and say so, instead of stopping"
    )


COMMANDS: dict[str, Callable[[Any, str], None]] = {
    "score": _score,
    "waits": _waits,
    "distance": _distance,
    "decompose": _decompose,
    "acceptance": _acceptance,
    "rules": _rules,
    "simulate": _simulate,
    "score-file": _score_file,
    "play": _play,
    "replay": _replay,
    "table": _table,
}
"""The subcommands, each with what adds its part of the grammar."""

"""``tingpai simulate``: the summary of many games, and a bar that says how far they are."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..bots.simulation import Simulation
from ..bots.tally import Tally
from ..errors import RuleConfigError
from ..payout.refusals import tariff_of
from .answers import headed
from .arguments import BadCommand
from .game_words import GameWords
from .layout import Paint, table
from .progress import Progress

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

GAMES = 100
Report = Callable[[Tally], None]


def simulate_lines(arguments: Namespace, rules: RuleSet) -> Iterator[str]:
    """Plays, and gives the summary; after an interrupt that of the games played so far, and then the interrupt."""
    bots = tuple(arguments.bots or ["greedy"])
    if len(bots) > 4:
        raise BadCommand("four_bots")
    if arguments.json and arguments.csv:
        raise BadCommand("json_or_csv")
    if rules.play is None:
        raise RuleConfigError("rules", f"{rules.id} cannot be played yet")
    games, seed, jobs = arguments.games or GAMES, arguments.seed or 0, arguments.jobs or 1
    run = Simulation(rules, bots, games, seed, arguments.rounds, arguments.hands, arguments.lenient)
    total, started, broken = Tally(), monotonic(), False
    with Progress(games, "game", sys.stderr) as progress:
        parts = run.parts(jobs)
        try:
            for part in parts:
                total.add(part)
                progress.add(part.counts["games"])
        except KeyboardInterrupt:
            broken = True
            parts.close()
    seconds = monotonic() - started
    data = {
        **total.to_data(rules),
        "seed": seed,
        "bots": list(bots),
        "complete": not broken,
        "jobs": jobs,
        "seconds": round(seconds, 3),
        "steps_per_second": round(total.counts["steps"] / seconds),
    }
    if arguments.json:
        yield json.dumps(data, ensure_ascii=False)
    elif arguments.csv:
        yield from csv_lines(data)
    else:
        yield from summary_lines(data, rules, GameWords(arguments.lang or "en"), Paint.for_output())
    if broken:
        raise KeyboardInterrupt  # the summary is told: what is left is the exit status


def csv_lines(data: dict[str, Any]) -> Iterator[str]:
    """Long form: ``section,name,count,share,mean,amount``, empty where a column says nothing."""
    yield _csv("section", "name", "count", "share", "mean", "amount")
    for name in ("games", "hands", "steps", "wins", "hands_else", "faults", "seed", "jobs"):
        yield _csv("run", name, data[name])
    yield _csv("run", "complete", int(data["complete"]))
    for name in ("seconds", "steps_per_second", "mean_total"):
        yield _csv("run", name, amount=data[name])
    for name in ("hands_won", "hands_drawn"):
        yield _csv("run", name, **data[name])
    for section in ("seats", "ways", "patterns"):
        for name, row in data[section].items():
            yield _csv(section, name, **row)
    for number, row in enumerate(data["players"]):
        yield _csv("players", number, row["count"], row["share"], amount=row["balance"])
        yield _csv("fed", number, row["fed"])
    for section in ("house", "flow"):
        for name, amount in data[section].items():
            yield _csv(section, name, amount=amount)


def _csv(
    section: str, name: object, count: object = "", share: object = "", mean: object = "", amount: object = ""
) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([section, name, count, share, mean, amount])
    return line.getvalue()


def summary_lines(data: dict[str, Any], rules: RuleSet, words: GameWords, paint: Paint) -> Iterator[str]:
    """The summary as tables."""
    yield paint.bold(f"{words.name(rules)} ({rules.id})")
    yield words("simulated", bots=words.list(data["bots"]), **{key: data[key] for key in ("games", "hands", "seed")})
    if not data["complete"]:
        yield paint.bad(words("broken_off", games=data["games"]))
    yield words("speed", steps=data["steps"], seconds=f"{data['seconds']:.1f}", rate=data["steps_per_second"])
    yield ""
    facts = [[words(name), str(data[name]["count"]), _percent(data[name])] for name in ("hands_won", "hands_drawn")]
    facts += [[words(name), str(data[name]), ""] for name in ("hands_else", "faults") if data[name]]
    facts.append([words("mean_total"), f"{data['mean_total']:.1f}", words.known("unit", rules.unit)])
    yield from table(facts, "<><" if not data["wins"] else "<>>")
    yield ""
    rows = [[words.seat(seat), str(row["count"]), _percent(row)] for seat, row in data["seats"].items()]
    yield from _table([words("seat"), words("wins_of"), words("share")], rows, "<>>", paint)
    rows = [
        [f"{number} {data['bots'][number % len(data['bots'])]}", str(row["count"]), _percent(row), str(row["fed"]),
         str(row["balance"])]
        for number, row in enumerate(data["players"])
    ]  # fmt: skip
    heading = [words(name) for name in ("player", "wins_of", "share", "fed", "balance")]
    yield from _table(heading, rows, "<>>>>", paint)
    rows = [[words.known("by", way), str(row["count"]), _percent(row)] for way, row in data["ways"].items()]
    yield from _table([words("way"), words("count"), words("share")], rows, "<>>", paint)
    names = {row.id: words.name(row) for row in rules.rows}
    rows = [
        [names.get(id, id), str(row["count"]), _percent(row), f"{row['mean']:.1f}"]
        for id, row in data["patterns"].items()
    ]
    yield from _table([words(name) for name in ("pattern", "count", "share", "mean")], rows, "<>>>", paint)
    slips = tariff_of(rules).slips
    rows = [[words.reason(reason, slips), str(amount)] for reason, amount in data["flow"].items()]
    rows += ([words.account(account), str(amount)] for account, amount in data["house"].items())
    yield from _table([words("flow"), words("amount")], rows, "<>", paint)


def _table(heading: list[str], rows: list[list[str]], aligns: str, paint: Paint) -> Iterator[str]:
    if rows:
        yield from headed(table([heading, *rows], aligns), paint)
        yield ""


def _percent(row: dict[str, Any]) -> str:
    return f"{100 * row['share']:.1f}%"

"""``tingpai simulate`` by one process and by several: how many times as fast.

    python benches/jobs.py [--rules hongkong] [--bots greedy] [--games 40] [--hands 4] [--jobs 2] [--rounds 6]

In each round three ways to play the games take turns, start of the command included: one job, several, and as many
separate commands at once as jobs, each with its share of the games.  The last is what the machine gives: a processor
slows down while the others work, and its speed drifts from round to round, so the median of the rounds counts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Any

from measure import machine

# Compiled modules are there for who has installed the package.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
TIMED = ("jobs", "seconds", "steps_per_second")


def timed(*commands: list[str]) -> tuple[float, list[dict[str, Any]]]:
    """Seconds that commands take at once, and what they answered."""
    start = perf_counter()
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) for command in commands]
    answers = [json.loads(process.communicate()[0]) for process in running]
    return perf_counter() - start, answers


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--rules", default="hongkong")
    parser.add_argument("--bots", default="greedy")
    for name, default in (("games", 40), ("hands", 4), ("jobs", 2), ("rounds", 6)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    command = [sys.executable, "-m", "tingpai", "simulate", given.rules, "--bots", given.bots, "--json"]
    command += ["--hands", str(given.hands)]

    def games(first: int, end: int, jobs: int) -> list[str]:
        return [*command, "--seed", str(first), "--games", str(end - first), "--jobs", str(jobs)]

    bounds = [given.games * part // given.jobs for part in range(given.jobs + 1)]
    apart = [games(first, end, 1) for first, end in pairwise(bounds)]
    shared_gain, apart_gain = [], []
    for _ in range(given.rounds):
        alone, told = timed(games(0, given.games, 1))
        shared, told_by_jobs = timed(games(0, given.games, given.jobs))
        separate, _ = timed(*apart)
        assert settled(told) == settled(told_by_jobs)
        shared_gain.append(alone / shared)
        apart_gain.append(alone / separate)
        print(f"one job {alone:.2f} s, {given.jobs} jobs {shared:.2f} s, {given.jobs} commands {separate:.2f} s")
    print(f"--jobs {given.jobs}: {told_as(shared_gain)} times as fast")
    print(f"separate commands: {told_as(apart_gain)} times as fast")
    print(json.dumps(machine()))


def settled(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What does not hang on who played when."""
    return [{name: value for name, value in answer.items() if name not in TIMED} for answer in answers]


def told_as(gains: list[float]) -> str:
    return f"median {median(gains):.2f}, from {min(gains):.2f} to {max(gains):.2f}"


if __name__ == "__main__":
    main()

"""``tingpai simulate`` by one process and by several: how many times as fast.

    python benches/jobs.py [--rules hongkong] [--bots greedy] [--games 200] [--hands 4] [--jobs 2] [--rounds 3]

Runs take turns, start of the command included, and the shortest of each counts.  ``wall`` is what a user sees, and
means something on a quiet machine only.  ``processor`` is what it could be there: the jobs' processor time spread
evenly over as many processors.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter
from typing import Any

from measure import machine

# Compiled modules are there for who has installed the package.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
TIMED = ("jobs", "seconds", "steps_per_second")


def used() -> float:
    """Processor seconds of all children that have ended, theirs included."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(command: list[str]) -> tuple[float, float, dict[str, Any]]:
    """Wall and processor seconds of a run, and what it answered."""
    wall, processor = perf_counter(), used()
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT)
    answer: dict[str, Any] = json.loads(found.stdout)
    wall, processor = perf_counter() - wall, used() - processor
    return wall, processor, {name: value for name, value in answer.items() if name not in TIMED}


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("--rules", default="hongkong")
    parser.add_argument("--bots", default="greedy")
    for name, default in (("games", 200), ("hands", 4), ("jobs", 2), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    command = [sys.executable, "-m", "tingpai", "simulate", given.rules, "--bots", given.bots, "--json"]
    command += ["--games", str(given.games), "--hands", str(given.hands), "--jobs"]
    walls: dict[int, float] = {}
    processors: dict[int, float] = {}
    answers = []
    for _ in range(given.rounds):
        for jobs in (1, given.jobs):
            wall, processor, answer = timed([*command, str(jobs)])
            walls[jobs] = min(wall, walls.get(jobs, wall))
            processors[jobs] = min(processor, processors.get(jobs, processor))
            answers.append(answer)
    assert all(answer == answers[0] for answer in answers)
    for jobs in (1, given.jobs):
        print(f"--jobs {jobs}: wall {walls[jobs]:.2f} s, processor {processors[jobs]:.2f} s")
    print(f"wall: {walls[1] / walls[given.jobs]:.2f} times as fast")
    print(f"processor: {processors[1] / (processors[given.jobs] / given.jobs):.2f} times as fast")
    print(json.dumps(machine()))


if __name__ == "__main__":
    main()

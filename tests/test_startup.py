"""The package and its command start at once.

Limits are for a machine that does nothing else, and a machine that tests is rarely one.  What is measured is
therefore processor time, which waiting does not lengthen, and of many runs the shortest.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

resource = pytest.importorskip("resource", reason="processor time of children is a thing of Unix")

IMPORT_LIMIT, ANSWER_LIMIT = 0.030, 0.150
BARE_RUNS, MOST_RUNS = 9, 40
BAIDA = tuple("score|baida|123s 45s 789s 22p [789s] [456m] +6s 1f|--seat|W|--indicator|7z|--by|self_draw".split("|"))
HONGKONG = ("score", "hongkong", "[777z][333m] 555p 88s 22m +8s", "--by", "self_draw")
# Compiled modules are part of the promise, so that a first run may write them.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
SLOW_AND_UNNEEDED = {
    "dataclasses", "difflib", "hashlib", "importlib.metadata", "inspect", "pkgutil", "shutil", "tempfile",
    "tingpai.reference", "tingpai.bots", "tingpai.game.engine", "multiprocessing", "subprocess",
}  # fmt: skip


def python(*arguments: str) -> str:
    run = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    return run.stdout


def seconds(*arguments: str) -> float:
    """Processor time of one interpreter from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    python(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used: float = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used


def shortest(limit: float, *arguments: str) -> float:
    """The shortest of many runs; fewer where one has already been short enough."""
    least = seconds(*arguments)
    for _ in range(MOST_RUNS):
        if least < limit:
            break
        least = min(least, seconds(*arguments))
    return least


def test_importing_adds_little_to_the_start_of_the_interpreter() -> None:
    bare = min(seconds("-c", "pass") for _ in range(BARE_RUNS))
    assert shortest(bare + IMPORT_LIMIT, "-c", "import tingpai") - bare < IMPORT_LIMIT


@pytest.mark.parametrize(
    "command", [BAIDA, HONGKONG, ("rules", "baida"), ("rules",)], ids=lambda command: " ".join(command[:2])
)
def test_the_first_answer_of_the_command_comes_at_once(command: tuple[str, ...]) -> None:
    assert shortest(ANSWER_LIMIT, "-m", "tingpai", *command) < ANSWER_LIMIT


def test_a_command_loads_nothing_slow_that_it_does_not_need() -> None:
    loaded = "import sys; print(); print(*sys.modules)"
    bare = set(python("-c", loaded).split())
    ours = set(python("-c", f"from tingpai.cli import main; main({[*BAIDA]!r}); {loaded}").splitlines()[-1].split())
    assert {"tingpai.scoring", "tingpai.cli.answers", "argparse"} <= ours
    assert (ours - bare) & SLOW_AND_UNNEEDED == set()


def test_importing_loads_no_more_than_the_package_itself() -> None:
    loaded = set(python("-c", "import tingpai, sys; print(*sys.modules)").split())
    assert {name for name in loaded if name.startswith("tingpai")} == {"tingpai", "tingpai.lazy"}


def test_every_name_is_there_when_it_is_asked_for() -> None:
    script = "import tingpai; names = dir(tingpai); print(all(getattr(tingpai, name) is not None for name in names))"
    assert python("-c", script).split() == ["True"]
    assert python("-c", "from tingpai import *; print(score.__name__, Hand.__name__)").split() == ["score", "Hand"]
    assert python("-c", "import tingpai; print(hasattr(tingpai, 'nothing'))").split() == ["False"]

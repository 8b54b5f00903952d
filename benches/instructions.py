"""Counts the instructions of the kernel's benches with callgrind, and holds them to the record.

    python benches/instructions.py            builds the benches, counts, prints a table beside the record
    python benches/instructions.py --check    the same, and fails if a count rose by more than a tenth
    python benches/instructions.py --write    keeps the counts as the record, in baseline.json

The benches are those of ``rust/core/examples/instructions.rs``, built as wheels are.  A count is the same on a busy
machine as on a quiet one.  Another compiler or processor may give another: the record names its own, and where they
differ the check says so, and is made all the same.  Needs valgrind.

``--deal`` deals the hands that are scored anew, into ``counted_hands.json``; a new record must follow.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from measure import keep, kept

ROOT = Path(__file__).resolve().parent.parent
HANDS = Path(__file__).parent / "counted_hands.json"
NAME = "instructions"
COMMAND = f"python benches/{NAME}.py --write"
RISE = 10
"""By how many hundredths a count may rise."""
WILDS, HANDS_OF_GROUP, HANDS_OF_BATCH = (0, 2, 4, 8, 12), 8, 100
"""Hands that are dealt for best scores, of each number of wild tiles, and for a batch."""
BUILD = f"cargo build --release --locked --package tingpai-core --example {NAME}".split()
BUILD += ["--message-format", "json-render-diagnostics"]
# What would make another program of the same source.
UNSET = ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET")
# Where counting goes on and off, and after which counts are written down.
MEASURED = f"{NAME}::measured"


class Count(NamedTuple):
    """Instructions of a bench, and how many hands it is of."""

    hands: int
    instructions: int


Counts = Mapping[str, int]


def toolchain() -> dict[str, str]:
    """What the counts hang on beside the source."""
    rustc = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    return {"rustc": rustc, "machine": platform.machine()}


def built() -> str:
    """Builds the benches in the profile of the wheels, whatever the surroundings ask for; where they then are."""
    surroundings = {
        name: value
        for name, value in os.environ.items()
        if name not in UNSET and not name.startswith("CARGO_PROFILE_RELEASE_")
    }
    told = subprocess.run(BUILD, cwd=ROOT, env=surroundings, check=True, stdout=subprocess.PIPE, text=True).stdout
    made: list[str] = [
        message["executable"]
        for message in map(json.loads, told.splitlines())
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == NAME
    ]
    return made[-1]


def counted(program: str) -> dict[str, Count]:
    """Runs the benches, and reads what callgrind wrote down after each."""
    if shutil.which("valgrind") is None:
        sys.exit(
            "valgrind, which counts instructions, is not installed: apt-get install valgrind, or your system's way"
        )
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        options = (f"--toggle-collect={MEASURED}", f"--dump-after={MEASURED}", f"--callgrind-out-file={out}")
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", *options, program], capture_output=True, text=True, check=False
        )
        if run.returncode:
            sys.exit(f"{program} under valgrind ended with {run.returncode}:\n{run.stderr}")
        named = [line.split("\t") for line in run.stdout.splitlines()]
        written = [total(Path(f"{out}.{number}")) for number in range(1, len(named) + 1)]
    return {name: Count(int(hands), count) for (hands, name), count in zip(named, written, strict=True)}


def total(file: Path) -> int:
    lines = file.read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(("summary:", "totals:")))


# Beside the record ------------------------------------------------------------------------------


def percent(recorded: int, now: int) -> float:
    return 100 * (now / recorded - 1)


def faults(recorded: Counts, now: Counts) -> list[str]:
    """Why the counts are not what the record allows, one line each."""
    found = []
    for name, count in now.items():
        if name not in recorded:
            found.append(f"{name}: {count:,}, not recorded")
        elif (count - recorded[name]) * 100 > recorded[name] * RISE:
            found.append(f"{name}: recorded {recorded[name]:,}, now {count:,}, {percent(recorded[name], count):+.1f}%")
    return found + [
        f"{name}: recorded {count:,}, no longer counted" for name, count in recorded.items() if name not in now
    ]


def differs(recorded: Mapping[str, str], now: Mapping[str, str]) -> str | None:
    """How the surroundings are others than the record's."""
    others = [f"{value} ({recorded[name]})" for name, value in now.items() if recorded[name] != value]
    return f"Other than recorded: {', '.join(others)}. Counts may differ for that alone." if others else None


def check(record: Mapping[str, Any], now: Counts) -> None:
    """Ends the program with what is wrong, if anything is."""
    if (note := differs(record["toolchain"], toolchain())) is not None:
        print(note)
    if found := faults(record["counts"], now):
        sys.exit("\n".join(["", *found, f"If that is meant, record it: {COMMAND}"]))


def table(recorded: Counts, now: Mapping[str, Count]) -> str:
    lines = [f"{'bench':36}{'hands':>6}{'a hand':>12}{'recorded':>15}{'now':>15}"]
    for name, (hands, count) in now.items():
        known = recorded.get(name)
        of_record = f"{known:15,}{count:15,}{percent(known, count):+8.1f}%" if known else f"{'-':>15}{count:15,}"
        lines.append(f"{name:36}{hands:6}{count / hands:12,.0f}{of_record}")
    return "\n".join(lines)


def deal() -> None:
    """Deals the hands that are scored: of ``baida`` by number of wild tiles, and of ``hongkong`` for the batch."""
    import tingpai as tp
    from distribution import seeded
    from kernel_fixture import numbers_of
    from test_batch import different_wins

    hongkong = tp.rules("hongkong")
    cases: list[dict[str, Any]] = []
    for claimed in (False, True):
        for wilds in WILDS:
            group = f"{wilds} wild{', sets claimed' if claimed else ''}"
            dealt = seeded(wilds, claimed, HANDS_OF_GROUP)
            cases += [case | {"id": f"{group} {number}", "group": group} for number, case in enumerate(dealt)]
    for number, win in enumerate(different_wins(HANDS_OF_BATCH)):
        numbers = numbers_of(win.hand, hongkong, win.keywords)
        cases.append({"id": f"batch {number}", "group": "batch", "rules": "hongkong", **numbers})
    lines = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    HANDS.write_text(f"[\n{lines}\n]\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help=f"fail if a count is more than {RISE}%% above the record")
    parser.add_argument("--write", action="store_true", help="keep the counts as the record")
    parser.add_argument("--deal", action="store_true", help=f"first deal the hands of {HANDS.name} anew")
    parser.add_argument("--binary", help="the example, built already")
    asked = parser.parse_args()
    if asked.deal:
        deal()
    now = counted(asked.binary or built())
    counts = {name: count.instructions for name, count in now.items()}
    record = kept(NAME) or {"toolchain": toolchain(), "counts": {}}
    print(table(record["counts"], now))
    if asked.write:
        keep(NAME, {"command": COMMAND, "toolchain": toolchain(), "counts": counts})
    if asked.check:
        check(record, counts)


if __name__ == "__main__":
    main()

"""Measures what hands with wild tiles take, prints it beside what is aimed at and, with ``--write``, keeps it.

    python benches/record.py [--hands 300] [--seconds 20] [--write]

Times are processor microseconds of one call through Python.  Multiples are of PyMahjongGB's median time for one
hand, taken between the others all the while.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from itertools import cycle
from statistics import median
from time import process_time
from typing import Any

import tingpai as tp
from hands import any_hands, for_pymahjonggb, wins_with_wilds, wins_without_wilds
from measure import BASELINE, keep, machine, once, quantiles, rivals
from tingpai.scoring import make_distance, make_waits

WILDS = (0, 2, 4, 6, 8, 10, 12, 14, 16)
BOUNDS = {2: 2, 4: 4, 8: 10, 12: 20}
"""Wild tiles -> how many times PyMahjongGB's time the median may take."""
WARM_UP = 50
"""Hands scored before the first that is timed."""
SLOWEST = {False: 3_000, True: 8_000}
"""Microseconds that no hand may take, without sets on the table and with them."""
BAIDA = tp.rules("baida")


def wild_hands(count: int, patience: float) -> Iterator[dict[str, Any]]:
    """The distribution over seeded winning hands, each scored for the first time, with admission, and then again.

    ``first`` is one call on a cold hand, ``again`` the shortest of five runs, in turn with PyMahjongGB's.  Where hands
    are slow a row ends after ``patience`` seconds, with as many hands as it then has."""
    ask_fan: Any = import_module("MahjongGB").MahjongFanCalculator
    fan_arguments = cycle([for_pymahjonggb(win) for win in wins_without_wilds()])
    for win in wins_with_wilds(1, True, WARM_UP):
        win.call(BAIDA)()
    for claimed in (False, True):
        for wilds in WILDS:
            first, again, fan = [], [], []
            started = process_time()
            for win in wins_with_wilds(wilds, claimed, count):
                score = win.call(BAIDA)
                cold = once(score)
                first.append(cold)
                again += rivals([score], 1 if cold > 3_000 else 3, 5)
                fan += rivals([partial(ask_fan, *next(fan_arguments))], 20, 5)
                if process_time() - started > patience:
                    break
            unit = median(fan)
            yield {
                "wilds": wilds,
                "claimed": claimed,
                "hands": len(first),
                "pymahjonggb_us": unit,
                "first": quantiles(first),
                "again": quantiles(again),
                "multiples": {name: time / unit for name, time in quantiles(again).items()},
            }


def cost_of_wilds() -> dict[str, dict[int, float]]:
    """Time with so many wild tiles over time with none, of the kernel's call and of the package's."""
    made: dict[str, tuple[int, Any, Any]] = {
        "distance": (17, make_distance, tp.distance),
        "waits": (16, make_waits, tp.waits),
    }
    found: dict[str, dict[int, float]] = {}
    for name, (tiles, make, whole) in made.items():
        kernel, package = {}, {}
        for wilds in (0, 1, 2, 4, 8):
            each = []
            for hand in any_hands(tiles, wilds, 60):
                each.append(rivals([make(hand, BAIDA).answer, partial(whole, hand, BAIDA)], 100, rounds=7))
            kernel[wilds], package[wilds] = (median(times) for times in zip(*each, strict=True))
        found[f"kernel {name}"] = {wilds: time / kernel[0] for wilds, time in kernel.items()}
        found[f"tingpai.{name}"] = {wilds: time / package[0] for wilds, time in package.items()}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=300, help="hands for each number of wild tiles (300)")
    parser.add_argument("--seconds", type=float, default=20, help="the most for each number of wild tiles (20)")
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {BASELINE.name}")
    arguments = parser.parse_args()
    command = f"python benches/record.py --hands {arguments.hands} --seconds {arguments.seconds:g}"
    figures: dict[str, Any] = {"command": command, "version": tp.__version__, "machine": machine()}
    print(figures["machine"])

    print("\nbaida, seeded winning hands: microseconds of the search, and multiples of PyMahjongGB's median for a hand")
    print(
        "  wilds claimed      p50      p90      p99      max |  p50 x   p90 x   p99 x   max x | first p50   first max"
    )
    figures["wild_hands"] = []
    for row in wild_hands(arguments.hands, arguments.seconds):
        figures["wild_hands"].append(row)
        times = " ".join(f"{time:8.0f}" for time in row["again"].values())
        multiples = " ".join(f"{time:7.1f}" for time in row["multiples"].values())
        bound = BOUNDS.get(row["wilds"])
        met = "" if bound is None else f"  (bound {bound}: {'met' if row['multiples']['p50'] <= bound else 'MISSED'})"
        most = SLOWEST[row["claimed"]]
        late = "" if row["again"]["max"] <= most else f"  SLOWER THAN {most // 1000} ms"
        if row["first"]["max"] > most:
            late += f"  FIRST CALLS SLOWER THAN {most // 1000} ms"
        first = f"{row['first']['p50']:9.0f} {row['first']['max']:7.0f}"
        claimed = "yes" if row["claimed"] else "no"
        print(f"  {row['wilds']:5} {claimed:7} {row['hands']:5} {times} | {multiples} | {first}{met}{late}")

    print("\nTime with 0, 1, 2, 4, 8 wild tiles, over that with none (at most 1.5)")
    figures["cost_of_wilds"] = cost_of_wilds()
    for name, ratios in figures["cost_of_wilds"].items():
        print(f"  {name:20} " + " ".join(f"{ratio:6.2f}" for ratio in ratios.values()))
    if arguments.write:
        keep("record", figures)


if __name__ == "__main__":
    main()

"""How time is taken: processor time of this process, rivals in turn, so that a busy machine slows both alike."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time_ns
from typing import Any

Call = Callable[[], object]
BASELINE = Path(__file__).parent / "baseline.json"
"""What was measured last, by the name of what measured it."""
BEST_OF = 15
"""Rounds of which the shortest counts, where a call can be repeated."""


def once(call: Call) -> float:
    """Microseconds of one call."""
    start = process_time_ns()
    call()
    return (process_time_ns() - start) / 1000


def rivals(calls: Sequence[Call], times: int, rounds: int = BEST_OF) -> list[float]:
    """Microseconds a call of each of ``calls``: the shortest of ``rounds`` runs of ``times`` calls, taken in turn."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for number, call in enumerate(calls):
            start = process_time_ns()
            for _ in range(times):
                call()
            best[number] = min(best[number], (process_time_ns() - start) / 1000 / times)
    return best


def quantiles(times: Sequence[float]) -> dict[str, float]:
    """Median, 90th and 99th percentile, and the greatest."""
    ordered = sorted(times)
    at = {"p50": median(ordered)}
    at |= {name: ordered[min(len(ordered) - 1, int(share * len(ordered)))] for name, share in QUANTILES.items()}
    return at | {"max": ordered[-1]}


QUANTILES = {"p90": 0.90, "p99": 0.99}


def noise() -> float:
    """How much longer the same work took in the median of 200 runs than in the shortest: 1.0 on a quiet machine."""

    def work() -> int:
        return sum(range(20_000))

    times = [once(work) for _ in range(200)]
    return median(times) / min(times)


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    load = [round(part, 2) for part in os.getloadavg()]
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "load": load,
        "noise": round(noise(), 3),
    }


def kept(name: str) -> dict[str, Any]:
    """What :func:`keep` kept under that name; nothing if it never did."""
    found: dict[str, Any] = json.loads(BASELINE.read_text("utf-8")).get(name, {})
    return found


def keep(name: str, figures: dict[str, Any]) -> None:
    """Keeps figures, to three digits behind the point, in the place of the last of that name."""
    all_kept = json.loads(BASELINE.read_text("utf-8"))
    all_kept[name] = rounded(figures)
    BASELINE.write_text(json.dumps(all_kept, indent=1) + "\n", "utf-8")


def rounded(value: Any) -> Any:
    """Numbers to three digits behind the point."""
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return round(value, 3) if isinstance(value, float) else value

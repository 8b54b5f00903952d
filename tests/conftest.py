"""Shared by every test: the repository's root, the worked cases, and the ``--full`` switch."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"

# A shell starts what runs in the background with interrupts ignored, and children inherit that; some tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def cases(name: str) -> list[dict[str, Any]]:
    """The rows of ``tests/data/<name>.jsonl``."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the whole of each comparison, not its seeded part only")
    parser.addoption("--update-games", action="store_true", help="write the logs of scripted games anew; review them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked ``full`` take minutes: without ``--full`` they are deselected, and the summary says how many."""
    if config.getoption("--full"):
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]

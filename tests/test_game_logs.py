"""Logs that something has happened to: whatever stands in a line, it is read or refused with its line, nothing else."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from scripts import GOLDEN
from tingpai.game import LogError
from tingpai.game.log import dumps, loads

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 5, 99, 2**70, 1.5, "", "x", "1m", "9f", "?", "\ud800", "E", [], [1], [[1]], {}, {"a": 1},
    [None] * 4, ["1m"] * 3, [0, 0, 0, 0], [[0, 1, 2]], [[0, 1, 5, "a", "b"]], [["pool", 0, "x", "a", "b"]],
)  # fmt: skip


def changed(data: Any, chance: Random) -> Any:
    """The same with something in it another."""
    if isinstance(data, dict) and data:
        name = chance.choice(sorted(data))
        how = chance.random()
        if how < 0.1:
            del data[name]
        elif how < 0.2:
            data[name + "x"] = data.pop(name)
        elif how < 0.6 or not isinstance(data[name], (dict, list)):
            data[name] = chance.choice(VALUES)
        else:
            data[name] = changed(data[name], chance)
        return data
    if isinstance(data, list) and data:
        at = chance.randrange(len(data))
        data[at] = changed(data[at], chance) if isinstance(data[at], (dict, list)) else chance.choice(VALUES)
        return data
    return chance.choice(VALUES)


def line_of_refusal(text: str, check: bool) -> int:
    """The line with which a log is refused; 0 if it is read, and then it can be looked at and written."""
    try:
        game = loads(text, check=check, other_rules=check)
    except LogError as error:
        return error.line
    for place in range(4):
        game.view(place).to_data()
    dumps(game).encode()
    return 0


def test_whatever_stands_in_a_log_it_is_read_or_refused_with_its_line() -> None:
    chance = Random(1)
    logs = sorted(GOLDEN.glob("*.jsonl"))
    counts: Counter[bool] = Counter()
    for _ in range(400):
        lines = chance.choice(logs).read_text("utf-8").splitlines()
        at = 0 if chance.random() < 0.3 else chance.randrange(len(lines))
        if chance.random() < 0.8:
            lines[at] = json.dumps(changed(json.loads(lines[at]), chance))
        else:
            cut = chance.randrange(len(lines[at]))
            lines[at] = lines[at][:cut] + chance.choice('{}[]",:09mz\\\x00明') + lines[at][cut + 1 :]
        line = line_of_refusal("\n".join(lines) + "\n", check=chance.random() < 0.5)
        assert 0 <= line <= len(lines)
        counts[line > 0] += 1
    assert counts[True] > 250
    assert counts[False] > 5

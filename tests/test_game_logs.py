"""Logs that something has happened to: whatever stands in a line, it is read or refused with its line, nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from scripts import GOLDEN
from tingpai.cli.faults import in_chinese
from tingpai.game import LogError
from tingpai.game.log import dumps, loads

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 5, 99, 2**70, 1.5, "", "x", "1m", "9f", "?", "\ud800", "E", [], [1], [[1]], {}, {"a": 1},
    [None] * 4, ["1m"] * 3, [0, 0, 0, 0], [[0, 1, 2]], [[0, 1, 5, "a", "b"]], [["pool", 0, "x", "a", "b"]],
)  # fmt: skip


ENGLISH = re.compile("[a-z]{3,} [a-z]{2,} [a-z]{2,}")


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
    """The line with which a log is refused; 0 if it is read, and then it can be looked at and written;
    -1 where the refusal is not told in Chinese."""
    try:
        game = loads(text, check=check, other_rules=check)
    except LogError as error:
        return -1 if ENGLISH.search(in_chinese(error)) else error.line
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


def test_what_is_wrong_with_a_log_is_told_in_chinese() -> None:
    lines = (GOLDEN / sorted(path.name for path in GOLDEN.glob("*.jsonl"))[0]).read_text("utf-8").splitlines()
    told = {
        "\n".join([*lines[:3], "{", *lines[3:]]): "第4行:不是 JSON:'{'",
        "\n".join([*lines[:3], '{"event":"draw","place":0,"tile":"9x","source":"wall"}']): "第4行:draw:tile 不可為'9x'",
        "\n".join([*lines[:3], lines[2]]): "第4行:此處不會是 ",
        lines[1]: "第1行:不是牌譜",
        re.sub('"digest":"[^"]*', '"digest":"' + 64 * "0", "\n".join(lines)): "惟每一步均合現行規則;可加 --other-rules",
        lines[0].replace('"options":{', '"options":{"no_such":1,'): "no_such:",
    }
    for text, says in told.items():
        with pytest.raises(LogError) as caught:
            loads(text + "\n")
        assert says in in_chinese(caught.value)


def test_an_empty_log_is_told_as_one() -> None:
    with pytest.raises(LogError, match="line 1: the log is empty") as error:
        loads("")
    assert in_chinese(error.value) == "第1行:牌譜是空的"

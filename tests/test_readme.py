"""README.md does what it says: its console examples, its Python, its table of variants, its commands."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tingpai
from conftest import ROOT
from tingpai.ruleset.files import extended

README = (ROOT / "README.md").read_text("utf-8")
BULK = (ROOT / "docs" / "BULK.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


def console_examples() -> list[tuple[str, str]]:
    """Each command of the ``console`` blocks with the output that stands under it."""
    text = "".join(body for language, body in BLOCKS if language == "console")
    return [
        (command, output.strip("\n"))
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
    ]


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_a_console_example_prints_what_it_shows(command: str, output: str, tmp_path: Path) -> None:
    name, *arguments = shlex.split(command)
    assert name == "tingpai"
    # Files that an example writes are not for this folder.
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT / "python")}
    run = subprocess.run(
        [sys.executable, "-m", "tingpai", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=tmp_path,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.strip("\n") == output


def test_there_are_console_examples() -> None:
    examples = console_examples()
    assert len(examples) >= 3
    assert all(output for _, output in examples)


def test_the_examples_of_bulk_use_run() -> None:
    text = "".join(re.findall(r"```python\n(.*?)```", BULK, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, "BULK.md", "BULK.md", 0)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_python_examples_run() -> None:
    text = "".join(body for language, body in BLOCKS if language == "python")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 8
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_first_command_scores_the_hand_of_the_worked_example() -> None:
    match = re.search(r"<!-- command: score -->\n```sh\n(.*)\n```", README)
    assert match is not None
    scored = match[1].partition(".venv/bin/tingpai ")[2]
    assert f"tingpai {scored}" == console_examples()[0][0]


def test_the_rule_file_loads() -> None:
    (file,) = (body for language, body in BLOCKS if language == "toml")
    rules = extended(tomllib.loads(file))
    values = {row.id: row.value for row in rules.rows}
    assert (rules.zh, rules.min_total) == ("週四牌局", 8)
    assert (values["pure_dragon"], values["one_suit_steps"], values["middle_pair"]) == (12, 10, 2)


def test_the_table_of_variants_is_true() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (\d+) \| (.+) \|$", README, re.MULTILINE)
    assert len(rows) == 5
    status = {variant: text for variant, _, _, text in rows}
    assert {variant for variant, text in status.items() if text != "planned"} == set(tingpai.variant_ids())
    for variant, name, tiles, _ in rows:
        if status[variant] != "planned":
            rules = tingpai.rules(variant)
            assert (rules.zh, str(rules.tiles_in_hand)) == (name, tiles)

"""The command: what it answers, in both languages and as data, and how it refuses."""

from __future__ import annotations

import json
import os
import pty
import re
import string
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

import tingpai
from tingpai.cli import arguments, commands, describe, main, usage, words
from tingpai.cli.layout import width
from tingpai.ruleset.matchers import Matcher
from tingpai.situation import Situation

HAND = "123s 45s 789s 22p [789s] [456m] +6s 1f"
SITUATION = ["--seat", "W", "--indicator", "7z", "--by", "self_draw"]
SCORE = ["score", "baida", HAND, *SITUATION]
# As on a player's machine: in UTF-8, with modules compiled once.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR")}
ENVIRONMENT["PYTHONIOENCODING"] = "utf-8"
ANSWERS = {
    "score": SCORE,
    "alternatives": ["score", "baida", "111222333m 5p 789s [789s] +5p", *SITUATION, "--alternatives", "2"],
    "incomplete": ["score", "baida", "123s 45s 789s 22p [789s] [456m] +9m", *SITUATION],
    "below_minimum": ["score", "baida", "123m 456m 34p 55p 678s [234s] +5p 1f", *SITUATION],
    "self_draw_only": ["score", "baida", HAND, "--indicator", "7z", "--by", "discard", "--discarder", "S"],
    "flowers": ["score", "hongkong", "123m 456m 789p 1122z 1234567f", "--seat", "S", "--by", "flowers"],
    "waits": ["waits", "baida", "123s 45s 789s 22p [789s] [456m]", "--indicator", "7z"],
    "distance": ["distance", "hongkong", "159m 159p 159s 1234z"],
    "acceptance": ["acceptance", "hongkong", "123m 456m 789p 55s 22z 1p"],
    "decompose": ["decompose", "baida", "123s 45s 789s 22p [789s] [456m] +?", "--limit", "1"],
    "rules": ["rules"],
    "baida": ["rules", "baida"],
    "hongkong": ["rules", "hongkong"],
}

REASONS = ("incomplete", "below_minimum", "self_draw_only", "not_robbable", "no_flower_win")


def answer(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What a command line prints; it must succeed and say nothing on standard error."""
    status = main(argv)
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def run(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tingpai", *argv],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**ENVIRONMENT, **environment},
    )


# Answers


def test_score_explains_the_hand(capsys: pytest.CaptureFixture[str]) -> None:
    out = answer(capsys, *SCORE)
    for part in ("[789s]", "[456m]", "45+6s", "清龍", "Pure dragon", "10 x 2 =", "V1-e 24", "Total: 34 fan", "1f"):
        assert part in out
    assert "Wins (minimum 10 fan, reached)" in out
    assert "W receives 118, E pays 40, S pays 39, N pays 39" in out


def test_score_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(answer(capsys, *SCORE, "--json"))
    assert list(data) == ["rules", "unit", "wins", "reason", "total", "lines", "arrangement", "payments"]
    assert (data["rules"], data["unit"], data["wins"], data["reason"], data["total"]) == (
        "baida",
        "fan",
        True,
        None,
        34,
    )
    assert data["payments"] == {"E": -40, "S": -39, "W": 118, "N": -39}
    dragon = next(line for line in data["lines"] if line["id"] == "pure_dragon")
    assert dragon == {
        "id": "pure_dragon",
        "zh": "清龍",
        "en": "Pure dragon",
        "value": 10,
        "grade": 2,
        "times": 1,
        "subtotal": 20,
        "groups": ["123s", "456s", "789s"],
        "clause": "V1-e 24",
        "source": "W018, S1-02",
    }
    assert set(data["arrangement"]["groups"][0]) >= {"kind", "tiles", "state", "wild"}


def test_wild_tiles_are_shown_as_what_they_became(capsys: pytest.CaptureFixture[str]) -> None:
    out = answer(capsys, "score", "baida", "123s 4s ? 789s 22p [789s] [456m] +6s", *SITUATION)
    assert "5*+6s" in out
    assert "* wild: ? as 5s" in out


def test_refusals_say_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "not complete: ready, but waits for 3s, 6s" in answer(capsys, *ANSWERS["incomplete"])
    below = answer(capsys, *ANSWERS["below_minimum"])
    total = int(re.findall(r"Total: (\d+) fan", below)[0])
    assert f"Does not win: {10 - total} fan short of the minimum of 10 fan" in below
    assert "only a tile you draw yourself wins" in answer(capsys, *ANSWERS["self_draw_only"])


def test_incomplete_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(answer(capsys, *ANSWERS["incomplete"], "--json"))
    assert (data["wins"], data["reason"], data["total"], data["payments"]) == (False, "incomplete", 0, None)
    assert (data["distance"], data["waits"]) == (0, ["3s", "6s"])


def test_waits_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(answer(capsys, *ANSWERS["waits"], "--json"))
    assert data == {"waits": ["3s", "6s"], "any_tile": False, "wild_completes": True, "distance": 0}


def test_other_answers_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(answer(capsys, *ANSWERS["distance"], "--json"))["distance"] >= 1
    acceptance = json.loads(answer(capsys, *ANSWERS["acceptance"], "--json"))
    assert acceptance["1p"]["distance"] == 0
    assert acceptance["1p"]["left"] >= 1
    decompose = json.loads(answer(capsys, *ANSWERS["decompose"], "--json"))
    assert len(decompose["arrangements"]) == 1
    assert decompose["more"] is True
    assert [variant["id"] for variant in json.loads(answer(capsys, "rules", "--json"))] == list(tingpai.variant_ids())
    table = json.loads(answer(capsys, "rules", "baida", "--option", "min_fan=0", "--json"))
    assert table["chosen"]["min_fan"] == 0
    assert len(table["rows"]) > 100


def test_alternatives_are_further_readings(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(answer(capsys, *ANSWERS["alternatives"], "--json"))
    assert 1 <= len(data["alternatives"]) <= 2
    assert [reading["total"] for reading in data["alternatives"]] == sorted(
        (reading["total"] for reading in data["alternatives"]), reverse=True
    )
    assert all(reading["total"] <= data["total"] for reading in data["alternatives"])
    out = answer(capsys, *ANSWERS["alternatives"])
    assert "Other readings" in out
    assert out.count("123m  123m") + out.count("222m  333m") >= 1
    assert "no other reading" in answer(capsys, *SCORE, "--alternatives", "1")


@pytest.mark.parametrize("name", ANSWERS)
def test_chinese_answers_are_wholly_chinese(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = re.sub("[0-9a-f]{64}", "", answer(capsys, *ANSWERS[name], "--lang", "zh"))
    assert re.search("[\u4e00-\u9fff]", out)
    ids = {row.id for variant in tingpai.variant_ids() for row in tingpai.rules(variant).rows}
    ids |= {option.name for variant in tingpai.variant_ids() for option in tingpai.rules(variant).options}
    ids |= {choice for v in tingpai.variant_ids() for option in tingpai.rules(v).options for choice in option.choices}
    ids |= {*tingpai.variant_ids(), "option", "limit", "flat", "true", "false", "off"}
    assert {word for word in re.findall(r"[a-z][A-Za-z_0-9]{2,}", out) if word not in ids} == set()


FURTHER_ROWS: dict[str, dict[str, Any]] = {"pungkong_cn": {"fan_money": True}}


@pytest.mark.parametrize("variant", tingpai.variant_ids())
def test_a_table_of_rules_shows_every_row_and_option(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = FURTHER_ROWS.get(variant, {})
    rules = tingpai.rules(variant, **options)
    out = answer(capsys, "rules", variant, *(f"--option={name}={value}" for name, value in options.items()))
    assert len(rules.rows) > 20
    assert [row.id for row in rules.rows if row.id not in out or row.clause not in out] == []
    assert [option.name for option in rules.options if f"  {option.name}: " not in out] == []
    assert max(map(width, out.splitlines())) <= 140


# What is written twice


def test_the_keywords_are_those_of_the_library() -> None:
    assert set(arguments.KEYWORDS) == {field.name for field in fields(Situation)}


def test_both_languages_say_the_same_things() -> None:
    def named(text: str) -> list[str]:
        return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)

    assert len(words.PHRASES) > 80
    assert {key for key, (en, zh) in words.PHRASES.items() if named(en) != named(zh)} == set()


def test_every_phrase_is_said() -> None:
    modules = [path for path in Path(words.__file__).parent.glob("*.py") if path.name != "words.py"]
    assert len(modules) >= 6
    said = "".join(path.read_text("utf-8") for path in modules)
    # These are put together from an id, or are the reason of a result.
    prefixes = ("shape_", "by_", "unit_", "row_", "scores", *REASONS)
    unsaid = [
        key for key in words.PHRASES if not re.search(f"""['"]{key}['"]""", said) and not key.startswith(prefixes)
    ]
    assert unsaid == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_matcher_is_described(lang: words.Lang) -> None:
    rows = [row for variant in tingpai.variant_ids() for row in tingpai.rules(variant).rows]
    texts = [describe.describe(matcher, words.Words(lang)) for row in rows for matcher, _ in row.when]
    assert len(texts) > 130
    assert all(texts)
    described = {name[1:] for name in vars(describe.Describer) if re.fullmatch("_[a-z]+", name)}
    vocabulary = {matcher.__name__.lower() for matcher in get_args(Matcher)}
    assert len(vocabulary) == 16
    assert vocabulary <= described


def test_every_option_has_a_chinese_meaning() -> None:
    names = {option.name for variant in tingpai.variant_ids() for option in tingpai.rules(variant).options}
    assert len(names) > 25
    assert names - set(words.OPTIONS_ZH) == set()


# Bad input

BAD: dict[str, tuple[list[str], str]] = {
    "notation": (["score", "baida", "123x", "--by", "self_draw"], "column 4"),
    "count": (["score", "baida", "123m +1m", "--by", "self_draw"], "16 expected"),
    "copies": (["waits", "hongkong", "22222448m123p678s"], "2m"),
    "two faults": (["score", "hongkong", "22222448m123p678s +1m", "--seat", "Q"], "; "),
    "variant": (["waits", "nowhere", HAND], "nowhere"),
    "option": (["rules", "baida", "--option", "min_fun=1"], "min_fun"),
    "option value": (["rules", "baida", "--option", "min_fan=x"], "min_fan"),
    "option twice": (["rules", "baida", "--option", "min_fan=1", "--option", "min_fan=2"], "given twice"),
    "option form": (["rules", "baida", "--option", "min_fan"], "name=value"),
    "no way": (["score", "baida", HAND], "by"),
    "unused": (["score", "hongkong", "123m 456m 789p 55s 22z +5s", "--by", "self_draw", "--river", "3"], "river"),
    "not a number": ([*SCORE, "--streak", "two"], "--streak"),
    "negative": ([*SCORE, "--streak", "-1"], "streak"),
    "twice": ([*SCORE, "--seat", "E"], "given twice"),
    "command": (["scare"], "scare"),
    "nothing": ([], "COMMAND"),
    "unknown flag": ([*SCORE, "--colour"], "--colour"),
    "limit": (["decompose", "baida", HAND, "--limit", "0"], "--limit"),
    "line breaks": (["waits", "hongkong", "1\n2\n3"], "column"),
    "not text": (["waits", "hongkong", "1\udcff"], "column 2"),
    "empty": (["waits", "hongkong", ""], "0"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv, part = BAD[name]
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tingpai: ")
    assert err.count("\n") == 1
    assert part in err


def test_bad_input_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["waits", "hongkong", "22222448m123p678s 1p", "--lang", "zh"]) == 2
    err = capsys.readouterr().err
    assert "張數不對" in err
    assert "同一張牌多於四張" in err
    assert re.findall("[A-Za-z]{3,}", err.removeprefix("tingpai: ")) == []


@pytest.mark.parametrize("name", sorted(set(BAD) - {"nothing", "command"}))
def test_any_bad_input_in_chinese(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is left in English but what was typed, the names of options and their values."""
    argv, _ = BAD[name]
    assert main([*argv, "--lang", "zh"]) == 2
    err = capsys.readouterr().err.removeprefix("tingpai: ")
    assert re.findall("[A-Za-z]{3,} [A-Za-z]{2,}", err.partition(" --help")[0].replace("(見 tingpai", "")) == [], err
    assert re.search("[一-鿿]", err)


def test_every_problem_of_a_command_line_has_both_languages() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(words.__file__).parent.glob("*.py"))
    raised = set(re.findall(r'BadCommand\(\s*"(\w+)"', source))
    assert raised == set(usage.PROBLEMS)
    for english, chinese in usage.PROBLEMS.values():
        fields = re.findall(r"{\w+(?:!r)?}", english)
        assert sorted(fields) == sorted(re.findall(r"{\w+(?:!r)?}", chinese))


def test_an_internal_error_is_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: object) -> list[str]:
        raise RuntimeError("two\nlines")

    monkeypatch.setitem(commands.COMMANDS, "rules", broken)
    assert main(["rules"]) == 1
    assert capsys.readouterr().err == "tingpai: internal error, please report it: RuntimeError: two lines\n"


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: object) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setitem(commands.COMMANDS, "rules", interrupted)
    assert main(["rules"]) == 130
    assert capsys.readouterr() == ("", "")


# The process


MANY = ["decompose", "baida", "123456m5p1s????? [???]c +?", "--limit", "999999999"]


def test_many_arrangements_come_one_by_one() -> None:
    """The first is printed long before the last is found."""
    for argv in (MANY, [*MANY, "--json"]):
        process = subprocess.Popen(
            [sys.executable, "-m", "tingpai", *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert (process.wait(), process.stderr.read()) == (0, "")
        process.stderr.close()


def test_arrangements_as_data_are_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    for limit, more in ((45, True), (999999999, False)):
        data = json.loads(answer(capsys, *MANY[:-1], str(limit), "--json"))
        assert (len(data["arrangements"]) > 44, data["more"]) == (True, more)
    assert len(answer(capsys, *MANY[:-1], "45").splitlines()) == 46
    nothing = answer(capsys, "decompose", "hongkong", "123456789m1122z +3z", "--json")
    assert json.loads(nothing) == {"arrangements": [], "more": False}


@pytest.mark.parametrize(("redirected", "status"), [(">&-", 1), ("2>&- >/dev/null", 0), (">/dev/full", 1)])
def test_closed_streams_are_no_traceback(redirected: str, status: int) -> None:
    good = subprocess.run(["sh", "-c", f'"$0" -m tingpai rules {redirected}', sys.executable], capture_output=True)
    assert (good.returncode, good.stderr.count(b"\n")) == (status, int(status and "2>" not in redirected))
    bad = subprocess.run(
        ["sh", "-c", f'"$0" -m tingpai waits baida x {redirected}', sys.executable], capture_output=True
    )
    assert (bad.returncode, bad.stdout) == (2, b"")


@pytest.mark.parametrize("argv", [["rules", "baida"], ["--help"], ["score", "--help"], MANY])
def test_a_closed_pipe_ends_quietly(argv: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run([sys.executable, "-m", "tingpai", *argv], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (process.returncode, process.stderr) == (0, "")


def test_the_exit_status_and_streams_of_the_process() -> None:
    good, bad = run(*SCORE), run("score", "baida", "123x")
    assert (good.returncode, good.stderr) == (0, "")
    assert (bad.returncode, bad.stdout, bad.stderr.count("\n")) == (2, "", 1)
    assert run("--version").stdout == f"tingpai {tingpai.__version__}\n"
    assert run("score", "--help").returncode == 0


def test_a_terminal_without_chinese_gets_an_answer() -> None:
    process = run(*SCORE, "--json", PYTHONIOENCODING="ascii")
    assert process.returncode == 0
    assert json.loads(process.stdout)["lines"][0]["zh"]


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colour_is_for_terminals_that_want_it(environment: dict[str, str], coloured: bool) -> None:
    parent, child = pty.openpty()
    process = subprocess.run(
        [sys.executable, "-m", "tingpai", *SCORE],
        stdout=child,
        env={**ENVIRONMENT, "TERM": "xterm", **environment},
    )
    os.close(child)
    shown = os.read(parent, 65536).decode("utf-8")
    os.close(parent)
    assert process.returncode == 0
    assert ("\x1b[" in shown) is coloured
    assert "\x1b[" not in run(*SCORE).stdout

"""``tingpai replay``: all at once, step by step, with the hands that are wanted."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import tingpai as tp
from playing import PLAYED
from scripts import GOLDEN
from tingpai.bots import GreedyBot, play
from tingpai.cli import main
from tingpai.game.action import Action
from tingpai.game.log import load, save
from tingpai.game.view import View
from tingpai.ruleset.files import extended


def logged(id: str, path: Path) -> Path:
    rules = tp.rules(id)
    log = path / f"{id}.jsonl"
    save(play(rules, [GreedyBot(rules)] * 4, seed=1, hands=1), log)
    return log


def replayed(
    log: Path, *arguments: str, typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["replay", str(log), *arguments]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


class Mute:
    """Names what cannot be done."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> str:
        return "win 9"


@pytest.mark.parametrize(("lang", "told"), [("en", "which is no action"), ("zh", "並無此動作")])
def test_what_was_wrong_with_an_answer_is_told_in_either_language(
    lang: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tp.rules("hongkong")
    log = tmp_path / "game.jsonl"
    save(play(rules, [Mute(), *[GreedyBot(rules)] * 3], seed=1, hands=1, lenient=True), log)
    assert main(["replay", str(log), "--all", "--lang", lang]) == 0
    shown = capsys.readouterr().out
    assert told in shown
    assert ("which is no action" in shown) is (lang == "en")


@pytest.mark.parametrize("id", PLAYED)
def test_all_tells_every_event(id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logged(id, tmp_path)
    assert main(["replay", str(log), "--all"]) == 0
    shown = capsys.readouterr().out
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", shown, re.MULTILINE)]
    assert numbers == list(range(1, len(log.read_text("utf-8").splitlines())))
    assert "dealer" in shown
    assert "The game is over." in shown
    assert main(["replay", str(log), "--all", "--lang", "zh"]) == 0
    assert "全局完" in capsys.readouterr().out


def test_steps_forward_back_and_anywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logged("hongkong", tmp_path)
    shown = replayed(log, typed="\n\n20\nb\n3\ne\nx\n99999\n0\n\nq\n", capsys=capsys, monkeypatch=monkeypatch)
    last = len(log.read_text("utf-8").splitlines()) - 1
    assert f"({last} events)" in shown
    numbers = [int(number) for number in re.findall(r"^(?:> )? *(\d+)  ", shown, re.MULTILINE)]
    assert numbers == [1, 2, 20, 19, 3, last - 1, last]
    assert shown.count(f"There are events 1 to {last}.") == 3
    assert shown.endswith("> \n")
    again = replayed(log, typed="20\n", capsys=capsys, monkeypatch=monkeypatch)
    table = again.split("   20  ")[1]
    assert table.splitlines()[:5] == shown.split("   20  ")[1].splitlines()[:5]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_scripted_game_is_told_step_by_step(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for kept in sorted(GOLDEN.glob("*.jsonl")):
        _, *events = kept.read_text("utf-8").splitlines(keepends=True)
        typed = "\n" * len(events)
        told = replayed(kept, "--other-rules", "--lang", lang, typed=typed, capsys=capsys, monkeypatch=monkeypatch)
        assert told.count("> ") > len(events), kept.name


def test_a_last_line_that_was_cut_is_left_out_with_a_notice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logged("hongkong", tmp_path)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:30]) + lines[30][:-9])
    told = replayed(log, "--all", typed="", capsys=capsys, monkeypatch=monkeypatch)
    assert "The last line of the log was cut off and is left out." in told
    assert "   29  " in told
    assert "   30  " not in told


@pytest.mark.parametrize(("show", "hands"), [("all", 4), ("none", 0), ("E", 1), ("N", 1)])
def test_hands_are_shown_as_wanted(
    show: str, hands: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logged("baida", tmp_path)
    shown = replayed(log, "--show", show, typed="20\n", capsys=capsys, monkeypatch=monkeypatch)
    assert shown.count("Hand: ") == hands
    if hands == 1:
        assert re.search(rf"^[> ] {show} [^\n]*(?:\n    (?:Sets|River)[^\n]*)*\n    Hand: ", shown, re.MULTILINE)


def test_what_is_no_log_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logged("hongkong", tmp_path)
    lines = log.read_text("utf-8").splitlines(keepends=True)
    broken = tmp_path / "broken"
    for text, problem in (
        ("", "line 1"),
        ("hello\n", "line 1: no JSON"),
        ("".join([*lines[:9], "{}\n", *lines[9:]]), "line 10"),
        ("".join([*lines[:20], *lines[21:]]), "line 2"),
    ):
        broken.write_text(text, "utf-8")
        assert main(["replay", str(broken), "--all"]) == 2
        found = capsys.readouterr()
        assert problem in found.err
        assert found.err.count("\n") == 1
    assert main(["replay", str(tmp_path / "nothing")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main(["replay", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_log_of_a_house_rule_file_is_read_with_its_changes(tmp_path: Path) -> None:
    rules = extended({"extends": "hongkong", "options": {"min_fan": 0}, "rows": {"all_pungs": {"value": 4}}})
    log = tmp_path / "house.jsonl"
    game = play(rules, [GreedyBot(rules)] * 4, seed=1, hands=1)
    save(game, log)
    again = load(log)
    assert again.state == game.state
    assert next(row.value for row in again.state.rules.rows if row.id == "all_pungs") == 4


def test_a_log_of_other_rules_is_shown_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logged("hongkong", tmp_path)
    log.write_text(log.read_text("utf-8").replace(tp.rules("hongkong").digest, "0" * 64), "utf-8")
    for lang, told in (("en", "--other-rules"), ("zh", "第1行:")):
        assert main(["replay", str(log), "--all", "--lang", lang]) == 2
        assert told in capsys.readouterr().err
    assert main(["replay", str(log), "--all", "--other-rules"]) == 0
    assert capsys.readouterr().out.startswith("The rules have changed since")

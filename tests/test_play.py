"""``tingpai play``: in pipes, at a terminal, broken off and resumed."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import termios
from pathlib import Path

import pytest

import tingpai as tp
from conftest import ROOT
from playing import PLAYED
from tingpai.cli import main
from tingpai.cli.person import Person
from tingpai.game.log import load

AUTO = "a\n" * 2000


def play(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tingpai", "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=300,
    )


def played(*arguments: str, typed: str = "") -> str:
    run = play(*arguments, typed=typed)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


@pytest.mark.parametrize("id", PLAYED)
def test_a_game_in_a_pipe_is_played_to_its_end_and_logged(id: str, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    shown = played(id, "--seed", "3", "--hands", "2", "--log", str(log), typed=AUTO)
    assert "The game is over." in shown
    assert "Total: " in shown or "Nobody wins" in shown
    assert shown.count("Balances: ") >= 2
    game = load(log)
    assert game.over
    assert game.names.count("you") == 1
    assert json.loads(log.read_text("utf-8").splitlines()[0])["seed"] == 3


def test_the_end_of_input_leaves_the_table_and_the_log_is_resumed_to_the_same_end(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    played("hongkong", "--seed", "5", "--hands", "1", "--log", str(whole), typed=AUTO)
    shown = played("hongkong", "--seed", "5", "--hands", "1", "--log", str(parts), typed="a\na\n")
    assert f"tingpai play --resume {parts} goes on from here." in shown
    assert not load(parts).over
    for _ in range(3):
        played("--resume", str(parts), typed="a\na\n")
    played("--resume", str(parts), typed=AUTO)
    assert parts.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob("*.new"))


def test_a_mistyped_line_is_refused_and_asked_again(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    typed = "9f\n五\ndiscard 1f\npass\n77\nu\n\nh\nt\nb\nq\n"
    shown = played("hongkong", "--seed", "2", "--seat", "E", "--log", str(log), typed=typed)
    refused = re.findall("Not possible now: (.*)", shown)
    assert refused == ["9f", "五", "discard 1f", "pass", "77", "Enter"]
    assert "Nothing can be taken back" in shown
    assert "A greedy bot would: " in shown
    assert "what a greedy bot would do" in shown
    assert shown.count("Your turn.") == 11
    assert shown.endswith("goes on from here.\n")
    assert not any("discard" in line for line in log.read_text("utf-8").splitlines()[1:])


@pytest.mark.parametrize("spelt", ["{0}", "discard {0}"])
def test_a_discard_is_a_tile_or_its_words(spelt: str, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    shown = played("hongkong", "--seed", "2", "--seat", "E", typed="")
    tile = re.search(r"a tile, such as (\S+), to discard it", shown)
    assert tile is not None
    played("hongkong", "--seed", "2", "--seat", "E", "--log", str(log), typed=spelt.format(tile[1]) + "\n")
    discards = [line for line in log.read_text("utf-8").splitlines() if '"event":"discard"' in line]
    assert json.loads(discards[0])["tile"] == tile[1]


def test_a_choice_that_waits_is_taken_back(tmp_path: Path) -> None:
    """A claim is offered somewhere in the first turns of some seed; taking it back leaves it open."""
    for seed in range(30):
        shown = played("baida", "--seed", str(seed), "--seat", "E", typed="a\n1\nwhat\nu\n1\n")
        if "Enter to do it" in shown:
            break
    assert shown.count("Enter to do it") == 3
    assert "Not possible now: what" in shown
    assert shown.count("Taken back.") == 1
    before, _, after = shown.partition("Taken back.")
    offer = [line for line in before.splitlines() if "Yours?" in line or "Your turn" in line][-1]
    assert after.strip().splitlines()[0] == offer.lstrip("> ")


def test_the_person_sits_where_he_asks_and_sees_no_other_hand() -> None:
    for seat in "ESWN":
        shown = played("baida", "--seed", "4", "--seat", seat, typed="a\n" * 4)
        assert re.search(rf"^[> ] {seat} you ", shown, re.MULTILINE)
        table = shown.split("\n\n")[-2]
        assert table.count("Hand: ") == 1
    assert "*" in shown


def test_it_speaks_chinese() -> None:
    shown = played("baida", "--seed", "4", "--hands", "1", "--lang", "zh", typed="h\n" + AUTO)
    assert "輪到你" in shown
    assert "合計:" in shown or "流局" in shown
    words = set(re.findall("[A-Za-z]{4,}", shown))
    assert words <= {"greedy", "Enter", "pass", "discard", "chow", "baida"}


def test_bots_may_be_programs_and_one_that_dies_is_told_or_replaced(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        'import json, sys\nprint(json.dumps({"type": "hello", "protocol": 1, "name": "X"}), flush=True)\n'
        "for line in sys.stdin:\n    if json.loads(line)['type'] == 'choose': sys.exit(4)\n",
        "utf-8",
    )
    bot = f'"{sys.executable}" "{program}"'
    run = play("hongkong", "--seed", "1", "--bots", bot, "--hands", "1", typed=AUTO)
    assert run.returncode == 2
    assert "has ended (exit status 4)" in run.stderr
    shown = played("hongkong", "--seed", "1", "--bots", bot, "--hands", "1", "--lenient", typed=AUTO)
    assert "no answer" in shown
    assert "has ended" not in shown  # nor what else a fault could tell of the hand: that is in the log
    assert "The game is over." in shown


def test_an_interrupt_tells_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Person, "choose", interrupted)
    log = tmp_path / "game.jsonl"
    assert main(["play", "hongkong", "--seed", "2", "--seat", "E", "--log", str(log)]) == 130
    assert f"tingpai play --resume {log} goes on from here." in capsys.readouterr().out
    assert not load(log).over


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "which RULES?"),
        (["nowhere"], "nowhere"),
        (["hongkong", "--bots", "a", "--bots", "b", "--bots", "c", "--bots", "d"], "three bots"),
        (["hongkong", "--resume", "x.jsonl"], "says by itself"),
        (["hongkong", "--other-rules"], "--other-rules goes with --resume"),
        (["--resume", "no/such/log"], "cannot be read"),
        (["hongkong", "--log", "no/such/folder/log"], "cannot be written"),
        (["hongkong", "--log", "no/such/folder/log", "--bots", "random", "--bots", "\udcff"], "\\udcff"),
        (["hongkong", "--seat", "X"], "invalid choice"),
        (["hongkong", "--option", "min_fan=99"], "min_fan"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    found = capsys.readouterr()
    assert problem in found.err
    assert found.err.count("\n") == 1


def test_logs_are_not_overwritten_and_only_a_persons_are_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tingpai.game import new_game
    from tingpai.game.log import save

    path = tmp_path / "log"
    path.write_text("precious", "utf-8")
    assert main(["play", "hongkong", "--log", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["play", "--resume", str(path)]) == 2
    assert "line 1" in capsys.readouterr().err
    assert path.read_text("utf-8") == "precious"
    save(new_game(tp.rules("hongkong")), path)
    assert main(["play", "--resume", str(path)]) == 2
    assert "no person plays" in capsys.readouterr().err


def test_a_command_in_a_log_is_run_only_where_it_is_asked_for_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tingpai.game import new_game
    from tingpai.game.log import save

    path, trace = tmp_path / "log", tmp_path / "trace"
    save(new_game(tp.rules("hongkong"), names=("you", f"touch {trace}", "greedy", "random")), path)
    assert main(["play", "--resume", str(path)]) == 2
    assert "--bots with the same words" in capsys.readouterr().err
    assert main(["play", "--resume", str(path), *["--bots", "greedy"] * 4]) == 2
    assert "three times at most" in capsys.readouterr().err
    assert main(["play", "--resume", str(path), "--seed", "0"]) == 2
    assert "says by itself what seed is" in capsys.readouterr().err
    assert not trace.exists()


def test_the_readme_shows_what_a_game_begins_with() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    match = re.search(r"<!-- play -->\n```text\n\$ tingpai play (.*)\n((?s:.*?))```", readme)
    assert match is not None
    assert match[2] in played(*match[1].split(), typed="q\n")
    assert match[2].count("\n") > 5


def test_at_a_terminal() -> None:
    parent, child = pty.openpty()
    termios.tcsetwinsize(child, (40, 100))
    command = [sys.executable, "-m", "tingpai", "play", "hongkong", "--seed", "2", "--seat", "E"]
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env=environment)
    os.close(child)
    shown = ""
    for wanted, typed in (
        ("Your turn.", b"t\r"),
        ("bot would", b"a\r"),
        ("E you: discard", b"\x04"),
        ("leave", b"\x04"),
    ):
        while wanted not in shown:
            shown += os.read(parent, 4096).decode("utf-8", "replace")
        if process.poll() is None:
            os.write(parent, typed)
    assert process.wait(60) == 0
    os.close(parent)
    assert "\x1b[1m" in shown
    assert "\x1b[1;32mYour turn." in shown


ERRORS = ("baida", "--seed", "8", "--seat", "E", "--option", "manual_errors=true", "--hands", "1")


def test_where_errors_can_be_committed_passing_is_asked_about_and_can_be_taken_back() -> None:
    shown = played(*ERRORS, typed="\nu\n2\n\n")
    assert "2 leave it, which is an error" in shown
    assert shown.count("leave it, which is an error: Enter to do it, u to take it back") == 2
    assert "Taken back." in shown
    assert "the dealer's extra tile is missed" in shown


def test_where_only_an_error_is_open_nobody_is_asked_unless_he_wants_to_be() -> None:
    alone = re.compile(r"Yours\?  1 pass  2 false win  h help")
    shown = played(*ERRORS, typed=AUTO)
    assert "The game is over." in shown
    assert not alone.search(shown)
    # What makes no set is written out, not listed: there would be a hundred of them.
    assert "to claim with tiles that make none" in shown
    assert max(map(len, shown.splitlines())) < 200
    asked = played(*ERRORS, typed="h\ne\n" + AUTO)
    assert "an error, committed on purpose" in asked
    assert alone.search(asked)
    assert "犯錯" in played(*ERRORS, "--lang", "zh", typed="h\ne\ne\n")

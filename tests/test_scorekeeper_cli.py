"""``tingpai table``: in a pipe, at a terminal, for a few lines; in both languages."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import string
import subprocess
import sys
import termios
import time
from dataclasses import replace
from pathlib import Path

import pytest

import tingpai
from conftest import ROOT
from scorekept import BAIDA, HONGKONG
from tingpai.cli import main
from tingpai.cli import table_words as words
from tingpai.payout.facts import HOUSE
from tingpai.scorekeeper import EVENTS, Book

PLAYERS = "Ann,Ben,Cho,Dee"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
HAND = "[777z][333m] 555p 88s 22m +8s"


def piped(text: str | bytes, *argv: str) -> subprocess.CompletedProcess[str]:
    sent = text if isinstance(text, bytes) else text.encode()
    run = subprocess.run(
        [sys.executable, "-m", "tingpai", "table", *argv], input=sent, capture_output=True, env=ENVIRONMENT
    )
    return subprocess.CompletedProcess(argv, run.returncode, run.stdout.decode(), run.stderr.decode())


def started(path: Path, rules: str = "hongkong", *more: str) -> list[str]:
    return [str(path), "--new", rules, "--players", PLAYERS, *more]


# In a pipe --------------------------------------------------------------------------------


def test_lines_in_a_pipe_are_shown_and_booked(tmp_path: Path) -> None:
    run = piped(f"# Friday\n\nwin Ben on Cho {HAND}\nwin Ben 3\nbalance\n", *started(tmp_path / "book"))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[:2] == [
        "吳銓高香港麻將 Wu's Hong Kong mahjong, thirteen tiles: Ann, Ben, Cho, Dee",
        "Hand 1, E round: Ann deals",
    ]
    for part in ("對對糊", "Total: 5 fan", "  Cho pays Ben  48  discard  V3-12", "Booked as 1.",
                 "Hand 2, E round: Ben deals", "In all: Ben +24, Cho -8, Dee -8, Ann -8"):  # fmt: skip
        assert part in run.stdout
    assert ">" not in run.stdout
    assert [line.split() for line in run.stdout.splitlines()[-6:-1]] == [
        ["Seat", "Player", "Won", "This", "hand"],
        ["E", "Ben", "+72"],
        ["S", "Cho", "-56"],
        ["W", "Dee", "-8"],
        ["N", "Ann", "-8"],
    ]


def test_a_bad_line_in_a_pipe_is_told_with_its_number_and_the_rest_goes_on(tmp_path: Path) -> None:
    text = b"win Ben on Cho 5\nwin Zed 5\n\xff\xfe\nwin Ben on Cho 123m +1m\nwin Ben 2\nwin Ben 3\n"
    run = piped(text, *started(tmp_path / "book"))
    assert run.returncode == 2
    told = run.stderr.splitlines()
    assert told[0] == "tingpai: line 2: Zed is no player; they are Ann, Ben, Cho, Dee, or E S W N"
    assert told[1].startswith("tingpai: line 3: ")
    assert told[2].startswith("tingpai: line 4: ")
    assert "13 expected" in told[2]
    assert told[3].startswith("tingpai: line 5: 2 fan where 3 are needed")
    assert told[4:] == ["tingpai: 4 of 6 lines were not booked"]
    assert [entry.data["line"] for entry in Book.open(tmp_path / "book").lines()] == ["win Ben on Cho 5", "win Ben 3"]


def test_a_hand_that_does_not_win_is_explained(tmp_path: Path) -> None:
    run = piped("win Ann 123m 456m 789p 55s 23p +9p\n", *started(tmp_path / "book"))
    assert run.returncode == 2
    assert "Does not win: not complete: ready, but waits for 1p, 4p" in run.stdout
    assert run.stderr.splitlines()[0] == "tingpai: line 1: the hand does not win: it is not complete"
    assert Book.open(tmp_path / "book").lines() == ()


def test_answers_come_line_by_line(tmp_path: Path) -> None:
    """A program that waits for each answer before it sends the next line is not left waiting."""
    command = [sys.executable, "-m", "tingpai", "table", *started(tmp_path / "book")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2, 3):
            process.stdin.write("pay Ann Ben 5\n")
            process.stdin.flush()
            assert f"Booked as {number}.\n" in iter(process.stdout.readline, "")
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["nowhere"], "--new RULES"),
        (["book", "--new", "hongkong"], "--players"),
        (["book", "--players", PLAYERS], "--new"),
        (["book", "--new", "nowhere", "--players", PLAYERS], "nowhere"),
        (["book", "--new", "hongkong", "--players", "Ann,Ben"], "four names"),
        (["book", "--new", "hongkong", "--players", "Ann,ann,Cho,Dee"], "too much alike"),
        (["book", "--new", "hongkong", "--players", PLAYERS, "--option", "min_fan=x"], "min_fan"),
        (["book", "--new", "baida", "--players", PLAYERS, "--host", "Zed"], "Zed"),
        (["no folder/book", "--new", "hongkong", "--players", PLAYERS], "no folder"),
        (["kept", "--new", "hongkong", "--players", PLAYERS], "exists"),
        (["torn"], "line 1"),
        (["."], "directory"),
        ([], "FILE"),
    ],
)
def test_bad_command_lines(
    argv: list[str], part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kept").write_text("mine")
    Path("torn").write_text('{"schema"')
    assert main(["table", *argv, "--line", "balance"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert part in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "torn"]


# A few lines with the command -------------------------------------------------------------


def test_resume_undo_export_and_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, rows, data = tmp_path / "book", tmp_path / "rows.csv", tmp_path / "data.json"
    assert main(["table", *started(path, "baida", "--host", "Cho"), "--line", "win Ben 20", "--line", "draw"]) == 0
    capsys.readouterr()
    assert main(["table", str(path), "--line", "undo", "--line", f"export {rows}", "--line", f"export {data}"]) == 0
    out = capsys.readouterr().out
    assert "2 lines in the book" in out
    assert "Taken back: draw" in out
    assert rows.read_text("utf-8").count("\n") == 1 + 4 + 3
    assert '"line": "win Ben 20"' in data.read_text("utf-8")
    lines = ["redo", "history", "cash Ann 250", "summary", "close", "balance", "summary"]
    assert main(["table", str(path), *(part for line in lines for part in ("--line", line))]) == 0
    out = capsys.readouterr().out
    assert "Booked again: draw" in out
    assert re.search(r"2  win Ben 20 +Ben \+76, Cho -25, Dee -25, Ann -26", out)
    assert out.count("Ann paid in 50 more than was due, which is kept") == 2
    assert out.count("Ben has still to pay in 200 for chips") == 2
    assert "Cho has still" not in out  # the host
    assert out.count("Ben pays bank  276  chips redeemed  V1-48") == 3
    with open(path, "ab") as file:
        file.write(b'{"number":')
    assert main(["table", str(path), "--line", "undo"]) == 0
    assert "The last line was not confirmed" in capsys.readouterr().out


def test_what_each_has_won_is_told_after_the_close_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Chips are then redeemed (V1-48): the balances are 0, what was won is not."""
    book = started(tmp_path / "book", "baida")
    assert main(["table", *book, "--line", "win Ben 20", "--line", "close", "--line", "balance"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["S", "Ben", "0", "+76"] in rows or ["E", "Ben", "0", "+76"] in rows


def test_rounds_and_changed_seats_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def rounds(path: Path, rules: str, line: str, times: int, *more: str) -> str:
        lines = [part for _ in range(times) for part in ("--line", line)]
        assert main(["table", *started(path, rules, *more), *lines]) == 0
        return capsys.readouterr().out

    out = rounds(tmp_path / "one", "hongkong", "draw", 16)
    assert "Hand 5, E round" not in out
    assert "1 rounds are over.\nHand 5, S round: Ann deals" in out
    assert "4 rounds are over: play on, or enter close to settle.\nHand 17, E round: Ann deals" in out
    out = rounds(tmp_path / "two", "baida", "win S 10", 32, "--option", "bank=B")
    assert "East and South change seats, West and North do: E Ben, S Ann, W Dee, N Cho.\nHand 17" in out
    assert "Seats are drawn anew, Ben rolls." in out


def test_a_table_of_patterns_that_has_changed_since_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tingpai.rules("hongkong")
    for name, then in (("same", rules), ("other", replace(rules, version="0"))):
        Book.create(tmp_path / name, then, PLAYERS.split(","))
        assert main(["table", str(tmp_path / name), "--line", "draw"]) == 0
        assert ("has changed since this book was begun" in capsys.readouterr().out) is (name == "other")


def test_a_table_with_rules_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule file that extends a variant; once the book is begun the file is not needed."""
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "hongkong"\nzh = "週五"\n[options]\nlimit = 8\n[rows.all_pungs]\nvalue = 4\n', "utf-8")
    path = tmp_path / "book"
    assert main(["table", *started(path, str(rules), "--option", "min_fan=3"), "--line", f"win Ben on Cho {HAND}"]) == 0
    out = capsys.readouterr().out
    assert "週五" in out
    assert "Total: 6 fan" in out
    rules.unlink()
    assert main(["table", str(path), "--line", f"win Ben on Cho {HAND}", "--line", "win Ben on Cho 12"]) == 0
    out = capsys.readouterr().out
    assert "Total: 6 fan" in out
    assert "Cho pays Ben  128" in out
    assert Book.open(path).table.rules.min_total == 3
    assert main(["table", str(path), "--line", "win Ben 2"]) == 2


def test_quit_leaves_the_rest_unread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", *started(tmp_path / "book"), "--line", "quit", "--line", "nonsense"]) == 0
    assert capsys.readouterr().err == ""


def test_help_tells_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(words.HELP) == set(EVENTS) | set(words.COMMANDS)
    for variant in tingpai.variant_ids():
        path = tmp_path / variant
        assert main(["table", *started(path, variant), "--line", "?"]) == 0
        out = capsys.readouterr().out
        known = [event for event in EVENTS.values() if event.known(tingpai.rules(variant))]
        assert len(known) >= 8
        assert [event.name for event in known if f"  {event.syntax}\n" not in out] == []
        assert [syntax for syntax, _ in words.COMMANDS.values() if f"  {syntax}\n" not in out] == []
        unknown = [event for event in EVENTS.values() if event not in known]
        assert [event.name for event in unknown if f"  {event.syntax}\n" in out] == []
    assert main(["table", str(path), "--line", "kong ?", "--line", "help exp", "--line", "? undo"]) == 0
    out = capsys.readouterr().out
    assert out.count("  kong WHO") == out.count("  export FILE") == out.count("  undo") == 1


def test_the_lines_that_the_readme_shows_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    block = re.search(r"```text\n\$ tingpai table (\S+) (.*?) +#.*?\n(.*?)```", readme, re.DOTALL)
    assert block is not None
    lines = [line.split("#")[0].strip() for line in block[3].splitlines()]
    assert len(lines) >= 8
    argv = [part for line in lines for part in ("--line", line)]
    assert main(["table", str(tmp_path / block[1]), *block[2].split(), *argv]) == 0
    assert capsys.readouterr().err == ""


# At a terminal ----------------------------------------------------------------------------


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *argv: str) -> None:
        self.parent, child = pty.openpty()
        environment = {**ENVIRONMENT, "TERM": "dumb", "COLUMNS": "200", "INPUTRC": "/dev/null"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tingpai", "table", *argv],
            stdin=child,
            stdout=child,
            stderr=child,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(child)

    def until(self, ending: str) -> str:
        """What is shown until something is asked."""
        shown, limit = "", time.monotonic() + 30
        while not shown.endswith(ending):
            assert time.monotonic() < limit, shown
            if select.select([self.parent], [], [], 0.5)[0]:
                try:
                    shown += os.read(self.parent, 65536).decode("utf-8", "replace").replace("\r\n", "\n")
                except OSError:  # the other end is closed
                    break
        return shown

    def type(self, text: str) -> None:
        os.write(self.parent, text.encode())

    def give_up(self) -> None:
        """Interrupts; again where the line editor was still busy with a key, since what comes then is not heard until
        the next one."""
        for _ in range(60):
            self.type("\x03")
            if select.select([self.parent], [], [], 0.5)[0]:
                return

    def end(self) -> int:
        self.until("\0")
        os.close(self.parent)
        return self.process.wait(30)


def test_at_a_terminal_money_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "book"
    terminal = Terminal(*started(path, "baida"))
    assert "Enter ? for the commands." in terminal.until("1 E Ann> ")
    terminal.type("win Ben 20\n")
    shown = terminal.until("[y/n] ")
    assert "Ann pays Ben  26  win  V1-42" in shown
    assert "Booked" not in shown
    assert Book.open(path).lines() == ()
    terminal.type("n\n")
    assert "Not booked." in terminal.until("1 E Ann> ")
    terminal.type("win Ann 20\n")
    terminal.until("[y/n] ")
    terminal.type("y\n")
    assert "Booked as 2." in terminal.until("2 E Ann+1> ")
    assert len(Book.open(path).lines()) == 1
    # What moves nothing is booked at once.
    terminal.type("draw\n")
    assert "Nothing is paid." in terminal.until("3 E Ann+2> ")
    terminal.type("win Zed 20\n")
    assert "Zed is no player" in terminal.until("3 E Ann+2> ")
    terminal.type("win Ben 99")
    terminal.until("win Ben 99")
    terminal.give_up()
    terminal.until("3 E Ann+2> ")
    terminal.type("undo\n")
    terminal.until("2 E Ann+1> ")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert [entry.data["line"] for entry in Book.open(path).lines()] == ["win Ann 20"]


def test_a_terminal_completes_names_and_may_not_ask(tmp_path: Path) -> None:
    readline = pytest.importorskip("readline")
    assert readline is not None
    path = tmp_path / "book"
    terminal = Terminal(*started(path), "--yes")
    terminal.until("1 E Ann> ")
    terminal.type("pa\tA\tDe\t5\n")
    terminal.until("1 E Ann> ")
    terminal.type("quit\n")
    assert terminal.end() == 0
    assert [entry.data["line"] for entry in Book.open(path).lines()] == ["pay Ann Dee 5"]


# In both languages ------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "script"), [("hongkong", HONGKONG), ("baida", BAIDA)])
def test_chinese_answers_are_wholly_chinese(
    variant: str,
    script: list[tuple[str, tuple[int, ...], str, int]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "book"
    lines = [line for line, *_ in script if not line.startswith("pay")]
    more = ["balance", "summary", "undo", "redo", f"win Ben {HAND[:-3]} +9m", "win Ben", "juggle", "seats Ann"]
    argv = [part for line in (*lines, *more) for part in ("--line", line)]
    assert main(["table", *started(path, variant), "--lang", "zh", *argv]) == 2
    out, err = capsys.readouterr()
    assert len(out) > 800
    for line in lines:
        out = out.replace(line, "")
    allowed = {*PLAYERS.split(","), variant, *EVENTS, *words.COMMANDS, "tingpai", *HOUSE}
    allowed |= {word for event in EVENTS.values() for word in re.findall(r"\w+", event.syntax)}
    assert {word for word in re.findall(r"[A-Za-z][A-Za-z_]{2,}", out + err) if word not in allowed} == {"juggle"} | {
        word for word in re.findall(r"[A-Za-z][A-Za-z_]{2,}", HAND) if word in out
    }


def test_both_languages_say_the_same_things() -> None:
    def named(text: str) -> list[str]:
        return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)

    assert len(words.TABLE_PHRASES) > 45
    assert {key for key, (en, zh) in words.TABLE_PHRASES.items() if named(en) != named(zh)} == set()


def test_every_phrase_is_said() -> None:
    folder = Path(words.__file__).parent
    said = "".join((folder / name).read_text("utf-8") for name in ("table.py", "table_answers.py"))
    unsaid = [key for key in words.TABLE_PHRASES if f'"{key}"' not in said]
    assert unsaid == []

"""``tingpai simulate``: the same answer however it is divided, in every form, also when it is broken off."""

from __future__ import annotations

import csv
import io
import json
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pipe, active_children, get_context
from pathlib import Path
from typing import Any

import pytest

import tingpai as tp
from playing import PLAYED
from terminal import on_terminal
from tingpai.bots import PlayerError, simulation
from tingpai.bots.simulation import LostProcessError, Simulation
from tingpai.bots.tally import Tally
from tingpai.cli import main
from tingpai.cli.faults import in_chinese
from tingpai.errors import RuleConfigError
from tingpai.game import Game, new_game

ARGUMENTS = ("simulate", "hongkong", "--games", "9", "--seed", "3", "--hands", "1", "--bots", "random")
TIMED = ("jobs", "seconds", "steps_per_second")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tingpai", *arguments], capture_output=True, text=True, timeout=300)


def answer(*arguments: str) -> dict[str, Any]:
    found = run(*arguments, "--json")
    assert (found.returncode, found.stderr) == (0, "")
    data: dict[str, Any] = json.loads(found.stdout)
    return data


def test_the_answer_does_not_depend_on_the_number_of_processes() -> None:
    one, two = answer(*ARGUMENTS), answer(*ARGUMENTS, "--jobs", "2")
    assert one["hands"] == 9
    assert {key: one[key] for key in one if key not in TIMED} == {key: two[key] for key in two if key not in TIMED}
    assert (one["jobs"], two["jobs"]) == (1, 2)


@pytest.mark.parametrize("id", PLAYED)
def test_the_tally_counts_what_the_logs_tell(id: str) -> None:
    rules = tp.rules(id)
    run = Simulation(rules, ("random",), games=6, seed=5, hands=3)
    tally = run.play()
    total = Tally()
    for number in range(5, -1, -1):
        one = Simulation(rules, ("random",), games=1, seed=5 + number, hands=3).play()
        assert one.counts["games"] == 1
        total.add(one)
    assert all(getattr(total, name) == getattr(tally, name) for name in Tally.NAMES)
    assert tally.counts["hands"] == 18
    assert tally.counts["won"] + tally.counts["drawn"] == 18
    assert sum(tally.money.values()) == 0
    assert sum(tally.seats.values()) == sum(tally.players.values()) == sum(tally.ways.values()) == tally.counts["wins"]


@pytest.mark.parametrize("id", PLAYED)
def test_a_tally_agrees_with_the_events_of_the_same_game(id: str) -> None:
    rules = tp.rules(id)
    tally = Tally()

    def watch(game: Game) -> None:
        tally.watch(game)

    game = new_game(rules, 8, hands=6, watch=watch)
    tally.ended(game, game.play_random(8))
    events = game.events or []
    settled = [event for event in events if event[0] == "settled"]
    assert tally.counts["won"] == len(settled)
    assert tally.counts["drawn"] == sum(event[0] == "exhausted" for event in events)
    assert tally.counts["hands"] == sum(event[0] == "hand" for event in events) == 6
    assert tally.counts["total"] == sum(win["total"] for event in settled for win in event[1])
    assert sum(tally.rows.values()) == sum(len(win["lines"]) for event in settled for win in event[1])


def test_the_table_names_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "hongkong", "--games", "6", "--hands", "1", "--seed", "2"]) == 0
    text = capsys.readouterr().out
    for part in (
        "6 games, 6 hands, seed 2: greedy",
        "Hands won",
        "Mean value of a win",
        "Pattern",
        "Balance",
        "steps in",
    ):
        assert part in text
    assert main(["simulate", "hongkong", "--games", "2", "--hands", "1", "--lang", "zh"]) == 0
    text = capsys.readouterr().out
    assert "2局,共2副" in text
    assert "Hands" not in text


def test_csv_holds_what_json_holds() -> None:
    data = answer(*ARGUMENTS)
    found = run(*ARGUMENTS, "--csv")
    rows = list(csv.DictReader(io.StringIO(found.stdout)))
    assert list(rows[0]) == ["section", "name", "count", "share", "mean", "amount"]
    cells = {(row["section"], row["name"]): row for row in rows}
    assert len(cells) == len(rows)
    assert int(cells["run", "hands"]["count"]) == data["hands"]
    assert float(cells["run", "hands_drawn"]["share"]) == data["hands_drawn"]["share"]
    for id, row in data["patterns"].items():
        assert (int(cells["patterns", id]["count"]), float(cells["patterns", id]["mean"])) == (
            row["count"],
            row["mean"],
        )
    assert [int(cells["players", str(n)]["amount"]) for n in range(4)] == [row["balance"] for row in data["players"]]
    assert {name for section, name in cells if section == "flow"} == set(data["flow"])
    assert cells["run", "complete"]["count"] == "1"


def test_a_run_that_is_broken_off_says_so_in_every_form(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_: object) -> Iterator[Tally]:
        yield Tally()
        raise KeyboardInterrupt

    monkeypatch.setattr(Simulation, "_parts", broken_off)
    told = {"--json": '"complete": false', "--csv": "run,complete,0,", "--rounds=1": "Broken off after 0 games."}
    for form, words in told.items():
        assert main([*ARGUMENTS, form]) == 130
        assert words in capsys.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_gives_the_summary_of_what_was_played(jobs: str) -> None:
    command = [sys.executable, "-m", "tingpai", "simulate", "hongkong", "--games", "1000000", "--hands", "1", "--json"]
    for patience in (4, 12, 40):  # a busy machine may not have started by then
        child = subprocess.Popen(
            [*command, "--bots", "random", "--jobs", jobs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        time.sleep(patience)
        child.send_signal(signal.SIGINT)
        out, errors = child.communicate(timeout=60)
        assert (child.returncode, errors) == (130, "")
        data = json.loads(out)
        assert not data["complete"]
        if data["games"]:
            break
    assert 0 < data["games"] < 1_000_000
    assert data["hands"] == data["games"]


def test_a_terminal_shows_a_bar_or_at_least_a_count() -> None:
    pytest.importorskip("tqdm")
    bar = on_terminal(*ARGUMENTS)
    assert "0/9" in bar
    assert "game" in bar
    assert "9/9 (100%)" in on_terminal(*ARGUMENTS, without="tqdm")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["simulate", "nowhere"], "nowhere"),
        (["simulate", "hongkong", "--games", "0"], "must be at least 1"),
        (["simulate", "hongkong", "--jobs", "two"], "not a whole number"),
        (["simulate", "hongkong", *["--bots", "greedy"] * 5], "four seats"),
        (["simulate", "hongkong", "--bots", "/no/such/program"], "does not start"),
        (["simulate", "hongkong", "--option", "no_such=1"], "no_such"),
        (["simulate", "hongkong", "--json", "--csv"], "not both"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert problem in found.err
    assert found.err.count("\n") == 1


def test_a_program_that_fails_in_another_process_is_told_in_one_line() -> None:
    found = run(*ARGUMENTS[:-1], f'"{sys.executable}" -c pass', "--jobs", "2")
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1
    assert "has ended" in found.stderr


def test_what_is_wrong_with_a_program_is_told_in_chinese_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "hongkong", "--bots", "/no/such/program", "--lang", "zh"]) == 2
    assert "程式'/no/such/program'不能啟動" in capsys.readouterr().err


@pytest.mark.parametrize(
    "problem",
    [
        "the program 'x' speaks protocol 2, the table 1",
        "the program 'x' gives no answer within 0.3 seconds (does it flush its lines?)",
        "the program 'x' has ended (exit status 3)",
        "the program 'x' has ended (still running, but it no longer reads or writes)",
        "the program 'x' answers to 9, asked was 2",
        "the program 'x' writes 'hm', which is no JSON",
        "the program 'x' writes '{}', expected was an object of type answer",
        "A ('x') answers 'hm', which is no action",
        "A ('x') chooses discard 1f, which is not among pass, win",
    ],
)
def test_every_fault_of_a_player_has_its_chinese(problem: str) -> None:
    told = in_chinese(PlayerError(problem))
    assert "'x'" in told
    assert not set(re.findall("[a-z]{2,}", told)) - {"flush", "discard", "pass", "win", "hm", "answer"}


def test_what_is_no_seed_is_refused() -> None:
    with pytest.raises(RuleConfigError, match="seed: takes a whole number, not 'x'"):
        Simulation(tp.rules("hongkong"), ("greedy",), games=2, seed="x")  # type: ignore[arg-type]


def test_a_process_that_may_start_no_others_plays_alone() -> None:
    ours, theirs = Pipe()
    run = Simulation(tp.rules("hongkong"), ("random",), games=3, hands=1)
    process = get_context("fork").Process(target=lambda: theirs.send(run.play(jobs=2).counts["games"]), daemon=True)
    process.start()
    assert ours.poll(60)
    assert ours.recv() == 3
    process.join()


def test_a_script_that_would_be_played_again_by_every_process_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import threading, tingpai as tp\nfrom tingpai.bots.simulation import Simulation\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "Simulation(tp.rules('hongkong'), ('random',), games=1_000_000, hands=1).play(jobs=2)\n",
        "utf-8",
    )
    found = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert found.returncode == 1
    last = found.stderr.strip().splitlines()[-1]
    assert "LostProcessError: a process that played games was ended (1); " in last
    assert '__name__ == "__main__"' in last


@pytest.fixture(params=["forked", "started afresh"])
def _start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_has_one_thread", lambda: request.param == "forked")


@pytest.mark.usefixtures("_start")
def test_processes_give_what_one_gives_however_they_are_started() -> None:
    run = Simulation(tp.rules("hongkong"), ("random",), games=20, seed=4, hands=1)
    one, three = run.play(), run.play(jobs=3)
    assert all(getattr(one, name) == getattr(three, name) for name in Tally.NAMES)
    assert active_children() == []


@pytest.mark.usefixtures("_start")
def test_a_process_that_dies_is_told_and_the_others_end() -> None:
    parts = Simulation(tp.rules("hongkong"), ("random",), games=1_000_000, hands=1).parts(3)
    next(parts)
    child, _ = active_children()
    child.kill()
    with pytest.raises(LostProcessError, match="-9"):
        for _ in parts:
            pass
    assert active_children() == []


@pytest.mark.usefixtures("_start")
def test_processes_end_where_nobody_wants_more() -> None:
    parts = Simulation(tp.rules("hongkong"), ("random",), games=1_000_000, hands=1).parts(3)
    next(parts)
    assert len(active_children()) == 2
    parts.close()
    assert active_children() == []


def test_processes_do_not_outlive_the_first() -> None:
    script = """if True:
        import tingpai as tp
        from tingpai.bots.simulation import Simulation
        for part in Simulation(tp.rules("hongkong"), ("random",), games=1_000_000, hands=1).parts(3):
            print("played", flush=True)
    """
    first = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    assert first.stdout.readline() == "played\n"
    first.kill()
    first.communicate(timeout=120)  # reads on until no process is left that could write


@pytest.mark.full
def test_two_processes_cost_little_more_than_two_runs_of_half_as_much() -> None:
    """Processor time, for the machine is busy; two runs at once, for two processes on one machine slow each other.  At
    a cost of a ninth, two free processors are 1.8 times as fast as one."""
    command = [sys.executable, "-m", "tingpai", "simulate", "hongkong", "--hands", "8", "--bots", "random", "--json"]

    def used(*runs: tuple[str, ...]) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        children = [subprocess.Popen([*command, *run], stdout=subprocess.DEVNULL) for run in runs]
        assert [child.wait(300) for child in children] == [0] * len(runs)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    together = min(used(("--games", "400", "--jobs", "2")) for _ in range(3))
    apart = min(used(("--games", "200"), ("--games", "200", "--seed", "200")) for _ in range(3))
    assert together / apart < 1 + 1 / 9

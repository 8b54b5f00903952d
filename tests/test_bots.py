"""Bots win, play only what is legal, and see only their view; programs play, or fail cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import tingpai as tp
from playing import PLAYED
from tingpai.bots import GreedyBot, Player, PlayerError, ProgramPlayer, RandomBot, Table, play, player_of, simulation
from tingpai.bots import program as programs
from tingpai.bots.simulation import Simulation
from tingpai.bots.table import SWAPS, safe
from tingpai.bots.themes import themes_of
from tingpai.game import Action, View, new_game
from tingpai.game.log import dumps, loads
from tingpai.game.view import view

HANDS = 12
FULL_HANDS = 1000
SHARE = {13: 0.5, 16: 0.5}
"""Of how many hands a win is asked: more come to one, see README."""


def share_won(id: str, hands: int) -> float:
    tally = Simulation(tp.rules(id), ("greedy",), games=hands, seed=1, hands=1).play()
    assert tally.counts["hands"] == hands
    return tally.counts["won"] / hands


@pytest.mark.parametrize("id", PLAYED)
def test_greedy_games_reach_wins(id: str) -> None:
    assert share_won(id, HANDS) >= SHARE[tp.rules(id).tiles_in_hand]


@pytest.mark.full
@pytest.mark.parametrize("id", PLAYED)
def test_a_thousand_greedy_hands_reach_wins(id: str) -> None:
    assert share_won(id, FULL_HANDS) >= SHARE[tp.rules(id).tiles_in_hand]


@pytest.mark.parametrize("id", PLAYED)
def test_greedy_beats_chance(id: str) -> None:
    tally = Simulation(tp.rules(id), ("greedy", "random"), games=6, seed=3, hands=1).play()
    assert tally.players[0] + tally.players[2] > 3 * (tally.players[1] + tally.players[3])


@pytest.mark.parametrize("id", PLAYED)
def test_greedy_chooses_what_is_legal_wherever_chance_leads(id: str) -> None:
    """At decisions of a random game: the choice is legal, and follows from the view alone."""
    rules = tp.rules(id)
    bot, other = GreedyBot(rules), GreedyBot(rules)
    game = new_game(rules, 4, hands=3)
    seen: Counter[str] = Counter()
    at = 0
    while not game.over:
        for place in game.pending if at % 4 == 0 or game.state.phase == "claim" else ():
            legal = game.legal(place)
            chosen = bot.choose(game.view(place), legal)
            assert chosen in legal
            assert chosen == other.choose(view(game.state.copy(), place), legal)
            seen[chosen.kind] += 1
        game.play_random(at, steps=1)
        at += 1
    assert seen["discard"] > 4
    assert seen["pass"] + seen["pung"] + seen["chow"] > 4


@pytest.mark.parametrize("id", PLAYED)
def test_greedy_commits_no_errors_where_it_could(id: str) -> None:
    rules = tp.rules(id)
    game = play(rules, [GreedyBot(rules)] * 4, seed=2, hands=2, manual=True)
    happened = Counter(event[0] for event in game.events or ())
    assert happened["settled"] > 0
    assert not {"false_win", "fined", "wrong_claim", "forgets", "missed_extra"} & happened.keys()


@pytest.mark.parametrize("id", PLAYED)
def test_themes_that_pay_are_worth_more_than_none(id: str) -> None:
    worths = [theme.worth for theme in themes_of(tp.rules(id))]
    assert all(0 < share <= 1 for worth in worths for share in worth)
    assert max(max(worth) for worth in worths) > 0.5


class First:
    """A player of a few lines."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> str:
        assert legal == view.legal
        return str(legal[0])


class Stubborn:
    def choose(self, view: View, legal: tuple[Action, ...]) -> Any:
        return "discard 9x"


def test_any_object_that_chooses_can_play() -> None:
    rules = tp.rules("hongkong")
    assert isinstance(First(), Player)
    game = play(rules, [First(), GreedyBot(rules), RandomBot(1), RandomBot(2)], seed=1, hands=1)
    assert game.over
    with pytest.raises(PlayerError, match="player 2 cannot choose"):
        Table(new_game(rules), [First(), First(), object(), First()])  # type: ignore[list-item]
    with pytest.raises(PlayerError, match="four players"):
        Table(new_game(rules), [First()])
    with pytest.raises(PlayerError, match="four players sit at a table, not None"):
        play(rules, None)  # type: ignore[arg-type]
    with pytest.raises(PlayerError, match="player 3 cannot choose"):
        Table(new_game(rules), [First(), First(), First(), First])  # type: ignore[list-item]


def test_an_illegal_answer_is_refused_or_replaced_and_the_log_says_so() -> None:
    rules = tp.rules("hongkong")
    players: list[Player] = [Stubborn(), *(RandomBot(n) for n in range(3))]
    with pytest.raises(PlayerError, match="A answers 'discard 9x', which is no action"):
        play(rules, players, seed=2, hands=1)
    game = play(rules, players, seed=2, hands=1, lenient=True)
    assert game.over
    faults = [event for event in game.events or () if event[0] == "fault"]
    assert len(faults) > 3
    assert {game.state.players[place] for _, place, _ in faults} == {0}
    text = dumps(game)
    assert '"event":"fault"' in text
    assert loads(text).state == game.state


class Insistent:
    """Swaps whenever it may, and claims what it may swap."""

    KINDS = ("swap_down", "swap_up", "chow", "pung")

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert legal == view.legal
        return min(legal, key=lambda action: (*self.KINDS, action.kind).index(action.kind))


@pytest.mark.parametrize("timing", ["own_turn", "any_action"])
def test_who_swaps_for_ever_is_stopped(timing: str) -> None:
    game = new_game(tp.rules("baida", swap_timing=timing), 1, hands=2)
    Table(game, [Insistent()] * 4).play(steps=20_000)
    assert game.over
    in_a_row = most = 0
    for event in game.events or ():
        if event[0] in ("swap_up", "swap_down"):
            in_a_row += 1
            most = max(most, in_a_row)
        elif event[0] in ("draw", "discard"):
            in_a_row = 0
    assert most == SWAPS


def test_what_is_done_for_the_absent_is_no_win_and_no_claim() -> None:
    game = new_game(tp.rules("hongkong"), 1)
    legal = game.legal(game.pending[0])
    assert safe(legal).kind == "discard"
    assert safe((*legal[:2], Action("pass"))) == Action("pass")
    assert safe((Action("win"),)) == Action("win")


# Programs

PROGRAM = """
import json, sys, time
mode = sys.argv[1]
def say(data):
    print(data if isinstance(data, str) else json.dumps(data), flush=True)
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say({"type": "hello", "protocol": 2 if mode == "future" else 1, "name": "P" + str(message["player"])})
    elif kind == "state":
        assert "hand" in message["view"] and "legal" not in message["view"]
    elif kind == "choose":
        asked += 1
        if asked < 3 or mode == "good":
            say({"type": "answer", "id": message["id"], "action": message["legal"][-1]})
        elif mode == "crash":
            sys.exit(3)
        elif mode == "illegal":
            say({"type": "answer", "id": message["id"], "action": "discard 1f"})
        elif mode == "garbage":
            say("I discard the five of dots")
        elif mode == "deaf":
            for id in range(message["id"], 3000):
                say({"type": "answer", "id": id, "action": "pass"})
            time.sleep(600)
        elif mode == "stale":
            for _ in range(30):
                say({"type": "answer", "id": 1, "action": "pass"})
                time.sleep(0.05)
            say({"type": "answer", "id": message["id"], "action": message["legal"][-1]})
        elif mode == "other":
            say({"type": "hello"})
        elif mode == "ahead":
            say({"type": "answer", "id": message["id"] + 7, "action": message["legal"][-1]})
    elif kind == "end":
        assert message["balances"] or True
        time.sleep(600 if mode == "stays" else 0)
"""
FAULTS = {
    "crash": "has ended \\(exit status 3\\)",
    "illegal": "chooses discard 1f, which is not among",
    "garbage": "which is no JSON",
    "other": "expected was an object of type answer",
    "ahead": "answers to",
    "silent": "no answer within 0.3 seconds",
    "stale": "no answer within 0.3 seconds",
}
SHORT = {"silent": 0.3, "stale": 0.3}
"""Seconds for an answer."""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, "utf-8")
    return path


def program(script: Path, mode: str, seconds: float = 10) -> ProgramPlayer:
    player = ProgramPlayer([sys.executable, str(script), mode], tp.rules("hongkong"), 1)
    player.seconds = seconds  # a busy machine may take long to start it
    return player


def seated(player: Player) -> list[Player]:
    return [RandomBot(1), player, RandomBot(2), RandomBot(3)]


def test_a_program_plays_a_game(script: Path) -> None:
    player = program(script, "good")
    game = play(tp.rules("hongkong"), seated(player), seed=1, hands=2)
    assert game.over
    assert player.name == "P1"
    assert player.returncode == 0


@pytest.mark.parametrize("mode", FAULTS)
def test_a_program_that_fails_says_how(script: Path, mode: str) -> None:
    player = program(script, mode, SHORT.get(mode, 10))
    with pytest.raises(PlayerError, match=FAULTS[mode]) as error:
        play(tp.rules("hongkong"), seated(player), seed=1, hands=2)
    assert error.value.code == "bad_player"
    assert player.returncode is not None


@pytest.mark.parametrize("mode", FAULTS)
def test_a_game_goes_on_without_a_program_that_fails(script: Path, mode: str) -> None:
    player = program(script, mode, SHORT.get(mode, 10))
    game = play(tp.rules("hongkong"), seated(player), seed=1, hands=1, lenient=True)
    assert game.over
    assert sum(event[0] == "fault" for event in game.events or ()) > 3
    assert loads(dumps(game)).state == game.state


def test_a_program_that_answers_ahead_and_reads_nothing_is_stopped(script: Path) -> None:
    player = program(script, "deaf", 0.5)
    game = play(tp.rules("hongkong"), seated(player), seed=1, hands=3, lenient=True)
    assert game.over
    assert player.returncode == -signal.SIGKILL


def test_a_program_that_writes_unasked_is_read_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "UNREAD", 20)
    flood = tmp_path / "flood.py"
    flood.write_text(
        'import time\nprint(\'{"type":"hello","protocol":1}\', flush=True)\n'
        'while True:\n    print(\'{"type":"answer","id":0}\', flush=True)\n    time.sleep(0.002)\n',
        "utf-8",
    )
    player = ProgramPlayer([sys.executable, str(flood)], tp.rules("hongkong"))
    until = time.monotonic() + 20
    while player.returncode is None and time.monotonic() < until:
        time.sleep(0.01)
    assert player.returncode is not None
    player.end(0, {})


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[str]]:
    """Every program that is started."""
    noted: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen[str]):
        def __init__(self, *args: Any, **options: Any) -> None:
            noted.append(self)
            super().__init__(*args, **options)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(programs, "LEAVE", 0.1)
    return noted


def interrupted(*_: object) -> Any:
    raise KeyboardInterrupt


def test_an_interrupt_while_a_program_greets_ends_it(
    script: Path, started: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProgramPlayer, "_answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        program(script, "good")
    assert [process.returncode is not None for process in started] == [True]


def test_an_interrupt_while_something_is_written_leaves_nothing_that_waits(
    script: Path, started: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = threading.Timer.start

    def broken(timer: threading.Timer) -> None:
        monkeypatch.setattr(threading.Timer, "start", start)
        start(timer)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Timer, "start", broken)
    with pytest.raises(KeyboardInterrupt):
        program(script, "good")
    timers = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    assert all(timer.finished.is_set() for timer in timers)
    assert [process.returncode is not None for process in started] == [True]


def test_an_interrupt_while_programs_are_ended_leaves_none(
    script: Path, started: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(new_game(tp.rules("hongkong"), 1), [program(script, "stays") for _ in range(4)])
    wait, broken = subprocess.Popen.wait, set()

    def wait_once(process: subprocess.Popen[str], timeout: float | None = None) -> int:
        if process not in broken:
            broken.add(process)
            raise KeyboardInterrupt
        return wait(process, timeout)

    monkeypatch.setattr(subprocess.Popen, "wait", wait_once)
    monkeypatch.setattr(programs, "LEAVE", 60)
    with pytest.raises(KeyboardInterrupt):
        table.close()
    assert [process.returncode for process in started] == [-signal.SIGKILL] * 4


def test_a_process_that_is_ended_while_a_program_greets_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "LEAVE", 0.1)
    note, mute = tmp_path / "note", tmp_path / "mute.py"
    mute.write_text(f"import os, time\nprint(os.getpid(), file=open({str(note)!r}, 'w'))\ntime.sleep(600)\n", "utf-8")
    run = simulation.Simulation(tp.rules("hongkong"), (f'"{sys.executable}" "{mute}"',), games=1)
    context = get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=simulation._play, args=(run, simulation._Numbers(1, context), theirs), daemon=True)
    process.start()
    until = time.monotonic() + 60
    while not (note.exists() and note.read_text("utf-8").strip()) and time.monotonic() < until:
        time.sleep(0.01)
    process.terminate()
    process.join()
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text("utf-8")), 0)
    ours.close()
    theirs.close()


def test_a_program_that_cannot_start_or_greet_is_refused(script: Path) -> None:
    rules = tp.rules("hongkong")
    with pytest.raises(PlayerError, match="does not start"):
        player_of("/no/such/program --fast", rules)
    with pytest.raises(PlayerError, match="speaks protocol 2, the table 1"):
        program(script, "future")
    with pytest.raises(PlayerError, match="has ended"):
        player_of(f'"{sys.executable}" -c pass', rules)
    with pytest.raises(PlayerError, match="does not start"):
        player_of('"unclosed', rules)
    with pytest.raises(PlayerError, match="does not start: its command line is empty"):
        player_of(" ", rules)

"""What has to be true of every variant and of options that change its play: one suite over all of them."""

from __future__ import annotations

import json
from collections import Counter
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tingpai as tp
from playing import (
    MANUAL,
    PLAYED,
    TABLES,
    all_tiles,
    alternatives_of,
    every_action,
    named,
    random_game,
    rules_of,
    steps,
    swap_hidden,
    tiles_on_table,
)
from tingpai.errors import IllegalActionError
from tingpai.game import Action, Game, LogError, legal_actions, new_game
from tingpai.game.claims import NONE, is_short
from tingpai.game.log import dumps, load, loads, read, replay, torn
from tingpai.game.seed import Stream
from tingpai.game.view import seen_event, view
from tingpai.game.wins import judge, way_to_rob

Table = tuple[str, dict[str, Any]]
tables = pytest.mark.parametrize("table", TABLES, ids=named)


SEEDS = 2
GAMES = 25
FULL_SEEDS = 250


def manual(table: Table) -> bool:
    """Whether errors can be committed at a table."""
    return bool(table[1].get("manual_errors") or table[1].get(MANUAL))


def check_everywhere(table: Table, seed: int) -> Counter[str]:
    """Plays one game and looks at every decision; what was seen is counted."""
    game = random_game(table, seed)
    seen: Counter[str] = Counter()
    for at, _ in enumerate(steps(game, seed, eager=seed % 2 == 0)):
        s = game.state
        assert tiles_on_table(s) == all_tiles(s)
        assert sum(s.balances.values()) == 0
        assert all(seat.far <= s.find_distance(copy(seat)) for seat in s.seats)
        assert game.pending
        for place in game.pending:
            legal = game.legal(place)
            assert legal
            assert len(set(legal)) == len(legal)
            seen.update(action.kind for action in legal)
            assert ("win" in {action.kind for action in legal}) == may_win_naively(game, place)
        if at % 5 == 0:
            seen["leak"] += check_views(game, Stream(seed, 99, at))
    seen.update(event[0] for event in game.events or ())
    seen["winners"] += sum(len(event[1]) for event in game.events or () if event[0] == "settled")
    return seen


def may_win_naively(game: Game, place: int) -> bool:
    """Whether the seat may win, asked of the scorer alone: no cached waits, no shape looked at before."""
    s = game.state
    seat = s.seats[place]
    if is_short(s, seat) or seat.wrong >= 0:
        return False
    if s.phase == "turn":
        return s.drawn >= 0 and seat.dead is None and judge(s, seat, "self_draw").wins
    if s.robbed == "flower":
        return seat.declined == 7 and len(seat.flowers) == 7
    if s.robbed == "bet" or s.phase not in ("claim", "rob"):
        return False
    by = "discard" if s.phase == "claim" else way_to_rob(s.robbed)
    barred = seat.locked or s.tile in seat.passed or seat.dead is not None
    return by in s.ways and not barred and judge(s, seat, by, s.tile, s.holder).wins


def check_views(game: Game, chance: Stream) -> int:
    """Swapping what a seat cannot see changes nothing of what it sees."""
    checked = 0
    for place in range(4):
        twin = swap_hidden(game.state, place, chance)
        if twin is not None:
            assert view(twin, place).to_data() == view(game.state, place).to_data()
            checked += 1
    return checked


@tables
def test_random_games_keep_the_rules_of_a_table(table: Table) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        seen += check_everywhere(table, seed)
    assert seen["leak"] > (10 if manual(table) else 50) or table[1].get("visibility") == "open_hands"
    assert seen["discard"] > (20 if manual(table) else 150)
    assert seen["settled"] + seen["exhausted"] + seen["false_win"] >= 2 * SEEDS


@tables
def test_many_random_games_end_with_all_tiles_and_all_money(table: Table) -> None:
    ended: Counter[str] = Counter()
    for seed in range(GAMES):
        game = random_game(table, 100 + seed, hands=3)
        game.play_random(seed)
        s = game.state
        assert game.over
        assert s.hand == 2
        assert tiles_on_table(s) == all_tiles(s)
        assert sum(s.balances.values()) == 0
        ended.update(event[0] for event in game.events or () if event[0] in ("settled", "exhausted", "false_win"))
    assert ended.total() == 3 * GAMES


@pytest.mark.parametrize("id", PLAYED)
def test_every_alternative_of_every_option_plays(id: str) -> None:
    played = 0
    for name, value in alternatives_of(id):
        game = random_game((id, {name: value}), 3, hands=2)
        for at, _ in enumerate(steps(game, 3, eager=True)):
            if at % 20 == 0:
                assert tiles_on_table(game.state) == all_tiles(game.state)
        assert sum(game.state.balances.values()) == 0
        played += 1
    assert played > 8


@pytest.mark.full
@tables
def test_thousands_of_random_games_keep_the_rules_of_a_table(table: Table) -> None:
    for seed in range(1000, 1000 + FULL_SEEDS):
        check_everywhere(table, seed)


@tables
def test_legal_is_what_is_accepted(table: Table) -> None:
    """At some decisions: every legal action is taken by a copy, others (of each kind some) are refused and change
    nothing."""
    every = list(every_action())
    refused = accepted = 0
    for seed in range(2):
        game = random_game(table, seed)
        for at, _ in enumerate(steps(game, seed)):
            if at % 23 != 3:
                continue
            before = game.state.copy()
            actions = every[(7 * at + seed) % 61 :: 61]
            for place in range(4):
                legal = set(game.legal(place))
                for action in legal:
                    twin = game.copy()
                    twin.apply(place, str(action))
                    accepted += 1
                for action in actions:
                    if action not in legal:
                        with pytest.raises(IllegalActionError) as error:
                            game.apply(place, action)
                        assert error.value.reason
                        assert set(error.value.legal) == legal
                        refused += 1
            assert game.state == before
    assert accepted > 10
    assert refused > 2000


@tables
def test_a_log_replays_and_resumes_at_any_line(table: Table) -> None:
    game = random_game(table, 11)
    for _ in steps(game, 11, eager=True):
        pass
    text = dumps(game)
    lines = text.splitlines(keepends=True)
    assert loads(text).state == game.state
    assert loads(text, check=False).state == game.state
    count = 0
    for event, state in replay(text):
        assert game.events is not None
        assert event == game.events[count] or json.loads(lines[count + 1])
        assert sum(state.balances.values()) == 0
        count += 1
    assert count == len(lines) - 1
    for cut in range(1, len(lines) + 1, 23):
        resumed = loads("".join(lines[:cut]))
        again = dumps(resumed)
        # What follows by itself follows again, and is what followed then.
        assert text.startswith(again)
        assert len(again.splitlines()) >= cut


def test_a_log_cut_in_the_middle_of_a_line_resumes_after_the_whole_ones(tmp_path: Path) -> None:
    names = ("明\u2028\x85", "B", "C", "D")  # what ends a line elsewhere
    game = random_game(("hongkong", {}), 11, hands=1, names=names)
    game.play_random(11)
    text = dumps(game)
    assert loads(text).state == game.state
    assert loads(text.removesuffix("\n")).state == game.state
    path = tmp_path / "cut"
    lines = text.split("\n")
    for line in (1, len(lines) // 2, len(lines) - 2):
        whole = loads("\n".join(lines[:line]) + "\n")
        for size in (1, len(lines[line]) // 2, len(lines[line]) - 1):
            path.write_text("\n".join([*lines[:line], lines[line][:size]]), "utf-8")
            assert torn(read(path)) == lines[line][:size]
            assert load(path).state == whole.state
    path.write_bytes(text.encode() + '{"problem":"明'.encode()[:-1])  # within a character
    assert load(path).state == game.state
    path.write_bytes(text.encode().replace(b"\n", b"\r\n"))
    assert load(path).state == game.state


@tables
def test_the_whole_game_follows_from_the_seed(table: Table) -> None:
    texts = []
    for _ in range(2):
        game = random_game(table, 5, hands=1)
        game.play_random(3)
        texts.append(dumps(game))
    assert texts[0] == texts[1]
    other = random_game(table, 6, hands=1)
    other.play_random(3)
    assert dumps(other) != texts[0]


@tables
def test_a_snapshot_shares_nothing(table: Table) -> None:
    game = random_game(table, 4, hands=1)
    for at, _ in enumerate(steps(game, 4)):
        if at == 30:
            twin = game.copy()
            before = game.state.copy()
            twin.play_random(1)
            assert twin.over
            assert game.state == before
            return


@tables
def test_corrupt_logs_are_refused_with_their_line(table: Table) -> None:
    game = random_game(table, 2, hands=1)
    game.play_random(2)
    lines = dumps(game).splitlines(keepends=True)
    at = len(lines) // 2
    broken = {
        "not json": [*lines[:at], "{\n", *lines[at:]],
        "missing line": [*lines[:at], *lines[at + 1 :]],
        "doubled line": [*lines[: at + 1], *lines[at:]],
        "foreign event": [*lines[:at], '{"event":"draw","place":0,"tile":"9x","source":"wall"}\n', *lines[at:]],
        "other seed": [lines[0].replace('"seed":2', '"seed":3'), *lines[1:]],
        "no digest": [lines[0].replace('"digest":"', '"digest":"0'), *lines[1:]],
        "no names": [lines[0].replace('"names":["A"', '"names":["\\ud800"'), *lines[1:]],
        "no header": lines[1:],
        "half a line": [*lines[:at], lines[at][:10] + "\n", *lines[at:]],
        "half a header": [lines[0][:50]],
    }
    for what, changed in broken.items():
        with pytest.raises(LogError) as error:
            loads("".join(changed))
        assert 1 <= error.value.line <= len(changed), what
        assert error.value.code == "corrupt_log"


@pytest.mark.parametrize("id", PLAYED)
def test_a_log_of_other_rules_is_refused_and_read_on_demand(id: str) -> None:
    """What differs is told: whether today's rules would have led elsewhere, and from which line on."""
    game = random_game((id, {}), 3, hands=1)
    game.play_random(3)
    text = dumps(game).replace(tp.rules(id).digest, "0" * 64)
    with pytest.raises(LogError, match="every event follows from today's too") as error:
        loads(text)
    assert (error.value.code, error.value.line) == ("other_rules", 1)
    assert loads(text, other_rules=True).state == game.state
    lines = text.splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if '"event":"settled"' in line or '"event":"exhausted"' in line)
    event = json.loads(lines[at])
    lines[at] = json.dumps({**event, "postings": [[0, 1, 5, "another price", "V0"]]}) + "\n"
    for refused in (loads, replayed):
        with pytest.raises(LogError, match=f"they lead elsewhere from line {at + 1} on .*postings would be other"):
            refused("".join(lines))
    with pytest.raises(LogError, match="postings would be other") as error:
        loads("".join(lines), other_rules=True)
    assert (error.value.code, error.value.line) == ("corrupt_log", at + 1)
    # As it stands it can be looked at all the same.
    told = list(replay("".join(lines), other_rules=True))
    assert len(told) == len(lines) - 1
    loads("".join(lines), check=False)


def replayed(text: str) -> None:
    for _ in replay(text):
        pass


@tables
def test_acts_of_the_wrong_seat_or_after_the_end_are_refused(table: Table) -> None:
    game = random_game(table, 8, hands=1)
    idle = next(place for place in range(4) if place not in game.pending)
    for place, action in ((idle, "pass"), (7, "pass"), (game.pending[0], "juggle"), (game.pending[0], "discard 9x")):
        with pytest.raises(IllegalActionError):
            game.apply(place, action)
    act: Any = Action
    untyped = (
        act("discard", "x"), act("chow", own=5), act("swap_up", 1, (), "a", 3), act(None),
        act("discard", 1.5), act("bet", "x"), act("slip", word=5), act("discard", 3, word="\ud800"),
    )  # fmt: skip
    for nonsense in (Action("discard", 99), Action("chow", own=(99, -5)), Action("bet", 9), None, 5, *untyped):
        with pytest.raises(IllegalActionError) as error:
            game.apply(game.pending[0], nonsense)  # type: ignore[arg-type]
        assert str(error.value)
    places: tuple[Any, ...] = (-1, 4, True, "E", None)
    for nowhere in places:
        for ask in (game.legal, game.view, partial(legal_actions, game.state), partial(view, game.state)):
            with pytest.raises(IllegalActionError, match="there are places 0 to 3"):
                ask(nowhere)
    with pytest.raises(IllegalActionError):
        game.step({idle: "pass"})
    game.play_random(8)
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.apply(0, "pass")
    assert [game.legal(place) for place in range(4)] == [NONE] * 4


@tables
def test_events_hide_what_a_seat_does_not_see(table: Table) -> None:
    game = random_game(table, 9, hands=1)
    told: list[list[Any]] = [[] for _ in range(4)]
    hidden = 0

    def listen(event: Any) -> None:
        nonlocal hidden
        for place in range(4):
            seen = seen_event(game.state, event, place)
            told[place].append(seen)
            hidden += seen != event

    game.listener = listen
    game.play_random(9)
    assert hidden > 30 or game.state.play.visibility != "hidden" or game.state.manual
    for place in range(4):
        for seen in told[place]:
            if seen is not None and seen[0] in ("answer", "dead", "forgets"):
                assert seen[1] == place


def test_the_extra_tile_of_the_dealer_is_his_to_see() -> None:
    game = new_game(tp.rules("hongkong"), seed=1, manual=True)
    dealer = game.state.dealer
    game.apply(dealer, "take_extra")
    assert game.events is not None
    taken = next(event for event in game.events if event[0] == "extra")
    for place in range(4):
        seen = seen_event(game.state, taken, place)
        assert seen is not None
        assert seen[2] == (taken[2] if place == dealer else -1)


def test_what_was_wrong_with_an_answer_is_told_to_its_seat_alone() -> None:
    game = new_game(tp.rules("hongkong"), seed=1)
    event = ("fault", 2, "chooses discard 9m, which is not among discard 1m, discard 2m")
    seen = [seen_event(game.state, event, place) for place in range(4)]
    assert seen == [("fault", 2, ""), ("fault", 2, ""), event, ("fault", 2, "")]


@pytest.mark.parametrize("place", [True, 1.0])
def test_a_step_takes_no_place_that_only_equals_one(place: Any) -> None:
    game = next(game for seed in range(20) if (game := new_game(tp.rules("hongkong"), seed=seed)).pending == (1,))
    before = game.state.copy()
    with pytest.raises(IllegalActionError, match="places 0 to 3"):
        game.step({place: game.legal(1)[0]})
    assert game.state == before


@tables
def test_a_win_in_the_log_scores_the_same_again(table: Table) -> None:
    checked = 0
    for seed in range(4):
        game = random_game(table, seed, hands=6)
        for _ in steps(game, seed, eager=True):
            pass
        for event in game.events or ():
            if event[0] == "settled":
                for win in event[1]:
                    result = tp.score(tp.Hand.parse(win["hand"]), rules_of(table), **win["situation"])
                    assert result.wins
                    assert result.total == win["total"]
                    checked += 1
    assert checked >= 0

"""The grammar of the scorekeeper's lines: names, words, and every way a line can be bad."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tingpai
from scorekept import balances, deposits_played, new, turning, under
from tingpai.errors import SettlementError, TingpaiError
from tingpai.rotation import Rotation
from tingpai.scorekeeper import Book, LineError, NoWinError
from tingpai.scorekeeper.export import export
from tingpai.scorekeeper.refusal import PROBLEMS

# Names and words --------------------------------------------------------------------------


def test_players_are_named_by_the_beginning_of_a_name_or_by_a_seat() -> None:
    book = Book.create(None, tingpai.rules("hongkong"), ["Anna", "anton", "小明", "Sam"])
    book.enter("pay ANNA sam 5")
    book.enter("pay ant 小 3")
    book.enter("pay 北 W 2")
    book.enter("pay North 西 1")
    assert balances(book) == (-5, -3, 6, 2)
    with pytest.raises(LineError) as refused:
        book.enter("pay An Sam 1")
    assert refused.value.problem == "ambiguous"


def test_chinese_words_of_the_grammar() -> None:
    book = new("baida")
    for line in ("百搭 3筒", "骰 226", "槓 Ann 暗", "魚蝦蟹 Ann 筒 Ben=萬", "糊 Ann 10", "付 Ann Ben 3", "流局"):
        book.enter(line)
    assert [entry.event for entry in book.lines()] == ["indicator", "dice", "kong", "bet", "win", "pay", "draw"]


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["Ann", "Ben", "Cho"], "four_names"),
        (["Ann", "ann", "Cho", "Dee"], "same_names"),
        (["S", "Ben", "Cho", "Dee"], "bad_name"),
        (["East", "Ben", "Cho", "Dee"], "bad_name"),
        (["東", "Ben", "Cho", "Dee"], "bad_name"),
        (["rake", "Ben", "Cho", "Dee"], "bad_name"),
        (["12", "Ben", "Cho", "Dee"], "bad_name"),
        (["A B", "Ben", "Cho", "Dee"], "bad_name"),
        (["", "Ben", "Cho", "Dee"], "bad_name"),
        (["\udcff", "Ben", "Cho", "Dee"], "bad_name"),
        (["x" * 21, "Ben", "Cho", "Dee"], "bad_name"),
    ],
)
def test_bad_names(names: list[str], problem: str) -> None:
    with pytest.raises(LineError) as refused:
        Book.create(None, tingpai.rules("hongkong"), names)
    assert refused.value.problem == problem


# Bad lines --------------------------------------------------------------------------------

BAIDA_BEFORE = ("dice 226", "kong Ann added", "kong Ben concealed", "riichi Cho", "dead Dee")
BAD: list[tuple[str, str]] = [
    ("x" * 2001, "too_long"),
    ("win Ann \udcff", "not_text"),
    ("win Ann \x00 10", "not_text"),
    ("juggle Ann", "unknown_command"),
    ("dora 3m", "unknown_here"),
    ("d Ann", "ambiguous"),
    ("win", "missing"),
    ("win Ann", "missing"),
    ("chase Ann Ben", "unexpected"),
    ("kong Ann concealed late", "unexpected"),
    ("bet Ben p Cho", "unexpected"),
    ("win Zed 10", "not_a_player"),
    ("pay Zed Ann 3", "not_an_account"),
    ("pay Ann Ben 0", "not_a_number"),
    ("pay Ann Ben 3.5", "not_a_number"),
    ("cash Ben 0", "not_a_number"),
    ("win Ann 123s 45s 789s 22p [789s] [456m] +6s river=1000", "not_a_number"),
    ("pay Ann Ben ²", "not_a_number"),
    ("pay Ann Ben 99999999999999999999", "not_a_number"),
    ("win Ann 10 die=7", "key_form"),
    ("kong Ann sideways", "not_one_of"),
    ("indicator 0z", "no_tiles"),
    ("indicator 12m", "one_tile"),
    ("kong Ann open Ann", "same_player"),
    ("win Ann rob Ann 10", "no_kong_to_rob"),
    ("win Ann 10 liable=Ann", "same_player"),
    ("win Ann on Ben 10 & Ann 10", "named_twice"),
    ("dealer Ben", "in_hand"),
    ("seats Ann Ben Cho Dee", "in_hand"),
    ("dice 1 2 3", "rolled"),
    ("bet Cho p Ann=m", "no_kong_to_bet"),
    ("win Cho rob Ann 10", "no_kong_to_rob"),
    ("hidden Cho", "not_hidden"),
    ("riichi Cho", "riichi_twice"),
    ("riichi Dee", "dead"),
    ("dead Dee", "dead_already"),
    ("win Dee 10", "dead"),
    ("win Ann 123s 45s 789s 22p [789s] [456m] +9m", "no_win"),
    ("win Ann 10 & Cho 10", "several"),
    ("win Ann 10 colour=red", "key_form"),
    ("win Ann 10 prize=1m prize=2m", "key_twice"),
    ("win Ann 10 river=3", "total_only"),
    ("win Ann 123s 45s 789s 22p [789s] [456m] +6s liable=Ben", "hand_only"),
    ("win Ann rob Ben 10 feeder=Cho", "feeder_self_draw"),
    ("win Ann 10 seat=W", "book_knows"),
    ("draw ready Ann", "ready_unused"),
    ("draw last Ann", "last_unused"),
]


@pytest.mark.parametrize(("line", "problem"), BAD, ids=[f"{problem}: {line[:30]!a}" for line, problem in BAD])
def test_a_bad_line_says_why_and_changes_nothing(line: str, problem: str) -> None:
    book = new("baida")
    for before in BAIDA_BEFORE:
        book.enter(before)
    table, entries = book.table, list(book.ledger.entries)
    with pytest.raises(LineError) as refused:
        book.enter(line)
    assert refused.value.problem == problem
    assert refused.value.said("zh") != refused.value.said("en")
    assert "{" not in str(refused.value)
    assert (book.table, book.ledger.entries) == (table, entries)


def test_each_concealed_kong_is_paid_back_once() -> None:
    """S1-07: a concealed kong that was not shown, called now or in the next hand."""
    book = new("baida")
    for line in ("kong Ann concealed", "kong Ann concealed", "kong Ben added", "hidden Ann", "hidden Ann"):
        assert book.enter(line).postings
    with pytest.raises(LineError, match="not paid back already"):
        book.enter("hidden Ann")
    book.undo()
    book.enter("win Cho 10")
    book.enter("kong Ann concealed")
    book.enter("hidden Ann")
    book.enter("hidden Ann")
    with pytest.raises(LineError, match="not paid back already"):
        book.enter("hidden Ann")
    book.enter("draw")
    with pytest.raises(LineError, match="not paid back already"):
        book.enter("hidden Ann")
    reopened = Book(book.ledger)
    assert reopened.table == book.table


@pytest.mark.parametrize("names", [None, "Ann", ["Ann", None, "Cho", "Dee"], ["Ann", "\udcff", "Cho", "Dee"], 4])
def test_names_that_are_none_are_refused(names: Any) -> None:
    with pytest.raises(LineError):
        Book.create(None, tingpai.rules("baida"), names)
    with pytest.raises(LineError):
        new("baida").enter(names)
    with pytest.raises(LineError):
        Book.create(None, tingpai.rules("baida"), ["Ann", "Ben", "Cho", "Dee"], host=4)


def refusals() -> list[tuple[str, Book, str]]:
    """Those that need rules or a table of their own."""
    drawn, last, wild, closed, full = (
        under(deposits_played()),
        under(turning(Rotation(draw="last_drawer"))),
        new("baida"),
        new(),
        new("hongkong", multi_win=False),
    )
    false = under(deposits_played())
    false.enter("false Ann")
    closed.enter("close")
    for _ in range(4):
        full.enter("kong Ann concealed")
    return [
        ("ready_needed", drawn, "draw"),
        ("value_unused", drawn, "draw ready Ann=3"),
        ("value_needed", false, "draw ready Ben"),
        ("last_needed", last, "draw"),
        ("closed", closed, "draw"),
        ("too_many_kongs", full, "kong Ann added"),
        ("cut_off", full, "win Ann on Ben 3 & Cho 3"),
        ("four_names", wild, "seats Ann Ben Cho Cho"),
        ("swallow_discard", new("guangri"), "win Ann 3 swallow"),
        ("fifth_copy", new("guangri"), "dora 1z1z1z1z1z"),
    ]


@pytest.mark.parametrize(("problem", "book", "line"), refusals(), ids=lambda value: str(value)[:20])
def test_other_refusals(problem: str, book: Book, line: str) -> None:
    with pytest.raises(LineError) as refused:
        book.enter(line)
    assert refused.value.problem == problem


@pytest.mark.parametrize(
    ("name", "problem"),
    [("book.txt", "export_form"), ("nowhere/book.csv", "cannot_write"), ("a\0b.csv", "cannot_write")],
)
def test_files_that_cannot_be_written(name: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(LineError) as refused:
        export(new(), str(tmp_path / name))
    assert refused.value.problem == problem


def test_every_refusal_is_tested() -> None:
    tested = {problem for _, problem in BAD} | {problem for problem, _, _ in refusals()}
    tested |= {
        "export_form",
        "cannot_write",
        "four_names",
        "same_names",
        "bad_name",
        "seats_first",
        "nothing_to_undo",
        "nothing_to_redo",
    }
    assert len(PROBLEMS) > 40
    assert set(PROBLEMS) - tested == set()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("win Ann on Ben 10", "win_refused"),  # self-draw only
        ("win Ann 9", "below_minimum"),
        ("win Ann 10 feeder=Ann", "pays_himself"),
        ("fine Ann late_flower later", "fine_too_late"),
        ("cash Ann 200", "pays_himself"),  # the host
        ("pay pool Ann 5", "account_short"),
        ("win Ann 10 prize=15m15p15s", "bad_value"),
    ],
)
def test_what_cannot_be_paid_is_refused_by_its_code(line: str, code: str) -> None:
    book = new("baida")
    table = book.table
    with pytest.raises(TingpaiError) as refused:
        book.enter(line)
    faults = getattr(refused.value, "faults", ())
    assert code in {fault.code for fault in faults}
    assert book.table == table
    assert isinstance(refused.value, SettlementError) or code == "bad_value"


def test_a_hand_that_does_not_win_tells_what_it_lacks() -> None:
    with pytest.raises(NoWinError) as refused:
        new("baida").enter("win Ann 123m 456m 34p 55p 678s [234s] +5p 1f")
    assert refused.value.result.reason == "below_minimum"
    assert str(refused.value.hand).endswith("1f")
    assert "不足" in refused.value.said("zh")


def test_both_languages_name_the_same_things() -> None:
    for english, chinese in PROBLEMS.values():
        used = set(re.findall(r"{(\w+)}", chinese))
        assert used <= set(re.findall(r"{(\w+)}", english))

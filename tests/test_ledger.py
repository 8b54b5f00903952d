"""The book and its file: saved before it counts, read back the same, torn lines dropped, damage named."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import tingpai as tp
from money import BAIDA, EAST, HONGKONG, NORTH, SOUTH, WEST
from tingpai.errors import LedgerError, SettlementError
from tingpai.ledger import Ledger
from tingpai.ledger.lines import sealed
from tingpai.payout import (
    HandWon,
    Kong,
    Posting,
    WinFacts,
    chase,
    false_win,
    hand_won,
    kong,
    opening_dice,
)
from tingpai.ruleset import RuleSet

NAMES = ["Ann", "Ben", "周", "Dee"]


def filled(path: Path | None, rules: RuleSet = BAIDA) -> Ledger:
    """A few entries of every sort."""
    book = Ledger.create(path, rules, NAMES, {"place": "家"})
    book.post(opening_dice(rules, (2, 2, 6)), event="dice", seats=(1, 2, 3, 0))
    book.post(kong(rules, Kong(seat=WEST, kind="concealed_kong")), event="kong", data={"tile": "5p", "dead": [1, None]})
    book.post(false_win(rules, SOUTH), event="false_win")
    book.post(false_win(rules, SOUTH), event="false_win")
    book.post(event="draw", data={"ready": ["E"]})
    book.undo()
    book.post(hand_won(rules, HandWon(wins=(WinFacts(total=20, seat=SOUTH, by="self_draw"),))), event="win")
    return book


def same(one: Ledger, other: Ledger) -> bool:
    return (one.header, one.entries, one.state) == (other.header, other.entries, other.state)


# The book ---------------------------------------------------------------------------------


def test_a_book_reads_back_as_it_was(tmp_path: Path) -> None:
    book = filled(tmp_path / "book.jsonl")
    read = Ledger.load(tmp_path / "book.jsonl")
    assert same(book, read)
    assert read.rules is BAIDA
    assert (read.dropped, len(read.entries)) == (0, 8)
    assert dict(read.header.data) == {"place": "家"}
    assert same(filled(None), read)
    read.post(chase(BAIDA, EAST), event="chase")
    assert same(read, Ledger.load(tmp_path / "book.jsonl"))


def test_options_are_kept(tmp_path: Path) -> None:
    rules = tp.rules("baida", bank="B", fan_overrides={"pure_dragon": {"value": 12, "scaling": "flat"}})
    Ledger.create(tmp_path / "book", rules, NAMES)
    assert Ledger.load(tmp_path / "book").rules == rules


def test_the_first_line_says_what_the_file_is(tmp_path: Path) -> None:
    filled(tmp_path / "book")
    lines = [json.loads(line) for line in (tmp_path / "book").read_text("utf-8").splitlines()]
    assert (lines[0]["schema"], lines[0]["version"], lines[0]["rules"]) == ("tingpai-ledger", 1, "baida")
    assert lines[0]["digest"] == BAIDA.digest
    assert [line["number"] for line in lines[1:]] == [1, 2, 3, 4, 5, 6, 7, 8]
    clauses = {posting["clause"] for line in lines[1:] for posting in line.get("postings", ())}
    assert clauses == {"V1-7", "V1-23", "V1-42", "V1-45", "V1-47", "V1-48"}


def test_seats_become_players() -> None:
    book = Ledger.create(None, HONGKONG, NAMES)
    entry = book.post([Posting(EAST, WEST, 8, "win", "V3-12")], event="win", seats=(3, 0, 1, 2))
    assert [*book.explain(entry)] == ["Dee pays Ben 8: win (V3-12)"]
    assert entry.seats == (3, 0, 1, 2)


def test_what_is_previewed_is_what_is_posted() -> None:
    book = Ledger.create(None, BAIDA, NAMES)
    due = kong(BAIDA, Kong(seat=NORTH, kind="added_kong"))
    seen = book.preview(due, event="kong")
    assert len(book.entries) == 1
    assert book.post(due, event="kong") == seen


def test_debts_are_explained() -> None:
    book = filled(None)
    assert "Ben owes Dee 100 more (V1-47)" in [*book.explain(book.entries[4])]
    assert any(
        line.startswith("Ben owes 周") and line.endswith("less (V1-47)") for line in book.explain(book.entries[7])
    )


def test_closing_redeems_all() -> None:
    book = filled(None)
    book.close()
    assert {book.state.balances[player] for player in range(4)} == {0}
    assert book.state.balances["bank"] == 0
    without_chips = Ledger.create(None, HONGKONG, NAMES)
    assert without_chips.close().postings == ()


@pytest.mark.parametrize("players", [["a", "b", "c"], ["a", "b", "c", 4], ["a", "b", "c", "\ud800"]])
def test_four_players_with_names(players: list[Any]) -> None:
    with pytest.raises(LedgerError):
        Ledger.create(None, BAIDA, players)


@pytest.mark.parametrize("data", [{"x": object()}, {"x": float("nan")}, {"x": "\ud800"}, {"x": {1, 2}}])
def test_data_that_json_cannot_hold(tmp_path: Path, data: dict[str, Any]) -> None:
    book = Ledger.create(tmp_path / "book", BAIDA, NAMES)
    with pytest.raises(LedgerError):
        book.post(event="note", data=data)
    assert same(book, Ledger.load(tmp_path / "book"))


@pytest.mark.parametrize("event", [None, 3, "\ud800"])
def test_events_and_reasons_are_text(tmp_path: Path, event: Any) -> None:
    book = Ledger.create(tmp_path / "book", BAIDA, NAMES)
    with pytest.raises(LedgerError):
        book.post(event=event)
    with pytest.raises(LedgerError):
        book.post([Posting(EAST, SOUTH, 1, "\ud800", "")], event="note")
    assert same(book, Ledger.load(tmp_path / "book"))


def test_a_refused_claim_leaves_the_book_as_it_was(tmp_path: Path) -> None:
    book = filled(tmp_path / "book")
    before, content = book.state, (tmp_path / "book").read_bytes()
    for bad in ([Posting("pool", EAST, 1, "", "")], [Posting(EAST, SOUTH, -1, "", "")]):
        with pytest.raises(SettlementError):
            book.post(bad, event="bad")
    assert (book.state, (tmp_path / "book").read_bytes()) == (before, content)


# Undo -------------------------------------------------------------------------------------


def test_undo_and_undo_of_undo() -> None:
    book = Ledger.create(None, BAIDA, NAMES)
    states = [book.state]
    for seat in (EAST, SOUTH):
        book.post(kong(BAIDA, Kong(seat=seat, kind="concealed_kong")), event="kong")
        states.append(book.state)
    undone = book.undo()
    assert (undone.number, undone.undoes, book.state) == (4, 3, states[1])
    assert [entry.number for entry in book.standing()] == [1, 2]
    assert book.undo().undoes == 2
    assert book.state == states[0]
    with pytest.raises(LedgerError, match="entry 5 stands after entry 4"):
        book.undo(4)
    assert book.undo(5).undoes == 5
    assert book.state == states[1]
    assert book.undo(4).undoes == 4
    assert book.state == states[2]
    assert [entry.number for entry in book.standing()] == [1, 2, 3]


def test_only_what_stands_last_is_undone() -> None:
    book = Ledger.create(None, HONGKONG, NAMES)
    with pytest.raises(LedgerError, match="nothing to undo"):
        book.undo()
    for _ in range(3):
        book.post([Posting(EAST, SOUTH, 4, "win", "V3-12")], event="win")
    for number in (1, 2, 4, 0, -1):
        with pytest.raises(LedgerError) as raised:
            book.undo(number)
        assert raised.value.code == "not_undoable"
    book.undo()
    book.post([Posting(EAST, SOUTH, 4, "win", "V3-12")], event="win")
    with pytest.raises(LedgerError, match="entry 5 stands after entry 4"):
        book.undo(4)


# Torn, changed and foreign files ----------------------------------------------------------


def test_a_file_cut_at_any_byte_loses_the_unconfirmed_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "book"
    whole = Ledger.create(path, HONGKONG, NAMES)
    whole.post([Posting(EAST, SOUTH, 4, "win", "V3-12")], event="win", data={"hand": "平糊"})
    whole.undo()
    whole.post(event="draw")
    content = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    for size in range(len(content)):
        path.write_bytes(content[:size])
        if size < ends[0]:
            with pytest.raises(LedgerError) as raised:
                Ledger.load(path)
            assert raised.value.line == 1
            continue
        kept = sum(end <= size for end in ends) - 1
        read = Ledger.load(path)
        assert read.entries == whole.entries[:kept]
        assert read.dropped == size - max(end for end in ends if end <= size)
        assert path.read_bytes() == content[:size]


def test_a_torn_line_makes_way_for_the_next(tmp_path: Path) -> None:
    path = tmp_path / "book"
    filled(path)
    path.write_bytes(path.read_bytes()[:-7])
    read = Ledger.load(path)
    assert (len(read.entries), read.dropped > 0) == (7, True)
    read.post(chase(BAIDA, EAST), event="chase")
    again = Ledger.load(path)
    assert same(read, again)
    assert (again.dropped, again.entries[-1].event) == (0, "chase")


def test_any_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "book"
    filled(path)
    content = path.read_bytes()
    last = content.rindex(b"\n", 0, -1) + 1
    for at in range(len(content) - 1):
        if at % 7 and at < last:
            continue
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        with pytest.raises(LedgerError) as raised:
            Ledger.load(path)
        assert raised.value.line is not None
        assert raised.value.line <= content[:at].count(b"\n") + 2


@pytest.mark.parametrize("drop", [0, 1, 3])
def test_a_missing_line_is_noticed(tmp_path: Path, drop: int) -> None:
    path = tmp_path / "book"
    filled(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:drop] + lines[drop + 1 :]))
    with pytest.raises(LedgerError) as raised:
        Ledger.load(path)
    assert raised.value.line == drop + 1


def test_a_line_of_another_book_is_noticed(tmp_path: Path) -> None:
    lines = []
    for name in ("one", "other"):
        book = Ledger.create(tmp_path / name, HONGKONG, [name, *NAMES[1:]])
        book.post([Posting(EAST, SOUTH, 4, "win", "V3-12")], event="win")
        lines.append((tmp_path / name).read_bytes().splitlines(keepends=True))
    (tmp_path / "one").write_bytes(lines[0][0] + lines[1][1])
    with pytest.raises(LedgerError, match="line 2: the checksum"):
        Ledger.load(tmp_path / "one")


def written(path: Path, *objects: Any) -> None:
    """A file of these objects with checksums that fit."""
    content, seal = b"", 0
    for data in objects:
        line, seal = sealed(data, seal)
        content += line
    path.write_bytes(content)


HEADER = Ledger.create(None, HONGKONG, NAMES).header.to_data()
ENTRY = {"number": 1, "event": "win", "seats": [0, 1, 2, 3]}
PAID = {"payer": 0, "payee": 1, "amount": 4, "reason": "win", "clause": "V3-12", "terms": "win"}


@pytest.mark.parametrize(
    ("objects", "line"),
    [
        (({**HEADER, "schema": "other"},), 1),
        (({**HEADER, "version": 2},), 1),
        (({**HEADER, "players": ["a"]},), 1),
        (({**HEADER, "options": 3},), 1),
        (({name: value for name, value in HEADER.items() if name != "rules"},), 1),
        ((HEADER, ENTRY, ENTRY), 3),
        ((HEADER, {**ENTRY, "number": "1"}), 2),
        ((HEADER, {**ENTRY, "event": None}), 2),
        ((HEADER, {**ENTRY, "seats": [0, 1, 2, 2]}), 2),
        ((HEADER, {**ENTRY, "more": 1}), 2),
        ((HEADER, {**ENTRY, "undoes": 1}), 2),
        ((HEADER, ENTRY, {**ENTRY, "number": 2, "undoes": 1, "postings": [PAID]}), 3),
        ((HEADER, {**ENTRY, "postings": [{**PAID, "amount": -4}]}), 2),
        ((HEADER, {**ENTRY, "postings": [{**PAID, "amount": 4.5}]}), 2),
        ((HEADER, {**ENTRY, "postings": [{**PAID, "payee": 0}]}), 2),
        ((HEADER, {**ENTRY, "postings": [{**PAID, "payee": "purse"}]}), 2),
        ((HEADER, {**ENTRY, "postings": [{**PAID, "terms": "soon"}]}), 2),
        ((HEADER, {**ENTRY, "postings": [{"payer": 0}]}), 2),
        ((HEADER, {**ENTRY, "debts": [{"debtor": 1, "creditor": 1, "amount": 3}]}), 2),
        ((HEADER, {**ENTRY, "postings": 7}), 2),
    ],
)
def test_lines_that_are_no_ledger(tmp_path: Path, objects: tuple[Any, ...], line: int) -> None:
    written(tmp_path / "book", HEADER, {**ENTRY, "postings": [PAID]})
    assert Ledger.load(tmp_path / "book").state.balances[SOUTH] == 4
    written(tmp_path / "book", *objects)
    with pytest.raises(LedgerError) as raised:
        Ledger.load(tmp_path / "book")
    assert raised.value.line == line
    assert str(raised.value).startswith(f"line {line}: ")


@pytest.mark.parametrize("content", [b"", b"\n", b"[]\n", b"\xff\xfe\n", b"{}", b"\x00" * 40 + b"\n"])
def test_files_that_are_no_ledger(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "book").write_bytes(content)
    with pytest.raises(LedgerError) as raised:
        Ledger.load(tmp_path / "book")
    assert raised.value.line == 1


def test_no_file_is_written_over(tmp_path: Path) -> None:
    filled(tmp_path / "book")
    with pytest.raises(LedgerError, match="exists already"):
        Ledger.create(tmp_path / "book", BAIDA, NAMES)
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


def test_two_who_write_do_not_mix(tmp_path: Path) -> None:
    one = filled(tmp_path / "book")
    other = Ledger.load(tmp_path / "book")
    other.post(event="note")
    before = one.state
    with pytest.raises(LedgerError, match="changed by another"):
        one.post(chase(BAIDA, EAST), event="chase")
    assert one.state == before
    assert same(other, Ledger.load(tmp_path / "book"))


def test_a_write_that_fails_leaves_the_book_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = filled(tmp_path / "book")
    content = (tmp_path / "book").read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            book.post(chase(BAIDA, EAST), event="chase")
    assert (tmp_path / "book").read_bytes() == content
    book.post(chase(BAIDA, EAST), event="chase")
    assert same(book, Ledger.load(tmp_path / "book"))

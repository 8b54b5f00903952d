"""Whatever is typed, and whenever the machine stops: the book holds."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tingpai
from conftest import ROOT
from scorekept import BAIDA, HONGKONG, NAMES, deposits_played, under
from tingpai.cli.layout import Paint
from tingpai.cli.table import Session
from tingpai.cli.table_words import TableWords
from tingpai.cli.words import Lang
from tingpai.errors import LedgerError, TingpaiError
from tingpai.ledger import Ledger
from tingpai.scorekeeper import Book

VARIANTS = tingpai.variant_ids()
WHO = ("Ann", "B", "cho", "De", "E", "S", "W", "N", "東", "Zed")
HANDS = (
    "123s 45s 789s 22p [789s] [456m] +6s 1f",
    "[777z][333m] 555p 88s 22m +8s",
    "[777z][333m<] 555p 88s 22m +8s prize=5p",
    "123m +1m",
    "34",
    "10 prize=15m6z",
    "13 shape=thirteen_orphans die=6",
    "20 feeder=S",
    "20 liable=E",
    "5 replacement=kong",
)
TAILS = {
    "win": (*HANDS, *(f"on {who} {hand}" for who in WHO[:6] for hand in HANDS[:6]), "rob E 20", "flowers 8",
            "on E 24 & W 13", "on S 12 & W 9 & N 3"),
    "draw": ("", "ready E S", "ready none", "last W", "ready E=3 last S"),
    "kong": ("concealed", "added", "open E", "open Ann", "added late", "concealed last"),
    "flowers": ("grass", "plants", "seasons"),
    "dice": ("1 2 3", "226", "345"),
    "bet": ("p Ann=p Ben=m", "z E=z", "s S=p W=s N=z"),
    "riichi": ("", "open"),
    "fine": ("late_flower", "other", "wrong_claim later", "missed_extra_tile opening",
             "shown_tile", "unmade_pung to N"),
    "pay": ("Ben 30", "rake 5", "E 200 for luck"),
    "cash": ("200", "30"),
    "seats": ("Ben Cho Dee", "Ann Ben Cho Dee"),
    "dealer": ("", "3"),
    "indicator": ("7z", "3f", "5p"), "dora": ("5p",), "chase": ("",), "hidden": ("",), "false": ("",),
    "dead": ("", "short"),
    "close": ("",),
}  # fmt: skip


@st.composite
def sensible(draw: st.DrawFn) -> str:
    """A line that has the form of one."""
    command = draw(st.sampled_from(sorted(TAILS)))
    return form(command, draw(st.sampled_from(WHO)), draw(st.sampled_from(TAILS[command])))


def form(command: str, who: str, tail: str) -> str:
    return (
        f"{command} {tail}" if command in ("draw", "dice", "close", "indicator", "dora") else f"{command} {who} {tail}"
    )


WORDS = st.sampled_from((*TAILS, *WHO, *HANDS, "on", "rob", "&", "=", "ready", "last", "prize=", "=5", "9" * 12, "糊"))
NONSENSE = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=7).map(" ".join))
STEPS = st.lists(
    st.one_of(sensible(), sensible(), sensible(), NONSENSE, st.sampled_from(["undo", "redo"])), max_size=25
)
RULES = st.sampled_from(
    [*map(tingpai.rules, VARIANTS), tingpai.rules("baida", bank="B", rake=True, fines_manual=True), deposits_played()]
)


def step(book: Book, line: str) -> bool:
    """Whether the book took the line; where it did not, nothing has changed."""
    before, entries = book.table, len(book.ledger.entries)
    try:
        if line == "undo":
            book.undo()
        elif line == "redo":
            book.redo()
        else:
            book.enter(line)
    except TingpaiError:
        unchanged = book.table == before and len(book.ledger.entries) == entries
        if not unchanged:
            raise
        return False
    return True


@settings(max_examples=150, deadline=None)
@given(RULES, STEPS)
def test_any_lines_keep_the_sum_at_zero_and_are_undone_exactly(rules: tingpai.RuleSet, lines: list[str]) -> None:
    book = under(rules)
    states = [book.table]
    for line in lines:
        if not step(book, line):
            continue
        assert sum(book.ledger.state.balances.values()) == 0
        assert book.table.money == book.ledger.state
        if line == "undo":
            states.pop()
            assert book.table == states[-1]
        else:
            states.append(book.table)
            assert Book(book.ledger).table == book.table
    for state in states[-2::-1]:
        book.undo()
        assert book.table == state


@settings(max_examples=40, deadline=None)
@given(RULES.filter(lambda rules: rules.tariff is not None and rules.tariff.deposits is None), STEPS)
def test_a_resumed_book_is_the_same_as_one_kept_without_a_break(rules: tingpai.RuleSet, lines: list[str]) -> None:
    whole = under(rules)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book"
        Book.create(path, rules, NAMES)
        for line in lines:
            assert step(Book.open(path), line) == step(whole, line)
        again = Book.open(path)
        assert again.table == whole.table
        assert again.ledger.entries == whole.ledger.entries


VIEWS = st.sampled_from(["balance", "summary", "history", "help", "history 3", "kong ?", "export", "h", "# note", ""])


@settings(max_examples=60, deadline=None)
@given(RULES, st.sampled_from(["en", "zh"]), st.lists(st.one_of(sensible(), NONSENSE, VIEWS), max_size=15))
def test_every_answer_can_be_shown(rules: tingpai.RuleSet, lang: Lang, lines: list[str]) -> None:
    words = TableWords(lang)
    session = Session(under(rules), words, Paint(False))
    shown = list(session.greeting())
    for line in (*lines, "balance", "summary", "history"):
        try:
            shown += session.answer(line)
        except TingpaiError as error:
            shown += session.refusal(line, error)
            shown.append(words.problem(error))
    assert len(shown) > 10
    assert all(isinstance(text, str) for text in shown)


def test_the_lines_that_are_tried_are_taken_often_enough() -> None:
    """Lines that are all refused would prove nothing: the same strategies' lines, at random."""
    chance = random.Random(5)
    for variant in VARIANTS:
        taken: dict[str, int] = {}
        for _ in range(120):
            book = under(tingpai.rules(variant))
            for _ in range(12):
                command = chance.choice([name for name in sorted(TAILS) if name != "close"])
                if step(book, form(command, chance.choice(WHO), chance.choice(TAILS[command]))):
                    taken[command] = taken.get(command, 0) + 1
        assert sum(taken.values()) > 300
        assert {"win", "draw", "kong", "fine", "false", "pay"} <= set(taken)


# The machine stops ------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "script"), [("hongkong", HONGKONG[:5]), ("baida", BAIDA[:5])])
def test_a_file_cut_at_any_byte_lacks_the_last_line_at_most(
    variant: str, script: list[tuple[str, tuple[int, ...], str, int]], tmp_path: Path
) -> None:
    path = tmp_path / "book"
    book = Book.create(path, tingpai.rules(variant), NAMES)
    created = path.stat().st_size
    ends, tables = [created], [book.table]
    for line, *_ in script:
        book.enter(line)
        ends.append(path.stat().st_size)
        tables.append(book.table)
    content = path.read_bytes()
    cut = tmp_path / "cut"
    tried = 0
    for size in range(created, len(content) + 1):
        confirmed = max(index for index, end in enumerate(ends) if end <= size)
        cut.write_bytes(content[:size])
        opened = Book.open(cut)
        assert opened.table == tables[confirmed]
        tried += 1
        # And it goes on from there: the line that was lost can be entered again.
        if size % 7 == 0 and confirmed < len(script):
            opened.enter(script[confirmed][0])
            assert Book.open(cut).table == tables[confirmed + 1]
            assert cut.read_bytes() == content[: ends[confirmed + 1]]
    assert tried > 1000
    # The file is made whole or not at all, so that shorter ones are none of ours.
    for size in range(0, created - 1, 13):
        cut.write_bytes(content[:size])
        try:
            left = len(Book.open(cut).lines())
        except LedgerError:
            continue
        assert left == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal here")
@pytest.mark.parametrize("seed", range(4))
def test_a_killed_scorekeeper_has_every_line_that_it_confirmed(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "book"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tingpai", "table", str(path), "--new", "hongkong", "--players", ",".join(NAMES)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("pay Ann Ben 1\n" * 3000)
    process.stdin.flush()
    confirmed = 0
    wanted = random.Random(seed).randrange(1, 60)
    for line in process.stdout:
        confirmed += line.startswith("Booked as ")
        if confirmed == wanted:
            break
    sleep(seed / 500)
    process.kill()
    confirmed += process.stdout.read().count("Booked as ")
    process.wait()
    process.stdin.close()
    process.stdout.close()
    booked = len(Book.open(path).lines())
    assert wanted <= confirmed <= booked < 3000
    assert Book.open(path).ledger.state.balances[1] == booked


def test_two_scorekeepers_do_not_write_over_each_other(tmp_path: Path) -> None:
    path = tmp_path / "book"
    one = Book.create(path, tingpai.rules("hongkong"), NAMES)
    other = Book.open(path)
    one.enter("pay Ann Ben 1")
    table = other.table
    with pytest.raises(LedgerError):
        other.enter("pay Ann Ben 5")
    assert other.table == table
    assert Ledger.load(path).state == one.ledger.state

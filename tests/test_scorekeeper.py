"""The scorekeeper's book: scripted evenings against balances worked out by hand, undone and done again, summed up."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import tingpai
from scorekept import BAIDA, HONGKONG, NAMES, Expected, balances, deposits_played, new, play, turning, under
from tingpai.errors import LedgerError, SettlementError
from tingpai.ledger import Ledger
from tingpai.rotation import Rotation
from tingpai.scorekeeper import Book, LineError
from tingpai.scorekeeper.export import as_csv, export, to_data
from tingpai.scorekeeper.summary import summary


@pytest.mark.parametrize(("variant", "script"), [("hongkong", HONGKONG), ("baida", BAIDA)])
def test_an_evening(variant: str, script: Expected) -> None:
    play(new(variant), script)


def test_a_raked_table() -> None:
    """Bank B: 3000 each, one tenth of what the winner collects goes to the rake, and so do fines (V1-46, V1-48)."""
    play(
        new("baida", bank="B", chips=3000, rake=True),
        [
            # 3 x 26 = 78, of which 7 are raked.
            ("win Ann 20", (3071, 2974, 2974, 2974), "Ann", 1),
            ("fine Ben other", (3071, 2973, 2974, 2974), "Ann", 1),
        ],
    )


def test_hands_are_scored_and_seats_rounds_and_streaks_come_from_the_book() -> None:
    book = new("baida")
    book.enter("indicator 7z")
    proposal = book.propose("win Cho 123s 45s 789s 22p [789s] [456m] +6s 1f prize=159m5z")
    (text, result), *more = proposal.results
    assert (text, result.total, more) == ("123s 45s 789s 22p [789s] [456m] +6s 1f", 34, [])
    assert [paid.amount for paid in proposal.booking.postings] == [42, 43, 42]
    assert balances(book) == (200, 200, 200, 200)
    book.book(proposal)
    assert balances(book) == (157, 158, 327, 158)
    book.enter("draw")
    # The east round's wind and the dealer's own: both pungs of 1z are the dealer's, who has stayed once.
    proposal = book.propose("win E 111z 222m 333m 444p 55p 66s +6s riichi=no")
    assert {"round_wind_pung", "seat_wind_pung"} <= {line.id for line in proposal.results[0][1].lines}
    book.enter("riichi E")
    assert "riichi" in {line.id for line in book.propose("win E 111z 222m 333m 444p 55p 66s +6s").results[0][1].lines}


def test_fines_that_the_winner_forgets_are_doubled_for_the_next() -> None:
    """S1-15 and V1-49: he pays as much again into the pool."""
    play(
        new("baida", fines_manual=True),
        [
            ("fine Dee late_flower", (200, 200, 200, 190), "Ann", 0),
            ("win Ann 20 forgot", (268, 174, 174, 164), "Ann", 1),
            # The dealer's streak of one is worth 3 fan; 20 lie in the pool.
            ("win Cho 20", (240, 149, 272, 139), "Ben", 0),
        ],
    )


def test_what_is_robbed_without_a_kong() -> None:
    """A tile announced for a swap pays all three shares (V1-19); the eighth flower is paid as a discard (V3-17)."""
    play(new("baida"), [("win Cho rob Ben swap 20", (200, 124, 276, 200), "Ben", 0)])
    play(new("hongkong"), [("win Cho rob Ben flower 8", (0, -128, 128, 0), "Ben", 0)])


def test_no_flower_pays_where_flowers_are_wild() -> None:
    book = new("baida")
    book.enter("indicator 3f")
    with pytest.raises(SettlementError):
        book.enter("flowers Ann grass")
    book.undo()
    book.enter("flowers Ann grass")
    with pytest.raises(SettlementError):
        book.enter("flowers Ann grass")


def test_each_concealed_kong_is_bet_on_once() -> None:
    book = new("baida")
    for line in ("kong Ann added", "kong Ann concealed", "bet Ann p Ben=p", "kong Ben concealed"):
        book.enter(line)
    with pytest.raises(LineError):
        book.enter("bet Ann p Ben=p")
    book.enter("kong Ann concealed")
    book.enter("bet Ann s Ben=p")
    assert [laid.bet_on for laid in book.table.now.kongs] == [False, True, False, True]


@pytest.mark.parametrize("dice", ["7 1 1", "0 1 1", "71", "1 1", "1 1 1 1", "11a"])
def test_dice_have_six_sides(dice: str) -> None:
    with pytest.raises(LineError):
        new("baida").propose(f"dice {dice}")


def test_the_dealer_is_put_right_between_hands() -> None:
    book = new("baida")
    book.enter("dealer Cho 3")
    assert (book.table.name(0), book.table.deal.streak) == ("Cho", 3)
    book.enter("dealer Dee")
    assert (book.table.name(0), book.table.deal.streak) == ("Dee", 0)
    play(book, [("win Ann 20", (276, 175, 175, 174), "Ann", 0)])


def test_a_hand_may_be_written_without_spaces() -> None:
    play(new("hongkong"), [("win Ben on Cho [777z][333m]555p88s22m+8s", (0, 48, -48, 0), "Ben", 0)])


def test_a_total_above_the_limit_is_paid_as_the_limit() -> None:
    play(new("hongkong", limit=8), [("win Cho on Ben 13", (0, -128, 128, 0), "Ben", 0)])


def test_the_feeder_marks_of_a_hand_find_the_liable_player() -> None:
    """Twelve tiles exposed and self-drawn: who fed the fourth set pays all three halves of 48 for 5 fan (V3-14)."""
    book = new()
    book.enter("win Ann [111p][222m][55<5s][444s<] 3z +3z")
    assert balances(book) == (72, 0, 0, -72)


def test_deposits_and_drawn_hands() -> None:
    book = under(deposits_played())
    play(
        book,
        [
            ("riichi Ben", (0, -40, 0, 0), "Ann", 0),
            # Nobody wins: the deposit stays in the pot; Ann is not ready and pays each, and passes the deal.
            ("draw ready Ben Cho Dee", (-60, -20, 20, 20), "Ben", 0),
            ("riichi Cho open", (-60, -20, -80, 20), "Ben", 0),
            ("riichi Dee", (-60, -20, -80, -20), "Ben", 0),
            # Cho takes her own 100 back, and the rest of the pot: 40 of Dee's and 40 of the hand before.
            ("win Cho on Ann 3", (-76, -20, 116, -20), "Cho", 0),
            # A false win: the hand goes on, and in a drawn one he pays each ready hand what it could have won (V2-24).
            ("false Ann", (-76, -20, 116, -20), "Cho", 0),
            ("draw ready Cho=4 Dee=2", (-148, -60, 168, 40), "Cho", 0),
            # A ready dealer keeps the deal, and the streak as it is.
            ("draw ready none", (-148, -60, 168, 40), "Dee", 0),
            ("win Dee 3", (-156, -68, 160, 64), "Dee", 1),
            ("draw ready E", (-176, -88, 140, 124), "Dee", 1),
        ],
    )


def test_the_winner_deals_where_the_rules_say_so() -> None:
    rotation = Rotation(winner=True, draw="last_drawer")
    book = under(turning(rotation))
    for line, dealer, streak in [
        ("win Dee on Ann 3", "Dee", 0),
        ("win Dee 3", "Dee", 1),
        # Nearest after the discarder is Cho.
        ("win Dee on Ben 3 & Cho 3", "Cho", 0),
        ("draw last Cho", "Cho", 1),
        ("draw last Ann", "Ann", 0),
    ]:
        book.enter(line)
        assert (book.table.name(0), book.table.deal.streak) == (dealer, streak)
    assert book.table.deal.changes == 3


def test_seats_change_after_four_rounds_and_are_drawn_after_eight() -> None:
    """S1-11: East and South, West and North change after four rounds; after four more the last winner rolls."""
    book = new("baida", bank="B", chips=3000)
    for hand in range(16):
        assert book.table.deal.wind == hand // 4
        assert book.table.seats == tuple((hand + step) % 4 for step in range(4))
        book.enter("win S 10")
    # Ben sits in East's place now and deals; Ann is at his right hand, South.
    assert [book.table.name(seat) for seat in range(4)] == ["Ben", "Ann", "Dee", "Cho"]
    assert (book.table.deal.wind, book.table.deal.rounds) == (0, 4)
    for _ in range(16):
        assert not book.table.awaits_seats
        book.enter("win S 10")
    assert book.table.awaits_seats
    with pytest.raises(LineError) as refused:
        book.enter("draw")
    assert (refused.value.problem, refused.value.named["name"]) == ("seats_first", "Ben")
    book.enter("pay Ann rake 5")
    book.enter("seats Dee Ann Cho Ben")
    assert [book.table.name(seat) for seat in range(4)] == ["Dee", "Ann", "Cho", "Ben"]
    book.enter("draw")
    assert (book.table.name(0), book.table.deal.streak, book.table.hand) == ("Dee", 1, 34)


# Back and forth ---------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "script"), [("hongkong", HONGKONG), ("baida", BAIDA)])
def test_undo_and_redo_walk_through_the_very_same_states(variant: str, script: Expected) -> None:
    book = new(variant)
    states = [book.table]
    for line, *_ in script:
        book.enter(line)
        states.append(book.table)
    for state in states[-2::-1]:
        book.undo()
        assert book.table == state
    with pytest.raises(LineError) as refused:
        book.undo()
    assert refused.value.problem == "nothing_to_undo"
    for state in states[1:]:
        book.redo()
        assert book.table == state
    with pytest.raises(LineError) as refused:
        book.redo()
    assert refused.value.problem == "nothing_to_redo"
    book.undo()
    book.undo()
    book.enter("pay Ann Ben 1")
    with pytest.raises(LineError):
        book.redo()


# The evening as a whole -------------------------------------------------------------------


def played(variant: str, script: Expected) -> Book:
    book = new(variant)
    for line, *_ in script:
        book.enter(line)
    return book


def test_the_summary_counts_and_settles() -> None:
    book = played("hongkong", HONGKONG)
    found = summary(book)
    assert (found.hands, found.drawn, found.house) == (7, 1, {"rake": 10})
    assert [(player.won, player.wins, player.self_drawn, player.fed) for player in found.players] == [
        (544, 2, 0, 0),
        (254, 2, 1, 0),
        (-944, 1, 0, 1),
        (136, 1, 1, 3),
    ]
    owed = {"Ann": 544, "Ben": 254, "Dee": 136, "rake": 10}
    assert {book.table.named(payee): amount for _, payee, amount in found.transfers} == owed
    assert {payer for payer, _, _ in found.transfers} == {2}


def test_a_closed_book_tells_the_same_as_an_open_one() -> None:
    book = played("baida", BAIDA[:-1])
    before = summary(book)
    book.enter("cash Ben 150")
    book.enter("cash Cho 250")
    book.enter("close")
    after = summary(book)
    assert (after.players, after.redeemed) == (before.players, before.redeemed)
    assert {paid.amount for paid in after.redeemed.postings} == {66, 258, 217, 259}
    assert [(line.player, line.owing, line.kept) for line in after.cash] == [(1, 50, 0), (2, 0, 50), (3, 200, 0)]
    assert sum(player.won for player in after.players) == 0


@pytest.mark.parametrize(("variant", "script"), [("hongkong", HONGKONG), ("baida", BAIDA)])
def test_exports_can_be_read_back(variant: str, script: Expected, tmp_path: Path) -> None:
    book = played(variant, script)
    rows = list(csv.DictReader(io.StringIO(as_csv(book))))
    held = dict.fromkeys((*NAMES, "rake", "pot", "pool", "bank"), 0)
    for row in rows:
        if row["payer"]:
            held[row["payer"]] -= int(row["amount"])
            held[row["payee"]] += int(row["amount"])
    assert held == {book.table.named(account): amount for account, amount in book.ledger.state.balances.items()}
    assert next(row["line"] for row in rows if row["event"] == "win") == next(
        line for line, *_ in script if line.startswith("win")
    )
    assert {row["amount"] for row in rows if not row["payer"]} == {"0"}
    path = export(book, str(tmp_path / "book.json"))
    data = json.loads(path.read_text("utf-8"))
    assert data == json.loads(json.dumps(to_data(book)))
    assert len(data["entries"]) == len(book.ledger.entries)
    assert sum(data["results"].values()) + sum(data["balances"][name] for name in ("rake", "pool", "pot")) == 0
    csv_path = export(book, str(tmp_path / "book.csv"))
    assert csv_path.read_text("utf-8") == as_csv(book)
    assert not list(tmp_path.glob("*.part"))


def test_the_book_itself_is_not_written_over(tmp_path: Path) -> None:
    book = Book.create(tmp_path / "book.json", tingpai.rules("hongkong"), NAMES)
    with pytest.raises(LineError):
        export(book, str(tmp_path / "book.json"))
    assert Book.open(tmp_path / "book.json").table == book.table


def test_a_ledger_of_another_program_is_refused() -> None:
    ledger = Ledger.create(None, tingpai.rules("hongkong"), NAMES)
    ledger.post(event="discard", data={"tile": "5p"})
    with pytest.raises(LedgerError, match="discard"):
        Book(ledger)
    ledger = Ledger.create(None, tingpai.rules("hongkong"), NAMES)
    ledger.post(event="win", data={"claims": "none"})
    with pytest.raises(LedgerError, match="win"):
        Book(ledger)

"""Evenings of the other three games, line by line against balances worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scorekept import Expected, new, play

GUANGRI: Expected = [
    # A deposit of 2 tai at 20 goes into the pot (V2-11).
    ("riichi Ben", (0, -40, 0, 0), "Ann", 0),
    # 6 tai are 240 (V2-18), and the winner takes his deposit back.
    ("win Ben on Cho 6", (0, 240, -240, 0), "Ben", 0),
    # Self-drawn, 80 is raised to 240, which three can pay (V2-19).
    ("win Ben 4", (-80, 480, -320, -80), "Ben", 1),
    # 60, and 20 for a streak of one (V2-20).
    ("win Ben on Ann 3", (-160, 560, -320, -80), "Ben", 2),
    ("riichi Dee open", (-160, 560, -320, -180), "Ben", 2),
    # Who is not ready pays 20 to each who is; so the dealer loses the deal; the deposit stays (V2-22).
    ("draw ready Dee Cho", (-200, 520, -280, -140), "Cho", 0),
    # A shown tile costs a tai into the pot, a pung called and not made one to the discarder (V2-23).
    ("fine Ann shown_tile", (-220, 520, -280, -140), "Cho", 0),
    ("fine Ann unmade_pung to Dee", (-240, 520, -280, -120), "Cho", 0),
    # After a false win the hand goes on, and he pays ready hands what they were worth: 100, and 20 a tai below 3.
    ("false Ann", (-240, 520, -280, -120), "Cho", 0),
    ("draw ready Cho=5 Dee=2", (-380, 480, -160, -60), "Cho", 0),
    # The next winner takes the pot of 120 beside his 60.
    ("win Dee on Cho 3", (-380, 480, -220, 120), "Dee", 0),
    # A ready dealer stays, his streak as it was.
    ("draw ready E", (-400, 460, -240, 180), "Dee", 0),
    # The tile of Ben's declaration is won on: his riichi never stood (V2-11), Cho's 40 go to the winner.
    ("riichi Cho", (-400, 460, -280, 180), "Dee", 0),
    ("riichi Ben", (-400, 420, -280, 180), "Dee", 0),
    ("win Ann on Ben 3 swallow", (-300, 400, -280, 180), "Ann", 0),
]

PUNGKONG_HK: Expected = [
    # 4-5-6 collects 10 from each (V4-3).
    ("dice 456", (30, -10, -10, -10), "Ann", 0),
    ("kong Ben concealed", (10, 50, -30, -30), "Ann", 0),
    ("kong Cho open Ann", (-20, 50, 0, -30), "Ann", 0),
    # 20 and 10 for each of 4 fan and the dealer's one (V4-6, V4-11).
    ("win Ann 4", (190, -20, -70, -100), "Ann", 1),
    # 30 and 10 for 2 + 3 fan, twice for the green dragon; the winner deals (V4-14).
    ("win Cho on Ann 2 prize=6z", (30, -20, 90, -100), "Cho", 0),
    ("kong Dee added", (20, -30, 80, -70), "Cho", 0),
    # The robbed kong's 30 go back, and Dee pays 60 and three times 10 (V4-6); neither deals.
    ("win Ben rob Dee 1", (30, 70, 90, -190), "Ben", 0),
    ("draw", (30, 70, 90, -190), "Ben", 1),
    # Two win on one discard: 30 + 60 and 30 + 30; the nearest deals.
    ("win Ann on Cho 3 & Dee 6", (90, 70, -60, -100), "Dee", 0),
    ("kong Cho concealed", (70, 50, 0, -120), "Dee", 0),
    # The example of S4-K: (20 + 120 + 10) x 3 x 6 = 2700, and the kong's 60 go back.
    ("win Ann rob Cho 13 shape=thirteen_orphans die=6", (2790, 70, -2760, -100), "Ann", 0),
    ("false Ben", (2820, -20, -2730, -70), "Ann", 0),
    ("fine Dee late_flower", (2830, -10, -2720, -100), "Ann", 0),
    # Only thirteen orphans roll a die (V4-13): (20 + 120) x 2, and from Ann, who deals, (20 + 120 + 10) x 2.
    ("win Dee 12 die=2", (2530, -290, -3000, 760), "Dee", 0),
]

PUNGKONG_CN: Expected = [
    ("kong Ben open Dee", (0, 30, 0, -30), "Ann", 0),
    # West's prizes are 西 白 3 7: 20 and two hits of 10 from each (V5-2, V5-7).  No pattern counts, so no total.
    ("win Cho prize=37m1p", (-40, -10, 120, -70), "Cho", 0),
    # The feeder of the kong pays for all three (V5-3).
    ("win Ann feeder=Ben", (20, -70, 120, -70), "Ann", 0),
    ("draw last Dee", (20, -70, 120, -70), "Dee", 0),
    # The drawer of the last tile earns nothing for a kong (V5-6).
    ("kong Dee concealed last", (20, -70, 120, -70), "Dee", 0),
    # Nor does a pung raised later from the hand.
    ("kong Ben added late", (20, -70, 120, -70), "Dee", 0),
    ("kong Ann added", (50, -80, 110, -80), "Dee", 0),
    ("win Dee", (30, -100, 90, -20), "Dee", 0),
]


@pytest.mark.parametrize(
    ("variant", "script"),
    [("guangri", GUANGRI), ("pungkong_hk", PUNGKONG_HK), ("pungkong_cn", PUNGKONG_CN)],
)
def test_an_evening(variant: str, script: Expected) -> None:
    book = new(variant)
    play(book, script)
    end = book.table
    for _ in script:
        book.undo()
    assert book.table == new(variant).table
    for _ in script:
        book.redo()
    assert book.table == end


@pytest.mark.parametrize(
    ("variant", "options", "line", "after"),
    [
        # The round's and the dealer's winds, dora and a declared riichi come from the book.
        ("guangri", {}, "win Ann 111z 222m 333m 444p 55p 66s +6s", None),
        ("pungkong_hk", {}, "win Ben on Ann [111m][222p] 999s 11z 77z +7z", None),
        ("pungkong_cn", {}, "win Ben [111m][222p] 999s 11z 77z +7z", (-20, 60, -20, -20)),
    ],
)
def test_hands_are_scored(variant: str, options: dict[str, Any], line: str, after: tuple[int, ...] | None) -> None:
    book = new(variant, **options)
    proposal = book.propose(line)
    (_, result), *_ = proposal.results
    assert result.wins
    entry = book.book(proposal)
    assert entry.data["claims"][0]["total"] == result.total
    if after is not None:
        assert tuple(book.ledger.state.balances[player] for player in range(4)) == after


def test_a_robbed_kongs_money_goes_back_by_the_clause_it_was_paid_by() -> None:
    """V4-6: no kong prize; V4-4 is what said that it was due."""
    book = new("pungkong_hk")
    book.enter("kong Dee added")
    entry = book.enter("win Ben rob Dee 1")
    assert {posting.clause for posting in entry.postings if posting.reason == "robbed kong is void"} == {"V4-4"}


def test_a_liable_player_is_said_to_be_so() -> None:
    book = new("pungkong_cn")
    entry = book.enter("win Ben 0 liable=Cho")
    assert [(posting.payer, posting.reason) for posting in entry.postings] == [
        (2, "self-drawn"), (2, "liable"), (2, "liable"),
    ]  # fmt: skip

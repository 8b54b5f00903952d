"""Any sequence of settlements at a table with chips: sums, chips, debts, undo."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tingpai as tp
from tingpai.ledger import Ledger
from tingpai.payout import (
    Bet,
    Fined,
    FlowerSet,
    HandWon,
    Kong,
    KongBets,
    Posting,
    WinFacts,
    chase,
    false_win,
    fine,
    flower_set,
    hand_won,
    hidden_kong,
    kong,
    kong_bets,
    opening_dice,
)
from tingpai.ruleset import RuleSet

NAMES = ["Ann", "Ben", "Cho", "Dee"]
MANUAL = tp.rules("baida", fines_manual=True, chips=60)
BANK_B = tp.rules("baida", bank="B", chips=60)

SEAT = st.integers(0, 3)
TWO = st.permutations(range(4)).map(lambda order: order[:2])


def _events(rules: RuleSet, pool: int) -> st.SearchStrategy[tuple[Posting, ...]]:
    """What may happen at a table with chips, in postings."""

    def won(seat: int, total: int, took: bool) -> tuple[Posting, ...]:
        took = took or not rules.chosen["fines_manual"]
        win = WinFacts(total=total, seat=seat, by="self_draw", streak=total % 3)
        return hand_won(rules, HandWon(wins=(win,), pool=pool, took_fines=took))

    def bets(konger: int, guesses: str) -> tuple[Posting, ...]:
        made = tuple(Bet((konger + step) % 4, guess) for step, guess in enumerate(guesses, 1))
        return kong_bets(rules, KongBets(konger=konger, turned="p", bets=made))

    kinds = st.sampled_from(["added_kong", "concealed_kong"])
    slips = st.sampled_from(["late_flower", "other"])
    return st.one_of(
        st.builds(lambda seat, kind: kong(rules, Kong(seat=seat, kind=kind)), SEAT, kinds),
        TWO.map(lambda two: kong(rules, Kong(seat=two[0], kind="open_kong", feeder=two[1]))),
        SEAT.map(lambda seat: hidden_kong(rules, seat)),
        SEAT.map(lambda seat: chase(rules, seat)),
        SEAT.map(lambda seat: flower_set(rules, FlowerSet(seat=seat, kind="grass"))),
        SEAT.map(lambda seat: false_win(rules, seat)),
        st.builds(lambda seat, slip: fine(rules, Fined(seat=seat, slip=slip)), SEAT, slips),
        st.tuples(*[st.integers(1, 6)] * 3).map(lambda dice: opening_dice(rules, dice)),
        st.builds(bets, SEAT, st.text("mpsz", max_size=3)),
        st.builds(won, SEAT, st.integers(10, 300), st.booleans()),
    )


@pytest.mark.parametrize("rules", [MANUAL, BANK_B], ids=["pool", "rake"])
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_any_sequence_of_settlements(rules: RuleSet, data: st.DataObject) -> None:
    """Balances sum to zero, nobody's chips go below zero, undo leads back, and debts come of false wins alone."""
    book = Ledger.create(None, rules, NAMES)
    seats = (0, 1, 2, 3)
    for _ in range(data.draw(st.integers(1, 12))):
        before = book.state
        seats = data.draw(st.sampled_from([seats, (*seats[1:], seats[0])]))
        postings = data.draw(_events(rules, before.balances["pool"]))
        entry = book.post(postings, event="event", seats=seats)
        assert sum(book.state.balances.values()) == 0
        assert min(balance for account, balance in book.state.balances.items() if account != "bank") >= 0
        assert all(amount > 0 for amount in book.state.debts.values())
        made = any(debt.amount > 0 for debt in entry.debts)
        assert not made or {posting.clause for posting in postings} == {"V1-45"}
        after = book.state
        if data.draw(st.booleans()):
            undone = book.undo()
            assert book.state == before
            if data.draw(st.booleans()):
                book.undo(undone.number)
                assert book.state == after
    won = sum(book.state.balances[player] for player in range(4))
    assert won + book.state.balances["pool"] + book.state.balances["rake"] == 240
    book.close()
    assert {book.state.balances[player] for player in range(4)} == {0}
    assert dict(book.state.debts) == {}

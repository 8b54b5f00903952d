"""Play with chips: stacks, the bank, the rake, broke players, debts, the end (S1-01); and the fold itself."""

from __future__ import annotations

from typing import Any

import pytest

import tingpai as tp
from money import BAIDA, EAST, HONGKONG, NORTH, SOUTH, WEST, codes, moved
from tingpai.errors import SettlementError
from tingpai.ledger import Booking, Debt, State, apply, close, results, transfers
from tingpai.payout import (
    CashLine,
    Chips,
    Fined,
    HandWon,
    Posting,
    WinFacts,
    cash_in,
    false_win,
    fine,
    hand_won,
    opening,
    rake,
)

BANK_B = tp.rules("baida", bank="B")
CHIPS = Chips(stack=200)
RAKED = Chips(stack=3000, rake=10)


def holding(*stacks: int, **house: int) -> State:
    """A state with these chips, dealt out by the bank; ``house``: what other accounts hold."""
    dealt = [
        Posting("bank", player, amount, "opening chips", "V1-48") for player, amount in enumerate(stacks) if amount
    ]
    dealt += [Posting("bank", account, amount, "held", "test") for account, amount in house.items()]
    return State().after(Booking(tuple(dealt)))


def owes(payer: Any, payee: Any, amount: int, terms: Any = "plain") -> Posting:
    return Posting(payer, payee, amount, "test", "test", terms)


def drawn(seat: int, total: int = 20) -> WinFacts:
    return WinFacts(total=total, seat=seat, by="self_draw")


# Both banks -------------------------------------------------------------------------------


def test_bank_a() -> None:
    """S1-01A: two hundred of two thousand to each, two hundred in cash from the other three."""
    assert moved(opening(BAIDA)) == [("bank", player, 200, "V1-48") for player in range(4)]
    after = State().after(apply(State(), opening(BAIDA), chips=BAIDA.tariff.chips))
    assert (BAIDA.tariff.chips.bank, after.balances["bank"]) == (2000, -800)
    lines = cash_in(BAIDA, convener=2, paid={0: 200, 1: 250, 3: 120})
    assert lines == (CashLine(0, 200, 200, 0, 0), CashLine(1, 200, 250, 0, 50), CashLine(3, 200, 120, 80, 0))
    assert BAIDA.tariff.chips.rake == 0


def test_cash_in_is_as_agreed() -> None:
    agreed = tp.rules("baida", cash_in=500, chips=300)
    assert cash_in(agreed, convener=0, paid={})[0] == CashLine(1, 500, 0, 500, 0)
    assert {posting.amount for posting in opening(agreed)} == {300}


def test_a_bank_deals_out_no_more_than_it_holds() -> None:
    greedy = tp.rules("baida", chips=501)
    with pytest.raises(SettlementError) as raised:
        apply(State(), opening(greedy), chips=greedy.tariff.chips)
    assert codes(raised.value) == ["account_short"]


@pytest.mark.parametrize(
    ("convener", "paid", "expected"),
    [(4, {}, ["not_a_seat"]), (0, {0: 200}, ["pays_himself"]), (0, {1: -5, 7: 3}, ["not_a_seat", "bad_value"])],
)
def test_cash_that_cannot_be(convener: int, paid: dict[int, int], expected: list[str]) -> None:
    with pytest.raises(SettlementError) as raised:
        cash_in(BAIDA, convener, paid)
    assert codes(raised.value) == expected


def test_bank_b() -> None:
    """S1-01B: three thousand each, one in ten to the rake, no cash."""
    assert moved(opening(BANK_B)) == [("bank", player, 3000, "V1-48") for player in range(4)]
    assert BANK_B.tariff.chips.rake == 10
    with pytest.raises(SettlementError):
        cash_in(BANK_B, 0, {})


def test_others_play_without_chips() -> None:
    assert opening(HONGKONG) == ()
    with pytest.raises(SettlementError):
        cash_in(HONGKONG, 0, {})


@pytest.mark.parametrize(("collected", "tenth"), [(0, 0), (9, 0), (10, 1), (76, 7), (159, 15), (160, 16)])
def test_a_tenth_rounded_down(collected: int, tenth: int) -> None:
    assert rake(collected, 10) == tenth


# Broke players ----------------------------------------------------------------------------


def test_a_broke_player_pays_what_is_left_the_nearest_first() -> None:
    """S1-01: 太婆再輸不需付額外的籌碼."""
    state = holding(5, 10, 10, 10)
    due = [owes(EAST, NORTH, 3), owes(EAST, WEST, 3), owes(EAST, SOUTH, 3)]
    booking = apply(state, due, chips=CHIPS)
    assert moved(booking.postings) == [(EAST, SOUTH, 3, "test"), (EAST, WEST, 2, "test")]
    assert booking.debts == ()
    assert moved(apply(holding(0, 1, 1, 1), due, chips=CHIPS).postings) == []


def test_the_nearest_is_so_by_seat_not_by_number() -> None:
    """Player 0 sits in the North; the player in the East is next after him."""
    seats = (2, 1, 3, 0)
    due = [owes(NORTH, SOUTH, 3), owes(NORTH, EAST, 3)]
    booking = apply(holding(4, 0, 0, 0), due, seats=seats, chips=CHIPS)
    assert [(paid.payer, paid.payee, paid.amount) for paid in booking.postings] == [(0, 2, 3), (0, 1, 1)]


def test_players_come_before_the_house() -> None:
    booking = apply(holding(4, 0, 0, 0), [owes(EAST, "pool", 3), owes(EAST, SOUTH, 3)], chips=CHIPS)
    assert [(paid.payee, paid.amount) for paid in booking.postings] == [(SOUTH, 3), ("pool", 1)]


def test_without_chips_balances_go_below_zero() -> None:
    state = State().after(apply(State(), [owes(EAST, SOUTH, 99)]))
    assert (state.balances[EAST], state.balances[SOUTH]) == (-99, 99)


# The rake and debts -----------------------------------------------------------------------


def test_the_rake_is_of_what_was_collected() -> None:
    """V1-48: one tenth of what the winner collects, rounded down; a broke player pays less."""
    paid = hand_won(BANK_B, HandWon(wins=(drawn(SOUTH),)))
    full = apply(holding(3000, 3000, 3000, 3000), paid, chips=RAKED)
    assert moved(full.postings)[-1] == (SOUTH, "rake", 7, "V1-48")  # 25 + 25 + 26
    broke = apply(holding(4, 3000, 3000, 3000), paid, chips=RAKED)
    assert moved(broke.postings)[-1] == (SOUTH, "rake", 5, "V1-48")  # 25 + 25 + 4


def test_only_wins_are_raked() -> None:
    booking = apply(holding(50, 50, 50, 50), [owes(EAST, SOUTH, 40)], chips=RAKED)
    assert [paid.payee for paid in booking.postings] == [SOUTH]


def test_the_debt_of_a_false_win_is_recorded_and_repaid_from_the_next_win() -> None:
    """S1-01: 太婆誤食詐糊,卻要記賬,太婆下一舖糊牌收了籌碼,要馬上還債."""
    chips = BAIDA.tariff.chips
    state = holding(200, 150, 200, 200)
    false = apply(state, false_win(BAIDA, SOUTH), chips=chips)
    # West is nearest: he is paid, then North in part.
    assert [(paid.payee, paid.amount) for paid in false.postings] == [(WEST, 100), (NORTH, 50)]
    assert false.debts == (Debt(SOUTH, NORTH, 50), Debt(SOUTH, EAST, 100))
    state = state.after(false)
    assert dict(state.debts) == {(SOUTH, EAST): 100, (SOUTH, NORTH): 50}
    assert results(state, chips)[SOUTH] == 150 - 200 - 300
    # A fine or a lost hand makes no debt, and a kong repays none.
    assert apply(state, fine(BAIDA, Fined(seat=SOUTH, slip="other")), chips=chips) == Booking()
    assert apply(state, [owes(EAST, SOUTH, 9)], chips=chips).debts == ()
    won = apply(state, hand_won(BAIDA, HandWon(wins=(drawn(SOUTH),))), chips=chips)
    # 76 collected: 50 to North, 26 of the 100 to East.
    assert moved(won.postings)[-2:] == [(SOUTH, NORTH, 50, "V1-47"), (SOUTH, EAST, 26, "V1-47")]
    state = state.after(won)
    assert (dict(state.debts), state.balances[SOUTH]) == ({(SOUTH, EAST): 74}, 0)


def test_the_end_settles_debts_and_redeems_every_chip() -> None:
    """S1-01: 散場時,若仍有欠債,必須還錢; chips are redeemed."""
    state = holding(300, 40, 260, 200).after(Booking(debts=(Debt(SOUTH, EAST, 100),)))
    won = results(state, CHIPS)
    assert won == {EAST: 200, SOUTH: -260, WEST: 60, NORTH: 0}
    booking = close(state)
    assert moved(booking.postings) == [
        (SOUTH, EAST, 100, "V1-47"),
        (EAST, "bank", 400, "V1-48"),
        ("bank", SOUTH, 60, "V1-47"),
        (WEST, "bank", 260, "V1-48"),
        (NORTH, "bank", 200, "V1-48"),
    ]
    after = state.after(booking)
    assert (set(after.balances.values()), dict(after.debts)) == ({0}, {})


# The fold ---------------------------------------------------------------------------------


def test_the_house_pays_what_it_holds_and_no_more() -> None:
    state = holding(0, 0, 0, 0, pool=10)
    assert len(apply(state, [owes("pool", EAST, 10)], chips=CHIPS).postings) == 1
    for account in ("pool", "pot", "rake"):
        with pytest.raises(SettlementError) as raised:
            apply(state, [owes(account, EAST, 11)])
        assert codes(raised.value) == ["account_short"]


@pytest.mark.parametrize(
    ("postings", "seats", "expected"),
    [
        ([owes(EAST, SOUTH, -1)], (0, 1, 2, 3), ["bad_value"]),
        ([owes(EAST, EAST, 1)], (0, 1, 2, 3), ["pays_himself"]),
        ([owes(EAST, "purse", 1), owes(4, SOUTH, 1)], (0, 1, 2, 3), ["not_a_seat", "not_a_seat"]),
        ([owes(EAST, SOUTH, True)], (0, 1, 2, 3), ["bad_value"]),
        ([], (0, 1, 2, 2), ["bad_value"]),
    ],
)
def test_what_cannot_be_booked(postings: list[Posting], seats: tuple[int, ...], expected: list[str]) -> None:
    with pytest.raises(SettlementError) as raised:
        apply(State(), postings, seats=seats)
    assert codes(raised.value) == expected


def test_a_booking_is_taken_back_by_its_reverse() -> None:
    state = holding(30, 30, 30, 30, pool=5)
    booking = apply(state, [owes("pool", EAST, 5), owes(EAST, SOUTH, 99, "credit")], chips=CHIPS)
    assert booking.debts == (Debt(EAST, SOUTH, 64),)
    assert state.after(booking).after(booking.reversed()) == state


def test_transfers_bring_everybody_even() -> None:
    assert transfers({0: 0, 1: 0}) == ()
    balances: dict[Any, int] = {0: -17, 1: 30, 2: -23, 3: 4, "rake": 6, "pot": 0}
    made = transfers(balances)
    for debtor, creditor, amount in made:
        balances[debtor] += amount
        balances[creditor] -= amount
    assert set(balances.values()) == {0}
    assert len(made) <= 4

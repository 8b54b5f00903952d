"""The end of a won hand: several winners, the fines, deposits and the pot; and claims that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

import tingpai as tp
from money import BAIDA, EAST, HONGKONG, NORTH, POT, PRIZES, SOUTH, WEST, codes, moved, with_pot
from tingpai.errors import SettlementError
from tingpai.payout import Claim, Declared, HandWon, WinFacts, accounts, hand_won, payments, win_facts, winners
from tingpai.ruleset import RuleSet

MANUAL = tp.rules("baida", fines_manual=True)
ORPHANS = "thirteen_orphans"


def drawn(total: int = 20, seat: int = SOUTH, **more: Any) -> WinFacts:
    return WinFacts(total=total, seat=seat, by="self_draw", **more)


def robs(seat: int, total: int = 20, of: int = EAST) -> WinFacts:
    return WinFacts(total=total, seat=seat, by="rob_kong", discarder=of)


def ron(seat: int, total: int = 5, of: int = EAST) -> WinFacts:
    return WinFacts(total=total, seat=seat, by="discard", discarder=of)


# Who of several wins ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "claims", "fed_by", "expected"),
    [
        # S3-01, S4-E: 一炮三響, nearest first (S4-I).
        (HONGKONG, [Claim(EAST), Claim(SOUTH), Claim(NORTH)], WEST, (NORTH, EAST, SOUTH)),
        (PRIZES, [Claim(EAST), Claim(NORTH)], SOUTH, (NORTH, EAST)),
        (POT, [Claim(EAST), Claim(WEST)], NORTH, (EAST, WEST)),
        (BAIDA, [Claim(EAST), Claim(WEST)], NORTH, (EAST, WEST)),
        # One only.
        (tp.rules("baida", rob_multi="nearest"), [Claim(WEST), Claim(EAST)], NORTH, (EAST,)),
        (with_pot(several="nearest"), [Claim(WEST), Claim(EAST)], NORTH, (EAST,)),
        (tp.rules("hongkong", multi_win=False), [Claim(WEST), Claim(EAST), Claim(SOUTH)], NORTH, (EAST,)),
    ],
)
def test_who_of_several_wins(rules: RuleSet, claims: list[Claim], fed_by: int, expected: tuple[int, ...]) -> None:
    assert winners(rules, claims, fed_by) == expected


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([Claim(EAST), Claim(SOUTH, ORPHANS), Claim(WEST)], (EAST, SOUTH)),
        ([Claim(EAST), Claim(SOUTH), Claim(WEST, ORPHANS)], (EAST, WEST)),
        ([Claim(EAST, ORPHANS), Claim(SOUTH), Claim(WEST, ORPHANS)], (EAST,)),
        ([Claim(EAST), Claim(SOUTH, ORPHANS), Claim(WEST, ORPHANS)], (EAST, SOUTH)),
    ],
)
def test_thirteen_orphans_are_cut_off_by_their_like_alone(claims: list[Claim], expected: tuple[int, ...]) -> None:
    """S3-07d: 不可以被截糊（十三么截十三么例外）."""
    assert winners(tp.rules("hongkong", multi_win=False), claims, NORTH) == expected


def test_claims_that_cannot_be() -> None:
    with pytest.raises(SettlementError) as raised:
        winners(HONGKONG, [Claim(EAST), Claim(EAST), Claim(WEST), Claim(6)], WEST)
    assert codes(raised.value) == ["not_a_seat", "claimed_twice", "pays_himself"]


# What is paid -----------------------------------------------------------------------------


def test_every_winner_is_paid_in_full() -> None:
    """一炮三響: S3-07g; the postings of the nearest come first."""
    fact = HandWon(wins=(ron(EAST, 3, WEST), ron(NORTH, 5, WEST), ron(SOUTH, 4, WEST)))
    assert moved(hand_won(HONGKONG, fact)) == [
        (WEST, NORTH, 48, "V3-12"),
        (WEST, EAST, 16, "V3-12"),
        (WEST, SOUTH, 32, "V3-12"),
    ]


def test_several_robbers_are_each_paid_all_three_shares() -> None:
    """V1-32, V1-43."""
    fact = HandWon(wins=(robs(WEST), robs(SOUTH)), robbed=Declared(EAST, "added_kong"))
    # Each share is 25, and 26 with the dealer's fan.
    assert payments(hand_won(BAIDA, fact)) == {"E": -2 * 76, "S": 76, "W": 76, "N": 0}


def test_wins_are_marked_for_the_rake() -> None:
    paid = hand_won(BAIDA, HandWon(wins=(drawn(),), pool=7))
    assert [posting.terms for posting in paid] == ["plain", "win", "win", "win"]


def test_the_winner_takes_the_fines() -> None:
    """S1-15: 歸糊牌者."""
    paid = hand_won(MANUAL, HandWon(wins=(drawn(),), pool=30))
    assert moved(paid)[0] == ("pool", SOUTH, 30, "V1-49")
    assert accounts(paid) == {"pool": -30, SOUTH: 30 + 76, WEST: -25, NORTH: -25, EAST: -26}


def test_a_winner_who_forgets_the_fines_pays_as_much_again() -> None:
    """S1-15: 還要加罰ㄧ倍; the doubled total waits for the next winner, and doubles again if he forgets it."""
    paid = hand_won(MANUAL, HandWon(wins=(drawn(),), pool=30, took_fines=False))
    assert moved(paid)[-1] == (SOUTH, "pool", 30, "V1-49")
    assert accounts(paid)["pool"] == 30
    again = hand_won(MANUAL, HandWon(wins=(drawn(seat=WEST),), pool=60, took_fines=False))
    assert accounts(again)["pool"] == 60
    assert hand_won(MANUAL, HandWon(wins=(drawn(),), took_fines=False)) == hand_won(MANUAL, HandWon(wins=(drawn(),)))


def test_the_nearest_of_several_takes_the_fines() -> None:
    fact = HandWon(wins=(robs(EAST, of=SOUTH), robs(NORTH, of=SOUTH)), robbed=Declared(SOUTH, "added_kong"), pool=5)
    assert moved(hand_won(BAIDA, fact))[0] == ("pool", NORTH, 5, "V1-49")


@pytest.mark.parametrize(
    ("pot", "deposits", "gains"),
    [
        (0, (), {}),
        (60, (), {SOUTH: 60}),  # S2-1.10: the next winner takes it
        (40, ((SOUTH, "closed"),), {SOUTH: 40}),  # S2-3.11: returned to the declarer who wins
        (160, ((SOUTH, "open"), (NORTH, "closed")), {SOUTH: 160}),
        (100, ((NORTH, "closed"),), {SOUTH: 100}),
    ],
)
def test_deposits_and_pot(pot: int, deposits: tuple[tuple[int, str], ...], gains: dict[int, int]) -> None:
    paid = [
        paid for paid in hand_won(POT, HandWon(wins=(ron(SOUTH),), pot=pot, deposits=deposits)) if paid.payer == "pot"
    ]
    assert {seat: gain for seat, gain in accounts(paid).items() if seat != "pot"} == gains
    assert {posting.clause for posting in paid} <= {"V2-11", "V2-12"}


def test_the_nearest_winner_takes_pot_and_losers_deposits_others_their_own() -> None:
    """V2-d2: South is nearest after East; West has his own deposit back; North's goes to South."""
    deposits = ((WEST, "open"), (NORTH, "closed"))
    fact = HandWon(wins=(ron(WEST, 3), ron(SOUTH, 3)), pot=20 + 100 + 40, deposits=deposits)
    gains = accounts(paid for paid in hand_won(POT, fact) if paid.payer == "pot")
    assert gains == {"pot": -160, SOUTH: 60, WEST: 100}


def test_losers_deposits_may_stay_for_the_next_winner() -> None:
    rules = with_pot(deposit_to_winner=False)
    fact = HandWon(wins=(ron(SOUTH),), pot=20 + 40 + 40, deposits=((NORTH, "closed"), (SOUTH, "closed")))
    assert accounts(paid for paid in hand_won(rules, fact) if paid.payer == "pot") == {"pot": -60, SOUTH: 60}


def test_the_facts_of_a_scored_win() -> None:
    hand = tp.Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
    result = tp.score(hand, BAIDA, seat="W", indicator="7z", by="self_draw")
    assert payments(hand_won(BAIDA, HandWon(wins=(win_facts(result),)))) == result.payments
    refused = tp.score(hand, BAIDA, seat="W", indicator="7z", by="discard", discarder="S")
    with pytest.raises(SettlementError) as raised:
        win_facts(refused)
    assert codes(raised.value) == ["win_refused"]


# What cannot be ---------------------------------------------------------------------------

UNREADABLE: dict[str, Any] = {"total": "20", "seat": [1], "by": ["self_draw"], "prize": None, "die": 7}


@pytest.mark.parametrize(
    ("rules", "fact", "expected"),
    [
        (BAIDA, HandWon(wins=(ron(SOUTH, 20),)), ["win_refused"]),  # self-draw only
        (BAIDA, HandWon(wins=(drawn(9),)), ["below_minimum"]),
        (HONGKONG, HandWon(wins=(drawn(2),)), ["below_minimum"]),
        (HONGKONG, HandWon(wins=(drawn(15),)), ["bad_value"]),
        (BAIDA, HandWon(wins=(robs(SOUTH),)), ["not_declared"]),
        (BAIDA, HandWon(wins=(robs(SOUTH),), robbed=Declared(WEST, "added_kong")), ["not_declared"]),
        (BAIDA, HandWon(wins=(robs(SOUTH),), robbed=Declared(EAST, "concealed_kong")), ["not_declared"]),
        (BAIDA, HandWon(wins=(drawn(),), robbed=Declared(EAST, "added_kong")), ["not_declared"]),
        (BAIDA, HandWon(wins=(drawn(feeder=SOUTH, replacement="kong"),)), ["pays_himself"]),
        (HONGKONG, HandWon(wins=(ron(SOUTH, of=SOUTH),)), ["pays_himself"]),
        (HONGKONG, HandWon(wins=(ron(SOUTH, of=8),)), ["not_a_seat"]),
        (HONGKONG, HandWon(wins=(drawn(10, discarder=WEST),)), ["unwanted_discarder"]),
        (HONGKONG, HandWon(wins=(WinFacts(total=5, seat=SOUTH, by="discard"),)), ["not_a_seat"]),
        (HONGKONG, HandWon(wins=()), ["bad_value"]),
        (BAIDA, HandWon(wins=(drawn(),), dead=frozenset({SOUTH, EAST})), ["dead_hand"]),  # S1-05
        (HONGKONG, HandWon(wins=(ron(SOUTH), ron(SOUTH))), ["claimed_twice"]),
        (HONGKONG, HandWon(wins=(ron(SOUTH), ron(NORTH, of=WEST))), ["several_sources"]),
        (HONGKONG, HandWon(wins=(drawn(10), drawn(10, seat=WEST))), ["several_sources"]),
        (tp.rules("baida", rob_multi="nearest"),
         HandWon(wins=(robs(SOUTH), robs(WEST)), robbed=Declared(EAST, "added_kong")), ["cut_off"]),
        (HONGKONG, HandWon(wins=(ron(SOUTH),), took_fines=False), ["bad_value"]),
        (BAIDA, HandWon(wins=(drawn(),), pool=-1, pot=-1), ["bad_value", "bad_value"]),
        (BAIDA, HandWon(wins=(drawn(streak=-1),)), ["bad_value"]),
        (BAIDA, HandWon(wins=(drawn(prize=("1m",)),)), ["bad_value"]),
        (BAIDA, HandWon(wins=(WinFacts(**UNREADABLE),)), ["not_a_seat", *["bad_value"] * 4]),
        (tp.rules("pungkong_hk"), HandWon(wins=(drawn(die=7),)), ["bad_value"]),  # V4-13
        (BAIDA, HandWon(wins=(drawn(prize=(0, 0, 0, 0, 0)),)), ["bad_value"]),
        (POT, HandWon(wins=(ron(SOUTH),), pot=20, deposits=((SOUTH, "closed"),)), ["account_short"]),
        (POT, HandWon(wins=(ron(SOUTH),), pot=90, deposits=((SOUTH, "closed"), (SOUTH, "closed"))), ["claimed_twice"]),
        (HONGKONG, HandWon(wins=(ron(SOUTH),), pot=90, deposits=((SOUTH, "closed"),)), ["not_paid_here"]),
    ],
)  # fmt: skip
def test_a_win_that_cannot_be(rules: RuleSet, fact: HandWon, expected: list[str]) -> None:
    with pytest.raises(SettlementError) as raised:
        hand_won(rules, fact)
    assert codes(raised.value) == expected


def test_all_faults_are_named_at_once() -> None:
    fact = HandWon(wins=(robs(SOUTH, 5, of=SOUTH),), pool=-3)
    with pytest.raises(SettlementError) as raised:
        hand_won(BAIDA, fact)
    assert codes(raised.value) == ["below_minimum", "pays_himself", "not_declared", "bad_value"]
    assert str(raised.value).count("; ") == 3

"""What the calls promise beside the worked cases: bad arguments, answers that hang together."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from typing import Any

import pytest

import tingpai as tp

BAIDA, HONGKONG = tp.rules("baida"), tp.rules("hongkong")
HAND = "123s 45s 789s 22p [789s] [456m] +6s 1f"


@pytest.mark.parametrize("alternatives", [-1, 1.5, True, "1", 10**9, 2**70])
def test_alternatives_are_a_small_number(alternatives: Any) -> None:
    with pytest.raises(tp.IllegalHandError, match="alternatives"):
        tp.score(tp.Hand.parse(HAND), BAIDA, by="self_draw", alternatives=alternatives)


def test_what_was_asked_before_does_not_make_a_bad_value_good() -> None:
    hand = tp.Hand.parse(HAND)
    assert tp.score(hand, BAIDA, by="self_draw", alternatives=1).wins
    with pytest.raises(tp.IllegalHandError, match="alternatives"):
        tp.score(hand, BAIDA, by="self_draw", alternatives=True)
    assert tp.score(hand, BAIDA, by="self_draw", last_tile=True).wins
    with pytest.raises(tp.IllegalHandError, match="last_tile"):
        tp.score(hand, BAIDA, by="self_draw", last_tile=1)
    assert tp.waits(hand, BAIDA, live=True) == tp.waits(hand, BAIDA)
    with pytest.raises(tp.IllegalHandError, match="live"):
        tp.waits(hand, BAIDA, live=1)  # type: ignore[arg-type]


def test_a_list_may_change_between_two_calls() -> None:
    hand = tp.Hand.parse("123m 456m 789p 22p 67s 555z")
    seen = ["5s"]
    assert tp.waits(hand, BAIDA, seen=seen) == ("5s", "8s")
    seen.extend(["5s", "5s", "5s"])
    assert tp.waits(hand, BAIDA, seen=seen) == ("8s",)


def test_indicators_lie_open_and_are_seen() -> None:
    """V2-2: what all four copies of are held, seen or turned up is not waited for."""
    rules = tp.rules("guangri")
    hand = tp.Hand.parse("234m567m345p678s34s99p")
    for _ in range(2):  # the second is answered by the kernel alone
        assert tp.waits(hand, rules, dora="2s2s2s", seen="2s") == ("5s",)
        assert tp.waits(hand, rules, dora="2s2s2s") == ("2s", "5s")
        assert tp.waits(hand, rules, dora="2s2s2s2s", live=False) == ("2s", "5s")
    assert tp.acceptance(tp.Hand.parse(f"{hand}1z"), rules, dora="2s2s2s2s", seen="5s")["1z"].left == 3


def test_a_hand_answers_in_any_number_of_situations_and_orders() -> None:
    hand = tp.Hand.parse("111222333z 9m 123p +9m")
    asked: list[dict[str, Any]] = [
        {"by": by, "seat": seat, "round": round, "last_tile": last} | ({"discarder": payer} if by == "discard" else {})
        for by in ("self_draw", "discard")
        for seat in "ESWN"
        for round in "ESWN"
        for last in (False, True)
        for payer in ("E" if seat != "E" else "S")
    ]
    fresh = [tp.score(tp.Hand.parse(str(hand)), HONGKONG, **keywords).to_data() for keywords in asked]
    assert len(fresh) == 64
    for _ in range(2):
        for keywords, expected in [*zip(asked, fresh, strict=True), *zip(asked[::-3], fresh[::-3], strict=True)]:
            assert tp.score(hand, HONGKONG, **keywords).to_data() == expected
            backwards = dict(reversed(keywords.items()))
            assert tp.score(hand, HONGKONG, **backwards).to_data() == expected


@pytest.mark.parametrize("text", [HAND, "123s 45s 789s 22p [789s] [456m] +1z 1f", "1234578s ? 22p [789s] [4?6m] +6s"])
@pytest.mark.parametrize("kernel", ["native", "reference"])
def test_answers_travel(text: str, kernel: Any) -> None:
    hand = tp.Hand.parse(text)
    result = tp.score(hand, BAIDA, by="self_draw", seat="W", alternatives=2, kernel=kernel)
    for other in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert other == result
        assert hash(other) == hash(result)
        assert other.to_data() == result.to_data()
        assert (other.alternatives, repr(other)) == (result.alternatives, repr(result))
    assert result != tp.score(hand, BAIDA, by="self_draw", seat="N", alternatives=2, kernel=kernel)
    assert result != tp.score(hand, BAIDA, by="self_draw", seat="W", kernel=kernel)
    with pytest.raises(AttributeError):
        result.total = 99  # type: ignore[misc]


def test_waits_travel_and_never_change() -> None:
    found = tp.waits(tp.Hand.parse("33344455m34567p"), HONGKONG)
    for other in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert (other, other.to_data(), type(other)) == (found, found.to_data(), type(found))
    with pytest.raises(AttributeError):
        found.distance = 3
    with pytest.raises(AttributeError):
        del found.any_tile


@pytest.mark.parametrize("live", [1, None, "no", []])
def test_live_is_a_bool(live: Any) -> None:
    with pytest.raises(tp.IllegalHandError, match="live"):
        tp.waits(tp.Hand.parse("1113456666788s"), HONGKONG, live=live)


@pytest.mark.parametrize(
    ("text", "waits", "distance"),
    [
        ("123m 456m 789p 22p 147s 34s +?", (), 1),
        ("123m 456m 789p 22p 147s 34s", (), 1),
        ("12m 345m 567m 888p 999p 77p +3m", ("3m",), 0),
    ],
)
def test_waits_ignore_the_winning_tile(text: str, waits: tuple[str, ...], distance: int) -> None:
    found = tp.waits(tp.Hand.parse(text), BAIDA)
    assert (set(waits) <= set(found), bool(found), found.distance) == (True, bool(waits), distance)


def test_an_incomplete_hand_tells_waits_and_distance_of_the_same_tiles() -> None:
    result = tp.score(tp.Hand.parse("123m 456m 789p 22p 147s 34s +?"), BAIDA, by="self_draw")
    assert (result.reason, result.waits, result.distance) == ("incomplete", (), 1)


def test_a_wild_discard_is_named_by_what_it_shows() -> None:
    hand = tp.Hand.parse("7p ? 123s 45s 789s 2p [789s] [456m]")
    assert {"7p", "?"} <= tp.acceptance(hand, BAIDA, indicator="7m").keys()
    assert "?" not in tp.acceptance(tp.Hand.parse("7p 123s 45s 789s 22p [789s] [456m]"), BAIDA, indicator="7m")


def test_payments_are_the_callers_own() -> None:
    result = tp.score(tp.Hand.parse(HAND), BAIDA, by="self_draw")
    first = result.payments
    assert first is not None
    first["E"] = 0
    assert result.payments != first
    assert sum((result.payments or {}).values()) == 0


def test_a_flower_that_is_wild_is_no_flower_held(capsys: pytest.CaptureFixture[str]) -> None:
    from tingpai.cli import main

    assert main(["score", "baida", "1245678f 333m 333p 333s +6m", "--indicator", "3f", "--by", "self_draw"]) == 0
    assert "Flowers" not in capsys.readouterr().out


def test_seven_pairs_of_one_suit_with_a_wild_tile() -> None:
    hand = tp.Hand.parse("4m6m9m5m9m4m4m7m1m6m2m1m2m5m4m? +2m")
    assert tp.score(hand, BAIDA, by="rob_swap", discarder="N", seat="W").total == 211


@pytest.mark.parametrize("kernel", ["native", "reference"])
def test_a_hand_let_go_takes_its_calls_along(kernel: Any) -> None:
    hand = tp.Hand.parse(HAND)
    result = tp.score(hand, BAIDA, by="self_draw", kernel=kernel)
    assert result.payments
    assert result.waits is None
    call = weakref.ref(result._call)
    del hand, result
    gc.collect()
    assert call() is None

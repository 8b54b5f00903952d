"""Situation keywords: what they take, which conflict, and that nothing but faults comes of anything else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import cases
from small_rules import BY_NAME
from tingpai.errors import ALL_CODES
from tingpai.situation import KEYWORDS, Situation, situation


def read(rules: str, **keywords: Any) -> Situation:
    found, faults = situation(BY_NAME[rules], keywords)
    assert faults == []
    return found


@pytest.mark.parametrize("case", cases("refused_situations"), ids=lambda case: str(case["situation"]))
def test_one_fault(case: dict[str, Any]) -> None:
    _, faults = situation(BY_NAME[case["rules"]], case["situation"])
    assert [fault.code for fault in faults] == [case["code"]]
    assert case["names"] in str(faults[0])
    assert str(faults[0].details["keyword"]) in case["situation"] or case["code"] == "missing_discarder"


def test_defaults() -> None:
    assert read("plain") == Situation() == Situation(seat=0, round=0, win_tile_state="free", die=1, streak=0)
    assert Situation().events == ("seat:E",)


def test_every_keyword_is_read() -> None:
    assert tuple(Situation.__dataclass_fields__) == KEYWORDS
    assert read(
        "wild", seat="W", round="S", by="self_draw", feeder="N", replacement="kong_on_kong", river=60,
        streak=2, indicator="🀄", seen="8p3s", win_tile_state="concealed", prize=["1p", "東", "8f"],
    ) == Situation(
        seat=2, round=1, by="self_draw", feeder=3, replacement="kong_on_kong", river=60,
        streak=2, indicator=33, seen=(16, 20), win_tile_state="concealed", prize=(9, 27, 41),
    )  # fmt: skip
    assert read(
        "riichi", seat="N", by="discard", discarder="E", riichi="open", riichi_turn="super_ippatsu", swallow=True,
        dora="1m 2p", ura=("3s", "4z"),
    ) == Situation(
        seat=3, by="discard", discarder=0, riichi="open", riichi_turn="super_ippatsu", swallow=True,
        dora=(0, 10), ura=(20, 30),
    )  # fmt: skip
    assert read("die", die=6).die == 6
    assert read("wild", by="self_draw", last_tile=True).last_tile


def test_events_are_named_as_rule_tables_name_them() -> None:
    found = read("riichi", by="discard", discarder="S", riichi="open", riichi_turn="super_ippatsu", swallow=True)
    assert found.events == ("seat:E", "swallow", "riichi:open", "riichi_turn:super_ippatsu")
    found = read("plain", by="self_draw", first_turn="heavenly", replacement="flower")
    assert found.events == ("seat:E", "replacement:flower", "first_turn:heavenly")
    assert read("plain", last_tile=True).events == ("seat:E", "last_tile")


@pytest.mark.parametrize(
    "keywords",
    [
        {"seat": "S", "by": "self_draw", "first_turn": "earthly"},
        {"seat": "S", "by": "discard", "discarder": "E", "first_turn": "earthly"},
        {"seat": "N", "by": "discard", "discarder": "W", "first_turn": "human"},
        {"by": "flowers", "first_turn": "heavenly"},
        {"by": "flowers", "replacement": "kong", "feeder": "S"},
        {"by": "self_draw", "last_tile": True, "replacement": "kong"},
        {"by": "rob_kong", "discarder": "S", "replacement": "robbed_kong_on_kong"},
        {"by": "rob_flower", "discarder": "S", "last_tile": True},
        {"replacement": "kong"},
        {"by": None, "discarder": None, "indicator": None, "river": None, "riichi": None},
    ],
)
def test_what_can_be(keywords: dict[str, Any]) -> None:
    read("plain", **keywords)


def test_every_fault_is_told() -> None:
    keywords = {"seat": 5, "by": "discard", "river": 1, "sea": 0, "last_tile": None, "replacement": "kong"}
    _, faults = situation(BY_NAME["plain"], keywords)
    assert {(fault.code, fault.details["keyword"]) for fault in faults} == {
        ("bad_value", "seat"),
        ("unused_keyword", "river"),
        ("unknown_keyword", "sea"),
        ("bad_value", "last_tile"),
        ("missing_discarder", "discarder"),
        ("replacement_conflict", "replacement"),
    }


def test_a_fault_is_not_told_twice() -> None:
    """A value that could not be read is in no conflict."""
    _, faults = situation(BY_NAME["plain"], {"by": "discard", "discarder": "me"})
    assert [fault.code for fault in faults] == ["bad_value"]


class Mute:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize("name", KEYWORDS)
def test_values_that_cannot_be_shown_are_refused_all_the_same(name: str) -> None:
    for value in (Mute(), [Mute()], 10**5000, ["1m"] * 100_000 + [5], "x" * 1_000_000):
        for rules in BY_NAME.values():
            _, faults = situation(rules, {name: value})
            assert [fault.code for fault in faults] in (["bad_value"], ["unused_keyword"])
            assert len(str(faults[0])) < 300


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.binary(max_size=4),
    st.sampled_from(["E", "discard", "self_draw", "kong", "flower", "heavenly", "human", "closed", "7z", "8f", "?"]),
    st.lists(st.one_of(st.none(), st.integers(), st.sampled_from(["1m", "8f", "?"])), max_size=3),
    st.just({}), st.just({1}), st.just(range(3)),
)  # fmt: skip


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(BY_NAME)), st.dictionaries(st.sampled_from([*KEYWORDS, "x", ""]), ANYTHING, max_size=6))
def test_reading_never_raises(rules: str, keywords: dict[str, Any]) -> None:
    found, faults = situation(BY_NAME[rules], keywords)
    assert isinstance(found, Situation)
    for fault in faults:
        assert fault.code in ALL_CODES
        assert len(str(fault)) < 500


def test_a_situation_that_was_read_before_is_told_from_one_that_equals_it() -> None:
    rules = BY_NAME["wild"]
    for _ in range(2):
        assert situation(rules, {"streak": 1})[1] == []
        assert [fault.code for fault in situation(rules, {"streak": True})[1]] == ["bad_value"]
        assert situation(rules, {"last_tile": True})[0].last_tile is True
        assert [fault.code for fault in situation(rules, {"last_tile": 1})[1]] == ["bad_value"]
    assert situation(rules, {"seen": ["1m"]})[0] == situation(rules, {"seen": "1m"})[0]

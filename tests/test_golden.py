"""Golden hands, worked from the clauses by hand: every row of every table, every clarification that a hand can show.

``tests/data/rows_<variant>.jsonl`` holds them; ``rows`` are the rows that a hand is there for, ``source`` the clauses
it was worked from.  They are the project's memory: an engine that differs is wrong until the clause says otherwise.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tingpai as tp
from conftest import cases
from mutate import VARIANTS, whole_table

HANDS = [pytest.param(case, id=f"{variant}-{case['id']}") for variant in VARIANTS for case in cases(f"rows_{variant}")]


def score(case: dict[str, Any], kernel: Any = "native") -> tp.Result:
    rules = tp.rules(case["rules"], **case["options"])
    return tp.score(tp.Hand.parse(case["hand"]), rules, kernel=kernel, **case["situation"])


def lines_of(result: tp.Result) -> dict[str, int]:
    lines: Counter[str] = Counter()
    for line in result.lines:
        lines[line.zh] += line.subtotal
    return dict(lines)


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize("case", HANDS)
def test_a_golden_hand(case: dict[str, Any], kernel: Any) -> None:
    result = score(case, kernel)
    assert lines_of(result) == case["expect"]["lines"]
    found = {name: getattr(result, name) for name in ("wins", "reason", "total", "payments")}
    assert found == {name: case["expect"][name] for name in found}


@pytest.mark.parametrize("case", HANDS)
def test_a_golden_hand_says_what_it_is(case: dict[str, Any]) -> None:
    expect, lines = case["expect"], {line.id for line in score(case).lines}
    assert case["source"]
    assert case["rows"]
    assert set(case["rows"]) <= lines
    assert sum(expect["lines"].values()) == expect["total"]
    assert (expect["payments"] is not None) == expect["wins"] == (expect["reason"] is None)
    assert sum((expect["payments"] or {}).values()) == 0
    assert str(tp.Hand.parse(str(tp.Hand.parse(case["hand"])))) == str(tp.Hand.parse(case["hand"]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_row_has_a_golden_hand(variant: str) -> None:
    shown = {row for case in cases(f"rows_{variant}") for row in case["rows"]}
    assert shown == {row.id for row in whole_table(variant)}
    least = {"baida": 220, "hongkong": 80, "guangri": 190, "pungkong_hk": 70, "pungkong_cn": 35}
    assert len(cases(f"rows_{variant}")) > least[variant]


def test_every_system_and_both_ways_with_flowers_are_shown() -> None:
    options = [case["options"] for case in cases("rows_hongkong")]
    assert {chosen.get("system") for chosen in options} == {None, "3-3", "4-4", "3-4"}
    assert {chosen.get("flowers") for chosen in options} == {None, False}


# What does not win: CONTRACT 3.

DRAGON = "[123s][456s][789s] 222m 67p 44z +8p"
DISCARD = {"by": "discard", "discarder": "W"}
REFUSED = [
    # The lines and total stand; 自摸 needs a draw or a robbed tile.
    ("baida", DRAGON, DISCARD, "self_draw_only", {"清龍": 40, "無花": 1}),
    ("baida", DRAGON, {"by": "rob_concealed_kong", "discarder": "W"}, "not_robbable", {"清龍": 40, "無花": 1}),
    # 十三么 may not rob a concealed kong in V1 (V1-k Q16).
    (
        "baida",
        "119m19p19s234567z 234m +1z",
        {"by": "rob_concealed_kong", "discarder": "W"},
        "not_robbable",
        {"十三么": 80, "真獨": 2, "無花": 1},
    ),
    ("baida", "[234m] 567p 345s 888p 67s 44z +8s 1f3f", {}, "below_minimum", {"自摸": 1, "爛花": 2}),
    ("hongkong", "[234m] 567p 888m 67s 44z +8s", DISCARD, "below_minimum", {"無花": 1}),
    # S3-07d: only 十三么 robs a concealed kong.
    (
        "hongkong",
        "[234m] 567p 345s 67s 44z +8s 1f",
        {"by": "rob_concealed_kong", "discarder": "W"},
        "not_robbable",
        {"平糊": 1, "搶槓": 1},
    ),
]


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize(("variant", "hand", "situation", "reason", "lines"), REFUSED)
def test_a_complete_hand_that_may_not_win_keeps_its_lines(
    variant: str, hand: str, situation: dict[str, Any], reason: str, lines: dict[str, int], kernel: Any
) -> None:
    keywords = {"seat": "S", "by": "self_draw", **situation}
    result = tp.score(tp.Hand.parse(hand), tp.rules(variant), kernel=kernel, **keywords)
    assert (result.wins, result.reason, result.payments) == (False, reason, None)
    assert (lines_of(result), result.total) == (lines, sum(lines.values()))
    assert (result.distance, result.waits) == (None, None)
    data = result.to_data()
    assert data["payments"] is None
    assert data["wins"] is False
    assert data["arrangement"]["groups"]
    assert "distance" not in data


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize(
    ("variant", "hand", "distance", "waits"),
    [
        # Ready, but not for this tile: the hand waits for 5p and 8p.
        ("baida", "[123s][456s][789s] 222m 67p 44z +9p", 0, ("5p", "8p")),
        # Two sets, 78s, 45p and a pair: one tile short of ready.
        ("hongkong", "123m 456m 78s 45p 11z 9p +3z", 1, ()),
    ],
)
def test_an_incomplete_hand_tells_its_distance_and_waits(
    variant: str, hand: str, distance: int, waits: tuple[str, ...], kernel: Any
) -> None:
    result = tp.score(tp.Hand.parse(hand), tp.rules(variant), kernel=kernel, seat="S", by="self_draw")
    assert (result.wins, result.reason, result.total) == (False, "incomplete", 0)
    assert (result.lines, result.arrangement, result.payments) == ((), None, None)
    assert (result.distance, result.waits) == (distance, waits)
    data = result.to_data()
    assert (data["distance"], data["waits"]) == (distance, list(waits))


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize(
    ("variant", "hand", "situation"),
    [
        # V1-34: eight flowers, no fewer, and none is robbed.
        ("baida", "147m258p369s1234567z 123456f +7f", {"by": "flowers"}),
        ("hongkong", "147m258p369s1234z 12345f +6f", {"by": "flowers"}),
        # S3-06b: the eighth is robbed, not the seventh.
        ("hongkong", "147m258p369s1234z 123456f +7f", {"by": "rob_flower", "discarder": "W"}),
    ],
)
def test_too_few_flowers_win_nothing(variant: str, hand: str, situation: dict[str, Any], kernel: Any) -> None:
    result = tp.score(tp.Hand.parse(hand), tp.rules(variant), kernel=kernel, seat="S", **situation)
    assert (result.wins, result.reason, result.total) == (False, "no_flower_win", 0)
    assert (result.lines, result.payments) == ((), None)


def test_where_no_flower_wins_by_robbing_it_is_refused() -> None:
    """V1-34: seven rob one is off."""
    hand = tp.Hand.parse("147m258p369s1234567z 1234567f +8f")
    result = tp.score(hand, tp.rules("baida"), seat="S", by="rob_flower", discarder="W")
    assert not result.wins
    assert result.reason in ("not_robbable", "no_flower_win")
    assert result.payments is None

"""The worked cases with right answers, on both engines."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tingpai as tp

DATA = Path(__file__).parent / "data"


def cases(name: str) -> list[Any]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines if line]
    known = [case for case in found if case["rules"] in tp.variant_ids()]
    return [pytest.param(case, id=case["id"]) for case in known]


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize("case", cases("scored.jsonl"))
def test_scored(case: dict[str, Any], kernel: Any) -> None:
    rules = tp.rules(case["rules"], **case["options"])
    result = tp.score(tp.Hand.parse(case["hand"]), rules, kernel=kernel, **case["situation"])
    lines: Counter[str] = Counter()
    for line in result.lines:
        lines[line.zh] += line.subtotal
    found = {"wins": result.wins, "total": result.total, "lines": dict(lines), "payments": result.payments}
    assert {name: found[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("hands.jsonl"))
def test_hands(case: dict[str, Any]) -> None:
    rules = tp.rules(case["rules"], **case["options"])
    expect = case["expect"]
    if "error" in expect:
        with pytest.raises(tp.TingpaiError) as raised:
            tp.waits(tp.Hand.parse(case["hand"]), rules, **case["situation"])
        assert expect["error"] in str(raised.value)
        return
    hand = tp.Hand.parse(case["hand"])
    if "waits" in expect:
        assert list(tp.waits(hand, rules, **case["situation"])) == expect["waits"]
    if "wild_completes" in expect:
        assert tp.waits(hand, rules, **case["situation"]).wild_completes == expect["wild_completes"]
    if "wins" in expect or "complete" in expect:
        result = tp.score(hand, rules, **case["situation"])
        assert expect.get("wins", result.wins) == result.wins
        assert expect.get("complete", result.reason != "incomplete") == (result.reason != "incomplete")


def test_every_case_is_seen() -> None:
    assert len(cases("scored.jsonl")) + len(cases("hands.jsonl")) >= 15

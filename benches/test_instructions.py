"""What is made of counted instructions: when the check fails, and what it then says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import instructions
import measure
from instructions import HANDS, Count, check, differs, faults, table

RECORD = {"distance": 1_000_000, "waits": 2_000}


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({}, []),
        ({"distance": 1_099_000, "waits": 2_200}, []),
        ({"distance": 1, "waits": 1}, []),
        ({"distance": 1_101_000}, ["distance: recorded 1,000,000, now 1,101,000, +10.1%"]),
        ({"distance": 2_000_000, "waits": 2_201},
         ["distance: recorded 1,000,000, now 2,000,000, +100.0%", "waits: recorded 2,000, now 2,201, +10.1%"]),
        ({"complete": 5_000}, ["complete: 5,000, not recorded"]),
    ],
)  # fmt: skip
def test_a_count_may_rise_by_a_tenth(now: dict[str, int], expected: list[str]) -> None:
    assert faults(RECORD, RECORD | now) == expected


def test_a_bench_that_is_gone_is_a_fault() -> None:
    assert faults(RECORD, {"waits": 2_000}) == ["distance: recorded 1,000,000, no longer counted"]


def test_without_a_record_nothing_is_right() -> None:
    assert len(faults({}, RECORD)) == 2


def test_another_compiler_is_named() -> None:
    here = {"rustc": "rustc 1.95.0", "machine": "x86_64"}
    assert differs(here, here) is None
    assert differs({**here, "rustc": "rustc 1.88.0"}, here) == (
        "Other than recorded: rustc 1.95.0 (rustc 1.88.0). Counts may differ for that alone."
    )


def test_the_table_tells_what_changed() -> None:
    lines = table(RECORD, {"waits": Count(20, 3_000), "complete": Count(10, 5_000)}).splitlines()
    assert lines[1].split() == ["waits", "20", "150", "2,000", "3,000", "+50.0%"]
    assert lines[2].split() == ["complete", "10", "500", "-", "5,000"]


@pytest.mark.parametrize(("rustc", "told"), [("1", False), ("2", True)])
def test_the_check_ends_with_what_rose(
    rustc: str, told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(instructions, "toolchain", lambda: {"rustc": rustc})
    record = {"toolchain": {"rustc": "1"}, "counts": RECORD}
    check(record, RECORD)
    with pytest.raises(SystemExit, match=r"(?s)waits: recorded 2,000, now 3,000, \+50.0%.*--write"):
        check(record, RECORD | {"waits": 3_000})
    assert ("Other than recorded" in capsys.readouterr().out) == told


def test_without_valgrind_it_says_what_is_wanting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="apt-get install valgrind"):
        instructions.counted("true")


def test_what_is_kept_leaves_the_rest_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "BASELINE", tmp_path / "baseline.json")
    measure.BASELINE.write_text('{"one": {"a": 1}, "two": {}}', "utf-8")
    measure.keep("two", {"b": [1.23456, {3: 2}]})
    assert measure.kept("one") == {"a": 1}
    assert measure.kept("two") == {"b": [1.235, {"3": 2}]}
    assert measure.kept("three") == {}


def test_the_record_is_of_hands_that_are_kept() -> None:
    cases: list[dict[str, Any]] = json.loads(HANDS.read_text("utf-8"))
    groups = {case["group"] for case in cases}
    recorded = measure.kept(instructions.NAME)["counts"]
    assert len(groups) > 10
    assert {f"best score, {group}" for group in groups - {"batch"}} <= set(recorded)
    assert all(count > 0 for count in recorded.values())

"""Which hands a rule set admits, what is wrong with the others, and what the engines are given."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tingpai
from conftest import cases
from small_rules import BY_NAME
from tingpai.admit import Admitted, AdmittedMeld, Table, admit, admit_call
from tingpai.conflicts import CONFLICTS, HAND_CONFLICTS, hand_conflicts
from tingpai.errors import ALL_CODES, MONEY_CODES, Fault, IllegalHandError
from tingpai.hand import Hand
from tingpai.notation import print_tiles, read_tiles
from tingpai.situation import Situation, situation


def call(hand: str, rules: str = "wild", purpose: Any = "waits", **keywords: Any) -> Admitted:
    return admit_call(Hand.parse(hand), BY_NAME[rules], keywords, purpose)[1]


def melds(sets: str, **keywords: Any) -> tuple[AdmittedMeld, ...]:
    """Sets of a hand whose other tiles do not matter."""
    hand = Hand.parse(sets)
    rest = "1123455667788m67p"
    count = 16 - 3 * len(hand.melds)
    return call(f"{sets} {print_tiles(read_tiles(rest)[:count])}", **keywords).melds


@pytest.mark.parametrize("case", cases("refused_hands"), ids=lambda case: case["id"])
def test_every_fault_at_once(case: dict[str, Any]) -> None:
    arguments = Hand.parse(case["hand"]), BY_NAME[case["rules"]], case["situation"], case.get("purpose", "score")
    if not case["faults"]:
        admit_call(*arguments)
        return
    with pytest.raises(IllegalHandError) as caught:
        admit_call(*arguments)
    faults = {fault.code: str(fault) for fault in caught.value.faults}
    assert faults.keys() == case["faults"].keys()
    assert len(faults) == len(caught.value.faults)
    for code, words in case["faults"].items():
        assert words in faults[code]
    assert str(caught.value) == "; ".join(map(str, caught.value.faults))


def test_faults_come_in_one_order_however_keywords_do() -> None:
    hand, rules = Hand.parse("789m 77p 88p 99p 123s 99s 11z +9s"), tingpai.rules("baida")
    keywords: dict[str, Any] = {"river": 7, "nonsense": 1, "last_tile": "no", "first_turn": "human", "discarder": "E"}
    told = set()
    for order in (keywords, dict(reversed(keywords.items())), dict(sorted(keywords.items()))):
        with pytest.raises(IllegalHandError) as refused:
            admit_call(hand, rules, order, "score")
        told.add(tuple(fault.code for fault in refused.value.faults))
    assert len(told) == 1
    assert len(*told) > 3


def test_faults_say_where() -> None:
    with pytest.raises(IllegalHandError) as caught:
        call("1m 222 22m [124p] 1f 1f", "plain", "score", by="self_draw")
    columns = {fault.code: fault.column for fault in caught.value.faults}
    assert columns == {
        "not_a_meld": 12,
        "too_many_copies": 9,
        "flower_twice": 22,
        "tile_count": None,
        "missing_winning_tile": None,
    }


def test_faults_say_what_for_programs() -> None:
    with pytest.raises(IllegalHandError) as caught:
        call("22222448m123p678s", "plain", "score", by="self_draw")
    details = {fault.code: fault.details for fault in caught.value.faults}
    assert details["tile_count"] == {"found": 14, "expected": (13,)}
    assert details["too_many_copies"] == {"tile": "2m", "count": 5, "limit": 4}


def test_an_admitted_hand() -> None:
    admitted = call("123m 9m ? 55p 111z [789s] [7<89s] +6s 1f 5f", "wild", "waits", indicator="9p", seat="S", seen="1z")
    assert print_tiles(kind for kind in range(34) for _ in range(admitted.counts[kind])) == "123m55p111z"
    assert print_tiles(admitted.wilds) == "9m?"
    assert (admitted.winning, admitted.winning_printed) == (23, 23)
    assert admitted.melds == (
        AdmittedMeld("chow", (23, 24), (24, 25), (26,), None),
        AdmittedMeld("chow", (23, 24), (24, 25), (26,), 0),
    )
    assert print_tiles(admitted.flowers) == "15f"
    assert print_tiles(kind for kind in range(34) for _ in range(admitted.held[kind])) == "123m55p7788s111z"
    assert admitted.wild_kinds == {8, 17, 26}
    assert not admitted.flowers_wild


def test_wild_flowers_are_tiles_of_the_hand() -> None:
    admitted = call("12m 3m ? 55p 12f 66677z [456s] +8f", indicator="7f")
    assert print_tiles(admitted.wilds) == "3m12f?"
    assert (admitted.winning, admitted.winning_printed, admitted.flowers) == (42, 41, ())
    assert admitted.flowers_wild


@pytest.mark.parametrize(
    ("indicator", "wild"),
    {
        "1m": "1m1p1s", "9s": "9m9p9s", "3z": "1234z", "6z": "567z", "發": "567z", "🀅": "567z",
        "1f": "1m1p1s", "4f": "4m4p4s", "5f": "1m1p1s", "7f": "3m3p3s",
    }.items(),
)  # fmt: skip
def test_the_indicator_makes_kinds_wild(indicator: str, wild: str) -> None:
    admitted = call("1123455667788m678p", indicator=indicator)
    assert print_tiles(sorted(admitted.wild_kinds)) == wild
    assert admitted.flowers_wild == indicator.endswith("f")
    assert set(admitted.wilds) <= admitted.wild_kinds
    assert len(admitted.wilds) + sum(admitted.counts) == 16


@pytest.mark.parametrize(
    ("written", "indicator", "kind", "faces"),
    [
        ("[789s]", None, "chow", "7s"),
        ("[777z]", None, "pung", "7z"),
        ("[7777z]", None, "open_kong", "7z"),
        ("[777+7z]", None, "added_kong", "7z"),
        ("(7777z)", None, "concealed_kong", "7z"),
        ("[78?s]", None, "chow", "67s"),
        ("[79?s]", None, "chow", "7s"),
        ("[89?s]", None, "chow", "7s"),
        ("[12?s]", None, "chow", "1s"),
        ("[55?p]", None, "pung", "5p"),
        ("[1?1z]", None, "pung", "1z"),
        ("[55?p]t", None, "pung", "5p"),
        ("[7??p]c", None, "chow", "567p"),
        ("[1??p]c", None, "chow", "1p"),
        ("[9??p]c", None, "chow", "7p"),
        ("[7??p]t", None, "pung", "7p"),
        ("[1??z]t", None, "pung", "1z"),
        ("[???]c", None, "chow", "1234567m1234567p1234567s"),
        ("[???]t", None, "pung", "123456789m123456789p123456789s1234567z"),
        ("[89p7s]", "7m", "chow", "7p"),
        ("[789s]", "7m", "chow", "7s"),
        ("[78?s]c", "7m", "chow", "67s"),
        ("[777s]t", "7m", "pung", "123456789m123456789p123456789s1234567z"),
        ("[77s7m]c", "7p", "chow", "1234567m1234567p1234567s"),
        ("[55p1z]", "4z", "pung", "5p"),
        ("[5p12z]c", "4z", "chow", "345p"),
        ("[78s2f]", "1f", "chow", "67s"),
        ("[1s2f?]c", "1f", "chow", "1234567m1234567p1234567s"),
        ("[5s23f]t", "1f", "pung", "5s"),
    ],
)
def test_the_faces_a_set_may_take(written: str, indicator: str | None, kind: str, faces: str) -> None:
    (meld,) = melds(written, indicator=indicator)
    assert (meld.kind, print_tiles(meld.faces)) == (kind, faces)


def test_a_mark_points_from_the_winner() -> None:
    for seat, feeders in {"E": (3, 2, 1), "S": (0, 3, 2), "W": (1, 0, 3), "N": (2, 1, 0)}.items():
        found = melds("[7<89s] [1^11z] [2>222p] [345p]", seat=seat)
        assert tuple(meld.feeder for meld in found) == (*feeders, None)


def test_flower_wins_hold_the_flower_won_on() -> None:
    admitted = call("1357m1357p13577s 1234567f +8f", "plain", "score", by="flowers")
    assert (admitted.winning, admitted.winning_printed, print_tiles(admitted.flowers)) == (None, 41, "12345678f")
    admitted = call("1357m1357p135779s 1234567f", "plain", "score", by="flowers")
    assert (admitted.winning, admitted.winning_printed, print_tiles(admitted.flowers)) == (None, None, "1234567f")


def test_what_is_no_hand_is_refused() -> None:
    for value in ("123m", None, 5):
        with pytest.raises(IllegalHandError) as caught:
            admit(value, BY_NAME["plain"], Situation(), "waits")  # type: ignore[arg-type]
        assert [fault.code for fault in caught.value.faults] == ["not_a_hand"]


ROWS = [(row.says, row.clause) for row in CONFLICTS] + [(row.says, row.clause) for row in HAND_CONFLICTS]


def test_every_row_of_what_cannot_be_is_met_and_cites_a_clause() -> None:
    """Each row refuses a case of the data files, and each clause is written as RULES writes it."""
    met = set()
    for name, hand in (("refused_hands", None), ("refused_situations", Hand())):
        for case in cases(name):
            read, faults = situation(BY_NAME[case["rules"]], case["situation"])
            table = Table(BY_NAME[case["rules"]], read, case.get("purpose", "score"))
            faults += hand_conflicts(Hand.parse(case["hand"]) if hand is None else hand, table)
            met |= {fault.details["why"] for fault in faults if "why" in fault.details}
    assert len(ROWS) > 35
    assert {says for says, _ in ROWS} - met == set()
    clause = re.compile(r"V[1-5]-(\d+|[a-k]2?( Q?\d+)?|d2|g2)(, ((V[1-5]-)(\d+|[a-k]2?( Q?\d+)?|d2|g2)|\d+))*")
    assert [cited for _, cited in ROWS if not clause.fullmatch(cited)] == []


def test_faults_given_come_first() -> None:
    with pytest.raises(IllegalHandError) as caught:
        admit(Hand(), BY_NAME["plain"], Situation(), "waits", [Fault("missing_by", "by is missing")])
    assert [fault.code for fault in caught.value.faults] == ["missing_by", "tile_count"]


# Codes that no text, hand or situation of the data files can bring about.
MET_ELSEWHERE = {
    "not_text", "not_a_hand", "not_a_tile", "not_rules", "bad_column", "bad_option", "illegal_action", "corrupt_log",
    "other_rules", "missing_column", "bad_file", "file_exists", "cannot_resume", "missing_library",
    "bad_player", "bad_line", "illegal_hand", "error", "stream_spent", "lost_process",
}  # fmt: skip


def test_every_code_is_listed_and_every_listed_one_is_met() -> None:
    sources = sorted(Path(tingpai.__path__[0]).rglob("*.py"))
    text = "".join(path.read_text("utf-8") for path in sources)
    used = set(re.findall(r'\b(?:Fault|_fault|_meld_fault|Conflict|HandConflict)\(\s*"(\w+)"', text))
    assert len(used) > 30
    assert used <= ALL_CODES.keys()
    met = {code for case in cases("refused_hands") for code in case["faults"]}
    met |= {case["code"] for name in ("refused_text", "refused_situations") for case in cases(name)}
    assert met == ALL_CODES.keys() - MET_ELSEWHERE - MONEY_CODES.keys()

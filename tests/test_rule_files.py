"""Rule files: a variant by difference, in TOML and JSON; what is wrong with one; schemas of both sorts of data."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import tingpai as tp
from tingpai.cli import main
from tingpai.ruleset.files import content, extended, read_file
from tingpai.ruleset.matchers import Pair
from tingpai.ruleset.typed import rule_set_schema

HOUSE = """
extends = "baida"
zh = "週四牌局"

[options]
min_fan = 8

[rows.pure_dragon]
value = 12

[rows.one_suit_steps]
on = true
value = 11

[rows.no_flowers]
on = false

[rows.two_identical_chows]
scaling = "flat"

[rows.middle_pair]
zh = "中對"
en = "Middle pair"
value = 2
when = [{ match = { op = "pair", within = "456m456p456s" } }]
"""
HAND = "123s 45s 789s 55p [789s] [456m] +6s 1f"
SITUATION: dict[str, Any] = {"seat": "W", "indicator": "7z", "by": "self_draw"}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, "utf-8")
    return path


def written(tmp_path: Path, content: str | bytes, name: str = "house.toml") -> Path:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def values(rules: tp.RuleSet) -> dict[str, int]:
    return {row.id: row.value for row in rules.rows}


def test_a_file_says_what_differs(house: Path) -> None:
    plain, rules = tp.rules("baida"), tp.load_rules(house)
    assert (rules.id, rules.zh, rules.en, rules.min_total) == ("baida", "週四牌局", plain.en, 8)
    assert rules.chosen["extensions"] == ("one_suit_steps",)
    before, after = values(plain), values(rules)
    assert {id: after.get(id) for id in {*before, *after} if before.get(id) != after.get(id)} == {
        "pure_dragon": 12,
        "one_suit_steps": 11,
        "no_flowers": None,
        "middle_pair": 2,
    }
    rows = {row.id: row for row in rules.rows}
    assert rows["two_identical_chows"].scaling == "flat"
    assert rows["middle_pair"].when == ((Pair("456m456p456s"), 1),)
    assert not any("no_flowers" in row.excludes for row in rules.rows)
    assert rules.digest != plain.digest
    assert rules.payout == plain.payout


@pytest.mark.parametrize("kernel", ["native", "reference"])
def test_a_hand_is_scored_by_it(house: Path, kernel: Any) -> None:
    """清龍 12 x 2; the exposed 789s and the own one are mixed, so that flat and scaled agree; 中對 2."""
    result = tp.score(tp.Hand.parse(HAND), tp.load_rules(house), kernel=kernel, **SITUATION)
    lines = {line.zh: line.subtotal for line in result.lines}
    assert (lines["清龍"], lines["般高"], lines["中對"], result.total) == (24, 3, 2, 40)
    assert "無花" not in lines


def test_toml_and_json_say_the_same(house: Path, tmp_path: Path) -> None:
    rules = tp.load_rules(house)
    path = written(tmp_path, json.dumps(read_file(house), ensure_ascii=False), "house.json")
    assert tp.load_rules(path) is rules
    assert tp.load_rules(str(path)) is rules


def test_a_file_that_changes_nothing_is_the_variant(tmp_path: Path) -> None:
    for variant in tp.variant_ids():
        path = written(tmp_path, f'extends = "{variant}"\n[rows]\n[options]\n')
        assert tp.load_rules(path) is tp.rules(variant)
    only_options = written(tmp_path, 'extends = "hongkong"\noptions = { min_fan = 1 }')
    assert tp.load_rules(only_options) is tp.rules("hongkong", min_fan=1)


def test_options_of_the_call_come_before_those_of_the_file(house: Path) -> None:
    assert tp.load_rules(house, min_fan=3).min_total == 3
    with pytest.raises(tp.RuleConfigError, match=r"^min_fan: expected"):
        tp.load_rules(house, min_fan="3")


def test_the_content_of_a_rule_set_makes_it_again(house: Path) -> None:
    named = extended({"extends": "hongkong", "id": "friday", "options": {"min_fan": 1}})
    plain = [tp.rules(variant) for variant in tp.variant_ids()]
    for rules in (*plain, tp.rules("hongkong", limit=8), tp.load_rules(house), tp.load_rules(house, min_fan=3), named):
        data = json.loads(json.dumps(content(rules)))
        assert extended(data) is rules
        again = pickle.loads(pickle.dumps(rules))
        assert (again, content(again)) == (rules, data)


def test_a_table_may_name_its_rules() -> None:
    rules = extended({"extends": "hongkong", "id": "friday", "en": "Friday's", "version": "2013-07"})
    assert (rules.id, rules.en, rules.version, rules.zh) == ("friday", "Friday's", "2013-07", "吳銓高香港麻將")
    assert rules.digest != tp.rules("hongkong").digest
    assert values(rules) == values(tp.rules("hongkong"))


def test_a_changed_value_is_that_of_claimed_hands_too() -> None:
    for variant in tp.variant_ids():
        for row in tp.rules(variant).rows[::9]:
            changed = extended({"extends": variant, "rows": {row.id: {"value": 77}}})
            assert [(one.value, one.value_if_claimed) for one in changed.rows if one.id == row.id] == [(77, None)]


# What is wrong with a file


OWN_OPS = ("pair", "pear")
BAD: list[tuple[str, dict[str, Any], list[str]]] = [
    ("nothing", {}, ["extends: expected one of"]),
    ("a key", {"extends": "baida", "option": {}}, ["option: there is no such key, did you mean options?"]),
    ("a variant", {"extends": "badia"}, ["extends: expected one of baida"]),
    ("no text", {"extends": ["baida"]}, ["extends: expected one of baida"]),
    ("a name", {"extends": "baida", "zh": "", "id": "a b"}, ["zh: expected text", "id: expected a word"]),
    (
        "no table",
        {"extends": "baida", "options": [], "rows": 3},
        ["options: expected a table", "rows: expected a table"],
    ),
    (
        "options",
        {"extends": "baida", "options": {"min_fan": "8", "nonsense": 1, "rob_multi": "first"}},
        ["options.min_fan: expected a whole number from 0 to 100", "options.nonsense: ", "options.rob_multi: "],
    ),
    (
        "together",
        {"extends": "pungkong_cn", "options": {"fan_money": False, "fan_overrides": {"all_pungs": 5}}},
        ["options.fan_overrides: there is no row 'all_pungs'"],
    ),
    ("an unknown row", {"extends": "baida", "rows": {"pure_dragn": {"value": 3}}}, ["did you mean pure_dragon?"]),
    (
        "fields",
        {"extends": "baida", "rows": {"pure_dragon": {"valu": 3, "value": True, "scaling": "S", "excludes": "x"}}},
        [
            "rows.pure_dragon.valu: there is no such key, did you mean value?",
            "rows.pure_dragon.value: expected a whole number from 0 to 9999, found True",
            "rows.pure_dragon.scaling: expected 'scaled' or 'flat' or 'final'",
            "rows.pure_dragon.excludes: expected a list, found 'x'",
        ],
    ),
    (
        "a row of its own",
        {"extends": "baida", "rows": {"mine": {"value": 2, "when": [{"match": {"op": op}} for op in OWN_OPS]}}},
        [
            "rows.mine: zh, en missing",
            "rows.mine.when.0.match: within is missing",
            "rows.mine.when.1.match.op: expected",
        ],
    ),
    (
        "kinds",
        {"extends": "baida", "rows": {"pair_of_258": {"when": [{"match": {"op": "pair", "within": "5x"}}]}}},
        ["'5x' is not a kind set"],
    ),
    ("relations", {"extends": "baida", "rows": {"pure_dragon": {"excludes": ["nothing"]}}}, ["unknown row 'nothing'"]),
    (
        "kinds where nothing is chosen",
        {"extends": "hongkong", "rows": {"all_chows": {"kinds": ["sequences"]}}},
        ["all_chows: kinds under unconditional exclusions"],
    ),
    (
        "a word as id",
        {"extends": "baida", "rows": {"my row": {"zh": "a", "en": "a", "value": 1, "when": []}}},
        ["rows.my row: expected a word"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("data", "says"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_every_fault_is_told_at_once_with_its_path(data: dict[str, Any], says: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(data), "bad.json")
    with pytest.raises(tp.RuleConfigError) as caught:
        tp.load_rules(path)
    assert caught.value.option == str(path)
    assert [sentence for sentence in says if sentence not in str(caught.value)] == []


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.toml", "extends = ", "is no TOML"),
        ("a.toml", "extends = 'baida'\nextends = 'baida'", "is no TOML"),
        ("a.toml", b"\xff", "is no TOML"),
        ("a.json", "{", "is no JSON"),
        ("a.json", '{"extends": "baida", "extends": "baida"}', "'extends' stands twice"),
        ("a.json", "[" * 100_000, "is no JSON"),
        ("a.json", "[1]", "expected a table"),
        ("a.yaml", "extends: baida", "ends in .toml or .json"),
    ],
)
def test_a_file_that_cannot_be_read(name: str, content: str | bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(tp.RuleConfigError, match=says):
        tp.load_rules(written(tmp_path, content, name))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    unnamed: Any = 5
    for path in (tmp_path / "none.toml", tmp_path, "nul\0.toml", unnamed):
        with pytest.raises(tp.RuleConfigError):
            tp.load_rules(path)


def test_the_mark_that_some_editors_put_first_is_no_fault(tmp_path: Path) -> None:
    assert tp.load_rules(written(tmp_path, "\ufeffextends = 'baida'")) is tp.rules("baida")


# The command line


def test_a_rule_file_stands_where_a_variant_may(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(house), HAND, "--seat=W", "--indicator=7z", "--by=self_draw", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 40
    assert main(["waits", str(house), HAND, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["waits"] == ["3s", "6s"]
    assert main(["rules", str(house), "--option", "min_fan=3"]) == 0
    out = capsys.readouterr().out
    assert "週四牌局" in out
    assert "middle_pair" in out
    assert "minimum 3 fan" in out


def test_a_bad_rule_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, 'extends = "baida"\n[options]\nmin_fan = "x"\n[rows.nothing]\nvalue = 1')
    for lang in ("en", "zh"):
        assert main(["rules", str(path), "--lang", lang]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert "house.toml" in err
        assert lang == "zh" or "options.min_fan: " in err
        assert lang == "zh" or "rows.nothing: " in err


def test_schemas_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(rule_set_schema()))
    assert main(["rules", "hongkong", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["extends"] == {"const": "hongkong"}


def test_the_digest_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    digest = tp.rules("hongkong").digest
    assert main(["rules", "hongkong", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == digest
    assert main(["rules", "hongkong"]) == 0
    assert digest[:16] in capsys.readouterr().out

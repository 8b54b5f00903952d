"""Rule sets: options, errors, the JSON form, and what a rule set must hold together."""

from __future__ import annotations

import copy
import gc
import json
import pickle
from dataclasses import fields, replace
from typing import Any
from weakref import ref

import pytest

import tingpai as tp
from tingpai import batch
from tingpai.errors import RuleConfigError
from tingpai.native import same_rules
from tingpai.ruleset import matchers as m
from tingpai.ruleset.check import check, parts
from tingpai.ruleset.data import BESIDE, OPS, digest, from_data, to_data, to_json
from tingpai.ruleset.files import extended
from tingpai.ruleset.options import parse_option, without
from tingpai.ruleset.registry import KEPT, _recent, options_of, rules, variant_ids
from tingpai.ruleset.schema import Option, RuleSet

ALTERNATIVES: list[tuple[str, str, Any]] = []
for variant in variant_ids():
    for option in options_of(variant):
        if option.kind == "int":
            ALTERNATIVES += [(variant, option.name, value) for value in option.range or ()]
        elif option.kind == "bool":
            ALTERNATIVES += [(variant, option.name, value) for value in (True, False)]
        elif option.kind == "choice":
            ALTERNATIVES += [(variant, option.name, value) for value in option.choices]
        elif option.kind == "rows":
            ALTERNATIVES += [(variant, option.name, value) for value in (list(option.choices), option.choices[:1])]
        else:
            ALTERNATIVES += [(variant, option.name, {"self_drawn": {"value": 7, "scaling": "flat"}})]


ALSO: dict[tuple[str, str], dict[str, Any]] = {
    ("pungkong_cn", "fan_overrides"): {"fan_money": True},
}
"""What must be chosen too."""


def option_of(variant: str, name: str) -> Option:
    return next(option for option in options_of(variant) if option.name == name)


def test_the_variants_are_found_by_their_files() -> None:
    assert {"baida", "hongkong"} <= set(variant_ids())


@pytest.mark.parametrize("variant", variant_ids())
def test_a_rule_set_is_built_once(variant: str) -> None:
    assert rules(variant) is rules(variant)
    spelled_out = {option.name: rules(variant).chosen[option.name] for option in options_of(variant)}
    assert rules(variant, **spelled_out) is rules(variant)


@pytest.mark.parametrize(("variant", "name", "value"), ALTERNATIVES)
def test_every_alternative_of_every_option_builds(variant: str, name: str, value: Any) -> None:
    also = ALSO.get((variant, name), {})
    built = rules(variant, **{name: value}, **also)
    assert built.chosen.keys() == {option.name for option in built.options}
    assert built.chosen[name] == (tuple(value) if isinstance(value, list) else value)
    assert all(option.clause and option.meaning for option in built.options)


def test_alternatives_were_seen() -> None:
    assert len(ALTERNATIVES) >= 80


@pytest.mark.parametrize(
    ("variant", "options", "named", "says"),
    [
        ("baida", {"min_fam": 8}, "min_fam", "min_fan"),
        ("baida", {"nonsense": 8}, "nonsense", "swap_timing"),
        ("baida", {"min_fan": "8"}, "min_fan", "whole number"),
        ("baida", {"min_fan": True}, "min_fan", "whole number"),
        ("baida", {"min_fan": 8.0}, "min_fan", "whole number"),
        ("baida", {"min_fan": -1}, "min_fan", "0 to 100"),
        ("baida", {"menqing_pung": 1}, "menqing_pung", "True or False"),
        ("baida", {"rob_multi": "first"}, "rob_multi", "nearest"),
        ("baida", {"extensions": "no_fives"}, "extensions", "list"),
        ("baida", {"extensions": ["no_five"]}, "extensions", "no_fives"),
        ("baida", {"extensions": [5]}, "extensions", "list"),
        ("baida", {"fan_overrides": {"pure_dragn": 12}}, "fan_overrides", "pure_dragon"),
        ("baida", {"fan_overrides": {"pure_dragon": -1}}, "fan_overrides", "pure_dragon"),
        ("baida", {"fan_overrides": {"pure_dragon": True}}, "fan_overrides", "pure_dragon"),
        ("baida", {"fan_overrides": {"pure_dragon": {}}}, "fan_overrides", "pure_dragon"),
        ("baida", {"fan_overrides": {"pure_dragon": {"worth": 12}}}, "fan_overrides", "pure_dragon"),
        ("baida", {"fan_overrides": {"pure_dragon": {"scaling": "S"}}}, "fan_overrides", "scaled"),
        ("baida", {"fan_overrides": {"no_fives": 12}}, "fan_overrides", "no row 'no_fives'"),
        ("baida", {"fan_overrides": ["pure_dragon"]}, "fan_overrides", "mapping"),
        ("hongkong", {"limit": 15}, "limit", "8 to 14"),
        ("hongkong", {"min_fan": 4}, "min_fan", "0 to 3"),
        ("hongkong", {"system": "3-5"}, "system", "3-4"),
        ("hongkong", {"system": ["3-4"]}, "system", "3-4"),
        ("hongkong", {"swap_timing": "off"}, "swap_timing", "no option 'swap_timing'"),
        ("hongkon", {}, "rules", "hongkong"),
        ("__init__", {}, "rules", "baida"),
        ("chess", {}, "rules", "baida"),
    ],
)
def test_a_bad_choice_is_named(variant: str, options: dict[str, Any], named: str, says: str) -> None:
    with pytest.raises(RuleConfigError, match=named) as caught:
        rules(variant, **options)
    assert caught.value.option == named
    assert says in str(caught.value)


def test_all_bad_choices_are_told_at_once() -> None:
    with pytest.raises(RuleConfigError) as caught:
        rules("baida", min_fan="ten", nope=1, extensions=["x", "y"], fan_overrides={"no_fives": "x", "z": -1}, bank="A")
    error = caught.value
    assert error.option == "min_fan"
    assert [one.option for one in error.each] == ["min_fan", "nope", *["extensions"] * 2, *["fan_overrides"] * 2]
    assert str(error) == "; ".join(f"{one.option}: {one.problem}" for one in error.each)
    assert error.each == (error, *error.others)
    with pytest.raises(RuleConfigError) as caught:
        rules("baida", fan_overrides={"no_such_row": 1, "nor_this": 2})
    assert str(caught.value).count("fan_overrides: there is no row") == 2


def test_rule_sets_are_kept_while_they_are_in_use() -> None:
    hand = tp.Hand.parse("123456789m 11p 44s")
    house = rules("hongkong", limit=9, system="4-4")
    from_file = extended({"extends": "hongkong", "rows": {"all_pungs": {"value": 9}}})
    assert [tp.waits(hand, one) for one in (house, from_file)]
    assert [len(batch.score(["123m"], one, by="self_draw")) for one in (house, from_file)] == [1, 1]
    assert rules("hongkong", limit=9, system="4-4") is house
    assert same_rules(pickle.loads(pickle.dumps(from_file))) is from_file
    left = [ref(house), ref(from_file)]
    del house, from_file, hand
    for min_fan in range(1, KEPT + 2):
        rules("baida", min_fan=min_fan)
    gc.collect()
    assert [known() for known in left] == [None, None]
    assert len(_recent) == KEPT


def test_defaults_may_hang_on_another_choice() -> None:
    assert (rules("baida").chosen["chips"], rules("baida").chosen["rake"]) == (200, False)
    bank = rules("baida", bank="B")
    assert (bank.chosen["chips"], bank.chosen["rake"]) == (3000, True)
    assert rules("baida", bank="B", chips=500, rake=False).chosen["chips"] == 500


@pytest.mark.parametrize(
    ("variant", "name", "text", "value"),
    [
        ("baida", "min_fan", "8", 8),
        ("baida", "menqing_pung", "on", True),
        ("baida", "dealer_bonus", "False", False),
        ("baida", "rob_multi", "nearest", "nearest"),
        ("baida", "extensions", "below_five, no_fives", ("no_fives", "below_five")),
        ("baida", "extensions", "", ()),
        ("baida", "fan_overrides", "pure_dragon=12", {"pure_dragon": {"value": 12}}),
        (
            "baida",
            "fan_overrides",
            "terminal_chows=2:flat,half_flush=:flat",
            {"half_flush": {"scaling": "flat"}, "terminal_chows": {"value": 2, "scaling": "flat"}},
        ),
        ("hongkong", "system", "4-4", "4-4"),
    ],
)
def test_options_read_from_text(variant: str, name: str, text: str, value: Any) -> None:
    assert parse_option(option_of(variant, name), text) == value


@pytest.mark.parametrize(
    ("variant", "name", "text"),
    [
        ("baida", "min_fan", "ten"),
        ("baida", "min_fan", ""),
        ("baida", "menqing_pung", "maybe"),
        ("baida", "fan_overrides", "pure_dragon"),
        ("baida", "fan_overrides", "pure_dragon=x"),
        ("baida", "fan_overrides", "pure_dragon="),
        ("hongkong", "pay", "Full"),
    ],
)
def test_text_that_is_no_value_is_refused(variant: str, name: str, text: str) -> None:
    with pytest.raises(RuleConfigError) as caught:
        parse_option(option_of(variant, name), text)
    assert caught.value.option == name


def test_overrides_change_value_and_scaling() -> None:
    changed = rules("baida", fan_overrides={"terminal_chows": {"value": 3, "scaling": "flat"}, "pure_dragon": 12})
    rows = {row.id: row for row in changed.rows}
    assert (rows["terminal_chows"].value, rows["terminal_chows"].scaling) == (3, "flat")
    assert (rows["pure_dragon"].value, rows["pure_dragon"].scaling) == (12, "scaled")
    assert {row.id for row in changed.rows} == {row.id for row in rules("baida").rows}
    assert rules("baida", fan_overrides={"pure_dragon": 12}) is rules(
        "baida", fan_overrides={"pure_dragon": {"value": 12}}
    )


@pytest.mark.parametrize("variant", variant_ids())
def test_the_json_form_holds_everything_and_comes_back(variant: str) -> None:
    built = rules(variant)
    data = json.loads(to_json(built))
    assert data == to_data(built)
    assert data.keys() == {field.name for field in fields(RuleSet)} - {*BESIDE}
    back = from_data(data)
    assert to_json(back) == to_json(built)
    assert back.rows == built.rows
    assert back.digest == digest(built) == built.digest


def test_matchers_are_written_with_all_their_fields() -> None:
    seen = set()
    for variant in variant_ids():
        for row in rules(variant).rows:
            for matcher in (part for top, _ in row.when for part in parts(top)):
                seen.add(OPS[type(matcher)])
    assert set(OPS.values()) == seen
    data = to_data(rules("baida"))
    dragon = next(row for row in data["rows"] if row["id"] == "pure_dragon")
    assert dragon["when"][1] == {
        "match": {
            "op": "run",
            "kind": "chow",
            "ranks": [0, 0, 3, 6, 6],
            "suits": 1,
            "start": 1,
            "pair": False,
            "twins": True,
            "times": 1,
        },
        "times": 2,
    }


def test_the_digest_tells_rule_sets_apart() -> None:
    assert rules("baida").digest != rules("baida", min_fan=8).digest
    assert rules("baida") != rules("baida", min_fan=8)
    assert len({rules("baida"), rules("baida", min_fan=10), rules("hongkong")}) == 2


def test_a_rule_set_is_frozen_and_travels() -> None:
    built = rules("baida", extensions=["no_fives"], fan_overrides={"pure_dragon": 12})
    with pytest.raises(TypeError):
        built.chosen["min_fan"] = 0  # type: ignore[index]
    with pytest.raises(TypeError):
        built.chosen["fan_overrides"]["pure_dragon"] = 0
    with pytest.raises(AttributeError):
        built.min_total = 0  # type: ignore[misc]
    copies: list[Any] = [pickle.loads(pickle.dumps(built)), copy.deepcopy(built)]
    for other in copies:
        assert other == built
        assert other.chosen == built.chosen
        with pytest.raises(TypeError):
            other.chosen["min_fan"] = 0


def test_without_drops_rows_and_every_mention() -> None:
    rows = without(rules("baida").rows, {"no_honours", "no_flowers", "self_drawn"})
    check(replace(rules("baida"), rows=rows))
    assert not any("no_honours" in row.excludes for row in rows)


@pytest.mark.parametrize(
    ("id", "change", "says"),
    [
        ("pure_dragon", {"excludes": ("no_row",)}, "no_row"),
        ("pure_dragon", {"excludes": ("pure_dragon",)}, "unknown row"),
        ("pure_dragon", {"beside": ("two_suit_dragon",)}, "beside"),
        ("pure_dragon", {"shapes": ("square",)}, "square"),
        ("pure_dragon", {"shapes": ()}, "empty"),
        ("pure_dragon", {"clause": ""}, "empty"),
        ("pure_dragon", {"value": -1}, "below 0"),
        ("pure_dragon", {"when": ((m.Pair("1m"), 0),)}, "multiplier"),
        ("pure_dragon", {"when": ((m.Pair("12"), 1),)}, "not a kind set"),
        ("pure_dragon", {"when": ((m.Pair("9z"), 1),)}, "not a kind set"),
        ("pure_dragon", {"when": ((m.not_(m.Tiles(within=("@north",))), 1),)}, "not a kind set"),
        ("pure_dragon", {"when": ((m.Sets("pung", 6), 1),)}, "6 sets"),
        ("pure_dragon", {"when": ((m.Run("chow", (0, 0), pair=True), 1),)}, "run of chows with the pair"),
        ("pure_dragon", {"when": ((m.Run("chow", (1, 2)), 1),)}, "ascend"),
        ("pure_dragon", {"when": ((m.Run("chow", (0, 3, 2)), 1),)}, "ascend"),
        ("pure_dragon", {"when": ((m.Copies(7), 1),)}, "7 groups"),
        ("pure_dragon", {"when": ((m.all_of(m.Event(names=("dora",))), 1),)}, "unknown event"),
        ("pure_dragon", {"when": ((m.Event(by=("theft",)), 1),)}, "unknown way"),
        ("pure_dragon", {"when": ((m.Shape("square"), 1),)}, "unknown shape"),
        ("pure_dragon", {"when": ((m.Residual(free=("no_row",)), 1),)}, "no_row"),
        ("pure_dragon", {"when": ((m.Residual(), 1), (m.Pair("1m"), 1))}, "residual beside"),
        ("pure_dragon", {"id": "two_suit_dragon"}, "twice"),
    ],
)
def test_a_row_that_does_not_hold_together_is_refused(id: str, change: dict[str, Any], says: str) -> None:
    built = rules("baida")
    rows = tuple(replace(row, **change) if row.id == id else row for row in built.rows)
    with pytest.raises(RuleConfigError, match=says):
        check(replace(built, rows=rows))


@pytest.mark.parametrize(
    "change",
    [
        {"shapes": ("standard", "square")},
        {"keywords": frozenset({"seat", "weather"})},
        {"tiles_in_hand": 13},
        {"grades": (0, 1, 1)},
        {"chosen": {}},
        {"wins": ()},
    ],
)
def test_a_set_that_does_not_hold_together_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(RuleConfigError):
        check(replace(rules("baida"), **change))

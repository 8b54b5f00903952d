"""JSON Schemas of rule sets and of rule files: what they take, and what they refuse."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import jsonschema
import pytest

import tingpai as tp
from test_rule_files import BAD, HOUSE
from tingpai.ruleset.data import to_data
from tingpai.ruleset.files import extended
from tingpai.ruleset.typed import DRAFT, rule_file_schema, rule_set_schema

FILE = tomllib.loads(HOUSE)


def validator(schema: dict[str, Any]) -> jsonschema.Draft202012Validator:
    assert schema["$schema"] == DRAFT
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_every_rule_set_is_as_its_schema_says() -> None:
    schema = validator(rule_set_schema())
    sets = [*map(tp.rules, tp.variant_ids()), extended(FILE), tp.rules("pungkong_cn", fan_money=True)]
    for rules in sets:
        data = to_data(rules)
        assert [error.message for error in schema.iter_errors(data)] == []
        assert schema.is_valid({**data, "digest": rules.digest})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("rows", 0, "value"), "1"),
        (("rows", 0, "valu"), 1),
        (("rows", 0, "when", 0, "match", "op"), "pear"),
        (("rows", 0, "scaling"), "S"),
        (("exclusions",), "sometimes"),
        (("options", 0, "kind"), "text"),
        (("wins", 0, "any_total"), None),
        (("grades",), [1, 2]),
        (("limit",), "none"),
        (("nonsense",), 1),
    ],
)
def test_the_schema_refuses_what_is_none(path: tuple[Any, ...], value: Any) -> None:
    data: Any = json.loads(json.dumps(to_data(tp.rules("baida"))))
    schema = validator(rule_set_schema())
    assert schema.is_valid(data)
    *way, last = path
    place = data
    for step in way:
        place = place[step]
    place[last] = value
    assert not schema.is_valid(data)


def schema_for(variant: str) -> jsonschema.Draft202012Validator:
    rules = tp.rules(variant)
    return validator(rule_file_schema(variant, rules.rows, rules.options))


def test_a_rule_file_is_as_its_schema_says() -> None:
    assert [error.message for error in schema_for("baida").iter_errors(FILE)] == []
    for variant in tp.variant_ids():
        assert schema_for(variant).is_valid({"extends": variant, "options": json.loads(json.dumps(defaults(variant)))})


def defaults(variant: str) -> dict[str, Any]:
    return {option.name: option.default for option in tp.options_of(variant)}


TOGETHER = ("together", "kinds", "relations", "a word as id")
"""What no schema can say."""


@pytest.mark.parametrize(("name", "data"), [row[:2] for row in BAD if row[0] not in TOGETHER and row[1].get("extends")])
def test_the_schema_of_rule_files_refuses_bad_ones(name: str, data: dict[str, Any]) -> None:
    schema = schema_for("baida")
    if name == "a name":
        data = data | {"id": 3}
    assert not schema.is_valid(data)

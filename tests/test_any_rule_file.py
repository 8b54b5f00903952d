"""Whatever a rule file holds, it is a rule set that both engines read alike, or a RuleConfigError."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tingpai as tp
from tingpai.ruleset.data import OPS
from tingpai.ruleset.files import extended
from tingpai.ruleset.typed import types

PLAIN = st.none() | st.booleans() | st.integers(-3, 20_000) | st.floats() | st.text(max_size=5)
WORDS = st.sampled_from(["19m", "5m", "all", "any", "standard", "pung", "chow", "@seat", "flat", "self_drawn", "only"])
VALUES = st.recursive(
    PLAIN | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted({name for kind in OPS for name in types(kind)})
LISTS = st.lists(st.integers(0, 12), max_size=10) | st.lists(st.sampled_from(["19m", "567z"]), max_size=2)
LEAVES = st.builds(
    lambda op, rest: {**rest, "op": op},
    st.sampled_from(sorted(OPS.values())),
    st.dictionaries(st.sampled_from(FIELDS), VALUES | LISTS, max_size=3),
)
MATCHERS = st.recursive(
    LEAVES,
    lambda inner: (
        st.builds(lambda of: {"op": "all_of", "of": of}, st.lists(inner, max_size=3))
        | st.builds(lambda of: {"op": "not", "of": of}, inner)
    ),
    max_leaves=4,
)
CONDITIONS = st.lists(
    st.builds(lambda match, times: {"match": match, "times": times}, MATCHERS, st.integers(0, 3)), max_size=2
)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "zh": st.just("名"),
        "en": st.just("Name"),
        "value": st.integers(-1, 10_001),
        "when": CONDITIONS,
        "on": st.booleans(),
        "excludes": st.lists(st.sampled_from(["all_chows", "self_drawn", "mine"]), max_size=2),
        "alone": st.booleans(),
        "shapes": st.lists(st.sampled_from(["standard", "thirteen_orphans", "flowers"]), max_size=2),
        "pool": PLAIN,
        "tier": PLAIN,
        "family": PLAIN,
        "kinds": VALUES,
        "repeat": st.sampled_from(["each", "once"]),
    },
)
OPTIONS = st.sampled_from(["min_fan", "limit", "flowers", "fan_overrides", "fan_money"])
CONTENT = st.fixed_dictionaries(
    {"extends": st.sampled_from(tp.variant_ids())},
    optional={
        "options": st.dictionaries(OPTIONS, VALUES),
        "rows": st.dictionaries(
            st.sampled_from(["self_drawn", "all_chows", "half_flush", "mine", "no such"]), CHANGES, max_size=3
        ),
    },
)
KEYS = st.text(max_size=8) | st.sampled_from(["extends", "options", "rows", "id"])
HAND = tp.Hand.parse("123m 456p 789s 34m 22z +5m")


def judged(data: Any) -> tp.RuleSet | None:
    try:
        return extended(data)
    except tp.RuleConfigError:
        return None


def same_answer(rules: tp.RuleSet) -> None:
    native, slow = (tp.score(HAND, rules, by="self_draw", kernel=kernel) for kernel in KERNELS)
    assert (native.total, [line.id for line in native.lines]) == (slow.total, [line.id for line in slow.lines])


KERNELS: Any = ("native", "reference")


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(KEYS, VALUES) | CONTENT)
def test_any_content_is_a_rule_set_or_a_rule_config_error(data: dict[str, Any]) -> None:
    rules = judged(data)
    if rules is not None and rules.tiles_in_hand == 13:
        same_answer(rules)


@settings(max_examples=150, deadline=None)
@given(MATCHERS, st.integers(0, 50))
def test_any_matcher_makes_a_row_or_a_rule_config_error(matcher: Any, value: int) -> None:
    row = {"zh": "名", "en": "Name", "value": value, "when": [{"match": matcher}]}
    rules = judged({"extends": "pungkong_hk", "rows": {"mine": row}})
    if rules is not None:
        same_answer(rules)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode), st.sampled_from([".toml", ".json"]))
def test_any_bytes_are_a_rule_set_or_a_rule_config_error(tmp_path_factory: Any, content: bytes, suffix: str) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{suffix}"
    path.write_bytes(content)
    with pytest.raises(tp.RuleConfigError):
        tp.load_rules(path)

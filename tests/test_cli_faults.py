"""Faults in Chinese: every one has its sentence, and tells what the English one does."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from functools import partial

import pytest

import tingpai
from conftest import ROOT, cases
from small_rules import BY_NAME
from test_rule_files import BAD as BAD_FILES
from tingpai.admit import admit_call
from tingpai.cli import faults, rule_faults
from tingpai.conflicts import CONFLICTS, HAND_CONFLICTS
from tingpai.errors import ALL_CODES
from tingpai.ruleset.faults import PROBLEMS
from tingpai.ruleset.files import extended


def test_every_fault_has_a_chinese_sentence() -> None:
    assert set(faults.FAULTS_ZH) == set(ALL_CODES)
    assert len(ALL_CODES) > 40
    assert {*(row.says for row in CONFLICTS), *(row.says for row in HAND_CONFLICTS)} - set(faults.WORDS_ZH) == set()


def test_every_fault_of_a_rule_file_has_a_chinese_sentence() -> None:
    def named(text: str) -> set[str]:
        return {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(text) if name}

    assert {key: named(text) for key, text in PROBLEMS.items()} == {
        key: named(text) for key, text in rule_faults.PROBLEMS_ZH.items()
    }
    source = "".join(
        (ROOT / f"python/tingpai/ruleset/{name}.py").read_text("utf-8") for name in ("check", "files", "typed")
    )
    assert [key for key in PROBLEMS if f'"{key}"' not in source and key not in ("unknown", "nearest")] == []
    what = {
        *re.findall(r'unknown\((?:[^"()]*|f"[^"]*"), "([^"]*)"', source),
        *re.findall(r'_unknown\("([^"]*)"', source),
    }
    what |= {"option"}  # with rows and ways to win, of what stands twice
    assert what == set(rule_faults.WHAT_ZH)


def test_a_bad_rule_file_is_told_in_chinese() -> None:
    for _, data, says in BAD_FILES:
        with pytest.raises(tingpai.RuleConfigError) as caught:
            extended(data)
        chinese = faults.in_chinese(caught.value)
        for english in says:
            path, colon, _ = english.partition(": ")
            assert not colon or f"{path}:" in chinese
        assert re.findall(r"[a-z]{3,} [a-z]{2,} [a-z]{3,}", chinese) == [], chinese


def refusals() -> Iterator[tingpai.TingpaiError]:
    """The errors of every case of the data files, and those of house options."""
    calls: list[Callable[[], object]] = []
    for case in cases("refused_text"):
        calls.append(partial(tingpai.Hand.parse, case["text"]))
    for name in ("refused_hands", "refused_situations"):
        for case in cases(name):
            hand = tingpai.Hand.parse(case.get("hand", "1m"))
            rules, purpose = BY_NAME[case["rules"]], case.get("purpose", "score")
            calls.append(partial(admit_call, hand, rules, case["situation"], purpose))
    for variant, options in BAD_OPTIONS:
        calls.append(partial(tingpai.rules, variant, **options))
    calls += (partial(extended, data) for _, data, _ in BAD_FILES)
    for call in calls:
        try:
            call()
        except tingpai.TingpaiError as error:
            yield error


BAD_OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("hongkong", {"min_fan": 7}),
    ("hongkong", {"pay": "most"}),
    ("hongkong", {"rake": True}),
    ("baida", {"rake": 3}),
    ("baida", {"extensions": ["no_five"]}),
    ("baida", {"fan_overrides": {"all_pungs": -3}}),
    ("baida", {"fan_overrides": {"all_pungs": {"scaling": "tall"}}}),
    ("baida", {"fan_overrides": 3}),
    ("baidu", {}),
]


def test_chinese_faults_tell_what_the_english_ones_do() -> None:
    """Numbers, tiles, seats, clauses, columns, quoted values and the names of keywords, values and options."""
    facts = re.compile(r"\d+|(?<!\w)'[^']*'|\b[ESWN]\b|V\d-\w+|[a-z]+_[a-z_]+|\[[^]]*\]|(?<=[=])\w+")
    told = 0
    for error in refusals():
        chinese = faults.in_chinese(error)
        english = str(error).replace("(a set counts three)", "")
        missing = {fact for fact in facts.findall(english) if fact not in chinese and fact.strip("'") not in chinese}
        assert missing == set(), (english, chinese)
        told += len(facts.findall(english))
    assert told > 900

"""Faults in Chinese: every one has its sentence, and tells what the English one does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import tingpai
from conftest import cases
from small_rules import BY_NAME
from tingpai.admit import admit_call
from tingpai.cli import faults
from tingpai.conflicts import CONFLICTS, HAND_CONFLICTS
from tingpai.errors import ALL_CODES


def test_every_fault_has_a_chinese_sentence() -> None:
    assert set(faults.FAULTS_ZH) == set(ALL_CODES)
    assert len(ALL_CODES) > 40
    assert {*(row.says for row in CONFLICTS), *(row.says for row in HAND_CONFLICTS)} - set(faults.WORDS_ZH) == set()


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

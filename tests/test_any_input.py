"""Whatever a call is given, it answers or raises an error of the package; nothing else, and soon."""

from __future__ import annotations

import copy
import json
import pickle
import string
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tingpai as tp
from conftest import cases
from tingpai.cli import main
from tingpai.errors import ALL_CODES
from tingpai.hand import Meld
from tingpai.situation import KEYWORDS
from tingpai.tiles import KIND_COUNT, TILE_TEXT, WILD

VARIANTS = tp.variant_ids()
EXAMPLES = 150
unhurried = settings(
    deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)

SEATS = ["E", "S", "W", "N"]
VALUES: dict[str, list[Any]] = {
    "seat": SEATS, "round": SEATS, "discarder": SEATS, "feeder": SEATS,
    "by": ["self_draw", "discard", "rob_kong", "rob_concealed_kong", "rob_swap", "flowers", "rob_flower"],
    "replacement": ["kong", "kong_on_kong", "flower", "robbed_kong_on_kong"],
    "last_tile": [True, False], "first_turn": ["heavenly", "earthly", "human"], "river": [0, 1, 3, 60, 144],
    "riichi": ["closed", "open"], "riichi_turn": ["super_ippatsu", "ippatsu"], "swallow": [True, False],
    "streak": [0, 3], "indicator": ["7z", "5p", "3f"], "dora": ["1m", ["1m", "2p"]], "ura": ["3s"],
    "seen": ["8p3s", ["1z"]], "win_tile_state": ["free", "concealed", "exposed"], "prize": ["159m", "3f"],
    "die": [1, 6],
}  # fmt: skip
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6), st.binary(max_size=4),
    st.lists(st.one_of(st.none(), st.integers(), st.sampled_from(["1m", "8f", "?", ""])), max_size=3),
    st.sampled_from([{}, {1}, range(3), object(), 10**400, "E" * 300, int, len, ..., NotImplemented]),
)  # fmt: skip
KEYWORD = st.sampled_from(KEYWORDS).flatmap(
    lambda name: st.tuples(st.just(name), st.one_of(st.sampled_from(VALUES[name]), st.sampled_from(VALUES[name]), ODD))
)
SITUATIONS = st.one_of(
    st.lists(KEYWORD, max_size=7).map(dict),
    st.dictionaries(st.one_of(st.sampled_from(KEYWORDS), st.text(max_size=5)), ODD, max_size=4),
)
CALLS: dict[str, Callable[..., Any]] = {
    "score": tp.score,
    "waits": tp.waits,
    "distance": tp.distance,
    "acceptance": tp.acceptance,
    "decompose": lambda *args, **keywords: next(tp.decompose(*args, **keywords), None),
}
RESERVED = {"alternatives", "kernel", "live"}


@st.composite
def hands(draw: st.DrawFn) -> str:
    """Hands that are nearly right: so many tiles, sets among them, few wild tiles."""
    sets = draw(st.lists(st.sampled_from(
        ["[789s]", "[5<55p]", "[5555p]", "[5^55+5p]", "(1111z)", "[78?s]", "[7??p]c", "[???]t", "[124m]", "[2>222m]"]
    ), max_size=5))  # fmt: skip
    size = draw(st.sampled_from([13, 16, 14, 17])) - 3 * len(sets)
    near = st.sampled_from([0, 1, 1, 2, 2, 2, 3, 4, 13, 13, 14, 31, 31])
    tiles = draw(st.lists(st.one_of(near, near, st.integers(0, KIND_COUNT - 1)), min_size=max(0, size), max_size=18))
    loose = "".join(TILE_TEXT[tile] for tile in tiles[: max(0, size)])
    wilds = "?" * draw(st.integers(0, 2))
    flowers = "".join(TILE_TEXT[tile] for tile in draw(st.lists(st.integers(34, WILD - 1), max_size=8, unique=True)))
    winning = draw(st.sampled_from(["", "+1m", "+5p", "+?", "+3f", "+1m+2m"]))
    return f"{loose} {wilds} {' '.join(sets)} {winning} {flowers}"


def told(call: Callable[[], Any]) -> Any:
    """The answer with all that it tells, or the error; any other error is a failure."""
    try:
        answer = call()
        if isinstance(answer, tp.Result):
            json.dumps(answer.to_data())
            assert sum((answer.payments or {}).values()) == 0
            assert answer.wins == (answer.reason is None)
            repr(answer)
        return answer
    except tp.TingpaiError as error:
        refused = error
    assert refused.code in ALL_CODES
    assert str(refused)
    assert "\n" not in str(refused)
    assert type(pickle.loads(pickle.dumps(refused))) is type(refused)
    assert str(copy.copy(refused)) == str(refused)
    assert {fault.code for fault in getattr(refused, "faults", ())} <= ALL_CODES.keys()
    return refused


@unhurried
@given(st.sampled_from(sorted(CALLS)), hands(), st.sampled_from(VARIANTS), SITUATIONS)
def test_any_call_answers_or_refuses(name: str, text: str, variant: str, keywords: dict[str, Any]) -> None:
    hand, rules = tp.Hand.parse(text), tp.rules(variant)
    keywords = {key: value for key, value in keywords.items() if key not in RESERVED}
    before = str(hand)
    first = told(lambda: CALLS[name](hand, rules, **keywords))
    again = told(lambda: CALLS[name](hand, rules, **keywords))
    assert (type(first), str(hand)) == (type(again), before)
    if isinstance(first, tp.TingpaiError):
        assert str(first) == str(again)


GOLDEN = [case for variant in VARIANTS for case in cases(f"rows_{variant}")]
GIVEN = st.sampled_from(KEYWORDS).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from([None, *VALUES[name]])))


@settings(deadline=None, max_examples=2 * EXAMPLES)
@given(st.sampled_from(GOLDEN), st.lists(GIVEN, max_size=3).map(dict), st.sampled_from(["", "[5<55p]", "1m", "+?"]))
def test_a_golden_hand_in_any_situation_scores_or_is_refused(
    case: dict[str, Any], changes: dict[str, Any], more: str
) -> None:
    rules = tp.rules(case["rules"], **case["options"])
    keywords = {**case["situation"], **{name: value for name, value in changes.items() if name in rules.keywords}}
    hand = tp.Hand.parse(f"{case['hand']} {more}")
    native = told(lambda: tp.score(hand, rules, **keywords))
    slow = told(lambda: tp.score(hand, rules, kernel="reference", **keywords))
    assert type(native) is type(slow)
    if isinstance(native, tp.Result):
        assert (native.total, native.reason, native.payments) == (slow.total, slow.reason, slow.payments)


@unhurried
@given(st.sampled_from(sorted(CALLS)), ODD, ODD, SITUATIONS)
def test_any_arguments_are_refused(name: str, hand: Any, rules: Any, keywords: dict[str, Any]) -> None:
    keywords = {key: value for key, value in keywords.items() if key not in RESERVED}
    good = tp.Hand.parse("123m 456m 789p 55s 22z +5s")
    for call in (
        lambda: CALLS[name](hand, tp.rules("hongkong"), **keywords),
        lambda: CALLS[name](good, rules, **keywords),
        lambda: CALLS[name](hand, rules),
    ):
        assert isinstance(told(call), tp.TingpaiError)


@unhurried
@given(ODD, ODD, ODD)
def test_any_further_arguments_answer_or_refuse(alternatives: Any, kernel: Any, live: Any) -> None:
    hand, rules = tp.Hand.parse("123m 456m 789p 55s 22z +5s"), tp.rules("hongkong")
    told(lambda: tp.score(hand, rules, by="self_draw", alternatives=alternatives))
    told(lambda: tp.score(hand, rules, by="self_draw", kernel=kernel))
    told(lambda: tp.waits(hand, rules, live=live))


@unhurried
@given(st.one_of(ODD, st.sampled_from(VARIANTS)), st.data())
def test_any_options_build_or_are_refused(variant: Any, data: st.DataObject) -> None:
    known = [option.name for option in tp.options_of(variant)] if variant in VARIANTS else ["min_fan"]
    options = data.draw(st.dictionaries(st.one_of(st.sampled_from(known), st.text(max_size=5)), ODD, max_size=3))
    answer = told(lambda: tp.rules(variant, **options))
    assert isinstance(answer, (tp.RuleSet, tp.RuleConfigError))
    told(lambda: tp.options_of(variant))


@unhurried
@given(ODD, ODD, ODD, ODD)
def test_any_parts_make_a_hand_or_are_refused(tiles: Any, melds: Any, winning: Any, flowers: Any) -> None:
    hand = told(lambda: tp.Hand(tiles, melds, winning, flowers))
    if isinstance(hand, tp.Hand):
        assert tp.Hand.parse(str(hand)) == hand
    meld = told(lambda: Meld(tiles, melds, winning, flowers, tiles))
    if isinstance(meld, Meld):
        assert tp.Hand.parse(str(meld)).melds == (meld,)


ALL_SORTS = [
    "", "1m", "? 12m +3m", "123s 45s 789s 22p [789s] [456m] +6s 1f", "[7<8?s] [5^55+5p] (1111z) [7??p]c +?",
    "[78?s]c 12345678f", "東南西北 一二三萬",
]  # fmt: skip


@pytest.mark.parametrize("text", ALL_SORTS)
def test_hands_are_values(text: str) -> None:
    hand = tp.Hand.parse(text)
    for other in (tp.Hand.parse(str(hand)), pickle.loads(pickle.dumps(hand)), copy.copy(hand), copy.deepcopy(hand)):
        assert other == hand
        assert hash(other) == hash(hand)
        assert (str(other), repr(other)) == (str(hand), repr(hand))
        assert other.melds == hand.melds
    assert len({hand, tp.Hand.parse(text)}) == 1
    for meld in hand.melds:
        for same in (pickle.loads(pickle.dumps(meld)), copy.copy(meld), copy.deepcopy(meld)):
            assert (same, hash(same), str(same)) == (meld, hash(meld), str(meld))
    with pytest.raises(AttributeError):
        hand.tiles = ()  # type: ignore[misc]


def test_a_copied_hand_scores_the_same() -> None:
    hand = tp.Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
    rules = tp.rules("baida")
    total = tp.score(hand, rules, by="self_draw").total
    for other in (pickle.loads(pickle.dumps(hand)), copy.deepcopy(hand)):
        assert tp.score(other, rules, by="self_draw").total == total


class Way(str, Enum):  # noqa: UP042  # its str() is not its value, unlike that of a StrEnum
    DRAWN = "self_draw"


def test_text_of_a_further_type_is_text() -> None:
    hand = tp.Hand.parse("123m 456m 789p 55s 22z +5s")
    found = tp.score(hand, tp.rules("hongkong"), by=Way.DRAWN)
    assert found.total == tp.score(hand, tp.rules("hongkong"), by="self_draw").total
    assert [line.id for line in found.lines] == ["self_drawn", "no_flowers"]


# The command


WORDS = st.one_of(
    st.text(alphabet=string.printable, max_size=8),
    st.text(max_size=5).filter(lambda text: "\0" not in text),
    st.sampled_from([
        "score", "waits", "distance", "acceptance", "decompose", "rules", *VARIANTS, "--json", "--lang", "zh",
        "--seat", "E", "--by", "self_draw", "flowers", "--option", "min_fan=0", "min_fan=٣", "limit=1e9", "=",
        "--limit", "3", "-1", "--indicator",
        "7z", "--seen", "--last-tile", "--river", "99999999999", "--alternatives", "1",
        "123m 456m 789p 55s 22z +5s", "123s 45s 789s 22p [789s] [456m] +6s 1f", "--discarder", "--prize", "--",
        "extensions=no_fives,x", "fan_overrides=pure_dragon=12:flat", "--by-shape", "@file", "%s", "{0}",
    ]),
)  # fmt: skip


@settings(deadline=None, max_examples=2 * EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORDS, max_size=9))
def test_any_command_line_answers_or_says_one_line(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    status = main(argv)
    out, err = capsys.readouterr()
    if status:
        assert (status, out) == (2, ""), err
        assert err.startswith("tingpai: ")
        assert err.count("\n") == 1
        assert err.endswith("\n")
    else:
        assert err == ""
        assert out


@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(CALLS)), hands(), st.sampled_from(VARIANTS), st.lists(KEYWORD, max_size=5).map(dict))
def test_any_hand_on_the_command_line(
    capsys: pytest.CaptureFixture[str], name: str, text: str, variant: str, keywords: dict[str, Any]
) -> None:
    argv = [name, variant, text, "--lang", "zh"]
    for keyword, value in keywords.items():
        written = "".join(map(str, value)) if isinstance(value, list) else str(value)
        argv += [f"--{keyword.replace('_', '-')}"] + ([] if value is True else [written])
    status = main(argv)
    out, err = capsys.readouterr()
    assert (status, bool(out), err.count("\n")) in ((0, True, 0), (2, False, 1)), err

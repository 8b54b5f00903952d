"""What counts in the reference engine: exclusions, states, and hands worked out from the rules."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from dealt import (
    BAIDA,
    HONGKONG,
    dealt,
    facts,
    fan,
    lines,
    names,
    scored,
)
from tingpai import reference
from tingpai.admit import admit
from tingpai.hand import Hand
from tingpai.reference import Arrangement
from tingpai.reference.found import found
from tingpai.reference.matchers import Use
from tingpai.reference.scoring import Instance, best_choice, conflict
from tingpai.ruleset.matchers import (
    Pair,
    Residual,
    Run,
    Sets,
    Tiles,
)
from tingpai.ruleset.schema import Row, RuleSet

# What counts --------------------------------------------------------------------------------


def pattern(id: str, value: int, matcher: Any = None, **more: Any) -> Row:
    matcher = Tiles() if matcher is None else matcher
    return Row(id=id, zh=id, en=id, value=value, when=((matcher, 1),), clause="-", source="-", **more)


def with_rows(*rows: Row, base: RuleSet = BAIDA, **more: Any) -> RuleSet:
    return replace(base, rows=rows, **more)


CHOWS = "123m 123m 456m 456m 789s 2z +2z"


@pytest.mark.parametrize(
    ("rows", "best", "unconditional"),
    [
        ((pattern("a", 1), pattern("b", 5)), "a b", "a b"),
        ((pattern("a", 1, excludes=("b",)), pattern("b", 5)), "b", "a"),
        ((pattern("a", 1, excludes=("b",)), pattern("b", 5, excludes=("c",)), pattern("c", 9)), "a c", "a"),
        ((pattern("a", 1, pool="p"), pattern("b", 5, pool="p")), "b", "b"),
        ((pattern("a", 5, pool="p"), pattern("b", 5, pool="p")), "a", "a"),
        ((pattern("a", 1, tier="t"), pattern("b", 5, tier="t")), "b", "b"),
        ((pattern("a", 9, alone=True), pattern("b", 50)), "a", "a"),
        ((pattern("a", 9, alone=True), pattern("b", 50, alone=True)), "a", "a"),
        ((pattern("a", 1, Sets("chow", within="123m")), pattern("b", 5)), "a a b", "a a b"),
        ((pattern("a", 1, Sets("chow", within="123m"), repeat="once"), pattern("b", 5)), "a b", "a b"),
        ((pattern("a", 1, Sets("chow"), family="f"), pattern("b", 3, Sets("chow", 2), family="f")),
         "b b b b b b b b b b", "b b b b b b b b b b"),
        ((pattern("a", 3, Pair("2z"), family="f"), pattern("b", 3, Pair("2z"), family="f")), "a", "a b"),
        ((pattern("a", 3, Pair("2z"), family="f", beside=("b",)), pattern("b", 3, Pair("2z"), family="f",
         beside=("a",))), "a b", "a b"),
        ((pattern("a", 3, shapes=("knitted_dragon",)), pattern("b", 1)), "b", "b"),
        ((pattern("a", 3), pattern("b", 1, Residual(free=("a",)))), "a b", "a b"),
        ((pattern("a", 3), pattern("b", 1, Residual(limited=("a",)))), "a", "a"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("exclusions", ["best", "unconditional"])
def test_exclusions(rows: tuple[Row, ...], best: str, unconditional: str, exclusions: Any) -> None:
    rule_set = with_rows(*rows, exclusions=exclusions)
    reading = scored(rule_set, CHOWS)
    counted = " ".join(rows[line.row].id for line in reading.lines)
    assert counted == {"best": best, "unconditional": unconditional}[exclusions]


def test_two_that_share_a_kind_share_no_group_of_the_best_choice() -> None:
    reading = scored(with_rows(pattern("a", 3, Sets("chow", 2), kinds=("k",))), CHOWS)
    assert [line.row for line in reading.lines] == [0, 0]


def instance(chance: random.Random, number: int) -> Instance:
    def some(choices: str, most: int) -> tuple[str, ...]:
        return tuple(chance.sample(choices, chance.randrange(most + 1)))

    row = pattern(
        f"r{number}",
        chance.randrange(1, 6),
        family=chance.choice([None, None, "f", "g"]),
        kinds=some("kl", 1),
        pool=chance.choice([None, None, None, "p"]),
        excludes=tuple(f"r{other}" for other in chance.sample(range(9), 2)) if chance.random() < 0.3 else (),
    )
    use = Use(frozenset(chance.sample(range(5), chance.randrange(1, 4))), chance.choice([None, 1]))
    return Instance(number, row, row.value, 1, 1, use)


def test_the_best_choice_is_the_best_of_all_choices() -> None:
    chance = random.Random(3)
    for _ in range(150):
        held = [instance(chance, number) for number in range(9)]
        consistent = [
            chosen
            for size in range(10)
            for chosen in combinations(held, size)
            if not any(conflict(one, other) for one, other in combinations(chosen, 2))
        ]
        expected = min((-sum(one.worth for one in chosen), [one.number for one in chosen]) for chosen in consistent)
        found = best_choice(held)
        assert (-sum(one.worth for one in found), sorted(one.number for one in found)) == expected


def test_grades_look_at_the_groups_used() -> None:
    rule_set = with_rows(
        pattern("concealed", 3, Run("chow", (0, 0), suits=1), scaling="scaled"),
        pattern("exposed", 5, Sets("pung", 2, laid="open"), scaling="scaled"),
        pattern("mixed", 7, scaling="scaled"),
        pattern("flat", 11),
    )
    reading = scored(rule_set, "123m 123m 56p 55z [777z] [666z] +7p", win_tile_state="concealed")
    assert [(line.row, line.grade) for line in reading.lines] == [(0, 2), (1, 4), (2, 1), (3, 1)]


def test_kongs_and_the_group_won_take_either_state() -> None:
    rule_set = with_rows(pattern("shown", 1, Sets("pung", 2, exact=True, state="exposed")))
    text = "123m 456m 789s 11p 2z (7777z) 2z +1p"
    assert scored(rule_set, text).total == 1
    assert scored(rule_set, text, win_tile_state="concealed").total == 0
    obtained = replace(rule_set, states="as_obtained")
    assert scored(obtained, text).total == 0
    kong = "123m 456m 789s 11p 2z [7777z] 2z +1p"
    assert scored(obtained, kong).total == 0
    by_discard = facts(obtained, by="discard", discarder="W")
    admitted = admit(Hand.parse(kong), obtained, by_discard, "score")
    reading = reference.best(admitted, by_discard, obtained)
    assert reading is not None
    assert reading.total == 1


def test_value_where_any_set_is_claimed() -> None:
    rule_set = with_rows(pattern("row", 2, value_if_claimed=1))
    assert scored(rule_set, "123m 456m 789s 11p 22z (7777z) +1p").total == 2
    assert scored(rule_set, "123m 456m 789s 11p 22z [7777z] +1p").total == 1


def test_of_equal_readings_the_rows_that_come_first() -> None:
    rule_set = with_rows(pattern("pungs", 4, Sets("pung", 3)), pattern("chows", 4, Run("chow", (0, 0, 0), suits=1)))
    reading = scored(rule_set, "111222333m 456p 789s 2z +2z")
    assert [line.row for line in reading.lines] == [0]


# The winning tile -----------------------------------------------------------------------------


def groups_won(text: str, **keywords: Any) -> set[str]:
    hand, _ = dealt(BAIDA, text, **keywords)
    return {
        names(one.groups[won].tiles)
        for one in reference.decompose(hand, BAIDA)
        for won in reference.winning_groups(one, hand)
        if won is not None
    }


def test_a_natural_tile_joins_a_group_in_hand_that_shows_it() -> None:
    assert groups_won("12333m 456p 789s 22z [456m] +3m") == {"1m 2m 3m", "3m 3m 3m"}


def test_a_wild_tile_joins_a_group_with_a_tile_that_may_be_wild() -> None:
    assert groups_won("123m 456p 789s 22z 55z [345m] +?") == {"2z 2z 2z", "5z 5z 5z"}
    assert groups_won("123m 456p 789s 222z 5z [345m] +?") == {"5z 5z"}
    # The wild tile is a 3m: the two natural ones may lie in either group.
    assert groups_won("12333m 456p 789s 22z [345m] +?") >= {"1m 2m 3m", "3m 3m 3m"}


def test_special_shapes_are_never_free() -> None:
    hand, known = dealt(BAIDA, "1122334455667m777s +7m")
    for one in reference.decompose(hand, BAIDA):
        if one.shape == "seven_pairs":
            for won in reference.winning_groups(one, hand):
                assert list(reference.choices_of_states(one, won, known, BAIDA)) == [("concealed",) * 8]


# Readings found elsewhere -----------------------------------------------------------------------


def test_a_reading_scores_the_same_again() -> None:
    hand, known = dealt(BAIDA, "123m 456m 78m 11s 3z [78?p] ?? +3z", indicator="7z")
    found = list(reference.readings(hand, known, BAIDA))
    assert len(found) > 10
    for one in found[:20]:
        total, again = reference.rescore(one.arrangement, one.winning_group, one.states, hand, known, BAIDA)
        assert (total, again) == (one.total, one.lines)
        backwards = Arrangement(one.arrangement.shape, one.arrangement.groups[::-1])
        won = None if one.winning_group is None else len(backwards.groups) - 1 - one.winning_group
        assert reference.rescore(backwards, won, one.states[::-1], hand, known, BAIDA)[0] == one.total


def test_what_is_no_reading_is_refused() -> None:
    hand, known = dealt(BAIDA, "123s 45s 789s 22p [789s] [456m] +6s", indicator="7z")
    one = scored(BAIDA, "123s 45s 789s 22p [789s] [456m] +6s", indicator="7z")
    with pytest.raises(ValueError, match="not an arrangement"):
        reference.rescore(replace(one.arrangement, groups=one.arrangement.groups[1:]), 0, (), hand, known, BAIDA)
    with pytest.raises(ValueError, match="winning tile"):
        reference.rescore(one.arrangement, 0, one.states, hand, known, BAIDA)
    with pytest.raises(ValueError, match="states"):
        reference.rescore(one.arrangement, one.winning_group, ("exposed",) * 6, hand, known, BAIDA)


# The rule tables --------------------------------------------------------------------------------


FAN = [
    # S1-16: with 456 of characters 2 more, with another 789 5 more; E1: no 老少副 in the dragon.
    ("123s 45s 789s 22p [789s] [456m] +6s 1f", {"seat": "W", "indicator": "7z"},
     {"清龍": 20, "相逢": 2, "般高": 3, "老少副": 2, "平糊": 3, "無字": 1, "將眼": 1, "自摸": 1, "爛花": 1}),
    # V1-j: all concealed, 4, 6 and 4.
    ("123456789s 456m 789s 2z +2z 1f", {"seat": "W", "indicator": "7z"},
     {"不求人": 5, "真獨": 2, "爛花": 1, "老少副": 4, "般高": 6, "相逢": 4, "清龍": 20, "平糊": 6, "缺一門": 10}),
    # S1-13.
    ("123s 789s 35p 22m [456m] [777z] +4p 2f", {"seat": "S", "indicator": "4z", "replacement": "flower"},
     {"兩色龍": 5, "箭刻": 8, "正花": 2, "將眼": 1, "自摸": 1, "真獨": 2, "花上自摸": 1}),
    # W005: a wild tile makes the fifth copy.
    ("33p 444p 5555p 66p 77p 22m 9s +6p 1f", {"seat": "N", "indicator": "9m"},
     {"五歸五": 80, "般高": 12, "缺一門": 10, "斷么": 10, "平糊": 6, "將眼": 1, "爛花": 1, "不求人": 5, "假獨": 1}),
    # V1-e 4, 29: five exposed pungs and the pair won, exposed too.
    ("1z [222m][333m][444p][666s][777z] +1z", {"seat": "S"},
     {"自摸": 1, "半求人": 8, "無花": 1, "箭刻": 8, "二姊妹": 12, "五明刻": 160, "五門齊": 40}),
    ("1z [222m][333m][444p][666s][7777z] +1z", {"seat": "S", "by": "rob_swap", "discarder": "E"},
     {"自摸": 1, "全求人": 15, "無花": 1, "箭刻": 8, "四歸一": 1, "二姊妹": 12, "五明刻": 160, "五門齊": 40}),
    # E3, V1-g2: robbed, the hand is no 簡簡糊 nor 不求人; with a concealed kong no 簡簡糊.
    ("111z 222m 333m 444p 99s 77z +9s", {},
     {"對碰": 1, "無花": 1, "圈風刻": 4, "門風刻": 4, "么九刻": 2, "二姊妹": 6, "簡簡糊": 100, "五門齊": 20}),
    ("111z 222m 333m 444p 99s 77z +9s", {"by": "rob_swap", "discarder": "S"},
     {"自摸": 1, "門前清": 3, "對碰": 1, "無花": 1, "圈風刻": 4, "門風刻": 4, "么九刻": 2, "二姊妹": 6, "五暗刻": 80,
      "五門齊": 20}),
    ("(1111z) 222m 333m 444p 99s 77z +9s", {},
     {"不求人": 5, "對碰": 1, "無花": 1, "圈風刻": 4, "門風刻": 4, "么九刻": 2, "四歸一": 2, "二姊妹": 6, "五暗刻": 80,
      "五門齊": 20}),
    # V1-e 25.
    ("147m258p369s 123m 55z 99s +5z", {}, {"不求人": 5, "對碰": 1, "無花": 1, "箭刻": 8, "組合龍": 15}),
    # E6: 地糊 takes 自摸, 不求人, N只內; a robbed tile counts among those in the rivers.
    ("123m 123p 123s 456m 78m 99p +9m", {"seat": "N", "first_turn": "earthly", "river": 3},
     {"地糊": 90, "三相逢": 20, "清龍": 20, "大平糊": 20}),
    ("123m 123p 123s 456m 78m 99p +9m", {"seat": "S", "river": 7, "by": "rob_kong", "discarder": "E"},
     {"自摸": 1, "門前清": 3, "十只內": 10, "三相逢": 20, "清龍": 20, "大平糊": 20}),
    # V1-e 12, 14: 絕獨 by the rivers; whole series of flowers replace theirs.
    ("[123m][123p] 123s 456m 78m 99p +9m 1234f 5678f", {"seat": "S", "seen": "999m"},
     {"自摸": 1, "絕獨": 4, "一台花": 20, "老少副": 8, "三相逢": 10, "兩色龍": 5, "平糊": 3, "無字": 1}),
    # V1-g2: special shapes.
    ("1122334455667m888m +7m", {}, {"自摸": 1, "無字花": 10, "清一色": 160, "清連七對哩咕": 100}),
    ("19m19p19s1234567z 12m 1m +3m 1f", {"seat": "S", "indicator": "8p"},
     {"十三么": 80, "自摸": 1, "爛花": 1, "真獨": 2}),
    ("147m258p369s1234567z +1z", {}, {"自摸": 1, "無花": 1, "十六不搭": 40}),
    # E9.
    ("234m 678p 45s 22z [567m] [333s] +6s 1f", {"seat": "S", "indicator": "7z"}, {"雞糊": 10}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "keywords", "expected"), FAN)
def test_fan(text: str, keywords: dict[str, Any], expected: dict[str, int]) -> None:
    assert fan(text, **keywords) == expected


def test_answers_in_the_shared_form() -> None:
    text = "123m 456m 78m 11s 3z [78?p] ?? +3z 1f"
    hand, known = dealt(BAIDA, text, indicator="7z")
    answers = found(hand, known, BAIDA, 5)
    assert len(answers) == len({answer.faces for answer in answers}) == 5
    assert [-answer.total for answer in answers] == sorted(-answer.total for answer in answers)
    best, first = scored(BAIDA, text, indicator="7z"), answers[0]
    assert first.total == best.total
    assert [counted.row for counted in first.counted] == [line.row for line in best.lines]
    assert first.concealed == {number for number, state in enumerate(best.states) if state == "concealed"}


@pytest.mark.parametrize(
    ("text", "state", "value"),
    [
        ("123s 456s 78s 222p 33z [345m] +9s", "free", 20),
        ("23s 22p [333z] [345m] [456s] [789s] +1s", "concealed", 10),
        ("23s 22p [333z] [345m] [456s] [789s] +1s", "free", 40),
    ],
)
def test_a_dragon_by_its_states(text: str, state: str, value: int) -> None:
    """S1-02: 10 mixed, 20 concealed, 40 exposed."""
    rule_set = replace(BAIDA, rows=tuple(row for row in BAIDA.rows if row.id == "pure_dragon"))
    assert scored(rule_set, text, indicator="7z", win_tile_state=state).total == value


def test_a_second_dragon_shares_no_chow() -> None:
    """S1-16, E2."""
    reading = scored(BAIDA, "123s 456s 789s 789s 45m 2z 2z +6m", indicator="7z")
    dragons = [line for line in reading.lines if "龍" in BAIDA.rows[line.row].zh]
    assert len(dragons) == 1


def test_all_pungs_exposed_replaces_all_pungs() -> None:
    counted = fan("2z [111m] [333p] [555s] [777s] (9999m) +2z", indicator="7z")
    assert counted["五明刻"] == 160
    assert "對對糊" not in counted


def test_flower_wins() -> None:
    reading = scored(BAIDA, "1234568f 123m 456m 789m 1112s 345s +7f", by="flowers")
    assert (reading.total, reading.arrangement) == (30, Arrangement("flowers", ()))
    assert lines(reading, BAIDA) == {"花糊": 30}


@pytest.mark.parametrize(
    ("text", "keywords", "expected"),
    [
        ("[777z][333m] 555p 88s 22m +8s", {"seat": "S", "by": "discard", "discarder": "W"},
         {"對對糊": 3, "箭刻": 1, "無花": 1}),
        ("[111p][333z] 777z 99p 44z +9p 1f", {"seat": "W"},
         {"自摸": 1, "花么": 1, "箭刻": 1, "門風刻": 1, "對對糊": 3, "混一色": 3}),
        ("555z 66z 123m 456m 99p +6z", {"seat": "W"}, {"自摸": 1, "箭刻": 2, "無花": 1}),
        ("555z 66z 123m 77z [456m] +6z", {"seat": "W"},
         {"自摸": 1, "小三元": 5, "混一色": 3, "無花": 1}),
        ("555p 66p 111m 777s 99s +6p", {"seat": "W"}, {"簡簡糊": 10}),
        ("1112345678999m +5m", {"seat": "W"}, {"九蓮燈": 10}),
        ("19m19p19s1234567z +1m", {"seat": "W"}, {"十三么": 10}),
        ("123m 567p 45s 22z [789m] +3s 1f", {"seat": "W", "by": "discard", "discarder": "E"}, {"平糊": 1}),
        ("123m 567p 44s 22z [999m] +4s 1f", {"seat": "W", "by": "discard", "discarder": "E"}, {"雞糊": 0}),
    ],
)  # fmt: skip
def test_hong_kong(text: str, keywords: dict[str, Any], expected: dict[str, int]) -> None:
    assert lines(scored(HONGKONG, text, **keywords), HONGKONG) == expected

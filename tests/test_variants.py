"""The tables of the variants, row for row as the rules print them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tingpai.ruleset import matchers as m
from tingpai.ruleset.check import parts
from tingpai.ruleset.registry import rules, variant_ids
from tingpai.ruleset.schema import Row, RuleSet

# V1-e, every tier spelled out: clause, class, names and values.
BAIDA = """
1 flat 自摸 1
2 final 不求人 5
3 final 門前清 3
4 final 半求人 8 全求人 15
5 flat 立直 5
6 flat 花上自摸 1 槓上自摸 1
7 flat 槓上槓 30 搶槓上槓 30
8 flat 海底撈月 20
9 flat 天糊 100 地糊 90
10 flat 四只內 80 七只內 20 十只內 10
11 flat 真獨 2 假獨 1 對碰 1
12 flat 絕獨 4
13 flat 無花 1 正花 2 爛花 1
14 flat 一台花 10 花糊 30
15 flat 將眼 1
16 scaled 字刻 1 圈風刻 2 門風刻 2 箭刻 2 么九刻 1
17 final 四歸一 1 四歸一 2
18 scaled 四歸二 5 四歸三 10 四歸四 20
19 scaled 五歸五 40 六歸六 80
20 scaled 老少副 2 老少碰 2
21 scaled 般高 3 三般高 15 四般高 30
22 scaled 相逢 2 三相逢 10
23 scaled 四同順 20 五同順 40
24 scaled 清龍 10 三色龍 8 兩色龍 5
25 final 組合龍 15
26 scaled 二兄弟 3 小三兄弟 10 大三兄弟 15
27 scaled 二姊妹 3 小三姊妹 8 大三姊妹 15 小四姊妹 20 四姊妹 40 小五姊妹 60 五姊妹 80
28 final 二暗刻 3 三暗刻 10 四暗刻 30 五暗刻 80
29 final 五明刻 160 簡簡糊 100
30 scaled 對對糊 30
31 scaled 平糊 3 大平糊 10
32 scaled 無字 1 無字花 5
33 scaled 缺一門 5 斷么 5
34 scaled 五門齊 10 七門齊 15
35 scaled 混一色 30 清一色 80 清字一色 80
36 scaled 全帶么 10 全帶么 15
37 scaled 混么 30 清么九 80
38 scaled 小二元 5 大二元 10 小三元 20 大三元 40 小四元 50 大四元 60 小五元 70 大五元 80 全箭 100
39 scaled 小三風 15 大三風 30 小四喜 60 大四喜 80
40 scaled 全黑 100 全綠 100 全兩色 80 全三色 60
41 scaled 全大 30 全中 30 全小 30
42 scaled 全帶五 20 全雙刻 30 全不倒 8
43 final 哩咕哩咕 40
44 flat 清連七對哩咕 100
45 final 十三么 80 十六不搭 40
46 flat 全百搭 1000
47 flat 雞糊 10
"""
BAIDA_EXTENSIONS = {
    "一色三步高": (10, "scaled"),
    "三色三步高": (5, "scaled"),
    "缺五": (10, "scaled"),
    "大於五": (50, "scaled"),
    "小於五": (50, "scaled"),
    "二明刻": (6, "final"),
    "三明刻": (20, "final"),
    "四明刻": (60, "final"),
}
# V3-6, 三三制.
HONGKONG = """
0 雞糊
1 自摸 平糊 花么 無花 正花 槓上花 搶槓 箭刻 門風刻 圈風刻 海底撈月 河底撈魚
2 一檯花
3 七隻花 對對糊 混一色
4 七隻花
5 小三元
7 清一色
8 大三元 小四喜 槓上槓 八隻花
9 八隻花
10 八隻花 天糊 地糊 簡簡糊 大四喜 十八羅漢 字一色 清么九 九蓮燈 十三么
"""


def by_id(variant: str, **options: Any) -> dict[str, Row]:
    return {row.id: row for row in rules(variant, **options).rows}


def excluded(rows: dict[str, Row], *ids: str) -> list[str]:
    """The Chinese names that rows exclude, once each."""
    return list(dict.fromkeys(rows[out].zh for id in ids for out in rows[id].excludes))


@pytest.mark.parametrize("variant", variant_ids())
def test_every_row_has_an_id_of_its_own_and_a_clause(variant: str) -> None:
    rows = rules(variant).rows
    assert len({row.id for row in rows}) == len(rows)
    assert all(re.match(r"V[1-5]-\w", row.clause) and row.source for row in rows)


def test_baida_has_the_rows_of_its_table_in_order() -> None:
    printed = []
    for line in BAIDA.strip().splitlines():
        clause, scaling, *names = line.split()
        for zh, value in zip(names[::2], names[1::2], strict=True):
            printed.append((f"V1-e {clause}", scaling, zh, int(value)))
    assert [(row.clause, row.scaling, row.zh, row.value) for row in rules("baida").rows] == printed
    assert len(printed) == 112


def test_baida_extensions_are_off_until_named() -> None:
    choices = next(option.choices for option in rules("baida").options if option.name == "extensions")
    extended = rules("baida", extensions=list(choices))
    added = {row.zh: (row.value, row.scaling) for row in extended.rows[len(rules("baida").rows) :]}
    assert added == BAIDA_EXTENSIONS
    assert {row.clause for row in extended.rows if row.id in choices} == {"V1-e 48"}


def test_hongkong_has_the_rows_of_its_table() -> None:
    printed = [
        (zh, int(value)) for value, *names in map(str.split, HONGKONG.strip().splitlines()) for zh in names
    ]  # fmt: skip
    assert sorted((row.zh, row.value) for row in rules("hongkong").rows) == sorted(printed)


# E1 to E9: what a row excludes.
EXCLUSIONS = {
    "不求人": "門前清 自摸",
    "簡簡糊": "五暗刻 對對糊 不求人 門前清 自摸",
    "五暗刻": "對對糊",
    "五明刻": "對對糊",
    "清一色": "混一色 缺一門 無字",
    "清字一色": "對對糊 混一色 混么 全帶么",
    "清么九": "對對糊 混么 全帶么 么九刻 無字",
    "混么": "全帶么 么九刻",
    "缺一門": "無字",
    "斷么": "無字",
    "全大": "無字",
    "全中": "無字 斷么",
    "全小": "無字",
    "全帶五": "無字 斷么",
    "全雙刻": "無字 斷么",
    "全箭": "小二元 大二元 小三元 大三元 小四元 大四元 小五元 大五元 箭刻 對對糊",
    "全綠": "混一色",
    "七門齊": "五門齊",
    "大平糊": "平糊 無字花 無字 無花",
    "無字花": "無字 無花",
    "天糊": "自摸 不求人 門前清 四只內 七只內 十只內",
    "地糊": "自摸 不求人 門前清 四只內 七只內 十只內",
    "半求人": "真獨 假獨",
    "全求人": "真獨 假獨",
    "絕獨": "真獨 假獨 對碰",
    "六歸六": "全帶五",
    "清連七對哩咕": "哩咕哩咕",
    "十三么": "五門齊 七門齊 混么 清么九",
    "十六不搭": "五門齊 七門齊 混么 清么九",
    "槓上槓": "花上自摸 槓上自摸",
    "搶槓上槓": "花上自摸 槓上自摸",
}


def test_baida_excludes_what_the_rules_name() -> None:
    rows = by_id("baida")
    found = {row.zh: " ".join(excluded(rows, row.id)) for row in rows.values() if row.excludes}
    # 全帶么 has two rows; only the one without honours bears on 無字.
    assert found.pop("全帶么") == "無字"
    assert not rows["mixed_outside_hand"].excludes
    assert {zh: set(names.split()) for zh, names in found.items()} == {
        zh: set(names.split()) for zh, names in EXCLUSIONS.items()
    }


def families(built: RuleSet, attribute: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in built.rows:
        names = getattr(row, attribute) or ()
        for name in (names,) if isinstance(names, str) else names:
            found.setdefault(name, set()).add(row.clause.removeprefix("V1-e "))
    return found


def test_baida_families_and_kinds() -> None:
    built = rules("baida")
    assert families(built, "family") == {
        "chow": {"20", "21", "22", "23", "24"},
        "pung": {"20", "26", "27"},
        "honour": {"16", "38", "39"},
        "flower": {"13", "14"},
    }
    assert families(built, "kinds") == {
        "terminal_chows": {"20"},
        "terminal_pungs": {"20"},
        "identical_chows": {"21", "23"},
        "mixed_suit_chows": {"22", "23"},
        "same_number_chows": {"23"},
        "dragon": {"24"},
        "brothers": {"26"},
        "sisters": {"27"},
        "dragons": {"38"},
        "winds": {"39"},
    }
    assert families(built, "pool") == {"river": {"10"}, "wait": {"11"}, "copies": {"17", "18", "19"}}
    assert families(built, "tier") == {"colours": {"40"}}
    rows = by_id("baida")
    assert rows["terminal_pung"].family is None
    assert rows["round_wind_pung"].beside == ("seat_wind_pung",)
    assert [row.zh for row in built.rows if row.alone] == ["花糊", "全百搭", "雞糊"]


def test_baida_special_shapes_take_the_rows_that_may_apply() -> None:
    special = {"seven_pairs", "thirteen_orphans", "sixteen_unrelated"}
    whole = {"1", *map(str, range(5, 11)), "12", "13", "32", "33", "34", "35", "37", "40", "41"}
    for row in rules("baida").rows:
        clause, shapes = row.clause.removeprefix("V1-e "), set(row.shapes)
        if row.zh in ("真獨", "一台花", "全不倒") or clause in whole:
            assert shapes == {"standard", "knitted_dragon", *special}, row.id
        elif clause in ("43", "44", "45", "46") or row.zh in ("花糊", "組合龍"):
            assert len(shapes) == 1, row.id
        else:
            assert not shapes & special, row.id
    no_block = {row.zh for row in rules("baida").rows if row.shapes == ("standard",)}
    assert no_block == {
        *("五明刻", "簡簡糊", "對對糊", "平糊", "大平糊", "全帶么", "全帶五", "全雙刻"),
        *("半求人", "全求人", "假獨"),
    }


def test_baida_options_change_their_rows_only() -> None:
    plain = by_id("baida")

    def changed(**options: Any) -> set[str]:
        return {id for id, row in by_id("baida", **options).items() if row != plain.get(id)}

    assert changed(single_set_scaling="flat") == {
        "guest_wind_pung",
        "round_wind_pung",
        "seat_wind_pung",
        "dragon_pung",
        "terminal_pung",
    }
    assert changed(menqing_pung=True) == {"concealed_hand"}
    assert changed(big_belly_min=3) == {"pure_dragon", "three_suit_dragon", "two_suit_dragon"}
    assert changed(tile_colours="wide") == {"all_black", "two_colours", "three_colours"}
    assert changed(extensions=["no_fives"]) == {"no_fives"}
    assert changed(min_fan=0, base=0, dealer_bonus=False, prize_tiles=0) == set()


def test_baida_settings() -> None:
    built = rules("baida")
    assert (built.tiles_in_hand, built.sets, built.min_total, built.limit) == (16, 5, 10, None)
    assert (built.exclusions, built.states, built.grades) == ("best", "free", (1, 2, 4))
    assert built.wild_tiles
    assert built.flowers
    assert {win.by: win.refused for win in built.wins} == {
        "self_draw": None,
        "rob_kong": None,
        "rob_swap": None,
        "flowers": None,
        "discard": "self_draw_only",
        "rob_concealed_kong": "not_robbable",
        "rob_flower": "not_robbable",
    }


# V3-6: what the systems and the options change.
@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({}, {"對對糊": 3, "混一色": 3, "小三元": 5, "清一色": 7, "大三元": 8, "小四喜": 8, "槓上槓": 8}),
        ({"system": "4-4"}, {"對對糊": 4, "混一色": 4, "小三元": 6, "清一色": 8, "大三元": 8, "槓上槓": 8}),
        ({"system": "3-4"}, {"對對糊": 4, "混一色": 3, "小三元": 5, "清一色": 7}),
        ({"limit": 8}, {"天糊": 8, "十三么": 8, "大三元": 8}),
        ({"limit": 14}, {"天糊": 14, "字一色": 14, "大三元": 8}),
        ({"haitei_fan": 2}, {"海底撈月": 2, "河底撈魚": 1, "自摸": 1}),
    ],
)
def test_hongkong_values(options: dict[str, Any], values: dict[str, int]) -> None:
    found = {row.zh: row.value for row in rules("hongkong", **options).rows}
    assert values.items() <= found.items()


@pytest.mark.parametrize(
    ("system", "values"), [("3-3", [3, 4, 8, 9, 10]), ("3-4", [3, 4, 8, 9, 10]), ("4-4", [4, 5, 8, 9, 10])]
)
def test_hongkong_flower_wins(system: str, values: list[int]) -> None:
    wins = [row for row in rules("hongkong", system=system).rows if row.shapes == ("flowers",)]
    assert [row.value for row in wins] == values
    assert all(row.alone and row.clause == "V3-17" for row in wins)


def test_hongkong_without_flowers() -> None:
    with_flowers, without = by_id("hongkong"), by_id("hongkong", flowers=False)
    assert "concealed_hand" not in with_flowers
    assert without.keys() - with_flowers.keys() == {"concealed_hand"}
    gone = {with_flowers[id].zh for id in with_flowers.keys() - without.keys()}
    assert gone == {"無花", "正花", "一檯花", "七隻花", "八隻花"}
    assert not rules("hongkong", flowers=False).flowers
    ways = {win.by: win.refused for win in rules("hongkong", flowers=False).wins}
    assert ways["flowers"] == ways["rob_flower"] == "no_flower_win"


def test_hongkong_contained_pungs_are_excluded() -> None:
    rows = by_id("hongkong")
    found = {row.zh: excluded(rows, row.id) for row in rows.values() if row.excludes}
    assert found == {
        "小三元": ["箭刻"],
        "大三元": ["箭刻"],
        "小四喜": ["門風刻", "圈風刻"],
        "槓上槓": ["槓上花"],
    }
    assert {row.zh for row in rows.values() if row.family == "flower"} == {"正花", "一檯花"}


def test_hongkong_limit_hands_stand_alone_in_order() -> None:
    alone = [row for row in rules("hongkong").rows if row.alone and row.shapes != ("flowers",)]
    assert [row.zh for row in alone] == "天糊 地糊 簡簡糊 大四喜 十八羅漢 字一色 清么九 九蓮燈 十三么".split()


def test_hongkong_settings() -> None:
    built = rules("hongkong")
    assert (built.tiles_in_hand, built.sets, built.min_total, built.limit) == (13, 4, 3, 10)
    assert (built.exclusions, built.states, built.wild_tiles) == ("unconditional", "as_obtained", False)
    robbing = next(win for win in built.wins if win.by == "rob_concealed_kong")
    assert (robbing.refused, robbing.shapes, robbing.otherwise) == (None, ("thirteen_orphans",), "not_robbable")
    assert {win.by for win in built.wins if win.any_total} == {"flowers", "rob_flower"}


@pytest.mark.parametrize("fan", range(4))
def test_hongkong_minimum(fan: int) -> None:
    assert rules("hongkong", min_fan=fan).min_total == fan


def test_lenient_concealed_pungs_ask_for_neither_a_draw_nor_the_absence_of_kongs() -> None:
    def leaves(**options: Any) -> set[type]:
        return {type(part) for part in parts(by_id("hongkong", **options)["self_made_pungs"].when[0][0])}

    assert {m.Not, m.Event} <= leaves()
    assert leaves(jianjian_strict=False) == {m.Sets}

"""Every number that the four source documents print, by its clause, through the public calls.

What is paid stands in paid_*.py; here is what hands are worth, what the indicators point at, and what the dice do.
Each document's examples are counted, so that none is dropped unseen.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import paid
import tingpai as tp
from mutate_money import FACTS
from tingpai.tiles import TILE_TEXT

IDS = [f"{fact.variant} {fact.clause} {fact.label}" for fact in FACTS]


@pytest.mark.parametrize("fact", FACTS, ids=IDS)
def test_what_is_paid(fact: paid.Fact) -> None:
    assert paid.answer(tp.rules(fact.variant, **fact.options), fact) == fact.expected


def worth(
    kernel: Any, variant: str, hand: str, situation: dict[str, Any], options: dict[str, Any]
) -> tuple[Any, Counter[str]]:
    """The total, or the reason why the hand does not win, and the value of each line by its Chinese name."""
    keywords = {"seat": "S", "round": "E", "by": "self_draw"} | situation
    result = tp.score(tp.Hand.parse(hand), tp.rules(variant, **options), kernel=kernel, **keywords)
    values: Counter[str] = Counter()
    for line in result.lines:
        values[line.zh] += line.subtotal
    return (result.reason or result.total), values


# Clause, hand, situation, options, then the total (or the reason of a refusal) and the lines the clause prints.
Example = tuple[str, str, dict[str, Any], dict[str, Any], int | str | None, dict[str, int]]

FROM_W = {"by": "discard", "discarder": "W"}
DRAGON = "222m 67p 44z +8p"
S1_16 = {"seat": "W", "indicator": "7z"}
PLAIN = "[234m] 567p 345s 888p 67s 44z +8s"
CONCEALED = "234m 567p 345s 888p 67s 44z +8s"
BAIDA: list[Example] = [
    ("S1-02 半明暗 10", f"[123s] 456789s {DRAGON}", {}, {}, None, {"清龍": 10}),
    ("S1-02 全暗 20", f"123456789s {DRAGON}", {}, {}, None, {"清龍": 20}),
    ("S1-02 全明 40", f"[123s][456s][789s] {DRAGON}", {}, {}, None, {"清龍": 40}),
    ("S1-05 ten fan", PLAIN, {"river": 11, "seen": "888s", "riichi": "closed"}, {}, 11, {}),
    ("S1-05 ten fan win", "[234m][567p][345s][888p][678s] 4z +4z", {}, {}, 10, {}),
    ("S1-05 nine do not", "[234m][567p][345s][888p][678s] 4z +4z 1f3f", {}, {"fan_overrides": {"half_melded": 6}},
     "below_minimum", {}),
    ("S1-09 立直 5", CONCEALED, {"riichi": "closed"}, {}, 11, {"立直": 5}),
    ("S1-13 20 fan", "123s 789s 35p 22m [456<m] [777z] +4p 2f", {"indicator": "4z", "replacement": "flower"}, {},
     20, {}),
    ("S1-16 暗清龍 20, 相逢 2, 般高 3, 老少副 2", "123s 45s 789s 22p [789s] [456m] +6s 1f", S1_16, {}, None,
     {"清龍": 20, "相逢": 2, "般高": 3, "老少副": 2}),
    ("S1-16 不能重覆計老少副", "123s 45s 789s 222p [444m] 5z +6s 5z", S1_16, {}, None, {"清龍": 20, "老少副": 0}),
    ("S1-16 另有456萬", "123s 45s 789s 222p [456m] 5z +6s 5z", S1_16, {}, None,
     {"清龍": 20, "相逢": 2, "老少副": 0}),
    ("S1-16 另有789索", "123s 45s 789s 222p [789s] 5z +6s 5z", S1_16, {}, None, {"清龍": 20, "般高": 3, "老少副": 2}),
]  # fmt: skip

THREE = "234m 567m 345p 678s 34s 99p +5s"
GUANGRI: list[Example] = [
    ("S2-1.3 three tai", THREE, FROM_W, {}, 3, {}),
    ("S2-2.1 2萬 points at 3萬", THREE, FROM_W | {"dora": "2m"}, {}, None, {"寶牌": 1}),
    ("S2-2.1 9條 points at 1條", "[123s][777z][666z] 456m 78p 44z +9p", FROM_W | {"dora": "9s", "last_tile": True}, {},
     None, {"寶牌": 1}),
    ("S2-2.1 東 points at 南", "[222z][777z][666z] 456m 78p 44z +9p", FROM_W | {"dora": "1z"}, {}, None, {"寶牌": 3}),
    ("S2-2.1 白 points at 中", "[111z][777z][666z] 456m 78p 44z +9p", FROM_W | {"dora": "5z"}, {}, None, {"寶牌": 3}),
    ("S2-2.3 3 tai and 3 dora are 6", THREE, FROM_W | {"dora": ["8p", "3s"]}, {}, 6, {"寶牌": 3}),
    ("S2-2.3 3 tai and 5 dora are 6", THREE, FROM_W | {"dora": ["8p", "8p", "3s"]}, {}, 6, {"寶牌": 3}),
    ("S2-2.4 2 tai and 2 dora", f"[234m] {THREE[5:]}", FROM_W | {"dora": "8p"}, {}, "below_minimum", {"寶牌": 2}),
    ("S2-2.5 5 tai", CONCEALED, {"riichi": "closed", "riichi_turn": "ippatsu"}, {}, 5, {}),
    ("S2-2.5 and one dora: 6", CONCEALED, {"riichi": "closed", "riichi_turn": "ippatsu", "dora": "1m"}, {}, 6,
     {"寶牌": 1}),
    ("S2-3.3 3 indicators are 6", THREE, FROM_W | {"riichi": "closed", "riichi_turn": "super_ippatsu",
     "dora": ["2m", "8p", "6m"], "ura": ["4p", "7s", "1z"]}, {}, 14, {"寶牌": 4, "裏寶牌": 2}),
    ("S2-3.4 立直 1", THREE, FROM_W | {"riichi": "closed"}, {}, 4, {"立直": 1}),
    ("S2-3.5 燕返 2: 4 + 2 = 6", "[222m][444p][666s] 777p 88m 99s +8m", FROM_W | {"swallow": True}, {}, 6,
     {"燕返": 2}),
    ("S2-3.6 超一發 4", CONCEALED, FROM_W | {"riichi": "closed", "riichi_turn": "super_ippatsu"}, {}, 6, {"超一發": 4}),
    ("S2-3.7 一發 2", CONCEALED, {"by": "discard", "discarder": "N", "riichi": "closed", "riichi_turn": "ippatsu"}, {},
     4, {"一發": 2}),
    ("S2-3.8 一發 1", CONCEALED, {"riichi": "closed", "riichi_turn": "ippatsu"}, {}, 5, {"一發": 1}),
    ("S2-3.10 short of 3", CONCEALED, FROM_W | {"riichi": "closed"}, {}, "below_minimum", {"立直": 1}),
    ("S2-3.12 開立直 5", CONCEALED, FROM_W | {"riichi": "open"}, {}, 6, {"開立直": 5, "立直": 0}),
    ("S2-3.12 哩咕", "22m55m33p77p11s88s44z 99p +9p", FROM_W, {}, 8, {"哩咕哩咕": 8}),
]  # fmt: skip

FREE = {"min_fan": 0}
FF, TT = {"system": "4-4"} | FREE, {"system": "3-4"} | FREE
RAISED = {"limit": 14} | FREE
NO_FLOWERS = {"flowers": False} | FREE
CHOWS = "[234m] 567p 345s 67s 44z +8s"
LAST = {"last_tile": True}
HONGKONG: list[Example] = [
    ("S3-02 雞糊 0", "[234m] 567p 888m 67s 44z +8s 1f", FROM_W, FREE, 0, {"雞糊": 0}),
    ("S3-02 自摸 1, 無花 1", "[234m] 567p 888m 67s 44z +8s", {}, FREE, 2, {"自摸": 1, "無花": 1}),
    ("S3-02 平糊 1", f"{CHOWS} 1f", FROM_W, FREE, 1, {"平糊": 1}),
    ("S3-02 花么 1", "[111m][999p] 111s 33z 44z +4z 1f", FROM_W, FREE, 4, {"花么": 1, "對對糊": 3}),
    ("S3-02 正花 1", "[234m] 567p 888m 67s 44z +8s 2f", FROM_W, FREE, 1, {"正花": 1}),
    ("S3-02 槓上花 1", "[234m] [8888m] 567p 67s 44z +8s", {"replacement": "kong"}, FREE, 3, {"槓上花": 1}),
    ("S3-02 搶槓 1", CHOWS, {"by": "rob_kong", "discarder": "W"}, FREE, 3, {"搶槓": 1}),
    ("S3-02 箭刻 1", "[234m] [777z] 567p 67s 44z +8s 1f", FROM_W, FREE, 1, {"箭刻": 1}),
    ("S3-02 門風刻 1", "[234m] [222z] 567p 67s 44z +8s 1f", FROM_W, FREE, 1, {"門風刻": 1}),
    ("S3-02 圈風刻 1", "[234m] [111z] 567p 67s 44z +8s 1f", FROM_W, FREE, 1, {"圈風刻": 1}),
    ("S3-02 門前清 1", CHOWS.replace("[234m]", "234m"), FROM_W, NO_FLOWERS, 2, {"門前清": 1}),
    ("S3-02 海底撈月 1", CHOWS, LAST, FREE, 4, {"海底撈月": 1}),
    ("S3-02 一檯花 2", f"{CHOWS} 1234f", FROM_W, FREE, 3, {"一檯花": 2}),
    ("S3-02 對對糊 3", "[222m][444p] 666s 88m 33z +8m 1f", FROM_W, FREE, 3, {"對對糊": 3}),
    ("S3-02 混一色 3", "[123m][333z] 345m 67m 55z +8m 1f", FROM_W, FREE, 3, {"混一色": 3}),
    ("S3-02 對對糊 4 四四", "[222m][444p] 666s 88m 33z +8m 1f", FROM_W, FF, 4, {"對對糊": 4}),
    ("S3-02 混一色 4 四四", "[123m][333z] 345m 67m 55z +8m 1f", FROM_W, FF, 4, {"混一色": 4}),
    ("S3-02 對對糊 4 三四", "[222m][444p] 666s 88m 33z +8m 1f", FROM_W, TT, 4, {"對對糊": 4}),
    ("S3-02 混一色 3 三四", "[123m][333z] 345m 67m 55z +8m 1f", FROM_W, TT, 3, {"混一色": 3}),
    ("S3-02 小三元 5", "[666z][777z] 234m 67p 55z +8p 1f", FROM_W, FREE, 5, {"小三元": 5}),
    ("S3-02 小三元 6 四四", "[666z][777z] 234m 67p 55z +8p 1f", FROM_W, FF, 6, {"小三元": 6}),
    ("S3-02 清一色 7", "[222m][345m] 567m 78m 99m +9m 1f", FROM_W, FREE, 7, {"清一色": 7}),
    ("S3-02 清一色 8 四四", "[222m][345m] 567m 78m 99m +9m 1f", FROM_W, FF, 8, {"清一色": 8}),
    ("S3-02 大三元 8", "[555z][666z][777z] 67p 22m +8p 1f", FROM_W, FREE, 8, {"大三元": 8}),
    ("S3-02 小四喜 8", "[222z][333z][444z] 67p 11z +8p 1f", FROM_W, RAISED, 11, {"小四喜": 8}),
    ("S3-02 槓上槓 8", "[2222m][8888m] 567p 67s 44z +8s 1f", {"replacement": "kong_on_kong"}, FREE, 9, {"槓上槓": 8}),
    ("S3-07a 不計門前清", CHOWS.replace("[234m]", "234m"), FROM_W, FREE, 2, {"門前清": 0}),
    ("S3-07c 河底撈魚 1", CHOWS, FROM_W | LAST, FREE, 3, {"河底撈魚": 1}),
    ("S3-07c 海底撈月自摸 2", CHOWS, LAST, FREE, 4, {"海底撈月": 1, "自摸": 1}),
    ("S3-07f 簡簡糊", "222m 444p 666s 88m 33z +8m", {}, FREE, 10, {"簡簡糊": 10}),
    ("S3-07f 暗槓", "(2222m) 444p 666s 88m 33z +8m", {}, FREE, 5, {"簡簡糊": 0}),
    ("S3-07f 別人打出的牌", "222m 444p 666s 88m 33z +8m", FROM_W, FREE, 4, {"簡簡糊": 0}),
]  # fmt: skip
LIMIT_HANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "天糊": ("234m 567p 888m 67s 44z +8s", {"seat": "E", "first_turn": "heavenly"}),
    "地糊": ("234m 567p 888m 67s 44z +8s", {"first_turn": "earthly"}),
    "簡簡糊": ("222m 444p 666s 88m 33z +8m", {}),
    "大四喜": ("[111z][222z][333z][444z] 5m +5m 1f", FROM_W),
    "十八羅漢": ("[2222m][4444p](6666s)[8888m] 3z +3z 1f", FROM_W),
    "字一色": ("[111z][333z] 555z 66z 77z +6z 1f", FROM_W),
    "清么九": ("[111m][999m] 111p 99s 99p +9s 1f", FROM_W),
    "九蓮燈": ("1112345678999m +5m 1f", FROM_W),
    "十三么": ("19m19p19s1234567z +1z 1f", FROM_W),
}
HONGKONG += [
    (f"S3-02 滿貫 {limit} {name}", hand, situation, {"limit": limit}, limit, {name: limit})
    for name, (hand, situation) in LIMIT_HANDS.items()
    for limit in (10, 14)
]
SEVEN, EIGHT = "147m258p369s1234z 123456f +7f", "147m258p369s1234z 1234567f +8f"
BY_FLOWERS, ROBBING = {"by": "flowers"}, {"by": "rob_flower", "discarder": "W"}
FED = "[2^222m] 147p258s369m4z"
HONGKONG += [
    ("S3-06a seven 3", SEVEN, BY_FLOWERS, {}, 3, {}),
    ("S3-02 seven 4 四四", SEVEN, BY_FLOWERS, {"system": "4-4"}, 4, {}),
    ("S3-06a eight 8", EIGHT, BY_FLOWERS, {}, 8, {}),
    ("S3-06b robbing the eighth 8", EIGHT, ROBBING, {}, 8, {}),
    ("S3-06c the dealer's seven 3", SEVEN, BY_FLOWERS | {"seat": "E", "first_turn": "heavenly"}, {}, 3, {}),
    ("S3-06c another's seven 3", SEVEN, BY_FLOWERS | {"first_turn": "earthly"}, {}, 3, {}),
    ("S3-06d seven 3", f"{FED} 123456f +7f", BY_FLOWERS | {"replacement": "kong"}, {}, 3, {}),
    ("S3-06d eight 8", f"{FED} 1234567f +8f", BY_FLOWERS | {"replacement": "kong"}, {}, 8, {}),
    ("S3-06e seven 4", SEVEN, BY_FLOWERS | LAST, {}, 4, {}),
    ("S3-06e eight 10", EIGHT, BY_FLOWERS | LAST, {}, 10, {}),
    ("S3-06e robbing the last 9", EIGHT, ROBBING | LAST, {}, 9, {}),
]

STAKES: list[Example] = [
    ("S4-J 自摸 1", "[222m] 567p 345s 88s 67m +8m", {}, {}, 1, {"自摸": 1}),
    ("S4-J 平糊 1", "123m 456p 789s 34m 22z +5m", FROM_W, {}, 1, {"平糊": 1}),
    ("S4-J 花么 1", "[111m][999p] 111s 44z 99m +4z", FROM_W, {}, 5, {"花么": 1}),
    ("S4-J 搶槓 1", "[222m] 567p 345s 88s 67m +8m", {"by": "rob_kong", "discarder": "W"}, {}, 1, {"搶槓": 1}),
    ("S4-J 箭刻 1", "[777z] 567p 345s 88s 67m +8m", FROM_W, {}, 1, {"箭刻": 1}),
    ("S4-J 門風 1", "[222z] 567p 345s 88s 67m +8m", FROM_W, {}, 1, {"門風刻": 1}),
    ("S4-J 圈風 1", "[444z] 567p 345s 88s 67m +8m", FROM_W | {"round": "N"}, {}, 1, {"圈風刻": 1}),
    ("S4-J 混一色 4", "[222m] 345m 567m 88m 33z +8m", FROM_W, {}, 4, {"混一色": 4}),
    ("S4-J 對對糊 4", "[222m][444p] 666s 88m 33z +8m", FROM_W, {}, 4, {"對對糊": 4}),
    ("S4-J 全黑 4", "[888p][333z] 444z 55z 22z +2z", FROM_W, {}, 13, {"全黑": 4}),
    ("S4-J 全綠 4", "[666z] 234s 234s 88s 66s +6s", FROM_W, {}, 9, {"全綠": 4}),
    ("S4-J 小三元 6", "[555z][666z] 345s 77z 67m +8m", FROM_W, {}, 6, {"小三元": 6}),
    ("S4-J 大三元 8", "[555z][666z][777z] 22s 67m +8m", FROM_W, {}, 8, {"大三元": 8}),
    ("S4-J 清一色 8", "[222m] 345m 567m 88m 99m +8m", FROM_W, {}, 8, {"清一色": 8}),
    ("S4-J 天糊 9 已加自摸", "222m 567p 345s 88s 67m +8m", {"seat": "E", "first_turn": "heavenly"}, {}, 9, {}),
    ("S4-J 地糊 9", "222m 567p 345s 88s 67m +8m", {"by": "discard", "discarder": "E", "first_turn": "earthly"}, {}, 9,
     {}),
    ("S4-J 簡簡糊 9 已加自摸及對對糊", "222m 444p 666s 88m 33z +8m", {}, {}, 9, {}),
    ("S4-J 槓上槓 9 已加自摸", "(2222m)[4444p] 345s 88s 67m +8m", {"replacement": "kong_on_kong"}, {}, 9, {}),
    ("S4-J 小四喜 10", "[222z][333z] 444z 11z 67m +8m", FROM_W | {"round": "W"}, {}, 14, {"小四喜": 10}),
    ("S4-J 全么九 14 已加對對糊", "[111m][999m] 111p 99s 99p +9s", FROM_W, {}, 14, {}),
    ("S4-J 11番 全么九", "[111m][999m] 111p 99s 99p +9s", FROM_W, {"quanyaojiu": 11}, 11, {}),
    ("S4-J 十三么 12", "19m19p19s1234567z +1m", FROM_W, {}, 12, {"十三么": 12}),
    ("S4-J 大四喜 13", "[111z][222z] 333z 44z 88s +4z", FROM_W | {"round": "W"}, {}, 21, {"大四喜": 13}),
    ("S4-K 拾三么 12 and 搶杠 1", "119m19p9s1234567z +1s", {"by": "rob_concealed_kong", "discarder": "W"}, {}, 13,
     {"十三么": 12, "搶槓": 1}),
]  # fmt: skip
SCORED = [
    (variant, *example)
    for variant, examples in (("baida", BAIDA), ("guangri", GUANGRI), ("hongkong", HONGKONG), ("pungkong_hk", STAKES))
    for example in examples
]


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize("example", SCORED, ids=[f"{one[0]} {one[1]}" for one in SCORED])
def test_what_a_hand_is_worth(example: tuple[Any, ...], kernel: Any) -> None:
    variant, _, hand, situation, options, total, printed = example
    found, values = worth(kernel, variant, hand, situation, options)
    assert total is None or found == total
    assert {name: values[name] for name in printed} == printed


# S1-03: for each indicator two hands that wait for tiles of one suit each; what completes both is wild.
WAITING = {
    "7": ("123m123m456p456p12s99m", "123s123s456p456p12m99s"),
    "3": ("456m456m789p789p45s99m", "456s456s789p789p45m99s"),
}


@pytest.mark.parametrize(
    ("indicator", "hands", "count"),
    [("7p", "7", 11), ("5z", "7", 11), ("2z", "7", 15), ("3f", "3", 19)],
    ids=["7筒", "白板", "南", "3號菊花"],
)
def test_how_many_tiles_are_wild(indicator: str, hands: str, count: int) -> None:
    """S1-03."""
    rules = tp.rules("baida")
    wild = 0
    for tile in TILE_TEXT:
        copies = (1 if tile.endswith("f") else 4) - (tile == indicator)
        if tile.startswith("?") or not copies:
            continue
        held = [tp.Hand.parse(f"{hand} +{tile}") for hand in WAITING[hands]]
        try:
            complete = [any(True for _ in tp.decompose(hand, rules, indicator=indicator)) for hand in held]
        except tp.IllegalHandError:
            continue  # a flower is no tile of a hand unless it is wild
        wild += copies * all(complete)
    assert wild == count


def test_a_claimed_chow_with_a_wild_tile_floats() -> None:
    """S1-03: 用八筒百搭上七筒,該順子是,六七八筒或七八九筒."""
    hand = tp.Hand.parse("[78?p] 123m 456m 123s 999s 4z +4z")
    arrangements = list(tp.decompose(hand, tp.rules("baida"), indicator="2p"))
    found = {arrangement.groups[0].tiles for arrangement in arrangements}
    assert found == {"678p", "789p"}


def test_every_document_has_its_examples() -> None:
    counts = Counter(fact.clause[:2] for fact in FACTS if fact.clause.startswith("S"))
    counts += Counter(example[1][:2] for example in SCORED)
    assert counts["S1"] >= 55
    assert counts["S2"] >= 55
    assert counts["S3"] >= 120
    assert counts["S4"] >= 50
    assert counts["S5"] >= 25

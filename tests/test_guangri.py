"""廣日麻: its table as the rules print it, its options, what its payment table pays, what cannot be (V2)."""

from __future__ import annotations

import operator
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import tingpai as tp
from differential import EVERY, Part, answer, certificate, deals, further
from tingpai.errors import IllegalHandError, RuleConfigError
from tingpai.notation import read_tiles
from tingpai.payout import TableScheme, WinFacts, payments
from tingpai.ruleset import matchers as m
from tingpai.ruleset.check import check
from tingpai.ruleset.schema import Row
from tingpai.tiles import TILE_TEXT

RULES = tp.rules("guangri")
EAST, SOUTH, WEST, NORTH = range(4)
PLAIN = "234m 567m 345p 678s 34s 99p +5s"
BASE = "234m 567p 345s 888p 67s 44z +8s"
DISCARD: dict[str, Any] = {"seat": "S", "by": "discard", "discarder": "W"}
DRAWN: dict[str, Any] = {"seat": "S", "by": "self_draw"}

# V2-d, with the rows of V2-12 and V2-13.
TABLE = """
1 門清 自摸 獨聽 場風刻 門風刻 中刻 發刻 白刻 斷么九 一般高 槓上開花 搶槓 海底撈月 河底撈魚 半求 立直 一發
2 平胡 全求 三暗刻 混全帶么 三色同順 一條龍 二般高 三色同刻 三槓子 一發 燕返
3 門清自摸
4 碰碰胡 混一色 小三元 純全帶么 混老頭 超一發
5 四暗刻 開立直
8 清一色 五暗刻 大三元 小四喜 四槓子 清老頭 哩咕哩咕 人胡
16 大四喜 字一色 地胡
24 天胡
"""


def by_id(**options: Any) -> dict[str, Row]:
    return {row.id: row for row in tp.rules("guangri", **options).rows}


def score(text: str, keywords: dict[str, Any], **options: Any) -> tp.Result:
    return tp.score(tp.Hand.parse(text), tp.rules("guangri", **options), **keywords)


# The table


def test_the_rows_are_those_of_the_table() -> None:
    printed = [(zh, int(value)) for value, *names in map(str.split, TABLE.strip().splitlines()) for zh in names]
    rows = [row for row in RULES.rows if not row.capped]
    assert sorted((row.zh, row.value) for row in rows) == sorted(printed)
    assert {row.zh: row.value_if_claimed for row in rows if row.value_if_claimed is not None} == {
        "混全帶么": 1,
        "三色同順": 1,
        "一條龍": 1,
    }


def test_rows_of_dora_stand_last_and_count_apart() -> None:
    dora = RULES.rows[-2:]
    assert [(row.zh, row.value, row.capped, row.counts_to_min) for row in dora] == [
        ("寶牌", 1, True, False),
        ("裏寶牌", 1, True, False),
    ]
    assert all(row.counts_to_min and not row.capped for row in RULES.rows[:-2])


def test_rows_exclude_what_the_rules_name() -> None:
    rows = by_id()
    found = {row.zh: {rows[out].zh for out in row.excludes} for row in rows.values() if row.excludes}
    first_turn = {"門清", "自摸", "門清自摸", "立直"}
    assert found == {
        "門清自摸": {"門清", "自摸"},
        "小三元": {"中刻", "發刻", "白刻"},
        "大三元": {"中刻", "發刻", "白刻"},
        "大四喜": {"場風刻", "門風刻"},
        "二般高": {"一般高"},
        "四槓子": {"三槓子"},
        "五暗刻": {"碰碰胡"},
        "混老頭": {"碰碰胡"},
        "清老頭": {"碰碰胡"},
        "字一色": {"碰碰胡"},
        **dict.fromkeys(("天胡", "地胡", "人胡"), first_turn),
    }


def test_seven_pairs_take_the_rows_that_may_apply() -> None:
    """V2-d2: 自摸, 清/混/字一色, 斷么九, riichi and circumstances."""
    found = {row.zh for row in RULES.rows if "seven_pairs" in row.shapes}
    assert found == set(
        "哩咕哩咕 自摸 清一色 混一色 字一色 斷么九 立直 開立直 一發 超一發 燕返 槓上開花 搶槓 海底撈月 河底撈魚 "
        "人胡 地胡 天胡 寶牌 裏寶牌".split()
    )


def test_settings() -> None:
    assert (RULES.tiles_in_hand, RULES.sets, RULES.min_total, RULES.limit) == (16, 5, 3, None)
    assert (RULES.exclusions, RULES.states, RULES.shapes) == (
        "unconditional",
        "as_obtained",
        ("standard", "seven_pairs"),
    )
    assert (RULES.flowers, RULES.wild_tiles, RULES.unit) == (False, False, "tai")
    assert {win.by: win.refused for win in RULES.wins} == {
        "self_draw": None,
        "discard": None,
        "rob_kong": None,
        "rob_concealed_kong": "not_robbable",
    }


def test_options_change_their_rows_only() -> None:
    plain = by_id()

    def changed(**options: Any) -> set[str]:
        return {id for id, row in by_id(**options).items() if row != plain.get(id)}

    assert changed(open_riichi_adds=True) == {"riichi"}
    assert changed(ura_is="tile") == {"ura"}
    assert changed(extensions=["dealer"]) == {"dealer"}
    assert changed(tai_overrides={"all_pungs": 5}) == {"all_pungs"}
    assert changed(min_counts="pattern_only") == {
        row.id
        for row in plain.values()
        if row.zh in "自摸 立直 開立直 一發 超一發 燕返 槓上開花 搶槓 海底撈月 河底撈魚 人胡 地胡 天胡".split()
    }
    assert changed(unit=10, payout_13_19="formula", streak_selfdraw="third", min_tai=5, max_kongs=0) == set()
    assert tp.rules("guangri", min_tai=5).min_total == 5
    assert tp.rules("guangri", extensions=["own_flower"]).flowers
    assert not tp.rules("guangri", extensions=["dealer"]).flowers


# Dora


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize(
    "cycle", ["1m 2m 3m 4m 5m 6m 7m 8m 9m", "1p 2p 3p 4p 5p 6p 7p 8p 9p", "1s 2s 3s 4s 5s 6s 7s 8s 9s", "1z 2z 3z 4z",
              "7z 6z 5z"]
)  # fmt: skip
def test_an_indicator_points_at_the_next_tile(cycle: str, kernel: Any) -> None:
    """V2-3, each of the 34."""
    kinds = cycle.split()
    for indicator, dora in zip(kinds, kinds[1:] + kinds[:1], strict=True):
        suit = "p" if dora[1] != "p" else "s"
        rest = f"111{suit} 234{suit} 456{suit} 789{suit} 9{suit}"
        for tile, times in ((dora, 3), (indicator, 0)):
            hand = tp.Hand.parse(f"{tile} {tile} {tile} {rest} +9{suit}")
            found = tp.score(hand, RULES, kernel=kernel, dora=[indicator], **DRAWN)
            assert sum(line.times for line in found.lines if line.id == "dora") == times, (indicator, tile)


@pytest.mark.parametrize("kernel", ["native", "reference"])
@pytest.mark.parametrize("ura_is", ["indicator", "tile"])
def test_a_flower_that_is_turned_up_points_at_nothing(ura_is: str, kernel: Any) -> None:
    rules = tp.rules("guangri", extensions=["own_flower"], ura_is=ura_is)
    hand = tp.Hand.parse("123m 45m 789m 123p 456p 22s +6m 1f")
    told: dict[str, Any] = {**DRAWN, "riichi": "closed", "kernel": kernel}
    plain = tp.score(hand, rules, **told, dora="8p8p", ura="8p8p")
    assert tp.score(hand, rules, **told, dora="8p3f", ura="2f8p").lines == plain.lines


def test_a_capped_line_shows_the_number_counted() -> None:
    result = score(PLAIN, DISCARD | {"dora": ["8p", "8p", "3s"]})
    dora = result.lines[-1]
    assert (dora.zh, dora.value, dora.times, dora.subtotal, dora.groups) == ("寶牌", 1, 3, 3, ())
    assert sum(line.subtotal for line in result.lines) == result.total == 6


def test_dora_may_be_written_either_way() -> None:
    for written in ("8p3s", ["8p", "3s"], ("8p", "3s")):
        assert score(PLAIN, DISCARD | {"dora": written}).total == 6


def test_alternatives_are_ordered_by_what_they_are_worth_with_dora() -> None:
    """With more dora than tai the cap lets the better reading gain more."""
    text = "223344m 556677p 888s 9s +9s"
    result = tp.score(tp.Hand.parse(text), RULES, alternatives=1, dora=["7s"] * 3, **DISCARD)
    totals = [result.total, *(reading.total for reading in result.alternatives)]
    # 哩咕 8 doubled; 門清 1 and 二般高 2 doubled (7s and 9s complete the sets: no 獨聽).
    assert totals == [16, 6]


def test_dora_goes_with_wild_tiles_free_states_and_the_best_choice() -> None:
    """What is added bears on which reading is best: on the alternatives and, by the cap, on every bound."""
    baida = tp.rules("baida")
    beside = {"no_flowers", "all_chows", "no_honours", "two_suit_chows", "self_drawn"}
    rows = [replace(row, counts_to_min=row.id not in beside) for row in baida.rows]
    dora = replace(RULES.rows[-2], value=3, shapes=tuple(baida.shapes))
    keywords = baida.keywords | {"dora"}
    rules = replace(
        baida, id="wild_dora", keywords=keywords, rows=(*rows, dora, replace(dora, id="more", capped=False))
    )
    check(rules)
    added = 0
    for deal in islice(deals(Part("rich", "baida", 7, 150, most=60)), 60):
        held = Counter(
            [*deal.hand.tiles, *deal.hand.winning, *(tile for meld in deal.hand.melds for tile in meld.tiles)]
        )
        elsewhere = read_tiles(deal.keywords["indicator"] + deal.keywords.get("seen", ""))
        left = [kind for kind in range(34) if held[kind] + elsewhere.count(kind) < 2 and kind not in deal.hand.winning]
        turned = sorted(left, key=lambda kind: held[kind + 1], reverse=True)[:3]
        asked = {**deal.keywords, "dora": [TILE_TEXT[kind] for kind in (*turned, *turned[:2])]}
        native = tp.score(deal.hand, rules, alternatives=3, **asked)
        slow = tp.score(deal.hand, rules, alternatives=EVERY, kernel="reference", **asked)
        assert answer(native) == answer(slow), deal
        assert operator.eq(*further(native, slow, 3)), deal
        assert operator.eq(*certificate(native)), deal
        added += any(line.id == "dora" for line in native.lines)
    assert added > 30


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"alone": True}, "excludes or is excluded"),
        ({"counts_to_min": True}, "counts toward the minimum"),
        ({"scaling": "scaled"}, "scaled"),
        ({"excludes": ("riichi",)}, "excludes"),
        ({"when": ((m.all_of(m.Dora("dora"), m.Tiles()), 1),)}, "beside another matcher"),
        ({"when": ((m.Tiles(), 1),)}, "capped, and no row of dora"),
    ],
)
def test_a_row_of_dora_stands_outside_what_rows_have_with_each_other(changes: dict[str, Any], says: str) -> None:
    dora = replace(RULES.rows[-2], **changes)
    with pytest.raises(RuleConfigError, match=says):
        check(replace(RULES, rows=(*RULES.rows[:-2], dora, RULES.rows[-1])))


def test_rows_of_dora_need_their_keyword() -> None:
    with pytest.raises(RuleConfigError, match="'ura'"):
        check(replace(RULES, keywords=RULES.keywords - {"ura"}))


# What cannot be


@pytest.mark.parametrize(
    ("text", "keywords", "code"),
    [
        ("[234m] 567p 345s 888p 67s 44z +8s", DISCARD | {"riichi": "closed"}, "riichi_conflict"),
        ("[8888p] 234m 567p 345s 67s 44z +8s", DISCARD | {"riichi": "open"}, "riichi_conflict"),
        ("(8888p) 234m 567p 345s 67s 44z +8s", DRAWN | {"first_turn": "earthly"}, "first_turn_conflict"),
        ("[234m] 567p 345s 888p 67s 44z +8s", DRAWN | {"first_turn": "earthly"}, "first_turn_conflict"),
        (BASE, DRAWN | {"first_turn": "human"}, "first_turn_conflict"),
        (BASE, DRAWN | {"first_turn": "heavenly"}, "first_turn_conflict"),
        (BASE, DISCARD | {"first_turn": "earthly"}, "first_turn_conflict"),
        (BASE, DISCARD | {"ura": "1m"}, "missing_riichi"),
        (BASE, DRAWN | {"riichi_turn": "ippatsu"}, "missing_riichi"),
        (BASE, DISCARD | {"riichi": "closed", "riichi_turn": "ippatsu"}, "riichi_conflict"),
        (BASE, DRAWN | {"riichi": "closed", "riichi_turn": "super_ippatsu"}, "riichi_conflict"),
        (BASE, DISCARD | {"by": "rob_kong", "riichi": "closed", "riichi_turn": "ippatsu"}, "riichi_conflict"),
        (BASE, DRAWN | {"swallow": True}, "swallow_conflict"),
        (BASE, DISCARD | {"discarder": "S"}, "winner_is_discarder"),
        (BASE, DISCARD | {"feeder": "E"}, "unused_keyword"),
        (BASE, DISCARD | {"indicator": "1m"}, "unused_keyword"),
        (BASE, DISCARD | {"dora": "8p8p"}, "too_many_copies"),
        (BASE, DISCARD | {"dora": "1f"}, "no_flowers"),
        (BASE + " 1f", DRAWN, "no_flowers"),
        (BASE, DRAWN | {"by": "flowers"}, "bad_value"),
        ("?34m 567p 345s 888p 67s 44z +8s", DRAWN, "no_wild_tiles"),
    ],
)
def test_what_cannot_be_is_refused(text: str, keywords: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalHandError) as raised:
        score(text, keywords)
    assert [fault.code for fault in raised.value.faults] == [code]


def test_riichi_hands_may_hold_a_concealed_kong() -> None:
    """S2-3.2."""
    result = score("(8888p) 234m 567p 345s 67s 44z +8s", DRAWN | {"riichi": "closed", "replacement": "kong"})
    assert {line.zh for line in result.lines} == {"門清自摸", "立直", "槓上開花"}


def test_a_concealed_kong_is_not_robbed() -> None:
    result = score(PLAIN, DISCARD | {"by": "rob_concealed_kong"})
    assert (result.wins, result.reason, result.payments) == (False, "not_robbable", None)


# What the table pays

# V2-18: what a discarder pays, as printed.
PAYS = {
    3: 60, 4: 80, 5: 100, 6: 240, 7: 280, 8: 320, 9: 360, 10: 400, 11: 440, 12: 480, 13: 600, 14: 660, 15: 720,
    16: 780, 17: 840, 18: 840, 19: 900, 20: 1200, 21: 1260, 22: 1320, 25: 1500, 40: 2400,
}  # fmt: skip
# V2-19: what each pays of a self-draw.
EACH = {
    3: 20, 4: 80, 5: 80, 6: 80, 7: 120, 8: 120, 9: 120, 10: 160, 11: 160, 12: 160, 13: 200, 14: 220, 15: 240,
    16: 260, 17: 280, 18: 280, 19: 300, 20: 400, 21: 420,
}  # fmt: skip
BY_FORMULA = {12: 480, 13: 600, 14: 660, 15: 720, 16: 780, 17: 840, 18: 900, 19: 960, 20: 1200, 21: 1260}
STREAK = {0: 0, 1: 20, 2: 40, 3: 80, 4: 160, 5: 320, 6: 320, 11: 320}


def paid(scheme: TableScheme, **facts: Any) -> dict[str, int]:
    postings = scheme.settle(WinFacts(**facts))
    assert all(posting.payee == facts["seat"] != posting.payer for posting in postings)
    assert all(posting.amount > 0 and posting.reason and posting.clause for posting in postings)
    return payments(postings)


@pytest.mark.parametrize(("tai", "amount"), PAYS.items())
def test_a_discarder_pays_the_row_alone(tai: int, amount: int) -> None:
    found = paid(TableScheme(), total=tai, seat=SOUTH, by="discard", discarder=WEST)
    assert found == {"E": 0, "S": amount, "W": -amount, "N": 0}
    robbed = paid(TableScheme(), total=tai, seat=SOUTH, by="rob_kong", discarder=WEST)
    assert robbed == found


@pytest.mark.parametrize(("tai", "each"), EACH.items())
def test_of_a_self_draw_each_pays_a_third(tai: int, each: int) -> None:
    found = paid(TableScheme(), total=tai, seat=SOUTH, by="self_draw")
    assert found == {"E": -each, "S": 3 * each, "W": -each, "N": -each}


@pytest.mark.parametrize(("tai", "amount"), BY_FORMULA.items())
def test_rows_by_formula(tai: int, amount: int) -> None:
    assert TableScheme(rows_13_19="formula").amount(tai) == amount


@pytest.mark.parametrize(("times", "amount"), STREAK.items())
def test_only_the_dealers_own_streak_pays(times: int, amount: int) -> None:
    facts: dict[str, Any] = {"total": 3, "streak": times}
    found = paid(TableScheme(), seat=EAST, by="discard", discarder=SOUTH, **facts)
    assert found == {"E": 60 + amount, "S": -60 - amount, "W": 0, "N": 0}
    drawn = paid(TableScheme(), seat=EAST, by="self_draw", **facts)
    assert drawn == {"E": 60 + 3 * amount, **dict.fromkeys("SWN", -20 - amount)}
    assert paid(TableScheme(), seat=WEST, by="discard", discarder=EAST, **facts)["E"] == -60
    assert paid(TableScheme(), seat=WEST, by="self_draw", **facts)["E"] == -20


@pytest.mark.parametrize(("times", "each"), [(1, 7), (2, 14), (3, 27), (5, 107)])
def test_a_streak_in_thirds_is_rounded_up(times: int, each: int) -> None:
    scheme = TableScheme(streak_selfdraw="third")
    assert paid(scheme, total=3, seat=EAST, by="self_draw", streak=times)["S"] == -20 - each
    assert paid(scheme, total=3, seat=EAST, by="discard", discarder=SOUTH, streak=times)["S"] == -60 - STREAK[times]


@pytest.mark.parametrize("unit", [1, 5, 10, 30, 100])
def test_the_unit_scales_the_table_and_the_streak(unit: int) -> None:
    scheme = TableScheme(unit=unit)
    assert [scheme.amount(tai) * 20 for tai in PAYS] == [amount * unit for amount in PAYS.values()]
    assert [scheme.streak(times) * 20 for times in STREAK] == [amount * unit for amount in STREAK.values()]
    assert all(scheme.drawn(tai) % 3 == 0 for tai in range(1, 50))


def test_below_the_table_a_tai_is_a_unit() -> None:
    assert [TableScheme().amount(tai) for tai in (1, 2)] == [20, 40]
    assert [TableScheme().drawn(tai) for tai in (1, 2)] == [60, 60]

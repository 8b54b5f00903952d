"""吳銓高百搭麻將: sixteen tiles, wild tiles by an indicator, self-draw only (V1).

The winner counts his own hand: exclusions leave him the best choice, and kongs and the
group of the winning tile take the state he wants.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..payout import BetRates, Chips, KongRates, Rate, ShareScheme, Tariff, table_slips
from ..payout.tariff import SECOND_DREW
from ..records import replace
from ..ruleset.matchers import (
    Copies,
    EachGroup,
    Event,
    Flowers,
    Matcher,
    Melds,
    Pair,
    Residual,
    Run,
    Sets,
    Shape,
    Tiles,
    Wait,
    all_of,
    not_,
)
from ..ruleset.schema import Option, Row, RuleSet, Scaling, Win
from ..tiles import (
    BAMBOO,
    BLACK,
    CHARACTERS,
    DOTS,
    DRAGON_KINDS,
    EVENS,
    EYES,
    FIVES,
    GREEN,
    GUEST_WINDS,
    HIGH,
    HONOURS,
    LOW,
    MIDDLE,
    NUMBERS,
    RED,
    REVERSIBLE,
    ROUND_WIND,
    SEAT_WIND,
    SIMPLES,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    WIDE_BLACK,
    WIND_KINDS,
)

if TYPE_CHECKING:
    from ..game.flow import Play

VARIANT_ID = "baida"

# What a row is worth: scaled over exactly the groups that make it (V1-37, V1-38), flat, or final (V1-40).
S: Scaling = "scaled"
F: Scaling = "flat"
D: Scaling = "final"

STANDARD = ("standard",)
HAND = ("standard", "knitted_dragon")
ANY = ("standard", "knitted_dragon", "seven_pairs", "thirteen_orphans", "sixteen_unrelated")

NOT_FIVE = "12346789m12346789p12346789s" + HONOURS
ABOVE_FIVE = "6789m6789p6789s"
BELOW_FIVE = "1234m1234p1234s"

SELF_DRAW = Event(by=("self_draw",))
ROBBED = Event(by=("rob_kong", "rob_swap"))
HEAVENLY = Event(names=("first_turn:heavenly",))
UNCLAIMED = Melds(chow=(0, 0), pung=(0, 0), open_kong=(0, 0))
FULLY_CONCEALED = all_of(UNCLAIMED, SELF_DRAW)
ALL_LAID = Melds(laid=(5, 5), concealed_kong=(0, 0), win_in="pair")
NO_FLOWERS = Flowers("none")
WHOLE_HAND = Tiles()
EVERY_TYPE = Tiles(present=(CHARACTERS, DOTS, BAMBOO, WIND_KINDS, DRAGON_KINDS))
ALL_CONCEALED = Sets("pung", 5, exact=True, state="concealed")


def _row(
    id: str, zh: str, en: str, value: int, scaling: Scaling, clause: str, source: str, *when: Matcher, **more: Any
) -> Row:
    """A row that holds where any of ``when`` does."""
    pairs = tuple((matcher, 1) for matcher in when)
    return Row(
        id=id, zh=zh, en=en, value=value, scaling=scaling, clause=f"V1-e {clause}", source=source, when=pairs, **more
    )


# Exclusions: E3 (不求人), E6 (天糊, 地糊, 半求人, 全求人).
CIRCUMSTANCES = (
    _row("self_drawn", "自摸", "Self-drawn", 1, F, "1", "W025, W023",
         Event(by=("self_draw", "rob_kong", "rob_swap")), shapes=ANY),
    _row("fully_concealed", "不求人", "Fully concealed hand", 5, D, "2", "W001",
         FULLY_CONCEALED, excludes=("concealed_hand", "self_drawn")),
    _row("concealed_hand", "門前清", "Concealed hand", 3, D, "3", "W001 [Q4]",
         all_of(Melds(chow=(0, 0), pung=(0, 0)), not_(FULLY_CONCEALED))),
    _row("half_melded", "半求人", "Half melded hand", 8, D, "4", "W001, A2",
         all_of(ALL_LAID, SELF_DRAW), shapes=STANDARD, excludes=("only_wait", "single_wait")),
    _row("fully_melded", "全求人", "Fully melded hand", 15, D, "4", "W001, A2",
         all_of(ALL_LAID, ROBBED), shapes=STANDARD, excludes=("only_wait", "single_wait")),
    _row("riichi", "立直", "Declared ready", 5, F, "5", "S1-09", Event(names=("riichi:closed",)), shapes=ANY),
    _row("flower_replacement", "花上自摸", "Self-drawn on a flower's replacement", 1, F, "6", "A2",
         all_of(Event(names=("replacement:flower",)), not_(HEAVENLY)), shapes=ANY),
    _row("kong_replacement", "槓上自摸", "Self-drawn on a kong's replacement", 1, F, "6", "A2",
         all_of(Event(names=("replacement:kong",)), not_(HEAVENLY)), shapes=ANY),
    _row("kong_on_kong", "槓上槓", "Self-drawn on a kong's replacement twice over", 30, F, "7", "A2",
         Event(names=("replacement:kong_on_kong",)), shapes=ANY, excludes=("flower_replacement", "kong_replacement")),
    _row("robbed_kong_on_kong", "搶槓上槓", "Robbing a kong made on a kong's replacement", 30, F, "7", "A2",
         Event(names=("replacement:robbed_kong_on_kong",)), shapes=ANY,
         excludes=("flower_replacement", "kong_replacement")),
    _row("last_tile", "海底撈月", "Last tile of the wall", 20, F, "8", "A2", Event(names=("last_tile",)), shapes=ANY),
    _row("heavenly_hand", "天糊", "Heavenly hand", 100, F, "9", "W021", HEAVENLY, shapes=ANY,
         excludes=("self_drawn", "fully_concealed", "concealed_hand", "within_four", "within_seven", "within_ten")),
    _row("earthly_hand", "地糊", "Earthly hand", 90, F, "9", "W021",
         Event(names=("first_turn:earthly",)), shapes=ANY,
         excludes=("self_drawn", "fully_concealed", "concealed_hand", "within_four", "within_seven", "within_ten")),
    _row("within_four", "四只內", "Within four discards", 80, F, "10", "W021, A2",
         Event(river=4), shapes=ANY, pool="river"),
    _row("within_seven", "七只內", "Within seven discards", 20, F, "10", "W021, A2",
         Event(river=7), shapes=ANY, pool="river"),
    _row("within_ten", "十只內", "Within ten discards", 10, F, "10", "W021, A2",
         Event(river=10), shapes=ANY, pool="river"),
)  # fmt: skip

# E6: 絕獨, a robbed kong.
WAITS = (
    _row("only_wait", "真獨", "Only wait", 2, F, "11", "W024, A2",
         all_of(Wait("only"), not_(HEAVENLY)), shapes=ANY, pool="wait"),
    _row("single_wait", "假獨", "Single wait in shape", 1, F, "11", "W024, A2",
         all_of(Wait("single"), not_(HEAVENLY)), shapes=STANDARD, pool="wait"),
    _row("two_pairs_wait", "對碰", "Wait on two pairs", 1, F, "11", "W024, A2",
         all_of(Wait("two_pairs"), not_(HEAVENLY)), pool="wait"),
    _row("last_visible", "絕獨", "Last tile of its kind", 4, F, "12", "W024 [Q10]",
         all_of(Wait("last_visible"), not_(Event(by=("rob_kong",))), not_(HEAVENLY)), shapes=ANY,
         excludes=("only_wait", "single_wait", "two_pairs_wait")),
)  # fmt: skip

FLOWERS = (
    _row("no_flowers", "無花", "No flowers", 1, F, "13", "A2", NO_FLOWERS, shapes=ANY),
    _row("own_flower", "正花", "Own flower", 2, F, "13", "A2", Flowers("own"), shapes=ANY, family="flower"),
    _row("other_flower", "爛花", "Other flower", 1, F, "13", "A2", Flowers("other"), shapes=ANY, family="flower"),
    _row("flower_series", "一台花", "Series of flowers", 10, F, "14", "A2", Flowers("series"), shapes=ANY,
         family="flower"),
    _row("eight_flowers", "花糊", "Eight flowers", 30, F, "14", "A2",
         all_of(Flowers("count", 8), Event(by=("flowers",))), shapes=("flowers",), alone=True),
)  # fmt: skip

# Families are those of E1.
SINGLE_GROUPS = (
    _row("pair_of_258", "將眼", "Pair of 2, 5 or 8", 1, F, "15", "W022", Pair(EYES)),
    _row("guest_wind_pung", "字刻", "Pung of a guest wind", 1, S, "16", "W027",
         Sets("pung", within=GUEST_WINDS), family="honour"),
    _row("round_wind_pung", "圈風刻", "Pung of the round wind", 2, S, "16", "W027",
         Sets("pung", within=ROUND_WIND), family="honour", beside=("seat_wind_pung",)),
    _row("seat_wind_pung", "門風刻", "Pung of the seat wind", 2, S, "16", "W027",
         Sets("pung", within=SEAT_WIND), family="honour", beside=("round_wind_pung",)),
    _row("dragon_pung", "箭刻", "Pung of dragons", 2, S, "16", "W027",
         Sets("pung", within=DRAGON_KINDS), family="honour"),
    _row("terminal_pung", "么九刻", "Pung of terminals", 1, S, "16", "W027", Sets("pung", within=TERMINALS)),
)  # fmt: skip

# E7: of one tile the highest only.
COPIES = (
    _row("open_four_in_one", "四歸一", "Four in one group, open kong", 1, D, "17", "W005",
         Sets("kong", laid="open"), pool="copies"),
    _row("concealed_four_in_one", "四歸一", "Four in one group, concealed kong", 2, D, "17", "W005",
         Sets("kong", laid="concealed"), pool="copies"),
    _row("four_in_two", "四歸二", "Four in two groups", 5, S, "18", "W005, T43", Copies(2), pool="copies"),
    _row("four_in_three", "四歸三", "Four in three groups", 10, S, "18", "W005, T43", Copies(3), pool="copies"),
    _row("four_in_four", "四歸四", "Four in four groups", 20, S, "18", "W005, T43", Copies(4), pool="copies"),
    _row("five_in_five", "五歸五", "Five in five groups", 40, S, "19", "W005", Copies(5), pool="copies"),
    _row("six_in_six", "六歸六", "One tile in every group", 80, S, "19", "W005",
         Copies(6), pool="copies", excludes=("all_fives",)),
)  # fmt: skip


def _chows(id: str, zh: str, en: str, value: int, clause: str, source: str, *kinds: str, run: Run) -> Row:
    return _row(id, zh, en, value, S, clause, source, run, family="chow", kinds=kinds)


# 同順 shares no chow with 般高 or 相逢 either, which may share with each other (E2).
SAME_NUMBER = ("same_number_chows", "identical_chows", "mixed_suit_chows")

CHOWS = (
    _chows("terminal_chows", "老少副", "Two terminal chows", 2, "20", "S1-16, A2", "terminal_chows",
           run=Run("chow", (0, 6), suits=1, start=1)),
    _row("terminal_pungs", "老少碰", "Two terminal pungs", 2, S, "20", "S1-16, A2",
         Run("pung", (0, 8), suits=1, start=1), family="pung", kinds=("terminal_pungs",)),
    _chows("two_identical_chows", "般高", "Two identical chows", 3, "21", "S1-16, A2", "identical_chows",
           run=Run("chow", (0, 0), suits=1)),
    _chows("three_identical_chows", "三般高", "Three identical chows", 15, "21", "S1-16, A2", "identical_chows",
           run=Run("chow", (0, 0, 0), suits=1)),
    _chows("four_identical_chows", "四般高", "Four identical chows", 30, "21", "S1-16, A2", "identical_chows",
           run=Run("chow", (0, 0, 0, 0), suits=1)),
    _chows("two_suit_chows", "相逢", "Same chow in two suits", 2, "22", "S1-16, A2", "mixed_suit_chows",
           run=Run("chow", (0, 0), suits=2)),
    _chows("three_suit_chows", "三相逢", "Same chow in three suits", 10, "22", "S1-16, A2", "mixed_suit_chows",
           run=Run("chow", (0, 0, 0), suits=3)),
    _chows("four_same_chows", "四同順", "Four chows of the same numbers", 20, "23", "A2", *SAME_NUMBER,
           run=Run("chow", (0, 0, 0, 0))),
    _chows("five_same_chows", "五同順", "Five chows of the same numbers", 40, "23", "A2", *SAME_NUMBER,
           run=Run("chow", (0, 0, 0, 0, 0))),
)  # fmt: skip


def _dragon(id: str, zh: str, en: str, value: int, suits: int, belly: int) -> Row:
    """123-456-789: twice its worth with both ends doubled, or with ``belly`` times 456."""
    plain, ends, middle = (
        Run("chow", ranks, suits=suits, start=1, twins=True)
        for ranks in ((0, 3, 6), (0, 0, 3, 6, 6), (0, *[3] * belly, 6))
    )
    row = _chows(id, zh, en, value, "24", "W018, S1-02", "dragon", run=plain)
    return replace(row, when=((plain, 1), (ends, 2), (middle, 2)))


def _dragons(belly: int) -> tuple[Row, ...]:
    return (
        _dragon("pure_dragon", "清龍", "Pure dragon", 10, 1, belly),
        _dragon("three_suit_dragon", "三色龍", "Three-suit dragon", 8, 3, belly),
        _dragon("two_suit_dragon", "兩色龍", "Two-suit dragon", 5, 2, belly),
        _row("knitted_dragon", "組合龍", "Knitted dragon", 15, D, "25", "W018",
             Shape("knitted_dragon"), shapes=("knitted_dragon",)),
    )  # fmt: skip


def _pungs(id: str, zh: str, en: str, value: int, clause: str, kind: str, run: Run) -> Row:
    return _row(id, zh, en, value, S, clause, "A2", run, family="pung", kinds=(kind,))


def _brothers(id: str, zh: str, en: str, value: int, groups: int, pair: bool = False) -> Row:
    """Pungs of one number in different suits."""
    return _pungs(id, zh, en, value, "26", "brothers", Run("pung", (0,) * groups, suits=groups, pair=pair))


def _sisters(id: str, zh: str, en: str, value: int, groups: int, pair: bool = False) -> Row:
    """Pungs of consecutive numbers in one suit."""
    return _pungs(id, zh, en, value, "27", "sisters", Run("pung", tuple(range(groups)), suits=1, pair=pair))


PUNGS = (
    _brothers("two_brothers", "二兄弟", "Two brothers", 3, 2),
    _brothers("little_three_brothers", "小三兄弟", "Little three brothers", 10, 3, pair=True),
    _brothers("big_three_brothers", "大三兄弟", "Big three brothers", 15, 3),
    _sisters("two_sisters", "二姊妹", "Two sisters", 3, 2),
    _sisters("little_three_sisters", "小三姊妹", "Little three sisters", 8, 3, pair=True),
    _sisters("big_three_sisters", "大三姊妹", "Big three sisters", 15, 3),
    _sisters("little_four_sisters", "小四姊妹", "Little four sisters", 20, 4, pair=True),
    _sisters("four_sisters", "四姊妹", "Four sisters", 40, 4),
    _sisters("little_five_sisters", "小五姊妹", "Little five sisters", 60, 5, pair=True),
    _sisters("five_sisters", "五姊妹", "Five sisters", 80, 5),
    _row("two_concealed_pungs", "二暗刻", "Two concealed pungs", 3, D, "28", "W019, A2",
         Sets("pung", 2, exact=True, state="concealed")),
    _row("three_concealed_pungs", "三暗刻", "Three concealed pungs", 10, D, "28", "W019, A2",
         Sets("pung", 3, exact=True, state="concealed")),
    _row("four_concealed_pungs", "四暗刻", "Four concealed pungs", 30, D, "28", "W019, A2",
         Sets("pung", 4, exact=True, state="concealed")),
    _row("five_concealed_pungs", "五暗刻", "Five concealed pungs", 80, D, "28", "W019, A2",
         ALL_CONCEALED, excludes=("all_pungs",)),
    _row("five_exposed_pungs", "五明刻", "Five exposed pungs", 160, D, "29", "W019, S3-07f",
         Sets("pung", 5, exact=True, state="exposed"), shapes=STANDARD, excludes=("all_pungs",)),
    _row("self_made_pungs", "簡簡糊", "Concealed pungs, self-drawn", 100, D, "29", "W019, S3-07f",
         all_of(ALL_CONCEALED, not_(Sets("kong")), SELF_DRAW), shapes=STANDARD,
         excludes=("five_concealed_pungs", "all_pungs", "fully_concealed", "concealed_hand", "self_drawn")),
    _row("all_pungs", "對對糊", "All pungs", 30, S, "30", "A2", all_of(Sets("pung", "all"), WHOLE_HAND),
         shapes=STANDARD),
)  # fmt: skip

OUTSIDE = ("mixed_outside_hand", "pure_outside_hand")

# E3 (all pungs), E4 (flushes, terminals), E5 (chows).
WHOLE = (
    _row("all_chows", "平糊", "All chows", 3, S, "31", "A2", all_of(Sets("chow", "all"), WHOLE_HAND), shapes=STANDARD),
    _row("plain_chows", "大平糊", "All chows, no honours, no flowers", 10, S, "31", "A2",
         all_of(Sets("chow", "all"), Tiles(within=(NUMBERS,)), NO_FLOWERS), shapes=STANDARD,
         excludes=("all_chows", "no_honours_no_flowers", "no_honours", "no_flowers")),
    _row("no_honours", "無字", "No honours", 1, S, "32", "A2", Tiles(within=(NUMBERS,)), shapes=ANY),
    _row("no_honours_no_flowers", "無字花", "No honours, no flowers", 5, S, "32", "A2",
         all_of(Tiles(within=(NUMBERS,)), NO_FLOWERS), shapes=ANY, excludes=("no_honours", "no_flowers")),
    _row("one_suit_missing", "缺一門", "One suit missing", 5, S, "33", "A2",
         Tiles(suits=2), shapes=ANY, excludes=("no_honours",)),
    _row("all_simples", "斷么", "All simples", 5, S, "33", "A2",
         Tiles(within=(SIMPLES,)), shapes=ANY, excludes=("no_honours",)),
    _row("five_types", "五門齊", "All five types", 10, S, "34", "W020, FD", EVERY_TYPE, shapes=ANY),
    _row("seven_types", "七門齊", "All seven types", 15, S, "34", "W020, FD",
         all_of(EVERY_TYPE, Flowers("both_series_touched")), shapes=ANY, excludes=("five_types",)),
    _row("half_flush", "混一色", "Half flush", 30, S, "35", "A2, W017",
         Tiles(suits=1, present=(HONOURS,)), shapes=ANY),
    _row("full_flush", "清一色", "Full flush", 80, S, "35", "A2, W017", Tiles(within=(NUMBERS,), suits=1), shapes=ANY,
         excludes=("half_flush", "one_suit_missing", "no_honours")),
    _row("all_honours", "清字一色", "All honours", 80, S, "35", "A2, W017", Tiles(within=(HONOURS,)), shapes=ANY,
         excludes=("all_pungs", "half_flush", "mixed_terminals", *OUTSIDE)),
    _row("mixed_outside_hand", "全帶么", "Terminals or honours in every group", 10, S, "36", "W015",
         all_of(EachGroup(TERMINALS_AND_HONOURS), Tiles(present=(NUMBERS, HONOURS))), shapes=STANDARD),
    _row("pure_outside_hand", "全帶么", "Terminals in every group", 15, S, "36", "W015",
         EachGroup(TERMINALS), shapes=STANDARD, excludes=("no_honours",)),
    _row("mixed_terminals", "混么", "Terminals and honours", 30, S, "37", "A2, W017",
         Tiles(within=(TERMINALS_AND_HONOURS,), present=(NUMBERS, HONOURS)), shapes=ANY,
         excludes=(*OUTSIDE, "terminal_pung")),
    _row("all_terminals", "清么九", "All terminals", 80, S, "37", "A2, W017", Tiles(within=(TERMINALS,)), shapes=ANY,
         excludes=("all_pungs", "mixed_terminals", *OUTSIDE, "terminal_pung", "no_honours")),
)  # fmt: skip


def _dragon_pungs(id: str, zh: str, en: str, value: int, pungs: int, pair: bool) -> Row:
    matcher = Sets("pung", pungs, within=DRAGON_KINDS, pair=DRAGON_KINDS if pair else None)
    return _row(id, zh, en, value, S, "38", "W008", matcher, family="honour", kinds=("dragons",))


def _wind_pungs(id: str, zh: str, en: str, value: int, pungs: int, pair: bool) -> Row:
    matcher = Sets("pung", pungs, within=WIND_KINDS, distinct=True, pair=WIND_KINDS if pair else None)
    return _row(id, zh, en, value, S, "39", "A2", matcher, family="honour", kinds=("winds",))


DRAGON_PUNGS = (
    _dragon_pungs("little_two_dragons", "小二元", "Little two dragons", 5, 1, True),
    _dragon_pungs("big_two_dragons", "大二元", "Big two dragons", 10, 2, False),
    _dragon_pungs("little_three_dragons", "小三元", "Little three dragons", 20, 2, True),
    _dragon_pungs("big_three_dragons", "大三元", "Big three dragons", 40, 3, False),
    _dragon_pungs("little_four_dragons", "小四元", "Little four dragons", 50, 3, True),
    _dragon_pungs("big_four_dragons", "大四元", "Big four dragons", 60, 4, False),
    _dragon_pungs("little_five_dragons", "小五元", "Little five dragons", 70, 4, True),
    _dragon_pungs("big_five_dragons", "大五元", "Big five dragons", 80, 5, False),
)

HONOUR_GROUPS = (
    *DRAGON_PUNGS,
    _row("all_dragons", "全箭", "All dragons", 100, S, "38", "W008", Tiles(within=(DRAGON_KINDS,)), family="honour",
         kinds=("dragons",), excludes=(*(row.id for row in DRAGON_PUNGS), "dragon_pung", "all_pungs")),
    _wind_pungs("little_three_winds", "小三風", "Little three winds", 15, 2, True),
    _wind_pungs("big_three_winds", "大三風", "Big three winds", 30, 3, False),
    _wind_pungs("little_four_winds", "小四喜", "Little four winds", 60, 3, True),
    _wind_pungs("big_four_winds", "大四喜", "Big four winds", 80, 4, False),
)  # fmt: skip


def _colours(black: str) -> tuple[Row, ...]:
    """Tiles printed in one colour only."""

    def row(id: str, zh: str, en: str, value: int, *within: str, excludes: tuple[str, ...] = ()) -> Row:
        return _row(id, zh, en, value, S, "40", "W004,006,007,009 [Q6]", Tiles(within=within), shapes=ANY,
                    tier="colours", excludes=excludes)  # fmt: skip

    return (
        row("all_black", "全黑", "All black", 100, black),
        row("all_green", "全綠", "All green", 100, GREEN, excludes=("half_flush",)),
        row("two_colours", "全兩色", "Two colours", 80, black + GREEN, black + RED, GREEN + RED),
        row("three_colours", "全三色", "Three colours", 60, black + GREEN + RED),
    )


# E4.
RANGES = (
    _row("upper_tiles", "全大", "Upper tiles", 30, S, "41", "W011–013", Tiles(within=(HIGH,)), shapes=ANY,
         excludes=("no_honours",)),
    _row("middle_tiles", "全中", "Middle tiles", 30, S, "41", "W011–013", Tiles(within=(MIDDLE,)), shapes=ANY,
         excludes=("no_honours", "all_simples")),
    _row("lower_tiles", "全小", "Lower tiles", 30, S, "41", "W011–013", Tiles(within=(LOW,)), shapes=ANY,
         excludes=("no_honours",)),
    _row("all_fives", "全帶五", "Fives in every group", 20, S, "42", "W014,010,002, MCR", EachGroup(FIVES),
         shapes=STANDARD, excludes=("no_honours", "all_simples")),
    _row("all_even_pungs", "全雙刻", "All even pungs", 30, S, "42", "W014,010,002, MCR",
         all_of(Sets("pung", "all", within=EVENS), Pair(EVENS)), shapes=STANDARD,
         excludes=("no_honours", "all_simples")),
    _row("reversible_tiles", "全不倒", "Reversible tiles", 8, S, "42", "W014,010,002, MCR",
         Tiles(within=(REVERSIBLE,)), shapes=ANY),
)  # fmt: skip

NO_TYPES = ("five_types", "seven_types", "mixed_terminals", "all_terminals")

# E8; E9 is 全百搭 and 雞糊.
SHAPES = (
    _row("seven_pairs", "哩咕哩咕", "Seven pairs and a triplet", 40, D, "43", "A2",
         Shape("seven_pairs"), shapes=("seven_pairs",)),
    _row("seven_consecutive_pairs", "清連七對哩咕", "Seven consecutive pairs of one suit", 100, F, "44", "W016",
         all_of(Shape("seven_pairs"), Run("pair", tuple(range(7)), suits=1), Tiles(within=(NUMBERS,), suits=1)),
         shapes=("seven_pairs",), repeat="once", excludes=("seven_pairs",)),
    _row("thirteen_orphans", "十三么", "Thirteen orphans", 80, D, "45", "A2",
         Shape("thirteen_orphans"), shapes=("thirteen_orphans",), excludes=NO_TYPES),
    _row("sixteen_unrelated", "十六不搭", "Sixteen unrelated tiles", 40, D, "45", "A2",
         Shape("sixteen_unrelated"), shapes=("sixteen_unrelated",), excludes=NO_TYPES),
    _row("all_wild", "全百搭", "All wild", 1000, F, "46", "W003",
         Shape("all_wild"), shapes=("all_wild",), alone=True),
    _row("chicken_hand", "雞糊", "Chicken hand", 10, F, "47", "W028, A2 [L]",
         Residual(free=("self_drawn",), limited=("no_flowers", "other_flower"), at_most=1),
         shapes=HAND, alone=True),
)  # fmt: skip

EXTENSIONS = (
    _row("one_suit_steps", "一色三步高", "Three stepped chows of one suit", 10, S, "48", "T2, OV, PD",
         Run("chow", (0, 1, 2), suits=1), kinds=("one_suit_steps",)),
    _row("three_suit_steps", "三色三步高", "Three stepped chows in three suits", 5, S, "48", "T2, OV, PD",
         Run("chow", (0, 1, 2), suits=3), kinds=("three_suit_steps",)),
    _row("no_fives", "缺五", "No fives", 10, S, "48", "T2, OV, PD", Tiles(within=(NOT_FIVE,))),
    _row("above_five", "大於五", "All above five", 50, S, "48", "T2, OV, PD", Tiles(within=(ABOVE_FIVE,))),
    _row("below_five", "小於五", "All below five", 50, S, "48", "T2, OV, PD", Tiles(within=(BELOW_FIVE,))),
    _row("two_exposed_pungs", "二明刻", "Two exposed pungs", 6, D, "48", "T2, OV, PD",
         Sets("pung", 2, exact=True, state="exposed")),
    _row("three_exposed_pungs", "三明刻", "Three exposed pungs", 20, D, "48", "T2, OV, PD",
         Sets("pung", 3, exact=True, state="exposed")),
    _row("four_exposed_pungs", "四明刻", "Four exposed pungs", 60, D, "48", "T2, OV, PD",
         Sets("pung", 4, exact=True, state="exposed")),
)  # fmt: skip

OPTIONS = (
    Option(name="min_fan", kind="int", default=10, range=(0, 100), clause="V1-29",
           meaning="fan that a hand needs to win"),
    Option(name="base", kind="int", default=5, range=(0, 1000), clause="V1-42",
           meaning="what each loser pays beside the fan"),
    Option(name="dealer_bonus", kind="bool", default=True, clause="V1-42",
           meaning="2n+1 fan between the dealer and the others, n the streak"),
    Option(name="prize_tiles", kind="int", default=4, range=(0, 16), clause="V1-44",
           meaning="prize tiles that the winner draws"),
    Option(name="rob_multi", kind="choice", default="all", choices=("all", "nearest"), clause="V1-32",
           meaning="who wins where several rob one tile"),
    Option(name="big_belly_min", kind="int", default=2, range=(2, 3), clause="V1-k Q8",
           meaning="how many 456 make a dragon big-bellied"),
    Option(name="single_set_scaling", kind="choice", default="literal", choices=("literal", "flat"), clause="V1-39",
           meaning="whether rows of one pung take the multiplier of its state"),
    Option(name="menqing_pung", kind="bool", default=False, clause="V1-g2",
           meaning="whether claimed pungs leave a concealed hand its fan"),
    Option(name="tile_colours", kind="choice", default="strict", choices=("strict", "wide"), clause="V1-e 40",
           meaning="which dots count as black: 8, or 2 4 8"),
    Option(name="extensions", kind="rows", default=(), choices=tuple(row.id for row in EXTENSIONS), clause="V1-e 48",
           meaning="rows that are off unless named here"),
    Option(name="fan_overrides", kind="overrides", default={}, clause="V1-g2",
           meaning="rows whose value or scaling the table has agreed otherwise"),
    Option(name="bank", kind="choice", default="A", choices=("A", "B"), clause="V1-48",
           meaning="A: chips held by the host, no rake; B: chips dealt out, with a rake"),
    Option(name="cash_in", kind="int", default=200, range=(0, 1_000_000), clause="V1-g2",
           meaning="what each of the others pays in, bank A"),
    Option(name="chips", kind="int", default=200, range=(1, 1_000_000), clause="V1-48",
           default_when=(("bank", "B", 3000),), meaning="chips each player starts with"),
    Option(name="rake", kind="bool", default=False, clause="V1-48", default_when=(("bank", "B", True),),
           meaning="whether the winner gives a tenth, rounded down"),
    Option(name="swap_timing", kind="choice", default="own_turn", choices=("own_turn", "off", "up_only", "any_action"),
           clause="V1-20", meaning="when wild tiles in sets may be swapped"),
    Option(name="claim_and_discard_same", kind="bool", default=True, clause="V1-i",
           meaning="whether the kind just claimed may be discarded"),
    Option(name="visibility", kind="choice", default="hidden", choices=("hidden", "open_wall", "open_hands"),
           clause="V1-41", meaning="what lies face up: nothing, the wall, the wall and the hands"),
    Option(name="false_win_each", kind="int", default=100, range=(0, 10_000), clause="V1-45",
           meaning="fan that a false win costs towards each"),
    Option(name="dead_hand_free_discard", kind="bool", default=True, clause="V1-45",
           meaning="whether a dead hand may keep the tile it draws"),
    Option(name="misc_fine", kind="int", default=1, range=(0, 10_000), clause="V1-46",
           meaning="fan that any unlisted slip costs"),
    Option(name="fines_manual", kind="bool", default=False, clause="V1-49",
           meaning="whether the winner must take the fines himself"),
    Option(name="manual_errors", kind="bool", default=False, clause="V1-46",
           meaning="whether slips that a digital table prevents can happen"),
)  # fmt: skip


def build(chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set under settled options."""
    return RuleSet(
        id=VARIANT_ID,
        zh="吳銓高百搭麻將",
        en="Wu's wild-tile mahjong, sixteen tiles",
        version="1",
        unit="fan",
        tiles_in_hand=16,
        sets=5,
        shapes=(*ANY, "all_wild"),  # V1-30
        exclusions="best",
        states="free",  # V1-35, V1-36
        grades=(1, 2, 4),  # V1-37
        wild_tiles=True,
        flowers=True,  # V1-1
        chow_claims=True,
        keywords=frozenset(
            "seat round by discarder feeder replacement last_tile first_turn river riichi streak indicator seen "
            "win_tile_state prize".split()
        ),
        wins=(
            Win(by="self_draw"),
            Win(by="rob_kong"),
            Win(by="rob_swap"),
            Win(by="flowers", any_total=True),
            Win(by="discard", refused="self_draw_only"),
            Win(by="rob_concealed_kong", refused="not_robbable"),
            Win(by="rob_flower", refused="not_robbable"),
        ),
        min_total=chosen["min_fan"],  # V1-29, V1-31
        limit=None,
        rows=_rows(chosen),
        options=OPTIONS,
        chosen=chosen,
        payout=ShareScheme(base=chosen["base"], dealer_bonus=chosen["dealer_bonus"], prize_tiles=chosen["prize_tiles"]),
        tariff=_tariff(chosen),
        play=partial(_play, chosen),
    )


def _play(chosen: Mapping[str, Any]) -> Play:
    """How a game runs; what it is made of is loaded when a game asks."""
    from ..game.flow import Errors, Opening, Play, Riichi
    from ..rotation import Rotation

    return Play(
        opening=Opening(fours=4, singles=0, wall="dealer", first_roll_opens=True),  # V1-3, V1-4
        rotation=Rotation(swaps=True),  # V1-6, V1-10, V1-11
        riichi=Riichi(chip=True),  # V1-33
        errors=Errors(on_discard="dies", free=chosen["dead_hand_free_discard"], clause="V1-45"),  # V1-45
        indicator="wild",  # V1-8
        ranks=(("chow",), ("wild_pung",), ("pung",), ("kong",)),  # V1-18
        swaps=chosen["swap_timing"],  # V1-20
        kong_guess=True,  # V1-28
        hidden_kongs=True,  # V1-23
        kong_on_kong="in_a_row",  # V1-g2
        flower_wins=(8,),  # V1-34
        prize_tiles=chosen["prize_tiles"],  # V1-44
        discard_same=chosen["claim_and_discard_same"],  # S1-04
        visibility=chosen["visibility"],  # V1-41
    )


def _tariff(chosen: Mapping[str, Any]) -> Tariff:
    """One fan is one chip."""
    hosted = chosen["bank"] == "A"
    return Tariff(
        kongs=KongRates(
            concealed=Rate(2, "V1-23"), added=Rate(1, "V1-24"), open=Rate(3, "V1-25"), hidden=Rate(4, "V1-23")
        ),
        chase=Rate(1, "V1-26"),
        grass=Rate(1, "V1-27"),
        series=Rate(2, "V1-27"),
        dice=Rate(1, "V1-7"),
        bets=BetRates(stake=1, prize=3, clause="V1-28"),
        false_win=Rate(chosen["false_win_each"], "V1-45"),
        slips=table_slips(
            10, "rake" if chosen["rake"] else "pool", "V1-46", misc=chosen["misc_fine"], second_player=(SECOND_DREW,)
        ),
        several=chosen["rob_multi"],
        chips=Chips(
            stack=chosen["chips"],
            bank=2000 if hosted else None,
            cash_in=chosen["cash_in"] if hosted else None,
            rake=10 if chosen["rake"] else 0,
            fines_manual=chosen["fines_manual"],
        ),
    )


def _rows(chosen: Mapping[str, Any]) -> tuple[Row, ...]:
    rows = (
        *CIRCUMSTANCES,
        *WAITS,
        *FLOWERS,
        *SINGLE_GROUPS,
        *COPIES,
        *CHOWS,
        *_dragons(chosen["big_belly_min"]),
        *PUNGS,
        *WHOLE,
        *HONOUR_GROUPS,
        *_colours({"strict": BLACK, "wide": WIDE_BLACK}[chosen["tile_colours"]]),
        *RANGES,
        *SHAPES,
        *(row for row in EXTENSIONS if row.id in chosen["extensions"]),
    )
    changes: dict[str, dict[str, Any]] = {}
    if chosen["menqing_pung"]:
        changes["concealed_hand"] = {"when": ((all_of(Melds(chow=(0, 0)), not_(FULLY_CONCEALED)), 1),)}
    if chosen["single_set_scaling"] == "flat":
        changes |= {row.id: {"scaling": F} for row in SINGLE_GROUPS}
    return tuple(replace(row, **changes.get(row.id, {})) for row in rows)

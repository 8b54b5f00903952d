"""吳銓高香港麻將: thirteen tiles, a limit, a payment curve, no wild tiles (V3).

Exclusions are unconditional; a group is as it was obtained.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..payout import CurveScheme, Rate, Tariff, table_slips
from ..payout.curve import CURVES
from ..payout.tariff import SECOND_DREW
from ..records import replace
from ..ruleset.matchers import (
    Counts,
    Event,
    Flowers,
    Matcher,
    Melds,
    Residual,
    Sets,
    Shape,
    Tiles,
    all_of,
    not_,
)
from ..ruleset.options import without
from ..ruleset.schema import Option, Row, RuleSet, Win
from ..tiles import (
    DRAGON_KINDS,
    HONOURS,
    NUMBERS,
    ROUND_WIND,
    SEAT_WIND,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    WIND_KINDS,
)

if TYPE_CHECKING:
    from ..game.flow import Play

VARIANT_ID = "hongkong"

STANDARD = ("standard",)
HAND = ("standard", "thirteen_orphans")

SELF_DRAW = Event(by=("self_draw",))
LAST_TILE = Event(names=("last_tile",))
NOTHING_LAID = Melds(laid=(0, 0))
SELF_MADE_PUNGS = all_of(Sets("pung", 4, exact=True, state="concealed"), not_(Sets("kong")), SELF_DRAW)


def _row(
    id: str, zh: str, en: str, value: int, matcher: Matcher, clause: str = "6", source: str = "S3-02", **more: Any
) -> Row:
    more.setdefault("shapes", STANDARD)
    return Row(id=id, zh=zh, en=en, value=value, when=((matcher, 1),), clause=f"V3-{clause}", source=source, **more)


ROWS = (
    _row("chicken_hand", "雞糊", "Chicken hand", 0, Residual()),
    _row("self_drawn", "自摸", "Self-drawn", 1, SELF_DRAW, shapes=HAND),
    _row("all_chows", "平糊", "All chows", 1, Sets("chow", "all"), source="S3-02, HK"),
    _row("mixed_terminals", "花么", "Terminals and honours", 1,
         Tiles(within=(TERMINALS_AND_HONOURS,), present=(NUMBERS, HONOURS)), "6, V3-b", "S3-02, HK"),
    _row("no_flowers", "無花", "No flowers", 1, Flowers("none"), shapes=HAND),
    _row("own_flower", "正花", "Own flower", 1, Flowers("own"), shapes=HAND, family="flower"),
    _row("kong_replacement", "槓上花", "Self-drawn on a kong's replacement", 1,
         Event(names=("replacement:kong",)), shapes=HAND),
    _row("robbed_kong", "搶槓", "Robbing a kong", 1, Event(by=("rob_kong", "rob_concealed_kong")), shapes=HAND),
    _row("dragon_pung", "箭刻", "Pung of dragons", 1, Sets("pung", within=DRAGON_KINDS)),
    _row("seat_wind_pung", "門風刻", "Pung of the seat wind", 1, Sets("pung", within=SEAT_WIND)),
    _row("round_wind_pung", "圈風刻", "Pung of the round wind", 1, Sets("pung", within=ROUND_WIND)),
    _row("concealed_hand", "門前清", "Concealed hand", 1, NOTHING_LAID, "8", "S3-07a"),
    _row("last_tile", "海底撈月", "Last tile of the wall", 1, all_of(LAST_TILE, SELF_DRAW), "6", "S3-02, S3-07c",
         shapes=HAND),
    _row("last_discard", "河底撈魚", "Last discard", 1, all_of(LAST_TILE, Event(by=("discard",))), "6", "S3-07c",
         shapes=HAND),
    _row("flower_series", "一檯花", "Series of flowers", 2, Flowers("series"), "7", "S3-02, HK", shapes=HAND,
         family="flower"),
    _row("all_pungs", "對對糊", "All pungs", 3, Sets("pung", "all")),
    _row("half_flush", "混一色", "Half flush", 3, Tiles(suits=1, present=(HONOURS,)), "6, V3-b"),
    _row("little_three_dragons", "小三元", "Little three dragons", 5,
         Sets("pung", 2, within=DRAGON_KINDS, pair=DRAGON_KINDS), "7", "S3-02, A5", excludes=("dragon_pung",)),
    _row("full_flush", "清一色", "Full flush", 7, Tiles(within=(NUMBERS,), suits=1)),
    _row("big_three_dragons", "大三元", "Big three dragons", 8,
         Sets("pung", 3, within=DRAGON_KINDS), "7", "S3-02, A5", excludes=("dragon_pung",)),
    _row("little_four_winds", "小四喜", "Little four winds", 8,
         Sets("pung", 3, within=WIND_KINDS, pair=WIND_KINDS), "7", "S3-02, PD",
         excludes=("seat_wind_pung", "round_wind_pung")),
    _row("kong_on_kong", "槓上槓", "Self-drawn on a kong's replacement twice over", 8,
         Event(names=("replacement:kong_on_kong",)), "7, V3-b", shapes=HAND, excludes=("kong_replacement",)),
)  # fmt: skip


def _flower_win(id: str, zh: str, en: str, value: int, count: int, by: tuple[str, ...], last: bool) -> Row:
    """Flower wins are a fixed table to which nothing is added."""
    matcher = all_of(Flowers("count", count), Event(by=by), LAST_TILE if last else not_(LAST_TILE))
    return _row(id, zh, en, value, matcher, "17", "S3-06", shapes=("flowers",), alone=True)


FLOWER_WINS = (
    _flower_win("seven_flowers", "七隻花", "Seven flowers", 3, 7, ("flowers",), False),
    _flower_win("seven_flowers_last", "七隻花", "Seven flowers, last tile", 4, 7, ("flowers",), True),
    _flower_win("eight_flowers", "八隻花", "Eight flowers", 8, 8, ("flowers", "rob_flower"), False),
    _flower_win("eight_flowers_robbed_last", "八隻花", "Eight flowers, robbing the last tile", 9, 8, ("rob_flower",),
                True),
    _flower_win("eight_flowers_last", "八隻花", "Eight flowers, last tile", 10, 8, ("flowers",), True),
)  # fmt: skip


def _limit_hand(
    id: str, zh: str, en: str, matcher: Matcher, clause: str = "6", source: str = "S3-02", **more: Any
) -> Row:
    """A hand worth the limit, which :func:`build` fills in; of two, the first here is shown."""
    return _row(id, zh, en, 0, matcher, clause, source, alone=True, **more)


LIMIT_HANDS = (
    _limit_hand("heavenly_hand", "天糊", "Heavenly hand", Event(names=("first_turn:heavenly",)), shapes=HAND),
    _limit_hand("earthly_hand", "地糊", "Earthly hand", Event(names=("first_turn:earthly",)), "10", "S3-02, HK, S3-06c",
                shapes=HAND),
    _limit_hand("self_made_pungs", "簡簡糊", "Concealed pungs, self-drawn", SELF_MADE_PUNGS, "9", "S3-02, S3-07f"),
    _limit_hand("big_four_winds", "大四喜", "Big four winds", Sets("pung", 4, within=WIND_KINDS)),
    _limit_hand("four_kongs", "十八羅漢", "Four kongs", Sets("kong", 4), "11", "S3-02, HK"),
    _limit_hand("all_honours", "字一色", "All honours", Tiles(within=(HONOURS,))),
    _limit_hand("all_terminals", "清么九", "All terminals", Tiles(within=(TERMINALS,))),
    _limit_hand("nine_gates", "九蓮燈", "Nine gates",
                all_of(Counts((3, 1, 1, 1, 1, 1, 1, 1, 3), 1), NOTHING_LAID), "11", "S3-02, HK"),
    _limit_hand("thirteen_orphans", "十三么", "Thirteen orphans", Shape("thirteen_orphans"), "11", "S3-02, HK",
                shapes=("thirteen_orphans",)),
)  # fmt: skip

# What the systems 四四 and 三四 change in the table of 三三.
SYSTEMS: dict[str, dict[str, int]] = {
    "3-3": {},
    "4-4": {
        "seven_flowers": 4,
        "seven_flowers_last": 5,
        "all_pungs": 4,
        "half_flush": 4,
        "little_three_dragons": 6,
        "full_flush": 8,
    },
    "3-4": {"all_pungs": 4},
}

OPTIONS = (
    Option(name="min_fan", kind="int", default=3, range=(0, 3), clause="V3-5", meaning="fan that a hand needs to win"),
    Option(name="limit", kind="int", default=10, range=(8, 14), clause="V3-5", meaning="most fan that a hand counts"),
    Option(name="system", kind="choice", default="3-3", choices=("3-3", "4-4", "3-4"), clause="V3-6",
           meaning="fan of half flush and all pungs, and what goes with them"),
    Option(name="curve", kind="choice", default="half_spicy", choices=("half_spicy", "spicy"), clause="V3-12",
           meaning="what a fan pays: doubling every second fan above 4, or every fan"),
    Option(name="pay", kind="choice", default="full", choices=("full", "half"), clause="V3-13",
           meaning="whether a discarder pays all, or half and the others a quarter each"),
    Option(name="flowers", kind="bool", default=True, clause="V3-1", meaning="whether flowers are played"),
    Option(name="multi_win", kind="bool", default=True, clause="V3-4",
           meaning="whether several may win on one discard; otherwise the nearest"),
    Option(name="haitei_fan", kind="int", default=1, range=(0, 14), clause="V3-6",
           meaning="fan of winning on the last tile of the wall"),
    Option(name="jianjian_strict", kind="bool", default=True, clause="V3-9",
           meaning="whether concealed kongs and discards spoil the concealed pungs"),
    Option(name="dragon_pao_selfdraw", kind="bool", default=False, clause="V3-15",
           meaning="whether six dragon tiles laid make their feeder liable for a self-draw"),
    Option(name="half_twelve", kind="choice", default="listed", choices=("listed", "any"), clause="V3-b",
           meaning="which hands twelve tiles laid make liable for under half pay"),
    Option(name="fan_overrides", kind="overrides", default={}, clause="V3-5",
           meaning="rows whose value the table has agreed otherwise"),
    Option(name="false_win", kind="choice", default="full", choices=("full", "half"), clause="V3-18",
           meaning="what a false win pays each: the limit, or half of it"),
    Option(name="dead_hand_free_discard", kind="bool", default=True, clause="V3-19",
           meaning="whether a dead hand may keep the tile it draws"),
    Option(name="error_fine", kind="int", default=10, range=(0, 10_000), clause="V3-21",
           meaning="what a slip costs"),
    Option(name="manual_errors", kind="bool", default=False, clause="V3-21",
           meaning="whether slips that a digital table prevents can happen"),
)  # fmt: skip


def build(chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set under settled options."""
    no_flowers = None if chosen["flowers"] else "no_flower_win"
    return RuleSet(
        id=VARIANT_ID,
        zh="吳銓高香港麻將",
        en="Wu's Hong Kong mahjong, thirteen tiles",
        version="1",
        unit="fan",
        tiles_in_hand=13,
        sets=4,
        shapes=HAND,
        exclusions="unconditional",
        states="as_obtained",
        grades=(1, 1, 1),
        wild_tiles=False,
        flowers=chosen["flowers"],
        chow_claims=True,
        keywords=frozenset("seat round by discarder feeder replacement last_tile first_turn seen".split()),
        wins=(
            Win(by="self_draw"),
            Win(by="discard"),
            Win(by="rob_kong"),
            Win(by="rob_concealed_kong", shapes=("thirteen_orphans",)),
            Win(by="flowers", refused=no_flowers, any_total=True),
            Win(by="rob_flower", refused=no_flowers, any_total=True),
        ),
        min_total=chosen["min_fan"],
        limit=chosen["limit"],
        rows=_rows(chosen),
        options=OPTIONS,
        chosen=chosen,
        payout=CurveScheme(
            curve=chosen["curve"],
            pay=chosen["pay"],
            half_twelve=chosen["half_twelve"],
            dragon_pao_selfdraw=chosen["dragon_pao_selfdraw"],
        ),
        tariff=_tariff(chosen),
        play=partial(_play, chosen),
    )


def _play(chosen: Mapping[str, Any]) -> Play:
    """How a game runs; what it is made of is loaded when a game asks."""
    from ..game.flow import Errors, Opening, Passing, Play
    from ..rotation import Rotation

    return Play(
        opening=Opening(fours=3, singles=1),  # V3-2
        rotation=Rotation(draw="pass", streak=frozenset()),  # V3-3
        passing=Passing(win="any", until="draw"),  # V3-20
        errors=Errors(free=chosen["dead_hand_free_discard"], clause="V3-19"),  # V3-18, V3-19
        flower_wins=(7, 8) if chosen["flowers"] else (),  # V3-17
    )


def _tariff(chosen: Mapping[str, Any]) -> Tariff:
    whole = CURVES[chosen["curve"]][chosen["limit"]]
    fine = chosen["error_fine"]
    return Tariff(
        false_win=Rate(whole if chosen["false_win"] == "full" else whole // 2, "V3-18"),
        slips=table_slips(fine, "rake", "V3-21", misc=fine, second_player=(SECOND_DREW,)),
        several="all" if chosen["multi_win"] else "nearest",
        uncut=("thirteen_orphans",),
    )


def _rows(chosen: Mapping[str, Any]) -> tuple[Row, ...]:
    values = SYSTEMS[chosen["system"]] | {"last_tile": chosen["haitei_fan"]}
    values |= {row.id: chosen["limit"] for row in LIMIT_HANDS}
    changes: dict[str, dict[str, Any]] = {id: {"value": value} for id, value in values.items()}
    if not chosen["jianjian_strict"]:
        changes["self_made_pungs"]["when"] = ((Sets("pung", "all", laid="concealed"), 1),)
    rows = tuple(replace(row, **changes.get(row.id, {})) for row in (*ROWS, *FLOWER_WINS, *LIMIT_HANDS))
    if chosen["flowers"]:
        dropped = {"concealed_hand"}
    else:
        dropped = {"no_flowers", "own_flower", "flower_series", *(row.id for row in FLOWER_WINS)}
    return without(rows, dropped)

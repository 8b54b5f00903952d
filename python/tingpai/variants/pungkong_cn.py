"""吳銓高大陸碰槓麻將: thirteen tiles, no claimed chows, self-draw only, a stake and prize tiles (V5).

Fan are counted only where fan money was agreed: then the table is that of S4-J (V5-2, V5-10).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..payout import Rate, SeatPrizeScheme, prize_tariff
from ..records import replace
from ..ruleset.schema import Option, RuleSet, Win
from . import _pungkong_rows as table

if TYPE_CHECKING:
    from ..game.flow import Play

VARIANT_ID = "pungkong_cn"

KEYWORDS = "seat round by discarder feeder replacement seen prize"
FAN_MONEY, PRIZE_MONEY = 10, 10
CLAUSES = {"false_win": "V5-4", "error_fine": "V5-4", "manual_errors": "V5-4", "last_tile_kong": "V5-6"}

OPTIONS = (
    Option(name="fan_money", kind="bool", default=False, clause="V5-2",
           meaning="whether the fan of S4-J are counted, at $10 each"),
    Option(name="prize", kind="bool", default=True, clause="V5-7",
           meaning="whether prize tiles that hit earn the winner $10 each"),
    Option(name="rob_kong", kind="bool", default=False, clause="V5-3", meaning="whether an added kong may be robbed"),
    Option(name="draw_dealer", kind="choice", default="last_drawer", choices=("stay", "last_drawer"), clause="V5-6",
           meaning="who deals after a draw: the same dealer, or who drew the last tile"),
    *table.OPTIONS,
    *(replace(option, clause=CLAUSES.get(option.name, option.clause)) for option in table.TABLE_OPTIONS),
)  # fmt: skip


def build(chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set under settled options."""
    with_fan = chosen["fan_money"]
    return RuleSet(
        id=VARIANT_ID,
        zh="吳銓高大陸碰槓麻將",
        en="Wu's mainland pung-and-kong mahjong, thirteen tiles",
        version="1",
        unit="fan",
        tiles_in_hand=13,
        sets=4,
        shapes=table.HAND if with_fan else table.STANDARD,  # V5-9
        exclusions="unconditional",
        states="as_obtained",
        grades=(1, 1, 1),
        wild_tiles=False,
        flowers=chosen["flowers"],
        chow_claims=False,  # V5-1
        # 天糊 and 地糊 are rows of the table, and nothing without it.
        keywords=frozenset([*KEYWORDS.split(), *(["first_turn"] if with_fan else [])]),
        wins=(
            Win(by="self_draw"),
            Win(by="discard", refused="self_draw_only"),
            Win(by="rob_kong", refused=None if chosen["rob_kong"] else "not_robbable"),
            Win(by="rob_concealed_kong", refused="not_robbable"),
        ),
        min_total=0,
        limit=None,
        rows=table.rows(chosen) if with_fan else (),
        options=OPTIONS,
        chosen=chosen,
        payout=SeatPrizeScheme(per_fan=FAN_MONEY if with_fan else 0, per_prize=PRIZE_MONEY if chosen["prize"] else 0),
        play=partial(_play, chosen),
        tariff=prize_tariff(
            kongs="V5-3",
            errors="V5-4",
            false_win=Rate(chosen["false_win"], "V5-4"),
            fine=chosen["error_fine"],
            last_tile=chosen["last_tile_kong"],
        ),
    )


def _play(chosen: Mapping[str, Any]) -> Play:
    """How a game runs; what it is made of is loaded when a game asks."""
    from ..game.flow import Opening, Passing, Play
    from ..rotation import Rotation

    return Play(
        opening=Opening(fours=3, singles=1, dice=2, wall="larger"),  # V5-5
        rotation=Rotation(
            winner=True, draw=chosen["draw_dealer"], streak=frozenset(), round_advance=chosen["round_advance"]
        ),  # V5-6, V4-b
        passing=Passing(pung=True, until="turn"),  # V5-4
        last_tile_kong=True,  # V5-6
        prize_tiles=3 if chosen["prize"] else 0,  # V5-7
        prize_by_stack=True,  # V5-7, V5-8
    )

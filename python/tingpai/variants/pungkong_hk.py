"""吳銓高香港碰槓牌: thirteen tiles, no claimed chows, no minimum, ten dollars a fan (V4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..payout import Rate, StakeScheme, prize_tariff
from ..ruleset.schema import Option, RuleSet, Win
from . import _pungkong_rows as table

if TYPE_CHECKING:
    from ..game.flow import Play

VARIANT_ID = "pungkong_hk"

OPTIONS = (
    Option(name="fan_money", kind="int", default=10, range=(0, 10_000), clause="V4-6", meaning="what each fan pays"),
    Option(name="streak_bonus", kind="choice", default="2n+1", choices=("2n+1", "2n", "off"), clause="V4-11",
           meaning="fan between the dealer and the others, n the streak"),
    Option(name="orphans_rob", kind="bool", default=True, clause="V4-12",
           meaning="whether thirteen orphans may rob a concealed kong"),
    Option(name="orphans_die", kind="bool", default=True, clause="V4-13",
           meaning="whether thirteen orphans roll a die that multiplies all payments"),
    Option(name="orphans_die_wins", kind="choice", default="any", choices=("any", "rob_concealed_kong"),
           clause="V4-13", meaning="which wins of thirteen orphans roll it: any, or a robbed concealed kong"),
    Option(name="prize_fa", kind="bool", default=True, clause="V4-14",
           meaning="whether a green dragon turned up by the winner doubles all payments"),
    Option(name="prize_tiles", kind="int", default=1, range=(0, 4), clause="V4-14",
           meaning="prize tiles that the winner turns up"),
    Option(name="draw_dealer", kind="choice", default="stay", choices=("stay", "last_drawer"), clause="V4-11",
           meaning="who deals after a draw: the same dealer, or who drew the last tile"),
    *table.OPTIONS,
    *table.TABLE_OPTIONS,
)  # fmt: skip


def build(chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set under settled options."""
    return RuleSet(
        id=VARIANT_ID,
        zh="吳銓高香港碰槓牌",
        en="Wu's Hong Kong pung-and-kong mahjong, thirteen tiles",
        version="1",
        unit="fan",
        tiles_in_hand=13,
        sets=4,
        shapes=table.HAND,
        exclusions="unconditional",
        states="as_obtained",
        grades=(1, 1, 1),
        wild_tiles=False,
        flowers=chosen["flowers"],
        chow_claims=False,  # V4-1
        keywords=frozenset("seat round by discarder replacement first_turn streak seen prize die".split()),
        wins=(
            Win(by="self_draw"),
            Win(by="discard"),
            Win(by="rob_kong"),
            Win(
                by="rob_concealed_kong",
                shapes=("thirteen_orphans",),
                refused=None if chosen["orphans_rob"] else "not_robbable",
            ),
        ),
        min_total=0,
        limit=None,
        rows=table.rows(chosen),
        options=OPTIONS,
        chosen=chosen,
        payout=StakeScheme(
            per_fan=chosen["fan_money"],
            dealer_fan=chosen["streak_bonus"],
            die=chosen["orphans_die_wins"] if chosen["orphans_die"] else "off",
            prize_doubles=chosen["prize_fa"],
            prize_tiles=chosen["prize_tiles"],
        ),
        play=partial(_play, chosen),
        tariff=prize_tariff(
            kongs="V4-4",
            errors="V4-15",
            false_win=Rate(chosen["false_win"], "V4-15"),
            fine=chosen["error_fine"],
            last_tile=chosen["last_tile_kong"],
            dice=Rate(10, "V4-3"),
        ),
    )


def _play(chosen: Mapping[str, Any]) -> Play:
    """How a game runs; what it is made of is loaded when a game asks."""
    from ..game.flow import Opening, Passing, Play
    from ..rotation import Rotation

    return Play(
        opening=Opening(fours=3, singles=1),  # V4-3
        rotation=Rotation(
            winner=True, draw=chosen["draw_dealer"], round_advance=chosen["round_advance"]
        ),  # V4-11, V4-b
        passing=Passing(win="same", pung=True, until="turn"),  # V4-5
        last_tile_kong=True,  # V4-4 (whether it earns is the tariff's)
        prize_tiles=chosen["prize_tiles"] if chosen["prize_fa"] else 0,  # V4-14
        prize_die=("thirteen_orphans",) if chosen["orphans_die"] else (),  # V4-13
        prize_die_by=() if chosen["orphans_die_wins"] == "any" else ("rob_concealed_kong",),  # V4-13
    )

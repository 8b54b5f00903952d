"""The table of S4-J: rows of 香港碰槓牌, and of 大陸碰槓麻將 where fan money was agreed (V4-7, V4-b, V5-10).

Fan add, exclusions are unconditional.  Rows printed with 自摸 or 對對糊 in them (已加) hold the rest,
and those two are counted beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..records import replace
from ..ruleset.matchers import Event, Matcher, Sets, Shape, Tiles, all_of, not_
from ..ruleset.schema import Option, Row
from ..tiles import (
    BLACK,
    DRAGON_KINDS,
    GREEN,
    HONOURS,
    NUMBERS,
    ROUND_WIND,
    SEAT_WIND,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    WIDE_BLACK,
    WIND_KINDS,
)

STANDARD = ("standard",)
HAND = ("standard", "thirteen_orphans")

SELF_DRAW = Event(by=("self_draw",))
SELF_DRAW_OR_ROBBED = Event(by=("self_draw", "rob_kong", "rob_concealed_kong"))
ALL_CONCEALED = Sets("pung", "all", laid="concealed")
SELF_MADE_PUNGS = all_of(Sets("pung", 4, exact=True, state="concealed"), not_(Sets("kong")), SELF_DRAW)
WINDS = ("seat_wind_pung", "round_wind_pung")


def _row(
    id: str, zh: str, en: str, value: int, *when: Matcher, clause: str = "7", source: str = "S4-J", **more: Any
) -> Row:
    """A row that holds where any of ``when`` does."""
    more.setdefault("shapes", STANDARD)
    pairs = tuple((matcher, 1) for matcher in when)
    return Row(id=id, zh=zh, en=en, value=value, when=pairs, clause=f"V4-{clause}", source=source, **more)


ROWS = (
    _row("self_drawn", "自摸", "Self-drawn", 1, SELF_DRAW, clause="7, V4-9", source="S4-J, S4-K", shapes=HAND),
    _row("all_chows", "平糊", "All chows", 1, Sets("chow", "all")),
    _row("mixed_terminals", "花么", "Terminals and honours", 1,
         Tiles(within=(TERMINALS_AND_HONOURS,), present=(NUMBERS, HONOURS)), clause="7, V4-b"),
    _row("robbed_kong", "搶槓", "Robbing a kong", 1, Event(by=("rob_kong", "rob_concealed_kong")), shapes=HAND),
    _row("dragon_pung", "箭刻", "Pung of dragons", 1, Sets("pung", within=DRAGON_KINDS)),
    _row("seat_wind_pung", "門風刻", "Pung of the seat wind", 1, Sets("pung", within=SEAT_WIND)),
    _row("round_wind_pung", "圈風刻", "Pung of the round wind", 1, Sets("pung", within=ROUND_WIND)),
    # A hand of honours only counts as 混一色 (V4-b).
    _row("half_flush", "混一色", "Half flush", 4,
         Tiles(suits=1, present=(HONOURS,)), Tiles(within=(HONOURS,)), clause="7, V4-b"),
    _row("all_pungs", "對對糊", "All pungs", 4, Sets("pung", "all")),
    _row("all_black", "全黑", "All black", 4, Tiles(within=(BLACK,)), clause="10", source="S4-J, W004"),
    _row("all_green", "全綠", "All green", 4, Tiles(within=(GREEN,)), clause="10", source="S4-J, W009"),
    _row("little_three_dragons", "小三元", "Little three dragons", 6,
         Sets("pung", 2, within=DRAGON_KINDS, pair=DRAGON_KINDS), clause="7, V4-9", source="S4-J, A5",
         excludes=("dragon_pung",)),
    _row("big_three_dragons", "大三元", "Big three dragons", 8,
         Sets("pung", 3, within=DRAGON_KINDS), clause="7, V4-9", source="S4-J, A5", excludes=("dragon_pung",)),
    _row("full_flush", "清一色", "Full flush", 8, Tiles(within=(NUMBERS,), suits=1)),
    _row("heavenly_hand", "天糊", "Heavenly hand", 8, Event(names=("first_turn:heavenly",)), clause="7, V4-b",
         shapes=HAND),
    _row("earthly_hand", "地糊", "Earthly hand", 9, Event(names=("first_turn:earthly",)), clause="16, V4-b",
         shapes=HAND),
    _row("self_made_pungs", "簡簡糊", "Concealed pungs, self-drawn", 4, SELF_MADE_PUNGS, clause="7, V4-b",
         source="S4-J, S3-07f"),
    _row("kong_on_kong", "槓上槓", "Self-drawn on a kong's replacement twice over", 8,
         Event(names=("replacement:kong_on_kong",)), clause="7, V4-b"),
    _row("little_four_winds", "小四喜", "Little four winds", 10,
         Sets("pung", 3, within=WIND_KINDS, pair=WIND_KINDS), clause="7, V4-9", source="S4-J, PD", excludes=WINDS),
    _row("all_terminals", "全么九", "All terminals", 10, Tiles(within=(TERMINALS,)), clause="8, V4-b"),
    _row("thirteen_orphans", "十三么", "Thirteen orphans", 12, Shape("thirteen_orphans"), clause="7, V4-b",
         shapes=("thirteen_orphans",)),
    _row("big_four_winds", "大四喜", "Big four winds", 13,
         Sets("pung", 4, within=WIND_KINDS), clause="7, V4-9", source="S4-J, PD", excludes=WINDS),
)  # fmt: skip

OPTIONS = (
    Option(name="quanyaojiu", kind="int", default=14, range=(11, 14), clause="V4-8",
           meaning="fan of all terminals, those of all pungs in it"),
    Option(name="tile_colours", kind="choice", default="strict", choices=("strict", "wide"), clause="V4-10",
           meaning="which dots count as black: 8, or 2 4 8"),
    Option(name="jianjian_strict", kind="bool", default=True, clause="V4-b",
           meaning="whether concealed kongs and discards spoil the concealed pungs"),
    Option(name="robbed_self_drawn", kind="bool", default=False, clause="V4-9",
           meaning="whether robbing a kong also counts the fan of a self-draw"),
    Option(name="fan_overrides", kind="overrides", default={}, clause="V4-7",
           meaning="rows whose value the table has agreed otherwise"),
)  # fmt: skip
"""What a table may agree otherwise about the rows."""

TABLE_OPTIONS = (
    Option(name="false_win", kind="int", default=30, range=(0, 10_000), clause="V4-15",
           meaning="what a false win pays each"),
    Option(name="last_tile_kong", kind="bool", default=False, clause="V4-4",
           meaning="whether a kong by the drawer of the last tile earns its money"),
    Option(name="flowers", kind="bool", default=True, clause="V4-2",
           meaning="whether flowers, which are worth nothing, are played"),
    Option(name="round_advance", kind="choice", default="four_changes", choices=("four_changes", "all_have_dealt"),
           clause="V4-b", meaning="when the round wind changes: every fourth change of dealer, or once all have dealt"),
    Option(name="error_fine", kind="int", default=10, range=(0, 10_000), clause="V4-15",
           meaning="what a slip that may still be mended pays each"),
    Option(name="manual_errors", kind="bool", default=False, clause="V4-15",
           meaning="whether slips that a digital table prevents can happen"),
)  # fmt: skip
"""What both games leave to the table beside the rows and the money of a win."""


def rows(chosen: Mapping[str, Any]) -> tuple[Row, ...]:
    """The table under settled options."""
    pungs = next(row.value for row in ROWS if row.id == "all_pungs")
    changes: dict[str, dict[str, Any]] = {"all_terminals": {"value": chosen["quanyaojiu"] - pungs}}
    if chosen["tile_colours"] == "wide":
        changes["all_black"] = {"when": ((Tiles(within=(WIDE_BLACK,)), 1),)}
    if not chosen["jianjian_strict"]:
        changes["self_made_pungs"] = {"when": ((ALL_CONCEALED, 1),)}
    if chosen["robbed_self_drawn"]:
        changes["self_drawn"] = {"when": ((SELF_DRAW_OR_ROBBED, 1),)}
    return tuple(replace(row, **changes.get(row.id, {})) for row in ROWS)

"""The table of S4-J and the settings of the two games that use it, as the rules print them."""

from __future__ import annotations

from typing import Any

import pytest

from test_variants import by_id, excluded
from tingpai.ruleset.registry import rules

# V4-7, V4-8 and V4-b: rows printed with 自摸 or 對對糊 in them hold the rest.
PUNGKONG = """
1 自摸 平糊 花么 搶槓 箭刻 門風刻 圈風刻
4 混一色 對對糊 全黑 全綠 簡簡糊
6 小三元
8 大三元 清一色 天糊 槓上槓
9 地糊
10 小四喜 全么九
12 十三么
13 大四喜
"""
PUNGKONG_TABLES: list[tuple[str, dict[str, Any]]] = [("pungkong_hk", {}), ("pungkong_cn", {"fan_money": True})]


@pytest.mark.parametrize(("variant", "options"), PUNGKONG_TABLES)
def test_pungkong_has_the_rows_of_its_table(variant: str, options: dict[str, Any]) -> None:
    printed = {zh: int(value) for value, *names in map(str.split, PUNGKONG.strip().splitlines()) for zh in names}
    rows = by_id(variant, **options)
    assert {row.zh: row.value for row in rows.values()} == printed
    assert len(rows) == len(printed) == 22
    found = {row.zh: excluded(rows, row.id) for row in rows.values() if row.excludes}
    assert found == {
        "小三元": ["箭刻"],
        "大三元": ["箭刻"],
        "小四喜": ["門風刻", "圈風刻"],
        "大四喜": ["門風刻", "圈風刻"],
    }
    assert not any(row.alone or row.family or row.pool or row.tier for row in rows.values())
    orphans = {row.zh for row in rows.values() if "thirteen_orphans" in row.shapes}
    assert orphans == {"自摸", "搶槓", "天糊", "地糊", "十三么"}


@pytest.mark.parametrize(("variant", "options"), PUNGKONG_TABLES)
@pytest.mark.parametrize(
    ("more", "changed"),
    [
        ({"quanyaojiu": 11}, {"all_terminals"}),
        ({"tile_colours": "wide"}, {"all_black"}),
        ({"jianjian_strict": False}, {"self_made_pungs"}),
        ({"robbed_self_drawn": True}, {"self_drawn"}),
        ({"fan_overrides": {"half_flush": 3}}, {"half_flush"}),
        ({"false_win": 50, "error_fine": 5, "last_tile_kong": True, "round_advance": "all_have_dealt"}, set()),
    ],
)
def test_pungkong_options_change_their_rows_only(
    variant: str, options: dict[str, Any], more: dict[str, Any], changed: set[str]
) -> None:
    plain, other = by_id(variant, **options), by_id(variant, **options, **more)
    assert {id for id, row in other.items() if row != plain.get(id)} == changed


def test_pungkong_settings() -> None:
    hk, cn = rules("pungkong_hk"), rules("pungkong_cn")
    for built in (hk, cn):
        assert (built.tiles_in_hand, built.sets, built.min_total, built.limit) == (13, 4, 0, None)
        assert (built.exclusions, built.states, built.wild_tiles) == ("unconditional", "as_obtained", False)
        assert (built.flowers, built.chow_claims) == (True, False)
    assert {win.by: (win.refused, win.shapes) for win in hk.wins} == {
        "self_draw": (None, ()),
        "discard": (None, ()),
        "rob_kong": (None, ()),
        "rob_concealed_kong": (None, ("thirteen_orphans",)),
    }
    assert {win.by: win.refused for win in cn.wins} == {
        "self_draw": None,
        "discard": "self_draw_only",
        "rob_kong": "not_robbable",
        "rob_concealed_kong": "not_robbable",
    }
    assert (cn.rows, cn.shapes) == ((), ("standard",))
    # What the rules name as options, with their defaults; V5's own are below.
    assert {
        "fan_money": 10,
        "false_win": 30,
        "streak_bonus": "2n+1",
        "draw_dealer": "stay",
        "last_tile_kong": False,
        "orphans_die": True,
        "prize_fa": True,
        "flowers": True,
        "quanyaojiu": 14,
        "error_fine": 10,
    }.items() <= hk.chosen.items()
    assert {
        "fan_money": False,
        "false_win": 30,
        "draw_dealer": "last_drawer",
        "last_tile_kong": False,
        "rob_kong": False,
        "flowers": True,
        "prize": True,
    }.items() <= cn.chosen.items()

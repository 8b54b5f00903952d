"""What whole hands pay where a stake is paid for the win, worked by hand from V4-6 to V4-14 and V5-1 to V5-11."""

from __future__ import annotations

from typing import Any

import pytest

import tingpai as tp
from test_payments_of_wins import paid, seats

NO_FAN = "[222m] 567p 345s 88s 67m +8m"
FED = "[2^222m] 567p 345s 88s 67m +8m"
UNFED = "[2222m] 567p 345s 88s 67m +8m"
ORPHANS = "19m19p19s1234567z +1m"
ROBBING = "119m19p9s1234567z +1s"
GUEST_WIND = "[444z] 567p 345s 88s 67m +8m"
ON_KONG = {"replacement": "kong"}
FROM_W = {"by": "discard", "discarder": "W"}
FROM_E = {"by": "discard", "discarder": "E"}

# Fan, then who pays.  The winner is south where nothing else is said.
V4: list[tuple[str, dict[str, Any], str, dict[str, Any], int, dict[str, int]]] = [
    # V4-5: no minimum; V4-6: 30 from the discarder alone.
    ("a discard without fan", {}, NO_FAN, FROM_W, 0, seats(0, 30, -30, 0)),
    ("a discard of the dealer, n = 0: 30 + 10", {}, NO_FAN, FROM_E, 0, seats(-40, 40, 0, 0)),
    ("a discard to the dealer, n = 2: 30 + 50", {}, NO_FAN, FROM_W | {"seat": "E", "streak": 2}, 0,
     seats(80, 0, -80, 0)),
    ("a streak concerns the dealer only", {}, NO_FAN, FROM_W | {"streak": 9}, 0, seats(0, 30, -30, 0)),
    ("another's wind has no fan", {}, GUEST_WIND, FROM_W, 0, seats(0, 30, -30, 0)),
    # V4-6: nobody is liable for a fed kong here.
    ("a fed kong's replacement", {}, FED, ON_KONG, 1, seats(-40, 100, -30, -30)),
    ("a flower's replacement", {}, NO_FAN + " 7f", {"replacement": "flower"}, 1, seats(-40, 100, -30, -30)),
    # V4-12, V4-b: 60 + 3 x 10 x 1, and the dealer's fan three times.
    ("a robbed kong", {}, NO_FAN, {"by": "rob_kong", "discarder": "N"}, 1, seats(0, 90, 0, -90)),
    ("a robbed kong's prize", {}, NO_FAN, {"by": "rob_kong", "discarder": "E", "prize": "6z"}, 1,
     seats(-240, 240, 0, 0)),
    # V4-13, V4-14.
    ("the die is for thirteen orphans", {}, NO_FAN, FROM_W | {"die": 6}, 0, seats(0, 30, -30, 0)),
    ("no prize tile left", {}, NO_FAN, FROM_W | {"prize": ""}, 0, seats(0, 30, -30, 0)),
    ("two prize tiles double once", {"prize_tiles": 2}, NO_FAN, FROM_W | {"prize": "66z"}, 0, seats(0, 60, -60, 0)),
    ("die and prize of a dealer: (20 + 10 x 16) x 2 x 2", {}, ORPHANS,
     {"seat": "E", "streak": 1, "die": 2, "prize": "6z"}, 13, seats(2160, -720, -720, -720)),
    ("S4-K", {}, ROBBING, {"by": "rob_concealed_kong", "discarder": "W", "die": 6}, 13, seats(0, 2700, -2700, 0)),
    ("fan at nothing", {"fan_money": 0}, NO_FAN, FROM_E, 0, seats(-30, 30, 0, 0)),
]  # fmt: skip

V5: list[tuple[str, dict[str, Any], str, dict[str, Any], int, dict[str, int]]] = [
    ("S5-B: 20 from each", {}, NO_FAN, {}, 0, seats(-20, 60, -20, -20)),
    ("no dealer's fan", {}, NO_FAN, {"seat": "E"}, 0, seats(60, -20, -20, -20)),
    ("no fan without fan money", {}, "[777z] 22s33s444s 666z +2s", {}, 0, seats(-20, 60, -20, -20)),
    # V5-3: the marks of the sets count from the winner; V5-11: 3 x 20.
    ("a fed kong by its mark", {}, FED, ON_KONG, 0, seats(0, 60, 0, -60)),
    ("a fed kong by name", {}, UNFED, ON_KONG | {"feeder": "E"}, 0, seats(-60, 60, 0, 0)),
    ("a fed kong, then a flower", {}, FED, {"replacement": "flower", "feeder": "N"}, 0, seats(0, 60, 0, -60)),
    ("a kong unmarked", {}, UNFED, ON_KONG, 0, seats(-20, 60, -20, -20)),
    ("a fed kong, but not on its replacement", {}, FED, {}, 0, seats(-20, 60, -20, -20)),
    ("an added kong's pung was fed", {}, "[2^22+2m] 567p 345s 88s 67m +8m", ON_KONG, 0, seats(-20, 60, -20, -20)),
    ("a concealed kong came last", {}, "[2^222m] (5555p) 345s 88s 67m +8m", ON_KONG, 0, seats(-20, 60, -20, -20)),
    ("3 x (20 + 20)", {}, FED, ON_KONG | {"prize": "4m8s1z"}, 0, seats(0, 120, 0, -120)),
    # S5-I: by the winner's seat from the dealer.
    ("east: 東 中", {}, NO_FAN, {"seat": "E", "prize": "1z7z2z"}, 0, seats(120, -40, -40, -40)),
    ("east: 1 5 9", {}, NO_FAN, {"seat": "E", "prize": "1m5p9s"}, 0, seats(150, -50, -50, -50)),
    ("south: 南 發", {}, NO_FAN, {"prize": "2z6z1m"}, 0, seats(-40, 120, -40, -40)),
    ("south: 4 8", {}, NO_FAN, {"prize": "4p8s9s"}, 0, seats(-40, 120, -40, -40)),
    ("west: 西 白", {}, NO_FAN, {"seat": "W", "prize": "3z5z7z"}, 0, seats(-40, -40, 120, -40)),
    ("west: 3 7", {}, NO_FAN, {"seat": "W", "prize": "3m7p2m"}, 0, seats(-40, -40, 120, -40)),
    ("north: 北", {}, NO_FAN, {"seat": "N", "prize": "4z1m1m"}, 0, seats(-30, -30, -30, 90)),
    ("north: 2 6", {}, NO_FAN, {"seat": "N", "prize": "2p6s"}, 0, seats(-40, -40, -40, 120)),
    ("flowers never hit", {}, NO_FAN, {"prize": "2f4f8f"}, 0, seats(-20, 60, -20, -20)),
    ("prizes off", {"prize": False}, NO_FAN, {"prize": "4m8s"}, 0, seats(-20, 60, -20, -20)),
    ("robbing agreed", {"rob_kong": True}, NO_FAN, {"by": "rob_kong", "discarder": "N", "prize": "4m"}, 0,
     seats(0, 90, 0, -90)),
]  # fmt: skip
CASES = [("pungkong_hk", *row) for row in V4] + [("pungkong_cn", *row) for row in V5]


@pytest.mark.parametrize(
    ("variant", "options", "hand", "situation", "total", "payments"),
    [(row[0], *row[2:]) for row in CASES],
    ids=[f"{row[0]} {row[1]}" for row in CASES],
)
def test_payments(
    variant: str, options: dict[str, Any], hand: str, situation: dict[str, Any], total: int, payments: dict[str, int]
) -> None:
    assert paid(variant, options, hand, situation) == (total, payments)


@pytest.mark.parametrize(
    ("options", "situation", "reason"),
    [
        ({}, FROM_W, "self_draw_only"),
        ({}, {"by": "rob_kong", "discarder": "W"}, "not_robbable"),
        ({"rob_kong": True}, {"by": "rob_concealed_kong", "discarder": "W"}, "not_robbable"),
        ({"fan_money": True}, FROM_W, "self_draw_only"),
    ],
)
def test_what_never_wins_pays_nothing(options: dict[str, Any], situation: dict[str, Any], reason: str) -> None:
    rules = tp.rules("pungkong_cn", **options)
    result = tp.score(tp.Hand.parse(NO_FAN), rules, seat="S", **situation)
    assert (result.wins, result.reason, result.payments) == (False, reason, None)


def test_robbing_a_concealed_kong_may_be_off() -> None:
    """V4-12 (或另議)."""
    robbing: dict[str, Any] = {"seat": "S", "by": "rob_concealed_kong", "discarder": "W"}
    result = tp.score(tp.Hand.parse(ROBBING), tp.rules("pungkong_hk", orphans_rob=False), **robbing)
    assert (result.wins, result.reason, result.total) == (False, "not_robbable", 13)


def test_only_fan_money_knows_thirteen_orphans() -> None:
    """V5-9."""
    hand = tp.Hand.parse(ORPHANS)
    assert tp.score(hand, tp.rules("pungkong_cn"), by="self_draw").reason == "incomplete"
    assert tp.score(hand, tp.rules("pungkong_cn", fan_money=True), by="self_draw").total == 13


@pytest.mark.parametrize(
    ("variant", "options", "hand", "situation", "says"),
    [
        ("pungkong_hk", {}, "[234m] 567p 345s 88s 67m +8m", {}, ["claimed chow"]),
        ("pungkong_cn", {}, "[234m] 567p 345s 88s 67m +8m", {}, ["claimed chow"]),
        ("pungkong_hk", {}, NO_FAN, {"last_tile": True, "feeder": "E"}, ["last_tile", "feeder"]),
        ("pungkong_hk", {}, NO_FAN, {"prize": "6z7z"}, ["one tile at most, found 2"]),
        ("pungkong_hk", {"flowers": False}, NO_FAN + " 1f", {}, ["none here"]),
        ("pungkong_hk", {}, NO_FAN, {"by": "flowers"}, ["by: pungkong_hk knows"]),
        ("pungkong_hk", {}, NO_FAN, {"die": 7}, ["die", "1 to 6"]),
        ("pungkong_cn", {}, NO_FAN, {"die": 2, "streak": 1, "first_turn": "earthly"}, ["die", "streak", "first_turn"]),
        ("pungkong_cn", {}, NO_FAN, {"prize": "1234z"}, ["3 tiles at most, found 4"]),
        ("pungkong_cn", {}, UNFED, ON_KONG | {"feeder": "S"}, ["winner's own seat"]),
        ("pungkong_cn", {}, FED, ON_KONG | {"feeder": "E"}, ["feeder"]),
    ],
)
def test_what_cannot_be_is_refused(
    variant: str, options: dict[str, Any], hand: str, situation: dict[str, Any], says: list[str]
) -> None:
    with pytest.raises(tp.IllegalHandError) as caught:
        paid(variant, options, hand, situation)
    assert all(word in str(caught.value) for word in says)

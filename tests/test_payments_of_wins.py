"""What whole hands pay, worked by hand from V1-42 to V1-44 and V3-12 to V3-17."""

from __future__ import annotations

from typing import Any

import pytest

import tingpai as tp
from tingpai import batch
from tingpai.tiles import SEATS

PLAIN = "234m 567p 345s 888p 67s 44z +8s"
EXPOSED = "[234m] 567p 345s 888p 67s 44z +8s"
FED = "[234m] [8^888p] 567p 345s 67s 44z +8s"
UNFED = "[234m] [8888p] 567p 345s 67s 44z +8s"
LAST = {"last_tile": True}


def paid(variant: str, options: dict[str, Any], hand: str, situation: dict[str, Any]) -> tuple[int, Any]:
    keywords = {"seat": "S", "round": "E", "by": "self_draw", **situation}
    result = tp.score(tp.Hand.parse(hand), tp.rules(variant, **options), **keywords)
    assert result.payments is None or sum(result.payments.values()) == 0
    asked: dict[str, Any] = {name: "".join(v) if isinstance(v, list) else v for name, v in keywords.items()}
    twice = batch.score([hand, hand], tp.rules(variant, **options), payments=True, **asked)
    assert twice.payments is not None
    alone = result.payments or dict.fromkeys(SEATS, 0)
    assert twice.payments.cast("B").cast("i").tolist() == [*alone.values()] * 2
    return result.total, result.payments


def seats(e: int, s: int, w: int, n: int) -> dict[str, int]:
    return {"E": e, "S": s, "W": w, "N": n}


# V1.  EXPOSED on the last tile: 自摸 1 + 無花 1 + 海底 20 = 22; each pays 22 + 5 = 27, the dealer one more.
SHARES: list[tuple[str, dict[str, Any], str, dict[str, Any], int, dict[str, int]]] = [
    ("each his share, the dealer's fan", {}, EXPOSED, LAST, 22, seats(-28, 82, -27, -27)),
    # S1-13: 20 fan at $1 and the base of $5 are $25 from each.
    (
        "S1-13",
        {"dealer_bonus": False},
        "123s 789s 35p 22m [456<m] [777z] +4p 2f",
        {"indicator": "4z", "replacement": "flower"},
        20,
        seats(-25, 75, -25, -25),
    ),
    ("no base", {"base": 0}, EXPOSED, LAST, 22, seats(-23, 67, -22, -22)),
    ("streak of two, against the dealer: 2n+1 = 5", {}, EXPOSED, LAST | {"streak": 2}, 22, seats(-32, 86, -27, -27)),
    ("the dealer's own: 5 from each", {}, EXPOSED, LAST | {"seat": "E", "streak": 2}, 22, seats(96, -32, -32, -32)),
    # S1-12: 1 5 9, east and red are prizes: 3 here; the south wind is none.
    ("prizes", {}, EXPOSED, LAST | {"prize": "5m9p1z2z"}, 22, seats(-31, 91, -30, -30)),
    ("prizes are no fan of the hand", {"min_fan": 23}, EXPOSED, LAST | {"prize": "159m7z"}, 22, {}),
    (
        "prizes by face, though wild",
        {},
        EXPOSED,
        LAST | {"indicator": "1m", "prize": "1p"},
        22,
        seats(-29, 85, -28, -28),
    ),
    ("fewer prize tiles left", {}, EXPOSED, LAST | {"prize": "1p"}, 22, seats(-29, 85, -28, -28)),
    # V1-43: all three shares, with the prizes and the dealer's fan in them.  24 fan: 29 + 29 + 30.
    ("fed kong by its mark", {}, FED, LAST | {"replacement": "kong"}, 24, seats(0, 88, 0, -88)),
    ("fed kong by name", {}, UNFED, LAST | {"replacement": "kong", "feeder": "W"}, 24, seats(0, 88, -88, 0)),
    (
        "fed kong, a streak and a prize: 30 + 30 + 33",
        {},
        FED,
        LAST | {"replacement": "kong", "streak": 1, "prize": "1m"},
        24,
        seats(0, 93, 0, -93),
    ),
    ("a kong unmarked", {}, UNFED, LAST | {"replacement": "kong"}, 24, seats(-30, 88, -29, -29)),
    ("not on its replacement: 23 fan", {}, FED, LAST, 23, seats(-29, 85, -28, -28)),
    (
        "an added kong's pung was fed, and nobody is liable",
        {},
        "[234m] [8^88+8p] 567p 345s 67s 44z +8s",
        LAST | {"replacement": "kong"},
        24,
        seats(-30, 88, -29, -29),
    ),
    # 槓上槓 30 + 自摸 1 + 四歸一 2 + 二暗刻 3 + 無花 1 = 37: 42 + 42 + 43, from the feeder of the latest kong.
    (
        "kong on kong: the latest",
        {},
        "[234m] [3<333s] [8^888p] 567p 67s 44z +8s",
        {"replacement": "kong_on_kong"},
        37,
        seats(0, 127, 0, -127),
    ),
    # The latest is concealed: 四歸一 1 + 2, and 38 fan from each.
    (
        "kong on kong: the latest concealed",
        {},
        "[234m] [3<333s] (8888p) 567p 67s 44z +8s",
        {"replacement": "kong_on_kong"},
        38,
        seats(-44, 130, -43, -43),
    ),
    (
        "kong, flower, win: the feeder is named",
        {},
        FED + " 1f",
        LAST | {"replacement": "flower", "feeder": "N"},
        24,
        seats(0, 88, 0, -88),
    ),
    # F0 robbed: 自摸 1 + 門前清 3 + 無花 1 + 海底 20 = 25.
    ("robbed kong", {}, PLAIN, LAST | {"by": "rob_kong", "discarder": "W"}, 25, seats(0, 91, -91, 0)),
    (
        "robbed swap, a streak and prizes: 32 + 32 + 37",
        {},
        PLAIN,
        LAST | {"by": "rob_swap", "discarder": "N", "streak": 2, "prize": "19s"},
        25,
        seats(0, 101, 0, -101),
    ),
    (
        "the dealer is robbed",
        {},
        PLAIN,
        LAST | {"by": "rob_kong", "discarder": "E"},
        25,
        seats(-91, 91, 0, 0),
    ),
    # 花糊: 30 and the base from each.
    (
        "eight flowers",
        {},
        "147m258p369s1234567z 1234567f +8f",
        {"by": "flowers", "streak": 1, "prize": "1p"},
        30,
        seats(-39, 111, -36, -36),
    ),
    ("all wild", {}, "?" * 16 + "+?", {"indicator": "3f"}, 1000, seats(-1006, 3016, -1005, -1005)),
]


@pytest.mark.parametrize(
    ("options", "hand", "situation", "total", "payments"), [row[1:] for row in SHARES], ids=[row[0] for row in SHARES]
)
def test_shares(
    options: dict[str, Any], hand: str, situation: dict[str, Any], total: int, payments: dict[str, int]
) -> None:
    assert paid("baida", options, hand, situation) == (total, payments or None)


@pytest.mark.parametrize("feeder", ["E", "W"])
def test_a_feeder_who_is_not_the_marks_is_refused(feeder: str) -> None:
    with pytest.raises(tp.IllegalHandError, match="feeder"):
        paid("baida", {}, FED, LAST | {"replacement": "kong", "feeder": feeder})


# V3.  PUNGS by a discard: 對對糊 3 + 無花 1 = 4 fan, 32; drawn, 5 fan: 48, and 24 from each.
PUNGS = "[222m][444p] 666s 88m 33z +8m"
FROM_W = {"by": "discard", "discarder": "W"}
HALF = {"pay": "half"}
# Four sets laid, the last fed from across: 對對糊 3 + 自摸 1 + 無花 1 = 5.
TWELVE = "[2<22m][4<44p][6<66s][8^88m] 3z +3z"
# 清一色 7 + 對對糊 3 + 自摸 1 + 無花 1 = 12, clipped to 10: 256, and 128 from each.
TWELVE_OF_A_SUIT = "[2<22m][3<33m][5<55m][8^88m] 9m +9m"
# 清一色 7 + 無花 1 = 8: 128.
NINE_OF_A_SUIT = "[2<22m][345<m][5<67m] 78m 99m +9m"
SIX_OF_A_SUIT = "[2<22m][345<m] 567m 78m 99m +9m"
# 大三元 8 + 無花 1 = 9: 192; drawn 10: 256.
SIX_DRAGONS = "[5<55z][6^66z] 777z 67p 22m +8p"
THREE_DRAGONS = "[5<55z] 666z 777z 67p 22m +8p"
# 小三元 5 + 無花 1 = 6: 64.
LITTLE_DRAGONS = "[5<55z][6^66z] 77z 234m 67p +8p"
ROBBED = "[234m] 567p 345s 67s 44z +8s"
ORPHANS = "119m19p19s234567z +1z"

CURVE: list[tuple[str, dict[str, Any], str, dict[str, Any], int, dict[str, int]]] = [
    ("full pay", {}, PUNGS, FROM_W, 4, seats(0, 32, -32, 0)),
    ("drawn", {}, PUNGS, {}, 5, seats(-24, 72, -24, -24)),
    ("the dealer pays no more", {}, PUNGS, FROM_W | {"discarder": "E"}, 4, seats(-32, 32, 0, 0)),
    ("half pay", HALF, PUNGS, FROM_W, 4, seats(-8, 32, -16, -8)),
    ("half pay, drawn", HALF, PUNGS, {}, 5, seats(-24, 72, -24, -24)),
    # S3-04: of 3 fan the discarder pays 8, the others 4.
    ("S3-04", HALF, PUNGS + " 1f", FROM_W, 3, seats(-4, 16, -8, -4)),
    ("spicy", {"curve": "spicy"}, PUNGS + " 2f6f", FROM_W, 5, seats(0, 64, -64, 0)),
    ("spicy, half", {"curve": "spicy", **HALF}, PUNGS + " 2f6f", FROM_W, 5, seats(-16, 64, -32, -16)),
    ("spicy at the limit", {"curve": "spicy"}, ORPHANS, FROM_W, 10, seats(0, 2048, -2048, 0)),
    # 0 fan: $1 drawn, $2 by a discard; under half pay $1 from each.
    (
        "no fan, half",
        {"min_fan": 0, **HALF},
        "[234m] 567p 888m 67s 44z +8s 1f",
        FROM_W,
        0,
        seats(-1, 3, -1, -1),
    ),
    ("no fan", {"min_fan": 0}, "[234m] 567p 888m 67s 44z +8s 1f", FROM_W, 0, seats(0, 2, -2, 0)),
    ("one fan, half", {"min_fan": 0, **HALF}, "[234m] 567p 888m 67s 44z +8s", FROM_W, 1, seats(-1, 4, -2, -1)),
    # V3-14: twelve tiles laid and drawn.
    ("twelve laid", {}, TWELVE, {}, 5, seats(0, 72, 0, -72)),
    ("twelve laid, by a discard: 4 fan", {}, TWELVE, FROM_W, 4, seats(0, 32, -32, 0)),
    ("twelve laid, the last unmarked", {}, "[2<22m][4<44p][6<66s][888m] 3z +3z", {}, 5, seats(-24, 72, -24, -24)),
    ("a kong is three of the twelve", {}, "[2<22m][4<44p][6<66s][8^888m] 3z +3z", {}, 5, seats(0, 72, 0, -72)),
    (
        "an added kong keeps its pung's feeder and place",
        {},
        "[2<22m][4<44p][6<66s][8^88+8m] 3z +3z",
        {},
        5,
        seats(0, 72, 0, -72),
    ),
    ("a concealed kong laid last", {}, "[2<22m][4<44p][6<66s](8888m) 3z +3z", {}, 5, seats(-24, 72, -24, -24)),
    ("a concealed kong laid first", {}, "(2222m)[4<44p][6<66s][8^88m] 3z +3z", {}, 5, seats(0, 72, 0, -72)),
    ("nine laid only", {}, "[2<22m][4<44p][6^66s] 88m 33z +8m", {}, 5, seats(-24, 72, -24, -24)),
    # V3-15.
    ("half, twelve laid, not listed", HALF, TWELVE, {}, 5, seats(-24, 72, -24, -24)),
    ("half, twelve laid, any", HALF | {"half_twelve": "any"}, TWELVE, {}, 5, seats(0, 72, 0, -72)),
    ("half, twelve of a suit", HALF, TWELVE_OF_A_SUIT, {}, 10, seats(0, 384, 0, -384)),
    ("half, twelve of a suit, by a discard", HALF, TWELVE_OF_A_SUIT, FROM_W, 10, seats(0, 256, -256, 0)),
    ("half, nine of a suit, by a discard", HALF, NINE_OF_A_SUIT, FROM_W, 8, seats(0, 128, -128, 0)),
    ("half, six of a suit, by a discard", HALF, SIX_OF_A_SUIT, FROM_W, 8, seats(-32, 128, -64, -32)),
    # 9 fan drawn: 192, and 96 from each.
    ("half, nine of a suit, drawn", HALF, NINE_OF_A_SUIT, {}, 9, seats(-96, 288, -96, -96)),
    ("half, nine honours", HALF, "[1<11z][3<33z][5<55z] 66z 77z +6z", FROM_W, 10, seats(0, 256, -256, 0)),
    ("half, nine terminals", HALF, "[1<11m][9<99m][1<11p] 99s 99p +9s", FROM_W, 10, seats(0, 256, -256, 0)),
    ("half, six dragon tiles", HALF, SIX_DRAGONS, FROM_W, 9, seats(0, 192, -192, 0)),
    ("half, three dragon tiles", HALF, THREE_DRAGONS, FROM_W, 9, seats(-48, 192, -96, -48)),
    ("half, six of little dragons", HALF, LITTLE_DRAGONS, FROM_W, 6, seats(0, 64, -64, 0)),
    ("half, six dragon tiles, drawn", HALF, SIX_DRAGONS, {}, 10, seats(-128, 384, -128, -128)),
    (
        "half, six dragon tiles, drawn, their feeder liable",
        HALF | {"dragon_pao_selfdraw": True},
        SIX_DRAGONS,
        {},
        10,
        seats(0, 384, 0, -384),
    ),
    ("full, six dragon tiles, drawn", {}, SIX_DRAGONS, {}, 10, seats(-128, 384, -128, -128)),
    # V3-16: 平糊 1 + 搶槓 1 + 無花 1 = 3; 十三么 may rob a concealed kong.
    ("robbed kong", {}, ROBBED, {"by": "rob_kong", "discarder": "E"}, 3, seats(-16, 16, 0, 0)),
    ("robbed kong, half", HALF, ROBBED, {"by": "rob_kong", "discarder": "E"}, 3, seats(-16, 16, 0, 0)),
    (
        "robbed concealed kong, half",
        HALF,
        ORPHANS,
        {"by": "rob_concealed_kong", "discarder": "N"},
        10,
        seats(0, 256, 0, -256),
    ),
    # V3-17.
    ("seven flowers", {}, "147m258p369s1234z 123456f +7f", {"by": "flowers"}, 3, seats(-8, 24, -8, -8)),
    (
        "seven flowers, the kong's feeder named",
        {},
        "[2222m] 147p258s369m4z 123456f +7f",
        {"by": "flowers", "replacement": "kong", "feeder": "N"},
        3,
        seats(0, 24, 0, -24),
    ),
    (
        "the eighth robbed",
        {},
        "147m258p369s1234z 1234567f +8f",
        {"by": "rob_flower", "discarder": "W"},
        8,
        seats(0, 128, -128, 0),
    ),
    (
        "the eighth robbed, half",
        HALF,
        "147m258p369s1234z 1234567f +8f",
        {"by": "rob_flower", "discarder": "W"},
        8,
        seats(-32, 128, -64, -32),
    ),
    # An ordinary win on a fed kong's replacement is each's own half: 自摸 1 + 槓上花 1 + 無花 1 = 3.
    (
        "a fed kong's replacement",
        {},
        "[234m] [8^888m] 567p 67s 44z +8s",
        {"replacement": "kong"},
        3,
        seats(-8, 24, -8, -8),
    ),
]


@pytest.mark.parametrize(
    ("options", "hand", "situation", "total", "payments"), [row[1:] for row in CURVE], ids=[row[0] for row in CURVE]
)
def test_curve(
    options: dict[str, Any], hand: str, situation: dict[str, Any], total: int, payments: dict[str, int]
) -> None:
    assert paid("hongkong", options, hand, situation) == (total, payments)


@pytest.mark.parametrize(
    ("limit", "whole"), [(8, 128), (9, 192), (10, 256), (11, 384), (12, 512), (13, 768), (14, 1024)]
)
def test_a_limit_hand_pays_the_limit(limit: int, whole: int) -> None:
    """S3-03, V3-5: 滿貫 of 8 to 14 fan."""
    half = whole // 2
    assert paid("hongkong", {"limit": limit}, ORPHANS, FROM_W) == (limit, seats(0, whole, -whole, 0))
    assert paid("hongkong", {"limit": limit}, ORPHANS, {}) == (limit, seats(-half, 3 * half, -half, -half))

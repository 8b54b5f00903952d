"""What the three games with thirteen tiles pay, by the clauses of S3, S4 and S5."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from money import EAST, NORTH, SOUTH, WEST
from paid import (
    THREE,
    Call,
    Fact,
    claims,
    dead,
    deadlines,
    dice,
    each,
    fed,
    fine,
    from_one,
    kong,
    laid,
    prizes_that_hit,
    tiles,
    won,
)
from tingpai import payout as pay

# V3 ---------------------------------------------------------------------------------------

HALF_SPICY = (2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
ONE_SUIT = tiles("2m3m4m") * 4 + tiles("8m8m")
TWO_DRAGONS = tiles("5z5z5z6z6z6z8m8m2m3m4m1p1p1p")
DRAGONS = tiles("5z5z5z6z6z6z7z7z2m3m4m1p1p1p")
ONES = tiles("1m1m1m1p1p1p1s1s1s9m9m9m9p9p")
NINES = tiles("9s9s9s9m9m9m9p9p9p1m1m1m1p1p")
WINDS = tiles("1z1z1z2z2z2z3z3z3z4z4z4z5z5z")
ARROWS = tiles("5z5z5z6z6z6z7z7z7z1z1z1z4z4z")
PLAIN = tiles("2m3m4m5p6p7p3s4s5s8p8p8p4z4z")


TWELVE = laid(("chow", "2m", EAST), ("chow", "2m", EAST), ("chow", "2m", EAST), ("pung", "2m", NORTH))
SIX = laid(("pung", "5z", EAST), ("pung", "6z", NORTH))


def hongkong() -> Iterable[Fact]:
    def fact(clause: str, label: str, call: Call, expected: Any, **options: Any) -> Fact:
        return Fact("hongkong", clause, label, call, expected, options)

    most = {"min_fan": 0, "limit": 14}
    half = {"pay": "half"}
    for fan, amount in enumerate(HALF_SPICY):
        yield fact("S3-03" if fan else "V3-12", f"{fan} fan HK${amount}", fed(fan), from_one(WEST, SOUTH, amount),
                   **most)  # fmt: skip
        yield fact("S3-03" if fan else "V3-12", f"{fan} fan self-drawn", won(fan), each(SOUTH, amount // 2), **most)
        spicy = 2 ** (fan + 1)
        yield fact("S3-01", f"辣辣上 {fan} fan {spicy}", fed(fan), from_one(WEST, SOUTH, spicy), curve="spicy", **most)
    yield fact("S3-04", "半衝 of 3 fan: 8, 4, 4", fed(3), {0: -4, 1: 16, 2: -8, 3: -4}, **half)
    yield fact("S3-04", "十二章 self-drawn, 全衝: 3 x 8", won(3, melds=TWELVE, tiles=PLAIN), from_one(NORTH, SOUTH, 24))
    yield fact("S3-04", "半衝, only of those named", won(3, melds=TWELVE, tiles=PLAIN), each(SOUTH, 8), **half)
    yield fact("S3-04", "半衝, of one suit: 3 x 8", won(3, melds=TWELVE, tiles=ONE_SUIT), from_one(NORTH, SOUTH, 24),
               **half)  # fmt: skip
    yield fact("S3-04", "九章落地 of one suit: the whole", fed(3, melds=TWELVE[:3], tiles=ONE_SUIT),
               from_one(WEST, SOUTH, 16), **half)  # fmt: skip
    yield fact("S3-04", "not of others", fed(3, melds=TWELVE[:3], tiles=PLAIN), {0: -4, 1: 16, 2: -8, 3: -4}, **half)
    for name, hand in (("清么九", NINES), ("清么九", ONES), ("字一色", WINDS), ("字一色", ARROWS)):
        yield fact("S3-04", f"九章落地 of {name}: the whole", fed(3, melds=TWELVE[:3], tiles=hand),
                   from_one(WEST, SOUTH, 16), **half)  # fmt: skip
    yield fact("S3-04", "三元六章: the whole", fed(3, melds=SIX, tiles=DRAGONS), from_one(WEST, SOUTH, 16), **half)
    yield fact("S3-04", "two dragons are no 三元", fed(3, melds=SIX, tiles=TWO_DRAGONS), {0: -4, 1: 16, 2: -8, 3: -4},
               **half)  # fmt: skip
    yield fact("S3-04", "不用包自摸", won(3, melds=SIX, tiles=DRAGONS), each(SOUTH, 8), **half)
    yield fact("S3-05", "詐糊, the limit to each", lambda rules: pay.false_win(rules, SOUTH), each(SOUTH, -256))
    yield fact("S3-07b", "a robbed kong is paid whole", won(3, by="rob_kong", discarder=WEST),
               from_one(WEST, SOUTH, 16))  # fmt: skip
    yield fact("S3-07d", "不可以被截糊", lambda rules: claims(rules, *THREE), (1, 3), multi_win=False)
    yield fact("S3-07g", "一炮三響", lambda rules: claims(rules, *THREE), (1, 2, 3))
    yield fact("S3-08", "late flower $10 to the rake", fine("late_flower"), from_one(WEST, "rake", 10))
    for found in ("opening", "dealer_discarded", "second_drew"):
        yield fact("S3-08", f"missed 跳牌 $10, {found}", fine("missed_extra_tile", found), from_one(WEST, "rake", 10))
    yield fact("S3-08", "wrong tile $10", fine("wrong_claim", "go_around"), from_one(WEST, "rake", 10))
    yield from deadlines(fact, "S3-08", "opening dealer_discarded second_drew")
    yield fact("S3-08", "any other $10", fine("other", "later"), from_one(WEST, "rake", 10))
    yield fact("S3-08", "any other kills no hand", dead("other"), None)


# V4 ---------------------------------------------------------------------------------------

ORPHANS = tiles("1m9m1p9p1s9s1z2z3z4z5z6z7z1m")


def kongs(fact: Callable[..., Fact], document: str) -> Iterable[Fact]:
    """C, D, G and the fines of both games."""
    yield fact(f"{document}-C", "暗杠 20 from each", kong("concealed_kong"), each(SOUTH, 20))
    yield fact(f"{document}-C", "自摸明杠 10 from each", kong("added_kong"), each(SOUTH, 10))
    yield fact(f"{document}-C", "出衝明杠 30", kong("open_kong"), from_one(WEST, SOUTH, 30))
    yield fact(f"{document}-D", "a pung first, raised from hand: nothing", kong("added_kong", late_raise=True), {})
    last = "S4-I" if document == "S4" else "S5-H"
    yield fact(last, "the drawer of the last tile: nothing", kong("concealed_kong", last_tile=True), {})
    yield fact(f"{document}-E", "詐糊 30 to each", lambda rules: pay.false_win(rules, SOUTH), each(SOUTH, -30))
    late = f"{document}-G"
    yield fact(late, "late flower 10 to each", fine("late_flower"), each(WEST, -10))
    for found in ("opening", "dealer_discarded"):
        yield fact(late, f"missed 跳牌 10 to each, {found}", fine("missed_extra_tile", found), each(WEST, -10))
    yield fact(late, "wrong tile 10 to each", fine("wrong_claim", "go_around"), each(WEST, -10))
    yield from deadlines(fact, late, "opening dealer_discarded")


def pungkong_hk() -> Iterable[Fact]:
    def fact(clause: str, label: str, call: Call, expected: Any, **options: Any) -> Fact:
        return Fact("pungkong_hk", clause, label, call, expected, options)

    yield from kongs(fact, "S4")
    yield fact("S4-B", "456 collects 10 from each", dice(4, 5, 6), each(EAST, 10))
    yield fact("S4-B", "226 collects", dice(2, 2, 6), each(EAST, 10))
    yield fact("S4-B", "a triple collects", dice(3, 3, 3), each(EAST, 10))
    yield fact("S4-B", "123 pays 10 to each", dice(1, 2, 3), each(EAST, -10))
    yield fact("S4-B", "551 pays", dice(5, 5, 1), each(EAST, -10))
    yield fact("S4-E", "一炮三響", lambda rules: claims(rules, *THREE), (1, 2, 3))
    yield fact("S4-H", "20 from each and fan", won(0), each(SOUTH, 20), streak_bonus="off")
    yield fact("S4-H", "30 from the discarder and fan", fed(0), from_one(WEST, SOUTH, 30))
    yield fact("S4-H", "搶槓, 60 and 3 x 10", won(1, by="rob_kong", discarder=WEST), from_one(WEST, SOUTH, 90))
    for fan in (1, 2, 3, 14):
        yield fact("S4-J", f"{fan} fan ${10 * fan}", fed(fan), from_one(WEST, SOUTH, 30 + 10 * fan))
    yield fact("S4-I", "n = 2: 2n + 1 = 5 fan more", won(0, seat=EAST, streak=2), each(EAST, 70))
    yield fact("S4-I", "between others nothing", fed(0, streak=2), from_one(WEST, SOUTH, 30))
    yield fact("S4-K", "[20 + 120 + 10] x 3 x 6 = 2700", won(13, by="rob_concealed_kong", discarder=WEST, die=6,
               tiles=ORPHANS), from_one(WEST, SOUTH, 2700))  # fmt: skip
    yield fact("S4-K", "the die is for any win of them", fed(12, die=2, tiles=ORPHANS), from_one(WEST, SOUTH, 300))
    yield fact("S4-M", "發 doubles", fed(0, prize=tiles("6z")), from_one(WEST, SOUTH, 60))
    yield fact("S4-M", "only 發", prizes_that_hit(0, lambda _: 20, SOUTH), "6z")
    yield fact("S4-M", "one tile", fed(0, prize=tiles("6z6z")), ["bad_value"])


# V5 ---------------------------------------------------------------------------------------

HITS = {
    EAST: "1m 5m 9m 1p 5p 9p 1s 5s 9s 1z 7z",
    SOUTH: "4m 8m 4p 8p 4s 8s 2z 6z",
    WEST: "3m 7m 3p 7p 3s 7s 3z 5z",
    NORTH: "2m 6m 2p 6p 2s 6s 4z",
}


def pungkong_cn() -> Iterable[Fact]:
    def fact(clause: str, label: str, call: Call, expected: Any, **options: Any) -> Fact:
        return Fact("pungkong_cn", clause, label, call, expected, options)

    yield from kongs(fact, "S5")
    yield fact("S5-A", "出衝杠牌者付全賑: 3 x 20", won(0, feeder=WEST, replacement="kong"), from_one(WEST, SOUTH, 60))
    yield fact("S5-A", "nobody wins on a discard", fed(0), ["win_refused"])
    yield fact("S5-B", "20 from each", won(0), each(SOUTH, 20))
    yield fact("S5-B", "no fan money unless agreed", won(3), each(SOUTH, 20))
    yield fact("S5-B", "fan money agreed: 20 + 3 x 10", won(3), each(SOUTH, 50), fan_money=True)
    for seat, hits in HITS.items():
        yield fact("S5-I", f"what hits for seat {seat}", prizes_that_hit(0, lambda _: 20, seat), hits)
        first = tiles(hits[:2])
        yield fact("S5-I", f"$10 from each, seat {seat}", won(0, seat=seat, prize=first), each(seat, 30))
    yield fact("S5-I", "three tiles", won(0, seat=EAST, prize=tiles("1m5p9s")), each(EAST, 50))
    yield fact("S5-I", "and no more", won(0, seat=EAST, prize=tiles("1m5p9s1z")), ["bad_value"])
    yield fact("V5-3", "robbing agreed: all three shares", won(0, by="rob_kong", discarder=WEST),
               from_one(WEST, SOUTH, 60), rob_kong=True)  # fmt: skip
    yield fact("V2-7", "nearest first", lambda rules: claims(rules, *THREE), (1, 2, 3))

"""What one win pays: V1-42 to V1-44, V3-12 to V3-17."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tingpai.errors import IllegalHandError
from tingpai.payout import CurveScheme, LaidSet, Scheme, ShareScheme, WinFacts, check, payments
from tingpai.ruleset.registry import rules
from tingpai.tiles import TILE_NUMBER

EAST, SOUTH, WEST, NORTH = range(4)


def tiles(text: str) -> tuple[int, ...]:
    return tuple(TILE_NUMBER[name] for name in text.split())


def paid(scheme: Scheme, **facts: Any) -> dict[str, int]:
    """What each seat gains; every posting goes to the winner and says why."""
    win = WinFacts(**facts)
    check(scheme, win)
    postings = scheme.settle(win)
    assert all(posting.payee == win.seat != posting.payer for posting in postings)
    assert all(posting.amount > 0 and posting.reason and posting.clause for posting in postings)
    gains = payments(postings)
    assert sum(gains.values()) == 0
    return gains


# V1: shares


def baida(**options: Any) -> ShareScheme:
    scheme = rules("baida", **options).payout
    assert isinstance(scheme, ShareScheme)
    return scheme


def test_twenty_fan_pay_25_and_the_dealer_one_more() -> None:
    assert paid(baida(), total=20, seat=SOUTH, by="self_draw") == {"E": -26, "S": 76, "W": -25, "N": -25}


def test_without_the_dealers_fan_all_pay_the_same() -> None:
    scheme = baida(dealer_bonus=False)
    assert paid(scheme, total=20, seat=SOUTH, by="self_draw") == {"E": -25, "S": 75, "W": -25, "N": -25}


@pytest.mark.parametrize(("streak", "bonus"), [(0, 1), (1, 3), (2, 5), (5, 11)])
def test_the_dealer_collects_2n_plus_1_from_each(streak: int, bonus: int) -> None:
    each = 20 + 5 + bonus
    gains = paid(baida(), total=20, seat=EAST, by="self_draw", streak=streak)
    assert gains == {"E": 3 * each, "S": -each, "W": -each, "N": -each}


def test_prizes_and_a_streak_on_a_big_hand() -> None:
    gains = paid(
        baida(), total=126, seat=NORTH, by="self_draw", streak=2, prize=tiles("1p 5m 9s 4z")
    )  # fmt: skip
    assert gains == {"W": -134, "S": -134, "E": -139, "N": 407}


@pytest.mark.parametrize(
    ("prize", "hits"),
    [("1m 1p 1s 5m", 4), ("5p 5s 9m 9p", 4), ("9s 1z 7z 2z", 3), ("3z 4z 5z 6z", 0), ("2m 8p 1f 5f", 0), ("", 0)],
)
def test_prize_tiles_hit_by_face(prize: str, hits: int) -> None:
    gains = paid(baida(dealer_bonus=False), total=10, seat=SOUTH, by="self_draw", prize=tiles(prize))
    assert gains["W"] == -(10 + hits + 5)


@pytest.mark.parametrize(("options", "prize"), [({}, "1m 1m 1m 1p 1p"), ({"prize_tiles": 0}, "1m")])
def test_more_prize_tiles_than_are_drawn_are_refused(options: dict[str, Any], prize: str) -> None:
    with pytest.raises(IllegalHandError, match="prize"):
        check(baida(**options), WinFacts(total=10, seat=SOUTH, by="self_draw", prize=tiles(prize)))


def test_fewer_prize_tiles_may_be_left() -> None:
    check(baida(), WinFacts(total=10, seat=SOUTH, by="self_draw", prize=tiles("1m")))


@pytest.mark.parametrize("by", ["rob_kong", "rob_swap"])
def test_the_owner_of_a_robbed_tile_pays_all_three_shares(by: str) -> None:
    gains = paid(baida(), total=20, seat=SOUTH, by=by, discarder=WEST, prize=tiles("1m"))
    assert gains == {"E": 0, "S": 26 + 26 + 27, "W": -(26 + 26 + 27), "N": 0}


FED_KONG = LaidSet("open_kong", TILE_NUMBER["5p"], feeder=NORTH)


@pytest.mark.parametrize(
    ("facts", "liable"),
    [
        ({"replacement": "kong", "melds": (FED_KONG,)}, NORTH),
        ({"replacement": "kong_on_kong", "melds": (FED_KONG,)}, NORTH),
        ({"replacement": "kong", "feeder": WEST}, WEST),
        ({"replacement": "flower", "feeder": WEST}, WEST),
        ({"melds": (FED_KONG,)}, None),
        ({"replacement": "flower", "melds": (FED_KONG,)}, None),
        ({"replacement": "kong", "melds": (replace(FED_KONG, feeder=None),)}, None),
        ({"replacement": "kong", "melds": (replace(FED_KONG, kind="added_kong"),)}, None),
        ({"replacement": "kong", "melds": (FED_KONG, LaidSet("concealed_kong", 0))}, None),
    ],
)
def test_the_feeder_of_the_kong_whose_replacement_won_is_liable(facts: dict[str, Any], liable: int | None) -> None:
    gains = paid(baida(), total=20, seat=SOUTH, by="self_draw", **facts)
    if liable is None:
        assert gains == {"E": -26, "S": 76, "W": -25, "N": -25}
    else:
        assert gains == {"E": 0, "S": 76, "W": 0, "N": 0} | {"ESWN"[liable]: -76}


def test_eight_flowers_pay_as_a_self_draw() -> None:
    assert paid(baida(), total=30, seat=WEST, by="flowers") == {"E": -36, "S": -35, "W": 106, "N": -35}


def test_base_is_an_option() -> None:
    assert paid(baida(base=0, dealer_bonus=False), total=12, seat=WEST, by="self_draw")["W"] == 36


# V3: the curve


def hongkong(**options: Any) -> CurveScheme:
    scheme = rules("hongkong", **options).payout
    assert isinstance(scheme, CurveScheme)
    return scheme


PRINTED = {
    1: 4, 2: 8, 3: 16, 4: 32, 5: 48, 6: 64, 7: 96, 8: 128, 9: 192, 10: 256, 11: 384, 12: 512, 13: 768, 14: 1024
}  # fmt: skip


@pytest.mark.parametrize(("fan", "whole"), PRINTED.items())
def test_the_curve_as_printed(fan: int, whole: int) -> None:
    discard = paid(hongkong(limit=14), total=fan, seat=SOUTH, by="discard", discarder=WEST)
    assert discard == {"E": 0, "S": whole, "W": -whole, "N": 0}
    half = whole // 2
    drawn = paid(hongkong(limit=14), total=fan, seat=SOUTH, by="self_draw")
    assert drawn == {"E": -half, "S": 3 * half, "W": -half, "N": -half}
    shared = paid(hongkong(limit=14, pay="half"), total=fan, seat=SOUTH, by="discard", discarder=WEST)
    assert shared == {"E": -whole // 4, "S": whole, "W": -half, "N": -whole // 4}
    assert paid(hongkong(limit=14, pay="half"), total=fan, seat=SOUTH, by="self_draw") == drawn


def test_no_fan_pays_one_or_two() -> None:
    assert paid(hongkong(), total=0, seat=SOUTH, by="discard", discarder=WEST) == {"E": 0, "S": 2, "W": -2, "N": 0}
    one_each = {"E": -1, "S": 3, "W": -1, "N": -1}
    assert paid(hongkong(), total=0, seat=SOUTH, by="self_draw") == one_each
    assert paid(hongkong(pay="half"), total=0, seat=SOUTH, by="discard", discarder=WEST) == one_each
    assert paid(hongkong(pay="half"), total=0, seat=SOUTH, by="self_draw") == one_each


@pytest.mark.parametrize(("fan", "whole"), [(0, 2), (1, 4), (4, 32), (5, 64), (10, 2048), (14, 32768)])
def test_the_spicy_curve_doubles_throughout(fan: int, whole: int) -> None:
    assert paid(hongkong(curve="spicy"), total=fan, seat=SOUTH, by="discard", discarder=EAST)["E"] == -whole


def laid(*feeders: int | None, kind: str = "pung", faces: str = "1p 3z 2m 4s") -> tuple[LaidSet, ...]:
    return tuple(LaidSet(kind, face, feeder) for face, feeder in zip(tiles(faces), feeders, strict=False))


MIXED = tiles("1p 1p 1p 3z 3z 3z 2m 2m 2m 4s 4s 4s 9s 9s")
ONE_SUIT = tiles("1p 1p 1p 3p 3p 3p 5p 5p 5p 7p 7p 7p 9p 9p")
TERMINALS_ONLY = tiles("1p 1p 1p 9p 9p 9p 1m 1m 1m 9s 9s 9s 1s 1s")
HONOURS_ONLY = tiles("1z 1z 1z 2z 2z 2z 3z 3z 3z 5z 5z 5z 6z 6z")
BIG_DRAGONS = tiles("5z 5z 5z 6z 6z 6z 7z 7z 7z 1m 2m 3m 9s 9s")
LITTLE_DRAGONS = tiles("5z 5z 5z 6z 6z 6z 1m 2m 3m 1m 2m 3m 7z 7z")
ALL_FOUR = laid(WEST, WEST, WEST, NORTH)


@pytest.mark.parametrize(
    ("options", "melds", "hand", "liable"),
    [
        ({}, ALL_FOUR, MIXED, NORTH),
        ({}, (*ALL_FOUR[:3], replace(ALL_FOUR[3], kind="added_kong")), MIXED, NORTH),
        ({}, (*ALL_FOUR[:3], LaidSet("concealed_kong", 9)), MIXED, None),
        ({}, (LaidSet("concealed_kong", 9), *ALL_FOUR[1:]), MIXED, NORTH),
        ({}, ALL_FOUR[:3], MIXED, None),
        ({}, laid(WEST, WEST, WEST, None), MIXED, None),
        ({"pay": "half"}, ALL_FOUR, MIXED, None),
        ({"pay": "half", "half_twelve": "any"}, ALL_FOUR, MIXED, NORTH),
        ({"pay": "half"}, ALL_FOUR, ONE_SUIT, NORTH),
        ({"pay": "half"}, ALL_FOUR, TERMINALS_ONLY, NORTH),
        ({"pay": "half"}, ALL_FOUR, HONOURS_ONLY, NORTH),
        ({"pay": "half"}, ALL_FOUR[:3], ONE_SUIT, None),
        ({"pay": "half"}, laid(WEST, NORTH, faces="5z 6z"), BIG_DRAGONS, None),
        ({"pay": "half", "dragon_pao_selfdraw": True}, laid(WEST, NORTH, faces="5z 6z"), BIG_DRAGONS, NORTH),
        ({"pay": "half", "dragon_pao_selfdraw": True}, laid(WEST, NORTH, faces="5z 6z"), LITTLE_DRAGONS, NORTH),
        ({"pay": "half", "dragon_pao_selfdraw": True}, laid(WEST, NORTH, WEST, faces="5z 6z 7z"), BIG_DRAGONS, NORTH),
        ({"pay": "half", "dragon_pao_selfdraw": True}, laid(WEST, faces="5z"), BIG_DRAGONS, None),
    ],
)
def test_who_pays_a_self_draw(
    options: dict[str, Any], melds: tuple[LaidSet, ...], hand: tuple[int, ...], liable: int | None
) -> None:
    gains = paid(hongkong(**options), total=8, seat=SOUTH, by="self_draw", melds=melds, tiles=hand)
    if liable is None:
        assert gains == {"E": -64, "S": 192, "W": -64, "N": -64}
    else:
        assert gains == {"E": 0, "S": 192, "W": 0, "N": 0} | {"ESWN"[liable]: -192}


@pytest.mark.parametrize(
    ("melds", "hand", "whole"),
    [
        (ALL_FOUR, MIXED, False),
        (ALL_FOUR[:3], ONE_SUIT, True),
        (ALL_FOUR, ONE_SUIT, True),
        (ALL_FOUR[:2], ONE_SUIT, False),
        (ALL_FOUR[:3], TERMINALS_ONLY, True),
        (ALL_FOUR[:3], HONOURS_ONLY, True),
        (laid(WEST, WEST, faces="5z 6z"), BIG_DRAGONS, True),
        (laid(WEST, WEST, faces="5z 6z"), LITTLE_DRAGONS, True),
        (laid(WEST, WEST, faces="5z 1m"), LITTLE_DRAGONS, False),
        (laid(WEST, WEST, faces="5z 6z"), tiles("5z 5z 5z 6z 6z 6z 1m 2m 3m 4m 5m 6m 9s 9s"), False),
    ],
)
def test_when_a_discarder_pays_the_whole_under_half_pay(
    melds: tuple[LaidSet, ...], hand: tuple[int, ...], whole: bool
) -> None:
    facts = {"total": 8, "seat": SOUTH, "by": "discard", "discarder": EAST, "melds": melds, "tiles": hand}
    expected = {"E": -128, "S": 128, "W": 0, "N": 0} if whole else {"E": -64, "S": 128, "W": -32, "N": -32}
    assert paid(hongkong(pay="half"), **facts) == expected
    assert paid(hongkong(), **facts) == {"E": -128, "S": 128, "W": 0, "N": 0}


@pytest.mark.parametrize("pay", ["full", "half"])
@pytest.mark.parametrize("by", ["rob_kong", "rob_concealed_kong"])
def test_whose_kong_is_robbed_pays_the_whole(pay: str, by: str) -> None:
    gains = paid(hongkong(pay=pay), total=10, seat=NORTH, by=by, discarder=EAST, tiles=MIXED)
    assert gains == {"E": -256, "S": 0, "W": 0, "N": 256}


def test_flower_wins_pay_as_a_self_draw() -> None:
    assert paid(hongkong(), total=3, seat=EAST, by="flowers") == {"E": 24, "S": -8, "W": -8, "N": -8}
    four_laid = paid(hongkong(), total=8, seat=EAST, by="flowers", melds=ALL_FOUR)
    assert four_laid == {"E": 192, "S": -64, "W": -64, "N": -64}


def test_a_flower_win_on_a_fed_kongs_replacement_is_paid_by_the_feeder() -> None:
    gains = paid(hongkong(), total=3, seat=EAST, by="flowers", replacement="kong", melds=(FED_KONG,))
    assert gains == {"E": 24, "S": 0, "W": 0, "N": -24}
    gains = paid(hongkong(), total=8, seat=EAST, by="flowers", replacement="kong", feeder=SOUTH)
    assert gains == {"E": 192, "S": -192, "W": 0, "N": 0}


def test_a_robbed_flower_pays_as_a_discard() -> None:
    robbed = {"total": 8, "seat": SOUTH, "by": "rob_flower", "discarder": WEST}
    assert paid(hongkong(), **robbed) == {"E": 0, "S": 128, "W": -128, "N": 0}
    assert paid(hongkong(pay="half"), **robbed) == {"E": -32, "S": 128, "W": -64, "N": -32}


def test_an_ordinary_kongs_replacement_makes_nobody_liable() -> None:
    gains = paid(hongkong(), total=3, seat=EAST, by="self_draw", replacement="kong", feeder=NORTH, melds=(FED_KONG,))
    assert gains == {"E": 24, "S": -8, "W": -8, "N": -8}

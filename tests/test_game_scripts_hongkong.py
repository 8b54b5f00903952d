"""Scripted games of the thirteen-tile game with a limit: claims, passing, flower wins, robberies, liability."""

from __future__ import annotations

from typing import Any

import pytest

from scripts import Script
from test_game_scripts import Keep, keep
from test_game_slips import table as errors
from tingpai.tiles import TILE_NUMBER, TILE_TEXT

__all__ = ["keep"]

FLOWERS7 = "1234567f"
# Thirteen tiles of one suit that wait for 5p and 8p.
FLUSH = "111222333p4467p"


def table(hands: dict[str, str], **laid: Any) -> Script:
    return Script("hongkong", hands, **laid)


# S3-02, S3-07: claims and passing


def test_s3_07g_three_win_on_one_discard(keep: Keep) -> None:
    """「無截糊[一炮三響]」: all are paid by the discarder; with 截糊 only the nearest."""
    hands = {
        "E": "5p19m19s1234567z",
        "S": "111222333m46p55m",
        "W": "111222333s46p77s",
        "N": "444777888m46p99m",
    }
    script = table(hands, options={"min_fan": 0})
    script.play("E discard 5p", "N win", "S win", "W win")
    won, settled = script.events("won", "settled")
    assert [script.wind(place) for place in won[1]] == ["S", "W", "N"]
    money = script.money(settled)
    assert {seat for seat in money if money[seat] > 0} == {"S", "W", "N"}
    assert money["E"] == -sum(money[seat] for seat in "SWN")
    nearest = table(hands, options={"min_fan": 0, "multi_win": False})
    nearest.play("E discard 5p", "N win", "S win", "W win")
    assert [nearest.wind(place) for place in nearest.events("won")[0][1]] == ["S"]
    keep(script)


def test_s3_07d_thirteen_orphans_are_not_cut_off(keep: Keep) -> None:
    hands = {
        "E": "9p2345m2345s2346p7z",
        "S": "111222333p4499p",
        "N": "19m1p19s1234567z1m",
    }
    script = table(hands, options={"multi_win": False})
    script.play("E discard 9p", "S win", "N win")
    assert [script.wind(place) for place in script.events("won")[0][1]] == ["S", "N"]
    keep(script)


def test_s3_07e_a_passed_win_blocks_others_discards_until_the_own_draw(keep: Keep) -> None:
    """「走雞不糊第一隻牌而糊第二隻不同或相同的牌…是錯相公」: the engine does not offer it."""
    script = table(
        {"E": "5p19m19s1234567z", "S": FLUSH, "W": "8p19m19s1234567z"},
        draws="1m9s5p8p1s",
    )
    script.play("E discard 5p")
    assert "win" in script.legal("S")
    script.play("S pass", "S discard 1m", "W discard 8p")
    # S has drawn since: the block is over.
    assert "win" in script.legal("S")
    script.play("S pass", "N discard 5p", "E discard 8p")
    # Blocked for both, though he may still claim the second as a chow.
    assert script.legal("S") == {"chow 6p7p", "pass"}
    script.play("S pass")
    # His own draw wins whatever he passed, and ends the block.
    assert script.legal("S") >= {"discard 1s"}
    assert not script.game.state.seats[script.place("S")].locked
    keep(script)


def test_s3_07b_a_robbed_kong_is_a_discard_by_the_konger(keep: Keep) -> None:
    script = table({"E": "5p19m19s1234567z", "S": "55p1379m379s2346z", "W": "111222333s46p77s"}, draws="1m8s2m5p")
    script.play("E discard 5p", "W pass", "S pung 5p5p", "S discard 1m")
    script.play("W discard 1m", "N discard 8s", "E discard 2m", "S added_kong 5p", "W win")
    won, settled = script.events("won", "settled")
    assert won[2] == "rob_kong"
    assert set(script.money(settled)) == {"S", "W"}
    assert "robbed_kong" in {line[0] for line in settled[1][0]["lines"]}
    keep(script)


def test_s3_07d_only_thirteen_orphans_rob_a_concealed_kong(keep: Keep) -> None:
    """「十三么…能搶暗槓」"""
    script = table(
        {"E": "9999p2345m234s23p6m", "S": "111222333p4444p", "N": "19m1p19s1234567z1m", "W": "111222333s78p77s"}
    )
    script.play("E concealed_kong 9p")
    assert {script.wind(place) for place in script.game.pending} == {"N"}
    script.play("N win")
    won, settled = script.events("won", "settled")
    assert won[2] == "rob_concealed_kong"
    assert set(script.money(settled)) == {"E", "N"}
    keep(script)


def test_s3_04_the_feeder_of_the_twelfth_tile_pays_a_self_draw(keep: Keep) -> None:
    """「任何十二章落地者自摸,由出衝十二章者包付全數」"""
    script = table(
        {"E": "1p2p3p4p19m19s12345z", "S": "11p22p33p44p5p1m1s2z3z"},
        draws="6s7s8s7m8m6m6s7s8s7m8m6m5p",
    )
    script.play("E discard 1p", "S pung 1p1p", "S discard 1m", "W discard 6s", "N discard 7s")
    script.play("E discard 2p", "S pung 2p2p", "S discard 1s", "W discard 7m", "N discard 8m")
    script.play("E discard 3p", "S pung 3p3p", "S discard 2z", "W discard 6s", "N discard 7s")
    script.play("E discard 4p", "S pung 4p4p", "S discard 3z", "W discard 7m", "N discard 8m", "E discard 1z")
    script.play("S win")
    (settled,) = script.events("settled")
    assert set(script.money(settled)) == {"E", "S"}
    assert {row[4] for row in settled[2]} == {"V3-14"}
    keep(script)


# S3-06: flower wins


def test_s3_06a_the_dealers_seven_flowers_win_three_and_no_heavenly_hand(keep: Keep) -> None:
    """「莊家一開牌七隻花計三番自摸不叧加天糊番數」"""
    script = table({"E": FLOWERS7 + "159m159p1s"}, tail="123s567z1z2z3z")
    assert "flower_win" in script.legal("E")
    script.play("E flower_win")
    (settled,) = script.events("settled")
    assert settled[1][0]["total"] == 3
    assert settled[1][0]["lines"] == [["seven_flowers", 3]]
    assert script.money(settled) == {"E": 24, "S": -8, "W": -8, "N": -8}
    keep(script)


def test_s3_06b_going_for_eight_robs_who_draws_the_eighth(keep: Keep) -> None:
    """「有七隻花不糊三番花糊,聲明叫大花糊;別人摸第8只花時,可搶花糊」"""
    script = table({"E": FLOWERS7 + "159m159p1s"}, draws="8f", tail="123s567z1z2z3z")
    script.play("E discard 1m")
    assert script.legal("E") == {"win", "pass"}
    assert script.game.state.robbed == "flower"
    assert script.game.view(script.place("S")).seats[script.place("E")].goes_for_eight
    script.play("E win")
    won, settled = script.events("won", "settled")
    assert won[2] == "rob_flower"
    assert settled[1][0]["total"] == 8
    assert script.money(settled) == {"E": 128, "S": -128}
    keep(script)


def test_s3_06c_a_nondealer_waits_for_his_first_draw_or_gives_the_seven_up(keep: Keep) -> None:
    """「閒家一開牌七隻花,要…等到自己有機會第一次摸牌時才可以食花糊…如果…改為上牌及碰牌,即表示放棄食花糊」"""
    hands = {"E": "5p19m19s1234567z", "S": FLOWERS7 + "55p1m159s"}
    waits = table(hands, draws="7z", tail="123s567z1z2z3z")
    waits.play("E discard 1m")
    assert "flower_win" in waits.legal("S")
    waits.play("S flower_win")
    assert waits.events("settled")[0][1][0]["lines"] == [["seven_flowers", 3]]
    claims = table(hands, draws="7z", tail="123s567z1z2z3z")
    claims.play("E discard 5p", "S pung 5p5p")
    assert "flower_win" not in claims.legal("S")
    assert claims.game.view(0).seats[claims.place("S")].goes_for_eight
    keep(claims)


def test_s3_06d_the_feeder_of_a_kong_pays_for_the_flower_on_its_replacement(keep: Keep) -> None:
    """「明槓的槓上自摸花糊計3番自摸…出槓者包」"""
    script = table({"E": "5p19m19s1234567z", "S": "123456f" + "555p1m1s"}, tail="2s3s6s5z6z7z" + "7f8s", draws="9m")
    script.play("E discard 5p", "S kong")
    assert "flower_win" in script.legal("S")
    script.play("S flower_win")
    (settled,) = script.events("settled")
    assert settled[1][0]["total"] == 3
    assert script.money(settled) == {"E": -24, "S": 24}
    keep(script)


@pytest.mark.parametrize(("held", "other", "fan"), [("123456f", "8f", 4), (FLOWERS7, "", 10)])
def test_s3_06e_the_last_tile_is_worth_more(held: str, other: str, fan: int, keep: Keep) -> None:
    """「海底撈月七隻花糊計4番自摸;海底撈月八隻花糊計10番自摸」"""
    script = last_flower({"E": held + "159m159p", "N": other}, "8f" if fan == 10 else "7f")
    assert script.legal("E") == {"flower_win", "pass"}
    script.play("E flower_win")
    assert script.events("settled")[0][1][0]["total"] == fan
    keep(script)


def test_s3_06e_robbing_the_last_flower_is_nine(keep: Keep) -> None:
    """「搶最後一只牌的第八隻花糊計9番出衝」"""
    script = last_flower({"S": FLOWERS7 + "159m159p"}, "8f")
    script.play("S win")
    settled = script.events("settled")[0]
    assert settled[1][0]["total"] == 9
    assert script.money(settled) == {"S": 192, "E": -192}
    keep(script)


def last_flower(hands: dict[str, str], flower: str) -> Script:
    """A game in which E draws ``flower`` as the last tile of the wall: seven others were replaced at the start, and
    all throw what they draw."""
    laid = Script("hongkong", hands, tail="123s567z1z")
    wall = list(laid.game.state.walls[0])
    # Of the fourth stack from the tail the upper tile was drawn, and the lower one is the last.
    last = len(wall) - 7
    at = wall.index(TILE_NUMBER[flower])
    wall[at], wall[last] = wall[last], wall[at]
    script = Script("hongkong", hands, wall=wall)
    game = script.game
    while game.state.left:
        for place in game.pending:
            words = [str(action) for action in game.legal(place)]
            drawn = game.state.drawn
            game.apply(place, "pass" if "pass" in words else f"discard {TILE_TEXT[drawn]}")
    return script


# S3-09


def test_s3_09_the_deal_passes_on_a_draw_and_on_anothers_win(keep: Keep) -> None:
    script = Script("hongkong", {"E": "5p19m19s1234567z", "S": FLUSH}, hands_played=2)
    dealer = script.game.state.dealer
    script.play("E discard 5p", "S win")
    assert script.game.state.dealer == (dealer + 1) % 4
    keep(script)


def test_s3_09_the_deal_passes_on_after_a_drawn_hand(keep: Keep) -> None:
    """「閒家糊牌或流局,逆時針過莊」"""
    script = Script("hongkong", {"E": "5p19m19s1234567z"}, options=dict(BARE), then=[{"hands": {}}])
    dealer = script.game.state.dealer
    script.play("E discard 5p").play_out()
    assert script.events("exhausted")[0][2] == ()
    assert script.game.state.dealer == (dealer + 1) % 4
    keep(script)


# S3-04: half pay, and who pays the whole

HALF = {"pay": "half"}


def fed(script: Script, *rounds: tuple[str, str]) -> Script:
    """E feeds S a pung in each round, after which S discards the other tile; W, N and E keep what they hold."""
    for tile, out in rounds:
        script.play(f"E discard {tile}", f"S pung {tile}{tile}", f"S discard {out}").settle()
        for wind in "WN":
            script.play(f"{wind} discard {TILE_TEXT[script.game.state.drawn]}").settle()
    return script


def test_s3_04_half_pay_splits_what_a_discard_wins(keep: Keep) -> None:
    """「出衝者 3番付HK$8,非出衝者3番付HK$4」"""
    hands = {"E": "6m19m19s1234567z", "S": "1f111m222p333s44p5m"}
    script = table(hands, draws="9s5m", tail="5m", options=dict(HALF))
    script.play("E discard 6m", "S discard 9s", "W discard 5m", "S win")
    (settled,) = script.events("settled")
    assert settled[1][0]["lines"] == [["all_pungs", 3]]
    assert script.money(settled) == {"S": 16, "E": -4, "W": -8, "N": -4}
    keep(script)


def test_s3_04_nine_tiles_of_one_suit_make_the_discarder_pay_the_whole(keep: Keep) -> None:
    """「只限清一色,清么九及字一色等牌例,九章落地,由出衝者包付全數」"""
    hands = {"E": "1p2p3p5p19m19s12345z", "S": "11p22p33p4455p1m1s2z"}
    script = table(hands, options=dict(HALF), draws="6s7s8s7m8m6m7s8s6m")
    fed(script, ("1p", "1m"), ("2p", "1s"), ("3p", "2z")).play("E discard 5p", "S win")
    (settled,) = script.events("settled")
    assert script.money(settled) == {"S": 256, "E": -256}
    keep(script)


def test_s3_04_six_dragon_tiles_make_the_discarder_pay_the_whole(keep: Keep) -> None:
    """「大小三元六章落地:即食即包;不用包自摸[或另議]」"""
    hands = {"E": "5z6z7m19m19s1234z2p", "S": "55z66z77z234m56m1s2z"}
    script = table(hands, options=dict(HALF), draws="6s7s8s7s8s6s")
    fed(script, ("5z", "1s"), ("6z", "2z")).play("E discard 7m", "S win")
    (settled,) = script.events("settled")
    assert settled[1][0]["total"] == 9  # 小三元 5, 混一色 3, 無花 1
    assert script.money(settled) == {"S": 192, "E": -192}
    drawn = table(hands, options=dict(HALF), draws="6s7s8s7s8s6s7m")
    fed(drawn, ("5z", "1s"), ("6z", "2z")).play("E discard 9m", "S win")
    assert set(drawn.money(drawn.events("settled")[0])) == set("ESWN")
    keep(script)


# S3-05, S3-06f, S3-07c, S3-07d


def test_s3_05_s3_06f_a_hand_short_of_three_fan_is_dead_for_flowers_too(keep: Keep) -> None:
    """「打開了一副不夠起糊番數的牌,不算詐糊,是錯相公。…不能再糊牌包括花糊」"""
    hands = {"E": "5p19m19s1234567z", "S": "123567f111m234m5p"}
    script = errors("hongkong", hands, draws="9s5s9s8s4f", tail="6p7p2s2s3s4s5z")
    script.play("E discard 5p", "S discard 9s", "W discard 5s")
    assert "win" not in script.legal("S")  # two flowers of his number, and no third fan
    script.play("S false_win").settle()
    assert script.game.state.seats[script.place("S")].dead == "wrong"
    assert not script.events("false_win")
    script.play("N discard 9s", "E discard 8s").settle()
    script.play("S flower 4f").settle()
    assert len(script.game.state.seats[script.place("S")].flowers) == 7
    assert "flower_win" not in script.legal("S")
    keep(script)


BARE = {"flowers": False}
WAITS = "111m222p333s44p55m"


def test_s3_07c_the_last_discard_and_the_last_draw(keep: Keep) -> None:
    """「糊最後一隻打出的牌,稱河底撈魚,加一番。海底撈月自摸總共加兩番」"""
    # Who waits for 5m is not dealt it before the last tile of the wall, the 83rd after E's, which N draws.
    script = table({"E": "5m44p19m19s12345z6z", "S": WAITS}, options=dict(BARE), tail="9p5m")
    script.play("E discard 1m").play_out(left=0).play("N discard 5m", "S win")
    (settled,) = script.events("settled")
    assert settled[1][0]["situation"]["last_tile"] is True
    assert dict(settled[1][0]["lines"]) == {"all_pungs": 3, "concealed_hand": 1, "last_discard": 1}
    drawn = table({"E": "5m44p19m19s12345z6z", "N": "111m222p345s44p55m"}, options=dict(BARE), tail="9p5m")
    drawn.play("E discard 1m").play_out(left=0).play("N win")
    lines = dict(drawn.events("settled")[0][1][0]["lines"])
    assert lines == {"self_drawn": 1, "concealed_hand": 1, "last_tile": 1}
    keep(script)


def test_s3_07d_thirteen_orphans_cut_off_their_like(keep: Keep) -> None:
    """「不可以被截糊(十三么截十三么例外)」"""
    hands = {"E": "9p2345m2345s2346p", "S": "19m19p19s1234567z", "N": "19m19p19s1234567z"}
    script = table(hands, options={"multi_win": False})
    script.play("E discard 9p", "S win", "N win")
    assert [script.wind(place) for place in script.events("won")[0][1]] == ["S"]
    keep(script)


# S3-08


def test_s3_08_the_extra_tile_may_be_taken_until_the_second_player_discards(keep: Keep) -> None:
    """「莊家打了第一只牌時發覺,而第二家仍未打第二只牌,罰十元抽水後,可以遲跳牌」"""
    hands = {"E": "159m159p159s1234z", "S": "147m258p369s1235z"}
    script = errors("hongkong", hands, extra=False, draws="7s7s2m")
    script.play("E pass", "E discard 1m").settle()
    script.events()
    script.late("E", "take_extra")
    (extra,) = script.events("extra")
    assert script.money(extra) == {"E": -10, "rake": 10}
    keep(script)
    late = errors("hongkong", hands, extra=False, draws="7s7s2m")
    late.play("E pass", "E discard 1m", "S discard 1m")
    assert late.game.state.seats[late.place("E")].dead == "short"


def test_s3_08_a_late_flower_is_fined_until_the_dealer_discards(keep: Keep) -> None:
    hands = {"E": "159m159p159s12346z", "S": "1f147m258p369s123z"}
    script = errors("hongkong", hands, tail="2s", flowers=("S",))
    script.events()
    script.late("S", "flower 1f")
    assert script.money(script.events("late_flower")[0]) == {"S": -10, "rake": 10}
    keep(script)
    late = errors("hongkong", hands, tail="2s", flowers=("S",))
    late.play("E discard 1m")
    assert late.game.state.seats[late.place("S")].dead == "short"


def test_s3_08_wrong_tiles_of_a_claim_are_mended_in_the_go_around(keep: Keep) -> None:
    hands = {"E": "5p19m159s123456z9p", "S": "46p89p17m258s369s"}
    script = errors("hongkong", hands, draws="2p2m2s3s")
    script.play("E discard 5p", "S wrong_chow 6p9p", "S discard 1m").settle()
    script.events()
    script.late("S", "mend 4p6p")
    assert script.money(script.events("mended")[0]) == {"S": -10, "rake": 10}
    keep(script)

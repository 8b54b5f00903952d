"""More scripted games with wild tiles: flowers that are wild, swaps down, kongs and sets of flowers that are paid,
dead hands, and a debt that the next win repays."""

from __future__ import annotations

from scripts import Script, clauses
from test_game_scripts import READY, Keep, keep
from test_game_slips import table
from tingpai.tiles import TILE_NUMBER

__all__ = ["keep"]


def test_s1_01_a_debt_is_repaid_from_the_next_win(keep: Keep) -> None:
    """「太婆誤食詐糊,卻要記賬,太婆下一舖糊牌收了籌碼,要馬上還債」"""
    again = {"hands": {"E": "5z" + READY}, "indicator": "8s", "draws": "1s2s3s9s"}
    script = table("baida", {"E": "1359m159p1359s123466z"}, indicator="8p", then=[again])
    script.play("E false_win")
    assert dict(script.game.state.book.debts) != {}
    broke = script.game.state.players[script.place("E")]
    assert script.game.state.balances[broke] <= 3  # what the dice may have brought
    script.play("E take_extra")
    while script.game.state.phase == "opening":
        place = script.game.pending[0]
        flower = next(act for act in script.game.legal(place) if act.kind == "flower")
        script.game.apply(place, flower)
    script.events()
    script.play("E riichi 5z", "S discard 1s", "W discard 2s", "N discard 3s", "E win").settle()
    (settled,) = script.events("settled")
    assert ("E", "N", 100) in script.payers(settled)
    assert not script.game.state.book.debts
    keep(script)


def test_s1_03_under_a_flower_flowers_are_wild_and_are_not_replaced(keep: Keep) -> None:
    """「例如是3號菊花,則3筒,3索,3萬均為百搭;其餘的七隻花也是百搭,共19隻百搭[該鋪沒有花牌]」"""
    script = Script("baida", {"E": "5p159m159s1234z67z8f", "S": "1f46p147m258s1234z6z"}, indicator="3f", tail="8p")
    s = script.game.state
    assert sum(s.wild[tile] for tile in range(34)) == 3
    assert not script.events("flower")  # none is laid, none is paid for
    south = s.seats[script.place("S")]
    assert (south.loose, south.wilds) == ([], [TILE_NUMBER["1f"]])
    script.play("E discard 8f")  # a wild tile like another: it may be claimed (V1-17)
    assert "chow 4p6p" in script.legal("S")
    script.play("S chow 4p6p").settle()
    assert script.game.state.seats[script.place("S")].melds[0].tiles == [12, 14, TILE_NUMBER["8f"]]
    keep(script)


def test_s1_03_a_wild_laid_down_takes_a_real_tile_back(keep: Keep) -> None:
    """「百搭可以隨時飛落及飛上」: into an own set, in the own turn; nobody robs it, the claimed tile stays."""
    hands = {"E": "7p123m456m99m11p4s5z", "S": "68p3z35m246s79s15p1z"}
    script = Script("baida", hands, indicator="4z", draws="5s1s2s9s")
    script.play("E discard 7p", "S chow 6p8p")
    assert not {act for act in script.legal("S") if act.startswith("swap")}  # it was no draw (V1-20)
    script.play("S discard 3m", "W discard 5s", "N discard 1s", "E discard 2s")
    swaps = {act for act in script.legal("S", turn=True) if act.startswith("swap")}
    assert swaps == {"swap_down 0 6p 1z", "swap_down 0 8p 1z"}
    script.play("S swap_down 0 8p 1z")
    seat = script.game.state.seats[script.place("S")]
    assert seat.melds[0].tiles == [14, 15, TILE_NUMBER["1z"]]
    assert TILE_NUMBER["8p"] in seat.tiles()
    # The wild may stand for 5p now, and the 8p comes back up for it or not.
    assert {"swap_up 0 8p 1z", "swap_up 0 5p 1z"} <= script.legal("S")
    keep(script)


def test_s1_05_a_dead_hand_keeps_what_it_draws_and_earns_no_kong(keep: Keep) -> None:
    """「錯相公不能再糊牌…也不能再收開杠奬金。但不用摸那隻牌,打那隻牌[或另議]」"""
    hands = {"E": "5z" + READY, "S": "7777p159m15p159s12z"}
    for free in (True, False):
        options = {"dead_hand_free_discard": free}
        script = table("baida", dict(hands), indicator="8p", draws="6s", tail="4s", options=options)
        script.play("E discard 5z", "S false_win").settle()
        assert script.game.state.seats[script.place("S")].dead == "wrong"
        assert ("discard 1m" in script.legal("S")) is free
        assert ("concealed_kong 7p" in script.legal("S")) is free
        if free:
            script.events()
            script.play("S concealed_kong 7p").settle()
            (stands,) = script.events("kong_stands")
            assert script.money(stands) == {}
            keep(script)


def test_s1_07_an_added_kong_collects_one_from_each(keep: Keep) -> None:
    """「自摸明杠即收各人1番獎金」"""
    hands = {"E": "5p123m456m99m11p46s7z", "S": "55p147m369m13z47s"}
    script = Script("baida", hands, indicator="2s", draws="8m8p8m5p", tail="9p")
    script.play("E discard 5p", "S pung 5p5p", "S discard 1m", "W discard 8m", "N discard 8p", "E discard 8m")
    script.play("S added_kong 5p").settle()
    (stands,) = script.events("kong_stands")
    assert script.money(stands) == {"S": 3, "E": -1, "W": -1, "N": -1}
    assert clauses([stands]) == {"V1-24"}
    keep(script)


def test_s1_07_a_series_of_flowers_collects_two_from_each(keep: Keep) -> None:
    """「一枱花收各人2番獎金」, and who has it has no 一枱草 with the same flowers (V1-27)."""
    script = Script("baida", {"E": "123f159m159p159s", "S": "159m159p"}, indicator="7z", tail="4f8f1s2s3s4s")
    flowers = script.events("flower")
    assert [event[3] for event in flowers] == [(), (), (), ("plants",), ()]
    assert script.money(flowers[3]) == {"E": 6, "S": -2, "W": -2, "N": -2}
    keep(script)


def test_s1_08_honours_are_one_guess_and_the_kong_lies_open_after_a_bet(keep: Keep) -> None:
    """「若有人猜暗杠牌是筒,索,萬或番」"""
    script = Script("baida", {"E": "5555z123m456m99m11s46s"}, indicator="7p", tail="9s")
    script.play("E concealed_kong 5z")
    assert script.legal("S") == {"bet m", "bet p", "bet s", "bet z", "pass"}
    script.play("S bet z", "W bet z", "N bet m").settle()
    (turned,) = script.events("turned")
    assert script.money(turned) == {"E": -5, "S": 3, "W": 3, "N": -1}
    keep(script)

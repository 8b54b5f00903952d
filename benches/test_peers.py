"""Every peer says of a few hundred hands what this package says, where their rules agree; the table is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import peers
import tingpai as tp
from peers import Question, Way

for name in ("xiangting", "mahjong", "MahjongGB", "riichienv"):
    pytest.importorskip(name)

ASKED: dict[str, tuple[Callable[[], Question], set[str]]] = {
    "distance, 13 tiles": (lambda: peers.distance(13, 300), {"xiangting", "mahjong", "riichienv", "PyMahjongGB"}),
    "distance, 14 tiles": (lambda: peers.distance(14, 300), {"xiangting", "mahjong", "riichienv"}),
    "complete, 14 tiles": (lambda: peers.complete(300), {"mahjong"}),
    "waits, 13 tiles": (lambda: peers.waits(200), {"xiangting", "riichienv", "PyMahjongGB"}),
    "score, 14 tiles": (lambda: peers.score(100), {"PyMahjongGB", "mahjong", "riichienv"}),
}


@pytest.mark.parametrize("name", ASKED)
def test_peers_agree_where_their_rules_do(name: str) -> None:
    ask, expected = ASKED[name]
    question = ask()
    assert (question.name, {way.who for way, _ in question.peers}) == (name, expected)
    rows = peers.timed(question, 1)
    assert len(rows) == len(question.ours) + len(question.peers)
    assert all(row.us > 0 for row in rows)
    for row in rows[len(question.ours) :]:
        assert row.answers.startswith("all ")
        assert [*row.multiples] == [way.who for way in question.ours]
    assert len(peers.shown(question, rows).splitlines()) == len(rows) + 1


def test_hands_are_of_every_distance() -> None:
    far = {tp.distance(hand, peers.SHAPES) for hand in peers.any_and_near(14, 300)}
    assert far >= {-1, 0, 1, 2, 3, 4}


def test_a_peer_that_says_something_else_is_named() -> None:
    hands = [tp.Hand.parse("123m 456p 789s 11z 222z")]
    with pytest.raises(AssertionError, match="123m 456p 789s 11222z: 3 by peer, 2 here"):
        peers.same(hands, [3], [2], "peer")


def test_what_goes_before_is_not_timed() -> None:
    done: list[str] = []
    way = Way("somebody", done.append, [("a",), ("b",)], lambda: done.append("before"))
    assert way.seconds() >= 0
    assert done == ["before", "a", "b"]

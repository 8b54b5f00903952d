"""One call through Python, this package beside its peers on the same hands; their answers are compared first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import tingpai as tp
from hands import (
    Prepared,
    any_hands,
    counts_of,
    for_pymahjonggb,
    seven_pairs_distance,
    wins_with_wilds,
    wins_without_wilds,
)

HONGKONG, BAIDA = tp.rules("hongkong"), tp.rules("baida")
HANDS = 100
TEXTS = {win.hand: str(win.hand) for win in wins_without_wilds(HANDS)}


def over(call: Callable[..., object], arguments: Sequence[tuple[Any, ...]]) -> Callable[[], None]:
    """One round: the call for every hand."""

    def run() -> None:
        for given in arguments:
            call(*given)

    return run


def measure(benchmark: Any, call: Callable[..., object], arguments: Sequence[tuple[Any, ...]]) -> None:
    benchmark.extra_info["hands"] = len(arguments)
    benchmark.pedantic(over(call, arguments), rounds=50, warmup_rounds=2, iterations=1)


Score = Callable[[], tp.Result]


def score(_: Prepared, call: Score) -> tp.Result:
    return call()


def score_and_read(_: Prepared, call: Score) -> tuple[object, ...]:
    result = call()
    return result.total, result.lines, result.arrangement


def score_from_text(win: Prepared, _: Score) -> tp.Result:
    return tp.score(tp.Hand.parse(TEXTS[win.hand]), HONGKONG, **win.keywords)


@pytest.mark.benchmark(group="distance of 14 tiles")
def test_distance(benchmark: Any) -> None:
    measure(benchmark, tp.distance, [(hand, HONGKONG) for hand in any_hands(14, 0, HANDS)])


@pytest.mark.benchmark(group="distance of 14 tiles")
def test_distance_by_xiangting(benchmark: Any) -> None:
    xiangting = pytest.importorskip("xiangting")
    four = xiangting.PlayerCount.FOUR
    hands = any_hands(14, 0, HANDS)
    for hand in hands:
        theirs = xiangting.calculate_replacement_number(counts_of(hand), four) - 1
        assert min(tp.distance(hand, HONGKONG), seven_pairs_distance(hand)) == theirs
    measure(benchmark, xiangting.calculate_replacement_number, [(counts_of(hand), four) for hand in hands])


@pytest.mark.benchmark(group="score of 14 tiles")
@pytest.mark.parametrize("call", [score, score_and_read, score_from_text])
def test_score(benchmark: Any, call: Callable[[Prepared, Score], object]) -> None:
    wins = [(win, win.call(HONGKONG)) for win in wins_without_wilds(HANDS)]
    assert all(score(*win).reason != "incomplete" for win in wins)
    measure(benchmark, call, wins)


@pytest.mark.benchmark(group="score of 14 tiles")
def test_score_by_pymahjonggb(benchmark: Any) -> None:
    peer = pytest.importorskip("MahjongGB")
    arguments = [for_pymahjonggb(win) for win in wins_without_wilds(HANDS)]
    assert all(peer.MahjongFanCalculator(*given) for given in arguments)
    measure(benchmark, peer.MahjongFanCalculator, arguments)


@pytest.mark.benchmark(group="score of 17 tiles")
@pytest.mark.parametrize("wilds", [0, 2, 4, 8])
@pytest.mark.parametrize("call", [score, score_and_read])
def test_score_of_baida(benchmark: Any, call: Callable[[Prepared, Score], object], wilds: int) -> None:
    wins = [(win, win.call(BAIDA)) for win in wins_with_wilds(wilds, claimed=False, count=HANDS // 2)]
    assert all(score(*win).reason != "incomplete" for win in wins)
    measure(benchmark, call, wins)


@pytest.mark.benchmark(group="with wild tiles")
@pytest.mark.parametrize("wilds", [0, 1, 2, 4, 8])
@pytest.mark.parametrize(("call", "tiles"), [(tp.distance, 17), (tp.waits, 16)], ids=["distance", "waits"])
def test_wild_tiles_cost_nothing(benchmark: Any, call: Callable[..., object], tiles: int, wilds: int) -> None:
    measure(benchmark, call, [(hand, BAIDA) for hand in any_hands(tiles, wilds, HANDS)])

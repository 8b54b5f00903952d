"""This package beside every peer, on the same hands in the same process: a table.

    python benches/peers.py [--hands 1000] [--rounds 7] [--write]

Before anything is timed all answers are compared.  Where a peer means something else that is said here, and every hand
on which its answer is another is accounted for; any other difference ends the program.  Times are microseconds of
processor time a hand, the shortest of several rounds taken in turn, multiples a peer's time over ours.  Hands,
arguments and evaluators are made beforehand, but for ``from text``, which reads the hand and admits it; ``hongkong`` is
one call under rules that, other than the peers, know no seven pairs.
"""

from __future__ import annotations

import argparse
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from time import process_time
from typing import Any, NamedTuple

import tingpai as tp
from hands import (
    GB_TILES,
    any_hands,
    copies_of,
    counts_of,
    for_mahjong,
    for_pymahjonggb,
    for_riichienv,
    near_hands,
    seven_pairs_distance,
)
from measure import keep, machine
from test_batch import EXPLAINED, TOTALS, Columns, different_wins
from tingpai import batch
from tingpai.batch.frames import frames
from tingpai.result import Waits
from tingpai.tiles import KIND_COUNT, TILE_NUMBER

HONGKONG = tp.rules("hongkong")
SHAPES = replace(HONGKONG, id="shapes", shapes=("standard", "seven_pairs", "thirteen_orphans"))
"""What all peers know: four sets and a pair, seven pairs, thirteen orphans.  Four of a kind are two of seven pairs here
and for PyMahjongGB; for the others all seven are of different kinds."""

MORE = 10
"""How many times as many hands a batch of scores is of: those of a situation share what it takes to prepare."""


class Way(NamedTuple):
    """How somebody answers a question: a call, and what it is given, once for each hand or once for all."""

    who: str
    call: Callable[..., object]
    given: Sequence[tuple[Any, ...]] = ((),)
    before: Callable[[], object] = lambda: None
    """What goes before each round, and is not timed."""
    times: int = 1
    """How many times as many hands as the question is about."""

    def seconds(self) -> float:
        """For as many hands as the question is about."""
        self.before()
        start = process_time()
        for given in self.given:
            self.call(*given)
        return (process_time() - start) / self.times


class Question(NamedTuple):
    """What is asked of so many hands; our ways to answer it; the peers', each with how its answers stand to ours."""

    name: str
    hands: int
    ours: list[Way]
    peers: list[tuple[Way, str]]


class Row(NamedTuple):
    """A line of the table."""

    question: str
    who: str
    us: float
    multiples: dict[str, float]
    answers: str


def peer(name: str) -> Any:
    return import_module(name)


def same(hands: Sequence[tp.Hand], theirs: Sequence[object], ours: Sequence[object], who: str) -> None:
    for hand, their, our in zip(hands, theirs, ours, strict=True):
        if their != our:
            raise AssertionError(f"{hand}: {their} by {who}, {our} here")


def columns(hands: Sequence[tp.Hand]) -> bytes:
    return b"".join(bytes(counts_of(hand)) for hand in hands)


def our_ways(call: Callable[..., Any], many: Callable[..., batch.Answers], hands: Sequence[tp.Hand]) -> list[Way]:
    """One call on a hand that was asked before, one on a hand read from its text, and a batch of counts."""
    texts, counts = [(str(hand),) for hand in hands], columns(hands)
    return [
        Way("one call", call, [(hand, SHAPES) for hand in hands]),
        Way("from text", lambda text: call(tp.Hand.parse(text), SHAPES), texts),
        Way("batch", lambda: many(counts, SHAPES)),
    ]


# Distance and completeness ----------------------------------------------------------------------


def any_and_near(tiles: int, count: int) -> list[tp.Hand]:
    return [*any_hands(tiles, 0, count // 2), *near_hands(tiles, count - count // 2)]


def different_pairs(hand: tp.Hand) -> int:
    """The distance where seven pairs are of different kinds."""
    return min(tp.distance(hand, HONGKONG), seven_pairs_distance(hand))


def apart(hands: Sequence[tp.Hand]) -> str:
    """How many hands seven different pairs make another answer of; all of them hold three or four of a kind."""
    others = [hand for hand in hands if tp.distance(hand, SHAPES) != different_pairs(hand)]
    if any(max(counts_of(hand)) < 3 for hand in others):
        raise AssertionError(f"{others}: seven pairs alone make no difference")
    return f"all agree ({len(others)} hands are nearer to seven pairs with a kind twice)"


def distance(tiles: int, count: int) -> Question:
    hands = any_and_near(tiles, count)
    ours = our_ways(tp.distance, batch.distance, hands)
    ours.insert(1, Way("hongkong", tp.distance, [(hand, HONGKONG) for hand in hands]))  # no seven pairs
    expected, told = [different_pairs(hand) for hand in hands], apart(hands)
    same(hands, batch.distance(columns(hands), SHAPES).values.tolist(), [tp.distance(hand, SHAPES) for hand in hands],
         "batch")  # fmt: skip
    xiangting, mahjong, riichienv = peer("xiangting"), peer("mahjong.shanten").Shanten, peer("riichienv")
    counts = [counts_of(hand) for hand in hands]
    copies = [copies_of(hand.tiles, Counter()) for hand in hands]
    ways = [
        Way(
            "xiangting", xiangting.calculate_replacement_number, [(held, xiangting.PlayerCount.FOUR) for held in counts]
        ),
        Way("mahjong", mahjong.calculate_shanten, [(held,) for held in counts]),
        Way("riichienv", riichienv.calculate_shanten, [(held,) for held in copies]),
    ]
    for way in ways:
        found = [way.call(*given) for given in way.given]
        if way.who == "xiangting":  # tiles to a complete hand, not to a ready one
            found = [number - 1 for number in found]  # type: ignore[operator]
        same(hands, found, expected, way.who)
    peers = [(way, told) for way in ways]
    if tiles == 13:
        peers.append(pymahjonggb_distance(hands))
    return Question(f"distance, {tiles} tiles", len(hands), ours, peers)


def complete(count: int) -> Question:
    hands = any_and_near(14, count)
    told = apart(hands)
    way = Way("mahjong", peer("mahjong.agari").Agari.is_agari, [(counts_of(hand),) for hand in hands])
    same(hands, [way.call(*given) for given in way.given], [different_pairs(hand) < 0 for hand in hands], way.who)
    ours = our_ways(tp.distance, batch.complete, hands)
    same(hands, batch.complete(columns(hands), SHAPES).values.tolist(),
         [tp.distance(hand, SHAPES) < 0 for hand in hands], "batch")  # fmt: skip
    return Question("complete, 14 tiles", len(hands), ours, [(way, told)])


# PyMahjongGB: distance and useful tiles of 13 tiles, shape by shape -------------------------------


def nearest(tiles: tuple[str, ...]) -> tuple[int, set[int]]:
    """Its distance over the three shapes, and the kinds that bring it nearer."""
    gb = peer("MahjongGB")
    found = [ask(tiles) for ask in (gb.RegularShanten, gb.SevenPairsShanten, gb.ThirteenOrphansShanten)]
    least = min(distance for distance, _ in found)
    return least, {GB_TILES.index(tile) for distance, useful in found if distance == least for tile in useful}


def gb_tiles(hand: tp.Hand) -> tuple[str, ...]:
    return tuple(GB_TILES[tile] for tile in hand.tiles)


def pymahjonggb_distance(hands: Sequence[tp.Hand]) -> tuple[Way, str]:
    """It counts on fifth tiles: where it is nearer, all that brings it so near is held four times."""
    others = 0
    for hand in hands:
        ours, (theirs, useful) = tp.distance(hand, SHAPES), nearest(gb_tiles(hand))
        if ours != theirs:
            others += 1
            if ours < theirs or any(hand.tiles.count(kind) < 4 for kind in useful):
                raise AssertionError(f"{hand}: {theirs} by PyMahjongGB, {ours} here")
    told = f"all agree but {others}, for which it needs a fifth tile" if others else "all agree"
    return Way("PyMahjongGB", nearest, [(gb_tiles(hand),) for hand in hands]), told


# Waits ------------------------------------------------------------------------------------------


def ready_hands(count: int) -> Iterator[tp.Hand]:
    """Hands that wait for something, whether or not seven pairs are of different kinds."""
    more = count
    found: list[tp.Hand] = []
    while len(found) < count:
        more *= 2
        found = [hand for hand in near_hands(13, more) if different_pairs(hand) == 0]
    yield from found[:count]


def waits_of_different_pairs(hand: tp.Hand) -> set[int]:
    """What completes a hand where seven pairs are of different kinds."""
    single = {tile for tile in hand.tiles if hand.tiles.count(tile) == 1}
    return numbers(tp.waits(hand, HONGKONG)) | (single if seven_pairs_distance(hand) == 0 else set())


def numbers(waits: Waits) -> set[int]:
    return {TILE_NUMBER[tile] for tile in waits}


def waits(count: int) -> Question:
    hands = [*ready_hands(count)]
    xiangting, riichienv = peer("xiangting"), peer("riichienv")
    expected = [waits_of_different_pairs(hand) for hand in hands]
    others = sum(numbers(tp.waits(hand, SHAPES)) != kinds for hand, kinds in zip(hands, expected, strict=True))
    told = f"all agree ({others} hands wait for more with a kind twice in seven pairs)"
    ask = xiangting.calculate_necessary_tiles
    first = Way("xiangting", ask, [(counts_of(hand), xiangting.PlayerCount.FOUR) for hand in hands])
    evaluators = [(riichienv.HandEvaluator(copies_of(hand.tiles, Counter()), []),) for hand in hands]
    second = Way("riichienv", lambda evaluator: evaluator.get_waits(), evaluators)
    third = Way("PyMahjongGB", nearest, [(gb_tiles(hand),) for hand in hands])
    masks = [ask(*given)[1] for given in first.given]
    same(hands, [{kind for kind in range(KIND_COUNT) if mask >> kind & 1} for mask in masks], expected, first.who)
    same(hands, [set(evaluator.get_waits()) for (evaluator,) in evaluators], expected, second.who)
    with_fifth = [numbers(tp.waits(hand, SHAPES, live=False)) for hand in hands]
    same(hands, [nearest(*given)[1] for given in third.given], with_fifth, third.who)
    found = batch.waits(columns(hands), SHAPES).values
    same(hands, [{kind for kind in range(KIND_COUNT) if mask >> kind & 1} for mask in found],
         [numbers(tp.waits(hand, SHAPES)) for hand in hands], "batch")  # fmt: skip
    peers = [(first, told), (second, told), (third, "all agree (live=False)")]
    return Question("waits, 13 tiles", len(hands), our_ways(tp.waits, batch.waits, hands), peers)


# Scores -----------------------------------------------------------------------------------------


def explained(call: Callable[[], tp.Result]) -> tuple[object, ...]:
    result = call()
    return result.total, result.lines, result.arrangement


def score(count: int) -> Question:
    """Won hands with any sets on the table.  Each scores by rules of its own, PyMahjongGB by the official Chinese, the
    other two by Japanese ones: what there is to compare is that all call the hand won, and the han of these two."""
    many = MORE * count
    all_wins = different_wins(2 * many)
    met, fresh, wins = Columns(all_wins[:many]), Columns(all_wins[many:]), all_wins[many : many + count]
    gb, mahjong, riichienv = peer("MahjongGB"), peer("mahjong.hand_calculating.hand").HandCalculator, peer("riichienv")
    made = [for_riichienv(win) for win in wins]
    evaluators = [(riichienv.HandEvaluator(*hand), asked) for hand, asked in made]
    first = Way("PyMahjongGB", gb.MahjongFanCalculator, [for_pymahjonggb(win) for win in wins])
    second = Way("mahjong", mahjong.estimate_hand_value, [for_mahjong(win) for win in wins])
    third = Way("riichienv", lambda evaluator, asked: evaluator.calc(*asked), evaluators)
    hands, singles = [win.hand for win in wins], [tp.score(win.hand, HONGKONG, **win.keywords) for win in wins]
    same(hands, fresh.score("counts", **TOTALS).total.tolist()[:count], [result.total for result in singles], "batch")
    same(hands, [True] * count, [result.reason != "incomplete" for result in singles], "construction")
    same(hands, [bool(first.call(*given)) for given in first.given], [True] * count, first.who)
    japanese = [
        (second.call(*given), third.call(*asked)) for given, asked in zip(second.given, evaluators, strict=True)
    ]
    same(hands, [won_by_mahjong(one) for one, _ in japanese], [won_by_riichienv(other) for _, other in japanese],
         second.who)  # fmt: skip
    texts = [(str(win.hand), win) for win in wins]

    def forget_and_score() -> None:
        frames(HONGKONG).forget()
        met.score("counts", **EXPLAINED)

    calls = [(win.call(HONGKONG),) for win in wins]
    ours = [
        Way("one call", operator.call, calls),
        Way("explained", explained, calls),
        Way("from text", lambda text, win: tp.score(tp.Hand.parse(text), HONGKONG, **win.keywords), texts),
        Way("batch", lambda: fresh.score("counts", **TOTALS), before=forget_and_score, times=MORE),
        Way("batch expl.", lambda: fresh.score("counts", **EXPLAINED), before=forget_and_score, times=MORE),
    ]
    theirs = "all complete, same han as {}, by other rules than ours"
    peers = [
        (first, "all complete, by other rules than ours"),
        (second, theirs.format(third.who)),
        (third, theirs.format(second.who)),
    ]
    return Question("score, 14 tiles", count, ours, peers)


def won_by_mahjong(found: Any) -> int | None:
    """Its han, 0 of a complete hand that has none, nothing of any other."""
    return 0 if found.error == "no_yaku" else None if found.error else found.han


def won_by_riichienv(found: Any) -> int | None:
    return found.han if found.is_win else 0 if found.has_win_shape else None


# The table --------------------------------------------------------------------------------------


def questions(count: int) -> Iterator[Question]:
    """Each with its answers compared."""
    yield distance(13, count)
    yield distance(14, count)
    yield complete(count)
    yield waits(count)
    yield score(count)


def timed(question: Question, rounds: int) -> list[Row]:
    ways = [*question.ours, *(way for way, _ in question.peers)]
    best = [float("inf")] * len(ways)
    for _ in range(rounds):
        best = [min(known, way.seconds() / question.hands * 1e6) for known, way in zip(best, ways, strict=True)]
    mine = {way.who: us for way, us in zip(question.ours, best, strict=False)}
    rows = [Row(question.name, f"tingpai, {who}", us, {}, "") for who, us in mine.items()]
    for (way, told), us in zip(question.peers, best[len(mine) :], strict=True):
        rows.append(Row(question.name, way.who, us, {who: us / own for who, own in mine.items()}, told))
    return rows


def shown(question: Question, rows: Sequence[Row]) -> str:
    head = f"{question.name}: {question.hands} hands"
    lines = [f"{head:28}{'us':>9}" + "".join(f"{f'x {way.who}':>15}" for way in question.ours) + "   answers"]
    for row in rows:
        multiples = "".join(f"{times:15.1f}" for times in row.multiples.values())
        lines.append(f"  {row.who:26}{row.us:9.3f}{multiples}   {row.answers}".rstrip())
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1000, help="hands of each question (1000)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds, the shortest of which counts (7)")
    parser.add_argument("--write", action="store_true", help="keep the figures in baseline.json")
    asked = parser.parse_args()
    command = f"python benches/peers.py --hands {asked.hands} --rounds {asked.rounds}"
    figures: dict[str, Any] = {"command": command, "version": tp.__version__, "machine": machine(), "rows": []}
    print(figures["machine"], end="\n\n")
    for question in questions(asked.hands):
        rows = timed(question, asked.rounds)
        figures["rows"] += [row._asdict() for row in rows]
        print(shown(question, rows))
    if asked.write:
        keep("peers", figures)


if __name__ == "__main__":
    main()

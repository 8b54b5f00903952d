"""Scores of many hands at once, beside PyMahjongGB's calls on the same hands in the same process.

Every hand is another one, and the hands that are timed were never seen before: a batch of as many others has been
scored first, as in any long run, so that what the kernel keeps of suits comes from others.  Of both sides the best
round counts, and either's arguments are made ready before the clock starts.

    python benches/test_batch.py --hands 100000
    python benches/test_batch.py --hands 20000 --rules baida guangri hongkong pungkong_cn pungkong_hk

The second compares variants, by a text column: their hands without wild tiles as they are dealt, each in its own
situation.  PyMahjongGB knows no rules but its own, so that it is given the hands of `hongkong` all the same.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Callable
from functools import partial
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import pytest

import tingpai as tp
from hands import Prepared, for_pymahjonggb, prepared
from tingpai import batch
from tingpai.batch.frames import Frames, frames
from tingpai.notation import print_tiles
from tingpai.tiles import KIND_COUNT

from generate import Maker  # isort: skip  (hands.py says where it is)

HONGKONG = tp.rules("hongkong")
TOTALS: dict[str, Any] = {"lines": False}
EXPLAINED: dict[str, Any] = {"arrangement": True}


def different_wins(count: int, variant: str = "hongkong") -> list[Prepared]:
    """Winning hands without wild tiles, no two alike, from any seat and round and in any situation, with any sets laid
    down; what is seen elsewhere, which changes no score here, is left out."""
    maker = Maker(variant, "bench batch")
    found: dict[str, Prepared] = {}
    while len(found) < count:
        win = prepared(maker.deal(rich=False))
        win.keywords.pop("seen", None)
        found.setdefault(str(win.hand), win)
    return [*found.values()]


class Columns:
    """The same hands as columns: texts, a text column and counts, each with the situations by codes."""

    def __init__(self, wins: list[Prepared], rules: tp.RuleSet = HONGKONG) -> None:
        self.rows, self.rules = len(wins), rules
        texts = [str(win.hand) for win in wins]
        sets = [" ".join([*map(str, win.hand.melds), print_tiles(win.hand.flowers)]) for win in wins]
        counts = array("B", (win.hand.tiles.count(kind) for win in wins for kind in range(KIND_COUNT)))
        winning = array("B", (win.hand.winning[0] for win in wins))
        names = sorted({name for win in wins for name in win.keywords})
        situations = {name: coded([win.keywords.get(name) for win in wins]) for name in names}
        self.forms: dict[str, dict[str, Any]] = {
            "list of texts": {"hands": texts, **situations},
            "text column": {"hands": column(texts), **situations},
            "counts": {
                "hands": memoryview(counts).cast("B", (len(wins), KIND_COUNT)),
                "winning": winning,
                "sets": column(sets),
                **situations,
            },
        }

    def score(self, form: str, **asked: Any) -> batch.Scores:
        given = dict(self.forms[form])
        return batch.score(given.pop("hands"), self.rules, **given, **asked)


def column(texts: list[str]) -> batch.Text:
    offsets = array("i", [0])
    for text in texts:
        offsets.append(offsets[-1] + len(text))
    return batch.Text("".join(texts).encode(), offsets)


def coded(values: list[Any]) -> Any:
    """The values by codes, where these are texts or numbers and few enough for a byte."""
    if any(isinstance(value, list) for value in values):
        return values
    different = sorted({value for value in values if value is not None}, key=str)
    if len(different) > 127:
        return values
    return batch.Coded(different, array("b", (-1 if value is None else different.index(value) for value in values)))


@pytest.mark.benchmark(group="batch of 14 tiles")
@pytest.mark.parametrize("asked", [TOTALS, EXPLAINED], ids=["totals", "explained"])
@pytest.mark.parametrize("form", ["list of texts", "text column", "counts"])
def test_batch_of_scores(benchmark: Any, form: str, asked: dict[str, Any]) -> None:
    wins = different_wins(300)
    columns = Columns(wins)
    singles = [tp.score(win.hand, HONGKONG, **win.keywords).total for win in wins]
    assert columns.score(form, **asked).total.tolist() == singles
    benchmark.extra_info["hands"] = len(wins)
    benchmark.pedantic(columns.score, (form,), asked, rounds=50, warmup_rounds=2)


def timed(clock: Callable[[], float], work: Callable[[], object], hands: int) -> float:
    """Microseconds a hand."""
    start = clock()
    work()
    return (clock() - start) / hands * 1e6


def by_rules(variants: list[str], hands: int, rounds: int, theirs: Callable[[], float]) -> None:
    """A table of variants, the best round of each side."""
    print(f"{hands} hands without wild tiles of each variant, {rounds} rounds; microseconds a hand, the best round")
    print(f"{'':14}{'situations':>11}{'PyMahjongGB':>13}{'totals':>8}{'ratio':>8}{'explained':>11}{'ratio':>8}")
    for variant in variants:
        rules = tp.rules(variant)
        wins = different_wins(2 * hands, variant)
        first, fresh = Columns(wins[:hands], rules), Columns(wins[hands:], rules)
        situations = len({str(sorted(win.keywords.items())) for win in wins[hands:]})
        told = f"{variant:14}{situations:11}"
        their_best = min(theirs() for _ in range(rounds))
        for at, asked in enumerate((TOTALS, EXPLAINED)):
            own = []
            for _ in range(rounds):
                frames(rules).forget()
                first.score("text column", **asked)
                own.append(timed(process_time, partial(fresh.score, "text column", **asked), hands))
            told += f"{their_best:13.2f}" if at == 0 else ""
            told += f"{min(own):{8 if at == 0 else 11}.3f}{their_best / min(own):7.1f}x"
        print(told)


def by_form(hands: int, rounds: int, theirs: Callable[[], float]) -> None:
    """A table of the forms that hands come in, and what a second thread brings."""
    wins = different_wins(2 * hands)
    first, fresh = Columns(wins[:hands]), Columns(wins[hands:])
    shared: Frames = frames(HONGKONG)

    def one_round(form: str, asked: dict[str, Any]) -> tuple[float, float, float]:
        """Theirs, ours, and how much faster ours is by two threads; the last by the clock."""
        their_time = theirs()
        shared.forget()
        first.score(form, **asked)
        own_time = timed(process_time, lambda: fresh.score(form, **asked), fresh.rows)
        fresh.score(form, threads=2, **asked)
        one = timed(perf_counter, lambda: fresh.score(form, **asked), fresh.rows)
        two = timed(perf_counter, lambda: fresh.score(form, threads=2, **asked), fresh.rows)
        return their_time, own_time, one / two

    print(f"{fresh.rows} hands, {rounds} rounds; microseconds a hand, the best round")
    print(f"{'':26}{'PyMahjongGB':>12}{'batch':>8}{'ratio':>8}{'2 threads':>11}")
    for name, asked in (("totals", TOTALS), ("explained", EXPLAINED)):
        for form in first.forms:
            taken = [one_round(form, asked) for _ in range(rounds)]
            their_best, own_best, by_two = (
                min(taken)[0],
                min(line[1] for line in taken),
                max(line[2] for line in taken),
            )
            told = f"{their_best:12.2f}{own_best:8.3f}{their_best / own_best:7.1f}x{by_two:10.2f}x"
            print(f"{name:10} {form:15}{told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rules", nargs="+", choices=tp.variant_ids(), help="variants to compare, by a text column")
    chosen = parser.parse_args()
    peer: Any = import_module("MahjongGB")
    arguments = [for_pymahjonggb(win) for win in different_wins(2000)]

    def theirs() -> float:
        return timed(process_time, lambda: [peer.MahjongFanCalculator(*given) for given in arguments], len(arguments))

    if chosen.rules:
        by_rules(chosen.rules, chosen.hands, chosen.rounds, theirs)
    else:
        by_form(chosen.hands, chosen.rounds, theirs)


if __name__ == "__main__":
    main()

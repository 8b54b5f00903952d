"""Random games through Python: steps a second, beside RiichiEnv in the same process.

A step is one answer of everybody who is asked.  One round plays whole games of a fixed seed, so that every round makes
the same number of steps (``extra_info["steps"]``).
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

import tingpai as tp
from tingpai.game import new_game

PLAYED = tuple(id for id in tp.variant_ids() if tp.rules(id).play is not None)


def our_steps(id: str, games: int) -> int:
    """Games of eight hands, chance choosing for everybody."""
    rules = tp.rules(id)
    made = 0
    for seed in range(games):
        made += new_game(rules, seed, hands=8, keep=False).play_random(seed)
    return made


def their_steps(games: int) -> int:
    """Games of one hand by RiichiEnv, chosen the same way."""
    riichienv: Any = import_module("riichienv")
    chance = random.Random(1)
    made = 0
    for seed in range(games):
        game = riichienv.RiichiEnv(seed=seed)
        seen = game.reset()
        while not game.done():
            seen = game.step({seat: chance.choice(view.legal_actions()) for seat, view in seen.items()})
            made += 1
    return made


@pytest.mark.benchmark(group="steps of random games")
@pytest.mark.parametrize("id", PLAYED)
def test_random_games(benchmark: Any, id: str) -> None:
    benchmark.extra_info["steps"] = our_steps(id, 4)
    benchmark.pedantic(our_steps, (id, 4), rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="steps of random games")
def test_random_games_by_riichienv(benchmark: Any) -> None:
    pytest.importorskip("riichienv")
    benchmark.extra_info["steps"] = their_steps(40)
    benchmark.pedantic(their_steps, (40,), rounds=5, warmup_rounds=1)


if __name__ == "__main__":
    from time import process_time

    def rate(play: Any, *arguments: Any) -> float:
        best = 0.0
        for _ in range(5):
            start = process_time()
            made = play(*arguments)
            best = max(best, made / (process_time() - start))
        return best

    theirs = rate(their_steps, 40)
    print(f"{'riichienv':12} {theirs:8.0f} steps a second")
    for id in PLAYED:
        ours = rate(our_steps, id, 4)
        print(f"{id:12} {ours:8.0f} steps a second, {ours / theirs:.2f} times riichienv's")

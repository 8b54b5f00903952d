"""The money of random wins, by the schemes and by the reference, under every option that changes a scheme."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import tingpai as tp
from generate import Maker, Unmakeable
from tingpai.admit import admit_call
from tingpai.reference import settlement
from tingpai.ruleset import Option
from tingpai.tiles import TILE_TEXT

WINS = 60
NO_MINIMUM = {"min_fan": 0}


def alternatives(option: Option) -> list[Any]:
    """Other values than the default."""
    match option.kind:
        case "bool":
            return [not option.default]
        case "choice":
            return [choice for choice in option.choices if choice != option.default]
        case "int":
            low, high = option.range or (0, 9)
            return [value for value in (option.default + 1, option.default - 1) if low <= value <= high]
        case _:
            return []


def tables(variant: str) -> Iterator[dict[str, Any]]:
    """The default table, each alternative that changes the scheme, and two of them at a time."""
    names = {option.name for option in tp.options_of(variant)}
    base = {name: value for name, value in NO_MINIMUM.items() if name in names}
    plain = tp.rules(variant, **base).payout
    yield base
    changes = [
        {option.name: value}
        for option in tp.options_of(variant)
        for value in alternatives(option)
        if option.name not in base and tp.rules(variant, **base, **{option.name: value}).payout != plain
    ]
    yield from (base | change for change in changes)
    for number, change in enumerate(changes):
        other = changes[(number + 1) % len(changes)]
        if change.keys() != other.keys():
            yield base | change | other


def lucky(rules: tp.RuleSet, random: Random) -> dict[str, Any]:
    """Prize tiles, a die and a streak, where the rules have them."""
    prize = [TILE_TEXT[random.randrange(34)] for _ in range(random.randrange(3))]
    drawn = {"prize": prize, "die": random.randint(1, 6), "streak": random.choice([0, 0, 1, 2, 5, 7])}
    return {name: value for name, value in drawn.items() if name in rules.keywords}


def wins(variant: str, options: dict[str, Any], most: int) -> Iterator[tuple[tp.Hand, dict[str, Any], tp.Result]]:
    """So many random wins; hands and situations that these rules do not let be are passed over."""
    maker = Maker(variant, f"settled {sorted(options.items())}", options)
    random, rules = maker.random, maker.rules
    found = 0
    for _ in range(40 * most):
        shape = "thirteen_orphans" if "thirteen_orphans" in rules.shapes and random.random() < 0.1 else None
        rich = random.random() < 0.7
        try:
            deal = maker.deal(rich=rich, shape=shape)
            if rules.flowers and not rules.wild_tiles and random.random() < 0.1:
                deal = maker.flower_win(random.choice([7, 8]))
            situation = {name: value for name, value in deal.keywords.items() if name in rules.keywords}
            situation |= lucky(rules, random)
            result = tp.score(deal.hand, rules, **situation)
        except (tp.IllegalHandError, Unmakeable):
            continue
        if result.wins:
            found += 1
            yield deal.hand, situation, result
        if found == most:
            return


@pytest.mark.parametrize("variant", tp.variant_ids())
def test_both_settle_alike(variant: str) -> None:
    settled, ways, payers = 0, set(), set()
    for options in tables(variant):
        rules = tp.rules(variant, **options)
        for hand, situation, result in wins(variant, options, WINS):
            read, admitted = admit_call(hand, rules, situation, "score")
            expected = settlement(admitted, read, rules, result.total)
            assert result.payments == expected, (options, str(hand), situation)
            assert sum(expected.values()) == 0
            settled += 1
            ways.add(read.by)
            payers.add(sum(gain < 0 for gain in expected.values()))
    assert settled >= 3 * WINS
    # Several ways to win were seen, unless there is one; and both everybody's and one player's payments.
    assert ways >= {win.by for win in rules.wins if win.refused is None and not win.shapes} - {"rob_flower", "flowers"}
    assert payers >= {3, 1}

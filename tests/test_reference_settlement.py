"""The money of random wins, by the schemes and by the reference, under every option that changes a scheme."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import tingpai as tp
from generate import Deal, Maker, Unmakeable
from tingpai.admit import admit_call
from tingpai.reference import settlement
from tingpai.ruleset import Option
from tingpai.tiles import SEATS, TILE_TEXT

WINS = 25
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


def fed(deal: Deal, random: Random) -> Deal:
    """The same hand without marks, won on the replacement of a kong whose feeder is named."""
    kept = {name: deal.keywords[name] for name in ("seat", "round", "indicator") if name in deal.keywords}
    feeder = random.choice([seat for seat in SEATS if seat != kept["seat"]])
    text = deal.text.translate(str.maketrans("", "", "<^>"))
    return replace(deal, text=text, keywords=kept | {"by": "self_draw", "replacement": "kong", "feeder": feeder})


def telling(maker: Maker) -> Deal:
    """A hand that liability may hang on: thirteen orphans, dragons or a suit laid, all sets laid with kongs."""
    random = maker.random
    chance = random.random()
    if chance < 0.1 and "thirteen_orphans" in maker.rules.shapes:
        return maker.deal(shape="thirteen_orphans")
    if chance < 0.2:
        sets = [[31] * 3, [32] * 3, *(random.choice([[kind] * 3, [0, 1, 2]]) for kind in range(9, 7 + maker.sets))]
        return maker.deal(sets=sets, pair=[33, 33], down=random.randint(2, maker.sets), forms=["claimed", "open_kong"])
    if chance < 0.4:
        return maker.deal(down=maker.sets, forms=["open_kong", "open_kong", "added_kong"])
    if chance < 0.45:
        return fed(maker.deal(down=maker.sets, forms=["open_kong"]), random)
    if chance < 0.55:
        sets = [[low, low + step, low + 2 * step] for low in range(maker.sets) for step in (random.randrange(2),)]
        return maker.deal(sets=sets, pair=[8, 8], down=random.randint(maker.sets - 2, maker.sets), forms=["claimed"])
    return maker.deal(rich=chance < 0.8)


def flower_win(deal: Deal, rules: tp.RuleSet, random: Random) -> Deal:
    """Seven or eight flowers and any tiles, won by the last flower, drawn or robbed."""
    wall = [TILE_TEXT[kind] for kind in range(34) for _ in range(4)]
    flowers = [f"{number}f" for number in random.sample(range(1, 9), random.choice([7, 8]))]
    text = " ".join([*random.sample(wall, rules.tiles_in_hand), *flowers[1:], f"+{flowers[0]}"])
    seat, robbed = random.sample(SEATS, 2)
    by = random.choice([{"by": "flowers"}, {"by": "rob_flower", "discarder": robbed}])
    return replace(deal, text=text, keywords={"seat": seat, **by})


def wins(variant: str, options: dict[str, Any], most: int) -> Iterator[tuple[tp.Hand, dict[str, Any], tp.Result]]:
    """So many random wins; hands and situations that these rules do not let be are passed over."""
    maker = Maker(variant, f"settled {sorted(options.items())}", options)
    random, rules = maker.random, maker.rules
    found = 0
    for _ in range(40 * most):
        try:
            deal = telling(maker)
            if rules.flowers and not rules.wild_tiles and random.random() < 0.1:
                deal = flower_win(deal, rules, random)
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

"""Rule sets for tests of admission, each named after what sets it apart."""

from __future__ import annotations

from dataclasses import replace

from tingpai.ruleset import RuleSet, Win, rules


def _riichi() -> RuleSet:
    keywords = (
        "seat round by discarder replacement last_tile first_turn riichi riichi_turn swallow streak dora ura seen"
    )
    ways = ("self_draw", "discard", "rob_kong")
    return replace(
        rules("hongkong", flowers=False),
        id="riichi",
        tiles_in_hand=16,
        sets=5,
        keywords=frozenset(keywords.split()),
        wins=tuple(Win(by=way) for way in ways),
    )


BY_NAME: dict[str, RuleSet] = {
    "wild": rules("baida"),
    "plain": rules("hongkong"),
    "flowerless": rules("hongkong", flowers=False),
    "riichi": _riichi(),
    "die": replace(rules("hongkong"), id="die", keywords=rules("hongkong").keywords | {"die"}),
    "no_chow": replace(rules("hongkong"), id="no_chow", chow_claims=False),
}

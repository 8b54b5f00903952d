"""What can have happened to the winner of a hand that is made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tingpai import RuleSet
from tingpai.conflicts import ROBBED_KONGS
from tingpai.notation import read_tiles
from tingpai.tiles import FIRST_FLOWER, KIND_COUNT, SEATS, TILE_NUMBER, TILE_TEXT


class Happened(NamedTuple):
    """Keywords of a call: in any game, where tiles are wild, where discards win."""

    any_game: list[dict[str, Any]]
    wild_game: list[dict[str, Any]]
    discards: list[dict[str, Any]]


def events(
    forms: Sequence[str], flowers: bool, seat: str, discarder: str, *, real: bool, robbable: bool, first_kongs: bool
) -> Happened:
    """``forms``: how the sets of the hand were laid; ``real``: whether the tile won on is no wild one; ``robbable``:
    whether it may be that of another's kong; ``first_kongs``: whether a kong may come before a heavenly win."""
    kongs = sum(form != "claimed" for form in forms)
    claimed = any(form != "concealed_kong" for form in forms)
    robbed = {"by": "rob_kong", "discarder": discarder}
    any_game: list[dict[str, Any]] = [{}, {}, {}, {"last_tile": True}]
    wild_game: list[dict[str, Any]] = [{"riichi": "closed"}]
    discards: list[dict[str, Any]] = [{"by": "discard", "discarder": discarder}] * 3
    discards.append({"by": "discard", "discarder": discarder, "last_tile": True})
    if robbable:
        any_game += [robbed, {**robbed, "replacement": "robbed_kong_on_kong"}]
        discards.append({"by": "rob_concealed_kong", "discarder": discarder})
    if real:
        wild_game.append({"by": "rob_swap", "discarder": discarder})
    if kongs:
        any_game += [{"replacement": "kong"}] * 2
    if kongs > 1:
        any_game += [{"replacement": "kong_on_kong"}] * 2
    if flowers:
        any_game.append({"replacement": "flower"})
    if seat == "E" and not claimed and (first_kongs or not kongs):
        any_game.append({"first_turn": "heavenly"})
    elif seat != "E" and not claimed and not kongs:
        any_game.append({"first_turn": "earthly"})
        discards.append({"first_turn": "earthly", "by": "discard", "discarder": "E"})
    return Happened(any_game, wild_game, discards)


def possible(happened: Happened, rules: RuleSet) -> list[dict[str, Any]]:
    """What of it can happen under these rules."""
    ways = {win.by for win in rules.wins}
    refused = {win.by for win in rules.wins if win.refused}  # first turns are of wins that count
    return [
        event
        for event in (*happened.any_game, *(happened.wild_game if rules.wild_tiles else happened.discards))
        if event.keys() - {"by"} <= rules.keywords
        and event.get("by", "self_draw") in (ways - refused if "first_turn" in event else ways)
    ]


def elsewhere(held: Counter[int], winning: int, keywords: dict[str, Any]) -> Counter[int]:
    """The tiles that are turned up no more: those of the hand (``held``), those seen, a robbed kong."""
    gone = held + Counter(read_tiles(keywords.get("seen", "")))
    if keywords["by"] in ROBBED_KONGS:
        gone[winning] = 4
    return gone


def chances(random: Random, rules: RuleSet, gone: Counter[int]) -> dict[str, Any]:
    """What the winner of a hand without wild tiles may have rolled and turned up, and how long the dealer has stayed;
    ``gone``: what he cannot turn up."""
    known, found = rules.keywords, dict[str, Any]()
    if "streak" in known:
        found["streak"] = random.choice([0, 0, 1, 3])
    if "die" in known:
        found["die"] = random.randint(1, 6)
    if "prize" in known and random.random() < 0.4:
        left = [kind for kind in (*range(KIND_COUNT), TILE_NUMBER["6z"]) if gone[kind] < 4]
        found["prize"] = [TILE_TEXT[random.choice([*left, *([] if gone[FIRST_FLOWER] else [FIRST_FLOWER])])]]
    return found


def river(random: Random, keywords: dict[str, Any]) -> int:
    """How many tiles can lie in the rivers then."""
    if "first_turn" in keywords:
        return SEATS.index(keywords["seat"])
    return 60 if "last_tile" in keywords else random.choice([0, 3, 4, 5, 6, 7, 9, 10, 11, 30])

"""What can have happened to the winner of a hand that is made up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tingpai.tiles import SEATS


class Happened(NamedTuple):
    """Keywords of a call: in any game, where tiles are wild, where discards win."""

    any_game: list[dict[str, Any]]
    wild_game: list[dict[str, Any]]
    discards: list[dict[str, Any]]


def events(forms: Sequence[str], flowers: bool, seat: str, discarder: str, *, real: bool, robbable: bool) -> Happened:
    """``forms``: how the sets of the hand were laid; ``real``: whether the tile won on is no wild one; ``robbable``:
    whether it may be that of another's kong."""
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
    if seat == "E" and not claimed:
        any_game.append({"first_turn": "heavenly"})
    elif not kongs and not claimed:
        any_game.append({"first_turn": "earthly"})
    return Happened(any_game, wild_game, discards)


def river(random: Random, keywords: dict[str, Any]) -> int:
    """How many tiles can lie in the rivers then."""
    if "first_turn" in keywords:
        return SEATS.index(keywords["seat"])
    return 60 if "last_tile" in keywords else random.choice([0, 3, 4, 5, 6, 7, 9, 10, 11, 30])

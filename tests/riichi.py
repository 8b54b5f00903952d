"""Situations of a game with riichi and dora, for the hands that are made."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tingpai.tiles import KIND_COUNT, SEATS, TILE_TEXT


def riichi(random: Random, keywords: dict[str, Any], claimed: bool, gone: Counter[int]) -> dict[str, Any]:
    """What may have gone before in such a situation: riichi (where nothing is ``claimed``), another's, a streak; and
    the indicators that the tiles which are ``gone`` leave."""
    more: dict[str, Any] = {"streak": random.choice([0, 0, 1, 2, 5, 8])}
    by, first = keywords["by"], "first_turn" in keywords
    if by == "discard" and random.random() < 0.2:
        more["swallow"] = True
    between = SEATS[1 : SEATS.index(keywords["seat"])]  # who has played where the winner has not
    if first and by == "self_draw" and between and random.random() < 0.8:
        more |= {"first_turn": "human", "by": "discard", "discarder": random.choice(between)}
    if not claimed and not first and random.random() < 0.6:
        more["riichi"] = random.choice(["closed", "closed", "open"])
        if by in ("self_draw", "discard") and "replacement" not in keywords and random.random() < 0.5:
            next_seat = SEATS[(SEATS.index(keywords["seat"]) + 1) % 4]
            more["riichi_turn"] = "super_ippatsu" if keywords.get("discarder") == next_seat else "ippatsu"
    left = [4 - gone[kind] for kind in range(KIND_COUNT)]
    for name in ("dora", "ura")[: 1 + ("riichi" in more)]:
        wall = [kind for kind in range(KIND_COUNT) for _ in range(left[kind])]
        near = [kind for kind in wall if gone[kind] or gone[kind + 1]]
        turned: list[int] = []
        number = random.choice([0, 1, 1, 2, 3, 5])
        for _ in range(number if name == "dora" else min(number, len(more["dora"]))):
            kind = random.choice(near if near and random.random() < 0.6 else wall)
            if left[kind]:
                left[kind] -= 1
                turned.append(kind)
        more[name] = [TILE_TEXT[kind] for kind in turned]
    return more

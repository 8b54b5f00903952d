"""Hands that are not made of sets that were drawn: the chicken hand, and flower wins of any tiles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from generate import FLOWERS, Deal, Laid, Maker, Unmakeable, loose_text
from themes import CHOWS, chow, pung
from tingpai.hand import wild_tiles
from tingpai.tiles import KIND_COUNT, SEATS, TILE_TEXT, kinds, rank_of


def chicken(maker: Maker) -> Deal:
    """Chows that have nothing to do with each other, a pung of simples and a pair of honours."""
    random = maker.random
    for _ in range(2000):
        sets = [chow(first) for first in random.sample(CHOWS, maker.sets - 1)]
        sets.append(pung(random.choice(sorted(kinds("2345678m2345678p2345678s")))))
        tiles = [random.randrange(27, 34)] * 2
        claimed = sets.pop(0)
        last = sets.pop(0)
        if len({rank_of(group[0]) for group in [*sets, claimed, last]}) < maker.sets - 1 or rank_of(last[0]) == 6:
            continue
        tiles += [tile for group in sets for tile in group] + last[1:] + last[:1]
        try:
            return _plain(maker, tiles, [Laid(claimed, "claimed")])
        except Unmakeable:
            continue
    raise Unmakeable("chicken hand")


def _plain(maker: Maker, tiles: list[int], laid: list[Laid]) -> Deal:
    """A hand without wild tiles and without anything particular about it, won on the last of its tiles."""
    faces = Counter([*tiles, *(tile for group in laid for tile in group.faces)])
    if max(faces.values()) > 3:
        raise Unmakeable
    indicator = None
    if maker.wild_game:
        indicator = next((tile for tile in range(42) if not wild_tiles(tile) & set(faces)), None)
        if indicator is None:
            raise Unmakeable
    keywords = {"seat": "E", "by": "self_draw"} if maker.wild_game else {"seat": "E", "by": "discard", "discarder": "S"}
    if indicator is not None:
        keywords["indicator"] = TILE_TEXT[indicator]
    maker.printed = Counter()
    melds = [maker.meld(group.faces, group) for group in laid]
    other = "" if not maker.flower_game or (indicator in (35, None) and maker.wild_game) else "2f"
    text = f"{loose_text(tiles[:-1])} {' '.join(melds)} +{TILE_TEXT[tiles[-1]]} {other}"
    return Deal(maker.variant, text, keywords, maker.options)


def flower_win(maker: Maker, held: int) -> Deal:
    """Any tiles and so many flowers."""
    random = maker.random
    size = 3 * maker.sets + 1
    wall = [kind for kind in range(KIND_COUNT) for _ in range(4)]
    tiles = random.sample(wall, size + random.randrange(2))
    flowers = random.sample([*FLOWERS], held)
    keywords: dict[str, Any] = {"seat": random.choice(SEATS), "by": "flowers"}
    if maker.wild_game:
        counts = Counter(tiles)
        keywords["indicator"] = TILE_TEXT[random.choice([kind for kind in range(KIND_COUNT) if counts[kind] < 4])]
    elif random.random() < 0.5:
        keywords |= {"by": "rob_flower", "discarder": random.choice([s for s in SEATS if s != keywords["seat"]])}
    last = random.random() < 0.5
    winning = ""
    if held and (keywords["by"] == "rob_flower" or random.random() < 0.7):
        winning = f"+{TILE_TEXT[flowers.pop()]}"
    if keywords["by"] == "rob_flower" and not winning:
        raise Unmakeable
    if last and winning:
        keywords["last_tile"] = True
    return Deal(maker.variant, f"{loose_text(tiles)} {loose_text(flowers)} {winning}", keywords, maker.options)

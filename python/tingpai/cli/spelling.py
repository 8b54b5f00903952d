"""Tiles and groups as a player reads them: ``[456m]``, ``45+6s``, ``7*89p``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ..tiles import TILE_TEXT, WILD

if TYPE_CHECKING:
    from ..result import Arrangement, Group
    from .words import Words

DIGITS_ZH = "一二三四五六七八九"
SUITS_ZH = {"m": "萬", "p": "筒", "s": "索"}
NAMES_ZH = {"z": "東南西北白發中", "f": "梅蘭菊竹春夏秋冬"}
BRACKETS = {
    "hand": ("", ""),
    "claimed": ("[", "]"),
    "open_kong": ("[", "]"),
    "added_kong": ("[", "]"),
    "concealed_kong": ("(", ")"),
}


def split(tiles: str) -> list[str]:
    """One text per tile, from the canonical text of several.

    >>> split("147m25p?")
    ['1m', '4m', '7m', '2p', '5p', '?']
    """
    found: list[str] = []
    digits = ""
    for char in tiles:
        if char.isdigit():
            digits += char
        elif char == TILE_TEXT[WILD]:
            found.append(char)
        else:
            found.extend(digit + char for digit in digits)
            digits = ""
    return found


def spell(tiles: Sequence[str], words: Words, before: Mapping[int, str] = {}, after: Mapping[int, str] = {}) -> str:
    """Tiles together, with marks before and after those at some positions.

    >>> from .words import Words
    >>> spell(["4s", "5s", "6s"], Words("en"), {2: "+"}, {1: "*"}), spell(["4s", "5s", "6s"], Words("zh"), {2: "+"})
    ('45*+6s', '四五+六索')
    """
    text = ""
    for suit, run in groupby(enumerate(tiles), key=lambda item: item[1][-1]):
        for position, tile in run:
            text += before.get(position, "") + _face(tile, words) + after.get(position, "")
        text += _suit(suit, words)
    return text


def _face(tile: str, words: Words) -> str:
    if tile == TILE_TEXT[WILD]:
        return tile if words.lang == "en" else "百搭"
    if words.lang == "en":
        return tile[0]
    number = int(tile[0]) - 1
    return NAMES_ZH[tile[1]][number] if tile[1] in NAMES_ZH else DIGITS_ZH[number]


def _suit(suit: str, words: Words) -> str:
    if words.lang == "zh":
        return SUITS_ZH.get(suit, "")
    return "" if suit == TILE_TEXT[WILD] else suit


def tile_name(tile: str, words: Words) -> str:
    return spell([tile], words)


def group_text(group: Group, words: Words, winning: str | None = None) -> str:
    """A group in its brackets, ``*`` after each wild tile and ``+`` before the winning one."""
    tiles = split(group.tiles)
    before = {}
    if group.winning and winning is not None:
        printed = [group.wild.get(position, tile) for position, tile in enumerate(tiles)]
        if winning in printed:
            before[len(tiles) - 1 - printed[::-1].index(winning)] = "+"
    left, right = BRACKETS[group.laid]
    return left + spell(tiles, words, before, dict.fromkeys(group.wild, "*")) + right


def in_order(arrangement: Arrangement) -> list[Group]:
    """Sets that were laid down first, in their order, then what is in hand."""
    return sorted(arrangement.groups, key=lambda group: group.laid == "hand")


def arrangement_text(arrangement: Arrangement, words: Words, winning: str | None = None) -> str:
    return "  ".join(group_text(group, words, winning) for group in in_order(arrangement))


def wilds_text(groups: Sequence[Group], words: Words) -> Iterator[str]:
    """What each wild tile stands for, but where it is used as its own face."""
    for group in groups:
        tiles = split(group.tiles)
        for position, printed in sorted(group.wild.items()):
            if printed != tiles[position]:
                tile = tile_name(tiles[position], words)
                yield words("stands_for", printed=tile_name(printed, words), tile=tile)

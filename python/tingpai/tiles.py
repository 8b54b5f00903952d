"""Tiles as small integers, and the sets of kinds that rule tables speak of.

A *tile* is one integer:

====== =========================================================
0..8   1m..9m 萬 characters
9..17  1p..9p 筒 dots
18..26 1s..9s 索 bamboo
27..33 1z..7z 東南西北白發中
34..41 1f..8f flowers 梅蘭菊竹 春夏秋冬
42     ``?`` a wild tile whose printed face does not matter
====== =========================================================

A *kind* is a tile below 34.  A *kind set* in a rule table is a string in the
notation of the package (``"19m19p19s"``), so that tables read as the rules do
and travel as JSON unchanged; ``kinds`` turns it into integers.
"""

from __future__ import annotations

from collections.abc import Iterator

KIND_COUNT = 34
FIRST_FLOWER = 34
WILD = 42

SUITS = "mpsz"
TILE_TEXT: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    *(f"{number}f" for number in range(1, 9)),
    "?",
)
TILE_NUMBER: dict[str, int] = {text: tile for tile, text in enumerate(TILE_TEXT)}

WINDS = "ESWN"
SEATS: tuple[str, ...] = ("E", "S", "W", "N")
FIRST_WIND = 27
FIRST_DRAGON = 31


def is_kind(tile: int) -> bool:
    return tile < KIND_COUNT


def is_flower(tile: int) -> bool:
    return FIRST_FLOWER <= tile < WILD


def is_honour(kind: int) -> bool:
    return FIRST_WIND <= kind < KIND_COUNT


def suit_of(kind: int) -> int:
    """0, 1, 2 for the number suits, 3 for honours."""
    return kind // 9


def rank_of(kind: int) -> int:
    """0-based rank inside the suit (0..8), or 0..6 for honours."""
    return kind % 9


def flower_number(flower: int) -> int:
    """1..4, the seat (East = 1) a flower belongs to."""
    return (flower - FIRST_FLOWER) % 4 + 1


def kinds(text: str) -> frozenset[int]:
    """The kinds named by a kind set such as ``"19m5z"``.

    >>> sorted(kinds("19m5z"))
    [0, 8, 31]
    """
    return frozenset(_scan(text))


def _scan(text: str) -> Iterator[int]:
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        elif char in SUITS and digits:
            for digit in digits:
                yield TILE_NUMBER[digit + char]
            digits = ""
        else:
            raise ValueError(f"not a kind set: {text!r}")
    if digits:
        raise ValueError(f"kind set without a suit: {text!r}")


# Kind sets of the rules. BLACK, GREEN and RED are the tiles printed in one colour only.
NUMBERS = "123456789m123456789p123456789s"
WIND_KINDS = "1234z"
DRAGON_KINDS = "567z"
HONOURS = WIND_KINDS + DRAGON_KINDS
TERMINALS = "19m19p19s"
TERMINALS_AND_HONOURS = TERMINALS + HONOURS
SIMPLES = "2345678m2345678p2345678s"
FIVES = "5m5p5s"
EVENS = "2468m2468p2468s"
LOW = "123m123p123s"
MIDDLE = "456m456p456s"
HIGH = "789m789p789s"
EYES = "258m258p258s"
CHARACTERS = "123456789m"
DOTS = "123456789p"
BAMBOO = "123456789s"
BLACK = "8p12345z"
WIDE_BLACK = "24" + BLACK
GREEN = "23468s6z"
RED = "7z"
REVERSIBLE = "1234589p245689s5z"
# Kind sets that only the situation of a hand can name.
SEAT_WIND = "@seat"
ROUND_WIND = "@round"
GUEST_WINDS = "@guest"

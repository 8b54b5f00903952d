"""Sets that belong together, for hands in which patterns meet."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tingpai.tiles import KIND_COUNT, kinds, rank_of

ORPHANS = sorted(kinds("19m19p19s1234567z"))
CHOWS = [first for first in range(27) if rank_of(first) < 7]

Sets = list[list[int]]


def chow(first: int) -> list[int]:
    return [first, first + 1, first + 2]


def pung(kind: int) -> list[int]:
    return [kind] * 3


class Themes:
    """Sets that belong together in some way, so that patterns meet; and pairs that suit them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.suit = random.randrange(3) * 9
        self.rank = random.randrange(7)

    def any(self) -> list[int]:
        return self.either(chow(self.random.choice(CHOWS)), pung(self.random.randrange(KIND_COUNT)))

    def of(self, within: str) -> list[int]:
        """A pung of one of these kinds, or a chow of three of them."""
        chosen = kinds(within)
        chows = [first for first in CHOWS if chosen.issuperset(chow(first))]
        pungs = sorted(chosen)
        if chows and self.random.random() < 0.6:
            return chow(self.random.choice(chows))
        return pung(self.random.choice(pungs))

    def either(self, *sets: list[int]) -> list[int]:
        return self.random.choice(sets)

    def any_suit(self) -> int:
        return self.random.randrange(3) * 9

    def makers(self) -> dict[str, Callable[[], list[int]]]:
        random, suit, rank = self.random, self.suit, self.rank
        near = [suit + max(0, min(6, rank + step)) for step in (-1, 0, 0, 1)]
        return {
            "any": self.any,
            "suit": lambda: chow(suit + random.randrange(7)),
            "chows": lambda: chow(random.choice(CHOWS)),
            "flush": lambda: self.either(chow(suit + random.randrange(7)), pung(suit + random.randrange(9))),
            "half_flush": lambda: self.either(chow(suit + random.randrange(7)), pung(random.randrange(27, 34))),
            "two_suits": lambda: chow(random.choice([0, 9]) + random.randrange(7)),
            "pungs": lambda: pung(random.randrange(KIND_COUNT)),
            "same": lambda: chow(self.any_suit() + rank),
            "dragon": lambda: chow(random.choice([suit, self.any_suit()]) + random.choice([0, 3, 6])),
            "pure_dragon": lambda: chow(suit + random.choice([0, 3, 6])),
            "sisters": lambda: pung(suit + min(8, rank + random.randrange(4))),
            "brothers": lambda: pung(self.any_suit() + rank),
            "honours": lambda: pung(random.randrange(27, 34)),
            "ends": lambda: self.of("123789m123789p123789s1234567z"),
            "edges": lambda: self.either(chow(self.any_suit() + random.choice([0, 6])), pung(random.choice(ORPHANS))),
            "terminals": lambda: pung(random.choice(ORPHANS[:6])),
            "orphans": lambda: pung(random.choice(ORPHANS)),
            "black": lambda: self.of("8p12345z"),
            "green": lambda: self.of("23468s6z"),
            "colours": lambda: self.of("8p12345z23468s67z"),
            "fives": lambda: self.either(chow(self.any_suit() + random.choice([2, 3, 4])), pung(self.any_suit() + 4)),
            "evens": lambda: pung(self.any_suit() + random.choice([1, 3, 5, 7])),
            "low": lambda: self.of("123m123p123s"),
            "middle": lambda: self.of("456m456p456s"),
            "high": lambda: self.of("789m789p789s"),
            "simples": lambda: self.of("2345678m2345678p2345678s"),
            "reversible": lambda: self.of("1234589p245689s5z"),
            "winds": lambda: pung(random.randrange(27, 31)),
            "dragons": lambda: pung(random.randrange(31, 34)),
            "twin": lambda: chow(random.choice(near)),
            "shared": lambda: self.either(chow(suit + max(0, min(6, rank - random.randrange(3)))), pung(suit + rank)),
        }  # fmt: skip

    def sets(self, count: int, theme: str | None = None) -> Sets:
        """So many sets, all in one theme, or one of them aside."""
        makers = self.makers()
        maker = makers[theme or self.random.choice(sorted(makers))]
        aside = count - 1 if theme is None and self.random.random() < 0.25 else count
        return [maker() if number < aside else self.any() for number in range(count)]

    def pair(self, sets: Sets) -> list[int]:
        """Two tiles beside these sets: of theirs, near them, or any."""
        random = self.random
        near = random.choice(sets)
        choices = [near[0], near[-1], *self.sets(1)[0][::2], random.randrange(KIND_COUNT), random.randrange(27, 34)]
        return [random.choice(choices)] * 2

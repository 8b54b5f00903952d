"""Chance, from one number, by an algorithm of our own: the same on every machine and every Python.

A *stream* is SplitMix64 (Steele, Lea, Flood 2014) started from the game's seed and labels: what the chance is for, and
the number of the hand.  So the wall of hand *n* depends on (seed, n) alone, whatever was played before.

- ``start(seed, purpose, n)`` mixes the three: ``mix(mix(mix(seed) ^ purpose) ^ n)``, where ``mix`` is one step of
  SplitMix64 from that state.
- ``below(k)`` takes 64-bit draws and rejects those at or above the greatest multiple of ``k``.
- ``shuffled`` is Fisher-Yates from the last place down: place ``i`` changes with place ``below(i + 1)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

_T = TypeVar("_T")

MASK = (1 << 64) - 1
_GAMMA = 0x9E37_79B9_7F4A_7C15

SEATING, FIRST_DEALER, WALL, DICE, PRIZE_DIE, CHOICES = range(1, 7)
"""What a stream is for."""


def mix(state: int) -> int:
    """One step of SplitMix64 from ``state``.

    >>> hex(mix(0))
    '0xe220a8397b1dcdaf'
    """
    value = (state + _GAMMA) & MASK
    value = ((value ^ value >> 30) * 0xBF58_476D_1CE4_E5B9) & MASK
    value = ((value ^ value >> 27) * 0x94D0_49BB_1331_11EB) & MASK
    return value ^ value >> 31


class Stream:
    """A run of chance for one purpose in one hand.

    >>> Stream(7, WALL, 0).shuffled(range(5)) == Stream(7, WALL, 0).shuffled(range(5))
    True
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, purpose: int, number: int = 0) -> None:
        self._state = mix(mix(mix(seed & MASK) ^ purpose) ^ number)

    def next(self) -> int:
        """64 bits."""
        self._state = (self._state + _GAMMA) & MASK
        value = self._state
        value = ((value ^ value >> 30) * 0xBF58_476D_1CE4_E5B9) & MASK
        value = ((value ^ value >> 27) * 0x94D0_49BB_1331_11EB) & MASK
        return value ^ value >> 31

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each as likely."""
        limit = MASK + 1 - (MASK + 1) % bound
        value = self.next()
        while value >= limit:
            value = self.next()
        return value % bound

    def dice(self, count: int) -> tuple[int, ...]:
        """So many dice."""
        return tuple(1 + self.below(6) for _ in range(count))

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """The items in an order that is each as likely."""
        row = list(items)
        for place in range(len(row) - 1, 0, -1):
            other = self.below(place + 1)
            row[place], row[other] = row[other], row[place]
        return row

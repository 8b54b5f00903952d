from collections.abc import Sequence
from typing import Self, final

__all__ = ["Decompose", "Hand", "Reading", "Ready", "Situated", "Table", "__version__"]

__version__: str

@final
class Hand:
    def __new__(
        cls,
        counts: bytes,
        wilds: int,
        winning: int | None,
        melds: Sequence[tuple[int, int, bytes]],
        *,
        flowers: int = 0,
        flowers_wild: bool = False,
        wild_kinds: int = 0,
        seen: int = 0,
        dora: bytes = ...,
        ura: bytes = ...,
    ) -> Self: ...

@final
class Table:
    def __new__(cls, json: str) -> Self: ...
    def situate(
        self, by: str, events: Sequence[str], *, river: int | None, seat: int, round: int, win_state: str
    ) -> Situated: ...
    def ready(self, hand: Hand) -> Ready: ...
    def completes(self, hand: Hand) -> bool: ...
    def waits(self, hand: Hand) -> tuple[int, bool]: ...
    def acceptance(self, hand: Hand) -> list[tuple[int | None, int, int]]: ...
    def decompose(self, hand: Hand) -> Decompose: ...

@final
class Ready:
    def distance(self) -> int: ...

@final
class Situated:
    def best(self, hand: Hand, most: int = 1) -> list[Reading]: ...
    def best_flowers(self, hand: Hand) -> Reading | None: ...

@final
class Reading:
    @property
    def total(self) -> int: ...
    @property
    def shape(self) -> int: ...
    @property
    def concealed(self) -> int: ...
    @property
    def win(self) -> int | None: ...
    @property
    def groups(self) -> list[tuple[int, int, int]]: ...
    @property
    def lines(self) -> list[tuple[int, int, int, int, int]]: ...

@final
class Decompose:
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[int, list[tuple[int, int, int]]]: ...

"""What the winning rows of a batch pay.

A win is settled by its facts: its situation, its total and, under some schemes, the hand.  Rows that are alike in what
their scheme looks at are settled once, and of most rows it looks at no hand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from ..admit import SEAT_STEPS
from ..hand import Hand, Meld
from ..native import GROUP_KINDS, group_tiles
from ..payout import LaidSet, WinFacts, payments
from ..payout.facts import of_situation
from ..situation import situation
from ..tiles import SEATS

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

KEPT: Final = 65_536
"""Settled wins that are remembered; more start afresh."""


class RowFacts(WinFacts):
    """The facts of a row's win.  What lies in its hand is gathered when a scheme looks at it, and then is among what
    was ``looked`` at, in that order."""

    looked: dict[str, Any]
    gather: Callable[[str], Any]

    @property
    def laid(self) -> int:
        return cast(int, self.look("laid"))

    @property
    def melds(self) -> tuple[LaidSet, ...]:
        return cast(tuple[LaidSet, ...], self.look("melds"))

    @property
    def tiles(self) -> tuple[int, ...]:
        return cast(tuple[int, ...], self.look("tiles"))

    def look(self, name: str) -> Any:
        if name not in self.looked:
            self.looked[name] = self.gather(name)
        return self.looked[name]


class Settlement:
    """The settlement of a batch.

    ``text``: the hand of a row in notation; ``keywords``: its situation; ``numbers``: which rows share one;
    ``columns``: the answers, with their groups; ``single``: the facts of a row as the single call tells them.
    """

    def __init__(
        self,
        rules: RuleSet,
        columns: Mapping[str, memoryview],
        numbers: Sequence[int] | None,
        text: Callable[[int], str],
        keywords: Callable[[int], Mapping[str, Any]],
        single: Callable[[int], WinFacts],
    ) -> None:
        self.rules, self.columns, self.numbers = rules, columns, numbers
        self.text, self.keywords, self.single = text, keywords, single
        self.situated: dict[int, Mapping[str, Any]] = {}
        """What the situations tell the scheme, by their number; where it is the same, one object."""
        self.alike: dict[tuple[Any, ...], Mapping[str, Any]] = {}
        self.known: dict[tuple[Any, ...], array[int] | str] = {}
        """By situation, total and what was looked at: the payments, or what is looked at next."""

    def payments(self) -> array[int]:
        """What E, S, W and N receive for each row, zeros where the hand does not win."""
        wins, paid = self.columns["wins"], array("i", bytes(16 * len(self.columns["wins"])))
        for row, won in enumerate(wins):
            if won:
                paid[4 * row : 4 * row + 4] = self.paid(row)
        return paid

    def paid(self, row: int) -> array[int]:
        situated, total = self.in_situation(row), self.columns["total"][row]
        key: tuple[Any, ...] = id(situated), total
        known = self.known.get(key)
        if isinstance(known, array):
            return known
        facts = RowFacts.__new__(RowFacts)
        vars(facts).update(situated, total=total, looked={}, gather=partial(self.gather, row))
        while isinstance(known, str):
            key = (*key, facts.look(known))
            known = self.known.get(key)
        return self.settle(facts, key) if known is None else known

    def in_situation(self, row: int) -> Mapping[str, Any]:
        """What a row's situation tells the scheme."""
        number = self.numbers[row] if self.numbers else 0
        found = self.situated.get(number)
        if found is None:
            read, _ = situation(self.rules, self.keywords(row))
            told = of_situation(read)
            found = self.situated[number] = self.alike.setdefault((*told.values(),), told)
        return found

    def settle(self, facts: RowFacts, key: tuple[Any, ...]) -> array[int]:
        """Settles a win and remembers on the way from the first two of the key what was looked at."""
        gains = payments(self.rules.payout.settle(facts))
        paid = array("i", map(gains.__getitem__, SEATS))
        if len(self.known) >= KEPT:
            self.known.clear()
        key = key[:2]
        for name, found in facts.looked.items():
            self.known[key] = name
            key = (*key, found)
        self.known[key] = paid
        return paid

    def gather(self, row: int, name: str) -> Any:
        """What a scheme looks at by that name."""
        return {"laid": self.laid, "melds": self.melds, "tiles": self.tiles}[name](row)

    def laid(self, row: int) -> int:
        """How many sets are on the table."""
        text = self.text(row)
        return text.count("[") + text.count("(")

    def tiles(self, row: int) -> tuple[int, ...]:
        """Every face of the arrangement."""
        kinds, firsts, _laid = self.groups(row)
        return tuple(
            tile for kind, first in zip(kinds, firsts, strict=True) for tile in group_tiles(GROUP_KINDS[kind], first)
        )

    def melds(self, row: int) -> tuple[LaidSet, ...]:
        """The sets on the table."""
        melds = Hand.parse(self.text(row)).melds
        kinds, firsts, laid = self.groups(row)
        faces = [(GROUP_KINDS[kind], first) for kind, first, lies in zip(kinds, firsts, laid, strict=True) if lies]
        if len(faces) < len(melds):  # a win by flowers has no arrangement
            return self.single(row).melds
        seat = self.in_situation(row)["seat"]
        return tuple(laid_set(meld, *face, seat) for meld, face in zip(melds, faces, strict=True))

    def groups(self, row: int) -> tuple[memoryview, memoryview, memoryview]:
        """Kinds of the groups, their first tiles and how they were laid."""
        start, end = self.columns["group_starts"][row], self.columns["group_starts"][row + 1]
        kinds, firsts, laid = (self.columns[name][start:end] for name in ("group_kind", "group_first", "group_laid"))
        return kinds, firsts, laid


def laid_set(meld: Meld, kind: str, first: int, seat: int) -> LaidSet:
    """A set of the player at ``seat`` as it was laid, with the face that it has in the arrangement."""
    if meld.is_kong:
        kind = "open_kong" if meld.form == "exposed" else meld.form
    return LaidSet(kind, first, None if meld.feeder is None else (seat + SEAT_STEPS[meld.feeder]) % len(SEATS))

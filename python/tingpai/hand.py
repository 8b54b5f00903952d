"""Hands as values: what a player holds, and what the notation can write.

A :class:`Hand` is well formed, not yet legal: five copies of a tile or a set of three unlike tiles can be written
down.  :mod:`tingpai.admit` says whether a rule set lets it be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Literal

from . import _internal
from ._internal import Kept
from .errors import Fault, IllegalHandError, NotationError, shown
from .notation import FEEDER_MARKS, Declared, Feeder, SetText, print_set, print_tiles, read_hand
from .records import dataclass, field, names
from .tiles import FIRST_DRAGON, FIRST_FLOWER, FIRST_WIND, KIND_COUNT, WILD, flower_number, is_flower, rank_of

Form = Literal["exposed", "added_kong", "concealed_kong"]

_FORMS = ("exposed", "added_kong", "concealed_kong")
_DECLARED = (None, "chow", "pung")
_FEEDERS = (None, "left", "across", "right")


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: its ``tiles`` as they lie there, sorted, wild ``?`` last (an added fourth tile after these).

    ``declared`` is what the claimer called a set with wild tiles; ``feeder`` who gave the tile ``marked``.

    A ``c`` that no indicator could ever demand, as in ``[789s]c``, is not kept: two of its tiles are never wild
    together.  Everywhere else a declaration may come to matter (``[78?s]c`` under a 7), so it is kept and printed.

    >>> str(Meld((26, 24, 25), feeder="left", marked=24, declared="chow"))
    '[7<89s]'
    """

    tiles: tuple[int, ...]
    form: Form = "exposed"
    declared: Declared | None = None
    feeder: Feeder | None = None
    marked: int | None = None
    column: int | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", _as_laid(_checked(self.tiles), self.form))
        problem = self._problem()
        if problem:
            raise IllegalHandError([Fault("not_a_meld", problem, self.column)])
        if self.feeder not in (None, "left") and self.is_plainly_a_chow:
            fault = Fault("chow_feeder", f"{self}: a chow is claimed from the previous seat", self.column)
            raise IllegalHandError([fault])
        if not _declaration_is_kept(self.tiles, self.declared):
            object.__setattr__(self, "declared", None)

    def _problem(self) -> str | None:
        """What the notation could not write."""
        tiles = self.tiles
        if not tiles:
            return "a set has tiles"
        if self.form not in _FORMS or self.declared not in _DECLARED or self.feeder not in _FEEDERS:
            return f"no set is {shown(self.form)}, declared {shown(self.declared)}, fed from {shown(self.feeder)}"
        if self.form == "added_kong" and len(tiles) != 4:
            return f"{print_tiles(tiles)} has no added fourth tile"
        if self.form == "concealed_kong" and (self.feeder or self.declared):
            return "a concealed kong has no feeder and is not declared"
        if (self.feeder is None) != (self.marked is None):
            return "a feeder and the tile he gave go together"
        if self.marked is not None and self.marked not in (tiles[:3] if self.form == "added_kong" else tiles):
            return f"the claimed tile is not in {print_tiles(tiles)}"
        return None

    @property
    def is_kong(self) -> bool:
        return self.form != "exposed" or len(self.tiles) == 4

    @property
    def is_claimed(self) -> bool:
        return self.form != "concealed_kong"

    @property
    def is_plainly_a_chow(self) -> bool:
        """Whether it is a chow whatever the indicator: declared one, or three consecutive tiles of a suit."""
        if self.declared == "chow":
            return True
        first = self.tiles[0]
        return self.tiles == (first, first + 1, first + 2) and first < FIRST_WIND and rank_of(first) < 7

    def __str__(self) -> str:
        return print_set(
            self.tiles,
            concealed=self.form == "concealed_kong",
            declared=self.declared,
            feeder=self.feeder,
            marked=None if self.marked is None else self.tiles.index(self.marked),
            added=self.form == "added_kong",
        )


@dataclass(frozen=True, repr=False)
class Hand(Kept):
    """Loose ``tiles`` (sorted, without flowers and the winning tile; wild kinds by their face), ``melds`` in the order
    laid, the ``winning`` tile if there is one, ``flowers``.  Equal hands print equally, and
    ``Hand.parse(str(hand)) == hand``.

    >>> hand = Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
    >>> str(hand)
    '22p 12345789s [789s] [456m] +6s 1f'
    >>> hand == Hand.parse("[978s] [456m] 1f 22p 54321s 987s +6s")
    True
    """

    tiles: tuple[int, ...] = ()
    melds: tuple[Meld, ...] = ()
    winning: tuple[int, ...] = ()
    flowers: tuple[int, ...] = ()
    _text: str | None = field(default=None, init=False, compare=False)
    """What the hand was read from."""
    _cache: dict[Any, Any] = field(default_factory=dict, init=False, compare=False)
    """Calls that the package keeps ready with the hand, beside those that the kernel does."""

    def __post_init__(self) -> None:
        for name in ("tiles", "winning", "flowers"):
            object.__setattr__(self, name, tuple(sorted(_checked(getattr(self, name)))))
        try:
            object.__setattr__(self, "melds", tuple(self.melds))
        except TypeError:
            raise IllegalHandError([Fault("not_a_meld", f"{shown(self.melds)} are no Melds")]) from None
        if not all(isinstance(meld, Meld) for meld in self.melds):
            raise IllegalHandError([Fault("not_a_meld", f"{shown(self.melds)} are not all Melds")])
        strays = [*filter(is_flower, self.tiles), *(tile for tile in self.flowers if not is_flower(tile))]
        if strays:
            raise IllegalHandError([Fault("not_a_tile", f"{print_tiles(strays)} stands among tiles of another sort")])

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Reads the notation; raises :class:`~tingpai.errors.NotationError` where it does not read.

        >>> Hand.parse("123x")
        Traceback (most recent call last):
        ...
        tingpai.errors.NotationError: column 4: expected a suit (m p s z f) right after 123, found 'x'
        """
        plain = _internal.read_hand(text)
        if plain is None:  # rare, or faulty
            return cls._read(text)
        tiles, sets, winning, flowers = plain
        try:
            melds = tuple([_meld_at(written, place) for written, place in sets])
        except NotationError:
            return cls._read(text)
        return cls._of(text, tiles, melds, winning, flowers)

    @classmethod
    def _read(cls, text: str) -> Hand:
        """Reads any text that reads, and says of any other why it does not."""
        written = read_hand(text)
        loose = sorted(written.loose)
        first, end = bisect_left(loose, FIRST_FLOWER), bisect_left(loose, WILD)
        tiles, flowers = (*loose[:first], *loose[end:]), tuple(loose[first:end])
        return cls._of(text, tiles, tuple(map(_meld, written.sets)), tuple(sorted(written.winning)), flowers)

    @classmethod
    def _of(
        cls,
        text: str,
        tiles: tuple[int, ...],
        melds: tuple[Meld, ...],
        winning: tuple[int, ...],
        flowers: tuple[int, ...],
    ) -> Hand:
        """A hand that was read: it is well formed, so that nothing of it needs to be checked."""
        hand = cls.__new__(cls)
        hand.__dict__.update(tiles=tiles, melds=melds, winning=winning, flowers=flowers, _text=text, _cache={})
        return hand

    @property
    def _columns(self) -> Sequence[tuple[int, int]]:
        """Each tile and where it stands in the text that the hand was read from."""
        return () if self._text is None else read_hand(self._text).columns

    def __str__(self) -> str:
        by_suit: dict[str, list[int]] = {}
        for tile in self.tiles:
            by_suit.setdefault(print_tiles((tile,))[-1], []).append(tile)
        parts = [print_tiles(tiles) for tiles in by_suit.values()]
        parts += [str(meld) for meld in self.melds]
        parts += ["+" + print_tiles((tile,)) for tile in self.winning]
        parts += [print_tiles(self.flowers)] if self.flowers else []
        return " ".join(parts)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.tiles, self.melds, self.winning, self.flowers)


def _meld(piece: SetText) -> Meld:
    """A set that was read.  A chow fed from the wrong side is the one thing that reads and yet makes no Meld."""
    form: Form = "concealed_kong" if piece.concealed else "added_kong" if piece.added else "exposed"
    tiles = _as_laid(piece.tiles, form)
    declared = piece.declared if _declaration_is_kept(tiles, piece.declared) else None
    marked = None if piece.marked is None else piece.tiles[piece.marked]
    meld = Meld.__new__(Meld)
    for put, value in zip(_PUT, (tiles, form, declared, piece.feeder, marked, piece.column), strict=True):
        put(meld, value)
    if piece.feeder not in (None, "left") and (piece.declared == "chow" or meld.is_plainly_a_chow):
        mark = next(mark for mark, feeder in FEEDER_MARKS.items() if feeder == piece.feeder)
        raise NotationError(piece.mark_column, "only < in a chow", mark, "chow_feeder", {"expected": ("<",)})
    return meld


@lru_cache(maxsize=4096)
def _meld_at(text: str, place: int) -> Meld:
    """The set that a text is, which stands at a place of a longer one."""
    (piece,) = read_hand(text).sets
    return _meld(piece._replace(column=place + 1))


_PUT = tuple(getattr(Meld, name).__set__ for name in names(Meld))


def _as_laid(tiles: tuple[int, ...], form: Form) -> tuple[int, ...]:
    """The tiles of a set sorted, but for the fourth of an added kong."""
    return tuple(sorted(tiles)) if form != "added_kong" else (*sorted(tiles[:3]), *tiles[3:])


def _declaration_is_kept(tiles: tuple[int, ...], declared: Declared | None) -> bool:
    return declared != "chow" or len(tiles) != 3 or _can_have_two_wilds(tiles)


def _checked(tiles: Iterable[int]) -> tuple[int, ...]:
    try:
        tiles = tuple(tiles)
    except TypeError:
        raise IllegalHandError([Fault("not_a_tile", f"{shown(tiles)} is no row of tiles")]) from None
    for tile in tiles:
        if type(tile) is not int or not 0 <= tile <= WILD:
            raise IllegalHandError([Fault("not_a_tile", f"{shown(tile)} is no tile")])
    return tiles


@cache
def wild_kinds(indicator: int | None) -> frozenset[int]:
    """The kinds among the :func:`wild_tiles`."""
    return frozenset(tile for tile in wild_tiles(indicator) if tile < KIND_COUNT)


@cache
def wild_tiles(indicator: int | None) -> frozenset[int]:
    """The tiles that are wild under an indicator (``?`` under any, and alone without one): a rank over the three
    suits, all winds, all dragons; a flower makes the rank of its number wild and every flower.  Clause V1-12.

    >>> print_tiles(sorted(wild_tiles(29))), print_tiles(sorted(wild_tiles(36)))
    ('1234z?', '3m3p3s12345678f?')
    """
    if indicator is None:
        return frozenset((WILD,))
    if FIRST_WIND <= indicator < FIRST_DRAGON:
        return frozenset((*range(FIRST_WIND, FIRST_DRAGON), WILD))
    if FIRST_DRAGON <= indicator < KIND_COUNT:
        return frozenset((*range(FIRST_DRAGON, KIND_COUNT), WILD))
    rank = flower_number(indicator) - 1 if is_flower(indicator) else rank_of(indicator)
    flowers = range(FIRST_FLOWER, WILD) if is_flower(indicator) else ()
    return frozenset((rank, 9 + rank, 18 + rank, *flowers, WILD))


# An indicator of each sort: the nine ranks, a wind, a dragon, the four flower numbers.
_INDICATORS = (*range(9), FIRST_WIND, FIRST_DRAGON, *range(FIRST_FLOWER, FIRST_FLOWER + 4))


def _can_have_two_wilds(tiles: tuple[int, ...]) -> bool:
    """Whether any indicator makes two of the tiles wild."""
    return any(sum(tile in wild for tile in tiles) >= 2 for wild in map(wild_tiles, _INDICATORS))

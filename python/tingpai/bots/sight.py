"""What a bot makes of a view: numbers instead of texts, and hands that could come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _internal
from ..game.state import LAID
from ..game.wins import SIDES
from ..hand import Hand, Meld, wild_tiles
from ..records import dataclass
from ..tiles import FIRST_FLOWER, KIND_COUNT, TILE_NUMBER, WINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..game.action import Action
    from ..game.view import SetView, View
    from ..notation import Declared


@dataclass(frozen=True, slots=True)
class Held:
    """Tiles in hand, by kind and the faces of the wild ones, and the sets that lie beside them."""

    counts: bytes
    wilds: tuple[int, ...]
    melds: tuple[Meld, ...]

    def without(self, *tiles: int, wild: int | None = None) -> Held:
        """The hand without some of its tiles, and with a ``wild`` one more."""
        counts, wilds = bytearray(self.counts), list(self.wilds)
        for tile in tiles:
            if tile in wilds:
                wilds.remove(tile)
            else:
                counts[tile] -= 1
        if wild is not None:
            wilds.append(wild)
        return Held(bytes(counts), tuple(wilds), self.melds)

    def laid(self, meld: Meld, *tiles: int) -> Held:
        """The hand after some of its tiles have gone into a new set."""
        rest = self.without(*tiles)
        return Held(rest.counts, rest.wilds, (*self.melds, meld))

    def raised(self, kind: int) -> Held:
        """The hand after the fourth tile was added to its pung."""
        rest = self.without(kind)
        at = next(at for at, meld in enumerate(self.melds) if meld.tiles == (kind,) * 3)
        melds = (*self.melds[:at], Meld((kind,) * 4, "added_kong"), *self.melds[at + 1 :])
        return Held(rest.counts, rest.wilds, melds)

    def native(self, mask: bytes | None = None) -> _internal.Hand:
        """The hand as the kernel takes it; of the kinds of a mask alone."""
        counts = self.counts if mask is None else bytes(map(int.__mul__, self.counts, mask))
        return _internal.Hand(counts, len(self.wilds), None, LAID[len(self.melds)])

    @property
    def claimed(self) -> bool:
        return any(meld.is_claimed for meld in self.melds)

    def kinds(self) -> Iterator[int]:
        """Natural kinds in hand."""
        return (kind for kind in range(KIND_COUNT) if self.counts[kind])


class Sight:
    """One seat's view: its hand, and what is still unseen of each kind and of all wild tiles."""

    def __init__(self, view: View) -> None:
        own = view.seats[view.place]
        self.view = view
        self.wild = frozenset(wild_tiles(TILE_NUMBER[view.indicator])) if view.indicator else frozenset[int]()
        tiles = [TILE_NUMBER[text] for text in own.hand or ()]
        counts = bytearray(KIND_COUNT)
        for tile in tiles:
            if tile < FIRST_FLOWER and tile not in self.wild:
                counts[tile] += 1
        melds = tuple(_meld(laid, view.place, self.wild) for laid in own.sets)
        self.held = Held(bytes(counts), tuple(tile for tile in tiles if tile in self.wild), melds)
        self.flowers = tuple(TILE_NUMBER[text] for text in own.flowers)
        self._count_unseen(tiles)

    def _count_unseen(self, own: Iterable[int]) -> None:
        view = self.view
        seen = [*own, *(TILE_NUMBER[text] for text in (view.indicator, *view.dora) if text)]
        for seat in view.seats:
            seen += (TILE_NUMBER[text] for text in seat.river)
            for laid in seat.sets:
                seen += (TILE_NUMBER[text] for text in laid.tiles or ())
        left = [4] * KIND_COUNT
        for tile in seen:
            if tile < KIND_COUNT:
                left[tile] -= 1
        wild = sum(left[tile] if tile < KIND_COUNT else tile not in seen for tile in self.wild if tile < LAST)
        self.unseen_wild = max(0, wild)
        self.unseen = [0 if kind in self.wild else max(0, copies) for kind, copies in enumerate(left)]

    def claim(self, action: Action) -> Held:
        """The hand after a claim of the tile that lies there."""
        tile = TILE_NUMBER[self.view.tile or ""]
        if action.kind == "kong":
            return self.held.laid(Meld((tile,) * 4), tile, tile, tile)
        tiles = (*action.own, tile)
        declared: Declared | None = None
        if not self.wild.isdisjoint(tiles):
            declared = "chow" if action.kind == "chow" else "pung"
        return self.held.laid(Meld(tiles, "exposed", declared), *action.own)

    def hand(self, held: Held, winning: int) -> Hand:
        """A hand that wins on a tile, as the scorer takes it."""
        tiles = [kind for kind in held.kinds() for _ in range(held.counts[kind])]
        flowers = [*self.flowers, *(tile for tile in held.wilds if tile >= FIRST_FLOWER)]
        tiles += (tile for tile in held.wilds if tile < FIRST_FLOWER)
        return Hand(tuple(tiles), held.melds, (winning,), tuple(flowers))

    def situation(self, by: str, riichi: bool, known: frozenset[str]) -> dict[str, Any]:
        """The keywords of a win, those that a player knows beforehand and the rules have a use for."""
        view = self.view
        seat = view.seats[view.place]
        told: dict[str, Any] = {
            "seat": seat.wind,
            "round": view.round,
            "by": by,
            "indicator": view.indicator,
            "dora": view.dora or None,
            "streak": view.streak,
            "riichi": "closed" if riichi or seat.riichi is not None else None,
            "river": sum(len(other.river) for other in view.seats),
        }
        if by == "discard":
            told["discarder"] = WINDS[(WINDS.index(seat.wind) + 1) % 4]
        return {name: value for name, value in told.items() if name in known and value is not None}


LAST = TILE_NUMBER["8f"] + 1


def _meld(laid: SetView, place: int, wild: frozenset[int]) -> Meld:
    tiles = tuple(TILE_NUMBER[text] for text in laid.tiles or ())
    if laid.kind == "concealed_kong":
        return Meld(tiles, "concealed_kong")
    declared: Declared | None = None
    if laid.kind in ("chow", "pung") and not wild.isdisjoint(tiles):
        declared = "chow" if laid.kind == "chow" else "pung"
    feeder = None if laid.fed_by is None else SIDES[(laid.fed_by - place) % 4]
    claimed = TILE_NUMBER[laid.claimed] if feeder and laid.claimed else None
    return Meld(tiles, "added_kong" if laid.kind == "added_kong" else "exposed", declared, feeder, claimed)

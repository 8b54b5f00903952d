"""A table in text: the seats, their sets, rivers and flowers, the hands that may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ..hand import wild_tiles
from ..tiles import TILE_NUMBER, TILE_TEXT, WILD
from .game_words import GameWords
from .layout import Paint, pad, wrap
from .spelling import spell

if TYPE_CHECKING:
    from ..game.view import SeatView, SetView, View

FED = {3: "<", 2: "^", 1: ">"}
"""Which side a claimed tile came from, as the notation marks it."""


class Board:
    """How views are shown to one reader.  ``names``: of the players, by number."""

    def __init__(self, names: Sequence[str], words: GameWords, paint: Paint) -> None:
        self.names = names
        self.words = words
        self.paint = paint

    def lines(self, view: View, seats: Sequence[SeatView] | None = None) -> Iterator[str]:
        """The whole table, the viewer's seat last; ``seats`` stand in for those of the view."""
        seats = seats or view.seats
        yield self.paint.bold(self._heading(view))
        for step in (1, 2, 3, 0):
            place = (view.place + step) % 4
            yield from self._seat(view, place, seats[place])

    def wilds(self, view: View) -> frozenset[str]:
        """The tiles that are wild, as texts."""
        if view.indicator is None:
            return frozenset()
        return frozenset(TILE_TEXT[tile] for tile in wild_tiles(TILE_NUMBER[view.indicator]) if tile != WILD)

    def tiles(self, tiles: Sequence[str], wild: frozenset[str]) -> str:
        """Tiles by suits, wild ones at the end and marked ``*``.

        >>> Board((), GameWords("en"), Paint(False)).tiles(["1m", "5m", "7z", "8s"], frozenset({"5m"}))
        '1m 7z 8s 5*m'
        """
        natural = [tile for tile in tiles if tile not in wild]
        parts = [spell(list(run), self.words) for _, run in groupby(natural, key=lambda tile: tile[1])]
        parts += (spell([tile], self.words, after={0: "*"}) for tile in tiles if tile in wild)
        return " ".join(parts)

    def who(self, view: View, place: int) -> str:
        """A seat with its player's name."""
        seat = view.seats[place]
        return f"{self.words.seat(seat.wind)} {self.name(seat.player)}"

    def name(self, player: int) -> str:
        name = self.names[player]
        if name == "you":
            return self.words("you")
        return f"{name} {player + 1}" if self.names.count(name) > 1 else name

    def _heading(self, view: View) -> str:
        words = self.words
        parts = [words("board_hand", round=words.seat(view.round), number=view.hand + 1)]
        if view.streak:
            parts.append(words("board_streak", streak=view.streak))
        parts.append(words("board_left", left=view.left))
        if view.indicator is not None:
            wild = sorted(self.wilds(view), key=TILE_NUMBER.__getitem__)
            parts.append(words("board_wild", tile=spell([view.indicator], words), wild=spell(wild, words)))
        if view.dora:
            parts.append(words("board_dora", tiles=spell(view.dora, words)))
        return words.clauses(parts)

    def _seat(self, view: View, place: int, seat: SeatView) -> Iterator[str]:
        words, wild = self.words, self.wilds(view)
        mark = ">" if place == view.turn else " "
        parts = [pad(f"{mark} {self.who(view, place)}", 16)]
        if place == view.dealer:
            parts.append(words("dealer"))
        parts.append(words("board_tiles", tiles=seat.tiles))
        parts.append(words("board_balance", balance=view.balances.get(str(seat.player), 0)))
        if seat.flowers:
            parts.append(words.label("flowers", spell(seat.flowers, words)))
        if seat.riichi:
            parts.append(words("board_open" if seat.riichi == "open" else "board_riichi"))
        if seat.waits:
            parts.append(words("waits", waits=spell(seat.waits, words)))
        if seat.goes_for_eight:
            parts.append(words("board_eight"))
        head = "  ".join(parts)
        yield self.paint.bold(head) if place == view.place else head
        if seat.sets:
            yield "    " + words.label("board_sets", "  ".join(self.set_text(laid, place, wild) for laid in seat.sets))
        if seat.river:
            yield from self._river(seat, wild)
        if seat.hand is not None:
            yield "    " + self.hand(view, seat, place)
        if view.wall is not None and place == view.place:
            yield from map(self.paint.dim, wrap(words.label("board_wall", " ".join(view.wall)), indent=4))

    def _river(self, seat: SeatView, wild: frozenset[str]) -> Iterator[str]:
        """Discards in their order, the tile of a riichi in ``!``."""
        shown = [self.tiles([tile], wild) for tile in seat.river]
        if seat.riichi_at is not None and seat.riichi_at < len(shown):
            shown[seat.riichi_at] += "!"
        for line in wrap(self.words.label("board_river", " ".join(shown)), indent=4):
            yield self.paint.dim(line)

    def hand(self, view: View, seat: SeatView, place: int) -> str:
        """A hand that may be seen, the tile just drawn apart."""
        wild = self.wilds(view)
        tiles = list(seat.hand or ())
        drawn = view.drawn if place == view.place else None
        if drawn in tiles:
            tiles.remove(drawn)
        text = self.words.label("hand", self.tiles(tiles, wild))
        return f"{text}  + {self.tiles([drawn], wild)}" if drawn is not None else text

    def set_text(self, laid: SetView, place: int, wild: frozenset[str]) -> str:
        """A set in its brackets, the claimed tile marked with the side it came from."""
        if laid.tiles is None:
            return "(" + "?" * 4 + ")"
        after = {at: "*" for at, tile in enumerate(laid.tiles) if tile in wild}
        if laid.claimed in laid.tiles and laid.fed_by is not None:
            at = laid.tiles.index(laid.claimed)
            after[at] = after.get(at, "") + FED[(laid.fed_by - place) % 4]
        left, right = ("(", ")") if laid.kind == "concealed_kong" else ("[", "]")
        return left + spell(laid.tiles, self.words, after=after) + right

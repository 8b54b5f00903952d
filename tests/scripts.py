"""Scripted games: hands and draws laid into the wall, then who does what, line by line.

Seats are named by their wind in the first hand.  A line is ``"S pung 6s6s"``; whoever is asked in between and not
named passes.  What happened is read from the events; the log of each script is kept as a golden file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import tingpai as tp
from conftest import DATA
from tingpai.game import Game, new_game
from tingpai.game.engine import start
from tingpai.game.event import Event
from tingpai.game.log import dumps, loads
from tingpai.game.wall import dealt, tiles_of
from tingpai.hand import wild_tiles
from tingpai.notation import read_tiles
from tingpai.tiles import SEATS, TILE_TEXT

IN_TURN = (
    "discard riichi riichi_open riichi_bare concealed_kong added_kong swap_up swap_down flower_win break_riichi "
    "take_fines slip merge"
).split()
GOLDEN = DATA / "games"


def lay_wall(
    rules: Any,
    seed: int,
    hands: dict[str, str],
    draws: str = "",
    tail: str = "",
    indicator: str = "",
    takes_extra: bool = True,
    dealer: int = 0,
) -> list[int]:
    """A wall that deals these hands (the rest of a short hand is filled up), then the indicator, ``draws`` from the
    mouth and ``tail`` from the other end in the order they are drawn.  ``takes_extra``: whether the dealer thinks of
    his extra tile where he must; ``dealer``: how many places the deal has passed on since the first hand."""
    tiles = tiles_of(rules)
    state = start(rules, seed)
    first = new_game(rules, seed, hands=1).state.dealer
    state.dealer = (first + dealer) % 4
    state.wall = list(range(len(tiles)))
    places = dealt(state)
    wall: list[int | None] = [None] * len(tiles)
    left = Counter(tiles)

    extra: tuple[int, ...] = ()

    def put(at: int, tile: int) -> None:
        assert wall[at] is None, f"place {at} is taken"
        assert left[tile] > 0, f"no {TILE_TEXT[tile]} is left"
        left[tile] -= 1
        wall[at] = tile

    for wind, text in hands.items():
        place = (first + SEATS.index(wind)) % 4
        dealt_tiles = read_tiles(text)
        if state.extra_by_hand and place == state.dealer and len(dealt_tiles) > len(places[place]):
            extra = dealt_tiles[-1:]
            dealt_tiles = dealt_tiles[:-1]
        assert len(dealt_tiles) <= len(places[place]), f"{wind} is dealt {len(places[place])} tiles"
        for at, tile in zip(places[place], dealt_tiles, strict=False):
            put(at, tile)
    head = sum(map(len, places))
    for tile in extra:  # where the dealer must think of it himself, it comes next
        put(head, tile)
    head += state.extra_by_hand and takes_extra
    for tile in (*read_tiles(indicator or ""), *read_tiles(draws or "")):
        put(head, tile)
        head += 1
    for number, tile in enumerate(read_tiles(tail or "")):
        put(len(tiles) - 1 - (number ^ 1), tile)
    # Flowers and wild tiles lie late, so that nobody meets one unasked; the others so that little fits by chance.
    late = wild_tiles(read_tiles(indicator)[0]) if indicator else frozenset()
    others = sorted(left.elements(), key=lambda tile: (tile >= 34 or tile in late, tile * 5 % 34, tile))
    filler = iter(others)
    return [next(filler) if tile is None else tile for tile in wall]


class Script:
    """A game of one hand that is played line by line.  ``then``: what is laid for the hands after it."""

    def __init__(
        self,
        id: str,
        hands: dict[str, str],
        *,
        seed: int = 1,
        hands_played: int = 1,
        then: Sequence[dict[str, Any]] = (),
        **laid: Any,
    ) -> None:
        options, manual = laid.pop("options", {}), laid.pop("manual", None)
        rules = tp.rules(id, **options)
        wall = laid.pop("wall", None) or lay_wall(rules, seed, hands, **laid)
        walls = dict(enumerate((wall, *(lay_wall(rules, seed, **later) for later in then))))
        self.game: Game = new_game(rules, seed, hands=max(hands_played, len(walls)), walls=walls, manual=manual)
        self.start = self.game.state.dealer
        self.seen = 0

    def place(self, wind: str) -> int:
        return (self.start + SEATS.index(wind)) % 4

    def wind(self, place: int) -> str:
        return SEATS[(place - self.start) % 4]

    def legal(self, wind: str, turn: bool = False) -> set[str]:
        self.wait_for(wind, turn)
        return {str(action) for action in self.game.legal(self.place(wind))}

    def wait_for(self, wind: str, turn: bool = False, act: str = "") -> None:
        """Everybody who is asked before passes: until this seat is asked, has its ``turn``, or may ``act``."""
        place = self.place(wind)
        while (
            place not in self.game.pending
            or (turn and self.game.state.phase != "turn")
            or (act and self.game.state.phase in ("claim", "rob") and act not in map(str, self.game.legal(place)))
        ):
            assert self.game.pending, f"{wind} is never asked"
            assert self.game.state.phase != "turn", f"it is {self.wind(self.game.pending[0])}'s turn, not {wind}'s"
            self.game.apply(self.game.pending[0], "pass")

    def play(self, *lines: str) -> Script:
        for line in lines:
            wind, _, act = line.partition(" ")
            self.wait_for(wind, act.split()[0] in IN_TURN, act if act == "win" else "")
            self.game.apply(self.place(wind), act)
        return self

    def late(self, wind: str, act: str) -> Script:
        """Something that a seat mends though it is not asked."""
        self.game.apply(self.place(wind), act)
        return self

    def play_out(self, left: int = -1) -> Script:
        """Everybody lays or throws what he draws, and passes, to the end of the hand; or until so many tiles are
        ``left`` and somebody has drawn."""
        hand = self.game.state.hand
        while self.game.pending and self.game.state.hand == hand:
            place = self.game.pending[0]
            drawn = self.game.state.drawn
            if drawn >= 0 and self.game.state.left <= left:
                break
            legal = list(map(str, self.game.legal(place)))
            flowers = [text for text in legal if text.startswith("flower ")]
            otherwise = "pass" if "pass" in legal else f"discard {TILE_TEXT[drawn]}"
            self.game.apply(place, flowers[0] if flowers else otherwise)
        return self

    def settle(self) -> Script:
        """Whoever is still asked passes."""
        while self.game.pending and self.game.state.phase != "turn":
            self.game.apply(self.game.pending[0], "pass")
        return self

    def events(self, *names: str) -> list[Event]:
        """The events of these names since the last time they were asked for."""
        found = (self.game.events or [])[self.seen :]
        self.seen = len(self.game.events or ())
        return [event for event in found if event[0] in names]

    def money(self, event: Event) -> dict[str, int]:
        """What an event moves, by wind of the first hand; accounts of the house by name."""
        moved: Counter[str] = Counter()
        for row in event[-1]:
            if len(row) > 3:
                moved[self.account(row[0])] -= row[2]
                moved[self.account(row[1])] += row[2]
        return {account: amount for account, amount in moved.items() if amount}

    def account(self, of: Any) -> str:
        return self.wind(self.game.state.players.index(of)) if isinstance(of, int) else str(of)

    def payers(self, event: Event) -> list[tuple[str, str, int]]:
        return [(self.account(row[0]), self.account(row[1]), row[2]) for row in event[-1] if len(row) > 3]

    def golden(self, name: str, update: bool) -> None:
        """The log is the one on file, and replays to this very state."""
        text = dumps(self.game)
        path = GOLDEN / f"{name}.jsonl"
        if update:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        kept = path.read_text("utf-8")
        assert _told(kept) == _told(text)
        for log in (text, kept):
            assert loads(log, other_rules=True).state == self.game.state


def _told(text: str) -> list[Any]:
    """The lines of a log; what a table's other rows and options are is not the script's affair."""
    lines = [json.loads(line) for line in text.splitlines()]
    del lines[0]["digest"], lines[0]["options"]
    return lines


def clauses(events: Sequence[Event]) -> set[str]:
    """The clauses that the postings of events cite."""
    return {row[4] for event in events for row in event[-1] if len(row) > 3}

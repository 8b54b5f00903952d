"""What happened, as a reader follows it: a line for each event that somebody sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..game.event import FIELDS
from ..hand import Hand
from ..payout.refusals import tariff_of
from ..scoring import score
from ..tiles import SUITS, TILE_TEXT
from .answers import score_lines
from .game_words import GameWords
from .spelling import spell

if TYPE_CHECKING:
    from ..game.action import Action
    from ..game.event import Event
    from ..game.state import State
    from .board import Board

SILENT = {
    "stacks", "seating", "first_dealer", "dice", "deal", "begin", "riichi_stands", "bets_open", "kong_stands",
    "swap_stands", "flower_stands", "settled",
}  # fmt: skip
"""Events that a reader need not hear of, but for the money they move."""


class Narrator:
    """Tells events.  It is given each event with the state after it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.words: GameWords = board.words

    def lines(self, s: State, event: Event) -> Iterator[str]:
        """What is told of an event; a tile of -1 was not seen."""
        name = event[0]
        fields = dict(zip(FIELDS[name], event[1:], strict=True))
        if name == "hand":
            yield ""
        if name not in SILENT and fields.get("bets") != ():
            yield self._line(s, name, fields)
        if name == "settled":
            for win in fields["wins"]:
                yield from self._win(s, win)
        if fields.get("postings"):
            yield from self._money(s, fields["postings"])
        if name in ("settled", "exhausted", "game_over"):
            yield self._balances(s)

    def who(self, s: State, place: int) -> str:
        return f"{self.words.seat('ESWN'[s.wind(place)])} {self.board.name(s.players[place])}"

    def _line(self, s: State, name: str, fields: dict[str, Any]) -> str:
        told = {key: value for key, value in fields.items() if key != "postings"}
        if "place" in told:
            told["who"] = self.who(s, told["place"])
        for key in ("tile", "wild"):
            if key in told:
                told[key] = self._tile(s, told[key])
        if name == "hand":
            place = s.dealer
            told |= {"number": s.hand + 1, "round": self.words.seat("ESWN"[s.deal.wind]), "who": self.who(s, place)}
        elif name == "discard" and fields["riichi"]:
            name = "riichi"
        elif name in ("chow", "pung", "open_kong", "concealed_kong"):
            told["set"] = self._set(s, fields)
        elif name == "won":
            told["who"] = self.words.list(self.who(s, place) for place in fields["places"])
            told["way"] = self.words.known("by", fields["by"])
        elif name == "turned":
            told["tile"] = self._tile(s, s.tile)
        elif name == "prize":
            told["tiles"] = self._tiles(s, fields["tiles"])
        elif name == "fault":
            told["problem"] = self.words.problem(fields["problem"])
            name = "fault" if fields["problem"] else "silent"
        elif name == "exhausted":
            ready = [self.who(s, place) for place in fields["ready"]]
            told["ready"] = self.words.list(ready) or self.words("nobody")
        elif name == "answer":
            told["act"] = act_text(fields["action"], self.words)
        elif name in ("wrong_claim", "mended"):
            told["own"] = self._tiles(s, fields["own"])
        elif name == "fined":
            told["slip"] = self.words(f"slip_{fields['slip']}")
        elif name == "dead":
            told["why"] = self.words(f"dead_{fields['reason']}")
        return self.words(f"event_{name}", **told)

    def _tile(self, s: State, tile: int) -> str:
        return "?" if tile < 0 else self._tiles(s, (tile,))

    def _tiles(self, s: State, tiles: Sequence[int]) -> str:
        after = {at: "*" for at, tile in enumerate(tiles) if s.wild[tile]}
        return spell([TILE_TEXT[tile] for tile in tiles], self.words, after=after)

    def _set(self, s: State, fields: dict[str, Any]) -> str:
        if fields.get("tile", 0) < 0:
            return "(????)"
        laid = s.seats[fields["place"]].melds[-1]
        left, right = "()" if laid.kind == "concealed_kong" else "[]"
        return left + self._tiles(s, laid.tiles) + right

    def _win(self, s: State, win: dict[str, Any]) -> Iterator[str]:
        """A win, explained as ``tingpai score`` does."""
        hand = Hand.parse(win["hand"])
        told: dict[str, Any] = dict(win["situation"])
        yield from score_lines(score(hand, s.rules, **told), hand, self.words, self.board.paint)
        yield ""

    def _money(self, s: State, postings: Sequence[Sequence[Any]]) -> Iterator[str]:
        for row in postings:
            if len(row) > 3:
                payer, payee = (self._account(s, account) for account in row[:2])
                reason = self.words.reason(row[3], tariff_of(s.rules).slips)
                yield "  " + self.words("posting", payer=payer, payee=payee, amount=row[2], reason=reason)

    def _account(self, s: State, account: Any) -> str:
        """A player by his seat and name, or an account of the house."""
        return self.who(s, s.players.index(account)) if isinstance(account, int) else self.words.account(account)

    def _balances(self, s: State) -> str:
        rows = [f"{self.board.name(player)} {s.balances[player]}" for player in range(4)]
        return self.words.label("balances", self.words.list(rows))


def act_text(action: Action, words: GameWords) -> str:
    """An action in words.

    >>> from ..game.action import parse_action
    >>> act_text(parse_action("chow 4p6p"), GameWords("en"))
    'chow with 46p'
    """
    told: dict[str, Any] = {"at": action.at + 1}
    for name in ("tile", "wild"):
        number = getattr(action, name)
        if number >= 0:
            told[name] = spell([TILE_TEXT[number]], words)
    if action.kind == "bet":
        told["suit"] = words(f"suit_{SUITS[action.tile]}")
    told["own"] = spell([TILE_TEXT[tile] for tile in action.own], words)
    if action.word:
        told["slip"] = words(f"slip_{action.word}")
    return words(f"act_{action.kind}", **told)

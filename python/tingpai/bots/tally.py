"""What many games came to: counted while they are played, added up from anywhere in any order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ..game.event import FIELDS
from ..tiles import SEATS

if TYPE_CHECKING:
    from ..game.engine import Game
    from ..game.event import Event
    from ..ruleset.schema import RuleSet

_POSTINGS = {name: 1 + fields.index("postings") for name, fields in FIELDS.items() if "postings" in fields}
_ENDS = {"settled": "won", "exhausted": "drawn"}


class Tally:
    """Counts of games.  Whole numbers only, so that a sum is the same in whatever order it is made.

    ``counts``: games, hands, steps, won, drawn, wins, faults; ``seats`` wins by wind, ``players`` wins by player,
    ``ways`` wins by way, ``fed`` wins on a tile of that player, ``rows`` how often each pattern counted and
    ``values`` what it brought, ``money`` balances by player, ``flow`` what moved by reason.
    """

    NAMES = ("counts", "seats", "players", "ways", "fed", "rows", "values", "money", "flow")

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seats: Counter[str] = Counter()
        self.players: Counter[int] = Counter()
        self.ways: Counter[str] = Counter()
        self.fed: Counter[int] = Counter()
        self.rows: Counter[str] = Counter()
        self.values: Counter[str] = Counter()
        self.money: Counter[str] = Counter()
        self.flow: Counter[str] = Counter()

    def watch(self, game: Game) -> None:
        """Counts what happens in a game from here on."""
        state = game.state

        def seen(event: Event) -> None:
            name = event[0]
            at = _POSTINGS.get(name)
            if at is not None:
                for row in event[at]:
                    if len(row) > 3:
                        self.flow[row[3]] += row[2]
            if name == "settled":
                for win in event[1]:
                    self._won(win, state.wind(win["place"]), state.players[win["place"]])
                    if state.holder >= 0 and state.holder != win["place"]:
                        self.fed[state.players[state.holder]] += 1
            if name in _ENDS:
                self.counts[_ENDS[name]] += 1
            elif name == "hand":
                self.counts["hands"] += 1
            elif name == "fault":
                self.counts["faults"] += 1

        game.listener = seen

    def _won(self, win: dict[str, Any], wind: int, player: int) -> None:
        self.counts["wins"] += 1
        self.counts["total"] += win["total"]
        self.seats[SEATS[wind]] += 1
        self.players[player] += 1
        self.ways[win["by"]] += 1
        for row, value in win["lines"]:
            self.rows[row] += 1
            self.values[row] += value

    def ended(self, game: Game, steps: int) -> None:
        """Counts a game that is over, or was left."""
        self.counts["games"] += 1
        self.counts["steps"] += steps
        for account, amount in game.state.balances.items():
            self.money[str(account)] += amount

    def add(self, other: Tally) -> None:
        for name in self.NAMES:
            mine: Counter[Any] = getattr(self, name)
            for key, count in getattr(other, name).items():
                mine[key] += count

    def to_data(self, rules: RuleSet) -> dict[str, Any]:
        """The summary as a JSON object: counts, shares and means; nothing of it depends on how it was computed."""
        counts = self.counts
        hands, wins = counts["hands"], counts["wins"]
        return {
            "rules": rules.id,
            "games": counts["games"],
            "hands": hands,
            "steps": counts["steps"],
            "hands_won": {"count": counts["won"], "share": _share(counts["won"], hands)},
            "hands_drawn": {"count": counts["drawn"], "share": _share(counts["drawn"], hands)},
            "hands_else": hands - counts["won"] - counts["drawn"],
            "wins": wins,
            "faults": counts["faults"],
            "mean_total": _share(counts["total"], wins),
            "unit": rules.unit,
            "seats": {seat: _counted(self.seats[seat], hands) for seat in SEATS},
            "players": [
                {**_counted(self.players[n], hands), "fed": self.fed[n], "balance": self.money[str(n)]}
                for n in range(4)
            ],
            "ways": {way: _counted(count, wins) for way, count in sorted(self.ways.items())},
            "patterns": {
                row: {**_counted(count, wins), "mean": _share(self.values[row], count)}
                for row, count in sorted(self.rows.items(), key=lambda item: (-item[1], item[0]))
            },
            "house": {account: n for account, n in sorted(self.money.items()) if not account.isdigit()},
            "flow": dict(sorted(self.flow.items(), key=lambda item: (-item[1], item[0]))),
        }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _counted(count: int, whole: int) -> dict[str, Any]:
    return {"count": count, "share": _share(count, whole)}

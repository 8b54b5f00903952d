"""Events: everything that happens, in order.  A game is its header and its events.

An event is a tuple, its name first; :data:`FIELDS` names the rest.  ``postings`` are what was booked: rows
``(payer, payee, amount, reason, clause)`` between players (0..3, not places) and accounts, and rows
``(debtor, creditor, amount)`` where a debt was made or repaid.  ``answer`` is
known to its player only until the window closes; ``fault`` says that a player did not answer and a safe act was made
for him, which follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import TingpaiError, shown
from ..records import names as names_of
from ..rotation import Deal
from ..tiles import TILE_NUMBER, TILE_TEXT
from .action import parse_action

Event = tuple[Any, ...]

FIELDS: dict[str, tuple[str, ...]] = {
    "stacks": ("postings",),
    "seating": ("players", "east", "dice"),
    "first_dealer": ("deal", "dice"),
    "hand": ("number", "deal", "players"),
    "dice": ("place", "dice", "postings"),
    "deal": ("hands",),
    "indicator": ("tile",),
    "dora": ("tile",),
    "flower": ("place", "tile", "sets", "postings"),
    "begin": (),
    "draw": ("place", "tile", "source"),
    "discard": ("place", "tile", "drawn", "riichi", "postings"),
    "answer": ("place", "action", "missed"),
    "riichi_stands": ("place", "postings"),
    "dead": ("place", "reason", "clause"),
    "false_win": ("place", "postings"),
    "fined": ("place", "slip", "postings"),
    "missed_extra": ("place",),
    "extra": ("place", "tile", "postings"),
    "forgets": ("place",),
    "late_flower": ("place", "tile", "sets", "postings"),
    "wrong_claim": ("place", "kind", "own"),
    "mended": ("place", "own", "postings"),
    "took_fines": ("place",),
    "merged": ("place",),
    "kongs_shown": ("place",),
    "kongs_hidden": ("place", "postings"),
    "chow": ("place", "own"),
    "pung": ("place", "own"),
    "open_kong": ("place", "postings"),
    "concealed_kong": ("place", "tile"),
    "added_kong": ("place", "tile", "fresh"),
    "bets_open": ("place",),
    "turned": ("place", "bets", "postings"),
    "kong_stands": ("place", "postings"),
    "swap_up": ("place", "index", "tile", "wild"),
    "swap_stands": ("place",),
    "swap_down": ("place", "index", "tile", "wild"),
    "flower_stands": ("place",),
    "won": ("places", "by", "tile", "holder"),
    "prize": ("place", "tiles"),
    "die": ("place", "die"),
    "settled": ("wins", "postings"),
    "exhausted": ("ready", "postings"),
    "game_over": ("postings",),
    "fault": ("place", "problem"),
}
"""Name of an event -> names of its fields."""

_TILES = frozenset({"own", "tiles"})


class LogError(TingpaiError):
    """A log that cannot be read or replayed: ``line`` (1-based) and what is wrong with it."""

    code = "corrupt_log"

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


class OtherRulesError(LogError):
    """A log that was written under other rules than today's."""

    code = "other_rules"


def to_data(event: Event) -> dict[str, Any]:
    """The JSON object of an event.

    >>> to_data(("draw", 2, 13, "wall"))
    {'event': 'draw', 'place': 2, 'tile': '5p', 'source': 'wall'}
    """
    data: dict[str, Any] = {"event": event[0]}
    for name, value in zip(FIELDS[event[0]], event[1:], strict=True):
        data[name] = _plain(name, value)
    return data


def from_data(data: Any) -> Event:
    """The event that a JSON object writes; raises ValueError where it writes none.

    >>> from_data({"event": "draw", "place": 2, "tile": "5p", "source": "wall"})
    ('draw', 2, 13, 'wall')
    """
    event = data.get("event") if isinstance(data, dict) else None
    if not isinstance(event, str) or event not in FIELDS:
        raise ValueError(f"{shown(data)} is no event")
    names = FIELDS[event]
    if data.keys() != {"event", *names}:
        raise ValueError(f"{event} has the fields {', '.join(names) or 'none'}")
    return (event, *(_read(data, name) for name in names))


def _read(data: dict[str, Any], name: str) -> Any:
    """The value of a field."""
    given = data[name]
    try:
        if name not in _HOLDS or _HOLDS[name](given):
            return _value(name, given)
    except (KeyError, TypeError, AttributeError, TingpaiError):
        pass
    raise ValueError(f"{data['event']}: {name} cannot be {shown(given)}")


def _is_number(value: Any, least: int = 0, most: int = 2**63) -> bool:
    return type(value) is int and least <= value <= most


def _is_place(value: Any) -> bool:
    return _is_number(value, 0, 3)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _each(holds: Callable[[Any], bool], least: int = 0, most: int = 8) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(holds, value))


def _one_of(*values: Any) -> Callable[[Any], bool]:
    return lambda value: value is None or (isinstance(value, (str, bool)) and value in values)


def _is_posting(row: Any) -> bool:
    """(payer, payee, amount, reason, clause), or a debt."""
    if not isinstance(row, list) or len(row) not in (3, 5):
        return False
    if not _is_number(row[2], 0 if len(row) == 5 else -(2**63)):  # a debt repaid is negative
        return False
    players = all(_is_place(account) or _is_text(account) for account in row[:2])
    return players and all(map(_is_text, row[3:]))


def _is_deal(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == set(names_of(Deal))
        and all(_is_number(number) for name, number in value.items() if name != "dealt")
        and _is_place(value["dealer"])
        and _is_place(value["first"])
        and _each(_is_place, 0, 4)(value["dealt"])
    )


def _is_win(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == WIN_FIELDS and _is_place(value["place"])


WIN_FIELDS = {"place", "by", "hand", "situation", "total", "shape", "lines"}
_HOLDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("place", "east"), _is_place),
    **dict.fromkeys(("reason", "clause", "slip", "problem", "kind", "by", "source"), _is_text),
    **dict.fromkeys(("drawn", "fresh"), lambda value: type(value) is bool),
    "holder": lambda value: _is_number(value, -1, 3),
    "players": lambda value: _each(_is_place, 4, 4)(value) and len(set(value)) == 4,
    "places": _each(_is_place, 1, 3),
    "ready": _each(_is_place, 0, 4),
    "deal": _is_deal,
    "number": _is_number,
    "index": lambda value: _is_number(value, 0, 4),
    "missed": lambda value: _is_number(value, 0, 3),
    "die": lambda value: _is_number(value, 1, 6),
    "dice": _each(lambda value: _is_number(value, 1, 6), 1, 3),
    "riichi": _one_of("closed", "open", "bare"),
    "sets": _each(_is_text),
    "hands": _each(_is_text, 4, 4),
    "own": _each(_is_text),
    "tiles": _each(_is_text),
    "bets": _each(lambda value: _each(lambda part: _is_number(part, 0, 3), 2, 2)(value)),
    "postings": _each(_is_posting, 0, 1000),
    "wins": _each(_is_win, 1, 3),
}
"""Name of a field -> whether a value can be one.  What of it follows from the rules is another question."""


def _plain(name: str, value: Any) -> Any:
    if name in ("tile", "wild"):
        return TILE_TEXT[value] if value >= 0 else None
    if name in _TILES:
        return [TILE_TEXT[tile] for tile in value]
    if name == "deal":
        return {field: _plain("", getattr(value, field)) for field in names_of(value)}
    if name == "hands":
        return ["".join(TILE_TEXT[tile] for tile in hand) for hand in value]
    if name == "action":
        return str(value)
    if name in ("postings", "bets"):
        return [list(row) for row in value]
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def _value(name: str, value: Any) -> Any:
    if name in ("tile", "wild"):
        return -1 if value is None else TILE_NUMBER[value]
    if name in _TILES:
        return tuple(TILE_NUMBER[text] for text in value)
    if name == "deal":
        return Deal(**{**value, "dealt": frozenset(value["dealt"])})
    if name == "hands":
        return tuple(tuple(TILE_NUMBER[hand[at : at + 2]] for at in range(0, len(hand), 2)) for hand in value)
    if name == "action":
        return parse_action(value)
    if name in ("postings", "bets"):
        return tuple(tuple(row) for row in value)
    if isinstance(value, list) and name != "wins":
        return tuple(value)
    return value

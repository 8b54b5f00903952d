"""The situation of a call: its keywords, read and checked against each other.

A keyword has the same name in Python and on the command line.  Reading never raises: it returns what could be
read and every :class:`~tingpai.errors.Fault`, so that a call can report them together with those of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from .conflicts import EAST, keyword_conflicts, riichi_is_concealed
from .conflicts import FLOWER_WAYS as FLOWER_WAYS
from .errors import Fault, NotationError, named, shown
from .notation import print_tiles, read_tiles
from .records import dataclass
from .tiles import SEATS, TILE_NUMBER, WILD, is_flower

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet

WAYS: Final = ("self_draw", "discard", "rob_kong", "rob_concealed_kong", "rob_swap", "flowers", "rob_flower")
KEPT: Final = 4096
"""Situations kept with one rule set; more start afresh."""
_HASHED: Final = frozenset({str, int, bool, NoneType})
"""Types of keywords by which situations are kept."""
_SEAT_EVENTS: Final = tuple(f"seat:{seat}" for seat in SEATS)


@dataclass(frozen=True, slots=True)
class Situation:
    """One attribute for each keyword of the contract.  Seats and winds are 0..3 from East, tiles are numbers;
    ``None`` stands for what was not given."""

    seat: int = EAST
    round: int = EAST
    by: str | None = None
    discarder: int | None = None
    feeder: int | None = None
    replacement: str | None = None
    last_tile: bool = False
    first_turn: str | None = None
    river: int | None = None
    riichi: str | None = None
    riichi_turn: str | None = None
    swallow: bool = False
    streak: int = 0
    indicator: int | None = None
    dora: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    win_tile_state: str = "free"
    prize: tuple[int, ...] = ()
    die: int = 1

    @property
    def events(self) -> tuple[str, ...]:
        """What happened, as rule tables name it.

        >>> Situation(last_tile=True, replacement="kong").events
        ('seat:E', 'last_tile', 'replacement:kong')
        """
        flags = [name for name in ("last_tile", "swallow") if getattr(self, name)]
        named = [
            f"{name}:{value}"
            for name in ("replacement", "first_turn", "riichi", "riichi_turn")
            if (value := getattr(self, name)) is not None
        ]
        return (_SEAT_EVENTS[self.seat], *flags, *named)

    @property
    def open(self) -> tuple[int, ...]:
        """Tiles that lie open beside the hand: what was seen, and indicators (V2-2).

        >>> Situation(seen=(18,), dora=(27, 27)).open
        (18, 27, 27)
        """
        return (*self.seen, *self.dora)


def situation(rules: RuleSet, keywords: Mapping[str, Any]) -> tuple[Situation, list[Fault]]:
    """Reads the keywords of a call under a rule set.  ``None`` for a keyword without a default of its own means
    that it was not given.

    What was read without a fault is kept with the rule set: most calls ask with keywords that others asked with."""
    types = [*map(type, keywords.values())]
    if not _HASHED.issuperset(types):
        return _situation(rules, keywords)
    key = (*keywords.items(), *types)  # equal values need not be the same: 1 is True
    kept: dict[object, Situation] = rules.__dict__.setdefault("_situations", {})
    known = kept.get(key)
    if known is not None:
        return known, []
    read, faults = _situation(rules, keywords)
    if not faults:
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = read
    return read, faults


def _situation(rules: RuleSet, keywords: Mapping[str, Any]) -> tuple[Situation, list[Fault]]:
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, value in _in_order(keywords):
        if value is None and name in _MAY_BE_NONE:
            continue
        fault = _read(name, value, rules, values)
        if fault is not None:
            faults.append(fault)
    unread = {fault.details["keyword"] for fault in faults}
    read = Situation(**values)
    faults += keyword_conflicts(read, rules, values, unread)
    return read, faults


def value_faults(rules: RuleSet, keywords: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with each keyword by itself: no such keyword, no use for it, no such value."""
    faults = [
        _read(name, value, rules, {})
        for name, value in _in_order(keywords)
        if value is not None or name not in _MAY_BE_NONE
    ]
    return [fault for fault in faults if fault is not None]


def read_value(rules: RuleSet, name: str, value: Any) -> tuple[Any, Fault | None]:
    """The value of one keyword as :class:`Situation` has it, or what is wrong with it by itself."""
    values: dict[str, Any] = {}
    fault = _read(name, value, rules, values)
    return values.get(name), fault


def _in_order(keywords: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Whatever order they are given in, faults come in one: that of the keywords here, unknown ones last."""
    return sorted(keywords.items(), key=lambda item: _PLACES.get(item[0], len(_PLACES)))


def _read(name: str, value: Any, rules: RuleSet, values: dict[str, Any]) -> Fault | None:
    """Puts the value of one keyword among ``values``, or says what is wrong with it."""
    if name not in _READERS:
        return _unknown(name, rules)
    if name not in rules.keywords:
        used = _used_by(rules)
        sentence = f"{rules.id} has no use for it; it uses {', '.join(used)}"
        return _fault("unused_keyword", name, sentence, expected=used, rules=rules.id)
    try:
        found = _READERS[name](value)
    except NotationError as error:
        return _fault("bad_value", name, f"{error} in {shown(value)}", found=shown(value), notation=error)
    except _Takes as error:
        return _fault("bad_value", name, f"{error}, not {shown(value)}", found=shown(value), **error.details)
    fault = _refused_by_rules(name, found, rules)
    if fault is None:
        values[name] = found
    return fault


def _refused_by_rules(name: str, found: Any, rules: RuleSet) -> Fault | None:
    """A value that the keyword takes, but not under these rules."""
    if name == "by":
        ways = tuple(win.by for win in rules.wins)
        if found not in ways:
            sentence = f"{rules.id} knows {', '.join(ways)}, not {found!r}"
            return _fault("bad_value", name, sentence, found=repr(found), expected=ways, rules=rules.id)
    elif name == "riichi":
        if found == "open" and not riichi_is_concealed(rules):
            sentence = f"{rules.id} knows closed riichi only, not 'open'"
            return _fault("bad_value", name, sentence, found=repr(found), expected=("closed",), rules=rules.id)
    elif name == "replacement":
        if found == "flower" and not rules.flowers:
            return _fault("no_flowers", name, f"{rules.id} has no flowers here", rules=rules.id)
    elif name in _TILE_KEYWORDS:
        tiles = (found,) if isinstance(found, int) else found
        if WILD in tiles and not (name == "seen" and rules.wild_tiles):
            return _fault("bad_value", name, "takes tiles with a face, not ?", found="?", example="7z")
        flowers = [*filter(is_flower, tiles)]
        if flowers and not rules.flowers:
            text = print_tiles(flowers[:8])
            sentence = f"{text} cannot be, {rules.id} has no flowers here"
            return _fault("no_flowers", name, sentence, tile=text, rules=rules.id)
    return None


def _fault(code: str, name: str, sentence: str, **details: Any) -> Fault:
    return Fault(code, f"{name}: {sentence}", None, {"keyword": name, **details})


def _unknown(name: str, rules: RuleSet) -> Fault:
    from difflib import get_close_matches

    used = _used_by(rules)
    near = get_close_matches(name[:40], _READERS, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    sentence = f"there is no such keyword; {hint}{rules.id} uses {', '.join(used)}"
    nearest = {"nearest": near[0]} if near else {}
    return _fault("unknown_keyword", named(name), sentence, expected=used, rules=rules.id, **nearest)


def _used_by(rules: RuleSet) -> tuple[str, ...]:
    return tuple(name for name in _READERS if name in rules.keywords)


class _Takes(ValueError):
    """A value that a keyword does not take: what it takes, in words and for programs."""

    def __init__(self, sentence: str, **details: Any) -> None:
        super().__init__(sentence)
        self.details = details


# Readers of values.


def _one_of(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if isinstance(value, str) and value in choices:
            return choices[choices.index(value)]
        raise _Takes(f"takes {', '.join(choices[:-1])} or {choices[-1]}", expected=choices)

    return read


def _seat(value: Any) -> int:
    if isinstance(value, str) and value in SEATS:
        return SEATS.index(value)
    raise _Takes("takes a seat, E S W or N", expected=SEATS)


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise _Takes("takes True or False", expected=("True", "False"))


def _number(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return int(value)
        raise _Takes(f"takes a whole number from {low} to {high}", low=low, high=high)

    return read


def _tiles(value: Any) -> tuple[int, ...]:
    if isinstance(value, str):
        return read_tiles(value)
    if isinstance(value, (list, tuple)):
        return tuple(_tile(text) for text in value)
    raise _Takes('takes tiles such as "8p3s", or a list of them', example="8p3s")


def _indicators(value: Any) -> tuple[int, ...]:
    tiles = _tiles(value)
    if len(tiles) > MOST_INDICATORS:
        raise _Takes(f"takes {MOST_INDICATORS} indicators at most", high=MOST_INDICATORS)
    return tiles


def _tile(value: Any) -> int:
    if isinstance(value, str):
        tiles = (TILE_NUMBER[value],) if value in TILE_NUMBER else read_tiles(value)
        if len(tiles) == 1:
            return tiles[0]
    raise _Takes('takes one tile such as "7z"', example="7z")


MOST_INDICATORS: Final = 5
"""The one turned up at the opening and one for each kong, of which there are four at most (V2-2, V2-5)."""

_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "seat": _seat,
    "round": _seat,
    "by": _one_of(*WAYS),
    "discarder": _seat,
    "feeder": _seat,
    "replacement": _one_of("kong", "kong_on_kong", "flower", "robbed_kong_on_kong"),
    "last_tile": _flag,
    "first_turn": _one_of("heavenly", "earthly", "human"),
    "river": _number(0, 144),
    "riichi": _one_of("closed", "open"),
    "riichi_turn": _one_of("super_ippatsu", "ippatsu"),
    "swallow": _flag,
    "streak": _number(0, 9999),
    "indicator": _tile,
    "dora": _indicators,
    "ura": _indicators,
    "seen": _tiles,
    "win_tile_state": _one_of("free", "concealed", "exposed"),
    "prize": _tiles,
    "die": _number(1, 6),
}
KEYWORDS: Final = tuple(_READERS)
_PLACES: Final = {name: place for place, name in enumerate(KEYWORDS)}
_MAY_BE_NONE: Final = frozenset(name for name in KEYWORDS if getattr(Situation(), name) is None)
_TILE_KEYWORDS: Final = frozenset({"indicator", "dora", "ura", "seen", "prize"})

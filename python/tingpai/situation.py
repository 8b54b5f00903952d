"""The situation of a call: its keywords, read and checked against each other.

A keyword has the same name in Python and on the command line.  Reading never raises: it returns what could be
read and every :class:`~tingpai.errors.Fault`, so that a call can report them together with those of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from .errors import Fault, NotationError, shown
from .notation import print_tiles, read_tiles
from .tiles import SEATS, TILE_NUMBER, WILD, is_flower

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet

WAYS: Final = ("self_draw", "discard", "rob_kong", "rob_concealed_kong", "rob_swap", "flowers", "rob_flower")
PAID_BY_ONE: Final = frozenset({"discard", "rob_kong", "rob_concealed_kong", "rob_swap", "rob_flower"})
"""Ways of winning with a ``discarder``: whoever discarded, or drew or swapped what was robbed."""
FLOWER_WAYS: Final = frozenset({"flowers", "rob_flower"})
OWN_DRAWS: Final = frozenset({"self_draw", "flowers"})
KONG_REPLACEMENTS: Final = frozenset({"kong", "kong_on_kong"})

EAST: Final = 0


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
        ('last_tile', 'replacement:kong')
        """
        flags = [name for name in ("last_tile", "swallow") if getattr(self, name)]
        named = [
            f"{name}:{value}"
            for name in ("replacement", "first_turn", "riichi", "riichi_turn")
            if (value := getattr(self, name)) is not None
        ]
        return (*flags, *named)


def situation(rules: RuleSet, keywords: Mapping[str, Any]) -> tuple[Situation, list[Fault]]:
    """Reads the keywords of a call under a rule set.  ``None`` for a keyword without a default of its own means
    that it was not given."""
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, value in keywords.items():
        if value is None and name in _MAY_BE_NONE:
            continue
        fault = _read(name, value, rules, values)
        if fault is not None:
            faults.append(fault)
    unread = {fault.details["keyword"] for fault in faults}
    read = Situation(**values)
    faults += (fault for fault, between in _conflicts(read) if unread.isdisjoint(between))
    return read, faults


def _read(name: str, value: Any, rules: RuleSet, values: dict[str, Any]) -> Fault | None:
    """Puts the value of one keyword among ``values``, or says what is wrong with it."""
    if name not in _READERS:
        return _unknown(name, rules)
    if name not in rules.keywords:
        return _fault("unused_keyword", name, f"{rules.id} has no use for it; it uses {_used_by(rules)}")
    try:
        found = _READERS[name](value)
    except NotationError as error:
        return _fault("bad_value", name, f"{error} in {shown(value)}")
    except ValueError as error:
        return _fault("bad_value", name, f"{error}, not {shown(value)}")
    fault = _refused_by_rules(name, found, rules)
    if fault is None:
        values[name] = found
    return fault


def _refused_by_rules(name: str, found: Any, rules: RuleSet) -> Fault | None:
    """A value that the keyword takes, but not under these rules."""
    if name == "by":
        ways = [win.by for win in rules.wins]
        if found not in ways:
            return _fault("bad_value", name, f"{rules.id} knows {', '.join(ways)}, not {found!r}")
    elif name == "riichi":
        if found == "open" and not riichi_is_concealed(rules):
            return _fault("bad_value", name, f"{rules.id} knows closed riichi only, not 'open'")
    elif name == "replacement":
        if found == "flower" and not rules.flowers:
            return _fault("no_flowers", name, f"{rules.id} has no flowers here")
    elif name in _TILE_KEYWORDS:
        tiles = (found,) if isinstance(found, int) else found
        if WILD in tiles and not (name == "seen" and rules.wild_tiles):
            return _fault("bad_value", name, "takes tiles with a face, not ?")
        flowers = [*filter(is_flower, tiles)]
        if flowers and not rules.flowers:
            return _fault("no_flowers", name, f"{print_tiles(flowers[:8])} cannot be, {rules.id} has no flowers here")
    return None


def riichi_is_concealed(rules: RuleSet) -> bool:
    """Whether riichi is for hands without a claimed set, and may be open.

    Those are the rules that pay for the turns after it (V2-10, 12); elsewhere any ready hand may declare and
    there is one sort of it (V1-33)."""
    return "riichi_turn" in rules.keywords


def _fault(code: str, name: str, sentence: str) -> Fault:
    return Fault(code, f"{name}: {sentence}", None, {"keyword": name})


def _unknown(name: str, rules: RuleSet) -> Fault:
    from difflib import get_close_matches

    near = get_close_matches(name[:40], _READERS, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    return _fault("unknown_keyword", name[:40], f"there is no such keyword; {hint}{rules.id} uses {_used_by(rules)}")


def _used_by(rules: RuleSet) -> str:
    return ", ".join(name for name in _READERS if name in rules.keywords)


# Readers of values: each raises ValueError with what it takes.


def _one_of(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if isinstance(value, str) and value in choices:
            return str(value)
        raise ValueError(f"takes {', '.join(choices[:-1])} or {choices[-1]}")

    return read


def _seat(value: Any) -> int:
    if isinstance(value, str) and value in SEATS:
        return SEATS.index(value)
    raise ValueError("takes a seat, E S W or N")


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("takes True or False")


def _number(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return int(value)
        raise ValueError(f"takes a whole number from {low} to {high}")

    return read


def _tiles(value: Any) -> tuple[int, ...]:
    if isinstance(value, str):
        return read_tiles(value)
    if isinstance(value, (list, tuple)):
        return tuple(_tile(text) for text in value)
    raise ValueError('takes tiles such as "8p3s", or a list of them')


def _tile(value: Any) -> int:
    if not isinstance(value, str):
        raise ValueError('takes one tile such as "7z"')
    tiles = (TILE_NUMBER[value],) if value in TILE_NUMBER else read_tiles(value)
    if len(tiles) != 1:
        raise ValueError('takes one tile such as "7z"')
    return tiles[0]


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
    "dora": _tiles,
    "ura": _tiles,
    "seen": _tiles,
    "win_tile_state": _one_of("free", "concealed", "exposed"),
    "prize": _tiles,
    "die": _number(1, 6),
}
KEYWORDS: Final = tuple(_READERS)
_MAY_BE_NONE: Final = frozenset(name for name in KEYWORDS if getattr(Situation(), name) is None)
_TILE_KEYWORDS: Final = frozenset({"indicator", "dora", "ura", "seen", "prize"})


Conflict = tuple[Fault, tuple[str, ...]]


def _conflict(code: str, name: str, sentence: str, *others: str) -> Conflict:
    """A fault of several keywords, and which: one that could not be read is in no conflict."""
    return _fault(code, name, sentence), (name, *others)


def _conflicts(read: Situation) -> Iterator[Conflict]:
    """Combinations of keywords that cannot be, whatever the hand.  Conflicts with ``by`` wait until it is known."""
    yield from _payer_conflicts(read)
    yield from _draw_conflicts(read)
    yield from _first_turn_conflicts(read)
    yield from _riichi_conflicts(read)


def _payer_conflicts(read: Situation) -> Iterator[Conflict]:
    if read.discarder is None:
        if read.by in PAID_BY_ONE:
            yield _conflict("missing_discarder", "discarder", f"a win by {read.by} needs the seat that pays", "by")
    elif read.by is not None and read.by not in PAID_BY_ONE:
        yield _conflict("unwanted_discarder", "discarder", f"a win by {read.by} has none", "by")
    elif read.discarder == read.seat:
        seat = SEATS[read.seat]
        yield _conflict("winner_is_discarder", "discarder", f"{seat} is the winner's own seat", "seat")


def _draw_conflicts(read: Situation) -> Iterator[Conflict]:
    robbed = read.replacement == "robbed_kong_on_kong"
    ways = ("rob_kong", "rob_concealed_kong") if robbed else ("self_draw", "flowers")
    if read.replacement is not None and read.by is not None and read.by not in ways:
        sentence = f"{read.replacement} goes with {' or '.join(ways)}, not with {read.by}"
        yield _conflict("replacement_conflict", "replacement", sentence, "by")
    if read.feeder is not None:
        if read.replacement is None or robbed:
            sentence = "only the feeder of a kong whose replacement won is named"
            yield _conflict("feeder_without_kong", "feeder", sentence, "replacement")
        if read.feeder == read.seat:
            yield _conflict("feeder_conflict", "feeder", f"{SEATS[read.seat]} is the winner's own seat", "seat")
    if read.swallow and read.by not in (None, "discard"):
        sentence = f"the tile of a riichi declaration is a discard, not won by {read.by}"
        yield _conflict("swallow_conflict", "swallow", sentence, "by")


def _first_turn_conflicts(read: Situation) -> Iterator[Conflict]:
    turn, by = read.first_turn, read.by
    if turn is None:
        return
    if (turn == "heavenly") != (read.seat == EAST):
        who = "the dealer, East" if turn == "heavenly" else "a seat other than the dealer's"
        yield _conflict("first_turn_conflict", "first_turn", f"{turn} is for {who}", "seat")
    if by is not None:
        wins_on_discard = by == "discard" and turn != "heavenly"
        if not (wins_on_discard or (by in OWN_DRAWS and turn != "human")):
            yield _conflict("first_turn_conflict", "first_turn", f"{turn} is not won by {by}", "by")
    if turn == "earthly" and by == "discard" and read.discarder not in (None, EAST):
        sentence = "earthly on a discard is on the dealer's, E"
        yield _conflict("first_turn_conflict", "first_turn", sentence, "by", "discarder")
    if read.last_tile:
        yield _conflict("first_turn_conflict", "first_turn", f"{turn} is not won on the last tile", "last_tile")


def _riichi_conflicts(read: Situation) -> Iterator[Conflict]:
    if read.ura and read.riichi is None:
        yield _conflict("missing_riichi", "ura", "only a riichi winner has it", "riichi")
    turn, by = read.riichi_turn, read.by
    if turn is None:
        return
    if read.riichi is None:
        yield _conflict("missing_riichi", "riichi_turn", f"{turn} needs riichi", "riichi")
    if by not in (None, "discard", "self_draw") or (turn == "super_ippatsu" and by == "self_draw"):
        yield _conflict("riichi_conflict", "riichi_turn", f"{turn} is not won by {by}", "by")
    if read.replacement is not None:
        yield _conflict("riichi_conflict", "riichi_turn", f"a kong ends {turn}", "replacement")
    if by == "discard" and read.discarder is not None:
        from_next = read.discarder == (read.seat + 1) % 4
        if from_next != (turn == "super_ippatsu"):
            whose = "the next seat's discard" if turn == "super_ippatsu" else "the discard of a seat further on"
            yield _conflict("riichi_conflict", "riichi_turn", f"{turn} is on {whose}", "by", "seat", "discarder")

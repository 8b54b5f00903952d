"""Between the package and the kernel: hands and situations in, readings out, by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakValueDictionary

from . import _internal
from .admit import Admitted, Table
from .errors import Fault, IllegalHandError, shown
from .hand import Hand
from .result import Counted, Face, Found
from .situation import FLOWER_WAYS, Situation
from .tiles import FIRST_FLOWER, KIND_COUNT, WILD

if TYPE_CHECKING:
    from .ruleset.schema import RuleSet, Win

SHAPES = (
    "standard",
    "knitted_dragon",
    "seven_pairs",
    "thirteen_orphans",
    "sixteen_unrelated",
    "all_wild",
    "flowers",
)
GROUP_KINDS = ("chow", "pung", "kong", "pair", "knitted", "single")
MELD_NUMBERS = {"chow": 0, "pung": 1, "open_kong": 2, "added_kong": 2, "concealed_kong": 3}
LAID = {"chow": "claimed", "pung": "claimed"}
LAID_NUMBERS = {"hand": 0, "claimed": 1, "open_kong": 2, "added_kong": 2, "concealed_kong": 3}
FLOWER_SHIFT = 24
KNITTED = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
ROBBED = frozenset({"rob_kong", "rob_swap"})
"""A tile that was robbed counts as one more in the rivers (V1-g2)."""
KEPT = 4096
"""Situations kept compiled for one rule set, and answers kept with one hand; more start afresh."""


FEW = 2
"""Hands that are admitted one by one before what their situation asks is put together for the kernel."""


class Met:
    """A situation that was met: the table in it, and what the kernel admits hands with that have ``won`` or are
    ``loose``; before, how often it was asked to, and ``None`` where it cannot."""

    __slots__ = ("loose", "situated", "won")

    def __init__(self) -> None:
        self.situated: _internal.Situated | None = None
        self.won: _internal.Admission | int | None = 0
        self.loose: _internal.Admission | int | None = 0


class Tables:
    """The compiled forms of a rule set: its table, and the table in each situation met so far."""

    __slots__ = ("met", "most_river", "situated", "table", "terms", "ways")

    def __init__(self, rules: RuleSet) -> None:
        from .ruleset.check import parts
        from .ruleset.data import to_json
        from .ruleset.matchers import Event

        self.table = _internal.Table(to_json(rules))
        self.situated: dict[tuple[Any, ...], _internal.Situated] = {}
        self.met: dict[Situation, Met] = {}
        self.ways = _internal.Ways()
        self.terms: dict[tuple[str, int], _internal.Terms] = {}
        asked = (part for row in rules.rows for top, _ in row.when for part in parts(top))
        self.most_river = max((part.river for part in asked if isinstance(part, Event) and part.river), default=0) + 1
        """From so many tiles in the rivers on no row is told apart."""

    def in_situation(self, read: Situation) -> _internal.Situated:
        """The table in a situation: of all that is asked, what its rows look at."""
        met = self._met(read)
        if met.situated is None:
            met.situated = self.settled(read)
        return met.situated

    def admitted(self, hand: Hand, rules: RuleSet, read: Situation) -> _internal.Hand | None:
        """A hand with its winning tile that was read from text, where its situation was met before and the kernel can
        admit it.

        To say what a situation asks takes as long as to admit some hands one by one."""
        text = _text(hand)
        admission = None if text is None else self._admission(rules, read, "won")
        return None if text is None or admission is None else admission.hand(text)

    def loose(self, hand: Hand, rules: RuleSet, read: Situation) -> _internal.Hand | None:
        """The same of a hand with or without a winning tile."""
        text = _text(hand)
        admission = None if text is None else self._admission(rules, read, "loose")
        return None if text is None or admission is None else admission.loose(text)

    def waiting(self, hand: Hand, rules: RuleSet, read: Situation, live: bool) -> tuple[_internal.Hand, int] | None:
        """The same of a hand before its winning tile, with the kinds that it is not to wait for, one bit each."""
        text = _text(hand)
        admission = None if text is None else self._admission(rules, read, "loose")
        return None if text is None or admission is None else admission.waiting(text, live)

    def way_of(self, read: Situation, terms: _internal.Terms, keywords: dict[str, Any]) -> _internal.Way | None:
        """How the kernel answers a score by itself, of hands that were read from text."""
        admission = self._met(read).won
        if admission is None or isinstance(admission, int):
            return None
        return _internal.Way(admission, self.in_situation(read), terms, read, keywords)

    def _admission(self, rules: RuleSet, read: Situation, of: Literal["won", "loose"]) -> _internal.Admission | None:
        met = self._met(read)
        found: _internal.Admission | int | None = getattr(met, of)
        if isinstance(found, int):
            if found < FEW:
                setattr(met, of, found + 1)
                return None
            found = _admission(rules, read, of)
            setattr(met, of, found)
        return found

    def _met(self, read: Situation) -> Met:
        found = self.met.get(read)
        if found is None:
            if len(self.met) >= KEPT:
                self.met.clear()
            found = self.met[read] = Met()
        return found

    def terms_of(self, rules: RuleSet, by: str, most: int) -> _internal.Terms:
        """The terms under which a hand wins one way; ``most`` readings are told."""
        found = self.terms.get((by, most))
        if found is None:
            found = self.terms[by, most] = terms_of(rules, next(win for win in rules.wins if win.by == by), most)
        return found

    def settled(self, read: Situation) -> _internal.Situated:
        """The same, made anew unless it was asked for just so."""
        river = read.river
        if river is not None and read.by in ROBBED:
            river += 1
        if river is not None:
            river = min(river, self.most_river)
        key = (read.by, read.events, river, read.seat, read.round, read.win_tile_state)
        found = self.situated.get(key)
        if found is None:
            if len(self.situated) >= KEPT:
                self.situated.clear()
            found = self.situated[key] = self.table.situate(
                read.by or "",
                list(read.events),
                river=river,
                seat=read.seat,
                round=read.round,
                win_state=read.win_tile_state,
            )
        return found


def _text(hand: Hand) -> str | None:
    """What a hand was read from."""
    return hand._text if isinstance(hand, Hand) else None


def _admission(rules: RuleSet, read: Situation, of: Literal["won", "loose"]) -> _internal.Admission | None:
    from .asked import asked_of_loose, asked_of_wins

    asked = asked_of_wins(read, Table(rules, read, "score")) if of == "won" else asked_of_loose(rules, read)
    if asked is None:
        return None
    # A flower that is turned up points at nothing (V2-3).
    dora, ura = ([tile for tile in tiles if tile < KIND_COUNT] for tiles in (read.dora, read.ura))
    return _internal.Admission(rules, asked, dora, ura)


_compiled: WeakValueDictionary[int, RuleSet] = WeakValueDictionary()
"""Rule sets that have compiled forms, by ``id``."""


def tables(rules: RuleSet) -> Tables:
    """The compiled forms of ``rules``, kept with it as long as it is kept itself."""
    found: Tables | None = getattr(rules, "_tables", None)
    if found is None:
        if not hasattr(rules, "rows"):
            raise IllegalHandError([Fault("not_rules", f"tingpai.rules makes a rule set, {shown(rules)} is none")])
        found = rules.__dict__["_tables"] = Tables(rules)
        _compiled[id(rules)] = rules
    return found


def same_rules(rules: RuleSet) -> RuleSet:
    """The rule set equal to this one that is compiled already, or this one."""
    return next((known for known in _compiled.values() if known == rules), rules)


def kinds_held(admitted: Admitted, read: Situation) -> tuple[int, ...]:
    """Natural copies of each kind that lie in the hand and its sets, or open elsewhere."""
    held = list(admitted.held)
    for tile in read.open:
        if tile < KIND_COUNT:
            held[tile] += 1
    return tuple(held)


def native_hand(admitted: Admitted, read: Situation) -> _internal.Hand:
    """The hand in the form that the kernel takes."""
    melds = [(MELD_NUMBERS[meld.kind], _mask(meld.faces), bytes(meld.naturals)) for meld in admitted.melds]
    winning = admitted.winning
    return _internal.Hand(
        bytes(admitted.counts),
        len(admitted.wilds),
        winning,
        melds,
        flowers=sum(1 << (flower - FIRST_FLOWER) for flower in admitted.flowers),
        flowers_wild=admitted.flowers_wild,
        wild_kinds=_mask(admitted.wild_kinds),
        seen=0 if winning is None or winning == WILD else read.seen.count(winning),
        # A flower that is turned up points at nothing (V2-3).
        dora=bytes(tile for tile in read.dora if tile < KIND_COUNT),
        ura=bytes(tile for tile in read.ura if tile < KIND_COUNT),
    )


def faces_of(groups: Sequence[tuple[int, int, int]], admitted: Admitted) -> tuple[Face, ...]:
    """The kernel's groups with their tiles; sets on the table stand first, in the order they were laid."""
    if not admitted.melds:
        return tuple([_face(number, first, "hand") for number, first, _ in groups])
    melds = iter(admitted.melds)
    return tuple([_face(number, first, next(melds).kind if laid else "hand") for number, first, laid in groups])


@lru_cache(maxsize=4096)
def _face(number: int, first: int, lies: str) -> Face:
    """A group that lies in hand or is a set of some kind on the table."""
    kind = GROUP_KINDS[number]
    return Face(kind, group_tiles(kind, first), LAID.get(lies, lies))


@lru_cache(maxsize=256)
def group_tiles(kind: str, first: int) -> tuple[int, ...]:
    """The faces of a group of a kind by its first one; of a knitted block by its number."""
    if kind == "chow":
        return first, first + 1, first + 2
    if kind == "knitted":
        return tuple(9 * suit + start + step for start, suit in enumerate(KNITTED[first]) for step in (0, 3, 6))
    return (first,) * {"pung": 3, "kong": 4, "pair": 2, "single": 1}[kind]


@lru_cache(maxsize=4096)
def _mask(kinds: frozenset[int] | tuple[int, ...]) -> int:
    return mask_of(kinds)


def mask_of(kinds: Iterable[int]) -> int:
    """One bit for each kind of the hand; flowers and ``?`` are left out."""
    return sum(1 << kind for kind in kinds if kind < KIND_COUNT)


def bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def from_native(reading: _internal.Reading, admitted: Admitted) -> Found:
    """A reading of the kernel in the form that both engines share."""
    return Found(
        reading.total,
        SHAPES[reading.shape],
        faces_of(reading.groups, admitted),
        _groups(reading.concealed),
        reading.win,
        tuple([_counted(*line) for line in reading.lines]),
    )


@lru_cache(maxsize=4096)
def _groups(mask: int) -> frozenset[int]:
    return frozenset(bits(mask))


@lru_cache(maxsize=4096)
def _counted(row: int, value: int, grade: int, times: int, used: int) -> Counted:
    return Counted(row, value, grade, times, _used(used))


def _used(mask: int) -> tuple[int, ...]:
    """Groups by number, and flowers from 34 on."""
    return tuple(bit if bit < FLOWER_SHIFT else bit - FLOWER_SHIFT + FIRST_FLOWER for bit in bits(mask))


def to_native(found: Found) -> _internal.Reading:
    """The same the other way: what the slow engine found, as the kernel would tell it."""
    groups = [(GROUP_KINDS.index(face.kind), _first(face), LAID_NUMBERS[face.laid]) for face in found.faces]
    lines = []
    for row, value, grade, times, used in found.counted:
        bits_used = (bit if bit < FIRST_FLOWER else bit - FIRST_FLOWER + FLOWER_SHIFT for bit in used)
        lines.append((row, value, grade, times, sum(1 << bit for bit in bits_used)))
    concealed = sum(1 << group for group in found.concealed)
    return _internal.Reading(found.total, SHAPES.index(found.shape), groups, concealed, found.winning, lines)


def _first(face: Face) -> int:
    if face.kind != "knitted":
        return face.tiles[0]
    return next(number for number in range(len(KNITTED)) if group_tiles("knitted", number) == face.tiles)


def terms_of(rules: RuleSet, win: Win, most: int) -> _internal.Terms:
    """What a rule set says of a hand that wins one way."""
    by_flowers = win.by in FLOWER_WAYS
    return _internal.Terms(
        most=most,
        limit=rules.limit,
        least=None if win.any_total else rules.min_total,
        beside=[index for index, row in enumerate(rules.rows) if not row.counts_to_min],
        refused=win.refused,
        shapes=sum(1 << SHAPES.index(shape) for shape in win.shapes or SHAPES),
        otherwise=win.otherwise,
        missing=(win.refused or "no_flower_win") if by_flowers else "incomplete",
        by_flowers=by_flowers,
    )

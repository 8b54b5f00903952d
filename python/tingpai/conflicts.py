"""What cannot be together, as data: rows of keywords against each other, and of keywords against the hand.

Only what cannot *happen* is a row.  What can happen and is worth nothing is no fault, and a win that the rules forbid
is an answer with a reason.  A row is asked where its first keyword was given (``asked_by``, where that is another).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .errors import Fault
from .tiles import SEATS, TILE_TEXT

if TYPE_CHECKING:
    from .admit import Table
    from .hand import Hand, Meld
    from .ruleset.schema import RuleSet
    from .situation import Situation

PAID_BY_ONE: Final = frozenset({"discard", "rob_kong", "rob_concealed_kong", "rob_swap", "rob_flower"})
"""Ways of winning with a ``discarder``: whoever discarded, or drew or swapped what was robbed."""
FLOWER_WAYS: Final = frozenset({"flowers", "rob_flower"})
OWN_DRAWS: Final = frozenset({"self_draw", "flowers"})
ROBBED_KONGS: Final = frozenset({"rob_kong", "rob_concealed_kong"})
ROBBED_REAL_TILES: Final = frozenset({*ROBBED_KONGS, "rob_swap"})
KONG_REPLACEMENTS: Final = frozenset({"kong", "kong_on_kong"})
BY_ROBBING: Final = "robbed_kong_on_kong"
FIRST_TURNS_WITHOUT_KONG: Final = frozenset({"earthly", "human"})

EAST: Final = 0


class Conflict(NamedTuple):
    """Keywords that cannot be ``between`` them what they are; the fault is told of the first."""

    code: str
    between: tuple[str, ...]
    cannot: Callable[[Situation, RuleSet], bool]
    says: str
    clause: str
    asked_by: str = ""

    def fault(self, read: Situation) -> Fault:
        values = {name: value_text(name, getattr(read, name)) for name in self.between}
        named = " with ".join(f"{name}={value}" for name, value in values.items() if value is not None)
        missing = [name for name, value in values.items() if value is None]
        named += f" without {' and '.join(missing)}" if missing else ""
        details = {"keyword": self.between[0], "between": values, "why": self.says, "clause": self.clause}
        return Fault(self.code, f"{named}: {self.says} ({self.clause})", None, details)


class HandConflict(NamedTuple):
    """A keyword and a hand that cannot be together; ``found`` is the set that is to blame, or whether it is so."""

    code: str
    keyword: str
    found: Callable[[Hand, Table], Meld | bool | None]
    says: str
    clause: str

    def fault(self, found: Meld | bool, read: Situation) -> Fault:
        value = value_text(self.keyword, getattr(read, self.keyword))
        details: dict[str, Any] = {"keyword": self.keyword, "between": {self.keyword: value}}
        details |= {"why": self.says, "clause": self.clause}
        subject, column = f"{self.keyword}={value}", None
        if not isinstance(found, bool):
            details["meld"] = text = short(str(found))
            subject, column = f"{subject} with {text}", found.column
        return Fault(self.code, f"{subject}: {self.says} ({self.clause})", column, details)


def keyword_conflicts(read: Situation, rules: RuleSet, given: Iterable[str], unread: Set[str]) -> Iterator[Fault]:
    """The faults of the keywords ``given`` with each other; one that could not be read is in no conflict."""
    for name in given:
        for row in _ASKED_BY.get(name, ()):
            if row.cannot(read, rules) and unread.isdisjoint(row.between):
                yield row.fault(read)


def hand_conflicts(hand: Hand, table: Table) -> Iterator[Fault]:
    """The faults of the keywords with the hand."""
    for keyword, rows in _OF_HAND.items():
        value = getattr(table.read, keyword)
        if value is not None and value is not False:
            for row in rows:
                found = row.found(hand, table)
                if found:
                    yield row.fault(found, table.read)


def value_text(name: str, value: Any) -> str | None:
    """A value as it is written; ``None`` where it was not given."""
    if name in ("seat", "round", "discarder", "feeder") and value is not None:
        return str(SEATS[value])
    if isinstance(value, tuple):
        return "".join(TILE_TEXT[tile] for tile in value) or None
    return None if value is None else str(value)


def short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def riichi_is_concealed(rules: RuleSet) -> bool:
    """Whether riichi is for hands without a claimed set, and may be open.

    Those are the rules that pay for the turns after it (V2-10, 12); elsewhere any ready hand may declare and
    there is one sort of it (V1-33)."""
    return "riichi_turn" in rules.keywords


def _discards_never_win(rules: RuleSet) -> bool:
    return any(win.by == "discard" and win.refused for win in rules.wins)


def _tiles(rules: RuleSet) -> int:
    return 144 if rules.flowers else 136


def _most_in_rivers(rules: RuleSet) -> int:
    """All but the four hands."""
    return _tiles(rules) - 4 * rules.tiles_in_hand


def _least_at_the_end(rules: RuleSet) -> int:
    """Of a wall drawn out all lies in the rivers but the hands and the tile won on, the flowers, a fourth tile for
    each set that may be a kong, and the indicator."""
    return _most_in_rivers(rules) - 1 - 8 * rules.flowers - 4 * rules.sets - rules.wild_tiles


def _wrong_first_river(read: Situation) -> bool:
    """Before a first draw each seat before the winner's has discarded once, and nothing was claimed."""
    if read.river is None or read.first_turn is None:
        return False
    return read.river > read.seat or (read.river < read.seat and read.by in OWN_DRAWS)


def _wrong_replacement(read: Situation) -> bool:
    ways = ROBBED_KONGS if read.replacement == BY_ROBBING else OWN_DRAWS
    return read.by is not None and read.by not in ways


def without_kong(read: Situation, rules: RuleSet) -> bool:
    """Whether it is a first turn in which nobody has laid a kong."""
    return read.first_turn in FIRST_TURNS_WITHOUT_KONG or (read.first_turn is not None and not rules.first_turn_kongs)


def _not_won_in_first_turn(read: Situation) -> bool:
    if read.by == "discard":
        return read.first_turn == "heavenly"
    return read.by is not None and (read.by not in OWN_DRAWS or read.first_turn == "human")


def _of_another_turn(read: Situation) -> bool:
    """超一發 is on the next seat's discard, 一發 on one of the two after it."""
    if read.by != "discard" or read.discarder in (None, read.seat):
        return False
    return (read.discarder == (read.seat + 1) % 4) != (read.riichi_turn == "super_ippatsu")


CONFLICTS: Final[tuple[Conflict, ...]] = (
    # Who pays
    Conflict("missing_discarder", ("discarder", "by"),
             lambda read, _: read.by in PAID_BY_ONE and read.discarder is None,
             "the seat that pays is to be named", "V1-43, V2-19, V3-12, V4-6", asked_by="by"),
    Conflict("unwanted_discarder", ("discarder", "by"),
             lambda read, _: read.by is not None and read.by not in PAID_BY_ONE,
             "such a win has no discarder", "V1-42, V2-19, V3-12, V4-6"),
    Conflict("winner_is_discarder", ("discarder", "seat"),
             lambda read, _: read.discarder == read.seat and (read.by is None or read.by in PAID_BY_ONE),
             "it is the winner's own seat", "V1-43, V2-19, V3-12, V4-6"),
    # Replacements
    Conflict("replacement_conflict", ("replacement", "by"), lambda read, _: _wrong_replacement(read),
             "a replacement goes with self_draw or flowers, robbed_kong_on_kong with robbing a kong", "V1-e 6, 7"),
    Conflict("feeder_without_kong", ("feeder", "replacement"),
             lambda read, _: read.replacement in (None, BY_ROBBING),
             "only the feeder of a kong whose replacement won is named", "V1-43, V3-17, V5-3"),
    Conflict("feeder_conflict", ("feeder", "seat"), lambda read, _: read.feeder == read.seat,
             "it is the winner's own seat", "V1-43"),
    Conflict("swallow_conflict", ("swallow", "by"), lambda read, _: read.swallow and read.by not in (None, "discard"),
             "the tile of a riichi declaration is a discard", "V2-13"),
    # The first turn
    Conflict("first_turn_conflict", ("first_turn", "seat"),
             lambda read, _: (read.first_turn == "heavenly") != (read.seat == EAST),
             "heavenly is for the dealer, E, the others for a seat other than the dealer's", "V1-e 9, V2-d2, V3-10"),
    Conflict("first_turn_conflict", ("first_turn", "by"), lambda read, _: _not_won_in_first_turn(read),
             "heavenly is won on an own draw, earthly on one or a discard, human on a discard", "V1-e 9, V2-d2, V3-10"),
    Conflict("first_turn_conflict", ("first_turn", "by"),
             lambda read, rules: read.first_turn == "earthly" and read.by == "discard" and _discards_never_win(rules),
             "where no discard wins it is won on the own first draw", "V1-e 9, V1-k Q15"),
    Conflict("first_turn_conflict", ("first_turn", "discarder"),
             lambda read, _: read.first_turn == "earthly" and read.by == "discard"
             and read.discarder not in (None, EAST, read.seat),
             "on a discard it is won on the dealer's first", "V2-d2, V3-10"),
    Conflict("first_turn_conflict", ("first_turn", "discarder", "seat"),
             lambda read, _: read.first_turn == "human" and read.by == "discard" and read.seat != EAST
             and read.discarder is not None and not EAST < read.discarder <= read.seat,
             "it is won on a discard of a seat between the dealer and the winner; the dealer's is earthly", "V2-d2"),
    Conflict("first_turn_conflict", ("first_turn", "last_tile"), lambda read, _: read.last_tile,
             "the wall has tiles in the first turn", "V1-e 8, 9"),
    Conflict("first_turn_conflict", ("first_turn", "river", "seat"), lambda read, _: _wrong_first_river(read),
             "one tile lies there for each seat that has played", "V1-e 9, V1-g2"),
    Conflict("first_turn_conflict", ("first_turn", "replacement"),
             lambda read, rules: without_kong(read, rules) and read.replacement in KONG_REPLACEMENTS,
             "no kong comes before it", "V1-e 9, V2-d2, V3-10"),
    Conflict("first_turn_conflict", ("first_turn", "feeder"), lambda read, _: read.feeder is not None,
             "a kong that was fed is a claim, and none comes before it", "V1-e 9, V2-d2, V3-10"),
    # V2-d lets the first-turn rows absorb 立直; elsewhere nothing speaks of both.
    Conflict("first_turn_conflict", ("first_turn", "riichi"),
             lambda read, rules: read.riichi is not None and not riichi_is_concealed(rules),
             "riichi is declared with a discard of the winner's", "V1-33"),
    Conflict("first_turn_conflict", ("first_turn", "riichi_turn"), lambda read, _: read.riichi_turn is not None,
             "riichi is declared with a discard of the winner's", "V2-10"),
    # The rivers
    Conflict("river_conflict", ("river",),
             lambda read, rules: read.river is not None and read.river > _most_in_rivers(rules),
             "the four hands leave fewer tiles", "V1-g2"),
    Conflict("river_conflict", ("river", "last_tile"),
             lambda read, rules: read.last_tile and read.river is not None and read.river < _least_at_the_end(rules),
             "more tiles lie there when the wall is drawn out", "V1-10"),
    # Riichi
    Conflict("missing_riichi", ("ura", "riichi"), lambda read, _: bool(read.ura) and read.riichi is None,
             "only a riichi winner has it", "V2-15"),
    Conflict("ura_conflict", ("ura", "dora"), lambda read, _: 0 < len(read.dora) < len(read.ura),
             "one lies under each indicator", "V2-15"),
    Conflict("missing_riichi", ("riichi_turn", "riichi"), lambda read, _: read.riichi is None,
             "it is counted from a declared riichi", "V2-13"),
    Conflict("riichi_conflict", ("riichi_turn", "by"),
             lambda read, _: read.by not in (None, "discard", "self_draw")
             or (read.riichi_turn == "super_ippatsu" and read.by == "self_draw"),
             "super_ippatsu is won on a discard, ippatsu on one or an own draw", "V2-13"),
    Conflict("riichi_conflict", ("riichi_turn", "replacement"), lambda read, _: read.replacement is not None,
             "a kong ends it", "V2-13, V2-d2"),
    Conflict("riichi_conflict", ("riichi_turn", "discarder", "seat"), lambda read, _: _of_another_turn(read),
             "super_ippatsu is on the next seat's discard, ippatsu on that of a seat further on", "V2-13"),
    Conflict("riichi_conflict", ("riichi", "replacement"),
             lambda read, rules: read.replacement in KONG_REPLACEMENTS and not riichi_is_concealed(rules),
             "a kong after riichi makes the hand dead", "V1-33"),
    Conflict("riichi_conflict", ("riichi", "feeder"),
             lambda read, rules: read.feeder is not None and read.replacement == "flower"
             and not riichi_is_concealed(rules),
             "a kong after riichi makes the hand dead", "V1-33"),
)  # fmt: skip


# Against the hand


def _claimed(hand: Hand, _: Table) -> Meld | None:
    return next((meld for meld in hand.melds if meld.is_claimed), None)


def _kong_before_first_turn(hand: Hand, table: Table) -> Meld | None:
    if not without_kong(table.read, table.rules):
        return None
    return next((meld for meld in hand.melds if not meld.is_claimed), None)


def _kongs(hand: Hand) -> int:
    return sum(meld.is_kong for meld in hand.melds)


def _no_flower(hand: Hand, table: Table) -> bool:
    """Where no flower wins they are worth nothing, and a hand may leave them out."""
    counted = table.rules.flowers and any(win.by in FLOWER_WAYS for win in table.rules.wins)
    return table.read.replacement == "flower" and counted and not hand.flowers and not table.flowers_wild


def _robbed_wild(hand: Hand, table: Table) -> bool:
    return table.read.by in ROBBED_REAL_TILES and any(tile in table.wild for tile in hand.winning[:1])


def _at_the_deal(hand: Hand, table: Table) -> bool:
    """Whether it is a flower win without the flower won on, which there is at the deal only."""
    return table.purpose == "score" and table.read.by == "flowers" and not hand.winning


def _kong_fed(hand: Hand) -> Meld | None:
    """The latest kong from a discard."""
    return next((meld for meld in reversed(hand.melds) if meld.is_kong and meld.form == "exposed"), None)


def _fed(table: Table) -> bool:
    """Whether a feeder was named of a kong whose replacement won."""
    return table.read.replacement == "flower" or table.read.replacement in KONG_REPLACEMENTS


def _no_kong_fed(hand: Hand, table: Table) -> bool:
    return _fed(table) and _kong_fed(hand) is None


def _laid_after_kong_fed(hand: Hand, table: Table) -> Meld | None:
    """The set that parts the fed kong from the win: a chain of replacements lays concealed kongs only, and with a
    single kong none."""
    kong = _kong_fed(hand)
    if not _fed(table) or kong is None:
        return None
    after = hand.melds[len(hand.melds) - next(i for i, meld in enumerate(reversed(hand.melds)) if meld is kong) :]
    chained = table.read.replacement != "kong"
    return next((meld for meld in after if not (chained and meld.form == "concealed_kong")), None)


def _fed_by_another(hand: Hand, table: Table) -> Meld | None:
    kong = _kong_fed(hand)
    if not _fed(table) or kong is None or table.feeder_of(kong) in (None, table.read.feeder):
        return None
    return kong


HAND_CONFLICTS: Final[tuple[HandConflict, ...]] = (
    HandConflict("riichi_conflict", "riichi",
                 lambda hand, table: _claimed(hand, table) if riichi_is_concealed(table.rules) else None,
                 "riichi is for hands without a claimed set", "V2-10"),
    HandConflict("first_turn_conflict", "first_turn", _claimed, "nothing is claimed before it", "V1-e 9, V2-d2, V3-10"),
    HandConflict("first_turn_conflict", "first_turn", _kong_before_first_turn,
                 "no kong comes before it", "V1-e 9, V2-d2, V3-10"),
    HandConflict("missing_kong", "replacement",
                 lambda hand, table: table.read.replacement == "kong" and not _kongs(hand),
                 "the winner has no kong", "V1-e 6, V3-6"),
    HandConflict("missing_kong", "replacement",
                 lambda hand, table: table.read.replacement == "kong_on_kong" and _kongs(hand) < 2,
                 "the winner has not two kongs", "V1-e 7, V3-b"),
    HandConflict("missing_flower", "replacement",
                 lambda _, table: table.read.replacement == "flower" and table.flowers_wild,
                 "flowers are wild tiles here and are not replaced", "V1-9"),
    HandConflict("missing_flower", "replacement", _no_flower, "the hand has no flower that was replaced", "V1-9"),
    HandConflict("robbed_wild", "by", _robbed_wild,
                 "what is robbed is a real tile: no kong holds a wild one, and none is swapped in",
                 "V1-13, 14, 19"),
    HandConflict("missing_winning_tile", "by",
                 lambda hand, table: _at_the_deal(hand, table) and bool(hand.melds),
                 "only at the deal is no flower won on, and then no set is laid", "V1-34, V3-17"),
    HandConflict("missing_winning_tile", "last_tile", _at_the_deal,
                 "the last tile is the flower won on (+ and the flower)", "V3-17"),
    HandConflict("feeder_without_kong", "feeder", _no_kong_fed,
                 "no kong of the hand is from a discard; the mark of an added kong's pung makes nobody liable",
                 "V1-g2, V3-17, V5-3"),
    HandConflict("feeder_conflict", "feeder", _laid_after_kong_fed,
                 "laid after the last kong from a discard, so that another kong's replacement won",
                 "V1-g2, V3-17, V5-11"),
    HandConflict("feeder_conflict", "feeder", _fed_by_another, "its mark names another seat", "V1-g2"),
)  # fmt: skip


_ASKED_BY: Final[dict[str, list[Conflict]]] = {}
for _row in CONFLICTS:
    _ASKED_BY.setdefault(_row.asked_by or _row.between[0], []).append(_row)
_OF_HAND: Final[dict[str, list[HandConflict]]] = {}
for _of_hand in HAND_CONFLICTS:
    _OF_HAND.setdefault(_of_hand.keyword, []).append(_of_hand)

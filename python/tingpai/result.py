"""Answers: what a hand is worth, why, and who pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ._internal import Result as Result
from .tiles import FIRST_FLOWER, KIND_COUNT, TILE_TEXT, WILD

if TYPE_CHECKING:
    from .admit import Admitted
    from .ruleset.schema import RuleSet

CONCEALED, EXPOSED = "concealed", "exposed"


class Group(NamedTuple):
    """One group of an arrangement, its faces resolved.

    ``kind``: chow, pung, kong, pair, knitted or single; ``tiles``: its faces in notation; ``state``: concealed or
    exposed, as chosen; ``wild``: 0-based position -> what the wild tile there shows (``"?"`` if that does not
    matter); ``laid``: hand, claimed, open_kong, added_kong or concealed_kong; ``winning``: the winning tile is here.
    """

    kind: str
    tiles: str
    state: str
    wild: dict[int, str]
    laid: str = "hand"
    winning: bool = False

    def to_data(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "tiles": self.tiles,
            "state": self.state,
            "wild": {str(position): face for position, face in self.wild.items()},
        }


class Arrangement(NamedTuple):
    """One way to read a hand: its ``shape`` and groups, sets on the table first."""

    shape: str
    groups: tuple[Group, ...]

    def to_data(self) -> dict[str, Any]:
        return {"shape": self.shape, "groups": [group.to_data() for group in self.groups]}


class Line(NamedTuple):
    """One counted pattern: ``subtotal`` = ``value`` x ``grade`` x ``times``, over ``groups``; ``clause`` of the rules
    and the ``source`` it rests on."""

    id: str
    zh: str
    en: str
    value: int
    grade: int
    times: int
    subtotal: int
    groups: tuple[str, ...]
    clause: str
    source: str

    def to_data(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "zh": self.zh,
            "en": self.en,
            "value": self.value,
            "grade": self.grade,
            "times": self.times,
            "subtotal": self.subtotal,
            "groups": list(self.groups),
            "clause": self.clause,
            "source": self.source,
        }


class Reading(NamedTuple):
    """One reading of a hand and what counts in it; ``total`` is after the limit."""

    total: int
    lines: tuple[Line, ...]
    arrangement: Arrangement

    def to_data(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "lines": [line.to_data() for line in self.lines],
            "arrangement": self.arrangement.to_data(),
        }


class Waits(tuple[str, ...]):
    """The kinds that complete a hand, in notation.  Frozen, like any tuple.

    ``any_tile``: everything does; ``wild_completes``: drawing a wild tile does; ``distance``: tiles short of ready.
    """

    any_tile: bool
    wild_completes: bool
    distance: int

    def __new__(cls, kinds: Iterable[str], any_tile: bool, wild_completes: bool, distance: int) -> Waits:
        waits = super().__new__(cls, kinds)
        vars(waits).update(any_tile=any_tile, wild_completes=wild_completes, distance=distance)
        return waits

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"waits never change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"waits never change: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return Waits, (tuple(self), self.any_tile, self.wild_completes, self.distance)

    def to_data(self) -> dict[str, Any]:
        return {
            "waits": list(self),
            "any_tile": self.any_tile,
            "wild_completes": self.wild_completes,
            "distance": self.distance,
        }


def waits_of(mask: int, any_tile: bool, wild_completes: bool, distance: int) -> Waits:
    """The answer for the kinds of a mask."""
    kinds = (TILE_TEXT[kind] for kind in range(KIND_COUNT) if mask >> kind & 1)
    return Waits(kinds, any_tile, wild_completes, distance)


class Accepted(NamedTuple):
    """What a discard leaves: its distance, the kinds that lower it, and how many copies of them are left."""

    distance: int
    kinds: tuple[str, ...]
    left: int


class Face(NamedTuple):
    """A group as an engine gives it: kinds by number, how it was laid."""

    kind: str
    tiles: tuple[int, ...]
    laid: str


class Counted(NamedTuple):
    """A counted instance as an engine gives it: the row's number, and the groups (and flowers, from 34) it used."""

    row: int
    value: int
    grade: int
    times: int
    used: tuple[int, ...]


class Found(NamedTuple):
    """A reading as an engine gives it."""

    total: int
    shape: str
    faces: tuple[Face, ...]
    concealed: frozenset[int]
    winning: int | None
    counted: tuple[Counted, ...]


def explain(found: Found, admitted: Admitted, rules: RuleSet, total: int) -> Reading:
    """The reading in words: what each wild tile became, which groups each line used, the limit."""
    groups = _groups(found, admitted)
    lines = [_line(counted, groups, rules) for counted in found.counted]
    if total != found.total:
        lines.append(_limit_line(total, found.total))
    return Reading(total, tuple(lines), Arrangement(found.shape, groups))


def plain_arrangement(shape: str, faces: Sequence[Face], admitted: Admitted) -> Arrangement:
    """An arrangement without states chosen or a winning group: groups in hand are concealed, claimed ones exposed."""
    concealed = frozenset(index for index, face in enumerate(faces) if face.laid in ("hand", "concealed_kong"))
    return Arrangement(shape, _groups(Found(0, shape, tuple(faces), concealed, None, ()), admitted))


KEPT: Final = 4096
"""Lines kept with one rule set; more start afresh."""


def _line(counted: Counted, groups: Sequence[Group], rules: RuleSet) -> Line:
    """The line of a counted instance.  Lines never change, so that equal ones are one object."""
    used = tuple([groups[index].tiles if index < FIRST_FLOWER else TILE_TEXT[index] for index in counted.used])
    kept: dict[object, Line] = rules.__dict__.setdefault("_lines", {})
    found = kept.get((counted, used))
    if found is None:
        row, (_, value, grade, times, _) = rules.rows[counted.row], counted
        if len(kept) >= KEPT:
            kept.clear()
        found = kept[counted, used] = Line(
            row.id, row.zh, row.en, value, grade, times, value * grade * times, used, row.clause, row.source
        )
    return found


LIMIT_NAMES = ("limit", "封頂", "Limit", "V3-5")
"""Id, Chinese name, English name and clause of the line that says what the limit takes away."""


def _limit_line(limit: int, total: int) -> Line:
    id, zh, en, clause = LIMIT_NAMES
    return Line(id, zh, en, limit - total, 1, 1, limit - total, (), clause, "S3-01")


def _groups(found: Found, admitted: Admitted) -> tuple[Group, ...]:
    wild = _place_wilds(found, admitted) if _has_wilds(admitted) else [{} for _ in found.faces]
    concealed, winning = found.concealed, found.winning
    return tuple(
        [
            Group(kind, _face_text(tiles), CONCEALED if at in concealed else EXPOSED, wild[at], laid, at == winning)
            for at, (kind, tiles, laid) in enumerate(found.faces)
        ]
    )


def _has_wilds(admitted: Admitted) -> bool:
    return bool(admitted.wilds) or admitted.winning == WILD or any(meld.wilds for meld in admitted.melds)


def _place_wilds(found: Found, admitted: Admitted) -> list[dict[int, str]]:
    """Which tiles of which group are wild, and what they show.  The winning tile lies in its group."""
    places: list[dict[int, int]] = [{} for _ in found.faces]
    in_hand = [index for index, face in enumerate(found.faces) if face.laid == "hand"]
    melds = iter(admitted.melds)
    for index, face in enumerate(found.faces):
        if face.laid != "hand":
            meld = next(melds)
            _fill(face.tiles, list(meld.naturals), places[index])
            _show(face.tiles, places[index], list(meld.wilds))
    naturals = [kind for kind in range(KIND_COUNT) for _ in range(admitted.counts[kind])]
    shown = list(admitted.wilds)
    if found.winning is None and admitted.winning is not None:
        if admitted.winning == WILD:
            shown.append(WILD if admitted.winning_printed is None else admitted.winning_printed)
        else:
            naturals.append(admitted.winning)
    # The winning group is served last, so that a wild winning tile finds a place there.
    order = sorted(in_hand, key=lambda index: index == found.winning)
    reserved = [admitted.winning] if admitted.winning is not None and admitted.winning != WILD else []
    for index in order:
        mine = reserved if index == found.winning else []
        _fill(found.faces[index].tiles, naturals, places[index], mine)
    if admitted.winning == WILD and found.winning is not None and places[found.winning]:
        _show_winning(found.faces[found.winning].tiles, places[found.winning], admitted.winning_printed)
    for index in order:
        _show(found.faces[index].tiles, places[index], shown)
    return [{at: TILE_TEXT[face] for at, face in sorted(place.items())} for place in places]


_UNPLACED = -1


def _fill(tiles: Sequence[int], naturals: list[int], places: dict[int, int], first: Sequence[int] = ()) -> None:
    """Takes naturals (``first`` before all) for the tiles; the rest are wild."""
    kept = list(first)
    for at, tile in enumerate(tiles):
        for pool in (kept, naturals):
            if tile in pool:
                pool.remove(tile)
                break
        else:
            places[at] = _UNPLACED


def _show_winning(tiles: Sequence[int], places: dict[int, int], printed: int | None) -> None:
    at = next((at for at in places if tiles[at] == printed), next(iter(places)))
    places[at] = WILD if printed is None else printed


def _show(tiles: Sequence[int], places: dict[int, int], shown: list[int]) -> None:
    """Gives wild places a wild tile each: one that shows the very face, if there is one."""
    for at in [at for at, face in places.items() if face == _UNPLACED]:
        face = tiles[at] if tiles[at] in shown else shown[-1]
        shown.remove(face)
        places[at] = face


def tiles_text(tiles: Sequence[int]) -> str:
    """Notation of faces as they stand, suits run together."""
    text = ""
    for at, tile in enumerate(tiles):
        rank, suit = TILE_TEXT[tile][0], TILE_TEXT[tile][-1]
        text += rank if at + 1 < len(tiles) and TILE_TEXT[tiles[at + 1]][1] == suit else rank + suit
    return text


@lru_cache(maxsize=4096)
def _face_text(tiles: tuple[int, ...]) -> str:
    return tiles_text(tiles)


def result_data(result: Result, alternatives: bool) -> dict[str, Any]:
    """The JSON object of the command line; with the other readings where these were asked for."""
    data: dict[str, Any] = {
        "rules": result.rules.id,
        "unit": result.unit,
        "wins": result.wins,
        "reason": result.reason,
        "total": result.total,
        "lines": [line.to_data() for line in result.lines],
        "arrangement": result.arrangement and result.arrangement.to_data(),
        "payments": result.payments,
    }
    if (waits := result.waits) is not None:
        data["distance"] = waits.distance
        data["waits"] = list(waits)
    if alternatives:
        data["alternatives"] = [reading.to_data() for reading in result.alternatives]
    return data

"""The closed vocabulary in which rule tables say when a row holds.

A matcher looks at one *arrangement* (groups with their tiles resolved, how each
was laid, the state chosen for it) in its *situation* and yields *instances*: the
sets of groups it used.  A row's grade, repetition and exclusions rest on those.

"Whole hand" as the groups used means every set and the pair.  Kind sets are
strings (see :mod:`tingpai.tiles`); ``@seat``, ``@round`` and ``@guest`` name winds
by the situation.  Pungs include kongs unless ``kong`` is named.  Matchers are pure
data: Rust evaluates them, and :mod:`tingpai.reference` evaluates them again.
"""

from __future__ import annotations

from typing import Literal

from ..records import dataclass

Range = tuple[int, int]


@dataclass(frozen=True)
class Tiles:
    """Every face lies in one of ``within``; each of ``present`` is hit; the faces show
    exactly ``suits`` number suits.  One instance: the whole hand."""

    within: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    suits: int | None = None


@dataclass(frozen=True)
class EachGroup:
    """Every set and the pair holds a tile of ``touch``, and at least ``chows`` are chows.
    One instance: the whole hand."""

    touch: str
    chows: int = 0


@dataclass(frozen=True)
class Sets:
    """``n`` sets of a kind (``"all"``: every set of the hand is one, and it has some).

    ``set`` means chow, pung or kong.  ``within`` holds every tile of each set; ``state``
    is the state chosen, ``laid`` how it came to lie (``open``: claimed, or a kong that
    is not concealed; ``concealed``: in hand or a concealed kong).  ``pair``: the hand's pair
    lies in this kind set, and is used.  ``distinct``: no two of one face, that pair among
    them.  ``exact``: no further set of the hand fits.  One instance per n-subset (of one set:
    tagged with its tile); with ``exact`` or ``all`` one.
    """

    kind: Literal["chow", "pung", "kong", "set"]
    n: int | Literal["all"] = 1
    exact: bool = False
    within: str | None = None
    state: Literal["any", "concealed", "exposed"] = "any"
    laid: Literal["any", "open", "concealed"] = "any"
    distinct: bool = False
    pair: str | None = None


@dataclass(frozen=True)
class Run:
    """Groups of one kind whose first tiles stand at the offsets ``ranks`` from a common
    rank (``start``, 1-based, or any), over exactly ``suits`` different number suits.

    ``pair`` (of pungs): exactly one member is the hand's pair, the others are sets.  ``twins``: members
    at equal offsets are of the same suit.  ``times``: that many disjoint copies, anywhere.
    One instance per choice of groups.
    """

    kind: Literal["chow", "pung", "pair"]
    ranks: tuple[int, ...]
    suits: int | Literal["any"] = "any"
    start: int | None = None
    pair: bool = False
    twins: bool = False
    times: int = 1


@dataclass(frozen=True)
class Copies:
    """``groups`` groups (sets or the pair; 6 means five sets and the pair) that each hold one
    tile, together at least ``at_least`` copies by resolved face.  One instance per tile and
    per choice of groups, tagged with the tile."""

    groups: int
    at_least: int = 4


@dataclass(frozen=True)
class Pair:
    """The pair lies in ``within``.  One instance: the pair."""

    within: str


@dataclass(frozen=True)
class Counts:
    """The hand is of one suit and holds, rank by rank, at least ``vector``, and ``spare`` tiles more.
    One instance: the whole hand."""

    vector: tuple[int, ...]
    spare: int


@dataclass(frozen=True)
class Melds:
    """How many sets of each sort were *laid* (inclusive ranges; ``None`` asks nothing).

    ``chow`` and ``pung`` are claimed ones, ``open_kong`` includes added kongs, ``laid`` counts
    all four sorts.  ``win_in``: the group that the winning tile joined is the pair.
    One instance that uses no group."""

    chow: Range | None = None
    pung: Range | None = None
    open_kong: Range | None = None
    concealed_kong: Range | None = None
    laid: Range | None = None
    win_in: Literal["pair", "any"] = "any"


@dataclass(frozen=True)
class Wait:
    """The wait, seen from the winning tile (never when it is wild).  ``only``: one kind completed
    the hand; ``single``: two or more did, and the tile is a middle, the 3 of 123, the 7 of 789, or in
    the pair; ``two_pairs``: two or more did, and it completed a hand pung; ``last_visible``: its other
    three copies lie open; ``only_by_shape``: one kind, copies ignored; ``two_sided``: it is an end of
    a chow, not the 3 of 123 nor the 7 of 789.  One instance: the winning group (the whole hand
    outside the standard shape)."""

    kind: Literal["only", "single", "two_pairs", "last_visible", "only_by_shape", "two_sided"]


@dataclass(frozen=True)
class Flowers:
    """Flowers held.  ``none``: no flower; ``own``/``other``: one instance per flower whose number is /
    is not the seat's; ``series``: one per complete series; ``both_series_touched``: at least one of each
    series; ``count``: exactly ``n``.  Never where flowers are wild.  Uses those flowers, no group."""

    which: Literal["none", "own", "other", "series", "both_series_touched", "count"]
    n: int | None = None


@dataclass(frozen=True)
class Event:
    """Every name in ``names`` happened, the win was ``by`` one of these ways (empty: any), and at most
    ``river`` tiles lay in the rivers (never when that is unknown).  One instance that uses no group."""

    names: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    river: int | None = None


@dataclass(frozen=True)
class Shape:
    """The arrangement has this shape.  One instance: the whole hand."""

    id: str


@dataclass(frozen=True)
class Dora:
    """Natural tiles held, in hand and sets, that indicators point at: each counts once for every indicator that points
    at it.  ``indicators``: those turned up (``dora``) or those under them (``ura``); ``points``: at the ``next`` tile
    (9 is followed by 1, north by east; red, green, white dragon, red) or at the tile ``itself``.  The whole matcher
    of its row, which is added to what counts and takes part in no exclusion.  One instance that uses no group, as many
    times as tiles count."""

    indicators: Literal["dora", "ura"]
    points: Literal["next", "itself"] = "next"


@dataclass(frozen=True)
class Residual:
    """No row has an instance but those ``free`` and, at most ``at_most`` instances together, those
    ``limited`` (and rows with a ``Residual`` themselves).  Evaluated last.  One instance: the whole hand."""

    free: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    at_most: int = 0


@dataclass(frozen=True)
class AllOf:
    """Every member holds.  One instance per choice of one instance of each, using their union."""

    of: tuple[Matcher, ...]


@dataclass(frozen=True)
class Not:
    """The member has no instance.  Uses no group."""

    of: Matcher


Matcher = (
    Tiles
    | EachGroup
    | Sets
    | Run
    | Copies
    | Pair
    | Counts
    | Melds
    | Wait
    | Flowers
    | Event
    | Shape
    | Dora
    | Residual
    | AllOf
    | Not
)


def all_of(*matchers: Matcher) -> AllOf:
    return AllOf(matchers)


def not_(matcher: Matcher) -> Not:
    return Not(matcher)

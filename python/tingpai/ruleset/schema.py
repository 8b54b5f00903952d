"""What a rule set is: frozen rows and the few facts around them.

Nothing here knows a game.  A variant (:mod:`tingpai.variants`) fills these in, and the
kernel compiles the result once, from its JSON form.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from ..records import dataclass, field
from .matchers import Matcher

Scaling = Literal["scaled", "flat", "final"]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One pattern that scores.

    ``value`` in the variant's unit (``value_if_claimed`` where any set was claimed); ``when`` pairs
    of matcher and multiplier: each instance of each matcher is an instance of the row worth
    value x multiplier x grade.  ``scaling``: ``scaled`` rows take the rule set's grade over exactly the
    groups they used, ``flat`` and ``final`` ones are worth the printed number.

    What may be counted together:

    - ``repeat="once"``: one instance at most;
    - ``family``: of two instances in one family, neither's groups may lie within the other's,
      unless each names the other's row in ``beside``;
    - ``kinds``: two instances that share a kind share no group (where ``exclusions`` choose what is best);
    - ``pool``: of one pool one instance (of one tile, where instances are tagged with tiles);
    - ``tier``: a row exists only if no row of its tier worth more has an instance;
    - ``excludes``: ids of rows none of whose instances counts beside this one;
    - ``alone``: where this row holds, nothing else is counted (of several, the first in the table).

    ``counts_to_min``: whether it counts toward the minimum.  Rows of dora are added once it is settled what else counts
    in a reading; ``capped``: of all such rows together as many tiles count as the rows that count toward the minimum
    are worth, those first that stand first in the table.
    """

    id: str
    zh: str
    en: str
    value: int
    when: tuple[tuple[Matcher, int], ...]
    clause: str
    source: str
    value_if_claimed: int | None = None
    scaling: Scaling = "flat"
    repeat: Literal["each", "once"] = "each"
    shapes: tuple[str, ...] = ("standard", "knitted_dragon")
    family: str | None = None
    beside: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    pool: str | None = None
    tier: str | None = None
    excludes: tuple[str, ...] = ()
    alone: bool = False
    counts_to_min: bool = True
    capped: bool = False


@dataclass(frozen=True, kw_only=True)
class Option:
    """A choice a table may make.  ``kind`` is the type of a value: ``int`` within ``range``, ``bool``, or one of
    ``choices``; ``rows`` (ids to switch on) and ``overrides`` (row id -> value or {"value":, "scaling":}) are
    the two structured kinds.  ``default_when``: (another option, its value, the default then)."""

    name: str
    default: Any
    clause: str
    meaning: str
    kind: Literal["int", "bool", "choice", "rows", "overrides"]
    choices: tuple[str, ...] = ()
    range: tuple[int, int] | None = None
    default_when: tuple[tuple[str, Any, Any], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Win:
    """A way to win: ``by``.  Where ``refused`` is set the way exists but never wins, for that reason;
    ``shapes`` limits it to hands of these shapes (others are refused as ``otherwise``);
    ``any_total``: such a win needs no minimum."""

    by: str
    refused: str | None = None
    shapes: tuple[str, ...] = ()
    otherwise: str = "not_robbable"
    any_total: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSet:
    """A variant with its options settled.  Frozen; equal and hashed by content (``digest``)."""

    id: str
    zh: str
    en: str
    version: str
    unit: str
    tiles_in_hand: int
    sets: int
    shapes: tuple[str, ...]
    exclusions: Literal["best", "unconditional"]
    states: Literal["free", "as_obtained"]
    grades: tuple[int, int, int]
    """Multipliers of scaled rows: mixed, all concealed, all exposed."""
    wild_tiles: bool
    """Whether an indicator makes wild tiles (``?`` is refused otherwise)."""
    flowers: bool
    chow_claims: bool
    keywords: frozenset[str]
    """Situation keywords that the variant has a use for."""
    wins: tuple[Win, ...]
    min_total: int
    limit: int | None
    rows: tuple[Row, ...]
    options: tuple[Option, ...]
    chosen: Mapping[str, Any] = field(default_factory=dict)
    """Every option's value, defaults included; not to be changed."""
    house: Mapping[str, Any] | None = None
    """What a rule file changed, as it stands there (:func:`~tingpai.ruleset.files.content`); ``rows`` has it in."""
    first_turn_kongs: bool = True
    """Whether the dealer may lay a concealed kong and then win heavenly, in the first turn."""
    payout: Any = None
    """The scheme (:mod:`tingpai.payout`) that turns a win into payments."""
    tariff: Any = None
    """What moves money beside a win: a :class:`~tingpai.payout.Tariff`."""
    play: Any = field(default_factory=lambda: None)
    """How a whole game goes (:class:`tingpai.game.flow.Play`)."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON form, in hexadecimal."""
        from .data import digest

        return digest(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSet):
            return NotImplemented
        if self is other:
            return True
        beside = self.payout == other.payout and self.tariff == other.tariff and self.play == other.play
        return beside and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __post_init__(self) -> None:
        if callable(self.play):  # loaded when a game first asks
            self.__dict__["_play"] = self.__dict__.pop("play")

    def __getattr__(self, name: str) -> Any:
        if name != "play" or "_play" not in self.__dict__:
            raise AttributeError(f"a rule set has no {name!r}", name=name, obj=self)
        found = self.__dict__["play"] = self.__dict__.pop("_play")()
        return found

    def __getstate__(self) -> dict[str, Any]:
        """For pickle and copy, which know no read-only mappings."""
        from .data import plain

        state = {**self.__dict__, "play": self.play}
        state.pop("_play", None)
        for kept in ("_tables", "_frames", "_situations", "_lines"):  # compiled forms, calls asked with, lines told
            state.pop(kept, None)
        return {**state, "chosen": plain(self.chosen), "house": plain(self.house)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        from .data import frozen

        self.__dict__.update(state, chosen=frozen(state["chosen"]), house=frozen(state["house"]))

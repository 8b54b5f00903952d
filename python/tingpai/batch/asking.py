"""Completeness, waits and distance of whole hands: each as the single call answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import _internal
from ..asked import Asked, asked_of_loose
from ..errors import TingpaiError
from ..hand import Hand
from ..native import mask_of, tables
from ..scoring import Call, distance, waits
from ..situation import situation
from ..tiles import TILE_NUMBER
from .analysis import ANY_TILE, BY_WILD
from .columns import Hands, Situations
from .scores import RowError
from .scoring import row_error

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet


class Question(NamedTuple):
    """What is asked of each hand: the ``format`` of the answers, the ``columns`` of a table that tell them, and what
    answers for one hand ``alone``."""

    name: str
    format: Any
    columns: tuple[str, ...]
    alone: Callable[[Hand, RuleSet, Mapping[str, Any], bool], int]


def _complete(hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], _live: bool) -> int:
    call = Call(hand, rules, keywords, "decompose")
    return call.table.completes(call.native)


def _waits(hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], live: bool) -> int:
    found = waits(hand, rules, live=live, **keywords)
    by_wild, any_tile = found.wild_completes and BY_WILD, found.any_tile and ANY_TILE
    return mask_of(TILE_NUMBER[tile] for tile in found) | by_wild | any_tile


def _distance(hand: Hand, rules: RuleSet, keywords: Mapping[str, Any], _live: bool) -> int:
    return distance(hand, rules, **keywords)


COMPLETE: Final = Question("complete", "?", ("complete",), _complete)
WAITS: Final = Question("waits", "Q", ("waits", "wild_completes", "any_tile"), _waits)
DISTANCE: Final = Question("distance", "b", ("distance",), _distance)


def ask(
    question: Question, hands: Hands, rules: RuleSet, situations: Situations, *, live: bool, threads: int
) -> tuple[memoryview[Any], dict[int, RowError]]:
    """The answers for the hands in their situations, and the errors of the rows that have none: the kernel takes the
    hands that it can admit, the single call all others."""
    numbers, firsts = situations.numbers()
    asked = [_asked(rules, situations.of(row)) for row in firsts] or [None]
    table = tables(rules).table
    made, left = _internal.analyse(
        hands.native(), question.name, table, rules, asked, numbers, live=live, threads=threads
    )
    values: memoryview[Any] = memoryview(made).cast(question.format)
    errors: dict[int, RowError] = {}
    for row in left:
        try:
            values[row] = question.alone(Hand.parse(hands.text(row)), rules, situations.of(row), live)
        except TingpaiError as error:
            errors[row] = row_error(error)
    return values, errors


def _asked(rules: RuleSet, keywords: Mapping[str, Any]) -> Asked | None:
    """What a situation asks of its hands, if the kernel can look for all of it."""
    read, faults = situation(rules, keywords)
    return None if faults else asked_of_loose(rules, read)

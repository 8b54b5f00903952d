"""The subcommands: each turns parsed arguments into the lines of an answer."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import tingpai

from ..errors import RuleConfigError
from ..hand import Hand
from .layout import Paint
from .words import Words

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

DEFAULT_LIMIT = 20
TOGETHER = 20
"""Arrangements whose columns stand in line."""


def score(arguments: Namespace) -> Iterator[str]:
    hand, rules = _hand(arguments), _rules(arguments)
    result = tingpai.score(hand, rules, alternatives=arguments.alternatives or 0, **arguments.situation)
    if arguments.json:
        yield _json(result.to_data())
        return
    from .answers import alternative_lines, score_lines

    words, paint = _words(arguments), Paint.for_output()
    yield from score_lines(result, hand, words, paint)
    if arguments.alternatives:
        yield from alternative_lines(result.alternatives, hand, result.unit, words, paint)


def waits(arguments: Namespace) -> Iterator[str]:
    found = tingpai.waits(_hand(arguments), _rules(arguments), live=not arguments.by_shape, **arguments.situation)
    if arguments.json:
        yield _json(
            {
                "waits": list(found),
                "any_tile": found.any_tile,
                "wild_completes": found.wild_completes,
                "distance": found.distance,
            }
        )
        return
    from .answers import waits_lines

    yield from waits_lines(found, found.distance, found.any_tile, found.wild_completes, _words(arguments))


def distance(arguments: Namespace) -> Iterator[str]:
    found = tingpai.distance(_hand(arguments), _rules(arguments), **arguments.situation)
    if arguments.json:
        yield _json({"distance": found})
        return
    from .answers import distance_line

    yield distance_line(found, _words(arguments))


def acceptance(arguments: Namespace) -> Iterator[str]:
    found = tingpai.acceptance(_hand(arguments), _rules(arguments), **arguments.situation)
    if arguments.json:
        yield _json(
            {
                discard: {"distance": distance, "kinds": list(kinds), "left": left}
                for discard, (distance, kinds, left) in found.items()
            }
        )
        return
    from .answers import acceptance_lines

    yield from acceptance_lines(found, _words(arguments), Paint.for_output())


def decompose(arguments: Namespace) -> Iterator[str]:
    """One arrangement after the other, as they are found: a hand may have millions."""
    hand = _hand(arguments)
    found = tingpai.decompose(hand, _rules(arguments), **arguments.situation)
    shown = islice(found, arguments.limit or DEFAULT_LIMIT)
    if arguments.json:
        yield '{"arrangements": ['
        before = None
        for arrangement in shown:
            if before is not None:
                yield f"{before},"
            before = _json(arrangement.to_data())
        if before is not None:
            yield before
        yield f'], "more": {_json(next(found, None) is not None)}}}'
        return
    from .answers import arrangement_lines

    words = _words(arguments)
    first = list(islice(shown, TOGETHER))
    yield from arrangement_lines(first, hand, words)
    while further := list(islice(shown, TOGETHER)):
        yield from arrangement_lines(further, hand, words)
    if next(found, None) is not None:
        yield words("more_arrangements")


def rules(arguments: Namespace) -> Iterator[str]:
    if arguments.schema:
        yield _json(_schema(arguments))
        return
    from .tables import table_lines, variant_data, variant_lines

    words, paint = _words(arguments), Paint.for_output()
    if arguments.rules is None:
        variants = [tingpai.rules(name) for name in tingpai.variant_ids()]
        if arguments.json:
            yield _json([variant_data(variant) for variant in variants])
        else:
            yield from variant_lines(variants, words, paint)
        return
    chosen = _rules(arguments)
    if arguments.json:
        from ..ruleset.data import to_data

        yield _json({**to_data(chosen), "digest": chosen.digest})
    else:
        yield from table_lines(chosen, words, paint)


def _schema(arguments: Namespace) -> dict[str, Any]:
    """The JSON Schema of a rule set, or of the rule files that extend the variant named."""
    from ..ruleset.typed import rule_file_schema, rule_set_schema

    if arguments.rules is None:
        return rule_set_schema()
    chosen = _rules(arguments)
    return rule_file_schema(chosen.id, chosen.rows, chosen.options)


def simulate(arguments: Namespace) -> Iterator[str]:
    from .simulate import simulate_lines

    yield from simulate_lines(arguments, _rules(arguments))


def score_file(arguments: Namespace) -> Iterator[str]:
    from .score_file import score_lines

    yield from score_lines(arguments, _rules(arguments))


def play(arguments: Namespace) -> Iterator[str]:
    from .play import play

    play(arguments, _rules)
    yield from ()


def replay(arguments: Namespace) -> Iterator[str]:
    from .replay import replay

    replay(arguments)
    yield from ()


def table(arguments: Namespace) -> Iterator[str]:
    from .table import keep

    arguments.rules = arguments.new
    return keep(arguments, lambda: _rules(arguments))


COMMANDS: dict[str, Callable[[Namespace], Iterator[str]]] = {
    "score": score,
    "waits": waits,
    "distance": distance,
    "acceptance": acceptance,
    "decompose": decompose,
    "rules": rules,
    "simulate": simulate,
    "score-file": score_file,
    "play": play,
    "replay": replay,
    "table": table,
}


def _hand(arguments: Namespace) -> Hand:
    return Hand.parse(arguments.hand)


def _rules(arguments: Namespace) -> RuleSet:
    """The rule set of a variant or rule file with its house options, each read as its kind asks; the library judges
    names and values."""
    name: str = arguments.rules
    if not name.lower().endswith((".toml", ".json")):
        return tingpai.rules(name, **_chosen(arguments, name)) if arguments.options else tingpai.rules(name)
    from ..ruleset.files import extended, read_file

    data = read_file(name)
    return extended(data, source=name, **_chosen(arguments, data.get("extends")))


def _chosen(arguments: Namespace, variant: Any) -> dict[str, Any]:
    """The house options of the command line, as ``variant`` (if it is one) reads them."""
    from ..ruleset.options import each, parse_option, unknown
    from ..ruleset.registry import options_of

    exists = variant in tingpai.variant_ids()
    known = {option.name: option for option in options_of(variant)} if exists else {}
    given = dict(arguments.options)
    times = Counter(name for name, _ in arguments.options)

    def read(name: str) -> Any:
        if times[name] > 1:
            raise RuleConfigError(name, "given twice", details={"twice": True})
        if exists and name not in known:
            raise unknown(name, "option", name, known)
        return parse_option(known[name], given[name]) if exists else given[name]

    return each(read, given)


def _words(arguments: Namespace) -> Words:
    return Words(arguments.lang or "en")


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)

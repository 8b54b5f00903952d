"""Changes what a variant pays in one amount at a time and tells which facts of paid_*.py notice.

A change is to a rate, a deadline, a destination or a switch of the tariff, to a parameter of the payout scheme, or to
an entry of a table that a scheme pays by.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import chain
from typing import Any, Literal, get_args, get_origin, get_type_hints
from unittest.mock import patch

import paid
import paid_sixteen
import paid_thirteen
import tingpai as tp
from tingpai.payout import Tariff, curve, shares, stakes, table
from tingpai.payout.tariff import MOMENTS, OTHERS
from tingpai.ruleset import RuleSet

FACTS: tuple[paid.Fact, ...] = tuple(
    chain(
        paid_sixteen.baida(),
        paid_sixteen.guangri(),
        paid_thirteen.hongkong(),
        paid_thirteen.pungkong_hk(),
        paid_thirteen.pungkong_cn(),
    )
)
TABLES: dict[str, tuple[Any, str]] = {
    "ShareScheme": (shares, "PRIZES"),
    "TableScheme": (table, "PRINTED BY_FORMULA STREAK STEP PRINTED_UNIT"),
    "CurveScheme": (curve, "CURVES ALL_HONOURS ALL_TERMINALS DRAGONS"),
    "StakeScheme": (stakes, "DOUBLING_PRIZE"),
    "SeatPrizeScheme": (stakes, "SEAT_PRIZES"),
}
"""The module of each scheme, and what it pays by."""


Flips = dict[str, Any]
"""Values that differ from one in one place, by the name of the place."""


def flips(value: Any, hint: Any = None) -> Iterator[tuple[str, Any]]:
    """Every value that differs from ``value`` in one place, and where."""
    if get_origin(hint) is Literal:
        yield from ((f"= {other}", other) for other in get_args(hint) if other != value)
    elif isinstance(value, bool):
        yield "", not value
    elif isinstance(value, int):
        yield "+ 1", value + 1
    elif hasattr(value, "_fields"):
        hints = get_type_hints(type(value))
        for name in value._fields:
            for where, other in flips(getattr(value, name), hints[name]):
                yield f".{name} {where}".strip(), value._replace(**{name: other})
    elif isinstance(value, tuple):
        for place, entry in enumerate(value):
            for where, other in flips(entry):
                yield f"[{getattr(entry, 'id', place)}]{where}", (*value[:place], other, *value[place + 1 :])
            if isinstance(entry, str):
                yield f"[{place}] left out", (*value[:place], *value[place + 1 :])
    elif isinstance(value, dict):
        for key, entry in value.items():
            for where, other in flips(entry):
                yield f"[{key}]{where}", value | {key: other}
    elif isinstance(value, frozenset):
        for one in sorted(value):
            yield f" without {one}", value - {one}


def tariff_flips(tariff: Tariff) -> Flips:
    """Every amount, switch, destination and deadline of a tariff."""
    found = {f"tariff{where}": other for where, other in flips(tariff)}
    for slip in tariff.slips:
        dead = {None: "short", "short": "wrong", "wrong": "short"}[slip.dead]
        changes: list[dict[str, Any]] = [{"dead": dead}]
        changes += [{"to": to} for to in ("pool", "rake", "pot", OTHERS) if to != slip.to]
        changes += [{"until": (*slip.until, moment)} for moment in MOMENTS if slip.until and moment not in slip.until]
        for change in changes:
            slips = tuple(one._replace(**change) if one is slip else one for one in tariff.slips)
            what = " ".join(f"{name} = {value if isinstance(value, str) else value and value[-1]}"
                            for name, value in change.items())  # fmt: skip
            found[f"tariff.slips[{slip.id}].{what}"] = tariff._replace(slips=slips)
    return found


def scheme_flips(scheme: Any) -> Flips:
    """Every parameter of a payout scheme."""
    hints = get_type_hints(type(scheme))
    return {
        f"{type(scheme).__name__}.{field.name} {where}".strip(): replace(scheme, **{field.name: other})
        for field in fields(scheme)
        for where, other in flips(getattr(scheme, field.name), hints[field.name])
    }


def table_flips(scheme: Any) -> dict[str, tuple[Any, str, Any]]:
    """Every entry of the tables that a scheme pays by: module, name, and the table changed."""
    module, names = TABLES[type(scheme).__name__]
    return {
        f"{name}{where}": (module, name, other)
        for name in names.split()
        for where, other in flips(getattr(module, name))
    }


def changes(variant: str) -> list[str]:
    """The names of all changes to what a variant pays."""
    rules = tp.rules(variant)
    return [*tariff_flips(rules.tariff), *scheme_flips(rules.payout), *table_flips(rules.payout)]


@cache
def alternatives(variant: str, options: str) -> tuple[RuleSet, Flips, Flips, dict[str, tuple[Any, str, Any]]]:
    """Rules under house options, and every change to what they pay: to tariff, scheme and tables."""
    rules = tp.rules(variant, **json.loads(options))
    return rules, tariff_flips(rules.tariff), scheme_flips(rules.payout), table_flips(rules.payout)


def noticed_by(variant: str, change: str) -> Iterator[str]:
    """The facts that are answered otherwise once the change is made."""
    for fact in FACTS:
        if fact.variant != variant:
            continue
        rules, tariffs, schemes, tables = alternatives(variant, json.dumps(fact.options))
        if change in tables:
            with patch.object(*tables[change]):
                found = paid.answer(rules, fact)
        elif change in tariffs:
            found = paid.answer(replace(rules, tariff=tariffs[change]), fact)
        elif change in schemes:
            found = paid.answer(replace(rules, payout=schemes[change]), fact)
        else:
            continue
        if found != fact.expected:
            yield f"{fact.clause} {fact.label}"


def main() -> None:
    for variant in tp.variant_ids():
        for change in changes(variant):
            facts = list(noticed_by(variant, change))
            print(f"{variant} {change}: {len(facts)} {facts[0] if facts else 'NONE'}")


if __name__ == "__main__":
    main()

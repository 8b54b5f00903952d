"""The JSON form of a rule set: what the kernel compiles, what a digest is taken of.

Keys are the fields of :class:`~tingpai.ruleset.schema.RuleSet` but those of :data:`BESIDE`; a matcher
is an object with its ``op`` and all its fields, ``when`` a list of {"match":, "times":}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType, NoneType
from typing import Any

from . import matchers
from .schema import Option, Row, RuleSet, Win

OPS: dict[type, str] = {
    matchers.Tiles: "tiles",
    matchers.EachGroup: "each_group",
    matchers.Sets: "sets",
    matchers.Run: "run",
    matchers.Copies: "copies",
    matchers.Pair: "pair",
    matchers.Counts: "counts",
    matchers.Melds: "melds",
    matchers.Wait: "wait",
    matchers.Flowers: "flowers",
    matchers.Event: "event",
    matchers.Shape: "shape",
    matchers.Dora: "dora",
    matchers.Residual: "residual",
    matchers.AllOf: "all_of",
    matchers.Not: "not",
}
BESIDE = ("payout", "tariff", "play", "house")
"""Fields of a rule set that its JSON form leaves out: they follow from the variant, its options and its rows."""
_CLASSES = {op: matcher for matcher, op in OPS.items()}
_RECORDS = {"rows": Row, "options": Option, "wins": Win}
_NAMES: dict[type, tuple[str, ...]] = {
    record: tuple(field.name for field in fields(record)) for record in (*OPS, Row, Option, Win, RuleSet)
}


def to_data(rules: RuleSet) -> dict[str, Any]:
    """The rule set as dictionaries, lists, strings, numbers, ``None``."""
    data = {name: _data(getattr(rules, name)) for name in _NAMES[RuleSet] if name not in BESIDE}
    data["keywords"] = sorted(rules.keywords)
    return data


def to_json(rules: RuleSet) -> str:
    """The canonical text: keys sorted, no spaces, Chinese as it is."""
    return json.dumps(to_data(rules), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(rules: RuleSet) -> str:
    """SHA-256 of :func:`to_json`, in hexadecimal."""
    from hashlib import sha256  # loads OpenSSL

    return sha256(to_json(rules).encode()).hexdigest()


def from_data(data: Mapping[str, Any]) -> RuleSet:
    """The rule set that ``data`` describes (but for its money, which stays empty).

    >>> from tingpai.ruleset import rules
    >>> from_data(to_data(rules("hongkong"))).digest == rules("hongkong").digest
    True
    """
    values = {name: _value(value) for name, value in data.items()}
    for name, record in _RECORDS.items():
        values[name] = tuple(record(**{key: _value(value) for key, value in item.items()}) for item in data[name])
    values["keywords"] = frozenset(data["keywords"])
    values["chosen"] = frozen(data["chosen"])
    return RuleSet(**values)


def plain(value: Any) -> Any:
    """Read-only mappings and tuples as dictionaries and lists, at any depth."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def frozen(value: Any) -> Any:
    """Dictionaries and lists as read-only mappings and tuples, at any depth."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    if isinstance(value, (tuple, list)):
        return tuple(frozen(item) for item in value)
    return value


def _data(value: Any) -> Any:
    kind = type(value)
    if kind in (str, int, bool, NoneType):
        return value
    if kind in (tuple, list):
        return [_data(item) for item in value]
    if kind in OPS:
        return {"op": OPS[kind]} | {name: _data(getattr(value, name)) for name in _NAMES[kind]}
    if kind in (Row, Option, Win):
        data = {name: _data(getattr(value, name)) for name in _NAMES[kind]}
        if kind is Row:
            data["when"] = [{"match": _data(matcher), "times": times} for matcher, times in value.when]
        return data
    return plain(value)


def _value(value: Any) -> Any:
    if isinstance(value, Mapping):
        if "op" in value:
            return _CLASSES[value["op"]](**{key: _value(item) for key, item in value.items() if key != "op"})
        if "match" in value:
            return _value(value["match"]), value["times"]
    if isinstance(value, list):
        return tuple(_value(item) for item in value)
    return value

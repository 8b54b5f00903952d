"""The JSON form of a rule set: what the kernel compiles, what a digest is taken of.

Keys are the fields of :class:`~tingpai.ruleset.schema.RuleSet` but those of :data:`BESIDE`; a matcher
is an object with its ``op`` and all its fields, ``when`` a list of {"match":, "times":}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..records import names
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
    **{record: names(record) for record in (*OPS, Row, Option, Win)},
    RuleSet: tuple(name for name in names(RuleSet) if name not in BESIDE),
}


def to_data(rules: RuleSet) -> dict[str, Any]:
    """The rule set as dictionaries, lists, strings, numbers, ``None``."""
    data: dict[str, Any] = json.loads(json.dumps(_fields(rules), default=_fields))
    return data


def to_json(rules: RuleSet) -> str:
    """The canonical text: keys sorted, no spaces, Chinese as it is."""
    return json.dumps(_fields(rules), default=_fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


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


def _fields(value: Any) -> Any:
    """What JSON does not know, by what it knows, or by what this function does."""
    kind = type(value)
    if kind not in _NAMES:
        return sorted(value) if isinstance(value, frozenset) else plain(value)
    data = {name: getattr(value, name) for name in _NAMES[kind]}
    if kind is Row:
        data["when"] = [{"match": matcher, "times": times} for matcher, times in value.when]
    return {"op": OPS[kind], **data} if kind in OPS else data


def _value(value: Any) -> Any:
    if isinstance(value, Mapping):
        if "op" in value:
            return _CLASSES[value["op"]](**{key: _value(item) for key, item in value.items() if key != "op"})
        if "match" in value:
            return _value(value["match"]), value["times"]
    if isinstance(value, list):
        return tuple(_value(item) for item in value)
    return value

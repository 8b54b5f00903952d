"""Rule data by the types of its fields: the JSON Schema of a rule set, and a reader that tells every fault.

Both follow the annotations of :mod:`~tingpai.ruleset.schema` and :mod:`~tingpai.ruleset.matchers`, so that a
new field or matcher needs no word here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ..errors import shown
from .data import BESIDE, OPS
from .faults import LARGEST, Faults
from .matchers import Matcher
from .schema import Option, Row, RuleSet, Scaling, Win

DRAFT = "https://json-schema.org/draft/2020-12/schema"
CONDITION = tuple[Matcher, int]
"""A matcher and its multiplier: in JSON an object, not a list."""
DEEPEST = 8

_PLAIN = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}
_BY_OP: dict[str, type[Any]] = {op: kind for kind, op in OPS.items()}
_OF_CONDITION = {"match": Matcher, "times": int}


# The schema -------------------------------------------------------------------------------


def rule_set_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what :func:`~tingpai.ruleset.data.to_data` gives, with its digest or without.

    >>> sorted(rule_set_schema()["$defs"])[:4]
    ['AllOf', 'Condition', 'Copies', 'Counts']
    """
    whole = _object(RuleSet)
    whole["properties"]["digest"] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    return {"$schema": DRAFT, "title": "tingpai rule set", **whole, "$defs": definitions()}


def rule_file_schema(extends: str, rows: Iterable[Row], options: Collection[Option]) -> dict[str, Any]:
    """The JSON Schema of a rule file that extends a variant of these rows and options."""
    text = {"type": "string"}
    off = [id for option in options if option.kind == "rows" for id in option.choices]
    names = dict.fromkeys(off, "A row that is off unless it is switched on")
    names |= {row.id: f"{row.zh} {row.en}" for row in rows}
    changed = {name: schema(kind) for name, kind in types(Row).items() if name != "id"} | {"on": {"type": "boolean"}}
    properties = {
        "extends": {"const": extends},
        **dict.fromkeys(("id", "zh", "en", "version"), text),
        "options": _closed({option.name: _option(option) for option in options}, required=[]),
        "rows": {
            "type": "object",
            "properties": {id: {"$ref": "#/$defs/Change", "description": name} for id, name in names.items()},
            "additionalProperties": {"$ref": "#/$defs/Change", "required": ["zh", "en", "value", "when"]},
        },
    }
    whole = _closed(properties, required=["extends"])
    change = {"description": "Fields of a row that differ.", **_closed(changed, required=[])}
    defs = definitions(whole=False) | {"Change": change}
    return {"$schema": DRAFT, "title": f"tingpai rule file extending {extends}", **whole, "$defs": defs}


def definitions(whole: bool = True) -> dict[str, Any]:
    """The ``$defs`` that :func:`schema` refers to; unless ``whole``, fields with defaults may be left out."""
    condition = {name: schema(kind) for name, kind in _OF_CONDITION.items()}
    return {
        "Condition": {
            "description": "A matcher, and what the row's value is multiplied by where it holds.",
            **_closed(condition, required=list(condition) if whole else ["match"]),
        },
        "Matcher": {"anyOf": [schema(kind) for kind in get_args(Matcher)]},
        **{kind.__name__: _object(kind, whole) for kind in get_args(Matcher)},
        **({kind.__name__: _object(kind) for kind in (Row, Option, Win)} if whole else {}),
    }


def schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of one type.

    >>> schema(tuple[int, int] | None)["anyOf"][1]
    {'type': 'null'}
    """
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind == CONDITION:
        return {"$ref": "#/$defs/Condition"}
    if kind == Matcher:
        return {"$ref": "#/$defs/Matcher"}
    if is_dataclass(kind):
        return {"$ref": f"#/$defs/{getattr(kind, '__name__', '')}"}
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return {"enum": list(arguments)}
        case origin if origin in (Union, UnionType):
            return {"anyOf": [schema(one) for one in arguments]}
        case origin if origin is frozenset:
            return {"type": "array", "items": schema(arguments[0]), "uniqueItems": True}
        case origin if origin is tuple and arguments[-1] is Ellipsis:
            return {"type": "array", "items": schema(arguments[0])}
        case origin if origin is tuple:
            each = [schema(one) for one in arguments]
            return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each)}
        case origin if origin is Mapping:
            return {"type": "object"}
    return {}


def _option(option: Option) -> dict[str, Any]:
    """The JSON Schema of what an option takes."""
    low, high = option.range or (0, LARGEST)
    change = {"value": schema(int), "scaling": schema(Scaling)}
    takes: dict[str, dict[str, Any]] = {
        "int": {"type": "integer", "minimum": low, "maximum": high},
        "bool": {"type": "boolean"},
        "choice": {"enum": list(option.choices)},
        "rows": {"type": "array", "items": {"enum": list(option.choices)}},
        "overrides": {
            "type": "object",
            "additionalProperties": {"anyOf": [schema(int), _closed(change, required=[]) | {"minProperties": 1}]},
        },
    }
    return {"description": f"{option.meaning} ({option.clause})", **takes[option.kind]}


def _object(kind: type[Any], whole: bool = True) -> dict[str, Any]:
    required = [name for name in types(kind) if whole or name not in defaults(kind)]
    properties = {name: schema(of) for name, of in types(kind).items()}
    if kind in OPS:
        properties = {"op": {"const": OPS[kind]}, **properties}
        required.insert(0, "op")
    return {"description": cleandoc(kind.__doc__ or ""), **_closed(properties, required)}


def _closed(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def types(kind: type[Any]) -> dict[str, Any]:
    """The type of each field that is in the JSON form."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.name not in BESIDE}


# The reader -------------------------------------------------------------------------------


def read(kind: Any, value: Any, path: str, faults: Faults) -> Any:
    """``value``, as JSON or TOML gives it, as a value of type ``kind``; where it is none, ``faults`` says so.

    >>> faults = Faults()
    >>> read(tuple[int, ...], [1, "2"], "ranks", faults), str(faults)
    ((1, None), "ranks.1: expected a whole number from 0 to 9999, found '2'")
    """
    if kind == CONDITION:
        found = read_fields(_OF_CONDITION, value, path, faults, given={"times": 1})
        return found.get("match"), found.get("times")
    if kind == Matcher:
        return _read_matcher(value, path, faults)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(value, list):
        endless = arguments[-1] is Ellipsis
        if endless or len(value) == len(arguments):
            each = zip(arguments[:1] * len(value) if endless else arguments, value, strict=True)
            return tuple(read(of, one, f"{path}.{number}", faults) for number, (of, one) in enumerate(each))
    if origin in (Union, UnionType):
        for one in arguments:
            tried = Faults()
            found = read(one, value, path, tried)
            if not tried:
                return found
    if _is(kind, value):
        return value
    faults.add(path, "expected", expected=kind, found=shown(value))
    return None


def read_fields(
    kinds: Mapping[str, Any],
    value: Any,
    path: str,
    faults: Faults,
    given: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The fields of an object, each of its type.  ``given``: the values of those that may be left out; without
    it all may, and stay out."""
    if not isinstance(value, dict):
        faults.add(path, "expected", expected=dict, found=shown(value))
        return {}
    found = dict(given or {})
    for name, one in value.items():
        if name in kinds:
            found[name] = read(kinds[name], one, f"{path}.{name}", faults)
        else:
            faults.unknown(f"{path}.{name}", "key", kinds)
    if given is not None:
        for name in kinds:
            if name not in found:
                faults.add(path, "field_missing", name=name, expected=kinds[name])
    return found


def defaults(kind: type[Any]) -> dict[str, Any]:
    """The fields of a record that may be left out, with their defaults."""
    return {field.name: field.default for field in fields(kind) if field.default is not MISSING}


def _read_matcher(value: Any, path: str, faults: Faults) -> Any:
    if path.count(".of") > DEEPEST:
        faults.add(path, "too_deep", most=DEEPEST)
        return None
    if not isinstance(value, dict) or "op" not in value:
        faults.add(path, "expected", expected=Matcher, found=shown(value))
        return None
    op = value["op"]
    if not isinstance(op, str) or op not in _BY_OP:
        faults.add(f"{path}.op", "one_of", known=", ".join(_BY_OP), found=shown(op))
        return None
    kind = _BY_OP[op]
    asked = {name: one for name, one in value.items() if name != "op"}
    before = len(faults)
    found = read_fields(types(kind), asked, path, faults, given=defaults(kind))
    return kind(**found) if len(faults) == before else None


def _is(kind: Any, value: Any) -> bool:
    if get_origin(kind) is Literal:
        return any(type(one) is type(value) and one == value for one in get_args(kind))
    return type(value) is kind and (kind is not int or 0 <= value <= LARGEST)

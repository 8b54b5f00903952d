"""Rule files: what a table has agreed, as the difference from a variant.  TOML or JSON.

    extends = "baida"               # a variant
    zh = "週四牌局"                  # optional, as id, en and version
    [options]                       # house options of the variant
    min_fan = 8
    [rows.pure_dragon]              # fields of a row that differ; on = false leaves the row out
    value = 12
    [rows.middle_pair]              # a row of the table's own says everything: see tingpai rules --schema
    zh = "中對"
    en = "Middle pair"
    value = 2
    when = [{ match = { op = "pair", within = "456m456p456s" } }]

Unknown keys are faults, and all faults are told at once, each with its path.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from .. import _internal
from ..errors import RuleConfigError, shown
from ..records import replace
from .check import check
from .data import frozen, plain, to_json
from .faults import Faults, RuleFault
from .options import settle, without
from .registry import options_of, rules, variant_ids
from .schema import Row, RuleSet
from .typed import defaults, read, read_fields, types

KEYS = ("extends", "id", "zh", "en", "version", "options", "rows")
NAMES = {"id": str, "zh": str, "en": str, "version": str}
SUFFIXES = (".toml", ".json")
OWN = {"clause": "house", "source": "rule file"}
"""What a row of the table's own may leave out, beside the fields that have defaults."""

_known: WeakValueDictionary[str, RuleSet] = WeakValueDictionary()
"""Rule sets of files that are in use, by digest."""


def load_rules(path: str | os.PathLike[str], /, **options: Any) -> RuleSet:
    """The rule set that a rule file describes; ``options`` come before those of the file.

    The same content gives the same object while it is in use, and a file that changes nothing the variant's own.
    Raises :class:`~tingpai.errors.RuleConfigError`, which names the file and every fault in it.
    """
    return extended(read_file(path), source=os.fspath(path), **options)


def read_file(path: str | os.PathLike[str], /) -> dict[str, Any]:
    """What a rule file holds, as its suffix says in TOML or in JSON."""
    if not isinstance(path, (str, os.PathLike)):
        raise _error("rules", "no_path", found=shown(path))
    name = os.fspath(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in SUFFIXES:
        raise _error(name, "suffix", suffixes=" or ".join(SUFFIXES))
    try:
        with open(name, "rb") as file:
            text = file.read().decode("utf-8-sig")
        found = tomllib.loads(text) if suffix == ".toml" else json.loads(text, object_pairs_hook=_once)
    except OSError as error:
        raise _error(name, "unreadable", why=error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:
        raise _error(name, "no_format", format=suffix[1:].upper(), why=shown(str(error), 200)) from None
    if not isinstance(found, dict):
        raise _error(name, "expected", expected=dict, found=shown(found))
    return found


def extended(data: Mapping[str, Any], /, *, source: str = "rules", **options: Any) -> RuleSet:
    """The rule set that the content of a rule file describes.

    >>> house = extended({"extends": "hongkong", "options": {"min_fan": 1}, "rows": {"all_pungs": {"value": 4}}})
    >>> house.min_total, [row.value for row in house.rows if row.id == "all_pungs"]
    (1, [4])
    >>> extended({"extends": "hongkong"}) is rules("hongkong")
    True
    """
    faults = Faults()
    built = _extended(data, options, faults)
    if faults or built is None:
        raise _refusal(source, faults)
    known = _known.setdefault(built.digest, built)
    return known if known == built else built


def _error(source: str, problem: str, **named: Any) -> RuleConfigError:
    """The refusal of a file for one fault of its own."""
    return _refusal(source, Faults([RuleFault("", problem, named)]))


def _refusal(source: str, faults: Faults) -> RuleConfigError:
    return RuleConfigError(source, str(faults), details={"faults": tuple(faults)})


def content(rules: RuleSet, /) -> dict[str, Any]:
    """What :func:`extended` makes this rule set of, for a log: the variant, its options, what a file changed.

    >>> content(rules("hongkong", limit=8))["options"]["limit"]
    8
    """
    house: dict[str, Any] = plain(rules.house or {"extends": rules.id})
    return {**house, "options": plain(rules.chosen)}


def _extended(data: Mapping[str, Any], options: Mapping[str, Any], faults: Faults) -> RuleSet | None:
    named = _names(data, faults)
    extends = data.get("extends")
    if not isinstance(extends, str) or extends not in variant_ids():
        faults.add("extends", "one_of", known=", ".join(variant_ids()), found=shown(extends))
        return None
    changes = _changes(data.get("rows", {}), faults)
    settle(options_of(extends), options)
    chosen = {**_options(extends, data.get("options", {}), faults), **options}
    for option in options_of(extends):
        # Rows that are off by default are switched on where their option is.
        if option.kind == "rows" and (on := [id for id in option.choices if changes.get(id, {}).get("on")]):
            chosen[option.name] = [*chosen.get(option.name, option.default), *on]
    try:
        base = rules(extends, **chosen)
    except RuleConfigError as error:
        _add(error, faults)
        return None
    rows = _rows(base, changes, faults)
    if faults or (rows, named) == (base.rows, {}):
        return base
    house = {key: value for key, value in data.items() if key != "options"}
    built = replace(base, rows=rows, house=frozen(house), **named)
    _check(built, faults)
    return built


def _names(data: Mapping[str, Any], faults: Faults) -> dict[str, Any]:
    """What the table calls its rules; a key that there is not is a fault."""
    named: dict[str, Any] = {}
    for key, value in data.items():
        if key not in KEYS:
            faults.unknown(key, "key", KEYS)
        elif key in NAMES:
            named[key] = read(str, value, key, faults)
            if named[key] is not None and not (value.isidentifier() if key == "id" else value.strip()):
                faults.add(key, "not_a_word" if key == "id" else "empty_text", found=shown(value))
    return named


def _options(extends: str, given: Any, faults: Faults) -> dict[str, Any]:
    """The options given, each judged by itself; those that cannot be are left out."""
    chosen: dict[str, Any] = {}
    for name, value in _table(given, "options", faults):
        try:
            chosen[name] = settle(options_of(extends), {name: value})[name]
        except RuleConfigError as error:
            _add(error, faults)
    return chosen


def _add(error: RuleConfigError, faults: Faults) -> None:
    for one in error.each:
        faults.add(f"options.{one.option}", "option", error=one)


def _changes(given: Any, faults: Faults) -> dict[str, dict[str, Any]]:
    """For each row its fields that differ, and ``on``."""
    kinds = {name: kind for name, kind in types(Row).items() if name != "id"} | {"on": bool}
    return {id: read_fields(kinds, fields, f"rows.{id}", faults) for id, fields in _table(given, "rows", faults)}


def _table(given: Any, path: str, faults: Faults) -> Iterable[tuple[str, Any]]:
    if isinstance(given, dict):
        return given.items()
    faults.add(path, "expected", expected=dict, found=shown(given))
    return ()


def _rows(base: RuleSet, changes: Mapping[str, dict[str, Any]], faults: Faults) -> tuple[Row, ...]:
    """The rows of ``base`` changed, then the table's own."""
    table = {row.id: row for row in base.rows}
    dropped = {id for id, fields in changes.items() if fields.get("on") is False}
    for id, fields in changes.items():
        change: dict[str, Any] = {name: value for name, value in fields.items() if name != "on"}
        if id in table:
            if "value" in change:
                change.setdefault("value_if_claimed", None)
            if not faults:
                table[id] = replace(table[id], **change)
        elif "when" in change:
            table |= _own_row(id, change, base, faults)
        elif not (change == {} and any(id in option.choices for option in base.options)):
            faults.unknown(f"rows.{id}", "row (one of the table's own says when it holds)", table)
    return without(table.values(), dropped)


def _own_row(id: str, fields: dict[str, Any], base: RuleSet, faults: Faults) -> dict[str, Row]:
    given = defaults(Row) | OWN
    given["shapes"] = tuple(shape for shape in given["shapes"] if shape in base.shapes)
    missing = [name for name in types(Row) if name not in (*fields, *given, "id")]
    if missing:
        faults.add(f"rows.{id}", "fields_missing", names=", ".join(missing))
    if not id.isidentifier():
        faults.add(f"rows.{id}", "id_not_a_word")
    return {} if faults else {id: Row(id=id, **(given | fields))}


def _check(built: RuleSet, faults: Faults) -> None:
    """Whether the rows hold together, and the kernel can compile them."""
    try:
        check(built)
        _internal.Table(to_json(built))
    except RuleConfigError as error:
        faults.add(error.option, "rows", rules=built.id, faults=Faults(error.details["faults"]))
    except ValueError as error:
        faults.add("rows", "not_compiled", why=str(error))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON file; a key that stands twice is refused, as TOML does."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} stands twice")
    return found

"""Rule sets by id.  A variant is a module of :mod:`tingpai.variants`, found by its file.

It holds ``VARIANT_ID``, ``OPTIONS`` and ``build(chosen) -> RuleSet``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .. import variants
from ..records import replace
from .check import check
from .data import plain
from .options import overridden, settle, unknown
from .schema import Option, RuleSet

_built: dict[str, RuleSet] = {}


def rules(id: str, /, **options: Any) -> RuleSet:
    """The rule set of variant ``id`` under house ``options``; built once, then the same object.

    Raises :class:`~tingpai.errors.RuleConfigError` naming the option that is unknown or
    whose value does not do.

    >>> rules("hongkong", min_fan=0).min_total
    0
    >>> rules("hongkong") is rules("hongkong", min_fan=3)
    True
    """
    if not options and isinstance(id, str) and id in _built:
        return _built[id]
    variant = _variant(id)
    chosen = settle(variant.OPTIONS, options)
    key = json.dumps([id, plain(chosen)])
    if key not in _built:
        built = _build(variant, chosen)
        _built[key] = built
        if chosen == settle(variant.OPTIONS, {}):
            _built[id] = built
    return _built[key]


def options_of(id: str, /) -> tuple[Option, ...]:
    """The options that variant ``id`` knows."""
    options: tuple[Option, ...] = _variant(id).OPTIONS
    return options


@cache
def variant_ids() -> tuple[str, ...]:
    """The ids that :func:`rules` knows, in alphabetical order."""
    files = map(os.path.splitext, os.listdir(variants.__path__[0]))
    return tuple(sorted(name for name, extension in files if extension == ".py" and name[0] != "_"))


def _variant(id: str) -> Any:
    if id not in variant_ids():
        raise unknown("rules", "variant", id, variant_ids())
    return import_module(f"{variants.__name__}.{id}")


def _build(variant: Any, chosen: Mapping[str, Any]) -> RuleSet:
    built: RuleSet = variant.build(chosen)
    for option in built.options:
        if option.kind == "overrides" and chosen[option.name]:
            built = replace(built, rows=overridden(option.name, built.rows, chosen[option.name]))
    check(built)
    return built

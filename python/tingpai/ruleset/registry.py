"""Rule sets by id.  A variant is a module of :mod:`tingpai.variants`, found by its file.

It holds ``VARIANT_ID``, ``OPTIONS`` and ``build(chosen) -> RuleSet``.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any
from weakref import WeakValueDictionary

from .. import variants
from ..records import replace
from .check import check
from .data import plain
from .options import overridden, settle, unknown
from .schema import Option, RuleSet

KEPT = 32
"""Rule sets that are kept for the next call though nobody else keeps them: those asked for last."""

_defaults: dict[str, RuleSet] = {}
_built: WeakValueDictionary[str, RuleSet] = WeakValueDictionary()
_recent: OrderedDict[str, RuleSet] = OrderedDict()


def rules(id: str, /, **options: Any) -> RuleSet:
    """The rule set of variant ``id`` under house ``options``: the same object as long as it is in use.

    Raises :class:`~tingpai.errors.RuleConfigError` naming every option that is unknown or
    whose value does not do.

    >>> rules("hongkong", min_fan=0).min_total
    0
    >>> rules("hongkong") is rules("hongkong", min_fan=3)
    True
    """
    if not options and isinstance(id, str) and id in _defaults:
        return _defaults[id]
    variant = _variant(id)
    chosen = settle(variant.OPTIONS, options)
    key = json.dumps([id, plain(chosen)])
    found = _recent.pop(key, None) or _built.get(key)
    if found is None:
        found = _built[key] = _build(variant, chosen)
        if chosen == settle(variant.OPTIONS, {}):
            _defaults[id] = found
    _recent[key] = found
    if len(_recent) > KEPT:
        _recent.popitem(last=False)
    return found


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

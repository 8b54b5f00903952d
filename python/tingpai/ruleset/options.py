"""House options: what a table may choose, checked once, and what a choice does to rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, get_args

from ..errors import RuleConfigError, shown
from ..records import replace
from .data import frozen
from .matchers import Matcher, Residual
from .schema import Option, Row, Scaling

SCALINGS: tuple[str, ...] = get_args(Scaling)
_VALUES = (0, 9999)
_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def settle(options: Iterable[Option], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Every option's value, read-only: those given, checked, and the defaults of the others.

    Raises :class:`RuleConfigError` naming every option that is unknown or ill-chosen.
    """
    table = {option.name: option for option in options}

    def read(name: str) -> Any:
        if name not in table:
            raise unknown(name, "option", name, table)
        return checked(table[name], given[name])

    chosen = each(read, given)
    values: dict[str, Any] = {}
    for name, option in table.items():
        # An option that others' defaults hang on stands before them in the table.
        follows = [default for other, value, default in option.default_when if values[other] == value]
        values[name] = chosen.get(name, frozen(follows[0] if follows else option.default))
    settled: Mapping[str, Any] = frozen(values)
    return settled


def each(read: Callable[[str], Any], names: Iterable[str]) -> dict[str, Any]:
    """What ``read`` makes of each name; what it raises for several is told together."""
    found, errors = {}, []
    for name in names:
        try:
            found[name] = read(name)
        except RuleConfigError as error:
            errors.append(error)
    if errors:
        raise RuleConfigError.together(errors)
    return found


def checked(option: Option, value: Any) -> Any:
    """``value`` in its one canonical form.  Types are strict: ``True`` is no number.

    >>> checked(Option(name="pay", default="full", clause="", meaning="", kind="choice", choices=("full",)), "full")
    'full'
    """
    if not _fits(option, value):
        found = shown(value)
        details = {**expected_data(option), "found": found}
        raise RuleConfigError(option.name, f"expected {expected(option)}, found {found}", details=details)
    if option.kind == "rows":
        if strange := [id for id in value if id not in option.choices]:
            errors = (unknown(option.name, "row to switch on", id, option.choices) for id in strange)
            raise RuleConfigError.together(errors)
        return tuple(id for id in option.choices if id in value)
    if option.kind == "overrides":
        return frozen(each(lambda id: _override(option, id, value[id]), sorted(value)))
    return value


def expected(option: Option) -> str:
    """What values an option takes, in words."""
    match option.kind:
        case "int":
            low, high = option.range or _VALUES
            return f"a whole number from {low} to {high}"
        case "bool":
            return "True or False"
        case "choice":
            return "one of " + ", ".join(option.choices)
        case "rows":
            return "a list of " + ", ".join(option.choices)
        case "overrides":
            return 'a mapping of row ids to values or {"value": number, "scaling": word}'


def expected_data(option: Option) -> dict[str, Any]:
    """What :func:`expected` says, for programs."""
    match option.kind:
        case "int":
            low, high = option.range or _VALUES
            return {"low": low, "high": high}
        case "bool":
            return {"expected": ("True", "False")}
        case "overrides":
            return {"example": 'pure_dragon=12, {"value": 12, "scaling": "flat"}'}
    return {"expected": option.choices}


def parse_option(option: Option, text: str) -> Any:
    """The value that ``text`` writes, for command lines: ``12``, ``on``, ``4-4``,
    ``no_fives,below_five`` (rows), ``pure_dragon=12,all_pungs=20:flat`` (overrides).

    >>> flowers = Option(name="flowers", default=True, clause="", meaning="", kind="bool")
    >>> parse_option(flowers, "off")
    False
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    value: Any = text
    match option.kind:
        case "int":
            value = _number(text)
        case "bool":
            value = _WORDS.get(text.lower(), text)
        case "rows":
            value = parts
        case "overrides":
            value = {}
            for part in parts:
                id, equals, change = part.partition("=")
                number, _, scaling = change.partition(":")
                if not equals:
                    details = {"example": "row=value, row=value:scaling", "found": shown(part)}
                    problem = f"expected row=value or row=value:scaling, found {shown(part)}"
                    raise RuleConfigError(option.name, problem, details=details)
                value[id.strip()] = ({"value": _number(number)} if number else {}) | (
                    {"scaling": scaling} if scaling else {}
                )
    return checked(option, value)


def without(rows: Iterable[Row], dropped: Collection[str]) -> tuple[Row, ...]:
    """The rows but those ``dropped``, and no mention of these in what is left."""

    def kept(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(id for id in ids if id not in dropped)

    def matcher(asked: Matcher) -> Matcher:
        if isinstance(asked, Residual):
            return replace(asked, free=kept(asked.free), limited=kept(asked.limited))
        return asked

    return tuple(
        replace(
            row,
            excludes=kept(row.excludes),
            beside=kept(row.beside),
            when=tuple((matcher(asked), times) for asked, times in row.when),
        )
        for row in rows
        if row.id not in dropped
    )


def overridden(option: str, rows: tuple[Row, ...], overrides: Mapping[str, Mapping[str, Any]]) -> tuple[Row, ...]:
    """The rows with the values and scalings that ``overrides`` changes."""
    ids = [row.id for row in rows]
    if strange := [id for id in overrides if id not in ids]:
        raise RuleConfigError.together(unknown(option, "row", id, ids) for id in strange)
    changed = []
    for row in rows:
        change = dict(overrides.get(row.id, {}))
        if "value" in change:
            change["value_if_claimed"] = None
        changed.append(replace(row, **change))
    return tuple(changed)


def unknown(option: str, what: str, name: object, known: Iterable[str]) -> RuleConfigError:
    """The error about a name that there is not; it tells the nearest known one, or all of them if they are few."""
    from difflib import get_close_matches

    names = tuple(known)
    close = get_close_matches(name[:80], names, n=1) if isinstance(name, str) else []
    details: dict[str, Any] = {"unknown": what, "found": shown(name)}
    problem = f"there is no {what} {shown(name)}"
    if close:
        details["nearest"] = close[0]
        problem += f"; did you mean {close[0]}?"
    elif 0 < len(names) <= 40:
        details["known"] = names
        problem += f"; there are {', '.join(names)}"
    return RuleConfigError(option, problem, details=details)


def _fits(option: Option, value: Any) -> bool:
    match option.kind:
        case "int":
            low, high = option.range or _VALUES
            return type(value) is int and low <= value <= high
        case "bool":
            return type(value) is bool
        case "choice":
            return isinstance(value, str) and value in option.choices
        case "rows":
            return isinstance(value, (list, tuple)) and all(isinstance(id, str) for id in value)
        case "overrides":
            return isinstance(value, Mapping) and all(isinstance(id, str) for id in value)


def _override(option: Option, id: str, change: Any) -> dict[str, Any]:
    parts = dict(change) if isinstance(change, Mapping) else {"value": change}
    low, high = _VALUES
    value, scaling = parts.get("value", low), parts.get("scaling", SCALINGS[0])
    if not parts or not parts.keys() <= {"value", "scaling"} or type(value) is not int or not low <= value <= high:
        found = shown(change)
        details: dict[str, Any] = {"row": id, "low": low, "high": high, "found": found}
        problem = f"expected a whole number from {low} to {high} for {id}, found {found}"
        raise RuleConfigError(option.name, problem, details=details)
    if scaling not in SCALINGS:
        found = shown(scaling)
        details = {"row": id, "expected": SCALINGS, "found": found}
        problem = f"expected {', '.join(SCALINGS)} as scaling of {id}, found {found}"
        raise RuleConfigError(option.name, problem, details=details)
    return parts


def _number(text: str) -> int | str:
    """The number that the text writes in plain digits, or the text."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else text

"""What a person reads about rule sets: the list of variants, and one variant's table with its options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .answers import headed
from .describe import describe
from .layout import Paint, table, wrap
from .words import OPTIONS_ZH, Words

if TYPE_CHECKING:
    from ..ruleset.schema import Option, Row, RuleSet


def variant_data(rules: RuleSet) -> dict[str, Any]:
    """One variant of the list, as data."""
    return {
        "id": rules.id,
        "zh": rules.zh,
        "en": rules.en,
        "tiles_in_hand": rules.tiles_in_hand,
        "unit": rules.unit,
        "rows": len(rules.rows),
        "status": "scores" if rules.payout is None else "scores_and_pays",
    }


def variant_lines(variants: Sequence[RuleSet], words: Words, paint: Paint) -> Iterator[str]:
    heading = [*map(words, ("variant", "name", "tiles_in_hand", "rows", "status"))]
    body = []
    for rules in variants:
        data = variant_data(rules)
        name = words.name(rules)
        body.append([rules.id, name, str(rules.tiles_in_hand), str(len(rules.rows)), words(data["status"])])
    yield from headed(table([heading, *body], "<<>><"), paint)


def table_lines(rules: RuleSet, words: Words, paint: Paint) -> Iterator[str]:
    """Everything a table of rules says: facts, patterns with their conditions and clauses, house options."""
    yield paint.bold(f"{words.name(rules)} ({rules.id})")
    yield words("digest", version=rules.version, digest=rules.digest)
    limit = words("no_limit") if rules.limit is None else words("limit", limit=rules.limit)
    unit = words.known("unit", rules.unit)
    yield words("facts", tiles=rules.tiles_in_hand, minimum=rules.min_total, unit=unit, limit=limit)
    ways = []
    for win in rules.wins:
        way = words.known("by", win.by)
        ways.append(words("refused", way=way) if win.refused else way)
    yield from wrap(words.label("ways", words.list(ways)), indent=0)
    if any(row.scaling == "scaled" for row in rules.rows):
        yield words("grades", *rules.grades)
    yield ""
    yield paint.bold(words("rows_of"))
    yield from _row_lines(rules, words, paint)
    yield ""
    yield paint.bold(words("options_of"))
    for option in rules.options:
        yield from _option_lines(option, rules.chosen.get(option.name, option.default), words, paint)


def _row_lines(rules: RuleSet, words: Words, paint: Paint) -> Iterator[str]:
    if not rules.rows:
        yield f"  {words('none')}"
    names = {row.id: row.zh if words.lang == "zh" else f"{row.zh} {row.en}" for row in rules.rows}
    heads = table([_row_head(row, words) for row in rules.rows], "<<><<<" if words.lang == "en" else "<><<<")
    for row, head in zip(rules.rows, heads, strict=True):
        yield head
        for condition in _conditions(row, words, names):
            yield from wrap(condition, indent=6)
        for line in wrap(words.clauses(_notes(row, rules, words, names)), indent=6):
            yield paint.dim(line)


def _conditions(row: Row, words: Words, names: dict[str, str]) -> Iterator[str]:
    """When the row holds: a text for each matcher, any of which does."""
    for place, (matcher, times) in enumerate(row.when):
        condition = describe(matcher, words, names)
        if times != 1:
            condition = words("times", times=times, condition=condition)
        yield words("or_when", condition=condition) if place else condition


def _row_head(row: Row, words: Words) -> list[str]:
    value = str(row.value) if row.value_if_claimed is None else f"{row.value}/{row.value_if_claimed}"
    named = [row.zh, row.en] if words.lang == "en" else [row.zh]
    return [*named, value, words(f"row_{row.scaling}"), f"{row.clause} ({row.source})", row.id]


def _notes(row: Row, rules: RuleSet, words: Words, names: dict[str, str]) -> Iterator[str]:
    if row.value_if_claimed is not None:
        yield words("claimed_value", value=row.value_if_claimed)
    if row.repeat == "once":
        yield words("once")
    for label, group in (("pool", row.pool), ("tier", row.tier)):
        members = [other.id for other in rules.rows if group is not None and getattr(other, label) == group]
        if len(members) > 1:
            yield words(label, rows=_named(members, names, words))
    yield from _overlaps(row, rules, words, names)
    if row.excludes:
        yield words("excludes", rows=_named(row.excludes, names, words))
    if row.alone:
        yield words("alone")
    if not row.counts_to_min:
        yield words("not_to_minimum")
    if row.capped:
        yield words("capped")


def _overlaps(row: Row, rules: RuleSet, words: Words, names: dict[str, str]) -> Iterator[str]:
    """Which other rows it may not lie within, or share sets with."""
    if row.family is not None:
        family = [other.id for other in rules.rows if other.family == row.family]
        yield words("family", rows=_named(family, names, words))
    if row.beside:
        yield words("beside", rows=_named(row.beside, names, words))
    if row.kinds:
        kin = [other.id for other in rules.rows if not set(row.kinds).isdisjoint(other.kinds)]
        yield words("kinds", rows=_named(kin, names, words))


def _named(rows: Sequence[str], names: dict[str, str], words: Words) -> str:
    return words.list(dict.fromkeys(names.get(row, row).split(" ")[0] for row in rows))


def _option_lines(option: Option, chosen: Any, words: Words, paint: Paint) -> Iterator[str]:
    state = words("default", value=_value(option.default, words))
    if chosen != option.default:
        state = f"{words('chosen', value=_value(chosen, words))} ({state})"
    yield f"  {option.name}: {words.clauses((_choices(option, words), state, option.clause))}"
    meaning = OPTIONS_ZH.get(option.name, option.meaning) if words.lang == "zh" else option.meaning
    for line in wrap(meaning, indent=6):
        yield paint.dim(line)


def _choices(option: Option, words: Words) -> str:
    if option.kind == "bool":
        return f"{words('on')} | {words('off')}" if words.lang == "en" else "on(有)| off(無)"
    if option.kind == "choice":
        return " | ".join(option.choices)
    if option.kind == "int" and option.range is not None:
        return words("number", low=option.range[0], high=option.range[1])
    return words("row_ids" if option.kind == "rows" else "row_values")


def _value(value: Any, words: Words) -> str:
    if isinstance(value, bool):
        return words("on" if value else "off")
    if not value and value != 0:
        return words("none")
    return words.list(map(str, value)) if isinstance(value, (tuple, list)) else str(value)

"""Changes a rule table in one place at a time and tells which golden hands notice.

    python tests/mutate.py [variant ...] [--lonely N]

prints one line for each change: how many hands notice, and the first of them; the changes that N hands or fewer
notice (0 by default) stand last.  The tests use the same changes: see test_exclusions.py.

    python tests/mutate.py --record

makes all changes to all tables, and those to what they pay (mutate_money.py), and writes how many hands or facts notice
each to ``tests/data/mutations.json``; test_mutations.py tells when that record no longer covers the tables.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import tingpai as tp
from conftest import DATA, cases
from implied import NEVER_TOGETHER, SAID_TWICE
from tingpai.ruleset import Row, RuleSet
from tingpai.ruleset import matchers as m

VARIANTS = tp.variant_ids()
Answer = tuple[int, str | None, dict[str, int]]


# The golden hands


@cache
def golden(variant: str) -> tuple[dict[str, Any], ...]:
    """The golden hands of a variant: those for its rows, and the worked cases."""
    worked = [case for case in cases("scored") if case["rules"] == variant]
    return (*cases(f"rows_{variant}"), *worked)


@cache
def rules_of(variant: str, options: str) -> RuleSet:
    return tp.rules(variant, **json.loads(options))


def options_of(case: dict[str, Any]) -> str:
    return json.dumps(case["options"], sort_keys=True)


def usual_options(hands: Iterable[dict[str, Any]]) -> Any:
    """The house options that most hands are scored under."""
    return json.loads(Counter(map(options_of, hands)).most_common(1)[0][0])


def answer(case: dict[str, Any], rules: RuleSet) -> Answer:
    # Parsed anew: a hand remembers what it was asked, and with that every changed table.
    result = tp.score(tp.Hand.parse(case["hand"]), rules, **case["situation"])
    lines: Counter[str] = Counter()
    for line in result.lines:
        lines[line.id] += line.subtotal
    return result.total, result.reason, dict(lines)


@cache
def plain_answers(variant: str) -> tuple[Answer, ...]:
    return tuple(answer(case, rules_of(variant, options_of(case))) for case in golden(variant))


# The changes


@dataclass(frozen=True)
class Change:
    """What happens to rows, by id: to one, and where a relation is written on both sides to the other."""

    variant: str
    name: str
    of: tuple[tuple[str, Callable[[Row], Row]], ...]

    def __str__(self) -> str:
        return self.name

    @property
    def row(self) -> str:
        return self.of[0][0]

    def __add__(self, other: Change) -> Change:
        return Change(self.variant, f"{self}; {other}", self.of + other.of)

    def apply(self, rules: RuleSet) -> RuleSet | None:
        """The rule set changed; None where it has no such thing to change."""
        rows = {row.id: row for row in rules.rows}
        for id, of in self.of:
            if id in rows:
                rows[id] = of(rows[id])
        changed = tuple(rows.values())
        return None if changed == rules.rows else replace(rules, rows=changed)


def _without(field: str, entry: str, row: Row) -> Row:
    changes: dict[str, Any] = {field: tuple(other for other in getattr(row, field) if other != entry)}
    return replace(row, **changes)


def _set(field: str, value: Any, row: Row) -> Row:
    changes: dict[str, Any] = {field: value}
    return replace(row, **changes)


def _without_condition(place: int, condition: m.Not, row: Row) -> Row:
    when = list(row.when)
    top, times = when[place]
    if isinstance(top, m.AllOf):
        when[place] = m.AllOf(tuple(one for one in top.of if one != condition)), times
    return replace(row, when=tuple(when))


def _short(matcher: m.Matcher) -> str:
    match matcher:
        case m.AllOf(of=members):
            return " and ".join(map(_short, members))
        case m.Event(names=names, by=by):
            return " ".join((*names, *by))
        case m.Sets(kind=kind):
            return kind
        case _:
            return type(matcher).__name__.lower()


def worth_one_more(row: Row) -> Row:
    return replace(row, value=row.value + 1)


def _without_multipliers(row: Row) -> Row:
    return replace(row, when=tuple((matcher, 1) for matcher, _ in row.when))


def whole_table(variant: str) -> tuple[Row, ...]:
    """Every row that a variant may have, whatever its options."""
    plain = rules_of(variant, "{}")
    others: list[dict[str, Any]] = []
    for option in plain.options:
        if option.kind == "rows":
            others.append({option.name: option.choices})
        elif option.kind == "bool":
            others.append({option.name: not option.default})
    rows = {row.id: row for row in plain.rows}
    for other in others:
        for row in rules_of(variant, json.dumps(other)).rows:
            rows.setdefault(row.id, row)
    return tuple(rows.values())


def values(variant: str) -> Iterator[Change]:
    """Each value, one more; and where a row has one, its value in a claimed hand, its multiplier, its grade."""
    for row in whole_table(variant):
        yield Change(variant, f"{row.id}: worth one more", ((row.id, worth_one_more),))
        if row.value_if_claimed is not None:
            more = partial(_set, "value_if_claimed", row.value_if_claimed + 1)
            yield Change(variant, f"{row.id}: worth one more where claimed", ((row.id, more),))
        if any(times > 1 for _, times in row.when):
            yield Change(variant, f"{row.id}: no multiplier", ((row.id, _without_multipliers),))
        if row.scaling == "scaled":
            yield Change(variant, f"{row.id}: no grade", ((row.id, partial(_set, "scaling", "flat")),))


def relations(variant: str) -> Iterator[Change]:
    """Each relation between rows, and each condition that something does not hold, left out."""
    for row in whole_table(variant):
        for name, of in _relations_of(row):
            yield Change(variant, f"{row.id}: {name}", ((row.id, of),))
        for other in row.beside:
            if row.id < other:
                both = (row.id, partial(_without, "beside", other)), (other, partial(_without, "beside", row.id))
                yield Change(variant, f"{row.id}: beside {other}", both)


def _relations_of(row: Row) -> Iterator[tuple[str, Callable[[Row], Row]]]:
    for out in row.excludes:
        yield f"excludes {out}", partial(_without, "excludes", out)
    for kind in row.kinds:
        yield f"kind {kind}", partial(_without, "kinds", kind)
    for field in ("family", "pool", "tier"):
        if getattr(row, field) is not None:
            yield f"{field} {getattr(row, field)}", partial(_set, field, None)
    if row.alone:
        yield "alone", partial(_set, "alone", False)
    if row.capped:
        yield "capped", partial(_set, "capped", False)
    if not row.counts_to_min:
        yield "not to the minimum", partial(_set, "counts_to_min", True)
    if row.repeat == "once":
        yield "once", partial(_set, "repeat", "each")
    for place, (matcher, _) in enumerate(row.when):
        for condition in matcher.of if isinstance(matcher, m.AllOf) else ():
            if isinstance(condition, m.Not):
                yield f"not {_short(condition.of)}", partial(_without_condition, place, condition)


def noticed_by(change: Change, everywhere: bool = True, after: Change | None = None) -> Iterator[str]:
    """The golden hands whose total, reason or lines the change alters, those that show the row first.

    Unless ``everywhere``, hands under other house options than most hands' are asked only if they show it.
    ``after``: a change made before, whose answers are compared with.
    """
    variant = change.variant
    tables: dict[str, tuple[RuleSet, RuleSet] | None] = {}
    usual = usual_options(golden(variant))

    def shows(case: dict[str, Any]) -> bool:
        return change.row in case.get("rows", ())

    for number, case in sorted(enumerate(golden(variant)), key=lambda one: not shows(one[1])):
        if case["options"] != usual and not (everywhere or shows(case)):
            continue
        options = options_of(case)
        if options not in tables:
            before = rules_of(variant, options)
            before = before if after is None else after.apply(before) or before
            changed = change.apply(before)
            tables[options] = None if changed is None else (before, changed)
        if (table := tables[options]) is not None:
            known = plain_answers(variant)[number] if after is None else answer(case, table[0])
            if answer(case, table[1]) != known:
                yield case["id"]


# The record

COMMAND = "python tests/mutate.py --record"


def survey(variant: str) -> dict[str, Any]:
    """Every change to a variant's rows and payments, and how many golden hands or facts notice it."""
    import mutate_money

    implied = {**NEVER_TOGETHER, **{name: "said by " + "; ".join(by) for name, by in SAID_TWICE.items()}}
    rows = {
        "values": {str(change): len(list(noticed_by(change))) for change in values(variant)},
        "relations": {str(change): len(list(noticed_by(change))) for change in relations(variant)},
    }
    money = {name: len(list(mutate_money.noticed_by(variant, name))) for name in mutate_money.changes(variant)}
    return {
        "hands": len(golden(variant)),
        "facts": sum(fact.variant == variant for fact in mutate_money.FACTS),
        "worth": {row.id: row.value for row in whole_table(variant)},
        **rows,
        "money": money,
        "implied": {name: implied[name] for name, hands in rows["relations"].items() if not hands and name in implied},
    }


def record() -> None:
    variants = {variant: survey(variant) for variant in VARIANTS}
    counts = {
        kind: {variant: len(found[kind]) for variant, found in variants.items()}
        for kind in ("values", "relations", "money", "implied")
    }
    text = json.dumps({"command": COMMAND, "counts": counts, "variants": variants}, ensure_ascii=False, indent=1)
    (DATA / "mutations.json").write_text(text + "\n", "utf-8")
    print(json.dumps(counts, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", metavar="variant", default=list(VARIANTS))
    parser.add_argument("--lonely", type=int, default=0, help="list the changes that so many hands or fewer notice")
    parser.add_argument("--record", action="store_true", help="write tests/data/mutations.json")
    chosen = parser.parse_args()
    if chosen.record:
        record()
        return
    for variant in chosen.variants:
        lonely = []
        for change in (*values(variant), *relations(variant)):
            hands = list(noticed_by(change))
            print(f"{variant} {change}: {len(hands)}{' ' + hands[0] if hands else ''}", flush=True)
            if len(hands) <= chosen.lonely:
                lonely.append((change, hands))
        print(f"\n{variant}: {len(golden(variant))} hands; {chosen.lonely} or fewer notice")
        for change, hands in lonely:
            print(f"  {change} {' '.join(hands)}")


if __name__ == "__main__":
    main()

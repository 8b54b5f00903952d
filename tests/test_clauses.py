"""From the clauses of the four documents to the code and back: nothing unlisted, nothing listed that is not there."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest

import tingpai as tp
from clauses import CLAUSES, DECIDED, HELPERS, ITEMS, UNCITED, clauses, items
from conftest import ROOT
from mutate import whole_table
from tingpai import payout
from tingpai.ruleset import Row

PACKAGE = ROOT / "python" / "tingpai"
TESTS = ROOT / "tests"
KEYS = {"rules", "rows", "options", "code", "tests", "elsewhere"}


def every_clause() -> Iterator[str]:
    """The documents' own numbering: 18 clauses, three parts of 13, 5 and 13, nine clauses, A to M and A to I."""
    yield from ("S1-01A", "S1-01B", *(f"S1-{number:02}" for number in range(2, 19)))
    yield from (f"S2-{part}.{number}" for part, last in ((1, 13), (2, 5), (3, 13)) for number in range(1, last + 1))
    for number in range(1, 10):
        yield from () if number == 7 else (f"S3-{number:02}",)
        yield from (f"S3-{number:02}{letter}" for letter in {6: "abcdef", 7: "abcdefg"}.get(number, ""))
    for document, last in (("S4", "M"), ("S5", "I")):
        yield from (f"{document}-{letter}" for letter in string.ascii_uppercase if letter <= last)


@cache
def cited() -> dict[str, set[str]]:
    """By item of the rules or clause: the source files, and the rows, that cite it."""
    found: dict[str, set[str]] = {}
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "rust").glob("*/src/**/*.rs")]
    for path in sources:
        text = path.read_text("utf-8")
        for id in (*items(text), *clauses(text)):
            found.setdefault(id, set()).add(path.name)
    for variant, row in rows():
        for id in (*items(f"{row.clause}; {row.source}"), *clauses(row.source)):
            found.setdefault(id, set()).add(f"{variant}:{row.id}")
    return found


def rows() -> list[tuple[str, Row]]:
    return [(variant, row) for variant in tp.variant_ids() for row in whole_table(variant)]


@cache
def functions_of(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_clause_is_listed() -> None:
    assert list(CLAUSES) == list(every_clause())
    assert len(CLAUSES) == 18 + 1 + 31 + 8 + 6 + 7 + 13 + 9


@pytest.mark.parametrize("id", CLAUSES)
def test_a_clause_is_carried_out_by_what_exists(id: str) -> None:
    clause: dict[str, Any] = CLAUSES[id]
    assert clause.keys() <= KEYS
    assert clause["rules"]
    assert set(clause["rules"]) <= set(ITEMS)
    assert clause.keys() & {"rows", "options", "code"}
    assert clause["tests"]
    for option in clause.get("options", ()):
        variant, name = option.split(".")
        assert name in {one.name for one in tp.options_of(variant)}, option
    for name in clause.get("code", ()):
        module, _, attribute = f"tingpai.{name}".rpartition(".")
        assert hasattr(import_module(module), attribute), name
    for test in clause["tests"]:
        file, _, function = test.partition("::")
        assert function in functions_of(TESTS / file), test


@pytest.mark.parametrize("id", CLAUSES)
def test_rows_that_cite_a_clause_are_those_it_names(id: str) -> None:
    found = {variant for variant, row in rows() if id in clauses(row.source)}
    assert found == set(CLAUSES[id].get("rows", ()))


def test_what_a_row_cites_exists() -> None:
    seen = 0
    for variant, row in rows():
        numbers = list(items(row.clause))
        assert numbers, (variant, row.id)
        assert set(numbers) <= set(ITEMS), (variant, row.id)
        assert set(clauses(row.source)) <= CLAUSES.keys(), (variant, row.id)
        assert row.source, (variant, row.id)
        seen += 1
    assert seen > 230


def test_what_options_cite_exists() -> None:
    for variant in tp.variant_ids():
        for option in tp.options_of(variant):
            assert set(items(option.clause)) <= set(ITEMS), (variant, option.name)
            assert list(items(option.clause)), (variant, option.name)


def test_every_option_answers_a_clause_or_a_decision() -> None:
    asked = {option for clause in CLAUSES.values() for option in clause.get("options", ())}
    every = {f"{variant}.{option.name}" for variant in tp.variant_ids() for option in tp.options_of(variant)}
    assert every - asked == DECIDED.keys()


def test_every_settlement_answers_a_clause() -> None:
    named = {name.removeprefix("payout.") for clause in CLAUSES.values() for name in clause.get("code", ())}
    public = [name for name in payout.__all__ if isfunction(getattr(payout, name)) or name.endswith("Scheme")]
    assert set(public) - named == HELPERS.keys()
    assert len(public) > 25


def rates(value: Any) -> Iterator[str]:
    """The clause of everything in a tariff that has one."""
    if isinstance(value, tuple):
        if (clause := getattr(value, "clause", None)) is not None:
            yield clause
        for entry in value:
            yield from rates(entry)


@pytest.mark.parametrize("variant", tp.variant_ids())
def test_every_rate_of_a_tariff_cites_an_item_of_its_own_variant(variant: str) -> None:
    found = [id for clause in rates(tp.rules(variant).tariff) for id in items(clause)]
    assert len(found) > 4
    assert set(found) <= set(ITEMS)
    assert len({id.split("-")[0] for id in found}) == 1


def test_source_text_cites_only_what_exists() -> None:
    known = {*ITEMS, *CLAUSES}
    assert {id: where for id, where in cited().items() if id not in known} == {}
    assert len(cited()) > 210


def test_every_item_of_the_rules_is_cited_or_listed() -> None:
    assert {id for id in ITEMS if id not in cited()} == UNCITED.keys()

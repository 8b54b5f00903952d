"""The clauses of the four source documents and the items of the rules, and how source text cites them.

``S1-03`` is a clause of a document (tests/data/clauses.toml lists them all with what carries them out); ``V1-20`` is an
item of the rules that the clause became, ``V1-e 24`` a row of its table, ``V1-g2`` a lettered section.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from conftest import DATA

_DATA: dict[str, Any] = tomllib.loads((DATA / "clauses.toml").read_text("utf-8"))
CLAUSES: dict[str, dict[str, Any]] = _DATA["clause"]
"""By clause: ``rules``, and what carries it out: ``rows`` (variants with rows that cite it), ``options``
(``variant.option``), ``code`` (dotted names), ``tests`` (``file::function``), ``elsewhere`` (why nothing does)."""
DECIDED: dict[str, str] = _DATA["decided"]
"""Options that no clause asks for, and why they are there."""
HELPERS: dict[str, str] = _DATA["helpers"]
"""Public names of ``tingpai.payout`` that carry out no clause."""
UNCITED: dict[str, str] = _DATA["uncited"]
"""Items of the rules that no source line cites, and why."""
RULES_OF: dict[str, frozenset[str]] = {id: frozenset(clause["rules"]) for id, clause in CLAUSES.items()}

LAST_ITEM = {"V1": 50, "V2": 25, "V3": 21, "V4": 16, "V5": 11}
SECTIONS = ("V1-e", "V1-g", "V1-g2", "V1-i", "V1-j", "V1-k", "V2-d", "V2-d2", "V2-e", "V2-f", "V3-b", "V4-b")
ITEMS: tuple[str, ...] = (
    *(f"{variant}-{number}" for variant, last in LAST_ITEM.items() for number in range(1, last + 1)),
    "V1-11a",
    *(f"V1-e {row}" for row in range(1, 49)),
    *(f"E{number}" for number in range(1, 10)),
    *(f"Q{number}" for number in range(1, 20)),
    *SECTIONS,
)
"""Every item of the rules."""

_SECTION = "|".join(sorted((one.split("-")[1] for one in SECTIONS), key=len, reverse=True))
_REFERENCE = re.compile(
    rf"(?P<variant>V[1-5])-(?:(?P<section>{_SECTION})\b|(?P<number>\d+)(?P<letter>a\b)?)"
    r"|(?<![\w.])(?P<rule>[EQ])(?P<rank>\d{1,2})(?!\w)"
)
_ROW = re.compile(r" (\d+)(?![\w.])")
_MORE = re.compile(r"\s*(?:(,|and)\s*|(to|-|–)\s*(?:V\d-)?)(\d+)(?![\w.])")
_CLAUSE = re.compile(r"S(?P<document>[1-5])-(?P<place>\d{2}[a-gA-B]?|\d\.\d+|[A-M]\b)")
_NEXT = re.compile(r",\s*(\d\.\d+|\d{2}[a-gA-B]?)(?!\w)")


def _numbers(text: str, at: int, first: int) -> tuple[list[int], int]:
    """``23 to 25`` and ``23, 24 and 25`` after the first number, and where they end."""
    found = [first]
    while match := _MORE.match(text, at):
        number = int(match[3])
        found += range(found[-1] + 1, number + 1) if match[2] else [number]
        at = match.end()
    return found, at


def items(text: str) -> Iterator[str]:
    """Every item of the rules that a text cites, ranges and lists told one by one.

    >>> list(items("V1-23 to V1-25, V2-11, 12, V1-e 35-37; V1-g2 E1, [Q4]"))
    ['V1-23', 'V1-24', 'V1-25', 'V2-11', 'V2-12', 'V1-e 35', 'V1-e 36', 'V1-e 37', 'V1-g2', 'E1', 'Q4']
    """
    at = 0
    while match := _REFERENCE.search(text, at):
        at = match.end()
        if match["rule"]:
            yield match["rule"] + match["rank"]
            continue
        head, first = f"{match['variant']}-", match["number"]
        if match["section"]:
            row = _ROW.match(text, at) if match["section"] == "e" else None
            if row is None:
                yield head + match["section"]
                continue
            head, first, at = f"{head}e ", row[1], row.end()
        elif match["letter"]:
            yield head + first + match["letter"]
            continue
        numbers, at = _numbers(text, at, int(first))
        yield from (f"{head}{number}" for number in numbers)


def clauses(text: str) -> Iterator[str]:
    """Every clause of the documents that a text cites.

    >>> list(clauses("S2-2.1, 2.3; S3-07c, S1-01A, S4-J"))
    ['S2-2.1', 'S2-2.3', 'S3-07c', 'S1-01A', 'S4-J']
    """
    for match in _CLAUSE.finditer(text):
        head = f"S{match['document']}-"
        yield head + match["place"]
        at = match.end()
        while more := _NEXT.match(text, at):
            yield head + more[1]
            at = more.end()

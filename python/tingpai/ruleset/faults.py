"""What is wrong with a rule set or a rule file: where, which problem it is, and what it names.  English; the command
says the same in Chinese (:mod:`tingpai.cli.rule_faults`)."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from .matchers import Matcher

LARGEST = 9999

PROBLEMS: dict[str, str] = {
    # reading a file
    "expected": "expected {expected}, found {found}",
    "one_of": "expected one of {known}, found {found}",
    "unknown": "there is no such {what}",
    "nearest": "there is no such {what}, did you mean {near}?",
    "field_missing": "{name} is missing ({expected})",
    "fields_missing": "{names} missing",
    "not_a_word": "expected a word, found {found}",
    "id_not_a_word": "expected a word as id",
    "empty_text": "expected text, found {found}",
    "too_deep": "nested more than {most} deep",
    "no_path": "a rule file is named by its path, not by {found}",
    "suffix": "a rule file ends in {suffixes}",
    "unreadable": "cannot be read: {why}",
    "no_format": "is no {format}: {why}",
    "option": "{error.problem}",
    "rows": "{rules}: {faults}",
    "not_compiled": "{why}",
    # holding together
    "twice": "{what} {name} stands twice",
    "no_name": "unknown {what} {name!r}",
    "choices": "options and choices differ",
    "tiles": "{tiles} tiles do not make {sets} sets and a wait",
    "too_small": "a grade, minimum or limit is too small",
    "empty_field": "a field is empty",
    "negative": "a value is below 0, or a multiplier below 1",
    "residual": "residual within another matcher: it is evaluated last",
    "residual_beside": "residual beside another matcher of its row, which is evaluated earlier",
    "beside": "beside {other}, which is not beside it",
    "kinds": "kinds under unconditional exclusions, which choose nothing: excludes or pool says what gives way",
    "capped": "capped, and no row of dora",
    "dora_alone": "dora beside another matcher",
    "dora_tied": "dora that counts toward the minimum, is scaled, or excludes or is excluded",
    "too_many_sets": "{n} sets in a hand of {sets}",
    "run_pair": "a run of {kind}s with the pair, which goes with pungs alone",
    "ranks": "ranks {ranks} do not ascend from 0",
    "too_many_groups": "copies over {groups} groups in a hand of {sets} sets and a pair",
    "kind_set": "{text!r} is not a kind set",
}
"""Every problem and its sentence."""


class RuleFault(NamedTuple):
    """One thing that is wrong: the ``path`` of where, a key of :data:`PROBLEMS`, and what its sentence names.

    >>> str(RuleFault("rows.chow", "expected", {"expected": int, "found": "'x'"}))
    "rows.chow: expected a whole number from 0 to 9999, found 'x'"
    """

    path: str
    problem: str
    named: dict[str, Any]

    def __str__(self) -> str:
        named = {name: expected(value) if name == "expected" else value for name, value in self.named.items()}
        sentence = PROBLEMS[self.problem].format(**named)
        return f"{self.path}: {sentence}" if self.path else sentence


class Faults(list[RuleFault]):
    """What is wrong, each with the path of where."""

    def add(self, path: str, problem: str, **named: Any) -> None:
        self.append(RuleFault(path, problem, named))

    def unknown(self, path: str, what: str, known: Any) -> None:
        from difflib import get_close_matches

        close = get_close_matches(path.rpartition(".")[2][:80], list(known), n=1)
        if close:
            self.add(path, "nearest", what=what, near=close[0])
        else:
            self.add(path, "unknown", what=what)

    def __str__(self) -> str:
        return "; ".join(map(str, self))


def expected(kind: Any) -> str:
    """What values a type takes, in words.

    >>> expected(int | Literal["all"])
    "a whole number from 0 to 9999, or 'all'"
    """
    words = {str: "text", int: f"a whole number from 0 to {LARGEST}", bool: "true or false", dict: "a table"}
    if kind == Matcher:
        return "a matcher: a table with its op"
    if kind in words:
        return words[kind]
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return " or ".join(map(repr, arguments))
        case origin if origin in (Union, UnionType):
            return ", or ".join(expected(one) for one in arguments if one is not NoneType)
        case origin if origin is tuple and arguments[-1] is not Ellipsis:
            return f"a list of {len(arguments)}"
    return "a list"

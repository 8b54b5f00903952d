"""Every example in a docstring runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tingpai

MODULES = sorted(
    {module.name for module in pkgutil.walk_packages(tingpai.__path__, "tingpai.")}
    - {"tingpai.__main__", "tingpai._internal"}
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name)))
    assert len(MODULES) > 25
    assert examples > 50

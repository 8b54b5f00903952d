"""How a call for many hands is to work and what it is to tell: numbers and switches, checked in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..errors import Fault, shown

MOST_THREADS: Final = 1024
MOST_ROWS: Final = 2**31 - 1
"""Rows that can be worked on at once."""


def number_faults(name: str, given: object, most: int) -> Iterator[Fault]:
    """Whether it is a number from 1 to ``most``.

    >>> [str(fault) for fault in number_faults("threads", 2.0, MOST_THREADS)]
    ['threads: a number from 1 to 1024, not 2.0']
    """
    if type(given) is not int or not 1 <= given <= most:
        yield bad_value(name, f"a number from 1 to {most}, not {shown(given)}")


def switch_faults(**given: object) -> Iterator[Fault]:
    """Whether each is true or false."""
    for name, switch in given.items():
        if type(switch) is not bool:
            yield bad_value(name, f"True or False, not {shown(switch)}")


def bad_value(name: str, sentence: str) -> Fault:
    """A setting that is none."""
    return Fault("bad_value", f"{name}: {sentence}", None, {"keyword": name})

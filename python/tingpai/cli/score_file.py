"""``tingpai score-file``: a file of hands scored into a file, and a bar that says how far it is."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..files import Outcome, score_file
from .progress import Progress
from .words import Words

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet


def score_lines(arguments: Namespace, rules: RuleSet) -> Iterator[str]:
    """Scores, and gives the counts."""
    keep = arguments.keep
    with ExitStack() as stack:
        bars: list[Progress] = []
        outcome = score_file(
            arguments.source,
            arguments.target,
            rules,
            restart=arguments.restart,
            jobs=arguments.jobs or 1,
            begin=lambda rows: bars.append(stack.enter_context(Progress(rows, "hand", sys.stderr))),
            report=lambda rows: bars[0].add(rows),
            columns={name: column or None for name, column in arguments.columns},
            keep=True if keep is None else [name for name in keep.split(",") if name],
            lines=not arguments.no_lines,
            arrangement=arguments.arrangement,
            payments=not arguments.no_payments,
            **arguments.situation,
        )
    yield json.dumps(asdict(outcome)) if arguments.json else told(outcome, Words(arguments.lang or "en"))


def told(outcome: Outcome, words: Words) -> str:
    text = words("scored_file", rows=outcome.rows, wins=outcome.wins, bad=outcome.bad)
    return text + (words("found_scored", rows=outcome.found) if outcome.found else "")

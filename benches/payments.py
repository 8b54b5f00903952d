"""What payments cost a batch: microseconds of a row's score, and of a winning row's payments on top.

    python benches/payments.py [--hands 5000]

Hands are dealt by ``tests/generate.py``: half of them self-drawn, half won on a discard, from all seats and rounds,
with and without claimed sets; those of ``baida`` under all indicators.  Times are processor time, the shortest of five.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import tingpai as tp
from hands import everyday_wins
from measure import rivals
from tingpai import batch

KEYWORDS = ("seat", "round", "by", "discarder", "indicator")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=5000, help="rows of each batch (5000)")
    count = parser.parse_args().hands
    print(f"{count} rows of each variant: us a row, and us for the payments of each that wins")
    for variant in tp.variant_ids():
        rules, dealt = tp.rules(variant), everyday_wins(variant, count)
        columns: dict[str, Any] = {
            name: [deal.keywords.get(name) for deal in dealt] for name in KEYWORDS if name in rules.keywords
        }
        ask = partial(batch.score, [str(deal.hand) for deal in dealt], rules, **columns)
        wins = sum(ask().wins)
        alone, paid = rivals([ask, partial(ask, payments=True)], 1, rounds=5)
        print(f"  {variant:12} {alone / count:8.2f} {(paid - alone) / wins:8.2f}   ({wins} win)")


if __name__ == "__main__":
    main()

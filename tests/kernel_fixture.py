"""The golden hands in numbers, with the compiled rule sets: what the Rust tests read.

python tests/kernel_fixture.py    writes tests/data/kernel.json
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tingpai as tp
from conftest import cases
from mutate import usual_options
from tingpai.native import MELD_NUMBERS, ROBBED
from tingpai.ruleset.data import to_data
from tingpai.scoring import Scoring
from tingpai.situation import FLOWER_WAYS
from tingpai.tiles import FIRST_FLOWER, KIND_COUNT

DATA = Path(__file__).parent / "data"
FIXTURE = DATA / "kernel.json"


def fixture() -> dict[str, Any]:
    """A rule set of each variant, under the options of most of its golden hands, and every golden hand scored under
    one of them with its sum before the limit."""
    usual = {name: usual_options(cases(f"rows_{name}")) for name in tp.variant_ids()}
    shown = [case for name in usual for case in cases(f"rows_{name}") if case["options"] == usual[name]]
    hands = [hand for case in shown if (hand := numbers(case)) is not None]
    return {"rules": {name: to_data(tp.rules(name, **usual[name])) for name in usual}, "hands": hands}


def numbers(case: dict[str, Any]) -> dict[str, Any] | None:
    rules = tp.rules(case["rules"], **case["options"])
    call = Scoring(tp.Hand.parse(case["hand"]), rules, case["situation"], 0, "native")
    if call.situation.by in FLOWER_WAYS:
        return None
    found = call.ready().find()
    total = found[0].total if found else None
    return {"id": case["id"], "rules": case["rules"], **numbers_of_call(call), "total": total}


def numbers_of(hand: tp.Hand, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    """A hand and its circumstances as the Rust tests and examples read them."""
    return numbers_of_call(Scoring(hand, rules, keywords, 0, "native"))


def numbers_of_call(call: Scoring) -> dict[str, Any]:
    admitted, read = call.admitted, call.situation
    robbed = read.river is not None and read.by in ROBBED
    return {
        "counts": list(admitted.counts),
        "wilds": len(admitted.wilds),
        "winning": admitted.winning,
        "melds": [
            [MELD_NUMBERS[meld.kind], sum(1 << face for face in meld.faces), list(meld.naturals)]
            for meld in admitted.melds
        ],
        "flowers": sum(1 << (flower - FIRST_FLOWER) for flower in admitted.flowers),
        "flowers_wild": admitted.flowers_wild,
        "wild_kinds": sum(1 << kind for kind in admitted.wild_kinds if kind < KIND_COUNT),
        "seen": read.seen.count(admitted.winning),
        "dora": list(read.dora),
        "ura": list(read.ura),
        "by": read.by,
        "events": list(read.events),
        "river": read.river + 1 if read.river is not None and robbed else read.river,
        "seat": read.seat,
        "round": read.round,
        "win_tile_state": read.win_tile_state,
    }


def text() -> str:
    data = fixture()
    hands = ",\n".join(json.dumps(hand, ensure_ascii=False) for hand in data["hands"])
    return f'{{"rules": {json.dumps(data["rules"], ensure_ascii=False)},\n"hands": [\n{hands}\n]}}\n'


if __name__ == "__main__":
    FIXTURE.write_text(text(), "utf-8")

"""Every variant says what it pays beside a win: the amounts of RULES, each by its clause."""

from __future__ import annotations

from typing import Any

import pytest

import tingpai as tp
from conftest import ROOT
from tingpai.errors import MONEY_CODES, LedgerError, SettlementError
from tingpai.payout import Rate, Slip, Tariff

# Kongs (concealed, added, open), whether late and last-tile ones earn, dice, false win, fines: amount and destination.
EXPECTED: dict[str, dict[str, Any]] = {
    "baida": {
        "kongs": ((2, "V1-23"), (1, "V1-24"), (3, "V1-25")),
        "earn": (True, True),
        "dice": (1, "V1-7"),
        "false_win": (100, "V1-45"),
        "fines": {(10, "pool"), (1, "pool")},
        "deposits": None,
        "several": "all",
        "uncut": (),
        "stack": 200,
    },
    "guangri": {
        "kongs": None,
        "earn": None,
        "dice": None,
        "false_win": None,
        "fines": {(20, "pot"), (20, "named")},
        "deposits": ((40, "V2-11"), (100, "V2-12")),
        "several": "all",
        "uncut": (),
        "stack": None,
    },
    "hongkong": {
        "kongs": None,
        "earn": None,
        "dice": None,
        "false_win": (256, "V3-18"),
        "fines": {(10, "rake")},
        "deposits": None,
        "several": "all",
        "uncut": ("thirteen_orphans",),
        "stack": None,
    },
    "pungkong_hk": {
        "kongs": ((20, "V4-4"), (10, "V4-4"), (30, "V4-4")),
        "earn": (False, False),
        "dice": (10, "V4-3"),
        "false_win": (30, "V4-15"),
        "fines": {(10, "others")},
        "deposits": None,
        "several": "all",
        "uncut": (),
        "stack": None,
    },
    "pungkong_cn": {
        "kongs": ((20, "V5-3"), (10, "V5-3"), (30, "V5-3")),
        "earn": (False, False),
        "dice": None,
        "false_win": (30, "V5-4"),
        "fines": {(10, "others")},
        "deposits": None,
        "several": "all",
        "uncut": (),
        "stack": None,
    },
}


def pair(rate: Rate | None) -> tuple[int, str] | None:
    return None if rate is None else (rate.amount, rate.clause)


def in_short(tariff: Tariff) -> dict[str, Any]:
    kongs, deposits = tariff.kongs, tariff.deposits
    return {
        "kongs": kongs and (pair(kongs.concealed), pair(kongs.added), pair(kongs.open)),
        "earn": kongs and (kongs.late_raise, kongs.last_tile),
        "dice": pair(tariff.dice),
        "false_win": pair(tariff.false_win),
        "fines": {(slip.amount, slip.to) for slip in tariff.slips},
        "deposits": deposits and (pair(deposits.closed), pair(deposits.open)),
        "several": tariff.several,
        "uncut": tariff.uncut,
        "stack": tariff.chips and tariff.chips.stack,
    }


@pytest.mark.parametrize("variant", tp.variant_ids())
def test_what_a_variant_pays(variant: str) -> None:
    tariff = tp.rules(variant).tariff
    assert isinstance(tariff, Tariff)
    assert in_short(tariff) == EXPECTED[variant]


@pytest.mark.parametrize("variant", tp.variant_ids())
def test_every_slip_has_its_names_and_clause(variant: str) -> None:
    slips: tuple[Slip, ...] = tp.rules(variant).tariff.slips
    assert len(slips) > 1
    assert len({slip.id for slip in slips}) == len(slips)
    for slip in slips:
        assert slip.zh
        assert slip.en
        assert slip.clause.startswith("V")
        assert (slip.dead is None) == (not slip.until)


def test_every_code_of_money_is_met() -> None:
    names = ("instants", "slips_and_draws", "won", "chips", "ledger")
    text = "".join((ROOT / "tests" / f"test_{name}.py").read_text("utf-8") for name in names)
    met = {code for code in MONEY_CODES if f'"{code}"' in text}
    classes = {"illegal_settlement": SettlementError, "bad_ledger": LedgerError}
    assert {name: error([]).code for name, error in classes.items()} == {name: name for name in classes}
    assert met | classes.keys() == MONEY_CODES.keys()
    assert len(met) > 15

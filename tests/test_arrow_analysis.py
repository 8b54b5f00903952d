"""Completeness, waits and distance of Arrow tables: each row what the single call says of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import MagicMock, patch

import arro3.core
import nanoarrow
import pyarrow as pa
import pytest

import tingpai as tp
from batched import VARIANTS, as_counts, columns_of, mixed
from generate import Deal
from tingpai import arrow, native
from tingpai.arrow_columns import TAKES
from tingpai.batch.scoring import row_error
from tingpai.native import Tables
from tingpai.scoring import Call

HONGKONG, BAIDA = tp.rules("hongkong"), tp.rules("baida")
READY = ["123m 456p 78s 555z 66z", "1113456666788s", "12x", None, "[777z][333m] 555p 88s 22m", "123m 456p 789s 1z"]
WAITS = [["6s", "9s"], ["2s", "5s", "7s", "8s"], None, None, ["2m", "8s"], None]


def complete_alone(hand: tp.Hand, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    call = Call(hand, rules, keywords, "decompose")
    return {"complete": next(iter(call.table.decompose(call.native)), None) is not None}


def waits_alone(hand: tp.Hand, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    found = tp.waits(hand, rules, **keywords)
    return {"waits": [*found], "wild_completes": found.wild_completes, "any_tile": found.any_tile}


def distance_alone(hand: tp.Hand, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    return {"distance": tp.distance(hand, rules, **keywords)}


Alone = Callable[[tp.Hand, tp.RuleSet, dict[str, Any]], dict[str, Any]]
QUESTIONS: dict[str, tuple[Callable[..., arrow.Answered], Alone]] = {
    "complete": (arrow.complete, complete_alone),
    "waits": (arrow.waits, waits_alone),
    "distance": (arrow.distance, distance_alone),
}
NAMES = {"complete": ["complete"], "waits": ["waits", "wild_completes", "any_tile"], "distance": ["distance"]}


def rows(answer: arrow.Answered) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pa.table(answer).to_pylist()
    return found


def alone(question: str, text: str | None, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    """The row that the single call makes; the package itself admits the hand."""
    with patch.multiple(Tables, loose=MagicMock(return_value=None), waiting=MagicMock(return_value=None)):
        return admitted(question, text, rules, keywords)


def admitted(question: str, text: str | None, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    """The same; the kernel admits the hand if it can."""
    try:
        assert text is not None
        return {**QUESTIONS[question][1](tp.Hand.parse(text), rules, keywords), "error": None}
    except tp.TingpaiError as error:
        bad = row_error(error)
        nothing = dict.fromkeys(NAMES[question])
        return {**nothing, "error": {"code": bad.code, "message": bad.sentence, "column": bad.column}}


def shifted(deal: Deal, random: Random) -> str:
    """The hand, its winning tile among the others or gone, perhaps with another suit."""
    text = random.choice([deal.text, deal.text.replace(" +", " "), deal.text.partition(" +")[0]])
    return text if random.random() < 0.4 else text.replace(random.choice("mps"), random.choice("mps"), 1)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_says_what_the_single_call_says(variant: str, question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "FEW", 0)
    rules, random = tp.rules(variant), Random(f"{variant} {question}")
    deals = mixed(variant, "analysis", 200)
    texts = [shifted(deal, random) for deal in deals]
    given = columns_of([deal.keywords for deal in deals])
    kinds = {"number": int, "flag": bool, "text": str}
    fits = {name: tuple(kinds[kind] for kind in TAKES[name] if kind in kinds) for name in given if name in TAKES}
    cut = {name: [value if type(value) in fits[name] else None for value in given[name]] for name in fits}
    seen = [random.choice(["9m", "1z1z1z", "5p6p7p", None]) for _ in deals]
    for columns in ({**cut, "seen": seen}, {name: cut[name] for name in ("indicator",) if name in cut}):
        table = pa.table({"hand": texts, **columns})
        found = rows(QUESTIONS[question][0](table, rules, threads=2, rows=70))
        for at, (text, row) in enumerate(zip(texts, found, strict=True)):
            keywords = {name: column[at] for name, column in columns.items() if column[at] is not None}
            assert row == alone(question, text, rules, keywords), (text, keywords)
            assert row == admitted(question, text, rules, keywords), (text, keywords)
        assert 25 < sum(row["error"] is None for row in found) < 200


@pytest.mark.parametrize("question", QUESTIONS)
def test_counts_say_what_texts_say(question: str) -> None:
    call = QUESTIONS[question][0]
    deals = [deal for deal in mixed("baida", "counts", 300) if alone(question, deal.text, BAIDA, {})["error"] is None]
    texts = [deal.text for deal in deals]
    parts = as_counts(texts)
    assert len(texts) > 100
    counts = pa.array([bytes(row) for row in parts["hands"].tolist()], pa.binary(34))
    winning = pa.array(parts["winning"], pa.uint8())
    table = pa.table({"hand": counts, "winning": winning, "wilds": parts["wilds"].tolist(), "sets": parts["sets"]})
    expected = rows(call(pa.table({"hand": texts}), BAIDA))
    assert rows(call(table, BAIDA)) == expected
    # Bare counts: hands without sets, the winning tile among the others where it counts.
    bare = [text.partition(" +")[0] if question == "waits" else text.replace("+", "") for text in texts]
    bare = [text for text in bare if "[" not in text and "(" not in text and "f" not in text]
    assert len(bare) > 20
    parts = as_counts(bare)
    lists = pa.array(parts["hands"].tolist(), pa.list_(pa.uint8(), 34))
    table = pa.table({"hand": lists, "wilds": parts["wilds"].tolist()})
    expected = rows(call(pa.table({"hand": bare}), BAIDA))
    assert rows(call(table, BAIDA)) == expected
    assert rows(call(table[1:], BAIDA, rows=7, threads=2)) == expected[1:]
    assert rows(call(table, BAIDA, indicator="7z")) == rows(call(pa.table({"hand": bare}), BAIDA, indicator="7z"))


def test_bad_rows_stop_nothing() -> None:
    lists = pa.array([[4] * 3 + [0] * 31, None, [5] + [0] * 33], pa.list_(pa.uint8(), 34))
    found = rows(arrow.distance(pa.table({"hand": lists}), HONGKONG))
    assert [row["error"]["code"] for row in found] == ["tile_count", "not_text", "tile_count"]
    found = rows(arrow.waits(pa.table({"hand": READY}), HONGKONG))
    assert [row["waits"] for row in found] == WAITS
    assert [row["error"] and row["error"]["code"] for row in found][2:] == [
        "missing_suit",
        "not_text",
        None,
        "tile_count",
    ]
    assert rows(arrow.complete(pa.table({"hand": pa.array([], pa.string())}), HONGKONG)) == []


def test_live_waits_leave_out_what_is_gone() -> None:
    table = pa.table({"hand": ["123m 456p 789s 11z 22z"] * 2, "seen": ["22z", None]})
    assert [row["waits"] for row in rows(arrow.waits(table, HONGKONG))] == [["1z"], ["1z", "2z"]]
    assert [row["waits"] for row in rows(arrow.waits(table, HONGKONG, live=False))] == [["1z", "2z"]] * 2


def test_indicators_that_lie_open_leave_waits_out() -> None:
    table = pa.table(
        {"hand": ["234m567m345p678s34s99p"] * 3, "dora": ["2s2s2s2s", "2s2s2s", None], "seen": [None, "2s", "5s"]}
    )
    assert [row["waits"] for row in rows(arrow.waits(table, tp.rules("guangri")))] == [["5s"], ["5s"], ["2s", "5s"]]


@pytest.mark.parametrize("library", [pa.table, arro3.core.Table, nanoarrow.ArrayStream])
def test_any_library_gives_and_takes(library: Any) -> None:
    table = pa.table({"id": range(len(READY)), "hand": READY})
    found = arrow.waits(library(table), HONGKONG, keep=True)
    assert found.columns == ["id", "hand", "waits", "wild_completes", "any_tile", "error"]
    taken = pa.table(library(pa.table(found)))
    assert taken["waits"].to_pylist() == WAITS
    assert taken["id"].to_pylist() == [*range(len(READY))]


def test_a_record_batch_is_answered_by_one() -> None:
    one = pa.table({"hand": READY}).to_batches()[0]
    found = arrow.distance(one, HONGKONG, rows=2)
    assert isinstance(found, arrow.AnsweredBatch)
    answer = pa.record_batch(found)
    assert answer.to_pylist() == rows(found)
    assert answer.schema.field("distance").type == pa.int8()
    assert answer.schema.metadata[b"tingpai.rules"] == b"hongkong"


def test_everything_wrong_with_a_question_is_told_at_once() -> None:
    table = pa.table({"hand": READY, "waits": READY})
    with pytest.raises(tp.IllegalHandError) as caught:
        arrow.waits(table, HONGKONG, keep=True, live=1, threads=0, wether=1)  # type: ignore[arg-type]
    told = {(fault.code, fault.details.get("keyword")) for fault in caught.value.faults}
    wrong = {("bad_value", "live"), ("bad_value", "threads"), ("unknown_keyword", "wether"), ("bad_column", "keep")}
    assert told == wrong
    with pytest.raises(tp.IllegalHandError, match="makes a rule set"):
        arrow.distance(table, "hongkong")  # type: ignore[arg-type]


def test_what_cannot_lie_elsewhere_makes_bad_rows_in_every_batch() -> None:
    table = pa.table({"hand": ["123m 456p 789s 11z 22z +2z"] * 2, "seen": ["1f1f", "1f2f"]})
    scored = rows(arrow.score(table, HONGKONG, by="self_draw"))
    for found in (scored, *(rows(call(table, HONGKONG)) for call, _ in QUESTIONS.values())):
        assert [row["error"] and row["error"]["code"] for row in found] == ["flower_twice", None]

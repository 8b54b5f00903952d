"""Arrow tables: what is read from them and how, and that each row is told what the single call says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import arro3.core
import nanoarrow
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tingpai as tp
from batched import VARIANTS, as_counts, columns_of, mixed
from tingpai import arrow, batch
from tingpai.arrow_columns import TAKES
from tingpai.batch.scoring import row_error
from tingpai.tiles import SEATS

HONGKONG, BAIDA = tp.rules("hongkong"), tp.rules("baida")
HANDS = ["[777z][333m] 555p 88s 22m +8s", "123m 456p 789s 55z 66z +5z", "12x", "123m 456p 78s 555z 66z +9p", None]
KEYWORDS: dict[str, Any] = {"seat": "S", "by": "discard", "discarder": "W"}
FEWER = {"baida": 50}
"""Hands with many wild tiles take long."""
TABLE = pa.table({"id": range(len(HANDS)), "hand": HANDS})


def rows(scored: arrow.Answered) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pa.table(scored).to_pylist()
    return found


def single(text: str | None, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    """The row that the single call makes."""
    nothing = dict.fromkeys(arrow.outputs(lines=True, arrangement=True, payments=True))
    try:
        assert text is not None
        result = tp.score(tp.Hand.parse(text), rules, **keywords)
    except tp.TingpaiError as error:
        bad = row_error(error)
        return {**nothing, "error": {"code": bad.code, "message": bad.sentence, "column": bad.column}}
    names = ("id", "zh", "en", "value", "grade", "times", "subtotal", "clause")
    lines = [{name: getattr(line, name) for name in names} | {"groups": [*line.groups]} for line in result.lines]
    arrangement = result.arrangement and {
        "shape": result.arrangement.shape,
        "groups": [
            {
                "kind": group.kind,
                "tiles": group.tiles,
                "state": group.state,
                # A batch does not tell an added kong from an open one.
                "laid": group.laid.replace("added", "open"),
                "winning": group.winning,
            }
            for group in result.arrangement.groups
        ],
    }
    told = {name: getattr(result, name) for name in ("total", "wins", "reason", "payments")}
    return {**nothing, **told, "lines": lines, "arrangement": arrangement}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_says_what_the_single_call_says(variant: str) -> None:
    deals, rules = mixed(variant, "arrow", FEWER.get(variant, 150)), tp.rules(variant)
    given = columns_of([deal.keywords for deal in deals])
    # An Arrow column holds values of one type: rows with others are tested where batches are.
    kinds = {"number": int, "flag": bool, "text": str}
    fits = {name: tuple(kinds[kind] for kind in TAKES[name] if kind in kinds) for name in given if name in TAKES}
    cut = {name: [value if type(value) in fits[name] else None for value in given[name]] for name in fits}
    table = pa.table({"hand": [deal.text for deal in deals], **cut})
    found = rows(arrow.score(table, rules, arrangement=True, threads=2, rows=64))
    for at, (deal, row) in enumerate(zip(deals, found, strict=True)):
        keywords = {name: column[at] for name, column in cut.items() if column[at] is not None}
        assert row == single(deal.text, rules, keywords), (deal.text, keywords)
    assert sum(row["wins"] is True for row in found) > 15
    assert sum(row["error"] is not None for row in found) > 3


LAYOUTS: dict[str, Any] = {
    "text": pa.string(),
    "large": pa.large_string(),
    "view": pa.string_view(),
    "dictionary": pa.dictionary(pa.int8(), pa.string()),
    "large dictionary": pa.dictionary(pa.uint32(), pa.large_string()),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_text_may_have_any_layout_and_begin_anywhere(layout: str) -> None:
    texts = pa.array([*HANDS, "x", *HANDS], pa.string())
    seats = pa.array(["E", "N", None] * 4, pa.string())[: len(texts)]
    expected = rows(arrow.score(pa.table({"hand": texts, "round": seats}), HONGKONG, **KEYWORDS))
    assert [row["total"] for row in expected[:4]] == [5, 2, None, 0]
    table = pa.table({"hand": texts.cast(LAYOUTS[layout]), "round": seats.cast(LAYOUTS[layout])})
    assert rows(arrow.score(table, HONGKONG, **KEYWORDS)) == expected
    assert rows(arrow.score(table.slice(5, 4), HONGKONG, **KEYWORDS)) == expected[5:9]
    assert rows(arrow.score(table, HONGKONG, rows=3, **KEYWORDS)) == expected


def test_numbers_flags_and_tiles_have_columns_of_their_own_types() -> None:
    hand = "123s 45s 789s 22p [789s] [456m] +6s 1f"
    expected = [
        tp.score(
            tp.Hand.parse(hand), BAIDA, by="self_draw", indicator=tile, river=70, last_tile=last, prize=prize
        ).total
        for tile, last, prize in [("7z", True, ""), ("1z", False, "2m"), ("5p", False, "2m5z")]
    ]
    assert len(set(expected)) > 1
    for number in (pa.int8(), pa.uint64(), pa.dictionary(pa.int8(), pa.int32())):
        for tiles in (pa.list_(pa.string()), pa.large_list(pa.string_view()), pa.list_(pa.large_string())):
            table = pa.table(
                {
                    "hand": [hand] * 3,
                    "by": ["self_draw"] * 3,
                    "indicator": ["7z", "1z", "5p"],
                    "river": pa.array([70, 70, 70], number),
                    "last_tile": [True, False, False],
                    "prize": pa.array([None, ["2m"], ["2m", "5z"]], tiles),
                    "feeder": pa.nulls(3),
                }
            )
            assert [row["total"] for row in rows(arrow.score(table, BAIDA))] == expected


COUNTS: dict[str, Any] = {
    "list": pa.list_(pa.uint8(), 34),
    "fixed": pa.binary(34),
    "bytes": pa.binary(),
    "large": pa.large_binary(),
    "view": pa.binary_view(),
}


@pytest.mark.parametrize("form", COUNTS)
def test_hands_may_be_counts(form: str) -> None:
    texts = ["[777z][333m] 555p 88s 22m +8s", "1m 2m 3m 456p 78s 55z (7777z) +6s", "123m 456p 789s 55z 66z", "1m +9s"]
    parts = as_counts(texts)
    counts = [bytes(row) for row in parts["hands"].tolist()]
    tiles = [None if tile == 255 else tp.tiles.TILE_TEXT[tile] for tile in parts["winning"]]
    expected = [single(text, HONGKONG, KEYWORDS) for text in texts]
    column = pa.array([[*row] for row in counts] if form == "list" else counts, COUNTS[form])
    for winning in (pa.array(tiles), pa.array(parts["winning"], pa.uint8())):
        table = pa.table({"hand": column, "winning": winning, "wilds": parts["wilds"].tolist(), "sets": parts["sets"]})
        assert rows(arrow.score(table, HONGKONG, arrangement=True, **KEYWORDS)) == expected
        assert rows(arrow.score(table[1:3], HONGKONG, arrangement=True, **KEYWORDS)) == expected[1:3]


def test_counts_that_are_none_are_bad_rows() -> None:
    good = [0, 2, *[0] * 32]
    lists = pa.array([good, None, [None, *good[1:]], good, good], pa.list_(pa.uint8(), 34))
    table = pa.table({"hand": lists, "winning": ["2m", "2m", "2m", "x", "2m3m"]})
    found = rows(arrow.score(table, HONGKONG, by="self_draw"))
    assert [row["error"]["code"] for row in found] == ["tile_count", "not_text", "not_text", "bad_value", "bad_value"]
    assert "found 'x'" in found[3]["error"]["message"]
    short = pa.table({"hand": pa.array([b"123", bytes(34)]), "wilds": [1, 999]})
    codes = [row["error"]["code"] for row in rows(arrow.score(short, HONGKONG, by="self_draw"))]
    assert codes == ["not_text", "bad_value"]


@pytest.mark.parametrize("library", [pa.table, arro3.core.Table, nanoarrow.ArrayStream])
def test_any_library_gives_and_takes(library: Any) -> None:
    found = arrow.score(library(TABLE), HONGKONG, keep=True, **KEYWORDS)
    assert pa.schema(found) == pa.table(arrow.score(TABLE, HONGKONG, keep=True, **KEYWORDS)).schema
    taken = pa.table(library(found))
    assert [row["total"] for row in taken.to_pylist()] == [5, 2, None, 0, None]
    assert taken["id"].to_pylist() == [*range(5)]


def test_a_record_batch_is_answered_by_one() -> None:
    one = TABLE.to_batches()[0]
    found = arrow.score(one, HONGKONG, rows=2, **KEYWORDS)
    assert isinstance(found, arrow.AnsweredBatch)
    answer = pa.record_batch(found)
    assert answer.to_pylist() == rows(found) == rows(arrow.score(TABLE, HONGKONG, **KEYWORDS))
    assert pa.record_batch(arrow.score(one.slice(0, 0), HONGKONG, **KEYWORDS)).num_rows == 0
    assert not hasattr(arrow.score(TABLE, HONGKONG, **KEYWORDS), "__arrow_c_array__")


def test_columns_are_read_where_they_lie() -> None:
    reader = tp._internal.ArrowReader(TABLE, 100)
    data, offsets, empty = next(reader).texts(1)
    chunk = pa.array(HANDS)
    assert (bytes(data).decode(), empty) == ("".join(filter(None, HANDS)), [4])
    full = pa.table({"hand": chunk.drop_null(), "counts": pa.array([bytes(34)] * 4, pa.binary(34))})
    part = next(tp._internal.ArrowReader(full, 100))
    data, offsets, empty = part.texts(0)
    _, ends, text = full["hand"].chunk(0).buffers()
    assert (pa.py_buffer(data).address, pa.py_buffer(offsets).address) == (text.address, ends.address)
    assert pa.py_buffer(part.counts(1)[0]).address == full["counts"].chunk(0).buffers()[1].address
    assert data.readonly
    kept = pa.table(arrow.score(full, HONGKONG, keep=["hand"], **KEYWORDS))["hand"].chunk(0)
    assert kept.buffers()[2].address == text.address


def test_nothing_is_computed_before_it_is_read_and_never_much() -> None:
    asked: list[int] = []

    def parts() -> Iterator[pa.RecordBatch]:
        for number in range(1000):
            asked.append(number)
            yield pa.record_batch({"hand": [HANDS[0]] * 3})

    source = pa.RecordBatchReader.from_batches(pa.schema({"hand": pa.string()}), parts())
    found = arrow.score(source, HONGKONG, rows=2, **KEYWORDS)
    assert asked == []
    reader = pa.RecordBatchReader.from_stream(found)
    assert [reader.read_next_batch().num_rows for _ in range(4)] == [2, 1, 2, 1]
    assert len(asked) <= 3
    again = arrow.score(TABLE, HONGKONG, **KEYWORDS)
    assert rows(again) == rows(again)


class HandedOn:
    """A stream in a wrapper that does not show what it is."""

    def __init__(self, stream: Any) -> None:
        self.__arrow_c_stream__ = stream.__arrow_c_stream__


STREAMS: dict[str, Any] = {
    "pyarrow": lambda: TABLE.to_reader(),
    "arro3": lambda: arro3.core.RecordBatchReader.from_arrow(TABLE),
    "nanoarrow": lambda: nanoarrow.ArrayStream(TABLE),
    "wrapped": lambda: HandedOn(TABLE.to_reader()),
    "answered": lambda: arrow.distance(TABLE.to_reader(), HONGKONG, keep=True),
}


@pytest.mark.parametrize("stream", STREAMS)
def test_a_stream_that_comes_by_once_is_not_taken_for_an_empty_table(stream: str) -> None:
    once = arrow.score(STREAMS[stream](), HONGKONG, columns={}, **KEYWORDS)
    assert len(rows(once)) == 5
    for _ in range(2):
        # What is found in the middle of a stream reaches readers as an error of theirs.
        with pytest.raises((tp.IllegalHandError, pa.ArrowInvalid, OSError), match="read before"):
            rows(once)
    with pytest.raises(tp.IllegalHandError) as caught:
        [*once.parts()]
    assert [fault.code for fault in caught.value.faults] == ["stream_spent"]


NUMBERS: tuple[Any, ...] = (0, -1, 2**70, 2.5, True, "1", None)
SWITCHES: tuple[Any, ...] = (1, "x", None)
WRONG: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("threads", "rows"), NUMBERS),
    **dict.fromkeys(("lines", "arrangement", "payments", "written"), SWITCHES),
    "keep": (None, 5, [1], [["hand"]]),
    "columns": (5, ["hand"], {"hand": 5}, {"hand": []}),
}


@pytest.mark.parametrize("name", WRONG)
def test_settings_of_other_types_are_refused_by_a_code(name: str) -> None:
    calls: list[Any] = [lambda **given: arrow.score(TABLE, HONGKONG, by="self_draw", **given)]
    if name not in ("lines", "arrangement", "payments"):
        calls.append(lambda **given: arrow.waits(TABLE, HONGKONG, **given))
    if name in ("lines", "arrangement", "payments", "threads"):
        calls += [lambda hands=hands, **given: batch.score(hands, HONGKONG, **given) for hands in ([], HANDS)]
    for call, wrong in product(calls, WRONG[name]):
        with pytest.raises(tp.IllegalHandError) as caught:
            call(**{name: wrong})
        told = {(fault.code, fault.details["keyword"]) for fault in caught.value.faults}
        assert ("bad_value", name) in told


def test_a_source_that_breaks_off_says_so() -> None:
    def parts() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"hand": HANDS[:1]})
        raise OSError("the disk is gone")

    source = pa.RecordBatchReader.from_batches(pa.schema({"hand": pa.string()}), parts())
    reader = pa.RecordBatchReader.from_stream(arrow.score(source, HONGKONG, **KEYWORDS))
    assert reader.read_next_batch().num_rows == 1
    with pytest.raises((OSError, pa.ArrowInvalid), match="the disk is gone"):
        reader.read_next_batch()


def test_everything_wrong_with_a_table_is_told_at_once() -> None:
    table = pa.table({"hands": HANDS, "seat": [1, 2, 3, 4, 5], "river": ["1"] * 5, "round": ["E"] * 5, "total": HANDS})
    given: dict[str, Any] = {"round": "E", "by": "magic", "wether": 1, "dora": "1m"}
    with pytest.raises(tp.IllegalHandError) as caught:
        arrow.score(table, HONGKONG, columns={"die": "dice", "foo": "x"}, keep=["total", "idd"], threads=0, **given)
    told = [(fault.code, fault.details.get("keyword")) for fault in caught.value.faults]
    assert sorted(told, key=str) == sorted(
        [
            ("bad_value", "by"),
            ("unknown_keyword", "wether"),
            ("unused_keyword", "dora"),
            ("bad_value", "threads"),
            ("bad_column", "columns"),
            ("missing_column", "die"),
            ("missing_column", "hand"),
            ("bad_column", "seat"),
            ("bad_column", "river"),
            ("bad_column", "round"),
            ("bad_column", "keep"),
            ("missing_column", "keep"),
        ],
        key=str,
    )
    assert "expected text, found Int64" in str(caught.value)


def test_what_is_no_table_is_refused() -> None:
    for wrong in ([1, 2], "hand", None, pa.array(["x"]), pa.chunked_array([["x"]])):
        with pytest.raises(tp.IllegalHandError, match=r"data: .*(columns|struct)") as caught:
            arrow.score(wrong, HONGKONG, by="self_draw")  # type: ignore[arg-type]
        assert [fault.code for fault in caught.value.faults] == ["bad_column"]
    twice = pa.Table.from_arrays([TABLE["hand"], TABLE["hand"]], ["hand", "hand"])
    with pytest.raises(tp.IllegalHandError, match="several columns 'hand'"):
        arrow.score(twice, HONGKONG, by="self_draw")
    with pytest.raises(tp.IllegalHandError, match="goes with counts"):
        arrow.score(TABLE.append_column("winning", [["1m"] * 5]), HONGKONG, by="self_draw")
    with pytest.raises(tp.IllegalHandError, match="makes a rule set"):
        arrow.score(TABLE, "hongkong", by="self_draw")  # type: ignore[arg-type]


def test_columns_can_be_named_left_out_and_kept() -> None:
    table = pa.table({"tiles": HANDS, "round": [1, 2, 3, 4, 5]})
    columns = {"hand": "tiles", "round": None}
    found = pa.table(arrow.score(table, HONGKONG, columns=columns, keep=["round"], lines=False, **KEYWORDS))
    assert found.column_names == ["round", "total", "wins", "reason", "payments", "error"]
    assert found["total"].to_pylist() == [5, 2, None, 0, None]
    assert found["round"].to_pylist() == [1, 2, 3, 4, 5]
    bare = arrow.score(table, HONGKONG, columns=columns, lines=False, payments=False, **KEYWORDS)
    assert bare.columns == ["total", "wins", "reason", "error"]


def test_a_list_given_for_all_rows_is_no_column() -> None:
    table = pa.table({"hand": ["123m 456p 789s 555z 666z 9s +9s"]})
    keywords: dict[str, Any] = {"by": "self_draw", "riichi": "closed", "dora": ["8s", "5z"]}
    expected = tp.score(tp.Hand.parse(table["hand"][0].as_py()), tp.rules("guangri"), **keywords).total
    assert [row["total"] for row in rows(arrow.score(table, tp.rules("guangri"), **keywords))] == [expected]


def test_the_unit_stands_beside_the_columns_and_parquet_keeps_everything(tmp_path: Any) -> None:
    found = pa.table(arrow.score(TABLE, HONGKONG, arrangement=True, keep=True, **KEYWORDS))
    assert found.schema.metadata[b"tingpai.unit"] == b"fan"
    assert found.schema.metadata[b"tingpai.digest"].decode() == HONGKONG.digest
    pq.write_table(found, tmp_path / "scores.parquet")
    assert pq.read_table(tmp_path / "scores.parquet").to_pylist() == found.to_pylist()


def test_a_limit_is_a_line_and_payments_have_seats() -> None:
    rules = tp.rules("hongkong", limit=8)
    hands = ["[777z][666z] 555m 88m 22m +8m"]
    row = rows(arrow.score(pa.table({"hand": hands}), rules, **KEYWORDS))[0]
    assert [line["id"] for line in row["lines"]][-1] == "limit"
    assert sum(line["subtotal"] for line in row["lines"]) == row["total"] == 8
    assert tuple(row["payments"]) == SEATS
    assert batch.score(hands, rules, **KEYWORDS).total.tolist() == [8]

"""A batch says of every hand what the single call says, whatever the hands come as."""

from __future__ import annotations

from array import array
from threading import Event, Thread
from typing import Any

import pytest

import tingpai as tp
from batched import (
    EVERYTHING,
    VARIANTS,
    answered,
    as_counts,
    as_text,
    columns_of,
    everything,
    mixed,
    rows_of,
    single,
)
from generate import Deal
from tingpai import batch, native
from tingpai.batch.scoring import Work
from tingpai.native import Tables
from tingpai.payout import CurveScheme, Posting, WinFacts
from tingpai.tiles import SEATS

HONGKONG = tp.rules("hongkong")
HANDS = {"baida": 160}
MORE = 400


def compare(variant: str, deals: list[Deal]) -> tuple[int, int]:
    """How many hands were right and how many wrong."""
    rules = tp.rules(variant)
    keywords = [deal.keywords for deal in deals]
    scores = batch.score([deal.text for deal in deals], rules, **EVERYTHING, **columns_of(keywords))
    for row, (deal, found) in enumerate(zip(deals, rows_of(scores), strict=True)):
        given = {name: "".join(value) if isinstance(value, list) else value for name, value in deal.keywords.items()}
        asked = scores.keywords(row)
        assert asked == given
        # Faults are told in the order of the keywords, which is that of the columns.
        assert found == single(deal.text, rules, asked), (deal.text, given)
    return len(deals) - len(scores.errors), len(scores.errors)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_batch_says_what_the_single_call_says(variant: str) -> None:
    right, wrong = compare(variant, mixed(variant, "any", HANDS.get(variant, MORE)))
    assert right > 100
    assert wrong > 10


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_large_batch_says_what_the_single_call_says(variant: str, seed: int) -> None:
    right, _ = compare(variant, mixed(variant, f"large {seed}", 4000))
    assert right > 3000


@pytest.mark.parametrize("variant", VARIANTS)
def test_single_hands_that_the_kernel_admits_are_answered_alike(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, admitted = [], Tables.admitted

    def counted(self: Tables, *asked: Any) -> Any:
        taken.append(admitted(self, *asked))
        return taken[-1]

    monkeypatch.setattr(native, "FEW", 0)
    monkeypatch.setattr(Tables, "admitted", counted)
    rules = tp.rules(variant)
    for deal in mixed(variant, "single", 150):
        given = {name: "".join(value) if isinstance(value, list) else value for name, value in deal.keywords.items()}
        assert answered(deal.text, rules, given) == single(deal.text, rules, given), (deal.text, given)
    assert sum(hand is not None for hand in taken) > 50


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_may_come_as_texts_as_a_column_or_as_counts(variant: str) -> None:
    deals = [deal for deal in mixed(variant, "forms", 120) if reads(deal.text)]
    rules, texts = tp.rules(variant), [deal.text for deal in deals]
    asked: dict[str, Any] = {**EVERYTHING, **columns_of([deal.keywords for deal in deals])}
    listed = batch.score(texts, rules, **asked)
    for column in (as_text(texts), as_text(texts, wide=True, before="11z")):
        other = batch.score(column, rules, **asked)
        assert everything(other) == everything(listed)
        assert other.errors == listed.errors
    counted = as_counts(texts)
    other = batch.score(counted.pop("hands"), rules, **counted, **asked)
    assert [*rows_of(other)] == [single(other.text(row), rules, other.keywords(row)) for row in range(len(deals))]
    assert everything(other) == everything(listed)
    assert len(deals) > 80


def reads(text: str) -> bool:
    """Whether it reads as a hand that counts can hold."""
    try:
        hand = tp.Hand.parse(text)
    except tp.NotationError:
        return False
    return len(hand.winning) < 2 and not any(map(hand.flowers.__contains__, hand.winning))


def test_a_kong_was_fed_as_its_marks_say() -> None:
    """Every order of a kong from a discard, its mark, what was laid after it, and who is said to have fed it."""
    sets = ("[5555p]", "[5<555p]", "[5^555p]", "[5>555p]", "[555+5p]", "(5555p)")
    after = ("", "(7777z)", "[2222m]", "[2<222m]", "[123s]")
    loose = {"": "123s 789s 1122m", "[123s]": "789s 1122m"}
    texts = [f"{kong}{later} {loose.get(later, '789s 11z 33z')} +1{'m' if later in loose else 'z'} 1f"
             for kong in sets for later in after]  # fmt: skip
    asked = [(text, feeder, replacement) for text in texts for feeder in (*SEATS, None)
             for replacement in ("kong", "kong_on_kong", "flower", None)]  # fmt: skip
    scores = batch.score([text for text, *_ in asked], HONGKONG, by="self_draw", seat="S",
                         feeder=[feeder for _, feeder, _ in asked], replacement=[how for *_, how in asked],
                         **EVERYTHING)  # fmt: skip
    for row, found in enumerate(rows_of(scores)):
        assert found == single(scores.text(row), HONGKONG, scores.keywords(row)), (
            scores.text(row),
            scores.keywords(row),
        )
    assert 100 < len(scores.errors) < len(asked) - 100


def test_views_are_what_they_are_said_to_be() -> None:
    scores = batch.score(["[777z][333m] 555p 88s 22m +8s"] * 3, HONGKONG, by="self_draw", **EVERYTHING)
    formats = {name: (view.format, view.shape) for name, view in vars(scores).items() if isinstance(view, memoryview)}
    line = ("i", (12,))
    assert formats == {
        "total": ("i", (3,)), "wins": ("?", (3,)), "reason": ("B", (3,)), "bad": ("?", (3,)),
        "line_starts": ("I", (4,)), "line_row": ("H", (12,)), "line_value": line, "line_grade": line,
        "line_times": line, "line_subtotal": line, "line_used": ("I", (12,)), "shape": ("B", (3,)),
        "group_starts": ("I", (4,)), "group_kind": ("B", (15,)), "group_first": ("B", (15,)),
        "group_laid": ("B", (15,)), "group_concealed": ("?", (15,)), "group_winning": ("?", (15,)),
        "payments": ("i", (3, 4)),
    }  # fmt: skip
    assert scores.payments is not None
    assert scores.payments.cast("B").cast("i").tolist() == [96, -32, -32, -32] * 3


def test_no_hands_are_no_rows() -> None:
    nothing: list[Any] = [[], batch.Text(b"", array("i", [0]))]
    for hands in nothing:
        scores = batch.score(hands, HONGKONG, by="self_draw", **EVERYTHING)
        assert (len(scores), len(scores.errors), scores.total.tolist()) == (0, 0, [])


def test_what_is_not_asked_for_is_not_told() -> None:
    scores = batch.score(["123m"], HONGKONG, lines=False)
    assert (scores.line_starts, scores.shape, scores.payments, scores.patterns) == (None, None, None, None)


def test_a_row_is_the_single_answer() -> None:
    hands = ["[777z][333m] 555p 88s 22m +8s", "123x"]
    scores = batch.score(hands, HONGKONG, seat="S", by=["self_draw", None])
    keywords: dict[str, Any] = {"seat": "S", "by": "self_draw"}
    assert scores[0] == tp.score(tp.Hand.parse(hands[0]), HONGKONG, **keywords)
    assert scores[-2] == scores[0:1][0] == scores[0]
    assert (scores.text(0), scores.keywords(0), scores.keywords(1)) == (hands[0], keywords, {"seat": "S"})
    with pytest.raises(tp.NotationError, match="column 4"):
        scores[1]
    with pytest.raises(IndexError):
        scores[2]


def test_patterns_are_lines_put_together() -> None:
    texts = ["[555z][777z] 123m 99s 44p +4p 15f", "[777z][333m] 555p 88s 22m +8s"]
    scores = batch.score(texts, HONGKONG, by="self_draw")
    found = scores.patterns
    assert found is not None
    for row, text in enumerate(texts):
        lines = tp.score(tp.Hand.parse(text), HONGKONG, by="self_draw").lines
        entries = range(found.starts[row], found.starts[row + 1])
        assert {(scores.rows[found.row[at]], found.count[at], found.subtotal[at]) for at in entries} == {
            (id, len(same), sum(line.subtotal for line in same))
            for id in {line.id for line in lines}
            for same in [[line for line in lines if line.id == id]]
        }
    assert max(found.count) == 2


LAID = ["[777z][333m] 555p 88s 22m +8s", "[777z] 333m 555p 88s 22m +8s", "[7<77z] 333m 555p 88s 22m +8s"]
FED = ["[777z][333m][555p][8<88s] 2m +2m", "[777z][333m][555p][8^88s] 2m +2m"]


@pytest.mark.parametrize(
    ("hands", "situation", "settled"),
    [
        (LAID, {"by": "discard", "discarder": "W"}, 1),  # one total, whatever lies on the table
        (LAID, {"by": "self_draw"}, 2),  # one set or two: as many as are looked at
        (FED, {"by": "self_draw"}, 2),  # who fed the last of four is liable
    ],
)
def test_rows_alike_are_settled_once(
    hands: list[str], situation: dict[str, Any], settled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = hands * 5
    seen: list[WinFacts] = []
    settle = CurveScheme.settle

    def counted(self: CurveScheme, win: WinFacts) -> tuple[Posting, ...]:
        seen.append(win)
        return settle(self, win)

    monkeypatch.setattr(CurveScheme, "settle", counted)
    scores = batch.score(hands, HONGKONG, seat="S", payments=True, **situation)
    assert len({*scores.total}) == 1
    assert len(seen) == settled
    assert scores.payments is not None
    alone = [tp.score(tp.Hand.parse(hand), HONGKONG, seat="S", **situation).payments or {} for hand in hands]
    assert scores.payments.cast("B").cast("i").tolist() == [paid[seat] for paid in alone for seat in SEATS]


def test_situations_come_as_values_lists_numbers_or_codes() -> None:
    texts = ["[777z][333m] 555p 88s 22m +8s"] * 4
    seats = batch.Coded(SEATS, array("b", [0, 3, -1, 1]))
    scores = batch.score(texts, HONGKONG, by="self_draw", seat=seats, last_tile=[True, None, False, True])
    assert [scores.keywords(row).get("seat") for row in range(4)] == ["E", "N", None, "S"]
    assert scores.total.tolist() == [7, 6, 6, 7]
    baida = batch.score(["123s 45s 789s 22p [789s] [456m] +6s"] * 2, tp.rules("baida"), by="self_draw", indicator="7z",
                        streak=array("H", [0, 2]), payments=True)  # fmt: skip
    assert baida.payments is not None
    paid = [result.payments or {} for result in (baida[0], baida[1])]
    assert baida.payments.cast("B").cast("i").tolist() == [answer[seat] for answer in paid for seat in SEATS]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"hands": "123m"}, "bad_column"),
        ({"hands": b"123m"}, "bad_column"),
        ({"hands": 5}, "bad_column"),
        ({"hands": memoryview(bytes(35)).cast("B", (1, 35))}, "bad_column"),
        ({"hands": memoryview(bytes(68)).cast("H", (1, 34))}, "bad_column"),
        ({"hands": batch.Text(b"123m", array("i"))}, "bad_column"),
        ({"hands": batch.Text(b"123m", array("i", [0, 5]))}, "bad_column"),
        ({"hands": batch.Text(b"123m", array("d", [0, 4]))}, "bad_column"),
        ({"hands": batch.Text("123m", array("i", [0, 4]))}, "bad_column"),
        ({"hands": ["123m"], "winning": bytes(1)}, "bad_column"),
        ({"hands": memoryview(bytes(34)).cast("B", (1, 34)), "winning": bytes(2)}, "bad_column"),
        ({"hands": memoryview(bytes(34)).cast("B", (1, 34)), "sets": []}, "bad_column"),
        ({"hands": ["123m"], "seat": ["E", "E"]}, "bad_column"),
        ({"hands": ["123m"], "seat": batch.Coded(SEATS, array("b", [4]))}, "bad_column"),
        ({"hands": ["123m"], "seat": batch.Coded(SEATS, array("b", [-2]))}, "bad_column"),
        ({"hands": ["123m"], "streak": array("d", [1])}, "bad_column"),
        ({"hands": [], "sea": "E"}, "unknown_keyword"),
        ({"hands": ["123m"], "sea": ["E"]}, "unknown_keyword"),
        ({"hands": ["123m"], "threads": 0}, "bad_value"),
        ({"hands": ["123m"], "threads": True}, "bad_value"),
    ],
)  # fmt: skip
def test_columns_that_do_not_fit_are_refused(asked: dict[str, Any], code: str) -> None:
    hands = asked.pop("hands")
    with pytest.raises(tp.IllegalHandError) as caught:
        batch.score(hands, HONGKONG, by="self_draw", **asked)
    assert caught.value.faults[0].code == code
    with pytest.raises(tp.IllegalHandError, match="is none"):
        batch.score([], "hongkong")  # type: ignore[arg-type]


def test_bad_rows_stop_nothing() -> None:
    hands = ["[777z][333m] 555p 88s 22m +8s", None, "123x", 7, "11111m 22z +2z"]
    scores = batch.score(hands, HONGKONG, by="self_draw")
    assert scores.bad.tolist() == [False, True, True, True, True]
    assert [scores.errors[row].code for row in range(1, 5)] == ["not_text", "missing_suit", "not_text", "tile_count"]
    assert [fault.code for fault in scores.errors[4].faults] == ["tile_count", "too_many_copies"]
    assert scores.errors[2].column == 4


def test_rows_keep_their_places_however_many_threads_work_and_however_many_are_bad() -> None:
    hands = [
        "[777z][333m] 555p 88s 22m +8s",
        "12x",
        "123m 456p 789s 55z 33s +3s",
        "11111m 22z +2z",
        "(1111z) 123m 456p 789s 9m +9m",
    ]
    few = batch.score(hands, HONGKONG, by="self_draw", **EVERYTHING)
    expected = [*rows_of(few)]
    assert few.bad.tolist() == [False, True, False, True, False]
    for times, threads in ((1_000, 1), (1_000, 3)):
        # Every chunk begins with another of the hands, and the last chunks have no bad ones.
        many = [*hands * times, *hands[::2] * times]
        found = batch.score(many, HONGKONG, by="self_draw", threads=threads, **EVERYTHING)
        assert [*rows_of(found)] == [*expected * times, *expected[::2] * times]


def test_a_text_ends_where_it_ends() -> None:
    """Whatever text stands behind it in a column."""
    text = "(1111z) 123m [4<56p] 789s 9m +9m 12f"
    parts = [part for at in range(len(text)) for part in (text[:at], text[at:])]
    alone, together = (batch.score(hands, HONGKONG, by="self_draw", **EVERYTHING) for hands in (parts, as_text(parts)))
    assert (
        [*rows_of(together)] == [*rows_of(alone)] == [answered(part, HONGKONG, {"by": "self_draw"}) for part in parts]
    )
    assert set(alone.errors) < set(range(len(parts)))


def test_a_set_may_be_written_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = ["[789s]", "[897s]", "[9<87s]", "[8<79s]", "[ 7 8 9 s ]", "[7s8s9s]", "[7s<89s]", "[7<89s]c"]
    hands = [hand for laid in sets for hand in (f"123m 456p 88p 33z {laid} +3z 1f", f"{laid}+3z3z1f88456p3z321m")]
    expected = single(hands[0], HONGKONG, {"by": "self_draw"})
    monkeypatch.setattr(Work, "single", None)  # none is left to it
    for form in (hands, as_text(hands)):
        assert [*rows_of(batch.score(form, HONGKONG, by="self_draw", **EVERYTHING))] == [expected] * len(hands)


@pytest.mark.parametrize("offsets", [array("i", [0, 1000, 29]), array("i", [0, -5, 29]), array("q", [0, 1 << 62, 29])])
def test_offsets_that_leave_the_data_bound_no_text(offsets: array[int]) -> None:
    scores = batch.score(batch.Text(b"[777z][333m] 555p 88s 22m +8s", offsets), HONGKONG, by="self_draw", payments=True)
    assert {row: error.code for row, error in scores.errors.items()} == {0: "not_text", 1: "not_text"}
    assert scores.total.tolist() == [0, 0]


def test_no_column_of_an_answer_can_be_written() -> None:
    scores = batch.score(["[777z][333m] 555p 88s 22m +8s"], HONGKONG, by="self_draw", **EVERYTHING)
    views = {name: column for name, column in vars(scores).items() if isinstance(column, memoryview)}
    assert {"total", "payments"} <= set(views)
    assert all(column.readonly for column in views.values())


def test_a_list_may_be_changed_while_its_hands_are_scored() -> None:
    hands = ["[777z][333m] 555p 88s 22m +8s", "123m 456p 789s 55z 33s +3s", "12x"]
    expected = batch.score(hands, HONGKONG, by="self_draw").total.tolist()
    texts: list[str] = []
    over = Event()

    def change() -> None:
        while not over.is_set():
            texts[:] = [f"{text} 1f" for text in hands]
            texts.clear()

    changing = Thread(target=change)
    changing.start()
    try:
        for _ in range(100):
            mine = [f"{text} " for text in hands] * 300
            columns = batch.score(mine, HONGKONG, by="self_draw", threads=2)
            del mine[:]
            assert columns.total.tolist() == expected * 300
            assert columns.text(2) == "12x "
            batch.score(texts, HONGKONG, by="self_draw", threads=2)
    finally:
        over.set()
        changing.join()


@pytest.mark.parametrize("first_turn", ["heavenly", "earthly"])
def test_a_concealed_kong_of_the_first_turn_needs_no_single_call(
    first_turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = ["66777m 33678p (4444z) +6m", "666777m 111z 3367p +8p", "66777m 33678p [444z] +6m"]
    asked: dict[str, Any] = {
        "by": "self_draw",
        "first_turn": first_turn,
        "seat": "E" if first_turn == "heavenly" else "S",
    }
    expected = [single(text, HONGKONG, asked) for text in hands]
    alone: list[int] = []
    score_one = Work.single

    def counted(work: Work, row: int) -> tp.Result:
        alone.append(row)
        return score_one(work, row)

    monkeypatch.setattr(Work, "single", counted)
    assert [*rows_of(batch.score(hands, HONGKONG, **asked, **EVERYTHING))] == expected
    # Nothing is claimed before a first turn, and only the dealer may have laid a kong.
    assert alone == ([2] if first_turn == "heavenly" else [0, 2])

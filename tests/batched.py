"""Many hands at once beside one at a time: what a batch answers, put back into the form of single answers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

import tingpai as tp
from deals import OPTIONS, nearly, rare, rich, wins
from generate import Deal, Maker, Unmakeable
from tingpai import batch
from tingpai.batch.scoring import row_error
from tingpai.native import Tables
from tingpai.notation import print_tiles
from tingpai.scoring import make_score
from tingpai.situation import KEYWORDS
from tingpai.tiles import KIND_COUNT, SEATS, WILD, is_flower

EVERYTHING: dict[str, bool] = {"lines": True, "arrangement": True, "payments": True}


def single(text: str, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    """The answer of the single call for a hand in notation, or its error; the package itself admits the hand."""
    try:
        with patch.object(Tables, "admitted", return_value=None):
            hand = tp.Hand.parse(text)
            call = make_score(hand, rules, **keywords)
        return told(call.result(hand, call.find()))
    except tp.TingpaiError as error:
        return {"error": row_error(error)}


def answered(text: str, rules: tp.RuleSet, keywords: dict[str, Any]) -> dict[str, Any]:
    try:
        return told(tp.score(tp.Hand.parse(text), rules, **keywords))
    except tp.TingpaiError as error:
        return {"error": row_error(error)}


def told(result: tp.Result) -> dict[str, Any]:
    lines = [(line.id, line.value, line.grade, line.times, line.subtotal) for line in result.lines]
    found = result._found[:1]
    return {
        "total": result.total,
        "reason": result.reason,
        "lines": lines,
        "used": [used for best in found for *_, used in best.lines]
        + [0] * (len(lines) - len(found and found[0].lines)),
        "shape": found[0].shape if found else None,
        "groups": [
            (*group, best.concealed >> at & 1 == 1, best.win == at)
            for best in found
            for at, group in enumerate(best.groups)
        ],
        "payments": result.payments,
    }


def rows_of(scores: batch.Scores) -> Iterator[dict[str, Any]]:
    """The rows of a batch's answer that was asked for everything, each as :func:`single` tells it."""
    for row in range(len(scores)):
        if row in scores.errors:
            assert scores.bad[row]
            assert (scores.total[row], scores.wins[row], scores.reason[row]) == (0, False, 0)
            yield {"error": scores.errors[row]}
            continue
        lines, groups = part(scores.line_starts, row), part(scores.group_starts, row)
        assert not scores.bad[row]
        reason = scores.reasons[scores.reason[row]]
        assert scores.wins[row] == (reason is None)
        names = [scores.rows[number] for number in column(scores.line_row, lines)]
        values = (scores.line_value, scores.line_grade, scores.line_times, scores.line_subtotal)
        shape = column(scores.shape, slice(row, row + 1))[0]
        kinds = (scores.group_kind, scores.group_first, scores.group_laid)
        states = (scores.group_concealed, scores.group_winning)
        assert scores.payments is not None
        paid = dict(zip(SEATS, (scores.payments[row, seat] for seat in range(4)), strict=True))
        yield {
            "total": scores.total[row],
            "reason": reason,
            "lines": [*zip(names, *(column(value, lines) for value in values), strict=True)],
            "used": column(scores.line_used, lines),
            "shape": None if shape == 255 else shape,
            "groups": [*zip(*(column(one, groups) for one in (*kinds, *states)), strict=True)],
            "payments": paid if reason is None else None,
        }


def part(starts: memoryview[int] | None, row: int) -> slice:
    assert starts is not None
    return slice(starts[row], starts[row + 1])


def column(values: memoryview[Any] | None, rows: slice) -> list[Any]:
    assert values is not None
    return values[rows].tolist()


def everything(scores: batch.Scores) -> dict[str, bytes]:
    """All bytes of an answer."""
    views = {name: value for name, value in vars(scores).items() if isinstance(value, memoryview)}
    return {name: view.tobytes() for name, view in views.items()}


def columns_of(keywords: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Situations, row by row, as the columns of a batch: lists of tiles written out."""
    names = [name for name in KEYWORDS if any(name in row for row in keywords)]
    names += sorted({name for row in keywords for name in row} - {*names})
    return {name: [_text(row.get(name)) for row in keywords] for name in names}


def _text(value: Any) -> Any:
    return "".join(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else value


def mixed(variant: str, seed: str, hands: int) -> list[Deal]:
    """Hands of every sort under the rules as they are: any number of wild tiles, any shape, many that are wrong."""
    random = Random(f"batch {variant} {seed}")
    maker = Maker(variant, f"batch {seed}")
    streams = [wins(variant, seed), maker_of_wilds(maker)]
    plain = [deal for deal in islice(rich(variant, seed), hands) if not deal.options]
    plain += [deal for deal in islice(rare(variant, seed), hands) if not deal.options]
    near = [deal for deal in islice(nearly(variant, seed), hands) if not deal.options]
    found = [*plain[: hands // 4], *(Deal(deal.variant, deal.text, with_by(deal)) for deal in near[: hands // 8])]
    while len(found) < hands:
        found.append(next(random.choice(streams)))
    found = [spoilt(deal, random) if random.random() < 0.15 else deal for deal in found]
    random.shuffle(found)
    return found


def with_by(deal: Deal) -> dict[str, Any]:
    return {**deal.keywords, "by": "self_draw"}


def maker_of_wilds(maker: Maker) -> Iterator[Deal]:
    """Hands with as many wild tiles as there may be."""
    while True:
        wilds = maker.random.randrange(17) if maker.wild_game else 0
        try:
            yield maker.deal(wilds)
        except Unmakeable:
            continue


def spoilt(deal: Deal, random: Random) -> Deal:
    """The same with a character or a keyword wrong, or perhaps not."""
    text, keywords = deal.text, dict(deal.keywords)
    at = random.randrange(len(text) + 1)
    match random.randrange(6):
        case 0:
            text = text[:at] + random.choice("123456789mpszf?[]()+<^>ct x一萬東🀇") + text[at:]
        case 1:
            text = text[:at] + text[at + 1 :]
        case 2:
            text = random.choice(["", " ", "?", "+1m", "[", "é", "111222333444m11z +1z", text + text])
        case 3:
            keywords.pop(random.choice([*keywords]))
        case 4:
            name = random.choice(KEYWORDS)
            keywords[name] = random.choice(["E", "W", "discard", "kong", True, 3, "9m", "7z", "99m", "closed", -1, 2.5])
        case _:
            text = "".join(sorted(text, key=lambda _: random.random()))
    return Deal(deal.variant, text, keywords)


def as_counts(texts: Sequence[str]) -> dict[str, Any]:
    """Hands that read, as counts, winning tiles, wild tiles and sets."""
    counts, winning, wilds, sets = array("B"), array("B"), array("B"), []
    for text in texts:
        hand = tp.Hand.parse(text)
        counts.extend(hand.tiles.count(kind) for kind in range(KIND_COUNT))
        winning.append(hand.winning[0] if hand.winning else 255)
        wilds.append(hand.tiles.count(WILD))
        laid = [str(meld) for meld in hand.melds]
        sets.append(" ".join([*laid, print_tiles([*filter(is_flower, hand.flowers)])]))
    rows = memoryview(counts).cast("B", (len(texts), KIND_COUNT))
    return {"hands": rows, "winning": winning, "wilds": wilds, "sets": sets}


def as_text(texts: Sequence[str], wide: bool = False, before: str = "") -> batch.Text:
    """Hands as a text column; the first need not stand at the beginning."""
    offsets = array("q" if wide else "i", [len(before.encode())])
    for text in texts:
        offsets.append(offsets[-1] + len(text.encode()))
    return batch.Text((before + "".join(texts)).encode(), offsets)


VARIANTS = tuple(OPTIONS)

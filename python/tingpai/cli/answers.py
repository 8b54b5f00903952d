"""What a person reads about a hand: its score, waits, distance, acceptance, arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..tiles import TILE_TEXT
from .layout import Paint, stacked, table, wrap
from .spelling import arrangement_text, group_text, in_order, spell, split, tile_name, wilds_text
from .words import Words

if TYPE_CHECKING:
    from ..hand import Hand
    from ..result import Arrangement, Line, Reading, Result


def score_lines(result: Result, hand: Hand, words: Words, paint: Paint) -> Iterator[str]:
    """The hand grouped, the lines, the total, who pays; or why it does not win and what is missing."""
    yield paint.bold(f"{words.name(result.rules)} ({result.rules.id})")
    yield ""
    yield from _hand_lines(result.arrangement, hand, words, paint)
    yield ""
    if result.lines:
        yield from _pattern_lines(result.lines, result.arrangement, words, paint)
        yield ""
    if result.reason != "incomplete":
        yield paint.bold(words.label("total", words.amount(result.total, result.unit)))
    yield _verdict(result, words, paint)
    if result.payments is not None:
        yield words.label("pays", _payments(result.payments, words))


def alternative_lines(readings: Sequence[Reading], hand: Hand, unit: str, words: Words, paint: Paint) -> Iterator[str]:
    """Each further reading: its total, how it groups the hand, what it counts."""
    yield ""
    if not readings:
        yield words("no_alternatives")
        return
    yield paint.bold(words("alternatives"))
    for reading in readings:
        yield ""
        yield f"  {words.amount(reading.total, unit)}"
        yield f"    {arrangement_text(reading.arrangement, words, _winning(hand))}"
        yield from wrap(words.clauses(f"{words.name(line)} = {line.subtotal}" for line in reading.lines), indent=4)


def waits_lines(waits: Sequence[str], distance: int, any_tile: bool, wild: bool, words: Words) -> Iterator[str]:
    """What completes the hand, or how far it is from ready."""
    if any_tile:
        yield words("waits_any")
        return
    if waits:
        yield words("waits", waits=words.list(tile_name(tile, words) for tile in waits))
    elif distance > 0:
        yield words("not_ready", tiles=words.tiles(distance))
    else:
        yield words("waits_dead")
    if wild:
        yield words("waits_wild")


def distance_line(distance: int, words: Words) -> str:
    return f"{distance}: {_distance(distance, words)}"


def acceptance_lines(rows: Mapping[str, tuple[int, Sequence[str], int]], words: Words, paint: Paint) -> Iterator[str]:
    """A row for each discard, the best first."""
    body = [
        (
            tile_name(discard, words),
            _distance(distance, words),
            str(left),
            words.list(tile_name(tile, words) for tile in kinds),
        )
        for discard, (distance, kinds, left) in sorted(rows.items(), key=lambda row: (row[1][0], -row[1][2]))
    ]
    heading = tuple(map(words, ("discard", "distance", "left", "helped_by")))
    yield from headed(table([heading, *body], "<<><"), paint)


def arrangement_lines(arrangements: Sequence[Arrangement], hand: Hand, words: Words) -> Iterator[str]:
    """One line an arrangement: its groups, what its wild tiles stand for, its shape where that is a special one."""
    if not arrangements:
        yield words("no_arrangement")
        return
    rows = []
    for arrangement in arrangements:
        wilds = words.list(wilds_text(arrangement.groups, words))
        shape = "" if arrangement.shape == "standard" else words.known("shape", arrangement.shape)
        rows.append((arrangement_text(arrangement, words, _winning(hand)), shape, wilds))
    yield from table(rows, "<<<")


def headed(lines: Sequence[str], paint: Paint) -> Iterator[str]:
    yield paint.dim(lines[0])
    yield from lines[1:]


def _hand_lines(arrangement: Arrangement | None, hand: Hand, words: Words, paint: Paint) -> Iterator[str]:
    if arrangement is None or not arrangement.groups:
        yield f"  {hand}"
        return
    groups = in_order(arrangement)
    yield from stacked([[group_text(group, words, _winning(hand)), words(group.state)] for group in groups])
    legend = [words("winning_legend")] if hand.winning else []
    if any(group.wild for group in groups):
        became = words.list(wilds_text(groups, words))
        legend.append(words.label("wild_legend", became) if became else words("wild_legend"))
    if arrangement.shape != "standard":
        legend.append(words.label("shape", words.known("shape", arrangement.shape)))
    wild = {face for group in groups for face in group.wild.values()}
    flowers = [TILE_TEXT[flower] for flower in hand.flowers if TILE_TEXT[flower] not in wild]
    if flowers:
        legend.append(words.label("flowers", spell(flowers, words)))
    for line in legend:
        yield from map(paint.dim, wrap(line))


def _pattern_lines(lines: Sequence[Line], arrangement: Arrangement | None, words: Words, paint: Paint) -> Iterator[str]:
    whole = tuple(group.tiles for group in arrangement.groups) if arrangement is not None else ()
    named = 2 if words.lang == "en" else 1
    rows = [[words("pattern"), *[""] * (named - 1), "", words("sum"), words("groups"), words("clause")]]
    for line in lines:
        factors = [line.value, *(factor for factor in (line.grade, line.times) if factor != 1)]
        product = " x ".join(map(str, factors)) + " =" if len(factors) > 1 else ""
        used = words.list((spell(split(group), words) for group in line.groups), " ")
        if whole and line.groups == whole:
            used = words("whole_hand")
        rows.append([*[line.zh, line.en][:named], product, str(line.subtotal), used, line.clause])
    yield from headed(table(rows, "<" * named + ">><<"), paint)


def _verdict(result: Result, words: Words, paint: Paint) -> str:
    rules = result.rules
    if result.wins:
        met = _counted(result) >= rules.min_total > 0
        return paint.good(words("wins_minimum" if met else "wins", minimum=words.amount(rules.min_total, result.unit)))
    if result.reason == "incomplete":
        why = _incomplete(result, words)
    else:
        short = rules.min_total - _counted(result)
        why = words(
            result.reason or "",
            minimum=words.amount(rules.min_total, result.unit),
            short=words.amount(short, result.unit),
        )
    return paint.bad(words.label("wins_not", why))


def _counted(result: Result) -> int:
    """What of the total counts toward the minimum."""
    beside = {row.id for row in result.rules.rows if not row.counts_to_min}
    return sum(line.subtotal for line in result.lines if line.id not in beside)


def _incomplete(result: Result, words: Words) -> str:
    waits = result.waits or ()
    if waits:
        return words("incomplete_ready", waits=words.list(tile_name(tile, words) for tile in waits))
    return words("incomplete", distance=_distance(result.distance or 0, words))


def _payments(payments: Mapping[str, int], words: Words) -> str:
    received = [words("receives", payee=words.seat(seat), amount=n) for seat, n in payments.items() if n > 0]
    paid = [words("pays_one", payer=words.seat(seat), amount=-n) for seat, n in payments.items() if n < 0]
    return words.list(received + paid) or words("no_payment")


def _distance(distance: int, words: Words) -> str:
    if distance < 0:
        return words("complete")
    return words("short", tiles=words.tiles(distance)) if distance else words("ready")


def _winning(hand: Hand) -> str | None:
    return TILE_TEXT[hand.winning[0]] if hand.winning else None

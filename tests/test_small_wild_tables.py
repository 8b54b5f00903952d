"""Rule sets of a few rows that no variant has, over hands with wild tiles: rows of several suits that share sets, that
are flat, that hold twice. The kernel's bounds must allow for them; it is held against the reference."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import tingpai as tp
from tingpai import batch
from tingpai.ruleset.files import extended
from tingpai.ruleset.matchers import AllOf, Copies, Matcher, Melds, Pair, Residual, Run, Sets, Wait
from tingpai.ruleset.schema import Row
from tingpai.tiles import TILE_TEXT

BAIDA = tp.rules("baida")
PUNGS: tuple[Matcher, ...] = (
    Run("pung", (0, 0), suits=2), Run("pung", (0, 0, 0), suits=3), Run("pung", (0, 0, 0), suits=3, pair=True),
    Run("pung", (0, 1), suits=2), Run("pung", (0, 1, 2), suits=3), Run("pung", (0, 0)), Run("pung", (0, 1)),
    Run("pung", (0, 2), suits=2), Run("pung", (0, 1), suits=2, pair=True), Run("pung", (0, 0, 1), suits=2),
    Run("pung", (0, 0), suits=2, times=2), Run("pung", (0, 0, 0, 1), suits=3),
    Run("pung", (0, 1, 1), suits=2, twins=True), Run("pung", (0, 0), start=3), Run("pung", (0, 4), pair=True),
)  # fmt: skip
RIVALS: tuple[Matcher, ...] = (
    Sets("chow", "all"), Sets("pung", 2), Copies(2), Run("chow", (0, 0), suits=2), Run("chow", (0, 0), suits=1),
    Run("chow", (0, 3), suits=1), Run("chow", (0, 0, 0), suits=3), Run("chow", (0, 3, 6), suits=3),
    Run("pung", (0, 1), suits=1),
)  # fmt: skip


def row(number: int, matcher: Matcher, value: int, scaling: str, **more: Any) -> Row:
    id = f"row_{number}"
    given: dict[str, Any] = {"scaling": scaling, "when": ((matcher, 1),), "clause": "test", "source": "test", **more}
    return Row(id=id, zh=id, en=id, value=value, **given)


def table(*rows: tuple[Matcher, int, str]) -> tp.RuleSet:
    return replace(BAIDA, rows=tuple(row(number, *of) for number, of in enumerate(rows)), options=(), chosen={})


def scores(hand: str, rules: tp.RuleSet) -> tuple[tuple[int, list[str]], ...]:
    kernels: tuple[Any, Any] = ("native", "reference")
    found = (tp.score(tp.Hand.parse(hand), rules, by="self_draw", indicator="7z", kernel=kernel) for kernel in kernels)
    return tuple((result.total, [line.id for line in result.lines]) for result in found)


PAIR_AND_PUNG, PUNG_AND_PUNGS = Run("pung", (0, 0, 0), suits=3, pair=True), Run("pung", (0, 0, 1), suits=2)
WORKED = {
    "two runs share a pung": (
        "7m7p9s8m7p9m?9s7m7m7p?? [7s7s7s] +7m",
        table((PAIR_AND_PUNG, 3, "scaled"), (PUNG_AND_PUNGS, 15, "flat"), (Copies(2), 8, "scaled")),
    ),
    "one run holds twice": (
        "5m5p6p5p6m?4m5m5s5m5p5s5p??7p +5m",
        table((Run("pung", (0, 2), suits=2), 5, "scaled"), (Run("pung", (0, 1)), 15, "flat")),
    ),
    "all three pairs of three pungs": (
        "??8m6m?6s7m8m8m6s [6m6m6m] [7m7m7m] +?",
        table((Run("pung", (0, 0)), 15, "final"), (Run("pung", (0, 1), suits=2), 3, "flat")),
    ),
    "two rows of the same copies": (
        "7m??7m2s2s3p7m4p5p7p8p9p [4m4m4m] +2s",
        table((Copies(2), 20, "scaled"), (Copies(2), 20, "scaled"), (Sets("pung", 1), 12, "scaled")),
    ),
    "fewer than four copies": ("1s1p1s?3m2s4m3s1m3s2s1p3m1m2m3m +2m", table((Copies(2, 2), 5, "scaled"))),
    "each instance of one run with each of another": (
        "5m3m?4m5m3z3z [3m4m5m]c [3p4p?]c [3p4p5p]c +?",
        table(
            (AllOf((Run("chow", (0, 0), start=3), Run("chow", (0,), suits=1))), 3, "scaled"),
            (Sets("pung", 1), 35, "flat"),
            (Pair("1234567z"), 30, "flat"),
        ),
    ),
    "exposing one more makes more instances of a row": (
        "2m2m4m4m2s3s3s??? [2p3p4p] [3s4s5s] +3s",
        table((Sets("chow", 2, state="exposed"), 5, "flat"), (Sets("pung", 2, state="concealed"), 4, "flat")),
    ),
    "more instances than twenty": (
        "???? [6s7s8s]c [6s7s8s]c [6s7s8s]c [7s8s9s]c +6s",
        table((Copies(2, 2), 9, "flat"), (Sets("pung", 1), 45, "flat"), (Pair("1234567z"), 60, "flat")),
    ),
    "a flat run beside a row of the whole hand": (
        "8s7m?7m7p9m8s7m8m7p8m?7p8s9m? +9m",
        table((Run("pung", (0, 1, 1), suits=2, twins=True), 15, "final"), (Sets("chow", "all"), 30, "final")),
    ),
}


@pytest.mark.parametrize("name", WORKED)
def test_rows_of_several_suits_count_as_often_as_they_hold(name: str) -> None:
    native, slow = scores(*WORKED[name])
    assert native == slow
    assert native[0] > 0


@pytest.mark.parametrize("length", [2, 3, 7])
@pytest.mark.parametrize("scaling", ["scaled", "flat", "final"])
def test_runs_of_pairs_count_in_seven_pairs_in_a_row(length: int, scaling: str) -> None:
    """They are no matter of what the whole hand has; a pair among sets of the same tiles counts too."""
    run = row(0, Run("pair", tuple(range(length)), suits=1), 4, scaling, shapes=("seven_pairs",))
    rules = replace(BAIDA, rows=(run, row(1, Pair("123456789m"), 3, "final")), options=(), chosen={})
    native, slow = scores("1m2m2m3m3m4m5m5m6m6m7m7m7m7m ?? +?", rules)
    assert native == slow
    assert native[1] == ["row_0"] * len(native[1])


def test_of_equal_choices_that_is_shown_whose_rows_come_first() -> None:
    """Two chows of the table are terminal chows worth twice as much as each beside one in hand.  Two of these are an
    earlier list, for what else counts comes later in the table (“One principle”)."""
    told: dict[str, Any] = {
        "seat": "E",
        "by": "self_draw",
        "indicator": "7z",
        "win_tile_state": "concealed",
        "river": 0,
    }
    told["seen"] = "7m7m"
    hand = "8m 5p 3m 9m 2m 1m 5p [1<23m] [4m5m6m] [7<89m] +7m 5f6f7f8f"
    kernels: tuple[Any, Any] = ("native", "reference")
    for kernel in kernels:
        lines = tp.score(tp.Hand.parse(hand), BAIDA, kernel=kernel, **told).lines
        assert [line.subtotal for line in lines if line.id == "terminal_chows"] == [2, 2]
    patterns = batch.score([hand], BAIDA, lines=True, **told).patterns
    assert patterns is not None
    terminal = [row.id for row in BAIDA.rows].index("terminal_chows")
    assert dict(zip(patterns.row, patterns.count, strict=True))[terminal] == 2


SPECIAL_SHAPES = ("seven_pairs", "thirteen_orphans", "sixteen_unrelated")


@pytest.mark.parametrize(
    ("hand", "matcher"),
    [
        ("1m9m1p9p1s9s2z3z4z5z6z7z?7p7p7p +5z", Melds(win_in="pair")),
        ("4m7z8p5s?2s8s1p4z2z4p5z3z6z?1m +1z", Melds(win_in="pair")),
        ("3p4p3p8p6p8p3p3p4p7p7p5p5p2p6p2p +?", Melds(win_in="pair")),
        ("2m8m4m2m3m4m3m6m?7m5m3m6m8m3m5m +7m", Wait("two_pairs")),
        ("5m3s4m5m5m9m8m1m4m7m5m?7m1m8m9m +8m", Run("pung", (0, 1), suits=1, pair=True)),
        ("6m4m5m3z7z8m6m7m8m5m3z6m6m7m4m3z +7z", Run("pair", (0, 1), suits=1)),
    ],
)
def test_rows_of_special_shapes_may_look_at_any_group(hand: str, matcher: Matcher) -> None:
    """No variant has such rows, a rule file may; the first arrangement of the shape, or the first group that the
    winning tile may have joined, will not do."""
    rules = replace(BAIDA, rows=(row(0, matcher, 3, "flat", shapes=SPECIAL_SHAPES),), options=(), chosen={})
    native, slow = scores(hand, rules)
    assert native == slow
    assert native[0] > 0


def test_seven_pairs_in_a_row_count_beside_rows_that_look_at_any_group() -> None:
    """Sets and a pair are worth much as well; seven pairs in a row are worth more (V1-e 44)."""
    own = {
        "zh": "名",
        "en": "N",
        "value": 1,
        "shapes": ["seven_pairs"],
        "when": [{"match": {"op": "wait", "kind": "two_pairs"}}],
    }
    rules = extended({"extends": "baida", "rows": {"two_identical_chows": {"value": 10}, "own": own}})
    native, slow = scores("1s1s1s3s3s4s4s5s5s6s6s7s7s8s9s9s +8s 7f", rules)
    assert native == slow
    assert "seven_consecutive_pairs" in native[1]


@pytest.mark.parametrize(
    ("scaling", "more"), [("scaled", {}), ("flat", {"kinds": ("shared",)}), ("flat", {"family": "shared"})]
)
def test_of_alike_winning_groups_that_counts_which_spares_other_rows(scaling: str, more: dict[str, Any]) -> None:
    """The fifth tile of the run or of the pair: either makes the wait, and only the run's is used by another row."""
    rows = row(0, Wait("only"), 20, scaling, **more), row(1, Run("chow", (0, 3), suits=1), 10, scaling, **more)
    rules = replace(BAIDA, rows=rows, options=(), chosen={})
    native, slow = scores("1m2m3m4m5m5m6m 1s1s1s 4p4p4p 7s8s9s +5m", rules)
    assert native == slow
    assert native[1] == ["row_0", "row_1"]


FLAT = ("three_suit_dragon", "three_suit_chows")


@pytest.mark.parametrize(
    ("hand", "natural"),
    [
        ("9p6p6p??9p9p7s9s8s4m6p? [1m2m3m] +4m", "9p6p6p4p5p9p9p7s9s8s4m6p4m [1m2m3m] +4m"),
        ("5s??8p??8m????7p2z [6s7s8s] +7p", "5s7p2z8p7m6p8m2z7p6m5s7p2z [6s7s8s] +7p"),
        ("9p8p4m??8p?3z3z???2p [1s2s3s] +3z", "9p8p4m2p6m8p7p3z3z5m8p8p2p [1s2s3s] +3z"),
    ],
)
def test_flat_rows_of_three_suits_keep_their_value_beside_claimed_chows(hand: str, natural: str) -> None:
    """A house may make them flat (V1-g2, ``fan_overrides``).  A wild tile is worth what it stands for, but for the
    rows about waits, worth 2 at most."""
    for value in (45, 100):
        changes = {id: {"value": value + place * 7, "scaling": "flat"} for place, id in enumerate(FLAT)}
        rules = tp.rules("baida", fan_overrides=changes)
        best, least = (
            tp.score(tp.Hand.parse(text), rules, by="self_draw", indicator="7z").total for text in (hand, natural)
        )
        assert best >= least - 2


def test_rows_of_a_tier_that_are_worth_as_much_count_together() -> None:
    """A row of a tier gives way to one worth more.  With 8, 2 and 4 of dots black a house may hold all green and
    three colours to be worth as much (V1-e 40, V1-g2); four wild tiles more are not worth less."""
    changes = {"three_colours": {"value": 100}, "four_concealed_pungs": {"value": 200}}
    rules = tp.rules("baida", tile_colours="wide", single_set_scaling="flat", fan_overrides=changes)
    more, fewer = (
        tp.score(tp.Hand.parse(f"2s2s2s2s4s4s4s4s8s8s {text} +?"), rules, by="self_draw", indicator="7z")
        for text in ("??????", "3s3s3s3s??")
    )
    assert more.total >= fewer.total
    assert {"all_green", "three_colours"} <= {line.id for line in more.lines}


def left_over(random: Random, number: int) -> Row:
    """A row beside which hardly any other holds."""
    names = [f"row_{other}" for other in range(number)]
    free, limited = (tuple(random.sample(names, random.randint(0, 3))) for _ in range(2))
    more = {"value_if_claimed": random.choice([None, 2, 40]), "alone": random.random() < 0.3}
    value, times = random.choice([5, 20, 60]), random.randint(1, 2)
    matcher = Residual(free, limited, random.randint(0, 2))
    return row(number, matcher, value, random.choice(["scaled", "flat"]), **more, when=((matcher, times),))


@pytest.mark.parametrize("claimed", ["[5^55z]", "[1^11z]"])
def test_exact_counts_of_concealed_and_of_exposed_pungs_hold_together(claimed: str) -> None:
    """Three concealed pungs and two exposed (E3, 40 row 48): neither gives way to the other."""
    rules = tp.rules("baida", extensions=["two_exposed_pungs"])
    hand = tp.Hand.parse(f"7p ? 7p ? 6s 7p 6s (2z2z2z2z) [6??s]t {claimed} +6s")
    native, slow = (
        tp.score(hand, rules, by="self_draw", seat="E", indicator="8p", kernel=kernel)
        for kernel in ("native", "reference")
    )
    assert native.total == slow.total
    assert {"three_concealed_pungs", "two_exposed_pungs"} <= {line.id for line in native.lines}


def some_table(random: Random) -> tp.RuleSet:
    share = random.random() < 0.3
    rows: list[Row] = []
    matchers = [*random.sample(PUNGS, random.randint(2, 4)), *random.sample(RIVALS, 3)]
    for number, matcher in enumerate(matchers):
        more: dict[str, Any] = {"repeat": random.choice(["each", "each", "once"])}
        if share and matcher in PUNGS:
            more["kinds"] = ("runs",)
        value, scaling = random.choice([1, 3, 8, 15, 30]), random.choice(["scaled", "flat", "final"])
        rows.append(row(number, matcher, value, scaling, **more))
    if random.random() < 0.3:
        rows.append(left_over(random, len(rows)))
    return replace(BAIDA, rows=tuple(rows), options=(), chosen={})


def some_hand(random: Random) -> str:
    """Pungs near each other over the suits, chows among them, up to three tiles wild."""
    near = random.randrange(7)
    sets = []
    for _ in range(5):
        kind = 9 * random.randrange(3) + near + random.choice([0, 0, 0, 1, 1, 2])
        sets.append([kind] * 3 if random.random() < 0.75 or kind % 9 > 6 else [kind, kind + 1, kind + 2])
    pair = 9 * random.randrange(3) + near
    down = random.choice([0, 0, 0, 1, 2])
    tiles = [TILE_TEXT[kind] for group in (*sets[down:], [pair, pair]) for kind in group]
    random.shuffle(tiles)
    for place in range(random.randint(1, 3)):
        tiles[place] = "?"
    laid = "".join(f"[{''.join(TILE_TEXT[kind] for kind in group)}]" for group in sets[:down])
    return f"{''.join(tiles[:-1])} {laid} +{tiles[-1]}"


def compared(seed: int, tables: int) -> int:
    random, found = Random(seed), 0
    for _ in range(tables):
        rules = some_table(random)
        for _ in range(4):
            hand = some_hand(random)
            try:
                native, slow = scores(hand, rules)
            except tp.IllegalHandError:  # a fifth natural copy
                continue
            assert native == slow, (hand, [(one.when, one.value, one.scaling, one.repeat) for one in rules.rows])
            found += 1
    return found


def test_any_few_rows_are_read_alike() -> None:
    assert compared(1, 40) > 40


@pytest.mark.full
def test_many_few_rows_are_read_alike() -> None:
    assert compared(2, 400) > 450

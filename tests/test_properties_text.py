"""Properties of the notation: any text reads or is refused, what is printed reads back, and it takes linear time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from small_rules import BY_NAME
from tingpai.admit import admit_call
from tingpai.errors import ALL_CODES, IllegalHandError, NotationError, TingpaiError
from tingpai.hand import Hand, Meld
from tingpai.notation import print_tiles, read_tiles
from tingpai.tiles import FIRST_FLOWER, WILD

# Only test_long_texts_take_linear_time looks at the clock: machines may be slow.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

ALPHABET = "123456789mpszf?[]()<^>+ct 一三九萬万筒索條东東中發🀇🀄🀪🀥\ufe0f"
TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(alphabet=ALPHABET, max_size=40),
    st.lists(st.sampled_from("123m [7<89s] (5555p) [78?s]c +6s 1f ? [555+5p] 5 z".split())).map("".join),
)  # fmt: skip

TILES = st.integers(0, WILD)
NOT_FLOWERS = TILES.filter(lambda tile: not FIRST_FLOWER <= tile < WILD)
FLOWERS = st.integers(FIRST_FLOWER, WILD - 1)


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    form: Any = draw(st.sampled_from(["exposed", "added_kong", "concealed_kong"]))
    size = 4 if form == "added_kong" else draw(st.integers(1, 5))
    first = draw(TILES)
    near = st.sampled_from([first, min(first + 1, WILD), min(first + 2, WILD), WILD])
    tiles = tuple(draw(st.lists(st.one_of(near, TILES), min_size=size, max_size=size)))
    more: dict[str, Any] = {}
    if form != "concealed_kong":
        more["declared"] = draw(st.sampled_from([None, "chow", "pung"]))
        if draw(st.booleans()):
            feeder = draw(st.sampled_from(["left", "across", "right"]))
            fits = feeder == "left" or not Meld(tiles, form, more["declared"]).is_plainly_a_chow
            more["feeder"] = feeder if fits and more["declared"] != "chow" else "left"
            more["marked"] = draw(st.sampled_from(tiles[:3] if form == "added_kong" else tiles))
    return Meld(tiles, form, **more)


HANDS = st.builds(
    Hand,
    st.lists(NOT_FLOWERS, max_size=17),
    st.lists(melds(), max_size=5),
    st.lists(TILES, max_size=2),
    st.lists(FLOWERS, max_size=8),
)


def outcome(call: Callable[[], Any]) -> Any:
    """What the call answers, or the error of the package that it raises; any other error is a failure."""
    try:
        return call()
    except TingpaiError as error:
        return error


def read_slowly(text: str) -> tuple[Any, ...] | str:
    """What the reader that knows all faults makes of a text."""
    try:
        hand = Hand._read(text)
    except NotationError as error:
        return str(error)
    return hand, [meld.column for meld in hand.melds], hand._columns


@unhurried
@given(st.one_of(TEXTS, st.deferred(lambda: HANDS).map(str)))
def test_hands_read_without_a_word_are_those_that_are_read_with_care(text: str) -> None:
    try:
        hand = Hand.parse(text)
        quick: tuple[Any, ...] | str = hand, [meld.column for meld in hand.melds], hand._columns
    except NotationError as error:
        quick = str(error)
    assert quick == read_slowly(text)


@unhurried
@given(TEXTS)
def test_any_text_reads_or_is_refused(text: str) -> None:
    hand = outcome(lambda: Hand.parse(text))
    if isinstance(hand, NotationError):
        assert 1 <= hand.column <= len(text) + 1
        assert hand.code in ALL_CODES
        if hand.found is not None and hand.code != "bad_rank":
            assert text[hand.column - 1] == hand.found
        assert str(hand).startswith(f"column {hand.column}: expected {hand.expected}, found ")
    else:
        assert Hand.parse(str(hand)) == hand
        assert str(Hand.parse(str(hand))) == str(hand)
        without_spaces = "".join(str(hand).split())
        assert Hand.parse(without_spaces) == hand
        assert Hand.parse(" ".join(without_spaces)) == hand


@unhurried
@given(HANDS)
def test_what_is_printed_reads_back(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert hash(Hand.parse(str(hand))) == hash(hand)
    assert [meld.tiles for meld in Hand.parse(str(hand)).melds] == [meld.tiles for meld in hand.melds]


@unhurried
@given(HANDS, st.randoms(use_true_random=False))
def test_order_does_not_matter_where_it_says_nothing(hand: Hand, random: Any) -> None:
    pieces = [print_tiles((tile,)) for tile in (*hand.tiles, *hand.flowers)]
    pieces += [f"+{print_tiles((tile,))}" for tile in hand.winning]
    random.shuffle(pieces)
    places = sorted(random.randint(0, len(pieces)) for _ in hand.melds)
    for place, meld in reversed([*zip(places, hand.melds, strict=True)]):
        pieces.insert(place, str(meld))
    assert Hand.parse("".join(pieces)) == hand


@unhurried
@given(st.lists(TILES, max_size=30))
def test_tiles_read_back_in_order(tiles: list[int]) -> None:
    assert read_tiles(print_tiles(tiles)) == tuple(tiles)


@unhurried
@given(
    HANDS,
    st.sampled_from(sorted(BY_NAME)),
    st.sampled_from(["score", "waits", "distance", "acceptance", "decompose"]),
    st.fixed_dictionaries(
        {},
        optional={
            "by": st.sampled_from(["self_draw", "discard", "flowers", "rob_flower", None]),
            "indicator": TILES.map(lambda tile: print_tiles((tile,))),
            "seen": st.lists(TILES, max_size=6).map(print_tiles),
            "replacement": st.sampled_from(["kong", "flower", None]),
            "feeder": st.sampled_from(["E", "S", None]),
            "riichi": st.sampled_from(["closed", "open"]),
            "first_turn": st.sampled_from(["heavenly", "human"]),
        },
    ),
)
def test_any_hand_is_admitted_or_refused(hand: Hand, rules: str, purpose: Any, keywords: dict[str, Any]) -> None:
    answer = outcome(lambda: admit_call(hand, BY_NAME[rules], keywords, purpose))
    if isinstance(answer, IllegalHandError):
        assert answer.faults
        assert {fault.code for fault in answer.faults} <= ALL_CODES.keys()
    else:
        _, admitted = answer
        loose = len(hand.tiles) + (len(hand.flowers) if admitted.flowers_wild else 0)
        assert sum(admitted.counts) + len(admitted.wilds) == loose
        assert max(admitted.held) <= 4
        assert all(meld.faces for meld in admitted.melds)
        assert len(admitted.melds) == len(hand.melds)


LONG = 20_000


@pytest.mark.parametrize(
    "piece",
    [*"1?[(+<一🀇 x", "\ufe0f", "1m", "[1", "[111m]", "[1m2m", "1?", "?m", "[?]", "+1m", "1f"],
)  # fmt: skip
@pytest.mark.parametrize("end", ["", "]", "m", "]c"])
def test_long_texts_take_linear_time(piece: str, end: str) -> None:
    started = time.process_time()
    answer = outcome(lambda: admit_call(Hand.parse(piece * LONG + end), BY_NAME["wild"], {}, "waits"))
    assert isinstance(answer, TingpaiError)
    assert str(answer)
    assert time.process_time() - started < 5

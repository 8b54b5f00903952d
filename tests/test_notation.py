"""What the notation reads, what it refuses and where, and how it prints."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from conftest import cases
from tingpai.errors import ALL_CODES, IllegalHandError, NotationError
from tingpai.hand import Hand, Meld
from tingpai.notation import print_tiles, read_tiles

# How a hand is written -> how it is printed.
PRINTED = {
    "": "",
    "123s 45s 789s 22p [7<89s] [45<6m] +6s 1f": "22p 12345789s [7<89s] [45<6m] +6s 1f",
    "1f+6s[7<89s][45<6m]22p123s45s789s": "22p 12345789s [7<89s] [45<6m] +6s 1f",
    "1 2 3 s [ 7 < 8 9 s ] + 6 s": "123s [7<89s] +6s",
    "\t11z\n5m\u3000?": "5m 11z ?",
    "1?3m": "13m ?",
    "? +?": "? +?",
    "?1m??": "1m ???",
    "71z 9p 1m 8f 1f": "1m 9p 17z 18f",
    "+7f": "+7f",
    "11f": "11f",
    "+5p +3p": "+3p +5p",
    # sets keep their order, tiles inside do not
    "[555p] [123m] (1111z)": "[555p] [123m] (1111z)",
    "[312m]": "[123m]",
    "[55^5p]": "[5^55p]",
    "[5>55p]": "[5>55p]",
    "[555p>]": "[5>55p]",
    "[77<7+7z]": "[7<77+7z]",
    "[555+5p]": "[555+5p]",
    "[5555>p]": "[5>555p]",
    "[9s8s7<s]": "[7<89s]",
    # wild tiles in sets
    "[78?s]": "[78?s]",
    "[7?8s]": "[78?s]",
    "[78s?]": "[78?s]",
    "[?78s]": "[78?s]",
    "[78?<s]": "[78?<s]",
    "[7<?8s]": "[7<8?s]",
    "[7??p]c": "[7??p]c",
    "[7??p] t": "[7??p]t",
    "[???]t": "[???]t",
    "[???]c": "[???]c",
    "[7s89p]": "[89p7s]",
    "[89p7s]": "[89p7s]",
    "[9p?7s]t": "[9p7?s]t",
    "[78s2f]": "[78s2f]",
    "[2f?7s]c": "[7s2?f]c",
    "[???+?]": "[???+?]",
    "[55?+5p]": "[55?+5p]",
    "[555+?p]": "[555+?p]",
    # a c that no indicator could demand is not kept, any other declaration is
    "[789s]c": "[789s]",
    "[89p7s]c": "[89p7s]",
    "[78?s]c": "[78?s]c",
    "[555p]t": "[555p]t",
    "[789s]t": "[789s]t",
    "[9p99s]c": "[9p99s]c",
    # what is no set reads nevertheless
    "[1m]": "[1m]",
    "[12345m6p]": "[12345m6p]",
    "(123m)": "(123m)",
    "[555+6p]": "[555+6p]",
    "[556<+5p]": "[556<+5p]",
    "22222m": "22222m",
    # Chinese
    "一萬3筒七索七條": "1m 3p 77s",
    "一二三萬 45萬 6七m": "1234567m",
    "东南西北白发中": "1234567z",
    "東南西北白發中": "1234567z",
    "九万 9条": "9m 9s",
    "[東<東東] [七索八索<九索] (白白白白) +三筒": "[1<11z] [78<9s] (5555z) +3p",
    "[七?九索]": "[79?s]",
    "梅蘭菊竹 春夏秋冬": "12345678f",
    # Unicode: the block puts the red dragon first and bamboo before chrysanthemum
    "🀀🀁🀂🀃🀄🀅🀆": "1234567z",
    "🀄\ufe0e🀄\ufe0f": "77z",
    "🀇🀏🀐🀘🀙🀡": "19m 19p 19s",
    "🀢 🀣": "12f",
    "🀤": "4f",
    "🀥": "3f",
    "🀦🀧🀨🀩": "5678f",
    "🀪 [🀖🀗<🀪] +🀄": "? [78<?s] +7z",
    "1\ufe0f2m": "12m",
}


@pytest.mark.parametrize(("written", "printed"), PRINTED.items())
def test_reading_and_printing(written: str, printed: str) -> None:
    hand = Hand.parse(written)
    assert str(hand) == printed
    assert Hand.parse(printed) == hand
    assert hash(Hand.parse(printed)) == hash(hand)


@pytest.mark.parametrize("case", cases("refused_text"), ids=lambda case: repr(case["text"]))
def test_refusing(case: dict[str, object]) -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse(str(case["text"]))
    error = caught.value
    assert (error.code, error.column, error.found) == (case["code"], case["column"], case["found"])
    assert f"column {error.column}" in str(error)
    assert repr(error.found) in str(error) if error.found else "the end" in str(error)
    assert error.code in ALL_CODES


@pytest.mark.parametrize("value", [None, 5, b"123m", ["1m"], Hand()])
def test_what_is_not_text_is_refused(value: object) -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse(value)  # type: ignore[arg-type]
    assert caught.value.code == "not_text"


def test_equality_ignores_order_among_tiles_but_not_among_sets() -> None:
    assert Hand.parse("321m [978s]") == Hand.parse("1m[9s8s7s]23m")
    assert Hand.parse("[123m] [456m]") != Hand.parse("[456m] [123m]")
    assert Hand.parse("[7<89s]") != Hand.parse("[78<9s]") != Hand.parse("[789s]")
    assert Hand.parse("[555+5p]") != Hand.parse("[5555p]") != Hand.parse("(5555p)")
    assert Hand.parse("[78?s]c") != Hand.parse("[78?s]")


def test_columns_count_code_points() -> None:
    hand = Hand.parse("🀄\ufe0f 12m [5?5p] +3m")
    assert hand.melds[0].column == 8
    assert sorted(hand._columns, key=lambda place: place[1]) == [
        (33, 1), (0, 4), (1, 5), (13, 9), (42, 10), (13, 11), (2, 15),
    ]  # fmt: skip


def test_hands_travel() -> None:
    hand = Hand.parse("11z ? [7<8?s] (5555p) +2m 1f")
    hand._cache["answer"] = 42
    for other in (pickle.loads(pickle.dumps(hand)), copy.deepcopy(hand), copy.copy(hand)):
        assert other == hand
        assert other._cache == {}
    assert eval(repr(hand)) == hand


def test_hands_are_frozen() -> None:
    hand = Hand.parse("11z [789s]")
    with pytest.raises(FrozenInstanceError):
        hand.tiles = ()  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        hand.melds[0].declared = "chow"  # type: ignore[misc]


def test_hands_made_by_programs_are_held_to_what_the_text_can_say() -> None:
    made = Hand(tiles=(3, 1, 42, 2), melds=(Meld((26, 24, 25), feeder="left", marked=26),), flowers=(35, 34))
    assert made == Hand.parse("234m ? [789<s] 12f")
    for tiles in ((43,), (-1,), ("1m",), (True,), (34,), 7):
        with pytest.raises(IllegalHandError):
            Hand(tiles=tiles)  # type: ignore[arg-type]
    with pytest.raises(IllegalHandError):
        Hand(flowers=(1,))
    with pytest.raises(IllegalHandError):
        Hand(melds=("[789s]",))  # type: ignore[arg-type]
    for wrong in (
        {"tiles": ()},
        {"form": "kong"},
        {"declared": "kong"},
        {"feeder": "left"},
        {"marked": 1},
        {"feeder": "left", "marked": 5},
        {"feeder": "up", "marked": 1},
        {"form": "added_kong"},
        {"form": "concealed_kong", "declared": "pung"},
        {"feeder": "right", "marked": 1},
    ):
        with pytest.raises(IllegalHandError):
            Meld(**{"tiles": (1, 2, 3), **wrong})  # type: ignore[arg-type]


def test_tiles_alone() -> None:
    assert read_tiles("8p3s 東?") == (16, 20, 27, 42)
    assert print_tiles(read_tiles("8p3s 12m ? 5f")) == "8p3s12m?5f"
    for text in ("[123m]", "+1m", "1<m", "12"):
        with pytest.raises(NotationError):
            read_tiles(text)


@pytest.mark.parametrize(
    "text", ["22p 13s ? 1f3f [7<89s] [555+5p] (1111z) [7??p]t [789s]c [78?s]c +6s", "東 三萬 ?", ""]
)
def test_a_hand_that_is_read_is_the_one_that_its_parts_make(text: str) -> None:
    read = Hand.parse(text)
    melds = [Meld(meld.tiles, meld.form, meld.declared, meld.feeder, meld.marked) for meld in read.melds]
    made = Hand(read.tiles[::-1], tuple(melds), read.winning, read.flowers[::-1])
    assert made == read
    assert repr(made) == repr(read)
    assert vars(made).keys() == vars(read).keys()

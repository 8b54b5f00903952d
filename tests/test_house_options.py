"""Every 「或另議」 (or as agreed) of the four documents is a named option, and every option changes what it says.

``AGREED`` lists the clauses with these words; ``EFFECTS`` gives for each option another choice and something that can
be seen to differ; what only the play of a game can show stands in ``PLAYED``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

import tingpai as tp
from clauses import ITEMS, RULES_OF
from money import EAST, SOUTH, WEST
from paid import THREE, Fact, answer, claims, fed, fine, kong, tiles, wall_side, win, won
from tingpai import payout as pay
from tingpai.game import new_game
from tingpai.ruleset import RuleSet

# What the documents leave to the table, in their order; a clause stands once for each time it says 「或另議」.
AGREED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("S1-01A", "baida", ("cash_in",)),
    ("S1-01B", "baida", ("chips",)),
    ("S1-03", "baida", ("swap_timing",)),
    ("S1-04", "baida", ("claim_and_discard_same",)),
    ("S1-05", "baida", ("false_win_each",)),
    ("S1-05", "baida", ("dead_hand_free_discard",)),
    ("S1-10", "baida", ("dead_hand_free_discard",)),
    ("S1-10", "baida", ("misc_fine",)),
    ("S1-12", "baida", ("prize_tiles",)),
    ("S3-02", "hongkong", ("haitei_fan",)),
    ("S3-04", "hongkong", ("dragon_pao_selfdraw",)),
    ("S3-05", "hongkong", ("false_win",)),
    ("S3-05", "hongkong", ("false_win",)),
    ("S3-07e", "hongkong", ("dead_hand_free_discard",)),
    ("S3-07f", "hongkong", ("jianjian_strict",)),
    ("S3-08", "hongkong", ("dead_hand_free_discard",)),
    ("S4-E", "pungkong_hk", ("false_win",)),
    ("S4-I", "pungkong_hk", ("streak_bonus",)),
    ("S4-I", "pungkong_hk", ("last_tile_kong", "draw_dealer")),
    ("S4-J", "pungkong_hk", ("fan_money", "fan_overrides")),
    ("S4-K", "pungkong_hk", ("orphans_rob", "orphans_die", "orphans_die_wins")),
    ("S4-L", "pungkong_hk", ("false_win",)),
    ("S4-M", "pungkong_hk", ("prize_fa", "prize_tiles")),
    ("S5-B", "pungkong_cn", ("fan_money",)),  # 事前議定
    ("S5-E", "pungkong_cn", ("false_win",)),
    ("S5-H", "pungkong_cn", ("last_tile_kong", "draw_dealer")),
)
# Other choices that the documents name without these words.
NAMED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("S1-01A", "baida", ("bank",)),
    ("S1-01B", "baida", ("rake",)),
    ("S1-02", "baida", ("visibility",)),
    ("S1-15", "baida", ("fines_manual",)),
    ("S3-01", "hongkong", ("min_fan", "limit", "curve", "pay", "flowers", "multi_win")),
    ("S3-02", "hongkong", ("system",)),
    ("S3-07g", "hongkong", ("fan_overrides",)),
)

# Readings of an ambiguous clause ([A] in the rules): the option that has the other, or why there is none.
READINGS: dict[str, str] = {
    "V1-2": "it only says who sits where at the start",
    "V1-7": "the document's own examples, 226 and 551, and the dice game they come from",
    "V1-15": "nothing forbids several wild tiles in a claimed set",
    "V1-20": "baida.swap_timing",
    "V1-26": "nothing limits when four may discard alike",
    "V2-4": "the indicator is turned after a discard, and the hand is over before",
    "V2-7": "guangri.multi_ron",
    "V2-10": "guangri.riichi_peek",
    "V2-11": "guangri.deposit_to_winner",
    "V2-12": "guangri.open_riichi_adds",
    "V2-14": "guangri.min_counts",
    "V2-15": "guangri.ura_is",
    "V2-18": "guangri.payout_13_19",
    "V2-20": "guangri.streak_selfdraw",
    "V2-22": "a streak neither raised nor reset is what the clause says",
    "V2-24": "the clause says what each ready hand is worth; the rules say how it is found",
    "V3-5": "hongkong.min_fan",
    "V3-18": "hongkong.false_win",
    "V4-2": "pungkong_hk.flowers",
    "V4-8": "pungkong_hk.quanyaojiu",
    "V4-9": "pungkong_hk.robbed_self_drawn",
    "V4-11": "pungkong_hk.draw_dealer",
    "V4-13": "pungkong_hk.orphans_die_wins",
    "V5-7": "the clause says each (各)",
}

Observe = Callable[[RuleSet], Any]
Effect = tuple[Any, Observe, Any, Any]


def hand(text: str, **situation: Any) -> Observe:
    """Total or reason, and what south gains."""

    def scored(rules: RuleSet) -> Any:
        keywords = {"seat": "S", "round": "E", "by": "self_draw"} | situation
        result = tp.score(tp.Hand.parse(text), rules, **keywords)
        paid = result.payments[keywords["seat"]] if result.payments else None
        return (result.reason or result.total, paid)

    return scored


def ask(call: Observe) -> Observe:
    """A call of tingpai.payout: gains, or the codes of the refusal."""
    return lambda rules: answer(rules, Fact("", "", "", call, None, {}))


def gain(call: Observe, account: Any = SOUTH) -> Observe:
    """What an account gains; the codes of a refusal."""

    def gained(rules: RuleSet) -> Any:
        found = ask(call)(rules)
        return found.get(account, 0) if isinstance(found, dict) else found

    return gained


FROM_W = {"by": "discard", "discarder": "W"}
POOL = pay.HandWon(wins=(win(20),), pool=12, took_fines=False)
DEPOSIT = pay.HandWon(wins=(win(3, by="discard", discarder=WEST),), pot=60, deposits=((3, "closed"),))
PLAIN = "[234m] 567p 345s 888p 67s 44z +8s"
RED = "[234m] 567p 345s [777z] 67s 99p +8s"
CLOSED = "234m 567p 345s 888p 67s 44z +8s"
CHOWS = "[234m] 567p 345s 67s 44z +8s"
THIRTEEN = "[222m] 567p 345s 88s 67m +8m"
PUNGS = "222m 444p 666s 88m 33z +8m"
NINES = "[111m][999m] 111p 99s 99p +9s"
ORPHANS, ROBBER = "19m19p19s1234567z +1m", "119m19p9s1234567z +1s"
DRAGONS = tiles("5z5z5z6z6z6z7z7z2m3m4m1p1p1p")
SIX = (pay.LaidSet("pung", 31, EAST), pay.LaidSet("pung", 32, WEST))
TWELVE = tuple(pay.LaidSet("pung", face, WEST) for face in (1, 12, 20, 27))
FALSE_WIN = gain(lambda rules: pay.false_win(rules, SOUTH))
SEVERAL = ask(lambda rules: claims(rules, *THREE))
FLOWERLESS = ask(hand(f"{THIRTEEN} 1f"))

# Option: another choice (with what else must be chosen on both sides), what is seen, by default, and then.
EFFECTS: dict[str, dict[str, Effect]] = {
    "baida": {
        "min_fan": (0, hand("123m 456m 34p 55p 678s [234s] +5p 1f", indicator="7z"), ("below_minimum", None), (8, 40)),
        "base": (0, gain(won(20)), 76, 61),
        "dealer_bonus": (False, gain(won(20)), 76, 75),
        "prize_tiles": (5, gain(won(20, prize=tiles("1m5m9m1p5p"))), ["bad_value"], 91),
        "rob_multi": ("nearest", SEVERAL, (1, 2, 3), (1,)),
        "big_belly_min": (3, hand("[123m][456p][456p][789s] 222s 4z +4z"), (68, 220), (48, 160)),
        "single_set_scaling": ("flat", hand(RED, last_tile=True), (30, 106), (24, 88)),
        "menqing_pung": (True, hand("[888p] 234m 567p 345s 67s 44z +8s", riichi="closed"), ("below_minimum", None),
                         (10, 46)),
        "tile_colours": ("wide", hand("[222p][444p][888p][333z] 44z 55z +5z"), (205, 631), (305, 931)),
        "extensions": (["no_fives"], hand("[234m] 678p 234s 888p 67s 44z +8s", last_tile=True), (38, 130), (48, 160)),
        "fan_overrides": ({"self_drawn": 3}, hand(PLAIN, last_tile=True), (22, 82), (24, 88)),
        "bank": ("B", lambda rules: wall_side(rules)["stacks"], [200] * 4, [3000] * 4),
        "cash_in": (300, lambda rules: wall_side(rules)["cash"], [200] * 3, [300] * 3),
        "chips": (500, lambda rules: wall_side(rules)["stacks"], [200] * 4, [500] * 4),
        "rake": (True, ask(fine("other")), {WEST: -1, "pool": 1}, {WEST: -1, "rake": 1}),
        "false_win_each": (50, FALSE_WIN, -300, -150),
        "misc_fine": (2, gain(fine("other"), "pool"), 1, 2),
        "fines_manual": (True, gain(lambda rules: pay.hand_won(rules, POOL), "pool"), ["bad_value"], 12),
    },
    "guangri": {
        "min_tai": (2, hand(CLOSED, riichi="closed", **FROM_W), ("below_minimum", None), (2, 40)),
        "min_counts": ("pattern_only", hand("[234m] [777z] 567p 345m 67s 44z +8s", swallow=True, **FROM_W), (3, 60),
                       ("below_minimum", None)),
        "unit": (10, gain(fed(3)), 60, 30),
        "payout_13_19": ("formula", gain(fed(18)), 840, 900),
        "streak_selfdraw": ("third", gain(won(3, seat=EAST, streak=1), EAST), 120, 81),
        "multi_ron": (False, SEVERAL, (1, 2, 3), (1,)),
        "open_riichi_adds": (True, hand(CLOSED, riichi="open", **FROM_W), (6, 240), (7, 280)),
        "deposit_to_winner": (False, gain(lambda rules: pay.hand_won(rules, DEPOSIT)), 120, 80),
        "ura_is": ("tile", hand("234m 567m 345p 678s 34s 99p +5s", riichi="closed", dora="1z", ura="9p", **FROM_W),
                   (4, 80), (6, 240)),
        "extensions": (["dealer"], hand(CLOSED, seat="E"), (3, 60), (4, 240)),
        "tai_overrides": ({"concealed_self_draw": 6}, hand(CLOSED), (3, 60), (6, 240)),
    },
    "hongkong": {
        "min_fan": (0, hand(f"{CHOWS} 1f", **FROM_W), ("below_minimum", None), (1, 4)),
        "limit": (12, hand("[222z][333z][444z] 67p 11z +8p 1f", **FROM_W), (10, 256), (11, 384)),
        "system": ("4-4", hand("[222m][444p] 666s 88m 33z +8m 1f", **FROM_W), (3, 16), (4, 32)),
        "curve": ("spicy", gain(fed(5)), 48, 64),
        "pay": ("half", ask(fed(3)), {WEST: -16, SOUTH: 16}, {WEST: -8, SOUTH: 16, EAST: -4, 3: -4}),
        "flowers": (False, hand(CHOWS), (3, 24), ("below_minimum", None)),
        "multi_win": (False, SEVERAL, (1, 2, 3), (1, 3)),
        "haitei_fan": (2, hand(CHOWS, last_tile=True), (4, 48), (5, 72)),
        "jianjian_strict": (False, hand(PUNGS, **FROM_W), (4, 32), (10, 256)),
        "dragon_pao_selfdraw": (True, gain(won(3, melds=SIX, tiles=DRAGONS), WEST), -8, -24),
        "half_twelve": ("any", gain(won(3, melds=TWELVE, tiles=DRAGONS), WEST), -8, -24),
        "fan_overrides": ({"all_chows": 2}, hand(CHOWS), (3, 24), (4, 48)),
        "false_win": ("half", FALSE_WIN, -768, -384),
        "error_fine": (20, gain(fine("late_flower"), "rake"), 10, 20),
    },
    "pungkong_hk": {
        "fan_money": (20, gain(fed(3)), 60, 90),
        "streak_bonus": ("off", gain(won(0)), 70, 60),
        "orphans_rob": (False, hand(ROBBER, by="rob_concealed_kong", discarder="W"), (13, 450), ("not_robbable", None)),
        "orphans_die": (False, hand(ORPHANS, die=4, **FROM_W), (12, 600), (12, 150)),
        "orphans_die_wins": ("rob_concealed_kong", hand(ORPHANS, die=4, **FROM_W), (12, 600), (12, 150)),
        "prize_fa": (False, gain(fed(0, prize=tiles("6z"))), 60, 30),
        "prize_tiles": (2, gain(fed(0, prize=tiles("7z6z"))), ["bad_value"], 60),
        "quanyaojiu": (11, hand(NINES, **FROM_W), (14, 170), (11, 140)),
        "tile_colours": ("wide", hand("[222p][888p] 444z 55z 33z +3z", **FROM_W), (8, 110), (12, 150)),
        "jianjian_strict": (False, hand(PUNGS, **FROM_W), (4, 70), (8, 110)),
        "robbed_self_drawn": (True, hand(THIRTEEN, by="rob_kong", discarder="W"), (1, 90), (2, 120)),
        "fan_overrides": ({"self_drawn": 3}, hand(THIRTEEN), (1, 100), (3, 160)),
        "false_win": (50, FALSE_WIN, -90, -150),
        "last_tile_kong": (True, gain(kong("concealed_kong", last_tile=True)), 0, 60),
        "flowers": (False, FLOWERLESS, (1, 100), ["no_flowers"]),
        "error_fine": (20, gain(fine("late_flower"), EAST), 10, 20),
    },
    "pungkong_cn": {
        "fan_money": (True, gain(won(3)), 60, 150),
        "prize": (False, gain(won(0, prize=tiles("4m"))), 90, 60),
        "rob_kong": (True, gain(won(0, by="rob_kong", discarder=WEST)), ["win_refused"], 60),
        "quanyaojiu": (11, hand(NINES), (15, 510), (12, 420)),
        "tile_colours": ("wide", hand("[222p][888p] 444z 55z 33z +3z"), (9, 330), (13, 450)),
        "jianjian_strict": (False, hand(f"(2222m){PUNGS[4:]}"), (5, 210), (9, 330)),
        "robbed_self_drawn": (True, hand(THIRTEEN, by="rob_kong", discarder="W"), (1, 90), (2, 120)),
        "fan_overrides": ({"self_drawn": 3}, hand(THIRTEEN), (1, 90), (3, 150)),
        "false_win": (50, FALSE_WIN, -90, -150),
        "last_tile_kong": (True, gain(kong("concealed_kong", last_tile=True)), 0, 60),
        "flowers": (False, FLOWERLESS, (0, 60), ["no_flowers"]),
        "error_fine": (20, gain(fine("late_flower"), EAST), 10, 20),
    },
}  # fmt: skip
# What must be chosen beside an option for it to matter.
BESIDE: dict[tuple[str, str], dict[str, Any]] = {
    ("hongkong", "dragon_pao_selfdraw"): {"pay": "half"},
    ("hongkong", "half_twelve"): {"pay": "half"},
    ("pungkong_cn", "quanyaojiu"): {"fan_money": True},
    ("pungkong_cn", "tile_colours"): {"fan_money": True},
    ("pungkong_cn", "jianjian_strict"): {"fan_money": True},
    ("pungkong_cn", "robbed_self_drawn"): {"fan_money": True, "rob_kong": True},
    ("pungkong_cn", "fan_overrides"): {"fan_money": True},
}
# What only a game shows, with another choice.
PLAYED: dict[str, dict[str, Any]] = {
    "baida": {
        "swap_timing": "off",
        "claim_and_discard_same": False,
        "visibility": "open_wall",
        "dead_hand_free_discard": False,
        "manual_errors": True,
    },
    "guangri": {"riichi_peek": False, "max_kongs": 3},
    "hongkong": {"dead_hand_free_discard": False, "manual_errors": True},
    "pungkong_hk": {"draw_dealer": "last_drawer", "round_advance": "all_have_dealt", "manual_errors": True},
    "pungkong_cn": {"draw_dealer": "stay", "round_advance": "all_have_dealt", "manual_errors": True},
}
CASES = [(variant, name) for variant, effects in EFFECTS.items() for name in effects]


@pytest.mark.parametrize(("variant", "name"), CASES)
def test_an_option_changes_what_it_says(variant: str, name: str) -> None:
    other, observe, before, after = EFFECTS[variant][name]
    beside = BESIDE.get((variant, name), {})
    assert before != after
    assert observe(tp.rules(variant, **beside)) == before
    assert observe(tp.rules(variant, **beside, **{name: other})) == after


@pytest.mark.parametrize("variant", tp.variant_ids())
def test_every_option_is_seen_in_money_or_scores_or_in_play(variant: str) -> None:
    options = {option.name for option in tp.options_of(variant)}
    assert options == EFFECTS[variant].keys() | PLAYED[variant].keys()
    assert not EFFECTS[variant].keys() & PLAYED[variant].keys()


@pytest.mark.parametrize(("clause", "variant", "names"), [*AGREED, *NAMED])
def test_what_is_left_to_the_table_is_an_option_that_cites_it(
    clause: str, variant: str, names: tuple[str, ...]
) -> None:
    """By the rules that carry out the clause of the document."""
    options = {option.name: option for option in tp.options_of(variant)}
    for name in names:
        assert options[name].clause in RULES_OF[clause]


def test_every_or_as_agreed_is_listed() -> None:
    """As often as the documents say 或另議; and 事前議定, once."""
    assert Counter(clause[:2] for clause, _, _ in AGREED) == {"S1": 9, "S3": 7, "S4": 7, "S5": 3}


def test_every_reading_is_an_option_or_has_a_reason() -> None:
    """An option for a reading cites its item, or the section that settles it."""
    assert len(READINGS) == 24
    assert READINGS.keys() <= set(ITEMS)
    chosen = [(id, *text.split(".")) for id, text in READINGS.items() if " " not in text]
    assert len(chosen) > 15
    for id, variant, name in chosen:
        option = next(option for option in tp.options_of(variant) if option.name == name)
        assert option.clause in (id, "V2-d2")


def content(rules: RuleSet) -> dict[str, Any]:
    """What a rule set is made of, but for the options themselves."""
    return {name: value for name, value in vars(rules).items() if name not in ("chosen", "options", "digest")}


@pytest.mark.parametrize("variant", tp.variant_ids())
def test_every_choice_makes_other_rules(variant: str) -> None:
    """Not one alternative only: each of several choices differs from every other."""
    seen = 0
    for option in tp.options_of(variant):
        if option.name in EFFECTS[variant] and option.kind == "choice":
            beside = BESIDE.get((variant, option.name), {})
            made = [content(tp.rules(variant, **beside, **{option.name: choice})) for choice in option.choices]
            assert all(one != other for one, other in combinations(made, 2)), option.name
            seen += 1
    assert seen


@pytest.mark.parametrize("variant", tp.variant_ids())
def test_what_only_a_game_shows_changes_the_game(variant: str) -> None:
    """How it is played, or, of errors at the table, what may be done in it."""
    for name, other in PLAYED[variant].items():
        before, after = tp.rules(variant), tp.rules(variant, **{name: other})
        if name == "manual_errors":
            assert not new_game(before, seed=1).state.manual
            assert new_game(after, seed=1).state.manual
        else:
            assert after.play != before.play, name


@pytest.mark.parametrize("variant", [variant for variant, played in PLAYED.items() if "manual_errors" in played])
def test_errors_may_be_committed_where_the_table_wants_it(variant: str) -> None:
    """Somewhere in a game there is an act that strict rules do not offer."""
    strict, manual = (new_game(tp.rules(variant, manual_errors=on), seed=3, hands=1) for on in (False, True))
    place = strict.pending[0]
    assert set(manual.legal(place)) - set(strict.legal(place))

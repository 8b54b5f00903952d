"""The course of whole games: chance from the seed, seats, the deal, who deals next."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

import tingpai as tp
from playing import PLAYED, random_game, steps
from tingpai.game import Game, new_game
from tingpai.game.seed import DICE, SEATING, WALL, Stream
from tingpai.game.wall import ring_of, tiles_of
from tingpai.payout import dice_outcome
from tingpai.tiles import FIRST_FLOWER


def played(id: str, seed: int, **more: Any) -> Game:
    game = random_game((id, {}), seed, **more)
    for _ in steps(game, seed, eager=True):
        pass
    return game


def events(game: Game, *names: str) -> list[Any]:
    return [event for event in game.events or () if event[0] in names]


# Chance


def test_chance_is_the_same_everywhere() -> None:
    """Pinned: a game's log must replay on any machine and any Python."""
    stream = Stream(2024, WALL, 3)
    assert [stream.next() for _ in range(3)] == [16771046988170779993, 12843043572077744267, 1099888585339298513]
    assert Stream(7, DICE, 1).dice(6) == (4, 6, 5, 5, 1, 1)
    assert Stream(7, SEATING).shuffled("ESWN") == ["N", "E", "W", "S"]
    ring = bytes(ring_of(tp.rules("hongkong"), 12345, 6))
    assert sha256(ring).hexdigest()[:16] == "c5ac75bc2e200321"


def test_shuffles_are_even() -> None:
    """Every tile comes to every place about as often: chi-square over 4,000 walls, 143 degrees of freedom."""
    walls = 4000
    tiles = tiles_of(tp.rules("hongkong"))
    at = [0] * len(tiles)
    for hand in range(walls):
        at[ring_of(tp.rules("hongkong"), 99, hand).index(FIRST_FLOWER)] += 1
    expected = walls / len(tiles)
    assert sum((found - expected) ** 2 / expected for found in at) < 200


def test_below_is_within_and_reaches_all() -> None:
    stream = Stream(1, DICE)
    assert {stream.below(6) for _ in range(200)} == set(range(6))


def test_the_wall_of_a_hand_depends_on_seed_and_number_alone() -> None:
    rules = tp.rules("hongkong")
    one, other = new_game(rules, 5, hands=3), new_game(rules, 5, hands=3)
    one.play_random(1)
    other.play_random(2)

    def dice(game: Game, number: int) -> Any:
        return events(game, "dice")[number][2]

    assert dice(one, 2) == dice(other, 2)
    assert ring_of(rules, 5, 2) == ring_of(rules, 5, 2) != ring_of(rules, 5, 1)


@pytest.mark.parametrize(
    "given",
    [
        {"seed": "x"}, {"seed": True}, {"rounds": 0}, {"hands": 1.5}, {"names": ("A", "B")}, {"names": (1, 2, 3, 4)},
        {"walls": {0: [1, 2, 3]}}, {"walls": {0: ["1m"] * 144}}, {"walls": {"0": []}}, {"walls": 7}, {"names": 5},
        {"names": ("A", "B", "C", "\ud800")}, {"names": "abcd"}, {"seed": 2**64}, {"manual": "yes"},
    ],
)  # fmt: skip
def test_what_no_game_can_be_made_of_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(tp.RuleConfigError) as error:
        new_game(tp.rules("hongkong"), **{"seed": 1, **given})
    assert error.value.option == next(iter(given))
    with pytest.raises(tp.RuleConfigError):
        new_game("hongkong", 1)  # type: ignore[arg-type]


# Seats and the deal


@pytest.mark.parametrize("id", PLAYED)
def test_the_deal_gives_each_what_the_variant_says(id: str) -> None:
    game = new_game(tp.rules(id), 3)
    rules = tp.rules(id)
    (deal,) = events(game, "deal")
    dealer = game.state.dealer
    assert [len(hand) for hand in deal[1]] == [rules.tiles_in_hand + (place == dealer) for place in range(4)]
    opening = rules.play.opening
    assert 4 * opening.fours + opening.singles == rules.tiles_in_hand
    (dice,) = events(game, "dice")
    assert len(dice[2]) == opening.dice


def test_s1_11_seating_and_first_dealer_by_dice() -> None:
    """「拿東牌的遊戲者,必須就座召集人逆時針數至七的座位」; East's roll names the dealer and opens the wall."""
    for seed in range(40):
        game = new_game(tp.rules("baida"), seed)
        (seating,), (first,), (dice,) = (events(game, name) for name in ("seating", "first_dealer", "dice"))
        assert seating[2] == (sum(seating[3]) - 1) % 4
        assert sorted(seating[1]) == [0, 1, 2, 3]
        assert first[1].dealer == (seating[2] + sum(first[2]) - 1) % 4
        assert dice[2] == first[2]
        if first[1].dealer != seating[2]:
            assert dice[3] == ()  # the roller does not deal: no bonus (V1-g2)


def test_s1_06_the_dealers_dice_pay_or_collect() -> None:
    paid = 0
    for seed in range(30):
        game = random_game(("baida", {}), seed, hands=3)
        game.play_random(seed)
        for dice in events(game, "dice")[1:]:
            outcome = dice_outcome(dice[2])
            dealer_gains = sum(row[2] for row in dice[3] if len(row) > 3) * (1 if outcome > 0 else -1)
            assert bool(dice[3]) == (outcome != 0) or dealer_gains == 0
            if outcome:
                assert {row[4] for row in dice[3]} == {"V1-7"}
                paid += 1
    assert paid > 10


def test_s1_11_seats_change_every_four_rounds_and_are_drawn_anew_every_eight() -> None:
    """「首個四圈打完,東家與南家互換座位;西家與北家互換座位。第二個四圈打完,由尾糊者…擲骰決定座次」"""
    game = played("baida", 1, hands=-1, rounds=9)
    hands = events(game, "hand")
    rounds = [(event[2].rounds, event[3]) for event in hands]
    first = dict(reversed(rounds))
    assert set(first) == set(range(9))
    east = hands[0][2].first
    before, after = first[3], first[4]
    for a, b in ((0, 1), (2, 3)):
        one, other = (east + a) % 4, (east + b) % 4
        assert (after[one], after[other]) == (before[other], before[one])
    assert len(events(game, "seating")) == 2
    assert all(first[number] == first[0] for number in range(4))
    assert all(first[number] == first[4] for number in range(4, 8))


# Who deals next


@pytest.mark.parametrize("seed", range(6))
def test_s3_09_only_a_winning_dealer_stays(seed: int) -> None:
    game = played("hongkong", seed, hands=12)
    dealer, stayed = None, 0
    for event in events(game, "hand", "settled", "exhausted"):
        if event[0] == "hand":
            if dealer is not None:
                assert event[2].dealer == dealer
                assert event[2].streak == 0
            dealer = None
            now = event[2].dealer
        elif event[0] == "settled" and now in {win["place"] for win in event[1]}:
            dealer = now
            stayed += 1
        else:
            dealer = (now + 1) % 4
    assert stayed >= 0


def test_s1_18_a_drawn_hand_lengthens_the_streak() -> None:
    game = random_game(("baida", {"min_fan": 100}), 2, hands=4)
    game.play_random(2)
    streaks = [event[2].streak for event in events(game, "hand")]
    ends = [event[0] for event in events(game, "settled", "exhausted")]
    assert "exhausted" in ends
    for before, after, end in zip(streaks, streaks[1:], ends, strict=False):
        if end == "exhausted":
            assert after == before + 1


@pytest.mark.parametrize("id", PLAYED)
def test_a_game_ends_after_its_rounds(id: str) -> None:
    game = played(id, 4, hands=-1, rounds=1)
    assert game.over
    assert game.state.phase == "over"
    last = events(game, "hand")[-1][2]
    assert last.rounds == 0
    assert sum(game.state.balances.values()) == 0

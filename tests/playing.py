"""Games for tests: every variant that can be played, options that change how it is played, and what must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import tingpai as tp
from tingpai import _internal
from tingpai.game import Action, Game, State, new_game
from tingpai.game.seed import CHOICES, Stream
from tingpai.game.state import LAID
from tingpai.game.wall import tiles_of
from tingpai.ruleset.schema import RuleSet
from tingpai.tiles import KIND_COUNT, WILD

PLAYED = tuple(id for id in tp.variant_ids() if tp.rules(id).play is not None)

MANUAL = "@errors"
"""Among the options of a table: whether errors can be committed at it."""

ALTERNATIVES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("baida", {"min_fan": 0}),
    ("baida", {"swap_timing": "any_action", "min_fan": 0}),
    ("baida", {"swap_timing": "up_only"}),
    ("baida", {"swap_timing": "off", "claim_and_discard_same": False}),
    ("baida", {"visibility": "open_wall"}),
    ("baida", {"visibility": "open_hands", "rob_multi": "nearest"}),
    ("baida", {"bank": "B"}),
    ("baida", {"manual_errors": True}),
    ("baida", {"manual_errors": True, "fines_manual": True, "dead_hand_free_discard": False}),
    ("hongkong", {"manual_errors": True, "min_fan": 0}),
    ("hongkong", {"min_fan": 0}),
    ("hongkong", {"min_fan": 0, "flowers": False}),
    ("hongkong", {"min_fan": 0, "multi_win": False, "pay": "half"}),
    ("guangri", {MANUAL: True}),
    ("guangri", {"multi_ron": False, "open_riichi_adds": True, "riichi_peek": False}),
    ("guangri", {"min_tai": 1, "max_kongs": 1}),
    ("pungkong_hk", {MANUAL: True}),
    ("pungkong_hk", {"draw_dealer": "last_drawer", "prize_fa": False, "flowers": False}),
    ("pungkong_cn", {MANUAL: True}),
    ("pungkong_cn", {"fan_money": True, "rob_kong": True}),
)

TABLES = (*((id, {}) for id in PLAYED), *(table for table in ALTERNATIVES if table[0] in PLAYED))


def named(table: tuple[str, dict[str, Any]]) -> str:
    """The name of a table in a test's id."""
    id, options = table
    return "-".join([id, *(f"{name}={value}" for name, value in options.items())])


def steps(game: Game, seed: int, eager: bool = False) -> Iterator[Game]:
    """Plays at random, or towards a win (``eager``), and gives the game before each step."""
    chance = Stream(seed, CHOICES)
    while not game.over:
        yield game
        choose = towards_a_win if eager else at_random
        game.step({place: choose(game, place, chance) for place in game.pending})


def at_random(game: Game, place: int, chance: Stream) -> Action:
    legal = lawful(game.legal(place), chance)
    return legal[chance.below(len(legal))]


ERRORS = (
    "false_win", "retract", "break_riichi", "riichi_bare", "slip", "wrong_chow", "wrong_pung", "take_fines", "merge",
)  # fmt: skip


def lawful(legal: tuple[Action, ...], chance: Stream) -> tuple[Action, ...]:
    """Mostly what is no error: else a game with errors would consist of nothing else."""
    if chance.below(30) == 0:
        return legal
    return tuple(action for action in legal if action.kind not in ERRORS)


def towards_a_win(game: Game, place: int, chance: Stream) -> Action:
    """Takes every win, otherwise mostly a discard that leaves the hand nearest to ready, or a claim now and then."""
    legal = lawful(game.legal(place), chance)
    wins = [action for action in legal if action.kind in ("win", "flower_win")]
    if wins:
        return wins[0]
    discards = [action for action in legal if action.kind in ("discard", "riichi")]
    if not discards or chance.below(8) == 0:
        return legal[chance.below(len(legal))]
    near: dict[Action, int] = {}
    s = game.state
    for action in discards:
        counts, wilds = bytearray(s.seats[place].counts), len(s.seats[place].wilds)
        if s.wild[action.tile]:
            wilds -= 1
        else:
            counts[action.tile] -= 1
        hand = _internal.Hand(bytes(counts), wilds, None, LAID[len(s.seats[place].melds)])
        near[action] = s.table.distance(hand)
    best = min(near.values())
    good = [action for action, distance in near.items() if distance == best]
    return good[chance.below(len(good))]


def random_game(table: tuple[str, dict[str, Any]], seed: int, hands: int = 2, **more: Any) -> Game:
    return new_game(rules_of(table), seed, hands=hands, manual=table[1].get(MANUAL), **more)


def rules_of(table: tuple[str, dict[str, Any]]) -> RuleSet:
    id, options = table
    return tp.rules(id, **{name: value for name, value in options.items() if name != MANUAL})


def alternatives_of(id: str) -> list[tuple[str, Any]]:
    """Every option of a variant with each value that is not its default: of a number the lowest and one more."""
    found: list[tuple[str, Any]] = []
    for option in tp.options_of(id):
        if option.kind == "bool":
            found.append((option.name, not option.default))
        elif option.kind == "choice":
            found += ((option.name, choice) for choice in option.choices if choice != option.default)
        elif option.kind == "int" and option.range is not None:
            low, high = option.range
            found += ((option.name, n) for n in {low, min(high, option.default + 1)} if n != option.default)
        elif option.kind == "rows":
            found.append((option.name, list(option.choices)))
    return found


def tiles_on_table(s: State) -> Counter[int]:
    """Every tile, wherever it lies.  A tile won on lies where it lay."""
    found: Counter[int] = Counter(s.wall[s.head : s.end])
    found.update(s.spares)
    found.update(s.dora)
    found.update(s.ura)
    if s.indicator is not None:
        found[s.indicator] += 1
    for seat in s.seats:
        found.update(seat.tiles())
        found.update(seat.river)
        found.update(seat.flowers)
        for meld in seat.melds:
            found.update(meld.tiles)
    return found


def all_tiles(s: State) -> Counter[int]:
    return Counter(tiles_of(s.rules))


def every_action() -> Iterator[Action]:
    """Every action there is, with pairs of own tiles that could ever make a set."""
    tiles = range(WILD)
    for kind in ("win", "pass", "flower_win", "kong"):
        yield Action(kind)
    for kind in ("discard", "riichi", "riichi_open", "concealed_kong", "added_kong"):
        yield from (Action(kind, tile) for tile in tiles)
    yield from (Action("bet", suit) for suit in range(4))
    for kind in ("chow", "pung"):
        yield from (Action(kind, own=(a, b)) for a in tiles for b in tiles)
    for kind in ("swap_up", "swap_down"):
        yield from (Action(kind, tile, (), index, wild) for index in range(5) for tile in tiles for wild in tiles)


def swap_hidden(s: State, viewer: int, chance: Stream) -> State | None:
    """A copy in which two tiles that the viewer cannot see have changed places; None where there are not two."""
    from tingpai.game.hands import add, remove
    from tingpai.game.state import UNKNOWN
    from tingpai.game.view import view

    seen = view(s, viewer)
    twin = s.copy()
    spots: list[tuple[int, int]] = []  # (place, tile in hand), or (-1, where in the wall)
    for other in twin.seats:
        if seen.seats[other.place].hand is None:
            held = [tile for tile in other.tiles() if tile != twin.drawn and is_played(twin, tile)]
            spots += ((other.place, tile) for tile in held)
    if seen.wall is None:
        spots += ((-1, at) for at in range(twin.head, twin.end) if is_played(twin, twin.wall[at]))
    if len({place for place, _ in spots}) < 2:
        return None
    one = spots[chance.below(len(spots))]
    others = [spot for spot in spots if spot[0] != one[0]]
    other_spot = others[chance.below(len(others))]
    tiles = [twin.wall[at] if place < 0 else at for place, at in (one, other_spot)]
    for (place, at), before, after in zip((one, other_spot), tiles, reversed(tiles), strict=True):
        if place < 0:
            twin.wall[at] = after
        else:
            remove(twin, twin.seats[place], before)
            add(twin, twin.seats[place], after)
            twin.seats[place].waits = UNKNOWN
    return twin


def is_played(s: State, tile: int) -> bool:
    """Whether a tile belongs into a hand: flowers do where they are wild."""
    return tile < KIND_COUNT or s.wild[tile] == 1

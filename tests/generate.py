"""Seeded hands for comparisons: random, deliberately rich, and aimed at what chance never deals; all of them legal.

A hand is made backwards, from a reading of it: sets are drawn (at random, or so that they belong together), some
are laid down, an indicator is turned up under which few enough tiles are wild, more tiles are replaced by wild ones,
one is taken out as the winning tile, and a situation is drawn that such a hand can be in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import tingpai as tp
from events import chances, elsewhere, events, possible, river
from riichi import riichi
from themes import ORPHANS, Sets, Themes, pung
from tingpai.conflicts import ROBBED_KONGS
from tingpai.hand import wild_tiles
from tingpai.tiles import FIRST_FLOWER, KIND_COUNT, SEATS, TILE_TEXT, WILD, is_flower

FLOWERS = range(FIRST_FLOWER, WILD)
KONGS = ("open_kong", "added_kong", "concealed_kong")
KNITTED = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


@dataclass(frozen=True)
class Deal:
    """A hand in notation, the rules and the keywords of its win."""

    variant: str
    text: str
    keywords: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> tp.RuleSet:
        return tp.rules(self.variant, **self.options)

    @property
    def hand(self) -> tp.Hand:
        return tp.Hand.parse(self.text)


class Unmakeable(Exception):
    """A draw that no hand can be made of; the maker draws again."""


class Laid(NamedTuple):
    """A set to be laid down: its faces, and how (``claimed``, ``open_kong``, ``added_kong``, ``concealed_kong``)."""

    faces: list[int]
    form: str


def loose_text(tiles: list[int]) -> str:
    return " ".join(TILE_TEXT[tile] for tile in tiles)


class Maker:
    """Draws hands for one variant."""

    def __init__(self, variant: str, seed: int | str, options: dict[str, Any] | None = None) -> None:
        self.random = Random(f"{variant} {seed}")
        self.variant = variant
        self.options = options or {}
        self.rules = tp.rules(variant, **self.options)
        self.sets = self.rules.sets
        self.wild_game = self.rules.wild_tiles
        self.flower_game = self.rules.flowers
        self.printed: Counter[int] = Counter()
        self.kinds_wild: frozenset[int] = frozenset()

    # Hands --------------------------------------------------------------------------------

    def deal(
        self,
        wilds: int = 0,
        *,
        rich: bool = True,
        shape: str | None = None,
        sets: Sets | None = None,
        pair: list[int] | None = None,
        down: int | None = None,
        forms: Sequence[str] | None = None,
        **keywords: Any,
    ) -> Deal:
        """One complete hand with so many wild tiles, or more if ``sets`` and ``pair`` (given, not drawn) need more.

        ``shape``: not sets and a pair; ``down``: how many sets are laid down, pungs in
        ``forms`` of these; ``keywords`` override those drawn."""
        for _ in range(5000):
            try:
                tiles, laid = self.draw(rich, shape, sets, pair, down, forms)
                return self.finish(tiles, laid, wilds, keywords, strict=sets is None and shape != "all_wild")
            except Unmakeable:
                continue
        raise Unmakeable(f"{shape or sets} with {wilds} wild tiles")

    def draw(
        self,
        rich: bool,
        shape: str | None,
        sets: Sets | None,
        pair: list[int] | None,
        down: int | None,
        forms: Sequence[str] | None,
    ) -> tuple[list[int], list[Laid]]:
        """The faces of a hand: those in hand, and the sets to be laid down."""
        random = self.random
        if shape is not None:
            return self.special(shape), []
        if sets is None:
            themes = Themes(random)
            sets = themes.sets(self.sets, None if rich else "any")
            pair = themes.pair(sets) if rich else [random.randrange(KIND_COUNT)] * 2
        if down is None:
            down = random.choice([0, 0, 1, 2, 3, self.sets - 1, self.sets] if rich else [0, 0, 0, 1, 1, 2, 3, 4])
        sets = random.sample(sets, len(sets))
        if not self.rules.chow_claims:
            sets.sort(key=lambda group: group[0] != group[1])
            down = min(down, sum(group[0] == group[1] for group in sets))
        in_hand = [*(pair or []), *(tile for group in sets[down:] for tile in group)]
        return in_hand, [self.lay(group, rich, forms) for group in sets[:down]]

    def finish(self, tiles: list[int], laid: list[Laid], wilds: int, overrides: dict[str, Any], strict: bool) -> Deal:
        """Wild tiles, winning tile, flowers and situation for a hand of these faces."""
        indicator = self.indicator([*tiles, *(tile for group in laid for tile in group.faces)], laid, wilds, strict)
        self.random.shuffle(tiles)
        self.printed = Counter([] if indicator is None else [indicator])
        hand, *melds = self.with_wilds([tiles, *(group.faces for group in laid)], laid, indicator, wilds)
        texts = [self.meld(tiles, group) for tiles, group in zip(melds, laid, strict=True)]
        winning, hand = hand[-1], hand[:-1]
        flowers = self.flowers(indicator) if self.flower_game else []
        keywords = self.situation(indicator, laid, flowers, winning, any(set("<^>") & set(text) for text in texts))
        keywords |= overrides
        text = " ".join([loose_text(hand), *texts, f"+{TILE_TEXT[winning]}", loose_text(flowers)])
        return Deal(self.variant, text, keywords, self.options)

    def lay(self, group: list[int], rich: bool, forms: Sequence[str] | None) -> Laid:
        form = "claimed"
        if group[0] == group[1]:
            often = 0.45 if rich else 0.2
            form = self.random.choice(forms or (KONGS if self.random.random() < often else ["claimed"]))
        return Laid(group if form == "claimed" else [*group, group[0]], form)

    def special(self, shape: str) -> list[int]:
        """The tiles of a hand in one of the shapes that are no sets, or in one of its parts."""
        random, themes = self.random, Themes(self.random)
        further = self.sets - 4
        match shape:
            case "consecutive_pairs":
                start = themes.suit + random.randrange(3)
                pairs = [start + step for step in range(7)]
                return [*pairs, *pairs, *pung(random.choice([*pairs, themes.suit + random.randrange(9)]))]
            case "seven_pairs":
                near = [themes.suit + random.randrange(9) for _ in range(7)]
                pairs = random.choice([near, [random.randrange(KIND_COUNT) for _ in range(7)]])
                return [*pairs, *pairs, *pung(random.choice([*pairs, random.randrange(KIND_COUNT)]))]
            case "thirteen_orphans":
                return [*ORPHANS, random.choice(ORPHANS), *(tile for _ in range(further) for tile in themes.any())]
            case "sixteen_unrelated":
                trios = [random.choice([(0, 3, 6), (0, 4, 8), (1, 4, 7), (2, 5, 8), (0, 3, 7)]) for _ in range(3)]
                spread = [9 * suit + rank for suit, ranks in enumerate(trios) for rank in ranks] + [*range(27, 34)]
                return [*spread, random.choice(spread)]
            case "knitted_dragon":
                starts = enumerate(random.choice(KNITTED))
                block = [9 * suit + start + step for start, suit in starts for step in (0, 3, 6)]
                sets = themes.sets(self.sets - 3)
                return [*block, *(tile for group in sets for tile in group), *themes.pair(sets)]
            case "nine_gates":
                ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, random.randrange(9)]
                return [themes.suit + rank for rank in ranks]
            case _:
                assert shape == "all_wild"
                return [random.randrange(KIND_COUNT) for _ in range(3 * self.sets + 2)]

    # Wild tiles ---------------------------------------------------------------------------

    def indicator(self, faces: list[int], laid: list[Laid], wilds: int, strict: bool) -> int | None:
        """An indicator under which no more tiles than that must be wild, or (not ``strict``) as few as can be."""
        if not self.wild_game:
            return None
        kongs = {tile for group in laid if group.form != "claimed" for tile in group.faces}
        needed = {
            indicator: forced(faces, indicator)
            for indicator in (*range(KIND_COUNT), *FLOWERS)
            if not kongs & wild_tiles(indicator)
        }
        most = max(wilds, 0 if strict else min(needed.values(), default=0))
        choices = [indicator for indicator, number in needed.items() if number <= most]
        if not choices:
            raise Unmakeable
        flower = [indicator for indicator in choices if is_flower(indicator)]
        chosen: int = self.random.choice(flower if flower and self.random.random() < 0.2 else choices)
        return chosen

    def with_wilds(self, parts: Sets, laid: list[Laid], indicator: int | None, wilds: int) -> Sets:
        """The same tiles as they are printed, some of them wild."""
        random = self.random
        kinds_wild = self.kinds_wild = wild_tiles(indicator)
        cells = [
            (part, place)
            for part, tiles in enumerate(parts)
            if part == 0 or laid[part - 1].form == "claimed"
            for place in range(len(tiles))
        ]
        random.shuffle(cells)
        faces = Counter(tile for tiles in parts for tile in tiles)
        over = {tile: copies - 4 + (tile == indicator) for tile, copies in faces.items()}
        wild = set()
        for part, place in cells:
            face = parts[part][place]
            if face in kinds_wild or over[face] > 0:
                wild.add((part, place))
                over[face] -= 1
        if any(excess > 0 for tile, excess in over.items() if tile not in kinds_wild):
            raise Unmakeable
        more = [cell for cell in cells if cell not in wild]
        wild.update(more[: max(0, wilds - len(wild))])
        limit = 19 if indicator is None else sum(1 if is_flower(t) else 4 for t in kinds_wild if t != WILD) - 1
        if len(wild) > limit or (wild and not self.wild_game):
            raise Unmakeable
        self.printed.update(
            tile for part, tiles in enumerate(parts) for place, tile in enumerate(tiles) if (part, place) not in wild
        )
        return [
            [self.print_wild(tile, kinds_wild) if (part, place) in wild else tile for place, tile in enumerate(tiles)]
            for part, tiles in enumerate(parts)
        ]

    def print_wild(self, face: int, kinds_wild: frozenset[int]) -> int:
        """What a wild tile shows: often its own face, where that can be, or ``?``, or another of the wild kinds."""
        shown = self.random.choice([face, face, WILD, WILD, self.random.choice(sorted(kinds_wild))])
        if shown not in kinds_wild or self.printed[shown] >= (1 if is_flower(shown) else 4):
            return WILD
        self.printed[shown] += 1
        return shown

    def meld(self, tiles: list[int], group: Laid) -> str:
        random = self.random
        kind = "c" if group.faces[0] != group.faces[1] else "t"
        natural = not self.kinds_wild.intersection(tiles)
        if natural and random.random() < 0.4:
            return self.marked(tiles, group, kind)
        naturals = [TILE_TEXT[tile] for tile in tiles if tile != WILD]
        jokers = "?" * tiles.count(WILD)
        text = "".join(naturals[:-1]) + (naturals[-1][0] + jokers + naturals[-1][1] if naturals else jokers)
        match group.form:
            case "claimed":
                return f"[{text}]{'' if natural else kind}"
            case "added_kong":
                return f"[{tiles[0] % 9 + 1}{tiles[0] % 9 + 1}{tiles[0] % 9 + 1}+{TILE_TEXT[tiles[0]]}]"
            case "open_kong":
                return f"[{text}]"
            case _:
                return f"({text})"

    def marked(self, tiles: list[int], group: Laid, kind: str) -> str:
        """The set with a mark of who fed it."""
        first, *others = (TILE_TEXT[tile][0] for tile in tiles)
        suit = TILE_TEXT[tiles[0]][1]
        mark = "<" if kind == "c" else self.random.choice("<^>")
        match group.form:
            case "added_kong":
                return f"[{first}{mark}{''.join(others[:2])}+{others[2]}{suit}]"
            case "concealed_kong":
                return f"({first}{''.join(others)}{suit})"
            case _:
                return f"[{first}{mark}{''.join(others)}{suit}]"

    # Situations ---------------------------------------------------------------------------

    def flowers(self, indicator: int | None) -> list[int]:
        if indicator is not None and is_flower(indicator):
            return []
        random = self.random
        held = random.sample([*FLOWERS], random.choice([0, 0, 0, 1, 1, 2, 3, 4, 6]))
        if random.random() < 0.12:
            held = [*random.choice([FLOWERS[:4], FLOWERS[4:]]), *(held if random.random() < 0.3 else [])]
        return sorted(set(held))

    def situation(
        self, indicator: int | None, laid: list[Laid], flowers: list[int], winning: int, marked: bool
    ) -> dict[str, Any]:
        random = self.random
        seat = random.choice(SEATS)
        keywords: dict[str, Any] = {"seat": seat, "round": random.choice(SEATS), "by": "self_draw"}
        if indicator is not None:
            keywords["indicator"] = TILE_TEXT[indicator]
        others = [other for other in SEATS if other != seat]
        forms = [group.form for group in laid]
        real = winning not in self.kinds_wild
        robbable = real and self.printed[winning] == 1  # the other three of a robbed kong are its owner's
        happened = events(
            forms, bool(flowers), seat, random.choice(others),
            real=real, robbable=robbable, first_kongs=self.rules.first_turn_kongs,
        )  # fmt: skip
        keywords |= random.choice(possible(happened, self.rules))
        if random.random() < 0.4 and winning < KIND_COUNT and winning not in self.kinds_wild:
            left = 3 if keywords["by"] in ROBBED_KONGS else 4 - self.printed[winning]
            if left > 0:
                keywords["seen"] = TILE_TEXT[winning] * random.randint(1, left)
        fed = bool(laid) and laid[-1].form == "open_kong"
        named = "feeder" in self.rules.keywords and not marked
        if fed and named and "kong" in keywords.get("replacement", "") and keywords["by"] == "self_draw":
            keywords["feeder"] = random.choice(others)
        if self.wild_game:
            if random.random() < 0.25:
                keywords["river"] = river(random, keywords)
            if random.random() < 0.15:
                keywords["win_tile_state"] = random.choice(["concealed", "exposed"])
            keywords["streak"] = random.choice([0, 0, 1, 3])
        else:
            gone = elsewhere(self.printed + Counter(flowers), winning, keywords)
            keywords |= chances(random, self.rules, gone)
            if "riichi_turn" in self.rules.keywords:
                keywords |= riichi(random, keywords, any(form != "concealed_kong" for form in forms), gone)
        return keywords


def forced(faces: list[int], indicator: int | None) -> int:
    """How many of the faces only wild tiles can show under an indicator."""
    wild = wild_tiles(indicator)
    return sum(
        copies if tile in wild else max(0, copies - 4 + (tile == indicator)) for tile, copies in Counter(faces).items()
    )

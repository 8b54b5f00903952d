"""What a hand may be built towards, and how often each such hand reaches the minimum of the rules.

Nothing here knows a pattern.  Some hands of each theme are made by chance, and the rules themselves score them: what
share of them may win is the theme's worth.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import IllegalHandError
from ..game.seed import CHOICES, Stream
from ..hand import Hand, Meld, wild_tiles
from ..records import dataclass
from ..scoring import score
from ..tiles import FIRST_WIND, KIND_COUNT, TILE_NUMBER, TILE_TEXT

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

SAMPLES = 24
INDICATOR = TILE_NUMBER["7z"]
FED: dict[str, Any] = {"discarder": "E"}
LEAST = 0.01
"""Worth of a theme none of whose samples won: it may still come to something."""


@dataclass(frozen=True)
class Theme:
    """A way to build a hand: of these ``kinds``, of pungs alone or of any sets.  ``worth``: the share of such hands
    that reach the minimum, by number of claimed sets (none, some)."""

    kinds: frozenset[int]
    pungs: bool
    worth: tuple[float, float]
    mask: bytes

    def takes(self, melds: Iterable[Meld]) -> bool:
        """Whether sets on the table leave the theme open.  Wild tiles are taken for their faces: so much is safe."""
        for meld in melds:
            if self.pungs and len(set(meld.tiles)) > 1 and meld.declared != "pung":
                return False
            if not self.kinds.issuperset(meld.tiles):
                return False
        return True


def _suit(suit: int, honours: bool) -> frozenset[int]:
    return frozenset((*range(9 * suit, 9 * suit + 9), *(range(FIRST_WIND, KIND_COUNT) if honours else ())))


EVERY = frozenset(range(KIND_COUNT))
FORMS = (
    (EVERY, False),
    (EVERY, True),
    *((_suit(suit, True), False) for suit in range(3)),
    *((_suit(suit, False), False) for suit in range(3)),
)


@lru_cache(maxsize=32)
def themes_of(rules: RuleSet) -> tuple[Theme, ...]:
    """The themes under some rules, the plain one first.

    >>> import tingpai as tp
    >>> plain, pungs, *flushes = themes_of(tp.rules("hongkong"))
    >>> plain.worth[1] < pungs.worth[1]
    True
    """
    made = []
    for number, (kinds, pungs) in enumerate(FORMS):
        chance = Stream(number, CHOICES)
        worth = tuple(max(LEAST, _worth(rules, kinds, pungs, claims, chance)) for claims in (False, True))
        mask = bytes(kind in kinds for kind in range(KIND_COUNT))
        made.append(Theme(kinds, pungs, (worth[0], worth[1]), mask))
    return tuple(made)


def _worth(rules: RuleSet, kinds: frozenset[int], pungs: bool, claims: bool, chance: Stream) -> float:
    ways = [win.by for win in rules.wins if win.by in ("self_draw", "discard") and win.refused is None]
    told: dict[str, Any] = {"seat": "S", "round": "E"}
    if rules.wild_tiles:
        told["indicator"] = TILE_TEXT[INDICATOR]
        kinds -= wild_tiles(INDICATOR)  # the samples are of natural tiles
    wins = tried = 0
    for _ in range(SAMPLES):
        hand = _sample(rules, sorted(kinds), pungs, claims, chance)
        for by in ways:
            tried += 1
            try:
                wins += score(hand, rules, by=by, **told, **(FED if by == "discard" else {})).wins
            except IllegalHandError:
                continue  # there is no such hand under these rules
    return wins / tried if tried else 0.0


def _sample(rules: RuleSet, kinds: list[int], pungs: bool, claims: bool, chance: Stream) -> Hand:
    """A complete hand of the theme: chows four times as often as pungs, half of the sets claimed or none."""
    starts = [kind for kind in kinds if kind < FIRST_WIND and kind % 9 < 7]
    while True:
        left = [4] * KIND_COUNT
        sets = []
        for _ in range(rules.sets):
            if pungs or chance.below(5) == 0:
                sets.append((kinds[chance.below(len(kinds))],) * 3)
            else:
                start = starts[chance.below(len(starts))]
                sets.append((start, start + 1, start + 2))
        pair = (kinds[chance.below(len(kinds))],) * 2
        for tile in (*pair, *(tile for tiles in sets for tile in tiles)):
            left[tile] -= 1
        if min(left) >= 0:
            break
    claimable = [tiles for tiles in sets if rules.chow_claims or tiles[0] == tiles[1]]
    laid = claimable[: rules.sets // 2] if claims else []
    for tiles in laid:
        sets.remove(tiles)
    melds = tuple(Meld(tiles) for tiles in laid)
    loose = [*pair, *(tile for tiles in sets for tile in tiles)]
    winning = loose.pop(2 + chance.below(len(loose) - 2))
    return Hand(tuple(loose), melds, (winning,), ())

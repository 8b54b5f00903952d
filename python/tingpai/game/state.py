"""The state of a game.  Only :mod:`tingpai.game.evolve` changes it, by events.

Places at the table are 0..3 counter-clockwise: the next in turn is ``(place + 1) % 4``, on the right hand (V1-5).
Who sits where is ``State.players``; winds are counted from the dealer (``State.wind``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from .. import _internal
from ..hand import wild_tiles
from ..ledger.state import State as Book
from ..native import tables
from ..payout.facts import Account
from ..rotation import Deal, Outcome
from ..tiles import FIRST_FLOWER, KIND_COUNT, WILD
from .flow import Play

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet
    from .action import Action

NO_WILD = bytes(WILD + 1)
LAID = tuple([(1, 1, b"")] * count for count in range(6))
"""So many sets as the kernel takes them where only their number matters."""

KEPT = ("far", "waits", "waits_wild")
"""What a seat keeps of answers of the kernel: nothing that events decide."""

CHANGING = ("wall", "spares", "dora", "ura", "answers", "prizes", "rolls", "forgot", "late_fined", "slipped", "unshown")
"""What of a state changes in place, so that a copy needs its own."""

UNKNOWN = -1
NOBODY = -1


class Laid:
    """A set on the table.  ``tiles`` as they lie, a claimed one among them; ``fed_by``: the place it came from;
    ``kind``: chow, pung, open_kong, added_kong or concealed_kong; ``shown``: whether all may know its tiles."""

    __slots__ = ("claimed", "fed_by", "kind", "shown", "tiles")

    def __init__(self, kind: str, tiles: list[int], claimed: int = -1, fed_by: int = NOBODY) -> None:
        self.kind = kind
        self.tiles = tiles
        self.claimed = claimed
        self.fed_by = fed_by
        self.shown = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Laid) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)


class Seat:
    """What lies at one place, and what binds who sits there."""

    __slots__ = (
        "counts",
        "dead",
        "declined",
        "draws",
        "far",
        "flower_sets",
        "flowers",
        "ippatsu",
        "locked",
        "loose",
        "melds",
        "passed",
        "place",
        "riichi",
        "riichi_at",
        "river",
        "waits",
        "waits_wild",
        "wilds",
        "wrong",
    )

    def __init__(self, place: int) -> None:
        self.place = place
        self.counts = bytearray(KIND_COUNT)
        """Natural tiles in hand, the drawn one among them."""
        self.wilds: list[int] = []
        """Faces of the wild tiles in hand, sorted."""
        self.loose: list[int] = []
        """Flowers in hand that are still to be laid down."""
        self.flowers: list[int] = []
        self.flower_sets: list[str] = []
        self.melds: list[Laid] = []
        self.river: list[int] = []
        self.riichi: str | None = None
        self.riichi_at = -1
        """Where in the river the tile of the declaration lies."""
        self.ippatsu = False
        self.dead: str | None = None
        self.locked = False
        """Whether a win was passed, and others' tiles may not be won for now."""
        self.passed: set[int] = set()
        """Tiles passed, where only the same may not be claimed."""
        self.declined = 0
        """Flowers held when a flower win was declined; one short of eight, this announces going for eight."""
        self.wrong = -1
        """Which set was claimed with wrong tiles and may still be mended."""
        self.draws = 0
        self.waits = UNKNOWN
        """Natural kinds, as bits, that complete the hand without its drawn tile; or UNKNOWN."""
        self.waits_wild = False
        self.far = 0
        """At least how far the hand is from ready, so that nobody need look for a win before: found by the kernel now
        and then, and one less for each tile that came since (two for a wild one), for none brings a hand nearer."""

    def __eq__(self, other: object) -> bool:
        names = (name for name in self.__slots__ if name not in KEPT)
        return isinstance(other, Seat) and all(getattr(self, name) == getattr(other, name) for name in names)

    def tiles(self) -> list[int]:
        """All tiles in hand, sorted, flowers last."""
        naturals = [kind for kind, count in enumerate(self.counts) for _ in range(count)]
        return sorted((*naturals, *self.wilds, *self.loose))

    def claimed(self) -> bool:
        """Whether any set was claimed."""
        return any(meld.kind != "concealed_kong" for meld in self.melds)

    def copy(self) -> Seat:
        twin = copy(self)
        twin.counts = bytearray(self.counts)
        for name in ("wilds", "loose", "flowers", "flower_sets", "river", "passed"):
            setattr(twin, name, copy(getattr(self, name)))
        twin.melds = [copy(meld) for meld in self.melds]
        for meld in twin.melds:
            meld.tiles = list(meld.tiles)
        return twin


class State:
    """One game between events.  Attributes are public to read; :func:`~tingpai.game.evolve.evolve` writes them."""

    def __init__(self, rules: RuleSet, seed: int = 0, walls: Mapping[int, Sequence[int]] | None = None) -> None:
        self.rules = rules
        self.play: Play = rules.play
        self.seed = seed
        self.walls = dict(walls or {})
        """Walls that stand in for those of the seed, in the order they are taken from the mouth."""
        self.rounds = self.play.rounds
        self.manual = bool(rules.chosen.get("manual_errors", False))
        """Whether errors can be committed (:mod:`tingpai.game.slips`)."""
        self.slips = frozenset(slip.id for slip in rules.tariff.slips) if rules.tariff else frozenset()
        """Slips that the rules know."""
        self.hands = -1
        """After how many rounds, or hands, the game ends; no such end below 0."""
        self.table = tables(rules).table
        self.bound = self.play.riichi is not None and self.play.riichi.bound
        self.ways = frozenset(win.by for win in rules.wins if win.refused is None)
        # The game
        self.phase = "seating" if not rules.tariff or rules.tariff.chips is None else "stacks"
        self.chips = rules.tariff.chips if rules.tariff else None
        self.players: tuple[int, ...] = (0, 1, 2, 3)
        self.east = 0
        """Where the player sits who drew East."""
        self.opening_roll: tuple[int, ...] = ()
        """The roll that named the first dealer, until his first hand is dealt."""
        self.book = Book()
        """Balances and debts, by player."""
        self.hand = -1
        self.deal = Deal()
        self.dealer = 0
        self.last_winner = 0
        self.outcome: Outcome | None = None
        """How the last hand ended."""
        self.reset()

    def reset(self) -> None:
        """An empty table."""
        self.seats = [Seat(place) for place in range(4)]
        self.dice: tuple[int, ...] = ()
        self.wall: list[int] = []
        self.head = self.end = 0
        self.spares: list[int] = []
        self.indicator: int | None = None
        self.wild = NO_WILD
        self.dora: list[int] = []
        self.ura: list[int] = []
        self.owed_dora = 0
        """Indicators to be turned after the next discard."""
        self.turns_dora = False
        """Whether one is to be turned before the replacement of a kong."""
        self._no_turn()
        self._no_window()
        self._no_slips()

    def _no_turn(self) -> None:
        self.turn = self.dealer
        self.drawn = -1
        """The tile drawn (or got by a swap) this turn, which wins and can be told apart; -1 after a claim."""
        self.taken_up = False
        """Whether that tile came out of an own set, by a swap, and not from the wall."""
        self.source = "wall"
        self.flower_source = "wall"
        self.flower_drawn = -1
        self.flower_last = False
        self.chain = 0
        """Kongs whose replacements led here, each counted on the one before (:class:`~tingpai.game.flow.Play`)."""
        self.chain_feeder = NOBODY
        self.untouched = True
        """Whether nobody has claimed a tile or laid a kong yet."""
        self.discards = 0

    def _no_window(self) -> None:
        self.tile = -1
        """The tile that may be claimed or robbed, and whose it is."""
        self.holder = NOBODY
        self.riichi_pending = False
        self.swallow = False
        self.robbed = ""
        """What may be robbed: added_kong, concealed_kong, swap or flower; then bet and turned, for a concealed kong."""
        self.robbed_set = -1
        self.robbed_wild = -1
        self.late = False
        """Whether the fourth tile of an added kong was not freshly drawn."""
        self.barred = -1
        self.swapped = False
        self.run_tile = -1
        self.run = 0
        self.answers: list[Action | None] = [None, None, None, None]
        self.winners: tuple[int, ...] = ()
        self.by = ""
        self.prizes: dict[int, tuple[int, ...]] = {}
        self.rolls: dict[int, int] = {}

    def _no_slips(self) -> None:
        self.forgot: set[int] = set()
        """Places that kept flowers in the opening."""
        self.late_fined: set[int] = set()
        self.late_draw = NOBODY
        """Who is to replace a flower that he laid late."""
        self.missed_extra = False
        self.took_fines = False
        self.merged = False
        """Whether the drawn tile was put among the others, where it cannot be told apart (S1-04)."""
        self.slipped: set[str] = set()
        """Slips that the player in turn has been fined for in this turn."""
        self.unshown: list[int] = []
        """Of each concealed kong that was paid for and lies face down, whose it is; to be shown after the hand."""

    def wind(self, place: int) -> int:
        """The seat wind of a place, 0 = East = dealer."""
        return (place - self.dealer) % 4

    def place(self, wind: int) -> int:
        """The place of a seat wind."""
        return (wind + self.dealer) % 4

    @property
    def balances(self) -> Mapping[Account, int]:
        """What each player and each account of the house has."""
        return self.book.balances

    @property
    def seated(self) -> tuple[int, ...]:
        """The players in seat order from the dealer."""
        return tuple(self.players[(self.dealer + wind) % 4] for wind in range(4))

    @property
    def left(self) -> int:
        """Tiles that can still be drawn in turn; where there are none the hand is drawn (V1-10, V2-6)."""
        return self.end - self.head

    @property
    def extra_by_hand(self) -> bool:
        """Whether the dealer must think of his extra tile himself."""
        return self.manual and "missed_extra_tile" in self.slips

    @property
    def flowers_by_hand(self) -> bool:
        """Whether players must think of their flowers themselves."""
        return self.manual and "late_flower" in self.slips

    @property
    def shows_by_hand(self) -> bool:
        """Whether players must think of showing their concealed kongs themselves when the hand is over (V1-23)."""
        return self.manual and bool(self.unshown)

    def set_wild(self, indicator: int) -> None:
        self.indicator = indicator
        wild = wild_tiles(indicator)
        self.wild = bytes(tile in wild for tile in range(WILD + 1))

    def is_hand_tile(self, tile: int) -> bool:
        """Whether a tile plays in the hand: a flower only where flowers are wild."""
        return tile < FIRST_FLOWER or self.wild[tile] == 1

    def waits_of(self, seat: Seat) -> int:
        """The natural kinds, as bits, that complete the hand without its drawn tile."""
        if seat.waits == UNKNOWN:
            self.find_waits(seat)
        return seat.waits

    def find_distance(self, seat: Seat) -> int:
        """Asks the kernel how far a hand is from ready, its drawn tile among its tiles."""
        hand = _internal.Hand(bytes(seat.counts), len(seat.wilds), None, LAID[len(seat.melds)])
        seat.far = self.table.distance(hand)
        return seat.far

    def find_waits(self, seat: Seat) -> None:
        """Asks the kernel, for a hand that holds no drawn tile now."""
        if self.wild is NO_WILD and (seat.far > 0 or self.find_distance(seat) > 0):
            # Not ready.  With wild tiles this is not said: one of them may be the fifth of its kind.
            seat.waits, seat.waits_wild = 0, False
            return
        hand = _internal.Hand(bytes(seat.counts), len(seat.wilds), None, LAID[len(seat.melds)])
        seat.waits, seat.waits_wild = self.table.waits(hand)

    def copy(self) -> State:
        """A snapshot that shares nothing that changes."""
        twin = copy(self)
        twin.seats = [seat.copy() for seat in self.seats]
        for name in (
            "wall",
            "spares",
            "dora",
            "ura",
            "answers",
            "forgot",
            "late_fined",
            "slipped",
            "unshown",
            "prizes",
            "rolls",
        ):
            setattr(twin, name, copy(getattr(self, name)))
        return twin

    def __eq__(self, other: object) -> bool:
        """Whether all that events decide is equal."""
        if not isinstance(other, State) or self.rules != other.rules:
            return False
        skipped = {"rules", "play", "table", "ways", "bound", "chips", "slips"}
        return all(value == other.__dict__[name] for name, value in self.__dict__.items() if name not in skipped)

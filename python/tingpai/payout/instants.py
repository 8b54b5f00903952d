"""Payments on the spot: kongs, chases, sets of flowers, the opening dice, the bet on a concealed kong."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import Fault, shown
from ..records import dataclass
from ..tiles import FIRST_FLOWER, SEATS, flower_number, is_flower
from .facts import DEALER, Posting
from .refusals import demand, fact_faults, is_seat, others, paid_here, seat_faults, tariff_of
from .tariff import Rate

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

KONG_KINDS = ("concealed_kong", "added_kong", "open_kong")


@dataclass(frozen=True, kw_only=True)
class Kong:
    """A kong that ``seat`` laid down.

    ``feeder``: who discarded the fourth tile of an open kong; ``late_raise``: raised to a kong from the
    hand, not with a freshly drawn tile; ``last_tile``: its owner drew the last tile of the wall;
    ``dead``: his hand is dead; ``robbed``: another won on the tile, the kong is void.
    """

    seat: int
    kind: str
    feeder: int | None = None
    late_raise: bool = False
    last_tile: bool = False
    dead: bool = False
    robbed: bool = False


def kong(rules: RuleSet, fact: Kong) -> tuple[Posting, ...]:
    """What a kong earns at once (V1-23 to V1-25, V4-4, V5-3); nothing where it is void, dead, or not paid for.

    >>> import tingpai as tp
    >>> for posting in kong(tp.rules("baida"), Kong(seat=1, kind="open_kong", feeder=3)):
    ...     print(posting.payer, posting.payee, posting.amount, posting.clause)
    3 1 3 V1-25
    """
    demand(fact_faults("fact", fact, Kong))
    demand(_kong_faults(fact))
    rates = tariff_of(rules).kongs
    if rates is None or fact.robbed or fact.dead:
        return ()
    if (fact.late_raise and not rates.late_raise) or (fact.last_tile and not rates.last_tile):
        return ()
    if fact.feeder is not None:
        return (Posting(fact.feeder, fact.seat, rates.open.amount, "open kong", rates.open.clause),)
    if fact.kind == "added_kong":
        return _from_each(fact.seat, rates.added, "added kong")
    return _from_each(fact.seat, rates.concealed, "concealed kong")


def _kong_faults(fact: Kong) -> Iterator[Fault]:
    yield from seat_faults(("seat", fact.seat))
    if fact.kind not in KONG_KINDS:
        yield Fault("bad_value", f"kind: one of {', '.join(KONG_KINDS)}, not {shown(fact.kind)}")
    if fact.kind == "open_kong":
        if fact.feeder is None:
            yield Fault("missing_feeder", "an open kong needs the seat that fed it")
        elif fact.feeder == fact.seat:
            yield Fault("pays_himself", f"{SEATS[fact.seat]} does not feed his own kong")
        else:
            yield from seat_faults(("feeder", fact.feeder))
        if fact.robbed:
            yield Fault("not_declared", "an open kong is not robbed: its tile was discarded")
    elif fact.feeder is not None:
        yield Fault("unwanted_feeder", "only an open kong has a feeder")
    if fact.late_raise and fact.kind != "added_kong":
        yield Fault("bad_value", "late_raise: only a pung is raised to a kong")


def hidden_kong(rules: RuleSet, seat: int) -> tuple[Posting, ...]:
    """A concealed kong that was not shown after the hand (V1-23)."""
    demand(seat_faults(("seat", seat)))
    rates = tariff_of(rules).kongs
    rate = paid_here(rates.hidden if rates else None, "a kong that was not shown", rules)
    return _to_each(seat, rate, "concealed kong not shown")


def chase(rules: RuleSet, first: int) -> tuple[Posting, ...]:
    """All four discarded the same tile in a row: the ``first`` pays (V1-26)."""
    demand(seat_faults(("first", first)))
    return _to_each(first, paid_here(tariff_of(rules).chase, "a chase", rules), "chased")


# Sets of flowers --------------------------------------------------------------------------

SERIES = {"plants": frozenset(range(FIRST_FLOWER, FIRST_FLOWER + 4)),
          "seasons": frozenset(range(FIRST_FLOWER + 4, FIRST_FLOWER + 8))}  # fmt: skip
FLOWER_SETS = ("grass", *SERIES)


@dataclass(frozen=True, kw_only=True)
class FlowerSet:
    """``kind``: ``grass`` 一枱草, one flower of each number; ``plants`` (梅蘭菊竹) or ``seasons`` (春夏秋冬), 一枱花.

    ``earlier``: the sets laid in this hand before, by anyone; ``dead``: the hand of ``seat`` is dead;
    ``flowers_wild``: the indicator is a flower, so that flowers are wild tiles (V1-12).
    """

    seat: int
    kind: str
    earlier: tuple[FlowerSet, ...] = ()
    dead: bool = False
    flowers_wild: bool = False


def flower_set(rules: RuleSet, fact: FlowerSet) -> tuple[Posting, ...]:
    """What a set of flowers earns when it is completed (V1-27).

    A grass mixes the series, so that after one its owner alone may complete a series, and after a
    series nobody a grass.

    >>> import tingpai as tp
    >>> len(flower_set(tp.rules("baida"), FlowerSet(seat=0, kind="plants")))
    3
    """
    tariff = tariff_of(rules)
    demand(fact_faults("fact", fact, FlowerSet, earlier=FlowerSet))
    rate = paid_here(tariff.grass if fact.kind == "grass" else tariff.series, "a set of flowers", rules)
    demand(_flower_faults(fact))
    return () if fact.dead else _from_each(fact.seat, rate, "set of flowers")


def _flower_faults(fact: FlowerSet) -> Iterator[Fault]:
    yield from seat_faults(("seat", fact.seat))
    if fact.flowers_wild:
        yield Fault("not_paid_here", "no flower pays in a hand in which flowers are wild")
    if fact.kind not in FLOWER_SETS:
        yield Fault("bad_value", f"kind: one of {', '.join(FLOWER_SETS)}, not {shown(fact.kind)}")
    grass = [earlier for earlier in fact.earlier if earlier.kind == "grass"]
    series = [earlier for earlier in fact.earlier if earlier.kind != "grass"]
    if fact.kind != "grass":
        if any(earlier.kind == fact.kind for earlier in series):
            yield Fault("claimed_twice", f"the {fact.kind} were laid before: there is one of each flower")
        if any(earlier.seat != fact.seat for earlier in grass):
            yield Fault("flower_twice", f"another holds some of the {fact.kind} in his set of four numbers")
        return
    if series:
        yield Fault("after_series", "a set of four numbers does not count once a series was laid")
    if len(grass) > 1 or any(earlier.seat == fact.seat for earlier in grass):
        yield Fault("claimed_twice", "a set of four numbers was laid before by the same player, or by two")


def completed(held: Collection[int], flower: int) -> tuple[str, ...]:
    """Which set of flowers (tile numbers) a player completes who lays ``flower`` to those he ``held``.

    >>> from tingpai.tiles import TILE_NUMBER
    >>> held = [TILE_NUMBER[text] for text in ("1f", "2f", "3f")]
    >>> completed(held, TILE_NUMBER["8f"]), completed(held, TILE_NUMBER["4f"])
    (('grass',), ('plants',))
    """
    demand(_held_faults(held, flower))
    now = {*held, flower}
    series = tuple(name for name, flowers in SERIES.items() if flower in flowers and flowers <= now)
    numbers = set(map(flower_number, held))
    first_of_all = flower_number(flower) not in numbers and len(numbers) == len(SEATS) - 1
    # A flower that completes both completes the series: no grass counts beside it.
    return series or (("grass",) if first_of_all else ())


def _held_faults(held: Collection[int], flower: int) -> Iterator[Fault]:
    if not isinstance(held, Collection):
        yield Fault("bad_value", f"held: numbers of flowers, not {shown(held)}")
        return
    odd = [tile for tile in (*held, flower) if type(tile) is not int or not is_flower(tile)]
    for tile in odd:
        yield Fault("bad_value", f"a flower is a number from 34 to 41, not {shown(tile)}")
    if not odd and len({*held, flower}) != len(held) + 1:
        yield Fault("flower_twice", "there is one of each flower")


# Dice and bets ----------------------------------------------------------------------------


def dice_outcome(dice: Sequence[int]) -> int:
    """呼么喝六 (V1-7): 1 if the dealer collects on three dice, -1 if he pays, 0 otherwise.

    Any triple, 4-5-6 and a pair with a 6 collect; 1-2-3 and a pair with a 1 pay.

    >>> dice_outcome((1, 1, 6)), dice_outcome((6, 6, 1)), dice_outcome((1, 1, 1)), dice_outcome((2, 2, 3))
    (1, -1, 1, 0)
    """
    three = isinstance(dice, (tuple, list)) and len(dice) == 3
    if not three or any(type(die) is not int or not 1 <= die <= 6 for die in dice):
        demand([Fault("bad_value", f"dice: three numbers from 1 to 6, not {shown(dice)}")])
    low, middle, high = sorted(dice)
    if low == high or (low, middle, high) == (4, 5, 6):
        return 1
    if (low, middle, high) == (1, 2, 3):
        return -1
    if low == middle and high == 6:
        return 1
    if middle == high and low == 1:
        return -1
    return 0


def opening_dice(rules: RuleSet, dice: Sequence[int]) -> tuple[Posting, ...]:
    """What the dealer's opening roll pays (V1-7, V4-3).

    >>> import tingpai as tp
    >>> from tingpai.payout import payments
    >>> payments(opening_dice(tp.rules("baida"), (2, 2, 6)))
    {'E': 3, 'S': -1, 'W': -1, 'N': -1}
    """
    rate = paid_here(tariff_of(rules).dice, "the opening dice", rules)
    outcome = dice_outcome(dice)
    if outcome == 0:
        return ()
    return _from_each(DEALER, rate, "opening dice") if outcome > 0 else _to_each(DEALER, rate, "opening dice")


@dataclass(frozen=True)
class Bet:
    """``seat`` guesses that a concealed kong is of ``guess``: m, p, s, or z for honours."""

    seat: int
    guess: str
    stake: int = 1


@dataclass(frozen=True, kw_only=True)
class KongBets:
    """The bets on the concealed kong of ``konger``, of which a tile of the suit ``turned`` was then shown."""

    konger: int
    turned: str
    bets: tuple[Bet, ...]


def kong_bets(rules: RuleSet, fact: KongBets) -> tuple[Posting, ...]:
    """魚蝦蟹 (V1-28): the konger pays a right guess its prize and takes the stake of a wrong one.

    >>> import tingpai as tp
    >>> bets = KongBets(konger=0, turned="p", bets=(Bet(1, "p"), Bet(2, "z")))
    >>> [(posting.payer, posting.payee, posting.amount) for posting in kong_bets(tp.rules("baida"), bets)]
    [(0, 1, 3), (2, 0, 1)]
    """
    rates = paid_here(tariff_of(rules).bets, "bets on a kong", rules)
    demand(fact_faults("fact", fact, KongBets, bets=Bet))
    demand(_bet_faults(fact, rates.stake))
    return tuple(
        Posting(fact.konger, bet.seat, rates.prize, "right guess", rates.clause)
        if bet.guess == fact.turned
        else Posting(bet.seat, fact.konger, rates.stake, "wrong guess", rates.clause)
        for bet in fact.bets
    )


def _bet_faults(fact: KongBets, stake: int) -> Iterator[Fault]:
    yield from seat_faults(("konger", fact.konger), *(("seat", bet.seat) for bet in fact.bets))
    for suit in (fact.turned, *(bet.guess for bet in fact.bets)):
        if suit not in ("m", "p", "s", "z"):
            yield Fault("bad_value", f"a kong is of m, p, s or z, not {shown(suit)}")
    seats = [bet.seat for bet in fact.bets]
    for seat in sorted({seat for seat in seats if is_seat(seat)}):
        if seats.count(seat) > 1:
            yield Fault("claimed_twice", f"{SEATS[seat]} bets twice on one kong")
        if seat == fact.konger:
            yield Fault("pays_himself", f"{SEATS[seat]} does not bet on his own kong")
    for bet in fact.bets:
        if type(bet.stake) is not int or bet.stake != stake:
            yield Fault("bad_value", f"stake: {stake} and no other, not {shown(bet.stake)}")


def _from_each(seat: int, rate: Rate, reason: str) -> tuple[Posting, ...]:
    return tuple(Posting(other, seat, rate.amount, reason, rate.clause) for other in others(seat))


def _to_each(seat: int, rate: Rate, reason: str) -> tuple[Posting, ...]:
    return tuple(Posting(seat, other, rate.amount, reason, rate.clause) for other in others(seat))

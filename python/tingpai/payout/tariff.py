"""What a variant pays outside the worth of a hand, as data: its file fills a :class:`Tariff` in from its options.

Named tuples, since every first answer of the command waits for these classes and they are made
three times faster than dataclasses.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Rate(NamedTuple):
    """An amount in the variant's unit, and the clause that says so."""

    amount: int
    clause: str


class KongRates(NamedTuple):
    """What a kong earns: ``concealed`` and ``added`` from each, ``open`` from the feeder.

    ``late_raise``: whether a pung raised from the hand, not with a freshly drawn tile, earns;
    ``last_tile``: whether the drawer of the last tile does; ``hidden``: what a concealed kong that
    is not shown after the hand costs towards each.
    """

    concealed: Rate
    added: Rate
    open: Rate
    late_raise: bool = True
    last_tile: bool = True
    hidden: Rate | None = None


class BetRates(NamedTuple):
    """The bet on a concealed kong: ``stake``, and the ``prize`` of a right guess."""

    stake: int
    prize: int
    clause: str


class Deposits(NamedTuple):
    """What a declared riichi puts into the pot.  ``to_winner``: whether another's win takes it
    (otherwise it stays, for the winner after)."""

    closed: Rate
    open: Rate
    to_winner: bool = True


class DrawRates(NamedTuple):
    """A drawn hand: ``not_ready`` from each who is not ready to each who is; a false winner pays each
    ready one the discard win of his hand, and ``per_unit`` for each unit of a hand below the minimum."""

    not_ready: Rate
    per_unit: Rate


OTHERS = "others"
"""As the destination of a fine: each of the other three."""
NAMED = "named"
"""As the destination of a fine: one player, who is named."""

OPENING = "opening"
"""Before the dealer's first discard."""
DEALER_DISCARDED = "dealer_discarded"
"""After it, before the second player has drawn."""
SECOND_DREW = "second_drew"
"""After that, before the second player has discarded."""
LATER = "later"
GO_AROUND = "go_around"
"""In the go-around of the slip itself."""
MOMENTS = (OPENING, DEALER_DISCARDED, SECOND_DREW, GO_AROUND, LATER)
"""When a slip is found; ``later`` is after any deadline."""


class Slip(NamedTuple):
    """A slip and its fine.

    ``to``: an account, :data:`OTHERS` (each of the other three collects the amount) or :data:`NAMED`
    (one player does); ``until``: the moments at which it may still be fined and mended (empty: any);
    ``dead``: what the hand is from then on, ``short`` 小相公 or ``wrong`` 錯相公.
    """

    id: str
    zh: str
    en: str
    amount: int
    to: str
    clause: str
    until: tuple[str, ...] = ()
    dead: Literal["short", "wrong"] | None = None


def table_slips(
    amount: int, to: str, clause: str, *, misc: int | None = None, second_player: tuple[str, ...] = ()
) -> tuple[Slip, ...]:
    """The slips that the rules share: flowers late, the dealer's extra tile missed, a wrong tile claimed, and
    (``misc``) any other.  ``second_player``: until when the extra tile may be taken.

    >>> [slip.id for slip in table_slips(10, OTHERS, "V4-15")]
    ['late_flower', 'missed_extra_tile', 'wrong_claim']
    """
    slips = (
        Slip(id="late_flower", zh="遲補花", en="Flower replaced late or out of turn", amount=amount, to=to,
             clause=clause, until=(OPENING,), dead="short"),
        Slip(id="missed_extra_tile", zh="忘記跳牌", en="Dealer's extra tile missed", amount=amount, to=to,
             clause=clause, until=(OPENING, DEALER_DISCARDED, *second_player), dead="short"),
        Slip(id="wrong_claim", zh="取錯牌", en="Wrong tile taken in a claim", amount=amount, to=to,
             clause=clause, until=(GO_AROUND,), dead="wrong"),
    )  # fmt: skip
    if misc is None:
        return slips
    other = Slip(id="other", zh="其他錯誤", en="Any other slip", amount=misc, to=to, clause=clause)
    return (*slips, other)


class Chips(NamedTuple):
    """Play with chips: a player pays no more than he has (V1-47).

    ``stack``: what each starts with; ``bank``: the chips of a host's bank, of which the stacks are
    dealt; ``cash_in``: what each of the others pays the host for them; ``rake``: one in so many of
    what a winner collects (0: none); ``fines_manual``: the winner must take the fines himself.
    """

    stack: int
    bank: int | None = None
    cash_in: int | None = None
    rake: int = 0
    fines_manual: bool = False


class Tariff(NamedTuple):
    """Everything that moves money beside the worth of a win.  ``None``: these rules know no such payment.

    ``dice``: the dealer's opening roll; ``several``: who wins where several claim one tile, ``all`` or
    the ``nearest``; ``uncut``: shapes that no nearer hand of another shape cuts off.
    """

    kongs: KongRates | None = None
    chase: Rate | None = None
    grass: Rate | None = None
    series: Rate | None = None
    dice: Rate | None = None
    bets: BetRates | None = None
    deposits: Deposits | None = None
    drawn: DrawRates | None = None
    false_win: Rate | None = None
    slips: tuple[Slip, ...] = ()
    several: Literal["all", "nearest"] = "all"
    uncut: tuple[str, ...] = ()
    chips: Chips | None = None


NO_MONEY = Tariff()
"""Nothing moves but what a win is worth."""


# Tariffs that more than one table shares, or that follow from a few amounts ----------------------------------


def pot_tariff(
    *, unit: int, open_adds: bool = False, deposit_to_winner: bool = True, several: Literal["all", "nearest"] = "all"
) -> Tariff:
    """Riichi deposits, a pot, and payments of those who are not ready at a draw (V2-11, 12, 22 to 24).

    ``unit``: the money of one tai; ``open_adds``: an open riichi costs the ordinary deposit too.
    """
    return Tariff(
        deposits=Deposits(
            closed=Rate(2 * unit, "V2-11"),
            open=Rate((7 if open_adds else 5) * unit, "V2-12"),
            to_winner=deposit_to_winner,
        ),
        drawn=DrawRates(not_ready=Rate(unit, "V2-22"), per_unit=Rate(unit, "V2-24")),
        slips=(
            Slip(id="shown_tile", zh="撞倒牌並掀開", en="Tile knocked over and shown", amount=unit, to="pot",
                 clause="V2-23"),
            Slip(id="unmade_pung", zh="喊碰不碰", en="Pung called and not made", amount=unit, to=NAMED, clause="V2-23"),
        ),
        several=several,
    )  # fmt: skip


def prize_tariff(
    *, kongs: str, errors: str, false_win: Rate, fine: int = 10, last_tile: bool = False, dice: Rate | None = None
) -> Tariff:
    """Kongs that earn prizes, errors that cost towards each other player (V4-4, V4-15).

    ``kongs``, ``errors``: the clauses that say so; ``last_tile``: whether a kong of the drawer of the last
    tile earns.
    """
    return Tariff(
        kongs=KongRates(
            concealed=Rate(20, kongs),
            added=Rate(10, kongs),
            open=Rate(30, kongs),
            late_raise=False,
            last_tile=last_tile,
        ),
        dice=dice,
        false_win=false_win,
        slips=table_slips(fine, OTHERS, errors),
    )

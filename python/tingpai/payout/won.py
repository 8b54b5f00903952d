"""The end of a won hand: who of several wins, what each collects, and who takes the pot and the fines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING

from ..errors import Fault, SettlementError, named, shown
from ..records import dataclass, replace
from ..tiles import SEATS, WILD
from .drawn import deposit_rate, deposits_of
from .facts import LaidSet, Posting, WinFacts
from .refusals import demand, fact_faults, is_seat, number_faults, seat_faults, several_faults, tariff_of

if TYPE_CHECKING:
    from ..result import Result
    from ..ruleset.schema import RuleSet

ROBBED = {
    "rob_kong": "added_kong",
    "rob_concealed_kong": "concealed_kong",
    "rob_swap": "swap",
    "rob_flower": "flower",
}
"""What must have been declared or laid for a win of each kind."""


def win_facts(result: Result) -> WinFacts:
    """The facts of a scored win.  Raises :class:`~tingpai.errors.SettlementError` if the hand does not win.

    >>> import tingpai as tp
    >>> hand = tp.Hand.parse("[777z][333m] 555p 88s 22m +8s")
    >>> win_facts(tp.score(hand, tp.rules("hongkong"), by="discard", discarder="W")).total
    5
    """
    from ..result import Result

    demand(fact_faults("result", result, Result))
    if result.reason is not None:
        raise SettlementError([Fault("win_refused", f"the hand does not win: {result.reason}")])
    facts: WinFacts = result._call.facts(result)
    return facts


@dataclass(frozen=True)
class Claim:
    """``seat`` claims a win with a hand of ``shape``."""

    seat: int
    shape: str = "standard"


def winners(rules: RuleSet, claims: Sequence[Claim], fed_by: int) -> tuple[int, ...]:
    """Who of several who claim a win on one tile of ``fed_by`` may win, nearest after him first (V1-32, V3-4).

    Where only the nearest wins, a shape that is never cut off wins beside him; of two such the nearer.

    >>> import tingpai as tp
    >>> claims = [Claim(3), Claim(0, "thirteen_orphans"), Claim(1)]
    >>> winners(tp.rules("hongkong"), claims, fed_by=2)
    (3, 0, 1)
    >>> winners(tp.rules("hongkong", multi_win=False), claims, fed_by=2)
    (3, 0)
    """
    tariff = tariff_of(rules)
    demand(several_faults("claims", claims, Claim))
    demand(_claim_faults(claims, fed_by))
    order = sorted(claims, key=lambda claim: (claim.seat - fed_by) % len(SEATS))
    if tariff.several == "all":
        return tuple(claim.seat for claim in order)
    uncut = [claim for claim in order[1:] if claim.shape in tariff.uncut and order[0].shape not in tariff.uncut]
    return tuple(claim.seat for claim in (*order[:1], *uncut[:1]))


def _claim_faults(claims: Sequence[Claim], fed_by: int) -> Iterator[Fault]:
    seats = [claim.seat for claim in claims]
    yield from seat_faults(("fed_by", fed_by), *(("seat", seat) for seat in seats))
    for seat in sorted({seat for seat in seats if is_seat(seat)}):
        if seats.count(seat) > 1:
            yield Fault("claimed_twice", f"{SEATS[seat]} claims twice")
        if seat == fed_by:
            yield Fault("pays_himself", f"{SEATS[seat]} does not win on a tile of his own")


@dataclass(frozen=True)
class Declared:
    """What ``seat`` declared or laid that can be robbed: ``added_kong``, ``concealed_kong``, ``swap`` or ``flower``."""

    seat: int
    what: str


@dataclass(frozen=True, kw_only=True)
class HandWon:
    """A hand that one player or several won.

    ``robbed``: what a robber robbed; ``pool``: fines at the wall's tail; ``took_fines``: the winner took
    them before he showed his hand; ``pot``: what the pot holds, this hand's ``deposits`` (seat and
    ``closed`` or ``open``) included; ``dead``: whose hands are dead, who therefore cannot win.
    """

    wins: tuple[WinFacts, ...]
    robbed: Declared | None = None
    pool: int = 0
    took_fines: bool = True
    pot: int = 0
    deposits: tuple[tuple[int, str], ...] = ()
    dead: frozenset[int] = frozenset()


def hand_won(rules: RuleSet, fact: HandWon) -> tuple[Posting, ...]:
    """Everything that the end of a won hand pays, in order: the fines, the wins, the deposits and the pot.

    Of several winners the nearest after the one who fed the tile comes first; he takes the fines
    (V1-49), the pot, and the deposits of those who did not win (V2-11).

    >>> import tingpai as tp
    >>> win = WinFacts(total=20, seat=1, by="self_draw")
    >>> for posting in hand_won(tp.rules("baida"), HandWon(wins=(win,), pool=12)):
    ...     print(posting.payer, posting.payee, posting.amount, posting.clause)
    pool 1 12 V1-49
    2 1 25 V1-42
    3 1 25 V1-42
    0 1 26 V1-42
    """
    tariff_of(rules)
    demand(fact_faults("fact", fact, HandWon, wins=WinFacts))
    demand(_faults(rules, fact))
    wins = sorted(fact.wins, key=lambda win: (win.seat - _source(win)) % len(SEATS))
    first = wins[0].seat
    paid = [replace(posting, terms="win") for win in wins for posting in rules.payout.settle(win)]
    forgotten = not fact.took_fines
    fines = _fines(first, fact.pool, forgotten)
    pot = _pot(rules, fact, [win.seat for win in wins])
    return (*paid, *fines, *pot) if forgotten else (*fines, *paid, *pot)


def _source(win: WinFacts) -> int:
    """Whose tile was won on: the winner's own where he drew it."""
    return win.seat if win.discarder is None else win.discarder


def _fines(winner: int, pool: int, forgotten: bool) -> tuple[Posting, ...]:
    """The fines go to the winner; one who forgot them pays as much again, for the winner after (V1-49)."""
    if not pool:
        return ()
    if forgotten:
        return (Posting(winner, "pool", pool, "fines forgotten", "V1-49"),)
    return (Posting("pool", winner, pool, "fines taken", "V1-49"),)


def _pot(rules: RuleSet, fact: HandWon, seats: list[int]) -> tuple[Posting, ...]:
    """Winners take their own deposits back, the nearest the rest of the pot (V2-11, V2-23)."""
    left = fact.pot
    postings = []
    for seat, kind in fact.deposits:
        rate = deposit_rate(rules, kind)
        if seat in seats:
            postings.append(Posting("pot", seat, rate.amount, "deposit returned", rate.clause))
            left -= rate.amount
        elif not deposits_of(rules).to_winner:
            left -= rate.amount
    if left:
        postings.append(Posting("pot", seats[0], left, "pot", "V2-11"))
    return tuple(postings)


def _faults(rules: RuleSet, fact: HandWon) -> Iterator[Fault]:
    unread = [*(fault for win in fact.wins for fault in _unread(win)), *_unread_beside(fact)]
    if unread:  # what is no number, or none that can be, is compared with nothing
        yield from unread
        return
    seats = [win.seat for win in fact.wins]
    if not seats:
        yield Fault("bad_value", "wins: a won hand has a winner")
    if len(set(seats)) < len(seats):
        yield Fault("claimed_twice", "a player wins a hand once")
    for seat in sorted({seat for seat in seats if seat in fact.dead}):
        yield Fault("dead_hand", f"{SEATS[seat]} has a dead hand and cannot win")
    sources = [(win.by, win.discarder) for win in fact.wins]
    if any(source != sources[0] for source in sources) or (len(seats) > 1 and fact.wins[0].discarder is None):
        yield Fault("several_sources", "several win on one discarded or robbed tile only")
    most = 3 if tariff_of(rules).several == "all" else 1 + bool(tariff_of(rules).uncut)
    if len(seats) > most:
        yield Fault("cut_off", f"{most} may win on one tile here: the nearest")
    for win in fact.wins:
        yield from _win_faults(rules, win)
    yield from _robbed_faults(fact)
    yield from _house_faults(rules, fact)


def _win_faults(rules: RuleSet, win: WinFacts) -> Iterator[Fault]:
    way = next((way for way in rules.wins if way.by == win.by), None)
    if way is None or way.refused:
        yield Fault("win_refused", f"{rules.id} knows no win by {named(win.by)}: {way.refused if way else 'unknown'}")
    elif win.total < rules.min_total and not way.any_total:
        yield Fault("below_minimum", f"{win.total} {rules.unit} where {rules.min_total} are needed")
    payers = [("discarder", win.discarder)] if win.by == "discard" or win.by in ROBBED else []
    if not payers and win.discarder is not None:
        yield Fault("unwanted_discarder", f"a win by {named(win.by)} has no discarder")
    if win.feeder is not None:
        payers.append(("feeder", win.feeder))
    for name, payer in payers:
        yield from seat_faults((name, payer))
        if payer == win.seat:
            yield Fault("pays_himself", f"{name}: {shown(payer)} is the winner's own seat")
    yield from rules.payout.faults(win)


def _unread(win: WinFacts) -> Iterator[Fault]:
    yield from seat_faults(("seat", win.seat))
    yield from number_faults(("total", win.total), ("streak", win.streak))
    if type(win.die) is not int or not 1 <= win.die <= 6:
        yield Fault("bad_value", f"die: a number from 1 to 6, not {shown(win.die)}")
    if type(win.prize) is not tuple or not all(type(tile) is int and 0 <= tile < WILD for tile in win.prize):
        yield Fault("bad_value", f"prize: numbers of tiles, not {shown(win.prize)}")
    if type(win.by) is not str:
        yield Fault("bad_value", f"by: a way of winning, not {shown(win.by)}")
    yield from several_faults("melds", win.melds, LaidSet)
    yield from several_faults("tiles", win.tiles, int)


def _unread_beside(fact: HandWon) -> Iterator[Fault]:
    if fact.robbed is not None:
        yield from fact_faults("robbed", fact.robbed, Declared)
    if not isinstance(fact.deposits, (tuple, list)) or not all(
        isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in fact.deposits
    ):
        yield Fault("bad_value", f"deposits: pairs of seat and kind, not {shown(fact.deposits)}")
    else:
        yield from seat_faults(*(("deposits", seat) for seat, _ in fact.deposits))
    if not isinstance(fact.dead, (Set, tuple, list)):
        yield Fault("bad_value", f"dead: a set of seats, not {shown(fact.dead)}")


def _robbed_faults(fact: HandWon) -> Iterator[Fault]:
    for win in fact.wins:
        what = ROBBED.get(win.by)
        if what is not None and fact.robbed != Declared(-1 if win.discarder is None else win.discarder, what):
            yield Fault("not_declared", f"{win.by}: {shown(win.discarder)} declared no {what} that could be robbed")
        if what is None and fact.robbed is not None:
            yield Fault("not_declared", f"nothing is robbed by a win by {named(win.by)}")


def _house_faults(rules: RuleSet, fact: HandWon) -> Iterator[Fault]:
    tariff = tariff_of(rules)
    yield from number_faults(("pool", fact.pool), ("pot", fact.pot))
    if not fact.took_fines and not (tariff.chips and tariff.chips.fines_manual):
        yield Fault("bad_value", "took_fines: the fines are taken for the winner here (fines_manual is off)")
    seats = [seat for seat, _ in fact.deposits]
    if len(set(seats)) < len(seats):
        yield Fault("claimed_twice", "a player declares riichi once")
    if fact.deposits:
        held = sum(deposit_rate(rules, kind).amount for _, kind in fact.deposits)
        if type(fact.pot) is int and fact.pot < held:
            yield Fault("account_short", f"pot: holds {fact.pot}, less than the deposits of {held} in it")

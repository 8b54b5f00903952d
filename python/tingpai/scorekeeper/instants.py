"""Events within a hand: kongs, sets of flowers, the chase, dice, bets, riichi, tiles turned up."""

from __future__ import annotations

from typing import Any

from ..conflicts import riichi_is_concealed
from ..errors import IllegalHandError
from ..payout import Bet, FlowerSet, Kong, KongBets, chase, deposit, flower_set, hidden_kong, kong, kong_bets
from ..payout.instants import KONG_KINDS, opening_dice
from ..payout.refusals import tariff_of
from ..records import replace
from ..situation import situation
from ..tiles import TILE_NUMBER, TILE_TEXT, is_flower
from .event import Event, Postings
from .line import Line, tiles
from .refusal import LineError
from .table import Facts, LaidKong, Table, unhidden

KINDS = {kind.removesuffix("_kong"): kind for kind in KONG_KINDS} | {
    "暗": "concealed_kong", "暗槓": "concealed_kong", "加": "added_kong", "加槓": "added_kong",
    "明": "open_kong", "明槓": "open_kong",
}  # fmt: skip
FLOWERS = {"grass": "grass", "草": "grass", "plants": "plants", "梅蘭菊竹": "plants",
           "seasons": "seasons", "春夏秋冬": "seasons"}  # fmt: skip
SUITS = {
    "m": "m", "p": "p", "s": "s", "z": "z", "萬": "m", "筒": "p", "索": "s", "番": "z",
    "characters": "m", "dots": "p", "bamboo": "s", "honours": "z",
}  # fmt: skip


def _read_kong(line: Line, table: Table) -> Facts:
    seat = line.seat()
    kind = line.choice("concealed, added or open", KINDS)
    facts: dict[str, Any] = {"seat": seat, "kind": kind}
    if kind == "open_kong":
        line.skip("from", "on")
        facts["feeder"] = line.seat("FROM")
        if facts["feeder"] == seat:
            raise LineError("same_player", name=table.name(seat))
    while line.rest:
        flag = line.choice("late or last", ("late", "last"))
        if flag in facts or (flag == "late" and kind != "added_kong"):
            raise LineError("unexpected", word=flag, syntax=line.syntax)
        facts[flag] = True
    if sum(laid.seat == seat for laid in table.now.kongs) == table.rules.sets:
        raise LineError("too_many_kongs", name=table.name(seat), most=table.rules.sets)
    return facts


def _settle_kong(table: Table, facts: Facts) -> Postings:
    fact = Kong(
        seat=facts["seat"],
        kind=facts["kind"],
        feeder=facts.get("feeder"),
        late_raise=facts.get("late", False),
        last_tile=facts.get("last", False),
        dead=facts["seat"] in table.now.dead,
    )
    return kong(table.rules, fact)


def _after_kong(table: Table, facts: Facts, booked: Postings) -> Table:
    laid = LaidKong(facts["seat"], facts["kind"], tuple(booked))
    return table.noting(kongs=(*table.now.kongs, laid))


def _read_flowers(line: Line, table: Table) -> Facts:
    facts = {"seat": line.seat(), "kind": line.choice("grass, plants or seasons", FLOWERS)}
    line.done()
    return facts


def _settle_flowers(table: Table, facts: Facts) -> Postings:
    turned = table.now.indicator
    fact = FlowerSet(
        seat=facts["seat"],
        kind=facts["kind"],
        earlier=tuple(FlowerSet(seat=seat, kind=kind) for seat, kind in table.now.flowers),
        dead=facts["seat"] in table.now.dead,
        flowers_wild=turned is not None and is_flower(TILE_NUMBER[turned]),
    )
    return flower_set(table.rules, fact)


def _after_flowers(table: Table, facts: Facts, booked: Postings) -> Table:
    return table.noting(flowers=(*table.now.flowers, (facts["seat"], facts["kind"])))


def _read_seat(line: Line, table: Table) -> Facts:
    facts = {"seat": line.seat()}
    line.done()
    return facts


def _read_dice(line: Line, table: Table) -> Facts:
    if table.now.rolled:
        raise LineError("rolled")
    first = line.word("THREE DICE")
    if len(first) == 3:
        line.words[:0] = first
    else:
        line.words.insert(0, first)
    dice = [line.number("DIE", 1, 6) for _ in range(3)]
    line.done()
    return {"dice": dice}


def _read_bet(line: Line, table: Table) -> Facts:
    konger = line.seat("KONGER")
    turned = line.choice("SUIT", SUITS)
    bets: list[list[object]] = []
    while line.rest or not bets:
        word = line.word("WHO=SUIT")
        who, equals, guess = word.partition("=")
        if not equals:
            raise LineError("unexpected", word=word, syntax=line.syntax)
        bets.append([line.seat_of(who), Line([guess], table, line.syntax).choice("SUIT", SUITS)])
    if not any(laid.seat == konger and laid.kind == "concealed_kong" and not laid.bet_on for laid in table.now.kongs):
        raise LineError("no_kong_to_bet", name=table.name(konger))
    return {"konger": konger, "turned": turned, "bets": bets}


def _settle_bet(table: Table, facts: Facts) -> Postings:
    assert table.tariff.bets is not None
    bets = tuple(Bet(seat, guess, table.tariff.bets.stake) for seat, guess in facts["bets"])
    return kong_bets(table.rules, KongBets(konger=facts["konger"], turned=facts["turned"], bets=bets))


def _after_bet(table: Table, facts: Facts, booked: Postings) -> Table:
    kongs = list(table.now.kongs)
    for index, laid in enumerate(kongs):
        if laid.seat == facts["konger"] and laid.kind == "concealed_kong" and not laid.bet_on:
            kongs[index] = replace(laid, bet_on=True)
            break
    return table.noting(kongs=tuple(kongs))


def _read_riichi(line: Line, table: Table) -> Facts:
    seat = line.seat()
    kinds = ("closed", "open") if riichi_is_concealed(table.rules) else ("closed",)
    kind = line.choice("closed or open", kinds) if line.rest else "closed"
    line.done()
    if seat in dict(table.now.riichi):
        raise LineError("riichi_twice", name=table.name(seat))
    if seat in table.now.dead:
        raise LineError("dead", name=table.name(seat))
    return {"seat": seat, "kind": kind}


def _settle_riichi(table: Table, facts: Facts) -> Postings:
    """Only where the rules ask for a deposit; elsewhere a chip marks the hand and is taken back (V1-33)."""
    if table.tariff.deposits is None:
        return ()
    return deposit(table.rules, facts["seat"], facts["kind"])


def _after_riichi(table: Table, facts: Facts, booked: Postings) -> Table:
    return table.noting(riichi=(*table.now.riichi, (facts["seat"], facts["kind"])))


def _read_hidden(line: Line, table: Table) -> Facts:
    facts = _read_seat(line, table)
    seat = facts["seat"]
    if seat not in unhidden(table.now) and table.seats[seat] not in table.concealed:
        raise LineError("not_hidden", name=table.name(seat))
    return facts


def _after_hidden(table: Table, facts: Facts, booked: Postings) -> Table:
    """Each kong is paid back once: one of the last hand first, which is over and shown."""
    player = table.seats[facts["seat"]]
    if player not in table.concealed:
        return table.noting(hidden=(*table.now.hidden, facts["seat"]))
    left = list(table.concealed)
    left.remove(player)
    return replace(table, concealed=tuple(left))


def _read_indicator(line: Line, table: Table) -> Facts:
    facts = {"tile": tiles(line.word("TILE"), single=True)}
    line.done()
    return facts


def _read_dora(line: Line, table: Table) -> Facts:
    """As many indicators as a score takes, and no fifth copy of one: else the next win could not be scored."""
    text = tiles("".join(line.words) or line.word("TILES"))
    read, faults = situation(table.rules, {"dora": text})
    if faults:
        raise IllegalHandError(faults)
    for tile in read.dora:
        if read.dora.count(tile) > 4:
            raise LineError("fifth_copy", word=TILE_TEXT[tile], count=read.dora.count(tile))
    return {"tiles": text}


EVENTS = (
    Event(
        name="kong", zh="槓", syntax="kong WHO concealed|added|open [FROM] [late] [last]",
        read=_read_kong, settle=_settle_kong, after=_after_kong,
    ),
    Event(
        name="flowers", zh="花", syntax="flowers WHO grass|plants|seasons",
        read=_read_flowers, settle=_settle_flowers, after=_after_flowers,
        known=lambda rules: tariff_of(rules).series is not None,
    ),
    Event(
        name="chase", zh="追", syntax="chase WHO",
        read=_read_seat, settle=lambda table, facts: chase(table.rules, facts["seat"]),
        known=lambda rules: tariff_of(rules).chase is not None,
    ),
    Event(
        name="dice", zh="骰", syntax="dice DIE DIE DIE",
        read=_read_dice, settle=lambda table, facts: opening_dice(table.rules, facts["dice"]),
        after=lambda table, facts, booked: table.noting(rolled=True),
        known=lambda rules: tariff_of(rules).dice is not None,
    ),
    Event(
        name="bet", zh="魚蝦蟹", syntax="bet KONGER SUIT WHO=SUIT ...",
        read=_read_bet, settle=_settle_bet, after=_after_bet,
        known=lambda rules: tariff_of(rules).bets is not None,
    ),
    Event(
        name="riichi", zh="立直", syntax="riichi WHO [closed|open]",
        read=_read_riichi, settle=_settle_riichi, after=_after_riichi,
        known=lambda rules: "riichi" in rules.keywords,
    ),
    Event(
        name="indicator", zh="百搭", syntax="indicator TILE",
        read=_read_indicator, after=lambda table, facts, booked: table.noting(indicator=facts["tile"]),
        known=lambda rules: "indicator" in rules.keywords,
    ),
    Event(
        name="dora", zh="寶牌", syntax="dora TILES",
        read=_read_dora, after=lambda table, facts, booked: table.noting(dora=facts["tiles"]),
        known=lambda rules: "dora" in rules.keywords,
    ),
    Event(
        name="hidden", zh="漏槓", syntax="hidden WHO",
        read=_read_hidden, settle=lambda table, facts: hidden_kong(table.rules, facts["seat"]), after=_after_hidden,
        known=lambda rules: (rates := tariff_of(rules).kongs) is not None and rates.hidden is not None,
        between=True,
    ),
)  # fmt: skip

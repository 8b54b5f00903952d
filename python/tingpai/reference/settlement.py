"""The money of a win once more, naively, straight from RULES part B: a function for each variant, named after it.

Nothing here comes from :mod:`tingpai.payout`.  Every function answers who pays how much, by seat; the
winner collects the sum.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..tiles import SEATS, TILE_TEXT

if TYPE_CHECKING:
    from ..admit import Admitted
    from ..ruleset.schema import RuleSet
    from ..situation import Situation

Pays = dict[int, int]


def settlement(admitted: Admitted, situation: Situation, rules: RuleSet, total: int) -> dict[str, int]:
    """What each seat gains by a win worth ``total``, which is after the limit.

    >>> import tingpai as tp
    >>> from tingpai.admit import admit_call
    >>> hand = tp.Hand.parse("[777z][333m] 555p 88s 22m +8s")
    >>> won = {"seat": "S", "by": "discard", "discarder": "W"}
    >>> read, admitted = admit_call(hand, tp.rules("hongkong"), won, "score")
    >>> settlement(admitted, read, tp.rules("hongkong"), 5)
    {'E': 0, 'S': 48, 'W': -48, 'N': 0}
    """
    pays: Pays = globals()[rules.id](admitted, situation, rules, total)
    gains = {wind: -pays.get(seat, 0) for seat, wind in enumerate(SEATS)}
    gains[SEATS[situation.seat]] += sum(pays.values())
    return gains


def _losers(situation: Situation) -> list[int]:
    return [seat for seat in range(4) if seat != situation.seat]


def _fed_the_kong(admitted: Admitted, situation: Situation) -> int | None:
    """V1-g2 Events, V5-11: the feeder named, or the mark of a 大明槓 that is the last set laid."""
    if situation.feeder is not None:
        return situation.feeder
    if situation.replacement in ("kong", "kong_on_kong") and admitted.melds:
        last = admitted.melds[-1]
        if last.kind == "open_kong":
            return last.feeder
    return None


def _all_by_one(owed: Pays, liable: int | None) -> Pays:
    return owed if liable is None else {liable: sum(owed.values())}


def _text(tiles: tuple[int, ...]) -> list[str]:
    return [TILE_TEXT[tile] for tile in tiles]


def baida(admitted: Admitted, situation: Situation, rules: RuleSet, total: int) -> Pays:
    """V1-42 to V1-44."""
    hits = 0
    for tile in _text(situation.prize):
        rank, suit = tile[0], tile[1]
        if tile in ("1z", "7z") or (suit in "mps" and rank in "159"):
            hits += 1
    owed = {}
    for loser in _losers(situation):
        fan = total + hits
        if rules.chosen["dealer_bonus"] and (situation.seat == 0 or loser == 0):
            fan += 2 * situation.streak + 1
        owed[loser] = fan + rules.chosen["base"]
    if situation.by in ("rob_kong", "rob_swap"):
        return _all_by_one(owed, situation.discarder)
    return _all_by_one(owed, _fed_the_kong(admitted, situation))


def guangri(admitted: Admitted, situation: Situation, rules: RuleSet, total: int) -> Pays:
    """V2-18 to V2-21."""
    chosen = rules.chosen
    unit: int = chosen["unit"]

    def whole(tai: int) -> int:
        if tai < 6:
            tens = {3: 60, 4: 80, 5: 100}.get(tai, 20 * tai)
        elif tai < 13:
            tens = 240 + 40 * (tai - 6)
        elif tai < 20:
            tens = 600 + 60 * (tai - 13)
            if tai in (18, 19) and chosen["payout_13_19"] == "printed":
                tens -= 60
        else:
            tens = 1200 + 60 * (tai - 20)
        return tens * unit // 20

    extra = 0
    if situation.seat == 0 and situation.streak:
        extra = 20 * 2 ** (min(situation.streak, 5) - 1) * unit // 20
    if situation.by != "self_draw":
        assert situation.discarder is not None
        return {situation.discarder: whole(total) + extra}
    tai = total
    while whole(tai) % 3:
        tai += 1
    each = extra if chosen["streak_selfdraw"] == "each" else (extra + 2) // 3
    return {loser: whole(tai) // 3 + each for loser in _losers(situation)}


def hongkong(admitted: Admitted, situation: Situation, rules: RuleSet, total: int) -> Pays:
    """V3-12 to V3-17."""
    chosen = rules.chosen
    full = chosen["pay"] == "full"
    whole = 2
    for fan in range(1, total + 1):
        # Doubled up to four fan, from there by a half and by a third in turn (V3-12).
        half_way = chosen["curve"] == "half_spicy" and fan > 4
        whole = whole * 2 if not half_way else (whole * 3 // 2 if fan % 2 else whole * 4 // 3)
    if situation.discarder is None:
        owed = dict.fromkeys(_losers(situation), whole // 2)
        return _all_by_one(owed, _liable_for_twelve(admitted, situation, rules))
    discarder = situation.discarder
    if full or situation.by in ("rob_kong", "rob_concealed_kong"):
        return {discarder: whole}
    nine = len(admitted.melds) >= 3 and _listed(admitted)
    six = _dragon_hand(admitted) and len(_dragon_sets(admitted)) >= 2
    if situation.by == "discard" and (nine or six):
        return {discarder: whole}
    # A hand without fan costs each player 1 (V3-12).
    return {loser: whole // 2 if loser == discarder else max(1, whole // 4) for loser in _losers(situation)}


def _liable_for_twelve(admitted: Admitted, situation: Situation, rules: RuleSet) -> int | None:
    """V3-14, V3-15, V3-17: who pays a self-draw for all."""
    chosen = rules.chosen
    if situation.by == "flowers":
        return _fed_the_kong(admitted, situation)
    if len(admitted.melds) == 4 and (chosen["pay"] == "full" or chosen["half_twelve"] == "any" or _listed(admitted)):
        last = admitted.melds[-1]
        if last.kind == "open_kong" and situation.replacement in ("kong", "kong_on_kong"):
            return _fed_the_kong(admitted, situation)
        return last.feeder
    if chosen["pay"] == "half" and chosen["dragon_pao_selfdraw"] and _dragon_hand(admitted):
        for meld in _dragon_sets(admitted)[1:2]:
            return meld
    return None


def _all_tiles(admitted: Admitted) -> Counter[str]:
    """The tiles of a hand without wild tiles."""
    tiles = Counter({TILE_TEXT[kind]: count for kind, count in enumerate(admitted.counts) if count})
    if admitted.winning is not None:
        tiles[TILE_TEXT[admitted.winning]] += 1
    for meld in admitted.melds:
        tiles.update(_text(meld.naturals))
    return tiles


def _listed(admitted: Admitted) -> bool:
    """清一色, 清么九, 字一色."""
    tiles = _all_tiles(admitted)
    suits = {tile[1] for tile in tiles}
    terminals = all(tile[0] in "19" and tile[1] != "z" for tile in tiles)
    return len(suits) == 1 or terminals


def _dragon_hand(admitted: Admitted) -> bool:
    """大三元 or 小三元."""
    tiles = _all_tiles(admitted)
    return all(tiles[dragon] >= 2 for dragon in ("5z", "6z", "7z"))


def _dragon_sets(admitted: Admitted) -> list[int | None]:
    """Who fed each set of dragons on the table."""
    return [meld.feeder for meld in admitted.melds if TILE_TEXT[meld.naturals[0]] in ("5z", "6z", "7z")]


def pungkong_hk(admitted: Admitted, situation: Situation, rules: RuleSet, total: int) -> Pays:
    """V4-6, V4-11 to V4-14, V4-b."""
    chosen = rules.chosen
    streak = {"2n+1": 2 * situation.streak + 1, "2n": 2 * situation.streak, "off": 0}[chosen["streak_bonus"]]
    fan_money: int = chosen["fan_money"]
    factor = 1
    orphans = all(_all_tiles(admitted)[tile] for tile in "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z".split())
    rolls = chosen["orphans_die_wins"] in ("any", situation.by)
    if orphans and chosen["orphans_die"] and rolls:
        factor *= situation.die
    if chosen["prize_fa"] and "6z" in _text(situation.prize):
        factor *= 2

    def money(payer: int, stake: int) -> int:
        dealer = streak if 0 in (payer, situation.seat) else 0
        return factor * (stake + fan_money * (total + dealer))

    if situation.by == "self_draw":
        return {loser: money(loser, 20) for loser in _losers(situation)}
    assert situation.discarder is not None
    if situation.by == "discard":
        return {situation.discarder: money(situation.discarder, 30)}
    return {situation.discarder: 3 * money(situation.discarder, 20)}


def pungkong_cn(admitted: Admitted, situation: Situation, rules: RuleSet, total: int) -> Pays:
    """V5-2, V5-3, V5-7, V5-11."""
    chosen = rules.chosen
    hits = {
        0: ("1z", "7z", "1", "5", "9"),
        1: ("2z", "6z", "4", "8"),
        2: ("3z", "5z", "3", "7"),
        3: ("4z", "2", "6"),
    }[situation.seat]
    each = 20 + (10 * total if chosen["fan_money"] else 0)
    for tile in _text(situation.prize):
        if chosen["prize"] and (tile in hits or (tile[1] in "mps" and tile[0] in hits)):
            each += 10
    owed = dict.fromkeys(_losers(situation), each)
    if situation.by == "rob_kong":
        return _all_by_one(owed, situation.discarder)
    return _all_by_one(owed, _fed_the_kong(admitted, situation))

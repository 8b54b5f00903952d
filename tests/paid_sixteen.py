"""What the two games with sixteen tiles pay, by the clauses of S1 and S2."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from money import EAST, NORTH, SOUTH, WEST
from paid import (
    THREE,
    Call,
    Fact,
    claims,
    dead,
    deadlines,
    dice,
    each,
    fed,
    fine,
    from_one,
    kong,
    prizes_that_hit,
    tiles,
    wall_side,
    win,
    won,
)
from tingpai import payout as pay

# V1 ---------------------------------------------------------------------------------------

PLANTS = pay.FlowerSet(seat=SOUTH, kind="plants")
GRASS = pay.FlowerSet(seat=SOUTH, kind="grass")


def baida() -> Iterable[Fact]:
    def fact(clause: str, label: str, call: Call, expected: Any, **options: Any) -> Fact:
        return Fact("baida", clause, label, call, expected, options)

    bank_a = {"stacks": [200] * 4, "bank": 2000, "cash": [200] * 3}
    yield fact("S1-01A", "2000, of which 200 to each; 200 in cash", wall_side, bank_a)
    yield fact("S1-01B", "3000 to each", wall_side, {"stacks": [3000] * 4, "bank": None, "cash": None},
               bank="B")  # fmt: skip
    yield fact("S1-01B", "十抽一", lambda rules: rules.tariff.chips.rake, 10, bank="B")
    yield fact("S1-01A", "不需要抽水", lambda rules: rules.tariff.chips.rake, 0)
    yield fact("S1-05", "詐糊 100 to each", lambda rules: pay.false_win(rules, SOUTH), each(SOUTH, -100))
    yield fact("S1-05", "a fed kong that wins is paid for all three: 3 x 25", won(20, feeder=WEST, seat=SOUTH,
               replacement="kong"), from_one(WEST, SOUTH, 75), dealer_bonus=False)  # fmt: skip
    yield fact("S1-05", "a robbed kong is: 3 x 25", won(20, by="rob_kong", discarder=WEST),
               from_one(WEST, SOUTH, 75), dealer_bonus=False)  # fmt: skip
    yield fact("S1-14", "a robbed swap is: 3 x 25", won(20, by="rob_swap", discarder=NORTH),
               from_one(NORTH, SOUTH, 75), dealer_bonus=False)  # fmt: skip
    for roll in ((4, 5, 6), (2, 2, 6), (3, 3, 3), (1, 1, 1), (1, 1, 6)):
        yield fact("S1-06", f"{roll} collects 1", dice(*roll), each(EAST, 1))
    for roll in ((1, 2, 3), (5, 5, 1), (6, 6, 1)):
        yield fact("S1-06", f"{roll} pays 1", dice(*roll), each(EAST, -1))
    yield fact("S1-07", "暗杠 2 from each", kong("concealed_kong"), each(SOUTH, 2))
    yield fact("S1-07", "自摸明杠 1 from each", kong("added_kong"), each(SOUTH, 1))
    yield fact("V1-24", "raised late too", kong("added_kong", late_raise=True), each(SOUTH, 1))
    yield fact("V1-24", "on the last tile too", kong("added_kong", last_tile=True), each(SOUTH, 1))
    yield fact("S1-07", "出衝明杠 3", kong("open_kong"), from_one(WEST, SOUTH, 3))
    yield fact("S1-07", "退回各人 4", lambda rules: pay.hidden_kong(rules, SOUTH), each(SOUTH, -4))
    yield fact("S1-07", "被追 1 to each", lambda rules: pay.chase(rules, WEST), each(WEST, -1))
    yield fact("S1-07", "一枱草 1", lambda rules: pay.flower_set(rules, GRASS), each(SOUTH, 1))
    yield fact("S1-07", "一枱花 2", lambda rules: pay.flower_set(rules, PLANTS), each(SOUTH, 2))
    bets = pay.KongBets(konger=EAST, turned="p", bets=(pay.Bet(SOUTH, "p"), pay.Bet(WEST, "z")))
    yield fact("S1-08", "猜中一番賠三番", lambda rules: pay.kong_bets(rules, bets), {0: -2, 1: 3, 2: -1})
    yield from _baida_slips(fact)
    for prize in ("1m", "5p", "9s", "1z", "7z"):
        yield fact("S1-12", f"{prize} adds one", won(20, prize=tiles(prize)), each(SOUTH, 26), dealer_bonus=False)
    yield fact("S1-12", "which hit", prizes_that_hit(20, lambda _: 25, SOUTH), "1m 5m 9m 1p 5p 9p 1s 5s 9s 1z 7z",
               dealer_bonus=False)  # fmt: skip
    yield fact("S1-12", "four tiles: three hits", won(20, prize=tiles("1m5p9s2z")), each(SOUTH, 28), dealer_bonus=False)
    yield fact("S1-12", "and no more", won(20, prize=tiles("1m5p9s2z3z")), ["bad_value"])
    yield fact("S1-13", "20 x $1 + $5 = $25", won(20), each(SOUTH, 25), dealer_bonus=False)
    yield fact("S1-18", "連莊 n = 2: 2n + 1 = 5 more from each", won(20, seat=EAST, streak=2), each(EAST, 30))
    yield fact("V1-32", "several rob", lambda rules: claims(rules, *THREE), (1, 2, 3))
    pool = pay.HandWon(wins=(win(20),), pool=12, took_fines=False)
    forgotten = {"pool": 12, 0: -25, 1: 63, 2: -25, 3: -25}
    yield fact("S1-15", "加罰一倍", lambda rules: pay.hand_won(rules, pool), forgotten, fines_manual=True,
               dealer_bonus=False)  # fmt: skip
    yield fact("V1-49", "taken for the winner", lambda rules: pay.hand_won(rules, pool), ["bad_value"])


def _baida_slips(fact: Callable[..., Fact]) -> Iterable[Fact]:
    yield fact("S1-10", "late flower 10, before the dealer's first discard", fine("late_flower"),
               from_one(WEST, "pool", 10))  # fmt: skip
    yield fact("S1-10", "抽水", fine("late_flower"), from_one(WEST, "rake", 10), rake=True)
    for found in ("opening", "dealer_discarded", "second_drew"):
        yield fact("S1-10", f"missed 跳牌 $10, {found}", fine("missed_extra_tile", found), from_one(WEST, "pool", 10))
    yield fact("S1-10", "wrong tile 10 in the go-around", fine("wrong_claim", "go_around"), from_one(WEST, "pool", 10))
    yield from deadlines(fact, "S1-10", "opening dealer_discarded second_drew")
    yield fact("S1-10", "anything else 1", fine("other", "later"), from_one(WEST, "pool", 1))
    yield fact("S1-10", "anything else kills no hand", dead("other"), None)


# V2 ---------------------------------------------------------------------------------------

PRINTED = {3: 60, 4: 80, 5: 100, 6: 240, 7: 280, 8: 320, 9: 360, 10: 400, 11: 440, 12: 480, 13: 600, 14: 660,
           15: 720, 16: 780, 18: 840, 19: 900, 20: 1200}  # fmt: skip


def guangri() -> Iterable[Fact]:
    def fact(clause: str, label: str, call: Call, expected: Any, **options: Any) -> Fact:
        return Fact("guangri", clause, label, call, expected, options)

    for tai, amount in PRINTED.items():
        yield fact("S2-1.7", f"{tai} tai {amount}", fed(tai), from_one(WEST, SOUTH, amount))
    yield fact("V2-18", "17 tai 840", fed(17), from_one(WEST, SOUTH, 840))
    yield fact("S2-1.7", "60 more for each tai after 20", fed(22), from_one(WEST, SOUTH, 1320))
    for tai in range(13, 20):
        amount = 600 + 60 * (tai - 13)
        yield fact("V2-18", f"{tai} tai by formula", fed(tai), from_one(WEST, SOUTH, amount), payout_13_19="formula")
    yield fact("S2-1.3", "one tai is 20", lambda rules: rules.tariff.drawn.not_ready.amount, 20)
    yield fact("S2-1.3", "under three tai", fed(2), ["below_minimum"])
    for tai, share in ((3, 20), (6, 80), (11, 160)):
        yield fact("S2-1.8", f"{tai} tai self-drawn, {share} from each", won(tai), each(SOUTH, share))
    for times, more in enumerate((20, 40, 80, 160, 320, 320), 1):
        dealer = {"seat": EAST, "streak": times}
        yield fact("S2-1.4", f"連{times} {more}", fed(3, **dealer), from_one(WEST, EAST, 60 + more))
    yield fact("S2-1.4", "no streak", fed(3, seat=EAST), from_one(WEST, EAST, 60))
    yield fact("S2-1.4", "連莊者放槍 owes nothing more", fed(3, by=EAST, streak=5), from_one(EAST, SOUTH, 60))
    yield fact("S2-1.9", "連五 and 3 tai, 320 + 60 = 380", fed(3, seat=EAST, streak=5), from_one(WEST, EAST, 380))
    yield fact("V2-20", "of a self-draw each pays the streak", won(3, seat=EAST, streak=1), each(EAST, 40))
    ready = pay.DrawnHand(ready=frozenset({SOUTH, WEST, NORTH}))
    yield fact("S2-1.5", "A pays B, C and D 20 each", lambda rules: pay.drawn_hand(rules, ready), each(EAST, -20))
    nobody = pay.DrawnHand(ready=frozenset())
    yield fact("S2-1.6", "nobody ready", lambda rules: pay.drawn_hand(rules, nobody), {})
    everybody = pay.DrawnHand(ready=frozenset(range(4)))
    yield fact("S2-1.6", "all ready", lambda rules: pay.drawn_hand(rules, everybody), {})
    yield fact("S2-1.10", "one tai onto the table", fine("shown_tile", "later"), from_one(WEST, "pot", 20))
    yield fact("S2-1.10", "which kills no hand", dead("shown_tile"), None)
    pot = pay.HandWon(wins=(win(3, by="discard", discarder=WEST),), pot=20)
    yield fact("S2-1.10", "the next winner takes it", lambda rules: pay.hand_won(rules, pot),
               {"pot": -20, 1: 80, 2: -60})  # fmt: skip
    yield fact("S2-1.11", "one tai to who discarded", fine("unmade_pung", "later", EAST), from_one(WEST, EAST, 20))
    yield fact("S2-1.11", "which kills no hand", dead("unmade_pung"), None)
    false = pay.DrawnHand(ready=frozenset({WEST, NORTH}), false_winners=frozenset({EAST}), values={WEST: 6, NORTH: 2})
    yield fact("S2-1.12", "詐胡: each collects his own, 240 and 2 x 20", lambda rules: pay.drawn_hand(rules, false),
               {0: -280, 1: -40, 2: 260, 3: 60})  # fmt: skip
    yield fact("S2-3.11", "riichi, 2 tai", lambda rules: pay.deposit(rules, WEST), from_one(WEST, "pot", 40))
    yield fact("S2-3.12", "開立直, 5 tai", lambda rules: pay.deposit(rules, WEST, "open"), from_one(WEST, "pot", 100))
    other = pay.HandWon(wins=(win(3, by="discard", discarder=WEST),), pot=60, deposits=((NORTH, "closed"),))
    yield fact("V2-11", "another's win takes the deposit", lambda rules: pay.hand_won(rules, other),
               {"pot": -60, 1: 120, 2: -60})  # fmt: skip
    own = pay.HandWon(wins=(win(3, by="discard", discarder=WEST),), pot=40, deposits=((SOUTH, "closed"),))
    yield fact("S2-3.11", "自我回收此2台", lambda rules: pay.hand_won(rules, own), {"pot": -40, 1: 100, 2: -60})
    yield fact("V2-7", "several win", lambda rules: claims(rules, *THREE[:2]), (1, 2))

"""A hand that one player or several won: read, scored, paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..conflicts import OWN_DRAWS
from ..hand import Hand
from ..notation import read_tiles
from ..payout import Claim, Declared, HandWon, Posting, WinFacts, deposit, hand_won, win_facts, winners
from ..payout.won import ROBBED
from ..records import replace
from ..rotation import Outcome
from ..tiles import SEATS, TERMINALS_AND_HONOURS, kinds
from .event import Event, Postings
from .line import Line, one_of, tiles, whole
from .refusal import LineError, NoWinError
from .table import Facts, Table, hand_over

if TYPE_CHECKING:
    from ..result import Result

FROM_BOOK = frozenset({"seat", "round", "by", "discarder", "streak"})
"""Situation keywords that the book itself knows."""
FLAGS = frozenset({"last_tile", "swallow"})
NUMBERS = {"river": (0, 999), "die": (1, 6)}
TILES = frozenset({"indicator", "dora", "ura", "seen", "prize"})
KEYS_OF_A_TOTAL = ("feeder", "prize", "die", "swallow")
"""Situation keywords that matter to the money of an agreed total."""
OF_A_TOTAL = ("shape", "liable")
"""What an agreed total may need to be told, and a hand tells itself."""
FORGOT = "forgot"
"""The winner did not take the fines before he showed his hand (V1-49)."""
FROM_WORDS = ("on", "from", "衝", "出衝", "銃", "出銃")
ROB_WORDS = ("rob", "搶")
WAY_OF = {what: by for by, what in ROBBED.items()}
ROBBABLE = {"kong": "added_kong", "added": "added_kong", "concealed": "concealed_kong", "swap": "swap",
            "flower": "flower", "加槓": "added_kong", "暗槓": "concealed_kong", "飛": "swap",
            "花": "flower"}  # fmt: skip
ORPHANS = "thirteen_orphans"


# Reading a win ----------------------------------------------------------------------------


def _read_win(line: Line, table: Table) -> Facts:
    facts: dict[str, Any] = {"by": "self_draw", "claims": []}
    seats: list[int] = []
    while True:
        seat = line.seat()
        if seat in seats:
            raise LineError("named_twice", name=table.name(seat))
        seats.append(seat)
        if seat in table.now.dead:
            raise LineError("dead", name=table.name(seat))
        facts["claims"].append(_read_claim(line, table, facts, seat))
        if not line.skip("&"):
            break
    line.done()
    _several(table, facts)
    return facts


def _read_way(line: Line, table: Table, facts: dict[str, Any]) -> bool:
    """Whether ``on WHO``, ``rob WHO [WHAT]`` or ``flowers`` stands next; a self-draw without."""
    if facts["claims"] or facts["by"] != "self_draw":
        return False
    if line.skip(*FROM_WORDS):
        facts |= {"by": "discard", "fed_by": line.seat("FROM")}
    elif line.skip(*ROB_WORDS):
        holder = line.seat("FROM")
        last = table.now.kongs[-1] if table.now.kongs else None
        what = last.kind if last is not None and last.seat == holder and last.kind != "open_kong" else "added_kong"
        if line.rest and line.words[0].casefold() in ROBBABLE:
            what = ROBBABLE[line.word("WHAT").casefold()]
        facts |= {"by": WAY_OF[what], "fed_by": holder}
    elif line.skip("flowers", "花糊"):
        facts["by"] = "flowers"
    else:
        return False
    if facts["by"] in ("rob_kong", "rob_concealed_kong"):
        what, holder = ROBBED[facts["by"]], facts["fed_by"]
        if not table.now.kongs or (table.now.kongs[-1].seat, table.now.kongs[-1].kind) != (holder, what):
            raise LineError("no_kong_to_rob", what=what.replace("_", " "), name=table.name(holder))
    return True


def _read_claim(line: Line, table: Table, facts: dict[str, Any], seat: int) -> dict[str, Any]:
    """A total, or the text of a hand, with words about it; up to ``&``."""
    hand: list[str] = []
    said: dict[str, Any] = {}
    while line.rest and line.words[0] != "&":
        if _read_way(line, table, facts):
            continue
        word = line.word("HAND")
        if "=" in word or (word.isascii() and word.replace("_", "").isalpha() and len(word) > 2):
            key, value = _read_key(line, table, word)
            if key in said or key in facts:
                raise LineError("key_twice", word=key)
            (facts if key == FORGOT else said)[key] = value
        else:
            hand.append(word)
    if not hand and not table.rules.rows:
        hand = ["0"]  # where no pattern counts a win is a win
    if not hand:
        raise LineError("missing", what="TOTAL or HAND", syntax=line.syntax)
    if facts.get("fed_by") == seat:
        raise LineError("same_player", name=table.name(seat))
    more = {key: said.pop(key) for key in OF_A_TOTAL if key in said}
    claim: dict[str, Any] = {"seat": seat, "keys": said}
    if len(hand) == 1 and hand[0].isdigit():
        return claim | more | {"total": _agreed_total(table, facts, said, hand[0])}
    for key in more:
        raise LineError("hand_only", word=key)
    claim["hand"] = " ".join(hand)
    result = scored(table, facts, claim)
    if not result.wins:
        raise NoWinError(Hand.parse(claim["hand"]), result)
    shape = result.arrangement.shape if result.arrangement else "standard"
    return claim | {"total": result.total, "shape": shape}


def _agreed_total(table: Table, facts: Facts, keys: Facts, word: str) -> int:
    """A total without a hand, clipped by the limit; of the situation only what moves money may be said."""
    for key in keys:
        if key not in KEYS_OF_A_TOTAL:
            raise LineError("total_only", word=key)
    if "feeder" in keys and facts["by"] not in OWN_DRAWS:
        raise LineError("feeder_self_draw")
    if "swallow" in keys and facts["by"] != "discard":
        raise LineError("swallow_discard")
    total, limit = whole(word), table.rules.limit
    return total if limit is None else min(total, limit)


def _read_key(line: Line, table: Table, word: str) -> tuple[str, Any]:
    """What a word such as ``prize=1m5p`` or ``last_tile`` says: a situation keyword, or a word of the book's own."""
    name, equals, value = word.partition("=")
    if name in FROM_BOOK:
        raise LineError("book_knows", word=name)
    chips = table.tariff.chips
    keywords = table.rules.keywords - FROM_BOOK
    valued = sorted({*keywords - FLAGS, *OF_A_TOTAL})
    flags = sorted({*keywords & FLAGS, *([FORGOT] if chips is not None and chips.fines_manual else [])})
    try:
        key = one_of(name.replace("-", "_"), valued if equals else flags)
    except LineError as error:
        if error.problem == "ambiguous":
            raise
        raise LineError("key_form", word=word, known=", ".join((*valued, *flags))) from None
    if not equals:
        return key, True
    if key == "liable":
        return key, line.seat_of(value)
    if key == "feeder":
        return key, SEATS[line.seat_of(value)]
    if key == "shape":
        return key, one_of(value, table.rules.shapes)
    if key in NUMBERS:
        return key, whole(value, *NUMBERS[key])
    return key, tiles(value) if key in TILES else value


def _several(table: Table, facts: Mapping[str, Any]) -> None:
    claims = facts["claims"]
    if len(claims) == 1:
        return
    fed_by = facts.get("fed_by")
    if fed_by is None:
        raise LineError("several")
    claimed = [Claim(claim["seat"], claim.get("shape", "standard")) for claim in claims]
    may = winners(table.rules, claimed, fed_by)
    if len(may) < len(claims):
        raise LineError("cut_off", name=", ".join(map(table.name, may)))


# Scoring and paying it --------------------------------------------------------------------


def scored(table: Table, facts: Facts, claim: Mapping[str, Any]) -> Result:
    """The result of a claim with a hand; raises what :func:`tingpai.score` raises."""
    from ..scoring import score

    return score(Hand.parse(claim["hand"]), table.rules, **_situation(table, facts, claim))


def _situation(table: Table, facts: Facts, claim: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of the call: what the book knows, then what the line says."""
    fed_by = facts.get("fed_by")
    book = {
        "seat": SEATS[claim["seat"]],
        "round": SEATS[table.deal.wind],
        "by": facts["by"],
        "discarder": None if fed_by is None else SEATS[fed_by],
        "streak": table.deal.streak,
        "indicator": table.now.indicator,
        "dora": table.now.dora,
        "riichi": dict(table.now.riichi).get(claim["seat"]),
    }
    known = {name: value for name, value in book.items() if value is not None and name in table.rules.keywords}
    given = dict(claim["keys"])
    if given.get("riichi") == "no":  # declared, and its mark forgotten (V1-33)
        known.pop("riichi", None)
        del given["riichi"]
    return known | given


def _facts_of(table: Table, facts: Facts, claim: Mapping[str, Any]) -> WinFacts:
    if "hand" in claim:
        return win_facts(scored(table, facts, claim))
    keys = claim["keys"]
    more: dict[str, Any] = {"die": keys["die"]} if "die" in keys else {}
    if "feeder" in keys:
        more["feeder"] = SEATS.index(keys["feeder"])
    if "prize" in keys:
        more["prize"] = read_tiles(keys["prize"])
    if claim.get("shape", ORPHANS if "die" in keys else None) == ORPHANS:  # no other shape rolls a die (V4-13)
        more["tiles"] = tuple(sorted(kinds(TERMINALS_AND_HONOURS)))
    return WinFacts(
        total=claim["total"],
        seat=claim["seat"],
        by=facts["by"],
        discarder=facts.get("fed_by"),
        streak=table.deal.streak,
        **more,
    )


def _settle_win(table: Table, facts: Facts) -> Postings:
    what = ROBBED.get(facts["by"])
    void = _void(table) if what in ("added_kong", "concealed_kong") else []
    stood, fallen = _deposits(table, facts)
    won = hand_won(
        table.rules,
        HandWon(
            wins=tuple(_facts_of(table, facts, claim) for claim in facts["claims"]),
            robbed=None if what is None else Declared(facts["fed_by"], what),
            pool=table.money.balances["pool"],
            took_fines=FORGOT not in facts,
            pot=table.money.balances["pot"] - sum(posting.amount for posting in fallen),
            deposits=stood,
        ),
    )
    liable = {claim["seat"]: claim["liable"] for claim in facts["claims"] if "liable" in claim}
    for winner, payer in liable.items():
        if winner == payer:
            raise LineError("same_player", name=table.name(winner))
    return (*void, *fallen, *(_charged(posting, liable) for posting in won))


def _charged(posting: Posting, liable: Mapping[int, int]) -> Posting:
    """One who is liable pays what all losers owe the winner."""
    if posting.terms == "win" and isinstance(posting.payee, int) and posting.payee in liable:
        payer = liable[posting.payee]
        return posting if payer == posting.payer else replace(posting, payer=payer, reason="liable")
    return posting


def _void(table: Table) -> list[Posting]:
    """A robbed kong earns nothing: what it was paid goes back, by the clause that it was paid by (V1-32, V4-6)."""
    place = table.seat_of
    return [
        Posting(place(paid.payee), place(paid.payer), paid.amount, "robbed kong is void", paid.clause)
        for paid in table.now.kongs[-1].paid
        if isinstance(paid.payer, int) and isinstance(paid.payee, int)
    ]


def _deposits(table: Table, facts: Facts) -> tuple[tuple[tuple[int, str], ...], list[Posting]]:
    """The riichi of this hand whose deposits stand, and what goes back of the one whose own tile was won on (V2-11)."""
    if table.tariff.deposits is None:
        return (), []
    declarer = facts.get("fed_by") if any("swallow" in claim["keys"] for claim in facts["claims"]) else None
    stood = tuple((seat, kind) for seat, kind in table.now.riichi if seat != declarer)
    paid = (one for seat, kind in table.now.riichi if seat == declarer for one in deposit(table.rules, seat, kind))
    return stood, [Posting(one.payee, one.payer, one.amount, "riichi is void", one.clause) for one in paid]


def _nearest(facts: Facts) -> Sequence[int]:
    """The winners, nearest after the one who fed the tile first."""
    seats: list[int] = [claim["seat"] for claim in facts["claims"]]
    fed_by = facts.get("fed_by")
    return seats if fed_by is None else sorted(seats, key=lambda seat: (seat - fed_by) % len(SEATS))


def _after_win(table: Table, facts: Facts, booked: Postings) -> Table:
    return hand_over(table, Outcome("win", tuple(map(table.deal.place, _nearest(facts)))))


EVENTS = (
    Event(
        name="win", zh="糊", read=_read_win, settle=_settle_win, after=_after_win,
        syntax="win WHO [on WHO|rob WHO [WHAT]|flowers] TOTAL|HAND [KEY=VALUE ...] [& WHO TOTAL|HAND ...]",
    ),
)  # fmt: skip

"""廣日麻: sixteen tiles, riichi and dora, a printed payment table; no flowers, no wild tiles (V2).

Exclusions are unconditional; a group is as it was obtained: a pung completed by another's tile is not concealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..payout import TableScheme, pot_tariff
from ..records import replace
from ..ruleset.check import parts
from ..ruleset.matchers import (
    AllOf,
    Dora,
    EachGroup,
    Event,
    Flowers,
    Matcher,
    Melds,
    Not,
    Run,
    Sets,
    Shape,
    Tiles,
    Wait,
    all_of,
    not_,
)
from ..ruleset.schema import Option, Row, RuleSet, Win
from ..tiles import (
    DRAGON_KINDS,
    HONOURS,
    NUMBERS,
    ROUND_WIND,
    SEAT_WIND,
    SIMPLES,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    WIND_KINDS,
)

if TYPE_CHECKING:
    from ..game.flow import Play

VARIANT_ID = "guangri"

STANDARD = ("standard",)
HAND = ("standard", "seven_pairs")

SELF_DRAW = Event(by=("self_draw",))
TAKEN = Event(by=("discard", "rob_kong"))
LAST_TILE = Event(names=("last_tile",))
HEAVENLY = Event(names=("first_turn:heavenly",))
RIICHI = Event(names=("riichi:closed",))
OPEN_RIICHI = Event(names=("riichi:open",))
IPPATSU = Event(names=("riichi_turn:ippatsu",))
UNCLAIMED = Melds(chow=(0, 0), pung=(0, 0), open_kong=(0, 0))
WON_ON_THE_PAIR = Melds(laid=(5, 5), win_in="pair")
DRAGON_PUNGS = ("red_dragon_pung", "green_dragon_pung", "white_dragon_pung")
WIND_PUNGS = ("round_wind_pung", "seat_wind_pung")  # V2-9


def _row(id: str, zh: str, en: str, value: int, *when: Matcher, source: str, **more: Any) -> Row:
    """A row that holds where any of ``when`` does."""
    more.setdefault("shapes", STANDARD)
    more.setdefault("clause", "V2-d")
    return Row(id=id, zh=zh, en=en, value=value, when=tuple((matcher, 1) for matcher in when), source=source, **more)


def _circumstance(id: str, zh: str, en: str, value: int, *when: Matcher, source: str, **more: Any) -> Row:
    """A row that says nothing of the tiles: how the hand was won, what was declared before."""
    return _row(id, zh, en, value, *when, source=source, shapes=HAND, **more)


ONE_TAI = (
    _row("concealed_hand", "門清", "Concealed hand", 1, UNCLAIMED, source="WB, AT, S2-3.2", clause="V2-d, V2-d2"),
    _circumstance("self_drawn", "自摸", "Self-drawn", 1, SELF_DRAW, source="WB"),
    _row("only_wait", "獨聽", "Only wait by shape", 1, all_of(Wait("only_by_shape"), not_(HEAVENLY)), source="WB",
         clause="V2-d, V2-d2"),
    _row("round_wind_pung", "場風刻", "Pung of the round wind", 1, Sets("pung", within=ROUND_WIND),
         source="WB, S2-1.2"),
    _row("seat_wind_pung", "門風刻", "Pung of the seat wind", 1, Sets("pung", within=SEAT_WIND), source="WB, S2-1.2"),
    _row("red_dragon_pung", "中刻", "Pung of red dragons", 1, Sets("pung", within="7z"), source="WB"),
    _row("green_dragon_pung", "發刻", "Pung of green dragons", 1, Sets("pung", within="6z"), source="WB"),
    _row("white_dragon_pung", "白刻", "Pung of white dragons", 1, Sets("pung", within="5z"), source="WB"),
    _row("all_simples", "斷么九", "All simples", 1, Tiles(within=(SIMPLES,)), source="QK", shapes=HAND),
    _row("two_identical_chows", "一般高", "Two identical chows", 1,
         all_of(Run("chow", (0, 0), suits=1), UNCLAIMED), source="QK", clause="V2-d, V2-d2", repeat="once"),
    _circumstance("kong_replacement", "槓上開花", "Self-drawn on a kong's replacement", 1,
                  Event(names=("replacement:kong",)), Event(names=("replacement:kong_on_kong",)), source="WB",
                  clause="V2-d, V2-d2"),
    _circumstance("robbed_kong", "搶槓", "Robbing a kong", 1, Event(by=("rob_kong",)), source="WB",
                  clause="V2-d, V2-d2"),
    _circumstance("last_tile", "海底撈月", "Last tile of the wall", 1, all_of(LAST_TILE, SELF_DRAW), source="WB"),
    _circumstance("last_discard", "河底撈魚", "Last discard", 1, all_of(LAST_TILE, Event(by=("discard",))),
                  source="WB"),
    _row("half_melded", "半求", "Half melded hand", 1, all_of(WON_ON_THE_PAIR, SELF_DRAW), source="AT",
         clause="V2-d, V2-d2"),
    _circumstance("riichi", "立直", "Riichi", 1, RIICHI, source="S2-3.4", clause="V2-13"),
    _circumstance("ippatsu_draw", "一發", "Self-drawn right after riichi", 1, all_of(IPPATSU, SELF_DRAW),
                  source="S2-3.8", clause="V2-13"),
)  # fmt: skip

TWO_TAI = (
    _row("plain_chows", "平胡", "All chows, two-sided, on another's tile", 2,
         all_of(Sets("chow", "all"), Tiles(within=(NUMBERS,)), Wait("two_sided"), TAKEN, Flowers("none")),
         source="WB", clause="V2-d, V2-d2"),
    _row("fully_melded", "全求", "Fully melded hand", 2, all_of(WON_ON_THE_PAIR, TAKEN), source="WB",
         clause="V2-d, V2-d2"),
    _row("three_concealed_pungs", "三暗刻", "Three concealed pungs", 2,
         Sets("pung", 3, exact=True, state="concealed"), source="WB, A4"),
    _row("mixed_outside_hand", "混全帶么", "Terminals or honours in every group", 2,
         all_of(EachGroup(TERMINALS_AND_HONOURS, chows=1), Tiles(present=(HONOURS,))), source="QK",
         clause="V2-d, V2-d2", value_if_claimed=1),
    _row("three_suit_chows", "三色同順", "Same chow in three suits", 2, Run("chow", (0, 0, 0), suits=3), source="QK",
         value_if_claimed=1, repeat="once"),
    _row("pure_straight", "一條龍", "Pure straight", 2, Run("chow", (0, 3, 6), suits=1, start=1), source="QK",
         value_if_claimed=1, repeat="once"),
    _row("twice_identical_chows", "二般高", "Two identical chows twice", 2,
         all_of(Run("chow", (0, 0), suits=1, times=2), UNCLAIMED), source="QK", clause="V2-d, V2-d2", repeat="once",
         excludes=("two_identical_chows",)),
    _row("three_suit_pungs", "三色同刻", "Same pung in three suits", 2, Run("pung", (0, 0, 0), suits=3), source="QK"),
    _row("three_kongs", "三槓子", "Three kongs", 2, Sets("kong", 3), source="QK"),
    _circumstance("ippatsu", "一發", "A discard within a turn of riichi", 2, all_of(IPPATSU, not_(SELF_DRAW)),
                  source="S2-3.7", clause="V2-13"),
    _circumstance("swallow", "燕返", "On the tile of a riichi declaration", 2, Event(names=("swallow",)),
                  source="S2-3.5", clause="V2-13"),
)  # fmt: skip

MORE_TAI = (
    _row("concealed_self_draw", "門清自摸", "Concealed hand, self-drawn", 3, all_of(UNCLAIMED, SELF_DRAW),
         source="WB", excludes=("concealed_hand", "self_drawn")),
    _row("all_pungs", "碰碰胡", "All pungs", 4, Sets("pung", "all"), source="WB"),
    _row("half_flush", "混一色", "Half flush", 4, Tiles(suits=1, present=(HONOURS,)), source="WB",
         clause="V2-d, V2-d2", shapes=HAND),
    _row("little_three_dragons", "小三元", "Little three dragons", 4,
         Sets("pung", 2, within=DRAGON_KINDS, pair=DRAGON_KINDS), source="WB, QK", excludes=DRAGON_PUNGS),
    _row("pure_outside_hand", "純全帶么", "Terminals in every group", 4, EachGroup(TERMINALS, chows=1), source="QK",
         clause="V2-d, V2-d2"),
    _row("mixed_terminals", "混老頭", "Terminals and honours", 4,
         Tiles(within=(TERMINALS_AND_HONOURS,), present=(NUMBERS, HONOURS)), source="QK", clause="V2-d, V2-d2",
         excludes=("all_pungs",)),
    _circumstance("super_ippatsu", "超一發", "The first discard after riichi", 4,
                  Event(names=("riichi_turn:super_ippatsu",)), source="S2-3.6", clause="V2-13"),
    _row("four_concealed_pungs", "四暗刻", "Four concealed pungs", 5,
         Sets("pung", 4, exact=True, state="concealed"), source="WB, QK"),
    _circumstance("open_riichi", "開立直", "Open riichi", 5, OPEN_RIICHI, source="S2-3.12", clause="V2-12"),
    _row("full_flush", "清一色", "Full flush", 8, Tiles(within=(NUMBERS,), suits=1), source="WB", shapes=HAND),
    _row("five_concealed_pungs", "五暗刻", "Five concealed pungs", 8,
         Sets("pung", 5, exact=True, state="concealed"), source="WB, QK", excludes=("all_pungs",)),
    _row("big_three_dragons", "大三元", "Big three dragons", 8, Sets("pung", 3, within=DRAGON_KINDS),
         source="WB, QK", excludes=DRAGON_PUNGS),
    _row("little_four_winds", "小四喜", "Little four winds", 8,
         Sets("pung", 3, within=WIND_KINDS, pair=WIND_KINDS), source="WB", clause="V2-d, V2-d2"),
    _row("four_kongs", "四槓子", "Four kongs", 8, Sets("kong", 4), source="WB, CHH", clause="V2-d, V2-d2",
         repeat="once", excludes=("three_kongs",)),
    _row("all_terminals", "清老頭", "All terminals", 8, Tiles(within=(TERMINALS,)), source="QK",
         excludes=("all_pungs",)),
    _row("seven_pairs", "哩咕哩咕", "Seven pairs and a triplet", 8, Shape("seven_pairs"), source="A4, S2-3.12",
         clause="V2-d, V2-d2", shapes=("seven_pairs",)),
    _row("big_four_winds", "大四喜", "Big four winds", 16, Sets("pung", 4, within=WIND_KINDS), source="WB, QK",
         clause="V2-d, V2-d2", excludes=WIND_PUNGS),
    _row("all_honours", "字一色", "All honours", 16, Tiles(within=(HONOURS,)), source="EY, TWW, QK",
         clause="V2-d, V2-d2", shapes=HAND, excludes=("all_pungs",)),
)  # fmt: skip
"""What else A4 and V2-d2 exclude cannot hold beside it: a half flush, 混老頭 and 混全帶么 have number tiles and
honours, both 全帶么 a chow, and the tiers of concealed pungs are exact."""


def _first_turn(id: str, zh: str, en: str, value: int, turn: str, source: str) -> Row:
    return _circumstance(id, zh, en, value, Event(names=(f"first_turn:{turn}",)), source=source,
                         clause="V2-d, V2-d2",
                         excludes=("concealed_hand", "self_drawn", "concealed_self_draw", "riichi"))  # fmt: skip


FIRST_TURN = (
    _first_turn("human_win", "人胡", "On a discard before the first own draw", 8, "human", "N48"),
    _first_turn("earthly_win", "地胡", "On the first own draw, or the dealer's first discard", 16, "earthly", "WB"),
    _first_turn("heavenly_win", "天胡", "With the dealt hand", 24, "heavenly", "N48"),
)

EXTENSIONS = (
    _circumstance("dealer", "莊家", "The dealer wins", 1, Event(names=("seat:E",)), source="WB"),
    _circumstance("own_flower", "正花", "Own flower", 1, Flowers("own"), source="WB", family="flower"),
    _circumstance("flower_series", "花槓", "Series of flowers", 2, Flowers("series"), source="WB", family="flower"),
)
"""Off unless named: 天聽 and 地聽 are not among them, no keyword tells when a hand was ready."""
FLOWER_ROWS = ("own_flower", "flower_series")


def _dora(ura_is: str) -> tuple[Row, ...]:
    """Tiles held that indicators point at, capped at what else the hand is worth (V2-17); the last rows, so that what
    the cap takes away is ura first."""

    def row(id: str, zh: str, en: str, dora: Dora, source: str, clause: str) -> Row:
        return _circumstance(id, zh, en, 1, dora, source=source, clause=clause, counts_to_min=False, capped=True)

    points: Any = {"indicator": "next", "tile": "itself"}[ura_is]
    return (
        row("dora", "寶牌", "Dora", Dora("dora"), "S2-2.1, 2.3", "V2-17"),
        row("ura", "裏寶牌", "Ura dora", Dora("ura", points), "S2-3.3", "V2-15, V2-17"),
    )


OPTIONS = (
    Option(name="min_tai", kind="int", default=3, range=(1, 20), clause="V2-16",
           meaning="tai that a hand needs to win"),
    Option(name="min_counts", kind="choice", default="all_non_dora", choices=("all_non_dora", "pattern_only"),
           clause="V2-d2", meaning="what counts toward the minimum and the cap of dora: all tai but dora, or those of "
           "the tiles only"),
    Option(name="unit", kind="int", default=20, range=(1, 10_000), clause="V2-e", meaning="money of one tai"),
    Option(name="payout_13_19", kind="choice", default="printed", choices=("printed", "formula"), clause="V2-18",
           meaning="rows 13 to 19 of the payment table: as printed, or 60 more for each tai"),
    Option(name="streak_selfdraw", kind="choice", default="each", choices=("each", "third"), clause="V2-20",
           meaning="what each player pays of the dealer's streak on a self-draw: all of it, or a third, rounded up"),
    Option(name="multi_ron", kind="bool", default=True, clause="V2-7",
           meaning="whether several may win on one discard; otherwise the nearest"),
    Option(name="riichi_peek", kind="bool", default=True, clause="V2-10",
           meaning="whether a player in riichi may look at the other hands"),
    Option(name="open_riichi_adds", kind="bool", default=False, clause="V2-12",
           meaning="whether open riichi is added to riichi; otherwise it stands instead"),
    Option(name="deposit_to_winner", kind="bool", default=True, clause="V2-11",
           meaning="whether a winner takes the riichi deposits of the others"),
    Option(name="ura_is", kind="choice", default="indicator", choices=("indicator", "tile"), clause="V2-15",
           meaning="whether the tile under an indicator is an indicator too, or the dora itself"),
    Option(name="max_kongs", kind="int", default=4, range=(0, 4), clause="V2-5",
           meaning="kongs that may be made in one hand"),
    Option(name="extensions", kind="rows", default=(), choices=tuple(row.id for row in EXTENSIONS), clause="V2-d",
           meaning="rows that are off unless named here; those of flowers bring flowers into play"),
    Option(name="tai_overrides", kind="overrides", default={}, clause="V2-e",
           meaning="rows whose value the table has agreed otherwise"),
)  # fmt: skip


def build(chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set under settled options."""
    return RuleSet(
        id=VARIANT_ID,
        zh="廣日麻",
        en="Guangri mahjong, sixteen tiles with riichi and dora",
        version="1",
        unit="tai",
        tiles_in_hand=16,
        sets=5,
        shapes=HAND,
        exclusions="unconditional",
        states="as_obtained",
        grades=(1, 1, 1),
        wild_tiles=False,
        # V2-1: none, unless their rows are switched on.
        flowers=any(row in chosen["extensions"] for row in FLOWER_ROWS),
        chow_claims=True,
        keywords=frozenset(
            "seat round by discarder replacement last_tile first_turn riichi riichi_turn swallow streak dora ura "
            "seen".split()
        ),
        wins=(
            Win(by="self_draw"),
            Win(by="discard"),
            Win(by="rob_kong"),
            Win(by="rob_concealed_kong", refused="not_robbable"),
        ),
        min_total=chosen["min_tai"],
        limit=None,
        rows=_rows(chosen),
        options=OPTIONS,
        chosen=chosen,
        first_turn_kongs=False,
        payout=TableScheme(
            unit=chosen["unit"], rows_13_19=chosen["payout_13_19"], streak_selfdraw=chosen["streak_selfdraw"]
        ),
        play=partial(_play, chosen),
        tariff=pot_tariff(
            unit=chosen["unit"],
            open_adds=chosen["open_riichi_adds"],
            deposit_to_winner=chosen["deposit_to_winner"],
            several="all" if chosen["multi_ron"] else "nearest",
        ),
    )


def _rows(chosen: Mapping[str, Any]) -> tuple[Row, ...]:
    extensions = (row for row in EXTENSIONS if row.id in chosen["extensions"])
    rows = (*ONE_TAI, *TWO_TAI, *MORE_TAI, *FIRST_TURN, *extensions, *_dora(chosen["ura_is"]))
    changes: dict[str, dict[str, Any]] = {row.id: {} for row in rows}
    if chosen["open_riichi_adds"]:
        changes["riichi"]["when"] = ((RIICHI, 1), (OPEN_RIICHI, 1))
    if chosen["min_counts"] == "pattern_only":
        for row in rows:
            changes[row.id]["counts_to_min"] = _looks_at_tiles(row)
    return tuple(replace(row, **changes[row.id]) for row in rows)


def _looks_at_tiles(row: Row) -> bool:
    """Whether its tai are of the tiles themselves (S2-2.3 牌型本身): 門清自摸 stands for 門清 and is."""
    circumstances = (AllOf, Dora, Event, Flowers, Not)
    return any(not isinstance(part, circumstances) for matcher, _ in row.when for part in parts(matcher))


def _play(chosen: Mapping[str, Any]) -> Play:
    """How a game runs; what it is made of is loaded when a game asks."""
    from ..game.flow import Errors, Opening, Passing, Play, Riichi
    from ..rotation import Rotation

    return Play(
        opening=Opening(fours=4, singles=0),  # V2-1
        rotation=Rotation(draw="ready", streak=frozenset({"win"})),  # V2-22, V2-25
        passing=Passing(win="any", until="discard"),  # V2-8
        riichi=Riichi(concealed=True, open=True, kongs=True, bound=True, peek=chosen["riichi_peek"]),  # V2-10 to V2-14
        errors=Errors(incomplete="dies", on_discard="dies", clause="V2-24"),  # V2-24
        indicator="dora",  # V2-2
        reserve=4,  # V2-2
        max_kongs=chosen["max_kongs"],  # V2-5
    )

"""Matchers in words, in English and in Chinese: what a row of a rule table asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import tiles
from ..ruleset import matchers as m
from .words import Words

# kind set -> (English, Chinese)
KIND_SETS: dict[str, tuple[str, str]] = {
    tiles.NUMBERS: ("number tiles", "數牌"),
    tiles.WIND_KINDS: ("winds", "風牌"),
    tiles.DRAGON_KINDS: ("dragons", "箭牌"),
    tiles.HONOURS: ("honours", "字牌"),
    tiles.TERMINALS: ("terminals", "么九"),
    tiles.TERMINALS_AND_HONOURS: ("terminals and honours", "么九及字牌"),
    tiles.SIMPLES: ("simples (2-8)", "二至八"),
    tiles.FIVES: ("fives", "五"),
    tiles.EVENS: ("even numbers", "雙數牌"),
    tiles.LOW: ("1-3", "一二三"),
    tiles.MIDDLE: ("4-6", "四五六"),
    tiles.HIGH: ("7-9", "七八九"),
    tiles.EYES: ("2, 5, 8", "二五八"),
    tiles.CHARACTERS: ("characters", "萬子"),
    tiles.DOTS: ("dots", "筒子"),
    tiles.BAMBOO: ("bamboo", "索子"),
    tiles.BLACK: ("black tiles", "黑色牌"),
    tiles.WIDE_BLACK: ("black tiles with 2p and 4p", "黑色牌(連二四筒)"),
    tiles.GREEN: ("green tiles", "綠色牌"),
    tiles.RED: ("red tiles", "紅色牌"),
    tiles.REVERSIBLE: ("reversible tiles", "上下對稱牌"),
    tiles.SEAT_WIND: ("the seat wind", "門風"),
    tiles.ROUND_WIND: ("the round wind", "圈風"),
    tiles.GUEST_WINDS: ("other winds", "客風"),
    tiles.BLACK + tiles.GREEN: ("black and green tiles", "黑綠兩色牌"),
    tiles.BLACK + tiles.RED: ("black and red tiles", "黑紅兩色牌"),
    tiles.GREEN + tiles.RED: ("green and red tiles", "綠紅兩色牌"),
    tiles.BLACK + tiles.GREEN + tiles.RED: ("black, green and red tiles", "黑綠紅三色牌"),
}
GROUPS: dict[str, tuple[str, str, str]] = {
    "chow": ("chow", "chows", "順子"),
    "pung": ("pung", "pungs", "刻子"),
    "kong": ("kong", "kongs", "槓子"),
    "set": ("set", "sets", "牌組"),
    "pair": ("pair", "pairs", "對子"),
}
WAITS: dict[str, tuple[str, str]] = {
    "only": ("one kind alone completed the hand", "只聽一種牌"),
    "single": ("a middle, edge or pair wait where more kinds completed the hand", "單吊、嵌張或偏張,而聽多於一種"),
    "two_pairs": ("the winning tile completed one of two pairs", "兩對對碰"),
    "last_visible": ("the other three copies of the winning tile lie open", "糊牌的其餘三張均已現"),
    "only_by_shape": ("one kind alone completes the shape", "牌型只聽一種"),
    "two_sided": ("won on an open end of a chow", "兩頭聽"),
}
FLOWERS: dict[str, tuple[str, str]] = {
    "none": ("no flower", "沒有花牌"),
    "own": ("each flower of the seat's number", "每隻正花"),
    "other": ("each other flower", "每隻爛花"),
    "series": ("each complete series of flowers", "每台齊花"),
    "both_series_touched": ("a flower of each series", "兩台花各至少一隻"),
    "count": ("exactly {n} flowers", "恰有{n}隻花"),
}
EVENTS: dict[str, tuple[str, str]] = {
    "seat:E": ("as the dealer", "莊家"),
    "last_tile": ("on the last tile", "最後一張牌"),
    "swallow": ("on the tile of a riichi declaration", "食立直牌"),
    "replacement:kong": ("on the replacement of a kong", "槓後補牌"),
    "replacement:kong_on_kong": ("on the replacement of a kong after a kong", "槓上再槓補牌"),
    "replacement:flower": ("on the replacement of a flower", "花後補牌"),
    "replacement:robbed_kong_on_kong": ("by robbing a kong made after a kong", "搶槓上槓"),
    "first_turn:heavenly": ("with the dealt hand", "配牌即糊"),
    "first_turn:earthly": ("in the first turn", "首巡即糊"),
    "first_turn:human": ("on a discard of the first turn", "首巡食出衝"),
    "riichi:closed": ("after riichi", "立直"),
    "riichi:open": ("after open riichi", "開立直"),
    "riichi_turn:ippatsu": ("within a turn of riichi", "一發"),
    "riichi_turn:super_ippatsu": ("on the first tile after riichi", "超一發"),
}
DORA: dict[str, tuple[str, str]] = {
    "dora": ("an indicator", "指示牌"),
    "ura": ("an indicator of ura", "裏指示牌"),
}
MELDS: dict[str, tuple[str, str]] = {
    "chow": ("claimed chows", "上牌"),
    "pung": ("claimed pungs", "碰牌"),
    "open_kong": ("open kongs", "明槓"),
    "concealed_kong": ("concealed kongs", "暗槓"),
    "laid": ("sets laid down", "已攤開牌組"),
}


def describe(matcher: m.Matcher, words: Words, rows: Mapping[str, str] = {}) -> str:
    """One matcher in words; ``rows`` names the rows that it may speak of.

    >>> describe(m.Sets("pung", 2, within=tiles.DRAGON_KINDS, pair=tiles.DRAGON_KINDS), Words("en"))
    '2 pungs of dragons and a pair of dragons'
    >>> describe(m.Not(m.Flowers("none")), Words("zh"))
    '並非(沒有花牌)'
    """
    return Describer(words, rows).of(matcher)


class Describer:
    """Holds the language, so that each matcher needs one method."""

    def __init__(self, words: Words, rows: Mapping[str, str]) -> None:
        self.zh = words.lang == "zh"
        self.words = words
        self.rows = rows

    def of(self, matcher: m.Matcher) -> str:
        method: Callable[[Any], str] = getattr(self, "_" + type(matcher).__name__.lower())
        return method(matcher)

    def pick(self, phrase: tuple[str, str]) -> str:
        return phrase[self.zh]

    def say(self, en: str, zh: str) -> str:
        return zh if self.zh else en

    def kinds(self, text: str) -> str:
        return self.pick(KIND_SETS[text]) if text in KIND_SETS else text

    def groups(self, kind: str, n: int) -> str:
        one, many, zh = GROUPS[kind]
        return f"{n}組{zh}" if self.zh else f"{n} {one if n == 1 else many}"

    def join(self, *parts: str | None) -> str:
        return self.say(", ", ",").join(part for part in parts if part)

    def _tiles(self, of: m.Tiles) -> str:
        within = self.say("; or ", ";或").join(map(self.kinds, of.within))
        present = self.words.list(map(self.kinds, of.present))
        return self.join(
            self.say(f"only {within}", f"只有{within}") if within else None,
            self.say(f"number suits: exactly {of.suits}", f"數牌恰{of.suits}門") if of.suits is not None else None,
            self.say(f"at least one tile each of {present}", f"兼有{present}") if present else None,
        ) or self.say("the whole hand", "全副牌")

    def _eachgroup(self, of: m.EachGroup) -> str:
        touch = self.kinds(of.touch)
        return self.join(
            self.say(f"every set and the pair has a tile of {touch}", f"每組牌及眼均帶{touch}"),
            self.say(f"{of.chows} chows or more", f"至少{of.chows}組順子") if of.chows else None,
        )

    def _sets(self, of: m.Sets) -> str:
        if of.n == "all":
            one, _, zh = GROUPS[of.kind]
            text = self.say(f"every set a {one}", f"全部牌組均為{zh}")
        else:
            text = self.say("exactly ", "恰") * of.exact + self.groups(of.kind, of.n)
        if of.within:
            text += self.say(f" of {self.kinds(of.within)}", f"({self.kinds(of.within)})")
        if of.distinct:
            text += self.say(", all different", ",各不相同")
        if of.state != "any":
            text += self.say(f", taken as {of.state}", f",作{self.words(of.state)}")
        if of.laid != "any":
            text += self.say(f", laid {of.laid}", f",{'明放' if of.laid == 'open' else '暗放'}")
        if of.pair:
            text += self.say(f" and a pair of {self.kinds(of.pair)}", f",及{self.kinds(of.pair)}眼")
        return text

    def _run(self, of: m.Run) -> str:
        count = len(of.ranks)
        sets = self.groups(of.kind, count - of.pair)
        pair = self.say(" and the pair", "及眼") * of.pair
        suits = (
            self.say("any suits", "不論花色")
            if of.suits == "any"
            else self.say("one suit" if of.suits == 1 else f"{of.suits} suits", f"{of.suits}門花色")
        )
        text = self.say(f"{sets}{pair} {self._steps(of)} in {suits}", f"{sets}{pair},{suits},{self._steps(of)}")
        if of.twins and len(set(of.ranks)) < count:
            text += self.say(", equal ones in the same suit", ",同數者同花色")
        return text + (self.say(f", {of.times} times", f",共{of.times}次") if of.times > 1 else "")

    def _steps(self, of: m.Run) -> str:
        if of.start is not None:
            starts = self.words.list(str(of.start + rank) for rank in of.ranks)
            return self.say(f"from {starts}", f"起於{starts}")
        if not any(of.ranks):
            return self.say("of the same numbers", "同數")
        if of.ranks == tuple(range(len(of.ranks))):
            return self.say("of consecutive numbers", "逐一遞進")
        return self.say("at steps ", "相距") + self.words.list(map(str, of.ranks))

    def _copies(self, of: m.Copies) -> str:
        return self.say(
            f"one tile in {of.groups} groups, {of.at_least} copies or more",
            f"同一張牌見於{of.groups}組,共至少{of.at_least}張",
        )

    def _pair(self, of: m.Pair) -> str:
        return self.say(f"the pair is of {self.kinds(of.within)}", f"眼為{self.kinds(of.within)}")

    def _counts(self, of: m.Counts) -> str:
        held = "".join(str(rank) * count for rank, count in enumerate(of.vector, 1))
        return self.say(f"one suit: {held} and {of.spare} tile more", f"同一花色:{held},另加{of.spare}張")

    def _melds(self, of: m.Melds) -> str:
        parts = []
        for name, phrase in MELDS.items():
            bounds: m.Range | None = getattr(of, name)
            if bounds is None:
                continue
            low, high = bounds
            what = self.pick(phrase)
            if high == 0:
                parts.append(self.say(f"no {what}", f"無{what}"))
            else:
                number = str(low) if low == high else f"{low}-{high}"
                parts.append(self.say(f"{number} {what}", f"{number}組{what}"))
        if of.win_in == "pair":
            parts.append(self.say("won on the pair", "糊於眼"))
        return self.join(*parts)

    def _wait(self, of: m.Wait) -> str:
        return self.pick(WAITS[of.kind])

    def _flowers(self, of: m.Flowers) -> str:
        return self.pick(FLOWERS[of.which]).format(n=of.n)

    def _event(self, of: m.Event) -> str:
        ways = self.words.list((self.words.known("by", way) for way in of.by), self.say(" or ", "或"))
        return self.join(
            self.say(f"won by {ways}", f"糊牌方式:{ways}") if ways else None,
            *(self.pick(EVENTS.get(name, (name, name))) for name in of.names),
            self.say(f"at most {of.river} tiles in the rivers", f"牌池不多於{of.river}張")
            if of.river is not None
            else None,
        )

    def _shape(self, of: m.Shape) -> str:
        shape = self.words.known("shape", of.id)
        return self.say(f"the shape is {shape}", f"牌型為{shape}")

    def _dora(self, of: m.Dora) -> str:
        turned = self.say(*DORA[of.indicators])
        if of.points == "itself":
            return self.say(f"each copy held of {turned}", f"每張{turned}")
        return self.say(f"each copy held of the tile after {turned}", f"{turned}之後的牌,每張")

    def _residual(self, of: m.Residual) -> str:
        free, limited = self.named(of.free), self.named(of.limited)
        return self.join(
            self.say("nothing else", "別無其他番種"),
            self.say(f"except {free}", f"{free}不計") if free else None,
            self.say(f"and at most {of.at_most} of {limited}", f"{limited}至多{of.at_most}項") if limited else None,
        )

    def named(self, ids: tuple[str, ...]) -> str:
        return self.words.list(dict.fromkeys(self.rows.get(row, row) for row in ids))

    def _allof(self, of: m.AllOf) -> str:
        return self.words.clauses(map(self.of, of.of))

    def _not(self, of: m.Not) -> str:
        return self.say(f"not ({self.of(of.of)})", f"並非({self.of(of.of)})")

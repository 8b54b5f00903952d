"""Every phrase the command says, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from ..payout.tariff import Slip

Lang = Literal["en", "zh"]


class Named(Protocol):
    """A row, a line, a rule set."""

    @property
    def zh(self) -> str: ...

    @property
    def en(self) -> str: ...


# key -> (English, Chinese)
PHRASES: dict[str, tuple[str, str]] = {
    # a scored hand
    "total": ("Total", "合計"),
    "wins": ("Wins", "糊"),
    "wins_minimum": ("Wins (minimum {minimum}, reached)", "糊({minimum}起糊,已夠)"),
    "wins_not": ("Does not win", "不能糊"),
    "incomplete": ("not complete: {distance}", "未成牌:{distance}"),
    "incomplete_ready": ("not complete: ready, but waits for {waits}", "未成牌:已聽,但聽的是{waits}"),
    "below_minimum": ("{short} short of the minimum of {minimum}", "未夠{minimum},尚欠{short}"),
    "self_draw_only": ("only a tile you draw yourself wins in these rules", "本例只准自摸"),
    "not_robbable": ("this tile may not be robbed for this hand", "此牌不准搶"),
    "no_flower_win": ("these flowers do not win", "此等花牌不能糊"),
    "pays": ("Payments", "賠付"),
    "pays_one": ("{payer} pays {amount}", "{payer}付{amount}"),
    "receives": ("{payee} receives {amount}", "{payee}收{amount}"),
    "no_payment": ("nobody pays", "無人賠付"),
    "flowers": ("Flowers", "花牌"),
    "hand": ("Hand", "手牌"),
    "shape": ("Shape", "牌型"),
    "wild_legend": ("* wild", "* 百搭"),
    "stands_for": ("{printed} as {tile}", "{printed}作{tile}"),
    "winning_legend": ("+ winning tile", "+ 糊牌"),
    "whole_hand": ("whole hand", "全副牌"),
    "scored_file": ("Hands: {rows}, won: {wins}, bad: {bad}", "手牌:{rows},糊:{wins},有誤:{bad}"),
    "found_scored": ("; {rows} were scored before", ";其中{rows}先前已計"),
    "alternatives": ("Other readings", "其他讀法"),
    "no_alternatives": ("There is no other reading.", "別無其他讀法。"),
    "pattern": ("Pattern", "番種"),
    "sum": ("Value", "番數"),
    "groups": ("Groups", "所用牌組"),
    "clause": ("Clause", "條文"),
    # waits, distance, acceptance, decompositions
    "waits": ("Waits for {waits}", "聽{waits}"),
    "waits_any": ("Any tile completes the hand.", "任何牌都可成牌。"),
    "waits_wild": ("A wild tile completes it.", "摸得百搭亦成牌。"),
    "waits_dead": ("Ready, but no tile it waits for is left.", "已聽,但所聽的牌已絕。"),
    "not_ready": ("Not ready: {tiles} short.", "未聽,差{tiles}上聽。"),
    "complete": ("complete", "已成牌"),
    "ready": ("ready", "已聽"),
    "short": ("{tiles} short of ready", "差{tiles}上聽"),
    "discard": ("Discard", "打出"),
    "distance": ("Distance", "上聽數"),
    "left": ("Left", "餘張"),
    "helped_by": ("Then helped by", "其後進張"),
    "no_arrangement": ("The hand is not complete: no arrangement.", "未成牌,無可排列。"),
    "more_arrangements": ("... and more; --limit shows them", "……尚有其他,可用 --limit 再看"),
    # tables of rules
    "variant": ("Variant", "玩法"),
    "name": ("Name", "名稱"),
    "tiles_in_hand": ("Tiles", "手牌張數"),
    "rows": ("Rows", "番種數"),
    "status": ("Status", "狀況"),
    "scores_and_pays": ("scores hands, settles wins", "可計番及結算"),
    "scores": ("scores hands", "可計番"),
    "rows_of": ("Patterns", "番種"),
    "options_of": ("House options (--option name=value)", "另議項目(--option 名稱=值)"),
    "excludes": ("excludes {rows}", "不計:{rows}"),
    "alone": ("counts alone", "單獨計算"),
    "times": ("worth {times} times: {condition}", "作{times}倍:{condition}"),
    "or_when": ("or: {condition}", "或:{condition}"),
    "once": ("counts once", "只計一次"),
    "family": ("not within another of the family: {rows}", "不可包含於同類之中:{rows}"),
    "kinds": ("shares no set with another of its kind: {rows}", "同種不可共用牌組:{rows}"),
    "beside": ("but counts beside {rows}", "惟可與{rows}並計"),
    "digest": ("version {version}, digest {digest}", "版本{version},摘要{digest}"),
    "pool": ("highest only of: {rows}", "只計最高一項:{rows}"),
    "tier": ("only the highest the hand satisfies of: {rows}", "只存在最高一級:{rows}"),
    "claimed_value": ("{value} after a claim", "有碰上牌則{value}"),
    "not_to_minimum": ("does not count toward the minimum", "不計入起糊"),
    "capped": ("no more tiles than tai that count toward the minimum", "張數以計入起糊的台數為限"),
    "facts": (
        "{tiles} tiles in hand, minimum {minimum} {unit}, {limit}",
        "手牌{tiles}張,{minimum}{unit}起糊,{limit}",
    ),
    "limit": ("limit {limit}", "{limit}封頂"),
    "no_limit": ("no limit", "不封頂"),
    "ways": ("Wins by", "糊牌方式"),
    "refused": ("{way} (exists, never wins)", "{way}(不能糊)"),
    "grades": (
        "Scaled rows: x{0} mixed, x{1} all concealed, x{2} all exposed",
        "分明暗的番種:明暗相雜 x{0},全暗 x{1},全明 x{2}",
    ),
    "default": ("default {value}", "預設 {value}"),
    "chosen": ("chosen {value}", "現選 {value}"),
    # states, shapes, scaling, units
    "concealed": ("concealed", "暗"),
    "exposed": ("exposed", "明"),
    "row_scaled": ("scaled", "分明暗"),
    "row_flat": ("flat", "無明暗"),
    "row_final": ("final", "定數"),
    "unit_fan": ("fan", "番"),
    "unit_tai": ("tai", "台"),
    "on": ("on", "有"),
    "off": ("off", "無"),
    "number": ("{low}-{high}", "{low} 至 {high}"),
    "row_ids": ("row ids, joined by commas", "番種代號,以逗號分隔"),
    "row_values": ("such as pure_dragon=12,all_pungs=20:flat", "例如 pure_dragon=12,all_pungs=20:flat"),
    "none": ("none", "無"),
    "shape_standard": ("sets and a pair", "一般牌型"),
    "shape_seven_pairs": ("seven pairs and a triplet", "哩咕哩咕"),
    "shape_thirteen_orphans": ("thirteen orphans", "十三么"),
    "shape_sixteen_unrelated": ("sixteen unrelated tiles", "十六不搭"),
    "shape_knitted_dragon": ("knitted dragon", "組合龍"),
    "shape_all_wild": ("all wild", "全百搭"),
    "shape_flowers": ("flowers", "花糊"),
    "by_self_draw": ("self-draw", "自摸"),
    "by_discard": ("a discard", "出衝"),
    "by_rob_kong": ("robbing a kong", "搶槓"),
    "by_rob_concealed_kong": ("robbing a concealed kong", "搶暗槓"),
    "by_rob_swap": ("robbing a swap", "搶飛上"),
    "by_flowers": ("flowers", "花糊"),
    "by_rob_flower": ("robbing a flower", "搶花"),
}
# House options in Chinese; their own ``meaning`` is English.
OPTIONS_ZH: dict[str, str] = {
    "bank": "甲:籌碼由主家持有,不抽水;乙:籌碼派清,抽水",
    "base": "番數以外每家另付的底",
    "big_belly_min": "幾組四五六算大肚龍",
    "cash_in": "甲式,每家買籌碼所付的現金",
    "chips": "每家開局的籌碼",
    "claim_and_discard_same": "准否打出剛上碰的同一種牌",
    "curve": "半辣上:四番以上每兩番加倍;辣辣上:每番加倍",
    "dead_hand_free_discard": "相公可否自由打牌(不必摸打)",
    "dealer_bonus": "庄家與各家之間另計 2n+1 番,n 為連庄數",
    "deposit_to_winner": "立直的押台是否歸糊家",
    "dragon_pao_selfdraw": "大小三元的包家在自摸時是否全包",
    "draw_dealer": "流局後誰做莊:原莊連莊,或摸最後一隻牌者",
    "error_fine": "過失每次罰款",
    "extensions": "另行採用的番種,不列即不採用",
    "false_win": "詐糊賠每家的數額",
    "false_win_each": "詐糊賠每家的番數",
    "fan_money": "每番的錢,或是否另計番數錢",
    "fan_overrides": "另議番數或明暗算法的番種",
    "fines_manual": "罰款池是否須由糊家自行取去",
    "flowers": "是否用花牌",
    "haitei_fan": "海底撈月、河底撈魚的番數",
    "half_twelve": "半衝十二章全包:只限列明的牌,或任何牌",
    "jianjian_strict": "簡簡糊是否不准有暗槓",
    "last_tile_kong": "摸最後一隻牌者開槓可否收獎金",
    "limit": "封頂番數",
    "manual_errors": "是否容許電子牌桌本會防止的過失",
    "max_kongs": "每局最多可開槓數",
    "menqing_pung": "有碰無上是否仍計門前清",
    "min_counts": "計入起糊及寶牌上限的台數:寶牌以外全部,或只限牌型本身",
    "min_fan": "起糊番數",
    "min_tai": "起糊台數",
    "misc_fine": "未列明的過失每次罰番",
    "multi_ron": "一炮多響各家皆糊,否則截糊",
    "multi_win": "一炮多響各家皆糊,否則截糊",
    "open_riichi_adds": "開立直是否於立直之外另加,否則取代立直",
    "orphans_die": "十三么是否擲骰將付款乘以點數",
    "orphans_die_wins": "哪些十三么擲骰:任何糊法,或只限搶暗槓",
    "orphans_rob": "十三么可否搶暗槓",
    "pay": "全衝:出衝者全付;半衝:出衝者付半,其餘兩家各付四分一",
    "payout_13_19": "十三至十九台的金額:照印,或每台加六十",
    "prize": "是否有獎碼",
    "prize_fa": "獎碼摸得發財是否加倍",
    "prize_tiles": "糊家所摸獎碼張數",
    "quanyaojiu": "全么九連對對糊的番數",
    "rake": "糊家所收是否抽水一成,去尾數",
    "riichi_peek": "立直者可否看別家的牌",
    "rob_kong": "可否搶明槓",
    "rob_multi": "數家同搶一牌:全部皆糊,或只限最近一家",
    "robbed_self_drawn": "搶槓是否另加自摸番",
    "round_advance": "何時轉圈風:每換莊四次,或各家均已做莊",
    "single_set_scaling": "單組刻子的番種是否亦分明暗",
    "streak_bonus": "庄家與各家之間另計的番數,n 為連庄數",
    "streak_selfdraw": "自摸時每家付連莊金額的全數,或三分一(尾數進一)",
    "swap_timing": "何時可飛上飛落",
    "system": "混一色、對對糊等番數的制式",
    "tai_overrides": "另議台數的番種",
    "tile_colours": "黑色筒子:只有八筒,或二四八筒",
    "unit": "一台的金額",
    "ura_is": "指示牌下面的牌亦是指示牌,或本身就是裏寶牌",
    "visibility": "何者面向上:全無、牌牆、牌牆及手牌",
}
SEATS_ZH = dict(zip("ESWN", "東南西北", strict=True))


class Words:
    """What is said in one language.

    >>> Words("en")("short", tiles=Words("en").tiles(1)), Words("zh")("short", tiles=Words("zh").tiles(2))
    ('1 tile short of ready', '差2張上聽')
    """

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def __call__(self, phrase: str, *values: object, **named: object) -> str:
        return PHRASES[phrase][self.lang == "zh"].format(*values, **named)

    def known(self, prefix: str, word: str) -> str:
        """The phrase ``prefix_word``, or the word itself where a variant brings one of its own."""
        return self(f"{prefix}_{word}") if f"{prefix}_{word}" in PHRASES else word

    def tiles(self, n: int) -> str:
        if self.lang == "zh":
            return f"{n}張"
        return f"{n} tile" if n == 1 else f"{n} tiles"

    def amount(self, n: int, unit: str) -> str:
        return f"{n}{self.known('unit', unit)}" if self.lang == "zh" else f"{n} {self.known('unit', unit)}"

    def list(self, items: Iterable[str], separator: str | None = None) -> str:
        return (separator or (", " if self.lang == "en" else "、")).join(items)

    def clauses(self, items: Iterable[str]) -> str:
        return self.list(items, ";" if self.lang == "zh" else "; ")

    def label(self, phrase: str, text: str) -> str:
        return f"{self(phrase)}{':' if self.lang == 'zh' else ': '}{text}"

    def seat(self, seat: str) -> str:
        return SEATS_ZH[seat] if self.lang == "zh" else seat

    def reason(self, reason: str, slips: Iterable[Slip]) -> str:
        """Why something is paid; ``slips``: what the rules fine."""
        if self.lang == "en":
            return reason
        from .money_words import reason_zh

        return reason_zh(reason, slips)

    def account(self, account: str) -> str:
        """An account of the house."""
        from .money_words import ACCOUNTS

        return ACCOUNTS[account][self.lang == "zh"]

    def name(self, named: Named) -> str:
        """Chinese, and English beside it unless Chinese was asked for."""
        return named.zh if self.lang == "zh" else f"{named.zh} {named.en}"

"""What is wrong with an input, in Chinese.  The errors themselves speak English; their details have no language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import (
    LONGEST_PATH,
    IllegalHandError,
    NotationError,
    RuleConfigError,
    SettlementError,
    TingpaiError,
    named,
)

# Code of a fault -> what it says.
FAULTS_ZH: dict[str, str] = {
    "not_text": "手牌須為文字",
    "unexpected_character": "此處不能有此字",
    "missing_suit": "數字後欠花色",
    "bad_rank": "此花色沒有此牌",
    "not_one_tile": "此處須為一張牌",
    "unclosed_set": "牌組欠收括號",
    "empty_set": "牌組內沒有牌",
    "misplaced_mark": "來源記號位置不對",
    "misplaced_plus": "牌組內的 + 只可在第四張牌之前",
    "tile_count": "張數不對",
    "too_many_copies": "同一張牌多於四張",
    "too_many_wilds": "百搭過多",
    "no_wild_tiles": "此玩法沒有百搭",
    "not_a_meld": "攤開的牌不成牌組",
    "wild_in_kong": "百搭不可入槓",
    "declaration_needed": "有兩張或以上百搭的牌組須註明上(c)或碰(t)",
    "declaration_contradicted": "牌組與所註明的不符",
    "chow_not_claimable": "此玩法不准上牌",
    "chow_feeder": "上牌只可來自上家(<)",
    "no_flowers": "此玩法沒有花牌",
    "flower_in_set": "花牌不可入牌組",
    "flower_twice": "同一花牌多於一張",
    "two_winning_tiles": "糊牌只可有一張",
    "missing_winning_tile": "欠糊牌(+ 及該牌)",
    "winning_is_flower": "此糊不能以花牌糊",
    "winning_not_flower": "花糊須以花牌糊",
    "not_a_tile": "不是一張牌",
    "not_a_hand": "不是一副手牌",
    "not_rules": "不是一套規則",
    "unknown_keyword": "沒有此項目",
    "unused_keyword": "此玩法用不着此項目",
    "bad_value": "此項目沒有此值",
    "bad_file": "檔案不能讀寫",
    "file_exists": "檔案已存在,可用 --restart 重寫",
    "cannot_resume": "未完的工作與此不同,可用 --restart 重新開始",
    "missing_library": "欠所需的程式庫",
    "missing_column": "欠所需的欄",
    "stream_spent": "資料只可讀一次,且已讀過",
    "missing_by": "欠糊牌方式",
    "missing_discarder": "欠出衝者",
    "unwanted_discarder": "此糊牌方式沒有出衝者",
    "winner_is_discarder": "糊家不可同時為出衝者",
    "replacement_conflict": "此糊牌方式與補牌不符",
    "missing_kong": "手上沒有所說的槓",
    "missing_flower": "手上沒有所補的花",
    "feeder_conflict": "此家不是供槓者",
    "feeder_without_kong": "供槓者須有以其打出的牌開的明槓及其補牌",
    "first_turn_conflict": "首巡不會如此",
    "river_conflict": "池中不會有此數目的牌",
    "robbed_wild": "所搶的牌不會是百搭",
    "riichi_conflict": "立直不會如此",
    "missing_riichi": "須先立直",
    "ura_conflict": "裏寶牌不會多於寶牌",
    "swallow_conflict": "立直牌是打出的牌",
    "not_paid_here": "此玩法沒有此款項",
    "not_a_seat": "座位須為0至3",
    "pays_himself": "付款者不可同時為收款者",
    "claimed_twice": "同一款項重複",
    "unwanted_feeder": "明槓以外沒有出衝者",
    "missing_feeder": "明槓須有出衝者",
    "not_declared": "沒有人開過或換過被搶的牌",
    "win_refused": "此玩法不准如此糊牌",
    "below_minimum": "不足起糊番數",
    "several_sources": "多家糊牌只可糊同一張牌",
    "dead_hand": "相公不能糊牌",
    "cut_off": "被較近一家截糊",
    "after_series": "一枱花之後不計一枱草",
    "fine_too_late": "已過期限,不再罰款,屬相公",
    "ready_conflict": "此家不可作聽牌計",
    "missing_value": "欠聽牌家的牌型番數",
    "account_short": "此戶結餘不足",
    "bad_ledger": "不是賬簿,或賬簿已損壞",
    "not_undoable": "只可撤銷最後有效的一筆",
    "illegal_settlement": "此款項不可能",
    "bad_column": "此欄不能讀取,或與其他欄不符",
    "bad_option": "沒有此另議項目,或不准此值",
    "illegal_action": "此刻不准如此",
    "corrupt_log": "牌局記錄不能讀取或重演",
    "other_rules": "牌局記錄的規則與現行規則不同;可加 --other-rules",
    "bad_player": "電腦玩家或外接程式沒有照規矩應答",
    "lost_process": "代為打牌的行程已中止,或不可再開行程",
    "illegal_hand": "手牌或情況不可能",
    "bad_line": "此行不能入賬",
    "error": "其他錯誤",
}
# Name of a detail -> its label, in the order in which they are told.
DETAILS_ZH: dict[str, str] = {
    "keyword": "項目",
    "between": "",
    "meld": "牌組",
    "declared": "註明",
    "tile": "牌",
    "after": "數字",
    "row": "番種",
    "count": "張數",
    "found": "現有",
    "expected": "應有",
    "suits": "花色",
    "bracket": "應有",
    "opened": "括號在第幾字",
    "low": "最小",
    "high": "最大",
    "limit": "上限",
    "elsewhere": "",
    "example": "例如",
    "nearest": "近似",
    "known": "現有各項",
    "rules": "玩法",
    "why": "",
    "clause": "條文",
}
# Details that are words, and what they are in Chinese.
WORDS_ZH: dict[str, str] = {
    # why keywords, or a keyword and a hand, cannot be together
    "the seat that pays is to be named": "須指明付款的一家",
    "such a win has no discarder": "如此糊牌沒有出衝者",
    "it is the winner's own seat": "是糊家自己",
    "a replacement goes with self_draw or flowers, robbed_kong_on_kong with robbing a kong":
        "補牌只配 self_draw 或 flowers,robbed_kong_on_kong 只配搶槓",
    "only the feeder of a kong whose replacement won is named": "只有槓上糊牌才有供槓者",
    "the tile of a riichi declaration is a discard": "立直牌是打出的牌",
    "heavenly is for the dealer, E, the others for a seat other than the dealer's":
        "heavenly 只屬庄家 E,其餘只屬閒家",
    "heavenly is won on an own draw, earthly on one or a discard, human on a discard":
        "heavenly 須自摸,earthly 自摸或出衝皆可,human 須出衝",
    "where no discard wins it is won on the own first draw": "只准自摸者,須自己第一次摸牌糊出",
    "on a discard it is won on the dealer's first": "若出衝,須為庄家打出的第一張牌",
    "it is won on a discard of a seat between the dealer and the winner; the dealer's is earthly":
        "須為庄家與糊家之間的一家所打出;庄家打出的屬 earthly",
    "the wall has tiles in the first turn": "首巡牌牆未盡",
    "one tile lies there for each seat that has played": "糊家之前每家恰好打出一張",
    "no kong comes before it": "之前不可有槓",
    "a kong that was fed is a claim, and none comes before it": "明槓亦是碰上,之前不可有",
    "riichi is declared with a discard of the winner's": "立直時須打出一張牌",
    "the four hands leave fewer tiles": "除四家手牌外沒有這麼多",
    "more tiles lie there when the wall is drawn out": "牌牆已盡時池中不止此數",
    "the wall is drawn out and no tile is left to draw": "牌牆已盡,無牌可摸",
    "only a riichi winner has it": "只有立直者才有",
    "one lies under each indicator": "每張寶牌下只有一張",
    "it is counted from a declared riichi": "由立直起計",
    "super_ippatsu is won on a discard, ippatsu on one or an own draw":
        "super_ippatsu 須出衝,ippatsu 自摸或出衝皆可",
    "a kong ends it": "開槓即取消",
    "super_ippatsu is on the next seat's discard, ippatsu on that of a seat further on":
        "super_ippatsu 須為下家打出,ippatsu 須為對家或上家打出",
    "a kong after riichi makes the hand dead": "立直後開槓屬錯相公",
    "riichi is for hands without a claimed set": "有碰上者不可立直",
    "nothing is claimed before it": "之前不可有碰上",
    "the winner has no kong": "糊家沒有槓",
    "the winner has not two kongs": "糊家沒有兩副槓",
    "flowers are wild tiles here and are not replaced": "花牌在此是百搭,不補",
    "the hand has no flower that was replaced": "手上沒有花牌",
    "what is robbed is a real tile: no kong holds a wild one, and none is swapped in":
        "所搶的是真牌:百搭不可入槓,飛上亦用真牌",
    "only at the deal is no flower won on, and then no set is laid":
        "只有開牌時不必有糊出的花牌,其時未有攤開的牌組",
    "the last tile is the flower won on (+ and the flower)": "最後一張就是糊出的花牌(+ 及該花)",
    "no kong of the hand is from a discard; the mark of an added kong's pung makes nobody liable":
        "手上沒有大明槓;加槓的碰牌來源不用包",
    "laid after the last kong from a discard, so that another kong's replacement won":
        "此牌組在大明槓之後,糊出的是另一副槓的補牌",
    "its mark names another seat": "其記號所指是另一家",
    # what is wrong with a set
    "four of a kind": "槓須為四張同樣的牌",
    "three tiles or four": "牌組須為三張,槓四張",
    "neither chow nor pung": "不成順子亦不成刻子",
    # other words
    "chow": "上",
    "pung": "碰",
    "what lies elsewhere included": "連同別處所見",
    "the robbed kong's other three included": "連同被搶的槓其餘三張",
    "option": "沒有此另議項目",
    "row": "沒有此番種",
    "row to switch on": "沒有此另行採用的番種",
    "variant": "沒有此玩法",
}  # fmt: skip


def in_chinese(error: TingpaiError) -> str:
    """Every fault of an error, joined as the error joins them.

    >>> in_chinese(NotationError(4, "a suit", "x", "missing_suit"))
    '第4字:數字後欠花色(現有x)'
    >>> from ..errors import Fault
    >>> in_chinese(IllegalHandError([Fault("tile_count", "17", None, {"found": 17, "expected": 16})]))
    '張數不對(現有17,應有16)'
    """
    if isinstance(error, (IllegalHandError, SettlementError)):
        return "; ".join(_said(fault.code, fault.column, fault.details) for fault in error.faults)
    if isinstance(error, NotationError):
        found = (
            {} if error.found is None else {"found": error.found if error.found.isprintable() else repr(error.found)}
        )
        return _said(error.code, error.column, {**found, **error.details})
    if isinstance(error, RuleConfigError):
        return "; ".join(f"{named(one.option, LONGEST_PATH)}:{option_fault(one)}" for one in error.each)
    line = getattr(error, "line", None)
    if error.code == "bad_player":
        from . import log_faults

        told = log_faults.of_player(str(error))
        return FAULTS_ZH[error.code] + (f":{told}" if told else "")
    if line is None:
        return FAULTS_ZH.get(error.code, str(error))
    from . import log_faults

    told = in_chinese(error.__cause__) if isinstance(error.__cause__, TingpaiError) else None
    return f"第{line}行:" + (told or log_faults.in_chinese(getattr(error, "problem", "")) or FAULTS_ZH[error.code])


def option_fault(error: RuleConfigError) -> str:
    """What is wrong with a house option or with the rules, without its name."""
    if "faults" in error.details:
        from .rule_faults import rule_fault

        return "; ".join(map(rule_fault, error.details["faults"]))
    return _said(error.code, None, error.details)


def _said(code: str, column: int | None, details: Mapping[str, Any]) -> str:
    sentence = FAULTS_ZH[code]
    if "unknown" in details:
        sentence = WORDS_ZH[details["unknown"]]
    elif "twice" in details:
        sentence = "重覆"
    place = "" if column is None else f"第{column}字:"
    told = list(_told(details))
    return place + sentence + (f"({','.join(told)})" if told else "")


def _told(details: Mapping[str, Any]) -> Iterator[str]:
    named = details.get("between", {})
    for name, label in DETAILS_ZH.items():
        if name == "keyword" and details.get(name) in named:
            continue  # its value is told
        if name == "between" and named:
            yield "、".join(f"{key}={'無' if value is None else value}" for key, value in named.items())
        elif name in details:
            yield label + _value(details[name])
    if "notation" in details:
        yield in_chinese(details["notation"])


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "或".join(map(_value, value))
    return WORDS_ZH.get(value, value) if isinstance(value, str) else str(value)

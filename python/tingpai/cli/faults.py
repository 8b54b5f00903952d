"""What is wrong with an input, in Chinese.  The errors themselves speak English."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Fault, IllegalHandError, NotationError, RuleConfigError, TingpaiError

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
    "chow_feeder": "上牌只可來自上家",
    "no_flowers": "此玩法沒有花牌",
    "flower_in_set": "花牌不可入牌組",
    "flower_twice": "同一花牌多於一張",
    "two_winning_tiles": "糊牌只可有一張",
    "missing_winning_tile": "欠糊牌",
    "winning_is_flower": "此糊不能以花牌糊",
    "winning_not_flower": "花糊須以花牌糊",
    "not_a_tile": "不是一張牌",
    "not_a_hand": "不是一副手牌",
    "not_rules": "不是一套規則",
    "unknown_keyword": "沒有此項目",
    "unused_keyword": "此玩法用不着此項目",
    "bad_value": "此項目沒有此值",
    "missing_by": "欠糊牌方式(by)",
    "missing_discarder": "欠出銃者(discarder)",
    "unwanted_discarder": "此糊牌方式沒有出銃者",
    "winner_is_discarder": "糊家不可同時為出銃者",
    "replacement_conflict": "此糊牌方式與補牌不符",
    "missing_kong": "手上沒有所說的槓",
    "missing_flower": "手上沒有所補的花",
    "feeder_conflict": "供槓者與牌組記號不符",
    "feeder_without_kong": "供槓者須有所供的槓及其補牌",
    "first_turn_conflict": "首巡不會如此",
    "riichi_conflict": "立直不會如此",
    "missing_riichi": "須先立直",
    "swallow_conflict": "立直牌是打出的牌",
    "bad_option": "沒有此另議項目,或不准此值",
    "illegal_action": "此刻不准如此",
    "illegal_hand": "手牌或情況不可能",
    "error": "其他錯誤",
}
DETAILS_ZH = {
    "found": "現有",
    "expected": "應有",
    "tile": "牌",
    "count": "張數",
    "limit": "上限",
    "keyword": "項目",
    "meld": "牌組",
}


def in_chinese(error: TingpaiError) -> str:
    """Every fault of an error, joined as the error joins them.

    >>> in_chinese(NotationError(4, "a suit", "x", "missing_suit"))
    '第4字:數字後欠花色(x)'
    >>> in_chinese(IllegalHandError([Fault("tile_count", "17", None, {"found": 17, "expected": 16})]))
    '張數不對(現有17,應有16)'
    """
    if isinstance(error, IllegalHandError):
        return "; ".join(map(_fault, error.faults))
    if isinstance(error, NotationError):
        return _placed(error.code, error.column, [error.found] if error.found else [])
    if isinstance(error, RuleConfigError):
        return f"{error.option}:{FAULTS_ZH[error.code]}"
    return FAULTS_ZH.get(error.code, str(error))


def _fault(fault: Fault) -> str:
    return _placed(fault.code, fault.column, list(_details(fault)))


def _details(fault: Fault) -> Iterator[str]:
    for name, label in DETAILS_ZH.items():
        if name in fault.details:
            value = fault.details[name]
            listed = isinstance(value, (list, tuple))
            yield label + ("或".join(map(str, value)) if listed else str(value))


def _placed(code: str, column: int | None, details: list[str]) -> str:
    place = "" if column is None else f"第{column}字:"
    return place + FAULTS_ZH[code] + (f"({','.join(details)})" if details else "")

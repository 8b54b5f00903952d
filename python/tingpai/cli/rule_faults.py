"""What is wrong with a rule set or a rule file, in Chinese (:data:`tingpai.ruleset.faults.PROBLEMS` is the English)."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from ..ruleset.faults import LARGEST, RuleFault
from ..ruleset.matchers import Matcher

PROBLEMS_ZH: dict[str, str] = {
    "expected": "應為{expected},現有{found}",
    "one_of": "應為以下其一:{known},現有{found}",
    "unknown": "沒有此{what}",
    "nearest": "沒有此{what},近似:{near}",
    "field_missing": "欠{name}({expected})",
    "fields_missing": "欠{names}",
    "not_a_word": "須為一個詞,現有{found}",
    "id_not_a_word": "代號須為一個詞",
    "empty_text": "須為文字,現有{found}",
    "too_deep": "套疊不可多於{most}層",
    "no_path": "須以路徑指明規則檔,不可為{found}",
    "suffix": "規則檔須以{suffixes}結尾",
    "unreadable": "不能讀取:{why}",
    "no_format": "不是{format}:{why}",
    "option": "{error}",
    "rows": "{rules}:{faults}",
    "not_compiled": "不能編成番數表:{why}",
    "twice": "{what}{name}重複",
    "no_name": "沒有{what}{name}",
    "choices": "另議項目與所選不符",
    "tiles": "{tiles}張不成{sets}組牌及一聽",
    "too_small": "倍數、起糊或封頂太小",
    "empty_field": "有欄位空白",
    "negative": "番數低於0,或倍數低於1",
    "residual": "residual 最後才計,不可在其他條件之內",
    "residual_beside": "residual 最後才計,同一番種不可另有其他條件",
    "beside": "與{other}並計,而{other}並未與之並計",
    "kinds": "此玩法排除不作取捨,不可用 kinds;可用 excludes 或 pool 註明何者不計",
    "capped": "有張數限制,而非寶牌番種",
    "dora_alone": "寶牌不可有其他條件",
    "dora_tied": "寶牌不可計入起糊、分明暗、排除或被排除",
    "too_many_sets": "{sets}組的牌不可有{n}組",
    "run_pair": "{kind} 的連組不可連同眼,只有 pung 可以",
    "ranks": "數序{ranks}須由0起遞增",
    "too_many_groups": "{sets}組及一對眼之內不可見於{groups}組",
    "kind_set": "{text}不是牌的集合",
}
# What a problem is about, and what it is in Chinese.
WHAT_ZH: dict[str, str] = {
    "key": "欄位",
    "row (one of the table's own says when it holds)": "番種(自訂番種須有 when)",
    "row": "番種",
    "option": "另議項目",
    "way to win": "糊牌方式",
    "shape": "牌型",
    "keyword": "情況項目",
    "event": "情況項目",
}


def rule_fault(fault: RuleFault) -> str:
    """A fault with its path.

    >>> rule_fault(RuleFault("rows.mine", "expected", {"expected": int, "found": "'x'"}))
    "rows.mine:應為0至9999的整數,現有'x'"
    """
    named = {name: _named(name, value) for name, value in fault.named.items()}
    sentence = PROBLEMS_ZH[fault.problem].format(**named)
    return f"{fault.path}:{sentence}" if fault.path else sentence


def _named(name: str, value: Any) -> Any:
    if name == "expected":
        return expected_zh(value)
    if name == "what":
        return WHAT_ZH[value]
    if name == "faults":
        return "; ".join(map(rule_fault, value))
    if name == "error":  # its option is in the path
        from .faults import option_fault

        return option_fault(value)
    return value


def expected_zh(kind: Any) -> str:
    """What values a type takes, in words.

    >>> expected_zh(int | Literal["all"])
    "0至9999的整數或'all'"
    """
    words = {str: "文字", int: f"0至{LARGEST}的整數", bool: "true 或 false", dict: "一個表"}
    if kind == Matcher:
        return "條件(有 op 的表)"
    if kind in words:
        return words[kind]
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return "或".join(map(repr, arguments))
        case origin if origin in (Union, UnionType):
            return "或".join(expected_zh(one) for one in arguments if one is not NoneType)
        case origin if origin is tuple and arguments[-1] is not Ellipsis:
            return f"{len(arguments)}項的列表"
    return "列表"

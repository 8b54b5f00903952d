"""A line that cannot be booked: what is wrong with it and what was expected, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..errors import TingpaiError

if TYPE_CHECKING:
    from ..hand import Hand
    from ..result import Result

# key -> (English, Chinese)
PROBLEMS: dict[str, tuple[str, str]] = {
    "too_long": ("a line has at most {most} characters", "每行最多{most}字"),
    "not_text": ("the line holds characters that are no text", "此行有不成文字的字元"),
    "unknown_command": ("{word} is no command; there are {known}", "沒有{word}此指令;可用:{known}"),
    "ambiguous": ("{word} can mean {known}", "{word}可指{known}"),
    "unknown_here": (
        "these rules know nothing of {event}; they know {known}",
        "此玩法沒有{event};可用:{known}",
    ),
    "missing": ("{what} is missing: {syntax}", "欠{what}:{syntax}"),
    "unexpected": ("{word} was not expected: {syntax}", "此處不應有{word}:{syntax}"),
    "not_a_player": ("{word} is no player; they are {known}, or E S W N", "{word}不是玩家;玩家為{known},或東南西北"),
    "not_an_account": (
        "{word} is no player and no account; they are {known}",
        "{word}不是玩家或帳戶;可用:{known}",
    ),
    "not_a_number": ("{word} is no whole number from {low} to {high}", "{word}不是{low}至{high}的整數"),
    "not_one_of": ("{word} is none of {known}", "{word}不是{known}之一"),
    "no_tiles": ("{word} is no tile: {why}", "{word}不是牌"),
    "one_tile": ("one tile is expected, not {word}", "須為一張牌,不是{word}"),
    "same_player": ("{name} cannot be both", "{name}不可同時兼任"),
    "named_twice": ("{name} is named twice", "{name}重複"),
    "closed": ("the book is closed: only undo opens it again", "賬簿已結,撤銷方可再記"),
    "seats_first": (
        "after eight rounds seats are drawn anew, {name} rolls for them: seats NAME NAME NAME NAME",
        "打完八圈,由{name}擲骰重定座位:seats 四人名字",
    ),
    "in_hand": (
        "in the middle of a hand: seats and dealer change between hands only",
        "此鋪未完,不可改座位或莊家",
    ),
    "four_names": ("the four names are needed, each once: {known}", "須列出四人名字各一次:{known}"),
    "rolled": ("the dealer has rolled for this hand", "此鋪已擲骰"),
    "no_kong_to_bet": (
        "{name} has no concealed kong in this hand that is not bet on yet: enter kong {name} concealed",
        "{name}此鋪沒有未猜的暗槓:先記 kong {name} concealed",
    ),
    "too_many_kongs": ("{name} has {most} sets at most", "{name}最多{most}組"),
    "no_kong_to_rob": (
        "the last kong of this hand is no {what} of {name}: enter the kong first, its payment is then void",
        "此鋪最後的槓不是{name}的{what}:先記下該槓,其款項隨即作廢",
    ),
    "not_hidden": (
        "{name} laid no concealed kong in this hand or the last that was not paid back already",
        "{name}此鋪及上鋪沒有未退罰金的暗槓",
    ),
    "fifth_copy": ("{word} is named {count} times, of four", "{word}寫了{count}次,只有四張"),
    "riichi_twice": ("{name} has declared riichi already", "{name}已立直"),
    "dead_already": ("the hand of {name} is dead already", "{name}已是相公"),
    "dead": ("the hand of {name} is dead: it does not win", "{name}是相公,不能糊"),
    "no_win": ("the hand does not win: {reason}", "不能糊:{reason}"),
    "cut_off": ("only {name} wins here: the nearest comes first", "只有{name}能糊:截糊"),
    "feeder_self_draw": (
        "a feeder is named where the winner drew a kong's replacement himself",
        "槓上自摸方可註明供槓者",
    ),
    "swallow_discard": (
        "the tile of a riichi declaration is a discard: win WHO on WHO ...",
        "立直牌是打出的牌:糊者之後須有 衝 誰",
    ),
    "several": ("several win on one discarded or robbed tile only", "多家糊牌只限同一張打出或被搶的牌"),
    "key_form": ("{word}: expected key=value with a key of {known}", "{word}:應為 項目=值,項目可為{known}"),
    "key_twice": ("{word} is given twice", "{word}重複"),
    "total_only": ("{word} needs the tiles of the hand", "{word}須列出手牌"),
    "hand_only": (
        "{word} goes with an agreed total; the tiles of a hand tell it",
        "{word}只用於議定番數;列出手牌則毋須",
    ),
    "book_knows": ("{word}: the book knows it", "{word}:賬簿已知"),
    "ready_needed": (
        "a drawn hand pays here: who is ready? draw ready NAME ..., or draw ready none",
        "流局須記聽牌者:draw ready 名字……,或 draw ready none",
    ),
    "ready_unused": ("who is ready does not matter under these rules", "此玩法毋須記聽牌者"),
    "last_needed": ("who drew the last tile deals next: draw last NAME", "尾張者做莊:draw last 名字"),
    "last_unused": ("who drew the last tile does not matter under these rules", "此玩法毋須記尾張者"),
    "value_needed": (
        "there was a false win: what would a discard have won {name}? ready {name}=NUMBER",
        "有人詐胡:{name}若胡可得幾台?ready {name}=數目",
    ),
    "value_unused": ("{name} needs no number: nobody declared a false win", "沒有人詐胡,{name}毋須數目"),
    "nothing_to_undo": ("there is nothing to undo", "沒有可撤銷的"),
    "nothing_to_redo": ("there is nothing to do again", "沒有可重做的"),
    "bad_name": (
        "{word} will not do as a name: 1 to 20 characters without spaces, = or &, no number, wind or word of the book",
        "{word}不可作名字:1至20字,不可有空格、=、&,不可為數字、風位或指令用字",
    ),
    "same_names": ("{word} and {other} are too much alike to tell apart", "{word}與{other}無法分辨"),
    "export_form": ("{word}: a file name that ends in .csv or .json is expected", "{word}:檔名須以 .csv 或 .json 結尾"),
    "cannot_write": ("{word} cannot be written: {why}", "{word}不能寫入:{why}"),
}

REASONS: dict[str, tuple[str, str]] = {
    "incomplete": ("it is not complete", "未成牌"),
    "below_minimum": ("it is short of the minimum", "不足起糊"),
    "self_draw_only": ("only a tile drawn by oneself wins here", "只准自摸"),
    "not_robbable": ("this kong cannot be robbed for it", "不可搶此槓"),
    "no_flower_win": ("these flowers do not win", "此花不能糊"),
}
"""Why a scored hand does not win."""


class LineError(TingpaiError):
    """A line of the scorekeeper that cannot be booked; the book is as it was.

    >>> str(LineError("not_a_number", word="x", low=1, high=6))
    'x is no whole number from 1 to 6'
    """

    code = "bad_line"

    def __init__(self, problem: str, **named: object) -> None:
        super().__init__(problem, named)
        self.problem = problem
        self.named = named

    def said(self, lang: Literal["en", "zh"]) -> str:
        """The problem in one of the two languages."""
        return PROBLEMS[self.problem][lang == "zh"].format(**self.named)

    def __str__(self) -> str:
        return self.said("en")


class NoWinError(LineError):
    """A hand that was read and scored, and does not win: ``hand`` and ``result`` tell why."""

    def __init__(self, hand: Hand, result: Result) -> None:
        super().__init__("no_win", reason=result.reason)
        self.hand = hand
        self.result = result

    def said(self, lang: Literal["en", "zh"]) -> str:
        reason = REASONS.get(self.result.reason or "", (self.result.reason, self.result.reason))
        return PROBLEMS["no_win"][lang == "zh"].format(reason=reason[lang == "zh"])

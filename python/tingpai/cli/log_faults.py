"""What is wrong with the log of a game or with a player, in Chinese: the sentences of
:class:`~tingpai.game.event.LogError` and of :class:`~tingpai.bots.player.PlayerError`."""

from __future__ import annotations

import re

# What a log error says, and the Chinese of it; a group that is a sentence itself is told likewise.
_SENTENCES: tuple[tuple[str, str], ...] = (
    ("the log is empty", "牌譜是空的"),
    ("this is no log of a game", "不是牌譜"),
    (r"schema (.*), this version reads (.*)", r"格式版本為\1,本版只讀\2"),
    (r"a header has the fields (.*)", r"首行的欄位應為 \1"),
    ("a digest has 64 hexadecimal digits", "摘要應為64位十六進數字"),
    ("seed, rounds and hands are numbers", "seed、rounds、hands 須為整數"),
    ("options, house and walls are tables of what the rules know", "options、house、walls 不是此玩法所有"),
    ("manual is true or false", "manual 須為 true 或 false"),
    (r"no JSON: (.*)", r"不是 JSON:\1"),
    (r"half a character .*", "有半個字(單獨的代理碼),牌譜不能有"),
    (r"(.*) is no event", r"\1不是一項事件"),
    (r"(\w+) has the fields (.*)", r"\1 的欄位應為 \2"),
    (r"(\w+): (\w+) cannot be (.*)", r"\1:\2 不可為\3"),
    (r"(\w+) does not follow here", r"此處不會是 \1"),
    (r"(\w+) does not follow here: nobody is asked", r"此處不會是 \1:沒有人須應答"),
    (r"(\w+) does not follow here: nothing that may be done comes to it", r"此處不會是 \1:各家可做的皆不致此"),
    (r"(\w+) does not follow here: (.*) would be other", r"此處的 \1 不符:\2 應為其他"),
    (r"(\w+) does not follow here: (\w+) does", r"此處不會是 \1,應為 \2"),
    (r"nothing follows: .*", "其後無以為繼"),
    ("the hands dealt are not those of the wall", "所派的牌不是牌牆的牌"),
    ("the indicator is not the tile at the mouth", "標記不是牌口的牌"),
    ("the indicator is not the next of the tail", "指示牌不是牌尾的下一張"),
    ("the tile drawn is not the next of the wall", "所摸的牌不是牌牆的下一張"),
    ("the prize tiles are not those at the mouth", "獎碼不是牌口的牌"),
    ("the extra tile is not the tile at the mouth", "跳牌不是牌口的牌"),
    ("there are places 0 to 3", "座位須為0至3"),
)
_OF_PLAYERS: tuple[tuple[str, str], ...] = (
    ("one to four bots are named", "須指明一至四個電腦玩家"),
    (r"the program (.*) does not start: its command line is empty", r"程式\1不能啟動:沒有指明程式"),
    (r"the program (.*) does not start: (.*)", r"程式\1不能啟動:\2"),
    (r"the program (.*) speaks protocol (.*), the table (\d+)", r"程式\1的協定為\2,牌桌為\3"),
    (r"the program (.*) gives no answer within (\S+) seconds .*", r"程式\1於\2秒內沒有應答(是否欠 flush)"),
    (r"the program (.*) has ended \(exit status (.*)\)", r"程式\1已結束(\2)"),
    (r"the program (.*) has ended \(still running, .*\)", r"程式\1仍在執行,但不再讀寫"),
    (r"the program (.*) answers to (.*), asked was (\d+)", r"程式\1應答第\2問,所問為第\3問"),
    (r"the program (.*) writes (.*), which is no JSON", r"程式\1寫\2,不是 JSON"),
    (r"the program (.*) writes (.*), expected was an object of type (\w+)", r"程式\1寫\2,應為類別\3的物件"),
    (r"(.*) answers (.*), which is no action", r"\1應答\2,並無此動作"),
    (r"(.*) chooses (.*), which is not among (.*)", r"\1選\2,可做的只有:\3"),
)
_OTHER_RULES = re.compile(
    r"the rules (\S+) have changed since: digest (\w+), the log has (\w+); "
    r"(?:they lead elsewhere from line (\d+) on \((.*)\)|every event follows from today's too); read it with .*",
    re.DOTALL,
)


def in_chinese(problem: str) -> str | None:
    """A problem of a log; None where it is told in no sentence of ours.

    >>> in_chinese("draw does not follow here: discard does"), in_chinese("list index out of range")
    ('此處不會是 draw,應為 discard', None)
    """
    if match := _OTHER_RULES.fullmatch(problem):
        rules, today, before, line, why = match.groups()
        told = f"規則 {rules} 已改:現行摘要{today},牌譜為{before};"
        if line is None:
            return f"{told}惟每一步均合現行規則;可加 --other-rules"
        return f"{told}由第{line}行起不同({in_chinese(why) or why});可加 --other-rules"
    return _told(problem, _SENTENCES)


def of_player(problem: str) -> str | None:
    """A problem of a player; None likewise.

    >>> of_player("the program '/nope' has ended (exit status 3)")
    "程式'/nope'已結束(3)"
    """
    return _told(problem, _OF_PLAYERS)


def _told(problem: str, sentences: tuple[tuple[str, str], ...]) -> str | None:
    for sentence, chinese in sentences:
        if match := re.fullmatch(sentence, problem, re.DOTALL):
            return match.expand(chinese)
    return None

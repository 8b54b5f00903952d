"""What is wrong with a command line, in English and in Chinese."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

# problem -> (English, Chinese)
PROBLEMS: dict[str, tuple[str, str]] = {
    "usage": ("{message} (see {prog} --help)", "{message}(見 {prog} --help)"),
    "unreadable": ("{path} cannot be read: {why}", "{path}不能讀取:{why}"),
    "unwritable": ("{path} cannot be written: {why}", "{path}不能寫入:{why}"),
    "unopened": ("{path} cannot be opened: {why}", "{path}不能開啟:{why}"),
    "four_bots": (
        "there are four seats, so --bots may be given four times at most",
        "只有四個座位,--bots 至多四次",
    ),
    "three_bots": (
        "three bots sit against you, so --bots may be given three times at most",
        "對手只有三家,--bots 至多三次",
    ),
    "json_or_csv": ("--json or --csv, not both", "--json 與 --csv 只可擇一"),
    "which_rules": ("which RULES? Name a variant, or a log to --resume", "欠玩法 RULES,或以 --resume 指明牌譜"),
    "only_resumed": ("--other-rules goes with --resume LOG", "--other-rules 只配 --resume LOG"),
    "log_exists": ("{path} exists already; --resume goes on in it", "{path}已存在;可用 --resume 繼續"),
    "log_says": ("a log that is resumed says by itself what {given} is", "繼續的牌譜已載明{given},不可再寫"),
    "nobody": ("in {path} no person plays: nobody is called {name}", "{path}之中沒有真人:無人名為{name}"),
    "program_in_log": (
        "{path} names the program {name!r} as a player; --bots with the same words runs it",
        "{path}之中有程式{name!r}作對手;以 --bots 寫明才會執行",
    ),
    "with_new": ("--players, --host and --option go with --new RULES", "--players、--host、--option 只配 --new RULES"),
    "no_book": (
        "{path} is not there; --new RULES --players NAME,NAME,NAME,NAME starts it",
        "沒有{path};以 --new RULES --players 名字,名字,名字,名字 開新賬簿",
    ),
    "players_needed": (
        "--new needs --players NAME,NAME,NAME,NAME, from the first dealer on, counter-clockwise",
        "--new 須有 --players 名字,名字,名字,名字,由首莊起逆時針",
    ),
    "host": ("--host: one of {known}, not {name!r}", "--host:須為{known}之一,不是{name!r}"),
    "bad_lines": ("{bad} of {lines} lines were not booked", "{lines}行中有{bad}行未入賬"),
}

# What argparse says, and the Chinese of it.
_ARGPARSE: tuple[tuple[str, str], ...] = (
    (r"the following arguments are required: (.*)", r"欠 \1"),
    (r"unrecognized arguments: (.*)", r"沒有此項目:\1"),
    (r"argument (.*?): invalid choice: (.*) \(choose from (.*)\)", r"\1:沒有\2,只可為\3"),
    (r"argument (.*?): expected one argument", r"\1:欠一個值"),
    (r"argument (.*?): ignored explicit argument (.*)", r"\1:不可有值\2"),
    (r"argument (.*?): given twice", r"\1:重覆"),
    (r"argument (.*?): not a whole number: (.*)", r"\1:不是整數:\2"),
    (r"argument (.*?): must be at least 1: (.*)", r"\1:最小為1,不可為\2"),
    (r"argument (.*?): expected name=value, found (.*)", r"\1:應為 名稱=值,現有\2"),
)


def in_chinese(message: str) -> str:
    """What argparse complains of.

    >>> in_chinese("argument --seed: not a whole number: 'x'")
    "--seed:不是整數:'x'"
    """
    for pattern, chinese in _ARGPARSE:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            return match.expand(chinese)
    return message


def asks_for_chinese(argv: Sequence[str]) -> bool:
    """Whether a command line that could not be read asks for Chinese.

    >>> asks_for_chinese(["rules", "--lang", "zh"]), asks_for_chinese(["rules", "--lang=zh"]), asks_for_chinese(["zh"])
    (True, True, False)
    """
    return "--lang=zh" in argv or ("--lang", "zh") in pairwise(argv)


def said(problem: str, chinese: bool, **named: object) -> str:
    """A problem with what it names.

    >>> said("json_or_csv", chinese=True)
    '--json 與 --csv 只可擇一'
    """
    if chinese and problem == "usage":
        named["message"] = in_chinese(str(named["message"]))
    return PROBLEMS[problem][chinese].format(**named)

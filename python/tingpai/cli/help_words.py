"""What ``--help`` says, in Chinese: the grammar itself is written in English (:mod:`tingpai.cli.arguments`)."""

from __future__ import annotations

import argparse
from typing import Any

from .layout import LINE

NAMES_AT = 24
"""The column at which :mod:`argparse` writes what an option means."""

# English, as the grammar has it -> Chinese.
HELP_ZH: dict[str, str] = {
    "positional arguments": "引數",
    "options": "選項",
    "situation": "情況",
    "show this help message and exit": "顯示此說明",
    # commands
    "Scores mahjong hands with wild tiles and says why.": "計算有百搭的麻雀牌,並說明因由。",
    "print the version": "顯示版本",
    "the best score of a hand, explained": "一副手牌的最高番數,附說明",
    "the kinds that complete a hand": "一副手牌所聽的牌",
    "how many tiles a hand is short of ready": "一副手牌的上聽數",
    "the arrangements of a complete hand": "成牌的各種排列",
    "for each discard: the distance, and which tiles then help": "打出各張牌之後的上聽數及進張",
    "the variants, or one variant's table and options": "各種玩法,或一種玩法的番數表及另議項目",
    "what many games between bots come to": "電腦玩家對局多次的統計",
    "the scores of a file of hands, written into a Parquet file": "計算檔案內所有手牌,寫入 Parquet 檔",
    "play against bots, in the terminal or in a pipe": "與電腦玩家對局,在終端機或經管道",
    "show a log, step by step": "逐步重演牌譜",
    "the book of a real game, kept line by line": "真實牌局的賬簿,逐行記入",
    # answers
    "the answer as one JSON object": "答案為一個 JSON 物件",
    "the answer as CSV": "答案為 CSV",
    "the language of the answer (en)": "答案的語言(en)",
    "the language of the answers (en)": "答案的語言(en)",
    "the language (en)": "語言(en)",
    # hands and rules
    "a variant, such as baida or hongkong, or a rule file (.toml, .json)":
        "玩法,例如 baida 或 hongkong,或規則檔(.toml、.json)",
    "a variant, such as baida or hongkong": "玩法,例如 baida 或 hongkong",
    "a variant or a rule file": "玩法或規則檔",
    "a variant or rule file; all variants are listed without it": "玩法或規則檔;不寫即列出所有玩法",
    "the JSON Schema of a rule set, or of rule files that extend RULES":
        "規則的 JSON Schema,或擴充 RULES 的規則檔的 JSON Schema",
    'such as "123s 45s 789s 22p [789s] [456m] +6s 1f"': '例如 "123s 45s 789s 22p [789s] [456m] +6s 1f"',
    "a house option, repeatable": "另議項目,可重複",
    "also the N next-best readings": "另列其次的 N 種讀法",
    "also kinds of which no copy is left": "已絕的牌亦列出",
    "at most N of them (20)": "至多 N 種(20)",
    # the situation
    "the winner's seat, counted from the dealer (E)": "糊家的座位,由庄家起計(E)",
    "the round's wind (E)": "圈風(E)",
    "self_draw, discard, rob_kong, rob_concealed_kong, rob_swap, flowers or rob_flower":
        "self_draw 自摸、discard 出衝、rob_kong 搶槓、rob_concealed_kong 搶暗槓、rob_swap 搶飛上、flowers 花糊"
        "或 rob_flower 搶花",
    "who discarded, or whose kong was robbed": "出衝者,或被搶槓者",
    "who fed the kong whose replacement tile won": "以補牌糊出時,該槓的供槓者",
    "kong, kong_on_kong, flower or robbed_kong_on_kong":
        "kong 槓上、kong_on_kong 槓上槓、flower 花上或 robbed_kong_on_kong 搶槓上槓",
    "the last tile of the wall, or the discard after it": "牌牆最後一張,或其後打出的牌",
    "heavenly, earthly or human": "heavenly 天糊、earthly 地糊或 human 人糊",
    "how many tiles lie in the rivers": "池中的牌數",
    "closed or open": "closed 立直或 open 開立直",
    "super_ippatsu or ippatsu": "super_ippatsu 或 ippatsu 一發",
    "won on the tile of a riichi declaration": "糊出的是立直牌",
    "how often the dealer has stayed (0)": "連庄數(0)",
    "the tile turned up, which makes wild tiles": "翻出的百搭標記",
    "dora indicators": "寶牌指示牌",
    "dora indicators under the wall": "裏寶牌指示牌",
    "tiles visible outside your own hand and sets": "自己的手牌及牌組以外所見的牌",
    "free, concealed or exposed": "free 任選、concealed 暗或 exposed 明",
    "prize tiles drawn": "所摸的獎碼",
    "the die (1)": "骰子點數(1)",
    # games
    "how many games (100)": "局數(100)",
    "processes (1)": "程序數目(1)",
    "game n has the seed S + n (0)": "第 n 局的種子為 S + n(0)",
    "greedy, random, or the command line of a program; repeat it to name each seat in turn":
        "greedy、random 或一個程式的命令;重複即依次為各家",
    "rounds of a game": "一局的圈數",
    "end a game after N hands": "N 副後結束",
    "act safely for a program that fails, and say so, instead of stopping":
        "程式出錯時代為穩妥行事並說明,而不中止",
    "your seat in the first hand (drawn)": "你第一副的座位(抽籤)",
    "write the game as JSON Lines, as it is played": "邊打邊把牌譜寫成 JSON Lines",
    "go on where a log ends, and write on in it": "由牌譜終止處繼續,並續寫",
    "resume under today's rules, if what was played follows from them":
        "以現行規則繼續,惟已打的部分須與之相符",
    "the seed of walls and dice (another each time)": "牌牆及骰子的種子(每次不同)",
    "a log of a game": "牌譜",
    "everything at once, without asking": "全部一次顯示,不再詢問",
    "show a log that was written under other rules than today's": "顯示以其他規則寫成的牌譜",
    "whose hands are shown (all)": "顯示誰的手牌(all)",
    # files of hands
    "a file (.parquet, .arrow, .feather, .csv) with a column `hand`":
        "有 hand 一欄的檔案(.parquet、.arrow、.feather、.csv)",
    "the Parquet file to write": "要寫的 Parquet 檔",
    "what is read as NAME (hand, seat ...) is called COLUMN; nothing after = leaves it out; repeatable":
        "讀作 NAME(hand、seat ……)的一欄名為 COLUMN;= 後留空即不讀;可重複",
    "columns of IN to write into OUT (all)": "把 IN 的哪些欄寫入 OUT(全部)",
    "without what counted": "不寫所計的番種",
    "without who pays whom": "不寫賠付",
    "also how each hand was read": "另寫手牌的讀法",
    "threads (1)": "執行緒數目(1)",
    "begin anew, whatever is there": "重新開始,不理已有的檔案",
    # the book
    "the book: made with --new, otherwise opened again": "賬簿:以 --new 開新,否則再次打開",
    "start it, under a variant's rules": "開新賬簿,用此玩法",
    "four names from the first dealer on, counter-clockwise": "四個名字,由首莊起逆時針",
    "who holds the bank of chips (the first player)": "誰持有籌碼(第一位)",
    "enter this line and leave, repeatable": "記入此行後離開,可重複",
    "book without asking, at a terminal too": "在終端機亦不詢問即入賬",
}  # fmt: skip


class _Formatter(argparse.HelpFormatter):
    """Most characters take two cells, so a line has fewer of them."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=NAMES_AT, width=(LINE + NAMES_AT) // 2)

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, "用法:" if prefix is None else prefix)


def in_chinese(text: str) -> str:
    """What the grammar says of a part of itself.

    >>> in_chinese("Prints the kinds that complete a hand.")
    '一副手牌所聽的牌。'
    """
    for verb in ("Prints ", "Keeps "):
        if text.startswith(verb):
            return f"{in_chinese(text.removeprefix(verb).removesuffix('.'))}。"
    return HELP_ZH.get(text, text)


def translate(parser: argparse.ArgumentParser) -> None:
    """Makes Chinese what a parser and those of its subcommands say of themselves."""
    parser.formatter_class = _Formatter
    parser.description = parser.description and in_chinese(parser.description)
    for group in parser._action_groups:
        group.title = group.title and in_chinese(group.title)
    for action in parser._actions:
        action.help = action.help and in_chinese(action.help)
        if isinstance(action, argparse._SubParsersAction):
            for named in action._choices_actions:
                named.help = named.help and in_chinese(named.help)
            for subcommand in action.choices.values():
                translate(subcommand)

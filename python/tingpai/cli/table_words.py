"""What the scorekeeper says, in English and in Chinese, beside the phrases that all commands share."""

from __future__ import annotations

from ..scorekeeper import LineError
from .words import PHRASES, Words

# key -> (English, Chinese)
TABLE_PHRASES: dict[str, tuple[str, str]] = {
    "opened": ("{rules}: {names}", "{rules}:{names}"),
    "resumed": ("{lines} lines in the book", "賬簿已有{lines}行"),
    "other_rules": (
        "The table of patterns has changed since this book was begun: hands scored before may be worth something else.",
        "開賬之後番數表已改:之前所計的番數或有不同。",
    ),
    "torn": ("The last line was not confirmed and is left out.", "最後一行未確認,不入賬。"),
    "hand_of": (
        "Hand {hand}, {round} round: {dealer} deals{streak}",
        "第{hand}鋪,{round}圈,{dealer}做莊{streak}",
    ),
    "streak": (", streak {streak}", ",連莊{streak}"),
    "prompt": ("{hand} {round} {dealer}{streak}> ", "{hand} {round} {dealer}{streak}> "),
    "hint": ("Enter ? for the commands.", "輸入 ? 可看指令。"),
    "new_round": ("{rounds} rounds are over.", "已打完{rounds}圈。"),
    "four_rounds": (
        "{rounds} rounds are over: play on, or enter close to settle.",
        "已打完{rounds}圈:可續打,或 close 結算。",
    ),
    "swapped": (
        "East and South change seats, West and North do: {seats}.",
        "東南互換座位,西北互換座位:{seats}。",
    ),
    "draw_seats": (
        "Seats are drawn anew, {name} rolls. Enter them from the dealer on: seats NAME NAME NAME NAME",
        "由{name}擲骰重定座位。由莊家起逆時針輸入:seats 名字 名字 名字 名字",
    ),
    "payer_pays": ("{payer} pays {payee}", "{payer}付{payee}"),
    "owes_more": ("{debtor} owes {creditor} {amount} more", "{debtor}加欠{creditor}{amount}"),
    "owes_less": ("{debtor} owes {creditor} {amount} less", "{debtor}少欠{creditor}{amount}"),
    "nothing_moves": ("Nothing is paid.", "毋須付款。"),
    "together": ("In all: {gains}", "合計:{gains}"),
    "confirm": ("Book it? [y/n] ", "入賬?[y/n] "),
    "not_booked": ("Not booked.", "未入賬。"),
    "booked": ("Booked as {number}.", "已入賬,第{number}筆。"),
    "undone": ("Taken back: {line}", "已撤銷:{line}"),
    "redone": ("Booked again: {line}", "已重做:{line}"),
    "closed": ("The book is closed.", "賬簿已結。"),
    "seat": ("Seat", "座"),
    "player": ("Player", "玩家"),
    "balance": ("Balance", "結餘"),
    "won": ("Won", "輸贏"),
    "marks": ("This hand", "此鋪"),
    "mark_riichi": ("riichi", "立直"),
    "mark_dead": ("dead hand", "相公"),
    "mark_kongs": ("kongs: {count}", "槓{count}"),
    "account_holds": ("{account}: {amount}", "{account}:{amount}"),
    "debt": ("{debtor} owes {creditor} {amount}", "{debtor}欠{creditor}{amount}"),
    "no_lines": ("The book is empty.", "賬簿是空的。"),
    "hands_played": ("Hands: {hands}, drawn: {drawn}", "共{hands}鋪,流局{drawn}鋪"),
    "wins_count": ("Wins", "糊"),
    "drawn_count": ("Self-drawn", "自摸"),
    "fed_count": ("Fed", "出衝"),
    "settlement": ("Settlement", "結算"),
    "hands_over": ("{payer} hands {payee} {amount}", "{payer}交{payee}{amount}"),
    "all_even": ("Nobody owes anybody.", "互不拖欠。"),
    "cash_owing": ("{name} has still to pay in {amount} for chips", "{name}尚欠籌碼款{amount}"),
    "cash_kept": ("{name} paid in {amount} more than was due, which is kept", "{name}多付{amount},不找續"),
    "exported": ("Written: {path}", "已寫入:{path}"),
    "commands": (
        "Commands (a name, the beginning of one, or E S W N says who):",
        "指令(名字、名字開頭,或東南西北指人):",
    ),
    "y": ("y", "y"),
    "bad_line": ("line {number}: {problem}", "第{number}行:{problem}"),
}

# command -> what it does, in both languages; the syntax stands with the event or in COMMANDS.
HELP: dict[str, tuple[str, str]] = {
    "win": (
        "A win. on WHO: on a discard; rob WHO [kong|concealed|swap|flower]: by robbing; flowers: by flowers; else a "
        "self-draw. Then the hand with its winning tile, as in +6s, and what it depends on (prize=1m5p last_tile), "
        "or only the agreed total (liable=WHO: one who pays for all). Further winners after &.",
        "糊牌。on 誰:出衝;rob 誰 [kong|concealed|swap|flower]:搶槓等;flowers:花糊;不寫即自摸。"
        "其後寫手牌(+6s 為糊牌)及情況(prize=1m5p last_tile),或只寫議定番數(liable=誰:包家)。多家糊以 & 分隔。",
    ),
    "draw": (
        "A drawn hand: who is ready where that is paid, who drew the last tile where he deals next.",
        "流局:須付聽牌者則記聽牌者,尾張者做莊則記尾張者。",
    ),
    "kong": (
        "A kong; an open one with who fed it. late: raised from the hand; last: of the drawer of the last tile.",
        "開槓;明槓須寫出衝者。late:後補的加槓;last:摸尾張者開槓。",
    ),
    "flowers": (
        "A set of flowers: 一枱草 or a whole series.",
        "一枱草(grass)或一枱花(plants 梅蘭菊竹,seasons 春夏秋冬)。",
    ),
    "chase": ("All four discarded the same tile: who was first.", "四家連打同一張:寫最先打者。"),
    "dice": ("The dealer's opening roll.", "莊家開局擲骰(呼么喝六)。"),
    "bet": (
        "Bets on a concealed kong: its suit (m p s z), then who guessed what.",
        "魚蝦蟹:暗槓的花色(m p s z),其後各人所猜。",
    ),
    "riichi": ("Ready hand declared, with its deposit where there is one.", "立直,須付代價者連代價。"),
    "indicator": ("The tile that makes wild tiles in this hand.", "此鋪的百搭標記。"),
    "dora": ("All dora indicators turned up so far.", "至今翻開的寶牌指示牌。"),
    "hidden": ("A concealed kong that was not shown after the hand.", "糊牌後忘記出示暗槓。"),
    "fine": (
        "A fine: which slip, who collects it where one player does, when it was found.",
        "罰款:何種過失,歸一家者寫收款者,何時發覺。",
    ),
    "false": ("A false win.", "詐糊。"),
    "dead": ("A dead hand: it wins and collects nothing more.", "相公:不能再糊牌及收獎金。"),
    "pay": ("What the table has agreed; also from and to rake, pot, pool.", "議定的付款;亦可付 rake、pot、pool。"),
    "cash": ("Cash paid to the host for chips.", "向主家付現款買籌碼。"),
    "seats": (
        "New seats, from the dealer on, counter-clockwise; rounds begin anew.",
        "新座位,由莊家起逆時針;圈數重新計。",
    ),
    "dealer": ("Who deals, where the table and the book differ.", "更正莊家及連莊數。"),
    "close": ("The end: debts are settled and chips redeemed.", "散場:清債並兌回籌碼。"),
    "undo": ("Takes back the last line.", "撤銷上一行。"),
    "redo": ("Books again what was undone.", "重做所撤銷的。"),
    "balance": ("Who has how much.", "各家結餘。"),
    "history": ("The last lines (10).", "最近各行(10)。"),
    "summary": ("What the evening came to, who hands whom how much.", "總結及如何找數。"),
    "export": ("Writes the book to a .csv or .json file.", "將賬簿寫成 .csv 或 .json 檔。"),
    "help": ("The commands, or one of them.", "所有指令,或其中一個。"),
    "quit": ("Leaves; the book is saved already.", "離開;賬簿早已存妥。"),
}
COMMANDS: dict[str, tuple[str, str]] = {
    "undo": ("undo", "撤"),
    "redo": ("redo", "重"),
    "balance": ("balance", "結餘"),
    "history": ("history [NUMBER]", "記錄"),
    "summary": ("summary", "總結"),
    "export": ("export FILE.csv|FILE.json", "匯出"),
    "help": ("help [COMMAND]", "?"),
    "quit": ("quit", "走"),
}
"""Lines that are not booked: how each is written, and its Chinese name."""


class TableWords(Words):
    """The words of the scorekeeper in one language.

    >>> TableWords("zh")("booked", number=3), TableWords("en").reason("opening dice", ())
    ('已入賬,第3筆。', 'opening dice')
    """

    def __call__(self, phrase: str, *values: object, **named: object) -> str:
        table = TABLE_PHRASES if phrase in TABLE_PHRASES else PHRASES
        return table[phrase][self.lang == "zh"].format(*values, **named)

    def help(self, command: str) -> str:
        return HELP[command][self.lang == "zh"]

    def problem(self, error: Exception) -> str:
        """What is wrong with a line."""
        if isinstance(error, LineError):
            return error.said(self.lang)
        if self.lang == "zh":
            from ..errors import TingpaiError
            from .faults import in_chinese

            if isinstance(error, TingpaiError):
                return in_chinese(error)
        return str(error)

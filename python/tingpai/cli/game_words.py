"""Phrases about games, in English and in Chinese; everything else is :class:`~tingpai.cli.words.Words`'."""

from __future__ import annotations

from .words import Words

GAME_PHRASES: dict[str, tuple[str, str]] = {
    # simulate
    "simulated": (
        "{games} games, {hands} hands, seed {seed}: {bots}",
        "{games}局,共{hands}副,種子 {seed}:{bots}",
    ),
    "speed": ("{steps} steps in {seconds} s, {rate} a second", "{steps}步,需時{seconds}秒,每秒{rate}步"),
    "broken_off": ("Broken off after {games} games.", "打了{games}局後中斷。"),
    "hands_won": ("Hands won", "有人糊"),
    "hands_drawn": ("Hands drawn", "流局"),
    "hands_else": ("Hands ended otherwise", "以他法結束"),
    "mean_total": ("Mean value of a win", "每糊平均"),
    "faults": ("Answers replaced", "代為應答"),
    "seat": ("Seat", "門風"),
    "player": ("Player", "玩家"),
    "wins_of": ("Wins", "糊牌"),
    "fed": ("Fed", "出衝"),
    "balance": ("Balance", "結餘"),
    "way": ("Way of winning", "糊牌方式"),
    "count": ("Count", "次數"),
    "share": ("Share", "比率"),
    "mean": ("Mean value", "平均番數"),
    "flow": ("Money that moved for", "賠付項目"),
    "amount": ("Amount", "數額"),
    # the table
    "you": ("you", "你"),
    "dealer": ("dealer", "庄"),
    "board_hand": ("Hand {number}, {round} round", "第{number}副,{round}圈"),
    "board_streak": ("streak {streak}", "連庄{streak}"),
    "board_left": ("{left} tiles left", "餘{left}張"),
    "board_wild": ("indicator {tile}, wild: {wild}", "百搭指示牌{tile},百搭:{wild}"),
    "board_dora": ("dora indicators {tiles}", "寶牌指示牌{tiles}"),
    "board_tiles": ("{tiles} tiles", "{tiles}張"),
    "board_balance": ("balance {balance}", "結餘{balance}"),
    "board_riichi": ("RIICHI", "立直"),
    "board_open": ("OPEN RIICHI", "開立直"),
    "board_eight": ("goes for eight flowers", "博八隻花"),
    "board_sets": ("Sets", "牌組"),
    "board_river": ("River", "牌河"),
    "board_wall": ("Wall", "牌牆"),
    # what happens
    "event_hand": ("Hand {number}: {round} round, dealer {who}", "第{number}副:{round}圈,{who}做庄"),
    "event_indicator": ("The indicator is {tile}.", "翻開百搭指示牌{tile}。"),
    "event_dora": ("A dora indicator is turned: {tile}.", "翻開寶牌指示牌{tile}。"),
    "event_flower": ("{who}: flower {tile}", "{who}補花{tile}。"),
    "event_draw": ("{who}: draw {tile}", "{who}摸{tile}。"),
    "event_discard": ("{who}: discard {tile}", "{who}打{tile}。"),
    "event_riichi": ("{who}: riichi, discard {tile}", "{who}立直,打{tile}。"),
    "event_answer": ("{who}: answer {act}", "{who}應答:{act}"),
    "event_chow": ("{who}: chow {set}", "{who}上:{set}。"),
    "event_pung": ("{who}: pung {set}", "{who}碰:{set}。"),
    "event_open_kong": ("{who}: kong {set}", "{who}明槓:{set}。"),
    "event_added_kong": ("{who}: add {tile} to a pung", "{who}加槓{tile}。"),
    "event_concealed_kong": ("{who}: concealed kong {set}", "{who}暗槓:{set}。"),
    "event_turned": ("The kong is turned: {tile}.", "開暗槓:{tile}。"),
    "event_swap_up": ("{who}: swap {tile} for the wild {wild}", "{who}飛上:以{tile}換百搭{wild}。"),
    "event_swap_down": ("{who}: swap the wild {wild} for {tile}", "{who}飛落:以百搭{wild}換{tile}。"),
    "event_won": ("{who}: win on {tile} ({way})", "{who}糊{tile}:{way}。"),
    "event_prize": ("{who}: prize tiles {tiles}", "{who}摸獎:{tiles}。"),
    "event_die": ("{who}: die {die}", "{who}擲得{die}點。"),
    "event_exhausted": ("Nobody wins; ready: {ready}.", "流局,聽牌:{ready}。"),
    "event_game_over": ("The game is over.", "全局完。"),
    "event_fault": ("{who}: no answer ({problem})", "{who}沒有應答:{problem}。"),
    "event_silent": ("{who}: no answer", "{who}沒有應答。"),
    "event_dead": ("{who}: dead hand ({why})", "{who}相公({why})。"),
    "event_false_win": ("{who}: false win", "{who}詐糊。"),
    "event_fined": ("{who}: fined ({slip})", "{who}受罰({slip})。"),
    "event_missed_extra": ("{who}: the dealer's extra tile is missed", "{who}忘記跳牌。"),
    "event_extra": ("{who}: takes the extra tile, {tile}", "{who}跳牌{tile}。"),
    "event_forgets": ("{who}: keeps flowers", "{who}忘記補花。"),
    "event_late_flower": ("{who}: late flower {tile}", "{who}遲補花{tile}。"),
    "event_wrong_claim": ("{who}: claims with the wrong tiles, {own}", "{who}取錯牌:{own}。"),
    "event_mended": ("{who}: claims with the right tiles, {own}", "{who}更換正確的牌:{own}。"),
    "event_merged": ("{who}: puts the tile among the others", "{who}把牌插入手牌。"),
    "event_kongs_shown": ("{who}: shows the concealed kongs", "{who}出示暗槓。"),
    "event_kongs_hidden": ("{who}: does not show the concealed kongs", "{who}忘記出示暗槓。"),
    "event_took_fines": ("{who}: takes the fines", "{who}取罰金。"),
    "step_stacks": ("chips are dealt out", "分籌碼"),
    "step_seating": ("seats are drawn", "執位"),
    "step_first_dealer": ("the first dealer is rolled for", "擲骰定莊"),
    "step_dice": ("dice", "擲骰"),
    "step_deal": ("tiles are dealt", "取牌"),
    "step_begin": ("play begins", "開始打牌"),
    "step_riichi_stands": ("the riichi stands", "立直成立"),
    "step_bets_open": ("bets are open", "可猜魚蝦蟹"),
    "step_turned": ("nobody bets", "無人猜"),
    "step_kong_stands": ("the kong stands", "槓成立"),
    "step_swap_stands": ("the swap stands", "飛上成立"),
    "step_flower_stands": ("the flower stands", "花成立"),
    "step_settled": ("the hand is settled", "結算"),
    "dead_short": ("a tile was not replaced or taken in time", "小相公"),
    "dead_wrong": ("wrong tiles or a wrong win", "錯相公"),
    "dead_false_win": ("false win", "詐糊"),
    "dead_broken_riichi": ("broken riichi", "立直後換牌或開槓"),
    "dead_passed_riichi": ("a win passed after riichi", "立直後過水"),
    "dead_riichi_below_minimum": ("riichi short of the minimum", "立直而台數不夠"),
    "slip_other": ("any other slip", "其他錯誤"),
    "slip_shown_tile": ("tile knocked over and shown", "撞倒牌並掀開"),
    "slip_unmade_pung": ("pung called and not made", "喊碰不碰"),
    "posting": ("{payer} pays {payee} {amount} ({reason})", "{payer}付{payee} {amount}({reason})"),
    "balances": ("Balances", "結餘"),
    "nobody": ("nobody", "無人"),
    # what one may do
    "act_discard": ("discard {tile}", "打{tile}"),
    "act_riichi": ("riichi {tile}", "立直,打{tile}"),
    "act_riichi_open": ("open riichi {tile}", "開立直,打{tile}"),
    "act_riichi_bare": ("riichi {tile} without its chip", "立直,打{tile}(不放籌)"),
    "act_win": ("win", "糊"),
    "act_flower_win": ("win by flowers", "花糊"),
    "act_pass": ("pass", "過"),
    "act_chow": ("chow with {own}", "以{own}上"),
    "act_pung": ("pung with {own}", "以{own}碰"),
    "act_kong": ("kong", "槓"),
    "act_concealed_kong": ("concealed kong {tile}", "暗槓{tile}"),
    "act_added_kong": ("add {tile} to the pung", "加槓{tile}"),
    "act_swap_up": ("swap {tile} for the wild {wild} of set {at}", "飛上:以{tile}換第{at}組的百搭{wild}"),
    "act_swap_down": ("swap the wild {wild} for {tile} of set {at}", "飛落:以百搭{wild}換第{at}組的{tile}"),
    "act_bet": ("bet on {suit}", "猜{suit}"),
    "suit_m": ("characters", "萬"),
    "suit_p": ("dots", "筒"),
    "suit_s": ("bamboos", "索"),
    "suit_z": ("honours", "番"),
    "act_false_win": ("false win", "詐糊"),
    "act_retract": ("call and not claim", "叫碰不碰"),
    "act_break_riichi": ("break the riichi", "立直後換牌"),
    "act_take_extra": ("take the extra tile", "跳牌"),
    "act_merge": ("put the tile among the others", "把牌插入手牌"),
    "act_show_kongs": ("show the concealed kongs", "出示暗槓"),
    "act_take_fines": ("take the fines", "取罰金"),
    "act_flower": ("lay flower {tile}", "補花{tile}"),
    "act_slip": ("slip: {slip}", "犯錯:{slip}"),
    "act_wrong_chow": ("chow with the wrong {own}", "錯取{own}上"),
    "act_wrong_pung": ("pung with the wrong {own}", "錯取{own}碰"),
    "act_mend": ("claim with {own} instead", "更換為{own}"),
    # play
    "your_turn": ("Your turn.", "輪到你。"),
    "your_claim": ("{who}: {tile}. Yours?", "{who}:{tile}。要否?"),
    "or_discard": ("a tile, such as {tile}, to discard it", "打牌則寫該牌,如{tile}"),
    "or_wrong": ("{act}, to claim with tiles that make none", "{act}:錯取牌"),
    "act_forget": ("leave it, which is an error", "不理會(犯錯)"),
    "asked_everywhere": ("You are asked at every tile, to err there too.", "每張牌都會問你。"),
    "asked_no_longer": ("You are asked only where more than an error is open.", "除犯錯外無事可做時不再問你。"),
    "play_help": ("h help", "h 說明"),
    "confirm": ("{act}: Enter to do it, u to take it back", "{act}:按 Enter 確定,u 收回"),
    "taken_back": ("Taken back.", "已收回。"),
    "not_understood": ("Not possible now: {line}", "此刻不可:{line}"),
    "tip": ("A greedy bot would: {act}", "電腦會:{act}"),
    "nothing_to_take_back": ("Nothing can be taken back: what was done is seen by all.", "無可收回:已打出的不能收回。"),
    "left_game": ("You leave the table.", "你離開了。"),
    "other_rules": (
        "The rules have changed since this log was written: it is shown as it stands, its wins by today's rules.",
        "規則已與牌譜不同:照牌譜重演,糊牌則按現行規則說明。",
    ),
    "torn": ("The last line of the log was cut off and is left out.", "牌譜末行不完整,不計。"),
    "resumable": ("tingpai play --resume {path} goes on from here.", "tingpai play --resume {path} 可繼續。"),
    "welcome": ("{rules}, seed {seed}. You play against {bots}.", "{rules},種子 {seed}。對手:{bots}。"),
    # replay
    "replay_help": (
        "Enter next, a number to go there, b back, e end of hand, q leave ({last} events)",
        "Enter 下一步,數字跳到該步,b 上一步,e 此副完,q 離開(共{last}步)",
    ),
    "replay_bad": ("There are events 1 to {last}.", "只有第1至{last}步。"),
}

HELP: tuple[tuple[str, str], ...] = (
    ("5p", "discard that tile; any notation of the package reads, 五筒 too"),
    ("2", "do what is listed under that number"),
    ("discard 5p, chow 4p6p, pass", "the same in words, as a log has it"),
    ("Enter", "pass, where that is listed; else nothing"),
    ("u", "take back a choice that waits for Enter: claims, kongs, swaps, riichi, passing up a win"),
    ("t", "what a greedy bot would do"),
    ("a", "do what it would"),
    ("b", "the table again"),
    ("q, or the end of input", "leave; a log can be resumed"),
    ("*  <  ^  >  !", "wild tile; given by the left, opposite, right player; tile of a riichi"),
)
HELP_ERRORS: tuple[tuple[str, str], ...] = (
    ("false win, slip ...", "an error, committed on purpose: a fine or a dead hand, as its clause says; asked first"),
    ("e", "be asked at every tile of others, where only an error is open; again: no longer"),
)
HELP_ERRORS_ZH: tuple[tuple[str, str], ...] = (
    ("詐糊、犯錯等", "故意犯錯:照條文罰款或作相公;先問清楚"),
    ("e", "別家每張牌都問(只可犯錯時);再寫則不問"),
)
HELP_ZH: tuple[tuple[str, str], ...] = (
    ("5p", "打出該牌;亦可寫五筒等"),
    ("2", "做該編號所列"),
    ("discard 5p, chow 4p6p, pass", "照牌譜的寫法"),
    ("Enter", "過(若可)"),
    ("u", "收回未確定的選擇:上碰槓、飛、立直、放棄糊牌"),
    ("t", "電腦的提示"),
    ("a", "照提示做"),
    ("b", "再看牌桌"),
    ("q", "離開;有牌譜則可繼續"),
    ("*  <  ^  >  !", "百搭;上家、對家、下家所打;立直牌"),
)


class GameWords(Words):
    """
    >>> GameWords("en")("fed"), GameWords("zh")("total")
    ('Fed', '合計')
    """

    def __call__(self, phrase: str, *values: object, **named: object) -> str:
        if phrase not in GAME_PHRASES:
            return super().__call__(phrase, *values, **named)
        return GAME_PHRASES[phrase][self.lang == "zh"].format(*values, **named)

    def problem(self, problem: str) -> str:
        """Why a player gave no answer that holds, as his bot was told in English."""
        if self.lang == "en":
            return problem
        from .log_faults import of_player

        return of_player(problem) or problem

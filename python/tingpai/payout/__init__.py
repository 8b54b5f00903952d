"""Money.  A scheme turns the facts of one win into postings, and the other functions turn the facts of
everything else into postings; money moves in no other way.

Every function takes a rule set and a fact.  ``()`` means that nothing is due; a claim that cannot be
raises :class:`~tingpai.errors.SettlementError`.
"""

TYPE_CHECKING = False  # type checkers take it for true

if TYPE_CHECKING:
    from .chips import CashLine, cash_in, opening, rake
    from .curve import CurveScheme
    from .drawn import DrawnHand, best_discard_total, deposit, drawn_hand
    from .facts import DEALER, HOUSE, Account, LaidSet, Posting, Scheme, WinFacts, accounts, check, payments
    from .instants import (
        Bet,
        FlowerSet,
        Kong,
        KongBets,
        chase,
        completed,
        dice_outcome,
        flower_set,
        hidden_kong,
        kong,
        kong_bets,
        opening_dice,
    )
    from .shares import ShareScheme
    from .slips import Fined, false_win, fine, slip_of
    from .stakes import SeatPrizeScheme, StakeScheme
    from .table import TableScheme
    from .tariff import (
        BetRates,
        Chips,
        Deposits,
        DrawRates,
        KongRates,
        Rate,
        Slip,
        Tariff,
        pot_tariff,
        prize_tariff,
        table_slips,
    )
    from .won import Claim, Declared, HandWon, hand_won, win_facts, winners

__all__ = [
    "DEALER",
    "HOUSE",
    "Account",
    "Bet",
    "BetRates",
    "CashLine",
    "Chips",
    "Claim",
    "CurveScheme",
    "Declared",
    "Deposits",
    "DrawRates",
    "DrawnHand",
    "Fined",
    "FlowerSet",
    "HandWon",
    "Kong",
    "KongBets",
    "KongRates",
    "LaidSet",
    "Posting",
    "Rate",
    "Scheme",
    "SeatPrizeScheme",
    "ShareScheme",
    "Slip",
    "StakeScheme",
    "TableScheme",
    "Tariff",
    "WinFacts",
    "accounts",
    "best_discard_total",
    "cash_in",
    "chase",
    "check",
    "completed",
    "deposit",
    "dice_outcome",
    "drawn_hand",
    "false_win",
    "fine",
    "flower_set",
    "hand_won",
    "hidden_kong",
    "kong",
    "kong_bets",
    "opening",
    "opening_dice",
    "payments",
    "pot_tariff",
    "prize_tariff",
    "rake",
    "slip_of",
    "table_slips",
    "win_facts",
    "winners",
]

if not TYPE_CHECKING:
    from ..lazy import names_of

    __getattr__, __dir__ = names_of(
        __name__,
        {
            "chips": ("CashLine", "cash_in", "opening", "rake"),
            "curve": ("CurveScheme",),
            "drawn": ("DrawnHand", "best_discard_total", "deposit", "drawn_hand"),
            "facts": (
                "DEALER", "HOUSE", "Account", "LaidSet", "Posting", "Scheme", "WinFacts", "accounts", "check",
                "payments",
            ),
            "instants": (
                "Bet", "FlowerSet", "Kong", "KongBets", "chase", "completed", "dice_outcome", "flower_set",
                "hidden_kong", "kong", "kong_bets", "opening_dice",
            ),
            "shares": ("ShareScheme",),
            "slips": ("Fined", "false_win", "fine", "slip_of"),
            "stakes": ("SeatPrizeScheme", "StakeScheme"),
            "table": ("TableScheme",),
            "tariff": (
                "BetRates", "Chips", "Deposits", "DrawRates", "KongRates", "Rate", "Slip", "Tariff", "pot_tariff",
                "prize_tariff", "table_slips",
            ),
            "won": ("Claim", "Declared", "HandWon", "hand_won", "win_facts", "winners"),
        },
    )  # fmt: skip

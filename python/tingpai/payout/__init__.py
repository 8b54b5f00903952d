"""Money.  A scheme turns the facts of one win into postings, and the other functions turn the facts of
everything else into postings; money moves in no other way.

Every function takes a rule set and a fact.  ``()`` means that nothing is due; a claim that cannot be
raises :class:`~tingpai.errors.SettlementError`.
"""

from .curve import CurveScheme
from .facts import DEALER, HOUSE, Account, LaidSet, Posting, Scheme, WinFacts, accounts, check, payments

TYPE_CHECKING = False  # type checkers take it for true

if TYPE_CHECKING:
    from .chips import CashLine, cash_in, opening, rake
    from .drawn import DrawnHand, best_discard_total, deposit, drawn_hand
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
    # Scoring a hand needs none of these: they load when they are first used.
    _MODULES = {
        "chips": ("CashLine", "cash_in", "opening", "rake"),
        "drawn": ("DrawnHand", "best_discard_total", "deposit", "drawn_hand"),
        "instants": (
            "Bet", "FlowerSet", "Kong", "KongBets", "chase", "completed", "dice_outcome", "flower_set", "hidden_kong",
            "kong", "kong_bets", "opening_dice",
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
    }  # fmt: skip
    _HOME = {name: module for module, names in _MODULES.items() for name in names}

    def __getattr__(name):
        from importlib import import_module

        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        return found

"""A mahjong engine for five Chinese games: what a hand is worth, why, and who pays.

>>> import tingpai as tp
>>> hand = tp.Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
>>> tp.score(hand, tp.rules("baida"), seat="W", indicator="7z", by="self_draw").total
34
"""

from ._internal import __version__
from .errors import IllegalActionError, IllegalHandError, NotationError, RuleConfigError, TingpaiError
from .hand import Hand, Meld
from .ruleset.registry import options_of, rules, variant_ids
from .scoring import acceptance, decompose, distance, score, waits

__all__ = [
    "Hand",
    "IllegalActionError",
    "IllegalHandError",
    "Meld",
    "NotationError",
    "RuleConfigError",
    "TingpaiError",
    "__version__",
    "acceptance",
    "decompose",
    "distance",
    "options_of",
    "rules",
    "score",
    "variant_ids",
    "waits",
]

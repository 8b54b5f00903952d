"""A mahjong engine for five Chinese games: what a hand is worth, why, and who pays.

>>> import tingpai as tp
>>> hand = tp.Hand.parse("123s 45s 789s 22p [789s] [456m] +6s 1f")
>>> tp.score(hand, tp.rules("baida"), seat="W", indicator="7z", by="self_draw").total
34

Names load what they need when they are first used, so that importing the package costs next to nothing.
"""

TYPE_CHECKING = False  # type checkers take it for true; typing itself is slow to import

if TYPE_CHECKING:
    from . import batch as batch
    from . import errors as errors
    from . import ledger as ledger
    from . import payout as payout
    from . import reference as reference
    from . import ruleset as ruleset
    from . import tiles as tiles
    from ._internal import __version__
    from .errors import IllegalActionError, IllegalHandError, NotationError, RuleConfigError, TingpaiError
    from .hand import Hand, Meld
    from .result import Result
    from .ruleset.files import load_rules
    from .ruleset.registry import options_of, rules, variant_ids
    from .ruleset.schema import RuleSet
    from .scoring import acceptance, decompose, distance, score, waits

__all__ = [
    "Hand",
    "IllegalActionError",
    "IllegalHandError",
    "Meld",
    "NotationError",
    "Result",
    "RuleConfigError",
    "RuleSet",
    "TingpaiError",
    "__version__",
    "acceptance",
    "decompose",
    "distance",
    "load_rules",
    "options_of",
    "rules",
    "score",
    "variant_ids",
    "waits",
]

if not TYPE_CHECKING:
    from .lazy import names_of

    __getattr__, __dir__ = names_of(
        __name__,
        {
            "_internal": ("__version__",),
            "errors": ("IllegalActionError", "IllegalHandError", "NotationError", "RuleConfigError", "TingpaiError"),
            "hand": ("Hand", "Meld"),
            "result": ("Result",),
            "ruleset.files": ("load_rules",),
            "ruleset.registry": ("options_of", "rules", "variant_ids"),
            "ruleset.schema": ("RuleSet",),
            "scoring": ("acceptance", "decompose", "distance", "score", "waits"),
        },
        modules=("batch", "errors", "ledger", "payout", "reference", "ruleset", "tiles"),
    )

"""Whole games: state, decisions, events, log.

>>> import tingpai as tp
>>> from tingpai.game import new_game
>>> game = new_game(tp.rules("hongkong"), seed=7, hands=1)
>>> game.play_random() > 0, game.over, sum(game.state.balances.values())
(True, True, 0)

Names load what they need when they are first used: a rule set takes its :class:`~tingpai.game.flow.Play` from here,
and must not cost the engine.
"""

TYPE_CHECKING = False  # type checkers take it for true

if TYPE_CHECKING:
    from .action import Action, parse_action
    from .engine import Game, new_game
    from .event import LogError
    from .flow import Opening, Passing, Play, Riichi
    from .legal import legal_actions
    from .state import State
    from .view import View

__all__ = [
    "Action",
    "Game",
    "LogError",
    "Opening",
    "Passing",
    "Play",
    "Riichi",
    "State",
    "View",
    "legal_actions",
    "new_game",
    "parse_action",
]

if not TYPE_CHECKING:
    from ..lazy import names_of

    __getattr__, __dir__ = names_of(
        __name__,
        {
            "action": ("Action", "parse_action"),
            "engine": ("Game", "new_game"),
            "event": ("LogError",),
            "flow": ("Opening", "Passing", "Play", "Riichi"),
            "legal": ("legal_actions",),
            "state": ("State",),
            "view": ("View",),
        },
    )

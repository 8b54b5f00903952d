"""Who sits at the table: bots, programs, people.

Anything with ``choose(view, legal)`` can play (:class:`~tingpai.bots.player.Player`).

>>> import tingpai as tp
>>> from tingpai.bots import GreedyBot, RandomBot, play
>>> rules = tp.rules("hongkong")
>>> game = play(rules, [GreedyBot(rules), RandomBot(1), RandomBot(2), RandomBot(3)], seed=5, hands=1)
>>> game.over
True
"""

TYPE_CHECKING = False  # type checkers take it for true

if TYPE_CHECKING:
    from .greedy import GreedyBot
    from .player import Player, PlayerError, RandomBot
    from .program import ProgramPlayer
    from .table import Table, play, player_of

__all__ = ["GreedyBot", "Player", "PlayerError", "ProgramPlayer", "RandomBot", "Table", "play", "player_of"]

if not TYPE_CHECKING:
    from ..lazy import names_of

    __getattr__, __dir__ = names_of(
        __name__,
        {
            "greedy": ("GreedyBot",),
            "player": ("Player", "PlayerError", "RandomBot"),
            "program": ("ProgramPlayer",),
            "table": ("Table", "play", "player_of"),
        },
    )

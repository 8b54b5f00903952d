"""Players at a table: asks whoever must act, and plays what they choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from ..errors import IllegalActionError, shown
from ..game.action import PASS, Action, parse_action
from ..game.engine import Game, new_game
from ..records import replace
from .player import Player, PlayerError, RandomBot

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet


SWAPS = 30
"""How many swaps of wild tiles a table takes from one draw to the next; then it offers none.

The rules set no limit (V1-20), so who lays the same tile down and takes it up again would never end his turn.  Five
sets hold fifteen tiles, and each can come and go.
"""


class Table:
    """A game and its players, by number 0..3 as ``game.state.players`` names them.

    ``lenient``: an answer that is none (an illegal act, a program that died or was too slow) is replaced by a safe
    act, and the log says so (event ``fault``); otherwise it raises :class:`~tingpai.bots.player.PlayerError`.
    """

    def __init__(self, game: Game, players: Sequence[Player], lenient: bool = False) -> None:
        if not isinstance(players, Sequence) or len(players) != 4:
            found = len(players) if isinstance(players, Sequence) else shown(players)
            raise PlayerError(f"four players sit at a table, not {found}")
        for number, player in enumerate(players):
            if isinstance(player, type) or not isinstance(player, Player):
                raise PlayerError(f"player {number} cannot choose: {shown(player)} has no method choose(view, legal)")
        self.game = game
        self.players = tuple(players)
        self.lenient = lenient
        self._swaps: Counter[tuple[int, int]] = Counter()
        self._pick = tuple(player.pick if isinstance(player, RandomBot) else None for player in players)

    def play(self, steps: int | None = None) -> int:
        """Plays to the end of the game, or so many steps; returns how many were made."""
        made = 0
        game = self.game
        while not game.over and made != steps:
            game.step({place: self.choice(place) for place in game.pending})
            made += 1
        return made

    def choice(self, place: int) -> Action:
        """What the player at a place does; one who has no choice is not asked."""
        game = self.game
        legal = game.legal(place)
        if len(legal) == 1:
            return legal[0]
        number = game.state.players[place]
        pick = self._pick[number]
        return self._asked(place, legal) if pick is None else pick(legal)  # chance ends its swaps by itself

    def _asked(self, place: int, legal: tuple[Action, ...]) -> Action:
        """What a player chooses who is shown his view."""
        state, view = self.game.state, self.game.view(place)
        draw = state.hand, state.left
        if self._swaps[draw] >= SWAPS:
            legal = tuple(action for action in legal if action.kind not in ("swap_up", "swap_down"))
            if len(legal) == 1:
                return legal[0]
            view = replace(view, legal=legal)
        number = state.players[place]
        try:
            action = _read(self.players[number].choose(view, legal), legal, self._name(number))
        except PlayerError as error:
            if not self.lenient:
                raise
            self.game.fault(place, str(error))
            action = safe(legal)
        if action.kind in ("swap_up", "swap_down"):
            self._swaps[draw] += 1
        return action

    def _name(self, number: int) -> str:
        """A player as a complaint names him: a program by its own name too."""
        seated, own = self.game.names[number], getattr(self.players[number], "name", None)
        return f"{seated} ({shown(own)})" if isinstance(own, str) and own != seated else seated

    def close(self) -> None:
        """Tells every player that wants to know that the game is over, or left."""
        balances = {str(account): amount for account, amount in self.game.state.balances.items()}
        with ExitStack() as each:  # whatever comes of one of them, the others are told
            for number, player in enumerate(self.players):
                each.callback(end, player, number, balances)


def end(player: Player, number: int, balances: dict[str, int]) -> None:
    """Tells a player that the game is over, or left, if he wants to know."""
    told: Callable[[int, dict[str, int]], object] | None = getattr(player, "end", None)
    if told is not None:
        told(number, balances)


def _read(answer: Any, legal: tuple[Action, ...], name: str) -> Action:
    """An answer as one of the legal acts."""
    try:
        action = parse_action(answer) if not isinstance(answer, Action) else answer
    except IllegalActionError:
        raise PlayerError(f"{name} answers {shown(answer)}, which is no action") from None
    if action not in legal:
        raise PlayerError(f"{name} chooses {action}, which is not among {', '.join(map(str, legal))}")
    return action


OWED = ("take_extra", "flower", "show_kongs")
"""What a player must think of himself where errors can be committed."""


def safe(legal: tuple[Action, ...]) -> Action:
    """What is done for a player who does not answer: what else would be an error of his, or he passes, or discards
    his last tile.

    >>> from tingpai.game.action import DISCARDS, WIN
    >>> str(safe((WIN, *DISCARDS[3:5]))), str(safe((WIN, PASS)))
    ('discard 5m', 'pass')
    """
    for action in legal:
        if action.kind in OWED:
            return action
    if PASS in legal:
        return PASS
    return next((action for action in reversed(legal) if action.kind == "discard"), legal[-1])


BUILT_IN = ("greedy", "random")
"""Players that are not programs, by name."""


def player_of(kind: str, rules: RuleSet, seed: int = 0, number: int = 0) -> Player:
    """A player by its name: ``greedy``, ``random``, or else a command line of a program.

    >>> import tingpai as tp
    >>> type(player_of("random", tp.rules("hongkong"))).__name__
    'RandomBot'
    """
    if kind == "random":  # the names of BUILT_IN
        return RandomBot(seed, number)
    if kind == "greedy":
        from .greedy import GreedyBot

        return GreedyBot(rules)
    from .program import ProgramPlayer

    return ProgramPlayer(kind, rules, number)


def play(rules: RuleSet, players: Sequence[Player], *, lenient: bool = False, **options: Any) -> Game:
    """A whole game; ``options`` are those of :func:`~tingpai.game.engine.new_game`.

    Raises :class:`~tingpai.bots.player.PlayerError` where a player does not play, unless ``lenient``.
    """
    table = Table(new_game(rules, **options), players, lenient)
    try:
        table.play()
    finally:
        table.close()
    return table.game

"""What a player is, and the simplest one."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from ..errors import TingpaiError
from ..game.action import Action
from ..game.seed import CHOICES, Stream
from ..game.view import View


class PlayerError(TingpaiError):
    """A player that does not play: what was asked of it, and what came instead."""

    code = "bad_player"


@runtime_checkable
class Player(Protocol):
    """Whoever can choose.

    ``view`` is what the seat may see (:class:`~tingpai.game.view.View`), ``legal`` everything it may do, more than
    one thing; the answer is one of these or its text.
    """

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action | str:
        """One of ``legal``."""


class RandomBot:
    """Chooses by chance alone, each legal act as likely.

    >>> from tingpai.game.action import DISCARDS
    >>> RandomBot(seed=1).pick(DISCARDS) in DISCARDS
    True
    """

    def __init__(self, seed: int = 0, place: int = 0) -> None:
        self._chance = Stream(seed, CHOICES, place)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return self.pick(legal)

    def pick(self, legal: tuple[Action, ...]) -> Action:
        """The same for who needs no view: making one takes longer than the rest."""
        return legal[self._chance.below(len(legal))]

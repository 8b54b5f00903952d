"""A game that is played: what happens by itself happens, and whoever must act is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import IllegalActionError, RuleConfigError, shown
from .action import Action, parse_action
from .decide import Decision, act, follow
from .event import Event
from .evolve import evolve
from .legal import check_place, legal_actions, refusal
from .seed import CHOICES, Stream
from .state import State
from .view import View, view
from .wall import tiles_of

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

Options = tuple[Action, ...]


class Game:
    """Four players at a table.  Made by :func:`new_game` or from a log.

    ``state`` is the one state; ``pending`` the places that must act now (several in a claim window); ``events`` all
    that happened, where they are kept; ``over`` whether the game has ended.
    """

    __slots__ = ("_decision", "events", "listener", "names", "state")

    def __init__(self, state: State, names: Sequence[str] = (), keep: bool = True) -> None:
        self.state = state
        self.names = tuple(names) or ("A", "B", "C", "D")
        self.events: list[Event] | None = [] if keep else None
        self.listener: Callable[[Event], None] | None = None
        self._decision = Decision()

    @property
    def pending(self) -> tuple[int, ...]:
        return self._decision.pending

    @property
    def over(self) -> bool:
        return self.state.phase == "over"

    def legal(self, place: int) -> Options:
        """Everything ``place`` may do now; empty if it is not asked."""
        check_place(place)
        return self._legal(place)

    def _legal(self, place: int) -> Options:
        options = self._decision.options[place]
        if options is None:
            options = self._decision.options[place] = legal_actions(self.state, place)
        return options

    def view(self, place: int) -> View:
        """What the player at ``place`` may see."""
        return view(self.state, place, self.legal(place))

    def apply(self, place: int, action: Action | str) -> None:
        """One player acts.  Raises :class:`~tingpai.errors.IllegalActionError` with the reason and what is legal;
        then nothing has changed.

        >>> import tingpai as tp
        >>> from tingpai.game import new_game
        >>> game = new_game(tp.rules("hongkong"), seed=1)
        >>> game.apply((game.pending[0] + 1) % 4, "discard 1m")
        Traceback (most recent call last):
        ...
        tingpai.errors.IllegalActionError: it is not this seat's turn
        """
        if isinstance(action, str):
            action = parse_action(action)
        options = self.legal(place)
        if action not in options:
            raise IllegalActionError(refusal(self.state, place, action, options), options)
        self._emit(act(self.state, place, action, options))
        if len(self._decision.pending) > 1 and not self.state.manual:
            # Others are still to answer, and what they may do is not changed by an answer.
            self._decision.pending = tuple(other for other in self._decision.pending if other != place)
            self._decision.options[place] = ()
        else:
            self.advance()

    def step(self, actions: Mapping[int, Action | str]) -> None:
        """Everybody who is pending acts.  Nothing changes unless all actions are legal."""
        pending = self._decision.pending
        if not isinstance(actions, (dict, Mapping)):
            raise IllegalActionError(f"actions by place, not {shown(actions)}")
        if len(actions) != len(pending) or any(place not in actions for place in pending):
            raise IllegalActionError(f"to act: places {pending}, not {tuple(actions)}")
        chosen = []
        for place, action in actions.items():
            read = parse_action(action) if isinstance(action, str) else action
            options = self.legal(place)
            if read not in options:
                raise IllegalActionError(refusal(self.state, place, read, options), options)
            chosen.append((place, read, options))
        for place, read, options in chosen:
            self._emit(act(self.state, place, read, options))
        self.advance()

    def fault(self, place: int, problem: str) -> None:
        """Notes that the player at ``place`` did not answer and that what comes next was done for him."""
        self._emit([("fault", place, problem)])

    def copy(self) -> Game:
        """The same game from here on, without its past; it shares nothing that changes."""
        twin = Game(self.state.copy(), self.names, keep=False)
        twin.advance()
        return twin

    def advance(self) -> None:
        """Lets happen what happens by itself, until somebody must act or the game is over."""
        state, decision = self.state, self._decision
        while events := follow(state, decision):
            self._emit(events)

    def _emit(self, events: list[Event]) -> None:
        for event in events:
            evolve(self.state, event)
            if self.events is not None:
                self.events.append(event)
            if self.listener is not None:
                self.listener(event)

    def play_random(self, seed: int = 0, steps: int | None = None) -> int:
        """Lets chance choose for everybody, up to so many steps; returns how many were made."""
        chance = Stream(seed, CHOICES)
        made = 0
        while not self.over and made != steps:
            self.step({place: (acts := self._legal(place))[chance.below(len(acts))] for place in self.pending})
            made += 1
        return made


def new_game(
    rules: RuleSet,
    seed: int = 0,
    *,
    names: Sequence[str] = (),
    rounds: int | None = None,
    hands: int | None = None,
    walls: Mapping[int, Sequence[int]] | None = None,
    manual: bool | None = None,
    keep: bool = True,
    watch: Callable[[Game], object] | None = None,
) -> Game:
    """A game from the seating to the first decision.

    ``rounds``: how many are played (the variant's number); ``hands``: an end after so many hands; ``walls``: by hand,
    tiles from the mouth on that stand in for the seed's; ``manual``: whether errors can be committed (as the rules'
    option says; see :mod:`tingpai.game.slips`); ``keep``: whether events are kept for a log; ``watch`` is given the
    game before anything has happened, to set its listener.

    >>> import tingpai as tp
    >>> new_game(tp.rules("hongkong"), seed=1).state.phase
    'turn'
    """
    check_names(names or ("A", "B", "C", "D"))
    game = Game(start(rules, seed, rounds=rounds, hands=hands, walls=walls, manual=manual), names or (), keep)
    if watch is not None:
        watch(game)
    game.advance()
    return game


def check_names(names: object) -> None:
    """Refuses what a log could not hold."""
    if not isinstance(names, (list, tuple)) or len(names) != 4 or not all(isinstance(name, str) for name in names):
        raise RuleConfigError("names", f"takes four names, not {shown(names)}")
    for name in names:
        if any("\ud800" <= char <= "\udfff" for char in name):
            raise RuleConfigError("names", f"takes text; {shown(name)} holds half a character (a lone surrogate)")


def _tiles_in(wall: object) -> tuple[int, ...]:
    """The tiles of a wall that is one; else none."""
    row = tuple(wall) if isinstance(wall, (list, tuple, bytes)) else ()
    return row if all(type(tile) is int for tile in row) else ()


def start(rules: RuleSet, seed: int, **limits: Any) -> State:
    """The state before the first event."""
    if getattr(rules, "play", None) is None:
        raise RuleConfigError("rules", f"{shown(getattr(rules, 'id', rules))} cannot be played")
    if type(seed) is not int or not -(2**63) <= seed < 2**64:
        raise RuleConfigError("seed", f"takes a whole number of at most 64 bits, not {shown(seed)}")
    given = {name: value for name, value in limits.items() if value is not None}
    for name, least in (("rounds", 1), ("hands", -1)):
        if name in given and (type(given[name]) is not int or given[name] < least):
            raise RuleConfigError(name, f"takes a whole number from {least} on, not {shown(given[name])}")
    if type(given.get("manual", False)) is not bool:
        raise RuleConfigError("manual", f"takes True or False, not {shown(given['manual'])}")
    walls = given.pop("walls", {})
    if not isinstance(walls, Mapping) or not all(type(number) is int and number >= 0 for number in walls):
        raise RuleConfigError("walls", f"takes walls by the number of their hand, not {shown(walls)}")
    for number, wall in walls.items():
        if Counter(_tiles_in(wall)) != Counter(tiles_of(rules)):
            raise RuleConfigError("walls", f"the wall of hand {shown(number)} is not made of the tiles of {rules.id}")
    state = State(rules, seed, walls)
    for name, value in given.items():
        setattr(state, name, value)
    return state

"""A machine that plays at a table with errors: whatever is done in whatever order, what must hold holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from playing import PLAYED, all_tiles, every_action, rules_of, tiles_on_table
from tingpai.errors import IllegalActionError
from tingpai.game import Game, new_game
from tingpai.game.log import dumps, loads
from tingpai.game.view import view

ALL_ACTIONS = list(every_action())


class Table(RuleBasedStateMachine):
    """Acts of every kind, lawful or not, at a table of one variant."""

    variant = "baida"
    game: Game

    @initialize(seed=st.integers(0, 2**64 - 1), errors=st.booleans())
    def sit_down(self, seed: int, errors: bool) -> None:
        self.game = new_game(rules_of((self.variant, {})), seed, hands=2, manual=errors)

    @precondition(lambda self: not self.game.over)
    @rule(data=st.data())
    def act(self, data: Any) -> None:
        places = [place for place in range(4) if self.game.legal(place)]
        place = data.draw(st.sampled_from(places))
        self.game.apply(place, data.draw(st.sampled_from(self.game.legal(place))))

    @precondition(lambda self: not self.game.over)
    @rule(turns=st.integers(1, 40), seed=st.integers(0, 1000))
    def play_on(self, turns: int, seed: int) -> None:
        """Gets somewhere: single acts alone would stay in the opening."""
        from playing import at_random
        from tingpai.game.seed import CHOICES, Stream

        chance = Stream(seed, CHOICES)
        for _ in range(turns):
            if not self.game.over:
                self.game.step({place: at_random(self.game, place, chance) for place in self.game.pending})

    @rule(place=st.integers(-1, 4), at=st.integers(0, len(ALL_ACTIONS) - 1))
    def act_illegally(self, place: int, at: int) -> None:
        action = ALL_ACTIONS[at]
        if 0 <= place <= 3 and action in self.game.legal(place):
            return
        before = self.game.state.copy()
        with pytest.raises(IllegalActionError) as error:
            self.game.apply(place, action)
        assert error.value.reason
        assert self.game.state == before

    @rule()
    def resume_from_the_log(self) -> None:
        resumed = loads(dumps(self.game))
        assert resumed.state == self.game.state
        assert resumed.pending == self.game.pending
        self.game = resumed

    @invariant()
    def nothing_is_lost(self) -> None:
        s = self.game.state
        assert tiles_on_table(s) == all_tiles(s)
        assert sum(s.balances.values()) == 0
        assert self.game.over or self.game.pending
        for place in range(4):
            view(s, place).to_data()


@pytest.mark.parametrize("id", PLAYED)
def test_a_table_with_errors_holds_together(id: str) -> None:
    machine = type(f"Table_{id}", (Table,), {"variant": id})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )

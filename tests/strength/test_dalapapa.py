"""The master of Dalapapa gains from more time. (Its place on the ladder: test_ladders.py; by the clock:
bench/dalapapa_fit.py match --think.)
"""

import numpy as np
import pytest

import brelan
from brelan.arena.simulate import Mean
from brelan.games.dalapapa import bots
from brelan.kernel import stream

GAME = brelan.game("dalapapa")
GAMES = 400


@pytest.mark.slow
def test_the_master_gains_from_more_time():
    """Thirty times the work a move (about five minutes): work is counted in iterations, so a busy machine does not
    matter.
    """
    known = bots.tables((), 2, GAME.complete_options({}))
    slow, quick = known._replace(iterations=900), known._replace(iterations=30)
    level, won = GAME.bots.LEVELS.index("master"), np.zeros(GAMES)
    for game in range(GAMES):
        state, rng, seat = GAME.new(players=2, seed=60 + game // 2), stream(60, game), game % 2
        while not state.over:
            view = state.view_state(state.mover)
            state.apply(int(GAME.drivers.choose(view._buf, level, rng, slow if state.mover == seat else quick)))
        won[game] = (1 + np.sign(state.payoff[seat] - state.payoff[1 - seat])) / 2
    share = Mean.of(won.reshape(-1, 2).mean(axis=1))  # the two games on the same luck together
    assert share.mean - share.margin * 1.96 / 2.5758 > 0.5, share

"""The master of Dalapapa gains from more time, and wins more than its share with every number of players. (Its place on
the ladder: test_ladders.py; by the clock: bench/dalapapa_fit.py match --think.)
"""

import numpy as np
import pytest

import brelan
from brelan.arena.simulate import Mean
from brelan.engine.kernel import stream
from brelan.games.dalapapa import bots

GAME = brelan.game("dalapapa")
GAMES = 400


@pytest.mark.slow
def test_the_master_gains_from_more_time():
    """Thirty times the work a move (about five minutes): work is counted in iterations, so a busy machine does not
    matter.
    """
    classic = {"tiles": "classic"}  # the shorter game
    known = bots.tables((), 2, GAME.complete_options(classic))
    slow, quick = known._replace(iterations=900), known._replace(iterations=30)
    level, won = GAME.bots.LEVELS.index("master"), np.zeros(GAMES)
    for game in range(GAMES):
        state, rng, seat = GAME.new(players=2, seed=60 + game // 2, **classic), stream(60, game), game % 2
        while not state.over:
            view = state.view_state(state.mover)
            state.apply(int(GAME.drivers.choose(view._buf, level, rng, slow if state.mover == seat else quick)))
        won[game] = (1 + np.sign(state.payoff[seat] - state.payoff[1 - seat])) / 2
    share = Mean.of(won.reshape(-1, 2).mean(axis=1))  # the two games on the same luck together
    assert share.mean - share.margin * 1.96 / 2.5758 > 0.5, share


def share_of_wins(players, games, iterations=800):
    """The master's share of the wins against experts, moving round the seats with the same luck."""
    known = bots.tables((), players, GAME.complete_options({}))._replace(iterations=iterations)
    return float(np.mean([won(game, players, known) for game in range(games)]))


def won(game, players, known):
    state, rng, seat = GAME.new(players=players, seed=900 + game // players), stream(90, game), game % players
    master, expert = GAME.bots.LEVELS.index("master"), GAME.bots.LEVELS.index("expert")
    while not state.over:
        view = state.view_state(state.mover)
        state.apply(int(GAME.drivers.choose(view._buf, master if state.mover == seat else expert, rng, known)))
    best = max(state.payoff)
    return (state.payoff[seat] == best) / state.payoff.count(best)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games", "least"), [(2, 120, 0.58), (3, 120, 0.37), (4, 160, 0.26)])
def test_the_master_wins_more_than_its_share(players, games, least):
    """With 800 iterations a move, a fifth of what half a second buys: about seven minutes each. These games gave 64, 42
    and 30 of a hundred, 480 others 72, 48 and 33.
    """
    assert share_of_wins(players, games) > least

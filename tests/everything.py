"""`python -m tests.everything GAME …`: compiles what tests call of a game, before they run.

In one process, which types each kernel once for all that are made from it; tests would do so once in each.
"""

import sys

import brelan
from brelan.arena.simulate import simulate
from brelan.envs.batch import Batch
from brelan.play.worth import judge, weigh

if __name__ == "__main__":
    for name in sys.argv[1:]:
        game = brelan.game(name)
        game.hurry()
        state = game.new(seed=1, **game.quick)
        while state.mover < 0 or len(state.legal()) < 2:
            state.apply(state.legal()[0])
        state.mask(), state.observation(), state.action(state.legal()[0])
        judge(state), weigh(state.view_state(state.mover))
        simulate(game, ["novice"] * game.seats[0], games=2, seed=1, processes=1, options=game.quick)
        for opponents in (None, "novice"):
            batch = Batch(game, 2, seed=1, opponents=opponents, options=game.quick)
            batch.step(batch.sample())

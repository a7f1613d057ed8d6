"""What `brelan bench` measures of Dalapapa beside random play."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ...engine.kernel import compiled, stream
from ...model.contract import Arena, Measure
from .rules import legal
from .rules.state import MAX_MOVES, PLACING, STATE

if TYPE_CHECKING:
    from ...play.catalogue import Game
    from ...play.state import State

CROWDED = 40  # dominoes on the board of a crowded middle game
TIMES = 10_000  # a thing is done so often to be timed


@compiled
def _legal_often(buf, out, times):
    found = 0
    s = buf.view(STATE)[0]
    for _ in range(times):
        found += legal(s, out)
    return found


def crowded(game: "Game", seed: int = 0, laid: int = CROWDED) -> "State":
    """A crowded middle game: quick players who never mark, so that the board fills up."""
    state = game.new(players=2, seed=seed)
    known, level = game.bots.tables(("regular",), 2, state.options), game.bots.LEVELS.index("regular")
    rng = stream(seed)
    while not state.over:
        s = state.struct
        if s.phase == PLACING and s.laid >= laid and s.tokens[state.mover] and len(state.legal()) > 1:
            return state
        view = state.view_state(state.mover)
        if "end" in state.moves():
            state.play("end")
        else:
            state.apply(int(game.drivers.choose(view._buf, level, rng, known)))
    return crowded(game, seed + 1, laid)


def measures(arena: Arena) -> Iterator[Measure]:
    """Legal moves in a crowded position, a copy of a state, and whole games between bots on one core."""
    out = np.zeros(MAX_MOVES, np.int64)
    state = crowded(arena.game)
    moves = _legal_often(state._buf, out, 1)
    began = time.perf_counter()
    _legal_often(state._buf, out, TIMES)
    spent = time.perf_counter() - began
    yield f"legal moves with {int(state.struct.laid)} dominoes laid ({moves} moves)", spent * 1e6 / TIMES, "µs"
    target = state._buf.copy()
    began = time.perf_counter()
    for _ in range(TIMES):
        target[:] = state._buf
    spent = time.perf_counter() - began
    yield f"copy of a state ({STATE.itemsize} bytes), from Python", spent * 1e6 / TIMES, "µs"
    for level, games in (("regular", 2000), ("expert", 400)):
        result = arena.simulate([level, level], games)
        yield f"simulate, two {level} bots, one core", result.games / result.seconds, "games/s"

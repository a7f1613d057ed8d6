"""What `brelan bench` measures of Dalapapa beside random play."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...catalogue import Game
from ...contract import Arena, Measure
from ...kernel import kernel, stream
from .rules import MAX_MOVES, PLACING, STATE, legal

CROWDED = 40  # dominoes on the board of a crowded middle game


@kernel
def _legal_often(buf, out, times):
    found = 0
    s = buf.view(STATE)[0]
    for _ in range(times):
        found += legal(s, out)
    return found


def crowded(one: Game, seed: int = 0, laid: int = CROWDED) -> Any:
    """A crowded middle game: quick players who never mark, so that the board fills up."""
    state = one.new(players=2, seed=seed)
    known = one.bots.tables(("regular",), 2, state.options)
    rng = stream(seed)
    while not state.over:
        if (
            state.struct.phase == PLACING
            and state.struct.laid >= laid
            and state.struct.tokens[state.mover]
            and len(state.legal()) > 1
        ):
            return state
        view = state.view_state(state.mover)
        state.play("end") if "end" in state.moves() else state.apply(int(one.drivers.choose(view._buf, 1, rng, known)))
    return crowded(one, seed + 1, laid)


def measures(arena: Arena) -> Iterator[Measure]:
    """Legal moves in a crowded position, a copy of a state, and whole games between bots on one core."""
    out = np.zeros(MAX_MOVES, np.int64)
    state = crowded(arena.game)
    moves = _legal_often(state._buf, out, 1)
    began = time.perf_counter()
    _legal_often(state._buf, out, 10_000)
    yield (
        f"legal moves with {int(state.struct.laid)} dominoes laid ({moves} moves)",
        (time.perf_counter() - began) * 100,
        "µs",
    )
    target = state._buf.copy()
    began = time.perf_counter()
    for _ in range(10_000):
        target[:] = state._buf
    yield f"copy of a state ({STATE.itemsize} bytes), from Python", (time.perf_counter() - began) * 100, "µs"
    for level, games in (("regular", 2000), ("expert", 400)):
        result = arena.simulate([level, level], games)
        yield f"simulate, two {level} bots, one core", result.games / result.seconds, "games/s"

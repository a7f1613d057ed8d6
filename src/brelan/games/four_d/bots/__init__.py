"""4D's players, weakest to strongest.

`novice` compares two moves at random; `regular` takes the most points; `expert` weighs its points against the best
answer it leaves; `master` plays from the solved tables, and searches where there are none: with a fifth die, and while
they are being solved.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import kernel
from ..rules import MAX_MOVES, legal
from ..solve.perfect import best_move
from ..solve.repeated import barred
from .advice import advise
from .greedy import most_points, shuffle
from .lookup import SIMULATED, THOUGHT, Tables, at_hand, tables
from .search import deepen, search_moves
from .worth import SCALE, judge, weigh

if TYPE_CHECKING:
    from ....play.state import State

__all__ = ["LEVELS", "SCALE", "UNAIDED", "Tables", "advise", "choose", "judge", "tables", "think", "weigh"]

LEVELS = ("novice", "regular", "expert", "master")
NOVICE, REGULAR, EXPERT, MASTER = range(4)
UNAIDED = LEVELS[:EXPERT]
COMPARED = 2  # moves the novice looks at
UNLIMITED = 1 << 40  # more positions than the expert ever looks at
UNHURRIED = 2.0  # seconds of patience that are worth all of THOUGHT: with less, in proportion


@kernel
def choose(level, s, rng, tables):
    out = np.zeros(MAX_MOVES, np.int64)
    n = legal(s, out)
    if level == NOVICE:
        shuffle(out, n, rng)
        return most_points(s, out, min(n, COMPARED), rng)
    if level == REGULAR:
        return most_points(s, out, n, rng)
    values, kept, budget = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64), np.zeros(1, np.int64)
    if level == EXPERT:
        shuffle(out, n, rng)
        budget[0] = UNLIMITED
        depth = level - EXPERT  # no deeper than the answers to each move; a bare 0 would be a type of its own
        search_moves(s, out, n, tables.boards, depth, budget, values)
        return out[np.argmax(values[:n])]
    if tables.ready:
        rest = barred(s, tables.solved, tables.boards, tables.seen)
        return best_move(s, out, n, tables.solved, tables.distances, tables.boards, tables.seen, rest)
    deepen(s, out, n, tables.boards, tables.nodes, budget, values, kept)
    return out[0]


def think(view: "State", level: str, rng: Any, seconds: float = UNHURRIED) -> int:
    """Outside simulations the master never keeps anybody waiting for tables: it searches until they are solved."""
    found = at_hand(view) if level == LEVELS[MASTER] else tables((level,), view.players, view.options)
    patience = int(THOUGHT * seconds / UNHURRIED)
    found = found._replace(nodes=max(SIMULATED, min(found.nodes, patience)))
    return int(view.game.drivers.choose(view._buf, LEVELS.index(level), rng, found))

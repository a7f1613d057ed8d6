"""What a position is worth to every seat: exactly with two and three players, by the grid with four, else by rollouts.

Between two throws everything hangs on what the nine lines would be worth, should the turn end on them; the turn itself
is then solved exactly, from whatever dice lie and are in the air.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import compiled, kernel
from ....model.contract import USUAL, Look, Scale, Worth
from ....model.words import N_
from ..rules.lines import LINE_COUNT
from ..rules.partie import is_decided
from ..rules.state import MOST_THROWS, throws_die
from ..solve.grids import can_know, known_tours
from ..solve.outlook import MEAN_ERROR, is_exact
from ..solve.partie import solution
from ..solve.tours import MONEY, new_desk, tour_worths
from ..solve.turn import LEFT, NODE_OF, NOTHING, blank_turn, hand_of, induct
from ..solve.values import blank_memory, line_worths
from .advice import ROLLED, rolled_mean

if TYPE_CHECKING:
    from ....play.state import State

SCALE = Scale(N_("points of the match"), marks=(2.0, 10.0, 40.0), one=N_("point of the match"))


def judge(state: "State", look: Look = USUAL) -> Worth:
    """What is paid so far, and what each seat may expect of the partie at hand: the parties to come count for nothing,
    and begin when they do.
    """
    s, n = state.struct, state.players
    paid = np.array(s.totals[:n], float)
    if state.over or (int(s.lying) and is_decided(s)):
        return Worth(tuple(paid.tolist()), part=int(s.partie) - 1)
    target, found, error = int(s.target), np.zeros(n), 0.0
    if is_exact(n, target):
        _exactly(s, solution(n, target), found)
    elif can_know(n, target):
        _by_grid(s, known_tours(n, target), found)
        error = MEAN_ERROR[n]
    else:
        rolled = rolled_mean(state, look.games(ROLLED), look.seed)
        _by_lines(s, np.ascontiguousarray(rolled.worth[:, MONEY]), found)
        error = rolled.error
    return Worth(tuple((paid + found).tolist()), error, part=int(s.partie))


@kernel
def _expected(s, worth, found):
    """Writes what each seat may expect of a turn played for `worth[line, seat]`, from where it stands."""
    turn = blank_turn(worth.shape[1])
    induct(worth, int(s.turn), LEFT, turn)
    a, b, c = int(s.dice[0]), int(s.dice[1]), int(s.dice[2])
    left, in_the_air = MOST_THROWS - int(s.throws), int(s.pending)
    for seat in range(len(found)):
        if s.throws == 0:
            found[seat] = turn.keeps[LEFT, seat, NOTHING]
        elif in_the_air:
            node = NODE_OF[
                0 if throws_die(in_the_air, 0) else a,
                0 if throws_die(in_the_air, 1) else b,
                0 if throws_die(in_the_air, 2) else c,
            ]
            found[seat] = turn.keeps[left, seat, node]
        else:
            found[seat] = turn.hands[left, seat, hand_of(a, b, c)]


@kernel
def _solved(s, solved, found):
    memory = blank_memory(int(s.players))
    line_worths(s, solved, memory)
    _expected(s, memory.worth[0], found)


@kernel
def _looked_up(s, tours, found):
    n, starter = int(s.players), int(s.starter)
    desk, worth = new_desk(tours, 0), np.zeros((LINE_COUNT, int(s.players)))
    tour_worths(s, tours, desk)
    for made in range(LINE_COUNT):
        for position in range(n):
            worth[made, (starter + position) % n] = desk.worth[0, made, MONEY * n + position]
    _expected(s, worth, found)


_exactly: Any = compiled(_solved)  # as Python calls them
_by_grid: Any = compiled(_looked_up)
_by_lines: Any = compiled(_expected)

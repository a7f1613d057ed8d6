"""The playoffs of a partie (DOD-10), solved by the same induction over their tours, not approximated.

- A tie for first of two with the last place decided is a race for a fixed prize, so it does not depend on the scores.
- A tie for last of two, and a tie of everybody, go on at higher and higher scores. They are tabulated for every tied
  score up to PLAYOFF_TOP above the target and closed there by the value at the top: getting there takes so many ties in
  a row that this moves nothing by 1e-12.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.state import FIRST, LAST, TEN
from .positions import new_partie
from .values import ALL_TIED, FIRST_PAIR, LAST_PAIR, blank_memory, evaluate, pair_row

PLAYOFF_TOP = 400  # tens above the target up to which tied scores are tabulated
STILL = 1e-10  # an iteration that moves no value by as much is the last
MOST_PLAYOFF_TOURS = 100


class Tie(NamedTuple):
    """A row of `Solution.ties` to be filled."""

    row: int
    seats: np.ndarray
    low: int  # the tied scores, in tens: from `low` to `top` − 1
    top: int
    unit: float  # what a value is a share of


@compiled
def solve_playoffs(solved, ties):
    """Fills `ties`: with three players those of each pair, then that of everybody."""
    n, memory = solved.players, blank_memory(solved.players)
    for one in range(n if n == 3 else 0):
        for two in range(one + 1, n):
            _solve_pair(solved, ties, one, two, memory)
    structs = new_partie(n, solved.tens)
    structs[0].playoff = 1
    _solve_tie(structs, solved, ties, Tie(ALL_TIED, np.arange(n), solved.tens, ties.shape[1], 1.0), memory)


@kernel
def _solve_pair(solved, ties, one, two, memory):
    """Two of three play off one place; the third has the other."""
    structs, pair, third = new_partie(3, solved.tens), np.array([one, two]), 3 - one - two
    s = structs[0]
    s.playoff = 1
    s.turn = one
    s.contest[third] = 0
    for place in (FIRST, LAST):
        s.contest[one] = place
        s.contest[two] = place
        s.winner = third if place == LAST else -1
        s.loser = third if place == FIRST else -1
        if place == FIRST:
            prize = TEN  # any will do: the race does not depend on it
            s.scores[third] = prize
            tie = Tie(pair_row(FIRST_PAIR, one, two), pair, 0, 1, float(prize))
        else:
            tie = Tie(pair_row(LAST_PAIR, one, two), pair, 0, ties.shape[1], 1.0)
        _solve_tie(structs, solved, ties, tie, memory)


@kernel
def _solve_tie(structs, solved, ties, tie, memory):
    """Fills a row, from the highest tied score down, by a struct that is laid but for the scores of the tied seats."""
    for score in range(tie.top - 1, tie.low - 1, -1):
        if score + 1 < tie.top:
            ties[tie.row, score] = ties[tie.row, score + 1]
        for seat in tie.seats:
            structs[0].scores[seat] = score * TEN
        for _ in range(MOST_PLAYOFF_TOURS):
            evaluate(structs[0], solved, memory, 0)
            moved = 0.0
            for at in range(len(tie.seats)):
                value = memory.paid[tie.seats[at]] / tie.unit
                moved = max(moved, abs(ties[tie.row, score, at] - value))
                ties[tie.row, score, at] = value
            if moved < STILL:
                break

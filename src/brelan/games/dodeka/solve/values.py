"""What a struct is worth to each seat: by its grid, by the solved tables, or by playing out its turn.

Turns are scored by the rules themselves (`rules.partie.score_turn`): this module knows no rule.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.lines import LINE_COUNT
from ..rules.partie import score_turn
from ..rules.state import FIRST, LAST, STATE, TEN
from .positions import copy_partie, index
from .turn import LEFT, NOTHING, Turn, blank_turn, induct

# Rows of `Solution.ties`: everybody tied; then for each pair of positions (0, 1), (0, 2), (1, 2) tied for first (what
# the earlier of the two may expect, as a share of the prize), and tied for last.
ALL_TIED, FIRST_PAIR, LAST_PAIR = 0, 1, 4
TIE_ROWS = 7
DEPTH = 3  # turns in a row that are played out: a tour of a playoff


class Solution(NamedTuple):
    """All values of one partie, seats numbered from the starter. The arrays are read-only, also while they are being
    filled: so all that reads them is compiled once.
    """

    players: int
    tens: int  # the target; 0: nothing is solved
    values: np.ndarray  # [position, seat]
    ties: np.ndarray  # [row, tied score in tens, seat]

    def at_start(self) -> list[float]:
        """What each seat may expect of a partie, seat 0 being the starter."""
        return [float(x) for x in self.values[0]]


class Memory(NamedTuple):
    """What an evaluation writes on."""

    paid: np.ndarray  # [seat]: its result
    worth: np.ndarray  # [depth, line, seat]: what the nine lines of the turn at that depth are worth
    spare: np.ndarray  # [depth]: the struct after that turn
    turn: Turn


@kernel
def blank_memory(n):
    return Memory(np.zeros(n), np.zeros((DEPTH, LINE_COUNT, n)), np.zeros(DEPTH, STATE), blank_turn(n))


@kernel
def pair_row(first_row, one, two):
    """The row of two tied positions, one before two."""
    return first_row + one + two - 1


@kernel
def _lookup(s, solved, paid):
    """What each seat is paid from here: from the grid, if the partie is over; else from the tables.

    True if the tables know this struct.
    """
    n, starter = int(s.players), int(s.starter)
    if s.over:
        for seat in range(n):
            paid[seat] = s.totals[seat]
        return True
    if s.playoff:
        return _lookup_tie(s, solved.ties, paid)
    at = index(s, solved.tens)
    for position in range(n):
        paid[(starter + position) % n] = solved.values[at, position]
    return True


@kernel
def _lookup_tie(s, ties, paid):
    n, starter = int(s.players), int(s.starter)
    one = two = -1
    places = 0
    for position in range(n):
        seat = (starter + position) % n
        if s.contest[seat]:
            places = int(s.contest[seat])
            if one < 0:
                one = position
            else:
                two = position
    if places == FIRST | LAST and s.winner >= 0:  # everybody was tied, and first place is taken
        places = LAST
    elif places == FIRST | LAST and s.loser >= 0:
        places = FIRST
    first, second = (starter + one) % n, (starter + two) % n
    if int(s.turn) != first or s.order[first] or s.order[second] or s.scores[first] != s.scores[second]:
        return False  # in the middle of a tour of the playoff
    tied = min(int(s.scores[first]) // TEN, ties.shape[1] - 1)
    for seat in range(n):
        paid[seat] = 0.0
    if places == FIRST | LAST:
        for position in range(n):
            paid[(starter + position) % n] = ties[ALL_TIED, tied, position]
    elif places == FIRST:
        prize, share = float(s.scores[s.loser]), ties[pair_row(FIRST_PAIR, one, two), 0, 0]
        paid[first], paid[second], paid[int(s.loser)] = prize * share, prize * (1.0 - share), -prize
    else:
        row = pair_row(LAST_PAIR, one, two)
        paid[first], paid[second] = ties[row, tied, 0], ties[row, tied, 1]
        paid[int(s.winner)] = -paid[first] - paid[second]
    return True


@kernel
def evaluate(s, solved, memory, floor):
    """Writes to `memory.paid` what each seat is paid if the seat to act starts its turn now and everybody plays on by
    the tables.

    A turn leads to structs the tables know, except in the middle of a playoff's tour: there the next seat's turn is
    evaluated first. Numba cannot cache a function that calls itself, so the depth is counted by hand. Nothing of
    `memory` below depth `floor` is touched.
    """
    n = int(s.players)
    worth, spare, paid, turn = memory.worth, memory.spare, memory.paid, memory.turn
    made = np.zeros(DEPTH, np.int64)
    depth = floor
    while True:
        here = s if depth == floor else spare[depth - 1]
        if made[depth] == LINE_COUNT:
            induct(worth[depth], int(here.turn), LEFT, turn)
            for seat in range(n):
                paid[seat] = turn.keeps[LEFT, seat, NOTHING]
            if depth == floor:
                return
            depth -= 1
        else:
            copy_partie(here, spare[depth])
            score_turn(spare[depth], made[depth])
            if not _lookup(spare[depth], solved, paid):
                depth += 1
                made[depth] = 0
                continue
        for seat in range(n):
            worth[depth, made[depth], seat] = paid[seat]
        made[depth] += 1


@kernel
def line_worths(s, solved, memory):
    """Writes to `memory.worth[0]` what each seat is paid after the seat to act ends its turn on each line."""
    for made in range(LINE_COUNT):
        after = memory.spare[0]
        copy_partie(s, after)
        score_turn(after, made)
        if not _lookup(after, solved, memory.paid):
            evaluate(after, solved, memory, 1)
        for seat in range(int(s.players)):
            memory.worth[0, made, seat] = memory.paid[seat]

"""What a position holds for every seat, in points and in places: exactly where the partie is solved, else by the grid
of `tours.py`, with the error that was measured.
"""

from typing import Any, NamedTuple

import numpy as np

from ....engine.kernel import compiled
from ....model.contract import Progress
from ..rules.lines import LINE_COUNT
from .grids import can_know, known_tours
from .partie import EXACT_SEATS, EXACT_TARGET, solution
from .tours import KINDS, MONEY, new_desk, tour_worths
from .turn import LEFT, NOTHING, Turn, solved_turn
from .values import blank_memory, line_worths

# Points by which what is told of parties of so many players misses what comes of them, as measured: the mean over
# positions (docs/dodeka.md).
MEAN_ERROR = {4: 0.7}

searched, looked_up = compiled(tour_worths), compiled(line_worths)  # as Python calls them


class Outlook(NamedTuple):
    """What each line is worth to whom, should the turn end on it: `worth[line, kind, seat]`, kinds as in `tours.py`."""

    worth: np.ndarray
    error: float  # of the points; 0: they are exact. Chances are estimates in any case.


def is_exact(players: int, target: int) -> bool:
    """Whether the partie is solved exactly."""
    return players in EXACT_SEATS and target <= EXACT_TARGET


def can_tell(players: int, target: int) -> bool:
    """Whether there is a grid for such a partie: if not, it takes rollouts."""
    return can_know(players, target)


def outlook(s: Any, progress: Progress | None = None) -> Outlook:
    """What each line is worth to each seat, in a struct between two throws."""
    n, starter, target = int(s.players), int(s.starter), int(s.target)
    tours = known_tours(n, target, progress)
    desk = new_desk(tours, 0)
    searched(s, tours, desk)
    worth = np.zeros((LINE_COUNT, KINDS, n))
    seats = [(starter + position) % n for position in range(n)]
    worth[:, :, seats] = desk.worth[0, :, : KINDS * n].reshape(LINE_COUNT, KINDS, n)
    if not is_exact(n, target):
        return Outlook(worth, MEAN_ERROR[n])
    memory = blank_memory(n)
    looked_up(s, solution(n, target, progress), memory)
    worth[:, MONEY] = memory.worth[0]
    return Outlook(worth, 0.0)


def played_for(worth: np.ndarray, seat: int, left: int = LEFT) -> Turn:
    """A turn of the seat that plays for what it is paid. Columns: that; for each kind what each seat may expect; and
    the odds of each line.
    """
    lines = worth.reshape(LINE_COUNT, -1)
    return solved_turn(np.concatenate([worth[:, MONEY, seat, None], lines, np.eye(LINE_COUNT)], axis=1), left)


def expectations(row: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
    """A row of columns of `played_for`, taken apart: [kind, seat], and the odds of each line."""
    return row[1 : 1 + KINDS * players].reshape(KINDS, players), row[1 + KINDS * players :]


def before_the_throw(s: Any, progress: Progress | None = None) -> tuple[np.ndarray, float]:
    """What each seat may expect, [kind, seat], if the seat to act throws now; and the error of the points."""
    found = outlook(s, progress)
    turn = played_for(found.worth, int(s.turn))
    return expectations(turn.keeps[LEFT, :, NOTHING], int(s.players))[0], found.error

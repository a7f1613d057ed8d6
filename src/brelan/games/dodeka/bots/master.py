"""The master plays the exact solution of the partie for 2 and 3 players and targets up to 700.

With four players it plays by the grid of `solve/tours.py`: the tour is searched to its end, its end looked up, and the
turn itself played exactly for what each line is then worth. The grid for 700 points comes with the program.

Where there is no grid (more than 700 points; five or six players), it plays by *rollout*: each line is worth
the mean result of the rest of the partie played out many times by the rules, every turn to come ending on a line as
often as the regular's do.
"""

from collections.abc import Mapping

import numpy as np

from ....engine.kernel import kernel, next32, reseed, uniform
from ....model.contract import Progress
from ....model.options import Value
from ..rules.lines import LINE_COUNT
from ..rules.partie import score_turn
from ..rules.state import STATE
from ..solve.grids import UNKNOWN, is_known, known_tours
from ..solve.outlook import can_tell, is_exact
from ..solve.partie import UNSOLVED, is_solved, solution
from ..solve.positions import copy_partie
from ..solve.tours import FIRSTS, KINDS, LASTS, MONEY, Tours, new_desk, tour_worths
from ..solve.values import Solution, blank_memory, line_worths

ROLLOUTS = 400  # ends of the partie a rollout looks at


def has_solved(players: int, options: Mapping[str, Value]) -> bool:
    """Whether nothing is left to solve before it can play."""
    target = int(options["target"])
    if is_exact(players, target):
        return is_solved(players, target)
    return not can_tell(players, target) or is_known(players, target)


def solved_partie(
    players: int, options: Mapping[str, Value], progress: Progress | None = None
) -> tuple[Solution, Tours]:
    """What it looks up: a solution, a grid, or neither.

    The first call solves the partie: a second for 2 players, about a minute for 3. It fills the grid of 4 players for
    a target below 700 in up to some minutes.
    """
    target = int(options["target"])
    if is_exact(players, target):
        return solution(players, target, progress), UNKNOWN
    return UNSOLVED, known_tours(players, target, progress) if can_tell(players, target) else UNKNOWN


@kernel
def master_worth(s, rng, solved, tours, ends, worth):
    """Writes to `worth[line, 0]` what each line is worth to the mover: by the solved partie, by the grid, or by
    rollout.
    """
    n, own = int(s.players), int(s.turn)
    if solved.tens:
        memory = blank_memory(n)
        line_worths(s, solved, memory)
        for made in range(LINE_COUNT):
            worth[made, 0] = memory.worth[0, made, own]
    elif tours.tens:
        desk = new_desk(tours, 0)
        tour_worths(s, tours, desk)
        for made in range(LINE_COUNT):
            worth[made, 0] = desk.worth[0, made, MONEY * n + (own - int(s.starter)) % n]
    else:
        rollout_worth(s, rng, ends, worth)


@kernel
def rollout_worth(s, rng, ends, worth):
    """The same by rollout, whatever is known."""
    rolled = np.zeros((LINE_COUNT, KINDS, int(s.players)))
    roll_out(s, rng, ends, rolled)
    for made in range(LINE_COUNT):
        worth[made, 0] = rolled[made, MONEY, int(s.turn)]


@kernel
def roll_out(s, rng, ends, rolled):
    """Writes to `rolled[line, kind, seat]` the mean over ROLLOUTS ends of the partie; each is played once after every
    line, on the same luck.
    """
    spare = np.zeros(1, STATE)
    luck = np.zeros(4, np.int64)
    seed, n = next32(rng), int(s.players)
    for made in range(LINE_COUNT):
        for rollout in range(ROLLOUTS):
            after = spare[0]  # taken in the loop: a record does not keep its array's memory alive
            reseed(luck, seed, rollout)
            copy_partie(s, after)
            score_turn(after, made)
            while not after.over:
                score_turn(after, _drawn_end(luck, ends))
            for seat in range(n):
                rolled[made, MONEY, seat] += after.totals[seat] / ROLLOUTS
            rolled[made, FIRSTS, int(after.winner)] += 1.0 / ROLLOUTS
            rolled[made, LASTS, int(after.loser)] += 1.0 / ROLLOUTS


@kernel
def _drawn_end(luck, ends):
    """The line a turn ends on, by `Regular.ends`."""
    drawn = uniform(luck)
    end = 0
    while end < LINE_COUNT - 1 and ends[end] <= drawn:
        end += 1
    return end

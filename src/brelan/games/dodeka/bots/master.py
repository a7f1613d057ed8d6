"""The master plays the exact solution of the partie for 2 and 3 players and targets up to 700.

Beyond, it plays by *rollout*, an approximation: each line is worth the mean result of the rest of the partie played out
many times by the rules, every turn to come ending on a line as often as the regular's do, and the turn itself is then
played exactly for these worths.
"""

from collections.abc import Mapping

import numpy as np

from ....contract import Progress
from ....kernel import kernel, next32, reseed, uniform
from ....options import Value
from ..rules.lines import LINE_COUNT
from ..rules.partie import score_turn
from ..rules.state import STATE
from ..solve.partie import EXACT_SEATS, EXACT_TARGET, UNSOLVED, is_solved, solution
from ..solve.positions import copy_partie
from ..solve.values import Solution, blank_memory, line_worths

ROLLOUTS = 400  # ends of the partie a rollout looks at


def is_exact(players: int, options: Mapping[str, Value]) -> bool:
    """Whether it plays the exact solution, or by rollout."""
    return players in EXACT_SEATS and int(options["target"]) <= EXACT_TARGET


def has_solved(players: int, options: Mapping[str, Value]) -> bool:
    """Whether nothing is left to solve before it can play."""
    return not is_exact(players, options) or is_solved(players, int(options["target"]))


def solved_partie(players: int, options: Mapping[str, Value], progress: Progress | None = None) -> Solution:
    """What it looks up.

    The first call solves the partie: a second for 2 players, about a minute for 3.
    """
    return solution(players, int(options["target"]), progress) if is_exact(players, options) else UNSOLVED


@kernel
def master_worth(s, rng, solved, ends, worth):
    """Writes to `worth[line, 0]` what each line is worth to the mover: by the solved partie, or by rollout."""
    if solved.tens == 0:
        rollout_worth(s, rng, ends, worth)
        return
    memory = blank_memory(int(s.players))
    line_worths(s, solved, memory)
    for made in range(LINE_COUNT):
        worth[made, 0] = memory.worth[0, made, int(s.turn)]


@kernel
def rollout_worth(s, rng, ends, worth):
    """The mean result over ROLLOUTS ends of the partie; each is played once after every line, on the same luck."""
    spare = np.zeros(1, STATE)
    luck = np.zeros(4, np.int64)
    seed, own = next32(rng), int(s.turn)
    for made in range(LINE_COUNT):
        total = 0.0
        for rollout in range(ROLLOUTS):
            after = spare[0]  # taken in the loop: a record does not keep its array's memory alive
            reseed(luck, seed, rollout)
            copy_partie(s, after)
            score_turn(after, made)
            while not after.over:
                score_turn(after, _drawn_end(luck, ends))
            total += after.totals[own]
        worth[made, 0] = total / ROLLOUTS


@kernel
def _drawn_end(luck, ends):
    """The line a turn ends on, by `Regular.ends`."""
    drawn = uniform(luck)
    end = 0
    while end < LINE_COUNT - 1 and ends[end] <= drawn:
        end += 1
    return end

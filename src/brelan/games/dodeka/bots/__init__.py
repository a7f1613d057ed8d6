"""The players of Dodéka, weakest to strongest: each has a file that says how it plays."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ....model.contract import Progress
from ....model.options import Value
from ..rules.lines import LINE_COUNT
from ..rules.state import MOST_THROWS, THROW_ALL
from ..solve.grids import UNKNOWN
from ..solve.partie import UNSOLVED
from ..solve.tours import Tours
from ..solve.turn import blank_turn, chosen_move, induct
from ..solve.values import Solution
from .advice import advise
from .expert import expert_worth
from .master import has_solved, master_worth, rollout_worth, solved_partie
from .novice import novice_move
from .regular import Regular, regular_move, regular_tables
from .worth import SCALE, judge

__all__ = [
    "AT_ONCE",
    "LEVELS",
    "SCALE",
    "SPARRING",
    "UNAIDED",
    "Tables",
    "advise",
    "choose",
    "judge",
    "ready",
    "tables",
]

LEVELS = ("novice", "regular", "expert", "master")
SPARRING = ("rollout",)  # the master by rollout, whatever is known
NOVICE, REGULAR, EXPERT, MASTER, ROLLOUT = range(len(LEVELS + SPARRING))
UNAIDED = LEVELS[:REGULAR]
AT_ONCE = LEVELS[:MASTER]


class Tables(NamedTuple):
    """What the bots look up."""

    regular: Regular
    solved: Solution  # empty unless the master needs it
    tours: Tours  # likewise


def ready(level: str, players: int, options: Mapping[str, Value]) -> bool:
    """Whether the level can play at once, or first has to solve the partie."""
    return level != LEVELS[MASTER] or has_solved(players, options)


def tables(
    levels: Collection[str], players: int, options: Mapping[str, Value], progress: Progress | None = None
) -> Tables:
    """What these levels need."""
    if LEVELS[MASTER] not in levels:
        return Tables(regular_tables(), UNSOLVED, UNKNOWN)
    return Tables(regular_tables(), *solved_partie(players, options, progress))


@kernel
def choose(level, s, rng, tables):
    if s.throws == 0:
        return THROW_ALL
    if level == NOVICE:
        return novice_move(s, rng)
    if level == REGULAR:
        return regular_move(s, tables.regular.moves)
    worth = np.zeros((LINE_COUNT, 1))
    if level == EXPERT:
        expert_worth(s, worth)
    elif level == ROLLOUT:
        rollout_worth(s, rng, tables.regular.ends, worth)
    else:
        master_worth(s, rng, tables.solved, tables.tours, tables.regular.ends, worth)
    left = MOST_THROWS - int(s.throws)
    turn = blank_turn(1)
    induct(worth, 0, left, turn)
    return chosen_move(int(s.dice[0]), int(s.dice[1]), int(s.dice[2]), left, turn)

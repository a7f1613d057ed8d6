"""The regular plays for the most points this turn, a pairtraiz being worth a won partie."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.lines import PAIRTRAIZ, POINTS
from ..rules.state import DICE, FACES, MOST_THROWS
from ..solve.turn import LEFT, NOTHING, chosen_move, solved_turn, with_odds

WON_PARTIE = 700  # what it takes a pairtraiz for


class Regular(NamedTuple):
    moves: np.ndarray  # [throws left, first die, second, third]
    ends: np.ndarray  # how often its turns end on each line, added up from the best line on


@lru_cache(maxsize=1)
def regular_tables() -> Regular:
    """All it ever does: its turn does not depend on the partie."""
    worth = with_odds(POINTS)
    worth[PAIRTRAIZ, 0] = WON_PARTIE
    turn = solved_turn(worth)
    moves = np.zeros((MOST_THROWS, *(FACES + 1,) * DICE), np.int8)
    for left in range(1, MOST_THROWS):
        for faces in np.ndindex((FACES,) * DICE):
            dice = tuple(face + 1 for face in faces)
            moves[left, *dice] = chosen_move(*dice, left, turn)
    return Regular(moves, np.cumsum(turn.keeps[LEFT, 1:, NOTHING]))


@kernel
def regular_move(s, moves):
    return int(moves[MOST_THROWS - int(s.throws), int(s.dice[0]), int(s.dice[1]), int(s.dice[2])])

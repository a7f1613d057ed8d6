"""The square on the table: tipped, scored, turned (4D-04 … 4D-06), and told as one number."""

import numpy as np

from ....engine.kernel import inner_kernel, kernel
from .geometry import (
    FAR,
    FIFTH,
    LEFT,
    NEAR,
    ORIENTATIONS,
    RIGHT,
    TIP_LEFT,
    TIP_RIGHT,
    UP,
    fifth_tipped,
    from_opposite,
    turned,
)
from .lines import FIFTH_WEIGHT, WEIGHT, scored
from .state import FREE, LEFT_LEFT, NEAR_LEFT, NEAR_RIGHT, NONE, PAIR_LEFT, PAIR_RIGHT, PLACES, RIGHT_RIGHT, TIPS

BOARDS = ORIENTATIONS**PLACES  # ways four dice can lie


# 4D-04: which dice a tip moves, and how.
TIPPED = {
    NEAR_LEFT: {NEAR: TIP_LEFT},
    NEAR_RIGHT: {NEAR: TIP_RIGHT},
    LEFT_LEFT: {LEFT: TIP_LEFT},
    RIGHT_RIGHT: {RIGHT: TIP_RIGHT},
    PAIR_LEFT: {NEAR: TIP_LEFT, LEFT: TIP_LEFT},
    PAIR_RIGHT: {NEAR: TIP_RIGHT, RIGHT: TIP_RIGHT},
}
_STAYS = tuple(range(ORIENTATIONS))
# `[PLACES · tip + place, orientation]`: the die after the tip, and the weight of its upper face.
_AFTER = np.array([TIPPED[tip].get(place, _STAYS) for tip in range(TIPS) for place in range(PLACES)], np.int8)
_WEIGHT = WEIGHT[np.array(UP)[_AFTER] - 1].astype(np.int16)
_FIFTH_WEIGHT = FIFTH_WEIGHT[np.array(UP) - 1].astype(np.int16)


@inner_kernel
def after_tip(orientation, place, tip):
    """The die at a place after a tip of the square (4D-04)."""
    return int(_AFTER[PLACES * tip + place, orientation])


@inner_kernel
def result_of(s, tip, fifth):
    """The points and the line of a tip, before it is made (4D-05)."""
    first = PLACES * tip
    weights = int(_WEIGHT[first + NEAR, int(s.dice[NEAR])]) + int(_WEIGHT[first + LEFT, int(s.dice[LEFT])])
    weights += int(_WEIGHT[first + FAR, int(s.dice[FAR])]) + int(_WEIGHT[first + RIGHT, int(s.dice[RIGHT])])
    if fifth != NONE:
        weights += int(_FIFTH_WEIGHT[fifth_tipped(int(s.dice[FIFTH]), fifth)])
    return scored(weights, s.pairs)


@inner_kernel
def tip_dice(s, tip, fifth):
    """Tips the square's dice, and the fifth die if there is one."""
    s.dice[NEAR] = after_tip(int(s.dice[NEAR]), NEAR, tip)
    s.dice[LEFT] = after_tip(int(s.dice[LEFT]), LEFT, tip)
    s.dice[RIGHT] = after_tip(int(s.dice[RIGHT]), RIGHT, tip)
    if fifth != NONE:
        s.dice[FIFTH] = fifth_tipped(int(s.dice[FIFTH]), fifth)


@inner_kernel
def may_lock(lock, turn):
    """4D-06: with `strict` the square must really turn, so the mover's `near` may not become the opponent's `far`."""
    return turn == FREE or lock != NEAR


@inner_kernel
def turns_for(lock):
    """How many times the square turns so that the next player finds this die at `far`."""
    return (FAR - lock) & 3


@inner_kernel
def turn_square(s, turns):
    """The square seen by the next player after so many turns: places move round the circle, side faces turn along."""
    near, left, far, right = int(s.dice[NEAR]), int(s.dice[LEFT]), int(s.dice[FAR]), int(s.dice[RIGHT])
    if turns & 2:
        near, left, far, right = far, right, near, left
    if turns & 1:
        near, left, far, right = right, near, left, far
    s.dice[NEAR] = turned(near, turns)
    s.dice[LEFT] = turned(left, turns)
    s.dice[FAR] = turned(far, turns)
    s.dice[RIGHT] = turned(right, turns)
    s.turned = (int(s.turned) + turns) & 3
    if s.fifth:
        s.dice[FIFTH] = from_opposite(int(s.dice[FIFTH]))


@inner_kernel
def board_of(near, left, far, right):
    """Four orientations as one number, a board."""
    return ((near * ORIENTATIONS + left) * ORIENTATIONS + far) * ORIENTATIONS + right


@kernel
def die_at(board, place):
    """The orientation of the die at a place of a board."""
    if place == NEAR:
        return board // ORIENTATIONS**3
    if place == LEFT:
        return board // ORIENTATIONS**2 % ORIENTATIONS
    return board // ORIENTATIONS % ORIENTATIONS if place == FAR else board % ORIENTATIONS


@inner_kernel
def board_on(s):
    """The board that lies on the table, in the mover's frame."""
    return board_of(int(s.dice[NEAR]), int(s.dice[LEFT]), int(s.dice[FAR]), int(s.dice[RIGHT]))


@inner_kernel
def position(s):
    """The dice as one number: the board, and the fifth die above it.

    Player and scores need not be in it: see `past`.
    """
    return BOARDS * int(s.dice[FIFTH]) + board_on(s)

"""Where squares and cells lie: the ring of squares, the sides round a spot, the half-cells of a domino.

Squares lie on a ring: (x, y) is square (x + WIDTH·y) mod SQUARES. Two places that share a square of the ring are at
least 147 steps apart, and nothing 72 dominoes can touch is that far from them in any direction: the board never meets
itself.

A *spot* is two free squares, flat or upright. Its six sides are numbered as on a face: clockwise from the left end for
a flat one, from the top end for an upright one, so one pattern of colours serves both.
"""

import numpy as np

from ....engine.kernel import kernel
from .tiles import BL, BR, TL, TR, C, L, R

WIDTH = 147
SQUARES = 10805  # 2·73² + 2·73 + 1: the densest ring whose places are 147 apart
LEFT, UP, RIGHT, DOWN = range(4)

# The squares round a spot, side by side, seen from its first square; and which of their own sides faces it. Flat, then
# upright.
STEP_X = np.array(((-1, 0, 1, 2, 1, 0), (0, 1, 1, 0, -1, -1)), np.int8)
STEP_Y = np.array(((0, -1, -1, 0, 1, 1), (-1, 0, 1, 2, 1, 0)), np.int8)
FACING = np.array(((RIGHT, DOWN, DOWN, LEFT, UP, UP), (DOWN, LEFT, LEFT, UP, RIGHT, RIGHT)), np.int8)
# The side of a spot that is the left, upper, right, lower side of one of its squares: flat first, flat second, upright
# first, upright second.
SIDE = np.array(((L, TL, C, BL), (C, TR, R, BR), (BL, L, TL, C), (BR, C, TR, R)), np.int8)

Half = tuple[int, int, int]  # a half-cell: its square and the side of it

# Where the seven cells of a domino lie: its first or second square, and the side of that square; flat, then upright.
_PLACES = (
    (((0, LEFT),), ((0, UP),), ((1, UP),), ((1, RIGHT),), ((1, DOWN),), ((0, DOWN),), ((0, RIGHT), (1, LEFT))),
    (((0, UP),), ((0, RIGHT),), ((1, RIGHT),), ((1, DOWN),), ((1, LEFT),), ((0, LEFT),), ((0, DOWN), (1, UP))),
)


@kernel
def ring(x, y):
    """The square of the ring at a place."""
    return (x + WIDTH * y) % SQUARES


def size(turn: int) -> tuple[int, int]:
    """How many squares wide and high a domino lies."""
    return (1, 2) if turn & 1 else (2, 1)


def squares(x: int, y: int, turn: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two squares of a domino."""
    width, height = size(turn)
    return (x, y), (x + width - 1, y + height - 1)


def half_cells(x: int, y: int, turn: int, cell: int) -> list[Half]:
    """The half-cells a cell of a domino is made of."""
    both = squares(x, y, turn)
    return [(*both[second], side) for second, side in _PLACES[turn & 1][cell]]


def across(half: Half) -> tuple[int, int]:
    """The square on the other side of a half-cell's edge."""
    x, y, side = half
    return x + (side == RIGHT) - (side == LEFT), y + (side == DOWN) - (side == UP)

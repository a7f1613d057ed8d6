"""The lines that upper faces make, and what they are worth (4D-05, 4D-09).

`score` says it; what it says of every throw is written down once, in the table that `scored` looks into at every move.
"""

from itertools import combinations_with_replacement, product

import numpy as np

from ....engine.kernel import inner_kernel
from ....model.words import N_

# Best line first.
QUINTE, FIVE, FULL, SUITE, CARRE, DOUBLE_PAIRE, BRELAN, TRIO, PAIRE, NOTHING = range(10)
LINES = (
    N_("quinte"),
    N_("five equal"),
    N_("full"),
    N_("suite"),
    N_("carré"),
    N_("double paire"),
    N_("brelan"),
    N_("trio"),
    N_("paire"),
    N_("nothing"),
)
BASE = (15, 13, 9, 10, 8, 7, 6, 5, 3, 0)


def tally(a: int, b: int, c: int, d: int, e: int) -> int:
    """How often each face lies up, three bits a face; e is 0 without a fifth die."""
    return (1 << 3 * a) + (1 << 3 * b) + (1 << 3 * c) + (1 << 3 * d) + (1 << 3 * e)


def score(faces: int, pairs: bool | int) -> tuple[int, int]:
    """The points of a tally of upper faces and the line that makes them."""
    five = four = three = pair = second = run = trio = suite = quinte = 0
    for face in range(1, 7):
        many = faces >> 3 * face & 7
        run = run + 1 if many else 0
        if many >= 2:
            second = pair
            pair = face
        if many >= 3:
            three = face
        if many >= 4:
            four = face
        if many >= 5:
            five = face
        if run >= 3:
            trio = face
        if run >= 4:
            suite = face
        if run >= 5:
            quinte = face
    points, made = 0, NOTHING
    values = (
        quinte,
        five,
        three if second and three else 0,
        suite,
        four,
        pair if second else 0,
        three,
        trio,
        pair if pairs else 0,
    )
    for line in range(QUINTE, NOTHING):  # the line worth most; on equal points the higher in the table
        if values[line] and BASE[line] + values[line] > points:
            points = BASE[line] + values[line]
            made = line
    return points, made


MOST_POINTS = max(BASE) + 6  # that any line scores

# Each face has a weight, and the sum of four or of five tells which faces lie up: so a throw is found in a small table,
# and a tip changes one or two terms of the sum. (The smallest weights that trying found; a test holds them to it.)
WEIGHT = np.array((0, 4, 13, 67, 163, 270), np.int64)  # of the faces 1 to 6
FIFTH_WEIGHT = WEIGHT + 4 * int(WEIGHT[-1]) + 1  # of the fifth die's face: no sum of five is one of four
_LINE_BITS = 4


def _written_down() -> np.ndarray:
    """`[pairs, sum of weights]`: points and line as one number, of every throw of four dice and of five."""
    found = np.zeros((2, int(FIFTH_WEIGHT[-1] + 4 * WEIGHT[-1]) + 1), np.int16)
    for pairs, (a, b, c, d) in product(range(2), combinations_with_replacement(range(1, 7), 4)):
        four = WEIGHT[a - 1] + WEIGHT[b - 1] + WEIGHT[c - 1] + WEIGHT[d - 1]
        for fifth in range(7):
            points, made = score(tally(a, b, c, d, fifth), pairs)
            found[pairs, four + (FIFTH_WEIGHT[fifth - 1] if fifth else 0)] = points << _LINE_BITS | made
    return found


_SCORES = _written_down()


@inner_kernel
def scored(weights, pairs):
    """The points and the line of upper faces, by the sum of their weights."""
    found = int(_SCORES[int(pairs), weights])
    return found >> _LINE_BITS, found & (1 << _LINE_BITS) - 1


@inner_kernel
def wins_at_once(points, made, need, quinte_wins):
    """4D-07: whether these points reach the target, or a quinte ends the game (4D-09)."""
    return points >= need or (quinte_wins and made == QUINTE)

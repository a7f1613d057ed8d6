"""A die as one of 24 orientations (4D-01), and what tipping and turning do to it.

Everything is computed once from the rulebook's geometry: opposite faces sum to 7; 1, 2, 3 run counter-clockwise round
their corner, seen from outside. x, y and up make a right-handed frame: "left" is −x, "right" is −y, both out of the
square.
"""

import numpy as np

from ....engine.kernel import inner_kernel

NEAR, LEFT, FAR, RIGHT, FIFTH = range(5)  # places, in the order of the circle that turning keeps
ORIENTATIONS = 24
HALF_TURN = 2  # turns of the square that make a half turn

_AXES = {1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1), 4: (0, 0, -1), 5: (0, -1, 0), 6: (-1, 0, 0)}


def _third(first: int, second: int) -> int:
    """The face that makes a right-handed triple with two others, by the cross product."""
    a, b = _AXES[first], _AXES[second]
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return next(face for face, axis in _AXES.items() if axis == cross)


# An orientation is (up, +x face, +y face); numbered by the upper face, so that up is number // 4 + 1.
_ORIENTATIONS = tuple((up, x, _third(up, x)) for up in range(1, 7) for x in range(1, 7) if x not in (up, 7 - up))
_NUMBER = {orientation: number for number, orientation in enumerate(_ORIENTATIONS)}

UP = tuple(up for up, _, _ in _ORIENTATIONS)
PLUS_X = tuple(x for _, x, _ in _ORIENTATIONS)
PLUS_Y = tuple(y for _, _, y in _ORIENTATIONS)
LEFT_SIDE = tuple(7 - x for x in PLUS_X)  # the side the player sees on the left

# A die tipped toward −x turns its +x face up, one tipped toward −y its +y face.
TIP_LEFT = tuple(_NUMBER[x, 7 - up, y] for up, x, y in _ORIENTATIONS)
TIP_RIGHT = tuple(_NUMBER[y, x, 7 - up] for up, x, y in _ORIENTATIONS)

# The square turned once, old `left` becoming `far`: new +x = old +y, new +y = old −x. TURN[24 * k + o] is k such turns.
_TURN_ONCE = tuple(_NUMBER[up, y, 7 - x] for up, x, y in _ORIENTATIONS)
_turns = [tuple(range(ORIENTATIONS))]
for _ in range(3):
    _turns.append(tuple(_TURN_ONCE[o] for o in _turns[-1]))
TURN = tuple(o for turn in _turns for o in turn)

# 4D-08: the fifth die, seen face-on: +x is the player's right, +y away. It is tipped toward, away, to the left or to
# the right: TIP_FIFTH[24 * way + o]. Away and right undo toward and left.
TIP_FIFTH = (
    *TIP_RIGHT,
    *(TIP_RIGHT.index(o) for o in range(ORIENTATIONS)),
    *TIP_LEFT,
    *(TIP_LEFT.index(o) for o in range(ORIENTATIONS)),
)


# The same for compiled code, which looks into an array at once and would lay a tuple out at each look.
_TURN, _TIP_FIFTH = np.array(TURN), np.array(TIP_FIFTH)


@inner_kernel
def turned(orientation, turns):
    """A die of the square after so many turns of it."""
    return int(_TURN[ORIENTATIONS * turns + orientation])


@inner_kernel
def fifth_tipped(orientation, way):
    """The fifth die tipped that way."""
    return int(_TIP_FIFTH[ORIENTATIONS * way + orientation])


@inner_kernel
def from_opposite(orientation):
    """The fifth die as the player opposite sees it: half a turn round (4D-08)."""
    return turned(orientation, HALF_TURN)

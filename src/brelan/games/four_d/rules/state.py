"""What a referee of 4D writes down: the struct, the options, how a game ends, and the codes of its moves."""

import numpy as np

from ....engine.kernel import inner_kernel
from ....model.options import choice, flag, number
from ....model.words import N_
from .geometry import ORIENTATIONS

QUIET = 40  # turns in a row without a point that draw the game

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int8),
            # the options
            ("target", np.int16),
            ("pairs", np.int8),
            ("turn", np.int8),
            ("fifth", np.int8),
            ("quinte_wins", np.int8),
            ("handicap", np.int16),
            # the game
            ("thrown", np.int8),  # dice that lie on the table
            ("opened", np.int8),  # whether seat 0 has turned the square (4D-03)
            ("to_play", np.int8),
            ("over", np.int8),  # an index into ENDINGS
            ("scores", np.int16, 2),
            ("dice", np.int8, 5),  # orientations of near, left, far, right, fifth in the mover's frame
            ("turned", np.int8),  # how far the square has turned under the players' eyes: which die is which
            ("last", np.int16),  # the last move of a seat, what it scored and the line it made
            ("gained", np.int8),
            ("made", np.int8),
            ("quiet", np.int8),  # turns in a row without a point
            # the positions since the last point: scores never fall, so no earlier one can come back
            ("past", np.int32, QUIET),
        ],
    )
)

STRICT, FREE = 0, 1  # what option `turn` holds
TURN_WORDS = (N_("it must really turn"), N_("a full turn is a turn"))
OPTIONS = (
    number("target", "Points to reach", 10, 300, default=100),
    flag("pairs", "A paire scores", default=True),
    choice("turn", "Turning the square", ("strict", "free"), "strict", TURN_WORDS),
    flag("fifth", "A fifth die beside the square", default=False),
    flag("quinte_wins", "The first quinte wins at once", default=False),
    number("handicap", "Points given to who turns the square first", 0, 299, default=0),
)
OPEN = True  # nothing is ever hidden

ENDINGS = (
    "",
    N_("the target is reached"),
    N_("a quinte is made"),
    N_("the same position came a third time"),
    N_("forty turns without a point"),
)
TARGET_REACHED, QUINTE_MADE, REPEATED, NO_POINT = 1, 2, 3, 4

# The parts of a seat's move: a tip of the square (4D-04), a way to tip the fifth die (4D-08), the place locked (4D-06).
NEAR_LEFT, NEAR_RIGHT, LEFT_LEFT, RIGHT_RIGHT, PAIR_LEFT, PAIR_RIGHT = range(6)
TIPS, WAYS, PLACES = 6, 4, 4  # how many there are of each
NO_TIP = -1  # the opening turn
NONE = 4  # no fifth die, no lock

MAX_MOVES = TIPS * WAYS * PLACES
MAX_CHANCE = ORIENTATIONS

_OPENING, _DIE, _TURN = 1, 10, 100  # where the codes begin of the opening turn, of a die at rest, of a turn


@inner_kernel
def encode(tip, fifth, lock):
    """The code of a seat's move: of a turn, or with NO_TIP of the opening turn."""
    if tip == NO_TIP:
        return _OPENING + lock
    return _TURN + (tip * (WAYS + 1) + fifth) * (PLACES + 1) + lock


@inner_kernel
def decode(code):
    """The tip, the fifth die's tip and the lock of a seat's move: NO_TIP or NONE for what it has not."""
    if code < _DIE:
        return NO_TIP, NONE, code - _OPENING
    parts = code - _TURN
    return parts // (PLACES + 1) // (WAYS + 1), parts // (PLACES + 1) % (WAYS + 1), parts % (PLACES + 1)


@inner_kernel
def encode_throw(orientation):
    """The code of a die coming to rest."""
    return _DIE + orientation


@inner_kernel
def decode_throw(code):
    """The orientation of a die coming to rest; −1 for a seat's move."""
    return code - _DIE if _DIE <= code < _TURN else -1

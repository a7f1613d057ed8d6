"""The struct of Dodéka, its options, and the codes of its moves: put together and taken apart here and nowhere else."""

import numpy as np

from ....engine.kernel import kernel
from ....model.options import number
from ....model.words import N_

MOST_SEATS = 6
MOST_PARTIES = 100
DICE, FACES = 3, 12  # DOD-01
MOST_THROWS = 3  # DOD-03
TEN = 10  # every line brings tens, and a target is in tens
LEAST_TARGET, MOST_TARGET = 100, 5000

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int8),
            # the options
            ("parties", np.int8),
            ("minutes", np.int16),
            ("target", np.int16),
            # the match
            ("partie", np.int8),  # parties finished
            ("time_up", np.int8),
            ("over", np.int8),  # an index into ENDINGS
            ("totals", np.int32, MOST_SEATS),
            ("winners", np.int8, MOST_PARTIES),  # the grid (DOD-13): who was paid, by whom, how much
            ("losers", np.int8, MOST_PARTIES),
            ("paid", np.int32, MOST_PARTIES),
            # the partie
            ("starter", np.int8),
            ("scores", np.int32, MOST_SEATS),
            ("order", np.int8, MOST_SEATS),  # 1 for the first pairtraiz of the partie, 2 for the second …; 0: none
            ("contest", np.int8, MOST_SEATS),  # the places a seat still plays for: FIRST | LAST
            ("playoff", np.int8),
            ("winner", np.int8),  # −1 until decided
            ("loser", np.int8),
            ("lying", np.int8),  # a result lies on the table until `next`: a partie paid, or a tie to be played off
            # the turn
            ("turn", np.int8),
            ("throws", np.int8),  # thrown so far this turn; 0: the dice lie as the last player left them
            ("pending", np.int8),  # the dice in the air, as the code of their throw
            ("thrown", np.int8),  # the dice of the last throw, likewise: the others were kept
            ("dice", np.int8, DICE),
            ("last", np.int8),  # who threw the dice that lie there; −1: nobody yet
        ],
    )
)

OPTIONS = (
    number("parties", "Parties in a match (0: until time is up)", 0, MOST_PARTIES, default=3),
    number("minutes", "Minutes after which no new partie starts (0: no limit)", 0, 600, default=0),
    number("target", "Points that end a partie", LEAST_TARGET, MOST_TARGET, default=700, step=TEN),
)

ENDINGS = ("", N_("all parties are played"), N_("time is up"))
ALL_PLAYED, TIME_IS_UP = 1, 2

FIRST, LAST = 1, 2  # the places that are played for: bits of `contest`

# Codes 0 to 7 throw the dice of that bit mask (none of them: stop); REST + face is a die coming to rest.
STOP = 0
THROW_ALL = (1 << DICE) - 1
REST = 10


@kernel
def throw_of(die):
    """The code of throwing one die: 0, 1 or 2, as they lie."""
    return 1 << die


@kernel
def throws_die(throw, die):
    return (throw >> die & 1) == 1


@kernel
def without_die(throw, die):
    """The same throw, but for this die."""
    return throw & ~throw_of(die)


@kernel
def rest_of(face):
    """The code of a die coming to rest on a face."""
    return REST + face


@kernel
def is_rest(move):
    return move >= REST


@kernel
def face_of(rest):
    return rest - REST

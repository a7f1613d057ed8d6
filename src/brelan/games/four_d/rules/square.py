"""The square on the table: tipped, scored, turned (4D-04 … 4D-06), and told as one number."""

from ....kernel import kernel
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
from .lines import score, tally
from .state import FREE, LEFT_LEFT, NONE, PAIR_LEFT, PAIR_RIGHT, PLACES, RIGHT_RIGHT

BOARDS = ORIENTATIONS**PLACES  # ways four dice can lie


@kernel
def after_tip(orientation, place, tip):
    """The die at a place after a tip of the square (4D-04): even tips go left, odd ones right."""
    if place == NEAR:
        moved = tip != LEFT_LEFT and tip != RIGHT_RIGHT
    elif place == LEFT:
        moved = tip == LEFT_LEFT or tip == PAIR_LEFT
    else:
        moved = place == RIGHT and (tip == RIGHT_RIGHT or tip == PAIR_RIGHT)
    if not moved:
        return orientation
    return TIP_RIGHT[orientation] if tip & 1 else TIP_LEFT[orientation]


@kernel
def result_of(s, tip, fifth):
    """The points and the line of a tip, before it is made (4D-05)."""
    last = 0
    if fifth != NONE:
        last = UP[fifth_tipped(int(s.dice[FIFTH]), fifth)]
    near, left = UP[after_tip(int(s.dice[NEAR]), NEAR, tip)], UP[after_tip(int(s.dice[LEFT]), LEFT, tip)]
    far, right = UP[int(s.dice[FAR])], UP[after_tip(int(s.dice[RIGHT]), RIGHT, tip)]
    return score(tally(near, left, far, right, last), s.pairs)


@kernel
def tip_dice(s, tip, fifth):
    """Tips the square's dice, and the fifth die if there is one."""
    for place in (NEAR, LEFT, RIGHT):
        s.dice[place] = after_tip(int(s.dice[place]), place, tip)
    if fifth != NONE:
        s.dice[FIFTH] = fifth_tipped(int(s.dice[FIFTH]), fifth)


@kernel
def may_lock(lock, turn):
    """4D-06: with `strict` the square must really turn, so the mover's `near` may not become the opponent's `far`."""
    return turn == FREE or lock != NEAR


@kernel
def turns_for(lock):
    """How many times the square turns so that the next player finds this die at `far`."""
    return (FAR - lock) & 3


@kernel
def turn_square(s, turns):
    """The square seen by the next player after so many turns: places move round the circle, side faces turn along."""
    old = (int(s.dice[NEAR]), int(s.dice[LEFT]), int(s.dice[FAR]), int(s.dice[RIGHT]))
    for place in range(PLACES):
        s.dice[place] = turned(old[(place - turns) & 3], turns)
    s.turned = (int(s.turned) + turns) & 3
    if s.fifth:
        s.dice[FIFTH] = from_opposite(int(s.dice[FIFTH]))


@kernel
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


@kernel
def board_on(s):
    """The board that lies on the table, in the mover's frame."""
    return board_of(int(s.dice[NEAR]), int(s.dice[LEFT]), int(s.dice[FAR]), int(s.dice[RIGHT]))


@kernel
def position(s):
    """The dice as one number: the board, and the fifth die above it.

    Player and scores need not be in it: see `past`.
    """
    return BOARDS * int(s.dice[FIFTH]) + board_on(s)

"""The rules of 4D (4D-01 … 4D-09): the struct, and the functions on it."""

from collections.abc import Mapping

import numpy as np

from ....kernel import CHANCE, OVER, kernel
from ....options import Value, choice, flag, number
from ....words import N_, Sentence
from .geometry import FAR, LEFT, NEAR, RIGHT, TIP_FIFTH, TIP_LEFT, TIP_RIGHT, TURN, UP

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
            (
                "past",
                np.int32,
                QUIET,
            ),  # the positions since the last point: scores never fall, so no earlier one can come back
        ],
    )
)

TURN_WORDS = (N_("it must really turn"), N_("a full turn is a turn"))
OPTIONS = (
    number("target", "Points to reach", 10, 300, default=100),
    flag("pairs", "A paire scores", default=True),
    choice("turn", "Turning the square", ("strict", "free"), "strict", TURN_WORDS),
    flag("fifth", "A fifth die beside the square", default=False),
    flag("quinte_wins", "The first quinte wins at once", default=False),
    number("handicap", "Points given to seat 0 at the start", 0, 299, default=0),
)
OPEN = True  # nothing is ever hidden
MAX_MOVES = 6 * 4 * 4
MAX_CHANCE = 24
ENDINGS = (
    "",
    N_("the target is reached"),
    N_("a quinte is made"),
    N_("the same position came a third time"),
    N_("forty turns without a point"),
)
TARGET_REACHED, QUINTE_MADE, REPEATED, NO_POINT = 1, 2, 3, 4

# Move codes: OPENING + the place locked; DIE + an orientation; TURN_CODE + 25 tip + 5 fifth + lock, NONE where there is
# no such part.
OPENING, DIE, TURN_CODE = 1, 10, 100
NONE = 4

# 4D-05 and 4D-09, best line first.
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

NEAR_LEFT, NEAR_RIGHT, LEFT_LEFT, RIGHT_RIGHT, PAIR_LEFT, PAIR_RIGHT = range(6)  # 4D-04


def check(options: Mapping[str, Value]) -> Sentence | None:
    """Options that contradict each other."""
    if int(options["handicap"]) >= int(options["target"]):
        return Sentence("Option handicap must stay below option target, which is {target}.", target=options["target"])
    if options["quinte_wins"] and not options["fifth"]:
        return Sentence("Option quinte_wins needs the fifth die: set option fifth to yes.")
    return None


@kernel
def tally(a, b, c, d, e):
    """How often each face lies up, three bits a face; e is 0 without a fifth die."""
    return (1 << 3 * a) + (1 << 3 * b) + (1 << 3 * c) + (1 << 3 * d) + (1 << 3 * e)


@kernel
def score(faces, pairs):
    """The points of a tally of upper faces and the line that makes them (4D-05, 4D-09)."""
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
def turns_for(lock):
    """How many times the square turns so that the next player finds this die at `far`."""
    return (FAR - lock) & 3


@kernel
def may_lock(lock, turn):
    """4D-06: with `strict` the square must really turn, so the mover's `near` may not become the opponent's `far`."""
    return turn == 1 or lock != NEAR


@kernel
def wins(points, made, need, quinte_wins):
    """4D-07: whether these points reach the target, or a quinte ends the game (4D-09)."""
    return points >= need or (quinte_wins and made == QUINTE)


@kernel
def result_of(s, tip, fifth):
    """The points and the line of a tip, before it is made."""
    last = 0
    if fifth != NONE:
        last = UP[TIP_FIFTH[24 * fifth + int(s.dice[4])]]
    near, left = UP[after_tip(int(s.dice[NEAR]), NEAR, tip)], UP[after_tip(int(s.dice[LEFT]), LEFT, tip)]
    far, right = UP[int(s.dice[FAR])], UP[after_tip(int(s.dice[RIGHT]), RIGHT, tip)]
    return score(tally(near, left, far, right, last), s.pairs)


@kernel
def turn_square(s, turns):
    """The square seen by the next player after so many turns: places move round the circle, side faces turn along."""
    near, left, far, right = int(s.dice[0]), int(s.dice[1]), int(s.dice[2]), int(s.dice[3])
    old = (near, left, far, right)
    for place in range(4):
        s.dice[place] = TURN[24 * turns + old[(place - turns) & 3]]
    s.turned = (int(s.turned) + turns) & 3
    if s.fifth:
        s.dice[4] = TURN[48 + int(s.dice[4])]  # 4D-08: the player opposite sees it half a turn round


@kernel
def start(s):
    s.scores[0] = s.handicap


@kernel
def mover(s):
    if s.over:
        return OVER
    if s.thrown < 4 + int(s.fifth):
        return CHANCE
    return int(s.to_play)


@kernel
def legal(s, out):
    if not s.opened:  # 4D-03: always all four
        for lock in range(4):
            out[lock] = OPENING + lock
        return 4
    n = 0
    need = int(s.target) - int(s.scores[s.to_play])
    for tip in range(6):
        for choice_of_fifth in range(4 if s.fifth else 1):
            fifth = choice_of_fifth if s.fifth else NONE
            points, made = result_of(s, tip, fifth)
            code = TURN_CODE + 25 * tip + 5 * fifth
            if wins(points, made, need, s.quinte_wins):
                out[n] = code + NONE
                n += 1
                continue
            for lock in range(4):
                if may_lock(lock, s.turn):
                    out[n] = code + lock
                    n += 1
    return n


@kernel
def chance(s, out, weights):
    """4D-02: the dice come to rest one by one, near, left, far, right in seat 0's frame, then the fifth."""
    for orientation in range(24):
        out[orientation] = DIE + orientation
        weights[orientation] = 1
    return 24


@kernel
def play(s, move):
    if move >= TURN_CODE:
        _play_turn(s, move)
    elif move >= DIE:
        s.dice[int(s.thrown)] = move - DIE
        s.thrown = int(s.thrown) + 1
    else:
        turn_square(s, turns_for(move - OPENING))
        s.last = move
        s.opened = 1
        s.to_play = 1
        s.past[0] = position(s)


@kernel
def _play_turn(s, move):
    """Tip, score, turn."""
    tip, fifth, lock = (move - TURN_CODE) // 25, (move - TURN_CODE) // 5 % 5, (move - TURN_CODE) % 5
    seat = int(s.to_play)
    points, made = result_of(s, tip, fifth)
    for place in (NEAR, LEFT, RIGHT):
        s.dice[place] = after_tip(int(s.dice[place]), place, tip)
    if fifth != NONE:
        s.dice[4] = TIP_FIFTH[24 * fifth + int(s.dice[4])]
    need = int(s.target) - int(s.scores[seat])
    s.scores[seat] = int(s.scores[seat]) + points
    s.last = move
    s.gained = points
    s.made = made
    if points:
        s.quiet = 0
        s.past[:] = 0
    if lock == NONE:  # 4D-07: the winner's square is not turned, and the winner stays the one to play
        s.over = TARGET_REACHED if points >= need else QUINTE_MADE
        return
    turn_square(s, turns_for(lock))
    s.to_play = 1 - seat
    if points:
        s.past[0] = position(s)
    else:
        _quiet_turn(s)


@kernel
def board_of(near, left, far, right):
    """Four orientations as one number, a board."""
    return ((near * 24 + left) * 24 + far) * 24 + right


@kernel
def position(s):
    """The dice as one number: the board, and the fifth die above it.

    Player and scores need not be in it: see `past`.
    """
    return 331776 * int(s.dice[4]) + board_of(
        int(s.dice[NEAR]), int(s.dice[LEFT]), int(s.dice[FAR]), int(s.dice[RIGHT])
    )


@kernel
def drawn_at(s, key):
    """The ending if a turn without a point leads to this position, or 0.

    The decisions on repetition: the third occurrence of a position draws, and so do forty turns without a point.
    """
    quiet = int(s.quiet) + 1
    before = 0
    for earlier in range(quiet & 1, quiet, 2):  # every other one had the same player to move
        before += s.past[earlier] == key
    if before >= 2:
        return REPEATED
    return NO_POINT if quiet >= QUIET else 0


@kernel
def _quiet_turn(s):
    key = position(s)
    s.over = drawn_at(s, key)
    s.quiet = int(s.quiet) + 1
    if s.over:
        s.past[:] = 0
    else:
        s.past[int(s.quiet)] = key


@kernel
def payoff(s, out):
    out[0] = 0
    out[1] = 0
    if s.over == TARGET_REACHED or s.over == QUINTE_MADE:
        out[int(s.to_play)] = 1
        out[1 - int(s.to_play)] = -1


@kernel
def scores(s, out):
    out[0] = s.scores[0]
    out[1] = s.scores[1]


@kernel
def ending(s):
    return int(s.over)


@kernel
def sound(s):
    """Nobody has passed the target while the game goes on, and every die is a die."""
    fine = True
    for die in range(5):
        fine = fine and 0 <= int(s.dice[die]) < 24
    for seat in range(2):
        fine = fine and (s.over != 0 or int(s.scores[seat]) < int(s.target))
    return fine

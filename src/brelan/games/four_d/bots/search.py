"""Alpha-beta search: the master where nothing is solved (yet), and always with a fifth die.

Values are points of lead, or WIN less the number of plies to it; a draw by forty turns without a point is 0, and so is
one by repetition at the first move (deeper, no position is remembered). The budget is counted in positions, not in
seconds: the same position gets the same answer on every machine.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.geometry import FIFTH, UP, fifth_tipped, from_opposite
from ..rules.lines import NOTHING, wins_at_once
from ..rules.repetition import draw_after
from ..rules.square import BOARDS, board_on, may_lock, turns_for
from ..rules.state import NO_TIP, NONE, PLACES, QUIET, TIPS, WAYS, decode

WIN = 10_000
FORCED = WIN - 100  # values beyond are wins, or if negative losses, that are forced
NO_FIFTH = -1  # in the place of the fifth die's orientation; looked for as `< 0`, which indexes the tables faster


class Options(NamedTuple):
    """The options the search must know."""

    turn: int
    quinte_wins: int


@kernel
def points_of(table, c, fifth):
    """The points and the line of a board with a fifth die (with none the line is not asked for)."""
    if fifth < 0:
        return int(table.points[c]), NOTHING
    at = table.faces[c] + UP[fifth]
    return int(table.five[at]), int(table.line[at])


@kernel
def ways_of(fifth):
    """In how many ways a turn may tip the fifth die."""
    return 1 if fifth < 0 else WAYS


@kernel
def tip_fifth(fifth, way):
    return NO_FIFTH if fifth < 0 else fifth_tipped(fifth, way)


@kernel
def half_turn(fifth):
    """The fifth die as the player opposite sees it."""
    return NO_FIFTH if fifth < 0 else from_opposite(fifth)


@kernel
def best_points(table, b, fifth):
    """The most the mover of a board can score at once."""
    best = 0
    for t in range(TIPS):
        for way in range(ways_of(fifth)):
            best = max(best, points_of(table, table.tip[t, b], tip_fifth(fifth, way))[0])
    return best


# Numba cannot keep recursive functions in its cache, so the search keeps its own stack: a row a ply.
DEEPEST = 40
BOARD, FIFTH_DIE, NEED, OTHER_NEED, TIME, ALPHA, BETA, BEST, TRIED, ORDER = range(10)
# TIME: how many more turns without a point may follow before one draws
ROW = ORDER + TIPS * WAYS  # from ORDER on: the choices of tips, as CHOICES · points + choice, from the most points down
CHOICES = 32  # more than there are choices of tips


@kernel
def _enter(row, table, options, left, ply, budget):
    """Looks at a position for the first time; answers True if its value (in BEST) is known at once."""
    budget[0] -= 1
    b, fifth = row[BOARD], row[FIFTH_DIE]
    if row[TIME] < 0:
        row[BEST] = 0
        return True
    if left == 0:
        row[BEST] = row[OTHER_NEED] - row[NEED] + best_points(table, b, fifth)
        return True
    ways = ways_of(fifth)
    row[BEST] = -2 * WIN
    row[TRIED] = 0
    for choice in range(TIPS * ways):
        points, made = points_of(table, table.tip[choice // ways, b], tip_fifth(fifth, choice % ways))
        if wins_at_once(points, made, row[NEED], options.quinte_wins):
            row[BEST] = WIN - ply
            return True
        at = choice  # the moves most likely to cut come first
        while at > 0 and row[ORDER + at - 1] // CHOICES < points:
            row[ORDER + at] = row[ORDER + at - 1]
            at -= 1
        row[ORDER + at] = CHOICES * points + choice
    return False


@kernel
def _next(row, child, table, options):
    """Lays the next position to look at into `child`; False when there is none, or the value is beyond the window."""
    fifth = row[FIFTH_DIE]
    ways = ways_of(fifth)
    while row[ALPHA] < row[BETA] and row[TRIED] < TIPS * ways * PLACES:
        tried = row[TRIED]
        row[TRIED] = tried + 1
        lock = tried % PLACES
        if not may_lock(lock, options.turn):
            continue
        listed = row[ORDER + tried // PLACES]
        points, choice = listed // CHOICES, listed % CHOICES
        child[BOARD] = table.turn[turns_for(lock), table.tip[choice // ways, row[BOARD]]]
        child[FIFTH_DIE] = half_turn(tip_fifth(fifth, choice % ways))
        child[NEED] = row[OTHER_NEED]
        child[OTHER_NEED] = row[NEED] - points
        child[TIME] = QUIET - 1 if points else row[TIME] - 1
        child[ALPHA] = -row[BETA]
        child[BETA] = -row[ALPHA]
        return True
    return False


@kernel
def value(table, options, b, fifth, m, o, time, depth, alpha, beta, budget):
    """The mover's value of a position one ply from the root; `budget[0]` counts down."""
    stack = np.empty((depth + 2, ROW), np.int64)
    first = stack[0]
    first[BOARD], first[FIFTH_DIE], first[NEED], first[OTHER_NEED] = b, fifth, m, o
    first[TIME], first[ALPHA], first[BETA] = time, alpha, beta
    at = 0
    known = _enter(first, table, options, depth, at + 1, budget)  # a bare 1 would be a type of its own, compiled again
    while budget[0] >= 0:
        row = stack[at]
        if not known and _next(row, stack[at + 1], table, options):
            at += 1
            known = _enter(stack[at], table, options, depth - at, at + 1, budget)
            continue
        if at == 0:
            return row[BEST]
        at -= 1
        known = False
        above = stack[at]
        if -row[BEST] > above[BEST]:
            above[BEST] = -row[BEST]
            above[ALPHA] = max(above[ALPHA], above[BEST])
    return 0


@kernel
def value_of_move(s, move, table, depth, alpha, budget):
    """The value of one move of the mover of `s`, searched so many plies deep after it; only exact if it is more than
    alpha.
    """
    seat = int(s.to_play)
    m, o = int(s.target) - int(s.scores[seat]), int(s.target) - int(s.scores[1 - seat])
    options = Options(int(s.turn), int(s.quinte_wins))
    fifth = int(s.dice[FIFTH]) if s.fifth else NO_FIFTH
    tip, way, lock = decode(move)
    if lock == NONE:
        return WIN
    c = board_on(s)
    points = 0
    if tip != NO_TIP:
        c = table.tip[tip, c]
        fifth = tip_fifth(fifth, way)
        points = points_of(table, c, fifth)[0]
    left, fifth, time = table.turn[turns_for(lock), c], half_turn(fifth), QUIET - 1
    if tip != NO_TIP and points == 0:
        if draw_after(s, left + BOARDS * max(fifth, 0)):
            return 0
        time = QUIET - 2 - int(s.quiet)
    return -value(table, options, left, fifth, o, m - points, time, depth, -2 * WIN, -alpha, budget)


@kernel
def search_moves(s, out, n, table, depth, budget, values):
    """Values of all moves at one depth, for choosing: moves that are not best only get a bound.

    False if the budget ran out.
    """
    alpha = -2 * WIN
    for i in range(n):
        values[i] = value_of_move(s, out[i], table, depth, alpha, budget)
        if budget[0] < 0:
            return False
        alpha = max(alpha, values[i])
    return True


@kernel
def deepen(s, out, n, table, nodes, budget, values, kept):
    """Searches deeper and deeper within a budget of positions; `out` is left sorted, best move first.

    Answers the depth reached.
    """
    budget[0] = nodes
    reached = 0
    for depth in range(1, DEEPEST):
        if not search_moves(s, out, n, table, depth, budget, values):
            break
        reached = depth
        for i in range(1, n):  # a stable sort: the best moves are searched first in the next round
            for j in range(i, 0, -1):
                if values[j] <= values[j - 1]:
                    break
                values[j], values[j - 1] = values[j - 1], values[j]
                out[j], out[j - 1] = out[j - 1], out[j]
        for i in range(n):
            kept[i] = values[i]
        if abs(values[0]) > FORCED:
            break
    for i in range(n):
        values[i] = kept[i]
    return reached

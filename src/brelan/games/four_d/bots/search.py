"""Alpha-beta search: the master where nothing is solved (yet), and always with a fifth die.

Values are points of lead, or WIN less the number of plies to it. The budget is counted in positions, not in seconds:
the same position gets the same answer on every machine.
"""

import numpy as np

from ....kernel import kernel
from ..rules import DIE, NONE, NOTHING, OPENING, TURN_CODE, may_lock, position, turns_for, wins
from ..rules.geometry import TIP_FIFTH, TURN, UP
from ..solve.boards import BOARDS

WIN = 10_000
TURNING, QUINTE_WINS = 0, 1  # the options the search must know


@kernel
def points_of(table, c, fifth):
    """The points and the line of a board with a fifth die (or none: −1; the line is then not asked for)."""
    if fifth < 0:
        return int(table.points[c]), NOTHING
    at = table.faces[c] + UP[fifth]
    return int(table.five[at]), int(table.line[at])


@kernel
def tip_fifth(fifth, way):
    return -1 if fifth < 0 else TIP_FIFTH[24 * way + fifth]


@kernel
def half_turn(fifth):
    """The fifth die as the player opposite sees it (4D-08)."""
    return -1 if fifth < 0 else TURN[48 + fifth]


@kernel
def best_points(table, b, fifth):
    """The most the mover of a board can score at once."""
    best = 0
    for t in range(6):
        for way in range(1 if fifth < 0 else 4):
            best = max(best, points_of(table, table.tip[t, b], tip_fifth(fifth, way))[0])
    return best


# Numba cannot keep recursive functions in its cache, so the search keeps its own stack: a row a ply.
DEEPEST = 40
BOARD, FIFTH, NEED, OTHER, ALPHA, BETA, BEST, TRIED, ORDER = range(9)
ROW = ORDER + 24  # from ORDER on: the choices of tips, as 32 · points + choice, from the most points down


@kernel
def _enter(row, table, rules, left, ply, budget):
    """Looks at a position for the first time; answers True if its value (in BEST) is known at once."""
    budget[0] -= 1
    b, fifth = row[BOARD], row[FIFTH]
    if left == 0:
        row[BEST] = row[OTHER] - row[NEED] + best_points(table, b, fifth)
        return True
    ways = 1 if fifth < 0 else 4
    row[BEST] = -2 * WIN
    row[TRIED] = 0
    for choice in range(6 * ways):
        points, made = points_of(table, table.tip[choice // ways, b], tip_fifth(fifth, choice % ways))
        if wins(points, made, row[NEED], rules[QUINTE_WINS]):
            row[BEST] = WIN - ply
            return True
        at = choice  # the moves most likely to cut come first
        while at > 0 and row[ORDER + at - 1] // 32 < points:
            row[ORDER + at] = row[ORDER + at - 1]
            at -= 1
        row[ORDER + at] = 32 * points + choice
    return False


@kernel
def _next(row, child, table, rules):
    """Lays the next position to look at into `child`; False when there is none, or the value is beyond the window."""
    fifth = row[FIFTH]
    ways = 1 if fifth < 0 else 4
    while row[ALPHA] < row[BETA] and row[TRIED] < 6 * ways * 4:
        tried = row[TRIED]
        row[TRIED] = tried + 1
        lock = tried % 4
        if not may_lock(lock, rules[TURNING]):
            continue
        points, choice = row[ORDER + tried // 4] // 32, row[ORDER + tried // 4] % 32
        child[BOARD] = table.turn[turns_for(lock), table.tip[choice // ways, row[BOARD]]]
        child[FIFTH] = half_turn(tip_fifth(fifth, choice % ways))
        child[NEED] = row[OTHER]
        child[OTHER] = row[NEED] - points
        child[ALPHA] = -row[BETA]
        child[BETA] = -row[ALPHA]
        return True
    return False


@kernel
def value(table, rules, b, fifth, m, o, depth, alpha, beta, budget):
    """The mover's value of a position one ply from the root.

    `rules` is (turn, quinte_wins); `budget[0]` counts down.
    """
    stack = np.empty((depth + 2, ROW), np.int64)
    first = stack[0]
    first[BOARD], first[FIFTH], first[NEED], first[OTHER], first[ALPHA], first[BETA] = b, fifth, m, o, alpha, beta
    at = 0
    known = _enter(first, table, rules, depth, at + 1, budget)  # a bare 1 would be a type of its own, compiled again
    while budget[0] >= 0:
        row = stack[at]
        if not known and _next(row, stack[at + 1], table, rules):
            at += 1
            known = _enter(stack[at], table, rules, depth - at, at + 1, budget)
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
    rules = (int(s.turn), int(s.quinte_wins))
    b = position(s) % BOARDS
    fifth = int(s.dice[4]) if s.fifth else -1
    if move < DIE:
        return -value(
            table,
            rules,
            table.turn[turns_for(move - OPENING), b],
            half_turn(fifth),
            o,
            m,
            depth,
            -2 * WIN,
            -alpha,
            budget,
        )
    tip, way, lock = (move - TURN_CODE) // 25, (move - TURN_CODE) // 5 % 5, (move - TURN_CODE) % 5
    if lock == NONE:
        return WIN
    c = table.tip[tip, b]
    after = -1 if way == NONE else tip_fifth(fifth, way)
    points = points_of(table, c, after)[0]
    return -value(
        table, rules, table.turn[turns_for(lock), c], half_turn(after), o, m - points, depth, -2 * WIN, -alpha, budget
    )


@kernel
def search(s, out, n, table, depth, budget, values):
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
        if not search(s, out, n, table, depth, budget, values):
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
        if values[0] > WIN - 100 or values[0] < 100 - WIN:
            break
    for i in range(n):
        values[i] = kept[i]
    return reached

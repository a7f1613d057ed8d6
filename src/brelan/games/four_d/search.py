"""Alpha-beta search: the master where nothing is solved (yet), and always with a fifth die.

Values are points of lead, or WIN less the number of plies to it. The budget is counted in positions, not in seconds: the same
position gets the same answer on every machine.
"""

from ...kernel import kernel
from .boards import BOARDS
from .geometry import TIP_FIFTH, TURN, UP
from .rules import DIE, NONE, OPENING, TURN_CODE, may_lock, position, score, tally, turns_for, wins

WIN = 10_000
SEARCHED = 6 * 4 * 4


@kernel
def points_of(table, pairs, c, fifth):
    """The points and the line of a board with a fifth die (or none: −1)."""
    if fifth < 0:
        return int(table.points[c]), NONE + 5  # the line is only asked for with a fifth die
    return score(tally(UP[c // 13824], UP[c // 576 % 24], UP[c // 24 % 24], UP[c % 24], UP[fifth]), pairs)


@kernel
def tip_fifth(fifth, way):
    return -1 if fifth < 0 else TIP_FIFTH[24 * way + fifth]


@kernel
def half_turn(fifth):
    """The fifth die as the player opposite sees it (4D-08)."""
    return -1 if fifth < 0 else TURN[48 + fifth]


@kernel
def best_points(table, pairs, b, fifth):
    """The most the mover of a board can score at once."""
    best = 0
    for t in range(6):
        for way in range(1 if fifth < 0 else 4):
            best = max(best, points_of(table, pairs, table.tip[t, b], tip_fifth(fifth, way))[0])
    return best


@kernel
def value(table, rules, b, fifth, m, o, depth, alpha, beta, ply, budget):
    """The mover's value of a position. `rules` is (pairs, turn, quinte_wins); `budget[0]` counts down."""
    budget[0] -= 1
    if depth == 0:
        return o - m + best_points(table, rules[0], b, fifth)
    if budget[0] < 0:
        return 0
    best = -2 * WIN
    ways = 1 if fifth < 0 else 4
    # Tips are tried from the most points down: the moves most likely to cut come first.
    gains = [-1] * 24
    for choice in range(6 * ways):
        points, made = points_of(table, rules[0], table.tip[choice // ways, b], tip_fifth(fifth, choice % ways))
        if wins(points, made, m, rules[2]):
            return WIN - ply
        gains[choice] = points
    for _ in range(6 * ways):
        choice = 0
        for other in range(1, 6 * ways):
            if gains[other] > gains[choice]:
                choice = other
        points = gains[choice]
        gains[choice] = -2
        c = table.tip[choice // ways, b]
        left = half_turn(tip_fifth(fifth, choice % ways))
        for lock in range(4):
            if may_lock(lock, rules[1]):
                found = -value(table, rules, table.turn[turns_for(lock), c], left, o, m - points, depth - 1, -beta, -alpha, ply + 1, budget)
                if found > best:
                    best = found
                    alpha = max(alpha, best)
                    if alpha >= beta:
                        return best
    return best


@kernel
def value_of_move(s, move, table, depth, alpha, budget):
    """The value of one move of the mover of `s`, searched so many plies deep after it; only exact if it is more than alpha."""
    seat = int(s.to_play)
    m, o = int(s.target) - int(s.scores[seat]), int(s.target) - int(s.scores[1 - seat])
    rules = (int(s.pairs), int(s.turn), int(s.quinte_wins))
    b = position(s) % BOARDS
    fifth = int(s.dice[4]) if s.fifth else -1
    if move < DIE:
        return -value(table, rules, table.turn[turns_for(move - OPENING), b], half_turn(fifth), o, m, depth, -2 * WIN, -alpha, 1, budget)
    tip, way, lock = (move - TURN_CODE) // 25, (move - TURN_CODE) // 5 % 5, (move - TURN_CODE) % 5
    if lock == NONE:
        return WIN
    c = table.tip[tip, b]
    after = -1 if way == NONE else tip_fifth(fifth, way)
    points = points_of(table, rules[0], c, after)[0]
    return -value(table, rules, table.turn[turns_for(lock), c], half_turn(after), o, m - points, depth, -2 * WIN, -alpha, 1, budget)


@kernel
def search(s, out, n, table, depth, budget, values):
    """Values of all moves at one depth, for choosing: moves that are not best only get a bound. False if the budget ran out."""
    alpha = -2 * WIN
    for i in range(n):
        values[i] = value_of_move(s, out[i], table, depth, alpha, budget)
        if budget[0] < 0:
            return False
        alpha = max(alpha, values[i])
    return True


@kernel
def deepen(s, out, n, table, nodes, budget, values, kept):
    """Searches deeper and deeper within a budget of positions; `out` is left sorted, best move first. Answers the depth reached."""
    budget[0] = nodes
    reached = 0
    for depth in range(1, 40):
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

"""Perfect play from the solved tables: what a position is worth, and what each move makes of it.

The mover of board b needs m, the opponent o. After a move the opponent is the mover of another board, needing o against
what is left of m.
"""

from ....kernel import kernel
from ..rules.repetition import draw_after
from ..rules.square import board_on, turns_for
from ..rules.state import NO_TIP, NONE, TIPS, decode
from .distances import distance, first

GOES_ON, WON_AT_ONCE, DRAWN_AT_ONCE = range(3)  # what a move makes of the game

# What a move is worth: WON, DRAWN or LOST, and within each, what to prefer (far less than the steps between them).
WON, DRAWN, LOST = 100_000, 0, -100_000
AT_ONCE, IN_KNOWN_TURNS, BY_SCORING, BY_RANK = 50_000, 40_000, 20_000, 10_000  # wins, by how sure their progress is
GOING_ON = 1_000  # a draw that leaves the other player something to do wrong
MOST_SPARE, MOST_SHORT = 400, 90  # beyond, more or fewer points to spare make no difference


@kernel
def win_most(solved, b, o):
    """The most the mover of b may need and still win."""
    return o + int(solved.win[o, b])


@kernel
def keep_most(solved, b, o):
    """The most the mover of b may need and still not lose."""
    lo, hi = solved.drawn_at[o], solved.drawn_at[o + 1]
    at = first(solved.drawn_board, lo, hi, b)
    more = int(solved.drawn_more[at]) if at < hi and solved.drawn_board[at] == b else 0
    return win_most(solved, b, o) + more


@kernel
def outcome(solved, b, m, o):
    """1, 0 or −1 for the mover."""
    if m <= win_most(solved, b, o):
        return 1
    return 0 if m <= keep_most(solved, b, o) else -1


@kernel
def to_spare(solved, b, x, y):
    """How many points more than y the player who left b may need and still win against its mover, who needs x;
    negative: how many fewer.

    Nothing is asked of the table beyond its target, nor below a need of 1: there the answer is a bound.
    """
    spare = 0
    if keep_most(solved, b, y) < x:
        while y + spare + 1 < len(solved.win) and keep_most(solved, b, y + spare + 1) < x:
            spare += 1
        return spare
    while y + spare > 0 and keep_most(solved, b, y + spare) >= x:
        spare -= 1
    return spare


@kernel
def rank(solved, b, m, o):
    """How many scoreless exchanges the mover of a won position must count on (see solver.py)."""
    lo, hi = solved.zero_at[o], solved.zero_at[o + 1]
    at = first(solved.zero_board, lo, hi, b)
    best = 1
    while at < hi and solved.zero_board[at] == b:
        if o + int(solved.zero_need[at]) < m:
            best = max(best, int(solved.zero_rank[at]))
        at += 1
    return best


@kernel
def rank_left(solved, table, seen, b, x, y):
    """The highest rank the mover of b, who loses needing x against y, can lead to by a tip that scores nothing; 0 if
    every tip scores.
    """
    worst = 0
    for t in range(TIPS):
        c = table.tip[t, b]
        if table.points[c] == 0:
            for k in range(len(seen)):
                worst = max(worst, rank(solved, seen[k, c], y, x))
    return worst


@kernel
def turns_left(distances, table, seen, b, x, y):
    """In how many turns the player who left b wins against its mover's best defence; 0 where that is not kept."""
    longest = 0
    for t in range(TIPS):
        c = table.tip[t, b]
        p = int(table.points[c])
        for k in range(len(seen)):
            turns = distance(distances, seen[k, c], y, x - p)
            if turns == 0:
                return 0
            longest = max(longest, turns)
    return longest


@kernel
def bound_left(distances, table, seen, b, x, y):
    """A number of turns in which the player who left b wins at the latest; 0 where none was computed."""
    longest = 0
    if x >= len(distances.bound) or y >= len(distances.bound):
        return 0
    for t in range(TIPS):
        longest = max(longest, int(distances.bound[y, x - int(table.points[table.tip[t, b]])]))
    return longest


@kernel
def winning_answers(solved, table, seen, b, x, y):
    """How many of the moves of b's mover, who wins needing x against y, keep the win."""
    many = 0
    for t in range(TIPS):
        c = table.tip[t, b]
        p = int(table.points[c])
        for k in range(len(seen)):
            if p >= x or keep_most(solved, seen[k, c], x - p) < y:
                many += 1
    return many


@kernel
def after_move(s, move, table):
    """The board a move leaves (in the opponent's frame), its points, and whether it ends the game at once."""
    b = board_on(s)
    tip, _, lock = decode(move)
    if tip == NO_TIP:
        return table.turn[turns_for(lock), b], 0, GOES_ON
    c = table.tip[tip, b]
    points = int(table.points[c])
    if lock == NONE:
        return c, points, WON_AT_ONCE
    left = table.turn[turns_for(lock), c]
    return left, points, DRAWN_AT_ONCE if points == 0 and draw_after(s, left) else GOES_ON


@kernel
def worth(s, move, solved, distances, table, seen):
    """What a move is worth to the mover: WON, DRAWN or LOST, and how much it is to be preferred among its equals.

    Wins: the fewest turns where they are known; else moves that score come first, by what they have to spare, then the
    scoreless ones by falling rank. So every turn makes progress. Losses: what is nearest to being saved; then what
    leaves the fewest answers that win.
    """
    seat = int(s.to_play)
    x, y = int(s.target) - int(s.scores[1 - seat]), int(s.target) - int(s.scores[seat])
    b, points, ended = after_move(s, move, table)
    if ended != GOES_ON:
        return WON + AT_ONCE if ended == WON_AT_ONCE else DRAWN
    y -= points
    result = -outcome(solved, b, x, y)
    spare = max(-MOST_SPARE, min(MOST_SPARE, to_spare(solved, b, x, y)))
    if result > 0:
        turns = turns_left(distances, table, seen, b, x, y)
        if turns:
            return WON + IN_KNOWN_TURNS - 1_000 * turns + spare
        if points or decode(move)[0] == NO_TIP:
            return WON + BY_SCORING + spare
        return WON + BY_RANK - 100 * rank_left(solved, table, seen, b, x, y)
    if result < 0:
        return LOST + 1_000 * max(spare, -MOST_SHORT) - 10 * winning_answers(solved, table, seen, b, x, y)
    return DRAWN + GOING_ON + spare


@kernel
def best_move(s, out, n, solved, distances, table, seen):
    """The first of the best moves."""
    best, found = 2 * LOST, out[0]
    for i in range(n):
        value = worth(s, out[i], solved, distances, table, seen)
        if value > best:
            best, found = value, out[i]
    return found

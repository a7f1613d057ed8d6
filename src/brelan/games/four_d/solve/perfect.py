"""Perfect play from the solved tables: what a position is worth, and what each move makes of it.

The mover of board b needs m, the opponent o. After a move the opponent is the mover of another board, needing o against
what is left of m. `time` is how many more turns without a point may follow before one draws the game: all of QUIET less
one when somebody has just scored. What a position is worth depends on it (a win may take more), and on the positions
that have come twice already (repeated.py).
"""

from ....engine.kernel import kernel
from ..rules.repetition import draw_after
from ..rules.square import board_on, turns_for
from ..rules.state import NO_TIP, NONE, QUIET, TARGET_REACHED, TIPS, decode
from .distances import distance, first
from .repeated import turns_of_answers

GOES_ON = 0  # what a move makes of the game, beside the rules' endings

# What a move is worth: WON, DRAWN or LOST, and within each, what to prefer (far less than the steps between them).
WON, DRAWN, LOST = 100_000, 0, -100_000
AT_ONCE, IN_KNOWN_TURNS, BY_SCORING, BY_WAITING = 50_000, 40_000, 20_000, 10_000  # wins, by how sure their progress is
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
    """1, 0 or −1 for the mover, with all the time there is."""
    if m <= win_most(solved, b, o):
        return 1
    return 0 if m <= keep_most(solved, b, o) else -1


@kernel
def quiet_needed(solved, b, m, o):
    """How many turns without a point the mover of a won position must count on before somebody scores."""
    lo, hi = solved.zero_at[o], solved.zero_at[o + 1]
    at = first(solved.zero_board, lo, hi, b)
    most = 0
    while at < hi and solved.zero_board[at] == b:
        if o + int(solved.zero_need[at]) < m:
            most = max(most, int(solved.zero_turns[at]))
        at += 1
    return most


@kernel
def quiet_needed_left(solved, table, seen, b, x, y):
    """The same for the player who left b, whose mover loses needing x against y: 0 if every tip of b scores."""
    most = 0
    for t in range(TIPS):
        c = table.tip[t, b]
        if table.points[c] == 0:
            for k in range(len(seen)):
                most = max(most, 1 + quiet_needed(solved, seen[k, c], y, x))
    return most


@kernel
def result_left(solved, table, seen, b, x, y, time):
    """1, 0 or −1 for the player who left b, whose mover needs x against y, in so much time."""
    result = -outcome(solved, b, x, y)
    if time < solved.longest[0] + 1:
        if result < 0 and quiet_needed(solved, b, x, y) > time:
            return 0
        if result > 0 and quiet_needed_left(solved, table, seen, b, x, y) > time:
            return 0
    return result


@kernel
def result_barred(solved, table, seen, b, x, y, time, barred):
    """The same where positions are barred, for the player to move now."""
    result = -outcome(solved, b, x, y)
    if result < 0 and barred.theirs[b] > time:
        return 0
    if result > 0 and turns_of_answers(solved, table, seen, b, x, y, barred.mine) > time:
        return 0
    return result


@kernel
def to_spare(solved, table, seen, b, x, y, time):
    """How many points more than y the player who left b may need and still win against its mover, who needs x;
    negative: how many fewer.

    Nothing is asked of the table beyond its edge (`at_the_edge`), nor below a need of 1: there the answer is a bound.
    """
    spare = 0
    if result_left(solved, table, seen, b, x, y, time) > 0:
        while not at_the_edge(solved, y + spare) and result_left(solved, table, seen, b, x, y + spare + 1, time) > 0:
            spare += 1
        return spare
    while y + spare > 0 and result_left(solved, table, seen, b, x, y + spare, time) <= 0:
        spare -= 1
    return spare


@kernel
def at_the_edge(solved, need):
    """Whether this need is the greatest the table knows."""
    return need + 1 >= len(solved.win)


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
    """The board a move leaves (in the opponent's frame), its points, and the ending it brings, or GOES_ON."""
    b = board_on(s)
    tip, _, lock = decode(move)
    if tip == NO_TIP:
        return table.turn[turns_for(lock), b], 0, GOES_ON
    c = table.tip[tip, b]
    points = int(table.points[c])
    if lock == NONE:
        return c, points, TARGET_REACHED
    left = table.turn[turns_for(lock), c]
    return left, points, draw_after(s, left) if points == 0 else GOES_ON


@kernel
def time_after(s, move, points):
    """How many more turns without a point may follow a move."""
    if points or decode(move)[0] == NO_TIP:
        return QUIET - 1
    return QUIET - 2 - int(s.quiet)


@kernel
def is_barred(barred, points):
    """Whether positions that have come twice matter after a move: not if it scores, for scores never come back."""
    return points == 0 and len(barred.mine) > 0


@kernel
def result_of_move(solved, table, seen, b, x, y, points, time, barred):
    """1, 0 or −1 for the player who left b by a move worth so many points: exactly, in the time there is."""
    if is_barred(barred, points):
        return result_barred(solved, table, seen, b, x, y, time, barred)
    return result_left(solved, table, seen, b, x, y, time)


@kernel
def in_time(turns, time):
    """Whether a win in so many turns of one's own cannot run out of time before: the last turn scores."""
    return 2 * turns - 1 <= time


@kernel
def worth(s, move, solved, distances, table, seen, barred):
    """What a move is worth to the mover: WON, DRAWN or LOST, and how much it is to be preferred among its equals.

    Wins: the fewest turns where they are known; else moves that score come first, by what they have to spare, then the
    scoreless ones by how soon somebody must score. A win is kept at every turn, and no game is endless, so it is won.
    Losses: what is nearest to being saved; then what leaves the fewest answers that win.
    """
    seat = int(s.to_play)
    x, y = int(s.target) - int(s.scores[1 - seat]), int(s.target) - int(s.scores[seat])
    b, points, ended = after_move(s, move, table)
    if ended != GOES_ON:
        return WON + AT_ONCE if ended == TARGET_REACHED else DRAWN
    y -= points
    time = time_after(s, move, points)
    result = result_of_move(solved, table, seen, b, x, y, points, time, barred)
    spare = max(-MOST_SPARE, min(MOST_SPARE, to_spare(solved, table, seen, b, x, y, time)))
    if result > 0:
        turns = turns_left(distances, table, seen, b, x, y)
        if turns and in_time(turns, time) and not is_barred(barred, points):
            return WON + IN_KNOWN_TURNS - 1_000 * turns + spare
        if points or decode(move)[0] == NO_TIP:
            return WON + BY_SCORING + spare
        if is_barred(barred, points):
            return WON + BY_WAITING - 100 * turns_of_answers(solved, table, seen, b, x, y, barred.mine)
        return WON + BY_WAITING - 100 * quiet_needed_left(solved, table, seen, b, x, y)
    if result < 0:
        return LOST + 1_000 * max(spare, -MOST_SHORT) - 10 * winning_answers(solved, table, seen, b, x, y)
    return DRAWN + GOING_ON + spare


@kernel
def best_move(s, out, n, solved, distances, table, seen, barred):
    """The first of the best moves."""
    best, found = 2 * LOST, out[0]
    for i in range(n):
        value = worth(s, out[i], solved, distances, table, seen, barred)
        if value > best:
            best, found = value, out[i]
    return found

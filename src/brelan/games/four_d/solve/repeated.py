"""What repetition changes: wins in a stretch without a point in which positions have come twice already.

The third occurrence of a position draws the game (rules/repetition.py), so a position that has come twice is *barred*:
who must pass through it cannot win. Nothing else of the past matters. A win that exists with these positions barred is
won along turns after each of which fewer turns without a point are needed; so no position comes twice from here on, and
one that has come once before comes at most a second time. And a win in spite of all repetitions is one with the barred
positions alone left out. So it is enough to count the turns without a point anew (`solver.quiet_turns`), for the needs
there are, among the boards that are won by scoreless moves only.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.repetition import OCCURRENCES, came_before
from ..rules.square import BOARDS
from ..rules.state import QUIET, TIPS

NEVER = 100  # turns without a point: more than there are


class Barred(NamedTuple):
    """`mine[b]`: turns without a point that the mover's win takes at a board b the mover is to move on, NEVER if there
    is none; `theirs[b]` the other player's, where that one is to move. Both are empty where nothing is barred.
    """

    mine: np.ndarray
    theirs: np.ndarray


@kernel
def barred_boards(s, parity, out):
    """The boards that have come twice with that player to move; answers how many."""
    n = 0
    for at in range(parity, int(s.quiet) + 1, 2):
        if came_before(s, s.past[at], parity) + 1 >= OCCURRENCES:
            out[n] = s.past[at] % BOARDS  # without a fifth die
            n += 1
    return n


@kernel
def barred(s, solved, table, seen):
    """What repetition bars from here on."""
    mover, other = np.zeros(QUIET, np.int64), np.zeros(QUIET, np.int64)
    n = m = 0
    if s.opened:
        parity = int(s.quiet) & 1
        n, m = barred_boards(s, parity, mover), barred_boards(s, 1 - parity, other)
    many = BOARDS if n or m else 0
    found = Barred(np.zeros(many, np.int8), np.zeros(many, np.int8))
    if many:
        seat = int(s.to_play)
        need, others = int(s.target) - int(s.scores[seat]), int(s.target) - int(s.scores[1 - seat])
        count_anew(solved, table, seen, need, others, mover[:n], other[:m], found.mine)
        count_anew(solved, table, seen, others, need, other[:m], mover[:n], found.theirs)
    return found


@kernel
def count_anew(solved, table, seen, m, o, to_move, to_answer, turns):
    """Fills `turns[b]` for a winner who needs m, is to move on b and must not come to `to_move` again, nor leave
    `to_answer` to the other player, who needs o.
    """
    first, last = solved.zero_at[o], solved.zero_at[o + 1]
    pending = np.empty(last - first, np.int64)
    n = 0
    for b in range(BOARDS):
        turns[b] = 0 if m <= o + int(solved.win[o, b]) else NEVER
    for at in range(first, last):  # sorted by board, then by turns: the last that counts is what a win takes
        b = solved.zero_board[at]
        if o + int(solved.zero_need[at]) < m and turns[b] < NEVER:
            if turns[b] == 0:
                pending[n] = b
                n += 1
            turns[b] = solved.zero_turns[at]
    least = np.empty(n, np.int8)  # with positions barred a win takes no fewer
    for i in range(n):
        least[i] = turns[pending[i]]
        turns[pending[i]] = NEVER
    for b in to_move:
        turns[b] = NEVER
    raised = 0
    for most in range(1, QUIET):
        kept = 0
        for i in range(n):
            b = pending[i]
            if (
                least[i] <= most
                and not _is_in(b, to_move)
                and _won_within(solved, table, seen, b, m, o, to_answer, turns, most)
            ):
                turns[b] = most
                raised = most
            else:
                pending[kept] = b
                least[kept] = least[i]
                kept += 1
        n = kept
        if most > solved.longest[0] and most > raised + 1:  # two rounds that changed nothing: no later one will
            break


@kernel
def _is_in(board, boards):
    found = False
    for b in boards:
        found |= b == board
    return found


@kernel
def _won_within(solved, table, seen, b, m, o, to_answer, turns, most):
    """Whether a scoreless tip wins with so many turns without a point left."""
    for t in range(TIPS):
        c = table.tip[t, b]
        if table.points[c]:
            continue
        for k in range(len(seen)):
            left = seen[k, c]
            if not _is_in(left, to_answer) and turns_of_answers(solved, table, seen, left, o, m, turns) < most:
                return True
    return False


@kernel
def turns_of_answers(solved, table, seen, b, x, y, turns):
    """The most turns without a point that a player who left b and needs y must count on, by `turns`, whatever b's mover
    (who needs x) answers; NEVER if some answer does not lose.
    """
    longest = 0
    for t in range(TIPS):
        c = table.tip[t, b]
        p = int(table.points[c])
        if p >= x:
            return NEVER
        for k in range(len(seen)):
            if p == 0:
                longest = max(longest, 1 + int(turns[seen[k, c]]))
            elif y > x - p + int(solved.win[x - p, seen[k, c]]):
                return NEVER
    return min(longest, NEVER)


barred_here = compiled(barred)  # as Python calls it: with something barred it goes over every board

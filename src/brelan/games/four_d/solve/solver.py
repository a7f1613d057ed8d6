"""The exact solver: who wins, from every board and every pair of needs.

A position is a board, what the mover still needs (m) and what the opponent still needs (o). Fewer points to make are
never worse: whoever wins needing m wins with the same moves needing less, and reaches the target no later. So a board's
wins are all told by thresholds:

    win[b, o]   the most the mover of b may need and still win against an opponent who needs o
    lose[b, m]  the most the opponent may need and still win against a mover of b who needs m

A tip makes the board c and scores p(c); a turn then presents one of the boards c/k. So, with 0 for "no need is small
enough":

    win[b, o]  = max over tips b → c of  p(c) + max over turns of lose[c/k, o]
    lose[b, m] = min over tips b → c of  min over turns of win[c/k, m − p(c)]          (0 where p(c) ≥ m: the mover has
    won)

Both have the same index x on both sides, but for win[·, x − p]: so x = 1, 2, 3 … is solved one after the other, 24⁴
boards at a time. Within one x only tips that score nothing refer to win[·, x] itself. That circle is solved from below,
starting from x − 1, where no threshold is greater: the least fixed point is what can be forced in a bounded number of
turns, and what neither side forces is a draw.

Winning play must make progress. A winning move that scores does: the needs shrink. Where no winning move scores, the
table says how many turns without a point, of both players together, the mover must count on before somebody scores (see
`quiet_turns`); a scoreless winning move is chosen so that this number falls.

It also says what forty turns without a point make of a position (rules/repetition.py): a win that needs more of them
than are left is a draw. No win needs as many as there are at the start (`solve` makes sure), so what the thresholds say
holds whenever a point has just been scored; and a player who need not lose with all the time in the world need not lose
with less.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ....engine.solved import Store
from ....model.contract import Progress
from ..rules.square import BOARDS
from ..rules.state import QUIET, TIPS
from .boards import all_boards, inverse, presented

LARGEST = 300  # every target there is
MOST_POINTS = 16  # that a line of four dice scores
KEPT = MOST_POINTS + 1  # rows of `reply` that are still looked at
ENDLESS = 32_000  # more than any need
THRESHOLDS = Store("4d", __name__)  # what was solved, on disk


class Solved(NamedTuple):
    """The thresholds up to a target. `win[o, b]` holds win − o, which stays within a byte.

    `drawn` lists, for each o (from drawn_at[o] to drawn_at[o + 1]), the boards where the most the mover may need and
    *not lose* is more than win, by how much; `zero` lists the boards where the mover's only winning moves score nothing
    for some needs: such needs above `zero_need` (kept as need − o) take at least `zero_turns` turns without a point.
    Both are sorted by board, `zero` then by turns. `longest[0]` is the most that any win takes.
    """

    win: np.ndarray
    drawn_at: np.ndarray
    drawn_board: np.ndarray
    drawn_more: np.ndarray
    zero_at: np.ndarray
    zero_board: np.ndarray
    zero_need: np.ndarray
    zero_turns: np.ndarray
    longest: np.ndarray


@compiled
def replies_known(reply, points, x, after, lo, hi):
    """after[c]: the most the opponent may need and win once c lies there and its points are off the mover's need x.

    Where c scores nothing that is not known yet, but it is no less than it was against a mover who needed one point
    less.
    """
    for c in range(lo, hi):
        p = int(points[c])
        after[c] = 0 if p >= x else reply[(x - max(p, 1)) % KEPT, c]


@compiled
def losses(after, tip, lose, lo, hi):
    for b in range(lo, hi):
        least = after[tip[0, b]]
        for t in range(1, TIPS):
            least = min(least, after[tip[t, b]])
        lose[b] = least


@kernel
def _leaves(lose, points, seen, top, c):
    """The most the mover may have needed and win with the tip that made c."""
    best = lose[seen[0, c]]
    for k in range(1, len(seen)):
        best = max(best, lose[seen[k, c]])
    return min(top, int(points[c]) + int(best))


@compiled
def leaves(lose, points, seen, top, left, lo, hi):
    for c in range(lo, hi):
        left[c] = _leaves(lose, points, seen, top, c)


@compiled
def wins(left, tip, win, lo, hi):
    for b in range(lo, hi):
        most = left[tip[0, b]]
        for t in range(1, TIPS):
            most = max(most, left[tip[t, b]])
        win[b] = most


@kernel
def _reply(win, seen, c):
    least = win[seen[0, c]]
    for k in range(1, len(seen)):
        least = min(least, win[seen[k, c]])
    return least


@compiled
def replies(win, seen, reply, lo, hi):
    for c in range(lo, hi):
        reply[c] = _reply(win, seen, c)


@compiled
def to_fixed_point(points, tip, tip_back, seen, seen_back, top, after, lose, left, win, lists):
    """Raises everything to the least fixed point, round by round, looking only at boards a round can have changed."""
    zeros, changed, others = lists[0], lists[1], lists[2]
    n = 0
    for c in range(BOARDS):
        if points[c] == 0 and _reply(win, seen, c) != after[c]:
            zeros[n] = c
            n += 1
    while n:
        for i in range(n):
            after[zeros[i]] = _reply(win, seen, zeros[i])
        m = _raise_lose(zeros, n, tip, tip_back, after, lose, changed)
        n = 0
        for i in range(m):
            for k in range(len(seen)):
                c = seen_back[k, changed[i]]
                most = _leaves(lose, points, seen, top, c)
                if most != left[c]:
                    left[c] = most
                    others[n] = c
                    n += 1
        m = _raise_win(others, n, tip_back, left, win, changed)
        n = 0
        for i in range(m):
            for k in range(len(seen)):
                c = seen_back[k, changed[i]]
                if points[c] == 0 and _reply(win, seen, c) != after[c]:
                    after[c] = _reply(win, seen, c)  # so that it is listed once
                    zeros[n] = c
                    n += 1


@kernel
def _raise_lose(zeros, n, tip, tip_back, after, lose, changed):
    m = 0
    for i in range(n):
        for t in range(TIPS):
            b = tip_back[t, zeros[i]]
            least = after[tip[0, b]]
            for u in range(1, TIPS):
                least = min(least, after[tip[u, b]])
            if least != lose[b]:
                lose[b] = least
                changed[m] = b
                m += 1
    return m


@kernel
def _raise_win(others, n, tip_back, left, win, changed):
    m = 0
    for i in range(n):
        for t in range(TIPS):
            b = tip_back[t, others[i]]
            if left[others[i]] > win[b]:
                win[b] = left[others[i]]
                changed[m] = b
                m += 1
    return m


@compiled
def quiet_turns(points, tip, seen, after, left, win, won, pending, fresh, log):
    """How many turns without a point each win takes, once `win` is final.

    `won[r & 1]` is filled with the most the mover may need and win if r more turns without a point may follow before
    one draws: with none left, by a tip that scores; else also by one that scores nothing, if every scoring answer to it
    loses and every scoreless one leads to a board won with r − 2. Answers how many (board, r, the most need won with
    fewer) it wrote to `log`; −1 if a win would take more than there are, which is never seen.
    """
    n = 0
    for b in range(BOARDS):
        scoring = 0
        for t in range(TIPS):
            c = tip[t, b]
            if points[c] > 0:
                scoring = max(scoring, int(left[c]))
        won[0, b] = scoring
        won[1, b] = 0  # as if no turn at all were left to the answer
        if scoring < win[b]:
            pending[n] = b
            n += 1
    logged = 0
    r = 0
    while n:
        r += 1
        if r >= QUIET:
            return -1
        same, before = won[r & 1], won[1 - (r & 1)]
        for i in range(n):
            fresh[i] = _won_next(points, tip, seen, after, same, pending[i])
        if r == 1:
            for b in range(BOARDS):
                same[b] = before[b]
        kept = 0
        for i in range(n):
            b = pending[i]
            if fresh[i] > before[b]:
                if logged == len(log):
                    return -1
                log[logged, 0] = b
                log[logged, 1] = r
                log[logged, 2] = before[b]
                logged += 1
            same[b] = max(fresh[i], int(before[b]))
            if before[b] < win[b]:  # and once more after both are there
                pending[kept] = b
                kept += 1
        n = kept
    return logged


@kernel
def _won_next(points, tip, seen, after, won, b):
    """The most the mover of b may need and win by a tip that scores nothing, every scoreless answer to which is in
    `won`.
    """
    best = 0
    for t in range(TIPS):
        c = tip[t, b]
        if points[c]:
            continue
        for k in range(len(seen)):
            b2 = seen[k, c]
            least = ENDLESS
            for u in range(TIPS):
                c2 = tip[u, b2]
                least = min(least, int(after[c2]) if points[c2] else int(_reply(won, seen, c2)))
                if least <= best:
                    break
            best = max(best, least)
    return best


@compiled
def not_losing(lose, target, o, most, win, boards_out, more_out):
    """Moves `most` (the most the mover may need and not lose) on to an opponent's need of o; lists where it is more
    than `win`.
    """
    n = 0
    for b in range(BOARDS):
        m = int(most[b])
        while m < target and m + 1 + int(lose[m + 1, b]) < o:
            m += 1
        most[b] = m
        if m - o != win[b]:
            boards_out[n] = b
            more_out[n] = m - o - int(win[b])
            n += 1
    return n


def solve(target: int, pairs: bool, free: bool, progress: Progress | None = None, threads: int | None = None) -> Solved:
    """Solves every pair of needs from 1 to the target."""
    points, tip = all_boards(pairs).points, all_boards(pairs).tip
    seen = presented(pairs, free)
    tip_back, seen_back = inverse(tip), inverse(seen)
    win, lose = np.zeros((target + 1, BOARDS), np.int8), np.zeros((target + 1, BOARDS), np.int8)
    small = np.uint8 if target <= 255 else np.int16
    reply = np.zeros((KEPT, BOARDS), small)
    after, lose_x, left, win_x = (np.zeros(BOARDS, small) for _ in range(4))
    won = np.zeros((2, BOARDS), small)
    lists = np.zeros((3, 16 * BOARDS), np.int32)  # a board can be listed once for each that refers to it
    log = np.zeros((12 * BOARDS, 3), np.int32)
    zero: list[np.ndarray] = [np.zeros((0, 3), np.int32)]
    workers = threads or os.cpu_count() or 1
    cuts = np.linspace(0, BOARDS, workers + 1).astype(int).tolist()
    with ThreadPoolExecutor(workers) as pool:

        def everywhere(stage: Callable[..., None], *arrays: object) -> None:
            for done in [pool.submit(stage, *arrays, lo, hi) for lo, hi in pairwise(cuts)]:
                done.result()

        for x in range(1, target + 1):
            everywhere(replies_known, reply, points, x, after)
            everywhere(losses, after, tip, lose_x)
            everywhere(leaves, lose_x, points, seen, target, left)
            everywhere(wins, left, tip, win_x)
            to_fixed_point(points, tip, tip_back, seen, seen_back, target, after, lose_x, left, win_x, lists)
            many = quiet_turns(points, tip, seen, after, left, win_x, won, lists[0], lists[1], log)
            if many < 0:
                raise RuntimeError("A win takes more turns without a point than there are: the thresholds are wrong.")
            listed = log[:many]
            zero.append(listed[np.lexsort((listed[:, 1], listed[:, 0]))] - np.array([0, 0, x], np.int32))
            everywhere(replies, win_x, seen, reply[x % KEPT])
            win[x] = _byte(win_x.astype(np.int16) - x)
            lose[x] = _byte(lose_x.astype(np.int16) - x)
            if progress:
                progress(x, target, "")
    drawn_at, drawn = _drawn(win, lose, target)
    zero_at = np.cumsum([0] + [len(part) for part in zero]).astype(np.int64)
    listed = np.concatenate(zero)
    return Solved(
        win,
        drawn_at,
        *drawn,
        zero_at,
        zero_board=listed[:, 0].copy(),
        zero_need=_byte(listed[:, 2]),
        zero_turns=_byte(listed[:, 1]),
        longest=np.array([listed[:, 1].max(initial=0)], np.int64),
    )


def _byte(values: np.ndarray) -> np.ndarray:
    if values.size and not -128 <= values.min() <= values.max() <= 127:
        raise RuntimeError("A threshold does not fit into a byte.")
    return values.astype(np.int8)


def _drawn(win: np.ndarray, lose: np.ndarray, target: int) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Where neither side can force a win, for each need of the opponent."""
    most = np.zeros(BOARDS, np.int16)
    board, more = np.zeros(BOARDS, np.int32), np.zeros(BOARDS, np.int16)
    parts: list[tuple[np.ndarray, np.ndarray]] = [(board[:0].copy(), more[:0].astype(np.int8))]
    at = [0, 0]
    for o in range(1, target + 1):
        n = not_losing(lose, target, o, most, win[o], board, more)
        parts.append((board[:n].copy(), _byte(more[:n])))
        at.append(at[-1] + n)
    return np.array(at, np.int64), (np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]))

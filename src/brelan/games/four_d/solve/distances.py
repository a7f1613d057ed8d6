"""How many turns a win takes: exactly for small needs, a proven bound for the others.

The thresholds of `solver.py`, counted by turns: within[d, b, o] is the most the mover of b may need and win in at most
d turns of their own against an opponent who needs o. within[0] is 0 everywhere, and each d follows from d − 1 by the
same two steps as the solver takes. The distance of a won position is the first d that reaches its need. For needs up to
NEAR all of them are kept; for the others the longest distance of any won board with these needs, which no board with
these needs exceeds.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from ....kernel import kernel
from .boards import BOARDS, boards, presented
from .solver import Progress, leaves, losses, replies, wins

NEAR = 30  # needs up to which every distance is known exactly
DENSE = 4  # distances whose thresholds are kept for every board; beyond, only the boards that change are listed
BOUNDED = 100  # needs up to which a bound is computed


Listed = tuple[np.ndarray, np.ndarray]  # pairs of a need and a board, and their thresholds
Step = tuple[int, Listed]  # how many boards changed, and those to list


class Distances(NamedTuple):
    """`within[d − 1, o, b]` for d up to DENSE and o up to NEAR; then (o, board) pairs as o·24⁴ + b, sorted by distance
    and pair, with their
    threshold from that distance on: pairs of distance d lie from far_at[d] to far_at[d + 1]. `bound[m, o]`: no won
    board takes longer.
    """

    within: np.ndarray
    far_at: np.ndarray
    far_pair: np.ndarray
    far_need: np.ndarray
    bound: np.ndarray


@kernel
def replies_after(reply, points, x, after, lo, hi):
    """`solver.replies_known` with every row at hand, those of scoreless tips included."""
    for c in range(lo, hi):
        p = int(points[c])
        after[c] = 0 if p >= x else reply[x - p, c]


@kernel
def note_bound(before, win, d, o, bound):
    """Every need between the two thresholds is won in d turns and not in fewer. Answers how many boards changed."""
    changed = 0
    for b in range(BOARDS):
        if win[b] != before[b]:
            changed += 1
            for m in range(int(before[b]) + 1, int(win[b]) + 1):
                bound[m, o] = d
    return changed


def measure(target: int, pairs: bool, free: bool, progress: Progress = None, threads: int | None = None) -> Distances:
    """The distances of every win with needs up to the target (at most BOUNDED)."""
    top = min(target, BOUNDED)
    near = min(top, NEAR)
    points, tip = boards(pairs)[:2]
    seen = presented(pairs, free)
    win, lose, reply = (np.zeros((top + 1, BOARDS), np.uint8) for _ in range(3))
    within = np.zeros((DENSE, near + 1, BOARDS), np.uint8)
    bound = np.zeros((top + 1, top + 1), np.uint8)
    far: list[tuple[np.ndarray, np.ndarray]] = []
    fresh = list(range(1, top + 1))  # the needs whose `lose` changed in the last round
    workers = threads or os.cpu_count() or 1
    empty: Listed = (np.zeros(0, np.int32), np.zeros(0, np.uint8))
    after, left = np.zeros((workers, BOARDS), np.uint8), np.zeros((workers, BOARDS), np.uint8)

    def forward(o: int, d: int, worker: int) -> Step:
        before = win[o].copy()
        leaves(lose[o], points, seen, top, left[worker], 0, BOARDS)
        wins(left[worker], tip, win[o], 0, BOARDS)
        replies(win[o], seen, reply[o], 0, BOARDS)
        listed = empty
        if o <= near and d <= DENSE:
            within[d - 1 :, o] = win[o]
        elif o <= near:
            changed = np.flatnonzero((win[o] != before) & (before < near)).astype(np.int32)
            listed = (changed + np.int32(o * BOARDS), win[o][changed])
        return note_bound(before, win[o], d, o, bound), listed

    def backward(x: int, _d: int, worker: int) -> Step:
        before = lose[x].copy()
        replies_after(reply, points, x, after[worker], 0, BOARDS)
        losses(after[worker], tip, lose[x], 0, BOARDS)
        return int((before != lose[x]).any()), empty

    with ThreadPoolExecutor(workers) as pool:

        def over(needs: list[int], d: int, step: Callable[[int, int, int], Step]) -> list[tuple[int, int, Listed]]:
            """Runs a step for every need, each worker taking every so-manieth."""
            shares = [
                pool.submit(lambda w: [(n, *step(n, d, w)) for n in needs[w::workers]], w) for w in range(workers)
            ]
            return sorted((one for share in shares for one in share.result()), key=lambda one: one[0])

        d = 0
        while fresh:
            d += 1
            done = over(fresh, d, forward)
            if d > DENSE:
                far.append((np.concatenate([one[2][0] for one in done]), np.concatenate([one[2][1] for one in done])))
            moved = {n for n, changed, _ in done if changed}
            reach = sorted({x for n in moved for x in range(n, min(top, n + 16) + 1)})
            fresh = [n for n, changed, _ in over(reach, d, backward) if changed]
            if progress:
                progress(d, d + 1 if fresh else d, "")
    far_at = np.cumsum([0] * (DENSE + 2) + [len(pair) for pair, _ in far]).astype(np.int64)
    far_pair, far_need = (np.concatenate([part[i] for part in far or [empty]]) for i in range(2))
    return Distances(within, far_at, far_pair, far_need, bound)


@kernel
def first(array, lo, hi, wanted):
    """The first index from lo to hi whose entry is not below what is wanted (the array is sorted there)."""
    while lo < hi:
        middle = (lo + hi) // 2
        if array[middle] < wanted:
            lo = middle + 1
        else:
            hi = middle
    return lo


@kernel
def distance(near, b, m, o):
    """In how many turns the mover of a won position wins; 0 where that is not kept."""
    if m >= near.within.shape[1] or o >= near.within.shape[1]:
        return 0
    for d in range(DENSE):
        if near.within[d, o, b] >= m:
            return d + 1
    pair = o * BOARDS + b
    for d in range(DENSE + 1, len(near.far_at) - 1):
        at = first(near.far_pair, near.far_at[d], near.far_at[d + 1], pair)
        if at < near.far_at[d + 1] and near.far_pair[at] == pair and near.far_need[at] >= m:
            return d
    return 0

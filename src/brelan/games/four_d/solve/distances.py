"""How many turns a win takes: exactly for small needs, a proven bound for the others.

The thresholds of `solver.py`, counted by turns: within[d, b, o] is the most the mover of b may need and win in at most
d turns of their own against an opponent who needs o. within[0] is 0 everywhere, and each d follows from d − 1 by the
same two steps as the solver takes. The distance of a won position is the first d that reaches its need. For needs up to
EXACT all of them are kept; for the others the longest distance of any won board with these needs, which no board with
these needs exceeds.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ....engine.solved import Store
from ....model.contract import Progress
from ..rules.square import BOARDS
from .boards import all_boards, presented
from .solver import MOST_POINTS, leaves, losses, replies, wins

EXACT = 30  # needs up to which every distance is known exactly
DENSE = 4  # distances whose thresholds are kept for every board; beyond, only the boards that change are listed
BOUNDED = 100  # needs up to which a bound is computed
TURNS = Store("4d", __name__)  # what was measured, on disk


class Distances(NamedTuple):
    """`within[d − 1, o, b]` for d up to DENSE and o up to EXACT; beyond, the (o, board) pairs that change.

    A pair is o·24⁴ + b. They are sorted by distance and pair, with their threshold from that distance on: those of
    distance d lie from far_at[d] to far_at[d + 1]. `bound[m, o]`: no won board takes longer.
    """

    within: np.ndarray
    far_at: np.ndarray
    far_pair: np.ndarray
    far_need: np.ndarray
    bound: np.ndarray


class Step(NamedTuple):
    """What a step changed: how many boards, and the pairs of a need and a board to list, with their thresholds."""

    changed: int
    pairs: np.ndarray = np.zeros(0, np.int32)
    needs: np.ndarray = np.zeros(0, np.uint8)


@compiled
def replies_after(reply, points, x, after, lo, hi):
    """`solver.replies_known` with every row at hand, those of scoreless tips included."""
    for c in range(lo, hi):
        p = int(points[c])
        after[c] = 0 if p >= x else reply[x - p, c]


@compiled
def note_bound(before, win, d, o, bound):
    """Every need between the two thresholds is won in d turns and not in fewer. Answers how many boards changed."""
    changed = 0
    for b in range(BOARDS):
        if win[b] != before[b]:
            changed += 1
            for m in range(int(before[b]) + 1, int(win[b]) + 1):
                bound[m, o] = d
    return changed


def measure(
    target: int, pairs: bool, free: bool, progress: Progress | None = None, threads: int | None = None
) -> Distances:
    """The distances of every win with needs up to the target (at most BOUNDED)."""
    top = min(target, BOUNDED)
    exact = min(top, EXACT)
    points, tip = all_boards(pairs).points, all_boards(pairs).tip
    seen = presented(pairs, free)
    win, lose, reply = (np.zeros((top + 1, BOARDS), np.uint8) for _ in range(3))
    within = np.zeros((DENSE, exact + 1, BOARDS), np.uint8)
    bound = np.zeros((top + 1, top + 1), np.uint8)
    far: list[list[Step]] = []  # by distance, from DENSE + 1 on
    workers = threads or os.cpu_count() or 1
    after, left = np.zeros((workers, BOARDS), np.uint8), np.zeros((workers, BOARDS), np.uint8)

    def forward(o: int, d: int, worker: int) -> Step:
        before = win[o].copy()
        leaves(lose[o], points, seen, top, left[worker], 0, BOARDS)
        wins(left[worker], tip, win[o], 0, BOARDS)
        replies(win[o], seen, reply[o], 0, BOARDS)
        changed = note_bound(before, win[o], d, o, bound)
        if o > exact:
            return Step(changed)
        if d <= DENSE:
            within[d - 1 :, o] = win[o]
            return Step(changed)
        listed = np.flatnonzero((win[o] != before) & (before < exact)).astype(np.int32)
        return Step(changed, listed + np.int32(o * BOARDS), win[o][listed])

    def backward(x: int, _d: int, worker: int) -> Step:
        before = lose[x].copy()
        replies_after(reply, points, x, after[worker], 0, BOARDS)
        losses(after[worker], tip, lose[x], 0, BOARDS)
        return Step(int((before != lose[x]).any()))

    with ThreadPoolExecutor(workers) as pool:

        def over(needs: list[int], d: int, step: Callable[[int, int, int], Step]) -> dict[int, Step]:
            """Runs a step for every need, each worker taking every so-manieth; the answers in the needs' order."""
            shares = [pool.submit(lambda w: {n: step(n, d, w) for n in needs[w::workers]}, w) for w in range(workers)]
            done = {n: made for share in shares for n, made in share.result().items()}
            return {n: done[n] for n in needs}

        d = 0
        fresh = list(range(1, top + 1))  # the needs whose `lose` changed in the last round
        while fresh:
            d += 1
            done = over(fresh, d, forward)
            if d > DENSE:
                far.append(list(done.values()))
            moved = [n for n, made in done.items() if made.changed]
            reach = sorted({x for n in moved for x in range(n, min(top, n + MOST_POINTS) + 1)})
            fresh = [n for n, made in over(reach, d, backward).items() if made.changed]
            if progress:
                progress(d, d + 1 if fresh else d, "")
    listed = [made for steps in far for made in steps] or [Step(0)]
    return Distances(
        within,
        far_at=np.cumsum([0] * (DENSE + 2) + [sum(len(made.pairs) for made in steps) for steps in far]).astype(
            np.int64
        ),
        far_pair=np.concatenate([made.pairs for made in listed]),
        far_need=np.concatenate([made.needs for made in listed]),
        bound=bound,
    )


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
def distance(distances, b, m, o):
    """In how many turns the mover of a won position wins; 0 where that is not kept."""
    if m >= distances.within.shape[1] or o >= distances.within.shape[1]:
        return 0
    for d in range(DENSE):
        if distances.within[d, o, b] >= m:
            return d + 1
    pair = o * BOARDS + b
    for d in range(DENSE + 1, len(distances.far_at) - 1):
        at = first(distances.far_pair, distances.far_at[d], distances.far_at[d + 1], pair)
        if at < distances.far_at[d + 1] and distances.far_pair[at] == pair and distances.far_need[at] >= m:
            return d
    return 0

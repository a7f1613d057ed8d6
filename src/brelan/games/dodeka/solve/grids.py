"""The grids of `tours.py`: which scores are nodes, how a grid is filled, and the ones that come with the program.

For three and four players to 700 points they are shipped (`bench/dodeka_tours.py` makes them). Others, up to four
players and 700 points, are filled when they are first asked for, and kept.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from ....engine.crew import Crew, at_work, fill_in_layers
from ....engine.solved import Arrays, Store
from ....model.contract import Progress
from ..rules.lines import LINE_COUNT
from ..rules.state import TEN
from .playoffs import PLAYOFF_TOP, solve_playoffs
from .tours import COUNTS_AS, KINDS, STENCIL, Tours, columns_of, fill, new_desk
from .turn import line_counts, turn_odds
from .values import FIRST_PAIR, LAST_PAIR, TIE_ROWS, Solution

SHIPPED_TARGET = 700
MOST_FILLED = 4  # players up to whom there are grids: shipped for that target, filled on request below it
STEP = 1 / 30  # points: how finely shipped values are kept
FINE = 1 / 30_000  # of a chance, likewise
PLANS = "plans"

# Nodes, as points short of the target: fine where a line reaches it, coarse far from it; the score 0 is one more.
_FINE = (10, 20, 30, 40, 60, 80, 100, 130, 160, 200, 240, 280, 320, 360, 400, 440, 480, 520, 560, 600, 640, 680)
SHORT: dict[int, tuple[int, ...]] = {
    2: _FINE,
    3: _FINE,
    4: (10, 20, 30, 40, 60, 80, 110, 150, 190, 240, 290, 340, 390, 440, 490, 540, 590, 640, 670),
    5: (10, 80, 220, 400, 570),
    6: (10, 150, 400),
}

STORE = Store("dodeka", __name__, shipped=Path(__file__).parent / "shipped")


def read_only(array: np.ndarray) -> np.ndarray:
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


def nodes_of(players: int, target: int) -> np.ndarray:
    """The scores of a grid's nodes, lowest first."""
    return np.array(sorted({0} | {target - short for short in SHORT[players] if short < target}), np.int64)


def _mixes(nodes: np.ndarray, target: int) -> tuple[np.ndarray, np.ndarray]:
    """Of every score in tens: the first node it is mixed of, and the weights from there on, those of the parabola
    through three nodes. Only nodes from the one below on count: then a grid can be filled from high scores to low.
    """
    cells, parts = np.zeros(target // TEN, np.int64), np.zeros((target // TEN, STENCIL), np.float32)
    for tens in range(target // TEN):
        score = tens * TEN
        below = int(np.searchsorted(nodes, score, side="right")) - 1
        cells[tens] = min(below, len(nodes) - STENCIL)
        within = nodes[below : below + STENCIL]
        for at, node in enumerate(within):
            others = within[within != node]
            parts[tens, below - cells[tens] + at] = np.prod((score - others) / (node - others))
    return cells, parts


def laid_out(players: int, target: int, nodes: np.ndarray, values: np.ndarray, plans: Arrays) -> Tours:
    """A grid with these nodes and values; `values` may still be filled."""
    cells, parts = _mixes(nodes, target)
    return Tours(
        players,
        target // TEN,
        read_only(cells),
        read_only(parts),
        _view(values),
        read_only(plans["plans"]),
        read_only(plans["ties"]),
        float(plans["share"]),
        read_only(COUNTS_AS[players]),
    )


# --- filling


def layers(players: int, nodes: int) -> Iterator[np.ndarray]:
    """The points of a grid, in layers that lead to none but those before them, and each point to itself."""
    sums = np.indices((nodes,) * players).sum(axis=0).ravel()
    by_sum = np.argsort(-sums, kind="stable")
    bounds = np.searchsorted(-sums[by_sum], -np.arange(players * (nodes - 1), -2, -1))
    for layer in range(len(bounds) - 1):
        yield by_sum[bounds[layer] : bounds[layer + 1]]


def filled(players: int, target: int, plans: Arrays, progress: Progress | None = None, threads: int = 0) -> Tours:
    """A grid filled from nothing, on all cores unless told, or by the crew that was called."""
    nodes = nodes_of(players, target)
    values = np.zeros((len(nodes) ** players, columns_of(players)), np.float32)
    tours = laid_out(players, target, nodes, values, plans)
    crew = at_work()
    if crew is not None:
        _handed_out(crew, players, target, values, progress)
        return tours
    threads, done = threads or os.cpu_count() or 1, 0
    desks = [new_desk(tours, 0) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        for points in layers(players, len(nodes)):
            shares = [
                pool.submit(fill, points[at::threads], nodes, tours, values, desk) for at, desk in enumerate(desks)
            ]
            for share in shares:
                share.result()
            done += len(points)
            if progress:
                progress(done, len(values), "")
    return tours


def _handed_out(crew: Crew, players: int, target: int, values: np.ndarray, progress: Progress | None) -> None:
    """The same by a crew, with the plans that come with the program."""
    by_sum, done = list(layers(players, len(nodes_of(players, target)))), 0
    shares = [[points[at :: crew.hands] for at in range(min(crew.hands, len(points)))] for points in by_sum]
    for number in fill_in_layers(crew, partial(_fill_points, players, target), shares, values):
        done += len(by_sum[number])
        if progress:
            progress(done, len(values), "")


def _fill_points(players: int, target: int, values: np.ndarray, points: np.ndarray) -> np.ndarray:
    nodes = nodes_of(players, target)
    tours = laid_out(players, target, nodes, values, _plans())
    fill(points, nodes, tours, values, new_desk(tours, 0))
    return points


def packed(tours: Tours) -> Arrays:
    """The values of a filled grid in whole numbers; of each kind the last seat's follow from the others'."""
    n = tours.players
    kinds = tours.values[:, : KINDS * n].reshape(-1, KINDS, n)[:, :, : n - 1]
    values = np.round(kinds / np.array([STEP, FINE, FINE])[:, None]).astype(np.int16)
    return {"nodes": nodes_of(n, tours.tens * TEN), "values": values}


def unpacked(held: Arrays, players: int) -> np.ndarray:
    """The values of a grid, as `Tours` has them."""
    kinds = held["values"] * np.array([STEP, FINE, FINE])[:, None]
    last = np.array([0.0, 1.0, 1.0]) - kinds.sum(axis=2)
    values = np.zeros((len(kinds), columns_of(players)), np.float32)
    values[:, :-1] = np.concatenate([kinds, last[:, :, None]], axis=2).reshape(len(kinds), -1)
    return values


# --- what plans and playoffs grids are filled with


def playoff_tables(tens: int) -> Arrays:
    """What two who are tied may expect: for last place by their score, for first as a share of the prize."""
    ties = np.zeros((TIE_ROWS, tens + PLAYOFF_TOP, 3))
    solve_playoffs(Solution(3, tens, read_only(np.zeros((0, 0))), _view(ties)), ties)
    return {"ties": ties[LAST_PAIR, :, :2].copy(), "share": ties[FIRST_PAIR, 0, 0]}


def _view(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def first_plans(room: int) -> tuple[np.ndarray, int]:
    """Room for plans, and the first of them: to stop at once, and to play for one line, or for any of the better."""
    plans = np.zeros((LINE_COUNT, room), np.float32)
    plans[:, 0] = np.array(line_counts()) / sum(line_counts())
    worths = [[float(made == best) for made in range(LINE_COUNT)] for best in range(LINE_COUNT)]
    worths += [[float(made <= least) for made in range(LINE_COUNT)] for least in range(1, LINE_COUNT - 1)]
    for at, worth in enumerate(worths):
        plans[:, 1 + at] = turn_odds(worth)[1]
    return plans, 1 + len(worths)


# --- those that are known


def _name(players: int, target: int) -> str:
    return f"tours-{players}-{target}"


def can_know(players: int, target: int) -> bool:
    """Whether there is a grid for such a partie, or one can be filled."""
    return target <= SHIPPED_TARGET and players <= MOST_FILLED


def is_known(players: int, target: int) -> bool:
    """Whether the grid is there already."""
    return STORE.find(_name(players, target)) is not None


def _plans() -> Arrays:
    plans = STORE.find(PLANS)
    if plans is None:
        raise OSError(f"{STORE.shipped} lacks {PLANS}.npz.")
    return plans


@lru_cache(maxsize=4)
def known_tours(players: int, target: int, progress: Progress | None = None) -> Tours:
    """The grid of a partie: shipped, from the cache folder, or filled and stored there."""
    known = _plans()
    held = STORE.ensure(_name(players, target), lambda: packed(filled(players, target, known, progress)))
    return laid_out(players, target, held["nodes"], unpacked(held, players), known)


# a grid with nothing in it, of the same types as any other
UNKNOWN = Tours(
    0,
    0,
    read_only(np.zeros(0, np.int64)),
    read_only(np.zeros((0, STENCIL), np.float32)),
    read_only(np.zeros((0, 0), np.float32)),
    read_only(np.zeros((LINE_COUNT, 0), np.float32)),
    read_only(np.zeros((0, 2))),
    0.5,
    read_only(COUNTS_AS[2]),
)

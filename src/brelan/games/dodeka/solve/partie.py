"""A whole partie of Dodéka, solved: the subgame-perfect value of every seat in every position, for 2 and 3 players.

Each mover maximises what they themselves are paid. Playoffs come first (`playoffs.py`). Then, of the positions of the
partie itself (`positions.py`), those of a tour that must be the last (somebody has reached the target, or thrown a
pairtraiz): it never comes back, so they are solved last seat first. All others are solved outward from high scores, in
layers of equal sums of scores: points only lead to higher layers, and a tour in which everybody scores 0 leads back to
its own start, a loop that is iterated until nothing moves by 1e-10 (its weight is the chance of such a tour: small).

With three players the solution is not unique; where a mover is indifferent within 1e-9 they stop if stopping is among
the best, otherwise keep the most dice, then the lowest.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import numpy as np

from ....engine.crew import Crew, at_work, fill_in_layers
from ....engine.kernel import compiled
from ....engine.solved import Store
from ....model.contract import Progress
from ....model.errors import BrelanError
from ....model.words import N_
from ..rules.state import LEAST_TARGET, TEN
from .playoffs import PLAYOFF_TOP, STILL, solve_playoffs
from .positions import Block, block_size, block_start, index, lay, new_partie, rows_of
from .values import TIE_ROWS, Solution, blank_memory, evaluate

EXACT_SEATS = (2, 3)  # what is solved exactly
EXACT_TARGET = 700
MOST_TOURS = 200
CHUNK = 40_000  # positions solved between two words on the progress
FEWEST = 32  # positions worth handing to somebody else

STORE = Store("dodeka", __name__)


@compiled
def solve_last_tours(solved, values, block, first, last):
    """Solves the positions first … last − 1 of one block whose tour must be the last."""
    n = solved.players
    structs, memory = new_partie(n, solved.tens), blank_memory(n)
    start = block_start(n, solved.tens, block)
    for at in range(first, last):
        if lay(structs[0], solved.tens, block, at):
            evaluate(structs[0], solved, memory, 0)
            for seat in range(n):
                values[start + at, seat] = memory.paid[seat]


@compiled
def solve_layer(solved, values, starts):
    """Solves the open positions with the given scores (numbers in the first block), all seats to act."""
    n = solved.players
    structs, memory = new_partie(n, solved.tens), blank_memory(n)
    for start in starts:
        lay(structs[0], solved.tens, Block(0, 0), start)
        for tour in range(MOST_TOURS):
            moved = 0.0
            for to_act in range(n - 1, -1, -1):
                structs[0].turn = to_act
                at = index(structs[0], solved.tens)
                evaluate(structs[0], solved, memory, 0)
                for seat in range(n):
                    moved = max(moved, abs(values[at, seat] - memory.paid[seat]))
                    values[at, seat] = memory.paid[seat]
            if tour > 0 and moved < STILL:
                break


def _read_only(array: np.ndarray) -> np.ndarray:
    view = np.asarray(array).view()
    view.flags.writeable = False
    return view


# a solution with nothing in it, of the same types as any other
UNSOLVED = Solution(0, 0, _read_only(np.zeros((0, 0))), _read_only(np.zeros((0, 0, 0))))


def solve_partie(players: int, target: int = EXACT_TARGET, progress: Progress | None = None) -> Solution:
    """Solves a partie from nothing, on all cores, or by the crew that was called."""
    if players not in EXACT_SEATS or not LEAST_TARGET <= target <= EXACT_TARGET or target % TEN:
        raise BrelanError(
            N_(
                "A partie is solved exactly for 2 or 3 players and targets from 100 to {most} in tens, not "
                "{players} players to {target}."
            ),
            most=EXACT_TARGET,
            players=players,
            target=target,
        )
    tens = target // TEN
    values = np.zeros((block_start(players, tens, Block(players, 0)), players))
    solved = Solution(players, tens, _read_only(values), _playoffs(players, tens))
    crew, done = at_work(), 0
    for size in _work(solved, values) if crew is None else _handed_out(crew, solved, values):
        done += size
        if progress:
            progress(min(done, len(values)), len(values), "")
    return solved


@lru_cache(maxsize=2)
def _playoffs(players: int, tens: int) -> np.ndarray:
    """What the tied may expect."""
    ties = np.zeros((TIE_ROWS, tens + PLAYOFF_TOP, max(EXACT_SEATS)))
    solve_playoffs(Solution(players, tens, UNSOLVED.values, _read_only(ties)), ties)
    return _read_only(ties)


def _last_tours(players: int) -> list[Block]:
    """The blocks that are solved before all others, in that order."""
    return [Block(to_act, thrown) for to_act in range(1, players) for thrown in range(1 << to_act)][::-1]


def _work(solved: Solution, values: np.ndarray) -> Iterator[int]:
    """Fills `values` on all cores; yields how many positions each piece of the work was."""
    n, tens = solved.players, solved.tens
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:

        def share(work: Callable[..., None], parts: list[tuple[Any, ...]]) -> None:
            for future in [pool.submit(work, solved, values, *part) for part in parts]:
                future.result()

        for block in _last_tours(n):
            size = block_size(n, tens, block)
            step = max(1, min(size, CHUNK) // threads)
            for first in range(0, size, step * threads):
                cuts = [min(size, first + step * k) for k in range(threads + 1)]
                share(solve_last_tours, [(block, cuts[k], cuts[k + 1]) for k in range(threads)])
                yield cuts[-1] - cuts[0]
        for starts in _layers(n, tens):
            share(solve_layer, [(starts[k::threads],) for k in range(threads)])
            yield len(starts)


def _handed_out(crew: Crew, solved: Solution, values: np.ndarray) -> Iterator[int]:
    """The same by a crew: a block of last tours, then a layer of scores at a time."""
    n, tens = solved.players, solved.tens
    layers: list[list[Any]] = []
    for block in _last_tours(n):
        cuts = _cuts(block_size(n, tens, block), crew.hands)
        layers.append([(block, first, last) for first, last in pairwise(cuts)])
    for starts in _layers(n, tens):
        many = len(_cuts(len(starts), crew.hands)) - 1
        layers.append([starts[k::many] for k in range(many)])
    for number in fill_in_layers(crew, partial(_solve_part, n, tens), layers, values):
        yield sum(part[2] - part[1] if isinstance(part, tuple) else len(part) for part in layers[number])


def _cuts(size: int, hands: int) -> list[int]:
    """Where so many positions are cut into parts worth their while."""
    many = max(1, min(hands, size // FEWEST))
    return [size * k // many for k in range(many + 1)]


def _solve_part(players: int, tens: int, values: np.ndarray, part: Any) -> Any:
    """A part of a block of last tours, or of a layer; answers which rows were filled."""
    solved = Solution(players, tens, _read_only(values), _playoffs(players, tens))
    if isinstance(part, tuple):
        block, first, last = part
        solve_last_tours(solved, values, block, first, last)
        start = block_start(players, tens, block)
        return slice(start + first, start + last)
    solve_layer(solved, values, part)
    return rows_of(players, tens, part)


def _layers(players: int, tens: int) -> Iterator[np.ndarray]:
    """The numbers of the first block's positions, in layers of equal sums of scores, the highest first."""
    sums = np.indices((tens,) * players).sum(axis=0).ravel()
    by_sum = np.argsort(-sums, kind="stable")
    bounds = np.searchsorted(-sums[by_sum], -np.arange(players * (tens - 1), -2, -1))
    for layer in range(len(bounds) - 1):
        yield by_sum[bounds[layer] : bounds[layer + 1]]


def _name(players: int, target: int) -> str:
    return f"partie-{players}-{target}"


def is_solved(players: int, target: int) -> bool:
    """Whether the solution lies on disk already."""
    return STORE.find(_name(players, target)) is not None


@lru_cache(maxsize=4)
def solution(players: int, target: int, progress: Progress | None = None) -> Solution:
    """The solution of a partie: from the cache folder, or solved and stored there."""

    def solve() -> dict[str, np.ndarray]:
        solved = solve_partie(players, target, progress)
        return {"values": solved.values, "ties": solved.ties}

    held = STORE.ensure(_name(players, target), solve)
    return Solution(players, target // TEN, _read_only(held["values"]), _read_only(held["ties"]))

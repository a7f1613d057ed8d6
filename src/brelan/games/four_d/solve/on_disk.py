"""The solved tables of 4D on disk, and in memory once they were asked for.

One table serves every smaller target: the smallest that reaches far enough is taken.
"""

import functools
import threading
from typing import TypeVar

import numpy as np

from ....engine.solved import Store
from ....model.contract import Progress
from ..rules.square import BOARDS
from .distances import BOUNDED, DENSE, EXACT, TURNS, Distances, measure
from .solver import LARGEST, THRESHOLDS, Solved, solve

Table = TypeVar("Table", Solved, Distances)
Setting = tuple[bool, bool]  # pairs, free

USUAL = 100  # what is solved when a game with a smaller target asks
PAST = 16  # points past the target that are solved too: how much a win has to spare is asked even at the first turn

_solved: dict[Setting, Solved] = {}
_distances: dict[Setting, Distances] = {}
_alone = threading.RLock()  # who waits while a larger table is solved finds that one, and solves nothing
_working: dict[tuple[int, bool, bool, bool], threading.Thread] = {}


def _prefix(kind: str, pairs: bool, free: bool) -> str:
    return f"{kind}-{'pairs' if pairs else 'no-pairs'}-{'free' if free else 'strict'}-"


def _smallest(kind: type[Table], store: Store, prefix: str, least: int) -> Table | None:
    """The smallest table on disk that reaches far enough."""
    reaches = [name.removeprefix(prefix) for name in store.names(prefix)]
    for reach in sorted(int(reach) for reach in reaches if reach.isdigit()):
        arrays = store.find(f"{prefix}{reach}") if reach >= least else None
        if arrays is not None:
            return kind(**{name: np.asarray(array) for name, array in arrays.items()})
    return None


def find_solved(target: int, pairs: bool, free: bool) -> Solved | None:
    """The thresholds for a target and PAST it, if they are on disk."""
    held = _solved.get((pairs, free))
    if held is None or len(held.win) <= target + PAST:
        held = _smallest(Solved, THRESHOLDS, _prefix("thresholds", pairs, free), target + PAST)
        if held is not None:
            _solved[pairs, free] = held
    return held


def find_distances(target: int, pairs: bool, free: bool) -> Distances | None:
    """The distances for needs up to a target, if they are on disk: with bounds beyond EXACT only if asked for such a
    target.
    """
    reach = min(target, BOUNDED)
    held = _distances.get((pairs, free))
    if held is None or len(held.bound) <= reach:
        held = _smallest(Distances, TURNS, _prefix("turns", pairs, free), reach)
        if held is not None:
            _distances[pairs, free] = held
    return held


def ensure_solved(
    target: int, pairs: bool, free: bool, progress: Progress | None = None, threads: int | None = None
) -> Solved:
    """The thresholds for a target and PAST it, solved now if they are not on disk."""
    with _alone:
        held = find_solved(target, pairs, free)
        if held is None:
            reach = target + PAST
            name = f"{_prefix('thresholds', pairs, free)}{reach}"
            THRESHOLDS.ensure(name, lambda: solve(reach, pairs, free, progress, threads)._asdict())
            held = find_solved(target, pairs, free)
            assert held is not None
        return held


def ensure_distances(
    target: int, pairs: bool, free: bool, progress: Progress | None = None, threads: int | None = None
) -> Distances:
    """The distances for needs up to a target, measured now if they are not on disk."""
    with _alone:
        held = find_distances(target, pairs, free)
        if held is None:
            reach = min(target, BOUNDED)
            name = f"{_prefix('turns', pairs, free)}{reach}"
            TURNS.ensure(name, lambda: measure(reach, pairs, free, progress, threads)._asdict())
            held = find_distances(target, pairs, free)
            assert held is not None
        return held


def reach_for(target: int) -> int:
    """What is solved for a game: one table for all ordinary targets, another for the long ones."""
    return USUAL if target <= USUAL else LARGEST


def solve_in_background(target: int, pairs: bool, free: bool, bounds: bool = False) -> None:
    """Starts solving (once), for somebody who cannot wait; on one thread, so that the machine stays usable."""
    reach = reach_for(target)
    key = (reach, pairs, free, bounds)
    worker = _working.get(key)
    if worker is not None and worker.is_alive():
        return

    def work() -> None:
        ensure_solved(reach, pairs, free, threads=1)
        ensure_distances(EXACT, pairs, free, threads=1)
        if bounds:
            ensure_distances(reach, pairs, free, threads=1)

    _working[key] = threading.Thread(target=work, name="4D solver", daemon=True)
    _working[key].start()


@functools.cache
def no_thresholds() -> Solved:
    """A table of nothing, of the same types: what bots that need none are given."""
    return _frozen(
        Solved(
            win=np.zeros((0, BOARDS), np.int8),
            drawn_at=np.zeros(0, np.int64),
            drawn_board=np.zeros(0, np.int32),
            drawn_more=np.zeros(0, np.int8),
            zero_at=np.zeros(0, np.int64),
            zero_board=np.zeros(0, np.int32),
            zero_need=np.zeros(0, np.int8),
            zero_turns=np.zeros(0, np.int8),
            longest=np.zeros(0, np.int64),
        )
    )


@functools.cache
def no_distances() -> Distances:
    """Distances of nothing, of the same types."""
    return _frozen(
        Distances(
            within=np.zeros((DENSE, 0, BOARDS), np.uint8),
            far_at=np.zeros(0, np.int64),
            far_pair=np.zeros(0, np.int32),
            far_need=np.zeros(0, np.uint8),
            bound=np.zeros((0, 0), np.uint8),
        )
    )


def _frozen(table: Table) -> Table:
    for array in table:
        array.setflags(write=False)
    return table


def forget() -> None:
    """Drops the tables held in memory (tests move the cache folder)."""
    _solved.clear()
    _distances.clear()


def size_on_disk(pairs: bool, free: bool, target: int) -> int:
    """Bytes of the thresholds for a target on disk, 0 if they are not there."""
    return THRESHOLDS.size(f"{_prefix('thresholds', pairs, free)}{target + PAST}")

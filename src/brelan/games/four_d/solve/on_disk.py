"""Solved tables on disk: written once into the user's cache folder, memory-mapped ever after.

A table is a folder of plain `.npy` files, one an array. Its name holds what was solved and a hash of the sources it was
solved with, so that a stale one is never read.
"""

import functools
import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ....paths import cache_folder
from ....sources import digest as sources_digest
from .boards import BOARDS
from .distances import BOUNDED, DENSE, NEAR, Distances, measure
from .solver import LARGEST, Progress, Solved, solve

Table = TypeVar("Table", Solved, Distances)
USUAL = 100  # what is solved when a game with a smaller target asks: one table serves every target below its own
_lock = threading.RLock()
_working: dict[tuple[Any, ...], threading.Thread] = {}


def _stem(kind: str, pairs: bool, free: bool, reach: int) -> str:
    return f"{kind}-{'pairs' if pairs else 'no-pairs'}-{'free' if free else 'strict'}-{reach}-"


def _write(table: Table, stem: str) -> Path:
    """Writes a table aside and moves it into its place at once; removes what older sources had made of it."""
    root = cache_folder("solved", "4d")
    place = root / (stem + sources_digest(__name__))
    aside = Path(tempfile.mkdtemp(prefix="unfinished-", dir=root))
    for name, array in table._asdict().items():
        np.save(aside / f"{name}.npy", array)
    for old in root.glob(stem + "*"):
        shutil.rmtree(old, ignore_errors=True)
    try:
        aside.rename(place)
    except OSError:  # another process was quicker
        shutil.rmtree(aside, ignore_errors=True)
    return place


def _read(kind: type[Table], folder: Path) -> Table | None:
    try:
        return kind(*(np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r")) for name in kind._fields))
    except (OSError, ValueError):
        return None


def _find(kind: type[Table], word: str, pairs: bool, free: bool, least: int) -> Table | None:
    """The smallest table on disk that reaches far enough."""
    digest = sources_digest(__name__)
    prefix = _stem(word, pairs, free, 0)[:-2]
    found = []
    for folder in cache_folder("solved", "4d").glob(f"{prefix}*-{digest}"):
        reach = folder.name.removeprefix(prefix).split("-")[0]
        if reach.isdigit() and int(reach) >= least:
            found.append((int(reach), folder))
    for _, folder in sorted(found):
        table = _read(kind, folder)
        if table is not None:
            return table
    return None


_loaded: dict[tuple[Any, ...], Any] = {}


def find_solved(target: int, pairs: bool, free: bool) -> Solved | None:
    """The thresholds for a target, if they are on disk."""
    key = ("solved", pairs, free)
    held = _loaded.get(key)
    if held is None or len(held.win) <= target:
        held = _find(Solved, "thresholds", pairs, free, target)
        if held is not None:
            _loaded[key] = held
    return held


def find_distances(target: int, pairs: bool, free: bool) -> Distances | None:
    """The distances for needs up to a target, if they are on disk: with bounds beyond NEAR only if asked for such a
    target.
    """
    key = ("turns", pairs, free)
    held = _loaded.get(key)
    if held is None or len(held.bound) <= min(target, BOUNDED):
        held = _find(Distances, "turns", pairs, free, min(target, BOUNDED))
        if held is not None:
            _loaded[key] = held
    return held


def ensure_solved(
    target: int, pairs: bool, free: bool, progress: Progress = None, threads: int | None = None
) -> Solved:
    """The thresholds for a target, solved now if they are not on disk."""
    with _lock:
        held = find_solved(target, pairs, free)
        if held is None:
            _write(solve(target, pairs, free, progress, threads), _stem("thresholds", pairs, free, target))
            held = find_solved(target, pairs, free)
            assert held is not None
        return held


def ensure_distances(
    target: int, pairs: bool, free: bool, progress: Progress = None, threads: int | None = None
) -> Distances:
    """The distances for needs up to a target, measured now if they are not on disk."""
    with _lock:
        held = find_distances(target, pairs, free)
        if held is None:
            reach = min(target, BOUNDED)
            _write(measure(reach, pairs, free, progress, threads), _stem("turns", pairs, free, reach))
            held = find_distances(target, pairs, free)
            assert held is not None
        return held


def reach_for(target: int) -> int:
    """What is solved for a game: one table for all ordinary targets, another for the long ones."""
    return USUAL if target <= USUAL else LARGEST


def solve_in_background(target: int, pairs: bool, free: bool, bounds: bool = False) -> None:
    """Starts solving (once), for somebody who cannot wait; on one thread, so that the machine stays usable."""
    key = (reach_for(target), pairs, free, bounds)
    worker = _working.get(key)
    if worker is not None and worker.is_alive():
        return

    def work() -> None:
        ensure_solved(key[0], pairs, free, threads=1)
        ensure_distances(NEAR, pairs, free, threads=1)
        if bounds:
            ensure_distances(key[0], pairs, free, threads=1)

    _working[key] = threading.Thread(target=work, name="4D solver", daemon=True)
    _working[key].start()


@functools.cache
def no_thresholds() -> Solved:
    """A table of nothing, of the same types: what bots that need none are given."""
    empty = Solved(
        np.zeros((0, BOARDS), np.int8),
        *(np.zeros(0, kind) for kind in (np.int64, np.int32, np.int8, np.int64, np.int32, np.int8, np.int8)),
    )
    return _frozen(empty)


@functools.cache
def no_distances() -> Distances:
    """Distances of nothing, of the same types."""
    empty = Distances(
        np.zeros((DENSE, 0, BOARDS), np.uint8),
        np.zeros(0, np.int64),
        np.zeros(0, np.int32),
        np.zeros(0, np.uint8),
        np.zeros((0, 0), np.uint8),
    )
    return _frozen(empty)


def _frozen(table: Table) -> Table:
    for array in table:
        array.setflags(write=False)
    return table


def forget() -> None:
    """Drops the tables held in memory (tests move the cache folder)."""
    _loaded.clear()


def size_on_disk(pairs: bool, free: bool, reach: int) -> int:
    """Bytes of the thresholds on disk, 0 if they are not there."""
    folder = cache_folder("solved", "4d") / (_stem("thresholds", pairs, free, reach) + sources_digest(__name__))
    return sum(os.path.getsize(file) for file in folder.glob("*.npy"))

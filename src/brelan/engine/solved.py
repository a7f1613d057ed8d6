"""Tables on disk, for all games: written once into the user's cache folder, memory-mapped ever after.

A table is a few named arrays, kept as a folder of plain `.npy` files. The folder's name holds what was solved and a
hash of the sources it was solved with (`sources.digest`), so that a stale one is never read. A table is written aside
and moved into its place at once: who finds one finds all of it. Tables that come with the program (`shipped`) are one
compressed `.npz` each.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from .paths import cache_folder, tell_lost
from .sources import digest

Arrays = dict[str, np.ndarray]


LIST = "arrays.txt"  # the names of a table's arrays: who finds one that lacks one has found a damaged table


def _listed(place: Path) -> list[str]:
    return (place / LIST).read_text(encoding="utf-8").split("\n")


def _frozen(array: np.ndarray) -> np.ndarray:
    """A copy as it would come from the disk: compiled code takes what may be written to for another type."""
    copy = np.array(array, order="A")
    copy.setflags(write=False)
    return copy


class Store:
    """The tables of one method of one game: `Store("dodeka", __name__)` in the module that solves them."""

    def __init__(self, game: str, module: str, shipped: Path | None = None) -> None:
        self.game, self._module, self.shipped = game, module, shipped
        self._unkept: dict[Path, Arrays] = {}  # what could not be written, for this process alone
        self._here = threading.RLock()  # one thread of this process solves at a time

    @property
    def folder(self) -> Path:
        return cache_folder("solved", self.game)

    @property
    def _mark(self) -> str:
        return f"-{digest(self._module)}"

    def names(self, prefix: str = "") -> list[str]:
        """What lies on disk, or could not be kept there, solved with today's sources."""
        places = {
            *self.folder.glob(f"{prefix}*{self._mark}"),
            *(place for place in self._unkept if place.parent == self.folder),
        }
        names = {place.name.removesuffix(self._mark) for place in places}
        return sorted(name for name in names if name.startswith(prefix))

    def find(self, name: str) -> Arrays | None:
        """The table of that name, from the cache folder or from what comes with the program; None if there is none."""
        place = self._place(name)
        if place in self._unkept:
            return self._unkept[place]
        try:
            if os.path.isdir(place):
                return {name: np.load(place / f"{name}.npy", mmap_mode="r") for name in _listed(place)}
        except (OSError, ValueError, EOFError):  # damaged: it is made again
            shutil.rmtree(place, ignore_errors=True)
            return None
        if self.shipped and (self.shipped / f"{name}.npz").exists():
            with np.load(self.shipped / f"{name}.npz") as held:
                return dict(held)
        return None

    def write(self, name: str, arrays: Mapping[str, np.ndarray]) -> None:
        """Keeps a table, in memory where it cannot be written."""
        try:
            self._write(name, arrays)
        except OSError as error:
            tell_lost(self.folder, error)
            self._unkept[self._place(name)] = {key: _frozen(array) for key, array in arrays.items()}

    def _place(self, name: str) -> Path:
        return self.folder / (name + self._mark)

    def _write(self, name: str, arrays: Mapping[str, np.ndarray]) -> None:
        """Writes a table; removes what older sources had made of it."""
        aside = Path(tempfile.mkdtemp(prefix="unfinished-", dir=self.folder))
        try:
            for key, array in arrays.items():
                np.save(aside / f"{key}.npy", array)
            (aside / LIST).write_text("\n".join(arrays), encoding="utf-8")
            for old in self.folder.glob(f"{name}-{'[0-9a-f]' * (len(self._mark) - 1)}"):
                shutil.rmtree(old, ignore_errors=True)
            try:
                aside.rename(self._place(name))
            except OSError:
                if not os.path.isdir(self._place(name)):
                    raise  # otherwise another process was quicker, with the same table
        finally:
            shutil.rmtree(aside, ignore_errors=True)

    def ensure(self, name: str, make: Callable[[], Mapping[str, np.ndarray]]) -> Arrays:
        """The table of that name, made now and kept if there is none. Who comes meanwhile waits instead of solving."""
        held = self.find(name)
        if held is not None:
            return held
        with self._here, self._alone(name):
            held = self.find(name)
            if held is None:
                self.write(name, make())
                held = self.find(name)
        if held is None:
            raise OSError(f"The solved table {name} cannot be kept in {self.folder}.")
        return held

    def size(self, name: str) -> int:
        """Bytes of a table on disk, 0 if it is not there."""
        return sum(file.stat().st_size for file in self._place(name).glob("*.npy"))

    @contextlib.contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        """Held by one process at a time."""
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError):  # where nothing can be kept, each solves for itself
                file = held.enter_context((self.folder / f".{name}.lock").open("w"))
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

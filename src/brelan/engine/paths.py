"""Where Brelan keeps what it can make again: compiled rules and solved games.

Nobody needs that folder: where it cannot be made or written to, what lies there is read, and the rest is made in
memory.
"""

import contextlib
import logging
import os
import tempfile
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

ROOM = 1 << 20  # bytes: where so many cannot be written, nothing compiled can be kept
logger = logging.getLogger("brelan")
_lost: set[str] = set()  # where something could not be kept


def cache_folder(*parts: str) -> Path:
    """A folder below the user's cache (`BRELAN_CACHE` moves it), made when missing, if it can be made."""
    root = os.environ.get("BRELAN_CACHE")
    folder = (Path(root) if root else user_cache_path("brelan")).joinpath(*parts)
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def tell_lost(folder: str | os.PathLike[str], error: OSError) -> None:
    """Something made here could not be kept: that is said once, and nobody is told that it lies on the disk."""
    if not _lost:
        why = error.strerror or str(error)
        logger.warning(
            "Brelan: what is compiled or solved cannot be kept in %s (%s), so it is made again each time. / "
            "ce qui est compilé ou résolu ne peut y être gardé : c’est refait chaque fois.",
            os.fspath(folder),
            why,
        )
    _lost.add(os.fspath(folder))


def kept_all() -> bool:
    """Whether all that was made here could be kept."""
    return not _lost


def keeps(folder: str | os.PathLike[str]) -> bool:
    """Whether there is room in a folder, for who compiles for others alone."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
    except OSError:
        return False
    return True


def data_folder() -> Path:
    """The folder of what must not be lost: saved games (`BRELAN_DATA` moves it)."""
    root = os.environ.get("BRELAN_DATA")
    folder = Path(root) if root else user_data_path("brelan")
    folder.mkdir(parents=True, exist_ok=True)
    return folder

"""The process's memory: what stays is left alone by the collector, what is left over goes back to the system."""

import contextlib
import ctypes
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collector_resting() -> Iterator[None]:
    """For loading modules: what they are made of stays, and looking for garbage in it takes a seventh of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def freeze_loaded() -> None:
    """What is loaded by now stays. Told so, the collector no longer looks through all of it, which stops the house for
    a tenth of a second each time.

    And it comes more rarely: nearly all that a request leaves behind is freed without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 4, 50)  # a pause grows with what has come since the last one: 10 ms, not 30


def freeze_game() -> None:
    """The same for a game that was just loaded, compiled functions and all, while others play: at once, without looking
    through anything first. Tables that are awake are left alone with it, and need no collector when they fall asleep.
    """
    gc.freeze()


def give_back() -> None:
    """What tables have left behind goes back to the system, instead of waiting here for tables to come."""
    with contextlib.suppress(OSError, AttributeError):  # only where the C library knows how
        ctypes.CDLL(None).malloc_trim(0)

"""The decisions on repetition: the third occurrence of a position draws, and so do forty turns without a point."""

from ....engine.kernel import inner_kernel
from .square import position
from .state import NO_POINT, QUIET, REPEATED

OCCURRENCES = 3  # of one position that draw the game


@inner_kernel
def came_before(s, key, parity):
    """How often a position has come since the last point, with a given player to move: the one who was to move
    `parity` turns after it.
    """
    found = 0
    for earlier in range(parity, int(s.quiet) + 1, 2):
        found += s.past[earlier] == key
    return found


@inner_kernel
def draw_after(s, key):
    """The ending if a turn without a point leads to this position, or 0."""
    quiet = int(s.quiet) + 1
    if came_before(s, key, quiet & 1) + 1 >= OCCURRENCES:
        return REPEATED
    return NO_POINT if quiet >= QUIET else 0


@inner_kernel
def remember(s, points):
    """Writes down the position reached by a turn worth so many points; it may draw the game."""
    key = position(s)
    if points:
        forget(s)
        s.past[0] = key
        return
    s.over = draw_after(s, key)
    s.quiet = int(s.quiet) + 1
    if s.over:
        s.past[:] = 0
    else:
        s.past[int(s.quiet)] = key


@inner_kernel
def forget(s):
    """After a point no earlier position can come back."""
    for turn in range(int(s.quiet) + 1):  # nothing was written beyond
        s.past[turn] = 0
    s.quiet = 0

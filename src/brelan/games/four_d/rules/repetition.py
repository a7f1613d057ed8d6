"""The decisions on repetition: the third occurrence of a position draws, and so do forty turns without a point."""

from ....kernel import kernel
from .square import position
from .state import NO_POINT, QUIET, REPEATED


@kernel
def draw_after(s, key):
    """The ending if a turn without a point leads to this position, or 0."""
    quiet = int(s.quiet) + 1
    before = 0
    for earlier in range(quiet & 1, quiet, 2):  # every other one had the same player to move
        before += s.past[earlier] == key
    if before >= 2:
        return REPEATED
    return NO_POINT if quiet >= QUIET else 0


@kernel
def remember(s, points):
    """Writes down the position reached by a turn worth so many points; it may draw the game."""
    key = position(s)
    if points:
        s.quiet = 0
        s.past[:] = 0
        s.past[0] = key
        return
    s.over = draw_after(s, key)
    s.quiet = int(s.quiet) + 1
    if s.over:
        s.past[:] = 0
    else:
        s.past[int(s.quiet)] = key

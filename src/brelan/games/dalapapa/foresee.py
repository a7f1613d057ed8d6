"""Where the cells of a domino lie, and what a placement would bring before it is played: for the table, for sentences
and for advice.
"""

from typing import Any, NamedTuple

import numpy as np

from ...words import Say
from .rules import OPENING
from .rules.board import DOWN, GROUP, HALVES, LEFT, OPEN, RIGHT, ROOTS, TOUCH, UP, WORK, find, join
from .rules.tiles import sets

Half = tuple[int, int, int]  # a half-cell: its square and the side of it

# Where the seven cells of a domino lie: its first or second square, and the side of that square; flat, then upright.
PLACES = (
    (((0, LEFT),), ((0, UP),), ((1, UP),), ((1, RIGHT),), ((1, DOWN),), ((0, DOWN),), ((0, RIGHT), (1, LEFT))),
    (((0, UP),), ((0, RIGHT),), ((1, RIGHT),), ((1, DOWN),), ((1, LEFT),), ((0, LEFT),), ((0, DOWN), (1, UP))),
)


def colours(tiles: int, domino: int, face: int, turn: int) -> list[int]:
    """The colours of a face as it lies, by the sides of its spot, the centre last."""
    flat = sets()[tiles][domino][face]
    shift = 3 if turn & 2 else 0
    return [flat[(side + shift) % 6] for side in range(6)] + [flat[6]]


def triangles(x: int, y: int, turn: int, cell: int) -> list[Half]:
    """The half-cells a cell of a domino is made of."""
    upright = turn & 1
    return [(x + second * (1 - upright), y + second * upright, side) for second, side in PLACES[upright][cell]]


class Foreseen(NamedTuple):
    """Connections, tokens won (or −1 paid), and of each territory it closes the cells and the half-cells."""

    connections: int
    tokens: int
    closes: tuple[int, ...]
    halves: tuple[tuple[Half, ...], ...]


def foresee(s: Any, code: int) -> Foreseen:
    """What the placement of that code would do on the board of `s`."""
    from .moves import parts

    domino, face, turn, x, y = parts(code)
    work = np.zeros(WORK, np.int64)
    met = int(join(s, domino, face, turn, x, y, work))
    closed = [group for group in range(7) if work[HALVES + group] and not work[OPEN + group]]
    tokens = 0 if s.phase == OPENING else min(met - 2, int(s.reserve))
    halves = []
    for group in closed:
        new = [half for cell in range(7) if work[GROUP + cell] == group for half in triangles(x, y, turn, cell)]
        roots = {int(work[TOUCH + k]) for k in range(met) if work[ROOTS + k] == group}
        halves.append((*new, *_halves_of(s, roots)))
    return Foreseen(met, tokens, tuple(int(work[HALVES + group]) // 2 for group in closed), tuple(halves))


def _halves_of(s: Any, roots: set[int]) -> list[Half]:
    """The half-cells on the board of the groups with these roots."""
    found = []
    for k in range(int(s.laid) if roots else 0):
        for cell in range(7):
            if int(find(s.parent, 7 * k + cell)) in roots:
                found += triangles(int(s.laid_x[k]), int(s.laid_y[k]), int(s.laid_how[k]) & 3, cell)
    return found


def foretold(what: Any, say: Say) -> str:
    """What a placement would bring, in a few words, from its connections, tokens and closed territories."""
    words = [say.count("{n} connection", "{n} connections", what["connections"])] if what["connections"] else []
    if what["tokens"] < 0:
        words.append(say("pays 1 token"))
    elif what["tokens"] > 0:
        words.append(say.count("brings {n} token", "brings {n} tokens", what["tokens"]))
    if what["closes"]:
        words.append(say.count("closes {n} cell", "closes {n} cells", sum(what["closes"])))
    return ", ".join(words)

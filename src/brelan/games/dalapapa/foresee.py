"""What a placement would bring before it is played: for the table, for sentences and for advice.

It stands between the rules, whose `join` it asks, and the moves, which tell it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .rules.board import GROUP, HALVES, OPEN, ROOTS, TOUCH, WORK, join, laid_cells
from .rules.grid import Half, half_cells
from .rules.state import OPENING, Placement, placement
from .rules.tiles import CELLS
from .rules.turns import tokens_won


class Foreseen(NamedTuple):
    """Connections, tokens won (or −1 paid), and of each territory it closes the cells and the half-cells."""

    connections: int
    tokens: int
    closes: tuple[int, ...]
    halves: tuple[tuple[Half, ...], ...]


def foresee(s: Any, code: int, cells: Sequence[tuple[int, Placement, int]] = ()) -> Foreseen:
    """What the placement of that code would do on the board of `s`; `cells` is `laid_cells(s)`, where known."""
    domino, face, turn, x, y = placement(code)
    work = np.zeros(WORK, np.int64)
    met = int(join(s, domino, face, turn, x, y, work))
    tokens = 0 if s.phase == OPENING else int(tokens_won(s, met))
    closed = [group for group in range(CELLS) if work[HALVES + group] and not work[OPEN + group]]
    halves = []
    for group in closed:
        new = [half for cell in range(CELLS) if work[GROUP + cell] == group for half in half_cells(x, y, turn, cell)]
        roots = {int(work[TOUCH + k]) for k in range(met) if work[ROOTS + k] == group}
        halves.append((*new, *_halves_of(cells or laid_cells(s), roots)))
    return Foreseen(met, tokens, tuple(int(work[HALVES + group]) // 2 for group in closed), tuple(halves))


def _halves_of(cells: Iterable[tuple[int, Placement, int]], roots: set[int]) -> list[Half]:
    """The half-cells on the board of the groups with these roots."""
    if not roots:
        return []
    return [
        half
        for root, placed, cell in cells
        if root in roots
        for half in half_cells(placed.x, placed.y, placed.turn, cell)
    ]

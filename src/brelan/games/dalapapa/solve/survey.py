"""Which dominoes still fit where, and which territories can still be closed.

A seat knows the board, its own dominoes and those shown; all others are *unseen*, in the bag or in a hand. Each unseen
domino is as likely as any other to be the next one drawn, so a chance is a count of dominoes over the number unseen.

What a place asks only ever grows: a square no unseen or held domino can cover now will never be covered, and a group
with an open end on such a square can never be closed.
"""

from typing import Any, NamedTuple

import numpy as np

from ....engine.kernel import compiled
from ..rules.board import OPEN, ROOTS, TAKEN, TOUCH, WORK, join, laid_cells, placements
from ..rules.grid import Half, across, half_cells, ring, squares
from ..rules.state import ALL, BAG, BOARD_CELLS, MAX_MOVES, MAX_RIM, NONE, ONE, SHOWN, UNKNOWN, placement
from ..rules.tiles import DOMINOES, lying


class Group(NamedTuple):
    """Cells of one colour that hang together and are not closed yet."""

    colour: int
    cells: int  # the whole ones
    ends: tuple[Half, ...]  # its open half-cells
    closers: tuple[int, ...]  # unseen dominoes one placement of which closes it, numbered from 1
    held: tuple[int, ...]  # the same among the seat's own
    dead: bool  # can never be closed


class Survey(NamedTuple):
    """What a seat can know of the dominoes to come."""

    unseen: tuple[int, ...]  # numbered from 1
    # for each free square that touches a domino, the unseen ones that can cover it
    fits: dict[tuple[int, int], tuple[int, ...]]
    groups: tuple[Group, ...]


@compiled
def _try_everywhere(s, wanted, covers, closes):
    """For each wanted domino: which squares of the rim it can cover, and which groups one placement of it closes."""
    out = np.empty(MAX_MOVES, np.int64)
    work = np.empty(WORK, np.int64)
    for domino in range(DOMINOES):
        if not wanted[domino]:
            continue
        n = placements(s, domino, NONE, ONE, ALL, out)
        for i in range(n):
            _, face, turn, x, y = placement(out[i])
            upright = turn & 1
            for second in range(2):
                at = int(s.square[ring(x + second * (1 - upright), y + second * upright)])
                if at:
                    covers[at - 1, domino] = 1
            met = join(s, domino, face, turn, x, y, work)
            for k in range(met):
                if work[OPEN + work[ROOTS + k]] == 0:
                    closes[work[TOUCH + k], domino] = 1


def unseen_dominoes(s: Any) -> list[int]:
    """The dominoes a seat has not seen, on a record blanked for it."""
    return [domino for domino in range(DOMINOES) if s.where[domino] == BAG]


def look(s: Any, seat: int) -> Survey:
    """The survey of a record blanked for the seat (−1: a spectator)."""
    unseen = unseen_dominoes(s)
    mine = [int(n) - 1 for n in s.hand[seat] if n and n != UNKNOWN] if seat >= 0 else []
    others = [domino for domino in range(DOMINOES) if s.where[domino] == SHOWN and domino not in mine]
    covers, closes = np.zeros((MAX_RIM, DOMINOES), np.uint8), np.zeros((BOARD_CELLS, DOMINOES), np.uint8)
    wanted = np.zeros(DOMINOES, np.bool_)
    wanted[[*unseen, *mine, *others]] = True
    _try_everywhere(s, wanted, covers, closes)
    rim = {(int(s.rim_x[k]), int(s.rim_y[k])): k for k in range(int(s.rim))}
    fits = {place: tuple(domino + 1 for domino in unseen if covers[k, domino]) for place, k in rim.items()}
    found = []
    for root, (colour, ends) in _open_groups(s).items():
        closers = tuple(domino + 1 for domino in unseen if closes[root, domino])
        held = tuple(domino + 1 for domino in mine if closes[root, domino])
        cells = (int(s.halves[root]) - len(ends)) // 2
        dead = any(not covers[rim[across(end)]].any() for end in ends)
        found.append(Group(colour, cells, tuple(ends), closers, held, dead))
    found.sort(key=lambda group: (group.dead, -len(group.closers), -group.cells, group.ends))
    return Survey(tuple(domino + 1 for domino in unseen), fits, tuple(found))


def _open_groups(s: Any) -> dict[int, tuple[int, list[Half]]]:
    """By root: the colour and the open half-cells of each group that is not closed."""
    groups: dict[int, tuple[int, list[Half]]] = {}
    tiles = int(s.tiles)
    for root, (domino, face, turn, x, y), cell in laid_cells(s):
        if s.open[root] == 0:
            continue
        _, ends = groups.setdefault(root, (lying(tiles, domino, face, turn)[cell], []))
        halves = half_cells(x, y, turn, cell)
        if len(halves) == 1 and s.square[ring(*across(halves[0]))] < TAKEN:
            ends.append(halves[0])
    return groups


def chance_to_fit(s: Any, x: int, y: int, upright: bool | None = None) -> tuple[int, int]:
    """How many unseen dominoes can cover the free square (x, y) — lying flat from it, or upright from it, if that is
    asked — and how many are unseen.
    """
    unseen = unseen_dominoes(s)
    out = np.zeros(MAX_MOVES, np.int64)
    fitting = 0
    for domino in unseen:
        n = int(placements(s, domino, NONE, ONE, ALL, out))
        for code in out[:n].tolist():
            placed = placement(code)
            both = squares(placed.x, placed.y, placed.turn)
            if (x, y) in both if upright is None else (both[0] == (x, y) and bool(placed.turn & 1) == upright):
                fitting += 1
                break
    return fitting, len(unseen)

"""The board of Dalapapa: dominoes laid, the rim of free squares round them, and territories, kept up to date move by
move.

Each free square that touches a domino (the *rim*) keeps, for each of the four parts it can play in a spot, what it asks
of that spot's sides: legal placements are found without looking at the board.

Groups of cells of one colour are held by union-find: for each group its half-cells (the centre of a domino is two), and
how many are still open. A group with none open is a territory (DAL-05).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ....engine.kernel import kernel
from .grid import FACING, SIDE, SQUARES, STEP_X, STEP_Y, WIDTH, ring
from .state import BOARD_CELLS, Placement, place_code
from .tiles import CELLS, COLOURS, LABELS, RIM, SIDES, C, colour_at, half_turn, rim_of

# A square of the ring is 0, or 1 + an index into the rim, or TAKEN + 4·(how many were laid before) + 2·upright + part.
TAKEN = 1024

# What a rim square asks of a spot: two bits of colour for each of six sides, a mask of those it asks from bit MASK_AT
# on, and whether no spot can lie so.
MASK_AT = 2 * RIM
BLOCKED = 1 << 2 * MASK_AT
LANE = MASK_AT + 1  # four patterns side by side, each with a bit to spare
LANES = 1 + (1 << LANE) + (1 << 2 * LANE) + (1 << 3 * LANE)


def laid_dominoes(s: Any) -> list[Placement]:
    """The dominoes on the board, in the order they were laid."""
    n = int(s.laid)
    fields = (s.laid_domino, s.laid_how, s.laid_x, s.laid_y)
    rows = zip(*(field[:n].tolist() for field in fields), strict=True)
    return [Placement(domino, how >> 2, how & 3, x, y) for domino, how, x, y in rows]


def laid_cells(s: Any) -> Iterator[tuple[int, Placement, int]]:
    """Every cell on the board: the root of its group, its domino, and which of the domino's cells it is."""
    found = np.empty(BOARD_CELLS, np.int64)
    _roots(s, found)
    root = iter(found.tolist())
    for placed in laid_dominoes(s):
        for cell in range(CELLS):
            yield next(root), placed, cell


@kernel
def find(parent, cell):
    """The group of a cell."""
    while parent[cell] != cell:
        cell = int(parent[cell])
    return cell


@kernel
def _roots(s, out):
    """The group of each cell on the board."""
    for cell in range(CELLS * int(s.laid)):
        out[cell] = find(s.parent, cell)


@kernel
def clear(s):
    """Takes every domino and marker off the board."""
    s.rim_keys[:] = 0
    s.rim_square[:] = 0
    s.rim_x[:] = 0
    s.rim_y[:] = 0
    s.rim = 0
    s.square[:] = 0
    s.laid_x[:] = 0
    s.laid_y[:] = 0
    s.laid_domino[:] = 0
    s.laid_how[:] = 0
    s.laid = 0
    s.parent[:] = 0
    s.halves[:] = 0
    s.open[:] = 0
    s.land_cell[:] = 0
    s.land_cells[:] = 0
    s.land_owner[:] = 0
    s.lands = 0
    s.unmarked = 0


@kernel
def placements(s, one, other, least, most, out):
    """Writes the placements of one domino and another (−1: none) with at least `least` connections; stops after `most`
    (DAL-04).

    Faces that look the same after a half turn are tried once: the same drawing on the same squares is one move.
    """
    tiles = int(s.tiles)
    words_a, gaps_a = _patterns(tiles, one)
    words_b, gaps_b = _patterns(tiles, other)
    square, keys = s.square, s.rim_keys
    n = 0
    for i in range(int(s.rim)):
        here = int(s.rim_square[i])
        for part in range(4):
            key = int(keys[i, part])
            if key & BLOCKED:
                continue
            upright = part >> 1
            step = WIDTH if upright else 1
            x, y = int(s.rim_x[i]), int(s.rim_y[i])
            if part & 1:  # the square before: on the rim itself, it has seen to this spot
                beside = here - step
                if beside < 0:
                    beside += SQUARES
                if square[beside]:
                    continue
                if upright:
                    y -= 1
                else:
                    x -= 1
            else:
                beside = here + step
                if beside >= SQUARES:
                    beside -= SQUARES
                neighbour = int(square[beside])
                if neighbour:
                    key |= int(keys[neighbour - 1, part + 1])
            mask = (key >> MASK_AT) & COLOURS
            if least > 1 and mask & ~(3 * (mask & -mask)) == 0:
                continue
            asked, colours = mask * LANES, (key & COLOURS) * LANES
            fit = ~(((words_a ^ colours) & asked) + COLOURS * LANES) & gaps_a
            if fit:
                n = _write(fit, one, upright, x, y, out, n)
            fit = ~(((words_b ^ colours) & asked) + COLOURS * LANES) & gaps_b
            if fit:
                n = _write(fit, other, upright, x, y, out, n)
            if n >= most:
                return n
    return n


@kernel
def _patterns(tiles, domino):
    """The ways a domino can lie in a spot, four lanes: front, front half turned, back, back half turned; and the lanes
    that count.
    """
    word = 0
    lanes = 0
    if domino >= 0:
        for face in range(int(SIDES[tiles])):
            rim = rim_of(tiles, domino, face)
            turned = half_turn(rim)
            at = 2 * LANE * face
            word |= (rim << at) | (turned << (at + LANE))
            lanes |= 1 << (at + MASK_AT)
            if turned != rim:
                lanes |= 1 << (at + LANE + MASK_AT)
    return word, lanes


@kernel
def _write(fit, domino, upright, x, y, out, n):
    """The placements of a domino in a spot, from the lanes that fit."""
    for lane in range(4):
        if fit >> (LANE * lane + MASK_AT) & 1:
            out[n] = place_code(domino, lane >> 1, upright + 2 * (lane & 1), x, y)
            n += 1
    return n


# What `join` works out, by offsets into one array of WORK whole numbers.
GROUP, HALVES, OPEN, ROOTS, TOUCH, WORK = 0, 7, 14, 21, 27, 33


@kernel
def join(s, domino, face, turn, x, y, work):
    """What a placement does to the groups round it, without doing it: answers how many connections it makes.

    In `work`: the group (0 to 6) of each of its cells, numbered by sides of the spot; each group's half-cells and open
    half-cells once joined; the roots of the old groups it touches (TOUCH), and the new group each of them goes to
    (ROOTS).
    """
    tiles, upright = int(s.tiles), turn & 1
    shift = RIM // 2 if turn & 2 else 0
    for cell in range(CELLS):
        work[HALVES + cell] = 0
        work[OPEN + cell] = 0
    for side in range(RIM):
        label = int(LABELS[tiles, domino, face, (side + shift) % RIM])
        group = label if label == C else (label + shift) % RIM
        work[GROUP + side] = group
        work[HALVES + group] += 1
        work[OPEN + group] += 1
    label = int(LABELS[tiles, domino, face, C])
    group = label if label == C else (label + shift) % RIM
    work[GROUP + C] = group
    work[HALVES + group] += 2
    met = 0
    square = s.square
    for side in range(RIM):
        there = int(square[ring(x + int(STEP_X[upright, side]), y + int(STEP_Y[upright, side]))])
        if there < TAKEN:
            continue
        there -= TAKEN
        root = find(s.parent, CELLS * (there >> 2) + int(SIDE[there & 3, FACING[upright, side]]))
        group = int(work[GROUP + side])
        into = -1
        for k in range(met):
            if work[TOUCH + k] == root:
                into = int(work[ROOTS + k])
        if into < 0:  # a group not met before joins ours
            work[HALVES + group] += int(s.halves[root])
            work[OPEN + group] += int(s.open[root])
            into = group
        elif into != group:  # one met before: two of our groups become one
            work[HALVES + into] += work[HALVES + group]
            work[OPEN + into] += work[OPEN + group]
            work[HALVES + group] = 0
            work[OPEN + group] = 0
            for cell in range(CELLS):
                if work[GROUP + cell] == group:
                    work[GROUP + cell] = into
            for k in range(met):
                if work[ROOTS + k] == group:
                    work[ROOTS + k] = into
        work[OPEN + into] -= 2  # the cell is whole now
        work[TOUCH + met] = root
        work[ROOTS + met] = into
        met += 1
    return met


@kernel
def closed_by(work):
    """How many territories the placement last joined in `work` closes, and their cells in all."""
    lands, cells = 0, 0
    for group in range(CELLS):
        if work[HALVES + group] and work[OPEN + group] == 0:
            lands += 1
            cells += work[HALVES + group] >> 1
    return lands, cells


@kernel
def lay(s, domino, face, turn, x, y):
    """Lays a domino: squares, rim, groups, territories closed.

    Answers how many connections it makes. The cost does not grow with the board.
    """
    work = np.empty(WORK, np.int64)
    met = join(s, domino, face, turn, x, y, work)
    number = int(s.laid)
    s.laid_domino[number] = domino
    s.laid_how[number] = 4 * face + turn
    s.laid_x[number] = x
    s.laid_y[number] = y
    s.laid = number + 1
    _commit(s, number, met, work)
    upright = turn & 1
    _take(s, ring(x, y), TAKEN + 4 * number + 2 * upright)
    _take(s, ring(x + 1 - upright, y + upright), TAKEN + 4 * number + 2 * upright + 1)
    rim = rim_of(int(s.tiles), domino, face)
    if turn & 2:
        rim = half_turn(rim)
    for side in range(RIM):
        _ask(
            s,
            x + int(STEP_X[upright, side]),
            y + int(STEP_Y[upright, side]),
            int(FACING[upright, side]),
            colour_at(rim, side),
        )
    return met


@kernel
def _commit(s, number, met, work):
    """Writes what `join` found: each joined group hangs from its largest part, so a search never takes long."""
    parent = s.parent
    for group in range(CELLS):
        if work[HALVES + group] == 0:
            continue
        root = CELLS * number + group  # its own part, then the largest old group it joins
        largest = 0
        for k in range(met):
            old = int(work[TOUCH + k])
            if work[ROOTS + k] == group and s.halves[old] > largest:
                largest = int(s.halves[old])
                root = old
        for k in range(met):
            if work[ROOTS + k] == group:
                parent[work[TOUCH + k]] = root
                s.halves[work[TOUCH + k]] = 0
                s.open[work[TOUCH + k]] = 0
        for cell in range(CELLS):
            if work[GROUP + cell] == group:
                parent[CELLS * number + cell] = root
        s.halves[root] = work[HALVES + group]
        s.open[root] = work[OPEN + group]
        if work[OPEN + group] == 0:
            _close(s, root, work[HALVES + group] >> 1)


@kernel
def _close(s, root, cells):
    """A new territory (DAL-05), numbered in the order of closing."""
    land = int(s.lands)
    s.land_cell[land] = root
    s.land_cells[land] = cells
    s.lands = land + 1
    s.unmarked = int(s.unmarked) + 1


@kernel
def _take(s, at, value):
    """A square is covered: it leaves the rim, whose last square takes its place."""
    before = int(s.square[at])
    s.square[at] = value
    if before == 0:
        return
    gap, last = before - 1, int(s.rim) - 1
    if gap != last:
        s.rim_square[gap] = s.rim_square[last]
        s.rim_x[gap] = s.rim_x[last]
        s.rim_y[gap] = s.rim_y[last]
        for part in range(4):
            s.rim_keys[gap, part] = s.rim_keys[last, part]
        s.square[s.rim_square[gap]] = gap + 1
    s.rim_square[last] = 0
    s.rim_x[last] = 0
    s.rim_y[last] = 0
    for part in range(4):
        s.rim_keys[last, part] = 0
    s.rim = last


@kernel
def _ask(s, x, y, direction, colour):
    """A free square is touched: it joins the rim, and asks for that colour on that side."""
    at = ring(x, y)
    there = int(s.square[at])
    if there >= TAKEN:
        return
    if there == 0:
        there = int(s.rim) + 1
        s.rim = there
        s.square[at] = there
        s.rim_square[there - 1] = at
        s.rim_x[there - 1] = x
        s.rim_y[there - 1] = y
    for part in range(4):
        side = int(SIDE[part, direction])
        key = BLOCKED if side == C else (3 << (MASK_AT + 2 * side)) | (colour << (2 * side))
        s.rim_keys[there - 1, part] = int(s.rim_keys[there - 1, part]) | key

"""The board of Dalapapa: squares, the rim of free squares round the dominoes, and territories, kept up to date move by
move.

Squares lie on a ring: (x, y) is square (x + WIDTH·y) mod SQUARES. Two places that share a square of the ring are at
least 147 steps apart, and nothing 72 dominoes can touch is that far from them in any direction: the board never meets
itself.

A *spot* is two free squares, flat or upright. Its six sides are numbered as on a face: clockwise from the left end for
a flat one, from the top end for an upright one, so one pattern of colours serves both. Each free square that touches a
domino (the *rim*) keeps, for each of the four parts it can play in a spot, what it asks of that spot's sides: legal
placements are found without looking at the board.

Groups of cells of one colour are held by union-find: for each group its half-cells (the centre of a domino is two), and
how many are still open. A group with none open is a territory (DAL-05).
"""

import numpy as np

from ....kernel import kernel
from .tiles import DOMINOES, FACES, LABELS, SIDES

WIDTH = 147
SQUARES = 10805  # 2·73² + 2·73 + 1: the densest ring whose places are 147 apart
MAX_RIM = 6 * DOMINOES - 2 * (DOMINOES - 1)  # open half-cells of 72 dominoes with the fewest contacts
CELLS = 7 * DOMINOES
MAX_LANDS = DOMINOES + 3 * DOMINOES  # one territory a cell: centres, and contacts
FLAT, UPRIGHT = 0, 1
LEFT, UP, RIGHT, DOWN = range(4)
CENTRE = 6
TAKEN = 1024  # a square of the ring is 0, or 1 + an index into the rim, or TAKEN + 4·placement + 2·direction + part

# The squares round a spot, side by side, seen from its first square; and which of their own sides faces it.
STEP_X = np.array(((-1, 0, 1, 2, 1, 0), (0, 1, 1, 0, -1, -1)), np.int8)
STEP_Y = np.array(((0, -1, -1, 0, 1, 1), (-1, 0, 1, 2, 1, 0)), np.int8)
FACING = np.array(((RIGHT, DOWN, DOWN, LEFT, UP, UP), (DOWN, LEFT, LEFT, UP, RIGHT, RIGHT)), np.int8)
# The side of a spot that is the left, upper, right, lower side of one of its squares: flat first, flat second, upright
# first, upright second.
SIDE = np.array(((0, 1, 6, 5), (6, 2, 3, 4), (5, 0, 1, 6), (4, 6, 2, 3)), np.int8)

# What a rim square asks of a spot: two bits of colour for each of six sides, the same shifted by 12 as a mask, and
# whether no spot can lie so.
COLOURS = 0xFFF
BLOCKED = 1 << 24
LANES = 1 + (1 << 13) + (1 << 26) + (1 << 39)  # four patterns side by side, each with a bit to spare
FULL = LANES << 12

# A placement: domino, face, turn and place in one number.
PLACE = 1 << 28
ORIGIN = 256


@kernel
def place_code(domino, face, turn, x, y):
    """The move that lays a domino; (x, y) is its left or upper square, the first domino's being (0, 0)."""
    return PLACE + (domino << 21) + (face << 20) + (turn << 18) + ((x + ORIGIN) << 9) + (y + ORIGIN)


@kernel
def ring(x, y):
    """The square of the ring at a place."""
    return (x + WIDTH * y) % SQUARES


@kernel
def half_turn(rim):
    """Six colours seen from the other side."""
    return (rim >> 6) | ((rim & 0x3F) << 6)


@kernel
def find(parent, cell):
    """The group of a cell."""
    while parent[cell] != cell:
        cell = int(parent[cell])
    return cell


@kernel
def connections(asked):
    """How many sides a spot's key asks something of (DAL-04)."""
    mask = (asked >> 12) & COLOURS
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count >> 1


@kernel
def key_at(s, x, y, upright):
    """What the board asks of a spot: its key, BLOCKED if a domino lies there, 0 if nothing touches it."""
    square = s.square
    first = int(square[ring(x, y)])
    second = int(square[ring(x + (1 - upright), y + upright)])
    if first >= TAKEN or second >= TAKEN:
        return BLOCKED
    key = 0
    if first:
        key |= int(s.rim_keys[first - 1, 2 * upright])
    if second:
        key |= int(s.rim_keys[second - 1, 2 * upright + 1])
    return key


@kernel
def placements(s, one, two, least, most, out):
    """Writes the placements of dominoes `one` and `two` (−1: none) with at least `least` connections; stops after
    `most` (DAL-04).

    Faces that look the same after a half turn are tried once: the same drawing on the same squares is one move.
    """
    tiles = int(s.tiles)
    words_a, gaps_a = _patterns(tiles, one)
    words_b, gaps_b = _patterns(tiles, two)
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
                other = here - step
                if other < 0:
                    other += SQUARES
                if square[other]:
                    continue
                if upright:
                    y -= 1
                else:
                    x -= 1
            else:
                other = here + step
                if other >= SQUARES:
                    other -= SQUARES
                neighbour = int(square[other])
                if neighbour:
                    key |= int(keys[neighbour - 1, part + 1])
            mask = (key >> 12) & COLOURS
            if least > 1 and mask & ~(3 * (mask & -mask)) == 0:
                continue
            asked, colours = mask * LANES, (key & COLOURS) * LANES
            place = place_code(0, 0, upright, x, y)
            fit = ~(((words_a ^ colours) & asked) + COLOURS * LANES) & gaps_a
            if fit:
                n = _write(fit, one, place, out, n)
            fit = ~(((words_b ^ colours) & asked) + COLOURS * LANES) & gaps_b
            if fit:
                n = _write(fit, two, place, out, n)
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
            rim = int(FACES[tiles, domino, face]) & COLOURS
            turned = half_turn(rim)
            word |= (rim << (26 * face)) | (turned << (26 * face + 13))
            lanes |= 1 << (26 * face + 12)
            if turned != rim:
                lanes |= 1 << (26 * face + 25)
    return word, lanes


@kernel
def _write(fit, domino, place, out, n):
    for lane in range(4):
        if fit >> (13 * lane + 12) & 1:
            out[n] = place + (domino << 21) + ((lane >> 1) << 20) + ((lane & 1) << 19)
            n += 1
    return n


# Working room for `join`, by offsets into one array of 64 whole numbers.
WORK = 64
GROUP, HALVES, OPEN, ROOTS, TOUCH, SEEN = 0, 7, 14, 21, 27, 33


@kernel
def join(s, domino, face, turn, x, y, work):
    """What a placement does to the groups round it, without doing it: answers how many connections it makes.

    In `work`: the group (0 to 6) of each of its cells, numbered by sides of the spot; each group's half-cells and open
    half-cells once joined; the roots of the old groups it touches (TOUCH), and the new group each of them goes to
    (ROOTS).
    """
    tiles, upright = int(s.tiles), turn & 1
    shift = 3 if turn & 2 else 0
    for cell in range(7):
        work[HALVES + cell] = 0
        work[OPEN + cell] = 0
    for side in range(6):
        label = int(LABELS[tiles, domino, face, (side + shift) % 6])
        group = label if label == CENTRE else (label + shift) % 6
        work[GROUP + side] = group
        work[HALVES + group] += 1
        work[OPEN + group] += 1
    label = int(LABELS[tiles, domino, face, CENTRE])
    group = label if label == CENTRE else (label + shift) % 6
    work[GROUP + CENTRE] = group
    work[HALVES + group] += 2
    met = 0
    square = s.square
    for side in range(6):
        there = int(square[ring(x + int(STEP_X[upright, side]), y + int(STEP_Y[upright, side]))])
        if there < TAKEN:
            continue
        there -= TAKEN
        root = find(s.parent, 7 * (there >> 2) + int(SIDE[there & 3, FACING[upright, side]]))
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
            for cell in range(7):
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
    for group in range(7):
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
    placement = int(s.laid)
    s.laid_domino[placement] = domino
    s.laid_how[placement] = 4 * face + turn
    s.laid_x[placement] = x
    s.laid_y[placement] = y
    s.laid = placement + 1
    _commit(s, placement, met, work)
    upright = turn & 1
    _take(s, ring(x, y), TAKEN + 4 * placement + 2 * upright)
    _take(s, ring(x + 1 - upright, y + upright), TAKEN + 4 * placement + 2 * upright + 1)
    rim = int(FACES[int(s.tiles), domino, face]) & COLOURS
    if turn & 2:
        rim = half_turn(rim)
    for side in range(6):
        _ask(
            s,
            x + int(STEP_X[upright, side]),
            y + int(STEP_Y[upright, side]),
            int(FACING[upright, side]),
            rim >> (2 * side) & 3,
        )
    return met


@kernel
def _commit(s, placement, met, work):
    """Writes what `join` found: each joined group hangs from its largest part, so a search never takes long."""
    parent = s.parent
    for group in range(7):
        if work[HALVES + group] == 0:
            continue
        root = 7 * placement + group  # its own part, then the largest old group it joins
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
        for cell in range(7):
            if work[GROUP + cell] == group:
                parent[7 * placement + cell] = root
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
        key = BLOCKED if side == CENTRE else (3 << (12 + 2 * side)) | (colour << (2 * side))
        s.rim_keys[there - 1, part] = int(s.rim_keys[there - 1, part]) | key

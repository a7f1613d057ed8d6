"""The sets of dominoes (DAL-01, DAL-03, and the tile sets of the rulebook), as colours of the seven cells of a face.

A face lies flat: its rim half-cells are numbered clockwise from the left end, L TL TR R BR BL, then comes the centre C.
"""

from functools import cache
from itertools import permutations

import numpy as np

from ....engine.kernel import kernel
from ....model.words import N_

L, TL, TR, R, BR, BL, C = range(7)
RIM = 6  # half-cells round a domino, and sides of the spot it lies in
CELLS = 7  # of a domino: those of its rim, and the centre
DOMINOES = 72
SETS = ("classic", "two-tone", "grand")
COLOUR_NAMES = (N_("blue"), N_("red"), N_("yellow"), N_("cream"))
# The grand set: three pairs of faces, each drawn in letters, the colours of L TL TR R BR BL and C. Cells of one colour
# mostly hang together, so that territories grow. Found by search (bench/dalapapa_sets.py, docs/dalapapa.md).
GRAND_FACES = (("baaccba", "bbbccaa"), ("baccaba", "bbcccaa"), ("aaccbaa", "baaccba"))
# DAL-02: what shares a side inside one of the two squares.
ADJACENT = ((L, TL), (TL, C), (C, BL), (BL, L), (C, TR), (TR, R), (R, BR), (BR, C))
_SHAPES = (
    ((TL, BR), (BL, TR)),
    ((L, TL), (L, BL)),
    ((L, TR), (L, BR)),
)  # where the major colour lies on the rim: front, back

Face = tuple[int, ...]  # seven colours


def _face(major: int, minors: tuple[int, int], pair: tuple[int, int]) -> Face:
    """The major colour on the centre and on a pair of the rim; the minors alternate clockwise from L on the rest."""
    colours = [major] * CELLS
    for turn, side in enumerate(side for side in range(RIM) if side not in pair):
        colours[side] = minors[turn % 2]
    return tuple(colours)


def classic() -> list[tuple[Face, ...]]:
    """Our reconstruction: three shapes by the 24 orders of four colours, front and back."""
    return [
        (_face(a, (b, c), front), _face(d, (b, c), back))
        for front, back in _SHAPES
        for a, b, c, d in permutations(range(4))
    ]


def grand() -> list[tuple[Face, ...]]:
    """Three pairs of faces by the 24 orders of four colours: a, b, c on the front; d, b, c on the back."""
    return [
        (_painted(front, a, b, c), _painted(back, d, b, c))
        for front, back in GRAND_FACES
        for a, b, c, d in permutations(range(4))
    ]


def _painted(letters: str, *colours: int) -> Face:
    return tuple(colours["abc".index(letter)] for letter in letters)


def half_turned(face: Face) -> Face:
    """The face seen from the other side of the table."""
    return (*face[R:C], *face[L:R], face[C])


def either_way(face: Face) -> Face:
    """One of the two ways a face looks, the same whichever way round it is given."""
    return min(face, half_turned(face))


def two_tone() -> list[tuple[Face, ...]]:
    """Every way to colour seven cells with two colours, up to a half turn; one face each."""
    every = [tuple(bits >> cell & 1 for cell in range(CELLS)) for bits in range(1 << CELLS)]
    return [(face,) for face in sorted({either_way(face) for face in every})]


@cache
def sets() -> tuple[list[tuple[Face, ...]], ...]:
    """All sets, by the index of the option `tiles`."""
    return classic(), two_tone(), grand()


def labels(face: Face) -> list[int]:
    """For each cell of a face, the first cell of its colour it hangs together with inside the domino."""
    label = list(range(CELLS))
    for _ in range(CELLS):
        for a, b in ADJACENT:
            if face[a] == face[b]:
                label[a] = label[b] = min(label[a], label[b])
    return label


def lying(tiles: int, domino: int, face: int, turn: int) -> list[int]:
    """The colours of a face as it lies, by the sides of its spot, the centre last."""
    flat = sets()[tiles][domino][face]
    return list(half_turned(flat) if turn & 2 else flat)


# --- what the kernels read: a face is one number, two bits a rim half-cell from L on, then two for the centre

FACES = np.zeros((len(SETS), DOMINOES, 2), np.int32)
LABELS = np.zeros((len(SETS), DOMINOES, 2, CELLS), np.int8)
SIDES = np.array([len(dominoes[0]) for dominoes in sets()], np.int8)  # faces of a domino, by set
for _set, _dominoes in enumerate(sets()):
    for _number, _faces in enumerate(_dominoes):
        for _side, _colours in enumerate(_faces):
            FACES[_set, _number, _side] = sum(colour << 2 * cell for cell, colour in enumerate(_colours))
            LABELS[_set, _number, _side] = labels(_colours)

COLOURS = (1 << 2 * RIM) - 1  # the bits of the rim
HALF = RIM  # the bits of half a rim: what a half turn exchanges


@kernel
def rim_of(tiles, domino, face):
    """The colours round a face, without its centre."""
    return int(FACES[tiles, domino, face]) & COLOURS


@kernel
def half_turn(rim):
    """A rim seen from the other side."""
    return (rim >> HALF) | ((rim & ((1 << HALF) - 1)) << HALF)


@kernel
def colour_at(rim, side):
    return rim >> (2 * side) & 3


@kernel
def rim_colours(tiles, domino):
    """The colours on the rims of a domino, one bit each."""
    colours = 0
    for face in range(int(SIDES[tiles])):
        for side in range(RIM):
            colours |= 1 << colour_at(rim_of(tiles, domino, face), side)
    return colours

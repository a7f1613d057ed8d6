"""The two sets of dominoes (DAL-01, DAL-03, and the tile sets of the rulebook), as colours of the seven cells of a
face.

A face lies flat: its rim half-cells are numbered clockwise from the left end, L TL TR R BR BL, then comes the centre C.
"""

from itertools import permutations

import numpy as np

L, TL, TR, R, BR, BL, C = range(7)
RIM = 6
DOMINOES = 72
CLASSIC, TWO_TONE = range(2)
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
    colours = [major] * 7
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


def half_turned(face: Face) -> Face:
    """The face seen from the other side of the table."""
    return (*face[3:6], *face[0:3], face[C])


def two_tone() -> list[tuple[Face, ...]]:
    """Every way to colour seven cells with two colours, up to a half turn; one face each."""
    every = [tuple(bits >> cell & 1 for cell in range(7)) for bits in range(128)]
    return [(face,) for face in sorted({min(face, half_turned(face)) for face in every})]


def sets() -> tuple[list[tuple[Face, ...]], list[tuple[Face, ...]]]:
    """Both sets, by the index of the option `tiles`."""
    return classic(), two_tone()


def labels(face: Face) -> list[int]:
    """For each cell of a face, the first cell of its colour it hangs together with inside the domino."""
    label = list(range(7))
    for _ in range(7):
        for a, b in ADJACENT:
            if face[a] == face[b]:
                label[a] = label[b] = min(label[a], label[b])
    return label


# What the kernels read. A face is one number: two bits a rim half-cell from L on, then two for the centre.
FACES = np.zeros((2, DOMINOES, 2), np.int32)
LABELS = np.zeros((2, DOMINOES, 2, 7), np.int8)
SIDES = np.array((2, 1), np.int8)  # faces of a domino, by set
for _set, _dominoes in enumerate(sets()):
    for _number, _faces in enumerate(_dominoes):
        for _side, _colours in enumerate(_faces):
            FACES[_set, _number, _side] = sum(colour << 2 * cell for cell, colour in enumerate(_colours))
            LABELS[_set, _number, _side] = labels(_colours)

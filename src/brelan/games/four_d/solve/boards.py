"""The 24⁴ boards as numbers, and what every tip and every turn makes of them: what the solver and the search walk on.

A board is numbered as `rules/square.py` says, in the mover's frame. The rules' own functions fill the tables.
"""

import functools
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.geometry import FAR, LEFT, NEAR, RIGHT, UP, turned
from ..rules.lines import FIFTH_WEIGHT, WEIGHT, scored
from ..rules.square import BOARDS, after_tip, board_of, die_at, may_lock, turns_for
from ..rules.state import FREE, PLACES, STRICT, TIPS

FACES = 6**3 * 48  # numbers of upper faces, see `_faces`


class Boards(NamedTuple):
    """`points[b]` of the upper faces; `tip[t, b]` the board after tip t; `turn[k, b]` the board seen after k turns of
    the square.

    With a fifth die: its upper face and `faces[b]` give the points `five[faces[b] + face]` and the line `line[faces[b]
    + face]`.
    """

    points: np.ndarray
    tip: np.ndarray
    turn: np.ndarray
    faces: np.ndarray
    five: np.ndarray
    line: np.ndarray


@kernel
def _faces(near, left, far, right):
    """Four upper faces as a number, with room for a fifth."""
    return (((near - 1) * 6 + left - 1) * 6 + far - 1) * 48 + (right - 1) * 8


@kernel
def _weights(near, left, far, right):
    return WEIGHT[near - 1] + WEIGHT[left - 1] + WEIGHT[far - 1] + WEIGHT[right - 1]


@compiled
def _fill(pairs, points, tip, turn, faces, five, line):
    for near in range(1, 7):
        for left in range(1, 7):
            for far in range(1, 7):
                for right in range(1, 7):
                    at = _faces(near, left, far, right)
                    for fifth in range(1, 7):
                        five[at + fifth], line[at + fifth] = scored(
                            _weights(near, left, far, right) + FIFTH_WEIGHT[fifth - 1], pairs
                        )
    for board in range(BOARDS):
        near, left, far, right = die_at(board, NEAR), die_at(board, LEFT), die_at(board, FAR), die_at(board, RIGHT)
        points[board] = scored(_weights(UP[near], UP[left], UP[far], UP[right]), pairs)[0]
        faces[board] = _faces(UP[near], UP[left], UP[far], UP[right])
        for t in range(TIPS):
            tip[t, board] = board_of(
                after_tip(near, NEAR, t), after_tip(left, LEFT, t), far, after_tip(right, RIGHT, t)
            )
        turn[0, board] = board
        turn[1, board] = board_of(turned(right, 1), turned(near, 1), turned(left, 1), turned(far, 1))
    for k in range(2, PLACES):
        for board in range(BOARDS):
            turn[k, board] = turn[1, turn[k - 1, board]]


@functools.cache
def all_boards(pairs: bool) -> Boards:
    """The tables, made once a process (a few hundredths of a second, 14 MB)."""
    made = Boards(
        points=np.zeros(BOARDS, np.uint8),
        tip=np.zeros((TIPS, BOARDS), np.int32),
        turn=np.zeros((PLACES, BOARDS), np.int32),
        faces=np.zeros(BOARDS, np.int16),
        five=np.zeros(FACES, np.int8),
        line=np.zeros(FACES, np.int8),
    )
    _fill(pairs, *made)
    for array in made:
        _frozen(array)
    return made


@functools.cache
def presented(pairs: bool, free: bool) -> np.ndarray:
    """`presented[j, c]`: what the opponent may find after the board c was scored, for each turn allowed (4D-06)."""
    locks = [lock for lock in range(PLACES) if may_lock(lock, FREE if free else STRICT)]
    return _frozen(all_boards(pairs).turn[[turns_for(lock) for lock in locks]])


def inverse(maps: np.ndarray) -> np.ndarray:
    """The inverses of permutations of the boards."""
    back = np.empty_like(maps)
    for there, here in zip(maps, back, strict=True):
        here[there] = np.arange(BOARDS, dtype=maps.dtype)
    return back


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array

"""The 24⁴ boards as numbers, and what every tip and every turn makes of them: what the solver and the search walk on.

A board is near·24³ + left·24² + far·24 + right, in the mover's frame. The tables are filled by the functions of
`rules.py`.
"""

import functools
from typing import NamedTuple

import numpy as np

from ....kernel import kernel
from ..rules import after_tip, board_of, may_lock, score, tally, turns_for
from ..rules.geometry import TURN, UP

BOARDS = 24**4


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
def die_at(board, place):
    """The orientation of the die at a place of a board."""
    if place == 0:
        return board // 13824
    if place == 1:
        return board // 576 % 24
    return board // 24 % 24 if place == 2 else board % 24


@kernel
def _faces(near, left, far, right):
    """Four upper faces as a number, with room for a fifth."""
    return (((near - 1) * 6 + left - 1) * 6 + far - 1) * 48 + (right - 1) * 8


@kernel
def _fill(pairs, points, tip, turn, faces, five, line):
    for near in range(1, 7):
        for left in range(1, 7):
            for far in range(1, 7):
                for right in range(1, 7):
                    at = _faces(near, left, far, right)
                    for fifth in range(1, 7):
                        five[at + fifth], line[at + fifth] = score(tally(near, left, far, right, fifth), pairs)
    for board in range(BOARDS):
        near, left, far, right = die_at(board, 0), die_at(board, 1), die_at(board, 2), die_at(board, 3)
        points[board] = score(tally(UP[near], UP[left], UP[far], UP[right], 0), pairs)[0]
        faces[board] = _faces(UP[near], UP[left], UP[far], UP[right])
        for t in range(6):
            tip[t, board] = board_of(after_tip(near, 0, t), after_tip(left, 1, t), far, after_tip(right, 3, t))
        turn[0, board] = board
        turn[1, board] = board_of(TURN[24 + right], TURN[24 + near], TURN[24 + left], TURN[24 + far])
    for k in range(2, 4):
        for board in range(BOARDS):
            turn[k, board] = turn[1, turn[k - 1, board]]


@functools.cache
def boards(pairs: bool) -> Boards:
    """The tables, made once a process (a few hundredths of a second, 14 MB)."""
    made = Boards(
        np.zeros(BOARDS, np.uint8),
        np.zeros((6, BOARDS), np.int32),
        np.zeros((4, BOARDS), np.int32),
        np.zeros(BOARDS, np.int16),
        np.zeros(6**3 * 48, np.int8),
        np.zeros(6**3 * 48, np.int8),
    )
    _fill(pairs, *made)
    for array in made:
        _frozen(array)
    return made


@functools.cache
def presented(pairs: bool, free: bool) -> np.ndarray:
    """`presented[j, c]`: what the opponent may find after the board c was scored, for each turn allowed (4D-06)."""
    locks = [lock for lock in range(4) if may_lock(lock, int(free))]
    return _frozen(boards(pairs).turn[[turns_for(lock) for lock in locks]])


def inverse(maps: np.ndarray) -> np.ndarray:
    """The inverses of permutations of the boards."""
    back = np.empty_like(maps)
    for one, other in zip(maps, back, strict=True):
        other[one] = np.arange(BOARDS, dtype=maps.dtype)
    return back


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array

"""The positions of a partie between two turns: their numbers, and the struct of each.

A position is the scores, who is to act, and who has thrown a pairtraiz in this tour; seats are numbered from the
starter. Positions stand in *blocks*, by seat to act, then by pairtraiz thrown; in a block, by the scores in tens.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.partie import start_partie
from ..rules.state import STATE, TEN

BEYOND = 50  # the most tens one turn adds


class Block(NamedTuple):
    to_act: int
    thrown: int  # a bit for each seat before it that threw a pairtraiz


@kernel
def _scores_of(tens, block, seat):
    """How many scores a seat can have: short of the target, unless it went beyond in this very tour."""
    acted = seat < block.to_act and not block.thrown >> seat & 1
    return tens + BEYOND if acted else tens


@kernel
def block_size(n, tens, block):
    size = 1
    for seat in range(n):
        size *= _scores_of(tens, block, seat)
    return size


@kernel
def block_start(n, tens, block):
    """The number of a block's first position; of `Block(n, 0)`, how many positions there are."""
    at = 0
    for seat in range(block.to_act):
        for thrown in range(1 << seat):
            at += block_size(n, tens, Block(seat, thrown))
    for thrown in range(block.thrown):
        at += block_size(n, tens, Block(block.to_act, thrown))
    return at


@kernel
def index(s, tens):
    """The number of the position a struct is in, between two turns and not in playoffs; the target is in tens."""
    n, starter = int(s.players), int(s.starter)
    to_act = (int(s.turn) - starter) % n
    thrown, at = 0, 0
    for position in range(to_act):
        if s.order[(starter + position) % n]:
            thrown |= 1 << position
    block = Block(to_act, thrown)
    for position in range(n):
        at = at * _scores_of(tens, block, position) + int(s.scores[(starter + position) % n]) // TEN
    return block_start(n, tens, block) + at


def rows_of(n: int, tens: int, starts: np.ndarray) -> np.ndarray:
    """The numbers of the positions with these scores (numbers in the first block), all seats to act, nothing thrown."""
    scores, rows = np.unravel_index(starts, (tens,) * n), []
    for block in (Block(to_act, 0) for to_act in range(n)):
        sizes = tuple(_scores_of(tens, block, seat) for seat in range(n))
        rows.append(block_start(n, tens, block) + np.ravel_multi_index(scores, sizes))
    return np.concatenate(rows)


@kernel
def lay(s, tens, block, at):
    """Writes position number `at` of a block into a struct of a new partie; says whether its tour must be the last."""
    n = int(s.players)
    s.turn = block.to_act
    is_last = block.thrown != 0
    for seat in range(n - 1, -1, -1):
        size = _scores_of(tens, block, seat)
        score = at % size
        at //= size
        s.scores[seat] = score * TEN
        is_last = is_last or score >= tens
    order = 0
    for seat in range(n):
        s.order[seat] = 0
        if block.thrown >> seat & 1:
            order += 1
            s.order[seat] = order
    return is_last


@kernel
def new_partie(n, tens):
    """An array of one struct: a match of one partie, nothing played.

    A record does not keep its array's memory alive: take `[0]` of it where it is used.
    """
    structs = np.zeros(1, STATE)
    structs[0].players = n
    structs[0].parties = 1
    structs[0].target = tens * TEN
    start_partie(structs[0], 0)
    return structs


@kernel
def copy_partie(source, target):
    """Copies what a partie is made of, as a match of that partie alone."""
    target.players = source.players
    target.parties = 1
    target.partie = 0
    target.over = 0
    target.target = source.target
    target.starter = source.starter
    target.playoff = source.playoff
    target.winner = source.winner
    target.loser = source.loser
    target.turn = source.turn
    for seat in range(int(source.players)):
        target.totals[seat] = 0
        target.scores[seat] = source.scores[seat]
        target.order[seat] = source.order[seat]
        target.contest[seat] = source.contest[seat]

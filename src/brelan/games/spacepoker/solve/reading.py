"""How real stakes are read in a solved tree (`stake_tree.py`): by the master at the table, and by who measures it.

The master *follows* a hand: it keeps the spots of its tree the hand may stand at, each with its share. A stake of the
other player between two rungs counts as the lower or the higher with a chance (the pseudo-harmonic rule of Ganzfried
and Sandholm: a size is read as either so that neither is worth aiming at); one that hardly raises counts mostly as
none. How far stakes are apart is not always a matter of points: in a match it is how much of it they decide. Under
`lap` the opener reads a leap of the second as a climb by single rungs, each of which it answers in turn: what it has
left in its hand then depends on how high the stakes are, and not on the steps they came by.

An *outcome* is what the master does then: its kind, the spot, its share, and the stake it comes to. Its own choices
are not in the shares: they are in the plan, along the way to the spot.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.state import CALLED, DROPS, LAP
from .stake_tree import OPENER, Tree

MOST_OUTCOMES = 1024
HARDLY_LARGER = 0.92
DROPS_OUT, SHOWS, RAISES, ALIGNS = range(4)  # kinds: SHOWS aligns and ends the hand, ALIGNS goes on


class Board(NamedTuple):
    """A tree laid on a real table."""

    closing: int
    top: int  # the highest rung
    nodes: int
    real: np.ndarray  # [rung]: points
    weight: np.ndarray  # [stake]: what a show with it is about: points, antes among them, or chances of a match
    high: np.ndarray  # [spot]: the highest rung staked
    width: np.ndarray  # [node]
    target: np.ndarray  # [node, action]
    child: np.ndarray  # [node, action]


class Outcomes(NamedTuple):
    kind: np.ndarray
    spot: np.ndarray
    share: np.ndarray
    stake: np.ndarray  # what the master's stake comes to


def outcomes() -> Outcomes:
    """Room for them."""
    kind, spot, stake = (np.zeros(MOST_OUTCOMES, np.int64) for _ in range(3))
    return Outcomes(kind, spot, np.zeros(MOST_OUTCOMES), stake)


def real_levels(levels: np.ndarray, stack: int, ante: int, solved_ante: int = 1) -> np.ndarray:
    """A ladder at a table where each has `stack` points: its top is all of them, other rungs are in antes."""
    real = np.minimum(np.round(levels * (max(1, ante) / solved_ante)).astype(np.int64), stack)
    real[-1] = stack
    return real


def board(made: Tree, stack: int, ante: int = 1, solved_ante: int = 1, weight: np.ndarray | None = None) -> Board:
    high = np.maximum(made.mine, made.theirs)
    before = np.maximum(made.parent, 0)
    at_ends = made.target[before, np.maximum(made.action, 0)][made.nodes :]
    return Board(
        made.closing,
        len(made.levels) - 1,
        made.nodes,
        real_levels(made.levels, stack, ante, solved_ante),
        np.arange(stack + 1) + float(max(1, ante)) if weight is None else weight,
        np.concatenate([high, np.maximum(at_ends, 0)]),
        made.width,
        made.target,
        made.child,
    )


@kernel
def nearest_stack(stacks, below_top, stack):
    """Which of the solved stacks (ascending) a hand is played as: the largest that is not larger, or hardly, and whose
    ladder fits under it (`below_top`: the rung below the top of each). A top set higher costs less than one cut down.
    """
    best = 0
    for i in range(1, len(stacks)):
        if stack >= HARDLY_LARGER * stacks[i] and below_top[i] < stack:
            best = i
    return best


@kernel
def lower_share(low, high, stake, base):
    """How often a stake between two counts as the lower; `base`: what would align. All are weights."""
    if high <= low:
        return 1.0
    pot = max(2.0 * base, 1e-9)
    a, b, x = (low - base) / pot, (high - base) / pot, (stake - base) / pot
    return min(1.0, max(0.0, (b - x) * (1 + a) / ((b - a) * (1 + x))))


@kernel
def _note(found, n, kind, spot, share, stake):
    if share < 1e-9 or n == MOST_OUTCOMES:
        return n
    found.kind[n], found.spot[n], found.share[n], found.stake[n] = kind, spot, share, stake
    return n + 1


@kernel
def _rung_above(board, stake):
    """The points of the first rung above a stake."""
    for rung in range(board.top):
        if board.real[rung] > stake:
            return board.real[rung]
    return board.real[board.top]


@kernel
def to_act(board, node, highest, share, found, n):
    """The master acts at a node of its own: outcomes are added to the n of `found`; answers how many there are now."""
    for a in range(board.width[node]):
        rung, spot = board.target[node, a], board.child[node, a]
        if rung == DROPS:
            n = _note(found, n, DROPS_OUT, spot, share, 0)
        elif rung == board.high[node]:
            n = _note(found, n, SHOWS, spot, share, highest)
        else:
            n = _note(found, n, RAISES, spot, share, max(board.real[rung], _rung_above(board, highest)))
    return n


@kernel
def when_aligned(board, spot, highest, share, found, n):
    """The other, at that spot, aligned and the hand goes on (`lap`, the master second)."""
    for a in range(board.width[spot] if spot < board.nodes else 0):
        if board.target[spot, a] == board.high[spot]:
            to = board.child[spot, a]
            if to < board.nodes:
                return to_act(board, to, highest, share, found, n)
    return _note(found, n, SHOWS, spot, share, highest)


@kernel
def when_raised(board, place, spot, highest, stake, share, found, n):
    """The other, at that spot, raised from the highest stake to another; `place` is the master's."""
    if board.closing == LAP and place == OPENER:
        return _climbed(board, spot, highest, stake, share, found, n)
    if spot >= board.nodes:  # as far as the tree goes all is staked: it is called
        return _note(found, n, SHOWS, spot, share, stake)
    base = board.high[spot]
    low, low_child = base, -1  # as if it had only aligned
    if base == 0:  # the opening stake: at least the lowest there is
        low = -1
    for a in range(board.width[spot]):
        rung = board.target[spot, a]
        if rung <= base:
            continue
        if low == -1 or board.real[rung] <= stake:
            low, low_child = rung, board.child[spot, a]
        else:
            chance = 1.0
            if stake > board.real[low]:
                weight, real = board.weight, board.real
                chance = lower_share(weight[real[low]], weight[real[rung]], weight[stake], weight[real[base]])
            n = _read(board, place, spot, low_child, stake, share * chance, found, n)
            return _read(board, place, spot, board.child[spot, a], stake, share * (1 - chance), found, n)
    return _read(board, place, spot, low_child, stake, share, found, n)


@kernel
def _read(board, place, spot, child, stake, share, found, n):
    """The raise counts as the one that leads to `child`; −1: as none."""
    if share < 1e-9:
        return n
    if child >= 0:
        return to_act(board, child, stake, share, found, n)
    if board.closing == CALLED:  # it would have been shown: it is called
        return _note(found, n, SHOWS, spot, share, stake)
    return when_aligned(board, spot, stake, share, found, n)


@kernel
def _not_yet(board, rung, stake):
    """How often a climb from that rung, at that stake, does not yet count as the next."""
    base, above = board.real[rung], board.real[rung + 1]
    if stake >= above:
        return 0.0
    low = board.weight[base]
    return lower_share(low, board.weight[above], board.weight[max(stake, base)], low)


@kernel
def _climbed(board, spot, highest, stake, share, found, n):
    """Under `lap` the second, at that spot, raised: the opener answers rung by rung."""
    spots, stakes, shares = np.zeros(64, np.int64), np.zeros(64, np.int64), np.zeros(64)
    spots[0], stakes[0], shares[0] = spot, highest, share
    waiting = 1
    while waiting:
        waiting -= 1
        spot, highest, share = spots[waiting], stakes[waiting], shares[waiting]
        rung = board.high[spot]
        if spot >= board.nodes or rung == board.top or stake <= board.real[rung]:
            n = _note(found, n, ALIGNS, spot, share, stake)
            continue
        stays = _not_yet(board, rung, stake) / _not_yet(board, rung, highest)
        n = _note(found, n, ALIGNS, spot, share * stays, stake)
        share *= 1 - stays
        if share < 1e-9:
            continue
        node = spot
        for a in range(board.width[spot]):
            if board.target[spot, a] == rung + 1:
                node = board.child[spot, a]
        for a in range(board.width[node]):
            to, reached = board.target[node, a], board.child[node, a]
            if to == DROPS:
                n = _note(found, n, DROPS_OUT, reached, share, 0)
            elif to > rung + 1 and board.real[to] > stake:
                n = _note(found, n, RAISES, reached, share, board.real[to])
            elif waiting < 64:  # aligned, or as if it had raised and the other raised on
                spots[waiting], stakes[waiting], shares[waiting] = reached, board.real[to], share
                waiting += 1
    return n

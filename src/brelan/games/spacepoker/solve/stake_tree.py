"""The stakes of a heads-up hand as a small tree, for the equilibrium: planets counted as points, stakes on a ladder.

A ladder is a row of stakes, finer below than above (each about so many times the one before, antes included), and its
top is all a player has. Stakes in between are no business of this file: `reading.py` tells how they are read.

Under `called` every raise is answered or dropped to, and one tree serves both places. Under `lap` the second player
may raise, be aligned with, and raise again without end (SPA-06, SPA-07), so there is a tree for each place, good where
that place needs it:
- the opener's has a fine ladder. The second only ever climbs to the next rung: whoever can answer a climb by single
  rungs can answer a leap as if it were one. The opener aligns, drops, or stakes all.
- the second's has a coarse ladder and many raises of the opener, which is where an opener could go between the rungs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..rules.state import CALLED, DROPS, LAP

OPENER, SECOND = PLACES = (0, 1)
COARSE = (1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60, 90, 130)
FINE = (*range(1, 13), 14, 16, 18, 20, 22, 25, 28, 31, 34, 38, 42, 46, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130)
NEXT_TO_TOP = 0.8  # of the stack: a rung above it would be all but everything
ALL = 99  # rungs: up to the top
Steps = tuple[tuple[int, ...], ...]
# How many rungs a raise climbs, by how many raises there were: of both players (`called`), of the same player (`lap`).
CALLED_RAISES: Steps = ((1, 2, 3, 5, ALL), (1, 2, 4, ALL), (1, 3, ALL), (2, ALL), (ALL,))
SECOND_RAISES: Steps = ((1,),)
OPENER_RAISES: dict[int, Steps] = {OPENER: ((ALL,),), SECOND: CALLED_RAISES}  # by the place the tree is for


@dataclass(frozen=True)
class Tree:
    """Nodes in the order of their depth, which are the opener's where it is even; −1 where a row is longer than needed.

    A *spot* is a node, or behind the nodes an end of the hand: numbers of spots are nodes' numbers as long as they are
    below `nodes`.
    """

    closing: int
    levels: np.ndarray  # [rung]: points, 0 first
    player: np.ndarray  # [node]
    mine: np.ndarray  # [node]: the rung the player stands on …
    theirs: np.ndarray  # … and the other
    depth: np.ndarray  # [node]
    width: np.ndarray  # [node]: how many actions
    target: np.ndarray  # [node, action]: the rung it leads to, or DROPS
    child: np.ndarray  # [node, action]: the spot
    parent: np.ndarray  # [spot]: the node before, −1 for the root
    action: np.ndarray  # [spot]: which of that node's actions
    edge: np.ndarray  # [spot]: the same among all the actions of that player, −1 for the root
    drop_spots: np.ndarray  # [drop]: the ends at which somebody dropped …
    drop_worth: np.ndarray  # [player, drop]: … and what they bring
    show_spots: np.ndarray  # [show]: the ends at which hands are shown …
    show_worth: np.ndarray  # [show]: … and what the better hand wins

    @property
    def nodes(self) -> int:
        return len(self.player)

    @property
    def spots(self) -> int:
        return len(self.parent)

    def edges(self, player: int) -> np.ndarray:
        """The spots a player's actions lead to, in the order of `edge`."""
        mine = np.flatnonzero(np.append(self.player, -1)[self.parent] == player)
        return np.asarray(mine[np.argsort(self.edge[mine])])


def is_fine(closing: int, place: int) -> bool:
    """Whether a place's tree has the fine ladder."""
    return closing == LAP and place == OPENER


def ladder(stack: int, fine: bool = False) -> list[int]:
    """The stakes of a hand in which each player has `stack` points, 0 first."""
    return [0, *(level for level in (FINE if fine else COARSE) if level <= NEXT_TO_TOP * stack), stack]


@dataclass(frozen=True)
class _Point:
    """Where the stakes stand."""

    player: int
    mine: int  # rungs
    theirs: int
    raises: tuple[int, int] = (0, 0)

    @property
    def high(self) -> int:
        return max(self.mine, self.theirs)


def _climbs(point: _Point, top: int, closing: int, place: int) -> list[int]:
    """The rungs a player may raise to."""
    if point.high == 0:
        return list(range(1, top + 1))
    if closing == CALLED:
        by_raises, made = CALLED_RAISES, sum(point.raises)
    else:
        by_raises = OPENER_RAISES[place] if point.player == OPENER else SECOND_RAISES
        made = point.raises[point.player]
    steps = by_raises[min(made, len(by_raises) - 1)]
    return sorted({min(point.high + step, top) for step in steps} - {point.high})


def _actions(point: _Point, top: int, closing: int, place: int) -> list[int]:
    drops = [DROPS] if point.high == 0 or point.mine < point.high else []  # nobody drops who need not pay
    aligns = [point.high] if point.high else []
    return [*drops, *aligns, *_climbs(point, top, closing, place)]


def tree(stack: int, ante: int, closing: int, place: int = OPENER, levels: Sequence[int] | None = None) -> Tree:
    """The stakes of a hand in which each player has `stack` points left after the ante.

    `place`: whose strategy is wanted, under `lap`; `levels`: the ladder, if it is another than `ladder` gives.
    """
    if levels is None:
        levels = ladder(stack, fine=is_fine(closing, place))
    top, ante = len(levels) - 1, max(1, ante)  # at ante 0 bots reckon with one point each
    points, depth, actions = [_Point(OPENER, 0, 0)], [0], list[list[int]]()
    edges: list[tuple[int, int, int]] = []  # node, action, child: a node, or −1 − its end
    worths: list[tuple[bool, float]] = []  # by end: whether somebody dropped, what that brings the opener (a win)
    for node, point in enumerate(points):  # grows while it is gone through
        actions.append(_actions(point, top, closing, place))
        for a, rung in enumerate(actions[node]):
            edges.append((node, a, -1 - len(worths)))
            if rung == DROPS:
                lost = float(ante + levels[point.mine])
                worths.append((True, -lost if point.player == OPENER else lost))
            elif rung == point.theirs and (point.player == SECOND or closing == CALLED or rung == top):  # SPA-06
                worths.append((False, float(ante + levels[rung])))
            else:
                edges[-1] = node, a, len(points)
                raised = [n + (player == point.player and 0 < point.high < rung)
                          for player, n in enumerate(point.raises)]  # fmt: skip
                points.append(_Point(1 - point.player, point.theirs, rung, (raised[0], raised[1])))
                depth.append(depth[node] + 1)
    nodes, widest = len(points), max(map(len, actions))
    target, child = np.full((nodes, widest), DROPS), np.full((nodes, widest), -1)
    parent, action, edge = (np.full(nodes + len(worths), -1) for _ in range(3))
    counted = [0, 0]
    for node, a, to in edges:
        spot, player = to if to >= 0 else nodes - 1 - to, points[node].player
        target[node, a], child[node, a], parent[spot], action[spot] = actions[node][a], spot, node, a
        edge[spot] = counted[player]
        counted[player] += 1
    dropped = np.array([drop for drop, _ in worths])
    worth = np.array([value for _, value in worths])
    return Tree(
        closing=closing,
        levels=np.array(levels),
        player=np.array([point.player for point in points]),
        mine=np.array([point.mine for point in points]),
        theirs=np.array([point.theirs for point in points]),
        depth=np.array(depth),
        width=np.array([len(row) for row in actions]),
        target=target,
        child=child,
        parent=parent,
        action=action,
        edge=edge,
        drop_spots=nodes + np.flatnonzero(dropped),
        drop_worth=np.stack([worth[dropped], -worth[dropped]]),
        show_spots=nodes + np.flatnonzero(~dropped),
        show_worth=worth[~dropped],
    )

"""A heads-up hand in equilibrium: which ships to exchange, and how to stake (opener: player 0).

The method is in `learning.py`: this file gives it the cards, the tree of stakes and what is won.
"""

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from ....model.contract import Progress
from .deals import classes, coupling, deals
from .learning import EXCHANGES, PAIRS, REAL, Cards, Ends, Solver, coupling_name, on_host
from .stake_tree import OPENER, PLACES, SECOND, Tree, tree

SCALE = 1000.0  # of weights: keeps them where a short float is exact


@dataclass(frozen=True)
class Question:
    """The hand to solve."""

    stack: int  # points each player can stake
    ante: int = 1
    closing: int = 0
    kickers: bool = False
    fleet: int = 0

    def tree(self, place: int) -> Tree:
        return tree(self.stack, self.ante, self.closing, place)


@dataclass(frozen=True)
class Plan:
    """How one place plays."""

    question: Question
    place: int
    tree: Tree
    exchange: np.ndarray  # [row, act]: one row for the opener; for the second one for each number the opener exchanged
    stakes: np.ndarray  # [pair, the place's `Tree.edge`, group]; pairs of exchanges are numbered by `deals.pair_of`


Strategy = tuple[Plan, Plan]  # the opener's and the second's


def counted(fleet: int, kickers: bool) -> dict[str, np.ndarray]:
    """What `Cards` is made from."""
    known, ranks = deals(fleet), classes(fleet, kickers)
    kinds = int(ranks.max()) + 1
    group = np.zeros(kinds, int)
    group[ranks] = classes(fleet, False)
    loads = np.array([len(of) for of in known.loads])
    start = np.concatenate([[0], np.cumsum(loads * kinds)])
    ways = [_ways(known, ranks, kinds, many) for many in EXCHANGES]
    act, cell, weight = (np.concatenate(part) for part in zip(*ways, strict=True))
    cell += np.repeat(start[:-1], [len(many) for many, _, _ in ways])
    held = {"act": act, "cell": cell, "weight": weight, "group": group, "first_act": known.first_act, "loads": loads}
    for mine, theirs in PAIRS:
        held[coupling_name(mine, theirs)] = coupling(fleet, mine, theirs) * SCALE**2
    return held


def _ways(known: Any, ranks: np.ndarray, kinds: int, many: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(act, cell, weight) of all that can come of exchanging so many."""
    size = len(known.loads[many]) * kinds
    cells = known.state_load[many] * kinds + ranks[known.state_hand[many]]
    both, place = np.unique(known.out_act[many] * size + cells[known.out_state[many]], return_inverse=True)
    weight = np.bincount(place, known.out_weight[many]) / SCALE
    return both // size, both % size, weight


@lru_cache(maxsize=1)
def _libraries() -> Any:
    return ThreadpoolController()


def plain_products() -> Any:
    """A context in which products of matrices run on one core each: these are too small for more, and the threads of
    the library that waits for them would cost twenty times what they save.
    """
    return _libraries().limit(limits=1)


@lru_cache(maxsize=4)
def cards(fleet: int, kickers: bool) -> Cards:
    return Cards(counted(fleet, kickers))


def points_at_ends(made: Tree) -> Ends:
    """A hand played for points."""
    return Ends(made.drop_worth[OPENER][None], made.show_worth[None], -made.show_worth[None])


def plan_of(solver: Solver, question: Question, place: int, hand: int = 0) -> Plan:
    """The average so far of one of the hands solved: what comes near to an equilibrium."""
    made = solver.tree
    spots = made.edges(place)
    stakes = np.zeros((len(PAIRS), len(spots), solver.cards.groups), REAL)
    for depth, layer in enumerate(solver.layers):
        if depth % 2 == place:
            share = on_host(solver.shares(depth)[hand])
            at = np.flatnonzero(made.depth[made.parent[spots]] == depth)
            stakes[:, at] = share[:, made.parent[spots[at]] - layer.low, made.action[spots[at]]]
    exchange = [on_host(row[hand]) for row in solver.exchanges(place)]
    return Plan(question, place, made, np.array(exchange), stakes)


def solve(
    question: Question,
    seconds: float = 60.0,
    steps: int = 10**9,
    progress: Progress | None = None,
    arrays: Any = np,
) -> Strategy:
    """The best strategy found in that time: half of it for each place under `lap`, which has a tree for each."""
    dealt = cards(question.fleet, question.kickers)
    if arrays is not np:
        dealt = Cards(dealt.counted, arrays)
    trees = [question.tree(place) for place in PLACES]
    alike = trees[OPENER].closing and trees[SECOND].closing
    plans: list[Plan] = []
    began, budget = time.monotonic(), seconds if alike else seconds / 2
    for made in trees[:1] if alike else trees:
        solver, since = Solver(dealt, made, points_at_ends(made)), time.monotonic()
        while solver.steps < 2 or (solver.steps < steps and time.monotonic() - since < budget):
            with plain_products():
                solver.step()
            if progress:
                progress(min(int(time.monotonic() - began), int(seconds)), int(seconds), "equilibrium")
        plans += [plan_of(solver, question, place) for place in (PLACES if alike else (len(plans),))]
    return plans[OPENER], plans[SECOND]

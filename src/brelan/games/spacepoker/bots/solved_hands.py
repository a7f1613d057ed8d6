"""The solved heads-up hands as compiled code looks them up.

Hands with another ante than the shipped ones are played from these in units of the ante until they are solved
themselves: what matters is the stack measured in antes.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..solve.deals import EXCHANGES, classes
from ..solve.equilibrium import Question, Strategy
from ..solve.reading import board
from ..solve.stake_tree import OPENER, PLACES, SECOND
from ..solve.strategies import STACKS, STEPS, stacks_found


class SolvedHands(NamedTuple):
    """All stacks and places one after the other (k = 2 × stack + place); empty when nothing is solved."""

    stacks: np.ndarray  # [i]: what was solved, in units
    unit: float  # real points for one of the solved hand's points
    closing: int
    groups: int
    group: np.ndarray  # [hand]
    levels: np.ndarray  # [k, rung], in units
    top: np.ndarray  # [k]: the highest rung
    nodes: np.ndarray  # [k]
    first_node: np.ndarray  # [k]: where its nodes begin …
    first_spot: np.ndarray  # … its spots …
    first_stake: np.ndarray  # … and its stakes
    edges: np.ndarray  # [k]
    player: np.ndarray  # [node]
    width: np.ndarray
    target: np.ndarray  # [node, action]
    child: np.ndarray
    high: np.ndarray  # [spot]
    parent: np.ndarray
    edge: np.ndarray
    stakes: np.ndarray  # [first_stake + (pair × edges + edge) × groups + group], in steps
    opener: np.ndarray  # [i, act]
    second: np.ndarray  # [i, opener's number, act]


@lru_cache(maxsize=8)
def solved_for(question: Question) -> tuple[tuple[Strategy, ...], float]:
    """The strategies for a table and their unit: its own if every stack is solved, else those of ante 1 in units of the
    ante.
    """
    own = stacks_found(question)
    if len(own) == len(STACKS):
        return tuple(own), 1.0
    return tuple(stacks_found(replace(question, ante=1))), float(max(question.ante, 1))


@lru_cache(maxsize=8)
def nearest_solved(question: Question) -> SolvedHands:
    strategies, unit = solved_for(question)
    return joined(list(strategies), unit)


def joined(strategies: list[Strategy], unit: float) -> SolvedHands:
    """Strategies one after the other; arrays of the same types whatever is in them."""
    plans = [strategy[place] for strategy in strategies for place in PLACES]
    trees = [plan.tree for plan in plans]
    boards = [board(made, int(made.levels[-1])) for made in trees]
    most = max((len(made.levels) for made in trees), default=1)
    widest = max((made.target.shape[1] for made in trees), default=1)
    levels = np.zeros((len(plans), most), np.int64)
    for k, made in enumerate(trees):
        levels[k, : len(made.levels)] = made.levels
    question = plans[0].question if plans else Question(1)
    group = classes(question.fleet, False)
    stakes = [np.round(plan.stakes * STEPS).astype(np.uint8).ravel() for plan in plans]
    acts = strategies[0][OPENER].exchange.shape[1] if plans else 0

    def starts(sizes: list[int]) -> np.ndarray:
        return np.cumsum([0, *sizes], dtype=np.int64)[:-1]

    def one(arrays: list[np.ndarray]) -> np.ndarray:
        return np.concatenate([np.zeros(0, np.int64), *arrays]).astype(np.int64)

    def padded(arrays: list[np.ndarray]) -> np.ndarray:
        rows = [np.pad(a, ((0, 0), (0, widest - a.shape[1])), constant_values=-1) for a in arrays]
        return np.concatenate([np.zeros((0, widest), np.int64), *rows]).astype(np.int64)

    return SolvedHands(
        stacks=np.array([made.levels[-1] for made in trees[::2]], np.int64),
        unit=unit,
        closing=question.closing,
        groups=int(group.max()) + 1,
        group=group.astype(np.int64),
        levels=levels,
        top=np.array([len(made.levels) - 1 for made in trees], np.int64),
        nodes=np.array([made.nodes for made in trees], np.int64),
        first_node=starts([made.nodes for made in trees]),
        first_spot=starts([made.spots for made in trees]),
        first_stake=starts([len(part) for part in stakes]),
        edges=np.array([plan.stakes.shape[1] for plan in plans], np.int64),
        player=one([made.player for made in trees]),
        width=one([made.width for made in trees]),
        target=padded([made.target for made in trees]),
        child=padded([made.child for made in trees]),
        high=one([laid.high for laid in boards]),
        parent=one([made.parent for made in trees]),
        edge=one([made.edge for made in trees]),
        stakes=np.concatenate([np.zeros(0, np.uint8), *stakes]),
        opener=np.array([pair[OPENER].exchange[0] for pair in strategies], float).reshape(len(strategies), acts),
        second=np.array([pair[SECOND].exchange for pair in strategies], float).reshape(
            len(strategies), len(EXCHANGES), acts
        ),
    )

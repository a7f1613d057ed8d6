"""The solved heads-up hands as compiled code looks them up.

Hands with another ante than the shipped ones are played from these in units of the ante until they are solved
themselves: what matters is the stack measured in antes.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..solve.deals import EXCHANGES
from ..solve.equilibrium import Question, Strategy
from ..solve.strategies import STEPS, all_stacks, found


class SolvedHands(NamedTuple):
    """All stacks one after the other; empty arrays when nothing is solved."""

    stacks: np.ndarray  # [i]: what was solved, in units
    unit: float  # real points for one of the solved hand's points
    ante: int  # of the solved hand
    start: np.ndarray  # [i]: where its stakes begin
    widest: np.ndarray  # [i]: actions a node at most
    player: np.ndarray  # [i, node]
    width: np.ndarray
    amounts: np.ndarray  # [i, node, action]
    child: np.ndarray
    stakes: np.ndarray  # [start + ((pair × nodes + node) × widest + action) × hands + hand], in steps
    nodes: np.ndarray  # [i]
    opener: np.ndarray  # [i, act]
    second: np.ndarray  # [i, opener's number, act]


@lru_cache(maxsize=16)
def nearest_solved(question: Question) -> SolvedHands:
    """The strategies for a table: its own if solved, else those of ante 1 in units of the ante, else none."""
    own = _every_stack(question)
    if own:
        return joined(own, 1.0)
    base = replace(question, ante=1)
    for like in (base, replace(base, max_raises=0), replace(base, max_raises=0, kickers=False)):
        others = _every_stack(like)
        if others:
            return joined(others, float(max(question.ante, 1)))
    return joined([], 1.0)


def _every_stack(question: Question) -> list[Strategy]:
    """The strategies for all stacks; none unless all are solved."""
    strategies = [found(each) for each in all_stacks(question)]
    return [strategy for strategy in strategies if strategy] if all(strategies) else []


def joined(strategies: list[Strategy], unit: float) -> SolvedHands:
    """Strategies one after the other; arrays of the same types whatever is in them."""
    trees = [strategy.question.tree() for strategy in strategies]
    count = len(trees)
    nodes = np.array([len(tree.player) for tree in trees], np.int64)
    widest = np.array([tree.child.shape[1] for tree in trees], np.int64)
    most, wide = (int(nodes.max()), int(widest.max())) if count else (0, 0)
    player, width = np.zeros((count, most), np.int64), np.zeros((count, most), np.int64)
    amounts, child = np.zeros((count, most, wide), np.int64), np.zeros((count, most, wide), np.int64)
    pieces = [np.zeros(0, np.uint8)]
    for i, (tree, strategy) in enumerate(zip(trees, strategies, strict=True)):
        player[i, : nodes[i]], width[i, : nodes[i]] = tree.player, tree.width
        amounts[i, : nodes[i], : widest[i]], child[i, : nodes[i], : widest[i]] = tree.amounts, tree.child
        pieces.append(np.round(strategy.stakes * STEPS).astype(np.uint8).ravel())
    acts = len(strategies[0].opener) if strategies else 0
    return SolvedHands(
        stacks=np.array([strategy.question.stack for strategy in strategies], np.int64),
        unit=unit,
        ante=max(1, strategies[0].question.ante) if strategies else 1,
        start=np.cumsum([len(piece) for piece in pieces], dtype=np.int64)[:count],
        widest=widest,
        player=player,
        width=width,
        amounts=amounts,
        child=child,
        stakes=np.concatenate(pieces),
        nodes=nodes,
        opener=np.array([strategy.opener for strategy in strategies]).reshape(count, acts),
        second=np.array([strategy.second for strategy in strategies]).reshape(count, len(EXCHANGES), acts),
    )

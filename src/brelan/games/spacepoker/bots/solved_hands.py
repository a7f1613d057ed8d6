"""The solved heads-up hands as compiled code looks them up: those of a solved match, or hands for points by stacks.

Hands with another ante than the shipped ones are played from these in units of the ante until they are solved
themselves: what matters is the stack measured in antes.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..rules.planets import EACH_POINTS
from ..solve.deals import EXCHANGES, classes, deals
from ..solve.equilibrium import Question, Strategy
from ..solve.matches import Match, plan_tree
from ..solve.reading import board
from ..solve.solved_match import SolvedMatch, State, nearest_state
from ..solve.stake_tree import OPENER, PLACES, SECOND, Tree
from ..solve.strategies import STACKS, STEPS, stacks_found


class SolvedHands(NamedTuple):
    """All hands and places one after the other (k = 2 × hand + place); empty when nothing is solved. Hands with as many
    rungs have one tree.
    """

    state: np.ndarray  # [hands left, opener's points before the ante]: which hand of a match that is; empty: for points
    dealt: np.ndarray  # the same, for the exchange: which row of `opener` and `second`
    exact: np.ndarray  # the same: whether it is that very state
    chances: np.ndarray  # the same: the chance of the match of whoever opens; empty where it is not solved
    stacks: np.ndarray  # [i]: what was solved, in units
    unit: float  # real points for one of the solved hand's points
    closing: int
    groups: int
    group: np.ndarray  # [hand]
    levels: np.ndarray  # [k, rung], in units
    top: np.ndarray  # [k]: the highest rung
    nodes: np.ndarray  # [k]
    spots: np.ndarray  # [k]
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
    opener: np.ndarray  # [row, act]
    second: np.ndarray  # [row, opener's number, act]


class Hand(NamedTuple):
    """The stakes of one hand to be joined with others, by place."""

    trees: Sequence[Tree]
    stakes: Sequence[np.ndarray]  # [pair, edge, group], in steps


NO_STATES, NO_CHANCES = np.zeros((0, 0), np.int64), np.zeros((0, 0))


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
    """Hands for points."""
    strategies, unit = solved_for(question)
    hands = [
        Hand([plan.tree for plan in pair], [np.round(plan.stakes * STEPS).astype(np.uint8) for plan in pair])
        for pair in strategies
    ]
    return joined(hands, [[plan.exchange for plan in pair] for pair in strategies], question, unit)


@lru_cache(maxsize=2)
def hands_of(solved: SolvedMatch) -> SolvedHands:
    """The hands of a match, as far as their plans are kept."""
    match = solved.match
    kept, staked = solved.states(True), solved.states(False)
    hands = [
        Hand(
            [plan_tree(match, left, x, place) for place in PLACES],
            [solved.steps(left, x, place) for place in PLACES],
        )
        for left, x in kept
    ]
    exchange = [[solved.exchange(left, x, place) for place in PLACES] for left, x in staked]
    asked = Question(1, fleet=match.fleet, closing=match.closing)
    at_stakes, at_exchange = (_nearest_states(match, states) for states in (kept, staked))
    exact = np.zeros_like(at_stakes)
    exact[tuple(np.array(kept).T)] = 1
    return joined(hands, exchange, asked, 1.0, at_stakes, at_exchange, exact, solved.chances)


def _nearest_states(match: Match, states: Sequence[State]) -> np.ndarray:
    """[hands left, points]: which of the states it is played as."""
    places = {state: at for at, state in enumerate(states)}
    points = range(2 * EACH_POINTS + 1)
    return np.array([[places[nearest_state(match, states, left, x)] for x in points]
                     for left in range(match.hands + 1)], np.int64)  # fmt: skip


def nothing_solved(question: Question) -> SolvedHands:
    return joined([], [], question, 1.0)


def joined(
    hands: Sequence[Hand],
    exchange: Sequence[Sequence[np.ndarray]],
    question: Question,
    unit: float,
    state: np.ndarray = NO_STATES,
    dealt: np.ndarray = NO_STATES,
    exact: np.ndarray = NO_STATES,
    chances: np.ndarray = NO_CHANCES,
) -> SolvedHands:
    """Hands one after the other; arrays of the same types whatever is in them."""
    trees = [made for hand in hands for made in hand.trees]
    kinds: dict[tuple[int, int], int] = {}  # trees of as many rungs in the same place are one
    which = [kinds.setdefault((k % 2, len(made.levels)), len(kinds)) for k, made in enumerate(trees)]
    shapes = [trees[which.index(kind)] for kind in range(len(kinds))]
    boards = [board(made, int(made.levels[-1])) for made in shapes]
    most = max((len(made.levels) for made in trees), default=1)
    widest = max((made.target.shape[1] for made in shapes), default=1)
    levels = np.zeros((len(trees), most), np.int64)
    for k, made in enumerate(trees):
        levels[k, : len(made.levels)] = made.levels
    group, acts = classes(question.fleet, False), int(deals(question.fleet).first_act[-1]) if hands else 0
    stakes, rows = [part for hand in hands for part in hand.stakes], len(exchange)

    def starts(sizes: list[int]) -> np.ndarray:
        return np.cumsum([0, *sizes], dtype=np.int64)[:-1]

    def one(arrays: list[np.ndarray]) -> np.ndarray:
        return np.concatenate([np.zeros(0, np.int64), *arrays]).astype(np.int64)

    def padded(arrays: list[np.ndarray]) -> np.ndarray:
        rows = [np.pad(a, ((0, 0), (0, widest - a.shape[1])), constant_values=-1) for a in arrays]
        return np.concatenate([np.zeros((0, widest), np.int64), *rows]).astype(np.int64)

    def of_shape(values: np.ndarray) -> np.ndarray:
        return values[np.array(which, np.int64)]

    return SolvedHands(
        state=state,
        dealt=dealt,
        exact=exact,
        chances=chances,
        stacks=np.array([made.levels[-1] for made in trees[::2]], np.int64),
        unit=unit,
        closing=question.closing,
        groups=int(group.max()) + 1,
        group=group.astype(np.int64),
        levels=levels,
        top=np.array([len(made.levels) - 1 for made in trees], np.int64),
        nodes=np.array([made.nodes for made in trees], np.int64),
        spots=np.array([made.spots for made in trees], np.int64),
        first_node=of_shape(starts([made.nodes for made in shapes])),
        first_spot=of_shape(starts([made.spots for made in shapes])),
        first_stake=starts([part.size for part in stakes]),
        edges=np.array([part.shape[1] for part in stakes], np.int64),
        player=one([made.player for made in shapes]),
        width=one([made.width for made in shapes]),
        target=padded([made.target for made in shapes]),
        child=padded([made.child for made in shapes]),
        high=one([laid.high for laid in boards]),
        parent=one([made.parent for made in shapes]),
        edge=one([made.edge for made in shapes]),
        stakes=np.concatenate([np.zeros(0, np.uint8), *(part.ravel() for part in stakes)]),
        opener=np.array([pair[OPENER][0] for pair in exchange], np.float32).reshape(rows, acts),
        second=np.array([pair[SECOND] for pair in exchange], np.float32).reshape(rows, len(EXCHANGES), acts),
    )

"""The solved heads-up hands the master plays from: shipped for ante 1, solved on request for anything else, and kept.

A plan is kept in steps of a 240th, coarser where it seldom comes.
`bench/spacepoker_tables.py` makes the shipped ones.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from ....engine.crew import Crew
from ....engine.solved import Arrays, Store
from ....model.contract import Progress
from .deals import deals
from .equilibrium import Plan, Question, Strategy, solve
from .learning import REAL
from .reading import nearest_stack
from .stake_tree import OPENER, PLACES, SECOND

STACKS = (1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60, 90)
STEPS = 240  # of a kept probability to stake …
COARSER = (  # by fleet, there being more classes in the other: reached so often, so many steps at once …
    ((0.03, 1), (0.001, 16)),
    ((0.25, 4), (0.05, 16)),
)
SELDOM = 60  # … and else
EXCHANGE_STEPS = 255  # … or to exchange
STORE = Store("spacepoker", __name__, shipped=Path(__file__).parent / "shipped")


def name_of(q: Question) -> str:
    return f"hand-{q.fleet}-{q.stack}-{q.ante}-{q.closing}-{int(q.kickers)}"


def _nodes(plan: Plan) -> list[tuple[int, int]]:
    """The edges of each of the place's nodes: first, and behind the last."""
    before = plan.tree.parent[plan.tree.edges(plan.place)]
    ends = np.flatnonzero(np.append(before[1:] != before[:-1], True)) + 1
    return list(zip([0, *ends[:-1].tolist()], ends.tolist(), strict=True))


def _kept(nodes: list[tuple[int, int]]) -> np.ndarray:
    """The edges but for every node's last: what that has need not be kept."""
    return np.concatenate([np.arange(low, high - 1) for low, high in nodes])


def _own_reach(plan: Plan) -> np.ndarray:
    """[pair, edge, group]: how often the plan itself comes to the node of each edge."""
    made, spots = plan.tree, plan.tree.edges(plan.place)
    reach = np.ones((len(plan.stakes), made.spots, plan.stakes.shape[2]), REAL)
    for spot in range(1, made.spots):
        node = made.parent[spot]
        own = made.player[node] == plan.place
        reach[:, spot] = reach[:, node] * (plan.stakes[:, made.edge[spot]] if own else 1)
    return np.asarray(reach[:, made.parent[spots]])


def in_steps(plan: Plan) -> np.ndarray:
    """[pair, edge, group]: probabilities in whole steps, without the last of every node. Steps left by rounding down go
    to those that lost most by it.
    """
    nodes, reach = _nodes(plan), _own_reach(plan)
    coarser = COARSER[plan.question.fleet]
    each = np.select([reach >= often for often, _ in coarser], [step for _, step in coarser], SELDOM)
    exact = plan.stakes.astype(float) * STEPS / each
    steps = np.floor(exact + 1e-6).astype(np.int64)
    for low, high in nodes:
        lost = exact[:, low:high] - steps[:, low:high]
        left = np.maximum(STEPS // each[:, low] - steps[:, low:high].sum(axis=1), 0)
        place = np.argsort(np.argsort(-lost, axis=1, kind="stable"), axis=1, kind="stable")
        steps[:, low:high] += place < left[:, None]
    return np.asarray((steps * each).astype(np.uint8)[:, _kept(nodes)])


def _from_steps(plan: Plan) -> Plan:
    """A plan whose stakes are as they are kept, made whole again."""
    nodes = _nodes(plan)
    stakes = np.zeros((len(plan.stakes), nodes[-1][1], plan.stakes.shape[2]), REAL)
    stakes[:, _kept(nodes)] = plan.stakes / REAL(STEPS)
    for low, high in nodes:
        stakes[:, high - 1] = np.maximum(1 - stakes[:, low : high - 1].sum(axis=1), 0)
    return replace(plan, stakes=stakes)


def as_arrays(strategy: Strategy) -> Arrays:
    """A strategy as it is kept."""
    exchange = np.concatenate([plan.exchange for plan in strategy])
    return {
        "opener": in_steps(strategy[OPENER]),
        "second": in_steps(strategy[SECOND]),
        "exchange": np.round(exchange * EXCHANGE_STEPS).astype(np.uint8),
    }


def as_strategy(question: Question, held: Arrays) -> Strategy:
    """A kept strategy, its rounded probabilities summing to one again."""
    exchange = held["exchange"].astype(float)
    first = deals(question.fleet).first_act
    sums = np.add.reduceat(exchange, first[:-1], axis=1)
    exchange /= np.repeat(np.maximum(sums, 1), np.diff(first), axis=1)
    rows = exchange[:1], exchange[1:]
    opener, second = (
        _from_steps(Plan(question, place, question.tree(place), rows[place], held[name]))
        for place, name in zip(PLACES, ("opener", "second"), strict=True)
    )
    return opener, second


def found(question: Question) -> Strategy | None:
    """The solved hand, if it was solved here or shipped."""
    held = STORE.find(name_of(question))
    return None if held is None else as_strategy(question, held)


def solved(question: Question, seconds: float, progress: Progress | None = None) -> Strategy:
    """The solved hand; solved now and kept if it was not."""
    made = STORE.ensure(name_of(question), lambda: as_arrays(solve(question, seconds, progress=progress)))
    return as_strategy(question, made)


def solve_all(crew: Crew, questions: Sequence[Question], seconds: float, progress: Progress | None = None) -> None:
    """Solves those hands that are not solved yet, one to each of a crew, and keeps them here."""
    missing = [question for question in questions if found(question) is None]
    for done, (at, held) in enumerate(crew.each(partial(_solve_arrays, seconds), missing)):
        STORE.write(name_of(missing[at]), held)
        if progress:
            progress(done + 1, len(missing), "equilibrium")


def _solve_arrays(seconds: float, question: Question) -> Arrays:
    return as_arrays(solve(question, seconds))


def all_stacks(question: Question) -> list[Question]:
    """The same hand for every stack."""
    return [replace(question, stack=stack) for stack in STACKS]


def stacks_found(question: Question) -> list[Strategy]:
    """The stacks of this hand that are solved."""
    return [hand for hand in map(found, all_stacks(question)) if hand]


def played_as(strategies: Sequence[Strategy], place: int, stack: float) -> Plan:
    """The plan a place plays by where each has that many points, in antes."""
    trees = [strategy[place].tree for strategy in strategies]
    below_top = np.array([made.levels[-2] for made in trees])
    i = int(nearest_stack(np.array([made.levels[-1] for made in trees]), below_top, stack))
    return strategies[i][place]

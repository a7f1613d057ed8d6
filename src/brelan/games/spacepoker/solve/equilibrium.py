"""A heads-up hand solved by counterfactual regret minimisation: which ships to exchange, and how to stake (opener:
player 0).

The variant is predictive CFR+: regrets never go below zero, each step plays against the regrets it expects next, and
later strategies weigh more in the average (by the square of the iteration). Staking strategies look at the class of
the hand held (`deals.classes`, without kickers) and at how many ships each exchanged; what was given is merged, weighed
by how often the player really gives it, and so are kickers. `response.py` measures what all that costs.

Everything is a product of matrices or goes over all nodes of a depth at once, in NumPy's words: with CuPy in NumPy's
place (`arrays`) the same code runs on a graphics card.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from ....model.contract import Progress
from .deals import EXCHANGES, classes, coupling, deals, pair_of
from .stake_tree import OPENER, PLACES, SECOND, Tree, tree

TREMBLE = 0.03  # exchanges a player never makes still count this much for its stakes, so that it is sensible there too
EVEN_SO = 1e-5  # the same for hands that would have dropped before: what is asked about them is still answered
REAL = np.float32
SCALE = 1000.0  # of weights: keeps them where a short float is exact
PAIRS = [(first, second) for first in EXCHANGES for second in EXCHANGES]


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


class Cards:
    """What exchanges make of hands. A *cell* is (load, class): all one has seen, and what one's hand is worth.

    A *group* is the classes that stake alike: those that only kickers tell apart.
    """

    def __init__(self, fleet: int, kickers: bool, arrays: Any = np) -> None:
        known, ranks = deals(fleet), classes(fleet, kickers)
        self.arrays, self.acts, self.first_act = arrays, known.acts, known.first_act
        self.kinds = int(ranks.max()) + 1
        group = np.zeros(self.kinds, int)
        group[ranks] = classes(fleet, False)
        self.group, self.groups = arrays.asarray(group), int(group.max()) + 1
        self.member = arrays.asarray((group[:, None] == np.arange(self.groups)).astype(REAL))  # [class, group]
        self.loads = [len(of) for of in known.loads]
        self.start = np.concatenate([[0], np.cumsum([n * self.kinds for n in self.loads])]).astype(int)
        places = np.arange(self.kinds)
        self.better = arrays.asarray(np.sign(places[:, None] - places[None, :]).astype(REAL))
        ways = [self._ways(known, ranks, many) for many in EXCHANGES]
        self.act, self.cell, self.weight = (arrays.asarray(np.concatenate(part)) for part in zip(*ways, strict=True))
        self.coupling = {
            (mine, theirs): arrays.asarray((coupling(fleet, mine, theirs) * SCALE**2).astype(REAL))
            for mine in EXCHANGES
            for theirs in EXCHANGES
        }
        self.act_hand = arrays.asarray(np.repeat(np.arange(known.hands_count), np.diff(known.first_act)))
        self.hands = known.hands_count
        self.even = arrays.asarray(1.0 / np.repeat(np.diff(known.first_act), np.diff(known.first_act)))

    def _ways(self, known: Any, ranks: np.ndarray, many: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(act, cell, weight) of all that can come of exchanging so many."""
        size = self.loads[many] * self.kinds
        cells = known.state_load[many] * self.kinds + ranks[known.state_hand[many]]
        both, place = np.unique(known.out_act[many] * size + cells[known.out_state[many]], return_inverse=True)
        weight = np.bincount(place, known.out_weight[many]) / SCALE
        return both // size, both % size + self.start[many], weight

    def add_up(self, index: Any, values: Any, size: int) -> Any:
        """Sums of the values by index."""
        if self.arrays is np:
            return np.bincount(index, values, size)
        total = self.arrays.zeros(size)
        self.arrays.add.at(total, index, values)
        return total

    def weights(self, exchange: Any) -> list[Any]:
        """By number exchanged, [load, class]: how often a player who exchanges so comes there, the pile's part
        apart.
        """
        total = self.add_up(self.cell, self.weight * exchange[self.act], int(self.start[-1])).astype(REAL)
        return [total[self.start[m] : self.start[m + 1]].reshape(self.loads[m], self.kinds) for m in EXCHANGES]

    def act_worth(self, worth: list[Any]) -> Any:
        """[act]: what it brings, from what its cells are worth, by number exchanged: [load, class]."""
        flat = self.arrays.concatenate([part.ravel() for part in worth])
        return self.add_up(self.act, self.weight * flat[self.cell], self.acts)

    def by_hand(self, values: Any) -> Any:
        """[act]: the sum over all acts of the same hand."""
        return self.add_up(self.act_hand, values, self.hands)[self.act_hand]


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
    return Cards(fleet, kickers)


@dataclass(frozen=True)
class _Layer:
    """The nodes of one depth."""

    low: int
    high: int
    child: Any  # [node, action]; where there is no action, a spot of its own
    even: Any  # [1, node, action, 1]: all actions as likely, 0 where there is none


class Solver:
    """Solves one tree, step by step."""

    def __init__(self, dealt: Cards, made: Tree) -> None:
        self.cards, self.tree, self.steps = dealt, made, 0
        arrays = self.arrays = dealt.arrays
        self.layers = [self._layer(depth) for depth in range(int(made.depth.max()) + 1)]
        self.spots = made.spots + 1
        self.drop_spots, self.show_spots = arrays.asarray(made.drop_spots), arrays.asarray(made.show_spots)
        self.drop_worth = [arrays.asarray(made.drop_worth[place].astype(REAL))[None, :, None] for place in PLACES]
        self.show_worth = arrays.asarray(made.show_worth.astype(REAL))[None, :, None]
        shapes = [(len(PAIRS), layer.high - layer.low, layer.child.shape[1], dealt.groups) for layer in self.layers]
        self.stakes = [
            arrays.broadcast_to(layer.even, shape).astype(REAL).copy()
            for layer, shape in zip(self.layers, shapes, strict=True)
        ]
        self.regrets = [arrays.zeros(shape, REAL) for shape in shapes]
        self.average = [arrays.zeros(shape, REAL) for shape in shapes]
        self.exchange = [arrays.tile(dealt.even, (rows, 1)) for rows in (1, len(EXCHANGES))]
        self.exchange_regrets = [arrays.zeros_like(rows) for rows in self.exchange]
        self.exchange_average = [arrays.zeros_like(rows) for rows in self.exchange]
        self.everything = dealt.weights(arrays.ones(dealt.acts))
        self.pool = ThreadPoolExecutor(os.cpu_count()) if arrays is np else None

    def _layer(self, depth: int) -> _Layer:
        made, arrays = self.tree, self.arrays
        nodes = np.flatnonzero(made.depth == depth)
        low, high = int(nodes[0]), int(nodes[-1]) + 1
        widths = made.width[low:high, None]
        widest = int(widths.max())
        child = made.child[low:high, :widest]
        even = (np.arange(widest)[None] < widths) / widths
        return _Layer(
            low,
            high,
            arrays.asarray(np.where(child < 0, made.spots, child)),
            arrays.asarray(even.astype(REAL)[None, :, :, None]),
        )

    def step(self) -> None:
        """One iteration: both players learn, one after the other."""
        self.steps += 1
        for me in PLACES:
            self._learn(me, (self.steps / 100) ** 2)

    def _learn(self, me: int, weight: float) -> None:
        dealt, arrays = self.cards, self.arrays
        mine, theirs = (
            [dealt.weights(row) for row in self.exchange[player]] for player in (me, 1 - me)
        )  # [row][number exchanged]
        member = dealt.member
        seen, joint, edge, own = [], [], [], []  # edge: won less lost
        for first, second in PAIRS:
            given, other = (first, second) if me == OPENER else (second, first)
            weights = mine[0 if me == OPENER else other][given]
            seen.append(dealt.coupling[given, other] @ theirs[given if me == OPENER else 0][other])
            both = (weights + TREMBLE * self.everything[given]).T @ seen[-1]
            joint.append(member.T @ both @ member)
            edge.append(member.T @ (both * dealt.better) @ member)
            own.append((weights + 0.001 * self.everything[given]).sum(axis=0) @ member)
        chances = arrays.stack(joint), arrays.stack(edge)
        reached = arrays.stack(own)
        reached = (reached * (weight / reached.mean())).astype(REAL)
        if self.pool:
            alone = (slice(pair, pair + 1) for pair in range(len(PAIRS)))
            parts = list(self.pool.map(lambda pairs: self._learn_stakes(me, pairs, chances, reached), alone))
            dropped, shown = (np.concatenate(part) for part in zip(*parts, strict=True))
        else:
            dropped, shown = self._learn_stakes(me, slice(0, len(PAIRS)), chances, reached)
        rows, columns = dealt.group[:, None], dealt.group[None, :]
        means = dropped[:, rows, columns] + dealt.better * shown[:, rows, columns]
        worth = [part @ mean.T for part, mean in zip(seen, means, strict=True)]
        if me == OPENER:
            by_row = [[sum(worth[pair_of(given, other)] for other in EXCHANGES) for given in EXCHANGES]]
        else:
            by_row = [[worth[pair_of(other, given)] for given in EXCHANGES] for other in EXCHANGES]
        for row, each in enumerate(by_row):
            self._learn_exchange(me, row, dealt.act_worth(each), weight)

    def _learn_exchange(self, me: int, row: int, worth: Any, weight: float) -> None:
        dealt, arrays, now = self.cards, self.arrays, self.exchange[me][row]
        self.exchange_average[me][row] += weight * now
        regret = worth - dealt.by_hand(now * worth)
        summed = arrays.maximum(self.exchange_regrets[me][row] + regret, 0)
        self.exchange_regrets[me][row] = summed
        ahead = arrays.maximum(summed + regret, 0)
        total = dealt.by_hand(ahead)
        self.exchange[me][row] = arrays.where(total > 0, ahead / arrays.where(total > 0, total, 1), dealt.even)

    def _reach(self, pairs: slice) -> list[Any]:
        """By player, [pair, spot, class]: how likely that player plays to each spot."""
        count = pairs.stop - pairs.start
        reach = [self.arrays.zeros((count, self.spots, self.cards.groups), REAL) for _ in PLACES]
        for each in reach:
            each[:, 0] = 1
        for depth, layer in enumerate(self.layers):
            me = depth % 2
            reach[me][:, layer.child] = reach[me][:, layer.low : layer.high, None] * self.stakes[depth][pairs]
            reach[1 - me][:, layer.child] = reach[1 - me][:, layer.low : layer.high, None]
        return reach

    def _learn_stakes(self, me: int, pairs: slice, chances: tuple[Any, Any], own: Any) -> tuple[Any, Any]:
        """The stakes after these pairs of exchanges; answers what a group is worth to me against each other, at the
        ends where one drops and at those where the better hand wins: [pair, mine, theirs].
        """
        arrays, reach = self.arrays, self._reach(pairs)
        joint, edge, own = chances[0][pairs], chances[1][pairs], own[pairs]
        drops, shows = ([reach[player][:, spots] for player in (me, 1 - me)]
                        for spots in (self.drop_spots, self.show_spots))  # fmt: skip
        value = arrays.zeros_like(reach[0])
        value[:, self.drop_spots] = (drops[1] @ joint.swapaxes(1, 2)) * self.drop_worth[me]
        value[:, self.show_spots] = (shows[1] @ edge.swapaxes(1, 2)) * self.show_worth
        dropped = (drops[0] * self.drop_worth[me]).swapaxes(1, 2) @ drops[1]
        shown = (shows[0] * self.show_worth).swapaxes(1, 2) @ shows[1]
        for depth in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[depth]
            low, high, even = layer.low, layer.high, layer.even
            each = value[:, layer.child]
            if depth % 2 != me:
                value[:, low:high] = each.sum(axis=2)
                continue
            now = self.stakes[depth][pairs]
            value[:, low:high] = (each * now).sum(axis=2)
            regret = (each - value[:, low:high, None]) * (even > 0)
            self.average[depth][pairs] += now * ((reach[me][:, low:high] + EVEN_SO) * own[:, None])[:, :, None]
            summed = arrays.maximum(self.regrets[depth][pairs] + regret, 0)
            self.regrets[depth][pairs] = summed
            ahead = arrays.maximum(summed + regret, 0)
            total = ahead.sum(axis=2, keepdims=True)
            self.stakes[depth][pairs] = arrays.where(total > 0, ahead / arrays.where(total > 0, total, 1), even)
        return dropped, shown

    def plan(self, question: Question, place: int) -> Plan:
        """The average so far: what comes near to an equilibrium."""
        made, arrays = self.tree, self.arrays
        spots = made.edges(place)
        stakes = np.zeros((len(PAIRS), len(spots), self.cards.groups), REAL)
        for depth, layer in enumerate(self.layers):
            if depth % 2 == place:
                average = self.average[depth]
                total = average.sum(axis=2, keepdims=True)
                share = _on_host(arrays.where(total > 0, average / arrays.where(total > 0, total, 1), layer.even))
                at = np.flatnonzero(made.depth[made.parent[spots]] == depth)
                stakes[:, at] = share[:, made.parent[spots[at]] - layer.low, made.action[spots[at]]]
        exchange = [_on_host(row / self.cards.by_hand(row)) for row in self.exchange_average[place]]
        return Plan(question, place, made, np.array(exchange), stakes)


def _on_host(array: Any) -> np.ndarray:
    return array if isinstance(array, np.ndarray) else np.asarray(array.get())


def solve(
    question: Question,
    seconds: float = 60.0,
    steps: int = 10**9,
    progress: Progress | None = None,
    arrays: Any = np,
) -> Strategy:
    """The best strategy found in that time: half of it for each place under `lap`, which has a tree for each."""
    dealt = cards(question.fleet, question.kickers) if arrays is np else Cards(question.fleet, question.kickers, arrays)
    trees = [question.tree(place) for place in PLACES]
    alike = trees[OPENER].closing and trees[SECOND].closing
    plans: list[Plan] = []
    began, budget = time.monotonic(), seconds if alike else seconds / 2
    for made in trees[:1] if alike else trees:
        solver, since = Solver(dealt, made), time.monotonic()
        while solver.steps < 2 or (solver.steps < steps and time.monotonic() - since < budget):
            with plain_products():
                solver.step()
            if progress:
                progress(min(int(time.monotonic() - began), int(seconds)), int(seconds), "equilibrium")
        plans += [solver.plan(question, place) for place in (PLACES if alike else (len(plans),))]
    return plans[OPENER], plans[SECOND]

"""A heads-up hand solved by counterfactual regret minimisation: which ships to exchange, and how to stake (opener:
player 0).

The variant is predictive CFR+: regrets never go below zero, each step plays against the regrets it expects next, and
later strategies weigh more in the average (by the square of the iteration). Betting strategies look at the hand held
and at how many ships each exchanged; what was given is merged, weighed by how often the player really gives it.
`response.py` measures what that costs.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product

import numpy as np

from ....contract import Progress
from ....kernel import kernel
from ..rules.state import LAP
from .deals import EXCHANGES, PAIRS, Deals, classes, coupling, deals, pair_of
from .stake_tree import Flat, flatten, tree

TREMBLE = 0.03  # exchanges a player never makes still count this much for its stakes: they are sensible there too
FAINT_TREMBLE = 0.001  # … and this much for the average
AVERAGE_SCALE = 125  # what the weights of the average are divided by, so that they stay small numbers
REAL = np.float32


@dataclass(frozen=True)
class Question:
    """The hand to solve."""

    stack: int  # points each player can stake
    ante: int = 1
    closing: int = LAP
    kickers: bool = False
    fleet: int = 0
    max_raises: int = 0

    def tree(self) -> Flat:
        return flatten(tree(self.stack, self.ante, self.closing, self.max_raises))


@dataclass
class Strategy:
    """A strategy for both players."""

    question: Question
    opener: np.ndarray  # [act]: the chance that the opener makes this exchange, given the dealt hand
    second: np.ndarray  # [opener's number, act]
    stakes: np.ndarray  # [pair of exchanges (`pair_of`), node, action, hand]


@kernel
def reach_down(tree, sigma, me, reach, folds, shows):
    """How likely `me` plays to each node and terminal, by hand."""
    reach[0, :] = 1
    for node in range(len(tree.player)):
        mine = tree.player[node] == me
        for a in range(tree.width[node]):
            to = tree.child[node, a]
            for h in range(reach.shape[1]):
                p = reach[node, h]
                if mine:
                    p *= sigma[node, a, h]
                if to > 0:
                    reach[to, h] = p
                elif tree.fold_column[-1 - to] >= 0:
                    folds[tree.fold_column[-1 - to], h] = p
                else:
                    shows[tree.show_column[-1 - to], h] = p


@kernel
def values_up(tree, sigma, me, folds, shows, value, regret):
    """What each node is worth to `me` by hand, and the regret of each of `me`'s actions."""
    hands = value.shape[1]
    for node in range(len(tree.player) - 1, -1, -1):
        mine = tree.player[node] == me
        value[node, :] = 0
        for a in range(tree.width[node]):
            to = tree.child[node, a]
            for h in range(hands):
                if to > 0:
                    v = value[to, h]
                elif tree.fold_column[-1 - to] >= 0:
                    v = folds[tree.fold_column[-1 - to], h]
                else:
                    v = shows[tree.show_column[-1 - to], h]
                if mine:
                    regret[node, a, h] = v
                    v *= sigma[node, a, h]
                value[node, h] += v
        if mine:
            for a in range(tree.width[node]):
                for h in range(hands):
                    regret[node, a, h] -= value[node, h]


@kernel
def learn_stakes(tree, me, regrets, regret, sigma, average, reach, weight):
    """Adds this step's strategy to the average, this step's regrets to the sum, and sets the next strategy (predictive
    CFR+).
    """
    hands = sigma.shape[2]
    for node in range(len(tree.player)):
        if tree.player[node] != me:
            continue
        n = tree.width[node]
        for h in range(hands):
            total = 0.0
            for a in range(n):
                average[node, a, h] += weight[h] * reach[node, h] * sigma[node, a, h]
                r = max(regrets[node, a, h] + regret[node, a, h], 0.0)
                regrets[node, a, h] = r
                total += max(r + regret[node, a, h], 0.0)
            for a in range(n):
                sigma[node, a, h] = max(regrets[node, a, h] + regret[node, a, h], 0.0) / total if total > 0 else 1.0 / n


@kernel
def learn_exchange(first_act, worth, regrets, sigma, average, weight):
    """The same for the exchange: `worth` is what each act brings."""
    for d in range(len(first_act) - 1):
        low, high = first_act[d], first_act[d + 1]
        mean, total = 0.0, 0.0
        for a in range(low, high):
            mean += sigma[a] * worth[a]
        for a in range(low, high):
            average[a] += weight * sigma[a]
            regrets[a] = max(regrets[a] + worth[a] - mean, 0.0)
            total += max(regrets[a] + worth[a] - mean, 0.0)
        for a in range(low, high):
            sigma[a] = max(regrets[a] + worth[a] - mean, 0.0) / total if total > 0 else 1.0 / (high - low)


@kernel
def state_weights(out_act, out_state, out_weight, sigma, tremble, weights):
    """How often a player comes to each private state, the pile's part apart."""
    weights[:] = 0
    for o in range(len(out_act)):
        weights[out_state[o]] += out_weight[o] * (sigma[out_act[o]] + tremble)


@kernel
def seen_from(pairs, state_hand, state_load, weights, seen):
    """[my load, their hand]: how likely each of their hands is, seen by somebody who knows only those ships."""
    for c in range(pairs.shape[0]):
        seen[c, :] = 0
        for x in range(len(state_hand)):
            seen[c, state_hand[x]] += pairs[c, state_load[x]] * weights[x]


@kernel
def gather(state_hand, state_load, weights, seen, joint):
    """[my hand, their hand]: what I gave is summed over, by how often I give it."""
    joint[:, :] = 0
    for x in range(len(state_hand)):
        h, c, w = state_hand[x], state_load[x], weights[x]
        for other in range(joint.shape[1]):
            joint[h, other] += w * seen[c, other]


@kernel
def add_exchange_worth(state_hand, state_load, seen, gains, out_act, out_state, out_weight, value, worth):
    """Adds to each act what it brings: the mean over its draws and over the other player's hands."""
    for x in range(len(state_hand)):
        h, c = state_hand[x], state_load[x]
        total = 0.0
        for other in range(gains.shape[1]):
            total += seen[c, other] * gains[h, other]
        value[x] = total
    for o in range(len(out_act)):
        worth[out_act[o]] += out_weight[o] * value[out_state[o]]


class Solver:
    """Solves one question, step by step."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.known: Deals = deals(question.fleet)
        self.flat = question.tree()
        hands, nodes, widest = self.known.hands_count, len(self.flat.player), self.flat.child.shape[1]
        shape = (PAIRS, nodes, widest, hands)
        by_hand = self.known.first_act
        even = 1.0 / np.repeat(np.diff(by_hand), np.diff(by_hand))
        # Exchanges: player 0 has one strategy, player 1 one for each number player 0 exchanged.
        self.exchange = [even[None].copy(), np.tile(even, (len(EXCHANGES), 1))]
        self.exchange_regrets = [np.zeros_like(x) for x in self.exchange]
        self.exchange_average = [np.zeros_like(x) for x in self.exchange]
        self.sigma = np.zeros(shape, REAL)
        for node, width in enumerate(self.flat.width):
            self.sigma[:, node, :width] = 1.0 / width
        self.regrets, self.average = np.zeros(shape, REAL), np.zeros(shape, REAL)
        ranks = classes(question.fleet, question.kickers)
        self.better = np.sign(ranks[:, None] - ranks[None, :]).astype(REAL)
        self.couplings = {(a, b): coupling(question.fleet, a, b).astype(REAL) for a in EXCHANGES for b in EXCHANGES}
        self.steps = 0

    def _weights(self, sigma: np.ndarray, many: int, tremble: float) -> np.ndarray:
        known = self.known
        weights = np.zeros(len(known.state_hand[many]), REAL)
        state_weights(known.out_act[many], known.out_state[many], known.out_weight[many], sigma, tremble, weights)
        return weights

    def step(self) -> None:
        """One iteration: both players learn, one after the other."""
        self.steps += 1
        for me in (0, 1):
            self._half_step(me, float(self.steps) ** 2)

    def _half_step(self, me: int, weight: float) -> None:
        known = self.known
        worth = np.zeros_like(self.exchange[me])
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # kernels and matrices need no interpreter's lock
            pairs = product(EXCHANGES, repeat=2)
            parts = list(pool.map(lambda pair: self._worth_of_pair(me, pair[0], pair[1], weight), pairs))
        for row, part in parts:
            worth[row] += part
        for row in range(len(worth)):
            learn_exchange(
                known.first_act,
                worth[row],
                self.exchange_regrets[me][row],
                self.exchange[me][row],
                self.exchange_average[me][row],
                weight,
            )

    def _worth_of_pair(self, me: int, mine: int, other: int, weight: float) -> tuple[int, np.ndarray]:
        """Learns the stakes after one pair of exchanges; answers what that adds to the worth of each of my acts, and
        for which row of them.
        """
        known = self.known
        theirs = self._weights(self.exchange[1 - me][mine if me == 0 else 0], other, 0.0)
        seen = np.zeros((len(known.loads[mine]), known.hands_count), REAL)
        seen_from(self.couplings[mine, other], known.state_hand[other], known.state_load[other], theirs, seen)
        row = 0 if me == 0 else other
        gains = self._learn_pair(me, mine, other, seen, self.exchange[me][row], weight)
        value, worth = np.zeros(len(known.state_hand[mine]), REAL), np.zeros(known.acts)
        outs = known.out_act[mine], known.out_state[mine], known.out_weight[mine]
        add_exchange_worth(known.state_hand[mine], known.state_load[mine], seen, gains, *outs, value, worth)
        return row, worth

    def _learn_pair(
        self, me: int, mine: int, other: int, seen: np.ndarray, exchange: np.ndarray, weight: float
    ) -> np.ndarray:
        """The stakes after one pair of exchanges; answers what a hand is worth to me against each other hand."""
        known, flat, hands = self.known, self.flat, self.known.hands_count
        pair = pair_of(mine, other) if me == 0 else pair_of(other, mine)
        sigma, nodes = self.sigma[pair], len(flat.player)
        reach = np.zeros((nodes, hands), REAL)
        folds, shows = (np.zeros((2, n, hands), REAL) for n in (flat.fold_worth.shape[1], len(flat.show_worth)))
        reach_down(flat, sigma, 1 - me, reach, folds[1], shows[1])
        reach_down(flat, sigma, me, reach, folds[0], shows[0])
        weights = self._weights(exchange, mine, TREMBLE)
        joint = np.zeros((hands, hands), REAL)
        gather(known.state_hand[mine], known.state_load[mine], weights, seen, joint)
        fold_worth, show_worth = flat.fold_worth[me].astype(REAL)[:, None], flat.show_worth.astype(REAL)[:, None]
        value, regret = np.zeros((nodes, hands), REAL), np.zeros_like(sigma)
        fold_value, show_value = (folds[1] @ joint.T) * fold_worth, (shows[1] @ (joint * self.better).T) * show_worth
        values_up(flat, sigma, me, fold_value, show_value, value, regret)
        gains = (folds[0] * fold_worth).T @ folds[1] + self.better * ((shows[0] * show_worth).T @ shows[1])
        own = np.bincount(known.state_hand[mine], self._weights(exchange, mine, FAINT_TREMBLE), hands) * (
            weight / AVERAGE_SCALE
        )
        learn_stakes(flat, me, self.regrets[pair], regret, sigma, self.average[pair], reach, own)
        return np.ascontiguousarray(gains)

    def strategy(self) -> Strategy:
        """The average so far: what comes near to an equilibrium."""
        total = self.average.sum(axis=2, keepdims=True)
        widths = self.flat.width[None, :, None, None]
        real = np.arange(self.average.shape[2])[None, None, :, None] < widths
        even = np.where(real, 1.0 / widths, 0).astype(REAL)
        stakes = np.where(total > 0, self.average / np.where(total > 0, total, 1), even)
        rows = []
        for average in self.exchange_average:
            sums = np.add.reduceat(average, self.known.first_act[:-1], axis=1)
            rows.append(average / np.repeat(sums, np.diff(self.known.first_act), axis=1))
        return Strategy(self.question, rows[0][0], rows[1], stakes.astype(REAL))


def solve(question: Question, seconds: float = 60.0, steps: int = 10**9, progress: Progress | None = None) -> Strategy:
    """The best strategy found in that time."""
    solver = Solver(question)
    began = time.monotonic()
    while solver.steps < 2 or (solver.steps < steps and time.monotonic() - began < seconds):
        solver.step()
        if progress:
            progress(min(int(time.monotonic() - began), int(seconds)), int(seconds), "equilibrium")
    return solver.strategy()

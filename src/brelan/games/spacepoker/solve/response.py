"""What the best answer to a strategy earns: an exact best responder who remembers the ships it gave (7,051 private
states).
"""

from dataclasses import dataclass

import numpy as np

from ....kernel import kernel
from .deals import EXCHANGES, classes, coupling, deals, pair_of
from .equilibrium import REAL, Strategy, reach_down, seen_from, state_weights


@dataclass(frozen=True)
class Exploitability:
    """Points a hand the best responder earns in each place; the strategy gives away half their sum."""

    opener: float
    second: float

    @property
    def points(self) -> float:
        return (self.opener + self.second) / 2


@kernel
def best_values(tree, me, state_load, state_class, folds, shows, value):
    """What each node is worth to a best responder, by private state."""
    for node in range(len(tree.player) - 1, -1, -1):
        mine = tree.player[node] == me
        for x in range(value.shape[1]):
            c, k = state_load[x], state_class[x]
            best = 0.0
            for a in range(tree.width[node]):
                to = tree.child[node, a]
                if to > 0:
                    v = value[to, x]
                elif tree.fold_column[-1 - to] >= 0:
                    v = folds[tree.fold_column[-1 - to], c]
                else:
                    v = shows[tree.show_column[-1 - to], c, k]
                if a == 0 or not mine:
                    best += v
                elif v > best:
                    best = v
            value[node, x] = best


def _pair_value(strategy: Strategy, me: int, mine: int, other: int, theirs: np.ndarray) -> np.ndarray:
    """By private state: what the stakes bring a best responder after this pair of exchanges."""
    question = strategy.question
    known, flat = deals(question.fleet), question.tree()
    ranks = classes(question.fleet, question.kickers)
    kinds = int(ranks.max()) + 1
    pair = pair_of(mine, other) if me == 0 else pair_of(other, mine)
    hands = known.hands_count
    reach = np.zeros((len(flat.player), hands), REAL)
    folds, shows = np.zeros((flat.fold_worth.shape[1], hands), REAL), np.zeros((len(flat.show_worth), hands), REAL)
    reach_down(flat, strategy.stakes[pair], 1 - me, reach, folds, shows)
    seen = np.zeros((len(known.loads[mine]), hands), REAL)
    seen_from(
        coupling(question.fleet, mine, other).astype(REAL),
        known.state_hand[other],
        known.state_load[other],
        theirs,
        seen,
    )
    fold_value = (folds @ seen.T) * flat.fold_worth[me].astype(REAL)[:, None]
    better = np.sign(np.arange(kinds)[None, :] - ranks[:, None]).astype(REAL)  # [their hand, my class]
    show_value = np.stack([seen @ (shows[t][:, None] * better) * flat.show_worth[t] for t in range(len(shows))]).astype(
        REAL
    )
    value = np.zeros((len(flat.player), len(known.state_hand[mine])), REAL)
    best_values(flat, me, known.state_load[mine], ranks[known.state_hand[mine]], fold_value, show_value, value)
    return np.asarray(value[0])


def best_response(strategy: Strategy, me: int) -> float:
    """Points a hand the best responder earns in that place."""
    known = deals(strategy.question.fleet)
    theirs = strategy.second if me == 0 else strategy.opener[None]
    worth = np.zeros((1 if me == 0 else len(EXCHANGES), known.acts))
    for mine in EXCHANGES:
        for other in EXCHANGES:
            weights = np.zeros(len(known.state_hand[other]), REAL)
            row = mine if me == 0 else 0
            state_weights(
                known.out_act[other], known.out_state[other], known.out_weight[other], theirs[row], 0.0, weights
            )
            value = _pair_value(strategy, me, mine, other, weights)
            gain = known.out_weight[mine] * value[known.out_state[mine]]
            np.add.at(worth[0 if me == 0 else other], known.out_act[mine], gain)
    return float(np.maximum.reduceat(worth, known.first_act[:-1], axis=1).sum())


def exploitability(strategy: Strategy) -> Exploitability:
    """What the strategy gives away to a perfect opponent."""
    return Exploitability(best_response(strategy, 0), best_response(strategy, 1))

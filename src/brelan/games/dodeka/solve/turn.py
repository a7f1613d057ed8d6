"""One turn of Dodéka, exactly: backward induction over hands and keeps.

A hand is a multiset of three faces (364 of them), a keep any multiset of up to three: 455 *nodes* in all. The value of
a keep is the mean over one more die, twelve ways; of a hand, the best of its keeps. So a turn takes 91 × 12 additions a
throw, not 1,728 × 8.
"""

from itertools import combinations, combinations_with_replacement

import numpy as np

from ....kernel import kernel
from ..rules.lines import line

INDIFFERENT = 1e-9  # a mover this close between two choices stops, else keeps the most dice, then the lowest

_NODES = [node for size in range(4) for node in combinations_with_replacement(range(1, 13), size)]
_NUMBER = {node: at for at, node in enumerate(_NODES)}
HANDS = 364
KEEPS = len(_NODES) - HANDS  # the nodes that are not whole hands come first: 91
PAIRS = 13  # the first node of two dice

# node + one more die, twelve ways
ADD = np.array([[_NUMBER[tuple(sorted((*node, face)))] for face in range(1, 13)] for node in _NODES[:KEEPS]], np.int16)
# the line of each hand
HAND_LINE = np.array([line(*node) for node in _NODES[KEEPS:]], np.int8)
# the nodes that can be kept of each hand, short of all of it: the most dice first, then the lowest; −1 ends the list
_KEPT = [
    list(dict.fromkeys(_NUMBER[kept] for size in (2, 1, 0) for kept in combinations(node, size)))
    for node in _NODES[KEEPS:]
]
KEPT = np.array([kept + [-1] * (8 - len(kept)) for kept in _KEPT], np.int16)
# the node of dice as they lie: NODE_OF[a, b, c], 0 for a die that is not kept
NODE_OF = np.array(
    [
        [[_NUMBER[tuple(sorted(face for face in (a, b, c) if face))] for c in range(13)] for b in range(13)]
        for a in range(13)
    ],
    np.int16,
)


def room(columns: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Memory for `induct`: values of hands and of keeps by throws left, and the choices."""
    return np.zeros((3, columns, HANDS)), np.zeros((3, columns, KEEPS)), np.zeros((3, HANDS), np.int16)


@kernel
def _keep_means(values, means):
    """The mean value of every keep, given the values of whole hands."""
    for node in range(PAIRS, KEEPS):
        total = 0.0
        for face in range(12):
            total += values[ADD[node, face] - KEEPS]
        means[node] = total / 12.0
    for node in range(PAIRS - 1, -1, -1):
        total = 0.0
        for face in range(12):
            total += means[ADD[node, face]]
        means[node] = total / 12.0


@kernel
def induct(worth, own, throws, best, means, chosen):
    """Plays a turn by column `own` of `worth[line, column]`, with up to `throws` throws still allowed after the dice
    lie.

    Afterwards best[left, column, hand] is the expected worth of a hand with `left` throws left, means[left, column,
    keep] that of throwing the other dice with `left` throws left after that, chosen[left, hand] the node kept (the hand
    itself: stop).
    """
    columns = worth.shape[1]
    for column in range(columns):
        for hand in range(HANDS):
            best[0, column, hand] = worth[HAND_LINE[hand], column]
        _keep_means(best[0, column], means[0, column])
    for left in range(1, throws + 1):
        mine, ahead = best[0, own], means[left - 1, own]
        for hand in range(HANDS):
            top = mine[hand]
            for at in range(8):
                node = KEPT[hand, at]
                if node < 0:
                    break
                if ahead[node] > top:
                    top = ahead[node]
            pick = KEEPS + hand
            if mine[hand] < top - INDIFFERENT:
                for at in range(8):
                    node = KEPT[hand, at]
                    if ahead[node] >= top - INDIFFERENT:
                        pick = node
                        break
            chosen[left, hand] = pick
        for column in range(columns):
            for hand in range(HANDS):
                pick = chosen[left, hand]
                best[left, column, hand] = best[0, column, hand] if pick >= KEEPS else means[left - 1, column, pick]
            _keep_means(best[left, column], means[left, column])


@kernel
def mask_of(a, b, c, node):
    """The dice to throw so that `node` is kept of dice as they lie: a move code (0: stop)."""
    for mask in range(8):
        if NODE_OF[0 if mask & 1 else a, 0 if mask & 2 else b, 0 if mask & 4 else c] == node:
            return mask
    return 0


@kernel
def best_mask(a, b, c, left, worth, best, means, chosen):
    """The best move with dice as they lie and `left` throws left, for a single column of worths."""
    induct(worth, 0, left, best, means, chosen)
    return mask_of(a, b, c, chosen[left, NODE_OF[a, b, c] - KEEPS])

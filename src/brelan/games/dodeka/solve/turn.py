"""One turn of Dodéka, exactly: backward induction over hands and keeps.

A hand is a multiset of three faces (364 of them), a keep any multiset of up to three: 455 *nodes* in all. The value of
a keep is the mean over one more die, twelve ways; of a hand, the best of its keeps. So a turn takes 91 × 12 additions a
throw, not 1,728 × 8.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.lines import LINE_COUNT, line
from ..rules.state import DICE, FACES, MOST_THROWS, STOP, THROW_ALL, throws_die

INDIFFERENT = 1e-9  # a mover this close between two choices stops, else keeps the most dice, then the lowest
LEFT = MOST_THROWS - 1  # throws left once the dice of the first lie

_FACES = range(1, FACES + 1)
_NODES = [node for size in range(DICE + 1) for node in combinations_with_replacement(_FACES, size)]
_NUMBER = {node: at for at, node in enumerate(_NODES)}
HANDS = sum(len(node) == DICE for node in _NODES)  # 364
KEEPS = len(_NODES) - HANDS  # the nodes that are not whole hands come first: 91
NOTHING = _NUMBER[()]  # the node of no die kept
PAIRS = _NUMBER[1, 1]  # the first node of two dice

# node + one more die, twelve ways
ADD = np.array([[_NUMBER[tuple(sorted((*node, face)))] for face in _FACES] for node in _NODES[:KEEPS]], np.int16)
# the line of each hand
HAND_LINE = np.array([line(*node) for node in _NODES[KEEPS:]], np.int8)
# the nodes that can be kept of each hand, short of all of it: the most dice first, then the lowest; −1 ends the list
_KEPT = [
    list(dict.fromkeys(_NUMBER[kept] for size in (2, 1, 0) for kept in combinations(node, size)))
    for node in _NODES[KEEPS:]
]
MOST_KEPT = 2**DICE
KEPT = np.array([kept + [-1] * (MOST_KEPT - len(kept)) for kept in _KEPT], np.int16)
# the node of dice as they lie: NODE_OF[a, b, c], 0 for a die that is not kept
NODE_OF = np.array(
    [
        [[_NUMBER[tuple(sorted(face for face in (a, b, c) if face))] for c in (0, *_FACES)] for b in (0, *_FACES)]
        for a in (0, *_FACES)
    ],
    np.int16,
)


class Turn(NamedTuple):
    """A turn played as well as can be, in expected worths; a column is a way to value the nine lines."""

    hands: np.ndarray  # [throws left, column, hand]: of dice that lie
    keeps: np.ndarray  # [throws left after this one, column, node]: of throwing the dice that are not kept
    chosen: np.ndarray  # [throws left, hand]: the node kept; the hand itself: stop


@kernel
def blank_turn(columns):
    return Turn(
        np.zeros((MOST_THROWS, columns, HANDS)),
        np.zeros((MOST_THROWS, columns, KEEPS)),
        np.zeros((MOST_THROWS, HANDS), np.int16),
    )


@kernel
def _keep_means(hands, keeps):
    """The mean value of every keep, given the values of whole hands."""
    for node in range(PAIRS, KEEPS):
        total = 0.0
        for face in range(FACES):
            total += hands[ADD[node, face] - KEEPS]
        keeps[node] = total / FACES
    for node in range(PAIRS - 1, -1, -1):
        total = 0.0
        for face in range(FACES):
            total += keeps[ADD[node, face]]
        keeps[node] = total / FACES


@kernel
def _choose(stop, keeps, chosen):
    """The node to keep of each hand, given what stopping and what each keep is worth to the mover."""
    for hand in range(HANDS):
        best = stop[hand]
        for at in range(MOST_KEPT):
            node = KEPT[hand, at]
            if node < 0:
                break
            if keeps[node] > best:
                best = keeps[node]
        choice = KEEPS + hand
        if stop[hand] < best - INDIFFERENT:
            for at in range(MOST_KEPT):
                node = KEPT[hand, at]
                if keeps[node] >= best - INDIFFERENT:
                    choice = node
                    break
        chosen[hand] = choice


@kernel
def _follow(chosen, stop, keeps, hands):
    """The value of every hand, given the choices."""
    for hand in range(HANDS):
        hands[hand] = stop[hand] if chosen[hand] >= KEEPS else keeps[chosen[hand]]


@kernel
def induct(worth, own, left, turn):
    """Fills `turn` for a mover who plays by column `own` of `worth[line, column]`, with up to `left` throws left."""
    hands, keeps, chosen = turn.hands, turn.keeps, turn.chosen  # once: taken from the tuple in a loop, each costs time
    columns = worth.shape[1]
    for column in range(columns):
        for hand in range(HANDS):
            hands[0, column, hand] = worth[HAND_LINE[hand], column]
        _keep_means(hands[0, column], keeps[0, column])
    for now in range(1, left + 1):
        _choose(hands[0, own], keeps[now - 1, own], chosen[now])
        for column in range(columns):
            _follow(chosen[now], hands[0, column], keeps[now - 1, column], hands[now, column])
            _keep_means(hands[now, column], keeps[now, column])


# --- from dice as they lie


@kernel
def hand_of(a, b, c):
    return NODE_OF[a, b, c] - KEEPS


@kernel
def kept_node(a, b, c, throw):
    """The node that a throw keeps of these dice."""
    return NODE_OF[
        0 if throws_die(throw, 0) else a,
        0 if throws_die(throw, 1) else b,
        0 if throws_die(throw, 2) else c,
    ]


@kernel
def throw_keeping(a, b, c, node):
    """The move that keeps this node of these dice."""
    for throw in range(STOP, THROW_ALL + 1):
        if kept_node(a, b, c, throw) == node:
            return throw
    return STOP


@kernel
def chosen_move(a, b, c, left, turn):
    """The move a solved turn makes with these dice and `left` throws left."""
    return throw_keeping(a, b, c, turn.chosen[left, hand_of(a, b, c)])


# --- questions people ask


def with_odds(worth: Sequence[float] | np.ndarray) -> np.ndarray:
    """Columns for `induct`: these worths, and for each line one that is worth 1 on it and 0 elsewhere, so that its
    expected worth is the chance of ending on that line.
    """
    columns = np.zeros((LINE_COUNT, 1 + LINE_COUNT))
    columns[:, 0], columns[:, 1:] = worth, np.eye(LINE_COUNT)
    return columns


def solved_turn(worth: np.ndarray, left: int = LEFT) -> Turn:
    """A turn played for column 0 of these worths."""
    turn: Turn = blank_turn(worth.shape[1])
    induct(worth, 0, left, turn)
    return turn


@kernel
def _value_at_start(worth):
    turn = blank_turn(1)
    induct(worth, 0, LEFT, turn)
    return turn.keeps[LEFT, 0, NOTHING]


def turn_value(worth: Sequence[float]) -> float:
    """The best expected result of a turn, before its first throw, if the nine lines are worth this."""
    return float(_value_at_start(np.array(worth, float).reshape(LINE_COUNT, 1)))


def turn_odds(worth: Sequence[float], dice: Sequence[int] | None = None, left: int = LEFT) -> tuple[float, list[float]]:
    """The value of playing for these worths and the odds of ending on each line: from the start of a turn, or from dice
    with `left` throws left.
    """
    if dice is None:
        row = solved_turn(with_odds(worth)).keeps[LEFT, :, NOTHING]
    else:
        row = solved_turn(with_odds(worth), left).hands[left, :, hand_of(*dice)]
    return float(row[0]), [float(x) for x in row[1:]]


def best_chance(*lines: int) -> float:
    """The best probability of ending a turn on one of these lines."""
    return turn_value([1.0 if made in lines else 0.0 for made in range(LINE_COUNT)])


def line_counts() -> list[int]:
    """How many of the 1,728 throws make each line."""
    counts = [0] * LINE_COUNT
    for dice in product(_FACES, repeat=DICE):
        counts[line(*dice)] += 1
    return counts

"""How a round ends: for every position after D1, the chance of each outcome under given decisions.

An *outcome* is what the round's end means to those who look on: the attacker's score and the combinations that win.
Hands of dice that mean the same are one outcome, counted by black die. Beside them stands what the defender can expect
to lose from the position on.
"""

import functools
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.combinations import SAME_5, score, single, wins
from .duel import A2, A3, D3, END, entry_parts
from .hands import HANDS, REDS, SIZES, Hands, outcome, table_of_hands

STEPS = END - A2  # A2, D2, A3, D3


class Outcomes(NamedTuple):
    """The outcomes there are."""

    of: np.ndarray  # by black − 1 and hand: which outcome it is
    score: np.ndarray  # by black − 1 and outcome: what the attacker is paid
    cards: np.ndarray  # and the combinations that win, a bit each (1 << card)
    many: int  # the most there are with one black die


@functools.cache
def outcomes(counted: bool) -> Outcomes:
    """The outcomes under the option `bets`."""
    h = table_of_hands()
    of = np.zeros((6, HANDS), np.int16)
    found: list[list[tuple[int, int]]] = []
    for black in range(6):
        known: dict[tuple[int, int], int] = {}
        for hand in range(HANDS):
            tally = int(h.tally[hand]) + int(single(black + 1))
            cards = sum(1 << card for card in range(1, SAME_5 + 1) if wins(tally, card, counted))
            of[black, hand] = known.setdefault((int(score(tally)), cards), len(known))
        found.append(list(known))
    many = max(map(len, found))
    table = np.zeros((2, 6, many), np.int64)
    for black, ways in enumerate(found):
        table[:, black, : len(ways)] = np.array(ways).T
    return Outcomes(of, table[0], table[1], many)


@kernel
def _add(here, odds, there):
    for at in range(len(here)):
        here[at] += odds * there[at]


@compiled
def _shares(h, of, keep, entry, shares):
    """Backwards through a round; the last column is what the defender loses from here on."""
    last = shares.shape[4] - 1
    for hand in range(HANDS):
        for black in range(6):
            for red in range(REDS):
                shares[STEPS, hand, black, red, of[black, hand]] = 1.0
    for step in range(D3, A2 - 1, -1):
        after = shares[step - A2 + 1]
        for hand in range(HANDS):
            for black in range(6):
                for red in range(REDS):
                    here = shares[step - A2, hand, black, red]
                    if step == A2 or step == A3:
                        kept = keep[step, hand, black, red]
                        dice = h.size[hand] - h.size[kept]
                        for thrown in range(SIZES[dice], SIZES[dice + 1]):
                            _add(here, h.odds[thrown], after[h.join[kept, thrown], black, red])
                    else:
                        dice, announced = entry_parts(entry[step, hand, black, red])
                        if dice == 0:
                            _add(here, 1.0, after[hand, black, red])
                        for at in range(h.many_outcomes[red, dice, announced]):
                            hits, left, lost = outcome(h, red, dice, announced, at)
                            odds = h.odds_of_outcomes[red, dice, announced, at]
                            _add(here, odds, after[h.without[hand, hits], black, left])
                            here[last] += odds * lost


def shares(h: Hands, known: Outcomes, keep: np.ndarray, entry: np.ndarray) -> np.ndarray:
    """Of one round played by these decisions, by step (from A2; END is the last), hand, black and red state: the chance
    of each outcome, and in the last column the points the defender can expect to lose from there on.
    """
    table = np.zeros((STEPS + 1, HANDS, 6, REDS, known.many + 1), np.float32)
    _shares(h, known.of, keep, entry, table)
    return table

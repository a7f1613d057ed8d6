"""A duel solved by backward induction: what every position is worth to both duellists, and the best decision in it.

Only the hand (the multiset of blue dice in play, 210 of them), the black die, how many red dice in hand show a 1 and
how many do not, and the throw at hand matter: 45 360 positions a round. Lost points add up, so they are no part of a
position.

Each side maximises its own money less its *spite* times the other's. With a spite of 1 on both sides that is the money
difference: a zero-sum game, whose value is unique. With more than two players, hurting one of the others helps all the
rest, and the spite is less. What a 1 left over costs (PEP-12, PEP-13) is in the first round's last step, as the value
of the second round it leads to.
"""

import functools
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.combinations import count, score, single
from ..rules.state import BLUE_DICE
from .hands import BOTH, BOTH_FRESH, FACE_MASKS, HANDS, ONES, REDS, SIZES, Hands, dice_in_hand, outcome, table_of_hands

FIRST, SECOND, BARRED = 0, 1, 2  # kinds of round: a duel's first, its second, and a second nobody may defend (PEP-12)
NO_ROUND = 3  # what follows a first round may also be the end of the duel (PEP-13)
ATTACKS, DEFENDS = 0, 1  # whose money, in `Solution.start`
D1, A2, D2, A3, D3, END = range(6)  # nothing is decided at A1
CLOSE_VALUES = 1e-9  # values nearer than that are equal; the first action found is kept, a pass before all others


class Solution(NamedTuple):
    """By kind of round, step, hand, black − 1 and red state.

    Money is what is still to come in the duel, lost points of now excluded.
    """

    attacker: np.ndarray
    defender: np.ndarray
    keep: np.ndarray  # the hand the attacker keeps (A2, A3)
    entry: np.ndarray  # what the defender throws and announces (`entry_parts`); 0: a pass
    start: np.ndarray  # by kind of round: the attacker's and the defender's money before A1


@kernel
def entry_code(dice, announced):
    """A defender's decision as one number: the red dice thrown (A_ONE, AN_OTHER, BOTH) and the faces announced."""
    return dice * FACE_MASKS + announced


@kernel
def entry_parts(entry):
    """The red dice thrown (0: a pass) and the faces announced."""
    return entry // FACE_MASKS, entry % FACE_MASKS


@kernel
def following(tally, red):
    """The round that follows a first one: SECOND, BARRED if the attacker's dice hold a 1 (PEP-12), NO_ROUND if a red
    die in hand shows one (PEP-13).
    """
    return NO_ROUND if ONES[red] else BARRED if count(tally, 1) else SECOND


@kernel
def entry_value(h, attacker, defender, hand, black, red, dice, announced):
    """What both can expect once the defender throws; `attacker` and `defender` are the values of the next step."""
    a, d = 0.0, 0.0
    for at in range(h.many_outcomes[red, dice, announced]):
        hits, left, lost = outcome(h, red, dice, announced, at)
        odds, hand_after = h.odds_of_outcomes[red, dice, announced, at], h.without[hand, hits]
        a += odds * attacker[hand_after, black, left]
        d += odds * (defender[hand_after, black, left] - lost)
    return a, d


@kernel
def throw_value(h, attacker, defender, kept, dice, black, red):
    """What both can expect once the attacker throws so many dice beside those kept."""
    a, d = 0.0, 0.0
    for thrown in range(SIZES[dice], SIZES[dice + 1]):
        hand = h.join[kept, thrown]
        a += h.odds[thrown] * attacker[hand, black, red]
        d += h.odds[thrown] * defender[hand, black, red]
    return a, d


@kernel
def _defend(h, spite, attacker, defender, entry, kind, step):
    """The best entry in every position of D1, D2 or D3 (PEP-08)."""
    next_a, next_d = attacker[kind, step + 1], defender[kind, step + 1]
    for hand in range(HANDS):
        faces = h.faces[hand]
        for black in range(6):
            for red in range(REDS):
                a, d, best = next_a[hand, black, red], next_d[hand, black, red], 0
                for dice in range(1, BOTH + 1):
                    if kind == BARRED or not dice_in_hand(red, dice):
                        continue
                    for low in range(1, 7):
                        for high in range(low, 7 if dice == BOTH else low + 1):
                            announced = 1 << low | 1 << high
                            if faces & announced == announced:
                                other_a, other_d = entry_value(h, next_a, next_d, hand, black, red, dice, announced)
                                if other_d - spite * other_a > d - spite * a + CLOSE_VALUES:
                                    a, d, best = other_a, other_d, entry_code(dice, announced)
                attacker[kind, step, hand, black, red] = a
                defender[kind, step, hand, black, red] = d
                entry[kind, step, hand, black, red] = best


@kernel
def _attack(h, spite, attacker, defender, keep, kind, step):
    """The best dice to keep in every position of A2 or A3 (PEP-07)."""
    thrown_a, thrown_d = np.zeros((HANDS, 5)), np.zeros((HANDS, 5))
    for black in range(6):
        for red in range(REDS):
            for kept in range(HANDS):
                for dice in range(5 - h.size[kept]):
                    thrown_a[kept, dice], thrown_d[kept, dice] = throw_value(
                        h, attacker[kind, step + 1], defender[kind, step + 1], kept, dice, black, red
                    )
            for hand in range(HANDS):
                best, a, d = hand, thrown_a[hand, 0], thrown_d[hand, 0]
                for at in range(1, h.many_parts[hand]):
                    kept = h.parts[hand, at]
                    dice = h.size[hand] - h.size[kept]
                    if thrown_a[kept, dice] - spite * thrown_d[kept, dice] > a - spite * d + CLOSE_VALUES:
                        best, a, d = kept, thrown_a[kept, dice], thrown_d[kept, dice]
                attacker[kind, step, hand, black, red] = a
                defender[kind, step, hand, black, red] = d
                keep[kind, step, hand, black, red] = best


@kernel
def _end(h, attacker, defender, start, kind):
    """The end of a round (PEP-11), and in the first what follows from it (PEP-12, PEP-13)."""
    for hand in range(HANDS):
        for black in range(6):
            tally = h.tally[hand] + single(black + 1)
            for red in range(REDS):
                a, d = float(score(tally)), 0.0
                follows = following(tally, red) if kind == FIRST else NO_ROUND
                if follows != NO_ROUND:  # there is a second round, roles swapped
                    a += start[follows, DEFENDS]
                    d += start[follows, ATTACKS]
                attacker[kind, END, hand, black, red] = a
                defender[kind, END, hand, black, red] = d


@compiled
def _solve(h, first_spite, second_spite, attacker, defender, keep, entry, start):
    for kind in (BARRED, SECOND, FIRST):
        attacks, defends = (first_spite, second_spite) if kind == FIRST else (second_spite, first_spite)
        _end(h, attacker, defender, start, kind)
        for step in range(D3, -1, -1):
            if step == A2 or step == A3:
                _attack(h, attacks, attacker, defender, keep, kind, step)
            else:
                _defend(h, defends, attacker, defender, entry, kind, step)
        for hand in range(HANDS):
            if h.size[hand] == BLUE_DICE:
                for black in range(6):
                    start[kind, ATTACKS] += h.odds[hand] / 6 * attacker[kind, D1, hand, black, BOTH_FRESH]
                    start[kind, DEFENDS] += h.odds[hand] / 6 * defender[kind, D1, hand, black, BOTH_FRESH]


def solve_duel(h: Hands, first_spite: float = 1.0, second_spite: float = 1.0) -> Solution:
    """The whole duel, both rounds: the spite of who attacks in the first round, and of who attacks in the second."""
    shape = (3, 6, HANDS, 6, REDS)
    solution = Solution(
        np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int16), np.zeros(shape, np.int16), np.zeros((3, 2))
    )
    _solve(h, first_spite, second_spite, *solution)
    return solution


@functools.lru_cache(maxsize=8)
def solved(spite: float = 1.0) -> Solution:
    """The duel under money difference, or with less spite on both sides."""
    return solve_duel(table_of_hands(), spite, spite)

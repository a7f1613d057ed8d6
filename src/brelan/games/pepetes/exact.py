"""A duel solved by backward induction: what every position is worth to both duellists, and the best decision in it.

Only the *hand* (the multiset of blue dice in play, 210 of them), the black die, how many red dice in hand show a 1 and how many do not,
and the throw at hand matter: 45 360 positions a round. Lost points add up, so they are no part of a position.

Each side maximises its own money less its *spite* times the other's. With a spite of 1 on both sides that is the money difference: a
zero-sum game, whose value is unique. With more than two players, hurting one of the others helps all the rest, and the spite is less.
What a 1 left over costs (PEP-12, PEP-13) is in the first round's last step, as the value of the second round it leads to.
"""

from typing import NamedTuple

import numpy as np

from ...kernel import kernel
from .combinations import CARDS, DIGIT, combination, count, one, score, strike, wins

HANDS = 210
FIRST, SECOND, BARRED = 0, 1, 2  # kinds of round: a duel's first, its second, and a second nobody may defend (PEP-12)
D1, A2, D2, A3, D3, END = range(6)
REDS = 6  # how many red dice in hand show a 1, and how many do not (never thrown included)
ONES, OTHERS = (0, 1, 0, 2, 1, 0), (0, 0, 1, 0, 1, 2)
RED_STATE = ((0, 2, 5), (1, 4, 0), (3, 0, 0))
BOTH_FRESH = 5
A_ONE, AN_OTHER, BOTH = 1, 2, 3  # the red dice a defender throws
OUTCOMES = CARDS + DIGIT + 1  # what bets can be on: each card by `contains`, then each combination by `counted`
CLOSE = 1e-9  # values nearer than that are equal; the first action found is kept, a pass before all others


class Hands(NamedTuple):
    """All multisets of at most four dice."""

    tally: np.ndarray
    size: np.ndarray
    faces: np.ndarray  # a bit for each face it shows (1 << face)
    odds: np.ndarray  # of throwing exactly this with so many dice
    rank: np.ndarray  # by counts written in base 5
    join: np.ndarray  # the hand made of two, −1 if that is more than four dice
    without: np.ndarray  # the hand less all dice of these faces


class Solution(NamedTuple):
    """By kind of round, step, hand, black − 1 and red state. Money is what is still to come in the duel, lost points of now excluded."""

    attacker: np.ndarray
    defender: np.ndarray
    keep: np.ndarray  # the hand the attacker keeps (A2, A3)
    entry: np.ndarray  # what the defender throws · 128 + announced faces; 0: a pass
    start: np.ndarray  # by kind of round: the attacker's and the defender's money before A1


@kernel
def key(tally):
    """The counts of a tally in base 5."""
    number = 0
    for face in range(6, 0, -1):
        number = 5 * number + count(tally, face)
    return number


@kernel
def _fill_hands(tally, size, faces, odds, index, join, without):
    """Enumerates the hands, the empty one first."""
    factorial = (1, 1, 2, 6, 24)
    n = 0
    for wanted in range(5):
        for number in range(15625):
            held, dice, ways, left, shown = 0, 0, factorial[wanted], number, 0
            for face in range(1, 7):
                many = left % 5
                left //= 5
                dice += many
                held += many * one(face)
                ways //= factorial[many]
                if many:
                    shown |= 1 << face
            if dice == wanted:
                tally[n], size[n], faces[n], index[number] = held, dice, shown, n
                odds[n] = ways / 6.0**dice
                n += 1
    for a in range(HANDS):
        for b in range(HANDS):
            join[a, b] = index[key(tally[a] + tally[b])] if size[a] + size[b] <= 4 else -1
        for mask in range(0, 128, 2):
            left = tally[a]
            for face in range(1, 7):
                if mask >> face & 1:
                    left -= count(left, face) * one(face)
            without[a, mask] = index[key(left)]


def hands() -> Hands:
    """The table of hands."""
    tally, size, faces = (np.zeros(HANDS, np.int64) for _ in range(3))
    table = Hands(tally, size, faces, np.zeros(HANDS), np.zeros(15625, np.int16), np.zeros((HANDS, HANDS), np.int16), np.zeros((HANDS, 128), np.int16))
    _fill_hands(*table)
    return table


@kernel
def after_entry(h, hand, red, dice, announced, first, second):
    """A defender's throw (PEP-09) on a position: the hand and the red dice it leaves, and the points it costs. `second` is 0 for one die."""
    ones, others = ONES[red], OTHERS[red]
    if dice == BOTH:
        ones = others = 0
    elif dice == A_ONE:
        ones -= 1
    else:
        others -= 1
    hits, first_leaves, second_leaves, lost = strike(announced, first, second)
    if not first_leaves:
        ones, others = (ones + 1, others) if first == 1 else (ones, others + 1)
    if second and not second_leaves:
        ones, others = (ones + 1, others) if second == 1 else (ones, others + 1)
    return int(h.without[hand, hits]), RED_STATE[ones][others], lost


@kernel
def entry_value(h, attacker, defender, hand, black, red, dice, announced):
    """What both can expect once the defender throws; `attacker` and `defender` are the values of the next step."""
    a, d = 0.0, 0.0
    if dice != BOTH:
        for face in range(1, 7):
            hand_after, red_after, lost = after_entry(h, hand, red, dice, announced, face, 0)
            a += attacker[hand_after, black, red_after]
            d += defender[hand_after, black, red_after] - lost
        return a / 6, d / 6
    for face in range(1, 7):
        for other in range(1, 7):
            hand_after, red_after, lost = after_entry(h, hand, red, dice, announced, face, other)
            a += attacker[hand_after, black, red_after]
            d += defender[hand_after, black, red_after] - lost
    return a / 36, d / 36


@kernel
def throw_value(h, attacker, defender, kept, dice, black, red):
    """What both can expect once the attacker throws so many dice beside those kept."""
    a, d = 0.0, 0.0
    for thrown in range(HANDS):
        if h.size[thrown] == dice:
            hand = h.join[kept, thrown]
            a += h.odds[thrown] * attacker[hand, black, red]
            d += h.odds[thrown] * defender[hand, black, red]
    return a, d


@kernel
def dice_in_hand(red, dice):
    """Whether the defender has these red dice to throw."""
    if dice == BOTH:
        return ONES[red] + OTHERS[red] == 2
    return ONES[red] > 0 if dice == A_ONE else OTHERS[red] > 0


@kernel
def _defend(h, spite, attacker, defender, entry, kind, step):
    """The best entry in every position of D1, D2 or D3 (PEP-08)."""
    next_a, next_d = attacker[kind, step + 1], defender[kind, step + 1]
    for hand in range(HANDS):
        faces = h.faces[hand]
        for black in range(6):
            for red in range(REDS):
                a, d, best = next_a[hand, black, red], next_d[hand, black, red], 0
                for dice in range(1, 4):
                    if kind == BARRED or not dice_in_hand(red, dice):
                        continue
                    for low in range(1, 7):
                        for high in range(low, 7 if dice == BOTH else low + 1):
                            announced = 1 << low | 1 << high
                            if faces & announced == announced:
                                other_a, other_d = entry_value(h, next_a, next_d, hand, black, red, dice, announced)
                                if other_d - spite * other_a > d - spite * a + CLOSE:
                                    a, d, best = other_a, other_d, dice * 128 + announced
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
                    thrown_a[kept, dice], thrown_d[kept, dice] = throw_value(h, attacker[kind, step + 1], defender[kind, step + 1], kept, dice, black, red)
            for hand in range(HANDS):
                best, a, d = hand, thrown_a[hand, 0], thrown_d[hand, 0]
                for kept in range(HANDS):
                    dice = h.size[hand] - h.size[kept]
                    if dice > 0 and part_of(h, kept, hand) and thrown_a[kept, dice] - spite * thrown_d[kept, dice] > a - spite * d + CLOSE:
                        best, a, d = kept, thrown_a[kept, dice], thrown_d[kept, dice]
                attacker[kind, step, hand, black, red] = a
                defender[kind, step, hand, black, red] = d
                keep[kind, step, hand, black, red] = best


@kernel
def part_of(h, kept, hand):
    """Whether the kept dice are among the hand's."""
    for face in range(1, 7):
        if count(h.tally[kept], face) > count(h.tally[hand], face):
            return False
    return True


@kernel
def _end(h, attacker, defender, start, kind):
    """The end of a round (PEP-11), and in the first what follows from it (PEP-12, PEP-13)."""
    for hand in range(HANDS):
        for black in range(6):
            tally = h.tally[hand] + one(black + 1)
            for red in range(REDS):
                a, d = float(score(tally)), 0.0
                if kind == FIRST and ONES[red] == 0:  # there is a second round, roles swapped
                    following = BARRED if count(tally, 1) else SECOND
                    a += start[following, 1]
                    d += start[following, 0]
                attacker[kind, END, hand, black, red] = a
                defender[kind, END, hand, black, red] = d


@kernel
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
            if h.size[hand] == 4:
                for black in range(6):
                    start[kind, 0] += h.odds[hand] / 6 * attacker[kind, D1, hand, black, BOTH_FRESH]
                    start[kind, 1] += h.odds[hand] / 6 * defender[kind, D1, hand, black, BOTH_FRESH]


def solve_duel(h: Hands, first_spite: float = 1.0, second_spite: float = 1.0) -> Solution:
    """The whole duel, both rounds: the spite of who attacks in the first round, and of who attacks in the second."""
    shape = (3, 6, HANDS, 6, REDS)
    solution = Solution(np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int16), np.zeros(shape, np.int16), np.zeros((3, 2)))
    _solve(h, first_spite, second_spite, *solution)
    return solution


# --- how likely every bet is to win


@kernel
def _chances_at_the_end(h, chances):
    for hand in range(HANDS):
        for black in range(6):
            tally = h.tally[hand] + one(black + 1)
            for red in range(REDS):
                for card in range(1, CARDS):
                    chances[END, hand, black, red, card] = 1.0 if wins(tally, card, False) else 0.0
                for card in range(DIGIT + 1):
                    chances[END, hand, black, red, CARDS + card] = 1.0 if combination(tally) == card else 0.0


@kernel
def _chances(h, keep, entry, chances):
    """Backwards through a round played by these decisions."""
    _chances_at_the_end(h, chances)
    for step in range(D3, -1, -1):
        after = chances[step + 1]
        for hand in range(HANDS):
            for black in range(6):
                for red in range(REDS):
                    here = chances[step, hand, black, red]
                    if step == A2 or step == A3:
                        kept = keep[step, hand, black, red]
                        for thrown in range(HANDS):
                            if h.size[thrown] == h.size[hand] - h.size[kept]:
                                here += h.odds[thrown] * after[h.join[kept, thrown], black, red]
                    else:
                        dice, announced = entry[step, hand, black, red] // 128, entry[step, hand, black, red] % 128
                        if dice == 0:
                            here += after[hand, black, red]
                            continue
                        for face in range(1, 7):
                            for other in range(1, 7):  # a second die that is not thrown comes up six times for nothing
                                hand_after, red_after, _ = after_entry(h, hand, red, dice, announced, face, other if dice == BOTH else 0)
                                here += after[hand_after, black, red_after] / 36


def chances(h: Hands, keep: np.ndarray, entry: np.ndarray) -> np.ndarray:
    """Of one round played by these decisions, by step, hand, black and red state: the chance of each card (from 1) under `contains`,
    then from CARDS on the chance that nothing, a full … five alike is what counts."""
    table = np.zeros((6, HANDS, 6, REDS, OUTCOMES))
    _chances(h, keep, entry, table)
    return table


def before_a1(h: Hands, table: np.ndarray) -> np.ndarray:
    """The chances before the attacker's first throw, from those before D1."""
    weights = np.where(h.size == 4, h.odds, 0)[:, None] / 6
    return np.asarray((weights[:, :, None] * table[D1, :, :, BOTH_FRESH]).sum(axis=(0, 1)))

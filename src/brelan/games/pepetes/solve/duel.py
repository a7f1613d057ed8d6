"""A duel solved by backward induction: what every position is worth to both duellists, and the best decision in it.

Only the *hand* (the multiset of blue dice in play, 210 of them), the black die, how many red dice in hand show a 1 and
how many do not, and the throw at hand matter: 45 360 positions a round. Lost points add up, so they are no part of a
position.

Each side maximises its own money less its *spite* times the other's. With a spite of 1 on both sides that is the money
difference: a zero-sum game, whose value is unique. With more than two players, hurting one of the others helps all the
rest, and the spite is less. What a 1 left over costs (PEP-12, PEP-13) is in the first round's last step, as the value
of the second round it leads to.
"""

from typing import NamedTuple

import numpy as np

from ...kernel import kernel
from .combinations import CARDS, DIGIT, combination, count, one, score, strike, wins

HANDS = 210
SIZES = (0, 1, 7, 28, 84, 210)  # where the hands of 0, 1, 2 … dice begin
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
    parts: np.ndarray  # the hands that can be kept of a hand, itself first
    many_parts: np.ndarray
    # What an entry can do, by red state, red dice thrown and faces announced (PEP-09): faces hit, red state left,
    # points lost, how likely.
    outcomes: np.ndarray
    odds_of_outcomes: np.ndarray
    many_outcomes: np.ndarray


class Solution(NamedTuple):
    """By kind of round, step, hand, black − 1 and red state.

    Money is what is still to come in the duel, lost points of now excluded.
    """

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


@kernel
def _fill_parts(tally, size, parts, many_parts):
    """What can be kept of each hand, all of it first."""
    for hand in range(HANDS):
        parts[hand, 0] = hand
        n = 1
        for kept in range(SIZES[size[hand]]):
            inside = True
            for face in range(1, 7):
                inside = inside and count(tally[kept], face) <= count(tally[hand], face)
            if inside:
                parts[hand, n] = kept
                n += 1
        many_parts[hand] = n


@kernel
def _red_after(ones, others, face, leaves):
    """A red die come to rest beside the others in hand."""
    if leaves or face == 0:
        return ones, others
    return (ones + 1, others) if face == 1 else (ones, others + 1)


@kernel
def _fill_outcomes(outcomes, odds, many):
    """Every throw of every entry; throws that come to the same are one outcome."""
    for red in range(REDS):
        for dice in range(1, 4):
            if not dice_in_hand(red, dice):
                continue
            for announced in range(2, 128, 2):
                n = 0
                for first in range(1, 7):
                    for second in range(1, 7):
                        hits, first_leaves, second_leaves, lost = strike(
                            announced, first, second if dice == BOTH else 0
                        )
                        ones = 0 if dice == BOTH else ONES[red] - 1 if dice == A_ONE else ONES[red]
                        others = 0 if dice == BOTH else OTHERS[red] - 1 if dice == AN_OTHER else OTHERS[red]
                        ones, others = _red_after(ones, others, first, first_leaves)
                        ones, others = _red_after(ones, others, second if dice == BOTH else 0, second_leaves)
                        left = RED_STATE[ones][others]
                        at = 0
                        while at < n:
                            same = outcomes[red, dice, announced, at]
                            if same[0] == hits and same[1] == left and same[2] == lost:
                                break
                            at += 1
                        if at == n:
                            outcomes[red, dice, announced, n, 0] = hits
                            outcomes[red, dice, announced, n, 1] = left
                            outcomes[red, dice, announced, n, 2] = lost
                            n += 1
                        odds[red, dice, announced, at] += 1 / 36
                many[red, dice, announced] = n


def hands() -> Hands:
    """The table of hands."""
    tally, size, faces, many_parts = (np.zeros(HANDS, np.int64) for _ in range(4))
    odds, rank, join, without = (
        np.zeros(HANDS),
        np.zeros(15625, np.int16),
        np.zeros((HANDS, HANDS), np.int16),
        np.zeros((HANDS, 128), np.int16),
    )
    parts = np.zeros((HANDS, 16), np.int16)
    outcomes, odds_of_outcomes, many = (
        np.zeros((REDS, 4, 128, 36, 3), np.int8),
        np.zeros((REDS, 4, 128, 36)),
        np.zeros((REDS, 4, 128), np.int8),
    )
    _fill_hands(tally, size, faces, odds, rank, join, without)
    _fill_parts(tally, size, parts, many_parts)
    _fill_outcomes(outcomes, odds_of_outcomes, many)
    return Hands(tally, size, faces, odds, rank, join, without, parts, many_parts, outcomes, odds_of_outcomes, many)


@kernel
def outcome(h, red, dice, announced, at):
    """One outcome of an entry: faces hit, red state left, points lost."""
    row = h.outcomes[red, dice, announced, at]
    return row[0], row[1], row[2]


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
                    thrown_a[kept, dice], thrown_d[kept, dice] = throw_value(
                        h, attacker[kind, step + 1], defender[kind, step + 1], kept, dice, black, red
                    )
            for hand in range(HANDS):
                best, a, d = hand, thrown_a[hand, 0], thrown_d[hand, 0]
                for at in range(1, h.many_parts[hand]):
                    kept = h.parts[hand, at]
                    dice = h.size[hand] - h.size[kept]
                    if thrown_a[kept, dice] - spite * thrown_d[kept, dice] > a - spite * d + CLOSE:
                        best, a, d = kept, thrown_a[kept, dice], thrown_d[kept, dice]
                attacker[kind, step, hand, black, red] = a
                defender[kind, step, hand, black, red] = d
                keep[kind, step, hand, black, red] = best


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
    solution = Solution(
        np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int16), np.zeros(shape, np.int16), np.zeros((3, 2))
    )
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
def _add(here, odds, there):
    for card in range(OUTCOMES):
        here[card] += odds * there[card]


@kernel
def _chances(h, keep, entry, chances, since):
    """Backwards through a round played by these decisions."""
    _chances_at_the_end(h, chances)
    for step in range(D3, since - 1, -1):
        after = chances[step + 1]
        for hand in range(HANDS):
            for black in range(6):
                for red in range(REDS):
                    here = chances[step, hand, black, red]
                    if step == A2 or step == A3:
                        kept = keep[step, hand, black, red]
                        dice = h.size[hand] - h.size[kept]
                        for thrown in range(SIZES[dice], SIZES[dice + 1]):
                            _add(here, h.odds[thrown], after[h.join[kept, thrown], black, red])
                    else:
                        dice, announced = entry[step, hand, black, red] // 128, entry[step, hand, black, red] % 128
                        if dice == 0:
                            _add(here, 1.0, after[hand, black, red])
                        for at in range(h.many_outcomes[red, dice, announced]):
                            hits, left, _ = outcome(h, red, dice, announced, at)
                            _add(
                                here,
                                h.odds_of_outcomes[red, dice, announced, at],
                                after[h.without[hand, hits], black, left],
                            )


def chances(h: Hands, keep: np.ndarray, entry: np.ndarray, since: int = D1) -> np.ndarray:
    """Of one round played by these decisions, by step (from `since` on), hand, black and red state: the chance of each
    card (from 1) under `contains`,
    then from CARDS on the chance that nothing, a full … five alike is what counts."""
    table = np.zeros((6, HANDS, 6, REDS, OUTCOMES))
    _chances(h, keep, entry, table, since)
    return table


def before_a1(h: Hands, table: np.ndarray) -> np.ndarray:
    """The chances before the attacker's first throw, from those before D1."""
    weights = np.where(h.size == 4, h.odds, 0)[:, None] / 6
    return np.asarray((weights[:, :, None] * table[D1, :, :, BOTH_FRESH]).sum(axis=(0, 1)))

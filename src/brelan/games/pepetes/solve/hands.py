"""What a round of Pépètes is made of for the solvers: the hands of blue dice, the red dice in hand, and what throws do.

A *hand* is the multiset of blue dice in play. A *red state* says how many red dice in hand show a 1, and how many do
not.
"""

import functools
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, kernel
from ..rules.combinations import count, single
from ..rules.duel import strike
from ..rules.state import BLUE_DICE

HANDS = 210
SIZES = (0, 1, 7, 28, 84, 210)  # where the hands of 0, 1, 2 … dice begin
KEYS = (BLUE_DICE + 1) ** 6  # how many times each face comes, written in base 5
FACE_MASKS = 1 << 7  # a bit for each face (1 << face)
MOST_PARTS = 1 << BLUE_DICE
THROWS_OF_TWO = 36
REDS = 6  # red states
ONES, OTHERS = (0, 1, 0, 2, 1, 0), (0, 0, 1, 0, 1, 2)  # by red state: dice that show a 1, and others (or never thrown)
RED_STATE = ((0, 2, 5), (1, 4, 0), (3, 0, 0))  # by ones and others
BOTH_FRESH = 5
A_ONE, AN_OTHER, BOTH = 1, 2, 3  # the red dice a defender throws
HITS, LEFT, LOST = range(3)  # an outcome of an entry: faces hit, red state left, points lost


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
    # What an entry can do, by red state, red dice thrown and faces announced (PEP-09): HITS, LEFT, LOST; how likely.
    outcomes: np.ndarray
    odds_of_outcomes: np.ndarray
    many_outcomes: np.ndarray


@kernel
def key(tally):
    """The counts of a tally in base 5: where its hand stands in `Hands.rank`."""
    number = 0
    for face in range(6, 0, -1):
        number = (BLUE_DICE + 1) * number + count(tally, face)
    return number


@compiled
def _fill_hands(tally, size, faces, odds, index, join, without):
    """Enumerates the hands, the empty one first."""
    factorial = (1, 1, 2, 6, 24)
    n = 0
    for wanted in range(BLUE_DICE + 1):
        for number in range(KEYS):
            held, dice, ways, left, shown = 0, 0, factorial[wanted], number, 0
            for face in range(1, 7):
                many = left % (BLUE_DICE + 1)
                left //= BLUE_DICE + 1
                dice += many
                held += many * single(face)
                ways //= factorial[many]
                if many:
                    shown |= 1 << face
            if dice == wanted:
                tally[n], size[n], faces[n], index[number] = held, dice, shown, n
                odds[n] = ways / 6.0**dice
                n += 1
    for a in range(HANDS):
        for b in range(HANDS):
            join[a, b] = index[key(tally[a] + tally[b])] if size[a] + size[b] <= BLUE_DICE else -1
        for mask in range(0, FACE_MASKS, 2):
            left = tally[a]
            for face in range(1, 7):
                if mask >> face & 1:
                    left -= count(left, face) * single(face)
            without[a, mask] = index[key(left)]


@compiled
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
def dice_in_hand(red, dice):
    """Whether the defender has these red dice to throw."""
    if dice == BOTH:
        return ONES[red] + OTHERS[red] == 2
    return ONES[red] > 0 if dice == A_ONE else OTHERS[red] > 0


@kernel
def _red_after(ones, others, face, leaves):
    """A red die come to rest beside the others in hand."""
    if leaves or face == 0:
        return ones, others
    return (ones + 1, others) if face == 1 else (ones, others + 1)


@compiled
def _fill_outcomes(outcomes, odds, many):
    """Every throw of every entry; throws that come to the same are one outcome."""
    for red in range(REDS):
        for dice in range(1, BOTH + 1):
            if not dice_in_hand(red, dice):
                continue
            for announced in range(2, FACE_MASKS, 2):
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
                            if same[HITS] == hits and same[LEFT] == left and same[LOST] == lost:
                                break
                            at += 1
                        if at == n:
                            outcomes[red, dice, announced, n, HITS] = hits
                            outcomes[red, dice, announced, n, LEFT] = left
                            outcomes[red, dice, announced, n, LOST] = lost
                            n += 1
                        odds[red, dice, announced, at] += 1 / THROWS_OF_TWO
                many[red, dice, announced] = n


@functools.cache
def table_of_hands() -> Hands:
    """All hands, and what can be done with them."""
    tally, size, faces, many_parts = (np.zeros(HANDS, np.int64) for _ in range(4))
    odds, rank, join, without = (
        np.zeros(HANDS),
        np.zeros(KEYS, np.int16),
        np.zeros((HANDS, HANDS), np.int16),
        np.zeros((HANDS, FACE_MASKS), np.int16),
    )
    parts = np.zeros((HANDS, MOST_PARTS), np.int16)
    outcomes, odds_of_outcomes, many = (
        np.zeros((REDS, 4, FACE_MASKS, THROWS_OF_TWO, 3), np.int8),
        np.zeros((REDS, 4, FACE_MASKS, THROWS_OF_TWO)),
        np.zeros((REDS, 4, FACE_MASKS), np.int8),
    )
    _fill_hands(tally, size, faces, odds, rank, join, without)
    _fill_parts(tally, size, parts, many_parts)
    _fill_outcomes(outcomes, odds_of_outcomes, many)
    return Hands(tally, size, faces, odds, rank, join, without, parts, many_parts, outcomes, odds_of_outcomes, many)


def hand_of_dice(faces: list[int]) -> int:
    """The hand of these dice."""
    return int(table_of_hands().rank[key(sum(single(face) for face in faces))])


def dice_of_tally(tally: int) -> list[int]:
    """The faces of a tally, lowest first."""
    return [face for face in range(1, 7) for _ in range(count(tally, face))]


@kernel
def outcome(h, red, dice, announced, at):
    """One outcome of an entry: faces hit, red state left, points lost."""
    row = h.outcomes[red, dice, announced, at]
    return row[HITS], row[LEFT], row[LOST]

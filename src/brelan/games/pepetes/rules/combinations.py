"""What dice are worth (PEP-11) and which bets they win (PEP-15). Pure functions: no state.

Dice are counted in a *tally*: three bits a face, so that order does not matter and a whole hand is one small integer.
"""

from ....engine.kernel import kernel
from ....model.words import N_

# The 13 bet cards (PEP-03): the seven combinations, then DIGIT + face. 0 is no card.
NONE, FULL, SUITE_3, SUITE_4, SUITE_5, SAME_3, SAME_4, SAME_5, DIGIT = 0, 1, 2, 3, 4, 5, 6, 7, 7
CARDS = 14  # how many there are, "none" included
BONUS = (0, 5, 2, 3, 10, 5, 7, 10)  # PEP-11, by combination
# A full and its three alike earn the same: it counts as a full.
BEST_FIRST = (SAME_5, SUITE_5, SAME_4, FULL, SAME_3, SUITE_4, SUITE_3)
NAMES = (
    N_("none"),
    N_("full"),
    N_("suite of 3"),
    N_("suite of 4"),
    N_("suite of 5"),
    N_("three alike"),
    N_("four alike"),
    N_("five alike"),
)


@kernel
def single(face):
    """The tally of a single die."""
    return 1 << (3 * face)


@kernel
def count(tally, face):
    """How many dice of the tally show the face."""
    return tally >> (3 * face) & 7


@kernel
def total(tally):
    """The sum of the dice."""
    points = 0
    for face in range(1, 7):
        points += face * count(tally, face)
    return points


@kernel
def holds(tally, card):
    """Whether the dice hold what the card shows (PEP-15). Five alike are no full: that takes two different faces."""
    if card > DIGIT:
        return count(tally, card - DIGIT) > 0
    faces, most, pairs = 0, 0, 0
    for face in range(1, 7):
        many = count(tally, face)
        if many:
            faces |= 1 << face
        if many >= 2:
            pairs += 1
        most = max(most, many)
    if card == FULL:
        return most >= 3 and pairs >= 2
    if card >= SAME_3:
        return most >= card - SAME_3 + 3
    for _ in range(card - SUITE_3 + 2):  # faces that open a suite this long
        faces &= faces >> 1
    return card != NONE and faces > 0


@kernel
def combination(tally):
    """The one combination that counts (PEP-11): the best the dice hold, or NONE."""
    for card in BEST_FIRST:
        if holds(tally, card):
            return card
    return NONE


@kernel
def score(tally):
    """What the bank pays for these dice (PEP-11)."""
    return total(tally) + BONUS[combination(tally)]


@kernel
def wins(tally, card, counted):
    """Whether a bet on the card wins (PEP-15; `counted`: only the combination that counted in the score)."""
    if counted and card <= DIGIT:
        return card != NONE and combination(tally) == card
    return holds(tally, card)

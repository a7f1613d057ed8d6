"""The dominoes in a hand: one to three, in rising order, so that a place in the hand tells nothing."""

from ....engine.kernel import kernel
from .state import MOST_HELD


@kernel
def held(s, seat):
    """How many dominoes a seat holds."""
    return int(s.hand[seat, 0] != 0) + int(s.hand[seat, 1] != 0) + int(s.hand[seat, 2] != 0)


@kernel
def domino_in(s, seat, k):
    """The k-th domino of a hand; −1: none."""
    return int(s.hand[seat, k]) - 1


@kernel
def take(s, seat, domino):
    """A domino comes into a hand."""
    s.hand[seat, held(s, seat)] = domino + 1
    sort_hand(s, seat)


@kernel
def give(s, seat, domino):
    """A domino leaves a hand."""
    for k in range(MOST_HELD):
        if s.hand[seat, k] == domino + 1:
            for after in range(k, MOST_HELD - 1):
                s.hand[seat, after] = s.hand[seat, after + 1]
            s.hand[seat, MOST_HELD - 1] = 0
            break


@kernel
def sort_hand(s, seat):
    """In rising order; 0 stays last."""
    for i in range(MOST_HELD - 1):
        for j in range(MOST_HELD - 1 - i):
            a, b = int(s.hand[seat, j]), int(s.hand[seat, j + 1])
            if b and b < a:
                s.hand[seat, j] = b
                s.hand[seat, j + 1] = a

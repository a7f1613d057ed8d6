"""What a seat may not know: the dominoes others hold, but those they have shown (DAL-09)."""

import numpy as np

from ....engine.kernel import below, kernel
from .hands import sort_hand
from .opening import can_go_on
from .state import BAG, DRAW, DRAW_UNSEEN, HAND, MOST_HELD, MOST_SEATS, OPENING, SHOWN, UNKNOWN
from .tiles import DOMINOES


@kernel
def hide(s, seat):
    """Blanks the hands out of sight; their dominoes might as well be in the bag."""
    if s.open_hands:
        return
    for other in range(int(s.players)):
        if other == seat:
            continue
        known, unknown = 0, 0
        for k in range(MOST_HELD):
            domino = int(s.hand[other, k])
            if domino == 0:
                break
            if domino != UNKNOWN and s.where[domino - 1] == SHOWN:
                s.hand[other, known] = domino
                known += 1
            else:
                if domino != UNKNOWN:
                    s.where[domino - 1] = BAG
                unknown += 1
        for k in range(unknown):
            s.hand[other, known + k] = UNKNOWN


@kernel
def seen(s, move, seat):
    """A draw is seen by its owner."""
    if DRAW <= move < DRAW_UNSEEN and seat != s.turn and not s.open_hands:
        return DRAW_UNSEEN
    return move


@kernel
def redeal(s, seat, rng):
    """Fills the hands out of sight from the dominoes out of sight, each as likely."""
    spots = np.zeros(MOST_SEATS * MOST_HELD, np.int64)
    hidden = 0
    for other in range(int(s.players)):
        for k in range(MOST_HELD):
            if s.hand[other, k] == UNKNOWN:
                spots[hidden] = MOST_HELD * other + k
                hidden += 1
    if hidden == 0:
        return
    unseen = np.zeros(DOMINOES, np.int64)
    many = 0
    for domino in range(DOMINOES):
        if s.where[domino] == BAG:
            unseen[many] = domino
            many += 1
    while True:
        for k in range(hidden):
            j = k + below(rng, many - k)
            unseen[k], unseen[j] = unseen[j], unseen[k]
            s.hand[spots[k] // MOST_HELD, spots[k] % MOST_HELD] = unseen[k] + 1
        if s.phase != OPENING or s.laid == 0 or can_go_on(s, int(s.turn)):  # a dealer who has begun can finish
            break
    for k in range(hidden):
        s.where[unseen[k]] = HAND
    for other in range(int(s.players)):
        sort_hand(s, other)

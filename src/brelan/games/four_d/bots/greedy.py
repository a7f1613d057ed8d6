"""The points of the moment: what the novice and the regular play for."""

from ....engine.kernel import below, kernel
from ..rules.square import result_of
from ..rules.state import NO_TIP, NONE, decode

MORE_THAN_ANY_LINE = 100


@kernel
def points_for(s, move):
    """What a move scores at once, a winning one more than any other."""
    tip, fifth, lock = decode(move)
    if tip == NO_TIP:
        return 0
    return MORE_THAN_ANY_LINE if lock == NONE else result_of(s, tip, fifth)[0]


@kernel
def most_points(s, out, n, rng):
    """A move that wins at once, or else one of those that score most, each as likely."""
    best, found, equal = -1, out[0], 0
    for i in range(n):
        points = points_for(s, out[i])
        if points > best:
            best, equal = points, 0
        if points == best:
            equal += 1
            if below(rng, equal) == 0:
                found = out[i]
    return found


@kernel
def shuffle(out, n, rng):
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        out[i], out[j] = out[j], out[i]

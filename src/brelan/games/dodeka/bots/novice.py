"""The novice keeps what looks good: a pair, two neighbours, anything worth 100 or more."""

from ....engine.kernel import kernel, uniform
from ..rules.lines import PAIRE, SUITE, line
from ..rules.state import STOP, THROW_ALL, throw_of

CONTENT = 0.3  # how often a pair will do
HOPEFUL = 0.7  # how often two neighbours are kept


@kernel
def novice_move(s, rng):
    a, b, c = int(s.dice[0]), int(s.dice[1]), int(s.dice[2])
    made = line(a, b, c)
    if made <= SUITE:
        return STOP
    if made == PAIRE:  # hopes for the brelan, or is content
        if uniform(rng) < CONTENT:
            return STOP
        return throw_of(2 if a == b else 1 if a == c else 0)
    for die, one, other in ((2, a, b), (1, a, c), (0, b, c)):
        if abs(one - other) == 1 and uniform(rng) < HOPEFUL:  # "a suite by both ends", as Katy tries
            return throw_of(die)
    return THROW_ALL

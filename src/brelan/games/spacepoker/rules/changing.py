"""Planets changed for planets of the same worth, one at a time (SPA-09a): *un 6 contre 5 et 1*."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ....engine.kernel import kernel
from .planets import VALUES, can_pay, points

BITS, MASK = 8, 255  # planets of several values as one number: eight bits each
NO_CHANGE = 0  # no planet is worth that


def _sets(worth: int, largest: int = VALUES) -> Iterator[tuple[int, ...]]:
    """The sets of planets that are worth so much, each from its largest down."""
    if worth == 0:
        yield ()
    for value in range(min(worth, largest), 0, -1):
        for rest in _sets(worth - value, value):
            yield (value, *rest)


def _amounts(planets: tuple[int, ...]) -> set[int]:
    made = {0}
    for value in planets:
        made |= {amount + value for amount in made}
    return made


def _packed(planets: tuple[int, ...]) -> int:
    return sum(n << BITS * (value - 1) for value, n in Counter(planets).items())


def _ways(value: int, missing: int) -> list[int]:
    """Every set worth that planet some of which make what is missing: the fewest planets, then the largest, first."""
    sets = [planets for planets in _sets(value) if missing in _amounts(planets)]
    return [_packed(planets) for planets in sorted(sets, key=lambda s: (len(s), [-value for value in s]))]


_FOUND = {(value, missing): _ways(value, missing) for value in range(2, VALUES + 1) for missing in range(1, value)}
_MOST = max(map(len, _FOUND.values()))
WAYS = np.zeros((VALUES + 1, VALUES + 1, _MOST + 1), np.int64)  # [planet, what is missing]: the sets, then a 0
for (_value, _missing), _found in _FOUND.items():
    WAYS[_value, _missing, : len(_found)] = _found


@kernel
def _way(row, value, missing):
    """For which planets of a row it changes that planet; NO_CHANGE if it cannot."""
    for packed in WAYS[value, missing]:
        enough = packed != 0
        for i in range(VALUES):
            enough = enough and int(row[i]) >= (packed >> BITS * i & MASK)
        if enough:
            return int(packed)
    return NO_CHANGE


@kernel
def asked(s, seat, place):
    """Who is asked in that place whether they can change: a seat, and whether by its stake (else by the planets before
    it); −1: the pot. First the pot, then the stakes of the others and one's own, then the others.
    """
    n = int(s.players)
    if place == 0:
        return -1, False
    if place == n:
        return seat, True
    other = (place - 1) % n
    return other + (other >= seat), place < n


@kernel
def _ask(s, seat, place, value, missing):
    other, stake = asked(s, seat, place)
    if other < 0:
        return _way(s.pot, value, missing)
    return _way(s.staked[other], value, missing) if stake else _way(s.planets[other], value, missing)


@kernel
def change_for(s, seat, amount):
    """SPA-09a: the planet a seat changes to make that amount, in which place it finds who changes (`asked`), and for
    which planets, packed; NO_CHANGE if nobody can. For an amount its planets do not make, though worth enough.
    """
    row = s.planets[seat]
    missing, laid = amount, 0
    for i in range(VALUES - 1, -1, -1):
        n = min(int(row[i]), missing // (i + 1))
        missing -= n * (i + 1)
        laid += n << BITS * i
    for value in range(missing + 1, VALUES + 1):
        if int(row[value - 1]) > (laid >> BITS * (value - 1) & MASK):
            for place in range(2 * int(s.players)):
                packed = _ask(s, seat, place, value, missing)
                if packed != NO_CHANGE:
                    return value, place, packed
    return NO_CHANGE, 0, 0


@kernel
def can_make(s, seat, amount):
    """Whether a seat can put down that amount, by itself or with change."""
    row = s.planets[seat]
    if can_pay(row, amount):
        return True
    return s.change == 1 and amount <= points(row) and change_for(s, seat, amount)[0] != NO_CHANGE


@kernel
def make_change(s, seat, amount):
    """Changes a planet if the seat needs that for an amount it can make."""
    if can_pay(s.planets[seat], amount):
        return
    value, place, packed = change_for(s, seat, amount)
    other, stake = asked(s, seat, place)
    if other < 0:
        _swap(s.planets[seat], s.pot, value, packed)
    elif stake:
        _swap(s.planets[seat], s.staked[other], value, packed)
    else:
        _swap(s.planets[seat], s.planets[other], value, packed)


@kernel
def _swap(mine, theirs, value, packed):
    mine[value - 1] = int(mine[value - 1]) - 1
    theirs[value - 1] = int(theirs[value - 1]) + 1
    for i in range(VALUES):
        n = packed >> BITS * i & MASK
        mine[i] = int(mine[i]) + n
        theirs[i] = int(theirs[i]) - n

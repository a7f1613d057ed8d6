"""The planets: what amounts a row of planet cards can make, and with which cards (SPA-01, SPA-09).

A row holds how many planets there are of each value: `row[value - 1]`.
"""

from collections.abc import Sequence

import numpy as np

from ....engine.kernel import kernel
from .compiling import at_every_move

VALUES = 6
EACH = (10, 5, 4, 3, 2, 1)  # SPA-01: ten 1s, five 2s … one 6
EACH_POINTS, EACH_CARDS = 60, 25
MOST_POINTS = 5 * EACH_POINTS
_BITS, _MASK = 8, 255  # planets of several values as one number: eight bits each
_TOO_MANY = 1000  # more cards than there are


@at_every_move
def points(row):
    """What the planets of a row are worth."""
    total = 0
    for i in range(VALUES):
        total += (i + 1) * int(row[i])
    return total


def worth(row: Sequence[int]) -> int:
    """What the planets of a row are worth, outside compiled code."""
    return sum(value * n for value, n in enumerate(row, 1))


@at_every_move
def cards(row):
    """How many planets a row holds."""
    total = 0
    for i in range(VALUES):
        total += int(row[i])
    return total


@kernel
def amounts(row, out):
    """Marks in out[0 … points] which amounts some set of the row's planets makes exactly; answers the row's points."""
    total = points(row)
    for amount in range(total + 1):
        out[amount] = 0
    out[0] = 1
    reach = 0
    for i in range(VALUES):
        value = i + 1
        for _ in range(int(row[i])):
            reach += value
            for amount in range(reach, value - 1, -1):
                if out[amount - value]:
                    out[amount] = 1
    return total


@kernel
def can_pay(row, amount):
    """Whether some set of the row's planets makes the amount exactly."""
    run, whole = unbroken(row)
    if amount <= run:
        return True
    total = points(row)
    if whole or amount > total:
        return False
    out = np.zeros(MOST_POINTS + 1, np.int64)
    amounts(row, out)
    return out[amount] == 1


@kernel
def change(row, amount, used):
    """SPA-09: the fewest planets that make the amount exactly, among those the largest first, into `used`.

    It must be possible.
    """
    fewest = np.empty((VALUES + 1, MOST_POINTS + 1), np.int64)  # [v, a]: cards of values up to v that make a
    for a in range(amount + 1):
        fewest[0, a] = 0 if a == 0 else _TOO_MANY  # nothing makes something of nothing
    for v in range(1, VALUES + 1):
        for a in range(amount + 1):
            fewest[v, a] = fewest[v - 1, a]
            for n in range(1, min(int(row[v - 1]), a // v) + 1):
                fewest[v, a] = min(fewest[v, a], fewest[v - 1, a - n * v] + n)
    rest = amount
    for v in range(VALUES, 0, -1):
        for n in range(min(int(row[v - 1]), rest // v), -1, -1):
            if fewest[v - 1, rest - n * v] + n == fewest[v, rest]:
                used[v - 1] = n
                rest -= n * v
                break


@kernel
def _fewest(row, amount):
    """The planets of `change` as one number; −1 if the amount cannot be made."""
    if not can_pay(row, amount):
        return -1
    used = np.zeros(VALUES, np.int64)
    change(row, amount, used)
    packed = 0
    for i in range(VALUES):
        packed += int(used[i]) << _BITS * i
    return packed


@at_every_move
def move_planets(source, target, amount):
    """Moves exactly that amount from one row to another (SPA-09); False, and nothing moves, if it cannot be made."""
    used = _largest_first(source, amount)
    if used < 0:
        used = _fewest(source, amount)
    if used < 0:
        return False
    for i in range(VALUES):
        n = (used >> _BITS * i) & _MASK
        source[i] = int(source[i]) - n
        target[i] = int(target[i]) + n
    return True


@at_every_move
def sweep(source, target):
    """Moves every planet of one row to another."""
    for i in range(VALUES):
        target[i] = int(target[i]) + int(source[i])
        source[i] = 0


# --- shorter ways, for nearly every row and amount: random play makes 60 million moves a second with all of them


@at_every_move
def unbroken(row):
    """An n such that every amount from 0 to n can be made, and whether that is all the row is worth: then no amount
    need be tried out (13 million moves a second without).
    """
    run, total = 0, 0
    for i in range(VALUES):
        n = int(row[i])
        total += (i + 1) * n
        if i <= run:  # the value i + 1 joins up with the amounts below it
            run += (i + 1) * n
    return run, run == total


@at_every_move
def _times_in(value, amount):
    """amount // value for the amounts and values of this game: a division is felt (45 million)."""
    return (amount * (65536 // value + 1)) >> 16


@at_every_move
def _largest_first(row, amount):
    """The largest planets first, as one number, where that is `change` too; −1 unless they make the amount with no more
    cards than any set worth as much (6 million without).
    """
    used, rest, taken, short, fewest = 0, amount, 0, amount, 0
    for i in range(VALUES - 1, -1, -1):
        have = int(row[i])
        n = min(have, _times_in(i + 1, rest))
        rest -= n * (i + 1)
        taken += n
        used += n << _BITS * i
        n = min(have, _times_in(i + 1, max(short, 0) + i))
        short -= n * (i + 1)
        fewest += n
    return used if rest == 0 and taken == fewest else -1

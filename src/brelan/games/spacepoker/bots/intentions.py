"""What a bot intends, and the legal move nearest to it.

An intention is to drop (DROPS), to align (0), or to raise by so many points. `nearest_move` makes a legal move of it,
in one place only: compiled code grows with every place that calls it.
"""

import numpy as np

from ....engine.kernel import kernel
from ..rules.planets import MOST_POINTS, amounts, points, unbroken
from ..rules.stakes import may_raise, stake_range
from ..rules.state import DROP, DROPS, EVEN, STAKE, encode
from .match import richest_rival

RAISES = (0.5, 1.0, 2.5)  # raises thought over, in pots
EVERYTHING = MOST_POINTS  # a raise by more than anybody can answer: it is cut down to what somebody can
OVERSHOOT = 2  # points: who means to align pays so many more at most where the exact amount cannot be made


@kernel
def _payable(row, wish, least):
    """The amount nearest to the wish, at least `least`, that a row of planets makes exactly; −1 if there is none."""
    run, whole = unbroken(row)
    if least <= wish <= run:
        return wish
    total = points(row)
    wish = min(max(wish, least), total)
    if whole:
        return wish if least <= wish else -1
    made = np.zeros(MOST_POINTS + 1, np.int64)
    amounts(row, made)
    for step in range(total + 1):
        if wish - step >= least and made[wish - step]:
            return wish - step
        if least <= wish + step <= total and made[wish + step]:
            return wish + step
    return -1


@kernel
def _nearest_open(s, wish):
    """The amount open to the seat that is nearest to the wish, the smaller of two; DROP if none is (`reach even`)."""
    out = np.zeros(MOST_POINTS + 2, np.int64)
    least, most, whole = stake_range(s, out)
    if whole:
        return encode(STAKE, max(least, min(wish, most))) if least <= most else DROP
    best = -1
    for amount in range(least, most + 1):
        if out[amount] and (best < 0 or abs(amount - wish) < abs(best - wish)):
            best = amount
    return encode(STAKE, best) if best >= 0 else DROP


@kernel
def nearest_move(s, seat, intended):
    """The legal move nearest to an intention. Nobody raises beyond what some other player could answer."""
    if intended == DROPS:
        return encode(STAKE, 0) if s.highest > 0 and s.highest == s.stakes[seat] else DROP
    need = int(s.highest) - int(s.stakes[seat])
    if s.reach == EVEN:
        return _nearest_open(s, need + max(intended, 0))
    extra, free = intended, may_raise(s, seat)
    if s.highest == 0:
        extra = max(extra, 1)
    extra = min(extra, max(richest_rival(s, seat) - int(s.highest), 1 if s.highest == 0 else 0)) if free else 0
    amount = _payable(s.planets[seat], need + extra, need + (1 if extra > 0 else 0))
    if amount < 0 and extra > 0 and s.highest > 0:  # too poor to raise: align
        amount = _payable(s.planets[seat], need, need)
    if amount < 0 or (amount > need and not free) or (extra == 0 and amount > need + OVERSHOOT):
        return encode(STAKE, 0) if need == 0 and s.highest > 0 else DROP
    return encode(STAKE, amount)

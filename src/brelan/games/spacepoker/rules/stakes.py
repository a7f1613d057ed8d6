"""Stakes (SPA-05 to SPA-09a): what a seat may add, whether all are aligned, and what lies on the table."""

import numpy as np

from ....engine.kernel import kernel
from .changing import NO_CHANGE, change_for
from .compiling import at_every_move
from .planets import MOST_POINTS, amounts, points, unbroken
from .state import DROP, EVEN, IN, STAKE, encode


@at_every_move
def may_raise(s, seat):
    """Whether the seat has raises left (`max_raises`): the opening stake is not one."""
    return s.highest == 0 or s.max_raises == 0 or s.raises[seat] < s.max_raises


@at_every_move
def stake_range(s, out):
    """The least and the most the seat to act may add, and whether every amount between is open to it; if not, `out`
    marks those that are.
    """
    seat = int(s.turn)
    row = s.planets[seat]
    need = int(s.highest) - int(s.stakes[seat])
    least = max(need, 1) if s.highest == 0 else need  # SPA-05: the first to stake puts down at least 1
    if s.reach == EVEN:
        total, whole = _open_to_all(s, seat, out)
    else:
        run, whole = unbroken(row)
        total = run if whole else amounts(row, out)
    return least, total if may_raise(s, seat) else min(total, need), whole


@kernel
def _open_to_all(s, seat, out):
    """SPA-05a: the most a seat may add so that everybody still in could align, and whether it may add all below; if
    not, `out` marks what it may.
    """
    run, whole = unbroken(s.planets[seat])
    most = can_add(s, seat)
    if s.change:
        if run >= most:
            return most, True
        amounts(s.planets[seat], out)
        for amount in range(1, most + 1):
            if out[amount] == 0 and change_for(s, seat, amount)[0] != NO_CHANGE:
                out[amount] = 1
        return most, False
    for other in range(int(s.players)):
        if s.inside[other] == IN:
            whole = whole and unbroken(s.planets[other])[1]
    if whole:
        return most, True
    amounts(s.planets[seat], out)
    theirs = np.zeros(MOST_POINTS + 1, np.int64)
    for other in range(int(s.players)):
        if other != seat and s.inside[other] == IN:
            amounts(s.planets[other], theirs)  # marks at least as far as `most` leads
            behind = int(s.stakes[seat]) - int(s.stakes[other])
            for amount in range(max(0, -behind), most + 1):
                out[amount] &= theirs[amount + behind]
    while most > 0 and out[most] == 0:
        most -= 1
    return most, False


@kernel
def can_reach(s, seat):
    """The highest stake a seat could come to (SPA-05a)."""
    return int(s.stakes[seat]) + points(s.planets[seat])


@kernel
def poorest(s):
    """Who of those still in can reach least: the first of them from seat 0."""
    found = -1
    for seat in range(int(s.players)):
        if s.inside[seat] == IN and (found < 0 or can_reach(s, seat) < can_reach(s, found)):
            found = seat
    return found


@kernel
def can_add(s, seat):
    """How much a seat could add that the poorest still in could reach too (SPA-05a)."""
    return can_reach(s, poorest(s)) - int(s.stakes[seat])


@kernel
def are_stakes_open(s):
    """SPA-08: whether, as the stakes begin, any amount is open to everybody. With `reach open` they always begin."""
    if s.reach != EVEN:
        return True
    out = np.zeros(MOST_POINTS + 2, np.int64)
    least, most, whole = stake_range(s, out)
    for amount in range(least, most + 1):
        if whole or out[amount]:
            return True
    return False


@at_every_move
def legal_stakes(s, out):
    """Every amount the seat may add; and to drop."""
    least, most, whole = stake_range(s, out)
    n = 0
    for amount in range(least, most + 1):
        if whole or out[amount]:  # written over only where it has been read: n never passes the amount
            out[n] = encode(STAKE, amount)
            n += 1
    out[n] = DROP
    return n + 1


@at_every_move
def note(s, amount):
    """Writes down what was added, or DROPS."""
    s.history[s.acts] = amount
    s.acts += 1


@at_every_move
def aligned(s):
    """Whether all still in have the same stake, and there is one."""
    for seat in range(int(s.players)):
        if s.inside[seat] == IN and s.stakes[seat] != s.highest:
            return False
    return s.highest > 0


@kernel
def pot_points(s):
    """What lies on the table: antes and stakes."""
    total = points(s.pot)
    for seat in range(int(s.players)):
        total += int(s.stakes[seat])
    return total

"""Stakes (SPA-05 to SPA-09): what a seat may add, whether all are aligned, and what lies on the table."""

from ....engine.kernel import kernel
from .compiling import at_every_move
from .planets import amounts, points, unbroken
from .state import DROP, IN, STAKE, encode


@at_every_move
def may_raise(s, seat):
    """Whether the seat has raises left (`max_raises`): the opening stake is not one."""
    return s.highest == 0 or s.max_raises == 0 or s.raises[seat] < s.max_raises


@at_every_move
def stake_range(s, out):
    """The least and the most the seat to act may add, and whether its planets make every amount between; if not, `out`
    marks those they make.
    """
    seat = int(s.turn)
    row = s.planets[seat]
    need = int(s.highest) - int(s.stakes[seat])
    least = max(need, 1) if s.highest == 0 else need  # SPA-05: the first to stake puts down at least 1
    run, whole = unbroken(row)
    total = run if whole else amounts(row, out)
    return least, total if may_raise(s, seat) else min(total, need), whole


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

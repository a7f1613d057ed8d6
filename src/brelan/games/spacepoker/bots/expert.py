"""The expert: reads the others, and bluffs as often as raises can be believed."""

from ....engine.kernel import kernel, uniform
from ..rules.planets import points
from ..rules.stakes import may_raise
from ..rules.state import DROPS
from .intentions import RAISES
from .lookups import chance_read, pot_reckoned, rivals_in

FAITH = 0.4  # in others dropping: 1 would be as often as makes any bluff pay
CALLED_CLAIMS = 1  # how much more a player claims who answers a raise …
LARGEST_CLAIMS = 2  # … and who answers the largest
VARIES = 0.3  # how much its estimates vary: not always the same size, nor always a raise
LONG = 12  # after so many stakes nobody is thought to drop any more


@kernel
def expert_intends(s, seat, rng, tables):
    """The best estimated worth: dropping, aligning, or one of three raises that some of the others may drop to."""
    pot, need = pot_reckoned(s), int(s.highest) - int(s.stakes[seat])
    rivals = rivals_in(s, seat)
    best, worth = DROPS, 0.0
    if s.highest > 0:
        value = chance_read(s, seat, tables, 0) * (pot + need) - need
        if value > worth:
            best, worth = 0, value
    most = points(s.planets[seat]) - need
    if not may_raise(s, seat) or most < 1:
        return best
    for size in range(len(RAISES)):
        extra = min(max(1, int(RAISES[size] * (pot + need))), most)
        folds = (FAITH * extra / (extra + pot + need)) ** rivals if s.acts < LONG else 0.0
        claims = LARGEST_CLAIMS if size == len(RAISES) - 1 else CALLED_CLAIMS
        called = chance_read(s, seat, tables, claims)
        value = folds * pot + (1 - folds) * (called * (pot + need + extra * 2) - need - extra)
        value *= 1 + VARIES * (uniform(rng) - 0.5)
        if value > worth:
            best, worth = extra, value
    return best

"""The regular: pot odds against exact odds."""

from ....engine.kernel import kernel
from ..rules.state import DROPS
from .lookups import chance_exact, pot_reckoned, rivals_in

FAR_AHEAD, AHEAD = 0.8, 0.35  # of the way from a fair share of the pot to all of it
MOST_RAISES = 2  # unless far ahead


@kernel
def regular_intends(s, seat, tables):
    """Pot odds against exact odds, and a raise when well ahead. It never bluffs."""
    chance = chance_exact(s, seat, tables)
    pot, need = pot_reckoned(s), int(s.highest) - int(s.stakes[seat])
    fair = 1.0 / (rivals_in(s, seat) + 1)
    if chance > fair + (1 - fair) * FAR_AHEAD:
        return pot + need
    if chance > fair + (1 - fair) * AHEAD and int(s.stakes[seat]) < 2 * pot and s.raises[seat] < MOST_RAISES:
        return max(1, (pot + need) // 2)
    if s.highest == 0:
        need = 1
    return 0 if chance * (pot + need) >= need else DROPS

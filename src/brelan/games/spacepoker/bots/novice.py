"""The novice: keeps what matches and plays its cards."""

import numpy as np

from ....engine.kernel import below, kernel
from ..rules.ships import HAND, LARGEST, combination, pack
from ..rules.state import DROPS
from .lookups import blind_points

PRICES = (0.5, 1.5, 4.0, 12.0, 40.0, 300.0, 300.0)  # by combination, in units of the pot's start


@kernel
def novice_gives(counts):
    """The ships that match no other, packed; five different are kept."""
    single = np.zeros(LARGEST, np.int64)
    n = 0
    for i in range(LARGEST):
        if int(counts[i]) == 1:
            single[i] = 1
            n += 1
    return 0 if n == HAND else pack(single)


@kernel
def novice_intends(s, seat, rng):
    """Each combination has its price; never a point more, never a bluff."""
    unit = blind_points(s)
    price = unit * PRICES[combination(s.ships[seat])]
    reach = int(s.highest)
    if reach == 0:
        return max(1, min(int(price / 3), unit))
    if reach > price:
        return DROPS
    if price >= 2 * reach and below(rng, 2) == 0:
        return max(1, unit // 2)
    return 0

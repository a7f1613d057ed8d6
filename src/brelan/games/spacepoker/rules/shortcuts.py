"""A random move without the list of all of them: 60 million a second, 36 with the list.

It is the very move the list would have given (the kit checks it at every state), found by counting.
"""

from ....engine.kernel import below
from .compiling import at_every_move
from .pile import ALL_SIZES, ONE_OF_EACH, SIZE_BITS, SIZE_MASK, top_is_gone
from .ships import LARGEST, choice, choices, pack
from .stakes import legal_stakes, stake_range
from .state import DEAL, DEALING, DRAWING, DROP, EXCHANGE, EXCHANGING, STAKE, STAKING, encode, ships_in_all

NONE = -1


@at_every_move
def counted_off(s, rng, out):
    """A random move where it can be counted off, NONE elsewhere."""
    if s.phase == DEALING or (s.phase == DRAWING and not top_is_gone(s)):
        return encode(DEAL, _ship_at(int(s.top), below(rng, ships_in_all(s) - int(s.dealt) - int(s.off))))
    if s.phase == EXCHANGING:
        hand = pack(s.ships[s.turn])
        return encode(EXCHANGE, choice(hand, below(rng, choices(hand))))
    if s.phase == STAKING:
        return _random_stake(s, rng, out)
    return NONE


@at_every_move
def _ship_at(top, at):
    """The size of one ship of the pile, counted off from the smallest, for all sizes at once: eight bits each."""
    upto = top * ONE_OF_EACH & ALL_SIZES  # of that size or a smaller one
    before = (at * ONE_OF_EACH + 128 * ONE_OF_EACH - upto) >> 7 & ONE_OF_EACH  # the sizes that lie wholly before it
    return 1 + (before * ONE_OF_EACH >> SIZE_BITS * (LARGEST - 1) & SIZE_MASK)


@at_every_move
def _random_stake(s, rng, out):
    least, most, whole = stake_range(s, out)
    if not whole:
        return out[below(rng, legal_stakes(s, out))]
    n = max(most + 1 - least, 0)
    k = below(rng, n + 1)
    return encode(STAKE, least + k) if k < n else DROP

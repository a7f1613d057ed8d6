"""The pile (SPA-03, SPA-04): on top the ships no one has seen, under them those given in exchange, in order.

Of the ships on top only how many of each size matters: `top` counts them, eight bits a size.
"""

from ....engine.kernel import below, kernel
from .compiling import at_every_move
from .lap import from_opener
from .ships import LARGEST
from .state import MOST_PLAYERS, copies, ships_in_all, sizes

SIZE_BITS, SIZE_MASK = 8, 255
ONE_OF_EACH, ALL_SIZES = 0x01010101010101, 0xFFFFFFFFFFFFFF  # in `top`: a one for each size, and all of them


@kernel
def whole_fleet(s):
    """Every ship, as `top` counts them."""
    return copies(s) * (ONE_OF_EACH & ((1 << SIZE_BITS * sizes(s)) - 1))


@kernel
def piled(many, i):
    """That many ships of the size i + 1, as `top` counts them."""
    return many << SIZE_BITS * i


@at_every_move
def on_top(s, i):
    """How many ships of the size i + 1 are left of the pile no one has seen."""
    return int(s.top) >> SIZE_BITS * i & SIZE_MASK


@at_every_move
def off_top(s, size):
    s.top = int(s.top) - (1 << SIZE_BITS * (size - 1))


@at_every_move
def top_is_gone(s):
    """Whether only ships given in exchange are left of the pile."""
    return not s.shuffled and int(s.dealt) + int(s.off) >= ships_in_all(s)


@at_every_move
def take_off(s, size):
    """One ship comes off the pile after the deal."""
    if s.shuffled:
        s.under[size - 1] += 1
        off_top(s, size)
    else:
        if not top_is_gone(s):
            off_top(s, size)
        s.off += 1


@kernel
def undealt(s):
    """Ships in the pile just after the deal, and at every moment no exchange or draw is under way."""
    return ships_in_all(s) - int(s.dealt)


@kernel
def many_given(s, seat):
    """How many ships a seat has given in exchange so far."""
    return max(0, int(s.exchanged[seat]) - 1)


@kernel
def put_under(s):
    """How many ships were given in exchange so far."""
    n = 0
    for seat in range(MOST_PLAYERS):
        n += many_given(s, seat)
    return n


@kernel
def giver(s, index):
    """Who put the index-th ship under the pile, and which of theirs it was (SPA-04: smallest first); −1 if there are
    fewer.
    """
    for place in range(int(s.players)):
        seat = from_opener(s, place)
        n = many_given(s, seat)
        if index < n:
            return seat, index
        index -= n
    return -1, 0


@kernel
def in_no_hand(s, i):
    """How many ships of the size i + 1 nobody holds."""
    left = copies(s) if i < sizes(s) else 0
    for seat in range(int(s.players)):
        left -= int(s.ships[seat, i])
    return left


@kernel
def shuffle_rest(s):
    """Every ship that nobody holds is shuffled into a new pile."""
    s.shuffled = 1
    top = 0
    for i in range(LARGEST):
        s.under[i] = 0
        top += piled(max(0, in_no_hand(s, i)), i)
    s.top = top


@kernel
def take_random(rest, low, high, rng):
    """Takes a random ship of sizes low … high out of `rest`; 0 if there is none."""
    total = 0
    for size in range(low, high + 1):
        total += rest[size - 1]
    if total == 0:
        return 0
    at = below(rng, total)
    for size in range(low, high + 1):
        at -= rest[size - 1]
        if at < 0:
            rest[size - 1] -= 1
            return size
    return 0

"""Drawing for a pot that equal hands cannot decide (SPA-12)."""

from ....engine.kernel import kernel
from .lap import from_opener, place_of
from .pile import on_top, put_under, shuffle_rest, take_off, undealt
from .ships import LARGEST
from .state import DRAWING_LOTS, NOBODY


@kernel
def _undrawn(s):
    """How many ships are left that were not drawn for this pot."""
    if not s.shuffled:
        return undealt(s) + put_under(s) - int(s.off)
    left = 0
    for i in range(LARGEST):
        left += on_top(s, i)
    return left


@kernel
def start_lots(s):
    """A round of draws of those who are tied; the pile is shuffled first if it is too short for it."""
    s.phase = DRAWING_LOTS
    many = 0
    for seat in range(int(s.players)):
        many += int(s.tied[seat])
        s.draws[seat] = 0
    if _undrawn(s) < many:
        shuffle_rest(s)
    _next_lot(s, 0)


@kernel
def _next_lot(s, first):
    """Gives the turn to the next who draws, from that place of the lap on; False if nobody is left."""
    for place in range(first, int(s.players)):
        if s.tied[from_opener(s, place)]:
            s.turn = from_opener(s, place)
            return True
    return False


@kernel
def draw_lot(s, size):
    """A ship for the seat whose turn it is. Answers who wins the pot, NOBODY as long as it is open."""
    s.draws[s.turn] = size
    if not s.shuffled:
        s.tie_ships[s.ties] = size
        s.ties += 1
    take_off(s, size)
    if _next_lot(s, place_of(s, int(s.turn)) + 1):
        return NOBODY
    best, many, winner = 0, 0, NOBODY
    for seat in range(int(s.players)):
        best = max(best, int(s.draws[seat]))
    for seat in range(int(s.players)):
        s.tied[seat] = s.draws[seat] == best
        if s.tied[seat]:
            many += 1
            winner = seat
    if many == 1:
        return winner
    start_lots(s)
    return NOBODY

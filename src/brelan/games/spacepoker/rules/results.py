"""What a table of SpacePoker has come to, and what must hold of it at every moment (SPA-01, SPA-14)."""

from ....kernel import kernel
from .planets import EACH, EACH_CARDS, EACH_POINTS, VALUES, cards, points
from .state import DEALING, copies, on_top, pile_size, put_under, queue_slot, seats_dealt, sizes


@kernel
def wealth(s, row):
    """What a row of planets counts for (`win`)."""
    return cards(row) if s.win else points(row)


@kernel
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = wealth(s, s.planets[seat])


@kernel
def payoff(s, out):
    """What each has won or lost of what all started with: the richest wins (SPA-14)."""
    for seat in range(int(s.players)):
        out[seat] = wealth(s, s.planets[seat]) - (EACH_CARDS if s.win else EACH_POINTS)


@kernel
def ending(s):
    return int(s.over)


@kernel
def sound(s):
    """Planets are conserved card by card, and so are the ships."""
    for i in range(VALUES):
        total = int(s.pot[i])
        for seat in range(5):
            total += int(s.planets[seat, i]) + int(s.staked[seat, i])
            if s.planets[seat, i] < 0 or s.staked[seat, i] < 0:
                return False
        if total != EACH[i] * int(s.players):
            return False
    for seat in range(5):
        if points(s.staked[seat]) != s.stakes[seat]:
            return False
    return s.over > 0 or _ships_sound(s)


@kernel
def _ships_sound(s):
    for i in range(7):
        total = on_top(s, i) + int(s.under[i])
        for seat in range(5):
            total += int(s.ships[seat, i])
            if s.ships[seat, i] < 0:
                return False
        if not s.shuffled:
            for t in range(int(s.ties)):
                total += s.tie_ships[t] == i + 1
            for q in range(max(0, int(s.off) - pile_size(s)) if s.phase > DEALING else 0, put_under(s)):
                seat, which = queue_slot(s, q)
                total += s.given[seat, which] == i + 1
        if total != (copies(s) if i < sizes(s) else 0):
            return False
    return seats_dealt(s) >= 2

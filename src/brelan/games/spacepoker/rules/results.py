"""What a table of SpacePoker has come to, and what must hold of it at every moment (SPA-01, SPA-14)."""

from ....engine.kernel import kernel
from .lap import seats_dealt
from .pile import giver, on_top, put_under, undealt
from .planets import EACH_CARDS, EACH_POINTS, VALUES, cards, points
from .ships import LARGEST
from .stakes import pot_points
from .state import HANDS_PLAYED, MOST_PLAYERS, ONE_HOLDS_ALL, SETTLED, copies, planets_each, sizes

GOES_ON = 0


@kernel
def wealth(s, row):
    """What a row of planets counts for (`win`)."""
    return cards(row) if s.win else points(row)


@kernel
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = wealth(s, s.planets[seat])


@kernel
def wealth_at_first(s):
    """What each began with; a small stack is as many planets as points."""
    return EACH_CARDS if s.win and s.stack == EACH_POINTS else int(s.stack)


@kernel
def payoff(s, out):
    """What each has won or lost of what all started with: the richest wins (SPA-14)."""
    start = wealth_at_first(s)
    for seat in range(int(s.players)):
        out[seat] = wealth(s, s.planets[seat]) - start


@kernel
def ending(s):
    return int(s.over)


@kernel
def finished(s):
    """SPA-14: why the game ends after this hand; GOES_ON if it does not."""
    rich = 0
    for seat in range(int(s.players)):
        rich += cards(s.planets[seat]) > 0
    if rich == 1:
        return ONE_HOLDS_ALL
    return HANDS_PLAYED if s.hands > 0 and s.played >= s.hands else GOES_ON


@kernel
def remember_hand(s, winner):
    """How the hand ended, told as long as it lies there and while the next is played; NOBODY: everybody sat out."""
    s.last_winner = winner
    s.last_points = pot_points(s)
    for seat in range(MOST_PLAYERS):
        s.last_inside[seat] = s.inside[seat]
        s.last_stakes[seat] = int(s.stakes[seat]) + int(s.paid[seat])
        s.last_draws[seat] = s.draws[seat]
        for i in range(LARGEST):
            s.last_ships[seat, i] = s.ships[seat, i] if s.shown[seat] else 0


@kernel
def sound(s):
    """Planets are conserved card by card, and so are the ships; the pot is what was paid."""
    for i in range(VALUES):
        total = int(s.pot[i])
        for seat in range(MOST_PLAYERS):
            total += int(s.planets[seat, i]) + int(s.staked[seat, i])
            if s.planets[seat, i] < 0 or s.staked[seat, i] < 0:
                return False
        if total != planets_each(s, i) * int(s.players):
            return False
    antes = 0
    for seat in range(MOST_PLAYERS):
        antes += int(s.paid[seat])
        if points(s.staked[seat]) != s.stakes[seat]:
            return False
    if s.phase != SETTLED and points(s.pot) != antes:
        return False
    return s.over > 0 or s.dealt == 0 or _ships_sound(s)


@kernel
def _ships_sound(s):
    for i in range(LARGEST):
        total = on_top(s, i) + int(s.under[i])
        for seat in range(MOST_PLAYERS):
            total += int(s.ships[seat, i])
            if s.ships[seat, i] < 0:
                return False
        if not s.shuffled:
            for t in range(int(s.ties)):
                total += s.tie_ships[t] == i + 1
            for q in range(max(0, int(s.off) - undealt(s)), put_under(s)):
                seat, which = giver(s, q)
                total += s.given[seat, which] == i + 1
        if total != (copies(s) if i < sizes(s) else 0):
            return False
    return seats_dealt(s) >= 2

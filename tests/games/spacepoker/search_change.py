"""A search through games of the house for a table at which nobody can change a planet (SPA-09a), or at which the law of
the house is broken otherwise. Compiled: a million moves a second.
"""

import numpy as np

from brelan.engine.kernel import CHANCE, NEXT, OVER, below, compiled, copy_record, kernel, weighted
from brelan.games.spacepoker.rules import chance, legal, mover, play, sound
from brelan.games.spacepoker.rules.planets import can_pay, points
from brelan.games.spacepoker.rules.stakes import can_reach
from brelan.games.spacepoker.rules.state import DROP, IN, SETTLED, STAKE, STAKING, ante_of_hand

# What is found, one count each.
MOVES, CHANGES, AMOUNTS, UNCHANGEABLE, CANNOT_ALIGN, BEYOND, ANTES, ALL_IN, SHORT_ANTES, UNSOUND, HANDS = range(11)
NAMES = ("moves", "changes", "amounts", "unchangeable", "cannot_align", "beyond", "antes", "all_in", "short_antes")
NAMES += ("unsound", "hands")
UNIFORM, LEAST, MOST, SMALL, STICKY = range(5)  # how the players of a game choose their stakes


@compiled
def search(laid, games, rng, found):
    """Plays games to their end from tables just laid (`laid[1:]` is scratch); counts in `found` what it meets."""
    out, weights = np.zeros(400, np.int64), np.zeros(400, np.int64)
    for _ in range(games):
        s, before = laid[1], laid[2]
        copy_record(s, laid[0])
        way = below(rng, 5)
        while mover(s) != OVER:
            found[MOVES] += 1
            if mover(s) == CHANCE:
                n = chance(s, out, weights)
                move = out[weighted(rng, weights, n)]
            else:
                n = legal(s, out)
                move = out[below(rng, n)]
                if s.phase == STAKING:
                    _look(s, out, n, found)
                    move = _stake(way, s, out, n, rng)
                    if move != DROP and not can_pay(s.planets[s.turn], move - STAKE):
                        found[CHANGES] += 1
            copy_record(before, s)
            play(s, move)
            if move == NEXT and before.phase == SETTLED:
                found[HANDS] += 1
                _look_at_antes(before, s, found)
            if not sound(s):
                found[UNSOUND] += 1


@kernel
def _stake(way, s, out, n, rng):
    """One of the legal moves, of which the last is to drop."""
    if n == 1 or (way != STICKY and below(rng, 6) == 0):
        return out[n - 1]
    if way == LEAST:
        return out[0]
    if way == MOST:
        return out[n - 2]
    if way == SMALL or way == STICKY:
        return out[min(below(rng, 4), n - 2)]
    return out[below(rng, n - 1)]


@kernel
def _look(s, out, n, found):
    """Every amount from what is due to the limit is open, and nobody is asked for more than anybody still in has."""
    seat, limit = int(s.turn), 1 << 20
    for other in range(int(s.players)):
        if s.inside[other] == IN:
            limit = min(limit, can_reach(s, other))
    limit -= int(s.stakes[seat])
    need = max(int(s.highest) - int(s.stakes[seat]), 1 if s.highest == 0 else 0)
    found[AMOUNTS] += n - 1
    found[UNCHANGEABLE] += max(limit - need + 1, 0) - (n - 1)
    found[CANNOT_ALIGN] += n < 2 or out[0] - STAKE != need
    found[BEYOND] += n > 1 and out[n - 2] - STAKE > limit


@kernel
def _look_at_antes(before, s, found):
    """Each who has planets is in, with the ante or all it had."""
    for seat in range(int(s.players)):
        had = points(before.planets[seat])
        if had:
            ante = ante_of_hand(s)
            found[ANTES] += 1
            found[ALL_IN] += had < ante
            found[SHORT_ANTES] += s.paid[seat] != min(had, ante) or s.inside[seat] != IN

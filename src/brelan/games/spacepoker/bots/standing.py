"""What a match stands at when a hand is over: every seat's chance to win it.

Exact where two play a match that is solved. Else a share by points: the nearer the end, the more a lead is worth, and
what is still to be won and lost grows with the antes to come (`SPREAD`).
"""

from typing import Any

import numpy as np

from ....engine.kernel import compiled, copy_record, kernel
from ..rules.planets import VALUES, points
from ..rules.results import finished, wealth, wealth_at_first
from ..rules.state import MOST_PLAYERS, OPEN, ROTATE, SETTLED, STATE, ante_before

# By players: how far purses still come apart, in antes to come (squared and summed), with one hand left; and how much
# more with every other. Fitted to matches that masters played by the rules of the house (`bench/spacepoker_fit.py`).
SPREAD = np.array([0.0, 0.0, 2.3, 1.3, 1.85, 2.4])
GROWS = np.array([0.0, 0.0, 0.0, 0.1, 0.1, 0.1])
MOST_GROWN = 10  # hands


@kernel
def antes_spread(s):
    """How far the antes of all hands to come may lead apart: the root of the sum of their squares, in points."""
    total = 0.0
    for hand in range(int(s.played), int(s.hands)):
        total += max(1, ante_before(s, hand)) ** 2
    return total**0.5


@kernel
def standing(s, solved, out):
    """Every seat's chance of the match, now that a hand is over: `out`, by seat."""
    n, richest, many, whole = int(s.players), 0, 0, 0
    for seat in range(n):
        mine = int(wealth(s, s.planets[seat]))
        whole += mine
        if mine > richest:
            richest, many = mine, 0
        many += mine == richest
    left = int(s.hands) - int(s.played)
    if s.over or (s.reach == OPEN and not s.win and many == 1):  # whoever is richer wins every hand (`unanswerable`)
        for seat in range(n):
            out[seat] = 1.0 / many if wealth(s, s.planets[seat]) == richest else 0.0
    elif n == 2 and len(solved.chances):
        opener = 1 - int(s.opener) if s.first == ROTATE else 0
        chance = solved.chances[left, points(s.planets[opener])]
        out[opener], out[1 - opener] = chance, 1 - chance
    elif s.hands == 0:  # to the last planet
        for seat in range(n):
            out[seat] = int(wealth(s, s.planets[seat])) / whole
    else:
        _by_points(s, antes_spread(s) * SPREAD[n] * (1 + GROWS[n] * (min(left, MOST_GROWN) - 1)), out)


@kernel
def _by_points(s, spread, out):
    n, total, later = int(s.players), 0.0, 0
    for hand in range(int(s.played), int(s.hands)):
        later += ante_before(s, hand)
    whole = 0
    for seat in range(n):
        whole += int(wealth(s, s.planets[seat]))
    for seat in range(n):
        mine = int(wealth(s, s.planets[seat]))
        if 2 * (mine - later) > whole:  # it may drop every hand
            out[:n] = 0.0
            out[seat] = 1.0
            return
        out[seat] = np.exp((mine - whole) / spread) if mine else 0.0
        total += out[seat]
    for seat in range(n):
        out[seat] /= total


@kernel
def _standings(s, payoffs, solved, out):
    """What results of the hand that is played, one a row, make of every seat's chance of the match."""
    table, first = np.zeros(1, STATE), wealth_at_first(s)
    for row in range(len(payoffs)):
        copy_record(table[0], s)
        r = table[0]
        for seat in range(int(s.players)):
            held = int(payoffs[row, seat]) + first
            r.planets[seat, :] = 0
            r.planets[seat, 0] = held if s.win else held % VALUES
            r.planets[seat, VALUES - 1] = 0 if s.win else held // VALUES
        if s.phase != SETTLED:
            r.played += 1
            r.phase = SETTLED
        r.over = finished(r)
        standing(r, solved, out[row])


standings: Any = compiled(_standings)  # as Python calls it


def reckoned(s: np.record, payoffs: np.ndarray, tables: Any) -> np.ndarray:
    """[row, seat]: the same, as Python calls it."""
    rows = np.ascontiguousarray(payoffs, np.int64)
    out = np.zeros((len(rows), MOST_PLAYERS))
    standings(s, rows, tables.solved, out)
    return out[:, : rows.shape[1]]


@kernel
def chance_of_match(s, seat, solved):
    """The same, of one seat."""
    out = np.zeros(MOST_PLAYERS)
    standing(s, solved, out)
    return out[seat]

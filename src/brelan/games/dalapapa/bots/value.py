"""What a position is worth to each seat: the points it may still expect, from a few features weighted by what came of
games already played.

The weights were learnt by least squares from games of the quick player against itself, one row for each
set of dominoes and number of players.
"""

import numpy as np

from ....engine.kernel import OVER, kernel
from ..rules import mover
from ..rules.state import DRAWING, MARKERS
from ..rules.tiles import CELLS, DOMINOES

# The features, in the order of the weights.
ALWAYS = 0
MARKERS_LEFT, MARKERS_SQUARED, RIVAL_MARKERS, BOTH_MARKERS = 1, 2, 3, 4  # RIVAL: the fewest of another seat
TO_MOVE, WAIT = 5, 6  # turns before the seat's own
TOKENS_HELD, TOKENS_SPARE, RIVAL_TOKENS = 7, 8, 9  # up to four of its own, those beyond; the most of another seat
REACH, REACHED = 10, 11  # cells its markers could be put on now, and how many markers
CLOSABLE_CELLS, CLOSABLE = 12, 13  # groups with one open end: their cells if it is to move, and how many
NEARLY_GROUPS, NEARLY_CELLS = 14, 15  # groups with two
BAG_LEFT, LAST_TURNS = 16, 17  # times the markers left
FINISH_REACH, FINISH = 18, 19  # every marker left could be put now
FEATURES = 20

MOST_MARKERS = MARKERS[0]
MANY_TOKENS = 4
LARGEST = 15  # a territory of more cells counts as one of so many
NEARLY_CLOSED = 2  # open ends up to which a group counts as nearly closed
GROUPS, GROUP_CELLS = 0, 1  # what is counted of them


@kernel
def board_features(s, pool, near):
    """Fills `pool` with how many unmarked territories there are of each size, `near` with the groups of so many open
    ends: how many, and cells.
    """
    pool[:] = 0
    near[:] = 0
    for land in range(int(s.lands)):
        if s.land_owner[land] == 0:
            pool[min(LARGEST, int(s.land_cells[land]))] += 1
    for cell in range(CELLS * int(s.laid)):
        ends = int(s.open[cell])
        if 0 < ends <= NEARLY_CLOSED:
            near[ends, GROUPS] += 1
            near[ends, GROUP_CELLS] += int(s.halves[cell]) >> 1


@kernel
def features(s, seat, pool, near, f):
    """The features of one seat, from those of the board."""
    players = int(s.players)
    mine = int(s.markers[seat])
    fewest, tokens = 99, 0
    for other in range(players):
        if other != seat:
            fewest = min(fewest, int(s.markers[other]))
            tokens = max(tokens, int(s.tokens[other]))
    wait = (seat - int(s.turn)) % players
    if s.phase == DRAWING and not s.over:  # the turn is over, but for the draw
        wait = (wait - 1) % players
    left = mine
    reach = 0.0
    for cells in range(LARGEST, 0, -1):
        taken = min(left, pool[cells])
        reach += taken * cells
        left -= taken
    f[ALWAYS] = 1.0
    f[MARKERS_LEFT] = mine / MOST_MARKERS
    f[MARKERS_SQUARED] = mine * mine / (MOST_MARKERS * MOST_MARKERS)
    f[RIVAL_MARKERS] = fewest / MOST_MARKERS
    f[BOTH_MARKERS] = mine * fewest / (MOST_MARKERS * MOST_MARKERS)
    f[TO_MOVE] = 1.0 if wait == 0 else 0.0
    f[WAIT] = wait / players
    f[TOKENS_HELD] = min(MANY_TOKENS, int(s.tokens[seat])) / MANY_TOKENS
    f[TOKENS_SPARE] = max(0, int(s.tokens[seat]) - MANY_TOKENS) / MANY_TOKENS
    f[RIVAL_TOKENS] = min(6, tokens) / 6.0
    f[REACH] = reach / MOST_MARKERS
    f[REACHED] = (mine - left) / MOST_MARKERS
    f[CLOSABLE_CELLS] = near[1, GROUP_CELLS] / 10.0 if wait == 0 else 0.0
    f[CLOSABLE] = near[1, GROUPS] / 10.0
    f[NEARLY_GROUPS] = near[2, GROUPS] / 10.0
    f[NEARLY_CELLS] = near[2, GROUP_CELLS] / 20.0
    f[BAG_LEFT] = int(s.bag) / DOMINOES * mine / MOST_MARKERS
    f[LAST_TURNS] = (mine if s.last_turns else 0) / MOST_MARKERS
    f[FINISH_REACH] = reach / MOST_MARKERS if left == 0 and wait == 0 else 0.0
    f[FINISH] = 1.0 if left == 0 and wait == 0 and not s.plaque else 0.0
    turns = int(s.last_turns) - (1 if s.phase == DRAWING else 0)
    if s.last_turns and wait >= turns:  # DAL-12: no turn left
        for k in range(FEATURES):
            f[k] = 0.0


@kernel
def expected(s, weights, points):
    """The points each seat may expect at the end."""
    over = mover(s) == OVER
    pool, near = np.empty(LARGEST + 1, np.int64), np.empty((NEARLY_CLOSED + 1, 2), np.int64)
    f = np.empty(FEATURES, np.float64)
    if not over:
        board_features(s, pool, near)
    for seat in range(int(s.players)):
        points[seat] = int(s.scores[seat])
        if not over:
            features(s, seat, pool, near, f)
            for k in range(FEATURES):
                points[seat] += weights[k] * f[k]

"""What a position is worth to each seat: the points it may still expect, from a few features weighted by what came of
games already played.

The weights were learnt by least squares from games of the quick player against itself, one row for each
set of dominoes and number of players.
"""

from ....kernel import OVER, kernel
from ..rules import DRAWING, mover
from ..rules.tiles import DOMINOES

FEATURES = 20
NEAR = 3  # open ends up to which a group counts as nearly closed


@kernel
def board_features(s, pool, near):
    """Fills `pool` with how many unmarked territories there are of each size, `near` with the groups almost closed: how
    many, and cells.
    """
    pool[:] = 0
    near[:] = 0
    for land in range(int(s.lands)):
        if s.land_owner[land] == 0:
            pool[min(15, int(s.land_cells[land]))] += 1
    for cell in range(7 * int(s.laid)):
        ends = int(s.open[cell])
        if 0 < ends <= NEAR:
            near[2 * ends - 2] += 1
            near[2 * ends - 1] += int(s.halves[cell]) >> 1


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
    for cells in range(15, 0, -1):
        taken = min(left, pool[cells])
        reach += taken * cells
        left -= taken
    f[0] = 1.0
    f[1] = mine / 12.0
    f[2] = mine * mine / 144.0
    f[3] = fewest / 12.0
    f[4] = mine * fewest / 144.0
    f[5] = 1.0 if wait == 0 else 0.0
    f[6] = wait / players
    f[7] = min(4, int(s.tokens[seat])) / 4.0
    f[8] = max(0, int(s.tokens[seat]) - 4) / 4.0
    f[9] = min(6, tokens) / 6.0
    f[10] = reach / 12.0
    f[11] = (mine - left) / 12.0
    f[12] = near[1] / 10.0 if wait == 0 else 0.0
    f[13] = near[0] / 10.0
    f[14] = near[2] / 10.0
    f[15] = near[3] / 20.0
    f[16] = int(s.bag) / DOMINOES * mine / 12.0
    f[17] = (mine if s.last_turns else 0) / 12.0
    f[18] = (reach if wait == 0 else 0.0) / 12.0 if left == 0 else 0.0
    f[19] = 1.0 if left == 0 and wait == 0 and not s.plaque else 0.0
    turns = int(s.last_turns) - (1 if s.phase == DRAWING else 0)
    if s.last_turns and wait >= turns:  # DAL-12: no turn left
        for k in range(FEATURES):
            f[k] = 0.0


@kernel
def expected(s, weights, pool, near, f, points):
    """The points each seat may expect at the end."""
    players = int(s.players)
    over = mover(s) == OVER
    if not over:
        board_features(s, pool, near)
    for seat in range(players):
        points[seat] = int(s.scores[seat])
        if not over:
            features(s, seat, pool, near, f)
            for k in range(FEATURES):
                points[seat] += weights[k] * f[k]

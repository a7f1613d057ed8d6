"""Quick play: what a placement is worth at a glance, which territories to mark, when to replay. Bots and searches share
it.

All of it reads only what the mover may know: the board, the tokens, and the mover's own dominoes.
"""

from ....engine.kernel import kernel, uniform
from ..rules.board import BLOCKED, HALVES, OPEN, TAKEN, join
from ..rules.grid import STEP_X, STEP_Y, ring
from ..rules.state import ALL, END, MARKING, PLACE, PLAQUE, REPLAY, REPLAY_PRICE, mark_code, placement
from ..rules.tiles import CELLS, RIM
from ..rules.turns import can_replay, placeable, tokens_won

# The weights of the quick player, in points: what a placement does, then what its player needs to go on.
TOKEN = 0  # a token won or paid
BROKE = 1  # no token left
LAND = 2  # a territory closed that a marker is left for
CELL = 3  # a cell of one
FINISH = 4  # every marker left could be put now
EXTRA = 5  # a territory closed that no marker is left for
ONE_END, TWO_ENDS, MORE_ENDS = 6, 7, 8  # a group left with one, two, more open ends
NOOK, HOLE = 9, 10  # a free square beside the domino that two, three others touch already
TRAITS = 11
AGAIN = 11  # what the best placement of the domino at hand must be worth to buy a replay
BEHIND = 12  # points by which the last marker may leave its player behind
WEIGHTS = 13
NOTHING = -1e9  # the worth of what cannot be done


@kernel
def deal_alone(s):
    """Makes the deal that is played the last: what follows is luck. In the last one the results so far count too."""
    if s.dealt + 1 >= s.deals:
        for seat in range(int(s.players)):
            s.scores[seat] += s.totals[seat]
    s.deals = s.dealt + 1


@kernel
def nooks_and_holes(s, x, y, upright):
    """How many of the free squares beside a spot are touched already by two dominoes' sides, and by three."""
    nooks, holes = 0, 0
    for side in range(RIM):
        there = int(s.square[ring(x + int(STEP_X[upright, side]), y + int(STEP_Y[upright, side]))])
        if there >= TAKEN:
            continue
        touched = 0
        if there:
            for part in range(4):  # each side that is touched shuts out one part
                touched += (int(s.rim_keys[there - 1, part]) & BLOCKED) != 0
        nooks += touched == 2
        holes += touched > 2
    return nooks, holes


@kernel
def traits(s, move, seat, work, f):
    """What a placement does, as the numbers the first TRAITS weights are for."""
    domino, face, turn, x, y = placement(move)
    met = join(s, domino, face, turn, x, y, work)
    for k in range(TRAITS):
        f[k] = 0.0
    won = tokens_won(s, met)
    lands, cells = 0, 0
    for group in range(CELLS):
        halves = int(work[HALVES + group])
        if halves == 0:
            continue
        ends = int(work[OPEN + group])
        if ends == 0:
            lands += 1
            cells += halves >> 1
        elif ends == 1:
            f[ONE_END] += 1.0
        elif ends == 2:
            f[TWO_ENDS] += 1.0
        else:
            f[MORE_ENDS] += 1.0
    f[TOKEN] = won
    f[BROKE] = int(s.tokens[seat]) + won == 0
    markers = int(s.markers[seat])
    marked = min(lands, markers)
    f[LAND] = marked
    f[CELL] = cells * marked / max(1, lands)
    f[FINISH] = 0 < markers <= int(s.unmarked) + lands and s.plaque == 0
    f[EXTRA] = lands - marked
    f[NOOK], f[HOLE] = nooks_and_holes(s, x, y, turn & 1)


@kernel
def glance(s, move, seat, weights, work, f):
    """The worth of a placement at a glance, in points."""
    traits(s, move, seat, work, f)
    value = 0.0
    for k in range(TRAITS):
        value += weights[k] * f[k]
    return value


@kernel
def best_land(s):
    """The largest closed territory nobody has marked, and its cells; −1 if there is none."""
    best, cells = -1, 0
    for land in range(int(s.lands)):
        if s.land_owner[land] == 0 and s.land_cells[land] > cells:
            cells = int(s.land_cells[land])
            best = land
    return best, cells


@kernel
def best_rival(s, seat):
    """The highest score of the others."""
    best = 0
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, int(s.scores[other]))
    return best


@kernel
def prospect(s, seat, weights, work, out, f):
    """What the best placement of the domino at hand would be worth once a replay is paid; NOTHING if there is none."""
    n = placeable(s, seat, int(s.tokens[seat]) - REPLAY_PRICE, ALL, out)
    best = NOTHING
    for i in range(n):
        best = max(best, glance(s, out[i], seat, weights, work, f))
    return best


@kernel
def mark_or_go(s, seat, weights, work, out, f):
    """The move after a placement: a mark, else a replay that promises enough, else the end of the turn."""
    markers = int(s.markers[seat])
    if markers and s.unmarked:
        land, cells = best_land(s)
        ends = markers == 1 and s.plaque == 0  # DAL-12: the others have one turn left after this marker
        if not ends or int(s.scores[seat]) + cells + PLAQUE + weights[BEHIND] >= best_rival(s, seat):
            return mark_code(land)
    if can_replay(s, seat) and markers and prospect(s, seat, weights, work, out, f) >= weights[AGAIN]:
        return REPLAY
    return END


@kernel
def quick(s, rng, noise, weights, work, out, n, f):
    """The quick player's choice among the `n` legal moves in `out`; `noise` points of chance keep it from always
    playing alike.
    """
    seat = int(s.turn)
    if s.phase == MARKING:
        return mark_or_go(s, seat, weights, work, out, f)
    if n == 1 or out[0] < PLACE:
        return out[0]
    best, value = out[0], NOTHING
    for i in range(n):
        found = glance(s, out[i], seat, weights, work, f) + noise * uniform(rng)
        if found > value:
            value = found
            best = out[i]
    return best

"""Quick play: what a placement is worth at a glance, which territories to mark, when to replay. Bots and searches share it.

All of it reads only what the mover may know: the board, the tokens, and the mover's own dominoes.
"""

import numpy as np

from ...kernel import kernel, uniform
from .board import HALVES, OPEN, ORIGIN, PLACE, join
from .rules import END, MARK, MARKING, PLAQUE, REPLAY, can_replay

# The weights of the quick player, in points. Tuned by play against itself.
CELL = 0  # a cell of a territory closed and worth a marker
MARKER = 1  # what a marker is worth: a territory should bring more
TOKEN = 2  # a token won or paid
GROWTH = 3  # a half-cell of a group made larger, per open end left
GIFT = 4  # a cell of a territory closed that is not worth a marker: others may take it
SPARE = 5  # tokens to keep when buying a replay
LATE = 6  # how much less a marker is worth for each that a rival has put already
GLANCE = 7  # how much the expert trusts the glance beside the value of a position
WEIGHTS = 8


@kernel
def unpack(move):
    """A placement's domino, face, turn, x, y."""
    return move >> 21 & 127, move >> 20 & 1, move >> 18 & 3, (move >> 9 & 511) - ORIGIN, (move & 511) - ORIGIN


@kernel
def fewest_markers(s, seat):
    """The fewest markers any other seat has left."""
    fewest = 99
    for other in range(int(s.players)):
        if other != seat:
            fewest = min(fewest, int(s.markers[other]))
    return fewest


@kernel
def marker_worth(s, seat, weights):
    """What a marker should bring now, in cells: less as the end comes near."""
    if s.last_turns and s.plaque != seat + 1:
        return 0.5
    hurry = 12.0 - fewest_markers(s, seat) * int(s.players) / 2.0  # markers a rival has put, as if of twelve
    left = int(s.bag) // int(s.players) + 2  # turns still to come
    worth = weights[MARKER] - weights[LATE] * hurry
    if left < int(s.markers[seat]):
        worth = min(worth, 0.5)
    return max(worth, 0.5)


@kernel
def glance(s, move, seat, worth, weights, work):
    """The worth of a placement at a glance, in points."""
    domino, face, turn, x, y = unpack(move)
    met = join(s, domino, face, turn, x, y, work)
    value = weights[TOKEN] * min(met - 2, int(s.reserve))
    markers = int(s.markers[seat])
    for group in range(7):
        halves = int(work[HALVES + group])
        if halves == 0:
            continue
        ends = int(work[OPEN + group])
        if ends == 0:
            cells = halves >> 1
            if cells > worth and markers > 0:
                value += weights[CELL] * (cells - worth)
                markers -= 1
            else:
                value -= weights[GIFT] * cells
        elif halves > 4:
            value += weights[GROWTH] * halves / (1 + ends)
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
def harvest(s, first, second):
    """What two seats would get by marking the largest territories left, one after the other with all their markers: both sums."""
    used = np.zeros(64, np.int64)
    for land in range(int(s.lands)):
        if s.land_owner[land] == 0:
            used[min(63, int(s.land_cells[land]))] += 1
    mine, theirs = 0, 0
    markers = int(s.markers[first])
    for cells in range(63, 0, -1):
        taken = min(markers, used[cells])
        mine += taken * cells
        markers -= taken
        used[cells] -= taken
    markers = int(s.markers[second]) if second >= 0 else 0
    for cells in range(63, 0, -1):
        taken = min(markers, used[cells])
        theirs += taken * cells
        markers -= taken
    return mine, theirs


@kernel
def can_finish(s, seat):
    """Whether putting all markers now (DAL-12) leaves every rival behind, a fair last turn allowed for."""
    if s.plaque or s.markers[seat] == 0 or s.unmarked < s.markers[seat]:
        return False
    for other in range(int(s.players)):
        if other == seat:
            continue
        mine, theirs = harvest(s, seat, other)
        last = min(3, int(s.markers[other]))
        if int(s.scores[seat]) + mine + PLAQUE <= int(s.scores[other]) + theirs + last:
            return False
    return True


@kernel
def mark_or_go(s, seat, weights, work, out):
    """The move after a placement: a mark worth its marker, else a replay where tokens allow, else the end of the turn."""
    if s.markers[seat] and s.unmarked:
        land, cells = best_land(s)
        if cells > marker_worth(s, seat, weights) or can_finish(s, seat):
            return MARK + 1 + land
    if can_replay(s, seat) and s.tokens[seat] >= 2 + weights[SPARE] and (s.markers[seat] or not s.plaque):
        return REPLAY
    return END


@kernel
def quick(s, rng, noise, weights, work, out, n):
    """The quick player's choice among the `n` legal moves in `out`; `noise` points of chance keep it from always playing alike."""
    seat = int(s.turn)
    if s.phase == MARKING:
        return mark_or_go(s, seat, weights, work, out)
    if n == 1 or out[0] < PLACE:
        return out[0]
    worth = marker_worth(s, seat, weights)
    best, value = out[0], -1e9
    for i in range(n):
        found = glance(s, out[i], seat, worth, weights, work) + noise * uniform(rng)
        if found > value:
            value = found
            best = out[i]
    return best

"""The master's judgement of a position: each seat's share of the win, by a small network that has seen how many games
ended.

It is asked only about positions in which somebody is to place a domino, and it sees every hand: the search fills in
those its seat cannot see, and judges each filling by itself.
"""

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ....kernel import kernel
from ..rules import ALL, MARKERS
from ..rules.board import placements
from ..rules.tiles import DOMINOES
from .policy import CELL, FINISH, LAND, TOKEN, TRAITS, best_rival, glance

OWN = 12  # numbers about one seat
SHARED = 14  # numbers about the board and the turn
HIDDEN = 32
FILE = Path(__file__).with_name("nets.npz")  # written by bench/dalapapa_fit.py


def inputs(players: int) -> int:
    """How many numbers the network looks at."""
    return (OWN + 1) * players + SHARED


@cache
def network(players: int, tiles: str) -> Any:
    """The network for a set of dominoes and a number of players."""
    with np.load(FILE) as nets:
        return nets[f"{tiles}-{players}"].astype(np.float64)


@kernel
def final_share(s, seat, scale):
    """The share of the win at the end of a game: by who has won, and by how much: margins tell moves apart with fewer
    games.
    """
    ahead = int(s.scores[seat]) - best_rival(s, seat)
    won = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return 0.4 * won + 0.6 / (1.0 + math.exp(-ahead / scale))


@kernel
def look_at_seats(s, weights, work, out, f, about):
    """Fills `about[seat]`: score, markers, tokens, and what the seat's best placement would do now."""
    players = int(s.players)
    for seat in range(players):
        a = about[seat]
        tokens, markers = int(s.tokens[seat]), int(s.markers[seat])
        a[0] = int(s.scores[seat]) / 10.0
        a[1] = markers / MARKERS[players - 2]
        a[2] = tokens == 0
        a[3] = tokens == 1
        a[4] = min(tokens, 6) / 4.0
        n = placements(s, int(s.hand[seat, 0]) - 1, int(s.hand[seat, 1]) - 1, 1 if tokens else 2, ALL, out)
        best = -1e9
        for k in range(6, 11):
            a[k] = 0.0
        for i in range(n):
            value = glance(s, out[i], seat, weights, work, f)
            if value > best:
                best = value
                a[6] = f[LAND] / 3.0
                a[7] = f[CELL] / 5.0
                a[8] = f[TOKEN] / 2.0
                a[9] = f[FINISH]
                a[10] = 1.0
        a[5] = best / 5.0 if n else -2.0
        a[11] = n / 40.0


@kernel
def look_at_board(s, g):
    """Fills `g` with what all seats share: the groups left open, the territories nobody has marked, how near the end
    is.
    """
    for k in range(SHARED):
        g[k] = 0.0
    for cell in range(7 * int(s.laid)):
        ends = int(s.open[cell])
        if ends > 0:
            cells = int(s.halves[cell]) + ends >> 1
            if ends == 1:
                g[0] += 0.05
                g[1] += (cells - 1) * 0.05
                g[2] += (cells > 2) * 0.1
            elif ends == 2:
                g[3] += 0.1
                g[4] += cells * 0.05
            else:
                g[5] += 0.1
                g[6] += cells * 0.05
    g[7] = int(s.bag) / DOMINOES
    g[8] = int(s.unmarked) / 4.0
    for land in range(int(s.lands)):
        if s.land_owner[land] == 0:
            g[9] += int(s.land_cells[land]) * 0.1
    g[10] = s.last_turns != 0


@kernel
def arrange(s, seat, about, g, x):
    """The network's inputs as that seat sees them: itself, then the others as they follow."""
    players = int(s.players)
    wait = (int(s.turn) - seat) % players  # who is to move, counted from the seat
    rival = -1e9
    for away in range(players):
        other = (seat + away) % players
        if away:
            rival = max(rival, about[other, 0])
        for k in range(OWN):
            x[OWN * away + k] = about[other, k]
        x[OWN * players + away] = away == wait
    for away in range(1, players):
        x[OWN * away] = about[seat, 0] - about[(seat + away) % players, 0]
    x[0] = about[seat, 0] - rival
    at = (OWN + 1) * players
    for k in range(SHARED):
        x[at + k] = g[k]
    x[at + 11] = s.plaque == seat + 1
    x[at + 12] = s.plaque != 0 and s.plaque != seat + 1
    left = (players - wait) % players  # turns before the seat's own
    x[at + 13] = s.last_turns != 0 and left >= s.last_turns  # DAL-12: no turn left


@kernel
def share(x, net):
    """The share of the win the network gives.

    `net`: a row for each hidden unit, its weights, its threshold and what it counts for; then the last threshold.
    """
    n = len(x)
    total = net[HIDDEN, 0]
    for unit in range(HIDDEN):
        row = net[unit]
        reached = row[n]
        for k in range(n):
            reached += row[k] * x[k]
        if reached > 0:
            total += row[n + 1] * reached
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def shares(s, weights, net, work, out, worth):
    """Each seat's share of the win, where somebody is to place a domino."""
    players = int(s.players)
    about = np.empty((4, OWN), np.float64)
    g = np.empty(SHARED, np.float64)
    x = np.empty((OWN + 1) * players + SHARED, np.float64)
    look_at_seats(s, weights, work, out, np.empty(TRAITS, np.float64), about)
    look_at_board(s, g)
    for seat in range(players):
        arrange(s, seat, about, g, x)
        worth[seat] = share(x, net)

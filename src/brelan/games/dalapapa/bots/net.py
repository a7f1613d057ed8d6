"""The master's judgement of a position: each seat's chance to win and the points it will lead by, by a small network
that has seen how many games ended. The two are never mixed.

It is asked only about positions in which somebody is to place a domino, and it sees every hand: the search fills in
those its seat cannot see, and judges each filling by itself.
"""

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ....engine.kernel import kernel
from ....engine.solved import Store
from ..rules.state import ALL, MARKERS, MOST_SEATS
from ..rules.tiles import CELLS, DOMINOES
from ..rules.turns import placeable
from .policy import CELL, FINISH, LAND, NOTHING, TOKEN, TRAITS, best_rival, glance

# What is told of one seat, in the order of the inputs.
SCORE, MARKERS_LEFT = 0, 1
NO_TOKEN, ONE_TOKEN, TOKENS_HELD = 2, 3, 4
BEST_WORTH, BEST_LANDS, BEST_CELLS, BEST_TOKENS, BEST_FINISHES = 5, 6, 7, 8, 9  # what its best placement would do now
CAN_PLACE, CHOICE = 10, 11  # whether it has a placement, and how many
OWN = 12
# What is told of the board and the turn.
ONE_END, ONE_END_CELLS, ONE_END_LARGE = 0, 1, 2  # groups with one open end: how many, cells, large ones
TWO_ENDS, TWO_END_CELLS, MORE_ENDS, MORE_END_CELLS = 3, 4, 5, 6  # with two, with more
BAG_LEFT, UNMARKED, UNMARKED_CELLS, LAST_TURNS = 7, 8, 9, 10
OWN_PLAQUE, RIVAL_PLAQUE, NO_TURN_LEFT = 11, 12, 13  # as the seat sees it
SHARED = 14
HIDDEN = 32  # units, unless trained with others

NETS = "nets"
FILE = Path(__file__).with_name(f"{NETS}.npz")  # written by bench/dalapapa_fit.py
STORE = Store("dalapapa", __name__, shipped=FILE.parent)


def inputs(players: int) -> int:
    """How many numbers the network looks at: of each seat its own and whether it is to move, and what all share."""
    return (OWN + 1) * players + SHARED


def name_of(players: int, tiles: str) -> str:
    """The network's name among the others."""
    return f"{tiles}-{players}"


@cache
def network(players: int, tiles: str) -> Any:
    """The network for a set of dominoes and a number of players."""
    nets = STORE.find(NETS)
    if nets is None:
        raise OSError(f"The master's networks are missing: {FILE}.")
    return nets[name_of(players, tiles)].astype(np.float64)


@kernel
def ended(s, chances, leads):
    """Each seat's share of the win at the end of a game (DAL-14), and the points by which it leads its best rival."""
    first = 0
    for seat in range(int(s.players)):
        leads[seat] = int(s.scores[seat]) - best_rival(s, seat)
        first += leads[seat] >= 0
    for seat in range(int(s.players)):
        chances[seat] = 1.0 / first if leads[seat] >= 0 else 0.0


@kernel
def look_at_seats(s, weights, work, out, f, about):
    """Fills `about[seat]`: score, markers, tokens, and what the seat's best placement would do now."""
    players = int(s.players)
    for seat in range(players):
        own = about[seat]
        tokens, markers = int(s.tokens[seat]), int(s.markers[seat])
        own[SCORE] = int(s.scores[seat]) / 10.0
        own[MARKERS_LEFT] = markers / MARKERS[players - 2]
        own[NO_TOKEN] = tokens == 0
        own[ONE_TOKEN] = tokens == 1
        own[TOKENS_HELD] = min(tokens, 6) / 4.0
        n = placeable(s, seat, tokens, ALL, out)
        best = NOTHING
        for k in range(BEST_LANDS, CHOICE):
            own[k] = 0.0
        for i in range(n):
            value = glance(s, out[i], seat, weights, work, f)
            if value > best:
                best = value
                own[BEST_LANDS] = f[LAND] / 3.0
                own[BEST_CELLS] = f[CELL] / 5.0
                own[BEST_TOKENS] = f[TOKEN] / 2.0
                own[BEST_FINISHES] = f[FINISH]
                own[CAN_PLACE] = 1.0
        own[BEST_WORTH] = best / 5.0 if n else -2.0
        own[CHOICE] = n / 40.0


@kernel
def look_at_board(s, board):
    """Fills `board` with what all seats share: the groups left open, the territories nobody has marked, how near the
    end is.
    """
    for k in range(SHARED):
        board[k] = 0.0
    for cell in range(CELLS * int(s.laid)):
        ends = int(s.open[cell])
        if ends > 0:
            cells = int(s.halves[cell]) + ends >> 1
            if ends == 1:
                board[ONE_END] += 0.05
                board[ONE_END_CELLS] += (cells - 1) * 0.05
                board[ONE_END_LARGE] += (cells > 2) * 0.1
            elif ends == 2:
                board[TWO_ENDS] += 0.1
                board[TWO_END_CELLS] += cells * 0.05
            else:
                board[MORE_ENDS] += 0.1
                board[MORE_END_CELLS] += cells * 0.05
    board[BAG_LEFT] = int(s.bag) / DOMINOES
    board[UNMARKED] = int(s.unmarked) / 4.0
    for land in range(int(s.lands)):
        if s.land_owner[land] == 0:
            board[UNMARKED_CELLS] += int(s.land_cells[land]) * 0.1
    board[LAST_TURNS] = s.last_turns != 0


@kernel
def arrange(s, seat, about, board, x):
    """The network's inputs as that seat sees them: itself, then the others as they follow; who is to move; the board.

    Scores are told as differences: its own from its best rival's, then from each other's.
    """
    players = int(s.players)
    wait = (int(s.turn) - seat) % players  # who is to move, counted from the seat
    rival = -1e9
    for away in range(players):
        other = (seat + away) % players
        if away:
            rival = max(rival, about[other, SCORE])
        for k in range(OWN):
            x[OWN * away + k] = about[other, k]
        x[OWN * players + away] = away == wait
    for away in range(1, players):
        x[OWN * away + SCORE] = about[seat, SCORE] - about[(seat + away) % players, SCORE]
    x[SCORE] = about[seat, SCORE] - rival
    shared = (OWN + 1) * players
    for k in range(SHARED):
        x[shared + k] = board[k]
    x[shared + OWN_PLAQUE] = s.plaque == seat + 1
    x[shared + RIVAL_PLAQUE] = s.plaque != 0 and s.plaque != seat + 1
    left = (players - wait) % players  # turns before the seat's own
    x[shared + NO_TURN_LEFT] = s.last_turns != 0 and left >= s.last_turns  # DAL-12: no turn left


@kernel
def outlook(x, net):
    """The chance to win and the lead in points the network expects.

    `net`: a row for each hidden unit, its weights, its threshold and what it counts for in the chance and in the lead;
    then the last thresholds of both.
    """
    n, hidden = len(x), len(net) - 1
    chance, lead = net[hidden, 0], net[hidden, 1]
    for unit in range(hidden):
        row = net[unit]
        reached = row[n]
        for k in range(n):
            reached += row[k] * x[k]
        if reached > 0:
            chance += row[n + 1] * reached
            lead += row[n + 2] * reached
    return 1.0 / (1.0 + math.exp(-chance)), lead


@kernel
def outlooks(s, weights, net, work, out, chances, leads):
    """Each seat's chance to win and its lead, where somebody is to place a domino. The chances add up to 1."""
    players, total = int(s.players), 0.0
    about = np.empty((MOST_SEATS, OWN), np.float64)
    board = np.empty(SHARED, np.float64)
    x = np.empty((OWN + 1) * players + SHARED, np.float64)
    look_at_seats(s, weights, work, out, np.empty(TRAITS, np.float64), about)
    look_at_board(s, board)
    for seat in range(players):
        arrange(s, seat, about, board, x)
        chances[seat], leads[seat] = outlook(x, net)
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total

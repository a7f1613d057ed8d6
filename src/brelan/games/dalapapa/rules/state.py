"""The struct of Dalapapa, its options, and its moves as codes: put together and taken apart here and nowhere else."""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ....model.options import choice, flag, number
from ....model.words import N_
from .grid import SQUARES
from .tiles import CELLS, DOMINOES, RIM, SETS

MAX_RIM = RIM * DOMINOES - 2 * (DOMINOES - 1)  # open half-cells of 72 dominoes with the fewest contacts
BOARD_CELLS = CELLS * DOMINOES
MAX_LANDS = DOMINOES + 3 * DOMINOES  # one territory a cell: centres, and contacts
MAX_MOVES = 3 * MAX_RIM * 8  # a rim square lies in three spots at most; two dominoes, two faces, two ways round
MAX_CHANCE = DOMINOES

TOKENS, FIRST_TOKENS, REPLAY_PRICE, PLAQUE = 24, 2, 2, 5  # DAL-07, DAL-11, DAL-12
FREE = 2  # connections that neither cost nor bring a token (DAL-08)
MARKERS = (12, 8, 6)  # DAL-07, for 2, 3, 4 players
OPENING_DOMINOES, HELD = 3, 2
MOST_SEATS, MOST_HELD = 4, OPENING_DOMINOES
MOST_DEALS = 12

STATE = np.dtype(
    (
        np.record,
        [
            # the rim: free squares that touch a domino, and what each asks of a spot by the part it plays there
            ("rim_keys", np.int32, (MAX_RIM, 4)),
            ("rim_square", np.uint16, MAX_RIM),
            ("rim_x", np.int16, MAX_RIM),
            ("rim_y", np.int16, MAX_RIM),
            ("rim", np.int16),
            # the board: squares, dominoes in the order they were laid, groups of cells, closed territories
            ("square", np.uint16, SQUARES),
            ("laid_x", np.int16, DOMINOES),
            ("laid_y", np.int16, DOMINOES),
            ("parent", np.int16, BOARD_CELLS),
            ("halves", np.int16, BOARD_CELLS),
            ("open", np.int16, BOARD_CELLS),
            ("land_cell", np.int16, MAX_LANDS),
            ("land_cells", np.int16, MAX_LANDS),
            ("lands", np.int16),
            ("unmarked", np.int16),  # closed territories without a marker
            ("scores", np.int16, MOST_SEATS),  # of this deal
            ("totals", np.int16, MOST_SEATS),  # of the deals that are over
            ("land_owner", np.int8, MAX_LANDS),  # 0: nobody; else the seat + 1
            ("laid_domino", np.int8, DOMINOES),
            ("laid_how", np.int8, DOMINOES),  # 4·face + turn
            ("laid", np.int8),
            # the table
            ("players", np.int8),
            ("tiles", np.int8),
            ("open_hands", np.int8),
            ("deals", np.int8),
            ("dealt", np.int8),  # deals that are over
            ("dealer", np.int8),
            ("where", np.int8, DOMINOES),  # BAG (or out of sight), HAND, SHOWN, BOARD
            ("bag", np.int8),
            ("hand", np.int8, (MOST_SEATS, MOST_HELD)),  # domino + 1 in rising order; 0: none; UNKNOWN: out of sight
            ("tokens", np.int8, MOST_SEATS),
            ("reserve", np.int8),
            ("markers", np.int8, MOST_SEATS),
            ("plaque", np.int8),  # the seat that has it + 1
            # the turn
            ("phase", np.int8),
            ("turn", np.int8),
            ("stuck", np.int8),  # passes in succession that changed nothing (DAL-13)
            ("last_turns", np.int8),  # turns to finish before the end, this one included; 0: no plaque yet (DAL-12)
            ("over", np.int8),  # an index into ENDINGS
        ],
    )
)
# The phases. SHOWING: dominoes lie open, and the referee tells which. SETTLED: a deal is over, and another follows.
DRAWING_THREE, OPENING, DEALING, PLACING, MARKING, DRAWING, REDRAWING, SHOWING, SETTLED = range(9)
BAG, HAND, SHOWN, BOARD = range(4)  # where a domino is
UNKNOWN = 127

TILE_SETS = (N_("four colours, two faces"), N_("two colours, one face"), N_("four colours in large patches, two faces"))
CLASSIC, TWO_TONE, GRAND = range(3)
OPTIONS = (
    choice("tiles", "Dominoes", SETS, SETS[GRAND], TILE_SETS),
    flag("open_hands", "Everybody's dominoes lie open", False),
    number("deals", "Deals, the results of which are added", 1, MOST_DEALS, default=1),
)
ENDINGS = (
    "",
    N_("the last turns are played"),
    N_("the player to move has no domino left"),
    N_("nobody can place a domino"),
)
LAST_TURNS_PLAYED, NO_DOMINO_LEFT, NOBODY_CAN_PLACE = 1, 2, 3

# Typed, because Numba compiles a function anew for each plain constant it is given.
ALL, ONE, NONE = np.int64(MAX_MOVES), np.int64(1), np.int64(-1)


# --- the moves: END … SHOW are codes as they stand; then, in this order, marks, draws, dominoes shown and placements

END, REPLAY, PASS, SHOW = 1, 2, 3, 4
MARK = 16  # from here on: marks
DRAW = 1024  # from here on: draws
REVEAL = 1 << 24  # from here on: up to three dominoes shown, seven bits each
PLACE = 1 << 28  # from here on: placements
DRAW_UNSEEN = DRAW + DOMINOES  # a domino nobody but its owner sees
ORIGIN = 256  # x and y of the first domino, as they stand in a code


class Placement(NamedTuple):
    """How a domino lies; (x, y) is its left or upper square, the first domino's being (0, 0).

    `turn`: quarter turns clockwise. Its last bit tells that the domino stands upright, the other that it is half
    turned.
    """

    domino: int
    face: int
    turn: int
    x: int
    y: int


@kernel
def mark_code(land):
    """The move that marks a territory, numbered from 0 in the order of closing."""
    return MARK + 1 + land


@kernel
def marked_land(move):
    return move - MARK - 1


@kernel
def draw_code(domino):
    return DRAW + domino


@kernel
def drawn_domino(move):
    return move - DRAW


@kernel
def reveal_code(first, second, third):
    """The referee tells which dominoes are shown, numbered from 1 in rising order; 0, at the end: none."""
    return REVEAL + (int(first) << 14) + (int(second) << 7) + int(third)


@kernel
def revealed(move):
    """The dominoes a revelation shows, numbered from 1; 0: none."""
    return move >> 14 & 127, move >> 7 & 127, move & 127


@kernel
def place_code(domino, face, turn, x, y):
    """The move that lays a domino."""
    return PLACE + (domino << 21) + (face << 20) + (turn << 18) + ((x + ORIGIN) << 9) + (y + ORIGIN)


@kernel
def placement(move):
    """How a placement's code lays its domino."""
    return Placement(
        move >> 21 & 127, move >> 20 & 1, move >> 18 & 3, (move >> 9 & 511) - ORIGIN, (move & 511) - ORIGIN
    )

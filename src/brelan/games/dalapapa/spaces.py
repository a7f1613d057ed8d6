"""Dalapapa in numbers: a placement is numbered by the place in the hand, how the domino lies, and the rim square it
covers; and what a seat observes.

A grid of places would have to be so wide that most of it is never used, or leave moves out. A rim square's number says
nothing of where it is, so `observe` gives each one's place.
"""

from collections.abc import Mapping

from ...engine.kernel import kernel
from ...model.contract import Bounds, Feature
from ...model.options import Value
from .rules.board import MASK_AT
from .rules.grid import SIDE, ring
from .rules.hands import domino_in, held
from .rules.state import (
    BAG,
    BOARD,
    END,
    MARK,
    MAX_LANDS,
    MAX_RIM,
    MOST_DEALS,
    MOST_HELD,
    PLACE,
    PLAQUE,
    SHOW,
    TOKENS,
    UNKNOWN,
    mark_code,
    marked_land,
    place_code,
    placement,
)
from .rules.tiles import CELLS, DOMINOES, FACES, SIDES, C

SIDES_OF_ALL, TURNS, HALVES = 2, 4, 2  # whatever the set of dominoes
_WAYS = MOST_HELD * SIDES_OF_ALL * TURNS  # how a domino of the hand can lie
_PLAIN = SHOW - END + 1  # END, REPLAY, PASS and SHOW keep their order from 0 on …
_MARKS = _PLAIN  # … then come marks,
_FIRSTS = _MARKS + MAX_LANDS  # the first domino's placements, which touch nothing,
_PLACES = _FIRSTS + _WAYS  # and all others


def n_actions(players: int, options: Mapping[str, Value]) -> int:
    """14,236, whatever the set of dominoes."""
    return _PLACES + _WAYS * MAX_RIM * HALVES


@kernel
def action_of(s, code):
    if code < MARK:
        return code - END
    if code < PLACE:
        return _MARKS + marked_land(code)
    domino, face, turn, x, y = placement(code)
    seat, slot = int(s.turn), 0
    while domino_in(s, seat, slot) != domino:
        slot += 1
    way = (slot * SIDES_OF_ALL + face) * TURNS + turn
    if s.laid == 0:
        return _FIRSTS + way
    upright = turn & 1
    there, half = int(s.square[ring(x, y)]), 0
    if there == 0:  # its first square touches nothing: the second does
        there, half = int(s.square[ring(x + 1 - upright, y + upright)]), 1
    return _PLACES + (way * MAX_RIM + there - 1) * HALVES + half


@kernel
def code_of(s, action):
    if action < _MARKS:
        return END + action
    if action < _FIRSTS:
        return mark_code(action - _MARKS)
    way, x, y, half = action - _FIRSTS, 0, 0, 0
    if action >= _PLACES:
        at = action - _PLACES
        way, half = at // (MAX_RIM * HALVES), at % HALVES
        rim = at // HALVES % MAX_RIM
        x, y = int(s.rim_x[rim]), int(s.rim_y[rim])
    turn, face = way % TURNS, way // TURNS % SIDES_OF_ALL
    if half:
        x, y = x - 1 + (turn & 1), y - (turn & 1)
    domino = domino_in(s, int(s.turn), way // (TURNS * SIDES_OF_ALL))
    return place_code(max(domino, 0), face, turn, x, y)


PHASES, PLACE_OF_DOMINO, ASKS = 9, 4, 4
_FAR = 147.0  # no square 72 dominoes can touch is farther from the first in any direction
_COLOURS, _MOST_CELLS, _MOST_MARKERS = 4, 50, 12
OBSERVATION = (
    Feature(
        "phase",
        (PHASES,),
        0,
        1,
        "1 at what goes on: the dealer draws, lays; the deal; placing; marking; a draw; a draw to play again; "
        "dominoes shown; a deal that is over",
    ),
    Feature("bag", (1,), 0, 1, "dominoes in the bag / 72"),
    Feature("reserve", (1,), 0, 1, "tokens in the reserve / 24"),
    Feature("stuck", (1,), 0, 1, "passes in succession that changed nothing / 4"),
    Feature("ending", (1,), 0, 1, "turns to finish before the end / 4; 0: the plaque is not taken"),
    Feature("deals", (1,), 0, 1, "the share of the deals still to be finished"),
    Feature(
        "hand",
        (MOST_HELD, SIDES_OF_ALL, CELLS),
        0,
        1,
        "own dominoes: the colour of each cell of each face, (colour + 1) / 4; 0: none",
    ),
    Feature(
        "dominoes",
        (DOMINOES, 3),
        0,
        1,
        "each domino: may be in the bag or unseen in a hand; shown by another; on the board",
    ),
    Feature(
        "rim",
        (MAX_RIM, 3 + ASKS),
        -1,
        1,
        "each free square that touches a domino: 1, its column and its row / 147, and the colour its left, "
        "upper, right and lower side must have, (colour + 1) / 4; 0: any",
    ),
    Feature(
        "laid",
        (DOMINOES, 5),
        -1,
        1,
        "the dominoes on the board in the order they were laid: (number + 1) / 72, face, quarter turns / 3, "
        "column and row / 147",
    ),
    Feature(
        "lands",
        (MAX_LANDS, 2),
        -1,
        1,
        "closed territories: cells / 50, at most 1; 1: the observer's, −1: another's, 0: unmarked",
    ),
    Feature("tokens", (), 0, 1, "tokens / 24", by_seat=True),
    Feature("markers", (), 0, 1, "markers left / 12", by_seat=True),
    Feature("score", (), 0, 1, "points of this deal / 293", by_seat=True),
    Feature("plaque", (), 0, 1, "has the plaque", by_seat=True),
    Feature("held", (), 0, 1, "dominoes held / 3", by_seat=True),
    Feature("turn", (), 0, 1, "whose turn it is", by_seat=True),
    Feature("total", (), 0, 1, "points of the deals that are over / (293 · 12)", by_seat=True),
    Feature("dealer", (), 0, 1, "who deals", by_seat=True),
)
_HAND = PHASES + 5
_DOMINOES = _HAND + MOST_HELD * SIDES_OF_ALL * CELLS
_RIM = _DOMINOES + 3 * DOMINOES
_LAID = _RIM + (3 + ASKS) * MAX_RIM
_LANDS = _LAID + 5 * DOMINOES
_BY_SEAT = _LANDS + 2 * MAX_LANDS
_MOST_SCORE = MAX_LANDS + PLAQUE  # one point a cell, and there are no more cells than that


@kernel
def observe(s, seat, out):
    n = int(s.players)
    out[int(s.phase)] = 1
    out[PHASES] = int(s.bag) / DOMINOES
    out[PHASES + 1] = int(s.reserve) / TOKENS
    out[PHASES + 2] = min(int(s.stuck) / 4, 1.0)
    out[PHASES + 3] = int(s.last_turns) / 4
    out[PHASES + 4] = 1 - int(s.dealt) / int(s.deals)
    _observe_dominoes(s, seat, out)
    _observe_board(s, out)
    for land in range(int(s.lands)):
        out[_LANDS + 2 * land] = min(int(s.land_cells[land]) / _MOST_CELLS, 1.0)
        owner = int(s.land_owner[land])
        out[_LANDS + 2 * land + 1] = 0 if owner == 0 else 1 if owner == seat + 1 else -1
    other = seat
    for place in range(n):
        at = _BY_SEAT + place
        out[at] = int(s.tokens[other]) / TOKENS
        out[at + n] = int(s.markers[other]) / _MOST_MARKERS
        out[at + 2 * n] = int(s.scores[other]) / _MOST_SCORE
        out[at + 3 * n] = 1 if s.plaque == other + 1 else 0
        out[at + 4 * n] = held(s, other) / MOST_HELD
        out[at + 5 * n] = 1 if s.turn == other else 0
        out[at + 6 * n] = int(s.totals[other]) / (_MOST_SCORE * MOST_DEALS)
        out[at + 7 * n] = 1 if s.dealer == other else 0
        other = other + 1 if other + 1 < n else 0


@kernel
def _observe_dominoes(s, seat, out):
    tiles = int(s.tiles)
    for slot in range(MOST_HELD):
        domino = domino_in(s, seat, slot)
        if domino < 0:
            continue
        for face in range(int(SIDES[tiles])):
            colours = int(FACES[tiles, domino, face])
            for cell in range(CELLS):
                at = _HAND + (slot * SIDES_OF_ALL + face) * CELLS + cell
                out[at] = ((colours >> 2 * cell & 3) + 1) / _COLOURS
    for domino in range(DOMINOES):
        where = int(s.where[domino])
        out[_DOMINOES + 3 * domino] = 1 if where == BAG else 0
        out[_DOMINOES + 3 * domino + 2] = 1 if where == BOARD else 0
    for other in range(int(s.players)):
        for slot in range(MOST_HELD):
            number = int(s.hand[other, slot])
            if other != seat and number != 0 and number != UNKNOWN:
                out[_DOMINOES + 3 * (number - 1) + 1] = 1


@kernel
def _observe_board(s, out):
    for i in range(int(s.rim)):
        at = _RIM + (3 + ASKS) * i
        out[at] = 1
        out[at + 1] = int(s.rim_x[i]) / _FAR
        out[at + 2] = int(s.rim_y[i]) / _FAR
        for direction in range(ASKS):
            for part in range(2):  # as the first or the second square of a flat spot: one of them shows every side
                side = int(SIDE[part, direction])
                key = int(s.rim_keys[i, part])
                if side != C and key >> (MASK_AT + 2 * side) & 3:
                    out[at + 3 + direction] = ((key >> 2 * side & 3) + 1) / _COLOURS
    for number in range(int(s.laid)):
        at = _LAID + 5 * number
        how = int(s.laid_how[number])
        out[at] = (int(s.laid_domino[number]) + 1) / DOMINOES
        out[at + 1] = how >> 2
        out[at + 2] = (how & 3) / 3
        out[at + 3] = int(s.laid_x[number]) / _FAR
        out[at + 4] = int(s.laid_y[number]) / _FAR


def bounds(players: int, options: Mapping[str, Value]) -> Bounds:
    """A dealer whose three dominoes cannot be laid draws again, in theory for ever."""
    return Bounds(0, _MOST_SCORE * int(options["deals"]), False, None)

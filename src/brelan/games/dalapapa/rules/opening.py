"""A deal begins (DAL-06): the dealer lays three dominoes; then everybody is dealt what they play with (DAL-07)."""

import numpy as np

from ....engine.kernel import copy_record, kernel
from .board import clear, lay, placements
from .hands import domino_in
from .state import (
    ALL,
    BAG,
    DEALING,
    DRAWING_THREE,
    FIRST_TOKENS,
    MARKERS,
    MOST_HELD,
    NONE,
    ONE,
    OPENING_DOMINOES,
    SHOW,
    SHOWING,
    SHOWN,
    STATE,
    TOKENS,
    place_code,
    placement,
)
from .tiles import DOMINOES, SIDES, half_turn, rim_colours, rim_of


@kernel
def start_deal(s, dealer):
    """A full bag, and the dealer is to draw three. The board is empty."""
    s.bag = DOMINOES
    s.reserve = TOKENS
    s.dealer = dealer
    s.turn = dealer
    s.phase = DRAWING_THREE


@kernel
def next_deal(s):
    """`next`: the results are kept, the table is cleared, and the deal goes to the left."""
    for seat in range(int(s.players)):
        s.totals[seat] += s.scores[seat]
        s.scores[seat] = 0
        s.tokens[seat] = 0
        s.markers[seat] = 0
        for k in range(MOST_HELD):
            s.hand[seat, k] = 0
    for domino in range(DOMINOES):
        s.where[domino] = BAG
    clear(s)
    s.plaque = 0
    s.stuck = 0
    s.last_turns = 0
    start_deal(s, (int(s.dealer) + 1) % int(s.players))


@kernel
def opening_moves(s, seat, out):
    """The dealer's placements, none of which may leave a domino that cannot be laid any more; or SHOW."""
    n = 0
    if s.laid == 0:
        if can_go_on(s, seat):
            n = _first_placements(s, seat, out)
    else:
        one, other = domino_in(s, seat, 0), domino_in(s, seat, 1)
        n = placements(s, one, other, ONE, ALL, out)
        if other >= 0:
            n = _keep_open(s, one, other, out, n)
    if n == 0:
        out[0] = SHOW
        return 1
    return n


@kernel
def _first_placements(s, seat, out):
    """Every way to lay the first of three: a face that looks the same after a half turn has two, any other four."""
    tiles = int(s.tiles)
    n = 0
    for k in range(OPENING_DOMINOES):
        domino = domino_in(s, seat, k)
        for face in range(int(SIDES[tiles])):
            rim = rim_of(tiles, domino, face)
            for turn in range(2 if rim == half_turn(rim) else 4):
                out[n] = place_code(domino, face, turn, 0, 0)
                n += 1
    return n


@kernel
def _keep_open(s, one, other, out, n):
    """Keeps the second placements after which the third domino can be laid.

    Only one with a rim of one colour can ever be shut out.
    """
    tiles = int(s.tiles)
    kept = 0
    copies = np.empty(1, STATE)  # kept: a record does not hold on to the array it lies in
    spare = np.empty(4, np.int64)
    for i in range(n):
        domino, face, turn, x, y = placement(out[i])
        third = other if domino == one else one
        colours = rim_colours(tiles, third)
        fine = colours & (colours - 1) != 0
        if not fine:
            after = copies[0]
            copy_record(after, s)
            lay(after, domino, face, turn, x, y)
            fine = placements(after, third, NONE, ONE, ONE, spare) > 0
        if fine:
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def can_go_on(s, seat):
    """Whether what the dealer holds can be laid: with what lies there, each domino must share a rim colour with
    another, all hanging together.
    """
    tiles = int(s.tiles)
    if s.laid == OPENING_DOMINOES - 1:
        return placements(s, domino_in(s, seat, 0), NONE, ONE, ONE, np.empty(4, np.int64)) > 0
    colours = np.zeros(OPENING_DOMINOES, np.int64)
    for k in range(OPENING_DOMINOES):
        domino = domino_in(s, seat, k)
        colours[k] = rim_colours(tiles, domino if domino >= 0 else int(s.laid_domino[0]))
    shared = int(colours[0] & colours[1] != 0) + int(colours[1] & colours[2] != 0) + int(colours[0] & colours[2] != 0)
    return shared >= 2


@kernel
def show_hand(s):
    """DAL-06, DAL-09: what the player to act holds is shown to all, and the referee tells it."""
    seat = int(s.turn)
    for k in range(MOST_HELD):
        domino = domino_in(s, seat, k)
        if domino >= 0:
            s.where[domino] = SHOWN
    s.phase = SHOWING


@kernel
def take_back(s):
    """Three that could not be laid go back into the bag; three others are drawn."""
    seat = int(s.turn)
    for k in range(MOST_HELD):
        domino = domino_in(s, seat, k)
        if domino >= 0:
            s.where[domino] = BAG
            s.hand[seat, k] = 0
    s.bag = DOMINOES
    s.phase = DRAWING_THREE


@kernel
def deal(s):
    """DAL-07: tokens and markers; the dominoes are drawn next."""
    players = int(s.players)
    for seat in range(players):
        s.tokens[seat] = FIRST_TOKENS
        s.markers[seat] = MARKERS[players - 2]
    s.reserve = TOKENS - FIRST_TOKENS * players
    s.turn = (int(s.dealer) + 1) % players
    s.phase = DEALING

"""A turn: place, mark, replay or end (DAL-08 … DAL-11), and what ends the game (DAL-12, DAL-13)."""

import numpy as np

from ....engine.kernel import kernel
from .board import lay, placements
from .hands import domino_in, give, held, take
from .opening import deal, show_hand, take_back
from .state import (
    BOARD,
    DEALING,
    DRAWING,
    DRAWING_THREE,
    FREE,
    HAND,
    HELD,
    LAST_TURNS_PLAYED,
    MARKING,
    NO_DOMINO_LEFT,
    NOBODY_CAN_PLACE,
    ONE,
    OPENING,
    OPENING_DOMINOES,
    PLACING,
    PLAQUE,
    REDRAWING,
    REPLAY_PRICE,
    SETTLED,
    placement,
)


@kernel
def placeable(s, seat, tokens, most, out):
    """DAL-08, DAL-09: writes what a seat with so many tokens may place, and stops after `most`."""
    least = 1 if tokens > 0 else FREE
    return placements(s, domino_in(s, seat, 0), domino_in(s, seat, 1), least, most, out)


@kernel
def tokens_won(s, met):
    """DAL-08: one connection costs a token, each beyond two brings one, as long as the reserve lasts."""
    return min(met - FREE, int(s.reserve))


@kernel
def place(s, move):
    """A domino of the hand is laid: by the dealer of the opening, or in a turn."""
    domino, face, turn, x, y = placement(move)
    seat = int(s.turn)
    give(s, seat, domino)
    s.where[domino] = BOARD
    met = lay(s, domino, face, turn, x, y)
    if s.phase == OPENING:  # DAL-06: no tokens move
        if s.laid == OPENING_DOMINOES:
            deal(s)
        return
    won = tokens_won(s, met)
    s.tokens[seat] += won
    s.reserve -= won
    s.stuck = 0
    s.phase = MARKING
    _end_if_nothing_is_left(s)


@kernel
def pass_turn(s):
    """DAL-09: the hand is shown, a token is taken. No marking, no replay, no draw."""
    seat = int(s.turn)
    helped = s.reserve > 0
    # A pass that gives the token a placement was waiting for is no dead end (DAL-13).
    waiting = s.tokens[seat] == 0 and placeable(s, seat, ONE, ONE, np.empty(16, np.int64)) > 0
    if helped:
        s.tokens[seat] += 1
        s.reserve -= 1
    s.stuck = 0 if helped and waiting else int(s.stuck) + 1
    show_hand(s)


@kernel
def go_on(s):
    """Dominoes were shown: after a pass the next one plays; the dealer's three go back and others are drawn."""
    if s.laid < OPENING_DOMINOES:
        take_back(s)
    else:
        next_turn(s)


@kernel
def mark(s, land):
    """DAL-10, DAL-12, DAL-14."""
    seat = int(s.turn)
    s.land_owner[land] = seat + 1
    s.unmarked -= 1
    s.markers[seat] -= 1
    s.scores[seat] += s.land_cells[land]
    if s.markers[seat] == 0 and s.plaque == 0:
        s.plaque = seat + 1
        s.scores[seat] += PLAQUE
        s.last_turns = s.players
    _end_if_nothing_is_left(s)


@kernel
def _end_if_nothing_is_left(s):
    """After a placement or a mark: the turn ends by itself where nothing can be marked or bought."""
    seat = int(s.turn)
    if not can_mark(s, seat) and not can_replay(s, seat):
        end_turn(s)


@kernel
def can_mark(s, seat):
    """DAL-10: a marker left, and a territory without one."""
    return s.markers[seat] > 0 and s.unmarked > 0


@kernel
def can_replay(s, seat):
    """DAL-11: two tokens, and a domino to play it with."""
    return s.tokens[seat] >= REPLAY_PRICE and (s.bag > 0 or s.hand[seat, 0] != 0)


@kernel
def replay(s):
    """DAL-11: paid, then a domino is drawn if the bag has one."""
    s.tokens[int(s.turn)] -= REPLAY_PRICE
    s.reserve += REPLAY_PRICE
    s.phase = REDRAWING if s.bag else PLACING


@kernel
def end_turn(s):
    """DAL-11: a domino is drawn, if the bag has one and the game goes on."""
    if s.bag and s.last_turns != 1:
        s.phase = DRAWING
    else:
        next_turn(s)


@kernel
def draw(s, domino):
    """A domino comes out of the bag: for the dealer's three, a first hand, a replay, or at the end of a turn."""
    seat, phase = int(s.turn), int(s.phase)
    s.where[domino] = HAND
    s.bag -= 1
    take(s, seat, domino)
    if phase == DRAWING_THREE:
        if held(s, seat) == OPENING_DOMINOES:
            s.phase = OPENING
    elif phase == DEALING:
        if held(s, seat) == HELD:
            s.turn = (seat + 1) % int(s.players)
            if seat == s.dealer:  # served last
                s.phase = PLACING
    elif phase == REDRAWING:
        s.phase = PLACING
    else:
        next_turn(s)


@kernel
def next_turn(s):
    if s.last_turns:  # DAL-12
        s.last_turns -= 1
        if s.last_turns == 0:
            end_deal(s, LAST_TURNS_PLAYED)
            return
    s.turn = (int(s.turn) + 1) % int(s.players)
    s.phase = PLACING
    if s.hand[int(s.turn), 0] == 0:  # DAL-13
        end_deal(s, NO_DOMINO_LEFT)
    elif s.stuck >= s.players:
        end_deal(s, NOBODY_CAN_PLACE)


@kernel
def end_deal(s, why):
    """The game is over, or the deal lies there until `next`."""
    s.dealt += 1
    if s.dealt >= s.deals:
        s.over = why
    else:
        s.phase = SETTLED

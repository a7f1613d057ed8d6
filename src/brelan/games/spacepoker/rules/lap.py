"""The seats of a hand, and a lap of the table: once round from the opener's seat (SPA-06)."""

from ....engine.kernel import kernel
from .compiling import at_every_move
from .state import IN, MOST_PLAYERS, OUT


@at_every_move
def still_in(s):
    """How many seats have not dropped out."""
    n = 0
    for seat in range(MOST_PLAYERS):
        if s.inside[seat] == IN:
            n += 1
    return n


@kernel
def seats_dealt(s):
    """How many seats were dealt into this hand."""
    n = 0
    for seat in range(MOST_PLAYERS):
        if s.inside[seat] != OUT:
            n += 1
    return n


@kernel
def from_opener(s, place):
    """The seat at that place of the lap."""
    seat = int(s.opener) + place
    return seat - int(s.players) if seat >= s.players else seat


@kernel
def place_of(s, seat):
    """The place of a seat in the lap."""
    place = seat - int(s.opener)
    return place + int(s.players) if place < 0 else place


@at_every_move
def first_in_lap(s):
    """Gives the turn to the first seat still in, from the opener on."""
    seat = int(s.opener)
    while s.inside[seat] != IN:
        seat = seat + 1 if seat + 1 < s.players else 0
    s.turn = seat


@at_every_move
def next_in_lap(s):
    """Gives the turn to the next seat still in; False at the end of the lap."""
    seat = int(s.turn)
    while True:
        seat = seat + 1 if seat + 1 < s.players else 0
        if seat == s.opener:
            return False
        if s.inside[seat] == IN:
            s.turn = seat
            return True


@kernel
def dealt_to(s, seat):
    """How many ships a seat in this hand has been dealt: they come one by one round the table (SPA-03)."""
    seats, before = seats_dealt(s), 0
    for place in range(place_of(s, seat)):
        before += s.inside[from_opener(s, place)] != OUT
    return int(s.dealt) // seats + (int(s.dealt) % seats > before)

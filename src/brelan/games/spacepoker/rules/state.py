"""The record of a SpacePoker table, its options, its move codes, and the few questions all the rules ask of it."""

import numpy as np

from ....kernel import inner_kernel, kernel
from ....options import choice, flag, number
from ....words import N_
from .planets import VALUES
from .ships import COPIES, SHIPS

HISTORY = 32  # stakes of the hand that are kept in order

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int8),
            # the options
            ("hands", np.int16),
            ("fleet", np.int8),
            ("first", np.int8),
            ("closing", np.int8),
            ("max_raises", np.int8),
            ("kickers", np.int8),
            ("win", np.int8),
            ("ante", np.int8),
            # the game
            ("played", np.int16),  # hands finished
            ("over", np.int8),  # an index into ENDINGS
            ("planets", np.int8, (5, VALUES)),  # in front of each seat, by value: public (SPA-02)
            # the hand
            ("phase", np.int8),
            ("opener", np.int8),
            ("turn", np.int8),  # who acts, or for whom a card comes
            ("inside", np.int8, 5),  # OUT, IN, DROPPED
            ("dealt", np.int8),  # ships dealt
            ("pending", np.int8),  # ships still to come to the seat that exchanged
            ("off", np.int8),  # ships that came off the pile since the deal
            ("exchanged", np.int8, 5),  # 1 + how many ships the seat exchanged; 0: not yet
            ("pot", np.int8, VALUES),  # the antes
            ("staked", np.int8, (5, VALUES)),  # the planets of each stake
            ("stakes", np.int16, 5),  # their points
            ("highest", np.int16),
            ("raises", np.int16, 5),
            ("lap", np.int16),
            ("acts", np.int16),  # stakes, stays and drops of this hand …
            ("history", np.int16, HISTORY),  # … the first of them: the points added, −1 for a drop
            # the showdown and its draws: public
            ("shown", np.int8, 5),
            ("tied", np.int8, 5),  # who still draws for the pot (SPA-12)
            ("draws", np.int8, 5),  # the size drawn in this round, 0: not yet
            ("ties", np.int8),  # ships drawn so for the first time through the pile …
            ("tie_ships", np.int8, SHIPS),  # … in order
            ("shuffled", np.int8),  # the pile went through once and was shuffled
            ("under", np.int8, 7),  # ships drawn since then, by size
            # secret
            ("ships", np.int8, (5, 7)),  # each hand, by size
            ("given", np.int8, (5, 3)),  # given in exchange, smallest first
            ("drawn", np.int8, (5, 3)),  # what came for them, in order
            ("top", np.int64),  # what is left of the pile that no one has seen, eight bits a size
            # the hand before: public
            ("last_winner", np.int8),  # −1: none yet, or a hand nobody could pay for
            ("last_points", np.int16),
            ("last_inside", np.int8, 5),
            ("last_ships", np.int8, (5, 7)),  # those that were shown
            ("last_draws", np.int8, 5),
        ],
    )
)

FLEETS = (N_("five sizes, seven of each"), N_("seven sizes, five of each"))
OPENERS = (N_("the first seat, every hand"), N_("each in turn"))
CLOSINGS = (N_("at the end of a lap with equal stakes"), N_("once the last raise is answered"))
WINS = (N_("by their value"), N_("by their number"))
OPTIONS = (
    number("hands", "Hands in a game (0: until one player holds everything)", 0, 200, default=10),
    choice("fleet", "The fleet", ("5x7", "7x5"), default="5x7", words=FLEETS),
    choice("first", "Who opens", ("youngest", "rotate"), default="youngest", words=OPENERS),
    choice("closing", "A hand ends", ("lap", "called"), default="lap", words=CLOSINGS),
    number("max_raises", "Raises each player may make in a hand (0: no limit)", 0, 20, default=0),
    flag("kickers", "The ships outside the combination compare too", default=False),
    choice("win", "Planets count", ("points", "cards"), default="points", words=WINS),
    number("ante", "Points each player pays before the deal", 0, 6, default=0),
)
ENDINGS = (
    "",
    N_("the agreed hands are played"),
    N_("one player holds every planet"),
    N_("no two players can pay the ante any more"),
)

# Codes of moves. A seat: DROP, STAKE + points added, EXCHANGE + packed ships. Chance: DEAL + size, SHOW + packed hand,
# DRAW + size. Seen by others: DEAL + 0 and EXCHANGED + how many.
DROP, STAKE, EXCHANGE, EXCHANGED, DEAL, DRAW, SHOW = 0, 100, 1000, 2000, 3000, 4000, 10000
YOUNGEST, ROTATE = 0, 1
LAP, CALLED = 0, 1
OUT, IN, DROPPED = 0, 1, 2
DEALING, EXCHANGING, DRAWING, STAKING, SHOWING, DRAWING_LOTS = range(6)


@kernel
def copies(s):
    """How many ships there are of each size."""
    return COPIES[int(s.fleet)]


@kernel
def sizes(s):
    return 5 if s.fleet == 0 else 7


@inner_kernel
def on_top(s, i):
    """How many ships of that size are left of the pile no one has seen."""
    return int(s.top) >> 8 * i & 255


@inner_kernel
def seats_dealt(s):
    """How many seats were dealt into this hand."""
    n = 0
    for seat in range(5):
        if s.inside[seat] != OUT:
            n += 1
    return n


@inner_kernel
def still_in(s):
    n = 0
    for seat in range(5):
        if s.inside[seat] == IN:
            n += 1
    return n


@kernel
def from_opener(s, place):
    """The seat at that place of the lap (SPA-06)."""
    seat = int(s.opener) + place
    return seat - int(s.players) if seat >= s.players else seat


@kernel
def place_of(s, seat):
    """The place of a seat in the lap."""
    place = seat - int(s.opener)
    return place + int(s.players) if place < 0 else place


@kernel
def pile_size(s):
    """Ships in the pile just after the deal, and at every moment no exchange or draw is under way."""
    return SHIPS - 5 * seats_dealt(s)


@kernel
def queue_slot(s, index):
    """Who put the index-th ship under the pile, and which of theirs it was (SPA-04: smallest first); −1 if there are
    fewer.
    """
    for place in range(int(s.players)):
        seat = from_opener(s, place)
        n = max(0, int(s.exchanged[seat]) - 1)
        if index < n:
            return seat, index
        index -= n
    return -1, 0


@kernel
def put_under(s):
    """How many ships were given in exchange so far."""
    n = 0
    for seat in range(5):
        n += max(0, int(s.exchanged[seat]) - 1)
    return n

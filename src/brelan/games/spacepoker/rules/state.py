"""The record of a SpacePoker table, its options, and its move codes."""

import numpy as np

from ....engine.kernel import kernel
from ....model.options import choice, flag, number
from ....model.words import N_
from .compiling import at_every_move
from .planets import EACH, EACH_POINTS, VALUES
from .ships import COPIES, FLEET_SHIPS, LARGEST, MOST_GIVEN, SHIPS, SIZES

MOST_PLAYERS = 5
SMALL_STACK = EACH[0]  # there are so many planets of 1 point for each player
# Answers of the stakes that are kept in order: all a hand can have, so that nothing a player heard is forgotten. A lap
# that does not end the hand raises the highest stake, and who answers again has paid what it was the lap before: so
# nobody answers more often than two times and once for each point held.
HISTORY = MOST_PLAYERS * (EACH_POINTS + 2)

# Fields are sorted by size, so that they lie the same on every machine.
STATE = np.dtype(
    (
        np.record,
        [
            ("top", np.int64),  # secret: what is left of the pile that no one has seen (`pile.py`)
            # the game
            ("hands", np.int16),  # an option
            ("played", np.int16),  # hands finished
            # the hand
            ("stakes", np.int16, MOST_PLAYERS),  # their points
            ("highest", np.int16),
            ("raises", np.int16, MOST_PLAYERS),
            ("lap", np.int16),
            ("acts", np.int16),  # stakes, stays and drops of this hand …
            ("history", np.int16, HISTORY),  # … in order: the points added, or DROPS
            # the hand that was settled last
            ("last_points", np.int16),
            ("last_stakes", np.int16, MOST_PLAYERS),  # what each had put in, antes included
            ("players", np.int8),
            # the options
            ("fleet", np.int8),
            ("first", np.int8),
            ("closing", np.int8),
            ("max_raises", np.int8),
            ("kickers", np.int8),
            ("win", np.int8),
            ("ante", np.int8),
            ("reach", np.int8),
            ("change", np.int8),
            ("rise", np.int8),
            ("stack", np.int8),
            # the game
            ("over", np.int8),  # an index into ENDINGS
            ("planets", np.int8, (MOST_PLAYERS, VALUES)),  # in front of each seat, by value: public (SPA-02)
            # the hand
            ("phase", np.int8),
            ("opener", np.int8),
            ("turn", np.int8),  # who acts, or for whom a card comes
            ("inside", np.int8, MOST_PLAYERS),  # OUT, IN, DROPPED
            ("dealt", np.int8),  # ships dealt
            ("pending", np.int8),  # ships still to come to the seat that exchanged
            ("off", np.int8),  # ships that came off the pile since the deal
            ("exchanged", np.int8, MOST_PLAYERS),  # 1 + how many ships the seat exchanged; 0: not yet
            ("pot", np.int8, VALUES),  # the antes
            ("paid", np.int8, MOST_PLAYERS),  # what each paid of them: less than the ante is va-tout (SPA-15)
            ("staked", np.int8, (MOST_PLAYERS, VALUES)),  # the planets of each stake
            # the showdown and its draws: public
            ("shown", np.int8, MOST_PLAYERS),
            ("tied", np.int8, MOST_PLAYERS),  # who still draws for the pot (SPA-12)
            ("draws", np.int8, MOST_PLAYERS),  # the size drawn in this round, 0: not yet
            ("ties", np.int8),  # ships drawn so for the first time through the pile …
            ("tie_ships", np.int8, SHIPS),  # … in order
            ("shuffled", np.int8),  # the pile went through once and was shuffled
            ("under", np.int8, LARGEST),  # ships drawn since then, by size
            # secret
            ("ships", np.int8, (MOST_PLAYERS, LARGEST)),  # each hand, by size
            ("given", np.int8, (MOST_PLAYERS, MOST_GIVEN)),  # given in exchange, smallest first
            ("drawn", np.int8, (MOST_PLAYERS, MOST_GIVEN)),  # what came for them, in order
            # the hand that was settled last: public
            ("last_winner", np.int8),  # NOBODY: none yet, or a hand nobody could pay for
            ("last_inside", np.int8, MOST_PLAYERS),
            ("last_ships", np.int8, (MOST_PLAYERS, LARGEST)),  # those that were shown
            ("last_draws", np.int8, MOST_PLAYERS),
        ],
    )
)

# By these fields, in this order, problems were known before the law had a version 4 (`KNOWN_BY`).
KNOWN_BY = (
    *("players", "hands", "fleet", "first", "closing", "max_raises", "kickers", "win", "ante", "stack"),
    *("played", "over", "planets", "phase", "opener", "turn", "inside", "dealt", "pending", "off", "exchanged"),
    *("pot", "staked", "stakes", "highest", "raises", "lap", "acts", "history", "shown", "tied", "draws"),
    *("ties", "tie_ships", "shuffled", "under", "ships", "given", "drawn", "top"),
    *("last_winner", "last_points", "last_stakes", "last_inside", "last_ships", "last_draws"),
)
FLEETS, CLOSINGS = ("5x7", "7x5", "2x17"), ("lap", "called")
YOUNGEST, ROTATE = 0, 1
LAP, CALLED = 0, 1
OPEN, EVEN = 0, 1
MOST_ANTE = 60  # however long it rises (SPA-15)
FLEET_WORDS = (
    N_("five sizes, seven of each"),
    N_("seven sizes, five of each"),
    N_("two sizes, seventeen of each (for study)"),
)
OPENER_WORDS = (N_("the first seat, every hand"), N_("each in turn"))
CLOSING_WORDS = (N_("at the end of a lap with equal stakes"), N_("once the last raise is answered"))
WIN_WORDS = (N_("by their value"), N_("by their number"))
REACH_WORDS = (N_("as high as one likes"), N_("as high as everybody still in could"))
OPTIONS = (
    number("hands", "Hands in a game (0: until one player holds everything)", 0, 200, default=10),
    choice("fleet", "The fleet", FLEETS, default="5x7", words=FLEET_WORDS),
    choice("first", "Who opens", ("youngest", "rotate"), default="youngest", words=OPENER_WORDS),
    choice("closing", "A hand ends", CLOSINGS, default="lap", words=CLOSING_WORDS),
    number("max_raises", "Raises each player may make in a hand (0: no limit)", 0, 20, default=0),
    flag("kickers", "The ships outside the combination compare too", default=False),
    choice("win", "Planets count", ("points", "cards"), default="points", words=WIN_WORDS),
    number("ante", "Points each player pays before the deal", 0, 6, default=0),
    choice("reach", "How high a stake may go", ("open", "even"), default="open", words=REACH_WORDS),
    flag("change", "Planets are changed for others of the same worth", default=False),
    number("rise", "Hands after which the ante rises by itself (0: never)", 0, 20, default=0),
    number(
        "stack",
        "Points each player begins with: 60 in 25 planets, or a few planets of 1 point (for study)",
        1,
        SMALL_STACK,
        default=EACH_POINTS,
        also=(EACH_POINTS,),
    ),
)
ENDINGS = (
    "",
    N_("the agreed hands are played"),
    N_("one player holds every planet"),
    N_("no two players can pay the ante any more"),
)
HANDS_PLAYED, ONE_HOLDS_ALL, NOBODY_CAN_PAY = 1, 2, 3

OUT, IN, DROPPED = 0, 1, 2
DEALING, EXCHANGING, DRAWING, STAKING, SHOWING, DRAWING_LOTS, SETTLED = range(7)
DROPS = -1  # to drop out, where otherwise points to add are written
NOBODY = -1  # where otherwise a winner's seat is written


# A move's code is its kind, and what it says added to that. A seat's: DROP, STAKE (the points added), EXCHANGE (the
# ships given, packed). Chance's: DEAL and DRAW (a size), SHOW (the hand, packed). What others see of a secret: DEAL
# with no size, and EXCHANGED (how many ships).
DROP, STAKE, EXCHANGE, EXCHANGED, DEAL, DRAW, SHOW = KINDS = (0, 100, 1000, 2000, 3000, 4000, 10000)


@at_every_move
def encode(kind, what):
    """The code of a move of that kind that says so."""
    return kind + what


@at_every_move
def said(kind, move):
    """What a move known to be of that kind says."""
    return move - kind


@kernel
def decode(move):
    """The kind of a move, and what it says."""
    found = DROP
    for kind in KINDS:
        if move >= kind:
            found = kind
    return found, move - found


@kernel
def copies(s):
    """How many ships there are of each size."""
    return COPIES[int(s.fleet)]


@kernel
def sizes(s):
    """How many sizes of ships there are."""
    return SIZES[int(s.fleet)]


@at_every_move
def ships_in_all(s):
    """How many ships the fleet has."""
    return FLEET_SHIPS[int(s.fleet)]


@kernel
def planets_each(s, i):
    """How many planets of the value i + 1 each player begins with (SPA-01)."""
    if s.stack == EACH_POINTS:
        return EACH[i]
    return int(s.stack) if i == 0 else 0


@kernel
def ante_of_hand(s):
    """The ante of the hand that is played or lies there."""
    return ante_before(s, int(s.played) - (s.phase == SETTLED))


@kernel
def ante_before(s, played):
    """SPA-15: the ante of the hand before which so many were finished."""
    ante = int(s.ante)
    if s.rise:
        ante = min(ante * (1 + played // int(s.rise)), MOST_ANTE)
    return ante


@kernel
def clear_hand(s):
    """Everything of the hand that is over, but for its planets, back to zero."""
    for i in range(int(s.acts)):
        s.history[i] = 0
    s.highest = s.lap = s.acts = s.dealt = s.pending = s.off = s.ties = s.shuffled = s.top = 0
    for i in range(SHIPS):
        s.tie_ships[i] = 0
    for i in range(LARGEST):
        s.under[i] = 0
    for seat in range(MOST_PLAYERS):
        s.inside[seat] = s.exchanged[seat] = s.stakes[seat] = s.raises[seat] = s.paid[seat] = 0
        s.shown[seat] = s.tied[seat] = s.draws[seat] = 0
        for i in range(LARGEST):
            s.ships[seat, i] = 0
        for i in range(MOST_GIVEN):
            s.given[seat, i] = s.drawn[seat, i] = 0

"""What a referee of Pépètes writes down: the struct, the options, and what each move code means."""

from collections.abc import Mapping

import numpy as np

from ....engine.kernel import kernel
from ....model.options import Value, choice, flag, number
from ....model.words import N_
from .combinations import CARDS

SEATS = 6
BLUE_DICE, RED_DICE = 4, 2  # PEP-01; the black die is alone
STARTING_MONEY = 15  # PEP-02: ten 1s and a 5
MOST = 99_999  # the most one stake or gift can be said to be: moves are listed, and lists end. PEP-14 knows none

# What is going on.
PICK, LEAD, DUEL, BETS, STAKES, CARDS_TURN, GIFTS, ROUND_PAID, DUEL_SETTLED = range(9)

# The throws of a round (PEP-05), by `step`: odd ones are the defender's.
THROWS = (N_("A1"), N_("D1"), N_("A2"), N_("D2"), N_("A3"), N_("D3"))
AFTER_D1, AFTER_D3 = 2, 6  # the steps at which bets are laid and cards are turned over

# How the bets lie: none, being chosen, stakes being told, face down, cards being turned over, turned over.
NO_BETS, CHOOSING, TELLING, FACE_DOWN, TURNING, TURNED = range(6)

# The dice in the air, a bit each: the four blue ones from bit 0, the black one, the two red ones.
BLACK_DIE, FIRST_RED = 4, 5
BLUE_BITS = 15
BLACK_BIT = 1 << BLACK_DIE
RED_BIT = 1 << FIRST_RED
ALL_FIVE = BLUE_BITS | BLACK_BIT
BOTH_RED = 3  # a bit for each red die of an entry

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int8),
            # the options
            ("prime", np.int8),
            ("target", np.int16),
            ("minutes", np.int16),
            ("duels", np.int16),
            ("bonus", np.int16),
            ("malus", np.int16),
            ("bets", np.int8),
            ("gifts", np.int8),
            # the game
            ("money", np.int32, SEATS),
            ("bank", np.int32),  # what the bank has taken in, less what it has paid out
            ("fought", np.int32, SEATS),  # duels, by seat
            ("played", np.int32),  # duels in all
            ("out", np.int8, SEATS),  # who has left the game
            ("finish", np.int8),  # why the game is to end once duels are equal (PEP-20), an index into ENDINGS
            ("time_up", np.int8),
            ("over", np.int8),  # an index into ENDINGS
            ("phase", np.int8),
            # throwing for a duel or for the attack: who throws, what lies before each, who is chosen, how many are
            # still wanted
            ("rolling", np.int8),
            ("roll", np.int8, SEATS),
            ("chosen", np.int8),
            ("wanted", np.int8),
            # the duel
            ("attacker", np.int8),
            ("defender", np.int8),
            ("at_first", np.int32, SEATS),  # everybody's money when the duel began
            ("tour", np.int8),  # the round of the duel, 1 or 2 (numpy has taken the name "round")
            ("barred", np.int8),  # PEP-12: the defender may only pass in this round
            ("step", np.int8),  # an index into THROWS; 6: the round is over
            # the dice of this round; they lie until the next A1
            ("thrown_by", np.int8),  # the attacker whose dice lie there, −1: nobody yet
            ("faced_by", np.int8),
            ("blue", np.int8, BLUE_DICE),  # a face; 0: not thrown or in the air; −face: knocked out
            ("black", np.int8),
            # the face of the last throw; 0: never thrown or in the air; −face: gone with a hit
            ("red", np.int8, RED_DICE),
            ("pending", np.int8),  # the dice in the air
            ("announced", np.int8),  # faces of the last entry, a bit each (1 << face)
            ("entered", np.int8),  # red dice of the last entry, a bit each
            ("lost", np.int16),
            # the bets: those of a seat at 2 · seat and after it
            ("laid", np.int8),  # how they lie
            ("bettor", np.int8),
            ("question", np.int8),  # what the bettor is asked: card, stake, card, stake
            ("card", np.int8, 2 * SEATS),
            ("stake", np.int32, 2 * SEATS),
            # a ruined player and who is asked for a gift; at the end of a round or of a duel
            ("ruined", np.int8),
            ("giver", np.int8),
            ("duel_over", np.int8),
        ],
    )
)

PRIMES = ("none", "50", "70", "custom")  # PEP-21; `bank.py` knows what they are
_PRIME_WORDS = (
    N_("none"),
    N_("for a game to 50: 22–24 wins 7, 34–36 costs 7"),
    N_("for a game to 70: 30–32 wins 7, 48–50 costs 7"),
    N_("numbers of your own, 10 each"),
)
_READINGS = (N_("if the dice hold it"), N_("only if it is the one that counted in the score"))


def _default_target(chosen: Mapping[str, Value]) -> Value:
    return 70 if chosen.get("prime") == "70" else 50


OPTIONS = (
    choice("prime", "Bonus and malus", PRIMES, default="none", words=_PRIME_WORDS),
    number("target", "Pépètes that end the game (0: none)", 20, 500, default=_default_target, also=(0,)),
    number("minutes", "Minutes after which the game ends (0: no limit)", 0, 600, default=0),
    number("duels", "Duels after which the game ends at once (0: no limit)", 0, 200, default=0),
    number("bonus", "Your own bonus number (0: none)", 1, 500, default=0, also=(0,)),
    number("malus", "Your own malus number (0: none)", 1, 500, default=0, also=(0,)),
    choice("bets", "A bet on a combination wins", ("contains", "counted"), default="contains", words=_READINGS),
    flag("gifts", "A ruined player may be given money", default=True),
)
MAX_MOVES = MOST + 1
MAX_CHANCE = 6

TARGET_REACHED, TIME_UP, LAST_DUEL, LAST_PLAYER = 1, 2, 3, 4
ENDINGS = (
    "",
    N_("the target is reached"),
    N_("time is up"),
    N_("the last duel is fought"),
    N_("a single player is left"),
)

# --- move codes. Of a seat:

PASS = 0  # codes 1 to 15 throw the blue dice of that bit mask again
THROW_ALL = 16
AIM = 128  # AIM * (bits of the red dice thrown) + a bit for each announced face (1 << face)
CARD = 600
CARD_HIDDEN = 620  # what the others see of it
STAKE_HIDDEN = 999_999
STAKE = 1_000_000
GIVE = 2_000_000
# Of chance and of the referee:
DIE, BLUE, BLACK, RED = 640, 650, 660, 670  # + the face; multiples of ten
TURN = 700  # TURN + 14 * first card + second card: one bettor's cards are turned over (PEP-15)
TELL = 1 << 40  # TELL + TOLD_STAKES * first stake + second stake: the stakes of one bettor become public (PEP-16)
TOLD_STAKES = 1 << 17


@kernel
def thrown_again(move):
    """The blue dice an attacker's move throws again, a bit each; none for a pass."""
    return move if move < THROW_ALL else 0


@kernel
def aim_move(dice, faces):
    """Announces these faces (a bit each, 1 << face) and throws these red dice (a bit each)."""
    return AIM * dice + faces


@kernel
def aim_parts(move):
    """The red dice thrown and the faces announced."""
    return move // AIM, move % AIM


@kernel
def card_move(card):
    return CARD + card


@kernel
def card_of(move):
    return move - CARD


@kernel
def stake_move(amount):
    return STAKE + amount


@kernel
def stake_of(move):
    return move - STAKE


@kernel
def gift_move(amount):
    return GIVE + amount


@kernel
def gift_of(move):
    return move - GIVE


@kernel
def die_move(colour, face):
    """A die comes to rest; `colour` is DIE (thrown for a duel or for the attack), BLUE, BLACK or RED."""
    return colour + face


@kernel
def face_of(move, colour):
    return move - colour


def die_parts(move: int) -> tuple[int, int]:
    """The colour and the face of a die that comes to rest."""
    face = move % 10
    return move - face, face


@kernel
def tell_move(first, second):
    """The referee tells a bettor's two stakes."""
    return TELL + TOLD_STAKES * first + second


@kernel
def stakes_told(move):
    return (move - TELL) // TOLD_STAKES, (move - TELL) % TOLD_STAKES


@kernel
def turn_move(first, second):
    """The referee turns a bettor's two cards over."""
    return TURN + CARDS * first + second


@kernel
def cards_turned(move):
    return (move - TURN) // CARDS, (move - TURN) % CARDS

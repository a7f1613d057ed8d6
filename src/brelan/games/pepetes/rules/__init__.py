"""The rules of Pépètes (PEP-01 … PEP-21): the struct, and the functions on it. What follows what is in `course.py`."""

from collections.abc import Mapping

import numpy as np

from ...kernel import CHANCE, OVER, TIME, kernel
from ...options import Value, choice, flag, number
from ...words import N_, Sentence
from .codes import (
    AIM,
    ALL_FIVE,
    BETS,
    BLACK,
    BLACK_BIT,
    BLUE,
    CARD,
    CARDS_TURN,
    DIE,
    DUEL,
    GIFTS,
    GIVE,
    LEAD,
    MOST,
    NO_BETS,
    PASS,
    PICK,
    RED,
    RED_BIT,
    SEATS,
    STAKE,
    STAKES,
    STARTING_MONEY,
    TELL,
    TELLING,
    THROW_ALL,
    TURN,
    TURNED,
)
from .combinations import CARDS, DIGIT, NONE, strike
from .course import bets_are_told, blue_faces, end_throw, gift_answered, next_bettor, next_duel, roll_came, settle
from .secrecy import hide, redeal, seen

__all__ = ["hide", "redeal", "seen"]  # part of the rules, written in `secrecy.py`

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
            ("tour", np.int8),  # the round of the duel, 1 or 2 (numpy has taken the name "round")
            ("barred", np.int8),  # PEP-12: the defender may only pass in this round
            ("step", np.int8),  # A1 D1 A2 D2 A3 D3 are 0 to 5; 6: the round is over
            # the dice of this round; they lie until the next A1
            ("thrown_by", np.int8),  # the attacker whose dice lie there, −1: nobody yet
            ("faced_by", np.int8),
            ("blue", np.int8, 4),  # a face; 0: not thrown or in the air; −face: knocked out
            ("black", np.int8),
            ("red", np.int8, 2),  # the face of the last throw; 0: never thrown or in the air; −face: gone with a hit
            ("pending", np.int8),  # the dice in the air
            ("announced", np.int8),  # faces of the last entry, a bit each (1 << face)
            ("entered", np.int8),  # red dice of the last entry, a bit each
            ("lost", np.int16),
            # the bets: two a seat
            ("laid", np.int8),  # how they lie
            ("bettor", np.int8),
            ("question", np.int8),
            ("card", np.int8, 2 * SEATS),
            ("stake", np.int16, 2 * SEATS),
            # a ruined player and who is asked for a gift; at the end of a round or of a duel
            ("ruined", np.int8),
            ("giver", np.int8),
            ("duel_over", np.int8),
        ],
    )
)

PRIMES = (
    N_("none"),
    N_("for a game to 50: 22–24 wins 7, 34–36 costs 7"),
    N_("for a game to 70: 30–32 wins 7, 48–50 costs 7"),
    N_("numbers of your own, 10 each"),
)
READINGS = (N_("if the dice hold it"), N_("only if it is the one that counted in the score"))


def _default_target(chosen: Mapping[str, Value]) -> Value:
    return 70 if chosen.get("prime") == "70" else 50


OPTIONS = (
    choice("prime", "Bonus and malus", ("none", "50", "70", "custom"), default="none", words=PRIMES),
    number("target", "Pépètes that end the game (0: none)", 20, 500, default=_default_target, also=(0,)),
    number("minutes", "Minutes after which the game ends (0: no limit)", 0, 600, default=0),
    number("duels", "Duels after which the game ends at once (0: no limit)", 0, 200, default=0),
    number("bonus", "Your own bonus number (0: none)", 1, 500, default=0, also=(0,)),
    number("malus", "Your own malus number (0: none)", 1, 500, default=0, also=(0,)),
    choice("bets", "A bet on a combination wins", ("contains", "counted"), default="contains", words=READINGS),
    flag("gifts", "A ruined player may be given money", default=True),
)
MAX_MOVES = MOST + 1
MAX_CHANCE = 6
ENDINGS = (
    "",
    N_("the target is reached"),
    N_("time is up"),
    N_("the last duel is fought"),
    N_("a single player is left"),
)


def check(options: Mapping[str, Value]) -> Sentence | None:
    """A game must be able to end (PEP-20), and numbers of one's own belong to the custom prime (PEP-21)."""
    if options["target"] == 0 and options["minutes"] == 0 and options["duels"] == 0:
        return Sentence("Option target is 0 (none), so option minutes or option duels must be at least 1.")
    if options["prime"] == "custom":
        if options["bonus"] == 0 or options["malus"] == 0 or options["bonus"] == options["malus"]:
            return Sentence(
                "With option prime custom, options bonus and malus are two different numbers from 1 to 500."
            )
    elif options["bonus"] or options["malus"]:
        return Sentence("Options bonus and malus are for option prime custom; otherwise both are 0.")
    return None


@kernel
def start(s):
    for seat in range(int(s.players)):
        s.money[seat] = STARTING_MONEY
    s.attacker = -1
    s.defender = -1
    s.thrown_by = -1
    s.faced_by = -1
    next_duel(s)


@kernel
def mover(s):
    if s.over:
        return OVER
    phase = int(s.phase)
    if phase == DUEL:
        if s.pending:
            return CHANCE
        return int(s.defender) if int(s.step) & 1 else int(s.attacker)
    if phase == BETS:
        return int(s.bettor)
    if phase == GIFTS:
        return int(s.giver)
    return CHANCE


@kernel
def legal(s, out):
    phase = int(s.phase)
    if phase == BETS:
        return _bets_allowed(s, out)
    if phase == GIFTS:  # PEP-19: any amount, keeping at least 1
        most = min(int(s.money[int(s.giver)]) - 1, MOST)
        for amount in range(most + 1):
            out[amount] = GIVE + amount
        return most + 1
    step = int(s.step)
    if step == 0:  # PEP-06
        out[0] = THROW_ALL
        return 1
    return _entries_allowed(s, out) if step & 1 else _throws_allowed(s, out)


@kernel
def _throws_allowed(s, out):
    """PEP-07: any of the blue dice still in play, or a pass. PEP-10: with none, a pass."""
    in_play = 0
    for die in range(4):
        if s.blue[die] > 0:
            in_play |= 1 << die
    out[0] = PASS
    n = 1
    for mask in range(1, 16):
        if mask & in_play == mask:
            out[n] = mask
            n += 1
    return n


@kernel
def _entries_allowed(s, out):
    """PEP-08: one or both red dice in hand, and at most as many different faces, each showing on a blue die."""
    out[0] = PASS
    n = 1
    if s.barred:  # PEP-12
        return n
    faces = blue_faces(s)
    in_hand = 0
    for die in range(2):
        if s.red[die] >= 0:
            in_hand |= 1 << die
    for dice in range(1, 4):
        if dice & in_hand != dice:
            continue
        for face in range(1, 7):
            if faces >> face & 1:
                out[n] = AIM * dice + (1 << face)
                n += 1
                if dice == 3:
                    for other in range(face + 1, 7):
                        if faces >> other & 1:
                            out[n] = AIM * dice + (1 << face) + (1 << other)
                            n += 1
    return n


@kernel
def _bets_allowed(s, out):
    """PEP-14: a card, its stake, another card, its stake."""
    seat, question = int(s.bettor), int(s.question)
    left = int(s.money[seat])
    if question >= 2:
        left -= int(s.stake[2 * seat])
    if question & 1:
        card = int(s.card[2 * seat + question // 2])
        low = 0 if card == NONE else 1
        high = low if card == NONE or card > DIGIT else min(left, MOST)
        for amount in range(low, high + 1):
            out[amount - low] = STAKE + amount
        return high - low + 1
    out[0] = CARD + NONE
    n = 1
    if left > 0:
        first = int(s.card[2 * seat]) if question else NONE
        for card in range(1, CARDS):
            if card != first:
                out[n] = CARD + card
                n += 1
    return n


@kernel
def chance(s, out, weights):
    phase = int(s.phase)
    if phase == STAKES or phase == CARDS_TURN:  # the referee tells what is on the table: one outcome
        at = 2 * int(s.bettor)
        if phase == STAKES:
            out[0] = TELL + int(s.stake[at]) * 8192 + int(s.stake[at + 1])
        else:
            out[0] = TURN + int(s.card[at]) * CARDS + int(s.card[at + 1])
        weights[0] = 1
        return 1
    base = DIE
    if phase == DUEL:
        pending = int(s.pending)
        base = BLUE if pending & 15 else BLACK if pending & BLACK_BIT else RED
    for face in range(6):
        out[face] = base + face + 1
        weights[face] = 1
    return 6


@kernel
def play(s, move):
    phase = int(s.phase)
    if move == TIME:
        s.time_up = 1
    elif phase == DUEL:
        if s.pending:
            _die_came(s, move)
        else:
            _act(s, move)
    elif phase == BETS:
        _bet(s, move)
    elif phase == PICK or phase == LEAD:
        roll_came(s, move - DIE)
    elif phase == STAKES:
        bets_are_told(s)
    elif phase == CARDS_TURN:
        if not next_bettor(s, int(s.bettor) + 1):
            settle(s)
    else:
        giver, ruined = int(s.giver), int(s.ruined)
        s.money[giver] -= move - GIVE
        s.money[ruined] += move - GIVE
        gift_answered(s)


@kernel
def _die_came(s, move):
    """One die comes to rest: blue ones by number, then the black one, then red ones."""
    pending = int(s.pending)
    die = 0
    while not pending >> die & 1:
        die += 1
    if die < 4:
        s.blue[die] = move - BLUE
    elif die == 4:
        s.black = move - BLACK
    else:
        s.red[die - 5] = move - RED
    pending &= ~(1 << die)
    s.pending = pending
    if pending == 0:
        if int(s.step) & 1:
            _struck(s)
        end_throw(s)


@kernel
def _struck(s):
    """The red dice lie (PEP-09): blue dice hit leave, red dice that hit leave, the others cost their face."""
    entered = int(s.entered)
    first = int(s.red[0]) if entered & 1 else 0
    second = int(s.red[1]) if entered & 2 else 0
    hits, first_leaves, second_leaves, lost = strike(int(s.announced), first, second)
    for die in range(4):
        face = int(s.blue[die])
        if face > 0 and hits >> face & 1:
            s.blue[die] = -face
    if first_leaves:
        s.red[0] = -first
    if second_leaves:
        s.red[1] = -second
    s.lost = int(s.lost) + lost


@kernel
def _act(s, move):
    """A throw of the attacker or the defender begins, or is passed."""
    if move == PASS:
        if int(s.step) & 1:
            s.announced = 0
            s.entered = 0
        end_throw(s)
    elif move == THROW_ALL:
        _lay_dice(s)
    elif move < THROW_ALL:
        s.pending = move
        for die in range(4):
            if move >> die & 1:
                s.blue[die] = 0
    else:
        dice = move // AIM
        s.entered = dice
        s.announced = move % AIM
        s.pending = dice * RED_BIT
        for die in range(2):
            if dice >> die & 1:
                s.red[die] = 0


@kernel
def _lay_dice(s):
    """A1 (PEP-06): the table is cleared of the last round, and all five dice are thrown."""
    s.thrown_by = s.attacker
    s.faced_by = s.defender
    for die in range(4):
        s.blue[die] = 0
    s.black = 0
    s.red[0] = 0
    s.red[1] = 0
    s.announced = 0
    s.entered = 0
    s.lost = 0
    s.laid = NO_BETS
    for seat in range(SEATS):
        s.roll[seat] = 0
        s.card[2 * seat] = NONE
        s.card[2 * seat + 1] = NONE
        s.stake[2 * seat] = 0
        s.stake[2 * seat + 1] = 0
    s.pending = ALL_FIVE


@kernel
def _bet(s, move):
    """One of the four answers of a bettor (PEP-14)."""
    question = int(s.question)
    at = 2 * int(s.bettor) + question // 2
    if question & 1:
        s.stake[at] = move - STAKE
    else:
        s.card[at] = move - CARD
    if question < 3:
        s.question = question + 1
    else:
        s.question = 0
        if not next_bettor(s, int(s.bettor) + 1):  # all have chosen: the stakes are told (PEP-16)
            s.phase = STAKES
            s.laid = TELLING
            next_bettor(s, 0)


@kernel
def payoff(s, out):
    """PEP-20: richest wins."""
    scores(s, out)


@kernel
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.money[seat]


@kernel
def ending(s):
    return int(s.over)


@kernel
def clock(s):
    """Whether the referee may call time (PEP-20)."""
    return s.minutes > 0 and s.time_up == 0


@kernel
def sound(s):
    """Money enters and leaves through the bank only; nobody owes; stakes are covered (PEP-14)."""
    total = int(s.bank)
    for seat in range(int(s.players)):
        money = int(s.money[seat])
        staked = int(s.stake[2 * seat]) + int(s.stake[2 * seat + 1])
        if money < 0 or (s.out[seat] and money) or (s.laid != TURNED and staked > money):
            return False
        total += money
    return total == STARTING_MONEY * int(s.players)

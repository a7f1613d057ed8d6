"""The rules of Pépètes (PEP-01 … PEP-21): what is going on decides who moves, what is allowed and what a move does.

A round is told in `duel.py`, the bets on it in `bets.py`, the match around the duels in `match.py`.
"""

from collections.abc import Mapping

from ....engine.kernel import CHANCE, NEXT, OVER, TIME, kernel
from ....model.options import Value
from ....model.words import Sentence
from .bets import bet, bets_allowed, referee_said, referee_says
from .duel import die_came, duellist, pay_round, round_is_over, throw, throws_allowed
from .match import after_duel, after_round, gifts_allowed, give, next_duel, roll_came
from .secrecy import hide, redeal, seen
from .state import (
    BETS,
    BLACK,
    BLACK_BIT,
    BLUE,
    BLUE_BITS,
    CARDS_TURN,
    DIE,
    DUEL,
    DUEL_SETTLED,
    ENDINGS,
    GIFTS,
    LEAD,
    MAX_CHANCE,
    MAX_MOVES,
    OPTIONS,
    PICK,
    RED,
    ROUND_PAID,
    STAKES,
    STARTING_MONEY,
    STATE,
    TURNED,
    die_move,
    face_of,
    gift_of,
)

__all__ = [
    "ENDINGS",
    "MAX_CHANCE",
    "MAX_MOVES",
    "OPTIONS",
    "STATE",
    "chance",
    "check",
    "clock",
    "ending",
    "hide",
    "legal",
    "mover",
    "payoff",
    "play",
    "redeal",
    "scores",
    "seen",
    "sound",
    "start",
    "time_limit",
]


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


def time_limit(options: Mapping[str, Value]) -> int:
    """PEP-20: the agreed time, in minutes."""
    return int(options["minutes"])


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
        return CHANCE if s.pending else duellist(s)
    if phase == BETS:
        return int(s.bettor)
    if phase == GIFTS:
        return int(s.giver)
    return CHANCE


@kernel
def legal(s, out):
    phase = int(s.phase)
    if phase == BETS:
        return bets_allowed(s, out)
    if phase == GIFTS:
        return gifts_allowed(s, out)
    return throws_allowed(s, out)


@kernel
def chance(s, out, weights):
    phase = int(s.phase)
    if phase == ROUND_PAID or phase == DUEL_SETTLED:
        out[0] = NEXT
        weights[0] = 1
        return 1
    if phase == STAKES or phase == CARDS_TURN:
        out[0] = referee_says(s)
        weights[0] = 1
        return 1
    colour = DIE
    if phase == DUEL:
        pending = int(s.pending)
        colour = BLUE if pending & BLUE_BITS else BLACK if pending & BLACK_BIT else RED
    for face in range(6):
        out[face] = die_move(colour, face + 1)
        weights[face] = 1
    return 6


@kernel
def play(s, move):
    phase = int(s.phase)
    if move == TIME:
        s.time_up = 1
    elif phase == PICK or phase == LEAD:
        roll_came(s, face_of(move, DIE))
    elif phase == DUEL:
        if s.pending:
            die_came(s, move)
        else:
            throw(s, move)
    elif phase == BETS:
        bet(s, move)
    elif phase == STAKES or phase == CARDS_TURN:
        referee_said(s)
    elif phase == ROUND_PAID:
        after_round(s)
    elif phase == DUEL_SETTLED:
        after_duel(s)
    else:
        give(s, gift_of(move))
    if round_is_over(s):  # what it brought lies there until `next`
        pay_round(s)
        s.phase = ROUND_PAID


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

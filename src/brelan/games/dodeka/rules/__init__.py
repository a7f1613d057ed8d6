"""The rules of Dodéka (DOD-01 … DOD-14): the contract's functions. Nothing is ever hidden, so none is about secrecy."""

from collections.abc import Mapping

from ....engine.kernel import CHANCE, NEXT, OVER, TIME, kernel
from ....model.options import Value
from ....model.words import Sentence
from .lines import line
from .partie import clear_result, is_decided, score_turn, start_partie
from .state import (
    DICE,
    ENDINGS,
    FACES,
    MOST_SEATS,
    MOST_THROWS,
    OPTIONS,
    STATE,
    STOP,
    THROW_ALL,
    TIME_IS_UP,
    face_of,
    is_rest,
    rest_of,
    throws_die,
    without_die,
)

__all__ = [
    "ENDINGS",
    "MAX_CHANCE",
    "MAX_MOVES",
    "OPEN",
    "OPTIONS",
    "STATE",
    "chance",
    "check",
    "clock",
    "ending",
    "legal",
    "mover",
    "payoff",
    "play",
    "scores",
    "sound",
    "start",
    "time_limit",
    "totals",
]

OPEN = True
MAX_MOVES = THROW_ALL + 1  # every choice of dice, and STOP
MAX_CHANCE = FACES


@kernel
def start(s):
    s.last = -1
    start_partie(s, 0)


@kernel
def mover(s):
    if s.over:
        return OVER
    if s.pending or s.lying:
        return CHANCE
    return int(s.turn)


@kernel
def legal(s, out):
    if s.throws == 0:  # DOD-03: the first throw is of all three dice
        out[0] = THROW_ALL
        return 1
    for throw in range(STOP, THROW_ALL + 1):
        out[throw] = throw
    return THROW_ALL + 1


@kernel
def chance(s, out, weights):
    if s.lying:
        out[0] = NEXT
        weights[0] = 1
        return 1
    for at in range(FACES):
        out[at] = rest_of(at + 1)
        weights[at] = 1
    return FACES


@kernel
def play(s, move):
    if move == TIME:
        s.time_up = 1
        if s.lying and is_decided(s):  # DOD-11: no new partie starts
            s.over = TIME_IS_UP
    elif move == NEXT:
        clear_result(s)
    elif is_rest(move):
        pending = int(s.pending)
        for die in range(DICE):
            if throws_die(pending, die):  # the first of those in the air
                s.dice[die] = face_of(move)
                s.pending = without_die(pending, die)
                break
        if s.pending == 0 and s.throws == MOST_THROWS:  # "à fond": nothing left to decide
            _end_turn(s)
    elif move == STOP:
        _end_turn(s)
    else:
        s.throws = int(s.throws) + 1
        s.pending = move
        s.thrown = move
        s.last = s.turn
        for die in range(DICE):
            if throws_die(move, die):
                s.dice[die] = 0


@kernel
def _end_turn(s):
    score_turn(s, line(int(s.dice[0]), int(s.dice[1]), int(s.dice[2])))


@kernel
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.scores[seat]


@kernel
def totals(s, out):
    """DOD-13: the match grid, added up."""
    for seat in range(int(s.players)):
        out[seat] = s.totals[seat]


def check(options: Mapping[str, Value]) -> Sentence | None:
    """DOD-11: a match ends by parties or by time."""
    if options["parties"] == 0 and options["minutes"] == 0:
        return Sentence("Option parties is 0 (until time is up), so option minutes must be at least 1.")
    return None


def time_limit(options: Mapping[str, Value]) -> int:
    """DOD-11: the minutes after which no new partie starts."""
    return int(options["minutes"])


@kernel
def clock(s):
    """DOD-11: whether the referee may call time."""
    return s.minutes > 0 and s.time_up == 0


@kernel
def payoff(s, out):
    totals(s, out)


@kernel
def sound(s):
    """DOD-13: the totals always sum to zero."""
    total = 0
    for seat in range(MOST_SEATS):
        total += s.totals[seat]
    return total == 0


@kernel
def ending(s):
    return int(s.over)

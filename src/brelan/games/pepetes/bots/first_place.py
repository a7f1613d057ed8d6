"""What purses are worth with three players and more: the chance to come first, the only place that counts.

Each seat has a *strength*, read from a table by its money and what it can still expect (an attack in this duel's second
round, duels it has yet to fight before the end, PEP-20). Its chance to come first is its share of all strengths. The
tables (`purses.json`) are one for each number of players left and each stage of the game; `bench/pepetes_purses.py`
fits them to how games between bots ended. Where the game ends with the round at hand nothing is estimated: the richest
has won.
"""

import json
from pathlib import Path

import numpy as np

from ....engine.kernel import kernel
from ..rules.match import is_last
from ..rules.state import SEATS
from .endgame import equal_after

ATTACK, DUEL = 20, 15  # what an attack to come and a duel to come bring, about
OPEN, ENDING, LAST_ROUND, DECIDED = range(4)  # nobody has reached the target; duels to come; a round to come; nothing
REACH = 600  # the largest purse in the tables, when the target is AIM
AIM = 50
VALUES = Path(__file__).parent / "purses.json"  # logarithms of strengths at some purses; no code is made from them
FEWEST, MOST_PLAYERS = 2, SEATS


def strengths() -> np.ndarray:
    """By players left, stage and purse: the table the kernels read."""
    fitted = json.loads(VALUES.read_text(encoding="utf-8"))
    table = np.zeros((MOST_PLAYERS + 1, DECIDED, REACH + 1))
    for players in range(FEWEST, MOST_PLAYERS + 1):
        for stage in range(DECIDED):
            table[players, stage] = np.exp(
                np.interp(np.arange(REACH + 1), fitted["knots"], fitted[str(players)][stage])
            )
    return table


def no_strengths() -> np.ndarray:
    """What stands there where nobody asks."""
    return np.ones((1, 1, 1))


@kernel
def left_in(s):
    """How many are still in the game."""
    many = 0
    for seat in range(int(s.players)):
        many += 1 - int(s.out[seat])
    return many


@kernel
def expectations(s, plus):
    """Writes what each seat can still expect beyond this round, in pépètes; answers whether a second round of the duel
    follows it.
    """
    attacker, defender = int(s.attacker), int(s.defender)
    most = 0
    for seat in range(int(s.players)):
        if not s.out[seat]:
            most = max(most, int(s.fought[seat]) + (1 if seat == attacker or seat == defender else 0))
    for seat in range(int(s.players)):
        owed = most - int(s.fought[seat]) - (1 if seat == attacker or seat == defender else 0)
        plus[seat] = DUEL * max(0, owed)
    second = int(s.tour) == 1
    if second:
        plus[defender] += ATTACK
    return second


@kernel
def end_is_near(s):
    """Whether the game ends once duels are equal, whatever this round brings; and whether it ends with this duel if it
    is to end.
    """
    last = is_last(s, int(s.played) + 1)
    return last or s.finish > 0 or s.time_up > 0, last or equal_after(s)


@kernel
def stage_of(ending, equal, second):
    if not ending:
        return OPEN
    if not equal:
        return ENDING
    return LAST_ROUND if second else DECIDED


@kernel
def scale_of(s):
    """What purses are multiplied with to be looked up: tables are for a target of AIM."""
    top = 1
    for seat in range(int(s.players)):
        top = max(top, int(s.money[seat]))
    scale = AIM / int(s.target) if s.target else AIM * 0.8 / max(top, 40)
    return min(scale, 250.0 / top)


@kernel
def strength(table, purse, plus, scale):
    """Of one seat; `table` is that of the players left and the stage."""
    if purse <= 0:
        return 0.0
    return table[min(REACH, int((purse + plus) * scale))]

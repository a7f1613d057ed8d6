"""Dodéka in numbers: eight actions, which are the codes of its moves, and what a seat observes."""

import math
from collections.abc import Mapping

import numpy as np

from ...engine.kernel import kernel
from ...model.contract import Bounds, Feature
from ...model.options import Value
from .rules.state import DICE, FACES, FIRST, LAST, MOST_TARGET, MOST_THROWS, STATE, THROW_ALL

# A batch keeps no match grid: 600 bytes of 681, which nobody plays by (the totals are kept). The rules write each
# partie into the last row there is.
_GRID = ("winners", "losers", "paid")
_FIELDS = [(name, STATE[name].base, 1 if name in _GRID else STATE[name].shape) for name in STATE.names or ()]
ROW = np.dtype((np.record, _FIELDS))

BEST_LINE = 500
_SCALE = MOST_TARGET  # of totals


def n_actions(players: int, options: Mapping[str, Value]) -> int:
    """To stop, and every choice of dice to throw."""
    return THROW_ALL + 1


@kernel
def action_of(s, code):
    return code


@kernel
def code_of(s, action):
    return action


OBSERVATION = (
    Feature("dice", (DICE, FACES), 0, 1, "1 at the face each die shows; all 0 while it is in the air or not thrown"),
    Feature("throws", (MOST_THROWS,), 0, 1, "1 at the throws already made this turn: none, one, two"),
    Feature("playoff", (1,), 0, 1, "a tie is being played off"),
    Feature("target", (1,), 0, 1, "points that end the partie / 5000"),
    Feature("parties", (1,), 0, 1, "the share of the parties still to be finished; 0 in a match by time"),
    Feature("score", (), 0, 1, "points of the partie / (target + 500), at most 1", by_seat=True),
    Feature("total", (), -1, 1, "points won or lost in the match / 5000, within ±1", by_seat=True),
    Feature("pairtraiz", (), 0, 1, "1 for the first pairtraiz of the partie, 1/2 for the second …", by_seat=True),
    Feature("first", (), 0, 1, "still plays for the first place", by_seat=True),
    Feature("last", (), 0, 1, "still plays for the last place", by_seat=True),
    Feature("starter", (), 0, 1, "started the partie", by_seat=True),
    Feature("turn", (), 0, 1, "whose turn it is", by_seat=True),
)
_OWN = DICE * FACES + MOST_THROWS + 3  # where what is by seat begins


@kernel
def observe(s, seat, out):
    for die in range(DICE):
        face = int(s.dice[die])
        if face > 0:
            out[FACES * die + face - 1] = 1
    throws = int(s.throws)
    if throws < MOST_THROWS:
        out[DICE * FACES + throws] = 1
    at = DICE * FACES + MOST_THROWS
    target = int(s.target)
    out[at] = s.playoff
    out[at + 1] = target / MOST_TARGET
    if s.parties:
        out[at + 2] = 1 - int(s.partie) / int(s.parties)
    n = int(s.players)
    other = seat
    for place in range(n):
        at = _OWN + place
        out[at] = min(int(s.scores[other]) / (target + BEST_LINE), 1.0)
        out[at + n] = min(max(int(s.totals[other]) / _SCALE, -1.0), 1.0)
        if s.order[other]:
            out[at + 2 * n] = 1 / int(s.order[other])
        contest = int(s.contest[other])
        out[at + 3 * n] = 1 if contest & FIRST else 0
        out[at + 4 * n] = 1 if contest & LAST else 0
        out[at + 5 * n] = 1 if s.starter == other else 0
        out[at + 6 * n] = 1 if s.turn == other else 0
        other = other + 1 if other + 1 < n else 0


def bounds(players: int, options: Mapping[str, Value]) -> Bounds:
    """A tie may be played off for ever, and what the last pays grows all the while."""
    return Bounds(-math.inf, math.inf, True, None)

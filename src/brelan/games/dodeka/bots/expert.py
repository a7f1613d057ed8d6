"""The expert weighs points, the pairtraiz, the end of the partie and who pays whom, by an estimate of who will be first
and last.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import kernel
from ..rules.lines import LINE_COUNT
from ..rules.partie import score_turn
from ..rules.state import STATE
from ..solve.positions import copy_partie


class Feel(NamedTuple):
    """What the estimate goes by, tuned by playing against the regular."""

    pace: float  # points a tour brings nearer the end
    fewest: float  # tours left, at least
    width: float  # how far scores spread in a tour
    growth: float  # what a tour adds to the loser's score
    closer: float  # how much closer together the last are than the first


FEW_SEATS = Feel(112.0, 0.09, 273.0, 50.0, 1.0)
MANY_SEATS = Feel(166.0, 1.06, 410.0, 62.0, 0.16)
MANY = 4


@kernel
def _estimate(s, seat):
    """What the seat can expect of the partie: who looks like the first and the last, and what the last will pay."""
    n = int(s.players)
    if s.over:
        return float(s.totals[seat])
    feel = FEW_SEATS if n < MANY else MANY_SEATS
    top, thrown, first = 0, 0, -1
    for other in range(n):
        top = max(top, int(s.scores[other]))
        if s.order[other] and (thrown == 0 or s.order[other] < thrown):
            thrown, first = int(s.order[other]), other
    ending = thrown > 0 or s.playoff
    tours = feel.fewest if ending else max(feel.fewest, (float(s.target) - top) / feel.pace)
    spread = feel.width * np.sqrt(tours)
    high, low, losers, pay, mine = 0.0, 0.0, 0.0, 0.0, 0.0
    for other in range(n):
        score = float(s.scores[other])
        high += np.exp((score - top) / spread)
        last = 0.0 if s.order[other] else np.exp(-score / (spread * feel.closer))
        low += last
        if other != seat:
            losers += last
            pay += last * score
        else:
            mine = last
    win = np.exp((float(s.scores[seat]) - top) / spread) / high
    if first >= 0:
        win = 1.0 if first == seat else 0.0
    lose = mine / low if low > 0 else 0.0
    loser_score = pay / losers + feel.growth * tours if losers > 0 else 0.0
    return win * loser_score - lose * (float(s.scores[seat]) + feel.growth * tours)


@kernel
def expert_worth(s, worth):
    """Writes to `worth[line, 0]` what each line is worth to the mover."""
    spare = np.zeros(1, STATE)
    for made in range(LINE_COUNT):
        after = spare[0]  # taken in the loop: a record does not keep its array's memory alive
        copy_partie(s, after)
        score_turn(after, made)
        worth[made, 0] = _estimate(after, int(s.turn))

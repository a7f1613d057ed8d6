"""Bradley–Terry ratings of who met whom, with honest intervals. Needs SciPy (extra `arena`).

Level a, one against p − 1 of level b, wins the share e^a / (e^a + (p − 1) e^b) of its games: for two players the model
of Bradley and Terry, for more that of Luce. Ratings are told on the scale of chess, where 400 points are ten to one,
their mean being 0. Each meeting counts one game more than was played, shared evenly, so that who won all of them has a
rating too.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import pinvh
from scipy.optimize import minimize

from .simulate import LIKELY

SCALE = 400 / math.log(10)


class Pairing(NamedTuple):
    """What a rating is made from: `one` against `players` − 1 of `other`, the share of the games it won, and the
    variance of that share as it was seen.
    """

    one: str
    other: str
    players: int
    games: int
    share: float
    variance: float


class Rating(NamedTuple):
    """A rating with the half-width of its 99% interval."""

    bot: str
    rating: float
    margin: float


def ratings(pairings: Sequence[Pairing]) -> list[Rating]:
    """The ratings that make what was seen most likely, the best first.

    Intervals are wide enough for games that share their luck (the variance that was seen), and never narrower than
    independent games would give.

    Examples:
        >>> from brelan.arena.ratings import Pairing, ratings
        >>> found = ratings([Pairing("expert", "novice", 2, 1000, 0.75, 0.0002)])
        >>> [(each.bot, round(each.rating), round(each.margin)) for each in found]
        [('expert', 95, 17), ('novice', -95, 17)]
    """
    bots = list(dict.fromkeys(bot for pairing in pairings for bot in (pairing.one, pairing.other)))
    apart = np.zeros((len(pairings), len(bots)))
    for row, pairing in enumerate(pairings):
        apart[row, bots.index(pairing.one)] = 1
        apart[row, bots.index(pairing.other)] = -1
    others = np.log([pairing.players - 1.0 for pairing in pairings])
    games = np.array([pairing.games + 1.0 for pairing in pairings])
    even = np.array([1 / pairing.players for pairing in pairings])
    won = np.array([pairing.share for pairing in pairings]) * (games - 1) + even

    def against(strengths: np.ndarray) -> tuple[float, np.ndarray]:
        """How unlikely what was seen is, and its slope."""
        ahead = apart @ strengths - others
        expected = 1 / (1 + np.exp(-ahead))
        surprise = won * np.logaddexp(0, -ahead) + (games - won) * np.logaddexp(0, ahead)
        return float(surprise.sum()), apart.T @ (games * expected - won)

    found = minimize(against, np.zeros(len(bots)), jac=True, method="BFGS", options={"gtol": 1e-8 * float(games.sum())})
    strengths = found.x - found.x.mean()
    expected = 1 / (1 + np.exp(others - apart @ strengths))
    independent = games * expected * (1 - expected)
    seen = np.array([pairing.variance for pairing in pairings]) * games**2
    bread = pinvh((apart.T * independent) @ apart)
    spread = bread @ (apart.T * np.maximum(seen, independent)) @ apart @ bread
    margins = LIKELY * SCALE * np.sqrt(np.maximum(np.diag(spread), 0))
    rows = [Rating(*row) for row in zip(bots, (SCALE * strengths).tolist(), margins.tolist(), strict=True)]
    return sorted(rows, key=lambda row: -row.rating)

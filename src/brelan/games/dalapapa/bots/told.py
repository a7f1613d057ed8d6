"""What advice tells of each move: the search's own findings where it tried a move often; where it hardly did, what came
of games that experts play on from it.

The mean over a search's first tries of a move also counts what is bad after it: it would speak against a move that is
good if one goes on well. A move the search did not try at all is not told of.
"""

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from ....play.worth import played_on
from ....search.mcts import Found
from .master import searched
from .policy import deal_alone

if TYPE_CHECKING:
    from ....play.state import State

KNOWN = 1000  # tries of the search from which on it knows a move
PLAYERS = "expert"  # who plays on from the others
AT_ONCE, MOST = 4, 400  # games from each on the same luck, at a time and in all
MOST_MOVES = 8  # that are played on from, those tried most
PLAYED = 0.5  # of the time the search takes


def found(view: "State", rng: Any, seconds: float, tables: Any) -> list[Found]:
    """What is known of the moves after a search of so many seconds and games of half as many; the master's first. A
    lead is told where the search knows the move.
    """
    rows = searched(view, rng, seconds, tables)
    known = [one for at, one in enumerate(rows) if not at or one.visits >= KNOWN]
    others = [one.move for one in rows if one not in known][:MOST_MOVES]
    if not others:
        return known
    alone, until = last_deal(view), time.perf_counter() + PLAYED * seconds
    won, games = np.zeros(len(others)), 0
    while games < MOST and (not games or time.perf_counter() < until):
        ends = played_on(alone, PLAYERS, AT_ONCE, False, others, view.mover, seed=games)
        won += ends[:, :, view.mover].sum(axis=1)
        games += AT_ONCE
    played = [Found(code, games, float(share), None) for code, share in zip(others, won / games, strict=True)]
    return known + sorted(played, key=lambda one: -one.chance)


def last_deal(view: "State") -> "State":
    """The same with the deal at hand as the last, as the master plays it."""
    alone = view.copy()
    deal_alone(alone.struct)
    alone.struct.totals[:] = 0  # counted with this deal's scores by now
    return alone

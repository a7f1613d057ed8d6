"""The master: a tree search over hidden hands and bag (`brelan.search.mcts`), and what that asks of the game."""

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import OVER, compiled, copy_record, kernel
from ....engine.sources import part_of
from ....search import mcts
from .. import rules
from ..rules import mover
from ..rules.board import WORK
from ..rules.state import END, MARKING, MAX_MOVES, PLACE, PLACING, REPLAY, STATE, mark_code
from .net import ended, outlooks
from .policy import TRAITS, best_land, deal_alone, glance, quick

if TYPE_CHECKING:
    from ....play.state import State

ITERATIONS = 400  # the work for a move, inside simulations
SETTINGS = mcts.Settings(explore=0.6, warmth=0.5, below=0.12, ahead=6)
TIE = 0.05  # what a lead that mostly wins (weights.SCALE) counts for, in chances to win: between moves that win alike
NODES = 1 << 17
FIRST_BATCH, BATCH = 8, 64  # iterations between two looks at the clock
NOISE = 0.15  # points of chance in the quick player's choices while the search plays on
MARK_LOOKS, REPLAY_LOOKS, END_LOOKS = 0.5, 0.25, 0.0  # how promising, in points
STATE_BYTES = STATE.itemsize


@kernel
def rank(s, out, n, scores, tables):
    """How promising each legal move looks, in points.

    Of the territories to mark only the largest counts. Whether to mark, to replay or to stop is hardly prejudged:
    trusted by its cells, a mark would never let the others be tried.
    """
    seat = int(s.turn)
    if s.phase == MARKING:
        largest = mark_code(best_land(s)[0])
        for i in range(n):
            if out[i] == END:
                scores[i] = END_LOOKS
            elif out[i] == REPLAY:
                scores[i] = REPLAY_LOOKS
            else:
                scores[i] = MARK_LOOKS if out[i] == largest else mcts.NEVER
        return
    if out[0] < PLACE:
        scores[0] = 0.0
        return
    work = np.empty(WORK, np.int64)
    f = np.empty(TRAITS, np.float64)
    for i in range(n):
        scores[i] = glance(s, out[i], seat, tables.weights, work, f)


@kernel
def onward(s, rng, out, n, tables):
    return quick(s, rng, NOISE, tables.weights, np.empty(WORK, np.int64), out, n, np.empty(TRAITS, np.float64))


@kernel
def within(s, seat):
    """The tree holds the seat's own turn: what others do hangs on dominoes unseen, too many to tell apart."""
    return int(s.turn) == seat


@kernel
def quiet(s):
    return s.phase == PLACING


@kernel
def judge(s, chances, leads, tables):
    """Each seat's chance to win and its lead: as the network expects them, or as the game ended."""
    if mover(s) == OVER:
        ended(s, chances, leads)
    else:
        work, out = np.empty(WORK, np.int64), np.empty(MAX_MOVES, np.int64)
        outlooks(s, tables.weights, tables.net, work, out, chances, leads)


search = mcts.bind(
    part_of(__name__),  # not this file alone: what it is compiled for hangs on the tables' fields too
    {**vars(rules), "rank": rank, "onward": onward, "within": within, "quiet": quiet, "judge": judge},
)

searching = compiled(search, part_of(__name__))  # as Python calls it


@kernel
def master_move(s, rng, tables):
    root = np.empty(STATE_BYTES, np.uint8)
    copy_record(root.view(STATE)[0], s)
    deal_alone(root.view(STATE)[0])
    grown = mcts.tree(tables.iterations + 2)
    search(root, np.int64(s.turn), tables.iterations, rng, grown, tables.settings, tables)
    return mcts.most_tried(grown)


def searched(view: "State", rng: Any, seconds: float, tables: Any) -> list[mcts.Found]:
    """What the search finds about the moves it tries in so many seconds; first the one the master plays."""
    grown, root = mcts.tree(NODES), view._buf.copy()
    deal_alone(root.view(STATE)[0])
    until = time.perf_counter() + seconds
    searching(root, view.mover, FIRST_BATCH, rng, grown, tables.settings, tables)
    while time.perf_counter() < until and grown.size[0] < NODES - BATCH:
        searching(root, view.mover, BATCH, rng, grown, tables.settings, tables)
    return mcts.found(grown)

"""The players of Dalapapa: `novice`, `regular` (greedy), `expert` (one whole turn deep), `master` (tree search over
hidden hands and bag).
"""

import time
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....contract import Advice
from ....kernel import OVER, below, copy_record, kernel, stream
from ....options import Value
from ....search import mcts
from ....words import Say
from .. import rules
from ..rules import END, MARK, MARKING, MAX_MOVES, PLACING, REDRAWING, REPLAY, STATE, can_replay, legal, mover, play
from ..rules.board import PLACE, WORK, closed_by, join
from .net import final_share, network, shares
from .policy import TRAITS, best_land, glance, quick, unpack
from .value import FEATURES, expected
from .weights import GREEDY, LEARNT, TUNED

if TYPE_CHECKING:
    from ....state import State

LEVELS = ("novice", "regular", "expert", "master")
NOVICE, REGULAR, EXPERT, MASTER = range(4)
SECONDS = 1.0  # the master's time for a move, outside simulations
ADVICE_SECONDS = 1.0
ITERATIONS = 400  # the master's work for a move, inside simulations
SETTINGS = mcts.Settings(explore=0.6, warmth=0.5, below=0.12, ahead=6)
SCALE = {"classic": 3.0, "two-tone": 6.0}  # points of lead that mean a win as likely as not by e to 1
NODES = 1 << 17
STATE_BYTES = STATE.itemsize
NOISE = 0.15  # points of chance in the quick player's choices while the search plays on


class Tables(NamedTuple):
    """The weights of the greedy and of the quick player and of the value of a position; the master's iterations and
    settings.
    """

    greedy: Any
    weights: Any
    value: Any  # the expert's
    net: Any  # the master's
    scale: float
    iterations: int
    settings: mcts.Settings


def tables(levels: Any, players: int, options: Mapping[str, Value], progress: Any = None) -> Tables:
    return _tables(players, str(options["tiles"]))


@cache
def _tables(players: int, tiles: str) -> Tables:
    value = np.array(LEARNT[tiles][players - 2])
    return Tables(
        np.array(GREEDY), np.array(TUNED[tiles]), value, network(players, tiles), SCALE[tiles], ITERATIONS, SETTINGS
    )


@kernel
def choose(level, s, rng, tables):
    out = np.empty(MAX_MOVES, np.int64)
    work = np.empty(WORK, np.int64)
    n = legal(s, out)
    if n == 1:
        return out[0]
    if level == NOVICE:
        return _novice(s, rng, work, out, n)
    if level == REGULAR:
        return quick(s, rng, 0.01, tables.greedy, work, out, n, np.empty(TRAITS, np.float64))
    if level == EXPERT:
        return _expert(s, rng, tables, work, out, n)
    return _master(s, rng, tables)


@kernel
def _novice(s, rng, work, out, n):
    """Any placement that pays (brings a token or closes something), if there is one; marks what is closed, the largest
    first; never replays.
    """
    if s.phase == MARKING:
        land, _ = best_land(s)
        return MARK + 1 + land if land >= 0 and s.markers[int(s.turn)] else END
    if out[0] < PLACE:
        return out[0]
    paying = 0
    choice = out[below(rng, n)]
    for i in range(n):
        domino, face, turn, x, y = unpack(out[i])
        if join(s, domino, face, turn, x, y, work) > 2 or closed_by(work)[0] > 0:
            paying += 1
            if below(rng, paying) == 0:
                choice = out[i]
    return choice


# --- the expert: every placement, then the best marks and the replay


@kernel
def lead(s, seat, tables):
    """The points by which a seat may expect to end before its best rival."""
    points = np.empty(4, np.float64)
    expected(s, tables.value, np.empty(16, np.int64), np.empty(6, np.int64), np.empty(FEATURES, np.float64), points)
    best = -1e9
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@kernel
def _after_replay(s, seat, spare, tables, work, out):
    """The lead after a replay bought now, playing the domino that is known; −1e9 if it cannot be played.

    `spare` is two records to work on.
    """
    f = np.empty(TRAITS, np.float64)
    copy_record(spare[1], s)
    t = spare[1]
    play(t, np.int64(REPLAY))
    if t.phase == REDRAWING:  # the domino to be drawn is not known: the turn is thought through without it
        t.phase = PLACING
    if t.hand[seat, 0] == 0:
        return -1e9
    n = legal(t, out)
    if out[0] < PLACE:
        return -1e9
    play(t, quick(t, work[:4], 0.0, tables.weights, work[4:], out, n, f))
    while t.phase == MARKING and t.turn == seat and mover(t) == seat:
        move = quick(t, work[:4], 0.0, tables.weights, work[4:], out, np.int64(2), f)
        play(t, np.int64(END) if move == REPLAY else move)
    return lead(t, seat, tables)


@kernel
def rest_of_turn(s, seat, spare, tables, work, out):
    """In the marking phase: the best move and the lead it brings, over all numbers of marks (the largest first), then
    end or replay.
    """
    best, value = END, -1e9
    copy_record(spare[0], s)
    t = spare[0]
    marked = False
    while t.phase == MARKING and t.turn == seat and mover(t) == seat:
        copy_record(spare[1], t)
        play(spare[1], np.int64(END))
        found = lead(spare[1], seat, tables)
        if found > value:
            value = found
            best = _first_mark(s) if marked else END
        if can_replay(t, seat):
            found = _after_replay(t, seat, spare, tables, work, out)
            if found > value:
                value = found
                best = _first_mark(s) if marked else REPLAY
        land, _ = best_land(t)
        if land < 0 or t.markers[seat] == 0:
            break
        play(t, MARK + 1 + land)
        marked = True
    if t.phase != MARKING or t.turn != seat or mover(t) != seat:  # the last mark ended the turn
        found = lead(t, seat, tables)
        if found > value:
            value = found
            best = _first_mark(s) if marked else END
    return best, value


@kernel
def _first_mark(s):
    return MARK + 1 + best_land(s)[0]


@kernel
def _expert(s, rng, tables, work, out, n):
    seat = int(s.turn)
    spare = np.empty(3, STATE)
    moves = out[:n].copy()
    room = np.empty(WORK + 4, np.int64)
    if s.phase == MARKING:
        return rest_of_turn(s, seat, spare, tables, room, out)[0]
    best, value = moves[0], -1e18
    for i in range(n):
        copy_record(spare[2], s)
        play(spare[2], moves[i])
        t = spare[2]
        if t.phase == MARKING and t.turn == seat and mover(t) == seat:
            found = rest_of_turn(t, seat, spare, tables, room, out)[1]
        else:
            found = lead(t, seat, tables)
        if found > value:
            value = found
            best = moves[i]
    return best


# --- the master: what the tree search asks of the game


@kernel
def rank(s, out, n, scores, tables):
    """How promising each legal move looks, in points.

    Of the territories to mark only the largest counts. Whether to mark, to replay or to stop is hardly prejudged:
    trusted by its cells, a mark would never let the others be tried.
    """
    seat = int(s.turn)
    if s.phase == MARKING:
        land, _ = best_land(s)
        for i in range(n):
            if out[i] == END:
                scores[i] = 0.0
            elif out[i] == REPLAY:
                scores[i] = 0.25
            else:
                scores[i] = 0.5 if out[i] == MARK + 1 + land else mcts.NEVER
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
def judge(s, worth, tables):
    """Each seat's share of the win: as the network expects it, or as the game ended."""
    if mover(s) != OVER:
        shares(s, tables.weights, tables.net, np.empty(WORK, np.int64), np.empty(MAX_MOVES, np.int64), worth)
        return
    for seat in range(int(s.players)):
        worth[seat] = final_share(s, seat, tables.scale)


search = mcts.bind(
    __name__, {**vars(rules), "rank": rank, "onward": onward, "within": within, "quiet": quiet, "judge": judge}
)


@kernel
def _master(s, rng, tables):
    root = np.empty(STATE_BYTES, np.uint8)
    copy_record(root.view(STATE)[0], s)
    nodes = tables.iterations + 2
    grown = mcts.Tree(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float64),
        np.ones(1, np.int64),
        np.zeros(1, np.int64),
    )
    search(root, np.int64(s.turn), tables.iterations, rng, grown, tables.settings, tables)
    best = grown.child[0]
    at = grown.sibling[best]
    while at:
        if grown.visits[at] > grown.visits[best]:
            best = at
        at = grown.sibling[at]
    return grown.move[best]


def searched(view: "State", rng: Any, seconds: float) -> list[tuple[int, int, float]]:
    """What the master's search finds about each move in so many seconds: code, visits, share of the win; most visited
    first.
    """
    known = tables((), view.players, view.options)
    grown = mcts.tree(NODES)
    until = time.perf_counter() + seconds
    search(view._buf, view.mover, 8, rng, grown, known.settings, known)
    while time.perf_counter() < until and grown.size[0] < NODES - 64:
        search(view._buf, view.mover, 64, rng, grown, known.settings, known)
    return mcts.best(grown)


def think(view: "State", level: str, rng: Any, seconds: float | None = None) -> int:
    """The master takes its time; the others answer at once."""
    if level == "master":
        return searched(view, rng, SECONDS if seconds is None else seconds)[0][0]
    return int(view.game.drivers.choose(view._buf, LEVELS.index(level), rng, tables((), view.players, view.options)))


def advise(view: "State", say: Say) -> list[Advice]:
    """The master's search, told move by move."""
    from .advice import advices

    return advices(view, searched(view, stream(1), ADVICE_SECONDS), say)

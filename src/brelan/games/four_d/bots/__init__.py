"""4D's players, weakest to strongest.

`novice` compares two moves at random; `regular` takes the most points; `expert` weighs its points against the best
answer it leaves; `master` plays from the solved tables, and searches where there are none: with a fifth die, and while
they are being solved.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....contract import Advice
from ....kernel import below, kernel
from ....options import Value
from ....words import Say
from ..moves import words
from ..rules import DIE, MAX_MOVES, NONE, TURN_CODE, legal, result_of
from ..solve import on_disk as store
from ..solve.boards import Boards, boards, presented
from ..solve.distances import NEAR, Distances, distance
from ..solve.perfect import after_move, best_move, bound_left, outcome, to_spare, turns_left, worth
from ..solve.solver import Progress, Solved
from .search import WIN, deepen, search, value_of_move

if TYPE_CHECKING:
    from ...state import State

LEVELS = ("novice", "regular", "expert", "master")
NOVICE, REGULAR, EXPERT, MASTER = range(4)
SIMULATED, THOUGHT = (
    20_000,
    500_000,
)  # positions the master's search may look at: in simulations, and when somebody waits
UNHURRIED = 2.0  # seconds of patience that are worth all of THOUGHT: with less, in proportion


class Tables(NamedTuple):
    """What the levels work with; empty where a level needs none."""

    boards: Boards
    seen: np.ndarray
    solved: Solved
    near: Distances
    ready: bool
    nodes: int


def tables(levels: Sequence[str], players: int, options: Mapping[str, Value], progress: Progress = None) -> Tables:
    """The boards, and for the master the solved tables: read, or solved now. With a fifth die nothing is solved."""
    pairs, free = bool(options["pairs"]), options["turn"] == "free"
    if "master" not in levels or options["fifth"]:
        return Tables(
            boards(pairs), presented(pairs, free), store.no_thresholds(), store.no_distances(), False, SIMULATED
        )
    solved = store.ensure_solved(store.reach_for(int(options["target"])), pairs, free, progress)
    near = store.find_distances(NEAR, pairs, free) or store.ensure_distances(NEAR, pairs, free, progress)
    return Tables(boards(pairs), presented(pairs, free), solved, near, True, SIMULATED)


def _at_hand(view: "State", bounds: bool = False) -> Tables:
    """The tables that are on disk already; the missing ones are solved in the background meanwhile."""
    options = view.options
    pairs, free = bool(options["pairs"]), options["turn"] == "free"
    target = int(options["target"])
    solved = near = None
    if not options["fifth"]:
        solved = store.find_solved(target, pairs, free)
        near = store.find_distances(min(target, store.USUAL) if bounds else NEAR, pairs, free) or store.find_distances(
            NEAR, pairs, free
        )
        lacking = near is None or (bounds and len(near.bound) <= min(target, store.USUAL))
        if solved is None or lacking:
            store.solve_in_background(target, pairs, free, bounds)
    return Tables(
        boards(pairs),
        presented(pairs, free),
        solved or store.no_thresholds(),
        near or store.no_distances(),
        solved is not None,
        THOUGHT,
    )


@kernel
def points_for(s, move):
    """What a move scores at once."""
    if move < DIE:
        return 0
    return result_of(s, (move - TURN_CODE) // 25, (move - TURN_CODE) // 5 % 5)[0]


@kernel
def _most_points(s, out, n, rng):
    """A move that wins at once, or else one of those that score most, each as likely."""
    best, found, equal = -1, out[0], 0
    for i in range(n):
        points = points_for(s, out[i])
        if out[i] >= TURN_CODE and (out[i] - TURN_CODE) % 5 == NONE:
            points = 100
        if points > best:
            best, equal = points, 0
        if points == best:
            equal += 1
            if below(rng, equal) == 0:
                found = out[i]
    return found


@kernel
def _shuffle(out, n, rng):
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        out[i], out[j] = out[j], out[i]


@kernel
def choose(level, s, rng, tables):
    out = np.zeros(MAX_MOVES, np.int64)
    n = legal(s, out)
    if level == NOVICE:
        _shuffle(out, n, rng)
        return _most_points(s, out, min(n, 2), rng)
    if level == REGULAR:
        return _most_points(s, out, n, rng)
    values, kept, budget = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64), np.zeros(1, np.int64)
    if level == EXPERT:
        _shuffle(out, n, rng)
        budget[0] = 1 << 40
        search(s, out, n, tables.boards, level - EXPERT, budget, values)  # no deeper than the answers to each move
        return out[np.argmax(values[:n])]
    if tables.ready:
        return best_move(s, out, n, tables.solved, tables.near, tables.boards, tables.seen)
    deepen(s, out, n, tables.boards, tables.nodes, budget, values, kept)
    return out[0]


def think(view: "State", level: str, rng: Any, seconds: float = UNHURRIED) -> int:
    """Outside simulations the master never keeps anybody waiting for tables: it searches until they are solved."""
    at_hand = _at_hand(view) if level == "master" else tables((level,), view.players, view.options)
    at_hand = at_hand._replace(nodes=max(SIMULATED, min(at_hand.nodes, int(THOUGHT * seconds / UNHURRIED))))
    return int(view.game.drivers.choose(view._buf, LEVELS.index(level), rng, at_hand))


# --- advice


def advise(view: "State", say: Say) -> list[Advice]:
    """For every move whether it wins, and in how many turns: exactly where that is known, else a proven bound."""
    at_hand = _at_hand(view, bounds=True)
    judged = _solved_advice(view, at_hand, say) if at_hand.ready else _searched_advice(view, at_hand, say)
    judged.sort(key=lambda one: -one[0])
    return [Advice(words(code), value, text, best=key == judged[0][0]) for key, code, value, text in judged]


Judged = tuple[float, int, float, str]  # what it is sorted by, the move, its worth, the reasons


def _solved_advice(view: "State", t: Tables, say: Say) -> list[Judged]:
    s = view.struct
    judged: list[Judged] = []
    for code in view.legal():
        key = int(worth(s, code, t.solved, t.near, t.boards, t.seen))
        value, text = _told(s, code, t, say)
        judged.append((key, code, value, text))
    return judged


def _told(s: Any, code: int, t: Tables, say: Say) -> tuple[float, str]:
    """One move's worth and its reasons, from the tables."""
    b, points, ended = after_move(s, code, t.boards)
    if ended:
        return (1.0, say("Wins at once.")) if ended == 1 else (0.0, say("Draws at once, by repetition."))
    seat = int(s.to_play)
    x, y = int(s.target) - int(s.scores[1 - seat]), int(s.target) - int(s.scores[seat]) - points
    result = -int(outcome(t.solved, b, x, y))
    spare = int(to_spare(t.solved, b, x, y))
    extra = 1 if code >= DIE else 0  # the turn this move is
    if result > 0:
        turns = int(turns_left(t.near, t.boards, t.seen, b, x, y))
        bound = int(bound_left(t.near, t.boards, t.seen, b, x, y))
        return 1.0, _won_text(
            turns + extra if turns else 0, bound + extra if bound else _plain_bound(x, y, extra, t), spare, say
        )
    if result < 0:
        turns = int(distance(t.near, b, x, y))
        bound = int(t.near.bound[x, y]) if max(x, y) < len(t.near.bound) else _plain_bound(y, x, 0, t)
        return -1.0, _lost_text(turns, bound, -spare, say)
    return 0.0, say("Draws: neither player can force a win.")


def _plain_bound(x: int, y: int, extra: int, t: Tables) -> int:
    """A bound that needs no measuring: every point scored brings the end nearer, and between two points the rank falls
    with every exchange.
    """
    least = 4 if t.boards.points[t.boards.points > 0].min() == 4 else 7
    scoring = math.ceil(y / least)
    against = max(0, math.ceil(x / least) - 1)
    rank = int(t.solved.zero_rank.max(initial=1))
    return extra + scoring + (rank - 1) * (scoring + against)


def _won_text(turns: int, bound: int, spare: int, say: Say) -> str:
    if turns:
        first = say.count("Wins in {n} turn.", "Wins in {n} turns.", turns)
    else:
        first = say.count("Wins, in {n} turn at most.", "Wins, in {n} turns at most.", bound)
    if spare:
        return (
            first
            + " "
            + say.count(
                "It would still win needing {n} point more.", "It would still win needing {n} points more.", spare
            )
        )
    return first + " " + say("It wins by a hair: one point more to make, and it would not.")


def _lost_text(turns: int, bound: int, short: int, say: Say) -> str:
    if turns:
        first = say.count(
            "Loses: the other player wins in {n} turn.", "Loses: the other player wins in {n} turns.", turns
        )
    else:
        first = say.count(
            "Loses: the other player wins in {n} turn at most.",
            "Loses: the other player wins in {n} turns at most.",
            bound,
        )
    return first + " " + say.count("It is {n} point short of a win.", "It is {n} points short of a win.", short)


def _searched_advice(view: "State", t: Tables, say: Say) -> list[Judged]:
    """Every move searched to the depth that the budget allows for all of them."""
    s, codes = view.struct, view.legal()
    n = len(codes)
    out, values, budget = np.array(codes, np.int64), np.zeros(n, np.int64), np.zeros(1, np.int64)
    found, reached = values, 0
    budget[0] = THOUGHT
    for depth in range(0, 30):
        fresh = np.zeros(n, np.int64)
        if not all(_exactly(s, int(out[i]), t, depth, budget, fresh, i) for i in range(n)):
            break
        found, reached = fresh, depth + 1
        if abs(int(found.max())) > WIN - 100:
            break
    judged = []
    for code, value in zip(codes, found.tolist(), strict=True):
        judged.append((float(value), code, *_searched_text(code, value, reached, say)))
    return judged


def _exactly(s: Any, code: int, t: Tables, depth: int, budget: np.ndarray, values: np.ndarray, i: int) -> bool:
    """The value of one move, with an open window; False if the budget ran out."""
    values[i] = value_of_move(s, code, t.boards, depth, -2 * WIN, budget)
    return bool(budget[0] >= 0)


def _searched_text(code: int, value: int, reached: int, say: Say) -> tuple[float, str]:
    plies = WIN - abs(value)
    opening = code < DIE
    if value == WIN:
        return 1.0, say("Wins at once.")
    if plies < 100:
        turns = (plies + (0 if opening else 2)) // 2 if value > 0 else (plies + 1) // 2
        if value > 0:
            return 1.0, say.count("Wins in {n} turn.", "Wins in {n} turns.", turns)
        return -1.0, say.count(
            "Loses: the other player wins in {n} turn.", "Loses: the other player wins in {n} turns.", turns
        )
    ahead = say.number(value, sign=True)
    return math.tanh(value / 25), say.count(
        "Looking {n} turn ahead: {points} points.", "Looking {n} turns ahead: {points} points.", reached, points=ahead
    )

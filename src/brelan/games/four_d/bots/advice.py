"""The master's advice: for every move whether it wins, and in how many turns."""

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....contract import Advice
from ....words import Say
from ..moves import words
from ..rules.state import NO_TIP, decode
from ..solve.distances import distance
from ..solve.perfect import GOES_ON, WON_AT_ONCE, after_move, bound_left, outcome, to_spare, turns_left, worth
from .lookup import THOUGHT, Tables, at_hand
from .search import FORCED, WIN, deepen, value_of_move

if TYPE_CHECKING:
    from ....state import State

DEEPEST = 30  # turns the advice looks ahead where nothing is solved
CLEAR_LEAD = 25  # points of lead that are nearly a win, as a value from −1 to 1


class Judged(NamedTuple):
    """A move, what it is sorted by, its worth from −1 to 1, and the reasons."""

    key: float
    code: int
    value: float
    text: str


def advise(view: "State", say: Say) -> list[Advice]:
    """For every move whether it wins, and in how many turns: exactly where that is known, else a proven bound."""
    found = at_hand(view, bounds=True)
    judged = _from_tables(view, found, say) if found.ready else _from_search(view, found, say)
    judged.sort(key=lambda move: -move.key)
    best = judged[0].key
    return [Advice(words(move.code), move.value, move.text, best=move.key == best) for move in judged]


# --- from the solved tables


def _from_tables(view: "State", t: Tables, say: Say) -> list[Judged]:
    s = view.struct
    judged = []
    for code in view.legal():
        key = int(worth(s, code, t.solved, t.distances, t.boards, t.seen))
        judged.append(Judged(key, code, *_told(s, code, t, say)))
    return judged


def _told(s: Any, code: int, t: Tables, say: Say) -> tuple[float, str]:
    """One move's worth and its reasons."""
    b, points, ended = after_move(s, code, t.boards)
    if ended != GOES_ON:
        return (1.0, say("Wins at once.")) if ended == WON_AT_ONCE else (0.0, say("Draws at once, by repetition."))
    seat = int(s.to_play)
    x, y = int(s.target) - int(s.scores[1 - seat]), int(s.target) - int(s.scores[seat]) - points
    result = -int(outcome(t.solved, b, x, y))
    spare = int(to_spare(t.solved, b, x, y))
    this_turn = 0 if _opens(code) else 1
    if result > 0:
        turns = int(turns_left(t.distances, t.boards, t.seen, b, x, y))
        bound = int(bound_left(t.distances, t.boards, t.seen, b, x, y)) or _plain_bound(x, y, t)
        return 1.0, _won_text(turns + this_turn if turns else 0, bound + this_turn, spare, say)
    if result < 0:
        turns = int(distance(t.distances, b, x, y))
        bounds = t.distances.bound
        bound = int(bounds[x, y]) if max(x, y) < len(bounds) else _plain_bound(y, x, t)
        return -1.0, _lost_text(turns, bound, -spare, say)
    return 0.0, say("Draws: neither player can force a win.")


def _opens(code: int) -> bool:
    """Whether it is the opening turn, which takes no turn."""
    return bool(decode(code)[0] == NO_TIP)


def _plain_bound(x: int, y: int, t: Tables) -> int:
    """A bound that needs no measuring: every point scored brings the end nearer, and between two points the rank falls
    with every exchange.
    """
    least = int(t.boards.points[t.boards.points > 0].min())
    scoring = math.ceil(y / least)
    against = max(0, math.ceil(x / least) - 1)
    rank = int(t.solved.zero_rank.max(initial=1))
    return scoring + (rank - 1) * (scoring + against)


def _won_text(turns: int, bound: int, spare: int, say: Say) -> str:
    if turns:
        first = say.count("Wins in {n} turn.", "Wins in {n} turns.", turns)
    else:
        first = say.count("Wins, in {n} turn at most.", "Wins, in {n} turns at most.", bound)
    if not spare:
        return first + " " + say("It wins by a hair: one point more to make, and it would not.")
    return (
        first
        + " "
        + say.count("It would still win needing {n} point more.", "It would still win needing {n} points more.", spare)
    )


def _lost_text(turns: int, bound: int, short: int, say: Say) -> str:
    if turns:
        first = _lost_in(turns, say)
    else:
        first = say.count(
            "Loses: the other player wins in {n} turn at most.",
            "Loses: the other player wins in {n} turns at most.",
            bound,
        )
    return first + " " + say.count("It is {n} point short of a win.", "It is {n} points short of a win.", short)


def _lost_in(turns: int, say: Say) -> str:
    return say.count("Loses: the other player wins in {n} turn.", "Loses: the other player wins in {n} turns.", turns)


# --- from the search


def _from_search(view: "State", t: Tables, say: Say) -> list[Judged]:
    """Every move searched to the depth that the budget allows for all of them."""
    s, codes = view.struct, view.legal()
    budget = np.array([THOUGHT], np.int64)
    values, reached = [0] * len(codes), 0
    for depth in range(DEEPEST):
        fresh = _exact_values(s, codes, t, depth, budget)
        if fresh is None:
            break
        values, reached = fresh, depth + 1
        if abs(max(values)) > FORCED:
            break
    chosen = _chosen(s, codes, t)
    return [
        Judged(math.inf if code == chosen else value, code, *_searched_text(code, value, reached, say))
        for code, value in zip(codes, values, strict=True)
    ]


def _chosen(s: Any, codes: list[int], t: Tables) -> int:
    """What the master plays: it looks deeper than can be told of every move."""
    out = np.array(codes, np.int64)
    values, kept, budget = np.zeros(len(out), np.int64), np.zeros(len(out), np.int64), np.zeros(1, np.int64)
    deepen(s, out, len(out), t.boards, t.nodes, budget, values, kept)
    return int(out[0])


def _exact_values(s: Any, codes: list[int], t: Tables, depth: int, budget: np.ndarray) -> list[int] | None:
    """The value of each move, with an open window; None if the budget ran out."""
    values = []
    for code in codes:
        values.append(int(value_of_move(s, code, t.boards, depth, -2 * WIN, budget)))
        if budget[0] < 0:
            return None
    return values


def _searched_text(code: int, value: int, reached: int, say: Say) -> tuple[float, str]:
    plies = WIN - abs(value)
    if value == WIN:
        return 1.0, say("Wins at once.")
    if plies < WIN - FORCED:
        if value < 0:
            return -1.0, _lost_in((plies + 1) // 2, say)
        turns = (plies + (0 if _opens(code) else 2)) // 2
        return 1.0, say.count("Wins in {n} turn.", "Wins in {n} turns.", turns)
    ahead = say.number(value, sign=True)
    return math.tanh(value / CLEAR_LEAD), say.count(
        "Looking {n} turn ahead: a lead of {points} points (estimated).",
        "Looking {n} turns ahead: a lead of {points} points (estimated).",
        reached,
        points=ahead,
    )

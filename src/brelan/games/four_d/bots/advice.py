"""The master's advice: for every move whether it wins, and in how many turns."""

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....engine.kernel import compiled
from ....model.contract import Advice
from ....model.words import Say
from ..moves import words
from ..rules.state import NO_TIP, REPEATED, TARGET_REACHED, decode
from ..solve.distances import BOUNDED, distance
from ..solve.perfect import (
    GOES_ON,
    after_move,
    at_the_edge,
    bound_left,
    in_time,
    is_barred,
    outcome,
    result_left,
    result_of_move,
    time_after,
    to_spare,
    turns_left,
    worth,
)
from ..solve.repeated import Barred, barred_here
from .lookup import THOUGHT, Tables, at_hand
from .search import FORCED, WIN, deepen, value_of_move

if TYPE_CHECKING:
    from ....play.state import State

searched_value, searched = compiled(value_of_move), compiled(deepen)  # as Python calls them
DEEPEST = 30  # turns the advice looks ahead where nothing is solved
CLEAR_LEAD = 25  # points of lead that are nearly a win, as a value from −1 to 1


class Judged(NamedTuple):
    """A move, what it is sorted by, its worth from −1 to 1, and the reasons."""

    key: float
    code: int
    value: float
    text: str
    brief: str = ""


class Left(NamedTuple):
    """What a move leaves: the board, what its mover needs against whom, the move's points, and the time after it."""

    b: int
    x: int
    y: int
    points: int
    time: int


def advise(view: "State", say: Say, patience: float = 1.0) -> list[Advice]:
    """For every move whether it wins, and in how many turns: exactly where that is known, else a proven bound."""
    found = at_hand(view, bounds=True)
    judged = _from_tables(view, found, say) if found.ready else _from_search(view, found, say, int(THOUGHT * patience))
    judged.sort(key=lambda move: -move.key)
    best = judged[0].key
    error = 0.0 if found.ready else None
    return [
        Advice(words(move.code), move.value, move.text, move.key == best, error, brief=move.brief) for move in judged
    ]


# --- from the solved tables


def _from_tables(view: "State", t: Tables, say: Say) -> list[Judged]:
    s = view.struct
    rest = Barred(*barred_here(s, t.solved, t.boards, t.seen))
    judged = []
    for code in view.legal():
        key = int(worth(s, code, t.solved, t.distances, t.boards, t.seen, rest))
        judged.append(Judged(key, code, *_told(s, code, t, rest, say)))
    return judged


def _told(s: Any, code: int, t: Tables, rest: Barred, say: Say) -> tuple[float, str, str]:
    """One move's worth, its reasons, and the one that decides."""
    b, points, ended = (int(found) for found in after_move(s, code, t.boards))
    if ended != GOES_ON:
        return (1.0, say("Wins at once."), "") if ended == TARGET_REACHED else (0.0, _drawn_at_once(ended, say), "")
    seat = int(s.to_play)
    x, y = int(s.target) - int(s.scores[1 - seat]), int(s.target) - int(s.scores[seat]) - points
    left = Left(b, x, y, points, int(time_after(s, code, points)))
    result = int(result_of_move(t.solved, t.boards, t.seen, b, x, y, points, left.time, rest))
    if result > 0:
        text, brief = _won_in(left, 0 if decode(code)[0] == NO_TIP else 1, t, rest, say)
    elif result < 0:
        text, brief = _lost_in(left, t, rest, say)
    else:
        return 0.0, _drawn(left, t, say), ""
    if is_barred(rest, points):
        return float(result), text, brief
    spare = int(to_spare(t.solved, t.boards, t.seen, left.b, left.x, left.y, left.time))
    if not brief:  # in how many turns is not known: the points tell
        brief = (
            say.count("wins with {n} point to spare", "wins with {n} points to spare", spare)
            if result > 0
            else say.count("loses, {n} point short of a win", "loses, {n} points short of a win", -spare)
        )
    return float(result), text + " " + _margin(left, spare, t, say), brief


def _drawn_at_once(ended: int, say: Say) -> str:
    if ended == REPEATED:
        return say("Draws at once: the same position comes a third time.")
    return say("Draws at once: forty turns without a point.")


def _drawn(left: Left, t: Tables, say: Say) -> str:
    """Why nobody wins: nobody could, or the forty turns or a third occurrence come first."""
    unhurried = -int(outcome(t.solved, left.b, left.x, left.y))
    if unhurried == 0:
        return say("Draws: neither player can force a win.")
    in_time_left = int(result_left(t.solved, t.boards, t.seen, left.b, left.x, left.y, left.time))
    if in_time_left == 0:
        if unhurried > 0:
            return say("Draws: it would win, but forty turns without a point come first.")
        return say("Draws: the other player would win, but forty turns without a point come first.")
    if unhurried > 0:
        return say("Draws: it would win, but the same position would come a third time first.")
    return say("Draws: the other player would win, but the same position would come a third time first.")


def _won_in(left: Left, this_turn: int, t: Tables, rest: Barred, say: Say) -> tuple[str, str]:
    """In words; and in brief, where the number of turns is known."""
    turns = int(turns_left(t.distances, t.boards, t.seen, left.b, left.x, left.y))
    if turns and _unhindered(turns, left, rest):
        return _twice(say.count("Wins in {n} turn.", "Wins in {n} turns.", turns + this_turn))
    bound = int(bound_left(t.distances, t.boards, t.seen, left.b, left.x, left.y))
    if bound and _unhindered(bound, left, rest):
        return _twice(say.count("Wins, in {n} turn at most.", "Wins, in {n} turns at most.", bound + this_turn))
    return say("Wins.") + _still_measured(left, t, say), ""


def _twice(text: str) -> tuple[str, str]:
    """A sentence, and the clause it is inside another."""
    return text, text[:1].lower() + text[1:].removesuffix(".")


def _lost_in(left: Left, t: Tables, rest: Barred, say: Say) -> tuple[str, str]:
    turns = int(distance(t.distances, left.b, left.x, left.y))
    if turns and _unhindered(turns, left, rest):
        return _twice(_loses_in(turns, say))
    bounds = t.distances.bound
    bound = int(bounds[left.x, left.y]) if max(left.x, left.y) < len(bounds) else 0
    if bound and _unhindered(bound, left, rest):
        return _twice(
            say.count(
                "Loses: the other player wins in {n} turn at most.",
                "Loses: the other player wins in {n} turns at most.",
                bound,
            )
        )
    return say("Loses: the other player wins.") + _still_measured(left, t, say), ""


def _unhindered(turns: int, left: Left, rest: Barred) -> bool:
    """Whether a win in so many turns, counted as if time were endless, is one in the time there is."""
    return bool(in_time(turns, left.time)) and not is_barred(rest, left.points)


def _still_measured(left: Left, t: Tables, say: Say) -> str:
    """Said while the numbers of turns are not there yet, and nothing where they never will be."""
    needs = max(left.x, left.y)
    if len(t.distances.bound) <= needs <= BOUNDED:
        return " " + say("In how many turns is still being solved.")
    return ""


def _loses_in(turns: int, say: Say) -> str:
    return say.count("Loses: the other player wins in {n} turn.", "Loses: the other player wins in {n} turns.", turns)


def _margin(left: Left, spare: int, t: Tables, say: Say) -> str:
    """How far a win is from being none, or a loss from a win."""
    if spare < 0:
        return say.count("It is {n} point short of a win.", "It is {n} points short of a win.", -spare)
    if at_the_edge(t.solved, left.y + spare):
        return say.count(
            "It would still win needing {n} point more, or even more than that.",
            "It would still win needing {n} points more, or even more than that.",
            spare,
        )
    if not spare:
        return say("It wins by a hair: one point more to make, and it would not.")
    return say.count("It would still win needing {n} point more.", "It would still win needing {n} points more.", spare)


# --- from the search


def _from_search(view: "State", t: Tables, say: Say, thought: int) -> list[Judged]:
    """Every move searched to the depth that the budget allows for all of them."""
    s, codes = view.struct, view.legal()
    budget = np.array([thought], np.int64)
    values, reached = [0] * len(codes), 0
    for depth in range(DEEPEST):
        fresh = _exact_values(s, codes, t, depth, budget)
        if fresh is None:
            break
        values, reached = fresh, depth + 1
        if abs(max(values)) > FORCED:
            break
    solving = not view.options["fifth"]
    chosen = _chosen(s, codes, t)
    return [
        Judged(math.inf if code == chosen else value, code, *_searched_text(code, value, reached, solving, say))
        for code, value in zip(codes, values, strict=True)
    ]


def _chosen(s: Any, codes: list[int], t: Tables) -> int:
    """What the master plays: it looks deeper than can be told of every move."""
    out = np.array(codes, np.int64)
    values, kept, budget = np.zeros(len(out), np.int64), np.zeros(len(out), np.int64), np.zeros(1, np.int64)
    searched(s, out, len(out), t.boards, t.nodes, budget, values, kept)
    return int(out[0])


def _exact_values(s: Any, codes: list[int], t: Tables, depth: int, budget: np.ndarray) -> list[int] | None:
    """The value of each move, with an open window; None if the budget ran out."""
    values = []
    for code in codes:
        values.append(int(searched_value(s, code, t.boards, depth, -2 * WIN, budget)))
        if budget[0] < 0:
            return None
    return values


def _searched_text(code: int, value: int, reached: int, solving: bool, say: Say) -> tuple[float, str, str]:
    """What the search proved; else how far ahead in points it is, which is an estimate. And the same in brief."""
    plies = WIN - abs(value)
    if value == WIN:
        return 1.0, *_twice(say("Wins at once."))
    if plies < WIN - FORCED:
        if value < 0:
            return -1.0, *_twice(_loses_in((plies + 1) // 2, say))
        turns = (plies + (0 if decode(code)[0] == NO_TIP else 2)) // 2
        return 1.0, *_twice(say.count("Wins in {n} turn.", "Wins in {n} turns.", turns))
    ahead = say.count(
        "Looking {n} turn ahead: a lead of {points} points (estimated).",
        "Looking {n} turns ahead: a lead of {points} points (estimated).",
        reached,
        points=say.number(value, sign=True),
    )
    text = say("Still solving this game.") + " " + ahead if solving else ahead
    return math.tanh(value / CLEAR_LEAD), text, _twice(ahead)[1]

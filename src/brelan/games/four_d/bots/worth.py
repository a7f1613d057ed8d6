"""What a position is worth: 1 to who wins it, −1 to who loses it, exactly without the fifth die; and how many points to
spare the win has, since who is lost (as seat 0 is after nearly every throw) could otherwise never err.

With a fifth die it is what the search sees, a lead of points turned into a chance.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ....engine.kernel import compiled, copy_record, kernel
from ....model.contract import USUAL, Look, Scale, Weighed, Worth
from ....model.words import N_
from ..rules import MAX_MOVES, legal
from ..rules.geometry import ORIENTATIONS
from ..rules.square import board_on, turns_for
from ..rules.state import PLACES, QUIET, STATE, TARGET_REACHED
from ..solve.perfect import GOES_ON, after_move, result_left, result_of_move, time_after, to_spare
from ..solve.repeated import barred
from .lookup import Tables, tables
from .search import FORCED, WIN, deepen, value_of_move

if TYPE_CHECKING:
    from ....play.state import State

SCALE = Scale(
    N_("(a win is 1, a loss −1)"),
    marks=(3.0, 6.0, 12.0),
    spare=N_("points to spare"),
    noun=N_("wins less losses"),
    one=N_("point to spare"),
)
MOST_SPARE = 60  # beyond, more or fewer points to spare make no difference
CLEAR_LEAD = 25  # points of lead that are nearly a win, as the search sees it with a fifth die
SEEN_ERROR = 0.70  # by how much that misses what masters make of it, as measured (docs/review.md)
SEEN_AT_START = -0.89  # what the throw is worth to seat 0 with a fifth die, as measured
LOOKED_AT = 20_000  # positions the search looks at


def judge(state: "State", look: Look = USUAL) -> Worth:
    s = state.struct
    if state.over:
        assert state.payoff is not None
        won = tuple(float(x) for x in state.payoff)
        return Worth(won, spare=tuple(MOST_SPARE * x for x in won))
    if int(s.fifth):
        return _seen(state)
    held = _held(state)
    if int(s.thrown) < PLACES:
        mean = _mean_before(state.bare())
        return Worth((mean, -mean))
    found = np.zeros(2)
    _position(s, *_tables(held), found)
    result, spare = found.tolist()
    mine = (result, -result) if int(s.to_play) == 0 else (-result, result)
    return Worth(mine, spare=(spare, -spare) if int(s.to_play) == 0 else (-spare, spare))


def weigh(view: "State", moves: Sequence[int]) -> list[Weighed]:
    """Every move by what it leaves to spare; with a fifth die, by the lead of points the search sees."""
    s, codes = view.struct, view.legal()
    held = _held(view)
    if int(s.fifth):
        budget, best = np.array([LOOKED_AT * 50], np.int64), []
        for depth in range(1, 3):
            values = [int(_searched(s, code, held.boards, depth, -2 * WIN, budget)) for code in codes]
            if budget[0] < 0:
                break
            best = [max(-MOST_SPARE, min(MOST_SPARE, value)) for value in values]
        return [Weighed(code, float(value)) for code, value in zip(codes, best, strict=True)]
    results, spares = np.zeros(len(codes)), np.zeros(len(codes))
    _moves(s, np.array(codes, np.int64), len(codes), *_tables(held), results, spares)
    return [Weighed(code, float(spare)) for code, spare in zip(codes, spares, strict=True)]


def _held(state: "State") -> Tables:
    """The solved tables: solved now if they are not there, for a judgement that is exact or none."""
    return tables(("master",), state.players, state.options)


@lru_cache(maxsize=64)
def _mean_before(state: "State") -> float:
    """Kept: every game begins with the same throw."""
    return float(_before_the_throw(state.struct, *_tables(_held(state))))


def _tables(held: Tables) -> tuple[Any, ...]:
    return held.solved, held.boards, held.seen


def _seen(state: "State") -> Worth:
    """With a fifth die: the best lead the search sees."""
    s = state.struct
    if state.mover < 0:
        return Worth((SEEN_AT_START, -SEEN_AT_START), SEEN_ERROR)
    codes = np.array(state.legal(), np.int64)
    values, kept, budget = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64), np.zeros(1, np.int64)
    _deepened(s, codes, len(codes), _held(state).boards, LOOKED_AT, budget, values, kept)
    lead = float(values[0])
    spare = max(-MOST_SPARE, min(MOST_SPARE, lead))
    chance, error = (
        (math.copysign(1.0, lead), 0.0) if abs(lead) > FORCED else (math.tanh(lead / CLEAR_LEAD), SEEN_ERROR)
    )
    sign = 1 if state.mover == 0 else -1
    return Worth((sign * chance, -sign * chance), error, spare=(sign * spare, -sign * spare))


@kernel
def _weigh_moves(s, out, n, solved, table, seen, results, spares):
    """Writes what each move makes of the game for its mover, and what it leaves to spare."""
    rest = barred(s, solved, table, seen)
    seat = int(s.to_play)
    x, need = int(s.target) - int(s.scores[1 - seat]), int(s.target) - int(s.scores[seat])
    for i in range(n):
        b, points, ended = after_move(s, out[i], table)
        if ended == TARGET_REACHED:
            results[i], spares[i] = 1.0, MOST_SPARE
        elif ended != GOES_ON:
            results[i], spares[i] = 0.0, -1.0
        else:
            time = time_after(s, out[i], points)
            results[i] = result_of_move(solved, table, seen, b, x, need - points, points, time, rest)
            spare = to_spare(solved, table, seen, b, x, need - points, time)
            spares[i] = max(-MOST_SPARE, min(MOST_SPARE - 1, spare))


@kernel
def _judge_position(s, solved, table, seen, found):
    """Writes what the position is worth to its mover, and what there is to spare."""
    out = np.zeros(MAX_MOVES, np.int64)
    n = legal(s, out)
    results, spares = np.zeros(n), np.zeros(n)
    _weigh_moves(s, out, n, solved, table, seen, results, spares)
    found[0], found[1] = -1.0, -float(MOST_SPARE)
    for i in range(n):
        found[0] = max(found[0], results[i])
        found[1] = max(found[1], spares[i])


@kernel
def _mean_over_throws(s, solved, table, seen):
    """Seat 0's worth over all ways the dice in the air may come to rest; it then turns the square as it likes."""
    thrown, total = int(s.thrown), 0
    spare = np.zeros(1, STATE)
    copy_record(spare[0], s)
    throws = ORIENTATIONS ** (PLACES - thrown)
    x, y = int(s.target) - int(s.scores[1]), int(s.target) - int(s.scores[0])
    for throw in range(throws):
        rest, best = throw, -1
        for place in range(thrown, PLACES):
            spare[0].dice[place] = rest % ORIENTATIONS
            rest //= ORIENTATIONS
        b = board_on(spare[0])
        for lock in range(PLACES):
            best = max(best, result_left(solved, table, seen, table.turn[turns_for(lock), b], x, y, QUIET - 1))
        total += best
    return total / throws


_position: Any = compiled(_judge_position)  # as Python calls them
_moves: Any = compiled(_weigh_moves)
_before_the_throw: Any = compiled(_mean_over_throws)
_searched: Any = compiled(value_of_move)
_deepened: Any = compiled(deepen)

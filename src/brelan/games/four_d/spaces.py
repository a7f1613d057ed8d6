"""4D in numbers: tips, the fifth die's tips and locks in one numbering, and what a seat observes."""

from collections.abc import Mapping

from ...engine.kernel import kernel
from ...model.contract import Bounds, Feature
from ...model.options import Value
from .rules.geometry import FIFTH, HALF_TURN, ORIENTATIONS, from_opposite, turned
from .rules.square import position
from .rules.state import FREE, NEAR_LEFT, NO_TIP, NONE, PLACES, QUIET, TIPS, WAYS, decode, encode

THROWN_ONCE = True  # 4D-02
LEAST_LINE = 4  # the fewest points a turn that scores can bring: a paire of 1s

# First the opening's locks; then, tip by tip (and way by way of the fifth die), the places that may be locked and a
# winning move's none. With `strict` the near die can never be locked: its numbers are left out.
_OPENINGS = PLACES


def n_actions(players: int, options: Mapping[str, Value]) -> int:
    """28 strict, 34 free; 100 and 124 with the fifth die."""
    locks = PLACES + 1 if options["turn"] == "free" else PLACES
    return _OPENINGS + TIPS * (WAYS if options["fifth"] else 1) * locks


@kernel
def action_of(s, code):
    tip, fifth, lock = decode(code)
    if tip == NO_TIP:
        return lock
    at = tip * WAYS + fifth if s.fifth else tip
    if s.turn == FREE:
        return _OPENINGS + at * (PLACES + 1) + lock
    return _OPENINGS + at * PLACES + lock - 1


@kernel
def code_of(s, action):
    if action < _OPENINGS:
        return encode(NO_TIP, NONE, action)
    locks = PLACES + 1 if s.turn == FREE else PLACES
    lock = (action - _OPENINGS) % locks + (0 if s.turn == FREE else 1)
    at = (action - _OPENINGS) // locks
    if s.fifth:
        return encode(at // WAYS, at % WAYS, lock)
    return encode(NEAR_LEFT + at, NONE, lock)


_DICE = PLACES + 1
OBSERVATION = (
    Feature(
        "dice",
        (_DICE, ORIENTATIONS),
        0,
        1,
        "1 at the orientation of each die as the observer sees it: near, left, far, right, the fifth; 0 until thrown",
    ),
    Feature("opened", (1,), 0, 1, "the square has been turned for the first time"),
    Feature("quiet", (1,), 0, 1, "turns in a row without a point / 40"),
    Feature("seen", (1,), 0, 1, "how often this position has come since the last point / 3"),
    Feature("target", (1,), 0, 1, "points to reach / 300"),
    Feature("score", (), 0, 1, "points / (target + 20)", by_seat=True),
    Feature("turn", (), 0, 1, "whose turn it is", by_seat=True),
)
_MOST_TARGET, _MOST_LINE = 300, 20


@kernel
def observe(s, seat, out):
    mine = seat == s.to_play
    for place in range(min(int(s.thrown), PLACES)):
        orientation = int(s.dice[place])
        if mine:
            out[ORIENTATIONS * place + orientation] = 1
        else:
            out[ORIENTATIONS * ((place + HALF_TURN) & 3) + turned(orientation, HALF_TURN)] = 1
    if s.thrown > PLACES:
        orientation = int(s.dice[FIFTH])
        out[ORIENTATIONS * FIFTH + (orientation if mine else from_opposite(orientation))] = 1
    at = ORIENTATIONS * _DICE
    out[at] = s.opened
    out[at + 1] = int(s.quiet) / QUIET
    if s.opened and not s.over:
        key, quiet, seen = position(s), int(s.quiet), 0
        for earlier in range(quiet & 1, quiet + 1, 2):
            seen += s.past[earlier] == key
        out[at + 2] = seen / 3
    target = int(s.target)
    out[at + 3] = target / _MOST_TARGET
    for place in range(2):
        other = seat ^ place
        out[at + 4 + place] = int(s.scores[other]) / (target + _MOST_LINE)
        out[at + 6 + place] = 1 if s.to_play == other else 0


def bounds(players: int, options: Mapping[str, Value]) -> Bounds:
    """Every point makes the end nearer, and forty turns without one draw."""
    scoring = 2 * -(-int(options["target"]) // LEAST_LINE)
    return Bounds(-1, 1, True, _DICE + 1 + QUIET * (scoring + 1))

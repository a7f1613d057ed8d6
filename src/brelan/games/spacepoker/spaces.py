"""SpacePoker in numbers: to drop, every stake, every exchange; and what a seat observes of the hand."""

from collections.abc import Mapping
from itertools import combinations_with_replacement

import numpy as np

from ...engine.kernel import kernel
from ...model.contract import Bounds, Feature
from ...model.options import Value
from .rules.compiling import at_every_move
from .rules.planets import EACH, EACH_CARDS, EACH_POINTS, VALUES
from .rules.results import wealth, wealth_at_first
from .rules.ships import HAND, LARGEST, MOST_GIVEN, SIZES, pack_sizes
from .rules.stakes import can_add, pot_points
from .rules.state import (
    DRAWING_LOTS,
    DROP,
    DROPPED,
    EVEN,
    EXCHANGE,
    FLEETS,
    IN,
    MOST_ANTE,
    SETTLED,
    STAKE,
    ante_before,
    encode,
    said,
)


def _exchanges(sizes: int) -> list[int]:
    """Every set of up to three ships, packed, the smaller sets first."""
    given = (chosen for n in range(MOST_GIVEN + 1) for chosen in combinations_with_replacement(range(1, sizes + 1), n))
    return [pack_sizes(chosen) for chosen in given]


# By fleet: the sets of ships in the order of their numbers, and the number of each packed set.
_BY_FLEET = [_exchanges(sizes) for sizes in SIZES]
_SETS = np.zeros((len(SIZES), max(map(len, _BY_FLEET))), np.int16)
_NUMBERS = np.zeros((len(SIZES), 1 << 3 * MOST_GIVEN), np.int16)
for _fleet, _given in enumerate(_BY_FLEET):
    for _number, _packed in enumerate(_given):
        _SETS[_fleet, _number] = _packed
        _NUMBERS[_fleet, _packed] = _number


def n_actions(players: int, options: Mapping[str, Value]) -> int:
    """To drop; to add from 0 to all points there are; every exchange of the fleet. 178 for two, 358 for five."""
    return 1 + int(options["stack"]) * players + 1 + len(_BY_FLEET[FLEETS.index(str(options["fleet"]))])


@at_every_move
def _first_exchange(s):
    return 2 + int(s.stack) * int(s.players)


@at_every_move
def action_of(s, code):
    if code == DROP:
        return 0
    if code < EXCHANGE:
        return 1 + said(STAKE, code)
    return _first_exchange(s) + int(_NUMBERS[int(s.fleet), said(EXCHANGE, code)])


@kernel
def code_of(s, action):
    if action == 0:
        return DROP
    first = _first_exchange(s)
    if action < first:
        return encode(STAKE, action - 1)
    return encode(EXCHANGE, int(_SETS[int(s.fleet), action - first]))


LOOKS_AWAY = True
PHASES, RECENT, AHEAD = 7, 16, 4
OBSERVATION = (
    Feature("ships", (LARGEST,), 0, 1, "own ships of each size / 5"),
    Feature("given", (LARGEST,), 0, 1, "own ships given in exchange, by size / 3"),
    Feature("drawn", (LARGEST,), 0, 1, "ships that came for them, by size / 3"),
    Feature(
        "phase",
        (PHASES,),
        0,
        1,
        "1 at what goes on: dealing, exchanging, drawing, staking, showing, drawing for the pot, settled",
    ),
    Feature("pot", (1,), 0, 1, "points on the table / all points there are"),
    Feature("due", (1,), 0, 1, "points to add to align / all points"),
    Feature("lap", (1,), 0, 1, "lap of the stakes / 60, at most 1"),
    Feature("hands", (1,), 0, 1, "the share of the hands still to be finished; 0 without an agreed number"),
    Feature("ante", (1,), 0, 1, "points of this hand's ante / 60"),
    Feature("antes", (AHEAD,), 0, 1, "the antes of the next hands / 60; 0 after the last hand"),
    Feature("limit", (1,), 0, 1, "points one may still add to one's stake at most, by `reach even` / all points"),
    Feature(
        "recent",
        (RECENT,),
        -1,
        1,
        "the last sixteen answers of the stakes, the latest first: (points added + 1) / (all points + 1), −1: dropped",
    ),
    Feature("planets", (VALUES,), 0, 1, "planets of each value / all there are of it", by_seat=True),
    Feature("points", (), 0, 1, "their worth / all points", by_seat=True),
    Feature("stake", (), 0, 1, "points staked / all points", by_seat=True),
    Feature("paid", (), 0, 1, "points of its ante / 60", by_seat=True),
    Feature("in", (), 0, 1, "still plays for the pot", by_seat=True),
    Feature("dropped", (), 0, 1, "has dropped out of the hand", by_seat=True),
    Feature("exchanged", (MOST_GIVEN + 1,), 0, 1, "1 at how many ships the seat exchanged; 0 until then", by_seat=True),
    Feature("raises", (), 0, 1, "raises made / 20, at most 1", by_seat=True),
    Feature("opener", (), 0, 1, "opens the hand", by_seat=True),
    Feature("turn", (), 0, 1, "whose turn it is, or for whom a ship comes", by_seat=True),
    Feature(
        "shown", (LARGEST,), 0, 1, "ships shown, by size / 5: now, or in the last hand before the stakes", by_seat=True
    ),
)
_PHASE, _PUBLIC = 3 * LARGEST, 3 * LARGEST + PHASES
_RECENT = _PUBLIC + 6 + AHEAD
_BY_SEAT = _RECENT + RECENT
_LONG, _MOST_RAISES = 60, 20
# One over each, since dividing is most of the work of observing.
_ONE_ANTE = 1 / MOST_ANTE
_ONE_SHIP, _ONE_GIVEN, _ONE_RAISE = 1 / HAND, 1 / MOST_GIVEN, 1 / _MOST_RAISES
_ONE_PLANET = 1 / np.array(EACH, np.float64)


@kernel
def observe(s, seat, out):
    n = int(s.players)
    everything = int(s.stack) * n
    point, answer, player = 1 / everything, 1 / (everything + 1), 1 / n
    _observe_own(s, seat, out)
    out[_PHASE + int(s.phase)] = 1
    out[_PUBLIC] = pot_points(s) * point
    out[_PUBLIC + 1] = max(0, int(s.highest) - int(s.stakes[seat])) * point
    out[_PUBLIC + 2] = min(int(s.lap) / _LONG, 1.0)
    if s.hands:
        out[_PUBLIC + 3] = 1 - int(s.played) / int(s.hands)
    _observe_antes(s, out)
    if s.reach == EVEN and s.inside[seat] == IN:
        out[_PUBLIC + 5 + AHEAD] = can_add(s, seat) * point
    acts = int(s.acts)
    for k in range(min(acts, RECENT)):
        added = int(s.history[acts - 1 - k])
        out[_RECENT + k] = -1 if added < 0 else (added + 1) * answer
    other = seat
    for place in range(n):
        _observe_seat(s, other, place, n, point, player, out)
        other = other + 1 if other + 1 < n else 0


@at_every_move
def _observe_antes(s, out):
    """SPA-15: this hand's, and those to come."""
    first = int(s.played) - (s.phase == SETTLED)
    for k in range(1 + AHEAD):
        if s.hands == 0 or first + k < s.hands:
            out[_PUBLIC + 4 + k] = ante_before(s, first + k) * _ONE_ANTE


@at_every_move
def _observe_own(s, seat, out):
    for i in range(LARGEST):
        out[i] = int(s.ships[seat, i]) * _ONE_SHIP
    for k in range(MOST_GIVEN):
        given, drawn = int(s.given[seat, k]), int(s.drawn[seat, k])
        if given:
            out[LARGEST + given - 1] += _ONE_GIVEN
        if drawn:
            out[2 * LARGEST + drawn - 1] += _ONE_GIVEN


@at_every_move
def _observe_seat(s, other, place, n, point, player, out):
    at = _BY_SEAT + VALUES * place
    worth = 0
    for i in range(VALUES):
        many = int(s.planets[other, i])
        out[at + i] = many * _ONE_PLANET[i] * player
        worth += (i + 1) * many
    at = _BY_SEAT + VALUES * n + place
    out[at] = worth * point
    out[at + n] = int(s.stakes[other]) * point
    out[at + 2 * n] = int(s.paid[other]) * _ONE_ANTE
    out[at + 3 * n] = 1 if s.inside[other] == IN else 0
    out[at + 4 * n] = 1 if s.inside[other] == DROPPED else 0
    at = _BY_SEAT + (VALUES + 5) * n
    if s.exchanged[other]:
        out[at + (MOST_GIVEN + 1) * place + int(s.exchanged[other]) - 1] = 1
    at += (MOST_GIVEN + 1) * n + place
    out[at] = min(int(s.raises[other]) * _ONE_RAISE, 1.0)
    out[at + n] = 1 if s.opener == other else 0
    out[at + 2 * n] = 1 if s.turn == other else 0
    at = _BY_SEAT + (VALUES + 5 + MOST_GIVEN + 1 + 3) * n + LARGEST * place
    for i in range(LARGEST):
        ships = int(s.ships[other, i]) if s.shown[other] else int(s.last_ships[other, i])
        out[at + i] = ships * _ONE_SHIP


@kernel
def expected(s, out):
    """SPA-12: equal hands draw for the pot of the last hand, each as likely to win it."""
    last = s.phase == DRAWING_LOTS and s.hands > 0 and s.played + 1 >= s.hands
    tied, table = 0, wealth(s, s.pot)
    for seat in range(int(s.players)):
        last = last and s.draws[seat] == 0  # a round under way has its favourites
        tied += int(s.tied[seat])
        table += wealth(s, s.staked[seat])
    if not last:
        return False
    start_wealth = wealth_at_first(s)
    for seat in range(int(s.players)):
        share = table / tied if s.tied[seat] else 0.0
        out[seat] = wealth(s, s.planets[seat]) + share - start_wealth
    return True


def bounds(players: int, options: Mapping[str, Value]) -> Bounds:
    """Nobody can lose more than they began with; a tie may be drawn for for ever."""
    each = int(options["stack"])
    if each == EACH_POINTS and options["win"] == "cards":
        each = EACH_CARDS
    return Bounds(-each, each * (players - 1), True, None)

"""A partie of any number of players, approximated tour by tour: what each seat may expect, in points and in places.

Known are the starts of tours, on a *grid*: every seat's score is one of a few nodes, and between nodes values are mixed
of three of them. Everything else is played out: a tour is searched turn by turn to its end, scored by the rules
themselves, and its end is looked up in the grid, or is the end of the partie and paid. Each mover plays for what they
themselves are paid, by the best of a stock of *plans*: ways to play a turn, each known by its odds of the nine lines.
To weigh some hundred plans takes a small part of the time of solving the turn, and loses little.

The grid is filled from high scores to low: points only lead to higher nodes, and what leads back to the node itself is
taken out by its weight. Ties are played off (DOD-10) as two players would (`playoffs.py`); of three or more tied, each
gets an equal chance. From four players on, lines that hardly differ count as one in all turns but the first searched.
"""

from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled, inner_kernel, kernel
from ..rules.lines import LINE_COUNT, SUM_10_19, SUM_20_29, SUM_OVER_29, SUM_UNDER_10
from ..rules.partie import score_turn
from ..rules.state import FIRST, LAST, MOST_SEATS, STATE, TEN
from .positions import copy_partie, new_partie
from .turn import LEFT, NOTHING, blank_turn, induct

MONEY, FIRSTS, LASTS, KINDS = 0, 1, 2, 3  # what a seat may expect: points paid, chances to be first and to be last
STENCIL = 3  # nodes a value is mixed of, for each seat's score
EQUAL = 1e-6  # worths this close are one: the mover does not care, and stops at once
STOPS = 0  # the number of the plan to stop at once

_ALL = np.arange(LINE_COUNT, dtype=np.int8)
_SUMS = _ALL.copy()
_SUMS[SUM_OVER_29], _SUMS[SUM_UNDER_10] = SUM_20_29, SUM_10_19
_FEWER = _SUMS.copy()
_FEWER[SUM_OVER_29] = _FEWER[SUM_20_29] = SUM_10_19
COUNTS_AS = {2: _ALL, 3: _ALL, 4: _SUMS, 5: _FEWER, 6: _FEWER}  # by players: the line each line counts as


class Tours(NamedTuple):
    """What is known of the starts of tours; a column is a kind of expectation of a seat, seats numbered from the
    starter: `kind * players + seat`. One column more holds the weight of the point that is being filled.
    """

    players: int
    tens: int  # the target; 0: nothing is known
    cells: np.ndarray  # [score in tens]: the first of the STENCIL nodes its value is mixed of
    parts: np.ndarray  # [score in tens, node]: the weights of these
    values: np.ndarray  # [point, column]; points are numbered by the nodes of the seats' scores
    plans: np.ndarray  # [line, plan]: the odds of ending on the line
    ties: np.ndarray  # [score in tens, who acts first or second]: what two who are tied for last will be paid
    share: float  # the chance of who acts first to win a tie of two for first
    counts_as: np.ndarray  # [line]: the line it is searched as


class Desk(NamedTuple):
    """What a search writes on."""

    worth: np.ndarray  # [turn, line, column]: what the lines of each turn of the tour are worth
    found: np.ndarray  # [column]: what the last position looked at is worth
    spare: np.ndarray  # [turn]: the struct after it
    made: np.ndarray  # [turn]: the line being looked at
    is_open: np.ndarray  # [turn]: whether the partie can go on after the tour
    boxes: np.ndarray  # the part of the grid that can be reached: level after level, one seat's score more being fixed
    starts: np.ndarray  # [level]: where it begins in `boxes`
    lows: np.ndarray  # [seat]: the lowest node of each score
    tried: np.ndarray  # [plan]: what each brings
    sample: np.ndarray  # [number, line]: worths met, kept for those who look for better plans
    met: np.ndarray  # how many turns were weighed, and how many of them kept


SAMPLED = 29  # one turn in so many is kept


@kernel
def columns_of(n):
    return KINDS * n + 1


@kernel
def new_desk(tours, samples):
    n = tours.players
    nodes = tours.cells[-1] + STENCIL if len(tours.cells) else 0
    columns = columns_of(n)
    size, volume = 0, columns
    for _ in range(n):
        volume *= nodes
        size += volume
    return Desk(
        np.zeros((MOST_SEATS, LINE_COUNT, columns)),
        np.zeros(columns),
        np.zeros(MOST_SEATS, STATE),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(MOST_SEATS, np.bool_),
        np.zeros(size + columns, np.float32),
        np.zeros(MOST_SEATS + 1, np.int64),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(tours.plans.shape[1], np.float32),
        np.zeros((samples, LINE_COUNT), np.float32),
        np.zeros(2, np.int64),
    )


# --- one turn


@inner_kernel
def best_plan(worth, depth, own, plans, tried):
    """The plan that brings the mover of this turn most."""
    least, most = worth[depth, 0, own], worth[depth, 0, own]
    for made in range(1, LINE_COUNT):
        least, most = min(least, worth[depth, made, own]), max(most, worth[depth, made, own])
    if most - least < EQUAL:
        return STOPS
    w0 = np.float32(worth[depth, 0, own] - least)
    w1 = np.float32(worth[depth, 1, own] - least)
    w2 = np.float32(worth[depth, 2, own] - least)
    w3 = np.float32(worth[depth, 3, own] - least)
    w4 = np.float32(worth[depth, 4, own] - least)
    w5 = np.float32(worth[depth, 5, own] - least)
    w6 = np.float32(worth[depth, 6, own] - least)
    w7 = np.float32(worth[depth, 7, own] - least)
    w8 = np.float32(worth[depth, 8, own] - least)
    for plan in range(len(tried)):  # all lines at once: what is tried is written once
        tried[plan] = (
            (w0 * plans[0, plan] + w1 * plans[1, plan] + w2 * plans[2, plan])
            + (w3 * plans[3, plan] + w4 * plans[4, plan] + w5 * plans[5, plan])
            + (w6 * plans[6, plan] + w7 * plans[7, plan] + w8 * plans[8, plan])
        )
    best, top = 0, tried[0]
    for plan in range(1, len(tried)):
        if tried[plan] > top:
            best, top = plan, tried[plan]
    return best


@inner_kernel
def _weigh(worth, depth, own, plans, tried, found, sample, met):
    """Writes to `found` what is to be expected of a turn whose lines are worth this, by the best plan."""
    if len(sample):
        met[0] += 1
        if met[0] % SAMPLED == 0 and met[1] < len(sample):
            for made in range(LINE_COUNT):
                sample[met[1], made] = worth[depth, made, own]
            met[1] += 1
    plan = best_plan(worth, depth, own, plans, tried)
    for column in range(len(found)):
        found[column] = 0.0
    for made in range(LINE_COUNT):
        odds = plans[made, plan]
        for column in range(len(found)):
            found[column] += odds * worth[depth, made, column]


# --- the end of a tour


@inner_kernel
def _settled(s, found):
    """The partie is over: the grid of payments says what everybody got."""
    n, starter = int(s.players), int(s.starter)
    for position in range(n):
        seat = (starter + position) % n
        found[MONEY * n + position] = s.totals[seat]
        found[FIRSTS * n + position] = 1.0 if seat == s.winner else 0.0
        found[LASTS * n + position] = 1.0 if seat == s.loser else 0.0


@inner_kernel
def _tied_for(s, place, decided):
    """How many play for this place, and the first and last of them in the order of the tour."""
    n, starter = int(s.players), int(s.starter)
    many, one, other = 0, -1, -1
    for position in range(n if decided < 0 else 0):
        if s.contest[(starter + position) % n] & place:
            many += 1
            other = position
            if one < 0:
                one = position
    return many, one, other


@inner_kernel
def _tie(s, ties, share, found):
    """A tie before it is played off: as the tables say for two, with equal chances for more."""
    n, starter = int(s.players), int(s.starter)
    firsts, one, other = _tied_for(s, FIRST, s.winner)
    if firsts == 0:
        found[FIRSTS * n + (int(s.winner) - starter) % n] = 1.0
    elif firsts == 2:
        found[FIRSTS * n + one], found[FIRSTS * n + other] = share, 1.0 - share
    else:
        for position in range(n):
            if s.contest[(starter + position) % n] & FIRST:
                found[FIRSTS * n + position] = 1.0 / firsts
    lasts, one, other = _tied_for(s, LAST, s.loser)
    if lasts == 0:
        paid = float(s.scores[int(s.loser)])
        found[LASTS * n + (int(s.loser) - starter) % n] = 1.0
    else:
        tied = min(int(s.scores[(starter + one) % n]) // TEN, len(ties) - 1)
        paid = -(ties[tied, 0] + ties[tied, 1])
        for position in range(n):
            if s.contest[(starter + position) % n] & LAST:
                found[LASTS * n + position] = 1.0 / lasts
        if lasts == 2 and paid > 0.0:
            found[LASTS * n + one] = -ties[tied, 0] / paid
            found[LASTS * n + other] = -ties[tied, 1] / paid
    for position in range(n):
        found[MONEY * n + position] = paid * (found[FIRSTS * n + position] - found[LASTS * n + position])


# --- the grid


@inner_kernel
def _is_open(s):
    """Whether nobody has reached the target or thrown a pairtraiz, so that another tour may follow."""
    if s.playoff:
        return False
    for seat in range(int(s.players)):
        if s.scores[seat] >= s.target or s.order[seat]:
            return False
    return True


@kernel
def _open_boxes(s, tours, desk):
    """Lays out the levels of `boxes`, and fills the one of the seat to act: its scores and those of the seats after it
    can still grow, those before it are fixed.
    """
    n, starter = tours.players, int(s.starter)
    columns, nodes = tours.values.shape[1], tours.cells[-1] + STENCIL
    acting = (int(s.turn) - starter) % n
    size = columns
    desk.starts[n] = 0
    for position in range(n - 1, -1, -1):  # the last level, of one point, comes first
        desk.lows[position] = tours.cells[int(s.scores[(starter + position) % n]) // TEN]
        desk.starts[position] = desk.starts[position + 1] + size
        if position >= acting:
            size *= nodes - desk.lows[position]
    start = desk.starts[acting]
    boxes = desk.boxes
    for at in range(start, start + size):
        boxes[at] = 0.0
    run = (nodes - desk.lows[n - 1]) * columns
    at_node = np.zeros(MOST_SEATS, np.int64)
    for corner in range(STENCIL**acting):
        weight, fixed, rest = 1.0, 0, corner
        for position in range(acting):
            weight *= tours.parts[int(s.scores[(starter + position) % n]) // TEN, rest % STENCIL]
            fixed = fixed * nodes + desk.lows[position] + rest % STENCIL
            rest //= STENCIL
        if weight == 0.0:
            continue
        share = np.float32(weight)
        for position in range(acting, n):
            at_node[position] = desk.lows[position]
        for to in range(start, start + size, run):
            point = fixed
            for position in range(acting, n):
                point = point * nodes + at_node[position]
            for at in range(run):
                boxes[to + at] += share * tours.values[point + at // columns, at % columns]
            position = n - 2
            while position >= acting:
                at_node[position] += 1
                if at_node[position] < nodes:
                    break
                at_node[position] = desk.lows[position]
                position -= 1


@inner_kernel
def _fix(position, score, cells, parts, lows, starts, boxes):
    """Fixes one score more: fills the next level by mixing slices of this one."""
    tens = score // TEN
    size = starts[position] - starts[position + 1]  # of the next level, which lies before this one
    one, two, three = parts[tens, 0], parts[tens, 1], parts[tens, 2]
    first, to = starts[position] + (cells[tens] - lows[position]) * size, starts[position + 1]
    second, third = first + size, first + 2 * size
    for at in range(size):
        boxes[to + at] = one * boxes[first + at] + two * boxes[second + at] + three * boxes[third + at]


# --- the search


@kernel
def tour_worths(s, tours, desk):
    """Writes to `desk.worth[0, line]` what is to be expected after the seat to act ends its turn on each line."""
    n, starter = tours.players, int(s.starter)
    # each array once: taken from the tuples in the loop, or handed to a function, each costs time
    cells, parts, plans, ties, counted = tours.cells, tours.parts, tours.plans, tours.ties, tours.counts_as
    worth, found, spare, made, is_open = desk.worth, desk.found, desk.spare, desk.made, desk.is_open
    lows, starts, boxes = desk.lows, desk.starts, desk.boxes
    tried, sample, met = desk.tried, desk.sample, desk.met
    opened = _is_open(s)
    if opened:
        _open_boxes(s, tours, desk)
    depth = 0
    made[0] = 0
    while True:
        here = s if depth == 0 else spare[depth - 1]
        acting = (int(here.turn) - starter) % n
        if made[depth] == LINE_COUNT:
            if depth == 0:
                return
            for line in range(LINE_COUNT):
                counts_as = counted[line]
                if counts_as != line:
                    for column in range(len(found)):
                        worth[depth, line, column] = worth[depth, counts_as, column]
            _weigh(worth, depth, MONEY * n + acting, plans, tried, found, sample, met)
            depth -= 1
        else:
            line = made[depth]
            if depth > 0 and counted[line] != line:
                made[depth] += 1
                continue
            was_open = opened if depth == 0 else is_open[depth - 1]
            after = spare[depth]
            copy_partie(here, after)
            after.lying = 0
            score_turn(after, line)
            goes_on = was_open and _is_open(after)
            if goes_on:
                _fix(acting, int(after.scores[int(here.turn)]), cells, parts, lows, starts, boxes)
            if not after.lying and (int(after.turn) - starter) % n > acting:  # somebody is still to act
                is_open[depth] = goes_on
                depth += 1
                made[depth] = 0
                continue
            for column in range(len(found)):
                found[column] = boxes[column] if goes_on else 0.0
            if after.over:
                _settled(after, found)
            elif not goes_on:
                _tie(after, ties, tours.share, found)
        for column in range(len(found)):
            worth[depth, made[depth], column] = found[column]
        made[depth] += 1


@kernel
def expect(s, tours, desk):
    """Writes to `desk.found` what is to be expected if the seat to act starts its turn now."""
    tour_worths(s, tours, desk)
    own = MONEY * tours.players + (int(s.turn) - int(s.starter)) % tours.players
    _weigh(desk.worth, 0, own, tours.plans, desk.tried, desk.found, desk.sample, desk.met)


# --- making it


@compiled
def fill(points, nodes, tours, values, desk):
    """Fills these points of the grid, all higher ones being filled."""
    n, columns = tours.players, values.shape[1]
    structs = new_partie(n, tours.tens)
    many = len(nodes)
    for point in points:
        rest, nearest, step = point, point, 1
        for position in range(n - 1, -1, -1):
            at = rest % many
            structs[0].scores[position] = nodes[at]
            if at + 1 < many and nearest == point:
                nearest = point + step  # a neighbour that is filled: a first guess
            rest //= many
            step *= many
        guess = values[nearest].copy()
        for column in range(columns - 1):
            values[point, column] = guess[column]
        values[point, columns - 1] = 1.0
        expect(structs[0], tours, desk)
        weight = desk.found[columns - 1]  # of the point itself: taken out
        for column in range(columns - 1):
            values[point, column] = (desk.found[column] - weight * guess[column]) / (1.0 - weight)
        values[point, columns - 1] = 0.0


@compiled
def better_plans(plans, many, sample, gain):
    """Adds to the first `many` plans the best way to play each sampled turn that none of them plays within `gain`, as a
    part of what is at stake in it; answers how many there are then.
    """
    alone, odds = blank_turn(1), blank_turn(1 + LINE_COUNT)
    worth, with_odds = np.zeros((LINE_COUNT, 1)), np.zeros((LINE_COUNT, 1 + LINE_COUNT))
    for row in range(len(sample)):
        stake = sample[row].max() - sample[row].min()
        if many == plans.shape[1] or stake < EQUAL:
            continue
        for made in range(LINE_COUNT):
            worth[made, 0] = (sample[row, made] - sample[row].min()) / stake
        induct(worth, 0, LEFT, alone)
        best = 0.0
        for plan in range(many):
            total = 0.0
            for made in range(LINE_COUNT):
                total += plans[made, plan] * worth[made, 0]
            best = max(best, total)
        if alone.keeps[LEFT, 0, NOTHING] > best + gain:
            for made in range(LINE_COUNT):
                with_odds[made, 0] = worth[made, 0]
                with_odds[made, 1 + made] = 1.0
            induct(with_odds, 0, LEFT, odds)
            for made in range(LINE_COUNT):
                plans[made, many] = odds.keeps[LEFT, 1 + made, NOTHING]
            many += 1
    return many

"""A heads-up hand played from the solved ones, for the nearest solved stack.

The master has no memory but what it sees. So at each turn it follows the hand from its beginning (`solve/reading.py`):
the spots its tree may stand at, how often its own hand would have come to each, and from that what it does now. To
draw so anew each time comes to the same as to have drawn once and remembered.
"""

import numpy as np

from ....engine.kernel import kernel, uniform
from ..rules.lap import from_opener, seats_dealt
from ..rules.pile import many_given
from ..rules.planets import points
from ..rules.state import DROPS, OUT, ROTATE, ante_of_hand
from ..solve.deals import pair_of
from ..solve.reading import (
    ALIGNS,
    DROPS_OUT,
    MOST_OUTCOMES,
    RAISES,
    SHOWS,
    Board,
    Outcomes,
    nearest_stack,
    to_act,
    when_aligned,
    when_raised,
)
from ..solve.stake_tree import OPENER, SECOND
from ..solve.strategies import STEPS
from .lookups import hand_of
from .match import decides_all, points_before


@kernel
def is_solved(s, tables):
    """Whether this hand can be played from the solved ones: not one that decides all, whatever is staked."""
    return seats_dealt(s) == 2 and len(tables.solved.stacks) > 0 and not decides_all(s)


@kernel
def is_exact(s, tables):
    """Whether the very state of the match was solved."""
    solved = tables.solved
    if not is_solved(s, tables) or not len(solved.state):
        return False
    left, x = int(s.hands) - int(s.played), points_before(s, int(s.opener))
    return solved.exact[left, x] == 1


@kernel
def second_seat(s):
    """The other seat of a heads-up hand."""
    for place in range(1, int(s.players)):
        if s.inside[from_opener(s, place)] != OUT:
            return from_opener(s, place)
    return -1


@kernel
def place_in_hand(s, seat):
    return OPENER if seat == s.opener else SECOND


@kernel
def both_can_stake(s):
    """Points each of the two can stake in this hand."""
    first, second = int(s.opener), second_seat(s)
    return min(points(s.planets[first]) + int(s.stakes[first]), points(s.planets[second]) + int(s.stakes[second]))


@kernel
def unit_of(s, solved):
    """Real points for one of the solved hand's points: the ante may have risen (SPA-15)."""
    if len(solved.state):
        return solved.unit
    return solved.unit * max(1, int(ante_of_hand(s))) / max(1, int(s.ante))


@kernel
def nearest_solved_hand(s, place, solved):
    """Which of the solved hands this one is played as: by what the match has come to, or by the stack."""
    if len(solved.state):
        left = int(s.hands) - int(s.played)
        return int(solved.state[left, points_before(s, int(s.opener))])
    below_top = np.zeros(len(solved.stacks), np.int64)
    for i in range(len(below_top)):
        below_top[i] = solved.levels[2 * i + place, solved.top[2 * i + place] - 1]
    return nearest_stack(solved.stacks, below_top, both_can_stake(s) / unit_of(s, solved))


@kernel
def solved_gives(s, seat, rng, tables):
    """The ships to give, packed."""
    solved = tables.solved
    hand = hand_of(s, seat, tables)
    if len(solved.state):
        i = int(solved.dealt[int(s.hands) - int(s.played), points_before(s, int(s.opener))])
    else:
        i = nearest_solved_hand(s, place_in_hand(s, seat), solved)
    at = uniform(rng)
    many = many_given(s, int(s.opener))
    for act in range(tables.first_act[hand], tables.first_act[hand + 1]):
        at -= solved.opener[i, act] if seat == s.opener else solved.second[i, many, act]
        if at < 0:
            return int(tables.act_given[act])
    return 0


@kernel
def weights(s, stack, solved):
    """By stake: what a show with it is about (`reading.Board`)."""
    ante, found = max(1, int(ante_of_hand(s))), np.zeros(stack + 1)
    for stake in range(stack + 1):
        found[stake] = ante + stake
    if len(solved.state):
        then, mine = solved.chances[int(s.hands) - int(s.played) - 1], points_before(s, int(s.opener))
        whole = len(then) - 1
        for stake in range(stack + 1):
            most, least = min(mine + ante + stake, whole), max(mine - ante - stake, 0)
            if s.first == ROTATE:  # whoever opens the next hand is the other: the same difference
                most, least = whole - least, whole - most
            found[stake] = (then[most] - then[least]) / 2
    return found


@kernel
def board_for(s, place, solved):
    """The solved tree of a place laid on this table."""
    k = 2 * nearest_solved_hand(s, place, solved) + place
    top, nodes = int(solved.top[k]), int(solved.nodes[k])
    unit, real = unit_of(s, solved), np.zeros(top + 1, np.int64)
    for rung in range(top):
        real[rung] = min(int(solved.levels[k, rung] * unit + 0.5), both_can_stake(s))
    real[top] = both_can_stake(s)
    node, spot = int(solved.first_node[k]), int(solved.first_spot[k])
    spots = spot + int(solved.spots[k])
    return Board(
        solved.closing,
        top,
        nodes,
        real,
        weights(s, int(real[top]), solved),
        solved.high[spot:spots],
        solved.width[node : node + nodes],
        solved.target[node : node + nodes],
        solved.child[node : node + nodes],
    )


@kernel
def _keep(found, n, stake, highest, spots, shares):
    """Of the outcomes those that look like what was done; answers how many."""
    nearest = 1 << 30
    for k in range(n):
        if found.kind[k] == RAISES:
            nearest = min(nearest, abs(found.stake[k] - stake))
    many = 0
    for loosely in range(2):
        for k in range(n):
            kind = found.kind[k]
            if stake > highest:
                alike = kind == RAISES and abs(found.stake[k] - stake) == nearest
            else:
                alike = kind == ALIGNS
            if loosely:  # nothing the plan knows: as if it had aligned
                alike = kind != DROPS_OUT
            if alike and many < len(spots):
                spots[many], shares[many] = found.spot[k], found.share[k]
                many += 1
        if many:
            break
    return _merged(spots, shares, many)


@kernel
def _merged(spots, shares, many):
    """Each spot once, the largest share 1; answers how many there are."""
    kept = 0
    most = 0.0
    for k in range(many):
        at = 0
        while at < kept and spots[at] != spots[k]:
            at += 1
        if at == kept:
            spots[kept], shares[kept] = spots[k], shares[k]
            kept += 1
        else:
            shares[at] += shares[k]
        most = max(most, shares[at])
    for k in range(kept):
        shares[k] /= most
    return kept


@kernel
def follow(s, board, place, upto, found, spots, shares):
    """Follows the first `upto` stakes of a hand as that place's plan reads them: the spots it stood at when it last
    acted, and if it is its turn the outcomes it has. Answers how many outcomes, and how many spots.
    """
    stakes = np.zeros(2, np.int64)
    spots[0], shares[0] = 0, 1.0
    many, n, highest = 1, 0, 0
    if place == OPENER:
        n = to_act(board, 0, 0, 1.0, found, 0)
    for t in range(upto):
        who = t % 2
        stake = stakes[who] + max(0, int(s.history[t]))
        if who == place:
            many = _keep(found, n, stake, highest, spots, shares)
        else:
            n = 0
            for k in range(many):
                if stake > highest:
                    n = when_raised(board, place, spots[k], highest, stake, shares[k], found, n)
                else:
                    n = when_aligned(board, spots[k], highest, shares[k], found, n)
        stakes[who], highest = stake, max(highest, stake)
    return n, many


@kernel
def _chance_of(solved, k, place, pair, group, spot, spots, many):
    """How often the plan goes the way to a spot with such a hand: from the beginning, or from the last of the `many`
    spots it comes by.
    """
    chance = 1.0
    first = solved.first_spot[k]
    while spot > 0:
        for j in range(many):
            if spots[j] == spot:
                return chance
        node = solved.parent[first + spot]
        if solved.player[solved.first_node[k] + node] == place:
            at = (pair * solved.edges[k] + solved.edge[first + spot]) * solved.groups + group
            chance *= solved.stakes[solved.first_stake[k] + at] / STEPS
        spot = node
    return chance


@kernel
def solved_mix(s, seat, tables, found, chances):
    """What the master may do now, with the chance of each: outcomes in `found`, answers how many."""
    solved, place = tables.solved, place_in_hand(s, seat)
    i = nearest_solved_hand(s, place, solved)
    spots, shares = np.zeros(MOST_OUTCOMES, np.int64), np.zeros(MOST_OUTCOMES)
    n, many = follow(s, board_for(s, place, solved), place, int(s.acts), found, spots, shares)
    pair = pair_of(many_given(s, int(s.opener)), many_given(s, second_seat(s)))
    group = solved.group[hand_of(s, seat, tables)]
    for attempt in range(2):  # a hand that would never have come here is asked what it would do now
        total = 0.0
        for k in range(n):
            way = _chance_of(solved, 2 * i + place, place, pair, group, found.spot[k], spots, attempt * many)
            chances[k] = found.share[k] * way
            total += chances[k]
        if total > 0:
            for k in range(n):
                chances[k] /= total
            return n
    found.kind[0], found.spot[0], found.share[0], found.stake[0] = SHOWS, 0, 1.0, int(s.highest)
    chances[0] = 1.0
    return 1


@kernel
def intended_by(s, kind, stake):
    """An outcome as an intention."""
    if kind == DROPS_OUT:
        return DROPS
    return stake - int(s.highest) if kind == RAISES else 0


@kernel
def solved_intends(s, seat, rng, tables):
    kinds, spots, stakes = (
        np.zeros(MOST_OUTCOMES, np.int64),
        np.zeros(MOST_OUTCOMES, np.int64),
        np.zeros(MOST_OUTCOMES, np.int64),
    )
    found = Outcomes(kinds, spots, np.zeros(MOST_OUTCOMES), stakes)
    chances = np.zeros(MOST_OUTCOMES)
    n = solved_mix(s, seat, tables, found, chances)
    at = uniform(rng)
    for k in range(n):
        at -= chances[k]
        if at < 0:
            return intended_by(s, found.kind[k], found.stake[k])
    return 0

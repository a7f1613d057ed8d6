"""A heads-up hand played from the solved ones, for the nearest solved stack.

What really happened is followed down the solved tree: a stake counts as the size nearest to it in proportion to the
pot.
"""

import math

import numpy as np

from ....kernel import kernel, uniform
from ..rules.lap import from_opener, seats_dealt
from ..rules.pile import many_given
from ..rules.planets import points
from ..rules.state import DROPS, HISTORY, OUT
from ..solve.deals import pair_of
from .intentions import EVERYTHING
from .lookups import hand_of

MOST_ACTIONS = 8  # of a node of the solved tree
LEAST_SHARE = 0.01  # of the pot: a smaller raise counts as one of it
BEYOND = -1  # where the tree has ended


@kernel
def is_solved(s, tables):
    """Whether this hand can be played from the solved ones."""
    return seats_dealt(s) == 2 and len(tables.solved.stacks) > 0


@kernel
def _second_seat(s):
    """The other seat of a heads-up hand."""
    for place in range(1, int(s.players)):
        if s.inside[from_opener(s, place)] != OUT:
            return from_opener(s, place)
    return -1


@kernel
def _nearest_stack(s, solved):
    """Which of the solved hands this one is played as."""
    first, second = int(s.opener), _second_seat(s)
    least = min(points(s.planets[first]) + int(s.stakes[first]), points(s.planets[second]) + int(s.stakes[second]))
    wanted = math.log(max(1.0, least / solved.unit))
    best = 0
    for i in range(len(solved.stacks)):
        if abs(math.log(solved.stacks[i]) - wanted) < abs(math.log(solved.stacks[best]) - wanted):
            best = i
    return best


@kernel
def solved_gives(s, seat, rng, tables):
    """The ships to give, packed."""
    solved = tables.solved
    i, hand = _nearest_stack(s, solved), hand_of(s, seat, tables)
    at = uniform(rng)
    many = many_given(s, int(s.opener))
    for act in range(tables.first_act[hand], tables.first_act[hand + 1]):
        at -= solved.opener[i, act] if seat == s.opener else solved.second[i, many, act]
        if at < 0:
            return int(tables.act_given[act])
    return 0


@kernel
def _node_now(s, i, solved):
    """Where the solved tree stands after what was really staked: the node (or BEYOND), and the solved stakes of opener
    and second.
    """
    node, stakes, real = 0, np.zeros(2, np.int64), np.zeros(2, np.int64)
    start = 2 * max(1, int(s.ante))
    for t in range(int(s.acts)):
        if t >= HISTORY:
            return BEYOND, 0, 0
        me, amount = t % 2, int(s.history[t])
        need = max(real[0], real[1]) - real[me]
        if real[0] + real[1] > 0 and amount == need:
            chosen = _action_of(solved, i, node, max(stakes[0], stakes[1]) - stakes[me])
        else:
            share = (amount - need) / (start + real[0] + real[1] + need)
            chosen = _nearest_raise(solved, i, node, stakes, me, share)
        if chosen < 0:
            return BEYOND, 0, 0
        real[me] += amount
        stakes[me] += solved.amounts[i, node, chosen]
        node = solved.child[i, node, chosen]
        if node <= 0:
            return BEYOND, 0, 0
    return node, stakes[0], stakes[1]


@kernel
def _action_of(solved, i, node, amount):
    """The action of a node that adds so many points; −1 if there is none."""
    for a in range(solved.width[i, node]):
        if solved.amounts[i, node, a] == amount:
            return a
    return -1


@kernel
def _nearest_raise(solved, i, node, stakes, me, share):
    """The raise (or opening stake) of a node nearest to that share of the pot; −1 if there is none."""
    best, distance = -1, 1e9
    need = max(stakes[0], stakes[1]) - stakes[me]
    pot = 2 * solved.ante + stakes[0] + stakes[1] + need
    for a in range(solved.width[i, node]):
        extra = solved.amounts[i, node, a] - need
        if solved.amounts[i, node, a] > 0 and extra > 0:
            off = abs(math.log(extra / pot) - math.log(max(share, LEAST_SHARE)))
            if off < distance:
                best, distance = a, off
    return best


@kernel
def solved_shares(s, seat, tables, shares):
    """The solved strategy's chances of each action at this point of a heads-up hand; answers stack, node (or BEYOND)
    and stakes.
    """
    solved = tables.solved
    i = _nearest_stack(s, solved)
    node, first, second = _node_now(s, i, solved)
    if node < 0 or solved.player[i, node] != (0 if seat == s.opener else 1):
        return i, BEYOND, 0, 0
    pair = pair_of(many_given(s, int(s.opener)), many_given(s, _second_seat(s)))
    hands = len(tables.hand_class)
    for a in range(solved.width[i, node]):
        at = ((pair * solved.nodes[i] + node) * solved.widest[i] + a) * hands + hand_of(s, seat, tables)
        shares[a] = solved.stakes[solved.start[i] + at]
    return i, node, first, second


@kernel
def solved_intends(s, seat, i, node, a, first, second, solved):
    """A solved action as an intention in the real hand."""
    amount = int(solved.amounts[i, node, a])
    need = abs(first - second)
    if amount < 0:
        return DROPS
    if s.highest > 0 and amount == need:
        return 0
    if (first if seat == s.opener else second) + amount >= solved.stacks[i]:
        return EVERYTHING
    share = (amount - need) / (2 * solved.ante + first + second + need)
    real_need = int(s.highest) - int(s.stakes[seat])
    pot = 2 * max(1, int(s.ante)) + int(s.stakes[s.opener]) + int(s.stakes[_second_seat(s)]) + real_need
    return max(1, int(share * pot + 0.5))

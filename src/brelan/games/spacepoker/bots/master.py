"""The master of SpacePoker.

Heads-up it plays the solved hand (`equilibrium.py`), for the nearest solved stack. What really happened is followed
down the solved tree: a stake counts as the size nearest to it in proportion to the pot. With three players and more,
and where the tree ends, it thinks over deals consistent with what it saw: hands are drawn for the others as the regular
bot would have exchanged them, kept as often as an expert holding them would have staked so, and each of its own moves
is played out to the end of the hand by experts.
"""

import math

import numpy as np

from ....kernel import below, kernel, uniform, weighted
from ..rules import chance as outcomes
from ..rules import play
from ..rules.planets import points
from ..rules.state import EXCHANGE, HISTORY, IN, OUT, STAKING, STATE, copies, from_opener, seats_dealt, sizes
from .thinking import DROPS, expert_means, hand_of, key_of, level_read, pot_reckoned, put

DEEPEST = 60  # moves of a hand played out
CANDIDATES = 5
EVERYTHING = 400  # points: more than there are
LEAST = 0.12  # how often a stake is made with nothing at all


@kernel
def second_seat(s):
    """The other seat of a heads-up hand."""
    for place in range(1, int(s.players)):
        if s.inside[from_opener(s, place)] != OUT:
            return from_opener(s, place)
    return -1


@kernel
def nearest_stack(s, shelf):
    """Which of the solved hands this one is played as."""
    first, second = int(s.opener), second_seat(s)
    least = min(points(s.planets[first]) + int(s.stakes[first]), points(s.planets[second]) + int(s.stakes[second]))
    wanted = math.log(max(1.0, least / shelf.unit))
    best = 0
    for i in range(len(shelf.stacks)):
        if abs(math.log(shelf.stacks[i]) - wanted) < abs(math.log(shelf.stacks[best]) - wanted):
            best = i
    return best


@kernel
def solved_exchange(s, seat, rng, tables):
    shelf = tables.shelf
    i, hand = nearest_stack(s, shelf), hand_of(s, seat, tables)
    low, high = tables.first_act[hand], tables.first_act[hand + 1]
    at = uniform(rng)
    many = int(s.exchanged[s.opener]) - 1
    for act in range(low, high):
        at -= shelf.opener[i, act] if seat == s.opener else shelf.second[i, many, act]
        if at < 0:
            return EXCHANGE + int(tables.act_code[act])
    return EXCHANGE


@kernel
def node_now(s, i, shelf):
    """Where the solved tree stands after what was really staked: the node, and the solved stakes of opener and second.
    Node −1: beyond.
    """
    node, solved, real = 0, np.zeros(2, np.int64), np.zeros(2, np.int64)
    start = 2 * max(1, int(s.ante))
    for t in range(int(s.acts)):
        if t >= HISTORY:
            return -1, 0, 0
        me, amount = t % 2, int(s.history[t])
        need = max(real[0], real[1]) - real[me]
        if real[0] + real[1] > 0 and amount == need:
            chosen = _find(shelf, i, node, max(solved[0], solved[1]) - solved[me])
        else:
            share = (amount - need) / (start + real[0] + real[1] + need)
            chosen = _nearest(shelf, i, node, solved, me, share)
        if chosen < 0:
            return -1, 0, 0
        real[me] += amount
        solved[me] += shelf.amounts[i, node, chosen]
        node = shelf.child[i, node, chosen]
        if node <= 0:
            return -1, 0, 0
    return node, solved[0], solved[1]


@kernel
def _find(shelf, i, node, amount):
    for a in range(shelf.width[i, node]):
        if shelf.amounts[i, node, a] == amount:
            return a
    return -1


@kernel
def _nearest(shelf, i, node, solved, me, share):
    """The raise (or opening stake) of a node nearest to that share of the pot."""
    best, distance = -1, 1e9
    need = max(solved[0], solved[1]) - solved[me]
    pot = 2 * shelf.ante + solved[0] + solved[1] + need
    for a in range(shelf.width[i, node]):
        extra = shelf.amounts[i, node, a] - need
        if shelf.amounts[i, node, a] > 0 and extra > 0:
            off = abs(math.log(extra / pot) - math.log(max(share, 0.01)))
            if off < distance:
                best, distance = a, off
    return best


@kernel
def solved_shares(s, seat, tables, shares):
    """The solved strategy's chances of each action at this point of a heads-up hand; answers stack, node and stakes
    (node −1: beyond).
    """
    shelf = tables.shelf
    i = nearest_stack(s, shelf)
    node, first, second = node_now(s, i, shelf)
    if node < 0 or shelf.player[i, node] != (0 if seat == s.opener else 1):
        return i, -1, 0, 0
    other = second_seat(s)
    pair = 4 * (int(s.exchanged[s.opener]) - 1) + int(s.exchanged[other]) - 1
    hands = len(tables.hand_class)
    for a in range(shelf.width[i, node]):
        at = ((pair * shelf.nodes[i] + node) * shelf.widest[i] + a) * hands + hand_of(s, seat, tables)
        shares[a] = shelf.stakes[shelf.start[i] + at]
    return i, node, first, second


@kernel
def really_means(s, seat, i, node, a, first, second, shelf):
    """A solved action as an intention in the real hand."""
    amount = int(shelf.amounts[i, node, a])
    need = abs(first - second)
    if amount < 0:
        return DROPS
    if s.highest > 0 and amount == need:
        return 0
    if (first if seat == s.opener else second) + amount >= shelf.stacks[i]:
        return EVERYTHING
    share = (amount - need) / (2 * shelf.ante + first + second + need)
    pot = (
        2 * max(1, int(s.ante))
        + int(s.stakes[s.opener])
        + int(s.stakes[second_seat(s)])
        + int(s.highest)
        - int(s.stakes[seat])
    )
    return max(1, int(share * pot + 0.5))


@kernel
def master_means(s, seat, rng, tables):
    if seats_dealt(s) == 2 and len(tables.shelf.stacks) > 0:
        shares = np.zeros(8, np.int64)
        i, node, first, second = solved_shares(s, seat, tables, shares)
        if node >= 0 and shares.sum() > 0:
            return really_means(s, seat, i, node, weighted(rng, shares, 8), first, second, tables.shelf)
    means, moves, worth = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES)
    n = search(s, seat, rng, tables, tables.samples, means, moves, worth)
    best = 0
    for k in range(1, n):
        if worth[k] > worth[best]:
            best = k
    return means[best]


# --- three players and more: deals consistent with what was seen


@kernel
def candidates(s, seat, means, moves):
    """What is thought over: dropping, aligning, raising by half the pot, the pot and two and a half pots.

    Answers how many moves that makes.
    """
    pot = pot_reckoned(s) + int(s.highest) - int(s.stakes[seat])
    n = 0
    for k in range(CANDIDATES):
        meant = DROPS if k == 0 else 0 if k == 1 else max(1, int((0.5, 1.0, 2.5)[k - 2] * pot))
        move = put(s, seat, meant)
        known = False
        for j in range(n):
            known = known or moves[j] == move
        if not known:
            means[n], moves[n] = meant, move
            n += 1
    return n


@kernel
def _take_one(rest, rng):
    total = 0
    for i in range(7):
        total += rest[i]
    at = below(rng, total)
    for i in range(7):
        at -= rest[i]
        if at < 0:
            rest[i] -= 1
            return i
    return 0


@kernel
def _imagine(s, other, rest, hand, rng, tables):
    """A hand for another seat out of `rest`: dealt, and exchanged as the regular bot would; False if that gives another
    number of ships.
    """
    for i in range(7):
        hand[i] = 0
    for _ in range(5):
        hand[_take_one(rest, rng)] += 1
    rivals = seats_dealt(s) - 2
    packed, many = int(tables.exchange[rivals, int(tables.hand_index[key_of(hand, tables.base)])]) - EXCHANGE, 0
    gone = packed
    while gone:
        many += 1
        gone >>= 3
    if many != int(s.exchanged[other]) - 1:
        return False
    while packed:
        hand[(packed & 7) - 1] -= 1
        packed >>= 3
    for _ in range(many):
        hand[_take_one(rest, rng)] += 1
    return True


@kernel
def _plausible(s, other, hand, rng, tables):
    """Whether somebody with that hand might well have staked so: more often the stronger, and never quite never."""
    level = level_read(s, other)
    if level == 0:
        return True
    rank = tables.ranks[tables.hand_class[int(tables.hand_index[key_of(hand, tables.base)])]]
    return uniform(rng) < LEAST + (1 - LEAST) * rank**level


@kernel
def deal_like(s, r, seat, rng, tables):
    """Fills the others' hands of the copy `r` with a plausible deal."""
    rest, hand = np.zeros(7, np.int64), np.zeros(7, np.int64)
    for i in range(sizes(s)):
        rest[i] = copies(s) - int(s.ships[seat, i])
    for k in range(3):
        if s.given[seat, k]:
            rest[int(s.given[seat, k]) - 1] -= 1
    spare = rest.copy()
    for other in range(int(s.players)):
        if other == seat or s.inside[other] != IN:
            continue
        for attempt in range(30):
            spare[:] = rest
            fits = _imagine(s, other, spare, hand, rng, tables)
            if fits and (attempt > 20 or _plausible(s, other, hand, rng, tables)):
                break
        for i in range(7):
            r.ships[other, i] = hand[i]
            rest[i] = max(0, rest[i] - hand[i])


@kernel
def play_out(r, seat, move, rng, tables, out, weights):
    """Plays the move, then the hand to its end, everybody as an expert and lots drawn by chance; answers the seat's
    points then.
    """
    hand = int(r.played)
    for _ in range(DEEPEST):
        play(r, move)
        if r.over or r.played != hand:
            break
        if r.phase == STAKING:
            turn = 0 + int(r.turn)
            move = put(r, turn, expert_means(r, turn, rng, tables))
        else:
            move = out[weighted(rng, weights, outcomes(r, out, weights))]
    return points(r.planets[seat])


@kernel
def search(s, seat, rng, tables, samples, means, moves, worth):
    """The mean worth of each candidate over plausible deals, in points of this hand; answers how many candidates there
    are.
    """
    n = candidates(s, seat, means, moves)
    table, dealt = np.zeros(1, STATE), np.zeros(1, STATE)
    out, weights = np.zeros(8, np.int64), np.zeros(8, np.int64)
    before = points(s.planets[seat])
    for _ in range(samples):
        dealt[0] = s
        deal_like(s, dealt[0], seat, rng, tables)
        _stock_pile(dealt[0])
        for k in range(n):
            table[0] = dealt[0]
            worth[k] += play_out(table[0], seat, moves[k], rng, tables, out, weights) - before
    for k in range(n):
        worth[k] /= samples
    return n


@kernel
def _stock_pile(r):
    """What is left makes the pile, as if nothing had been put under it, and no ante is due for the hand after."""
    r.ante = 0
    r.shuffled = 1
    top = 0
    for i in range(7):
        left = copies(r) if i < sizes(r) else 0
        for other in range(int(r.players)):
            left -= int(r.ships[other, i])
        top += max(0, left) << 8 * i
        r.under[i] = 0
    r.top = top

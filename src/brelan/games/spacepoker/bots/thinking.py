"""How the bots of SpacePoker weigh a decision: lookups of exact odds, what a stake says about a hand, and amounts that
can be paid.
"""

from typing import NamedTuple

import numpy as np

from ....kernel import below, kernel, uniform
from ..rules import pot_points
from ..rules.planets import MOST_POINTS, amounts, points, unbroken
from ..rules.ships import RANK, strength
from ..rules.state import DROP, IN, OUT, STAKE
from ..solve.strategies import Shelf

LEVELS_READ = 5  # how much a player's stake says: 0 nothing … 4 a great deal


class Tables(NamedTuple):
    """What the bots look up."""

    base: int  # keys of hands and loads are written in this base
    hand_index: np.ndarray  # [key]
    load_index: np.ndarray  # [key]
    hand_class: np.ndarray  # [hand]
    beats: np.ndarray  # [load, class]: the exact chance to beat one other hand
    reads: np.ndarray  # [number the other exchanged, level read, class]: the same, against what that player has shown
    ranks: np.ndarray  # [class]: the share of final hands below it
    exchange: np.ndarray  # [opponents − 1, hand]: the best exchange
    first_act: np.ndarray  # [hand]: the master's exchanges …
    act_code: np.ndarray  # [act]
    shelf: Shelf  # … and the solved hands
    style: np.ndarray  # the expert: its faith in others dropping, how much more a called raise says, how much it varies
    samples: int  # how many deals the master thinks over with three players and more


@kernel
def key_of(counts, base):
    key = 0
    for i in range(6, -1, -1):
        key = key * base + int(counts[i])
    return key


@kernel
def hand_of(s, seat, tables):
    return int(tables.hand_index[key_of(s.ships[seat], tables.base)])


@kernel
def load_of(s, seat, tables):
    """All the ships the seat has seen: those it holds and those it gave."""
    counts = np.zeros(7, np.int64)
    for i in range(7):
        counts[i] = s.ships[seat, i]
    for k in range(3):
        if s.given[seat, k]:
            counts[int(s.given[seat, k]) - 1] += 1
    return int(tables.load_index[key_of(counts, tables.base)])


@kernel
def blind_points(s):
    """The points the pot started with; at ante 0 bots reckon as if each player had put one in."""
    n = 0
    for seat in range(5):
        n += s.inside[seat] != OUT
    return n * max(1, int(s.ante))


@kernel
def pot_reckoned(s):
    return pot_points(s) + (blind_points(s) if s.ante == 0 else 0)


@kernel
def level_read(s, seat):
    """How strong the seat's stake says it is: by its size against the pot the hand started with, less if it only
    aligned.
    """
    put = int(s.stakes[seat]) / blind_points(s)
    if put == 0:
        return 0
    level = 1 if put <= 0.5 else 2 if put <= 2 else 3 if put <= 6 else 4
    return level if s.raises[seat] > 0 or level == 1 else level - 1


@kernel
def chance_exact(s, seat, tables):
    """The chance to beat everybody still in, were their stakes to mean nothing."""
    one = tables.beats[load_of(s, seat, tables), tables.hand_class[hand_of(s, seat, tables)]]
    chance = 1.0
    for other in range(int(s.players)):
        if other != seat and s.inside[other] == IN:
            chance *= one
    return chance


@kernel
def chance_read(s, seat, tables, extra):
    """The same, by how many ships each exchanged and what each staked; `extra` levels are added for those who would
    answer a raise.
    """
    mine = tables.hand_class[hand_of(s, seat, tables)]
    chance = 1.0
    for other in range(int(s.players)):
        if other != seat and s.inside[other] == IN:
            level = min(LEVELS_READ - 1, level_read(s, other) + extra)
            chance *= tables.reads[max(0, int(s.exchanged[other]) - 1), level, mine]
    return chance


# What a bot means to do: to drop, to align (0), or to raise by so many points. `put` makes a legal move of it, in one
# place only: compiled code grows with every place that calls it.
DROPS = -1


@kernel
def may_raise(s, seat):
    return s.highest == 0 or s.max_raises == 0 or s.raises[seat] < s.max_raises


@kernel
def payable(row, wish, least):
    """The amount nearest to the wish, at least `least`, that a row of planets makes exactly; −1 if there is none."""
    run, whole = unbroken(row)
    if least <= wish <= run:
        return wish
    total = points(row)
    wish = min(max(wish, least), total)
    if whole:
        return wish if least <= wish else -1
    made = np.zeros(MOST_POINTS + 1, np.int64)
    amounts(row, made)
    for step in range(total + 1):
        if wish - step >= least and made[wish - step]:
            return wish - step
        if least <= wish + step <= total and made[wish + step]:
            return wish + step
    return -1


@kernel
def put(s, seat, extra):
    """The legal move nearest to an intention. Nobody raises beyond what some other player could answer."""
    if extra == DROPS:
        return STAKE if s.highest > 0 and s.highest == s.stakes[seat] else DROP
    need = int(s.highest) - int(s.stakes[seat])
    if s.highest == 0:
        extra = max(extra, 1)
    richest = 0
    for other in range(int(s.players)):
        if other != seat and s.inside[other] == IN:
            richest = max(richest, points(s.planets[other]) + int(s.stakes[other]))
    free = may_raise(s, seat)
    extra = min(extra, max(richest - int(s.highest), 1 if s.highest == 0 else 0)) if free else 0
    wish = need + extra
    amount = payable(s.planets[seat], wish, need + (1 if extra > 0 else 0))
    if amount < 0 and extra > 0 and s.highest > 0:  # too poor to raise: align
        amount = payable(s.planets[seat], need, need)
    if amount < 0 or (amount > need and not free) or (extra == 0 and amount > need + 2):
        return STAKE if need == 0 and s.highest > 0 else DROP
    return STAKE + amount


@kernel
def rivals_in(s, seat):
    n = 0
    for other in range(int(s.players)):
        n += other != seat and s.inside[other] == IN
    return n


# --- intentions


@kernel
def novice_means(s, seat, rng):
    """Each combination has its price in units of the pot's start; never a point more, never a bluff."""
    unit = blind_points(s)
    price = unit * (0.5, 1.5, 4.0, 12.0, 40.0, 300.0, 300.0)[strength(s.ships[seat], False) // RANK]
    reach = int(s.highest)
    if reach == 0:
        return max(1, min(int(price / 3), unit))
    if reach > price:
        return DROPS
    if price >= 2 * reach and below(rng, 2) == 0:
        return max(1, unit // 2)
    return 0


@kernel
def regular_means(s, seat, tables):
    """Pot odds against exact odds, and a raise when well ahead. It never bluffs."""
    chance = chance_exact(s, seat, tables)
    pot, need = pot_reckoned(s), int(s.highest) - int(s.stakes[seat])
    fair = 1.0 / (rivals_in(s, seat) + 1)
    if chance > fair + (1 - fair) * 0.8:
        return pot + need
    if chance > fair + (1 - fair) * 0.35 and int(s.stakes[seat]) < 2 * pot and s.raises[seat] < 2:
        return max(1, (pot + need) // 2)
    if s.highest == 0:
        need = 1
    return 0 if chance * (pot + need) >= need else DROPS


@kernel
def expert_means(s, seat, rng, tables):
    """The best estimated worth: dropping, aligning, or one of three raises that some of the others may drop to."""
    pot, need = pot_reckoned(s), int(s.highest) - int(s.stakes[seat])
    rivals = rivals_in(s, seat)
    best, worth = DROPS, 0.0
    if s.highest > 0:
        value = chance_read(s, seat, tables, 0) * (pot + need) - need
        if value > worth:
            best, worth = 0, value
    most = points(s.planets[seat]) - need
    if not may_raise(s, seat) or most < 1:
        return best
    for size in range(3):
        extra = min(max(1, int((0.5, 1.0, 2.5)[size] * (pot + need))), most)
        # Facing a raise, each of the others drops less often than would make any bluff pay.
        folds = (tables.style[0] * extra / (extra + pot + need)) ** rivals if s.acts < 12 else 0.0
        called = chance_read(s, seat, tables, int(tables.style[1]) + (size == 2))
        value = folds * pot + (1 - folds) * (called * (pot + need + extra * 2) - need - extra)
        value *= 1 + tables.style[2] * (uniform(rng) - 0.5)  # not always the same size, nor always a raise
        if value > worth:
            best, worth = extra, value
    return best

"""Every hand, every exchange and every way it can turn out, counted: what the odds and the equilibrium are computed
from.

A *private state* is what a player holds and gave: (hand, ships given). A *load* is the multiset of both: all the ships
that player has seen. Ships are dealt without replacement, so two players' states are not independent, but their joint
probability is w₀ · w₁ · coupling(load₀, load₁): it factorises through the loads, of which there are about a sixth as
many as states.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, perm, prod

import numpy as np

from ....engine.kernel import kernel
from ..rules.ships import COPIES, HAND, LARGEST, MOST_GIVEN, SIZES, pack_sizes, sizes_of, strength

EXCHANGES = range(MOST_GIVEN + 1)  # how many ships a player may exchange (SPA-04)
PAIRS = len(EXCHANGES) ** 2  # of how many the opener and the second exchange
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Deals:
    """All deals of one fleet.

    Acts are pairs (dealt hand, ships given); outcomes are the ways an act's draws can come.
    """

    sizes: int
    copies: int
    hands: np.ndarray  # [hand, size]
    hand_of: dict[Counts, int]
    loads: tuple[np.ndarray, ...]  # by number exchanged: [load, size]
    first_act: np.ndarray  # [hand]: its acts are first_act[hand] … first_act[hand + 1] − 1
    act_given: np.ndarray  # [act]: the ships given, as `pack` writes them
    act_many: np.ndarray  # [act]: how many
    state_hand: tuple[np.ndarray, ...]  # by number exchanged: [state]
    state_load: tuple[np.ndarray, ...]
    out_act: tuple[np.ndarray, ...]  # by number exchanged: [outcome]
    out_state: tuple[np.ndarray, ...]
    out_weight: tuple[np.ndarray, ...]  # in how many orders the ships dealt and drawn can come

    @property
    def ships(self) -> int:
        return self.sizes * self.copies

    @property
    def hands_count(self) -> int:
        return len(self.hands)

    @property
    def acts(self) -> int:
        return len(self.act_given)


def _multisets(sizes: int, many: int, most: int) -> list[Counts]:
    """Every choice of that many ships, as counts by size."""
    chosen = (
        tuple(pick.count(size) for size in range(sizes)) for pick in combinations_with_replacement(range(sizes), many)
    )
    return [counts for counts in chosen if max(counts, default=0) <= most]


def _plus(a: Counts, b: Counts) -> Counts:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _minus(a: Counts, b: Counts) -> Counts:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _orders(counts: Counts) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


@kernel
def pair_of(opener, second):
    """The number of a pair of exchanges: so many ships by the opener, so many by the second."""
    return (MOST_GIVEN + 1) * opener + second


@lru_cache(maxsize=3)
def deals(fleet: int = 0) -> Deals:
    """All deals of the fleet (0: 5x7, 1: 7x5, 2: 2x17)."""
    sizes, copies = SIZES[fleet], COPIES[fleet]
    hands = _multisets(sizes, HAND, copies)
    hand_of = {hand: index for index, hand in enumerate(hands)}
    parts = [_multisets(sizes, many, copies) for many in EXCHANGES]
    loads = [_multisets(sizes, HAND + many, copies) for many in EXCHANGES]
    load_of = [{load: index for index, load in enumerate(of)} for of in loads]
    states: list[dict[tuple[int, int], int]] = [{} for _ in EXCHANGES]
    outs: list[list[tuple[int, int, int]]] = [[] for _ in EXCHANGES]
    first: list[int] = [0]
    given: list[int] = []
    many_of: list[int] = []
    for dealt in hands:
        for many in EXCHANGES:
            for gone in parts[many]:
                kept = _minus(dealt, gone)
                if min(kept) < 0:
                    continue
                for new in parts[many]:
                    load = load_of[many].get(_plus(dealt, new))
                    if load is not None:
                        state = states[many].setdefault((hand_of[_plus(kept, new)], load), len(states[many]))
                        outs[many].append((len(given), state, _orders(dealt) * _orders(new)))
                given.append(pack_sizes(sizes_of(gone)))
                many_of.append(many)
        first.append(len(given))
    pairs = [np.array(list(of)) for of in states]
    rows = [np.array(of) for of in outs]
    return Deals(
        sizes,
        copies,
        np.array(hands),
        hand_of,
        tuple(np.array(of) for of in loads),
        np.array(first),
        np.array(given),
        np.array(many_of),
        tuple(pair[:, 0].copy() for pair in pairs),
        tuple(pair[:, 1].copy() for pair in pairs),
        tuple(row[:, 0].copy() for row in rows),
        tuple(row[:, 1].copy() for row in rows),
        tuple(row[:, 2].astype(float) for row in rows),
    )


@lru_cache(maxsize=32)
def coupling(fleet: int, mine: int, theirs: int) -> np.ndarray:
    """[my load, their load]: what the product of the two weights is multiplied with to give a probability."""
    known = deals(fleet)
    falling = np.array(
        [float(perm(known.copies, n)) if n <= known.copies else 0.0 for n in range(2 * known.copies + 1)]
    )
    result = np.ones((len(known.loads[mine]), len(known.loads[theirs])))
    for size in range(known.sizes):
        result *= falling[known.loads[mine][:, None, size] + known.loads[theirs][None, :, size]]
    return result / float(perm(known.ships, 2 * HAND + mine + theirs))


@lru_cache(maxsize=32)
def alone(fleet: int, mine: int) -> np.ndarray:
    """[load]: what a weight is multiplied with to give the probability of one player's state."""
    known = deals(fleet)
    falling = np.array([float(perm(known.copies, n)) for n in range(known.copies + 1)])
    return np.asarray(falling[known.loads[mine]].prod(axis=1) / float(perm(known.ships, HAND + mine)))


def hand_rows(fleet: int) -> np.ndarray:
    """[hand]: the row that kernels take."""
    known = deals(fleet)
    rows = np.zeros((known.hands_count, LARGEST), np.int8)
    rows[:, : known.sizes] = known.hands
    return rows


@lru_cache(maxsize=4)
def classes(fleet: int, kickers: bool) -> np.ndarray:
    """[hand]: its place among all strengths, 0 the weakest; equal hands share it."""
    strengths = [int(strength(row, kickers)) for row in hand_rows(fleet)]
    ranks = {value: place for place, value in enumerate(sorted(set(strengths)))}
    return np.array([ranks[value] for value in strengths])

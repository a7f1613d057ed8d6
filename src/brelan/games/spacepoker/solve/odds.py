"""Exact odds: what an exchange turns a hand into, and how often the result beats other hands.

Other players are thought to exchange as the `regular` bot does: the exchange with the best chance of beating one player
who exchanges so too (found by playing the best answer to the best answer … until nothing changes).
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, perm
from pathlib import Path

import numpy as np

from ....kernel import kernel
from ....paths import cache_folder
from ....sources import digest as sources_digest
from ..rules.ships import SHIPS, SIZES
from .deals import MOST, Counts, Deals, alone, classes, coupling, deals

ROUNDS = 12  # best answers to best answers; it settles after a few
NODES = ((0.1127016653792583, 5 / 18), (0.5, 8 / 18), (0.8872983346207417, 5 / 18))  # Gauss, exact to degree 5 on 0 … 1


@dataclass(frozen=True)
class Model:
    """How the regular bot exchanges, and what that makes of everybody's odds."""

    acts: np.ndarray  # [hand]: the act it chooses
    lower: tuple[
        np.ndarray, ...
    ]  # by number I exchanged: [load, class], the chance that another hand is below that class
    equal: tuple[np.ndarray, ...]
    given_many: np.ndarray  # [number the other exchanged, class]: the chance of that class
    many: np.ndarray  # [number]: how often that many are exchanged

    def beats(self, many: int) -> np.ndarray:
        """[load, class]: the chance to beat one other hand, a draw counting half."""
        return self.lower[many] + self.equal[many] / 2


def _by_class(known: Deals, ranks: np.ndarray, acts: np.ndarray) -> list[np.ndarray]:
    """By number exchanged: [load, class], the weights of a player who exchanges so."""
    kinds = int(ranks.max()) + 1
    chosen = np.zeros(known.acts, bool)
    chosen[acts] = True
    tables = []
    for many in range(MOST + 1):
        table = np.zeros((len(known.loads[many]), kinds))
        used = chosen[known.out_act[many]]
        states = known.out_state[many][used]
        np.add.at(
            table, (known.state_load[many][states], ranks[known.state_hand[many][states]]), known.out_weight[many][used]
        )
        tables.append(table)
    return tables


def _odds_against(fleet: int, tables: Sequence[np.ndarray]) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    lower, equal = [], []
    for mine in range(MOST + 1):
        chance = sum(coupling(fleet, mine, theirs) @ tables[theirs] for theirs in range(MOST + 1))
        chance = np.asarray(chance) / alone(fleet, mine)[:, None]
        lower.append(np.cumsum(chance, axis=1) - chance)
        equal.append(chance)
    return tuple(lower), tuple(equal)


def act_worth(fleet: int, kickers: bool, state_worth: Sequence[np.ndarray]) -> np.ndarray:
    """[act]: the mean of what its private states are worth, by the chance of each draw."""
    known = deals(fleet)
    worth = np.zeros(known.acts)
    for many in range(MOST + 1):
        loads = known.state_load[many][known.out_state[many]]
        chance = known.out_weight[many] * alone(fleet, many)[loads]
        total = np.bincount(known.out_act[many], chance, known.acts)
        value = np.bincount(known.out_act[many], chance * state_worth[many][known.out_state[many]], known.acts)
        worth += np.where(total > 0, value / np.where(total > 0, total, 1), 0)
    return worth


def best_acts(known: Deals, worth: np.ndarray) -> np.ndarray:
    """[hand]: its best act."""
    return np.array(
        [low + int(worth[low:high].argmax()) for low, high in zip(known.first_act, known.first_act[1:], strict=False)]
    )


@lru_cache(maxsize=4)
def model(fleet: int = 0, kickers: bool = False) -> Model:
    """The regular bot's exchanges, and the odds when everybody exchanges so: computed once (seconds), then read from
    the cache.
    """
    file = cache_folder("solved", "spacepoker") / f"model-{SIZES[fleet]}-{int(kickers)}-{sources_digest(__name__)}.npz"
    if not file.exists():
        made = _model(fleet, kickers)
        whole = {f"lower{m}": made.lower[m] for m in range(MOST + 1)} | {
            f"equal{m}": made.equal[m] for m in range(MOST + 1)
        }
        store(file, acts=made.acts, given_many=made.given_many, many=made.many, **whole)
    with np.load(file) as held:
        lower, equal = (tuple(held[f"{name}{m}"] for m in range(MOST + 1)) for name in ("lower", "equal"))
        return Model(held["acts"], lower, equal, held["given_many"], held["many"])


def store(file: Path, **arrays: np.ndarray) -> None:
    """Writes arrays so that nobody ever reads half a file, and drops what older sources left."""
    stem = file.name.rsplit("-", 1)[0]
    for old in file.parent.glob(f"{stem}-*.npz"):
        old.unlink(missing_ok=True)
    part = file.with_name(f"{file.stem}.{os.getpid()}.part.npz")
    np.savez_compressed(part, **arrays)  # type: ignore[arg-type]
    part.replace(file)


def _model(fleet: int, kickers: bool) -> Model:
    known, ranks = deals(fleet), classes(fleet, kickers)
    acts = known.first_act[:-1].copy()  # the first act of a hand keeps it
    for _ in range(ROUNDS):
        tables = _by_class(known, ranks, acts)
        lower, equal = _odds_against(fleet, tables)
        states = [(lower[m] + equal[m] / 2)[known.state_load[m], ranks[known.state_hand[m]]] for m in range(MOST + 1)]
        better = best_acts(known, act_worth(fleet, kickers, states))
        if (better == acts).all():
            break
        acts = better
    by_many = np.array([(alone(fleet, m)[:, None] * tables[m]).sum(axis=0) for m in range(MOST + 1)])
    many = by_many.sum(axis=1)
    return Model(acts, lower, equal, by_many / np.where(many > 0, many, 1)[:, None], many)


# --- several opponents, exactly


@kernel
def _convolve(keys, wide, values, more_keys, more_wide, more_values, slack, full, result):
    """Adds to `result` (by key) the product of two polynomials in the ships used, leaving out what uses too many of a
    size.

    Keys have three bits a size, wide keys four: with `slack` added, a size used too often sets its fourth bit (`full`).
    """
    for i in range(len(keys)):
        for j in range(len(more_keys)):
            if (wide[i] + more_wide[j] + slack) & full == 0:
                result[keys[i] + more_keys[j]] += values[i] * more_values[j]


def _wide(keys: np.ndarray, sizes: int) -> np.ndarray:
    return np.asarray(np.sum([(keys >> 3 * size & 7) << 4 * size for size in range(sizes)], axis=0))


def _powers(fleet: int, kickers: bool, cls: int, share: float, opponents: int) -> tuple[np.ndarray, np.ndarray]:
    """Everything `opponents` regular players may hold and give without beating the class (a hand equal to it counts
    `share`).
    """
    known, ranks, chosen = deals(fleet), classes(fleet, kickers), model(fleet, kickers)
    powers = 8 ** np.arange(known.sizes)
    tables = _by_class(known, ranks, chosen.acts)
    keys = np.concatenate([known.loads[m] @ powers for m in range(MOST + 1)])
    values = np.concatenate(
        [tables[m][:, :cls].sum(axis=1) + share * tables[m][:, cls : cls + 1].sum(axis=1) for m in range(MOST + 1)]
    )
    keys, values = keys[values > 0], values[values > 0]
    slack, full = (
        int(_wide(np.array([8**known.sizes // 7 * (7 - known.copies)]), known.sizes)[0]),
        16**known.sizes // 15 * 8,
    )
    product = keys, values
    for _ in range(opponents - 1):
        result = np.zeros(8**known.sizes)
        _convolve(
            product[0],
            _wide(product[0], known.sizes),
            product[1],
            keys,
            _wide(keys, known.sizes),
            values,
            slack,
            full,
            result,
        )
        product = np.flatnonzero(result), result[result > 0]
    return product


@lru_cache(maxsize=512)
def _cached_powers(fleet: int, kickers: bool, cls: int, node: int, opponents: int) -> tuple[np.ndarray, np.ndarray]:
    return _powers(fleet, kickers, cls, NODES[node][0], opponents)


def chance_to_win(fleet: int, kickers: bool, load: Counts, cls: int, opponents: int) -> float:
    """The chance that a hand of that class takes the pot from that many players who all stay in: exact for up to three.

    `load` is all its holder has seen. Equals share: the chance is the integral over t of the odds that every opponent
    is below, or equal with probability t, because the largest of n + 1 draws is anybody's with 1 / (n + 1).
    """
    if (
        opponents == 4
    ):  # the pile may come to the ships put under it: not counted, but continued from two and three opponents
        two, three = (chance_to_win(fleet, kickers, load, cls, k) for k in (2, 3))
        return three * three / two if two > 0 else 0.0
    return sum(weight * _mass(fleet, kickers, load, cls, node, opponents) for node, (_, weight) in enumerate(NODES))


def _mass(fleet: int, kickers: bool, load: Counts, cls: int, node: int, opponents: int) -> float:
    """The probability of what `_powers` lists, seen by someone who knows `load`."""
    known = deals(fleet)
    room, unseen = [known.copies - n for n in load], SHIPS - sum(load)
    keys, ways = _cached_powers(fleet, kickers, cls, node, opponents)
    used = np.zeros(len(keys), int)
    for size in range(known.sizes):
        n = keys >> 3 * size & 7
        ways = ways * np.array([float(perm(room[size], k)) if k <= room[size] else 0.0 for k in range(8)])[n]
        used += n
    orders = np.array([float(perm(unseen, k)) if k <= unseen else np.inf for k in range(8 * opponents + 1)])
    return float((ways / orders[used]).sum())


# --- one hand, for people


@dataclass(frozen=True)
class Exchange:
    """What one exchange comes to: the chance of each combination, and of winning against 1, 2 … opponents."""

    given: tuple[int, ...]
    combinations: tuple[float, ...]
    wins: tuple[float, ...]


def exchanges(sizes: Sequence[int], fleet: int = 0, kickers: bool = False, opponents: int = 1) -> list[Exchange]:
    """Every exchange of a hand, best first by the chance of winning against that many."""
    known, ranks, chosen = deals(fleet), classes(fleet, kickers), model(fleet, kickers)
    dealt = tuple(list(sizes).count(size) for size in range(1, SIZES[fleet] + 1))
    hand = known.hand_of[dealt]
    kinds = combination_of(fleet)
    found = []
    for act in range(known.first_act[hand], known.first_act[hand + 1]):
        many = int(known.act_many[act])
        rows = np.flatnonzero(known.out_act[many] == act)
        states = known.out_state[many][rows]
        loads, hands = known.state_load[many][states], known.state_hand[many][states]
        chance = known.out_weight[many][rows] * alone(fleet, many)[loads]
        chance /= chance.sum()
        made = np.bincount(kinds[hands], chance, 7)
        wins = [float((chance * chosen.beats(many)[loads, ranks[hands]]).sum())]
        for k in range(2, opponents + 1):
            each = [
                chance_to_win(fleet, kickers, tuple(known.loads[many][load].tolist()), int(ranks[h]), k)
                for load, h in zip(loads, hands, strict=True)
            ]
            wins.append(float((chance * each).sum()))
        given, code = [], int(known.act_given[act])
        while code:
            given.append(code & 7)
            code >>= 3
        found.append(Exchange(tuple(given), tuple(float(x) for x in made), tuple(wins)))
    return sorted(found, key=lambda one: -one.wins[-1])


@lru_cache(maxsize=2)
def combination_of(fleet: int) -> np.ndarray:
    """[hand]: which of the seven combinations it is."""
    from ..rules.ships import combination

    rows = np.zeros((deals(fleet).hands_count, 7), np.int8)
    rows[:, : SIZES[fleet]] = deals(fleet).hands
    return np.array([int(combination(row)) for row in rows])


def dealt_counts(fleet: int) -> list[int]:
    """How many of the C(35, 5) hands make each combination, weakest first."""
    known, kinds = deals(fleet), combination_of(fleet)
    ways = [int(np.prod([comb(known.copies, int(n)) for n in hand])) for hand in known.hands]
    return [sum(way for way, kind in zip(ways, kinds, strict=True) if kind == made) for made in range(7)]

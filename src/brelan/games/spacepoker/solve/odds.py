"""Exact odds: what an exchange turns a hand into, and how often the result beats other hands.

Other players are thought to exchange as the `regular` bot does: the exchange with the best chance of beating one player
who exchanges so too (found by playing the best answer to the best answer … until nothing changes).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, perm
from typing import NamedTuple

import numpy as np

from ....engine.kernel import compiled
from ....engine.solved import Arrays, Store
from ..rules.ships import COMBINATIONS, HAND, MOST_GIVEN, SIZES, combination, counts_of, unpack
from .deals import EXCHANGES, Counts, Deals, alone, classes, coupling, deals, hand_rows

ROUNDS = 12  # best answers to best answers; nothing changes any more after a few
GAUSS = ((0.1127016653792583, 5 / 18), (0.5, 8 / 18), (0.8872983346207417, 5 / 18))  # exact to degree 5 on 0 … 1
MOST_EXACT = 3  # opponents against whom the chance to win is counted exactly
STORE = Store("spacepoker", __name__)


@dataclass(frozen=True)
class Model:
    """How the regular bot exchanges, and what that makes of everybody's odds."""

    acts: np.ndarray  # [hand]: the act it chooses
    lower: tuple[np.ndarray, ...]  # by number I exchanged: [load, class], the chance that another hand is below …
    equal: tuple[np.ndarray, ...]  # … or equal
    given_many: np.ndarray  # [number the other exchanged, class]: the chance of that class
    many: np.ndarray  # [number]: how often that many are exchanged

    @property
    def overall(self) -> np.ndarray:
        """[class]: how often it is held in the end."""
        return np.asarray(self.many @ self.given_many)

    def beats(self, many: int) -> np.ndarray:
        """[load, class]: the chance to beat one other hand, a draw counting half."""
        return self.lower[many] + self.equal[many] / 2


def _by_class(known: Deals, ranks: np.ndarray, acts: np.ndarray) -> list[np.ndarray]:
    """By number exchanged: [load, class], the weights of a player who exchanges so."""
    kinds = int(ranks.max()) + 1
    chosen = np.zeros(known.acts, bool)
    chosen[acts] = True
    tables = []
    for many in EXCHANGES:
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
    for mine in EXCHANGES:
        chance = sum(coupling(fleet, mine, theirs) @ tables[theirs] for theirs in EXCHANGES)
        chance = np.asarray(chance) / alone(fleet, mine)[:, None]
        lower.append(np.cumsum(chance, axis=1) - chance)
        equal.append(chance)
    return tuple(lower), tuple(equal)


def act_worth(fleet: int, state_worth: Sequence[np.ndarray]) -> np.ndarray:
    """[act]: the mean of what its private states are worth, by the chance of each draw."""
    known = deals(fleet)
    worth = np.zeros(known.acts)
    for many in EXCHANGES:
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
    """The regular bot's exchanges, and the odds when everybody exchanges so: computed once (seconds), then kept."""
    held = STORE.ensure(f"model-{SIZES[fleet]}-{int(kickers)}", lambda: _as_arrays(_model(fleet, kickers)))
    lower, equal = (tuple(held[f"{name}{many}"] for many in EXCHANGES) for name in ("lower", "equal"))
    return Model(held["acts"], lower, equal, held["given_many"], held["many"])


def _as_arrays(made: Model) -> Arrays:
    lower = {f"lower{many}": made.lower[many] for many in EXCHANGES}
    equal = {f"equal{many}": made.equal[many] for many in EXCHANGES}
    return {"acts": made.acts, "given_many": made.given_many, "many": made.many, **lower, **equal}


def _model(fleet: int, kickers: bool) -> Model:
    known, ranks = deals(fleet), classes(fleet, kickers)
    acts = known.first_act[:-1].copy()  # the first act of a hand keeps it
    for _ in range(ROUNDS):
        tables = _by_class(known, ranks, acts)
        lower, equal = _odds_against(fleet, tables)
        states = [(lower[m] + equal[m] / 2)[known.state_load[m], ranks[known.state_hand[m]]] for m in EXCHANGES]
        better = best_acts(known, act_worth(fleet, states))
        if (better == acts).all():
            break
        acts = better
    by_many = np.array([(alone(fleet, m)[:, None] * tables[m]).sum(axis=0) for m in EXCHANGES])
    many = by_many.sum(axis=1)
    return Model(acts, lower, equal, by_many / np.where(many > 0, many, 1)[:, None], many)


# --- several opponents, exactly


KEY_BITS, KEY_MASK = 3, 7  # how many ships of each size, in one number …
WIDE_BITS = 4  # … and with one bit more a size, to find out whether a sum has too many


class Uses(NamedTuple):
    """A polynomial in the ships used: what some players may hold and give."""

    keys: np.ndarray  # the ships used of each size
    wide: np.ndarray  # the same, wider
    values: np.ndarray  # in how many ways


@compiled
def _multiply(some, more, slack, full, result):
    """Adds to `result` (by key) the product of two polynomials, leaving out what uses too many ships of a size.

    With `slack` added, a size used too often sets the highest of its wide bits (`full`).
    """
    for i in range(len(some.keys)):
        for j in range(len(more.keys)):
            if (some.wide[i] + more.wide[j] + slack) & full == 0:
                result[some.keys[i] + more.keys[j]] += some.values[i] * more.values[j]


def _count_in(keys: np.ndarray, size: int) -> np.ndarray:
    return np.asarray(keys >> KEY_BITS * size & KEY_MASK)


def _wide(keys: np.ndarray, sizes: int) -> np.ndarray:
    return np.asarray(np.sum([_count_in(keys, size) << WIDE_BITS * size for size in range(sizes)], axis=0))


def _uses(keys: np.ndarray, values: np.ndarray, sizes: int) -> Uses:
    return Uses(keys, _wide(keys, sizes), values)


@lru_cache(maxsize=512)
def _powers(fleet: int, kickers: bool, cls: int, node: int, opponents: int) -> Uses:
    """Everything `opponents` regular players may hold and give without beating the class; a hand equal to it counts by
    the share of a Gauss node.
    """
    share, known = GAUSS[node][0], deals(fleet)
    each_size = (1 << KEY_BITS) ** np.arange(known.sizes)
    tables = _regular_tables(fleet, kickers, opponents)
    keys = np.concatenate([known.loads[many] @ each_size for many in EXCHANGES])
    values = np.concatenate(
        [table[:, :cls].sum(axis=1) + share * table[:, cls : cls + 1].sum(axis=1) for table in tables]
    )
    single = _uses(keys[values > 0], values[values > 0], known.sizes)
    slack = int(_wide(np.array([each_size.sum() * (KEY_MASK - known.copies)]), known.sizes)[0])
    full = sum(1 << WIDE_BITS * size + KEY_BITS for size in range(known.sizes))
    product = single
    for _ in range(opponents - 1):
        result = np.zeros(1 << KEY_BITS * known.sizes)
        _multiply(product, single, slack, full, result)
        product = _uses(np.flatnonzero(result), result[result > 0], known.sizes)
    return product


def chance_to_win(fleet: int, kickers: bool, load: Counts, cls: int, opponents: int) -> float:
    """The chance that a hand of that class takes the pot from that many players who all stay in: exact for up to three.

    `load` is all its holder has seen. Equals share: the chance is the integral over t of the odds that every opponent
    is below, or equal with probability t, because the largest of n + 1 draws is anybody's with 1 / (n + 1).
    """
    if opponents > MOST_EXACT:  # the pile may come to the ships put under it: continued from two and three
        two, three = (chance_to_win(fleet, kickers, load, cls, k) for k in (2, 3))
        return three * three / two if two > 0 else 0.0
    return sum(weight * _mass(fleet, kickers, load, cls, node, opponents) for node, (_, weight) in enumerate(GAUSS))


def _mass(fleet: int, kickers: bool, load: Counts, cls: int, node: int, opponents: int) -> float:
    """The probability of what `_powers` lists, seen by someone who knows `load`."""
    known = deals(fleet)
    unknown, unseen = [known.copies - n for n in load], known.ships - sum(load)
    used = _powers(fleet, kickers, cls, node, opponents)
    ways, total = used.values, np.zeros(len(used.keys), int)
    for size in range(known.sizes):
        n = _count_in(used.keys, size)
        falling = [float(perm(unknown[size], k)) if k <= unknown[size] else 0.0 for k in range(KEY_MASK + 1)]
        ways = ways * np.array(falling)[n]
        total += n
    orders = np.array(
        [float(perm(unseen, k)) if k <= unseen else np.inf for k in range((HAND + MOST_GIVEN) * opponents + 1)]
    )
    return float((ways / orders[total]).sum())


@lru_cache(maxsize=16)
def regular_acts(fleet: int, kickers: bool, rivals: int) -> np.ndarray:
    """[hand]: the act of a regular bot with so many rivals: the best chance to beat them all."""
    known, ranks, chosen = deals(fleet), classes(fleet, kickers), model(fleet, kickers)
    states = [chosen.beats(many)[known.state_load[many], ranks[known.state_hand[many]]] ** rivals for many in EXCHANGES]
    return best_acts(known, act_worth(fleet, states))


@lru_cache(maxsize=16)
def _regular_tables(fleet: int, kickers: bool, rivals: int) -> list[np.ndarray]:
    return _by_class(deals(fleet), classes(fleet, kickers), regular_acts(fleet, kickers, rivals))


def chance_given(
    fleet: int, kickers: bool, load: Counts, cls: int, staying: Sequence[int], gone: Sequence[int] = ()
) -> float | None:
    """The exact chance to take the pot from regular players who exchanged so many ships each; others who did, and
    dropped out, hold ships as well. None where it is not counted: the pile came to the ships put under it, or there
    are too many ways.
    """
    known, rivals = deals(fleet), len(staying) + len(gone)
    if sum(load) + HAND * rivals + sum(staying) + sum(gone) > known.ships or (fleet and rivals > 2):
        return None
    tables = _regular_tables(fleet, kickers, rivals)
    each_size = (1 << KEY_BITS) ** np.arange(known.sizes)
    slack = int(_wide(np.array([each_size.sum() * (KEY_MASK - known.copies)]), known.sizes)[0])
    full = sum(1 << WIDE_BITS * size + KEY_BITS for size in range(known.sizes))

    def mass(share: float | None) -> float:
        product = _uses(np.zeros(1, np.int64), np.ones(1), known.sizes)
        for place, many in enumerate([*gone, *staying]):
            table = tables[many]
            values = table.sum(axis=1)
            if share is not None and place >= len(gone):
                values = table[:, :cls].sum(axis=1) + share * table[:, cls]
            more = _uses((known.loads[many] @ each_size)[values > 0], values[values > 0], known.sizes)
            result = np.zeros(1 << KEY_BITS * known.sizes)
            _multiply(product, more, slack, full, result)
            product = _uses(np.flatnonzero(result), result[result > 0], known.sizes)
        ways = product.values
        for size in range(known.sizes):
            left = known.copies - load[size]
            falling = [float(perm(left, k)) if k <= left else 0.0 for k in range(KEY_MASK + 1)]
            ways = ways * np.array(falling)[_count_in(product.keys, size)]
        return float(ways.sum())

    whole = mass(None)
    return sum(weight * mass(share) for share, weight in GAUSS) / whole if whole > 0 else None


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
    hand = known.hand_of[tuple(counts_of(sizes)[: known.sizes].tolist())]
    kinds = combination_of(fleet)
    found = []
    for act in range(known.first_act[hand], known.first_act[hand + 1]):
        many = int(known.act_many[act])
        rows = np.flatnonzero(known.out_act[many] == act)
        states = known.out_state[many][rows]
        loads, hands = known.state_load[many][states], known.state_hand[many][states]
        chance = known.out_weight[many][rows] * alone(fleet, many)[loads]
        chance /= chance.sum()
        made = np.bincount(kinds[hands], chance, len(COMBINATIONS))
        wins = [float((chance * chosen.beats(many)[loads, ranks[hands]]).sum())]
        for k in range(2, opponents + 1):
            each = [
                chance_to_win(fleet, kickers, tuple(known.loads[many][load].tolist()), int(ranks[h]), k)
                for load, h in zip(loads, hands, strict=True)
            ]
            wins.append(float((chance * each).sum()))
        given = tuple(unpack(int(known.act_given[act])))
        found.append(Exchange(given, tuple(float(x) for x in made), tuple(wins)))
    return sorted(found, key=lambda exchange: -exchange.wins[-1])


@lru_cache(maxsize=2)
def combination_of(fleet: int) -> np.ndarray:
    """[hand]: which of the seven combinations it is."""
    return np.array([int(combination(row)) for row in hand_rows(fleet)])


def dealt_counts(fleet: int) -> list[int]:
    """How many of the C(35, 5) hands make each combination, weakest first."""
    known, kinds = deals(fleet), combination_of(fleet)
    ways = [int(np.prod([comb(known.copies, int(n)) for n in hand])) for hand in known.hands]
    return [
        sum(way for way, kind in zip(ways, kinds, strict=True) if kind == made) for made in range(len(COMBINATIONS))
    ]


def final_odds(fleet: int, kickers: bool) -> list[float]:
    """How often each combination is held once the exchange is made as the regular bot makes it, weakest first."""
    known, ranks, kinds = model(fleet, kickers), classes(fleet, kickers), combination_of(fleet)
    kind_of_class = {int(rank): int(kind) for rank, kind in zip(ranks, kinds, strict=True)}
    totals = [0.0] * len(COMBINATIONS)
    for rank, chance in enumerate(known.overall):
        totals[kind_of_class[rank]] += float(chance)
    return totals

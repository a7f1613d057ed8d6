"""Counterfactual regret minimisation of heads-up hands: many hands whose stakes stand alike are solved at once.

The variant is predictive CFR+: regrets never go below zero, each step plays against the regrets it expects next, and
later strategies weigh more in the average (by the square of the iteration). Staking strategies look at the class of
the hand held (`deals.classes`, without kickers) and at how many ships each exchanged; what was given is merged, weighed
by how often the player really gives it, and so are kickers. `response.py` measures what all that costs.

Hands solved together have one tree of stakes and ends of their own: what a stake is worth is no number of points but
whatever the hand is played for, points or the chance of a match, and a better hand may win more than a worse one loses.
An action can be closed to some of them. Axes go [hand solved, pair of exchanges, node, action, group].

Everything is a product of matrices or goes over all nodes of a depth at once, in NumPy's words: with CuPy in NumPy's
place (`arrays`) the same code runs on a graphics card. So this file wants NumPy and nothing else.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

OPENER, SECOND = PLACES = (0, 1)
EXCHANGES = range(4)  # how many ships a player may exchange
PAIRS = [(first, second) for first in EXCHANGES for second in EXCHANGES]  # numbered as `deals.pair_of` does
TREMBLE = 0.03  # exchanges a player never makes still count this much for its stakes, so that it is sensible there too
EVEN_SO = 1e-5  # the same for hands that would have dropped before: what is asked about them is still answered
REAL = np.float32
COUNTED = ("act", "cell", "weight", "group", "first_act", "loads")  # what `Cards` is made from, and a coupling a pair


def on_host(array: Any) -> np.ndarray:
    return array if isinstance(array, np.ndarray) else np.asarray(array.get())


class Sums:
    """Sums of weighed values by index, along the last axis."""

    def __init__(self, index: np.ndarray, source: np.ndarray, weight: np.ndarray, size: int, sources: int, arrays: Any):
        self.arrays, self.size = arrays, size
        if arrays is np:
            self.index, self.source, self.weight = index, source, weight
        else:  # thousands of sums at once: a product with a sparse matrix
            csr_matrix = import_module("cupyx.scipy.sparse").csr_matrix
            order = np.argsort(index, kind="stable")
            ends = np.concatenate([[0], np.cumsum(np.bincount(index, minlength=size))])
            parts = weight[order].astype(float), source[order].astype(np.int32), ends.astype(np.int32)
            self.matrix = csr_matrix(tuple(map(arrays.asarray, parts)), shape=(size, sources))

    def __call__(self, values: Any) -> Any:
        rows = values.reshape(-1, values.shape[-1])
        if self.arrays is np:
            sums = np.array([np.bincount(self.index, self.weight * row[self.source], self.size) for row in rows])
        else:
            sums = self.arrays.ascontiguousarray(self.matrix.dot(rows.T.astype(float)).T)
        return sums.reshape(*values.shape[:-1], self.size)


class Cards:
    """What exchanges make of hands. A *cell* is (load, class): all one has seen, and what one's hand is worth.

    A *group* is the classes that stake alike: those that only kickers tell apart.
    """

    def __init__(self, counted: Mapping[str, np.ndarray], arrays: Any = np) -> None:
        self.counted, self.arrays = counted, arrays
        act, cell, weight, group, first, loads = (np.asarray(counted[name]) for name in COUNTED)
        self.first_act, self.acts, self.hands = first, int(first[-1]), len(first) - 1
        self.kinds, self.groups, self.loads = len(group), int(group.max()) + 1, loads.tolist()
        self.start = np.concatenate([[0], np.cumsum(loads * self.kinds)]).astype(int)
        self.act, self.cell, self.weight = act, cell, weight
        self.group = arrays.asarray(group)
        self.member = arrays.asarray((group[:, None] == np.arange(self.groups)).astype(REAL))  # [class, group]
        places = np.arange(self.kinds)
        self.better = arrays.asarray(np.sign(places[:, None] - places[None, :]).astype(REAL))
        self.coupling = {pair: arrays.asarray(counted[coupling_name(*pair)].astype(REAL)) for pair in PAIRS}
        many = np.diff(first)
        hand, cells = np.repeat(np.arange(self.hands), many), int(self.start[-1])
        self.act_hand, self.even = arrays.asarray(hand), arrays.asarray(1.0 / np.repeat(many, many))
        self._to_cells = Sums(cell, act, weight, cells, self.acts, arrays)
        self._to_acts = Sums(act, cell, weight, self.acts, cells, arrays)
        self._to_hands = Sums(hand, np.arange(self.acts), np.ones(self.acts), self.hands, self.acts, arrays)
        choices = np.minimum(first[:-1, None] + np.arange(many.max()), first[1:, None] - 1)
        self.choices = arrays.asarray(choices)  # [hand, choice]: its acts, the last one again where there are fewer

    def weights(self, exchange: Any) -> list[Any]:
        """By number exchanged, [..., load, class]: how often a player who exchanges so comes there, the pile's part
        apart.
        """
        total, lead = self._to_cells(exchange).astype(REAL), exchange.shape[:-1]
        return [
            total[..., self.start[m] : self.start[m + 1]].reshape(*lead, self.loads[m], self.kinds) for m in EXCHANGES
        ]

    def act_worth(self, worth: Sequence[Any]) -> Any:
        """[..., act]: what it brings, from what its cells are worth, by number exchanged: [..., load, class]."""
        return self._to_acts(self.arrays.concatenate([part.reshape(*part.shape[:-2], -1) for part in worth], axis=-1))

    def by_hand(self, values: Any) -> Any:
        """[..., act]: the sum over all acts of the same hand."""
        return self._to_hands(values)[..., self.act_hand]

    def best_by_hand(self, values: Any) -> Any:
        """[...]: what the best act of every hand brings, all together."""
        return values[..., self.choices].max(axis=-1).sum(axis=-1)


def coupling_name(mine: int, theirs: int) -> str:
    return f"coupling_{mine}_{theirs}"


@dataclass(frozen=True)
class Ends:
    """What every end brings the opener, by [hand solved, end]: where somebody drops, and at a show where the opener's
    is the better hand or the worse.
    """

    drops: np.ndarray
    wins: np.ndarray
    loses: np.ndarray


@dataclass(frozen=True)
class _Layer:
    """The nodes of one depth."""

    low: int
    high: int
    child: Any  # [node, action]; where there is no action, a spot of its own
    even: Any  # [hand, 1, node, action, 1]: all open actions as likely, 0 where there is none


class Solver:
    """Solves hands of one tree (`stake_tree.Tree`, or anything with its depth, width, child, drop_spots, show_spots).

    `opening` [hand, action], if given: which first stakes are open.
    """

    def __init__(self, dealt: Cards, made: Any, ends: Ends, opening: np.ndarray | None = None) -> None:
        self.cards, self.tree, self.steps = dealt, made, 0
        arrays = self.arrays = dealt.arrays
        self.many, self.spots = len(ends.drops), len(made.parent) + 1
        self.layers = [self._layer(depth, opening) for depth in range(int(made.depth.max()) + 1)]
        self.drop_spots, self.show_spots = arrays.asarray(made.drop_spots), arrays.asarray(made.show_spots)

        def laid(values: np.ndarray) -> Any:
            return arrays.asarray(values.astype(REAL))[:, None, :, None]

        self.drop_worth = [laid(ends.drops), laid(-ends.drops)]
        self.edge_worth = laid((ends.wins - ends.loses) / 2)
        middle = (ends.wins + ends.loses) / 2
        self.even_worth = [laid(middle), laid(-middle)] if middle.any() else None
        shapes = [
            (self.many, len(PAIRS), layer.high - layer.low, layer.child.shape[1], dealt.groups)
            for layer in self.layers
        ]  # fmt: skip
        self.stakes = [
            arrays.broadcast_to(layer.even, shape).astype(REAL).copy()
            for layer, shape in zip(self.layers, shapes, strict=True)
        ]
        self.regrets = [arrays.zeros(shape, REAL) for shape in shapes]
        self.average = [arrays.zeros(shape, REAL) for shape in shapes]
        rows = [[arrays.tile(dealt.even, (self.many, 1)) for _ in range(n)] for n in (1, len(EXCHANGES))]
        self.exchange = rows  # [player][row]: [hand solved, act]; a row for each number of ships the opener exchanged
        self.exchange_regrets = [[arrays.zeros_like(row) for row in each] for each in rows]
        self.exchange_average = [[arrays.zeros_like(row) for row in each] for each in rows]
        self.weights = [[dealt.weights(row) for row in each] for each in rows]  # [player][row][number exchanged]
        self.everything = dealt.weights(arrays.ones(dealt.acts))
        self.pool = ThreadPoolExecutor(os.cpu_count()) if arrays is np else None

    def _layer(self, depth: int, opening: np.ndarray | None) -> _Layer:
        made, arrays = self.tree, self.arrays
        nodes = np.flatnonzero(made.depth == depth)
        low, high = int(nodes[0]), int(nodes[-1]) + 1
        widest = int(made.width[low:high].max())
        child = made.child[low:high, :widest]
        open_ = (child >= 0)[None] if depth or opening is None else opening[:, None, :widest]
        even = open_ / open_.sum(axis=2, keepdims=True)
        return _Layer(
            low,
            high,
            arrays.asarray(np.where(child < 0, self.spots - 1, child)),
            arrays.asarray(even.astype(REAL)[:, None, :, :, None]),
        )

    def step(self) -> None:
        """One iteration: both players learn, one after the other."""
        self.steps += 1
        for me in PLACES:
            self._learn(me, (self.steps / 100) ** 2)

    def _seen(self, given: int, other: int, theirs: Any) -> Any:
        """[hand, my load, their class]: how often the other comes there, as my ships tell."""
        many, loads, kinds = theirs.shape
        product = self.cards.coupling[given, other] @ theirs.transpose(1, 0, 2).reshape(loads, -1)
        return product.reshape(-1, many, kinds).transpose(1, 0, 2)

    def _meetings(self, me: int, tremble: float) -> tuple[list[Any], tuple[Any, Any], Any]:
        """By pair of exchanges: what I see of the other, [hand, load, class]; how often groups meet and how much
        oftener mine is the better one, [hand, pair, mine, theirs]; and how often I come there, [hand, pair, group].
        """
        dealt, arrays, member = self.cards, self.arrays, self.cards.member
        seen, joint, edge, own = [], [], [], []
        for first, second in PAIRS:
            given, other = (first, second) if me == OPENER else (second, first)
            weights = self.weights[me][0 if me == OPENER else other][given]
            theirs = self.weights[1 - me][given if me == OPENER else 0][other]
            seen.append(self._seen(given, other, theirs))
            both = (weights + tremble * self.everything[given]).swapaxes(1, 2) @ seen[-1]
            joint.append(member.T @ both @ member)
            edge.append(member.T @ (both * dealt.better) @ member)
            own.append((weights + 0.001 * self.everything[given]).sum(axis=1) @ member)
        chances = arrays.stack(joint, axis=1), arrays.stack(edge, axis=1)
        return seen, chances, arrays.stack(own, axis=1)

    def _learn(self, me: int, weight: float) -> None:
        seen, chances, own = self._meetings(me, TREMBLE)
        own = (own * (weight / own.mean(axis=(1, 2), keepdims=True))).astype(REAL)
        dropped, shown = self._by_pair(lambda pairs: self._learn_stakes(me, pairs, chances, own))
        for row, worth in enumerate(self._act_worth(me, seen, dropped, shown)):
            self._learn_exchange(me, row, worth, weight)
        self.weights[me] = [self.cards.weights(row) for row in self.exchange[me]]

    def _by_pair(self, work: Callable[[slice], tuple[Any, Any]]) -> tuple[Any, Any]:
        """Work on all pairs of exchanges, shared among the cores."""
        if not self.pool:
            return work(slice(0, len(PAIRS)))
        parts = list(self.pool.map(work, (slice(pair, pair + 1) for pair in range(len(PAIRS)))))
        dropped, shown = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
        return dropped, shown

    def _act_worth(self, me: int, seen: list[Any], dropped: Any, shown: Any) -> list[Any]:
        """[row] of [hand, act]: what an exchange brings, by what groups are worth to each other."""
        dealt = self.cards
        rows, columns = dealt.group[:, None], dealt.group[None, :]
        means = dropped[:, :, rows, columns] + dealt.better * shown[:, :, rows, columns]
        worth = [part @ means[:, pair].swapaxes(1, 2) for pair, part in enumerate(seen)]
        if me == OPENER:
            by_row = [[sum(worth[_pair(given, other)] for other in EXCHANGES) for given in EXCHANGES]]
        else:
            by_row = [[worth[_pair(other, given)] for given in EXCHANGES] for other in EXCHANGES]
        return [dealt.act_worth(each) for each in by_row]

    def _learn_exchange(self, me: int, row: int, worth: Any, weight: float) -> None:
        dealt, arrays, now = self.cards, self.arrays, self.exchange[me][row]
        self.exchange_average[me][row] += weight * now
        regret = worth - dealt.by_hand(now * worth)
        summed = arrays.maximum(self.exchange_regrets[me][row] + regret, 0)
        self.exchange_regrets[me][row] = summed
        ahead = arrays.maximum(summed + regret, 0)
        total = dealt.by_hand(ahead)
        self.exchange[me][row] = arrays.where(total > 0, ahead / arrays.where(total > 0, total, 1), dealt.even)

    def reach(self, stakes: Sequence[Any]) -> list[Any]:
        """By player, [hand, pair, spot, group]: how likely that player plays to each spot."""
        shape = self.many, stakes[0].shape[1], self.spots, self.cards.groups
        reach = [self.arrays.zeros(shape, REAL) for _ in PLACES]
        for each in reach:
            each[:, :, 0] = 1
        for depth, layer in enumerate(self.layers):
            me = depth % 2
            own = reach[me][:, :, layer.low : layer.high, None] * stakes[depth]
            reach[me][:, :, layer.child] = own
            reach[1 - me][:, :, layer.child] = reach[1 - me][:, :, layer.low : layer.high, None]
        return reach

    def _at_ends(self, me: int, reach: list[Any], chances: tuple[Any, Any]) -> Any:
        """[hand, pair, spot, group]: what the ends are worth to me."""
        joint, edge = (each.swapaxes(2, 3) for each in chances)
        theirs = reach[1 - me]
        value = self.arrays.zeros_like(theirs)
        value[:, :, self.drop_spots] = (theirs[:, :, self.drop_spots] @ joint) * self.drop_worth[me]
        shows = theirs[:, :, self.show_spots]
        worth = (shows @ edge) * self.edge_worth
        if self.even_worth:
            worth += (shows @ joint) * self.even_worth[me]
        value[:, :, self.show_spots] = worth
        return value

    def _meeting_worth(self, me: int, reach: list[Any]) -> tuple[Any, Any]:
        """What a group is worth to me against each other, whoever is better, and what it wins more by being better:
        [hand, pair, mine, theirs].
        """
        mine, theirs = reach[me], reach[1 - me]
        drops, shows = self.drop_spots, self.show_spots
        dropped = (mine[:, :, drops] * self.drop_worth[me]).swapaxes(2, 3) @ theirs[:, :, drops]
        own, other = mine[:, :, shows], theirs[:, :, shows]
        if self.even_worth:
            dropped += (own * self.even_worth[me]).swapaxes(2, 3) @ other
        return dropped, (own * self.edge_worth).swapaxes(2, 3) @ other

    def _learn_stakes(self, me: int, pairs: slice, chances: tuple[Any, Any], own: Any) -> tuple[Any, Any]:
        """The stakes after these pairs of exchanges; answers `_meeting_worth`."""
        arrays, reach = self.arrays, self.reach([each[:, pairs] for each in self.stakes])
        value = self._at_ends(me, reach, (chances[0][:, pairs], chances[1][:, pairs]))
        found = self._meeting_worth(me, reach)
        own = own[:, pairs, None]
        for depth in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[depth]
            low, high, even = layer.low, layer.high, layer.even
            each = value[:, :, layer.child]
            if depth % 2 != me:
                value[:, :, low:high] = each.sum(axis=3)
                continue
            now = self.stakes[depth][:, pairs]
            value[:, :, low:high] = (each * now).sum(axis=3)
            regret = (each - value[:, :, low:high, None]) * (even > 0)
            self.average[depth][:, pairs] += now * ((reach[me][:, :, low:high] + EVEN_SO) * own)[:, :, :, None]
            summed = arrays.maximum(self.regrets[depth][:, pairs] + regret, 0)
            self.regrets[depth][:, pairs] = summed
            ahead = arrays.maximum(summed + regret, 0)
            total = ahead.sum(axis=3, keepdims=True)
            self.stakes[depth][:, pairs] = arrays.where(total > 0, ahead / arrays.where(total > 0, total, 1), even)
        return found

    # --- what was learned

    def shares(self, depth: int) -> Any:
        """[hand, pair, node, action, group]: the average stakes of a depth."""
        average, arrays = self.average[depth], self.arrays
        total = average.sum(axis=3, keepdims=True)
        return arrays.where(total > 0, average / arrays.where(total > 0, total, 1), self.layers[depth].even)

    def exchanges(self, player: int) -> list[Any]:
        """[row] of [hand, act]: the average exchange."""
        return [row / self.cards.by_hand(row) for row in self.exchange_average[player]]

    def answers(self) -> tuple[np.ndarray, np.ndarray]:
        """By hand: what a player who knows the averages earns as opener, and as second: its stakes by group, the best
        ones against who comes to them, and then the best exchange.
        """
        learned, exchanged = [self.shares(depth) for depth in range(len(self.layers))], self.weights
        self.weights = [[self.cards.weights(row) for row in self.exchanges(player)] for player in PLACES]
        earned = []
        for me in PLACES:
            seen, chances, _ = self._meetings(me, TREMBLE)
            dropped, shown = self._by_pair(partial(self._answer, me, chances, learned))
            each = [self.cards.best_by_hand(worth) for worth in self._act_worth(me, seen, dropped, shown)]
            earned.append(on_host(sum(each)))
        self.weights = exchanged
        return earned[0], earned[1]

    def _answer(self, me: int, chances: tuple[Any, Any], learned: Sequence[Any], pairs: slice) -> tuple[Any, Any]:
        """`_meeting_worth` of the best stakes against the average."""
        arrays, played = self.arrays, [each[:, pairs] for each in learned]
        value = self._at_ends(me, self.reach(played), (chances[0][:, pairs], chances[1][:, pairs]))
        for depth in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[depth]
            each = value[:, :, layer.child]
            if depth % 2 != me:
                value[:, :, layer.low : layer.high] = each.sum(axis=3)
                continue
            each = arrays.where(layer.even > 0, each, -np.inf)
            best = each.max(axis=3, keepdims=True)
            value[:, :, layer.low : layer.high] = best[:, :, :, 0]
            is_best = (each == best).astype(REAL)
            played[depth] = is_best / is_best.sum(axis=3, keepdims=True)
        return self._meeting_worth(me, self.reach(played))


def _pair(opener: int, second: int) -> int:
    return len(EXCHANGES) * opener + second

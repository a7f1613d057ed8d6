"""What the best answer to a plan earns: exact best responders who remember the ships they gave.

`in_tree`: with the stakes of the plan's own tree. `Response`: with any stakes at all, against the master as it really
plays, stakes between the rungs read as it reads them (`reading.py`). A responder's *worth* is a vector over all it may
hold: for each pair of exchanges its cells (load, class), weighed by how likely the other is to be there, so that
sums and maxima are taken for all of them at once.

The plan's range depends only on the spot it stands at, and what is won only on the stakes, so positions of the real
hand that share both are one: some ten thousand for a hand of 60 points. The responder is not told how its stakes were
read. The one thing it is told: under `lap`, which raises the opener made in thought when it answers a leap of several
rungs as a climb. So the number is exact but for that, where it can only be too large.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ....engine.kernel import compiled
from ..rules.planets import EACH, EACH_POINTS, move_planets
from ..rules.state import CALLED
from .deals import EXCHANGES, pair_of
from .equilibrium import Plan, Strategy, cards, plain_products
from .learning import PAIRS, REAL
from .reading import ALIGNS, DROPS_OUT, SHOWS, board, outcomes, to_act, when_aligned, when_raised
from .stake_tree import OPENER, SECOND

opening, aligned, raised = compiled(to_act), compiled(when_aligned), compiled(when_raised)
pay = compiled(move_planets)
Parts = tuple[tuple[int, float], ...]  # spots and their shares, the largest 1
Row = tuple[int, ...] | None  # planets by value; None: points alone are counted


@dataclass(frozen=True)
class Exploitability:
    """Points a hand the best responder earns in each place; the strategy gives away half their sum."""

    opener: float
    second: float

    @property
    def points(self) -> float:
        return (self.opener + self.second) / 2


class Responder:
    """Somebody who plays against a plan, and knows it."""

    def __init__(self, plan: Plan, pairs: Sequence[int] | None = None) -> None:
        question, made = plan.question, plan.tree
        self.plan, self.tree, self.me = plan, made, 1 - plan.place
        self.cards = cards(question.fleet, question.kickers)
        group = self.cards.group
        reach = np.ones((len(PAIRS), made.spots, self.cards.groups), REAL)  # how likely the plan plays to each spot
        for spot in range(1, made.spots):
            node = made.parent[spot]
            own = made.player[node] == plan.place
            reach[:, spot] = reach[:, node] * (plan.stakes[:, made.edge[spot]] if own else 1)
        self.reach = reach[:, :, group]
        weights = [self.cards.weights(row) for row in plan.exchange]
        self.pairs = list(range(len(PAIRS))) if pairs is None else list(pairs)
        self.seen: list[np.ndarray] = []
        self.cells: list[np.ndarray] = []
        for pair in self.pairs:
            mine, other = self._numbers(pair)
            theirs = weights[mine if plan.place == SECOND else 0][other]
            self.seen.append(self.cards.coupling[mine, other] @ theirs)
            low, high = self.cards.start[mine], self.cards.start[mine + 1]
            cells = self.cards.cell[(self.cards.cell >= low) & (self.cards.cell < high)] - low
            self.cells.append(np.unique(cells))
        self.ends = np.cumsum([0, *map(len, self.cells)])
        self._drops: dict[int, np.ndarray] = {}
        self._shows: dict[int, np.ndarray] = {}

    def _numbers(self, pair: int) -> tuple[int, int]:
        """How many ships I exchanged, and the other."""
        first, second = PAIRS[pair]
        return (first, second) if self.me == OPENER else (second, first)

    def only(self, cells: Sequence[np.ndarray]) -> None:
        """Looks at these cells alone: (load × kinds + class), by pair."""
        self.cells = [np.asarray(each) for each in cells]
        self.ends = np.cumsum([0, *map(len, self.cells)])

    @property
    def size(self) -> int:
        return int(self.ends[-1])

    def if_dropped(self, spot: int) -> np.ndarray:
        """By cell: how likely the plan comes to the spot."""
        if spot not in self._drops:
            worth = np.empty(self.size, REAL)
            for i, pair in enumerate(self.pairs):
                loads, place = np.unique(self.cells[i] // self.cards.kinds, return_inverse=True)
                worth[self.ends[i] : self.ends[i + 1]] = (self.seen[i][loads] @ self.reach[pair, spot])[place]
            self._drops[spot] = worth
        return self._drops[spot]

    def if_shown(self, spot: int) -> np.ndarray:
        """By cell: how likely it comes there with a worse hand than mine, less with a better one."""
        if spot not in self._shows:
            worth = np.empty(self.size, REAL)
            for i, pair in enumerate(self.pairs):
                loads, place = np.unique(self.cells[i] // self.cards.kinds, return_inverse=True)
                chance = self.seen[i][loads] * self.reach[pair, spot]
                below = np.cumsum(chance, axis=1)
                edge = 2 * below - chance - below[:, -1:]
                worth[self.ends[i] : self.ends[i + 1]] = edge[place, self.cells[i] % self.cards.kinds]
            self._shows[spot] = worth
        return self._shows[spot]

    def act_worth(self, worth: np.ndarray) -> np.ndarray:
        """[row, act]: what each exchange brings, weighed by how likely its hand is. Only with all pairs and cells."""
        dealt = self.cards
        by_pair = []
        for i, pair in enumerate(self.pairs):
            mine, _ = self._numbers(pair)
            whole = np.zeros(dealt.loads[mine] * dealt.kinds, REAL)
            whole[self.cells[i]] = worth[self.ends[i] : self.ends[i + 1]]
            by_pair.append(whole)
        if self.me == OPENER:
            return np.asarray(dealt.act_worth([sum(by_pair[pair_of(m, o)] for o in EXCHANGES) for m in EXCHANGES]))[
                None
            ]
        return np.array([dealt.act_worth([by_pair[pair_of(o, m)] for m in EXCHANGES]) for o in EXCHANGES])

    def best_exchanges(self, worth: np.ndarray) -> float:
        """What the best exchange of every hand brings, all together: points a hand."""
        return float(np.maximum.reduceat(self.act_worth(worth), self.cards.first_act[:-1], axis=1).sum())


def in_tree(plan: Plan) -> float:
    """Points a hand a best responder earns against the plan who keeps to the stakes of its tree."""
    responder, made = Responder(plan), plan.tree
    me, nodes = responder.me, made.nodes
    ends = {int(spot): float(worth) for spot, worth in zip(made.drop_spots, made.drop_worth[me], strict=True)}
    shows = {int(spot): float(worth) for spot, worth in zip(made.show_spots, made.show_worth, strict=True)}
    value: dict[int, np.ndarray] = {}
    for node in range(nodes - 1, -1, -1):
        best = None
        for spot in map(int, made.child[node, : made.width[node]]):
            if spot < nodes:
                worth = value.pop(spot)
            elif spot in ends:
                worth = REAL(ends[spot]) * responder.if_dropped(spot)
                responder._drops.clear()
            else:
                worth = REAL(shows[spot]) * responder.if_shown(spot)
                responder._shows.clear()
            if best is None:
                best = worth
            else:
                best = np.maximum(best, worth) if made.player[node] == me else best + worth
        assert best is not None
        value[node] = best
    return responder.best_exchanges(value[0])


class Response(Responder):
    """The best answer with free stakes at a table where each has `stack` points.

    With `planets` (a row of them, SPA-09) the responder stakes only what it can pay; the master is thought to be able.
    `worth`: by points won, and by points lost, what that is worth to the responder; points, if not given.
    """

    def __init__(
        self,
        plan: Plan,
        stack: int,
        ante: int = 1,
        pairs: Sequence[int] | None = None,
        stakes: Sequence[int] | None = None,
        planets: Sequence[int] | None = None,
        worth: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> None:
        super().__init__(plan, pairs)
        won = np.arange(stack + max(1, ante) + 1, dtype=REAL)
        gains, losses = (won, -won) if worth is None else worth
        self.gains, self.losses = np.asarray(gains, REAL), np.asarray(losses, REAL)
        self.ante = max(1, ante)
        weight = (self.gains - self.losses)[self.ante : self.ante + stack + 1].astype(float) / 2
        self.board = board(plan.tree, stack, ante, max(1, plan.question.ante), weight)
        self.stakes = range(1, stack + 1) if stakes is None else sorted(stakes)  # what the responder may stake
        self.planets: Row = None if planets is None else tuple(planets)
        self.found = outcomes()
        self.phase = self._phases()
        self.positions: dict[tuple[Parts, int, int, Row], np.ndarray] = {}

    def _phases(self) -> np.ndarray:
        """[spot]: under `lap`, the last raise of the opener before it."""
        made = self.tree
        phase = np.arange(made.spots)
        for spot in range(1, made.spots):
            node = made.parent[spot]
            aligned = made.target[node, made.action[spot]] == max(made.mine[node], made.theirs[node])
            if made.player[node] == OPENER and node and aligned:
                phase[spot] = phase[made.parent[node]]
        return phase

    def _summed(self, n: int, mine: int, theirs: int, row: Row) -> np.ndarray:
        """What the n outcomes are worth: my stake, the other's before it acts, the planets I have left."""
        ante, found = self.ante, self.found
        worth = np.zeros(self.size, REAL)
        groups: dict[tuple[int, int, int], dict[int, float]] = {}
        rows = list(zip(*(part[:n].tolist() for part in found), strict=True))
        for kind, spot, share, stake in rows:
            if kind == DROPS_OUT:
                worth += REAL(share) * self.gains[ante + theirs] * self.if_dropped(spot)
            elif kind == SHOWS:
                worth += REAL(share) * self._showing(spot, mine)
            else:
                group = groups.setdefault((kind, stake, int(self.phase[spot]) if kind == ALIGNS else 0), {})
                group[spot] = group.get(spot, 0.0) + share
        for (kind, stake, _), group in groups.items():
            most = max(group.values())
            parts = tuple((spot, round(share / most, 7)) for spot, share in sorted(group.items()))
            worth += REAL(most) * self.on_turn(parts, stake, stake if kind == ALIGNS else mine, row)
        return worth

    def _showing(self, spot: int, stake: int) -> np.ndarray:
        """By cell: what a show with that stake is worth; a better hand may win more than a worse one loses."""
        gain, loss = self.gains[self.ante + stake], self.losses[self.ante + stake]
        worth = (gain - loss) / 2 * self.if_shown(spot)
        return np.asarray(worth + (gain + loss) / 2 * self.if_dropped(spot) if gain + loss else worth)

    def dropping(self, parts: Parts, mine: int) -> np.ndarray:
        return np.asarray(self.losses[self.ante + mine] * self.likely(parts))

    def likely(self, parts: Parts) -> np.ndarray:
        return np.asarray(np.sum([REAL(share) * self.if_dropped(spot) for spot, share in parts], axis=0, dtype=REAL))

    def aligning(self, parts: Parts, highest: int, row: Row = None) -> np.ndarray:
        if self.board.closing == CALLED or self.me == SECOND:
            shown = [REAL(share) * self._showing(spot, highest) for spot, share in parts]
            return np.asarray(np.sum(shown, axis=0, dtype=REAL))
        n = 0
        for spot, share in parts:
            n = aligned(self.board, spot, highest, share, self.found, n)
        return self._summed(n, highest, highest, row)

    def raising(self, parts: Parts, highest: int, stake: int, row: Row = None) -> np.ndarray:
        n = 0
        for spot, share in parts:
            n = raised(self.board, self.plan.place, spot, highest, stake, share, self.found, n)
        return self._summed(n, stake, highest, row)

    def on_turn(self, parts: Parts, highest: int, mine: int, row: Row) -> np.ndarray:
        """What the position is worth to the responder, whose turn it is."""
        key = parts, highest, mine if row else 0, row
        known = self.positions.get(key)
        if known is None:
            known = self._best(parts, highest, mine, row)
            self.positions[key] = known
        return known if mine == highest > 0 else np.maximum(known, self.dropping(parts, mine))

    def _best(self, parts: Parts, highest: int, mine: int, row: Row) -> np.ndarray:
        """To stake what is best."""
        best = np.full(self.size, -np.inf, REAL)
        if highest and (row is None or _paid(row, highest - mine) is not None):
            best = self.aligning(parts, highest, row and _paid(row, highest - mine))
        for stake in self.stakes:
            if stake > highest:
                left = row and _paid(row, stake - mine)
                if row is None or left is not None:
                    best = np.maximum(best, self.raising(parts, highest, stake, left))
        return best

    def value(self) -> np.ndarray:
        """What the stakes are worth to the responder, by cell."""
        if self.me == OPENER:
            return self.on_turn(((0, 1.0),), 0, 0, self.planets)
        n = opening(self.board, 0, 0, 1.0, self.found, 0)
        return self._summed(n, 0, 0, self.planets)

    def earns(self) -> float:
        """Points a hand."""
        with plain_products():
            return self.best_exchanges(self.value())


@lru_cache(maxsize=100_000)
def _paid(row: tuple[int, ...], amount: int) -> Row:
    """The planets left when so much is paid (SPA-09); None if it cannot be."""
    left, paid = np.array(row, np.int64), np.zeros(len(row), np.int64)
    return tuple(left.tolist()) if pay(left, paid, amount) else None


def exploitability(strategy: Strategy) -> Exploitability:
    """Inside the strategy's own trees."""
    opener, second = strategy
    with plain_products():
        return Exploitability(in_tree(second), in_tree(opener))


def free_exploitability(strategy: Strategy, stack: int, ante: int = 1) -> Exploitability:
    """Against the master as it plays, at a table where each has `stack` points."""
    opener, second = strategy
    return Exploitability(Response(second, stack, ante).earns(), Response(opener, stack, ante).earns())


def first_hand(strategy: Strategy, ante: int) -> Exploitability:
    """The same in the first hand of a game, and the responder pays with the planets everybody starts with.

    Under `lap` the second's planets are not looked at: how many ways of paying there are to climb is beyond counting,
    so that its number is a bound.
    """
    opener, second = strategy
    row = _paid(EACH, ante)
    assert row is not None
    stack = EACH_POINTS - ante
    planets = row if opener.tree.closing == CALLED else None
    return Exploitability(
        Response(second, stack, ante, planets=row).earns(), Response(opener, stack, ante, planets=planets).earns()
    )

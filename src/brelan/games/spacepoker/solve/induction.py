"""The chances of a heads-up match, hand by hand from the last (`matches.py` says what its states are).

All states with the same number of hands left are solved at once: their trees of stakes are one, states with fewer rungs
using the upper ones of it. Each end of a hand is worth the chance of the match that it leads to, less a half.

Like `learning.py` this file wants NumPy and nothing else, so that it runs as it is where there is a graphics card.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .learning import OPENER, PAIRS, PLACES, REAL, Cards, Ends, Solver, on_host

Arrays = dict[str, np.ndarray]
Chances = np.ndarray  # [points before the ante]: the chance of the match of whoever opens
Tell = Callable[[str], None]
STEPS = 240  # of a kept probability to stake …
COARSER = ((0.03, 1), (0.001, 16))  # … reached so often, so many steps at once …
SELDOM = 60  # … and else
EXCHANGE_STEPS = 255  # of a kept probability to exchange
ENOUGH = 1 << 29  # numbers in an array over all spots: more states than that are solved one part after the other


class Staged(NamedTuple):
    """The stakes of all states of a stage as one tree, for the place that plays by it (`matches.staged`)."""

    parent: np.ndarray  # [spot]
    depth: np.ndarray  # [node]
    width: np.ndarray
    child: np.ndarray  # [node, action]
    drop_spots: np.ndarray
    show_spots: np.ndarray
    drop_won: np.ndarray  # [drop]: 1 where the opener is left, −1 where the second is
    drop_rung: np.ndarray  # [drop]: what the other had staked
    show_rung: np.ndarray  # [show]
    levels: np.ndarray  # [state, rung]: points; 0 for rungs that are not used
    opening: np.ndarray  # [state, action]: which first stakes there are
    kept: np.ndarray  # [place, edge]: for each of its nodes' actions but the last, the node (−1: no more) …
    kept_action: np.ndarray  # … and the action
    used: np.ndarray  # [state, place, edge]: whether there are such stakes


class Stage(NamedTuple):
    """All states with so many hands left at which there are stakes."""

    left: int
    ante: int
    points: np.ndarray  # [state]: the opener's, before the ante
    trees: tuple[Staged, ...]  # one for both places, or one for each


class Solved(NamedTuple):
    """What was found of a stage."""

    low: np.ndarray  # [state]: the chance the opener's plan makes sure of, in its tree
    high: np.ndarray  # [state]: what is left to an opener by the second's
    stakes: tuple[list[np.ndarray], list[np.ndarray]]  # by place, by state: [pair, edge, group], in steps
    exchange: np.ndarray  # [state, row, act]: the opener's, and the second's by what the opener exchanged, in steps


def first_chances(total: int) -> Chances:
    """With no hand left: the richer has won, equals share."""
    points = np.arange(total + 1)
    return np.where(2 * points > total, 1.0, np.where(2 * points == total, 0.5, 0.0))


def after(chances: Chances, rotates: bool) -> Chances:
    """By the points of who opens this hand: their chance of the match when the next begins."""
    return 1 - chances[::-1] if rotates else chances


def ends(stage: Stage, made: Staged, then: Chances) -> Ends:
    """What a stage's hands are played for."""
    worth, points = then - 0.5, stage.points[:, None]
    dropped = (made.levels[:, made.drop_rung] + stage.ante) * made.drop_won
    shown = made.levels[:, made.show_rung] + stage.ante

    def at(change: np.ndarray) -> np.ndarray:
        return np.asarray(worth[np.clip(points + change, 0, len(worth) - 1)])

    return Ends(at(dropped), at(shown), at(-shown))


def _parts(stage: Stage, groups: int, arrays: Any) -> list[np.ndarray]:
    """The states, as many at once as there is room for; on a processor, as many as its caches like: one."""
    if arrays is np:
        return [np.array([state]) for state in range(len(stage.points))]
    each = max(len(made.parent) for made in stage.trees) * len(PAIRS) * groups
    return np.array_split(np.arange(len(stage.points)), -(-len(stage.points) * each // ENOUGH))


def only(made: Staged, states: np.ndarray) -> Staged:
    return made._replace(levels=made.levels[states], opening=made.opening[states], used=made.used[states])


def solve_stage(dealt: Cards, stage: Stage, then: Chances, steps: int, tell: Tell = lambda _: None) -> Solved:
    """Every hand of a stage."""
    low, high = np.zeros(len(stage.points)), np.zeros(len(stage.points))
    stakes: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])
    rows = []
    for states in _parts(stage, dealt.groups, dealt.arrays):
        part = stage._replace(points=stage.points[states], trees=tuple(only(made, states) for made in stage.trees))
        exchange = []
        for at, made in enumerate(part.trees):
            solver = Solver(dealt, made, ends(part, made, then), made.opening)
            for step in range(steps):
                solver.step()
                if step % 50 == 49:
                    tell(f"hands left {stage.left}, {len(states)} states, tree {at}, step {step + 1}")
            opener, second = solver.answers()
            for place in PLACES if len(part.trees) == 1 else (at,):
                if place == OPENER:
                    low[states] = 0.5 - second
                else:
                    high[states] = 0.5 + opener
                steps_of = in_steps(solver, place, made.kept[place], made.kept_action[place])
                stakes[place].extend(steps_of[s][:, made.used[s, place]] for s in range(len(states)))
                exchange += [on_host(row) for row in solver.exchanges(place)]
            if solver.pool:
                solver.pool.shutdown()
            del solver
            if dealt.arrays is not np:
                dealt.arrays.get_default_memory_pool().free_all_blocks()
        rows.append(np.round(np.stack(exchange, axis=1) * EXCHANGE_STEPS).astype(np.uint8))
    return Solved(low, high, stakes, np.concatenate(rows))


def in_steps(solver: Solver, place: int, nodes: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """[state, pair, edge, group]: probabilities in whole steps, coarser where a plan seldom comes. Each action gets the
    steps that all up to it have, less those before.
    """
    arrays, depths = solver.arrays, range(len(solver.layers))
    learned = [solver.shares(depth) for depth in depths]
    reach = solver.reach(learned)[place]
    many = int((nodes >= 0).sum())
    kept = np.zeros((solver.many, len(PAIRS), many, solver.cards.groups), np.uint8)
    for depth in depths:
        layer = solver.layers[depth]
        at = np.flatnonzero((nodes >= layer.low) & (nodes < layer.high))
        if depth % 2 != place or not len(at):
            continue
        often = reach[:, :, layer.low : layer.high]
        each = arrays.full(often.shape, SELDOM, REAL)
        for least, coarse in reversed(COARSER):
            each = arrays.where(often >= least, coarse, each)
        each = each[:, :, :, None]
        upto = arrays.rint(arrays.cumsum(learned[depth], axis=3) * (STEPS / each))
        upto[:, :, :, 1:] -= upto[:, :, :, :-1].copy()
        steps = (upto * each).astype(np.uint8)
        node, action = arrays.asarray(nodes[at] - layer.low), arrays.asarray(actions[at])
        kept[:, :, at] = on_host(steps[:, :, node, action])
    return kept


class Found(NamedTuple):
    """The chances of one more hand left, and how they were found."""

    low: Chances
    high: Chances
    solved: Solved

    @property
    def middle(self) -> Chances:
        return np.asarray((self.low + self.high) / 2)


def hand_before(
    dealt: Cards,
    stage: Stage,
    then: Chances,
    margin: int,
    showing: float,
    steps: int,
    tell: Tell = lambda _: None,
) -> Found:
    """The chances with one more hand left than `then` is for; `margin`: all antes to come, `showing`: how often the
    opener wins a hand without stakes.
    """
    solved = solve_stage(dealt, stage, then, steps, tell)
    total = len(then) - 1
    points = np.arange(total + 1)
    poorer = np.minimum(points, total - points)
    wins = then[points + np.minimum(stage.ante, total - points)]  # without stakes: whoever is poor plays for all it has
    loses = then[points - np.minimum(stage.ante, points)]
    known = np.where(poorer <= stage.ante, showing * wins + (1 - showing) * loses, np.nan)
    lead = 2 * points - total
    known = np.where(lead > 2 * margin, 1.0, np.where(-lead > 2 * margin, 0.0, known))
    low, high = known.copy(), known.copy()
    low[stage.points], high[stage.points] = solved.low, solved.high
    return Found(low, high, solved)


# --- as files


def as_arrays(dealt: Mapping[str, np.ndarray], stages: Iterable[Stage], margins: Sequence[int]) -> Arrays:
    """All that `from_arrays` needs."""
    held = {f"cards.{name}": array for name, array in dealt.items()}
    for stage in stages:
        start = f"{stage.left}."
        held[start + "points"], held[start + "ante"] = stage.points, np.array(stage.ante)
        for at, made in enumerate(stage.trees):
            for name, array in made._asdict().items():
                held[f"{start}{at}.{name}"] = array
    held["margins"] = np.array(margins)
    return held


def stage_from(held: Mapping[str, np.ndarray], left: int) -> Stage:
    trees: list[Staged] = []
    while f"{left}.{len(trees)}.parent" in held:
        trees.append(Staged(*(held[f"{left}.{len(trees)}.{name}"] for name in Staged._fields)))
    return Stage(left, int(held[f"{left}.ante"]), held[f"{left}.points"], tuple(trees))

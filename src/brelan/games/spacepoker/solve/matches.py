"""A heads-up match as a chain of hands: what each state of it is, and how its hands are staked.

With change a purse is a number, and the ante is due whatever happens: so a match of two stands where the number of
hands left and the opener's points before the ante say. Who is ahead by more than all antes to come has won: they drop
every hand. What is left is solved hand by hand from the last (`induction.py`), each for the chance of the match: a show
wins and loses unequal amounts of it.

A hand's ladder of stakes is in units of its ante, with the one point that the first to stake must put down at least,
and with the stakes at which a winner becomes safe. Above what makes either safe one stake is like another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..rules.planets import EACH_POINTS
from ..rules.state import CALLED, LAP, MOST_ANTE
from .induction import Stage, Staged
from .stake_tree import NEXT_TO_TOP, OPENER, PLACES, Tree, is_fine, tree

TOTAL = 2 * EACH_POINTS
COARSE = (0.5, 1, 2, 3, 4, 6, 9, 13, 19, 28, 41, 60)
FINE = (0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19, 22, 26, 31, 37, 44, 52)
ALIKE = 1.1  # times as much in the pot: rungs nearer to each other than that are one


@dataclass(frozen=True)
class Match:
    """The match to solve: as the options of a table say."""

    hands: int = 10
    ante: int = 1
    rise: int = 1
    closing: int = LAP
    rotates: bool = True
    kickers: bool = False
    fleet: int = 0

    def ante_of(self, left: int) -> int:
        """The ante of the hand with so many left, itself among them (SPA-15)."""
        before = self.hands - left
        return min(MOST_ANTE, self.ante * (1 + before // self.rise if self.rise else 1))

    def to_come(self, left: int) -> int:
        """All antes of the last so many hands."""
        return sum(self.ante_of(hand) for hand in range(1, left + 1))


def undecided(match: Match, left: int) -> list[int]:
    """The opener's points, before the ante, at which dropping every hand wins the match for nobody."""
    if left == match.hands:
        return [EACH_POINTS]
    margin = match.to_come(left)
    return [x for x in range(1, TOTAL) if abs(x - EACH_POINTS) <= margin]


def staked(match: Match, left: int) -> list[int]:
    """Those of them at which there are stakes: where somebody's all goes for the ante, there are none (SPA-08)."""
    return [x for x in undecided(match, left) if min(x, TOTAL - x) > match.ante_of(left)]


def safe_stakes(match: Match, left: int, x: int) -> tuple[int, int]:
    """The least stakes at which a show makes its winner safe: the opener, the second."""
    ante, later = match.ante_of(left), match.to_come(left - 1)
    return tuple(later + 1 - (points - EACH_POINTS) - ante for points in (x, TOTAL - x))  # type: ignore[return-value]


def ladder(match: Match, left: int, x: int, fine: bool) -> list[int]:
    """The stakes of a hand, 0 first."""
    ante, safe = match.ante_of(left), safe_stakes(match, left, x)
    stack = min(x, TOTAL - x) - ante
    kept = sorted({stack, *(stake for stake in safe if 0 < stake < stack)})
    kept = [stake for stake in kept[:-1] if ALIKE * (stake + ante) < stack + ante] + [stack]
    top = max(*safe, 1)
    for stake in (1, *(round(ante * unit) for unit in (FINE if fine else COARSE))):
        near = any(max(stake, rung) + ante < ALIKE * (min(stake, rung) + ante) for rung in kept if rung != 1)
        if 1 <= stake <= min(NEXT_TO_TOP * stack, top) and (stake == 1 or not near):
            kept.append(stake)
    return [0, *sorted(set(kept))]


@lru_cache(maxsize=64)
def plan_tree(match: Match, left: int, x: int, place: int) -> Tree:
    """The tree of a state's hand that a place plays by."""
    levels = ladder(match, left, x, is_fine(match.closing, place))
    return tree(levels[-1], match.ante_of(left), match.closing, place, levels)


def stage(match: Match, left: int, points: Sequence[int] | None = None) -> Stage:
    """All hands with so many left, or those of these states, as they are solved together."""
    states = staked(match, left) if points is None else list(points)
    places = (OPENER,) if match.closing == CALLED else PLACES
    return Stage(left, match.ante_of(left), np.array(states), tuple(_staged(match, left, states, at) for at in places))


def _staged(match: Match, left: int, states: Sequence[int], place: int) -> Staged:
    ladders = [ladder(match, left, x, is_fine(match.closing, place)) for x in states]
    rungs = max(map(len, ladders))
    made = tree(0, 1, match.closing, place, range(rungs))
    levels = np.array([[0] * (rungs - len(each)) + each for each in ladders])
    levels[:, 0] = 0
    first = np.array([rungs - len(each) for each in ladders])  # rungs that are not used
    before = made.parent[made.drop_spots]
    shown = made.parent[made.show_spots], made.action[made.show_spots]
    opening = (made.target[0] < 0) & (made.child[0] >= 0) | (made.target[0] > first[:, None])
    used = opening[:, np.maximum(made.action, 0)] | (made.parent != 0)
    for spot in range(1, made.spots):
        if made.parent[spot]:
            used[:, spot] = used[:, made.parent[spot]]
    kept = [_but_the_last(made, at) for at in PLACES]
    longest = max(map(len, kept))
    nodes, actions = np.full((2, longest), -1), np.zeros((2, longest), int)
    for at, spots in enumerate(kept):
        nodes[at, : len(spots)], actions[at, : len(spots)] = made.parent[spots], made.action[spots]
    return Staged(
        made.parent,
        made.depth,
        made.width,
        made.child,
        made.drop_spots,
        made.show_spots,
        np.where(made.player[before] == OPENER, -1, 1),
        made.mine[before],
        made.target[shown],
        levels,
        opening,
        nodes,
        actions,
        np.array([[np.pad(row[spots], (0, longest - len(spots))) for spots in kept] for row in used]),
    )


def _but_the_last(made: Tree, place: int) -> np.ndarray:
    """A place's actions but every node's last, which has what the others leave."""
    spots = made.edges(place)
    return np.asarray(spots[made.action[spots] < made.width[made.parent[spots]] - 1])

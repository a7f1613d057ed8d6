"""The stakes of a heads-up hand as a small tree, for the equilibrium: a few sizes, a cap on raises, planets counted as
points.

The sizes are shares of the pot as it would be once the highest stake is met: the opening stake, then each raise on top
of it. A size that would take most of what is left is all of it. Everything else (who may stay put, when a hand ends) is
SPA-05 … SPA-08 and `closing`.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..rules.state import CALLED, DROPS

ALL_IN = 1e6  # times the pot: more than any stack
OPENING = (0.5, 1.0, 2.5, ALL_IN)  # of the pot
RAISING = (0.75, 2.0, ALL_IN)
MOST_RAISES = 3  # of both players together, after the opening stake
NEARLY_ALL = 0.66  # a size that takes this share of the stack is all of it


class Fold(NamedTuple):
    """The end of a hand in which somebody dropped out."""

    player: int  # who
    opener: float  # what that brings player 0 …
    second: float  # … and player 1


@dataclass
class Tree:
    """Nodes in the order of play: children come after their parents. A child below 0 is terminal −1 − child."""

    stack: int
    ante: int
    closing: int
    player: list[int] = field(default_factory=list)
    stakes: list[tuple[int, int]] = field(default_factory=list)
    actions: list[list[int]] = field(default_factory=list)  # the points added, or DROPS
    children: list[list[int]] = field(default_factory=list)
    folds: list[Fold] = field(default_factory=list)
    shows: list[float] = field(default_factory=list)  # what the better hand wins
    fold_ids: list[int] = field(default_factory=list)
    show_ids: list[int] = field(default_factory=list)
    terminals: int = 0

    @property
    def widest(self) -> int:
        return max(map(len, self.actions))


def sizes(pot: float, need: int, left: int, shares: tuple[float, ...]) -> list[int]:
    """Points to add for a raise (or an opening stake), ascending: `need` to meet the highest stake first, `left` in
    all.
    """
    spare = left - need
    found = set()
    for share in shares:
        extra = max(1, round(share * (pot + need)))
        found.add(need + (spare if extra >= NEARLY_ALL * spare else extra))
    return sorted(amount for amount in found if need < amount <= left)


def _grow(tree: Tree, player: int, stakes: tuple[int, int], raises: tuple[int, int], limit: int) -> int:
    """Adds the node where that player is to act, and all below it."""
    node = len(tree.player)
    highest, mine = max(stakes), stakes[player]
    need, left = highest - mine, tree.stack - mine
    pot = 2 * max(tree.ante, 1) + sum(stakes)  # at ante 0 bots reckon with one point each
    may_raise = sum(raises) < MOST_RAISES and (limit == 0 or raises[player] < limit)
    bigger = sizes(pot, need, left, RAISING if highest else OPENING) if may_raise or not highest else []
    amounts = [DROPS, *([need] if highest else []), *bigger]
    if highest and need == 0:
        amounts.remove(DROPS)  # nobody drops who need not pay
    tree.player.append(player)
    tree.stakes.append(stakes)
    tree.actions.append(amounts)
    tree.children.append([])
    for amount in amounts:
        tree.children[node].append(_child(tree, player, stakes, raises, limit, amount))
    return node


def _child(tree: Tree, player: int, stakes: tuple[int, int], raises: tuple[int, int], limit: int, amount: int) -> int:
    ante = max(tree.ante, 1)
    if amount == DROPS:
        tree.fold_ids.append(tree.terminals)
        lost = float(ante + stakes[player])
        tree.folds.append(Fold(player, -lost, lost) if player == 0 else Fold(player, lost, -lost))
        tree.terminals += 1
        return -tree.terminals
    highest = max(stakes)
    after = (stakes[0] + amount, stakes[1]) if player == 0 else (stakes[0], stakes[1] + amount)
    raised = 0 < highest < max(after)
    counted = (raises[0] + (raised and player == 0), raises[1] + (raised and player == 1))
    if after[0] == after[1] and (player == 1 or tree.closing == CALLED):  # SPA-06
        tree.show_ids.append(tree.terminals)
        tree.shows.append(ante + after[0])
        tree.terminals += 1
        return -tree.terminals
    return _grow(tree, 1 - player, after, counted, limit)


def tree(stack: int, ante: int, closing: int, max_raises: int = 0) -> Tree:
    """The stakes of a hand in which each player has `stack` points left after the ante."""
    made = Tree(stack, ante, closing)
    _grow(made, 0, (0, 0), (0, 0), max_raises)
    return made


class Flat(NamedTuple):
    """A tree as arrays, for compiled code."""

    player: np.ndarray  # [node]
    width: np.ndarray  # [node]: how many actions
    amounts: np.ndarray  # [node, action]
    child: np.ndarray  # [node, action]
    fold_column: np.ndarray  # [terminal]: its column among the folds, −1 for a showdown
    show_column: np.ndarray
    fold_worth: np.ndarray  # [player, fold]
    show_worth: np.ndarray  # [show]


def flatten(made: Tree) -> Flat:
    """The tree as arrays."""
    nodes, widest = len(made.player), made.widest
    amounts, child = np.zeros((nodes, widest), np.int64), np.zeros((nodes, widest), np.int64)
    for node, (actions, children) in enumerate(zip(made.actions, made.children, strict=True)):
        amounts[node, : len(actions)] = actions
        child[node, : len(actions)] = children
    fold_column, show_column = np.full(made.terminals, -1), np.full(made.terminals, -1)
    fold_column[made.fold_ids] = np.arange(len(made.fold_ids))
    show_column[made.show_ids] = np.arange(len(made.show_ids))
    return Flat(
        player=np.array(made.player),
        width=np.array([len(actions) for actions in made.actions]),
        amounts=amounts,
        child=child,
        fold_column=fold_column,
        show_column=show_column,
        fold_worth=np.array([[fold.opener for fold in made.folds], [fold.second for fold in made.folds]]),
        show_worth=np.array(made.shows),
    )

"""The solved hands the master plays from: shipped for ante 1, solved on request for anything else, and kept.

A strategy is stored in steps of a 63rd, which costs it less than it owes to the time it was given. Hands with another
ante are played from the shipped ones in units of the ante until they are solved themselves: what matters is the stack
measured in antes.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ....paths import cache_folder
from ....sources import digest as sources_digest
from .deals import deals
from .equilibrium import REAL, Question, Strategy, solve
from .odds import store
from .stake_tree import Flat

STACKS = (5, 10, 20, 40, 60)
LEVELS = 63  # steps of a stored probability
SHIPPED = Path(__file__).parent / "shipped"
Progress = Callable[[int, int, str], None]


class Shelf(NamedTuple):
    """Everything the master's kernel looks up, all stacks one after the other; empty arrays when nothing is solved."""

    stacks: np.ndarray  # [i]: what was solved, in units
    unit: float  # real points for one of the solved hand's points
    ante: int  # of the solved hand
    start: np.ndarray  # [i]: where its stakes begin
    widest: np.ndarray  # [i]: actions a node at most
    player: np.ndarray  # [i, node]
    width: np.ndarray
    amounts: np.ndarray  # [i, node, action]
    child: np.ndarray
    stakes: np.ndarray  # [start + ((pair × nodes + node) × widest + action) × hands + hand], in steps
    nodes: np.ndarray  # [i]
    opener: np.ndarray  # [i, act]
    second: np.ndarray  # [i, opener's number, act]


def _name(q: Question) -> str:
    return f"hand-{q.fleet}-{q.stack}-{q.ante}-{q.closing}-{int(q.kickers)}-{q.max_raises}"


def _in_steps(share: np.ndarray, axis: int) -> np.ndarray:
    """Probabilities in whole steps; the largest share takes what rounding leaves."""
    rounded = np.round(share * LEVELS).astype(np.int64)
    top = share.argmax(axis=axis)
    rest = np.where(share.sum(axis=axis) > 0, LEVELS - rounded.sum(axis=axis), 0)
    np.put_along_axis(
        rounded,
        np.expand_dims(top, axis),
        np.take_along_axis(rounded, np.expand_dims(top, axis), axis) + np.expand_dims(rest, axis),
        axis,
    )
    return rounded.clip(0, LEVELS).astype(np.uint8)


def write(strategy: Strategy, file: Path) -> None:
    exchange = np.concatenate([strategy.opener[None], strategy.second])
    store(file, stakes=_in_steps(strategy.stakes, 2), exchange=np.round(exchange * 255).astype(np.uint8))


def read(question: Question, file: Path) -> Strategy:
    """A stored strategy, its rounded probabilities summing to one again."""
    with np.load(file) as held:
        stakes, exchange = held["stakes"].astype(REAL), held["exchange"].astype(float)
    first = deals(question.fleet).first_act
    sums = np.add.reduceat(exchange, first[:-1], axis=1)
    exchange /= np.repeat(np.maximum(sums, 1), np.diff(first), axis=1)
    return Strategy(question, exchange[0], exchange[1:], stakes / LEVELS)


def _files(question: Question) -> Iterator[Path]:
    yield cache_folder("solved", "spacepoker") / f"{_name(question)}-{sources_digest(__name__)}.npz"
    yield SHIPPED / f"{_name(question)}.npz"


def found(question: Question) -> Strategy | None:
    """The solved hand, if it was solved here or shipped."""
    for file in _files(question):
        if file.exists():
            return read(question, file)
    return None


def solved(question: Question, seconds: float, progress: Progress | None = None) -> Strategy:
    """The solved hand; solved now and kept if it was not."""
    known = found(question)
    if known is None:
        known = solve(question, seconds, progress=progress)
        write(known, next(_files(question)))
    return known


def all_stacks(question: Question) -> list[Question]:
    return [replace(question, stack=stack) for stack in STACKS]


@lru_cache(maxsize=16)
def shelf(question: Question) -> Shelf:
    """The strategies for a table: its own if solved, else the shipped ones in units of the ante, else none."""
    unit = 1.0
    own = [found(each) for each in all_stacks(question)]
    if not all(own):
        base = Question(60, 1, question.closing, question.kickers, question.fleet, question.max_raises)
        for each in (base, replace(base, max_raises=0), replace(base, max_raises=0, kickers=False)):
            own = [found(one) for one in all_stacks(each)]
            if all(own):
                unit = float(max(question.ante, 1))
                break
    return _shelve([one for one in own if one] if all(own) else [], unit)


def _shelve(strategies: list[Strategy], unit: float) -> Shelf:
    flats: list[Flat] = [one.question.tree() for one in strategies]
    count = len(flats)
    nodes = np.array([len(flat.player) for flat in flats], np.int64)
    widest = np.array([flat.child.shape[1] for flat in flats], np.int64)
    most, wide = (int(nodes.max()), int(widest.max())) if count else (0, 0)
    player, width = np.zeros((count, most), np.int64), np.zeros((count, most), np.int64)
    amounts, child = np.zeros((count, most, wide), np.int64), np.zeros((count, most, wide), np.int64)
    start, pieces, at = np.zeros(count, np.int64), [], 0
    for i, (flat, one) in enumerate(zip(flats, strategies, strict=True)):
        player[i, : nodes[i]], width[i, : nodes[i]] = flat.player, flat.width
        amounts[i, : nodes[i], : widest[i]], child[i, : nodes[i], : widest[i]] = flat.amounts, flat.child
        piece = np.round(one.stakes * LEVELS).astype(np.uint8).ravel()
        start[i], at = at, at + len(piece)
        pieces.append(piece)
    acts = len(strategies[0].opener) if strategies else 0
    opener = np.array([one.opener for one in strategies]).reshape(count, acts)
    second = np.array([one.second for one in strategies]).reshape(count, 4, acts)
    stacks = np.array([one.question.stack for one in strategies], np.int64)
    ante = max(1, strategies[0].question.ante) if strategies else 1
    stakes = np.concatenate(pieces) if pieces else np.zeros(0, np.uint8)
    return Shelf(stacks, unit, ante, start, widest, player, width, amounts, child, stakes, nodes, opener, second)

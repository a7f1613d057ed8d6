"""The solved heads-up hands the master plays from: shipped for ante 1, solved on request for anything else, and kept.

A strategy is kept in steps of a 63rd, which costs it less than it owes to the time it was given.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from ....contract import Progress
from ....solved import Arrays, Store
from .deals import deals
from .equilibrium import REAL, Question, Strategy, solve

STACKS = (5, 10, 20, 40, 60)
STEPS = 63  # of a kept probability to stake …
EXCHANGE_STEPS = 255  # … or to exchange
STORE = Store("spacepoker", __name__, shipped=Path(__file__).parent / "shipped")


def _name(q: Question) -> str:
    return f"hand-{q.fleet}-{q.stack}-{q.ante}-{q.closing}-{int(q.kickers)}-{q.max_raises}"


def in_steps(share: np.ndarray) -> np.ndarray:
    """[…, action, hand]: probabilities in whole steps; the largest share takes what rounding leaves."""
    rounded = np.round(share * STEPS).astype(np.int64)
    top = share.argmax(axis=-2)[..., None, :]
    rest = np.where(share.sum(axis=-2) > 0, STEPS - rounded.sum(axis=-2), 0)[..., None, :]
    np.put_along_axis(rounded, top, np.take_along_axis(rounded, top, -2) + rest, -2)
    return rounded.clip(0, STEPS).astype(np.uint8)


def _as_arrays(strategy: Strategy) -> Arrays:
    exchange = np.concatenate([strategy.opener[None], strategy.second])
    return {
        "stakes": in_steps(strategy.stakes),
        "exchange": np.round(exchange * EXCHANGE_STEPS).astype(np.uint8),
    }


def _as_strategy(question: Question, held: Arrays) -> Strategy:
    """A kept strategy, its rounded probabilities summing to one again."""
    stakes, exchange = held["stakes"].astype(REAL), held["exchange"].astype(float)
    first = deals(question.fleet).first_act
    sums = np.add.reduceat(exchange, first[:-1], axis=1)
    exchange /= np.repeat(np.maximum(sums, 1), np.diff(first), axis=1)
    return Strategy(question, exchange[0], exchange[1:], stakes / STEPS)


def found(question: Question) -> Strategy | None:
    """The solved hand, if it was solved here or shipped."""
    held = STORE.find(_name(question))
    return None if held is None else _as_strategy(question, held)


def solved(question: Question, seconds: float, progress: Progress | None = None) -> Strategy:
    """The solved hand; solved now and kept if it was not."""
    made = STORE.ensure(_name(question), lambda: _as_arrays(solve(question, seconds, progress=progress)))
    return _as_strategy(question, made)


def all_stacks(question: Question) -> list[Question]:
    """The same hand for every stack."""
    return [replace(question, stack=stack) for stack in STACKS]

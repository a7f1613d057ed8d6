"""The players of Dalapapa: `novice`, `regular` (greedy), `expert` (one whole turn deep), `master` (tree search over
hidden hands and bag).
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....engine.kernel import kernel, stream
from ....model.contract import Advice, Progress
from ....model.options import Value
from ....model.words import Say
from ....search import mcts
from ..rules import legal
from ..rules.board import WORK
from ..rules.state import MAX_MOVES
from .advice import advices
from .expert import expert_move
from .master import ITERATIONS, SETTINGS, TIE, master_move, searched
from .net import network
from .novice import novice_move
from .policy import TRAITS, quick
from .told import found
from .weights import GREEDY, LEARNT, TUNED
from .weights import SCALE as LEADS
from .worth import SCALE, judge, weigh

if TYPE_CHECKING:
    from ....play.state import State

__all__ = [
    "AT_ONCE",
    "LEVELS",
    "SCALE",
    "UNAIDED",
    "Tables",
    "advise",
    "choose",
    "judge",
    "tables",
    "think",
    "weigh",
]

LEVELS = ("novice", "regular", "expert", "master")
NOVICE, REGULAR, EXPERT, MASTER = range(4)
UNAIDED = LEVELS[:REGULAR]
AT_ONCE = LEVELS[:MASTER]
REGULAR_NOISE = 0.01  # points of chance in the regular's choices
UNHURRIED = 1.0  # seconds the master takes for a move or for advice, outside simulations


class Tables(NamedTuple):
    """The weights of the greedy and of the quick player and of the value of a position; the master's iterations and
    settings.
    """

    greedy: Any
    weights: Any
    value: Any  # the expert's
    net: Any  # the master's
    iterations: int
    settings: mcts.Settings


def tables(
    levels: Collection[str], players: int, options: Mapping[str, Value], progress: Progress | None = None
) -> Tables:
    return _tables(players, str(options["tiles"]))


@cache
def _tables(players: int, tiles: str) -> Tables:
    return Tables(
        greedy=np.array(GREEDY),
        weights=np.array(TUNED[tiles]),
        value=np.array(LEARNT[tiles][players - 2]),
        net=network(players, tiles),
        iterations=ITERATIONS,
        settings=SETTINGS._replace(point=TIE / LEADS[tiles]),
    )


@kernel
def choose(level, s, rng, tables):
    out = np.empty(MAX_MOVES, np.int64)
    work = np.empty(WORK, np.int64)
    n = legal(s, out)
    if n == 1:
        return out[0]
    if level == NOVICE:
        return novice_move(s, rng, work, out, n)
    if level == REGULAR:
        return quick(s, rng, REGULAR_NOISE, tables.greedy, work, out, n, np.empty(TRAITS, np.float64))
    if level == EXPERT:
        return expert_move(s, tables, work, out, n)
    return master_move(s, rng, tables)


def think(view: "State", level: str, rng: Any, seconds: float = UNHURRIED) -> int:
    """The master takes its time; the others answer at once."""
    known = tables((level,), view.players, view.options)
    if level == LEVELS[MASTER]:
        return searched(view, rng, seconds, known)[0].move
    return int(view.game.drivers.choose(view._buf, LEVELS.index(level), rng, known))


def advise(view: "State", say: Say, patience: float = 1.0) -> list[Advice]:
    """The master's search, told move by move, and games played on from moves it hardly tried."""
    known = tables((LEVELS[MASTER],), view.players, view.options)
    return advices(view, found(view, stream(1), UNHURRIED * patience, known), say)

"""Many games between bots, in compiled code on all cores.

Game number g depends on the seed and on g alone, so a result is the same however many threads share the work. Kernels
release the interpreter's lock: threads are enough, and nothing is copied between processes.
"""

import math
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import catalogue
from ..catalogue import Game
from ..contract import Progress
from ..errors import BrelanError, UnknownBot
from ..options import brief
from ..whole import whole
from ..words import N_

RANDOM = "random"  # a player of uniformly random moves, in every game
MOST_MOVES = 100_000  # after which a game counts as unfinished


@dataclass(frozen=True)
class Mean:
    """A mean with the half-width of its 99% confidence interval.

    Examples:
        >>> import numpy as np
        >>> mean = Mean.of(np.array([1.0, 2.0, 3.0]))
        >>> mean.mean, mean.deviation, round(mean.margin, 2)
        (2.0, 1.0, 1.49)
    """

    mean: float
    margin: float
    deviation: float

    @classmethod
    def of(cls, values: np.ndarray) -> "Mean":
        """The mean of independent values."""
        deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
        return cls(float(values.mean()), 2.5758 * deviation / math.sqrt(len(values)), deviation)


@dataclass(frozen=True)
class Result:
    """What came of a simulation.

    `payoffs[g, i]` is what bot i (not seat i) got in game g; `seats[g, i]` where it sat.

    Examples:
        >>> import brelan
        >>> from brelan.arena.simulate import simulate
        >>> result = simulate(brelan.game("dodeka"), ["novice", "random"], games=200, seed=1, swap=True)
        >>> result.bots, result.games, result.unfinished, result.payoffs.shape, result.seats[1].tolist()
        (('novice', 'random'), 200, 0, (200, 2), [1, 0])
        >>> novice, at_random = result.by_bot()
        >>> novice.mean > 0 > at_random.mean, len(result.by_seat()), round(sum(result.wins()), 9)
        (True, 2, 1.0)
        >>> int(result.lengths.min()) > 10, result.seconds > 0
        (True, True)
    """

    bots: tuple[str, ...]
    payoffs: np.ndarray
    seats: np.ndarray
    lengths: np.ndarray
    unfinished: int
    seconds: float

    @property
    def games(self) -> int:
        """How many were played to their end."""
        return len(self.lengths)

    def by_bot(self) -> list[Mean]:
        """The mean payoff of each bot of the list.

        With swapped seats the games that share their chance are taken together.
        """
        n = len(self.bots)
        block = n if len(self.payoffs) % n == 0 and not (self.seats == self.seats[0]).all() else 1
        return [Mean.of(self.payoffs[:, i].reshape(-1, block).mean(axis=1)) for i in range(n)]

    def by_seat(self) -> list[Mean]:
        """The mean payoff of each seat."""
        return [Mean.of(self.payoffs[self.seats == seat]) for seat in range(len(self.bots))]

    def wins(self) -> list[float]:
        """The share of games each bot won; equals share the win."""
        best = self.payoffs == self.payoffs.max(axis=1, keepdims=True)
        return [float(share) for share in (best / best.sum(axis=1, keepdims=True)).mean(axis=0)]


def _whole(name: str, value: Any) -> int:
    number = whole(value)
    if number is None:
        raise BrelanError(N_("{name} is a whole number; {value} is not."), name=name, value=brief(value))
    return number


def simulate(
    game: Game | str,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    swap: bool = False,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Plays `games` games between bots given by level, one a seat (`random` plays at random).

    With `swap`, they move round the table, on the same throws and deals. The result does not depend on how many
    `processes` (threads, in truth) share the work.

    Examples:
        >>> import brelan
        >>> from brelan.arena.simulate import simulate
        >>> bots = ["novice", "novice", "random"]
        >>> result = simulate(brelan.game("dodeka"), bots, games=100, seed=1, options={"parties": 1})
        >>> int(result.payoffs.sum())
        0
        >>> brelan.arena.simulate("dodeka", ["novice", "novice"], games=10, options={"parties": 1}).games
        10
    """
    game = catalogue.game(game) if isinstance(game, str) else game
    games, seed = _whole("games", games), _whole("seed", seed)
    players = game.check_players(len(bots))
    values = game.complete_options(options or {})
    known = game.bots.LEVELS
    for level in bots:
        if level != RANDOM and level not in known:
            raise UnknownBot(
                N_("There is no {game} bot {level}; there are {levels} and {last}."),
                game=game.title,
                level=repr(level)[:60],
                levels=", ".join(known),
                last=RANDOM,
            )
    if games < 1:
        raise BrelanError(N_("At least one game must be played, not {games}."), games=games)
    game.hurry(progress)
    laid = game.laid(players, values)
    tables = game.bots.tables(tuple(level for level in known if level in bots), players, values)
    levels = np.array([known.index(level) if level != RANDOM else -1 for level in bots], np.int64)
    payoffs, lengths = np.zeros((games, players), np.int64), np.zeros(games, np.int64)
    size = max(game.rules.MAX_MOVES, game.rules.MAX_CHANCE, 8)

    def part(first: int, count: int) -> int:
        out, weights = np.zeros(size, np.int64), np.zeros(size, np.int64)
        span = slice(first, first + count)
        game.drivers.play_games(
            laid, first, count, seed, levels, swap, MOST_MOVES, out, weights, tables, payoffs[span], lengths[span]
        )
        return count

    part(0, 1)  # compiled before the clock starts
    began = time.perf_counter()
    threads = processes or os.cpu_count() or 1
    chunk = max(1, min(20_000, math.ceil(games / (threads * 20))))
    done = 0
    with ThreadPoolExecutor(threads) as pool:
        work = [pool.submit(part, first, min(chunk, games - first)) for first in range(0, games, chunk)]
        try:
            for finished in as_completed(work):
                done += finished.result()
                if progress:
                    progress(done, games, "")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    turned = np.arange(games) % players if swap else np.zeros(games, np.int64)
    seats = (np.arange(players)[None, :] - turned[:, None]) % players
    by_bot = np.take_along_axis(payoffs, seats, axis=1)
    over = lengths >= 0
    return Result(
        tuple(bots), by_bot[over], seats[over], lengths[over], int((~over).sum()), time.perf_counter() - began
    )

"""Many games between bots, in compiled code on all cores, or on a cluster (`cluster.py`).

Game number g depends on the seed and on g alone, so a result is the same however many threads or workers share the
work. Kernels release the interpreter's lock: threads are enough, and nothing is copied between processes.
"""

import hashlib
import math
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..model.contract import Progress
from ..model.errors import BrelanError, UnknownBot
from ..model.options import brief
from ..model.whole import whole
from ..model.words import N_
from ..play import catalogue
from ..play.catalogue import Game

if TYPE_CHECKING:
    from .cluster import Client, Cluster

RANDOM = "random"  # a player of uniformly random moves, in every game
MOST_MOVES = 100_000  # after which a game counts as unfinished
LIKELY = 2.5758  # standard errors in half a 99% interval
BLOCK = 20_000  # the most games a thread or a worker takes at once …
BLOCK_SECONDS = 1.0  # … and about how long a worker plays them: to hand out a block takes some hundredths of that
SHARES = 20  # blocks for each of them, so that they end together


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
        return cls(float(values.mean()), LIKELY * deviation / math.sqrt(len(values)), deviation)


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


def check_games(games: Any, seed: Any) -> tuple[int, int]:
    """How many games, and the seed, as whole numbers that compiled code can take."""
    games, seed = _whole("games", games), _whole("seed", seed)
    if games < 1:
        raise BrelanError(N_("At least one game must be played, not {games}."), games=games)
    if not -(2**63) <= seed < 2**63:
        raise BrelanError(N_("A seed of simulated games is a whole number of 64 bits; {seed} is not."), seed=seed)
    return games, seed


class Play(NamedTuple):
    """Games to be played, all but how many: what travels to a worker."""

    game: str
    bots: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    seed: int
    swap: bool


class _Seated(NamedTuple):
    """What a block of games is played with."""

    game: Game
    laid: np.ndarray
    levels: np.ndarray
    tables: Any


@lru_cache(maxsize=4)
def _seated(play: Play) -> _Seated:
    """Compiled, solved and looked up: once in every process."""
    game = catalogue.game(play.game)
    values = game.complete_options(dict(play.options))
    game.hurry()
    known = game.bots.LEVELS + game.bots.SPARRING
    tables = game.bots.tables(tuple(level for level in known if level in play.bots), len(play.bots), values)
    levels = np.array([known.index(level) if level != RANDOM else -1 for level in play.bots], np.int64)
    return _Seated(game, game.laid(len(play.bots), values), levels, tables)


def _play_into(play: Play, first: int, payoffs: np.ndarray, lengths: np.ndarray) -> int:
    """Plays as many games as there is room for, from number `first` on; answers how many."""
    game, laid, levels, tables = _seated(play)
    size = max(game.rules.MAX_MOVES, game.rules.MAX_CHANCE, 8)
    out, weights = np.zeros(size, np.int64), np.zeros(size, np.int64)
    game.drivers.play_games(
        laid, first, len(lengths), play.seed, levels, play.swap, MOST_MOVES, out, weights, tables, payoffs, lengths
    )
    return len(lengths)


def play_block(play: Play, block: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """The payoffs by seat and the lengths of games `first` to `first + count − 1`.

    Examples:
        >>> from brelan.arena.simulate import Play, play_block
        >>> payoffs, lengths = play_block(Play("4d", ("novice", "novice"), (("target", 20),), 7, False), (40, 2))
        >>> payoffs.shape, bool((lengths > 0).all())
        ((2, 2), True)
    """
    first, count = block
    payoffs, lengths = np.zeros((count, len(play.bots)), np.int64), np.zeros(count, np.int64)
    _play_into(play, first, payoffs, lengths)
    return payoffs, lengths


def prepare(play: Play) -> str:
    """Makes everything ready here, so that the next process finds it on disk; a hash of the tables its bots look up."""
    total = hashlib.sha256()
    for part in _arrays(_seated(play).tables):
        total.update(part)
    play_block(play, (0, 1))
    return total.hexdigest()


def _arrays(tables: Any) -> Iterator[bytes]:
    if isinstance(tables, np.ndarray):
        yield np.ascontiguousarray(tables).tobytes()
    elif isinstance(tables, tuple | list):
        for part in tables:
            yield from _arrays(part)
    else:
        yield repr(tables).encode()


def pace(play: Play, most: int) -> float:
    """About how many seconds one of these games takes."""
    play_block(play, (0, 1))  # loaded before the clock starts
    many, spent = 1, 0.0
    while spent < BLOCK_SECONDS / 20 and many < most:
        began = time.perf_counter()
        play_block(play, (0, many))
        spent = time.perf_counter() - began
        many *= 2
    return 2 * spent / many


def opened(cluster: "str | Client | Cluster") -> "AbstractContextManager[Cluster]":
    """A crew on that cluster (`cluster.opened`), without asking those for Dask who need none."""
    crew: AbstractContextManager[Cluster] = import_module(f"{__package__}.cluster").opened(cluster)
    return crew


def simulate(
    game: Game | str,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    swap: bool = False,
    processes: int | None = None,
    progress: Progress | None = None,
    cluster: "str | Client | Cluster | None" = None,
    block: int | None = None,
    first: int = 0,
) -> Result:
    """Plays `games` games between bots given by level, one a seat (`random` plays at random).

    With `swap`, they move round the table, on the same throws and deals. The result does not depend on how many
    `processes` (threads, in truth) share the work, nor on the `cluster` that does: a Dask client, or the address of a
    scheduler, or `local:N`. Workers get a `block` of games at a time. Games are numbered from `first` on: those a
    simulation has had need not be played again by the next.

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
    games, seed = check_games(games, seed)
    players = game.check_players(len(bots))
    values = game.complete_options(options or {})
    known = game.bots.LEVELS
    for level in bots:
        if level not in (RANDOM, *known, *game.bots.SPARRING):
            raise UnknownBot(
                N_("There is no {game} bot {level}; there are {levels} and {last}."),
                game=game.title,
                level=repr(level)[:60],
                levels=", ".join(known),
                last=RANDOM,
            )
    play = Play(game.name, tuple(bots), tuple(sorted(values.items())), seed, bool(swap))
    try:
        payoffs, lengths = np.zeros((games, players), np.int64), np.zeros(games, np.int64)
    except (MemoryError, ValueError):
        raise BrelanError(
            N_("This machine cannot hold the results of {games} games: play fewer."), games=games
        ) from None
    if cluster is None:
        game.hurry(progress)
        seconds = _on_threads(play, first, payoffs, lengths, processes or os.cpu_count() or 1, progress)
    else:
        with opened(cluster) as crew:
            seconds = _on_cluster(play, first, payoffs, lengths, crew, block, progress)
    turned = (first + np.arange(games)) % players if swap else np.zeros(games, np.int64)
    seats = (np.arange(players)[None, :] - turned[:, None]) % players
    by_bot = np.take_along_axis(payoffs, seats, axis=1)
    over = lengths >= 0
    return Result(tuple(bots), by_bot[over], seats[over], lengths[over], int((~over).sum()), seconds)


def _blocks(games: int, size: int) -> list[tuple[int, int]]:
    return [(at, min(size, games - at)) for at in range(0, games, size)]


def _on_threads(
    play: Play,
    first: int,
    payoffs: np.ndarray,
    lengths: np.ndarray,
    threads: int,
    progress: Progress | None,
) -> float:
    """Plays them here; answers the seconds it took."""
    games = len(lengths)
    _play_into(play, first, payoffs[:1], lengths[:1])  # compiled before the clock starts
    began, done = time.perf_counter(), 0
    size = max(1, min(BLOCK, math.ceil(games / (threads * SHARES))))

    def part(at: int, count: int) -> int:
        span = slice(at, at + count)
        return _play_into(play, first + at, payoffs[span], lengths[span])

    with ThreadPoolExecutor(threads) as pool:
        work = [pool.submit(part, *block) for block in _blocks(games, size)]
        try:
            for finished in as_completed(work):
                done += finished.result()
                if progress:
                    progress(done, games, "")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return time.perf_counter() - began


def _on_cluster(
    play: Play,
    first: int,
    payoffs: np.ndarray,
    lengths: np.ndarray,
    crew: "Cluster",
    block: int | None,
    progress: Progress | None,
) -> float:
    """Plays them on workers; answers the seconds it took."""
    games = len(lengths)
    crew.get_ready(partial(prepare, play))
    if block is None:
        (_, each), *_ = crew.each(partial(pace, play), [games])
        longest = max(1, int(BLOCK_SECONDS / max(each, 1e-9)))
        block = min(BLOCK, longest, max(longest // 4, math.ceil(games / (crew.hands * SHARES))))
    began, done = time.perf_counter(), 0
    blocks = _blocks(games, max(1, _whole("block", block)))
    for number, (paid, played) in crew.each(partial(_numbered, play, first), blocks):
        at, count = blocks[number]
        payoffs[at : at + count], lengths[at : at + count] = paid, played
        done += count
        if progress:
            progress(done, games, "")
    return time.perf_counter() - began


def _numbered(play: Play, first: int, block: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    return play_block(play, (first + block[0], block[1]))

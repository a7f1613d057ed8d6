"""Speed, measured in one run on one core, beside OpenSpiel where it is installed."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..model.contract import Progress
from ..play import catalogue
from ..play.catalogue import Game
from .simulate import MOST_MOVES, Result, simulate


@dataclass(frozen=True)
class Row:
    """One measure of one game."""

    game: str
    what: str
    value: float
    unit: str


def _timed(work: Callable[[], float], seconds: float) -> float:
    """How much is done a second."""
    done, began = 0.0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += work()
    return done / spent


def random_play(game: Game, seconds: float, players: int | None = None) -> tuple[float, float]:
    """Random whole games inside compiled code: moves and games a second."""
    laid = game.laid(players or game.seats[0], game.complete_options({}))
    size = max(game.rules.MAX_MOVES, game.rules.MAX_CHANCE, 8)
    out, weights = np.zeros(size, np.int64), np.zeros(size, np.int64)
    game.drivers.random_games(laid, 1, 0, out, weights, MOST_MOVES)
    seed, played = 0, 0
    batch = 20

    def work() -> float:
        nonlocal seed, played
        seed, played = seed + 1, played + batch
        return float(game.drivers.random_games(laid, batch, seed, out, weights, MOST_MOVES))

    began = time.perf_counter()
    moves = _timed(work, seconds)
    return moves, played / (time.perf_counter() - began)


def python_apply(game: Game, seconds: float) -> float:
    """`State.apply(code)` from Python a second: legality checked, move logged, chance played by hand."""
    rng = np.random.default_rng(0)

    def whole_game() -> list[int]:
        state = game.new(players=game.seats[0], chance="manual")
        for _ in range(2000):
            if state.over:
                break
            legal = state.legal()
            state.apply(legal[int(rng.integers(len(legal)))])
        return list(state.log)

    logs = [whole_game() for _ in range(5)]

    def work() -> float:
        for log in logs:
            state = game.new(players=game.seats[0], chance="manual")
            for code in log:
                state.apply(code)
        return float(sum(map(len, logs)))

    return _timed(work, seconds)


def open_spiel(rival: str, seconds: float) -> tuple[float, float] | None:
    """OpenSpiel's own C++ loop between random bots: moves and games a second; None where it is not installed."""
    if find_spec("pyspiel") is None:
        return None
    spiel: Any = import_module("pyspiel")
    loaded = spiel.load_game(rival)
    bots = [spiel.make_uniform_random_bot(seat, seat) for seat in range(loaded.num_players())]
    moves = counted = played = 0
    spent = 0.0
    while spent < seconds:
        began = time.process_time()
        for batch in range(100):
            state = loaded.new_initial_state()
            spiel.evaluate_bots(state, bots, played + batch)
        spent += time.process_time() - began
        played += 100
        moves += len(state.full_history())  # of one game in a hundred, and out of the time: the loop is only theirs
        counted += 1
    return moves / counted * played / spent, played / spent


@dataclass(frozen=True)
class _Arena:
    """What a game's own bench is handed (`contract.Arena`)."""

    game: Game
    seconds: float

    def simulate(self, bots: Sequence[str], games: int, options: Mapping[str, Any] | None = None) -> Result:
        return simulate(self.game, bots, games, options=options, processes=1)

    def rival(self) -> tuple[float, float] | None:
        return open_spiel(self.game.rival, self.seconds) if self.game.rival else None


def _measures(game: Game, seconds: float) -> Iterator[Row]:
    moves, played = random_play(game, seconds)
    yield Row(game.name, "random play, compiled", moves, "moves/s")
    yield Row(game.name, "random play, compiled", played, "games/s")
    yield Row(game.name, "apply(code) from Python", python_apply(game, seconds), "moves/s")
    rival = game.rival
    raced = open_spiel(rival, seconds) if rival else None
    if raced:
        yield Row(game.name, f"OpenSpiel {rival}, its C++ loop", raced[0], "moves/s")
        yield Row(game.name, f"OpenSpiel {rival}, its C++ loop", raced[1], "games/s")
        yield Row(game.name, f"ratio to OpenSpiel {rival}", moves / raced[0], "× moves")
        yield Row(game.name, f"ratio to OpenSpiel {rival}", played / raced[1], "× games")
    elif rival:
        yield Row(game.name, "OpenSpiel is not installed (pip install 'brelan[bench]')", 0.0, "")
    for what, value, unit in game.bench.measures(_Arena(game, seconds)):
        yield Row(game.name, what, value, unit)


def bench(names: Sequence[str], seconds: float, progress: Progress | None = None) -> list[Row]:
    """All measures of the named games, or of all."""
    games = [catalogue.game(name) for name in names or catalogue.games()]
    rows: list[Row] = []
    for done, game in enumerate(games):
        game.hurry()
        rows += _measures(game, seconds)
        if progress:
            progress(done + 1, len(games), "")
    return rows

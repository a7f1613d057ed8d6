"""How fast hands are played: `brelan bench spacepoker` adds these rows."""

import time
from collections.abc import Iterator

import numpy as np

from ...contract import Arena, Measure


def measures(arena: Arena, seconds: float = 1.0) -> Iterator[Measure]:
    """Random games of a single hand between two, on one core; processor time, as for OpenSpiel."""
    one = arena.game
    laid = one.laid(2, one.complete_options({"hands": 1}))
    out, weights = np.zeros(one.rules.MAX_MOVES, np.int64), np.zeros(one.rules.MAX_MOVES, np.int64)
    one.drivers.random_games(laid, 10, 0, out, weights, 10_000)
    done, moves, began = 0, 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += one.drivers.random_games(laid, 5000, done, out, weights, 10_000)
        done += 5000
    yield "random hands, compiled", done / spent, "hands/s"
    yield "moves in a random hand", moves / done, "moves"
    raced = arena.rival()
    if raced:  # its game is a single hand too
        yield f"a hand to a game of OpenSpiel {one.rival}", done / spent / raced[1], "×"

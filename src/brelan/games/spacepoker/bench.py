"""How fast hands are played: `brelan bench spacepoker` adds these rows."""

import time
from collections.abc import Iterator

import numpy as np

from ...model.contract import Arena, Measure

AT_ONCE = 5000  # games between two looks at the clock
MOST_MOVES = 10_000  # in a game


def measures(arena: Arena, seconds: float = 1.0) -> Iterator[Measure]:
    """Random games of a single hand between two, on one core; processor time, as for OpenSpiel."""
    game = arena.game
    laid = game.laid(2, game.complete_options({"hands": 1}))
    out, weights = np.zeros(game.rules.MAX_MOVES, np.int64), np.zeros(game.rules.MAX_MOVES, np.int64)
    game.drivers.random_games(laid, 10, 0, out, weights, MOST_MOVES)
    done, moves, began = 0, 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += game.drivers.random_games(laid, AT_ONCE, done, out, weights, MOST_MOVES)
        done += AT_ONCE
    yield "random hands, compiled", done / spent, "hands/s"
    yield "moves in a random hand", moves / done, "moves"
    raced = arena.rival()
    if raced:  # its game is a single hand too
        yield f"a hand to a game of OpenSpiel {game.rival}", done / spent / raced[1], "×"

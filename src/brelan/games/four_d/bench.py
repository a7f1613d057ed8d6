"""What `brelan bench` measures of 4D beside random play."""

import time
from collections.abc import Iterator

from ...arena.simulate import simulate
from ...game import game
from .solver import solve


def measures() -> Iterator[tuple[str, float, str]]:
    """Games a second on one core between bots, and the time to solve the whole game."""
    for level, games in (("regular", 20_000), ("expert", 2_000), ("master", 2_000)):
        result = simulate(game("4d"), [level, level], games, processes=1)
        yield f"simulate, two {level} bots, one core", result.games / result.seconds, "games/s"
    solve(10, True, False)  # compiled before the clock starts
    for target in (20, 100):
        began = time.perf_counter()
        solve(target, True, False)
        yield f"solve, target {target}", time.perf_counter() - began, "s"

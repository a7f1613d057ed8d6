"""What `brelan bench` measures of 4D beside random play."""

import time
from collections.abc import Iterator

from ...model.contract import Arena, Measure
from .solve.solver import solve


def measures(arena: Arena) -> Iterator[Measure]:
    """Games a second on one core between bots, and the time to solve the whole game."""
    for level, games in (("regular", 20_000), ("expert", 2_000), ("master", 2_000)):
        result = arena.simulate([level, level], games)
        yield f"simulate, two {level} bots, one core", result.games / result.seconds, "games/s"
    solve(10, True, False)  # compiled before the clock starts
    for target in (20, 100):
        began = time.perf_counter()
        solve(target, True, False)
        yield f"solve, target {target}", time.perf_counter() - began, "s"

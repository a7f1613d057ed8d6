"""What `brelan bench` measures of Dodéka beside random play."""

import time
from collections.abc import Iterator

from ...model.contract import Arena, Measure
from .solve.turn import turn_value


def measures(arena: Arena) -> Iterator[Measure]:
    """Parties a second on one core between bots, and the time of one solved turn."""
    for level, games in (("regular", 100_000), ("master", 6_000)):
        result = arena.simulate([level, level], games, {"parties": 1})
        yield f"simulate, two {level} bots, one core", result.games / result.seconds, "parties/s"
    began = time.perf_counter()
    for _ in range(1000):
        turn_value([0, 500, 250, 100, 40, 30, 20, 10, 0])
    yield "best expected result of a turn", (time.perf_counter() - began) * 1000, "µs"

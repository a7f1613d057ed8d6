"""What `brelan bench` measures of Pépètes beside random play."""

import time
from collections.abc import Iterator

from ...model.contract import Arena, Measure
from .solve.duel import solve_duel
from .solve.hands import table_of_hands


def measures(arena: Arena) -> Iterator[Measure]:
    """The time of a solved duel, and games a second between bots on one core."""
    hands = table_of_hands()
    solve_duel(hands)  # compiled before the clock starts
    began = time.perf_counter()
    solve_duel(hands)
    yield "both rounds of a duel solved", (time.perf_counter() - began) * 1000, "ms"
    for level, games in (("regular", 20_000), ("master", 10_000)):
        result = arena.simulate([level] * 4, games)
        yield f"simulate, four {level} bots, one core", result.games / result.seconds, "games/s"

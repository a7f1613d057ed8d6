"""What the levels look up: the boards, and for the master the solved tables."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....model.contract import Progress
from ....model.options import Value
from ..solve import on_disk
from ..solve.boards import Boards, all_boards, presented
from ..solve.distances import EXACT, Distances
from ..solve.solver import Solved

if TYPE_CHECKING:
    from ....play.state import State

# Positions the master's search may look at: in simulations, and when somebody waits.
SIMULATED, THOUGHT = 20_000, 500_000


class Tables(NamedTuple):
    """What the levels work with; empty where a level needs none."""

    boards: Boards
    seen: np.ndarray
    solved: Solved
    distances: Distances
    ready: bool  # whether `solved` holds this game
    nodes: int  # positions the search may look at


def _setting(options: Mapping[str, Value]) -> tuple[bool, bool]:
    """Whether a paire scores, and whether a full turn is a turn: what tables are solved for."""
    return bool(options["pairs"]), options["turn"] == "free"


def _tables(pairs: bool, free: bool, solved: Solved | None, distances: Distances | None, nodes: int) -> Tables:
    return Tables(
        all_boards(pairs),
        presented(pairs, free),
        solved or on_disk.no_thresholds(),
        distances or on_disk.no_distances(),
        solved is not None,
        nodes,
    )


def tables(
    levels: Collection[str], players: int, options: Mapping[str, Value], progress: Progress | None = None
) -> Tables:
    """The boards, and for the master the solved tables: read, or solved now. With a fifth die nothing is solved."""
    pairs, free = _setting(options)
    if "master" not in levels or options["fifth"]:
        return _tables(pairs, free, None, None, SIMULATED)
    solved = on_disk.ensure_solved(on_disk.reach_for(int(options["target"])), pairs, free, progress)
    distances = on_disk.ensure_distances(EXACT, pairs, free, progress)
    return _tables(pairs, free, solved, distances, SIMULATED)


def at_hand(view: "State", bounds: bool = False) -> Tables:
    """The tables that are on disk already; the missing ones are solved in the background meanwhile.

    `bounds`: with bounds on the turns of longer wins.
    """
    options = view.options
    pairs, free = _setting(options)
    if options["fifth"]:
        return _tables(pairs, free, None, None, THOUGHT)
    target = int(options["target"])
    bounded = min(target, on_disk.USUAL)
    solved = on_disk.find_solved(target, pairs, free)
    distances = on_disk.find_distances(bounded, pairs, free) if bounds else None
    distances = distances or on_disk.find_distances(EXACT, pairs, free)
    lacking = distances is None or (bounds and len(distances.bound) <= bounded)
    if solved is None or lacking:
        on_disk.solve_in_background(target, pairs, free, bounds)
    return _tables(pairs, free, solved, distances, THOUGHT)

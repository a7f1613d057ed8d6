"""Bots against bots: `brelan.arena.simulate(…)` plays games by the million, `tournament` ranks all levels."""

# The functions, and not the modules they stand in: `from brelan.arena.simulate import Result` works all the same.
from .simulate import Mean, Result, simulate
from .tournament import tournament

__all__ = ["Mean", "Result", "simulate", "tournament"]

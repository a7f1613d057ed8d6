"""Brelan: five French tabletop games, exact and fast.

Examples:
    >>> import brelan
    >>> state = brelan.game("dodeka").new(players=3, seed=7)
    >>> state.moves()
    ['throw 1 2 3']
"""

from typing import TYPE_CHECKING, Any

from .former_paths import FORMER
from .model.contract import Advice
from .model.errors import (
    BrelanError,
    GameOver,
    IllegalMove,
    MalformedMove,
    MoveError,
    NotYourTurn,
    OptionError,
    PlayersError,
    RecordError,
    UnfairRecord,
    UnknownBot,
    UnknownGame,
)
from .model.referee import CHANCE, NEXT, OVER, SPECTATOR, TIME
from .play.catalogue import Game, game, games
from .play.player import Bot, bot

if TYPE_CHECKING:
    from .play.fairness import Source
    from .play.record import Record, Verdict
    from .play.state import Outcome, State

__version__ = "0.1.0"

# What needs NumPy or Numba is loaded when it is first asked for: `brelan --help` must not wait for a compiler.
_LAZY = {
    "Outcome": "play.state",
    "State": "play.state",
    "Record": "play.record",
    "Verdict": "play.record",
    "Source": "play.fairness",
}

__all__ = [
    "CHANCE",
    "NEXT",
    "OVER",
    "SPECTATOR",
    "TIME",
    "Advice",
    "Bot",
    "BrelanError",
    "Game",
    "GameOver",
    "IllegalMove",
    "MalformedMove",
    "MoveError",
    "NotYourTurn",
    "OptionError",
    "Outcome",
    "PlayersError",
    "Record",
    "RecordError",
    "Source",
    "State",
    "UnfairRecord",
    "UnknownBot",
    "UnknownGame",
    "Verdict",
    "bot",
    "game",
    "games",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "arena" or f"{__name__}.{name}" in FORMER:
        return import_module(f".{name}", __name__)
    if name not in _LAZY:
        raise AttributeError(f"module 'brelan' has no attribute {name!r}")
    return getattr(import_module(f".{_LAZY[name]}", __name__), name)

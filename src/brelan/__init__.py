"""Brelan: five French tabletop games, exact and fast.

Examples:
    >>> import brelan
    >>> state = brelan.game("dodeka").new(players=3, seed=7)
    >>> state.moves()
    ['throw 1 2 3']
"""

from typing import TYPE_CHECKING, Any

from .catalogue import Game, game, games
from .contract import Advice
from .errors import (
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
from .player import Bot, bot
from .referee import CHANCE, NEXT, OVER, SPECTATOR, TIME

if TYPE_CHECKING:
    from .fairness import Source
    from .record import Record, Verdict
    from .state import Outcome, State

__version__ = "0.1.0"

# What needs NumPy or Numba is loaded when it is first asked for: `brelan --help` must not wait for a compiler.
_LAZY = {
    "Outcome": "state",
    "State": "state",
    "Record": "record",
    "Verdict": "record",
    "Source": "fairness",
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

    if name == "arena":
        return import_module(".arena", __name__)
    if name not in _LAZY:
        raise AttributeError(f"module 'brelan' has no attribute {name!r}")
    return getattr(import_module(f".{_LAZY[name]}", __name__), name)

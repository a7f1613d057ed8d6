"""Which rules a server knows: a table is played on only by those whose rules do the same."""

import functools
from typing import Any

from ...play.catalogue import Game


@functools.cache
def rules_digest(game: Game) -> str:
    """What a game's rules do, as its folder's `golden.digest` has it, with their version. A change that leaves every
    game as it was leaves it too; "" for a game that came without one.
    """
    file = game.folder / "golden.digest"
    if not file.exists():
        return ""
    lines = dict(line.split(": ", 1) for line in file.read_text(encoding="utf-8").splitlines() if ": " in line)
    return f"{game.version} {lines.get('conduct', '')}"[:64]


def has_rules_of(game: Game, row: Any) -> bool:
    """Whether a stored table is played by the game's rules as they are here."""
    return row.version == game.version and row.digest in ("", rules_digest(game))

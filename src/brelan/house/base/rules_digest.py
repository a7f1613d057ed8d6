"""Which rules a server knows: a table is played on only by those whose rules do the same."""

import functools
from typing import Any

from ...play.catalogue import Game
from ...play.conduct import kept


@functools.cache
def rules_digests(game: Game) -> dict[int, str]:
    """What a game's rules do, by version, as its folder's `golden.digest` has it: first today's, then those of earlier
    versions whose tables are played on. A change that leaves every game as it was leaves them too; "" for a game that
    came without one.
    """
    last = kept(game)
    today = f"{game.version} {last.conduct}"[:64] if last.conduct else ""
    return {game.version: today} | {then: f"{then} {conduct}"[:64] for then, conduct in last.played_on.items()}


def rules_digest(game: Game) -> str:
    """What a game's rules do today."""
    return rules_digests(game)[game.version]


def has_rules_of(game: Game, row: Any) -> bool:
    """Whether a stored table is played by rules that are known here: today's, or earlier ones as today's play them."""
    return row.version in rules_digests(game) and row.digest in ("", rules_digests(game)[row.version])


def options_of(game: Game, version: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a stored table, with those its version did not have as it was played."""
    since = game.earlier.get(version)
    return game.complete_options({**options, **since}) if since else options

"""What games with a set of dominoes are like, measured: played by bots, counted at the end of each."""

from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import TYPE_CHECKING, Any

from ....engine.kernel import stream
from ....model.contract import Progress
from ....play.catalogue import game as find_game
from ..rules.state import LAST_TURNS_PLAYED, PASS, PLACE
from ..rules.tiles import SETS

if TYPE_CHECKING:
    from ....play.state import State

LEVEL = "expert"  # above it a game takes seconds
PLAYERS = (2, 3, 4)


def measured(level: str, games: int, seed: int, progress: Progress | None = None, workers: int = 2) -> list[Any]:
    """For each set and number of players: the share of the wins of each seat in the order of play, and means a game of
    what happened.
    """
    tables = [(tiles, players) for tiles in SETS for players in PLAYERS]
    found = []
    find_game("dalapapa").hurry()
    for done, (tiles, players) in enumerate(tables):
        if progress:
            progress(done, len(tables), f"{tiles}, {players}")
        with ThreadPoolExecutor(workers) as pool:
            rows = list(pool.map(lambda at: _one(tiles, players, level, seed, at), range(games)))  # noqa: B023
        found.append(_summed(tiles, players, rows))
    return found


def _one(tiles: str, players: int, level: str, seed: int, at: int) -> dict[str, Any]:
    """One game, and what is counted of it."""
    game = find_game("dalapapa")
    state = game.new(players=players, seed=seed * 100_000 + at, tiles=tiles)
    known, rng = game.bots.tables((level,), players, state.options), stream(seed, at)
    number, turns, passes, taken = game.bots.LEVELS.index(level), 0, 0, 0
    while not state.over:
        view, tokens = state.view_state(state.mover), int(state.struct.tokens[state.mover])
        seat = state.mover
        move = int(game.drivers.choose(view._buf, number, rng, known))
        turns += (move >= PLACE and state.struct.laid >= 3) or move == PASS
        passes += move == PASS
        state.apply(move)
        if move >= PLACE:
            taken += max(0, int(state.struct.tokens[seat]) - tokens) if turns else 0
    return {**_end(state), "turns": turns, "passes": passes, "taken": taken}


def _end(state: "State") -> dict[str, Any]:
    s = state.struct
    marked = [int(s.land_cells[land]) for land in range(int(s.lands)) if s.land_owner[land]]
    best = max(state.scores)
    winners = [seat for seat, score in enumerate(state.scores) if score == best]
    return {
        "wins": [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)],
        "laid": int(s.laid),
        "marked": len(marked),
        "cells": sum(marked),
        "single": marked.count(1),
        "points": sum(state.scores) / state.players,
        "plaque": int(s.over == LAST_TURNS_PLAYED),
    }


def _summed(tiles: str, players: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    games = len(rows)

    def mean(name: str) -> float:
        return float(sum(row[name] for row in rows)) / games

    seats = [sum(row["wins"][seat] for row in rows) / games for seat in range(players)]
    return {
        "set": tiles,
        "players": players,
        "games": games,
        "wins": seats,
        "error": sqrt(max(seats) * (1 - max(seats)) / games),
        "laid": mean("laid"),
        "turns": mean("turns"),
        "passes": mean("passes"),
        "tokens": mean("taken"),
        "territories": mean("marked"),
        "size": mean("cells") / mean("marked"),
        "single": mean("single") / mean("marked"),
        "points": mean("points"),
        "plaque": mean("plaque"),
    }

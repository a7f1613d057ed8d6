"""Luck averages to nothing: its mean over many games between bots, with its standard error (docs/review.md).

    python bench/review_luck.py                        # 10,000 games of each
    python bench/review_luck.py --game 4d --games 500

Luck is told as a review tells it, by the same lines; few games are played on from each position, which spreads it more
and moves its mean nowhere.
"""

import argparse
import json
from typing import Any

import numpy as np

import brelan
from brelan.engine.kernel import stream
from brelan.play.player import pick
from brelan.play.state import State
from brelan.school.review import luck_of

# the tables: players, options, how many of the games a review plays on are, and levels quick enough for so many games
Table = tuple[str, int, dict[str, Any], float, tuple[str, ...]]
QUICK = ("regular", "novice", "expert")
TABLES: tuple[Table, ...] = (
    ("dodeka", 2, {"parties": 1}, 1.0, QUICK),
    ("dodeka", 3, {"parties": 1}, 1.0, QUICK),
    ("4d", 2, {}, 1.0, ("novice", "regular")),
    ("pepetes", 2, {}, 0.01, QUICK),
    ("pepetes", 3, {}, 0.01, QUICK),
    ("spacepoker", 2, {"ante": 1, "hands": 3}, 0.01, QUICK),
    ("spacepoker", 3, {"ante": 1, "hands": 3}, 0.01, QUICK),
    ("dalapapa", 2, {}, 0.1, ("regular", "novice")),
)


def played(name: str, players: int, options: dict[str, Any], levels: tuple[str, ...], seed: int) -> State:
    """A game between bots; who sits where goes round."""
    state = brelan.game(name).new(players=players, seed=seed, **options)
    luck = [stream(seed, seat) for seat in range(players)]
    while not state.over:
        seat, legal = state.mover, state.legal()
        level = levels[(seat + seed) % len(levels)]
        state.apply(legal[0] if len(legal) == 1 else pick(state.view_state(seat), level, luck[seat]))
    return state


def lucks(table: Table, first: int, games: int) -> np.ndarray:
    """Luck by game and seat."""
    name, players, options, effort, levels = table
    return np.array([luck_of(played(name, players, options, levels, first + at), effort) for at in range(games)])


def told(table: Table, found: np.ndarray) -> dict[str, Any]:
    """The means by seat, their standard errors, and how many of these they are from nothing at most."""
    mean, error = found.mean(axis=0), found.std(axis=0, ddof=1) / len(found) ** 0.5
    far = float((abs(mean) / np.maximum(error, 1e-12)).max())
    name, players = table[:2]
    return {
        "game": name,
        "players": players,
        "games": len(found),
        "mean": [round(x, 5) for x in mean.tolist()],
        "error": [round(x, 5) for x in error.tolist()],
        "errors_off": round(far, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=brelan.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=10_000)
    asked = parser.parse_args()
    for table in TABLES:
        if asked.game not in (None, table[0]) or asked.players not in (None, table[1]):
            continue
        print(json.dumps(told(table, lucks(table, 1, asked.games))), flush=True)


if __name__ == "__main__":
    main()

"""How far the review's estimates of worth miss (docs/review.md): positions of the bots' games, judged, and played on
many times as a strong level plays them.

    python bench/review_errors.py dalapapa
    python bench/review_errors.py 4d --positions 30 --games 40
"""

import argparse
from typing import Any

import numpy as np

import brelan
from brelan.play.state import State
from brelan.play.worth import judge, rolled

# what is not exact, and neither rolled: options, the level that plays on
TABLES: dict[str, tuple[dict[str, Any], str]] = {"dalapapa": ({}, "expert"), "4d": ({"fifth": "yes"}, "master")}


def positions(name: str, level: str, many: int) -> list[State]:
    """A choice here and there in games between bots, two of each game."""
    game, found = brelan.game(name), []
    luck = np.random.default_rng(7)
    for seed in range(many):
        state = game.new(players=2, seed=3000 + seed, **TABLES[name][0])
        bots = [brelan.bot(name, level, seed=seed * 10 + seat) for seat in range(2)]
        seen = []
        while not state.over:
            if len(state.legal()) > 1 and not judge(state).rolled:
                seen.append(state.copy())
            state.apply(bots[state.mover].pick(state.view_state(state.mover)))
        found += [seen[at] for at in luck.choice(len(seen), min(2, len(seen)), replace=False)]
        if len(found) >= many:
            break
    return found


def missed(guessed: np.ndarray, came: np.ndarray, errors: np.ndarray) -> float:
    """The root of the mean square of what was missed, less what the games played on miss themselves."""
    return float(max(0.0, ((guessed - came) ** 2 - errors**2).mean()) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=TABLES)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    level = TABLES[asked.game][1]
    rows = []
    for state in positions(asked.game, "regular", asked.positions):
        came = rolled(state, level, asked.games)
        rows.append((judge(state).seats[0], came.seats[0], came.error))
    guessed, came_to, errors = np.array(rows).T
    how = f"{len(rows)} positions, each played on {asked.games} times by {level}s"
    by, mean = missed(guessed, came_to, errors), (guessed - came_to).mean()
    print(f"{asked.game}: misses by {by:.3f} ({how}); mean {mean:+.3f}")


if __name__ == "__main__":
    main()

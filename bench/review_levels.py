"""How much a decision of each level of the bots loses on average, by a review of their games: what players are compared
with (`src/brelan/school/levels.json`).

    python bench/review_levels.py                 # measures all, prints the file
    python bench/review_levels.py --game 4d --games 20
    python bench/review_levels.py --write         # and writes it
"""

import argparse
import json
from typing import Any

import brelan
from brelan.school.report import LEVELS, measured
from brelan.school.review import reviewed

# the tables they are measured at: players and options, short where games are long
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "dodeka": [(2, {"parties": 1}), (3, {"parties": 1}), (4, {"parties": 1})],
    "4d": [(2, {})],
    "pepetes": [(2, {}), (4, {})],
    "spacepoker": [(2, {"ante": 1, "hands": 5}), (3, {"ante": 1, "hands": 5})],
    "dalapapa": [(2, {}), (3, {})],
}


def mean_loss(name: str, level: str, players: int, options: dict[str, Any], games: int) -> tuple[float, int]:
    """The mean over all decisions of games between bots of one level, and how many these were."""
    game, total, many = brelan.game(name), 0.0, 0
    for seed in range(games):
        state = game.new(players=players, seed=1000 + seed, **options)
        bots = [brelan.bot(name, level, seed=seed * 10 + seat) for seat in range(players)]
        while not state.over:
            state.apply(bots[state.mover].pick(state.view_state(state.mover)))
        found = reviewed(state)
        total += sum(one.loss for one in found.decisions)
        many += len(found.decisions)
    return total / max(1, many), many


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=brelan.games())
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = dict(measured())
    for name in [asked.game] if asked.game else brelan.games():
        for players, options in TABLES[name]:
            row: dict[str, float] = {}
            for level in brelan.game(name).bots.LEVELS:
                loss, many = mean_loss(name, level, players, options, asked.games)
                row[level] = round(loss, 4)
                print(f"{name}, {players} players, {level}: {loss:.4f} a decision, over {many}", flush=True)
            found.setdefault(name, {})[str(players)] = row
            if asked.write:
                LEVELS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

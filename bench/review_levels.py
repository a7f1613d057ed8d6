"""How much a decision of each level of the bots loses on average, by a review of their games: what players are compared
with (`src/brelan/school/levels.json`).

    python bench/review_levels.py                 # measures all, prints the file
    python bench/review_levels.py --game 4d --games 20
    python bench/review_levels.py --write         # and writes it
"""

import argparse
import json
from typing import Any

import numpy as np

import brelan
from brelan.engine.kernel import stream
from brelan.play.player import pick
from brelan.school.report import LEVELS
from brelan.school.review import decisions_of

# the tables they are measured at: players and options, short where games are long
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "dodeka": [(2, {"parties": 1}), (3, {"parties": 1}), (4, {"parties": 1})],
    "4d": [(2, {})],
    "pepetes": [(2, {}), (3, {}), (4, {})],
    "spacepoker": [(2, {"ante": 1, "hands": 5}), (3, {"ante": 1, "hands": 5})],
    "dalapapa": [(2, {}), (3, {})],
}
THOUGHT = 0.1  # seconds a bot that searches takes
LENGTHS = ("parties", "hands", "deals", "duels", "minutes")  # how long a game lasts: no decision weighs more by it


def mean_loss(name: str, level: str, players: int, options: dict[str, Any], games: int) -> tuple[float, float, int]:
    """The mean over all decisions of games between bots of one level, its standard error, and how many these were.
    Decisions of one game hang together: the error is that of games, not of decisions.
    """
    game, lost, many = brelan.game(name), np.zeros(games), np.zeros(games)
    for seed in range(games):
        state = game.new(players=players, seed=1000 + seed, **options)
        luck = [stream(seed * 10 + seat) for seat in range(players)]
        while not state.over:
            view = state.view_state(state.mover)
            state.apply(pick(view, level, luck[state.mover], THOUGHT))
        found = decisions_of(state)
        lost[seed], many[seed] = sum(one.loss for one in found), len(found)
    mean = lost.sum() / many.sum()
    spread = (lost - mean * many).std(ddof=1) if games > 1 else 0.0
    return float(mean), float(spread * games**0.5 / many.sum()), int(many.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=brelan.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    for name in [asked.game] if asked.game else brelan.games():
        for players, options in TABLES[name]:
            if asked.players and players != asked.players:
                continue
            losses: dict[str, float] = {}
            errors: dict[str, float] = {}
            for level in brelan.game(name).bots.LEVELS:
                loss, error, many = mean_loss(name, level, players, options, asked.games)
                losses[level], errors[level] = round(loss, 4), round(error, 4)
                told = f"{loss:.4f} ± {error:.4f} a decision, over {many} in {asked.games} games"
                print(f"{name}, {players} players, {level}: {told}", flush=True)
            played = brelan.game(name).complete_options(options)
            weighty = {option: value for option, value in played.items() if option not in LENGTHS}
            row = {"options": weighty, "games": asked.games, "losses": losses, "errors": errors}
            if asked.write:
                found = json.loads(LEVELS.read_text(encoding="utf-8"))  # others may be measured at the same time
                found.setdefault(name, {})[str(players)] = row
                LEVELS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

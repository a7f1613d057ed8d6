"""Where the house's bots begin among its ratings: a tournament for every size of table, put down in the game's folder.

python -m tests.strength.seeds dodeka 2=1200 3=1200      plays tournaments of 1200 games a pair with two and three
                                                         players, and writes src/brelan/games/dodeka/ladder.csv;
                                                         what it holds of other sizes stays
"""

import csv
import sys

import brelan
from brelan.arena.tournament import tournament
from brelan.house.table.ratings import LADDER

from .ladder import CLUSTER, SEED


def main(name, *wanted):
    game = brelan.game(name)
    file = game.folder / LADDER
    rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))[1:] if file.exists() else []
    for word in wanted:
        players, games = map(int, word.split("="))
        found = tournament(game, game.bots.LEVELS, players, games, SEED, game.recommended, cluster=CLUSTER)
        rows = [row for row in rows if row[0] != str(players)]
        rows += [[str(players), one.bot, f"{one.rating:.1f}", f"{one.margin:.1f}", games] for one in found.ratings]
        with file.open("w", encoding="utf-8", newline="") as held:
            table = csv.writer(held, lineterminator="\n")
            table.writerow(["players", "level", "rating", "margin99", "games"])
            table.writerows(sorted(rows, key=lambda row: row[0]))
        print(players, [(one.bot, round(one.rating), round(one.margin)) for one in found.ratings], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Problems of a master that searches, counted once more by other games than those they were made by: what each legal
move came to when experts played on from it, all moves on the same luck.

    python -m tests.strength.counts dalapapa      counts what is not counted yet, and writes dalapapa_problems.csv

A problem that these counts do not confirm is named; it is to be thrown away.
"""

import csv
import sys
from pathlib import Path

import brelan
from brelan.school.making import AGAIN, Count, counted_again, miscounted
from brelan.school.problems import COUNTED, all_of

HEAD = ("problem", "move", "right", "games", "share", "cost", "error", "seed")


def file_of(name):
    return Path(__file__).with_name(f"{name}_problems.csv")


def kept(name):
    """The counts of each problem by its moves, as they were written."""
    found = {}
    if file_of(name).exists():
        with file_of(name).open(encoding="utf-8", newline="") as held:
            for row in csv.DictReader(held):
                count = Count(int(row["games"]), float(row["share"]), float(row["cost"]), float(row["error"]))
                found.setdefault(row["problem"], {})[row["move"]] = count
    return found


def write(name, counts, problems):
    """Those of problems that are still there."""
    with file_of(name).open("w", encoding="utf-8", newline="") as held:
        table = csv.writer(held, lineterminator="\n")
        table.writerow(HEAD)
        for problem in sorted(problems, key=lambda one: one.id):
            for move, one in counts.get(problem.id, {}).items():
                numbers = one.games, f"{one.share:.4f}", f"{one.cost:.4f}", f"{one.error:.4f}"
                table.writerow([problem.id, move, int(move in problem.answers), *numbers, AGAIN])


def main(name):
    game = brelan.game(name)
    problems, counts = [one for one in all_of(game) if one.check == COUNTED], kept(name)
    for problem in problems:
        if problem.id not in counts:
            counts[problem.id] = counted_again(problem, game)
            write(name, counts, problems)
        wrong = miscounted(problem, game, counts[problem.id])
        if wrong:
            print(wrong, flush=True)
    write(name, counts, problems)


if __name__ == "__main__":
    main(*sys.argv[1:])

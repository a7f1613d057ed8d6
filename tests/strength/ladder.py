"""How strong every level is, against whom, measured how: one way for all games.

A row is one seat of a stronger level against a table of a weaker one, both moving round the table on the same throws
and deals; games that share their luck are taken together, so that an interval is an honest one. Seeds are fixed.

    python -m tests.strength.ladder dodeka      measures a game's rows anew, as a table for its page in docs/

With BRELAN_CLUSTER=tcp://… (or local:N) in the environment all this, and the tests made of it, are played on a cluster:
the numbers are the same.
"""

import os
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import brelan
from brelan.arena import simulate
from brelan.arena.simulate import LIKELY, Mean
from brelan.arena.tally import Tally

SEED = 11
CLUSTER = os.environ.get("BRELAN_CLUSTER") or None


HOUSE = brelan.game("spacepoker").preset("house")


class Row(NamedTuple):
    """One measurement; `shown` where the stronger level must come out ahead."""

    better: str
    worse: str
    games: int
    players: int = 2
    options: Mapping[str, Any] = MappingProxyType({})
    shown: bool = True

    def __str__(self) -> str:
        others = self.worse if self.players == 2 else f"{self.players - 1} × {self.worse}"
        more = [f"{name} {value}" for name, value in self.options.items()]
        return ", ".join([f"{self.better} against {others}", *more])


class Measured(NamedTuple):
    """What came of a row: what the better one got a game, and its share of the wins, each with a 99% interval."""

    points: Mean
    wins: Mean
    games: int


ROWS = {
    "dodeka": (
        Row("regular", "novice", 20_000),
        Row("expert", "regular", 20_000),
        Row("master", "expert", 20_000),
        Row("regular", "novice", 6_000, 3, {"target": 200}),
        Row("expert", "regular", 6_000, 3, {"target": 200}, shown=False),
        Row("master", "expert", 6_000, 3, {"target": 200}),
        Row("master", "regular", 4_000, 4, {"parties": 1}),
        Row("master", "regular", 3_000, 6, {"parties": 1}, shown=False),
    ),
    "4d": (
        Row("regular", "novice", 2_000),
        Row("expert", "regular", 2_000),
        Row("master", "expert", 2_000),
        Row("master", "expert", 200, 2, {"target": 60, "fifth": True}),
    ),
    "dalapapa": (
        Row("regular", "novice", 2_000),
        Row("expert", "regular", 2_000),
        Row("master", "expert", 200),
        Row("expert", "regular", 2_000, 2, {"tiles": "classic"}),
        Row("master", "expert", 400, 2, {"tiles": "classic"}),
    ),
    "spacepoker": (  # whole matches by the rules of the house
        Row("regular", "novice", 5_200, 2, HOUSE),
        Row("expert", "regular", 5_200, 2, HOUSE),
        Row("master", "expert", 5_200, 2, HOUSE),
        Row("regular", "novice", 3_000, 3, HOUSE),
        Row("expert", "regular", 3_000, 3, HOUSE),
        Row("master", "expert", 900, 3, HOUSE),
        Row("regular", "novice", 3_000, 4, HOUSE),
        Row("expert", "regular", 3_000, 4, HOUSE),
        Row("master", "expert", 400, 4, HOUSE, shown=False),
        Row("regular", "novice", 3_000, 5, HOUSE),
        Row("expert", "regular", 3_000, 5, HOUSE),
        Row("master", "expert", 300, 5, HOUSE, shown=False),
    ),
}


def shown(name: str) -> list[Row]:
    """The rows of a game that must hold."""
    return [row for row in ROWS[name] if row.shown]


def measured(name: str, row: Row, seed: int = SEED) -> Measured:
    """Plays a row."""
    bots = [row.better] + [row.worse] * (row.players - 1)
    games = row.games + -row.games % row.players
    result = simulate(name, bots, games, seed, row.options, swap=True, cluster=CLUSTER)
    assert result.unfinished == 0
    tally = Tally.of(result)
    return Measured(tally.points, tally.wins, games)


def mean_and_error(found: Mean) -> tuple[float, float]:
    """A mean and its standard error."""
    return found.mean, found.margin / LIKELY


def main(names: list[str]) -> None:
    for name in names:
        print(f"\n{name}\n\n| | games | points a game | share of the wins (even) |\n|---|---|---|---|")
        for row in ROWS[name]:
            found = measured(name, row)
            print(
                f"| {row} | {found.games:,} | {found.points.mean:+.2f} ± {found.points.margin:.2f} "
                f"| {100 * found.wins.mean:.1f}% ± {100 * found.wins.margin:.1f}% ({100 / row.players:.1f}%) |",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])

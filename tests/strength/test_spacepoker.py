"""How strong the bots of SpacePoker are in whole matches, by the rules of the house and by those of the text: against
simple rules that somebody might think of (`bots/sparring.py`), and against each other. Fixed seeds; games that share
their deals are taken together.

    python -m tests.strength.test_spacepoker 2=5200 3=900:bully,nut

measures every rule among masters anew, or those that are named, with so many matches for two and for three players, and
writes the CSV; what it holds of others stays.
"""

import csv
import sys
from pathlib import Path

import pytest

import brelan

from .ladder import Row, mean_and_error, measured

GAME = brelan.game("spacepoker")
HELD = Path(__file__).with_name("spacepoker.csv")
COLUMNS = ("preset", "players", "rule", "matches", "seed", "wins", "error", "points")
PRESETS = ("house", "text")
SEED, MATCHES = 17, 5200
MORE = 0.02  # above its even share of wins nobody may be by more, and two standard errors
LEAST = 0.56  # of matches a level wins against the one below
RANDOM = 0.8  # … and the lowest against who never looks


def cell(preset, rule, players=2, matches=MATCHES, against="master"):
    """The share of matches a rule wins among masters, its standard error, and its points."""
    found = measured("spacepoker", Row(rule, against, matches, players, GAME.preset(preset)), SEED)
    return *mean_and_error(found.wins), found.points.mean


def kept():
    with HELD.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_all_that_somebody_might_think_of_is_among_the_rules():
    wanted = {"lock", "sit", "last", "ahead drops", "nut", "loose", "tight", "bully", "all or nothing", "trapper"}
    known = {name.split(" over ")[0] for name in GAME.bots.SPARRING}
    assert wanted | {"squeeze", "creeper", "prober"} <= known


def test_what_was_measured_says_that_no_rule_beats_the_masters():
    rows = kept()
    assert {(row["preset"], row["rule"]) for row in rows if row["players"] == "2"} == {
        (preset, rule) for preset in PRESETS for rule in GAME.bots.SPARRING
    }
    for row in rows:
        wins, error, players = float(row["wins"]), float(row["error"]), int(row["players"])
        assert wins <= 1 / players + MORE + 2 * error, row
        assert error <= (0.0075 if players == 2 else 0.015), row


@pytest.mark.slow
@pytest.mark.parametrize("rule", GAME.bots.SPARRING)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_rule_beats_the_master(preset, rule):
    wins, error, _ = cell(preset, rule)
    assert wins <= 0.5 + MORE + 2 * error


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("regular", "novice"), ("expert", "regular"), ("master", "expert")])
def test_each_level_beats_the_one_below(better, worse):
    wins, error, _ = cell("house", better, against=worse)
    assert wins >= LEAST + error


@pytest.mark.slow
def test_the_novice_beats_who_never_looks():
    wins, error, _ = cell("house", "novice", against="random")
    assert wins >= RANDOM + error


def main(*wanted):
    rows = kept() if HELD.exists() else []
    for word in wanted:
        size, _, named = word.partition(":")
        players, matches = map(int, size.split("="))
        for preset in PRESETS:
            for rule in named.split(",") if named else GAME.bots.SPARRING:
                wins, error, points = cell(preset, rule, players, matches)
                values = preset, players, rule, matches, SEED, f"{wins:.4f}", f"{error:.4f}", f"{points:+.2f}"
                rows = [row for row in rows if [row[name] for name in COLUMNS[:3]] != [str(one) for one in values[:3]]]
                rows.append(dict(zip(COLUMNS, map(str, values), strict=True)))
                print(*values, flush=True)
    with HELD.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(sorted(rows, key=lambda row: (row["preset"], int(row["players"]))))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Ratings: how strong people and bots are at a game, by the games they finished, and how sure that is.

A book of ratings is a pure function of results read in one order: by when the game ended, then by the table's name. It
is never stored, so that it can never be wrong about what was: whoever reads the same results has the same ratings.

The model is that of Plackett and Luce (`openskill`), for tables of any size: everybody has a mean and an uncertainty,
both move by how surprising the places were. They are told on the scale of chess, 400 points being ten to one between
two, with 99% intervals. Beside the model there are five rules, each for a reason:

- Where players pay each other (payoffs that sum to zero) every place counts; elsewhere the game is a race: whoever
  plays it well plays to come first, and nothing else counts.
- Bots begin where the measured ladder puts them (`ladder.csv` in each game's folder). They do not learn: their
  uncertainty only shrinks, while that of people grows a little with each game.
- Who has played fewer than `PLACED` games is new: what such a game shows counts for the new ones, and for nobody else.
- Who had a bot play on for a part of the game may lose by it, and cannot gain.
- A level that holds several seats is moved by what each of them shows, together.
"""

import csv
import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from openskill.models import PlackettLuce

from ...play.catalogue import Game

PLACED = 5  # games after which somebody is among the others
BOT = "bot "  # before a level: who that is among the players of a result
LADDER = "ladder.csv"
LIKELY = 2.5758  # standard deviations in half a 99% interval
MIDDLE, UNKNOWN = 25.0, 25.0 / 3  # what nobody knows anything about
BETA = 25.0 / 6  # how much one game leaves to chance
GROWTH = 25.0 / 300  # how much less one knows of a person after each game
SEEDED = 1.0  # the uncertainty of a bot's place on the ladder: it was measured, but not at these tables
POINTS = 400 / math.log(10) / (BETA * math.sqrt(2))  # of chess, for one of the model's units
EVEN = 1500  # what the middle is called
MODEL = PlackettLuce(mu=MIDDLE, sigma=UNKNOWN, beta=BETA, tau=0.0)


class Seated(NamedTuple):
    """One seat of a finished game."""

    who: str  # a guest's identity, or "bot " and a level
    name: str
    payoff: int
    part: str = ""  # "": all of it; "helped": a bot played on for a while; "changed": somebody else began it


class Result(NamedTuple):
    """A finished game, as ratings read it."""

    table: str
    ended: float
    seats: tuple[Seated, ...]


@dataclass(frozen=True)
class Skill:
    """How strong somebody is, as far as is known."""

    mean: float = MIDDLE
    doubt: float = UNKNOWN
    games: int = 0
    last: float = 0.0
    name: str = ""

    @property
    def rating(self) -> float:
        return EVEN + POINTS * (self.mean - MIDDLE)

    @property
    def margin(self) -> float:
        """Half the width of the 99% interval."""
        return LIKELY * POINTS * self.doubt


def is_bot(who: str) -> bool:
    return who.startswith(BOT)


class Book:
    """The ratings of one game, as the results read so far make them."""

    def __init__(self, seeds: Mapping[str, Skill]) -> None:
        self.skills: dict[str, Skill] = {BOT + level: skill for level, skill in seeds.items()}
        self.games = 0
        self.last: tuple[float, str] = (-math.inf, "")  # the result read last

    def read(self, results: Iterable[Result]) -> "Book":
        """Reads more results, in their order."""
        for result in results:
            self._add(result)
        return self

    def _add(self, result: Result) -> None:
        seats = [seat for seat in result.seats if seat.part != "changed"]
        self.games += 1
        self.last = (result.ended, result.table)
        old = {seat.who: self.skills.get(seat.who, Skill()) for seat in seats}
        old = {
            who: skill if is_bot(who) else replace(skill, doubt=math.hypot(skill.doubt, GROWTH))
            for who, skill in old.items()
        }
        known = [seat for seat in seats if is_bot(seat.who) or old[seat.who].games >= PLACED]
        race = sum(seat.payoff for seat in result.seats) != 0
        among_all, among_known = _moved(seats, old, race), _moved(known, old, race)
        for seat in seats:
            before = self.skills.get(seat.who, Skill())
            mean, doubt = (among_known if seat in known else among_all).get(
                seat.who, (old[seat.who].mean, before.doubt)
            )
            if seat.part == "helped" and mean >= before.mean:
                mean, doubt = before.mean, before.doubt
            self.skills[seat.who] = Skill(mean, doubt, old[seat.who].games + 1, result.ended, seat.name)

    def order(self) -> list[tuple[str, Skill]]:
        """Everybody with a place, the strongest first: the bots of the ladder, and whoever is no longer new."""
        placed = [item for item in self.skills.items() if is_bot(item[0]) or item[1].games >= PLACED]
        return sorted(placed, key=lambda item: (-item[1].mean, item[0]))

    def new(self) -> list[tuple[str, Skill]]:
        """Who has not played enough games yet, the last to play first."""
        found = [item for item in self.skills.items() if not is_bot(item[0]) and item[1].games < PLACED]
        return sorted(found, key=lambda item: (-item[1].last, item[0]))


def _moved(seats: Sequence[Seated], old: Mapping[str, Skill], race: bool) -> dict[str, tuple[float, float]]:
    """Mean and doubt of everybody after a game between these seats; nothing if there is nobody to compare with."""
    if len(seats) < 2:
        return {}
    teams = [[MODEL.rating(old[seat.who].mean, old[seat.who].doubt)] for seat in seats]
    ranks = [float(sum(other.payoff > seat.payoff for other in seats)) for seat in seats]
    if race:
        ranks = [min(rank, 1.0) for rank in ranks]
    found: dict[str, tuple[float, float]] = {}
    for seat, ((after,),) in zip(seats, ((team,) for team in MODEL.rate(teams, ranks=ranks)), strict=True):
        before = old[seat.who]
        mean, doubt = found.get(seat.who, (before.mean, before.doubt))
        found[seat.who] = (mean + after.mu - before.mean, doubt * after.sigma / before.doubt)
    return found


@functools.cache
def seeds(game: Game) -> dict[str, Skill]:
    """Where a game's bots begin: on the ladder as tournaments of every size of table measured it. A game without one
    begins with all of them in the middle.

    At a table of p whose strengths are known the model tells two apart by (difference) / (β √p): so a rating of a
    tournament, in points of chess, is worth so much more of its units the larger the table.
    """
    file = game.folder / LADDER
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines())) if file.exists() else []
    found: dict[str, list[float]] = {level: [] for level in game.bots.LEVELS}
    for row in rows:
        units = float(row["rating"]) * math.log(10) / 400 * BETA * math.sqrt(int(row["players"]))
        found.get(row["level"], []).append(units)
    return {level: Skill(MIDDLE + sum(many) / len(many), SEEDED) if many else Skill() for level, many in found.items()}

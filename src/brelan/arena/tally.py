"""What came of a meeting so far, in whole numbers: so that it can be put aside, read again and gone on with, and is the
same whoever played which part of it.
"""

import csv
import math
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..model.errors import BrelanError
from ..model.words import N_
from .simulate import LIKELY, Mean, Result

TOLD = ("mean", "mean_margin99", "share", "share_margin99")  # columns for people
SIXTIETHS = 60  # equals share a win, of up to six


@dataclass(frozen=True)
class Tally:
    """Sums over groups of games that share their luck, one bot's alone.

    Examples:
        >>> from brelan.arena import simulate
        >>> from brelan.arena.tally import Tally
        >>> bots, rest = ["regular", "novice"], {"seed": 1, "options": {"parties": 1}, "swap": True}
        >>> whole = Tally.of(simulate("dodeka", bots, 60, **rest))
        >>> one, other = simulate("dodeka", bots, 20, **rest), simulate("dodeka", bots, 40, first=20, **rest)
        >>> whole == Tally.of(one) + Tally.of(other), whole.games, whole.groups
        (True, 60, 30)
        >>> result = simulate("dodeka", bots, 60, **rest)
        >>> round(whole.points.mean - result.by_bot()[0].mean, 9), round(whole.wins.mean - result.wins()[0], 9)
        (0.0, 0.0)
    """

    games: int = 0
    groups: int = 0
    total: int = 0
    squares: int = 0
    won: int = 0
    won_squares: int = 0

    @classmethod
    def of(cls, result: Result) -> "Tally":
        """What the first bot got, its seats swapped."""
        players = len(result.bots)
        games = result.games // players * players
        paid = result.payoffs[:games]
        best = paid == paid.max(axis=1, keepdims=True)
        won = best[:, 0] * (SIXTIETHS // best.sum(axis=1))
        by_group = [part.astype(object).reshape(-1, players).sum(axis=1) for part in (paid[:, 0], won)]
        sums = [int(number) for part in by_group for number in (part.sum(), (part * part).sum())]
        return cls(games, games // players, *sums)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def points(self) -> Mean:
        """What the bot got a game."""
        return self._mean(self.total, self.squares, self.games)

    @property
    def wins(self) -> Mean:
        """Its share of the wins."""
        return self._mean(self.won, self.won_squares, SIXTIETHS * self.games)

    def _mean(self, total: int, squares: int, of: int) -> Mean:
        each = self.groups / of  # what one is, of a group's mean
        spread = (squares - total * total / self.groups) / (self.groups - 1) if self.groups > 1 else 0.0
        deviation = math.sqrt(max(spread, 0.0)) * each
        return Mean(total / of, LIKELY * deviation / math.sqrt(self.groups), deviation)


@dataclass(frozen=True)
class Pair:
    """Who met whom, at what table: what tells one row of a file from another."""

    game: str
    rules: int
    options: str
    players: int
    seed: int
    one: str
    other: str


def _read(row: dict[str, str], kind: Any) -> list[Any]:
    return [(str if each.type is str else int)(row[each.name]) for each in fields(kind)]


class Book:
    """The meetings of a file, a row each, that a spreadsheet opens: a tournament goes on where it stopped, and what
        other tournaments wrote there stays.

        Examples:
            >>> import tempfile
            >>> from pathlib import Path
    from typing import Any
            >>> from brelan.arena.tally import Book, Pair, Tally
            >>> pair = Pair("dodeka", 2, "parties=1", 2, 0, "regular", "novice")
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = Path(folder, "results.csv")
            ...     Book(file, "sources").write(pair, Tally(4, 2, 10, 90, 120, 7200))
            ...     Book(file, "sources").read(pair).points.mean, Book(file, "sources").pairs()[0].one
            (2.5, 'regular')
    """

    def __init__(self, file: Path | None, sources: str) -> None:
        self.file, self.sources = file, sources
        self._rows: dict[Pair, tuple[str, Tally]] = {}
        if file is not None and file.exists():
            self._load(file)

    def _load(self, file: Path) -> None:
        try:
            with file.open(encoding="utf-8", newline="") as held:
                for row in csv.DictReader(held):
                    pair, tally = Pair(*_read(row, Pair)), Tally(*_read(row, Tally))
                    self._rows[pair] = row["sources"], tally
        except (OSError, UnicodeDecodeError) as error:
            told = N_("{file} cannot be read: {why}.")
            raise BrelanError(told, file=str(file), why=getattr(error, "strerror", None) or str(error)) from None
        except (KeyError, TypeError, ValueError):
            raise BrelanError(N_("{file} holds no results of a tournament."), file=str(file)) from None

    def pairs(self) -> list[Pair]:
        """Who has met, in this file."""
        return list(self._rows)

    def read(self, pair: Pair) -> Tally:
        """What came of a meeting so far."""
        sources, tally = self._rows.get(pair, (self.sources, Tally()))
        if sources != self.sources:
            raise BrelanError(
                N_(
                    "{file} holds games of {one} against {other} played by bots of another version: their sources have "
                    "changed since. Give another file, or take that row out."
                ),
                file=str(self.file),
                one=pair.one,
                other=pair.other,
            )
        return tally

    def write(self, pair: Pair, tally: Tally) -> None:
        """Puts it down; the file is whole at any time."""
        self._rows[pair] = self.sources, tally
        if self.file is None:
            return
        aside = self.file.with_name(self.file.name + ".new")
        try:
            with aside.open("w", encoding="utf-8", newline="") as held:
                table = csv.writer(held)
                table.writerow([*(each.name for kind in (Pair, Tally) for each in fields(kind)), *TOLD, "sources"])
                for each, (sources, sums) in self._rows.items():
                    told = (sums.points.mean, sums.points.margin, sums.wins.mean, sums.wins.margin)
                    rounded = [f"{number:.6g}" for number in told]
                    table.writerow([*asdict(each).values(), *asdict(sums).values(), *rounded, sources])
            os.replace(aside, self.file)
        except OSError as error:
            told_why = N_("{file} cannot be written: {why}.")
            raise BrelanError(told_why, file=str(self.file), why=error.strerror or "") from None

"""Every bot against every other, seats swapped; on a cluster if asked, and gone on with from a file."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.sources import GAMES, digest
from ..model.contract import Progress
from ..model.errors import BrelanError
from ..model.words import N_
from ..play.catalogue import Game
from .simulate import Mean, check_games, opened, simulate
from .tally import Book, Pair, Tally

if TYPE_CHECKING:
    from .cluster import Client, Cluster
    from .ratings import Rating

PARTS = 10  # a meeting is put down so often while it is played


@dataclass(frozen=True)
class Meeting:
    """What `one` took from `other`, on average a game, with the 99% interval; and the share of games it won.

    Examples:
        >>> from brelan.arena.simulate import Mean
        >>> meeting = Meeting("regular", "novice", Mean(12.5, 3.0, 100.0), wins=0.54, games=2000)
        >>> f"{meeting.one} takes {meeting.points.mean} from {meeting.other}: {meeting.wins:.0%} of {meeting.games}"
        'regular takes 12.5 from novice: 54% of 2000'
    """

    one: str
    other: str
    points: Mean
    wins: float
    games: int


@dataclass(frozen=True)
class Tournament:
    """All meetings, the ranking by mean points over them, and Bradley–Terry ratings on the scale of chess, where SciPy
    is installed (extra `arena`).

    Examples:
        >>> import brelan
        >>> from brelan.arena.tournament import tournament
        >>> result = tournament(brelan.game("dodeka"), ["novice", "regular"], players=2, games=400, seed=1)
        >>> result.players, len(result.meetings), [bot for bot, _ in result.ranking]
        (2, 1, ['regular', 'novice'])
        >>> sorted(result.data()), result.unit
        (['meetings', 'players', 'ranking', 'ratings', 'unit'], 'points')
        >>> [rating.bot for rating in result.ratings]
        ['regular', 'novice']
    """

    players: int
    meetings: tuple[Meeting, ...]
    ranking: tuple[tuple[str, float], ...]
    ratings: "tuple[Rating, ...] | None" = None
    unit: str = ""

    def data(self) -> dict[str, Any]:
        """As plain data."""
        rows = [
            {
                "one": m.one,
                "other": m.other,
                "points": m.points.mean,
                "margin99": m.points.margin,
                "wins": m.wins,
                "games": m.games,
            }
            for m in self.meetings
        ]
        return {
            "players": self.players,
            "unit": self.unit,
            "meetings": rows,
            "ranking": [{"bot": bot, "points": points} for bot, points in self.ranking],
            "ratings": self.ratings
            and [{"bot": each.bot, "rating": each.rating, "margin99": each.margin} for each in self.ratings],
        }


def tournament(
    game: Game,
    levels: Sequence[str],
    players: int,
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    cluster: "str | Client | Cluster | None" = None,
    resume: Path | None = None,
) -> Tournament:
    """Each pair meets over `games` games: one seat against all others, moving round the table on the same chance.

    What was played is put down in the file `resume`, if one is given, and what it holds is not played again: a
    tournament that was stopped goes on, and one that is over can have more games or more bots. It may be played on a
    `cluster` (as in `simulate`); the result is the same.

    Examples:
        >>> import brelan
        >>> from brelan.arena.tournament import tournament
        >>> tournament(brelan.game("dodeka"), ["novice", "regular"], players=3, games=100).meetings[0].games
        102
    """
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise BrelanError(N_("A tournament needs at least two bots, each named once."))
    games, seed = check_games(games, seed)
    game.check_players(players)
    values = game.complete_options(options or {})
    games += -games % players
    told = " ".join(f"{name}={value}" for name, value in sorted(values.items()))
    pairs = [
        Pair(game.name, game.version, told, players, seed, high, low)
        for at, low in enumerate(levels)
        for high in levels[at + 1 :]
    ]
    book = Book(resume, digest(f"{GAMES}.{game.folder.name}.bots"))
    missing = [(pair, *part) for pair in pairs for part in _parts(book.read(pair), games, players, resume is not None)]
    left = sum(count for _, _, count in missing)
    done = len(pairs) * games - left
    with opened(cluster) if cluster is not None and missing else nullcontext() as crew:
        for pair, first, count in missing:
            bots = [pair.one] + [pair.other] * (players - 1)

            def within(played: int, _: int, part: str, before: int = done) -> None:
                if progress:
                    progress(before + played, len(pairs) * games, part)

            result = simulate(game, bots, count, seed, options, True, None, within, crew, first=first)
            book.write(pair, book.read(pair) + Tally.of(result))
            done += count
    return _result(pairs, book, game.unit(values))


def _parts(tally: Tally, games: int, players: int, often: bool) -> Iterator[tuple[int, int]]:
    """What is still to be played of a meeting: the first game, and how many."""
    size = max(1, games // players // PARTS if often else games // players) * players
    for first in range(tally.games, games, size):
        yield first, min(size, games - first)


def _result(pairs: Sequence[Pair], book: Book, unit: str) -> Tournament:
    meetings = []
    for pair in pairs:
        tally = book.read(pair)
        meetings.append(Meeting(pair.one, pair.other, tally.points, tally.wins.mean, tally.games))
    levels = list(dict.fromkeys(bot for pair in pairs for bot in (pair.other, pair.one)))
    totals = dict.fromkeys(levels, 0.0)
    for meeting in meetings:
        totals[meeting.one] += meeting.points.mean / (len(levels) - 1)
        totals[meeting.other] -= meeting.points.mean / (len(levels) - 1)
    ranking = tuple(sorted(totals.items(), key=lambda item: -item[1]))
    rated = _rated(pairs, book) if find_spec("scipy") else None
    return Tournament(pairs[0].players, tuple(meetings), ranking, rated, unit)


def _rated(pairs: Sequence[Pair], book: Book) -> "tuple[Rating, ...]":
    rating: Any = import_module(f"{__package__}.ratings")
    pairings = []
    for pair in pairs:
        tally = book.read(pair)
        variance = tally.wins.deviation**2 / tally.groups
        pairings.append(rating.Pairing(pair.one, pair.other, pair.players, tally.games, tally.wins.mean, variance))
    return tuple(rating.ratings(pairings))

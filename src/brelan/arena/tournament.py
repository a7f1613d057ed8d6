"""Every bot against every other, seats swapped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..catalogue import Game
from ..contract import Progress
from ..errors import BrelanError
from ..words import N_
from .simulate import Mean, simulate


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
    """All meetings, and the ranking by mean points over them.

    Examples:
        >>> import brelan
        >>> from brelan.arena.tournament import tournament
        >>> result = tournament(brelan.game("dodeka"), ["novice", "regular"], players=2, games=400, seed=1)
        >>> result.players, len(result.meetings), [bot for bot, _ in result.ranking]
        (2, 1, ['regular', 'novice'])
        >>> sorted(result.data())
        ['meetings', 'players', 'ranking']
    """

    players: int
    meetings: tuple[Meeting, ...]
    ranking: tuple[tuple[str, float], ...]

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
            "meetings": rows,
            "ranking": [{"bot": bot, "points": points} for bot, points in self.ranking],
        }


def tournament(
    game: Game,
    levels: Sequence[str],
    players: int,
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Each pair meets over `games` games: one seat against all others, moving round the table on the same chance.

    Examples:
        >>> import brelan
        >>> from brelan.arena.tournament import tournament
        >>> tournament(brelan.game("dodeka"), ["novice", "regular"], players=3, games=100).meetings[0].games
        102
    """
    if len(levels) < 2:
        raise BrelanError(N_("A tournament needs at least two bots."))
    games += -games % players
    pairs = [(low, high) for at, low in enumerate(levels) for high in levels[at + 1 :]]
    meetings = []
    for done, (low, high) in enumerate(pairs):
        result = simulate(game, [high] + [low] * (players - 1), games, seed, options, swap=True)
        meetings.append(Meeting(high, low, result.by_bot()[0], result.wins()[0], result.games))
        if progress:
            progress(done + 1, len(pairs), "")
    totals = dict.fromkeys(levels, 0.0)
    for meeting in meetings:
        totals[meeting.one] += meeting.points.mean / (len(levels) - 1)
        totals[meeting.other] -= meeting.points.mean / (len(levels) - 1)
    return Tournament(players, tuple(meetings), tuple(sorted(totals.items(), key=lambda item: -item[1])))

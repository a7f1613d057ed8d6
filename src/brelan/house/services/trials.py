"""What guests have done of the problems: tries, solutions, days in a row. Kept with the rest of what they did at the
school.
"""

from collections.abc import Mapping

from fastapi import Request

from ...play import catalogue
from ...play.catalogue import Game
from ...school import problems as school
from ...school.problems import Trial
from ..http.api import hall, visit

DAYS = "problem days"  # the course under which the days are kept on which one was solved


def course(game: Game) -> str:
    """Under what name a guest's tries are kept."""
    return f"problems {game.name}"


async def tries(request: Request, game: Game) -> Mapping[str, Trial]:
    guest = visit(request).guest
    kept = await hall(request).store.progress(guest, course(game)) if guest else {}
    return {name: Trial.read(text) for name, text in kept.items()}


async def streak(request: Request) -> int:
    guest = visit(request).guest
    kept = await hall(request).store.progress(guest, DAYS) if guest else {}
    return school.streak(school.dates(kept), school.today())


def offered() -> list[str]:
    """The games that have problems."""
    return [name for name in catalogue.games() if school.collection(catalogue.game(name))]


async def todays(request: Request) -> dict[str, bool]:
    """The games with a problem of the day, and whether this guest has solved it: for the home page."""
    found = {}
    for name in offered():
        game = catalogue.game(name)
        trial = (await tries(request, game)).get(school.of_the_day(game, school.today()).id, Trial())
        found[name] = bool(trial.solved)
    return found

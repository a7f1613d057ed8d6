"""What guests have done of the problems: tries, solutions, days in a row. Kept with the rest of what they did at the
school.
"""

from collections.abc import Mapping

from ...play import catalogue
from ...play.catalogue import Game
from ...school import problems as school
from ...school.problems import Trial
from ..store.store import Store

DAYS = "problem days"  # the course under which the days are kept on which one was solved


def course(game: Game) -> str:
    """Under what name a guest's tries are kept."""
    return f"problems {game.name}"


async def tries(store: Store, guest: str, game: Game) -> Mapping[str, Trial]:
    kept = await store.progress(guest, course(game)) if guest else {}
    return {name: Trial.read(text) for name, text in kept.items()}


async def streak(store: Store, guest: str) -> int:
    kept = await store.progress(guest, DAYS) if guest else {}
    return school.streak(school.dates(kept), school.today())


def offered() -> list[str]:
    """The games that have problems."""
    return [name for name in catalogue.games() if school.collection(catalogue.game(name))]


async def todays(store: Store, guest: str) -> dict[str, bool]:
    """The games with a problem of the day, and whether this guest has solved it: for the home page."""
    found = {}
    for name in offered():
        game = catalogue.game(name)
        trial = (await tries(store, guest, game)).get(school.of_the_day(game, school.today()).id, Trial())
        found[name] = bool(trial.solved)
    return found

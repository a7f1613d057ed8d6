"""Plain until compiled: a game is played by plain functions at once, and by compiled ones when there are some.

Whoever compiles a part of a game (its rules, then its bots) leaves a mark beside what Numba keeps on disk:
`ready-rules`, `ready-bots`. Every process looks there. A state is bytes and both kinds of functions do the same to
them, so a game goes from one to the other between two moves, and nothing that plays it knows.

`python -m brelan.play.readiness GAME …` is the compiler: one process, beside whoever plays. What a review takes beside
is compiled by `python -m brelan.play.readiness review GAME …`, when nobody waits for anything else.

Numba is imported when it is needed: a house shows its first page before that.
"""

import contextlib
import fcntl
import gc
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

from ..engine.paths import cache_folder, keeps, kept_all, tell_lost
from ..engine.sources import ROOT
from ..model.words import LANGUAGES
from . import catalogue
from .catalogue import Game
from .worth import judge, weigh

RULES, BOTS = "rules", "bots"
PARTS = (RULES, BOTS)
REVIEW = "review"  # judging and weighing: kept with the bots
JUDGED = 12  # decisions of a game that are judged to have all of that compiled
NOT_KEPT = (
    "Nothing is compiled, since the cache folder cannot be written to or has no room: games are played as they are."
)
NICE = 10  # how far the compiler stands back behind whoever plays


def never() -> bool:
    """Whether nothing is ever compiled: everything is as ready as it will be."""
    from ..engine.kernel import config

    return bool(config.DISABLE_JIT)


def _folder(package: str, part: str) -> Path:
    """Where the drivers of this part are kept: its name says what they are made from."""
    from ..engine.kernel import compiled_folder

    return Path(compiled_folder(f"{package}.{BOTS if part == REVIEW else part}", f"{ROOT}.engine.drivers"))


def is_ready(package: str, part: str) -> bool:
    """Whether this part of a game has been compiled, by whatever process."""
    return never() or os.path.exists(_folder(package, part) / f"ready-{part}")


def mark_ready(package: str, part: str) -> None:
    """Tells all processes at once, if they can find it."""
    if not kept_all():
        return
    folder = _folder(package, part)
    try:
        handle, aside = tempfile.mkstemp(dir=folder)
        os.close(handle)
        os.replace(aside, folder / f"ready-{part}")
    except OSError as error:
        tell_lost(folder, error)


def can_keep() -> bool:
    """Whether it is of any use to others that something is compiled."""
    return keeps(cache_folder("compiled"))


@contextlib.contextmanager
def alone(package: str, part: str) -> Iterator[None]:
    """Held by the one process that compiles this part. Its garbage is left alone meanwhile: a compiler makes little,
    and looking for it takes a seventh of the time.
    """
    collecting = gc.isenabled()
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # where nothing can be kept there is nobody to wait for
            file = held.enter_context((_folder(package, part) / f"lock-{part}").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        gc.disable()
        try:
            yield
        finally:
            if collecting:
                gc.enable()


def exercise_bots(game: Game) -> None:
    """Calls all that bots and advice are made of, once: what is compiled when it is called is compiled now.

    A level that first has to solve something long is left to whoever asks for it.
    """
    for players in sorted({game.seats[0], game.best_seats}):
        state = game.new(players=players, seed=1, **game.quick)
        while len(state.legal()) < 2:
            state.apply(state.legal()[0])
        view = state.view_state(state.mover)
        ready = [level for level in game.bots.LEVELS if game.bots.ready(level, view.players, view.options)]
        game.bots.tables(tuple(ready), view.players, view.options)
        if game.bots.LEVELS[-1] in ready:
            game.bots.advise(view, game.say(LANGUAGES[0]))


def exercise_review(game: Game) -> None:
    """Judges and weighs here and there in a short game, as a review does; what needs long solving is left out."""
    for players in sorted({game.seats[0], game.best_seats}):
        options = game.complete_options(game.quick)
        if not game.bots.ready(game.bots.LEVELS[-1], players, options):
            continue
        state = game.new(players=players, seed=1, **game.quick)
        judge(state.after(0))
        left = JUDGED
        while left and not state.over:
            legal = state.legal()
            if len(legal) > 1:
                judge(state)
                weighed = weigh(state.view_state(state.mover))
                worst = min(weighed, key=lambda one: one.value)
                weigh(state.view_state(state.mover), [worst.move])  # bad moves may be looked at more closely
                left -= 1
            state.apply(legal[0])


def prepare_review(game: Game) -> None:
    """Compiles what a review of this game takes, unless somebody has."""
    game.hurry()
    with alone(game._package, REVIEW):
        if not is_ready(game._package, REVIEW):
            exercise_review(game)
            mark_ready(game._package, REVIEW)


@contextlib.contextmanager
def compiler_beside(name: str) -> Iterator[None]:
    """A process that compiles this game as long as one is inside, and what it has made is kept."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-m", f"{__package__}.readiness", name], stdin=quiet, stdout=quiet, stderr=quiet
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def main(names: list[str]) -> None:
    """Compiles the rules of these games, then their bots; or, asked for `review`, what reviews take.

    A game that cannot be compiled keeps none of the others waiting.
    """
    os.nice(NICE)
    reviews = names[:1] == [REVIEW]
    wanted = [(name, part) for part in ([REVIEW] if reviews else PARTS) for name in names[reviews:]]
    if not all(catalogue.game(name).is_ready(part) for name, part in wanted) and not can_keep():
        sys.exit(NOT_KEPT)
    failed = set()
    for name, part in wanted:
        if name not in failed:
            try:
                game = catalogue.game(name)
                prepare_review(game) if reviews else game.compile(part)
            except Exception:
                traceback.print_exc()
                failed.add(name)
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Warming up: games are played at once by plain functions, and compiled meanwhile by processes beside the house
(`brelan.play.readiness`), which every process of the house looks out for.
"""

import asyncio
import contextlib
import importlib
import logging
import os
import sys
from collections.abc import Collection

from ...model.words import LANGUAGES
from ...play import catalogue
from ...play.catalogue import Game
from ...play.readiness import BOTS, NOT_KEPT, REVIEW, can_keep
from ..base.memory import freeze_loaded
from ..base.words import speak

TRIES = 3  # how often the compiler of a game is started
HEAD_START = 1.0  # seconds the first page has the machine for itself
PAUSE = 2.0  # seconds before it is started again, and between two looks at how busy the machine is
logger = logging.getLogger("brelan.house")


def lay(game: Game) -> None:
    """Loads all a table needs, and lays one: the next one is laid without waiting."""
    _ = game.bots, game.table, game.moves
    state = game.new(seed=1)
    for lang in LANGUAGES:
        game.table.svg(state.view(None), speak(lang, game))


def _idle_cores(own: int) -> int:
    """How many compilers the machine has room for; `own` of them are running already."""
    cores = os.cpu_count() or 1
    try:
        busy = os.getloadavg()[0] - own
    except OSError:
        busy = 0.0
    return max(1, min(cores, round(cores - busy)))


async def _compile(*what: str) -> None:
    """Runs the compiler of one game to its end."""
    command = sys.executable, "-m", "brelan.play.readiness", *what
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
    except OSError as error:  # no memory for one more process, say
        logger.warning("The compiler of %s could not be started: %s", " ".join(what), error)
        return
    try:
        _, said = await process.communicate()
        if process.returncode:
            last = said.decode(errors="replace").strip().split("\n")[-1]
            logger.warning("The compiler of %s ended with %s: %s", " ".join(what), process.returncode, last[:300])
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


async def warm_up(wanted: Collection[str]) -> None:
    """Has all games compiled, one process each, as many at once as there are idle cores: what is `wanted` first. A
    compiler that was killed is started again. What reviews take comes last, one game after the other.
    """
    await asyncio.sleep(HEAD_START)
    await asyncio.to_thread(
        importlib.import_module, "brelan.engine.drivers"
    )  # Numba with it, which no table need wait for
    todo = [name for name in catalogue.games() if not catalogue.game(name).is_ready(BOTS)]
    keeping = await asyncio.to_thread(can_keep)
    if not keeping:
        if todo:
            logger.warning(NOT_KEPT)
        todo = []
    tries = dict.fromkeys(todo, 0)
    running: dict[asyncio.Task[None], str] = {}
    try:
        while todo or running:
            while todo and len(running) < _idle_cores(len(running)):
                name = min(todo, key=lambda name: name not in wanted)
                todo.remove(name)
                tries[name] += 1
                running[asyncio.create_task(_compile(name))] = name
            done, _ = await asyncio.wait(running, timeout=PAUSE, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                name = running.pop(task)
                if not catalogue.game(name).is_ready(BOTS):
                    if tries[name] < TRIES:
                        todo.append(name)
                        await asyncio.sleep(PAUSE)
                    else:
                        logger.error("%s could not be compiled: it is played by plain functions.", name)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    for name in catalogue.games():
        await asyncio.to_thread(catalogue.game(name).is_loaded, "rules")
    freeze_loaded()
    for name in catalogue.games() if keeping else ():
        if catalogue.game(name).is_ready(BOTS) and not catalogue.game(name).is_ready(REVIEW):
            await _compile(REVIEW, name)

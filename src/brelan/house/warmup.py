"""Warming up: the rules are compiled before the first player has to wait. `python -m brelan.house.warmup` is the
compiler, a process beside the house; the house loads what it made.
"""

import asyncio
import json
import random
import sys
import time
from typing import TYPE_CHECKING, Any

from .. import catalogue
from ..catalogue import Game
from ..errors import BrelanError
from ..kernel import stream
from .memory import freeze_loaded
from .words import speak

if TYPE_CHECKING:
    from .hall import Hall


def exercise(game: Game) -> None:
    """Calls every compiled function a table needs, in a short random game."""
    rng = random.Random(1)
    state = game.new(seed=1, **game.quick)
    players = state.players
    for _ in range(400):
        if state.over:
            break
        seat = state.mover
        code = rng.choice(state.legal())
        state.tell(code, seat)
        state.copy().view_state(seat).redealt(1)
        state.apply(code)
    for seat in (None, *range(players)):
        view = state.view(seat)
        game.table.svg(view, speak("en", game))
    _ = state.scores, state.payoff, state.outcome, state.may_call_time


def _exercise_bots(view: Any) -> None:
    bots = view.game.bots
    for level in bots.LEVELS:
        if bots.ready(level, view.players, view.options):
            tables = bots.tables((level,), view.players, view.options)
            view.game.drivers.choose(view._buf, bots.LEVELS.index(level), stream(1), tables)


def main() -> None:
    """Compiles what it is told to, line by line: `rules dodeka`, `bots dodeka`.

    Answers each with how long it took and what went wrong.
    """
    for line in sys.stdin:
        part, name = line.split()
        started = time.monotonic()
        problem = ""
        try:
            game = catalogue.game(name)
            exercise(game)
            if part == "bots":
                state = game.new(seed=1)
                _exercise_bots(state.view_state(state.mover))
        except Exception as error:  # told to the house, which goes on without this game
            problem = f"{type(error).__name__}: {error}"
        print(json.dumps({"seconds": round(time.monotonic() - started, 1), "problem": problem}), flush=True)


async def _let_in(hall: "Hall", game: Game, seconds: float, problem: str) -> None:
    """Loads what has been compiled, and opens the game to whoever waits for it."""
    if not problem:
        try:
            await asyncio.to_thread(exercise, game)
        except (BrelanError, ImportError) as error:
            problem = str(error)
    hall.loaded(game.name, problem)
    if seconds > 2 or problem:
        print(f"  {game.title}: {problem or f'{seconds} s'}", file=sys.stderr, flush=True)


async def warm_up(hall: "Hall") -> None:
    """Runs the compiler beside the house and lets each game in as soon as it is ready: the rules of all first, and
    before all what somebody waits for.
    """
    names = catalogue.games()
    hall.announce(names)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "brelan.house.warmup", stdin=pipe, stdout=pipe)
    assert process.stdin is not None and process.stdout is not None
    todo = [(part, name) for part in ("rules", "bots") for name in names]
    try:
        while todo:
            part, name = job = min(todo, key=lambda job: (job[0] == "bots", job[1] not in hall.wanted))
            todo.remove(job)
            process.stdin.write(f"{part} {name}\n".encode())
            answer = await process.stdout.readline()
            if not answer:  # the compiler died: the games compile when they are first called
                break
            if part == "rules":
                await _let_in(hall, catalogue.game(name), **json.loads(answer))
        process.stdin.close()
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
        for name in names:
            hall.loaded(name)
        freeze_loaded()


if __name__ == "__main__":
    main()

"""Compiling the rules before the first player has to wait: `python -m brelan.house.warm` fills the cache, the house loads what it made."""

import asyncio
import gc
import json
import random
import sys
import time
from typing import TYPE_CHECKING, Any

from ..errors import BrelanError
from ..game import Game, game, games
from .words import speak

if TYPE_CHECKING:
    from .hall import Hall


def exercise(one: Game, bots: bool = False) -> None:
    """Calls every compiled function a table needs, in a short random game."""
    rng = random.Random(1)
    state = one.new(seed=1, **getattr(one, "quick", {}))
    players = state.players
    for _ in range(400):
        if state.over:
            break
        seat = state.mover
        if bots:
            _exercise_bots(state.view_state(seat))
        code = rng.choice(state.legal())
        state.tell(code, seat)
        state.copy().view_state(seat).redealt(1)
        state.apply(code)
    for seat in (None, *range(players)):
        view = state.view(seat)
        one.table.svg(view, speak("en", one))
    _ = state.scores, state.payoff, state.outcome, state.may_call_time


def _exercise_bots(view: Any) -> None:
    from ..kernel import stream

    bots = view.game.bots
    for level in bots.LEVELS:
        ready = getattr(bots, "ready", None)
        if ready is None or ready(level, view.players, view.options):
            tables = bots.tables((level,), view.players, view.options)
            view.game.drivers.choose(view._buf, bots.LEVELS.index(level), stream(1), tables)


def main() -> None:
    """Rules first, for every game; then the bots."""
    for bots in (False, True):
        for name in games():
            started = time.monotonic()
            problem = ""
            try:
                one = game(name)
                exercise(one)
                if bots:
                    state = one.new(seed=1)
                    _exercise_bots(state.view_state(state.mover))
            except Exception as error:  # told to the house, which goes on without this game
                problem = f"{type(error).__name__}: {error}"
            print(json.dumps({"game": name, "bots": bots, "seconds": round(time.monotonic() - started, 1), "problem": problem}), flush=True)


def settle() -> None:
    """What is loaded by now stays. Told so, the collector no longer looks through all of it, which stops the house for a tenth of a second each time.

    And it comes more rarely: nearly all that a request leaves behind is freed without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


async def warm_up(hall: "Hall") -> None:
    """Runs the compiler beside the house and lets each game in as soon as it is ready."""
    hall.announce(games())
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "brelan.house.warm", stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        async for line in process.stdout:
            done = json.loads(line)
            one = game(done["game"])
            if done["bots"]:
                continue
            if not done["problem"]:
                try:
                    await asyncio.to_thread(exercise, one)
                except (BrelanError, ImportError) as error:
                    done["problem"] = str(error)
            hall.loaded(one.name, done["problem"])
            if done["seconds"] > 2 or done["problem"]:
                print(f"  {one.title}: {done['problem'] or str(done['seconds']) + ' s'}", file=sys.stderr, flush=True)
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
        for name in games():
            hall.loaded(name)
        settle()


if __name__ == "__main__":
    main()

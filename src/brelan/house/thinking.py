"""Where bots think: worker processes, so that a long thought never holds up a table, and a worker that dies costs one call."""

import inspect
import os
import random
import secrets
from typing import Any

import anyio
from anyio import CapacityLimiter, to_process, to_thread

from ..bot import Advice, pick
from ..state import State

BUDGET = 2.0  # seconds a bot may think, alone
PATIENCE = 30.0  # seconds after which a worker is given up
TRIES = 2


def _choose(view: State, level: str, seconds: float) -> int:
    """Runs in a worker."""
    from ..kernel import stream

    legal = view.legal()
    if len(legal) == 1:
        return legal[0]
    rng = stream(secrets.randbits(62))
    think = getattr(view.game.bots, "think", None)
    if think is not None and "seconds" in inspect.signature(think).parameters:
        return int(think(view, level, rng, seconds=seconds))
    return pick(view, level, rng)


def _advise(view: State, lang: str) -> list[Advice]:
    """Runs in a worker."""
    return list(view.game.bots.advise(view, view.game.say(lang)))


class Thinkers:
    """The house's workers."""

    def __init__(self, workers: int | None = None) -> None:
        self.limiter = CapacityLimiter(workers or max(1, (os.cpu_count() or 2) - 1))

    async def choose(self, view: State, level: str) -> int:
        """The move a bot of this level plays. After two failures the novice moves: a table never hangs."""
        for _ in range(TRIES):
            waiting = self.limiter.statistics().tasks_waiting
            try:
                with anyio.fail_after(PATIENCE * (1 + waiting)):
                    return await self._ask(_choose, view, level, BUDGET / (1 + waiting))
            except Exception:  # whatever went wrong in there, the table goes on
                continue
        try:
            return await to_thread.run_sync(_choose, view, view.game.bots.LEVELS[0], 0.2)
        except Exception:
            return random.SystemRandom().choice(view.legal())

    async def advise(self, view: State, lang: str) -> list[Advice]:
        """What the best player thinks of each move."""
        with anyio.fail_after(PATIENCE):
            return await self._ask(_advise, view, lang)

    async def _ask(self, function: Any, *arguments: Any) -> Any:
        return await to_process.run_sync(function, *arguments, cancellable=True, limiter=self.limiter)

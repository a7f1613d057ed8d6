"""Bots think in worker processes: a long thought never holds up a table, and a worker that dies costs one call."""

import asyncio
import contextlib
import logging
import os
import random
import secrets
from collections import OrderedDict
from typing import Any

import anyio
from anyio import CapacityLimiter, to_process, to_thread

from ...model.contract import Advice
from ...model.words import N_
from ...play import catalogue
from ...play.player import pick
from ...play.readiness import BOTS
from ...play.state import State
from ...school.review import Walk
from ..base.errors import NotReady
from .fair_queue import FairQueue

BUDGET = 2.0  # seconds a bot may think when a person waits for it and nobody else does
ALONE = 0.5  # and at a table of bots: whoever comes meanwhile has to wait for it
A_WHILE = 0.4  # seconds of a review between two looks at who else waits
LONGEST = 120.0  # seconds a piece of a review, or a reason in it, may take: the first loads what its game looks up
FIRST = 900.0  # and of a game's first, which may have to compile and to solve
PATIENCE = 30.0  # seconds after which a worker is given up
TRIES = 2
REMEMBERED = 64  # pieces of advice
FAILED = "Table %s: the %s of %s failed: %r"  # tests of the house look for it
logger = logging.getLogger("brelan.house")


def _choose(view: State, level: str, seconds: float) -> int:
    """Runs in a worker. Until everything is compiled, a level that would be too slow is played by one below."""
    from ...engine.kernel import stream

    legal = view.legal()
    if len(legal) == 1:
        return legal[0]
    return pick(view, view.game.stand_in(level), stream(secrets.randbits(62)), seconds)


def _load_games() -> None:
    """Runs in a worker: the first bot of a game need not wait for it."""
    for name in catalogue.games():
        game = catalogue.game(name)
        game.stand_in(game.bots.LEVELS[-1])


def _advise(view: State, lang: str) -> list[Advice]:
    """Runs in a worker."""
    return list(view.game.bots.advise(view, view.game.say(lang)))


def _walk_on(walk: Walk | State, seconds: float) -> Walk:
    """Runs in a worker: a review begun, or walked on for a while."""
    if isinstance(walk, State):
        walk = Walk(walk)
    walk.advance(seconds)
    return walk


def _build(name: str, level: str, players: int, options: dict[str, Any]) -> None:
    """Runs in a worker: solves what a level needs, which then lies on the disk for everybody."""
    catalogue.game(name).bots.tables((level,), players, options)


class BotWorkers:
    """The house's workers."""

    def __init__(self, workers: int | None = None) -> None:
        many = workers or max(1, (os.cpu_count() or 2) - 1)
        self.limiter = CapacityLimiter(many)
        self.queue = FairQueue(many)
        self.failures = 0
        self._advice: OrderedDict[tuple[Any, ...], asyncio.Future[list[Advice]]] = OrderedDict()
        self._builders = CapacityLimiter(1)
        self._building: set[tuple[Any, ...]] = set()
        self._reviewed: set[tuple[str, int]] = set()  # games and numbers of players of which a review was made here
        self._tasks: set[asyncio.Task[None]] = set()

    def _is_ready(self, view: State, level: str) -> bool:
        """Whether a level can play at once. If not, what it needs is solved in the background, by compiled code."""
        if not view.game.is_ready(BOTS):
            return True  # whoever can do without plays in its place: see `_choose`
        if view.game.bots.ready(level, view.players, view.options):
            return True
        wanted = (view.game.name, level, view.players, view.options)
        key = (*wanted[:3], tuple(view.options.items()))
        if key not in self._building:
            self._building.add(key)
            task = asyncio.ensure_future(self._solve(wanted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return False

    async def _solve(self, wanted: tuple[Any, ...]) -> None:
        try:
            await to_process.run_sync(_build, *wanted, cancellable=True, limiter=self._builders)
        except Exception as error:
            logger.warning("Solving %s for %s failed: %s", wanted[0], wanted[1], error)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for thought in self._advice.values():
            thought.cancel()

    async def start(self) -> None:
        """Starts a worker, which takes seconds: the first bot need not wait for it."""
        with contextlib.suppress(Exception):
            await self._ask(_load_games)

    async def choose(self, view: State, level: str, table: str = "", person: bool = True) -> int:
        """The move a bot of this level plays. After two failures the novice moves: a table never hangs.

        `person`: whether somebody waits for it.
        """
        levels = view.game.bots.LEVELS
        while level != levels[0] and not self._is_ready(view, level):  # until it is, the next best plays
            level = levels[levels.index(level) - 1]
        for _ in range(TRIES):
            try:
                async with self.queue.turn(table, person):
                    seconds = (BUDGET if person else ALONE) / self.queue.crowd(table, person)
                    with anyio.fail_after(PATIENCE):
                        return int(await self._ask(_choose, view, level, seconds))
            except TimeoutError:
                self.failures += 1
                logger.warning("Table %s: the %s of %s did not answer in time", table, level, view.game.name)
            except Exception as error:  # whatever went wrong in there, the table goes on; but the bot must be mended
                self.failures += 1
                logger.error(FAILED, table, level, view.game.name, error, exc_info=error)
        try:
            return await to_thread.run_sync(_choose, view, levels[0], 0.2)
        except Exception as error:
            logger.error(FAILED, table, levels[0], view.game.name, error, exc_info=error)
            return random.SystemRandom().choice(view.legal())

    async def advise(
        self, view: State, lang: str, table: str = "", patience: float = PATIENCE, person: bool = True
    ) -> list[Advice]:
        """What the best player thinks of each move. The same question, asked again or meanwhile, is thought over
        once. `patience`: seconds until it is given up; `person`: whether it is for somebody at a table.
        """
        self.refuse_unready(view)
        question = view.game.name, view._buf.tobytes(), view.seat, lang
        thought = self._advice.get(question)
        if thought is None or (thought.done() and (thought.cancelled() or thought.exception() is not None)):
            thought = self._advice[question] = asyncio.ensure_future(self._advise(view, lang, table, patience, person))
            thought.add_done_callback(lambda done: done.cancelled() or done.exception())  # told to whoever asked
            while len(self._advice) > REMEMBERED:
                self._advice.popitem(last=False)
        return await asyncio.shield(thought)

    async def _advise(self, view: State, lang: str, table: str, patience: float, person: bool) -> list[Advice]:
        async with self.queue.turn(table, person):
            try:
                with anyio.fail_after(patience):
                    return list(await self._ask(_advise, view, lang))
            except TimeoutError:
                raise
            except Exception as error:
                logger.error(FAILED, table, "advice", view.game.name, error, exc_info=error)
                raise

    async def walk_on(self, walk: Walk | State, table: str) -> Walk:
        """A review, one piece further: whoever plays comes first, and nobody waits long for it. A game's first may have
        to compile and to load much: it is left to a worker of its own.
        """
        state = walk if isinstance(walk, State) else walk.state
        self.refuse_unready(state)
        kind = state.game.name, state.players
        if kind not in self._reviewed:
            with anyio.fail_after(FIRST):
                found: Walk = await to_process.run_sync(
                    _walk_on, walk, A_WHILE, cancellable=True, limiter=self._builders
                )
            if found.finished:
                self._reviewed.add(kind)
            return found
        async with self.queue.turn(f"review {table}", False):
            with anyio.fail_after(LONGEST):
                return await self._ask(_walk_on, walk, A_WHILE)  # type: ignore[no-any-return]

    def refuse_unready(self, state: State) -> None:
        """Whoever asks the master must wait until it is compiled, and has solved what it plays by."""
        if not state.game.is_ready(BOTS):
            raise NotReady(N_("The master is still warming up: that takes a minute."))
        if not self._is_ready(state, state.game.bots.LEVELS[-1]):
            raise NotReady(N_("The master is still studying this game: that takes a minute."))

    async def _ask(self, function: Any, *arguments: Any) -> Any:
        return await to_process.run_sync(function, *arguments, cancellable=True, limiter=self.limiter)

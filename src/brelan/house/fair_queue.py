"""Whose bot thinks next, when more want to than there are workers."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

SHARE = 4  # one turn in so many is for tables nobody waits at, however many people wait
FORGET = 30.0  # seconds after which half of what a table has had is forgotten


@dataclass(eq=False)
class _Waiting:
    table: str
    person: bool  # somebody waits for this move
    since: float
    turn: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """Tables that wait for a worker.

    Those where a person waits come before those of bots alone; among equals, whoever has had the least thinking comes
    first. So a table of masters waits for the others as long as they wait for it, and no crowd of them keeps a person
    waiting for more than the thought that is being thought.
    """

    def __init__(self, workers: int) -> None:
        self._free = workers
        self._waiting: list[_Waiting] = []
        self._had: dict[str, float] = {}  # seconds of thinking each table has had lately
        self._counted = time.monotonic()
        self._turns = 0

    def waiting(self, person: bool) -> int:
        """How many others wait whose turn may come before that of one who asks now."""
        return sum(one.person or not person for one in self._waiting)

    @contextlib.asynccontextmanager
    async def turn(self, table: str, person: bool) -> AsyncIterator[None]:
        """Waits for a worker, and has it until the end of the block."""
        if self._free and not self._waiting:
            self._free -= 1
        else:
            one = _Waiting(table, person, time.monotonic())
            self._waiting.append(one)
            try:
                await one.turn
            except asyncio.CancelledError:
                if one.turn.done() and not one.turn.cancelled():
                    self._next()  # it had its turn already: the next one has it
                else:
                    self._waiting.remove(one)
                raise
        began = time.monotonic()
        try:
            yield
        finally:
            self._count(table, time.monotonic() - began)
            self._next()

    def _next(self) -> None:
        """A worker is free: whose turn is it?"""
        if not self._waiting:
            self._free += 1
            return
        self._turns += 1
        people = [one for one in self._waiting if one.person]
        alone = [one for one in self._waiting if not one.person]
        others_turn = self._turns % SHARE == 0
        chosen = min(
            (alone if alone and (others_turn or not people) else people),
            key=lambda one: (self._had.get(one.table, 0.0), one.since),
        )
        self._waiting.remove(chosen)
        chosen.turn.set_result(None)

    def _count(self, table: str, seconds: float) -> None:
        now = time.monotonic()
        if now - self._counted > FORGET:
            self._counted = now
            self._had = {name: had / 2 for name, had in self._had.items() if had > 0.01}
        self._had[table] = self._had.get(table, 0.0) + seconds

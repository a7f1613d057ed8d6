"""Whose bot thinks next, when more want to than there are workers."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

SHARE = 4  # one turn in so many is for tables nobody waits at, however many people wait
LATELY = 3.0  # seconds
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
        self._last: dict[str, tuple[float, bool]] = {}  # when each table last thought, and whether for a person

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
        return len(self._waiting)

    def crowd(self, table: str, person: bool) -> int:
        """Among how many tables the time is to be divided: those that wait, and those that have just thought and will
        be back. For a person's table those of bots alone do not count.
        """
        soon = time.monotonic() - LATELY
        others = {name for name, (at, by) in self._last.items() if at > soon and (by or not person)}
        others |= {one.table for one in self._waiting if one.person or not person}
        return len(others | {table})

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
            self._count(table, time.monotonic() - began, person)
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

    def _count(self, table: str, seconds: float, person: bool) -> None:
        now = time.monotonic()
        if now - self._counted > FORGET:
            self._counted = now
            self._had = {name: had / 2 for name, had in self._had.items() if had > 0.01}
            self._last = {name: last for name, last in self._last.items() if last[0] > now - LATELY}
        self._last[table] = now, person
        self._had[table] = self._had.get(table, 0.0) + seconds

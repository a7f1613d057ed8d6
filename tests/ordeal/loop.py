"""An asyncio loop under a clock of its own: it never waits, and time goes on to the next thing that is due.

Every callback belongs to a process (by the context variable `PROCESS`) or to the world between them. What belongs to a
killed process never runs again; what belongs to a stopped one waits until it goes on.
"""

import asyncio
import contextvars
import itertools
import random
import selectors
from collections.abc import Callable
from typing import Any

PROCESS: contextvars.ContextVar[Any] = contextvars.ContextVar("process", default=None)
WORLD = contextvars.Context()  # that of nobody: what is on its way between processes
LONGEST = 1_000_000  # steps of a world: whatever takes more turns in a circle
THREAD = 0.002  # seconds a piece of work in a thread takes on average


class Stuck(Exception):
    """Nothing is scheduled and nothing can come in, or it never ends."""


class _NoSelector(selectors.BaseSelector):
    """There are no files: instead of waiting for one, time goes on."""

    def __init__(self) -> None:
        self._keys: dict[Any, selectors.SelectorKey] = {}
        self.loop: Loop

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = self._keys[fileobj] = selectors.SelectorKey(fileobj, 0, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def get_map(self) -> Any:
        return self._keys

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck
        if timeout > 0:
            self.loop.now = max(self.loop.now, self.loop.next_due())
        return []


class Task(asyncio.Task):  # type: ignore[type-arg]
    """A task whose place in a set does not depend on where it lies in memory."""

    _numbers = itertools.count()

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._number = next(self._numbers)
        super().__init__(*arguments, **more)

    def __hash__(self) -> int:
        return self._number


class Loop(asyncio.SelectorEventLoop):
    def __init__(self, rng: random.Random) -> None:
        selector = _NoSelector()
        selector.loop = self
        self.now, self.rng, self.steps = 1000.0, rng, 0
        self.after_each: Callable[[], None] = lambda: None
        super().__init__(selector)
        self._clock_resolution = 1e-9
        self.set_task_factory(lambda loop, work, **more: Task(work, loop=loop, **more))

    def time(self) -> float:
        return self.now

    def next_due(self) -> float:
        return self._scheduled[0]._when  # type: ignore[attr-defined,no-any-return]

    def _write_to_self(self) -> None:
        """Nobody else has to be woken."""

    def _run_once(self) -> None:
        super()._run_once()  # type: ignore[misc]
        self.steps += 1
        if self.steps > LONGEST:
            raise Stuck(f"{LONGEST} steps")
        self.after_each()

    # --- whose callback it is

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:
        context = contextvars.copy_context() if context is None else context  # an empty one is false
        process = context.get(PROCESS)
        if process is None:
            return super().call_soon(callback, *args, context=context)
        return super().call_soon(_run, process, context, callback, args, context=context)

    call_soon_threadsafe = call_soon

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        context = contextvars.copy_context() if context is None else context  # an empty one is false
        process = context.get(PROCESS)
        if process is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(when, _run, process, context, callback, args, context=context)

    # --- work in threads is done at once, and takes a while

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:
        future = self.create_future()

        def work() -> None:
            if future.cancelled():
                return
            try:
                result = func(*args)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.call_later(self.rng.expovariate(1 / THREAD), work)
        return future


def _run(process: Any, context: contextvars.Context, callback: Any, args: tuple[Any, ...]) -> None:
    if process.dead:
        return
    if process.stopped:
        process.waiting.append((context, callback, args))
    else:
        callback(*args)

"""What the house needs of the outside: the time, chance, and threads and processes to work in.

Every module of the house reaches these through the functions at the end of this file; none uses `time`, `secrets` or
`asyncio.to_thread` itself (`tests/test_rooms.py` names the few that may). So a whole house can run in another world
than the real one: tests/ordeal gives each of its servers a simulated time and a chance that comes from a seed.

The context variable `CURRENT` says which world it is. A task has that of the task that starts it, and work in a thread
that of whoever asks for it; other threads, and code outside any house, have the real one.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_process

T = TypeVar("T")
P = ParamSpec("P")


class OwnThread:
    """One thread for one kind of work, which so waits for no other work."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, name)  # the thread starts with the first piece of work

    async def run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    def close(self) -> None:
        """Takes no more work, and does not wait for what is being done."""
        self._executor.shutdown(wait=False)


class World:
    """The real world.

    It has the house's clock too. Within a process that clock only ever goes forward, at the pace of the monotonic one:
    no jump of the machine's clock throws anybody out. When the house opens it is set to the machine's time, with
    PostgreSQL to the database's, and never to before what the house has written down already (`store/clock_start.py`).
    """

    _set_to: float  # seconds since 1970: what the house's clock was last set to
    _set_at: float  # seconds: what the monotonic clock said then

    def __init__(self) -> None:
        self.start_at(self.wall_clock())

    # --- time

    def monotonic(self) -> float:
        """Seconds from some moment on, always forward."""
        return time.monotonic()

    def timer(self) -> float:
        """Seconds on the finest clock there is, to measure how long something takes."""
        return time.perf_counter()

    def wall_clock(self) -> float:
        """Seconds since 1970 as the machine says, which may jump."""
        return time.time()

    def now(self) -> float:
        """Seconds since 1970 by the house's clock."""
        return self._set_to + self.monotonic() - self._set_at

    def start_at(self, now: float) -> None:
        """Sets the house's clock."""
        self._set_to, self._set_at = now, self.monotonic()

    def keep_up(self, there: float) -> None:
        """Sets the house's clock to the database's where that is further on: several servers go by the same."""
        if there > self.now():
            self.start_at(there)

    def pause(self, seconds: float) -> None:
        """Stops the thread that calls it for so long; never called from the event loop."""
        time.sleep(seconds)

    # --- chance, from the system's secure source: it makes seeds, names and keys nobody can guess

    def choice(self, among: Sequence[T]) -> T:
        return secrets.choice(among)

    def random_bits(self, many: int) -> int:
        """A whole number of so many bits."""
        return secrets.randbits(many)

    def fraction(self) -> float:
        """From 0 up to, but not including, 1."""
        return secrets.randbits(53) / (1 << 53)

    def token_bytes(self, many: int) -> bytes:
        return secrets.token_bytes(many)

    def token_hex(self, many: int) -> str:
        """So many bytes, as two hexadecimal digits each."""
        return secrets.token_hex(many)

    def token_urlsafe(self, many: int) -> str:
        """So many bytes, as letters, digits, `-` and `_`."""
        return secrets.token_urlsafe(many)

    # --- work beside the event loop

    async def in_thread(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        return await asyncio.to_thread(work, *arguments, **named)

    async def in_process(self, limiter: CapacityLimiter, work: Callable[..., T], *arguments: Any) -> T:
        """Work in one of the worker processes, of which `limiter` lets so many be busy at once. When the task that
        waits for it is cancelled, the worker is killed.
        """
        return await to_process.run_sync(work, *arguments, cancellable=True, limiter=limiter)

    def own_thread(self, name: str) -> OwnThread:
        return OwnThread(name)


REAL = World()
CURRENT: ContextVar[World] = ContextVar("world", default=REAL)


# The same of the current world.


def monotonic() -> float:
    return CURRENT.get().monotonic()


def timer() -> float:
    return CURRENT.get().timer()


def wall_clock() -> float:
    return CURRENT.get().wall_clock()


def now() -> float:
    return CURRENT.get().now()


def start_at(now: float) -> None:
    CURRENT.get().start_at(now)


def keep_up(there: float) -> None:
    CURRENT.get().keep_up(there)


def pause(seconds: float) -> None:
    CURRENT.get().pause(seconds)


def choice(among: Sequence[T]) -> T:
    return CURRENT.get().choice(among)


def random_bits(many: int) -> int:
    return CURRENT.get().random_bits(many)


def fraction() -> float:
    return CURRENT.get().fraction()


def token_bytes(many: int) -> bytes:
    return CURRENT.get().token_bytes(many)


def token_hex(many: int) -> str:
    return CURRENT.get().token_hex(many)


def token_urlsafe(many: int) -> str:
    return CURRENT.get().token_urlsafe(many)


def in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Coroutine[Any, Any, T]:
    return CURRENT.get().in_thread(work, *arguments, **named)


def in_process(limiter: CapacityLimiter, work: Callable[..., T], *arguments: Any) -> Coroutine[Any, Any, T]:
    return CURRENT.get().in_process(limiter, work, *arguments)


def own_thread(name: str) -> OwnThread:
    return CURRENT.get().own_thread(name)

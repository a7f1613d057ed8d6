"""The processes of a simulated house: each with a clock, a store, a listener and the real application.

`inject` puts the world's time and chance in the place of the machine's in all modules of the house, and puts back what
was there. What a module asks for is answered for the process that is running: two servers have two clocks.
"""

import asyncio
import contextlib
import contextvars
import importlib
import itertools
import pkgutil
import random
import types
from collections.abc import Callable, Iterator
from typing import Any

import brelan.house
from brelan.house import app
from brelan.house.base import clock
from brelan.house.base.config import Config
from brelan.house.cluster import club
from brelan.house.cluster.follower import Follower, Hearing, News
from brelan.house.hall import hall
from brelan.house.http import streams
from brelan.house.services import bot_workers
from brelan.house.store.committer import Job, tell
from brelan.house.store.store import BREATH, GROUP, Store
from brelan.model.contract import Advice
from brelan.play import fairness

from .database import EPOCH, Database
from .loop import PROCESS, WORLD, Loop

DRIFT = 0.001  # how much faster or slower than the others a machine's clock may run
THOUGHT = (0.005, 0.3)  # seconds a bot thinks
SENDING, ANSWERING = 0.004, 0.003  # seconds until a group is committed, and until that is known
LISTENING = 0.004  # seconds until a notice is heard


class Process:
    """One run of a server, from its start to its end, however that comes."""

    def __init__(self, world: Any, name: str) -> None:
        self.world, self.name = world, name
        self.loop: Loop = world.loop
        self.dead = self.stopped = False
        self.waiting: list[Any] = []  # callbacks that have come while it was stopped
        self.lines: dict[Any, None] = {}  # requests that are being answered
        self.rate = 1.0 + world.rng.uniform(-DRIFT, DRIFT)
        self.ahead = 0.0 if world.shared else world.rng.uniform(-5.0, 5.0)  # PostgreSQL's clock is asked for
        self.context = contextvars.copy_context()
        self.context.run(PROCESS.set, self)
        self.clock: Any = self.run(clock.Clock)
        self.listener: SimulatedFollower | None = None
        self.app: Any = None
        self.heard_at = 0.0  # when the last notice on its way arrives
        self.closing: asyncio.Queue[Any] | None = None

    # what the module `time` says in this process
    def monotonic(self) -> float:
        return self.loop.now * self.rate

    def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return self.context.copy().run(work, *arguments)

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        return self.loop.create_task(work, context=self.context.copy())

    @property
    def is_open(self) -> bool:
        return self.app is not None and not self.dead

    @property
    def hall(self) -> Any:
        return self.app.app.app.state.hall

    async def open(self) -> None:
        """Raises BrelanError if it cannot be opened just now."""
        store = self.run(SimulatedStore, self)
        made = self.run(app.make, self.world.config, store)
        self.closing, said = asyncio.Queue(), asyncio.Queue()
        await self.closing.put({"type": "lifespan.startup"})
        self.life = self.spawn(made({"type": "lifespan", "asgi": {}, "state": {}}, self.closing.get, said.put))
        answer = await said.get()
        if answer["type"] != "lifespan.startup.complete":
            raise ConnectionError(answer.get("message", ""))
        self.app = made

    async def close(self) -> None:
        """As SIGTERM does: streams end, then everything is given back."""
        self.run(self.app.begin_closing)
        await self.closing.put({"type": "lifespan.shutdown"})
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(self.life), 10)
        self.kill()

    def kill(self) -> None:
        """As SIGKILL does: nothing of it ever runs again. What it has sent is on its way."""
        self.dead = True
        self.world.graveyard.append(self)  # or what lay in it would run its last words when it is swept up
        for line in list(self.lines):
            line.break_off()

    def stop(self) -> None:
        self.stopped = True

    def go_on(self) -> None:
        self.stopped = False
        waiting, self.waiting = self.waiting, []
        for context, callback, args in waiting:
            self.loop.call_soon(callback, *args, context=context)


class SimulatedStore(Store):
    """The store without its thread: groups are committed when the world's time has come."""

    def __init__(self, process: Process) -> None:
        self._process, self._waiting_jobs, self._at_work = process, [], False
        super().__init__("the ordeal")

    def _engine(self, place: Any) -> Any:
        return self._process.world.database.engine(self._process)

    def _is_shared(self) -> bool:
        return bool(self._process.world.shared)

    def _start(self) -> None:
        """There is no thread."""

    def _put(self, job: Job) -> None:
        self._waiting_jobs.append(job)
        if not self._at_work:
            self._at_work = True
            self._later(SENDING, self._commit_next)

    def _later(self, seconds: float, work: Callable[..., None], *arguments: Any) -> None:
        loop = self._process.loop
        loop.call_later(loop.rng.expovariate(1 / seconds), work, *arguments, context=self._process.context.copy())

    def _commit_next(self) -> None:
        group, self._waiting_jobs = self._waiting_jobs[:GROUP], self._waiting_jobs[GROUP:]
        self._later(ANSWERING, tell, self.committer.commit(group))
        self._at_work = bool(self._waiting_jobs)
        if self._at_work:
            self._later(BREATH, self._commit_next)

    def close(self) -> None:
        if self._waiting_jobs:
            tell(self.committer.commit(self._waiting_jobs))
        self._close_connections()


class SimulatedFollower(Follower):
    """The listener without its thread: it hears what the world delivers."""

    def start(self) -> None:
        self._process: Process = PROCESS.get()
        self._process.listener = self
        self._connect_again()

    def _connect_again(self) -> None:
        """LISTEN goes through: what was said meanwhile is read."""
        self.reading = self._process.world.database.connect(self._process)
        try:
            self._hand_over(self.reading, self._everything())
        except Exception:
            self._process.loop.call_later(0.5, self._connect_again)
            return
        self.is_listening = True

    def lose(self, seconds: float) -> None:
        """The connection is gone, and with it what is said until it is there again."""
        self.is_listening = False
        self.losses += 1
        self._process.loop.call_later(seconds, self._connect_again, context=self._process.context.copy())

    def hear(self, payload: str) -> None:
        if not self.is_listening or payload.startswith(self._server):
            return
        hearing = Hearing()
        hearing.take(payload, self._awake)
        if hearing:
            try:
                self._hand_over(self.reading, hearing)
            except Exception:  # as its thread does: it connects again
                self.lose(0.5)

    def close(self) -> None:
        self.is_listening = False


class _Time:
    """Stands for the module `time`."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def monotonic(self) -> float:
        process = PROCESS.get()
        return process.monotonic() if process is not None else self._loop.now

    def perf_counter(self) -> float:
        return self._loop.now

    def time(self) -> float:
        process = PROCESS.get()
        return EPOCH + self._loop.now + (process.ahead if process is not None else 0.0)

    def sleep(self, seconds: float) -> None:
        raise AssertionError("nobody sleeps in a thread here")


class _Work:
    """Stands for `time` where a search looks how long it has thought: so long as it has looked."""

    def __init__(self) -> None:
        self._now = 0.0

    def perf_counter(self) -> float:
        self._now += 0.1
        return self._now


class _Secrets:
    """Stands for the module `secrets`."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.choice, self.randbits, self.token_bytes = rng.choice, rng.getrandbits, rng.randbytes

    def token_hex(self, many: int) -> str:
        return self._rng.randbytes(many).hex()

    def token_urlsafe(self, many: int) -> str:
        return self._rng.randbytes(many).hex()[:43]


class _Random:
    """Stands for the module `random`."""

    def __init__(self, rng: random.Random) -> None:
        self.random, self.Random = rng.random, random.Random
        self.SystemRandom = lambda: rng


class _Clocks:
    """Stands for the house's clock: every process has one of its own."""

    def __init__(self, elsewhere: Any) -> None:
        self._elsewhere = elsewhere

    def _own(self) -> Any:
        process = PROCESS.get()
        return process.clock if process is not None else self._elsewhere

    def now(self) -> float:
        return self._own().now()  # type: ignore[no-any-return]

    def set(self, now: float) -> None:
        self._own().set(now)


class _Workers:
    """Stands for processes and threads in which bots think: it takes a while, and is done at once."""

    def __init__(self, world: Any) -> None:
        self._world = world

    async def run_sync(self, function: Any, *arguments: Any, **_: Any) -> Any:
        if function is bot_workers._build:
            return None
        await asyncio.sleep(self._world.rng.uniform(*THOUGHT))
        if function is bot_workers._advise:  # what the master thinks is its own affair; here it is that it was asked
            view, _lang = arguments
            return [Advice(words, 0.0, "", best=number == 0) for number, words in enumerate(view.moves())]
        return function(*arguments)


class _NoThreads:
    def __init__(self, *_: Any) -> None:
        pass

    def shutdown(self, wait: bool = True) -> None:
        pass


def _modules() -> list[types.ModuleType]:
    """All of the house."""
    found = [
        importlib.import_module(one.name)
        for one in pkgutil.walk_packages(brelan.house.__path__, "brelan.house.")
        if not one.name.endswith("__main__")
    ]
    return [*found, fairness]


@contextlib.contextmanager
def inject(world: Any) -> Iterator[None]:
    put: list[tuple[Any, str, Any]] = []

    def replace(module: Any, name: str, value: Any) -> None:
        put.append((module, name, getattr(module, name)))
        setattr(module, name, value)

    time, secrets = _Time(world.loop), _Secrets(world.rng)
    for module in _modules():
        for name, value in (("time", time), ("secrets", secrets), ("random", _Random(world.rng))):
            if isinstance(getattr(module, name, None), types.ModuleType):
                replace(module, name, value)
    replace(importlib.import_module("brelan.games.dalapapa.bots.master"), "time", _Work())
    clocks = _Clocks(clock.Clock())
    replace(clock, "_clock", clocks)
    replace(clock, "now", clocks.now)
    replace(club, "Follower", SimulatedFollower)
    replace(club, "ThreadPoolExecutor", _NoThreads)
    replace(bot_workers, "to_process", _Workers(world))
    replace(bot_workers, "to_thread", _Workers(world))
    for module, name in ((app, "freeze_loaded"), (hall, "freeze_game"), (hall, "give_back")):
        replace(module, name, lambda *_: None)
    count = itertools.count()

    def number(stream: Any) -> int:  # a stream's place in a set does not depend on where it lies in memory
        if "_number" not in vars(stream):
            stream._number = next(count)
        return int(stream._number)

    streams.Stream.__hash__ = number  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        for module, name, value in reversed(put):
            setattr(module, name, value)
        streams.Stream.__hash__ = object.__hash__  # type: ignore[method-assign,assignment]


__all__ = ["WORLD", "Config", "Database", "News", "Process", "inject"]

"""A world: servers, guests and troubles for a while, then calm until every game has ended; all from one seed."""

import asyncio
import contextlib
import gc
import hashlib
import random
import time
import traceback
import warnings
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from brelan.house.base.config import Config
from brelan.house.hall import hall as hall_module
from brelan.house.table import tables as tables_module
from brelan.play import catalogue

from . import faults
from .checks import Checks
from .database import Database
from .loop import PROCESS, Loop
from .net import NoAnswer
from .people import Guest
from .plants import PLANTS
from .servers import Process, inject

IN_THE_DATABASE = ("execute", "before commit", "after commit")
TO_NOTICES = ("late", "double", "forge", "reorder")
TO_SERVERS = ("kill", "stop", "close", "deafen")
HAPPENS = (*IN_THE_DATABASE, *TO_NOTICES, *TO_SERVERS, "leave", "evening", "passport", "rematch")
CALM = 900.0  # seconds of calm in which every game has to end
GRAVES: list[Any] = []  # what has died may never be swept up: it would say last words


Script = Callable[["World"], Awaitable[None]]


@dataclass(frozen=True)
class Settings:
    """What a world is like, beside its seed."""

    servers: int = 0  # 0: the seed draws it
    tables: int = 0
    seconds: float = 30.0  # of trouble, before the calm
    without: frozenset[str] = frozenset()  # what does not happen, of HAPPENS
    plant: str = ""  # a defect put in on purpose
    once: bool = False  # it ends when something is found


class World:
    def __init__(self, seed: int, settings: Settings | None = None) -> None:
        settings = settings or Settings()
        self.seed, self.settings = seed, settings
        self.rng, self.check_rng = random.Random(seed), random.Random(seed + 1)
        self.loop = Loop(random.Random(self.rng.getrandbits(60)))
        self.servers = self.rng.choice((1, 2, 3, 3))
        self.tables = self.rng.randint(5, 7)
        self.servers, self.tables = settings.servers or self.servers, settings.tables or self.tables
        self.shared = self.servers > 1
        self.reorders = self.rng.random() < 0.5 and self.happens("reorder")
        self.until = self.loop.now + settings.seconds
        self.drawn_share = 0.1  # of changes after which what is drawn is compared too
        self.config = Config(bot_pause=0.3, sleep_after=self.rng.choice((5.0, 60.0)), pause_after=30.0, rate=200.0)
        self.digest, self.lines = hashlib.sha256(), list[str]()
        self.acked: dict[tuple[str, str], int] = {}
        self.moves = self.commits = 0
        self.graveyard: list[Any] = []
        self._work: set[asyncio.Task[Any]] = set()
        self.guests: list[Guest] = []
        self.processes: list[Process] = []

    # --- what the others ask of it

    @property
    def is_calm(self) -> bool:
        """Nothing goes wrong any more, and people play on to the end."""
        return self.loop.now >= self.until

    def happens(self, what: str) -> bool:
        return what not in self.settings.without

    def note(self, *what: Any) -> None:
        """What happened, as it is compared between two runs of a seed."""
        line = f"{self.loop.now - 1000:.6f} {what}"
        self.digest.update(line.encode())
        self.lines.append(line)

    def current(self, process: Process) -> Process:
        """The process that now answers at that one's address."""
        return next((one for one in self.processes if one.name == process.name), process)

    def spawn(self, work: Any) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = self.loop.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._work.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NoAnswer):
            self.checks.bad("a guest breaks off", repr(error), _where(error))

    def table_row(self, name: str) -> dict[str, Any]:
        names = ("game", "players", "options", "seed", "status", "host")
        found = self.database.rows(f"SELECT {', '.join(names)} FROM tables WHERE id = ?", name)
        return dict(zip(names, found[0], strict=True))

    # --- its course

    def run(self, script: Script | None = None) -> "World":
        """The whole course of it; or a script, with no people but those it brings and no trouble but its own."""
        began = time.process_time()
        collects = gc.isenabled()
        gc.disable()  # when something is swept up must not depend on what else was done
        plant = PLANTS[self.settings.plant](self) if self.settings.plant else contextlib.nullcontext()
        with inject(self), plant:
            self.database = Database(lambda: self.loop.now)
            self.checks = Checks(self)
            self.database.breaks = faults.breaking(self)
            self.database.committed = self._committed
            self.loop.after_each = self.checks.look
            showing, waking = self._watch_changes()
            asyncio.set_event_loop(self.loop)
            try:
                self.loop.run_until_complete(self._live(script))
            except Exception as error:
                self.checks.bad("it breaks off", repr(error), _where(error))
            finally:
                asyncio.set_event_loop(None)
                tables_module.Table.show, hall_module.Hall._wake = showing, waking  # type: ignore[method-assign]
        self.took, self.lasted = time.process_time() - began, self.loop.now - 1000
        self._bury()
        if collects:
            gc.enable()
        return self

    def _bury(self) -> None:
        """Nothing of this world is ever swept up: tasks in the middle of something would go on then."""
        for task in asyncio.all_tasks(self.loop):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            GRAVES.append(task)
        GRAVES.append((self.graveyard, self.processes, self._work, self.loop))
        gc.freeze()

    def _committed(self, process: Any, rows: list[tuple[Any, ...]], told: list[str]) -> None:
        self.commits += 1
        if rows:
            self.note("stored", process and process.name, [row[:5] for row in rows])
            self.checks.stored(rows)
        for payload in told:
            faults.deliver(self, payload)

    def _watch_changes(self) -> tuple[Any, Any]:
        """Whatever table a server changes, wakes or reads again is looked at."""
        showing, waking = tables_module.Table.show, hall_module.Hall._wake

        def show(table: Any, draft: Any) -> None:
            showing(table, draft)
            self.checks.changed(PROCESS.get(), table.id)

        async def wake(hall: Any, name: str) -> Any:
            table = await waking(hall, name)
            self.checks.changed(PROCESS.get(), name)
            return table

        tables_module.Table.show, hall_module.Hall._wake = show, wake  # type: ignore[method-assign]
        return showing, waking

    async def _live(self, script: Script | None) -> None:
        for number in range(self.servers):
            process = Process(self, f"server {number + 1}")
            await process.open()
            self.processes.append(process)
        if script is not None:
            await script(self)
            return
        self.guests = [Guest(self, number) for number in range(self.tables + 3)]
        for guest in self.guests:
            await guest.arrive()
        self.spawn(faults.trouble(self))
        self.spawn(self._happenings())
        await self._open_tables()
        while not self.is_calm and not self.is_done:
            await asyncio.sleep(0.25)
            self.checks.drivers()
        for process in list(self.processes):
            process.go_on()
        await self._calm()
        if not self.settings.once:
            self.checks.finish()

    @property
    def is_done(self) -> bool:
        return self.settings.once and bool(self.checks.problems)

    async def _open_tables(self) -> None:
        """Tables of all five games, one after the other, with people who come to them."""
        games = sorted(catalogue.games())
        for number in range(self.tables):
            host = self.guests[number % len(self.guests)]
            name = await host.open(games[number % len(games)])
            if not name:
                continue
            host.join(name)
            for guest in self.rng.sample(self.guests, 2):
                guest.join(name)

    async def _happenings(self) -> None:
        rng = self.rng
        pages = [guest for guest in self.guests if guest.is_page]
        if len(pages) > 3 and rng.random() < 0.5 and self.happens("evening"):
            await asyncio.sleep(rng.uniform(1, 8))
            self.spawn(pages[0].hold_evening(pages[1:4]))
        if pages and self.happens("passport"):
            await asyncio.sleep(rng.uniform(1, 8))
            self.spawn(pages[-1].travel())

    async def _calm(self) -> None:
        """Nothing goes wrong any more: every game ends."""
        end = self.loop.now + CALM
        for process in list(self.processes):
            if not process.is_open:
                await faults.reopen(self, process)
        while self.loop.now < end and not self.is_done:
            await asyncio.sleep(1.0)
            self.checks.drivers()
            waits = [name for name, log in self.checks.logs.items() if log.status != "over"]
            if not waits and not any(not task.done() for guest in self.guests for task in guest.playing.values()):
                return
            for guest in self.guests:
                with contextlib.suppress(NoAnswer):
                    await guest.find_tables()


def _where(error: BaseException) -> str:
    return " < ".join(f"{one.name} {one.lineno}" for one in reversed(traceback.extract_tb(error.__traceback__)[-14:]))


def load() -> None:
    """What all worlds share: the games, compiled."""
    warnings.filterwarnings("ignore", "coroutine .* was never awaited")
    for name in catalogue.games():
        game = catalogue.game(name)
        game.hurry()
        game.bots.tables(game.bots.LEVELS[:2], game.seats[0], game.complete_options({}))

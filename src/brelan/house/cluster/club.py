"""The servers of one house: who is open, who drives which table, what they tell each other.

With PostgreSQL any number of servers share the log. Each has a row with an end, renewed every few seconds; the bots and
clocks of a table are driven by the server that its lease names, for as long as that server's row is alive. So one row a
server is renewed, however many tables it drives, and when a server is killed all its tables are free at once. A lease
saves work and keeps a table's clocks in one hand; that nothing is played twice does not hang on it, but on (table, seq)
being there once.

`Alone` is the same for a house of one server, which a folder always is.
"""

import asyncio
import contextlib
import functools
import json
import logging
import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa

from ... import __version__
from ...play import catalogue
from ..base import clock
from ..base.config import Config
from ..base.rules_digest import rules_digests
from ..store.schema import leases
from ..store.store import Store, StoreError
from ..table.presence import Present, here, read_present, rewritten
from .follower import Follower, News

if TYPE_CHECKING:
    from ..table.presence import Here
    from ..table.tables import Table

LEASE = 5.0  # seconds a server's row lasts without being renewed
BEAT = 1.0  # seconds between two renewals: a crash is over after 6 s and the time it takes to wake its tables
BELIEVED = 30.0  # seconds after which it is asked again who drives a table: word that one was given up may be lost
AT_ONCE = 50  # tables of a dead server taken over in one go, so that others can take some too
TOLD_AT_ONCE = 300  # tables named in one message
FORGOTTEN = 60.0  # seconds after which nothing is kept of a server that died
SWEEP = 20  # beats between two looks for such
T = TypeVar("T")
logger = logging.getLogger("brelan.house")

_NOW = "extract(epoch FROM clock_timestamp())"
_LIVE = f"(SELECT id FROM servers WHERE until > {_NOW})"
_RENEW = sa.text(
    f"INSERT INTO servers (id, until, facts) VALUES (:me, {_NOW} + :lease, :facts) "
    f"ON CONFLICT (id) DO UPDATE SET until = {_NOW} + :lease, facts = :facts"
)
_SERVERS = sa.text(f"SELECT id, facts FROM servers WHERE until > {_NOW} AND id <> :me")
_CLOCK = sa.text(f"SELECT {_NOW}")
_SIGN = sa.text("SELECT pg_notify('brelan', :me)")
_BEFORE = sa.text(
    "SELECT l.table_id, l.server, l.since, s.until FROM leases l LEFT JOIN servers s ON s.id = l.server "
    "WHERE l.table_id = ANY(CAST(:names AS text[]))"
)
_TAKE = sa.text(
    "INSERT INTO leases (table_id, server, since) "
    f"SELECT name, :me, {_NOW} FROM unnest(CAST(:names AS text[])) AS name "
    f"ON CONFLICT (table_id) DO UPDATE SET server = :me, since = {_NOW} "
    f"WHERE leases.server NOT IN {_LIVE} OR leases.server = :me RETURNING table_id"
)
_ORPHANS = sa.text(
    "SELECT l.table_id FROM leases l JOIN tables t ON t.id = l.table_id "
    f"WHERE l.server NOT IN {_LIVE} AND t.status = 'playing' AND t.lively "
    "AND (t.digest = '' OR t.digest = ANY(CAST(:digests AS text[]))) ORDER BY l.since LIMIT :most"
)
_GIVE_UP = sa.text("DELETE FROM leases WHERE server = :me AND table_id = ANY(CAST(:names AS text[]))")
_FORGET = sa.text(f"DELETE FROM leases WHERE table_id = ANY(CAST(:names AS text[])) AND server NOT IN {_LIVE}")
_SWEEP = [
    sa.text(f"DELETE FROM servers WHERE until < {_NOW} - :forgotten"),
    sa.text("DELETE FROM present WHERE server NOT IN (SELECT id FROM servers)"),
    sa.text("DELETE FROM leases USING tables WHERE tables.id = leases.table_id AND tables.status = 'over'"),
]


class Taken(NamedTuple):
    """What became of a wish for a table's lease."""

    mine: bool
    holder: str  # whose it is, if it is not mine
    undriven: float | None  # since when nobody has driven the table; None if that is not known


class Holder(NamedTuple):
    """Who drives a table, as it was when that was asked."""

    server: str
    asked: float


NOBODY = Holder("", 0.0)


class TablesHere(Protocol):
    """All tables of this server, as the club knows them: what it asks of the hall above it."""

    store: Store
    config: Config
    tables: "dict[str, Table]"
    closing: asyncio.Event

    async def table(self, name: str) -> "Table": ...
    async def wake_clocks(self, table: "Table", since: float | None) -> None: ...
    async def catch_up(self, table: "Table") -> None: ...
    def hear(self, news: News) -> None: ...
    def meet(self, table: "Table", there: Present) -> None: ...
    def look_after(self, table: "Table") -> None: ...
    def counts(self) -> dict[str, int]: ...
    def in_background(self, work: Any) -> "asyncio.Task[Any]": ...


class Alone:
    """A house of one server: every table is its own, and there is nobody to tell."""

    listening = True
    alive = True  # known to the others, and may drive tables

    def __init__(self) -> None:
        self.live: dict[str, dict[str, Any]] = {}  # the other servers, and what they say of themselves
        self.topics: dict[str, Callable[[str, Any], None]] = {}

    def drives(self, table: "Table") -> bool:
        return True

    def is_driven_elsewhere(self, table: "Table") -> bool:
        """Whether another server is known to look after the table."""
        return False

    def want(self, table: "Table") -> None:
        """The table has something to do: somebody must drive it."""

    def first_lease(self, table: str) -> list[sa.Executable]:
        """What a new table's transaction holds so that it is driven here."""
        return []

    def gained(self, table: str) -> None:
        """That was stored."""

    def let_go(self, table: "Table") -> None:
        """The table falls asleep here."""

    def share(self, table: "Table") -> None:
        """Tells the others who is at the table here, if that has changed."""

    def on(self, topic: str, heard: Callable[[str, Any], None]) -> None:
        """What is done when another server tells something about the topic: `heard(server, what)`."""
        self.topics[topic] = heard

    def tell(self, topic: str, what: Any) -> None:
        """Tells the other servers something that no log holds; what is told while nobody listens is lost."""

    def knows_elsewhere(self, digest: str) -> bool:
        """Whether another server knows these rules."""
        return False

    async def enter(self, table: "Table") -> None:
        """The table has just been read from its log."""

    async def open(self) -> None:
        """This server is open from now on."""

    async def close(self) -> None:
        """And no longer."""


class Club(Alone):
    """One server among those that share a database."""

    def __init__(self, hall: TablesHere) -> None:
        super().__init__()
        self._hall, self._store, self.me = hall, hall.store, hall.store.server
        self.held: set[str] = set()  # tables driven here
        self._holders: dict[str, Holder] = {}  # whom other tables that are awake here are driven by
        self._wanted: set[str] = set()
        self._hopeless: set[str] = set()  # orphans that cannot be read
        self._valid = 0.0  # until when, by this machine's monotonic clock, this server's row is certainly alive
        self._opened = 0.0
        self._beats = 0
        self._asking: asyncio.Task[None] | None = None
        self._untold: dict[str, dict[str, Here]] = {}  # who is at which table here, as the others do not know yet
        self._given_up: list[str] = []  # tables that were driven here, as the others do not know yet
        self._telling: asyncio.Task[None] | None = None
        self._at_once = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "brelan-club")  # the beat waits for nobody else's work
        self._follower: Follower | None = None
        self.on("hello", lambda server, _: self._at_once.set())
        self.on("bye", lambda server, tables: self._left(server, tables))
        self.on("released", lambda server, tables: self._released(tables))

    @property
    def listening(self) -> bool:  # type: ignore[override]
        return self._follower is not None and self._follower.is_listening

    @property
    def alive(self) -> bool:  # type: ignore[override]
        return time.monotonic() < self._valid

    async def _work(self, work: Callable[[sa.Connection], T]) -> T:
        def ask() -> T:
            try:
                with self._store.engine.begin() as connection:
                    return work(connection)
            except sa.exc.SQLAlchemyError as error:
                raise StoreError(f"{error}".split("\n")[0]) from None

        return await asyncio.get_running_loop().run_in_executor(self._thread, ask)

    # --- being open

    async def open(self) -> None:
        await self._renew()
        self._opened = clock.now()
        cookies = {facts.get("cookie") for facts in self.live.values()} - {self._hall.config.cookie}
        if cookies:
            logger.warning("Other servers of this house have another --public-url: guests are not known to both.")
        loop = asyncio.get_running_loop()

        def deliver(news: News) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has closed
                loop.call_soon_threadsafe(self._hall.hear, news)

        self._follower = Follower(self._store.engine, self.me, self._hall.tables, deliver)
        self._follower.start()
        self.tell("hello", None)
        self._hall.in_background(self._keep_beating())

    async def close(self) -> None:
        """Gives everything back: others take over at once."""
        at_work = [name for name in self.held if name in self._hall.tables and self._hall.tables[name].at_work]
        self.held.clear()
        mine = {"me": self.me, "at_work": at_work}
        statements = [
            sa.text(f"UPDATE leases SET server = '', since = {_NOW} WHERE server = :me AND table_id = ANY(:at_work)"),
            sa.text("DELETE FROM leases WHERE server = :me"),
            sa.text("DELETE FROM present WHERE server = :me"),
            sa.text("DELETE FROM servers WHERE id = :me"),
        ]
        told = f"{self.me}\n!{json.dumps(['bye', at_work if len(at_work) < 500 else []])}"

        def leave(connection: sa.Connection) -> None:
            for statement in statements:
                connection.execute(statement, {name: mine[name] for name in statement.compile().params})
            connection.execute(_SIGN, {"me": told})

        with contextlib.suppress(StoreError):
            await self._work(leave)
        if self._follower is not None:
            self._follower.close()
        self._thread.shutdown(wait=False)

    def facts(self) -> dict[str, Any]:
        """What this server says of itself, for `brelan house status` and for the others."""
        return {
            "host": platform.node(),
            "pid": os.getpid(),
            "version": __version__,
            "port": self._hall.config.port,
            "cookie": self._hall.config.cookie,
            "opened": self._opened,
            "digests": known_digests(),
            **self._hall.counts(),
        }

    async def _keep_beating(self) -> None:
        while not self._hall.closing.is_set():
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._at_once.wait(), BEAT)
            self._at_once.clear()
            try:
                await self._renew()
                await self._adopt()
            except Exception as error:  # whatever it is, the next beat tries again: without one nothing is driven here
                unexpected = not isinstance(error, StoreError)
                logger.warning("This server could not be renewed: %s", error, exc_info=unexpected)

    async def _renew(self) -> None:
        before, facts = time.monotonic(), json.dumps(self.facts())
        self._beats += 1
        sweeps = self._beats % SWEEP == 1

        def renew(connection: sa.Connection) -> tuple[dict[str, dict[str, Any]], float]:
            connection.execute(_RENEW, {"me": self.me, "lease": LEASE, "facts": facts})
            for statement in _SWEEP if sweeps else ():
                connection.execute(statement, {"forgotten": FORGOTTEN} if "forgotten" in statement.text else {})
            connection.execute(_SIGN, {"me": self.me})
            rows = connection.execute(_SERVERS, {"me": self.me}).all()
            return {row[0]: json.loads(row[1]) for row in rows}, float(connection.execute(_CLOCK).scalar_one())

        live, now = await self._work(renew)
        late = before > self._valid
        if late:  # others may have taken what was driven here
            self.held.clear()
        self._valid = before + LEASE
        clock.keep_up(now)
        if late or live.keys() != self.live.keys():
            self._others(live, forgotten=late)
        self.live = live

    def _others(self, live: dict[str, dict[str, Any]], forgotten: bool = False) -> None:
        """Some have come or gone, or may have taken this server for gone."""
        gone = self.live.keys() - live.keys()
        anew = forgotten or bool(live.keys() - self.live.keys())  # who is here is told to those who do not know
        self.live = live
        for table in list(self._hall.tables.values()):
            if anew:
                table.presence.told = {}
            if table.presence.elsewhere.keys() - live.keys():
                self._hall.meet(
                    table, {server: there for server, there in table.presence.elsewhere.items() if server in live}
                )
            if self._holders.get(table.id, NOBODY).server in gone:
                del self._holders[table.id]
                self.want(table)
            self.share(table)

    # --- who drives what

    def drives(self, table: "Table") -> bool:
        return table.id in self.held and time.monotonic() < self._valid

    def is_driven_elsewhere(self, table: "Table") -> bool:
        holder = self._holders.get(table.id, NOBODY)
        return holder.server in self.live and time.monotonic() - holder.asked < BELIEVED

    def want(self, table: "Table") -> None:
        if table.id in self.held or self.is_driven_elsewhere(table) or not table.wants_a_driver:
            return
        self._wanted.add(table.id)
        if self._asking is None or self._asking.done():
            self._asking = self._hall.in_background(self._ask())

    def gained(self, table: str) -> None:
        self.held.add(table)

    def first_lease(self, table: str) -> list[sa.Executable]:
        return [sa.insert(leases).values(table_id=table, server=self.me, since=clock.now())]

    def let_go(self, table: "Table") -> None:
        self._holders.pop(table.id, None)
        if table.presence.told:
            self._untold[table.id] = {}
        if table.id in self.held:
            self.held.discard(table.id)
            self._given_up.append(table.id)
        self._tell_soon()

    async def _ask(self) -> None:
        """Asks for the leases of all tables that want one here."""
        while self._wanted:
            names = list(self._wanted)
            try:
                found = await self._work(functools.partial(self._take, names=names))
            except StoreError as error:
                self._wanted.clear()  # the next look at the clocks asks again
                logger.warning("Leases cannot be had: %s", error)
                return
            self._wanted -= set(names)
            for name in names:
                table = self._hall.tables.get(name)
                if table is None:
                    continue
                await self._learn(table, found[name])
                self._hall.look_after(table)

    def _take(self, connection: sa.Connection, names: Sequence[str], wants: bool = True) -> dict[str, Taken]:
        """Takes the leases nobody alive holds, if this server wants them; answers who has which."""
        before = {row[0]: row for row in connection.execute(_BEFORE, {"names": list(names)})}
        mine = set(connection.execute(_TAKE, {"names": list(names), "me": self.me}).scalars()) if wants else set()
        found = {}
        for name in names:
            _, server, since, until = before.get(name, (name, None, None, None))
            undriven = None if server is None else since if not server else until - LEASE if until else since
            found[name] = Taken(name in mine, server or "", None if server == self.me else undriven)
        return found

    async def _learn(self, table: "Table", taken: Taken) -> None:
        if not taken.mine:
            self._holders[table.id] = Holder(taken.holder, time.monotonic())
            return
        self._holders.pop(table.id, None)
        if table.id in self.held:
            return
        self.held.add(table.id)
        was_closed = taken.undriven is None and table.last_entry < self._opened
        if was_closed or taken.undriven is not None:
            with contextlib.suppress(StoreError):
                await self._hall.wake_clocks(table, taken.undriven)

    async def _adopt(self) -> None:
        """Tables of a server that died or left, which have something to do though nobody looks, go on here."""
        asked = {"digests": known_digests(), "most": AT_ONCE}
        names = await self._work(lambda connection: list(connection.execute(_ORPHANS, asked).scalars()))
        idle = []
        for name in names:
            table = self._hall.tables.get(name)
            if table is None and name not in self._hopeless and not self._hall.closing.is_set():
                try:
                    table = await self._hall.table(name)
                except StoreError as error:  # the next beat tries again
                    logger.warning("Table %s: %s", name, error)
                except Exception as error:  # a damaged one stops none of the others
                    self._hopeless.add(name)
                    logger.warning("Table %s: %s", name, error)
            if table is not None and table.wants_a_driver:
                self._holders.pop(name, None)
                self.want(table)
            elif table is not None:  # a person is to move, however long it takes
                idle.append(name)
        if idle:
            await self._work(lambda connection: connection.execute(_FORGET, {"names": idle}))

    def _released(self, tables: Sequence[str]) -> None:
        for name in tables:
            self._holders.pop(name, None)
            if name in self._hall.tables:
                self.want(self._hall.tables[name])

    def _left(self, server: str, tables: Sequence[str]) -> None:
        self._others({name: facts for name, facts in self.live.items() if name != server})
        self._released(tables)
        asyncio.get_running_loop().call_later(random.random() / 4, self._at_once.set)  # not all at once

    async def enter(self, table: "Table") -> None:
        """What a table lacks that has just been read: who drives it, who is there, and what was written meanwhile."""
        wants = table.wants_a_driver

        def look(connection: sa.Connection) -> tuple[Taken, Present]:
            taken = self._take(connection, [table.id], wants)[table.id]
            driver = connection.connection.driver_connection
            return taken, read_present(driver, [table.id], self.me)[table.id]

        def ask() -> tuple[Taken, Present]:
            with self._store.engine.begin() as connection:
                return look(connection)

        driver: Any = self._store.engine.dialect.loaded_dbapi  # it is asked directly too
        try:
            taken, there = await asyncio.to_thread(ask)
        except (sa.exc.SQLAlchemyError, driver.Error) as error:
            raise StoreError(f"{error}".split("\n")[0]) from None
        table.presence.elsewhere = there
        await self._hall.catch_up(table)
        await self._learn(table, taken)

    def knows_elsewhere(self, digest: str) -> bool:
        return any(digest in facts.get("digests", ()) for facts in self.live.values())

    # --- telling

    def share(self, table: "Table") -> None:
        if not self.live:
            return
        found = here(table)
        if found != table.presence.told:
            table.presence.told = self._untold[table.id] = found
            self._tell_soon()

    def _tell_soon(self) -> None:
        if (self._untold or self._given_up) and (self._telling is None or self._telling.done()):
            self._telling = self._hall.in_background(self._tell_all())

    async def _tell_all(self) -> None:
        """Tells who has come and gone, of all tables at once: when a crowd comes or goes, moves do not wait for it."""
        while self._untold or self._given_up:
            untold, self._untold = self._untold, {}
            given_up, self._given_up = [name for name in self._given_up if name not in self.held], []  # not again
            statements = rewritten(self.me, untold) if untold else []
            words = [f"{name}:0" for name in untold]
            if given_up:
                statements.append((_GIVE_UP, {"me": self.me, "names": given_up}))
                parts = range(0, len(given_up), TOLD_AT_ONCE)
                words += [_message("released", given_up[first : first + TOLD_AT_ONCE]) for first in parts]
            try:
                await self._store.note(*statements, words=words)
            except Exception as error:
                for name in untold.keys() & self._hall.tables.keys():
                    self._hall.tables[name].presence.told = {}  # so that it is told again
                logger.warning("Who is at %d tables could not be told: %s", len(untold), error)

    def tell(self, topic: str, what: Any) -> None:
        self._hall.in_background(self._say(_message(topic, what)))

    async def _say(self, word: str) -> None:
        with contextlib.suppress(Exception):  # it is only told; what counts is in the log
            await self._store.note(words=[word])


@functools.cache
def known_digests() -> list[str]:
    """Of the rules this server plays by."""
    return [digest for name in catalogue.games() for digest in rules_digests(catalogue.game(name)).values()]


def _message(topic: str, what: Any) -> str:
    return "!" + json.dumps([topic, what])

"""What survives: guests, tables and their logs, in a database.

Every table has an append-only log, its entries numbered from 1: (table, seq) is unique. One writer thread commits for
the whole house: all that waits when it comes round goes into one transaction (group commit), so that a thousand moves a
second need not each wait for the disk alone. What `append` was given is on the disk when it returns; if it raises,
nothing of it is. But for `Doubt`: the answer to a commit was lost on its way, and only the log can tell.

In PostgreSQL several servers share the log: whatever one of them stores it tells the others in the same transaction
(`NOTIFY`, one a group of jobs), as words that `cluster/follower.py` reads.
"""

import asyncio
import contextlib
import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from ...model.errors import BrelanError
from ...model.words import N_
from .database import engine_for, is_alone, join, open_alone, reason, shown
from .schema import endings, entries, guests, is_current, prepare, progress, reviews, sitting, tables

GROUP = 400  # jobs committed together, at most
BREATH = 0.004  # seconds between two commits: with much to do, groups get larger instead of more
IDLE = 5.0  # seconds without a job after which the connection to a database elsewhere is looked after
CHANNEL = "brelan"  # on which servers tell each other what they have stored
LONGEST = 7900  # bytes of one such message: PostgreSQL takes 8000
FEW, BRIEF = 30, 2000  # entries, and bytes of them, that are told along: of more it is told only that they are
logger = logging.getLogger("brelan.house")

_COLUMNS = "table_id, seq, kind, who, code, body, key, at"
# In the driver's own words: what is written a thousand times a second takes the shortest way.
_INSERT_ROWS = f"INSERT INTO entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
# All rows as one text, which PostgreSQL reads: the driver would write an array for each column, item by item.
_INSERT_WRITTEN = (
    f"INSERT INTO entries ({_COLUMNS}) SELECT one->>0, (one->>1)::int, one->>2, (one->>3)::int, (one->>4)::bigint, "
    "one->>5, one->>6, (one->>7)::float8 FROM jsonb_array_elements(%s::jsonb) AS one"
)
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', word) FROM unnest(%s::text[]) AS word"
# Entries and what is told of them, as one statement that is its own transaction: one question and one answer.
_INSERT_AND_NOTIFY = f"WITH stored AS ({_INSERT_WRITTEN}) {_NOTIFY}"
# How the codes begin by which PostgreSQL says that it hangs up, that a row is there already, that one is no row at all.
_LOST, _TAKEN, _BAD_DATA = ("08", "57P"), "23", "22"


class StoreError(BrelanError):
    """It could not be stored: the disk is full or gone. Nothing has changed."""


class Doubt(StoreError):
    """Whether it was stored is not known: the database went away between the question and its answer."""


class Fenced(StoreError):
    """The database is now kept by another Brelan: this one must not write any more."""


class Taken(BrelanError):
    """An entry of that number or key is there already."""


@dataclass(slots=True)
class Entry:
    """One line of a table's log.

    `who` is a seat, chance or the referee; `code` a move's; `body` is plain data for the other kinds.
    """

    seq: int
    kind: str  # seat, start, move, back, nudge, rematch
    who: int = -1
    code: int = 0
    body: dict[str, Any] = field(default_factory=dict)
    key: str | None = None
    at: float = 0.0


Statement = sa.Executable | tuple[sa.Executable, Any]  # one, or one and what it is executed with: a row, or many


@dataclass(slots=True)
class _Job:
    rows: list[tuple[Any, ...]]
    statements: Sequence[Statement]
    words: Sequence[str]  # for the other servers
    done: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


class Store:
    """The house's database: a file, or one elsewhere by its URL.

    Reads run in threads, writes in one thread of their own.
    """

    def __init__(self, place: str | Path) -> None:
        self.engine = engine_for(place)
        self.server = secrets.token_hex(4)  # this server's name among those of the house
        self.fenced: Callable[[], None] = lambda: None  # called, from the writer's thread, when it must close
        self.groups = self.jobs = self.failures = 0  # committed since it was opened
        self.shared = self.engine.dialect.name == "postgresql"
        self._connection: sa.Connection | None = None
        try:
            self._connection = self._open(shown(place))
        except BrelanError:
            self._let_go()
            self.engine.dispose()  # with whatever that connection held
            raise
        except Exception as error:  # the disk's own complaints too
            self._let_go()
            self.engine.dispose()
            raise BrelanError(
                N_("The house cannot open its store {place} ({reason})."), place=shown(place), reason=reason(error)
            ) from None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="brelan-store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._let_go()
        self.engine.dispose()

    # --- the writer's connection

    def _open(self, place: str) -> sa.Connection:
        """The connection that writes, for the first time. In PostgreSQL it is also what keeps the schema as it is."""
        connection = self._connection = self.engine.connect()
        with connection.begin():
            if self.shared:
                open_alone(connection)
                if not join(connection):
                    raise BrelanError(
                        N_("A house of an older Brelan is open on {place}, which shares with nobody: close it first."),
                        place=place,
                    )
            prepare(connection, place, is_alone)
        if self.shared:
            connection.detach()  # never to be another's
        return connection

    def _connected(self) -> sa.Connection:
        """The connection that writes: the same as before, or a new one if it was lost."""
        if self._connection is None:
            connection = self.engine.connect()
            with connection.begin():
                if self.shared and not join(connection):
                    connection.invalidate()
                    raise StoreError(N_("Another server is just changing this database. Try again."))
                if not is_current(connection):
                    connection.invalidate()
                    raise Fenced(N_("This database is now kept by another Brelan: this server no longer writes to it."))
            if self.shared:
                connection.detach()
            self._connection = connection
        return self._connection

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be gone already
                connection.close()

    def _look_after_the_connection(self) -> None:
        """While nothing is to be written: after a restart of the database its schema must be kept again."""
        try:
            with self._connected().begin():
                self._connected().execute(sa.text("SELECT 1"))
        except Fenced:
            self.fenced()
        except Exception:
            self._let_go()

    # --- writing

    async def append(self, table: str, new: Sequence[Entry], *statements: Statement) -> None:
        """Stores entries of a table, and what else changes with them, in one transaction."""
        await self.append_all([(table, new)], *statements)

    async def append_all(self, logs: Sequence[tuple[str, Sequence[Entry]]], *statements: Statement) -> None:
        """The same for several tables, all or none."""
        rows = [_row(table, entry) for table, new in logs for entry in new]
        words = [told_entries(table, new) for table, new in logs if new] if self.shared else ()
        await self._store(rows, statements, words)

    async def note(self, *statements: Statement, words: Sequence[str] = ()) -> None:
        """Stores what is in no table's log, and tells the other servers so."""
        await self._store([], statements, words)

    async def _store(self, rows: list[tuple[Any, ...]], statements: Sequence[Statement], words: Sequence[str]) -> None:
        loop = asyncio.get_running_loop()
        job = _Job(rows, statements, words, loop.create_future(), loop)
        self._jobs.put(job)
        await job.done

    def _write(self) -> None:
        rested = 0.0  # when the next group is begun at the earliest
        while True:
            try:
                first = self._jobs.get(timeout=IDLE if self.shared else None)
            except queue.Empty:
                self._look_after_the_connection()
                continue
            if first is None:
                return
            time.sleep(max(0.0, rested - time.monotonic()))
            group = [first]
            last = False
            while len(group) < GROUP:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    last = True
                    break
                group.append(job)
            self._write_group(group)
            if len(group) > 1:
                rested = time.monotonic() + BREATH
            if last:
                return

    def _write_group(self, group: list[_Job]) -> None:
        """Commits a group, or, if something in it cannot be stored, its jobs one by one."""
        error = self._commit(group)
        if isinstance(error, Taken) and len(group) == 1 and not group[0].rows:
            error = self._commit(group)  # another server wrote the same row: it is there now, and replaced
        if error is not None and not isinstance(error, Taken):
            self.failures += 1
            logger.warning("%d jobs were not stored together: %s", len(group), error)
        if error is not None and len(group) > 1 and self._connection is not None:
            results = [(job, self._commit([job])) for job in group]
        else:  # with the connection gone, each would wait for it again, or find its own work there already
            results = [(job, error) for job in group]
        if isinstance(error, Fenced):
            self.fenced()
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, BrelanError | None]]] = {}
        for job, problem in results:
            by_loop.setdefault(job.loop, []).append((job, problem))
        for loop, jobs in by_loop.items():
            with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits any more
                loop.call_soon_threadsafe(_tell, jobs)

    def _commit(self, group: list[_Job]) -> BrelanError | None:
        sent = False
        rows = [row for job in group for row in job.rows]
        told = payloads(self.server, [word for job in group for word in job.words]) if self.shared else []
        try:
            connection = self._connected()
            if self.shared and rows and not any(job.statements for job in group):
                driver: Any = connection.connection.dbapi_connection
                for _ in range(2):  # PostgreSQL's last words, then that it has hung up: it raises, and nothing was sent
                    driver.pgconn.consume_input()
                sent = True
                _commit_at_once(driver, rows, told)
            else:
                with connection.begin():
                    for job in group:
                        for statement in job.statements:
                            connection.execute(*statement if isinstance(statement, tuple) else (statement,))
                    if rows and self.shared:
                        connection.exec_driver_sql(_INSERT_WRITTEN, (to_json(rows).decode(),))
                    elif rows:
                        connection.exec_driver_sql(_INSERT_ROWS, rows)
                    if told:
                        connection.exec_driver_sql(_NOTIFY, (told,))
                    sent = True  # from here until the answer nobody knows
        except sa.exc.IntegrityError:
            return Taken(N_("That was stored already."))
        except StoreError as error:
            return error
        except Exception as error:  # whatever it is, the writer lives on
            code = getattr(error, "sqlstate", None) or ""  # PostgreSQL's own, where the driver was asked directly
            if code.startswith(_TAKEN):
                return Taken(N_("That was stored already."))
            if code and not code.startswith(_LOST):  # it answered: nothing of it was stored
                sent = False
            if self.shared and (sent or not (isinstance(error, sa.exc.DataError) or code.startswith(_BAD_DATA))):
                self._let_go()
            if sent:
                return Doubt(
                    N_("The house does not know whether that was stored ({reason}): it looks it up. Try again."),
                    reason=reason(error),
                )
            return StoreError(
                N_("The house cannot store anything just now ({reason}): nothing has changed. Try again."),
                reason=reason(error),
            )
        self.groups += 1
        self.jobs += len(group)
        return None

    # --- reading

    async def answers(self, seconds: float) -> None:
        """Raises unless the database answers within so many seconds."""
        await asyncio.wait_for(self.ask(lambda connection: connection.execute(sa.text("SELECT 1")).scalar()), seconds)

    async def ask(self, question: Callable[[sa.Connection], Any]) -> Any:
        def answer() -> Any:
            try:
                with self.engine.connect() as connection:
                    return question(connection)
            except sa.exc.SQLAlchemyError as error:
                raise StoreError(
                    N_("The house cannot read its store just now ({reason})."), reason=reason(error)
                ) from None

        return await asyncio.to_thread(answer)

    async def load(self, table: str) -> tuple[Any, list[Entry]] | None:
        """A table's row and its whole log."""

        def ask(connection: sa.Connection) -> Any:
            query = sa.select(entries).where(entries.c.table_id == table).order_by(entries.c.seq)
            log = [read_entry(*row[1:]) for row in connection.execute(query)]
            # after the log: its seed may be newer than that, which what is heard next tells, and never older
            head = connection.execute(sa.select(tables).where(tables.c.id == table)).first()
            return None if head is None else (head, log)

        return await self.ask(ask)  # type: ignore[no-any-return]

    async def after(self, table: str, seq: int) -> list[Entry]:
        """The entries of a table's log after that one."""
        query = sa.select(entries).where(entries.c.table_id == table, entries.c.seq > seq).order_by(entries.c.seq)
        return await self.ask(lambda connection: [read_entry(*row[1:]) for row in connection.execute(query)])  # type: ignore[no-any-return]

    async def answered(self, table: str, key: str) -> int | None:
        """The seq that a request with this key led to, if it was played."""
        query = sa.select(entries.c.seq).where(entries.c.table_id == table, entries.c.key == key)
        return await self.ask(lambda connection: connection.execute(query).scalar())  # type: ignore[no-any-return]

    async def lively(self) -> list[str]:
        """Tables that may have to act though nobody looks at them."""
        query = sa.select(tables.c.id).where(tables.c.status == "playing", tables.c.lively)
        return await self.ask(lambda connection: list(connection.execute(query).scalars()))  # type: ignore[no-any-return]

    async def unkept(self) -> list[tuple[str, str, int]]:
        """Finished games whose ending is not kept yet: table, game, version of the rules."""
        kept = sa.select(endings.c.table_id)
        query = sa.select(tables.c.id, tables.c.game, tables.c.version).where(
            tables.c.status == "over", tables.c.id.not_in(kept)
        )
        return await self.ask(lambda connection: [tuple(row) for row in connection.execute(query)])  # type: ignore[no-any-return]

    async def ending(self, table: str) -> Any:
        """How a finished game ended, as it was kept; None if it was not."""
        query = sa.select(endings).where(endings.c.table_id == table)
        return await self.ask(lambda connection: connection.execute(query).first())

    async def keep_ending(self, table: str, record: str, result: str, story: bytes) -> None:
        await self.append(
            "", (), *replaced(endings, {"table_id": table}, {"record": record, "result": result, "story": story})
        )

    async def review(self, name: str) -> Any:
        """A review's row, None if there is none."""
        query = sa.select(reviews).where(reviews.c.id == name)
        return await self.ask(lambda connection: connection.execute(query).first())

    async def keep_review(self, name: str, guest: str, record: str, body: str) -> None:
        values = {"guest": guest, "record": record, "body": body, "at": time.time()}
        await self.append("", (), *replaced(reviews, {"id": name}, values))

    async def brought(self, guest: str) -> list[Any]:
        """The records a guest has brought from elsewhere, the last one first."""
        query = sa.select(reviews).where(reviews.c.guest == guest).order_by(reviews.c.at.desc())
        return await self.ask(lambda connection: list(connection.execute(query)))  # type: ignore[no-any-return]

    async def own_games(self, guest: str) -> list[Any]:
        """A guest's finished games, the last one first: the table's row, how it ended, its review, and what was written
        down of its seats.
        """
        mine = sa.select(sitting.c.table_id).where(sitting.c.guest == guest)
        over = sa.select(tables).where(tables.c.id.in_(mine), tables.c.status == "over")

        def ask(connection: sa.Connection) -> list[Any]:
            rows = list(connection.execute(over.order_by(tables.c.touched.desc())))
            ids = [row.id for row in rows]
            ended = {row.table_id: row for row in connection.execute(_of(endings.c.table_id, ids, endings))}
            seen = {row.id: row for row in connection.execute(_of(reviews.c.id, ids, reviews))}
            seated: dict[str, list[Any]] = {}
            kinds = sa.select(entries.c.table_id, entries.c.kind, entries.c.who, entries.c.body).where(
                entries.c.table_id.in_(ids), entries.c.kind.in_(("seat", "start"))
            )
            for row in connection.execute(kinds.order_by(entries.c.table_id, entries.c.seq)):
                seated.setdefault(row.table_id, []).append(row)
            return [(row, ended.get(row.id), seen.get(row.id), seated.get(row.id, [])) for row in rows]

        return await self.ask(ask)  # type: ignore[no-any-return]

    async def open_tables(self, guest: str, since: float) -> int:
        """How many tables a guest has opened since then that are not finished."""
        query = (
            sa.select(sa.func.count())
            .select_from(tables)
            .where(tables.c.host == guest, tables.c.created > since, tables.c.status != "over")
        )
        return await self.ask(lambda connection: connection.execute(query).scalar() or 0)  # type: ignore[no-any-return]

    async def public_tables(self, limit: int = 60) -> list[Any]:
        """Public tables that wait for players or are being played, most recent first."""
        query = (
            sa.select(tables)
            .where(tables.c.public, tables.c.status != "over")
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        return await self.ask(lambda connection: list(connection.execute(query)))  # type: ignore[no-any-return]

    async def own_tables(self, guest: str, limit: int = 60) -> list[Any]:
        """The tables a guest sits at, most recent first."""
        mine = sa.select(sitting.c.table_id).where(sitting.c.guest == guest)
        query = sa.select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.touched.desc()).limit(limit)
        return await self.ask(lambda connection: list(connection.execute(query)))  # type: ignore[no-any-return]

    async def games_played(self, guest: str) -> dict[str, list[str]]:
        """The tables a guest sits or has sat at, by game, the first one first."""
        mine = sa.select(sitting.c.table_id).where(sitting.c.guest == guest)
        query = sa.select(tables.c.game, tables.c.id).where(tables.c.id.in_(mine)).order_by(tables.c.created)

        def ask(connection: sa.Connection) -> dict[str, list[str]]:
            found: dict[str, list[str]] = {}
            for game, table in connection.execute(query):
                found.setdefault(game, []).append(table)
            return found

        return await self.ask(ask)  # type: ignore[no-any-return]

    async def progress(self, guest: str, course: str) -> dict[str, str]:
        """What a guest has done of a course of the school: its items, and what is kept of each."""
        query = sa.select(progress.c.item, progress.c.value).where(
            progress.c.guest == guest, progress.c.course == course
        )
        return await self.ask(lambda connection: {row.item: row.value for row in connection.execute(query)})  # type: ignore[no-any-return]

    async def set_progress(self, guest: str, course: str, item: str, value: str = "") -> None:
        key = {"guest": guest, "course": course, "item": item}
        await self.append("", (), *replaced(progress, key, {"value": value, "at": time.time()}))

    async def guest_name(self, guest: str) -> str:
        query = sa.select(guests.c.name).where(guests.c.id == guest)
        return await self.ask(lambda connection: connection.execute(query).scalar() or "")  # type: ignore[no-any-return]

    async def set_guest_name(self, guest: str, name: str) -> None:
        await self.append("", (), *replaced(guests, {"id": guest}, {"name": name, "seen": time.time()}))


def _commit_at_once(driver: Any, rows: list[tuple[Any, ...]], told: list[str]) -> None:
    """Stores entries, and tells of them, in one statement of the driver's own, which PostgreSQL commits by itself."""
    driver.autocommit = True
    try:
        driver.execute(_INSERT_AND_NOTIFY, [to_json(rows).decode(), told])
    finally:
        with contextlib.suppress(Exception):  # the connection is gone, and let go
            driver.autocommit = False


def _of(column: Any, ids: list[str], table: sa.Table) -> Any:
    return sa.select(table).where(column.in_(ids))


def replaced(table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> tuple[sa.Executable, sa.Executable]:
    """A row put in the place of another, in words every database knows."""
    match = sa.and_(*(table.c[name] == value for name, value in key.items()))
    return sa.delete(table).where(match), sa.insert(table).values(**key, **values)


def _row(table: str, entry: Entry) -> tuple[Any, ...]:
    body = json.dumps(entry.body) if entry.body else ""
    return table, entry.seq, entry.kind, entry.who, entry.code, body, entry.key, entry.at


def told_entries(table: str, new: Sequence[Entry]) -> str:
    """What the other servers are told of new entries: `table:seq:` of the last one and, where they are few, they
    themselves, so that nobody has to ask for them.
    """
    first, rows = new[0].seq, [[one.kind, one.who, one.code, one.body or 0, one.key, one.at] for one in new]
    whole = to_json([first, rows]) if len(rows) <= FEW else b""
    return f"{table}:{new[-1].seq}:{whole.decode() if len(whole) <= BRIEF else ''}"


def heard_entries(whole: str) -> list[Entry]:
    """The entries another server told of; none if it did not."""
    if not whole:
        return []
    first, rows = from_json(whole)
    return [
        Entry(seq, kind, who, code, body or {}, key, at)
        for seq, (kind, who, code, body, key, at) in enumerate(rows, first)
    ]


def read_entry(seq: int, kind: str, who: int, code: int, body: str, key: str | None, at: float) -> Entry:
    """An entry from its row, less the table."""
    return Entry(seq, kind, who, code, json.loads(body) if body else {}, key, at)


def payloads(server: str, words: Sequence[str]) -> list[str]:
    """What a server tells the others: its name and its words, a line each, in as few messages as PostgreSQL takes."""
    found: list[str] = []
    size = LONGEST
    for word in dict.fromkeys(words):
        size += len(word.encode()) + 1
        if size > LONGEST:
            found.append(server)
            size = len(server) + 1 + len(word.encode())
        found[-1] += f"\n{word}"
    return found


def _tell(results: list[tuple[_Job, BrelanError | None]]) -> None:
    """Wakes whoever waits for these jobs."""
    for job, problem in results:
        if job.done.cancelled():
            continue
        if problem is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(problem)

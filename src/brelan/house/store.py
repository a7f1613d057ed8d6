"""What survives: guests, tables and their logs, in a database.

Every table has an append-only log, its entries numbered from 1: (table, seq) is unique. One writer thread commits for
the whole house: all that waits when it comes round goes into one transaction (group commit), so that a thousand moves a
second need not each wait for the disk alone. What `append` was given is on the disk when it returns; if it raises,
nothing of it is.
"""

import asyncio
import contextlib
import json
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ..errors import BrelanError
from ..words import N_
from .database import engine_for, hold_database, shown

GROUP = 400  # jobs committed together, at most

metadata = sa.MetaData()
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the guest's token: the token itself is nowhere
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    # what lists need, kept beside the log and written in the same transaction
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("lively", sa.Boolean, nullable=False),  # a bot or a clock may have to act though nobody looks
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Index("tables_by_status", "status", "touched"),
)
sitting = sa.Table(  # who has a seat where: a guest's own games
    "sitting",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), primary_key=True),
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("who", sa.Integer, nullable=False),
    sa.Column("code", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("key", sa.String(80)),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "key"),
    sqlite_with_rowid=False,
)
_INSERT_ENTRY = sa.insert(entries)


class StoreError(BrelanError):
    """It could not be stored: the disk is full or gone. Nothing has changed."""


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


@dataclass(slots=True)
class _Job:
    rows: list[dict[str, Any]]
    statements: list[sa.Executable]
    done: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


class Store:
    """The house's database: a file, or one elsewhere by its URL.

    Reads run in threads, writes in one thread of their own.
    """

    def __init__(self, place: str | Path) -> None:
        self.engine = engine_for(place)
        try:
            self._lock = hold_database(self.engine)
            metadata.create_all(self.engine)
        except sa.exc.SQLAlchemyError as error:
            raise BrelanError(
                N_("The house cannot open its store {place} ({reason})."), place=shown(place), reason=_reason(error)
            ) from None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="brelan-store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        if self._lock is not None:
            self._lock.close()
        self.engine.dispose()

    # --- writing

    async def append(self, table: str, new: Sequence[Entry], *statements: sa.Executable) -> None:
        """Stores entries of a table, and what else changes with them, in one transaction."""
        rows = [
            {
                "table_id": table,
                "seq": entry.seq,
                "kind": entry.kind,
                "who": entry.who,
                "code": entry.code,
                "body": json.dumps(entry.body) if entry.body else "",
                "key": entry.key,
                "at": entry.at,
            }
            for entry in new
        ]
        loop = asyncio.get_running_loop()
        job = _Job(rows, list(statements), loop.create_future(), loop)
        self._jobs.put(job)
        await job.done

    def _write(self) -> None:
        connection = self.engine.connect()
        while True:
            first = self._jobs.get()
            if first is None:
                connection.close()
                return
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
            self._write_group(connection, group)
            if last:
                connection.close()
                return

    def _write_group(self, connection: sa.Connection, group: list[_Job]) -> None:
        """Commits a group, or, if something in it cannot be stored, its jobs one by one."""
        error = self._commit(connection, group)
        if error is not None and len(group) > 1:
            results = [(job, self._commit(connection, [job])) for job in group]
        else:
            results = [(job, error) for job in group]
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, BrelanError | None]]] = {}
        for job, problem in results:
            by_loop.setdefault(job.loop, []).append((job, problem))
        for loop, jobs in by_loop.items():
            with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits any more
                loop.call_soon_threadsafe(_tell, jobs)

    def _commit(self, connection: sa.Connection, group: list[_Job]) -> BrelanError | None:
        try:
            with connection.begin():
                rows = [row for job in group for row in job.rows]
                for job in group:
                    for statement in job.statements:
                        connection.execute(statement)
                if rows:
                    connection.execute(_INSERT_ENTRY, rows)
        except sa.exc.IntegrityError:
            return Taken(N_("That was stored already."))
        except Exception as error:  # whatever it is, the writer lives on
            return StoreError(
                N_("The house cannot store anything just now ({reason}): nothing has changed. Try again."),
                reason=_reason(error),
            )
        return None

    # --- reading

    async def _read(self, question: Callable[[sa.Connection], Any]) -> Any:
        def ask() -> Any:
            try:
                with self.engine.connect() as connection:
                    return question(connection)
            except sa.exc.SQLAlchemyError as error:
                raise StoreError(
                    N_("The house cannot read its store just now ({reason})."), reason=_reason(error)
                ) from None

        return await asyncio.to_thread(ask)

    async def load(self, table: str) -> tuple[Any, list[Entry]] | None:
        """A table's row and its whole log."""

        def ask(connection: sa.Connection) -> Any:
            head = connection.execute(sa.select(tables).where(tables.c.id == table)).first()
            if head is None:
                return None
            rows = connection.execute(sa.select(entries).where(entries.c.table_id == table).order_by(entries.c.seq))
            return head, [
                Entry(r.seq, r.kind, r.who, r.code, json.loads(r.body) if r.body else {}, r.key, r.at) for r in rows
            ]

        return await self._read(ask)  # type: ignore[no-any-return]

    async def answered(self, table: str, key: str) -> int | None:
        """The seq that a request with this key led to, if it was played."""
        query = sa.select(entries.c.seq).where(entries.c.table_id == table, entries.c.key == key)
        return await self._read(lambda connection: connection.execute(query).scalar())  # type: ignore[no-any-return]

    async def lively(self) -> list[str]:
        """Tables that may have to act though nobody looks at them."""
        query = sa.select(tables.c.id).where(tables.c.status == "playing", tables.c.lively)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))  # type: ignore[no-any-return]

    async def public_tables(self, limit: int = 60) -> list[Any]:
        """Public tables that wait for players or are being played, most recent first."""
        query = (
            sa.select(tables)
            .where(tables.c.public, tables.c.status != "over")
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        return await self._read(lambda connection: list(connection.execute(query)))  # type: ignore[no-any-return]

    async def own_tables(self, guest: str, limit: int = 60) -> list[Any]:
        """The tables a guest sits at, most recent first."""
        mine = sa.select(sitting.c.table_id).where(sitting.c.guest == guest)
        query = sa.select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.touched.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query)))  # type: ignore[no-any-return]

    async def guest_name(self, guest: str) -> str:
        query = sa.select(guests.c.name).where(guests.c.id == guest)
        return await self._read(lambda connection: connection.execute(query).scalar() or "")  # type: ignore[no-any-return]

    async def set_guest_name(self, guest: str, name: str) -> None:
        await self.append("", (), *replaced(guests, {"id": guest}, {"name": name, "seen": time.time()}))


def replaced(table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> tuple[sa.Executable, sa.Executable]:
    """A row put in the place of another, in words every database knows."""
    match = sa.and_(*(table.c[name] == value for name, value in key.items()))
    return sa.delete(table).where(match), sa.insert(table).values(**key, **values)


def _reason(error: Exception) -> str:
    """What the database said, as part of a sentence."""
    return " ".join(str(getattr(error, "orig", None) or error).split()).rstrip(".")


def _tell(results: list[tuple[_Job, BrelanError | None]]) -> None:
    """Wakes whoever waits for these jobs."""
    for job, problem in results:
        if job.done.cancelled():
            continue
        if problem is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(problem)

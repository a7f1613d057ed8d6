"""What survives: guests, tables and their logs, in a database.

Every table has an append-only log, its entries numbered from 1: (table, seq) is unique. One writer thread commits for
the whole house: all that waits when it comes round goes into one transaction (group commit), so that a thousand moves a
second need not each wait for the disk alone. What `append` was given is on the disk when it returns; if it raises,
nothing of it is. But for `Doubt`: the answer to a commit was lost on its way, and only the log can tell. How a group is
committed stands in `committer.py`.

In PostgreSQL several servers share the log: whatever one of them stores it tells the others in the same transaction
(`NOTIFY`, one a group of jobs), as words that `follower.py` reads.
"""

import asyncio
import contextlib
import json
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
from .committer import Committer, Job, Statement, tell
from .committer import Doubt as Doubt
from .committer import Fenced as Fenced
from .committer import StoreError as StoreError
from .committer import Taken as Taken
from .database import engine_for, reason, shown
from .schema import endings, entries, guests, progress, reviews, sitting, tables

GROUP = 400  # jobs committed together, at most
BREATH = 0.004  # seconds between two commits: with much to do, groups get larger instead of more
IDLE = 5.0  # seconds without a job after which the connection to a database elsewhere is looked after
FEW, BRIEF = 30, 2000  # entries, and bytes of them, that are told along: of more it is told only that they are


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


class Store:
    """The house's database: a file, or one elsewhere by its URL.

    Reads run in threads, writes in one thread of their own.
    """

    def __init__(self, place: str | Path) -> None:
        self.engine = self._engine(place)
        self.server = secrets.token_hex(4)  # this server's name among those of the house
        self.fenced: Callable[[], None] = lambda: None  # called, from the writer's thread, when it must close
        self.shared = self._is_shared()
        self.committer = Committer(self.engine, self.server, self.shared, lambda: self.fenced())
        try:
            self.committer.open(shown(place))
        except BrelanError:
            self._close_connections()
            raise
        except Exception as error:  # the disk's own complaints too
            self._close_connections()
            raise BrelanError(
                N_("The house cannot open its store {place} ({reason})."), place=shown(place), reason=reason(error)
            ) from None
        self._start()

    # what stands in for these in the simulated house: `tests/ordeal/servers.py`

    def _engine(self, place: str | Path) -> sa.Engine:
        return engine_for(place)

    def _is_shared(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    def _start(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="brelan-store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._close_connections()

    def _close_connections(self) -> None:
        self.committer.let_go()
        self.engine.dispose()  # with whatever a connection that failed still held

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
        job = Job(rows, statements, words, loop.create_future(), loop)
        self._put(job)
        await job.done

    def _put(self, job: Job) -> None:
        self._jobs.put(job)

    def _write(self) -> None:
        rested = 0.0  # when the next group is begun at the earliest
        while True:
            try:
                first = self._jobs.get(timeout=IDLE if self.shared else None)
            except queue.Empty:
                self.committer.look_after_the_connection()
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
            _answer(self.committer.commit(group))
            if len(group) > 1:
                rested = time.monotonic() + BREATH
            if last:
                return

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


def _answer(results: list[tuple[Job, BrelanError | None]]) -> None:
    """Wakes, from the writer's thread, whoever waits for these jobs."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Job, BrelanError | None]]] = {}
    for job, problem in results:
        by_loop.setdefault(job.loop, []).append((job, problem))
    for loop, jobs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits any more
            loop.call_soon_threadsafe(tell, jobs)


def _of(column: Any, ids: list[str], table: sa.Table) -> Any:
    return sa.select(table).where(column.in_(ids))


def written(value: Any) -> str:
    """Plain data as a row keeps it."""
    return json.dumps(value, ensure_ascii=False)


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

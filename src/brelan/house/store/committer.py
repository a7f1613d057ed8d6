"""Commits groups of jobs: one transaction for all of them, and for each job what became of it.

The connection lives here, and so does all that can happen to it: a job that cannot be stored takes none of its group
with it, a lost connection is made anew, and where the answer to a commit was lost that is said (`Doubt`). There is no
thread and no clock in here: the store's writer drives it, and so does the simulated house of `tests/ordeal`.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from pydantic_core import to_json

from ...model.errors import BrelanError
from ...model.words import N_
from .database import is_alone, join, open_alone, reason
from .schema import is_current, prepare

CHANNEL = "brelan"  # on which servers tell each other what they have stored
LONGEST = 7900  # bytes of one such message: PostgreSQL takes 8000
COLUMNS = "table_id, seq, kind, who, code, body, key, at"  # of an entry's row
# In the driver's own words: what is written a thousand times a second takes the shortest way.
_INSERT_ROWS = f"INSERT INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
# All rows as one text, which PostgreSQL reads: the driver would write an array for each column, item by item.
_INSERT_WRITTEN = (
    f"INSERT INTO entries ({COLUMNS}) SELECT one->>0, (one->>1)::int, one->>2, (one->>3)::int, (one->>4)::bigint, "
    "one->>5, one->>6, (one->>7)::float8 FROM jsonb_array_elements(%s::jsonb) AS one"
)
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', word) FROM unnest(%s::text[]) AS word"
# Entries and what is told of them, as one statement that is its own transaction: one question and one answer.
_INSERT_AND_NOTIFY = f"WITH stored AS ({_INSERT_WRITTEN}) {_NOTIFY}"
# How the codes begin by which PostgreSQL says that it hangs up, that a row is there already, that one is no row at all.
_LOST, _TAKEN, _BAD_DATA = ("08", "57P"), "23", "22"
logger = logging.getLogger("brelan.house")

Statement = sa.Executable | tuple[sa.Executable, Any]  # one, or one and what it is executed with: a row, or many


class StoreError(BrelanError):
    """It could not be stored: the disk is full or gone. Nothing has changed."""


class Doubt(StoreError):
    """Whether it was stored is not known: the database went away between the question and its answer."""


class Fenced(StoreError):
    """The database is now kept by another Brelan: this one must not write any more."""


class Taken(BrelanError):
    """An entry of that number or key is there already."""


@dataclass(slots=True)
class Job:
    """What one caller wants stored, all or nothing."""

    rows: list[tuple[Any, ...]]  # of `entries`
    statements: Sequence[Statement]
    words: Sequence[str]  # for the other servers
    done: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


class Committer:
    """The connection that writes."""

    def __init__(self, engine: sa.Engine, server: str, shared: bool, fenced: Callable[[], None]) -> None:
        self._engine, self._server, self._shared, self._fenced = engine, server, shared, fenced
        self.groups = self.jobs = self.failures = 0  # committed since it was opened
        self._connection: sa.Connection | None = None

    # --- the connection

    def open(self, place: str) -> None:
        """Connects for the first time. In PostgreSQL this connection is also what keeps the schema as it is."""
        connection = self._connection = self._engine.connect()
        with connection.begin():
            if self._shared:
                open_alone(connection)
                if not join(connection):
                    raise BrelanError(
                        N_("A house of an older Brelan is open on {place}, which shares with nobody: close it first."),
                        place=place,
                    )
            prepare(connection, place, is_alone)
        if self._shared:
            connection.detach()  # never to be another's

    def _connected(self) -> sa.Connection:
        """The same connection as before, or a new one if it was lost."""
        if self._connection is None:
            connection = self._engine.connect()
            with connection.begin():
                if self._shared and not join(connection):
                    connection.invalidate()
                    raise StoreError(N_("Another server is just changing this database. Try again."))
                if not is_current(connection):
                    connection.invalidate()
                    raise Fenced(N_("This database is now kept by another Brelan: this server no longer writes to it."))
            if self._shared:
                connection.detach()
            self._connection = connection
        return self._connection

    def let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # it may be gone already
                connection.close()

    def look_after_the_connection(self) -> None:
        """While nothing is to be written: after a restart of the database its schema must be kept again."""
        try:
            with self._connected().begin():
                self._connected().execute(sa.text("SELECT 1"))
        except Fenced:
            self._fenced()
        except Exception:
            self.let_go()

    # --- committing

    def commit(self, group: list[Job]) -> list[tuple[Job, BrelanError | None]]:
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
            self._fenced()
        return results

    def _commit(self, group: list[Job]) -> BrelanError | None:
        sent = False
        rows = [row for job in group for row in job.rows]
        told = payloads(self._server, [word for job in group for word in job.words]) if self._shared else []
        try:
            connection = self._connected()
            if self._shared and rows and not any(job.statements for job in group):
                driver: Any = connection.connection.dbapi_connection
                for _ in range(2):  # PostgreSQL's last words, then that it has hung up: it raises, and nothing was sent
                    driver.pgconn.consume_input()
                sent = True
                _commit_at_once(driver, rows, told)
            else:
                with connection.begin():
                    self._execute(connection, group, rows, told)
                    sent = True  # from here until the answer nobody knows
        except sa.exc.IntegrityError:
            return Taken(N_("That was stored already."))
        except StoreError as error:
            return error
        except Exception as error:  # whatever it is, the writer lives on
            return self._told(error, sent)
        self.groups += 1
        self.jobs += len(group)
        return None

    def _execute(self, connection: sa.Connection, group: list[Job], rows: list[Any], told: list[str]) -> None:
        for job in group:
            for statement in job.statements:
                connection.execute(*statement if isinstance(statement, tuple) else (statement,))
        if rows and self._shared:
            connection.exec_driver_sql(_INSERT_WRITTEN, (to_json(rows).decode(),))
        elif rows:
            connection.exec_driver_sql(_INSERT_ROWS, rows)
        if told:
            connection.exec_driver_sql(_NOTIFY, (told,))

    def _told(self, error: Exception, sent: bool) -> BrelanError:
        """What a failure means: that it is there already, that nothing was stored, or that nobody knows."""
        code = getattr(error, "sqlstate", None) or ""  # PostgreSQL's own, where the driver was asked directly
        if code.startswith(_TAKEN):
            return Taken(N_("That was stored already."))
        if code and not code.startswith(_LOST):  # it answered: nothing of it was stored
            sent = False
        if self._shared and (sent or not (isinstance(error, sa.exc.DataError) or code.startswith(_BAD_DATA))):
            self.let_go()
        if sent:
            return Doubt(
                N_("The house does not know whether that was stored ({reason}): it looks it up. Try again."),
                reason=reason(error),
            )
        return StoreError(
            N_("The house cannot store anything just now ({reason}): nothing has changed. Try again."),
            reason=reason(error),
        )


def _commit_at_once(driver: Any, rows: list[tuple[Any, ...]], told: list[str]) -> None:
    """Stores entries, and tells of them, in one statement of the driver's own, which PostgreSQL commits by itself."""
    driver.autocommit = True
    try:
        driver.execute(_INSERT_AND_NOTIFY, [to_json(rows).decode(), told])
    finally:
        with contextlib.suppress(Exception):  # the connection is gone, and let go
            driver.autocommit = False


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


def tell(results: list[tuple[Job, BrelanError | None]]) -> None:
    """Wakes whoever waits for these jobs."""
    for job, problem in results:
        if job.done.cancelled():
            continue
        if problem is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(problem)

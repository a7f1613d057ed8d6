"""A PostgreSQL for the ordeal: SQLite in memory, which is told PostgreSQL's text in words of its own.

All servers share it, each by connections of its own. NOTIFY is told when a transaction commits, in the order of
commits. A connection may fail as the world says: before its commit, so that nothing is stored, or after, so that all is
and nobody is told.
"""

import functools
import itertools
import json
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from brelan.house.store import committer
from brelan.house.store.schema import metadata

EPOCH = 1.7e9  # what time it is when the loop's clock is at 0
_NUMBERS = itertools.count()


class Broken(sqlite3.OperationalError):
    """The connection is gone."""

    sqlstate = "57P01"


class Violated(sqlite3.IntegrityError):
    sqlstate = "23505"


@functools.cache
def translated(text: str) -> str:
    """PostgreSQL's text in SQLite's words."""
    text = text.replace("%s", "?")
    text = text.replace("extract(epoch FROM clock_timestamp())", "database_now()")
    text = re.sub(r"= ANY\((?:CAST\(\? AS text\[\]\)|\?)\)", "IN (SELECT value FROM json_each(?))", text)
    text = re.sub(r"unnest\(CAST\(\? AS text\[\]\)\) AS name", "(SELECT value AS name FROM json_each(?)) WHERE 1", text)
    text = text.replace("unnest(?::text[]) AS word", "(SELECT value AS word FROM json_each(?))")
    text = re.sub(r"unnest\(((?:[^()]|\([^()]*\))*)\)\s+AS (\w+)\(([^()]*)\)", _side_by_side, text)
    text = text.replace(
        "CROSS JOIN LATERAL (SELECT * FROM entries WHERE table_id = known.name AND seq > known.seq ORDER BY seq) AS e",
        "JOIN entries e ON e.table_id = known.name AND e.seq > known.seq ORDER BY e.table_id, e.seq",
    )
    return text.replace(
        "DELETE FROM leases USING tables WHERE tables.id = leases.table_id AND tables.status = 'over'",
        "DELETE FROM leases WHERE table_id IN (SELECT id FROM tables WHERE status = 'over')",
    )


def _side_by_side(found: "re.Match[str]") -> str:
    """Several arrays as the columns of one table."""
    alias, columns = found[2], [column.strip() for column in found[3].split(",")]
    chosen = ", ".join(f"a{n}.value AS {column}" for n, column in enumerate(columns))
    more = "".join(f" JOIN json_each(?) a{n} ON a{n}.key = a0.key" for n in range(1, len(columns)))
    return f"(SELECT {chosen} FROM json_each(?) a0{more}) AS {alias}"


def _plain(values: Any) -> Any:
    if isinstance(values, (tuple, list)):
        return tuple(json.dumps(value) if isinstance(value, list) else value for value in values)
    return values


class _Cursor(sqlite3.Cursor):
    def execute(self, text: str, values: Any = ()) -> Any:
        connection: Any = self.connection
        connection.may_break("execute")
        if text == committer._INSERT_AND_NOTIFY:  # a transaction of its own
            rows, told = values
            try:
                connection.insert(self, rows)
                super().execute(translated(committer._NOTIFY), _plain([told])).fetchall()
            except sqlite3.Error:
                connection.rollback()
                raise
            connection.commit()
            return self
        if text == committer._INSERT_WRITTEN:
            return connection.insert(self, *values)
        return super().execute(translated(text), _plain(values))

    def executemany(self, text: str, values: Any) -> Any:
        connection: Any = self.connection
        connection.may_break("execute")
        return super().executemany(translated(text), [_plain(one) for one in values])


class _Connection(sqlite3.Connection):
    """As the driver of PostgreSQL shows itself."""

    database: "Database"
    process: Any = None
    autocommit = False
    pgconn: Any

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(_Cursor)

    def execute(self, text: str, values: Any = ()) -> Any:
        return self.cursor().execute(text, values)

    def consume_input(self) -> None:
        """PostgreSQL has said no last words."""

    def insert(self, cursor: sqlite3.Cursor, rows: str) -> Any:
        try:
            # not by SQLite's own reading of JSON, to which the last bit of a time does not matter
            return sqlite3.Cursor.executemany(cursor, committer._INSERT_ROWS, json.loads(rows))
        except sqlite3.IntegrityError as error:
            raise Violated(str(error)) from None

    def may_break(self, when: str) -> None:
        if self.database.breaks(self.process, when):
            super().rollback()
            self.forget()
            raise Broken("server closed the connection unexpectedly")

    def commit(self) -> None:
        self.may_break("before commit")
        super().commit()
        told, self.told = self.told, []
        rows, self.rows = self.rows, []
        self.database.committed(self.process, rows, told)
        if self.database.breaks(self.process, "after commit"):
            raise Broken("server closed the connection unexpectedly")

    def rollback(self) -> None:
        super().rollback()
        self.forget()

    def forget(self) -> None:
        self.told: list[str] = []
        self.rows: list[tuple[Any, ...]] = []


class Database:
    """One database, in which all servers of a world meet."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._uri = f"file:ordeal{next(_NUMBERS)}?mode=memory&cache=shared"
        self.breaks: Callable[[Any, str], bool] = lambda process, when: False
        self.committed: Callable[[Any, list[tuple[Any, ...]], list[str]], None] = lambda process, rows, told: None
        self._kept = self.connect(None)  # as long as one is open it is there
        engine = self.engine(None)
        with engine.begin() as connection:
            metadata.create_all(connection)
            connection.exec_driver_sql(
                "CREATE TRIGGER entries_seen AFTER INSERT ON entries BEGIN SELECT entry_seen(new.table_id, new.seq, "
                "new.kind, new.who, new.code, new.body, new.key, new.at); END"
            )
            for change in ("UPDATE", "DELETE"):
                connection.exec_driver_sql(
                    f"CREATE TRIGGER no_{change} BEFORE {change} ON entries "
                    "BEGIN SELECT raise(ABORT, 'what is in the log stays there'); END"
                )
        engine.dispose()

    def connect(self, process: Any) -> sqlite3.Connection:
        made: Any = sqlite3.connect(self._uri, uri=True, factory=_Connection, check_same_thread=False)
        made.database, made.process, made.pgconn = self, process, made
        made.forget()
        made.create_function("database_now", 0, lambda: EPOCH + self._now())
        made.create_function("pg_notify", 2, lambda _, word: made.told.append(word))
        made.create_function("entry_seen", 8, lambda *row: made.rows.append(row))
        for lock in ("pg_advisory_xact_lock", "pg_try_advisory_lock_shared", "pg_try_advisory_xact_lock"):
            made.create_function(lock, 1, lambda _: 1)
        return made  # type: ignore[no-any-return]

    def engine(self, process: Any) -> sa.Engine:
        return sa.create_engine("sqlite://", creator=lambda: self.connect(process), poolclass=sa.QueuePool)

    def rows(self, text: str, *values: Any) -> list[Any]:
        """For the checkers, past all faults."""
        return sqlite3.Cursor(self._kept).execute(text, values).fetchall()

    def close(self) -> None:
        self._kept.close()

"""Where the store's database is, and who may be open on it: of a folder one house, of PostgreSQL any number of servers
with the same schema.
"""

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from ...model.errors import BrelanError
from ...model.words import N_

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_HOUSE = 0x6272656C616E  # "brelan": the number of the lock that the servers of a house share in PostgreSQL
_LEAVING = 3.0  # seconds in which PostgreSQL has heard that a server is gone
_OPENING = _HOUSE + 1  # held by one server at a time, while it opens
ELSEWHERE: dict[str, Any] = {  # a database that has vanished without a word is noticed within seconds
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


# A server that falls silent in the middle of a transaction (it was stopped, or its machine is gone) holds up everybody
# who writes of the same: PostgreSQL then gives it up, as fast as the others take it for dead.
_SILENT = """
SET idle_in_transaction_session_timeout = '5s'; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;
SET tcp_keepalives_count = 3
"""


def reason(error: Exception) -> str:
    """What a database said, as part of a sentence; of PostgreSQL what went wrong, and not in which line of what."""
    said = getattr(error, "orig", None) or error
    primary = getattr(getattr(said, "diag", None), "message_primary", None)
    return " ".join(str(primary or said).split()).rstrip(".")


def is_url(place: str) -> bool:
    return "://" in place


def database(folder: Path) -> Path:
    """The database of a data folder."""
    return folder / "house.db"


def engine_for(place: str | Path) -> sa.Engine:
    """The engine of a file (SQLite) or of a URL. BrelanError, with a sentence, if it cannot be had."""
    if isinstance(place, Path):
        _keep_private(place)
        place = f"sqlite:///{place}"
    scheme, _, rest = place.partition("://")
    if scheme in ("postgres", "postgresql"):
        place = f"postgresql+psycopg://{rest}"
    try:
        if place.startswith("postgresql"):
            engine = sa.create_engine(place, pool_pre_ping=True, connect_args=ELSEWHERE)
        else:
            engine = sa.create_engine(place)
    except ModuleNotFoundError as error:
        if scheme.startswith("postgres"):
            raise BrelanError(
                N_("PostgreSQL needs its driver, which is not installed: pip install brelan[postgres].")
            ) from None
        raise BrelanError(N_("The driver of this database, {driver}, is not installed."), driver=error.name) from None
    except (sa.exc.ArgumentError, ValueError):  # a port that is no number is the latter
        raise BrelanError(
            N_("That is no address of a database; one looks like postgresql://name:password@host/brelan.")
        ) from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _set_pragmas)
    elif engine.dialect.name == "postgresql":
        sa.event.listen(engine, "connect", _give_up_the_silent)
    return engine


def _keep_private(file: Path) -> None:
    """A database that only its owner can read: it holds the seeds of games being played. What SQLite lays beside it is
    as private as the file itself.
    """
    with contextlib.suppress(OSError):  # which opening it will tell, in a sentence
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        file.chmod(0o600)


def shown(place: str | Path) -> str:
    """The place as people may see it: without a password."""
    return (
        sa.make_url(place).render_as_string(hide_password=True)
        if isinstance(place, str) and is_url(place)
        else str(place)
    )


def hold(folder: Path) -> IO[str]:
    """The lock of a data folder: one house each. It is let go when the process ends, however it ends."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (folder / "house.lock").open("a+")
    except OSError as error:
        raise BrelanError(
            N_("Games cannot be kept in {folder} ({reason}): give another folder with --data."),
            folder=str(folder),
            reason=error.strerror or str(error),
        ) from None
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BrelanError(
            N_("Another house is open on {folder}: close it first, or give this one a folder of its own with --data."),
            folder=str(folder),
        ) from None
    return file


def open_alone(connection: sa.Connection) -> None:
    """In PostgreSQL: whoever opens next waits until this transaction ends."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_OPENING)))


def join(connection: sa.Connection) -> bool:
    """In PostgreSQL: this connection is one of the house's servers', until it ends. False where somebody keeps all
    others out: a server that changes the schema, or an older Brelan, which knew of one house only.
    """
    return bool(connection.execute(sa.select(sa.func.pg_try_advisory_lock_shared(_HOUSE))).scalar())


def is_alone(connection: sa.Connection) -> bool:
    """Whether no other server is open on this database; none comes until the transaction ends.

    PostgreSQL hears a little later that a server has gone: one that was just stopped is waited for.
    """
    if connection.dialect.name != "postgresql":
        return True  # the folder's lock has seen to it
    until = time.monotonic() + _LEAVING
    while not connection.execute(sa.select(sa.func.pg_try_advisory_xact_lock(_HOUSE))).scalar():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def _give_up_the_silent(connection: Any, _record: Any) -> None:
    connection.execute(_SILENT)
    connection.commit()


def _set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.execute("PRAGMA cache_size=-256")  # kB a connection: the system keeps the pages at hand anyway
    cursor.close()

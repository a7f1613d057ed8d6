"""The house's clock: what time it is, and that no jump of the machine's clock throws anybody out.

Within a process it only ever goes forward, at the pace of the monotonic clock. When the house opens it is set to the
machine's time, with PostgreSQL to the database's, and never to before what the house has written down already.
"""

import time

import sqlalchemy as sa

from ..store.schema import tables

_DAYS = 3650 * 86400.0  # a time further ahead than this was never written by a clock that was right


class Clock:
    """Seconds since 1970 as they were when the clock was set, and on from there."""

    def __init__(self) -> None:
        self.set(time.time())

    def set(self, now: float) -> None:
        self._base, self._at = now, time.monotonic()

    def now(self) -> float:
        return self._base + time.monotonic() - self._at


_clock = Clock()
now = _clock.now


def keep_up(there: float) -> None:
    """The database's clock is further than this one: several servers go by the same."""
    if there > now():
        _clock.set(there)


def open_clock(engine: sa.Engine) -> None:
    """Sets the clock when a house opens on this database."""
    with engine.connect() as connection:
        wall = time.time()
        if engine.dialect.name == "postgresql":
            wall = float(connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp())")).scalar() or wall)
        last = float(connection.execute(sa.select(sa.func.max(tables.c.touched))).scalar() or 0.0)
    _clock.set(max(wall, last) if last < wall + _DAYS else wall)

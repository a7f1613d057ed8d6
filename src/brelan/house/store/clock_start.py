"""What the house's clock is set to when a house opens on a database."""

import time

import sqlalchemy as sa

from ..base import clock
from .schema import tables

_DAYS = 3650 * 86400.0  # a time further ahead than this was never written by a clock that was right


def open_clock(engine: sa.Engine) -> None:
    """Sets the clock when a house opens on this database."""
    with engine.connect() as connection:
        wall = time.time()
        if engine.dialect.name == "postgresql":
            wall = float(connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp())")).scalar() or wall)
        last = float(connection.execute(sa.select(sa.func.max(tables.c.touched))).scalar() or 0.0)
    clock.start_at(max(wall, last) if last < wall + _DAYS else wall)

"""Who is at a table with which server: what a server tells the others of those who look at its tables.

Streams, wishes and presses are one server's own. Where several share a house, whoever drives a table has to know of all
of them: for whom a result is held, who waits for a start, whether anybody is there for bots to play on. It is kept in
rows of the server's own, which are void when the server is (`club.py`), and told only when it changes.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from .pacing import POLLING
from .schema import present
from .tables import HERE, Here

if TYPE_CHECKING:
    from .tables import Table

LOOKED = 30.0  # seconds for which somebody who asked for the table counts as somebody there
Present = dict[str, dict[str, Here]]  # by server and guest
_READ = "SELECT table_id, server, guest, looks, pace, continued FROM present WHERE table_id = ANY(%s) AND server <> %s"


def here(table: "Table") -> dict[str, Here]:
    """Who is at the table with this server."""
    now = time.monotonic()
    looks: dict[str, bool] = {}
    for watcher in table.watchers:
        looks[watcher.guest] = looks.get(watcher.guest, False) or watcher.looks
    looks |= {guest: True for guest, at in table.asked_at.items() if now - at < POLLING}
    if table.status == "waiting":
        looks |= {guest: looks.get(guest, False) for guest, at in table.seen.items() if now - at < HERE}
    if not looks and now - table.last_looked < LOOKED:
        looks[""] = False
    return {guest: Here(look, table.wishes.get(guest, ""), _seen(table, guest)) for guest, look in looks.items()}


def _seen(table: "Table", guest: str) -> int:
    """The seq of the result the guest has pressed on from."""
    return table.answers_from if guest and table.seat_of(guest) in table.continued else 0


def rewritten(table: str, server: str, found: dict[str, Here]) -> list[sa.Executable]:
    """The rows of one table and one server, put in the place of those before."""
    clear: list[sa.Executable] = [sa.delete(present).where(present.c.table_id == table, present.c.server == server)]
    rows = [{"table_id": table, "server": server, "guest": guest, **one._asdict()} for guest, one in found.items()]
    return [*clear, sa.insert(present).values(rows)] if rows else clear


def read_present(connection: Any, tables: Sequence[str], server: str) -> dict[str, Present]:
    """By table, who is there with other servers; {} for a table where nobody is. `connection` is the driver's own."""
    found: dict[str, Present] = {name: {} for name in tables}
    for name, there, guest, looks, pace, continued in connection.execute(_READ, [list(tables), server]).fetchall():
        found[name].setdefault(there, {})[guest] = Here(looks, pace, continued)
    return found

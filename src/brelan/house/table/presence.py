"""Who is at a table, and with which server.

Whoever has the table before their eyes is here; a page that is closed or hidden follows nothing, and so does who is
away. Since when, is kept in a row of its own: it is told when the table wakes again.

Streams, wishes and presses are one server's own. Where several share a house, whoever drives a table has to know of all
of them: for whom a result is held, who waits for a start, whether anybody is there for bots to play on. It is kept in
rows of the server's own, which are void when the server is (`cluster/club.py`), and told only when it changes.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ..store.schema import seen
from .pacing import POLLING
from .tables import HERE, Here

if TYPE_CHECKING:
    from ..store.store import Statement, Store
    from .tables import Table

LOOKED = 30.0  # seconds for which somebody who asked for the table counts as somebody there
Present = dict[str, dict[str, Here]]  # by server and guest
_CLEAR = sa.text("DELETE FROM present WHERE server = :server AND table_id = ANY(CAST(:tables AS text[]))")
_WRITE = sa.text(
    "INSERT INTO present (table_id, server, guest, looks, pace, continued) "
    "SELECT name, :server, guest, looks, pace, continued FROM unnest(CAST(:tables AS text[]), CAST(:guests AS text[]), "
    "CAST(:looks AS boolean[]), CAST(:paces AS text[]), CAST(:continued AS int[])) "
    "AS there(name, guest, looks, pace, continued)"
)
_READ = "SELECT table_id, server, guest, looks, pace, continued FROM present WHERE table_id = ANY(%s) AND server <> %s"


def here(table: "Table") -> dict[str, Here]:
    """Who is at the table with this server."""
    now = time.monotonic()
    looks: dict[str, bool] = {}
    for watcher in table.watchers:
        looks[watcher.guest] = looks.get(watcher.guest, False) or watcher.looks
    looks |= {guest: True for guest, at in table.asked_at.items() if now - at < POLLING}
    looks |= {guest: looks.get(guest, False) for guest, at in table.seen.items() if now - at < HERE}
    if not looks and now - table.last_looked < LOOKED:
        looks[""] = False
    return {guest: Here(look, table.wishes.get(guest, ""), _seen(table, guest)) for guest, look in looks.items()}


def _seen(table: "Table", guest: str) -> int:
    """The seq of the result the guest has pressed on from."""
    return table.answers_from if guest and table.seat_of(guest) in table.continued else 0


def rewritten(server: str, found: Mapping[str, Mapping[str, Here]]) -> "list[Statement]":
    """One server's rows of these tables, put in the place of those before: two statements, however many tables, since
    moves wait behind them.
    """
    rows = [(table, guest, *one) for table, guests in found.items() for guest, one in guests.items()]
    statements: list[Statement] = [(_CLEAR, {"server": server, "tables": list(found)})]
    if rows:
        names = ("tables", "guests", "looks", "paces", "continued")
        columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
        statements.append((_WRITE, {"server": server, **columns}))
    return statements


def read_present(connection: Any, tables: Sequence[str], server: str) -> dict[str, Present]:
    """By table, who is there with other servers; {} for a table where nobody is. `connection` is the driver's own."""
    found: dict[str, Present] = {name: {} for name in tables}
    for name, there, guest, looks, pace, continued in connection.execute(_READ, [list(tables), server]).fetchall():
        found[name].setdefault(there, {})[guest] = Here(looks, pace, continued)
    return found


# --- here or away, as everybody sees it


def look_round(table: "Table", now: float) -> list[str]:
    """Sees who is here, and tells the pages if that has changed. Answers who has left this server just now."""
    if not table.company:
        return []
    mono = time.monotonic()
    with_us = {watcher.guest for watcher in table.watchers}
    with_us |= {guest for guest, at in table.asked_at.items() if mono - at < POLLING}
    with_us |= {guest for guest, at in table.seen.items() if mono - at < HERE}
    with_others = {guest for there in table.elsewhere.values() for guest in there}
    found, gone = set(), []
    for guest in [seat.guest for seat in table.seats if seat.guest]:
        if guest in with_us or guest in with_others:
            table.last_seen[guest] = now
        if now - table.last_seen.get(guest, 0.0) < HERE:  # a page that has just gone may only be loaded anew
            found.add(guest)
        if guest in with_us:
            table.ours.add(guest)
        elif guest in table.ours and guest not in found:
            table.ours.discard(guest)
            gone.append(guest)
    if found != table.present:
        table.present = found
        table.told_anew()
    return gone


def left(gone: Iterable[tuple["Table", Sequence[str]]]) -> "list[Statement]":
    """The rows that tell when these were last at these tables, put in the place of those before: in one order, or two
    servers could wait for each other.
    """
    rows = sorted((table.id, guest, table.last_seen[guest]) for table, guests in gone for guest in guests)
    if not rows:
        return []
    clear = sa.delete(seen).where(seen.c.table_id == sa.bindparam("table"), seen.c.guest == sa.bindparam("who"))
    return [
        (clear, [{"table": table, "who": guest} for table, guest, _ in rows]),
        (sa.insert(seen), [{"table_id": table, "guest": guest, "at": at} for table, guest, at in rows]),
    ]


async def read_seen(store: "Store", table: str) -> dict[str, float]:
    """When those who have a seat were last here, as far as that is known."""
    query = sa.select(seen.c.guest, seen.c.at).where(seen.c.table_id == table)
    return await store.ask(lambda connection: {row.guest: row.at for row in connection.execute(query)})  # type: ignore[no-any-return]

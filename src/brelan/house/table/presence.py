"""Who is at a table, and with which server.

Whoever has the table before their eyes is here; a page that is closed or hidden follows nothing, and so does who is
away. Since when, is kept in a row of its own: it is told when the table wakes again.

Streams, wishes and presses are one server's own. Where several share a house, whoever drives a table has to know of all
of them: for whom a result is held, who waits for a start, whether anybody is there for bots to play on. It is kept in
rows of the server's own, which are void when the server is (`cluster/club.py`), and told only when it changes.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import sqlalchemy as sa

from ..base import world
from ..store.schema import seen

if TYPE_CHECKING:
    from ..store.committer import Statement
    from ..store.store import Store
    from .tables import Table

HERE = 6.0  # seconds for which somebody who has given a sign counts as here
LOOKED = 30.0  # seconds for which somebody who asked for the table counts as somebody there
Present = dict[str, dict[str, "Here"]]  # by server and guest
_CLEAR = sa.text("DELETE FROM present WHERE server = :server AND table_id = ANY(CAST(:tables AS text[]))")
_WRITE = sa.text(
    "INSERT INTO present (table_id, server, guest, looks, pace, continued) "
    "SELECT name, :server, guest, looks, pace, continued FROM unnest(CAST(:tables AS text[]), CAST(:guests AS text[]), "
    "CAST(:looks AS boolean[]), CAST(:paces AS text[]), CAST(:continued AS int[])) "
    "AS there(name, guest, looks, pace, continued)"
)
_READ = "SELECT table_id, server, guest, looks, pace, continued FROM present WHERE table_id = ANY(%s) AND server <> %s"


class Watcher(Protocol):
    """Somebody at the other end of a stream."""

    @property
    def guest(self) -> str: ...

    @property
    def looks(self) -> bool:
        """Whether a person looks on at the other end: results are held for them."""
        ...

    def poke(self) -> None: ...


class Here(NamedTuple):
    """What one server tells the others of somebody who is at a table with it."""

    looks: bool  # a person looks on: results are held for them
    pace: str = ""  # how long they want to see results
    continued: int = 0  # the seq of the result they have seen


@dataclass(slots=True)
class Signs:
    """What a guest has shown of themselves at a table."""

    asked: float = -math.inf  # when they last asked this server for something, by its own clock
    polled: float = -math.inf  # when they last asked it for news, without a stream: a person looks on
    last_here: float = 0.0  # when they were last known to be here, with whatever server, by the house's clock
    pace: str = ""  # how long they want to see results


class Presence:
    """Who is at a table. None of it stands in the log, and none of it outlives the server."""

    def __init__(self) -> None:
        self.watchers: dict[Watcher, None] = {}  # those who follow by a stream
        self.signs: dict[str, Signs] = {}  # by guest
        self.shown: set[str] = set()  # the seated guests who are here, as the pages show it
        self.with_us: set[str] = set()  # seated guests who are here with this server, as it was last looked at
        self.read_by: set[int] = set()  # the seats that have seen the result which lies there
        self.elsewhere: Present = {}  # who is here with other servers
        self.told: dict[str, Here] = {}  # what the others were last told of who is here with this one
        self.last_looked = world.monotonic()  # when somebody last asked for the table

    def of(self, guest: str) -> Signs:
        return self.signs.setdefault(guest, Signs())

    def here_now(self) -> dict[str, bool]:
        """The guests who are here with this server, and whether they look on."""
        now = world.monotonic()
        found: dict[str, bool] = {}
        for watcher in self.watchers:
            found[watcher.guest] = found.get(watcher.guest, False) or watcher.looks
        for guest, signs in self.signs.items():
            if now - signs.polled < HERE:
                found[guest] = True
            elif now - signs.asked < HERE:
                found.setdefault(guest, False)
        return found

    def is_here(self, guest: str) -> bool:
        """Whether the guest has the page open with any server, or had a moment ago. That a page which has closed may
        come back (`pacing.closed`) does not count: nobody's salt is asked for in the hope of that.
        """
        if any(watcher.guest == guest for watcher in self.watchers):
            return True
        signs = self.signs.get(guest)
        recently = signs is not None and world.monotonic() - signs.asked < HERE
        return recently or any(guest in there for there in self.elsewhere.values())

    def looking(self) -> set[str]:
        """The guests who look on, with any server."""
        found = {guest for guest, looks in self.here_now().items() if looks}
        return found | {guest for there in self.elsewhere.values() for guest, here in there.items() if here.looks}

    @property
    def is_followed(self) -> bool:
        """Whether anybody is there, by a stream or with another server."""
        return bool(self.watchers or self.elsewhere)

    def was_looked_at(self, seconds: float) -> bool:
        """Whether anybody is there, or has asked for the table within so many seconds."""
        return self.is_followed or world.monotonic() - self.last_looked < seconds

    def looked_at(self) -> None:
        """Somebody asks for the table."""
        self.last_looked = world.monotonic()

    def pace_of(self, guest: str) -> str:
        """How long the guest wants to see results; "": they have not said. Nothing is kept of who only looks on."""
        signs = self.signs.get(guest)
        return signs.pace if signs is not None else ""

    def last_here(self, guest: str) -> float | None:
        """When the guest was last known to be here, by the house's clock."""
        signs = self.signs.get(guest)
        return signs.last_here if signs is not None and signs.last_here else None

    def poke(self) -> None:
        """Everybody sees what has changed."""
        for watcher in self.watchers:
            watcher.poke()


def here(table: "Table") -> dict[str, Here]:
    """Who is at the table with this server, as the others are told."""
    presence = table.presence
    found = presence.here_now()
    if not found and world.monotonic() - presence.last_looked < LOOKED:
        found[""] = False
    return {guest: Here(looks, presence.pace_of(guest), _seen(table, guest)) for guest, looks in found.items()}


def _seen(table: "Table", guest: str) -> int:
    """The seq of the result the guest has pressed on from."""
    return table.answers_from if guest and table.seat_of(guest) in table.presence.read_by else 0


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
    presence = table.presence
    with_us = presence.here_now()
    with_others = {guest for there in presence.elsewhere.values() for guest in there}
    found, gone = set(), []
    for guest in [seat.guest for seat in table.seats if seat.guest]:
        signs = presence.of(guest)
        if guest in with_us or guest in with_others:
            signs.last_here = now
        if now - signs.last_here < HERE:  # a page that has just gone may only be loaded anew
            found.add(guest)
        if guest in with_us:
            presence.with_us.add(guest)
        elif guest in presence.with_us and guest not in found:
            presence.with_us.discard(guest)
            gone.append(guest)
    if found != presence.shown:
        presence.shown = found
        table.told_anew()
    return gone


def left(gone: Iterable[tuple["Table", Sequence[str]]]) -> "list[Statement]":
    """The rows that tell when these were last at these tables, put in the place of those before: in one order, or two
    servers could wait for each other.
    """
    rows = sorted((table.id, guest, table.presence.of(guest).last_here) for table, guests in gone for guest in guests)
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

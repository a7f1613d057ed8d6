"""An evening: people who join by one link, rounds of tables the house makes, and how they stand.

An evening has a log like a table's, in the same place and by the same rule: (evening, seq) is there once. What it is
follows from its log; where two servers write at once, the second reads what the first wrote and judges again. A round's
entry names its tables before they are laid: whoever looks lays those that are not there yet, so that a server that dies
in between leaves nothing half done and nothing twice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from ...model.words import N_
from ..base import clock
from ..base.errors import EveningFull, EveningOver, HostOnly, NoSuchEvening, Stale, TooManyTables
from ..base.ids import is_id, new_id
from ..store.schema import entries, evening_people, evenings, results
from ..store.schema import tables as table_rows
from ..store.store import Entry, Store, Taken, read_entry, replaced
from ..table.results import read_result

if TYPE_CHECKING:
    from ..table.ratings import Result

MOST_PEOPLE = 60
MOST_ROUNDS = 30
MOST_EVENINGS = 10  # a guest may open a day
TITLE_LIMIT = 60
WIN = 60  # points for coming first; the last has none, the others are evenly between: it divides by two to five
DAY = 24 * 3600.0
TRIES = 60  # how often a change is judged again when others were quicker: a whole room may join at once


@dataclass
class Person:
    name: str
    here: bool = True  # or sits the next rounds out


class Laid(NamedTuple):
    """A table of a round."""

    id: str
    people: tuple[str, ...]
    bots: int


@dataclass
class Evening:
    """An evening as its log has it."""

    id: str
    host: str = ""
    opened: float = 0.0
    seq: int = 0
    title: str = ""
    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    wish: int = 0  # people at a table, if it can be
    pace: int = 0
    rated: bool = True
    lang: str = "en"
    people: dict[str, Person] = field(default_factory=dict)
    rounds: list[tuple[Laid, ...]] = field(default_factory=list)
    over: bool = False
    ended: float = 0.0

    def read(self, entry: Entry) -> None:
        """One more entry of its log."""
        body, self.seq = entry.body, entry.seq
        if entry.kind == "open":
            self.opened = entry.at
            for name in ("host", "title", "game", "options", "wish", "pace", "rated", "lang"):
                setattr(self, name, body[name])
        elif entry.kind == "join":
            self.people[body["guest"]] = Person(body["name"])
        elif entry.kind == "pause":
            self.people[body["guest"]].here = False
        elif entry.kind == "round":
            self.rounds.append(tuple(Laid(one["id"], tuple(one["people"]), one["bots"]) for one in body["tables"]))
        elif entry.kind == "close":
            self.over, self.ended = True, entry.at

    @property
    def here(self) -> list[str]:
        return [guest for guest, person in self.people.items() if person.here]

    @property
    def tables(self) -> list[str]:
        return [laid.id for tables in self.rounds for laid in tables]

    def table_of(self, guest: str) -> Laid | None:
        """Where somebody plays in the last round."""
        return next((laid for laid in (self.rounds[-1] if self.rounds else ()) if guest in laid.people), None)


class Place(NamedTuple):
    """A line of an evening's standings."""

    place: int
    guest: str
    name: str
    points: float
    won: int
    games: int


def points(result: "Result", guest: str) -> float | None:
    """What a game brings somebody: 60 for the first, 0 for the last, the others evenly between; equals share."""
    own = next((seat for seat in result.seats if seat.who == guest), None)
    if own is None:
        return None
    others = [seat.payoff for seat in result.seats if seat is not own]
    beaten = sum(paid < own.payoff for paid in others) + sum(paid == own.payoff for paid in others) / 2
    return WIN * beaten / len(others)


def standings(evening: Evening, ended: Mapping[str, "Result"]) -> list[Place]:
    """How everybody stands by the games that are over."""
    rows = []
    for guest, person in evening.people.items():
        got = [points(ended[name], guest) for name in evening.tables if name in ended]
        mine = [one for one in got if one is not None]
        rows.append((sum(mine), sum(one == WIN for one in mine), len(mine), guest, person.name))
    return [
        Place(1 + sum((other[0], other[1]) > (total, won) for other in rows), guest, name, total, won, games)
        for total, won, games, guest, name in sorted(rows, key=lambda row: (-row[0], -row[1], row[4]))
    ]


# --- in the store


async def found(store: Store, name: str) -> Evening:
    """An evening, read from its log."""
    if not is_id(name):
        raise NoSuchEvening(N_("There is no such evening."))
    query = sa.select(entries).where(entries.c.table_id == name).order_by(entries.c.seq)

    def ask(connection: sa.Connection) -> list[Entry]:
        known = connection.execute(sa.select(evenings.c.id).where(evenings.c.id == name)).first()
        return [read_entry(*row[1:]) for row in connection.execute(query)] if known is not None else []

    log = await store.ask(ask)
    if not log:
        raise NoSuchEvening(N_("There is no such evening."))
    evening = Evening(name)
    for entry in log:
        evening.read(entry)
    return evening


async def opened_by(store: Store, host: str, **facts: Any) -> Evening:
    """A new evening."""
    now = clock.now()
    many = sa.select(sa.func.count()).select_from(evenings)
    query = many.where(evenings.c.host == host, evenings.c.created > now - DAY)
    if await store.ask(lambda connection: connection.execute(query).scalar() or 0) >= MOST_EVENINGS:
        raise TooManyTables(N_("You have opened {most} evenings since yesterday: that is enough."), most=MOST_EVENINGS)
    name = new_id()
    entry = Entry(1, "open", body={"host": host, **facts}, at=now)
    await store.append(name, [entry], sa.insert(evenings).values(id=name, host=host, created=now))
    evening = Evening(name)
    evening.read(entry)
    return evening


Judged = Callable[[Evening], tuple[str, dict[str, Any]] | None]


async def changed(store: Store, name: str, judge: Judged, *statements: sa.Executable) -> Evening:
    """One more entry, judged by what the log says: again, if another server was quicker; None: nothing is to change."""
    for _ in range(TRIES):
        evening = await found(store, name)
        if evening.over:
            raise EveningOver(N_("This evening is over."))
        wanted = judge(evening)
        if wanted is None:
            return evening
        entry = Entry(evening.seq + 1, wanted[0], body=wanted[1], at=clock.now())
        try:
            await store.append(name, [entry], *statements)
        except Taken:
            continue
        evening.read(entry)
        return evening
    raise Stale(N_("The evening has moved on since: look again."))


async def join(store: Store, name: str, guest: str, wanted: str) -> Evening:
    """Somebody comes, or comes back."""

    def judge(evening: Evening) -> tuple[str, dict[str, Any]] | None:
        known = evening.people.get(guest)
        if known is not None and known.here:
            return None
        if known is None and len(evening.people) >= MOST_PEOPLE:
            raise EveningFull(N_("This evening is full: {most} people have come."), most=MOST_PEOPLE)
        taken = {person.name for other, person in evening.people.items() if other != guest}
        own, number = known.name if known else wanted, 2
        while own in taken:
            own, number = f"{wanted[:34]} {number}", number + 1
        return "join", {"guest": guest, "name": own}

    return await changed(store, name, judge, *replaced(evening_people, {"guest": guest, "evening_id": name}, {}))


async def pause(store: Store, name: str, asked: str, number: int | None = None) -> Evening:
    """Somebody sits the next rounds out; with a number, the host says so of that person."""

    def judge(evening: Evening) -> tuple[str, dict[str, Any]] | None:
        guest = asked
        if number is not None:
            host_only(evening, asked)
            guest = list(evening.people)[number] if 0 <= number < len(evening.people) else ""
        known = evening.people.get(guest)
        return ("pause", {"guest": guest}) if known is not None and known.here else None

    return await changed(store, name, judge)


async def close(store: Store, name: str, asked: str) -> Evening:
    """The host ends it: the results stand, and nobody joins any more."""

    def judge(evening: Evening) -> tuple[str, dict[str, Any]]:
        host_only(evening, asked)
        return "close", {}

    return await changed(store, name, judge)


def host_only(evening: Evening, guest: str) -> None:
    if guest != evening.host or not guest:
        raise HostOnly(N_("Only the host of this evening can do that."))


async def results_of(store: Store, names: Sequence[str]) -> dict[str, "Result"]:
    """How those of these tables came out that are over."""
    query = sa.select(results).where(results.c.table_id.in_(names))
    rows = await store.ask(lambda connection: list(connection.execute(query))) if names else []
    return {row.table_id: read_result(row) for row in rows}


async def statuses(store: Store, names: Sequence[str]) -> dict[str, str]:
    query = sa.select(table_rows.c.id, table_rows.c.status).where(table_rows.c.id.in_(names))
    rows = await store.ask(lambda connection: [tuple(row) for row in connection.execute(query)]) if names else []
    return dict(rows)


async def evenings_of(store: Store, guest: str, limit: int = 20) -> list[Evening]:
    """The evenings somebody has been at or opened, the last one first."""
    mine = sa.select(evening_people.c.evening_id).where(evening_people.c.guest == guest)
    chosen = sa.or_(evenings.c.id.in_(mine), evenings.c.host == guest)
    query = sa.select(evenings.c.id).where(chosen).order_by(evenings.c.created.desc()).limit(limit)
    names = await store.ask(lambda connection: list(connection.execute(query).scalars()))
    return [await found(store, name) for name in names]

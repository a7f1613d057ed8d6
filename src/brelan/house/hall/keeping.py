"""What is kept, kept well: backups, all records as text and back, and abandoned tables put away."""

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ...engine.paths import data_folder
from ...model.errors import BrelanError
from ...model.words import N_
from ...play import catalogue
from ...play.record import Record
from ..base import clock
from ..base.config import Config
from ..base.ids import new_id
from ..base.rules_digest import rules_digest
from ..base.seats import Seat
from ..store.clock_start import open_clock
from ..store.database import database, engine_for, hold, is_url, reason, shown
from ..store.schema import entries, leases, present, seen, sitting, tables, talk
from ..store.store import Entry, Store, StoreError, written
from .hall import Hall

DAY = 86400.0
FLEETING = ("servers", "leases", "present")  # who is open and who looks: nothing for a backup
HOUR = 3600.0  # seconds between two looks for abandoned tables
Told = Callable[[str], None]
logger = logging.getLogger("brelan.house")


def place_of(data: str) -> Path | str:
    """Where games are kept: a URL, or the database of a folder."""
    return data if is_url(data) else database(Path(data) if data else data_folder())


# --- backups


def backup(data: str, file: Path) -> None:
    """All of it in one file, while the house plays on: as it was at one moment."""
    place = place_of(data)
    if file.exists():
        raise BrelanError(N_("{file} is there already: give another name."), file=str(file))
    if not (place.exists() if isinstance(place, Path) else _has_tables(place)):
        folder = str(place.parent) if isinstance(place, Path) else shown(place)
        raise BrelanError(N_("There are no games in {folder}."), folder=folder)
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # seeds of games being played are in it
    except OSError as error:
        raise BrelanError(
            N_("{folder} cannot be written to ({reason})."), folder=str(file), reason=error.strerror or str(error)
        ) from None
    if isinstance(place, str):
        without = [f"--exclude-table-data={name}" for name in FLEETING]
        try:
            _postgres("pg_dump", place, "--format=custom", "--no-owner", *without, "--file", str(file))
        except BrelanError:
            file.unlink()
            raise
        return
    with contextlib.closing(sqlite3.connect(place)) as here, contextlib.closing(sqlite3.connect(file)) as there:
        here.backup(there)


def restore(data: str, file: Path) -> None:
    """A backup, into a place where there is nothing yet."""
    place = place_of(data)
    if not file.is_file():
        raise BrelanError(N_("There is no file {file}."), file=str(file))
    is_sqlite = file.open("rb").read(16).startswith(b"SQLite format 3")
    if isinstance(place, str):
        if is_sqlite:
            raise BrelanError(N_("{file} is the backup of a folder, not of a PostgreSQL."), file=str(file))
        if _has_tables(place):
            raise BrelanError(
                N_("There are games in {place}: a backup is restored where nothing is."), place=shown(place)
            )
        _postgres("pg_restore", place, "--no-owner", "--exit-on-error", "--single-transaction", str(file))
        return
    if not is_sqlite:
        raise BrelanError(N_("{file} is no backup of a folder."), file=str(file))
    with hold(place.parent):  # no house is open there
        if place.exists():
            raise BrelanError(
                N_("There are games in {place}: a backup is restored where nothing is."), place=str(place.parent)
            )
        os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with contextlib.closing(sqlite3.connect(file)) as there, contextlib.closing(sqlite3.connect(place)) as here:
            there.backup(here)


def _has_tables(url: str) -> bool:
    engine = engine_for(url)
    try:
        with engine.connect() as connection:
            return bool(sa.inspect(connection).get_table_names())
    except sa.exc.SQLAlchemyError as error:
        raise BrelanError(
            N_("The house cannot open its store {place} ({reason})."), place=shown(url), reason=reason(error)
        ) from None
    finally:
        engine.dispose()


def _postgres(program: str, url: str, *arguments: str) -> None:
    """One of PostgreSQL's own programs. The password goes by the environment, where no list of processes shows it."""
    found = shutil.which(program)
    if found is None:
        raise BrelanError(N_("{program}, which comes with PostgreSQL, is not on this machine."), program=program)
    address = sa.make_url(url).set(drivername="postgresql")
    env = {**os.environ, **({"PGPASSWORD": str(address.password)} if address.password else {})}
    where = address._replace(password=None).render_as_string()  # `set` would leave it, to be shown as ***
    done = subprocess.run([found, *arguments, "--dbname", where], env=env, capture_output=True, text=True)
    if done.returncode:
        said = " ".join((done.stderr.strip().splitlines() or [""])[-1].split())
        raise BrelanError(N_("{program} did not succeed: {said}"), program=program, said=said[:300])


# --- all records as text


@contextlib.contextmanager
def opened(data: str) -> Iterator[Store]:
    place = place_of(data)
    if isinstance(place, Path) and not place.exists() and not place.parent.is_dir():
        raise BrelanError(N_("There are no games in {folder}."), folder=str(place.parent))
    store = Store(place)
    try:
        yield store
    finally:
        store.close()


def export(data: str, folder: Path, tell: Told, lang: str = "en") -> int:
    """Writes every finished game as a record of its own into a folder; answers how many were new there."""
    with opened(data) as store:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return asyncio.run(_export(store, folder, tell, lang))
        except OSError as error:
            raise BrelanError(
                N_("{folder} cannot be written to ({reason})."), folder=str(folder), reason=error.strerror or str(error)
            ) from None


async def _export(store: Store, folder: Path, tell: Told, lang: str) -> int:
    hall = Hall(store, Config())
    query = sa.select(tables.c.id, tables.c.game).where(tables.c.status == "over").order_by(tables.c.created)
    with store.engine.connect() as connection:
        over = list(connection.execute(query))
    count = 0
    for name, game in over:
        file = folder / f"{game}-{name}.record"
        if file.exists():
            continue
        try:
            file.write_text(await _text(hall, name), encoding="utf-8")
            count += 1
        except BrelanError as error:
            tell(f"{file.name}: {error.said(lang)}")
    return count


async def _text(hall: Hall, name: str) -> str:
    kept = await hall.ending(name)
    if kept is not None:
        return kept.record
    stored = await hall.store.load(name)
    assert stored is not None
    table = await hall.laid_again(stored[0], await hall.known_rules(stored[0]), stored[1])
    return str(table.record(None))


def import_records(data: str, files: list[Path], tell: Told, lang: str = "en") -> int:
    """Records of finished games, as files or folders of them, become tables that can be replayed; answers how many."""
    for one in files:
        if not one.exists():
            raise BrelanError(N_("There is no file {file}."), file=str(one))
    found = [file for one in files for file in (sorted(one.glob("*.record")) if one.is_dir() else [one])]
    place = place_of(data)
    with hold(place.parent) if isinstance(place, Path) else contextlib.nullcontext(), opened(data) as store:
        return asyncio.run(_import(store, found, tell, lang))


async def _import(store: Store, files: list[Path], tell: Told, lang: str) -> int:
    open_clock(store.engine)
    count = 0
    for file in files:
        try:
            record = Record.parse(file.read_text(encoding="utf-8"))
            record.verify()
            count += await _keep(store, record)
        except (OSError, UnicodeDecodeError) as error:
            tell(f"{file}: {error}")
        except BrelanError as error:
            tell(f"{file}: {error.said(lang)}")
    return count


async def _keep(store: Store, record: Record) -> bool:
    """Stores one finished game; False if it is there already."""
    game = catalogue.game(record.game)
    if record.payoff is None or record.source is None or record.source.seed is None:
        raise BrelanError(N_("Only finished games of a house, with their seed, can be imported."))
    state = record.replay()
    if len(state.log) != len(record.moves):  # the referee tells more today
        raise BrelanError(N_("This game was played under older rules, which this house no longer knows."))
    name = record.table or new_id()
    if await store.load(name) is not None:
        return False
    now = clock.now()
    seats: dict[int, Seat] = {}
    for number, who in enumerate(record.names):
        seats[record.drawn[number] if record.drawn else number] = Seat("guest", "", who, salt="")
    log = [Entry(n + 1, "seat", n, 0, _plain(seats[n]), None, now) for n in range(len(seats))]
    start: dict[str, Any] = {"salts": list(record.salts)}
    if record.drawn:
        start["drawn"] = list(record.drawn)
    log.append(Entry(len(log) + 1, "start", -1, 0, start, None, now))
    for move, code in zip(record.moves, state.log, strict=True):
        log.append(Entry(len(log) + 1, "move", move.who, code, {}, None, now))
    row = sa.insert(tables).values(
        id=name,
        game=game.name,
        version=game.version,
        players=len(seats),
        options=written(dict(state.options)),
        settings=written({"advice": True, "pace": 0, "draws_seats": bool(record.drawn)}),
        host="",
        seed=record.source.seed.hex(),
        created=now,
        status="over",
        public=False,
        lively=False,
        touched=now,
        seats=written([{"kind": "guest", "name": who, "level": ""} for who in record.names]),
        digest=rules_digest(game),
    )
    await store.append(name, log, row)
    return True


def _plain(seat: Seat) -> dict[str, Any]:
    return {field: getattr(seat, field) for field in Seat.__dataclass_fields__}


# --- abandoned tables


def abandoned(before: float) -> sa.Select[Any]:
    """Tables that are not over, of which nothing was heard since then, and at which nobody is."""
    lately = sa.select(entries.c.table_id).where(entries.c.at >= before)
    looked_at = sa.select(present.c.table_id)
    return (
        sa.select(tables.c.id)
        .where(tables.c.status != "over", tables.c.created < before)
        .where(tables.c.id.not_in(lately), tables.c.id.not_in(looked_at))
        .limit(500)
    )


async def put_away(hall: Hall, days: float) -> int:
    """Deletes tables that nobody has touched for so many days and that are not over; answers how many."""
    query = abandoned(clock.now() - days * DAY)
    found = await hall.store.ask(lambda connection: list(connection.execute(query).scalars()))
    names = [name for name in found if name not in hall.tables or not hall.tables[name].presence.watchers]
    for name in names:
        hall.tables.pop(name, None)
    if names:
        of = [(entries, entries.c.table_id), (sitting, sitting.c.table_id), (leases, leases.c.table_id)]
        of += [(seen, seen.c.table_id), (talk, talk.c.table_id), (tables, tables.c.id)]
        await hall.store.note(*(sa.delete(table).where(column.in_(names)) for table, column in of))
    return len(names)


async def keep_tidy(hall: Hall, days: float) -> None:
    """Puts abandoned tables away, as long as the house is open."""
    while days > 0:
        with contextlib.suppress(StoreError):
            many = await put_away(hall, days)
            if many:
                logger.warning("Tables put away that nobody had touched for %g days: %d.", days, many)
        await asyncio.sleep(HOUR)

"""Backups, all records as text, abandoned tables, and what whoever keeps a house can see of it."""

import asyncio
import json
import logging
import sqlite3

import pytest

from brelan import Record
from brelan.house.base import clock, logs
from brelan.house.base.words import speak
from brelan.house.hall import keeping
from brelan.house.http import status
from brelan.house.store.store import Store
from brelan.model.errors import BrelanError

from .conftest import Elsewhere, open_hall, person, read, table_of


async def finished(hall):
    """A short game that is over, played by two people."""
    katy, leo = person("Katy", "pepper1234"), person("Léo", "salt123456")
    table = await table_of(hall, katy, leo, parties=1, target=300)
    guests = [seat.guest for seat in table.seats]
    while table.status != "over":
        await read(table)
        if table.mover >= 0:
            move = "stop" if "stop" in table.state.moves() else "throw 1 2 3"
            await table.play(guests[table.mover], table.seq, [move], None)
    return table


@pytest.mark.parametrize("place", ["folder", "postgres"])
def test_what_is_backed_up_is_restored_and_what_is_exported_imported(place, tmp_path, request):
    """A house in a folder, or one in PostgreSQL: while it plays on."""
    if place == "postgres":
        postgres = request.getfixturevalue("postgres")
        data, other, third = (postgres.new_database() for _ in range(3))
        where = Elsewhere(data)
    else:
        data, other, third = (str(tmp_path / name) for name in ("one", "two", "three"))
        (tmp_path / "one").mkdir()
        where = tmp_path / "one"
    told = []

    async def work():
        async with open_hall(where) as hall:
            table = await finished(hall)
            running = await table_of(hall, person(), person("Léo"))
            await running.play(running.seats[0].guest, running.seq, ["throw 1 2 3"], None)
            await asyncio.to_thread(keeping.backup, data, tmp_path / "a.backup")
            await asyncio.to_thread(keeping.export, data, tmp_path / "records", told.append)
            return table, running, str(table.record(None))

    table, running, record = asyncio.run(work())
    with pytest.raises(BrelanError, match="there already"):
        keeping.backup(data, tmp_path / "a.backup")
    assert (tmp_path / "a.backup").stat().st_mode & 0o077 == 0, "it holds the seeds of games being played"
    keeping.restore(other, tmp_path / "a.backup")
    with pytest.raises(BrelanError, match="where nothing is"):
        keeping.restore(other, tmp_path / "a.backup")
    store = Store(keeping.place_of(other))
    row, log = asyncio.run(store.load(running.id))
    assert row.seed == running.head.source.seed.hex() and len(log) == running.seq
    store.close()
    # the finished game, and no other, is a text; it comes back as a table that can be replayed and verified
    (file,) = (tmp_path / "records").iterdir()
    assert file.name == f"dodeka-{table.id}.record" and file.read_text() == record and not told
    assert "Fair" in str(Record.parse(record).verify())
    assert keeping.import_records(third, [tmp_path / "records"], told.append) == 1
    assert keeping.import_records(third, [file], told.append) == 0, "it is there already"
    (tmp_path / "wrong.record").write_text(record.replace("throw", "thraw"))
    assert keeping.import_records(third, [tmp_path / "wrong.record"], told.append) == 0 and "wrong.record" in told[-1]
    keeping.export(third, tmp_path / "again", told.append)
    assert (tmp_path / "again" / file.name).read_text() == record
    found = status.facts(data)
    assert found["tables"] == {"over": 1, "playing": 1}
    assert "being played 1, over 1" in status.sentences(found, speak("en"))[0]


def test_a_damaged_or_missing_file_is_a_sentence(tmp_path):
    (tmp_path / "junk").write_bytes(b"junk")
    for work in (
        lambda: keeping.restore(str(tmp_path / "x"), tmp_path / "junk"),
        lambda: keeping.restore(str(tmp_path / "x"), tmp_path / "nothing"),
        lambda: keeping.backup(str(tmp_path / "nowhere"), tmp_path / "b"),
        lambda: keeping.backup("postgresql://localhost:port/brelan", tmp_path / "b"),
        lambda: keeping.import_records(str(tmp_path / "x"), [tmp_path / "nothing"], print),
        lambda: status.facts(str(tmp_path / "nowhere")),
        lambda: status.facts("postgresql://localhost:port/brelan"),
    ):
        with pytest.raises(BrelanError):
            work()
    assert not (tmp_path / "b").exists()


def test_a_password_goes_to_postgresqls_programs_by_the_environment(tmp_path, monkeypatch):
    """Whole: the tests' own PostgreSQL asks for none."""
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$PGPASSWORD" "$@" > {tmp_path}/called\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    keeping._postgres("pg_dump", "postgresql://katy:s%40crét@localhost:5433/brelan", "--verbose")
    called = (tmp_path / "called").read_text()
    assert called == "s@crét --verbose --dbname postgresql://katy@localhost:5433/brelan\n"


def test_abandoned_tables_are_put_away_and_no_others(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            over = await finished(hall)
            old, new = [await table_of(hall, person(), person("Léo")) for _ in range(2)]
            with sqlite3.connect(tmp_path / "house.db") as connection:
                for name in (over.id, old.id):
                    connection.execute("UPDATE entries SET at = at - 864000 WHERE table_id = ?", [name])
                    connection.execute("UPDATE tables SET created = created - 864000 WHERE id = ?", [name])
            assert await keeping.put_away(hall, 30) == 0
            assert await keeping.put_away(hall, 9) == 1
            assert await hall.store.load(old.id) is None and old.id not in hall.tables
            assert await hall.store.load(over.id) and await hall.store.load(new.id)
            assert await hall.store.after(old.id, 0) == []

    asyncio.run(work())


def test_health_readiness_and_numbers(guest, house):
    katy = guest()
    katy.base_url = house.url
    assert katy.get("/healthz").text == "ok\n" and katy.get("/readyz").text == "ready\n"
    page = katy.get("/metrics")
    assert page.status_code == 200 and "brelan_stored_seconds_bucket" in page.text
    for name in ("moves_total", "tables_awake", "streams", "bots_waiting", "bot_failures_total", "store_batches_total"):
        assert f"\nbrelan_{name} " in page.text, name
    assert "process_resident_memory_bytes" in page.text
    assert katy.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 404, "not for visitors"


def test_a_log_line_as_json():
    made = logging.LogRecord("brelan.house", logging.WARNING, "here.py", 1, "Table %s:\nit", ("x",), None)
    said = json.loads(logs.AsJson().format(made))
    assert said["level"] == "WARNING" and said["message"] == "Table x:\nit" and said["time"].endswith("+00:00")
    assert abs(made.created - clock.now()) < 3600

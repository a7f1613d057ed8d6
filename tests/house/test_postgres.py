"""The same store on a PostgreSQL of our own, started for these tests: it follows by its URL alone."""

import asyncio
import sys
import time

import pytest
import sqlalchemy as sa

from brelan.house.base import clock
from brelan.house.store.clock_start import open_clock
from brelan.house.store.database import engine_for, shown
from brelan.house.store.schema import SCHEMA
from brelan.house.store.store import Store, StoreError
from brelan.house.testing import HouseProcess, free_port
from brelan.model.errors import BrelanError

from ..commands import run
from . import test_store
from .conftest import Elsewhere, Guest, open_hall, person, table_of
from .postgres import HERE

ONLY_SQLITE = ("full_disk", "one_house", "second_house")
BEHAVIOURS = [
    test
    for name, test in vars(test_store).items()
    if name.startswith("test_") and not any(word in name for word in ONLY_SQLITE)
]


@pytest.mark.parametrize("behaviour", BEHAVIOURS, ids=lambda test: test.__name__)
def test_it_behaves_as_the_file_does(behaviour, url):
    behaviour(Elsewhere(url))


def test_a_house_there_plays_a_whole_game_and_is_killed_in_between(url, tmp_path):
    house = HouseProcess(tmp_path, "--bot-pause", "0", "--rate", "2000", "--workers", "1", data=url)
    with house:
        katy = Guest(house.url)
        wanted = {
            "game": "dodeka",
            "seats": [{"who": "me"}, {"who": "bot", "level": "novice"}],
            "options": {"parties": 1, "target": 700},
            "public": True,
        }
        name = katy.post("/tables", json=wanted).json()["id"]
        moves = 0
        until = time.monotonic() + 120
        while (state := katy.table(name))["status"] != "over":
            assert time.monotonic() < until
            if state["moves"]:
                assert (
                    katy.play(name, "stop" if "stop" in state["moves"] else "throw 1 2 3", seq=state["seq"]).status_code
                    == 200
                )
                moves += 1
                if moves == 2:
                    before = katy.table(name)
                    house.kill()
                    house.start()
                    after = katy.table(name)
                    assert after["seq"] >= before["seq"]
                    assert after["commitment"] == before["commitment"]
            else:
                time.sleep(0.05)
        assert moves >= 2
        assert "Fair" in katy.get(f"/tables/{name}/verify").json()["said"]
        assert [row["id"] for row in katy.get("/tables").json()["own"]] == [name]


def test_servers_share_a_database_but_not_while_its_schema_changes(url):
    """Any number may be open on it; one that has to change it needs the others to stop, and says so."""
    first, second = Store(url), Store(url)
    with first.engine.begin() as connection:
        connection.execute(sa.text("UPDATE house SET schema = 3"))
        connection.execute(sa.text("ALTER TABLE tables DROP COLUMN digest"))
        connection.execute(sa.text("DROP INDEX entries_by_key"))
        connection.execute(sa.text("ALTER TABLE entries ADD UNIQUE (table_id, key)"))
    with pytest.raises(BrelanError, match="stop them all, then start this one"):
        Store(url)
    first.close()
    second.close()
    with Store(url).engine.begin() as connection:
        assert connection.execute(sa.text("SELECT schema FROM house")).scalar() == SCHEMA
        assert "digest" in {column["name"] for column in sa.inspect(connection).get_columns("tables")}
        assert sa.inspect(connection).get_unique_constraints("entries") == []
        assert [index["name"] for index in sa.inspect(connection).get_indexes("entries")] == ["entries_by_key"]
        connection.execute(sa.text("UPDATE house SET schema = 1000"))
    with pytest.raises(BrelanError, match="newer Brelan"):
        Store(url)


def test_the_house_goes_by_the_databases_clock(url, monkeypatch):
    """Whatever the machine the house runs on believes."""
    real = time.time
    store = Store(url)
    try:
        monkeypatch.setattr(time, "time", lambda: real() + 30 * 86400)
        open_clock(store.engine)
        assert abs(clock.now() - real()) < 3600
    finally:
        monkeypatch.setattr(time, "time", real)
        open_clock(store.engine)
        store.close()


def test_a_database_that_goes_away_is_a_sentence_and_comes_back(postgres, url):
    async def work():
        async with open_hall(Elsewhere(url)) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            before = table.seq, table.state.copy()
            postgres.stop()
            try:
                with pytest.raises(StoreError, match="nothing has changed"):
                    await table.play(players[0].guest, table.seq, ["throw 1 2 3"], "k")
                assert (table.seq, table.state) == before
            finally:
                postgres.start()  # others use it too
            assert await table.play(players[0].guest, table.seq, ["throw 1 2 3"], "k") == before[0] + 4

    asyncio.run(work())


def test_a_database_that_is_not_there_is_a_sentence(tmp_path):
    url = f"postgresql://katy:secret@{HERE}:{free_port()}/brelan"
    done = run("--no-browser", "--port", "0", "--data", url)
    assert done.returncode == 2
    assert "cannot open its store" in done.stderr and "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_driver_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BrelanError, match=r"pip install brelan\[postgres\]"):
        engine_for("postgresql://localhost/brelan")


def test_no_password_is_shown():
    assert "secret" not in shown("postgresql://katy:secret@localhost/brelan")

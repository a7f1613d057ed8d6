"""The same store on a PostgreSQL of our own, started for these tests: it follows by its URL alone."""

import asyncio
import sys
import time

import psycopg
import pytest
import sqlalchemy as sa

from brelan.house.base import clock
from brelan.house.cluster.follower import _AFTER
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


def test_a_plan_kept_from_when_the_log_was_small_reads_no_more_than_is_lacking(url):
    """The driver prepares what is asked often, and PostgreSQL keeps a plan for whatever is asked until it looks at the
    table anew: the one made while the log was empty has to be right for a long one, and the one made after that too.
    """
    Store(url).close()
    with psycopg.connect(url, autocommit=True) as asking, psycopg.connect(url, autocommit=True) as writing:
        asking.execute("SET plan_cache_mode = force_generic_plan")  # as it may choose after five executions
        for _ in range(6):
            assert asking.execute(_AFTER, [["t1", "t2"], [0, 0]], prepare=True).fetchall() == []
        find = "SELECT name, generic_plans FROM pg_prepared_statements WHERE statement LIKE %s"
        ((name, plans),) = asking.execute(find, ["%unnest(%"], prepare=False).fetchall()
        assert plans == 6, "one plan, kept"
        for step in (
            "INSERT INTO entries (table_id, seq, kind, who, code, body, at) "
            "SELECT 't' || n % 60, n / 60 + 1, 'move', 0, 1, '{}', 0 FROM generate_series(0, 5999) AS n",
            "ANALYZE entries",
        ):
            writing.execute(step)
            explain = f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE {name} ('{{t1,t2}}', '{{98,98}}')"
            ((found,),) = asking.execute(explain, prepare=False).fetchall()
            nodes = list(parts(found[0]["Plan"]))
            assert "Seq Scan" not in {node["Node Type"] for node in nodes}
            assert "entries_pkey" in {node.get("Index Name") for node in nodes}
            touched = [
                (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
                for node in nodes
                if node.get("Relation Name") == "entries"
            ]
            assert touched == [4], "two of each table"


def parts(plan):
    yield plan
    for part in plan.get("Plans", ()):
        yield from parts(part)


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

"""The same store on a PostgreSQL of our own, started for these tests: it follows by its URL alone."""

import asyncio
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from brelan.errors import BrelanError
from brelan.house import clock
from brelan.house.database import engine_for, shown
from brelan.house.store import Store, StoreError
from brelan.house.testing import HouseProcess, free_port

from . import test_store
from .conftest import Guest, open_hall, person, table_of

pwd = pytest.importorskip("pwd", reason="PostgreSQL is started for these tests as Unix does it")
psycopg = pytest.importorskip("psycopg", reason="PostgreSQL's driver is not installed (pip install brelan[postgres])")
HERE = "127.0.0.1"


def program(name):
    """One of PostgreSQL's programs; Debian keeps them out of the way."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)
    if found is None:
        pytest.skip(f"PostgreSQL's {name} is not on this machine")
    return found


class Server:
    """A PostgreSQL in its own folder, which can be stopped and started again.

    It refuses to run as root, so root lends it another user.
    """

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.user = {}
        if os.geteuid() == 0:
            known = {user.pw_name: user for user in pwd.getpwall()}
            one = known.get("postgres") or known["nobody"]
            os.chown(folder, one.pw_uid, one.pw_gid)
            self.user = {"user": one.pw_uid, "group": one.pw_gid, "extra_groups": []}
        command = [
            program("initdb"),
            "-D",
            folder / "data",
            "-U",
            "brelan",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **self.user)

    def start(self):
        settings = {"listen_addresses": HERE, "unix_socket_directories": self.folder, "port": self.port}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with open(os.devnull, "w") as nothing:
            command = [program("postgres"), "-D", self.folder / "data", *options]
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=nothing, stderr=nothing, **self.user)
        for _ in range(200):
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, "PostgreSQL did not start"
                time.sleep(0.05)
        raise AssertionError("PostgreSQL does not answer")

    def stop(self):
        self.process.send_signal(signal.SIGINT)  # at once, with whoever is connected
        self.process.wait(30)

    def url(self, name):
        return f"postgresql://brelan@{HERE}:{self.port}/{name}"


@pytest.fixture(scope="module")
def server():
    program("initdb"), program("postgres")
    folder = Path(tempfile.mkdtemp(prefix="brelan-pg-"))  # not under pytest's own, which only root may enter
    try:
        one = Server(folder)
        one.start()
        yield one
        one.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def url(server):
    """A database nobody has used."""
    name = f"house_{time.monotonic_ns()}"
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.url(name)


class Elsewhere:
    """Stands for a data folder whose database lies elsewhere."""

    def __init__(self, url):
        self.url = url

    def __truediv__(self, _):
        return self.url


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
            "options": {"parties": 3, "target": 700},
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
                time.sleep(0.02)
        assert moves >= 2
        assert "Fair" in katy.get(f"/tables/{name}/verify").json()["said"]
        assert [row["id"] for row in katy.get("/tables").json()["own"]] == [name]


def test_one_house_a_database(url):
    store = Store(url)
    with pytest.raises(BrelanError, match="Another house is open on postgresql"):
        Store(url)
    store.close()
    Store(url).close()


def test_the_house_goes_by_the_databases_clock(url, monkeypatch):
    """Whatever the machine the house runs on believes."""
    real = time.time
    store = Store(url)
    try:
        monkeypatch.setattr(time, "time", lambda: real() + 30 * 86400)
        clock.open_clock(store.engine)
        assert abs(clock.now() - real()) < 3600
    finally:
        monkeypatch.setattr(time, "time", real)
        clock.open_clock(store.engine)
        store.close()


def test_a_database_that_goes_away_is_a_sentence_and_comes_back(server, url):
    async def work():
        async with open_hall(Elsewhere(url)) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            before = table.seq, table.state.copy()
            server.stop()
            with pytest.raises(StoreError, match="nothing has changed"):
                await table.play(players[0].guest, table.seq, ["throw 1 2 3"], "k")
            assert (table.seq, table.state) == before
            server.start()
            assert await table.play(players[0].guest, table.seq, ["throw 1 2 3"], "k") == before[0] + 4

    asyncio.run(work())


def test_a_database_that_is_not_there_is_a_sentence(tmp_path):
    command = [sys.executable, "-m", "brelan.house", "--no-browser", "--no-warm", "--port", "0"]
    url = f"postgresql://katy:secret@{HERE}:{free_port()}/brelan"
    done = subprocess.run([*command, "--data", url], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "cannot open its store" in done.stderr and "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_driver_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BrelanError, match=r"pip install brelan\[postgres\]"):
        engine_for("postgresql://localhost/brelan")


def test_no_password_is_shown():
    assert "secret" not in shown("postgresql://katy:secret@localhost/brelan")

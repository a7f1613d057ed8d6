"""PostgreSQL goes away at the worst moment: between a commit and its answer, or with what keeps its schema."""

import asyncio
import contextlib
import socket
import threading

import pytest

from brelan.house.base import clock
from brelan.house.base.errors import Stale
from brelan.house.base.seats import Seat
from brelan.house.cluster import club
from brelan.house.store.database import engine_for
from brelan.house.store.store import Doubt, Fenced, Store, StoreError
from brelan.house.testing import HouseProcess

from ..house.conftest import Elsewhere, open_hall, person, postgres, read, table_of, url  # noqa: F401
from ..house.postgres import HERE
from ..house.test_store import entry


class Wire:
    """Stands between a house and its database, and cuts the line at a commit: before it goes through, or after."""

    def __init__(self, port):
        self.port = port
        self.cut = ""  # "before" or "after"
        self.mute = set()
        self.committed = threading.Event()
        self.listener = socket.create_server((HERE, 0))
        self.at = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                backend = socket.create_connection((HERE, self.port))
                lines = client, backend
                threading.Thread(target=self._forward, args=lines, daemon=True).start()
                threading.Thread(target=self._back, args=lines, daemon=True).start()

    def _forward(self, client, backend):
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                if self.cut and (b"COMMIT" in data or b"WITH stored" in data):  # entries alone commit themselves
                    cut, self.cut = self.cut, ""
                    if cut == "after":
                        self.mute.add(backend)  # the house hears nothing more
                        backend.sendall(data)
                        self.committed.wait(10)
                        self.committed.clear()
                    break
                backend.sendall(data)
        self._close(client, backend)

    def _back(self, client, backend):
        with contextlib.suppress(OSError):
            while data := backend.recv(65536):
                if backend in self.mute:
                    self.committed.set()
                else:
                    client.sendall(data)
        self._close(client, backend)

    @staticmethod
    def _close(*lines):
        for line in lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()


@pytest.fixture
def wire(postgres, url, monkeypatch):  # noqa: F811
    monkeypatch.setattr(club, "BEAT", 1000.0)  # the only commits are the tables' own
    monkeypatch.setattr(club, "LEASE", 5000.0)
    one = Wire(postgres.port)
    one.url = url.replace(f":{postgres.port}/", f":{one.at}/")
    yield one
    one.listener.close()


@pytest.mark.parametrize("cut", ["before", "after"])
@pytest.mark.parametrize("key", ["k", None])
def test_a_lost_answer_leaves_no_table_stuck(wire, cut, key):
    """After a commit whose answer was lost the table refused every move for ever."""

    async def work():
        async with open_hall(Elsewhere(wire.url)) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            seq = table.seq
            wire.cut = cut
            with pytest.raises(Doubt):
                await table.play(players[0].guest, seq, ["throw 1 2 3"], key)
            again = await hall.table(table.id)  # looked up
            assert again.seq == (seq + 4 if cut == "after" else seq)
            try:
                answer = await again.play(players[0].guest, seq, ["throw 1 2 3"], key)
                assert answer == seq + 4
            except Stale:
                assert cut == "after" and key is None  # played already, and it cannot know by whom
            assert again.seq == seq + 4
            for _ in range(4):  # and the game goes on
                await read(again)
                await again.play(players[again.mover].guest, again.seq, [again.state.moves()[-1]], None)
            log = (await hall.store.load(table.id))[1]
            assert [entry.seq for entry in log] == list(range(1, again.seq + 1))
            state = again.state
            hall.tables.clear()
            assert (await hall.table(table.id)).state == state

    asyncio.run(work())


def test_those_who_look_are_told_what_was_stored(wire):
    async def work():
        async with open_hall(Elsewhere(wire.url)) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            pokes = []

            class Watcher:
                guest, looks = "", False

                def poke(self):
                    pokes.append(table.seq)

            table.presence.watchers[Watcher()] = None
            seq, wire.cut = table.seq, "after"
            with pytest.raises(Doubt):
                await table.play(players[0].guest, seq, ["throw 1 2 3"], None)
            await hall._look_at(table, clock.now())
            assert pokes == [seq + 4]

    asyncio.run(work())


def test_a_table_of_bots_gets_over_it(wire, monkeypatch):
    real = asyncio.sleep  # a bot whose move was not stored waits for 2 seconds, then for 4, for 8 …
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: real(seconds / 20 if 2 <= seconds <= 30 else seconds))

    async def work():
        async with open_hall(Elsewhere(wire.url)) as hall:
            host = person()
            table = await table_of(hall, host, Seat("bot", level="novice", name="Bot"), parties=100, target=5000)
            cuts, stored = ["after", "before", "after"], table.bot_move

            async def cut_off(*move):  # three commits of the bot's are: the game goes on all the same
                wire.cut = cuts.pop() if cuts else ""
                await stored(*move)

            table.bot_move = cut_off
            for _ in range(1200):
                with contextlib.suppress(StoreError, Stale):
                    await hall._look_at(table, clock.now())
                    if table.mover == 0:
                        moves = table.state.moves()
                        await table.play(host.guest, table.seq, ["stop" if "stop" in moves else moves[-1]], None)
                if not cuts and not wire.cut and table.whos.count(0) >= 3 and table.whos.count(1) >= 4:
                    break
                await asyncio.sleep(0.02)
            assert not cuts and table.whos.count(1) >= 4
            with contextlib.suppress(StoreError):
                await hall._look_at(table, clock.now())
            log = (await hall.store.load(table.id))[1]
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))

    asyncio.run(work())


def changed(url, schema):  # noqa: F811
    """As a Brelan of another schema leaves it."""
    engine = engine_for(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE house SET schema = {schema}")
    engine.dispose()


def test_a_server_whose_database_was_changed_while_it_was_away_writes_no_more(postgres, url):  # noqa: F811
    """The lock that keeps the schema sits on the writer's connection, and is lost with it."""

    async def work():
        first = Store(url)
        told = threading.Event()
        first.fenced = told.set
        await first.append("a", [entry(1)])
        postgres.stop()
        postgres.start()
        changed(url, 1000)

        async def write_on():
            for _ in range(3):
                try:
                    await first.append("a", [entry(2)])
                except Fenced:
                    raise
                except StoreError:  # the first may still meet the connection that died
                    continue

        with pytest.raises(Fenced):
            await write_on()
        assert told.is_set()
        first.close()

    asyncio.run(work())


def test_a_server_that_wrote_since_keeps_the_schema_as_it_is(postgres, url):  # noqa: F811
    async def work():
        first = Store(url)
        postgres.stop()
        postgres.start()
        with contextlib.suppress(StoreError):
            await first.append("a", [entry(1)])
        with contextlib.suppress(StoreError):
            await first.append("a", [entry(2)])
        changed(url, 3)
        with pytest.raises(Exception, match="stop them all"):
            Store(url)
        await first.append("a", [entry(3)])
        first.close()

    asyncio.run(work())


WATCHFUL = """
from brelan.house import run
from brelan.house.store import store

store.IDLE = 0.5  # for 5: it looks after its connection
run.main()
"""


def test_a_fenced_server_says_so_and_closes(postgres, url, tmp_path):  # noqa: F811
    script = tmp_path / "watchful_house.py"
    script.write_text(WATCHFUL)
    first = HouseProcess(tmp_path / "one", data=url, script=script).start()
    postgres.stop()
    postgres.start()
    changed(url, 1000)
    assert first.process.wait(60) is not None
    log = (tmp_path / "one" / "log.txt").read_text()
    assert "now kept by another Brelan" in log
    assert "Traceback" not in log

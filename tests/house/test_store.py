"""What is stored is stored, and what is not stored is not shown."""

import asyncio
import gc
import time
import weakref

import pytest
import sqlalchemy as sa

from brelan.house.base.errors import Refused
from brelan.house.store.database import hold
from brelan.house.store.store import Entry, Store, StoreError, Taken
from brelan.house.table import tables
from brelan.model.errors import BrelanError

from .. import commands
from .conftest import open_hall, person, read, table_of


def run(work):
    return asyncio.run(work)


def entry(seq, key=None):
    return Entry(seq, "move", 0, 7, key=key, at=time.time())


def test_a_seq_and_a_key_are_there_once(tmp_path):
    async def work():
        store = Store(tmp_path / "house.db")
        await store.append("a", [entry(1, "k"), entry(2)])
        with pytest.raises(Taken):
            await store.append("a", [entry(2)])
        with pytest.raises(Taken):
            await store.append("a", [entry(3, "k")])
        await store.append("b", [entry(1, "k")])
        assert await store.answered("a", "k") == 1
        store.close()

    run(work())


def test_one_bad_job_does_not_spoil_its_group(tmp_path):
    async def work():
        store = Store(tmp_path / "house.db")
        await store.append("t0", [entry(1)])
        results = await asyncio.gather(
            *(store.append(f"t{n % 50}", [entry(1 if n == 50 else 2)]) for n in range(51)), return_exceptions=True
        )
        assert [n for n, result in enumerate(results) if result is not None] == [50]
        store.close()

    run(work())


def test_a_request_is_stored_whole_or_not_at_all(tmp_path):
    async def work():
        store = Store(tmp_path / "house.db")
        await store.append("a", [entry(2)])
        with pytest.raises(Taken):
            await store.append("a", [entry(1), entry(2)])
        assert await store.answered("a", "x") is None
        await store.append("a", [entry(1)])  # the first entry of the refused request is not there
        store.close()

    run(work())


def test_a_full_disk_is_a_sentence_and_the_table_is_unchanged(tmp_path):
    full = []

    def begin(connection):
        if full:
            connection.exec_driver_sql("PRAGMA max_page_count=1")

    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            full.append(True)
            error = None
            while error is None:  # until the last page is full
                before = table.seq, table.state.copy(), list(table.whos)
                try:
                    if table.at_result:
                        await read(table)
                    else:
                        await table.play(players[table.mover].guest, table.seq, [table.state.moves()[0]], None)
                except StoreError as problem:
                    error = problem
            assert "full" in str(error)
            assert (table.seq, table.state, list(table.whos)) == before
            hall.tables.clear()
            assert (await hall.table(table.id)).state == before[1]

    sa.event.listen(sa.engine.Engine, "begin", begin)
    try:
        run(work())
    finally:
        sa.event.remove(sa.engine.Engine, "begin", begin)


def test_one_house_a_folder(tmp_path):
    with hold(tmp_path), pytest.raises(BrelanError, match="--data"):
        hold(tmp_path)
    hold(tmp_path).close()


def test_a_second_house_says_so_and_ends(house):
    second = commands.run("--no-browser", "--port", "0", "--data", str(house.folder))
    assert second.returncode == 2
    assert "Another house is open" in second.stderr


def test_a_table_reads_back_as_it_was(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host, other = person(salt="pepper"), person("Léo", "salt")
            table = await table_of(hall, host, other)
            for _ in range(6):
                seat = table.mover
                await table.play((host, other)[seat].guest, table.seq, [table.state.moves()[-1]], None)
                await read(table)  # a result would be cleared by itself, before it is read back or after
            state, whos, seq = table.state, list(table.whos), table.seq
            lines = table.lines(0, "fr")
            hall.tables.clear()
            again = await hall.table(table.id)
            assert again is not table
            assert (again.state, list(again.whos), again.seq, again.status) == (state, whos, seq, "playing")
            assert again.state.log == state.log
            assert again.state.salts == ("pepper", "salt")
            assert again.lines(0, "fr") == lines
            assert [seat.name for seat in again.seats] == ["Katy", "Léo"]

    run(work())


def test_nothing_is_shown_before_it_is_stored(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host = person()
            table = await table_of(hall, host, person("Léo"))
            pokes = []

            class Watcher:
                def poke(self):
                    pokes.append(table.seq)

            table.presence.watchers[Watcher()] = None
            gate = asyncio.Event()
            really = hall.store.append

            async def slow(*arguments):
                await gate.wait()
                await really(*arguments)

            hall.store.append = slow
            playing = asyncio.ensure_future(table.play(host.guest, table.seq, ["throw 1 2 3"], None))
            before = table.seq, table.state.copy()
            for _ in range(20):
                await asyncio.sleep(0.005)
            assert not pokes
            assert (table.seq, table.state) == before
            gate.set()
            assert await playing == table.seq == before[0] + 4
            assert pokes == [table.seq]

    run(work())


def test_what_could_not_be_stored_did_not_happen(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host = person()
            table = await table_of(hall, host, person("Léo"))
            before = table.seq, table.state.copy(), list(table.whos)
            really = hall.store.append

            async def broken(*arguments):
                raise StoreError("The disk is full.")

            hall.store.append = broken
            with pytest.raises(StoreError):
                await table.play(host.guest, table.seq, ["throw 1 2 3"], "k")
            assert (table.seq, table.state, list(table.whos)) == before
            hall.store.append = really
            await table.play(host.guest, table.seq, ["throw 1 2 3"], "k")

    run(work())


def test_a_repeated_request_plays_once_even_after_a_restart(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host = person()
            table = await table_of(hall, host, person("Léo"))
            seq = table.seq
            answer = await table.play(host.guest, seq, ["throw 1 2 3"], "once")
            assert await table.play(host.guest, seq, ["throw 1 2 3"], "once") == answer == table.seq
            table.keys.clear()  # forgotten, but stored
            assert await table.play(host.guest, seq, ["throw 1 2 3"], "once") == answer
            hall.tables.clear()
            again = await hall.table(table.id)
            assert await again.play(host.guest, seq, ["throw 1 2 3"], "once") == answer == again.seq
            with pytest.raises(tables.Stale):
                await again.play(host.guest, seq, ["throw 1 2 3"], "another")

    run(work())


def test_moves_are_played_all_or_none(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host = person()
            table = await table_of(hall, host, person("Léo"))
            before = table.seq, table.state.copy()
            with pytest.raises(BrelanError):
                await table.play(host.guest, table.seq, ["throw 1 2 3", "throw 4"], None)
            with pytest.raises(Refused):
                await table.play(
                    host.guest, table.seq, ["throw 1 2 3", "stop", "throw 1 2 3"], None
                )  # the third is Léo's
            assert (table.seq, table.state) == before
            await table.play(host.guest, table.seq, ["throw 1 2 3"], None)
            await table.play(host.guest, table.seq, ["stop"], None)
            assert table.mover == 1

    run(work())


def test_a_table_that_fell_asleep_is_gone_without_the_collector(tmp_path):
    """It may have been frozen with a game that was loaded: then the collector never looks at it."""

    async def work():
        async with open_hall(tmp_path, sleep_after=0) as hall:
            katy = person()
            table = await table_of(hall, katy, person("Léo"))
            await table.play(katy.guest, table.seq, ["throw 1 2 3"], None)
            table.lines(0, "fr")
            table.presence.last_looked -= 1
            held = weakref.ref(table)
            await asyncio.sleep(0)
            await hall._look_at(table, time.time())
            assert not hall.tables
            gc.freeze()
            del table
            end = time.monotonic() + 30
            while held() is not None and time.monotonic() < end:  # somebody may still be asking who drives it
                await asyncio.sleep(0.01)
            assert held() is None

    try:
        run(work())
    finally:
        gc.unfreeze()


def test_tables_sleep_unless_something_is_to_come(tmp_path):
    async def work():
        async with open_hall(tmp_path, sleep_after=0) as hall:
            table = await table_of(hall, person(), person("Léo"))
            table.presence.last_looked -= 1
            await hall._look_at(table, time.time())
            assert table.id not in hall.tables
            awake = await hall.table(table.id)
            awake.head.pace = 60  # its clock runs
            awake.presence.last_looked -= 1
            await hall._look_at(awake, time.time())
            assert table.id in hall.tables

    run(work())

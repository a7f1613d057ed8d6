"""Crowds: invented guests, readers, tables of bots alone, the same question a hundred times. Others need not wait."""

import asyncio
import random
import time

import pytest

from brelan.house.base.seats import Seat
from brelan.house.http.guests import new_token
from brelan.house.http.middleware import ADDRESS, READING, bucket_of
from brelan.house.services import bot_workers
from brelan.house.services.bot_workers import BotWorkers
from brelan.house.services.fair_queue import SHARE, FairQueue

from ..house.conftest import open_hall, person, read, table_of
from .inside import open_inside


def run(work):
    return asyncio.run(work)


def answers(tmp_path, method, path, many, client=lambda n: "203.0.113.5", token=lambda n: new_token()):
    """What an address hears that asks so often, each time as a guest just invented."""

    async def work():
        async with open_inside(tmp_path, rate=0.001, burst=10.0) as inside:
            found = []
            for n in range(many):
                own = [(b"authorization", b"Bearer " + token(n).encode())]
                found.append((await inside.ask(method, path, headers=own, client=client(n))).status)
            return found

    return run(work())


def test_an_invented_guest_is_no_new_address(tmp_path):
    """Each had a whole bucket of its own."""
    found = answers(tmp_path, "POST", "/api/v1/guests", 60)
    assert found == [201] * int(10 * ADDRESS) + [429] * (60 - int(10 * ADDRESS))


def test_reading_is_limited_too(tmp_path):
    most = int(10 * ADDRESS * READING)
    found = answers(tmp_path, "GET", "/api/v1/games", most + 20)
    assert found.count(200) == pytest.approx(most, abs=1) and found[-1] == 429
    one = new_token()
    alone = answers(tmp_path / "", "GET", "/api/v1/games", 50, token=lambda n: one)
    assert alone.count(200) == pytest.approx(10 * READING, abs=1)  # a guest has less than an address


def test_others_are_not_limited_by_it(tmp_path):
    found = answers(tmp_path, "POST", "/api/v1/guests", 60, client=lambda n: f"203.0.113.{n}")
    assert set(found) == {201}


def test_a_network_of_ipv6_is_one_address():
    assert bucket_of("2001:db8::1") == bucket_of("2001:db8::ffff:1") != bucket_of("2001:db8:0:1::1")
    assert bucket_of("::ffff:203.0.113.5") == bucket_of("203.0.113.5")


def test_a_guest_opens_so_many_tables(tmp_path):
    async def work():
        async with open_inside(tmp_path, most_tables=3) as inside:
            token = new_token()
            wanted = {"game": "dodeka", "seats": [{"who": "me"}, {"who": "open"}]}
            found = [(await inside.json("POST", "/tables", token, wanted)).status for _ in range(5)]
            assert found == [201, 201, 201, 429, 429]
            assert (await inside.json("POST", "/tables", new_token(), wanted)).status == 201

    run(work())


def test_bots_wait_while_nobody_is_there(tmp_path):
    """A table left open for ever cost a core for ever."""

    async def work():
        async with open_hall(tmp_path, pause_after=0.0, sleep_after=0.0) as hall:
            host = person()
            table = await table_of(hall, host, Seat("bot", level="novice", name="Bot"), parties=100, target=5000)
            while table.mover != 1:
                await read(table)
                if table.mover == 0:
                    moves = table.state.moves()
                    await table.play(host.guest, table.seq, ["stop" if "stop" in moves else moves[-1]], None)
            await asyncio.sleep(0.3)
            seq = table.seq
            assert table.mover == 1 and table.thinking is None
            await hall._look_at(table, time.time())
            assert table.id not in hall.tables  # it even sleeps
            table = await hall.table(table.id)

            class Watcher:
                guest = ""

                def poke(self):
                    pass

                beat = poke

            table.presence.watchers[Watcher()] = None
            await hall.table(table.id)  # somebody looks
            while table.seq == seq:
                await asyncio.sleep(0.02)

    run(asyncio.wait_for(work(), 60))


def test_the_same_question_is_thought_over_once(tmp_path, monkeypatch):
    asked = []

    async def slow(workers, function, *arguments):
        asked.append(function)
        await asyncio.sleep(0.05)
        return ["the answer"]

    monkeypatch.setattr(BotWorkers, "_ask", slow)
    monkeypatch.setattr(BotWorkers, "_is_ready", lambda *_: True)

    async def work():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), person("Léo"))
            view = table.state.view_state(0)
            workers = BotWorkers(1)
            found = await asyncio.gather(*(workers.advise(view, "fr", table.id) for _ in range(100)))
            assert found == [["the answer"]] * 100
            assert await workers.advise(view, "fr", table.id) == ["the answer"]
            assert len(asked) == 1
            await workers.advise(view, "en", table.id)
            assert len(asked) == 2

    run(work())


def test_a_person_waits_for_one_thought_however_many_masters_play_alone():
    """25 tables of masters made a person wait nine seconds for a bot. Time is simulated: a thought lasts its budget."""
    waits = []

    async def work():
        queue, loop = FairQueue(1), asyncio.get_running_loop()
        clock = 0.0
        done = False

        async def think(table, is_person):
            nonlocal clock
            asked = clock
            async with queue.turn(table, is_person):
                seconds = (bot_workers.BUDGET if is_person else bot_workers.ALONE) / queue.crowd(table, is_person)
                await asyncio.sleep(0)
                clock += seconds
            return clock - asked

        async def masters(name):
            while not done:
                await think(name, False)

        crowd = [loop.create_task(masters(f"m{n}")) for n in range(25)]
        rng = random.Random(7)
        for _ in range(200):
            for _ in range(rng.randrange(30)):
                await asyncio.sleep(0)
            waits.append(await think("katy", True))
        served = {name: queue._had[name] for name in queue._had if name != "katy"}
        done = True
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        assert len(served) == 25, "a table of masters never came to think"

    run(work())
    assert max(waits) <= bot_workers.BUDGET + 2 * bot_workers.ALONE <= 3.0


def test_turns_go_round_and_nobody_starves():
    order = []

    async def work():
        queue = FairQueue(1)

        async def one(table, is_person):
            async with queue.turn(table, is_person):
                order.append(table)
                await asyncio.sleep(0)

        async with queue.turn("first", True):
            waiting = [asyncio.ensure_future(one(f"p{n}", True)) for n in range(6)]
            waiting += [asyncio.ensure_future(one("bots", False))]
            leaving = asyncio.ensure_future(one("gone", True))
            await asyncio.sleep(0)
            leaving.cancel()
        await asyncio.gather(*waiting, leaving, return_exceptions=True)
        assert queue._free == 1 and not queue._waiting

    run(work())
    assert sorted(order) == ["bots", *(f"p{n}" for n in range(6))]
    assert order.index("bots") < SHARE + 1, "tables of bots come to think too"


def test_whoever_has_had_least_comes_first():
    order = []

    async def work():
        queue = FairQueue(1)
        queue._had = {"greedy": 9.0}

        async def one(table):
            async with queue.turn(table, True):
                order.append(table)

        async with queue.turn("first", True):
            waiting = [asyncio.ensure_future(one(table)) for table in ("greedy", "modest")]
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)

    run(work())
    assert order == ["modest", "greedy"]

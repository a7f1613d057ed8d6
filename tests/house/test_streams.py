"""Who is drawn for, when, and what a stream sends."""

import asyncio

from brelan.house.http.streams import Drawings, Entries
from brelan.house.services.render_queue import SHARE, RenderQueue

from .conftest import open_hall, person, table_of


class Wish:
    def __init__(self, made, name):
        self.made, self.name = made, name

    def deliver(self):
        self.made.append(self.name)
        if self.name == "broken":
            raise ValueError("cannot be drawn")


def drawn_in_order(*wishes):
    """The names in the order they are drawn for, given (name, is to move) in the order they are wanted."""
    made = []

    async def work():
        queue, known = RenderQueue(), {}
        for name, to_move in wishes:
            queue.want(known.setdefault(name, Wish(made, name)), to_move)
        while len(made) < len(known):
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)

    asyncio.run(work())
    return made


def test_whoever_is_to_move_is_drawn_for_first():
    assert drawn_in_order(("watcher", False), ("katy", True), ("léo", True)) == ["katy", "léo", "watcher"]


def test_nobody_waits_for_ever():
    movers = [(f"mover {n}", True) for n in range(20)]
    assert drawn_in_order(("watcher", False), *movers).index("watcher") == SHARE - 1


def test_a_stream_is_drawn_for_once_and_moves_up_when_its_turn_comes():
    assert drawn_in_order(("a", False), ("b", False), ("b", True), ("b", False)) == ["b", "a"]


def test_a_table_that_cannot_be_drawn_holds_up_no_other():
    assert drawn_in_order(("broken", True), ("katy", True)) == ["broken", "katy"]


class Client:
    """The other end of a stream: what it was sent, and whether it reads."""

    def __init__(self, stream):
        self.bodies, self.reads, self.gone = [], asyncio.Event(), asyncio.Event()
        self.reads.set()
        self.task = asyncio.ensure_future(stream({}, self._receive, self._send))

    async def _receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        if message["type"] == "http.response.body":
            self.bodies.append(message["body"].decode())
        await self.reads.wait()

    async def until(self, count):
        while len(self.bodies) < count:
            await asyncio.sleep(0.005)


async def play(table, players):
    while table.at_result:  # the house clears it away, nobody looking
        await asyncio.sleep(0.005)
    await table.play(players[table.mover].guest, table.seq, [table.state.moves()[-1]], None)


def test_a_client_that_did_not_read_gets_the_newest_drawing_only(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            client = Client(Drawings(table, players[0].guest, "en", -1, hall.render_queue, hall.closing))
            await client.until(2)
            assert client.bodies[1].startswith(f"id: {table.seq}\ndata: ● Your turn · Dodéka\ndata: <div")
            client.reads.clear()
            await play(table, players)
            await client.until(3)  # this one is on its way for long
            for _ in range(5):
                await play(table, players)
            assert len(client.bodies) == 3
            client.reads.set()
            await client.until(4)
            await asyncio.sleep(0.02)
            assert len(client.bodies) == 4
            assert client.bodies[3].startswith(f"id: {table.seq}\n")
            client.gone.set()
            await client.task
            assert not table.presence.watchers

    asyncio.run(work())


def test_a_stream_of_entries_leaves_none_out_however_late_it_reads(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            client = Client(
                Entries(table, players[0].guest, 0, hall.render_queue, hall.closing, lambda: hall.store.load(table.id))
            )
            await client.until(2)
            client.reads.clear()
            while table.seq < 150:  # far more than the table remembers
                await play(table, players)
            client.reads.set()
            told = []
            while len(told) < table.seq:
                await asyncio.sleep(0.005)
                told = [
                    int(line[4:]) for body in client.bodies for line in body.splitlines() if line.startswith("id: ")
                ]
            assert told == list(range(1, table.seq + 1))
            client.task.cancel()

    asyncio.run(work())


def test_a_house_that_closes_ends_its_streams(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), person("Léo"))
            client = Client(Drawings(table, "", "fr", -1, hall.render_queue, hall.closing))
            await client.until(2)
        await client.task
        assert client.bodies[-1] == ""

    asyncio.run(work())

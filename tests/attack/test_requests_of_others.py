"""One guest's request is never taken for another's, and two at once are one."""

import asyncio
import time

import pytest

from brelan.house.base import clock
from brelan.house.base.errors import Refused
from brelan.house.base.seats import Seat
from brelan.house.hall import hall as hall_module
from brelan.house.store.clock_start import open_clock
from brelan.house.table import joining

from ..house.conftest import clock_put_back, long_ago, open_hall, person, read, table_of  # noqa: F401


def test_a_key_is_the_guests_own(tmp_path):
    """Another guest's key swallowed a move: it was answered as if played."""

    async def work():
        async with open_hall(tmp_path) as hall:
            katy, leo = person(), person("Léo")
            table = await table_of(hall, katy, leo, name="4d")
            first = await table.play(katy.guest, table.seq, [table.state.moves()[0]], "the same")
            assert await table.play(katy.guest, table.seq, ["whatever"], "the same") == first  # repeated: played once
            second = await table.play(leo.guest, table.seq, [table.state.moves()[0]], "the same")
            assert second > first and list(table.whos[-2:]) == [0, 1]
            hall.tables.clear()
            table = await hall.table(table.id)
            assert await table.play(katy.guest, 0, ["whatever"], "the same") == first
            assert await table.play(leo.guest, 0, ["whatever"], "the same") == second

    asyncio.run(work())


def test_two_who_ask_for_the_rematch_at_once_get_one_table(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players, parties=1, target=100)
            while table.status != "over":
                moves = table.state.moves()
                move = "stop" if "stop" in moves else moves[0]
                await table.play(players[table.mover].guest, table.seq, [move], None)
                await read(table)  # a tie lies on the table before it is played off
            asked = await asyncio.gather(*(hall.rematch(table, one.guest) for one in players * 3))
            assert len(set(asked)) == 1
            assert len(await hall.store.own_tables(players[0].guest)) == 2

    asyncio.run(work())


def test_asking_to_take_over_again_gives_no_new_time(tmp_path):
    """Whoever asked again and again could think for ever."""

    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            table.head.pace = 30
            hall.closing.set()  # no bot moves
            long_ago(table, moved=25)
            deadline = table.deadline
            await joining.autopilot(table, players[0].guest, False)
            assert table.deadline == deadline
            await joining.autopilot(table, players[0].guest, True)
            await joining.autopilot(table, players[0].guest, False)
            assert table.deadline == deadline
            long_ago(table, moved=10)
            await joining.vanished(table, 0)
            assert table.seats[0].away
            with pytest.raises(Refused, match="Your time for this move is over"):
                await joining.autopilot(table, players[0].guest, False)

    asyncio.run(work())


def test_no_clock_runs_for_an_empty_chair(tmp_path):
    """In an open game the host may free a seat: its time ran out once a second, each time a line of the log."""

    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players, name="4d")
            table.head.pace = 30
            await joining.fill(table, players[0].guest, 1, "", "")
            await table.play(players[0].guest, table.seq, [table.state.moves()[0]], None)
            assert table.mover == 1 and table.deadline is None
            long_ago(table, moved=100)
            await joining.sit(table, person().guest, 1, "Zoé", None)
            assert table.deadline - table.moved == 30  # who sits down has the whole time
            assert table.deadline > time.time() + 20

    asyncio.run(work())


def test_a_jump_of_the_wall_clock_throws_nobody_out(tmp_path, monkeypatch):
    real = time.time

    async def work():
        async with open_hall(tmp_path) as hall:
            paced = await table_of(hall, person(), person("Léo"))
            paced.head.pace = 30
            timed = await table_of(hall, person(), person("Léo"), parties=0, minutes=5)
            monkeypatch.setattr(hall_module, "TICK", 0.01)
            monkeypatch.setattr(time, "time", lambda: real() + 86400)
            hall.in_background(hall.keep_time())
            await asyncio.sleep(0.3)
            monkeypatch.setattr(time, "time", lambda: real() - 86400)
            await asyncio.sleep(0.1)
            assert not paced.seats[0].away and timed.state.log == ()

    asyncio.run(work())


def test_the_referees_clock_stands_still_while_the_house_is_closed(clock_put_back, tmp_path, monkeypatch):  # noqa: F811
    """A game of five minutes, and a night between two of its moves."""
    real = time.time

    async def first():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), Seat("bot", level="novice"), parties=0, minutes=5)
            return table.id

    async def later(name, hours):
        monkeypatch.setattr(time, "time", lambda: real() + 3600 * hours)
        async with open_hall(tmp_path) as hall:
            open_clock(hall.store.engine)
            table = await hall.table(name)
            await hall._look_at(table, clock.now())
            assert table.state.log == ()
            assert 280 < table.time_is_up_at - clock.now() <= 300
            return table

    name = asyncio.run(first())
    asyncio.run(later(name, 8))
    asyncio.run(later(name, 20))  # twice: what was written down in between counts
    asyncio.run(later(name, 2))  # the machine's clock was set back: never before what is in the log


def test_the_house_never_goes_back_before_what_it_has_written(tmp_path, monkeypatch):
    real = time.time

    async def work():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), person("Léo"))
            written = table.moved
            monkeypatch.setattr(time, "time", lambda: real() - 10 * 86400)
            open_clock(hall.store.engine)
            assert clock.now() >= written
            monkeypatch.setattr(time, "time", real)
            open_clock(hall.store.engine)

    asyncio.run(work())

"""The one reader of a table's log: what it refuses, and what a table that is read back used to have otherwise."""

import asyncio
from dataclasses import replace

import pytest

from brelan.house.base.errors import Damaged
from brelan.house.base.seats import Seat
from brelan.house.http.render import fragment
from brelan.house.store.store import Entry
from brelan.house.table import joining
from brelan.house.table.settings import Settings
from brelan.house.table.state import DamagedLog, events, fold
from brelan.house.table.tables import Viewer
from brelan.play import catalogue
from brelan.play.state import State

from .conftest import open_hall, person, read, table_of


def played(tmp_path, work, name="4d", **options):
    """A table of two people; `work(hall, table, katy, leo)` plays there."""

    async def run():
        async with open_hall(tmp_path) as hall:
            katy, leo = person(), person("Léo")
            table = await table_of(hall, katy, leo, name=name, **options)
            await work(hall, table, katy, leo)

    asyncio.run(run())


async def some_moves(table, many):
    for _ in range(many):
        await read(table)
        moves = table.state.moves()
        await table.play(table.seats[table.mover].guest, table.seq, [moves[0]], None)


async def log_of(hall, table):
    return (await hall.store.load(table.id))[1]


def test_what_cannot_be_a_log_is_refused_with_the_number_of_the_entry(tmp_path):
    async def work(hall, table, katy, leo):
        await some_moves(table, 4)
        log = await log_of(hall, table)
        moves = [at for at, entry in enumerate(log) if entry.kind == "move"]
        last = log[moves[-1]]
        wrong = [
            (log[: moves[-1] - 1] + log[moves[-1] :], last.seq),  # a hole
            ([*log, replace(last)], last.seq),  # twice
            ([*log[: moves[-1]], replace(last, kind="dance")], last.seq),
            ([*log[: moves[-1]], replace(last, who=1 - last.who)], last.seq),  # not who is to move
            ([*log[: moves[-1]], replace(last, code=10**9)], last.seq),  # no legal move
            ([*log, Entry(last.seq + 1, "back", 0, body={"moves": 99})], last.seq + 1),
            ([*log, Entry(last.seq + 1, "start", body={"salts": []})], last.seq + 1),
            ([*log, Entry(last.seq + 1, "seat", 7, body={"kind": "open"})], last.seq + 1),
            ([*log, Entry(last.seq + 1, "seat", 0, body={"kinds": "open"})], last.seq + 1),
        ]
        assert fold(table.head, log) == table.known
        for entries, number in wrong:
            with pytest.raises(DamagedLog) as found:
                fold(table.head, entries)
            assert found.value.seq == number

    played(tmp_path, work)


def test_a_table_with_a_hole_in_its_log_says_where_and_the_others_play_on(tmp_path):
    async def work(hall, table, katy, leo):
        await some_moves(table, 6)
        other = await table_of(hall, person(), person("Zoé"))
        with hall.store.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM entries WHERE table_id = ? AND seq = 5", (table.id,))
        hall.tables.clear()
        with pytest.raises(Damaged, match="entry 6 of its log"):
            await hall.table(table.id)
        assert (await hall.table(other.id)).status == "playing"

    played(tmp_path, work)


def test_a_state_is_not_changed_but_made_anew(tmp_path):
    async def work(hall, table, katy, leo):
        before = table.known
        with pytest.raises(AttributeError):
            before.status = "over"
        seen = before.seq, list(before.whos), len(before.state.log)
        await some_moves(table, 3)
        assert (before.seq, list(before.whos), len(before.state.log)) == seen and table.known is not before

    played(tmp_path, work)


def test_a_woken_table_has_the_news_of_its_last_change_and_no_more(tmp_path):
    async def work(hall, table, katy, leo):
        await some_moves(table, 7)
        assert table.news == len(table.whos)
        table.presence.shown.clear()
        live = {seat: fragment(table, Viewer(seat, "fr", False)) for seat in (-1, 0, 1)}
        hall.tables.clear()
        woken = await hall.table(table.id)
        assert woken is not table and woken.news == table.news
        assert {seat: fragment(woken, Viewer(seat, "fr", False)) for seat in (-1, 0, 1)} == live

    played(tmp_path, work)


def test_who_sits_down_where_it_is_to_move_has_as_long_after_a_restart(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            katy, leo = person(), person("Léo")
            table = await hall.open(catalogue.game("4d"), katy.guest, [katy, leo], {}, Settings(pace=60))
            await some_moves(table, 1)
            assert table.mover == 1
            await joining.fill(table, katy.guest, 1, "", "")
            await asyncio.sleep(0.05)
            await joining.sit(table, person("Zoé").guest, 1, "Zoé", "")
            deadline = table.deadline
            assert deadline > table.result_at + 60.04
            assert fold(table.head, await log_of(hall, table)).moved == table.moved

    asyncio.run(work())


def test_a_move_is_told_with_the_name_of_who_made_it(tmp_path):
    async def work(hall, table, katy, leo):
        await some_moves(table, 4)
        made = len(table.whos)
        await joining.fill(table, katy.guest, 1, "", "")
        await joining.sit(table, person("Zoé").guest, 1, "Zoé", "")
        await some_moves(table, 4)
        hall.tables.clear()
        woken = await hall.table(table.id)
        assert [(first, names[1]) for first, names in woken.known.named] == [(0, "Léo"), (made, "Zoé")]
        told = " ".join(line.scene.text for line in woken.lines(-1, "fr"))
        live = " ".join(line.scene.text for line in table.lines(-1, "fr"))
        assert told == live and "Léo" in told and "Zoé" in told

    played(tmp_path, work, target=300)


def test_events_say_of_a_move_what_each_seat_sees(tmp_path):
    async def work(hall, table, katy, leo):
        await some_moves(table, 3)
        told = events(table.head, await log_of(hall, table))
        assert [one[:-1] for one in told[-len(table.recent) :]] == [one[:-1] for one in table.recent]
        deals = [one for one in told if len(set(one.seen)) > 1]
        assert deals and all(len(one.seen) == 3 for one in deals)
        assert "guest" not in told[0].body and Seat(**(await log_of(hall, table))[0].body).guest == katy.guest

    played(tmp_path, work, name="spacepoker")


def test_a_thousand_take_backs_are_read_back_without_playing_them(tmp_path, monkeypatch):
    async def work(hall, table, katy, leo):
        await some_moves(table, 5)
        for _ in range(12):
            moves = table.state.moves()
            who = table.seats[table.mover].guest
            await table.play(who, table.seq, [moves[-1]], None)
            await table.take_back(who, table.seq, None)
        await some_moves(table, 2)
        log = await log_of(hall, table)
        assert sum(entry.kind == "back" for entry in log) == 12
        monkeypatch.setattr(State, "after", None)  # it plays a game again from its beginning
        assert fold(table.head, log) == table.known
        half = next(at for at, entry in enumerate(log) if entry.kind == "back")
        monkeypatch.undo()
        before = fold(table.head, log[:half])
        assert fold(table.head, log[half:], before) == table.known

    played(tmp_path, work)


def test_a_seat_freed_while_its_guest_asks_the_master_is_no_damage(tmp_path):
    async def work(hall, table, katy, leo):
        await some_moves(table, 1)
        await joining.fill(table, katy.guest, 1, "", "")
        await table.ask_master(leo.guest)
        assert not table.advised
        log = await log_of(hall, table)
        older = Entry(log[-1].seq + 1, "advice", -1, at=log[-1].at)  # as older houses wrote it then
        assert fold(table.head, [*log, older]).advised == {-1}

    played(tmp_path, work)

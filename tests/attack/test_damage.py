"""A damaged row, a game without end: one table's trouble is not everybody's."""

import asyncio
import json
import logging
import threading

import sqlalchemy as sa

from brelan.house.hall import hall
from brelan.house.http.guests import new_token
from brelan.house.store import store as stored
from brelan.house.store.store import Store
from brelan.play import catalogue
from brelan.play.state import State

from ..house.conftest import read
from .inside import hall_of, laid, open_inside


def run(work):
    return asyncio.run(work)


async def bot_tables(inside, token, many=3):
    wanted = {
        "game": "dodeka",
        "seats": [{"who": "me"}, {"who": "bot", "level": "novice"}],
        "options": {"parties": 100, "target": 5000},
        "public": True,
    }
    return [(await inside.json("POST", "/tables", token, wanted)).json()["id"] for _ in range(many)]


def damage(folder, table, **values):
    store = Store(folder / "house.db")
    with store.engine.begin() as connection:
        connection.execute(sa.update(stored.tables).where(stored.tables.c.id == table).values(**values))
    store.close()


def test_one_damaged_row_stops_nobody(tmp_path, caplog):
    """It stopped the waking of all later tables and gave everybody a 500 on the home page."""
    token = new_token()

    async def before():
        async with open_inside(tmp_path) as inside:
            return await bot_tables(inside, token)

    async def after(names):
        async with open_inside(tmp_path) as inside:
            here = hall_of(inside)
            while not set(names[1:]) <= set(here.tables):
                await asyncio.sleep(0.02)
            cookie = [(b"cookie", f"brelan-8012={token}".encode())]
            for path in ("/", "/tables"):
                page = await inside.ask("GET", path, headers=cookie)
                assert page.status == 200 and names[1].encode() in page.body
            listed = (await inside.json("GET", "/tables", token)).json()
            assert {row["id"] for row in listed["public"]} == set(names[1:])
            for path in (f"/t/{names[0]}", f"/api/v1/tables/{names[0]}"):
                assert (await inside.ask("GET", path)).status == 410

    names = run(before())
    damage(tmp_path, names[0], seats="{not json", options="[]", settings="x")
    with caplog.at_level(logging.WARNING, "brelan.house"):
        run(asyncio.wait_for(after(names), 60))
    assert any(names[0] in record.getMessage() for record in caplog.records)


def test_a_damaged_move_is_a_sentence(tmp_path):
    async def work():
        async with open_inside(tmp_path) as inside:
            name, one, _ = await laid(inside)
            here = hall_of(inside)
            change = sa.update(stored.entries).where(
                stored.entries.c.table_id == name, stored.entries.c.kind == "start"
            )
            await here.store.append("", (), change.values(body="{}"))
            here.tables.clear()
            answer = await inside.json("GET", f"/tables/{name}", one)
            assert answer.status == 410 and "damaged" in answer.json()["detail"]

    run(work())


async def long_table(inside, moves=600):
    """A table whose game is long; how long does not matter, only that it is told off the loop."""
    name, one, two = await laid(inside, options={"parties": 100, "target": 5000})
    table = hall_of(inside).tables[name]
    while len(table.whos) < moves:
        await read(table)
        token = (one, two)[table.mover]
        legal = table.state.moves()
        move = "stop" if "stop" in legal else legal[-1]
        answer = await inside.json("POST", f"/tables/{name}/moves", token, {"seq": table.seq, "moves": [move]})
        assert answer.status == 200, answer.body
    return name, one


def test_a_long_game_is_told_while_the_others_play_on_and_only_once(tmp_path, monkeypatch):
    """A game of 100,000 entries froze everybody for two seconds, each time it was looked at."""
    told = []
    really = State.history
    monkeypatch.setattr(State, "history", lambda state: told.append(threading.current_thread()) or really(state))

    async def work():
        async with open_inside(tmp_path) as inside:
            name, one = await long_table(inside)
            own = [(b"authorization", b"Bearer " + one.encode())]
            for path in (f"/t/{name}/replay", f"/t/{name}/replay/300", f"/api/v1/tables/{name}/record"):
                told.clear()
                answer = await inside.ask("GET", path, headers=own)
                assert answer.status == 200
                assert told and threading.main_thread() not in told, f"{path} held everybody up"
                told.clear()
                assert (await inside.ask("GET", path, headers=own)).body == answer.body
                assert not told, f"{path} was told again"

    run(work())


def test_a_long_log_is_read_back_off_the_loop(tmp_path, monkeypatch):
    threads = []
    really = hall.fold
    monkeypatch.setattr(hall, "fold", lambda *given: threads.append(threading.current_thread()) or really(*given))

    async def work():
        async with open_inside(tmp_path) as inside:
            name, _ = await long_table(inside)
            here = hall_of(inside)
            state = here.tables[name].state
            here.tables.clear()
            assert (await here.table(name)).state == state

    run(work())
    assert threads and threading.main_thread() not in threads


async def finished(inside, token):
    wanted = {
        "game": "dodeka",
        "seats": [{"who": "me"}, {"who": "bot", "level": "novice"}],
        "options": {"parties": 1, "target": 100},
        "name": "Katy",
    }
    name = (await inside.json("POST", "/tables", token, wanted)).json()["id"]
    while (table := (await inside.json("GET", f"/tables/{name}", token)).json())["status"] != "over":
        if table["moves"]:
            move = "stop" if "stop" in table["moves"] else table["moves"][-1]
            await inside.json("POST", f"/tables/{name}/moves", token, {"seq": table["seq"], "moves": [move]})
        await asyncio.sleep(0.01)
    return name, table


def test_a_game_under_older_rules_can_still_be_read(tmp_path, monkeypatch):
    """Its record, its result and its story were stored when it ended."""
    token = new_token()

    async def before():
        async with open_inside(tmp_path) as inside:
            name, table = await finished(inside, token)
            record = (await inside.json("GET", f"/tables/{name}/record", token)).body
            while await hall_of(inside).ending(name) is None:
                await asyncio.sleep(0.02)
            return name, table, record

    async def after(name, table, record):
        async with open_inside(tmp_path) as inside:
            assert (await inside.json("GET", f"/tables/{name}/record", token)).body == record
            assert (await inside.json("GET", f"/tables/{name}", token)).json()["payoff"] == table["payoff"]
            for path in (f"/t/{name}", f"/t/{name}/replay"):
                page = await inside.ask("GET", path, headers=[(b"accept-language", b"fr")])
                text = page.body.decode()
                assert page.status == 200 and "Katy" in text
                assert text.count("<li") > 5
            moves = await inside.json("POST", f"/tables/{name}/moves", token, {"seq": 1, "moves": ["stop"]})
            assert moves.status == 410

    found = run(before())
    game = catalogue.game("dodeka")
    monkeypatch.setattr(game, "version", game.version + 1)
    run(after(*found))


def test_an_ending_missed_by_a_crash_is_kept_later(tmp_path):
    token = new_token()

    async def before():
        async with open_inside(tmp_path) as inside:
            name, _ = await finished(inside, token)
            while await hall_of(inside).ending(name) is None:
                await asyncio.sleep(0.02)
            await hall_of(inside).store.append("", (), sa.delete(stored.endings))
            return name

    async def after(name):
        async with open_inside(tmp_path) as inside:
            while (kept := await hall_of(inside).ending(name)) is None:
                await asyncio.sleep(0.02)
            assert kept.names[0] == "Katy" and json.dumps(kept.payoff)

    name = run(before())
    run(asyncio.wait_for(after(name), 60))

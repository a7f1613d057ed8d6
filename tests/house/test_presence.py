"""Who is at a table, as everybody sees it: on one server, on two, and after the house was closed."""

import asyncio

from brelan import game
from brelan.house.base import world
from brelan.house.base.words import speak
from brelan.house.http import render
from brelan.house.http.streams import Drawings
from brelan.house.table import fair_start, presence
from brelan.house.table.presence import here, look_round
from brelan.play.fairness import salt_hash

from .conftest import open_hall, person, silent, table_of
from .test_club import Watcher, two_halls, until
from .test_streams import Client


def seen_by(table, guest, lang="en"):
    return render.fragment(table, table.viewer(guest, lang))


def test_who_closes_the_page_is_away_and_since_when_outlives_the_house(tmp_path):
    async def work():
        katy, leo = person(), person("Léo")
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, katy, leo)
            stream = Watcher(table, leo.guest)
            table.presence.watchers |= dict.fromkeys((stream, Watcher(table, katy.guest)))
            now = world.now()
            assert look_round(table, now) == [] and table.presence.shown == {katy.guest, leo.guest}
            seen = seen_by(table, katy.guest)
            assert "is-away" not in seen and '<span class="sr">is here' in seen
            table.presence.watchers.pop(stream, None)
            assert look_round(table, now + 1) == [] and leo.guest in table.presence.shown, (
                "perhaps it is only loaded anew"
            )
            silent(table)
            gone = look_round(table, now + 20)
            assert gone == [leo.guest] and table.presence.shown == {katy.guest}
            assert "away" in seen_by(table, katy.guest) and f'data-since="{round(now * 1000)}"' in seen_by(
                table, katy.guest
            )
            await hall._note_gone([(table, gone)])
        async with open_hall(tmp_path) as hall:  # Katy was there when it closed, Léo was not
            table = await hall.table(table.id)
            assert table.presence.of(leo.guest).last_here == now and table.presence.of(katy.guest).last_here == now + 20

    asyncio.run(work())


def test_in_words():
    told = {lang: [render.away_words(60 * n, speak(lang)) for n in (0, 1, 59, 60, 3000)] for lang in ("en", "fr")}
    full = [words for words, _ in told["en"]]
    assert full == ["away", "away for 1 min", "away for 59 min", "away for 1 h", "away for 2 days"]
    assert told["fr"][0] == ("pas là", "pas là") and told["fr"][-1] == ("pas là depuis 2 jours", "2 j")


def test_nobody_is_told_of_who_plays_alone(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            katy = person()
            bot = person("Robby")
            bot.kind, bot.guest, bot.level = "bot", "", "novice"
            table = await table_of(hall, katy, bot)
            assert look_round(table, world.now()) == [] and table.stamp == ""
            assert "dot" not in seen_by(table, katy.guest)

    asyncio.run(work())


def test_a_stream_brings_the_drawing_again_when_somebody_comes_or_goes(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            katy, leo = person(), person("Léo")
            table = await table_of(hall, katy, leo)
            stream = Drawings(table, katy.guest, "en", table.seq, hall.render_queue, hall.closing, table.stamp)
            client = Client(stream)
            look_round(table, world.now())
            await client.until(1)
            while table.stamp != "yn":
                look_round(table, world.now())
                await asyncio.sleep(0.01)
            table.presence.watchers[Watcher(table, leo.guest)] = None
            look_round(table, world.now())
            assert table.stamp == "yy"
            while 'data-stamp="yy"' not in client.bodies[-1]:
                await asyncio.sleep(0.005)
            assert f"id: {table.seq}\n" in client.bodies[-1], "the log has not moved"
            client.gone.set()
            await client.task

    asyncio.run(work())


def test_somebody_with_another_server_is_here(url, monkeypatch):
    monkeypatch.setattr(presence, "HERE", 0.3)

    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(), person("Léo")
            here = await table_of(one, katy, leo)
            there = await other.table(here.id)
            stream = Watcher(there, leo.guest)
            there.presence.watchers[stream] = None
            there.share()
            await until(lambda: (look_round(here, world.now()), leo.guest in here.presence.shown)[1])
            there.presence.watchers.pop(stream, None)
            silent(there)
            there.share()
            await until(lambda: (look_round(here, world.now()), leo.guest not in here.presence.shown)[1])
            assert here.presence.last_here(leo.guest) is not None

    asyncio.run(work())


def test_a_restart_brings_nobody_back_who_had_closed_the_page(tmp_path):
    """Salts are asked for when all are here: shown in vain, a start is called off and somebody is blamed."""

    async def work():
        katy, leo = person("Katy", None), person("Léo", None)
        async with open_hall(tmp_path) as hall:
            table = await hall.open(game("dodeka"), katy.guest, [katy, leo], {})
            table.greet(leo.guest)
            await fair_start.promise(table, leo.guest, salt_hash(table.id, 1, "b" * 32))
            silent(table)
            table.greet(katy.guest)
            await fair_start.promise(table, katy.guest, salt_hash(table.id, 0, "a" * 32))
            await fair_start.tend(table, world.now())
            assert not table.asked and table.absent == (1,)
        async with open_hall(tmp_path) as hall:
            table = await hall.table(table.id)
            seq = table.seq
            table.greet(katy.guest)
            await fair_start.tend(table, world.now())
            assert not table.asked and table.absent == (1,) and table.seq == seq

    asyncio.run(work())


def test_nothing_is_kept_of_strangers_who_come_and_go(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), person("Léo"))
            for number in range(50):
                stranger = Watcher(table, f"stranger {number}")
                table.presence.watchers[stranger] = None
                assert here(table)[f"stranger {number}"].pace == ""
                look_round(table, world.now())
                table.presence.watchers.pop(stranger)
            assert len(table.presence.signs) <= 2

    asyncio.run(work())

"""What people say at a table: who may, how much, in whose language, on one server and on two; the game knows nothing of
it.
"""

import asyncio

import pytest

from brelan import game
from brelan.house.base.errors import (
    NobodyHears,
    NoFreeText,
    NoSuchPhrase,
    StrangersHear,
    TooTalkative,
    Watching,
    WrongText,
)
from brelan.house.base.seats import Seat
from brelan.house.base.words import speak
from brelan.house.http import render
from brelan.house.table import joining, talk

from .conftest import open_hall, person, table_of
from .test_club import two_halls, until

ROUGH = '<img src=x onerror="alert(1)">&amp;\u202e "\'`'


def seen_by(table, guest, lang="en"):
    return render.fragment(table, table.viewer(guest, lang))


async def opened(hall, *people, **more):
    return await hall.open(game("dodeka"), people[0].guest, list(people), {}, **more)


def test_a_phrase_is_told_in_each_readers_language_at_the_seat_and_in_the_log(tmp_path):
    async def work():
        katy, leo = person(), person("Léo")
        async with open_hall(tmp_path) as hall:
            table = await opened(hall, katy, leo)
            before, record = table.seq, str(table.record(0))
            await talk.speak_up(table, hall.store, leo.guest, "phrase", "played")
            await talk.speak_up(table, hall.store, katy.guest, "reaction", "heart")
            english, french = seen_by(table, katy.guest), seen_by(table, katy.guest, "fr")
            assert english.count("Well played!") == 2 and "Léo: “Well played!”" in english
            assert french.count("Bien joué\u00a0!") == 2 and "Katy envoie un cœur." in french
            assert english.count('class="face"') == 2, "drawn at the seat and in the log"
            assert seen_by(table, "nobody").count("Well played!") == 2, "whoever looks on reads it"
            assert table.seq == before and str(table.record(0)) == record, "the game's record knows nothing of it"
            lines = render.history(table, table.lines(0, "en"), speak("en", table.game))
            assert not any("Well played" in line for line in lines), "nor does a replay"
        async with open_hall(tmp_path) as hall:  # it is kept with the table
            again = await hall.table(table.id)
            assert [(line.name, line.body) for line in again.talk] == [("Léo", "played"), ("Katy", "heart")]

    asyncio.run(work())


def test_free_text_is_for_tables_whose_host_allows_it_and_is_shown_as_it_was_typed(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            katy, leo = person(), person("Léo")
            plain = await opened(hall, katy, leo)
            with pytest.raises(NoFreeText):
                await talk.speak_up(plain, hall.store, leo.guest, "text", "Hello")
            with pytest.raises(StrangersHear):
                await opened(hall, katy, leo, public=True, talk=True)
            table = await opened(hall, katy, leo, talk=True)
            await talk.speak_up(table, hall.store, leo.guest, "text", ROUGH + "\n\x00 there")
            shown = seen_by(table, katy.guest)
            assert "<img src=x" not in shown and shown.count("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;") == 2
            assert table.talk[-1].body == '<img src=x onerror="alert(1)">&amp; "\'` there', "nothing invisible is kept"
            await talk.speak_up(table, hall.store, leo.guest, "text", "é" * talk.MOST)
            for wrong in ("é" * (talk.MOST + 1), " \u200b\u2800 ", ""):
                with pytest.raises(WrongText):
                    await talk.speak_up(table, hall.store, leo.guest, "text", wrong)
            for kind in ("phrase", "reaction"):
                with pytest.raises(NoSuchPhrase):
                    await talk.speak_up(table, hall.store, leo.guest, kind, "rude")

    asyncio.run(work())


def test_only_those_with_a_seat_speak_to_somebody_and_not_too_much_at_once(tmp_path, monkeypatch):
    async def work():
        async with open_hall(tmp_path) as hall:
            katy, leo = person(), person("Léo")
            table = await opened(hall, katy, leo)
            with pytest.raises(Watching):
                await talk.speak_up(table, hall.store, person("Eve").guest, "phrase", "hello")
            said = [talk.speak_up(table, hall.store, leo.guest, "phrase", "no") for _ in range(talk.BURST + 3)]
            found = await asyncio.gather(*said, return_exceptions=True)
            assert [one for one in found if isinstance(one, int)] == list(range(1, talk.BURST + 1))
            assert sum(isinstance(one, TooTalkative) for one in found) == 3
            await talk.speak_up(table, hall.store, katy.guest, "phrase", "hello")  # the others are not held up
            alone = await table_of(hall, person(), Seat("bot", level="novice"))
            with pytest.raises(NobodyHears):
                await talk.speak_up(alone, hall.store, alone.seats[0].guest, "phrase", "hello")
            monkeypatch.setattr(talk, "SECONDS", 0.0)
            monkeypatch.setattr(talk, "KEPT", 4)
            for _ in range(6):
                await talk.speak_up(table, hall.store, leo.guest, "phrase", "no")
            kept = await talk.read(hall.store, table.id)
            assert [line.number for line in kept] == [9, 10, 11, 12] and table.talk == kept

    asyncio.run(work())


def test_what_is_said_with_one_server_is_heard_with_the_other(url):
    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(), person("Léo")
            here = await opened(one, katy, leo, talk=True)
            there = await other.table(here.id)
            assert there.head.talk
            # both at the same moment: each has its number, and both servers the same order
            await asyncio.gather(
                talk.speak_up(here, one.store, katy.guest, "phrase", "hello"),
                talk.speak_up(there, other.store, leo.guest, "text", "Salut à toi"),
            )
            await until(lambda: len(here.talk) == len(there.talk) == 2)
            assert here.talk == there.talk and here.stamp == there.stamp
            await joining.autopilot(there, leo.guest, True)  # and the log goes on beside it
            await until(lambda: here.seq == there.seq)
            assert [line.number for line in here.talk] == [1, 2]

    asyncio.run(work())

"""Nobody comes to see another's hand: not the host, not by a freed seat, not by somebody's lost cookie."""

import asyncio
import re
from dataclasses import replace

import httpx
import pytest

import brelan
from brelan.house.base.errors import Refused
from brelan.house.base.seats import Seat
from brelan.house.http import passport
from brelan.house.http.guests import identity, new_token
from brelan.house.http.render import fragment
from brelan.house.table import joining
from brelan.house.table.tables import Viewer

from ..house.conftest import house, open_hall, person, table_of  # noqa: F401

HIDDEN = [name for name in brelan.games() if not brelan.game(name).rules.OPEN]


@pytest.mark.parametrize("name", HIDDEN)
def test_in_a_running_game_with_secrets_the_host_frees_no_seat(tmp_path, name):
    """He freed any seat, his own too, and sat down there himself, or let a second browser sit."""

    async def work():
        async with open_hall(tmp_path) as hall:
            hall.closing.set()  # no bot moves by itself
            one = brelan.game(name)
            players = [person(f"p{n}") for n in range(one.best_seats - 1)]
            host = players[0].guest
            table = await table_of(hall, *players, Seat("bot", level="novice"), name=name)
            for number in range(one.best_seats):
                with pytest.raises(Refused, match="no seat is freed"):
                    await joining.fill(table, host, number, "", "")
                assert table.seats[number].kind != "open"
            if len(players) == 1:
                return
            await joining.fill(table, host, 1, "novice", "Odette")
            assert table.seats[1].guest == players[1].guest and table.seats[1].away
            assert table.seat_of(players[1].guest) == 1
            with pytest.raises(Refused, match="taken"):
                await joining.sit(table, person().guest, 1, "Eve", None)
            hall.tables.clear()
            table = await hall.table(table.id)  # the same, read back
            assert table.seats[1].guest == players[1].guest and table.seats[1].by == "host"
            await joining.autopilot(table, players[1].guest, False)
            assert not table.seats[1].away

    asyncio.run(work())


def test_a_seat_freed_before_is_not_sat_on_while_secrets_are_out(tmp_path):
    """A table of an older house may have one."""

    async def work():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), person("Léo"), name="spacepoker")
            table.known = replace(table.known, seats=(table.seats[0], Seat()))
            with pytest.raises(Refused, match="Nobody sits down"):
                await joining.sit(table, person().guest, 1, "Eve", None)
            assert 'data-do="sit"' not in fragment(table, Viewer(-1, "en", False))

    asyncio.run(work())


def test_every_change_of_a_seat_is_a_line_everybody_reads(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            hall.closing.set()
            katy, leo = person("Katy"), person("Léo")
            table = await table_of(hall, katy, Seat(), name="spacepoker")
            await joining.sit(table, leo.guest, 1, "Léo", "")
            assert table.status == "playing"
            await joining.fill(table, katy.guest, 1, "novice", "Odette")
            await joining.autopilot(table, leo.guest, False)
            await joining.autopilot(table, leo.guest, True)
            told = [
                "Léo sits down.",
                "The host lets a bot play on for Léo, who may come back.",
                "Léo takes over again.",
                "Léo lets a bot play on.",
            ]
            for fresh in (False, True):
                if fresh:
                    hall.tables.clear()
                    table = await hall.table(table.id)
                for seat in (-1, 0, 1):
                    html = fragment(table, Viewer(seat, "en", False))
                    lines = re.findall(r'<li class="note"[^>]*>(.*?)</li>', html)
                    assert lines == list(reversed(told))
            await joining.autopilot(table, leo.guest, False)
            await joining.fill(table, katy.guest, 1, "novice", "Odette")
            assert "The host let a bot play on for you." in fragment(table, Viewer(1, "en", False))
            menu = fragment(table, Viewer(0, "en", True))
            assert 'data-confirm="Shall a bot play on for Léo?' in menu and "Free the seat" not in menu

    asyncio.run(work())


def test_a_passport_carries_a_guest_to_another_browser(house):  # noqa: F811
    origin = {"origin": house.url}
    with (
        httpx.Client(base_url=house.url, headers=origin) as old,
        httpx.Client(base_url=house.url, headers=origin) as new,
    ):
        where = old.post("/play/spacepoker", follow_redirects=True).url.path
        name = where.rsplit("/", 1)[1]
        made = old.post("/passport")
        assert made.headers["cache-control"] == "no-store"
        secret = re.search(r'value="[^"]*/passport#([\w-]{43})"', made.text)[1]
        assert secret not in old.get("/passport").text  # shown once
        new.get("/passport")
        assert new.get(f"/api/v1/tables/{name}").json()["you"] is None
        assert new.post("/passport/enter", json={"passport": secret}).status_code == 200
        assert new.get(f"/api/v1/tables/{name}").json()["you"] == 0
        assert old.get(f"/api/v1/tables/{name}").json()["you"] == 0  # and the old one is not thrown out
        old.post("/passport")
        third = httpx.post(f"{house.url}/passport/enter", json={"passport": secret}, headers=origin)
        assert third.status_code == 404 and "replaced" in third.json()["detail"]
        for wrong in ("", "x", "é" * 43, "A" * 43, None, 7, ["x"]):
            answer = httpx.post(f"{house.url}/passport/enter", json={"passport": wrong}, headers=origin)
            assert answer.status_code == 404 and "set-cookie" not in answer.headers


def test_the_database_alone_lets_nobody_travel(tmp_path):
    """What is stored of a passport opens nothing without its secret."""

    async def work():
        async with open_hall(tmp_path) as hall:
            token = new_token()
            secret = await passport.issue(hall.store, token)
            assert await passport.holder(hall.store, secret) == token
            with hall.store.engine.connect() as connection:
                row = connection.execute(passport.passports.select()).one()
            assert row.guest == identity(token)
            for stored in (row.number, row.sealed, row.guest):
                assert stored not in (token, secret) and token not in stored
                with pytest.raises(Refused):
                    await passport.holder(hall.store, stored)

    asyncio.run(work())

"""Evenings: one link for all, rounds made once whoever presses how often on whichever server, points as told; and what
links and posters show.
"""

import asyncio
import io
import re

import httpx
import pytest
import sqlalchemy as sa

import brelan
from brelan.house.base.config import is_loopback
from brelan.house.base.errors import EveningFull, EveningOver, HostOnly, NobodyThere, NoSuchEvening, NotOver
from brelan.house.base.words import speak
from brelan.house.hall import rounds
from brelan.house.services import evenings, posters
from brelan.house.services.evenings import Evening, Laid, Person, points, standings
from brelan.house.store.schema import tables as table_rows
from brelan.house.table import fair_start
from brelan.house.table.ratings import Result, Seated

from .conftest import Elsewhere, open_hall
from .test_ratings import play_on

NASTY = '<script>alert("x")</script>\u202e' + "y" * 400
FACTS = {"game": "dodeka", "options": {"parties": 1, "target": 100, "minutes": 0}, "wish": 3, "pace": 0}
FACTS |= {"rated": True, "lang": "fr", "title": "Chez Katy"}


def result(**paid):
    return Result("t", 0.0, tuple(Seated(who, who, payoff) for who, payoff in paid.items()))


def test_points_are_shared_evenly_between_first_and_last():
    four = result(a=9, b=5, c=5, d=1)
    assert [points(four, who) for who in "abcd"] == [60, 30, 30, 0]
    assert [points(result(a=2, b=1), who) for who in "ab"] == [60, 0] and points(four, "nobody") is None
    evening = Evening("e", people={who: Person(who.upper()) for who in "abcd"}, rounds=[(Laid("t", tuple("abcd"), 0),)])
    rows = standings(evening, {"t": four})
    assert [(row.place, row.name, row.points, row.won) for row in rows] == [
        (1, "A", 60, 1), (2, "B", 30, 0), (2, "C", 30, 0), (4, "D", 0, 0)]  # fmt: skip


@pytest.mark.parametrize("place", ["folder", "postgres"])
def test_a_round_is_made_once_and_all_of_it(place, tmp_path, request):
    """By one server, or by two that are pressed at once."""
    where = Elsewhere(request.getfixturevalue("url")) if place == "postgres" else tmp_path

    async def work():
        async with open_hall(where, pause_after=-1) as one:
            if place == "postgres":
                async with open_hall(where, pause_after=-1) as two:
                    await evening_of(one, two)
            else:
                await evening_of(one, one)

    async def evening_of(one, two):
        evening = await evenings.opened_by(one.store, "host", **FACTS)
        name = evening.id
        with pytest.raises(NobodyThere):
            await rounds.next_round(one, name, "host", 0, False)
        halls = [one, two] * 4
        await asyncio.gather(*(evenings.join(hall.store, name, f"g{n}", "Léo") for n, hall in enumerate(halls)))
        await evenings.join(one.store, name, "g0", "Another")
        evening = await evenings.found(two.store, name)
        assert sorted(person.name for person in evening.people.values()) == ["Léo", *(f"Léo {n}" for n in range(2, 9))]
        with pytest.raises(HostOnly):
            await rounds.next_round(two, name, "g0", 0, False)
        made = await asyncio.gather(*(rounds.next_round(hall, name, "host", 0, False) for hall in (one, two, one)))
        assert all(each.rounds == made[0].rounds and len(each.rounds) == 1 for each in made)
        count = sa.select(sa.func.count()).select_from(table_rows)
        assert await one.store.ask(lambda connection: connection.execute(count).scalar()) == len(made[0].rounds[0])
        with pytest.raises(NotOver):
            await rounds.next_round(one, name, "host", 1, False)
        for laid in made[0].rounds[0]:
            table = await one.table(laid.id)
            assert {seat.guest for seat in table.seats} == set(laid.people) and table.head.evening == name
            for guest in laid.people:
                await fair(table, guest)
            await play_on(table)
        rows = standings(await evenings.found(two.store, name), await evenings.results_of(two.store, made[0].tables))
        assert all(row.games == 1 for row in rows) and sum(row.points for row in rows) == pytest.approx(8 * 30)
        out = next(iter((await evenings.pause(one.store, name, "host", 0)).people))
        evening = await rounds.next_round(two, name, "host", 1, False)
        assert len(evening.rounds) == 2 and out not in {g for laid in evening.rounds[1] for g in laid.people}
        await evenings.close(one.store, name, "host")
        with pytest.raises(EveningOver):
            await evenings.join(two.store, name, "late", "Late")
        with pytest.raises(NoSuchEvening):
            await evenings.found(two.store, "nothere")
        assert [each.id for each in await evenings.evenings_of(two.store, "g3")] == [name]

    async def fair(table, guest):
        await fair_start.add_nothing(table, guest)

    asyncio.run(work())


def test_what_a_dead_server_left_undone_is_laid_by_whoever_looks(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            evening = await evenings.opened_by(hall.store, "host", **FACTS)
            for guest in ("a", "b"):
                await evenings.join(hall.store, evening.id, guest, guest)
            body = {"tables": [{"id": "abcdefghjk", "people": ["a", "b"], "bots": 0}]}
            evening = await evenings.changed(hall.store, evening.id, lambda _: ("round", body))
            assert await evenings.statuses(hall.store, evening.tables) == {}
            await rounds.lay(hall, evening)
            await rounds.lay(hall, evening)
            assert await evenings.statuses(hall.store, evening.tables) == {"abcdefghjk": "waiting"}
            many = evenings.MOST_PEOPLE
            for n in range(2, many):
                await evenings.join(hall.store, evening.id, f"p{n}", "x")
            with pytest.raises(EveningFull):
                await evenings.join(hall.store, evening.id, "late", "x")

    asyncio.run(work())


def test_the_page_escapes_and_bounds_what_people_type_and_links_show_nothing_secret(house):
    with httpx.Client(base_url=house.url, follow_redirects=True, timeout=30, headers={"origin": house.url}) as host:
        page = host.post("/evening/dodeka", data={"title": NASTY, "name": NASTY, "plays": "yes", "wish": "3"})
        assert page.status_code == 200 and "<script>alert" not in page.text
        title = re.search(r"<h1>(.*?)</h1>", page.text)[1]
        assert title.startswith("&lt;script&gt;") and len(title) < 120
        name = page.url.path.split("/")[-1]
        assert "--lan" in page.text and 'class="qr"' not in page.text, "a link nobody can follow is not offered bare"
        data = host.get(f"/api/v1/evenings/{name}").json()
        assert data["host"] and len(data["people"]) == 1 and len(data["people"][0]["name"]) <= 40
        svg = host.get(f"/e/{name}/poster.svg").text
        assert "<script" not in svg
        stranger = httpx.get(f"{house.url}/e/{name}")  # as a messenger's program asks
        assert 'property="og:image"' in stranger.text and "&lt;script&gt;" in stranger.text
        picture = httpx.get(f"{house.url}/e/{name}/preview.png", timeout=60)
        assert picture.content.startswith(b"\x89PNG") and len(picture.content) < 300_000
        refused = httpx.post(f"{house.url}/e/{name}/round", data={"after": "0"}, headers={"origin": house.url})
        assert refused.status_code == 403 and "Only the host of this evening" in refused.text
        assert host.post("/evening/dodeka", data={"wish": "x" * 500, "option-target": "-5"}).status_code == 422


def test_the_picture_of_a_table_tells_who_invites_and_no_more(house, guest):
    katy = guest()
    opened = katy.post(
        "/tables", json={"game": "pepetes", "name": "Katy & Co", "seats": [{"who": "me"}, {"who": "open"}]}
    )
    name = opened.json()["id"]
    page = httpx.get(f"{house.url}/t/{name}", headers={"accept-language": "fr"})
    assert 'content="Katy &amp; Co vous invite à jouer."' in page.text
    assert opened.json()["commitment"] not in re.findall(r"<head>.*?</head>", page.text, re.S)[0]
    assert httpx.get(f"{house.url}/t/{name}/preview.png", timeout=60).headers["content-type"] == "image/png"


def test_the_poster_names_all_places_and_is_a_page():
    say = speak("fr")
    people = {f"g{n}": Person(f"Personne <{n}> " + "é" * n) for n in range(50)}
    evening = Evening("e", title="Fête & jeux", game="dodeka", people=people, rounds=[(Laid("t", tuple(people), 0),)])
    paid = Result("t", 0.0, tuple(Seated(guest, guest, number) for number, guest in enumerate(people)))
    drawing = posters.poster(evening, brelan.game("dodeka"), standings(evening, {"t": paid}), say)
    svg = posters.as_svg(drawing, evening.title)
    assert "Fête &amp; jeux" in svg and "Personne &lt;49&gt;" in svg and "et 10 autres" in svg
    pdf = posters.as_pdf(drawing, evening.title, "fr")
    pypdf = pytest.importorskip("pypdf")
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) == 1 and "Personne" in pages[0].extract_text()


def test_who_can_follow_a_link():
    assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "[::1]", "a.localhost"))
    assert not any(is_loopback(host) for host in ("192.168.1.7", "games.example.org", "localhost.example.org"))

"""Whoever knows the seed cannot choose the cards: salts are promised before any is shown, or the start is void."""

import asyncio
import hashlib
import secrets
import stat
import sys
import time

import httpx
import pytest

import brelan
from brelan.house.base.errors import Refused
from brelan.house.base.seats import Seat
from brelan.house.http.render import fragment
from brelan.house.store.database import hold
from brelan.house.table import fair_start, joining
from brelan.house.table.state import laid
from brelan.house.table.tables import Viewer
from brelan.play.fairness import salt_hash

from ..house.conftest import Guest, house, open_hall, person, table_of  # noqa: F401


def salt():
    return secrets.token_hex(16)


async def waiting(hall, players=2, bots=0):
    """A table where everybody sits and nobody has promised anything yet."""
    people = [person(f"p{n}", None) for n in range(players)]
    table = await table_of(hall, *people, *[Seat("bot", level="novice") for _ in range(bots)], parties=1, target=100)
    return table, [one.guest for one in people], [salt() for _ in people]


async def promise_all(table, people, salts):
    for number, (guest, one) in enumerate(zip(people, salts, strict=True)):
        await fair_start.promise(table, guest, salt_hash(table.id, number, one))


def test_the_hash_is_what_the_documents_say():
    name, data = b"tablename2", b"0123456789abcdef0123456789abcdef"
    framed = b"brelan salt" + b"\0\0\0\x0a" + name + b"\0\0\0\x03" + b"\0\0\0\x20" + data
    assert salt_hash("tablename2", 3, data.decode()) == hashlib.sha256(framed).hexdigest()
    assert (
        len({salt_hash("ab", 1, "c"), salt_hash("a", 1, "bc"), salt_hash("ab", 2, "c"), salt_hash("abc", 1, "")}) == 4
    )


def test_no_salt_is_taken_before_all_are_promised_nor_another_than_promised(tmp_path):
    """The operator knew the seed and salted last: 2,627 salts tried in 20 seconds."""

    async def work():
        async with open_hall(tmp_path) as hall:
            table, (katy, boss), salts = await waiting(hall)
            with pytest.raises(Refused, match="send its hash first"):
                await fair_start.show(table, katy, salts[0])
            await fair_start.promise(table, katy, salt_hash(table.id, 0, salts[0]))
            with pytest.raises(Refused, match="send its hash first"):
                await fair_start.show(table, katy, salts[0])  # before all hashes are in
            assert salts[0] not in fragment(table, Viewer(1, "en", True))
            await fair_start.promise(table, boss, salt_hash(table.id, 1, salts[1]))
            await fair_start.show(table, katy, salts[0])
            better = salt()
            await fair_start.promise(table, boss, salt_hash(table.id, 1, better))  # too late, and ignored
            for wrong in (better, salts[0], salts[1] + "x"):
                with pytest.raises(Refused, match="not the salt whose hash was promised"):
                    await fair_start.show(table, boss, wrong)
            assert table.status == "waiting"
            commitment = table.head.source.commitment
            await fair_start.show(table, boss, salts[1])
            assert table.status == "playing" and table.state.salts == tuple(salts)
            assert table.head.source.commitment == commitment and table.voids == 0

    asyncio.run(work())


@pytest.mark.parametrize("bad", ["", "x" * 21, "x" * 201, "x" * 30 + " ", "x" * 30 + "\n", "é" * 30, "\ud800" * 30])
def test_a_salt_can_hold_sixteen_random_bytes_and_stand_in_a_record(tmp_path, bad):
    async def work():
        async with open_hall(tmp_path) as hall:
            table, people, _ = await waiting(hall)
            with pytest.raises(Refused, match="A salt is 22 to 200"):
                await fair_start.show(table, people[0], bad)
            with pytest.raises(Refused, match="SHA-256"):
                await fair_start.promise(table, people[0], bad)

    asyncio.run(work())


@pytest.mark.parametrize("how", ["withheld", "left", "freed", "replaced"])
def test_who_holds_a_salt_back_voids_the_start_and_it_is_counted(tmp_path, how):
    """Else an operator's second browser looks at the others' salts and goes on only when it likes the cards."""

    async def work():
        async with open_hall(tmp_path) as hall:
            table, people, salts = await waiting(hall)
            host, other = people
            first = table.head.source.commitment
            await promise_all(table, people, salts)
            await fair_start.show(table, host, salts[0])
            if how == "withheld":
                await hall._look_at(table, time.time() + 20)
                assert table.voids == 0
                await hall._look_at(table, time.time() + 31)
            elif how == "left":
                await joining.leave(table, other)
            else:
                await joining.fill(table, host, 1, "novice" if how == "replaced" else "", "Odette")
            assert table.voids == 1 and table.status == "waiting"
            second = table.head.source.commitment
            assert second != first
            assert all(seat.salt is None and not seat.hash for seat in table.seats if seat.kind == "guest")
            said = "The start is called off because of p1. Salts had been shown, so the seed is drawn anew."
            assert said in fragment(table, Viewer(0, "en", True))
            hall.tables.clear()
            table = await hall.table(table.id)  # the same, read back
            assert (table.voids, table.head.source.commitment, table.asked) == (1, second, 0.0)
            assert said in fragment(table, Viewer(0, "en", True))
            if how in ("left", "freed"):
                await joining.sit(table, other, 1, "p1", None)
            fresh = [salt(), salt()]
            await promise_all(table, people[: 1 if how == "replaced" else 2], fresh[: 1 if how == "replaced" else 2])
            with pytest.raises(Refused, match="not the salt"):
                await fair_start.show(table, host, salts[0])  # the old one is worth nothing
            await fair_start.show(table, host, fresh[0])
            if how != "replaced":
                await fair_start.show(table, other, fresh[1])
            assert table.status == "playing"
            text = str(table.record(-1))
            assert "\nvoids: 1\n" in text and f"committed {second}" in text and first not in text

    asyncio.run(work())


def test_a_game_that_has_begun_keeps_its_seed(tmp_path):
    """Whatever happens at its seats."""

    async def work():
        async with open_hall(tmp_path) as hall:
            hall.closing.set()  # no bot moves
            table, people, salts = await waiting(hall)
            await promise_all(table, people, salts)
            for guest, one in zip(people, salts, strict=True):
                await fair_start.show(table, guest, one)
            source, state = table.head.source, table.state.copy()
            for change in (
                joining.fill(table, people[0], 1, "novice", "Odette"),
                joining.autopilot(table, people[1], False),
                joining.leave(table, people[1]),
                joining.fill(table, people[0], 1, "", ""),
                joining.sit(table, people[1], 1, "p1", None),
                hall._look_at(table, time.time() + 1000),
            ):
                await change
                assert (table.voids, table.head.source, table.state) == (0, source, state)
            hall.tables.clear()
            again = await hall.table(table.id)
            assert (again.voids, again.asked, again.state, again.state.salts) == (0, 0.0, state, tuple(salts))

    asyncio.run(work())


def test_before_a_salt_is_shown_one_may_come_and_go(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            table, people, salts = await waiting(hall)
            commitment = table.head.source.commitment
            await promise_all(table, people, salts)
            await joining.leave(table, people[1])
            assert table.voids == 0 and table.head.source.commitment == commitment and not table.asked
            await joining.sit(table, people[1], 1, "p1", None)
            await promise_all(table, people, salts)
            await hall._look_at(table, time.time() + 31)  # nobody shows anything: once more from the hashes
            assert table.voids == 0 and not table.asked and not table.seats[0].hash

    asyncio.run(work())


def test_who_promised_and_closed_the_page_is_shown_as_holding_the_table_up(tmp_path):
    """And the others' salts are not asked for in vain."""

    async def work():
        async with open_hall(tmp_path) as hall:
            table, people, salts = await waiting(hall)
            await fair_start.promise(table, people[0], salt_hash(table.id, 0, salts[0]))
            table.presence.of(people[0]).asked -= 100
            await fair_start.promise(table, people[1], salt_hash(table.id, 1, salts[1]))
            assert not table.asked
            await hall._look_at(table, time.time())
            assert table.absent == (0,)
            assert "has closed the page" in fragment(table, Viewer(1, "en", False))
            table.viewer(people[0], "fr")  # comes back
            await hall._look_at(table, time.time())
            assert table.asked and table.absent == ()
            assert "has closed the page" not in fragment(table, Viewer(1, "en", False))

    asyncio.run(work())


def test_the_record_names_salts_by_seat_and_everybody_can_compute_the_hashes(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            table, people, salts = await waiting(hall, 1, 1)
            assert "a bot, adds nothing to the seed" in fragment(table, Viewer(0, "en", True))
            await promise_all(table, people, salts)
            hashes = [seat.hash for seat in table.seats]
            await fair_start.show(table, people[0], salts[0])
            await joining.autopilot(table, people[0], True)
            while table.status != "over":
                await asyncio.sleep(0.01)
            record = brelan.Record.parse(str(table.record(None)))
            assert record.table == table.id and record.salts == (salts[0], "") and record.format == 2
            assert [salt_hash(record.table, n, one) if one else "" for n, one in enumerate(record.salts)] == hashes
            assert f"{record.names[0]} added the salt {salts[0]}." in str(record.verify())
            again = await hall.table(await hall.rematch(table, people[0]))
            assert again.status == "waiting" and again.head.source.commitment != table.head.source.commitment
            number = again.seat_of(people[0])
            with pytest.raises(Refused, match="hash first"):
                await fair_start.show(again, people[0], salts[0])
            new = salt()
            await fair_start.promise(again, people[0], salt_hash(again.id, number, new))
            await fair_start.show(again, people[0], new)
            assert again.status == "playing"

    asyncio.run(work())


def test_a_table_started_by_an_older_house_still_verifies(tmp_path):
    """Its log names only the salts there were, in a row: such a game keeps a record of format 1."""

    async def work():
        async with open_hall(tmp_path) as hall:
            table = await table_of(
                hall, person(salt="a"), person("Léo", "b"), person("Zoé", "c"), parties=1, target=100
            )
            stored = await hall.store.load(table.id)
            assert stored[1][3].body == {"salts": ["a", "b", "c"]}
            state = laid(table.head, table.head.source, table.seats, ["a", "c"])
            assert state.record().format == 1 and "\nsalt: a\nsalt: c\n" in str(state.record())

    asyncio.run(work())


def test_over_http_a_salt_alone_starts_nothing(house):  # noqa: F811
    """As the page and programs meet it: hash first, then what all promised, then the salt."""
    origin = {"origin": house.url}
    with httpx.Client(base_url=house.url, headers=origin) as browser:
        browser.get("/")
        seats = [{"who": "me"}, {"who": "open"}]
        table = browser.post("/api/v1/tables", json={"game": "dodeka", "seats": seats}).json()
        at = f"/api/v1/tables/{table['id']}"
        robby = Guest(house.url)
        robby.post(f"/tables/{table['id']}/sit", json={"seat": 1, "name": "Robby", "salted": True})
        own, its = salt(), salt()
        assert browser.post(f"{at}/ready", json={"salt": own}).status_code == 409
        assert robby.table(table["id"])["status"] == "waiting"
        answer = browser.post(f"{at}/ready", json={"hash": salt_hash(table["id"], 0, own)}).json()
        assert answer["hashes"] is None
        answer = robby.post(f"/tables/{table['id']}/ready", json={"hash": salt_hash(table["id"], 1, its)}).json()
        assert answer["hashes"] == [salt_hash(table["id"], 0, own), salt_hash(table["id"], 1, its)]
        seen = browser.get(at).json()
        assert seen["asked"] and own not in str(seen) and its not in str(seen)
        robby.post(f"/tables/{table['id']}/ready", json={"salt": its})
        seen = browser.get(at).json()
        assert its not in str(seen)
        browser.post(f"{at}/ready", json={"salt": own})
        seen = browser.get(at).json()
        assert seen["status"] == "playing" and seen["salts"] == [own, its]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's files from others by itself")
def test_the_database_is_its_owners_alone(house):  # noqa: F811
    """It holds the seeds of games being played."""
    for file in house.folder.glob("house.db*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    folder = house.folder / "new" / "house"
    hold(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700

"""Several servers on one database: two halls in this process, each with a store, leases and ears of its own."""

import asyncio
import contextlib
import json
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa

from brelan import game
from brelan.house.base.config import Config
from brelan.house.base.errors import NotHere, OldRules, SeatTaken, Stale
from brelan.house.base.seats import Seat
from brelan.house.cluster import club, follower
from brelan.house.hall.hall import GRACE
from brelan.house.http import watch
from brelan.house.http.middleware import Guard
from brelan.house.http.streams import Entries
from brelan.house.services.render_queue import RenderQueue
from brelan.house.store import database
from brelan.house.store.committer import LONGEST, payloads
from brelan.house.store.store import Entry, Store, heard_entries, told_entries
from brelan.house.table import fair_start, joining, pacing
from brelan.house.table.presence import Here

from .conftest import Elsewhere, open_hall, person, silent, table_of


async def until(true, seconds=20.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def two_halls(url, **settings):
    async with open_hall(Elsewhere(url), **settings) as one, open_hall(Elsewhere(url), **settings) as other:
        await until(lambda: one.club.live and other.club.live and one.club.listening and other.club.listening)
        yield one, other


class Watcher:
    looks = True

    def __init__(self, table, guest):
        self.table, self.guest, self.seen = table, guest, []

    def poke(self):
        self.seen.append(self.table.seq)

    beat = poke


def same(here, there):
    """Whether two servers know the same of a table."""
    assert here.state == there.state and here.state.log == there.state.log
    assert (here.seq, here.status, here.whos, here.seats) == (there.seq, there.status, there.whos, there.seats)
    assert (here.changes, here.keys, here.answers_from, here.moved) == (
        there.changes,
        there.keys,
        there.answers_from,
        there.moved,
    )
    for seat in (-1, 0, 1):
        assert [line.scene.text for line in here.lines(seat, "fr")] == [
            line.scene.text for line in there.lines(seat, "fr")
        ]
    return True


def test_what_one_server_stores_the_other_shows(url):
    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(), person("Léo")
            here = await table_of(one, katy, leo)
            there = await other.table(here.id)
            there.lines(0, "fr"), here.lines(0, "fr")  # told from now on, move by move
            watcher = Watcher(there, leo.guest)
            there.presence.watchers[watcher] = None
            await here.play(katy.guest, here.seq, ["throw 1 2 3"], "a key")
            await until(lambda: there.seq == here.seq)
            assert watcher.seen == [here.seq] and same(here, there)
            assert [event.seq for event in there.recent][-4:] == [event.seq for event in here.recent][-4:]
            # the same request again, with the other server, is answered and not played
            assert await there.play(katy.guest, there.seq - 4, ["throw 1 2 3"], "a key") == here.seq
            await there.play(katy.guest, there.seq, ["stop"], None)
            await there.play(leo.guest, there.seq, ["throw 1 2 3"], None)
            await joining.autopilot(there, katy.guest, True)
            await until(lambda: here.seq == there.seq)
            assert same(here, there)

    asyncio.run(work())


def test_a_seq_already_taken_is_judged_again_and_refused_or_played(url):
    """Neither server hears the other: what counts is what the log says when they write."""

    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(), person("Léo")
            here = await table_of(one, katy, leo)
            there = await other.table(here.id)
            one.hear = other.hear = lambda news: None
            await joining.autopilot(here, leo.guest, True)  # which does not concern Katy's move
            seq = there.seq
            assert await there.play(katy.guest, seq, ["throw 1 2 3"], "k") == seq + 5  # after the seat's entry
            with pytest.raises(Stale):  # the same throw, by somebody who saw the dice lie as they lay
                await here.play(katy.guest, seq, ["throw 1 2 3"], "another")
            assert same(here, there)
            # two who sit down at once: one has the seat, the other is told so
            waiting = await table_of(one, katy, Seat(), Seat())
            also = await other.table(waiting.id)
            await joining.sit(waiting, leo.guest, 1, "Léo", "")
            with pytest.raises(SeatTaken):
                await joining.sit(also, person().guest, 1, "Zoé", "")

    asyncio.run(work())


def test_what_is_heard_while_a_change_is_on_its_way_waits_for_it(url):
    """And is done in its order, however often there is more; nobody has to read the log again for it."""

    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(), person("Léo")
            here = await table_of(one, katy, leo)
            there = await other.table(here.id)

            async def reading(*_):
                raise AssertionError("the log was read again")

            told, other.hear = [], lambda news: told.extend(news.entries.get(here.id, []))
            await here.play(katy.guest, here.seq, ["throw 1 2 3"], None)
            await here.play(katy.guest, here.seq, ["throw 1 2 3"], None)
            await until(lambda: told and told[-1].seq == here.seq)
            other.store.after = reading
            async with there.lock:  # as if a change of its own were being stored
                other._follow(there, told[:4])
                assert there.seq < told[0].seq
            other._follow(there, told[4:])  # the lock is free, and nobody has come to do the others yet
            await until(lambda: there.seq == here.seq)
            assert same(here, there) and not there.lock.heard and not there.lock.doubtful
            # a gap is a doubt: the log is read
            del other.store.after
            await here.play(katy.guest, here.seq, ["stop"], None)
            await until(lambda: told[-1].seq == here.seq)
            del other.hear
            await here.play(leo.guest, here.seq, ["throw 1 2 3"], None)
            await until(lambda: there.seq == here.seq)
            assert same(here, there)

    asyncio.run(work())


def test_who_names_a_seq_is_never_shown_less(url):
    async def work():
        async with two_halls(url) as (one, other):
            katy = person()
            here = await table_of(one, katy, person("Léo"))
            there = await other.table(here.id)
            other.hear = lambda news: None  # it is deaf
            seq = await here.play(katy.guest, here.seq, ["throw 1 2 3"], None)
            assert (await other.table(here.id)).seq < seq
            assert (await other.table(here.id, seq)).seq == seq == there.seq

    asyncio.run(work())


async def from_the_beginning(hall, table, guest):
    """What a stream of this server tells the guest who asks for the whole log."""
    stream = Entries(table, guest, 0, RenderQueue(), hall.closing, lambda: hall.store.load(table.id))
    told = [line for line in (await stream._older()).decode().splitlines() if line.startswith("data: ")]
    return [json.loads(line[6:]) for line in told]


def test_a_server_behind_the_log_tells_nobody_what_another_seat_sees(url):
    """Seats are drawn as the game begins: who sits where is not known here yet, and the log holds the deal already."""

    async def work():
        async with two_halls(url) as (one, other):
            while True:
                katy, leo = person(), person("Léo")
                here = await one.open(game("spacepoker"), katy.guest, [katy, Seat()], {}, draws_seats=True)
                there = await other.table(here.id)
                hear, other.hear = other.hear, lambda news: None
                await joining.sit(here, leo.guest, 1, "Léo", "")
                if here.drawn == (1, 0):
                    break
                other.hear = hear
            assert there.status == "waiting" and len(await other.store.after(here.id, 0)) > there.seq
            early = await from_the_beginning(other, there, katy.guest)
            assert early and max(event["seq"] for event in early) == there.seq
            assert not any(event["kind"] == "move" for event in early)
            await other.catch_up(there)
            later = await from_the_beginning(other, there, katy.guest)
            assert later == await from_the_beginning(one, here, katy.guest)
            assert later != await from_the_beginning(one, here, leo.guest)

    asyncio.run(work())


def test_a_server_whose_renewal_failed_or_took_long_is_renewed_again(url, monkeypatch):
    monkeypatch.setattr(club, "BEAT", 0.05)

    async def work():
        async with open_hall(Elsewhere(url)) as one:
            await until(lambda: one.club.listening)
            assert not await watch._problem(one)
            real, failures = one.club._renew, []

            async def renew():
                if len(failures) < 3:
                    failures.append(one.club._valid)
                    raise IndexError("list index out of range")
                await real()

            one.club._renew = renew
            await until(lambda: one.club._valid > failures[0] + 0.1 if failures else False)
            # the row has run out before the others are asked for, and nobody else is open
            monkeypatch.setattr(club, "LEASE", -1.0)
            await real()
            assert not one.club.alive and "for gone" in await watch._problem(one)
            monkeypatch.setattr(club, "LEASE", 5.0)
            await until(lambda: one.club.alive)
            assert not await watch._problem(one)

    asyncio.run(work())


def test_who_was_taken_for_gone_is_here_again(url, monkeypatch):
    """A server is stopped for longer than its lease, and goes on: who looks at its tables is known to the others."""
    monkeypatch.setattr(club, "LEASE", 0.6)
    monkeypatch.setattr(club, "BEAT", 0.1)

    async def work():
        async with two_halls(url) as (one, other):
            katy = person()
            here = await table_of(one, katy, person("Léo"))
            there = await other.table(here.id)
            here.presence.watchers[Watcher(here, katy.guest)] = None
            here.share()
            await until(lambda: there.presence.is_here(katy.guest))
            real = one.club._renew

            async def asleep():
                await asyncio.sleep(0.05)

            one.club._renew = asleep
            await until(lambda: one.store.server not in other.club.live and not there.presence.is_here(katy.guest))
            one.club._renew = real
            await until(lambda: there.presence.is_here(katy.guest))
            assert there.presence.elsewhere[one.store.server][katy.guest].looks

    asyncio.run(work())


def test_who_falls_silent_in_mid_transaction_holds_nobody_up(url, monkeypatch):
    monkeypatch.setattr(database, "_SILENT", database._SILENT.replace("'5s'", "'500ms'"))
    silent, other = Store(url), Store(url)
    connection = silent.engine.connect()
    row = "INSERT INTO entries (table_id, seq, kind, who, code, body, at) VALUES ('t', 1, 'wake', 0, 0, '', 0)"
    connection.exec_driver_sql(row)  # and not a word more

    async def write():
        await asyncio.wait_for(other.append("t", [Entry(1, "wake")]), 10)

    asyncio.run(write())
    with contextlib.suppress(Exception):
        connection.close()
    silent.close()
    other.close()


def test_a_new_seed_is_never_read_as_the_old_one(url):
    """A table that is read while its start is called off has the new seed, whatever its log knows of that."""

    async def work():
        async with two_halls(url) as (one, other):
            katy = person()
            table = await one.open(game("dodeka"), katy.guest, [katy, Seat()], {})
            once = []

            def between(connection, cursor, statement, parameters, context, executemany):
                if once or not statement.startswith("SELECT"):
                    return
                once.append(statement)
                with one.store.engine.begin() as writing:
                    writing.exec_driver_sql("UPDATE tables SET seed = 'new'")
                    writing.exec_driver_sql(
                        "INSERT INTO entries (table_id, seq, kind, who, code, body, at) "
                        f"VALUES ('{table.id}', {table.seq + 1}, 'void', 0, 0, '', 0)"
                    )

            sa.event.listen(other.store.engine, "after_cursor_execute", between)
            row, log = await other.store.load(table.id)
            assert once and (row.seed == "new" or log[-1].kind != "void")

    asyncio.run(work())


def test_one_server_drives_and_another_takes_over(url, monkeypatch):
    """Bots are played by whoever holds the lease; when it dies, within ten seconds by another, and nothing twice."""
    monkeypatch.setattr(club, "LEASE", 2.0)  # longer than a busy machine lets a beat wait
    monkeypatch.setattr(club, "BEAT", 0.2)

    async def work():
        async with two_halls(url) as (one, other):
            katy = person()
            here = await table_of(one, katy, Seat("bot", level="novice"))
            there = await other.table(here.id)
            moves = []

            async def choose(hall, view, *_):
                moves.append(hall)
                return view.legal()[0]

            one.bot_workers.choose = lambda *arguments: choose(one, *arguments)
            other.bot_workers.choose = lambda *arguments: choose(other, *arguments)
            assert one.club.drives(here) and not other.club.drives(there)
            await there.play(katy.guest, there.seq, ["throw 1 2 3"], None)
            await there.play(katy.guest, there.seq, ["stop"], None)
            await until(lambda: here.mover == 0 and there.mover == 0 and same(here, there))
            assert moves and set(moves) == {one}
            # it is killed: it neither renews nor hears nor plays any more
            one.closing.set()
            one.club._follower.close()
            moves.clear()
            await there.play(katy.guest, there.seq, ["throw 1 2 3"], None)
            await there.play(katy.guest, there.seq, ["stop"], None)
            assert there.mover == 1
            await until(lambda: there.mover == 0)
            assert moves and set(moves) == {other}

    asyncio.run(work())


def test_a_table_goes_on_though_word_of_its_free_lease_was_lost(url, monkeypatch):
    monkeypatch.setattr(club, "BELIEVED", 0.5)

    async def work():
        async with two_halls(url) as (one, other):
            katy = person()
            here = await table_of(one, katy, Seat("bot", level="novice"))
            there = await other.table(here.id)
            assert other.club.is_driven_elsewhere(there)
            other.club.topics["released"] = lambda server, tables: None  # it is deaf to that
            other.in_background(other.keep_time())
            one.tables.pop(here.id)
            one.club.let_go(here)
            await there.play(katy.guest, there.seq, ["throw 1 2 3"], None)
            await there.play(katy.guest, there.seq, ["stop"], None)
            await until(lambda: there.mover == 0)
            assert other.club.drives(there)

    asyncio.run(work())


def test_a_table_nobody_looks_at_is_adopted_and_its_clock_stood_still(url, monkeypatch):
    monkeypatch.setattr(club, "BEAT", 0.2)
    monkeypatch.setattr(club, "LEASE", 60.0)  # it is given back; on a busy machine it would run out before

    async def work():
        async with open_hall(Elsewhere(url)) as other:
            async with open_hall(Elsewhere(url)) as one:
                katy, leo = person(), person("Léo")
                table = await one.open(one.known("dodeka"), katy.guest, [katy, leo], {}, pace=30)
                with one.store.engine.begin() as connection:
                    connection.exec_driver_sql("UPDATE entries SET at = at - 29")  # its time has all but run out
            # that one closed, and gave its leases back
            await until(lambda: table.id in other.tables and other.club.drives(other.tables[table.id]))
            again = other.tables[table.id]
            await until(lambda: again.seq > table.seq)
            assert again.recent[-1].kind == "wake"
            assert again.deadline - time.time() > GRACE - 5

    asyncio.run(work())


def test_a_result_is_held_for_those_who_look_with_another_server(url):
    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(), person("Léo")
            here = await table_of(one, katy, leo, target=300)
            there = await other.table(here.id)
            watcher = Watcher(there, leo.guest)
            there.presence.watchers[watcher] = None
            pacing.wish(there, leo.guest, "slow")
            there.share()
            await until(lambda: pacing.looking(here) == {1} == pacing.looking(there))
            silent(here)
            silent(there)
            assert pacing.hold(here) == pacing.HOLDS["slow"]
            here.presence.read_by.clear()
            there.presence.read_by.add(1)  # as a press does
            there.share()
            await until(lambda: pacing.hold(here) == 0.0)
            there.presence.watchers.clear()
            pacing.closed(there, leo.guest)
            there.presence.last_looked -= 100
            silent(there)
            there.share()
            await until(lambda: not here.presence.elsewhere)
            assert pacing.looking(here) == {1}  # perhaps on the way to another server
            silent(here)
            assert not pacing.looking(here)
            one.meet(here, {"another": {leo.guest: Here(False)}})  # a program follows it there: nothing is held for it
            one.meet(here, {})
            assert not pacing.looking(here)

    asyncio.run(work())


def test_a_crowd_that_comes_and_goes_is_told_at_once(url):
    """Moves wait behind what is told of those who come and go: of all tables together, not of each."""

    async def work():
        async with two_halls(url) as (one, other):
            people = [person() for _ in range(20)]
            here = [await table_of(one, katy, person("Léo")) for katy in people]
            there = [await other.table(table.id) for table in here]
            jobs = one.store.committer.jobs
            for table, katy in zip(here, people, strict=True):
                table.presence.watchers[Watcher(table, katy.guest)] = None
                table.share()
            await until(
                lambda: all(table.presence.is_here(katy.guest) for table, katy in zip(there, people, strict=True))
            )
            assert one.store.committer.jobs <= jobs + 3
            assert all(table.id in one.club.held for table in here)
            jobs = one.store.committer.jobs
            for table in here:
                table.presence.watchers.clear()
                table.presence.last_looked = -100.0
                await one._look_at(table, time.time())
            assert not one.tables
            await until(lambda: not any(table.presence.elsewhere for table in there))
            with other.store.engine.begin() as connection:
                left = connection.exec_driver_sql("SELECT count(*) FROM leases").scalar()
            assert left == 0 and one.store.committer.jobs <= jobs + 3

    asyncio.run(work())


def test_a_start_is_asked_for_when_all_are_here_with_whatever_server(url):
    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(salt=None), person("Léo", salt=None)
            here = await table_of(one, katy, leo)
            there = await other.table(here.id)
            await fair_start.promise(here, katy.guest, "0" * 64)
            there.presence.watchers[Watcher(there, leo.guest)] = None
            there.share()
            await until(lambda: here.presence.is_here(leo.guest))
            await fair_start.promise(there, leo.guest, "1" * 64)
            await until(lambda: here.seq == there.seq)
            await fair_start.tend(here, time.time())
            assert here.asked
            await until(lambda: there.asked)
            # it is called off after a salt was shown: another seed, which the other server has to read
            async with here.lock:
                draft = fair_start.Draft(here)
                draft.seat(0, replace(draft.now.seats[0], salt="shown"))
                draft.call_off(1)
                await here.commit(draft, None, *draft.statements())
            await until(lambda: there.seq == here.seq)
            assert there.head.source.commitment == here.head.source.commitment and there.voids == 1

    asyncio.run(work())


def test_two_servers_open_one_rematch(url):
    async def work():
        async with two_halls(url) as (one, other):
            katy, leo = person(), person("Léo")
            here = await table_of(one, katy, leo)
            there = await other.table(here.id)
            here.known = there.known = replace(here.known, status="over")
            one.hear = other.hear = lambda news: None
            new, also = await asyncio.gather(one.rematch(here, katy.guest), other.rematch(there, leo.guest))
            assert new == also
            assert {row.id for row in await one.store.own_tables(katy.guest)} == {here.id, new}

    asyncio.run(work())


def test_after_a_lost_connection_every_table_is_read_again(postgres, url, monkeypatch):
    monkeypatch.setattr(follower, "PAUSE", 0.05)

    async def work():
        async with two_halls(url) as (one, other):
            katy = person()
            here = await table_of(one, katy, person("Léo"))
            there = await other.table(here.id)
            ears = other.club._follower
            real, ears._connect = ears._connect, lambda: (_ for _ in ()).throw(ConnectionError("gone"))
            with one.store.engine.begin() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%'"
                )
            await until(lambda: not other.club.listening)
            await here.play(katy.guest, here.seq, ["throw 1 2 3"], None)
            assert there.seq < here.seq
            ears._connect = real
            await until(lambda: there.seq == here.seq)
            assert same(here, there)

    asyncio.run(work())


def test_a_server_wakes_only_tables_whose_rules_it_knows(url, monkeypatch):
    async def work():
        async with two_halls(url) as (one, other):
            table = await table_of(one, person(), person("Léo"))
            with one.store.engine.begin() as connection:
                connection.exec_driver_sql("UPDATE tables SET digest = 'of a newer Brelan'")
            with pytest.raises(OldRules):
                await other.table(table.id)
            other.club.live[one.store.server]["digests"] = ["of a newer Brelan"]
            with pytest.raises(NotHere):
                await other.table(table.id)

    asyncio.run(work())


def test_what_somebody_has_used_up_counts_with_every_server(url):
    async def work():
        async with two_halls(url) as (one, other):
            guards = [Guard(None, Config(rate=0.001, burst=20)) for _ in range(2)]
            for guard, hall in zip(guards, (one, other), strict=True):
                guard.share_with(hall)
            assert all(guards[0]._has_credit("katy") for _ in range(20))
            assert guards[0]._has_credit("léo")
            await until(lambda: "katy" in guards[1].buckets)
            assert not guards[1]._has_credit("katy") and guards[1]._has_credit("léo")
            assert "léo" not in guards[0].spent

    asyncio.run(work())


def test_messages_between_servers_fit():
    words = [f"table{n:06}:{n}" for n in range(2000)]
    made = payloads("me", words)
    assert all(len(payload.encode()) <= LONGEST for payload in made)
    assert [word for payload in made for word in payload.split("\n")[1:]] == words
    assert payloads("me", []) == []


def test_entries_are_told_whole_where_they_are_few():
    entries = [Entry(n, "move", 1, -7, key="k" if n == 5 else None, at=n / 7) for n in (4, 5)]
    entries.append(Entry(6, "seat", 0, body={"name": "Léo : \n\u2028"}))
    table, last, whole = told_entries("abc", entries).split(":", 2)
    assert (table, last, heard_entries(whole)) == ("abc", "6", entries)
    assert "\n" not in whole  # words are told one a line
    many = [Entry(n, "move", at=1e9 / 7) for n in range(1, 200)]
    assert told_entries("abc", many) == "abc:199:" and heard_entries("") == []

"""Life at a table: sitting down, bots, take-backs, clocks, rematches."""

import asyncio
import time
from dataclasses import replace

import pytest

import brelan
from brelan.engine.kernel import stream
from brelan.house.base.errors import Refused
from brelan.house.base.seats import Seat
from brelan.house.http.render import fragment
from brelan.house.services.bot_workers import FAILED, BotWorkers
from brelan.house.table import fair_start, joining
from brelan.house.table.tables import Viewer
from brelan.house.table.takeback import moves_to_take_back
from brelan.play.fairness import drawn_seats, game_key, salt_hash
from brelan.play.player import pick

from .conftest import long_ago, open_hall, person, read, table_of

HIDDEN = [name for name in brelan.games() if not brelan.game(name).rules.OPEN]


def run(work):
    return asyncio.run(work)


async def until(true, seconds=60.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.01)


def test_the_game_begins_when_everybody_is_seated_and_has_seen_the_commitment(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host, other = person(salt=None), person("Léo")
            table = await table_of(hall, host, Seat())
            assert table.status == "waiting"
            await joining.sit(table, other.guest, 1, "Katy", None)
            assert table.names == ("Katy", "Katy 2")  # told apart
            assert table.status == "waiting"
            salts = "a" * 32, "b" * 32
            await fair_start.promise(table, other.guest, salt_hash(table.id, 1, salts[1]))
            await fair_start.promise(table, host.guest, salt_hash(table.id, 0, salts[0]))
            assert table.status == "waiting"
            await fair_start.show(table, other.guest, salts[1])
            await fair_start.show(table, host.guest, salts[0])
            assert table.status == "playing"
            assert table.state.salts == salts
            with pytest.raises(Refused):
                await joining.sit(table, person().guest, 1, "Zoé", None)

    run(work())


def test_who_sits_where_is_drawn_from_seed_and_salts_and_read_back(tmp_path):
    async def work():
        found = set()
        async with open_hall(tmp_path, most_tables=100, pause_after=-1.0) as hall:  # no bot moves meanwhile
            for _ in range(24):
                host, other = person(salt=None), person("Léo", salt=None)
                seats = [host, Seat("bot", level="novice"), other]
                table = await hall.open(brelan.game("dodeka"), host.guest, seats, {}, draws_seats=True)
                assert table.seat_of(host.guest) == 0 and table.status == "waiting"
                salts = {0: "a" * 32, 2: "b" * 32}
                for chair, one in ((0, host), (2, other)):
                    await fair_start.promise(table, one.guest, salt_hash(table.id, chair, salts[chair]))
                for chair, one in ((2, other), (0, host)):
                    await fair_start.show(table, one.guest, salts[chair])
                assert table.state.salts == (salts[0], "", salts[2])  # as they were promised
                key = game_key(table.head.source.seed, table.state.salts)
                assert table.drawn == drawn_seats(key, 3)
                names = ("Katy", seats[1].name, "Léo")
                assert table.names == table.state.names == tuple(names[chair] for chair in table.drawn)
                assert table.seat_of(host.guest) == table.drawn.index(0)
                assert f"Who sits where is drawn: {', '.join(table.names)}." in fragment(table, Viewer(-1, "en", False))
                found.add(table.drawn)
                for one in (host, other):  # both still find it among their own
                    assert [row.id for row in await hall.store.own_tables(one.guest)] == [table.id]
                hall.tables.pop(table.id)
                again = await hall.table(table.id)
                assert (again.names, again.drawn, again.changes) == (table.names, table.drawn, table.changes)
                assert [seat.guest for seat in again.seats] == [seat.guest for seat in table.seats]
                assert again.state == table.state and str(again.record(-1)) == str(table.record(-1))
        assert len(found) >= 4 and {drawn[0] for drawn in found} == {0, 1, 2}

    run(work())


def test_a_drawn_game_verifies_and_its_rematch_moves_round(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host = person()
            seats = [host, Seat("bot", level="novice"), Seat("bot", level="novice")]
            options = {"parties": 1, "target": 100}
            table = await hall.open(brelan.game("dodeka"), host.guest, seats, options, draws_seats=True)
            await joining.autopilot(table, host.guest, True)
            await until(lambda: table.status == "over")
            await until(lambda: table.thinking is None or table.thinking.done())
            record = brelan.Record.parse(str(table.record(None)))
            assert record.drawn == table.drawn and "drawn from the seed too" in str(record.verify())
            new = await hall.table(await hall.rematch(table, host.guest))
            assert new.names == (*table.names[1:], table.names[0]) and not new.head.draws_seats

    run(work())


def test_the_host_and_nobody_else_fills_and_frees_seats(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host = person()
            table = await table_of(hall, host, Seat(), Seat())
            with pytest.raises(Refused):
                await joining.fill(table, person().guest, 1, "novice", "Odette")
            await joining.fill(table, host.guest, 1, "novice", "Odette")
            await joining.fill(table, host.guest, 1, "", "")
            assert table.seats[1].kind == "open"
            with pytest.raises(Refused, match="There is no bot"):
                await joining.fill(table, host.guest, 1, "wizard", "Odette")

    run(work())


def test_bots_play_a_whole_game_and_the_record_is_fair(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            host = person(salt="pepper")
            table = await table_of(hall, host, Seat("bot", level="novice"), parties=1, target=100)
            await joining.autopilot(table, host.guest, True)
            await until(lambda: table.status == "over")
            await until(lambda: table.thinking is None or table.thinking.done())
            assert "Fair" in str(table.record(None).verify())
            again = await hall.rematch(table, host.guest)
            assert await hall.rematch(table, host.guest) == again
            new = await hall.table(again)
            assert [seat.kind for seat in new.seats] == ["bot", "guest"]
            assert new.status == "waiting"  # until the player's browser has added its salt
            with pytest.raises(Refused):
                await hall.rematch(table, person().guest)

    run(work())


@pytest.mark.bots_may_fail
def test_a_table_never_hangs_on_its_bots_and_the_log_tells(tmp_path, caplog):
    class Broken(BotWorkers):
        async def _ask(self, *_):
            raise RuntimeError("the worker died")

    async def work():
        async with open_hall(tmp_path) as hall:
            hall.bot_workers = Broken()
            table = await table_of(hall, person(), Seat("bot", level="expert"), parties=1, target=100)
            host = table.seats[0].guest
            await table.play(host, table.seq, ["throw 1 2 3"], None)
            await table.play(host, table.seq, ["stop"], None)
            await until(lambda: 1 in table.whos and table.mover != 1)  # back to the person, or over

    run(work())
    told = [entry for entry in caplog.records if entry.msg == FAILED]
    assert told and all(entry.levelname == "ERROR" and entry.exc_info for entry in told)
    assert "the expert of dodeka failed: RuntimeError('the worker died')" in told[0].getMessage()


class Counting(BotWorkers):
    """Workers that do not answer, but note how long each might think."""

    def __init__(self):
        super().__init__(1)
        self.seconds = []

    async def _ask(self, function, view, level, seconds):
        async with self.limiter:
            self.seconds.append(seconds)
            await asyncio.sleep(0.05)
            return view.legal()[0]


def test_thinking_time_shrinks_with_the_queue():
    async def work():
        workers, view = Counting(), brelan.game("4d").new(seed=1).view_state(0)
        await asyncio.gather(
            *(asyncio.create_task(later(0.01 * n, workers.choose(view, "novice", f"t{n}"))) for n in range(5))
        )
        assert workers.seconds[0] == 2.0
        assert workers.seconds == sorted(workers.seconds, reverse=True)
        assert workers.seconds[-1] < 1.0

    async def later(seconds, thought):
        await asyncio.sleep(seconds)
        return await thought

    run(work())


@pytest.mark.parametrize("name", [name for name in brelan.games() if brelan.game(name).bots.think])
def test_every_game_that_thinks_for_a_while_can_be_hurried(name):
    """In processor time, which other work on the machine does not lengthen."""
    options = {"fifth": True} if name == "4d" else {}
    state = brelan.game(name).new(seed=3, **options)
    view = state.view_state(state.mover)
    while len(view.legal()) < 2 or "exchange none" in view.moves():  # SpacePoker thinks about stakes alone
        state.apply(state.legal()[0])
        view = state.view_state(state.mover)
    pick(view, "master", stream(1), seconds=0.01)  # compiled
    took = []
    for seconds in (0.05, 1.0):
        before = time.process_time()
        pick(view, "master", stream(1), seconds=seconds)
        took.append(time.process_time() - before)
    assert took[0] < took[1] / 2


def test_a_move_can_be_taken_back_until_something_came_of_it(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            await table.play(players[0].guest, table.seq, ["throw 1 2 3"], None)
            with pytest.raises(Refused):
                await table.take_back(players[0].guest, table.seq, None)  # dice have been thrown
            await table.play(players[0].guest, table.seq, ["stop"], None)
            before = table.state.copy()
            assert moves_to_take_back(table, 1) == 0
            await table.take_back(players[0].guest, table.seq, None)
            assert table.mover == 0
            assert len(table.whos) == len(table.state.log) == 4
            hall.tables.clear()
            table = await hall.table(table.id)
            assert len(table.state.log) == 4
            await table.play(players[0].guest, table.seq, ["stop"], None)
            assert table.state == before
            await table.play(players[1].guest, table.seq, ["throw 1 2 3"], None)
            with pytest.raises(Refused):
                await table.take_back(players[0].guest, table.seq, None)  # somebody has moved since

    run(work())


@pytest.mark.parametrize("name", HIDDEN)
def test_no_take_back_gives_a_secret_away(tmp_path, name):
    """Whatever may be taken back told its player nothing: in every world they thought possible they would now see the
    same.
    """

    async def work():
        async with open_hall(tmp_path) as hall:
            one = brelan.game(name)
            players = [person(f"p{n}") for n in range(one.best_seats)]
            table = await table_of(hall, *players, name=name, **one.quick)
            could = 0
            for step in range(60):
                await read(table)
                if table.status == "over":
                    break
                seat = table.mover
                moves = table.state.moves()
                views = table.state.view_state(seat)
                chosen = moves[step % len(moves)]
                await table.play(players[seat].guest, table.seq, [chosen], None)
                if moves_to_take_back(table, seat):
                    could += 1
                    for guess in range(50, 60):
                        world = views.redealt(guess)
                        world.apply(table.state.log[-1])
                        assert world.view_state(seat) == table.state.view_state(seat)
                for other in range(one.best_seats):
                    if other != seat:
                        assert moves_to_take_back(table, other) == 0

    run(work())


def test_a_clock_that_runs_out_lets_a_bot_play_on_and_its_player_take_over_again(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            table.head.pace = 30
            assert table.deadline == pytest.approx(time.time() + 30, abs=2)
            await hall._look_at(table, time.time() + 10)
            assert table.nudged[1] < table.moved
            await hall._look_at(table, time.time() + 20)
            assert table.nudged[1] >= table.moved  # half of it is gone: a gentle nudge
            assert not table.seats[0].away
            long_ago(table, moved=40)
            await hall._look_at(table, time.time())
            assert table.seats[0].away
            await until(lambda: table.mover == 1)
            with pytest.raises(Refused, match="bot plays on"):
                await table.play(players[0].guest, table.seq, ["stop"], None)
            await joining.autopilot(table, players[0].guest, False)
            assert not table.seats[0].away

    run(work())


def test_the_referee_calls_time_once_and_players_cannot(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players, parties=0, minutes=1)
            with pytest.raises(Refused):
                await table.play(players[0].guest, table.seq, ["time"], None)
            long_ago(table, started=61)
            await hall._look_at(table, time.time())
            assert table.state.log == (brelan.TIME,)
            assert table.time_is_up_at is None
            hall.tables.clear()
            assert (await hall.table(table.id)).state.log == (brelan.TIME,)

    run(work())


def test_after_a_restart_bots_go_on_though_nobody_looks(tmp_path):
    async def first():
        async with open_hall(tmp_path) as hall:
            table = await table_of(hall, person(), Seat("bot", level="novice"), parties=1, target=100)
            hall.closing.set()  # the bots stop here
            await table.play(table.seats[0].guest, table.seq, ["throw 1 2 3"], None)
            await table.play(table.seats[0].guest, table.seq, ["stop"], None)
            return table.id

    async def second(name):
        async with open_hall(tmp_path) as hall:
            await hall.wake_lively()
            table = hall.tables[name]
            await until(lambda: table.mover == 0 or table.status == "over")
            assert 1 in table.whos

    run(second(run(first())))


def test_a_nudge_reaches_whoever_is_awaited_and_not_too_often(tmp_path):
    async def work():
        async with open_hall(tmp_path) as hall:
            players = person(), person("Léo")
            table = await table_of(hall, *players)
            with pytest.raises(Refused):
                await table.nudge(players[0].guest)
            await table.nudge(players[1].guest)
            assert table.nudged[0] == 1
            with pytest.raises(Refused, match="moment"):
                await table.nudge(players[1].guest)
            seq = table.answers_from
            await table.play(players[0].guest, seq, ["throw 1 2 3"], None)  # a nudge makes no move stale

    run(work())


@pytest.mark.parametrize("name", HIDDEN)
def test_a_drawing_is_the_same_in_every_world_its_viewer_thinks_possible(tmp_path, name):
    """The page's fragment, for each seat and for a spectator, cannot depend on what they may not know."""

    async def work():
        async with open_hall(tmp_path) as hall:
            one = brelan.game(name)
            players = [person(f"p{n}") for n in range(one.best_seats)]
            table = await table_of(hall, *players, name=name)
            for step in range(16):
                await read(table)
                moves = table.state.moves()
                await table.play(players[table.mover].guest, table.seq, [moves[(7 * step) % len(moves)]], None)
                if step % 5:
                    continue
                real = table.state
                for seat in range(-1, one.best_seats):
                    viewer = Viewer(seat, "fr", False)
                    shown = fragment(table, viewer)
                    for guess in range(3):
                        other = real.view_state(seat).redealt(guess)
                        other.names, other._log, other._begun = real.names, real._log[:], True
                        known, table.known = table.known, replace(table.known, state=other)
                        assert fragment(table, viewer) == shown
                        table.known = known

    run(work())

"""The hall, where all tables stand: the registry of live tables, what happens at them by itself (bots, clocks), and the
opening of new ones.

A table is awake (in memory) while somebody looks at it or it has something to do, else it sleeps: its log is all there
is of it.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from ...model.errors import BrelanError
from ...model.words import N_
from ...play import catalogue
from ...play.catalogue import Game
from ...play.fairness import Source
from ...play.state import BOT_NAMES, State
from ..base import world
from ..base.config import Config
from ..base.errors import (
    Damaged,
    NoSuchGame,
    NoSuchTable,
    NotHere,
    NotOver,
    NotReady,
    OldRules,
    PlayersOnly,
    StrangersHear,
    TooManyTables,
)
from ..base.ids import is_id, new_id
from ..base.memory import freeze_game, give_back
from ..base.rules_digest import has_rules_of, options_of, rules_digests
from ..base.seats import Seat
from ..cluster.club import Alone, Club
from ..cluster.follower import News
from ..services.books import Books
from ..services.bot_workers import BotWorkers
from ..services.past import Ending, Past, read_ending, written_ending
from ..services.previews import Cards
from ..services.printing import Workshop
from ..services.render_queue import RenderQueue
from ..services.reviews import Reviews
from ..services.warmup import lay
from ..store.store import Entry, Store, StoreError, Taken
from ..table import talk as talking
from ..table.drafts import Draft
from ..table.fair_start import tend
from ..table.joining import vanished
from ..table.pacing import clear_when_read, closed
from ..table.presence import Present, left, look_round, read_seen
from ..table.settings import USUAL, Settings
from ..table.state import DamagedLog, TableState, fold
from ..table.tables import Head, Table, judged
from .numbers import Numbers

TICK = 1.0  # seconds between two looks at the clocks
GRACE = 20.0  # seconds whoever is to move has at least, after the house was closed
SLICE = 0.002  # seconds of looking at clocks before whatever else has come in is heard
MANY = 50  # tables fallen asleep after which memory is given back
BEAT = 15.0  # seconds between two signs of life on a stream
SOON = 3.0  # seconds until a store that did not answer is asked again
DAY = 24 * 3600.0
LONG = 500  # entries of a log that is read back in a thread
logger = logging.getLogger("brelan.house")


class Hall:
    """All tables of a house."""

    def __init__(self, store: Store, config: Config, bot_workers: BotWorkers | None = None) -> None:
        self.store = store
        self.config = config
        self.bot_workers = bot_workers or BotWorkers()
        self.tables: dict[str, Table] = {}
        self._waking: dict[str, asyncio.Future[Table]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self.wanted: set[str] = set()  # games that are played here: they are compiled first
        self.render_queue = RenderQueue()
        self.past = Past()
        self.workshop = Workshop()
        self.books = Books(store)
        self.cards = Cards()
        self.reviews = Reviews(store, self.bot_workers)
        self._kept: set[str] = set()  # finished tables whose ending is stored, or being stored
        self.closing = asyncio.Event()
        self.moves = 0  # stored by this server
        self.numbers = Numbers(self)
        self.club: Alone = Club(self) if store.shared else Alone()

    # --- the games

    def known(self, name: str) -> Game:
        """A game of this house, to be read about at once."""
        if name not in catalogue.games():
            raise NoSuchGame(N_("There is no game “{name}” in this house."), name=name[:40])
        return catalogue.game(name)

    async def game(self, name: str) -> Game:
        """A game to be played: all that its tables need is loaded."""
        game = self.known(name)
        if name not in self.wanted:
            try:
                await world.in_thread(lay, game)
            except Exception as error:
                logger.exception("%s cannot be loaded", name)
                raise NotReady(
                    N_("{game} cannot be played just now: {problem}"), game=game.title, problem=str(error)
                ) from None
            self.wanted.add(name)
            freeze_game()
        return game

    # --- tables

    async def table(self, name: str, seen: int = 0) -> Table:
        """A table, woken if it sleeps. `seen` is the last entry whoever asks has seen: perhaps with another server,
        which this one then has to catch up with.
        """
        found = self.tables.get(name)
        if found is not None:
            found.presence.looked_at()
            if seen > found.seq and self.store.shared:
                found.lock.doubtful = True
            if found.lock.doubtful:
                with contextlib.suppress(StoreError):  # until the store answers, what was last known is shown
                    async with found.lock:
                        pass
            self._changed(found)  # bots that had paused go on
            return found
        if not is_id(name):
            raise NoSuchTable(N_("There is no such table."))
        waking = self._waking.get(name)
        if waking is None:
            waking = self._waking[name] = asyncio.ensure_future(self._wake(name))
            waking.add_done_callback(lambda _: self._waking.pop(name, None))
        return await asyncio.shield(waking)

    async def _wake(self, name: str) -> Table:
        stored = await self.store.load(name)
        if stored is None:
            raise NoSuchTable(N_("There is no such table."))
        row, log = stored
        game = await self.known_rules(row)
        try:
            table = await self.laid_again(row, game, log)
        except Damaged:
            raise
        except Exception:  # whatever is wrong with it, it is wrong with this one table
            logger.exception("Table %s cannot be read back", name)
            raise Damaged(
                N_("This table cannot be read back: what is stored of it is damaged. The others are safe.")
            ) from None
        self.tables[name] = table
        try:
            if table.company:
                for guest, at in (await read_seen(self.store, name)).items():
                    table.presence.of(guest).last_here = at
                talking.hear(table, await talking.read(self.store, name))
            if self.store.shared:
                await self.club.enter(table)
            else:
                await self.wake_clocks(table)
        except BaseException:
            self.tables.pop(name, None)
            raise
        self._changed(table)
        return table

    async def known_rules(self, row: Any) -> Game:
        """The game of a stored table, if this server has the rules it was played by."""
        game = await self.game(row.game)
        if not has_rules_of(game, row):
            if row.status != "over" and self.club.knows_elsewhere(row.digest):
                raise NotHere(
                    N_("This table is played by another server of this house, which has other rules. Ask again.")
                )
            raise OldRules(N_("This game was played under older rules, which this house no longer knows."))
        return game

    def can_go_on(self, row: Any) -> bool:
        """Whether some server of this house has the rules of a stored table."""
        if row.game in catalogue.games() and has_rules_of(catalogue.game(row.game), row):
            return True
        return self.club.knows_elsewhere(row.digest)

    async def wake_clocks(self, table: Table, since: float | None = None) -> None:
        """Nobody has looked after a table for a while: its clocks go on from now; who looked may come back."""
        for seat in table.seats:
            closed(table, seat.guest)
        await table.woken(world.now(), GRACE, since)

    async def laid_again(self, row: Any, game: Game, log: list[Entry]) -> Table:
        options = options_of(game, row.version, json.loads(row.options))
        source = Source.revealed(bytes.fromhex(row.seed))
        settings = Settings.read(row.settings, row.public)
        head = Head(row.id, game, row.players, options, row.host, source, row.created, settings)
        table = self._new(head)
        table.known = await self._read(head, log)
        return table

    def _new(self, head: Head) -> Table:
        table = Table(head, self.store, self._changed)
        table.lock.follow = lambda entries: self._follows(table, entries)
        table.lock.read_again = lambda: self._read_again(table)
        table.is_driven = lambda: self.club.drives(table)
        table.share = lambda: self.club.share(table)
        table.stored = self._stored
        return table

    def _stored(self, moves: int, seconds: float) -> None:
        """A change was stored: it is counted."""
        self.moves += moves
        self.numbers.stored.observe(seconds)

    async def _read(self, head: Head, log: list[Entry]) -> TableState:
        try:
            return await world.in_thread(fold, head, log) if len(log) > LONG else fold(head, log)
        except DamagedLog as error:
            logger.exception("Table %s cannot be read back", head.id)
            raise Damaged(
                N_("This table cannot be read back: entry {number} of its log is damaged. The others are safe."),
                number=error.seq,
            ) from None

    async def _read_again(self, table: Table) -> None:
        """A table in doubt becomes what its log says, under the eyes of those who look at it."""
        if self._follows(table, await self.store.after(table.id, table.seq)):
            return
        stored = await self.store.load(table.id)
        if stored is None:
            raise NoSuchTable(N_("There is no such table."))
        table.head.source = Source.revealed(bytes.fromhex(stored[0].seed))  # a start that was called off has another
        known = await self._read(table.head, stored[1])
        logger.warning("Table %s was in doubt and was read again: seq %d, now %d", table.id, table.seq, known.seq)
        table.become(known)

    async def catch_up(self, table: Table) -> None:
        """Reads what other servers have written."""
        table.lock.doubtful = True
        async with table.lock:
            pass

    # --- what comes from the other servers

    def hear(self, news: News) -> None:
        """What the others have stored is shown here too."""
        for name, entries in news.entries.items():
            table = self.tables.get(name)
            if table is not None and entries[-1].seq > table.seq:
                self._follow(table, entries)
                self.numbers.followed.observe(max(0.0, world.now() - entries[-1].at))
        for name, there in news.present.items():
            if name in self.tables:
                self.meet(self.tables[name], there)
        for name, lines in news.talk.items():
            if name in self.tables:
                talking.hear(self.tables[name], lines)
        for server, topic, what in news.told:
            heard = self.club.topics.get(topic)
            if heard is not None:
                heard(server, what)

    def _follow(self, table: Table, entries: list[Entry]) -> None:
        """A change of this server's own may be on its way to the log, where these come after it: then they wait."""
        if table.lock.heard:  # somebody is on the way to the lock, and finds these too
            table.lock.heard += entries
            return
        if table.lock.locked():
            table.lock.heard += entries
        elif not table.lock.doubtful and self._follows(table, entries):
            return
        else:
            table.lock.doubtful = True
        self.in_background(self._caught_up(table))

    def _follows(self, table: Table, entries: list[Entry]) -> bool:
        """Does what other servers have stored here too; False if the log must be read for that."""
        try:
            return table.follow(entries)
        except Exception:
            logger.exception("Table %s does not follow its log: it is read from the beginning", table.id)
            return False

    async def _caught_up(self, table: Table) -> None:
        with contextlib.suppress(StoreError):  # the next look at the table tries again
            async with table.lock:
                pass

    def meet(self, table: Table, there: Present) -> None:
        """Who is at the table with other servers has changed."""
        before = {guest for guests in table.presence.elsewhere.values() for guest, here in guests.items() if here.looks}
        table.presence.elsewhere = there
        for guest in before - {guest for guests in there.values() for guest in guests}:
            closed(table, guest)  # who leaves one server may be on the way to another
        self._changed(table)

    def counts(self) -> dict[str, int]:
        """How much there is to do here, in numbers."""
        return {
            "tables": len(self.tables),
            "streams": sum(len(table.presence.watchers) for table in self.tables.values()),
            "driven": sum(self.club.drives(table) for table in self.tables.values()),
        }

    async def ending(self, name: str) -> Ending | None:
        """How a finished game ended, as it was kept."""
        row = await self.store.ending(name)
        try:
            return read_ending(row) if row is not None else None
        except Exception:
            logger.exception("The ending of table %s cannot be read", name)
            return None

    async def table_or_ending(self, name: str, seen: int = 0) -> Table | Ending:
        """A table; of a game under older rules, how it ended."""
        try:
            return await self.table(name, seen)
        except OldRules:
            kept = await self.ending(name)
            if kept is None:
                raise
            return kept

    async def open(
        self,
        game: Game,
        guest: str,
        seats: list[Seat],
        options: dict[str, Any],
        settings: Settings = USUAL,
        rematch_of: Table | None = None,
        given: Sequence[int] = (),
        name: str = "",
    ) -> Table:
        """A new table, stored, where `given` is played already. Errors of the options are sentences of their own.

        As a rematch it is noted in the other table's log in the same transaction: whoever asks meanwhile, with whatever
        server, gets this one and opens no other.
        """
        game.check_players(len(seats))
        if settings.talk and settings.public:
            raise StrangersHear(N_("A public table has no free text: strangers may come. Choose one of the two."))
        values = game.complete_options(options)
        if not name and await self.store.open_tables(guest, world.now() - DAY) >= self.config.most_tables:
            raise TooManyTables(
                N_("You have opened {most} tables since yesterday that are not finished: finish one first."),
                most=self.config.most_tables,
            )
        name = name or new_id()
        source = Source.revealed(world.token_bytes(32))
        head = Head(name, game, len(seats), values, guest, source, world.now(), settings)
        table = self._new(head)
        taken: list[str] = [seat.name for seat in seats if seat.name]
        for seat in seats:
            if seat.kind == "bot" and not seat.name:
                seat.name = self.bot_name(taken)
                taken.append(seat.name)
        lease = self.club.first_lease(name)
        if rematch_of is None:
            await table.open(seats, *lease, given=given)
        else:
            note = Draft(rematch_of)
            note.add("rematch", body={"table": name})
            try:
                await table.open(seats, *lease, beside=(rematch_of.id, note.entries))
            except Taken:
                rematch_of.lock.doubtful = True
                raise
            rematch_of.show(note.reading)
        self.club.gained(name)
        self.tables[name] = table
        self._changed(table)
        return table

    async def replay_from(self, table: Table, guest: str, name: str, moves: int) -> Table:
        """A table that begins from a position of a finished game: the guest in the seat they had (or that is to move),
        against the same bots, and bots in the place of other people.
        """
        if table.status != "over":
            raise NotOver(N_("The game is not over yet."))
        bots = [
            Seat("bot", name=seat.name if seat.kind == "bot" else "", level=seat.bot or table.middle_level)
            for seat in table.seats
        ]
        return await self.play_from(table.begun(), moves, table.id, guest, name, bots, table.seat_of(guest))

    async def play_from(
        self, played: State, moves: int, origin: str, guest: str, name: str, seats: list[Seat], own: int = -1
    ) -> Table:
        """The same from any game: its first `moves` moves are played already, and the guest takes a bot's seat."""
        state = played.after(max(0, min(moves, len(played.log) - 1)))
        own = own if own >= 0 else max(0, state.mover)
        seats = [Seat("guest", guest, name, salt="") if number == own else seat for number, seat in enumerate(seats)]
        settings = Settings(origin=f"{origin} {len(state.log)}")
        return await self.open(state.game, guest, seats, dict(state.options), settings, given=state.log)

    def bot_name(self, taken: list[str]) -> str:
        free = [name for name in BOT_NAMES if name not in taken]
        return world.choice(free) if free else f"Bot {len(taken)}"

    @judged
    async def rematch(self, table: Table, guest: str) -> str:
        """A table with the same game and the same people; everybody's seat is kept for them.

        The one who starts moves round.
        """
        if table.seat_of(guest) < 0:
            raise PlayersOnly(N_("Only those who played can ask for a rematch."))
        if table.status != "over":
            raise NotOver(N_("The game is not over yet."))
        async with table.lock:  # two who ask at once get one table
            if table.rematch:
                return table.rematch
            old = [
                Seat(seat.kind, seat.guest, seat.name, seat.level if seat.kind == "bot" else "") for seat in table.seats
            ]
            again = replace(table.head.settings, draws_seats=False, origin="", evening="")
            options = dict(table.head.options)
            new = await self.open(table.game, guest, old[1:] + old[:1], options, again, rematch_of=table)
            return new.id

    # --- what happens by itself

    def _changed(self, table: Table) -> None:
        """After every change: if a bot is to move, it begins to think; a result is cleared away once it was seen; a
        game that is over is kept in words.
        """
        if table.status == "over" and table.id not in self._kept and not self.closing.is_set():
            self._kept.add(table.id)
            self.in_background(self._keep_ending(table))
        self.look_after(table)

    def look_after(self, table: Table) -> None:
        """What a table does by itself is done here, or by the server whose lease it is."""
        if table.id not in self.tables or self.closing.is_set():
            return
        if not self.club.drives(table):
            self.club.want(table)
            return
        if table.at_result and (table.clearing is None or table.clearing.done()):
            table.clearing = self.in_background(clear_when_read(table))
        if self._bot_is_due(table) and (table.thinking is None or table.thinking.done()):
            table.thinking = self.in_background(self._bots_turn(table))

    async def _keep_ending(self, table: Table) -> None:
        """Stores a finished game in words, so that it can be read when its rules have changed."""
        try:
            if await self.store.ending(table.id) is None:
                await self.store.keep_ending(table.id, *await self.past.ask(table, "ending", written_ending))
        except Taken:
            pass  # another server was quicker
        except Exception as error:
            self._kept.discard(table.id)
            logger.warning("The ending of table %s could not be kept: %s", table.id, error)

    def in_background(self, work: Any) -> "asyncio.Task[Any]":
        """Work that goes on until the house closes."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    def _bot_is_due(self, table: Table) -> bool:
        """Whether a bot is to move, and somebody was there lately to see it."""
        seen = table.presence.was_looked_at(self.config.pause_after)
        return table.mover >= 0 and bool(table.seats[table.mover].bot) and seen and self.club.drives(table)

    async def _bots_turn(self, table: Table) -> None:
        """Plays for bots until a person is to move."""
        failures = 0
        while self._bot_is_due(table) and not self.closing.is_set():
            level = table.seats[table.mover].bot
            seat, seq, state = table.mover, table.seq, table.state
            assert state is not None
            before = world.monotonic()
            try:
                waits = any(one.kind == "guest" and not one.away for one in table.seats)
                code = await self.bot_workers.choose(state.view_state(seat), level, table.id, waits)
                pause = self.config.bot_pause if table.presence.is_followed else 0
                await asyncio.sleep(max(0.0, before + pause - world.monotonic()))
                await table.bot_move(seat, seq, code)
                self.numbers.thought.observe(world.monotonic() - before)
                failures = 0
            except Exception as error:  # the store is full or gone: try again, more and more rarely
                failures += 1
                logger.warning("Table %s: a bot's move was not played: %s", table.id, error)
                await asyncio.sleep(min(30.0, 2.0**failures))

    async def keep_time(self) -> None:
        """Calls time, lets bots play on for those who vanished, puts tables to sleep, gives streams signs of life."""
        last_beat = world.monotonic()
        dozed = 0
        while not self.closing.is_set():
            await asyncio.sleep(TICK)
            now, awake = world.now(), len(self.tables)
            gone: list[tuple[Table, list[str]]] = []
            until = world.timer() + SLICE
            for table in list(self.tables.values()):
                if world.timer() > until:  # a thousand tables hold up no move
                    await asyncio.sleep(0)
                    until = world.timer() + SLICE
                try:
                    if away := await self._look_at(table, now):
                        gone.append((table, away))
                except Exception as error:  # one table holds up no other
                    logger.warning("Table %s: %s", table.id, error)
            if gone:
                self.in_background(self._note_gone(gone))
            dozed += awake - len(self.tables)
            if dozed > MANY and len(self.tables) == awake:  # a crowd has gone, and no more are going
                dozed = 0
                await world.in_thread(give_back)
            if world.monotonic() - last_beat > BEAT:
                last_beat = world.monotonic()
                for table in list(self.tables.values()):
                    for watcher in list(table.presence.watchers):
                        watcher.beat()  # type: ignore[attr-defined]

    async def _look_at(self, table: Table, now: float) -> list[str]:
        """What is to be done at a table now. Answers who has just left it."""
        if table.id not in self.tables:  # it fell asleep since
            return []
        if table.lock.doubtful and not table.lock.locked():
            async with table.lock:
                pass
        self.club.share(table)
        gone = look_round(table, now)
        if self.club.drives(table):
            await self._keep_clocks(table, now)
            self.look_after(table)  # a result or a bot it took over
        else:
            self.club.want(table)
        looked = table.presence.was_looked_at(self.config.sleep_after)
        ours = table.at_work and not self.club.is_driven_elsewhere(table)
        paused = table.mover >= 0 and bool(table.seats[table.mover].bot) and not self._bot_is_due(table)
        if not looked and (not ours or (paused and table.time_is_up_at is None)) and not table.lock.locked():
            self.tables.pop(table.id, None)
            self._kept.discard(table.id)
            self.club.let_go(table)
            table.forget_hall()
        return gone

    async def _note_gone(self, gone: Sequence[tuple[Table, Sequence[str]]]) -> None:
        """Since when they are away is known when the table wakes again, with whatever server."""
        with contextlib.suppress(BrelanError):  # then they are simply away
            await self.store.note(*left(gone))

    async def _keep_clocks(self, table: Table, now: float) -> None:
        """Whatever time has come at a table that is driven here."""
        await tend(table, now)
        up = table.time_is_up_at
        if up is not None and now >= up:
            await table.call_time()
        deadline = table.deadline
        if deadline is not None and now >= deadline:
            await vanished(table, table.mover)
        elif deadline is not None and now >= deadline - table.head.settings.pace / 2 and table.nudged[1] < table.moved:
            await table.remind()

    async def wake_lively(self) -> None:
        """After a restart: tables where a bot is to move or a clock runs go on, though nobody looks."""
        if self.club.live:
            return  # other servers are open: what they do not drive any more is adopted (`cluster/club.py`)
        for name in await self._patiently(self.store.lively):
            try:
                await self.table(name)
            except Exception as error:  # a damaged one stops none of the others
                logger.warning("Table %s: %s", name, error)
        for name, game, version in await self._patiently(
            self.store.unkept
        ):  # the house was closed before they were told
            if game in catalogue.games() and version in rules_digests(catalogue.game(game)):
                with contextlib.suppress(BrelanError):
                    await self.table(name)
                await asyncio.sleep(0.05)

    async def _patiently(self, question: Callable[[], Awaitable[list[Any]]]) -> list[Any]:
        """What the store answers, when it does."""
        while True:
            try:
                return await question()
            except StoreError as error:
                logger.warning("%s", error)
                await asyncio.sleep(SOON)

    def begin_closing(self) -> None:
        """Streams end: those who look will come again when the house is open again."""
        self.closing.set()
        for table in self.tables.values():
            for watcher in list(table.presence.watchers):
                watcher.poke()

    async def close(self) -> None:
        self.begin_closing()
        self.reviews.close()
        for task in list(self._background):
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        gone = [(table, sorted(table.presence.with_us)) for table in self.tables.values() if table.presence.with_us]
        if gone:
            await self._note_gone(gone)
        await self.club.close()

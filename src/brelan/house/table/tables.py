"""A live table: its seats, its game, what is remembered of its log, and those who look at it.

Whatever changes a table is first drafted on copies, then stored in one transaction, and only then shown: a `Draft` is
all of one change.
"""

import asyncio
import functools
import hashlib
from array import array
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, ParamSpec, TypeVar

import sqlalchemy as sa

from ...model.options import Value
from ...model.referee import SPECTATOR, TIME
from ...model.words import N_
from ...play import story
from ...play.catalogue import Game
from ...play.fairness import Source
from ...play.record import Record, record_of
from ...play.state import State
from ..base import world
from ..base.errors import (
    CannotTakeBack,
    NobodyToNudge,
    NotBegun,
    NudgedAlready,
    OnAutopilot,
    Stale,
    TooManyMoves,
    Watching,
)
from ..base.rules_digest import rules_digest
from ..base.seats import Seat, middle_level
from ..store.schema import tables as table_rows
from ..store.store import Doubt, Entry, Store, Taken, written
from .doubt import CarefulLock
from .drafts import Draft
from .presence import Presence
from .seat_log import Change
from .settings import USUAL, Settings
from .state import REMEMBERED, Event, Reading, TableState, just_laid, names_of
from .takeback import moves_to_take_back
from .tale import Line, Tale, is_kept
from .talk import Said

MOST_MOVES = 40  # in one request
NUDGE_PAUSE = 15.0  # seconds between two nudges
TRIES = 8  # how often a change is judged again when another server was quicker


class Viewer(NamedTuple):
    """For whom a table is drawn."""

    seat: int  # −1 for somebody who only watches
    lang: str
    host: bool


P = ParamSpec("P")
T = TypeVar("T")


def judged(change: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A change whose place in the log another server has taken is judged again, by what the log says now."""

    @functools.wraps(change)
    async def until_it_fits(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES):
            try:
                return await change(*args, **kwargs)
            except Taken:  # the table is in doubt: whoever takes its lock next reads it first
                continue
        raise Stale(N_("The table has moved on since: look again."))

    return until_it_fits


@dataclass(slots=True)
class Head:
    """What does not change about a table."""

    id: str
    game: Game
    players: int
    options: dict[str, Value]
    host: str
    source: Source
    created: float
    settings: Settings = USUAL

    @property
    def time_limit(self) -> int:
        """After how many minutes the referee calls time; 0: never."""
        return self.game.rules.time_limit(self.options)


class Table:
    """A live table. All of it runs on the event loop; one change at a time."""

    def __init__(self, head: Head, store: Store, changed: Callable[["Table"], None]) -> None:
        self.head = head
        self.id = head.id
        self.game = head.game
        self.known = just_laid(head)  # all that the log decides, as far as it is known here
        self.presence = Presence()  # who is here
        self.talk: list[Said] = []  # what was said here
        self.talking = asyncio.Lock()  # one speaks at a time
        self.recent: deque[Event] = deque(maxlen=REMEMBERED)
        self.tale = Tale()
        self.drawings: dict[Viewer, bytes] = {}
        self.share: Callable[[], None] = _nothing  # called when somebody has come, gone or seen a result
        self.stored: Callable[[int, float], None] = _counted  # told how many moves, and how long it took
        self.is_driven: Callable[[], bool] = _yes  # whether this server plays its bots and keeps its clocks
        self.thinking: asyncio.Task[None] | None = None
        self.clearing: asyncio.Task[None] | None = None
        self.lock = CarefulLock()
        self._store = store
        self._changed = changed

    def forget_hall(self) -> None:
        """The table falls asleep: nothing of it leads back to itself, so that it is gone when nobody holds it."""
        self.lock.follow = self.lock.read_again = None
        self.share, self.is_driven = _nothing, _yes

    # --- what the log decides

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.known.seats

    @property
    def status(self) -> str:
        return self.known.status

    @property
    def seq(self) -> int:
        return self.known.seq

    @property
    def answers_from(self) -> int:
        return self.known.answers_from

    @property
    def state(self) -> State | None:
        return self.known.state

    @property
    def whos(self) -> "array[int]":
        return self.known.whos

    @property
    def changes(self) -> tuple[Change, ...]:
        return self.known.changes

    @property
    def asked(self) -> float:
        return self.known.start.asked

    @property
    def drawn(self) -> tuple[int, ...]:
        return self.known.start.drawn

    @property
    def voids(self) -> int:
        return self.known.start.voids

    @property
    def absent(self) -> tuple[int, ...]:
        return self.known.start.absent

    @property
    def started(self) -> float:
        return self.known.start.at

    @property
    def last_entry(self) -> float:
        return self.known.last_entry

    @property
    def moved(self) -> float:
        return self.known.moved

    @property
    def nudged(self) -> tuple[int, float]:
        return self.known.nudged

    @property
    def rematch(self) -> str:
        return self.known.rematch

    @property
    def advised(self) -> frozenset[int]:
        return self.known.advised

    @property
    def keys(self) -> dict[str, int]:
        return self.known.keys

    @property
    def news(self) -> int:
        return self.known.news

    @property
    def result_at(self) -> float:
        return self.known.result_at

    @property
    def mover(self) -> int:
        return self.known.mover

    # --- asking

    def seat_of(self, guest: str) -> int:
        """The guest's seat, −1 without one."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "guest" and seat.guest == guest and guest:
                return number
        return SPECTATOR

    def greet(self, guest: str) -> None:
        """The guest has given a sign."""
        if self.seat_of(guest) >= 0:
            self.presence.of(guest).asked = world.monotonic()

    @property
    def company(self) -> bool:
        """Whether several people have a seat: only then it matters who is here."""
        return sum(bool(seat.guest) for seat in self.seats) > 1

    @property
    def stamp(self) -> str:
        """What the pages show beside the log: it changes when somebody comes, goes or speaks."""
        shown = self.presence.shown
        here = "".join(["y" if seat.guest in shown else "n" for seat in self.seats]) if shown else ""
        return f"{here}{self.talk[-1].number}" if self.talk else here

    def told_anew(self) -> None:
        """Something beside the log has changed: everybody sees it."""
        self.drawings.clear()
        self.presence.poke()

    def viewer(self, guest: str, lang: str) -> Viewer:
        self.greet(guest)
        return Viewer(self.seat_of(guest), lang, guest == self.head.host and bool(guest))

    @property
    def at_result(self) -> bool:
        """Whether something settled lies on the table."""
        return self.status == "playing" and self.state is not None and self.state.at_result

    @property
    def names(self) -> tuple[str, ...]:
        return names_of(self.seats)

    @property
    def solo(self) -> bool:
        return sum(seat.kind == "guest" for seat in self.seats) == 1 and all(seat.kind != "open" for seat in self.seats)

    @property
    def deadline(self) -> float | None:
        """When a bot plays on for the seat to act."""
        seat = self.seats[self.mover]
        if not self.head.settings.pace or self.mover < 0 or seat.kind != "guest" or seat.away:
            return None
        return self.moved + self.head.settings.pace

    @property
    def time_is_up_at(self) -> float | None:
        """When the referee calls time, in games that end on time."""
        minutes = self.head.time_limit
        if not minutes or self.state is None or not self.state.may_call_time:
            return None
        return self.started + 60 * minutes

    @property
    def at_work(self) -> bool:
        """Whether something is to come though nobody looks."""
        return self.at_result or (
            self.mover >= 0
            and (bool(self.seats[self.mover].bot) or self.deadline is not None or self.time_is_up_at is not None)
        )

    @property
    def wants_a_driver(self) -> bool:
        """Whether some server has to look after it: bots, clocks, results, or a start that is being prepared."""
        return self.at_work or (self.status == "waiting" and all(seat.kind != "open" for seat in self.seats))

    def lines(self, seat: int, lang: str) -> list[Line]:
        """The last moves in words, as the seat may read them."""
        return self.tale.lines(self, seat, lang)

    def lines_after(self, moves: int, seat: int, lang: str) -> list[Line]:
        """All moves but the first `moves`, in words, as the seat may read them."""
        if self.state is None:
            return []
        return [
            Line(move.number, scene)
            for move in story.told(self.state, seat, lang, moves, self.known.named if len(self.known.named) > 1 else ())
            for scene in move.scenes
            if is_kept(scene)
        ]

    @property
    def keeps_its_seats(self) -> bool:
        """Whether every seat stays whose it is: in a running game with secrets, or somebody could read its cards."""
        return self.status == "playing" and not self.game.rules.OPEN

    def begun(self) -> State:
        """The game, if it has begun; else whoever asks is refused."""
        if self.state is None:
            raise NotBegun(N_("The game has not begun."))
        return self.state

    def record(self, seat: int | None) -> Record:
        """The referee's record once the game is over, before that what the seat saw."""
        record = record_of(self.begun(), None if self.status == "over" else seat)
        if self.head.settings.origin:  # its first moves were thrown elsewhere: its seed vouches for none of them
            return replace(record, source=None, salts=(), revealed=False)
        return record if record.format == 1 else replace(record, table=self.id, voids=self.voids, drawn=self.drawn)

    # --- changing

    @judged
    async def play(self, guest: str, seq: int, moves: list[str], key: str | None) -> int:
        """Plays consecutive moves of the guest's seat, all or none; answers the seq they led to."""
        async with self.lock:
            key = _own(guest, key)
            done = self.keys.get(key) if key else None
            if done is not None:
                return done
            seat = self.seat_of(guest)
            if not self.answers_from <= seq <= self.seq:
                return await self._again_or_stale(key)
            self.begun()
            if seat < 0:
                raise Watching(N_("You only watch at this table: sit down to play."))
            if not 1 <= len(moves) <= MOST_MOVES:
                raise TooManyMoves(N_("A request carries 1 to 40 moves."))
            if self.seats[seat].away:
                raise OnAutopilot(N_("A bot plays on for you: take over again first."))
            draft = Draft(self)
            draft.moves(moves, seat)
            return await self.commit(draft, key)

    @judged
    async def bot_move(self, seat: int, seq: int, code: int) -> None:
        """Plays a bot's choice, if the table is still as it was."""
        async with self.lock:
            if (
                self.answers_from <= seq <= self.seq
                and self.mover == seat
                and self.seats[seat].bot
                and self.state is not None
            ):
                draft = Draft(self)
                draft.apply(code, seat)
                draft.chance()
                await self.commit(draft, None)

    @judged
    async def call_time(self) -> None:
        async with self.lock:
            if self.state is not None and self.state.may_call_time:
                draft = Draft(self)
                draft.apply(TIME, TIME)
                draft.chance()
                await self.commit(draft, None)

    @judged
    async def take_back(self, guest: str, seq: int, key: str | None) -> int:
        async with self.lock:
            key = _own(guest, key)
            done = self.keys.get(key) if key else None
            if done is not None:
                return done
            if not self.answers_from <= seq <= self.seq:
                return await self._again_or_stale(key)
            many = moves_to_take_back(self, self.seat_of(guest))
            if not many:
                raise CannotTakeBack(N_("That move can no longer be taken back."))
            draft = Draft(self)
            draft.back(many, self.seat_of(guest))
            return await self.commit(draft, key)

    @judged
    async def nudge(self, guest: str) -> int:
        """Reminds whoever is to move."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat < 0 or self.mover < 0 or seat == self.mover:
                raise NobodyToNudge(N_("There is nobody to wave at."))
            if world.now() - self.nudged[1] < NUDGE_PAUSE:
                raise NudgedAlready(N_("Somebody has just waved at them: give them a moment."))
            draft = Draft(self)
            draft.add("nudge", seat)
            return await self.commit(draft, None)

    @judged
    async def ask_master(self, guest: str) -> None:
        """Somebody asks for advice: everybody is told the first time, and the game no longer counts for the ratings."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat < 0:
                return  # the seat was freed meanwhile
            if self.head.settings.rated and not self.solo and self.status == "playing" and seat not in self.advised:
                draft = Draft(self)
                draft.advice(seat)
                await self.commit(draft, None)

    @judged
    async def remind(self) -> None:
        """The house's own nudge, when half of the agreed time is gone."""
        async with self.lock:
            draft = Draft(self)
            draft.add("nudge")
            await self.commit(draft, None)

    @judged
    async def woken(self, now: float, grace: float, since: float | None = None) -> None:
        """Nobody looked after the table (since then, if that is known): nobody loses the turn by it, and the referee's
        clock stood still.
        """
        async with self.lock:
            moved = self.moved
            if self.deadline is not None:
                moved = min(max(self.moved, now - self.head.settings.pace + grace), now)
            closed = 0.0
            if self.time_is_up_at is not None:
                # less than nothing where the machine's clock was set back meanwhile
                closed = now - max(self.last_entry if since is None else since, self.last_entry, self.started)
            if closed or moved != self.moved:
                draft = Draft(self)
                draft.add("wake", body={"closed": closed, "moved": moved})
                await self.commit(draft, None)

    def follow(self, log: Sequence[Entry]) -> bool:
        """What other servers have stored is done here too. Nothing if it is known already; False if the log must be
        read: something is missing in between, or a start that was called off has another seed.
        """
        new = [entry for entry in log if entry.seq > self.seq]
        if new and new[0].seq != self.seq + 1:
            return False
        if any(entry.kind == "void" and entry.body["shown"] for entry in new):
            return False
        if new:
            reading = Reading(self.head, self.known, telling=True, steps=self.tale.is_read)
            for entry in new:
                reading.read(entry)
            self.show(reading)
        return True

    async def open(
        self,
        seats: list[Seat],
        *statements: sa.Executable,
        beside: tuple[str, Sequence[Entry]] | None = None,
        given: Sequence[int] = (),
    ) -> None:
        """Stores a new table with its first seats, and in the same transaction what another table notes of it. With
        `given`, it begins from a position of another game: these moves are played already.
        """
        head = self.head
        row = sa.insert(table_rows).values(
            id=head.id,
            game=head.game.name,
            version=head.game.version,
            players=head.players,
            options=written(head.options),
            settings=head.settings.text(),
            host=head.host,
            seed=head.source.seed.hex() if head.source.seed else "",
            created=head.created,
            status="waiting",
            public=head.settings.public,
            lively=False,
            touched=head.created,
            seats="[]",
            digest=rules_digest(head.game),
        )
        draft = Draft(self)
        for number, seat in enumerate(seats):
            draft.seat(number, seat)
        draft.start_if_full(given)
        if beside is None:
            await self._store.append(self.id, draft.entries, row, *draft.statements(), *statements)
        else:
            both = [(self.id, draft.entries), beside]
            await self._store.append_all(both, row, *draft.statements(), *statements)
        self.show(draft.reading)

    # --- how a change is made

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(self.game.bots.LEVELS)

    @property
    def middle_level(self) -> str:
        return middle_level(self.levels)

    async def _again_or_stale(self, key: str | None) -> int:
        done = await self._store.answered(self.id, key) if key else None
        if done is None:
            raise Stale(N_("The table has moved on since: look again."))
        return done

    async def commit(self, draft: Draft, key: str | None, *statements: Any) -> int:
        """Stored before shown."""
        if key:
            draft.answer(key)
        began = world.timer()
        try:
            await self._store.append(self.id, draft.entries, *statements, *draft.statements())
        except Taken:  # so the log is ahead of this table
            self.lock.doubtful = True
            done = await self._store.answered(self.id, key) if key else None
            if done is None:
                raise
            return done
        except Doubt:
            self.lock.doubtful = True
            raise
        self.stored(draft.reading.moves, world.timer() - began)
        self.show(draft.reading)
        return self.seq

    def become(self, known: TableState) -> None:
        """The log was read from its beginning: what is kept of it beside is made anew."""
        self.known = known
        self.tale = Tale()
        self.recent.clear()
        self.presence.read_by.clear()
        self._changed_for_all()

    def show(self, reading: Reading) -> None:
        """What was stored is done, and everybody sees it."""
        if reading.kept < len(self.whos):
            self.tale.go_back(reading.kept)
        if reading.moves or reading.kept < len(self.whos):  # a result is not unread because somebody sits down
            self.presence.read_by.clear()
        self.tale.go_on(reading.steps or [])
        self.recent.extend(reading.events or [])
        self.head.source = reading.source
        self.known = reading.done()
        self._changed_for_all()

    def _changed_for_all(self) -> None:
        self.told_anew()
        self._changed(self)


def _nothing() -> None:
    pass


def _counted(moves: int, seconds: float) -> None:
    pass


def _yes() -> bool:
    return True


def _own(guest: str, key: str | None) -> str | None:
    """A request's key as the log keeps it: the guest's own, so that nobody else's request is taken for it."""
    return hashlib.sha256(f"{guest} {key}".encode()).hexdigest()[:40] if key else None

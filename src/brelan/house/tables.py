"""A live table: its seats, its game, its log, and those who look at it.

Whatever changes a table is first drafted on copies, then stored in one transaction, and only then shown: a `Draft` is all of one change.
"""

import asyncio
import json
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple, Protocol

import sqlalchemy as sa

from ..fairness import SALT_LIMIT, Source
from ..game import Game
from ..kernel import CHANCE, SPECTATOR, TIME
from ..options import Value
from ..state import State, clean_names
from ..words import N_
from .guests import Refused
from .store import Entry, Store, Taken, replaced, sitting
from .store import tables as table_rows

REMEMBERED = 64  # entries and request keys a live table keeps at hand
TOLD = 60  # moves a table keeps in words, for each kind of viewer
GUESSES = 8  # how often a take-back imagines what the player did not know
MOST_MOVES = 40  # in one request
NUDGE_PAUSE = 15.0  # seconds between two nudges


@dataclass(slots=True)
class Seat:
    """A chair at the table."""

    kind: str = "open"  # open, guest or bot
    guest: str = ""  # whose it is: the hash of a token
    name: str = ""
    level: str = ""  # of the bot that plays here, or plays on for its guest
    away: bool = False  # a guest's seat at which a bot plays on
    salt: str | None = None  # what its guest adds to the seed; None until they are ready

    @property
    def filled(self) -> bool:
        return self.kind == "bot" or (self.kind == "guest" and self.salt is not None)

    @property
    def bot(self) -> str:
        """The level of the bot that moves here, "" if a person does."""
        return self.level if self.kind == "bot" or (self.kind == "guest" and self.away) else ""


class Viewer(NamedTuple):
    """For whom a table is drawn."""

    seat: int  # −1 for somebody who only watches
    lang: str
    host: bool


class Line(NamedTuple):
    """A move in words, as one seat may read it."""

    number: int  # of the move, from 1
    who: int
    text: str


class Event(NamedTuple):
    """An entry as the JSON stream tells it; `seen` holds the move's code for seats −1, 0, 1 …, `mover` is who is to act after it."""

    seq: int
    kind: str
    who: int
    seen: tuple[int, ...]
    body: dict[str, Any]
    mover: int


class Watcher(Protocol):
    def poke(self) -> None: ...


class Stale(Refused):
    """The move answers a table that has moved on."""


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
    public: bool = False
    advice: bool = True
    pace: int = 0  # seconds a move may take before a bot plays on; 0: as long as it takes


class Table:
    """A live table. All of it runs on the event loop; one change at a time."""

    def __init__(self, head: Head, store: Store, changed: Callable[["Table"], None]) -> None:
        self.head = head
        self.id = head.id
        self.game = head.game
        self.seats = [Seat() for _ in range(head.players)]
        self.status = "waiting"  # then playing, then over
        self.seq = 0
        self.answers_from = 0  # the seq of the last change a move could not have known
        self.state: State | None = None
        self.whos: list[int] = []  # who made each move of the state's log
        self.started = 0.0
        self.moved = head.created  # when the game last moved on
        self.nudged = (SPECTATOR, 0.0)  # by whom and when
        self.rematch = ""
        self.keys: OrderedDict[str, int] = OrderedDict()
        self.recent: deque[Event] = deque(maxlen=REMEMBERED)
        self.told: dict[tuple[int, str], list[Line]] = {}
        self.drawings: dict[Viewer, bytes] = {}
        self.watchers: set[Watcher] = set()
        self.looked = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None
        self.lock = asyncio.Lock()
        self._store = store
        self._changed = changed

    # --- asking

    def seat_of(self, guest: str) -> int:
        """The guest's seat, −1 without one."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "guest" and seat.guest == guest and guest:
                return number
        return SPECTATOR

    def viewer(self, guest: str, lang: str) -> Viewer:
        return Viewer(self.seat_of(guest), lang, guest == self.head.host and bool(guest))

    @property
    def mover(self) -> int:
        """The seat to act, or −1."""
        return self.state.mover if self.state is not None and self.state.mover >= 0 else SPECTATOR

    @property
    def names(self) -> tuple[str, ...]:
        return clean_names([seat.name for seat in self.seats], self.head.players)

    @property
    def solo(self) -> bool:
        return sum(seat.kind == "guest" for seat in self.seats) == 1 and all(seat.kind != "open" for seat in self.seats)

    @property
    def lively(self) -> bool:
        """Whether it may have to act by itself."""
        return self.status == "playing" and (any(seat.bot for seat in self.seats) or bool(self.head.pace or self.head.options.get("minutes")))

    @property
    def deadline(self) -> float | None:
        """When a bot plays on for the seat to act."""
        if not self.head.pace or self.mover < 0 or self.seats[self.mover].bot:
            return None
        return self.moved + self.head.pace

    @property
    def time_is_up_at(self) -> float | None:
        """When the referee calls time, in games that end on time."""
        minutes = int(self.head.options.get("minutes") or 0)
        if not minutes or self.state is None or not self.state.may_call_time:
            return None
        return self.started + 60 * minutes

    @property
    def at_work(self) -> bool:
        """Whether something is to come though nobody looks."""
        return self.mover >= 0 and (bool(self.seats[self.mover].bot) or self.deadline is not None or self.time_is_up_at is not None)

    def lines(self, seat: int, lang: str) -> list[Line]:
        """The last moves in words, as the seat may read them."""
        known = self.told.get((seat, lang))
        if known is None:
            known = self.told[seat, lang] = self._lines_again(seat, lang)
        return known

    def _lines_again(self, seat: int, lang: str) -> list[Line]:
        if self.state is None:
            return []
        past = laid(self)
        lines = []
        first = max(0, len(self.whos) - TOLD)
        for number, code in enumerate(self.state.log):
            if number >= first:
                lines.append(Line(number + 1, self.whos[number], past.tell(code, seat, lang)))
            past.apply(code)
        return lines

    # --- changing

    async def play(self, guest: str, seq: int, moves: list[str], key: str | None) -> int:
        """Plays consecutive moves of the guest's seat, all or none; answers the seq they led to."""
        async with self.lock:
            done = self.keys.get(key) if key else None
            if done is not None:
                return done
            seat = self.seat_of(guest)
            if not self.answers_from <= seq <= self.seq:
                return await self._again_or_stale(key)
            if self.state is None:
                raise Refused(409, N_("The game has not begun."))
            if seat < 0:
                raise Refused(403, N_("You only watch at this table: sit down to play."))
            if not 1 <= len(moves) <= MOST_MOVES:
                raise Refused(422, N_("A request carries 1 to 40 moves."))
            if self.seats[seat].away:
                raise Refused(409, N_("A bot plays on for you: take over again first."))
            draft = Draft(self)
            for words in moves:
                draft.move(words, seat)
            return await self._settle(draft, key)

    async def bot_move(self, seat: int, seq: int, code: int) -> None:
        """Plays a bot's choice, if the table is still as it was."""
        async with self.lock:
            if self.answers_from <= seq <= self.seq and self.mover == seat and self.seats[seat].bot and self.state is not None:
                draft = Draft(self)
                draft.apply(code, seat)
                draft.chance()
                await self._settle(draft, None)

    async def call_time(self) -> None:
        async with self.lock:
            if self.state is not None and self.state.may_call_time:
                draft = Draft(self)
                draft.apply(TIME, TIME)
                draft.chance()
                await self._settle(draft, None)

    async def take_back(self, guest: str, seq: int, key: str | None) -> int:
        async with self.lock:
            done = self.keys.get(key) if key else None
            if done is not None:
                return done
            if not self.answers_from <= seq <= self.seq:
                return await self._again_or_stale(key)
            many = self.can_take_back(self.seat_of(guest))
            if not many:
                raise Refused(409, N_("That move can no longer be taken back."))
            draft = Draft(self)
            draft.back(many, self.seat_of(guest))
            return await self._settle(draft, key)

    def can_take_back(self, seat: int) -> int:
        """How many moves a take-back by this seat would undo; 0: it cannot.

        Its last move, if nobody has moved since and it brought nothing to light; at a solo table with the bots' replies.
        """
        if seat < 0 or self.state is None or self.status != "playing" or self.seats[seat].away:
            return 0
        last = len(self.whos) - 1
        while last >= 0 and self.whos[last] != seat:
            who = self.whos[last]
            if not self.solo or who < 0:
                return 0
            last -= 1
        if last < 0:
            return 0
        many = len(self.whos) - last
        return many if getattr(self.game.rules, "OPEN", False) or not self._revealed(seat, last) else 0

    def _revealed(self, seat: int, first: int) -> bool:
        """Whether the moves from `first` on told the seat something: whether, in other worlds it thought possible, it would see something else."""
        assert self.state is not None
        before = laid(self)
        codes = self.state.log
        for code in codes[:first]:
            before.apply(code)
        knew, knows = before.view_state(seat), self.state.view_state(seat)
        for guess in range(GUESSES):
            world = knew.redealt(guess)
            try:
                for code in codes[first:]:
                    world.apply(code)
            except Exception:  # impossible there: so it was news
                return True
            if world.view_state(seat) != knows:
                return True
        return False

    async def sit(self, guest: str, number: int, name: str, salt: str | None) -> int:
        """Takes an open seat."""
        async with self.lock:
            self._check_number(number)
            if self.seat_of(guest) >= 0:
                raise Refused(409, N_("You have a seat at this table already."))
            if self.seats[number].kind != "open":
                raise Refused(409, N_("This seat is taken."))
            draft = Draft(self)
            salt = "" if self.status == "playing" else salt  # too late to add to the seed
            draft.seat(number, Seat("guest", guest, self._free_name(name), salt=self._check_salt(salt)))
            draft.start_if_full()
            return await self._settle(draft, None)

    async def ready(self, guest: str, salt: str) -> int:
        """The guest has seen the commitment and adds a salt to the seed."""
        async with self.lock:
            number = self.seat_of(guest)
            if number < 0 or self.status != "waiting" or self.seats[number].salt is not None:
                return self.seq
            draft = Draft(self)
            draft.seat(number, replace(self.seats[number], salt=self._check_salt(salt)))
            draft.start_if_full()
            return await self._settle(draft, None)

    async def leave(self, guest: str) -> int:
        """Gives the seat up: before the game it is free again, during it a bot plays on."""
        async with self.lock:
            number = self.seat_of(guest)
            if number < 0:
                raise Refused(409, N_("You have no seat at this table."))
            draft = Draft(self)
            if self.status == "waiting":
                draft.seat(number, Seat())
            else:
                draft.seat(number, replace(self.seats[number], away=True, level=self.middle_level))
            return await self._settle(draft, None)

    async def autopilot(self, guest: str, away: bool) -> int:
        """Lets a bot play on for the guest, or takes over again."""
        async with self.lock:
            number = self.seat_of(guest)
            if number < 0 or self.status != "playing":
                raise Refused(409, N_("You have no seat in a running game."))
            draft = Draft(self)
            draft.seat(number, replace(self.seats[number], away=away, level=self.middle_level if away else ""))
            return await self._settle(draft, None)

    async def vanished(self, number: int) -> None:
        """The agreed time has run out: a bot plays on."""
        async with self.lock:
            if self.mover == number and self.deadline is not None and time.time() >= self.deadline:
                draft = Draft(self)
                draft.seat(number, replace(self.seats[number], away=True, level=self.middle_level))
                await self._settle(draft, None)

    async def fill(self, guest: str, number: int, level: str, name: str) -> int:
        """The host seats a bot, or with no level frees the seat."""
        async with self.lock:
            if guest != self.head.host:
                raise Refused(403, N_("Only the host of this table can do that."))
            if self.status == "over":
                raise Refused(409, N_("The game is over."))
            self._check_number(number)
            if level and level not in self.levels:
                raise Refused(422, N_("There is no bot “{level}”; there are {levels}."), level=level[:40], levels=", ".join(self.levels))
            draft = Draft(self)
            draft.seat(number, Seat("bot", name=self._free_name(name), level=level) if level else Seat())
            draft.start_if_full()
            return await self._settle(draft, None)

    async def nudge(self, guest: str) -> int:
        """Reminds whoever is to move."""
        async with self.lock:
            seat = self.seat_of(guest)
            if seat < 0 or self.mover < 0 or seat == self.mover:
                raise Refused(409, N_("There is nobody to nudge."))
            if time.time() - self.nudged[1] < NUDGE_PAUSE:
                raise Refused(429, N_("They have just been nudged: give them a moment."))
            draft = Draft(self)
            draft.add("nudge", seat)
            return await self._settle(draft, None)

    async def note_rematch(self, other: str) -> int:
        async with self.lock:
            draft = Draft(self)
            draft.add("rematch", body={"table": other})
            return await self._settle(draft, None)

    async def open(self, seats: list[Seat]) -> None:
        """Stores a new table with its first seats."""
        head = self.head
        row = sa.insert(table_rows).values(
            id=head.id,
            game=head.game.name,
            version=head.game.version,
            players=head.players,
            options=_written(head.options),
            settings=_written({"advice": head.advice, "pace": head.pace}),
            host=head.host,
            seed=head.source.seed.hex() if head.source.seed else "",
            created=head.created,
            status="waiting",
            public=head.public,
            lively=False,
            touched=head.created,
            seats="[]",
        )
        async with self.lock:
            draft = Draft(self)
            for number, seat in enumerate(seats):
                draft.seat(number, seat)
            draft.start_if_full()
            await self._settle(draft, None, row)

    # --- how a change is made

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(self.game.bots.LEVELS)

    @property
    def middle_level(self) -> str:
        return self.levels[min(1, len(self.levels) - 1)]

    def _free_name(self, name: str) -> str:
        """The name, told apart from one that is at the table already."""
        taken = {seat.name for seat in self.seats if seat.name}
        wanted, number = name, 2
        while wanted in taken:
            wanted, number = f"{name[:34]} {number}", number + 1
        return wanted

    def _check_number(self, number: int) -> None:
        if not 0 <= number < self.head.players:
            raise Refused(422, N_("There is no such seat at this table."))

    @staticmethod
    def _check_salt(salt: str | None) -> str | None:
        if salt is not None and (len(salt) > SALT_LIMIT or not salt.isprintable()):
            raise Refused(422, N_("A salt is printable text of at most 200 characters."))
        return salt

    async def _again_or_stale(self, key: str | None) -> int:
        done = await self._store.answered(self.id, key) if key else None
        if done is None:
            raise Stale(409, N_("The table has moved on since: look again."))
        return done

    async def _settle(self, draft: "Draft", key: str | None, *statements: Any) -> int:
        """Stored before shown."""
        if key:
            draft.entries[-1].key = key
        try:
            await self._store.append(self.id, draft.entries, *statements, *draft.statements())
        except Taken:
            return await self._again_or_stale(key)
        self._show(draft)
        return self.seq

    def _show(self, draft: "Draft") -> None:
        draft.adopt()
        self.drawings.clear()
        for watcher in self.watchers:
            watcher.poke()
        self._changed(self)


class Draft:
    """One change of a table, made on copies: the entries to store, and what the table will be."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seq = table.seq
        self.now = time.time()
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.seats = list(table.seats)
        self.seats_changed = False
        self.state = table.state.copy() if table.state is not None else None
        self.whos: list[int] = []
        self.undone = 0
        self.told: dict[tuple[int, str], list[Line]] = {key: [] for key in table.told}
        self.status = table.status

    def add(self, kind: str, who: int = SPECTATOR, code: int = 0, body: dict[str, Any] | None = None, seen: tuple[int, ...] = ()) -> None:
        self.seq += 1
        self.entries.append(Entry(self.seq, kind, who, code, body or {}, None, self.now))
        mover = self.state.mover if self.state is not None else SPECTATOR
        self.events.append(Event(self.seq, kind, who, seen, public(kind, body or {}), mover))

    def seat(self, number: int, seat: Seat) -> None:
        self.seats[number] = seat
        self.seats_changed = True
        self.add("seat", number, body=asdict(seat))

    def start_if_full(self) -> None:
        """The game begins when every seat is filled and everybody has had the chance to add to the seed."""
        if self.status != "waiting" or not all(seat.filled for seat in self.seats):
            return
        self.status = "playing"
        salts = [seat.salt for seat in self.seats if seat.salt]
        self.state = laid(self.table, [seat.name for seat in self.seats], salts)
        self.add("start", body={"salts": salts})
        self.chance()

    def move(self, words: str, seat: int) -> None:
        """A seat's move in words, with the chance moves it brings."""
        assert self.state is not None
        if self.state.mover != seat and not self.state.over:
            raise Refused(409, N_("It is not your turn."))
        code = self.state.parse(words)
        if code == TIME:
            raise Refused(403, N_("Only the referee calls time."))
        self.apply(code, seat)
        self.chance()

    def chance(self) -> None:
        assert self.state is not None
        while self.state.mover == CHANCE:
            self.apply(self.state.draw_chance(), CHANCE)

    def apply(self, code: int, who: int) -> None:
        """Plays one move, and writes down what each seat sees of it."""
        state = self.state
        assert state is not None
        number = len(self.table.whos) - self.undone + len(self.whos) + 1
        if getattr(state.game.rules, "OPEN", False):  # everybody sees the same
            said = {lang: state.tell(code, SPECTATOR, lang) for lang in {lang for _, lang in self.told}}
            words = {key: said[key[1]] for key in self.told}
            seen: tuple[int, ...] = (code,)
        else:
            words = {key: state.tell(code, *key) for key in self.told}
            seen = tuple(state.seen(code, seat) for seat in range(-1, self.table.head.players))
        state.apply(code)
        for key, text in words.items():
            self.told[key].append(Line(number, who, text))
        self.whos.append(who)
        self.add("move", who, code, seen=seen)
        if state.over:
            self.status = "over"

    def back(self, many: int, seat: int) -> None:
        """Undoes the last moves."""
        assert self.state is not None
        codes = self.state.log
        self.state = laid(self.table)
        for code in codes[: len(codes) - many]:
            self.state.apply(code)
        self.undone = many
        self.add("back", seat, body={"moves": many})

    def statements(self) -> list[Any]:
        """What changes beside the log."""
        table = self.table
        changes: list[Any] = []
        if not self.seats_changed and self.status == table.status:
            return changes
        shown = [{"kind": seat.kind, "name": seat.name, "level": seat.bot} for seat in self.seats]
        bots = any(seat.bot for seat in self.seats) or bool(table.head.pace or table.head.options.get("minutes"))
        values = {"status": self.status, "touched": self.now, "seats": _written(shown), "lively": self.status == "playing" and bots}
        changes.append(sa.update(table_rows).where(table_rows.c.id == table.id).values(**values))
        for old, new in zip(table.seats, self.seats, strict=True):
            if old.guest != new.guest:
                if old.guest:
                    changes.append(sa.delete(sitting).where(sitting.c.guest == old.guest, sitting.c.table_id == table.id))
                if new.guest:
                    changes += replaced(sitting, {"guest": new.guest, "table_id": table.id}, {})
        return changes

    def adopt(self) -> None:
        """The table becomes what was drafted."""
        table = self.table
        if self.undone:
            del table.whos[-self.undone :]
            for lines in table.told.values():
                del lines[-self.undone :]
        table.whos += self.whos
        for key, lines in self.told.items():
            known = table.told.setdefault(key, [])
            known += lines
            if len(known) > 2 * TOLD:
                del known[:-TOLD]
        for key in table.told.keys() - self.told.keys():  # asked for while this was being stored
            del table.told[key]
        table.seats = self.seats
        table.state = self.state
        if table.state is not None:
            table.state.names = table.names
        for entry in self.entries:
            remember(table, entry)
        table.recent.extend(self.events)
        table.status = self.status


def remember(table: Table, entry: Entry) -> None:
    """What a live table keeps of an entry beside the game itself; the same when it happens and when it is read back."""
    table.seq = entry.seq
    if entry.kind in ("move", "back", "start"):
        table.answers_from = entry.seq
        table.moved = entry.at
        if entry.kind == "start":
            table.started = entry.at
    elif entry.kind == "nudge":
        table.nudged = (entry.who, entry.at)
    elif entry.kind == "rematch":
        table.rematch = entry.body["table"]
    elif entry.kind == "seat" and table.mover == entry.who:
        table.moved = entry.at  # whoever sits down or takes over has the whole time
    if entry.key:
        table.keys[entry.key] = entry.seq
        if len(table.keys) > REMEMBERED:
            table.keys.popitem(last=False)


def laid(table: Table, names: list[str] | None = None, salts: list[str] | None = None) -> State:
    """The table's game before its first move; chance is drawn from the seed by the house, move by move."""
    head = table.head
    if salts is None:
        salts = list(table.state.salts) if table.state is not None else []
    shown = clean_names(names, head.players) if names is not None else table.names
    return State(head.game, head.game.laid(head.players, head.options), [], shown, head.source, tuple(salts))


def restored(table: Table, log: list[Entry]) -> None:
    """Fills a table just made from its stored log."""
    codes: list[int] = []
    whos: list[int] = []
    salts: list[str] = []
    for entry in log:
        if entry.kind == "seat":
            table.seats[entry.who] = Seat(**entry.body)
        elif entry.kind == "start":
            table.status = "playing"
            salts = entry.body["salts"]
        elif entry.kind == "move":
            codes.append(entry.code)
            whos.append(entry.who)
        elif entry.kind == "back":
            del codes[-entry.body["moves"] :], whos[-entry.body["moves"] :]
        remember(table, entry)
    if table.status == "playing":
        state = laid(table, None, salts)
        for code in codes:
            state.apply(code)
        table.state, table.whos = state, whos
        if state.over:
            table.status = "over"


def events(table: Table, log: list[Entry]) -> list[Event]:
    """The whole log as the JSON stream tells it."""
    told = []
    state: State | None = None
    codes: list[int] = []
    for entry in log:
        seen: tuple[int, ...] = ()
        if entry.kind == "start":
            state = laid(table, None, entry.body["salts"])
        elif entry.kind == "move" and state is not None:
            seen = tuple(state.seen(entry.code, seat) for seat in range(-1, table.head.players))
            state.apply(entry.code)
            codes.append(entry.code)
        elif entry.kind == "back":
            del codes[-entry.body["moves"] :]
            state = laid(table)
            for code in codes:
                state.apply(code)
        mover = state.mover if state is not None else SPECTATOR
        told.append(Event(entry.seq, entry.kind, entry.who, seen, public(entry.kind, entry.body), mover))
    return told


def public(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """What everybody may know of an entry's body: whose a seat is, is a secret of the house."""
    if kind != "seat":
        return body
    return {"kind": body["kind"], "name": body["name"], "level": body["level"], "away": body["away"], "ready": body["salt"] is not None}


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

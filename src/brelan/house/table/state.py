"""All that a table's log decides, and the only reader of the log.

`TableState` is what the entries so far have led to; `Reading` takes one entry more. A draft is a reading that goes on;
a table that wakes, follows another server or is imported is `fold` over its log. What is shown live and what is read
back cannot differ, since one place understands an entry. It refuses what cannot be a table's log (`DamagedLog`): a
number left out, an entry of no known kind, a move by somebody who was not to move.

The seed is not in the log: it is a secret of the table's row, and a start that was called off draws it anew.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ...model.referee import SPECTATOR, TIME
from ...play.fairness import Source
from ...play.state import State, clean_names
from ..base.seats import Seat
from ..store.store import Entry
from .seat_log import ADVISED, KEPT, VOID, Change, change, drawn_line

if TYPE_CHECKING:
    from .tables import Head

REMEMBERED = 64  # keys of requests that a table keeps at hand


class DamagedLog(Exception):
    """What is stored is no table's log."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"entry {seq}: {reason}")
        self.seq, self.reason = seq, reason


@dataclass(frozen=True, slots=True)
class Start:
    """How the game comes to begin, and how it began."""

    asked: float = 0.0  # since when the promised salts are asked for; 0: not yet
    voids: int = 0  # how often it was called off after a salt had been shown
    absent: tuple[int, ...] = ()  # seats whose guests have closed the page, though all wait for them
    at: float = 0.0  # when the game began, later by the time for which the house was closed
    seats: tuple[Seat, ...] = ()  # who sat where then
    drawn: tuple[int, ...] = ()  # for each seat, where its player sat before the seats were drawn


@dataclass(slots=True)
class TableState:
    """All that a table's log decides. Nothing of it is ever changed: a reading makes another."""

    seats: tuple[Seat, ...]
    last_entry: float  # when the log was last written
    moved: float  # since when whoever is to move has had the time for it
    result_at: float  # when the game last changed: since then what lies there lies there
    status: str = "waiting"  # then playing, then over
    start: Start = Start()
    seq: int = 0
    answers_from: int = 0  # the seq of the last change a move could not have known
    state: State | None = None  # the game, once it has begun
    mover: int = SPECTATOR  # the seat to act, or −1
    whos: "array[int]" = field(default_factory=lambda: array("b"))  # who made each move of the game's log
    named: tuple[tuple[int, tuple[str, ...]], ...] = ()  # the players' names, and from which number of moves on
    changes: tuple[Change, ...] = ()  # what happened at the seats, in the log everybody reads
    nudged: tuple[int, float] = (SPECTATOR, 0.0)  # by whom and when
    rematch: str = ""  # the table on which it is played again
    helped: dict[int, int] = field(default_factory=dict)  # seats a bot has played on for, and the seq from which on
    advised: frozenset[int] = frozenset()  # seats that asked the master
    keys: dict[str, int] = field(default_factory=dict)  # of the last requests, and the seqs they led to
    news: int = 1  # the number of the first move of the last change

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(self, name):
            raise AttributeError(f"{name}: a state of a table is not changed, another is made")
        object.__setattr__(self, name, value)


class _Working(TableState):
    """A state that a reading still goes on with: it is sealed by becoming a `TableState`."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]


_fields_of = attrgetter(*(one.name for one in fields(TableState)))


def just_laid(head: "Head") -> TableState:
    """A table before its first entry."""
    return TableState(tuple(Seat() for _ in range(head.players)), head.created, head.created, head.created)


class Event(NamedTuple):
    """An entry as the JSON stream tells it."""

    seq: int
    kind: str
    who: int
    seen: tuple[int, ...]  # a move's code as seats −1, 0, 1 … see it, or one code that all see
    body: dict[str, Any]
    mover: int  # who is to act after it
    written: dict[int, bytes]  # as it is sent, by seat, or all under −1 where everybody sees the same


class Step(NamedTuple):
    """A move that is yet to be told."""

    number: int  # from 1
    before: State
    seen: tuple[int, ...]


class Reading:
    """A log that is being read: `now` goes on entry by entry, until `done`.

    `telling`: each entry becomes an event too; `steps`: and each move a step, for a table whose moves are told. What is
    in `unplayed` is not played: it is known that these moves are taken back further on, and leave nothing.
    """

    def __init__(
        self,
        head: "Head",
        state: TableState | None = None,
        telling: bool = False,
        steps: bool = False,
        unplayed: Set[int] = frozenset(),
    ) -> None:
        self.head = head
        self.source: Source = head.source
        before = state or just_laid(head)
        self.now: TableState = _Working(*_fields_of(before))
        self.now.whos, self.now.keys, self.now.helped = before.whos[:], dict(before.keys), dict(before.helped)
        self.kept = len(before.whos)  # so many moves from before are still there
        self.moves = 0  # made in this reading
        self.events: list[Event] | None = [] if telling else None
        self.steps: list[Step] | None = [] if steps else None
        self._owns_game = False  # whether nobody else holds the game's state
        self._unplayed, self._skipped = unplayed, 0  # so many of the last moves were not played

    def read(self, entry: Entry) -> None:
        """One stored entry more: whatever cannot be is damage."""
        try:
            self.take(entry)
        except DamagedLog:
            raise
        except Exception as error:
            raise DamagedLog(entry.seq, repr(error)) from error

    def take(self, entry: Entry) -> None:
        """One entry more, which may be refused: a move that is not legal."""
        now, take = self.now, _KINDS.get(entry.kind)
        if entry.seq != now.seq + 1:
            raise DamagedLog(entry.seq, f"it follows {now.seq}")
        if take is None:
            raise DamagedLog(entry.seq, f"an entry “{entry.kind}” is unknown")
        seen = take(self, entry)
        now.seq, now.last_entry = entry.seq, entry.at
        if entry.key:
            self.answer(entry.key)
        if self.events is not None:
            body = public(entry.kind, entry.body)
            self.events.append(Event(entry.seq, entry.kind, entry.who, seen, body, now.mover, {}))

    def answer(self, key: str) -> None:
        """The request with this key led here."""
        self.now.keys[key] = self.now.seq
        if len(self.now.keys) > REMEMBERED:
            del self.now.keys[next(iter(self.now.keys))]

    def done(self) -> TableState:
        """What has come of it. Nothing more is read."""
        self.now.__class__ = TableState
        return self.now

    # --- the kinds of entries; of a move they answer how each seat sees it

    def _seat(self, entry: Entry) -> tuple[int, ...]:
        now, number = self.now, self._seat_number(entry)
        before, after = now.seats[number], Seat(**entry.body)
        if entry.seq > self.head.players:  # who was there when the table was opened has not come
            self._note(change(before, after, len(now.whos)))
        if number == now.mover and after.guest and after.guest != before.guest:
            now.moved = entry.at  # who sits down where it is to move has all the time there is
        if now.start.seats and after.away:
            now.helped.setdefault(number, entry.seq)
        now.seats = (*now.seats[:number], after, *now.seats[number + 1 :])
        if now.state is not None and after.name != before.name:
            self._name()
        return ()

    def _start(self, entry: Entry) -> tuple[int, ...]:
        now = self.now
        if now.status != "waiting" or any(seat.kind == "open" for seat in now.seats):
            raise DamagedLog(entry.seq, "the game cannot begin here")
        drawn = tuple(entry.body.get("drawn", ()))
        if drawn:
            if sorted(drawn) != list(range(self.head.players)):
                raise DamagedLog(entry.seq, f"seats drawn as {drawn}")
            now.seats = tuple(now.seats[chair] for chair in drawn)
            self._note(drawn_line(now.seats))
        now.status = "playing"
        now.start = replace(now.start, asked=0.0, at=entry.at, seats=now.seats, drawn=drawn)
        now.state, self._owns_game = laid(self.head, self.source, now.seats, entry.body["salts"]), True
        self._names_hold(now.state.names)
        self._goes_on(entry)
        return ()

    def _move(self, entry: Entry) -> tuple[int, ...]:
        now, game, who = self.now, self._game(entry), entry.who
        if entry.seq in self._unplayed:
            now.whos.append(who)
            self._skipped += 1
            return ()
        if who != (TIME if entry.code == TIME else game.mover):
            raise DamagedLog(entry.seq, f"{who} moves where {game.mover} is to move")
        seen: tuple[int, ...] = ()
        if self.events is not None:
            everybody = range(SPECTATOR, self.head.players)
            is_open = game.game.rules.OPEN  # all see the same
            seen = (entry.code,) if is_open else tuple([game.seen(entry.code, seat) for seat in everybody])
        if self.steps is not None:
            self.steps.append(Step(len(now.whos) + 1, game.bare(), seen))
        if entry.at != now.result_at:  # the entries of one change are of one moment
            now.news = len(now.whos) + 1
        game.apply(entry.code)
        now.whos.append(who)
        self.moves += 1
        if game.over:
            now.status = "over"
        self._goes_on(entry)
        return seen

    def _back(self, entry: Entry) -> tuple[int, ...]:
        now, game, many = self.now, self._game(entry), int(entry.body["moves"])
        self._seat_number(entry)
        if not 0 < many <= len(now.whos) or now.status != "playing":
            raise DamagedLog(entry.seq, f"{many} moves are taken back of {len(now.whos)}")
        played = max(0, many - self._skipped)
        self._skipped -= many - played
        if played:
            now.state = game.after(len(game.log) - played)
        del now.whos[-many:]
        left = len(now.whos)
        self.kept = min(self.kept, left)
        if self.steps is not None:
            self.steps = [step for step in self.steps if step.number <= left]
        if now.named[-1][0] > left:
            self._names_hold(game.names)
        now.news = left + 1
        self._goes_on(entry)
        return ()

    def _advice(self, entry: Entry) -> tuple[int, ...]:
        if entry.who != SPECTATOR:  # as older houses wrote it where the seat had been freed meanwhile
            seat = self.now.seats[self._seat_number(entry)]
            self._note(Change(len(self.now.whos), ADVISED, seat.name))
        self.now.advised |= {entry.who}
        return ()

    def _nudge(self, entry: Entry) -> tuple[int, ...]:
        self.now.nudged = (entry.who, entry.at)
        return ()

    def _rematch(self, entry: Entry) -> tuple[int, ...]:
        self.now.rematch = entry.body["table"]
        return ()

    def _ask(self, entry: Entry) -> tuple[int, ...]:
        self.now.start = replace(self.now.start, asked=entry.at)
        return ()

    def _void(self, entry: Entry) -> tuple[int, ...]:
        now, number = self.now, self._seat_number(entry)
        shown = bool(entry.body["shown"])
        now.start = replace(now.start, asked=0.0, voids=now.start.voids + shown)
        if shown:
            self._note(Change(0, VOID, now.seats[number].name))
        return ()

    def _absent(self, entry: Entry) -> tuple[int, ...]:
        self.now.start = replace(self.now.start, absent=tuple(entry.body["seats"]))
        return ()

    def _wake(self, entry: Entry) -> tuple[int, ...]:
        self.now.start = replace(self.now.start, at=self.now.start.at + entry.body["closed"])
        self.now.moved = entry.body.get("moved", self.now.moved)  # older houses did not write it down
        return ()

    # --- what several of them do

    def _goes_on(self, entry: Entry) -> None:
        """The game is not what it was: what anybody says from now on must know that."""
        now = self.now
        assert now.state is not None
        now.mover = max(now.state.mover, SPECTATOR)
        now.answers_from = entry.seq
        now.moved = now.result_at = entry.at

    def _seat_number(self, entry: Entry) -> int:
        if not 0 <= entry.who < self.head.players:
            raise DamagedLog(entry.seq, f"there is no seat {entry.who}")
        return entry.who

    def _game(self, entry: Entry) -> State:
        """The game, to be changed here."""
        state = self.now.state
        if state is None:
            raise DamagedLog(entry.seq, "no game has begun")
        if not self._owns_game:
            state = self.now.state = state.copy()
            self._owns_game = True
        return state

    def _note(self, one: Change | None) -> None:
        if one is not None:
            self.now.changes = (*self.now.changes, one)[-KEPT:]

    def _name(self) -> None:
        """Somebody else has a seat: moves are told with the names of those who made them."""
        now = self.now
        assert now.state is not None
        if not self._owns_game:
            now.state, self._owns_game = now.state.copy(), True
        now.state.names = names_of(now.seats)
        self._names_hold(now.state.names)

    def _names_hold(self, names: tuple[str, ...]) -> None:
        """From the next move on they are called so."""
        made = len(self.now.whos)
        self.now.named = (*(one for one in self.now.named if one[0] < made), (made, names))


_KINDS: dict[str, Callable[[Reading, Entry], tuple[int, ...]]] = {
    "seat": Reading._seat,
    "start": Reading._start,
    "move": Reading._move,
    "back": Reading._back,
    "advice": Reading._advice,
    "nudge": Reading._nudge,
    "rematch": Reading._rematch,
    "ask": Reading._ask,
    "void": Reading._void,
    "absent": Reading._absent,
    "wake": Reading._wake,
}


def fold(head: "Head", log: Iterable[Entry], state: TableState | None = None) -> TableState:
    """What a log leads to, from its beginning or from a state that some of it has led to."""
    entries = list(log)
    reading = Reading(head, state, unplayed=_taken_back(entries))
    for entry in entries:
        reading.read(entry)
    return reading.done()


def _taken_back(log: Iterable[Entry]) -> set[int]:
    """The numbers of the moves that are taken back further on: to go back to where a game was, it is played again from
    its beginning, and somebody may have taken back a thousand times.
    """
    moves: list[int] = []
    gone: set[int] = set()
    for entry in log:
        if entry.kind == "move":
            moves.append(entry.seq)
        elif entry.kind == "back":
            many = int(entry.body.get("moves", 0))
            gone.update(moves[max(0, len(moves) - many) :])
            del moves[max(0, len(moves) - many) :]
    return gone


def events(head: "Head", log: Iterable[Entry]) -> list[Event]:
    """A whole log as the JSON stream tells it."""
    reading = Reading(head, telling=True)
    for entry in log:
        reading.read(entry)
    return reading.events or []


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The players' names, as a record has them."""
    return clean_names([seat.name for seat in seats], len(seats))


def laid(head: "Head", source: Source, seats: Sequence[Seat], salts: Sequence[str]) -> State:
    """A table's game before its first move; chance is drawn from the seed by the house, move by move."""
    source = replace(source, by_seat=len(salts) in (0, head.players))  # older houses left those without one out
    return State.laid(head.game, head.options, names_of(seats), source, tuple(salts))


def public(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """What everybody may know of an entry's body: whose a seat is, is a secret of the house."""
    if kind != "seat":
        return body
    return {
        "kind": body["kind"],
        "name": body["name"],
        "level": body["level"],
        "away": body["away"],
        "by": body.get("by", ""),
        "ready": body["salt"] is not None or bool(body.get("hash")) or body["kind"] == "bot",
        "hash": body.get("hash", ""),
    }

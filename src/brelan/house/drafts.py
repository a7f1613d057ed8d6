"""How a table changes: one change is drafted on copies, and adopted once it is stored.

And how a table is read back from its log.
"""

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from ..kernel import CHANCE, SPECTATOR, TIME
from ..state import State, clean_names
from ..words import N_
from .guests import Refused
from .seats import Seat
from .store import Entry, replaced, sitting
from .store import tables as table_rows

if TYPE_CHECKING:
    from .tables import Table

REMEMBERED = 64  # entries and request keys a live table keeps at hand
TOLD = 60  # moves a table keeps in words, for each kind of viewer


class Line(NamedTuple):
    """A move in words, as one seat may read it."""

    number: int  # of the move, from 1
    who: int
    text: str


class Event(NamedTuple):
    """An entry as the JSON stream tells it; `seen` holds the move's code for seats −1, 0, 1 …, `mover` is who is to act
    after it.
    """

    seq: int
    kind: str
    who: int
    seen: tuple[int, ...]
    body: dict[str, Any]
    mover: int


class Draft:
    """One change of a table, made on copies: the entries to store, and what the table will be."""

    def __init__(self, table: "Table") -> None:
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

    def add(
        self,
        kind: str,
        who: int = SPECTATOR,
        code: int = 0,
        body: dict[str, Any] | None = None,
        seen: tuple[int, ...] = (),
    ) -> None:
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
        values = {
            "status": self.status,
            "touched": self.now,
            "seats": written(shown),
            "lively": self.status == "playing" and bots,
        }
        changes.append(sa.update(table_rows).where(table_rows.c.id == table.id).values(**values))
        for old, new in zip(table.seats, self.seats, strict=True):
            if old.guest != new.guest:
                if old.guest:
                    changes.append(
                        sa.delete(sitting).where(sitting.c.guest == old.guest, sitting.c.table_id == table.id)
                    )
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


def remember(table: "Table", entry: Entry) -> None:
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


def laid(table: "Table", names: list[str] | None = None, salts: list[str] | None = None) -> State:
    """The table's game before its first move; chance is drawn from the seed by the house, move by move."""
    head = table.head
    if salts is None:
        salts = list(table.state.salts) if table.state is not None else []
    shown = clean_names(names, head.players) if names is not None else table.names
    return State(head.game, head.game.laid(head.players, head.options), [], shown, head.source, tuple(salts))


def restored(table: "Table", log: list[Entry]) -> None:
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


def events(table: "Table", log: list[Entry]) -> list[Event]:
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
    return {
        "kind": body["kind"],
        "name": body["name"],
        "level": body["level"],
        "away": body["away"],
        "ready": body["salt"] is not None,
    }


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

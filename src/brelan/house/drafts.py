"""One change of a table: drafted on copies, and adopted by the table once it is stored."""

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ..kernel import CHANCE, SPECTATOR, TIME
from ..words import N_
from .errors import NotYours, RefereeOnly
from .seats import Seat
from .store import Entry, replaced, sitting
from .store import tables as table_rows
from .table_log import Event, Line, laid, public, remember, written

if TYPE_CHECKING:
    from .tables import Table

TOLD = 60  # moves a table keeps in words, for each kind of viewer


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
            raise NotYours(N_("It is not your turn."))
        code = self.state.parse(words)
        if code == TIME:
            raise RefereeOnly(N_("Only the referee calls time."))
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
        if state.game.rules.OPEN:  # everybody sees the same
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
        self.state = self.state.after(len(self.state.log) - many)
        self.undone = many
        self.add("back", seat, body={"moves": many})

    def statements(self) -> list[Any]:
        """What changes beside the log."""
        table = self.table
        changes: list[Any] = []
        if not self.seats_changed and self.status == table.status:
            return changes
        shown = [{"kind": seat.kind, "name": seat.name, "level": seat.bot} for seat in self.seats]
        by_itself = any(seat.bot for seat in self.seats) or bool(table.head.pace or table.head.time_limit)
        values = {
            "status": self.status,
            "touched": self.now,
            "seats": written(shown),
            "lively": self.status == "playing" and by_itself,
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

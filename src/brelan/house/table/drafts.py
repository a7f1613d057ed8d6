"""One change of a table: drafted on copies, and adopted by the table once it is stored."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ...model.referee import CHANCE, NEXT, SPECTATOR, TIME
from ...model.words import N_
from ...play.fairness import Source, drawn_seats, game_key
from ..base import clock
from ..base.errors import LastMoveOnly, NotYours, RefereeOnly
from ..base.seats import Seat
from ..store.schema import sitting
from ..store.schema import tables as table_rows
from ..store.store import Entry, replaced
from .results import kept, result_of
from .seat_log import ADVISED, VOID, Change, change, drawn_line, note
from .table_log import Event, laid, public, remember, written
from .takeback import tells
from .tale import Step

if TYPE_CHECKING:
    from .tables import Table


class Draft:
    """One change of a table, made on copies: the entries to store, and what the table will be."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.seq = table.seq
        self.now = clock.now()
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.seats = list(table.seats)
        self.seats_changed = False
        self.state = table.state.copy() if table.state is not None else None
        self.whos: list[int] = []
        self.undone = 0
        self.steps: list[Step] = []  # what is to be told, where somebody reads along
        self.status = table.status
        self.changes: list[Change] = []
        self.source = table.head.source
        self.asked = table.asked
        self.fresh_clock = False  # somebody new sits down where it is to move

    def add(self, kind: str, who: int = SPECTATOR, body: dict[str, Any] | None = None) -> None:
        self._enter(Entry(self.seq + 1, kind, who, 0, body or {}, None, self.now))

    def _enter(self, entry: Entry, seen: tuple[int, ...] = ()) -> None:
        self.seq = entry.seq
        self.entries.append(entry)
        mover = self.state.mover if self.state is not None else SPECTATOR
        self.events.append(Event(entry.seq, entry.kind, entry.who, seen, public(entry.kind, entry.body), mover, {}))

    def seat(self, number: int, seat: Seat) -> None:
        mover = self.state.mover if self.state is not None else SPECTATOR
        if number == mover and seat.guest and seat.guest != self.seats[number].guest:
            self.fresh_clock = True
        moves = len(self.table.whos) - self.undone + len(self.whos)
        if self.seq >= len(self.seats):  # who was there when the table was opened has not come
            note(self.changes, change(self.seats[number], seat, moves))
        self.seats[number] = seat
        self.seats_changed = True
        self.add("seat", number, body=asdict(seat))

    def advice(self, seat: int) -> None:
        """A seat has asked the master."""
        moves = len(self.table.whos) - self.undone + len(self.whos)
        note(self.changes, Change(moves, ADVISED, self.seats[seat].name))
        self.add("advice", seat)

    def start_if_full(self, given: Sequence[int] = ()) -> None:
        """Once every hash is in, salts are asked for; once every salt is in, the game begins.

        They are not asked for while somebody who promised one has closed the page: the others' would be shown in vain.
        """
        if self.status != "waiting" or not all(seat.ready for seat in self.seats):
            return
        if not all(seat.filled for seat in self.seats):
            if not self.asked and all(self.table.is_here(seat.guest) for seat in self.seats if seat.hash):
                self.asked = self.now
                self.add("ask", body={"hashes": [seat.hash for seat in self.seats]})
            return
        salts = [seat.salt or "" for seat in self.seats] if any(seat.salt for seat in self.seats) else []
        self._begin(salts, self._drawn(salts))
        assert self.state is not None
        for code in given:  # the game begins from a position of another
            self.apply(code, TIME if code == TIME else self.state.mover)
        self.chance()

    def _drawn(self, salts: list[str]) -> list[int]:
        """Who sits where, drawn from seed and salts, where the table does that; the salts stay in the order in which
        they were promised.
        """
        if not self.table.head.draws_seats:
            return []
        assert self.source.seed is not None
        return list(drawn_seats(game_key(self.source.seed, salts), len(self.seats)))

    def _begin(self, salts: list[str], drawn: list[int]) -> None:
        self.status, self.asked = "playing", 0.0
        if drawn:
            self.seats = [self.seats[chair] for chair in drawn]
            self.seats_changed = True
            note(self.changes, drawn_line(self.seats))
        self.state = laid(self.table, [seat.name for seat in self.seats], salts)
        self.add("start", body={"salts": salts, "drawn": drawn} if drawn else {"salts": salts})

    def call_off(self, number: int) -> None:
        """The start is called off because of a seat. If a salt was shown, whoever knows the seed knew what would come:
        so the seed is drawn anew, everybody salts anew, and it is counted.
        """
        if self.status != "waiting" or not self.asked:
            return
        shown = any(seat.hash and seat.salt is not None for seat in self.seats)
        name = self.seats[number].name
        for other, seat in enumerate(self.seats):
            if seat.hash:
                self.seat(other, replace(seat, salt=None, hash=""))
        self.asked = 0.0
        if shown:
            self.source = Source.secret()
            note(self.changes, Change(0, VOID, name))
        self.add("void", number, body={"shown": shown, "commitment": self.source.commitment})

    def moves(self, words: list[str], seat: int) -> None:
        """A seat's consecutive moves, with the chance moves the last of them brings.

        A request is judged by what was known when it was made: nothing is drawn, and nobody's secret is met, before its
        last move. Else the refusal of that one would tell what the others, then undone, would have led to.
        """
        for one in words[:-1]:
            assert self.state is not None
            before = self.state.copy()
            self._play(one, seat)
            if self.state.mover == CHANCE or tells(before, self.state.log[len(before.log) :], self.state, seat):
                raise LastMoveOnly(N_("Only the last move of a request may lead to a throw, a draw or a result."))
        self._play(words[-1], seat)
        self.chance()

    def _play(self, words: str, seat: int) -> None:
        """A seat's move in words; chance is not drawn yet."""
        assert self.state is not None
        if self.state.mover != seat and not self.state.over:
            raise NotYours(N_("It is not your turn."))
        code = self.state.parse(words)
        if code == TIME:
            raise RefereeOnly(N_("Only the referee calls time."))
        self.apply(code, seat)

    def chance(self) -> None:
        assert self.state is not None
        while self.state.mover == CHANCE:
            code = self.state.draw_chance()
            if code == NEXT:  # a result lies there: it is cleared away once it has been seen (`pacing.py`)
                break
            self.apply(code, CHANCE)

    def apply(self, code: int, who: int, stored: Entry | None = None) -> None:
        """Plays one move, and writes down what each seat sees of it; its entry, unless that is stored already."""
        state = self.state
        assert state is not None
        if state.game.rules.OPEN:  # all see the same
            seen: tuple[int, ...] = (code,)
        else:
            seen = tuple([state.seen(code, seat) for seat in range(SPECTATOR, self.table.head.players)])
        if self.table.tale.is_read:
            number = len(self.table.whos) - self.undone + len(self.whos) + 1
            self.steps.append(Step(number, state.bare(), seen))
        state.apply(code)
        self.whos.append(who)
        self._enter(stored or Entry(self.seq + 1, "move", who, code, {}, None, self.now), seen)
        if state.over:
            self.status = "over"

    def back(self, many: int, seat: int) -> None:
        """Undoes the last moves."""
        assert self.state is not None
        self.state = self.state.after(len(self.state.log) - many)
        self.undone = many
        self.add("back", seat, body={"moves": many})

    def read(self, entry: Entry) -> None:
        """An entry that another server has stored, as if it had been drafted here."""
        assert entry.seq == self.seq + 1, f"{entry.seq} does not follow {self.seq}"
        self.now = entry.at
        if entry.kind == "move":
            self.apply(entry.code, entry.who, entry)
        elif entry.kind == "seat":
            self.seat(entry.who, Seat(**entry.body))
        elif entry.kind == "start":
            self._begin(entry.body["salts"], entry.body.get("drawn", []))
        elif entry.kind == "back":
            self.back(entry.body["moves"], entry.who)
        elif entry.kind == "advice":
            self.advice(entry.who)
        else:
            self._enter(entry)
        self.entries[-1] = entry

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
        if self.source is not table.head.source:  # by whoever draws it anew, and nobody else
            values["seed"] = self.source.seed.hex() if self.source.seed else ""
        changes.append(sa.update(table_rows).where(table_rows.c.id == table.id).values(**values))
        if self.status == "over" and table.status != "over" and self.state is not None:
            changes += kept(result_of(table, self.seats, self.state, self.now))
        were, are = ({seat.guest for seat in seats if seat.guest} for seats in (table.seats, self.seats))
        for guest in sorted(were - are):
            changes.append(sa.delete(sitting).where(sitting.c.guest == guest, sitting.c.table_id == table.id))
        for guest in sorted(are - were):
            changes += replaced(sitting, {"guest": guest, "table_id": table.id}, {})
        return changes

    def adopt(self) -> None:
        """The table becomes what was drafted."""
        table = self.table
        if self.undone:
            del table.whos[-self.undone :]
            table.tale.go_back(len(table.whos))
        if self.whos or self.undone:  # a result is not new again, nor unread, because somebody sits down
            table.news = len(table.whos) + 1
            table.continued.clear()
        table.whos += self.whos
        table.tale.go_on(self.steps)
        table.seats = self.seats
        table.head.source = self.source
        table.state = self.state
        if table.state is not None and self.seats_changed:
            table.state.names = table.names
        for entry in self.entries:
            remember(table, entry)
        for one in self.changes:
            note(table.changes, one)
        if self.fresh_clock:
            table.moved = self.now
        table.recent.extend(self.events)
        table.status = self.status

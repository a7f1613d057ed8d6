"""One change of a table: entries that are not stored yet, and the state they lead to, which is shown once they are."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ...model.referee import CHANCE, NEXT, SPECTATOR, TIME
from ...model.words import N_
from ...play.fairness import Source, drawn_seats, game_key
from ...play.state import State
from ..base import clock
from ..base.errors import LastMoveOnly, NotYours, RefereeOnly
from ..base.seats import Seat
from ..store.schema import sitting
from ..store.schema import tables as table_rows
from ..store.store import Entry, replaced, written
from .results import kept, result_of
from .state import Reading, TableState
from .takeback import tells

if TYPE_CHECKING:
    from .tables import Table


class Draft:
    """One change of a table: every entry is read as soon as it is written down."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.reading = Reading(table.head, table.known, telling=True, steps=table.tale.is_read)
        self.at = clock.now()  # of all its entries
        self.entries: list[Entry] = []
        self._seats_changed = False

    @property
    def now(self) -> TableState:
        """What the table will be."""
        return self.reading.now

    @property
    def game(self) -> State:
        assert self.now.state is not None
        return self.now.state

    def add(self, kind: str, who: int = SPECTATOR, body: dict[str, Any] | None = None, code: int = 0) -> None:
        entry = Entry(self.now.seq + 1, kind, who, code, body or {}, None, self.at)
        self.reading.take(entry)
        self.entries.append(entry)

    def answer(self, key: str) -> None:
        """The change is what the request with this key asked for; repeated, it is not made again."""
        self.entries[-1].key = key
        self.reading.answer(key)

    def seat(self, number: int, seat: Seat) -> None:
        self._seats_changed = True
        self.add("seat", number, body=asdict(seat))

    def advice(self, seat: int) -> None:
        """A seat has asked the master."""
        self.add("advice", seat)

    def start_if_full(self, given: Sequence[int] = ()) -> None:
        """Once every hash is in, salts are asked for; once every salt is in, the game begins.

        They are not asked for while somebody who promised one has closed the page: the others' would be shown in vain.
        """
        seats = self.now.seats
        if self.now.status != "waiting" or not all(seat.ready for seat in seats):
            return
        if not all(seat.filled for seat in seats):
            if not self.now.asked and all(self.table.presence.is_here(seat.guest) for seat in seats if seat.hash):
                self.add("ask", body={"hashes": [seat.hash for seat in seats]})
            return
        salts = [seat.salt or "" for seat in seats] if any(seat.salt for seat in seats) else []
        drawn = self._drawn(salts)
        self._seats_changed |= bool(drawn)
        self.add("start", body={"salts": salts, "drawn": drawn} if drawn else {"salts": salts})
        for code in given:  # the game begins from a position of another
            self.apply(code, TIME if code == TIME else self.game.mover)
        self.chance()

    def _drawn(self, salts: list[str]) -> list[int]:
        """Who sits where, drawn from seed and salts, where the table does that; the salts stay in the order in which
        they were promised.
        """
        if not self.table.head.draws_seats:
            return []
        seed = self.reading.source.seed
        assert seed is not None
        return list(drawn_seats(game_key(seed, salts), len(self.now.seats)))

    def call_off(self, number: int) -> None:
        """The start is called off because of a seat. If a salt was shown, whoever knows the seed knew what would come:
        so the seed is drawn anew, everybody salts anew, and it is counted.
        """
        if self.now.status != "waiting" or not self.now.asked:
            return
        seats = self.now.seats
        shown = any(seat.hash and seat.salt is not None for seat in seats)
        for other, seat in enumerate(seats):
            if seat.hash:
                self.seat(other, replace(seat, salt=None, hash=""))
        if shown:
            self.reading.source = Source.secret()
        self.add("void", number, body={"shown": shown, "commitment": self.reading.source.commitment})

    def moves(self, words: list[str], seat: int) -> None:
        """A seat's consecutive moves, with the chance moves the last of them brings.

        A request is judged by what was known when it was made: nothing is drawn, and nobody's secret is met, before its
        last move. Else the refusal of that one would tell what the others, then undone, would have led to.
        """
        for one in words[:-1]:
            before = self.game.copy()
            self._play(one, seat)
            after = self.game
            if after.mover == CHANCE or tells(before, after.log[len(before.log) :], after, seat):
                raise LastMoveOnly(N_("Only the last move of a request may lead to a throw, a draw or a result."))
        self._play(words[-1], seat)
        self.chance()

    def _play(self, words: str, seat: int) -> None:
        """A seat's move in words; chance is not drawn yet."""
        if self.game.over:
            self.game.play(words)  # which says so
        if self.game.mover != seat:
            raise NotYours(N_("It is not your turn."))
        code = self.game.parse(words)
        if code == TIME:
            raise RefereeOnly(N_("Only the referee calls time."))
        self.apply(code, seat)

    def chance(self) -> None:
        while self.game.mover == CHANCE:
            code = self.game.draw_chance()
            if code == NEXT:  # a result lies there: it is cleared away once it has been seen (`pacing.py`)
                break
            self.apply(code, CHANCE)

    def apply(self, code: int, who: int) -> None:
        """Plays one move."""
        self.add("move", who, code=code)

    def back(self, many: int, seat: int) -> None:
        """Undoes the last moves."""
        self.add("back", seat, body={"moves": many})

    def statements(self) -> list[Any]:
        """What changes beside the log."""
        table, now = self.table, self.now
        changes: list[Any] = []
        if not self._seats_changed and now.status == table.status:
            return changes
        shown = [{"kind": seat.kind, "name": seat.name, "level": seat.bot} for seat in now.seats]
        by_itself = any(seat.bot for seat in now.seats) or bool(table.head.pace or table.head.time_limit)
        values = {
            "status": now.status,
            "touched": self.at,
            "seats": written(shown),
            "lively": now.status == "playing" and by_itself,
        }
        source = self.reading.source
        if source is not table.head.source:  # by whoever draws it anew, and nobody else
            values["seed"] = source.seed.hex() if source.seed else ""
        changes.append(sa.update(table_rows).where(table_rows.c.id == table.id).values(**values))
        if now.status == "over" and table.status != "over":
            changes += kept(result_of(table.head, now))
        were, are = ({seat.guest for seat in seats if seat.guest} for seats in (table.seats, now.seats))
        for guest in sorted(were - are):
            changes.append(sa.delete(sitting).where(sitting.c.guest == guest, sitting.c.table_id == table.id))
        for guest in sorted(are - were):
            changes += replaced(sitting, {"guest": guest, "table_id": table.id}, {})
        return changes

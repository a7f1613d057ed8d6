"""What must never be, looked at after every event, for the table that changed.

`Log` is a reader of its own: it knows the house's log from its documents and the rules from the engine, and shares no
line with the house's reader. Beside it, what a server shows is compared with what the house reads back from the log,
and what a stream tells with what the log says its reader may know.
"""

import copy
import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from brelan.house.http import render
from brelan.house.store.store import read_entry
from brelan.house.table.state import DamagedLog, events, fold
from brelan.house.table.tables import Viewer
from brelan.house.table.tale import TOLD, Tale
from brelan.model.referee import CHANCE, SPECTATOR, TIME
from brelan.play import catalogue
from brelan.play.state import State

EVENING = ("open", "join", "pause", "round", "close")
OVERLAP = 0.25  # seconds for which two servers may both take a table for theirs: their clocks run apart


class Log:
    """A table's log, read by its documents."""

    def __init__(self, row: Any) -> None:
        self.game = catalogue.game(row["game"])
        self.row = row
        self.seq = 0
        self.keys: dict[str, int] = {}
        self.seats: list[dict[str, Any]] = [{"kind": "open", "guest": "", "name": ""} for _ in range(row["players"])]
        self.state: State | None = None
        self.status = "waiting"
        self.seen: dict[int, tuple[int, ...]] = {}  # by seq, a move as seats −1, 0, 1 … see it
        self.kinds: dict[int, tuple[str, int]] = {}
        self.told_kinds: dict[int, str] = {}
        self.held: dict[int, list[str]] = {}  # by seq, whose each seat was from then on

    def take(self, entry: Any) -> Iterator[str]:
        """One entry more; yields what is wrong with it."""
        if entry.seq != self.seq + 1:
            yield f"{entry.seq} follows {self.seq}"
        if entry.key is not None and entry.key in self.keys:
            yield f"the key {entry.key} is there twice"
        self.seq = entry.seq
        if entry.key is not None:
            self.keys[entry.key] = entry.seq
        take = getattr(self, f"_{entry.kind}", None)
        if take is None:
            yield f"an entry of kind {entry.kind}"
        else:
            yield from take(entry)
        self.kinds[entry.seq] = entry.kind, entry.who
        self.held[entry.seq] = [seat["guest"] for seat in self.seats]

    def _seat(self, entry: Any) -> Iterator[str]:
        before, after = self.seats[entry.who], entry.body
        if self.status == "over" and after["guest"] != before["guest"]:
            yield "somebody sits down at a game that is over"
        if self.status == "playing" and not self.game.rules.OPEN and after["guest"] not in ("", before["guest"]):
            yield "somebody sits down in a running game with secrets"
        self.seats[entry.who] = after
        self.told_kinds[entry.seq] = after["kind"]

    def _start(self, entry: Any) -> Iterator[str]:
        if self.status != "waiting" or any(seat["kind"] == "open" for seat in self.seats):
            yield "it begins too early, or again"
        self.status = "playing"
        drawn = entry.body.get("drawn")
        if drawn:
            self.seats = [self.seats[chair] for chair in drawn]
        names = tuple(seat.get("name") or "?" for seat in self.seats)
        self.state = State.laid(self.game, json.loads(self.row["options"]), names)

    def _move(self, entry: Any) -> Iterator[str]:
        state = self.state
        if state is None or state.over:
            yield "a move where no game is played"
            return
        allowed = [code for code, _ in state.odds()] if state.mover == CHANCE else state.legal()
        if entry.code == TIME:
            if entry.who != TIME or not state.may_call_time:
                yield "time is called by who may not"
        elif entry.who != state.mover or entry.code not in allowed:
            yield f"{entry.who} plays {entry.code} where {state.mover} may play {allowed}"
            return
        seats = range(SPECTATOR, len(self.seats))
        self.seen[entry.seq] = tuple(state.seen(entry.code, seat) for seat in seats)
        state.apply(entry.code)
        if state.over:
            self.status = "over"

    def _back(self, entry: Any) -> Iterator[str]:
        state, many = self.state, entry.body["moves"]
        if state is None or self.status != "playing" or not 0 < many <= len(state.log):
            yield "nothing is there to take back"
            return
        log = state.log[:-many]
        self.state = State.laid(self.game, json.loads(self.row["options"]), state.names)
        for code in log:
            self.state.apply(code)
        if self.state.mover != entry.who:
            yield f"{entry.who} takes back a move of {self.state.mover}"

    def _nothing(self, entry: Any) -> Iterator[str]:
        yield from ()

    _advice = _nudge = _rematch = _absent = _wake = _ask = _nothing

    def _void(self, entry: Any) -> Iterator[str]:
        if self.status != "waiting":
            yield "a start is called off that has been made"

    def may_read(self, guest: str, seq: int) -> set[int]:
        """As which seats a guest may have been told an entry: their own of then, or nobody's."""
        held = self.held.get(seq, [])
        return {SPECTATOR, *(seat for seat, holder in enumerate(held) if guest and holder == guest)}


class Checks:
    def __init__(self, world: Any) -> None:
        self.world = world
        self.logs: dict[str, Log] = {}
        self.problems: list[tuple[float, tuple[Any, ...]]] = []
        self.done = 0
        self._changed: dict[tuple[Any, str], None] = {}
        self._both: dict[str, float] = {}  # since when two servers drive a table

    def bad(self, *what: Any) -> None:
        if what[:2] not in [known[1][:2] for known in self.problems]:
            self.problems.append((round(self.world.loop.now - 1000, 3), what))

    # --- what is stored

    def stored(self, rows: list[tuple[Any, ...]]) -> None:
        """These rows have just been committed."""
        for name, *row in rows:
            entry = read_entry(*row)
            if entry.kind in EVENING:
                continue
            log = self.logs.get(name)
            if log is None:
                log = self.logs[name] = Log(self.world.table_row(name))
            for wrong in log.take(entry):
                self.bad("the log", wrong, name, entry.seq)

    # --- what a server shows

    def changed(self, process: Any, name: str) -> None:
        self._changed[process, name] = None

    def look(self) -> None:
        """After every step of the loop: what has changed, once nobody is in the middle of changing it."""
        if not self._changed:
            return
        for process, name in list(self._changed):
            if process.stopped:
                continue
            if process.dead or not process.is_open or name not in process.hall.tables:
                del self._changed[process, name]
                continue
            table = process.hall.tables[name]
            if table.lock.locked() or table.lock.doubtful or table.lock.heard:
                continue
            del self._changed[process, name]
            process.run(self._compare, process, table)

    def _compare(self, process: Any, table: Any) -> None:
        log, rng = self.logs.get(table.id), self.world.check_rng
        if log is None or table.seq > log.seq:
            self.bad("ahead of the log", table.id, process.name, table.seq, log and log.seq)
            return
        row = self.world.table_row(table.id)
        if row["seed"] != table.head.source.seed.hex():
            return  # a start that was called off has another seed since
        entries = [
            read_entry(*one)
            for one in self.world.database.rows(
                "SELECT seq, kind, who, code, body, key, at FROM entries WHERE table_id = ? AND seq <= ? ORDER BY seq",
                table.id,
                table.seq,
            )
        ]
        try:
            known = fold(table.head, entries)
        except DamagedLog as error:
            self.bad("cannot be read back", str(error), table.id)
            return
        self.done += 1
        for one in dataclasses.fields(known):
            here, there = getattr(table.known, one.name), getattr(known, one.name)
            if here != there:
                self.bad("differs", one.name, table.id, process.name, table.seq, here, there)
        if table.state is not None and table.state.log != known.state.log:
            self.bad("differs", "the game's log", table.id, process.name)
            return
        if table.presence.watchers and rng.random() < self.world.drawn_share:
            self._compare_told(process, table, entries)
            seat = rng.randrange(SPECTATOR, table.head.players)
            self._compare_drawn(process, table, known, Viewer(seat, rng.choice(("fr", "en")), bool(seat == 0)))

    def _compare_told(self, process: Any, table: Any, entries: Any) -> None:
        live, read = list(table.recent), events(table.head, entries)
        if [one[:-1] for one in live] != [one[:-1] for one in read[len(read) - len(live) :]]:
            self.bad("told otherwise", table.id, process.name, table.seq)

    def _compare_drawn(self, process: Any, table: Any, known: Any, viewer: Any) -> None:
        woken = copy.copy(table)
        woken.known, woken.tale = known, Tale()
        _tell_as_woken(table)
        drawn, read = render.fragment(table, viewer), render.fragment(woken, viewer)
        if drawn != read:
            where = table.game.name, table.id, process.name, table.seq
            self.bad("drawn otherwise", *where, viewer, *_apart(drawn, read))
        if table.state is None or table.game.rules.OPEN or table.status != "playing":
            return
        # another world in which that seat knows the same: other cards in others' hands, the same picture
        other = table.state.copy()
        other._buf[:] = table.state.view_state(viewer.seat).redealt(self.world.check_rng.getrandbits(60))._buf
        woken.known = dataclasses.replace(known, state=other)
        if drawn != render.fragment(woken, viewer):
            self.bad("a secret is drawn", table.id, process.name, table.seq, viewer)

    # --- what a stream tells

    def told(self, guest: Any, name: str, event: dict[str, Any]) -> None:
        log, seq = self.logs.get(name), event["seq"]
        if log is None or seq > log.seq:
            self.bad("told before it was stored", name, seq)
            return
        if (event["kind"], event["who"]) != _as_told(log, seq):
            self.bad("told otherwise", name, seq, event["kind"], event["who"], _as_told(log, seq))
        if event["kind"] == "move":
            allowed = {log.game.words(log.seen[seq][seat + 1]) for seat in log.may_read(guest.identity, seq)}
            if event["move"] not in allowed:
                self.bad("a secret is told", name, seq, guest.name, event["move"])

    # --- who drives what

    def drivers(self) -> None:
        now = self.world.loop.now
        for name, log in self.logs.items():
            if log.status == "over":  # nothing is left to drive, and its lease is swept away
                continue
            driving = [
                process.name
                for process in self.world.processes
                if process.is_open
                and not process.stopped
                and name in process.hall.tables
                and process.run(process.hall.club.drives, process.hall.tables[name])
            ]
            if len(driving) < 2:
                self._both.pop(name, None)
            elif now - self._both.setdefault(name, now) > OVERLAP:
                self.bad("two drivers", driving, name)

    # --- at the end

    def finish(self) -> None:
        for (name, key), seq in self.world.acked.items():
            log = self.logs.get(name)
            if log is None or log.keys.get(key) != seq:
                self.bad("acknowledged and lost", name, key, seq, log and log.keys.get(key))
        for name, log in self.logs.items():
            status = self.world.table_row(name)["status"]
            if log.status != status:
                self.bad("its row says", status, name, log.status)
            if log.status != "over":
                self.bad("does not end", log.status, name, log.state and log.state.mover)


def _as_told(log: Log, seq: int) -> tuple[str, Any]:
    """How the stream names an entry: of a seat it says what sits there."""
    kind, who = log.kinds[seq]
    return log.told_kinds.get(seq, kind), {CHANCE: "chance", TIME: "referee"}.get(who, who) if kind == "move" else who


def _tell_as_woken(table: Any) -> None:
    """A table that stays awake keeps up to twice as many moves in words as one that is read back: only these count."""
    first = len(table.whos) - TOLD
    for lines in table.tale._lines.values():
        lines[:] = [line for line in lines if line.number > first]


def _apart(one: str, other: str) -> tuple[str, str]:
    """Where two texts part."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 60) : at + 100], other[max(0, at - 60) : at + 100]

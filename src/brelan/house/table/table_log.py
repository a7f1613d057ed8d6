"""A table's log: what a live table keeps of it, how a table is read back from it, and as what its entries are told."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...model.contract import ASIDE, Scene
from ...model.referee import SPECTATOR
from ...play.state import State, clean_names
from ..base.seats import Seat
from ..store.store import Entry
from .results import player
from .seat_log import ADVISED, VOID, Change, change, drawn_line, note

if TYPE_CHECKING:
    from .tables import Table

REMEMBERED = 64  # entries and request keys a live table keeps at hand


@dataclass(slots=True)
class Line:
    """A line of the log, as one seat may read it: a scene of a move that is worth one; or an aside, which is not told,
    but lights what it is about.
    """

    number: int  # of the move, from 1
    scene: Scene
    html: str = ""  # as the page shows it, once it has been shown

    @property
    def is_told(self) -> bool:
        return self.scene.weight != ASIDE


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
    written: dict[int, bytes]  # as it is sent, by seat, or all under −1 where everybody sees the same


def remember(table: "Table", entry: Entry) -> None:
    """What a live table keeps of an entry beside the game itself; the same when it happens and when it is read back."""
    table.seq, table.last_entry = entry.seq, entry.at
    if entry.kind in ("move", "back", "start"):
        table.answers_from = entry.seq
        table.moved = table.result_at = entry.at
        if entry.kind == "start":
            table.started, table.asked = entry.at, 0.0
            table.drawn = tuple(entry.body.get("drawn", ()))
            table.began = tuple(player(seat) for seat in table.seats)
    elif entry.kind == "seat" and table.began and entry.body["away"]:
        table.helped.setdefault(entry.who, entry.seq)
    elif entry.kind == "advice":
        table.advised.add(entry.who)
    elif entry.kind == "nudge":
        table.nudged = (entry.who, entry.at)
    elif entry.kind == "rematch":
        table.rematch = entry.body["table"]
    elif entry.kind == "ask":
        table.asked = entry.at
    elif entry.kind == "void":
        table.asked = 0.0
        table.voids += bool(entry.body["shown"])
    elif entry.kind == "absent":
        table.absent = tuple(entry.body["seats"])
    elif entry.kind == "wake":
        table.started += entry.body["closed"]
        table.moved = entry.body.get("moved", table.moved)  # older houses did not write it down
    if entry.key:
        table.keys[entry.key] = entry.seq
        if len(table.keys) > REMEMBERED:
            table.keys.popitem(last=False)


def laid(table: "Table", names: Sequence[str], salts: Sequence[str]) -> State:
    """The table's game before its first move; chance is drawn from the seed by the house, move by move."""
    head = table.head
    source = replace(head.source, by_seat=len(salts) in (0, head.players))  # older houses left those without one out
    return State.laid(head.game, head.options, clean_names(names, head.players), source, tuple(salts))


def read_back(table: "Table", log: list[Entry]) -> None:
    """Fills a table just made from its stored log."""
    codes: list[int] = []
    whos: list[int] = []
    salts: list[str] = []
    for entry in log:
        if entry.kind == "seat":
            seat = Seat(**entry.body)
            if entry.seq > table.head.players:  # who was there when the table was opened has not come
                note(table.changes, change(table.seats[entry.who], seat, len(whos)))
            table.seats[entry.who] = seat
        elif entry.kind == "void" and entry.body["shown"]:
            note(table.changes, Change(0, VOID, table.seats[entry.who].name))
        elif entry.kind == "advice":
            note(table.changes, Change(len(whos), ADVISED, table.seats[entry.who].name))
        elif entry.kind == "start":
            table.status = "playing"
            salts = entry.body["salts"]
            if entry.body.get("drawn"):
                table.seats = [table.seats[chair] for chair in entry.body["drawn"]]
                note(table.changes, drawn_line(table.seats))
        elif entry.kind == "move":
            codes.append(entry.code)
            whos.append(entry.who)
        elif entry.kind == "back":
            del codes[-entry.body["moves"] :], whos[-entry.body["moves"] :]
        remember(table, entry)
    if table.status == "playing":
        state = laid(table, table.names, salts)
        for code in codes:
            state.apply(code)
        table.state, table.whos = state, whos
        if state.over:
            table.status = "over"


def events(table: "Table", log: list[Entry]) -> list[Event]:
    """The whole log as the JSON stream tells it."""
    told = []
    state: State | None = None
    for entry in log:
        seen: tuple[int, ...] = ()
        if entry.kind == "start":
            state = laid(table, table.names, entry.body["salts"])
        elif entry.kind == "move" and state is not None:
            seen = tuple(state.seen(entry.code, seat) for seat in range(-1, table.head.players))
            state.apply(entry.code)
        elif entry.kind == "back" and state is not None:
            state = state.after(len(state.log) - entry.body["moves"])
        mover = state.mover if state is not None else SPECTATOR
        told.append(Event(entry.seq, entry.kind, entry.who, seen, public(entry.kind, entry.body), mover, {}))
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
        "by": body.get("by", ""),
        "ready": body["salt"] is not None or bool(body.get("hash")) or body["kind"] == "bot",
        "hash": body.get("hash", ""),
    }


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

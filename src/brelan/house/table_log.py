"""A table's log: what a live table keeps of it, how a table is read back from it, and as what its entries are told."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kernel import SPECTATOR
from ..state import State, clean_names
from .seats import Seat
from .store import Entry

if TYPE_CHECKING:
    from .tables import Table

REMEMBERED = 64  # entries and request keys a live table keeps at hand


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


def laid(table: "Table", names: Sequence[str], salts: Sequence[str]) -> State:
    """The table's game before its first move; chance is drawn from the seed by the house, move by move."""
    head = table.head
    return State.laid(head.game, head.options, clean_names(names, head.players), head.source, tuple(salts))


def read_back(table: "Table", log: list[Entry]) -> None:
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

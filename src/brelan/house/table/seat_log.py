"""What changed at the seats, as everybody at the table reads it between the moves."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...model.words import N_, Say
from ..base.seats import Seat

if TYPE_CHECKING:
    from .tables import Table

KEPT = 300  # changes a live table keeps in words


class Change(NamedTuple):
    """A line of the log that is no move."""

    after: int  # how many moves had been made
    message: str
    name: str
    other: str = ""


SITS = N_("{name} sits down.")
BOT_SITS = N_("{name}, a bot, sits down.")
LEAVES = N_("{name} leaves the table.")
FREED = N_("The host frees the seat of {name}.")
REPLACED = N_("The host gives the seat of {name} to {other}, a bot.")
HOST_LETS = N_("The host lets a bot play on for {name}, who may come back.")
CLOCK_LETS = N_("The time of {name} has run out: a bot plays on.")
LETS = N_("{name} lets a bot play on.")
RETURNS = N_("{name} takes over again.")
OTHER_BOT = N_("Another bot plays on for {name}.")
VOID = N_("The start is called off because of {name}. Salts had been shown, so the seed is drawn anew.")
ADVISED = N_("{name} asks the master for advice: this game does not count for the ratings.")

DRAWN = N_("Who sits where is drawn: {name}.")


def drawn_line(seats: Sequence[Seat]) -> Change:
    """What everybody reads of the draw: the names in the order of the seats."""
    return Change(0, DRAWN, ", ".join(seat.name for seat in seats))


def change(before: Seat, after: Seat, moves: int) -> Change | None:
    """What everybody reads of a seat's change; None where nothing is to be told."""
    message, name, other = "", before.name, after.name
    if before.kind == "open":
        message, name = {"guest": SITS, "bot": BOT_SITS}.get(after.kind, ""), after.name
    elif after.kind == "open":
        message = FREED if after.by == "host" else LEAVES
    elif after.kind == "bot":
        message = REPLACED
    elif before.guest != after.guest:
        message, name = SITS, after.name
    elif after.away and not before.away:
        message = {"host": HOST_LETS, "clock": CLOCK_LETS}.get(after.by, LETS)
    elif before.away and not after.away:
        message = RETURNS
    elif after.level != before.level:
        message = OTHER_BOT
    return Change(moves, message, name, other) if message else None


def note(changes: "list[Change]", one: Change | None) -> None:
    if one is not None:
        changes.append(one)
        del changes[:-KEPT]


def lines(table: "Table", say: Say, most: int) -> list[tuple[float, str]]:
    """The last changes with their places among the moves: after the third move comes 3.001."""
    made, first = len(table.whos), max(0, len(table.changes) - most)
    return [
        (min(one.after, made) + (n + 1) / 1000, say(one.message, name=one.name, other=one.other))
        for n, one in enumerate(table.changes[first:], first)
    ]

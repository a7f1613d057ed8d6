"""How finished games came out: one row a table, written in the transaction of the move that ended it.

A row is made from the table's log and from nothing else, by `result_of`: so it can be made again from the log at any
time (`brelan house ratings --rebuild`), and comes out the same. Ratings and evenings read these rows.
"""

import json
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ...model.words import N_
from ..base.seats import Seat
from ..store.schema import results
from .ratings import BOT, Result, Seated, is_bot

if TYPE_CHECKING:
    from ...play.state import State
    from .tables import Table

# Why a game does not count, as everybody is told.
WHY = {
    "choice": N_("This table was opened without ratings."),
    "origin": N_("A game begun from a position of another does not count for the ratings."),
    "alone": N_("Against bots alone nothing counts for the ratings."),
    "advice": N_("Somebody asked the master: this game does not count for the ratings."),
    "changed": N_("Too many seats changed hands for this game to count for the ratings."),
}


def player(seat: Seat) -> str:
    """Who a seat is among the players of results."""
    return BOT + seat.level if seat.kind == "bot" else seat.guest


def why_unrated(table: "Table", seats: "list[Seat]") -> str:
    """Why a table's game does not count for the ratings, as far as is known; "" if it does."""
    if not table.head.rated:
        return "choice"
    if table.head.origin:
        return "origin"
    if len({seat.guest for seat in seats if seat.kind == "guest"}) + sum(seat.kind == "open" for seat in seats) < 2:
        return "alone"
    return "advice" if table.advised else ""


def result_of(table: "Table", seats: list[Seat], state: "State", ended: float) -> dict[str, Any]:
    """The row of a game that is over."""
    assert state.payoff is not None
    last = table.answers_from if table.status == "over" else table.seq + 1  # the move that ended it
    found = []
    for number, seat in enumerate(seats):
        who = player(seat)
        part = "helped" if table.helped.get(number, last) < last else ""
        if not who or (number < len(table.began) and who != table.began[number]):
            part = "changed"
        found.append(Seated(who, seat.name, int(state.payoff[number]), part))
    why = why_unrated(table, seats)
    if not why and len({seat.who for seat in found if seat.part != "changed" and not is_bot(seat.who)}) < 2:
        why = "changed"
    return {
        "table_id": table.id,
        "game": table.game.name,
        "ended": ended,
        "why": why,
        "seats": json.dumps([seat._asdict() for seat in found], ensure_ascii=False),
    }


def kept(values: dict[str, Any]) -> list[sa.Executable]:
    """What puts a row down; once more, and it is the same."""
    return [sa.delete(results).where(results.c.table_id == values["table_id"]), sa.insert(results).values(**values)]


def read_result(row: Any) -> Result:
    return Result(row.table_id, row.ended, tuple(Seated(**seat) for seat in json.loads(row.seats)))

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
    from .state import TableState
    from .tables import Head

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


def why_unrated(head: "Head", now: "TableState") -> str:
    """Why a table's game does not count for the ratings, as far as is known; "" if it does."""
    seats = now.seats
    if not head.rated:
        return "choice"
    if head.origin:
        return "origin"
    if len({seat.guest for seat in seats if seat.kind == "guest"}) + sum(seat.kind == "open" for seat in seats) < 2:
        return "alone"
    return "advice" if now.advised else ""


def result_of(head: "Head", now: "TableState") -> dict[str, Any]:
    """The row of a game that is over."""
    assert now.state is not None and now.state.payoff is not None
    last = now.answers_from  # the move that ended it
    found = []
    for number, (seat, payoff) in enumerate(zip(now.seats, now.state.payoff, strict=True)):
        who = player(seat)
        part = "helped" if now.helped.get(number, last) < last else ""
        if not who or (number < len(now.began) and who != player(now.began[number])):
            part = "changed"
        found.append(Seated(who, seat.name, int(payoff), part))
    why = why_unrated(head, now)
    if not why and len({seat.who for seat in found if seat.part != "changed" and not is_bot(seat.who)}) < 2:
        why = "changed"
    return {
        "table_id": head.id,
        "game": head.game.name,
        "ended": now.result_at,
        "why": why,
        "seats": json.dumps([seat._asdict() for seat in found], ensure_ascii=False),
    }


def kept(values: dict[str, Any]) -> list[sa.Executable]:
    """What puts a row down; once more, and it is the same."""
    return [sa.delete(results).where(results.c.table_id == values["table_id"]), sa.insert(results).values(**values)]


def read_result(row: Any) -> Result:
    return Result(row.table_id, row.ended, tuple(Seated(**seat) for seat in json.loads(row.seats)))

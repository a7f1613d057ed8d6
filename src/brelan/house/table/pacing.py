"""How long a result lies on the table: the referee's move `next` is played by the house.

After three seconds, by the slowest wish of those seated who look (a press counts as a wish for now); at once if nobody
does. The mover being chance, bots and clocks wait by themselves, and whatever a reload does, the time runs on.
"""

import asyncio
import logging

from ...model.errors import BrelanError
from ...model.referee import CHANCE, NEXT
from ...model.words import N_
from ..base import world
from ..base.errors import Watching
from .drafts import Draft
from .presence import HERE
from .tables import Table, judged

HOLDS = {"slow": 6.0, "normal": 3.0, "quick": 1.2, "none": 0.0}  # seconds, by a person's own wish
DEFAULT = "normal"
RELOAD = 2.0  # seconds for which somebody whose page has just closed, or whose house has just opened, may come back
NAP = 0.1
logger = logging.getLogger("brelan.house")


def looking(table: Table) -> set[int]:
    """The seats whose guests look at the table now, by a stream or by asking every few seconds."""
    guests = table.presence.looking()
    return {number for number, seat in enumerate(table.seats) if seat.guest in guests and not seat.away}


def wish(table: Table, guest: str, pace: str) -> None:
    """Remembers how long a guest wants to see results."""
    if pace in HOLDS and guest and table.seat_of(guest) >= 0:
        table.presence.of(guest).pace = pace


def asked(table: Table, guest: str) -> None:
    """A guest without a stream has asked for news."""
    if guest and table.seat_of(guest) >= 0:
        table.presence.of(guest).polled = world.monotonic()
        table.share()


def closed(table: Table, guest: str) -> None:
    """A guest's page has closed: perhaps it is only loaded anew, and then nothing may have been missed."""
    if guest and table.seat_of(guest) >= 0:
        table.presence.of(guest).polled = world.monotonic() - HERE + RELOAD


def hold(table: Table) -> float:
    """For how many seconds the result stays, counted from when it was laid."""
    return max((HOLDS[_wish(table, table.seats[seat].guest)] for seat in waiting(table)), default=0.0)


def waiting(table: Table) -> set[int]:
    """The seats that look, and have not pressed on, here or with another server."""
    pressed = {
        table.seat_of(guest)
        for there in table.presence.elsewhere.values()
        for guest, here in there.items()
        if here.continued and here.continued == table.answers_from
    }
    return looking(table) - table.presence.read_by - pressed


def _wish(table: Table, guest: str) -> str:
    told = [there[guest].pace for there in table.presence.elsewhere.values() if guest in there]
    return table.presence.pace_of(guest) or next((pace for pace in told if pace in HOLDS), DEFAULT)


async def clear_when_read(table: Table) -> None:
    """Waits until the result has been seen, and clears it away; and the next one, if one leads to another."""
    failures = 0
    while table.at_result and table.is_driven():
        left = table.result_at + hold(table) - world.now()
        if left > 0:
            await asyncio.sleep(min(NAP, left))
            continue
        try:
            await clear(table, table.answers_from)
        except BrelanError as error:  # the store is full or gone: try again, more and more rarely
            failures += 1
            logger.warning("A result could not be cleared away: %s", error)
            await asyncio.sleep(min(30.0, 2.0**failures))


@judged
async def clear(table: Table, laid: int) -> None:
    """The referee's move `next`, with the chance moves it brings, if the result laid at that seq still lies there."""
    async with table.lock:
        if table.at_result and table.answers_from == laid:
            draft = Draft(table)
            draft.apply(NEXT, CHANCE)
            draft.chance()
            await table.commit(draft, None)


async def carry_on(table: Table, guest: str) -> int:
    """Somebody has seen the result."""
    seat = table.seat_of(guest)
    if seat < 0:
        raise Watching(N_("You only watch at this table: sit down to play."))
    if table.at_result:
        table.presence.read_by.add(seat)
        table.share()
        if not waiting(table):
            await clear(table, table.answers_from)
    return table.seq

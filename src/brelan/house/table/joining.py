"""Joining and leaving a table: taking a seat, giving it up, bots that fill one or play on."""

from dataclasses import replace

from ...model.words import N_
from ..base import clock
from ..base.errors import (
    AlreadyOver,
    HostOnly,
    NoSeat,
    NoSuchBot,
    NoSuchSeat,
    OwnSeat,
    SeatedAlready,
    SeatsKept,
    SeatTaken,
    TimeOver,
)
from ..base.seats import Seat
from .drafts import Draft
from .tables import Table, judged


@judged
async def sit(table: Table, guest: str, number: int, name: str, salt: str | None) -> int:
    """Takes an open seat. `salt` is "" for somebody who adds nothing to the seed, None for who will promise a salt."""
    async with table.lock:
        _check_number(table, number)
        if table.seat_of(guest) >= 0:
            raise SeatedAlready(N_("You have a seat at this table already."))
        if table.seats[number].kind != "open":
            raise SeatTaken(N_("This seat is taken."))
        if table.keeps_its_seats:
            raise SeatsKept(N_("Nobody sits down in a running game with secrets."))
        draft = Draft(table)
        salt = None if salt is None and table.status == "waiting" else ""
        draft.seat(number, Seat("guest", guest, _free_name(table, name), salt=salt))
        draft.start_if_full()
        return await table.commit(draft, None)


@judged
async def leave(table: Table, guest: str) -> int:
    """Gives the seat up: before the game it is free again, during it a bot plays on."""
    async with table.lock:
        number = table.seat_of(guest)
        if number < 0:
            raise NoSeat(N_("You have no seat at this table."))
        draft = Draft(table)
        if table.status == "waiting":
            draft.call_off(number)
            draft.seat(number, Seat())
        else:
            draft.seat(number, replace(table.seats[number], away=True, level=table.middle_level, by=""))
        return await table.commit(draft, None)


@judged
async def autopilot(table: Table, guest: str, away: bool) -> int:
    """Lets a bot play on for the guest, or takes over again."""
    async with table.lock:
        number = table.seat_of(guest)
        if number < 0 or table.status != "playing":
            raise NoSeat(N_("You have no seat in a running game."))
        seat = table.seats[number]
        if seat.away == away:
            return table.seq
        if not away and table.mover == number and table.head.pace and clock.now() >= table.moved + table.head.pace:
            raise TimeOver(N_("Your time for this move is over: the bot plays it, then you can take over again."))
        draft = Draft(table)
        draft.seat(number, replace(seat, away=away, level=table.middle_level if away else "", by=""))
        return await table.commit(draft, None)


@judged
async def vanished(table: Table, number: int) -> None:
    """The agreed time has run out: a bot plays on."""
    async with table.lock:
        if table.mover == number and table.deadline is not None and clock.now() >= table.deadline:
            draft = Draft(table)
            draft.seat(number, replace(table.seats[number], away=True, level=table.middle_level, by="clock"))
            await table.commit(draft, None)


@judged
async def fill(table: Table, guest: str, number: int, level: str, name: str) -> int:
    """The host seats a bot, or with no level frees the seat.

    In a running game a guest who is replaced keeps the seat, away, and may come back; where there are secrets nobody
    frees a seat, or the host could sit down there and read its cards.
    """
    async with table.lock:
        if guest != table.head.host:
            raise HostOnly(N_("Only the host of this table can do that."))
        if table.status == "over":
            raise AlreadyOver(N_("The game is over."))
        _check_number(table, number)
        if level and level not in table.levels:
            raise NoSuchBot(
                N_("There is no bot “{level}”; there are {levels}."),
                level=level[:40],
                levels=", ".join(table.levels),
            )
        old = table.seats[number]
        if not level and table.keeps_its_seats:
            raise SeatsKept(N_("In a running game with secrets no seat is freed: let a bot play on instead."))
        if not level and table.status == "playing" and old.guest == guest:
            raise OwnSeat(N_("You do not free your own seat in a running game: let a bot play on instead."))
        draft = Draft(table)
        draft.call_off(number)
        if level and table.status == "playing" and old.kind == "guest":
            draft.seat(number, replace(old, away=True, level=level, by="host"))
        elif level:
            draft.seat(number, Seat("bot", name=_free_name(table, name), level=level, by="host"))
        else:
            draft.seat(number, Seat(by="host"))
        draft.start_if_full()
        return await table.commit(draft, None)


def _free_name(table: Table, name: str) -> str:
    """The name, told apart from one that is at the table already."""
    taken = {seat.name for seat in table.seats if seat.name}
    wanted, number = name, 2
    while wanted in taken:
        wanted, number = f"{name[:34]} {number}", number + 1
    return wanted


def _check_number(table: Table, number: int) -> None:
    if not 0 <= number < table.head.players:
        raise NoSuchSeat(N_("There is no such seat at this table."))

"""Joining and leaving a table: taking a seat, giving it up, bots that fill one or play on."""

import time
from dataclasses import replace

from ..fairness import SALT_LIMIT
from ..words import N_
from .drafts import Draft
from .errors import AlreadyOver, HostOnly, NoSeat, NoSuchBot, NoSuchSeat, SeatedAlready, SeatTaken, WrongSalt
from .seats import Seat
from .tables import Table


async def sit(table: Table, guest: str, number: int, name: str, salt: str | None) -> int:
    """Takes an open seat."""
    async with table.lock:
        _check_number(table, number)
        if table.seat_of(guest) >= 0:
            raise SeatedAlready(N_("You have a seat at this table already."))
        if table.seats[number].kind != "open":
            raise SeatTaken(N_("This seat is taken."))
        draft = Draft(table)
        salt = "" if table.status == "playing" else salt  # too late to add to the seed
        draft.seat(number, Seat("guest", guest, _free_name(table, name), salt=_check_salt(salt)))
        draft.start_if_full()
        return await table.commit(draft, None)


async def ready(table: Table, guest: str, salt: str) -> int:
    """The guest has seen the commitment and adds a salt to the seed."""
    async with table.lock:
        number = table.seat_of(guest)
        if number < 0 or table.status != "waiting" or table.seats[number].salt is not None:
            return table.seq
        draft = Draft(table)
        draft.seat(number, replace(table.seats[number], salt=_check_salt(salt)))
        draft.start_if_full()
        return await table.commit(draft, None)


async def leave(table: Table, guest: str) -> int:
    """Gives the seat up: before the game it is free again, during it a bot plays on."""
    async with table.lock:
        number = table.seat_of(guest)
        if number < 0:
            raise NoSeat(N_("You have no seat at this table."))
        draft = Draft(table)
        if table.status == "waiting":
            draft.seat(number, Seat())
        else:
            draft.seat(number, replace(table.seats[number], away=True, level=table.middle_level))
        return await table.commit(draft, None)


async def autopilot(table: Table, guest: str, away: bool) -> int:
    """Lets a bot play on for the guest, or takes over again."""
    async with table.lock:
        number = table.seat_of(guest)
        if number < 0 or table.status != "playing":
            raise NoSeat(N_("You have no seat in a running game."))
        draft = Draft(table)
        draft.seat(number, replace(table.seats[number], away=away, level=table.middle_level if away else ""))
        return await table.commit(draft, None)


async def vanished(table: Table, number: int) -> None:
    """The agreed time has run out: a bot plays on."""
    async with table.lock:
        if table.mover == number and table.deadline is not None and time.time() >= table.deadline:
            draft = Draft(table)
            draft.seat(number, replace(table.seats[number], away=True, level=table.middle_level))
            await table.commit(draft, None)


async def fill(table: Table, guest: str, number: int, level: str, name: str) -> int:
    """The host seats a bot, or with no level frees the seat."""
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
        draft = Draft(table)
        draft.seat(number, Seat("bot", name=_free_name(table, name), level=level) if level else Seat())
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


def _check_salt(salt: str | None) -> str | None:
    if salt is not None and (len(salt) > SALT_LIMIT or not salt.isprintable()):
        raise WrongSalt(N_("A salt is printable text of at most 200 characters."))
    return salt

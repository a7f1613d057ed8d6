"""The start nobody can choose: salts are promised by their hashes before any is shown.

The table's seed is fixed by its commitment before anybody promises; the salts are fixed by their hashes before the
first is shown. Whoever holds one back after that, or leaves, voids the start (`Draft.call_off`).
"""

import re
from dataclasses import replace

from ...model.words import N_
from ...play.fairness import SALT_LEAST, SALT_LIMIT, salt_hash
from ..base.errors import NoSeat, OtherSalt, SaltTooEarly, WrongSalt
from .drafts import Draft
from .tables import Table, judged

SHOWING = 30.0  # seconds everybody has to show their salt, once all hashes are in
_SALT = re.compile(r"[!-~]+")
_HASH = re.compile(r"[0-9a-f]{64}")


@judged
async def promise(table: Table, guest: str, digest: str) -> int:
    """The guest has seen the commitment, and sends the hash of a salt."""
    if not _HASH.fullmatch(digest):
        raise WrongSalt(N_("The hash of a salt is a SHA-256 in hexadecimal."))
    async with table.lock:
        table.greet(guest)
        number = table.seat_of(guest)
        if number < 0 or table.status != "waiting" or table.seats[number].ready:
            return table.seq
        draft = Draft(table)
        draft.seat(number, replace(table.seats[number], hash=digest))
        draft.start_if_full()
        return await table.commit(draft, None)


@judged
async def show(table: Table, guest: str, salt: str) -> int:
    """The guest shows the promised salt, now that all hashes are in."""
    if not SALT_LEAST <= len(salt) <= SALT_LIMIT or not _SALT.fullmatch(salt):
        raise WrongSalt(
            N_("A salt is {least} to {most} letters, digits or signs, without spaces."),
            least=SALT_LEAST,
            most=SALT_LIMIT,
        )
    async with table.lock:
        table.greet(guest)
        number = table.seat_of(guest)
        if number < 0:
            raise NoSeat(N_("You have no seat at this table."))
        if table.status != "waiting" or table.seats[number].filled:
            return table.seq
        if not table.asked:
            raise SaltTooEarly(N_("Salts are shown once everybody has promised one: send its hash first."))
        if salt_hash(table.id, number, salt) != table.seats[number].hash:
            raise OtherSalt(N_("This is not the salt whose hash was promised."))
        draft = Draft(table)
        draft.seat(number, replace(table.seats[number], salt=salt))
        draft.start_if_full()
        return await table.commit(draft, None)


@judged
async def add_nothing(table: Table, guest: str) -> int:
    """The guest is ready, and leaves the seed as it is."""
    async with table.lock:
        number = table.seat_of(guest)
        if number < 0 or table.status != "waiting" or table.seats[number].ready:
            return table.seq
        draft = Draft(table)
        draft.seat(number, replace(table.seats[number], salt=""))
        draft.start_if_full()
        return await table.commit(draft, None)


@judged
async def tend(table: Table, now: float) -> None:
    """Looks after a table that waits: asks for salts once all are here, calls a start off that hangs, and notes who has
    closed the page though everybody waits for them.
    """
    if table.status != "waiting" or any(seat.kind == "open" for seat in table.seats):
        return
    async with table.lock:
        missing = [number for number, seat in enumerate(table.seats) if not seat.filled]
        absent = tuple(number for number in missing if not table.presence.is_here(table.seats[number].guest))
        draft = Draft(table)
        if table.asked and missing and now >= table.asked + SHOWING:
            draft.call_off(missing[0])
        else:
            draft.start_if_full()
        if absent != table.absent:
            draft.add("absent", body={"seats": list(absent)})
        if draft.entries:
            await table.commit(draft, None)

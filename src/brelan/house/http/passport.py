"""A guest's passport: a link and a QR code by which another browser becomes the same guest.

The house knows a guest by the hash of a token that only their browser holds; a lost cookie would be a lost seat. A
passport is a secret of 32 random bytes, shown once. The house keeps its hash and the guest's token, sealed with it:

    number = SHA-256( "brelan passport number" ‖ secret )
    sealed = token ⊕ SHA-256( "brelan passport seal" ‖ secret )

so that whoever reads the database can travel on nobody's passport. One a guest: a new one makes the old one worthless.
The secret stands behind the # of the link, where no server, log or referrer sees it.
"""

import asyncio
import base64
import hashlib
import secrets
from typing import Any

import sqlalchemy as sa

from ...model.words import N_
from ..base import clock
from ..base.errors import NoSuchPassport
from ..store.schema import passports
from ..store.store import Store, replaced
from .guests import identity


def _number(secret: bytes) -> str:
    return hashlib.sha256(b"brelan passport number" + secret).hexdigest()


def _sealed(data: bytes, secret: bytes) -> bytes:
    """Sealing and opening are the same: the pad is used for one token only."""
    pad = hashlib.sha256(b"brelan passport seal" + secret).digest()
    return bytes(a ^ b for a, b in zip(data, pad, strict=True))


async def issue(store: Store, token: str) -> str:
    """A new passport for the guest with this token; the one before is worthless from now on."""
    secret = secrets.token_bytes(32)
    values = {
        "number": _number(secret),
        "sealed": _sealed(base64.urlsafe_b64decode(token + "="), secret).hex(),
        "made": clock.now(),
    }
    await store.append("", (), *replaced(passports, {"guest": identity(token)}, values))
    return base64.urlsafe_b64encode(secret).decode().rstrip("=")


async def holder(store: Store, passport: str) -> str:
    """The token of the guest whose passport this is; refused if there is no such passport (any more)."""
    try:
        secret = base64.urlsafe_b64decode(passport + "=")
    except ValueError:
        secret = b""
    query = sa.select(passports).where(passports.c.number == _number(secret))
    row = await _asked(store, query) if len(secret) == 32 else None
    if row is None:
        raise NoSuchPassport(N_("This passport is not valid: it was replaced by a newer one, or copied wrongly."))
    token = base64.urlsafe_b64encode(_sealed(bytes.fromhex(row.sealed), secret)).decode().rstrip("=")
    if identity(token) != row.guest:
        raise NoSuchPassport(N_("This passport is not valid: it was replaced by a newer one, or copied wrongly."))
    return token


async def issued(store: Store, guest: str) -> float | None:
    """When the guest's passport was made, if there is one."""
    row = await _asked(store, sa.select(passports.c.made).where(passports.c.guest == guest))
    return row.made if row is not None else None


async def _asked(store: Store, query: sa.Select[Any]) -> Any:
    def ask() -> Any:
        with store.engine.connect() as connection:
            return connection.execute(query).first()

    return await asyncio.to_thread(ask)

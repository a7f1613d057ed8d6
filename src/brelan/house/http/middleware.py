"""The guard in front of every request: host, origin, sizes, rates, and the headers every answer bears."""

import asyncio
import functools
import ipaddress
import json
import logging
import re
import socket
import time
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from ...model.words import N_
from ..base.config import Config
from ..base.errors import Failed, Refused, TooFast, TooLarge, WrongHost, WrongOrigin
from .guests import Visit

BODY_LIMIT = 64 * 1024
CROWD = 1000  # guests and addresses whose credit is remembered before any is forgotten
ADDRESS = 4.0  # an address may do so many times what a guest may: a family has one between them
READING = 3.0  # and everybody may read so many times as often as write
TOLD = 0.75  # of the whole credit: who has less left is told of to the other servers
TELLING = 1.0  # seconds between two times
_HOST = re.compile(r"([a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")
_ORIGIN = re.compile(r"https?://([^/?#@]{1,300})")
logger = logging.getLogger("brelan.house")
TOO_LARGE = N_("That is too large: a request has at most 64 kB.")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
NO_STORE = [(b"cache-control", b"no-store")]  # unless it says itself what may be kept: an answer is somebody's own
WENT_WRONG = N_("Something went wrong in the house. What was stored is safe; try again.")


def _machine_names() -> set[str]:
    name = socket.gethostname().lower()
    return {"localhost", name, name.split(".")[0], name.split(".")[0] + ".local", socket.getfqdn().lower()}


class Guard:
    """The outermost layer: host, origin, sizes, rates, and the headers every answer bears."""

    def __init__(self, app: Any, config: Config) -> None:
        self.app = app
        self.config = config
        self.names = _machine_names()
        self.public_host = (urlsplit(config.public_url).hostname or "").lower()
        self.buckets: dict[str, tuple[float, float]] = {}  # each guest's credit, and when it was counted
        self.crowd = CROWD
        self.spent: dict[str, float] = {}  # what each has used here since the other servers were told
        self.is_shared = False

    def share_with(self, hall: Any) -> None:
        """Where several servers share a house, they share what somebody has used up of their credit: not of everybody,
        but of those who are going through it.
        """
        if hall.store.shared:
            self.is_shared = True
            hall.club.on("spent", lambda _, spent: self.take(spent))
            hall.in_background(self._keep_telling(hall))

    def take(self, spent: dict[str, float]) -> None:
        """Somebody has used up credit with another server."""
        for who, cost in spent.items():
            credit, since = self.buckets.get(who, (self.config.burst, time.monotonic()))
            self.buckets[who] = (max(0.0, credit - cost), since)

    async def _keep_telling(self, hall: Any) -> None:
        while True:
            await asyncio.sleep(TELLING)
            spent, self.spent = self.spent, {}
            low = TOLD * self.config.burst
            heavy = {who: round(cost, 2) for who, cost in spent.items() if self.buckets.get(who, (low, 0.0))[0] < low}
            if heavy and hall.club.live:
                names = sorted(heavy)
                for first in range(0, len(names), 50):  # what one message between servers holds
                    hall.club.tell("spent", {who: heavy[who] for who in names[first : first + 50]})

    def begin_closing(self) -> None:
        """The house is about to close: streams end."""
        self.app.begin_closing()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if scope["method"] == "HEAD":  # answered as GET is; what lies below drops the body
            scope = {**scope, "method": "GET", "head": True}
        scope["brelan"] = visit = Visit(headers, self.config)
        refusal = self._refusal(scope, headers, visit)
        if refusal is not None:
            await _answer(scope, send, refusal, visit)
            return
        size = 0

        async def counted() -> MutableMapping[str, Any]:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > BODY_LIMIT:
                raise TooLarge(TOO_LARGE)
            return message

        started = False

        async def dressed(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                given = message["headers"]
                private = [] if any(name == b"cache-control" for name, _ in given) else NO_STORE
                message["headers"] = [*given, *private, *SAFE_HEADERS, *visit.cookies()]
            elif "head" in scope:
                message = {**message, "body": b""}
            await send(message)

        try:
            await self.app(scope, counted if scope["method"] == "POST" else receive, dressed)
        except Refused as error:
            if started:
                raise
            await _answer(scope, send, error, visit)
        except ClientDisconnect:
            pass  # gone in the middle of what it sent: nothing was done, and there is nobody to tell
        except Exception:
            logger.exception("%s %r went wrong", scope["method"], scope["path"][:200])
            if not started:
                await _answer(scope, send, Failed(WENT_WRONG), visit)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes], visit: Visit) -> Refused | None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if sum(name == b"host" for name, _ in scope["headers"]) > 1 or not self._knows(host):
            return WrongHost(
                N_("This house does not answer to the name “{host}”. Start it with --public-url to give it one."),
                host=host[:80],
            )
        reading = scope["method"] in ("GET", "OPTIONS")
        address = bucket_of((scope.get("client") or ("",))[0])
        share = READING if reading else 1.0
        kind = "reads" if reading else "writes"
        for who, many in ((address, ADDRESS), (visit.guest, 1.0)):  # an invented token does not make it a new address
            if who and not self._has_credit(f"{kind} {who}", share * many):
                return TooFast(N_("That was too much at once. Wait a moment."))
        if reading:
            return None
        from_a_page = visit.guest or b"origin" in headers  # a program without a cookie has no page to come from
        if from_a_page and not visit.bearer:
            origin = headers.get(b"origin", b"").decode("latin-1").lower()
            match = _ORIGIN.fullmatch(origin)
            if match is None or match[1] != host:
                return WrongOrigin(N_("This request came from another page than the house's own."))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > BODY_LIMIT:
            return TooLarge(TOO_LARGE)
        return None

    def _knows(self, host: str) -> bool:
        """A page elsewhere can point a name of its own at this machine; only our own names are answered."""
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].strip("[]")
        if name in self.names or name == self.public_host:
            return True
        try:
            ipaddress.ip_address(name)
            return True
        except ValueError:
            return False

    def _has_credit(self, who: str, share: float = 1.0) -> bool:
        """Whether somebody may do one thing more; `share` is how many times a guest's writing they may."""
        now, cost = time.monotonic(), 1.0 / share
        credit, since = self.buckets.get(who, (self.config.burst, now))
        credit = min(self.config.burst, credit + (now - since) * self.config.rate)
        if len(self.buckets) >= self.crowd:  # whoever has all their credit again needs no bucket
            full = self.config.burst
            self.buckets = {
                guest: (had, then)
                for guest, (had, then) in self.buckets.items()
                if had + (now - then) * self.config.rate < full
            }
            self.crowd = max(CROWD, 2 * len(self.buckets))
        self.buckets[who] = (credit - cost if credit >= cost else credit, now)
        if self.is_shared and credit >= cost:
            self.spent[who] = self.spent.get(who, 0.0) + cost
        return credit >= cost


@functools.lru_cache(maxsize=4096)
def bucket_of(client: str) -> str:
    """Whose limit a request from this address counts towards: of IPv6, a whole household has one network of 64 bits."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return "elsewhere"  # a Unix socket, or something a proxy made up
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return client


async def _answer(scope: Scope, send: Send, error: Refused, visit: Visit) -> None:
    said = error.said(visit.lang)
    as_json = scope["path"].startswith("/api/")
    body = json.dumps({"error": error.id, "detail": said}).encode() if as_json else said.encode()
    kind = b"application/json" if as_json else b"text/plain; charset=utf-8"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *NO_STORE, *SAFE_HEADERS]
    if error.status == 413:
        headers.append((b"connection", b"close"))  # the rest of it is not waited for
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if "head" in scope else body})

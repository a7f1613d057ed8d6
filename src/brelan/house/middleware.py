"""The guard in front of every request: host, origin, sizes, rates, and the headers every answer bears."""

import ipaddress
import json
import socket
import time
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.types import Receive, Scope, Send

from ..words import N_
from .config import Config
from .errors import Refused, TooFast, TooLarge, WrongHost, WrongOrigin
from .guests import Visit

BODY_LIMIT = 64 * 1024
CROWD = 1000  # guests whose credit is remembered before any is forgotten
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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
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
                message["headers"] = [*message["headers"], *SAFE_HEADERS, *visit.cookies()]
            await send(message)

        try:
            await self.app(scope, counted if scope["method"] == "POST" else receive, dressed)
        except Refused as error:
            if started:
                raise
            await _answer(scope, send, error, visit)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes], visit: Visit) -> Refused | None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._knows(host):
            return WrongHost(
                N_("This house does not answer to the name “{host}”. Start it with --public-url to give it one."),
                host=host[:80],
            )
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        from_a_page = visit.guest or b"origin" in headers  # a program without a cookie has no page to come from
        if from_a_page and not visit.bearer:
            origin = headers.get(b"origin", b"").decode("latin-1").lower()
            if urlsplit(origin).netloc != host:
                return WrongOrigin(N_("This request came from another page than the house's own."))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > BODY_LIMIT:
            return TooLarge(TOO_LARGE)
        if not self._has_credit(visit.guest or f"ip {(scope.get('client') or ('?',))[0]}"):
            return TooFast(N_("That was too much at once. Wait a moment."))
        return None

    def _knows(self, host: str) -> bool:
        """A page elsewhere can point a name of its own at this machine; only our own names are answered."""
        name = urlsplit(f"//{host}").hostname or ""
        if name and (name in self.names or name == self.public_host):
            return True
        try:
            ipaddress.ip_address(name)
            return True
        except ValueError:
            return False

    def _has_credit(self, who: str) -> bool:
        now = time.monotonic()
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
        self.buckets[who] = (credit - 1 if credit >= 1 else credit, now)
        return credit >= 1


async def _answer(scope: Scope, send: Send, error: Refused, visit: Visit) -> None:
    said = error.said(visit.lang)
    as_json = scope["path"].startswith("/api/")
    body = json.dumps({"error": error.id, "detail": said}).encode() if as_json else said.encode()
    kind = b"application/json" if as_json else b"text/plain; charset=utf-8"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *SAFE_HEADERS]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

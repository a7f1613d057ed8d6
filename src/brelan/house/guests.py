"""Who is who, and who may knock: guest tokens, the language people read, and the guard in front of every request.

A guest is an unguessable token, in a cookie for a browser, in an Authorization header for a program. The house knows it
by its hash alone.
"""

import hashlib
import ipaddress
import json
import re
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ..catalogue import NAME_LIMIT
from ..errors import BrelanError
from ..words import LANGUAGES, N_

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

BODY_LIMIT = 64 * 1024
CROWD = 1000  # guests whose credit is remembered before any is forgotten
YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src "
    "'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Refused(BrelanError):
    """A request that was not granted: the status, and a sentence in the language of whoever asked."""

    def __init__(self, status: int, message: str, /, **values: Any) -> None:
        super().__init__(message, **values)
        self.status = status


def new_token() -> str:
    return secrets.token_urlsafe(32)


def identity(token: str) -> str:
    """What the house keeps of a token."""
    return hashlib.sha256(b"brelan guest " + token.encode()).hexdigest()[:40]


def clean_name(name: str) -> str:
    """A name as it may be shown: printable, single-spaced, not too long; "" if nothing is left."""
    kept = "".join(c for c in str(name)[:400] if c.isprintable())
    return " ".join(kept.split())[:NAME_LIMIT].strip()


@dataclass(frozen=True)
class Config:
    """How a house is set up."""

    port: int = 8012
    lan: bool = False
    public_url: str = ""
    bot_pause: float = 0.9  # seconds between a bot's moves, so that people can follow
    rate: float = 25.0  # writes a second and guest, on average
    burst: float = 80.0
    sleep_after: float = 60.0  # seconds nobody looks before a table sleeps
    address: str = ""  # of this machine on the local network, when it is open to it

    @property
    def cookie(self) -> str:
        """The cookie's name carries the port: two houses on one machine do not share guests."""
        port = urlsplit(self.public_url).port if self.public_url else self.port
        return f"brelan-{port or 'house'}"

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https://")


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
        scope["brelan"] = visit = Visit(headers, scope, self.config)
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
                raise Refused(413, TOO_LARGE)
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

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes], visit: "Visit") -> Refused | None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._knows(host):
            return Refused(
                421,
                N_("This house does not answer to the name “{host}”. Start it with --public-url to give it one."),
                host=host[:80],
            )
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        if not visit.bearer and (
            visit.guest or b"origin" in headers
        ):  # a program without a cookie has no page to come from
            origin = headers.get(b"origin", b"").decode("latin-1").lower()
            if urlsplit(origin).netloc != host:
                return Refused(403, N_("This request came from another page than the house's own."))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > BODY_LIMIT:
            return Refused(413, TOO_LARGE)
        if not self._has_credit(visit.guest or f"ip {(scope.get('client') or ('?',))[0]}"):
            return Refused(429, N_("That was too much at once. Wait a moment."))
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
                one: had for one, had in self.buckets.items() if had[0] + (now - had[1]) * self.config.rate < full
            }
            self.crowd = max(CROWD, 2 * len(self.buckets))
        self.buckets[who] = (credit - 1 if credit >= 1 else credit, now)
        return credit >= 1


TOO_LARGE = N_("That is too large: a request has at most 64 kB.")


class Visit:
    """One request's guest and language."""

    __slots__ = ("_config", "_cookies", "_headers", "_new", "_scope", "_set", "bearer", "guest")

    def __init__(self, headers: dict[bytes, bytes], scope: Scope, config: Config) -> None:
        self._headers, self._scope, self._config = headers, scope, config
        self._new = ""
        self._set: list[tuple[bytes, bytes]] = []
        self._cookies: dict[str, str] | None = None
        kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        self.bearer = kind.lower() == "bearer" and bool(_TOKEN.fullmatch(token))
        if not self.bearer:
            token = self._cookie(config.cookie)
        self.guest = identity(token) if _TOKEN.fullmatch(token) else ""  # "" for somebody without a token

    def _cookie(self, name: str) -> str:
        if self._cookies is None:
            pairs = (
                part.strip().partition("=") for part in self._headers.get(b"cookie", b"").decode("latin-1").split(";")
            )
            self._cookies = {key: value for key, _, value in pairs}
        return self._cookies.get(name, "")

    @property
    def lang(self) -> str:
        chosen = self._cookie("brelan-lang")
        if chosen in LANGUAGES:
            return chosen
        for part in self._headers.get(b"accept-language", b"").decode("latin-1").split(","):
            tongue = part.split(";")[0].strip().lower()[:2]
            if tongue in LANGUAGES:
                return tongue
        return "en"

    def welcome(self) -> str:
        """The guest, who is given a cookie with the answer if there was none."""
        if not self.guest:
            self._new = new_token()
            self.guest = identity(self._new)
        return self.guest

    def choose_language(self, lang: str) -> None:
        self._set.append((b"set-cookie", f"brelan-lang={lang}; Path=/; Max-Age={YEAR}; SameSite=Lax".encode()))

    def cookies(self) -> list[tuple[bytes, bytes]]:
        if self._new:
            secure = "; Secure" if self._config.secure else ""
            cookie = f"{self._config.cookie}={self._new}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
            return [*self._set, (b"set-cookie", cookie.encode())]
        return self._set


async def _answer(scope: Scope, send: Send, error: Refused, visit: Visit) -> None:
    said = error.said(visit.lang)
    as_json = scope["path"].startswith("/api/")
    body = json.dumps({"detail": said}).encode() if as_json else said.encode()
    kind = b"application/json" if as_json else b"text/plain; charset=utf-8"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *SAFE_HEADERS]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

"""The door: who may come in with how many connections, how long a request may take to be said, how long it may be.

Uvicorn takes headers of any length, for as long as they last, on as many connections as the system gives. A connection
here has a purpose: it is kept while a request is answered on it or for half a minute between two, and one that says
nothing makes room for one that does.
"""

import asyncio
import contextlib
import logging
import sys
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .middleware import bucket_of

if sys.platform != "win32":
    import resource

HEAD_LIMIT = 32 * 1024  # bytes of a request's first line and headers
FIELDS = 100  # headers
SLOW = 10.0  # seconds a request's headers may take
SLOW_BODY = 20.0  # and its body
SWEEP = 1.0  # seconds between two looks at who is slow
SPARE = 128  # descriptors kept for the store, workers and files
CLOSED = (
    b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s"
)
logger = logging.getLogger("brelan.house")


def raise_descriptors() -> int:
    """Lets this process open as many files and connections as it is allowed to; answers how many."""
    if sys.platform == "win32":
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return min(soft, 65536) if soft != resource.RLIM_INFINITY else 65536
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


class Door:
    """All connections of a house, by address, oldest first."""

    def __init__(self, per_address: int, most: int, trusted: str = "") -> None:
        self.per_address, self.most = per_address, most
        self.trusted = {bucket_of(word.strip()) for word in trusted.split(",") if word.strip()}
        self.all: dict[Connection, None] = {}
        self.by_address: dict[str, dict[Connection, None]] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def enter(self, connection: "Connection") -> bool:
        """Whether the connection may come in; one that is idle may have to make room for it."""
        address = connection.address
        own = self.by_address.setdefault(address, {})
        if address not in self.trusted and len(own) >= self.per_address and not _make_room(own):
            return False
        if len(self.all) >= self.most and not _make_room(self.all):
            return False
        self.all[connection] = None
        own[connection] = None
        if self._sweeping is None:
            self._sweeping = connection.loop.call_later(SWEEP, self._sweep, connection.loop)
        return True

    def leave(self, connection: "Connection") -> None:
        self.all.pop(connection, None)
        own = self.by_address.get(connection.address)
        if own is not None:
            own.pop(connection, None)
            if not own:
                del self.by_address[connection.address]

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """One look at all connections a second, instead of a timer for each."""
        now = time.monotonic()
        for connection in list(self.all):
            if connection.is_too_slow(now):
                connection.transport.abort()
        self._sweeping = loop.call_later(SWEEP, self._sweep, loop) if self.all else None


def _make_room(connections: "dict[Connection, None]") -> bool:
    """Closes the connection that has waited longest without a request; False if all of them have one."""
    for connection in connections:
        if connection.is_idle():
            connection.transport.abort()
            connection.door.leave(connection)
            return True
    return False


class Corked:
    """A transport that sends the head of an answer with what follows it: one call of the system, one packet, one time
    that whoever waits is woken.
    """

    def __init__(self, transport: Any) -> None:
        self._transport, self._head = transport, b""

    def write(self, data: bytes) -> None:
        if self._head:
            data, self._head = self._head + data, b""
        elif data.startswith(b"HTTP/1.1 ") and data.endswith(b"\r\n\r\n") and not data.startswith(b"HTTP/1.1 100"):
            self._head = data
            return
        self._transport.write(data)

    def flush(self) -> None:
        """An answer has ended: a head without a body is sent too."""
        if self._head:
            self.write(b"")

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, with a door in front of it."""

    door: Door

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.transport = Corked(transport)  # type: ignore[assignment]
        self.address = bucket_of(self.client[0] if self.client else "")
        self.since = time.monotonic()  # when the request being said began
        self.heard = 0  # bytes of its head
        self.fields = 0
        self.in_head = True
        self.refused = not self.door.enter(self)
        if self.refused:
            self._refuse(503, b"Too many connections from this address: close some.")

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        if self.in_head:
            if not self.heard:
                self.since = time.monotonic()
            self.heard += len(data)
        super().data_received(data)
        if self.in_head and self.heard > HEAD_LIMIT:
            self._too_long()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self.fields += len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.fields += len(name) + len(value)

    def on_headers_complete(self) -> None:
        self.in_head, self.heard = False, 0
        said, self.fields = self.fields, 0
        if said > HEAD_LIMIT or len(self.headers) > FIELDS:
            self._too_long()
        elif not self.refused:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self.in_head = True
        if not self.refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        self.transport.flush()  # type: ignore[attr-defined]
        super().on_response_complete()
        self.since = time.monotonic()

    def is_idle(self) -> bool:
        """Whether nothing is being answered here."""
        return not self.pipeline and (self.cycle is None or bool(self.cycle.response_complete))

    def is_too_slow(self, now: float) -> bool:
        if self.is_idle():
            if self.cycle is not None and not self.heard:
                return False  # between two requests: Uvicorn's own clock runs
            return now - self.since > SLOW
        return self.cycle.more_body and not self.cycle.response_started and now - self.since > SLOW_BODY

    def _too_long(self) -> None:
        self._refuse(431, b"The headers of a request have at most 32 kB.")

    def _refuse(self, status: int, sentence: bytes) -> None:
        """Says why, and hangs up: before a request is whole there is nobody to choose a language for."""
        self.refused = True
        words = {431: b"Request Header Fields Too Large", 503: b"Service Unavailable"}[status]
        self.transport.write(CLOSED % (status, words, len(sentence), sentence))
        self.transport.close()

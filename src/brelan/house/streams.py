"""Server-sent events: a small response of our own.

A stream of drawings holds nothing but a flag that there is something newer: a frozen client can neither grow memory nor slow a move.
A stream of entries holds the number of the last one it sent.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.responses import Response

from ..kernel import CHANCE, TIME
from . import drawn
from .drafts import Event, events
from .guests import Receive, Scope, Send
from .tables import Table

_HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
_BEAT = b"event: beat\ndata: .\n\n"  # an event, not a comment: a page cannot see comments


class Stream(Response):
    """An ASGI response that sends what `_next` gives, whenever the table has changed."""

    background = None

    def __init__(self, table: Table, guest: str, sent: int, closing: asyncio.Event) -> None:
        self._table, self._guest, self._sent = table, guest, sent
        self._news = asyncio.Event()
        self._news.set()
        self._beat = False
        self._closed = False
        self._closing = closing

    def poke(self) -> None:
        self._news.set()

    def beat(self) -> None:
        self._beat = True
        self._news.set()

    async def _next(self) -> bytes:
        raise NotImplementedError

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        table = self._table
        table.watchers.add(self)
        listening = asyncio.ensure_future(self._listen(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
            await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
            while True:
                await self._news.wait()
                if self._closed or self._closing.is_set():
                    break
                self._news.clear()
                body = await self._next()
                if not body and self._beat:
                    body = _BEAT
                self._beat = False
                if body:
                    await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            listening.cancel()
            table.watchers.discard(self)
            table.looked = asyncio.get_running_loop().time()

    async def _listen(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._closed = True
        self._news.set()


class Drawings(Stream):
    """The table as the guest sees it, drawn: always the newest, never a queue."""

    def __init__(self, table: Table, guest: str, lang: str, sent: int, closing: asyncio.Event) -> None:
        super().__init__(table, guest, sent, closing)
        self._lang = lang

    async def _next(self) -> bytes:
        table = self._table
        if self._sent == table.seq:
            return b""
        body = drawn.event(table, table.viewer(self._guest, self._lang))
        self._sent = table.seq
        return body


class Entries(Stream):
    """Every entry of the log, as the guest may see it."""

    def __init__(self, table: Table, guest: str, sent: int, closing: asyncio.Event, load: Callable[[], Awaitable[Any]]) -> None:
        super().__init__(table, guest, sent, closing)
        self._load = load

    async def _next(self) -> bytes:
        table = self._table
        if self._sent >= table.seq:
            return b""
        recent = table.recent
        if not recent or recent[0].seq > self._sent + 1:
            stored = await self._load()
            told = events(table, stored[1])
        else:
            told = list(recent)
        seat = table.seat_of(self._guest)
        body = b"".join(_event(table, event, seat) for event in told if event.seq > self._sent)
        self._sent = max(self._sent, told[-1].seq)
        if self._sent < table.seq:
            self._news.set()
        return body


def entry(table: Table, event: Event, seat: int) -> dict[str, Any]:
    """An entry as JSON."""
    told: dict[str, Any] = {"seq": event.seq, "kind": event.kind, "who": _WHO.get(event.who, event.who) if event.kind == "move" else event.who}
    if event.kind == "move":
        code = event.seen[seat + 1] if len(event.seen) > 1 else event.seen[0]
        told["move"] = "time" if code == TIME else table.game.moves.words(code)
    else:
        told.update(event.body)
    told["mover"] = event.mover if event.mover >= 0 else None
    return told


_WHO: dict[int, Any] = {CHANCE: "chance", TIME: "referee"}


def _event(table: Table, event: Event, seat: int) -> bytes:
    return f"id: {event.seq}\ndata: {json.dumps(entry(table, event, seat), ensure_ascii=False)}\n\n".encode()

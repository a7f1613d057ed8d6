"""The streams of server-sent events by which a table's news reach pages and programs: a small response of our own.

A stream holds the number of what it sent last, and nothing else: a frozen client can neither grow memory nor slow a
move.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ...model.referee import CHANCE, SPECTATOR, TIME
from ..services.render_queue import RenderQueue
from ..table import pacing
from ..table.state import Event, events
from ..table.tables import Table
from . import render

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_BEAT = b"event: beat\ndata: .\n\n"  # an event, not a comment: a page cannot see comments


class Stream(Response):
    """An ASGI response that sends what `_newest` gives, whenever the table has changed and its turn has come."""

    background = None
    looks = False

    def __init__(self, table: Table, guest: str, sent: int, queue: RenderQueue, closing: asyncio.Event) -> None:
        self._table, self._guest, self._sent = table, guest, sent
        self._queue, self._closing = queue, closing
        self._beat = False
        self._again = False  # something changed while the last news were on their way
        self._sending: asyncio.Task[None] | None = None

    @property
    def guest(self) -> str:
        return self._guest

    def poke(self) -> None:
        """Something has changed."""
        if self._closing.is_set():
            self._request.cancel()
        elif self._sending is not None:
            self._again = True
        else:
            self._queue.want(self, self._comes_first())

    def beat(self) -> None:
        self._beat = True
        self.poke()

    def deliver(self) -> None:
        """It is this stream's turn. A client that does not read holds up its own news, and nothing else."""
        body = self._newest()
        if body == b"" and self._beat:
            body = _BEAT
        self._beat = False
        if body != b"":
            self._sending = asyncio.get_running_loop().create_task(self._deliver(body))

    async def _deliver(self, body: bytes | None) -> None:
        try:
            if body is None:
                body = await self._older()
            await self._send({"type": "http.response.body", "body": body, "more_body": True})
        finally:
            self._sending = None
        if self._again:
            self._again = False
            self.poke()

    def _comes_first(self) -> bool:
        raise NotImplementedError

    def _newest(self) -> bytes | None:
        """What to send now; None if it must first be read from the store."""
        raise NotImplementedError

    async def _older(self) -> bytes:
        raise NotImplementedError

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "head" in scope:  # nothing but the headers is wanted
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await send({"type": "http.response.body", "body": b""})
            return
        table = self._table
        self._send = send
        self._request = cast("asyncio.Task[None]", asyncio.current_task())
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        table.presence.watchers[self] = None
        table.share()
        try:
            self.poke()
            while (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not self._closing.is_set():
                raise
            await send({"type": "http.response.body", "body": b""})  # the house closes, and says so
        finally:
            table.presence.watchers.pop(self, None)
            if self.looks:
                pacing.closed(table, self._guest)
            table.presence.looked_at()
            table.share()
            self._queue.forget(self)
            if self._sending is not None:
                self._sending.cancel()


class Drawings(Stream):
    """The table as the guest sees it, drawn: always the newest, never a queue."""

    looks = True

    def __init__(
        self,
        table: Table,
        guest: str,
        lang: str,
        sent: int,
        queue: RenderQueue,
        closing: asyncio.Event,
        stamp: str = "",
    ) -> None:
        super().__init__(table, guest, sent, queue, closing)
        self._lang, self._stamp = lang, stamp

    def _comes_first(self) -> bool:
        mover = self._table.mover
        return mover >= 0 and self._table.seats[mover].guest == self._guest

    def _newest(self) -> bytes:
        table, stamp = self._table, self._table.stamp
        if self._sent == table.seq and self._stamp == stamp:
            return b""
        self._sent, self._stamp = table.seq, stamp
        return render.event(table, table.viewer(self._guest, self._lang))


class Entries(Stream):
    """Every entry of the log, as the guest may see it."""

    def __init__(
        self,
        table: Table,
        guest: str,
        sent: int,
        queue: RenderQueue,
        closing: asyncio.Event,
        load: Callable[[], Awaitable[Any]],
        looks: bool = False,
    ) -> None:
        super().__init__(table, guest, sent, queue, closing)
        self.looks = looks
        self._load = load

    def _comes_first(self) -> bool:
        return True  # entries are quickly written, and none may be left out

    def _newest(self) -> bytes | None:
        recent, behind = self._table.recent, self._table.seq - self._sent
        if behind <= 0:
            return b""
        return self._written([recent[-back] for back in range(behind, 0, -1)]) if behind <= len(recent) else None

    async def _older(self) -> bytes:
        """From the log, as far as the table here has come: of what is ahead of it, the table does not know yet who sits
        where, and so not what this guest may see.
        """
        stored = await self._load()
        self._again = True
        return self._written(events(self._table.head, [one for one in stored[1] if one.seq <= self._table.seq]))

    def _written(self, told: Sequence[Event]) -> bytes:
        table, seat = self._table, self._table.seat_of(self._guest)
        body = b"".join([_event(table, event, seat) for event in told if event.seq > self._sent])
        self._sent = max([self._sent, *(event.seq for event in told[-1:])])
        return body


def entry(table: Table, event: Event, seat: int) -> dict[str, Any]:
    """An entry as JSON."""
    told: dict[str, Any] = {
        "seq": event.seq,
        "kind": event.kind,
        "who": _WHO.get(event.who, event.who) if event.kind == "move" else event.who,
    }
    if event.kind == "move":
        code = event.seen[seat + 1] if len(event.seen) > 1 else event.seen[0]
        told["move"] = table.game.words(code)
    else:
        told.update(event.body)
    told["mover"] = event.mover if event.mover >= 0 else None
    return told


_WHO: dict[int, Any] = {CHANCE: "chance", TIME: "referee"}


def _event(table: Table, event: Event, seat: int) -> bytes:
    """The entry as it is sent: written once for all who see the same."""
    who = seat if len(event.seen) > 1 else SPECTATOR
    written = event.written.get(who)
    if written is None:
        written = event.written[who] = b"id: %d\ndata: %b\n\n" % (event.seq, to_json(entry(table, event, seat)))
    return written

"""Requests between guests and servers: each way takes a while, and ends where a process does."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from .loop import WORLD

WAY = 0.003  # seconds
PATIENCE = 20.0  # seconds a guest waits for an answer


class NoAnswer(Exception):
    """The server is gone, or silent."""


@dataclass
class Answer:
    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def json(self) -> Any:
        return json.loads(self.body)

    def cookie(self, name: str) -> str:
        for key, value in self.headers:
            if key == b"set-cookie" and value.startswith(name.encode() + b"="):
                return value.decode().partition("=")[2].partition(";")[0]
        return ""


class Line:
    """One request and its answer. `heard` is called with each part of the body as it comes in."""

    def __init__(self, process: Any, scope: dict[str, Any], body: bytes, heard: Any) -> None:
        self._process, self._scope, self._body, self._heard = process, scope, body, heard
        self._loop = process.loop
        self.answer = Answer()
        self.ended: asyncio.Future[None] = self._loop.create_future()
        self._asked = False
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._arrives = 0.0
        if process.dead:
            self._on_its_way(self._lost)
        else:
            process.lines[self] = None
            self._loop.call_later(self._way(), self._begin, context=process.context.copy())

    def _way(self) -> float:
        return self._loop.rng.expovariate(1 / WAY)  # type: ignore[no-any-return]

    def _begin(self) -> None:
        self._task = self._loop.create_task(self._process.app(self._scope, self._receive, self._send))
        self._task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._process.lines.pop(self, None)
        self._on_its_way(self._lost if task.cancelled() or task.exception() is not None else self._end)

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        await asyncio.shield(self._gone)
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        self._on_its_way(self._got, message)

    def _on_its_way(self, work: Any, *arguments: Any) -> None:
        """What a server has sent arrives, whatever becomes of it; in the order in which it was sent."""
        self._arrives = max(self._arrives + 1e-6, self._loop.now + self._way())  # at the same time is in no order
        self._loop.call_at(self._arrives, work, *arguments, context=WORLD.copy())

    def _got(self, message: dict[str, Any]) -> None:
        if self.ended.done():
            return
        if message["type"] == "http.response.start":
            self.answer.status, self.answer.headers = message["status"], message["headers"]
        elif self._heard is not None:
            self._heard(message.get("body", b""))
        else:
            self.answer.body += message.get("body", b"")

    def _end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def _lost(self) -> None:
        if not self.ended.done():
            self.ended.set_exception(NoAnswer())

    def break_off(self) -> None:
        """The process has been killed."""
        self._on_its_way(self._lost)

    def hang_up(self) -> None:
        """The guest has gone."""
        self._end()

        def gone() -> None:
            if not self._gone.done():
                self._gone.set_result(None)

        self._loop.call_later(self._way(), gone, context=self._process.context.copy())


def line(process: Any, method: str, path: str, headers: dict[str, str], body: bytes, client: str, heard: Any) -> Line:
    path, _, query = path.partition("?")
    told = {"host": "localhost", "content-length": str(len(body)), **headers}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(key.encode(), value.encode()) for key, value in told.items()],
        "client": (client, 5),
        "server": ("localhost", 80),
        "scheme": "http",
        "root_path": "",
        "state": {},
    }
    return Line(process, scope, body, heard)


async def ask(
    process: Any, method: str, path: str, headers: dict[str, str], body: bytes = b"", client: str = "10.0.0.1"
) -> Answer:
    """One request. NoAnswer if none comes; it may have been done all the same."""
    one = line(process, method, path, headers, body, client, None)
    try:
        await asyncio.wait_for(asyncio.shield(one.ended), PATIENCE)
    except TimeoutError:
        one.hang_up()
        raise NoAnswer from None
    return one.answer

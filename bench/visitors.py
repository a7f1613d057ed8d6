"""Programs that play at a house's JSON interface: what `kill.py` and `soak.py` share."""

import asyncio
import json
import time
from typing import Any


class Gone(Exception):
    """The house did not answer, or not to the end."""


class House:
    """A few plain requests, each on a connection of its own: nothing is left over when the house is killed."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(
        self, method: str, path: str, token: str = "", body: Any = None, wait: float = 30.0
    ) -> tuple[int, Any]:
        """The status and the answer."""
        try:
            return await asyncio.wait_for(self._ask(method, path, token, body), wait)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError) as error:
            raise Gone(repr(error)) from None

    async def _ask(self, method: str, path: str, token: str, body: Any) -> tuple[int, Any]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            data = json.dumps(body).encode() if body is not None else b""
            auth = f"Authorization: Bearer {token}\r\n" if token else ""
            head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{auth}"
            writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
            answer = await reader.read()
        finally:
            writer.close()
        top, _, rest = answer.partition(b"\r\n\r\n")
        if b"chunked" in top.lower():
            rest = _whole(rest)
        return int(top.split(b" ")[1]), json.loads(rest)

    async def entries(self, table: str, token: str, until: int) -> list[dict[str, Any]]:
        """A table's log up to an entry."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**26)
        head = f"GET /api/v1/tables/{table}/events?after=0 HTTP/1.1\r\nHost: localhost\r\n"
        writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
        found: list[dict[str, Any]] = []
        while not found or found[-1]["seq"] < until:
            line = await asyncio.wait_for(reader.readline(), 60)
            if line.startswith(b"data: {"):
                found.append(json.loads(line[6:]))
        writer.close()
        return found


def _whole(chunks: bytes) -> bytes:
    body = b""
    while chunks:
        size, _, chunks = chunks.partition(b"\r\n")
        many = int(size, 16)
        body, chunks = body + chunks[:many], chunks[many + 2 :]
        if not many:
            break
    return body


def a_move(moves: list[str]) -> str:
    return "stop" if "stop" in moves else moves[-1]


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


class Stopwatch:
    """Delays in milliseconds."""

    def __init__(self) -> None:
        self.all: list[float] = []

    def since(self, start: float) -> None:
        self.all.append(1000 * (time.perf_counter() - start))

    def said(self) -> str:
        if not self.all:
            return "none"
        median, most = percentile(self.all, 0.5), percentile(self.all, 0.99)
        return f"median {median:.0f}, 99th percentile {most:.0f}, worst {max(self.all):.0f} ms of {len(self.all)}"

"""How fast the house is: `python bench/house.py` (about two minutes).

The server runs on one core, the load on the other. 200 tables of Dodéka, two event streams each; both seats play as fast as answers come,
then at a steady pace. Every move is stored before it is shown.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from brelan.house.trial import Trial

OPTIONS = {"parties": 100, "target": 5000}
_SEQ = re.compile(rb"id: (\d+)")


class Line(asyncio.Protocol):
    """A connection that is kept: either a stream of events, or requests one after another."""

    def __init__(self, received: Any) -> None:
        self.received, self.buffer = received, b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer = self.received(self.buffer + data)


class Player:
    """One seat: listens, and plays when it is its turn."""

    def __init__(self, load: "Load", table: str, seat: int, token: str) -> None:
        self.load, self.table, self.seat = load, table, seat
        self.auth = f"Host: localhost\r\nAuthorization: Bearer {token}\r\n"
        self.seq = 0
        self.other: Player | None = None
        self.waiting = False
        self.open = False  # whether `stop` is allowed
        self.mine = False

    async def connect(self, plays: bool = True) -> None:
        loop = asyncio.get_running_loop()
        if plays:
            _, self.posts = await loop.create_connection(lambda: Line(self.answered), "127.0.0.1", self.load.port)
        _, self.stream = await loop.create_connection(lambda: Line(self.heard), "127.0.0.1", self.load.port)
        kind = "drawings" if self.load.drawn else "events"
        self.stream.transport.write(f"GET /api/v1/tables/{self.table}/{kind}?after=0 HTTP/1.1\r\n{self.auth}\r\n".encode())

    def heard(self, buffer: bytes) -> bytes:
        *whole, rest = buffer.split(b"\n\n")
        for event in whole:
            match = _SEQ.search(event)
            if match:
                self.hear(int(match[1]), event)
        return rest

    def hear(self, seq: int, event: bytes) -> None:
        self.seq = seq
        if self.load.drawn:
            mine = b"data-mine" in event
            self.open = b'data-move="stop"' in event
            done = True
        else:
            entry = json.loads(event[event.index(b"data: ") + 6 :])
            mine = entry["mover"] == self.seat
            done = entry["mover"] is not None
            if entry["kind"] == "move" and entry["who"] == self.seat:
                self.open = entry["move"] != "stop"
            elif entry["kind"] == "move" and entry["who"] != "chance":
                self.open = False
        if done and self.other is not None:
            self.load.arrived(self.other)
        self.mine = mine and done
        if self.mine and not self.waiting:
            self.load.ready(self)

    def play(self) -> None:
        move = "stop" if self.open else "throw 1 2 3"
        body = json.dumps({"seq": self.seq, "moves": [move]})
        head = f"POST /api/v1/tables/{self.table}/moves HTTP/1.1\r\n{self.auth}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.waiting, self.mine = True, False
        self.load.sent[self] = time.perf_counter()
        self.posts.transport.write((head + body).encode())

    def answered(self, buffer: bytes) -> bytes:
        end = buffer.find(b"\r\n\r\n")
        if end < 0 or not buffer.endswith(b"}"):
            return buffer
        self.waiting = False
        if buffer.startswith(b"HTTP/1.1 200"):
            self.load.played += 1
            seq = int(buffer[buffer.index(b'"seq":') + 6 :].rstrip(b"}"))
            if self.mine and self.seq >= seq:
                self.load.ready(self)
        else:
            self.load.refused += 1
            self.load.last_refusal = buffer[-200:].decode(errors="replace")
        return b""


class Load:
    """All players."""

    def __init__(self, port: int, drawn: bool, pace: float = 0.0) -> None:
        self.port, self.drawn, self.pace = port, drawn, pace
        self.players: list[Player] = []
        self.sent: dict[Player, float] = {}
        self.delays: list[float] = []
        self.played = self.refused = 0
        self.last_refusal = ""
        self.queue: list[Player] = []

    def arrived(self, mover: Player) -> None:
        since = self.sent.pop(mover, None)
        if since is not None:
            self.delays.append(time.perf_counter() - since)

    def ready(self, player: Player) -> None:
        if player.waiting:
            return
        if self.pace:
            if player not in self.queue:
                self.queue.append(player)
        else:
            player.play()

    async def run(self, seconds: float) -> None:
        if not self.pace:
            await asyncio.sleep(seconds)
            return
        start = time.perf_counter()
        due = 0
        while (now := time.perf_counter()) < start + seconds:
            due += 1
            if self.queue:
                self.queue.pop(0).play()
            await asyncio.sleep(max(0.0, start + due / self.pace - now))


class Client:
    """A few plain requests, to lay the tables."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = json.dumps(body).encode() if body is not None else b""
        auth = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{auth}"
        writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await reader.read()
        writer.close()
        head, _, payload = answer.partition(b"\r\n\r\n")
        if b" 20" not in head.split(b"\r\n")[0]:
            raise RuntimeError(answer[:300].decode(errors="replace"))
        return json.loads(payload)


async def lay(port: int, count: int) -> list[tuple[str, str, str]]:
    client = Client(port)
    laid = []
    for _ in range(count):
        one, two = [(await client.ask("POST", "/guests"))["token"] for _ in range(2)]
        seats = [{"who": "me"}, {"who": "open"}]
        table = await client.ask("POST", "/tables", one, {"game": "dodeka", "seats": seats, "options": OPTIONS})
        await client.ask("POST", f"/tables/{table['id']}/sit", two, {"seat": 1})
        laid.append((table["id"], one, two))
    return laid


async def load(trial: Trial, tables: int, drawn: bool, seconds: float, pace: float = 0.0) -> dict[str, Any]:
    port = trial.port
    laid = await lay(port, tables)
    work = Load(port, drawn, pace)
    for table, one, two in laid:
        pair = Player(work, table, 0, one), Player(work, table, 1, two)
        pair[0].other, pair[1].other = pair[1], pair[0]
        work.players += pair
        await pair[1].connect()
        await pair[0].connect()
    await work.run(2.0)
    work.played, work.delays = 0, []
    start, busy = time.perf_counter(), cpu(trial)
    await work.run(seconds)
    spent, busy = time.perf_counter() - start, cpu(trial) - busy
    played, delays = work.played, sorted(work.delays)
    for player in work.players:
        player.stream.transport.abort()
        player.posts.transport.abort()
    await asyncio.sleep(0.3)
    return {
        "moves/s": round(played / spent),
        "moves a second of the server's own time": round(played / busy) if busy else None,
        "median ms": round(1000 * statistics.median(delays), 2) if delays else None,
        "p99 ms": round(1000 * delays[int(len(delays) * 0.99)], 2) if delays else None,
        "refused": work.refused,
        **({"refusal": work.last_refusal} if work.refused else {}),
    }


def cpu(trial: Trial) -> float:
    """Seconds of processor time the server has had: what others do on this machine is not in it."""
    assert trial.process is not None
    fields = Path(f"/proc/{trial.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) * 1024  # type: ignore[index]


async def memory(trial: Trial) -> dict[str, Any]:
    """What a table costs with two streams open, and what sleeping tables cost."""
    assert trial.process is not None
    pid = trial.process.pid
    await lay(trial.port, 50)
    before = resident(pid)
    laid = await lay(trial.port, 200)
    work = Load(trial.port, drawn=True, pace=1e-9)
    for table, one, two in laid:
        for seat, token in enumerate((one, two)):
            work.players.append(Player(work, table, seat, token))
            await work.players[-1].connect(plays=False)
    await asyncio.sleep(1.5)
    streams = (resident(pid) - before) / 200
    for player in work.players:
        player.stream.transport.abort()
    await asyncio.sleep(4)  # the house of this trial puts tables to sleep after one second
    before = resident(pid)
    for _ in range(10):
        await lay(trial.port, 200)
        await asyncio.sleep(0.5)
    await asyncio.sleep(4)
    return {"kB a table with two streams": round(streams / 1000), "MB for 2,000 tables unseen": round((resident(pid) - before) / 1e6, 1)}


async def first_view(port: int) -> dict[str, Any]:
    """The pages, fetched as a browser would."""
    import gzip

    async def fetch(path: str) -> tuple[bytes, float]:
        start = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        return answer, time.perf_counter() - start

    await fetch("/")
    sizes, spent = 0, 0.0
    answer, took = await fetch("/")
    head, _, body = answer.partition(b"\r\n\r\n")
    html = gzip.decompress(body).decode() if b"gzip" in head else body.decode()
    sizes += len(answer)
    spent += took
    for path in sorted(set(re.findall(r'(?:src|href)="(/static[^"]+|/picture[^"]+)"', html))):
        answer, took = await fetch(path)
        sizes += len(answer)
        if path.startswith("/static"):
            spent += took
    return {"home kB, all told": round(sizes / 1000, 1), "home and its style, ms": round(1000 * spent, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", choices=("drawn", "json", "paced", "memory", "pages"))
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    with tempfile.TemporaryDirectory() as folder, Trial(Path(folder), "--rate", "1000000", "--sleep-after", "1") as trial:
        assert trial.process is not None
        if len(cores) > 1:
            for thread in os.listdir(f"/proc/{trial.process.pid}/task"):
                os.sched_setaffinity(int(thread), {cores[0]})
            os.sched_setaffinity(0, {cores[1]})
        asyncio.run(lay(trial.port, 2))
        wanted = {
            "memory": lambda: memory(trial),
            "drawn": lambda: load(trial, args.tables, True, args.seconds),
            "json": lambda: load(trial, args.tables, False, args.seconds),
            "paced": lambda: load(trial, args.tables, True, args.seconds, pace=200),
            "pages": lambda: first_view(trial.port),
        }
        names = {"drawn": "drawn, saturated", "json": "JSON stream, saturated", "paced": "drawn, paced at 200 moves/s", "memory": "memory", "pages": "pages"}
        for key, work in wanted.items():
            if args.only in (None, key):
                print(f"{names[key]:28}", json.dumps(asyncio.run(work())), flush=True)


if __name__ == "__main__":
    main()

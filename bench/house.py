"""How fast and how small the house is: `python bench/house.py` (about five minutes, most of them waiting for tables to
fall asleep).

The server runs on one core, the load on the other. 200 tables of Dodéka, two event streams each; both seats play as
fast as answers come, then at a steady pace. Every move is stored before it is shown. A delay is the time from sending
the POST to the other player's first event that has the move in it.

`--servers 2` compares one server and two on one PostgreSQL, the players of every table with different ones.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chromium import FLAGS, chromium
from kill import Postgres

import brelan
from brelan.house.base.config import Config
from brelan.house.hall.hall import TICK
from brelan.house.testing import HouseProcess

OPTIONS = {"parties": 100, "target": 5000}
WIDE = ("--rate", "1000000", "--connections", "100000")  # all the load comes from one address
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

    def __init__(self, load: "Load", table: str, seat: int, token: str, port: int) -> None:
        self.load, self.table, self.seat, self.port = load, table, seat, port
        self.auth = f"Host: localhost\r\nAuthorization: Bearer {token}\r\n"
        self.seq = 0
        self.reached = 0  # where its own last move led, as it was answered
        self.other: Player | None = None
        self.waiting = False
        self.open = False  # whether `stop` is allowed
        self.mine = False

    async def connect(self, plays: bool = True) -> None:
        loop = asyncio.get_running_loop()
        if plays:
            _, self.posts = await loop.create_connection(lambda: Line(self.answered), "127.0.0.1", self.port)
        _, self.stream = await loop.create_connection(lambda: Line(self.heard), "127.0.0.1", self.port)
        kind = "drawings" if self.load.drawn else "events"
        self.stream.transport.write(
            f"GET /api/v1/tables/{self.table}/{kind}?after=0 HTTP/1.1\r\n{self.auth}\r\n".encode()
        )

    def heard(self, buffer: bytes) -> bytes:
        *whole, rest = buffer.split(b"\n\n")
        for event in whole:
            match = _SEQ.search(event)
            if match:
                self.hear(int(match[1]), event)
        return rest

    def hear(self, seq: int, event: bytes) -> None:
        self.seq = seq
        self.load.heard += 1
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
            self.load.arrived(self.other, seq)
        # A drawing of before its own move may come after the answer to it: they are different connections, and when
        # somebody comes or goes the table is drawn again. It is nothing to move on.
        self.mine = mine and done and seq >= self.reached
        if self.mine and not self.waiting:
            self.load.ready(self)

    def play(self) -> None:
        move = "stop" if self.open else "throw 1 2 3"
        body = json.dumps({"seq": self.seq, "moves": [move]})
        head = (
            f"POST /api/v1/tables/{self.table}/moves HTTP/1.1\r\n{self.auth}Content-Type: "
            f"application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.waiting, self.mine = True, False
        self.load.sent[self] = self.seq, time.perf_counter()
        self.posts.transport.write((head + body).encode())

    def answered(self, buffer: bytes) -> bytes:
        end = buffer.find(b"\r\n\r\n")
        if end < 0 or not buffer.endswith(b"}"):
            return buffer
        self.waiting = False
        if buffer.startswith(b"HTTP/1.1 200"):
            self.load.played += 1
            self.reached = int(buffer[buffer.index(b'"seq":') + 6 :].rstrip(b"}"))
            self.mine = self.mine and self.seq >= self.reached
            if self.mine:
                self.load.ready(self)
        else:
            self.load.refused += 1
            self.load.last_refusal = buffer[-200:].decode(errors="replace")
        return b""


class Load:
    """All players."""

    def __init__(self, drawn: bool, pace: float = 0.0) -> None:
        self.drawn, self.pace = drawn, pace
        self.players: list[Player] = []
        self.sent: dict[Player, tuple[int, float]] = {}
        self.delays: list[float] = []
        self.began = 0.0  # moves sent before are not measured: their tables may still have been waking
        self.played = self.heard = self.refused = 0
        self.last_refusal = ""
        self.queue: list[Player] = []

    def arrived(self, mover: Player, seq: int) -> None:
        answered, since = self.sent.get(mover, (seq, 0.0))
        if seq > answered:  # not an older drawing that was still on its way
            del self.sent[mover]
            if since >= self.began:
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


async def load(
    house: HouseProcess,
    tables: int,
    drawn: bool,
    seconds: float,
    pace: float = 0.0,
    others: Sequence[HouseProcess] = (),
    database: int = 0,
    apart: bool = True,
) -> dict[str, Any]:
    """With others, the players of each table are with different servers, or (not `apart`) each table with one."""
    houses = [house, *others]
    gc.collect()
    gc.freeze()
    gc.disable()  # or what a load leaves behind holds up the next one, and is measured as the house's delay
    work = Load(drawn, pace)
    ports = [one.port for one in houses]
    for port in ports[:1] if apart else ports:
        for table, one, two in await lay(port, tables if apart else tables // len(ports)):
            pair = Player(work, table, 0, one, port), Player(work, table, 1, two, ports[-1] if apart else port)
            pair[0].other, pair[1].other = pair[1], pair[0]
            work.players += pair
            await pair[1].connect()
            await pair[0].connect()
    await work.run(2.0)
    until = time.perf_counter() + 20
    while any(player.seq == 0 for player in work.players) and time.perf_counter() < until:
        await work.run(0.1)  # a server that wakes hundreds of tables at once takes its time, once
    work.played, work.heard, work.delays, work.began = 0, 0, [], time.perf_counter()
    base = cpu_of(family(database)) if database else 0.0
    start, busy, own = time.perf_counter(), sum(map(cpu, houses)), time.process_time()
    await work.run(seconds)
    spent, busy, own = time.perf_counter() - start, sum(map(cpu, houses)) - busy, time.process_time() - own
    base = cpu_of(family(database)) - base if database else 0.0
    played, delays = work.played, sorted(work.delays)
    for player in work.players:
        player.stream.transport.abort()
        player.posts.transport.abort()
    await asyncio.sleep(0.3)
    return {
        "moves/s": round(played / spent),
        "moves a second of the server's own time": round(played / busy) if busy else None,
        **({"moves a second of PostgreSQL's": round(played / base)} if base else {}),
        "median ms": round(1000 * statistics.median(delays), 2) if delays else None,
        "p99 ms": round(1000 * delays[int(len(delays) * 0.99)], 2) if delays else None,
        "events a move": round(work.heard / played, 2) if played else None,
        "load's share of its core": round(own / spent, 2),
        "refused": work.refused,
        **({"refusal": work.last_refusal} if work.refused else {}),
    }


def cpu(house: HouseProcess) -> float:
    """Seconds of processor time the server has had: what others do on this machine is not in it."""
    assert house.process is not None
    return cpu_of([house.process.pid])


def cpu_of(processes: Sequence[int]) -> float:
    """Seconds of processor time these have had, and those of their children that have ended."""
    spent = 0
    for pid in processes:
        with contextlib.suppress(OSError):  # it has just ended: its parent has its time
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            spent += sum(map(int, fields[11:15]))
    return spent / os.sysconf("SC_CLK_TCK")


def family(parent: int) -> list[int]:
    """A process and its children."""
    found = [parent]
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def resident(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) * 1024  # type: ignore[index]


async def memory(house: HouseProcess) -> dict[str, Any]:
    """What a table costs with two streams open, and what sleeping tables cost: unseen for a minute by the house's own
    clock.
    """
    assert house.process is not None
    pid = house.process.pid
    await lay(house.port, 50)
    before = resident(pid)
    laid = await lay(house.port, 200)
    work = Load(drawn=True, pace=1e-9)
    for table, one, two in laid:
        for seat, token in enumerate((one, two)):
            work.players.append(Player(work, table, seat, token, house.port))
            await work.players[-1].connect(plays=False)
    await asyncio.sleep(1.5)
    streams = (resident(pid) - before) / 200
    for player in work.players:
        player.stream.transport.abort()
    sleeping = []
    for _ in range(2):  # the first time, the house grows to hold so many awake; that is not what asleep they cost
        await asyncio.sleep(ASLEEP)
        before = resident(pid)
        await lay(house.port, 2000)
        awake = resident(pid)
        await asyncio.sleep(ASLEEP)
        sleeping.append(f"{(resident(pid) - before) / 1e6:+.1f} (awake {(awake - before) / 1e6:+.1f})")
    return {
        "kB a table with two streams": round(streams / 1000),
        "MB for 2,000 tables unseen for a minute": sleeping[0],
        "for 2,000 more": sleeping[1],
    }


ASLEEP = (
    Config.sleep_after + 6 * TICK
)  # seconds until a table nobody looks at is certainly asleep, and what it held given back
_SEEN = """() => ({
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  bytes: performance.getEntriesByType("resource").reduce(
    (sum, each) => sum + each.transferSize, performance.getEntriesByType("navigation")[0].transferSize),
})"""


async def pages(house: HouseProcess) -> dict[str, Any]:
    """The first view of home and of a table in a real Chromium that has never been here: start of the navigation to
    first contentful paint.
    """
    path = chromium()
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        path = None
    if path is None:
        return {"left out": "there is no Chromium here, or no playwright to drive it"}
    ((table, *_),) = await lay(house.port, 1)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))  # Chromium is many processes, and no part of the load
    found: dict[str, Any] = {}
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=FLAGS)
        for name, address in (("home", "/"), ("table", f"/t/{table}")):
            paints, sizes = [], []
            for _ in range(6):
                context = await browser.new_context(viewport={"width": 1280, "height": 800})
                page = await context.new_page()
                await page.goto(house.url + address)
                seen: dict[str, Any] = {}
                while not seen.get("paint"):
                    await asyncio.sleep(0.3)
                    seen = await page.evaluate(_SEEN)
                paints.append(seen["paint"])
                sizes.append(seen["bytes"])
                await context.close()
            found[f"{name}, ms to first paint"] = (
                f"{statistics.median(paints[1:]):.0f} (worst {max(paints[1:]):.0f})"  # the first warms Chromium up
            )
            found[f"{name}, kB all told"] = round(max(sizes) / 1000, 1)
        await browser.close()
    return found


def compare(many: int, tables: int, seconds: float, only: str | None = None) -> None:
    """One server and several on one PostgreSQL, in turn: by the servers' processor time, PostgreSQL's not counted."""
    folder = Path(tempfile.mkdtemp(prefix="brelan-bench-"))
    database = Postgres(folder)
    database.start()
    try:
        with contextlib.ExitStack() as stack:
            houses = [stack.enter_context(HouseProcess(folder / str(n), *WIDE, data=database.url)) for n in range(many)]
            asyncio.run(load(houses[0], 10, True, 1, others=houses[1:]))  # the rules are loaded before all
            for drawn, key, name in ((True, "drawn", "drawn"), (False, "json", "JSON stream")):
                for others in ([], houses[1:], [], houses[1:]) if only in (None, key) else ():
                    work = load(houses[0], tables, drawn, seconds, others=others, database=database.process.pid)
                    found = asyncio.run(work)
                    print(f"{name}, {1 + len(others)} of {many} servers", json.dumps(found), flush=True)
            if only in (None, "paced"):
                found = asyncio.run(load(houses[0], tables, True, seconds, pace=100, others=houses[1:]))
                print(f"drawn, paced at 100 moves/s, {many} servers", json.dumps(found), flush=True)
    finally:
        database.kill()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", choices=("drawn", "json", "paced", "memory", "pages"))
    parser.add_argument("--servers", type=int, default=0, help="so many on a PostgreSQL, and one for comparison")
    args = parser.parse_args()
    brelan.game("dodeka").hurry()  # a house has its games compiled within a minute: that is what is measured
    if args.servers:
        compare(args.servers, args.tables, args.seconds, args.only)
        return
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    with tempfile.TemporaryDirectory() as folder, HouseProcess(Path(folder), *WIDE) as house:
        assert house.process is not None
        if len(cores) > 1:
            for thread in os.listdir(f"/proc/{house.process.pid}/task"):
                os.sched_setaffinity(int(thread), {cores[0]})
            os.sched_setaffinity(0, {cores[1]})
        asyncio.run(load(house, 10, True, 1))  # the rules are loaded before anything is measured
        wanted = {
            "drawn": lambda: load(house, args.tables, True, args.seconds),
            "json": lambda: load(house, args.tables, False, args.seconds),
            "paced": lambda: load(house, args.tables, True, args.seconds, pace=200),
            "pages": lambda: pages(house),
        }
        names = {
            "drawn": "drawn, saturated",
            "json": "JSON stream, saturated",
            "paced": "drawn, paced at 200 moves/s",
            "pages": "first view in Chromium",
        }
        for key, work in wanted.items():
            if args.only in (None, key):
                print(f"{names[key]:28}", json.dumps(asyncio.run(work())), flush=True)
    if args.only in (None, "memory"):  # in a house of its own: one that has been busy has room to spare
        with tempfile.TemporaryDirectory() as folder, HouseProcess(Path(folder), *WIDE) as house:
            asyncio.run(load(house, 10, True, 1))
            print(f"{'memory':28}", json.dumps(asyncio.run(memory(house))), flush=True)


if __name__ == "__main__":
    main()

"""What more players would need: `python bench/scale.py` (a minute), which docs/scale.md quotes.

A small simulation of the queues, in plain Python. A table has one move under way at a time: its POST is worked on by a
server, waits for the writer (which commits all that waits together), and is then drawn or written for each stream, by
the server the stream is with, which has first to follow if it is another. Every process does one thing at a time, and
no more of them at once than the machine has cores. The costs are measured (`bench/house.py`, processor time); what
comes out (moves a second, delays) is not put in, so it can be compared with what was measured: `--check`.
"""

import argparse
import heapq
import itertools
import random
import statistics
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple


class Costs(NamedTuple):
    """Seconds of processor time."""

    move: float  # judging a POST, answering it, its part of the writer's work
    show: float  # one stream's news
    follow: float  # what another server has to do to know of the move
    group: float  # the database's work for one group
    row: float  # and for each move in it
    disk: float  # waiting for the disk, nobody working
    load: float  # what the load itself takes, of the cores it shares


JSON = Costs(move=240e-6, show=30e-6, follow=55e-6, group=250e-6, row=45e-6, disk=1.5e-3, load=40e-6)
DRAWN = JSON._replace(show=300e-6, load=60e-6)


@dataclass
class Process:
    """Does one thing at a time."""

    name: str
    queue: deque[tuple[float, Callable[[], None]]] = field(default_factory=deque)
    is_busy: bool = False
    worked: float = 0.0


class Machine:
    """Processes that share cores: what is ready first is worked on first."""

    def __init__(self, cores: int) -> None:
        self.now, self.free = 0.0, cores
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.ready: deque[Process] = deque()
        self.order = itertools.count()

    def at(self, when: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.events, (when, next(self.order), what))

    def work(self, process: Process, cost: float, then: Callable[[], None]) -> None:
        process.queue.append((cost * random.expovariate(1.0) * 0.3 + cost * 0.7, then))
        if len(process.queue) == 1 and not process.is_busy:
            self.ready.append(process)
            self._begin()

    def _begin(self) -> None:
        while self.free and self.ready:
            process = self.ready.popleft()
            cost, then = process.queue.popleft()
            process.is_busy, process.worked = True, process.worked + cost
            self.free -= 1
            self.at(self.now + cost, lambda process=process, then=then: self._end(process, then))  # type: ignore[misc]

    def _end(self, process: Process, then: Callable[[], None]) -> None:
        process.is_busy = False
        self.free += 1
        then()
        if process.queue:
            self.ready.append(process)
        self._begin()

    def run(self, until: float) -> None:
        while self.events and self.events[0][0] < until:
            self.now, _, what = heapq.heappop(self.events)
            what()


class Club:
    """Tables of two, played at some servers on one database."""

    def __init__(self, costs: Costs, servers: int, cores: int, tables: int, pace: float = 0.0, apart: bool = True):
        self.costs, self.machine, self.pace, self.apart = costs, Machine(cores), pace, apart
        self.servers = [Process(f"server {n}") for n in range(servers)]
        self.base, self.load = Process("database"), Process("load")
        self.waiting: list[list[Callable[[], None]]] = [[] for _ in self.servers]
        self.commits = [False] * servers
        self.delays: list[float] = []
        self.drawn: dict[tuple[int, int], int] = {}
        for table in range(tables):
            self.machine.at(random.random() * (tables / pace if pace else 0.05), lambda table=table: self.move(table))  # type: ignore[misc]

    def server(self, table: int, seat: int) -> int:
        return (table + (seat if self.apart else 0)) % len(self.servers)

    def move(self, table: int) -> None:
        seat, began = random.randrange(2), self.machine.now
        here = self.server(table, seat)

        def judged() -> None:
            self.waiting[here].append(lambda: self.stored(table, seat, began))
            self.commit(here)

        self.machine.work(self.servers[here], self.costs.move, judged)

    def commit(self, here: int) -> None:
        """All that waits goes into one transaction."""
        if self.commits[here] or not self.waiting[here]:
            return
        self.commits[here] = True
        group, self.waiting[here] = self.waiting[here], []

        def done() -> None:
            self.commits[here] = False
            for each in group:
                each()
            self.commit(here)

        cost = self.costs.group + self.costs.row * len(group)
        written = lambda: self.machine.at(self.machine.now + self.costs.disk, done)  # noqa: E731
        self.machine.work(self.base, cost, written)

    def stored(self, table: int, seat: int, began: float) -> None:
        here = self.server(table, seat)
        for other in (0, 1):
            there = self.server(table, other)
            cost = self.costs.show + (self.costs.follow if there != here else 0.0)
            seen = (lambda: self.seen(table, began)) if other != seat else (lambda: None)
            self.machine.work(self.servers[there], cost, seen)

    def seen(self, table: int, began: float) -> None:
        self.delays.append(self.machine.now - began)
        pause = random.expovariate(self.pace / self.tables) if self.pace else 0.0
        again = lambda: self.machine.at(self.machine.now + pause, lambda: self.move(table))  # noqa: E731
        self.machine.work(self.load, self.costs.load, again)

    tables = 200

    def measure(self, seconds: float) -> dict[str, float]:
        self.machine.run(1.0)
        self.delays.clear()
        before = [one.worked for one in (*self.servers, self.base)]
        self.machine.run(1.0 + seconds)
        after = [one.worked for one in (*self.servers, self.base)]
        spent = [b - a for a, b in zip(before, after, strict=True)]
        moves, late = len(self.delays), sorted(self.delays)
        return {
            "moves/s": round(moves / seconds),
            "per second of the servers": round(moves / sum(spent[:-1])),
            "database busy": round(spent[-1] / seconds, 2),
            "median ms": round(1000 * statistics.median(late), 1),
            "p99 ms": round(1000 * late[int(0.99 * len(late))], 1),
        }


def check() -> None:
    """The situations that `bench/house.py` measures."""
    for name, costs in (("drawn", DRAWN), ("JSON", JSON)):
        for servers in (1, 2):
            club = Club(costs, servers, cores=2, tables=Club.tables)
            print(f"{name:6} {servers} server(s), two cores, saturated", club.measure(8))
    paced = Club(DRAWN, 2, cores=2, tables=Club.tables, pace=100)
    print("drawn  2 servers, two cores, paced at 100/s     ", paced.measure(20))


def further() -> None:
    """More servers, each with a core of its own, on one database: until it is the database that all wait for."""
    for servers in (1, 4, 16, 32, 64):
        club = Club(DRAWN, servers, cores=4 * servers, tables=Club.tables * servers)
        print(f"drawn  {servers:3} servers, cores enough, saturated", club.measure(2 if servers > 4 else 4), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only what was measured")
    options = parser.parse_args()
    random.seed(1)
    check()
    if not options.check:
        further()
